//! Element types: what tensors do with those of the one table.

use bytemuck::{Pod, Zeroable};
use half::{bf16, f16};
use num_complex::Complex;
use std::fmt;
use tfrt_bef::{DType, element_types};

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

/// A truth value as tensors store it: a byte, true unless zero. It is not `bool`, because memory that
/// tensors share with others (files, buffers, DLPack) may hold any byte, and change.
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

/// A scalar of programs as tensors store it: as itself, but for truth values.
///
/// ```
/// use tfrt_tensor::{I1, Stored};
/// assert_eq!(true.stored(), I1::from(true));
/// assert_eq!(f64::loaded(0.5), 0.5);
/// ```
pub trait Stored: Copy {
    /// The element.
    type Element: Element;
    /// The scalar of an element.
    #[must_use]
    fn loaded(element: Self::Element) -> Self;
    /// The element of a scalar.
    #[must_use]
    fn stored(self) -> Self::Element;
}

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

macro_rules! elements {
    (
        []
        numbers { $($(#[$doc:meta])*
            $dtype:ident = $id:literal, $mlir:literal, $name:literal,
            $kind:ident, $size:literal, $rust:ident;)* }
        pairs { $($(#[$pair_doc:meta])*
            $pair:ident = $pair_id:literal, $pair_mlir:literal, $pair_name:literal,
            $pair_size:literal, $pair_rust:ty;)* }
        $($others:tt)*
    ) => {
        $(
            elements!(stored $kind $rust);
            elements!(element $kind $dtype $rust);
            const _: () = assert!(size_of::<<$rust as Stored>::Element>() == $size);
        )*
        $(
            elements!(stored Complex $pair_rust);
            impl Element for $pair_rust {
                const DTYPE: DType = DType::$pair;
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
            const _: () = assert!(size_of::<$pair_rust>() == $pair_size);
        )*
    };
    (stored Bool $rust:ty) => {
        impl Stored for $rust {
            type Element = I1;
            #[inline]
            fn loaded(element: I1) -> Self {
                element.into()
            }
            #[inline]
            fn stored(self) -> I1 {
                self.into()
            }
        }
    };
    (stored $kind:ident $rust:ty) => {
        impl Stored for $rust {
            type Element = Self;
            #[inline]
            fn loaded(element: Self) -> Self {
                element
            }
            #[inline]
            fn stored(self) -> Self {
                self
            }
        }
    };
    (element Bool $dtype:ident $rust:ident) => {
        impl Element for I1 {
            const DTYPE: DType = DType::$dtype;
            fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(if bool::from(*self) { "1" } else { "0" })
            }
        }
    };
    (element Float F16 $rust:ident) => { elements!(half F16 $rust "fp16"); };
    (element Float Bf16 $rust:ident) => { elements!(half Bf16 $rust "bf16"); };
    (half $dtype:ident $rust:ident $name:literal) => {
        impl Element for $rust {
            const DTYPE: DType = DType::$dtype;
            fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($name, "({})"), self.to_bits())
            }
        }
    };
    (element Float $dtype:ident $rust:ident) => {
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
    };
    (element $kind:ident $dtype:ident $rust:ident) => {
        impl Element for $rust {
            const DTYPE: DType = DType::$dtype;
            fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self}")
            }
        }
    };
}

element_types!(elements []);

/// Calls a generic function with the Rust type of the elements of a type, if it has one.
macro_rules! with_element {
    (
        [$of:expr, $T:ident => $call:expr]
        numbers { $($(#[$doc:meta])*
            $dtype:ident = $id:literal, $mlir:literal, $name:literal,
            $kind:ident, $size:literal, $rust:ident;)* }
        pairs { $($(#[$pair_doc:meta])*
            $pair:ident = $pair_id:literal, $pair_mlir:literal, $pair_name:literal,
            $pair_size:literal, $pair_rust:ty;)* }
        $($others:tt)*
    ) => {{
        use half::{bf16, f16};
        use num_complex::Complex;
        match $of {
            $(tfrt_bef::DType::$dtype => {
                type $T = <$rust as $crate::Stored>::Element;
                Some($call)
            })*
            $(tfrt_bef::DType::$pair => {
                type $T = $pair_rust;
                Some($call)
            })*
            _ => None,
        }
    }};
    ($of:expr, $T:ident => $call:expr) => {
        tfrt_bef::element_types!(with_element [$of, $T => $call])
    };
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

/// Writes an element of that type as tensors print it, from its bits.
///
/// # Errors
/// The formatter's.
pub fn write_element(dtype: DType, bits: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let bytes = bits.to_le_bytes();
    let written = with_element!(dtype, T => match bytes.get(..size_of::<T>()) {
        Some(bytes) => write!(f, "{}", Printed::<T>(&bytemuck::pod_read_unaligned(bytes))),
        None => write!(f, "{bits}"),
    });
    written.unwrap_or_else(|| write!(f, "{bits}"))
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
