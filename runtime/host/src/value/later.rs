//! [`Later`], a value that costs nothing extra if it is there already.

use super::{AnyRef, AsyncRef};
use crate::error::Error;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A value that may arrive later, without an allocation if it is already there.
#[derive(Clone, Debug)]
#[must_use = "what made it goes on, but only who awaits it learns of its error"]
pub enum Later<T> {
    /// There, or failed.
    Done(Result<T, Error>),
    /// A reference to where it will be.
    Pending(AsyncRef<T>),
}

impl<T: Send + Sync + 'static> Later<T> {
    /// Whether the value or its error is there now.
    #[inline]
    #[must_use]
    pub fn is_available(&self) -> bool {
        match self {
            Self::Done(_) => true,
            Self::Pending(value) => value.is_available(),
        }
    }

    /// What to wait for, if it is not available now.
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

    /// As a counted reference.
    #[must_use]
    pub fn into_ref(self) -> AsyncRef<T> {
        match self {
            Self::Done(Ok(value)) => AsyncRef::available(value),
            Self::Done(Err(error)) => AsyncRef::from_error(error),
            Self::Pending(value) => value,
        }
    }
}

impl<T> From<T> for Later<T> {
    #[inline]
    fn from(value: T) -> Self {
        Self::Done(Ok(value))
    }
}

impl<T> From<Result<T, Error>> for Later<T> {
    #[inline]
    fn from(result: Result<T, Error>) -> Self {
        Self::Done(result)
    }
}

impl<T> From<AsyncRef<T>> for Later<T> {
    #[inline]
    fn from(value: AsyncRef<T>) -> Self {
        Self::Pending(value)
    }
}

impl<T: Clone + Send + Sync + 'static> IntoFuture for Later<T> {
    type Output = Result<T, Error>;
    type IntoFuture = LaterFuture<T>;

    fn into_future(self) -> LaterFuture<T> {
        LaterFuture(match self {
            Self::Done(result) => Stage::Done(Some(result)),
            Self::Pending(value) => Stage::Pending(value.into_future()),
        })
    }
}

/// What awaiting a [`Later`] gives.
///
/// # Cancel safety
/// Dropping it drops the value or the reference and nothing else.
///
/// # Panics
/// When polled again after it has completed.
#[derive(Debug)]
#[must_use = "futures do nothing unless polled"]
pub struct LaterFuture<T: Clone + Send + Sync + 'static>(Stage<T>);

#[derive(Debug)]
enum Stage<T: Clone + Send + Sync + 'static> {
    Done(Option<Result<T, Error>>),
    Pending(<AsyncRef<T> as IntoFuture>::IntoFuture),
}

// The value is never pinned in place: it is moved out whole.
impl<T: Clone + Send + Sync + 'static> Unpin for LaterFuture<T> {}

impl<T: Clone + Send + Sync + 'static> Future for LaterFuture<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.0 {
            Stage::Done(result) => {
                Poll::Ready(result.take().expect("a completed future is not polled again"))
            }
            Stage::Pending(content) => Pin::new(content).poll(cx),
        }
    }
}
