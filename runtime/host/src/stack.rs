//! Room for nested calls: the stack grows in segments on the heap when a call chain outgrows the
//! thread's stack.
//!
//! The bounds of a thread's current stack are asked of `stacker` once and cached, so a check costs
//! a comparison. An address outside the cached range, such as on a stack that other code has
//! switched to, is asked for again; leaving one of our segments invalidates the cache.

use std::cell::Cell;
use std::mem::MaybeUninit;

/// Below this much remaining stack, a new segment is made. More than any kernel and the engine's
/// own frames between two checks need: without optimisation the tiles of a convolution need half a
/// mebibyte, each of them having its own part of one frame.
const RED_ZONE: usize = if cfg!(debug_assertions) { 1 << 20 } else { 128 << 10 };

/// Size of a new segment.
const SEGMENT: usize = 16 * RED_ZONE;

/// Runs `f` with at least 128 KiB of stack below it, on a segment of its own if need be; with a
/// mebibyte where debug assertions are on.
#[inline]
pub fn grow_stack<R>(f: impl FnOnce() -> R) -> R {
    let mark = MaybeUninit::<u8>::uninit();
    if ROOM.with(|room| room.reaches(mark.as_ptr().addr())) { f() } else { grow(SEGMENT, f) }
}

/// [`grow_stack`] for an `f` that needs `bytes` of stack itself before it calls anything.
#[inline]
pub fn grow_stack_for<R>(bytes: usize, f: impl FnOnce() -> R) -> R {
    let mark = MaybeUninit::<u8>::uninit();
    if ROOM.with(|room| room.reaches_below(mark.as_ptr().addr(), bytes)) {
        f()
    } else {
        grow(SEGMENT.max(RED_ZONE.saturating_add(bytes).saturating_mul(2)), f)
    }
}

#[cold]
#[inline(never)]
fn grow<R>(bytes: usize, f: impl FnOnce() -> R) -> R {
    let _left = ClearRoom;
    stacker::grow(bytes, f)
}

/// The addresses of the thread's current stack that have the red zone below them: `count` addresses
/// from `lowest` on.
struct Room {
    lowest: Cell<usize>,
    count: Cell<usize>,
}

thread_local! {
    static ROOM: Room = const { Room { lowest: Cell::new(0), count: Cell::new(0) } };
}

impl Room {
    #[inline]
    fn reaches(&self, here: usize) -> bool {
        here.wrapping_sub(self.lowest.get()) < self.count.get() || self.refresh(here)
    }

    /// Whether `bytes` more below `here` are in the range too.
    #[inline]
    fn reaches_below(&self, here: usize, bytes: usize) -> bool {
        let remaining = || here.wrapping_sub(self.lowest.get());
        let known = remaining() < self.count.get() && remaining() >= bytes;
        known || (self.refresh(here) && remaining() >= bytes)
    }

    #[cold]
    #[inline(never)]
    fn refresh(&self, here: usize) -> bool {
        // Measured from a little below `here`, so the result is conservative.
        let remaining = stacker::remaining_stack().and_then(|left| left.checked_sub(RED_ZONE));
        if let Some(remaining) = remaining {
            self.lowest.set(here.saturating_sub(remaining));
            self.count.set(here - self.lowest.get() + 1);
        }
        remaining.is_some()
    }
}

/// Invalidates the cached range at the end of a segment, whose addresses may be reused by a segment
/// of another extent.
struct ClearRoom;

impl Drop for ClearRoom {
    fn drop(&mut self) {
        ROOM.with(|room| room.count.set(0));
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;

    fn room() -> bool {
        stacker::remaining_stack().unwrap() >= RED_ZONE - 4096
    }

    /// Uses a kilobyte per level and checks that each has room.
    fn deep(level: u32) -> u32 {
        let page = std::hint::black_box([level; 256]);
        if level == 0 {
            return page[7];
        }
        let below = grow_stack(|| {
            assert!(room(), "on level {level}");
            deep(level - 1)
        });
        below + page[level as usize % 256] - level
    }

    #[test]
    fn stack_is_provided_at_any_depth() {
        let run = || (0..3).for_each(|_| assert_eq!(deep(20_000), 0));
        std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
    }

    #[test]
    fn the_requested_stack_is_provided() {
        let run = || {
            let room =
                |bytes| move || stacker::remaining_stack().unwrap() >= RED_ZONE + bytes - 4096;
            for bytes in [0, 20 << 10, 100 << 10, 200 << 10, 4 << 20, 1 << 10] {
                assert!(grow_stack_for(bytes, room(bytes)), "{bytes}");
                assert!(grow_stack(room(0)));
            }
        };
        std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
    }

    /// The cached range of one stack does not hold for another: one of our segments, one left by a
    /// panic, or a foreign one.
    #[test]
    fn the_cached_range_holds_for_one_stack_only() {
        let run = || {
            let room = || grow_stack(|| stacker::remaining_stack().unwrap() >= RED_ZONE - 4096);
            assert!(room());
            for bytes in [140 << 10, 64 << 10, 1 << 20, 32 << 10] {
                assert!(stacker::grow(bytes, room), "{bytes} bytes of somebody else's");
                let ours = || grow(SEGMENT, || assert!(!room(), "expected by the test"));
                assert!(std::panic::catch_unwind(ours).is_err());
                assert!(stacker::grow(bytes, room));
                assert!(room());
            }
        };
        std::thread::Builder::new().stack_size(512 << 10).spawn(run).unwrap().join().unwrap();
    }
}
