//! Sequences and optional values: their types, and where values change between them.

use crate::support::{errors, graph, imported, model, node, shown, typed, value, with};
use tfrt_onnx::{
    AttributeValue, DataType, ElementType, Graph, ImportOptions, Node, Type, TypeKind, ValueInfo,
};

fn of(name: &'static str, kind: TypeKind<'static>) -> ValueInfo<'static> {
    ValueInfo { name, ty: Some(Type { kind, ..Type::default() }), ..ValueInfo::default() }
}

fn inner(ty: TypeKind<'static>) -> ElementType<'static> {
    ElementType { elem_type: Some(Box::new(Type { kind: ty, ..Type::default() })) }
}

fn tensor(elem_type: DataType) -> TypeKind<'static> {
    typed("", elem_type, &[2]).ty.unwrap().kind
}

fn sequence(elem_type: DataType) -> TypeKind<'static> {
    TypeKind::Sequence(inner(tensor(elem_type)))
}

/// A model of version 28 with these inputs and nodes, whose result is `y`.
fn text(input: Vec<ValueInfo<'static>>, node: Vec<Node<'static>>) -> Result<String, Vec<String>> {
    let graph = Graph { node, input, output: vec![value("y", &[])], ..Graph::default() };
    imported(&model(28, graph), &ImportOptions::new()).map(|module| shown(&module))
}

#[test]
fn types_say_the_elements_and_not_the_shapes() {
    let pass = |kind| text(vec![of("x", kind)], vec![node("", "Identity", &["x"], &["y"])]);
    let found = pass(sequence(DataType::Int8)).unwrap();
    assert!(found.contains("%arg0: !nn.sequence<tensor<*xi8>>)"), "{found}");
    let found = pass(TypeKind::Optional(inner(tensor(DataType::Float)))).unwrap();
    assert!(found.contains("%arg0: !nn.optional<tensor<*xf32>>)"), "{found}");
    let found = pass(TypeKind::Optional(inner(sequence(DataType::Bool)))).unwrap();
    assert!(found.contains("%arg0: !nn.optional<!nn.sequence<tensor<*xi1>>>)"), "{found}");

    let nested = TypeKind::Sequence(inner(sequence(DataType::Float)));
    let twice = TypeKind::Optional(inner(TypeKind::Optional(inner(tensor(DataType::Float)))));
    for (kind, what) in [
        (sequence(DataType::String), "elements of type STRING"),
        (nested, "a sequence of other things than tensors"),
        (twice, "an optional value that is neither tensor nor sequence"),
        (TypeKind::Sequence(ElementType::default()), "no known type"),
        (TypeKind::Map(Default::default()), "the type of maps"),
    ] {
        let expected = format!("input 'x' has {what}, which is not supported");
        assert_eq!(pass(kind).unwrap_err(), [expected]);
    }
}

#[test]
fn an_operand_that_is_no_sequence_is_named() {
    let wrong = graph(vec![node("n", "SequenceLength", &["x"], &["y"])]);
    let expected = "operand #0 is no sequence but 'tensor<2x3xf32>' (made from 'n')";
    assert_eq!(errors(&model(28, wrong)), [expected]);
}

#[test]
fn branches_wrap_what_may_be_missing() {
    let branch = |nodes: Vec<Node<'static>>, kind| Graph {
        node: nodes,
        output: vec![of("r", kind)],
        ..Graph::default()
    };
    let maybe = || TypeKind::Optional(inner(tensor(DataType::Float)));
    let ty = Type { kind: tensor(DataType::Float), ..Type::default() };
    let none = with(node("", "Optional", &[], &["r"]), "type", AttributeValue::Type(Box::new(ty)));
    let there = branch(vec![node("", "Relu", &["x"], &["r"])], tensor(DataType::Float));
    let choice = with(
        with(
            node("", "If", &["c"], &["o"]),
            "then_branch",
            AttributeValue::Graph(Box::new(branch(vec![none], maybe()))),
        ),
        "else_branch",
        AttributeValue::Graph(Box::new(there)),
    );
    let inputs = vec![value("x", &[2]), typed("c", DataType::Bool, &[])];
    let nodes = vec![choice, node("", "OptionalGetElement", &["o"], &["y"])];
    let found = text(inputs, nodes).unwrap();
    for part in [
        "\"nn.optional_none\"() : () -> !nn.optional<tensor<*xf32>>",
        "\"nn.optional_of_tensor\"(",
        "\"nn.optional_tensor\"(",
    ] {
        assert!(found.contains(part), "{part}: {found}");
    }
}

#[test]
fn what_is_left_out_has_no_element() {
    let nodes = |input: &[&'static str]| vec![node("", "OptionalHasElement", input, &["y"])];
    let found = text(vec![value("x", &[2])], nodes(&["x"])).unwrap();
    assert!(found.contains("dense<true> : tensor<i1>"), "{found}");
    let found = text(Vec::new(), nodes(&[""])).unwrap();
    assert!(found.contains("dense<false> : tensor<i1>"), "{found}");
}
