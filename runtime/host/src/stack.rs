//! Room for nested calls: the stack grows on the heap where a call chain outruns the thread's.
//!
//! Where a thread's present stack has room is asked of `stacker` once and kept, so that a look costs a
//! comparison. A stack that somebody else has switched to lies elsewhere, and is asked for anew; so
//! is the one that is left when a segment of ours ends.

use std::cell::Cell;
use std::mem::MaybeUninit;

/// Stack that must be left, or a new segment is made. More than any kernel and the engine's own
/// frames between two checks need.
const RED_ZONE: usize = 128 << 10;

/// Size of a new segment.
const SEGMENT: usize = 2 << 20;

/// Runs `f` with at least 128 KiB of stack below it, on a segment of its own if need be.
#[inline]
pub fn grow_stack<R>(f: impl FnOnce() -> R) -> R {
    let mark = MaybeUninit::<u8>::uninit();
    if ROOM.with(|room| room.reaches(mark.as_ptr().addr())) { f() } else { grow(SEGMENT, f) }
}

/// [`grow_stack`] for an `f` that needs `bytes` of stack itself, before it calls anything.
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
    let _left = Left;
    stacker::grow(bytes, f)
}

/// Addresses on the thread's present stack that have the red zone below them: from `lowest` on, so
/// many.
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
        here.wrapping_sub(self.lowest.get()) < self.count.get() || self.ask(here)
    }

    /// The same so many bytes further down.
    #[inline]
    fn reaches_below(&self, here: usize, bytes: usize) -> bool {
        let spare = || here.wrapping_sub(self.lowest.get());
        let known = spare() < self.count.get() && spare() >= bytes;
        known || (self.ask(here) && spare() >= bytes)
    }

    #[cold]
    #[inline(never)]
    fn ask(&self, here: usize) -> bool {
        // From a little below `here`, so the answer is on the safe side.
        let spare = stacker::remaining_stack().and_then(|left| left.checked_sub(RED_ZONE));
        if let Some(spare) = spare {
            self.lowest.set(here.saturating_sub(spare));
            self.count.set(here - self.lowest.get() + 1);
        }
        spare.is_some()
    }
}

/// When it ends, so has a segment: another can come where it was, and end elsewhere.
struct Left;

impl Drop for Left {
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

    /// Uses a kilobyte a level, and finds room on each.
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
    fn there_is_room_however_deep() {
        let run = || (0..3).for_each(|_| assert_eq!(deep(20_000), 0));
        std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
    }

    #[test]
    fn there_is_room_for_what_is_asked_for() {
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

    /// What is known of one stack is not taken for another's: ours, left by a panic, or of somebody
    /// else.
    #[test]
    fn other_stacks_are_asked_for_anew() {
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
