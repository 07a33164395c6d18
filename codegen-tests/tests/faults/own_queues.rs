//! Work queues that users write: ones that drop tasks, run them elsewhere, late or in another
//! order, refuse blocking work, or panic. Whatever they do, a run ends with values or errors, and
//! everything of it is freed.

use super::{Alone, Functions, PATIENCE, ROUNDS, all_resolve, engines, faults, host, refs, start};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tfrt_host::context::Host;
use tfrt_host::queue::{Load, Signal, Task, WorkQueue};
use tfrt_host::value::AnyRef;

/// What a queue does with a task that it is given.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Habit {
    Drops,
    /// One of two, as it comes.
    DropsSome,
    /// On a thread of its own that comes late.
    RunsElsewhere,
    /// The latest first, and none before another waits with it.
    RunsLate,
    /// Inline, inside the call that adds it.
    RunsAtOnce,
    Panics,
    /// One of two, as it comes.
    PanicsAtSome,
    /// Blocking work; other work late.
    RefusesBlocking,
    /// Runs late, and says that a wait is over when it is not.
    ReturnsEarly,
}

const HABITS: [Habit; 9] = [
    Habit::Drops,
    Habit::DropsSome,
    Habit::RunsElsewhere,
    Habit::RunsLate,
    Habit::RunsAtOnce,
    Habit::Panics,
    Habit::PanicsAtSome,
    Habit::RefusesBlocking,
    Habit::ReturnsEarly,
];

#[derive(Debug)]
struct OwnQueue {
    habit: Habit,
    added: AtomicU64,
    asked: AtomicUsize,
    held: Mutex<Vec<Task>>,
    /// Tasks on threads of their own.
    elsewhere: Arc<(Mutex<usize>, Condvar)>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl OwnQueue {
    fn new(habit: Habit) -> Self {
        let (added, asked, held) = (AtomicU64::new(0), AtomicUsize::new(0), Mutex::default());
        Self { habit, added, asked, held, elsewhere: Arc::default() }
    }

    fn run_elsewhere(&self, task: Task) {
        let elsewhere = Arc::clone(&self.elsewhere);
        *locked(&elsewhere.0) += 1;
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_micros(200));
            task.run();
            *locked(&elsewhere.0) -= 1;
            elsewhere.1.notify_all();
        });
    }

    /// The latest of several tasks, or the last one.
    fn next(&self) -> Option<Task> {
        locked(&self.held).pop()
    }
}

impl WorkQueue for OwnQueue {
    fn name(&self) -> String {
        format!("{:?}", self.habit)
    }

    /// By turns one and two, by which executors divide work, and as bad a habit as the others.
    fn parallelism(&self) -> usize {
        match self.habit {
            Habit::Panics => panic!("boom of a queue"),
            _ => 1 + self.added.load(Ordering::Relaxed) as usize % 2,
        }
    }

    /// All in turns, whatever there is to do.
    fn load(&self) -> Load {
        match self.habit {
            Habit::Panics => panic!("boom of a queue"),
            _ => {
                let loads = [Load::Full, Load::Unknown, Load::Heavy, Load::Light];
                loads[self.asked.fetch_add(1, Ordering::Relaxed) % loads.len()]
            }
        }
    }

    fn add_task(&self, task: Task) {
        let odd = self.added.fetch_add(1, Ordering::Relaxed) % 2 == 1;
        match self.habit {
            Habit::Drops => drop(task),
            Habit::DropsSome if odd => drop(task),
            Habit::Panics => panic!("boom of a queue"),
            Habit::PanicsAtSome if odd => panic!("boom of a queue"),
            Habit::RunsElsewhere => self.run_elsewhere(task),
            Habit::RunsAtOnce => task.run(),
            _ => locked(&self.held).push(task),
        }
    }

    fn add_blocking_task(&self, task: Task, _: bool) -> Result<(), Task> {
        match self.habit {
            Habit::RefusesBlocking => Err(task),
            _ => {
                self.add_task(task);
                Ok(())
            }
        }
    }

    fn run_until(&self, signal: &Signal) {
        while !signal.is_set() {
            match self.next() {
                Some(task) => task.run(),
                None if self.habit == Habit::ReturnsEarly => return,
                None => std::thread::sleep(Duration::from_micros(50)),
            }
            if self.habit == Habit::ReturnsEarly {
                return;
            }
        }
    }

    fn quiesce(&self) {
        loop {
            while let Some(task) = self.next() {
                task.run();
            }
            let left = locked(&self.elsewhere.0);
            drop(self.elsewhere.1.wait_while(left, |left| *left > 0));
            if locked(&self.held).is_empty() {
                return;
            }
        }
    }

    fn is_in_worker(&self) -> bool {
        false
    }

    fn shutdown(&self) {
        while let Some(task) = self.next() {
            drop(task);
        }
    }
}

fn host_on(queue: Arc<OwnQueue>) -> Host {
    let host = Host::builder().queue(queue).output(|_| {}).diagnostics(|_| {});
    host.build().expect("a queue of one's own")
}

/// Functions that end by themselves once their tasks ran or are gone.
const NAMES: [&str; 15] = [
    "fallible",
    "resumed_fallible",
    "resumed_ready",
    "in_a_loop",
    "later",
    "task",
    "work",
    "working",
    "worked",
    "blocking",
    "future",
    "continuation",
    "destructor",
    "waker",
    "queued",
];

#[test]
fn runs_end_on_queues_of_the_users_own() {
    let alone = Alone::new();
    for (engine, functions) in engines() {
        for habit in HABITS {
            for name in NAMES {
                let what = format!("{name} on {engine}, {habit:?}");
                let function = functions.get(name).unwrap_or_else(|| panic!("{what}"));
                for _ in 0..ROUNDS {
                    let host = host_on(Arc::new(OwnQueue::new(habit)));
                    let begin = Instant::now();
                    let results = refs(&start(function, &host.context()));
                    host.await_all(&results);
                    host.quiesce();
                    assert!(begin.elapsed() < PATIENCE, "{what}");
                    let known = |message: &str| {
                        ["the work queue dropped the task", "nothing to do"].contains(&message)
                            || message.starts_with("kernel panicked: boom")
                    };
                    for error in results.iter().filter_map(AnyRef::error) {
                        assert!(known(error.message()), "{what}: {error}");
                    }
                }
                alone.nothing_is_left(&what);
            }
        }
    }
}

/// The last host goes while tasks wait, which hold their runs.
#[test]
fn the_last_host_takes_queued_work_with_it() {
    let alone = Alone::new();
    let start_many = |functions: &Functions, host: &Host| -> Vec<AnyRef> {
        let names = NAMES.iter().flat_map(|name| functions.get(*name));
        let results = names.flat_map(|function| refs(&start(function, &host.context()))).collect();
        // A task of the user's own that holds its run.
        let request = host.context();
        host.queue().add_task(Task::new(move || request.cancel()));
        results
    };
    for (engine, functions) in engines() {
        for queue in super::QUEUES {
            for keeps_results in [false, true] {
                let what = format!("{engine}, {queue}");
                let host = host(queue);
                let mut results = start_many(&functions, &host);
                results.retain(|_| keeps_results);
                let run = host.context();
                drop(host);
                let ended = |results: &[AnyRef]| {
                    let open = results.iter().filter(|value| value.error().is_none());
                    all_resolve(&open.cloned().collect::<Vec<_>>(), &what);
                    assert!(results.iter().all(AnyRef::is_available), "{what}");
                    let known = |message: &str| {
                        message.starts_with("the host has ended")
                            || message.starts_with("kernel panicked: boom")
                            || message == "nothing to do"
                    };
                    for error in results.iter().filter_map(AnyRef::error) {
                        assert!(known(error.message()), "{what}: {error}");
                    }
                };
                ended(&results);
                // What a run starts now is dropped too.
                let late = refs(&start(&functions["queued"], &run));
                ended(&late);
                drop((results, late, run));
                alone.nothing_is_left(&what);
            }
        }
        for shared in [false, true] {
            let queue = Arc::new(OwnQueue::new(Habit::RunsLate));
            let host = host_on(Arc::clone(&queue));
            let kept = shared.then(|| Arc::clone(&queue));
            drop(queue);
            let results = start_many(&functions, &host);
            drop(host);
            if let Some(queue) = kept {
                assert!(!results.iter().all(AnyRef::is_available), "{engine}");
                queue.quiesce();
            }
            assert!(results.iter().all(AnyRef::is_available), "{engine}");
            drop(results);
            alone.nothing_is_left(engine);
        }
    }
}

/// Tasks in a row, each of which queues the next when it is dropped.
#[test]
fn a_long_row_of_dropped_tasks_takes_no_stack() {
    struct Row(Arc<OwnQueue>, Arc<AtomicUsize>);
    impl Drop for Row {
        fn drop(&mut self) {
            if self.1.fetch_sub(1, Ordering::Relaxed) > 1 {
                let next = Row(Arc::clone(&self.0), Arc::clone(&self.1));
                self.0.add_task(Task::new(move || drop(next)));
            }
        }
    }
    let left = Arc::new(AtomicUsize::new(100_000));
    let row = Row(Arc::new(OwnQueue::new(Habit::Drops)), Arc::clone(&left));
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(move || drop(row));
    thread.expect("a thread").join().expect("it ends");
    assert_eq!(left.load(Ordering::Relaxed), 0);
    assert_eq!(faults::TRACKED.load(Ordering::SeqCst), 0);
}
