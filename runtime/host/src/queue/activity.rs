//! Counts of a queue's unfinished tasks, and the threads that wait for the count to reach zero.
//!
//! Each shard (a worker, or all other threads) counts its added and its finished tasks on its own
//! cache line. Reading all `finished` first and all `added` afterwards gives an upper bound of the
//! pending tasks at the moment between the two. A task inside `quiesce` is certainly unfinished, so
//! if the bound equals the number of those, no other task was pending at that moment.
//!
//! No wake-up is lost: a finishing task counts itself, then checks for quiescers; a quiescer
//! registers itself, then reads the counts. Both are sequentially consistent, so one sees the
//! other. Adding needs no such order: a thread that sees a task finished sees the tasks that it
//! added.

use super::{Signal, Task};
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::{Mutex, order_accesses};
use crate::value::run_postponed;
use crossbeam_utils::CachePadded;
use std::cell::RefCell;
use std::sync::Arc;

#[cfg(not(loom))]
thread_local! {
    /// The queues whose tasks this thread runs, outermost first.
    static RUNNING: RefCell<Vec<Running>> = const { RefCell::new(Vec::new()) };
}

#[cfg(loom)]
loom::thread_local! {
    static RUNNING: RefCell<Vec<Running>> = RefCell::new(Vec::new());
}

/// A running task, or a loop that runs tasks one after the other.
struct Running {
    queue: usize,
    /// The task, or one nested on top of it, is inside `quiesce` already.
    quiescing: bool,
}

/// Ends the scope of [`Activity::enter`].
#[derive(Debug)]
pub(super) struct RunningGuard {
    recorded: bool,
}

impl Drop for RunningGuard {
    fn drop(&mut self) {
        if self.recorded {
            RUNNING.with(|tasks| tasks.borrow_mut().pop());
        }
    }
}

#[derive(Debug)]
pub(super) struct Activity {
    shards: Box<[CachePadded<Shard>]>,
    quiescers: AtomicUsize,
    waiting: Mutex<Quiescers>,
}

#[derive(Debug, Default)]
struct Shard {
    added: AtomicUsize,
    finished: AtomicUsize,
}

#[derive(Debug, Default)]
struct Quiescers {
    /// Tasks inside `quiesce`.
    tasks: usize,
    signals: Vec<Arc<Signal>>,
}

impl Activity {
    pub(super) fn new(shards: usize) -> Self {
        Self {
            shards: (0..shards).map(|_| CachePadded::default()).collect(),
            quiescers: AtomicUsize::new(0),
            waiting: Mutex::default(),
        }
    }

    /// Counts a task before it can run.
    pub(super) fn add(&self, shard: usize) {
        self.shards[shard].added.fetch_add(1, Ordering::Release);
    }

    /// [`Activity::add`] without a locked instruction; no other thread may count in the shard
    /// meanwhile.
    pub(super) fn add_alone(&self, shard: usize) {
        let added = &self.shards[shard].added;
        added.store(added.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
    }

    /// Counts a task that ran or was dropped as finished.
    pub(super) fn finish(&self, shard: usize) {
        self.finish_all(shard, 1);
    }

    /// Counts tasks that ran as finished. The count may be late as long as another counted task is
    /// unfinished.
    pub(super) fn finish_all(&self, shard: usize, tasks: usize) {
        self.shards[shard].finished.fetch_add(tasks, Ordering::SeqCst);
        self.check_if_awaited();
    }

    /// [`Activity::finish`] without a locked instruction; the caller holds a lock that excludes
    /// others from counting in the shard, and that quiescers take before they read the counts.
    /// After releasing the lock, call [`Activity::check_if_awaited`].
    pub(super) fn finish_alone(&self, shard: usize) {
        let finished = &self.shards[shard].finished;
        finished.store(finished.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
    }

    pub(super) fn check_if_awaited(&self) {
        order_accesses();
        if self.quiescers.load(Ordering::SeqCst) > 0 {
            self.check();
        }
    }

    /// Runs a counted task.
    pub(super) fn run(&self, task: Task, shard: usize) {
        {
            let _entered = self.enter();
            task.run();
        }
        self.finish(shard);
    }

    /// Marks the calling thread as running tasks, one after the other, until the guard is dropped.
    /// Between tasks it must not run code that calls `is_current` or `quiesce`.
    pub(super) fn enter(&self) -> RunningGuard {
        let running = Running { queue: self.id(), quiescing: false };
        // A thread that is exiting has no record: a queue that it drops ends with this task.
        let recorded = RUNNING.try_with(|tasks| tasks.borrow_mut().push(running)).is_ok();
        RunningGuard { recorded }
    }

    /// Whether the calling thread runs a task of this queue.
    pub(super) fn is_current(&self) -> bool {
        RUNNING
            .try_with(|running| running.borrow().iter().any(|task| task.queue == self.id()))
            .unwrap_or(false)
    }

    /// Blocks with `run_until` until only quiescing tasks are unfinished.
    pub(super) fn quiesce(&self, run_until: impl FnOnce(&Signal)) {
        let signal = Signal::new();
        let tasks = self.mark_quiescing(false, true, usize::MAX);
        {
            let mut waiting = self.waiting.lock();
            waiting.tasks += tasks;
            waiting.signals.push(Arc::clone(&signal));
            self.quiescers.fetch_add(1, Ordering::SeqCst);
        }
        order_accesses();
        self.check();
        run_postponed();
        run_until(&signal);
        {
            let mut waiting = self.waiting.lock();
            waiting.tasks -= tasks;
            waiting.signals.retain(|other| !Arc::ptr_eq(other, &signal));
            self.quiescers.fetch_sub(1, Ordering::SeqCst);
        }
        self.mark_quiescing(true, false, tasks);
    }

    /// Releases the quiescers if only their own tasks are unfinished.
    pub(super) fn check(&self) {
        let mut waiting = self.waiting.lock();
        let sum = |count: fn(&Shard) -> &AtomicUsize| {
            self.shards
                .iter()
                .fold(0_usize, |sum, shard| sum.wrapping_add(count(shard).load(Ordering::SeqCst)))
        };
        let finished = sum(|shard| &shard.finished);
        let added = sum(|shard| &shard.added);
        if added.wrapping_sub(finished) == waiting.tasks {
            for signal in waiting.signals.drain(..) {
                signal.set();
            }
        }
    }

    /// Changes the mark of up to `most` of this thread's tasks from `from` to `to`, innermost
    /// first; returns how many.
    fn mark_quiescing(&self, from: bool, to: bool, most: usize) -> usize {
        let turn = |running: &RefCell<Vec<Running>>| {
            let mut running = running.borrow_mut();
            let tasks = running.iter_mut().rev();
            let own = tasks.filter(|task| task.queue == self.id() && task.quiescing == from);
            own.take(most).map(|task| task.quiescing = to).count()
        };
        // A thread that is exiting runs no tasks, but may drop a queue.
        RUNNING.try_with(turn).unwrap_or(0)
    }

    /// Identifies the queue on a thread that runs tasks of several. A queue's activity does not
    /// move while one of its tasks runs.
    fn id(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }
}
