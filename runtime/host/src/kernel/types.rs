//! Rust types that represent MLIR types.

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
    /// `i1`: 0 or 1.
    I1,
    /// `i8`.
    I8,
    /// `i16`.
    I16,
    /// `i32`.
    I32,
    /// `i64`.
    I64,
    /// `ui8`.
    UI8,
    /// `ui16`.
    UI16,
    /// `ui32`.
    UI32,
    /// `ui64`.
    UI64,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
}

impl ScalarType {
    /// The MLIR type.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Chain => Chain::NAME,
            Self::I1 => bool::NAME,
            Self::I8 => i8::NAME,
            Self::I16 => i16::NAME,
            Self::I32 => i32::NAME,
            Self::I64 => i64::NAME,
            Self::UI8 => u8::NAME,
            Self::UI16 => u16::NAME,
            Self::UI32 => u32::NAME,
            Self::UI64 => u64::NAME,
            Self::F32 => f32::NAME,
            Self::F64 => f64::NAME,
        }
    }
}

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
}

/// The suffix of the name of a type family.
const ANY_PARAMETERS: &str = "<..>";

/// Whether this is the name of a type family.
#[must_use]
pub fn is_type_family(name: &str) -> bool {
    name.ends_with(ANY_PARAMETERS)
}

/// The name of the family that a parametric MLIR type belongs to.
pub(super) fn type_family(ty: &str) -> Option<String> {
    let (name, _) = ty.strip_suffix('>')?.split_once('<')?;
    Some(format!("{name}{ANY_PARAMETERS}"))
}

/// Whether an MLIR type is the type of that name, or belongs to the family of that name.
#[must_use]
pub fn is_of_type(ty: &str, name: &str) -> bool {
    ty == name || (is_type_family(name) && type_family(ty).is_some_and(|family| family == name))
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

macro_rules! scalar {
    ($($rust:ty, $name:literal, $scalar:ident, $to:expr, $from:expr;)*) => {$(
        impl KernelType for $rust {
            const NAME: &'static str = $name;
            const SCALAR: Option<ScalarType> = Some(ScalarType::$scalar);
            #[inline(always)]
            fn to_bits(&self) -> u64 {
                ($to)(*self)
            }
            #[inline(always)]
            fn from_bits(bits: u64) -> Option<Self> {
                ($from)(bits)
            }
        }
    )*};
}

scalar! {
    Chain, "!tfrt.chain", Chain, |_| 0, |_| Some(Chain);
    bool, "i1", I1, |v: bool| u64::from(v), |b| match b { 0 => Some(false), 1 => Some(true), _ => None };
    i8, "i8", I8, |v: i8| u64::from(v as u8), |b: u64| Some(b as u8 as i8);
    i16, "i16", I16, |v: i16| u64::from(v as u16), |b: u64| Some(b as u16 as i16);
    i32, "i32", I32, |v: i32| u64::from(v as u32), |b: u64| Some(b as u32 as i32);
    i64, "i64", I64, |v: i64| v as u64, |b: u64| Some(b as i64);
    u8, "ui8", UI8, u64::from, |b: u64| Some(b as u8);
    u16, "ui16", UI16, u64::from, |b: u64| Some(b as u16);
    u32, "ui32", UI32, u64::from, |b: u64| Some(b as u32);
    u64, "ui64", UI64, |v: u64| v, Some;
    f32, "f32", F32, |v: f32| u64::from(v.to_bits()), |b: u64| Some(f32::from_bits(b as u32));
    f64, "f64", F64, f64::to_bits, |b: u64| Some(f64::from_bits(b));
}

/// Boxes a scalar as an async value of its Rust type.
pub(super) fn box_scalar(scalar: ScalarType, bits: u64) -> crate::value::AnyRef {
    use crate::value::AsyncRef;
    fn boxed<T: KernelType>(bits: u64) -> crate::value::AnyRef {
        match T::from_bits(bits) {
            Some(value) => AsyncRef::available(value).into_any(),
            None => crate::value::AnyRef::from_error(crate::error::Error::bug("bits are no value")),
        }
    }
    match scalar {
        ScalarType::Chain => boxed::<Chain>(bits),
        ScalarType::I1 => boxed::<bool>(bits),
        ScalarType::I8 => boxed::<i8>(bits),
        ScalarType::I16 => boxed::<i16>(bits),
        ScalarType::I32 => boxed::<i32>(bits),
        ScalarType::I64 => boxed::<i64>(bits),
        ScalarType::UI8 => boxed::<u8>(bits),
        ScalarType::UI16 => boxed::<u16>(bits),
        ScalarType::UI32 => boxed::<u32>(bits),
        ScalarType::UI64 => boxed::<u64>(bits),
        ScalarType::F32 => boxed::<f32>(bits),
        ScalarType::F64 => boxed::<f64>(bits),
    }
}
