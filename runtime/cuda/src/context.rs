//! Contexts: what everything on a device belongs to, and what is lost with it.

use crate::capture::Captures;
use crate::completion::{Completions, Entry, Release};
use crate::core::Core;
use crate::device::Device;
use crate::error::CudaError;
use crate::launches::STREAMS;
use crate::pinned::Pool;
use crate::raw::{self, EventHandle, StreamHandle};
use crate::table::Table;
use parking_lot::Mutex;
use std::any::Any;
use std::fmt;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// A context of a device: its memory, streams and code. Cheap to clone. Thread-safe.
///
/// ```
/// # use tfrt_cuda::{CudaError, Device};
/// # fn example(device: &Device) -> Result<(), CudaError> {
/// let context = device.context()?;
/// let stream = context.stream()?;
/// assert!(context.health().is_ok());
/// # drop(stream);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Context(pub(crate) Arc<Inner>);

/// The waiters of the streams of a context, without keeping the context: [`Context::activity`]. For whoever ends a
/// host. Cheap to clone. Thread-safe.
///
/// ```
/// # use tfrt_cuda::Context;
/// fn is_done(context: &Context) -> bool {
///     context.activity().quiesce_for(std::time::Duration::from_secs(1))
/// }
/// # let _ = is_done;
/// ```
#[derive(Clone)]
pub struct Activity {
    core: Weak<Core>,
    completions: Arc<Completions>,
}

impl Activity {
    /// See [`Context::quiesce`].
    #[must_use]
    pub fn quiesce(&self) -> u64 {
        self.completions.quiesce()
    }

    /// The same, for at most that time: whether everything has completed.
    #[must_use]
    pub fn quiesce_for(&self, time: Duration) -> bool {
        self.completions.quiesce_for(time)
    }

    /// See [`Context::abandon`].
    pub fn abandon(&self, error: CudaError) {
        if let Some(core) = self.core.upgrade() {
            core.lose(error);
        }
    }

    /// Whether both are of the same context.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.completions, &other.completions)
    }

    /// Whether nothing of the context is left.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.core.strong_count() == 0
    }
}

impl fmt::Debug for Activity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Activity").field("is_over", &self.is_over()).finish_non_exhaustive()
    }
}

/// Whether a context can be used: the error with which it was lost, if not.
pub type Health = Result<(), CudaError>;

pub(crate) struct Inner {
    core: Arc<Core>,
    /// The streams, by the bit that buffers have of them.
    slots: Mutex<[Slot; STREAMS]>,
    pub(crate) captures: Captures,
    pub(crate) completions: Arc<Completions>,
    pub(crate) pinned: Arc<Pool>,
    /// The allocator that [`Context::allocator`] gives.
    pub(crate) allocator: Mutex<Option<Weak<dyn Any + Send + Sync>>>,
}

/// What a bit of a buffer stands for.
#[derive(Clone, Copy)]
enum Slot {
    Free,
    Stream(StreamHandle),
    /// The stream is gone; this event passes when its work is done.
    Gone(EventHandle),
}

impl Device {
    /// The context that everything in the process shares that asks for it.
    ///
    /// # Errors
    /// The driver's.
    pub fn context(&self) -> Result<Context, CudaError> {
        Core::primary(self).map(Context::of)
    }

    /// A context of its own, whose failures are no others'.
    ///
    /// # Errors
    /// The driver's.
    pub fn create_context(&self) -> Result<Context, CudaError> {
        Core::create(self).map(Context::of)
    }
}

impl Context {
    fn of(core: Core) -> Self {
        Self(Arc::new(Inner {
            core: Arc::new(core),
            slots: Mutex::new([Slot::Free; STREAMS]),
            captures: Captures::default(),
            completions: Arc::default(),
            pinned: Arc::default(),
            allocator: Mutex::new(None),
        }))
    }

    /// The device.
    #[must_use]
    pub fn device(&self) -> &Device {
        &self.0.core.device
    }

    /// Whether it can be used.
    ///
    /// # Errors
    /// The error with which it was lost. Only a new process can use the device again.
    pub fn health(&self) -> Health {
        self.0.core.health()
    }

    /// The bytes of the device that are free, and all.
    ///
    /// # Errors
    /// The driver's.
    pub fn free_memory(&self) -> Result<(usize, usize), CudaError> {
        self.call(raw::memory)
    }

    /// Gives the context up, as if the device had failed: all waiters get the error. What is on the device
    /// is not freed.
    pub fn abandon(&self, error: CudaError) {
        self.0.core.lose(error);
    }

    /// Waits until everything that was given to its streams through this crate and is waited for has completed, or the
    /// context is lost. Returns how much that has been so far.
    #[must_use]
    pub fn quiesce(&self) -> u64 {
        self.0.completions.quiesce()
    }

    /// Runs a function that waits for others, such as the peers of a collective, on a thread of its own.
    /// [`quiesce`](Self::quiesce) waits for it, too.
    ///
    /// ```
    /// # use tfrt_cuda::{CclHandle, Context, CudaError, Stream};
    /// fn meet(context: &Context, peer: CclHandle, stream: Stream) -> Result<(), CudaError> {
    ///     context.run_apart(move || {
    ///         let met = peer.execute(&stream);
    ///         # let _ = met;
    ///     })
    /// }
    /// # let _ = meet;
    /// ```
    ///
    /// # Errors
    /// The system gives no thread. The function is then dropped.
    pub fn run_apart(&self, work: impl FnOnce() + Send + 'static) -> Result<(), CudaError> {
        self.0.completions.run_apart(work)
    }

    /// How many calls of drops have failed. Drops cannot give errors.
    #[must_use]
    pub fn failed_drops(&self) -> u64 {
        self.0.core.failed_drops()
    }

    /// The waiters of its streams.
    #[must_use]
    pub fn activity(&self) -> Activity {
        let completions = Arc::clone(&self.0.completions);
        Activity { core: Arc::downgrade(self.core()), completions }
    }

    /// Whether both are the same.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.0.core
    }

    /// See [`Core::call`].
    pub(crate) fn call<T>(
        &self,
        call: impl FnOnce(&Table) -> Result<T, CudaError>,
    ) -> Result<T, CudaError> {
        self.0.core.call(call)
    }

    /// See [`Core::call_in_drop`].
    pub(crate) fn call_in_drop(&self, call: impl FnOnce(&Table) -> Result<(), CudaError>) {
        self.0.core.call_in_drop(call);
    }

    /// A bit for a stream that is made now.
    pub(crate) fn add_stream(&self, stream: StreamHandle) -> Result<u32, CudaError> {
        let mut slots = self.0.slots.lock();
        for (bit, slot) in slots.iter_mut().enumerate() {
            if let Slot::Gone(event) = *slot
                && self.call(|table| raw::query_event(table, event)).is_ok()
            {
                self.call_in_drop(|table| raw::destroy_event(table, event));
                *slot = Slot::Free;
            }
            if let Slot::Free = slot {
                *slot = Slot::Stream(stream);
                let bit = u32::try_from(bit).unwrap_or(0);
                self.core().launches.begin(bit);
                return Ok(bit);
            }
        }
        Err(CudaError::exhausted(format!("a context has at most {STREAMS} streams")))
    }

    /// The stream is destroyed: its work may not be done.
    pub(crate) fn remove_stream(&self, bit: u32, stream: StreamHandle) {
        let mut slots = self.0.slots.lock();
        let Some(slot) = slots.get_mut(bit as usize) else { return };
        *slot = Slot::Free;
        self.call_in_drop(|table| {
            *slot = Slot::Gone(event_of(table, stream)?);
            Ok(())
        });
    }

    /// Keeps something until the streams of a set have done what they have been given so far.
    pub(crate) fn keep_for_streams(&self, bits: u64, kept: Arc<dyn Any + Send + Sync>) {
        let context = self.clone();
        self.after_captures(bits, move || context.keep_for_events(bits, &kept));
    }

    /// Does something that concerns the streams of a set, when none of them is in a capture: now, or when that ends.
    pub(crate) fn after_captures(&self, bits: u64, act: impl Fn() + Send + 'static) {
        let context = self.clone();
        self.0.captures.act_or_postpone(bits, act, move |act| {
            Box::new(move || context.after_captures(bits, act))
        });
    }

    fn keep_for_events(&self, mut bits: u64, kept: &Arc<dyn Any + Send + Sync>) {
        let slots = self.0.slots.lock();
        while bits != 0 {
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            let slot = slots.get(bit as usize).copied().unwrap_or(Slot::Free);
            let event = match slot {
                Slot::Free => continue,
                Slot::Stream(stream) => self.call(|table| event_of(table, stream)),
                Slot::Gone(event) => self.call(|table| {
                    let stream = raw::create_stream(table)?;
                    let event = raw::wait_event(table, stream, event)
                        .and_then(|()| event_of(table, stream));
                    raw::destroy_stream(table, stream)?;
                    event
                }),
            };
            let added = event.and_then(|event| {
                let kept = Arc::clone(kept);
                let release: Release = Box::new(move |told| match told {
                    Ok(()) => drop(kept),
                    Err(_) => stays(kept),
                });
                let entry = Entry { event, release: Some(release), tell: None };
                self.0.completions.add(self.core(), bit, entry)
            });
            if added.is_err() {
                self.core().count_failed_drop();
                stays(Arc::clone(kept));
            }
        }
    }

    /// Lets a stream wait for what others of a set have been given so far.
    pub(crate) fn wait_for_streams(
        &self,
        stream: StreamHandle,
        mut bits: u64,
    ) -> Result<(), CudaError> {
        let slots = self.0.slots.lock();
        while bits != 0 {
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            match slots.get(bit as usize) {
                None | Some(Slot::Free) => {}
                Some(&Slot::Gone(event)) => {
                    self.call(|table| raw::wait_event(table, stream, event))?;
                }
                Some(&Slot::Stream(other)) => self.call(|table| {
                    let event = raw::create_event(table)?;
                    let waits = raw::record(table, event, other)
                        .and_then(|()| raw::wait_event(table, stream, event));
                    // Its waiters keep it.
                    let destroyed = raw::destroy_event(table, event);
                    waits.and(destroyed)
                })?,
            }
        }
        Ok(())
    }
}

/// An event that is recorded now.
fn event_of(table: &Table, stream: StreamHandle) -> Result<EventHandle, CudaError> {
    let event = raw::create_event(table)?;
    match raw::record(table, event, stream) {
        Ok(()) => Ok(event),
        Err(error) => {
            raw::destroy_event(table, event)?;
            Err(error)
        }
    }
}

/// Nobody knows when the device is done with it.
fn stays(kept: Arc<dyn Any + Send + Sync>) {
    Box::leak(Box::new(kept));
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.completions.close();
        self.pinned.clear(&self.core);
        for slot in self.slots.get_mut() {
            if let Slot::Gone(event) = *slot {
                self.core.call_in_drop(|table| raw::destroy_event(table, event));
            }
        }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("device", self.device()).finish_non_exhaustive()
    }
}
