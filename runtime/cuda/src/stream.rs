//! Streams: what the device does, in order.

use crate::capture::Recording;
use crate::completion::Entry;
use crate::context::Context;
use crate::error::CudaError;
use crate::event::Event;
use crate::launches::{Launched, NO_STREAM};
use crate::raw::{self, StreamHandle};
use crate::table::Table;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A stream of a context, which waits for no other. Cheap to clone. Thread-safe.
///
/// ```
/// # use tfrt_cuda::{Context, CudaError};
/// /// Sends numbers to the device and gets them back.
/// async fn there_and_back(context: &Context) -> Result<Vec<f32>, CudaError> {
///     let stream = context.stream()?;
///     let numbers = stream.upload(&[1.0_f32, 2.0, 3.0])?;
///     stream.download(&numbers)?.await
/// }
/// # let _ = there_and_back;
/// ```
#[derive(Clone)]
pub struct Stream(Arc<Inner>);

struct Inner {
    context: Context,
    handle: StreamHandle,
    bit: u32,
}

impl Context {
    /// A new stream, which waits for no other.
    ///
    /// # Errors
    /// The driver's; a context has at most 64 streams at a time, with those that are dropped and not done.
    pub fn stream(&self) -> Result<Stream, CudaError> {
        Stream::new(self)
    }
}

impl Event {
    /// Calls a function when what the event was last recorded after is done, as [`Stream::when_passed`] does; copies to
    /// the host that are ordered before it have then arrived.
    ///
    /// # Errors
    /// The driver's; the function is then dropped.
    pub fn when_passed(
        &self,
        tell: impl FnOnce(Result<(), CudaError>) + Send + 'static,
    ) -> Result<(), CudaError> {
        let context = self.context();
        if !self.is_passed()? {
            let waiting = context.stream()?;
            waiting.wait(self)?;
            return waiting.when_passed(tell);
        }
        // What it orders may not be released yet, which the thread of completions does before it tells. An event that
        // was never recorded has passed.
        let completions = &context.0.completions;
        completions.start()?;
        let event = context.call(raw::create_event)?;
        let entry = Entry { event, release: None, tell: Some(Box::new(tell)) };
        completions.add(context.core(), NO_STREAM, entry)
    }
}

impl Stream {
    fn new(context: &Context) -> Result<Self, CudaError> {
        let handle = context.call(raw::create_stream)?;
        match context.add_stream(handle) {
            Ok(bit) => Ok(Self(Arc::new(Inner { context: context.clone(), handle, bit }))),
            Err(error) => {
                context.call_in_drop(|table| raw::destroy_stream(table, handle));
                Err(error)
            }
        }
    }

    /// The context.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.0.context
    }

    /// Whether everything that it was given is done.
    ///
    /// # Errors
    /// The driver's.
    pub fn is_idle(&self) -> Result<bool, CudaError> {
        self.check_not_captured("be waited for")?;
        match self.call(raw::query_stream) {
            Ok(()) => Ok(true),
            Err(error) if error.is_not_ready() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Notes in an event how far the stream has been given work.
    ///
    /// # Errors
    /// The driver's; also if the event is of another context.
    pub fn record(&self, event: &Event) -> Result<(), CudaError> {
        self.check_context(event.context(), "event")?;
        let capture = self.recording().map_or(0, |recording| recording.number());
        self.call(|table, stream| raw::record(table, event.handle(), stream))?;
        event.note_capture(capture);
        Ok(())
    }

    /// Lets what the stream is given from now on wait for an event, which may be of another stream.
    ///
    /// # Errors
    /// The driver's; in a [capture](crate::Graph::capture), also an event that was not recorded in it.
    pub fn wait(&self, event: &Event) -> Result<(), CudaError> {
        let wait = || self.call(|table, stream| raw::wait_event(table, stream, event.handle()));
        match event.capture() {
            0 if self.recording().is_some() => {
                Err(CudaError::misuse("the event was not recorded in the stream's capture"))
            }
            0 => wait(),
            capture => self.0.context.0.captures.join(self.0.bit, self.kept(), capture, wait),
        }
    }

    /// Calls a function when the stream has done what it was given so far, or with the error with which the context is
    /// lost. It is called by a thread of the context, on which it must not wait; a promise is kept by a task
    /// ([`Promise::on`](tfrt_host::value::Promise::on)).
    ///
    /// # Errors
    /// The driver's; the function is then dropped.
    pub fn when_passed(
        &self,
        tell: impl FnOnce(Result<(), CudaError>) + Send + 'static,
    ) -> Result<(), CudaError> {
        self.prepare().complete(|_, _| Ok(()), None, Some(Box::new(tell)))
    }

    pub(crate) fn check_context(&self, other: &Context, what: &str) -> Result<(), CudaError> {
        if self.0.context.is(other) {
            return Ok(());
        }
        Err(CudaError::misuse(format!("the {what} is of another context than the stream")))
    }

    /// The capture that the stream is in.
    pub(crate) fn recording(&self) -> Option<Arc<Recording>> {
        self.0.context.0.captures.recording(self.0.bit)
    }

    /// Refuses what a capture would be broken by.
    pub(crate) fn check_not_captured(&self, what: &str) -> Result<(), CudaError> {
        match self.recording() {
            None => Ok(()),
            Some(_) => Err(CudaError::misuse(format!("a stream in a capture cannot {what}"))),
        }
    }

    pub(crate) fn call<T>(
        &self,
        call: impl FnOnce(&Table, StreamHandle) -> Result<T, CudaError>,
    ) -> Result<T, CudaError> {
        self.0.context.core().call_of_stream(self.0.bit, |table| call(table, self.0.handle))
    }

    /// Remembers a launch, for an error of the device that comes later. In a capture nothing is launched.
    pub(crate) fn note_launch(&self, launched: impl FnOnce() -> Launched) {
        if self.recording().is_none() {
            self.0.context.core().launches.add(self.0.bit, launched());
        }
    }

    /// Waits until the stream has done what it was given, if the environment wants that. In a capture it is given
    /// nothing.
    pub(crate) fn wait_if_asked(&self) -> Result<(), CudaError> {
        if !self.0.context.device().driver().waits() || self.recording().is_some() {
            return Ok(());
        }
        self.call(raw::synchronize)
    }

    /// Keeps the stream, whatever it is.
    pub(crate) fn kept(&self) -> Arc<dyn Any + Send + Sync> {
        Arc::<Inner>::clone(&self.0)
    }

    pub(crate) fn handle(&self) -> StreamHandle {
        self.0.handle
    }

    pub(crate) fn bit(&self) -> u32 {
        self.0.bit
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.context.remove_stream(self.bit, self.handle);
        self.context.call_in_drop(|table| raw::destroy_stream(table, self.handle));
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("context", &self.0.context).finish_non_exhaustive()
    }
}
