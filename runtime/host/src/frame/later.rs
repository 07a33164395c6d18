//! [`LaterSlot`], a result that is delivered before or after its function returns.

use crate::value::{AsyncRef, MaybeDone, Promise};

/// A result of a function that may suspend: delivered before or after the function returns. If it
/// is dropped undelivered, its promise becomes an error.
///
/// ```
/// use tfrt_host::frame::LaterSlot;
///
/// let mut slot = LaterSlot::EMPTY;
/// let result = slot.take(); // the function returns before it can deliver
/// assert!(!result.is_available());
/// slot.deliver(42.into());
/// assert_eq!(result.take_available().expect("it is delivered").ok(), Some(42));
/// ```
#[derive(Debug)]
pub struct LaterSlot<T> {
    value: Option<MaybeDone<T>>,
    promise: Option<Promise<T>>,
}

impl<T: Send + Sync + 'static> LaterSlot<T> {
    /// Neither delivered nor taken.
    pub const EMPTY: Self = Self { value: None, promise: None };

    /// Delivers: stores the value, or resolves the promise of an earlier `take`, now or when the
    /// value is available.
    #[inline]
    pub fn deliver(&mut self, value: MaybeDone<T>) {
        match (self.promise.take(), value) {
            (None, value) => self.value = Some(value),
            (Some(promise), MaybeDone::Done(Ok(value))) => promise.set(value),
            (Some(promise), MaybeDone::Done(Err(error))) => promise.fail(error),
            (Some(promise), MaybeDone::Pending(value)) => promise.forward(value),
        }
    }

    /// The value if delivered, else a pending value, whose promise stays in the slot.
    #[inline]
    pub fn take(&mut self) -> MaybeDone<T> {
        self.value.take().unwrap_or_else(|| {
            let (promise, value) = AsyncRef::pending();
            self.promise = Some(promise);
            MaybeDone::Pending(value)
        })
    }
}
