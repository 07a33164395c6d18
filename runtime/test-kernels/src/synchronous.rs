//! Kernels for synchronous functions: one for use inside them, and some that call them. The latter
//! have two names, as in the original.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attribute, DType, FromAttribute, Function, Value};
use tfrt_kernels::control::enter_anew;

/// Calls a function of two integers with one result.
#[kernel("tfrt_test.invoke_sync_function.i32_i32.i32", effects())]
pub fn invoke_sync_function_i32_i32_i32(
    ctx: ExecCtx<'_>,
    a: i32,
    b: i32,
    function: &Function,
) -> Vec<Value> {
    enter_anew(ctx, function, &mut [Value::new(a), Value::new(b)])
}

/// Calls a function of two integers with two results.
#[kernel("tfrt_test.invoke_sync_function.i32_i32.i32_i32", effects())]
pub fn invoke_sync_function_i32_i32_i32_i32(
    ctx: ExecCtx<'_>,
    a: i32,
    b: i32,
    function: &Function,
) -> Vec<Value> {
    enter_anew(ctx, function, &mut [Value::new(a), Value::new(b)])
}

/// Calls a function of two integers with one result.
#[kernel("tfrt_test.sync_function_runner.i32_i32.i32", effects())]
pub fn sync_function_runner_i32_i32_i32(
    ctx: ExecCtx<'_>,
    a: i32,
    b: i32,
    function: &Function,
) -> Vec<Value> {
    invoke_sync_function_i32_i32_i32(ctx, a, b, function)
}

/// Calls a function of two integers with two results.
#[kernel("tfrt_test.sync_function_runner.i32_i32.i32_i32", effects())]
pub fn sync_function_runner_i32_i32_i32_i32(
    ctx: ExecCtx<'_>,
    a: i32,
    b: i32,
    function: &Function,
) -> Vec<Value> {
    invoke_sync_function_i32_i32_i32_i32(ctx, a, b, function)
}

/// The sum of all attributes, which are integers, wrapping.
///
/// # Errors
/// An attribute is no integer of up to 64 bits.
#[kernel("tfrt_test.sync_sum_attributes", effects())]
pub fn sync_sum_attributes(attributes: &[Attribute]) -> Result<i32, KernelError> {
    attributes.iter().try_fold(0i32, |sum, attribute| {
        let wide = match attribute {
            Attribute::Scalar { dtype: DType::Ui64, bits } => i128::from(*bits),
            _ => i128::from(i64::from_attribute(attribute)?),
        };
        // Only the low bits of a wrapping sum are kept.
        Ok(sum.wrapping_add(wide as i32))
    })
}

/// The sum of the operands, wrapping.
#[kernel("tfrt_test.sync_sum", pure)]
pub fn sync_sum(numbers: Vec<i32>) -> i32 {
    numbers.into_iter().fold(0, i32::wrapping_add)
}

/// The sum of the operands, wrapping.
#[kernel("tfrt_test.sync_sum2", pure)]
pub fn sync_sum2(numbers: Vec<i32>) -> i32 {
    sync_sum(numbers)
}
