//! Work queues: where tasks run. `s` runs them on the thread that waits, `mstd` on a pool of
//! work-stealing threads and a pool for work that blocks. [`SimWorkQueue`] runs them in an order
//! that a seed decides, for tests.

mod activity;
mod blocking;
mod config;
mod event_count;
mod fork_join;
mod guarded;
pub(crate) mod inline;
mod sim;
mod single;
mod stealing;
mod task;

pub use config::create;
pub use fork_join::{Piece, fork_join};
pub(crate) use guarded::GuardedQueue;
pub use sim::SimWorkQueue;
pub use task::Task;

use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use crate::sync::thread::{self, Thread};
use crate::value::{AnyRef, run_postponed};
use std::fmt;
use std::sync::Arc;
use std::task::Wake;

/// What one thread waits for inside [`WorkQueue::run_until`]. Set from any thread; awaited only on
/// the thread that made it.
#[derive(Debug)]
pub struct Signal {
    set: AtomicBool,
    thread: Thread,
}

impl Signal {
    /// Not set; its waiter is the calling thread.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::new(Self { set: AtomicBool::new(false), thread: thread::current() })
    }

    /// Sets it and wakes the waiter, if it sleeps.
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

    /// Clears it, to be waited for again.
    pub fn reset(&self) {
        // Acquire: what woke just before, the waiter sees as well.
        self.set.swap(false, Ordering::AcqRel);
    }

    /// Sleeps until [`Signal::set`], or until something else unparks this thread: look again
    /// whether there is work, then at the signal, then come back.
    ///
    /// A queue that wants to wake the sleeper for new work notes `std::thread::current()`
    /// *before it looks for work the last time*, and unparks that thread after queuing work.
    pub fn park(&self) {
        debug_assert_eq!(self.thread.id(), thread::current().id());
        if !self.is_set() {
            thread::park();
        }
    }

    /// Sleeps until it is set.
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

/// Sets `signal` when all values are available. False, and nothing is set, if they are already.
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

/// How much a queue has to do, as far as it concerns the thread that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// The queue does not say, or it decides where and when work runs: all work is added.
    Unknown,
    /// Other threads may be idle: work runs inline only if spawning costs more than it.
    Light,
    /// Every thread has enough to do: work runs inline unless it is long.
    Heavy,
    /// The queue has no room: work runs inline.
    Full,
}

/// Runs tasks. Users may bring their own; `add_task`, `add_blocking_task`, `run_until` and
/// `quiesce` are the work, the rest follows.
///
/// A task may run on any thread, at any time, in any order with others, and need not run at all: if
/// it is dropped, or the queue panics while it is added, whatever was to come of it becomes errors.
///
/// Thread-safe.
pub trait WorkQueue: Send + Sync + fmt::Debug {
    /// The name that `--reference-output` prints: `single-threaded`, `Multi-threaded C++ work
    /// queue (N threads, M blocking threads)`.
    fn name(&self) -> String;

    /// How many non-blocking tasks may run at once.
    fn parallelism(&self) -> usize;

    /// Queues non-blocking work.
    fn add_task(&self, task: Task);

    /// How much the queue has to do already: by it the calling thread decides whether it runs work
    /// inline rather than add it.
    fn load(&self) -> Load {
        Load::Unknown
    }

    /// How many threads of the queue, besides the caller, may help the caller with work that it
    /// divides ([`fork_join`]). 0: none, so that the caller does all of it, in order.
    fn helpers(&self) -> usize {
        0
    }

    /// Queues work that may block. `allow_queuing`: it may wait for a thread.
    ///
    /// # Errors
    /// Refused; the task is handed back unrun.
    fn add_blocking_task(&self, task: Task, allow_queuing: bool) -> Result<(), Task>;

    /// Returns when `signal`, made by the calling thread, is set. Meanwhile the thread may run
    /// tasks of the queue, and must if no other thread does. Waiting inside a task is allowed: the
    /// waiting thread then runs other tasks on top of it. A task so buried continues when those on
    /// top have returned; two tasks of one thread that wait for each other's *continuation*
    /// therefore never end, as they would not on one thread without a queue.
    ///
    /// Whoever calls this directly calls [`run_postponed`] first.
    fn run_until(&self, signal: &Signal);

    /// Returns when all values are available.
    fn await_all(&self, values: &[AnyRef]) {
        let signal = Signal::new();
        if !signal_when_available(values, &signal) {
            return;
        }
        // What is waited for may be among what this very thread has put off.
        run_postponed();
        self.run_until(&signal);
    }

    /// Returns once there was a moment during the call at which nothing was queued or running,
    /// work queued meanwhile included. Tasks that are themselves inside `quiesce` do not count, so
    /// a task may call it.
    fn quiesce(&self);

    /// Whether the calling thread runs a task of this queue.
    fn is_in_worker(&self) -> bool;

    /// Ends the queue: what is queued is dropped (promises become errors), what is added later
    /// too; blocking work added later is handed back. Running tasks are waited for, unless the
    /// caller is one of them. Called again, it does nothing.
    fn shutdown(&self) {}
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests;

#[cfg(test)]
#[cfg(loom)]
mod models;
