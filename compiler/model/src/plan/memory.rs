//! Where values lie in the memory of a run: those that live at the same time lie apart.

use std::cmp::Reverse;

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

impl Lifetime {
    fn meets(&self, other: &Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

/// The first byte of each, a multiple of the alignment, and how many bytes there are.
///
/// The largest come first, each as far in front as those before it allow: which is good where a few large values
/// are followed by many small ones, as in models.
pub(super) fn places(all: &[Lifetime], alignment: usize) -> (Vec<usize>, usize) {
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&at| (Reverse(all[at].size), all[at].first));
    let mut starts = vec![0; all.len()];
    let (mut placed, mut total) = (Vec::<usize>::new(), 0);
    for at in order {
        let mut start: usize = 0;
        // From the front on: those placed before, in the order of their places.
        for &other in &placed {
            let end = start.saturating_add(all[at].size);
            if all[at].meets(&all[other]) && starts[other] < end {
                let behind = starts[other].saturating_add(all[other].size);
                start = start.max(behind.next_multiple_of(alignment));
            }
        }
        starts[at] = start;
        total = total.max(start.saturating_add(all[at].size));
        let place = placed.partition_point(|&other| starts[other] <= start);
        placed.insert(place, at);
    }
    (starts, total)
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
            let all: Vec<Lifetime> = (0..below(40))
                .map(|_| {
                    let first = below(30);
                    Lifetime { size: 1 + below(1000), first, last: first + below(6) }
                })
                .collect();
            let (starts, total) = places(&all, 64);
            for (at, one) in all.iter().enumerate() {
                assert!(starts[at] % 64 == 0 && starts[at] + one.size <= total);
                for (other, two) in all.iter().enumerate().skip(at + 1) {
                    let apart = starts[at] + one.size <= starts[other]
                        || starts[other] + two.size <= starts[at];
                    assert!(apart || !one.meets(two), "{one:?} {two:?}");
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
    }
}
