//! Test ops that make tensors.

use super::{metadata, tensor, with_type};
use tfrt_core_runtime::{Attr, OpAttrs, op};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;

use tfrt_tensor::{
    CooHostTensor, DType, DenseHostTensor, I1, ScalarHostTensor, TensorMetadata, TensorShape,
};

/// A tensor whose elements are all the attribute `value`.
///
/// # Errors
/// An attribute is missing; `… unsupported dtype`.
#[op("tfrt_test.create_from_scalar", pure, infer = metadata::create_from_scalar)]
pub fn create_from_scalar(
    attributes: &OpAttrs,
    result: &TensorMetadata,
) -> Result<ScalarHostTensor, KernelError> {
    let (dtype, bits) = attributes.number("value").ok_or("missing 'value' attribute")?;
    let shape = result.shape.clone();
    if dtype == DType::I1 {
        return Ok(ScalarHostTensor::new(shape, I1::from(bits != 0)));
    }
    let bytes = bits.to_le_bytes();
    let made = with_type!(numeric dtype, T => {
        let value: T = bytemuck::pod_read_unaligned(&bytes[..size_of::<T>()]);
        ScalarHostTensor::new(shape, value)
    });
    made.ok_or_else(|| "tfrt_test.create_from_scalar unsupported dtype".into())
}

/// A tensor of the elements of the attribute `values`, or of that one.
///
/// # Errors
/// An attribute is missing; the number of values is neither 1 nor that of the elements; `… unsupported dtype`.
#[op("tfrt_test.create_dense_tensor", pure, infer = metadata::create_dense_tensor)]
pub fn create_dense_tensor(
    ctx: ExecCtx<'_>,
    attributes: &OpAttrs,
    result: &TensorMetadata,
) -> Result<DenseHostTensor, KernelError> {
    let (dtype, values) = attributes.numbers("values").ok_or("missing 'values' attribute")?;
    let made = DenseHostTensor::zeroed(dtype, result.shape.clone(), ctx.allocator())?;
    let mut access = tfrt_tensor::Access::new(&[], &[made.buffer()])?;
    let bytes = access.output::<u8>(0)?;
    if bytes.len() == values.len() {
        bytes.copy_from_slice(values);
    } else {
        bytes.chunks_mut(values.len().max(1)).for_each(|element| element.copy_from_slice(values));
    }
    drop(access);
    Ok(made)
}

/// A tensor of coordinates and values.
///
/// # Errors
/// A coordinate is out of bounds, or the arguments have no such shapes.
#[op("tfrt_test.create_coo_tensor", pure, infer = metadata::create_coo_tensor)]
pub fn create_coo_tensor(
    indices: &DenseHostTensor,
    values: &DenseHostTensor,
    shape: Attr<&[i64]>,
) -> Result<CooHostTensor, KernelError> {
    Ok(CooHostTensor::new(TensorShape::new(shape.0)?, indices.clone(), values.clone())?)
}

/// The odd elements of a vector. How many there are is not known before.
///
/// # Errors
/// `expected a 1D tensor input`, `expected a i32 element type`, `cannot allocate tensor`.
#[op("tfrt_test.odd_collector", pure)]
pub fn odd_collector(
    ctx: ExecCtx<'_>,
    x: &DenseHostTensor,
) -> Result<DenseHostTensor, KernelError> {
    if x.shape().rank() != 1 {
        return Err("expected a 1D tensor input".into());
    }
    if x.dtype() != DType::I32 {
        return Err("expected a i32 element type".into());
    }
    let mut odd = x.to_vec::<i32>()?;
    odd.retain(|x| x % 2 != 0);
    let size = i64::try_from(odd.len()).map_err(|_| "cannot allocate tensor")?;
    tensor(ctx, &TensorShape::new(&[size])?, &odd).map_err(|_| "cannot allocate tensor".into())
}
