//! Memory for machine code (W^X): pages are written first, then made executable, and never written
//! again.
//!
//! Pages are mapped near this process's own code if possible, so that 32-bit relative calls reach
//! the runtime and the kernels. This is an optimization: see [`link`](crate::link).

#![expect(unsafe_code, reason = "memory is mapped where it is asked for")]

use rustix::io::Result;
use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use std::ffi::c_void;
use std::ops::{Deref, DerefMut};
use std::ptr::{NonNull, without_provenance_mut};
use std::slice;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How far below one of our functions the first pages lie: further than code and data of most
/// programs, so that they are not in the way of either.
const FIRST: usize = 256 << 20;

/// How far the last may lie: what is further than this may not reach all of our functions.
const LAST: usize = 1792 << 20;

/// What maps are rounded up to.
const GRAIN: usize = 64 << 10;

/// Pages that are not executed.
#[derive(Debug)]
pub(crate) struct Writable(Mapping);

/// Pages that are not written to.
#[derive(Debug)]
pub(crate) struct Executable(Mapping);

/// A map with one owner.
#[derive(Debug)]
struct Mapping {
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: it owns its mapping, which is not tied to a thread.
unsafe impl Send for Mapping {}
// SAFETY: writes need `&mut`.
unsafe impl Sync for Mapping {}

impl Writable {
    /// So many bytes, which is not none, all zero; near this address of our code if there is room.
    pub(crate) fn near(code: *const u8, len: usize) -> Result<Self> {
        Self::at(wanted(code, len), len)
    }

    /// The same at this address, if there is room; anywhere for zero.
    pub(crate) fn at(wanted: usize, len: usize) -> Result<Self> {
        let mut flags = MapFlags::PRIVATE;
        if cfg!(any(target_os = "linux", target_os = "android")) {
            // All of it will be written to.
            flags |= populate();
        }
        let wanted = without_provenance_mut::<c_void>(wanted);
        // SAFETY: without `MapFlags::FIXED` the address is a wish, and nothing that is mapped changes.
        let start =
            unsafe { mmap_anonymous(wanted, len, ProtFlags::READ | ProtFlags::WRITE, flags) }?;
        let start = NonNull::new(start.cast()).ok_or(rustix::io::Errno::NOMEM)?;
        Ok(Self(Mapping { start, len }))
    }

    /// Makes the pages executable.
    pub(crate) fn into_executable(self) -> Result<Executable> {
        let flags = MprotectFlags::READ | MprotectFlags::EXEC;
        // SAFETY: the pages are a whole mapping, owned here.
        unsafe { mprotect(self.0.start.as_ptr().cast(), self.0.len, flags) }?;
        Ok(Executable(self.0))
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn populate() -> MapFlags {
    MapFlags::POPULATE
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn populate() -> MapFlags {
    MapFlags::empty()
}

/// Where the next pages are wanted: each below the last, until there is no place within reach, and
/// then from the first again. Where something is already, the system chooses another place.
fn wanted(code: *const u8, len: usize) -> usize {
    /// The distance of the next pages below [`FIRST`]. Relaxed: no other data depends on it.
    static USED: AtomicUsize = AtomicUsize::new(0);

    let len = len.checked_next_multiple_of(GRAIN).unwrap_or(usize::MAX);
    let next = |used: usize| used.checked_add(len).filter(|&used| used <= LAST - FIRST);
    let used = USED
        .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| next(used).or_else(|| next(0)));
    let Some(below) = used.ok().and_then(|used| next(used).or_else(|| next(0))) else { return 0 };
    let here = code.addr() & !(GRAIN - 1);
    // Zero is anywhere.
    here.saturating_sub(FIRST + below)
}

impl Deref for Writable {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.bytes()
    }
}

impl DerefMut for Writable {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: the map is as long, readable and writable, and borrowed from its only owner.
        unsafe { slice::from_raw_parts_mut(self.0.start.as_ptr(), self.0.len) }
    }
}

impl Deref for Executable {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.bytes()
    }
}

impl Mapping {
    fn bytes(&self) -> &[u8] {
        // SAFETY: the map is as long and readable, and written to only through its only owner.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the pages are a whole mapping, and this is its only owner.
        let unmapped = unsafe { munmap(self.start.as_ptr().cast(), self.len) };
        debug_assert_eq!(unmapped, Ok(()), "a map can be unmapped");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_near() {
        let code = pages_are_near as *const u8;
        let maps: Vec<Writable> =
            (1..200).map(|n| Writable::near(code, n * 1000).unwrap()).collect();
        let reach = |map: &Writable| map.as_ptr().addr().abs_diff(code.addr()) + map.len();
        assert!(maps.iter().all(|map| reach(map) < i32::MAX as usize));
    }

    #[test]
    fn where_there_is_no_room_they_are_elsewhere() {
        let first = Writable::at(0, GRAIN).unwrap();
        let second = Writable::at(first.as_ptr().addr(), GRAIN).unwrap();
        assert_ne!(first.as_ptr(), second.as_ptr());
    }

    #[test]
    fn what_was_written_is_executed() {
        let mut pages = Writable::at(0, 5000).unwrap();
        assert!(pages.iter().all(|&byte| byte == 0));
        pages[4999] = 7;
        let pages = pages.into_executable().unwrap();
        assert_eq!((pages.len(), pages[4999]), (5000, 7));
    }
}
