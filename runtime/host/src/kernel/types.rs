//! Rust types that represent MLIR types.

use super::Type;
use crate::error::Error;
use crate::value::{AnyRef, AsyncRef};
use half::{bf16, f16};
use num_complex::Complex;
use tfrt_bef::{DType, DTypeKind, element_types};
use tfrt_numeric::Float;

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

/// The scalars: the numbers of the table of element types, and chains.
macro_rules! scalars {
    (
        []
        numbers { $($(#[$doc:meta])*
            $scalar:ident = $id:literal, $mlir:literal, $name:literal,
            $kind:ident, $size:tt, $rust:ident;)* }
        pairs { $($(#[$pair_doc:meta])*
            $pair:ident = $pair_id:literal, $pair_mlir:literal, $pair_name:literal,
            $pair_size:literal, Complex<$part:ident>;)* }
        $($others:tt)*
    ) => {
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
            /// `!tfrt.chain`: no payload.
            Chain,
            $($(#[$doc])* $scalar,)*
        }

        impl ScalarType {
            /// All of them, in the order of their numbers.
            pub const ALL: &'static [Self] = &[Self::Chain, $(Self::$scalar,)*];

            /// The element type with the same values; `None` for chains.
            #[must_use]
            pub const fn dtype(self) -> Option<DType> {
                match self {
                    Self::Chain => None,
                    $(Self::$scalar => Some(DType::$scalar),)*
                }
            }

            /// The bits of an available async value of its Rust type; `None` for any other.
            #[must_use]
            #[inline]
            pub fn bits_of(self, any: &AnyRef) -> Option<u64> {
                match self {
                    Self::Chain => any.get::<Chain>().map(KernelType::to_bits),
                    $(Self::$scalar => any.get::<$rust>().map(KernelType::to_bits),)*
                }
            }

            /// Boxes a scalar as an async value of its Rust type.
            pub(super) fn boxed(self, bits: u64) -> AnyRef {
                fn value<T: KernelType>(bits: u64) -> AnyRef {
                    match T::from_bits(bits) {
                        Some(value) => AsyncRef::available(value).into_any(),
                        None => AnyRef::from_error(Error::bug("bits are no value")),
                    }
                }
                match self {
                    Self::Chain => value::<Chain>(bits),
                    $(Self::$scalar => value::<$rust>(bits),)*
                }
            }
        }

        $(
            impl KernelType for $rust {
                const NAME: &'static str = $mlir;
                const PATH: Option<&'static str> = scalars!(path $kind $size $rust);
                const SCALAR: Option<ScalarType> = Some(ScalarType::$scalar);
                #[inline(always)]
                fn to_bits(&self) -> u64 {
                    scalars!(to_bits $kind self)
                }
                #[inline(always)]
                fn from_bits(bits: u64) -> Option<Self> {
                    scalars!(from_bits $kind bits)
                }
                // Floats as Rust's `{:?}` writes them, so that they are read as the same value.
                fn text(&self) -> Option<String> {
                    Some(format!("{self:?}"))
                }
                fn from_text(text: &str) -> Option<Self> {
                    scalars!(read $kind $size text)
                }
            }
        )*

        $(
            impl KernelType for Complex<$part> {
                const NAME: &'static str = $pair_mlir;
                const PATH: Option<&'static str> =
                    Some(concat!("tfrt::kernels::number::Complex<", stringify!($part), ">"));
            }
        )*
    };
    // Rust has no stable type for the others.
    (path Float 2 $rust:ident) => { Some(concat!("tfrt::kernels::number::", stringify!($rust))) };
    (path $kind:ident $size:tt $rust:ident) => { None };
    (to_bits Signed $value:ident) => { u64::from($value.cast_unsigned()) };
    (to_bits Float $value:ident) => { u64::from(Self::to_bits(*$value)) };
    (to_bits $kind:ident $value:ident) => { u64::from(*$value) };
    (from_bits Bool $bits:ident) => {
        match $bits { 0 => Some(false), 1 => Some(true), _ => None }
    };
    (from_bits Float $bits:ident) => { Some(Self::from_bits($bits as _)) };
    (from_bits $kind:ident $bits:ident) => { Some($bits as Self) };
    (read Bool $size:tt $text:ident) => {
        match $text {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        }
    };
    (read Float 2 $text:ident) => { $text.parse().ok().map(Self::nearest) };
    (read $kind:ident $size:tt $text:ident) => { $text.parse().ok() };
}

element_types!(scalars []);

impl KernelType for Chain {
    const NAME: &'static str = tfrt_op::CHAIN;
    const PATH: Option<&'static str> = Some("tfrt::Chain");
    const SCALAR: Option<ScalarType> = Some(ScalarType::Chain);
    #[inline(always)]
    fn to_bits(&self) -> u64 {
        0
    }
    #[inline(always)]
    fn from_bits(_: u64) -> Option<Self> {
        Some(Self)
    }
    fn text(&self) -> Option<String> {
        Some("chain".to_owned())
    }
    fn from_text(text: &str) -> Option<Self> {
        (text == "chain").then_some(Self)
    }
}

impl ScalarType {
    /// The MLIR type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.dtype() {
            Some(dtype) => dtype.mlir(),
            None => Chain::NAME,
        }
    }

    /// The low bytes of a word that hold a value; the others are zero.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self.dtype() {
            Some(dtype) => match dtype.size() {
                Some(size) => size,
                None => 0,
            },
            None => 0,
        }
    }

    /// Whether it is a float.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self.dtype(), Some(dtype) if matches!(dtype.kind(), DTypeKind::Float))
    }
}
