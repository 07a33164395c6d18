//! [`Awaited`], the slot of a frame for a value that may arrive later.

use super::available;
use crate::Shared;
use tfrt_host::error::Error;
use tfrt_host::frame::Later;
use tfrt_host::kernel::KernelType;
use tfrt_host::value::{AnyRef, AsyncRef};

/// A value that may arrive later, or none. Its two forms are apart, because a slot is read right
/// after it was written, and a processor has to wait where it reads more at once than was written.
///
/// Single-owner.
#[derive(Debug)]
pub struct Awaited<T> {
    pending: Option<AsyncRef<T>>,
    done: Option<Result<T, Error>>,
}

impl<T: Send + Sync + 'static> Awaited<T> {
    /// None.
    pub const EMPTY: Self = Self { pending: None, done: None };

    /// With a value.
    #[inline]
    pub fn new(value: Later<T>) -> Self {
        match value {
            Later::Pending(value) => Self { pending: Some(value), done: None },
            Later::Done(result) => Self { pending: None, done: Some(result) },
        }
    }

    /// Keeps a value where there is none, or none that is needed. In place, because who has just
    /// called a kernel knows which form its value has.
    #[inline(always)]
    pub fn put(&mut self, value: Later<T>) {
        match value {
            Later::Pending(value) => self.pending = Some(value),
            Later::Done(result) => self.put_done(result),
        }
    }

    fn put_done(&mut self, result: Result<T, Error>) {
        self.pending = None;
        self.done = Some(result);
    }

    /// The value, as it was put here.
    pub fn take(&mut self) -> Later<T> {
        match self.pending.take() {
            Some(value) => Later::Pending(value),
            None => Later::Done(self.done.take().unwrap_or_else(|| Err(not_there()))),
        }
    }

    /// What to wait for, if anything.
    #[inline]
    #[must_use]
    pub fn pending(&self) -> Option<&AnyRef> {
        let value = self.pending.as_ref().filter(|value| !value.is_available());
        value.map(AsyncRef::as_any)
    }
}

impl<T: KernelType + Clone> Awaited<T> {
    /// The scalar again, as it was put here, for its first reader of several.
    pub fn again(&self) -> Later<T> {
        match (&self.pending, &self.done) {
            (Some(value), _) => Later::Pending(value.clone()),
            (None, Some(result)) => Later::Done(result.clone()),
            (None, None) => Later::Done(Err(not_there())),
        }
    }

    /// The scalar, which was waited for.
    ///
    /// # Errors
    /// The value is an error.
    pub fn arrived(&self) -> Result<T, Error> {
        match (&self.pending, &self.done) {
            (Some(value), _) => match value.get() {
                Some(Ok(value)) => Ok(value.clone()),
                Some(Err(error)) => Err(error.clone()),
                None => Err(not_there()),
            },
            (None, Some(result)) => result.clone(),
            (None, None) => Err(not_there()),
        }
    }

    /// The same for its last reader.
    ///
    /// # Errors
    /// The value is an error.
    #[inline(always)]
    pub fn arrived_last(&mut self) -> Result<T, Error> {
        // Taken before it is looked at: a look acquires, and after that the slot is read anew.
        let pending = match (self.pending.take().map(AsyncRef::take_concrete), &self.done) {
            (Some(Ok(value)), _) => return Ok(value),
            (Some(Err(pending)), _) => Some(pending),
            (None, Some(Ok(value))) => return Ok(value.clone()),
            (None, _) => None,
        };
        self.arrived_otherwise(pending)
    }

    /// [`Awaited::arrived_last`] of what cannot just be moved out.
    fn arrived_otherwise(&mut self, pending: Option<AsyncRef<T>>) -> Result<T, Error> {
        self.pending = pending;
        let result = self.arrived();
        self.pending = None;
        result
    }
}

impl<T: KernelType> Awaited<T> {
    /// Another reference to the boxed value, for its first reader of several.
    pub fn share(&self) -> Later<T> {
        match (&self.pending, &self.done) {
            (Some(value), _) => Later::Pending(value.clone()),
            (None, Some(Err(error))) => Later::Done(Err(error.clone())),
            (None, Some(Ok(_)) | None) => Later::Done(Err(not_there())),
        }
    }

    /// The boxed value, which was waited for.
    ///
    /// # Errors
    /// The value is an error.
    pub fn arrived_shared(&self) -> Result<Shared<T>, Error> {
        shared(self.share())
    }

    /// The same for its last reader.
    ///
    /// # Errors
    /// The value is an error.
    pub fn arrived_shared_last(&mut self) -> Result<Shared<T>, Error> {
        shared(self.take())
    }
}

fn shared<T: KernelType>(value: Later<T>) -> Result<Shared<T>, Error> {
    match value {
        Later::Done(Ok(value)) => Ok(Shared::new(value)),
        Later::Done(Err(error)) => Err(error),
        Later::Pending(value) => available(value),
    }
}

pub(super) fn not_there() -> Error {
    Error::bug("a segment ran before what it waits for")
}
