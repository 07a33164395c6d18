//! Normalisations.

use crate::cost;
use crate::element::{Number, Rational};
use crate::output::{elements_mut, filled, indices, invalid, product};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr};
use tfrt_tensor::{Element, Tensor};

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
    let parameters = [scale, bias, mean, variance];
    check(shape, parameters.map(|tensor| tensor.shape().dimensions()))?;
    let images = T::widened(ctx, images)?;
    let [scale, bias, mean, variance] = parameters.map(|tensor| T::widened(ctx, tensor));
    let (scale, bias, mean, variance) = (scale?, bias?, mean?, variance?);
    let parameters = [
        scale.elements::<T::Work>()?,
        bias.elements::<T::Work>()?,
        mean.elements::<T::Work>()?,
        variance.elements::<T::Work>()?,
    ];
    let images = (shape, images.elements::<T::Work>()?);
    let result = filled(ctx, T::Work::DTYPE, shape, &mut |bytes| {
        normalize(ctx, images, parameters, epsilon.0, elements_mut(bytes)?)
    })?;
    T::rounded(ctx, result)
}

/// Compares the shape of images with those of scales, biases, means and variances.
///
/// # Errors
/// There is not one for each channel.
pub(crate) fn check(images: &[i64], parameters: [&[i64]; 4]) -> Result<(), KernelError> {
    let channels = match images {
        [_, channels, ..] => *channels,
        // Of a row of numbers, each is an image of one channel.
        _ => 1,
    };
    for (name, shape) in ["scale", "bias", "mean", "variance"].into_iter().zip(parameters) {
        if shape != [channels] {
            let problem = format!("images of shape {images:?}, and a {name} of shape {shape:?}");
            return Err(invalid(problem));
        }
    }
    Ok(())
}

/// Sets the normalised elements of images of a shape, which was [checked](check).
///
/// # Errors
/// The run has ended.
pub(crate) fn normalize<T: Rational>(
    ctx: ExecCtx<'_>,
    (shape, images): (&[i64], &[T]),
    [scale, bias, mean, variance]: [&[T]; 4],
    epsilon: f32,
    result: &mut [T],
) -> Result<(), KernelError> {
    let epsilon = T::of_f32(epsilon);
    let factors = scale.iter().zip(variance);
    let factors = factors.map(|(&scale, &variance)| scale.divided(variance.plus(epsilon).root()));
    let factors: Vec<T> = factors.collect();
    let sizes = indices(shape);
    let (channels, pixels) = match &sizes[..] {
        [_, channels, rest @ ..] => (*channels, product(rest)),
        _ => (1, product(&sizes)),
    };
    let done = tfrt_numeric::rows(&ctx, result, pixels, pixels, &|first, rows| {
        for (row, result) in rows.chunks_exact_mut(pixels).enumerate() {
            let channel = (first + row) % channels;
            let input = &images[(first + row) * pixels..][..pixels];
            for (result, &x) in result.iter_mut().zip(input) {
                *result = x.minus(mean[channel]).times(factors[channel]).plus(bias[channel]);
            }
        }
    });
    done.map_err(|ended| ctx.end_of_run(ended))
}
