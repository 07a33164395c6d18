//! Fork-join over a fixed set of independent synchronous pieces of work, such as the expensive
//! kernels of one segment.
//!
//! The caller offers the pieces to idle workers and runs them itself, first to last. It waits only
//! for pieces that a worker is running already. So a call makes progress whatever the queue does,
//! and nested calls cannot deadlock: a piece that a caller waits for is running on top of another
//! thread's stack and finishes without anything below it.
//!
//! # The protocol
//!
//! The pieces are on the caller's stack. Helpers are tasks that share a [`Crew`]: a counter of
//! pieces taken and one of pieces not finished.
//!
//! * The thread that increments `taken` from `i < count` owns piece `i` and runs it alone.
//! * A helper that finds no piece left accesses nothing of the caller's. It may run long after the
//!   call has returned, or never.
//! * A piece that was run or skipped decrements `unfinished` with release; the caller returns when it
//!   reads zero with acquire. So all writes of the pieces happen before the return.
//! * The thread that decrements to zero unparks the caller, whose handle is in the crew, which the
//!   helper keeps alive.
//!
//! Loom models are in `models.rs`.
#![expect(unsafe_code, reason = "helpers run pieces on the caller's stack")]

use super::{Task, WorkQueue};
use crate::error::{drop_quietly, panic_message};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::thread::{self, Thread};
use crate::value::unwind::{fail_deferred, unknown_kernel};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// A piece of work, called once.
pub type Piece<'a> = &'a mut (dyn FnMut() + Send);

/// How often the caller checks for the last pieces before it parks.
const SPINS: u32 = 100;

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
    let helpers = match pieces.len() {
        0 | 1 => 0,
        count => queue.helpers().min(count - 1),
    };
    if helpers == 0 {
        return pieces.iter_mut().for_each(|piece| piece());
    }
    let crew = Arc::new(Crew::new(pieces));
    for _ in 0..helpers {
        let crew = Arc::clone(&crew);
        queue.add_task(Task::new(move || crew.help()));
    }
    crew.finish();
}

/// Shared by the caller and its helpers.
pub(super) struct Crew {
    /// The caller's `count` pieces. The thread that took `i` owns piece `i` until it decrements
    /// `unfinished`.
    pieces: *mut Piece<'static>,
    count: usize,
    /// Number of pieces taken. May exceed `count`.
    taken: AtomicUsize,
    /// Number of pieces neither run nor skipped.
    unfinished: AtomicUsize,
    caller: Thread,
    /// The panic of the first piece that panicked, with the piece's index.
    panic: Mutex<Option<(usize, Box<dyn Any + Send>)>>,
}

// SAFETY: the pieces are `Send`, and the protocol gives each to one thread; everything else is
// `Sync`.
unsafe impl Send for Crew {}
// SAFETY: as above.
unsafe impl Sync for Crew {}

impl Crew {
    /// The caller calls [`Crew::finish`] before the pieces' lifetime ends.
    pub(super) fn new(pieces: &mut [Piece<'_>]) -> Self {
        Self {
            pieces: pieces.as_mut_ptr().cast::<Piece<'static>>(),
            count: pieces.len(),
            taken: AtomicUsize::new(0),
            unfinished: AtomicUsize::new(pieces.len()),
            caller: thread::current(),
            panic: Mutex::new(None),
        }
    }

    /// On a helper's thread: runs pieces until all are taken.
    pub(super) fn help(&self) {
        self.run(false);
    }

    fn run(&self, is_caller: bool) {
        loop {
            // Relaxed: what the pieces borrow was written before the crew was shared.
            let index = self.taken.fetch_add(1, Ordering::Relaxed);
            if index >= self.count {
                return;
            }
            // SAFETY: this thread has taken the piece, so no other thread uses it. It is not
            // finished, so the caller has not returned and the slice is alive.
            let piece = unsafe { &mut *self.pieces.add(index) };
            let mut ended = 1;
            if let Err(payload) = catch_unwind(AssertUnwindSafe(piece)) {
                self.keep_panic(index, payload, is_caller);
                // Pieces not taken are skipped and count as finished.
                let taken = self.taken.swap(self.count, Ordering::Relaxed);
                ended += self.count.saturating_sub(taken);
            }
            if self.unfinished.fetch_sub(ended, Ordering::AcqRel) == ended {
                self.caller.unpark();
            }
        }
    }

    #[cold]
    fn keep_panic(&self, index: usize, payload: Box<dyn Any + Send>, is_caller: bool) {
        // Promises that the piece held. On the caller's thread, the code that catches the panic
        // fails them.
        if !is_caller {
            fail_deferred(|| unknown_kernel(panic_message(&*payload)));
        }
        let mut panic = self.panic.lock();
        let later = match &*panic {
            Some((first, _)) if *first < index => Some(payload),
            _ => panic.replace((index, payload)).map(|(_, payload)| payload),
        };
        drop(panic);
        if let Some(payload) = later {
            drop_quietly(payload);
        }
    }

    /// On the caller's thread: runs the pieces that no helper has taken and waits for the rest.
    pub(super) fn finish(&self) {
        self.run(true);
        let mut spins = if cfg!(loom) { 0 } else { SPINS };
        while self.unfinished.load(Ordering::Acquire) > 0 {
            if spins > 0 {
                spins -= 1;
                std::hint::spin_loop();
            } else {
                // Spurious unparks are harmless here, and ours are harmless elsewhere: every park
                // is in a loop.
                thread::park();
            }
        }
        if let Some((_, payload)) = self.panic.lock().take() {
            resume_unwind(payload);
        }
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;
    use crate::queue::{Signal, SimWorkQueue, create};
    use std::sync::atomic::AtomicU32;
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
