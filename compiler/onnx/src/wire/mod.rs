//! Protobuf's wire format: a checked reader, fields and messages that merge what it reads, and the sink
//! that they are written to. Of ONNX it knows the limits alone.

mod decoder;
mod field;
mod message;
mod packed;
mod reader;
mod scalar;
mod sink;

pub(crate) use decoder::Decoder;
pub(crate) use field::{Field, Item, optional, wire_of};
pub use message::Offset;
pub(crate) use message::{Message, OneOf, message, name, one_of, read};
pub use packed::Packed;
pub(crate) use reader::{Reader, Tag, Wire};
pub(crate) use scalar::Scalar;
pub(crate) use sink::Sink;
