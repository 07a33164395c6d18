//! Selection between two values, and between the elements of two tensors.

use crate::cost;
use crate::elementwise::map;
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_tensor::{Stored, Tensor};

/// `a` if the condition is true, else `b`. (Values that are no scalars are selected by `tfrt.if`.)
#[kernel("arith.select.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64, f16, bf16, f32, f64], intrinsic = Select)]
pub fn select<T>(condition: bool, a: T, b: T) -> T {
    if condition { a } else { b }
}

/// As `arith.select`, for each element.
///
/// # Errors
/// `tensor shape mismatch: A vs. B vs. C`; a tensor of another element type.
#[kernel("arith.select.tensor.{T}", pure, cost = cost::elementwise(a), assembly = Assembly::TYPED_RESULTS,
    infer = "elementwise(i1, {T}) -> {T}",
    T = [bool, i8, i16, i32, i64, f16, bf16, f32, f64])]
pub fn select_tensor<T: Stored>(
    ctx: ExecCtx<'_>,
    condition: Tensor,
    a: Tensor,
    b: Tensor,
) -> Result<Tensor, KernelError> {
    map(ctx, [condition, a, b], |([condition], [a, b]): ([bool; 1], [T; 2])| {
        select(condition, a, b)
    })
}
