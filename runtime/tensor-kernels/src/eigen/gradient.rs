//! The gradients of a convolution.

use super::convolution::convolution;
use crate::cost;
use crate::view::{View, same_shape};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain};
use tfrt_numeric::{Convolution, InstructionSet};
use tfrt_tensor::{Access, MutableTensor};

/// The convolution of which the gradient of the output is given.
fn convolution_of(
    [gradient, input, filter]: [&View<'_, 4>; 3],
    padding: &str,
    strides: &[i64],
) -> Result<Convolution, KernelError> {
    let (sums, shape) = convolution(input.shape, filter.shape, padding, strides)?;
    let output = ("output shape", &shape[..]);
    same_shape(("output_grad shape", &gradient.shape), output)?;
    Ok(sums)
}

/// The gradient of a convolution's filter, from that of its output and the input.
///
/// # Errors
/// As `eigen.conv2d.f32`; `Tensor shapes do not match: output_grad shape is S and output shape is
/// T`.
#[kernel("eigen.conv2d.grad.filter.f32", effects(writes),
    cost = cost::convolution(filter_gradient, output_gradient))]
pub fn conv2d_grad_filter_f32(
    ctx: ExecCtx<'_>,
    output_gradient: &MutableTensor,
    input: &MutableTensor,
    filter_gradient: &MutableTensor,
    _chain: Chain,
    padding: Attr<&str>,
    strides: Attr<Vec<i64>>,
) -> Result<Chain, KernelError> {
    let gradient = View::new::<f32>(output_gradient)?;
    let (input, filter) = (View::new::<f32>(input)?, View::new::<f32>(filter_gradient)?);
    let sums = convolution_of([&gradient, &input, &filter], padding.0, &strides.0)?;
    let mut access = Access::new(&[gradient.buffer, input.buffer], &[filter.buffer])?;
    let (elements, filter) = access.split(0)?;
    let operands = [elements.get(0)?, elements.get(1)?];
    sums.filter_gradient(&ctx, InstructionSet::chosen(), operands, filter)
        .map_err(|ended| ctx.end_of_run(ended))?;
    Ok(Chain)
}

/// The gradient of a convolution's input, from that of its output and the filter.
///
/// # Errors
/// As `eigen.conv2d.grad.filter.f32`.
#[kernel("eigen.conv2d.grad.input.f32", effects(writes),
    cost = cost::convolution(filter, output_gradient))]
pub fn conv2d_grad_input_f32(
    ctx: ExecCtx<'_>,
    output_gradient: &MutableTensor,
    filter: &MutableTensor,
    input_gradient: &MutableTensor,
    _chain: Chain,
    padding: Attr<&str>,
    strides: Attr<Vec<i64>>,
) -> Result<Chain, KernelError> {
    let gradient = View::new::<f32>(output_gradient)?;
    let (input, filter) = (View::new::<f32>(input_gradient)?, View::new::<f32>(filter)?);
    let sums = convolution_of([&gradient, &input, &filter], padding.0, &strides.0)?;
    let mut access = Access::new(&[gradient.buffer, filter.buffer], &[input.buffer])?;
    let (elements, input) = access.split(0)?;
    let operands = [elements.get(0)?, elements.get(1)?];
    sums.input_gradient(&ctx, InstructionSet::chosen(), operands, input)
        .map_err(|ended| ctx.end_of_run(ended))?;
    Ok(Chain)
}
