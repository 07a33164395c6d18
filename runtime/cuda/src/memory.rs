//! Memory of a device: allocators, and buffers that are freed in the order of streams.
//!
//! # When memory is freed
//!
//! A buffer has a home stream, on which it was allocated, and a bit for each stream that used it. The last handle may
//! be dropped at any moment. Every use was given to its stream before that, so: if only the home stream used it, it is
//! freed there, after its uses. Otherwise the home stream is first let wait for what the others have been given so far.

use crate::capture::{Holding, Kept};
use crate::context::Context;
use crate::error::{CudaError, ErrorClass};
use crate::module::Module;
use crate::pinned::Block;
use crate::raw::{self, PoolHandle};
use crate::registered::{HostMemory, Registered};
use crate::stream::Stream;
use parking_lot::Mutex;
use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// Allocates memory of a context's device, out of a pool of its own. Cheap to clone. Thread-safe.
///
/// ```
/// # use tfrt_cuda::{Allocator, Context, CudaError};
/// fn example(context: &Context) -> Result<(), CudaError> {
///     let stream = context.stream()?;
///     let allocator = Allocator::new(context, Some(1 << 20))?;
///     let buffer = allocator.allocate(&stream, 1000)?;
///     assert_eq!((buffer.size(), allocator.usage().in_use), (1000, 1000));
///     assert!(allocator.allocate(&stream, 1 << 20).is_err()); // beyond the limit
///     Ok(())
/// }
/// # let _ = example;
/// ```
#[derive(Clone)]
pub struct Allocator(Arc<AllocatorInner>);

struct AllocatorInner {
    context: Context,
    pool: PoolHandle,
    limit: Option<u64>,
    usage: Mutex<Usage>,
}

/// What an allocator has given.
///
/// ```
/// assert_eq!(tfrt_cuda::Usage::default().in_use, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The bytes of buffers that are there, and of those that the driver did not take back.
    pub in_use: u64,
    /// The most bytes that were there at a time.
    pub peak: u64,
    /// The buffers so far.
    pub count: u64,
}

/// Memory of a device, or a part of it. Cheap to clone. Thread-safe.
///
/// Its content belongs to the device: what streams do with it is ordered by streams and events.
///
/// ```
/// # use tfrt_cuda::{Buffer, CudaError};
/// fn halves(buffer: &Buffer) -> Result<(Buffer, Buffer), CudaError> {
///     let half = buffer.size() / 2;
///     Ok((buffer.view(0, half)?, buffer.view(half, buffer.size() - half)?))
/// }
/// # let _ = halves;
/// ```
#[derive(Clone)]
pub struct Buffer {
    memory: Arc<Memory>,
    offset: usize,
    size: usize,
}

struct Memory {
    address: u64,
    size: usize,
    /// The streams that used it.
    ///
    /// Set by whoever gives a stream something, before the last handle is dropped; read by that drop, which the
    /// count of handles orders after it. So no access needs an order of its own.
    used: AtomicU64,
    /// How many graphs hold it, or [`DEALLOCATED`].
    ///
    /// Who holds it and who deallocates it agree by this number alone.
    graphs: AtomicU32,
    owner: Owner,
}

/// Whose the memory is.
enum Owner {
    /// An allocator's, freed on that stream.
    Allocator(Allocator, Stream),
    /// A module's, with which it lives.
    Module(Module),
    /// The host's, which the device reaches at once.
    Pinned(Context, Arc<Block>),
    /// The host's own, with a copy that the device reaches at once.
    Registered(Context, Arc<Registered>),
}

/// It was given back although there are handles.
const DEALLOCATED: u32 = u32::MAX;

/// Memory that a graph holds: it cannot be deallocated.
struct Held(Arc<Memory>);

/// How long an allocation that finds no memory waits for memory that is being freed.
const WAIT_FOR_FREES: Duration = Duration::from_millis(100);

impl Allocator {
    /// An allocator that gives at most so many bytes at a time.
    ///
    /// # Errors
    /// The driver's.
    pub fn new(context: &Context, limit: Option<u64>) -> Result<Self, CudaError> {
        let device = context.device().handle();
        let pool = context.call(|table| raw::create_pool(table, device))?;
        let usage = Mutex::default();
        Ok(Self(Arc::new(AllocatorInner { context: context.clone(), pool, limit, usage })))
    }

    /// The context.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.0.context
    }

    /// What it has given.
    #[must_use]
    pub fn usage(&self) -> Usage {
        *self.0.usage.lock()
    }

    /// The bytes that its pool holds, of which some may be free.
    ///
    /// # Errors
    /// The driver's.
    pub fn reserved(&self) -> Result<u64, CudaError> {
        self.0.context.call(|table| raw::pool_reserved(table, self.0.pool))
    }

    /// So many bytes, whose content is undefined. Their home is the stream: another one that uses them must wait for
    /// it once. No bytes are a buffer without memory.
    ///
    /// # Errors
    /// The driver's; a stream of another context; `ResourceExhausted` beyond the limit or the device's memory.
    pub fn allocate(&self, stream: &Stream, size: usize) -> Result<Buffer, CudaError> {
        stream.check_context(&self.0.context, "allocator")?;
        stream.check_not_captured("allocate memory")?;
        self.take(size)?;
        let address = if size == 0 { Ok(0) } else { self.find(stream, size) };
        let address = address.inspect_err(|_| self.give(size))?;
        let owner = Owner::Allocator(self.clone(), stream.clone());
        Ok(Buffer::of(address, size, owner))
    }

    fn find(&self, stream: &Stream, size: usize) -> Result<u64, CudaError> {
        let pool = self.0.pool;
        let allocate = || stream.call(|table, stream| raw::allocate(table, size, pool, stream));
        match allocate() {
            Err(error) if error.is_out_of_memory() => {}
            found => return found,
        }
        // Memory that is being freed is not free before its stream has come so far.
        let begin = Instant::now();
        while begin.elapsed() < WAIT_FOR_FREES && !stream.is_idle()? {
            thread::sleep(Duration::from_millis(1));
        }
        self.0.context.core().call_alone(|table| raw::trim_pool(table, pool))?;
        allocate()
            .map_err(|error| if error.is_out_of_memory() { self.exhausted(size) } else { error })
    }

    /// There is no memory: what was asked, and what there is.
    fn exhausted(&self, size: usize) -> CudaError {
        // What was asked for is counted already.
        let in_use = self.usage().in_use.saturating_sub(size as u64);
        let mut message = format!("no memory on the device for {size} bytes; {in_use} in use");
        if let Ok(reserved) = self.reserved() {
            message += &format!(", {reserved} reserved");
        }
        if let Ok((free, total)) = self.0.context.free_memory() {
            message += &format!(", {free} of {total} free");
        }
        CudaError::exhausted(message)
    }

    fn take(&self, size: usize) -> Result<(), CudaError> {
        let mut usage = self.0.usage.lock();
        let in_use = usage.in_use.saturating_add(size as u64);
        if let Some(limit) = self.0.limit
            && in_use > limit
        {
            return Err(CudaError::exhausted(format!(
                "{size} bytes exceed the allocator's limit: {} in use of {limit}",
                usage.in_use
            )));
        }
        usage.in_use = in_use;
        usage.peak = usage.peak.max(in_use);
        usage.count += 1;
        Ok(())
    }

    fn give(&self, size: usize) {
        let mut usage = self.0.usage.lock();
        usage.in_use = usage.in_use.saturating_sub(size as u64);
    }
}

impl Context {
    /// The allocator of the context, without a limit.
    ///
    /// # Errors
    /// The driver's.
    pub fn allocator(&self) -> Result<Allocator, CudaError> {
        let mut kept = self.0.allocator.lock();
        let known = kept.as_ref().and_then(Weak::upgrade);
        if let Some(Ok(inner)) = known.map(Arc::downcast::<AllocatorInner>) {
            return Ok(Allocator(inner));
        }
        let allocator = Allocator::new(self, None)?;
        let inner: Arc<dyn Any + Send + Sync> = Arc::<AllocatorInner>::clone(&allocator.0);
        *kept = Some(Arc::downgrade(&inner));
        Ok(allocator)
    }
}

impl Context {
    /// So many bytes of the host's memory that the device reaches at once: to copy from and to, or to read by
    /// [`Buffer::load`]. Their content is undefined. They are kept for the next who asks.
    ///
    /// # Errors
    /// The driver's.
    pub fn allocate_host(&self, size: usize) -> Result<Buffer, CudaError> {
        let block = Arc::new(self.0.pinned.take(self.core(), size.max(1))?);
        let address = raw::host_address(block.place());
        Ok(Buffer::of(address, size, Owner::Pinned(self.clone(), block)))
    }
}

impl Context {
    /// A buffer that is the host's memory, as devices see it: they read what it is when a stream is given work that uses
    /// it, and what they write is there when that is done.
    ///
    /// # Errors
    /// The driver's.
    pub fn register(&self, host: Arc<dyn HostMemory>) -> Result<Buffer, CudaError> {
        let size = host.size();
        let block = Arc::new(self.0.pinned.take(self.core(), size.max(1))?);
        let address = raw::host_address(block.place());
        let registered = Registered::new(self.core(), host, size, block);
        Ok(Buffer::of(address, size, Owner::Registered(self.clone(), registered)))
    }
}

impl Module {
    /// The global of that name.
    ///
    /// # Errors
    /// There is none; the driver's.
    pub fn global(&self, name: &str) -> Result<Buffer, CudaError> {
        let (address, size) = self.find_global(name)?;
        let owner = Owner::Module(self.clone());
        Ok(Buffer::of(address, size, owner))
    }
}

impl Buffer {
    fn of(address: u64, size: usize, owner: Owner) -> Self {
        let (used, graphs) = (AtomicU64::new(0), AtomicU32::new(0));
        let memory = Arc::new(Memory { address, size, used, graphs, owner });
        Self { memory, offset: 0, size }
    }

    /// The bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Where it begins, in the device's addresses.
    #[must_use]
    pub fn address(&self) -> u64 {
        self.memory.address + self.offset as u64
    }

    /// The context.
    #[must_use]
    pub fn context(&self) -> &Context {
        match &self.memory.owner {
            Owner::Allocator(allocator, _) => allocator.context(),
            Owner::Module(module) => module.context(),
            Owner::Pinned(context, _) | Owner::Registered(context, _) => context,
        }
    }

    /// A part of it, which keeps the whole.
    ///
    /// # Errors
    /// `buffer size (N) is smaller than offset (O) plus size (S)`.
    pub fn view(&self, offset: usize, size: usize) -> Result<Self, CudaError> {
        if offset.checked_add(size).is_none_or(|end| end > self.size) {
            return Err(CudaError::misuse(format!(
                "buffer size ({}) is smaller than offset ({offset}) plus size ({size})",
                self.size
            )));
        }
        Ok(Self { memory: Arc::clone(&self.memory), offset: self.offset + offset, size })
    }

    /// Reads bytes of a buffer of the host's memory ([`Context::allocate_host`]). A stream that writes them must have
    /// come so far; otherwise some are old.
    ///
    /// # Errors
    /// The memory is the device's, or there are not so many bytes.
    pub fn load(&self, offset: usize, bytes: &mut [u8]) -> Result<(), CudaError> {
        let part = self.view(offset, bytes.len())?;
        match &part.memory.owner {
            Owner::Pinned(_, block) => block.load(part.offset, bytes),
            Owner::Registered(_, registered) => registered.load(part.offset, bytes)?,
            Owner::Allocator(..) | Owner::Module(_) => {
                let message = "the buffer is in memory that the host does not reach";
                return Err(CudaError::misuse(message));
            }
        }
        Ok(())
    }

    /// Gives the memory back when the stream has come so far, although there are handles of it: what uses one from
    /// now on is refused. Memory of a module stays.
    ///
    /// # Errors
    /// The driver's; a stream of another context; it was deallocated before; a graph holds it.
    pub fn deallocate(&self, stream: &Stream) -> Result<(), CudaError> {
        stream.check_context(self.context(), "buffer")?;
        stream.check_not_captured("free memory")?;
        let graphs = &self.memory.graphs;
        match graphs.compare_exchange(0, DEALLOCATED, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => {}
            Err(DEALLOCATED) => return Err(Self::gone()),
            Err(_) => return Err(CudaError::misuse("a graph holds the buffer")),
        }
        let Owner::Allocator(allocator, _) = &self.memory.owner else { return Ok(()) };
        let users = self.memory.used.load(Ordering::Relaxed) | self.memory.home();
        self.context().wait_for_streams(stream.handle(), users & !(1_u64 << stream.bit()))?;
        if self.memory.size > 0 {
            stream.call(|table, stream| raw::free(table, self.memory.address, stream))?;
        }
        allocator.give(self.memory.size);
        Ok(())
    }

    fn gone() -> CudaError {
        CudaError::misuse("the buffer was deallocated")
    }

    /// Its registered memory, if it is that.
    pub(crate) fn registered(&self) -> Option<&Arc<Registered>> {
        match &self.memory.owner {
            Owner::Registered(_, registered) => Some(registered),
            _ => None,
        }
    }

    /// Notes that a stream uses it.
    ///
    /// # Errors
    /// It was deallocated.
    pub(crate) fn note_use(&self, bit: u32) -> Result<(), CudaError> {
        if self.memory.graphs.load(Ordering::Acquire) == DEALLOCATED {
            return Err(Self::gone());
        }
        let bit = 1_u64 << bit;
        if self.memory.used.load(Ordering::Relaxed) & bit == 0 {
            self.memory.used.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(())
    }
}

impl Buffer {
    /// Lets a graph hold its memory.
    ///
    /// # Errors
    /// It was deallocated.
    pub(crate) fn hold(&self, holding: &mut Holding) -> Result<(), CudaError> {
        if self.registered().is_some() {
            // It would be used at times of which nobody knows.
            return Err(CudaError::misuse("a graph cannot use registered memory"));
        }
        holding.keep(Arc::as_ptr(&self.memory).addr(), || self.held())
    }

    fn held(&self) -> Result<Held, CudaError> {
        // So many graphs that their number would say something else do not fit into memory.
        let more = |graphs: u32| graphs.checked_add(1);
        let held = self.memory.graphs.fetch_update(Ordering::AcqRel, Ordering::Acquire, more);
        held.map(|_| Held(Arc::clone(&self.memory))).map_err(|_| Self::gone())
    }
}

impl Kept for Held {
    fn note_use(&self, bits: u64) {
        self.0.used.fetch_or(bits, Ordering::Relaxed);
    }

    fn add_ranges(&self, ranges: &mut Vec<(u64, usize)>) {
        ranges.push((self.0.address, self.0.size));
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.graphs.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Memory {
    /// The bit of the stream on which it was allocated.
    fn home(&self) -> u64 {
        match &self.owner {
            Owner::Allocator(_, home) => 1 << home.bit(),
            Owner::Module(_) | Owner::Pinned(..) | Owner::Registered(..) => 0,
        }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let (allocator, home) = match &self.owner {
            Owner::Allocator(allocator, home) => (allocator, home),
            Owner::Module(module) => return module.note_use(*self.used.get_mut()),
            Owner::Pinned(context, block) => {
                // Streams use it until they have come so far.
                let block: Arc<dyn Any + Send + Sync> = Arc::<Block>::clone(block);
                return context.keep_for_streams(*self.used.get_mut(), block);
            }
            // Each piece of work that uses it keeps it.
            Owner::Registered(..) => return,
        };
        if *self.graphs.get_mut() == DEALLOCATED {
            return;
        }
        let (allocator, home) = (allocator.clone(), home.clone());
        let (address, size, used) = (self.address, self.size, *self.used.get_mut());
        let home_bit = 1_u64 << home.bit();
        let context = allocator.context().clone();
        context.after_captures(used | home_bit, move || {
            let mut stays = false;
            if size > 0 {
                let context = allocator.context();
                // If the stream cannot wait for others that may use the memory, it stays, and is in use.
                context.call_in_drop(|table| {
                    let freed = context
                        .wait_for_streams(home.handle(), used & !home_bit)
                        .and_then(|()| raw::free(table, address, home.handle()));
                    stays = freed.as_ref().is_err_and(|error| error.class() != ErrorClass::Lost);
                    freed
                });
            }
            if !stays {
                allocator.give(size);
            }
        });
    }
}

impl Drop for AllocatorInner {
    fn drop(&mut self) {
        self.context.call_in_drop(|table| raw::destroy_pool(table, self.pool));
    }
}

impl fmt::Debug for Allocator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Allocator").field("usage", &self.usage()).finish_non_exhaustive()
    }
}

/// `GpuBuffer<pointer=0x… (CUDA), size=N>`.
impl fmt::Display for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GpuBuffer<pointer={:#x} (CUDA), size={}>", self.address(), self.size)
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
