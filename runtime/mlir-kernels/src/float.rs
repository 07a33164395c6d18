//! The floats of MLIR: `f16`, `bf16`, `f32` and `f64`. Arithmetic on the first two is computed in
//! `f32` and rounded once, which gives the correctly rounded result: `f32` has more than twice the
//! digits of either, and two more.

use std::ops::{Add, Div, Mul, Rem, Sub};
use tfrt_kernels::number::{Bf16, F16};

/// A float of up to 64 bits.
///
/// ```
/// use tfrt_kernels::number::F16;
/// use tfrt_mlir_kernels::Float;
/// assert_eq!(F16(0x3C01).to_f64(), 1.0 + 2.0_f64.powi(-10));
/// assert_eq!(F16::from_f64(1.0 + 2.0_f64.powi(-11)), F16(0x3C00)); // halfway: to even
/// assert_eq!(f32::from_integer(u64::MAX, true), -18_446_744_073_709_551_616.0);
/// ```
pub trait Float: Copy {
    /// What arithmetic is computed in.
    type Work: Real;
    /// The least normal value that is greater than zero.
    const LEAST_NORMAL: f64;
    /// The value to compute with.
    #[must_use]
    fn work(self) -> Self::Work;
    /// The nearest value, ties to even.
    #[must_use]
    fn rounded(work: Self::Work) -> Self;
    /// The same value.
    #[must_use]
    fn to_f64(self) -> f64;
    /// The nearest value, ties to even.
    #[must_use]
    fn from_f64(value: f64) -> Self;
    /// `a` times `b` plus `c`, rounded once.
    #[must_use]
    #[inline]
    fn fused(a: Self, b: Self, c: Self) -> Self {
        // The product is exact. Of a sum that is not, the double with the odd mantissa is on the same
        // side of every value of the narrower type, and of every point halfway between two.
        let product = a.to_f64() * b.to_f64();
        let c = c.to_f64();
        let sum = product + c;
        let part = sum - product;
        let lost = (product - (sum - part)) + (c - part);
        let bits = sum.to_bits();
        if lost == 0.0 || !sum.is_finite() || bits & 1 == 1 {
            return Self::from_f64(sum);
        }
        let up = (lost > 0.0) == (sum > 0.0);
        Self::from_f64(f64::from_bits(if up { bits + 1 } else { bits - 1 }))
    }
    /// The nearest value to an integer, ties to even.
    #[must_use]
    fn from_integer(magnitude: u64, negative: bool) -> Self {
        // Bits that a double has no place for are joined to its lowest, so that it lies on the same
        // side of every value of the narrower type, and of every point halfway between two.
        let excess = (64 - magnitude.leading_zeros()).saturating_sub(53);
        let kept = magnitude >> excess << excess;
        let double = (kept | u64::from(kept != magnitude) << excess) as f64;
        Self::from_f64(if negative { -double } else { double })
    }
}

/// `f32` or `f64`: what the processor computes with.
pub trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
{
    /// Whether it is NaN.
    #[must_use]
    fn is_nan(self) -> bool;
    /// Whether the sign bit is set.
    #[must_use]
    fn is_sign_negative(self) -> bool;
    /// The same with the other sign.
    #[must_use]
    fn negated(self) -> Self;
    /// Without sign.
    #[must_use]
    fn magnitude(self) -> Self;
    /// With that sign.
    #[must_use]
    fn with_sign_of(self, sign: Self) -> Self;
    /// The least integer that is not less.
    #[must_use]
    fn rounded_up(self) -> Self;
    /// The greatest integer that is not greater.
    #[must_use]
    fn rounded_down(self) -> Self;
    /// The integer toward zero.
    #[must_use]
    fn rounded_toward_zero(self) -> Self;
    /// The nearest integer, ties away from zero.
    #[must_use]
    fn rounded_away(self) -> Self;
    /// The nearest integer, ties to even.
    #[must_use]
    fn rounded_to_even(self) -> Self;
    /// The square root.
    #[must_use]
    fn root(self) -> Self;
}

macro_rules! reals {
    ($($float:ty)*) => {$(
        impl Real for $float {
            #[inline]
            fn is_nan(self) -> bool {
                self.is_nan()
            }
            #[inline]
            fn is_sign_negative(self) -> bool {
                self.is_sign_negative()
            }
            #[inline]
            fn negated(self) -> Self {
                -self
            }
            #[inline]
            fn magnitude(self) -> Self {
                self.abs()
            }
            #[inline]
            fn with_sign_of(self, sign: Self) -> Self {
                self.copysign(sign)
            }
            #[inline]
            fn rounded_up(self) -> Self {
                self.ceil()
            }
            #[inline]
            fn rounded_down(self) -> Self {
                self.floor()
            }
            #[inline]
            fn rounded_toward_zero(self) -> Self {
                self.trunc()
            }
            #[inline]
            fn rounded_away(self) -> Self {
                self.round()
            }
            #[inline]
            fn rounded_to_even(self) -> Self {
                self.round_ties_even()
            }
            #[inline]
            fn root(self) -> Self {
                self.sqrt()
            }
        }
    )*};
}

reals!(f32 f64);

impl Float for f32 {
    type Work = Self;
    const LEAST_NORMAL: f64 = Self::MIN_POSITIVE as f64;
    #[inline]
    fn work(self) -> Self {
        self
    }
    #[inline]
    fn rounded(work: Self) -> Self {
        work
    }
    #[inline]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
    #[inline]
    fn from_f64(value: f64) -> Self {
        value as Self
    }
    #[inline]
    fn from_integer(magnitude: u64, negative: bool) -> Self {
        if negative { -(magnitude as Self) } else { magnitude as Self }
    }
}

impl Float for f64 {
    type Work = Self;
    const LEAST_NORMAL: f64 = Self::MIN_POSITIVE;
    #[inline]
    fn fused(a: Self, b: Self, c: Self) -> Self {
        a.mul_add(b, c)
    }
    #[inline]
    fn work(self) -> Self {
        self
    }
    #[inline]
    fn rounded(work: Self) -> Self {
        work
    }
    #[inline]
    fn to_f64(self) -> f64 {
        self
    }
    #[inline]
    fn from_f64(value: f64) -> Self {
        value
    }
    #[inline]
    fn from_integer(magnitude: u64, negative: bool) -> Self {
        if negative { -(magnitude as Self) } else { magnitude as Self }
    }
}

macro_rules! halves {
    ($($float:ty, $least_normal:expr;)*) => {$(
        impl Float for $float {
            type Work = f32;
            const LEAST_NORMAL: f64 = $least_normal;
            #[inline]
            fn work(self) -> f32 {
                self.to_f32()
            }
            #[inline]
            fn rounded(work: f32) -> Self {
                Self::from_f64(f64::from(work))
            }
            #[inline]
            fn to_f64(self) -> f64 {
                f64::from(self.to_f32())
            }
            #[inline]
            fn from_f64(value: f64) -> Self {
                Self::from_f64(value)
            }
        }
    )*};
}

halves! {
    F16, 1.0 / 16_384.0;
    Bf16, f32::MIN_POSITIVE as f64;
}
