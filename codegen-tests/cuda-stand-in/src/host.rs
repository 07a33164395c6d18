//! Memory of the host, which a program names by its address.
#![expect(unsafe_code, reason = "the driver's functions take addresses of the host's memory")]

use std::ptr;

/// Bytes of the host's memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostRange {
    address: u64,
    size: usize,
}

impl HostRange {
    /// So many bytes from an address on.
    ///
    /// # Safety
    /// Until the last use, the bytes can be read and written there, and the program uses them as the driver's
    /// documentation allows.
    pub(crate) unsafe fn new(address: u64, size: usize) -> Self {
        Self { address, size }
    }

    pub(crate) fn address(self) -> u64 {
        self.address
    }

    pub(crate) fn size(self) -> usize {
        self.size
    }

    /// Copies bytes out; false if they are not all inside.
    pub(crate) fn read(self, offset: usize, bytes: &mut [u8]) -> bool {
        let Some(address) = self.inside(offset, bytes.len()) else { return false };
        let from = ptr::with_exposed_provenance::<u8>(address);
        // SAFETY: the bytes are inside the range, whose maker promised that they can be read.
        unsafe { ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), bytes.len()) };
        true
    }

    /// Copies bytes in; false if they are not all inside.
    pub(crate) fn write(self, offset: usize, bytes: &[u8]) -> bool {
        let Some(address) = self.inside(offset, bytes.len()) else { return false };
        let to = ptr::with_exposed_provenance_mut::<u8>(address);
        // SAFETY: the bytes are inside the range, whose maker promised that they can be written.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
        true
    }

    fn inside(self, offset: usize, size: usize) -> Option<usize> {
        let end = offset.checked_add(size)?;
        (end <= self.size).then(|| usize::try_from(self.address).unwrap_or(usize::MAX) + offset)
    }
}
