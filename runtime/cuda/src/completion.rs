//! Waiters of streams, and the thread that tells them.
//!
//! Each entry has an event of its own, recorded when the entry was made; the entries of a stream pass in order. One
//! thread a context queries the oldest event of each stream. It starts with the first entry and ends when there has
//! been none for a while.
//!
//! # Order
//!
//! An entry first *releases* what the device used, which also makes what it wrote visible to the host; later it
//! *tells* that it has passed. If something on stream B was ordered after a copy on stream A, and B's entry is seen to
//! have passed, then A's has passed, too, but was perhaps queried before. So after entries are seen, all streams are
//! asked once more, and release what has passed, before those entries tell.
//!
//! What is released or told may be a caller's function: if it panics, that is the end of that function alone.
//!
//! # Who may touch what
//!
//! Entries are added by any thread and taken by the thread of completions only, both under the lock. No call of the
//! driver, release or telling is made under it. While there are entries, they keep the context.

use crate::core::Core;
use crate::error::{CudaError, ErrorClass};
use crate::raw::{self, EventHandle};
use parking_lot::{Condvar, Mutex};
use std::collections::{BTreeMap, VecDeque};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use tfrt_host::error::drop_quietly;

/// What becomes of something when its stream has come so far, or the context is lost.
pub(crate) type Told = Result<(), CudaError>;
/// Tells it. Runs on the thread of completions: it must not wait.
pub(crate) type Tell = Box<dyn FnOnce(Told) + Send>;
/// Releases what the device used. In a lost context the device may still use it: it stays for ever.
pub(crate) type Release = Box<dyn FnOnce(&Told) + Send>;

/// A waiter of a stream.
pub(crate) struct Entry {
    pub(crate) event: EventHandle,
    pub(crate) release: Option<Release>,
    pub(crate) tell: Option<Tell>,
}

/// The entries of a context.
#[derive(Default)]
pub(crate) struct Completions {
    state: Mutex<State>,
    /// There is a new entry, or there will be none.
    changed: Condvar,
    /// There is no entry any more.
    idle: Condvar,
}

#[derive(Default)]
struct State {
    /// By the bit of their stream.
    entries: BTreeMap<u32, VecDeque<Entry>>,
    /// While there are entries: the context, which their events belong to.
    context: Option<Arc<Core>>,
    /// Entries so far.
    given: u64,
    /// The thread runs.
    serving: bool,
    /// The thread has entries that are taken and have not told.
    telling: bool,
    /// Threads of their own that work for the context ([`Completions::run_apart`]).
    apart: usize,
    /// Nobody has the context any more.
    closed: bool,
}

impl State {
    fn is_idle(&self) -> bool {
        !self.telling && self.apart == 0 && self.entries.is_empty()
    }
}

/// How long the thread stays without an entry.
const IDLE: Duration = Duration::from_secs(1);
/// How long it asks again and again before it sleeps between.
const SPIN: Duration = Duration::from_micros(20);
/// The first and the longest sleep.
const SLEEP: Duration = Duration::from_micros(30);
const SLEEP_MOST: Duration = Duration::from_millis(1);

impl Completions {
    /// Sees to it that the thread runs, before something is given to the device that cannot be taken back.
    pub(crate) fn start(self: &Arc<Self>) -> Result<(), CudaError> {
        let mut state = self.state.lock();
        if state.serving {
            return Ok(());
        }
        let thread = thread::Builder::new().name("tfrt cuda".to_owned());
        let completions = Arc::clone(self);
        let started = thread.spawn(move || completions.serve());
        started
            .map_err(|error| CudaError::exhausted(format!("no thread for completions: {error}")))?;
        state.serving = true;
        Ok(())
    }

    /// Adds an entry of a stream. The thread was started.
    pub(crate) fn add(
        self: &Arc<Self>,
        context: &Arc<Core>,
        stream: u32,
        entry: Entry,
    ) -> Result<(), CudaError> {
        {
            let mut state = self.state.lock();
            state.given += 1;
            state.context.get_or_insert_with(|| Arc::clone(context));
            state.entries.entry(stream).or_default().push_back(entry);
            self.changed.notify_all();
        }
        // It may have ended meanwhile.
        self.start()
    }

    /// Runs a function on a thread of its own, which counts as an entry until it has returned.
    pub(crate) fn run_apart(
        self: &Arc<Self>,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), CudaError> {
        {
            let mut state = self.state.lock();
            state.apart += 1;
            state.given += 1;
        }
        let apart = Apart(Arc::clone(self));
        let thread = thread::Builder::new().name("tfrt cuda, waiting".to_owned());
        let started = thread.spawn(move || {
            quietly(work);
            drop(apart);
        });
        started
            .map(|_| ())
            .map_err(|error| CudaError::exhausted(format!("no thread for waiting: {error}")))
    }

    /// Waits until there is no entry. Returns how many there were so far.
    pub(crate) fn quiesce(&self) -> u64 {
        let mut state = self.state.lock();
        while !state.is_idle() {
            self.idle.wait(&mut state);
        }
        state.given
    }

    /// The same, for at most that time: whether there is none.
    pub(crate) fn quiesce_for(&self, time: Duration) -> bool {
        let mut state = self.state.lock();
        let idle = |state: &mut State| !state.is_idle();
        !self.idle.wait_while_for(&mut state, idle, time).timed_out()
    }

    /// The context ends, and with it the thread, which has no entry.
    pub(crate) fn close(&self) {
        self.state.lock().closed = true;
        self.changed.notify_all();
    }

    /// The life of the thread. While there is no entry, nothing here keeps the context.
    fn serve(&self) {
        loop {
            let mut state = self.state.lock();
            if state.entries.is_empty() && !state.closed {
                self.changed.wait_for(&mut state, IDLE);
            }
            let Some(context) = state.context.clone() else {
                // Nobody has the context who could add an entry, or nobody did for a while.
                state.serving = false;
                return;
            };
            drop(state);
            self.complete(&context);
        }
    }

    /// Completes entries until there is none.
    fn complete(&self, context: &Arc<Core>) {
        let mut seen: Vec<(Tell, Told)> = Vec::new();
        let (mut sleep, mut since) = (SLEEP, Instant::now());
        loop {
            let passed = self.take_passed(context);
            // They were asked after what was seen before.
            let tell = mem::replace(&mut seen, passed);
            let progress = !tell.is_empty() || !seen.is_empty();
            for (tell, told) in tell {
                quietly(|| tell(told));
            }
            if progress {
                (sleep, since) = (SLEEP, Instant::now());
                continue;
            }
            let mut state = self.state.lock();
            state.telling = false;
            if state.entries.is_empty() {
                // The caller has another.
                state.context = None;
                self.idle.notify_all();
                return;
            }
            if since.elapsed() > SPIN {
                self.changed.wait_for(&mut state, sleep);
                sleep = (sleep * 2).min(SLEEP_MOST);
            }
        }
    }

    /// Takes what has passed out of each stream and releases it.
    fn take_passed(&self, context: &Arc<Core>) -> Vec<(Tell, Told)> {
        let streams: Vec<u32> = self.state.lock().entries.keys().copied().collect();
        let mut passed = Vec::new();
        for stream in streams {
            while let Some((entry, told)) = self.take(context, stream) {
                let Entry { event, release, tell } = entry;
                if let Some(release) = release {
                    quietly(|| release(&told));
                }
                context.call_in_drop(|table| raw::destroy_event(table, event));
                passed.extend(tell.map(|tell| (tell, told)));
            }
        }
        passed
    }

    /// The first entry of a stream, if it has passed or the context is lost.
    fn take(&self, context: &Arc<Core>, stream: u32) -> Option<(Entry, Told)> {
        let event = self.state.lock().entries.get(&stream)?.front()?.event;
        let query = || context.call_of_stream(stream, |table| raw::query_event(table, event));
        let told = match query() {
            Err(error) if error.is_not_ready() => return None,
            // Nothing can be known of the entry. If it is so again, the context is given up.
            Err(error) if error.class() != ErrorClass::Lost => match query() {
                Err(again) if again.is_not_ready() => return None,
                Err(again) if again == error => Err(context.lose(error)),
                told => told,
            },
            told => told,
        };
        if told.is_err() && context.health().is_ok() {
            // It has answered differently each time: it is asked later.
            return None;
        }
        let mut state = self.state.lock();
        state.telling = true;
        let entries = state.entries.get_mut(&stream)?;
        let entry = entries.pop_front()?;
        if entries.is_empty() {
            state.entries.remove(&stream);
        }
        Some((entry, told))
    }
}

/// A thread of its own. It is over when this is dropped, also if the thread was never there.
struct Apart(Arc<Completions>);

impl Drop for Apart {
    fn drop(&mut self) {
        self.0.state.lock().apart -= 1;
        self.0.idle.notify_all();
    }
}

/// Calls a function whose panic ends nothing but itself: others wait for this thread.
fn quietly(call: impl FnOnce()) {
    // What the function owns is dropped, and nothing else is changed by it.
    if let Err(payload) = catch_unwind(AssertUnwindSafe(call)) {
        drop_quietly(payload);
    }
}
