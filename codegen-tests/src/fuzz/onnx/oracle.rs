//! ONNX's messages as prost reads them, the oracle of our decoder: numbers and types as in `onnx.proto`
//! and `onnx-data.proto`. Fields that the decoder skips are left out.

use prost::{Message, Oneof};

#[derive(Clone, PartialEq, Message)]
pub(super) struct ModelProto {
    #[prost(int64, optional, tag = "1")]
    pub(super) ir_version: Option<i64>,
    #[prost(message, repeated, tag = "8")]
    pub(super) opset_import: Vec<OperatorSetIdProto>,
    #[prost(string, optional, tag = "2")]
    pub(super) producer_name: Option<String>,
    #[prost(string, optional, tag = "3")]
    pub(super) producer_version: Option<String>,
    #[prost(string, optional, tag = "4")]
    pub(super) domain: Option<String>,
    #[prost(int64, optional, tag = "5")]
    pub(super) model_version: Option<i64>,
    #[prost(string, optional, tag = "6")]
    pub(super) doc_string: Option<String>,
    #[prost(message, optional, tag = "7")]
    pub(super) graph: Option<GraphProto>,
    #[prost(message, repeated, tag = "14")]
    pub(super) metadata_props: Vec<StringStringEntryProto>,
    #[prost(message, repeated, tag = "25")]
    pub(super) functions: Vec<FunctionProto>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct OperatorSetIdProto {
    #[prost(string, optional, tag = "1")]
    pub(super) domain: Option<String>,
    #[prost(int64, optional, tag = "2")]
    pub(super) version: Option<i64>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct StringStringEntryProto {
    #[prost(string, optional, tag = "1")]
    pub(super) key: Option<String>,
    #[prost(string, optional, tag = "2")]
    pub(super) value: Option<String>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct GraphProto {
    #[prost(message, repeated, tag = "1")]
    pub(super) node: Vec<NodeProto>,
    #[prost(string, optional, tag = "2")]
    pub(super) name: Option<String>,
    #[prost(message, repeated, tag = "5")]
    pub(super) initializer: Vec<TensorProto>,
    #[prost(message, repeated, tag = "15")]
    pub(super) sparse_initializer: Vec<SparseTensorProto>,
    #[prost(string, optional, tag = "10")]
    pub(super) doc_string: Option<String>,
    #[prost(message, repeated, tag = "11")]
    pub(super) input: Vec<ValueInfoProto>,
    #[prost(message, repeated, tag = "12")]
    pub(super) output: Vec<ValueInfoProto>,
    #[prost(message, repeated, tag = "13")]
    pub(super) value_info: Vec<ValueInfoProto>,
    #[prost(message, repeated, tag = "16")]
    pub(super) metadata_props: Vec<StringStringEntryProto>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct NodeProto {
    #[prost(string, repeated, tag = "1")]
    pub(super) input: Vec<String>,
    #[prost(string, repeated, tag = "2")]
    pub(super) output: Vec<String>,
    #[prost(string, optional, tag = "3")]
    pub(super) name: Option<String>,
    #[prost(string, optional, tag = "4")]
    pub(super) op_type: Option<String>,
    #[prost(string, optional, tag = "7")]
    pub(super) domain: Option<String>,
    #[prost(string, optional, tag = "8")]
    pub(super) overload: Option<String>,
    #[prost(message, repeated, tag = "5")]
    pub(super) attribute: Vec<AttributeProto>,
    #[prost(string, optional, tag = "6")]
    pub(super) doc_string: Option<String>,
    #[prost(message, repeated, tag = "9")]
    pub(super) metadata_props: Vec<StringStringEntryProto>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct FunctionProto {
    #[prost(string, optional, tag = "1")]
    pub(super) name: Option<String>,
    #[prost(string, repeated, tag = "4")]
    pub(super) input: Vec<String>,
    #[prost(string, repeated, tag = "5")]
    pub(super) output: Vec<String>,
    #[prost(string, repeated, tag = "6")]
    pub(super) attribute: Vec<String>,
    #[prost(message, repeated, tag = "11")]
    pub(super) attribute_proto: Vec<AttributeProto>,
    #[prost(message, repeated, tag = "7")]
    pub(super) node: Vec<NodeProto>,
    #[prost(string, optional, tag = "8")]
    pub(super) doc_string: Option<String>,
    #[prost(message, repeated, tag = "9")]
    pub(super) opset_import: Vec<OperatorSetIdProto>,
    #[prost(string, optional, tag = "10")]
    pub(super) domain: Option<String>,
    #[prost(string, optional, tag = "13")]
    pub(super) overload: Option<String>,
    #[prost(message, repeated, tag = "12")]
    pub(super) value_info: Vec<ValueInfoProto>,
    #[prost(message, repeated, tag = "14")]
    pub(super) metadata_props: Vec<StringStringEntryProto>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct ValueInfoProto {
    #[prost(string, optional, tag = "1")]
    pub(super) name: Option<String>,
    #[prost(message, optional, tag = "2")]
    pub(super) r#type: Option<TypeProto>,
    #[prost(string, optional, tag = "3")]
    pub(super) doc_string: Option<String>,
    #[prost(message, repeated, tag = "4")]
    pub(super) metadata_props: Vec<StringStringEntryProto>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct AttributeProto {
    #[prost(string, optional, tag = "1")]
    pub(super) name: Option<String>,
    #[prost(string, optional, tag = "21")]
    pub(super) ref_attr_name: Option<String>,
    #[prost(string, optional, tag = "13")]
    pub(super) doc_string: Option<String>,
    #[prost(int32, optional, tag = "20")]
    pub(super) r#type: Option<i32>,
    #[prost(float, optional, tag = "2")]
    pub(super) f: Option<f32>,
    #[prost(int64, optional, tag = "3")]
    pub(super) i: Option<i64>,
    #[prost(bytes = "vec", optional, tag = "4")]
    pub(super) s: Option<Vec<u8>>,
    #[prost(message, optional, tag = "5")]
    pub(super) t: Option<TensorProto>,
    #[prost(message, optional, boxed, tag = "6")]
    pub(super) g: Option<Box<GraphProto>>,
    #[prost(message, optional, tag = "22")]
    pub(super) sparse_tensor: Option<SparseTensorProto>,
    #[prost(message, optional, tag = "14")]
    pub(super) tp: Option<TypeProto>,
    #[prost(float, repeated, packed = "false", tag = "7")]
    pub(super) floats: Vec<f32>,
    #[prost(int64, repeated, packed = "false", tag = "8")]
    pub(super) ints: Vec<i64>,
    #[prost(bytes = "vec", repeated, tag = "9")]
    pub(super) strings: Vec<Vec<u8>>,
    #[prost(message, repeated, tag = "10")]
    pub(super) tensors: Vec<TensorProto>,
    #[prost(message, repeated, tag = "11")]
    pub(super) graphs: Vec<GraphProto>,
    #[prost(message, repeated, tag = "23")]
    pub(super) sparse_tensors: Vec<SparseTensorProto>,
    #[prost(message, repeated, tag = "15")]
    pub(super) type_protos: Vec<TypeProto>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct TensorProto {
    #[prost(int64, repeated, packed = "false", tag = "1")]
    pub(super) dims: Vec<i64>,
    #[prost(int32, optional, tag = "2")]
    pub(super) data_type: Option<i32>,
    #[prost(bytes = "vec", optional, tag = "3")]
    pub(super) segment: Option<Vec<u8>>,
    #[prost(float, repeated, tag = "4")]
    pub(super) float_data: Vec<f32>,
    #[prost(int32, repeated, tag = "5")]
    pub(super) int32_data: Vec<i32>,
    #[prost(bytes = "vec", repeated, tag = "6")]
    pub(super) string_data: Vec<Vec<u8>>,
    #[prost(int64, repeated, tag = "7")]
    pub(super) int64_data: Vec<i64>,
    #[prost(string, optional, tag = "8")]
    pub(super) name: Option<String>,
    #[prost(string, optional, tag = "12")]
    pub(super) doc_string: Option<String>,
    #[prost(bytes = "vec", optional, tag = "9")]
    pub(super) raw_data: Option<Vec<u8>>,
    #[prost(message, repeated, tag = "13")]
    pub(super) external_data: Vec<StringStringEntryProto>,
    #[prost(int32, optional, tag = "14")]
    pub(super) data_location: Option<i32>,
    #[prost(double, repeated, tag = "10")]
    pub(super) double_data: Vec<f64>,
    #[prost(uint64, repeated, tag = "11")]
    pub(super) uint64_data: Vec<u64>,
    #[prost(message, repeated, tag = "16")]
    pub(super) metadata_props: Vec<StringStringEntryProto>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct SparseTensorProto {
    #[prost(message, optional, tag = "1")]
    pub(super) values: Option<TensorProto>,
    #[prost(message, optional, tag = "2")]
    pub(super) indices: Option<TensorProto>,
    #[prost(int64, repeated, packed = "false", tag = "3")]
    pub(super) dims: Vec<i64>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct TypeProto {
    #[prost(oneof = "TypeValue", tags = "1, 4, 5, 9, 8, 7")]
    pub(super) value: Option<TypeValue>,
    #[prost(string, optional, tag = "6")]
    pub(super) denotation: Option<String>,
}

#[derive(Clone, PartialEq, Oneof)]
pub(super) enum TypeValue {
    #[prost(message, tag = "1")]
    Tensor(TensorTypeProto),
    #[prost(message, tag = "4")]
    Sequence(Box<ElementTypeProto>),
    #[prost(message, tag = "5")]
    Map(Box<MapTypeProto>),
    #[prost(message, tag = "9")]
    Optional(Box<ElementTypeProto>),
    #[prost(message, tag = "8")]
    SparseTensor(TensorTypeProto),
    #[prost(message, tag = "7")]
    Opaque(OpaqueTypeProto),
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct TensorTypeProto {
    #[prost(int32, optional, tag = "1")]
    pub(super) elem_type: Option<i32>,
    #[prost(message, optional, tag = "2")]
    pub(super) shape: Option<TensorShapeProto>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct ElementTypeProto {
    #[prost(message, optional, boxed, tag = "1")]
    pub(super) elem_type: Option<Box<TypeProto>>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct MapTypeProto {
    #[prost(int32, optional, tag = "1")]
    pub(super) key_type: Option<i32>,
    #[prost(message, optional, boxed, tag = "2")]
    pub(super) value_type: Option<Box<TypeProto>>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct OpaqueTypeProto {
    #[prost(string, optional, tag = "1")]
    pub(super) domain: Option<String>,
    #[prost(string, optional, tag = "2")]
    pub(super) name: Option<String>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct TensorShapeProto {
    #[prost(message, repeated, tag = "1")]
    pub(super) dim: Vec<DimensionProto>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct DimensionProto {
    #[prost(oneof = "DimensionValue", tags = "1, 2")]
    pub(super) value: Option<DimensionValue>,
    #[prost(string, optional, tag = "3")]
    pub(super) denotation: Option<String>,
}

#[derive(Clone, PartialEq, Oneof)]
pub(super) enum DimensionValue {
    #[prost(int64, tag = "1")]
    DimValue(i64),
    #[prost(string, tag = "2")]
    DimParam(String),
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct SequenceProto {
    #[prost(string, optional, tag = "1")]
    pub(super) name: Option<String>,
    #[prost(int32, optional, tag = "2")]
    pub(super) elem_type: Option<i32>,
    #[prost(message, repeated, tag = "3")]
    pub(super) tensor_values: Vec<TensorProto>,
    #[prost(message, repeated, tag = "4")]
    pub(super) sparse_tensor_values: Vec<SparseTensorProto>,
    #[prost(message, repeated, tag = "5")]
    pub(super) sequence_values: Vec<SequenceProto>,
    #[prost(message, repeated, tag = "6")]
    pub(super) map_values: Vec<MapProto>,
    #[prost(message, repeated, tag = "7")]
    pub(super) optional_values: Vec<OptionalProto>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct MapProto {
    #[prost(string, optional, tag = "1")]
    pub(super) name: Option<String>,
    #[prost(int32, optional, tag = "2")]
    pub(super) key_type: Option<i32>,
    #[prost(int64, repeated, packed = "false", tag = "3")]
    pub(super) keys: Vec<i64>,
    #[prost(bytes = "vec", repeated, tag = "4")]
    pub(super) string_keys: Vec<Vec<u8>>,
    #[prost(message, optional, tag = "5")]
    pub(super) values: Option<SequenceProto>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct OptionalProto {
    #[prost(string, optional, tag = "1")]
    pub(super) name: Option<String>,
    #[prost(int32, optional, tag = "2")]
    pub(super) elem_type: Option<i32>,
    #[prost(message, optional, tag = "3")]
    pub(super) tensor_value: Option<TensorProto>,
    #[prost(message, optional, tag = "4")]
    pub(super) sparse_tensor_value: Option<SparseTensorProto>,
    #[prost(message, optional, tag = "5")]
    pub(super) sequence_value: Option<SequenceProto>,
    #[prost(message, optional, tag = "6")]
    pub(super) map_value: Option<MapProto>,
    #[prost(message, optional, boxed, tag = "7")]
    pub(super) optional_value: Option<Box<OptionalProto>>,
}
