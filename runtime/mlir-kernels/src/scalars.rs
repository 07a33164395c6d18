//! Scalars and what tensors store of them.

use half::{bf16, f16};
use tfrt_kernels::number::{Bf16, F16};
use tfrt_tensor::{Element, I1, Point};

/// A scalar as tensors store it.
///
/// ```
/// use tfrt_kernels::number::F16;
/// use tfrt_mlir_kernels::Stored;
/// assert_eq!(F16(0x3C00).stored().to_f32(), 1.0);
/// assert!(bool::loaded(true.stored()));
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

macro_rules! stored {
    ($($scalar:ty, $element:ty, $loaded:expr, $stored:expr;)*) => {$(
        impl Stored for $scalar {
            type Element = $element;
            #[inline]
            fn loaded(element: $element) -> Self {
                $loaded(element)
            }
            #[inline]
            fn stored(self) -> $element {
                $stored(self)
            }
        }
    )*};
}

stored! {
    bool, I1, Self::from, I1::from;
    i8, i8, Self::from, i8::from;
    i16, i16, Self::from, i16::from;
    i32, i32, Self::from, i32::from;
    i64, i64, Self::from, i64::from;
    f32, f32, Self::from, f32::from;
    f64, f64, Self::from, f64::from;
    F16, f16, |element: f16| Self(element.to_bits()), |Self(bits)| f16::from_bits(bits);
    Bf16, bf16, |element: bf16| Self(element.to_bits()), |Self(bits)| bf16::from_bits(bits);
}

/// The scalars of several tensors at one place, as [`Point`] has their elements.
pub(crate) trait Scalars {
    /// The elements.
    type Elements: Point;
    /// Their scalars.
    fn loaded(elements: Self::Elements) -> Self;
}

impl<T: Stored, const N: usize> Scalars for [T; N] {
    type Elements = [T::Element; N];
    #[inline]
    fn loaded(elements: Self::Elements) -> Self {
        elements.map(T::loaded)
    }
}

impl<A: Scalars, B: Scalars> Scalars for (A, B) {
    type Elements = (A::Elements, B::Elements);
    #[inline]
    fn loaded((a, b): Self::Elements) -> Self {
        (A::loaded(a), B::loaded(b))
    }
}
