//! The types of a model's values as those of programs.
//!
//! A sequence says the element type of its tensors and not their shapes, so that each place that has such
//! sequences has them of one type: `!nn.sequence<tensor<*xf32>>`. An optional value is one of a type that
//! has been made plain in the same way: `!nn.optional<tensor<*xf32>>`.

use crate::DataType;
use crate::model::ValueInfo;
use crate::types::{ElementType, Size, TensorType, TypeKind};
use tfrt_compiler::graph::{Attribute, Attributes, Type, TypeKind as Kind};

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A tensor of that element type.
    Tensor(Type),
    /// A sequence of tensors of that element type.
    Sequence(Type),
    /// A value of that type, or none.
    Optional(Type),
    /// Something else.
    Other,
}

/// What values of a type are.
pub(super) fn form(ty: &Type) -> Form {
    let inner = |parameters: Option<&str>| Type::new(parameters.unwrap_or_default());
    match ty.kind() {
        Kind::Shaped { element, .. } | Kind::Unranked { element } => Form::Tensor(element.clone()),
        Kind::Dialect { dialect: "nn", name: "sequence", parameters } => {
            match form(&inner(parameters)) {
                Form::Tensor(element) => Form::Sequence(element),
                _ => Form::Other,
            }
        }
        Kind::Dialect { dialect: "nn", name: "optional", parameters } => {
            Form::Optional(inner(parameters))
        }
        _ => Form::Other,
    }
}

/// The type of sequences of tensors of that element type.
pub(super) fn sequence_of(element: &Type) -> Type {
    Type::new(&format!("!nn.sequence<{}>", Type::unranked_tensor(element)))
}

/// The type of values of that type, or none.
pub(super) fn optional_of(ty: &Type) -> Type {
    match form(ty) {
        Form::Tensor(element) => {
            Type::new(&format!("!nn.optional<{}>", Type::unranked_tensor(&element)))
        }
        _ => Type::new(&format!("!nn.optional<{ty}>")),
    }
}

/// The type of a value.
///
/// # Errors
/// What is not supported of it: "elements of type STRING".
pub(super) fn value_type(kind: &TypeKind<'_>) -> Result<Type, String> {
    match kind {
        TypeKind::Tensor(tensor) => tensor_type(tensor),
        TypeKind::Sequence(ElementType { elem_type: Some(inner) }) => match &inner.kind {
            TypeKind::Tensor(tensor) => match form(&tensor_type(tensor)?) {
                Form::Tensor(element) => Ok(sequence_of(&element)),
                _ => Err("a sequence of these tensors".to_owned()),
            },
            _ => Err("a sequence of other things than tensors".to_owned()),
        },
        TypeKind::Optional(ElementType { elem_type: Some(inner) }) => match &inner.kind {
            TypeKind::Tensor(_) | TypeKind::Sequence(_) => {
                Ok(optional_of(&value_type(&inner.kind)?))
            }
            _ => Err("an optional value that is neither tensor nor sequence".to_owned()),
        },
        TypeKind::Map(_) => Err("the type of maps".to_owned()),
        TypeKind::SparseTensor(_) => Err("the type of sparse tensors".to_owned()),
        TypeKind::Missing | TypeKind::Opaque(_) | TypeKind::Sequence(_) | TypeKind::Optional(_) => {
            Err("no known type".to_owned())
        }
    }
}

fn tensor_type(tensor: &TensorType<'_>) -> Result<Type, String> {
    let element = element(tensor.elem_type)
        .ok_or_else(|| format!("elements of type {}", tensor.elem_type))?;
    let size = |size: &Size<'_>| match size {
        Size::Value(size) => (*size).max(-1),
        _ => -1,
    };
    Ok(match &tensor.shape {
        Some(shape) => {
            let sizes: Vec<i64> = shape.dim.iter().map(|it| size(&it.size)).collect();
            Type::tensor(&element, &sizes)
        }
        None => Type::unranked_tensor(&element),
    })
}

/// The type of the elements of tensors, if programs compute with it.
pub(super) fn element(data_type: DataType) -> Option<Type> {
    data_type.dtype().map(|dtype| Type::new(dtype.name()))
}

/// The names of an input's dimensions, if one has a name: `?` is none, and a size that is known needs none.
pub(super) fn dimensions(input: &ValueInfo<'_>, ty: &Type) -> Attributes {
    let mut attributes = Attributes::new();
    let Some(TypeKind::Tensor(tensor)) = input.ty.as_ref().map(|ty| &ty.kind) else {
        return attributes;
    };
    let (Some(shape), Kind::Shaped { .. }) = (&tensor.shape, ty.kind()) else {
        return attributes;
    };
    let name = |size: &Size<'_>| match size {
        Size::Symbol(name) if *name != "?" => name.to_string(),
        _ => String::new(),
    };
    let names: Vec<String> = shape.dim.iter().map(|dimension| name(&dimension.size)).collect();
    if names.iter().any(|name| !name.is_empty()) {
        let text = |name: String| Attribute::String(name.into_bytes().into());
        let names = names.into_iter().map(text).collect();
        attributes.insert(tfrt_model::DIMENSIONS, Attribute::Array(names));
    }
    attributes
}
