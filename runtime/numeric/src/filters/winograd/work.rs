//! What each task of a convolution by Winograd's algorithms does, with the registers of a set of instructions.

use super::transform::{Algorithm, back, forward};
use super::{TAPS, Winograd, apart};
use crate::Arithmetic;
use crate::blocks::{Blocks, CHANNELS};
use crate::filters::PANEL;
use crate::filters::convolve::{Grid, Operands, Source};
use crate::outputs::Outputs;
use crate::parts::Lines;
use crate::registers::Register;
use crate::tile::{Chains, Has, PIXELS, Tiles, plus, read, tile, write};
use crate::workers::{Ended, Watch};
use std::marker::PhantomData;
use std::ops::Range;

/// What all tasks share.
pub(super) struct Convolution<'a, T> {
    pub(super) of: &'a Winograd,
    pub(super) source: Source,
    pub(super) input: &'a [T],
    pub(super) operands: &'a Operands<'a, T>,
    pub(super) blocks: Blocks,
    pub(super) residual: Option<(Blocks, &'a [T])>,
}

/// Some rows of tiles of some panels of filters.
pub(super) struct Task<'a, T> {
    pub(super) image: usize,
    pub(super) panels: Range<usize>,
    pub(super) rows: Range<usize>,
    /// Where in its block each output begins.
    pub(super) origin: usize,
    /// The outputs of the panels' blocks, of which the last panel may have fewer.
    pub(super) outputs: Lines<'a, T>,
}

/// The memory of a task.
pub(super) struct Memory<'a, T> {
    /// The most tiles at a time.
    pub(super) together: usize,
    /// Of each point, of each block, of each tile: its channels.
    pub(super) numbers: &'a mut [T],
    /// Of each point, of each tile: the sums of a panel's products.
    pub(super) products: &'a mut [T],
    /// What a fused operation is worth.
    pub(super) fused_work: usize,
}

/// Computes a task by an algorithm with so many points and outputs along each side.
pub(super) struct Work<'a, 'b, 'c, T, A, const POINTS: usize, const OUTPUTS: usize> {
    pub(super) convolution: &'a Convolution<'a, T>,
    pub(super) task: Task<'b, T>,
    pub(super) memory: Memory<'a, T>,
    pub(super) watch: &'a mut Watch<'c>,
    pub(super) algorithm: PhantomData<A>,
}

impl<T, A, const POINTS: usize, const OUTPUTS: usize> Tiles<T>
    for Work<'_, '_, '_, T, A, POINTS, OUTPUTS>
where
    T: Arithmetic,
    A: Algorithm<POINTS, OUTPUTS>,
{
    type Output = Result<(), Ended>;

    #[inline(always)]
    fn run<R: Register<T>, const W: usize, const FEW: usize, const FEWER: usize>(
        mut self,
        has: Has<R>,
    ) -> Result<(), Ended> {
        let Work { convolution, task, memory, .. } = &self;
        let [_, columns] = convolution.of.tiles();
        let all = task.rows.start * columns..task.rows.end * columns;
        // As many in each part, and whole tiles of registers.
        let parts = all.len().div_ceil(memory.together);
        let count = all.len().div_ceil(parts).next_multiple_of(PIXELS).min(memory.together);
        for first in all.clone().step_by(count) {
            let tiles = first..all.end.min(first + count);
            self.forward(has, tiles.clone())?;
            for panel in self.task.panels.clone() {
                for point in 0..POINTS * POINTS {
                    self.products::<R, W, FEW, FEWER>(has, [panel, point], tiles.len())?;
                }
                self.back(has, panel, tiles.clone())?;
            }
        }
        self.clear();
        Ok(())
    }
}

impl<T, A, const POINTS: usize, const OUTPUTS: usize> Work<'_, '_, '_, T, A, POINTS, OUTPUTS>
where
    T: Arithmetic,
    A: Algorithm<POINTS, OUTPUTS>,
{
    /// Transforms the pixels of some tiles.
    #[inline(always)]
    fn forward<R: Register<T>>(&mut self, has: Has<R>, tiles: Range<usize>) -> Result<(), Ended> {
        let Work { convolution, task, memory, watch, .. } = self;
        let Convolution { of, source, input, blocks, .. } = convolution;
        let Source { grid, plane, .. } = source;
        let ([_, columns], planes) = (of.tiles(), of.filters.blocks());
        let [_, height, width] = blocks.sizes;
        let row = grid.row([0, 1]) - grid.row([0, 0]);
        let apart = apart(planes, tiles.len());
        let images = input[task.image * planes * plane..].chunks_exact(*plane);
        for (block, image) in images.take(planes).enumerate() {
            for (at, tile) in tiles.clone().enumerate() {
                let [y, x] = [tile / columns, tile % columns].map(|at| at * OUTPUTS);
                let from = grid.row([0, y]) + x * grid.step();
                let to = (block * tiles.len() + at) * CHANNELS;
                let to = (&mut memory.numbers[to..], apart);
                // The windows of the outputs that are there.
                let [rows, pixels] = [height - y, width - x].map(|left| left + TAPS - 1);
                if rows.min(pixels) >= POINTS {
                    forward::<T, R, A, POINTS, OUTPUTS>(has, (&image[from..], row), to);
                    continue;
                }
                let mut patch = [[[T::ZERO; CHANNELS]; POINTS]; POINTS];
                let patch = patch.as_flattened_mut();
                for (y, to) in patch.chunks_exact_mut(POINTS).enumerate().take(rows) {
                    let to = to[..pixels.min(POINTS)].as_flattened_mut();
                    to.copy_from_slice(&image[from + y * row..][..to.len()]);
                }
                let patch = patch.as_flattened();
                forward::<T, R, A, POINTS, OUTPUTS>(has, (patch, POINTS * CHANNELS), to);
            }
            watch.spend(4 * POINTS * POINTS * tiles.len() * CHANNELS)?;
        }
        Ok(())
    }

    /// The products of a point of so many tiles by a panel of filters.
    #[inline(always)]
    fn products<R: Register<T>, const W: usize, const FEW: usize, const FEWER: usize>(
        &mut self,
        has: Has<R>,
        [panel, point]: [usize; 2],
        tiles: usize,
    ) -> Result<(), Ended> {
        let Work { convolution: Convolution { of, operands, .. }, memory, watch, .. } = self;
        let (inputs, size) = (of.filters.inputs, apart(of.filters.blocks(), tiles));
        let weights = &operands.packed[panel * of.panel_size() + point * inputs * PANEL..];
        // Those of the next point, or of the next panel, are behind them.
        let (weights, ahead) = weights.split_at(inputs * PANEL);
        let ahead = &ahead[..weights.len().min(ahead.len())];
        let numbers = &memory.numbers[point * size..][..size];
        let (whole, block) = (inputs / CHANNELS, tiles * CHANNELS);
        let (first, last) = weights.split_at(whole * CHANNELS * PANEL);
        let chains = [
            Chains::new(numbers, [whole, block], &[0], CHANNELS, (first, PANEL)).ahead(ahead),
            Chains::new(&numbers[whole * block..], [1, 0], &[0], inputs % CHANNELS, (last, PANEL)),
        ];
        let products = point * apart(PANEL / CHANNELS, tiles);
        let products = &mut memory.products[products..][..tiles * PANEL];
        for filter in (0..PANEL).step_by(2 * R::LANES) {
            let mut at = 0;
            while at < tiles {
                // Those that were computed already are computed again, so that there are as many as registers hold.
                let left = tiles - at;
                let chains = [chains[0].share(at..tiles.min(at + W), tiles), chains[1]];
                let (all, to) = ((has, &chains, filter), &mut *products);
                at += match left {
                    left if left > FEW && tiles >= W => {
                        registers::<T, R, W>(all, at.min(tiles - W), to).min(left)
                    }
                    left if left > FEWER && tiles >= FEW => {
                        registers::<T, R, FEW>(all, at.min(tiles - FEW), to).min(left)
                    }
                    left if left > 1 && tiles >= FEWER => {
                        registers::<T, R, FEWER>(all, at.min(tiles - FEWER), to).min(left)
                    }
                    _ => registers::<T, R, 1>(all, at, to),
                };
            }
        }
        watch.spend((tiles * inputs * PANEL).saturating_mul(memory.fused_work))
    }

    /// Transforms the products of some tiles and a panel of filters to outputs.
    #[inline(always)]
    fn back<R: Register<T>>(
        &mut self,
        has: Has<R>,
        panel: usize,
        tiles: Range<usize>,
    ) -> Result<(), Ended> {
        let Work { convolution, task, memory, watch, .. } = self;
        let Convolution { of, operands, blocks, residual, .. } = convolution;
        let [_, columns] = of.tiles();
        let [_, height, width] = blocks.sizes;
        let of_panel = PANEL / CHANNELS;
        let first = panel * PANEL;
        let mut starts = None;
        if let Some(bias) = operands.bias {
            let bias = &bias[first..blocks.channels.min(first + PANEL)];
            starts.insert([T::ZERO; PANEL])[..bias.len()].copy_from_slice(bias);
        }
        let grid = Grid::of(blocks);
        let between = apart(of_panel, tiles.len());
        let at = (panel - task.panels.start) * of_panel;
        let there = of_panel.min(task.outputs.count() - at);
        for (at, line) in (at..at + there).enumerate() {
            let output = task.outputs.line(line);
            let added = residual.map(|(blocks, numbers)| {
                let plane = blocks.plane();
                let image = task.image * blocks.of_image();
                (Grid::of(&blocks), &numbers[(image + panel * of_panel + at) * plane..][..plane])
            });
            for (index, tile) in tiles.clone().enumerate() {
                let [y, x] = [tile / columns, tile % columns].map(|at| at * OUTPUTS);
                let place = |grid: &Grid| grid.row([0, y]) + x * grid.step();
                let row = |grid: &Grid| grid.row([0, 1]) - grid.row([0, 0]);
                let (to, apart) = (place(&grid) - task.origin, row(&grid));
                let [rows, pixels] = [height - y, width - x];
                for channel in (0..CHANNELS).step_by(R::LANES) {
                    let of_panel = at * CHANNELS + channel;
                    let products = &memory.products[index * PANEL + of_panel..];
                    let products = (products, between);
                    let mut sums = back::<T, R, A, POINTS, OUTPUTS>(has, products);
                    if let Some(starts) = &starts {
                        let [start] = read::<T, R, 1>(has, &starts[of_panel..]);
                        for sums in &mut sums {
                            *sums = plus(has, *sums, [start; OUTPUTS]);
                        }
                    }
                    if let Some((grid, added)) = &added {
                        let (from, apart) = (place(grid) + channel, row(grid));
                        for (y, sums) in sums.iter_mut().enumerate() {
                            for (x, sum) in sums.iter_mut().enumerate() {
                                if y < rows && x < pixels {
                                    let added = &added[from + y * apart + x * CHANNELS..];
                                    [*sum] = plus(has, [*sum], read(has, added));
                                }
                            }
                        }
                    }
                    operands.activation.of(has, &mut sums);
                    let to = to + channel;
                    for (y, sums) in sums.iter().enumerate() {
                        for (x, &sum) in sums.iter().enumerate() {
                            if y < rows && x < pixels {
                                write(has, [sum], &mut output[to + y * apart + x * CHANNELS..]);
                            }
                        }
                    }
                }
            }
        }
        watch.spend(4 * POINTS * POINTS * tiles.len() * PANEL)
    }

    /// Sets what is around the outputs to zeros, and the channels that fill the last block.
    fn clear(self) {
        let Work { convolution: Convolution { blocks, .. }, mut task, .. } = self;
        let [_, height, width] = blocks.sizes;
        let [first, end] = [task.rows.start, task.rows.end].map(|row| height.min(row * OUTPUTS));
        let of_panel = PANEL / CHANNELS;
        for at in 0..task.outputs.count() {
            let channels = blocks.channels - (task.panels.start * of_panel + at) * CHANNELS;
            let (pixels, channels) = (first * width..end * width, channels.min(CHANNELS));
            blocks.clear(pixels, task.origin, channels, task.outputs.line(at));
        }
    }
}

/// The products of so many tiles, from the given one on, by filters of two registers; how many tiles.
#[inline(always)]
fn registers<T: Arithmetic, R: Register<T>, const W: usize>(
    (has, chains, filter): (Has<R>, &[Chains<'_, T>; 2], usize),
    first: usize,
    products: &mut [T],
) -> usize {
    let places = [first * CHANNELS; W];
    let mut to = [0; W];
    for (x, to) in to.iter_mut().enumerate() {
        *to = (first + x) * PANEL;
    }
    let (mut slices, registers) = ([products], [[0, filter], [0, filter + R::LANES]]);
    let mut products = Outputs::in_slices(has, &mut slices, registers, to);
    let [whole, rest] = chains;
    let start = Some(&[T::ZERO; PANEL][..]);
    tile::<T, R, W, 2, CHANNELS>(has, whole, &places, filter, (start, &mut products));
    if rest.steps() > 0 {
        tile::<T, R, W, 2, CHANNELS>(has, rest, &places, filter, (None, &mut products));
    }
    W
}
