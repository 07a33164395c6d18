//! Whether what our decoder made of a file is what prost made of it, field by field.

use super::oracle::{
    AttributeProto, DimensionValue, FunctionProto, GraphProto, MapProto, ModelProto, NodeProto,
    OperatorSetIdProto, OptionalProto, SequenceProto, SparseTensorProto, StringStringEntryProto,
    TensorProto, TensorShapeProto, TensorTypeProto, TypeProto, TypeValue, ValueInfoProto,
};
use tfrt_onnx::{
    Attribute, AttributeKind, AttributeValue, Content, Entry, Function, Graph, Map, Model, Node,
    OperatorSet, Optional, Sequence, Shape, Size, SparseTensor, Tensor, TensorType, Type, TypeKind,
    ValueInfo,
};

/// That our message is prost's.
pub(super) trait Same<T> {
    fn same(&self, other: &T) -> bool;
}

impl<A: Same<B>, B> Same<Vec<B>> for Vec<A> {
    fn same(&self, other: &Vec<B>) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(a, b)| a.same(b))
    }
}

impl<A: Same<B>, B> Same<Option<B>> for Option<A> {
    fn same(&self, other: &Option<B>) -> bool {
        match (self, other) {
            (Some(a), Some(b)) => a.same(b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }
}

/// We have boxes where prost has none.
macro_rules! boxed {
    ($($message:ty)*) => {$(
        impl<A: Same<$message>> Same<$message> for Box<A> {
            fn same(&self, other: &$message) -> bool {
                (**self).same(other)
            }
        }
    )*};
}

boxed! {
    Box<GraphProto> Box<OptionalProto> Box<TypeProto> MapProto SequenceProto SparseTensorProto
    TensorProto TypeProto
}

/// And it has boxes where we have none.
macro_rules! also_boxed {
    ($($ours:ident, $theirs:ty;)*) => {$(
        impl Same<Box<$theirs>> for $ours<'_> {
            fn same(&self, other: &Box<$theirs>) -> bool {
                self.same(&**other)
            }
        }
    )*};
}

also_boxed! { Graph, GraphProto; Optional, OptionalProto; Type, TypeProto; }

impl Same<String> for &str {
    fn same(&self, other: &String) -> bool {
        *self == other
    }
}

impl Same<Vec<u8>> for &[u8] {
    fn same(&self, other: &Vec<u8>) -> bool {
        *self == &other[..]
    }
}

impl Same<i64> for i64 {
    fn same(&self, other: &i64) -> bool {
        self == other
    }
}

impl Same<f32> for f32 {
    fn same(&self, other: &f32) -> bool {
        self.to_bits() == other.to_bits()
    }
}

/// Messages, with the fields that have the same name. `.field` is a number or text that has a default,
/// `#field` an enumeration.
macro_rules! same {
    ($($ours:ident, $theirs:ident: $(.$plain:ident)* ; $(#$number:ident)* ; $($field:ident)*;)*) => {$(
        impl Same<$theirs> for $ours<'_> {
            fn same(&self, other: &$theirs) -> bool {
                $(self.$plain == other.$plain() &&)*
                $(self.$number.number() == other.$number() &&)*
                $(self.$field.same(&other.$field) &&)*
                true
            }
        }
    )*};
}

same! {
    OperatorSet, OperatorSetIdProto: .domain .version;;;
    Entry, StringStringEntryProto: .key .value;;;
    Graph, GraphProto: .name .doc_string;;
        node initializer sparse_initializer input output value_info metadata_props;
    Node, NodeProto: .name .op_type .domain .overload .doc_string;;
        input output attribute metadata_props;
    Function, FunctionProto: .name .doc_string .domain .overload;;
        input output attribute attribute_proto node opset_import value_info metadata_props;
    SparseTensor, SparseTensorProto: ;; values indices dims;
    TensorType, TensorTypeProto: ;#elem_type; shape;
    Sequence, SequenceProto: .name; #elem_type;
        tensor_values sparse_tensor_values sequence_values map_values optional_values;
    Map, MapProto: .name; #key_type; keys string_keys values;
    Optional, OptionalProto: .name; #elem_type;
        tensor_value sparse_tensor_value sequence_value map_value optional_value;
}

impl Same<ModelProto> for Model<'_> {
    fn same(&self, other: &ModelProto) -> bool {
        self.ir_version == other.ir_version()
            && self.producer_name == other.producer_name()
            && self.producer_version == other.producer_version()
            && self.domain == other.domain()
            && self.model_version == other.model_version()
            && self.doc_string == other.doc_string()
            && self.opset_import.same(&other.opset_import)
            && other.graph.as_ref().is_some_and(|graph| self.graph.same(graph))
            && self.metadata_props.same(&other.metadata_props)
            && self.functions.same(&other.functions)
    }
}

impl Same<ValueInfoProto> for ValueInfo<'_> {
    fn same(&self, other: &ValueInfoProto) -> bool {
        self.name == other.name()
            && self.doc_string == other.doc_string()
            && self.ty.same(&other.r#type)
            && self.metadata_props.same(&other.metadata_props)
    }
}

impl Same<TypeProto> for Type<'_> {
    fn same(&self, other: &TypeProto) -> bool {
        self.denotation == other.denotation()
            && match (&self.kind, &other.value) {
                (TypeKind::Missing, None) => true,
                (TypeKind::Tensor(a), Some(TypeValue::Tensor(b)))
                | (TypeKind::SparseTensor(a), Some(TypeValue::SparseTensor(b))) => a.same(b),
                (TypeKind::Sequence(a), Some(TypeValue::Sequence(b)))
                | (TypeKind::Optional(a), Some(TypeValue::Optional(b))) => {
                    a.elem_type.same(&b.elem_type)
                }
                (TypeKind::Map(a), Some(TypeValue::Map(b))) => {
                    a.key_type.number() == b.key_type() && a.value_type.same(&b.value_type)
                }
                (TypeKind::Opaque(a), Some(TypeValue::Opaque(b))) => {
                    a.domain == b.domain() && a.name == b.name()
                }
                _ => false,
            }
    }
}

impl Same<TensorShapeProto> for Shape<'_> {
    fn same(&self, other: &TensorShapeProto) -> bool {
        let size = |size: &Size<'_>| match size {
            Size::Unknown => None,
            Size::Value(value) => Some(DimensionValue::DimValue(*value)),
            Size::Symbol(symbol) => Some(DimensionValue::DimParam((*symbol).to_owned())),
        };
        self.dim.len() == other.dim.len()
            && self
                .dim
                .iter()
                .zip(&other.dim)
                .all(|(a, b)| size(&a.size) == b.value && a.denotation == b.denotation())
    }
}

impl Same<AttributeProto> for Attribute<'_> {
    fn same(&self, other: &AttributeProto) -> bool {
        // Of a type that is not given the value's field says which it is.
        let kind = self.value.kind();
        let typed = other.r#type() == kind.number()
            || (other.r#type() == 0 && !matches!(self.value, AttributeValue::Reference { .. }));
        let is_reference = matches!(self.value, AttributeValue::Reference { .. });
        typed
            && self.name == other.name()
            && self.doc_string == other.doc_string()
            && is_reference != other.ref_attr_name().is_empty()
            && fields(other).into_iter().all(|(of, there)| !there || (of == kind && !is_reference))
            && match &self.value {
                AttributeValue::Reference { name, .. } => *name == other.ref_attr_name(),
                AttributeValue::Float(a) => a.same(&other.f()),
                AttributeValue::Int(a) => *a == other.i(),
                AttributeValue::String(a) => *a == other.s(),
                AttributeValue::Tensor(a) => other.t.as_ref().is_some_and(|b| a.same(b)),
                AttributeValue::Graph(a) => other.g.as_ref().is_some_and(|b| a.same(b)),
                AttributeValue::SparseTensor(a) => {
                    other.sparse_tensor.as_ref().is_some_and(|b| a.same(b))
                }
                AttributeValue::Type(a) => other.tp.as_ref().is_some_and(|b| a.same(b)),
                AttributeValue::Floats(a) => a.same(&other.floats),
                AttributeValue::Ints(a) => a.same(&other.ints),
                AttributeValue::Strings(a) => a.same(&other.strings),
                AttributeValue::Tensors(a) => a.same(&other.tensors),
                AttributeValue::Graphs(a) => a.same(&other.graphs),
                AttributeValue::SparseTensors(a) => a.same(&other.sparse_tensors),
                AttributeValue::Types(a) => a.same(&other.type_protos),
            }
    }
}

/// Which fields of values an attribute has.
fn fields(attribute: &AttributeProto) -> [(AttributeKind, bool); 14] {
    [
        (AttributeKind::Float, attribute.f.is_some()),
        (AttributeKind::Int, attribute.i.is_some()),
        (AttributeKind::String, attribute.s.is_some()),
        (AttributeKind::Tensor, attribute.t.is_some()),
        (AttributeKind::Graph, attribute.g.is_some()),
        (AttributeKind::SparseTensor, attribute.sparse_tensor.is_some()),
        (AttributeKind::Type, attribute.tp.is_some()),
        (AttributeKind::Floats, !attribute.floats.is_empty()),
        (AttributeKind::Ints, !attribute.ints.is_empty()),
        (AttributeKind::Strings, !attribute.strings.is_empty()),
        (AttributeKind::Tensors, !attribute.tensors.is_empty()),
        (AttributeKind::Graphs, !attribute.graphs.is_empty()),
        (AttributeKind::SparseTensors, !attribute.sparse_tensors.is_empty()),
        (AttributeKind::Types, !attribute.type_protos.is_empty()),
    ]
}

impl Same<TensorProto> for Tensor<'_> {
    fn same(&self, other: &TensorProto) -> bool {
        let bits = |numbers: &[f32]| numbers.iter().map(|it| it.to_bits()).collect::<Vec<_>>();
        let wide_bits = |numbers: &[f64]| numbers.iter().map(|it| it.to_bits()).collect::<Vec<_>>();
        // No field but ours has elements.
        let mut rest = other.clone();
        let content = match &self.content {
            Content::None => true,
            Content::Raw(a) => *a == std::mem::take(&mut rest.raw_data).unwrap_or_default(),
            Content::Floats(a) => {
                let b = std::mem::take(&mut rest.float_data);
                a.len() == b.len() && bits(&a.iter().collect::<Vec<_>>()) == bits(&b)
            }
            Content::Doubles(a) => {
                let b = std::mem::take(&mut rest.double_data);
                a.len() == b.len() && wide_bits(&a.iter().collect::<Vec<_>>()) == wide_bits(&b)
            }
            Content::Int32s(a) => {
                let b = std::mem::take(&mut rest.int32_data);
                a.len() == b.len() && a.iter().eq(b)
            }
            Content::Int64s(a) => {
                let b = std::mem::take(&mut rest.int64_data);
                a.len() == b.len() && a.iter().eq(b)
            }
            Content::Uint64s(a) => {
                let b = std::mem::take(&mut rest.uint64_data);
                a.len() == b.len() && a.iter().eq(b)
            }
            Content::Strings(a) => a.same(&std::mem::take(&mut rest.string_data)),
        };
        content
            && rest.raw_data().is_empty()
            && rest.float_data.is_empty()
            && rest.double_data.is_empty()
            && rest.int32_data.is_empty()
            && rest.int64_data.is_empty()
            && rest.uint64_data.is_empty()
            && rest.string_data.is_empty()
            && self.dims == other.dims
            && self.data_type.number() == other.data_type()
            && self.segment.map(<[u8]>::to_vec) == other.segment
            && self.name == other.name()
            && self.doc_string == other.doc_string()
            && self.external_data.same(&other.external_data)
            && self.data_location.number() == other.data_location()
            && self.metadata_props.same(&other.metadata_props)
    }
}
