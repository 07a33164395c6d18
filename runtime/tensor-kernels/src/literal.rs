//! Elements in attributes.

use half::{bf16, f16};
use tfrt_bef::element_types;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::{Attribute, FromAttribute};
use tfrt_tensor::Stored;

/// A scalar that attributes can hold several of.
pub trait Literal: Stored + FromAttribute {
    /// The kind of an attribute with several: `array of i32`.
    const ARRAY: &'static str;
}

macro_rules! literals {
    (
        []
        numbers { $($(#[$doc:meta])*
            $dtype:ident = $id:literal, $mlir:literal, $name:literal,
            $kind:ident, $size:literal, $rust:ident;)* }
        $($others:tt)*
    ) => {$(
        impl Literal for $rust {
            const ARRAY: &'static str = concat!("array of ", $mlir);
        }
    )*};
}

element_types!(literals []);

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
        strings.map(Self).ok_or_else(|| Self::wrong_kind(attribute))
    }
}

/// An attribute with an array of numbers, as tensors store them.
#[derive(Clone, Debug)]
pub struct Numbers<T: Stored>(pub Vec<T::Element>);

impl<T: Literal> FromAttribute for Numbers<T> {
    const KIND: &'static str = T::ARRAY;

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        match attribute {
            Attribute::EmptyArray => Ok(Self(Vec::new())),
            Attribute::Array(numbers) => {
                let scalar = |bits| Attribute::Scalar { dtype: numbers.dtype(), bits };
                let number = |bits| T::from_attribute(&scalar(bits)).map(T::stored);
                let elements = numbers.iter().map(number);
                let elements = elements.collect::<Result<_, _>>();
                elements.map(Self).map_err(|_| Self::wrong_kind(attribute))
            }
            _ => Err(Self::wrong_kind(attribute)),
        }
    }
}
