//! [`Later`]: a value that needs no allocation if it is available already.

use super::{AnyRef, AsyncRef};
use crate::error::Error;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A value that may arrive later, without an allocation if it is already available.
#[derive(Clone, Debug)]
#[must_use = "its computation continues if it is dropped, but its error is then lost"]
pub enum Later<T> {
    /// Available, as a value or an error.
    Done(Result<T, Error>),
    /// A reference to the async value.
    Pending(AsyncRef<T>),
}

impl<T: Send + Sync + 'static> Later<T> {
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

/// The future of a [`Later`].
///
/// # Cancel safety
/// Dropping it drops only the value or the reference.
///
/// # Panics
/// When polled again after completion.
#[derive(Debug)]
#[must_use = "futures do nothing unless polled"]
pub struct LaterFuture<T: Clone + Send + Sync + 'static>(Stage<T>);

#[derive(Debug)]
enum Stage<T: Clone + Send + Sync + 'static> {
    Done(Option<Result<T, Error>>),
    Pending(<AsyncRef<T> as IntoFuture>::IntoFuture),
}

// The value is never pinned: it is moved out whole.
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
