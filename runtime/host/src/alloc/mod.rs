//! Allocators for kernels and buffers: the system's, one that counts live blocks, and one with a
//! limit.
#![expect(unsafe_code, reason = "an allocator's contract is about raw memory")]

mod fixed;
mod profiled;

pub use fixed::FixedSizeAllocator;
pub use profiled::{AllocationCounts, ProfiledAllocator};

use std::alloc::Layout;
use std::fmt;
use std::ptr::NonNull;

/// Allocates memory for kernels and buffers. Users may implement their own.
///
/// ```
/// use std::ptr::NonNull;
/// use tfrt_host::alloc::{HostAllocator, SystemAllocator};
///
/// /// Refuses large blocks.
/// #[derive(Debug)]
/// struct Small;
///
/// // SAFETY: blocks are the system allocator's.
/// unsafe impl HostAllocator for Small {
///     fn allocate(&self, size: usize, align: usize) -> Option<NonNull<u8>> {
///         if size > 1 << 20 { None } else { SystemAllocator.allocate(size, align) }
///     }
///
///     unsafe fn deallocate(&self, ptr: NonNull<u8>, size: usize, align: usize) {
///         // SAFETY: the caller's promise is the same.
///         unsafe { SystemAllocator.deallocate(ptr, size, align) }
///     }
/// }
///
/// let host = tfrt_host::context::Host::builder().allocator(std::sync::Arc::new(Small)).build()?;
/// assert!(host.allocator().allocate(2 << 20, 64).is_none());
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
///
/// # Safety
/// A block that `allocate` returns has `size` bytes at alignment `align`, overlaps no other live block,
/// and stays valid until it is passed to `deallocate`, from any thread.
pub unsafe trait HostAllocator: Send + Sync + fmt::Debug {
    /// `size` bytes at `align`, or `None` if memory is exhausted or `align` is not a power of two.
    fn allocate(&self, size: usize, align: usize) -> Option<NonNull<u8>>;
    /// Frees a block.
    ///
    /// # Safety
    /// `ptr` came from `allocate` of this allocator with the same size and alignment, and has not been
    /// freed before.
    unsafe fn deallocate(&self, ptr: NonNull<u8>, size: usize, align: usize);
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
    fn allocate(&self, size: usize, align: usize) -> Option<NonNull<u8>> {
        let layout = Layout::from_size_align(size, align).ok()?;
        if size == 0 {
            return Some(layout.dangling_ptr());
        }
        // SAFETY: the layout's size is not zero.
        NonNull::new(unsafe { std::alloc::alloc(layout) })
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
