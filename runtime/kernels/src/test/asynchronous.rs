//! Kernels whose results arrive from a task of the work queue.

use crate::control::conditional::enter_in_task;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use tfrt_host::context::ExecCtx;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Function, KernelType, Value};
use tfrt_host::value::AsyncRef;

/// The sum of two integers, later.
#[kernel("tfrt_test.async_add.i32")]
pub fn async_add_i32(ctx: ExecCtx<'_>, a: i32, b: i32) -> AsyncRef<i32> {
    later(ctx, move || a.wrapping_add(b))
}

/// The attribute `value`, later.
#[kernel("tfrt_test.async_constant.i1")]
pub fn async_constant_i1(ctx: ExecCtx<'_>, value: Attr<bool>) -> AsyncRef<bool> {
    later(ctx, move || value.0)
}

/// The attribute `value`, later.
#[kernel("tfrt_test.async_constant.i32")]
pub fn async_constant_i32(ctx: ExecCtx<'_>, value: Attr<i32>) -> AsyncRef<i32> {
    later(ctx, move || value.0)
}

/// The operand, later.
#[kernel("tfrt_test.async_copy_2.i32")]
pub fn async_copy_2_i32(ctx: ExecCtx<'_>, a: i32) -> AsyncRef<i32> {
    later(ctx, move || a)
}

/// The operand, later.
#[kernel("tfrt_test.async_copy.i32")]
pub fn async_copy_i32(ctx: ExecCtx<'_>, a: i32) -> AsyncRef<i32> {
    later(ctx, move || a)
}

/// The operand, 1 to 10 ms after its task starts.
#[kernel("tfrt_test.async_copy.with_delay.i32")]
pub fn async_copy_with_delay_i32(ctx: ExecCtx<'_>, a: i32) -> AsyncRef<i32> {
    later(ctx, move || {
        delay();
        a
    })
}

/// The operand, after 1 to 10 ms on the caller's thread.
#[kernel("tfrt_test.copy.with_delay.i32")]
pub fn copy_with_delay_i32(a: i32) -> i32 {
    delay();
    a
}

/// Runs a region in a task.
#[kernel("tfrt_test.do.async", form = Region)]
pub fn do_async(ctx: ExecCtx<'_>, body: &Function, arguments: &[Value]) -> Vec<Value> {
    enter_in_task(ctx, body, arguments.to_vec())
}

/// What `make` gives in a task of the work queue.
fn later<T: KernelType>(
    ctx: ExecCtx<'_>,
    make: impl FnOnce() -> T + Send + 'static,
) -> AsyncRef<T> {
    let (promise, value) = AsyncRef::pending();
    ctx.spawn(move || promise.set(make()));
    value
}

/// Sleeps 1 to 10 ms, differently from call to call so that orders vary.
fn delay() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    // Fibonacci hashing spreads successive numbers over the high bits.
    let spread = call.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    thread::sleep(Duration::from_millis(1 + spread % 10));
}
