//! Products of matrices for models: each element is one chain of fused multiplications and additions, in
//! the order of the inner dimension.

use crate::Arithmetic;
use crate::instructions::InstructionSet;
use crate::product::{ROWS, add_product};
use crate::strides::Strides;
use crate::workers::{Ended, Rows, Watch, Workers, shares};

/// The inner dimension and the columns of the part of the right matrix that stays in the second cache.
const BLOCK: [usize; 2] = [256, 256];

/// Products of many pairs of matrices.
///
/// ```
/// use tfrt_numeric::{InstructionSet, Matmul, Strides, ThisThread};
///
/// // Two rows, each by the same matrix.
/// let batch = Strides::new(&[2], [&[1], &[0]], [0, 0]);
/// let product = Matmul { rows: 1, inner: 2, columns: 2, batch };
/// let mut c = [0.0, 0.0, 0.5, 0.5];
/// let (a, b) = ([1.0, 2.0, 0.0, 1.0], [1.0, 2.0, 3.0, 4.0]);
/// product.add_to(&ThisThread, InstructionSet::chosen(), [&a, &b], &mut c)?;
/// assert_eq!(c, [7.0, 10.0, 3.5, 4.5]);
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Matmul {
    /// Rows of the left matrices.
    pub rows: usize,
    /// Columns of the left ones, and rows of the right ones.
    pub inner: usize,
    /// Columns of the right ones.
    pub columns: usize,
    /// Which matrices are the operands of each product, counted in matrices.
    pub batch: Strides<2>,
}

impl Matmul {
    /// Adds the products to `c`, whose elements are the starts of the chains.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// A slice has fewer elements than the sizes say.
    pub fn add_to<T: Arithmetic + Send + Sync>(
        &self,
        workers: &dyn Workers,
        instructions: InstructionSet,
        [a, b]: [&[T]; 2],
        c: &mut [T],
    ) -> Result<(), Ended> {
        let Self { rows, inner, columns, .. } = *self;
        if inner == 0 {
            return Ok(());
        }
        let work = inner.saturating_mul(columns).saturating_mul(instructions.fused_work());
        shares(workers, c, columns, (work, ROWS), &|first, c, watch| {
            for Rows { group: matrix, row, range } in
                Rows::of(first..first + c.len() / columns, rows)
            {
                let [left, right] = self.batch.at(matrix);
                let a = &a[(left * rows + row) * inner..][..range.len() * inner];
                let b = &b[right * inner * columns..][..inner * columns];
                let c = &mut c[range.start * columns..range.end * columns];
                blocks(instructions, [a, b], c, [range.len(), inner, columns], watch)?;
            }
            Ok(())
        })
    }
}

/// Adds a product of matrices to `c`, in blocks.
fn blocks<T: Arithmetic>(
    instructions: InstructionSet,
    [a, b]: [&[T]; 2],
    c: &mut [T],
    [rows, inner, columns]: [usize; 3],
    watch: &mut Watch<'_>,
) -> Result<(), Ended> {
    for column in (0..columns).step_by(BLOCK[1]) {
        let width = BLOCK[1].min(columns - column);
        for place in (0..inner).step_by(BLOCK[0]) {
            let depth = BLOCK[0].min(inner - place);
            let factors = [&a[place..], &b[place * columns + column..]];
            let (sizes, strides) = ([rows, depth, width], [inner, columns, columns]);
            add_product(instructions, factors, &mut c[column..], sizes, strides, watch)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThisThread;

    #[test]
    fn each_element_is_one_chain() {
        for [rows, inner, columns] in
            [[1, 1, 1], [5, 7, 3], [4, 300, 70], [9, 33, 300], [3, 0, 5], [0, 4, 4], [2, 3, 0]]
        {
            let number = |at: usize| (at as f32 * 0.37).sin() * 3.0;
            let a: Vec<f32> = (0..3 * rows * inner).map(number).collect();
            let b: Vec<f32> = (0..inner * columns).map(|at| number(at + 7)).collect();
            let mut expected = vec![0.25_f32; 3 * rows * columns];
            for (index, element) in expected.iter_mut().enumerate() {
                let (row, column) = (index / columns, index % columns);
                // The matrices of `a` from the last on.
                let row = (2 - row / rows) * rows + row % rows;
                for k in 0..inner {
                    *element = a[row * inner + k].mul_add(b[k * columns + column], *element);
                }
            }
            let last = 2;
            let batch = Strides::new(&[3], [&[-1], &[0]], [last, 0]);
            for instructions in InstructionSet::supported() {
                let mut c = vec![0.25; 3 * rows * columns];
                let product = Matmul { rows, inner, columns, batch };
                product.add_to(&ThisThread, instructions, [&a, &b], &mut c).unwrap();
                let bits = |all: &[f32]| all.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&c), bits(&expected), "{instructions} {rows} {inner} {columns}");
            }
        }
    }
}
