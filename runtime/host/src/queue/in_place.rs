//! Which work runs where it is offered, rather than as a task.
//!
//! A task costs who makes it and who takes it about as much as [`TASK`] together. Work that takes less
//! had better run at once, on the thread that offers it. How long it takes is measured: a thread
//! remembers what the work was like that it ran in place last, and while that was *short*, runs in
//! place what it is offered. Other work becomes tasks; but when there are
//! [more than enough](Load::Heavy) of them for every thread, one more is of no use to anybody, and
//! work that is not *long* runs in place until some have been taken. Of long work a small part does,
//! to see whether it still is, and what the other threads may have lost meanwhile is as small a part
//! of what they were offered.
//!
//! (Mohr, Kranz and Halstead, "Lazy Task Creation", 1991, cut off by what is queued; Duran, Corbalán
//! and Ayguadé, "An Adaptive Cut-off for Task Parallelism", 2008, by measuring.)

use super::Load;
use crate::stack::grow_stack;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// What a task costs. Work that takes less is short.
const TASK: Duration = Duration::from_nanos(100);

/// Work that takes more is long: what a task costs does not matter.
const LONG: Duration = Duration::from_nanos(600);

/// Of work that is not long, one piece in so many is measured. Prime, to fall out of step with periodic
/// programs.
const INTERVAL: u32 = 13;

/// A piece of long work runs in place once in so many times as many offers as tasks would have cost the
/// time that the last one took,
const SHARE: u64 = 32;

/// but at least once in so many.
const MAX_OWED: u64 = 4096;

/// How deep work that runs in place may offer work that does.
const MAX_NESTED: u32 = 16;

thread_local! {
    static HERE: Here = const { Here::new() };
}

/// What a thread knows of the work that it runs in place.
struct Here {
    nested: Cell<u32>,
    /// What it measured last was.
    short: Cell<bool>,
    /// Every so many are measured.
    interval: Cell<u32>,
    /// How many come before the next that is.
    unmeasured: Cell<u32>,
    /// Offers that become tasks before any runs in place.
    owed: Cell<u64>,
}

/// What is offered may run in place.
pub(crate) struct Leave {
    measured: bool,
}

/// A task begins on this thread: what it offers may be of another kind than what there was before, so
/// the first of it is measured.
#[inline]
pub(super) fn begin() {
    HERE.with(Here::begin);
}

impl Leave {
    /// For what is offered now to a queue with this load, if it may.
    #[inline]
    pub(crate) fn of(load: Load) -> Option<Self> {
        HERE.with(|here| here.leave(load))
    }

    /// Runs it.
    #[inline]
    pub(crate) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        HERE.with(|here| here.nested.set(here.nested.get() + 1));
        let _nested = Nested;
        // The caller may be in the midst of a kernel: between the two is a look at the stack, as
        // where a queue runs a task on the spot.
        grow_stack(|| if self.measured { measure(work) } else { work() })
    }
}

/// The thread runs something in place, as long as this lives.
struct Nested;

impl Drop for Nested {
    fn drop(&mut self) {
        HERE.with(|here| here.nested.set(here.nested.get() - 1));
    }
}

#[inline(never)]
fn measure<R>(work: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let result = work();
    HERE.with(|here| here.account(start.elapsed()));
    result
}

impl Here {
    const fn new() -> Self {
        Self {
            nested: Cell::new(0),
            short: Cell::new(false),
            interval: Cell::new(1),
            unmeasured: Cell::new(0),
            owed: Cell::new(0),
        }
    }

    #[inline]
    fn begin(&self) {
        self.interval.set(1);
        self.unmeasured.set(0);
    }

    #[inline]
    fn leave(&self, load: Load) -> Option<Leave> {
        if load == Load::Unknown || self.nested.get() >= MAX_NESTED {
            return None;
        }
        if load == Load::Full {
            return Some(Leave { measured: false });
        }
        let owed = self.owed.get();
        if owed > 0 {
            self.owed.set(owed - 1);
            return None;
        }
        if load == Load::Light && !self.short.get() {
            return None;
        }
        let unmeasured = self.unmeasured.get();
        self.unmeasured.set(unmeasured.saturating_sub(1));
        Some(Leave { measured: unmeasured == 0 })
    }

    /// What is measured took so long.
    fn account(&self, took: Duration) {
        let long = took > LONG;
        let tasks = u64::try_from(took.as_nanos() / TASK.as_nanos()).unwrap_or(u64::MAX);
        let owed = if long { tasks.saturating_mul(SHARE).min(MAX_OWED) } else { 0 };
        let interval = if long { 1 } else { (2 * self.interval.get() + 1).min(INTERVAL) };
        self.short.set(took < TASK);
        self.owed.set(owed);
        self.interval.set(interval);
        self.unmeasured.set(interval - 1);
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;

    /// Offers as many; how many of them ran in place, each of which took `took` if it was measured, and
    /// how many were measured.
    fn offer(here: &Here, load: Load, count: u32, took: Duration) -> (u32, u32) {
        let (mut ran, mut measured) = (0, 0);
        for _ in 0..count {
            let Some(leave) = here.leave(load) else { continue };
            ran += 1;
            if leave.measured {
                measured += 1;
                here.account(took);
            }
        }
        (ran, measured)
    }

    const SHORT: Duration = Duration::from_nanos(30);
    const MIDDLING: Duration = Duration::from_nanos(300);

    #[test]
    fn nothing_runs_in_place_where_the_queue_does_not_say() {
        let here = Here::new();
        assert_eq!(offer(&here, Load::Heavy, 100, SHORT).0, 100);
        assert_eq!(offer(&here, Load::Unknown, 100, SHORT), (0, 0));
    }

    #[test]
    fn everything_does_where_there_is_no_room_and_nothing_is_made_of_it() {
        let here = Here::new();
        assert_eq!(offer(&here, Load::Full, 100, SHORT), (100, 0));
        assert_eq!(offer(&here, Load::Light, 100, SHORT), (0, 0));
    }

    #[test]
    fn what_is_not_known_to_be_short_becomes_tasks_until_there_are_enough() {
        let here = Here::new();
        assert_eq!(offer(&here, Load::Light, 100, SHORT), (0, 0));
        // 1, 3, 7, 13 and 13 of them.
        assert_eq!(offer(&here, Load::Heavy, 1 + 3 + 7 + 13 + 13, SHORT), (37, 5));
        assert_eq!(offer(&here, Load::Light, 1300, SHORT), (1300, 100));
        here.begin();
        assert_eq!(offer(&here, Load::Light, 1, MIDDLING), (1, 1));
        assert_eq!(offer(&here, Load::Light, 100, MIDDLING), (0, 0));
        assert_eq!(offer(&here, Load::Heavy, 100, MIDDLING).0, 100);
    }

    #[test]
    fn of_long_work_little_runs_in_place() {
        let here = Here::new();
        for (took, offers) in [
            (Duration::from_micros(1), 10 * 32 + 1),
            (Duration::from_micros(10), 100 * 32 + 1),
            (Duration::from_secs(10), 4096 + 1),
            (Duration::MAX, 4096 + 1),
        ] {
            assert_eq!(offer(&here, Load::Heavy, 3 * offers, took), (3, 3), "{took:?}");
        }
        // It is forgotten when work is short again.
        assert_eq!(offer(&here, Load::Heavy, 1000, SHORT).0, 1000);
        assert_eq!(offer(&here, Load::Light, 1000, SHORT).0, 1000);
    }

    #[test]
    fn what_panics_is_measured_next_time() {
        let here = Here::new();
        for _ in 0..3 {
            assert!(here.leave(Load::Heavy).is_some_and(|leave| leave.measured));
        }
        here.account(SHORT);
        assert!(here.leave(Load::Heavy).is_some_and(|leave| !leave.measured));
    }

    #[test]
    fn work_in_place_has_the_stack_that_a_kernel_has() {
        fn nest() -> u32 {
            let large = std::hint::black_box([0_u8; 64 << 10]);
            let below = Leave::of(Load::Full).map_or(0, |leave| 1 + leave.run(nest));
            below + u32::from(std::hint::black_box(&large)[0])
        }
        // Less than all of them need together.
        let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(nest).unwrap();
        assert_eq!(thread.join().unwrap(), MAX_NESTED);
    }

    #[test]
    fn work_in_place_nests_a_few_deep() {
        fn nest(left: u32) -> u32 {
            match Leave::of(Load::Full) {
                Some(leave) if left > 0 => 1 + leave.run(|| nest(left - 1)),
                _ => 0,
            }
        }
        assert_eq!(nest(100), MAX_NESTED);
        assert_eq!(nest(3), 3);
        let panicked = std::panic::catch_unwind(|| {
            Leave::of(Load::Full).unwrap().run(|| std::panic::resume_unwind(Box::new(())));
        });
        assert!(panicked.is_err());
        assert_eq!(HERE.with(|here| here.nested.get()), 0);
    }
}
