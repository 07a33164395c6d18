//! [`Later`], a value that costs nothing extra if it is there already, and [`LaterSlot`], a result
//! that is delivered before or after its function returned.

use crate::error::{Error, ErrorCode};
use crate::kernel::{KernelType, ScalarType, Value};
use crate::value::{AnyRef, AsyncRef, Promise};
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

impl<T: KernelType> Later<T> {
    /// As what a dynamic engine holds.
    #[inline]
    #[must_use]
    pub fn into_value(self) -> Value {
        match self {
            Self::Done(Ok(value)) => Value::new(value),
            Self::Done(Err(error)) => Value::Error(error),
            Self::Pending(value) => Value::Ref(value.into_any()),
        }
    }

    /// From what a dynamic engine holds. A value of another type becomes an error.
    // In place, and by what the value is: one that was written piece by piece is read so, too, which
    // takes less time than as a whole.
    #[inline(always)]
    pub fn from_value(value: Value) -> Self {
        match value {
            Value::Ref(any) => match any.downcast() {
                Ok(value) => Self::Pending(value),
                Err(any) => Self::Done(Err(Self::no_such(any))),
            },
            Value::Scalar(scalar, bits) => Self::Done(Self::of_bits(scalar, bits)),
            Value::Error(error) => Self::Done(Err(error)),
            Value::Empty => Self::Done(Err(Self::mismatch())),
        }
    }

    #[inline]
    fn of_bits(scalar: ScalarType, bits: u64) -> Result<T, Error> {
        let value = if T::SCALAR == Some(scalar) { T::from_bits(bits) } else { None };
        value.ok_or_else(Self::mismatch)
    }

    /// It is of another type, or has failed just now.
    #[cold]
    fn no_such(any: AnyRef) -> Error {
        any.error().cloned().unwrap_or_else(Self::mismatch)
    }

    #[cold]
    fn mismatch() -> Error {
        let message = format!("expected a value of type {}", T::NAME);
        Error::new(ErrorCode::InvalidArgument, message)
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
