//! Queue `s`: one FIFO list. Nothing runs until a thread waits; that thread runs the tasks.
//! Simulated schedules are the same queue with another order.

use super::activity::Activity;
use super::{Signal, Task, WorkQueue, drop_ended};
use crate::sync::Mutex;
use crate::sync::thread::{self, Thread};
use std::collections::VecDeque;
use std::fmt;

/// The only shard of the activity: contention is low enough for one.
const SHARD: usize = 0;

/// The queued tasks and their order.
pub(super) trait Tasks: Send + fmt::Debug {
    fn add(&mut self, task: Task);

    /// The next task; `None` only if there is none.
    fn next(&mut self) -> Option<Task>;
}

impl Tasks for VecDeque<Task> {
    fn add(&mut self, task: Task) {
        self.push_back(task);
    }

    fn next(&mut self) -> Option<Task> {
        self.pop_front()
    }
}

/// The single-threaded queue. Tasks may be added from any thread; usually one thread waits, and if
/// several do, each task runs on one of them.
#[derive(Debug)]
pub(super) struct SingleThreadedQueue<T: Tasks = VecDeque<Task>> {
    activity: Activity,
    state: Mutex<State<T>>,
}

#[derive(Debug)]
struct State<T> {
    tasks: T,
    /// Threads that have found no task in their last check before they park.
    sleepers: Vec<Thread>,
    closed: bool,
}

impl<T: Tasks> SingleThreadedQueue<T> {
    pub(super) fn new(tasks: T) -> Self {
        let state = State { tasks, sleepers: Vec::new(), closed: false };
        Self { activity: Activity::new(1), state: Mutex::new(state) }
    }

    /// Calls `f` with the tasks, under the lock.
    pub(super) fn with_tasks<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        f(&mut self.state.lock().tasks)
    }

    /// Runs a task that was not queued, on top of the current one; drops it if the queue is closed.
    pub(super) fn run_now(&self, task: Task) {
        {
            let state = self.state.lock();
            if state.closed {
                drop(state);
                drop_ended(task);
                return;
            }
            self.activity.add_alone(SHARD);
        }
        {
            let _entered = self.activity.enter();
            crate::stack::grow_stack(|| task.run());
        }
        self.finish_one();
    }

    /// Queues a task; returns it if the queue is closed.
    pub(super) fn add(&self, task: Task) -> Result<(), Task> {
        let sleepers = {
            let mut state = self.state.lock();
            if state.closed {
                return Err(task);
            }
            self.activity.add_alone(SHARD);
            state.tasks.add(task);
            if state.sleepers.is_empty() {
                return Ok(());
            }
            // All of them: a single one might be about to return because its signal is set.
            std::mem::take(&mut state.sleepers)
        };
        for sleeper in sleepers {
            sleeper.unpark();
        }
        Ok(())
    }

    fn finish_one(&self) {
        let state = self.state.lock();
        self.activity.finish_alone(SHARD);
        drop(state);
        self.activity.check_if_awaited();
    }

    fn quiesce_by(&self, run_until: impl FnOnce(&Signal)) {
        self.activity.quiesce(|signal| {
            // Tasks are counted under the lock: `check` sees those counted before it is taken here,
            // and the others see the quiescer.
            drop(self.state.lock());
            self.activity.check();
            run_until(signal);
        });
    }
}

impl<T: Tasks> WorkQueue for SingleThreadedQueue<T> {
    fn name(&self) -> String {
        "single-threaded".to_owned()
    }

    fn parallelism(&self) -> usize {
        1
    }

    fn add_task(&self, task: Task) {
        if let Err(task) = self.add(task) {
            drop_ended(task);
        }
    }

    fn add_blocking_task(&self, task: Task, allow_queuing: bool) -> Result<(), Task> {
        if allow_queuing { self.add(task) } else { Err(task) }
    }

    fn run_until(&self, signal: &Signal) {
        let _entered = self.activity.enter();
        // Waiting inside a task nests to a depth that the program decides.
        crate::stack::grow_stack(|| self.run_tasks_until(signal));
    }

    fn quiesce(&self) {
        self.quiesce_by(|signal| self.run_until(signal));
    }

    fn is_in_worker(&self) -> bool {
        self.activity.is_current()
    }

    fn has_threads(&self) -> bool {
        false
    }

    fn shutdown(&self) {
        self.state.lock().closed = true;
        loop {
            let Some(task) = self.state.lock().tasks.next() else { break };
            drop_ended(task);
            self.finish_one();
        }
        if !self.is_in_worker() {
            self.quiesce_by(Signal::wait);
        }
    }
}

impl<T: Tasks> SingleThreadedQueue<T> {
    fn run_tasks_until(&self, signal: &Signal) {
        let mut registered = false;
        let mut finished = false;
        loop {
            // One critical section per task: count the previous one, take the next one.
            let task = {
                let mut state = self.state.lock();
                if finished {
                    self.activity.finish_alone(SHARD);
                }
                if signal.is_set() {
                    break;
                }
                let task = state.tasks.next();
                if task.is_none() {
                    let me = thread::current();
                    if !state.sleepers.iter().any(|sleeper| sleeper.id() == me.id()) {
                        state.sleepers.push(me);
                    }
                    registered = true;
                }
                task
            };
            if finished {
                self.activity.check_if_awaited();
            }
            finished = task.is_some();
            match task {
                Some(task) => task.run(),
                None => signal.park(),
            }
        }
        if finished {
            self.activity.check_if_awaited();
        }
        if registered {
            let me = thread::current().id();
            self.state.lock().sleepers.retain(|sleeper| sleeper.id() != me);
        }
    }
}

impl<T: Tasks> Drop for SingleThreadedQueue<T> {
    fn drop(&mut self) {
        self.shutdown();
    }
}
