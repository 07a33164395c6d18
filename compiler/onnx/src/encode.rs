//! Models and values to bytes. What is decoded from them is equal to what was encoded.

use crate::model::Model;
use crate::value::Value;
use crate::wire::{Message, Sink};

/// The bytes of a model, with its fields in ONNX's order and what is empty left out.
///
/// ```
/// use tfrt_onnx::{Graph, Limits, Model, decode, encode};
/// let graph = Graph { name: "example", ..Default::default() };
/// let model = Model { ir_version: 10, graph, ..Default::default() };
/// assert_eq!(decode(&encode(&model), &Limits::default()).unwrap(), model);
/// ```
#[must_use]
pub fn encode(model: &Model<'_>) -> Vec<u8> {
    Sink::collect(|sink| model.write_fields(sink))
}

/// The bytes of a file with that value alone.
#[must_use]
pub fn encode_value(value: &Value<'_>) -> Vec<u8> {
    Sink::collect(|sink| match value {
        Value::Tensor(value) => value.write_fields(sink),
        Value::SparseTensor(value) => value.write_fields(sink),
        Value::Sequence(value) => value.write_fields(sink),
        Value::Map(value) => value.write_fields(sink),
        Value::Optional(value) => value.write_fields(sink),
    })
}
