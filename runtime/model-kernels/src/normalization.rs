//! Normalisations.

use crate::cost;
use crate::element::{Number, Rational};
use crate::output::{indices, invalid, output};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr};
use tfrt_numeric::Arithmetic;
use tfrt_tensor::Tensor;

/// Each channel of images `[N, C, …]`, less its mean, times its scale over the root of its variance and
/// `epsilon`, and its bias: ONNX's `BatchNormalization` of a model that is not trained. A channel's factor
/// is computed first; each operation rounds.
///
/// # Errors
/// `images of shape [1, 3, 8, 8], and a scale of shape [4]`, and so on; a tensor of another element type.
#[kernel("nn.batch_norm.{T}", pure, cost = cost::moved(images), assembly = Assembly::TYPED_RESULTS,
    infer = "like({T}) -> {T} or error", T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn batch_norm<T: Number<Work: Rational>>(
    ctx: ExecCtx<'_>,
    images: &Tensor,
    scale: &Tensor,
    bias: &Tensor,
    mean: &Tensor,
    variance: &Tensor,
    epsilon: Attr<f32>,
) -> Result<Tensor, KernelError> {
    let shape = images.shape().dimensions();
    let channels = match shape {
        [_, channels, ..] => *channels,
        // Of a row of numbers, each is an image of one channel.
        _ => 1,
    };
    let of_channels = [("scale", scale), ("bias", bias), ("mean", mean), ("variance", variance)];
    for (name, tensor) in of_channels {
        if tensor.shape().dimensions() != [channels] {
            let found = tensor.shape().dimensions();
            return Err(invalid(format!(
                "images of shape {shape:?}, and a {name} of shape {found:?}"
            )));
        }
    }
    let images = T::widened(ctx, images)?;
    let [scale, bias, mean, variance] =
        [scale, bias, mean, variance].map(|tensor| T::widened(ctx, tensor));
    let (scale, bias, mean, variance) = (scale?, bias?, mean?, variance?);
    let epsilon = T::Work::of_f32(epsilon.0);
    let factors: Vec<T::Work> = scale
        .elements::<T::Work>()?
        .iter()
        .zip(variance.elements::<T::Work>()?)
        .map(|(&scale, &variance)| scale.divided(variance.plus(epsilon).root()))
        .collect();
    let (bias, mean) = (bias.elements::<T::Work>()?, mean.elements::<T::Work>()?);
    let elements = images.elements::<T::Work>()?;
    let sizes = indices(shape);
    let (channels, pixels) = match &sizes[..] {
        [_, channels, rest @ ..] => (*channels, rest.iter().product::<usize>()),
        _ => (1, sizes.iter().product()),
    };
    let result = output::<T::Work>(ctx, shape, |output| {
        tfrt_numeric::rows(&ctx, output, pixels, pixels, &|first, rows| {
            for (row, output) in rows.chunks_exact_mut(pixels).enumerate() {
                let channel = (first + row) % channels;
                let input = &elements[(first + row) * pixels..][..pixels];
                for (output, &x) in output.iter_mut().zip(input) {
                    *output = x.minus(mean[channel]).times(factors[channel]).plus(bias[channel]);
                }
            }
        })
    })?;
    T::rounded(ctx, result)
}
