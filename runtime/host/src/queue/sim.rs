//! Simulated schedules: a queue that runs everything on the waiting thread, in a seeded order, and
//! refuses work as configured. A failure that a schedule finds is reproduced by its seed.

use super::single::{SingleThreadedQueue, Tasks};
use super::{Load, Signal, Task, WorkQueue};
use std::fmt::Write;
use std::sync::atomic::{AtomicU32, Ordering};

/// How deep a full queue runs tasks inline, as a worker of `mstd` does.
const MAX_INLINE: u32 = 16;

/// Runs one task at a time, chosen from all queued ones by a seeded generator. The same program
/// with the same seed makes the same decisions, so a test can try many interleavings and repeat
/// each:
///
/// ```
/// use std::sync::Arc;
/// use tfrt_host::context::Host;
/// use tfrt_host::queue::{SimWorkQueue, Task};
///
/// for seed in 0..100 {
///     let queue = Arc::new(SimWorkQueue::new(seed));
///     let host = Host::builder().queue(queue.clone()).build()?;
///     for _ in 0..3 {
///         host.queue().add_task(Task::new(|| { /* what is to be tested */ }));
///     }
///     host.quiesce();
///     assert_eq!(queue.decisions(), 6, "seed {seed}: three added, three run");
/// }
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
///
/// As on queue `s`, nothing runs until a thread waits, which then runs the tasks. Blocking work is
/// an ordinary task: to the program it is a thread that is scheduled late.
///
/// Thread-safe; but tasks added by other threads arrive at times that the seed does not control.
#[derive(Debug)]
pub struct SimWorkQueue {
    seed: u64,
    queue: SingleThreadedQueue<Schedule>,
    threads: usize,
    /// Nesting of inline tasks on a full queue.
    inline: AtomicU32,
}

impl SimWorkQueue {
    /// Unbounded and refusing nothing; only the order is random.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let schedule = Schedule {
            tasks: Vec::new(),
            random: seed,
            capacity: usize::MAX,
            refused_percent: 0,
            added: 0,
            decisions: 0,
            hash: FNV_OFFSET,
            text: None,
        };
        let queue = SingleThreadedQueue::new(schedule);
        Self { seed, queue, threads: 1, inline: AtomicU32::new(0) }
    }

    /// Bounds the number of queued tasks. A full queue returns blocking work and runs other work
    /// inline, a few levels deep.
    #[must_use]
    pub fn capacity(self, tasks: usize) -> Self {
        self.queue.with_tasks(|schedule| schedule.capacity = tasks);
        self
    }

    /// The percentage of blocking tasks that are returned, as by a system that starts no more
    /// threads.
    #[must_use]
    pub fn refuse_blocking(self, percent: u32) -> Self {
        self.queue.with_tasks(|schedule| schedule.refused_percent = percent);
        self
    }

    /// Sets the reported parallelism (default one), by which some callers divide their work. Tasks
    /// still run one at a time.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Records the decisions as text, for [`SimWorkQueue::log`].
    #[must_use]
    pub fn keep_log(self) -> Self {
        self.queue.with_tasks(|schedule| schedule.text = Some(String::new()));
        self
    }

    /// The recorded decisions, one per line: `add 4`, `run 2 of 5`, `inline 6`, `refuse 7`. Tasks
    /// are numbered in the order of submission.
    #[must_use]
    pub fn log(&self) -> Option<String> {
        self.queue.with_tasks(|schedule| schedule.text.clone())
    }

    /// A hash of the decisions so far: equal for equal schedules.
    #[must_use]
    pub fn log_hash(&self) -> u64 {
        self.queue.with_tasks(|schedule| schedule.hash)
    }

    /// The number of decisions so far.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        self.queue.with_tasks(|schedule| schedule.decisions)
    }

    /// Whether a task must run inline.
    fn runs_inline(&self) -> bool {
        self.inline.load(Ordering::Relaxed) < MAX_INLINE
            && self.queue.with_tasks(|schedule| schedule.tasks.len() >= schedule.capacity)
    }
}

impl WorkQueue for SimWorkQueue {
    fn name(&self) -> String {
        format!("simulated (seed {})", self.seed)
    }

    fn parallelism(&self) -> usize {
        self.threads
    }

    fn add_task(&self, task: Task) {
        if !self.runs_inline() {
            self.queue.add_task(task);
            return;
        }
        self.queue.with_tasks(Schedule::log_inline);
        self.inline.fetch_add(1, Ordering::Relaxed);
        self.queue.run_now(task);
        self.inline.fetch_sub(1, Ordering::Relaxed);
    }

    /// Only the seed and the capacity decide.
    fn load(&self) -> Load {
        if self.runs_inline() { Load::Full } else { Load::Unknown }
    }

    fn add_blocking_task(&self, task: Task, _allow_queuing: bool) -> Result<(), Task> {
        if self.queue.with_tasks(Schedule::refuses) { Err(task) } else { self.queue.add(task) }
    }

    fn run_until(&self, signal: &Signal) {
        self.queue.run_until(signal);
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

/// The queued tasks and the state of the schedule.
#[derive(Debug)]
struct Schedule {
    /// Unordered, each with its number.
    tasks: Vec<(u64, Task)>,
    /// The generator's state.
    random: u64,
    capacity: usize,
    refused_percent: u32,
    /// Number of tasks submitted so far.
    added: u64,
    decisions: u64,
    hash: u64,
    text: Option<String>,
}

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

impl Tasks for Schedule {
    fn add(&mut self, task: Task) {
        let number = self.number();
        self.tasks.push((number, task));
        self.note("add", number, None);
    }

    fn next(&mut self) -> Option<Task> {
        let count = self.tasks.len();
        if count == 0 {
            return None;
        }
        let place = self.below(count);
        let (number, task) = self.tasks.swap_remove(place);
        self.note("run", number, Some(count));
        Some(task)
    }
}

impl Schedule {
    fn log_inline(&mut self) {
        let number = self.number();
        self.note("inline", number, None);
    }

    /// Whether to return this blocking task.
    fn refuses(&mut self) -> bool {
        let unlucky = self.refused_percent > 0 && self.below(100) < self.refused_percent as usize;
        let refused = unlucky || self.tasks.len() >= self.capacity;
        if refused {
            let number = self.number();
            self.note("refuse", number, None);
        }
        refused
    }

    fn number(&mut self) -> u64 {
        let number = self.added;
        self.added += 1;
        number
    }

    fn note(&mut self, decision: &str, number: u64, of: Option<usize>) {
        self.decisions += 1;
        for byte in decision.bytes().chain(number.to_le_bytes()) {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
        }
        if let Some(text) = &mut self.text {
            let _ = match of {
                Some(count) => writeln!(text, "{decision} {number} of {count}"),
                None => writeln!(text, "{decision} {number}"),
            };
        }
    }

    /// A random number below `bound`, which is not zero.
    fn below(&mut self, bound: usize) -> usize {
        // SplitMix64: works for any seed, including neighbouring ones.
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.random;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        // The high half of the product is below the bound.
        ((u128::from(bits) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Host;
    use crate::value::AsyncRef;
    use parking_lot::Mutex;
    use std::collections::HashSet;
    use std::sync::Arc;

    type Order = Arc<Mutex<Vec<u32>>>;

    /// Eight tasks, each of which adds another: the order, the log and its hash.
    fn schedule(queue: SimWorkQueue) -> (Vec<u32>, String, u64) {
        let order = Order::default();
        let queue = Arc::new(queue.keep_log());
        let inner: Arc<dyn WorkQueue> = queue.clone();
        for number in 0..8 {
            let (order, again) = (Arc::clone(&order), Arc::clone(&inner));
            inner.add_task(Task::new(move || {
                order.lock().push(number);
                let order = Arc::clone(&order);
                again.add_task(Task::new(move || order.lock().push(number + 8)));
            }));
        }
        queue.quiesce();
        let order = std::mem::take(&mut *order.lock());
        (order, queue.log().unwrap(), queue.log_hash())
    }

    #[test]
    fn a_seed_is_a_schedule() {
        let mut orders = HashSet::new();
        for seed in 0..200 {
            let once = schedule(SimWorkQueue::new(seed));
            assert_eq!(once, schedule(SimWorkQueue::new(seed)), "seed {seed}");
            assert_eq!(once.0.len(), 16);
            assert_eq!(once.1.lines().count(), 32);
            orders.insert(once.0);
        }
        assert!(orders.len() > 190, "only {} orders", orders.len());
    }

    #[test]
    fn a_full_queue_runs_work_on_the_spot() {
        let (order, log, _) = schedule(SimWorkQueue::new(1).capacity(0));
        assert_eq!(order, [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]);
        assert!(log.lines().all(|line| line.starts_with("inline")), "{log}");
    }

    #[test]
    fn work_that_adds_work_to_a_full_queue_does_not_nest_without_end() {
        fn add(queue: &Arc<SimWorkQueue>, left: u32) {
            let again = Arc::clone(queue);
            queue.add_task(Task::new(move || {
                if left > 0 {
                    add(&again, left - 1);
                }
            }));
        }
        let queue = Arc::new(SimWorkQueue::new(1).capacity(0));
        add(&queue, 100_000);
        queue.quiesce();
        assert!(queue.decisions() > 100_000);
    }

    #[test]
    fn blocking_work_is_refused_at_the_configured_rate() {
        for (percent, expected) in [(0, 0..=0), (30, 200..=400), (100, 1000..=1000)] {
            let queue = SimWorkQueue::new(7).refuse_blocking(percent);
            let offer = |_: &i32| queue.add_blocking_task(Task::new(|| ()), false).is_err();
            let refused = (0..1000).filter(offer).count();
            assert!(expected.contains(&refused), "{refused}");
            queue.quiesce();
        }
        let full = SimWorkQueue::new(7).capacity(1);
        full.add_blocking_task(Task::new(|| ()), true).unwrap();
        full.add_blocking_task(Task::new(|| ()), true).unwrap_err();
    }

    #[test]
    fn a_host_runs_on_it_and_other_threads_may_add() {
        let queue: Arc<dyn WorkQueue> = Arc::new(SimWorkQueue::new(3));
        let host = Host::builder().queue(Arc::clone(&queue)).build().unwrap();
        let (promise, value) = AsyncRef::pending();
        let thread = std::thread::spawn(move || {
            queue.add_task(Task::new(move || promise.set(5)));
        });
        host.await_all(&[value.as_any().clone()]);
        thread.join().unwrap();
        assert_eq!(value.get().unwrap().unwrap(), &5);
        assert_eq!(host.queue().name(), "simulated (seed 3)");
    }

    #[test]
    fn queued_tasks_are_dropped_at_shutdown() {
        for capacity in [0, 1, usize::MAX] {
            let queue = SimWorkQueue::new(11).capacity(capacity);
            queue.add_task(Task::new(|| ()));
            let (promise, value) = AsyncRef::<i32>::pending();
            queue.add_blocking_task(Task::new(|| ()), true).ok();
            queue.shutdown();
            queue.add_task(Task::new(move || promise.set(1)));
            assert!(value.get().unwrap().is_err(), "capacity {capacity}");
            queue.shutdown();
        }
    }
}
