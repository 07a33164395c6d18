//! A pool for tasks that block their thread: threads start on demand and exit when idle.
//!
//! One pool takes work that may queue (at most M threads, a bounded queue), another takes work that
//! may not (one thread per task, no queue). Both return a task rather than lose it: when the queue
//! is full, the pool is closed, or the system refuses a thread.

use super::activity::Activity;
use super::{Signal, Task, drop_ended};
use crate::sync::thread::{self, Thread};
use crate::sync::{Condvar, Mutex};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// How long an idle thread waits for a task before it exits.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// Starts a thread; a parameter so that tests can refuse.
pub(super) type Spawn = fn(Box<dyn FnOnce() + Send>) -> io::Result<()>;

/// Starts a thread of the operating system.
pub(super) fn spawn_thread(main: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    thread::Builder::new().name("tfrt-blocking".to_owned()).spawn(main).map(drop)
}

thread_local! {
    /// The pool that this thread belongs to.
    static POOL: RefCell<Option<Arc<Inner>>> = const { RefCell::new(None) };
}

#[derive(Clone, Debug)]
pub(super) struct BlockingPool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    activity: Arc<Activity>,
    /// The shard of the activity to count in.
    shard: usize,
    max_threads: usize,
    /// The maximum length of the queue.
    capacity: usize,
    spawn: Spawn,
    state: Mutex<State>,
    work: Condvar,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct State {
    queue: VecDeque<Task>,
    /// Threads that will check the queue again before they exit.
    threads: usize,
    /// Threads that wait for work.
    idle: usize,
    /// Threads of the pool that wait inside a task and must be woken for queued work.
    helpers: Vec<Thread>,
    closed: bool,
}

impl BlockingPool {
    pub(super) fn new(
        activity: Arc<Activity>,
        shard: usize,
        max_threads: usize,
        capacity: usize,
        spawn: Spawn,
    ) -> Self {
        let (state, work, ended) = (Mutex::default(), Condvar::new(), Condvar::new());
        let inner = Inner { activity, shard, max_threads, capacity, spawn, state, work, ended };
        Self(Arc::new(inner))
    }

    /// Runs `task` on a thread of the pool, now or later; or returns it.
    pub(super) fn submit(&self, task: Task) -> Result<(), Task> {
        let pool = &*self.0;
        let mut state = pool.state.lock();
        if state.closed {
            return Err(task);
        }
        pool.activity.add(pool.shard);
        // Each queued task already has an idle thread woken for it, as far as there are idle
        // threads.
        if state.idle > state.queue.len() {
            state.queue.push_back(task);
            pool.work.notify_one();
            return Ok(());
        }
        let mut task = task;
        if state.threads < pool.max_threads {
            // Under the lock: a thread is counted only once it has started, so that no task is
            // queued for a thread that the system refuses.
            task = match self.start_thread(task) {
                Ok(()) => {
                    state.threads += 1;
                    return Ok(());
                }
                Err(task) => task,
            };
        }
        // Without a thread it would stay queued forever.
        if !state.closed && state.threads > 0 && state.queue.len() < pool.capacity {
            state.queue.push_back(task);
            pool.work.notify_one();
            let helpers = std::mem::take(&mut state.helpers);
            drop(state);
            for helper in helpers {
                helper.unpark();
            }
            return Ok(());
        }
        drop(state);
        pool.activity.finish(pool.shard);
        Err(task)
    }

    /// Whether the calling thread belongs to the pool.
    pub(super) fn is_current(&self) -> bool {
        POOL.try_with(|pool| pool.borrow().as_ref().is_some_and(|pool| Arc::ptr_eq(pool, &self.0)))
            .unwrap_or(false)
    }

    /// On a thread of the pool, inside a task: runs queued tasks until `signal` is set. Otherwise
    /// tasks that wait for queued ones could occupy all threads and deadlock.
    pub(super) fn run_until(&self, signal: &Signal) {
        let me = thread::current();
        while !signal.is_set() {
            let task = {
                let mut state = self.0.state.lock();
                state.helpers.retain(|helper| helper.id() != me.id());
                let task = state.queue.pop_front();
                if task.is_none() {
                    state.helpers.push(me.clone());
                }
                task
            };
            match task {
                Some(task) => {
                    crate::stack::grow_stack(|| self.0.activity.run(task, self.0.shard));
                }
                None => signal.park(),
            }
        }
        self.0.state.lock().helpers.retain(|helper| helper.id() != me.id());
    }

    /// Refuses new tasks and drops queued ones.
    pub(super) fn close(&self) {
        let queue = {
            let mut state = self.0.state.lock();
            state.closed = true;
            self.0.work.notify_all();
            std::mem::take(&mut state.queue)
        };
        for task in queue {
            drop_ended(task);
            self.0.activity.finish(self.0.shard);
        }
    }

    /// After [`BlockingPool::close`]: waits until the threads have ended.
    pub(super) fn join(&self) {
        let mut state = self.0.state.lock();
        while state.threads > 0 {
            self.0.ended.wait(&mut state);
        }
    }

    /// Starts a thread with its first task; returns the task if the system refuses the thread.
    fn start_thread(&self, task: Task) -> Result<(), Task> {
        // A refused thread drops its closure, which therefore must not own the task.
        let slot = Arc::new(Mutex::new(Some(task)));
        let (pool, first) = (Arc::clone(&self.0), Arc::clone(&slot));
        let spawned = (self.0.spawn)(Box::new(move || {
            let task = first.lock().take();
            drop(first);
            pool.thread_main(task);
        }));
        let refused = spawned.err().and_then(|_| slot.lock().take());
        refused.map_or(Ok(()), Err)
    }
}

impl Inner {
    fn thread_main(self: Arc<Self>, first: Option<Task>) {
        POOL.set(Some(Arc::clone(&self)));
        let mut next = first;
        while let Some(task) = next {
            self.activity.run(task, self.shard);
            next = self.next_task();
        }
        POOL.set(None);
    }

    /// `None`: the thread must exit, because the pool is closed or it was idle for too long. It is
    /// uncounted under the lock, so that no task is queued for it.
    fn next_task(&self) -> Option<Task> {
        let mut state = self.state.lock();
        loop {
            if let Some(task) = state.queue.pop_front() {
                return Some(task);
            }
            if state.closed {
                state.end_thread(self);
                return None;
            }
            state.idle += 1;
            let timed_out = self.work.wait_for(&mut state, KEEP_ALIVE).timed_out();
            state.idle -= 1;
            if timed_out && state.queue.is_empty() {
                state.end_thread(self);
                return None;
            }
        }
    }
}

impl State {
    fn end_thread(&mut self, pool: &Inner) {
        self.threads -= 1;
        if self.threads == 0 {
            pool.ended.notify_all();
        }
    }
}
