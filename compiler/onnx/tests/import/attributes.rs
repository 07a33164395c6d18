//! Attributes and operands that no operator can have: each is an error, and none a panic.

use super::support::{errors, graph, model, node, ops, typed, value, with};
use tfrt_onnx::{AttributeValue, DataType, Graph, Node, ValueInfo};

const FAR: i64 = i64::MAX;

/// The errors of one node, of images of that many rows and columns and filters.
fn of_images(op: &str, attributes: &[(&'static str, AttributeValue<'static>)]) -> Vec<String> {
    let mut one = node("n", op, &["x", "w"], &["y"]);
    for (name, value) in attributes {
        one = with(one, name, value.clone());
    }
    let input = vec![value("x", &[1, 1, 5, 5]), value("w", &[1, 1, 3, 3])];
    let graph = Graph { node: vec![one], input, ..graph(Vec::new()) };
    errors(&model(17, graph))
}

fn ints(numbers: &[i64]) -> AttributeValue<'static> {
    AttributeValue::Ints(numbers.to_vec())
}

#[test]
fn windows_have_a_number_for_each_dimension() {
    for op in ["Conv", "ConvTranspose"] {
        for name in ["strides", "dilations", "pads"] {
            let found = of_images(op, &[(name, ints(&[1]))]);
            let wanted = if name == "pads" { 4 } else { 2 };
            let message = format!(
                "attribute '{name}' has 1 numbers, expected {wanted} of a window of 2 dimensions"
            );
            assert!(found[0].starts_with(&message), "{op}: {found:?}");
        }
    }
}

#[test]
fn attention_has_values_and_a_mask_of_types_of_their_own() {
    let nodes = || vec![node("n", "Attention", &["q", "k", "v", "m"], &["y", "", "present"])];
    let input = |of_v, of_mask| {
        vec![
            value("q", &[1, 2, 3, 4]),
            value("k", &[1, 2, 5, 4]),
            typed("v", of_v, &[1, 2, 5, 4]),
            typed("m", of_mask, &[3, 5]),
        ]
    };
    let casts = |of_v, of_mask| {
        let graph = Graph { input: input(of_v, of_mask), ..graph(nodes()) };
        ops(&model(24, graph)).iter().filter(|op| *op == "nn.cast").count()
    };
    let none = casts(DataType::Float, DataType::Float);
    assert_eq!(casts(DataType::Float16, DataType::Float), none + 1);
    assert_eq!(casts(DataType::Float, DataType::Double), none + 1);
    assert_eq!(casts(DataType::Bfloat16, DataType::Int32), none + 2);
}

#[test]
fn windows_of_any_numbers_are_refused() {
    for [stride, dilation, pad, kernel] in [[FAR; 4], [i64::MIN; 4], [1, FAR, FAR, 2]] {
        let of = |more: (&'static str, AttributeValue<'static>)| {
            [
                ("strides", ints(&[stride; 2])),
                ("dilations", ints(&[dilation; 2])),
                ("pads", ints(&[pad; 4])),
                ("kernel_shape", ints(&[kernel; 2])),
                more,
            ]
        };
        let same = || ("auto_pad", AttributeValue::String(b"SAME_UPPER"));
        let ceil = || ("ceil_mode", AttributeValue::Int(1));
        let shape = || ("output_shape", ints(&[i64::MIN, FAR]));
        for (op, more) in [
            ("Conv", same()),
            ("ConvTranspose", same()),
            ("ConvTranspose", shape()),
            ("LpPool", ceil()),
            ("MaxUnpool", ceil()),
        ] {
            assert!(!of_images(op, &of(more)).is_empty());
        }
    }
}

#[test]
fn axes_are_dimensions() {
    for axis in [2, FAR, -3, i64::MIN] {
        let one = with(node("n", "Hardmax", &["x"], &["y"]), "axis", AttributeValue::Int(axis));
        let found = errors(&model(17, graph(vec![one])));
        assert!(found[0].contains(&format!("axis {axis}")), "{found:?}");
    }
    for (axis, block) in [(i64::MIN, 1), (FAR, 2), (2, FAR)] {
        let mut one = node("n", "DequantizeLinear", &["q", "x"], &["y"]);
        one = with(one, "axis", AttributeValue::Int(axis));
        one = with(one, "block_size", AttributeValue::Int(block));
        let input = vec![typed("q", DataType::Int8, &[2, 3]), value("x", &[2, 3])];
        let graph = Graph { node: vec![one], input, ..graph(Vec::new()) };
        let found = errors(&model(21, graph));
        let message = format!("axis {axis} is no dimension of a tensor of rank 2");
        assert!(found[0].starts_with(&message), "{found:?}");
    }
}

#[test]
fn a_mask_has_a_dimension() {
    let one = node("n", "Attention", &["q", "q", "q", "m"], &["y"]);
    let input = vec![value("q", &[1, 1, 2, 2]), value("m", &[])];
    let graph = Graph { node: vec![one], input, ..graph(Vec::new()) };
    let found = errors(&model(23, graph));
    assert!(found[0].starts_with("the mask of an Attention has no dimensions"), "{found:?}");
}

/// What no node says, the definition of its op does.
#[test]
fn sequences_are_no_tensors() {
    let of = |last: Node<'static>| {
        let sequence = node("a", "SequenceConstruct", &["x"], &["s"]);
        errors(&model(21, graph(vec![sequence, last])))
    };
    let found = of(node("b", "SequenceConstruct", &["s"], &["y"]));
    assert!(found[0].starts_with("SequenceConstruct takes a tensor here, and not"), "{found:?}");
    let found = of(node("b", "CastLike", &["x", "s"], &["y"]));
    assert!(found[0].starts_with("CastLike takes a tensor here, and not"), "{found:?}");
    let found = of(node("b", "Range", &["s", "s", "s"], &["y"]));
    assert!(found[0].contains("operand #0 must be tensor<..>"), "{found:?}");
}

/// Before version 10 a Slice has its parts as attributes, which must be there.
#[test]
fn operands_are_as_many_as_the_op_takes() {
    let found = errors(&model(9, graph(vec![node("n", "Slice", &["x"], &["y"])])));
    assert!(found[0].contains("expected 3 to 5 operands, but got 1"), "{found:?}");
}

#[test]
fn branches_give_values_of_one_type() {
    let branch = |name: &'static str| {
        let output = vec![ValueInfo { name, ..ValueInfo::default() }];
        AttributeValue::Graph(Box::new(Graph { output, ..Graph::default() }))
    };
    let mut one = node("n", "If", &["c"], &["y"]);
    one = with(one, "then_branch", branch("x"));
    one = with(one, "else_branch", branch("c"));
    let input = vec![value("x", &[2, 3]), typed("c", DataType::Bool, &[])];
    let graph = Graph { node: vec![one], input, ..graph(Vec::new()) };
    let found = errors(&model(17, graph));
    let message = "one branch of an If gives 'tensor<*xf32>', one 'tensor<*xi1>'";
    assert!(found[0].starts_with(message), "{found:?}");
}
