//! Element types.
#![expect(unsafe_code, reason = "says that complex numbers are plain bytes")]

use bytemuck::{Pod, Zeroable};
use half::{bf16, f16};
use std::fmt;
use tfrt_bef::DType;

/// A Rust type that is an element of dense tensors.
///
/// ```
/// use tfrt_tensor::{DenseHostTensor, Element, TensorError};
///
/// fn first<T: Element>(tensor: &DenseHostTensor) -> Result<Option<T>, TensorError> {
///     Ok(tensor.to_vec::<T>()?.first().copied())
/// }
/// ```
pub trait Element: Pod + PartialEq + Send + Sync + fmt::Debug {
    /// The element type.
    const DTYPE: DType;

    /// Writes the element as tensors print it.
    ///
    /// # Errors
    /// Those of the formatter.
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Whether both are equal or, for floats, `|x-y| <= eps * |x+y| * ulps` or the difference is
    /// less than the smallest normal number. NaN is close to nothing.
    #[must_use]
    fn is_close(self, other: Self, ulps: u32) -> bool {
        let _ = ulps;
        self == other
    }
}

/// A truth value as tensors store it: a byte, true unless zero.
///
/// ```
/// use tfrt_tensor::I1;
/// assert!(bool::from(I1::from(true)));
/// ```
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(transparent)]
pub struct I1(u8);

impl From<bool> for I1 {
    fn from(value: bool) -> Self {
        Self(value.into())
    }
}

impl From<I1> for bool {
    fn from(value: I1) -> Self {
        value.0 != 0
    }
}

impl PartialEq for I1 {
    fn eq(&self, other: &Self) -> bool {
        bool::from(*self) == bool::from(*other)
    }
}

/// A complex number: its real and imaginary part.
///
/// ```
/// use tfrt_tensor::Complex;
/// let number = Complex { re: 1.0_f32, im: -2.0 };
/// assert_eq!(number.im, -2.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Complex<T> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

// SAFETY: two floats without padding, as `repr(C)` lays them out; all bytes zero are two zeros.
unsafe impl Zeroable for Complex<f32> {}
// SAFETY: as above; floats may have any bits.
unsafe impl Pod for Complex<f32> {}
// SAFETY: as above.
unsafe impl Zeroable for Complex<f64> {}
// SAFETY: as above.
unsafe impl Pod for Complex<f64> {}

/// C's `%e` with six decimals: at least two digits of exponent, `INF`, `nan`.
fn scientific(value: f64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if value.is_nan() {
        return f.write_str("nan");
    }
    if value.is_infinite() {
        return f.write_str(if value > 0.0 { "INF" } else { "-INF" });
    }
    let text = format!("{value:.6e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = exponent.strip_prefix('-').map_or(('+', exponent), |rest| ('-', rest));
    write!(f, "{mantissa}e{sign}{digits:0>2}")
}

macro_rules! integers {
    ($($rust:ty, $dtype:ident;)*) => {$(
        impl Element for $rust {
            const DTYPE: DType = DType::$dtype;
            fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self}")
            }
        }
    )*};
}

integers! {
    u8, Ui8; u16, Ui16; u32, Ui32; u64, Ui64;
    i8, I8; i16, I16; i32, I32; i64, I64;
}

impl Element for I1 {
    const DTYPE: DType = DType::I1;
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if bool::from(*self) { "1" } else { "0" })
    }
}

macro_rules! floats {
    ($($rust:ident, $dtype:ident;)*) => {$(
        impl Element for $rust {
            const DTYPE: DType = DType::$dtype;
            fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                scientific((*self).into(), f)
            }
            fn is_close(self, other: Self, ulps: u32) -> bool {
                let difference = (self - other).abs();
                // Exact for the few values that programs can name.
                let ulps = ulps as $rust;
                difference <= $rust::EPSILON * (self + other).abs() * ulps
                    || difference < $rust::MIN_POSITIVE
            }
        }
    )*};
}

floats! { f32, F32; f64, F64; }

macro_rules! complex {
    ($($part:ident, $dtype:ident;)*) => {$(
        impl Element for Complex<$part> {
            const DTYPE: DType = DType::$dtype;
            fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("(")?;
                self.re.print(f)?;
                f.write_str(",")?;
                self.im.print(f)?;
                f.write_str(")")
            }
            fn is_close(self, other: Self, ulps: u32) -> bool {
                self.re.is_close(other.re, ulps) && self.im.is_close(other.im, ulps)
            }
        }
    )*};
}

complex! { f32, Complex64; f64, Complex128; }

impl Element for f16 {
    const DTYPE: DType = DType::F16;
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fp16({})", self.to_bits())
    }
}

impl Element for bf16 {
    const DTYPE: DType = DType::Bf16;
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bf16({})", self.to_bits())
    }
}

/// The name of an element type as tensors print it.
#[must_use]
pub fn dtype_name(dtype: DType) -> &'static str {
    match dtype {
        DType::Ui8 => "u8",
        DType::Ui16 => "u16",
        DType::Ui32 => "u32",
        DType::Ui64 => "u64",
        DType::I1 => "i1",
        DType::I8 => "i8",
        DType::I16 => "i16",
        DType::I32 => "i32",
        DType::I64 => "i64",
        DType::F32 => "f32",
        DType::F64 => "f64",
        DType::Complex64 => "complex64",
        DType::Complex128 => "complex128",
        DType::F16 => "f16",
        DType::Bf16 => "bf16",
        DType::String => "str",
        DType::Resource => "resource",
        DType::Variant => "variant",
        DType::Qui8 => "qu8",
        DType::Qui16 => "qu16",
        DType::Qi8 => "qi8",
        DType::Qi16 => "qi16",
        DType::Qi32 => "qi32",
    }
}

/// Calls a generic function with the Rust type of the elements' type, if it has one.
macro_rules! with_element {
    ($dtype:expr, $T:ident => $call:expr) => {{
        use tfrt_bef::DType;
        match $dtype {
            DType::Ui8 => {
                type $T = u8;
                Some($call)
            }
            DType::Ui16 => {
                type $T = u16;
                Some($call)
            }
            DType::Ui32 => {
                type $T = u32;
                Some($call)
            }
            DType::Ui64 => {
                type $T = u64;
                Some($call)
            }
            DType::I1 => {
                type $T = $crate::I1;
                Some($call)
            }
            DType::I8 => {
                type $T = i8;
                Some($call)
            }
            DType::I16 => {
                type $T = i16;
                Some($call)
            }
            DType::I32 => {
                type $T = i32;
                Some($call)
            }
            DType::I64 => {
                type $T = i64;
                Some($call)
            }
            DType::F32 => {
                type $T = f32;
                Some($call)
            }
            DType::F64 => {
                type $T = f64;
                Some($call)
            }
            DType::Complex64 => {
                type $T = $crate::Complex<f32>;
                Some($call)
            }
            DType::Complex128 => {
                type $T = $crate::Complex<f64>;
                Some($call)
            }
            DType::F16 => {
                type $T = half::f16;
                Some($call)
            }
            DType::Bf16 => {
                type $T = half::bf16;
                Some($call)
            }
            _ => None,
        }
    }};
}
pub(crate) use with_element;

/// What addresses of elements are multiples of.
pub(crate) fn alignment(dtype: DType) -> usize {
    with_element!(dtype, T => align_of::<T>()).unwrap_or(1)
}

/// An element as text.
pub(crate) struct Printed<'a, T>(pub(crate) &'a T);

impl<T: Element> fmt::Display for Printed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.print(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_print_as_in_c() {
        let text = |value: f64| Printed(&value).to_string();
        assert_eq!(text(1.0), "1.000000e+00");
        assert_eq!(text(-0.0), "-0.000000e+00");
        assert_eq!(text(1.5e-300), "1.500000e-300");
        assert_eq!(text(f64::NAN), "nan");
        assert_eq!((text(f64::INFINITY), text(f64::NEG_INFINITY)), ("INF".into(), "-INF".into()));
        assert_eq!(Printed(&0.1_f32).to_string(), "1.000000e-01");
        assert_eq!(Printed(&I1::from(true)).to_string(), "1");
        assert_eq!(Printed(&f16::from_f32(1.0)).to_string(), "fp16(15360)");
        assert_eq!(Printed(&bf16::from_f32(1.0)).to_string(), "bf16(16256)");
        let complex = Complex { re: 1.0_f32, im: -0.5 };
        assert_eq!(Printed(&complex).to_string(), "(1.000000e+00,-5.000000e-01)");
    }

    #[test]
    fn closeness_is_relative_to_the_sum() {
        assert!(1.0_f32.is_close(1.000_000_2, 2));
        assert!(!1.0_f32.is_close(1.01, 2) && 1.0_f32.is_close(1.01, 100_000));
        assert!(0.0_f32.is_close(-0.0, 2) && 1e-40_f32.is_close(-1e-40, 2));
        assert!(!f32::NAN.is_close(f32::NAN, 2));
        assert!(!f64::INFINITY.is_close(f64::INFINITY, 2));
        assert!(!7_i32.is_close(8, 100_000));
    }
}
