//! Functions that run on a run's queue, and the wait for a result that ends with its run.

use super::{Cancellation, RequestContext};
use crate::error::Error;
use crate::queue::Task;
use crate::value::unwind::{caught, unknown_kernel};
use crate::value::{AnyRef, Arrival, AsyncRef};
use parking_lot::Mutex;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

impl RequestContext {
    /// Runs `f` as a task of the run's queue and returns a future of what it returns. For a function that
    /// computes in the call, such as a model: called directly, it would keep an async thread from its other
    /// futures, and no `.await` of it could end at a deadline.
    ///
    /// The work begins now, whether the future is polled or not, and continues if the future is dropped; a
    /// guard of [`cancel_on_drop`](RequestContext::cancel_on_drop) ends it with the caller. On a queue without
    /// threads it runs when a thread waits.
    ///
    /// # Errors
    /// Those of the future: the run has been cancelled or its deadline has passed, then `f` does not begin, and
    /// if it has begun, the future does not wait for it; `f` panics; the host has ended.
    ///
    /// ```
    /// # use tfrt_host::context::Host;
    /// let host = Host::builder().threads(1).build()?;
    /// let sum = host.context().start(|_ctx| (0..1000_u64).sum::<u64>());
    /// assert_eq!(host.block_on(sum)?, 499_500);
    /// # Ok::<(), tfrt_host::error::Error>(())
    /// ```
    pub fn start<T: Send + 'static>(
        &self,
        f: impl FnOnce(&RequestContext) -> T + Send + 'static,
    ) -> Started<T> {
        let (promise, value) = AsyncRef::pending();
        let request = self.clone();
        self.queue().add_task(Task::new(move || {
            if let Some(cause) = request.cancelled() {
                return promise.fail(cause.clone());
            }
            match caught(|| f(&request), &unknown_kernel) {
                Ok(returned) => promise.set(Returned(Mutex::new(Some(returned)))),
                Err(error) => promise.fail(error),
            }
        }));
        Started { value, wait: UntilEnd::new(self) }
    }
}

/// What a function returned, until its future takes it.
struct Returned<T>(Mutex<Option<T>>);

/// What a function returns that runs on the queue: a future of `Result<T, Error>`, made by
/// [`RequestContext::start`]. When the run ends, it completes at once with the cause, even if the function
/// is still running.
///
/// # Cancel safety
/// Dropping it drops only the result.
///
/// # Panics
/// When polled again after completion.
///
/// ```
/// use tfrt_host::context::{Host, Started};
///
/// let host = Host::builder().threads(1).build()?;
/// let numbers: Vec<Started<u64>> =
///     (0..4).map(|number| host.context().start(move |_ctx| number * number)).collect();
/// for (number, square) in (0..4).zip(numbers) {
///     assert_eq!(host.block_on(square)?, number * number);
/// }
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[must_use = "the function runs if it is dropped, but its error is then lost"]
pub struct Started<T> {
    value: AsyncRef<Returned<T>>,
    wait: UntilEnd,
}

// Nothing in it is pinned.
impl<T> Unpin for Started<T> {}

impl<T: Send + 'static> Future for Started<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { value, wait } = &mut *self;
        std::task::ready!(wait.poll(value.as_any(), cx))?;
        Poll::Ready(match value.get() {
            Some(Ok(Returned(returned))) => {
                Ok(returned.lock().take().expect("a completed future is not polled again"))
            }
            Some(Err(error)) => Err(error.clone()),
            None => Err(Error::bug("the result is not available")),
        })
    }
}

impl<T> fmt::Debug for Started<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Started").finish_non_exhaustive()
    }
}

/// The wait of a future for a value of a run.
#[doc(hidden)]
pub struct UntilEnd {
    cancellation: Cancellation,
    /// Made by the first poll that finds the value pending. Has a reference to the value.
    arrival: Option<Arrival>,
}

impl UntilEnd {
    /// A wait for a value of that run.
    #[must_use]
    pub fn new(request: &RequestContext) -> Self {
        Self { cancellation: request.cancellation(), arrival: None }
    }

    /// Completes when the value, always the same, is available.
    ///
    /// # Errors
    /// The run ends before, or nothing would ever resolve the value.
    pub fn poll(&mut self, value: &AnyRef, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        if value.is_available() {
            return Poll::Ready(Ok(()));
        }
        let arrival = self.arrival.get_or_insert_with(|| value.wait_ready());
        if Pin::new(arrival).poll(cx).is_ready() {
            return Poll::Ready(Ok(()));
        }
        if let Err(error) = self.cancellation.request().check_awaitable() {
            return Poll::Ready(Err(error));
        }
        Pin::new(&mut self.cancellation).poll(cx).map(Err)
    }
}

impl fmt::Debug for UntilEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UntilEnd").field(&self.cancellation).finish()
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use crate::context::Host;
    use crate::error::ErrorCode;
    use crate::queue::InlineQueue;
    use std::sync::Arc;
    use std::sync::mpsc::channel;
    use std::time::{Duration, Instant};

    fn host(queue: &str) -> Host {
        Host::builder().work_queue(queue).build().unwrap()
    }

    #[test]
    fn a_function_runs_on_the_queue() {
        for queue in ["s", "mstd:1", "mstd:2"] {
            let host = host(queue);
            let here = std::thread::current().id();
            let started = host.context().start(move |_| std::thread::current().id() == here);
            assert_eq!(host.block_on(started).unwrap(), queue == "s");
        }
    }

    #[test]
    fn a_panic_is_an_error() {
        let host = host("mstd:1");
        let started = host.context().start(|_| -> i32 { panic!("expected by the test") });
        let error = host.block_on(started).unwrap_err();
        assert_eq!(error.message(), "kernel panicked: expected by the test");
        assert_eq!(error.code(), ErrorCode::Internal);
    }

    #[test]
    fn a_dropped_future_cancels_nothing_but_a_guard_does() {
        let host = host("mstd:1");
        let (send, received) = channel();
        let request = host.context();
        drop(request.start(move |_| send.send(7)));
        assert_eq!(received.recv(), Ok(7));
        drop(request.cancel_on_drop());
        let error = host.block_on(request.start(|_| 1)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Cancelled);
    }

    /// The function waits until the future has completed.
    #[test]
    fn a_deadline_ends_the_wait_and_not_the_function() {
        let host = host("mstd:1");
        let (send, received) = channel();
        let request = host.context().with_deadline(Duration::from_millis(10));
        let started = request.start(move |_| received.recv());
        let error = host.block_on(started).unwrap_err();
        assert_eq!(error.code(), ErrorCode::DeadlineExceeded);
        send.send(()).unwrap();
        host.quiesce();
    }

    #[test]
    fn without_threads_it_runs_where_a_thread_waits() {
        let host = host("s");
        let request = host.context();
        let mut started = request.start(|_| 1);
        let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
        let polled = Future::poll(std::pin::Pin::new(&mut started), &mut cx);
        let std::task::Poll::Ready(Err(error)) = polled else { panic!("nothing would run it") };
        assert!(error.message().starts_with("awaited on a host without threads"));
        assert_eq!(host.block_on(request.start(|_| 2)).unwrap(), 2);
    }

    #[test]
    fn a_host_that_has_ended_says_so() {
        let host = host("mstd:1");
        let request = host.context();
        drop(host);
        let error = request.host().block_on(request.start(|_| 1)).unwrap_err();
        assert!(error.message().starts_with("the host has ended"), "{}", error.message());
    }

    #[test]
    fn a_run_may_have_a_queue_of_its_own() {
        let host = host("s");
        let request = host.request().queue(Arc::new(InlineQueue::new())).build();
        let here = std::thread::current().id();
        let started = request.start(move |_| assert_eq!(std::thread::current().id(), here));
        host.block_on(started).unwrap();

        let other = crate::queue::create("mstd:1").unwrap();
        let request = host.request().queue(other).build();
        let started = request.start(|_| std::thread::current().name().map(str::to_owned));
        let name = host.block_on(started).unwrap();
        assert_eq!(name.as_deref(), Some("tfrt-worker-0"));
        let now = Instant::now();
        let late = host.request().queue(crate::queue::create("s").unwrap()).build();
        let error = host.block_on(late.start(|_| 1)).unwrap_err();
        assert!(error.message().starts_with("awaited on a host without threads"));
        assert!(now.elapsed() < Duration::from_secs(5));
    }
}
