//! What is ordered before what: clocks of streams, by the order in which work is issued.

use std::collections::BTreeMap;
use std::sync::Arc;

/// For each stream, how much of its work is ordered before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock(BTreeMap<u32, u64>);

impl Clock {
    /// Everything that is before the other is before this, too.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (&stream, &work) in &other.0 {
            self.set(stream, work);
        }
    }

    /// That work, and what its stream did before, is before this.
    pub(crate) fn set(&mut self, stream: u32, work: u64) {
        let entry = self.0.entry(stream).or_default();
        *entry = (*entry).max(work);
    }

    /// Whether that work is before this.
    pub(crate) fn has(&self, Point { stream, work }: Point) -> bool {
        work == 0 || self.0.get(&stream).is_some_and(|&last| last >= work)
    }
}

/// A piece of work: the number of its stream, and its own on that stream, from one on. Zero is before all work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) stream: u32,
    pub(crate) work: u64,
}

impl Point {
    /// Bits of a word for the work.
    const WORK: u32 = 40;
    /// Streams have numbers below it: one bit of a word is left.
    pub(crate) const STREAMS: u32 = 1 << (63 - Self::WORK);

    /// In one word.
    pub(crate) fn pack(self) -> u64 {
        u64::from(self.stream) << Self::WORK | self.work & ((1 << Self::WORK) - 1)
    }

    pub(crate) fn unpack(word: u64) -> Self {
        let stream = u32::try_from(word >> Self::WORK).unwrap_or(0);
        Self { stream, work: word & ((1 << Self::WORK) - 1) }
    }
}

/// A piece of work with all that is ordered before it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stamp {
    pub(crate) point: Point,
    pub(crate) clock: Arc<Clock>,
}
