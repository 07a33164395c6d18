//! The floats of MLIR: `f16`, `bf16`, `f32` and `f64`. Arithmetic on the first two is computed in
//! `f32` and rounded once, which gives the correctly rounded result: `f32` has more than twice the
//! digits of either, and two more.

use half::{bf16, f16};
use std::ops::{Add, Div, Mul, Rem, Sub};

/// A float of up to 64 bits.
///
/// ```
/// use half::f16;
/// use tfrt_numeric::Float;
/// assert_eq!(f16::from_bits(0x3C01).to_f64(), 1.0 + 2.0_f64.powi(-10));
/// assert_eq!(f16::nearest(1.0 + 2.0_f64.powi(-11)), f16::ONE); // halfway: to even
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
    /// The nearest value, ties to even; of NaN, the quiet NaN of its sign.
    #[must_use]
    fn nearest(value: f64) -> Self;
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
            return Self::nearest(sum);
        }
        let up = (lost > 0.0) == (sum > 0.0);
        Self::nearest(f64::from_bits(if up { bits + 1 } else { bits - 1 }))
    }
    /// The nearest value to an integer, ties to even.
    #[must_use]
    fn from_integer(magnitude: u64, negative: bool) -> Self {
        // Bits that a double has no place for are joined to its lowest, so that it lies on the same
        // side of every value of the narrower type, and of every point halfway between two.
        let excess = (64 - magnitude.leading_zeros()).saturating_sub(53);
        let kept = magnitude >> excess << excess;
        let double = (kept | u64::from(kept != magnitude) << excess) as f64;
        Self::nearest(if negative { -double } else { double })
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
    fn nearest(value: f64) -> Self {
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
    fn nearest(value: f64) -> Self {
        value
    }
    #[inline]
    fn from_integer(magnitude: u64, negative: bool) -> Self {
        if negative { -(magnitude as Self) } else { magnitude as Self }
    }
}

macro_rules! halves {
    ($($float:ident, $single:expr;)*) => {$(
        impl Float for $float {
            type Work = f32;
            const LEAST_NORMAL: f64 = $float::MIN_POSITIVE.to_f64_const();
            #[inline]
            fn work(self) -> f32 {
                f32::from_bits($single(u32::from(self.to_bits())))
            }
            #[inline]
            fn rounded(work: f32) -> Self {
                Self::nearest(f64::from(work))
            }
            #[inline]
            fn to_f64(self) -> f64 {
                f64::from(self.work())
            }
            #[inline]
            fn nearest(value: f64) -> Self {
                const FORMAT: Format = Format {
                    fraction: $float::MANTISSA_DIGITS - 1,
                    exponents: ($float::MIN_EXP as i64 - 1, $float::MAX_EXP as i64 - 1),
                };
                Self::from_bits(nearest_bits(value, &FORMAT))
            }
        }
    )*};
}

halves! {
    f16, single_of_half;
    bf16, |bits| bits << 16;
}

/// The bits of the same value in single precision. Those of NaN stay, as no instruction keeps them.
fn single_of_half(bits: u32) -> u32 {
    let (sign, exponent, fraction) = (bits >> 15 << 31, bits >> 10 & 0x1f, bits & 0x3ff);
    let magnitude = match exponent {
        0 => (fraction as f32 / 16_777_216.0).to_bits(),
        0x1f => 0x7f80_0000 | fraction << 13,
        _ => (exponent + 112) << 23 | fraction << 13,
    };
    sign | magnitude
}

/// The format of a float of 16 bits.
struct Format {
    fraction: u32,
    /// The exponents of the least and the greatest normal value.
    exponents: (i64, i64),
}

/// The bits of the nearest value of a format, ties to even. `half` rounds a double on its way through
/// `f32`, or without its last 32 bits, depending on the processor: that is another number in some cases.
fn nearest_bits(value: f64, format: &Format) -> u16 {
    let bits = value.to_bits();
    let sign = ((bits >> 63) as u16) << 15;
    let infinity = 0x7fff >> format.fraction << format.fraction;
    if value.is_nan() {
        return sign | infinity | 1 << (format.fraction - 1);
    }
    let (biased, fraction) = (bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
    let (exponent, mantissa) = match biased {
        0 => (-1022, fraction),
        biased => (biased as i64 - 1023, fraction | 1 << 52),
    };
    let (least, greatest) = format.exponents;
    if exponent > greatest {
        return sign | infinity;
    }
    let scale = exponent.max(least);
    // The mantissa in units of the format's last place, rounded; beyond 54 bits nothing is left.
    let dropped = i64::from(52 - format.fraction) + (scale - exponent);
    let rounded = if dropped > 54 {
        0
    } else {
        let (kept, rest) = (mantissa >> dropped, mantissa & ((1 << dropped) - 1));
        let half = 1 << (dropped - 1);
        kept + u64::from(rest > half || rest == half && kept & 1 == 1)
    };
    // A carry out of the fraction, and the leading bit of a normal value, increase the exponent.
    let exponent = ((scale - least) as u64) << format.fraction;
    sign | (exponent + rounded) as u16
}

#[cfg(test)]
mod tests {
    use super::Float;
    use half::{bf16, f16};

    /// Every value of a type of 16 bits, and every double at which the nearest one changes.
    fn check<T: Float<Work = f32>>(of: fn(u16) -> T, bits: fn(T) -> u16, infinity: u16) {
        let nearest = |value: f64| bits(T::nearest(value));
        for sign in [0, 0x8000] {
            let value = |magnitude: u16| of(sign | magnitude).to_f64();
            for here in 0..infinity {
                assert_eq!(nearest(value(here)), sign | here);
                // What would follow the greatest value is as far from it as the one before.
                let next = match here + 1 {
                    end if end == infinity => 2.0 * value(here) - value(here - 1),
                    next => value(next),
                };
                let halfway = (value(here) + next) / 2.0;
                assert_eq!(nearest(halfway), sign | (here + (here & 1)));
                let [more, less] = [halfway.to_bits() + 1, halfway.to_bits() - 1];
                assert_eq!(nearest(f64::from_bits(more)), sign | (here + 1));
                assert_eq!(nearest(f64::from_bits(less)), sign | here);
            }
            let signed = |value: f64| value.copysign(if sign == 0 { 1.0 } else { -1.0 });
            assert_eq!(nearest(signed(f64::from_bits(1))), sign);
            for large in [f64::MAX, f64::INFINITY, value(infinity)] {
                assert_eq!(nearest(signed(large)), sign | infinity);
            }
            assert_eq!(nearest(signed(f64::NAN)), sign | infinity | quiet_of(infinity));
            for nan in infinity + 1..=0x7fff {
                let payload = u32::from(nan - infinity) << (22 - quiet_of(infinity).ilog2());
                let single = u32::from(sign) << 16 | 0x7f80_0000 | payload;
                assert_eq!(of(sign | nan).work().to_bits(), single);
            }
        }
        assert_eq!(T::LEAST_NORMAL, of(quiet_of(infinity) << 1).to_f64());
    }

    /// The highest bit of the fraction.
    fn quiet_of(infinity: u16) -> u16 {
        (infinity & infinity.wrapping_neg()) >> 1
    }

    #[test]
    fn every_value_is_that_of_the_type() {
        for bits in 0..=u16::MAX {
            let (half, brain) = (f16::from_bits(bits), bf16::from_bits(bits));
            assert!(half.is_nan() || half.work().to_bits() == half.to_f32().to_bits());
            assert!(brain.is_nan() || brain.work().to_bits() == brain.to_f32().to_bits());
        }
    }

    #[test]
    fn doubles_are_rounded_once_and_to_even() {
        check(f16::from_bits, f16::to_bits, 0x7c00);
        check(bf16::from_bits, bf16::to_bits, 0x7f80);
    }

    #[test]
    fn sums_that_are_no_double_are_rounded_once() {
        // The product is halfway between two values, and the third operand decides.
        let (a, b) = (f16::from_f32(1.0 + 1.0 / 1024.0), f16::from_f32(1.5));
        let tiny = f16::from_bits(1);
        let halfway = a.to_f64() * b.to_f64();
        assert_eq!(f16::fused(a, b, tiny).to_f64(), halfway + 1.0 / 2048.0);
        assert_eq!(f16::fused(a, b, -tiny).to_f64(), halfway - 1.0 / 2048.0);
    }
}
