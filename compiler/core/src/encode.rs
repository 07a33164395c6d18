//! Attributes between the graph and BEF.

use crate::graph::{Attribute, Signedness, Type, TypeKind, repeated_element, shape};
use crate::syntax::unescape;
use std::fmt::Write as _;
use std::sync::Arc;
use tfrt_bef::{Attribute as BefAttribute, DType, DTypeKind, Dense, Numbers};

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
        BefAttribute::Scalar { dtype, bits } => scalar(*dtype, *bits, &Type::new(dtype.mlir())),
        BefAttribute::Type(dtype) => Attribute::Type(Type::new(dtype.mlir())),
        BefAttribute::String(bytes) => Attribute::String(Arc::from(bytes.as_slice())),
        BefAttribute::Function(name) => Attribute::Symbol {
            root: String::from_utf8_lossy(name).into_owned(),
            nested: Vec::new(),
        },
        BefAttribute::Array(numbers) => {
            let element = numbers.dtype();
            let ty = Type::new(element.mlir());
            Attribute::Array(numbers.iter().map(|bits| scalar(element, bits, &ty)).collect())
        }
        BefAttribute::TypeArray(types) => Attribute::Array(
            types.iter().map(|&dtype| Attribute::Type(Type::new(dtype.mlir()))).collect(),
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
            let element = Type::new(dtype.mlir());
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
    let _ = write!(ty, "{}>", dtype.mlir());
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
    match dtype.kind() {
        DTypeKind::Float => Attribute::Float { bits, ty },
        _ => Attribute::Integer { value: integer_value(dtype, bits), ty },
    }
}

/// The bits of an integer's word that are not its own.
fn unused(dtype: DType) -> u32 {
    u64::BITS.saturating_sub(dtype.bits().unwrap_or(u64::BITS))
}

fn integer_bits(dtype: DType, value: i128) -> u64 {
    // The value's low bits are what counts, by the definition of the graph's integers.
    let unused = unused(dtype);
    (value as u64) << unused >> unused
}

fn integer_value(dtype: DType, bits: u64) -> i128 {
    let unused = unused(dtype);
    match dtype.kind() {
        DTypeKind::Signed => i128::from((bits << unused).cast_signed() >> unused),
        _ => i128::from(bits),
    }
}

/// The number of a type in BEF. Signed integers are stored as signless ones.
pub(crate) fn dtype(ty: &Type) -> Option<DType> {
    match ty.kind() {
        TypeKind::Integer { sign: Signedness::Signless | Signedness::Signed, width } => {
            DType::from_mlir(&format!("i{width}"))
        }
        _ => DType::from_mlir(ty.as_str()),
    }
}
