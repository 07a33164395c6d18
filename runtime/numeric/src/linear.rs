//! Products of rows and one matrix whose elements are in the order in which they are read: layers of models, whose
//! matrices stay.

use crate::Arithmetic;
use crate::instructions::InstructionSet;
use crate::registers::Register;
use crate::tile::{self, Activation, Chains, Has, SECTION, Tiles, plus, read, tile, write};
use crate::workers::{self, Ended, Watch, Workers, each_of, shares};
use std::ops::Range;

/// The columns of a panel.
const PANEL: usize = 32;

/// The most rows that are computed with one panel after the other.
const TOGETHER: usize = 168;

/// Products of rows and one packed matrix. Each element is one chain of fused multiplications and additions along the
/// inner dimension, from zero, as [`Matmul`](crate::Matmul) has it.
///
/// ```
/// use tfrt_numeric::{Activation, Factors, InstructionSet, Linear, ThisThread};
///
/// let linear = Linear { inner: 2, columns: 2 };
/// let mut packed = vec![0.0; linear.packed()];
/// linear.pack(&ThisThread, &[1.0, 2.0, 3.0, 4.0], &mut packed)?;
/// let factors = Factors {
///     rows: &[1.0, 2.0],
///     packed: &packed,
///     bias: Some(&[0.5, -20.0]),
///     residual: None,
///     activation: Activation::Relu,
/// };
/// let mut result = [0.0; 2];
/// linear.run(&ThisThread, InstructionSet::chosen(), &factors, &mut result)?;
/// assert_eq!(result, [7.5, 0.0]);
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Linear {
    /// The elements of a row, and the rows of the matrix.
    pub inner: usize,
    /// The columns of the matrix.
    pub columns: usize,
}

/// What a product reads.
#[derive(Clone, Copy, Debug)]
pub struct Factors<'a, T> {
    /// The rows.
    pub rows: &'a [T],
    /// The [packed](Linear::pack) matrix.
    pub packed: &'a [T],
    /// What is added to each row of the product.
    pub bias: Option<&'a [T]>,
    /// What is added to the elements then.
    pub residual: Option<&'a [T]>,
    /// What becomes of each then.
    pub activation: Activation<T>,
}

impl Linear {
    /// The number of packed elements.
    #[must_use]
    pub fn packed(&self) -> usize {
        self.panels().saturating_mul(self.inner).saturating_mul(PANEL)
    }

    fn panels(&self) -> usize {
        self.columns.div_ceil(PANEL)
    }

    /// Puts the rows of a matrix in the order in which they are used: those of some neighbouring columns together.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// `packed` has not the [length](Self::packed) that it must have, or the matrix has too few elements.
    pub fn pack<T: Arithmetic + Send + Sync>(
        &self,
        workers: &dyn Workers,
        matrix: &[T],
        packed: &mut [T],
    ) -> Result<(), Ended> {
        assert_eq!(packed.len(), self.packed(), "room for all elements");
        let Self { inner, columns } = *self;
        let size = inner.saturating_mul(PANEL);
        shares(workers, packed, size, (size, 1), &|first, packed, watch| {
            for (panel, packed) in (first..).zip(packed.chunks_exact_mut(size)) {
                let width = PANEL.min(columns - panel * PANEL);
                let rows = matrix[panel * PANEL..].chunks(columns);
                for (to, from) in packed.chunks_exact_mut(PANEL).zip(rows) {
                    to[..width].copy_from_slice(&from[..width]);
                    to[width..].fill(T::ZERO);
                }
                watch.spend(size)?;
            }
            Ok(())
        })
    }

    /// Sets the products of rows, with what is added to them and becomes of them.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// A slice has not as many elements as the sizes say.
    pub fn run<T: Arithmetic + Send + Sync>(
        &self,
        workers: &dyn Workers,
        instructions: InstructionSet,
        factors: &Factors<'_, T>,
        result: &mut [T],
    ) -> Result<(), Ended> {
        let Self { inner, columns } = *self;
        if result.is_empty() {
            return Ok(());
        }
        let rows = result.len() / columns;
        assert_eq!(result.len(), rows * columns, "whole rows");
        assert_eq!(factors.rows.len(), rows * inner, "the rows");
        assert_eq!(factors.packed.len(), self.packed(), "the matrix");
        assert!(factors.bias.is_none_or(|bias| bias.len() == columns), "a bias for each column");
        let fits = factors.residual.is_none_or(|residual| residual.len() == result.len());
        assert!(fits, "something for each element");
        let work = inner.saturating_mul(instructions.fused_work());
        let threads = workers::threads(workers, result.len().saturating_mul(work));
        // Some more parts than threads, which may not be equally fast. First of the columns: then one thread reads a
        // part of the matrix, for all rows.
        let parts = if threads < 2 { 1 } else { threads.saturating_mul(4) };
        let together = self.panels().div_ceil(parts.min(self.panels()));
        let across = self.panels().div_ceil(together);
        let part = rows.div_ceil(parts.div_ceil(across)).next_multiple_of(tile::PIXELS);
        let part = part.min(TOGETHER);
        let groups = result.chunks_mut(part.saturating_mul(columns)).enumerate();
        let tasks = groups.flat_map(|(at, rows)| {
            let mut tasks: Vec<Vec<&mut [T]>> = Vec::new();
            tasks.resize_with(across, || Vec::with_capacity(rows.len() / columns));
            for row in rows.chunks_exact_mut(columns) {
                for (task, part) in tasks.iter_mut().zip(row.chunks_mut(together * PANEL)) {
                    task.push(part);
                }
            }
            let tasks = tasks.into_iter().enumerate();
            tasks.map(move |(index, lines)| Task { row: at * part, panel: index * together, lines })
        });
        each_of(workers, tasks, threads, &|task| {
            // Workers remember that nobody wants the result.
            let _ = self.part(instructions, factors, task, &mut Watch::of(workers));
        })
    }

    fn part<T: Arithmetic>(
        &self,
        instructions: InstructionSet,
        factors: &Factors<'_, T>,
        Task { row, panel, mut lines }: Task<'_, T>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Ended> {
        let width = lines.first().map_or(0, |line| line.len());
        let sections = self.inner.div_ceil(SECTION).max(1);
        for section in 0..sections {
            let places = section * SECTION..self.inner.min((section + 1) * SECTION);
            let is_last = section + 1 == sections;
            for at in 0..width.div_ceil(PANEL) {
                let columns = at * PANEL..width.min((at + 1) * PANEL);
                let work = lines.len() * places.len() * PANEL;
                let lines = &mut lines[..];
                let places = places.clone();
                let panel = panel + at;
                let some = Part { of: self, factors, row, panel, lines, columns, places, is_last };
                tile::run(instructions, some);
                watch.spend(work.saturating_mul(instructions.fused_work()))?;
            }
        }
        Ok(())
    }
}

/// Some columns of some rows.
struct Task<'a, T> {
    /// The first row.
    row: usize,
    /// The first panel.
    panel: usize,
    /// The rows of the result.
    lines: Vec<&'a mut [T]>,
}

/// What a section of the inner dimension adds to the columns of a panel.
struct Part<'a, 'b, T> {
    of: &'a Linear,
    factors: &'a Factors<'a, T>,
    row: usize,
    panel: usize,
    lines: &'a mut [&'b mut [T]],
    /// Of the lines.
    columns: Range<usize>,
    places: Range<usize>,
    /// Whether no section comes behind.
    is_last: bool,
}

impl<T: Arithmetic> Tiles<T> for Part<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run<R: Register<T>, const W: usize, const FEW: usize, const FEWER: usize>(
        mut self,
        has: Has<R>,
    ) {
        let width = self.columns.len();
        if self.lines.len() == 1 && 4 * R::LANES <= PANEL {
            for column in (0..width).step_by(4 * R::LANES) {
                self.tile::<R, 1, 4>(has, [0, 1], column);
            }
            return;
        }
        for column in (0..width).step_by(2 * R::LANES) {
            let mut row = 0;
            while row < self.lines.len() {
                let left = self.lines.len() - row;
                let count = left.min(W);
                if left > FEW {
                    self.tile::<R, W, 2>(has, [row, count], column);
                } else if left > FEWER {
                    self.tile::<R, FEW, 2>(has, [row, count], column);
                } else if left > 1 {
                    self.tile::<R, FEWER, 2>(has, [row, count], column);
                } else {
                    self.tile::<R, 1, 2>(has, [row, count], column);
                }
                row += count;
            }
        }
    }
}

/// The most columns of a tile.
const WIDE: usize = 32;

impl<T: Arithmetic> Part<'_, '_, T> {
    /// So many rows, at most `W`, and the columns of the panel from one on.
    #[inline(always)]
    fn tile<R: Register<T>, const W: usize, const V: usize>(
        &mut self,
        has: Has<R>,
        [row, count]: [usize; 2],
        column: usize,
    ) {
        let Linear { inner, columns } = *self.of;
        let Factors { rows, packed, bias, residual, activation } = *self.factors;
        let wide = V * R::LANES;
        let input = &rows[(self.row + row) * inner + self.places.start..];
        let packed = &packed[(self.panel * inner + self.places.start) * PANEL..];
        let chains = Chains::new(input, [1, 0], &[0], self.places.len(), (packed, PANEL));
        let mut places = [0; W];
        for (x, place) in places.iter_mut().enumerate() {
            *place = x.min(count - 1) * inner;
        }
        // The columns of the lines, and of the whole result.
        let own =
            self.columns.start + column..self.columns.end.min(self.columns.start + column + wide);
        let first = self.panel * PANEL + column;
        let zeros = read::<T, R, V>(has, &[T::ZERO; WIDE]);
        let mut sums = [zeros; W];
        if own.len() == wide && count == W {
            let lines = &mut self.lines[row..row + W];
            if self.places.start > 0 {
                for x in 0..W {
                    sums[x] = read(has, &lines[x][own.clone()]);
                }
            }
            sums = tile::<T, R, W, V, 0>(has, &chains, &places, column, sums);
            if self.is_last {
                if let Some(bias) = bias {
                    let bias = read::<T, R, V>(has, &bias[first..]);
                    for sums in &mut sums {
                        *sums = plus(has, *sums, bias);
                    }
                }
                if let Some(residual) = residual {
                    for (x, sums) in sums.iter_mut().enumerate() {
                        let from = (self.row + row + x) * columns + first;
                        *sums = plus(has, *sums, read(has, &residual[from..]));
                    }
                }
                activation.of(has, &mut sums);
            }
            for x in 0..W {
                write(has, sums[x], &mut lines[x][own.clone()]);
            }
            return;
        }
        let mut buffer = [T::ZERO; WIDE];
        let mut some = |from: &[T]| {
            buffer[..own.len()].copy_from_slice(&from[..own.len()]);
            read::<T, R, V>(has, &buffer)
        };
        if self.places.start > 0 {
            for (sums, line) in sums.iter_mut().zip(&self.lines[row..row + count]) {
                *sums = some(&line[own.clone()]);
            }
        }
        sums = tile::<T, R, W, V, 0>(has, &chains, &places, column, sums);
        if self.is_last {
            if let Some(bias) = bias {
                let bias = some(&bias[first..]);
                for sums in &mut sums {
                    *sums = plus(has, *sums, bias);
                }
            }
            if let Some(residual) = residual {
                for (x, sums) in sums.iter_mut().take(count).enumerate() {
                    let from = (self.row + row + x) * columns + first;
                    *sums = plus(has, *sums, some(&residual[from..]));
                }
            }
            activation.of(has, &mut sums);
        }
        for (sums, line) in sums.into_iter().zip(&mut self.lines[row..row + count]) {
            write(has, sums, &mut buffer);
            line[own.clone()].copy_from_slice(&buffer[..own.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::tests::for_each_width;
    use crate::workers::tests::Threads;
    use crate::{Matmul, Strides, ThisThread};
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn products_have_the_bits_of_those_by_a_matrix() {
        let number = |at: usize| ((at * 37 + at / 7) % 101) as f32 / 32.0 - 1.5;
        let sizes = [(1, 3, 1), (1, 40, 70), (2, 1, 33), (13, 17, 32), (29, 5, 45), (5, 1100, 65)];
        for (rows, inner, columns) in sizes {
            let a: Vec<f32> = (0..rows * inner).map(number).collect();
            let b: Vec<f32> = (0..inner * columns).map(|at| number(at * 3 + 1)).collect();
            let bias: Vec<f32> = (0..columns).map(|at| number(at + 5)).collect();
            let residual: Vec<f32> = (0..rows * columns).map(|at| number(at * 5)).collect();
            let batch = Strides::new(&[], [&[], &[]], [0, 0]);
            let product = Matmul { rows, inner, columns, batch };
            let mut expected = vec![0.0; rows * columns];
            let scalar = InstructionSet::Scalar;
            assert_eq!(product.add_to(&ThisThread, scalar, [&a, &b], &mut expected), Ok(()));
            let linear = Linear { inner, columns };
            let mut packed = vec![7.0; linear.packed()];
            let threads = |count| Threads(count, AtomicUsize::new(usize::MAX));
            assert_eq!(linear.pack(&threads(3), &b, &mut packed), Ok(()));
            for (with_bias, with_residual, relu) in [
                (false, false, false),
                (true, false, true),
                (true, true, false),
                (false, true, true),
            ] {
                let activation = if relu { Activation::Relu } else { Activation::None };
                let factors = Factors {
                    rows: &a,
                    packed: &packed,
                    bias: with_bias.then_some(&bias[..]),
                    residual: with_residual.then_some(&residual[..]),
                    activation,
                };
                let all = expected.iter().zip(&residual).enumerate();
                let all = all.map(|(at, (&sum, &residual))| {
                    let sum = if with_bias { sum + bias[at % columns] } else { sum };
                    let sum = if with_residual { sum + residual } else { sum };
                    (if relu { sum.relu() } else { sum }).to_bits()
                });
                let all: Vec<u32> = all.collect();
                let check = |instructions: InstructionSet| {
                    for count in [1, 3] {
                        let mut found = vec![7.0; rows * columns];
                        let done = linear.run(&threads(count), instructions, &factors, &mut found);
                        assert_eq!(done, Ok(()));
                        let found: Vec<u32> = found.iter().map(|sum| sum.to_bits()).collect();
                        assert!(found == all, "{rows} x {inner} x {columns}, {instructions}");
                    }
                };
                InstructionSet::supported().for_each(check);
                for_each_width(|| check(InstructionSet::Scalar));
            }
        }
    }
}
