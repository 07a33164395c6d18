//! [`LaterSlot`], a result that is delivered before or after its function returned.

use crate::value::{AsyncRef, Later, Promise};

/// One result of a function that may suspend: delivered before or after the function returned.
/// Dropped undelivered, the promise it left becomes an error.
#[derive(Debug)]
pub struct LaterSlot<T> {
    value: Option<Later<T>>,
    promise: Option<Promise<T>>,
}

impl<T: Send + Sync + 'static> LaterSlot<T> {
    /// Not delivered, not asked for.
    pub const EMPTY: Self = Self { value: None, promise: None };

    /// Delivers: keeps the value, or resolves the promise that `take` left. In place, because who has
    /// just made the value knows which form it has, and has it in registers.
    #[inline(always)]
    pub fn deliver(&mut self, value: Later<T>) {
        match self.promise.take() {
            None => self.value = Some(value),
            Some(promise) => fulfil(promise, value),
        }
    }

    /// The value, if it is delivered and not taken, and no error.
    #[inline]
    pub fn value(&self) -> Option<T>
    where
        T: Copy,
    {
        match self.value {
            Some(Later::Done(Ok(value))) => Some(value),
            _ => None,
        }
    }

    /// The value if delivered, else a promise of it.
    #[inline]
    pub fn take(&mut self) -> Later<T> {
        // What is empty is not written to: who waits moves it right after.
        self.value.take_if(|_| true).unwrap_or_else(|| {
            let (promise, value) = AsyncRef::pending();
            self.promise = Some(promise);
            Later::Pending(value)
        })
    }
}

/// Resolves a promise, now or when `value` is available.
#[inline(always)]
pub(super) fn fulfil<T: Send + Sync + 'static>(promise: Promise<T>, value: Later<T>) {
    match value {
        Later::Done(Ok(value)) => promise.set(value),
        Later::Done(Err(error)) => promise.fail(error),
        Later::Pending(value) => promise.forward(value),
    }
}
