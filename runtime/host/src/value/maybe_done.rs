//! [`MaybeDone`]: a value that needs no allocation if it is available already.

use super::{AnyRef, AsyncRef};
use crate::error::Error;

/// A value that may arrive later, without an allocation if it is already available.
///
/// ```
/// use tfrt_host::value::{AsyncRef, MaybeDone};
///
/// let done = MaybeDone::from(1);
/// assert!(done.is_available());
/// let (promise, value) = AsyncRef::pending();
/// let later = MaybeDone::from(value);
/// assert!(!later.is_available());
/// promise.set(2);
/// assert_eq!(later.take_available().expect("the promise is kept").ok(), Some(2));
/// ```
#[derive(Clone, Debug)]
#[must_use = "its computation continues if it is dropped, but its error is then lost"]
pub enum MaybeDone<T> {
    /// Available, as a value or an error.
    Done(Result<T, Error>),
    /// A reference to the async value.
    Pending(AsyncRef<T>),
}

impl<T: Send + Sync + 'static> MaybeDone<T> {
    /// Whether the value or its error is available.
    #[inline]
    #[must_use]
    pub fn is_available(&self) -> bool {
        match self {
            Self::Done(_) => true,
            Self::Pending(value) => value.is_available(),
        }
    }

    /// The async value to wait for, if it is not available yet.
    #[inline]
    #[must_use]
    pub fn pending(&self) -> Option<&AnyRef> {
        match self {
            Self::Pending(value) if !value.is_available() => Some(value.as_any()),
            Self::Done(_) | Self::Pending(_) => None,
        }
    }

    /// The value or the error, if available: moved out if this is the only reference.
    #[inline]
    #[must_use]
    pub fn take_available(self) -> Option<Result<T, Error>>
    where
        T: Clone,
    {
        match self {
            Self::Done(result) => Some(result),
            Self::Pending(value) => value.take(),
        }
    }

    /// Converts into a counted reference.
    #[must_use]
    pub fn into_ref(self) -> AsyncRef<T> {
        match self {
            Self::Done(Ok(value)) => AsyncRef::available(value),
            Self::Done(Err(error)) => AsyncRef::from_error(error),
            Self::Pending(value) => value,
        }
    }
}

impl<T> From<T> for MaybeDone<T> {
    #[inline]
    fn from(value: T) -> Self {
        Self::Done(Ok(value))
    }
}

impl<T> From<Result<T, Error>> for MaybeDone<T> {
    #[inline]
    fn from(result: Result<T, Error>) -> Self {
        Self::Done(result)
    }
}

impl<T> From<AsyncRef<T>> for MaybeDone<T> {
    #[inline]
    fn from(value: AsyncRef<T>) -> Self {
        Self::Pending(value)
    }
}
