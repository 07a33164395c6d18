//! Counts of a queue's unfinished tasks, and the threads that wait for none to be left.
//!
//! Each shard (a worker, or the outside) counts what it added and what it finished, on a cache
//! line of its own. Reading all `finished` first and all `added` after gives an upper bound of
//! what was pending at the moment between the two; a task that waits in `quiesce` is unfinished
//! for certain; so if the bound equals the number of those, nothing else was pending then.
//!
//! No wake-up is lost: a task that finishes counts itself, then checks for quiescers; a quiescer
//! registers itself, then reads the counts; both sequentially consistent, so one sees the
//! other. Adding needs no such order: whoever sees a task finished sees what it added before.

use super::{Signal, Task};
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::{Mutex, order_accesses};
use crate::value::run_postponed;
use crossbeam_utils::CachePadded;
use std::cell::RefCell;
use std::sync::Arc;

#[cfg(not(loom))]
thread_local! {
    /// The queues whose tasks this thread runs now, outermost first.
    static RUNNING: RefCell<Vec<Running>> = const { RefCell::new(Vec::new()) };
}

#[cfg(loom)]
loom::thread_local! {
    static RUNNING: RefCell<Vec<Running>> = RefCell::new(Vec::new());
}

/// A task, or a loop that runs one after the other.
struct Running {
    queue: usize,
    /// The task, or one that it runs on top of itself, waits in `quiesce` already.
    quiescing: bool,
}

/// See [`Activity::enter`].
#[derive(Debug)]
pub(super) struct Entered {
    recorded: bool,
}

impl Drop for Entered {
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
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Shard {
    added: AtomicUsize,
    finished: AtomicUsize,
}

#[derive(Debug, Default)]
struct Waiting {
    /// Tasks that are inside `quiesce`.
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

    /// Counts a task, before it can run.
    pub(super) fn add(&self, shard: usize) {
        self.shards[shard].added.fetch_add(1, Ordering::Release);
    }

    /// [`Activity::add`] where nobody else counts in the shard meanwhile: without a locked
    /// instruction.
    pub(super) fn add_alone(&self, shard: usize) {
        let added = &self.shards[shard].added;
        added.store(added.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
    }

    /// Counts a task as finished that ran or was dropped.
    pub(super) fn finish(&self, shard: usize) {
        self.finish_all(shard, 1);
    }

    /// Counts so many tasks as finished that ran. That may be late if, until then, there is another
    /// that is counted and not finished.
    pub(super) fn finish_all(&self, shard: usize, tasks: usize) {
        self.shards[shard].finished.fetch_add(tasks, Ordering::SeqCst);
        self.check_if_awaited();
    }

    /// Counts a task as finished where nobody else counts in the shard meanwhile, and the lock
    /// that sees to this is taken by quiescers too, before they read the counts. Whoever has
    /// released the lock calls [`Activity::check_if_awaited`].
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

    /// Says that the calling thread runs tasks, one after the other, until the guard goes. Between
    /// them it runs nothing that could ask.
    pub(super) fn enter(&self) -> Entered {
        let running = Running { queue: self.id(), quiescing: false };
        // A thread that is ending keeps no record: the queue that it drops ends with this task.
        let recorded = RUNNING.try_with(|tasks| tasks.borrow_mut().push(running)).is_ok();
        Entered { recorded }
    }

    /// Whether the calling thread runs one of the tasks.
    pub(super) fn is_current(&self) -> bool {
        RUNNING
            .try_with(|running| running.borrow().iter().any(|task| task.queue == self.id()))
            .unwrap_or(false)
    }

    /// Waits, by `run_until`, for a moment at which only quiescing tasks are unfinished.
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

    /// Turns the mark of up to `most` of this thread's tasks, innermost first; says how many.
    fn mark_quiescing(&self, from: bool, to: bool, most: usize) -> usize {
        let turn = |running: &RefCell<Vec<Running>>| {
            let mut running = running.borrow_mut();
            let tasks = running.iter_mut().rev();
            let own = tasks.filter(|task| task.queue == self.id() && task.quiescing == from);
            own.take(most).map(|task| task.quiescing = to).count()
        };
        // A thread that is ending runs no task any more, but may drop a queue.
        RUNNING.try_with(turn).unwrap_or(0)
    }

    /// Tells queues apart on a thread that runs tasks of several. A queue's activity does not
    /// move while one of its tasks runs.
    fn id(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }
}
