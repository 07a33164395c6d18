//! Greatest and least numbers. Of floats, NaN is greater and less than all others, and +0 is greater than
//! -0, so that they do not depend on an order.

/// Numbers of which one is the greatest.
///
/// ```
/// use tfrt_numeric::Extremes;
/// assert_eq!(1.5_f32.greatest(-0.5), 1.5);
/// assert!(f32::NAN.greatest(1.0).is_nan() && f32::NAN.least(1.0).is_nan());
/// assert!((-0.0_f64).greatest(0.0).is_sign_positive());
/// ```
pub trait Extremes: Copy + PartialOrd {
    /// What no number is less than.
    const LEAST: Self;
    /// What no number is greater than.
    const GREATEST: Self;
    /// The greatest of both.
    #[must_use]
    fn greatest(self, other: Self) -> Self;
    /// The least of both.
    #[must_use]
    fn least(self, other: Self) -> Self;
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Extremes for $integer {
            const LEAST: Self = Self::MIN;
            const GREATEST: Self = Self::MAX;
            #[inline(always)]
            fn greatest(self, other: Self) -> Self {
                if other > self { other } else { self }
            }
            #[inline(always)]
            fn least(self, other: Self) -> Self {
                if other < self { other } else { self }
            }
        }
    )*};
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

macro_rules! floats {
    ($($float:ty)*) => {$(
        impl Extremes for $float {
            const LEAST: Self = Self::NEG_INFINITY;
            const GREATEST: Self = Self::INFINITY;
            #[inline(always)]
            fn greatest(self, other: Self) -> Self {
                // Of zeros with different signs, or equal numbers.
                let equal = Self::from_bits(self.to_bits() & other.to_bits());
                let value = if other > self { other } else { equal };
                let value = if self > other { self } else { value };
                let value = if other.is_nan() { other } else { value };
                if self.is_nan() { self } else { value }
            }
            #[inline(always)]
            fn least(self, other: Self) -> Self {
                let equal = Self::from_bits(self.to_bits() | other.to_bits());
                let value = if other < self { other } else { equal };
                let value = if self < other { self } else { value };
                let value = if other.is_nan() { other } else { value };
                if self.is_nan() { self } else { value }
            }
        }
    )*};
}

floats! { f32 f64 }
