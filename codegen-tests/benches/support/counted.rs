//! An allocator for benchmarks: the system's, which counts the allocations of each thread.
#![expect(unsafe_code, reason = "a global allocator is unsafe to implement")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// Allocations that this thread has made.
pub(super) fn allocations() -> u64 {
    COUNT.with(Cell::get)
}

pub(super) struct Counted;

// SAFETY: every call goes to the system allocator unchanged.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}
