//! The only file that names the synchronisation primitives of values, queues and frames: the real
//! ones, or loom's under `--cfg loom`, so that the models run the shipped code.
//!
//! Locks are parking_lot's, because they do not poison and the thread sanitizer supports them.

#[cfg(not(loom))]
pub(crate) use real::{AccessCheck, Condvar, Mutex, alloc, order_accesses, thread};

#[cfg(loom)]
pub(crate) use model::{AccessCheck, Condvar, Mutex, alloc, order_accesses, thread};

/// Atomic types and orderings.
pub(crate) mod atomic {
    #[cfg(loom)]
    pub(crate) use loom::sync::atomic::{
        AtomicBool, AtomicPtr, AtomicU32, AtomicUsize, Ordering, fence,
    };
    #[cfg(not(loom))]
    pub(crate) use std::sync::atomic::{
        AtomicBool, AtomicPtr, AtomicU32, AtomicUsize, Ordering, fence,
    };
}

#[cfg(not(loom))]
mod real {
    /// Heap memory.
    pub(crate) mod alloc {
        pub(crate) use std::alloc::{alloc, dealloc};
    }

    /// Marks reads and writes of memory behind raw pointers. A no-op here; under loom it makes a
    /// model fail when a read is not ordered after the write.
    #[derive(Debug)]
    pub(crate) struct AccessCheck;

    impl AccessCheck {
        #[inline(always)]
        pub(crate) fn new() -> Self {
            Self
        }

        #[inline(always)]
        pub(crate) fn read(&self) {}

        #[inline(always)]
        pub(crate) fn write(&self) {}
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
    pub(crate) mod alloc {
        pub(crate) use loom::alloc::{alloc, dealloc};
    }

    #[derive(Debug)]
    pub(crate) struct AccessCheck(loom::cell::UnsafeCell<()>);

    impl AccessCheck {
        pub(crate) fn new() -> Self {
            Self(loom::cell::UnsafeCell::new(()))
        }

        pub(crate) fn read(&self) {
            self.0.with(|_| ());
        }

        pub(crate) fn write(&self) {
            self.0.with_mut(|_| ());
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
