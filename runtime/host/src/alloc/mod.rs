//! Where kernels and buffers get their memory: the system's allocator, one that counts what is
//! alive, or one that has little to give.
#![expect(unsafe_code, reason = "an allocator's contract is about raw memory")]

mod buffer;
mod fixed;
mod profiled;

pub use buffer::HostBuffer;
pub use fixed::FixedSizeAllocator;
pub use profiled::{AllocationCounts, ProfiledAllocator};

use std::alloc::Layout;
use std::fmt;
use std::ptr::NonNull;

/// Where kernels and buffers get their memory. Users may bring their own.
///
/// # Safety
/// A block that `allocate` returns has `size` bytes at alignment `align`, overlaps no other live
/// block, and stays valid until it is given to `deallocate`, from whichever thread.
pub unsafe trait HostAllocator: Send + Sync + fmt::Debug {
    /// `size` bytes at `align`, or `None` if there are none, or if `align` is no power of two.
    fn allocate(&self, size: usize, align: usize) -> Option<NonNull<u8>>;
    /// Gives memory back.
    ///
    /// # Safety
    /// `ptr` came from `allocate` of this allocator with the same size and alignment, and was not
    /// given back before.
    unsafe fn deallocate(&self, ptr: NonNull<u8>, size: usize, align: usize);
}

/// Rust's global allocator.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemAllocator;

// SAFETY: the global allocator promises just that for layouts of non-zero size; blocks of size
// zero get a dangling, aligned pointer, which zero bytes may be.
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
        // SAFETY: by this method's contract the pair was accepted by `allocate`, so it is a valid
        // layout, and `ptr` is a live block that `alloc` made with it.
        unsafe {
            std::alloc::dealloc(ptr.as_ptr(), Layout::from_size_align_unchecked(size, align));
        }
    }
}
