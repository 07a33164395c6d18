//! What a context is to all that belongs to it: the driver's object, and whether it is lost.

use crate::device::Device;
use crate::error::{CudaError, ErrorClass};
use crate::launches::{Launches, NO_STREAM};
use crate::raw::{self, ContextHandle};
use crate::table::Table;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// A context of the driver. Released when it is dropped, unless it is lost.
pub(crate) struct Core {
    pub(crate) device: Device,
    handle: ContextHandle,
    is_primary: bool,
    /// The error that lost the context. Set once; no call is made after that.
    lost: OnceLock<CudaError>,
    /// Calls of drops that have failed.
    failed_drops: AtomicU64,
    /// What its streams were given last.
    pub(crate) launches: Launches,
}

impl Core {
    pub(crate) fn primary(device: &Device) -> Result<Self, CudaError> {
        let handle = raw::retain_primary(device.driver().table(), device.handle())?;
        Ok(Self::of(device, handle, true))
    }

    pub(crate) fn create(device: &Device) -> Result<Self, CudaError> {
        let handle = raw::create_context(device.driver().table(), device.handle())?;
        Ok(Self::of(device, handle, false))
    }

    fn of(device: &Device, handle: ContextHandle, is_primary: bool) -> Self {
        let (device, lost) = (device.clone(), OnceLock::new());
        let (failed_drops, launches) = (AtomicU64::new(0), Launches::new());
        Self { device, handle, is_primary, lost, failed_drops, launches }
    }

    pub(crate) fn health(&self) -> Result<(), CudaError> {
        self.lost.get().map_or(Ok(()), |error| Err(error.clone()))
    }

    /// The error is the end of the context, unless another was; returns the one that is.
    pub(crate) fn lose(&self, error: CudaError) -> CudaError {
        self.lost.get_or_init(|| error.into_lost()).clone()
    }

    pub(crate) fn failed_drops(&self) -> u64 {
        self.failed_drops.load(Ordering::Relaxed)
    }

    /// Calls the driver with this as the thread's context. An error that loses the context is the last one.
    pub(crate) fn call<T>(
        &self,
        call: impl FnOnce(&Table) -> Result<T, CudaError>,
    ) -> Result<T, CudaError> {
        self.call_of_stream(NO_STREAM, call)
    }

    /// The same for a call that is about a stream: an error that loses the context names the stream's last launches.
    pub(crate) fn call_of_stream<T>(
        &self,
        stream: u32,
        call: impl FnOnce(&Table) -> Result<T, CudaError>,
    ) -> Result<T, CudaError> {
        self.health()?;
        let table = self.device.driver().table();
        let result = raw::bind(table, self.handle).and_then(|()| call(table));
        result.map_err(|error| match error.class() {
            ErrorClass::Lost => self.lose(self.launches.explain(stream, error)),
            _ => error,
        })
    }

    /// A call that acts on the whole context: it waits until no capture is open.
    pub(crate) fn call_alone<T>(
        &self,
        call: impl FnOnce(&Table) -> Result<T, CudaError>,
    ) -> Result<T, CudaError> {
        self.health()?;
        self.device.driver().gate().alone(|| self.call(call))
    }

    /// The same in a drop, which does not wait: if a capture is open, the call is made after it.
    pub(crate) fn call_alone_in_drop(
        self: &Arc<Self>,
        call: impl FnOnce(&Table) -> Result<(), CudaError> + Send + 'static,
    ) {
        let core = Arc::clone(self);
        self.device.driver().gate().alone_in_drop(move || core.call_in_drop(call));
    }

    /// A call of a drop: nothing is done in a lost context, and a failure is only counted.
    pub(crate) fn call_in_drop(&self, call: impl FnOnce(&Table) -> Result<(), CudaError>) {
        if self.health().is_ok() && self.call(call).is_err() {
            self.count_failed_drop();
        }
    }

    pub(crate) fn count_failed_drop(&self) {
        self.failed_drops.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        if self.health().is_err() {
            // The driver keeps what is left of it until the process ends.
            return;
        }
        let table = self.device.driver().table();
        // An error changes nothing: nobody has the context any more.
        let _ = if self.is_primary {
            raw::release_primary(table, self.device.handle())
        } else {
            raw::destroy_context(table, self.handle)
        };
    }
}
