//! Values as Rust futures: [`Arrival`] and [`Content`].

use super::cell::Invariant;
use super::{AnyRef, AsyncRef};
use crate::error::Error;
use crate::sync::Mutex;
use std::fmt;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

/// Completes when a value is available.
///
/// However often it is polled, it registers one waiter with the value; only the waker in it is
/// replaced. After it is dropped the waiter stays, empty, until the value is available.
///
/// # Cancel safety
/// Dropping it loses nothing.
#[must_use = "futures do nothing unless polled"]
pub struct Arrival {
    /// None once a [`Content`] has taken it.
    value: Option<AnyRef>,
    /// Where the waiter finds the waker; none before the first poll that had to wait.
    waker: Option<Arc<Mutex<Option<Waker>>>>,
}

impl Arrival {
    pub(super) fn new(value: AnyRef) -> Self {
        Self { value: Some(value), waker: None }
    }

    fn poll_ready(&mut self, cx: &Context<'_>) -> Poll<()> {
        let Some(value) = &self.value else { return Poll::Ready(()) };
        if value.is_available() {
            return Poll::Ready(());
        }
        match &self.waker {
            Some(shared) => {
                // The old waker is dropped outside the lock: its destructor is anybody's code.
                let mut current = shared.lock();
                let old = match &*current {
                    Some(waker) if waker.will_wake(cx.waker()) => None,
                    _ => current.replace(cx.waker().clone()),
                };
                drop(current);
                drop(old);
            }
            None => {
                let shared = Arc::new(Mutex::new(Some(cx.waker().clone())));
                self.waker = Some(Arc::clone(&shared));
                value.and_then(move || {
                    let waker = shared.lock().take();
                    if let Some(waker) = waker {
                        waker.wake();
                    }
                });
            }
        }
        // The waiter may have run before the waker was replaced, and woken the old one. It runs
        // after the value became available, and the lock is between the two.
        if value.is_available() { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Future for Arrival {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        self.poll_ready(cx)
    }
}

impl Drop for Arrival {
    fn drop(&mut self) {
        if let Some(shared) = &self.waker {
            let unused = shared.lock().take();
            drop(unused);
        }
    }
}

impl fmt::Debug for Arrival {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Arrival").field(&self.value).finish()
    }
}

/// The content of a value, when it is available: what awaiting an [`AsyncRef`] gives.
///
/// # Cancel safety
/// Dropping it drops the reference and nothing else.
///
/// # Panics
/// When polled again after it has completed.
#[must_use = "futures do nothing unless polled"]
pub struct Content<T> {
    /// Its value was an `AsyncRef<T>`, and there is no second reference, so that the content of
    /// one that nobody else has can be moved out.
    arrival: Arrival,
    marker: Invariant<T>,
}

impl<T: Send + Sync + 'static> Content<T> {
    pub(super) fn new(value: AsyncRef<T>) -> Self {
        Self { arrival: Arrival::new(value.into_any()), marker: PhantomData }
    }
}

impl<T: Clone + Send + Sync + 'static> Future for Content<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        if this.arrival.poll_ready(cx).is_pending() {
            return Poll::Pending;
        }
        let value = this.arrival.value.take().expect("a completed future is not polled again");
        Poll::Ready(AsyncRef::of(value).take().expect("the value is available"))
    }
}

impl<T> fmt::Debug for Content<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Content").field(&self.arrival.value).finish()
    }
}
