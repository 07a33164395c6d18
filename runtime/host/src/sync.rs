//! The one place that names the primitives that async values synchronise by: the real ones, or
//! loom's under `--cfg loom`, so that the models in `tests/loom_value.rs` run the shipped code.

#[cfg(not(loom))]
pub(crate) use real::{AccessCheck, Mutex, alloc};

#[cfg(loom)]
pub(crate) use model::{AccessCheck, Mutex, alloc};

/// Atomic types and orderings.
pub(crate) mod atomic {
    #[cfg(loom)]
    pub(crate) use loom::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
    #[cfg(not(loom))]
    pub(crate) use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
}

#[cfg(not(loom))]
mod real {
    /// Heap memory.
    pub(crate) mod alloc {
        pub(crate) use std::alloc::{alloc, dealloc};
    }

    /// Marks where memory that is reached by raw pointer is read and written. Nothing here; under
    /// loom it makes a model fail when a read does not happen after the write.
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

    /// A lock without poisoning. Parking_lot's, because the thread sanitizer understands it.
    #[derive(Debug)]
    pub(crate) struct Mutex<T>(parking_lot::Mutex<T>);

    impl<T> Mutex<T> {
        pub(crate) fn new(value: T) -> Self {
            Self(parking_lot::Mutex::new(value))
        }

        pub(crate) fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
            f(&mut self.0.lock())
        }
    }
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

    #[derive(Debug)]
    pub(crate) struct Mutex<T>(loom::sync::Mutex<T>);

    impl<T> Mutex<T> {
        pub(crate) fn new(value: T) -> Self {
            Self(loom::sync::Mutex::new(value))
        }

        pub(crate) fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
            f(&mut self.0.lock().expect("no model panics while it holds a lock"))
        }
    }
}
