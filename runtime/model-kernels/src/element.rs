//! The element types of kernels, and what they are computed in.

use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_numeric::vector::{self, Function};
use tfrt_numeric::{Arithmetic, Float, InstructionSet};
use tfrt_tensor::{Element, Tensor, pointwise};

/// An element type that kernels compute with.
pub trait Number: Element {
    /// The type that sums have: of `f16` and `bf16`, `f32`.
    type Work: Element;

    /// A tensor of the type that sums have, with the same values.
    ///
    /// # Errors
    /// A tensor of another element type; `Cannot allocate tensor`; the run has ended.
    fn widened(ctx: ExecCtx<'_>, tensor: &Tensor) -> Result<Tensor, KernelError>;

    /// A tensor of the nearest values, ties to even.
    ///
    /// # Errors
    /// As [`widened`](Self::widened).
    fn rounded(ctx: ExecCtx<'_>, tensor: Tensor) -> Result<Tensor, KernelError>;
}

macro_rules! computed_in_themselves {
    ($($number:ty)*) => {$(
        impl Number for $number {
            type Work = Self;

            fn widened(_: ExecCtx<'_>, tensor: &Tensor) -> Result<Tensor, KernelError> {
                tensor.expect::<Self>()?;
                Ok(tensor.clone())
            }

            fn rounded(_: ExecCtx<'_>, tensor: Tensor) -> Result<Tensor, KernelError> {
                Ok(tensor)
            }
        }
    )*};
}

computed_in_themselves! { i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 }

macro_rules! halves {
    ($($number:ty)*) => {$(
        impl Number for $number {
            type Work = f32;

            fn widened(ctx: ExecCtx<'_>, tensor: &Tensor) -> Result<Tensor, KernelError> {
                pointwise(ctx, [tensor.clone()], |[x]: [Self; 1]| x.to_f32())
            }

            fn rounded(ctx: ExecCtx<'_>, tensor: Tensor) -> Result<Tensor, KernelError> {
                pointwise(ctx, [tensor], |[x]: [f32; 1]| Self::from_f32(x))
            }
        }
    )*};
}

halves! { f16 bf16 }

/// An element type whose elements are computed one by one.
pub trait Scalar: Element {
    /// What they are computed in: of `f16` and `bf16`, `f32`.
    type Work: Copy;
    /// The same value.
    fn work(self) -> Self::Work;
    /// The nearest value, ties to even.
    fn rounded_from(work: Self::Work) -> Self;
}

macro_rules! plain_scalars {
    ($($number:ty)*) => {$(
        impl Scalar for $number {
            type Work = Self;
            #[inline(always)]
            fn work(self) -> Self {
                self
            }
            #[inline(always)]
            fn rounded_from(work: Self) -> Self {
                work
            }
        }
    )*};
}

plain_scalars! { i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 }

macro_rules! half_scalars {
    ($($number:ty)*) => {$(
        impl Scalar for $number {
            type Work = f32;
            #[inline(always)]
            fn work(self) -> f32 {
                self.to_f32()
            }
            #[inline(always)]
            fn rounded_from(work: f32) -> Self {
                Self::from_f32(work)
            }
        }
    )*};
}

half_scalars! { f16 bf16 }

/// An element type whose elements are mixed in doubles.
pub trait Sampled: Element {
    /// The same value.
    fn wide(self) -> f64;
    /// The nearest value, ties to even; of integers, truncated and cut off.
    fn narrow(value: f64) -> Self;
}

macro_rules! sampled {
    ($($number:ty)*; $($half:ty)*) => {
        $(impl Sampled for $number {
            fn wide(self) -> f64 {
                self as f64
            }
            fn narrow(value: f64) -> Self {
                value as Self
            }
        })*
        $(impl Sampled for $half {
            fn wide(self) -> f64 {
                self.to_f64()
            }
            fn narrow(value: f64) -> Self {
                Float::nearest(value)
            }
        })*
    };
}

sampled! { i8 i16 i32 i64 u8 u16 u32 u64 f32 f64; f16 bf16 }

/// A type that sums have which are divided.
pub trait Rational: Element + Arithmetic {
    /// The quotient by a number of elements.
    #[must_use]
    fn divided_by(self, count: usize) -> Self;
    /// The quotient.
    #[must_use]
    fn divided(self, other: Self) -> Self;
    /// The square root.
    #[must_use]
    fn root(self) -> Self;
    /// The same value.
    #[must_use]
    fn of_f32(value: f32) -> Self;
}

macro_rules! rationals {
    ($($number:ty)*) => {$(
        impl Rational for $number {
            fn divided_by(self, count: usize) -> Self {
                self / count as Self
            }
            fn divided(self, other: Self) -> Self {
                self / other
            }
            fn root(self) -> Self {
                self.sqrt()
            }
            fn of_f32(value: f32) -> Self {
                value.into()
            }
        }
    )*};
}

rationals! { f32 f64 }

/// A float of which elementary functions are computed, those of tensors: of `f32`, that of
/// [`vector`], of `f64`, that of [`functions`](tfrt_numeric::functions).
pub trait Elementary: Rational {
    /// Sets each number to the function's value there.
    fn apply(function: impl Function, numbers: &mut [Self]);
    /// The same value.
    fn to_f64(self) -> f64;
    /// The nearest value, ties to even.
    #[must_use]
    fn of_f64(value: f64) -> Self;
}

impl Elementary for f32 {
    fn apply(function: impl Function, numbers: &mut [Self]) {
        let given = numbers.to_vec();
        vector::map(InstructionSet::chosen(), function, &given, numbers);
    }
    fn to_f64(self) -> f64 {
        self.into()
    }
    fn of_f64(value: f64) -> Self {
        value as Self
    }
}

impl Elementary for f64 {
    fn apply(function: impl Function, numbers: &mut [Self]) {
        numbers.iter_mut().for_each(|number| *number = function.double(*number));
    }
    fn to_f64(self) -> f64 {
        self
    }
    fn of_f64(value: f64) -> Self {
        value
    }
}
