//! Where values lie in the memory of a run: those that live at the same time lie apart.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Bytes that are used from one op on to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lifetime {
    /// How many.
    pub(super) size: usize,
    /// The number of the op that writes them.
    pub(super) first: usize,
    /// The number of the last op that reads them.
    pub(super) last: usize,
}

/// The first byte of each, a multiple of the alignment, and how many bytes there are. The lifetimes are in the order
/// of their first ops.
///
/// Each gets the smallest free range that has room for it. So the time is in proportion to `n log n`, whatever the
/// lifetimes are.
pub(super) fn places(all: &[Lifetime], alignment: usize) -> (Vec<usize>, usize) {
    let mut memory = Memory::default();
    let mut living = BinaryHeap::new();
    let (mut starts, mut total) = (Vec::with_capacity(all.len()), 0);
    let sizes: Vec<usize> = all
        .iter()
        .map(|one| one.size.checked_next_multiple_of(alignment).unwrap_or(usize::MAX))
        .collect();
    for (at, one) in all.iter().enumerate() {
        while let Some(&Reverse((last, other))) = living.peek()
            && last < one.first
        {
            living.pop();
            memory.give_back(starts[other], sizes[other]);
        }
        let start = memory.take(sizes[at]);
        total = total.max(start.saturating_add(one.size));
        starts.push(start);
        living.push(Reverse((one.last, at)));
    }
    (starts, total)
}

/// What is free of a memory that grows.
#[derive(Default)]
struct Memory {
    /// The sizes of the free ranges by their first bytes; no two of them touch.
    free: BTreeMap<usize, usize>,
    /// The same, by size.
    by_size: BTreeSet<(usize, usize)>,
    size: usize,
}

impl Memory {
    fn take(&mut self, size: usize) -> usize {
        if let Some(&(room, start)) = self.by_size.range((size, 0)..).next() {
            self.remove(start, room);
            if room > size {
                self.insert(start + size, room - size);
            }
            return start;
        }
        // The memory grows, from a free range at its end on if there is one.
        let last = self.free.last_key_value().map(|(&start, &room)| (start, room));
        let start = match last.filter(|(start, room)| start + room == self.size) {
            Some((start, room)) => {
                self.remove(start, room);
                start
            }
            None => self.size,
        };
        self.size = start.saturating_add(size);
        start
    }

    fn give_back(&mut self, mut start: usize, mut size: usize) {
        let before = self.free.range(..start).next_back().map(|(&start, &room)| (start, room));
        if let Some((other, room)) = before.filter(|(other, room)| other + room == start) {
            self.remove(other, room);
            (start, size) = (other, size + room);
        }
        if let Some(&room) = self.free.get(&start.saturating_add(size)) {
            self.remove(start + size, room);
            size += room;
        }
        self.insert(start, size);
    }

    fn insert(&mut self, start: usize, size: usize) {
        self.free.insert(start, size);
        self.by_size.insert((size, start));
    }

    fn remove(&mut self, start: usize, size: usize) {
        self.free.remove(&start);
        self.by_size.remove(&(size, start));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lives_at_the_same_time_lies_apart() {
        let mut seed = 1_u64;
        let mut below = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from((seed >> 33) % bound).unwrap()
        };
        for _ in 0..200 {
            let mut all: Vec<Lifetime> = (0..below(40))
                .map(|_| {
                    let first = below(30);
                    Lifetime { size: 1 + below(1000), first, last: first + below(6) }
                })
                .collect();
            all.sort_by_key(|one| one.first);
            let (starts, total) = places(&all, 64);
            for (at, one) in all.iter().enumerate() {
                assert!(starts[at] % 64 == 0 && starts[at] + one.size <= total);
                for (other, two) in all.iter().enumerate().skip(at + 1) {
                    let apart = starts[at] + one.size <= starts[other]
                        || starts[other] + two.size <= starts[at];
                    assert!(apart || one.last < two.first, "{one:?} {two:?}");
                }
            }
        }
    }

    #[test]
    fn memory_is_used_again() {
        // A chain of ops, each of which reads what the one before has written.
        let chain: Vec<Lifetime> =
            (0..100).map(|first| Lifetime { size: 1024, first, last: first + 1 }).collect();
        assert_eq!(places(&chain, 64).1, 2048);
        assert_eq!(places(&[], 64), (Vec::new(), 0));
        // More than there is.
        let huge = Lifetime { size: usize::MAX - 5, first: 0, last: 9 };
        assert!(isize::try_from(places(&[huge; 3], 64).1).is_err());
    }

    #[test]
    fn many_values_take_little_time() {
        // All live until the end; or each goes before the next but one, which does not fit its place.
        let count = 200_000;
        let kept: Vec<Lifetime> =
            (0..count).map(|first| Lifetime { size: 64, first, last: count }).collect();
        assert_eq!(places(&kept, 64).1, 64 * count);
        let grown: Vec<Lifetime> = (0..count)
            .map(|first| Lifetime { size: 64 * (first + 1), first, last: first + 1 })
            .collect();
        assert!(places(&grown, 64).1 < 64 * 6 * count);
    }
}
