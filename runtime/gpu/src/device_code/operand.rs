//! Tensors in the memory of a device, as kernels take them.

use tfrt_cuda::{Arg, Buffer};
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_tensor::DType;

/// A dense tensor in the memory of a device, row by row.
///
/// ```
/// # use tfrt_cuda::Buffer;
/// # use tfrt_gpu::device_code::Operand;
/// # use tfrt_tensor::DType;
/// fn matrix(buffer: &Buffer) -> bool {
///     Operand::new(buffer, DType::F32, &[2, 3]).is_ok() // if it has 24 bytes
/// }
/// # let _ = matrix;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    pub(super) buffer: &'a Buffer,
    pub(super) dtype: DType,
    pub(super) shape: &'a [i64],
    pub(super) count: usize,
}

impl<'a> Operand<'a> {
    /// A tensor of that type and shape.
    ///
    /// # Errors
    /// `a buffer of 20 bytes, expected 24 for f32 [2, 3]`; a type whose elements have no size; a negative size.
    pub fn new(buffer: &'a Buffer, dtype: DType, shape: &'a [i64]) -> Result<Self, KernelError> {
        let name = dtype.name();
        let count = shape.iter().try_fold(1_usize, |all, &size| {
            // A product with a zero in it may be large before.
            usize::try_from(size).ok().map(|size| all.saturating_mul(size))
        });
        let count = if shape.contains(&0) { count.map(|_| 0) } else { count };
        let bytes = count.zip(dtype.size()).and_then(|(count, size)| count.checked_mul(size));
        let (Some(count), Some(bytes)) = (count, bytes) else {
            return Err(invalid(format!("{name} {shape:?} is no tensor of a device")));
        };
        if buffer.size() != bytes {
            let size = buffer.size();
            let message =
                format!("a buffer of {size} bytes, expected {bytes} for {name} {shape:?}");
            return Err(invalid(message));
        }
        Ok(Self { buffer, dtype, shape, count })
    }

    /// Its number of elements, which kernels count with 32 bits.
    pub(super) fn small(&self) -> Result<u32, KernelError> {
        small(self.count)
    }

    /// The sizes.
    pub(super) fn sizes(&self) -> Vec<usize> {
        self.shape.iter().map(|&size| usize::try_from(size).unwrap_or(0)).collect()
    }

    /// Checks the type and the shape.
    pub(super) fn expect(&self, dtype: DType, shape: &[i64]) -> Result<(), KernelError> {
        if self.dtype == dtype && self.shape == shape {
            return Ok(());
        }
        let (found, expected) = (self.dtype.name(), dtype.name());
        Err(invalid(format!("{found} {:?}, expected {expected} {shape:?}", self.shape)))
    }
}

impl<'a> From<Operand<'a>> for Arg<'a> {
    fn from(operand: Operand<'a>) -> Self {
        Arg::Buffer(operand.buffer)
    }
}

/// The most elements that kernels count with 32 bits: sums of two such numbers do not overflow.
const MOST: usize = i32::MAX as usize;

/// A number of elements or a size that kernels count with 32 bits.
pub(super) fn small(count: usize) -> Result<u32, KernelError> {
    let small = u32::try_from(count).ok().filter(|_| count <= MOST);
    small.ok_or_else(|| invalid(format!("{count} elements, expected at most {MOST} on a device")))
}

pub(super) fn invalid(message: impl Into<String>) -> KernelError {
    KernelError::new(ErrorCode::InvalidArgument, message.into())
}
