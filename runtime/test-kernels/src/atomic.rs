//! A shared counter, `!test.atomic.i32`: state that only chains order.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use tfrt_host::kernel;
use tfrt_host::kernel::{Chain, KernelType};

/// A counter that is shared by all its copies.
#[derive(Clone, Debug, Default)]
pub struct AtomicInt(pub Arc<AtomicI32>);

impl KernelType for AtomicInt {
    const NAME: &'static str = "!test.atomic.i32";
}

/// Adds to the counter, wrapping.
#[kernel("tfrt_test.atomic.add.i32", effects())]
pub fn atomic_add_i32(counter: &AtomicInt, value: i32, _chain: Chain) -> Chain {
    counter.0.fetch_add(value, Ordering::SeqCst);
    Chain
}

/// A counter at zero.
#[kernel("tfrt_test.atomic.create.i32", effects())]
pub fn atomic_create_i32() -> AtomicInt {
    AtomicInt::default()
}

/// The counter's value.
#[kernel("tfrt_test.atomic.get.i32", effects())]
pub fn atomic_get_i32(counter: &AtomicInt, _chain: Chain) -> (i32, Chain) {
    (counter.0.load(Ordering::SeqCst), Chain)
}

/// Adds one to the counter, wrapping.
#[kernel("tfrt_test.atomic.inc.i32", effects())]
pub fn atomic_inc_i32(counter: &AtomicInt, _chain: Chain) -> Chain {
    counter.0.fetch_add(1, Ordering::SeqCst);
    Chain
}
