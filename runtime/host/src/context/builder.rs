//! What a run has of its own.

use super::RequestContext;
use super::host::{HostHandle, OutputSink};
use crate::alloc::{HostAllocator, LimitedAllocator};
use crate::queue::WorkQueue;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// What a run has instead of the host's. Written before the run begins, then only read.
#[derive(Clone, Default)]
pub(super) struct Own {
    pub(super) queue: Option<Arc<dyn WorkQueue>>,
    pub(super) allocator: Option<Arc<dyn HostAllocator>>,
    pub(super) output: Option<OutputSink>,
    /// The names of the devices that it may use.
    pub(super) devices: Option<BTreeSet<String>>,
}

/// Makes a run that has something of its own; the rest is the host's.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use tfrt_host::context::Host;
///
/// let host = Host::builder().build()?;
/// let (lines, sink) = { let lines = Arc::new(Mutex::new(String::new())); (lines.clone(), lines) };
/// let request = host
///     .request()
///     .memory_limit(64 << 20) // bytes
///     .output(move |text| sink.lock().expect("no sink panics").push_str(text))
///     .build();
/// request.print("int32 = 1\n"); // as its kernels do
/// assert_eq!(*lines.lock().expect("no sink panics"), "int32 = 1\n");
/// assert!(request.allocator().allocate(65 << 20, 64).is_err());
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[must_use = "it makes a run only by `build`"]
pub struct RequestBuilder {
    host: HostHandle,
    own: Own,
    limit: Option<usize>,
}

impl RequestBuilder {
    pub(super) fn new(host: HostHandle) -> Self {
        Self { host, own: Own::default(), limit: None }
    }

    /// Limits the memory of the run's tensors to so many bytes. What counts is what its kernels have
    /// allocated and nobody has freed, on whatever thread that happens; each tensor with the 64 bytes before
    /// its elements. What callers bring along, constants of the program and what the host shares are free. A
    /// result counts until the caller drops it, also after the run.
    ///
    /// A kernel that asks for more fails with code
    /// [`ResourceExhausted`](crate::error::ErrorCode::ResourceExhausted); the message says what it asked for,
    /// what was in use and the limit. Engines free values at different moments, so under a limit they may
    /// differ in which op fails, and in nothing else.
    pub fn memory_limit(self, bytes: usize) -> Self {
        Self { limit: Some(bytes), ..self }
    }

    /// Sets where the run's tensors are allocated.
    pub fn allocator(mut self, allocator: Arc<dyn HostAllocator>) -> Self {
        self.own.allocator = Some(allocator);
        self
    }

    /// Sets the sink of the output of the run's kernels (whole lines, newline included).
    pub fn output(mut self, sink: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.own.output = Some(Arc::new(sink));
        self
    }

    /// Sets the queue of the run's tasks. The host neither waits for it nor shuts it down: its holder does
    /// that, after the run. [`HostHandle::block_on`] and [`HostHandle::quiesce`] are about the host's queue,
    /// [`RequestContext::await_all`] about this one. What devices complete goes to the host's.
    ///
    /// A run that is not to use other threads has an [`InlineQueue`](crate::queue::InlineQueue).
    pub fn queue(mut self, queue: Arc<dyn WorkQueue>) -> Self {
        self.own.queue = Some(self.host.queue_of_run(queue));
        self
    }

    /// Limits the run to devices of these names, of those that the host has.
    pub fn devices<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.own.devices = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Makes the run.
    #[must_use]
    pub fn build(self) -> RequestContext {
        let Self { host, mut own, limit } = self;
        if let Some(limit) = limit {
            let memory = own.allocator.unwrap_or_else(|| Arc::clone(host.allocator()));
            own.allocator = Some(Arc::new(LimitedAllocator::new(memory, limit)));
        }
        host.run_with(own)
    }
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Own")
            .field("queue", &self.queue)
            .field("allocator", &self.allocator)
            .field("devices", &self.devices)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for RequestBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestBuilder")
            .field("own", &self.own)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}
