//! Captures: streams note what they are given, instead of doing it.
//!
//! A capture begins on a stream of its own. A stream that waits for an event that was recorded in a capture takes part
//! in it from then on, until it ends. What streams in a capture are given is *held*: it stays as long as the graph.
//!
//! # What is freed meanwhile
//!
//! Freeing memory records events on the streams that used it, which on a stream in a capture would become part of the
//! graph. So what such streams used before is freed after the capture ([`Captures::act_or_postpone`]).
//!
//! # Who may touch what
//!
//! Streams enter and leave captures under the lock, and memory is freed under it: so no stream enters a capture while
//! events are recorded on it. A call that gives a stream work only reads the mask. A stream that takes part in a
//! capture must not be given anything by others while it enters or leaves.

use crate::error::CudaError;
use crate::raw::GraphHandle;
use parking_lot::Mutex;
use std::any::Any;
use std::collections::HashSet;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The captures of a context.
#[derive(Default)]
pub(crate) struct Captures {
    /// The bits of all streams that are in one: changed under the lock.
    mask: AtomicU64,
    open: Mutex<Vec<Open>>,
}

/// A capture that has not ended.
struct Open {
    recording: Arc<Recording>,
    /// The bits of the streams that are in it, and the streams, which stay until it ends.
    bits: u64,
    streams: Vec<Arc<dyn Any + Send + Sync>>,
}

/// What a capture knows.
pub(crate) struct Recording {
    number: u64,
    holding: Mutex<Holding>,
    /// What is done when it has ended.
    after: Mutex<Vec<Box<dyn FnOnce() + Send>>>,
}

/// The number of the last capture. Zero is none.
static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// Something that a graph holds.
pub(crate) trait Kept: Send + Sync {
    /// Notes that streams use it.
    fn note_use(&self, bits: u64);

    /// Adds the addresses and the bytes of its memory.
    fn add_ranges(&self, _ranges: &mut Vec<(u64, usize)>) {}
}

/// What a graph holds, while it is collected.
#[derive(Default)]
pub(crate) struct Holding {
    /// What is there, by the addresses of the objects.
    seen: HashSet<usize>,
    all: HeldSet,
}

/// What a graph holds: all that its nodes touch. What a launch of the graph uses, all of it uses: so there is one mask
/// of streams, which is handed on when the graph lets go.
#[derive(Default)]
pub(crate) struct HeldSet {
    kept: Vec<Box<dyn Kept>>,
    /// The streams on which the graph was launched: as those of buffers.
    used: AtomicU64,
}

impl Holding {
    /// Holds something, unless it is held: that which has its address.
    pub(crate) fn keep<K: Kept + 'static>(
        &mut self,
        address: usize,
        keep: impl FnOnce() -> Result<K, CudaError>,
    ) -> Result<(), CudaError> {
        if !self.seen.contains(&address) {
            self.all.kept.push(Box::new(keep()?));
            self.seen.insert(address);
        }
        Ok(())
    }

    /// Holds what another graph holds.
    pub(crate) fn graph(&mut self, held: &Arc<HeldSet>) {
        if self.seen.insert(Arc::as_ptr(held).addr()) {
            self.all.kept.push(Box::new(Arc::clone(held)));
        }
    }

    pub(crate) fn finish(self) -> Arc<HeldSet> {
        Arc::new(self.all)
    }
}

impl HeldSet {
    /// What the graph touches.
    pub(crate) fn ranges(&self) -> Vec<(u64, usize)> {
        let mut ranges = Vec::new();
        self.kept.iter().for_each(|kept| kept.add_ranges(&mut ranges));
        ranges
    }
}

impl Kept for Arc<HeldSet> {
    fn note_use(&self, bits: u64) {
        if self.used.load(Ordering::Relaxed) & bits != bits {
            self.used.fetch_or(bits, Ordering::Relaxed);
        }
    }

    fn add_ranges(&self, ranges: &mut Vec<(u64, usize)>) {
        self.kept.iter().for_each(|kept| kept.add_ranges(ranges));
    }
}

impl Drop for HeldSet {
    fn drop(&mut self) {
        let bits = *self.used.get_mut();
        self.kept.iter().for_each(|kept| kept.note_use(bits));
    }
}

impl Recording {
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Changes what the graph will hold.
    pub(crate) fn hold<T>(&self, change: impl FnOnce(&mut Holding) -> T) -> T {
        change(&mut self.holding.lock())
    }
}

impl Captures {
    /// The capture that the stream of that bit is in.
    pub(crate) fn recording(&self, bit: u32) -> Option<Arc<Recording>> {
        if self.mask.load(Ordering::Relaxed) & (1 << bit) == 0 {
            return None;
        }
        let open = self.open.lock();
        open.iter().find(|it| it.bits & (1 << bit) != 0).map(|it| Arc::clone(&it.recording))
    }

    /// Begins a capture of the stream of that bit, by that call. Returns its number.
    pub(crate) fn begin(
        &self,
        bit: u32,
        stream: Arc<dyn Any + Send + Sync>,
        call: impl FnOnce() -> Result<(), CudaError>,
    ) -> Result<u64, CudaError> {
        let mut open = self.open.lock();
        call()?;
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed) + 1;
        let recording =
            Arc::new(Recording { number, holding: Mutex::default(), after: Mutex::default() });
        open.push(Open { recording, bits: 1 << bit, streams: vec![stream] });
        self.mask.fetch_or(1 << bit, Ordering::Relaxed);
        Ok(number)
    }

    /// Lets the stream of that bit wait, by that call, for an event that was recorded in a capture, and so take part in
    /// that.
    ///
    /// # Errors
    /// The call's; the capture has ended, or the stream is in another one.
    pub(crate) fn join(
        &self,
        bit: u32,
        stream: Arc<dyn Any + Send + Sync>,
        number: u64,
        wait: impl FnOnce() -> Result<(), CudaError>,
    ) -> Result<(), CudaError> {
        let bits = 1_u64 << bit;
        let mut open = self.open.lock();
        if open.iter().any(|it| it.bits & bits != 0 && it.recording.number != number) {
            return Err(CudaError::misuse("the event was not recorded in the stream's capture"));
        }
        let Some(capture) = open.iter_mut().find(|it| it.recording.number == number) else {
            return Err(CudaError::misuse("the event was recorded in a capture that has ended"));
        };
        wait()?;
        if capture.bits & bits == 0 {
            capture.bits |= bits;
            capture.streams.push(stream);
            self.mask.fetch_or(bits, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Ends a capture by that call, which leaves no stream in it: what it has noted.
    pub(crate) fn end(
        &self,
        number: u64,
        call: impl FnOnce() -> Result<GraphHandle, CudaError>,
    ) -> Result<(GraphHandle, Holding), CudaError> {
        let mut open = self.open.lock();
        let graph = call();
        let index = open.iter().position(|it| it.recording.number == number);
        let ended = index.map(|index| open.swap_remove(index));
        if let Some(capture) = &ended {
            self.mask.fetch_and(!capture.bits, Ordering::Relaxed);
        }
        drop(open);
        let mut holding = Holding::default();
        if let Some(Open { recording, streams, .. }) = ended {
            for after in mem::take(&mut *recording.after.lock()) {
                after();
            }
            holding = mem::take(&mut *recording.holding.lock());
            drop(streams);
        }
        Ok((graph?, holding))
    }

    /// Does something that concerns the streams of these bits, if none of them is in a capture. Otherwise it is made
    /// into a function that is called when that capture has ended, and which asks again.
    pub(crate) fn act_or_postpone<A: Fn()>(
        &self,
        bits: u64,
        act: A,
        again: impl FnOnce(A) -> Box<dyn FnOnce() + Send>,
    ) {
        let open = self.open.lock();
        match open.iter().find(|it| it.bits & bits != 0) {
            Some(capture) => capture.recording.after.lock().push(again(act)),
            None => {
                act();
                // What the function has may be the last handle of a stream, whose drop takes the lock.
                drop(open);
            }
        }
    }
}
