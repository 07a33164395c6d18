//! Convolutions, and what follows them.

use crate::cost;
use crate::view::{View, axes, has_shape, same_shape, same_size, sizes};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain};
use tfrt_numeric::{Arithmetic, Convolution, InstructionSet, Normalization};
use tfrt_tensor::{Access, HostBuffer, MutableTensor};

/// A convolution of images with a filter, and the shape of its output.
///
/// # Errors
/// Those of [`axes`], and `Dimensions does not match: input channels is 1 and kernel depth is 2`.
pub(super) fn convolution(
    input: [i64; 4],
    filter: [i64; 4],
    padding: &str,
    strides: &[i64],
) -> Result<(Convolution, [i64; 4]), KernelError> {
    let [images, height, width, channels] = input;
    let [window_height, window_width, depth, outputs] = filter;
    let window = [window_height, window_width];
    let [rows, columns] = axes([height, width], window, padding, strides)?;
    same_size(("input channels", channels), ("kernel depth", depth))?;
    let size = |size| i64::try_from(size).unwrap_or(i64::MAX);
    let output = [images, size(rows.output), size(columns.output), outputs];
    let [images, inputs, outputs] = sizes([images, channels, outputs]);
    Ok((Convolution { images, rows, columns, inputs, outputs }, output))
}

/// A convolution with its operands.
struct Operands<'a> {
    sums: Convolution,
    /// The shape of the output.
    shape: [i64; 4],
    inputs: [&'a HostBuffer; 2],
    output: &'a HostBuffer,
}

impl<'a> Operands<'a> {
    fn new(
        [input, filter, output]: [&'a MutableTensor; 3],
        padding: &str,
        strides: &[i64],
    ) -> Result<Self, KernelError> {
        let (input, filter) = (View::<4>::new::<f32>(input)?, View::<4>::new::<f32>(filter)?);
        let output = View::<4>::new::<f32>(output)?;
        let (sums, shape) = convolution(input.shape, filter.shape, padding, strides)?;
        has_shape(&output.shape, &shape)?;
        Ok(Self { sums, shape, inputs: [input.buffer, filter.buffer], output: output.buffer })
    }

    /// Sets the output. `finish` makes an element of the parameters of its channel and the sum.
    fn convolve<const N: usize>(
        &self,
        ctx: ExecCtx<'_>,
        parameters: [(&str, &MutableTensor); N],
        finish: impl Fn([f32; N], f32) -> f32 + Sync,
    ) -> Result<Chain, KernelError> {
        let mut inputs = self.inputs.to_vec();
        for (name, tensor) in parameters {
            let parameter = View::<1>::new::<f32>(tensor)?;
            let channels = ("output channels size", &self.shape[3..]);
            same_shape((name, &parameter.shape), channels)?;
            inputs.push(parameter.buffer);
        }
        let mut access = Access::new(&inputs, &[self.output])?;
        let (elements, output) = access.split::<f32>(0)?;
        let mut values = [&[][..]; N];
        for (index, values) in (2..).zip(&mut values) {
            *values = elements.get::<f32>(index)?;
        }
        let sources = [elements.get(0)?, elements.get(1)?];
        let finish = |channel: usize, sum| finish(values.map(|values| values[channel]), sum);
        self.sums
            .forward(&ctx, InstructionSet::chosen(), sources, output, finish)
            .map_err(|ended| ctx.end_of_run(ended))?;
        Ok(Chain)
    }
}

/// The convolution of images with a filter. `padding` is `same` or `valid`, in either case;
/// `strides` are those of rows and columns.
///
/// # Errors
/// `padding type is not supported` for `explicit`, `Unknown padding type X`, `strides should have 2
/// elements`, `Stride must be > 0, but got 0`, `Computed output size would be negative: …`,
/// `Dimensions does not match: input channels is 1 and kernel depth is 2`, `output tensor has the
/// wrong shape`; a tensor of another kind, element type or rank; a read-only output.
#[kernel("eigen.conv2d.f32", effects(writes), cost = cost::convolution(filter, output))]
pub fn conv2d_f32(
    ctx: ExecCtx<'_>,
    input: &MutableTensor,
    filter: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
    padding: Attr<&str>,
    strides: Attr<Vec<i64>>,
) -> Result<Chain, KernelError> {
    let operands = Operands::new([input, filter, output], padding.0, &strides.0)?;
    operands.convolve(ctx, [], |[], sum| sum)
}

/// The convolution of images with a filter, and a bias for each output channel.
///
/// # Errors
/// As `eigen.conv2d.f32`; `Tensor shapes do not match: bias shape is [1] and output channels size is
/// [2]`.
#[kernel("eigen.conv2d.bias.f32", effects(writes), cost = cost::convolution(filter, output))]
#[expect(clippy::too_many_arguments, reason = "the op's operands and attributes")]
pub fn conv2d_bias_f32(
    ctx: ExecCtx<'_>,
    input: &MutableTensor,
    filter: &MutableTensor,
    bias: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
    padding: Attr<&str>,
    strides: Attr<Vec<i64>>,
) -> Result<Chain, KernelError> {
    let operands = Operands::new([input, filter, output], padding.0, &strides.0)?;
    operands.convolve(ctx, [("bias shape", bias)], |[bias], sum| sum + bias)
}

/// The parameters of a normalization after a convolution, with their names.
fn named(parameters: [&MutableTensor; 4]) -> [(&'static str, &MutableTensor); 4] {
    let [scale, offset, mean, variance] = parameters;
    [
        ("scale shape", scale),
        ("offset shape", offset),
        ("estimated mean shape", mean),
        ("estimated var shape", variance),
    ]
}

/// The convolution of images with a filter, normalized: `(x - mean) / sqrt(variance + epsilon) *
/// scale + offset`.
///
/// # Errors
/// As `eigen.conv2d.f32`; `Tensor shapes do not match: scale shape is [1] and output channels size
/// is [2]`, and so on.
#[kernel("eigen.conv2d.batch_norm.f32", effects(writes), cost = cost::convolution(filter, output))]
#[expect(clippy::too_many_arguments, reason = "the op's operands and attributes")]
pub fn conv2d_batch_norm_f32(
    ctx: ExecCtx<'_>,
    input: &MutableTensor,
    filter: &MutableTensor,
    scale: &MutableTensor,
    offset: &MutableTensor,
    mean: &MutableTensor,
    variance: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
    epsilon: Attr<f32>,
    padding: Attr<&str>,
    strides: Attr<Vec<i64>>,
) -> Result<Chain, KernelError> {
    let operands = Operands::new([input, filter, output], padding.0, &strides.0)?;
    let normalization = Normalization { epsilon: epsilon.0 };
    operands.convolve(ctx, named([scale, offset, mean, variance]), |parameters, sum| {
        normalization.of(sum, parameters)
    })
}

/// The convolution of images with a filter, normalized, and zero where that is negative.
///
/// # Errors
/// As `eigen.conv2d.batch_norm.f32`.
#[kernel("eigen.conv2d.batch_norm.relu.f32", effects(writes), cost = cost::convolution(filter, output))]
#[expect(clippy::too_many_arguments, reason = "the op's operands and attributes")]
pub fn conv2d_batch_norm_relu_f32(
    ctx: ExecCtx<'_>,
    input: &MutableTensor,
    filter: &MutableTensor,
    scale: &MutableTensor,
    offset: &MutableTensor,
    mean: &MutableTensor,
    variance: &MutableTensor,
    output: &MutableTensor,
    _chain: Chain,
    epsilon: Attr<f32>,
    padding: Attr<&str>,
    strides: Attr<Vec<i64>>,
) -> Result<Chain, KernelError> {
    let operands = Operands::new([input, filter, output], padding.0, &strides.0)?;
    let normalization = Normalization { epsilon: epsilon.0 };
    operands.convolve(ctx, named([scale, offset, mean, variance]), |parameters, sum| {
        normalization.of(sum, parameters).relu()
    })
}
