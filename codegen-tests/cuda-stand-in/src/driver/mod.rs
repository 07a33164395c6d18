//! The state of the driver, behind one lock, and the threads of its streams.
//!
//! A function of the driver locks the state, changes it and returns. Work runs without the lock: by the thread of
//! its stream, or, when streams are stepped, by the thread of a test that asks or waits.

pub(crate) mod capture;
pub(crate) mod clock;
pub(crate) mod code;
pub(crate) mod context;
pub(crate) mod control;
pub(crate) mod faults;
pub(crate) mod memory;
pub(crate) mod module;
pub(crate) mod objects;
pub(crate) mod stream;
pub(crate) mod work;

use code::{Code, Result};
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::cell::Cell;
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

/// Microseconds that a copy to the host takes at most, if it is late.
const LATEST: usize = 1000;

/// What a test sets before the first call.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) version: u32,
    pub(crate) devices: usize,
    /// What `cuInit` gives.
    pub(crate) init: Option<Code>,
    /// The bytes of memory of a device.
    pub(crate) memory: u64,
    /// If streams are stepped: the state of the generator that chooses.
    pub(crate) stepped: Option<u64>,
    /// If what is done is known late: the state of the generator that says how late.
    pub(crate) late: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        // So that a whole suite can be run so.
        let late = std::env::var("TFRT_STAND_IN_LATE").ok().and_then(|seed| seed.parse().ok());
        Self { version: 13_000, devices: 2, init: None, memory: 1 << 30, stepped: None, late }
    }
}

/// Everything that the driver knows.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) settings: Settings,
    pub(crate) initialised: bool,
    pub(crate) objects: objects::Objects,
    pub(crate) space: memory::Space,
    /// What the host knows to be done.
    pub(crate) host: clock::Clock,
    pub(crate) faults: faults::Faults,
    pub(crate) log: Vec<Logged>,
    /// What a test must be told: uses that a card would not report.
    pub(crate) reports: Vec<String>,
}

/// A call of a function of the driver.
#[derive(Clone, Debug)]
pub(crate) struct Logged {
    pub(crate) call: &'static str,
    pub(crate) stream: Option<u32>,
    pub(crate) detail: String,
    pub(crate) code: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Driver {
    state: Mutex<State>,
    /// Work was given or is done.
    changed: Condvar,
    /// One atomic access of memory at a time.
    atomic: Arc<Mutex<()>>,
}

/// Calls that may come before `cuInit`.
const BEFORE_INIT: [&str; 4] =
    ["cuInit", "cuDriverGetVersion", "cuGetErrorName", "cuGetErrorString"];

/// Each copy of the library has its own.
pub(crate) static DRIVER: LazyLock<Driver> = LazyLock::new(Driver::default);

thread_local! {
    /// The context of the thread; zero if it has none.
    pub(crate) static CURRENT: Cell<u64> = const { Cell::new(0) };
}

impl Driver {
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Runs a function of the driver: counts it, lets it fail if a test wants that, and logs it.
    pub(crate) fn call(
        &self,
        name: &'static str,
        body: impl FnOnce(&mut MutexGuard<'_, State>) -> Result<()>,
    ) -> u32 {
        let mut state = self.lock();
        let index = state.log.len();
        state.log.push(Logged { call: name, stream: None, detail: String::new(), code: 0 });
        let result = match state.inject(name) {
            Some(code) => Err(code),
            None if !state.initialised && !BEFORE_INIT.contains(&name) => {
                Err(Code::NOT_INITIALIZED)
            }
            None => body(&mut state),
        };
        let code = result.map_or_else(|code| code.0, |()| 0);
        if let Some(logged) = state.log.get_mut(index) {
            logged.code = code;
        }
        self.changed.notify_all();
        code
    }

    /// Waits, and steps streams meanwhile if they are stepped.
    ///
    /// A wait that nothing can end is a code and a report.
    pub(crate) fn wait(
        &self,
        state: &mut MutexGuard<'_, State>,
        mut done: impl FnMut(&State) -> Result<bool>,
    ) -> Result<()> {
        while !done(state)? {
            // Another thread may do the work that ends the wait.
            if state.settings.stepped.is_none() || state.is_busy() {
                self.changed.wait(state);
            } else if !self.step(state) {
                state.reports.push("a wait that nothing ends".to_owned());
                return Err(Code::LAUNCH_TIMEOUT);
            }
        }
        Ok(())
    }

    /// If streams are stepped, does one piece of work that can be done. False if there is none.
    pub(crate) fn step(&self, state: &mut MutexGuard<'_, State>) -> bool {
        let ready = state.ready();
        let Some(random) = &mut state.settings.stepped else { return false };
        if ready.is_empty() {
            return false;
        }
        let stream = ready[work::pick(random, ready.len())];
        self.work(state, stream)
    }

    /// Does the next piece of work of a stream.
    fn work(&self, state: &mut MutexGuard<'_, State>, stream: u32) -> bool {
        let Some(job) = state.take(stream, &self.atomic) else { return false };
        let late = match &mut state.settings {
            Settings { late: Some(random), stepped: None, .. } if job.copies_to_the_host() => {
                Duration::from_micros(work::pick(random, LATEST) as u64)
            }
            _ => Duration::ZERO,
        };
        let result = MutexGuard::unlocked(state, || {
            thread::sleep(late);
            job.run()
        });
        state.finish(stream, job, result);
        self.changed.notify_all();
        true
    }

    /// Wakes all threads that wait for something to change.
    pub(crate) fn wake(&self) {
        self.changed.notify_all();
    }

    /// The thread of a stream: ends when the stream is destroyed and has nothing to do.
    pub(crate) fn serve(&self, stream: u32) {
        let mut state = self.lock();
        loop {
            if state.settings.stepped.is_none() && self.work(&mut state, stream) {
                continue;
            }
            if state.is_over(stream) {
                return;
            }
            self.changed.wait(&mut state);
        }
    }
}
