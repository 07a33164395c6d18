//! Rust futures as values: [`AsyncRef::spawn_future`].
#![expect(unsafe_code, reason = "polls a future in place, inside a shared task")]

use super::waiter::{run_nested, shielded};
use super::{AsyncRef, Promise};
use crate::error::Error;
use crate::sync::atomic::{AtomicU32, Ordering};
use std::cell::UnsafeCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

/// Where a future's polls are sent: usually a work queue.
pub type Spawn = dyn Fn(Box<dyn FnOnce() + Send>) + Send + Sync;

impl<T: Send + Sync + 'static> AsyncRef<T> {
    /// The result of `future`, which is polled on this thread first. If it is not ready, every
    /// wake-up sends one poll through `spawn`, however many there are meanwhile.
    ///
    /// A panic in the future makes the value an error with code `Internal` and message `kernel
    /// panicked: MESSAGE`. A poll that is dropped unrun, or a future that nobody can wake any
    /// more, makes it a cancelled one.
    #[must_use]
    pub fn spawn_future(
        spawn: Arc<Spawn>,
        future: impl Future<Output = Result<T, Error>> + Send + 'static,
    ) -> Self {
        let body = Body { future: Some(future), promise: None };
        let state = AtomicU32::new(RUNNING);
        let task = Arc::new(FutureTask { state, spawn, body: UnsafeCell::new(body) });
        // SAFETY: the task was made running, so its body is this thread's.
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

/// A poll of the task is with the queue, or must be sent there when the running one ends.
const SCHEDULED: u32 = 1;
/// A thread is polling.
const RUNNING: u32 = 2;
/// The future is gone.
const DONE: u32 = 4;

/// A future, and the promise of its result.
///
/// States: idle (no bit), scheduled, running, running and scheduled, done. A wake-up sets
/// `SCHEDULED`; whoever sets it on an idle task makes the [`Poll`](ScheduledPoll), and whoever
/// ends a run finds it set and does the same. `body` belongs to the thread that runs, or that has
/// the scheduled poll while nobody runs: there is only ever one of both.
struct FutureTask<T, F> {
    state: AtomicU32,
    spawn: Arc<Spawn>,
    body: UnsafeCell<Body<T, F>>,
}

// SAFETY: the body, which is what is not `Sync` by itself, is used by one thread at a time, as
// the state word decides; its contents are `Send`.
unsafe impl<T: Send + Sync, F: Send> Sync for FutureTask<T, F> {}

struct Body<T, F> {
    /// Never moved; none once it has completed.
    future: Option<F>,
    /// None before the first poll has ended.
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
        // SAFETY: passed on from the caller.
        let slot = unsafe { &mut (*self.body.get()).future };
        let Some(future) = slot else {
            return Poll::Ready(Err(Error::bug("a completed future was polled")));
        };
        let waker = Waker::from(Arc::clone(self));
        let mut cx = Context::from_waker(&waker);
        // SAFETY: the future lies in an `Arc` and is dropped in place.
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
        // Release: the body, to the next run's acquire. Acquire: what wakers wrote before they
        // woke, on to the poll that is scheduled here.
        if self.state.fetch_and(!RUNNING, Ordering::AcqRel) & SCHEDULED != 0 {
            self.schedule();
        }
    }

    /// The caller is the one who owes the poll that `SCHEDULED` stands for.
    fn schedule(self: &Arc<Self>) {
        let poll = ScheduledPoll { task: Some(Arc::clone(self)) };
        (self.spawn)(Box::new(move || poll.run()));
    }

    fn run(self: &Arc<Self>) {
        // Acquire: pairs with the release of the last run's end, and with that of every wake-up,
        // so that the future sees what was written before them.
        self.state.swap(RUNNING, Ordering::AcqRel);
        // SAFETY: only the one scheduled poll gets here, when no other runs.
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

    /// Gives up: the scheduled poll will not run.
    fn abandon(&self) {
        self.state.swap(DONE, Ordering::AcqRel);
        // SAFETY: nobody runs, and only the scheduled poll, which the caller has, could.
        let body = unsafe { &mut *self.body.get() };
        shielded(|| body.future = None);
        drop(body.promise.take());
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
        // Release, even where a poll is scheduled already: what this thread has written must be
        // seen by that poll, whose acquire reads this write or a later one of its sequence.
        if self.state.fetch_or(SCHEDULED, Ordering::AcqRel) == 0 {
            self.schedule();
        }
    }
}

/// One poll on its way through a queue. Dropped unrun, it abandons the future.
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
            // A queue may run the poll on the thread that submits it, and the poll may schedule
            // the next one.
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
