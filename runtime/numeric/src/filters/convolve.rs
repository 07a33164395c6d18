//! The sums of convolutions: images in blocks, filters in panels.

use super::{Filters, PANEL};
use crate::Arithmetic;
use crate::blocks::{Blocks, CHANNELS};
use crate::instructions::InstructionSet;
use crate::outputs::Outputs;
use crate::parts::{ACROSS, Cut, Cuts, Lines, each_part};
use crate::registers::Register;
use crate::tile::{self, Activation, Chains, Has, Tiles, depth_tile, tile};
use crate::workers::{self, Ended, Watch, Workers};
use smallvec::SmallVec;
use std::ops::Range;

/// Pixels of a part: whole tiles of each instruction set.
const PART: usize = 84;

/// The places of a window for which nothing is allocated.
const WINDOW: usize = 64;

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
pub(super) struct Grid {
    /// The numbers of a place.
    block: usize,
    /// By dimension: its places, the first that is read or written, and the distance to the next one.
    lines: [[usize; 3]; 3],
}

impl Grid {
    pub(super) fn of(blocks: &Blocks) -> Self {
        let (padded, halo) = (blocks.padded(), blocks.halo);
        let lines = [0, 1, 2].map(|at| [padded[at], halo[at], 1]);
        Self { block: CHANNELS, lines }
    }

    /// Where a row begins.
    #[inline(always)]
    pub(super) fn row(&self, [d, h]: [usize; 2]) -> usize {
        let [depth, height, width] = self.lines;
        let place = |[_, first, stride]: [usize; 3], at| first + at * stride;
        let row = place(depth, d) * height[0] + place(height, h);
        (row * width[0] + width[1]) * self.block
    }

    /// From a pixel to the next in its row.
    #[inline(always)]
    pub(super) fn step(&self) -> usize {
        self.lines[2][2] * self.block
    }
}

/// How images lie, and where the elements of a window are, from its place on.
pub(super) struct Source {
    pub(super) grid: Grid,
    /// The numbers of a block.
    pub(super) plane: usize,
    window: SmallVec<[usize; WINDOW]>,
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
    pub(super) fn source(&self, halo: Option<[usize; 3]>) -> Source {
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
        let mut window = SmallVec::with_capacity(self.window());
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
        let of_panel = width / CHANNELS;
        let work = self.depth().saturating_mul(instructions.fused_work());
        let threads = workers::threads(workers, output.len().saturating_mul(work));
        // Some more tasks than threads, which may not be equally fast: panels, and if there are few, parts of these.
        let tasks = if threads < 2 { 1 } else { (threads * 4).div_ceil(blocks.images) };
        let together = panels.div_ceil(panels.min(tasks));
        let groups = panels.div_ceil(together);
        let part = pixels.div_ceil(tasks.div_ceil(groups).min(ACROSS)).next_multiple_of(PART);
        let parts = pixels.div_ceil(part);
        let cut = Cut {
            section: blocks.of_image(),
            lines: together * of_panel,
            // What is between pixels goes with those before it.
            across: Cuts::new(parts, |at| match at + 1 == parts {
                true => plane,
                false => blocks.place((at + 1) * part),
            }),
            down: false,
        };
        let convolution = Convolution { of: self, source, input, operands, blocks, residual };
        each_part(workers, threads, (output, plane), &cut, &|[block, at], outputs| {
            let (image, panel) = (block / cut.section, block % cut.section / of_panel);
            let origin = if at == 0 { 0 } else { blocks.place(at * part) };
            let pixels = at * part..pixels.min((at + 1) * part);
            let task = Task { image, panel, pixels, origin, outputs };
            // Workers remember that nobody wants the result.
            let _ = convolution.compute(task, instructions, &mut Watch::of(workers));
        })
    }
}

/// What all tasks share.
struct Convolution<'a, T> {
    of: &'a Filters,
    source: Source,
    input: &'a [T],
    operands: &'a Operands<'a, T>,
    blocks: Blocks,
    residual: Option<(Blocks, &'a [T])>,
}

impl<T: Arithmetic> Convolution<'_, T> {
    fn compute(
        &self,
        task: Task<'_, T>,
        instructions: InstructionSet,
        watch: &mut Watch<'_>,
    ) -> Result<(), Ended> {
        let Self { of, blocks, .. } = self;
        let Task { image, panel, pixels, origin, mut outputs } = task;
        let (width, count) = (of.panel(), outputs.count());
        let of_panel = width / CHANNELS;
        // The numbers of some pixels stay near while the filters go by; those of a channel with its own filter are
        // read once.
        let part = if of.is_by_depth() { pixels.len() } else { PART };
        for first in pixels.clone().step_by(part) {
            for at in (0..count).step_by(of_panel) {
                let mut pair = outputs.pair(at);
                let outputs = &mut pair[..of_panel.min(count - at)];
                let pixels = first..pixels.end.min(first + part);
                let panel = self.panel([image, panel + at / of_panel], pixels);
                let fused_work = instructions.fused_work();
                tile::run(instructions, Work { panel, origin, outputs, fused_work, watch })?;
            }
        }
        for at in 0..count {
            let channels = blocks.channels - panel * width - at * CHANNELS;
            blocks.clear(pixels.clone(), origin, channels.min(CHANNELS), outputs.line(at));
        }
        Ok(())
    }

    /// Some pixels of a panel of filters of an image.
    fn panel(&self, [image, panel]: [usize; 2], pixels: Range<usize>) -> Panel<'_, T> {
        let Self { of, source, blocks, operands, .. } = self;
        let (panels, width, by_depth) = (of.panels(), of.panel(), of.is_by_depth());
        let group = if by_depth { 0 } else { image % of.groups };
        let (plane, planes) = match by_depth {
            true => (image * panels + panel, 1),
            false => (image * of.blocks(), of.blocks()),
        };
        let input = &self.input[plane * source.plane..][..planes * source.plane];
        let weights = (group * panels + panel) * of.panel_size();
        // Behind them are those of the next panel.
        let weights = (&operands.packed[weights..], width);
        let chains = match by_depth {
            true => Chains::by_depth(input, &source.window, source.grid.block, weights),
            false => {
                let blocks = [planes, source.plane];
                Chains::new(input, blocks, &source.window, source.grid.block, weights)
            }
        };
        let count = width.min(blocks.channels - panel * width);
        let mut starts = [T::ZERO; PANEL];
        if let Some(bias) = operands.bias {
            let first = group * of.outputs + panel * width;
            starts[..count].copy_from_slice(&bias[first..][..count]);
        }
        let mut grids = [source.grid, Grid::of(blocks), Grid::of(blocks)];
        let residual = self.residual.map(|(blocks, numbers)| {
            grids[2] = Grid::of(&blocks);
            let plane = blocks.plane();
            let first = image * blocks.of_image() + panel * width / CHANNELS;
            let mut planes = numbers[first * plane..].chunks_exact(plane);
            [planes.next(), planes.next()].map(Option::unwrap_or_default)
        });
        let first = Cursor::at(pixels.start, blocks.sizes, grids);
        let (count, activation) = (pixels.len(), operands.activation);
        Panel { by_depth, chains, first, count, starts, residual, activation }
    }
}

/// Some pixels of some panels of filters.
struct Task<'a, T> {
    image: usize,
    /// The first one.
    panel: usize,
    pixels: Range<usize>,
    /// Where in its block each output begins.
    origin: usize,
    /// The blocks of the panels, of which the last one may have fewer.
    outputs: Lines<'a, T>,
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

    /// The places of so many pixels from this one on, which are in its row.
    #[inline(always)]
    fn row<const W: usize>(&mut self) -> [[usize; W]; 3] {
        let mut all = [[0; W]; 3];
        for ((all, place), grid) in all.iter_mut().zip(self.places).zip(&self.grids) {
            let mut at = place;
            for to in all {
                *to = at;
                at += grid.step();
            }
        }
        self.advance(W);
        all
    }

    /// The places of some pixels from this one on, of which there may be fewer than `W`: then the last one's again.
    #[inline(always)]
    fn places<const W: usize>(&mut self, count: usize) -> [[usize; W]; 3] {
        let mut all = [[0; W]; 3];
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

/// Some pixels of a panel of filters.
struct Panel<'a, T> {
    /// Each channel has a filter of its own.
    by_depth: bool,
    chains: Chains<'a, T>,
    first: Cursor,
    /// How many pixels.
    count: usize,
    /// Where the chains start.
    starts: [T; PANEL],
    /// The blocks of what is added.
    residual: Option<[&'a [T]; 2]>,
    activation: Activation<T>,
}

/// Computes them.
struct Work<'a, 'b, 'c, T> {
    panel: Panel<'a, T>,
    /// The blocks of the filters, one or two, and where in them these outputs begin.
    outputs: &'a mut [&'b mut [T]],
    origin: usize,
    /// What a fused operation is worth.
    fused_work: usize,
    watch: &'a mut Watch<'c>,
}

impl<T: Arithmetic> Tiles<T> for Work<'_, '_, '_, T> {
    type Output = Result<(), Ended>;

    #[inline(always)]
    fn run<R: Register<T>, const W: usize, const FEW: usize, const FEWER: usize>(
        mut self,
        has: Has<R>,
    ) -> Result<(), Ended> {
        let by_depth = self.panel.by_depth;
        // Those of a block have their channels there.
        let all = self.outputs.len() * CHANNELS;
        let together = if by_depth { CHANNELS } else { all }.min(2 * R::LANES);
        for filter in (0..all).step_by(together) {
            let mut start = self.panel.first;
            for first in (0..self.panel.count).step_by(PART) {
                let part = PART.min(self.panel.count - first);
                let mut end = start;
                // The weights of a section stay near while the pixels go by.
                let mut sections = self.panel.chains.sections().peekable();
                let mut is_first = true;
                while let Some(chains) = sections.next() {
                    let (mut cursor, mut left) = (start, part);
                    let ends = [is_first, sections.peek().is_none()];
                    while left > 0 {
                        let (count, to, at) = (left.min(W), &mut cursor, part - left);
                        let chains = chains.share(at..at + count, part);
                        let all = (has, &chains, filter, ends);
                        left -= if by_depth && together > R::LANES {
                            self.pixels::<R, W, 2, true>(all, count, to)
                        } else if by_depth {
                            self.pixels::<R, W, 1, true>(all, count, to)
                        } else if together == R::LANES {
                            self.pixels::<R, W, 1, false>(all, count, to)
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

impl<T: Arithmetic> Work<'_, '_, '_, T> {
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
        let places = if is_row { cursor.row() } else { cursor.places(count) };
        let [from, mut to, residual]: [[usize; W]; 3] = places;
        for to in &mut to {
            *to -= self.origin;
        }
        // The block and the channel of each register of filters.
        let mut registers = [[0; 2]; V];
        for (index, register) in registers.iter_mut().enumerate() {
            let filter = filter + index * R::LANES;
            *register = [filter / CHANNELS, filter % CHANNELS];
        }
        let mut memory = Outputs::in_slices(has, &mut *self.outputs, registers, to);
        if is_last {
            if let Some(added) = self.panel.residual {
                memory.add(has, registers.map(|[block, at]| &added[block][at..]), residual);
            }
            memory.then(self.panel.activation);
        }
        let start = is_first.then(|| &self.panel.starts[filter..]);
        let sums = (start, &mut memory);
        match (BY_DEPTH, step) {
            (false, 16) => tile::<T, R, W, V, 16>(has, chains, &from, filter, sums),
            (false, 32) => tile::<T, R, W, V, 32>(has, chains, &from, filter, sums),
            (false, _) => tile::<T, R, W, V, 0>(has, chains, &from, filter, sums),
            (true, 16) => depth_tile::<T, R, W, V, 16>(has, chains, &from, filter, sums),
            (true, 32) => depth_tile::<T, R, W, V, 32>(has, chains, &from, filter, sums),
            (true, _) => depth_tile::<T, R, W, V, 0>(has, chains, &from, filter, sums),
        };
        count
    }
}
