//! Element types: the one table of them, which every other crate asks.

use std::fmt;

/// The table of element types: calls a macro with what is given in brackets and with all rows.
///
/// `numbers` are those of one word: scalars of programs, attributes and elements of tensors. `pairs` are
/// complex numbers, `others` have no Rust type. The columns:
///
/// - the variant of [`DType`], and its number in the format;
/// - the MLIR type;
/// - the name that tensors print;
/// - the [kind](DTypeKind) of a number, and the bytes of an element;
/// - the Rust type of a value, which the crate that calls has to know (`half::{bf16, f16}`,
///   `num_complex::Complex`).
#[doc(hidden)]
#[macro_export]
macro_rules! element_types {
    ($callback:ident [$($given:tt)*]) => {
        $callback! {
            [$($given)*]
            numbers {
                /// A boolean, stored as a byte 0 or 1.
                I1 = 5, "i1", "i1", Bool, 1, bool;
                /// 8 bits, signed or signless.
                I8 = 6, "i8", "i8", Signed, 1, i8;
                /// 16 bits, signed or signless.
                I16 = 7, "i16", "i16", Signed, 2, i16;
                /// 32 bits, signed or signless.
                I32 = 8, "i32", "i32", Signed, 4, i32;
                /// 64 bits, signed or signless.
                I64 = 9, "i64", "i64", Signed, 8, i64;
                /// Unsigned 8 bits.
                Ui8 = 1, "ui8", "u8", Unsigned, 1, u8;
                /// Unsigned 16 bits.
                Ui16 = 2, "ui16", "u16", Unsigned, 2, u16;
                /// Unsigned 32 bits.
                Ui32 = 3, "ui32", "u32", Unsigned, 4, u32;
                /// Unsigned 64 bits.
                Ui64 = 4, "ui64", "u64", Unsigned, 8, u64;
                /// IEEE half precision.
                F16 = 14, "f16", "f16", Float, 2, f16;
                /// The upper half of single precision.
                Bf16 = 15, "bf16", "bf16", Float, 2, bf16;
                /// IEEE single precision.
                F32 = 10, "f32", "f32", Float, 4, f32;
                /// IEEE double precision.
                F64 = 11, "f64", "f64", Float, 8, f64;
            }
            pairs {
                /// Two single precision numbers.
                Complex64 = 12, "complex<f32>", "complex64", 8, Complex<f32>;
                /// Two double precision numbers.
                Complex128 = 13, "complex<f64>", "complex128", 16, Complex<f64>;
            }
            others {
                /// A byte string.
                String = 16, "!corert.string", "str", None;
                /// A resource handle.
                Resource = 17, "!corert.resource", "resource", None;
                /// A variant.
                Variant = 18, "!corert.variant", "variant", None;
                /// Quantized unsigned 8 bits.
                Qui8 = 19, "!corert.quint8", "qu8", Some(1);
                /// Quantized unsigned 16 bits.
                Qui16 = 20, "!corert.quint16", "qu16", Some(2);
                /// Quantized signed 8 bits.
                Qi8 = 21, "!corert.qint8", "qi8", Some(1);
                /// Quantized signed 16 bits.
                Qi16 = 22, "!corert.qint16", "qi16", Some(2);
                /// Quantized signed 32 bits.
                Qi32 = 23, "!corert.qint32", "qi32", Some(4);
            }
        }
    };
}

/// What the elements of a type are.
///
/// ```
/// use tfrt_bef::{DType, DTypeKind};
/// assert_eq!(DType::Bf16.kind(), DTypeKind::Float);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DTypeKind {
    /// Truth values.
    Bool,
    /// Integers in two's complement, signed or signless.
    Signed,
    /// Integers without sign.
    Unsigned,
    /// Binary floats.
    Float,
    /// Pairs of floats.
    Complex,
    /// Nothing that is computed with: strings, handles, quantized numbers.
    Other,
}

macro_rules! dtypes {
    (
        []
        numbers { $($(#[$number_doc:meta])*
            $number:ident = $number_id:literal, $number_mlir:literal, $number_name:literal,
            $kind:ident, $number_size:literal, $number_rust:ident;)* }
        pairs { $($(#[$pair_doc:meta])*
            $pair:ident = $pair_id:literal, $pair_mlir:literal, $pair_name:literal,
            $pair_size:literal, $pair_rust:ty;)* }
        others { $($(#[$other_doc:meta])*
            $other:ident = $other_id:literal, $other_mlir:literal, $other_name:literal,
            $other_size:expr;)* }
    ) => {
        /// An element type, with its number in the format.
        ///
        /// ```
        /// use tfrt_bef::DType;
        /// assert_eq!(DType::from_number(DType::F32 as u8), Some(DType::F32));
        /// assert_eq!(DType::from_mlir("complex<f32>"), Some(DType::Complex64));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum DType {
            $($(#[$number_doc])* $number = $number_id,)*
            $($(#[$pair_doc])* $pair = $pair_id,)*
            $($(#[$other_doc])* $other = $other_id,)*
        }

        impl DType {
            /// All of them.
            pub const ALL: &'static [Self] =
                &[$(Self::$number,)* $(Self::$pair,)* $(Self::$other,)*];

            /// The type with the given number.
            #[must_use]
            pub const fn from_number(number: u8) -> Option<Self> {
                match number {
                    $($number_id => Some(Self::$number),)*
                    $($pair_id => Some(Self::$pair),)*
                    $($other_id => Some(Self::$other),)*
                    _ => None,
                }
            }

            /// What its elements are.
            #[must_use]
            pub const fn kind(self) -> DTypeKind {
                match self {
                    $(Self::$number => DTypeKind::$kind,)*
                    $(Self::$pair => DTypeKind::Complex,)*
                    $(Self::$other => DTypeKind::Other,)*
                }
            }

            /// The size of one element in bytes, or `None` for a type without a fixed width.
            #[must_use]
            pub const fn size(self) -> Option<usize> {
                match self {
                    $(Self::$number => Some($number_size),)*
                    $(Self::$pair => Some($pair_size),)*
                    $(Self::$other => $other_size,)*
                }
            }

            /// The MLIR type. Of signed and signless integers, which the format does not tell apart, the
            /// signless one.
            #[must_use]
            pub const fn mlir(self) -> &'static str {
                match self {
                    $(Self::$number => $number_mlir,)*
                    $(Self::$pair => $pair_mlir,)*
                    $(Self::$other => $other_mlir,)*
                }
            }

            /// The name that tensors print.
            #[must_use]
            pub const fn tensor_name(self) -> &'static str {
                match self {
                    $(Self::$number => $number_name,)*
                    $(Self::$pair => $pair_name,)*
                    $(Self::$other => $other_name,)*
                }
            }
        }
    };
}

element_types!(dtypes []);

impl DType {
    /// The number of the type in the format.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The type of that [MLIR type](Self::mlir).
    #[must_use]
    pub const fn from_mlir(text: &str) -> Option<Self> {
        let mut rest = Self::ALL;
        while let Some((dtype, others)) = rest.split_first() {
            if is_same(dtype.mlir(), text) {
                return Some(*dtype);
            }
            rest = others;
        }
        None
    }

    /// A short lower-case name for messages: the MLIR type without its dialect.
    #[must_use]
    pub fn name(self) -> &'static str {
        let text = self.mlir();
        text.rsplit_once('.').map_or(text, |(_, name)| name)
    }

    /// Whether it is a number of one word: those are scalars of programs and numbers in attributes.
    #[must_use]
    pub const fn is_number(self) -> bool {
        !matches!(self.kind(), DTypeKind::Complex | DTypeKind::Other)
    }

    /// The bits of a number that count.
    #[must_use]
    pub fn bits(self) -> Option<u32> {
        match self.kind() {
            DTypeKind::Bool => Some(1),
            _ => self.size().and_then(|size| u32::try_from(size).ok()?.checked_mul(8)),
        }
    }

    /// The bits of a float that follow its leading one. Sign and exponent take the others.
    #[must_use]
    pub const fn fraction_bits(self) -> Option<u32> {
        match self {
            Self::F16 => Some(10),
            Self::Bf16 => Some(7),
            Self::F32 => Some(23),
            Self::F64 => Some(52),
            _ => None,
        }
    }

    /// The size of a scalar attribute of this type; only integers and floats have such attributes.
    pub(crate) fn scalar_size(self) -> Option<usize> {
        self.size().filter(|_| self.is_number())
    }

    /// The size of an element of a dense attribute; quantized elements cannot be encoded.
    pub(crate) fn dense_size(self) -> Option<usize> {
        self.size().filter(|_| self.kind() != DTypeKind::Other)
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether two strings are equal, at compile time.
#[doc(hidden)]
#[must_use]
pub const fn is_same(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    while let (Some((x, more)), Some((y, rest))) = (a.split_first(), b.split_first()) {
        if *x != *y {
            return false;
        }
        (a, b) = (more, rest);
    }
    a.is_empty() && b.is_empty()
}

#[cfg(test)]
mod tests {
    use super::{DType, DTypeKind};

    #[test]
    fn every_row_is_found_by_its_columns() {
        for &dtype in DType::ALL {
            assert_eq!(DType::from_number(dtype.number()), Some(dtype));
            assert_eq!(DType::from_mlir(dtype.mlir()), Some(dtype));
            assert_eq!(dtype.fraction_bits().is_some(), dtype.kind() == DTypeKind::Float);
            let twins = |it: &&DType| it.tensor_name() == dtype.tensor_name();
            assert_eq!(DType::ALL.iter().filter(twins).count(), 1);
        }
        assert_eq!(DType::ALL.len(), 23);
        for number in [0, 24, 25, 255] {
            assert_eq!(DType::from_number(number), None);
        }
        for text in ["", "i", "i3", "i320", "si8", "string", "f8E5M2"] {
            assert_eq!(DType::from_mlir(text), None);
        }
        assert_eq!((DType::Qui8.name(), DType::Complex64.name()), ("quint8", "complex<f32>"));
        assert_eq!(
            (DType::I1.bits(), DType::Bf16.bits(), DType::String.bits()),
            (Some(1), Some(16), None)
        );
    }
}
