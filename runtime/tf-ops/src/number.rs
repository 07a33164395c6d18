//! Element types: groups of them, and what is computed with each.

use bytemuck::Zeroable;
use half::f16;
use tfrt_numeric::{Arithmetic, Float};
use tfrt_tensor::{Complex, DType, DTypeKind, Element};

/// Whether elements of the type are integers or floats: `i1`, `bf16` and complex numbers are not among them.
pub(crate) fn is_numeric(dtype: DType) -> bool {
    let number = matches!(dtype.kind(), DTypeKind::Signed | DTypeKind::Unsigned | DTypeKind::Float);
    number && dtype != DType::Bf16
}

/// Evaluates an expression for the Rust type `T` of an element type of a group; `None` for another type.
macro_rules! with_type {
    (any of $of:expr, $T:ident => $call:expr; $($dtype:ident $rust:ty),*) => {
        match $of {
            $(tfrt_tensor::DType::$dtype => {
                type $T = $rust;
                Some($call)
            })*
            _ => None,
        }
    };
    (float $of:expr, $T:ident => $call:expr) => {
        $crate::number::with_type!(any of $of, $T => $call; F32 f32, F64 f64)
    };
    (numeric $of:expr, $T:ident => $call:expr) => {
        $crate::number::with_type!(
            any of $of, $T => $call;
            Ui8 u8, Ui16 u16, Ui32 u32, Ui64 u64, I8 i8, I16 i16, I32 i32, I64 i64,
            F16 half::f16, F32 f32, F64 f64
        )
    };
    (arithmetic $of:expr, $T:ident => $call:expr) => {
        $crate::number::with_type!(
            any of $of, $T => $call;
            Ui8 u8, Ui16 u16, Ui32 u32, Ui64 u64, I8 i8, I16 i16, I32 i32, I64 i64,
            F16 half::f16, F32 f32, F64 f64,
            Complex64 tfrt_tensor::Complex<f32>, Complex128 tfrt_tensor::Complex<f64>
        )
    };
}
pub(crate) use with_type;

/// Evaluates an expression for the unsigned integer `T` of the size of an element type's elements; `None` for another
/// type.
macro_rules! with_bits {
    ($of:expr, $T:ident => $call:expr) => {
        match $of.size() {
            Some(1) => {
                type $T = u8;
                Some($call)
            }
            Some(2) => {
                type $T = u16;
                Some($call)
            }
            Some(4) => {
                type $T = u32;
                Some($call)
            }
            Some(8) => {
                type $T = u64;
                Some($call)
            }
            _ => None,
        }
    };
}
pub(crate) use with_bits;

/// A number: an integer, which wraps, a float, of which `f16` is computed in `f32` and rounded once, or a complex
/// number.
///
/// ```
/// use tfrt_tf_ops::Number;
/// assert_eq!((i8::MAX.plus(1), 7_u8.over(0)), (i8::MIN, None));
/// ```
pub trait Number: Element + Zeroable {
    /// The sum.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The difference.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// The product.
    #[must_use]
    fn times(self, other: Self) -> Self;
    /// The quotient; of integers, truncated, and `None` by zero.
    #[must_use]
    fn over(self, other: Self) -> Option<Self>;
}

/// A number that is not complex.
///
/// ```
/// use tfrt_tf_ops::Real;
/// assert_eq!(f32::rounded(0.5_f32.work()), 0.5);
/// ```
pub trait Real: Number + PartialOrd {
    /// What sums are computed in.
    type Work: Arithmetic + Element;
    /// The number to compute with.
    #[must_use]
    fn work(self) -> Self::Work;
    /// The nearest number.
    #[must_use]
    fn rounded(work: Self::Work) -> Self;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Number for $number {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                Arithmetic::plus(self, other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                Arithmetic::minus(self, other)
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                Arithmetic::times(self, other)
            }
            #[inline(always)]
            fn over(self, other: Self) -> Option<Self> {
                Arithmetic::over(self, other)
            }
        }

        impl Real for $number {
            type Work = Self;
            #[inline(always)]
            fn work(self) -> Self {
                self
            }
            #[inline(always)]
            fn rounded(work: Self) -> Self {
                work
            }
        }
    )*};
}

numbers! { u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 }

impl Number for f16 {
    fn plus(self, other: Self) -> Self {
        Float::rounded(Float::work(self) + Float::work(other))
    }
    fn minus(self, other: Self) -> Self {
        Float::rounded(Float::work(self) - Float::work(other))
    }
    fn times(self, other: Self) -> Self {
        Float::rounded(Float::work(self) * Float::work(other))
    }
    fn over(self, other: Self) -> Option<Self> {
        Some(Float::rounded(Float::work(self) / Float::work(other)))
    }
}

impl Real for f16 {
    type Work = f32;
    fn work(self) -> f32 {
        Float::work(self)
    }
    fn rounded(work: f32) -> Self {
        Float::rounded(work)
    }
}

macro_rules! complex {
    ($($real:ty, $over:expr;)*) => {$(
        impl Number for Complex<$real> {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                Self { re: self.re + other.re, im: self.im + other.im }
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                Self { re: self.re - other.re, im: self.im - other.im }
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                Self {
                    re: self.re * other.re - self.im * other.im,
                    im: self.re * other.im + self.im * other.re,
                }
            }
            fn over(self, other: Self) -> Option<Self> {
                let of: fn(Self, Self) -> Self = $over;
                Some(of(self, other))
            }
        }
    )*};
}

complex! {
    // No square of a single overflows a double.
    f32, |a, b| {
        let wide = |x: Complex<f32>| Complex { re: f64::from(x.re), im: f64::from(x.im) };
        let Complex { re, im } = quotient(wide(a), wide(b));
        Complex { re: f32::nearest(re), im: f32::nearest(im) }
    };
    f64, quotient;
}

/// The quotient by the larger part of the divisor, as NumPy has it: no square overflows.
fn quotient(a: Complex<f64>, b: Complex<f64>) -> Complex<f64> {
    if b.re.abs() < b.im.abs() {
        let ratio = b.re / b.im;
        let scale = 1.0 / (b.im + b.re * ratio);
        return Complex { re: (a.re * ratio + a.im) * scale, im: (a.im * ratio - a.re) * scale };
    }
    if b.re == 0.0 && b.im == 0.0 {
        return Complex { re: a.re / b.re.abs(), im: a.im / b.im.abs() };
    }
    let ratio = b.im / b.re;
    let scale = 1.0 / (b.re + b.im * ratio);
    Complex { re: (a.re + a.im * ratio) * scale, im: (a.im - a.re * ratio) * scale }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_the_types_that_they_are_said_to_have() {
        for &dtype in DType::ALL {
            let numeric = with_type!(numeric dtype, T => T::DTYPE);
            assert_eq!(numeric, is_numeric(dtype).then_some(dtype));
            let arithmetic = with_type!(arithmetic dtype, T => T::DTYPE);
            let expected = is_numeric(dtype) || dtype.kind() == DTypeKind::Complex;
            assert_eq!(arithmetic, expected.then_some(dtype));
        }
        assert_eq!(with_type!(float DType::F16, T => T::DTYPE), None);
        assert_eq!(with_type!(float DType::F64, T => T::DTYPE), Some(DType::F64));
    }

    #[test]
    fn halves_are_rounded_once() {
        let [one, tiny] = [f16::ONE, f16::from_bits(1)];
        assert_eq!(one.plus(tiny), one);
        assert_eq!(f16::MAX.plus(f16::MAX), f16::INFINITY);
        assert_eq!(one.over(f16::ZERO), Some(f16::INFINITY));
    }

    #[test]
    fn complex_quotients_do_not_overflow() {
        let number = |re: f32, im: f32| Complex { re, im };
        let large = number(f32::MAX, f32::MAX);
        assert_eq!(large.over(large), Some(number(1.0, 0.0)));
        assert_eq!(number(5.0, 5.0).over(number(1.0, 2.0)), Some(number(3.0, -1.0)));
        let wide = Complex { re: 1e300, im: 1e300 };
        assert_eq!(wide.over(wide), Some(Complex { re: 1.0, im: 0.0 }));
        let infinite = number(1.0, -1.0).over(number(0.0, 0.0)).unwrap();
        assert_eq!((infinite.re, infinite.im), (f32::INFINITY, f32::NEG_INFINITY));
    }
}
