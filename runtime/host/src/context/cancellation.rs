//! What the end of a run wakes: threads and tasks that wait for its results, and `async` kernels,
//! whose futures are then dropped.
//!
//! A waiter registers, then checks whether the run is cancelled; the canceller sets the flag, then
//! takes the list. Both do so under the list's lock, so one of them sees the other.

use super::{OwnedCtx, RequestContext};
use crate::error::{Error, KernelError};
use crate::site::OwnedSite;
use crate::sync::Mutex;
use crate::value::WeakWaker;
use std::collections::BTreeMap;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// Whom to wake. Thread-safe.
#[derive(Debug, Default)]
pub(super) struct Waiting(Mutex<List>);

/// Usually empty, so it is a tree, which then allocates nothing.
#[derive(Debug, Default)]
struct List {
    /// Numbers are never used twice: an entry may be taken by the canceller before its owner
    /// removes it.
    next: u64,
    entries: BTreeMap<u64, Wakes>,
}

/// How an entry is woken.
#[derive(Debug)]
pub(super) enum Wakes {
    Waker(Waker),
    /// The task of an `async` kernel, and the kernel. The task holds the run, so it is kept alive
    /// only by a run whose deadline will wake it, even if nothing else could.
    Task {
        task: WeakWaker,
        kernel: OwnedSite,
        kept: Option<Waker>,
    },
}

impl From<Waker> for Wakes {
    fn from(waker: Waker) -> Self {
        Self::Waker(waker)
    }
}

impl Waiting {
    /// Adds an entry; returns its number.
    pub(super) fn add(&self, wakes: Wakes) -> u64 {
        let mut list = self.0.lock();
        let number = list.next;
        list.next += 1;
        list.entries.insert(number, wakes);
        number
    }

    /// Replaces the waker of an entry, if it is still there.
    fn replace(&self, number: u64, waker: &Waker) {
        let mut list = self.0.lock();
        let old = match list.entries.get_mut(&number) {
            Some(Wakes::Waker(old)) if !old.will_wake(waker) => {
                Some(std::mem::replace(old, waker.clone()))
            }
            _ => None,
        };
        // Outside the lock, because a waker's destructor is foreign code.
        drop(list);
        drop(old);
    }

    /// Removes an entry, if it is still there.
    pub(super) fn remove(&self, number: u64) {
        let removed = self.0.lock().entries.remove(&number);
        // Outside the lock, as above.
        drop(removed);
    }

    /// The `async` kernel that has been pending for the longest time, in its error.
    pub(super) fn late(&self, error: &KernelError) -> Option<Error> {
        let list = self.0.lock();
        list.entries.values().find_map(|wakes| match wakes {
            Wakes::Waker(_) => None,
            Wakes::Task { kernel, .. } => {
                let site = kernel.as_ref();
                Some(Error::at(error.clone(), site.kernel.clone(), site.location.clone()))
            }
        })
    }

    /// Keeps no task alive any more: no deadline will wake them.
    pub(super) fn let_go(&self) {
        let mut list = self.0.lock();
        let kept = list.entries.values_mut().filter_map(|wakes| match wakes {
            Wakes::Waker(_) => None,
            Wakes::Task { kept, .. } => kept.take(),
        });
        let kept: Vec<Waker> = kept.collect();
        // Outside the lock, because the last reference to a task drops its future.
        drop(list);
        drop(kept);
    }

    /// Takes and wakes all entries.
    pub(super) fn wake_all(&self) {
        let entries = std::mem::take(&mut self.0.lock().entries);
        for wakes in entries.into_values() {
            match wakes {
                Wakes::Waker(waker) => waker.wake(),
                Wakes::Task { task, .. } => task.wake(),
            }
        }
    }

    #[cfg(all(test, not(loom)))]
    pub(super) fn count(&self) -> usize {
        self.0.lock().entries.len()
    }
}

/// Completes when the run is cancelled or past its deadline, with the cause:
/// [`RequestContext::cancellation`].
///
/// ```
/// # use tfrt_host::context::Host;
/// let host = Host::builder().build()?;
/// let ctx = host.context();
/// let ended = ctx.cancellation();
/// ctx.cancel();
/// println!("{}", host.block_on(ended)); // the cause
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
///
/// # Cancel safety
/// Dropping it loses nothing. It can be polled again after completion.
#[must_use = "futures do nothing unless polled"]
pub struct Cancellation {
    request: RequestContext,
    /// The task to wake and its kernel, before they are registered.
    task: Option<(WeakWaker, OwnedSite)>,
    entry: Option<u64>,
}

impl Cancellation {
    pub(super) fn new(request: &RequestContext) -> Self {
        Self { request: request.clone(), task: None, entry: None }
    }

    /// One that is polled by [`poll_cause`](Self::poll_cause) only, in this task.
    pub(super) fn of_task(ctx: &OwnedCtx, task: WeakWaker) -> Self {
        let task = Some((task, ctx.site.clone()));
        Self { request: ctx.request.clone(), task, entry: None }
    }

    /// The run.
    #[must_use]
    pub fn request(&self) -> &RequestContext {
        &self.request
    }

    /// The cause. Registers the task, of which that is a waker, at the first call.
    pub(super) fn poll_cause(&mut self, waker: &Waker) -> Poll<Error> {
        if let Some((task, kernel)) = self.task.take() {
            let request = &self.request.0;
            let deadline = request.has_deadline();
            let kept = deadline.then(|| waker.clone());
            self.entry = Some(request.waiting.add(Wakes::Task { task, kernel, kept }));
            if deadline && !request.host.timer().keeps_kernels() {
                request.waiting.let_go();
            }
        }
        self.cause()
    }

    fn cause(&self) -> Poll<Error> {
        self.request.cancelled().cloned().map_or(Poll::Pending, Poll::Ready)
    }
}

impl Future for Cancellation {
    type Output = Error;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Error> {
        let waiting = &self.request.0.waiting;
        match self.entry {
            Some(entry) => waiting.replace(entry, cx.waker()),
            None if self.request.may_be_cancelled() => {}
            None => self.entry = Some(waiting.add(cx.waker().clone().into())),
        }
        self.cause()
    }
}

impl Drop for Cancellation {
    fn drop(&mut self) {
        if let Some(entry) = self.entry {
            self.request.0.waiting.remove(entry);
        }
    }
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cancellation").field(&self.request.cancelled()).finish()
    }
}

/// Cancels a run when it is dropped: [`RequestContext::cancel_on_drop`].
///
/// ```
/// # use tfrt_host::context::Host;
/// let host = Host::builder().build()?;
/// let ctx = host.context();
/// let guard = ctx.cancel_on_drop();
/// drop(guard); // the client has gone away
/// assert!(ctx.cancelled().is_some());
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "dropped at once, it cancels the run at once"]
pub struct CancelOnDrop(Option<RequestContext>);

impl CancelOnDrop {
    /// Lets the run continue.
    pub fn disarm(mut self) {
        self.0 = None;
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if let Some(request) = &self.0 {
            request.cancel();
        }
    }
}

impl RequestContext {
    /// A future that completes when the run is cancelled or its deadline passes, with the cause.
    ///
    /// ```
    /// # use tfrt_host::context::Host;
    /// let host = Host::builder().threads(1).build()?;
    /// let request = host.context().with_deadline(std::time::Duration::from_millis(1));
    /// let cause = host.block_on(request.cancellation());
    /// assert_eq!(cause.message(), "Deadline exceeded");
    /// # Ok::<(), tfrt_host::error::Error>(())
    /// ```
    pub fn cancellation(&self) -> Cancellation {
        Cancellation::new(self)
    }

    /// A guard that cancels the run when it is dropped: for work whose client may go away, and
    /// which is then dropped itself, as a web server drops the handler of a closed connection.
    ///
    /// ```
    /// # use tfrt_host::context::Host;
    /// let host = Host::builder().threads(1).build()?;
    /// let request = host.context();
    /// drop(request.cancel_on_drop());
    /// assert!(request.cancelled().is_some());
    /// # Ok::<(), tfrt_host::error::Error>(())
    /// ```
    pub fn cancel_on_drop(&self) -> CancelOnDrop {
        CancelOnDrop(Some(self.clone()))
    }

    /// Whether a result of this run, which is pending, may be awaited on this thread.
    ///
    /// # Errors
    /// Its host has no threads, and this one is not in [`HostHandle::block_on`]: nothing would
    /// resolve it.
    ///
    /// [`HostHandle::block_on`]: super::HostHandle::block_on
    pub fn check_awaitable(&self) -> Result<(), Error> {
        self.host().check_awaitable(self.0.own.queue.as_deref())
    }
}
