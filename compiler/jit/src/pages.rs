//! Memory for machine code: pages that are written first, and then executed, and not written again
//! while anybody may execute them.
//!
//! To map pages takes longer than to write a small program's code to them, so those of the last few
//! such programs are kept for the next, writable and zero.
//!
//! They lie near this program's own code if there is room, so that machine code calls the runtime
//! and the kernels by distances of 32 bits. Nothing relies on it: see [`link`](crate::link).

#![expect(unsafe_code, reason = "memory is mapped where it is asked for")]

use crate::shim::Shim;
use rustix::io::Result;
use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use std::ffi::c_void;
use std::ops::{Deref, DerefMut};
use std::ptr::{NonNull, without_provenance_mut};
use std::slice;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How far below one of our functions the first pages lie: further than code and data of most
/// programs, so that they are not in the way of either.
const FIRST: usize = 256 << 20;

/// How far the last may lie: what is further than this may not reach all of our functions.
const LAST: usize = 1792 << 20;

/// What maps are rounded up to.
const GRAIN: usize = 64 << 10;

/// What is kept: so many maps, each of so many bytes at most.
const KEPT: usize = 4;
const SMALL: usize = GRAIN;

/// What lengths are compared in: a page, or a part of one.
const PAGE: usize = 4 << 10;

/// Maps that are in no use, the oldest first. All writable, not executable, and zero.
static SPARE: Mutex<Vec<Mapping>> = Mutex::new(Vec::new());

/// Pages that nobody executes.
#[derive(Debug)]
pub(crate) struct Writable(Mapping);

/// Pages that nobody writes to. There is always a map.
#[derive(Debug)]
pub(crate) struct Executable(Option<Mapping>);

/// A map of ours, and of nobody else.
#[derive(Debug)]
struct Mapping {
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: it owns its memory, which no thread owns.
unsafe impl Send for Mapping {}
// SAFETY: it is written to through `&mut` only.
unsafe impl Sync for Mapping {}

impl Writable {
    /// So many bytes, which is not none, all zero.
    pub(crate) fn new(len: usize) -> Result<Self> {
        match Mapping::take(len) {
            Some(map) => Ok(Self(map)),
            None => Self::at(wanted(len), len),
        }
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

    /// To be executed from now on.
    pub(crate) fn into_executable(mut self) -> Result<Executable> {
        self.0.protect(MprotectFlags::EXEC)?;
        Ok(Executable(Some(self.0)))
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        // Where there was no room near, there may be for the next.
        if let Some(mut map) = self.0.take().filter(|map| map.len <= SMALL && is_near(map.bytes()))
            && map.protect(MprotectFlags::WRITE).is_ok()
        {
            let mut map = Writable(map);
            map.fill(0);
            map.0.keep();
        }
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
fn wanted(len: usize) -> usize {
    /// How far below [`FIRST`] the next are; told to nobody else, so the order does not matter.
    static USED: AtomicUsize = AtomicUsize::new(0);

    let len = len.checked_next_multiple_of(GRAIN).unwrap_or(usize::MAX);
    let next = |used: usize| used.checked_add(len).filter(|&used| used <= LAST - FIRST);
    let used = USED
        .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| next(used).or_else(|| next(0)));
    let Some(below) = used.ok().and_then(|used| next(used).or_else(|| next(0))) else { return 0 };
    let here = Shim::ALL[0].def().address.addr() & !(GRAIN - 1);
    // Zero is anywhere.
    here.saturating_sub(FIRST + below)
}

/// Whether distances of 32 bits reach from anywhere in these pages to ours.
fn is_near(pages: &[u8]) -> bool {
    let distance = pages.as_ptr().addr().abs_diff(Shim::ALL[0].def().address.addr());
    distance + pages.len() < i32::MAX as usize
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
        self.0.as_ref().map_or(&[], Mapping::bytes)
    }
}

impl Mapping {
    /// One of the spare maps, if any is as long as that.
    fn take(len: usize) -> Option<Self> {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        let pages = len.div_ceil(PAGE);
        let like = spare.iter().rposition(|map| map.len.div_ceil(PAGE) == pages)?;
        let mut map = spare.remove(like);
        map.len = len;
        Some(map)
    }

    /// Keeps this one, which nobody executes and which is zero, and not the oldest if there are too
    /// many.
    fn keep(self) {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        let oldest = (spare.len() == KEPT).then(|| spare.remove(0));
        spare.push(self);
        drop(spare);
        drop(oldest);
    }

    /// What else than to be read the pages are for. Only `WRITE` is for a [`Writable`].
    fn protect(&mut self, flags: MprotectFlags) -> Result<()> {
        let flags = MprotectFlags::READ | flags;
        // SAFETY: the pages are all of a map of ours, borrowed from its only owner.
        unsafe { mprotect(self.start.as_ptr().cast(), self.len, flags) }
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: the map is as long and readable, and written to only by who has all of it.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the pages are all of a map of ours, and this was its only owner.
        let unmapped = unsafe { munmap(self.start.as_ptr().cast(), self.len) };
        debug_assert_eq!(unmapped, Ok(()), "a map can be unmapped");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_near() {
        let maps: Vec<Writable> = (1..200).map(|n| Writable::new(n * 1000).unwrap()).collect();
        assert!(maps.iter().all(|map| is_near(map)));
    }

    #[test]
    fn where_there_is_no_room_they_are_elsewhere() {
        let first = Writable::new(GRAIN).unwrap();
        let second = Writable::at(first.as_ptr().addr(), GRAIN).unwrap();
        assert_ne!(first.as_ptr(), second.as_ptr());
    }

    #[test]
    fn what_was_written_is_executed() {
        let mut pages = Writable::new(5000).unwrap();
        assert!(pages.iter().all(|&byte| byte == 0));
        pages[4999] = 7;
        let pages = pages.into_executable().unwrap();
        assert_eq!((pages.len(), pages[4999]), (5000, 7));
    }

    #[test]
    fn few_are_kept_and_all_are_zero() {
        // No other test has maps of that length.
        let len = 7 * PAGE;
        let map = || {
            let mut pages = Writable::new(len).unwrap();
            assert!(pages.iter().all(|&byte| byte == 0));
            pages.fill(7);
            pages.into_executable().unwrap()
        };
        let maps: Vec<Executable> = (0..=KEPT).map(|_| map()).collect();
        drop(maps);
        assert!(SPARE.lock().unwrap().len() <= KEPT);
        // One byte less takes as many pages.
        assert!(Writable::new(len - 1).unwrap().iter().all(|&byte| byte == 0));
        assert!(map().iter().all(|&byte| byte == 7));
        let kept = |place| SPARE.lock().unwrap().iter().any(|map| map.start.as_ptr() == place);
        for map in [Writable::new(SMALL + 1), Writable::at(0, PAGE)] {
            let map = map.unwrap().into_executable().unwrap();
            let place = map.as_ptr().cast_mut();
            drop(map);
            assert!(!kept(place), "it is large, or lies elsewhere");
        }
    }
}
