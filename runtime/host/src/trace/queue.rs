//! Wraps a queue to trace its tasks: a scope around each task. Queues themselves contain no
//! tracing.

use super::{TraceKind, Tracer};
use crate::queue::{Load, Signal, Task, WorkQueue};
use crate::value::AnyRef;
use std::sync::Arc;

#[derive(Debug)]
pub(crate) struct TracedQueue {
    queue: Arc<dyn WorkQueue>,
    tracer: Tracer,
}

impl TracedQueue {
    pub(crate) fn new(queue: Arc<dyn WorkQueue>, tracer: Tracer) -> Self {
        Self { queue, tracer }
    }

    fn traced(&self, kind: TraceKind, task: Task) -> Task {
        let tracer = self.tracer.clone();
        Task::new(move || {
            let _scope = tracer.task(kind, task.site().as_ref());
            task.run();
        })
    }
}

impl WorkQueue for TracedQueue {
    fn name(&self) -> String {
        self.queue.name()
    }

    fn parallelism(&self) -> usize {
        self.queue.parallelism()
    }

    fn add_task(&self, task: Task) {
        self.queue.add_task(self.traced(TraceKind::Task, task));
    }

    fn load(&self) -> Load {
        self.queue.load()
    }

    fn helpers(&self) -> usize {
        self.queue.helpers()
    }

    fn add_blocking_task(&self, task: Task, allow_queuing: bool) -> Result<(), Task> {
        self.queue.add_blocking_task(self.traced(TraceKind::BlockingTask, task), allow_queuing)
    }

    fn run_until(&self, signal: &Signal) {
        self.queue.run_until(signal);
    }

    fn await_all(&self, values: &[AnyRef]) {
        self.queue.await_all(values);
    }

    fn quiesce(&self) {
        self.queue.quiesce();
    }

    fn is_in_worker(&self) -> bool {
        self.queue.is_in_worker()
    }

    fn has_threads(&self) -> bool {
        self.queue.has_threads()
    }

    fn shutdown(&self) {
        self.queue.shutdown();
    }
}
