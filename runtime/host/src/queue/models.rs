//! Loom models of the queues: every interleaving of a few threads, within the bound on preemptions,
//! of the shipped code. Crossbeam's deque is replaced by a model.
//!
//! `RUSTFLAGS="--cfg loom" LOOM_MAX_PREEMPTIONS=2 cargo test -p tfrt-host --release --lib models`

use super::activity::Activity;
use super::blocking::BlockingPool;
use super::fork_join::{Crew, Piece};
use super::single::SingleThreadedQueue;
use super::{Signal, Task, WorkQueue};
use crate::sync::AccessCheck;
use crate::value::AsyncRef;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

fn counter() -> Arc<AtomicUsize> {
    Arc::new(AtomicUsize::new(0))
}

fn count(counter: &Arc<AtomicUsize>) -> Task {
    let counter = Arc::clone(counter);
    Task::new(move || _ = counter.fetch_add(1, Ordering::Relaxed))
}

fn read(counter: &AtomicUsize) -> usize {
    counter.load(Ordering::Relaxed)
}

fn spawn(main: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    thread::spawn(main);
    Ok(())
}

fn refuse(_main: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    thread::yield_now();
    Err(io::ErrorKind::WouldBlock.into())
}

fn pool(max_threads: usize, capacity: usize, spawn: super::blocking::Spawn) -> BlockingPool {
    BlockingPool::new(Arc::new(Activity::new(1)), 0, max_threads, capacity, spawn)
}

/// A task is submitted while the pool's only thread is about to exit idle: it runs, on that thread
/// or on a new one.
#[test]
fn submission_against_the_end_of_an_idle_thread() {
    crate::sync::check(|| {
        let runs = counter();
        let pool = pool(1, 2, spawn);
        pool.submit(count(&runs)).expect("a thread can be started");
        pool.submit(count(&runs)).expect("there is a thread or room");
        pool.join();
        assert_eq!(read(&runs), 2);
    });
}

/// The system refuses a thread while another task is submitted: both are returned, and neither is
/// queued for a thread that never starts.
#[test]
fn submission_against_a_refused_thread() {
    crate::sync::check(|| {
        let pool = pool(1, 2, refuse);
        let (other, runs) = (pool.clone(), counter());
        let task = count(&runs);
        let submitter = thread::spawn(move || other.submit(task).map_err(Task::run).is_err());
        let refused = pool.submit(count(&runs)).map_err(Task::run).is_err();
        assert!(submitter.join().unwrap() && refused);
        assert_eq!(read(&runs), 2);
    });
}

/// A full pool returns a task or accepts it; it never loses it.
#[test]
fn full_queue_hand_back() {
    crate::sync::check(|| {
        let runs = counter();
        let pool = pool(1, 1, spawn);
        pool.submit(count(&runs)).expect("a thread can be started");
        let (other, task) = (pool.clone(), count(&runs));
        let submitter = thread::spawn(move || other.submit(task).unwrap_or_else(Task::run));
        pool.submit(count(&runs)).unwrap_or_else(Task::run);
        submitter.join().unwrap();
        pool.join();
        assert_eq!(read(&runs), 3);
    });
}

/// The pool closes while a task is submitted: it runs, is returned, or is dropped and its promise
/// becomes an error. The pool's thread exits.
#[test]
fn pool_shutdown_against_submission() {
    crate::sync::check(|| {
        let pool = pool(1, 2, spawn);
        let (other, (promise, value)) = (pool.clone(), AsyncRef::pending());
        let submitter = thread::spawn(move || drop(other.submit(Task::new(|| promise.set(1)))));
        pool.close();
        pool.join();
        submitter.join().unwrap();
        assert!(value.is_available());
    });
}

fn single() -> Arc<SingleThreadedQueue> {
    Arc::new(SingleThreadedQueue::new(VecDeque::new()))
}

#[test]
fn shutdown_against_enqueue() {
    crate::sync::check(|| {
        let queue = single();
        let (other, (promise, value)) = (Arc::clone(&queue), AsyncRef::pending());
        let submitter = thread::spawn(move || other.add_task(Task::new(|| promise.set(1))));
        queue.shutdown();
        submitter.join().unwrap();
        assert!(value.take().expect("nothing stays pending").is_err());
    });
}

/// A waiting thread is woken when another queues the task that it waits for.
#[test]
fn waiting_against_enqueue() {
    crate::sync::check(|| {
        let queue = single();
        let signal = Signal::new();
        let (other, set) = (Arc::clone(&queue), Arc::clone(&signal));
        let submitter = thread::spawn(move || other.add_task(Task::new(move || set.set())));
        queue.run_until(&signal);
        submitter.join().unwrap();
    });
}

/// A promise that another thread keeps by a task, against a waiter that registers meanwhile: the waiter
/// runs once, on the thread that runs the queue.
#[test]
fn a_promise_on_a_queue_against_its_waiter() {
    crate::sync::check(|| {
        let queue = single();
        let (promise, value) = AsyncRef::pending();
        let promise = promise.on(&(Arc::clone(&queue) as Arc<dyn WorkQueue>));
        let foreign = thread::spawn(move || promise.set(1));
        let (signal, here) = (Signal::new(), thread::current().id());
        let set = Arc::clone(&signal);
        value.and_then(move || {
            assert_eq!(thread::current().id(), here);
            set.set();
        });
        queue.run_until(&signal);
        foreign.join().unwrap();
        assert!(matches!(value.take(), Some(Ok(1))));
    });
}

/// Two threads take and run the tasks of a third.
#[test]
fn two_threads_run_one_queue() {
    crate::sync::check(|| {
        let (queue, runs) = (single(), counter());
        queue.add_task(count(&runs));
        queue.add_task(count(&runs));
        let other = Arc::clone(&queue);
        let helper = thread::spawn(move || other.quiesce());
        queue.quiesce();
        assert_eq!(read(&runs), 2);
        helper.join().unwrap();
    });
}

/// Tasks counted in different shards, the second added by the first: a quiescer that sees the first
/// finished sees the second added.
#[test]
fn quiesce_against_tasks_that_add_tasks() {
    crate::sync::check(|| {
        let (activity, runs) = (Arc::new(Activity::new(2)), counter());
        activity.add(0);
        let worker = {
            let (activity, runs) = (Arc::clone(&activity), Arc::clone(&runs));
            thread::spawn(move || {
                activity.add(1);
                activity.run(count(&runs), 0);
                activity.run(count(&runs), 1);
            })
        };
        activity.quiesce(Signal::wait);
        assert_eq!(read(&runs), 2);
        worker.join().unwrap();
    });
}

/// Pieces run by caller and helpers: each once, all visible to the caller on return, and a late
/// helper accesses none.
fn crew_with_helpers(helpers: usize) {
    crate::sync::check(move || {
        let mut checks = [AccessCheck::new(), AccessCheck::new()];
        let [one, two] = &mut checks;
        let (mut one, mut two) = (move || one.write(), move || two.write());
        let mut pieces: [Piece<'_>; 2] = [&mut one, &mut two];
        let crew = Arc::new(Crew::new(&mut pieces));
        let helpers: Vec<_> = (0..helpers)
            .map(|_| {
                let crew = Arc::clone(&crew);
                thread::spawn(move || crew.help())
            })
            .collect();
        crew.finish();
        checks.iter().for_each(AccessCheck::read);
        helpers.into_iter().for_each(|helper| helper.join().unwrap());
    });
}

#[test]
fn fork_join_against_a_helper() {
    crew_with_helpers(1);
}

#[test]
fn fork_join_against_two_helpers() {
    crew_with_helpers(2);
}

/// A piece panics: the caller gets the panic, and every piece has been skipped or run by then.
#[test]
fn fork_join_against_a_panic() {
    crate::sync::check(|| {
        let mut checks = [AccessCheck::new(), AccessCheck::new()];
        let [one, two] = &mut checks;
        let mut one = move || {
            one.write();
            std::panic::resume_unwind(Box::new(1));
        };
        let mut two = move || two.write();
        let mut pieces: [Piece<'_>; 2] = [&mut one, &mut two];
        let crew = Arc::new(Crew::new(&mut pieces));
        let helper = {
            let crew = Arc::clone(&crew);
            thread::spawn(move || crew.help())
        };
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| crew.finish()));
        assert_eq!(panic.unwrap_err().downcast_ref(), Some(&1));
        checks.iter().for_each(AccessCheck::read);
        helper.join().unwrap();
    });
}
