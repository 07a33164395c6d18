//! Whether a `task` kernel runs inline, in the call that offers it, or is spawned.
//!
//! It runs inline where spawning costs more than its work. What its work costs is known by the
//! constant cost of the kernel, and not measured: one call says nothing about the next. A kernel
//! without a cost is spawned. Where the queue has no room, everything runs inline.
//!
//! (Mohr, Kranz and Halstead, "Lazy Task Creation", 1991, cut off by what is queued.)

use super::Load;
use crate::stack::grow_stack;
use std::cell::Cell;

/// Nanoseconds that making a task and taking it cost together. Work that costs less runs inline.
const TASK: u64 = 100;

/// Work that costs more is spawned even when every thread has enough to do: while it runs, the
/// thread that offers it spawns nothing for the others.
const LONG: u64 = 600;

/// How deep inline work may offer work that runs inline.
const MAX_NESTED: u32 = 16;

thread_local! {
    static NESTED: Cell<u32> = const { Cell::new(0) };
}

/// Permission to run work inline.
pub(crate) struct Inline(());

impl Inline {
    /// For work of a kernel that costs so many nanoseconds (0: not known), if it may run inline when
    /// it is offered to a queue with this load.
    #[inline]
    pub(crate) fn allowed(cost: u64, load: Load) -> Option<Self> {
        let below = match load {
            Load::Unknown => 0,
            Load::Light => TASK,
            Load::Heavy => LONG,
            Load::Full => u64::MAX,
        };
        let pays = load == Load::Full || cost != 0 && cost < below;
        (pays && NESTED.get() < MAX_NESTED).then_some(Self(()))
    }

    /// Runs it, with the stack that a kernel may expect.
    #[inline]
    pub(crate) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        struct Nested;

        impl Drop for Nested {
            fn drop(&mut self) {
                NESTED.set(NESTED.get() - 1);
            }
        }

        NESTED.set(NESTED.get() + 1);
        let _nested = Nested;
        grow_stack(work)
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;

    #[test]
    fn cost_and_load_decide() {
        let inline = |cost, load| Inline::allowed(cost, load).is_some();
        for cost in [0, 1, TASK, LONG, u64::MAX] {
            assert!(!inline(cost, Load::Unknown), "{cost}");
            assert!(inline(cost, Load::Full), "{cost}");
            assert_eq!(inline(cost, Load::Light), cost == 1, "{cost}");
            assert_eq!(inline(cost, Load::Heavy), cost == 1 || cost == TASK, "{cost}");
        }
    }

    #[test]
    fn inline_work_has_the_stack_that_a_kernel_has() {
        fn nest() -> u32 {
            let large = std::hint::black_box([0_u8; 64 << 10]);
            let below = Inline::allowed(0, Load::Full).map_or(0, |inline| 1 + inline.run(nest));
            below + u32::from(std::hint::black_box(&large)[0])
        }
        // Less than all of them need together, and as deep as they nest.
        let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(nest).unwrap();
        assert_eq!(thread.join().unwrap(), MAX_NESTED);
    }

    #[test]
    fn a_panic_ends_its_level() {
        let panic = || Inline::allowed(0, Load::Full).unwrap().run(|| panic!("boom"));
        let _: Result<(), _> = std::panic::catch_unwind(panic);
        assert_eq!(NESTED.get(), 0);
    }
}
