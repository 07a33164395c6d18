//! Convolutions and pools.

use crate::metadata::windows::{Sliding, channels_first, conv2d as infer, max_pool as infer_pool};
use crate::number::{Real, with_type};
use crate::output::{OrEnd, allocated, write};
use crate::wide::{rounded, widened};
use tfrt_core_runtime::op;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::Attr;
use tfrt_numeric::{Arithmetic, Axis, Convolution, Extremes, InstructionSet, Maxima};
use tfrt_tensor::{DenseHostTensor, Element, TensorMetadata};

/// The convolution of images with a filter. A sum has the order of the filter's rows, columns and input channels, and no
/// place of the padding.
///
/// # Errors
/// `only channel last order is supported`, `strides should have 4 elements`, `unsupported dtype for TfConv2DOp`,
/// `Dimensions does not match: input channels is n and kernel depth is m`, and those of the attributes; a rank that is
/// not 4.
#[op("tf.Conv2D", pure, infer = infer)]
#[expect(clippy::too_many_arguments, reason = "the op's operands and attributes")]
pub fn conv2d(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    filter: &DenseHostTensor,
    data_format: Attr<Option<&str>>,
    dilations: Attr<Option<&[i64]>>,
    explicit_paddings: Attr<Option<&[i64]>>,
    padding: Attr<&str>,
    strides: Attr<Option<&[i64]>>,
) -> Result<DenseHostTensor, KernelError> {
    channels_are_last(data_format.0)?;
    four(strides.0, "strides")?;
    let sliding = Sliding {
        padding: padding.0,
        explicit_paddings: explicit_paddings.0,
        strides: strides.0,
        dilations: dilations.0,
        data_format: data_format.0,
    };
    let windows = sliding.convolution(x.shape(), filter.shape())?;
    let ([images, _, _, inputs], [_, _, depth, outputs]) = (sizes(x)?, sizes(filter)?);
    if inputs != depth {
        let message = format!(
            "Dimensions does not match: input channels is {inputs} and kernel depth is {depth}"
        );
        return Err(message.into());
    }
    let [rows, columns] = axes(&windows.axes)?;
    let size = |size: i64| usize::try_from(size).unwrap_or(usize::MAX);
    let [images, inputs, outputs] = [images, inputs, outputs].map(size);
    let sums = Convolution { images, rows, columns, inputs, outputs };
    let result = TensorMetadata { dtype: x.dtype(), shape: windows.shape };
    let made = with_type!(numeric x.dtype(), T => convolved::<T>(ctx, x, filter, &sums, &result));
    made.ok_or("unsupported dtype for TfConv2DOp")?
}

/// The maxima of windows of images, without the places of the padding; of none, minus infinity. What is no number stays
/// one.
///
/// # Errors
/// `strides should have 4 elements`, `ksize should have 4 elements`, `only channel last order is supported`,
/// `unsupported dtype for TfMaxPoolOp`, and those of the attributes; a rank that is not 4.
#[op("tf.MaxPool", pure, infer = infer_pool)]
#[expect(clippy::too_many_arguments, reason = "the op's operands and attributes")]
pub fn max_pool(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    data_format: Attr<Option<&str>>,
    dilations: Attr<Option<&[i64]>>,
    explicit_paddings: Attr<Option<&[i64]>>,
    ksize: Attr<Option<&[i64]>>,
    padding: Attr<&str>,
    strides: Attr<Option<&[i64]>>,
) -> Result<DenseHostTensor, KernelError> {
    four(strides.0, "strides")?;
    four(ksize.0, "ksize")?;
    channels_are_last(data_format.0)?;
    let sliding = Sliding {
        padding: padding.0,
        explicit_paddings: explicit_paddings.0,
        strides: strides.0,
        dilations: dilations.0,
        data_format: data_format.0,
    };
    let windows = sliding.pool(x.shape(), ksize.0)?;
    let [_, _, _, channels] = sizes(x)?;
    let [rows, columns] = axes(&windows.axes)?;
    let channels = usize::try_from(channels).unwrap_or(usize::MAX);
    let maxima = Maxima { rows, columns, channels };
    let result = TensorMetadata { dtype: x.dtype(), shape: windows.shape };
    let made = with_type!(float x.dtype(), T => {
        let made = allocated(ctx, &result)?;
        write([x], &made, |[x], made: &mut [T]| {
            let greater = |value: T, maximum: T| value > maximum || value.is_nan();
            maxima.find(&ctx, x, made, T::LEAST, greater).or_end(ctx)
        })?;
        made
    });
    Ok(made.ok_or("unsupported dtype for TfMaxPoolOp")?)
}

fn channels_are_last(data_format: Option<&str>) -> Result<(), KernelError> {
    if channels_first(data_format) {
        return Err("only channel last order is supported".into());
    }
    Ok(())
}

/// Checks a list, if it is there.
fn four(list: Option<&[i64]>, name: &str) -> Result<(), KernelError> {
    if list.is_some_and(|list| list.len() != 4) {
        return Err(format!("{name} should have 4 elements").into());
    }
    Ok(())
}

/// The sizes of images, or of a filter, which has as many.
fn sizes(x: &DenseHostTensor) -> Result<[i64; 4], KernelError> {
    let sizes = <[i64; 4]>::try_from(x.shape().dimensions());
    sizes.map_err(|_| format!("images of rank {}, expected 4", x.shape().rank()).into())
}

fn axes(axes: &[Axis]) -> Result<[Axis; 2], KernelError> {
    <[Axis; 2]>::try_from(axes).map_err(|_| "windows slide over rows and columns".into())
}

/// A new convolution, in the type in which elements are computed.
fn convolved<T: Real>(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    filter: &DenseHostTensor,
    sums: &Convolution,
    result: &TensorMetadata,
) -> Result<DenseHostTensor, KernelError> {
    if T::DTYPE == T::Work::DTYPE {
        return convolved_work::<T::Work>(ctx, x, filter, sums, result);
    }
    let (x, filter) = (widened::<T>(ctx, x)?, widened::<T>(ctx, filter)?);
    let wide = TensorMetadata { dtype: T::Work::DTYPE, shape: result.shape.clone() };
    rounded::<T>(ctx, &convolved_work::<T::Work>(ctx, &x, &filter, sums, &wide)?)
}

fn convolved_work<T: Arithmetic + Element>(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
    filter: &DenseHostTensor,
    sums: &Convolution,
    result: &TensorMetadata,
) -> Result<DenseHostTensor, KernelError> {
    let made = allocated(ctx, result)?;
    write([x, filter], &made, |operands, made: &mut [T]| {
        sums.forward(&ctx, InstructionSet::chosen(), operands, made, |_, sum| sum).or_end(ctx)
    })?;
    Ok(made)
}
