//! Allocators for kernels and buffers: the system's, one that counts live blocks, one with a fixed
//! size, and the one of a run with a limit.
#![expect(unsafe_code, reason = "an allocator's contract is about raw memory")]

mod fixed;
mod limited;
mod profiled;

pub use fixed::FixedSizeAllocator;
pub(crate) use limited::LimitedAllocator;
pub use profiled::{AllocationCounts, ProfiledAllocator};

use crate::error::ErrorCode;
use std::alloc::Layout;
use std::fmt;
use std::ptr::NonNull;

/// Allocates memory for kernels and buffers. Users may implement their own.
///
/// ```
/// use std::ptr::NonNull;
/// use tfrt_host::alloc::{AllocError, HostAllocator, SystemAllocator};
///
/// /// Refuses large blocks.
/// #[derive(Debug)]
/// struct Small;
///
/// // SAFETY: blocks are the system allocator's.
/// unsafe impl HostAllocator for Small {
///     fn allocate(&self, size: usize, align: usize) -> Result<NonNull<u8>, AllocError> {
///         if size > 1 << 20 {
///             return Err(AllocError::Exhausted);
///         }
///         SystemAllocator.allocate(size, align)
///     }
///
///     unsafe fn deallocate(&self, ptr: NonNull<u8>, size: usize, align: usize) {
///         // SAFETY: the caller's promise is the same.
///         unsafe { SystemAllocator.deallocate(ptr, size, align) }
///     }
/// }
///
/// let host = tfrt_host::context::Host::builder().allocator(std::sync::Arc::new(Small)).build()?;
/// assert_eq!(host.allocator().allocate(2 << 20, 64), Err(AllocError::Exhausted));
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
///
/// # Safety
/// A block that `allocate` returns has `size` bytes at alignment `align`, overlaps no other live block,
/// and stays valid until it is passed to `deallocate`, from any thread.
pub unsafe trait HostAllocator: Send + Sync + fmt::Debug {
    /// `size` bytes at `align`.
    ///
    /// # Errors
    /// See [`AllocError`].
    fn allocate(&self, size: usize, align: usize) -> Result<NonNull<u8>, AllocError>;
    /// Frees a block.
    ///
    /// # Safety
    /// `ptr` came from `allocate` of this allocator with the same size and alignment, and has not been
    /// freed before.
    unsafe fn deallocate(&self, ptr: NonNull<u8>, size: usize, align: usize);
    /// Counts bytes of memory that was allocated elsewhere as if this had allocated them, until they are
    /// [released](Self::release). A run is charged so for memory that its program keeps from one run to the next.
    ///
    /// # Errors
    /// See [`AllocError`].
    fn reserve(&self, size: usize) -> Result<(), AllocError> {
        let _ = size;
        Ok(())
    }
    /// No longer counts bytes that were [reserved](Self::reserve).
    fn release(&self, size: usize) {
        let _ = size;
    }
}

/// Why an allocator refuses a block. In a kernel's error its code is
/// [`ResourceExhausted`](ErrorCode::ResourceExhausted).
///
/// ```
/// # use tfrt_host::alloc::AllocError;
/// let refused = AllocError::Limit { asked: 4096, used: 512, limit: 1024 };
/// assert_eq!(refused.to_string(), "4096 bytes asked, 512 of the run's 1024 in use");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AllocError {
    /// There is not that much memory, or the alignment is no power of two.
    Exhausted,
    /// The run may not have that many more bytes:
    /// [`RequestBuilder::memory_limit`](crate::context::RequestBuilder::memory_limit).
    Limit {
        /// The size of the refused block.
        asked: usize,
        /// The bytes that the run had at that moment.
        used: usize,
        /// The bytes that it may have.
        limit: usize,
    },
}

impl fmt::Display for AllocError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted => f.write_str("memory is exhausted"),
            Self::Limit { asked, used, limit } => {
                write!(f, "{asked} bytes asked, {used} of the run's {limit} in use")
            }
        }
    }
}

impl std::error::Error for AllocError {
    /// The code, which the error of a kernel has from it.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&ErrorCode::ResourceExhausted)
    }
}

/// Rust's global allocator.
///
/// ```
/// use tfrt_host::alloc::{HostAllocator, SystemAllocator};
/// let block = SystemAllocator.allocate(64, 64).expect("there is memory");
/// // SAFETY: it was allocated with this size and alignment, and is not used.
/// unsafe { SystemAllocator.deallocate(block, 64, 64) };
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemAllocator;

// SAFETY: the global allocator guarantees this for layouts of non-zero size; blocks of size zero
// get a dangling, aligned pointer.
unsafe impl HostAllocator for SystemAllocator {
    fn allocate(&self, size: usize, align: usize) -> Result<NonNull<u8>, AllocError> {
        let layout = Layout::from_size_align(size, align).map_err(|_| AllocError::Exhausted)?;
        if size == 0 {
            return Ok(layout.dangling_ptr());
        }
        // SAFETY: the layout's size is not zero.
        NonNull::new(unsafe { std::alloc::alloc(layout) }).ok_or(AllocError::Exhausted)
    }

    unsafe fn deallocate(&self, ptr: NonNull<u8>, size: usize, align: usize) {
        if size == 0 {
            return;
        }
        // SAFETY: by this method's contract `allocate` accepted the pair, so it is a valid layout,
        // and `ptr` is a live block that `alloc` returned for it.
        unsafe {
            std::alloc::dealloc(ptr.as_ptr(), Layout::from_size_align_unchecked(size, align));
        }
    }
}
