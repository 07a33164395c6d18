//! Loom models of the queues: every interleaving of a few threads, within the bound on preemptions,
//! of the shipped code. Crossbeam's deque is replaced by a model.
//!
//! `RUSTFLAGS="--cfg loom" LOOM_MAX_PREEMPTIONS=2 cargo test -p tfrt-host --release --lib models`
#![expect(unsafe_code, reason = "marks of memory go to several threads")]

use super::activity::Activity;
use super::blocking::BlockingPool;
use super::single::SingleThreadedQueue;
use super::team::Team;
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

/// The memory that each call of a job writes.
struct Written([AccessCheck; 2]);

// SAFETY: a model fails if two threads access one at a time.
unsafe impl Sync for Written {}

impl Written {
    fn new() -> Self {
        Self([AccessCheck::new(), AccessCheck::new()])
    }

    /// A job that writes all; the caller reads it when the job has ended.
    fn by(team: &Arc<Team>) {
        let (written, helpers) = (Self::new(), team.seats() - 1);
        let of = &written;
        let panic = team.run(helpers, 2, &|number| of.0[number].write(), drop);
        assert!(panic.is_none());
        written.0.iter().for_each(AccessCheck::read);
    }
}

/// Members that stay until they see no new job.
fn members(team: &Arc<Team>) -> Vec<thread::JoinHandle<()>> {
    let members = (1..team.seats()).map(|_| {
        let team = Arc::clone(team);
        thread::spawn(move || {
            let seat = team.sit().expect("a seat for each");
            team.stay(seat);
        })
    });
    members.collect()
}

/// Calls by a caller and members: each once, all visible to the caller on return, and a late member makes none.
fn team_of(seats: usize, jobs: usize) {
    crate::sync::check(move || {
        let team = Team::new(seats);
        let members = members(&team);
        (0..jobs).for_each(|_| Written::by(&team));
        members.into_iter().for_each(|member| member.join().unwrap());
    });
}

#[test]
fn a_team_against_a_member() {
    team_of(2, 1);
}

#[test]
fn a_team_against_two_members() {
    team_of(3, 1);
}

/// A member takes calls of one job while the caller publishes the next.
#[test]
fn jobs_one_after_the_other() {
    team_of(2, 2);
}

/// A call panics: the caller gets the panic, and every call has been skipped or has ended by then.
#[test]
fn a_team_against_a_panic() {
    crate::sync::check(|| {
        let team = Team::new(2);
        let (members, written) = (members(&team), Written::new());
        let of = &written;
        let each = |number: usize| {
            of.0[number].write();
            if number == 0 {
                std::panic::resume_unwind(Box::new(1));
            }
        };
        let panic = team.run(1, 2, &each, drop).expect("a panic");
        assert_eq!(panic.downcast_ref(), Some(&1));
        written.0.iter().for_each(AccessCheck::read);
        members.into_iter().for_each(|member| member.join().unwrap());
    });
}
