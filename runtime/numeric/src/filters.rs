//! Convolutions of models, on channels that lie side by side.
//!
//! Images are laid out in blocks of channels, each with the padding that windows reach, and weights in panels of
//! neighbouring filters, in the order of the chains. So a [tile](crate::tile) reads what it needs in one direction,
//! knows no edges, and has the same code for each stride, dilation and number of dimensions.

use crate::Arithmetic;
use crate::images::Slide;
use crate::instructions::InstructionSet;
use crate::registers::Register;
use crate::tile::{self, Chains, Has, Tiles, depth_tile, read, tile, write};
use crate::workers::{self, Ended, Watch, Workers, each_of, rows, shares};

/// Channels of a block, which are added one after the other for each element of the window; the next block follows
/// when the window is done.
const CHANNELS: usize = 16;

/// Filters of a panel.
const PANEL: usize = 32;

/// Weights of a filter that are packed at a time, before those of the next.
const PACKED: usize = 128;

/// Pixels of a part: whole tiles of each instruction set.
const PART: usize = 84;

/// A convolution of images with filters. Each element of the output is one chain of fused multiplications
/// and additions in the order: 16 channels of the group at a time, the window's rows and columns, the
/// channel. Elements in the padding are zeros. If a group has 16 channels or more, the last of these steps
/// is filled with channels of zeros, which take part: a sum of -0 becomes +0.
///
/// ```
/// use tfrt_numeric::{Filters, InstructionSet, Slide, ThisThread};
///
/// let width = Slide { input: 3, output: 2, window: 2, ..Slide::NONE };
/// let slides = [Slide::NONE, Slide::NONE, width];
/// let filters = Filters { groups: 1, inputs: 1, outputs: 1, slides };
/// let (mut packed, mut laid) = (vec![0.0; filters.packed()], vec![0.0; filters.laid_out(1)]);
/// filters.pack(&ThisThread, &[-1.0, 1.0], &mut packed)?;
/// filters.lay_out(&ThisThread, &[1.0, 2.0, 4.0], &mut laid)?;
/// let (mut output, chosen) = ([0.0; 2], InstructionSet::chosen());
/// filters.convolve(&ThisThread, chosen, [&laid, &packed], Some(&[0.5]), &mut output)?;
/// assert_eq!(output, [1.5, 2.5]);
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Filters {
    /// Groups of channels that do not meet.
    pub groups: usize,
    /// Input channels of each.
    pub inputs: usize,
    /// Output channels of each: filters.
    pub outputs: usize,
    /// How the window moves.
    pub slides: [Slide; 3],
}

/// How a dimension of the images is laid out.
#[derive(Clone, Copy)]
struct Line {
    slide: Slide,
    size: usize,
    /// From one window to the next.
    stride: usize,
    /// From one element of the window to the next.
    step: usize,
    /// Each window has places of its own.
    is_apart: bool,
}

impl Line {
    /// What windows reach, or, where they leave more out than they have in common, one window after the other.
    fn of(slide: Slide) -> Self {
        let extent = slide.window.saturating_sub(1).saturating_mul(slide.dilation);
        let reach = slide.output.saturating_sub(1).saturating_mul(slide.stride);
        let reach = reach.saturating_add(extent).saturating_add(1);
        let apart = slide.output.saturating_mul(slide.window);
        if reach <= apart {
            let (stride, step) = (slide.stride, slide.dilation);
            Self { slide, size: reach, stride, step, is_apart: false }
        } else {
            Self { slide, size: apart, stride: slide.window, step: 1, is_apart: true }
        }
    }

    /// Where in the images a place is; `None` in the padding.
    fn source(&self, place: usize) -> Option<usize> {
        let Slide { window, before, input, .. } = self.slide;
        if self.is_apart {
            return self.slide.place(place / window, place % window);
        }
        place.checked_sub(before).filter(|place| *place < input)
    }

    /// Lays a row of a channel out, to places at a distance. Those in the padding stay.
    fn lay<T: Copy>(&self, row: &[T], to: &mut [T], apart: usize) {
        if self.is_apart {
            for (place, to) in to.iter_mut().step_by(apart).enumerate() {
                if let Some(from) = self.source(place) {
                    *to = row[from];
                }
            }
        } else {
            let to = to.iter_mut().step_by(apart).skip(self.slide.before);
            for (to, &from) in to.zip(row) {
                *to = from;
            }
        }
    }
}

impl Filters {
    /// Whether each channel has a filter of its own, and blocks of channels are filled at least by half.
    fn is_by_depth(&self) -> bool {
        self.inputs == 1 && self.outputs == 1 && self.groups >= CHANNELS / 2
    }

    /// The channels of a block.
    fn block(&self) -> usize {
        if self.is_by_depth() { CHANNELS } else { self.inputs.min(CHANNELS) }
    }

    /// The blocks of a chain.
    fn blocks(&self) -> usize {
        if self.is_by_depth() { 1 } else { self.inputs.div_ceil(CHANNELS) }
    }

    /// The blocks of an image.
    fn planes(&self) -> usize {
        if self.is_by_depth() {
            self.groups.div_ceil(CHANNELS)
        } else {
            self.groups.saturating_mul(self.blocks())
        }
    }

    /// The filters of a panel.
    fn panel(&self) -> usize {
        if self.is_by_depth() { CHANNELS } else { PANEL }
    }

    /// The panels of a group; of all groups, if each channel has a filter of its own.
    fn panels(&self) -> usize {
        let filters = if self.is_by_depth() { self.groups } else { self.outputs };
        filters.div_ceil(self.panel())
    }

    /// The panels of all groups.
    fn all_panels(&self) -> usize {
        if self.is_by_depth() { self.panels() } else { self.groups.saturating_mul(self.panels()) }
    }

    /// The elements of a window.
    fn window(&self) -> usize {
        self.slides.iter().map(|slide| slide.window).fold(1, usize::saturating_mul)
    }

    /// The length of a chain.
    fn depth(&self) -> usize {
        let channels = if self.is_by_depth() { 1 } else { self.blocks() * self.block() };
        channels.saturating_mul(self.window())
    }

    /// The weights of a panel.
    fn panel_size(&self) -> usize {
        self.depth().saturating_mul(self.panel())
    }

    fn lines(&self) -> [Line; 3] {
        self.slides.map(Line::of)
    }

    /// The numbers of a block of an image.
    fn plane(&self) -> usize {
        self.lines().iter().map(|line| line.size).fold(self.block(), usize::saturating_mul)
    }

    /// The number of packed weights.
    #[must_use]
    pub fn packed(&self) -> usize {
        self.all_panels().saturating_mul(self.panel_size())
    }

    /// The numbers of so many images when they are laid out; none if there is no filter that reads them.
    #[must_use]
    pub fn laid_out(&self, images: usize) -> usize {
        let images = if self.outputs == 0 { 0 } else { images };
        images.saturating_mul(self.planes()).saturating_mul(self.plane())
    }

    /// Puts the weights of filters `[M, C / group, …]` in the order of the chains, those of neighbouring filters side
    /// by side.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// `packed` has not the [length](Self::packed) that it must have, or `weights` have too few elements.
    pub fn pack<T: Arithmetic + Send + Sync>(
        &self,
        workers: &dyn Workers,
        weights: &[T],
        packed: &mut [T],
    ) -> Result<(), Ended> {
        assert_eq!(packed.len(), self.packed(), "room for all weights");
        let (size, window, block, width) =
            (self.panel_size(), self.window(), self.block(), self.panel());
        let filters = |panel: usize| {
            if self.is_by_depth() {
                let first = panel * width;
                return (first, width.min(self.groups - first));
            }
            let (group, panel) = (panel / self.panels(), panel % self.panels());
            (group * self.outputs + panel * width, width.min(self.outputs - panel * width))
        };
        shares(workers, packed, size, (size.saturating_mul(4), 1), &|first, packed, watch| {
            for (panel, packed) in (first..).zip(packed.chunks_exact_mut(size)) {
                let (first, count) = filters(panel);
                // A filter's weights, by channel, then by place of the window.
                let length = self.inputs * window;
                let weights = &weights[first * length..][..count * length];
                // Some blocks, or some places of one block's window, so that what is written stays near.
                let block = if self.is_by_depth() { 1 } else { block };
                let together = (PACKED / (block * window)).max(1) * block;
                for (at, packed) in packed.chunks_mut(together * window * width).enumerate() {
                    let channels = at * together..self.inputs.min((at + 1) * together);
                    let places = (PACKED / block).max(1);
                    for from in (0..window).step_by(places) {
                        let places = from..window.min(from + places);
                        for packed in packed.chunks_exact_mut(block * window * width) {
                            packed[places.start * block * width..places.end * block * width]
                                .fill(T::ZERO);
                        }
                        for (filter, weights) in weights.chunks_exact(length).enumerate() {
                            if window == 1 {
                                let to = packed[filter..].iter_mut().step_by(width);
                                for (to, &weight) in to.zip(&weights[channels.clone()]) {
                                    *to = weight;
                                }
                                continue;
                            }
                            for channel in channels.clone() {
                                let weights = &weights[channel * window..][places.clone()];
                                let channel = channel - channels.start;
                                let (of, channel) = (channel / block, channel % block);
                                let first = of * block * window + places.start * block + channel;
                                let to = packed[first * width + filter..].iter_mut();
                                for (to, &weight) in to.step_by(block * width).zip(weights) {
                                    *to = weight;
                                }
                            }
                        }
                        watch.spend(4 * channels.len() * places.len() * width)?;
                    }
                }
            }
            Ok(())
        })
    }

    /// Lays images `[N, C, …]` out in blocks of channels, with the padding.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// `laid` has not the [length](Self::laid_out) that it must have for the number of images, or `images` have too
    /// few elements.
    pub fn lay_out<T: Arithmetic + Send + Sync>(
        &self,
        workers: &dyn Workers,
        images: &[T],
        laid: &mut [T],
    ) -> Result<(), Ended> {
        let (lines, block) = (self.lines(), self.block());
        let [depth, height, width] = lines;
        let length = width.size * block;
        let [rows_of, channel] = [
            depth.size * height.size,
            self.slides.iter().map(|slide| slide.input).product::<usize>(),
        ];
        let all = self.groups * self.inputs;
        rows(workers, laid, length, 2 * length, &|first, laid| {
            for (row, laid) in (first..).zip(laid.chunks_exact_mut(length)) {
                laid.fill(T::ZERO);
                let (plane, row) = (row / rows_of, row % rows_of);
                let (image, plane) = (plane / self.planes(), plane % self.planes());
                let from = depth.source(row / height.size).zip(height.source(row % height.size));
                let Some((d, h)) = from else { continue };
                // The channels of the block, which end with the group.
                let channels = if self.is_by_depth() {
                    plane * block..all.min((plane + 1) * block)
                } else {
                    let (group, at) = (plane / self.blocks(), plane % self.blocks() * block);
                    let first = group * self.inputs;
                    first + at..first + self.inputs.min(at + block)
                };
                for (at, index) in channels.enumerate() {
                    let start = (image * all + index) * channel;
                    let start = start + (d * height.slide.input + h) * width.slide.input;
                    width.lay(&images[start..][..width.slide.input], &mut laid[at..], block);
                }
            }
        })
    }

    /// Sets the output: the convolution of images that are laid out with packed filters, from the bias or zero.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// A slice has not the size that this says.
    pub fn convolve<T: Arithmetic + Send + Sync>(
        &self,
        workers: &dyn Workers,
        instructions: InstructionSet,
        [laid, packed]: [&[T]; 2],
        bias: Option<&[T]>,
        output: &mut [T],
    ) -> Result<(), Ended> {
        if output.is_empty() {
            return Ok(());
        }
        let pixels: usize = self.slides.iter().map(|slide| slide.output).product();
        let (channels, panels, width) =
            (self.groups * self.outputs, self.all_panels(), self.panel());
        let images = output.len() / (channels * pixels);
        let work = self.depth().saturating_mul(instructions.fused_work());
        let threads = workers::threads(workers, output.len().saturating_mul(work));
        // Some more parts than threads, which may not be equally fast.
        let parts = if threads < 2 { 1 } else { threads * 4 };
        let part = pixels.div_ceil(parts.div_ceil(images * panels).max(1)).next_multiple_of(PART);
        let parts = pixels.div_ceil(part);
        // Image by image, so that this takes little memory beside the output.
        let images = output.chunks_exact_mut(channels * pixels).enumerate();
        let tasks = images.flat_map(|(image, output)| {
            let mut tasks: Vec<Vec<&mut [T]>> = Vec::new();
            tasks.resize_with(panels * parts, || Vec::with_capacity(width));
            for (channel, plane) in output.chunks_exact_mut(pixels).enumerate() {
                let panel = if self.is_by_depth() {
                    channel / width
                } else {
                    channel / self.outputs * self.panels() + channel % self.outputs / width
                };
                for (task, plane) in tasks[panel * parts..].iter_mut().zip(plane.chunks_mut(part)) {
                    task.push(plane);
                }
            }
            tasks.into_iter().enumerate().map(move |(at, outputs)| (image, at, outputs))
        });
        let (window, size) = (self.places(), self.plane());
        each_of(workers, tasks, threads, &|(image, at, mut outputs)| {
            let (panel, first) = (at / parts, at % parts * part);
            let (planes, filter) = if self.is_by_depth() {
                (panel..panel + 1, panel * width)
            } else {
                let (group, within) = (panel / self.panels(), panel % self.panels());
                let first = group * self.blocks();
                (first..first + self.blocks(), group * self.outputs + within * width)
            };
            let input = &laid[(image * self.planes() + planes.start) * size..];
            let input = &input[..planes.len() * size];
            let weights = &packed[panel * self.panel_size()..][..self.panel_size()];
            let (weights, block) = ((weights, width), self.block());
            let chains = if self.is_by_depth() {
                Chains::by_depth(input, &window, block, weights)
            } else {
                Chains::new(input, [self.blocks(), size], &window, block, weights)
            };
            let mut starts = [T::ZERO; PANEL];
            if let Some(bias) = bias {
                starts[..outputs.len()].copy_from_slice(&bias[filter..][..outputs.len()]);
            }
            let panel = Panel {
                of: self,
                chains,
                first: Cursor::at(self, first),
                starts,
                outputs: &mut outputs,
                numbers: &mut [[T::ZERO; PANEL]; PART],
                fused_work: instructions.fused_work(),
                watch: Watch::of(workers),
            };
            // Workers remember that nobody wants the result.
            let _ = tile::run(instructions, panel);
        })
    }

    /// Where the elements of a window are, from a pixel's place on.
    fn places(&self) -> Vec<usize> {
        let [depth, height, width] = self.lines();
        let mut places = Vec::with_capacity(self.window());
        for d in 0..depth.slide.window {
            for h in 0..height.slide.window {
                let row = (d * depth.step * height.size + h * height.step) * width.size;
                let elements = (0..width.slide.window).map(|w| row + w * width.step);
                places.extend(elements.map(|place| place * self.block()));
            }
        }
        places
    }
}

/// A pixel of the output: where it is, and where its window begins.
#[derive(Clone, Copy)]
struct Cursor {
    lines: [Line; 3],
    block: usize,
    /// The row, counted over the first two dimensions, and the place along the last.
    row: usize,
    column: usize,
    place: usize,
}

impl Cursor {
    fn at(of: &Filters, pixel: usize) -> Self {
        let columns = of.slides[2].output;
        let mut cursor = Self {
            lines: of.lines(),
            block: of.block(),
            row: pixel / columns,
            column: pixel % columns,
            place: 0,
        };
        cursor.place = cursor.start();
        cursor
    }

    /// Where the window begins.
    fn start(&self) -> usize {
        let [depth, height, width] = &self.lines;
        let (d, h) = (self.row / height.slide.output, self.row % height.slide.output);
        let row = d * depth.stride * height.size + h * height.stride;
        (row * width.size + self.column * width.stride) * self.block
    }

    /// From a pixel to the next in its row.
    #[inline(always)]
    fn step(&self) -> usize {
        self.lines[2].stride * self.block
    }

    /// How many pixels of the row are left.
    #[inline(always)]
    fn left(&self) -> usize {
        self.lines[2].slide.output - self.column
    }

    /// Moves by so many pixels, which the row has.
    #[inline(always)]
    fn advance(&mut self, pixels: usize) {
        self.column += pixels;
        self.place += pixels * self.step();
        if self.left() == 0 {
            (self.row, self.column) = (self.row + 1, 0);
            self.place = self.start();
        }
    }

    /// The place of the first of `W` pixels of a row that a tile knows the step of, or the places of each.
    #[inline(always)]
    fn row_or_places<const W: usize>(&mut self, step: usize, count: usize) -> [usize; W] {
        if step == 16 || step == 32 {
            let place = self.place;
            self.advance(W);
            return [place; W];
        }
        self.places(count)
    }

    /// The places of some pixels from this one on, of which there may be fewer: then the last one's again.
    #[inline(always)]
    fn places<const W: usize>(&mut self, count: usize) -> [usize; W] {
        let mut places = [self.place; W];
        for (x, place) in places.iter_mut().enumerate() {
            *place = self.place;
            if x + 1 < count {
                self.advance(1);
            }
        }
        self.advance(1);
        places
    }
}

/// Some pixels of a panel of filters.
struct Panel<'a, 'b, T> {
    of: &'a Filters,
    chains: Chains<'a, T>,
    first: Cursor,
    /// Where the chains start.
    starts: [T; PANEL],
    /// These pixels of each filter that there is.
    outputs: &'a mut [&'b mut [T]],
    /// The results of a part, by pixel.
    numbers: &'a mut [[T; PANEL]; PART],
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
        let by_depth = self.of.is_by_depth();
        let together = if by_depth { R::LANES } else { 2 * R::LANES };
        let pixels = self.outputs[0].len();
        for filter in (0..self.outputs.len()).step_by(together) {
            let mut start = self.first;
            for first in (0..pixels).step_by(PART) {
                let part = PART.min(pixels - first);
                for numbers in &mut self.numbers[..part] {
                    numbers[filter..][..together]
                        .copy_from_slice(&self.starts[filter..][..together]);
                }
                let mut end = start;
                // The weights of a section stay near while the pixels go by.
                for chains in self.chains.sections() {
                    let mut cursor = start;
                    let mut pixel = 0;
                    while pixel < part {
                        let left = part - pixel;
                        let (at, count, to) = ([filter, pixel], left.min(W), &mut cursor);
                        pixel += if by_depth {
                            self.pixels::<R, W, 1, true>(has, &chains, at, count, to)
                        } else if left > FEW {
                            self.pixels::<R, W, 2, false>(has, &chains, at, count, to)
                        } else if left > FEWER {
                            self.pixels::<R, FEW, 2, false>(has, &chains, at, count, to)
                        } else if left > 1 {
                            self.pixels::<R, FEWER, 2, false>(has, &chains, at, count, to)
                        } else {
                            self.pixels::<R, 1, 2, false>(has, &chains, at, count, to)
                        };
                    }
                    end = cursor;
                    let work = (chains.steps() * part * together).saturating_mul(self.fused_work);
                    self.watch.spend(work)?;
                }
                start = end;
                // Each filter's pixels are neighbours.
                let filters = filter..self.outputs.len().min(filter + together);
                for (filter, output) in filters.clone().zip(&mut self.outputs[filters]) {
                    for (to, numbers) in output[first..][..part].iter_mut().zip(&*self.numbers) {
                        *to = numbers[filter];
                    }
                }
            }
        }
        Ok(())
    }
}

impl<T: Arithmetic> Panel<'_, '_, T> {
    /// A section of the chains of so many pixels, at most `W`, and `V` registers of filters, which have a channel each
    /// `BY_DEPTH`.
    #[inline(always)]
    fn pixels<R: Register<T>, const W: usize, const V: usize, const BY_DEPTH: bool>(
        &mut self,
        has: Has<R>,
        chains: &Chains<'_, T>,
        [filter, pixel]: [usize; 2],
        count: usize,
        cursor: &mut Cursor,
    ) -> usize {
        let numbers = &mut self.numbers[pixel..][..count];
        let mut sums = [read::<T, R, V>(has, &numbers[0][filter..]); W];
        // Always `W` of them: then the compiler holds each in a register. Those beyond are of the last pixel, too.
        for (x, sums) in sums.iter_mut().enumerate() {
            *sums = read(has, &numbers[x.min(count - 1)][filter..]);
        }
        // A row of tiles of many pixels.
        let step = if W > 4 && count == W && W <= cursor.left() { cursor.step() } else { 0 };
        let places = cursor.row_or_places(step, count);
        let sums = match (BY_DEPTH, step) {
            (false, 16) => tile::<T, R, W, V, 16>(has, chains, &places, filter, sums),
            (false, 32) => tile::<T, R, W, V, 32>(has, chains, &places, filter, sums),
            (false, _) => tile::<T, R, W, V, 0>(has, chains, &places, filter, sums),
            (true, 16) => depth_tile::<T, R, W, V, 16>(has, chains, &places, filter, sums),
            (true, 32) => depth_tile::<T, R, W, V, 32>(has, chains, &places, filter, sums),
            (true, _) => depth_tile::<T, R, W, V, 0>(has, chains, &places, filter, sums),
        };
        for (x, sums) in sums.into_iter().enumerate() {
            write(has, sums, &mut numbers[x.min(count - 1)][filter..]);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThisThread;
    use crate::tile::tests::for_each_width;

    fn numbers(count: usize, seed: usize) -> Vec<f32> {
        (0..count).map(|at| ((at + seed) as f32 * 0.37).sin() * 3.0).collect()
    }

    #[test]
    fn each_output_is_one_chain_in_order() {
        let slide = |input, window, stride, [before, after]: [usize; 2], dilation| {
            let extent = (window - 1) * dilation + 1;
            let output = (input + before + after - extent) / stride + 1;
            Slide { input, output, window, stride, before, after, dilation }
        };
        for (groups, inputs, outputs, slides) in [
            (1, 1, 1, [Slide::NONE, Slide::NONE, slide(3, 2, 1, [0, 0], 1)]),
            (2, 3, 5, [Slide::NONE, slide(7, 3, 2, [1, 0], 1), slide(9, 2, 1, [1, 2], 2)]),
            (
                3,
                1,
                1,
                [slide(4, 2, 1, [1, 1], 1), slide(5, 3, 1, [1, 1], 1), slide(6, 3, 2, [0, 1], 1)],
            ),
            (1, 19, 9, [Slide::NONE, slide(9, 3, 1, [1, 1], 1), slide(8, 3, 1, [1, 1], 1)]),
            (1, 40, 3, [Slide::NONE, Slide::NONE, slide(70, 1, 1, [0, 0], 1)]),
            (1, 16, 70, [Slide::NONE, slide(3, 3, 1, [1, 1], 1), slide(61, 3, 2, [1, 1], 1)]),
            (2, 33, 33, [Slide::NONE, slide(7, 1, 1, [0, 0], 1), slide(7, 1, 1, [0, 0], 1)]),
            (37, 1, 1, [Slide::NONE, slide(5, 3, 1, [1, 1], 1), slide(47, 3, 2, [1, 1], 1)]),
            (20, 1, 1, [Slide::NONE, slide(3, 3, 1, [1, 1], 1), slide(33, 3, 1, [1, 1], 1)]),
            (1, 3, 20, [Slide::NONE, slide(15, 7, 2, [3, 3], 1), slide(30, 7, 2, [3, 3], 1)]),
            // Windows that leave out most of what is between them.
            (1, 2, 3, [Slide::NONE, slide(9, 2, 5, [4, 0], 1), slide(40, 2, 1, [0, 0], 37)]),
        ] {
            let filters = Filters { groups, inputs, outputs, slides };
            let [size, pixels] = [0, 1].map(|out| {
                slides.map(|slide| [slide.input, slide.output][out]).iter().product::<usize>()
            });
            let (count, window) = (2, filters.window());
            let images = numbers(count * groups * inputs * size, 0);
            let weights = numbers(groups * outputs * inputs * window, 5);
            let mut bias = numbers(groups * outputs, 3);
            bias[0] = -0.0;
            let mut expected = vec![0.0_f32; count * groups * outputs * pixels];
            for (index, sum) in expected.iter_mut().enumerate() {
                let (channel, pixel) = (index / pixels, index % pixels);
                let (image, filter) = (channel / outputs, channel % (groups * outputs));
                *sum = bias[filter];
                for block in (0..inputs).step_by(16) {
                    for element in 0..window {
                        let last = if inputs < 16 { inputs } else { block + 16 };
                        for input in block..last {
                            let [d, h, w] = slides;
                            let place = || {
                                let (row, column) = (pixel / w.output, pixel % w.output);
                                let across = element / w.window;
                                let d = d.place(row / h.output, across / h.window)?;
                                let y = h.place(row % h.output, across % h.window)?;
                                let x = w.place(column, element % w.window)?;
                                Some((d * h.input + y) * w.input + x)
                            };
                            let x = place().filter(|_| input < inputs);
                            let x =
                                x.map_or(0.0, |at| images[(image * inputs + input) * size + at]);
                            let weight = if input < inputs {
                                weights[(filter * inputs + input) * window + element]
                            } else {
                                0.0
                            };
                            *sum = weight.mul_add(x, *sum);
                        }
                    }
                }
            }
            let mut packed = vec![0.0; filters.packed()];
            filters.pack(&ThisThread, &weights, &mut packed).unwrap();
            let mut laid = vec![0.0; filters.laid_out(count)];
            filters.lay_out(&ThisThread, &images, &mut laid).unwrap();
            let check = |set: InstructionSet| {
                let (mut output, operands) = (vec![0.0; expected.len()], [&laid[..], &packed]);
                filters.convolve(&ThisThread, set, operands, Some(&bias), &mut output).unwrap();
                let bits = |all: &[f32]| all.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&output), bits(&expected), "{set} {filters:?}");
            };
            InstructionSet::supported().for_each(check);
            for_each_width(|| check(InstructionSet::Scalar));
        }
    }
}
