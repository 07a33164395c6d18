//! Buffers: the bytes of dense tensors.
#![expect(unsafe_code, reason = "owns memory by address")]

use bytemuck::Pod;
use parking_lot::RawRwLock;
use parking_lot::lock_api::RawRwLock as _;
use std::fmt;
use std::mem::ManuallyDrop;
use std::ops::Range;
use std::ptr::NonNull;
use std::slice;
use std::sync::Arc;
use tfrt_host::alloc::{AllocError, HostAllocator};
use tfrt_host::kernel::KernelType;

/// The bytes before the data of an allocated buffer. The original's buffers have a header of this
/// size, so a program's allocations have the same sizes; and the data begin on a cache line.
pub(crate) const HEADER: usize = 64;

/// Bytes in memory, shared by reference. Kernels read and write them through
/// [`Access`](crate::Access); an owner that knows that it is the only one does so by
/// [`get_mut`](HostBuffer::get_mut).
///
/// ```
/// use std::sync::Arc;
/// use tfrt_host::alloc::{HostAllocator, SystemAllocator};
/// use tfrt_tensor::HostBuffer;
///
/// let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator); // or `host.allocator()`
/// let mut buffer = HostBuffer::zeroed(4, 64, &allocator).expect("there is memory");
/// buffer.get_mut().expect("nobody shares it")[1] = 7;
/// let part = buffer.slice(1..3).expect("it lies inside");
/// assert_eq!(part.size(), 2);
/// assert!(buffer.get_mut().is_none()); // the slice shares it
/// ```
#[derive(Clone)]
pub struct HostBuffer(Arc<Inner>);

pub(crate) struct Inner {
    /// `size` bytes, valid as long as `memory` is alive; initialised but in [`Unwritten`].
    data: NonNull<u8>,
    size: usize,
    memory: Memory,
    /// Guards the bytes of a buffer that is no slice, and of all its slices.
    lock: RawRwLock,
}

/// Who owns the bytes.
enum Memory {
    /// A block of `align + size` bytes of an allocator, the data after the first `align`.
    Allocated { block: NonNull<u8>, align: usize, allocator: Arc<dyn HostAllocator> },
    /// Somebody else, who gets them back by the destructor.
    External { writable: bool, destructor: Option<Box<dyn FnOnce() + Send + Sync>> },
    /// Another buffer, which is no slice itself.
    Slice { parent: HostBuffer },
}

// SAFETY: the bytes are accessed under the lock or by an exclusive owner, and may be freed from any
// thread; everything else is `Send + Sync`.
unsafe impl Send for Inner {}
// SAFETY: as above.
unsafe impl Sync for Inner {}

impl HostBuffer {
    /// `size` zeros at an alignment of at least `align` and 64.
    ///
    /// # Errors
    /// The allocator refuses, or `align` is no power of two.
    pub fn zeroed(
        size: usize,
        align: usize,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<Self, AllocError> {
        // SAFETY: the data have room for `size` bytes and are not shared yet.
        Self::allocate(size, align, allocator, |data| unsafe { data.write_bytes(0, size) })
    }

    /// A copy of `bytes` at an alignment of at least `align` and 64.
    ///
    /// # Errors
    /// As [`zeroed`](Self::zeroed).
    pub fn copy_of(
        bytes: &[u8],
        align: usize,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<Self, AllocError> {
        // SAFETY: as above, and the new block overlaps no other.
        Self::allocate(bytes.len(), align, allocator, |data| unsafe {
            data.copy_from_nonoverlapping(NonNull::from(bytes).cast(), bytes.len());
        })
    }

    /// A block whose data `fill` initialises.
    fn allocate(
        size: usize,
        align: usize,
        allocator: &Arc<dyn HostAllocator>,
        fill: impl FnOnce(NonNull<u8>),
    ) -> Result<Self, AllocError> {
        let align = align.max(HEADER);
        // The data are to be aligned, not only the block.
        let block = align.checked_add(size).ok_or(AllocError::Exhausted)?;
        let block = allocator.allocate(block, align)?;
        // SAFETY: the block has `align` bytes and room for `size` after them.
        let data = unsafe { block.add(align) };
        fill(data);
        let memory = Memory::Allocated { block, align, allocator: Arc::clone(allocator) };
        Ok(Self::of(data, size, memory))
    }

    /// The elements of a vector, without a copy.
    #[must_use]
    pub fn from_vec<T: Pod + Send + Sync>(vec: Vec<T>) -> Self {
        let mut vec = ManuallyDrop::new(vec);
        let (pointer, length, capacity) = (vec.as_mut_ptr(), vec.len(), vec.capacity());
        let data = NonNull::new(pointer).unwrap_or(NonNull::dangling());
        let address = Address(data);
        let destructor = move || {
            let Address(data) = { address };
            // SAFETY: these are the parts of the vector, which is not used otherwise any more.
            drop(unsafe { Vec::from_raw_parts(data.as_ptr(), length, capacity) });
        };
        // SAFETY: a vector's elements are initialised plain data, and stay until the destructor.
        unsafe { Self::external(data.cast(), length * size_of::<T>(), true, destructor) }
    }

    /// The bytes of an owner, without a copy, as read-only. The owner must return the same bytes
    /// each time; it is dropped with the buffer.
    ///
    /// ```
    /// let buffer = tfrt_tensor::HostBuffer::from_owner(&b"constant"[..]);
    /// assert_eq!(buffer.size(), 8);
    /// ```
    #[must_use]
    pub fn from_owner(owner: impl AsRef<[u8]> + Send + Sync + 'static) -> Self {
        let owner = Box::new(owner);
        let bytes: &[u8] = (*owner).as_ref();
        let (data, size) = (NonNull::from(bytes).cast(), bytes.len());
        // SAFETY: the boxed owner keeps the bytes where they are until the destructor drops it.
        unsafe { Self::external(data, size, false, move || drop(owner)) }
    }

    /// Somebody else's bytes. `destructor` gives them back.
    ///
    /// # Safety
    /// `size` bytes from `data` are initialised and stay valid until `destructor` is called. If
    /// `writable`, nobody else reads or writes them; else, nobody writes them.
    pub unsafe fn external(
        data: NonNull<u8>,
        size: usize,
        writable: bool,
        destructor: impl FnOnce() + Send + Sync + 'static,
    ) -> Self {
        let destructor: Option<Box<dyn FnOnce() + Send + Sync>> = Some(Box::new(destructor));
        Self::of(data, size, Memory::External { writable, destructor })
    }

    /// A range of the bytes, which it shares and keeps alive; `None` if it is out of bounds.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Option<Self> {
        let size = range.end.checked_sub(range.start)?;
        if range.end > self.0.size {
            return None;
        }
        let parent = match &self.0.memory {
            Memory::Slice { parent } => parent.clone(),
            _ => self.clone(),
        };
        // SAFETY: the range is within the bytes.
        let data = unsafe { self.0.data.add(range.start) };
        Some(Self::of(data, size, Memory::Slice { parent }))
    }

    fn of(data: NonNull<u8>, size: usize, memory: Memory) -> Self {
        Self(Arc::new(Inner { data, size, memory, lock: RawRwLock::INIT }))
    }

    /// The number of bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.size
    }

    /// Where the bytes begin.
    #[must_use]
    pub fn address(&self) -> usize {
        self.0.data.as_ptr().addr()
    }

    /// Whether this is the only reference, so that its bytes may be overwritten. Never for external
    /// memory.
    #[must_use]
    pub fn is_exclusive(&mut self) -> bool {
        Arc::get_mut(&mut self.0).is_some_and(|inner| match &mut inner.memory {
            Memory::Allocated { .. } => true,
            Memory::External { .. } => false,
            Memory::Slice { parent } => parent.is_exclusive(),
        })
    }

    /// The bytes, if this is the only reference to writable memory.
    #[must_use]
    pub fn get_mut(&mut self) -> Option<&mut [u8]> {
        let inner = Arc::get_mut(&mut self.0)?;
        let alone = match &mut inner.memory {
            Memory::Allocated { .. } => true,
            Memory::External { writable, .. } => *writable,
            Memory::Slice { parent } => parent.get_mut().is_some(),
        };
        // SAFETY: the bytes are initialised and writable, and nobody else has a reference to them:
        // a slice has one to its parent.
        alone.then(|| unsafe { slice::from_raw_parts_mut(inner.data.as_ptr(), inner.size) })
    }

    /// The buffer whose lock guards the bytes.
    pub(crate) fn root(&self) -> &Inner {
        match &self.0.memory {
            Memory::Slice { parent } => &parent.0,
            _ => &self.0,
        }
    }

    /// The bytes, for a holder of the root's lock.
    pub(crate) fn bytes(&self) -> NonNull<[u8]> {
        NonNull::slice_from_raw_parts(self.0.data, self.0.size)
    }

    /// Whether any byte belongs to both.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let [a, b] = [self, other].map(|it| it.address()..it.address() + it.size());
        a.start < b.end && b.start < a.end
    }
}

/// Bytes that nobody writes as long as this or a copy exists: they are read-only, or every reference to
/// them is one of these.
#[derive(Clone)]
pub(crate) struct Frozen(HostBuffer);

impl Frozen {
    /// The bytes of a buffer that nobody else has, or of read-only memory.
    ///
    /// # Errors
    /// The buffer, which others may write.
    pub(crate) fn new(mut buffer: HostBuffer) -> Result<Self, HostBuffer> {
        if !buffer.root().is_writable() || buffer.get_mut().is_some() {
            Ok(Self(buffer))
        } else {
            Err(buffer)
        }
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        // SAFETY: they are initialised, and nobody writes them.
        unsafe { self.0.bytes().as_ref() }
    }

    /// The bytes, if this is the only reference to memory of an allocator.
    pub(crate) fn bytes_mut(&mut self) -> Option<&mut [u8]> {
        let allocated = matches!(self.0.0.memory, Memory::Allocated { .. });
        if allocated { self.0.get_mut() } else { None }
    }

    /// The buffer, if this is the only reference to memory of an allocator.
    ///
    /// # Errors
    /// These bytes, which others have or did not come from an allocator.
    pub(crate) fn into_exclusive(mut self) -> Result<HostBuffer, Self> {
        let allocated = matches!(self.0.0.memory, Memory::Allocated { .. });
        if allocated && self.0.is_exclusive() { Ok(self.0) } else { Err(self) }
    }
}

impl AsRef<[u8]> for Frozen {
    fn as_ref(&self) -> &[u8] {
        self.bytes()
    }
}

/// Bytes that are written before they are read: the only reference to memory of an allocator, whose
/// content may not be initialised.
#[derive(Debug)]
pub(crate) struct Unwritten(HostBuffer);

impl Unwritten {
    /// So many bytes, aligned for any element.
    pub(crate) fn allocate(
        size: usize,
        allocator: &Arc<dyn HostAllocator>,
    ) -> Result<Self, AllocError> {
        HostBuffer::allocate(size, HEADER, allocator, |_| {}).map(Self)
    }

    /// The memory of a buffer that nobody else has.
    pub(crate) fn reusing(buffer: HostBuffer) -> Self {
        Self(buffer)
    }

    /// The number of bytes.
    pub(crate) fn size(&self) -> usize {
        self.0.size()
    }

    /// The first byte.
    pub(crate) fn data(&mut self) -> NonNull<u8> {
        self.0.0.data
    }

    /// The bytes, which are from now on only read.
    ///
    /// # Safety
    /// All of them are initialised.
    pub(crate) unsafe fn written(self) -> Frozen {
        // This was the only reference.
        Frozen(self.0)
    }
}

impl KernelType for HostBuffer {
    const NAME: &'static str = "!ht.host_buffer";
    const PATH: Option<&'static str> = Some("tfrt::tensor::HostBuffer");
}

impl Inner {
    /// Whether the memory may be written.
    pub(crate) fn is_writable(&self) -> bool {
        !matches!(self.memory, Memory::External { writable: false, .. })
    }

    /// The lock of the bytes.
    pub(crate) fn lock(&self) -> &RawRwLock {
        &self.lock
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        match &mut self.memory {
            Memory::Allocated { block, align, allocator } => {
                // SAFETY: `allocate` got the block from this allocator with this size, whose sum did
                // not overflow, and this alignment; only this drop frees it.
                unsafe { allocator.deallocate(*block, *align + self.size, *align) };
            }
            Memory::External { destructor, .. } => {
                if let Some(destructor) = destructor.take() {
                    destructor();
                }
            }
            Memory::Slice { .. } => {}
        }
    }
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inner").field("size", &self.size).finish_non_exhaustive()
    }
}

/// `HostBuffer<pointer=0x7f…, size=32>`.
impl fmt::Display for HostBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HostBuffer<pointer={:#x}, size={}>", self.address(), self.size())
    }
}

impl fmt::Debug for HostBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An address that a destructor takes along.
#[derive(Clone, Copy)]
struct Address<T>(NonNull<T>);

// SAFETY: it stands for a vector of elements that are `Send` and `Sync`.
unsafe impl<T: Send + Sync> Send for Address<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Address<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_host::alloc::ProfiledAllocator;

    #[test]
    fn memory_is_given_back() {
        let profiled = Arc::new(ProfiledAllocator::new());
        let allocator: Arc<dyn HostAllocator> = Arc::<ProfiledAllocator>::clone(&profiled);
        let mut zeros = HostBuffer::zeroed(100, 16, &allocator).unwrap();
        assert_eq!((zeros.size(), zeros.address() % 64), (100, 0));
        assert_eq!(zeros.get_mut().unwrap(), [0; 100]);
        assert_eq!(profiled.counts().bytes, 64 + 100);
        let mut slice = zeros.slice(10..20).unwrap().slice(5..10).unwrap();
        assert_eq!((slice.size(), slice.address()), (5, zeros.address() + 15));
        assert!(!zeros.is_exclusive() && !slice.is_exclusive());
        drop(zeros);
        assert!(slice.is_exclusive());
        assert!(slice.slice(0..6).is_none() && slice.slice(5..6).is_none());
        drop(slice);
        assert_eq!(profiled.leaks(), None);
        assert!(HostBuffer::zeroed(usize::MAX, 16, &allocator).is_err());
        assert!(HostBuffer::copy_of(b"", 65, &allocator).is_err());
    }

    #[test]
    fn external_memory_is_not_copied() {
        let vec = vec![1_u16, 2, 3];
        let address = vec.as_ptr().addr();
        let mut buffer = HostBuffer::from_vec(vec);
        assert_eq!((buffer.address(), buffer.size(), buffer.is_exclusive()), (address, 6, false));
        buffer.get_mut().unwrap()[0] = 7;
        drop(HostBuffer::from_vec(Vec::<f64>::new()));

        let owner: Arc<[u8]> = Arc::from(&b"bytes"[..]);
        let mut buffer = HostBuffer::from_owner(Arc::clone(&owner));
        assert_eq!((buffer.address(), Arc::strong_count(&owner)), (owner.as_ptr().addr(), 2));
        assert!(buffer.get_mut().is_none());
        drop(buffer);
        assert_eq!(Arc::strong_count(&owner), 1);
    }
}
