//! Constants.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Dense};
use tfrt_tensor::Tensor;

/// The attribute `value`. (Constants of the other types are `tfrt.constant`.)
#[kernel("arith.constant.{T}", pure, assembly = Assembly::CONSTANT, traits(no_effect),
    T = [i8, i16], intrinsic = Constant)]
pub fn constant<T>(value: Attr<T>) -> T {
    value.0
}

/// The attribute `value` as a tensor that shares its elements.
///
/// # Errors
/// `Cannot allocate tensor`.
#[kernel("arith.constant.tensor", pure, assembly = Assembly::CONSTANT, infer = "constant()")]
pub fn constant_tensor(ctx: ExecCtx<'_>, value: Attr<&Dense>) -> Result<Tensor, KernelError> {
    Ok(Tensor::of_constant(value.0, ctx.allocator())?)
}
