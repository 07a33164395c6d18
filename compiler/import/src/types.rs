//! The types of the program that is made, and constants of them.

use tfrt_bef::{DType, DTypeKind};
use tfrt_compiler::graph::{Attribute, ResourceRef, Type, TypeKind};

/// The type of tensors that may be written, which is no upstream type.
pub(crate) const MUTABLE: &str = "!tfrt_tensor.tensor";

/// The types that values have in the program that is made.
#[derive(Debug)]
pub(crate) struct Types {
    pub(crate) i64: Type,
}

/// The elements of a tensor.
#[derive(Debug)]
pub(crate) struct Elements {
    /// Their type in the program that is made.
    pub(crate) ty: Type,
    /// The sizes of the tensor's dimensions; those that are not known are negative.
    pub(crate) shape: Vec<i64>,
}

impl Types {
    pub(crate) fn new() -> Self {
        Self { i64: Type::new("i64") }
    }

    /// `index` is `i64`, in tensors too; other types stay.
    pub(crate) fn of(&self, ty: &Type) -> Type {
        if ty.as_str() == "index" {
            return self.i64.clone();
        }
        match self.elements(ty) {
            Some(Elements { ty: element, shape }) if ty.as_str().ends_with("index>") => {
                Type::tensor(&element, &shape)
            }
            _ => ty.clone(),
        }
    }

    /// Whether the type is one of tensors with a rank, of scalars.
    pub(crate) fn is_tensor(&self, ty: &Type) -> bool {
        self.elements(ty).is_some()
    }

    /// The elements, if the type is that of tensors of scalars, with a rank and without an encoding.
    pub(crate) fn elements(&self, ty: &Type) -> Option<Elements> {
        if !ty.as_str().starts_with("tensor<") || ty.as_str().contains(',') {
            return None;
        }
        let TypeKind::Shaped { shape, element } = ty.kind() else { return None };
        let ty = match element.kind() {
            TypeKind::Index => self.i64.clone(),
            _ => {
                let kind = DType::from_mlir(element.as_str())?.kind();
                let number = matches!(kind, DTypeKind::Bool | DTypeKind::Signed | DTypeKind::Float);
                number.then(|| element.clone())?
            }
        };
        Some(Elements { ty, shape: shape.to_vec() })
    }

    /// A constant's value, whose type is that of the source, in the program that is made; `None` if it is
    /// of another type.
    pub(crate) fn value(&self, value: Attribute, source: &Type) -> Option<Attribute> {
        match value {
            Attribute::Integer { value, ty } if ty == *source => {
                Some(Attribute::Integer { value, ty: self.of(&ty) })
            }
            Attribute::Float { ref ty, .. } if ty == source => Some(value),
            Attribute::Dense { ty, shape, data, splat, .. } if ty == *source => {
                let Elements { ty: element, .. } = self.elements(&ty)?;
                let ty = Type::tensor(&element, &shape);
                Some(Attribute::Dense { ty, element, shape, data, splat })
            }
            Attribute::Resource(resource) if resource.ty == *source => {
                let Elements { ty, shape } = self.elements(&resource.ty)?;
                Some(Attribute::Resource(ResourceRef { ty: Type::tensor(&ty, &shape), ..resource }))
            }
            _ => None,
        }
    }

    /// A scalar of an element of a dense attribute.
    pub(crate) fn scalar(ty: &Type, data: &[u8]) -> Option<Attribute> {
        let mut bits = [0; size_of::<u64>()];
        bits.get_mut(..data.len())?.copy_from_slice(data);
        let bits = u64::from_le_bytes(bits);
        match ty.kind() {
            TypeKind::Integer { width: 1, .. } => {
                Some(Attribute::Integer { value: i128::from(bits & 1), ty: ty.clone() })
            }
            TypeKind::Index | TypeKind::Integer { .. } => {
                let unused = 64_usize.checked_sub(8 * data.len()).filter(|&unused| unused < 64)?;
                let value = i128::from((bits << unused).cast_signed() >> unused);
                Some(Attribute::Integer { value, ty: ty.clone() })
            }
            TypeKind::Float(_) => Some(Attribute::Float { bits, ty: ty.clone() }),
            _ => None,
        }
    }

    /// Zero of a scalar type.
    pub(crate) fn zero(ty: &Type) -> Option<Attribute> {
        match ty.kind() {
            TypeKind::Index | TypeKind::Integer { .. } => {
                Some(Attribute::Integer { value: 0, ty: ty.clone() })
            }
            TypeKind::Float(_) => Some(Attribute::Float { bits: 0, ty: ty.clone() }),
            _ => None,
        }
    }
}
