//! Rust futures as values: [`AsyncRef::spawn_future`].
#![expect(unsafe_code, reason = "polls a pinned future inside a shared task")]

use super::waiter::{run_nested, shielded};
use super::{AsyncRef, Promise};
use crate::error::Error;
use crate::sync::atomic::{AtomicU32, Ordering};
use std::cell::UnsafeCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, Wake, Waker};

/// Schedules a poll of a future, usually on a work queue.
pub type Spawn = dyn Fn(Box<dyn FnOnce() + Send>) + Send + Sync;

impl<T: Send + Sync + 'static> AsyncRef<T> {
    /// The result of `future`, which is polled on this thread first. If it is not ready, a wake-up
    /// schedules one poll through `spawn`; wake-ups before that poll are merged into it.
    ///
    /// A panic in the future makes the value an error with code `Internal` and message `kernel
    /// panicked: MESSAGE`. If a poll is dropped unrun, or no waker of the future is left, the value
    /// becomes a cancelled error.
    #[must_use]
    pub fn spawn_future(
        spawn: Arc<Spawn>,
        future: impl Future<Output = Result<T, Error>> + Send + 'static,
    ) -> Self {
        Self::spawn_future_with(spawn, |_| future)
    }

    /// Like [`spawn_future`](Self::spawn_future), for a future that knows how to wake itself
    /// without a waker that keeps it alive.
    #[must_use]
    pub(crate) fn spawn_future_with<F>(spawn: Arc<Spawn>, make: impl FnOnce(WeakWaker) -> F) -> Self
    where
        F: Future<Output = Result<T, Error>> + Send + 'static,
    {
        let task = Arc::new_cyclic(|task: &Weak<FutureTask<T, F>>| {
            let body = Body { future: Some(make(WeakWaker(task.clone()))), promise: None };
            FutureTask { state: AtomicU32::new(RUNNING), spawn, body: UnsafeCell::new(body) }
        });
        // SAFETY: the task was created in state running, so this thread owns its body.
        match unsafe { task.poll() } {
            Poll::Ready(Ok(value)) => Self::available(value),
            Poll::Ready(Err(error)) => Self::from_error(error),
            Poll::Pending => {
                let (promise, value) = Self::pending();
                // SAFETY: as above.
                unsafe { (*task.body.get()).promise = Some(promise) };
                task.pause();
                value
            }
        }
    }
}

/// Wakes the task of a future, if that still exists, and does not count as a waker of it.
#[derive(Clone)]
pub(crate) struct WeakWaker(Weak<dyn WakeTask>);

trait WakeTask: Send + Sync {
    fn wake_task(self: Arc<Self>);
}

impl WeakWaker {
    pub(crate) fn wake(&self) {
        if let Some(task) = self.0.upgrade() {
            task.wake_task();
        }
    }
}

impl fmt::Debug for WeakWaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WeakWaker")
    }
}

/// A poll of the task is queued, or must be queued when the running one ends.
const SCHEDULED: u32 = 1;
/// A thread is polling.
const RUNNING: u32 = 2;
/// The future has been dropped.
const DONE: u32 = 4;

/// A future and the promise of its result.
///
/// States: idle (no bit), scheduled, running, running and scheduled, done. A wake-up sets
/// `SCHEDULED`. The thread that sets it on an idle task creates the [`Poll`](ScheduledPoll), and so
/// does a thread that ends a run and finds it set. `body` is owned by the running thread, or by the
/// holder of the scheduled poll while no thread runs; there is at most one of each.
struct FutureTask<T, F> {
    state: AtomicU32,
    spawn: Arc<Spawn>,
    body: UnsafeCell<Body<T, F>>,
}

// SAFETY: the body, the only part that is not `Sync` by itself, is used by one thread at a time, as
// the state word decides; its contents are `Send`.
unsafe impl<T: Send + Sync, F: Send> Sync for FutureTask<T, F> {}

struct Body<T, F> {
    /// Never moved; none after completion.
    future: Option<F>,
    /// None before the end of the first poll.
    promise: Option<Promise<T>>,
}

impl<T, F> FutureTask<T, F>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<T, Error>> + Send + 'static,
{
    /// Polls once. The future is dropped if it has completed.
    ///
    /// # Safety
    /// The caller is the thread that set `RUNNING`.
    unsafe fn poll(self: &Arc<Self>) -> Poll<Result<T, Error>> {
        // SAFETY: the caller's contract.
        let slot = unsafe { &mut (*self.body.get()).future };
        let Some(future) = slot else {
            return Poll::Ready(Err(Error::bug("a completed future was polled")));
        };
        let waker = Waker::from(Arc::clone(self));
        let mut cx = Context::from_waker(&waker);
        // SAFETY: the future is inside an `Arc`, is never moved, and is dropped there.
        let future = unsafe { Pin::new_unchecked(future) };
        let result = match catch_unwind(AssertUnwindSafe(|| future.poll(&mut cx))) {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(result)) => result,
            Err(payload) => Err(Error::of_panic(payload)),
        };
        shielded(|| *slot = None);
        Poll::Ready(result)
    }

    /// Ends a run of a future that is not ready.
    fn pause(self: &Arc<Self>) {
        // Release: publishes the body to the acquire of the next run. Acquire: passes what wakers
        // wrote before their wake-ups on to the poll that is scheduled here.
        if self.state.fetch_and(!RUNNING, Ordering::AcqRel) & SCHEDULED != 0 {
            self.schedule();
        }
    }

    /// Queues a poll. The caller has set `SCHEDULED` on an idle task, or has found it set at the
    /// end of a run.
    fn schedule(self: &Arc<Self>) {
        let poll = ScheduledPoll { task: Some(Arc::clone(self)) };
        (self.spawn)(Box::new(move || poll.run()));
    }

    fn run(self: &Arc<Self>) {
        // Acquire: pairs with the release at the end of the last run and with that of every
        // wake-up, so that the future sees what was written before them.
        self.state.swap(RUNNING, Ordering::AcqRel);
        // SAFETY: only the single scheduled poll gets here, and no other run is active.
        match unsafe { self.poll() } {
            Poll::Pending => self.pause(),
            Poll::Ready(result) => {
                // SAFETY: as above.
                let promise = unsafe { (*self.body.get()).promise.take() };
                self.state.swap(DONE, Ordering::AcqRel);
                if let Some(promise) = promise {
                    promise.resolve(result);
                }
            }
        }
    }

    /// Gives up, because the scheduled poll will not run.
    fn abandon(&self) {
        self.state.swap(DONE, Ordering::AcqRel);
        // SAFETY: nothing runs, and only the scheduled poll could run, which the caller owns.
        let body = unsafe { &mut *self.body.get() };
        shielded(|| body.future = None);
        drop(body.promise.take());
    }
}

/// Not reached with a promise unless no waker is left: a scheduled poll holds the task.
impl<T, F> Drop for FutureTask<T, F> {
    fn drop(&mut self) {
        let body = self.body.get_mut();
        shielded(|| body.future = None);
        if let Some(promise) = body.promise.take() {
            promise.abandon("nothing is left that could wake its future");
        }
    }
}

impl<T, F> WakeTask for FutureTask<T, F>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<T, Error>> + Send + 'static,
{
    fn wake_task(self: Arc<Self>) {
        self.wake();
    }
}

impl<T, F> Wake for FutureTask<T, F>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<T, Error>> + Send + 'static,
{
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        // Release, even if a poll is scheduled already: that poll must see what this thread has
        // written; its acquire reads this write or a later one in its release sequence.
        if self.state.fetch_or(SCHEDULED, Ordering::AcqRel) == 0 {
            self.schedule();
        }
    }
}

/// A poll that travels through a queue. If it is dropped unrun, it abandons the future.
struct ScheduledPoll<T, F>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<T, Error>> + Send + 'static,
{
    task: Option<Arc<FutureTask<T, F>>>,
}

impl<T, F> ScheduledPoll<T, F>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<T, Error>> + Send + 'static,
{
    fn run(mut self) {
        if let Some(task) = self.task.take() {
            // A queue may run the poll on the submitting thread, and the poll may schedule the next
            // one.
            run_nested(move || task.run());
        }
    }
}

impl<T, F> Drop for ScheduledPoll<T, F>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<T, Error>> + Send + 'static,
{
    fn drop(&mut self) {
        if let Some(task) = self.task.take() {
            task.abandon();
        }
    }
}
