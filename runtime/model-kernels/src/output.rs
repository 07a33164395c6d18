//! The results of kernels, and how they find their operands' elements.

use bytemuck::Pod;
use std::sync::Arc;
use tfrt_host::alloc::HostAllocator;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_numeric::Ended;
use tfrt_tensor::{DType, Element, Tensor, TensorMetadata, TensorShape, TensorWriter};

/// The error of an op whose operands do not fit each other, or its attributes.
pub(crate) fn invalid(message: String) -> KernelError {
    KernelError::new(ErrorCode::InvalidArgument, message)
}

/// A new tensor, of which `fill` sets the bytes of the elements, if there are any; they are zero at first.
/// `fill` is called once at most. One function for all: rustc would compile it for hundreds of them.
///
/// # Errors
/// `Cannot allocate tensor`; those of `fill`.
pub(crate) fn filled(
    ctx: ExecCtx<'_>,
    dtype: DType,
    shape: &[i64],
    fill: &mut dyn FnMut(&mut [u8]) -> Result<(), KernelError>,
) -> Result<Tensor, KernelError> {
    filled_in(ctx.allocator(), dtype, shape, fill)
}

/// The same, in memory of that allocator.
///
/// # Errors
/// As [`filled`].
pub(crate) fn filled_in(
    allocator: &Arc<dyn HostAllocator>,
    dtype: DType,
    shape: &[i64],
    fill: &mut dyn FnMut(&mut [u8]) -> Result<(), KernelError>,
) -> Result<Tensor, KernelError> {
    let metadata = TensorMetadata { dtype, shape: TensorShape::new(shape)? };
    let mut writer = TensorWriter::new(metadata, allocator)?;
    let bytes = writer.zeroed();
    if !bytes.is_empty() {
        fill(bytes)?;
    }
    Ok(writer.finish()?)
}

/// A new tensor, of which `compute` sets the elements, if there are any; they are zero at first.
///
/// # Errors
/// `Cannot allocate tensor`; the run has ended.
pub(crate) fn output<T: Element>(
    ctx: ExecCtx<'_>,
    shape: &[i64],
    mut compute: impl FnMut(&mut [T]) -> Result<(), Ended>,
) -> Result<Tensor, KernelError> {
    filled(ctx, T::DTYPE, shape, &mut |bytes| {
        compute(elements_mut(bytes)?).map_err(|ended| ctx.end_of_run(ended))
    })
}

/// The elements of a list: of sizes, places or axes.
///
/// # Errors
/// It is no tensor of `i64` of rank 1.
pub(crate) fn list(tensor: &Tensor) -> Result<&[i64], KernelError> {
    let elements = tensor.elements::<i64>()?;
    match tensor.shape().dimensions() {
        [_] => Ok(elements),
        shape => {
            Err(invalid(format!("expected a list of numbers, got a tensor of shape {shape:?}")))
        }
    }
}

const UNALIGNED: &str = "the elements of a tensor are not aligned";

/// The elements of bytes.
pub(crate) fn elements<T: Pod>(bytes: &[u8]) -> Result<&[T], KernelError> {
    Ok(bytemuck::try_cast_slice(bytes).map_err(|_| UNALIGNED)?)
}

/// The elements of bytes, to be written.
pub(crate) fn elements_mut<T: Pod>(bytes: &mut [u8]) -> Result<&mut [T], KernelError> {
    Ok(bytemuck::try_cast_slice_mut(bytes).map_err(|_| UNALIGNED)?)
}

/// A size of a tensor that has elements. That of one without any may be no index; nothing is read there.
pub(crate) fn index(size: i64) -> usize {
    usize::try_from(size).unwrap_or(usize::MAX)
}

/// The sizes of a shape, as [`index`] has them.
pub(crate) fn indices(shape: &[i64]) -> Vec<usize> {
    shape.iter().map(|&size| index(size)).collect()
}

/// The number of elements of such sizes, or more than there is memory for.
pub(crate) fn product(sizes: &[usize]) -> usize {
    sizes.iter().fold(1, |all, &size| all.saturating_mul(size))
}

/// From one element of a tensor to its neighbour along each dimension, in elements.
pub(crate) fn strides(shape: &[i64]) -> Vec<isize> {
    let mut strides = vec![1_isize; shape.len()];
    for dimension in (1..shape.len()).rev() {
        let size = isize::try_from(shape[dimension]).unwrap_or(isize::MAX);
        strides[dimension - 1] = strides[dimension].saturating_mul(size);
    }
    strides
}

/// The [`strides`] of a tensor that is broadcast to so many dimensions: none along those that are repeated.
pub(crate) fn broadcast_strides(shape: &[i64], rank: usize) -> Vec<isize> {
    let mut all = vec![0; rank - shape.len()];
    let own = strides(shape).into_iter().zip(shape);
    all.extend(own.map(|(stride, &size)| if size == 1 { 0 } else { stride }));
    all
}
