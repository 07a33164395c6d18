//! Attribute types, with their numbers in the format.

use crate::dtype::DType;
use std::fmt;

/// The type of an attribute, as in the optional type section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeType {
    /// A number of this type.
    Scalar(DType),
    /// A byte string.
    String,
    /// A type.
    Type,
    /// A function name.
    Function,
    /// A tensor shape.
    Shape,
    /// A dense tensor.
    Dense,
    /// A symbol in a compiled module, with the module's text.
    SymbolRef,
    /// A list of attributes of any kinds.
    Aggregate,
    /// A list of numbers of this type. Empty arrays are arrays of `I32` whatever their origin.
    Array(DType),
    /// A list of types.
    TypeArray,
}

const ARRAY: u8 = 0x80;
const TYPE: u8 = 25;

impl AttributeType {
    /// The type with the given number, if a file may contain it.
    #[must_use]
    pub fn from_number(number: u8) -> Option<AttributeType> {
        if number & ARRAY != 0 {
            return match number & !ARRAY {
                TYPE => Some(AttributeType::TypeArray),
                element => DType::from_number(element)
                    .filter(|element| element.is_number())
                    .map(AttributeType::Array),
            };
        }
        Some(match number {
            16 => AttributeType::String,
            TYPE => AttributeType::Type,
            26 => AttributeType::Function,
            27 => AttributeType::Shape,
            28 => AttributeType::Dense,
            29 => AttributeType::SymbolRef,
            30 => AttributeType::Aggregate,
            _ => {
                AttributeType::Scalar(DType::from_number(number).filter(|dtype| dtype.is_number())?)
            }
        })
    }

    /// The number of the type in the format.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            AttributeType::Scalar(dtype) => dtype.number(),
            AttributeType::String => 16,
            AttributeType::Type => TYPE,
            AttributeType::Function => 26,
            AttributeType::Shape => 27,
            AttributeType::Dense => 28,
            AttributeType::SymbolRef => 29,
            AttributeType::Aggregate => 30,
            AttributeType::Array(element) => ARRAY | element.number(),
            AttributeType::TypeArray => ARRAY | TYPE,
        }
    }
}

impl fmt::Display for AttributeType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AttributeType::Scalar(dtype) => write!(f, "{dtype}"),
            AttributeType::String => f.write_str("string"),
            AttributeType::Type => f.write_str("type"),
            AttributeType::Function => f.write_str("function"),
            AttributeType::Shape => f.write_str("shape"),
            AttributeType::Dense => f.write_str("dense"),
            AttributeType::SymbolRef => f.write_str("symbol"),
            AttributeType::Aggregate => f.write_str("aggregate"),
            AttributeType::Array(element) => write!(f, "array of {element}"),
            AttributeType::TypeArray => f.write_str("array of types"),
        }
    }
}
