//! Room for nested calls: the stack grows on the heap where a call chain outruns the thread's.

/// Stack that must be left, or a new segment is made. More than any kernel and the engine's own
/// frames between two checks need.
const RED_ZONE: usize = 128 << 10;

/// Size of a new segment.
const SEGMENT: usize = 2 << 20;

/// Runs `f` with at least 128 KiB of stack below it, on a segment of its own if need be.
#[inline]
pub fn grow_stack<R>(f: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, SEGMENT, f)
}

/// [`grow_stack`] for an `f` that needs `bytes` of stack itself, before it calls anything.
#[inline]
pub fn grow_stack_for<R>(bytes: usize, f: impl FnOnce() -> R) -> R {
    let red_zone = RED_ZONE.saturating_add(bytes);
    stacker::maybe_grow(red_zone, SEGMENT.max(red_zone.saturating_mul(2)), f)
}
