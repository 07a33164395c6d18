//! Convolutions of models, on channels that lie side by side.
//!
//! Images are laid out in blocks of channels, each with the padding that windows reach, and weights in panels of
//! neighbouring filters, in the order of the chains. So a [tile](crate::tile) reads what it needs in one direction,
//! knows no edges, and has the same code for each stride, dilation and number of dimensions.

mod convolve;
mod winograd;

pub use convolve::{Images, Operands};
pub use winograd::Winograd;

use crate::Arithmetic;
use crate::blocks::CHANNELS;
use crate::images::Slide;
use crate::workers::{Ended, Workers, rows, shares};

/// Filters of a panel.
const PANEL: usize = 32;

/// Weights of a filter that are packed at a time, before those of the next.
const PACKED: usize = 128;

/// A convolution of images with filters. Each element of the output is one chain of fused multiplications
/// and additions in the order: 16 channels of the group at a time, the window's rows and columns, the
/// channel. Elements in the padding are zeros. If a group has 16 channels or more, the last of these steps
/// is filled with channels of zeros, which take part: a sum of -0 becomes +0.
///
/// ```
/// use tfrt_numeric::{Activation, Filters, Images, InstructionSet, Operands, Slide, ThisThread};
///
/// let width = Slide { input: 3, output: 2, window: 2, ..Slide::NONE };
/// let slides = [Slide::NONE, Slide::NONE, width];
/// let filters = Filters { groups: 1, inputs: 1, outputs: 1, slides };
/// let (mut packed, mut laid) = (vec![0.0; filters.packed()], vec![0.0; filters.laid_out(1)]);
/// filters.pack(&ThisThread, &[-1.0, 1.0], &mut packed)?;
/// filters.lay_out(&ThisThread, &[1.0, 2.0, 4.0], &mut laid)?;
/// let blocks = filters.output(1, [0; 3]);
/// let (mut output, chosen) = (vec![0.0; blocks.len()], InstructionSet::chosen());
/// let operands = Operands {
///     images: Images::LaidOut(&laid),
///     packed: &packed,
///     bias: Some(&[0.5]),
///     residual: None,
///     activation: Activation::None,
/// };
/// filters.convolve(&ThisThread, chosen, &operands, (&blocks, &mut output))?;
/// let mut rows = [0.0; 2];
/// blocks.take(&ThisThread, &output, &mut rows)?;
/// assert_eq!(rows, [1.5, 2.5]);
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::tests::for_each_width;
    use crate::workers::tests::Threads;
    use crate::{Activation, Arithmetic, Blocks, Extremes, InstructionSet, ThisThread};
    use std::sync::atomic::AtomicUsize;

    fn numbers(count: usize, seed: usize) -> Vec<f32> {
        (0..count).map(|at| ((at + seed) as f32 * 0.37).sin() * 3.0).collect()
    }

    /// Images in blocks.
    fn laid_out(blocks: &Blocks, rows: &[f32]) -> Vec<f32> {
        let mut numbers = vec![0.0; blocks.len()];
        let images = numbers.chunks_exact_mut(blocks.of_image() * blocks.plane());
        let of_image = blocks.channels * blocks.pixels();
        for (image, rows) in images.zip(rows.chunks_exact(of_image)) {
            for (channel, rows) in rows.chunks_exact(blocks.pixels()).enumerate() {
                let plane = channel / CHANNELS * blocks.plane() + channel % CHANNELS;
                for (pixel, &number) in rows.iter().enumerate() {
                    image[plane + blocks.place(pixel)] = number;
                }
            }
        }
        numbers
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
            (20, 1, 1, [Slide::NONE, slide(9, 3, 1, [1, 1], 1), slide(33, 3, 1, [1, 1], 1)]),
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
            let threads = Threads(3, AtomicUsize::new(usize::MAX));
            let bits = |all: &[f32]| all.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            // The output in blocks with a halo, whose first pixels and channels are the given ones.
            let convolved = |set, images, halo, residual: Option<[usize; 3]>, activation| {
                let workers: &dyn Workers = if residual.is_some() { &threads } else { &ThisThread };
                let blocks = filters.output(count, halo);
                let added =
                    residual.map(|halo| (halo, laid_out(&Blocks { halo, ..blocks }, &expected)));
                let operands = Operands {
                    images,
                    packed: &packed,
                    bias: Some(&bias),
                    residual: added.as_ref().map(|(halo, added)| (*halo, &added[..])),
                    activation,
                };
                let mut numbers = vec![7.0; blocks.len()];
                filters.convolve(workers, set, &operands, (&blocks, &mut numbers)).unwrap();
                let mut output = vec![0.0; expected.len()];
                blocks.take(workers, &numbers, &mut output).unwrap();
                assert_eq!(bits(&numbers), bits(&laid_out(&blocks, &output)), "zeros around them");
                output
            };
            let of_images = Blocks {
                images: count,
                channels: groups * inputs,
                sizes: slides.map(|slide| slide.input),
                halo: filters.halo().map(|least| least + 1),
            };
            let in_blocks = laid_out(&of_images, &images);
            let check = |set: InstructionSet| {
                let rows = Images::LaidOut(&laid);
                let output = convolved(set, rows, [0; 3], None, Activation::None);
                assert_eq!(bits(&output), bits(&expected), "{set} {filters:?}");
                type End = (Activation<f32>, fn(f32) -> f32);
                let ends: [End; 3] = [
                    (Activation::Relu, f32::relu),
                    (Activation::Clip(0.0, 2.5), |x| x.greatest(0.0).least(2.5)),
                    (Activation::Clip(-1.5, f32::INFINITY), |x| x.greatest(-1.5)),
                ];
                for (activation, of) in ends {
                    let halo = slides.map(|slide| usize::from(slide.window > 1));
                    let output = convolved(set, rows, halo, Some([0, 2, 1]), activation);
                    let expected: Vec<f32> = expected.iter().map(|x| of(x + x)).collect();
                    assert_eq!(bits(&output), bits(&expected), "{set} {filters:?} {activation:?}");
                }
                if filters.takes(&of_images) {
                    let images = Images::Blocks(of_images.halo, &in_blocks);
                    let output = convolved(set, images, [0, 1, 0], None, Activation::None);
                    assert_eq!(bits(&output), bits(&expected), "{set} {filters:?} in blocks");
                }
            };
            InstructionSet::supported().for_each(check);
            for_each_width(|| check(InstructionSet::Scalar));
        }
    }
}
