//! Queue `mstd`: a worker per thread with a deque of its own, last in, first out; idle workers
//! steal the oldest task of another. Work that blocks has threads of its own.
//!
//! A task from outside goes to a shared injector. A worker whose deque is full runs the task on
//! the spot, a few deep, then uses the injector, which has no bound: submitting never blocks and
//! never nests without end.
//!
//! A worker without work searches for a while, one worker at a time, then sleeps in the event count.
//! While one searches, submitters wake no other; so a worker that stops searching, with a task or
//! without, checks all queues once more and wakes the next one if there is work.

use super::activity::Activity;
use super::blocking::{BlockingPool, spawn_thread};
use super::event_count::EventCount;
use super::{Load, Signal, Task, WorkQueue};
use crate::error::{Error, ErrorCode};
use crossbeam_deque::{Injector, Steal, Stealer, Worker as Deque};
use parking_lot::Mutex;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering, fence};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Tasks in one worker's deque.
const LOCAL_CAPACITY: usize = 1024;

/// Tasks in a worker's deque, for each worker, with which all of them have enough to do: thieves take
/// half of them at a time.
const ENOUGH: usize = 16;

/// Tasks that a worker with a full deque runs inside one another.
const MAX_INLINE: u32 = 16;

/// Rounds of searching for work before a worker sleeps, with a yield between two: together a few times
/// what waking it would cost.
const SEARCH_ROUNDS: usize = 100;

/// How long a thread from outside spins on a signal before it sleeps.
const AWAKE: Duration = Duration::from_micros(100);

/// A yield that takes longer gave the core to another thread.
const WANTED: Duration = Duration::from_micros(20);

/// A worker checks the injector first every so many tasks, so that work which keeps submitting
/// work does not shut out the rest. Prime, to fall out of step with periodic programs.
const INJECTOR_INTERVAL: u32 = 61;

thread_local! {
    /// The worker that this thread is.
    static CURRENT: RefCell<Option<Rc<Worker>>> = const { RefCell::new(None) };
}

/// The multi-threaded queue. Dropping it shuts it down.
#[derive(Debug)]
pub(super) struct StealingQueue {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    max_blocking: usize,
    /// Blocking work that may wait for one of at most `max_blocking` threads.
    queued: BlockingPool,
    /// Blocking work that gets a thread at once.
    immediate: BlockingPool,
}

#[derive(Debug)]
struct Shared {
    /// One shard per worker and one for everyone else.
    activity: Arc<Activity>,
    injector: Injector<Task>,
    stealers: Box<[Stealer<Task>]>,
    sleep: EventCount,
    /// A worker looks around; submitters need not wake one.
    searching: AtomicBool,
    closed: AtomicBool,
}

/// What a worker thread has for itself.
#[derive(Debug)]
struct Worker {
    shared: Arc<Shared>,
    index: usize,
    deque: Deque<Task>,
    /// Tasks that have been run and not been counted as finished.
    finished: Cell<usize>,
    inline: Cell<u32>,
    tick: Cell<u32>,
    random: Cell<u32>,
}

impl StealingQueue {
    /// # Errors
    /// The system starts no more threads.
    pub(super) fn new(threads: usize, max_blocking: usize) -> Result<Self, Error> {
        let deques: Vec<Deque<Task>> = (0..threads).map(|_| Deque::new_lifo()).collect();
        let activity = Arc::new(Activity::new(threads + 1));
        let shared = Arc::new(Shared {
            activity: Arc::clone(&activity),
            injector: Injector::new(),
            stealers: deques.iter().map(Deque::stealer).collect(),
            sleep: EventCount::new(),
            searching: AtomicBool::new(false),
            closed: AtomicBool::new(false),
        });
        let pool = |max, capacity| {
            BlockingPool::new(Arc::clone(&activity), threads, max, capacity, spawn_thread)
        };
        let capacity = max_blocking.saturating_mul(LOCAL_CAPACITY);
        let queue = Self {
            shared,
            threads: Mutex::default(),
            max_blocking,
            queued: pool(max_blocking, capacity),
            immediate: pool(usize::MAX, 0),
        };
        for (index, deque) in deques.into_iter().enumerate() {
            let shared = Arc::clone(&queue.shared);
            let thread = std::thread::Builder::new()
                .name(format!("tfrt-worker-{index}"))
                .spawn(move || Worker::main(shared, index, deque))
                .map_err(|error| {
                    let message = format!("cannot start worker thread {index}: {error}");
                    Error::new(ErrorCode::ResourceExhausted, message)
                })?;
            queue.threads.lock().push(thread);
        }
        Ok(queue)
    }

    /// So many tasks in a worker's deque mean that every worker has enough to do.
    fn enough(&self) -> usize {
        (ENOUGH * self.shared.stealers.len()).min(LOCAL_CAPACITY / 2)
    }
}

impl WorkQueue for StealingQueue {
    fn name(&self) -> String {
        format!(
            "Multi-threaded C++ work queue ({} threads, {} blocking threads)",
            self.shared.stealers.len(),
            self.max_blocking
        )
    }

    fn parallelism(&self) -> usize {
        self.shared.stealers.len()
    }

    fn add_task(&self, task: Task) {
        self.shared.add(task);
    }

    fn load(&self) -> Load {
        let enough = self.enough();
        match self.shared.queued_here() {
            // A thread from outside has other things to do.
            None => Load::Unknown,
            Some(LOCAL_CAPACITY..) => Load::Full,
            Some(queued) if queued >= enough => Load::Heavy,
            Some(_) => Load::Light,
        }
    }

    /// Where every thread has enough to do, dividing work gains nothing.
    fn helpers(&self) -> usize {
        let threads = self.shared.stealers.len();
        match self.shared.queued_here() {
            None => threads,
            Some(queued) if queued >= self.enough() => 0,
            Some(_) => threads - 1,
        }
    }

    fn add_blocking_task(&self, task: Task, allow_queuing: bool) -> Result<(), Task> {
        if allow_queuing { self.queued.submit(task) } else { self.immediate.submit(task) }
    }

    /// A worker runs other tasks while it waits, a blocking thread other queued blocking tasks; a
    /// thread from outside sleeps.
    fn run_until(&self, signal: &Signal) {
        if let Some(worker) = self.shared.current() {
            crate::stack::grow_stack(|| worker.run_until(|| signal.is_set()));
        } else if self.queued.is_current() {
            self.queued.run_until(signal);
        } else {
            wait_outside(signal);
        }
    }

    fn quiesce(&self) {
        self.shared.activity.quiesce(|signal| self.run_until(signal));
    }

    fn is_in_worker(&self) -> bool {
        self.shared.activity.is_current()
    }

    fn shutdown(&self) {
        self.shared.close();
        self.queued.close();
        self.immediate.close();
        // One of the queue's own threads cannot wait for itself, nor safely for its siblings,
        // which may wait for it: the threads end on their own.
        let inside = self.is_in_worker()
            || self.shared.current().is_some()
            || self.queued.is_current()
            || self.immediate.is_current();
        if inside {
            return;
        }
        for thread in std::mem::take(&mut *self.threads.lock()) {
            // The worker's loop catches every panic of a task.
            let _ = thread.join();
        }
        self.queued.join();
        self.immediate.join();
    }
}

impl Drop for StealingQueue {
    fn drop(&mut self) {
        self.shutdown();
    }
}

impl Shared {
    /// This thread's worker, if it is one of this queue.
    fn current(&self) -> Option<Rc<Worker>> {
        let current = CURRENT.try_with(|current| current.borrow().clone()).ok().flatten();
        current.filter(|worker| std::ptr::eq(&*worker.shared, self))
    }

    /// Tasks in this thread's deque, if it is a worker of this queue.
    fn queued_here(&self) -> Option<usize> {
        let queued = |current: &RefCell<Option<Rc<Worker>>>| match &*current.borrow() {
            Some(worker) if std::ptr::eq(&*worker.shared, self) => Some(worker.deque.len()),
            _ => None,
        };
        CURRENT.try_with(queued).ok().flatten()
    }

    fn add(&self, task: Task) {
        if self.closed.load(Ordering::SeqCst) {
            // The task is dropped.
            return;
        }
        match self.current() {
            Some(worker) if worker.deque.len() < LOCAL_CAPACITY => {
                self.activity.add_alone(worker.index);
                worker.deque.push(task);
                if self.stealers.len() == 1 {
                    // The only worker is awake, and drops what is left when it ends.
                    return;
                }
            }
            Some(worker) if worker.inline.get() < MAX_INLINE => {
                self.activity.add_alone(worker.index);
                worker.inline.set(worker.inline.get() + 1);
                crate::stack::grow_stack(|| self.activity.run(task, worker.index));
                worker.inline.set(worker.inline.get() - 1);
                return;
            }
            _ => {
                self.activity.add(self.outside());
                self.injector.push(task);
            }
        }
        self.wake();
        // Closed meanwhile: whoever closed may have looked before the task was there. The fence that
        // `wake` begins with makes sure that not both have missed the other.
        if self.closed.load(Ordering::SeqCst) {
            self.discard_all();
        }
    }

    /// Wakes a worker for a task just published, unless one looks around anyway.
    fn wake(&self) {
        self.sleep.wake_one_if(|| !self.searching.load(Ordering::SeqCst));
    }

    fn has_work(&self) -> bool {
        !self.injector.is_empty() || self.stealers.iter().any(|stealer| !stealer.is_empty())
    }

    fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.sleep.wake_all();
        self.discard_all();
    }

    /// Drops everything queued.
    fn discard_all(&self) {
        let steal = || {
            let first = self.injector.steal();
            self.stealers.iter().fold(first, |found, stealer| found.or_else(|| stealer.steal()))
        };
        loop {
            match steal() {
                Steal::Success(task) => {
                    drop(task);
                    self.activity.finish(self.outside());
                }
                Steal::Retry => std::hint::spin_loop(),
                Steal::Empty => return,
            }
        }
    }

    /// The activity's shard for threads that are no workers.
    fn outside(&self) -> usize {
        self.stealers.len()
    }
}

impl Worker {
    fn main(shared: Arc<Shared>, index: usize, deque: Deque<Task>) {
        // Any odd start makes a full-period generator; workers differ in it.
        let random = Cell::new((index as u32).wrapping_mul(0x9e37_79b9) | 1);
        let (finished, inline, tick) = (Cell::new(0), Cell::new(0), Cell::new(0));
        let worker = Rc::new(Self { shared, index, deque, finished, inline, tick, random });
        CURRENT.set(Some(Rc::clone(&worker)));
        let shared = &worker.shared;
        worker.run_until(|| shared.closed.load(Ordering::SeqCst));
        shared.discard_all();
        CURRENT.set(None);
    }

    /// Runs tasks until `until` holds.
    fn run_until(&self, until: impl Fn() -> bool) {
        let _entered = self.shared.activity.enter();
        while let Some(task) = self.next(&until) {
            task.run();
            self.finished.set(self.finished.get() + 1);
        }
        self.count_finished();
    }

    /// Makes known how many tasks have been run since the last time. Whoever waits for all to be
    /// finished need not know while there is one left in this worker's deque, and telling takes a
    /// locked instruction.
    fn count_finished(&self) {
        let finished = self.finished.take();
        if finished > 0 {
            self.shared.activity.finish_all(self.index, finished);
        }
    }

    /// The next task, waiting for one; `None` once `until` holds.
    fn next(&self, until: impl Fn() -> bool) -> Option<Task> {
        let mut searched = false;
        let task = loop {
            if until() {
                break None;
            }
            if let Some(task) = self.find() {
                break Some(task);
            }
            searched = true;
            if let Some(task) = self.search_awhile(&until) {
                break Some(task);
            }
            self.shared.sleep.list(self.index);
            if !until() && !self.shared.has_work() {
                std::thread::park();
            }
            self.shared.sleep.unlist(self.index);
        };
        // A wake-up, or a submitter's trust that this worker was searching, may have been for more
        // than the one task.
        if searched {
            fence(Ordering::SeqCst);
            if self.shared.has_work() {
                self.shared.wake();
            }
        }
        task
    }

    fn find(&self) -> Option<Task> {
        let tick = self.tick.get().wrapping_add(1);
        self.tick.set(tick);
        if tick.is_multiple_of(INJECTOR_INTERVAL)
            && let Some(task) = retry(|| self.shared.injector.steal())
        {
            return Some(task);
        }
        if let Some(task) = self.deque.pop() {
            return Some(task);
        }
        self.count_finished();
        retry(|| self.shared.injector.steal_batch_and_pop(&self.deque)).or_else(|| self.steal())
    }

    /// The oldest task of another worker, and up to half of what it has into this one's deque; the
    /// search starts anywhere.
    fn steal(&self) -> Option<Task> {
        let count = self.shared.stealers.len();
        let start = self.random() as usize % count;
        (0..count)
            .map(|step| (start + step) % count)
            .filter(|victim| *victim != self.index)
            .find_map(|victim| {
                retry(|| self.shared.stealers[victim].steal_batch_and_pop(&self.deque))
            })
    }

    /// Looks for work for a while, if no other worker does. Yields to whoever else could use the
    /// core: the thread that waits for what has just been finished, where there are no more cores
    /// than workers. Looking more often would also take the deque's cache line away from its owner.
    fn search_awhile(&self, until: impl Fn() -> bool) -> Option<Task> {
        let shared = &self.shared;
        if shared.searching.swap(true, Ordering::SeqCst) {
            return None;
        }
        let mut task = None;
        let mut had_work = false;
        for _ in 0..SEARCH_ROUNDS {
            if until() {
                break;
            }
            // Taken only if it is there twice in a row: a worker that submits one small task at a
            // time gets back to each sooner than a thief could run it.
            let has_work = shared.has_work();
            if has_work && had_work {
                task = self.find();
                if task.is_some() {
                    break;
                }
            }
            had_work = has_work;
            std::thread::yield_now();
        }
        shared.searching.store(false, Ordering::SeqCst);
        task
    }

    /// Xorshift: where to start stealing needs no better.
    fn random(&self) -> u32 {
        let mut x = self.random.get();
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        self.random.set(x);
        x
    }
}

/// Waits on a thread that is none of the queue's. A short wait is over before the thread would be
/// asleep, and waking it costs a system call; so it spins for about as long as that would take before
/// it sleeps. (Karlin, Li, Manasse and Owicki, "Empirical Studies of Competitive
/// Spinning", 1991.) It yields, and stops spinning when another thread wants its core.
fn wait_outside(signal: &Signal) {
    let start = Instant::now();
    let mut last = start;
    while !signal.is_set() {
        std::thread::yield_now();
        let now = Instant::now();
        if now - last > WANTED || now - start > AWAKE {
            signal.wait();
            return;
        }
        last = now;
    }
}

fn retry(steal: impl Fn() -> Steal<Task>) -> Option<Task> {
    loop {
        match steal() {
            Steal::Success(task) => return Some(task),
            Steal::Empty => return None,
            Steal::Retry => std::hint::spin_loop(),
        }
    }
}
