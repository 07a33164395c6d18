//! Products of rows and one matrix whose elements are in the order in which they are read: layers of models, whose
//! matrices stay.

use crate::Arithmetic;
use crate::instructions::InstructionSet;
use crate::outputs::Outputs;
use crate::parts::{ACROSS, Cut, Cuts, Lines, each_part};
use crate::registers::Register;
use crate::tile::{self, Activation, Chains, Has, Memory, Sums, Tiles, plus, read, tile, write};
use crate::workers::{self, Ended, Watch, Workers, shares};
use std::ops::Range;

/// The columns of a panel.
const PANEL: usize = 32;

/// The panels for which it is worth copying rows.
const MANY_PANELS: usize = 8;

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
        // Some more parts than threads, which may not be equally fast, if there is enough for each: it copies its rows.
        // First of the columns: then one thread reads a part of the matrix, for all rows.
        let of_thread = (self.panels() / MANY_PANELS / threads.max(1)).clamp(1, 4);
        let parts = if threads < 2 { 1 } else { threads.saturating_mul(of_thread) };
        let together = self.panels().div_ceil(parts.min(self.panels()).min(ACROSS));
        let across = self.panels().div_ceil(together);
        let part = rows.div_ceil(parts.div_ceil(across)).next_multiple_of(tile::PIXELS);
        let cut = Cut {
            section: rows,
            lines: part.min(TOGETHER),
            across: Cuts::new(across, |at| columns.min((at + 1) * together * PANEL)),
            down: true,
        };
        each_part(workers, threads, (result, columns), &cut, &|[row, at], lines| {
            let task = Task { row, panel: at * together, lines };
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
        let sections = self.inner.div_ceil(SECTION).max(1);
        let rows = [row, lines.count()];
        let panels = [panel, panel + lines.width().div_ceil(PANEL)];
        let (mut room, mut sums) = (T::room().take(), Sums::new());
        let fused_work = instructions.fused_work();
        for section in 0..sections {
            let places = section * SECTION..self.inner.min((section + 1) * SECTION);
            let is_last = section + 1 == sections;
            let (lines, room, sums, watch) = (&mut lines, &mut room, &mut sums, &mut *watch);
            let reads = Reads { of: self, factors, rows, panels, places, room };
            let section = Section { reads, lines, is_last, sums };
            tile::run(instructions, Watched { section, fused_work, watch })?;
        }
        T::room().set(room);
        Ok(())
    }
}

/// The places of the inner dimension of a section: what a panel has for so many, and the copied rows of a task, stay in
/// the second cache.
const SECTION: usize = 512;

/// The places of a row that lie together in a copy.
const BLOCK: usize = 16;

/// Some columns of some rows.
struct Task<'a, T> {
    /// The first row.
    row: usize,
    /// The first panel.
    panel: usize,
    /// The columns of the rows of the result.
    lines: Lines<'a, T>,
}

/// What a section of the inner dimension adds to some columns of some rows.
struct Section<'a, 'b, T> {
    reads: Reads<'a, T>,
    lines: &'a mut Lines<'b, T>,
    /// Whether no section comes behind.
    is_last: bool,
    sums: &'a mut Sums<T>,
}

/// What it reads.
struct Reads<'a, T> {
    of: &'a Linear,
    factors: &'a Factors<'a, T>,
    /// The first row, and how many.
    rows: [usize; 2],
    /// The first panel, and behind which none is wanted.
    panels: [usize; 2],
    places: Range<usize>,
    /// Where rows are copied to.
    room: &'a mut Vec<T>,
}

/// The same, computed as long as somebody wants it.
struct Watched<'a, 'b, 'c, T> {
    section: Section<'a, 'b, T>,
    /// What a fused operation is worth.
    fused_work: usize,
    watch: &'a mut Watch<'c>,
}

impl<T: Arithmetic> Tiles<T> for Watched<'_, '_, '_, T> {
    type Output = Result<(), Ended>;

    #[inline(always)]
    fn run<R: Register<T>, const W: usize, const FEW: usize, const FEWER: usize>(
        self,
        has: Has<R>,
    ) -> Result<(), Ended> {
        let Self { mut section, fused_work, watch } = self;
        let (rows, width) = (section.lines.count(), section.lines.width());
        let depth = section.reads.places.len();
        section.reads.copy::<W, FEW, FEWER>();
        for columns in (0..width).step_by(PANEL).map(|first| first..width.min(first + PANEL)) {
            if rows == 1 && 4 * R::LANES <= PANEL {
                for column in columns.clone().step_by(4 * R::LANES) {
                    section.tile::<R, 1, 4>(has, [0, 1], column..columns.end);
                }
            } else {
                for column in columns.clone().step_by(2 * R::LANES) {
                    let mut row = 0;
                    while row < rows {
                        let (left, columns) = (rows - row, column..columns.end);
                        let count = left.min(W);
                        if left > FEW {
                            section.tile::<R, W, 2>(has, [row, count], columns);
                        } else if left > FEWER {
                            section.tile::<R, FEW, 2>(has, [row, count], columns);
                        } else if left > 1 {
                            section.tile::<R, FEWER, 2>(has, [row, count], columns);
                        } else {
                            section.tile::<R, 1, 2>(has, [row, count], columns);
                        }
                        row += count;
                    }
                }
            }
            watch.spend((rows * depth * PANEL).saturating_mul(fused_work))?;
        }
        Ok(())
    }
}

/// The most columns of a tile.
const WIDE: usize = 32;

impl<T: Arithmetic> Section<'_, '_, T> {
    /// So many rows, at most `W`, and some columns of a panel, of which a tile may have more.
    #[inline(always)]
    fn tile<R: Register<T>, const W: usize, const V: usize>(
        &mut self,
        has: Has<R>,
        [row, count]: [usize; 2],
        columns: Range<usize>,
    ) {
        let Factors { bias, residual, activation, .. } = *self.reads.factors;
        let (all, wide) = (self.reads.of.columns, V * R::LANES);
        // The columns of the lines, and of the whole result.
        let own = columns.start..columns.end.min(columns.start + wide);
        let first = self.reads.panels[0] * PANEL + columns.start;
        let place = [row, columns.start];
        let own_row = self.reads.rows[0] + row;
        // All that is in registers is wanted, and one tile has the whole section.
        if own.len() == wide && (W == 1 || self.reads.places.len().is_multiple_of(BLOCK)) {
            let mut memory =
                Outputs::<T, W, V>::in_lines(has, self.lines, [row, count], columns.start);
            if self.is_last {
                if let Some(bias) = bias {
                    memory.bias(has, &bias[first..]);
                }
                if let Some(residual) = residual {
                    let mut places = [0; W];
                    for (x, place) in places.iter_mut().enumerate() {
                        *place = x.min(count - 1) * all;
                    }
                    let mut registers = [&residual[own_row * all + first..]; V];
                    for (index, register) in registers.iter_mut().enumerate() {
                        *register = &register[index * R::LANES..];
                    }
                    memory.add(has, registers, places);
                }
                memory.then(activation);
            }
            return self.reads.longer::<R, W, V>(has, place, &mut memory);
        }
        if self.reads.places.start > 0 {
            for x in 0..W {
                let line = &self.lines.line(row + x.min(count - 1))[own.clone()];
                self.sums.of::<R, V>(x)[..line.len()].copy_from_slice(line);
            }
        }
        self.reads.longer::<R, W, V>(has, place, self.sums);
        let mut buffer = [T::ZERO; WIDE];
        for x in 0..count {
            let mut sums = [read::<T, R, V>(has, self.sums.of::<R, V>(x))];
            if self.is_last {
                let mut some = |from: &[T]| {
                    buffer[..own.len()].copy_from_slice(&from[..own.len()]);
                    read::<T, R, V>(has, &buffer)
                };
                if let Some(bias) = bias {
                    sums = [plus(has, sums[0], some(&bias[first..]))];
                }
                if let Some(residual) = residual {
                    let from = (own_row + x) * all + first;
                    sums = [plus(has, sums[0], some(&residual[from..]))];
                }
                activation.of(has, &mut sums);
            }
            write(has, sums[0], &mut buffer);
            self.lines.line(row + x)[own.clone()].copy_from_slice(&buffer[..own.len()]);
        }
    }
}

impl<T: Arithmetic> Reads<'_, T> {
    /// Copies the rows, so that what a tile reads lies together: for some places at a time, those of each of its rows,
    /// of which there may be fewer. A row that is alone is read where it is.
    #[inline(always)]
    fn copy<const W: usize, const FEW: usize, const FEWER: usize>(&mut self) {
        let ([first, rows], inner) = (self.rows, self.of.inner);
        let depth = self.places.len();
        self.room.clear();
        let mut row = 0;
        while row < rows {
            let left = rows - row;
            let wide = match left {
                1 => break,
                _ if left > FEW => W,
                _ if left > FEWER => FEW,
                _ => FEWER,
            };
            for place in (0..depth).step_by(BLOCK) {
                let block = BLOCK.min(depth - place);
                for x in 0..wide {
                    let from = (first + row + x.min(left - 1)) * inner + self.places.start + place;
                    self.room.extend_from_slice(&self.factors.rows[from..][..block]);
                }
            }
            row += wide;
        }
    }

    /// Adds to the sums of `W` rows, from the given one and its column on, what the section has.
    #[inline(always)]
    fn longer<R: Register<T>, const W: usize, const V: usize>(
        &self,
        has: Has<R>,
        [row, column]: [usize; 2],
        memory: &mut impl Memory<T, R, W, V>,
    ) {
        let (inner, depth, Range { start, end }) =
            (self.of.inner, self.places.len(), self.places.clone());
        let ([first, rows], [begin, behind]) = (self.rows, self.panels);
        let zeros = [T::ZERO; WIDE];
        let zeros = (start == 0).then_some(&zeros[..]);
        let (panel, column) = (begin + column / PANEL, column % PANEL);
        let packed = &self.factors.packed[(panel * inner + start) * PANEL..];
        if W == 1 {
            let row = &self.factors.rows[(first + row) * inner + start..];
            let chains = Chains::new(row, [1, 0], &[0], depth, (packed, PANEL));
            return tile::<T, R, W, V, 0>(has, &chains, &[0; W], column, (zeros, memory));
        }
        let copied = &self.room[row * depth..];
        let (whole, rest) = (depth / BLOCK, depth % BLOCK);
        let chains = Chains::new(copied, [whole, W * BLOCK], &[0], BLOCK, (packed, PANEL));
        // What the next panel has for the section, or the first one for the next section.
        let (next, count) = if panel + 1 < behind {
            ((panel + 1) * inner + start, depth)
        } else {
            (begin * inner + end, SECTION.min(inner - end))
        };
        let ahead = &self.factors.packed[next * PANEL..][..count * PANEL];
        let chains = chains.ahead(ahead).share(row..rows.min(row + W), rows);
        tile::<T, R, W, V, BLOCK>(has, &chains, &[0; W], column, (zeros, &mut *memory));
        if rest == 0 {
            return;
        }
        let mut places = [0; W];
        for (x, place) in places.iter_mut().enumerate() {
            *place = x * rest;
        }
        let (copied, packed) = (&copied[whole * BLOCK * W..], &packed[whole * BLOCK * PANEL..]);
        let chains = Chains::new(copied, [1, 0], &[0], rest, (packed, PANEL));
        tile::<T, R, W, V, 0>(has, &chains, &places, column, (None, memory));
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
