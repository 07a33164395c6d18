//! Batch normalization.

use crate::cost;
use crate::parallel::rows;
use crate::view::{View, same_shape, sizes};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain};
use tfrt_numeric::Normalization;
use tfrt_tensor::{Access, MutableTensor};

/// Operations for an element, a root among them.
const WORK: usize = 8;

/// Normalizes images in place: `(x - mean) / sqrt(variance + epsilon) * gamma + beta`, with
/// parameters for each channel.
///
/// # Errors
/// `parameter does not match the input channel number`; a tensor of another kind, element type or
/// rank; a read-only input.
#[kernel("eigen.batch_norm.f32", effects(writes), cost = cost::elementwise(input))]
#[expect(clippy::too_many_arguments, reason = "the op's operands and attributes")]
pub fn batch_norm_f32(
    ctx: ExecCtx<'_>,
    input: &MutableTensor,
    gamma: &MutableTensor,
    beta: &MutableTensor,
    mean: &MutableTensor,
    variance: &MutableTensor,
    _chain: Chain,
    epsilon: Attr<f32>,
) -> Result<Chain, KernelError> {
    let input = View::<4>::new::<f32>(input)?;
    let [gamma, beta, mean, variance] = [
        View::<1>::new::<f32>(gamma)?,
        View::new::<f32>(beta)?,
        View::new::<f32>(mean)?,
        View::new::<f32>(variance)?,
    ];
    let channels = input.shape[3];
    if [gamma, beta, mean, variance].iter().any(|it| it.shape != [channels]) {
        return Err(KernelError::new(
            ErrorCode::InvalidArgument,
            "parameter does not match the input channel number",
        ));
    }
    let parameters = [gamma.buffer, beta.buffer, mean.buffer, variance.buffer];
    let mut access = Access::new(&parameters, &[input.buffer])?;
    let (elements, output) = access.split::<f32>(0)?;
    let parameters: [&[f32]; 4] =
        [elements.get(0)?, elements.get(1)?, elements.get(2)?, elements.get(3)?];
    let normalization = Normalization { epsilon: epsilon.0 };
    let [channels] = sizes([channels]);
    rows(ctx, output, channels, channels.saturating_mul(WORK), |_, pixel| {
        for (channel, x) in pixel.iter_mut().enumerate() {
            *x = normalization.of(*x, parameters.map(|values| values[channel]));
        }
    })?;
    Ok(Chain)
}

/// The gradients of a normalization's input, gamma and beta, from that of its output. With the sums
/// over the `N` pixels, `c = 1 / sqrt(variance + epsilon)` and `d = x - mean`: that of beta is the
/// sum of `g`, that of gamma the sum of `g * (d * c)`, and that of the input `gamma * c * ((g -
/// sum(g) * (1 / N)) - d * (c * c * (sum(g * d) / N)))`.
///
/// # Errors
/// `Tensor shapes do not match: gamma shape is [1] and channels dimension size is [2]`, and so on;
/// a tensor of another kind, element type or rank; a read-only gradient, or one given twice.
#[kernel("eigen.batch_norm.grad.f32", effects(writes))]
#[expect(clippy::too_many_arguments, reason = "the op's operands and attributes")]
pub fn batch_norm_grad_f32(
    ctx: ExecCtx<'_>,
    output_gradient: &MutableTensor,
    input: &MutableTensor,
    gamma: &MutableTensor,
    mean: &MutableTensor,
    variance: &MutableTensor,
    _chain: Chain,
    input_gradient: &MutableTensor,
    gamma_gradient: &MutableTensor,
    beta_gradient: &MutableTensor,
    epsilon: Attr<f32>,
) -> Result<(Chain, Chain, Chain), KernelError> {
    let [output_gradient, input, input_gradient] = [
        View::<4>::new::<f32>(output_gradient)?,
        View::new::<f32>(input)?,
        View::new::<f32>(input_gradient)?,
    ];
    let images = ("input shape", &input.shape[..]);
    same_shape(("output_grad shape", &output_gradient.shape), images)?;
    same_shape(("input_grad shape", &input_gradient.shape), images)?;
    let channels = ("channels dimension size", &input.shape[3..]);
    let parameter = |name, tensor| {
        let view = View::<1>::new::<f32>(tensor)?;
        same_shape((name, &view.shape), channels).map(|()| view.buffer)
    };
    let gamma = parameter("gamma shape", gamma)?;
    let mean = parameter("mean shape", mean)?;
    let variance = parameter("variance shape", variance)?;
    let gamma_gradient = parameter("gamma_grad shape", gamma_gradient)?;
    let beta_gradient = parameter("beta_grad shape", beta_gradient)?;
    let inputs = [output_gradient.buffer, input.buffer, gamma, mean, variance];
    let outputs = [input_gradient.buffer, gamma_gradient, beta_gradient];
    let mut access = Access::new(&inputs, &outputs)?;

    let [channels] = sizes([input.shape[3]]);
    let sums = Sums::new(&access, channels, epsilon.0)?;
    access.output(1)?.copy_from_slice(&sums.scaled);
    access.output(2)?.copy_from_slice(&sums.gradient);
    let (elements, output) = access.split::<f32>(0)?;
    let [gradients, values, gamma, mean]: [&[f32]; 4] =
        [elements.get(0)?, elements.get(1)?, elements.get(2)?, elements.get(3)?];
    let pixels = (output.len() / channels.max(1)) as f32;
    rows(ctx, output, channels, channels.saturating_mul(WORK), |pixel, row| {
        for (channel, result) in row.iter_mut().enumerate() {
            let index = pixel * channels + channel;
            let c = sums.factor[channel];
            let centred = gradients[index] - sums.gradient[channel] * (1.0 / pixels);
            let slope = c * c * (sums.product[channel] / pixels);
            let d = values[index] - mean[channel];
            *result = gamma[channel] * c * (centred - d * slope);
        }
    })?;
    Ok((Chain, Chain, Chain))
}

/// What the gradients take from all pixels, for each channel.
struct Sums {
    /// `1 / sqrt(variance + epsilon)`.
    factor: Vec<f32>,
    /// Of `g`.
    gradient: Vec<f32>,
    /// Of `g * d`.
    product: Vec<f32>,
    /// Of `g * (d * c)`.
    scaled: Vec<f32>,
}

impl Sums {
    fn new(access: &Access<'_>, channels: usize, epsilon: f32) -> Result<Self, KernelError> {
        let [gradients, values, mean, variance]: [&[f32]; 4] =
            [access.input(0)?, access.input(1)?, access.input(3)?, access.input(4)?];
        let factor = variance.iter().map(|variance| 1.0 / (variance + epsilon).sqrt()).collect();
        let [gradient, product, scaled] = [(); 3].map(|()| vec![0.0; channels]);
        let mut sums = Self { factor, gradient, product, scaled };
        // A tensor without channels has no elements.
        let length = channels.max(1);
        let pixels = gradients.chunks_exact(length).zip(values.chunks_exact(length));
        for (gradients, values) in pixels {
            for channel in 0..channels {
                let (g, d) = (gradients[channel], values[channel] - mean[channel]);
                sums.gradient[channel] += g;
                sums.product[channel] += g * d;
                sums.scaled[channel] += g * (d * sums.factor[channel]);
            }
        }
        Ok(sums)
    }
}
