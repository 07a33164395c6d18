//! What is computed with numbers, by the numeric contract: integers wrap, floats follow IEEE 754 and
//! every operation rounds.

use crate::registers::{Fused, Lanes, Register, wide};
use std::cell::Cell;
use std::thread::LocalKey;

/// A number with arithmetic: a scalar, or an element of a slice.
///
/// ```
/// use tfrt_numeric::Arithmetic;
/// assert_eq!(i32::MAX.plus(1), i32::MIN);
/// assert_eq!(0.5_f32.times(4.0), 2.0);
/// ```
pub trait Arithmetic: Fused + PartialOrd + 'static {
    /// A register of AVX2.
    #[doc(hidden)]
    type Avx2: Register<Self>;
    /// A register of AVX-512.
    #[doc(hidden)]
    type Avx512: Register<Self>;
    /// Room for what a kernel copies, that each thread has once and keeps: who takes it gives it back.
    #[doc(hidden)]
    fn room() -> &'static LocalKey<Cell<Vec<Self>>>;
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The sum; of integers, wrapping.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The difference; of integers, wrapping.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// The product; of integers, wrapping.
    #[must_use]
    fn times(self, other: Self) -> Self;
    /// The quotient; of integers, truncated and wrapping, and `None` by zero.
    #[must_use]
    fn over(self, other: Self) -> Option<Self>;
    /// The quotient by a number of elements; of integers, truncated, and `None` by zero.
    #[must_use]
    fn shared_by(self, count: usize) -> Option<Self>;
    /// Without sign; of the least integer, itself.
    #[must_use]
    fn size(self) -> Self;
    /// Zero if the element is negative, else the element. NaN and -0 stay.
    #[must_use]
    fn relu(self) -> Self {
        if self < Self::ZERO { Self::ZERO } else { self }
    }
}

macro_rules! room {
    ($number:ty) => {
        fn room() -> &'static LocalKey<Cell<Vec<Self>>> {
            thread_local! {
                static ROOM: Cell<Vec<$number>> = const { Cell::new(Vec::new()) };
            }
            &ROOM
        }
    };
}

macro_rules! integers {
    ($size:ident: $($integer:ty)*) => {$(
        impl Fused for $integer {
            #[inline(always)]
            fn fused(self, factor: Self, other: Self) -> Self {
                self.wrapping_add(factor.wrapping_mul(other))
            }
        }

        impl Arithmetic for $integer {
            type Avx2 = Lanes<Self, 8>;
            type Avx512 = Lanes<Self, 16>;
            room!($integer);
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline(always)]
            fn over(self, other: Self) -> Option<Self> {
                (other != 0).then(|| self.wrapping_div(other))
            }
            #[inline(always)]
            fn size(self) -> Self {
                $size!(self)
            }
            fn shared_by(self, count: usize) -> Option<Self> {
                let quotient = i128::from(self).checked_div(i128::try_from(count).ok()?)?;
                Self::try_from(quotient).ok()
            }
        }
    )*};
}

macro_rules! signed {
    ($number:expr) => {
        $number.wrapping_abs()
    };
}

macro_rules! unsigned {
    ($number:expr) => {
        $number
    };
}

integers! { signed: i8 i16 i32 i64 }
integers! { unsigned: u8 u16 u32 u64 }

macro_rules! floats {
    ($($float:ident of $avx2:ident $avx512:ident)*) => {$(
        impl Fused for $float {
            #[inline(always)]
            fn fused(self, factor: Self, other: Self) -> Self {
                factor.mul_add(other, self)
            }
        }

        impl Arithmetic for $float {
            type Avx2 = wide::$avx2;
            type Avx512 = wide::$avx512;
            room!($float);
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self - other
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn over(self, other: Self) -> Option<Self> {
                Some(self / other)
            }
            #[inline(always)]
            fn size(self) -> Self {
                self.abs()
            }
            fn shared_by(self, count: usize) -> Option<Self> {
                Some(self / count as Self)
            }
        }
    )*};
}

floats! { f32 of Avx2F32 Avx512F32  f64 of Avx2F64 Avx512F64 }
