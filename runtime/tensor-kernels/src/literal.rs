//! Elements in attributes.

use half::{bf16, f16};
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel::{Attribute, DType, FromAttribute};
use tfrt_tensor::{Element, I1};

/// An element type that attributes can hold as a number.
pub trait Literal: Element {
    /// The kind of the attribute with one: `i32`.
    const NUMBER: &'static str;
    /// The kind of the attribute with several: `array of i32`.
    const ARRAY: &'static str;
    /// The element of an attribute.
    ///
    /// # Errors
    /// The attribute is of another kind, or its value does not fit.
    fn decode(attribute: &Attribute) -> Result<Self, KernelError>;
}

macro_rules! literals {
    ($($rust:ty, $number:literal, $array:literal, $from:expr;)*) => {$(
        impl Literal for $rust {
            const NUMBER: &'static str = $number;
            const ARRAY: &'static str = $array;
            fn decode(attribute: &Attribute) -> Result<Self, KernelError> {
                $from(attribute)
            }
        }
    )*};
}

literals! {
    u8, "ui8", "array of ui8", u8::from_attribute;
    u16, "ui16", "array of ui16", u16::from_attribute;
    u32, "ui32", "array of ui32", u32::from_attribute;
    u64, "ui64", "array of ui64", u64::from_attribute;
    i8, "i8", "array of i8", i8::from_attribute;
    i32, "i32", "array of i32", i32::from_attribute;
    i64, "i64", "array of i64", i64::from_attribute;
    f32, "f32", "array of f32", f32::from_attribute;
    f64, "f64", "array of f64", f64::from_attribute;
    I1, "i1", "array of i1", |it: &Attribute| bool::from_attribute(it).map(Self::from);
    f16, "f16", "array of f16", |it: &Attribute| bits(it, DType::F16).map(Self::from_bits);
    bf16, "bf16", "array of bf16", |it: &Attribute| bits(it, DType::Bf16).map(Self::from_bits);
}

/// The bits of a 16-bit float.
fn bits(attribute: &Attribute, dtype: DType) -> Result<u16, KernelError> {
    match attribute {
        Attribute::Scalar { dtype: found, bits } if *found == dtype => {
            u16::try_from(*bits).map_err(|_| wrong_kind(attribute, dtype.name()))
        }
        _ => Err(wrong_kind(attribute, dtype.name())),
    }
}

#[cold]
fn wrong_kind(attribute: &Attribute, expected: &str) -> KernelError {
    let found = attribute.attribute_type();
    KernelError::new(ErrorCode::InvalidArgument, format!("is '{found}', expected '{expected}'"))
}

/// An attribute with an array of strings.
#[derive(Clone, Debug)]
pub struct Strings(pub Vec<Vec<u8>>);

impl FromAttribute for Strings {
    const KIND: &'static str = "array of string";

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        let strings = match attribute {
            Attribute::EmptyArray => Some(Vec::new()),
            Attribute::Aggregate(elements) => {
                let strings = elements.iter().map(|element| match element {
                    Attribute::String(bytes) => Some(bytes.clone()),
                    _ => None,
                });
                strings.collect()
            }
            _ => None,
        };
        strings.map(Self).ok_or_else(|| wrong_kind(attribute, Self::KIND))
    }
}

/// An attribute with one element.
#[derive(Clone, Copy, Debug)]
pub struct Number<T>(pub T);

impl<T: Literal> FromAttribute for Number<T> {
    const KIND: &'static str = T::NUMBER;

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        T::decode(attribute).map(Self)
    }
}

/// An attribute with an array of elements.
#[derive(Clone, Debug)]
pub struct Numbers<T>(pub Vec<T>);

impl<T: Literal> FromAttribute for Numbers<T> {
    const KIND: &'static str = T::ARRAY;

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        match attribute {
            Attribute::EmptyArray => Ok(Self(Vec::new())),
            Attribute::Array(numbers) => {
                let scalar = |bits| Attribute::Scalar { dtype: numbers.dtype(), bits };
                let elements = numbers.iter().map(|bits| T::decode(&scalar(bits)));
                let elements = elements.collect::<Result<_, _>>();
                elements.map(Self).map_err(|_| wrong_kind(attribute, T::ARRAY))
            }
            _ => Err(wrong_kind(attribute, T::ARRAY)),
        }
    }
}
