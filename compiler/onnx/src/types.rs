//! Types of values, as models state them.

use crate::data_type::DataType;
use crate::wire::{message, one_of, optional};

message! {
    /// A type (`TypeProto`).
    pub struct Type<'a> {
        /// What the value means, such as `IMAGE`.
        6 denotation: &'a str,
        one_of
        /// The type itself.
        kind: TypeKind<'a>,
    }

    /// A type of tensors: element type and shape (`TypeProto.Tensor`, `TypeProto.SparseTensor`).
    pub struct TensorType<'a> {
        /// The element type.
        1 elem_type: DataType,
        /// The shape; `None` if not even the rank is known.
        2 shape: Option<Shape<'a>>,
    }

    /// A type of sequences or of optional values (`TypeProto.Sequence`, `TypeProto.Optional`).
    pub struct ElementType<'a> {
        /// The type of each element.
        1 elem_type: Option<Box<Type<'a>>>,
    }

    /// A type of maps (`TypeProto.Map`).
    pub struct MapType<'a> {
        /// The type of the keys: integers or texts.
        1 key_type: DataType,
        /// The type of the values.
        2 value_type: Option<Box<Type<'a>>>,
    }

    /// A type that only its name is known of (`TypeProto.Opaque`).
    pub struct OpaqueType<'a> {
        /// Whose type it is.
        1 domain: &'a str,
        /// The name.
        2 name: &'a str,
    }

    /// A shape (`TensorShapeProto`).
    pub struct Shape<'a> {
        /// The dimensions.
        1 dim: Vec<Dimension<'a>>,
    }

    /// A dimension (`TensorShapeProto.Dimension`).
    pub struct Dimension<'a> {
        /// What the dimension means, such as `DATA_BATCH`.
        3 denotation: &'a str,
        one_of
        /// Its size.
        size: Size<'a>,
    }
}

one_of! {
    /// The kinds of types (`TypeProto.value`).
    pub enum TypeKind<'a> {
        /// None is given, or one that this crate does not know.
        Missing,
        /// A tensor.
        1 tensor_type: Tensor(TensorType<'a>),
        /// A sequence.
        4 sequence_type: Sequence(ElementType<'a>),
        /// A map.
        5 map_type: Map(MapType<'a>),
        /// A value or none.
        9 optional_type: Optional(ElementType<'a>),
        /// A tensor of which few elements are not zero.
        8 sparse_tensor_type: SparseTensor(TensorType<'a>),
        /// A type of somebody else.
        7 opaque_type: Opaque(OpaqueType<'a>),
    }
}

one_of! {
    /// The size of a dimension (`TensorShapeProto.Dimension.value`).
    pub enum Size<'a> {
        /// Not known.
        Unknown,
        /// That many elements. Models say what they like, also a negative number.
        1 dim_value: Value(i64),
        /// A symbol: dimensions with the same one have the same size.
        2 dim_param: Symbol(&'a str),
    }
}

optional! { Shape<'a> Type<'a> }

impl<'a> Type<'a> {
    /// The type of a tensor with sizes that are known.
    ///
    /// ```
    /// use tfrt_onnx::{DataType, Size, Type, TypeKind};
    /// let ty = Type::tensor(DataType::Float, &[2, 3]);
    /// let TypeKind::Tensor(tensor) = ty.kind else { unreachable!() };
    /// assert_eq!(tensor.shape.unwrap().dim[1].size, Size::Value(3));
    /// ```
    #[must_use]
    pub fn tensor(elem_type: DataType, sizes: &[i64]) -> Type<'a> {
        let dimension = |&size| Dimension { size: Size::Value(size), ..Dimension::default() };
        let shape = Some(Shape { dim: sizes.iter().map(dimension).collect() });
        Type { denotation: "", kind: TypeKind::Tensor(TensorType { elem_type, shape }) }
    }
}
