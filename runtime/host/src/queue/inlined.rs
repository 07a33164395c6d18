//! A queue without threads of its own and without a list: a task runs on the thread that adds it.

use super::activity::Activity;
use super::{Signal, Task, WorkQueue};
use crate::stack::grow_stack;
use crate::value::run_nested;
use std::sync::Arc;

/// The only shard of the activity.
const SHARD: usize = 0;

/// Runs each task, also a blocking one, on the thread that adds it: for runs that must not use other
/// threads, or whose effects are recorded while they happen. Tasks that tasks add nest a hundred deep;
/// deeper ones run when the outermost has ended, on the same thread.
///
/// ```
/// use std::sync::Arc;
/// use std::thread;
/// use tfrt_host::context::Host;
/// use tfrt_host::queue::{InlineQueue, Task};
///
/// let host = Host::builder().threads(2).build()?;
/// let run = host.request().queue(Arc::new(InlineQueue::new())).build();
/// let here = thread::current().id();
/// run.queue().add_task(Task::new(move || assert_eq!(thread::current().id(), here)));
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Debug)]
pub struct InlineQueue {
    activity: Arc<Activity>,
}

impl InlineQueue {
    /// A queue.
    #[must_use]
    pub fn new() -> Self {
        Self { activity: Arc::new(Activity::new(1)) }
    }
}

impl Default for InlineQueue {
    fn default() -> Self {
        Self::new()
    }
}

impl WorkQueue for InlineQueue {
    fn name(&self) -> String {
        "inline".to_owned()
    }

    fn parallelism(&self) -> usize {
        1
    }

    fn add_task(&self, task: Task) {
        self.activity.add(SHARD);
        let activity = Arc::clone(&self.activity);
        run_nested(move || grow_stack(|| activity.run(task, SHARD)));
    }

    fn add_blocking_task(&self, task: Task, _allow_queuing: bool) -> Result<(), Task> {
        self.add_task(task);
        Ok(())
    }

    /// Other threads that use the queue, or promises that others keep, set the signal.
    fn run_until(&self, signal: &Signal) {
        signal.wait();
    }

    fn quiesce(&self) {
        self.activity.quiesce(Signal::wait);
    }

    fn is_in_worker(&self) -> bool {
        self.activity.is_current()
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Each task adds the next.
    fn chain(queue: &Arc<InlineQueue>, runs: &Arc<AtomicUsize>, left: usize) {
        let (next, count) = (Arc::clone(queue), Arc::clone(runs));
        queue.add_task(Task::new(move || {
            count.fetch_add(1, Ordering::Relaxed);
            if left > 1 {
                chain(&next, &count, left - 1);
            }
        }));
    }

    #[test]
    fn a_long_chain_of_tasks_needs_no_stack() {
        let thread = std::thread::Builder::new().stack_size(512 << 10);
        let thread = thread.spawn(|| {
            let (queue, runs) = (Arc::new(InlineQueue::new()), Arc::default());
            chain(&queue, &runs, 100_000);
            queue.quiesce();
            runs.load(Ordering::Relaxed)
        });
        assert_eq!(thread.unwrap().join().unwrap(), 100_000);
    }

    #[test]
    fn a_panic_ends_its_task() {
        let queue = InlineQueue::new();
        queue.add_task(Task::new(|| panic!("expected by the test")));
        let ran = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&ran);
        queue
            .add_blocking_task(Task::new(move || _ = count.fetch_add(1, Ordering::Relaxed)), false)
            .unwrap();
        queue.quiesce();
        assert_eq!(ran.load(Ordering::Relaxed), 1);
    }
}
