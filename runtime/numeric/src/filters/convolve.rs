//! The sums of convolutions: images in blocks, filters in panels.

use super::{Filters, PANEL};
use crate::Arithmetic;
use crate::blocks::{Blocks, CHANNELS};
use crate::instructions::InstructionSet;
use crate::registers::Register;
use crate::tile::{self, Activation, Chains, Has, Tiles, depth_tile, plus, read, tile, write};
use crate::workers::{self, Ended, Watch, Workers, each_of};
use std::ops::Range;

/// Pixels of a part: whole tiles of each instruction set.
const PART: usize = 84;

/// Images as a convolution reads them.
#[derive(Clone, Copy, Debug)]
pub enum Images<'a, T> {
    /// As [`Filters::lay_out`] has laid them out.
    LaidOut(&'a [T]),
    /// In blocks that the filters [take](Filters::takes), with such a halo.
    Blocks([usize; 3], &'a [T]),
}

/// What a convolution reads.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'a, T> {
    /// The images.
    pub images: Images<'a, T>,
    /// The [packed](Filters::pack) weights.
    pub packed: &'a [T],
    /// What each filter's chains begin with, instead of zero.
    pub bias: Option<&'a [T]>,
    /// What is added to the elements of the output: in blocks as the output, with such a halo.
    pub residual: Option<([usize; 3], &'a [T])>,
    /// What becomes of each then.
    pub activation: Activation<T>,
}

/// Where pixels are in blocks.
#[derive(Clone, Copy)]
struct Grid {
    /// The numbers of a place.
    block: usize,
    /// By dimension: its places, the first that is read or written, and the distance to the next one.
    lines: [[usize; 3]; 3],
}

impl Grid {
    fn of(blocks: &Blocks) -> Self {
        let (padded, halo) = (blocks.padded(), blocks.halo);
        let lines = [0, 1, 2].map(|at| [padded[at], halo[at], 1]);
        Self { block: CHANNELS, lines }
    }

    /// Where a row begins.
    #[inline(always)]
    fn row(&self, [d, h]: [usize; 2]) -> usize {
        let [depth, height, width] = self.lines;
        let place = |[_, first, stride]: [usize; 3], at| first + at * stride;
        let row = place(depth, d) * height[0] + place(height, h);
        (row * width[0] + width[1]) * self.block
    }

    /// From a pixel to the next in its row.
    #[inline(always)]
    fn step(&self) -> usize {
        self.lines[2][2] * self.block
    }
}

/// How images lie, and where the elements of a window are, from its place on.
struct Source {
    grid: Grid,
    /// The numbers of a block.
    plane: usize,
    window: Vec<usize>,
}

impl Filters {
    /// Images of as many channels as groups and these together, or a group as an image.
    fn grouped(
        &self,
        images: usize,
        channels: usize,
        sizes: [usize; 3],
        halo: [usize; 3],
    ) -> Blocks {
        if self.is_by_depth() {
            Blocks { images, channels: self.groups, sizes, halo }
        } else {
            Blocks { images: images.saturating_mul(self.groups), channels, sizes, halo }
        }
    }

    /// The blocks in which the convolution of so many images is, with such a halo: each group is an image of its own.
    #[must_use]
    pub fn output(&self, images: usize, halo: [usize; 3]) -> Blocks {
        let sizes = self.slides.map(|slide| slide.output);
        self.grouped(images, self.outputs, sizes, halo)
    }

    /// Whether the convolution is in such blocks, too: no block has channels of two groups.
    #[must_use]
    pub fn gives(&self, blocks: &Blocks) -> bool {
        self.are_apart(blocks, self.outputs)
            && blocks.sizes == self.slides.map(|slide| slide.output)
    }

    /// Whether these read images that are in such blocks, whose halo has all of the padding.
    #[must_use]
    pub fn takes(&self, blocks: &Blocks) -> bool {
        self.are_apart(blocks, self.inputs)
            && (self.is_by_depth() || self.inputs >= CHANNELS)
            && blocks.sizes == self.slides.map(|slide| slide.input)
            && self.halo().iter().zip(blocks.halo).all(|(&least, halo)| least <= halo)
    }

    /// Whether groups of so many channels have blocks of their own there.
    fn are_apart(&self, blocks: &Blocks, channels: usize) -> bool {
        let all = if self.is_by_depth() { 1 } else { channels }.saturating_mul(self.groups);
        let apart = self.is_by_depth() || self.groups == 1 || channels.is_multiple_of(CHANNELS);
        apart && blocks.channels == all
    }

    /// The halo that images must have, so that windows find their padding there.
    #[must_use]
    pub fn halo(&self) -> [usize; 3] {
        self.slides.map(|slide| {
            let extent = slide.window.saturating_sub(1).saturating_mul(slide.dilation);
            let reach = slide.output.saturating_sub(1).saturating_mul(slide.stride);
            let reach = reach.saturating_add(extent).saturating_add(1);
            let behind = reach.saturating_sub(slide.before.saturating_add(slide.input));
            slide.before.max(behind)
        })
    }

    /// That of images which are laid out, or in blocks with a halo.
    fn source(&self, halo: Option<[usize; 3]>) -> Source {
        let lines = self.lines();
        let (block, lines, steps) = match halo {
            Some(halo) => {
                let line = |at: usize| {
                    let slide = &self.slides[at];
                    [slide.input + 2 * halo[at], halo[at] - slide.before, slide.stride]
                };
                (CHANNELS, [0, 1, 2].map(line), self.slides.map(|slide| slide.dilation))
            }
            None => {
                let places = lines.map(|line| [line.size, 0, line.stride]);
                (self.block(), places, lines.map(|line| line.step))
            }
        };
        let mut window = Vec::with_capacity(self.window());
        for d in 0..self.slides[0].window {
            for h in 0..self.slides[1].window {
                let row = (d * steps[0] * lines[1][0] + h * steps[1]) * lines[2][0];
                let elements = (0..self.slides[2].window).map(|w| row + w * steps[2]);
                window.extend(elements.map(|place| place * block));
            }
        }
        let plane = lines.iter().fold(block, |all, line| all * line[0]);
        Source { grid: Grid { block, lines }, plane, window }
    }

    /// Sets the [output](Filters::output), of some number of images and with some halo.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// A slice has not the size that this says, or blocks are not such as are given and taken.
    pub fn convolve<T: Arithmetic + Send + Sync>(
        &self,
        workers: &dyn Workers,
        instructions: InstructionSet,
        operands: &Operands<'_, T>,
        (blocks, output): (&Blocks, &mut [T]),
    ) -> Result<(), Ended> {
        let blocks = *blocks;
        let images = blocks.images / if self.is_by_depth() { 1 } else { self.groups.max(1) };
        assert_eq!(blocks, self.output(images, blocks.halo), "blocks of these filters");
        assert_eq!(output.len(), blocks.len(), "room for the output");
        let (pixels, plane) = (blocks.pixels(), blocks.plane());
        if output.is_empty() || pixels == 0 {
            output.fill(T::ZERO);
            return Ok(());
        }
        let (source, input) = match operands.images {
            Images::LaidOut(laid) => (self.source(None), laid),
            Images::Blocks(halo, numbers) => {
                let least = self.halo();
                assert!(least.iter().zip(halo).all(|(&least, halo)| least <= halo), "a halo");
                (self.source(Some(halo)), numbers)
            }
        };
        let residual = operands.residual;
        let residual = residual.map(|(halo, numbers)| (Blocks { halo, ..blocks }, numbers));
        let (panels, width) = (self.panels(), self.panel());
        let work = self.depth().saturating_mul(instructions.fused_work());
        let threads = workers::threads(workers, output.len().saturating_mul(work));
        // Some more parts than threads, which may not be equally fast.
        let parts = if threads < 2 { 1 } else { threads * 4 };
        let tasks = blocks.images * panels;
        let part = pixels.div_ceil(parts.div_ceil(tasks).max(1)).next_multiple_of(PART);
        let parts = pixels.div_ceil(part);
        let of_panel = width / CHANNELS * plane;
        let images = output.chunks_exact_mut(blocks.of_image() * plane).enumerate();
        let tasks = images.flat_map(|(image, output)| {
            output.chunks_mut(of_panel).enumerate().flat_map(move |(panel, output)| {
                let (mut first, mut second) = output.split_at_mut(plane);
                let mut origin = 0;
                (0..parts).map(move |at| {
                    let pixels = at * part..pixels.min((at + 1) * part);
                    // What is between pixels goes with those before it.
                    let end = if pixels.end == blocks.pixels() {
                        plane
                    } else {
                        blocks.place(pixels.end)
                    };
                    let outputs = [&mut first, &mut second].map(|rest| {
                        let part = rest.len().min(end - origin);
                        rest.split_off_mut(..part).unwrap_or_default()
                    });
                    let task = Task { image, panel, pixels, origin, outputs };
                    origin = end;
                    task
                })
            })
        });
        each_of(workers, tasks, threads, &|task| {
            let Task { image, panel, pixels, origin, mut outputs } = task;
            let group = if self.is_by_depth() { 0 } else { image % self.groups };
            let planes = if self.is_by_depth() { 1 } else { self.blocks() };
            let plane = if self.is_by_depth() { image * panels + panel } else { image * planes };
            let input = &input[plane * source.plane..][..planes * source.plane];
            let weights = (group * panels + panel) * self.panel_size();
            let weights = (&operands.packed[weights..][..self.panel_size()], width);
            let chains = if self.is_by_depth() {
                Chains::by_depth(input, &source.window, source.grid.block, weights)
            } else {
                let blocks = [self.blocks(), source.plane];
                Chains::new(input, blocks, &source.window, source.grid.block, weights)
            };
            let count = width.min(blocks.channels - panel * width);
            let mut starts = [T::ZERO; PANEL];
            if let Some(bias) = operands.bias {
                let first = group * self.outputs + panel * width;
                starts[..count].copy_from_slice(&bias[first..][..count]);
            }
            let mut grids = [source.grid, Grid::of(&blocks), Grid::of(&blocks)];
            let mut added = [&[][..]; 2];
            if let Some((blocks, numbers)) = &residual {
                grids[2] = Grid::of(blocks);
                let plane = blocks.plane();
                let first = image * blocks.of_image() + panel * width / CHANNELS;
                let planes = numbers[first * plane..].chunks_exact(plane);
                for (added, plane) in added.iter_mut().zip(planes) {
                    *added = plane;
                }
            }
            let panel = Panel {
                by_depth: self.is_by_depth(),
                chains,
                first: Cursor::at(pixels.start, blocks.sizes, grids),
                count: pixels.len(),
                starts,
                origin,
                outputs: &mut outputs,
                residual: residual.as_ref().map(|_| added),
                activation: operands.activation,
                fused_work: instructions.fused_work(),
                watch: Watch::of(workers),
            };
            // Workers remember that nobody wants the result.
            let _ = tile::run(instructions, panel);
            for (at, output) in outputs.into_iter().enumerate().filter(|(_, it)| !it.is_empty()) {
                let channels = count.saturating_sub(at * CHANNELS).min(CHANNELS);
                blocks.clear(pixels.clone(), origin, channels, output);
            }
        })
    }
}

/// Some pixels of a panel of filters.
struct Task<'a, T> {
    image: usize,
    panel: usize,
    pixels: Range<usize>,
    /// Where in its block each output begins.
    origin: usize,
    /// The blocks of the panel, the second of which may not be there.
    outputs: [&'a mut [T]; 2],
}

/// A pixel of the output: where its window begins, where it is, and where what is added to it is.
#[derive(Clone, Copy)]
struct Cursor {
    sizes: [usize; 3],
    grids: [Grid; 3],
    /// The place along the first two dimensions, and that along the last.
    row: [usize; 2],
    column: usize,
    places: [usize; 3],
}

impl Cursor {
    fn at(pixel: usize, sizes: [usize; 3], grids: [Grid; 3]) -> Self {
        let (row, column) = (pixel / sizes[2], pixel % sizes[2]);
        let row = [row / sizes[1], row % sizes[1]];
        let places = grids.map(|grid| grid.row(row) + column * grid.step());
        Self { sizes, grids, row, column, places }
    }

    /// How many pixels of the row are left.
    #[inline(always)]
    fn left(&self) -> usize {
        self.sizes[2] - self.column
    }

    /// Moves by so many pixels, which the row has.
    #[inline(always)]
    fn advance(&mut self, pixels: usize) {
        self.column += pixels;
        if self.left() > 0 {
            for (place, grid) in self.places.iter_mut().zip(&self.grids) {
                *place += pixels * grid.step();
            }
            return;
        }
        self.column = 0;
        self.row[1] += 1;
        if self.row[1] == self.sizes[1] {
            self.row = [self.row[0] + 1, 0];
        }
        // Behind the last row is nothing.
        if self.row[0] < self.sizes[0] {
            self.places = self.grids.map(|grid| grid.row(self.row));
        }
    }

    /// The places of some pixels from this one on, of which there may be fewer than `W`: then the last one's again.
    #[inline(always)]
    fn places<const W: usize>(&mut self, count: usize) -> [[usize; W]; 3] {
        let mut all = [[0; W]; 3];
        if count <= self.left() {
            for ((all, place), grid) in all.iter_mut().zip(self.places).zip(&self.grids) {
                for (x, at) in all.iter_mut().enumerate() {
                    *at = place + x.min(count - 1) * grid.step();
                }
            }
            self.advance(count);
            return all;
        }
        for x in 0..W {
            for (all, place) in all.iter_mut().zip(self.places) {
                all[x] = place;
            }
            if x + 1 < count {
                self.advance(1);
            }
        }
        self.advance(1);
        all
    }
}

/// Computes some pixels of a panel of filters.
struct Panel<'a, 'b, T> {
    /// Each channel has a filter of its own.
    by_depth: bool,
    chains: Chains<'a, T>,
    first: Cursor,
    /// How many pixels.
    count: usize,
    /// Where the chains start.
    starts: [T; PANEL],
    /// Where in a block each output begins.
    origin: usize,
    /// The blocks of the filters, as far as these pixels are in them. The second may not be there.
    outputs: &'a mut [&'b mut [T]; 2],
    /// The blocks of what is added.
    residual: Option<[&'a [T]; 2]>,
    activation: Activation<T>,
    /// What a fused operation is worth.
    fused_work: usize,
    watch: Watch<'a>,
}

impl<T: Arithmetic> Tiles<T> for Panel<'_, '_, T> {
    type Output = Result<(), Ended>;

    #[inline(always)]
    fn run<R: Register<T>, const W: usize, const FEW: usize, const FEWER: usize>(
        mut self,
        has: Has<R>,
    ) -> Result<(), Ended> {
        let together = if self.by_depth { R::LANES } else { 2 * R::LANES };
        let filters = self.outputs.iter().filter(|output| !output.is_empty()).count() * CHANNELS;
        for filter in (0..filters).step_by(together) {
            let mut start = self.first;
            for first in (0..self.count).step_by(PART) {
                let part = PART.min(self.count - first);
                let mut end = start;
                // The weights of a section stay near while the pixels go by.
                let mut sections = self.chains.sections().peekable();
                let mut is_first = true;
                while let Some(chains) = sections.next() {
                    let (mut cursor, mut left) = (start, part);
                    let ends = [is_first, sections.peek().is_none()];
                    while left > 0 {
                        let (count, to) = (left.min(W), &mut cursor);
                        let all = (has, &chains, filter, ends);
                        left -= if self.by_depth {
                            self.pixels::<R, W, 1, true>(all, count, to)
                        } else if left > FEW {
                            self.pixels::<R, W, 2, false>(all, count, to)
                        } else if left > FEWER {
                            self.pixels::<R, FEW, 2, false>(all, count, to)
                        } else if left > 1 {
                            self.pixels::<R, FEWER, 2, false>(all, count, to)
                        } else {
                            self.pixels::<R, 1, 2, false>(all, count, to)
                        };
                    }
                    end = cursor;
                    is_first = false;
                    let work = (chains.steps() * part * together).saturating_mul(self.fused_work);
                    self.watch.spend(work)?;
                }
                start = end;
            }
        }
        Ok(())
    }
}

impl<T: Arithmetic> Panel<'_, '_, T> {
    /// A section of the chains, which may be the first or the last one, of so many pixels, at most `W`, and `V`
    /// registers of filters, which have a channel each `BY_DEPTH`.
    #[inline(always)]
    fn pixels<R: Register<T>, const W: usize, const V: usize, const BY_DEPTH: bool>(
        &mut self,
        (has, chains, filter, [is_first, is_last]): (Has<R>, &Chains<'_, T>, usize, [bool; 2]),
        count: usize,
        cursor: &mut Cursor,
    ) -> usize {
        // A row of tiles of many pixels.
        let is_row = W > 4 && count == W && W <= cursor.left();
        let step = if is_row { cursor.grids[0].step() } else { 0 };
        let [from, mut to, residual] = cursor.places::<W>(count);
        for to in &mut to {
            *to -= self.origin;
        }
        // The block and the channel of a register of filters.
        let register = |index: usize| {
            let filter = filter + index * R::LANES;
            (filter / CHANNELS, filter % CHANNELS)
        };
        // Always `W` pixels: then the compiler holds each in a register. Those beyond are the last one, too.
        let mut sums = [read::<T, R, V>(has, &self.starts[filter..]); W];
        if !is_first {
            for (sums, to) in sums.iter_mut().zip(to) {
                for (index, sum) in sums.iter_mut().enumerate() {
                    let (block, channel) = register(index);
                    if !self.outputs[block].is_empty() {
                        [*sum] = read(has, &self.outputs[block][to + channel..]);
                    }
                }
            }
        }
        let mut sums = match (BY_DEPTH, step) {
            (false, 16) => tile::<T, R, W, V, 16>(has, chains, &from, filter, sums),
            (false, 32) => tile::<T, R, W, V, 32>(has, chains, &from, filter, sums),
            (false, _) => tile::<T, R, W, V, 0>(has, chains, &from, filter, sums),
            (true, 16) => depth_tile::<T, R, W, V, 16>(has, chains, &from, filter, sums),
            (true, 32) => depth_tile::<T, R, W, V, 32>(has, chains, &from, filter, sums),
            (true, _) => depth_tile::<T, R, W, V, 0>(has, chains, &from, filter, sums),
        };
        if is_last {
            if let Some(added) = self.residual {
                for (sums, at) in sums.iter_mut().zip(residual) {
                    for (index, sum) in sums.iter_mut().enumerate() {
                        let (block, channel) = register(index);
                        if !self.outputs[block].is_empty() {
                            [*sum] = plus(has, [*sum], read(has, &added[block][at + channel..]));
                        }
                    }
                }
            }
            self.activation.of(has, &mut sums);
        }
        for (sums, to) in sums.into_iter().zip(to) {
            for (index, sum) in sums.into_iter().enumerate() {
                let (block, channel) = register(index);
                if !self.outputs[block].is_empty() {
                    write(has, [sum], &mut self.outputs[block][to + channel..]);
                }
            }
        }
        count
    }
}
