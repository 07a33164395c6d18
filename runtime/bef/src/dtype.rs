//! Element types and attribute types, with their numbers in the format.

use std::fmt;

macro_rules! dtypes {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $text:literal, $size:expr;)*) => {
        /// An element type, with its number in the format.
        ///
        /// ```
        /// use tfrt_bef::DType;
        /// assert_eq!(DType::from_number(DType::F32 as u8), Some(DType::F32));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum DType { $($(#[$doc])* $name = $number,)* }

        impl DType {
            /// The type with the given number.
            #[must_use]
            pub fn from_number(number: u8) -> Option<DType> {
                match number { $($number => Some(DType::$name),)* _ => None }
            }

            /// The size of one element in bytes, or `None` for a type without a fixed width.
            #[must_use]
            pub fn size(self) -> Option<usize> {
                match self { $(DType::$name => $size,)* }
            }

            /// A short lower-case name for messages.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(DType::$name => $text,)* }
            }
        }
    };
}

dtypes! {
    /// Unsigned 8 bits.
    Ui8 = 1, "ui8", Some(1);
    /// Unsigned 16 bits.
    Ui16 = 2, "ui16", Some(2);
    /// Unsigned 32 bits.
    Ui32 = 3, "ui32", Some(4);
    /// Unsigned 64 bits.
    Ui64 = 4, "ui64", Some(8);
    /// A boolean, stored as a byte 0 or 1.
    I1 = 5, "i1", Some(1);
    /// 8 bits, signed or signless.
    I8 = 6, "i8", Some(1);
    /// 16 bits, signed or signless.
    I16 = 7, "i16", Some(2);
    /// 32 bits, signed or signless.
    I32 = 8, "i32", Some(4);
    /// 64 bits, signed or signless.
    I64 = 9, "i64", Some(8);
    /// IEEE single precision.
    F32 = 10, "f32", Some(4);
    /// IEEE double precision.
    F64 = 11, "f64", Some(8);
    /// Two single precision numbers.
    Complex64 = 12, "complex<f32>", Some(8);
    /// Two double precision numbers.
    Complex128 = 13, "complex<f64>", Some(16);
    /// IEEE half precision.
    F16 = 14, "f16", Some(2);
    /// The upper half of single precision.
    Bf16 = 15, "bf16", Some(2);
    /// A byte string.
    String = 16, "string", None;
    /// A resource handle.
    Resource = 17, "resource", None;
    /// A variant.
    Variant = 18, "variant", None;
    /// Quantized unsigned 8 bits.
    Qui8 = 19, "quint8", Some(1);
    /// Quantized unsigned 16 bits.
    Qui16 = 20, "quint16", Some(2);
    /// Quantized signed 8 bits.
    Qi8 = 21, "qint8", Some(1);
    /// Quantized signed 16 bits.
    Qi16 = 22, "qint16", Some(2);
    /// Quantized signed 32 bits.
    Qi32 = 23, "qint32", Some(4);
}

impl DType {
    /// The number of the type in the format.
    #[must_use]
    pub fn number(self) -> u8 {
        self as u8
    }

    /// The size of a scalar attribute of this type; only integers and floats have such attributes.
    pub(crate) fn scalar_size(self) -> Option<usize> {
        match self {
            DType::Complex64
            | DType::Complex128
            | DType::String
            | DType::Resource
            | DType::Variant
            | DType::Qui8
            | DType::Qui16
            | DType::Qi8
            | DType::Qi16
            | DType::Qi32 => None,
            _ => self.size(),
        }
    }

    /// The size of an element of a dense attribute; quantized elements cannot be encoded.
    pub(crate) fn dense_size(self) -> Option<usize> {
        match self {
            DType::Complex64 | DType::Complex128 => self.size(),
            _ => self.scalar_size(),
        }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

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
                    .filter(|element| element.scalar_size().is_some())
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
            _ => AttributeType::Scalar(
                DType::from_number(number).filter(|dtype| dtype.scalar_size().is_some())?,
            ),
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
