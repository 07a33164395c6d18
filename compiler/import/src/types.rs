//! The types of the program that is made, and constants of them.

use tfrt_compiler::graph::{Attribute, ResourceRef, Signedness, Type, TypeKind};

/// The runtime's type of tensors.
pub(crate) const TENSOR: &str = "!tfrt_tensor.tensor";

/// The types that values have in the program that is made.
#[derive(Debug)]
pub(crate) struct Types {
    pub(crate) i64: Type,
    pub(crate) tensor: Type,
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
        Self { i64: Type::new("i64"), tensor: Type::new(TENSOR) }
    }

    /// `index` is `i64`, and tensors of scalars have one type; other types stay.
    pub(crate) fn of(&self, ty: &Type) -> Type {
        if ty.as_str() == "index" {
            self.i64.clone()
        } else if self.elements(ty).is_some() {
            self.tensor.clone()
        } else {
            ty.clone()
        }
    }

    /// The elements, if the type is that of tensors of scalars, with a rank and without an encoding.
    pub(crate) fn elements(&self, ty: &Type) -> Option<Elements> {
        if !ty.as_str().starts_with("tensor<") || ty.as_str().contains(',') {
            return None;
        }
        let TypeKind::Shaped { shape, element } = ty.kind() else { return None };
        let ty = match element.kind() {
            TypeKind::Index => self.i64.clone(),
            TypeKind::Integer { sign: Signedness::Signless, width: 1 | 8 | 16 | 32 | 64 }
            | TypeKind::Float("f16" | "bf16" | "f32" | "f64") => element,
            _ => return None,
        };
        Some(Elements { ty, shape })
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
                let ty = tensor(&shape, &element);
                Some(Attribute::Dense { ty, element, shape, data, splat })
            }
            Attribute::Resource(resource) if resource.ty == *source => {
                let Elements { ty, shape } = self.elements(&resource.ty)?;
                Some(Attribute::Resource(ResourceRef { ty: tensor(&shape, &ty), ..resource }))
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

/// The type of a tensor of that shape.
fn tensor(shape: &[i64], element: &Type) -> Type {
    let sizes: String = shape.iter().map(|size| format!("{size}x")).collect();
    Type::new(&format!("tensor<{sizes}{element}>"))
}
