//! The memory of one run.

use super::places::{ALIGNMENT, Place, Places};
use crate::output::invalid;
use parking_lot::Mutex;
use smallvec::SmallVec;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use tfrt_bef::Attribute;
use tfrt_host::alloc::{HostAllocator, SystemAllocator};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel::{FromAttribute, KernelType};
use tfrt_tensor::{HostBuffer, Tensor};

/// The attribute `bytes` of `arena.begin`: the memory that each run of the program has, and the memories of runs
/// that have ended, which the next ones take.
#[derive(Clone)]
pub struct Pool(Arc<Inner>);

struct Inner {
    bytes: usize,
    free: Mutex<Vec<Memory>>,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("bytes", &self.0.bytes).finish_non_exhaustive()
    }
}

impl FromAttribute for Pool {
    const KIND: &'static str = "i64";

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        let bytes = i64::from_attribute(attribute)?;
        let bytes =
            usize::try_from(bytes).map_err(|_| invalid(format!("is {bytes}, which is no size")))?;
        Ok(Self(Arc::new(Inner { bytes, free: Mutex::default() })))
    }
}

/// The memory of one run of a program. Ops get it one after the other; when the run is over, it goes back to the
/// program, so no other program ever sees it. What an earlier run has left there cannot be read.
///
/// Thread-safe: it is an error if two ops use it at a time.
pub struct Run {
    /// Locked while an op computes. There until the run is over.
    memory: Mutex<Option<Memory>>,
    pool: Pool,
    /// Where its bytes are reserved.
    allocator: Arc<dyn HostAllocator>,
}

/// Bytes, and which of them this run has written.
struct Memory {
    bytes: HostBuffer,
    written: Extents,
}

impl Run {
    /// The memory of a new run.
    ///
    /// # Errors
    /// There is not so much memory, or the run may not have it.
    pub(super) fn begin(ctx: ExecCtx<'_>, pool: &Pool) -> Result<Self, KernelError> {
        let allocator = Arc::clone(ctx.allocator());
        let size = pool.0.bytes;
        let refused = |error| {
            KernelError::new(
                ErrorCode::ResourceExhausted,
                format!("Cannot allocate memory of a run: {error}"),
            )
        };
        allocator.reserve(size).map_err(refused)?;
        let free = pool.0.free.lock().pop();
        let memory = free.map_or_else(
            || {
                // It outlives the run, and so would what the run's allocator counts.
                let system: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
                let bytes = HostBuffer::zeroed(size, ALIGNMENT, &system)?;
                Ok(Memory { bytes, written: Extents::default() })
            },
            Ok,
        );
        match memory {
            Ok(mut memory) => {
                memory.written.0.clear();
                Ok(Self { memory: Mutex::new(Some(memory)), pool: pool.clone(), allocator })
            }
            Err(error) => {
                allocator.release(size);
                Err(refused(error))
            }
        }
    }

    /// Calls `compute` with what an op reads, in the order of its operands, and with what it writes.
    ///
    /// # Errors
    /// Tensors and places that do not fit each other or the memory; another op has the memory; an op reads what no op
    /// of this run has written, or what it writes; those of `compute`.
    pub(super) fn compute<G, R>(
        &self,
        places: &Places<G>,
        tensors: &[&Tensor],
        compute: impl FnOnce(&[&[u8]], &mut [u8]) -> Result<R, KernelError>,
    ) -> Result<R, KernelError> {
        let mut memory = self.memory.try_lock().ok_or("another op uses the memory of the run")?;
        let Memory { bytes, written } = memory.as_mut().ok_or(OVER)?;
        let size = bytes.size();
        let bytes = bytes.get_mut().ok_or(OVER)?;
        let within = |place: &Place| match &place.bytes {
            Some(range) if range.end > size => {
                Err(invalid(format!("{place} is beyond the {size} bytes of the run")))
            }
            _ => Ok(()),
        };
        let write = places.write().and_then(|write| write.bytes.clone()).unwrap_or_default();
        places.write().map_or(Ok(()), within)?;
        let (before, rest) = bytes.split_at_mut(write.start);
        let (own, behind) = rest.split_at_mut(write.len());
        let mut tensors = tensors.iter();
        let mut reads = SmallVec::<[&[u8]; 4]>::new();
        for place in places.reads() {
            within(place)?;
            let Some(range) = place.bytes.clone() else {
                reads.push(tensor(place, tensors.next().copied())?);
                continue;
            };
            if !written.contains(&range) {
                return Err(invalid(format!("{place} is read, and was not written before")));
            }
            let read = if range.end <= write.start {
                before.get(range)
            } else {
                let start = range.start.checked_sub(write.end);
                start.and_then(|start| behind.get(start..start + range.len()))
            };
            let overlaps = || invalid(format!("{place} is read, and overlaps what is written"));
            reads.push(read.ok_or_else(overlaps)?);
        }
        if tensors.next().is_some() {
            return Err(invalid("it has more tensors than places without memory".to_owned()));
        }
        let computed = compute(&reads, own)?;
        written.insert(write);
        Ok(computed)
    }
}

const OVER: &str = "the run is over";

/// The elements of an operand that is no part of the memory.
fn tensor<'a>(place: &Place, tensor: Option<&'a Tensor>) -> Result<&'a [u8], KernelError> {
    let tensor = tensor
        .ok_or_else(|| invalid(format!("{place} has no memory, and there is no tensor for it")))?;
    place.in_rows()?;
    if tensor.dtype() == place.dtype && tensor.shape().dimensions() == place.shape {
        return Ok(tensor.bytes());
    }
    Err(invalid(format!("it has a tensor of type {}, expected {place}", tensor.metadata())))
}

impl Drop for Run {
    fn drop(&mut self) {
        self.pool.0.free.lock().extend(self.memory.get_mut().take());
        self.allocator.release(self.pool.0.bytes);
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").field("bytes", &self.pool.0.bytes).finish_non_exhaustive()
    }
}

impl KernelType for Run {
    const NAME: &'static str = "!arena.run";
}

/// Ranges that do not touch each other, in order.
#[derive(Default)]
struct Extents(Vec<Range<usize>>);

impl Extents {
    fn contains(&self, range: &Range<usize>) -> bool {
        let behind = self.0.partition_point(|extent| extent.start <= range.start);
        behind.checked_sub(1).is_some_and(|at| range.end <= self.0[at].end)
    }

    fn insert(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let first = self.0.partition_point(|extent| extent.end < range.start);
        let behind = self.0.partition_point(|extent| extent.start <= range.end);
        if first == behind {
            self.0.insert(first, range);
            return;
        }
        let start = range.start.min(self.0[first].start);
        let end = range.end.max(self.0[behind - 1].end);
        self.0[first] = start..end;
        self.0.drain(first + 1..behind);
    }
}
