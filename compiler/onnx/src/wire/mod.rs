//! Protobuf's wire format: a checked reader, fields and messages that merge what it reads, and the sink
//! that they are written to. Knows nothing of ONNX.

// tidy: one unit. What a value is, how it is read and how it is written need each other.

mod decoder;
mod field;
mod message;
mod packed;
mod reader;
mod sink;

pub(crate) use decoder::Decoder;
pub(crate) use field::{Field, Item, optional, wire_of};
pub use message::Offset;
pub(crate) use message::{Message, OneOf, message, name, one_of, read};
pub use packed::Packed;
pub(crate) use packed::Scalar;
pub(crate) use reader::{Reader, Tag, Wire};
pub(crate) use sink::Sink;
