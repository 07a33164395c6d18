//! Queue `s`: one list, first in, first out. Nothing runs until some thread waits; that thread
//! runs the tasks.

use super::activity::Activity;
use super::{Signal, Task, WorkQueue};
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::thread::Thread;

/// The only shard of the activity: tasks are few enough for one.
const SHARD: usize = 0;

/// The single-threaded queue. Tasks may be added from any thread; usually one thread waits, and
/// if several do, each task runs on one of them.
#[derive(Debug)]
pub(super) struct SingleThreadedQueue {
    activity: Activity,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    tasks: VecDeque<Task>,
    /// Threads that found no task and have looked for the last time before they park.
    sleepers: Vec<Thread>,
    closed: bool,
}

impl SingleThreadedQueue {
    pub(super) fn new() -> Self {
        Self { activity: Activity::new(1), state: Mutex::default() }
    }

    fn add(&self, task: Task) -> Result<(), Task> {
        let sleepers = {
            let mut state = self.state.lock();
            if state.closed {
                return Err(task);
            }
            self.activity.add_alone(SHARD);
            state.tasks.push_back(task);
            // All of them: the one woken might be about to return because its signal is set.
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
            // Tasks are counted under the lock: those counted before it is taken here are seen by
            // the check, the others see the quiescer.
            drop(self.state.lock());
            self.activity.check();
            run_until(signal);
        });
    }
}

impl WorkQueue for SingleThreadedQueue {
    fn name(&self) -> String {
        "single-threaded".to_owned()
    }

    fn parallelism(&self) -> usize {
        1
    }

    fn add_task(&self, task: Task) {
        if let Err(task) = self.add(task) {
            task.discard();
        }
    }

    fn add_blocking_task(&self, task: Task, allow_queuing: bool) -> Result<(), Task> {
        if allow_queuing { self.add(task) } else { Err(task) }
    }

    fn run_until(&self, signal: &Signal) {
        let mut registered = false;
        let mut finished = false;
        loop {
            // One visit to the list per task: the last one is counted, the next one taken.
            let task = {
                let mut state = self.state.lock();
                if finished {
                    self.activity.finish_alone(SHARD);
                }
                if signal.is_set() {
                    break;
                }
                let task = state.tasks.pop_front();
                if task.is_none() {
                    let me = std::thread::current();
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
                // Waiting inside a task nests; how deep, the program decides.
                Some(task) => crate::stack::grow_stack(|| self.activity.run_uncounted(task)),
                None => signal.park(),
            }
        }
        if finished {
            self.activity.check_if_awaited();
        }
        if registered {
            let me = std::thread::current().id();
            self.state.lock().sleepers.retain(|sleeper| sleeper.id() != me);
        }
    }

    fn quiesce(&self) {
        self.quiesce_by(|signal| self.run_until(signal));
    }

    fn is_in_worker(&self) -> bool {
        self.activity.is_current()
    }

    fn shutdown(&self) {
        self.state.lock().closed = true;
        loop {
            let Some(task) = self.state.lock().tasks.pop_front() else { break };
            task.discard();
            self.finish_one();
        }
        if !self.is_in_worker() {
            self.quiesce_by(Signal::wait);
        }
    }
}

impl Drop for SingleThreadedQueue {
    fn drop(&mut self) {
        self.shutdown();
    }
}
