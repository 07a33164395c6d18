//! An allocator with a fixed number of bytes, to test programs under memory limits.
#![expect(unsafe_code, reason = "an allocator's contract is about raw memory")]

use super::{AllocError, HostAllocator, SystemAllocator};
use parking_lot::Mutex;
use std::fmt;
use std::ptr::NonNull;

/// Requests of at most this size are neither counted nor logged.
const FREE_OF_CHARGE: usize = 32;

/// The system allocator with a limit on live bytes. It logs one line per block that it allocates,
/// refuses or frees. Thread-safe.
///
/// ```
/// use tfrt_host::alloc::{FixedSizeAllocator, HostAllocator};
/// let small = FixedSizeAllocator::new(1024, |message| eprint!("{message}"));
/// assert!(small.allocate(4096, 64).is_err());
/// ```
pub struct FixedSizeAllocator {
    /// Remaining bytes. Locked while a line is written, so that lines are in the order of their
    /// numbers: `tell` must not allocate from this allocator.
    left: Mutex<usize>,
    tell: Box<dyn Fn(&str) + Send + Sync>,
}

impl FixedSizeAllocator {
    /// With `capacity` bytes. `tell` receives the lines, newline included.
    #[must_use]
    pub fn new(capacity: usize, tell: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { left: Mutex::new(capacity), tell: Box::new(tell) }
    }
}

impl fmt::Debug for FixedSizeAllocator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FixedSizeAllocator").field("left", &self.left).finish_non_exhaustive()
    }
}

// SAFETY: every block comes from `SystemAllocator` and is returned to it unchanged.
unsafe impl HostAllocator for FixedSizeAllocator {
    fn allocate(&self, size: usize, align: usize) -> Result<NonNull<u8>, AllocError> {
        if size <= FREE_OF_CHARGE {
            return SystemAllocator.allocate(size, align);
        }
        let mut left = self.left.lock();
        let Some(rest) = left.checked_sub(size) else {
            (self.tell)(&format!(
                "Attempted to allocate {size} bytes. However current capacity is only {left}.\n"
            ));
            return Err(AllocError::Exhausted);
        };
        let block = SystemAllocator.allocate(size, align)?;
        *left = rest;
        (self.tell)(&format!("Allocating {size} bytes. {rest} remaining.\n"));
        Ok(block)
    }

    unsafe fn deallocate(&self, ptr: NonNull<u8>, size: usize, align: usize) {
        if size > FREE_OF_CHARGE {
            let mut left = self.left.lock();
            *left += size;
            (self.tell)(&format!("Freeing {size} bytes. {left} available.\n"));
        }
        // SAFETY: this method's own contract.
        unsafe { SystemAllocator.deallocate(ptr, size, align) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn allocations_are_charged_and_logged() {
        let lines = Arc::new(Mutex::new(String::new()));
        let written = Arc::clone(&lines);
        let allocator = FixedSizeAllocator::new(1024, move |line| written.lock().push_str(line));
        let small = allocator.allocate(32, 8).unwrap();
        let big = allocator.allocate(192, 64).unwrap();
        assert_eq!(allocator.allocate(833, 8), Err(AllocError::Exhausted));
        assert!(allocator.allocate(usize::MAX, 8).is_err());
        assert!(allocator.allocate(100, 3).is_err(), "no such alignment, and nothing charged");
        let rest = allocator.allocate(832, 8).unwrap();
        // SAFETY: allocated above, freed once.
        unsafe {
            allocator.deallocate(big, 192, 64);
            allocator.deallocate(rest, 832, 8);
            allocator.deallocate(small, 32, 8);
        }
        assert_eq!(
            *lines.lock(),
            format!(
                "Allocating 192 bytes. 832 remaining.\n\
                 Attempted to allocate 833 bytes. However current capacity is only 832.\n\
                 Attempted to allocate {} bytes. However current capacity is only 832.\n\
                 Allocating 832 bytes. 0 remaining.\n\
                 Freeing 192 bytes. 192 available.\n\
                 Freeing 832 bytes. 1024 available.\n",
                usize::MAX
            )
        );
    }
}
