//! Work queues, which run tasks. `s` runs them on the waiting thread, `mstd` on a work-stealing
//! pool and a pool for blocking work. [`InlineQueue`] runs them where they are added,
//! [`SimWorkQueue`] in a seeded order, for tests.

mod activity;
mod blocking;
mod config;
mod event_count;
mod fork_join;
mod guarded;
pub(crate) mod inline;
mod inlined;
mod promise;
mod sim;
mod single;
mod stealing;
mod task;
mod team;

pub use config::create;
pub use fork_join::{Piece, WORTH_A_THREAD, fork_join, fork_join_if_worth};
pub(crate) use guarded::GuardedQueue;
pub use inlined::InlineQueue;
pub use promise::PromiseOn;
pub use sim::SimWorkQueue;
pub use task::Task;
use task::drop_ended;
pub(crate) use team::divide;

use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use crate::sync::thread::{self, Thread};
use crate::value::{AnyRef, run_postponed};
use std::fmt;
use std::sync::Arc;
use std::task::Wake;

/// The condition that one thread waits for in [`WorkQueue::run_until`]. Set from any thread;
/// awaited only on the thread that made it.
///
/// ```
/// use tfrt_host::queue::Signal;
/// let signal = Signal::new();
/// let setter = signal.clone();
/// std::thread::spawn(move || setter.set());
/// signal.wait();
/// assert!(signal.is_set());
/// ```
#[derive(Debug)]
pub struct Signal {
    set: AtomicBool,
    thread: Thread,
}

impl Signal {
    /// An unset signal; its waiter is the calling thread.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::new(Self { set: AtomicBool::new(false), thread: thread::current() })
    }

    /// Sets it and unparks the waiter.
    pub fn set(&self) {
        // Release: the waiter sees everything that happened before.
        self.set.store(true, Ordering::Release);
        self.thread.unpark();
    }

    /// Whether it is set.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.set.load(Ordering::Acquire)
    }

    /// Clears it, so that it can be awaited again.
    pub fn reset(&self) {
        // Acquire: the waiter sees everything before a `set` that this clears.
        self.set.swap(false, Ordering::AcqRel);
    }

    /// Parks until [`Signal::set`], or until something else unparks this thread. After it returns,
    /// check for work and for the signal, and call it again.
    ///
    /// A queue that unparks waiters for new work records `std::thread::current()` *before its last
    /// check for work*, and unparks that thread after queuing work.
    pub fn park(&self) {
        debug_assert_eq!(self.thread.id(), thread::current().id());
        if !self.is_set() {
            thread::park();
        }
    }

    /// Parks until it is set.
    pub fn wait(&self) {
        while !self.is_set() {
            self.park();
        }
    }
}

impl Wake for Signal {
    fn wake(self: Arc<Self>) {
        self.set();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.set();
    }
}

/// Sets `signal` when all values are available. False, without setting it, if they are already.
pub(crate) fn signal_when_available(values: &[AnyRef], signal: &Arc<Signal>) -> bool {
    let pending: Vec<&AnyRef> = values.iter().filter(|value| !value.is_available()).collect();
    let left = Arc::new(AtomicUsize::new(pending.len()));
    for value in &pending {
        let (left, signal) = (Arc::clone(&left), Arc::clone(signal));
        value.and_then(move || {
            if left.fetch_sub(1, Ordering::AcqRel) == 1 {
                signal.set();
            }
        });
    }
    !pending.is_empty()
}

/// The load of a queue, as seen by the calling thread.
///
/// ```
/// # use tfrt_host::queue::Load;
/// let host = tfrt_host::context::Host::builder().work_queue("s").build()?;
/// assert_eq!(host.queue().load(), Load::Unknown); // it queues all work
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// Unknown, or the queue decides where and when work runs: all work is added.
    Unknown,
    /// Other threads may be idle: work runs inline only if that is cheaper than spawning it.
    Light,
    /// Every thread has enough work: work runs inline unless it is long.
    Heavy,
    /// The queue is full: work runs inline.
    Full,
}

/// Runs tasks. Users may implement their own; the required methods are `add_task`,
/// `add_blocking_task`, `run_until`, `quiesce` and a few queries.
///
/// A task may run on any thread, at any time, in any order with others, or not at all: if it is
/// dropped, or the queue panics while it is added, its results become errors.
///
/// Thread-safe.
///
/// ```
/// use tfrt_host::queue::{Signal, Task, WorkQueue};
///
/// /// Runs each task in the call that adds it.
/// #[derive(Debug)]
/// struct AtOnce;
///
/// impl WorkQueue for AtOnce {
///     fn name(&self) -> String {
///         "at once".to_owned()
///     }
///     fn parallelism(&self) -> usize {
///         1
///     }
///     fn add_task(&self, task: Task) {
///         task.run();
///     }
///     fn add_blocking_task(&self, task: Task, _allow_queuing: bool) -> Result<(), Task> {
///         task.run();
///         Ok(())
///     }
///     fn run_until(&self, signal: &Signal) {
///         signal.wait();
///     }
///     fn quiesce(&self) {} // nothing is ever queued
///     fn is_in_worker(&self) -> bool {
///         false
///     }
/// }
///
/// let host = tfrt_host::context::Host::builder().queue(std::sync::Arc::new(AtOnce)).build()?;
/// assert_eq!(host.queue().name(), "at once");
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
pub trait WorkQueue: Send + Sync + fmt::Debug {
    /// The name that `--reference-output` prints: `single-threaded`, `Multi-threaded C++ work queue
    /// (N threads, M blocking threads)`.
    fn name(&self) -> String;

    /// The number of non-blocking tasks that may run at once.
    fn parallelism(&self) -> usize;

    /// Queues non-blocking work.
    fn add_task(&self, task: Task);

    /// The queue's load, which decides whether the calling thread runs work inline rather than add
    /// it.
    fn load(&self) -> Load {
        Load::Unknown
    }

    /// The number of the queue's threads, besides the caller, that may help the caller with divided
    /// work ([`fork_join`]). 0: the caller does all of it, in order.
    fn helpers(&self) -> usize {
        0
    }

    /// Queues work that may block. `allow_queuing`: it may wait for a thread.
    ///
    /// # Errors
    /// The queue refuses the task, which is returned unrun.
    fn add_blocking_task(&self, task: Task, allow_queuing: bool) -> Result<(), Task>;

    /// Returns when `signal`, made by the calling thread, is set. Meanwhile the thread may run
    /// tasks of the queue, and must if no other thread does. A task may call this: the thread then
    /// runs other tasks on top of it, and the task resumes when those have returned. Two tasks on
    /// one thread that wait for each other's *continuation* therefore deadlock, as they would on
    /// one thread without a queue.
    ///
    /// Call [`run_postponed`] before calling this directly.
    fn run_until(&self, signal: &Signal);

    /// Returns when all values are available.
    fn await_all(&self, values: &[AnyRef]) {
        let signal = Signal::new();
        if !signal_when_available(values, &signal) {
            return;
        }
        // The awaited values may depend on work that this thread has postponed.
        run_postponed();
        self.run_until(&signal);
    }

    /// Returns after a moment at which no task was queued or running, including tasks queued
    /// meanwhile. Tasks that are inside `quiesce` do not count, so a task may call it.
    fn quiesce(&self);

    /// Whether the calling thread runs a task of this queue.
    fn is_in_worker(&self) -> bool;

    /// Whether tasks run while no thread waits in [`run_until`](Self::run_until). Where they do
    /// not, awaiting a result outside [`Host::block_on`](crate::context::HostHandle::block_on) is
    /// an error instead of a hang.
    fn has_threads(&self) -> bool {
        true
    }

    /// Shuts the queue down: drops queued tasks (promises become errors) and later ones; returns
    /// later blocking tasks. Waits for running tasks, unless the caller is one of them. Further
    /// calls do nothing.
    fn shutdown(&self) {}
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests;

#[cfg(test)]
#[cfg(loom)]
mod models;
