//! New tensors of what a scalar function gives for each place.

use std::sync::OnceLock;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_tensor::{DenseHostTensor, Element, Tensor};
use tfrt_tensor_kernels::{each, expect_one_shape};

/// The results of `of` for the elements at each place of tensors of one shape.
pub(crate) fn map<T: Element, const N: usize>(
    ctx: ExecCtx<'_>,
    inputs: [&Tensor; N],
    of: impl Fn([T; N]) -> T + Sync,
) -> Result<Tensor, KernelError> {
    let shapes = inputs.map(|input| input.metadata().shape);
    expect_one_shape(&shapes)?;
    let output: Tensor =
        DenseHostTensor::zeroed(T::DTYPE, shapes[0].clone(), ctx.host().allocator())?.into();
    each(ctx, inputs, &output, |values, result: &mut T| *result = of(values))?;
    Ok(output)
}

/// [`map`] of a function that may fail: with an error of some element.
pub(crate) fn try_map<T: Element, const N: usize>(
    ctx: ExecCtx<'_>,
    inputs: [&Tensor; N],
    of: impl Fn([T; N]) -> Result<T, KernelError> + Sync,
) -> Result<Tensor, KernelError> {
    let failure = OnceLock::new();
    let output = map(ctx, inputs, |values| {
        of(values).unwrap_or_else(|error| {
            // Another element's error is as good.
            let _ = failure.set(error);
            values[0]
        })
    })?;
    failure.into_inner().map_or(Ok(output), Err)
}
