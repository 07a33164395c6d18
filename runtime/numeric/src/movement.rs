//! Elements that move: broadcast, transposed, sliced, joined, selected and combined ones.

use crate::strides::Strides;
use crate::workers::{Ended, Workers, rows};

/// Elements of a row that are moved as one.
const NEAR: usize = 16;

/// The operations that an element is worth whose neighbours are far.
const FAR_WORK: usize = 32;

/// Sets each element of `output`, row by row, to that of `input` at its place.
///
/// ```
/// use tfrt_numeric::{Strides, ThisThread, gather};
///
/// let mut transposed = [0; 6];
/// let places = Strides::new(&[3, 2], [&[1, 3]], [0]);
/// gather(&ThisThread, &[1, 2, 3, 4, 5, 6], &places, &mut transposed)?;
/// assert_eq!(transposed, [1, 4, 2, 5, 3, 6]);
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
///
/// # Errors
/// Nobody wants the result any more.
///
/// # Panics
/// A place is behind the end of `input`.
pub fn gather<T: Copy + Send + Sync>(
    workers: &dyn Workers,
    input: &[T],
    places: &Strides<1>,
    output: &mut [T],
) -> Result<(), Ended> {
    let [step] = places.steps();
    each_row(workers, places, 0, output, &|[start], row| match step {
        1 => row.copy_from_slice(&input[start..][..row.len()]),
        0 => row.fill(input[start]),
        _ => {
            for (element, place) in row.iter_mut().zip(places_from(start, step)) {
                *element = input[place];
            }
        }
    })
}

/// Sets each element of `output`, row by row, to that of `a` at its place where the condition is not zero,
/// to that of `b` elsewhere. The places are those of the condition, of `a` and of `b`.
///
/// # Errors
/// Nobody wants the result any more.
///
/// # Panics
/// A place is behind the end of a slice.
pub fn select<T: Copy + Send + Sync>(
    workers: &dyn Workers,
    condition: &[u8],
    [a, b]: [&[T]; 2],
    places: &Strides<3>,
    output: &mut [T],
) -> Result<(), Ended> {
    let steps = places.steps();
    each_row(workers, places, 0, output, &|starts, row| {
        let [at, from_a, from_b] = [0, 1, 2].map(|slice| places_from(starts[slice], steps[slice]));
        for (element, ((at, from_a), from_b)) in row.iter_mut().zip(at.zip(from_a).zip(from_b)) {
            *element = if condition[at] == 0 { b[from_b] } else { a[from_a] };
        }
    })
}

/// Sets each element of `output` to that of `input` at the place that `place` gives for its index, or where
/// that is none to `other`; without that, it stays as it is.
///
/// ```
/// use tfrt_numeric::{ThisThread, arrange};
///
/// let mut turned = [0; 4];
/// let place = |at: usize| 2_usize.checked_sub(at);
/// arrange(&ThisThread, &[1, 2, 3], Some(9), &place, &mut turned)?;
/// assert_eq!(turned, [3, 2, 1, 9]);
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
///
/// # Errors
/// Nobody wants the result any more.
///
/// # Panics
/// A place is behind the end of `input`.
pub fn arrange<T: Copy + Send + Sync>(
    workers: &dyn Workers,
    input: &[T],
    other: Option<T>,
    place: &(dyn Fn(usize) -> Option<usize> + Sync),
    output: &mut [T],
) -> Result<(), Ended> {
    rows(workers, output, 1, FAR_WORK, &|first, elements| {
        for (at, element) in elements.iter_mut().enumerate() {
            if let Some(found) = place(first + at).map(|place| input[place]).or(other) {
                *element = found;
            }
        }
    })
}

/// Elements of operands that are brought together before they are combined.
const BLOCK: usize = 128;

/// Sets elements to what becomes of those of two operands, which are as many.
pub type Combination<'a, A, B, U> = dyn Fn(&[A], &[B], &mut [U]) + Sync + 'a;

/// Sets each element of `output`, row by row, to what `of` makes of those of `a` and `b` at its place. `of` is
/// given elements that are neighbours, however far they are from each other in `a` and `b`: so it is a loop
/// that vectorises, and the only one for rustc to compile.
///
/// ```
/// use tfrt_numeric::{Strides, ThisThread, combine};
///
/// // A column and a row.
/// let places = Strides::new(&[2, 3], [&[1, 0], &[0, 1]], [0, 0]);
/// let mut sums = [0; 6];
/// let add = |a: &[i32], b: &[i32], sums: &mut [i32]| {
///     for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
///         *sum = a + b;
///     }
/// };
/// combine(&ThisThread, (&[10, 20], &[1, 2, 3]), &places, &add, &mut sums)?;
/// assert_eq!(sums, [11, 12, 13, 21, 22, 23]);
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
///
/// # Errors
/// Nobody wants the result any more.
///
/// # Panics
/// A place is behind the end of a slice.
pub fn combine<A: Copy + Sync, B: Copy + Sync, U: Send>(
    workers: &dyn Workers,
    (a, b): (&[A], &[B]),
    places: &Strides<2>,
    of: &Combination<'_, A, B, U>,
    output: &mut [U],
) -> Result<(), Ended> {
    let steps = places.steps();
    each_row(workers, places, 1, output, &|[from_a, from_b], row| {
        if steps == [1, 1] {
            return of(&a[from_a..][..row.len()], &b[from_b..][..row.len()], row);
        }
        let mut a = Operand::new(a, from_a, steps[0]);
        let mut b = Operand::new(b, from_b, steps[1]);
        for block in row.chunks_mut(BLOCK) {
            of(a.next(block.len()), b.next(block.len()), block);
        }
    })
}

/// [`combine`] where the first operand is what `output` holds.
///
/// ```
/// use tfrt_numeric::{Strides, ThisThread, combine_onto};
///
/// let mut sums = [10, 20, 30, 40];
/// let row = Strides::new(&[2, 2], [&[0, 1]], [0]);
/// let add = |a: &[i32], b: &[i32], sums: &mut [i32]| {
///     for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
///         *sum = a + b;
///     }
/// };
/// combine_onto(&ThisThread, &[1, 2], &row, &add, &mut sums)?;
/// assert_eq!(sums, [11, 22, 31, 42]);
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
///
/// # Errors
/// Nobody wants the result any more.
///
/// # Panics
/// A place is behind the end of `other`.
pub fn combine_onto<T: Copy + Send + Sync, B: Copy + Sync>(
    workers: &dyn Workers,
    other: &[B],
    places: &Strides<1>,
    of: &Combination<'_, T, B, T>,
    output: &mut [T],
) -> Result<(), Ended> {
    let [step] = places.steps();
    each_row(workers, places, 0, output, &|[start], row| {
        let mut other = Operand::new(other, start, step);
        for block in row.chunks_mut(BLOCK) {
            let mut own = [block[0]; BLOCK];
            let own = &mut own[..block.len()];
            own.copy_from_slice(block);
            of(own, other.next(block.len()), block);
        }
    })
}

/// The elements of an operand, some at a time.
struct Operand<'a, T> {
    elements: &'a [T],
    /// The place of the next.
    at: usize,
    step: isize,
    /// Elements that are no neighbours.
    block: [T; BLOCK],
}

impl<'a, T: Copy> Operand<'a, T> {
    fn new(elements: &'a [T], at: usize, step: isize) -> Self {
        Self { elements, at, step, block: [elements[at]; BLOCK] }
    }

    /// The next `count`, at most [`BLOCK`].
    fn next(&mut self, count: usize) -> &[T] {
        let at = self.at;
        match self.step {
            0 => &self.block[..count],
            1 => {
                self.at += count;
                &self.elements[at..][..count]
            }
            step => {
                for (element, place) in self.block[..count].iter_mut().zip(places_from(at, step)) {
                    *element = self.elements[place];
                }
                self.at = at.wrapping_add_signed(step.wrapping_mul(count as isize));
                &self.block[..count]
            }
        }
    }
}

/// Sets `output` to one row of each input after the other, then the next of each. Each input comes with
/// the length of its rows.
///
/// ```
/// use tfrt_numeric::{ThisThread, join};
///
/// let mut joined = [0; 6];
/// join(&ThisThread, &[(&[1, 2], 1), (&[3, 4, 5, 6], 2)], &mut joined)?;
/// assert_eq!(joined, [1, 3, 4, 2, 5, 6]);
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
///
/// # Errors
/// Nobody wants the result any more.
///
/// # Panics
/// The inputs have fewer elements than `output`.
pub fn join<T: Copy + Send + Sync>(
    workers: &dyn Workers,
    inputs: &[(&[T], usize)],
    output: &mut [T],
) -> Result<(), Ended> {
    let length: usize = inputs.iter().map(|(_, length)| length).sum();
    let work = if length < NEAR { FAR_WORK } else { 1 };
    rows(workers, output, 1, work, &|first, mut rest| {
        let (mut row, mut skipped) = (first / length, first % length);
        while !rest.is_empty() {
            for (input, length) in inputs {
                let part = &input[row * length..][..*length];
                let part = &part[skipped.min(*length)..];
                skipped = skipped.saturating_sub(*length);
                let (elements, others) = rest.split_at_mut(part.len().min(rest.len()));
                elements.copy_from_slice(&part[..elements.len()]);
                rest = others;
            }
            row += 1;
        }
    })
}

/// Calls `each` for parts of rows of the output, with the places of the first element. An element takes so many
/// operations besides those of its place.
pub(crate) fn each_row<T: Send, const N: usize>(
    workers: &dyn Workers,
    places: &Strides<N>,
    operations: usize,
    output: &mut [T],
    each: &(dyn Fn([usize; N], &mut [T]) + Sync),
) -> Result<(), Ended> {
    let copies = places.steps().iter().all(|step| matches!(step, 0 | 1));
    let work = if copies && places.row(0).0 >= NEAR { 1 } else { FAR_WORK };
    let work = work + operations;
    rows(workers, output, 1, work, &|first, mut rest| {
        let mut index = first;
        while !rest.is_empty() {
            let (left, starts) = places.row(index);
            let (row, others) = rest.split_at_mut(left.min(rest.len()));
            index += row.len();
            each(starts, row);
            rest = others;
        }
    })
}

fn places_from(start: usize, step: isize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(start), move |place| Some(place.wrapping_add_signed(step)))
}
