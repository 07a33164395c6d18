//! [`Awaited`], the slot of a frame for a value that may arrive later.

use super::available;
use crate::Shared;
use tfrt_host::error::Error;
use tfrt_host::frame::Later;
use tfrt_host::kernel::KernelType;
use tfrt_host::value::AnyRef;

/// A value that may arrive later, or none.
///
/// Single-owner.
#[derive(Debug)]
pub struct Awaited<T>(Option<Later<T>>);

impl<T: Send + Sync + 'static> Awaited<T> {
    /// None.
    pub const EMPTY: Self = Self(None);

    /// With a value.
    #[inline]
    pub fn new(value: Later<T>) -> Self {
        Self(Some(value))
    }

    /// Keeps a value where there is none, or none that is needed.
    #[inline]
    pub fn put(&mut self, value: Later<T>) {
        self.0 = Some(value);
    }

    /// The value, as it was put here.
    #[inline]
    pub fn take(&mut self) -> Later<T> {
        self.0.take().unwrap_or_else(|| Later::Done(Err(not_there())))
    }

    /// What to wait for, unless it is available now.
    #[inline]
    #[must_use]
    pub fn pending(&self) -> Option<&AnyRef> {
        self.0.as_ref()?.pending()
    }
}

impl<T: KernelType + Clone> Awaited<T> {
    /// The scalar as it was put here, for a reader that is not the last.
    pub fn copy(&self) -> Later<T> {
        self.0.clone().unwrap_or_else(|| Later::Done(Err(not_there())))
    }

    /// The scalar, which was waited for.
    ///
    /// # Errors
    /// The value is an error.
    pub fn read(&self) -> Result<T, Error> {
        match &self.0 {
            Some(Later::Done(result)) => result.clone(),
            Some(Later::Pending(value)) => match value.get() {
                Some(Ok(value)) => Ok(value.clone()),
                Some(Err(error)) => Err(error.clone()),
                None => Err(not_there()),
            },
            None => Err(not_there()),
        }
    }

    /// The same for its last reader.
    ///
    /// # Errors
    /// The value is an error.
    #[inline]
    pub fn read_last(&mut self) -> Result<T, Error> {
        self.take().take_available().unwrap_or_else(|| Err(not_there()))
    }
}

impl<T: KernelType> Awaited<T> {
    /// Another reference to the boxed value, for a reader that is not the last.
    pub fn share(&self) -> Later<T> {
        match &self.0 {
            Some(Later::Pending(value)) => Later::Pending(value.clone()),
            Some(Later::Done(Err(error))) => Later::Done(Err(error.clone())),
            Some(Later::Done(Ok(_))) | None => Later::Done(Err(not_there())),
        }
    }

    /// The boxed value, which was waited for.
    ///
    /// # Errors
    /// The value is an error.
    pub fn read_shared(&self) -> Result<Shared<T>, Error> {
        shared(self.share())
    }

    /// The same for its last reader.
    ///
    /// # Errors
    /// The value is an error.
    pub fn read_shared_last(&mut self) -> Result<Shared<T>, Error> {
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
