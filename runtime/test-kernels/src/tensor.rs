//! The test dialect's kernels on tensors and their types.

pub mod elementwise;
pub mod network;
pub mod reduction;
pub mod sync;

use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain, Dense};
use tfrt_kernels::tensor_type::TensorType;
use tfrt_tensor::{DenseHostTensor, HostBuffer, MutableTensor, TensorError, TensorShape};

/// Minimum alignment of a tensor's elements.
const ALIGNMENT: usize = 16;

/// The attribute `value` as a dense tensor, which programs may write to.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("tfrt_test.const_dense_attr", effects())]
pub fn const_dense_attr(
    ctx: ExecCtx<'_>,
    value: Attr<&Dense>,
) -> Result<MutableTensor, KernelError> {
    let Dense { dtype, shape, data } = value.0;
    let buffer =
        HostBuffer::copy_of(data, ALIGNMENT, ctx.allocator()).map_err(TensorError::from)?;
    Ok(DenseHostTensor::new(*dtype, TensorShape::new(shape)?, buffer)?.into())
}

/// The attribute `value` as a dense tensor, in functions whose ops run in order.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("tfrt_test.sync.const_dense_attr", effects())]
pub fn sync_const_dense_attr(
    ctx: ExecCtx<'_>,
    value: Attr<&Dense>,
) -> Result<MutableTensor, KernelError> {
    const_dense_attr(ctx, value)
}

/// The tensor format of that name.
#[kernel("tfrt_test.get_static_tensor_type", pure)]
pub fn get_static_tensor_type(tensor_type: Attr<&str>) -> TensorType {
    TensorType(tensor_type.0.to_owned())
}

/// Prints `tensor_type = X`.
#[kernel("tfrt_test.print_tensor_type", effects(prints))]
pub fn print_tensor_type(ctx: ExecCtx<'_>, tensor_type: &TensorType) -> Chain {
    ctx.request.print(&format!("tensor_type = {}\n", tensor_type.0));
    Chain
}
