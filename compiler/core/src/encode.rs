//! Attributes between the graph and BEF.

use crate::graph::{Attribute, Signedness, Type, TypeKind, repeated_element, shape};
use crate::syntax::unescape;
use std::fmt::Write as _;
use std::sync::Arc;
use tfrt_bef::{Attribute as BefAttribute, DType, Dense, Numbers};

/// An attribute as BEF stores it; `None` if BEF cannot. `symbol` encodes a reference into a
/// compiled module, given its names from the outside in.
pub(crate) fn encode(
    attribute: &Attribute,
    symbol: &mut dyn FnMut(&str, &[String]) -> Option<BefAttribute>,
) -> Option<BefAttribute> {
    Some(match attribute {
        Attribute::Integer { value, ty } => {
            let dtype = dtype(ty)?;
            BefAttribute::Scalar { dtype, bits: integer_bits(dtype, *value) }
        }
        Attribute::Float { bits, ty } => BefAttribute::Scalar { dtype: dtype(ty)?, bits: *bits },
        Attribute::String(bytes) => BefAttribute::String(bytes.to_vec()),
        // The original knows no `si1` as an attribute.
        Attribute::Type(ty) if ty.as_str() == "si1" => return None,
        Attribute::Type(ty) => BefAttribute::Type(dtype(ty)?),
        Attribute::Array(elements) => encode_array(elements, symbol)?,
        Attribute::Symbol { root, nested } => symbol(root, nested)?,
        Attribute::Dense { element, shape, data, splat, .. } => {
            let dtype = dtype(element)?;
            let count = shape.iter().try_fold(1usize, |count, &dimension| {
                count.checked_mul(usize::try_from(dimension).ok()?)
            })?;
            let data =
                if *splat { data.repeat(repetitions(data, count)?).into() } else { data.clone() };
            BefAttribute::Dense(Box::new(Dense { dtype, shape: shape.clone(), data }))
        }
        Attribute::Resource(resource) => {
            let (dtype, shape) = resource.tensor()?;
            let data = resource.data.clone()?;
            BefAttribute::Dense(Box::new(Dense { dtype, shape, data }))
        }
        // A string with a type is a string, whose type BEF does not keep.
        Attribute::Opaque(text) if text.starts_with('"') => {
            let end = 2 + text[1..].find('"')?;
            BefAttribute::String(unescape(&text[..end]))
        }
        Attribute::Opaque(text) => BefAttribute::Shape(shape::parse(text)?),
        Attribute::Unit | Attribute::Dictionary(_) => return None,
    })
}

/// Decodes a BEF attribute into the graph. Information that BEF does not store gets defaults:
/// integers are signless or unsigned, dense attributes are tensors.
#[must_use]
pub fn decode_attribute(attribute: &BefAttribute) -> Attribute {
    match attribute {
        BefAttribute::Scalar { dtype, bits } => {
            scalar(*dtype, *bits, &Type::new(type_text(*dtype)))
        }
        BefAttribute::Type(dtype) => Attribute::Type(Type::new(type_text(*dtype))),
        BefAttribute::String(bytes) => Attribute::String(Arc::from(bytes.as_slice())),
        BefAttribute::Function(name) => Attribute::Symbol {
            root: String::from_utf8_lossy(name).into_owned(),
            nested: Vec::new(),
        },
        BefAttribute::Array(numbers) => {
            let element = numbers.dtype();
            let ty = Type::new(type_text(element));
            Attribute::Array(numbers.iter().map(|bits| scalar(element, bits, &ty)).collect())
        }
        BefAttribute::TypeArray(types) => Attribute::Array(
            types.iter().map(|&dtype| Attribute::Type(Type::new(type_text(dtype)))).collect(),
        ),
        BefAttribute::EmptyArray => Attribute::Array(Vec::new()),
        BefAttribute::Aggregate(elements) => {
            Attribute::Array(elements.iter().map(decode_attribute).collect())
        }
        BefAttribute::Shape(dimensions) => {
            Attribute::Opaque(shape::text(dimensions.as_deref()).into())
        }
        BefAttribute::Dense(dense) => {
            let Dense { dtype, shape, data } = &**dense;
            let element = Type::new(type_text(*dtype));
            let ty = tensor_type(*dtype, shape);
            let (shape, data) = (shape.clone(), data.clone());
            Attribute::Dense { ty, element, shape, data, splat: false }
        }
        BefAttribute::SymbolRef(symbol) => {
            Attribute::Symbol { root: symbol.root.clone(), nested: symbol.nested.clone() }
        }
    }
}

/// The type of a dense attribute that BEF has.
pub(crate) fn tensor_type(dtype: DType, shape: &[i64]) -> Type {
    let mut ty = "tensor<".to_owned();
    for dimension in shape {
        // Writing to a string cannot fail.
        let _ = write!(ty, "{dimension}x");
    }
    let _ = write!(ty, "{}>", type_text(dtype));
    Type::new(&ty)
}

/// An estimate of the memory that a BEF attribute takes in a graph.
pub(crate) fn decoded_size(attribute: &BefAttribute) -> usize {
    let owned = match attribute {
        BefAttribute::Array(numbers) => size_of::<Attribute>().saturating_mul(numbers.len()),
        BefAttribute::TypeArray(types) => size_of::<Attribute>().saturating_mul(types.len()),
        BefAttribute::Aggregate(elements) => elements.iter().map(decoded_size).sum(),
        _ => attribute.size(),
    };
    size_of::<Attribute>().saturating_add(owned)
}

/// Canonicalizes dense attributes: a splat wherever all elements are equal.
pub(crate) fn canonical(attribute: Attribute) -> Attribute {
    match attribute {
        Attribute::Dense { ty, element, shape, data, splat: false } => {
            let size = repeated_element(&shape, &data);
            let data = size.and_then(|size| data.part(0..size)).unwrap_or(data);
            Attribute::Dense { ty, element, shape, data, splat: size.is_some() }
        }
        Attribute::Array(elements) => {
            Attribute::Array(elements.into_iter().map(canonical).collect())
        }
        other => other,
    }
}

/// The types of the numbers in an attribute, in order: BEF's type table has them.
pub(crate) fn number_types<'a>(attribute: &'a Attribute, visit: &mut dyn FnMut(&'a Type)) {
    match attribute {
        Attribute::Integer { ty, .. } | Attribute::Float { ty, .. } => visit(ty),
        Attribute::Array(elements) => {
            for element in elements {
                number_types(element, visit);
            }
        }
        _ => {}
    }
}

/// An array is packed if its elements are of one fixed-width kind.
fn encode_array(
    elements: &[Attribute],
    symbol: &mut dyn FnMut(&str, &[String]) -> Option<BefAttribute>,
) -> Option<BefAttribute> {
    let encoded: Vec<BefAttribute> = elements
        .iter()
        .map(|element| match element {
            // Inside an aggregate a function name is ordinary content.
            Attribute::Symbol { root, nested } if nested.is_empty() => {
                Some(BefAttribute::Function(root.clone().into_bytes()))
            }
            _ => encode(element, symbol),
        })
        .collect::<Option<_>>()?;
    Some(match encoded.first() {
        None => BefAttribute::EmptyArray,
        Some(&BefAttribute::Scalar { dtype: element, .. }) => {
            let values = encoded.iter().map(|value| match value {
                BefAttribute::Scalar { dtype, bits } if *dtype == element => Some(*bits),
                _ => None,
            });
            match values.collect::<Option<Vec<u64>>>() {
                Some(values) => BefAttribute::Array(Numbers::new(element, values)),
                None => BefAttribute::Aggregate(encoded),
            }
        }
        Some(BefAttribute::Type(_)) => {
            let types = encoded.iter().map(|value| match value {
                BefAttribute::Type(dtype) => Some(*dtype),
                _ => None,
            });
            match types.collect() {
                Some(types) => BefAttribute::TypeArray(types),
                None => BefAttribute::Aggregate(encoded),
            }
        }
        Some(_) => BefAttribute::Aggregate(encoded),
    })
}

/// The number of elements of an expanded splat, up to a limit.
fn repetitions(element: &[u8], count: usize) -> Option<usize> {
    const MAX_BYTES: usize = u32::MAX as usize;
    (element.len().checked_mul(count)? <= MAX_BYTES).then_some(count)
}

fn scalar(dtype: DType, bits: u64, ty: &Type) -> Attribute {
    let ty = ty.clone();
    match dtype {
        DType::F16 | DType::Bf16 | DType::F32 | DType::F64 => Attribute::Float { bits, ty },
        _ => Attribute::Integer { value: integer_value(dtype, bits), ty },
    }
}

fn integer_bits(dtype: DType, value: i128) -> u64 {
    let width = integer_width(dtype);
    // The value's low bits are what counts, by the definition of the graph's integers.
    let low = value as u64;
    if width == 64 { low } else { low & ((1 << width) - 1) }
}

fn integer_value(dtype: DType, bits: u64) -> i128 {
    match dtype {
        DType::I8 => i128::from(bits as u8 as i8),
        DType::I16 => i128::from(bits as u16 as i16),
        DType::I32 => i128::from(bits as u32 as i32),
        DType::I64 => i128::from(bits as i64),
        _ => i128::from(bits),
    }
}

fn integer_width(dtype: DType) -> u32 {
    match dtype {
        DType::I1 => 1,
        DType::I8 | DType::Ui8 => 8,
        DType::I16 | DType::Ui16 => 16,
        DType::I32 | DType::Ui32 => 32,
        _ => 64,
    }
}

/// The number of a type in BEF. Signed integers are stored as signless ones.
pub(crate) fn dtype(ty: &Type) -> Option<DType> {
    Some(match ty.kind() {
        TypeKind::Integer { sign, width } => match (sign, width) {
            (Signedness::Unsigned, 8) => DType::Ui8,
            (Signedness::Unsigned, 16) => DType::Ui16,
            (Signedness::Unsigned, 32) => DType::Ui32,
            (Signedness::Unsigned, 64) => DType::Ui64,
            (Signedness::Unsigned, _) => return None,
            (_, 1) => DType::I1,
            (_, 8) => DType::I8,
            (_, 16) => DType::I16,
            (_, 32) => DType::I32,
            (_, 64) => DType::I64,
            _ => return None,
        },
        TypeKind::Float("f16") => DType::F16,
        TypeKind::Float("bf16") => DType::Bf16,
        TypeKind::Float("f32") => DType::F32,
        TypeKind::Float("f64") => DType::F64,
        TypeKind::Complex(part) => match part.kind() {
            TypeKind::Float("f32") => DType::Complex64,
            TypeKind::Float("f64") => DType::Complex128,
            _ => return None,
        },
        TypeKind::Dialect { dialect: "corert", name, parameters: None } => match name {
            "string" => DType::String,
            "resource" => DType::Resource,
            "variant" => DType::Variant,
            "quint8" => DType::Qui8,
            "quint16" => DType::Qui16,
            "qint8" => DType::Qi8,
            "qint16" => DType::Qi16,
            "qint32" => DType::Qi32,
            _ => return None,
        },
        _ => return None,
    })
}

fn type_text(dtype: DType) -> &'static str {
    match dtype {
        DType::Ui8 => "ui8",
        DType::Ui16 => "ui16",
        DType::Ui32 => "ui32",
        DType::Ui64 => "ui64",
        DType::I1 => "i1",
        DType::I8 => "i8",
        DType::I16 => "i16",
        DType::I32 => "i32",
        DType::I64 => "i64",
        DType::F32 => "f32",
        DType::F64 => "f64",
        DType::Complex64 => "complex<f32>",
        DType::Complex128 => "complex<f64>",
        DType::F16 => "f16",
        DType::Bf16 => "bf16",
        DType::String => "!corert.string",
        DType::Resource => "!corert.resource",
        DType::Variant => "!corert.variant",
        DType::Qui8 => "!corert.quint8",
        DType::Qui16 => "!corert.quint16",
        DType::Qi8 => "!corert.qint8",
        DType::Qi16 => "!corert.qint16",
        DType::Qi32 => "!corert.qint32",
    }
}
