//! The memory of one run.

use super::places::{ALIGNMENT, Place, Places};
use crate::output::{filled_in, invalid};
use parking_lot::Mutex;
use smallvec::SmallVec;
use std::fmt;
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use tfrt_bef::Attribute;
use tfrt_host::alloc::{AllocError, HostAllocator, SystemAllocator};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel::{Dense, FromAttribute, KernelType};
use tfrt_tensor::{DType, HostBuffer, Tensor, TensorError};

/// The memories of runs of a program that have ended, which its next runs take, whatever their sizes, and
/// tensors of outputs that nobody else has any more. No other program ever sees them.
///
/// Thread-safe; a clone is the same pool.
#[derive(Clone, Default)]
pub struct Pool(Arc<Mutex<Free>>);

/// What no run has.
#[derive(Default)]
struct Free {
    /// In boxes, so that a run is small: values of some size are made without an allocation.
    #[expect(clippy::vec_box, reason = "runs have boxes, which would be allocated anew each time")]
    memories: Vec<Box<Memory>>,
    /// Those of runs that [lend](Run::lending) them, the newest last. Others may have them still.
    outputs: Vec<Tensor>,
}

/// The most tensors of outputs that a pool keeps.
const MOST_OUTPUTS: usize = 16;

impl Pool {
    /// Frees what no run has.
    pub fn trim(&self) {
        // It is freed behind the lock.
        drop(mem::take(&mut *self.0.lock()));
    }

    /// Keeps an output, for a run after all others have dropped it.
    fn keep(&self, output: Tensor) {
        let mut free = self.0.lock();
        let oldest = (free.outputs.len() >= MOST_OUTPUTS).then(|| free.outputs.remove(0));
        free.outputs.push(output);
        drop(free);
        drop(oldest);
    }

    /// A tensor for an output of that type, which nobody else has.
    fn output(&self, dtype: DType, shape: &[i64]) -> Option<Tensor> {
        let outputs = &mut self.0.lock().outputs;
        let at = outputs.iter_mut().rposition(|tensor| {
            let fits = tensor.dtype() == dtype && tensor.shape().dimensions() == shape;
            fits && tensor.bytes_mut().is_some()
        });
        at.map(|at| outputs.swap_remove(at))
    }

    /// A memory of at least so many bytes.
    fn take(&self, bytes: usize) -> Result<Box<Memory>, AllocError> {
        let mut free = self.0.lock();
        let memories = &mut free.memories;
        let sizes = || memories.iter().map(|memory| memory.bytes.size()).enumerate();
        let fits = sizes().filter(|(_, size)| *size >= bytes).min_by_key(|(_, size)| *size);
        if let Some((at, _)) = fits {
            return Ok(memories.swap_remove(at));
        }
        // A larger one takes the place of the largest, so that there are no more than runs at a time.
        let largest = sizes().max_by_key(|(_, size)| *size);
        let replaced = largest.map(|(at, _)| memories.swap_remove(at));
        drop(free);
        drop(replaced);
        // It outlives the run, and so would what the run's allocator counts.
        let system: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
        let bytes = HostBuffer::zeroed(bytes, ALIGNMENT, &system)?;
        Ok(Box::new(Memory { bytes, size: 0, lent: None, written: Extents::default() }))
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").finish_non_exhaustive()
    }
}

/// The attribute `bytes` of `arena.begin`: how much memory each run of the program has, and its pool.
#[derive(Clone, Debug)]
pub struct Size {
    bytes: usize,
    pool: Pool,
}

impl FromAttribute for Size {
    const KIND: &'static str = "i64";

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        let bytes = i64::from_attribute(attribute)?;
        let bytes =
            usize::try_from(bytes).map_err(|_| invalid(format!("is {bytes}, which is no size")))?;
        Ok(Self { bytes, pool: Pool::default() })
    }
}

/// The memory of one run of a program. Ops get it one after the other; when the run is over, it goes back to the
/// program, so no other program ever sees it. What an earlier run has left there cannot be read.
///
/// Thread-safe: it is an error if two ops use it at a time.
pub struct Run {
    /// Locked while an op computes. There until the run is over.
    memory: Mutex<Option<Box<Memory>>>,
    pool: Pool,
    /// Where its bytes are reserved.
    allocator: Arc<dyn HostAllocator>,
}

// With what a value has besides, the largest for which nothing is allocated.
const _: () = assert!(size_of::<Run>() <= 40);

/// Bytes, and which of them this run has written.
struct Memory {
    bytes: HostBuffer,
    /// How many of them are the run's.
    size: usize,
    /// How many bytes of outputs it has reserved, if these are the pool's.
    lent: Option<usize>,
    written: Extents,
}

impl Run {
    /// A new run with so many bytes of a memory of the pool, which it gives back. They count as reserved at the
    /// allocator until it is over.
    ///
    /// # Errors
    /// There is not so much memory, or the allocator does not allow it.
    pub fn begin(
        allocator: &Arc<dyn HostAllocator>,
        pool: &Pool,
        bytes: usize,
    ) -> Result<Self, KernelError> {
        let refused = |error| {
            KernelError::new(
                ErrorCode::ResourceExhausted,
                format!("Cannot allocate memory of a run: {error}"),
            )
        };
        allocator.reserve(bytes).map_err(refused)?;
        match pool.take(bytes) {
            Ok(mut memory) => {
                memory.written.0.clear();
                (memory.size, memory.lent) = (bytes, None);
                let (pool, allocator) = (pool.clone(), Arc::clone(allocator));
                Ok(Self { memory: Mutex::new(Some(memory)), pool, allocator })
            }
            Err(error) => {
                allocator.release(bytes);
                Err(refused(error))
            }
        }
    }

    /// The same run, whose outputs are the pool's: later runs write to them when nobody else has them any more. They
    /// count as reserved until the run is over, too.
    #[must_use]
    pub fn lending(mut self) -> Self {
        if let Some(memory) = self.memory.get_mut() {
            memory.lent = Some(0);
        }
        self
    }

    /// A tensor for an output; none if outputs are not the pool's. It counts as reserved until the run is over.
    ///
    /// # Errors
    /// `Cannot allocate tensor`; another op has the memory.
    pub(super) fn lend(&self, place: &Place) -> Result<Option<Tensor>, KernelError> {
        let mut memory = self.memory.try_lock().ok_or(USED)?;
        let Some(lent) = &mut memory.as_mut().ok_or(OVER)?.lent else { return Ok(None) };
        let tensor = match self.pool.output(place.dtype, &place.shape) {
            Some(tensor) => tensor,
            None => {
                // It outlives the run, as the memory does.
                let system: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
                filled_in(&system, place.dtype, &place.shape, &mut |_| Ok(()))?
            }
        };
        let bytes = tensor.bytes().len();
        self.allocator.reserve(bytes).map_err(|_| TensorError::OUT_OF_MEMORY)?;
        *lent += bytes;
        Ok(Some(tensor))
    }

    /// An output of this run as the caller has it.
    pub(super) fn lent(&self, tensor: Tensor) -> Tensor {
        self.pool.keep(tensor.clone());
        tensor
    }

    /// A new run of a program, on its own pool.
    pub(super) fn of(ctx: ExecCtx<'_>, Size { bytes, pool }: &Size) -> Result<Self, KernelError> {
        Self::begin(ctx.allocator(), pool, *bytes)
    }

    /// Calls `compute` with what an op reads, in the order of its operands, and with what it writes.
    ///
    /// # Errors
    /// Tensors and places that do not fit each other or the memory; another op has the memory; an op reads what no op
    /// of this run has written, or what it writes; those of `compute`.
    pub(super) fn compute<'a, G, R>(
        &self,
        places: &Places<G>,
        others: impl Into<Others<'a>>,
        compute: impl FnOnce(&[&[u8]], &mut [u8]) -> Result<R, KernelError>,
    ) -> Result<R, KernelError> {
        if let Some(scratch) = places.scratch() {
            return Err(invalid(format!("it needs no memory besides, such as {scratch}")));
        }
        self.compute_with(places, others, |reads, write, _| compute(reads, write))
    }

    /// The same, with the op's scratch place, of which no later op can read anything.
    ///
    /// # Errors
    /// As those of [`compute`](Self::compute); the scratch place is where the op reads or writes.
    pub(super) fn compute_with<'a, G, R>(
        &self,
        places: &Places<G>,
        others: impl Into<Others<'a>>,
        compute: impl FnOnce(&[&[u8]], &mut [u8], &mut [u8]) -> Result<R, KernelError>,
    ) -> Result<R, KernelError> {
        let Others { tensors, weights } = others.into();
        let mut memory = self.memory.try_lock().ok_or(USED)?;
        let Memory { bytes, size, written, .. } = &mut **memory.as_mut().ok_or(OVER)?;
        let size = *size;
        let bytes = bytes.get_mut().and_then(|bytes| bytes.get_mut(..size)).ok_or(OVER)?;
        let within = |place: &Place| match &place.bytes {
            Some(range) if range.end > size => {
                Err(invalid(format!("{place} is beyond the {size} bytes of the run")))
            }
            _ => Ok(()),
        };
        let own = |place: Option<&Place>| -> Result<Option<Range<usize>>, KernelError> {
            place.map_or(Ok(()), within)?;
            Ok(place.and_then(|place| place.bytes.clone()))
        };
        let write = own(places.write())?.unwrap_or_default();
        let scratch = own(places.scratch())?.unwrap_or(write.end..write.end);
        let is_first = write.start <= scratch.start;
        let (first, second) = if is_first { (&write, &scratch) } else { (&scratch, &write) };
        let gap = second.start.checked_sub(first.end).ok_or_else(|| {
            invalid(format!("'{places}': the op's scratch place overlaps what is written"))
        })?;
        let (before, rest) = bytes.split_at_mut(first.start);
        let (in_first, rest) = rest.split_at_mut(first.len());
        let (between, rest) = rest.split_at_mut(gap);
        let (in_second, behind) = rest.split_at_mut(second.len());
        let parts = [(&*before, 0), (&*between, first.end), (&*behind, second.end)];
        let mut tensors = tensors.iter();
        let mut reads = SmallVec::<[&[u8]; 8]>::new();
        let mut left: usize = weights.iter().map(|given| usize::from(given.is_some())).sum();
        for place in places.reads() {
            within(place)?;
            if let Some(number) = place.weights {
                let given = weights.get(number).copied().flatten();
                let given = given.ok_or_else(|| {
                    invalid(format!("it reads {place}, and has no such attribute"))
                })?;
                left = left.saturating_sub(1);
                reads.push(tensor(place, Some(&given.0))?);
                continue;
            }
            let Some(range) = place.bytes.clone() else {
                reads.push(tensor(place, tensors.next().copied())?);
                continue;
            };
            if !written.contains(&range) {
                return Err(invalid(format!("{place} is read, and was not written before")));
            }
            let read = parts.iter().find_map(|&(part, start)| {
                part.get(range.start.checked_sub(start)?..range.end.checked_sub(start)?)
            });
            let overlaps = || invalid(format!("{place} is read, and overlaps what is written"));
            reads.push(read.ok_or_else(overlaps)?);
        }
        if tensors.next().is_some() {
            return Err(invalid("it has more tensors than places without memory".to_owned()));
        }
        if left > 0 {
            return Err(invalid(format!("'{places}' does not name all weights that it has")));
        }
        written.remove(&scratch);
        let (own, besides) = if is_first { (in_first, in_second) } else { (in_second, in_first) };
        let computed = compute(&reads, own, besides)?;
        written.insert(write);
        Ok(computed)
    }
}

const OVER: &str = "the run is over";
const USED: &str = "another op uses the memory of the run";

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

/// What an op reads that is in no memory of the run.
#[derive(Clone, Copy)]
pub(super) struct Others<'a> {
    /// Those of the places that have neither memory nor weights, in their order.
    pub(super) tensors: &'a [&'a Tensor],
    /// The attributes, by their numbers.
    pub(super) weights: &'a [Option<&'a Weights>],
}

impl<'a> From<&'a [&'a Tensor]> for Others<'a> {
    fn from(tensors: &'a [&'a Tensor]) -> Self {
        Self { tensors, weights: &[] }
    }
}

/// An attribute `weights_0` to `weights_3` of an op: elements that it reads.
#[derive(Clone, Debug)]
pub struct Weights(Tensor);

impl FromAttribute for Weights {
    const KIND: &'static str = Dense::KIND;

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        // It lives as long as the program, and not as a run whose allocator there might be.
        let system: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
        Ok(Self(Tensor::of_constant(&Dense::from_attribute(attribute)?, &system)?))
    }

    fn check(attribute: &Attribute) -> Result<(), KernelError> {
        Dense::check(attribute)
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        if let Some(memory) = self.memory.get_mut().take() {
            self.allocator.release(memory.size + memory.lent.unwrap_or(0));
            self.pool.0.lock().memories.push(memory);
        }
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").finish_non_exhaustive()
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

    fn remove(&mut self, range: &Range<usize>) {
        if range.is_empty() {
            return;
        }
        let first = self.0.partition_point(|extent| extent.end <= range.start);
        let behind = self.0.partition_point(|extent| extent.start < range.end);
        if first == behind {
            return;
        }
        let left = self.0[first].start..range.start;
        let right = range.end..self.0[behind - 1].end;
        let rest = [left, right].into_iter().filter(|extent| !extent.is_empty());
        self.0.splice(first..behind, rest);
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
