//! Truth values, bits, remainders and powers.

use crate::arithmetic::{combined, try_combined};
use crate::cost;
use crate::element::Scalar;
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr};
use tfrt_numeric::functions;
use tfrt_tensor::{Element, I1, Tensor, pointwise};

/// Ops of truth values.
macro_rules! truths {
    ($($(#[$doc:meta])* $name:ident = $op:literal, $of:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// `shapes [2, 3] and [2] do not broadcast`; a tensor of another element type.
        #[kernel($op, pure, cost = cost::moved(a), assembly = Assembly::TYPED_RESULTS,
            infer = "broadcast(i1) -> i1")]
        pub fn $name(ctx: ExecCtx<'_>, a: &Tensor, b: &Tensor) -> Result<Tensor, KernelError> {
            let of: fn(bool, bool) -> bool = $of;
            combined(ctx, [a, b], |a: I1, b: I1| I1::from(of(a.into(), b.into())))
        }
    )*};
}

truths! {
    /// Whether both are true: ONNX's `And`.
    and = "nn.and", |a, b| a && b;
    /// Whether one or both are true: ONNX's `Or`.
    or = "nn.or", |a, b| a || b;
    /// Whether one is true and the other is not: ONNX's `Xor`.
    xor = "nn.xor", |a, b| a != b;
}

/// Whether the element is false: ONNX's `Not`.
///
/// # Errors
/// A tensor of another element type.
#[kernel("nn.not", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "elementwise(i1) -> i1")]
pub fn not(ctx: ExecCtx<'_>, tensor: Tensor) -> Result<Tensor, KernelError> {
    pointwise(ctx, [tensor], |[a]: [I1; 1]| I1::from(!bool::from(a)))
}

/// An element type of bits.
pub trait Bits: Element {
    /// Bits that are set in both.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Bits that are set in one or both.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Bits that are set in one.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// The other bits.
    #[must_use]
    fn not(self) -> Self;
    /// Shifted toward greater numbers; 0 by a negative number of places, or by the type's bits or more.
    #[must_use]
    fn up(self, places: Self) -> Self;
    /// Shifted toward lesser numbers; by a negative number of places, or by the type's bits or more, every bit
    /// is the sign's.
    #[must_use]
    fn down(self, places: Self) -> Self;
    /// The rest of a division, with the sign of the divisor, or `truncated`, with that of the dividend;
    /// `None` by zero.
    #[must_use]
    fn rest(self, divisor: Self, truncated: bool) -> Option<Self>;
    /// The power, which wraps.
    #[must_use]
    fn power(self, exponent: Self) -> Self;
}

/// Whether a number is less than 0, also of a type that has no such.
fn negative<T: Copy + PartialOrd + Default>(number: T) -> bool {
    number < T::default()
}

macro_rules! bits {
    ($($integer:ty)*) => {$(
        impl Bits for $integer {
            fn and(self, other: Self) -> Self {
                self & other
            }
            fn or(self, other: Self) -> Self {
                self | other
            }
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            fn not(self) -> Self {
                !self
            }
            fn up(self, places: Self) -> Self {
                u32::try_from(places).ok().and_then(|places| self.checked_shl(places)).unwrap_or(0)
            }
            fn down(self, places: Self) -> Self {
                u32::try_from(places).ok().and_then(|places| self.checked_shr(places)).unwrap_or(if negative(self) { !0 } else { 0 })
            }
            fn rest(self, divisor: Self, truncated: bool) -> Option<Self> {
                if divisor == 0 {
                    return None;
                }
                let rest = self.wrapping_rem(divisor);
                let other_sign = rest != 0 && negative(rest) != negative(divisor);
                Some(if other_sign && !truncated { rest.wrapping_add(divisor) } else { rest })
            }
            fn power(self, exponent: Self) -> Self {
                if negative(exponent) {
                    // A fraction, which is truncated.
                    return match self {
                        1 => 1,
                        _ if self.wrapping_add(1) == 0 => if exponent & 1 == 0 { 1 } else { self },
                        _ => 0,
                    };
                }
                let (mut result, mut factor, mut left) = (1 as Self, self, exponent);
                while left > 0 {
                    if left & 1 == 1 {
                        result = result.wrapping_mul(factor);
                    }
                    factor = factor.wrapping_mul(factor);
                    left >>= 1;
                }
                result
            }
        }
    )*};
}

bits! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// Ops of bits.
macro_rules! bitwise {
    ($($(#[$doc:meta])* $name:ident = $op:literal, $method:ident, $types:tt;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// `shapes [2, 3] and [2] do not broadcast`; a tensor of another element type.
        #[kernel($op, pure, cost = cost::moved(a), assembly = Assembly::TYPED_RESULTS,
            infer = "broadcast({T}) -> {T}", T = $types)]
        pub fn $name<T: Bits>(
            ctx: ExecCtx<'_>,
            a: &Tensor,
            b: &Tensor,
        ) -> Result<Tensor, KernelError> {
            combined(ctx, [a, b], |a: T, b: T| a.$method(b))
        }
    )*};
}

bitwise! {
    /// The bits that are set in both: ONNX's `BitwiseAnd`.
    bitwise_and = "nn.bitwise_and.{T}", and, [i8, i16, i32, i64, u8, u16, u32, u64];
    /// The bits that are set in one or both: ONNX's `BitwiseOr`.
    bitwise_or = "nn.bitwise_or.{T}", or, [i8, i16, i32, i64, u8, u16, u32, u64];
    /// The bits that are set in one: ONNX's `BitwiseXor`.
    bitwise_xor = "nn.bitwise_xor.{T}", xor, [i8, i16, i32, i64, u8, u16, u32, u64];
    /// Shifted toward greater numbers: ONNX's `BitShift` with `LEFT`. By more places than there are, it is 0.
    shift_left = "nn.shift_left.{T}", up, [i8, i16, i32, i64, u8, u16, u32, u64];
    /// Shifted toward lesser numbers: ONNX's `BitShift` with `RIGHT`. By more places than there are, the sign is left.
    shift_right = "nn.shift_right.{T}", down, [i8, i16, i32, i64, u8, u16, u32, u64];
}

/// The other bits: ONNX's `BitwiseNot`.
///
/// # Errors
/// A tensor of another element type.
#[kernel("nn.bitwise_not.{T}", pure, cost = cost::moved(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "elementwise({T}) -> {T}", T = [i8, i16, i32, i64, u8, u16, u32, u64])]
pub fn bitwise_not<T: Bits>(ctx: ExecCtx<'_>, tensor: Tensor) -> Result<Tensor, KernelError> {
    pointwise(ctx, [tensor], |[a]: [T; 1]| a.not())
}

/// An element type with remainders and powers.
pub trait Power: Element {
    /// The rest of a division, with the sign of the divisor, or `truncated`, with that of the dividend;
    /// `None` of integers by zero.
    #[must_use]
    fn remainder(self, divisor: Self, truncated: bool) -> Option<Self>;
    /// The power; of integers, it wraps.
    #[must_use]
    fn raised(self, exponent: Self) -> Self;
}

macro_rules! powers_of_integers {
    ($($integer:ty)*) => {$(
        impl Power for $integer {
            fn remainder(self, divisor: Self, truncated: bool) -> Option<Self> {
                self.rest(divisor, truncated)
            }
            fn raised(self, exponent: Self) -> Self {
                self.power(exponent)
            }
        }
    )*};
}

powers_of_integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

macro_rules! powers_of_floats {
    ($($float:ty, $work:ty;)*) => {$(
        impl Power for $float {
            fn remainder(self, divisor: Self, truncated: bool) -> Option<Self> {
                let divisor: $work = divisor.work();
                let rest = self.work() % divisor;
                let other_sign = rest != 0.0 && (rest < 0.0) != (divisor < 0.0);
                Some(Self::rounded_from(if other_sign && !truncated { rest + divisor } else { rest }))
            }
            fn raised(self, exponent: Self) -> Self {
                let power = functions::pow(self.work().into(), exponent.work().into());
                Self::rounded_from(power as $work)
            }
        }
    )*};
}

powers_of_floats! { f16, f32; bf16, f32; f32, f32; f64, f64; }

/// The rest of a division: ONNX's `Mod`. It has the sign of the divisor or, with `fmod`, that of the dividend.
///
/// # Errors
/// `shapes [2, 3] and [2] do not broadcast`; `Divide by zero`, of integers; a tensor of another element
/// type.
#[kernel("nn.mod.{T}", pure, cost = cost::moved(a), assembly = Assembly::TYPED_RESULTS,
    infer = "broadcast({T}) -> {T} or error",
    T = [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn modulo<T: Power>(
    ctx: ExecCtx<'_>,
    a: &Tensor,
    b: &Tensor,
    fmod: Attr<bool>,
) -> Result<Tensor, KernelError> {
    try_combined(ctx, [a, b], |a: T, b: T| a.remainder(b, fmod.0))
}

/// The powers: ONNX's `Pow` of one element type. Those of integers wrap; to a negative one they are
/// truncated. Those of floats are rounded once.
///
/// # Errors
/// `shapes [2, 3] and [2] do not broadcast`; a tensor of another element type.
#[kernel("nn.pow.{T}", pure, cost = cost::exponential(a), assembly = Assembly::TYPED_RESULTS,
    infer = "broadcast({T}) -> {T}", T = [i32, i64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn pow<T: Power>(ctx: ExecCtx<'_>, a: &Tensor, b: &Tensor) -> Result<Tensor, KernelError> {
    combined(ctx, [a, b], |a: T, b: T| a.raised(b))
}
