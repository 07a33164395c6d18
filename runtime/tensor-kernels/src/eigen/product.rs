//! Products of matrices, and softmax.

use crate::cost;
use crate::parallel::rows;
use crate::view::{View, has_shape, sizes};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain};
use tfrt_numeric::functions::{exp, log as natural};
use tfrt_numeric::{Arithmetic, InstructionSet};
use tfrt_tensor::{Access, Element, MutableTensor};

/// Sets `c` to `alpha * a * b + beta * c`: the sum over the inner dimension, in its order, times
/// `alpha`, plus `beta * c`, which is not read if `beta` is zero.
///
/// # Errors
/// `MatMul input tensors inner dimension mismatch: A vs. B`, `MatMul output shape C does not match
/// product shape of inputs: A * B`; a tensor of another kind, element type or rank; a read-only
/// output.
pub fn product<T: Arithmetic + Element>(
    ctx: ExecCtx<'_>,
    (alpha, a, b): (T, &MutableTensor, &MutableTensor),
    (beta, c): (T, &MutableTensor),
) -> Result<Chain, KernelError> {
    let (a, b, c) = (View::<2>::new::<T>(a)?, View::<2>::new::<T>(b)?, View::<2>::new::<T>(c)?);
    let (left, right) = (a.shape, b.shape);
    if left[1] != right[0] {
        return Err(KernelError::new(
            ErrorCode::InvalidArgument,
            format!("MatMul input tensors inner dimension mismatch: {left:?} vs. {right:?}"),
        ));
    }
    if c.shape != [left[0], right[1]] {
        return Err(KernelError::new(
            ErrorCode::InvalidArgument,
            format!(
                "MatMul output shape {:?} does not match product shape of inputs: {left:?} * {right:?}",
                c.shape
            ),
        ));
    }
    let [columns] = sizes([right[1]]);
    let mut access = Access::new(&[a.buffer, b.buffer], &[c.buffer])?;
    let (elements, output) = access.split::<T>(0)?;
    let factors = [elements.get::<T>(0)?, elements.get::<T>(1)?];
    let finish = |sum: T, element: T| {
        let product = alpha.times(sum);
        if beta == T::ZERO { product } else { product.plus(beta.times(element)) }
    };
    let instructions = InstructionSet::chosen();
    tfrt_numeric::product(&ctx, instructions, factors, columns, output, finish)
        .map_err(|ended| ctx.end_of_run(ended))?;
    Ok(Chain)
}

/// The product of matrices: `C = alpha * A * B + beta * C`. `C` is not read if `beta` is zero.
///
/// # Errors
/// `MatMul input tensors inner dimension mismatch: A vs. B`, `MatMul output shape C does not match
/// product shape of inputs: A * B`; a tensor of another kind, element type or rank; a read-only
/// output.
#[kernel("eigen.matmul.{T}", effects(writes), cost = cost::product(a, b), T = [f32, i32])]
pub fn matmul<T: Arithmetic + Element>(
    ctx: ExecCtx<'_>,
    alpha: T,
    a: &MutableTensor,
    b: &MutableTensor,
    beta: T,
    c: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    product(ctx, (alpha, a, b), (beta, c))
}

/// The exponentials of the input's rows along the last dimension, divided by their sum; with `log`,
/// the logarithms of that. The row's maximum is subtracted first.
///
/// # Errors
/// `output tensor has the wrong shape`; a tensor of another kind or element type; a read-only
/// output.
#[kernel("eigen.softmax.f32", effects(writes), cost = cost::elementary(input))]
pub fn softmax_f32(
    ctx: ExecCtx<'_>,
    input: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
    log: Attr<bool>,
) -> Result<Chain, KernelError> {
    let (input, output) = (input.dense()?, output.dense()?);
    input.expect::<f32>()?;
    output.expect::<f32>()?;
    has_shape(output.shape().dimensions(), input.shape().dimensions())?;
    let [length] = sizes([input.shape().dimensions().last().copied().unwrap_or(1)]);
    let mut access = Access::new(&[input.buffer()], &[output.buffer()])?;
    let (elements, results) = access.split::<f32>(0)?;
    let values = elements.get::<f32>(0)?;
    rows(ctx, results, length, length.saturating_mul(32), |index, results| {
        let values = &values[index * length..][..length];
        let max = values.iter().fold(f32::NEG_INFINITY, |max, &x| if x > max { x } else { max });
        for (result, x) in results.iter_mut().zip(values) {
            *result = exp(f64::from(x - max)) as f32;
        }
        let sum = results.iter().fold(0.0, |sum, x| sum + x);
        let logarithm = natural(f64::from(sum)) as f32;
        for (result, x) in results.iter_mut().zip(values) {
            *result = if log.0 { x - max - logarithm } else { *result / sum };
        }
    })?;
    Ok(Chain)
}
