//! Work on the parts of an output, by several threads.
#![expect(
    unsafe_code,
    reason = "who computes promises that no part of an output is computed twice"
)]

use std::marker::PhantomData;
use std::ops::Range;

/// Operations that are not worth a second thread.
const LITTLE: usize = 1 << 16;

/// Operations between two questions whether the result is still wanted: less than a millisecond.
pub(crate) const LONG: usize = 1 << 21;

/// Who computes.
///
/// ```
/// use tfrt_numeric::{ThisThread, Workers};
/// assert_eq!((ThisThread.count(), ThisThread.ended()), (1, false));
/// ```
///
/// # Safety
/// [`run`](Self::run) calls `each` at most once for a number, and for none when it has returned or unwound.
pub unsafe trait Workers: Sync {
    /// How many threads may compute at a time.
    fn count(&self) -> usize;
    /// Calls `each` once for each number below `count`, on any threads in any order, and returns when all calls have.
    /// A thread mostly gets neighbouring numbers, and those that it had in the last call with that count.
    fn run(&self, count: usize, each: &(dyn Fn(usize) + Sync));
    /// Whether nobody wants the result any more.
    fn ended(&self) -> bool;
}

/// The calling thread alone, which always wants the result.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThisThread;

// SAFETY: each number of a range is there once, and no call is left behind.
unsafe impl Workers for ThisThread {
    fn count(&self) -> usize {
        1
    }

    fn run(&self, count: usize, each: &(dyn Fn(usize) + Sync)) {
        (0..count).for_each(each);
    }

    fn ended(&self) -> bool {
        false
    }
}

/// Nobody wants the result any more; parts of it may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Ended;

/// Calls `each` for parts of an output that consist of whole rows, with the index of the first row. Other
/// threads help if there is much to do. Each row is computed by one thread, so results do not depend on
/// how many there are.
///
/// `length`: the elements of a row. `work`: the operations that a row takes. A part takes less than a
/// millisecond, if a row does.
///
/// ```
/// use tfrt_numeric::{ThisThread, rows};
/// let mut output = [0; 6];
/// rows(&ThisThread, &mut output, 2, 2, &|first, rows| {
///     for (index, row) in rows.chunks_exact_mut(2).enumerate() {
///         row.fill(first + index);
///     }
/// })?;
/// assert_eq!(output, [0, 0, 1, 1, 2, 2]);
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
///
/// # Errors
/// Nobody wants the result any more.
pub fn rows<T: Send>(
    workers: &dyn Workers,
    output: &mut [T],
    length: usize,
    work: usize,
    each: &(dyn Fn(usize, &mut [T]) + Sync),
) -> Result<(), Ended> {
    if output.is_empty() || length == 0 {
        return Ok(());
    }
    let count = output.len() / length;
    let threads = threads(workers, work.saturating_mul(count));
    let share = count.div_ceil(threads.clamp(1, count));
    let part = share.min((LONG / work.max(1)).max(1));
    if part == count {
        each(0, output);
        return if workers.ended() { Err(Ended) } else { Ok(()) };
    }
    in_parts(workers, output, length, (part, threads), each)
}

/// Computes some rows of an output, of which the index of the first is given.
type Share<'a, T> = dyn Fn(usize, &mut [T], &mut Watch<'_>) -> Result<(), Ended> + Sync + 'a;

/// [`rows`] in parts that may take long: `each` [watches](Watch) whether the result is still wanted.
///
/// `least`: the rows of a part, and the number that those of the others are multiples of.
///
/// # Errors
/// Nobody wants the result any more.
pub(crate) fn shares<T: Send>(
    workers: &dyn Workers,
    output: &mut [T],
    length: usize,
    (work, least): (usize, usize),
    each: &Share<'_, T>,
) -> Result<(), Ended> {
    if output.is_empty() || length == 0 {
        return Ok(());
    }
    let count = output.len() / length;
    let threads = threads(workers, work.saturating_mul(count));
    // Some more parts than threads, which may not be equally fast.
    let parts = if threads < 2 { 1 } else { threads.saturating_mul(4) };
    let part = count.div_ceil(parts.clamp(1, count)).next_multiple_of(least.max(1));
    let watched = |first: usize, rows: &mut [T]| {
        // Workers remember that nobody wants the result.
        let _ = each(first, rows, &mut Watch::of(workers));
    };
    if part >= count {
        watched(0, output);
        return if workers.ended() { Err(Ended) } else { Ok(()) };
    }
    in_parts(workers, output, length, (part, threads), &watched)
}

/// Asks now and then whether the result is still wanted.
pub(crate) struct Watch<'a> {
    workers: &'a dyn Workers,
    /// Operations until it asks.
    left: usize,
}

impl<'a> Watch<'a> {
    pub(crate) fn of(workers: &'a dyn Workers) -> Self {
        Self { workers, left: LONG }
    }

    /// To be called after so many operations.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    pub(crate) fn spend(&mut self, work: usize) -> Result<(), Ended> {
        match self.left.checked_sub(work) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = LONG;
                if self.workers.ended() { Err(Ended) } else { Ok(()) }
            }
        }
    }
}

/// Calls `each` for parts of so many rows, on so many threads.
fn in_parts<T: Send>(
    workers: &dyn Workers,
    output: &mut [T],
    length: usize,
    (part, threads): (usize, usize),
    each: &(dyn Fn(usize, &mut [T]) + Sync),
) -> Result<(), Ended> {
    let size = part.saturating_mul(length);
    each_chunk(workers, threads, output, size, &|index, rows| each(index * part, rows))
}

/// Calls `each` for the numbers below `count`, on at most so many threads.
///
/// # Errors
/// Nobody wants the result any more.
pub(crate) fn each_of(
    workers: &dyn Workers,
    threads: usize,
    count: usize,
    each: &(dyn Fn(usize) + Sync),
) -> Result<(), Ended> {
    let wanted = |index: usize| {
        if !workers.ended() {
            each(index);
        }
    };
    if threads < 2 || count < 2 {
        (0..count).for_each(wanted);
    } else if threads >= workers.count() {
        workers.run(count, &wanted);
    } else {
        // A slice for each.
        let slice = |at: usize| count * at / threads;
        workers.run(threads, &|at| (slice(at)..slice(at + 1)).for_each(wanted));
    }
    if workers.ended() { Err(Ended) } else { Ok(()) }
}

/// A slice whose parts threads write.
pub(crate) struct Output<'a, T> {
    pub(crate) start: *mut T,
    length: usize,
    slice: PhantomData<&'a mut [T]>,
}

// SAFETY: threads get disjoint elements of a slice that is borrowed exclusively, and elements may be sent to them.
unsafe impl<T: Send> Sync for Output<'_, T> {}

impl<'a, T> Output<'a, T> {
    pub(crate) fn of(slice: &'a mut [T]) -> Self {
        Self { start: slice.as_mut_ptr(), length: slice.len(), slice: PhantomData }
    }
}

/// Calls `each` for chunks of so many elements, of which the last may have fewer, with their numbers.
///
/// # Errors
/// Nobody wants the result any more.
fn each_chunk<T: Send>(
    workers: &dyn Workers,
    threads: usize,
    output: &mut [T],
    size: usize,
    each: &(dyn Fn(usize, &mut [T]) + Sync),
) -> Result<(), Ended> {
    let output = &Output::of(output);
    let count = output.length.div_ceil(size);
    each_of(workers, threads, count, &|index| {
        let first = index * size;
        assert!(first < output.length, "a chunk of the output");
        // SAFETY: the chunk is within the slice, and only the one call with its number has it.
        let chunk = unsafe {
            let start = output.start.add(first);
            std::slice::from_raw_parts_mut(start, size.min(output.length - first))
        };
        each(index, chunk);
    })
}

/// The threads that so many operations are worth.
pub(crate) fn threads(workers: &dyn Workers, operations: usize) -> usize {
    if operations < LITTLE { 1 } else { workers.count() }
}

/// Some rows of a group, of which each has so many.
pub(crate) struct Rows {
    /// The group.
    pub(crate) group: usize,
    /// The first of its rows.
    pub(crate) row: usize,
    /// Which of all rows they are, counted from the first that was asked for.
    pub(crate) range: Range<usize>,
}

impl Rows {
    /// The groups of consecutive rows.
    pub(crate) fn of(rows: Range<usize>, each: usize) -> impl Iterator<Item = Self> {
        let (first, mut next) = (rows.start, rows.start);
        std::iter::from_fn(move || {
            let left = rows.end.checked_sub(next).filter(|left| *left > 0)?;
            let (group, row) = (next / each, next % each);
            let (start, count) = (next - first, left.min(each - row));
            next += count;
            Some(Self { group, row, range: start..start + count })
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// As many threads, the result of which is wanted for so many pieces.
    pub(crate) struct Threads(pub(crate) usize, pub(crate) AtomicUsize);

    // SAFETY: a number is given to one thread, and the scope ends when all threads have.
    unsafe impl Workers for Threads {
        fn count(&self) -> usize {
            self.0
        }

        fn run(&self, count: usize, each: &(dyn Fn(usize) + Sync)) {
            let next = AtomicUsize::new(0);
            std::thread::scope(|scope| {
                for _ in 0..self.0.min(count) {
                    scope.spawn(|| {
                        loop {
                            let index = next.fetch_add(1, Ordering::Relaxed);
                            if index >= count {
                                break;
                            }
                            each(index);
                        }
                    });
                }
            });
        }

        fn ended(&self) -> bool {
            self.1
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
                .is_err()
        }
    }

    #[test]
    fn every_row_is_computed_once() {
        for threads in [1, 2, 8] {
            for (count, length, work) in
                [(0, 3, 1), (1, 1, 1), (7, 3, 1), (7, 3, LONG), (100, 1, LITTLE), (64, 2, LONG / 3)]
            {
                let workers = Threads(threads, AtomicUsize::new(usize::MAX));
                let mut output = vec![0; count * length];
                let add = |first: usize, rows: &mut [usize]| {
                    for (index, row) in rows.chunks_exact_mut(length).enumerate() {
                        row.iter_mut().for_each(|element| *element += first + index + 1);
                    }
                };
                assert_eq!(rows(&workers, &mut output, length, work, &add), Ok(()));
                assert!(output.iter().enumerate().all(|(at, row)| *row == at / length + 1));
            }
        }
    }

    #[test]
    fn long_work_ends_when_nobody_wants_the_result() {
        for threads in [1, 4] {
            let workers = Threads(threads, AtomicUsize::new(3));
            let mut output = vec![0; 16];
            let set = |_: usize, rows: &mut [i32]| rows.fill(1);
            assert_eq!(rows(&workers, &mut output, 1, LONG, &set), Err(Ended));
            assert_eq!(output.iter().sum::<i32>(), 3);
        }
    }

    #[test]
    fn ops_of_models_stop_between_pieces() {
        use crate::{
            Activation, Blocks, Filters, Images, InstructionSet, Matmul, Operands, Reduction,
            Slide, Strides, Sum, gather, place, pool, pool_blocks, softmax,
        };
        // Some parts of each take longer than a piece does, even if they are one row.
        const SIZE: usize = 1 << 23;
        let set = InstructionSet::chosen();
        let input = vec![1.0_f32; SIZE];
        let mut output = vec![0.0_f32; SIZE];
        let row = Slide { input: SIZE, output: SIZE, ..Slide::NONE };
        let all = Slide { input: SIZE, window: SIZE, ..Slide::NONE };
        let line = Strides::new(&[SIZE], [&[1]], [0]);
        let one = Strides::new(&[], [&[]], [0]);
        type Op<'a> = (&'a str, &'a mut dyn FnMut(&Threads) -> Result<(), Ended>);
        let mut places = [0; 1];
        let mut outputs = output.split_at_mut(1).1.chunks_mut(SIZE / 2);
        let short = outputs.next().unwrap_or_default();
        let mut total = [0.0];
        let ops: &mut [Op<'_>] = &mut [
            ("matmul", &mut |workers| {
                let batch = Strides::new(&[], [&[], &[]], [0, 0]);
                let columns = short.len();
                let product = Matmul { rows: 1, inner: 2, columns, batch };
                product.add_to(workers, set, [&input[..2], &input[..2 * columns]], short)
            }),
            ("conv", &mut |workers| {
                let slides =
                    [Slide::NONE, Slide::NONE, Slide { output: SIZE - 1, window: 2, ..row }];
                let filters = Filters { groups: 1, inputs: 1, outputs: 1, slides };
                let (laid, packed) = (vec![1.0; filters.laid_out(1)], vec![1.0; filters.packed()]);
                let operands = Operands {
                    images: Images::LaidOut(&laid),
                    packed: &packed,
                    bias: None,
                    residual: None,
                    activation: Activation::None,
                };
                let blocks = filters.output(1, [0; 3]);
                let mut output = vec![0.0; blocks.len()];
                filters.convolve(workers, set, &operands, (&blocks, &mut output))
            }),
            ("lay out", &mut |workers| {
                let [down, along] =
                    [64, SIZE / 64].map(|size| Slide { input: size, output: size, ..row });
                let slides = [Slide::NONE, down, along];
                let filters = Filters { groups: 1, inputs: 1, outputs: 2, slides };
                filters.lay_out(workers, &input, &mut vec![0.0; filters.laid_out(1)])
            }),
            ("sum", &mut |workers| {
                let sum = Reduction { kept: one, reduced: line, count: SIZE };
                sum.run(workers, set, Sum, &input, &mut total)
            }),
            ("softmax", &mut |workers| {
                softmax(workers, set, &input[..SIZE / 4], (SIZE / 4, 1), &mut vec![0.0; SIZE / 4])
            }),
            ("columns", &mut |workers| {
                let rows = SIZE / 256;
                softmax(workers, set, &input[..SIZE / 4], (rows, 64), &mut vec![0.0; SIZE / 4])
            }),
            ("pack", &mut |workers| {
                let slides = [Slide::NONE, Slide::NONE, Slide { window: SIZE / 8, ..row }];
                let filters = Filters { groups: 1, inputs: 1, outputs: 1, slides };
                filters.pack(workers, &input, &mut vec![0.0; filters.packed()])
            }),
            ("place", &mut |workers| {
                place(workers, (&input, &one), (SIZE, 1), false, |a, b| a > b, &mut places)
            }),
            ("pool", &mut |workers| {
                let slides = [Slide::NONE, all, Slide::NONE];
                pool(workers, set, &slides, Sum, |sum, _| sum, &input, &mut [0.0])
            }),
            ("take", &mut |workers| {
                let sizes = [1, 1, SIZE / 16];
                let blocks = Blocks { images: 1, channels: 16, sizes, halo: [0; 3] };
                blocks.take(workers, &input, &mut vec![0.0; SIZE])
            }),
            ("pool blocks", &mut |workers| {
                let all = Slide { input: SIZE / 16, window: SIZE / 16, ..Slide::NONE };
                let from =
                    Blocks { images: 1, channels: 16, sizes: [1, SIZE / 16, 1], halo: [0; 3] };
                let to = Blocks { sizes: [1; 3], ..from };
                let slides = [Slide::NONE, all, Slide::NONE];
                let to = (&to, &mut [0.0; 16][..]);
                pool_blocks(workers, set, &slides, Sum, |sum, _| sum, (&from, &input), to)
            }),
            ("gather", &mut |workers| gather(workers, &input, &line, &mut vec![0.0; SIZE])),
        ];
        for (name, run) in ops {
            let asked = Threads(1, AtomicUsize::new(usize::MAX));
            assert_eq!(run(&asked), Ok(()), "{name}");
            let asked = usize::MAX - asked.1.into_inner();
            assert!(asked >= 3, "{name} asks {asked} times");
            let workers = Threads(1, AtomicUsize::new(1));
            assert_eq!(run(&workers), Err(Ended), "{name}");
        }
    }
}
