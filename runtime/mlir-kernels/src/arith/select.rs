//! Selection between two values.

use tfrt_host::kernel;
use tfrt_host::kernel::Assembly;
use tfrt_kernels::number::{Bf16, F16};

/// `a` if the condition is true, else `b`. (Values that are no scalars are selected by `tfrt.if`.)
#[kernel("arith.select.{T}", pure, assembly = Assembly::OPERANDS,
    T = [bool, i8, i16, i32, i64, F16 as "f16", Bf16 as "bf16", f32, f64], intrinsic = Select)]
pub fn select<T>(condition: bool, a: T, b: T) -> T {
    if condition { a } else { b }
}
