//! What is computed with numbers, by the numeric contract: integers wrap, floats follow IEEE 754 and
//! every operation rounds.

/// An element type with arithmetic.
pub trait Arithmetic: Copy + PartialOrd {
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The sum; of integers, wrapping.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The product; of integers, wrapping.
    #[must_use]
    fn times(self, other: Self) -> Self;
    /// The quotient by a number of elements; of integers, truncated, and `None` by zero.
    #[must_use]
    fn shared_by(self, count: usize) -> Option<Self>;
    /// Zero if the element is negative, else the element. NaN and -0 stay.
    #[must_use]
    fn relu(self) -> Self {
        if self < Self::ZERO { Self::ZERO } else { self }
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Arithmetic for $integer {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            fn shared_by(self, count: usize) -> Option<Self> {
                let quotient = i128::from(self).checked_div(i128::try_from(count).ok()?)?;
                Self::try_from(quotient).ok()
            }
        }
    )*};
}

integers! { i32 i64 }

impl Arithmetic for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self + other
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self * other
    }
    fn shared_by(self, count: usize) -> Option<Self> {
        Some(self / count as f32)
    }
}
