//! Events: how far a stream has come.

use crate::context::Context;
use crate::error::CudaError;
use crate::raw::{self, EventHandle};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A place in a stream's work, which others can wait for. Before it is recorded, it has passed. Cheap to clone.
/// Thread-safe.
///
/// ```
/// # use tfrt_cuda::{CudaError, Event, Stream};
/// /// Lets one stream wait for another.
/// fn join(first: &Stream, second: &Stream) -> Result<(), CudaError> {
///     let event = Event::new(first.context())?;
///     first.record(&event)?;
///     second.wait(&event)
/// }
/// # let _ = join;
/// ```
#[derive(Clone)]
pub struct Event(Arc<Inner>);

struct Inner {
    context: Context,
    handle: EventHandle,
    /// The number of the capture in which it was last recorded, or zero. Who records an event while others wait for it
    /// orders that; so no access needs an order of its own.
    capture: AtomicU64,
}

impl Event {
    /// An event that keeps no time.
    ///
    /// # Errors
    /// The driver's.
    pub fn new(context: &Context) -> Result<Self, CudaError> {
        let handle = context.call(raw::create_event)?;
        Ok(Self(Arc::new(Inner { context: context.clone(), handle, capture: AtomicU64::new(0) })))
    }

    /// The context.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.0.context
    }

    /// Whether what it was last recorded after is done.
    ///
    /// # Errors
    /// The driver's. Work that failed is done, too: the context is lost.
    pub fn is_passed(&self) -> Result<bool, CudaError> {
        match self.0.context.call(|table| raw::query_event(table, self.0.handle)) {
            Ok(()) => Ok(true),
            Err(error) if error.is_not_ready() => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn capture(&self) -> u64 {
        self.0.capture.load(Ordering::Relaxed)
    }

    pub(crate) fn note_capture(&self, number: u64) {
        self.0.capture.store(number, Ordering::Relaxed);
    }

    pub(crate) fn handle(&self) -> EventHandle {
        self.0.handle
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.context.call_in_drop(|table| raw::destroy_event(table, self.handle));
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Event").field("context", &self.0.context).finish_non_exhaustive()
    }
}
