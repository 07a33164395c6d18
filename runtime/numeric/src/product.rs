//! Sums of products: products of matrices, and the tiles of sums that convolutions are made of too.
//!
//! Each sum has one order, the inner dimension's. Sums of different outputs are independent, so a register
//! holds those of neighbouring columns.

use crate::Arithmetic;
use crate::instructions::{Body, InstructionSet};
use crate::workers::{Ended, Workers, rows};

/// Rows of a tile.
pub(crate) const ROWS: usize = 4;

/// The sums of some rows and `V` registers of neighbouring columns.
pub(crate) type Sums<T, const R: usize, const V: usize, const LANES: usize> = [[[T; LANES]; V]; R];

/// Adds the products of one place of the inner dimension: a factor of each row, and the columns from the
/// first of `others` on.
#[inline(always)]
pub(crate) fn add<T: Arithmetic, const R: usize, const V: usize, const LANES: usize>(
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
                *sum = sum.plus(factor.times(*other));
            }
        }
    }
}

/// Adds the products along the inner dimension: `factors` has those of each row, and `others` the rows of
/// the other matrix, `stride` apart, from the tile's first column on.
#[inline(always)]
pub(crate) fn add_all<T: Arithmetic, const R: usize, const V: usize, const LANES: usize>(
    sums: &mut Sums<T, R, V, LANES>,
    factors: [&[T]; R],
    others: &[T],
    stride: usize,
) {
    let inner = factors[0].len();
    let factors = factors.map(|factors| &factors[..inner]);
    for place in 0..inner {
        add::<T, R, V, LANES>(
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
        instructions.run(Part { a, b, c, strides, sizes, finish: &finish });
    })
}

/// A part of a product.
struct Part<'a, T, F> {
    a: &'a [T],
    b: &'a [T],
    c: &'a mut [T],
    /// From one row of each matrix to the next.
    strides: [usize; 3],
    /// Rows, the inner dimension, columns.
    sizes: [usize; 3],
    /// What becomes of a sum and the element that is there.
    finish: F,
}

impl<T: Arithmetic, F: Fn(T, T) -> T> Body for Part<'_, T, F> {
    type Output = ();

    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        // Eight registers of sums: the compiler keeps no more of them.
        let mut column = self.panels::<2, LANES>(0);
        column = self.panels::<1, LANES>(column);
        self.panels::<1, 1>(column);
    }
}

impl<T: Arithmetic, F: Fn(T, T) -> T> Part<'_, T, F> {
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
        if inner > 0 {
            let factors = std::array::from_fn(|index| &self.a[(row + index) * a..][..inner]);
            add_all::<T, R, V, LANES>(&mut sums, factors, &self.b[column..], b);
        }
        for (row, sums) in (row..).zip(&sums) {
            let elements = &mut self.c[row * c + column..][..V * LANES];
            for (element, &sum) in elements.iter_mut().zip(sums.as_flattened()) {
                *element = (self.finish)(sum, *element);
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
