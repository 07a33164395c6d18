//! Values in files of their own, as ONNX's tests have them: tensors, sequences, maps and optional values.

use crate::data_type::{DataType, numbered};
use crate::tensor::{SparseTensor, Tensor};
use crate::wire::message;

/// A value of any type.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// A tensor.
    Tensor(Tensor<'a>),
    /// A sparse tensor.
    SparseTensor(SparseTensor<'a>),
    /// A sequence.
    Sequence(Sequence<'a>),
    /// A map.
    Map(Map<'a>),
    /// A value or none.
    Optional(Optional<'a>),
}

numbered! {
    /// What the elements of a sequence are, or the value of an optional one (`SequenceProto.DataType`,
    /// `OptionalProto.DataType`).
    "type of values" pub enum ValueKind {
        /// It is not said.
        #[default]
        Undefined = 0, "UNDEFINED";
        /// Tensors.
        Tensor = 1, "TENSOR";
        /// Sparse tensors.
        SparseTensor = 2, "SPARSE_TENSOR";
        /// Sequences.
        Sequence = 3, "SEQUENCE";
        /// Maps.
        Map = 4, "MAP";
        /// Optional values.
        Optional = 5, "OPTIONAL";
    }
}

message! {
    /// A sequence (`SequenceProto`).
    pub struct Sequence<'a> {
        /// The name.
        1 name: &'a str,
        /// What the elements are, and so which of the lists has them.
        2 elem_type: ValueKind,
        /// Tensors.
        3 tensor_values: Vec<Tensor<'a>>,
        /// Sparse tensors.
        4 sparse_tensor_values: Vec<SparseTensor<'a>>,
        /// Sequences.
        5 sequence_values: Vec<Sequence<'a>>,
        /// Maps.
        6 map_values: Vec<Map<'a>>,
        /// Optional values.
        7 optional_values: Vec<Optional<'a>>,
    }

    /// A map (`MapProto`).
    pub struct Map<'a> {
        /// The name.
        1 name: &'a str,
        /// The type of the keys, and so which of the lists has them.
        2 key_type: DataType,
        /// Keys that are integers.
        3 keys: Vec<i64>,
        /// Keys that are texts.
        4 string_keys: Vec<&'a [u8]>,
        /// As many values.
        5 values: Option<Box<Sequence<'a>>>,
    }

    /// A value or none (`OptionalProto`).
    pub struct Optional<'a> {
        /// The name.
        1 name: &'a str,
        /// What the value is, and so where.
        2 elem_type: ValueKind,
        /// A tensor.
        3 tensor_value: Option<Box<Tensor<'a>>>,
        /// A sparse tensor.
        4 sparse_tensor_value: Option<Box<SparseTensor<'a>>>,
        /// A sequence.
        5 sequence_value: Option<Box<Sequence<'a>>>,
        /// A map.
        6 map_value: Option<Box<Map<'a>>>,
        /// An optional value.
        7 optional_value: Option<Box<Optional<'a>>>,
    }
}
