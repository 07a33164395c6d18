//! Products of matrices for models: each element is one chain of fused multiplications and additions, in
//! the order of the inner dimension.

use crate::Arithmetic;
use crate::instructions::InstructionSet;
use crate::parts::{ACROSS, Cut, Cuts, Lines, each_part};
use crate::registers::Register;
use crate::strides::Strides;
use crate::tile::{self, Chains, Has, PIXELS, Sums, Tiles, read, tile, write};
use crate::workers::{self, Ended, Rows, Watch, Workers};
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
        let across = parts.min(columns / LEAST).clamp(1, ACROSS);
        let width = columns.div_ceil(across).next_multiple_of(LEAST);
        let across = columns.div_ceil(width);
        let part = rows.div_ceil(parts.div_ceil(across)).next_multiple_of(PIXELS);
        let cut = Cut {
            section: rows,
            lines: part.min(TOGETHER),
            across: Cuts::new(across, |at| columns.min((at + 1) * width)),
            down: true,
        };
        each_part(workers, threads, (c, columns), &cut, &|[row, at], mut lines| {
            let (first, watch) = ([row, at * width], &mut Watch::of(workers));
            // Workers remember that nobody wants the result.
            let _ = self.part(instructions, [a, b], &mut lines, first, watch);
        })
    }

    /// Adds to parts of neighbouring rows of `c`, counted over all products, whose first row and column are given.
    fn part<T: Arithmetic>(
        &self,
        instructions: InstructionSet,
        [a, b]: [&[T]; 2],
        lines: &mut Lines<'_, T>,
        [first, start]: [usize; 2],
        watch: &mut Watch<'_>,
    ) -> Result<(), Ended> {
        let Self { rows, inner, columns, .. } = *self;
        let all = lines.width();
        let mut room = T::room().take();
        for Rows { group: matrix, row, range } in Rows::of(first..first + lines.count(), rows) {
            let [left, right] = self.batch.at(matrix);
            let a = &a[(left * rows + row) * inner..][..range.len() * inner];
            let b = &b[right * inner * columns..][..inner * columns];
            let mut lines = lines.some(range);
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
                            lines: &mut lines,
                            columns: [column, width],
                            depth,
                            room: &mut room,
                        },
                    );
                    let work = lines.count() * depth * width;
                    watch.spend(work.saturating_mul(instructions.fused_work()))?;
                }
            }
        }
        T::room().set(room);
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
    lines: &'a mut Lines<'b, T>,
    /// The first of the columns, and how many there are.
    columns: [usize; 2],
    /// How many places of the inner dimension.
    depth: usize,
    /// Room for what is copied.
    room: &'a mut Vec<T>,
}

impl<T: Arithmetic> Tiles<T> for Block<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run<R: Register<T>, const W: usize, const FEW: usize, const FEWER: usize>(
        self,
        has: Has<R>,
    ) {
        // Tiles of columns that are copied, with zeros where there are no more.
        let (width, tile) = (self.columns[1], 2 * R::LANES);
        let whole = width - width % tile;
        let first = if self.lines.count() < COPIED { whole } else { 0 };
        let count = (width - first).div_ceil(tile);
        let is_copied = (self.strides[0] * size_of::<T>()).is_multiple_of(ALIKE);
        let size = self.depth * tile;
        self.room.clear();
        self.room.resize(count * size + if is_copied { W * LINE } else { 0 }, T::ZERO);
        let (columns, lines) = self.room.split_at_mut(count * size);
        for place in 0..if count > 0 { self.depth } else { 0 } {
            let from = self.b[place * self.strides[1]..][first..width].chunks(tile);
            let to = columns[place * tile..].chunks_mut(size);
            for (to, from) in to.zip(from) {
                if from.len() == tile {
                    write(has, read::<T, R, 2>(has, from), to);
                } else {
                    to[..from.len()].copy_from_slice(from);
                }
            }
        }
        let mut rows = Panels {
            b: (self.b, self.strides[1]),
            copied: (first, columns),
            lines: self.lines,
            columns: self.columns,
            depth: self.depth,
            sums: &mut Sums::new(),
        };
        let mut row = 0;
        while row < rows.lines.count() {
            let left = rows.lines.count() - row;
            let count = left.min(W);
            let mut a = (&self.a[row * self.strides[0]..], self.strides[0]);
            if is_copied && count > 1 {
                let from = a.0.chunks(a.1).take(count);
                for (to, from) in lines.chunks_exact_mut(LINE).zip(from) {
                    to[..self.depth].copy_from_slice(&from[..self.depth]);
                }
                a = (lines, LINE);
            }
            if left > FEW {
                rows.of::<R, W, 2>(has, [row, count], a);
            } else if left > FEWER {
                rows.of::<R, FEW, 2>(has, [row, count], a);
            } else if left > 1 {
                rows.of::<R, FEWER, 4>(has, [row, count], a);
            } else {
                rows.of::<R, 1, 4>(has, [row, count], a);
            }
            row += count;
        }
    }
}

/// The columns of a block, as tiles read them.
struct Panels<'a, 'b, T> {
    /// The right matrix from the first one on, and the distance from one row to the next.
    b: (&'a [T], usize),
    /// From which column on there are copies, and these: tiles of columns.
    copied: (usize, &'a [T]),
    lines: &'a mut Lines<'b, T>,
    columns: [usize; 2],
    depth: usize,
    sums: &'a mut Sums<T>,
}

impl<T: Arithmetic> Panels<'_, '_, T> {
    /// So many rows, at most `W`, of the left matrix, which are at a distance. Columns that are not copied are in tiles
    /// of `V` registers, while there are as many.
    #[inline(always)]
    fn of<R: Register<T>, const W: usize, const V: usize>(
        &mut self,
        has: Has<R>,
        rows: [usize; 2],
        a: (&[T], usize),
    ) {
        let ((b, stride), (copied, copies), depth) = (self.b, self.copied, self.depth);
        let [start, width] = self.columns;
        let place = |column| start + column..start + width;
        let mut column = 0;
        while copied - column >= V * R::LANES {
            let b = (&b[column..], stride);
            tile_of::<T, R, W, V>(has, self.lines, rows, place(column), [a, b], depth, self.sums);
            column += V * R::LANES;
        }
        while copied - column >= 2 * R::LANES {
            let b = (&b[column..], stride);
            tile_of::<T, R, W, 2>(has, self.lines, rows, place(column), [a, b], depth, self.sums);
            column += 2 * R::LANES;
        }
        let tiles = copies.chunks_exact(depth * 2 * R::LANES);
        for (column, b) in (copied..width).step_by(2 * R::LANES).zip(tiles) {
            let b = (b, 2 * R::LANES);
            tile_of::<T, R, W, 2>(has, self.lines, rows, place(column), [a, b], depth, self.sums);
        }
    }
}

/// A tile of rows and columns, of which there may be fewer. Operands with the distance from one row to the next.
#[inline(always)]
fn tile_of<T: Arithmetic, R: Register<T>, const W: usize, const V: usize>(
    has: Has<R>,
    lines: &mut Lines<'_, T>,
    [row, count]: [usize; 2],
    columns: Range<usize>,
    [a, b]: [(&[T], usize); 2],
    depth: usize,
    sums: &mut Sums<T>,
) {
    let columns = columns.start..columns.end.min(columns.start + V * R::LANES);
    let mut lines = lines.some(row..row + count);
    let mut places = [0; W];
    for (x, place) in places.iter_mut().enumerate() {
        *place = x.min(count - 1) * a.1;
    }
    let chains = Chains::new(a.0, [1, 0], &[0], depth, b);
    for x in 0..W {
        let line = &lines.line(x.min(count - 1))[columns.clone()];
        sums.of::<R, V>(x)[..line.len()].copy_from_slice(line);
    }
    tile::<T, R, W, V, 0>(has, &chains, &places, 0, (None, sums));
    for x in 0..count {
        let line = &mut lines.line(x)[columns.clone()];
        line.copy_from_slice(&sums.of::<R, V>(x)[..line.len()]);
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
