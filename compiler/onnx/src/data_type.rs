//! The element types of ONNX's tensors.

use tfrt_bef::DType;

/// Enumerations with ONNX's numbers and names.
macro_rules! numbered {
    (
        $(#[$about:meta])*
        $what:literal $vis:vis enum $name:ident {
            $($(#[$doc:meta])* $variant:ident = $number:literal, $text:literal;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        $vis enum $name { $($(#[$doc])* $variant = $number,)* }

        impl $name {
            /// The one with that number.
            #[must_use]
            pub fn from_number(number: i32) -> Option<$name> {
                match number { $($number => Some($name::$variant),)* _ => None }
            }

            /// Its number in ONNX.
            #[must_use]
            pub fn number(self) -> i32 {
                self as i32
            }

            /// Its name in ONNX.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl<'a> $crate::wire::Item<'a> for $name {
            const WIRE: $crate::wire::Wire = $crate::wire::Wire::Varint;

            fn merge_value(
                &mut self,
                reader: &mut $crate::wire::Reader<'a>,
                decoder: &mut $crate::wire::Decoder,
            ) -> Result<(), $crate::error::Fault> {
                let offset = reader.offset();
                let mut number = 0_i32;
                $crate::wire::Item::merge_value(&mut number, reader, decoder)?;
                *self = $name::from_number(number).ok_or_else(|| {
                    $crate::error::fault(offset, format!("ONNX has no {} {number}", $what))
                })?;
                Ok(())
            }

            fn write_value(&self, sink: &mut $crate::wire::Sink<'_>) {
                $crate::wire::Item::write_value(&self.number(), sink);
            }

            fn is_default(&self) -> bool {
                *self == $name::default()
            }
        }
    };
}
pub(crate) use numbered;

numbered! {
    /// An element type, with ONNX's number and name.
    ///
    /// ```
    /// use tfrt_onnx::DataType;
    /// assert_eq!(DataType::from_number(1), Some(DataType::Float));
    /// assert_eq!(DataType::Float.dtype(), Some(tfrt_bef::DType::F32));
    /// assert_eq!((DataType::Int4.name(), DataType::Int4.bits()), ("INT4", Some(4)));
    /// ```
    "element type" pub enum DataType {
        /// None: the type was not given.
        #[default]
        Undefined = 0, "UNDEFINED";
        /// IEEE single precision.
        Float = 1, "FLOAT";
        /// Unsigned, 8 bits.
        Uint8 = 2, "UINT8";
        /// Signed, 8 bits.
        Int8 = 3, "INT8";
        /// Unsigned, 16 bits.
        Uint16 = 4, "UINT16";
        /// Signed, 16 bits.
        Int16 = 5, "INT16";
        /// Signed, 32 bits.
        Int32 = 6, "INT32";
        /// Signed, 64 bits.
        Int64 = 7, "INT64";
        /// A text, in UTF-8.
        String = 8, "STRING";
        /// A byte, 0 or 1.
        Bool = 9, "BOOL";
        /// IEEE half precision.
        Float16 = 10, "FLOAT16";
        /// IEEE double precision.
        Double = 11, "DOUBLE";
        /// Unsigned, 32 bits.
        Uint32 = 12, "UINT32";
        /// Unsigned, 64 bits.
        Uint64 = 13, "UINT64";
        /// Two numbers of single precision.
        Complex64 = 14, "COMPLEX64";
        /// Two numbers of double precision.
        Complex128 = 15, "COMPLEX128";
        /// The upper half of single precision.
        Bfloat16 = 16, "BFLOAT16";
        /// 4 bits of exponent, 3 of mantissa, no infinity.
        Float8E4M3Fn = 17, "FLOAT8E4M3FN";
        /// 4 bits of exponent, 3 of mantissa, no infinity, no negative zero.
        Float8E4M3Fnuz = 18, "FLOAT8E4M3FNUZ";
        /// 5 bits of exponent, 2 of mantissa.
        Float8E5M2 = 19, "FLOAT8E5M2";
        /// 5 bits of exponent, 2 of mantissa, no infinity, no negative zero.
        Float8E5M2Fnuz = 20, "FLOAT8E5M2FNUZ";
        /// Unsigned, 4 bits.
        Uint4 = 21, "UINT4";
        /// Signed, 4 bits.
        Int4 = 22, "INT4";
        /// 2 bits of exponent, 1 of mantissa.
        Float4E2M1 = 23, "FLOAT4E2M1";
        /// A power of two.
        Float8E8M0 = 24, "FLOAT8E8M0";
        /// Unsigned, 2 bits.
        Uint2 = 25, "UINT2";
        /// Signed, 2 bits.
        Int2 = 26, "INT2";
        /// 2 bits of exponent, 3 of mantissa.
        Float6E2M3 = 27, "FLOAT6E2M3";
        /// 3 bits of exponent, 2 of mantissa.
        Float6E3M2 = 28, "FLOAT6E3M2";
    }
}

impl DataType {
    /// The bits of an element in `raw_data` and in other files; `None` for texts.
    #[must_use]
    pub fn bits(self) -> Option<u32> {
        Some(match self {
            DataType::Undefined | DataType::String => return None,
            DataType::Uint2 | DataType::Int2 => 2,
            DataType::Uint4 | DataType::Int4 | DataType::Float4E2M1 => 4,
            DataType::Float6E2M3 | DataType::Float6E3M2 => 6,
            DataType::Bool
            | DataType::Uint8
            | DataType::Int8
            | DataType::Float8E4M3Fn
            | DataType::Float8E4M3Fnuz
            | DataType::Float8E5M2
            | DataType::Float8E5M2Fnuz
            | DataType::Float8E8M0 => 8,
            DataType::Uint16 | DataType::Int16 | DataType::Float16 | DataType::Bfloat16 => 16,
            DataType::Float | DataType::Int32 | DataType::Uint32 => 32,
            DataType::Double | DataType::Int64 | DataType::Uint64 | DataType::Complex64 => 64,
            DataType::Complex128 => 128,
        })
    }

    /// The type of elements that programs compute with; `None` if they have no such type.
    #[must_use]
    pub fn dtype(self) -> Option<DType> {
        Some(match self {
            DataType::Bool => DType::I1,
            DataType::Uint8 => DType::Ui8,
            DataType::Int8 => DType::I8,
            DataType::Uint16 => DType::Ui16,
            DataType::Int16 => DType::I16,
            DataType::Uint32 => DType::Ui32,
            DataType::Int32 => DType::I32,
            DataType::Uint64 => DType::Ui64,
            DataType::Int64 => DType::I64,
            DataType::Float16 => DType::F16,
            DataType::Bfloat16 => DType::Bf16,
            DataType::Float => DType::F32,
            DataType::Double => DType::F64,
            DataType::Complex64 => DType::Complex64,
            DataType::Complex128 => DType::Complex128,
            _ => return None,
        })
    }
}
