//! Tensors of the type in which elements are computed.

use crate::number::Real;
use crate::output::{OrEnd, allocated, write};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_numeric::each;
use tfrt_tensor::{DenseHostTensor, Element, TensorMetadata};

/// The elements to compute with.
pub(crate) fn widened<T: Real>(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
) -> Result<DenseHostTensor, KernelError> {
    converted(ctx, x, T::work)
}

/// The nearest elements.
pub(crate) fn rounded<T: Real>(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
) -> Result<DenseHostTensor, KernelError> {
    converted(ctx, x, T::rounded)
}

fn converted<T: Element, U: Element>(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    of: fn(T) -> U,
) -> Result<DenseHostTensor, KernelError> {
    let result = TensorMetadata { dtype: U::DTYPE, shape: x.shape().clone() };
    let made = allocated(ctx, &result)?;
    write([x], &made, |x: [&[T]; 1], made| {
        each(&ctx, x, made, |[x]: [T; 1], made: &mut U| *made = of(x)).or_end(ctx)
    })?;
    Ok(made)
}
