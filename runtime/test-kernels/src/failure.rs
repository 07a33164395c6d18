//! Kernels that fail: immediately, partially or later; and one that cancels the run.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Chain;
use tfrt_host::value::AsyncRef;

/// Cancels the run, then returns 0 and the chain. Kernels that start later give `Cancelled`.
#[kernel("tfrt_test.cancel", effects(host))]
pub fn cancel(ctx: ExecCtx<'_>, _chain: Chain) -> (i32, Chain) {
    ctx.request.cancel();
    (0, Chain)
}

/// Fails.
///
/// # Errors
/// `error chain`.
#[kernel("tfrt_test.error_chain", effects())]
pub fn error_chain(_chain: Chain) -> Result<Chain, KernelError> {
    Err(KernelError::from("error chain"))
}

/// Fails.
///
/// # Errors
/// `something bad happened`.
#[kernel("tfrt_test.fail", effects())]
pub fn fail() -> Result<i32, KernelError> {
    Err(KernelError::from("something bad happened"))
}

/// Fails, in functions whose ops run in order.
///
/// # Errors
/// `something bad happened`.
#[kernel("tfrt_test.fail_s", effects())]
pub fn fail_s() -> Result<i32, KernelError> {
    fail()
}

/// Fails, in functions whose ops run in order.
///
/// # Errors
/// `something bad happened`.
#[kernel("tfrt_test.error_s", effects())]
pub fn error_s() -> Result<i32, KernelError> {
    fail()
}

/// Returns 1, and fails in its second result with `something bad happened`.
#[kernel("tfrt_test.partial_fail", effects())]
pub fn partial_fail() -> (i32, Result<i32, KernelError>) {
    (1, Err(KernelError::from("something bad happened")))
}

/// Fails in a task, with a diagnostic at the op.
#[kernel("tfrt_test.report_error_async", effects())]
pub fn report_error_async(ctx: ExecCtx<'_>) -> AsyncRef<i32> {
    let (promise, value) = AsyncRef::pending();
    let kept = ctx.to_owned();
    ctx.spawn(move || {
        promise.fail(kept.as_ctx().report("something bad happened asynchronously"));
    });
    value
}

/// Returns 0 if the operand is 0, in a task; else an error, with a diagnostic at the op.
#[kernel("tfrt_test.report_error_concrete_async", effects())]
pub fn report_error_concrete_async(ctx: ExecCtx<'_>, fails: i32) -> AsyncRef<i32> {
    let (promise, value) = AsyncRef::pending();
    let kept = ctx.to_owned();
    ctx.spawn(move || {
        promise.resolve(match fails {
            0 => Ok(0),
            _ => Err(kept.as_ctx().report("something bad happened asynchronously")),
        });
    });
    value
}

/// Returns 0 if the operand is 0, in a task and through an indirect value; else an error, with a
/// diagnostic at the op.
#[kernel("tfrt_test.report_error_indirect_async", effects())]
pub fn report_error_indirect_async(ctx: ExecCtx<'_>, fails: i32) -> AsyncRef<i32> {
    let (promise, value) = AsyncRef::pending();
    let kept = ctx.to_owned();
    ctx.spawn(move || {
        promise.forward(match fails {
            0 => AsyncRef::available(0),
            _ => {
                let error = kept.as_ctx().report("something bad happened asynchronously");
                AsyncRef::from_error(error)
            }
        });
    });
    value
}
