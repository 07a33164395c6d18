//! The allocator of a run with a limit: another allocator, and a count of the bytes that the run has.
#![expect(unsafe_code, reason = "an allocator's contract is about raw memory")]

use super::{AllocError, HostAllocator};
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts live bytes, and refuses a block beyond the limit before it asks for memory. A block counts
/// until it is freed, on whatever thread and after the run too: what it came from is kept by the block.
/// Thread-safe.
#[derive(Debug)]
pub(crate) struct LimitedAllocator {
    memory: Arc<dyn HostAllocator>,
    limit: usize,
    /// At most `limit`. Relaxed: it is a count, and publishes nothing.
    used: AtomicUsize,
}

impl LimitedAllocator {
    pub(crate) fn new(memory: Arc<dyn HostAllocator>, limit: usize) -> Self {
        Self { memory, limit, used: AtomicUsize::new(0) }
    }

    fn take(&self, size: usize) -> Result<(), AllocError> {
        let more = |used: usize| used.checked_add(size).filter(|sum| *sum <= self.limit);
        let counted = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        let refused = |used| AllocError::Limit { asked: size, used, limit: self.limit };
        counted.map(drop).map_err(refused)
    }

    fn give_back(&self, size: usize) {
        self.used.fetch_sub(size, Ordering::Relaxed);
    }
}

// SAFETY: every block comes from the other allocator and is returned to it unchanged.
unsafe impl HostAllocator for LimitedAllocator {
    fn allocate(&self, size: usize, align: usize) -> Result<NonNull<u8>, AllocError> {
        self.take(size)?;
        self.memory.allocate(size, align).inspect_err(|_| self.give_back(size))
    }

    unsafe fn deallocate(&self, ptr: NonNull<u8>, size: usize, align: usize) {
        // SAFETY: this method's own contract.
        unsafe { self.memory.deallocate(ptr, size, align) };
        self.give_back(size);
    }

    fn reserve(&self, size: usize) -> Result<(), AllocError> {
        self.take(size)?;
        self.memory.reserve(size).inspect_err(|_| self.give_back(size))
    }

    fn release(&self, size: usize) {
        self.memory.release(size);
        self.give_back(size);
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;
    use crate::alloc::{ProfiledAllocator, SystemAllocator};

    #[test]
    fn live_bytes_are_limited() {
        let limited = LimitedAllocator::new(Arc::new(SystemAllocator), 100);
        let block = limited.allocate(60, 8).unwrap();
        let refused = Err(AllocError::Limit { asked: 41, used: 60, limit: 100 });
        assert_eq!(limited.allocate(41, 8), refused);
        let largest = Err(AllocError::Limit { asked: usize::MAX, used: 60, limit: 100 });
        assert_eq!(limited.allocate(usize::MAX, 8), largest);
        assert_eq!(limited.allocate(40, 3), Err(AllocError::Exhausted), "and nothing is counted");
        assert_eq!(limited.reserve(41).err(), refused.err(), "memory of others counts too");
        limited.reserve(40).unwrap();
        assert!(limited.allocate(1, 8).is_err());
        limited.release(40);
        let rest = limited.allocate(40, 8).unwrap();
        // SAFETY: allocated above, freed once.
        unsafe {
            limited.deallocate(block, 60, 8);
            limited.deallocate(rest, 40, 8);
        }
        assert_eq!(limited.used.into_inner(), 0);
    }

    /// The limit holds at every moment, and in the end nothing is counted.
    #[test]
    fn threads_share_a_limit() {
        let profiled = Arc::new(ProfiledAllocator::new());
        let limited = LimitedAllocator::new(Arc::<ProfiledAllocator>::clone(&profiled), 1000);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for round in 0..500 {
                        let size = 100 + round % 300;
                        if let Ok(block) = limited.allocate(size, 8) {
                            // SAFETY: allocated just now, freed once.
                            unsafe { limited.deallocate(block, size, 8) };
                        }
                    }
                });
            }
        });
        assert!(profiled.counts().max_bytes <= 1000);
        assert_eq!((profiled.leaks(), limited.used.into_inner()), (None, 0));
    }
}
