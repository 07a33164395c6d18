//! Rust types that represent MLIR types.

use super::{Bf16, F16, Type};
use crate::error::Error;
use crate::value::{AnyRef, AsyncRef};

/// A Rust type that kernels take and return.
///
/// A user-defined type needs only its MLIR name:
///
/// ```
/// # use tfrt_host::kernel::KernelType;
/// struct Sample(Vec<u8>);
/// impl KernelType for Sample {
///     const NAME: &'static str = "!my.sample";
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of host programs",
    label = "not a `KernelType`",
    note = "a type becomes one by naming its MLIR type: \
            `impl KernelType for {Self} {{ const NAME: &'static str = \"!my.type\"; }}`"
)]
pub trait KernelType: Sized + Send + Sync + 'static {
    /// The MLIR type. A name that ends in `<..>` is a family: all types of this name with any
    /// parameters, as `tensor<2x?xf32>` is one of `tensor<..>`. Ops with a result of a family are
    /// written with their types, which select the member.
    const NAME: &'static str;
    /// How users name the Rust type, `tfrt::HostString`, where that is not the path of its definition. For
    /// documentation.
    const PATH: Option<&'static str> = None;
    /// Set for types that are held unboxed; such a type implements the two conversions.
    const SCALAR: Option<ScalarType> = None;
    /// The value in the low bits of a word; upper bits zero.
    fn to_bits(&self) -> u64 {
        0
    }
    /// The value from its bits. `None` for boxed types and for invalid bits.
    fn from_bits(bits: u64) -> Option<Self> {
        let _ = bits;
        None
    }
    /// Checks that the value belongs to a member of its family of builtin types, such as
    /// `tensor<2x?xf32>`.
    ///
    /// # Errors
    /// What it is and which type was expected.
    fn check_member(&self, ty: &Type) -> Result<(), String> {
        let _ = ty;
        Ok(())
    }
    /// The value as text, where a program's values are shown. `None`: it has none.
    fn text(&self) -> Option<String> {
        None
    }
    /// The value of a text, where it is a person who gives an argument. `None`: it is the text of no
    /// value, as for types without texts.
    fn from_text(text: &str) -> Option<Self> {
        let _ = text;
        None
    }
}

/// The texts of scalars: floats as Rust's `{:?}` writes them, so that they are read as the same value.
trait Text: Sized {
    fn written(&self) -> String;
    fn read(text: &str) -> Option<Self>;
}

macro_rules! texts {
    ($($rust:ty)*) => {$(
        impl Text for $rust {
            fn written(&self) -> String {
                format!("{self:?}")
            }
            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        }
    )*};
}

texts!(i8 i16 i32 i64 u8 u16 u32 u64 f32 f64);

impl Text for Chain {
    fn written(&self) -> String {
        "chain".to_owned()
    }
    fn read(text: &str) -> Option<Self> {
        (text == "chain").then_some(Self)
    }
}

impl Text for bool {
    fn written(&self) -> String {
        self.to_string()
    }
    fn read(text: &str) -> Option<Self> {
        match text {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        }
    }
}

impl Text for F16 {
    fn written(&self) -> String {
        self.to_f32().written()
    }
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().map(Self::from_f64)
    }
}

impl Text for Bf16 {
    fn written(&self) -> String {
        self.to_f32().written()
    }
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().map(Self::from_f64)
    }
}

/// Orders side effects: a value without data.
///
/// ```
/// use tfrt_host::context::ExecCtx;
/// use tfrt_host::kernel::Chain;
///
/// #[tfrt_host::kernel("my.log", effects(prints))]
/// fn log(ctx: ExecCtx<'_>, x: i32, _after: Chain) -> Chain {
///     ctx.request.print(&format!("{x}\n"));
///     Chain
/// }
/// assert_eq!(LOG.results[0].ty, "!tfrt.chain");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Chain;

/// Everything about a scalar type that is not arithmetic: its MLIR name, its Rust type, how many bytes
/// of a word it takes, and the conversions to and from the word.
macro_rules! scalars {
    ($($(#[$doc:meta])* $scalar:ident = $rust:ty $(as $path:literal)?, $name:literal, $bytes:literal, $to:expr, $from:expr;)*) => {
        /// The scalars that a [`Value`](super::Value) holds unboxed, in 64 bits.
        ///
        /// ```
        /// use tfrt_host::kernel::{KernelType, ScalarType};
        /// assert_eq!(i32::SCALAR, Some(ScalarType::I32));
        /// # #[derive(Debug)]
        /// # struct Image;
        /// # impl KernelType for Image {
        /// #     const NAME: &'static str = "!my.image";
        /// # }
        /// assert_eq!(Image::SCALAR, None); // other types are held by reference
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ScalarType {
            $($(#[$doc])* $scalar,)*
        }

        impl ScalarType {
            /// All of them, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$(Self::$scalar,)*];

            /// The MLIR type.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$scalar => $name,)*
                }
            }

            /// The low bytes of a word that hold a value; the others are zero.
            #[must_use]
            pub const fn bytes(self) -> u32 {
                match self {
                    $(Self::$scalar => $bytes,)*
                }
            }

            /// The bits of an available async value of its Rust type; `None` for any other.
            #[must_use]
            #[inline]
            pub fn bits_of(self, any: &AnyRef) -> Option<u64> {
                match self {
                    $(Self::$scalar => any.get::<$rust>().map(KernelType::to_bits),)*
                }
            }

            /// Boxes a scalar as an async value of its Rust type.
            pub(super) fn boxed(self, bits: u64) -> AnyRef {
                match self {
                    $(Self::$scalar => match <$rust as KernelType>::from_bits(bits) {
                        Some(value) => AsyncRef::available(value).into_any(),
                        None => AnyRef::from_error(Error::bug("bits are no value")),
                    },)*
                }
            }
        }

        $(
            impl KernelType for $rust {
                const NAME: &'static str = $name;
                $(const PATH: Option<&'static str> = Some($path);)?
                const SCALAR: Option<ScalarType> = Some(ScalarType::$scalar);
                #[inline(always)]
                fn to_bits(&self) -> u64 {
                    ($to)(*self)
                }
                #[inline(always)]
                fn from_bits(bits: u64) -> Option<Self> {
                    ($from)(bits)
                }
                fn text(&self) -> Option<String> {
                    Some(self.written())
                }
                fn from_text(text: &str) -> Option<Self> {
                    Self::read(text)
                }
            }
        )*
    };
}

scalars! {
    /// `!tfrt.chain`: no payload.
    Chain = Chain as "tfrt::Chain", "!tfrt.chain", 0, |_| 0, |_| Some(Chain);
    /// `i1`: 0 or 1.
    I1 = bool, "i1", 1, |v: bool| u64::from(v), |b| match b { 0 => Some(false), 1 => Some(true), _ => None };
    /// `i8`.
    I8 = i8, "i8", 1, |v: i8| u64::from(v as u8), |b: u64| Some(b as u8 as i8);
    /// `i16`.
    I16 = i16, "i16", 2, |v: i16| u64::from(v as u16), |b: u64| Some(b as u16 as i16);
    /// `i32`.
    I32 = i32, "i32", 4, |v: i32| u64::from(v as u32), |b: u64| Some(b as u32 as i32);
    /// `i64`.
    I64 = i64, "i64", 8, |v: i64| v as u64, |b: u64| Some(b as i64);
    /// `ui8`.
    UI8 = u8, "ui8", 1, u64::from, |b: u64| Some(b as u8);
    /// `ui16`.
    UI16 = u16, "ui16", 2, u64::from, |b: u64| Some(b as u16);
    /// `ui32`.
    UI32 = u32, "ui32", 4, u64::from, |b: u64| Some(b as u32);
    /// `ui64`.
    UI64 = u64, "ui64", 8, |v: u64| v, Some;
    /// `f16`.
    F16 = F16 as "tfrt::kernels::number::F16", "f16", 2, |v: F16| u64::from(v.0), |b: u64| Some(F16(b as u16));
    /// `bf16`.
    BF16 = Bf16 as "tfrt::kernels::number::Bf16", "bf16", 2, |v: Bf16| u64::from(v.0), |b: u64| Some(Bf16(b as u16));
    /// `f32`.
    F32 = f32, "f32", 4, |v: f32| u64::from(v.to_bits()), |b: u64| Some(f32::from_bits(b as u32));
    /// `f64`.
    F64 = f64, "f64", 8, f64::to_bits, |b: u64| Some(f64::from_bits(b));
}

impl ScalarType {
    /// Whether it is a float.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::BF16 | Self::F32 | Self::F64)
    }
}
