//! Which calls wait for captures: those that act on a whole context.
//!
//! Loading and unloading code, allocating memory outside of streams and the like break the captures of other threads,
//! whatever their mode. So while a capture is open, such calls of other threads wait; on the capture's own thread they
//! are refused, and in drops, which never wait, they are postponed until no capture is open.
//!
//! A driver has one gate, because several [`Context`](crate::Context)s may share a context of the driver.

use crate::error::CudaError;
use parking_lot::{Mutex, RwLock, RwLockReadGuard};
use std::cell::Cell;

/// The gate of a driver.
#[derive(Default)]
pub(crate) struct Gate {
    /// Captures share it; what acts on a whole context has it alone. It is taken before any lock of a context. The
    /// thread of completions never waits for it, so it may be held while a call waits for a device.
    lock: RwLock<()>,
    /// Calls of drops. The thread that releases the lock makes them, so none is left while the lock is free.
    postponed: Mutex<Vec<Box<dyn FnOnce() + Send>>>,
}

thread_local! {
    /// A capture of this thread is open.
    static CAPTURES: Cell<bool> = const { Cell::new(false) };
}

/// A capture is open, of this thread.
pub(crate) struct Open<'a> {
    gate: &'a Gate,
    /// There until it is dropped.
    guard: Option<RwLockReadGuard<'a, ()>>,
}

impl Gate {
    /// Opens a capture, when nothing acts on a whole context.
    ///
    /// # Errors
    /// This thread has one open.
    pub(crate) fn capture(&self) -> Result<Open<'_>, CudaError> {
        if CAPTURES.get() {
            return Err(CudaError::misuse("a capture cannot begin in another one"));
        }
        let guard = Some(self.lock.read());
        CAPTURES.set(true);
        Ok(Open { gate: self, guard })
    }

    /// Makes a call that acts on a whole context, when no capture is open.
    ///
    /// # Errors
    /// The call's; this thread has a capture open.
    pub(crate) fn alone<T>(
        &self,
        call: impl FnOnce() -> Result<T, CudaError>,
    ) -> Result<T, CudaError> {
        if CAPTURES.get() {
            let message = "memory and code cannot be allocated and loaded in a capture";
            return Err(CudaError::misuse(message));
        }
        let guard = self.lock.write();
        let result = call();
        drop(guard);
        self.catch_up();
        result
    }

    /// The same in a drop: if a capture is open, the call is made after it.
    pub(crate) fn alone_in_drop(&self, call: impl FnOnce() + Send + 'static) {
        match self.lock.try_write() {
            Some(guard) => {
                call();
                drop(guard);
            }
            None => self.postponed.lock().push(Box::new(call)),
        }
        self.catch_up();
    }

    /// Makes the calls that were postponed, unless somebody has the lock, who then does it.
    fn catch_up(&self) {
        loop {
            let Some(_guard) = self.lock.try_write() else { return };
            let Some(call) = self.postponed.lock().pop() else { return };
            call();
        }
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        CAPTURES.set(false);
        self.guard = None;
        self.gate.catch_up();
    }
}
