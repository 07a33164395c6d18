//! [`Awaited`], the slot of a frame for a value that may be pending.

use crate::Shared;
use crate::convert::{missing, scalar, shared};
use tfrt_host::error::Error;
use tfrt_host::frame::MaybeDone;
use tfrt_host::kernel::KernelType;
use tfrt_host::value::AnyRef;

/// A value that may be pending, or none.
///
/// Single-owner.
#[derive(Debug)]
pub struct Awaited<T>(Option<MaybeDone<T>>);

impl<T: Send + Sync + 'static> Awaited<T> {
    /// No value.
    pub const EMPTY: Self = Self(None);

    /// A slot with a value.
    #[inline]
    pub fn new(value: MaybeDone<T>) -> Self {
        Self(Some(value))
    }

    /// Stores a value, replacing a previous one.
    #[inline]
    pub fn put(&mut self, value: MaybeDone<T>) {
        self.0 = Some(value);
    }

    /// Takes the value out.
    #[inline]
    pub fn take(&mut self) -> MaybeDone<T> {
        self.0.take().unwrap_or_else(|| MaybeDone::Done(Err(missing())))
    }

    /// The async value to wait for, unless it is available by now.
    #[inline]
    #[must_use]
    pub fn pending(&self) -> Option<&AnyRef> {
        self.0.as_ref()?.pending()
    }
}

impl<T: KernelType + Clone> Awaited<T> {
    /// Clones the scalar, for a reader that is not the last.
    pub fn copy(&self) -> MaybeDone<T> {
        self.0.clone().unwrap_or_else(|| MaybeDone::Done(Err(missing())))
    }

    /// Reads the scalar after waiting for it.
    ///
    /// # Errors
    /// The value is an error.
    pub fn read(&self) -> Result<T, Error> {
        match &self.0 {
            Some(MaybeDone::Done(result)) => result.clone(),
            Some(MaybeDone::Pending(value)) => match value.get() {
                Some(Ok(value)) => Ok(value.clone()),
                Some(Err(error)) => Err(error.clone()),
                None => Err(missing()),
            },
            None => Err(missing()),
        }
    }

    /// [`read`](Self::read) for the last reader.
    ///
    /// # Errors
    /// The value is an error.
    #[inline]
    pub fn read_last(&mut self) -> Result<T, Error> {
        scalar(self.take())
    }
}

impl<T: KernelType> Awaited<T> {
    /// Shares the boxed value, for a reader that is not the last.
    pub fn share(&self) -> MaybeDone<T> {
        match &self.0 {
            Some(MaybeDone::Pending(value)) => MaybeDone::Pending(value.clone()),
            Some(MaybeDone::Done(Err(error))) => MaybeDone::Done(Err(error.clone())),
            Some(MaybeDone::Done(Ok(_))) | None => MaybeDone::Done(Err(missing())),
        }
    }

    /// Reads the boxed value after waiting for it.
    ///
    /// # Errors
    /// The value is an error.
    pub fn read_shared(&self) -> Result<Shared<T>, Error> {
        shared(self.share())
    }

    /// [`read_shared`](Self::read_shared) for the last reader.
    ///
    /// # Errors
    /// The value is an error.
    pub fn read_shared_last(&mut self) -> Result<Shared<T>, Error> {
        shared(self.take())
    }
}
