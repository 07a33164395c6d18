//! Kernels whose results come from a task of the work queue.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use tfrt_host::context::{ExecCtx, RequestContext};
use tfrt_host::error::Error;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Callee, Chain, Function, KernelType, Value};
use tfrt_host::value::AsyncRef;
use tfrt_kernels::control::conditional::enter_in_task;

/// The sum of two integers, from a task.
#[kernel("tfrt_test.async_add.i32", effects())]
pub fn async_add_i32(ctx: ExecCtx<'_>, a: i32, b: i32) -> AsyncRef<i32> {
    later(ctx, move || a.wrapping_add(b))
}

/// The attribute `value`, from a task.
#[kernel("tfrt_test.async_constant.i1", effects())]
pub fn async_constant_i1(ctx: ExecCtx<'_>, value: Attr<bool>) -> AsyncRef<bool> {
    later(ctx, move || value.0)
}

/// The attribute `value`, from a task.
#[kernel("tfrt_test.async_constant.i32", effects())]
pub fn async_constant_i32(ctx: ExecCtx<'_>, value: Attr<i32>) -> AsyncRef<i32> {
    later(ctx, move || value.0)
}

/// The zero of each unboxed type, from a task.
#[kernel("tfrt_test.async_zero.{T}", effects(),
    T = [Chain as "chain", bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64])]
pub fn async_zero<T: KernelType + Default>(ctx: ExecCtx<'_>) -> AsyncRef<T> {
    later(ctx, T::default)
}

/// The operand, from a task.
#[kernel("tfrt_test.async_copy_2.i32", effects())]
pub fn async_copy_2_i32(ctx: ExecCtx<'_>, a: i32) -> AsyncRef<i32> {
    later(ctx, move || a)
}

/// The operand, from a task.
#[kernel("tfrt_test.async_copy.i32", effects())]
pub fn async_copy_i32(ctx: ExecCtx<'_>, a: i32) -> AsyncRef<i32> {
    later(ctx, move || a)
}

/// The operand, 1 to 10 ms after its task starts.
#[kernel("tfrt_test.async_copy.with_delay.i32", effects(blocks))]
pub fn async_copy_with_delay_i32(ctx: ExecCtx<'_>, a: i32) -> AsyncRef<i32> {
    later(ctx, move || {
        delay();
        a
    })
}

/// The operand, 1 to 10 ms after its task starts.
#[kernel("tfrt_test.async_copy.with_delay.i64", effects(blocks))]
pub fn async_copy_with_delay_i64(ctx: ExecCtx<'_>, a: i64) -> AsyncRef<i64> {
    later(ctx, move || {
        delay();
        a
    })
}

/// Sleeps on a blocking thread, prints `Slept for X microseconds` and returns the chain. Negative
/// times count as zero. Cancelling the run wakes it; then nothing is printed, and the chain is the
/// cancellation.
#[kernel("tfrt_test.blocking.usleep", effects(blocks, prints))]
pub fn blocking_usleep(ctx: ExecCtx<'_>, microseconds: i32) -> AsyncRef<Chain> {
    let (promise, value) = AsyncRef::pending();
    let kept = ctx.to_owned();
    // If the task is dropped, its promise makes the chain an error.
    let refused = ctx.spawn_blocking(move || {
        promise.resolve(sleep(kept.as_ctx().request, microseconds).map(|()| Chain));
    });
    if refused.is_err() {
        tell_refused();
    }
    value
}

/// The operand, after blocking the caller's thread for 1 to 10 ms.
#[kernel("tfrt_test.copy.with_delay.i32", effects(blocks))]
pub fn copy_with_delay_i32(a: i32) -> i32 {
    delay();
    a
}

/// The operand, after blocking the caller's thread for 1 to 10 ms.
#[kernel("tfrt_test.copy.with_delay.i64", effects(blocks))]
pub fn copy_with_delay_i64(a: i64) -> i64 {
    delay();
    a
}

/// Runs a region in a task.
#[kernel(
    "tfrt_test.do.async",
    effects(),
    assembly = "operands attr-dict-with-keyword `:` functional-type(operands, (results)) ` ` region",
    traits(callees(&[Callee::region()]))
)]
pub fn do_async(ctx: ExecCtx<'_>, body: &Function, arguments: &[Value]) -> Vec<Value> {
    enter_in_task(ctx, body, arguments.to_vec())
}

/// Sleeps on a blocking thread and prints `Slept for X microseconds`; the op does not wait for it.
/// Negative times count as zero. Cancelling the run wakes it; then nothing is printed.
#[kernel("tfrt_test.usleep", effects(blocks, prints))]
pub fn usleep(ctx: ExecCtx<'_>, microseconds: i32) {
    let kept = ctx.to_owned();
    let task = move || {
        // A cancellation is reported elsewhere.
        let _ = sleep(kept.as_ctx().request, microseconds);
    };
    if ctx.spawn_blocking(task).is_err() {
        tell_refused();
    }
}

fn sleep(request: &RequestContext, microseconds: i32) -> Result<(), Error> {
    request.sleep(Duration::from_micros(u64::try_from(microseconds).unwrap_or(0)))?;
    request.print(&format!("Slept for {microseconds} microseconds\n"));
    Ok(())
}

fn tell_refused() {
    // If standard error is closed, there is nowhere left to report to.
    let _ = writeln!(
        std::io::stderr().lock(),
        "Failed to enqueue blocking work. Maximum number of pending blocking tasks reached."
    );
}

/// The result of `make`, run in a task of the work queue.
fn later<T: KernelType>(
    ctx: ExecCtx<'_>,
    make: impl FnOnce() -> T + Send + 'static,
) -> AsyncRef<T> {
    let (promise, value) = AsyncRef::pending();
    ctx.spawn(move || promise.set(make()));
    value
}

/// Sleeps 1 to 10 ms, different for each call so that orders vary.
fn delay() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    // Fibonacci hashing spreads successive numbers over the high bits.
    let spread = call.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    thread::sleep(Duration::from_millis(1 + spread % 10));
}
