//! Reductions: what remains of many elements. Element `i` of those that are reduced goes to lane `i % 16`,
//! and the lanes are joined pairwise, 8, 4, 2 and 1 apart: an order that vectorises, and the same for every
//! machine.

use crate::instructions::{Body, InstructionSet};
use crate::strides::Strides;
use crate::workers::{Ended, LONG, Watch, Workers, shares};
use crate::{Arithmetic, Extremes};

/// The lanes of a reduction.
pub(crate) const LANES: usize = 16;

/// The operations that an element is worth, which may be far from its neighbours.
const FAR_WORK: usize = 8;

/// How elements are reduced.
///
/// ```
/// use tfrt_numeric::{Fold, Sum};
/// assert_eq!(Sum.join(Sum.of(1.5), Sum.of(2.0)), 3.5);
/// ```
pub trait Fold<T>: Copy + Sync {
    /// What remains of no elements.
    #[must_use]
    fn start(self) -> T;
    /// What an element counts as.
    #[must_use]
    #[inline(always)]
    fn of(self, element: T) -> T {
        element
    }
    /// What remains of both. It is `#[inline(always)]`.
    #[must_use]
    fn join(self, a: T, b: T) -> T;
}

/// The sum.
#[derive(Clone, Copy, Debug)]
pub struct Sum;

/// The sum of absolute values.
#[derive(Clone, Copy, Debug)]
pub struct SumOfSizes;

/// The sum of squares, each rounded.
#[derive(Clone, Copy, Debug)]
pub struct SumOfSquares;

/// The product.
#[derive(Clone, Copy, Debug)]
pub struct Product;

/// The greatest, as [`Extremes`] has it.
#[derive(Clone, Copy, Debug)]
pub struct Greatest;

/// The least, as [`Extremes`] has it.
#[derive(Clone, Copy, Debug)]
pub struct Least;

impl<T: Arithmetic> Fold<T> for Sum {
    fn start(self) -> T {
        T::ZERO
    }
    #[inline(always)]
    fn join(self, a: T, b: T) -> T {
        a.plus(b)
    }
}

impl<T: Arithmetic> Fold<T> for SumOfSizes {
    fn start(self) -> T {
        T::ZERO
    }
    #[inline(always)]
    fn of(self, element: T) -> T {
        element.size()
    }
    #[inline(always)]
    fn join(self, a: T, b: T) -> T {
        a.plus(b)
    }
}

impl<T: Arithmetic> Fold<T> for SumOfSquares {
    fn start(self) -> T {
        T::ZERO
    }
    #[inline(always)]
    fn of(self, element: T) -> T {
        element.times(element)
    }
    #[inline(always)]
    fn join(self, a: T, b: T) -> T {
        a.plus(b)
    }
}

impl<T: Arithmetic> Fold<T> for Product {
    fn start(self) -> T {
        T::ONE
    }
    #[inline(always)]
    fn join(self, a: T, b: T) -> T {
        a.times(b)
    }
}

impl<T: Extremes> Fold<T> for Greatest {
    fn start(self) -> T {
        T::LEAST
    }
    #[inline(always)]
    fn join(self, a: T, b: T) -> T {
        a.greatest(b)
    }
}

impl<T: Extremes> Fold<T> for Least {
    fn start(self) -> T {
        T::GREATEST
    }
    #[inline(always)]
    fn join(self, a: T, b: T) -> T {
        a.least(b)
    }
}

/// Which elements are reduced to each one of the output.
///
/// ```
/// use tfrt_numeric::{InstructionSet, Reduction, Strides, Sum, ThisThread};
///
/// // The columns of a matrix of two rows.
/// let columns = Reduction {
///     kept: Strides::new(&[3], [&[1]], [0]),
///     reduced: Strides::new(&[2], [&[3]], [0]),
///     count: 2,
/// };
/// let mut sums = [0; 3];
/// columns.run(&ThisThread, InstructionSet::chosen(), Sum, &[1, 2, 3, 4, 5, 6], &mut sums)?;
/// assert_eq!(sums, [5, 7, 9]);
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    /// The place of the first element of each.
    pub kept: Strides<1>,
    /// The distances of the others from it.
    pub reduced: Strides<1>,
    /// How many are reduced to one.
    pub count: usize,
}

impl Reduction {
    /// Sets the output.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// A place is behind the end of `input`.
    pub fn run<T: Copy + Send + Sync>(
        &self,
        workers: &dyn Workers,
        instructions: InstructionSet,
        fold: impl Fold<T>,
        input: &[T],
        output: &mut [T],
    ) -> Result<(), Ended> {
        if self.count == 0 {
            output.fill(joined(fold, [fold.start(); LANES]));
            return Ok(());
        }
        shares(workers, output, 1, (self.count, 1), &|first, mut rest, watch| {
            let mut index = first;
            while !rest.is_empty() {
                let (left, [start]) = self.kept.row(index);
                // Neighbours are read together, unless elements of one output are neighbours.
                let together = if self.reduced.steps() == [1] { 1 } else { LANES };
                let (block, others) = rest.split_at_mut(left.min(rest.len()).min(together));
                index += block.len();
                self.block(instructions, fold, &input[start..], block, watch)?;
                rest = others;
            }
            Ok(())
        })
    }

    /// Sets the output to what remains of `start` and the elements, which are joined to it one after the
    /// other, row by row. This is the order of kernels other than those of models.
    ///
    /// ```
    /// use tfrt_numeric::{Reduction, Strides, ThisThread};
    ///
    /// // The rows of a matrix.
    /// let rows = Reduction {
    ///     kept: Strides::new(&[2], [&[3]], [0]),
    ///     reduced: Strides::new(&[3], [&[1]], [0]),
    ///     count: 3,
    /// };
    /// let mut texts = [0; 2];
    /// rows.in_order(&ThisThread, 0, |text, digit| 10 * text + digit, &[1, 2, 3, 4, 5, 6], &mut texts)?;
    /// assert_eq!(texts, [123, 456]);
    /// # Ok::<(), tfrt_numeric::Ended>(())
    /// ```
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// A place is behind the end of `input`.
    pub fn in_order<T: Copy + Send + Sync, U: Copy + Send + Sync>(
        &self,
        workers: &dyn Workers,
        start: U,
        join: impl Fn(U, T) -> U + Sync,
        input: &[T],
        output: &mut [U],
    ) -> Result<(), Ended> {
        shares(workers, output, 1, (self.count, 1), &|first, output, watch| {
            output.fill(start);
            let (mut index, mut rest) = (first, output);
            while !rest.is_empty() {
                let (left, [place]) = self.kept.row(index);
                let (row, others) = rest.split_at_mut(left.min(rest.len()));
                index += row.len();
                self.row_in_order(&join, &input[place.min(input.len())..], row, watch)?;
                rest = others;
            }
            Ok(())
        })
    }

    /// Outputs whose first elements are in a row, from the first of these on.
    fn row_in_order<T: Copy, U: Copy>(
        &self,
        join: &impl Fn(U, T) -> U,
        input: &[T],
        output: &mut [U],
        watch: &mut Watch<'_>,
    ) -> Result<(), Ended> {
        // Rows of neighbours are joined to rows of neighbours.
        if self.kept.steps() == [1] && output.len() > 1 {
            for index in 0..self.count {
                let [place] = self.reduced.at(index);
                for (joined, &element) in output.iter_mut().zip(&input[place..]) {
                    *joined = join(*joined, element);
                }
                watch.spend(output.len())?;
            }
            return Ok(());
        }
        let ([step], [apart]) = (self.kept.steps(), self.reduced.steps());
        for (at, joined) in output.iter_mut().enumerate() {
            let own = step.cast_unsigned().wrapping_mul(at);
            let mut index = 0;
            while index < self.count {
                let (left, [place]) = self.reduced.row(index);
                let mut place = place.wrapping_add(own);
                let count = left.min(self.count - index).min(LONG);
                for _ in 0..count {
                    *joined = join(*joined, input[place]);
                    place = place.wrapping_add_signed(apart);
                }
                index += count;
                watch.spend(count)?;
            }
        }
        Ok(())
    }

    /// Neighbouring outputs, at most [`LANES`], from the first of their elements on.
    fn block<T: Copy>(
        &self,
        instructions: InstructionSet,
        fold: impl Fold<T>,
        input: &[T],
        output: &mut [T],
        watch: &mut Watch<'_>,
    ) -> Result<(), Ended> {
        let mut lanes = [[fold.start(); LANES]; LANES];
        let mut range = 0..self.count;
        while !range.is_empty() {
            let part = range.start..range.end.min(range.start + LONG / (FAR_WORK * output.len()));
            range.start = part.end;
            let spent = part.len() * output.len() * FAR_WORK;
            let [step] = self.kept.steps();
            let step = if output.len() == 1 { 1 } else { step };
            let reduced = &self.reduced;
            let width = output.len();
            instructions.run(Block { reduced, part, fold, input, step, width, lanes: &mut lanes });
            watch.spend(spent)?;
        }
        for (at, output) in output.iter_mut().enumerate() {
            *output = joined(fold, of_output(&lanes, at));
        }
        Ok(())
    }
}

/// The lanes of one output. A loop: the array's own functions are many for rustc to compile, for each type,
/// fold and instruction set.
#[inline(always)]
fn of_output<T: Copy>(lanes: &[[T; LANES]; LANES], at: usize) -> [T; LANES] {
    let mut own = lanes[0];
    for (own, lane) in own.iter_mut().zip(lanes) {
        *own = lane[at];
    }
    own
}

/// What remains of all lanes.
#[inline(always)]
pub(crate) fn joined<T: Copy>(fold: impl Fold<T>, mut lanes: [T; LANES]) -> T {
    let mut apart = LANES / 2;
    while apart > 0 {
        for lane in 0..apart {
            lanes[lane] = fold.join(lanes[lane], lanes[lane + apart]);
        }
        apart /= 2;
    }
    lanes[0]
}

/// Some of the elements that are reduced to neighbouring outputs.
struct Block<'a, T, F> {
    reduced: &'a Strides<1>,
    part: std::ops::Range<usize>,
    fold: F,
    input: &'a [T],
    /// From one output's elements to the next's.
    step: isize,
    /// The number of outputs.
    width: usize,
    /// The lanes of each output. Of one output, `lanes[lane][0]`.
    lanes: &'a mut [[T; LANES]; LANES],
}

impl<T: Copy, F: Fold<T>> Body for Block<'_, T, F> {
    type Output = ();

    #[inline(always)]
    fn run<const REGISTER: usize>(self) {
        let Self { reduced, part, fold, input, step, width, lanes } = self;
        let one = width == 1 && reduced.steps() == [1];
        let mut index = part.start;
        let mut own = of_output(lanes, 0);
        while index < part.end {
            let (left, [start]) = reduced.row(index);
            let count = left.min(part.end - index);
            if one {
                row(fold, &input[start..][..count], index, &mut own);
            } else {
                let [apart] = reduced.steps();
                let mut place = start;
                for index in index..index + count {
                    let lanes = &mut lanes[index % LANES];
                    if step == 1 && width == LANES {
                        let elements: &[T; LANES] =
                            input[place..].first_chunk().expect("each output has an element");
                        for (lane, &element) in lanes.iter_mut().zip(elements) {
                            *lane = fold.join(*lane, fold.of(element));
                        }
                    } else {
                        let mut place = place;
                        for lane in &mut lanes[..width] {
                            *lane = fold.join(*lane, fold.of(input[place]));
                            place = place.wrapping_add_signed(step);
                        }
                    }
                    place = place.wrapping_add_signed(apart);
                }
            }
            index += count;
        }
        if one {
            for (lanes, own) in lanes.iter_mut().zip(own) {
                lanes[0] = own;
            }
        }
    }
}

/// Adds neighbours to the lanes, of which the first is that of `index`.
#[inline(always)]
fn row<T: Copy, F: Fold<T>>(fold: F, elements: &[T], index: usize, lanes: &mut [T; LANES]) {
    let head = elements.len().min((LANES - index % LANES) % LANES);
    let (head, rest) = elements.split_at(head);
    for (lane, &element) in lanes[index % LANES..].iter_mut().zip(head) {
        *lane = fold.join(*lane, fold.of(element));
    }
    let (chunks, tail) = rest.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, &element) in lanes.iter_mut().zip(chunk) {
            *lane = fold.join(*lane, fold.of(element));
        }
    }
    for (lane, &element) in lanes.iter_mut().zip(tail) {
        *lane = fold.join(*lane, fold.of(element));
    }
}

/// Sets each output to the place of the first element, or the last, that none exceeds; a NaN exceeds every
/// number. `length`: how many elements there are for each, `apart` from one to the next.
///
/// `exceeds`: whether the first number is better than the second.
///
/// # Errors
/// Nobody wants the result any more.
///
/// # Panics
/// A place is behind the end of `input`.
pub fn place<T: Copy + PartialOrd + Send + Sync>(
    workers: &dyn Workers,
    (input, kept): (&[T], &Strides<1>),
    (length, apart): (usize, usize),
    last: bool,
    exceeds: impl Fn(T, T) -> bool + Sync,
    output: &mut [i64],
) -> Result<(), Ended> {
    // Each is read by itself.
    const WORK: usize = 2 * FAR_WORK;
    const PART: usize = LONG / WORK;
    let is_nan = |x: T| x.partial_cmp(&x).is_none();
    shares(workers, output, 1, (length, 1), &|first, output, watch| {
        for (index, output) in (first..).zip(output) {
            let [start] = kept.at(index);
            let (mut best, mut found) = (0_i64, input[start]);
            for (at, index) in (0..length).enumerate().skip(1) {
                let element = input[start + at * apart];
                let better = if is_nan(found) {
                    last && is_nan(element)
                } else {
                    is_nan(element) || exceeds(element, found) || last && element == found
                };
                if better {
                    (best, found) = (index as i64, element);
                }
                if index % PART == 0 {
                    watch.spend(WORK * PART)?;
                }
            }
            *output = best;
            watch.spend(WORK * (length % PART))?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThisThread;

    /// The sum in lanes, element by element.
    fn expected(elements: impl Iterator<Item = f32>) -> f32 {
        let mut lanes = [0.0_f32; LANES];
        for (index, element) in elements.enumerate() {
            lanes[index % LANES] += element;
        }
        joined(Sum, lanes)
    }

    #[test]
    fn sums_have_the_order_of_lanes() {
        let sizes = [3, 5, 37];
        let input: Vec<f32> = (0..555).map(|at| (at as f32 * 0.37).sin() * 3.0).collect();
        let strides = [185, 37, 1];
        for reduced in 0..8 {
            let pick = |of: bool| -> (Vec<usize>, Vec<isize>) {
                (0..3)
                    .filter(|at| (reduced >> at & 1 == 1) == of)
                    .map(|at| (sizes[at], strides[at]))
                    .unzip()
            };
            let ((kept, kept_strides), (gone, gone_strides)) = (pick(false), pick(true));
            let [outputs, count] = [&kept, &gone].map(|sizes| sizes.iter().product());
            let kept = Strides::new(&kept, [&kept_strides], [0]);
            let reduced = Strides::new(&gone, [&gone_strides], [0]);
            for set in InstructionSet::supported() {
                let mut output = vec![7.0; outputs];
                let reduction = Reduction { kept, reduced, count };
                reduction.run(&ThisThread, set, Sum, &input, &mut output).unwrap();
                for (index, found) in output.iter().enumerate() {
                    let start = kept.at(index)[0];
                    let sum = expected((0..count).map(|at| input[start + reduced.at(at)[0]]));
                    assert_eq!(found.to_bits(), sum.to_bits(), "{set} {index}");
                }
            }
            let mut output = vec![7.0; outputs];
            let add = |sum, x| sum + x;
            let reduction = Reduction { kept, reduced, count };
            reduction.in_order(&ThisThread, 0.5, add, &input, &mut output).unwrap();
            for (index, found) in output.iter().enumerate() {
                let start = kept.at(index)[0];
                let elements = (0..count).map(|at| input[start + reduced.at(at)[0]]);
                assert_eq!(found.to_bits(), elements.fold(0.5, add).to_bits(), "{index}");
            }
        }
    }
}
