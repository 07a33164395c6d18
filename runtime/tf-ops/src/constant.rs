//! Constants.

use crate::metadata::{constant as infer, zeros_like as infer_zeros};
use crate::number::with_type;
use crate::output::out_of_memory;
use bytemuck::Zeroable;
use tfrt_bef::Dense;
use tfrt_core_runtime::op;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::Attr;
use tfrt_tensor::{DType, DenseHostTensor, ScalarHostTensor, TensorShape};

/// A copy of the attribute `value`.
///
/// # Errors
/// ``tf.Const needs a `value` dense attribute``, `dtype attribute mismatch with expected tensor dtype`.
#[op("tf.Const", pure, infer = infer)]
pub fn constant(ctx: ExecCtx<'_>, value: Attr<&Dense>) -> Result<DenseHostTensor, KernelError> {
    let Dense { dtype, shape, data } = value.0;
    let shape = TensorShape::new(shape)?;
    let copy = DenseHostTensor::copy_of_bytes(*dtype, shape, data, ctx.allocator());
    Ok(copy.map_err(out_of_memory)?)
}

/// Zeros of the argument's shape, of the type of the attribute `T`.
///
/// # Errors
/// `unsupported dtype`.
#[op("tf.ZerosLike", pure, infer = infer_zeros)]
#[expect(non_snake_case, reason = "the attribute's name")]
pub fn zeros_like(
    x: &DenseHostTensor,
    T: Attr<Option<DType>>,
) -> Result<ScalarHostTensor, KernelError> {
    let dtype = T.0.unwrap_or(x.dtype());
    let zeros = with_type!(numeric dtype, U => {
        ScalarHostTensor::new(x.shape().clone(), U::zeroed())
    });
    Ok(zeros.ok_or("unsupported dtype")?)
}
