//! ONNX models: a decoder of protobuf and of ONNX's messages, which borrows from the file, and an
//! encoder.
//!
//! [`decode`] reads untrusted bytes within [`Limits`]. What it returns are ONNX's own messages
//! ([`Model`], [`Graph`], [`Node`], [`Attribute`], [`Tensor`], [`Type`] …) as plain structures, with
//! ONNX's names and numbers; what is not written has its default. Texts and the elements of tensors are
//! the file's bytes. [`Tensor::elements`] checks what a tensor claims, [`ExternalFiles`] reads elements
//! that are in other files, from where the caller says. [`encode`] writes a model.
//!
//! Protobuf's rules hold: unknown fields are skipped, repeated numbers may be packed or not, of a scalar
//! that is written twice the last one counts, and messages that are written twice are merged. Of the
//! format's versions, 1 to [`IR_VERSION`] are read. What the format says of training, devices and
//! annotations for quantisation is skipped.
//!
//! Decoding takes time proportional to the size of the file, memory of at most 16 times that size and a
//! mebibyte, and stack for at most [`MAX_NESTING`] levels of messages.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation
    )
)]

mod data_type;
mod decode;
mod elements;
mod encode;
mod error;
mod external;
mod limits;
#[cfg_attr(
    not(test),
    expect(
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        reason = "each rule has checked how many there are, and elements take the nearest number"
    )
)]
mod lower;
mod model;
mod tensor;
mod types;
mod value;
mod wire;

pub use data_type::DataType;
pub use decode::{IR_VERSION, decode, decode_tensor, decode_value, looks_like_model};
pub use elements::{Data, Elements};
pub use encode::{encode, encode_value};
pub use error::DecodeError;
pub use external::{External, ExternalFiles, ReadRange, folder, whole_file};
pub use limits::{Limits, MAX_NESTING};
pub use lower::{ImportOptions, OPERATORS, OPSETS, Operator, compile, import, read};
pub use model::{
    Attribute, AttributeKind, AttributeValue, Function, Graph, Model, Node, OperatorSet, ValueInfo,
};
pub use tensor::{Content, DataLocation, Entry, SparseTensor, Tensor};
pub use types::{
    Dimension, ElementType, MapType, OpaqueType, Shape, Size, TensorType, Type, TypeKind,
};
pub use value::{Map, Optional, Sequence, Value, ValueKind};
pub use wire::{Offset, Packed};
