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
        }
    )*};
}

reals!(f32 f64);

impl Float for f32 {
    type Work = Self;
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
    ($($float:ty)*) => {$(
        impl Float for $float {
            type Work = f32;
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

halves!(F16 Bf16);
