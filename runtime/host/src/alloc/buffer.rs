//! Byte buffers from a host's allocator.
#![expect(unsafe_code, reason = "reads and frees memory by address")]

use super::HostAllocator;
use std::fmt;
use std::ptr::NonNull;
use std::slice;
use std::sync::Arc;

/// At least this much precedes the bytes of each buffer, like the original's header, so that a
/// program's allocations have the same sizes as there, and the bytes start on a cache line.
const HEADER: usize = 64;

/// Bytes allocated from a host's allocator and returned to it on drop. Thread-safe.
pub struct HostBuffer {
    /// A block of `align + size` bytes at `align`, of which the last `size` are initialised. Not
    /// shared and not written.
    block: NonNull<u8>,
    size: usize,
    /// At least `HEADER`.
    align: usize,
    allocator: Arc<dyn HostAllocator>,
}

// SAFETY: the buffer owns the block, only reads it, and may free it from any thread.
unsafe impl Send for HostBuffer {}
// SAFETY: as above; several threads may read it.
unsafe impl Sync for HostBuffer {}

impl HostBuffer {
    /// A copy of `bytes` at an alignment of at least `align`; `None` if the allocator refuses, or
    /// if `align` is not a power of two.
    #[must_use]
    pub fn copy_of(bytes: &[u8], align: usize, allocator: &Arc<dyn HostAllocator>) -> Option<Self> {
        let align = align.max(HEADER);
        // The bytes are to be aligned, not only the block.
        let whole = align.checked_add(bytes.len())?;
        let block = allocator.allocate(whole, align)?;
        // SAFETY: the block has `align` bytes and room for `bytes` after them, and is not shared
        // yet.
        unsafe {
            block.add(align).copy_from_nonoverlapping(NonNull::from(bytes).cast(), bytes.len());
        }
        Some(Self { block, size: bytes.len(), align, allocator: Arc::clone(allocator) })
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: `copy_of` wrote `size` bytes there, and nothing writes to them any more.
        unsafe { slice::from_raw_parts(self.block.add(self.align).as_ptr(), self.size) }
    }
}

impl Drop for HostBuffer {
    fn drop(&mut self) {
        // SAFETY: `copy_of` allocated the block with this allocator, this size, whose sum did not
        // overflow, and this alignment; only this drop frees it.
        unsafe { self.allocator.deallocate(self.block, self.align + self.size, self.align) };
    }
}

impl fmt::Debug for HostBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostBuffer").field("size", &self.size).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alloc::ProfiledAllocator;

    #[test]
    fn a_buffer_is_given_back() {
        let profiled = Arc::new(ProfiledAllocator::new());
        let allocator: Arc<dyn HostAllocator> = Arc::<ProfiledAllocator>::clone(&profiled);
        let small = HostBuffer::copy_of(b"bytes", 1, &allocator).unwrap();
        let empty = HostBuffer::copy_of(b"", 8, &allocator).unwrap();
        assert_eq!((small.bytes(), empty.bytes()), (&b"bytes"[..], &b""[..]));
        assert_eq!(profiled.counts().bytes, 64 + 5 + 64);
        let wide = HostBuffer::copy_of(&[7; 128], 256, &allocator).unwrap();
        assert_eq!(wide.bytes().as_ptr().addr() % 256, 0);
        assert_eq!(wide.bytes(), [7; 128]);
        assert!(HostBuffer::copy_of(b"", 65, &allocator).is_none());
        assert!(HostBuffer::copy_of(b"", 1 << (usize::BITS - 1), &allocator).is_none());
        drop((small, wide));
        assert_eq!(std::thread::spawn(move || empty.bytes().len()).join().unwrap(), 0);
        assert_eq!(profiled.leaks(), None);
    }
}
