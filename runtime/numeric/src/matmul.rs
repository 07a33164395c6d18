//! Products of matrices for models: each element is one chain of fused multiplications and additions, in
//! the order of the inner dimension.

use crate::Arithmetic;
use crate::instructions::InstructionSet;
use crate::registers::Register;
use crate::strides::Strides;
use crate::tile::{self, Chains, Has, PIXELS, Tiles, read, tile, write};
use crate::workers::{self, Ended, Rows, Watch, Workers, each_of};
use std::ops::Range;

/// The inner dimension and the columns of the part of the right matrix that stays in the second cache.
const BLOCK: [usize; 2] = [256, 256];

/// The most rows that are computed with one part after the other.
const TOGETHER: usize = 64 * PIXELS;

/// Columns that are worth a part of their own.
const LEAST: usize = 64;

/// Rows for which it is worth while to copy a part of the right matrix, so that what a tile reads is together.
const COPIED: usize = 2 * PIXELS;

/// Rows of the left matrix that lie a multiple of so many bytes apart share few places of the first cache. Tiles read
/// copies of them, which lie apart by so many numbers.
const ALIKE: usize = 2048;
const LINE: usize = BLOCK[0] + 16;

/// The most columns of a tile.
const WIDE: usize = 64;

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
        let Self { inner, columns, .. } = *self;
        if inner == 0 || c.is_empty() {
            return Ok(());
        }
        let rows = c.len() / columns;
        let work = inner.saturating_mul(instructions.fused_work());
        let threads = workers::threads(workers, c.len().saturating_mul(work));
        // Some more parts than threads, which may not be equally fast. First of the columns: then one thread reads a
        // part of the right matrix, for all rows.
        let parts = if threads < 2 { 1 } else { threads.saturating_mul(4) };
        let across = parts.min(columns / LEAST).max(1);
        let width = columns.div_ceil(across).next_multiple_of(LEAST);
        let part = rows.div_ceil(parts.div_ceil(across)).next_multiple_of(PIXELS).min(TOGETHER);
        let groups = c.chunks_mut(part.saturating_mul(columns)).enumerate();
        let tasks = groups.flat_map(|(at, rows)| {
            let mut tasks: Vec<Vec<&mut [T]>> = Vec::new();
            let count = rows.len() / columns;
            tasks.resize_with(columns.div_ceil(width), || Vec::with_capacity(count));
            for row in rows.chunks_exact_mut(columns) {
                for (task, part) in tasks.iter_mut().zip(row.chunks_mut(width)) {
                    task.push(part);
                }
            }
            tasks
                .into_iter()
                .enumerate()
                .map(move |(column, lines)| ([at * part, column * width], lines))
        });
        each_of(workers, tasks, threads, &|(first, mut lines)| {
            // Workers remember that nobody wants the result.
            let _ = self.part(instructions, [a, b], &mut lines, first, &mut Watch::of(workers));
        })
    }

    /// Adds to parts of neighbouring rows of `c`, counted over all products, whose first row and column are given.
    fn part<T: Arithmetic>(
        &self,
        instructions: InstructionSet,
        [a, b]: [&[T]; 2],
        lines: &mut [&mut [T]],
        [first, start]: [usize; 2],
        watch: &mut Watch<'_>,
    ) -> Result<(), Ended> {
        let Self { rows, inner, columns, .. } = *self;
        let all = lines.first().map_or(0, |line| line.len());
        let mut copy = Vec::new();
        for Rows { group: matrix, row, range } in Rows::of(first..first + lines.len(), rows) {
            let [left, right] = self.batch.at(matrix);
            let a = &a[(left * rows + row) * inner..][..range.len() * inner];
            let b = &b[right * inner * columns..][..inner * columns];
            let lines = &mut lines[range];
            for column in (0..all).step_by(BLOCK[1]) {
                let width = BLOCK[1].min(all - column);
                for place in (0..inner).step_by(BLOCK[0]) {
                    let depth = BLOCK[0].min(inner - place);
                    tile::run(
                        instructions,
                        Block {
                            a: &a[place..],
                            b: &b[place * columns + start + column..],
                            strides: [inner, columns],
                            lines: &mut *lines,
                            columns: [column, width],
                            depth,
                            copy: &mut copy,
                        },
                    );
                    let work = lines.len() * depth * width;
                    watch.spend(work.saturating_mul(instructions.fused_work()))?;
                }
            }
        }
        Ok(())
    }
}

/// What a part of the inner dimension adds to a part of some rows.
struct Block<'a, 'b, T> {
    /// The left matrix from the first row and the first place of the inner dimension on.
    a: &'a [T],
    /// The right matrix from that place and the first column on.
    b: &'a [T],
    /// From one row of each to the next.
    strides: [usize; 2],
    lines: &'a mut [&'b mut [T]],
    /// The first of the columns, and how many there are.
    columns: [usize; 2],
    /// How many places of the inner dimension.
    depth: usize,
    /// Room for what is copied.
    copy: &'a mut Vec<T>,
}

impl<T: Arithmetic> Tiles<T> for Block<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run<R: Register<T>, const W: usize, const FEW: usize, const FEWER: usize>(
        mut self,
        has: Has<R>,
    ) {
        // Tiles of columns that are copied, with zeros where there are no more.
        let (width, tile) = (self.columns[1], 2 * R::LANES);
        let whole = width - width % tile;
        let first = if self.lines.len() < COPIED { whole } else { 0 };
        let count = (width - first).div_ceil(tile);
        self.copy.clear();
        self.copy.resize(count * self.depth * tile, T::ZERO);
        for place in 0..if count > 0 { self.depth } else { 0 } {
            let from = self.b[place * self.strides[1]..][first..width].chunks(tile);
            let to = self.copy[place * tile..].chunks_mut(self.depth * tile);
            for (to, from) in to.zip(from) {
                if from.len() == tile {
                    write(has, read::<T, R, 2>(has, from), to);
                } else {
                    to[..from.len()].copy_from_slice(from);
                }
            }
        }
        let is_copied = (self.strides[0] * size_of::<T>()).is_multiple_of(ALIKE);
        let mut copies = Vec::new();
        let mut row = 0;
        while row < self.lines.len() {
            let left = self.lines.len() - row;
            let count = left.min(W);
            let mut a = (&self.a[row * self.strides[0]..], self.strides[0]);
            if is_copied && count > 1 {
                copies.resize(W * LINE, T::ZERO);
                let lines = a.0.chunks(a.1).take(count);
                for (to, from) in copies.chunks_exact_mut(LINE).zip(lines) {
                    to[..self.depth].copy_from_slice(&from[..self.depth]);
                }
                a = (&copies, LINE);
            }
            if left > FEW {
                self.rows::<R, W, 2>(has, [row, count], a, first);
            } else if left > FEWER {
                self.rows::<R, FEW, 2>(has, [row, count], a, first);
            } else if left > 1 {
                self.rows::<R, FEWER, 4>(has, [row, count], a, first);
            } else {
                self.rows::<R, 1, 4>(has, [row, count], a, first);
            }
            row += count;
        }
    }
}

impl<T: Arithmetic> Block<'_, '_, T> {
    /// So many rows, at most `W`, of the left matrix, which are at a distance. The right one's columns from the given
    /// one on are copied; the others are in tiles of `V` registers, while there are as many.
    #[inline(always)]
    fn rows<R: Register<T>, const W: usize, const V: usize>(
        &mut self,
        has: Has<R>,
        rows: [usize; 2],
        a: (&[T], usize),
        copied: usize,
    ) {
        let (width, stride) = (self.columns[1], self.strides[1]);
        let mut column = 0;
        while copied - column >= V * R::LANES {
            let b = (&self.b[column..], stride);
            tile_of::<T, R, W, V>(has, self.lines, rows, self.place(column), [a, b], self.depth);
            column += V * R::LANES;
        }
        while copied - column >= 2 * R::LANES {
            let b = (&self.b[column..], stride);
            tile_of::<T, R, W, 2>(has, self.lines, rows, self.place(column), [a, b], self.depth);
            column += 2 * R::LANES;
        }
        let tiles = self.copy.chunks_exact(self.depth * 2 * R::LANES);
        for (column, b) in (copied..width).step_by(2 * R::LANES).zip(tiles) {
            let b = (b, 2 * R::LANES);
            tile_of::<T, R, W, 2>(has, self.lines, rows, self.place(column), [a, b], self.depth);
        }
    }

    /// The columns of the lines from one of these on.
    fn place(&self, column: usize) -> Range<usize> {
        self.columns[0] + column..self.columns[0] + self.columns[1]
    }
}

/// A tile of rows and columns, of which there may be fewer. Operands with the distance from one row to the next.
#[inline(always)]
fn tile_of<T: Arithmetic, R: Register<T>, const W: usize, const V: usize>(
    has: Has<R>,
    lines: &mut [&mut [T]],
    [row, count]: [usize; 2],
    columns: Range<usize>,
    [a, b]: [(&[T], usize); 2],
    depth: usize,
) {
    let columns = columns.start..columns.end.min(columns.start + V * R::LANES);
    let lines = &mut lines[row..row + count];
    let mut places = [0; W];
    for (x, place) in places.iter_mut().enumerate() {
        *place = x.min(count - 1) * a.1;
    }
    let chains = Chains::new(a.0, [1, 0], &[0], depth, b);
    let mut sums = [read::<T, R, V>(has, &[T::ZERO; WIDE]); W];
    if columns.len() == V * R::LANES {
        // Always `W` of them: then the compiler holds each in a register. Those beyond are of the last line, too.
        for (x, sums) in sums.iter_mut().enumerate() {
            *sums = read(has, &lines[x.min(count - 1)][columns.clone()]);
        }
        let sums = tile::<T, R, W, V, 0>(has, &chains, &places, 0, sums);
        for (x, sums) in sums.into_iter().enumerate() {
            write(has, sums, &mut lines[x.min(count - 1)][columns.clone()]);
        }
        return;
    }
    let mut buffer = [T::ZERO; WIDE];
    for (sums, line) in sums.iter_mut().zip(&*lines) {
        buffer[..columns.len()].copy_from_slice(&line[columns.clone()]);
        *sums = read(has, &buffer);
    }
    let sums = tile::<T, R, W, V, 0>(has, &chains, &places, 0, sums);
    for (sums, line) in sums.into_iter().zip(lines) {
        write(has, sums, &mut buffer);
        line[columns.clone()].copy_from_slice(&buffer[..columns.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThisThread;
    use crate::tile::tests::for_each_width;

    #[test]
    fn each_element_is_one_chain() {
        for [rows, inner, columns] in [
            [1, 1, 1],
            [5, 7, 3],
            [4, 300, 70],
            [9, 33, 300],
            [3, 0, 5],
            [0, 4, 4],
            [2, 3, 0],
            [1, 270, 530],
            [30, 20, 64],
            [61, 512, 50],
        ] {
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
            let check = |instructions: InstructionSet| {
                let mut c = vec![0.25; 3 * rows * columns];
                let product = Matmul { rows, inner, columns, batch };
                product.add_to(&ThisThread, instructions, [&a, &b], &mut c).unwrap();
                let bits = |all: &[f32]| all.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&c), bits(&expected), "{instructions} {rows} {inner} {columns}");
            };
            InstructionSet::supported().for_each(check);
            for_each_width(|| check(InstructionSet::Scalar));
        }
    }
}
