//! The only file that names the synchronisation primitives of values, queues, frames and the executor: the
//! real ones, or loom's under `--cfg loom`, so that the models run the shipped code.
//!
//! Locks are parking_lot's, because they do not poison and the thread sanitizer supports them.

#[cfg(not(loom))]
pub use real::AccessCheck;
#[cfg(not(loom))]
pub(crate) use real::{Condvar, Mutex, alloc, deque, order_accesses, thread};

#[cfg(loom)]
pub use model::{AccessCheck, check};
#[cfg(loom)]
pub(crate) use model::{Condvar, Mutex, alloc, deque, order_accesses, thread};

/// Atomic types and orderings. The executor has its own from here.
pub mod atomic {
    #[cfg(loom)]
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, fence};
    #[cfg(loom)]
    pub use loom::sync::atomic::{AtomicU32, Ordering};
    #[cfg(not(loom))]
    pub(crate) use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, fence};
    #[cfg(not(loom))]
    pub use std::sync::atomic::{AtomicU32, Ordering};
}

#[cfg(not(loom))]
mod real {
    /// Heap memory.
    pub(crate) mod alloc {
        pub(crate) use std::alloc::{alloc, dealloc};
    }

    /// Marks reads and writes of memory behind raw pointers. A no-op here; under loom it makes a
    /// model fail when a read is not ordered after the write.
    #[derive(Debug, Default)]
    pub struct AccessCheck;

    impl AccessCheck {
        /// A mark for memory that nobody accesses yet.
        #[inline(always)]
        #[must_use]
        pub fn new() -> Self {
            Self
        }

        /// The memory is read.
        #[inline(always)]
        pub fn read(&self) {}

        /// The memory is written.
        #[inline(always)]
        pub fn write(&self) {}
    }

    /// Lists of tasks from which other threads steal.
    pub(crate) mod deque {
        pub(crate) use crossbeam_deque::{Injector, Steal, Stealer, Worker};
    }

    pub(crate) use parking_lot::{Condvar, Mutex};
    pub(crate) use std::thread;

    /// Stands between two sequentially consistent accesses whose order matters. A no-op here: they
    /// are ordered by themselves. Loom treats them as acquire and release and needs a fence.
    #[inline(always)]
    pub(crate) fn order_accesses() {}
}

#[cfg(loom)]
mod model {
    use std::cell::Cell;
    use std::sync::Once;

    thread_local! {
        /// All threads of a model are this one of the system.
        static PANICKED: Cell<bool> = const { Cell::new(false) };
    }

    /// Checks a model; fails also if something has panicked and was caught. The runtime catches panics of
    /// waiters and tasks, and with them those by which loom reports what it has found.
    pub fn check(model: impl Fn() + Send + Sync + 'static) {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let report = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                PANICKED.set(true);
                report(panic);
            }));
        });
        PANICKED.set(false);
        loom::model(model);
        assert!(!PANICKED.get(), "a panic was caught");
    }

    pub(crate) mod alloc {
        pub(crate) use loom::alloc::{alloc, dealloc};
    }

    #[derive(Debug)]
    pub struct AccessCheck(loom::cell::UnsafeCell<()>);

    impl AccessCheck {
        #[must_use]
        pub fn new() -> Self {
            Self(loom::cell::UnsafeCell::new(()))
        }

        pub fn read(&self) {
            self.0.with(|_| ());
        }

        pub fn write(&self) {
            self.0.with_mut(|_| ());
        }
    }

    /// Crossbeam's lists with their interface. A thread that finds one empty learns that from one load,
    /// which orders no more than crossbeam's does; tasks move under a lock.
    pub(crate) mod deque {
        use super::Mutex;
        pub(crate) use crossbeam_deque::Steal;
        use loom::sync::atomic::{AtomicUsize, Ordering};
        use std::collections::VecDeque;
        use std::sync::Arc;

        #[derive(Debug)]
        struct List<T> {
            tasks: Mutex<VecDeque<T>>,
            /// Stored under the lock, loaded without.
            length: AtomicUsize,
        }

        impl<T> List<T> {
            fn new() -> Self {
                Self { tasks: Mutex::new(VecDeque::new()), length: AtomicUsize::new(0) }
            }

            fn len(&self) -> usize {
                self.length.load(Ordering::Acquire)
            }

            fn push(&self, task: T) {
                self.take(|tasks| {
                    tasks.push_back(task);
                    Some(())
                });
            }

            fn take<R>(&self, from: impl FnOnce(&mut VecDeque<T>) -> Option<R>) -> Option<R> {
                let mut tasks = self.tasks.lock();
                let taken = from(&mut tasks);
                self.length.store(tasks.len(), Ordering::Release);
                taken
            }

            fn steal(&self) -> Steal<T> {
                let oldest = || self.take(VecDeque::pop_front);
                let found = if self.len() == 0 { None } else { oldest() };
                found.map_or(Steal::Empty, Steal::Success)
            }

            /// The oldest; half of the others move to `worker`.
            fn steal_batch(&self, worker: &Worker<T>) -> Steal<T> {
                let first = self.steal();
                if first.is_success() {
                    for _ in 0..self.len() / 2 {
                        if let Steal::Success(task) = self.steal() {
                            worker.push(task);
                        }
                    }
                }
                first
            }
        }

        #[derive(Debug)]
        pub(crate) struct Injector<T>(List<T>);

        impl<T> Injector<T> {
            pub(crate) fn new() -> Self {
                Self(List::new())
            }

            pub(crate) fn push(&self, task: T) {
                self.0.push(task);
            }

            pub(crate) fn is_empty(&self) -> bool {
                self.0.len() == 0
            }

            pub(crate) fn steal(&self) -> Steal<T> {
                self.0.steal()
            }

            pub(crate) fn steal_batch_and_pop(&self, worker: &Worker<T>) -> Steal<T> {
                self.0.steal_batch(worker)
            }
        }

        #[derive(Debug)]
        pub(crate) struct Worker<T>(Arc<List<T>>);

        impl<T> Worker<T> {
            pub(crate) fn new_lifo() -> Self {
                Self(Arc::new(List::new()))
            }

            pub(crate) fn stealer(&self) -> Stealer<T> {
                Stealer(Arc::clone(&self.0))
            }

            pub(crate) fn len(&self) -> usize {
                self.0.len()
            }

            pub(crate) fn push(&self, task: T) {
                self.0.push(task);
            }

            pub(crate) fn pop(&self) -> Option<T> {
                if self.len() == 0 { None } else { self.0.take(VecDeque::pop_back) }
            }
        }

        #[derive(Debug)]
        pub(crate) struct Stealer<T>(Arc<List<T>>);

        impl<T> Stealer<T> {
            pub(crate) fn is_empty(&self) -> bool {
                self.0.len() == 0
            }

            pub(crate) fn steal(&self) -> Steal<T> {
                self.0.steal()
            }

            pub(crate) fn steal_batch_and_pop(&self, worker: &Worker<T>) -> Steal<T> {
                self.0.steal_batch(worker)
            }
        }
    }

    pub(crate) use loom::thread;

    pub(crate) fn order_accesses() {
        loom::sync::atomic::fence(loom::sync::atomic::Ordering::SeqCst);
    }

    /// Loom's lock with parking_lot's interface.
    #[derive(Debug)]
    pub(crate) struct Mutex<T>(loom::sync::Mutex<T>);

    /// None only inside [`Condvar::wait`].
    pub(crate) struct MutexGuard<'a, T>(Option<loom::sync::MutexGuard<'a, T>>, &'a Mutex<T>);

    impl<T> Mutex<T> {
        pub(crate) fn new(value: T) -> Self {
            Self(loom::sync::Mutex::new(value))
        }

        pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
            let guard = self.0.lock().expect("no model panics while it holds a lock");
            MutexGuard(Some(guard), self)
        }
    }

    impl<T: Default> Default for Mutex<T> {
        fn default() -> Self {
            Self::new(T::default())
        }
    }

    impl<T> std::ops::Deref for MutexGuard<'_, T> {
        type Target = T;
        fn deref(&self) -> &T {
            self.0.as_ref().expect("a guard is whole outside of a wait")
        }
    }

    impl<T> std::ops::DerefMut for MutexGuard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            self.0.as_mut().expect("a guard is whole outside of a wait")
        }
    }

    #[derive(Debug)]
    pub(crate) struct Condvar(loom::sync::Condvar);

    impl Condvar {
        pub(crate) fn new() -> Self {
            Self(loom::sync::Condvar::new())
        }

        pub(crate) fn wait<T>(&self, guard: &mut MutexGuard<'_, T>) {
            let whole = guard.0.take().expect("a guard is whole outside of a wait");
            guard.0 = Some(self.0.wait(whole).expect("no model panics while it holds a lock"));
        }

        /// Always times out immediately; models of `wait` cover the wake-up.
        pub(crate) fn wait_for<T>(
            &self,
            guard: &mut MutexGuard<'_, T>,
            _time: std::time::Duration,
        ) -> TimedOut {
            drop(guard.0.take());
            *guard = guard.1.lock();
            TimedOut
        }

        pub(crate) fn notify_one(&self) {
            self.0.notify_one();
        }

        pub(crate) fn notify_all(&self) {
            self.0.notify_all();
        }
    }

    pub(crate) struct TimedOut;

    impl TimedOut {
        pub(crate) fn timed_out(&self) -> bool {
            true
        }
    }
}
