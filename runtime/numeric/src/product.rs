//! Sums of products: products of matrices, and the tiles of sums that convolutions are made of too.
//!
//! Each sum has one order, the inner dimension's. Sums of different outputs are independent, so a register
//! holds those of neighbouring columns.

use crate::Arithmetic;
use crate::instructions::{Body, InstructionSet};
use crate::workers::{Ended, LONG, Watch, Workers, rows};
use std::marker::PhantomData;

/// Rows of a tile.
pub(crate) const ROWS: usize = 4;

/// How a product is added to a sum.
pub(crate) trait Add<T> {
    /// The sum and the product of the factors.
    fn add(sum: T, factor: T, other: T) -> T;
}

/// The product is rounded, then the sum.
#[derive(Clone, Copy)]
pub(crate) struct Rounded;

/// The sum is rounded, the product is not.
#[derive(Clone, Copy)]
pub(crate) struct Fused;

impl<T: Arithmetic> Add<T> for Rounded {
    #[inline(always)]
    fn add(sum: T, factor: T, other: T) -> T {
        sum.plus(factor.times(other))
    }
}

impl<T: Arithmetic> Add<T> for Fused {
    #[inline(always)]
    fn add(sum: T, factor: T, other: T) -> T {
        sum.fused(factor, other)
    }
}

/// The sums of some rows and `V` registers of neighbouring columns.
pub(crate) type Sums<T, const R: usize, const V: usize, const LANES: usize> = [[[T; LANES]; V]; R];

/// Adds the products of one place of the inner dimension: a factor of each row, and the columns from the
/// first of `others` on.
#[inline(always)]
pub(crate) fn add<T: Arithmetic, A: Add<T>, const R: usize, const V: usize, const LANES: usize>(
    sums: &mut Sums<T, R, V, LANES>,
    factors: [T; R],
    others: &[T],
) {
    let others: [[T; LANES]; V] = std::array::from_fn(|register| {
        *others[register * LANES..].first_chunk().expect("the tile has so many columns")
    });
    for (sums, factor) in sums.iter_mut().zip(factors) {
        for (sums, others) in sums.iter_mut().zip(&others) {
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum = A::add(*sum, factor, *other);
            }
        }
    }
}

/// Adds the products along the inner dimension: `factors` has those of each row, and `others` the rows of
/// the other matrix, `stride` apart, from the tile's first column on.
#[inline(always)]
pub(crate) fn add_all<
    T: Arithmetic,
    A: Add<T>,
    const R: usize,
    const V: usize,
    const LANES: usize,
>(
    sums: &mut Sums<T, R, V, LANES>,
    factors: [&[T]; R],
    others: &[T],
    stride: usize,
) {
    let inner = factors[0].len();
    let factors = factors.map(|factors| &factors[..inner]);
    for place in 0..inner {
        add::<T, A, R, V, LANES>(
            sums,
            factors.map(|factors| factors[place]),
            &others[place * stride..],
        );
    }
}

/// The product of matrices: each element of `c` becomes what `finish` makes of the sum over the inner
/// dimension, in its order, and the element. Products and sums are rounded.
///
/// `columns`: those of `b` and `c`. `a` and `b` have as many elements as their shapes say.
///
/// ```
/// use tfrt_numeric::{InstructionSet, ThisThread, product};
/// let (a, b, mut c) = ([1, 2, 3, 4], [5, 6, 7, 8], [0; 4]);
/// product(&ThisThread, InstructionSet::chosen(), [&a, &b], 2, &mut c, |sum, _| sum)?;
/// assert_eq!(c, [19, 22, 43, 50]);
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
///
/// # Errors
/// Nobody wants the result any more.
pub fn product<T: Arithmetic + Send + Sync>(
    workers: &dyn Workers,
    instructions: InstructionSet,
    [a, b]: [&[T]; 2],
    columns: usize,
    c: &mut [T],
    finish: impl Fn(T, T) -> T + Sync,
) -> Result<(), Ended> {
    let inner = b.len().checked_div(columns).unwrap_or(0);
    // Without an inner dimension there is nothing to add, and `a` may have any number of rows.
    let inner = if a.is_empty() { 0 } else { inner };
    rows(workers, c, columns, b.len(), &|first, c| {
        let a = &a[first * inner..];
        let strides = [inner, columns, columns];
        let sizes = [c.len() / columns, inner, columns];
        let finish = Finished(&finish);
        instructions.run(Part {
            a,
            b,
            c,
            strides,
            sizes,
            ends: finish,
            add: PhantomData::<Rounded>,
        });
    })
}

/// Adds the product of matrices to `c`: each element is the start of a chain of fused multiplications and
/// additions over the inner dimension, in its order. `sizes`: rows, the inner dimension, columns.
/// `strides`: from one row of each matrix to the next.
///
/// # Errors
/// Nobody wants the result any more.
pub(crate) fn add_product<T: Arithmetic>(
    instructions: InstructionSet,
    [a, b]: [&[T]; 2],
    c: &mut [T],
    sizes: [usize; 3],
    strides: [usize; 3],
    watch: &mut Watch<'_>,
) -> Result<(), Ended> {
    if sizes.contains(&0) {
        return Ok(());
    }
    let [rows, inner, columns] = sizes;
    let row_work = inner * columns * instructions.fused_work();
    let together = (LONG / row_work).max(1).next_multiple_of(ROWS);
    for row in (0..rows).step_by(together) {
        let sizes = [together.min(rows - row), inner, columns];
        let (a, c) = (&a[row * strides[0]..], &mut c[row * strides[2]..]);
        let add = PhantomData::<Fused>;
        instructions.run(Part { a, b, c, strides, sizes, ends: Continued, add });
        watch.spend(sizes[0] * row_work)?;
    }
    Ok(())
}

/// Where the sums of a tile start, and what is written.
trait Ends<T> {
    fn start(&self, element: T) -> T;
    fn end(&self, sum: T, element: T) -> T;
}

/// Sums from zero, and what a function makes of them and of the element that is there.
struct Finished<'a, F>(&'a F);

impl<T: Arithmetic, F: Fn(T, T) -> T> Ends<T> for Finished<'_, F> {
    #[inline(always)]
    fn start(&self, _: T) -> T {
        T::ZERO
    }
    #[inline(always)]
    fn end(&self, sum: T, element: T) -> T {
        (self.0)(sum, element)
    }
}

/// Sums from the element that is there.
struct Continued;

impl<T: Arithmetic> Ends<T> for Continued {
    #[inline(always)]
    fn start(&self, element: T) -> T {
        element
    }
    #[inline(always)]
    fn end(&self, sum: T, _: T) -> T {
        sum
    }
}

/// A part of a product.
struct Part<'a, T, E, A> {
    a: &'a [T],
    b: &'a [T],
    c: &'a mut [T],
    /// From one row of each matrix to the next.
    strides: [usize; 3],
    /// Rows, the inner dimension, columns.
    sizes: [usize; 3],
    ends: E,
    add: PhantomData<A>,
}

impl<T: Arithmetic, E: Ends<T>, A: Add<T>> Body for Part<'_, T, E, A> {
    type Output = ();

    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        // Eight registers of sums: the compiler keeps no more of them.
        let mut column = self.panels::<2, LANES>(0);
        column = self.panels::<1, LANES>(column);
        self.panels::<1, 1>(column);
    }
}

impl<T: Arithmetic, E: Ends<T>, A: Add<T>> Part<'_, T, E, A> {
    /// Computes the columns from the given one on, as far as they are whole panels; returns the first
    /// that is left.
    #[inline(always)]
    fn panels<const V: usize, const LANES: usize>(&mut self, mut column: usize) -> usize {
        let [rows, _, columns] = self.sizes;
        while columns - column >= V * LANES {
            let mut row = 0;
            while rows - row >= ROWS {
                self.tile::<ROWS, V, LANES>(row, column);
                row += ROWS;
            }
            while row < rows {
                self.tile::<1, V, LANES>(row, column);
                row += 1;
            }
            column += V * LANES;
        }
        column
    }

    #[inline(always)]
    fn tile<const R: usize, const V: usize, const LANES: usize>(
        &mut self,
        row: usize,
        column: usize,
    ) {
        let ([a, b, c], [_, inner, _]) = (self.strides, self.sizes);
        let mut sums = [[[T::ZERO; LANES]; V]; R];
        for (row, sums) in (row..).zip(&mut sums) {
            let elements = &self.c[row * c + column..][..V * LANES];
            for (sum, &element) in sums.as_flattened_mut().iter_mut().zip(elements) {
                *sum = self.ends.start(element);
            }
        }
        if inner > 0 {
            let factors = std::array::from_fn(|index| &self.a[(row + index) * a..][..inner]);
            add_all::<T, A, R, V, LANES>(&mut sums, factors, &self.b[column..], b);
        }
        for (row, sums) in (row..).zip(&sums) {
            let elements = &mut self.c[row * c + column..][..V * LANES];
            for (element, &sum) in elements.iter_mut().zip(sums.as_flattened()) {
                *element = self.ends.end(sum, *element);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThisThread;

    #[test]
    fn sums_are_in_order_for_each_instruction_set() {
        for (rows, inner, columns) in
            [(1, 1, 1), (5, 7, 3), (4, 16, 64), (9, 33, 131), (3, 0, 5), (0, 4, 4), (2, 3, 0)]
        {
            let number = |at: usize| (at as f32 * 0.37).sin() * 3.0;
            let a: Vec<f32> = (0..rows * inner).map(number).collect();
            let b: Vec<f32> = (0..inner * columns).map(|at| number(at + 7)).collect();
            let mut expected = vec![0.25; rows * columns];
            for row in 0..rows {
                for column in 0..columns {
                    let products = (0..inner).map(|k| a[row * inner + k] * b[k * columns + column]);
                    let sum = products.fold(0.0, |sum, product| sum + product);
                    expected[row * columns + column] = 2.0 * sum + 0.25;
                }
            }
            for instructions in InstructionSet::supported() {
                let mut c = vec![0.25; rows * columns];
                let finish = |sum, old| 2.0 * sum + old;
                product(&ThisThread, instructions, [&a, &b], columns, &mut c, finish).unwrap();
                let bits = |all: &[f32]| all.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&c), bits(&expected), "{instructions} {rows} {inner} {columns}");
            }
        }
    }
}
