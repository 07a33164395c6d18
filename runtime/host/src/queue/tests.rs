//! Both queues: order, waiting, quiescing, shutdown; and the pool for blocking work.

use super::activity::Activity;
use super::blocking::{BlockingPool, spawn_thread};
use super::{Signal, Task, WorkQueue, create};
use crate::value::AsyncRef;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Barrier, mpsc};
use std::time::Duration;

const QUEUES: [&str; 4] = ["s", "mstd:1", "mstd:2,2", "mstd:4,1"];

/// Fails, rather than hangs, if `test` takes more than half a minute.
fn guarded(test: impl FnOnce() + Send + 'static) {
    let (done, finished) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        test();
        let _ = done.send(());
    });
    match finished.recv_timeout(Duration::from_secs(30)) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("hangs"),
        _ => thread.join().unwrap(),
    }
}

fn for_each_queue(test: impl Fn(Arc<dyn WorkQueue>) + Send + Sync + 'static) {
    guarded(move || {
        for config in QUEUES {
            test(create(config).unwrap());
        }
    });
}

fn counter() -> (Arc<AtomicUsize>, impl Fn() -> Task) {
    let count = Arc::new(AtomicUsize::new(0));
    let handle = Arc::clone(&count);
    let task = move || {
        let count = Arc::clone(&handle);
        Task::new(move || {
            count.fetch_add(1, SeqCst);
        })
    };
    (count, task)
}

#[test]
fn names_and_parallelism() {
    let single = create("s").unwrap();
    assert_eq!((single.name().as_str(), single.parallelism()), ("single-threaded", 1));
    let stealing = create("mstd:3,5").unwrap();
    assert_eq!(stealing.name(), "Multi-threaded C++ work queue (3 threads, 5 blocking threads)");
    assert_eq!(stealing.parallelism(), 3);
}

#[test]
fn the_single_queue_runs_in_order_and_only_while_a_thread_waits() {
    let queue = create("s").unwrap();
    let log = Arc::new(Mutex::new(Vec::new()));
    let (promise, value) = AsyncRef::pending();
    let mut promise = Some(promise);
    for number in 0..5 {
        let (log, promise) = (Arc::clone(&log), if number == 2 { promise.take() } else { None });
        let task = Task::new(move || {
            log.lock().push(number);
            if let Some(promise) = promise {
                promise.set(());
            }
        });
        match number {
            3 => queue.add_blocking_task(task, true).unwrap(),
            _ => queue.add_task(task),
        }
    }
    assert!(queue.add_blocking_task(Task::new(|| ()), false).is_err());
    assert!(log.lock().is_empty());
    queue.await_all(&[value.as_any().clone()]);
    assert_eq!(*log.lock(), [0, 1, 2]);
    queue.await_all(&[value.into_any()]);
    assert_eq!(*log.lock(), [0, 1, 2]);
    queue.quiesce();
    assert_eq!(*log.lock(), [0, 1, 2, 3, 4]);
}

#[test]
fn panics_do_not_reach_the_queue() {
    for_each_queue(|queue| {
        let (promise, value) = AsyncRef::<i32>::pending();
        queue.add_task(Task::new(move || {
            let _promise = promise;
            panic!("expected by the test");
        }));
        queue.await_all(&[value.as_any().clone()]);
        assert!(value.take().unwrap().is_err());
        let (count, task) = counter();
        (0..10).for_each(|_| queue.add_task(task()));
        queue.quiesce();
        assert_eq!(count.load(SeqCst), 10);
        assert!(!queue.is_in_worker());
    });
}

fn tree(queue: &Arc<dyn WorkQueue>, count: &Arc<AtomicUsize>, depth: u32) {
    count.fetch_add(1, SeqCst);
    for _ in 0..if depth == 0 { 0 } else { 2 } {
        let (queue_, count) = (Arc::clone(queue), Arc::clone(count));
        queue.add_task(Task::new(move || tree(&queue_, &count, depth - 1)));
    }
}

#[test]
fn quiesce_waits_for_what_is_submitted_meanwhile() {
    for_each_queue(|queue| {
        for _ in 0..20 {
            let count = Arc::default();
            tree(&queue, &count, 10);
            queue.quiesce();
            assert_eq!(count.load(SeqCst), (1 << 11) - 1);
        }
    });
}

#[test]
fn submitting_from_many_threads() {
    for_each_queue(|queue| {
        let (count, task) = counter();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..5_000).for_each(|_| queue.add_task(task())));
            }
            scope.spawn(|| (0..20).for_each(|_| queue.quiesce()));
        });
        queue.quiesce();
        assert_eq!(count.load(SeqCst), 20_000);
    });
}

/// Hand-offs one by one, with pauses in which workers park: each could lose a wake-up.
#[test]
fn no_wake_up_is_lost() {
    for_each_queue(|queue| {
        for round in 0..1_000 {
            let (promise, value) = AsyncRef::pending();
            queue.add_task(Task::new(move || promise.set(round)));
            if round % 64 == 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
            queue.await_all(&[value.as_any().clone()]);
            assert_eq!(value.take().unwrap().unwrap(), round);
        }
    });
}

#[test]
fn a_task_may_wait_for_other_tasks() {
    /// Waits inside a task for the next task, `depth` levels deep.
    fn nested(queue: &Arc<dyn WorkQueue>, depth: usize) -> usize {
        if depth == 0 {
            return 0;
        }
        let (promise, value) = AsyncRef::pending();
        let inner = Arc::clone(queue);
        queue.add_task(Task::new(move || promise.set(nested(&inner, depth - 1))));
        queue.await_all(&[value.as_any().clone()]);
        value.take().unwrap().unwrap() + 1
    }
    for_each_queue(|queue| assert_eq!(nested(&queue, 2_000), 2_000));
}

#[test]
fn a_task_may_quiesce() {
    for_each_queue(|queue| {
        let (count, task) = counter();
        for _ in 0..4 {
            let (queue_, task) = (Arc::clone(&queue), task());
            queue.add_task(Task::new(move || {
                assert!(queue_.is_in_worker());
                queue_.add_task(task);
                queue_.quiesce();
                queue_.quiesce();
            }));
        }
        queue.quiesce();
        assert_eq!(count.load(SeqCst), 4);
    });
}

#[test]
fn a_full_worker_runs_tasks_inline_but_not_without_end() {
    fn submit(queue: &Arc<dyn WorkQueue>, count: &Arc<AtomicUsize>, depth: usize) {
        count.fetch_add(1, SeqCst);
        if depth > 0 {
            // Enough to fill the deque, then a chain that would nest if it always ran inline.
            for _ in 0..if depth == 5_000 { 1_100 } else { 1 } {
                let (inner, count) = (Arc::clone(queue), Arc::clone(count));
                let depth = if count.load(SeqCst) < 1_100 { 1 } else { depth };
                queue.add_task(Task::new(move || submit(&inner, &count, depth - 1)));
            }
        }
    }
    for_each_queue(|queue| {
        let count = Arc::default();
        let (inner, handle) = (Arc::clone(&queue), Arc::clone(&count));
        queue.add_task(Task::new(move || submit(&inner, &handle, 5_000)));
        queue.quiesce();
        assert!(count.load(SeqCst) > 1_100);
    });
}

/// Tasks queued at shutdown are dropped: their promises become errors.
#[test]
fn shutdown_drops_queued_work() {
    for_each_queue(|queue| {
        let barrier = Arc::new(Barrier::new(queue.parallelism() + 1));
        if queue.name() != "single-threaded" {
            // Every worker is busy until the queue is closing.
            for _ in 0..queue.parallelism() {
                let (barrier, inner) = (Arc::clone(&barrier), Arc::clone(&queue));
                queue.add_task(Task::new(move || {
                    barrier.wait();
                    while inner.add_blocking_task(Task::new(|| ()), true).is_ok() {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    inner.add_task(Task::new(|| ()));
                }));
            }
            barrier.wait();
        }
        let values: Vec<_> = (0..10_000)
            .map(|_| {
                let (promise, value) = AsyncRef::<i32>::pending();
                queue.add_task(Task::new(move || promise.set(1)));
                value
            })
            .collect();
        queue.shutdown();
        queue.shutdown();
        let late = AsyncRef::<i32>::pending();
        let (promise, value) = late;
        queue.add_task(Task::new(move || promise.set(1)));
        assert!(queue.add_blocking_task(Task::new(|| ()), true).is_err());
        assert!(value.take().unwrap().is_err());
        assert!(values.into_iter().all(|value| value.take().unwrap().is_err()));
        queue.quiesce();
    });
}

/// Dropping each task submits the next to a closed queue: dropping must not nest.
#[test]
fn dropping_a_long_chain_at_shutdown_needs_no_stack() {
    fn chain(queue: &Arc<dyn WorkQueue>, left: usize) {
        let (promise, value) = AsyncRef::<i32>::pending();
        let inner = Arc::clone(queue);
        value.and_then(move || {
            if left > 0 {
                chain(&inner, left - 1);
            }
        });
        queue.add_task(Task::new(move || promise.set(1)));
    }
    for_each_queue(|queue| {
        queue.shutdown();
        chain(&queue, 100_000);
    });
}

#[test]
fn the_last_reference_may_go_in_a_worker() {
    guarded(|| {
        for config in QUEUES {
            for blocking in [false, true] {
                let queue = create(config).unwrap();
                let (done, finished) = mpsc::channel();
                let (go, gone) = mpsc::channel::<()>();
                let inner = Arc::clone(&queue);
                let task = Task::new(move || {
                    let _ = gone.recv();
                    inner.add_task(Task::new(|| ()));
                    drop(inner);
                    let _ = done.send(());
                });
                if blocking {
                    queue.add_blocking_task(task, true).unwrap();
                } else {
                    queue.add_task(task);
                }
                if config == "s" {
                    drop(go);
                    queue.quiesce();
                } else {
                    drop(queue);
                    drop(go);
                }
                finished.recv().unwrap();
            }
        }
    });
}

#[test]
fn dropped_by_a_thread_that_is_ending() {
    thread_local! {
        static LAST: std::cell::OnceCell<Arc<dyn WorkQueue>> = const { std::cell::OnceCell::new() };
    }
    for config in QUEUES {
        let (count, task) = counter();
        guarded(move || {
            // Initialised before the queue's thread locals, so that those are destroyed first.
            LAST.with(|last| {
                let queue = last.get_or_init(|| create(config).unwrap());
                queue.quiesce();
                queue.add_task(task());
            });
        });
        assert!(count.load(SeqCst) <= 1, "{config}");
    }
}

#[test]
fn dropped_while_panicking() {
    for_each_queue(|queue| {
        let (_, task) = counter();
        (0..100).for_each(|_| queue.add_task(task()));
        let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
            let _queue = queue;
            panic!("expected by the test");
        }));
        assert!(unwound.is_err());
    });
}

#[test]
fn idle_queues_end_at_once() {
    guarded(|| {
        for _ in 0..50 {
            for config in QUEUES {
                drop(create(config).unwrap());
            }
        }
    });
}

#[test]
fn blocking_work_runs_beside_the_workers() {
    guarded(|| {
        let queue = create("mstd:1,2").unwrap();
        // Three that need each other at once: two threads and a third without queuing.
        let barrier = Arc::new(Barrier::new(3));
        for allow_queuing in [true, true, false] {
            let barrier = Arc::clone(&barrier);
            let task = Task::new(move || {
                barrier.wait();
            });
            queue.add_blocking_task(task, allow_queuing).unwrap();
        }
        queue.quiesce();
    });
}

/// A blocking task waits for the next blocking task, with few threads.
#[test]
fn nested_blocking_work_does_not_starve() {
    fn nested(queue: &Arc<dyn WorkQueue>, depth: usize) -> usize {
        if depth == 0 {
            return 0;
        }
        let (promise, value) = AsyncRef::pending();
        let inner = Arc::clone(queue);
        let task = Task::new(move || promise.set(nested(&inner, depth - 1)));
        queue.add_blocking_task(task, true).unwrap();
        queue.await_all(&[value.as_any().clone()]);
        value.take().unwrap().unwrap() + 1
    }
    guarded(|| {
        for config in ["mstd:1,1", "mstd:1,2", "mstd:2,3", "mstd:2,4"] {
            let queue = create(config).unwrap();
            assert_eq!(nested(&queue, 10_000), 10_000);
        }
    });
}

fn pool(max_threads: usize, capacity: usize, spawn: super::blocking::Spawn) -> BlockingPool {
    BlockingPool::new(Arc::new(Activity::new(1)), 0, max_threads, capacity, spawn)
}

#[test]
fn a_full_pool_hands_tasks_back() {
    guarded(|| {
        let pool = pool(1, 2, spawn_thread);
        let barrier = Arc::new(Barrier::new(2));
        let inside = Arc::clone(&barrier);
        let (count, task) = counter();
        let hold = Task::new(move || {
            inside.wait();
            inside.wait();
        });
        pool.submit(hold).unwrap();
        barrier.wait();
        pool.submit(task()).unwrap();
        pool.submit(task()).unwrap();
        let back = pool.submit(task()).unwrap_err();
        back.run();
        assert_eq!(count.load(SeqCst), 1);
        barrier.wait();
        while count.load(SeqCst) < 3 {
            std::thread::yield_now();
        }
        pool.close();
        pool.join();
        assert!(pool.submit(task()).is_err());
    });
}

#[test]
fn a_refused_thread_hands_the_task_back() {
    let refuse: super::blocking::Spawn = |_| Err(std::io::ErrorKind::WouldBlock.into());
    for capacity in [0, 10] {
        let pool = pool(4, capacity, refuse);
        let (count, task) = counter();
        pool.submit(task()).unwrap_err().run();
        assert_eq!(count.load(SeqCst), 1);
        pool.close();
        pool.join();
    }
}

/// While the system refuses a thread, other tasks are submitted: none is queued for it.
#[test]
fn no_task_waits_for_a_thread_that_is_refused() {
    let refuse: super::blocking::Spawn = |_| {
        std::thread::sleep(Duration::from_millis(5));
        Err(std::io::ErrorKind::WouldBlock.into())
    };
    let pool = pool(1, 10, refuse);
    let (count, task) = counter();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| pool.submit(task()).unwrap_err().run());
        }
    });
    assert_eq!(count.load(SeqCst), 4);
}

#[test]
fn a_signal_set_beforehand_needs_no_wait() {
    let signal = Signal::new();
    signal.set();
    signal.wait();
    signal.reset();
    assert!(!signal.is_set());
}
