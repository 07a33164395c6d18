//! Deadlines: one thread per host cancels runs whose deadline has passed, even if nothing of them
//! is executing. It starts with the first deadline and ends with the host.

use super::{RequestContext, RequestInner};
use crate::sync::{Condvar, Mutex};
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// No deadline.
pub(super) const NEVER: u64 = u64::MAX;

#[derive(Debug)]
pub(super) struct Timer {
    /// Times are nanoseconds since this instant.
    epoch: Instant,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// Signalled when there is an earlier deadline or the host is dropped.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Keyed by time and the run's address. A run that ends early removes its entry.
    deadlines: BTreeMap<(u64, usize), Weak<RequestInner>>,
    thread: Option<JoinHandle<()>>,
    closed: bool,
    /// See [`Timer::abandon`].
    abandoned: bool,
}

impl Timer {
    pub(super) fn new() -> Self {
        let shared = Shared { state: Mutex::default(), changed: Condvar::new() };
        Self { epoch: Instant::now(), shared: Arc::new(shared) }
    }

    /// The time `after` from now.
    pub(super) fn time(&self, after: Duration) -> u64 {
        let time = self.epoch.elapsed().saturating_add(after).as_nanos();
        u64::try_from(time).unwrap_or(NEVER)
    }

    /// Registers the run for cancellation at `time`, unless it has an earlier deadline. False if no
    /// thread can do so: the system refuses one, or the host is being dropped.
    pub(super) fn watch(&self, request: &Arc<RequestInner>, time: u64) -> bool {
        let mut state = self.shared.state.lock();
        let earlier = request.set_deadline(time);
        if earlier <= time {
            return state.thread.is_some() && !state.closed;
        }
        state.deadlines.remove(&(earlier, address(request)));
        if state.closed || !self.start(&mut state) {
            return false;
        }
        state.deadlines.insert((time, address(request)), Arc::downgrade(request));
        if state.deadlines.first_key_value().is_some_and(|((first, _), _)| *first == time) {
            self.shared.changed.notify_one();
        }
        true
    }

    /// Removes the entry of a run that has ended.
    pub(super) fn forget(&self, request: &RequestInner, time: u64) {
        self.shared.state.lock().deadlines.remove(&(time, address(request)));
    }

    /// Ends the thread. After that, deadlines are only noticed by checks of cancellation.
    pub(super) fn close(&self) {
        let (thread, deadlines) = {
            let mut state = self.shared.state.lock();
            state.closed = true;
            self.shared.changed.notify_one();
            (state.thread.take(), std::mem::take(&mut state.deadlines))
        };
        for request in deadlines.into_values().filter_map(|request| request.upgrade()) {
            request.check_clock();
            request.waiting.let_go();
        }
        // This may be the timer thread: a run that it cancels may hold the host's last reference.
        let thread = thread.filter(|thread| thread.thread().id() != std::thread::current().id());
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }

    /// Whether kernels whose futures nothing else can wake are to wait for their deadline: not
    /// without a thread that notices it, nor once the host is dropped.
    pub(super) fn keeps_kernels(&self) -> bool {
        let state = self.shared.state.lock();
        state.thread.is_some() && !(state.closed || state.abandoned)
    }

    /// Nobody has the host any more, but such kernels hold their runs, and those the host: lets go
    /// of them.
    pub(super) fn abandon(&self) {
        let watched: Vec<_> = {
            let mut state = self.shared.state.lock();
            state.abandoned = true;
            state.deadlines.values().filter_map(Weak::upgrade).collect()
        };
        for request in watched {
            request.waiting.let_go();
        }
    }

    /// The number of registered runs.
    #[cfg(test)]
    pub(super) fn watched(&self) -> usize {
        self.shared.state.lock().deadlines.len()
    }

    fn start(&self, state: &mut State) -> bool {
        if state.thread.is_none() {
            let (shared, epoch) = (Arc::clone(&self.shared), self.epoch);
            let thread = std::thread::Builder::new().name("tfrt-deadlines".to_owned());
            state.thread = thread.spawn(move || shared.run(epoch)).ok();
        }
        state.thread.is_some()
    }
}

impl Shared {
    fn run(&self, epoch: Instant) {
        let mut state = self.state.lock();
        while !state.closed {
            let now = u64::try_from(epoch.elapsed().as_nanos()).unwrap_or(NEVER);
            match state.deadlines.first_entry() {
                None => self.changed.wait(&mut state),
                Some(first) if first.key().0 > now => {
                    let left = Duration::from_nanos(first.key().0 - now);
                    self.changed.wait_for(&mut state, left);
                }
                Some(first) => {
                    let request = first.remove().upgrade();
                    drop(state);
                    // Outside the lock: this may be the last reference to the run and to the host.
                    if let Some(request) = request {
                        RequestContext(request).exceed_deadline();
                    }
                    state = self.state.lock();
                }
            }
        }
    }
}

fn address(request: &RequestInner) -> usize {
    std::ptr::from_ref(request).addr()
}
