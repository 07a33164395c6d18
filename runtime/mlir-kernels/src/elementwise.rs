//! New tensors of what a scalar function gives for each place.

use crate::scalars::{Scalars, Stored};
use std::sync::OnceLock;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_tensor::{DType, DenseHostTensor, Element, MutableTensor};
use tfrt_tensor_kernels::{Elements, each, expect_one_shape};

/// Kernels of tensors, of which one function of [`cost`](tfrt_tensor_kernels::cost) says what they take.
/// Each computes every element by the function of scalars that is named last, through [`map`] or
/// [`try_map`].
macro_rules! elementwise {
    ($bound:ident, $types:tt, $cost:ident; $($(#[$doc:meta])*
        $name:ident($first:ident $(, $operand:ident)*) =
        $op:literal, $map:ident, $scalar:path;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// `tensor shape mismatch: A vs. B`; a tensor of another kind or element type; the error of
        /// any element.
        #[kernel($op, effects(), cost = cost::$cost($first), T = $types)]
        pub fn $name<T: $bound + Stored>(
            ctx: ExecCtx<'_>,
            $first: &MutableTensor,
            $($operand: &MutableTensor,)*
        ) -> Result<MutableTensor, KernelError> {
            let of = |[$first, $($operand),*]: [T; [stringify!($first) $(, stringify!($operand))*].len()]| {
                $scalar($first, $($operand),*)
            };
            $map(ctx, [$first, $($operand),*], of)
        }
    )*};
}

pub(crate) use elementwise;

/// The results of `of` for the elements at each place of tensors of one shape.
pub(crate) fn map<S: Scalars, U: Stored, const N: usize>(
    ctx: ExecCtx<'_>,
    inputs: [&MutableTensor; N],
    of: impl Fn(S) -> U + Sync,
) -> Result<MutableTensor, KernelError> {
    let output = new::<S, U>(ctx, &inputs)?;
    each(ctx, inputs, &output, |elements, result: &mut U::Element| {
        *result = of(S::loaded(elements)).stored();
    })?;
    Ok(output)
}

/// [`map`] of a function that may fail: with an error of some element.
pub(crate) fn try_map<S: Scalars, U: Stored, const N: usize>(
    ctx: ExecCtx<'_>,
    inputs: [&MutableTensor; N],
    of: impl Fn(S) -> Result<U, KernelError> + Sync,
) -> Result<MutableTensor, KernelError> {
    let output = new::<S, U>(ctx, &inputs)?;
    let failure = OnceLock::new();
    each(ctx, inputs, &output, |elements, result: &mut U::Element| {
        match of(S::loaded(elements)) {
            Ok(value) => *result = value.stored(),
            // Another element's error is as good.
            Err(error) => drop(failure.set(error)),
        }
    })?;
    failure.into_inner().map_or(Ok(output), Err)
}

/// A tensor of the inputs' shape.
fn new<S: Scalars, U: Stored>(
    ctx: ExecCtx<'_>,
    inputs: &[&MutableTensor],
) -> Result<MutableTensor, KernelError> {
    S::Elements::expect(inputs)?;
    alike(ctx, inputs, U::Element::DTYPE)
}

/// A tensor of the inputs' shape, which is one.
fn alike(
    ctx: ExecCtx<'_>,
    inputs: &[&MutableTensor],
    dtype: DType,
) -> Result<MutableTensor, KernelError> {
    let shapes: Vec<_> = inputs.iter().map(|input| input.metadata().shape).collect();
    expect_one_shape(&shapes)?;
    let shape = shapes.into_iter().next().unwrap_or_default();
    Ok(DenseHostTensor::zeroed(dtype, shape, ctx.host().allocator())?.into())
}
