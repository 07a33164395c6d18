//! Decides whether a `task` kernel runs inline or is spawned.
//!
//! A `task` kernel runs inline unless spawning is cheaper than its work. The cost of its work is
//! the kernel's declared constant and is not measured, because one call does not predict the next.
//! A kernel without a cost is spawned. If the queue is full, everything runs inline.
//!
//! (Mohr, Kranz and Halstead, "Lazy Task Creation", 1991, with a cut-off by queue length.)

use super::Load;
use crate::stack::grow_stack;
use std::cell::Cell;

/// The cost in nanoseconds of spawning and taking a task. Cheaper work runs inline.
const TASK: u64 = 100;

/// Work above this cost is spawned even under load: while it ran inline, its thread would spawn
/// nothing for the others.
const LONG: u64 = 600;

/// How deep inline work may nest.
const MAX_NESTED: u32 = 16;

thread_local! {
    static NESTED: Cell<u32> = const { Cell::new(0) };
}

/// Permission to run work inline.
pub(crate) struct Inline(());

impl Inline {
    /// The permission for work with this cost in nanoseconds (0: unknown), if it may run inline
    /// under this load.
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

    /// Runs it, with the stack that a kernel may rely on.
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
        // Less stack than all levels need together, with the maximum nesting.
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
