//! Queue `mstd`: one worker per thread, each with a LIFO deque; idle workers steal the oldest task
//! of another. Blocking work has its own threads.
//!
//! A task from outside goes to a shared injector. A worker whose deque is full runs the task
//! inline, a few levels deep, then uses the injector, which is unbounded: submitting never blocks
//! and its nesting is bounded.
//!
//! A worker without work searches for a while, one worker at a time, then parks in the event count.
//! While one searches, submitters wake no other. So a worker that stops searching, with a task or
//! without, checks all queues once more and wakes the next one if there is work.

use super::activity::Activity;
use super::blocking::{BlockingPool, spawn_thread};
use super::event_count::EventCount;
use super::{Load, Signal, Task, WorkQueue, drop_ended};
use crate::error::{Error, ErrorCode};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicBool, Ordering, fence};
use crate::sync::deque::{Injector, Steal, Stealer, Worker as Deque};
use crate::sync::thread::{self, JoinHandle};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Capacity of a worker's deque.
const LOCAL_CAPACITY: usize = 1024;

/// Tasks per worker in one worker's deque that count as enough work for all: thieves take half at a
/// time.
const ENOUGH: usize = 16;

/// How deep a worker with a full deque runs tasks inline.
const MAX_INLINE: u32 = 16;

/// Search rounds before a worker parks, with a yield in between: together a few times the cost of
/// waking it. In models as many as one search needs to find a task.
const SEARCH_ROUNDS: usize = if cfg!(loom) { 2 } else { 100 };

/// How long an outside thread spins on a signal before it parks.
const AWAKE: Duration = Duration::from_micros(100);

/// A yield that takes longer has given the core to another thread.
const WANTED: Duration = Duration::from_micros(20);

/// A worker checks the injector first every so many tasks, so that tasks that keep spawning tasks
/// do not starve it. Prime, to avoid resonance with periodic programs.
const INJECTOR_INTERVAL: u32 = 61;

#[cfg(not(loom))]
thread_local! {
    /// This thread's worker.
    static CURRENT: RefCell<Option<Rc<Worker>>> = const { RefCell::new(None) };
}

#[cfg(loom)]
loom::thread_local! {
    static CURRENT: RefCell<Option<Rc<Worker>>> = RefCell::new(None);
}

/// The multi-threaded queue. Dropping it shuts it down.
#[derive(Debug)]
pub(super) struct StealingQueue {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    max_blocking: usize,
    /// Blocking work that may queue for one of `max_blocking` threads.
    queued: BlockingPool,
    /// Blocking work that gets a thread immediately.
    immediate: BlockingPool,
}

#[derive(Debug)]
struct Shared {
    /// One shard per worker and one for all other threads.
    activity: Arc<Activity>,
    injector: Injector<Task>,
    stealers: Box<[Stealer<Task>]>,
    sleep: EventCount,
    /// A worker is searching, so submitters need not wake one.
    searching: AtomicBool,
    closed: AtomicBool,
}

/// The thread-local state of a worker.
#[derive(Debug)]
struct Worker {
    shared: Arc<Shared>,
    index: usize,
    deque: Deque<Task>,
    /// Tasks that have run but are not counted as finished yet.
    finished: Cell<usize>,
    inline: Cell<u32>,
    tick: Cell<u32>,
    random: Cell<u32>,
}

impl StealingQueue {
    /// # Errors
    /// The system refuses a thread.
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
            let thread = thread::Builder::new()
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

    /// The length of a worker's deque at which every worker has enough work.
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
            // An outside thread must not be delayed by inline work.
            None => Load::Unknown,
            Some(LOCAL_CAPACITY..) => Load::Full,
            Some(queued) if queued >= enough => Load::Heavy,
            Some(_) => Load::Light,
        }
    }

    /// When every thread has enough work, dividing it gains nothing.
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

    /// A waiting worker runs other tasks, a waiting blocking thread runs queued blocking tasks; an
    /// outside thread parks.
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
        // One of the queue's own threads cannot wait for itself, nor safely for its siblings, which
        // may wait for it: the threads exit on their own.
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
    /// This thread's worker, if it belongs to this queue.
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
            drop_ended(task);
            return;
        }
        match self.current() {
            Some(worker) if worker.deque.len() < LOCAL_CAPACITY => {
                self.activity.add_alone(worker.index);
                worker.deque.push(task);
                if self.stealers.len() == 1 {
                    // The only worker is awake; it drops the remaining tasks when it exits.
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
        // The queue was closed meanwhile, and `shutdown` may have checked before the task was
        // published. The fence at the start of `wake` ensures that at least one of the two sees the
        // other.
        if self.closed.load(Ordering::SeqCst) {
            self.discard_all();
        }
    }

    /// Wakes a worker for a task just published, unless one is searching.
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

    /// Drops all queued tasks.
    fn discard_all(&self) {
        let steal = || {
            let first = self.injector.steal();
            self.stealers.iter().fold(first, |found, stealer| found.or_else(|| stealer.steal()))
        };
        loop {
            match steal() {
                Steal::Success(task) => {
                    drop_ended(task);
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

/// Whether this thread is a worker whose queue has tasks that nobody has begun.
pub(super) fn has_work_here() -> bool {
    let has_work = |current: &RefCell<Option<Rc<Worker>>>| {
        current.borrow().as_ref().is_some_and(|worker| worker.shared.has_work())
    };
    CURRENT.try_with(has_work).unwrap_or_default()
}

impl Worker {
    fn main(shared: Arc<Shared>, index: usize, deque: Deque<Task>) {
        // Any odd start gives a full-period generator; workers get different ones.
        let random = Cell::new((index as u32).wrapping_mul(0x9e37_79b9) | 1);
        let (finished, inline, tick) = (Cell::new(0), Cell::new(0), Cell::new(0));
        let worker = Rc::new(Self { shared, index, deque, finished, inline, tick, random });
        CURRENT.with(|current| current.replace(Some(Rc::clone(&worker))));
        let shared = &worker.shared;
        worker.run_until(|| shared.closed.load(Ordering::SeqCst));
        shared.discard_all();
        CURRENT.with(RefCell::take);
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

    /// Publishes the number of tasks run since the last time. This takes a locked instruction and
    /// can wait while tasks are left in this worker's deque, which are unfinished anyway.
    fn count_finished(&self) {
        let finished = self.finished.take();
        if finished > 0 {
            self.shared.activity.finish_all(self.index, finished);
        }
    }

    /// The next task; waits for one. `None` once `until` holds.
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
                thread::park();
            }
            self.shared.sleep.unlist(self.index);
        };
        // A wake-up, or a submitter that relied on this search, may have been for another task than
        // the one taken.
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

    /// Takes the oldest task of another worker and moves up to half of its other tasks to this
    /// worker's deque. Starts at a random worker.
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

    /// Searches for work for a while, unless another worker does. It yields, because on a machine
    /// with no more cores than workers the thread that waits for the last result needs the core;
    /// and it pauses, because each check takes the deque's cache line from its owner.
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
            // Steals only if work is seen twice in a row: a worker that submits one small task at a
            // time gets back to it sooner than a thief could run it.
            let has_work = shared.has_work();
            if has_work && had_work {
                task = self.find();
                if task.is_some() {
                    break;
                }
            }
            had_work = has_work;
            thread::yield_now();
        }
        // A store would do: it follows the swaps of those that found the mark. Loom orders only swaps so.
        shared.searching.swap(false, Ordering::SeqCst);
        task
    }

    /// Xorshift: good enough to choose where to start stealing.
    fn random(&self) -> u32 {
        let mut x = self.random.get();
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        self.random.set(x);
        x
    }
}

/// Waits on an outside thread. Waking a parked thread costs a system call, so it first spins for
/// about as long as that takes (Karlin, Li, Manasse and Owicki, "Empirical Studies of Competitive
/// Spinning", 1991). It yields, and stops spinning when another thread needs its core.
fn wait_outside(signal: &Signal) {
    let start = Instant::now();
    let mut last = start;
    while !signal.is_set() {
        thread::yield_now();
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

/// Two workers and a thread that submits, with the shipped hand-shake and a model of crossbeam's lists.
#[cfg(all(test, loom))]
mod models {
    use super::*;
    use crate::sync::Condvar;

    fn shared(workers: usize) -> (Arc<Shared>, Vec<Deque<Task>>) {
        let deques: Vec<Deque<Task>> = (0..workers).map(|_| Deque::new_lifo()).collect();
        let shared = Shared {
            activity: Arc::new(Activity::new(workers + 1)),
            injector: Injector::new(),
            stealers: deques.iter().map(Deque::stealer).collect(),
            sleep: EventCount::new(),
            searching: AtomicBool::new(false),
            closed: AtomicBool::new(false),
        };
        (Arc::new(shared), deques)
    }

    /// How many tasks have run, with a condition variable to wait for more.
    #[derive(Clone)]
    struct Ran(Arc<(Mutex<usize>, Condvar)>);

    impl Ran {
        fn new() -> Self {
            Self(Arc::new((Mutex::new(0), Condvar::new())))
        }

        fn count(&self) {
            *self.0.0.lock() += 1;
            self.0.1.notify_all();
        }

        fn wait_for(&self, tasks: usize) {
            let mut ran = self.0.0.lock();
            while *ran < tasks {
                self.0.1.wait(&mut ran);
            }
        }
    }

    fn start(shared: &Arc<Shared>, deques: Vec<Deque<Task>>) -> Vec<JoinHandle<()>> {
        let workers = deques.into_iter().enumerate().map(|(index, deque)| {
            let shared = Arc::clone(shared);
            thread::spawn(move || Worker::main(shared, index, deque))
        });
        workers.collect()
    }

    /// Each task ends only when the other has run: no submitter, searcher or waking worker may rely on
    /// another to start the second.
    #[test]
    fn every_task_has_a_worker_while_one_is_idle() {
        crate::sync::check(|| {
            let (shared, deques) = shared(2);
            let (begun, ended) = (Ran::new(), Ran::new());
            let workers = start(&shared, deques);
            for _ in 0..2 {
                let (begun, ended) = (begun.clone(), ended.clone());
                shared.add(Task::new(move || {
                    begun.count();
                    begun.wait_for(2);
                    ended.count();
                }));
            }
            ended.wait_for(2);
            shared.close();
            workers.into_iter().for_each(|worker| worker.join().expect("workers do not panic"));
        });
    }

    /// A task adds the one that it waits for to its own worker: another worker steals it.
    #[test]
    fn a_task_that_waits_is_stolen_from() {
        crate::sync::check(|| {
            let (shared, deques) = shared(2);
            let (inner, ended) = (Ran::new(), Ran::new());
            let workers = start(&shared, deques);
            let (adds, waits, last) = (Arc::clone(&shared), inner, ended.clone());
            shared.add(Task::new(move || {
                let runs = waits.clone();
                adds.add(Task::new(move || runs.count()));
                waits.wait_for(1);
                last.count();
            }));
            ended.wait_for(1);
            shared.close();
            workers.into_iter().for_each(|worker| worker.join().expect("workers do not panic"));
        });
    }

    /// The queue is closed while a task is added: it runs or is dropped, and the workers end.
    #[test]
    fn closing_against_adding() {
        crate::sync::check(|| {
            let (shared, deques) = shared(1);
            let (promise, value) = crate::value::AsyncRef::pending();
            let workers = start(&shared, deques);
            let other = Arc::clone(&shared);
            let submitter = thread::spawn(move || other.add(Task::new(move || promise.set(1))));
            shared.close();
            submitter.join().expect("adding does not panic");
            workers.into_iter().for_each(|worker| worker.join().expect("workers do not panic"));
            assert!(value.is_available());
        });
    }
}
