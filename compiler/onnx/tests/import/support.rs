//! Small models, and what the importer makes of them.

use tfrt_bef::Blob;
use tfrt_compiler::graph::{Attribute, Module};
use tfrt_compiler::syntax::{PrintOptions, print};
use tfrt_onnx::{
    AttributeValue, DataType, Dimension, Graph, ImportOptions, Model, Node, OperatorSet, Shape,
    Size, TensorType, Type, TypeKind, ValueInfo, decode, encode, import,
};

/// A set of ONNX's own operators.
pub(crate) fn opset(version: i64) -> OperatorSet<'static> {
    OperatorSet { version, ..OperatorSet::default() }
}

/// A model of that version of ONNX's operators.
pub(crate) fn model(version: i64, graph: Graph<'_>) -> Model<'_> {
    Model { ir_version: 10, opset_import: vec![opset(version)], graph, ..Model::default() }
}

/// A node with a name.
pub(crate) fn node<'a>(
    name: &'a str,
    op_type: &'a str,
    input: &[&'a str],
    output: &[&'a str],
) -> Node<'a> {
    Node { name, op_type, input: input.to_vec(), output: output.to_vec(), ..Node::default() }
}

/// A tensor of floats with a name; negative sizes are not known.
pub(crate) fn value<'a>(name: &'a str, sizes: &[i64]) -> ValueInfo<'a> {
    typed(name, DataType::Float, sizes)
}

/// A tensor with a name.
pub(crate) fn typed<'a>(name: &'a str, elem_type: DataType, sizes: &[i64]) -> ValueInfo<'a> {
    let size = |&size: &i64| Dimension {
        size: if size < 0 { Size::Unknown } else { Size::Value(size) },
        ..Dimension::default()
    };
    let shape = Shape { dim: sizes.iter().map(size).collect() };
    let kind = TypeKind::Tensor(TensorType { elem_type, shape: Some(shape) });
    ValueInfo { name, ty: Some(Type { kind, ..Type::default() }), ..ValueInfo::default() }
}

/// What a model becomes, from its file.
pub(crate) fn imported(
    model: &Model<'_>,
    options: &ImportOptions<'_>,
) -> Result<Module, Vec<String>> {
    let file = Blob::from(encode(model));
    let decoded = decode(&file, &Default::default()).unwrap();
    let module = import(&decoded, &file, options);
    module.map_err(|list| list.into_iter().map(|it| it.message).collect())
}

/// The errors of a model.
#[track_caller]
pub(crate) fn errors(model: &Model<'_>) -> Vec<String> {
    match imported(model, &ImportOptions::new()) {
        Ok(module) => panic!("it was imported:\n{}", shown(&module)),
        Err(errors) => errors,
    }
}

/// The graph as text.
pub(crate) fn shown(module: &Module) -> String {
    print(module, tfrt_model::ops(), PrintOptions::default())
}

/// The ops of a model in order, constants left out.
#[track_caller]
pub(crate) fn ops(model: &Model<'_>) -> Vec<String> {
    let module =
        imported(model, &ImportOptions::new()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let body = module.function("main").unwrap().body.as_ref().unwrap();
    let names = body.preorder().into_iter().map(|op| body.op(op).name.to_string());
    names.filter(|name| !name.contains("constant") && name != "tfrt.return").collect()
}

/// The elements of the constants of `@main`, in order.
pub(crate) fn constants(module: &Module) -> Vec<Blob> {
    let body = module.function("main").unwrap().body.as_ref().unwrap();
    let data = |op| match body.op(op).attributes.get("value") {
        Some(Attribute::Dense { data, .. }) => Some(data.clone()),
        _ => None,
    };
    body.preorder().into_iter().filter_map(data).collect()
}

/// A graph of nodes from `x` to `y`.
pub(crate) fn graph(node: Vec<Node<'_>>) -> Graph<'_> {
    let (input, output) = (vec![value("x", &[2, 3])], vec![value("y", &[-1, -1])]);
    Graph { node, input, output, ..Graph::default() }
}

/// A node with an attribute more.
pub(crate) fn with<'a>(mut node: Node<'a>, name: &'a str, value: AttributeValue<'a>) -> Node<'a> {
    node.attribute.push(tfrt_onnx::Attribute { name, value, ..Default::default() });
    node
}
