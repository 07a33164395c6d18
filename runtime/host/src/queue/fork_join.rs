//! Fork-join over a fixed set of independent synchronous pieces of work, such as the expensive
//! kernels of one segment.
#![expect(unsafe_code, reason = "each piece is called by one thread, which finds it by its number")]

use super::WorkQueue;
use super::team::divide;

/// A piece of work, called once.
pub type Piece<'a> = &'a mut (dyn FnMut() + Send);

/// What a piece of work takes at least, in nanoseconds, that is worth a hand-over to another thread.
pub const WORTH_A_THREAD: u64 = 20_000;

/// [`fork_join`] if pieces that take so long, in nanoseconds, are worth it: all but the longest together
/// take as long as a hand-over is worth. Else runs them here, first to last, without an allocation.
///
/// # Panics
/// As [`fork_join`].
///
/// ```
/// let queue = tfrt_host::queue::create("mstd:2")?;
/// let (mut one, mut two) = (0, 0);
/// tfrt_host::queue::fork_join_if_worth(&*queue, [50, 70], &mut [&mut || one = 1, &mut || two = 2]);
/// assert_eq!((one, two), (1, 2));
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
pub fn fork_join_if_worth(
    queue: &dyn WorkQueue,
    costs: impl IntoIterator<Item = u64>,
    pieces: &mut [Piece<'_>],
) {
    let (mut others, mut longest) = (0u64, 0);
    for cost in costs {
        others = others.saturating_add(cost.min(longest));
        longest = longest.max(cost);
    }
    if others >= WORTH_A_THREAD {
        fork_join(queue, pieces);
    } else {
        pieces.iter_mut().for_each(|piece| piece());
    }
}

/// Runs every piece, on this thread and on idle workers of `queue` ([`WorkQueue::helpers`]), and
/// returns when all have ended. Without helpers, as always on queue `s` and on simulated queues,
/// the pieces run here, first to last, without an allocation.
///
/// Pieces may use what the caller borrows. They must not wait for each other, nor for anything that
/// the caller does later. A piece checks for cancellation itself, when it starts, as it would in a
/// sequence of statements.
///
/// # Panics
/// If pieces panic, with the panic of the first that does; later pieces that have not started are
/// skipped. This matches a sequence of statements, except that later pieces may have run.
///
/// ```
/// let queue = tfrt_host::queue::create("mstd:2")?;
/// let (mut one, mut two) = (0, 0);
/// tfrt_host::queue::fork_join(&*queue, &mut [&mut || one = 1, &mut || two = 2]);
/// assert_eq!((one, two), (1, 2));
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
pub fn fork_join(queue: &dyn WorkQueue, pieces: &mut [Piece<'_>]) {
    let helpers = if pieces.len() < 2 { 0 } else { queue.helpers() };
    if helpers == 0 {
        return pieces.iter_mut().for_each(|piece| piece());
    }
    let (count, pieces) = (pieces.len(), Pieces(pieces.as_mut_ptr()));
    divide(queue, helpers, count, &|index| {
        // SAFETY: `divide` calls this once for a number, all of which are numbers of pieces, and returns when no call
        // is left.
        let piece = unsafe { &mut *pieces.at(index) };
        piece();
    });
}

/// Where pieces are.
struct Pieces<'a>(*mut Piece<'a>);

// SAFETY: pieces are `Send`, and each is called by one thread.
unsafe impl Sync for Pieces<'_> {}

impl<'a> Pieces<'a> {
    /// # Safety
    /// There is such a piece.
    unsafe fn at(&self, index: usize) -> *mut Piece<'a> {
        // SAFETY: as the caller says.
        unsafe { self.0.add(index) }
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;
    use crate::queue::{Signal, SimWorkQueue, Task, create};
    use crate::sync::{Mutex, thread};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
    use std::time::Duration;

    /// Runs `count` pieces, each called with its index.
    fn run(queue: &dyn WorkQueue, count: usize, work: &(dyn Fn(usize) + Sync)) {
        let mut pieces: Vec<_> = (0..count).map(|index| move || work(index)).collect();
        let mut pieces: Vec<Piece<'_>> = pieces.iter_mut().map(|piece| piece as _).collect();
        fork_join(queue, &mut pieces);
    }

    fn panic_of(run: impl FnOnce()) -> String {
        let payload = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
        payload.downcast_ref::<String>().unwrap().clone()
    }

    #[test]
    fn pieces_run_in_order_where_nobody_helps() {
        let simulated: Arc<dyn WorkQueue> = Arc::new(SimWorkQueue::new(3).threads(4));
        for queue in [create("s").unwrap(), create("mstd:1").unwrap(), simulated] {
            let order = Mutex::new(Vec::new());
            let inner = Arc::clone(&queue);
            let (done, order) = (Signal::new(), Arc::new(order));
            // From a worker; elsewhere one worker may help.
            let (set, ran) = (Arc::clone(&done), Arc::clone(&order));
            queue.add_task(Task::new(move || {
                run(&*inner, 100, &|index| ran.lock().push(index));
                set.set();
            }));
            queue.run_until(&done);
            assert!(order.lock().iter().copied().eq(0..100), "{queue:?}");
        }
    }

    #[test]
    fn every_piece_runs_once_and_is_seen() {
        for threads in ["mstd:1", "mstd:2", "mstd:4"] {
            let queue = create(threads).unwrap();
            for count in [0, 1, 2, 3, 10, 1000] {
                let mut seen = vec![0_u32; count];
                let mut pieces: Vec<_> = seen.iter_mut().map(|seen| move || *seen += 1).collect();
                let mut pieces: Vec<Piece<'_>> =
                    pieces.iter_mut().map(|piece| piece as _).collect();
                fork_join(&*queue, &mut pieces);
                assert!(seen.iter().all(|&times| times == 1), "{threads} {count}");
            }
        }
    }

    /// The next queue may be where the last one was.
    #[test]
    fn each_queue_has_its_own_number_of_threads() {
        for threads in [2, 8, 1, 3, 8, 2] {
            let queue = create(&format!("mstd:{threads}")).unwrap();
            let ran = AtomicU32::new(0);
            run(&*queue, 100, &|_| _ = ran.fetch_add(1, Ordering::Relaxed));
            assert_eq!(ran.into_inner(), 100, "{threads} threads");
        }
    }

    #[test]
    fn a_worker_helps() {
        let queue = create("mstd:2").unwrap();
        // The first piece ends only after the second has begun, on another thread.
        let begun = AtomicU32::new(0);
        run(&*queue, 2, &|_| {
            begun.fetch_add(1, Ordering::SeqCst);
            while begun.load(Ordering::SeqCst) < 2 {
                thread::yield_now();
            }
        });
    }

    #[test]
    fn nested_calls_end() {
        fn nest(queue: &Arc<dyn WorkQueue>, depth: u32, leaves: &AtomicU32) {
            if depth == 0 {
                leaves.fetch_add(1, Ordering::Relaxed);
                return;
            }
            run(&**queue, 3, &|_| nest(queue, depth - 1, leaves));
        }
        for threads in ["mstd:1", "mstd:2", "mstd:4"] {
            let queue = create(threads).unwrap();
            let leaves = Arc::new(AtomicU32::new(0));
            // From outside and from workers at the same time.
            for _ in 0..4 {
                let (inner, counted) = (Arc::clone(&queue), Arc::clone(&leaves));
                queue.add_task(Task::new(move || nest(&inner, 6, &counted)));
            }
            nest(&queue, 6, &leaves);
            queue.quiesce();
            assert_eq!(leaves.load(Ordering::Relaxed), 5 * 3_u32.pow(6), "{threads}");
        }
    }

    #[test]
    fn the_first_panic_is_the_callers() {
        let queues = ["s", "mstd:1", "mstd:2", "mstd:4"].map(|name| create(name).unwrap());
        for _ in 0..50 {
            for queue in &queues {
                let ran = AtomicU32::new(0);
                let message = panic_of(|| {
                    run(&**queue, 20, &|index| {
                        ran.fetch_add(1, Ordering::Relaxed);
                        if index % 5 == 3 {
                            panic!("{index}");
                        }
                    });
                });
                assert_eq!(message, "3");
                assert!(ran.load(Ordering::Relaxed) >= 4);
            }
        }
    }

    /// Runs added tasks after a seeded delay on another thread, drops some and keeps some forever.
    #[derive(Debug, Default)]
    struct RandomQueue {
        random: AtomicUsize,
        kept: Mutex<Vec<Task>>,
        threads: Mutex<Vec<thread::JoinHandle<()>>>,
    }

    impl WorkQueue for RandomQueue {
        fn name(&self) -> String {
            "whims".to_owned()
        }

        fn parallelism(&self) -> usize {
            4
        }

        fn helpers(&self) -> usize {
            3
        }

        fn add_task(&self, task: Task) {
            let random = self.random.fetch_add(0x9e37_79b9, Ordering::Relaxed) >> 3;
            match random % 8 {
                0 => drop(task),
                1 => self.kept.lock().push(task),
                2 => task.run(),
                delay => {
                    let run = move || {
                        thread::sleep(Duration::from_micros(10 * (delay as u64 - 3)));
                        task.run();
                    };
                    self.threads.lock().push(thread::spawn(run));
                }
            }
        }

        fn add_blocking_task(&self, task: Task, _: bool) -> Result<(), Task> {
            Err(task)
        }

        fn run_until(&self, signal: &Signal) {
            signal.wait();
        }

        fn quiesce(&self) {}

        fn is_in_worker(&self) -> bool {
            false
        }
    }

    #[test]
    fn cheap_pieces_are_not_handed_over() {
        for (costs, handed) in [
            ([0, 0, 0], false),
            ([9_999, 10_000, u64::MAX], false),
            ([10_000, 10_000, 10_000], true),
            ([20_000, 0, 20_000], true),
            ([u64::MAX; 3], true),
        ] {
            let queue = RandomQueue::default();
            let mut sum = [0; 3];
            let mut pieces: Vec<_> = sum.iter_mut().map(|sum| move || *sum += 1).collect();
            let mut pieces: Vec<Piece<'_>> = pieces.iter_mut().map(|piece| piece as _).collect();
            fork_join_if_worth(&queue, costs, &mut pieces);
            assert_eq!(sum, [1; 3]);
            assert_eq!(queue.random.into_inner() > 0, handed, "{costs:?}");
            queue.threads.lock().drain(..).for_each(|thread| thread.join().unwrap());
        }
    }

    #[test]
    fn helpers_may_come_late_or_never() {
        for seed in 0..200 {
            let queue = RandomQueue::default();
            queue.random.store(seed * 0x85eb_ca6b, Ordering::Relaxed);
            let sum = AtomicU32::new(0);
            let work = |index: usize| {
                if index.is_multiple_of(3) {
                    run(&queue, 3, &|inner| {
                        sum.fetch_add(inner as u32, Ordering::Relaxed);
                    });
                }
                sum.fetch_add(1, Ordering::Relaxed);
            };
            run(&queue, 7, &work);
            assert_eq!(sum.load(Ordering::Relaxed), 7 + 3 * 3, "seed {seed}");
            // They find no pieces, although the call has returned.
            queue.kept.lock().drain(..).for_each(Task::run);
            queue.threads.lock().drain(..).for_each(|thread| thread.join().unwrap());
            assert_eq!(sum.load(Ordering::Relaxed), 7 + 3 * 3, "seed {seed}");
        }
    }
}
