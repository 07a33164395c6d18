//! Fuzzes ONNX models and values: any bytes are refused at a byte inside the file, or read as prost reads
//! them, written and read again, and every tensor has the elements that it claims or says why not.

mod compare;
mod mutate;
mod oracle;
mod seeds;

use compare::Same;
pub use mutate::onnx_mutated;
use prost::Message;
pub use seeds::onnx_seeds;
use tfrt_onnx::{
    Attribute, AttributeValue, Data, DecodeError, Graph, Limits, Map, Model, Node, Optional,
    Sequence, SparseTensor, Tensor, Type, TypeKind, Value, decode, decode_value, encode,
    encode_value, looks_like_model,
};

/// Why our decoder refuses what is protobuf: ONNX knows more than its messages say. The rest are limits.
const STRICTER: [&str; 8] = [
    "the model's ir_version is",
    "the model has no graph",
    "ONNX has no element type",
    "ONNX has no type of",
    "ONNX has no location of data",
    "is unclear: it ",
    "the tensor has elements in",
    "the decoded model takes more than",
];

/// Why prost refuses what our decoder reads: it counts what a skipped field has in it as a level.
const DEEP: &str = "recursion limit reached";

/// Reads the bytes as a model, and as each kind of values. Says whether they are a model.
///
/// # Panics
/// A promise is broken.
pub fn onnx_bytes(data: &[u8]) -> bool {
    let limits = Limits::default();
    let model = agreed::<Model<'_>, oracle::ModelProto>(data, decode(data, &limits));
    if let Some(model) = &model {
        assert!(looks_like_model(data), "a model is not told from other files");
        let written = encode(model);
        let again = decode(&written, &limits).expect("what is written is a model");
        assert!(encode(&again) == written, "a model is not what was written");
        graph(&model.graph);
        for function in &model.functions {
            function.attribute_proto.iter().for_each(attribute);
            function.node.iter().for_each(node);
        }
    }
    macro_rules! values {
        ($($kind:ident, $theirs:ident, $check:ident;)*) => {$(
            let ty = Type { denotation: "", kind: TypeKind::$kind(Default::default()) };
            let ours = decode_value(data, &ty, &limits).map(|value| match value {
                Value::$kind(value) => value,
                other => panic!("another kind: {other:?}"),
            });
            if let Some(value) = agreed::<_, oracle::$theirs>(data, ours) {
                $check(&value);
                let written = encode_value(&Value::$kind(value));
                let again = decode_value(&written, &ty, &limits).expect("it was written");
                assert!(encode_value(&again) == written, "a value is not what was written");
            }
        )*};
    }
    values! {
        Tensor, TensorProto, tensor;
        SparseTensor, SparseTensorProto, sparse_tensor;
        Sequence, SequenceProto, sequence;
        Map, MapProto, map;
        Optional, OptionalProto, optional;
    }
    model.is_some()
}

/// What both decoders read in the same way, if our own reads it.
fn agreed<A: Same<B>, B: Message + Default + std::fmt::Debug>(
    data: &[u8],
    ours: Result<A, DecodeError>,
) -> Option<A> {
    match (ours, B::decode(data)) {
        (Ok(ours), Ok(theirs)) => {
            assert!(ours.same(&theirs), "prost reads {theirs:?}");
            Some(ours)
        }
        (Ok(ours), Err(error)) => {
            assert!(error.to_string().contains(DEEP), "prost refuses it: {error}");
            Some(ours)
        }
        (Err(error), theirs) => {
            assert!(error.offset <= data.len() && !error.message.is_empty(), "{error:?}");
            let stricter = STRICTER.iter().any(|reason| error.message.contains(reason));
            assert!(stricter || theirs.is_err(), "prost reads it: {error}");
            None
        }
    }
}

fn graph(of: &Graph<'_>) {
    of.node.iter().for_each(node);
    of.initializer.iter().for_each(tensor);
    of.sparse_initializer.iter().for_each(sparse_tensor);
}

fn node(of: &Node<'_>) {
    of.attribute.iter().for_each(attribute);
}

fn attribute(of: &Attribute<'_>) {
    match &of.value {
        AttributeValue::Tensor(value) => tensor(value),
        AttributeValue::Tensors(values) => values.iter().for_each(tensor),
        AttributeValue::SparseTensor(value) => sparse_tensor(value),
        AttributeValue::SparseTensors(values) => values.iter().for_each(sparse_tensor),
        AttributeValue::Graph(value) => graph(value),
        AttributeValue::Graphs(values) => values.iter().for_each(graph),
        _ => {}
    }
}

fn sparse_tensor(of: &SparseTensor<'_>) {
    of.values.iter().chain(&of.indices).for_each(|value| tensor(value));
}

fn sequence(of: &Sequence<'_>) {
    of.tensor_values.iter().for_each(tensor);
    of.sparse_tensor_values.iter().for_each(sparse_tensor);
    of.sequence_values.iter().for_each(sequence);
    of.map_values.iter().for_each(map);
    of.optional_values.iter().for_each(optional);
}

fn map(of: &Map<'_>) {
    of.values.iter().for_each(|value| sequence(value));
}

fn optional(of: &Optional<'_>) {
    of.tensor_value.iter().for_each(|value| tensor(value));
    of.sparse_tensor_value.iter().for_each(|value| sparse_tensor(value));
    of.sequence_value.iter().for_each(|value| sequence(value));
    of.map_value.iter().for_each(|value| map(value));
    of.optional_value.iter().for_each(|value| optional(value));
}

/// A tensor that is accepted has as many bytes of elements as its shape and its type say.
fn tensor(of: &Tensor<'_>) {
    match of.elements(&Limits::default()) {
        Ok(elements) => {
            let size = elements.data_type.dtype().and_then(|dtype| dtype.size());
            let bytes = if elements.dims.contains(&0) {
                size.map(|_| 0)
            } else {
                elements.dims.iter().try_fold(size.unwrap_or(0), |a, &b| a.checked_mul(b))
            };
            match elements.data {
                Data::Bytes(found) => assert_eq!(Some(found.len()), bytes),
                Data::External(found) => {
                    let length = found.range.end.checked_sub(found.range.start);
                    assert_eq!(length, bytes.map(|bytes| bytes as u64));
                    assert!(!found.location.split('/').any(|name| matches!(name, "" | "." | "..")));
                }
                Data::Unsupported => assert_eq!(size, None),
            }
        }
        Err(error) => assert!(error.offset == of.offset.0 && !error.message.is_empty()),
    }
}
