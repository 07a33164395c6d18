//! Futures of what is copied from a device.

use crate::error::CudaError;
use parking_lot::{Condvar, Mutex};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

/// Elements that are copied from a device: a future of them. If it is dropped, the copy is made nevertheless.
///
/// ```
/// # use tfrt_cuda::{Buffer, CudaError, Stream};
/// /// Waits on the thread; `.await` waits without one.
/// fn first(stream: &Stream, buffer: &Buffer) -> Result<Option<f32>, CudaError> {
///     let elements: Vec<f32> = stream.download(buffer)?.wait()?;
///     Ok(elements.first().copied())
/// }
/// # let _ = first;
/// ```
///
/// # Panics
/// When polled again after completion.
#[must_use = "what is downloaded is its result"]
pub struct Download<T>(Arc<Shared<T>>);

struct Shared<T> {
    state: Mutex<State<T>>,
    arrived: Condvar,
}

enum State<T> {
    Waiting(Option<Waker>),
    Arrived(Result<Vec<T>, CudaError>),
    Taken,
}

/// Gives a download its elements.
pub(crate) struct Arrival<T>(Arc<Shared<T>>);

/// A download, and what gives it its elements.
pub(crate) fn channel<T>() -> (Download<T>, Arrival<T>) {
    let state = Mutex::new(State::Waiting(None));
    let shared = Arc::new(Shared { state, arrived: Condvar::new() });
    (Download(Arc::clone(&shared)), Arrival(shared))
}

impl<T> Arrival<T> {
    pub(crate) fn give(self, result: Result<Vec<T>, CudaError>) {
        let old = std::mem::replace(&mut *self.0.state.lock(), State::Arrived(result));
        self.0.arrived.notify_all();
        if let State::Waiting(Some(waker)) = old {
            waker.wake();
        }
    }
}

impl<T> Download<T> {
    /// Waits on this thread.
    ///
    /// # Errors
    /// The context is lost.
    pub fn wait(self) -> Result<Vec<T>, CudaError> {
        let mut state = self.0.state.lock();
        loop {
            match std::mem::replace(&mut *state, State::Taken) {
                State::Arrived(result) => return result,
                waiting => *state = waiting,
            }
            self.0.arrived.wait(&mut state);
        }
    }
}

impl<T> Future for Download<T> {
    type Output = Result<Vec<T>, CudaError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut state = self.0.state.lock();
        match std::mem::replace(&mut *state, State::Taken) {
            State::Arrived(result) => Poll::Ready(result),
            State::Waiting(_) => {
                *state = State::Waiting(Some(cx.waker().clone()));
                Poll::Pending
            }
            State::Taken => panic!("a completed future is not polled again"),
        }
    }
}

impl<T> fmt::Debug for Download<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Download").finish_non_exhaustive()
    }
}
