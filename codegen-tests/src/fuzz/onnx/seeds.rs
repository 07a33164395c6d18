//! Small models and values to start from, with every kind of message in them.

use tfrt_onnx::{
    Attribute, AttributeKind, AttributeValue, Content, DataLocation, DataType, Dimension,
    ElementType, Entry, Function, Graph, Map, MapType, Model, Node, OpaqueType, OperatorSet,
    Optional, Packed, Sequence, Shape, Size, SparseTensor, Tensor, TensorType, Type, TypeKind,
    Value, ValueInfo, ValueKind, encode, encode_value,
};

/// Files to start from, by name: three models, the rest are values.
#[must_use]
pub fn onnx_seeds() -> [(&'static str, Vec<u8>); 6] {
    [
        ("dense.onnx", encode(&dense())),
        ("control.onnx", encode(&control())),
        ("kinds.onnx", encode(&kinds())),
        ("sequence.pb", encode_value(&Value::Sequence(sequence()))),
        ("optional.pb", encode_value(&Value::Optional(optional()))),
        ("map.pb", encode_value(&Value::Map(map()))),
    ]
}

fn node<'a>(op_type: &'a str, input: &[&'a str], output: &[&'a str]) -> Node<'a> {
    Node { op_type, input: input.to_vec(), output: output.to_vec(), ..Node::default() }
}

fn with<'a>(mut node: Node<'a>, attributes: &[Attribute<'a>]) -> Node<'a> {
    node.attribute = attributes.to_vec();
    node
}

fn attribute<'a>(name: &'a str, value: AttributeValue<'a>) -> Attribute<'a> {
    Attribute { name, value, ..Attribute::default() }
}

fn value<'a>(name: &'a str, ty: Type<'a>) -> ValueInfo<'a> {
    ValueInfo { name, ty: Some(ty), ..ValueInfo::default() }
}

fn tensor<'a>(
    name: &'a str,
    dims: &[i64],
    data_type: DataType,
    content: Content<'a>,
) -> Tensor<'a> {
    Tensor { name, dims: dims.to_vec(), data_type, content, ..Tensor::default() }
}

fn of_kind(kind: TypeKind<'_>) -> Type<'_> {
    Type { denotation: "", kind }
}

fn model(graph: Graph<'_>) -> Model<'_> {
    let opset_import = vec![OperatorSet { domain: "", version: 21 }];
    Model { ir_version: 10, opset_import, graph, ..Model::default() }
}

/// A layer of a network.
fn dense() -> Model<'static> {
    let batch = Dimension { size: Size::Symbol("batch"), denotation: "DATA_BATCH" };
    let three = Dimension { size: Size::Value(3), ..Dimension::default() };
    let shape = Some(Shape { dim: vec![batch, three] });
    let input = of_kind(TypeKind::Tensor(TensorType { elem_type: DataType::Float, shape }));
    let weights = Content::Raw(&[
        0, 0, 128, 63, 0, 0, 0, 192, 0, 0, 64, 64, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    let bias = Content::Floats(Packed::from_iter([0.5, -0.25]));
    let gemm = with(
        node("Gemm", &["x", "w", "b"], &["h"]),
        &[
            attribute("alpha", AttributeValue::Float(0.5)),
            attribute("transB", AttributeValue::Int(1)),
        ],
    );
    let graph = Graph {
        name: "dense",
        node: vec![gemm, node("Relu", &["h"], &["y"])],
        initializer: vec![
            tensor("w", &[2, 3], DataType::Float, weights),
            tensor("b", &[2], DataType::Float, bias),
        ],
        input: vec![value("x", input)],
        output: vec![value("y", Type::tensor(DataType::Float, &[-1, 2]))],
        ..Graph::default()
    };
    Model { producer_name: "seeds", producer_version: "1", ..model(graph) }
}

/// A branch, a function of the model's own, and weights in another file.
fn control() -> Model<'static> {
    let branch = |op_type| {
        let node = node(op_type, &["a"], &["r"]);
        let output = vec![value("r", Type::tensor(DataType::Double, &[]))];
        let graph = Graph { name: op_type, node: vec![node], output, ..Graph::default() };
        AttributeValue::Graph(Box::new(graph))
    };
    let choice = with(
        node("If", &["c"], &["y"]),
        &[attribute("then_branch", branch("Neg")), attribute("else_branch", branch("Abs"))],
    );
    let call =
        Node { domain: "own", overload: "1", name: "call", ..node("twice", &["", "w"], &["a"]) };
    let reference = AttributeValue::Reference { name: "axis", kind: AttributeKind::Int };
    let concat = with(node("Concat", &["p", "p"], &["q"]), &[attribute("axis", reference)]);
    let function = Function {
        name: "twice",
        domain: "own",
        overload: "1",
        input: vec!["o", "p"],
        output: vec!["q"],
        attribute: vec!["other"],
        attribute_proto: vec![attribute("axis", AttributeValue::Int(-1))],
        node: vec![concat],
        opset_import: vec![OperatorSet { domain: "", version: 20 }],
        ..Function::default()
    };
    let outside = Tensor {
        data_location: DataLocation::External,
        external_data: vec![
            Entry { key: "location", value: "w.bin" },
            Entry { key: "offset", value: "8" },
            Entry { key: "length", value: "16" },
        ],
        ..tensor("w", &[2], DataType::Double, Content::None)
    };
    let graph = Graph {
        name: "control",
        node: vec![call, choice],
        initializer: vec![outside],
        input: vec![value("c", Type::tensor(DataType::Bool, &[]))],
        output: vec![value("y", Type::tensor(DataType::Double, &[]))],
        metadata_props: vec![Entry { key: "k", value: "v" }],
        ..Graph::default()
    };
    Model { functions: vec![function], ..model(graph) }
}

/// Each kind of attributes, of elements and of types.
fn kinds() -> Model<'static> {
    let sparse = SparseTensor {
        values: Some(Box::new(tensor("s", &[1], DataType::Int32, int32s(&[7])))),
        indices: Some(Box::new(tensor("", &[1], DataType::Int64, int64s(&[2])))),
        dims: vec![4],
    };
    let scalar = tensor("", &[], DataType::Float16, int32s(&[0x3C00]));
    let any = Type::tensor(DataType::Float, &[]);
    let empty = Graph { name: "g", ..Graph::default() };
    let values = [
        AttributeValue::Floats(vec![1.0, f32::INFINITY]),
        AttributeValue::Ints(vec![1, -1, 300]),
        AttributeValue::String(b"text"),
        AttributeValue::Strings(vec![b"", &[0xFF]]),
        AttributeValue::Tensor(Box::new(scalar.clone())),
        AttributeValue::Tensors(vec![scalar.clone(), scalar]),
        AttributeValue::Graphs(vec![empty.clone(), empty]),
        AttributeValue::SparseTensor(Box::new(sparse.clone())),
        AttributeValue::SparseTensors(vec![sparse.clone()]),
        AttributeValue::Type(Box::new(any.clone())),
        AttributeValue::Types(vec![any.clone()]),
    ];
    let attributes: Vec<_> = values.into_iter().map(|value| attribute("v", value)).collect();
    let contents = [
        tensor("i", &[2], DataType::Int8, int32s(&[-128, 127])),
        tensor("b", &[2], DataType::Bool, int32s(&[0, 1])),
        tensor("l", &[1, 2], DataType::Int64, int64s(&[i64::MIN, 5])),
        tensor("u", &[2], DataType::Uint32, Content::Uint64s(Packed::from_iter([1, 2]))),
        tensor("d", &[1], DataType::Complex128, Content::Doubles(Packed::from_iter([0.5, -1.0]))),
        tensor("t", &[2], DataType::String, Content::Strings(vec![b"a", b""])),
        tensor("q", &[3], DataType::Int4, Content::Raw(&[0x21, 0x03])),
        tensor("e", &[0, 9], DataType::Float, Content::Raw(&[])),
    ];
    let element = || ElementType { elem_type: Some(Box::new(any.clone())) };
    let map = MapType { key_type: DataType::Int64, value_type: element().elem_type };
    let tensors = TensorType { elem_type: DataType::Int32, shape: None };
    let types = [
        TypeKind::Sequence(element()),
        TypeKind::Optional(element()),
        TypeKind::Map(map),
        TypeKind::SparseTensor(tensors),
        TypeKind::Opaque(OpaqueType { domain: "d", name: "n" }),
        TypeKind::Missing,
    ];
    let graph = Graph {
        name: "kinds",
        node: vec![with(node("Kinds", &[], &["k"]), &attributes)],
        initializer: contents.to_vec(),
        sparse_initializer: vec![sparse],
        value_info: types.into_iter().map(|kind| value("x", of_kind(kind))).collect(),
        ..Graph::default()
    };
    Model { doc_string: "\u{E4}", domain: "org.example", model_version: -1, ..model(graph) }
}

fn int32s(numbers: &[i32]) -> Content<'static> {
    Content::Int32s(numbers.iter().copied().collect())
}

fn int64s(numbers: &[i64]) -> Content<'static> {
    Content::Int64s(numbers.iter().copied().collect())
}

fn sequence() -> Sequence<'static> {
    let element = tensor("", &[2], DataType::Uint8, Content::Raw(&[1, 2]));
    let tensor_values = vec![element.clone(), element];
    Sequence { name: "s", elem_type: ValueKind::Tensor, tensor_values, ..Sequence::default() }
}

fn optional() -> Optional<'static> {
    let sequence_value = Some(Box::new(sequence()));
    Optional { name: "o", elem_type: ValueKind::Sequence, sequence_value, ..Optional::default() }
}

fn map() -> Map<'static> {
    let values = Some(Box::new(sequence()));
    Map { name: "m", key_type: DataType::Int64, keys: vec![1, -1], values, ..Map::default() }
}
