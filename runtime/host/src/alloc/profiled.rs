//! An allocator that counts its allocations.
#![expect(unsafe_code, reason = "an allocator's contract is about raw memory")]

use super::{AllocError, HostAllocator, SystemAllocator};
use parking_lot::Mutex;
use std::ptr::NonNull;

/// The counts of a profiled allocator.
///
/// ```
/// let counts = tfrt_host::alloc::ProfiledAllocator::new().counts();
/// println!("{counts:?}");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllocationCounts {
    /// Live blocks.
    pub blocks: u64,
    /// Maximum of live blocks.
    pub max_blocks: u64,
    /// Blocks ever allocated.
    pub total_blocks: u64,
    /// Live bytes.
    pub bytes: u64,
    /// Maximum of live bytes.
    pub max_bytes: u64,
}

/// The system allocator with counters of live and total allocations, and a leak report.
/// Thread-safe.
///
/// ```
/// use std::sync::Arc;
/// use tfrt_host::alloc::ProfiledAllocator;
/// let counted = Arc::new(ProfiledAllocator::new());
/// let host = tfrt_host::context::Host::builder().allocator(counted.clone()).build()?;
/// // … run programs …
/// drop(host);
/// assert_eq!(counted.leaks(), None);
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct ProfiledAllocator {
    // One lock rather than five atomics, so that the maxima belong to real moments.
    counts: Mutex<AllocationCounts>,
}

impl ProfiledAllocator {
    /// An allocator with zero counts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The counts so far.
    #[must_use]
    pub fn counts(&self) -> AllocationCounts {
        *self.counts.lock()
    }

    /// The counts in the original's text form, each line with a newline.
    #[must_use]
    pub fn profile(&self) -> String {
        let counts = self.counts();
        format!(
            "HostAllocator profile:\n\
             Current number of allocations = {}\n\
             Max number of allocations = {}\n\
             Total number of allocations = {}\n\
             Current number of bytes allocated = {}\n\
             Max number of bytes allocated = {}\n",
            counts.blocks, counts.max_blocks, counts.total_blocks, counts.bytes, counts.max_bytes,
        )
    }

    /// The profile and the original's leak message, if any block is alive.
    #[must_use]
    pub fn leaks(&self) -> Option<String> {
        let AllocationCounts { blocks, bytes, .. } = self.counts();
        (blocks > 0).then(|| {
            let profile = self.profile();
            format!(
                "{profile}Memory leak detected: {blocks} alive allocations, {bytes} alive bytes\n"
            )
        })
    }
}

impl AllocationCounts {
    fn add(&mut self, size: usize) {
        self.blocks += 1;
        self.total_blocks += 1;
        self.bytes += size as u64;
        self.max_blocks = self.max_blocks.max(self.blocks);
        self.max_bytes = self.max_bytes.max(self.bytes);
    }

    fn subtract(&mut self, size: usize) {
        self.blocks -= 1;
        self.bytes -= size as u64;
    }
}

// SAFETY: every block comes from `SystemAllocator` and is returned to it unchanged.
unsafe impl HostAllocator for ProfiledAllocator {
    fn allocate(&self, size: usize, align: usize) -> Result<NonNull<u8>, AllocError> {
        let block = SystemAllocator.allocate(size, align)?;
        self.counts.lock().add(size);
        Ok(block)
    }

    unsafe fn deallocate(&self, ptr: NonNull<u8>, size: usize, align: usize) {
        self.counts.lock().subtract(size);
        // SAFETY: this method's own contract.
        unsafe { SystemAllocator.deallocate(ptr, size, align) };
    }

    fn reserve(&self, size: usize) -> Result<(), AllocError> {
        self.counts.lock().add(size);
        Ok(())
    }

    fn release(&self, size: usize) {
        self.counts.lock().subtract(size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaks_are_counted_and_reported() {
        let allocator = ProfiledAllocator::new();
        assert_eq!(allocator.leaks(), None);
        let big = allocator.allocate(100, 64).unwrap();
        let small = allocator.allocate(8, 8).unwrap();
        let empty = allocator.allocate(0, 16).unwrap();
        assert_eq!(big.as_ptr() as usize % 64, 0);
        assert!(allocator.allocate(1, 3).is_err());
        assert!(allocator.allocate(usize::MAX, 8).is_err());
        // SAFETY: allocated above, freed once.
        unsafe {
            allocator.deallocate(big, 100, 64);
            allocator.deallocate(empty, 0, 16);
        }
        let report = allocator.leaks().unwrap();
        assert!(report.starts_with("HostAllocator profile:\nCurrent number of allocations = 1\n"));
        assert!(report.contains("Max number of bytes allocated = 108\n"));
        assert!(report.ends_with("Memory leak detected: 1 alive allocations, 8 alive bytes\n"));
        // SAFETY: as above.
        unsafe { allocator.deallocate(small, 8, 8) };
        assert_eq!(allocator.leaks(), None);
        assert_eq!(
            allocator.profile(),
            "HostAllocator profile:\nCurrent number of allocations = 0\n\
             Max number of allocations = 3\nTotal number of allocations = 3\n\
             Current number of bytes allocated = 0\nMax number of bytes allocated = 108\n"
        );
    }
}
