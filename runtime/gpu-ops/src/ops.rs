//! The ops.
//!
//! Some guess what they take as an argument, as the original does: it is not known before the device is done. Those that
//! take it as an attribute are in `folded.rs`.

use crate::compute::{Compute, on_device, operand};
use std::sync::Arc;
use tfrt_core_runtime::op;
use tfrt_gpu::DenseGpuTensor;
use tfrt_gpu::device_code::{
    Binary, Filter, Fold, Normalization, Operand, Order, Transposed, Unary, Window,
};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::Attr;
use tfrt_numeric::Axis;
use tfrt_tensor::{DType, DeviceTensor, MutableTensor, TensorMetadata};
use tfrt_tf_ops::metadata;
use tfrt_tf_ops::metadata::windows::Sliding;
use tfrt_tf_ops::metadata::{elementwise, normalization, windows};
use tfrt_tf_ops::metadata::{matmul as products, mean as means, pad as paddings};

/// What an op gives.
pub(crate) type Made = Result<MutableTensor, KernelError>;

/// A new tensor on the device of an argument, which a function writes.
fn made(
    ctx: ExecCtx<'_>,
    first: &DenseGpuTensor,
    metadata: TensorMetadata,
    write: impl FnOnce(&Compute, Operand<'_>) -> Result<(), KernelError>,
) -> Made {
    let compute = Compute::of(ctx.host(), &**first.device())?;
    let result = compute.allocate(ctx, metadata)?;
    write(&compute, operand(&result)?)?;
    Ok(MutableTensor::Device(Arc::new(result)))
}

fn expect(x: &DenseGpuTensor, types: &[DType], message: &'static str) -> Result<(), KernelError> {
    let dtype = x.metadata().dtype;
    if types.contains(&dtype) {
        return Ok(());
    }
    // Texts that end in a colon name the type.
    Err(if message.ends_with(':') {
        format!("{message} {}", dtype.tensor_name()).into()
    } else {
        message.into()
    })
}

const FLOATS: [DType; 3] = [DType::F16, DType::F32, DType::F64];

fn binary(ctx: ExecCtx<'_>, operation: Binary, a: &MutableTensor, b: &MutableTensor) -> Made {
    let (a, b) = (on_device(a)?, on_device(b)?);
    expect(a, &FLOATS, "unexpected type for operation")?;
    let result = elementwise::broadcast(a.metadata(), b.metadata())?;
    made(ctx, a, result, |compute, out| {
        compute.code.binary(&compute.stream, operation, [operand(a)?, operand(b)?], out)
    })
}

/// The sums of elements, broadcast.
///
/// # Errors
/// `unexpected type for operation`; `unimplemented broadcasting high-dimensional tensors`; shapes that do not fit.
#[op("tf.AddV2", pure, infer = elementwise::binary)]
pub(crate) fn add_v2(ctx: ExecCtx<'_>, a: &MutableTensor, b: &MutableTensor) -> Made {
    binary(ctx, Binary::Add, a, b)
}

/// The differences of elements, broadcast.
///
/// # Errors
/// As `tf.AddV2`.
#[op("tf.Sub", pure, infer = elementwise::binary)]
pub(crate) fn sub(ctx: ExecCtx<'_>, a: &MutableTensor, b: &MutableTensor) -> Made {
    binary(ctx, Binary::Sub, a, b)
}

/// The products of elements, broadcast.
///
/// # Errors
/// As `tf.AddV2`.
#[op("tf.Mul", pure, infer = elementwise::binary)]
pub(crate) fn mul(ctx: ExecCtx<'_>, a: &MutableTensor, b: &MutableTensor) -> Made {
    binary(ctx, Binary::Mul, a, b)
}

/// The quotients of elements, broadcast.
///
/// # Errors
/// As `tf.AddV2`.
#[op("tf.RealDiv", pure, infer = elementwise::binary)]
pub(crate) fn real_div(ctx: ExecCtx<'_>, a: &MutableTensor, b: &MutableTensor) -> Made {
    binary(ctx, Binary::Div, a, b)
}

fn unary(ctx: ExecCtx<'_>, function: Unary, x: &MutableTensor, message: &'static str) -> Made {
    let x = on_device(x)?;
    expect(x, &FLOATS, message)?;
    made(ctx, x, x.metadata().clone(), |compute, out| {
        compute.code.unary(&compute.stream, function, operand(x)?, out)
    })
}

/// The hyperbolic tangents of elements.
///
/// # Errors
/// `unexpected type for operation`.
#[op("tf.Tanh", pure, infer = elementwise::unary)]
pub(crate) fn tanh(ctx: ExecCtx<'_>, x: &MutableTensor) -> Made {
    unary(ctx, Unary::Tanh, x, "unexpected type for operation")
}

/// `1 / (1 + exp(-x))` of elements.
///
/// # Errors
/// `unexpected type for operation`.
#[op("tf.Sigmoid", pure, infer = elementwise::unary)]
pub(crate) fn sigmoid(ctx: ExecCtx<'_>, x: &MutableTensor) -> Made {
    unary(ctx, Unary::Sigmoid, x, "unexpected type for operation")
}

/// The natural logarithms of elements.
///
/// # Errors
/// `unexpected type for operation`.
#[op("tf.Log", pure, infer = elementwise::unary)]
pub(crate) fn log(ctx: ExecCtx<'_>, x: &MutableTensor) -> Made {
    unary(ctx, Unary::Log, x, "unexpected type for operation")
}

/// Elements that are not less than zero, zeros for others.
///
/// # Errors
/// `Unsupported type: X`.
#[op("tf.Relu", pure, infer = elementwise::unary)]
pub(crate) fn relu(ctx: ExecCtx<'_>, x: &MutableTensor) -> Made {
    unary(ctx, Unary::Relu, x, "Unsupported type:")
}

/// The elements in the type that the attribute `DstT` names. With `Truncate`, bits that a narrower float has not are
/// zeroed first.
///
/// # Errors
/// `unexpected type for CastOp`.
#[op("tf.Cast", pure, infer = metadata::cast)]
#[expect(non_snake_case, reason = "the attributes' names")]
pub(crate) fn cast(
    ctx: ExecCtx<'_>,
    x: &MutableTensor,
    DstT: Attr<DType>,
    SrcT: Attr<Option<DType>>,
    Truncate: Attr<Option<bool>>,
) -> Made {
    let x = on_device(x)?;
    let from = x.metadata().dtype;
    if SrcT.0.is_some_and(|named| named != from) || !from.is_number() || !DstT.0.is_number() {
        return Err("unexpected type for CastOp".into());
    }
    let result = TensorMetadata { dtype: DstT.0, shape: x.metadata().shape.clone() };
    made(ctx, x, result, |compute, out| {
        compute.code.cast(&compute.stream, operand(x)?, Truncate.0.unwrap_or(false), out)
    })
}

/// A vector added along the last dimension.
///
/// # Errors
/// `Unsupported type: X`; a bias of another size or type.
#[op("tf.BiasAdd", pure, infer = normalization::bias_add)]
pub(crate) fn bias_add(
    ctx: ExecCtx<'_>,
    value: &MutableTensor,
    bias: &MutableTensor,
    data_format: Attr<Option<&str>>,
) -> Made {
    let (value, bias) = (on_device(value)?, on_device(bias)?);
    expect(value, &FLOATS, "Unsupported type:")?;
    normalization::biased(value.metadata(), bias.metadata(), data_format.0)?;
    let last = value.metadata().shape.rank() - 1;
    made(ctx, value, value.metadata().clone(), |compute, out| {
        compute.code.bias_add(&compute.stream, operand(value)?, operand(bias)?, last, out)
    })
}

/// The product of two matrices.
///
/// # Errors
/// `Unsupported type: X`; shapes that have no product.
#[op("tf.MatMul", pure, infer = products::matmul)]
pub(crate) fn matmul(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    b: &MutableTensor,
    transpose_a: Attr<bool>,
    transpose_b: Attr<bool>,
) -> Made {
    let (a, b) = (on_device(a)?, on_device(b)?);
    expect(a, &FLOATS, "Unsupported type:")?;
    let transposed = Transposed { left: transpose_a.0, right: transpose_b.0 };
    let result = products::product(a.metadata(), b.metadata(), [transpose_a.0, transpose_b.0])?;
    made(ctx, a, result, |compute, out| {
        compute.code.matmul(&compute.stream, [operand(a)?, operand(b)?], transposed, out)
    })
}

/// The means along the rows and columns of images, whose order of dimensions is guessed. The second argument is not read.
///
/// # Errors
/// `Could not guess channel order.`; `Unsupported data type: X`.
#[op("tf.Mean", pure, infer = means::fixed_mean)]
pub(crate) fn mean(ctx: ExecCtx<'_>, x: &MutableTensor, _indices: &MutableTensor) -> Made {
    let x = on_device(x)?;
    let dimensions = means::guessed(&x.metadata().shape)?;
    averaged(ctx, x, &dimensions, false)
}

pub(crate) fn averaged(
    ctx: ExecCtx<'_>,
    x: &DenseGpuTensor,
    dimensions: &[usize],
    keep: bool,
) -> Made {
    expect(x, &[DType::F16, DType::F32], "Unsupported data type:")?;
    let TensorMetadata { dtype, shape } = x.metadata();
    let (gone, reduced) = means::reduced(shape, dimensions, keep)?;
    let first = gone.iter().position(|gone| *gone).unwrap_or(0);
    let range = first..first + dimensions.len();
    if gone.get(range.clone()).is_none_or(|gone| gone.contains(&false)) {
        let (rank, left) = (shape.rank(), shape.rank() - dimensions.len());
        let message = format!("Invalid reduction requested: in_rank={rank} out_rank={left}");
        return Err(message.into());
    }
    made(ctx, x, TensorMetadata { dtype: *dtype, shape: reduced }, |compute, out| {
        let fold = (Fold::Mean, Order::Sequential);
        compute.code.reduce(&compute.stream, fold, operand(x)?, range, out)
    })
}

/// Images with three rows and columns of zeros around them, whose order of dimensions is guessed. The second argument is
/// not read.
///
/// # Errors
/// `Could not guess channel order.`
#[op("tf.Pad", pure, infer = paddings::fixed_pad)]
pub(crate) fn pad(ctx: ExecCtx<'_>, x: &MutableTensor, _paddings: &MutableTensor) -> Made {
    let x = on_device(x)?;
    padded(ctx, x, &paddings::guessed(&x.metadata().shape)?)
}

pub(crate) fn padded(ctx: ExecCtx<'_>, x: &DenseGpuTensor, sides: &[[i64; 2]]) -> Made {
    const TYPES: [DType; 5] = [DType::I32, DType::I64, DType::F16, DType::F32, DType::F64];
    expect(x, &TYPES, "Unsupported data type:")?;
    let TensorMetadata { dtype, shape } = x.metadata();
    let result = paddings::padded(shape, sides.iter().copied())?;
    made(ctx, x, TensorMetadata { dtype: *dtype, shape: result }, |compute, out| {
        compute.code.pad(&compute.stream, operand(x)?, sides, out)
    })
}

/// Images with channels last, as images with channels first. The second argument is not read.
///
/// # Errors
/// ``tf.Transpose `perm` must size must match input rank``.
#[op("tf.Transpose", pure, infer = metadata::fixed_transpose)]
pub(crate) fn transpose(ctx: ExecCtx<'_>, x: &MutableTensor, _perm: &MutableTensor) -> Made {
    transposed(ctx, on_device(x)?, &metadata::CHANNELS_FIRST)
}

pub(crate) fn transposed(ctx: ExecCtx<'_>, x: &DenseGpuTensor, order: &[i64]) -> Made {
    const TYPES: [DType; 4] = [DType::F16, DType::F32, DType::F64, DType::I64];
    expect(x, &TYPES, "Unsupported data type:")?;
    let result = metadata::transposed(x.metadata(), order)?;
    let order: Vec<usize> = order.iter().filter_map(|&at| usize::try_from(at).ok()).collect();
    made(ctx, x, result, |compute, out| {
        compute.code.transpose(&compute.stream, operand(x)?, &order, out)
    })
}

/// How windows slide, as device code takes it.
fn window(axes: &[Axis], data_format: Option<&str>) -> Result<Window, KernelError> {
    let &[rows, columns] = axes else { return Err("windows slide over rows and columns".into()) };
    let both = [rows, columns];
    let padding = |axis: Axis| {
        // Padding is not negative: `Axis::new`.
        let before = usize::try_from(axis.before).unwrap_or(0);
        let last = axis.output.saturating_sub(1).saturating_mul(axis.stride);
        let reach = axis.window.saturating_sub(1).saturating_mul(axis.dilation);
        let end = last.saturating_add(reach).saturating_add(1);
        [before, end.saturating_sub(before).saturating_sub(axis.input)]
    };
    Ok(Window {
        channels_last: !windows::channels_first(data_format),
        size: both.map(|it| it.window),
        strides: both.map(|it| it.stride),
        dilations: both.map(|it| it.dilation),
        padding: [padding(rows), padding(columns)],
    })
}

/// The convolution of images with a filter of rows, columns, input and output channels.
///
/// # Errors
/// `Unsupported type: X`; as the metadata function.
#[op("tf.Conv2D", pure, infer = windows::conv2d)]
#[expect(clippy::too_many_arguments, reason = "the op's operands and attributes")]
pub(crate) fn conv2d(
    ctx: ExecCtx<'_>,
    x: &MutableTensor,
    filter: &MutableTensor,
    data_format: Attr<Option<&str>>,
    dilations: Attr<Option<&[i64]>>,
    explicit_paddings: Attr<Option<&[i64]>>,
    padding: Attr<&str>,
    strides: Attr<Option<&[i64]>>,
) -> Made {
    let (x, filter) = (on_device(x)?, on_device(filter)?);
    if ![DType::F16, DType::F32].contains(&x.metadata().dtype) {
        let name = x.metadata().dtype.tensor_name();
        return Err(format!("TransformFilterTensor does not support dtype: {name}").into());
    }
    let sliding = Sliding {
        padding: padding.0,
        explicit_paddings: explicit_paddings.0,
        strides: strides.0,
        dilations: dilations.0,
        data_format: data_format.0,
    };
    let TensorMetadata { dtype, shape } = x.metadata();
    let found = sliding.convolution(shape, &filter.metadata().shape)?;
    let window = window(&found.axes, data_format.0)?;
    made(ctx, x, TensorMetadata { dtype: *dtype, shape: found.shape }, |compute, out| {
        let filter = Filter { weights: operand(filter)?, outputs_last: true };
        compute.code.convolution(&compute.stream, &window, operand(x)?, filter, None, out)
    })
}

/// The greatest element of each window of images.
///
/// # Errors
/// `Unsupported type: X`; as the metadata function.
#[op("tf.MaxPool", pure, infer = windows::max_pool)]
#[expect(clippy::too_many_arguments, reason = "the op's operands and attributes")]
pub(crate) fn max_pool(
    ctx: ExecCtx<'_>,
    x: &MutableTensor,
    data_format: Attr<Option<&str>>,
    dilations: Attr<Option<&[i64]>>,
    explicit_paddings: Attr<Option<&[i64]>>,
    ksize: Attr<Option<&[i64]>>,
    padding: Attr<&str>,
    strides: Attr<Option<&[i64]>>,
) -> Made {
    let x = on_device(x)?;
    expect(x, &FLOATS, "Unsupported type:")?;
    let sliding = Sliding {
        padding: padding.0,
        explicit_paddings: explicit_paddings.0,
        strides: strides.0,
        dilations: dilations.0,
        data_format: data_format.0,
    };
    let TensorMetadata { dtype, shape } = x.metadata();
    let found = sliding.pool(shape, ksize.0)?;
    let window = window(&found.axes, data_format.0)?;
    made(ctx, x, TensorMetadata { dtype: *dtype, shape: found.shape }, |compute, out| {
        compute.code.max_pool(&compute.stream, &window, operand(x)?, out)
    })
}

fn of_rows(ctx: ExecCtx<'_>, logits: &MutableTensor, axis: Option<i64>, logarithm: bool) -> Made {
    let x = on_device(logits)?;
    expect(x, &FLOATS, "Unsupported type:")?;
    let last = i64::try_from(x.metadata().shape.rank()).unwrap_or(i64::MAX) - 1;
    if let Some(axis) = axis.filter(|axis| *axis != -1 && *axis != last) {
        return Err(format!("Unsupported 'axis' attribute value {axis}").into());
    }
    made(ctx, x, x.metadata().clone(), |compute, out| {
        compute.code.softmax(&compute.stream, logarithm, operand(x)?, out)
    })
}

/// The softmax of rows along the last dimension.
///
/// # Errors
/// `Unsupported type: X`; `Unsupported 'axis' attribute value A`.
#[op("tf.Softmax", pure, infer = elementwise::unary)]
pub(crate) fn softmax(ctx: ExecCtx<'_>, logits: &MutableTensor, axis: Attr<Option<i64>>) -> Made {
    of_rows(ctx, logits, axis.0, false)
}

/// The logarithm of the softmax of rows along the last dimension.
///
/// # Errors
/// As `tf.Softmax`.
#[op("tf.LogSoftmax", pure, infer = elementwise::unary)]
pub(crate) fn log_softmax(
    ctx: ExecCtx<'_>,
    logits: &MutableTensor,
    axis: Attr<Option<i64>>,
) -> Made {
    of_rows(ctx, logits, axis.0, true)
}

/// Images normalized by parameters of their channels. All results are that tensor.
///
/// # Errors
/// `Unsupported type: X`; `missing epsilon attribute`; parameters of another size.
#[op("tf.FusedBatchNormV3", pure, infer = normalization::fused_batch_norm)]
#[expect(clippy::too_many_arguments, reason = "the op's operands and attributes")]
pub(crate) fn fused_batch_norm_v3(
    ctx: ExecCtx<'_>,
    x: &MutableTensor,
    scale: &MutableTensor,
    bias: &MutableTensor,
    mean: &MutableTensor,
    variance: &MutableTensor,
    data_format: Attr<Option<&str>>,
    epsilon: Attr<Option<f32>>,
    results: &[Option<TensorMetadata>],
) -> Result<Vec<MutableTensor>, KernelError> {
    let by = By { parameters: [scale, bias, mean, variance], side: None, relu: false };
    let made = normalized(ctx, x, &by, data_format.0, epsilon.0)?;
    Ok(vec![made; results.len()])
}

/// The same, then the side input is added, then the activation follows that `activation_mode` names.
///
/// # Errors
/// As `tf.FusedBatchNormV3`; `Unknown FusedBatchNormActivationMode: M`.
#[op("tf._FusedBatchNormEx", pure, infer = normalization::fused_batch_norm_ex)]
#[expect(clippy::too_many_arguments, reason = "the op's operands and attributes")]
pub(crate) fn fused_batch_norm_ex(
    ctx: ExecCtx<'_>,
    x: &MutableTensor,
    scale: &MutableTensor,
    bias: &MutableTensor,
    mean: &MutableTensor,
    variance: &MutableTensor,
    side_input: Option<MutableTensor>,
    activation_mode: Attr<Option<&str>>,
    data_format: Attr<Option<&str>>,
    epsilon: Attr<Option<f32>>,
    results: &[Option<TensorMetadata>],
) -> Result<Vec<MutableTensor>, KernelError> {
    let relu = match activation_mode.0 {
        None | Some("Identity") => false,
        Some("Relu") => true,
        Some(other) => return Err(format!("Unknown FusedBatchNormActivationMode: {other}").into()),
    };
    let by = By { parameters: [scale, bias, mean, variance], side: side_input.as_ref(), relu };
    let made = normalized(ctx, x, &by, data_format.0, epsilon.0)?;
    Ok(vec![made; results.len()])
}

/// What images are normalized by.
struct By<'a> {
    /// Scale, bias, mean and variance.
    parameters: [&'a MutableTensor; 4],
    side: Option<&'a MutableTensor>,
    relu: bool,
}

fn normalized(
    ctx: ExecCtx<'_>,
    x: &MutableTensor,
    by: &By<'_>,
    data_format: Option<&str>,
    epsilon: Option<f32>,
) -> Made {
    let x = on_device(x)?;
    expect(x, &FLOATS, "Unsupported type:")?;
    let epsilon = epsilon.ok_or("missing epsilon attribute")?;
    let [scale, offset, mean, variance] = by.parameters;
    made(ctx, x, x.metadata().clone(), |compute, out| {
        let normalization = Normalization {
            scale: operand(on_device(scale)?)?,
            offset: operand(on_device(offset)?)?,
            mean: operand(on_device(mean)?)?,
            variance: operand(on_device(variance)?)?,
            epsilon,
            side: by.side.map(|side| operand(on_device(side)?)).transpose()?,
            relu: by.relu,
        };
        let last = !windows::channels_first(data_format);
        compute.code.batch_norm(&compute.stream, &normalization, last, operand(x)?, out)
    })
}
