//! Isolates a user-supplied queue from the host: tasks that it drops or panics over become error
//! values, and a wait that it ends too early continues. The host's own queues are not wrapped and
//! pay nothing.

use super::{Load, Signal, Task, WorkQueue};
use crate::value::AnyRef;
use crate::value::unwind::{caught, unknown_kernel};
use std::sync::Arc;
use std::thread;

#[derive(Debug)]
pub(crate) struct GuardedQueue(Arc<dyn WorkQueue>);

impl GuardedQueue {
    pub(crate) fn around(queue: Arc<dyn WorkQueue>) -> Arc<dyn WorkQueue> {
        Arc::new(Self(queue))
    }
}

impl WorkQueue for GuardedQueue {
    fn name(&self) -> String {
        self.0.name()
    }

    fn parallelism(&self) -> usize {
        // Executors call this in the middle of a run.
        caught(|| self.0.parallelism(), &unknown_kernel).unwrap_or(1)
    }

    fn add_task(&self, task: Task) {
        // The panic dropped the task, and its promises became that error.
        let _ = caught(|| self.0.add_task(task), &unknown_kernel);
    }

    fn load(&self) -> Load {
        caught(|| self.0.load(), &unknown_kernel).unwrap_or(Load::Unknown)
    }

    fn helpers(&self) -> usize {
        caught(|| self.0.helpers(), &unknown_kernel).unwrap_or(0)
    }

    fn add_blocking_task(&self, task: Task, allow_queuing: bool) -> Result<(), Task> {
        caught(|| self.0.add_blocking_task(task, allow_queuing), &unknown_kernel).unwrap_or(Ok(()))
    }

    fn run_until(&self, signal: &Signal) {
        while !signal.is_set() {
            self.0.run_until(signal);
            if !signal.is_set() {
                thread::yield_now();
            }
        }
    }

    fn await_all(&self, values: &[AnyRef]) {
        while !values.iter().all(AnyRef::is_available) {
            self.0.await_all(values);
        }
    }

    fn quiesce(&self) {
        self.0.quiesce();
    }

    fn is_in_worker(&self) -> bool {
        self.0.is_in_worker()
    }

    fn has_threads(&self) -> bool {
        caught(|| self.0.has_threads(), &unknown_kernel).unwrap_or(true)
    }

    fn shutdown(&self) {
        let _ = caught(|| self.0.shutdown(), &unknown_kernel);
    }
}
