//! Kernels that pass values on, count, and say that they ran.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain, Value};

/// The operand plus one, two and three, wrapping.
#[kernel("tfrt_test.count3.i32", pure, form = Operands)]
pub fn count3_i32(a: i32) -> (i32, i32, i32) {
    (a.wrapping_add(1), a.wrapping_add(2), a.wrapping_add(3))
}

/// The operand plus one, two and three, wrapping.
#[kernel("tfrt_test.count3.i64", pure, form = Operands)]
pub fn count3_i64(a: i64) -> (i64, i64, i64) {
    (a.wrapping_add(1), a.wrapping_add(2), a.wrapping_add(3))
}

/// The operands after the chain: the same values, not copies.
#[kernel("tfrt_test.identity")]
pub fn identity(_chain: Chain, values: &[Value]) -> Vec<Value> {
    values.to_vec()
}

/// The operands: the same values, not copies.
#[kernel("tfrt_test.multi_arg_result")]
pub fn multi_arg_result(values: &[Value]) -> Vec<Value> {
    values.to_vec()
}

/// Prints `hello host executor!`.
#[kernel("tfrt_test.print_hello")]
pub fn print_hello(ctx: ExecCtx<'_>, _chain: Chain) -> Chain {
    ctx.request.print("hello host executor!\n");
    Chain
}

/// The sum of the operands, wrapping.
///
/// # Errors
/// There is no operand, or one is not an `i32`.
#[kernel("tfrt_test.sum")]
pub fn sum(values: &[Value]) -> Result<i32, KernelError> {
    if values.is_empty() {
        return Err(KernelError::from("tfrt_test.sum needs at least one operand"));
    }
    let mut sum = 0i32;
    for (index, value) in values.iter().enumerate() {
        let Some(value) = value.get::<i32>() else {
            let actual = value.type_name();
            return Err(KernelError::from(format!(
                "operand {index} of tfrt_test.sum is '{actual}', expected 'i32'"
            )));
        };
        sum = sum.wrapping_add(*value);
    }
    Ok(sum)
}

/// Prints `id: N` and gives 0. What it costs, to the compiler, is the attribute `_tfrt_cost`,
/// which never reaches a kernel.
#[kernel("tfrt_test.test_cost", form = TypedOperands)]
pub fn test_cost(ctx: ExecCtx<'_>, id: Attr<i64>, _operands: &[Value]) -> i32 {
    ctx.request.print(&format!("id: {}\n", id.0));
    0
}
