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
/// It registers one waiter with the value, however often it is polled; later polls only replace the
/// waker. After it is dropped, the waiter stays without a waker until the value is available.
///
/// ```
/// use tfrt_host::context::Host;
/// use tfrt_host::value::AsyncRef;
///
/// let host = Host::builder().build()?;
/// let (promise, value) = AsyncRef::pending();
/// std::thread::spawn(move || promise.set(7));
/// host.block_on(value.wait_ready());
/// assert!(matches!(value.get(), Some(Ok(7))));
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
///
/// # Cancel safety
/// Dropping it loses nothing.
#[must_use = "futures do nothing unless polled"]
pub struct Arrival {
    /// None after a [`Content`] has taken it.
    value: Option<AnyRef>,
    /// The waker slot shared with the waiter; none before the first poll that returned `Pending`.
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
                // The old waker is dropped outside the lock, because its destructor is foreign
                // code.
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
        // The waiter may have run, and woken the old waker, before the waker was replaced. It runs
        // after the value became available, and the lock orders the two.
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

/// The content of a value when it is available: the future of an [`AsyncRef`].
///
/// ```
/// use tfrt_host::context::Host;
/// use tfrt_host::error::Error;
/// use tfrt_host::value::AsyncRef;
///
/// async fn double(x: AsyncRef<i32>) -> Result<i32, Error> {
///     Ok(2 * x.await?)
/// }
///
/// let host = Host::builder().build()?;
/// let (promise, x) = AsyncRef::pending();
/// std::thread::spawn(move || promise.set(21));
/// assert_eq!(host.block_on(double(x))?, 42);
/// # Ok::<(), Error>(())
/// ```
///
/// # Cancel safety
/// Dropping it drops only the reference.
///
/// # Panics
/// When polled again after completion.
#[must_use = "futures do nothing unless polled"]
pub struct Content<T> {
    /// Its value was an `AsyncRef<T>`. It keeps no second reference, so that unshared content can
    /// be moved out.
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
