//! The shadow of shared memory: who touched each word, and what has come in between. A vector clock a warp says which
//! accesses of other warps a barrier has ordered before its own; threads of one warp are not told apart. Words are
//! split into bytes where a smaller access touches them. Uses nothing.

use std::collections::HashMap;

/// Warps of a block.
pub(super) const WARPS: usize = 32;

type Clock = [u32; WARPS];

/// An access that is remembered. A time of zero is before all others.
#[derive(Debug, Clone, Copy, Default)]
struct Access {
    time: u32,
    line: u32,
    thread: u16,
    warp: u8,
    writes: bool,
}

/// What is remembered of a word or a byte. Two accesses of different warps are enough: any third warp that conflicts
/// with all conflicts with one of them.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    write: Access,
    /// Atomic and volatile ones, which race with plain ones only.
    strong: [Access; 2],
    reads: [Access; 2],
    /// One more than the index of the four bytes.
    bytes: u32,
}

/// How memory is touched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touch {
    pub(super) warp: u8,
    pub(super) thread: u16,
    pub(super) line: u32,
    pub(super) writes: bool,
    /// Atomic or volatile.
    pub(super) strong: bool,
    pub(super) acquires: bool,
    pub(super) releases: bool,
}

/// The earlier access of a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Earlier {
    pub(super) line: u32,
    pub(super) thread: u16,
    pub(super) writes: bool,
}

/// What fences and strong accesses of a warp have to hand over.
#[derive(Debug, Clone, Copy)]
struct Fenced {
    /// What a strong write publishes.
    released: Clock,
    /// What strong reads have seen, for the next fence.
    seen: Clock,
}

/// The shadow of one block after the other.
#[derive(Debug)]
pub(super) struct Shadow {
    cells: Vec<Cell>,
    bytes: Vec<[Cell; 4]>,
    clocks: Vec<Clock>,
    fenced: Vec<Fenced>,
    /// By word, what its strong writes have published.
    published: HashMap<u32, Clock>,
}

impl Shadow {
    /// The shadow of that many bytes, for blocks of up to that many warps.
    pub(super) fn new(bytes: usize, warps: usize) -> Self {
        Self {
            cells: vec![Cell::default(); bytes.div_ceil(4)],
            bytes: Vec::new(),
            clocks: vec![[0; WARPS]; warps],
            fenced: vec![Fenced { released: [0; WARPS], seen: [0; WARPS] }; warps],
            published: HashMap::new(),
        }
    }

    /// All that was is before the next block.
    pub(super) fn next_block(&mut self) {
        if self.cells.is_empty() {
            return;
        }
        let mut now = self.clocks.iter().flatten().copied().max().unwrap_or(0);
        if now > u32::MAX / 2 {
            self.cells.fill(Cell::default());
            self.bytes.clear();
            now = 0;
        }
        for (warp, clock) in self.clocks.iter_mut().enumerate() {
            clock.fill(now);
            clock[warp] = now + 1;
        }
        for fenced in &mut self.fenced {
            *fenced = Fenced { released: [0; WARPS], seen: [0; WARPS] };
        }
        self.published.clear();
    }

    fn tick(&mut self, warp: usize) {
        // A block would have to run through as many barriers; then accesses count as ordered.
        self.clocks[warp][warp] = self.clocks[warp][warp].saturating_add(1);
    }

    /// A warp arrives at a barrier without to wait: what it did is before those that wait.
    pub(super) fn arrive(&mut self, warp: usize, barrier: &mut Clock) {
        join(barrier, &self.clocks[warp]);
        self.tick(warp);
    }

    /// The warps of the set wait at a barrier that opens.
    pub(super) fn barrier(&mut self, warps: u32, barrier: &Clock) {
        let mut all = *barrier;
        let count = self.clocks.len();
        let set = move || (0..count).filter(move |warp| warps >> warp & 1 == 1);
        for warp in set() {
            join(&mut all, &self.clocks[warp]);
        }
        for warp in set() {
            self.clocks[warp] = all;
            self.tick(warp);
        }
    }

    pub(super) fn fence(&mut self, warp: usize) {
        let seen = self.fenced[warp].seen;
        join(&mut self.clocks[warp], &seen);
        self.fenced[warp].released = self.clocks[warp];
        self.tick(warp);
    }

    /// An access of bytes that are in bounds and do not cross a word unless they are whole words.
    pub(super) fn touch(&mut self, at: u32, size: u32, touch: &Touch) -> Result<(), Earlier> {
        if touch.strong {
            self.order(at, touch);
        }
        let clock = &self.clocks[usize::from(touch.warp)];
        for word in at / 4..(at + size).div_ceil(4) {
            let Some(cell) = self.cells.get_mut(word as usize) else { continue };
            if cell.bytes == 0 {
                if size >= 4 {
                    cell.touch(clock, touch)?;
                    continue;
                }
                let mut whole = *cell;
                whole.bytes = 0;
                self.bytes.push([whole; 4]);
                // Fewer than words, whose number fits.
                cell.bytes = self.bytes.len() as u32;
            }
            let Some(bytes) = self.bytes.get_mut(cell.bytes as usize - 1) else { continue };
            let start = if size >= 4 { 0 } else { at % 4 };
            for byte in &mut bytes[start as usize..(start + size.min(4)) as usize] {
                byte.touch(clock, touch)?;
            }
        }
        if touch.strong && touch.releases {
            self.tick(usize::from(touch.warp));
        }
        Ok(())
    }

    /// What a strong access hands over to this warp or from it.
    fn order(&mut self, at: u32, touch: &Touch) {
        let warp = usize::from(touch.warp);
        let word = at / 4;
        if (!touch.writes || touch.acquires)
            && let Some(published) = self.published.get(&word)
        {
            join(&mut self.fenced[warp].seen, published);
            if touch.acquires {
                join(&mut self.clocks[warp], published);
            }
        }
        if touch.writes {
            if let Some(published) = self.published.get(&word) {
                join(&mut self.fenced[warp].seen, published);
            }
            let handed =
                if touch.releases { self.clocks[warp] } else { self.fenced[warp].released };
            if handed.iter().any(|&time| time != 0) {
                join(self.published.entry(word).or_insert([0; WARPS]), &handed);
            }
        }
    }
}

fn join(clock: &mut Clock, other: &Clock) {
    for (time, &other) in clock.iter_mut().zip(other) {
        *time = (*time).max(other);
    }
}

impl Cell {
    fn touch(&mut self, clock: &Clock, touch: &Touch) -> Result<(), Earlier> {
        let conflicts = |access: &Access| {
            access.warp != touch.warp && access.time > clock[usize::from(access.warp) % WARPS]
        };
        let earlier = |access: &Access| Earlier {
            line: access.line,
            thread: access.thread,
            writes: access.writes,
        };
        if conflicts(&self.write) {
            return Err(earlier(&self.write));
        }
        if !touch.strong
            && let Some(access) = self
                .strong
                .iter()
                .find(|access| (touch.writes || access.writes) && conflicts(access))
        {
            return Err(earlier(access));
        }
        if touch.writes
            && let Some(access) = self.reads.iter().find(|access| conflicts(access))
        {
            return Err(earlier(access));
        }
        let access = Access {
            time: clock[usize::from(touch.warp) % WARPS],
            line: touch.line,
            thread: touch.thread,
            warp: touch.warp,
            writes: touch.writes,
        };
        match (touch.strong, touch.writes) {
            (true, _) => remember(&mut self.strong, access, clock),
            (false, true) => self.write = access,
            (false, false) => remember(&mut self.reads, access, clock),
        }
        Ok(())
    }
}

/// Keeps accesses of two warps, in place of those that are ordered before this one.
fn remember(kept: &mut [Access; 2], access: Access, clock: &Clock) {
    let [first, second] = kept;
    // Of one warp, a write must not be forgotten for a read of the same interval.
    let replaces = |old: &Access| {
        let same =
            old.warp == access.warp && (old.time != access.time || access.writes || !old.writes);
        same || old.warp != access.warp && old.time <= clock[usize::from(old.warp) % WARPS]
    };
    if first.warp == access.warp && first.time != 0 {
        if replaces(first) {
            *first = access;
        }
    } else if replaces(second) {
        *second = access;
    } else if replaces(first) {
        *first = access;
    }
}
