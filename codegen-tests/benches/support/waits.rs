//! The graphs that wait, as text and as generated Rust, and the kernels that they wait for.

use std::cell::RefCell;
use std::hint::black_box;
use tfrt::{AsyncRef, Chain, ExecCtx, Promise, kernel};

thread_local! {
    /// The promises of what graphs wait for; the benchmark keeps them.
    static PROMISED: RefCell<Vec<Promise<i32>>> = const { RefCell::new(Vec::new()) };
}

/// A value that comes when the benchmark says so.
#[kernel("bench.later")]
pub(super) fn later(_x: i32) -> AsyncRef<i32> {
    let (promise, value) = AsyncRef::pending();
    PROMISED.with_borrow_mut(|promised| promised.push(promise));
    value
}

/// Resolves what is waited for, and what is waited for then, until nothing is. Says how much it was.
pub(super) fn resolve_all() -> i32 {
    let mut next = 0;
    while let Some(promise) = PROMISED.with_borrow_mut(Vec::pop) {
        next += 1;
        promise.set(next);
    }
    next
}

/// A value that a task of the kernel's own makes, which takes as long as the benchmark says.
#[kernel("bench.spawn")]
pub(super) fn spawn(ctx: ExecCtx<'_>, x: i32) -> AsyncRef<Chain> {
    let (promise, value) = AsyncRef::pending();
    ctx.spawn(move || {
        work(x);
        promise.set(Chain);
    });
    value
}

/// The same, by a task that the runtime makes unless inlining it is cheaper.
#[kernel("bench.task", task, cost = 1_000)]
pub(super) fn task(x: i32) -> Chain {
    work(x);
    Chain
}

/// So many rounds of a nanosecond or so, in registers: what goes through the stack takes three times
/// as long on some threads as on others.
pub(super) fn work(rounds: i32) -> i32 {
    black_box((0..rounds).fold(rounds, |x, round| (x ^ round).wrapping_mul(0x2545_F491)))
}

tfrt::kernels! { pub(super) KERNELS = [later, spawn, task] }

tfrt::include_graphs!("waits");

pub(super) const WAITS: &str = include_str!(concat!(env!("OUT_DIR"), "/waits.mlir"));
