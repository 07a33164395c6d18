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

    /// Delivers: keeps the value, or resolves the promise that `take` left, now or when the value is
    /// available.
    #[inline]
    pub fn deliver(&mut self, value: Later<T>) {
        match (self.promise.take(), value) {
            (None, value) => self.value = Some(value),
            (Some(promise), Later::Done(Ok(value))) => promise.set(value),
            (Some(promise), Later::Done(Err(error))) => promise.fail(error),
            (Some(promise), Later::Pending(value)) => promise.forward(value),
        }
    }

    /// The value if delivered, else a promise of it.
    #[inline]
    pub fn take(&mut self) -> Later<T> {
        self.value.take().unwrap_or_else(|| {
            let (promise, value) = AsyncRef::pending();
            self.promise = Some(promise);
            Later::Pending(value)
        })
    }
}
