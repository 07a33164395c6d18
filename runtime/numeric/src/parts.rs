//! An output in parts, which threads write at a time.
//!
//! Which parts there are is said by numbers, not by a list of slices, so that nothing is allocated for it: a part is
//! made of its number when its turn comes. No two parts have an element in common, and no number comes twice
//! ([`Workers`]).
#![expect(
    unsafe_code,
    reason = "threads write parts of one slice, which they find by their numbers"
)]

use crate::workers::{Ended, Output, Workers, each_of};
use std::marker::PhantomData;
use std::ops::Range;

/// The most parts of a line.
pub(crate) const ACROSS: usize = 64;

/// Where the parts of a line begin, and where the last ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cuts {
    places: [usize; ACROSS + 1],
    count: usize,
}

impl Cuts {
    /// So many parts, at most [`ACROSS`], the first of which begins at 0; `end` says where each ends.
    ///
    /// # Panics
    /// They are too many, or not in order.
    pub(crate) fn new(count: usize, end: impl Fn(usize) -> usize) -> Self {
        let mut places = [0; ACROSS + 1];
        for at in 0..count {
            places[at + 1] = end(at);
        }
        let cuts = Self { places, count };
        assert!(cuts.places[..=count].is_sorted(), "parts in order");
        cuts
    }

    fn part(&self, at: usize) -> Range<usize> {
        self.places[at]..self.places[at + 1]
    }
}

/// How lines are cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// Lines of a section; no part has some of two.
    pub(crate) section: usize,
    /// Lines of a part; the last of a section may have fewer.
    pub(crate) lines: usize,
    /// The parts of a line.
    pub(crate) across: Cuts,
    /// Whether parts of neighbouring lines have neighbouring numbers, rather than those of one line.
    pub(crate) down: bool,
}

/// Calls `each` for parts of lines of so many elements, with the first line, and which of the parts of a line it is.
///
/// # Errors
/// Nobody wants the result any more.
///
/// # Panics
/// The output has no whole sections of lines, or a part ends behind its line.
pub(crate) fn each_part<T: Send>(
    workers: &dyn Workers,
    threads: usize,
    (output, length): (&mut [T], usize),
    cut: &Cut,
    each: &(dyn Fn([usize; 2], Lines<'_, T>) + Sync),
) -> Result<(), Ended> {
    let Cut { section, lines, across, down } = *cut;
    let all = output.len() / length;
    assert!(output.len() == all * length && all.is_multiple_of(section), "whole sections");
    assert!(across.places[across.count] <= length, "parts of a line");
    let output = &Output::of(output);
    let of_section = section.div_ceil(lines);
    let groups = all / section * of_section;
    each_of(workers, threads, groups * across.count, &|index| {
        let (group, at) = match down {
            true => (index % groups, index / groups),
            false => (index / across.count, index % across.count),
        };
        let (start, first) = (group / of_section * section, group % of_section * lines);
        let (line, count) = (start + first, lines.min(section - first));
        let places = across.part(at);
        assert!(line + count <= all, "lines of the output");
        // SAFETY: the first element of the part is within the slice, or at its end.
        let start = unsafe { output.start.add(line * length + places.start) };
        let width = places.len();
        each([line, at], Lines { start, count, width, apart: length, slice: PhantomData });
    })
}

/// The same places of some neighbouring lines of an output.
pub(crate) struct Lines<'a, T> {
    /// The first place of the first line. From there to the last place of the last line, the elements at the places
    /// are this value's alone.
    start: *mut T,
    count: usize,
    /// The places.
    width: usize,
    /// From a line to the next.
    apart: usize,
    slice: PhantomData<&'a mut [T]>,
}

impl<T> Lines<'_, T> {
    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The places of each.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// From a place of one to that of the next.
    pub(crate) fn apart(&self) -> usize {
        self.apart
    }

    /// One of them.
    ///
    /// # Panics
    /// There are fewer.
    #[inline(always)]
    pub(crate) fn line(&mut self, at: usize) -> &mut [T] {
        assert!(at < self.count, "a line of these");
        // SAFETY: the line's places are in the output, this value's alone, and borrowed with it.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(at * self.apart), self.width) }
    }

    /// The first of these places of some of them, from which on the others are [apart](Self::apart).
    ///
    /// # Panics
    /// They are not there.
    #[inline(always)]
    pub(crate) fn places(&mut self, lines: Range<usize>, places: Range<usize>) -> *mut T {
        assert!(lines.start < lines.end && lines.end <= self.count, "some of these lines");
        assert!(places.end <= self.width, "places of theirs");
        // SAFETY: the place is in the output.
        unsafe { self.start.add(lines.start * self.apart + places.start) }
    }

    /// Two neighbours from one of them on; an empty one instead of a second that is not there.
    ///
    /// # Panics
    /// The first is not there.
    pub(crate) fn pair(&mut self, at: usize) -> [&mut [T]; 2] {
        assert!(at < self.count && self.width <= self.apart, "lines that do not overlap");
        let second = if at + 1 < self.count { self.width } else { 0 };
        // SAFETY: as in `line`; the second begins behind the first, or is empty and has the place of the first.
        unsafe {
            let start = self.start.add(at * self.apart);
            let behind = if second > 0 { start.add(self.apart) } else { start };
            [
                std::slice::from_raw_parts_mut(start, self.width),
                std::slice::from_raw_parts_mut(behind, second),
            ]
        }
    }

    /// Some of them.
    ///
    /// # Panics
    /// They are not there.
    pub(crate) fn some(&mut self, lines: Range<usize>) -> Lines<'_, T> {
        assert!(lines.start < lines.end && lines.end <= self.count, "some of these lines");
        // SAFETY: that line is in the output.
        let start = unsafe { self.start.add(lines.start * self.apart) };
        let Self { width, apart, .. } = *self;
        Lines { start, count: lines.len(), width, apart, slice: PhantomData }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workers::tests::Threads;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn each_element_is_in_one_part() {
        for threads in [1, 3] {
            for (sections, section, lines, length, across) in
                [(1, 1, 1, 1, 1), (2, 5, 2, 7, 3), (3, 4, 4, 10, 1), (1, 9, 4, 64, 64)]
            {
                for down in [false, true] {
                    let workers = Threads(threads, AtomicUsize::new(usize::MAX));
                    let mut output = vec![0; sections * section * length];
                    let across = Cuts::new(across, |at| (at + 1) * length / across);
                    let cut = Cut { section, lines, across, down };
                    let done = each_part(
                        &workers,
                        threads,
                        (&mut output, length),
                        &cut,
                        &|[first, at], mut part| {
                            let place = across.part(at).start;
                            assert!(first % section + part.count() <= section);
                            for at in 0..part.count() {
                                for (x, element) in part.line(at).iter_mut().enumerate() {
                                    *element += (first + at) * length + place + x + 1;
                                }
                            }
                        },
                    );
                    assert_eq!(done, Ok(()));
                    assert!(output.iter().enumerate().all(|(at, &element)| element == at + 1));
                }
            }
        }
    }

    #[test]
    fn neighbours_are_apart() {
        let mut output = [0; 12];
        let cut = Cut { section: 3, lines: 3, across: Cuts::new(2, |at| 2 * at + 2), down: true };
        let one = Threads(1, AtomicUsize::new(usize::MAX));
        let done = each_part(&one, 1, (&mut output, 4), &cut, &|[_, at], mut part| {
            let [a, b] = part.pair(1);
            (a[0], b[1]) = (2 * at + 1, 2 * at + 2);
            assert!(part.pair(2)[1].is_empty());
            part.some(1..3).line(1)[0] = 9;
        });
        assert_eq!((done, output), (Ok(()), [0, 0, 0, 0, 1, 0, 3, 0, 9, 2, 9, 4]));
    }
}
