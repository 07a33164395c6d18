//! Dense tensors in the memory of a device.

use crate::registry;
use std::fmt;
use std::sync::Arc;
use tfrt_cuda::Buffer;
use tfrt_host::context::ExecCtx;
use tfrt_host::device::Device;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Chain};
use tfrt_tensor::{DeviceTensor, Element, MutableTensor, TensorMetadata, TensorShape};

/// A dense tensor whose elements are in a buffer of a CUDA device. Thread-safe. A [`MutableTensor`] holds it, which
/// gives it back by [`on_device`](MutableTensor::on_device).
///
/// ```
/// use tfrt_gpu::DenseGpuTensor;
/// use tfrt_tensor::MutableTensor;
///
/// /// The bytes that a tensor takes on its device.
/// fn bytes(tensor: &MutableTensor) -> Option<usize> {
///     tensor.on_device::<DenseGpuTensor>().map(|tensor| tensor.buffer().size())
/// }
/// # let _ = bytes;
/// ```
#[derive(Debug)]
pub struct DenseGpuTensor {
    metadata: TensorMetadata,
    device: Arc<dyn Device>,
    buffer: Buffer,
}

impl DenseGpuTensor {
    /// The tensor whose elements are in the buffer, which has room for exactly these.
    ///
    /// # Errors
    /// `tfrt_gpu.tensor.make failed: …`: it has not; the host refuses the device.
    pub fn new(
        ctx: ExecCtx<'_>,
        metadata: TensorMetadata,
        buffer: Buffer,
    ) -> Result<Self, KernelError> {
        let TensorMetadata { dtype, shape } = &metadata;
        if shape.bytes(*dtype) != Some(buffer.size()) {
            let message = format!(
                "tfrt_gpu.tensor.make failed: buffer_size ({}) is not equal to the number of elements in \
                 shape ({shape}) times element size ({})",
                buffer.size(),
                dtype.size().unwrap_or(0),
            );
            return Err(KernelError::new(ErrorCode::InvalidArgument, message));
        }
        let device = registry::device(ctx.host(), buffer.context())?;
        Ok(Self { metadata, device, buffer })
    }

    /// Where the elements are.
    #[must_use]
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }
}

impl DeviceTensor for DenseGpuTensor {
    fn type_name(&self) -> &'static str {
        "DenseGpu"
    }

    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn device(&self) -> &Arc<dyn Device> {
        &self.device
    }
}

/// `DenseGpuTensor<dtype=f64, shape=[2, 4], pointer=0x… (CUDA)>`.
impl fmt::Display for DenseGpuTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TensorMetadata { dtype, shape } = &self.metadata;
        let (dtype, address) = (dtype.tensor_name(), self.buffer.address());
        write!(f, "DenseGpuTensor<dtype={dtype}, shape={shape}, pointer={address:#x} (CUDA)>")
    }
}

/// A dense tensor that shares the bytes of a buffer.
///
/// # Errors
/// `tfrt_gpu.tensor.make failed: …`: the sizes do not match.
#[kernel("tfrt_gpu.tensor.make.{T}", effects(device), assembly = Assembly::OPERANDS,
    T = [i8, i32, i64, f32, f64])]
pub fn make<T: Element>(
    ctx: ExecCtx<'_>,
    buffer: &Buffer,
    shape: &TensorShape,
    _chain: Chain,
) -> Result<MutableTensor, KernelError> {
    let metadata = TensorMetadata { dtype: T::DTYPE, shape: shape.clone() };
    let tensor = DenseGpuTensor::new(ctx, metadata, buffer.clone())?;
    Ok(MutableTensor::Device(Arc::new(tensor)))
}

/// Prints where a tensor is, and a newline.
///
/// # Errors
/// A tensor that is not on a device.
#[kernel("tfrt_gpu.tensor.print_metadata", effects(prints, device), assembly = Assembly::OPERANDS)]
pub fn print_metadata(
    ctx: ExecCtx<'_>,
    tensor: &MutableTensor,
    chain: Chain,
) -> Result<Chain, KernelError> {
    let Some(tensor) = tensor.on_device::<DenseGpuTensor>() else {
        let message = format!("a tensor of kind {}, expected DenseGpu", tensor.type_name());
        return Err(KernelError::new(ErrorCode::InvalidArgument, message));
    };
    ctx.request.print(&format!("{tensor}\n"));
    Ok(chain)
}
