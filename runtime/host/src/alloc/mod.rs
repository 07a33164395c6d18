//! Where frames and buffers get their memory: the system's allocator, or one that counts what is
//! alive.
#![expect(unsafe_code, reason = "an allocator's contract is about raw memory")]

use parking_lot::Mutex;
use std::alloc::Layout;
use std::fmt;
use std::ptr::NonNull;

/// Where frames and buffers get their memory. Users may bring their own.
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

/// What an allocator that counts has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllocationCounts {
    /// Blocks alive.
    pub blocks: u64,
    /// Most blocks alive at any time.
    pub max_blocks: u64,
    /// Blocks ever allocated.
    pub total_blocks: u64,
    /// Bytes alive.
    pub bytes: u64,
    /// Most bytes alive at any time.
    pub max_bytes: u64,
}

/// The system's allocator, counted: tells at the end what was not given back.
#[derive(Debug, Default)]
pub struct LeakCheckAllocator {
    // One lock rather than five atomics: the maxima are those of moments that really were.
    counts: Mutex<AllocationCounts>,
}

impl LeakCheckAllocator {
    /// Nothing allocated yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What was allocated so far.
    #[must_use]
    pub fn counts(&self) -> AllocationCounts {
        *self.counts.lock()
    }

    /// The profile and the complaint, as lines ending in newlines, if anything is alive.
    #[must_use]
    pub fn report(&self) -> Option<String> {
        let counts = self.counts();
        (counts.blocks > 0).then(|| {
            format!(
                "HostAllocator profile:\n\
                 Current number of allocations = {}\n\
                 Max number of allocations = {}\n\
                 Total number of allocations = {}\n\
                 Current number of bytes allocated = {}\n\
                 Max number of bytes allocated = {}\n\
                 Memory leak detected: {} alive allocations, {} alive bytes\n",
                counts.blocks,
                counts.max_blocks,
                counts.total_blocks,
                counts.bytes,
                counts.max_bytes,
                counts.blocks,
                counts.bytes,
            )
        })
    }
}

// SAFETY: every block comes from `SystemAllocator` and goes back to it unchanged.
unsafe impl HostAllocator for LeakCheckAllocator {
    fn allocate(&self, size: usize, align: usize) -> Option<NonNull<u8>> {
        let block = SystemAllocator.allocate(size, align)?;
        let mut counts = self.counts.lock();
        counts.blocks += 1;
        counts.total_blocks += 1;
        counts.bytes += size as u64;
        counts.max_blocks = counts.max_blocks.max(counts.blocks);
        counts.max_bytes = counts.max_bytes.max(counts.bytes);
        Some(block)
    }

    unsafe fn deallocate(&self, ptr: NonNull<u8>, size: usize, align: usize) {
        {
            let mut counts = self.counts.lock();
            counts.blocks -= 1;
            counts.bytes -= size as u64;
        }
        // SAFETY: passed on from this method's own contract.
        unsafe { SystemAllocator.deallocate(ptr, size, align) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaks_are_counted_and_reported() {
        let allocator = LeakCheckAllocator::new();
        assert_eq!(allocator.report(), None);
        let big = allocator.allocate(100, 64).unwrap();
        let small = allocator.allocate(8, 8).unwrap();
        let empty = allocator.allocate(0, 16).unwrap();
        assert_eq!(big.as_ptr() as usize % 64, 0);
        assert_eq!(allocator.allocate(1, 3), None);
        assert_eq!(allocator.allocate(usize::MAX, 8), None);
        // SAFETY: allocated above, given back once.
        unsafe {
            allocator.deallocate(big, 100, 64);
            allocator.deallocate(empty, 0, 16);
        }
        let report = allocator.report().unwrap();
        assert!(report.starts_with("HostAllocator profile:\nCurrent number of allocations = 1\n"));
        assert!(report.contains("Max number of bytes allocated = 108\n"));
        assert!(report.ends_with("Memory leak detected: 1 alive allocations, 8 alive bytes\n"));
        // SAFETY: as above.
        unsafe { allocator.deallocate(small, 8, 8) };
        assert_eq!(allocator.report(), None);
        assert_eq!(allocator.counts().total_blocks, 3);
    }
}
