//! Which versions of operators are supported, what each means, and what is said of others.

use crate::support::{errors, graph, imported, model, node, ops, typed, value, with};
use tfrt_onnx::{
    AttributeValue, DataType, Graph, ImportOptions, Model, Node, OPERATORS, OPSETS, OperatorSet,
};

#[test]
fn versions_of_the_format_are_those_of_the_table() {
    let relu = || graph(vec![node("r", "Relu", &["x"], &["y"])]);
    for version in OPSETS {
        assert_eq!(ops(&model(version, relu())), ["nn.relu"], "{version}");
    }
    for version in [i64::MIN, -1, 0, 29, i64::MAX] {
        let expected =
            format!("version {version} of ai.onnx is not supported: versions 7 to 28 are");
        assert_eq!(errors(&model(version, relu())), [expected]);
    }
    // An older operator that has had its meaning since, and one that has not.
    let old = |name| model(1, graph(vec![node("n", name, &["x"], &["y"])]));
    assert_eq!(ops(&old("Transpose")), ["nn.transpose"]);
    // However many nodes there are, it is said once.
    let nodes = ["Relu", "Add", "Relu"].map(|name| node(name, name, &["x"], &["y"]));
    let expected = "version 1 of ai.onnx is not supported: versions 7 to 28 are, and these have changed since: Add, Relu";
    assert_eq!(errors(&model(1, graph(nodes.to_vec()))), [expected]);
    let none = Model { ir_version: 10, graph: relu(), ..Model::default() };
    let expected =
        "node 'r': operator Relu of ai.onnx is not supported: no version of ai.onnx is given";
    assert_eq!(errors(&none), [expected]);
}

#[test]
fn the_table_is_in_order_and_has_no_operator_twice() {
    let names: Vec<_> = OPERATORS.iter().map(|it| (it.domain, it.name)).collect();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    for operator in OPERATORS {
        assert!(operator.first <= operator.last, "{}", operator.name);
        assert!(operator.lacks.iter().all(|lacks| lacks.dtype().is_some()), "{}", operator.name);
    }
}

#[test]
fn all_nodes_that_are_not_supported_are_named_at_once() {
    let inner = Graph {
        node: vec![
            node("deep", "Frob", &["x"], &["u"]),
            // What depends on a node that is refused has nothing more to say.
            node("after", "Relu", &["u"], &["v"]),
        ],
        output: vec![value("v", &[2, 3])],
        ..Graph::default()
    };
    let branch = with(
        with(
            node("if", "If", &["c"], &["z"]),
            "then_branch",
            AttributeValue::Graph(Box::new(inner.clone())),
        ),
        "else_branch",
        AttributeValue::Graph(Box::new(inner)),
    );
    let nodes = vec![
        node("old", "Upsample", &["x", "x"], &["a"]),
        Node { domain: "com.example", ..node("", "Relu", &["a"], &["b"]) },
        Node { domain: "ai.onnx.ml", ..node("ml", "Scaler", &["b"], &["c"]) },
        branch,
        with(node("cast", "Cast", &["x"], &["d"]), "to", AttributeValue::Int(17)),
        with(node("text", "Cast", &["x"], &["e"]), "to", AttributeValue::Int(8)),
        node("r", "Relu", &["z"], &["y"]),
    ];
    let mut graph = graph(nodes);
    graph.input.push(typed("s", DataType::String, &[1]));
    graph.input.push(typed("f", DataType::Int4, &[1]));
    let mut model = model(13, graph);
    let ml = OperatorSet { domain: "ai.onnx.ml", version: 3 };
    model.opset_import.push(ml);
    assert_eq!(
        errors(&model),
        [
            "node 'old': operator Upsample of ai.onnx, version 13, is not supported: it is in versions 7 to 9",
            "the node of 'b': operator Relu of com.example is not supported: no version of com.example is \
             given",
            "node 'ml': operator Scaler of ai.onnx.ml, version 3, is not supported",
            "node 'deep': operator Frob of ai.onnx, version 13, is not supported [2 places]",
            "input 's' has elements of type STRING, which is not supported",
            "input 'f' has elements of type INT4, which is not supported",
            "elements of type FLOAT8E4M3FN are not supported (made from 'cast')",
            "elements of type STRING are not supported (made from 'text')",
        ]
    );
}

#[test]
fn what_became_an_operand_is_an_attribute_in_older_versions() {
    let ints = |values: &[i64]| AttributeValue::Ints(values.to_vec());
    let cases: Vec<(i64, Node<'_>, &str)> = vec![
        (12, with(node("", "Unsqueeze", &["x"], &["y"]), "axes", ints(&[0])), "nn.unsqueeze"),
        (12, with(node("", "ReduceSum", &["x"], &["y"]), "axes", ints(&[0])), "nn.reduce_sum"),
        (17, with(node("", "ReduceMax", &["x"], &["y"]), "axes", ints(&[0])), "nn.reduce_max"),
        // A bound that is not given is the greatest number.
        (
            10,
            with(node("", "Clip", &["x"], &["y"]), "min", AttributeValue::Float(1.0)),
            "nn.max nn.min",
        ),
        (10, with(node("", "Pad", &["x"], &["y"]), "pads", ints(&[0, 1, 0, 1])), "nn.pad"),
        (9, with(node("", "TopK", &["x"], &["y", "i"]), "k", AttributeValue::Int(1)), "nn.topk"),
        (
            7,
            with(with(node("", "Slice", &["x"], &["y"]), "starts", ints(&[0])), "ends", ints(&[1])),
            "nn.slice",
        ),
        (
            7,
            with(
                node("", "Upsample", &["x"], &["y"]),
                "scales",
                AttributeValue::Floats(vec![1.0, 2.0]),
            ),
            "nn.resize",
        ),
    ];
    for (version, node, expected) in cases {
        let name = node.op_type;
        let found = ops(&model(version, graph(vec![node])));
        assert_eq!(found.join(" "), expected, "{name}");
    }
}

#[test]
fn an_old_meaning_is_kept_or_refused() {
    let mut normal = graph(vec![with(
        node("n", "BatchNormalization", &["x", "s", "s", "s", "s"], &["y"]),
        "spatial",
        AttributeValue::Int(0),
    )]);
    normal.input.push(value("s", &[3]));
    let expected = "a BatchNormalization of each element apart is not supported (made from 'n')";
    assert_eq!(errors(&model(8, normal.clone())), [expected]);
    // Later versions have no such attribute.
    assert!(imported(&model(9, normal), &ImportOptions::new()).is_ok());

    // From version 11 on, negative indices count from the end.
    let one_hot = |version| {
        let mut graph = graph(vec![node("", "OneHot", &["i", "d", "v"], &["y"])]);
        graph.input.push(typed("i", DataType::Int64, &[2]));
        graph.input.push(typed("d", DataType::Int64, &[]));
        graph.input.push(value("v", &[2]));
        ops(&model(version, graph)).iter().any(|name| name == "nn.mod")
    };
    assert_eq!([9, 10, 11, 28].map(one_hot), [false, false, true, true]);
}
