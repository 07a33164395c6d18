//! Normalized images.

use crate::metadata::normalization::fused_batch_norm as infer;
use crate::metadata::windows::channels_first;
use crate::number::with_type;
use crate::output::{OrEnd, allocated, quiet, write};
use tfrt_core_runtime::op;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::Attr;
use tfrt_host::value::AsyncRef;
use tfrt_numeric::{Float, Normalization, Real, rows};
use tfrt_tensor::{DenseHostTensor, Element, MutableTensor, TensorMetadata};

/// Operations for an element, a root among them.
const WORK: usize = 8;

/// Images normalized by parameters of their channels: `(x - mean) / sqrt(variance + epsilon) * scale + bias`. All six
/// results are that tensor.
///
/// # Errors
/// `BatchNorm training not currently supported`, `Mean, variance, bias, and scale are expected to have the same shape`,
/// `unsupported dtype for TfFusedBatchNormV3Op`. Not reported: `missing epsilon attribute`, `only channel last order is
/// supported`, `TfFusedBatchNormV3Op only supports one valid output`, `parameter does not match the input channel
/// number`.
#[op("tf.FusedBatchNormV3", pure, infer = infer)]
#[expect(clippy::too_many_arguments, reason = "the op's operands and attributes")]
pub fn fused_batch_norm_v3(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    scale: &DenseHostTensor,
    bias: &DenseHostTensor,
    mean: &DenseHostTensor,
    variance: &DenseHostTensor,
    data_format: Attr<Option<&str>>,
    epsilon: Attr<Option<f32>>,
    results: &[Option<TensorMetadata>],
) -> Result<[AsyncRef<MutableTensor>; 6], KernelError> {
    let normalized = || {
        let [_, None, None, None, None, None] = results else {
            return Err("TfFusedBatchNormV3Op only supports one valid output".into());
        };
        let epsilon = epsilon.0.ok_or("missing epsilon attribute")?;
        if channels_first(data_format.0) {
            return Err("only channel last order is supported".into());
        }
        let parameters = [scale, bias, mean, variance];
        with_type!(float x.dtype(), T => made::<T>(ctx, x, parameters, epsilon)).transpose()
    };
    let result = match normalized() {
        Ok(Some(made)) => AsyncRef::available(MutableTensor::Dense(made)),
        Ok(None) => return Err("unsupported dtype for TfFusedBatchNormV3Op".into()),
        Err(error) => quiet(ctx, error),
    };
    Ok(std::array::from_fn(|_| result.clone()))
}

fn made<T: Element + Real + Float>(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    parameters: [&DenseHostTensor; 4],
    epsilon: f32,
) -> Result<DenseHostTensor, KernelError> {
    let &[_, _, _, channels] = x.shape().dimensions() else {
        return Err(format!("images of rank {}, expected 4", x.shape().rank()).into());
    };
    if parameters.iter().any(|parameter| parameter.shape().dimensions() != [channels]) {
        return Err("parameter does not match the input channel number".into());
    }
    let channels = usize::try_from(channels).unwrap_or(0);
    let normalization = Normalization { epsilon: T::nearest(f64::from(epsilon)) };
    let made = allocated(ctx, x.metadata())?;
    let [scale, bias, mean, variance] = parameters;
    write([x, scale, bias, mean, variance], &made, |[x, parameters @ ..], made: &mut [T]| {
        rows(&ctx, made, channels, channels.saturating_mul(WORK), &|first, made| {
            let pixels = x[first * channels..].chunks_exact(channels);
            for (made, pixel) in made.chunks_exact_mut(channels).zip(pixels) {
                for (channel, (made, &x)) in made.iter_mut().zip(pixel).enumerate() {
                    *made = normalization.of(x, parameters.map(|values| values[channel]));
                }
            }
        })
        .or_end(ctx)
    })?;
    Ok(made)
}
