//! Neural networks: cuDNN.
#![expect(non_snake_case, reason = "attributes have the original's names")]
#![expect(clippy::too_many_arguments, reason = "the ops have so many operands")]

use super::{driver, enumerator, scalar};
use crate::device;
use tfrt_cuda::{
    ActivationDescriptor, Buffer, Context, Convolution, ConvolutionAlgorithm,
    ConvolutionDescriptor, DnnDataType, DnnHandle, Epilogue, FilterDescriptor, PoolingDescriptor,
    Stream, Tensor, TensorDescriptor,
};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain, Value};

/// A handle of the library of neural networks for a context.
///
/// # Errors
/// There is no such library; the library's.
#[kernel("tfrt_gpu.dnn.create", effects(device), assembly = Assembly::OPERANDS)]
pub fn create(context: &Context) -> Result<DnnHandle, KernelError> {
    Ok(DnnHandle::new(context)?)
}

/// How a window moves over images in a convolution.
///
/// # Errors
/// `Unsupported platform`; `Inconsistent dims/strides lengths`; there is no such library; the library's.
#[kernel(
    "tfrt_gpu.dnn.create_convolution_descriptor",
    effects(device),
    assembly = "word($computeType, gpu_dnn_data_type) `,` word($mode, gpu_dnn_mode) `,` \
                word($mathType, gpu_dnn_math) `,` $pad `,` $filterStride `,` $dilation attr-dict"
)]
pub fn create_convolution_descriptor(
    ctx: ExecCtx<'_>,
    computeType: Attr<i32>,
    dilation: Attr<&[i32]>,
    filterStride: Attr<&[i32]>,
    mathType: Attr<i32>,
    mode: Attr<i32>,
    pad: Attr<&[i32]>,
) -> Result<ConvolutionDescriptor, KernelError> {
    let compute = DnnDataType(enumerator(computeType.0)?);
    let (mode, math) = (enumerator(mode.0)?, enumerator(mathType.0)?);
    let arrays = [pad.0, filterStride.0, dilation.0];
    Ok(ConvolutionDescriptor::new(&device::driver(ctx.host())?, compute, mode, math, arrays)?)
}

/// Filters of a type and sizes. The format is a number of `cudnnTensorFormat_t`.
///
/// # Errors
/// As of `tfrt_gpu.dnn.create_convolution_descriptor`.
#[kernel(
    "tfrt_gpu.dnn.create_filter_descriptor",
    effects(device),
    assembly = "word($dataType, gpu_dnn_data_type) `,` $tensorFormat `,` $dimensions attr-dict"
)]
pub fn create_filter_descriptor(
    ctx: ExecCtx<'_>,
    dataType: Attr<i32>,
    dimensions: Attr<&[i32]>,
    tensorFormat: Attr<i32>,
) -> Result<FilterDescriptor, KernelError> {
    let (ty, driver) = (DnnDataType(enumerator(dataType.0)?), device::driver(ctx.host())?);
    Ok(FilterDescriptor::new(&driver, ty, tensorFormat.0, dimensions.0)?)
}

/// How a window moves over images in pooling. Mode and propagation are numbers of `cudnnPoolingMode_t` and
/// `cudnnNanPropagation_t`.
///
/// # Errors
/// As of `tfrt_gpu.dnn.create_convolution_descriptor`.
#[kernel(
    "tfrt_gpu.dnn.create_pooling_descriptor",
    effects(device),
    assembly = "$context `,` $mode `,` $nanPropagation `,` $windowDimensions `,` $paddings `,` $strides attr-dict"
)]
pub fn create_pooling_descriptor(
    context: &Context,
    mode: Attr<u32>,
    nanPropagation: Attr<u32>,
    paddings: Attr<&[i32]>,
    strides: Attr<&[i32]>,
    windowDimensions: Attr<&[i32]>,
) -> Result<PoolingDescriptor, KernelError> {
    let arrays = [windowDimensions.0, paddings.0, strides.0];
    Ok(PoolingDescriptor::new(driver(context), mode.0, nanPropagation.0, arrays)?)
}

/// Elements of a tensor.
///
/// # Errors
/// As of `tfrt_gpu.dnn.create_convolution_descriptor`.
#[kernel(
    "tfrt_gpu.dnn.create_tensor_descriptor",
    effects(device),
    assembly = "word($dataType, gpu_dnn_data_type) `,` $dimensions `,` $strides attr-dict"
)]
pub fn create_tensor_descriptor(
    ctx: ExecCtx<'_>,
    dataType: Attr<i32>,
    dimensions: Attr<&[i32]>,
    strides: Attr<&[i32]>,
) -> Result<TensorDescriptor, KernelError> {
    let (ty, driver) = (DnnDataType(enumerator(dataType.0)?), device::driver(ctx.host())?);
    Ok(TensorDescriptor::new(&driver, ty, dimensions.0, strides.0)?)
}

/// What becomes of each element after a convolution.
///
/// # Errors
/// As of `tfrt_gpu.dnn.create_convolution_descriptor`.
#[kernel(
    "tfrt_gpu.dnn.create_activation_descriptor",
    effects(device),
    assembly = "$coefficient `,` word($mode, gpu_dnn_activation) `,` $nanPropagation attr-dict"
)]
pub fn create_activation_descriptor(
    ctx: ExecCtx<'_>,
    coefficient: Attr<f64>,
    mode: Attr<i32>,
    nanPropagation: Attr<bool>,
) -> Result<ActivationDescriptor, KernelError> {
    let (mode, driver) = (enumerator(mode.0)?, device::driver(ctx.host())?);
    Ok(ActivationDescriptor::new(&driver, mode, nanPropagation.0, coefficient.0)?)
}

/// How a convolution is computed.
///
/// # Errors
/// `Unsupported platform`.
#[kernel(
    "tfrt_gpu.dnn.convolution_forward_algorithm",
    effects(device),
    assembly = "word($algo, gpu_dnn_forward) attr-dict"
)]
pub fn convolution_forward_algorithm(algo: Attr<i32>) -> Result<ConvolutionAlgorithm, KernelError> {
    Ok(ConvolutionAlgorithm(enumerator(algo.0)?))
}

/// How the gradient of a convolution's input is computed.
///
/// # Errors
/// `Unsupported platform`.
#[kernel(
    "tfrt_gpu.dnn.convolution_backward_data_algorithm",
    effects(device),
    assembly = "word($algo, gpu_dnn_backward_data) attr-dict"
)]
pub fn convolution_backward_data_algorithm(
    algo: Attr<i32>,
) -> Result<ConvolutionAlgorithm, KernelError> {
    Ok(ConvolutionAlgorithm(enumerator(algo.0)?))
}

/// How the gradient of a convolution's filters is computed.
///
/// # Errors
/// `Unsupported platform`.
#[kernel(
    "tfrt_gpu.dnn.convolution_backward_filter_algorithm",
    effects(device),
    assembly = "word($algo, gpu_dnn_backward_filter) attr-dict"
)]
pub fn convolution_backward_filter_algorithm(
    algo: Attr<i32>,
) -> Result<ConvolutionAlgorithm, KernelError> {
    Ok(ConvolutionAlgorithm(enumerator(algo.0)?))
}

fn tensor<'a, D>(descriptor: &'a D, buffer: &'a Buffer) -> Tensor<'a, D> {
    Tensor { descriptor, buffer }
}

/// `y = alpha pool(x) + beta y`, in the order of the stream.
///
/// # Errors
/// A buffer is too short; the library's.
#[kernel(
    "tfrt_gpu.dnn.pooling_forward",
    effects(device),
    assembly = Assembly::OPERANDS,
    traits(capturable(&[]))
)]
pub fn pooling_forward(
    handle: &DnnHandle,
    stream: &Stream,
    pooling_desc: &PoolingDescriptor,
    alpha: f32,
    x_desc: &TensorDescriptor,
    x: &Buffer,
    beta: f32,
    y_desc: &TensorDescriptor,
    y: &Buffer,
    chain: Chain,
) -> Result<Chain, KernelError> {
    let (x, y) = (tensor(x_desc, x), tensor(y_desc, y));
    handle.pooling_forward(stream, pooling_desc, alpha, x, beta, y)?;
    Ok(chain)
}

/// The gradient of pooling's input, in the order of the stream.
///
/// # Errors
/// A buffer is too short; the library's.
#[kernel(
    "tfrt_gpu.dnn.pooling_backward",
    effects(device),
    assembly = Assembly::OPERANDS,
    traits(capturable(&[]))
)]
pub fn pooling_backward(
    handle: &DnnHandle,
    stream: &Stream,
    pooling_desc: &PoolingDescriptor,
    alpha: f32,
    y_desc: &TensorDescriptor,
    y: &Buffer,
    dy_desc: &TensorDescriptor,
    dy: &Buffer,
    x_desc: &TensorDescriptor,
    x: &Buffer,
    beta: f32,
    dx_desc: &TensorDescriptor,
    dx: &Buffer,
    chain: Chain,
) -> Result<Chain, KernelError> {
    let (y, dy) = (tensor(y_desc, y), tensor(dy_desc, dy));
    let (x, dx) = (tensor(x_desc, x), tensor(dx_desc, dx));
    handle.pooling_backward(stream, pooling_desc, alpha, y, dy, x, beta, dx)?;
    Ok(chain)
}

/// `y = conv(x, w)`, in the order of the stream.
///
/// # Errors
/// A buffer is too short; `Unsupported platform`; the library's.
#[kernel(
    "tfrt_gpu.dnn.convolution_forward",
    effects(device),
    assembly = "$handle `,` $stream `,` word($scaleType, gpu_dnn_data_type) `,` $x_desc `,` $x `,` $w_desc `,` $w `,` \
                $conv_desc `,` $algo `,` $workspace `,` $y_desc `,` $y `,` $chain attr-dict",
    traits(capturable(&[]))
)]
pub fn convolution_forward(
    handle: &DnnHandle,
    stream: &Stream,
    x_desc: &TensorDescriptor,
    x: &Buffer,
    w_desc: &FilterDescriptor,
    w: &Buffer,
    conv_desc: &ConvolutionDescriptor,
    algo: &ConvolutionAlgorithm,
    workspace: &Buffer,
    y_desc: &TensorDescriptor,
    y: &Buffer,
    chain: Chain,
    scaleType: Attr<i32>,
) -> Result<Chain, KernelError> {
    let how = Convolution { descriptor: conv_desc, algorithm: *algo, workspace };
    let scale = DnnDataType(enumerator(scaleType.0)?);
    let (x, w, y) = (tensor(x_desc, x), tensor(w_desc, w), tensor(y_desc, y));
    handle.convolution_forward(stream, scale, x, w, &how, y)?;
    Ok(chain)
}

/// The gradient of a convolution's input, of that of its output, in the order of the stream.
///
/// # Errors
/// A buffer is too short; `Unsupported platform`; the library's.
#[kernel(
    "tfrt_gpu.dnn.convolution_backward_data",
    effects(device),
    assembly = "$handle `,` $stream `,` word($scaleType, gpu_dnn_data_type) `,` $w_desc `,` $w `,` $dy_desc `,` $dy `,` \
                $conv_desc `,` $algo `,` $workspace `,` $dx_desc `,` $dx `,` $chain attr-dict",
    traits(capturable(&[]))
)]
pub fn convolution_backward_data(
    handle: &DnnHandle,
    stream: &Stream,
    w_desc: &FilterDescriptor,
    w: &Buffer,
    dy_desc: &TensorDescriptor,
    dy: &Buffer,
    conv_desc: &ConvolutionDescriptor,
    algo: &ConvolutionAlgorithm,
    workspace: &Buffer,
    dx_desc: &TensorDescriptor,
    dx: &Buffer,
    chain: Chain,
    scaleType: Attr<i32>,
) -> Result<Chain, KernelError> {
    let how = Convolution { descriptor: conv_desc, algorithm: *algo, workspace };
    let scale = DnnDataType(enumerator(scaleType.0)?);
    let (w, dy, dx) = (tensor(w_desc, w), tensor(dy_desc, dy), tensor(dx_desc, dx));
    handle.convolution_backward_data(stream, scale, w, dy, &how, dx)?;
    Ok(chain)
}

/// The gradient of a convolution's filters, of that of its output, in the order of the stream.
///
/// # Errors
/// A buffer is too short; `Unsupported platform`; the library's.
#[kernel(
    "tfrt_gpu.dnn.convolution_backward_filter",
    effects(device),
    assembly = "$handle `,` $stream `,` word($scaleType, gpu_dnn_data_type) `,` $x_desc `,` $x `,` $dy_desc `,` $dy `,` \
                $conv_desc `,` $algo `,` $workspace `,` $dw_desc `,` $dw `,` $chain attr-dict",
    traits(capturable(&[]))
)]
pub fn convolution_backward_filter(
    handle: &DnnHandle,
    stream: &Stream,
    x_desc: &TensorDescriptor,
    x: &Buffer,
    dy_desc: &TensorDescriptor,
    dy: &Buffer,
    conv_desc: &ConvolutionDescriptor,
    algo: &ConvolutionAlgorithm,
    workspace: &Buffer,
    dw_desc: &FilterDescriptor,
    dw: &Buffer,
    chain: Chain,
    scaleType: Attr<i32>,
) -> Result<Chain, KernelError> {
    let how = Convolution { descriptor: conv_desc, algorithm: *algo, workspace };
    let scale = DnnDataType(enumerator(scaleType.0)?);
    let (x, dy, dw) = (tensor(x_desc, x), tensor(dy_desc, dy), tensor(dw_desc, dw));
    handle.convolution_backward_filter(stream, scale, x, dy, &how, dw)?;
    Ok(chain)
}

/// `y = activation(alpha1 conv(x, w) + alpha2 z + bias)`, in the order of the stream.
///
/// # Errors
/// A buffer is too short; `unexpected argument type`; the library's.
#[kernel(
    "tfrt_gpu.dnn.convolution_bias_activation_forward",
    effects(device),
    assembly = "$handle `,` $stream `,` word($scaleType, gpu_dnn_data_type, $alpha1, $alpha2) `,` $alpha1 `,` \
                $x_desc `,` $x `,` $w_desc `,` $w `,` $conv_desc `,` $algo `,` $workspace `,` $alpha2 `,` \
                $z_desc `,` $z `,` $bias_desc `,` $bias `,` $activation_desc `,` $y_desc `,` $y `,` $chain attr-dict",
    traits(capturable(&["f16", "f32", "f64"]))
)]
pub fn convolution_bias_activation_forward(
    handle: &DnnHandle,
    stream: &Stream,
    alpha1: &Value,
    x_desc: &TensorDescriptor,
    x: &Buffer,
    w_desc: &FilterDescriptor,
    w: &Buffer,
    conv_desc: &ConvolutionDescriptor,
    algo: &ConvolutionAlgorithm,
    workspace: &Buffer,
    alpha2: &Value,
    z_desc: &TensorDescriptor,
    z: &Buffer,
    bias_desc: &TensorDescriptor,
    bias: &Buffer,
    activation_desc: &ActivationDescriptor,
    y_desc: &TensorDescriptor,
    y: &Buffer,
    chain: Chain,
    scaleType: Attr<i32>,
) -> Result<Chain, KernelError> {
    // The number is of the type that the word says.
    enumerator(scaleType.0)?;
    let how = Convolution { descriptor: conv_desc, algorithm: *algo, workspace };
    let then = Epilogue {
        alpha: scalar(alpha1)?,
        side: scalar(alpha2)?,
        z: tensor(z_desc, z),
        bias: tensor(bias_desc, bias),
        activation: activation_desc,
    };
    let (x, w, y) = (tensor(x_desc, x), tensor(w_desc, w), tensor(y_desc, y));
    handle.convolution_bias_activation_forward(stream, x, w, &how, &then, y)?;
    Ok(chain)
}
