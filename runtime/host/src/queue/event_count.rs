//! Parking of idle workers: an event count over `park` and `unpark`.
//!
//! A worker without work *lists* itself, checks for work once more, and only then parks. A
//! submitter publishes its task, then checks the list. A sequentially consistent fence separates
//! the two steps of each, so either the worker's second check finds the task or the submitter finds
//! the worker: no wake-up is lost. A submitter that finds an empty list, the common case under
//! load, takes no lock.

use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering, fence};
use crate::sync::thread::{self, Thread};

#[derive(Debug)]
pub(super) struct EventCount {
    sleepers: Mutex<Vec<Sleeper>>,
    /// Length of the list, readable without the lock.
    count: AtomicUsize,
}

#[derive(Debug)]
struct Sleeper {
    worker: usize,
    thread: Thread,
}

impl EventCount {
    pub(super) fn new() -> Self {
        Self { sleepers: Mutex::new(Vec::new()), count: AtomicUsize::new(0) }
    }

    /// Lists the calling thread as `worker`. Check for work again after this, then call
    /// [`EventCount::unlist`], with or without parking in between.
    pub(super) fn list(&self, worker: usize) {
        self.change(|sleepers| sleepers.push(Sleeper { worker, thread: thread::current() }));
        fence(Ordering::SeqCst);
    }

    /// Removes `worker` from the list, unless a wake-up has done so. A worker that consumed a
    /// wake-up without needing it must pass it on.
    pub(super) fn unlist(&self, worker: usize) {
        self.change(|sleepers| sleepers.retain(|sleeper| sleeper.worker != worker));
    }

    /// Wakes the most recently listed worker, whose caches are warmest. Call after publishing.
    /// `needed` is evaluated after the fence; if it is false, no worker is woken.
    pub(super) fn wake_one_if(&self, needed: impl FnOnce() -> bool) {
        fence(Ordering::SeqCst);
        if self.count.load(Ordering::Relaxed) == 0 || !needed() {
            return;
        }
        if let Some(sleeper) = self.change(Vec::pop) {
            sleeper.thread.unpark();
        }
    }

    /// Wakes every listed worker.
    pub(super) fn wake_all(&self) {
        fence(Ordering::SeqCst);
        for sleeper in self.change(std::mem::take) {
            sleeper.thread.unpark();
        }
    }

    fn change<R>(&self, f: impl FnOnce(&mut Vec<Sleeper>) -> R) -> R {
        let mut sleepers = self.sleepers.lock();
        let result = f(&mut sleepers);
        self.count.store(sleepers.len(), Ordering::Relaxed);
        result
    }
}

#[cfg(all(test, loom))]
mod models {
    use super::EventCount;
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicUsize, Ordering};
    use loom::thread;

    /// A worker without a task: true once it has one.
    fn take(tasks: &AtomicUsize) -> bool {
        let tasks_left = |left: usize| left.checked_sub(1);
        tasks.fetch_update(Ordering::AcqRel, Ordering::Acquire, tasks_left).is_ok()
    }

    fn work(sleep: &EventCount, tasks: &AtomicUsize, worker: usize) {
        while !take(tasks) {
            sleep.list(worker);
            if tasks.load(Ordering::Acquire) == 0 {
                thread::park();
            }
            sleep.unlist(worker);
        }
        // The wake-up may have been for another task than the one taken.
        if tasks.load(Ordering::Acquire) > 0 {
            sleep.wake_one_if(|| true);
        }
    }

    fn model(workers: usize) {
        crate::sync::check(move || {
            let sleep = Arc::new(EventCount::new());
            let tasks = Arc::new(AtomicUsize::new(0));
            let threads: Vec<_> = (0..workers)
                .map(|worker| {
                    let (sleep, tasks) = (Arc::clone(&sleep), Arc::clone(&tasks));
                    thread::spawn(move || work(&sleep, &tasks, worker))
                })
                .collect();
            for _ in 0..workers {
                tasks.fetch_add(1, Ordering::Release);
                sleep.wake_one_if(|| true);
            }
            for thread in threads {
                thread.join().unwrap();
            }
            assert_eq!(tasks.load(Ordering::Acquire), 0);
        });
    }

    #[test]
    fn park_against_wake_loses_nothing() {
        model(1);
    }

    #[test]
    fn two_workers_two_tasks() {
        model(2);
    }
}
