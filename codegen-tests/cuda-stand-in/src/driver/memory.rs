//! Memory that kernels and copies use, and what is checked at each access.

use crate::driver::State;
use crate::driver::clock::{Clock, Point, Stamp};
use crate::driver::code::{Code, Result};
use crate::host::HostRange;
use crate::ptx;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

const WORD: usize = size_of::<u32>();
/// Between allocations, so that an index past the end of one meets no other.
const GAP: u64 = 4096;
/// In the point of a last write: it was atomic.
const ATOMIC: u64 = 1 << 63;
/// What memory of a device holds before it is written.
const FRESH: u32 = 0xcdcd_cdcd;

/// What is checked at an access, or what is wrong with it.
type Checked<T> = std::result::Result<T, String>;

/// Memory at an address of the device: made up, or the host's own.
#[derive(Debug)]
pub(crate) struct Allocation {
    pub(crate) base: u64,
    pub(crate) size: usize,
    pub(crate) context: u64,
    /// The pool that it is of.
    pub(crate) pool: Option<u64>,
    content: Content,
    freed: AtomicBool,
    born: Point,
    /// The last work of each stream that used it.
    uses: Mutex<BTreeMap<u32, u64>>,
}

#[derive(Debug)]
enum Content {
    Device {
        words: Vec<AtomicU32>,
        /// The last write of each word, and the last read: a point.
        writes: Vec<AtomicU64>,
        reads: Vec<AtomicU64>,
    },
    Host(HostRange),
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    Read,
    Write,
    /// Together with other atomic ones it is no race.
    Atomic,
}

impl Allocation {
    fn device(base: u64, size: usize, context: u64, pool: Option<u64>, born: Point) -> Self {
        let words = size.div_ceil(WORD);
        let points = || (0..words).map(|_| AtomicU64::new(0)).collect();
        let content = Content::Device {
            words: (0..words).map(|_| AtomicU32::new(FRESH)).collect(),
            writes: points(),
            reads: points(),
        };
        let (freed, uses) = (AtomicBool::new(false), Mutex::default());
        Self { base, size, context, pool, content, freed, born, uses }
    }

    fn host(range: HostRange, context: u64) -> Self {
        Self {
            base: range.address(),
            size: range.size(),
            context,
            pool: None,
            content: Content::Host(range),
            freed: AtomicBool::new(false),
            born: Point::default(),
            uses: Mutex::default(),
        }
    }

    pub(crate) fn is_device(&self) -> bool {
        matches!(self.content, Content::Device { .. })
    }

    fn offset(&self, address: u64, size: usize) -> Checked<usize> {
        let offset = usize::try_from(address.wrapping_sub(self.base)).unwrap_or(usize::MAX);
        if offset.checked_add(size).is_none_or(|end| end > self.size) {
            return Err(format!(
                "{size} bytes at 0x{address:x} are not inside the {} bytes at 0x{:x}",
                self.size, self.base
            ));
        }
        if self.freed.load(Ordering::Acquire) {
            return Err(format!("the {} bytes at 0x{:x} are freed", self.size, self.base));
        }
        Ok(offset)
    }

    /// Notes that the work uses it.
    fn touch(&self, by: &Stamp) -> Checked<()> {
        if !by.clock.has(self.born) {
            return Err(format!(
                "the {} bytes at 0x{:x} are used by stream {}, which does not wait for their allocation on \
                 stream {}",
                self.size, self.base, by.point.stream, self.born.stream
            ));
        }
        let mut uses = self.uses.lock();
        let last = uses.entry(by.point.stream).or_default();
        *last = (*last).max(by.point.work);
        Ok(())
    }

    /// Frees it as that work.
    pub(crate) fn free(&self, by: &Stamp) -> Checked<()> {
        self.freed.store(true, Ordering::Release);
        for (&stream, &work) in self.uses.lock().iter() {
            if !by.clock.has(Point { stream, work }) {
                return Err(format!(
                    "the {} bytes at 0x{:x} are freed on stream {}, which does not wait for their use on stream \
                     {stream}",
                    self.size, self.base, by.point.stream
                ));
            }
        }
        Ok(())
    }

    /// What is wrong if the host takes it away: a use that the host does not know to be done.
    pub(crate) fn in_use(&self, host: &Clock) -> Option<String> {
        let uses = self.uses.lock();
        let (stream, _) = uses
            .iter()
            .find(|(stream, work)| !host.has(Point { stream: **stream, work: **work }))?;
        Some(format!(
            "the {} bytes at 0x{:x} are taken away, and nobody has waited for stream {stream}",
            self.size, self.base
        ))
    }

    /// Compares an access with the last ones of other streams, word by word.
    fn order(&self, offset: usize, size: usize, access: Access, by: &Stamp) -> Checked<()> {
        let Content::Device { writes, reads, .. } = &self.content else { return Ok(()) };
        let ordered = |last: Point| last.stream == by.point.stream || by.clock.has(last);
        let mine = by.point.pack();
        for word in offset / WORD..(offset + size).div_ceil(WORD) {
            let last = writes[word].load(Ordering::Relaxed);
            let both_atomic = access == Access::Atomic && last & ATOMIC != 0;
            let write = Point::unpack(last & !ATOMIC);
            let mut unordered = (!both_atomic && !ordered(write)).then_some(write);
            if access == Access::Read {
                reads[word].store(mine, Ordering::Relaxed);
            } else {
                let read = Point::unpack(reads[word].load(Ordering::Relaxed));
                if !ordered(read) {
                    unordered = Some(read);
                }
                let atomic = if access == Access::Atomic { ATOMIC } else { 0 };
                writes[word].store(mine | atomic, Ordering::Relaxed);
            }
            if let Some(last) = unordered {
                return Err(format!(
                    "0x{:x} is used by stream {} and by stream {}, and nothing orders them",
                    self.base + (word * WORD) as u64,
                    last.stream,
                    by.point.stream
                ));
            }
        }
        Ok(())
    }

    fn read(&self, offset: usize, bytes: &mut [u8]) {
        let words = match &self.content {
            Content::Host(range) => {
                range.read(offset, bytes);
                return;
            }
            Content::Device { words, .. } => words,
        };
        for (word, inside, of_bytes) in in_words(offset, bytes.len()) {
            let content = words[word].load(Ordering::Relaxed).to_le_bytes();
            bytes[of_bytes].copy_from_slice(&content[inside]);
        }
    }

    fn write(&self, offset: usize, bytes: &[u8]) {
        let words = match &self.content {
            Content::Host(range) => {
                range.write(offset, bytes);
                return;
            }
            Content::Device { words, .. } => words,
        };
        for (word, inside, of_bytes) in in_words(offset, bytes.len()) {
            let new = &bytes[of_bytes];
            if let Ok(whole) = new.try_into() {
                words[word].store(u32::from_le_bytes(whole), Ordering::Relaxed);
            } else {
                // Other threads of the kernel may write the other bytes of the word.
                words[word].update(Ordering::Relaxed, Ordering::Relaxed, |old| {
                    let mut content = old.to_le_bytes();
                    content[inside.clone()].copy_from_slice(new);
                    u32::from_le_bytes(content)
                });
            }
        }
    }

    /// Writes the first contents of a global, before any work.
    pub(crate) fn initialise(&self, bytes: &[u8]) {
        self.write(0, bytes);
    }
}

/// Bytes from an offset on, word by word: the word, which of its bytes they are, and which of all they are.
fn in_words(
    offset: usize,
    size: usize,
) -> impl Iterator<Item = (usize, Range<usize>, Range<usize>)> {
    let words = offset / WORD..(offset + size).div_ceil(WORD);
    words.map(move |word| {
        let first = (word * WORD).max(offset);
        let end = ((word + 1) * WORD).min(offset + size);
        (word, first - word * WORD..end - word * WORD, first - offset..end - offset)
    })
}

/// All memory of the devices, and what of the host's is known to them.
#[derive(Debug)]
pub(crate) struct Space {
    allocations: BTreeMap<u64, Arc<Allocation>>,
    next: u64,
    /// The same, in order, for work that runs without the lock.
    shared: Option<Arc<Vec<Arc<Allocation>>>>,
}

impl Default for Space {
    fn default() -> Self {
        Self { allocations: BTreeMap::new(), next: 0x7f00_0000_0000, shared: None }
    }
}

impl Space {
    pub(crate) fn allocate(
        &mut self,
        size: usize,
        context: u64,
        pool: Option<u64>,
        born: Point,
    ) -> Result<u64> {
        let base = self.next;
        let taken = (size as u64).checked_next_multiple_of(512).ok_or(Code::OUT_OF_MEMORY)?;
        self.next = base.checked_add(taken + GAP).ok_or(Code::OUT_OF_MEMORY)?;
        self.add(Allocation::device(base, size, context, pool, born));
        Ok(base)
    }

    pub(crate) fn add_host(&mut self, range: HostRange, context: u64) -> Result<()> {
        let end = range.address() + range.size() as u64;
        let before = self.allocations.range(..end).next_back();
        if before.is_some_and(|(base, it)| base + it.size as u64 > range.address()) {
            return Err(Code::HOST_MEMORY_ALREADY_REGISTERED);
        }
        self.add(Allocation::host(range, context));
        Ok(())
    }

    fn add(&mut self, allocation: Allocation) {
        self.allocations.insert(allocation.base, Arc::new(allocation));
        self.shared = None;
    }

    pub(crate) fn remove(&mut self, base: u64) -> Option<Arc<Allocation>> {
        self.shared = None;
        self.allocations.remove(&base)
    }

    /// The allocation that begins there.
    pub(crate) fn get(&self, base: u64) -> Option<&Arc<Allocation>> {
        self.allocations.get(&base)
    }

    /// The allocation with that address in it.
    pub(crate) fn find(&self, address: u64) -> Option<&Arc<Allocation>> {
        let (_, found) = self.allocations.range(..=address).next_back()?;
        (address - found.base < found.size as u64).then_some(found)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Allocation>> {
        self.allocations.values()
    }

    pub(crate) fn share(&mut self) -> Arc<Vec<Arc<Allocation>>> {
        let all = || Arc::new(self.allocations.values().cloned().collect());
        Arc::clone(self.shared.get_or_insert_with(all))
    }
}

/// Memory as a piece of work sees it.
#[derive(Debug)]
pub(crate) struct View {
    allocations: Arc<Vec<Arc<Allocation>>>,
    by: Stamp,
    /// Where the last access was.
    last: AtomicUsize,
    /// One atomic access at a time.
    lock: Arc<Mutex<()>>,
    /// What a card would not report: the work continues.
    reports: Mutex<Vec<String>>,
}

/// Reports of one piece of work, of which one is usually like the other.
const REPORTS: usize = 4;

impl View {
    pub(crate) fn new(
        allocations: Arc<Vec<Arc<Allocation>>>,
        by: Stamp,
        lock: Arc<Mutex<()>>,
    ) -> Self {
        let (last, reports) = (AtomicUsize::new(usize::MAX), Mutex::default());
        Self { allocations, by, last, lock, reports }
    }

    pub(crate) fn take_reports(&self) -> Vec<String> {
        std::mem::take(&mut *self.reports.lock())
    }

    fn report(&self, checked: Checked<()>) {
        if let Err(report) = checked {
            let mut reports = self.reports.lock();
            if reports.len() < REPORTS {
                reports.push(report);
            }
        }
    }

    fn at(&self, address: u64, size: usize) -> Checked<(&Allocation, usize)> {
        let last = self.last.load(Ordering::Relaxed);
        if let Some(allocation) = self.allocations.get(last)
            && let Ok(offset) = allocation.offset(address, size)
        {
            return Ok((allocation, offset));
        }
        let after = self.allocations.partition_point(|allocation| allocation.base <= address);
        let found =
            after.checked_sub(1).and_then(|index| Some((index, self.allocations.get(index)?)));
        let (index, found) = found.ok_or_else(|| format!("there is no memory at 0x{address:x}"))?;
        let offset = found.offset(address, size)?;
        self.report(found.touch(&self.by));
        self.last.store(index, Ordering::Relaxed);
        Ok((found, offset))
    }
}

impl ptx::Memory for View {
    fn load(&self, address: u64, bytes: &mut [u8]) -> Checked<()> {
        let (allocation, offset) = self.at(address, bytes.len())?;
        self.report(allocation.order(offset, bytes.len(), Access::Read, &self.by));
        allocation.read(offset, bytes);
        Ok(())
    }

    fn store(&self, address: u64, bytes: &[u8]) -> Checked<()> {
        let (allocation, offset) = self.at(address, bytes.len())?;
        self.report(allocation.order(offset, bytes.len(), Access::Write, &self.by));
        allocation.write(offset, bytes);
        Ok(())
    }

    fn atomic(
        &self,
        address: u64,
        size: usize,
        change: &mut dyn FnMut(u64) -> u64,
    ) -> Checked<u64> {
        let (allocation, offset) = self.at(address, size)?;
        self.report(allocation.order(offset, size, Access::Atomic, &self.by));
        let mut old = [0; 8];
        let bytes = old.get_mut(..size).ok_or("an atomic access has at most 8 bytes")?;
        let _one = self.lock.lock();
        allocation.read(offset, bytes);
        let old = u64::from_le_bytes(old);
        allocation.write(offset, &change(old).to_le_bytes()[..size]);
        Ok(old)
    }
}

impl State {
    /// Whether the bytes are inside one allocation, as the driver checks before it gives a stream a copy.
    pub(crate) fn inside(&self, address: u64, size: usize) -> Result<()> {
        let found = self.space.find(address);
        let found = found.ok_or(Code::INVALID_VALUE)?;
        found.offset(address, size).map(|_| ()).map_err(|_| Code::INVALID_VALUE)
    }
}

/// The numbers of bytes that pools have given and hold.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    pub(crate) used: u64,
    pub(crate) used_high: u64,
    /// What the pool keeps of freed memory counts as reserved until it is trimmed.
    pub(crate) reserved: u64,
    pub(crate) reserved_high: u64,
}

impl Pool {
    pub(crate) fn take(&mut self, size: u64) {
        self.used += size;
        self.used_high = self.used_high.max(self.used);
        self.reserved = self.reserved.max(self.used);
        self.reserved_high = self.reserved_high.max(self.reserved);
    }

    pub(crate) fn give(&mut self, size: u64) {
        self.used -= size;
    }

    pub(crate) fn trim(&mut self, keep: u64) {
        self.reserved = self.reserved.min(self.used.max(keep));
    }
}
