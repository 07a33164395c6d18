//! What a stream is given: the buffers that it uses, then the call.

use crate::completion::{Entry, Release, Tell};
use crate::error::CudaError;
use crate::memory::Buffer;
use crate::raw::{self, StreamHandle};
use crate::registered::Use;
use crate::stream::Stream;
use crate::table::Table;

/// A call that a stream is about to be given. If that does not happen, the uses of buffers end when this is dropped.
pub(crate) struct Call<'a> {
    stream: &'a Stream,
    /// Uses of memory of the host's own, which end when the stream has done the call.
    uses: Vec<Use>,
}

impl Stream {
    /// A call that uses nothing yet.
    pub(crate) fn prepare(&self) -> Call<'_> {
        Call { stream: self, uses: Vec::new() }
    }
}

impl Call<'_> {
    /// The stream.
    pub(crate) fn stream(&self) -> &Stream {
        self.stream
    }

    /// The address of a buffer that the call uses.
    pub(crate) fn use_buffer(&mut self, buffer: &Buffer) -> Result<u64, CudaError> {
        let stream = self.stream;
        stream.check_context(buffer.context(), "buffer")?;
        match stream.recording() {
            Some(recording) => recording.hold(|holding| buffer.hold(holding))?,
            None => buffer.note_use(stream.bit())?,
        }
        if let Some(registered) = buffer.registered() {
            stream.check_not_captured("use registered memory")?;
            self.uses.push(registered.begin()?);
        }
        Ok(buffer.address())
    }

    /// Gives the stream the call.
    pub(crate) fn give(
        self,
        call: impl FnOnce(&Table, StreamHandle) -> Result<(), CudaError>,
    ) -> Result<(), CudaError> {
        if !self.uses.is_empty() {
            return self.complete(call, None, None);
        }
        self.stream.call(call)?;
        self.stream.wait_if_asked()
    }

    /// Gives the stream the call, and adds an entry that passes after it.
    pub(crate) fn complete(
        self,
        call: impl FnOnce(&Table, StreamHandle) -> Result<(), CudaError>,
        release: Option<Release>,
        tell: Option<Tell>,
    ) -> Result<(), CudaError> {
        let Self { stream, uses } = self;
        stream.check_not_captured("copy from or to the host, or be waited for")?;
        let context = stream.context();
        let event = stream.call(|table, _| raw::create_event(table))?;
        let given = context.0.completions.start().and_then(|()| stream.call(call));
        if let Err(error) = given {
            context.call_in_drop(|table| raw::destroy_event(table, event));
            return Err(error);
        }
        if let Err(error) = stream.call(|table, stream| raw::record(table, event, stream)) {
            // Nobody will know when the device is done with the memory: it stays for ever.
            Box::leak(Box::new(release));
            // The caller owns registered memory and frees it: so this call waits for the device.
            if !uses.is_empty() && stream.call(raw::synchronize).is_err() {
                uses.leak();
            }
            context.call_in_drop(|table| raw::destroy_event(table, event));
            return Err(error);
        }
        let entry = Entry { event, release: both(release, uses), tell };
        context.0.completions.add(context.core(), stream.bit(), entry)?;
        stream.wait_if_asked()
    }
}

/// A release that ends uses, too.
fn both(release: Option<Release>, uses: Vec<Use>) -> Option<Release> {
    if uses.is_empty() {
        return release;
    }
    Some(Box::new(move |told| {
        if let Some(release) = release {
            release(told);
        }
        drop(uses);
    }))
}
