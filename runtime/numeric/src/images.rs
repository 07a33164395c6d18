//! Windows over images `[N, C, …]` of one to three dimensions more, which have strides, padding and
//! dilations: convolutions and pools of models.

use crate::instructions::{Body, InstructionSet};
use crate::product::{ROWS, add_product};
use crate::workers::{Ended, Rows, Workers, shares};
use crate::{Arithmetic, Fold};
use std::ops::Range;

/// How a window moves along one dimension.
///
/// ```
/// use tfrt_numeric::Slide;
/// let slide = Slide { input: 5, output: 3, window: 3, stride: 2, before: 1, after: 1, dilation: 1 };
/// assert_eq!((slide.place(0, 0), slide.place(1, 2)), (None, Some(3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The input's size.
    pub input: usize,
    /// The output's size.
    pub output: usize,
    /// The elements of the window.
    pub window: usize,
    /// From one window to the next.
    pub stride: usize,
    /// The padding before the input.
    pub before: usize,
    /// The padding behind the input.
    pub after: usize,
    /// From one element of the window to the next.
    pub dilation: usize,
}

impl Slide {
    /// A dimension of size 1, which is its own window.
    pub const NONE: Self =
        Self { input: 1, output: 1, window: 1, stride: 1, before: 0, after: 0, dilation: 1 };

    /// Where an element of a window is, counted from the first of the padding.
    fn padded(&self, output: usize, element: usize) -> usize {
        // Both are places in the input and its padding, but for windows that reach beyond these.
        output.saturating_mul(self.stride).saturating_add(element.saturating_mul(self.dilation))
    }

    /// Where in the input an element of a window is; `None` in the padding.
    #[must_use]
    pub fn place(&self, output: usize, element: usize) -> Option<usize> {
        let place = self.padded(output, element).checked_sub(self.before)?;
        (place < self.input).then_some(place)
    }

    /// The elements of a window that are at these places, counted from the first of the padding.
    fn elements(&self, output: usize, places: Range<usize>) -> Range<usize> {
        let start = self.padded(output, 0);
        let first =
            |place: usize| place.saturating_sub(start).div_ceil(self.dilation).min(self.window);
        first(places.start)..first(places.end)
    }

    /// The elements of a window that are in the input.
    fn in_input(&self, output: usize) -> Range<usize> {
        self.elements(output, self.before..self.before.saturating_add(self.input))
    }

    /// The elements of a window that are in the input or its padding.
    fn in_padded(&self, output: usize) -> Range<usize> {
        let end = self.before.saturating_add(self.input).saturating_add(self.after);
        self.elements(output, 0..end)
    }

    /// The elements that are in the input in some window.
    fn in_any(&self) -> Range<usize> {
        let last = self.in_input(self.output.saturating_sub(1));
        last.start..self.in_input(0).end
    }

    /// The outputs for which an element of the window is in the input.
    fn inside(&self, element: usize) -> Range<usize> {
        let offset = element.saturating_mul(self.dilation);
        let first = self.before.saturating_sub(offset).div_ceil(self.stride);
        let end = self.before.saturating_add(self.input).saturating_sub(offset);
        let first = first.min(self.output);
        first..end.div_ceil(self.stride).clamp(first, self.output)
    }
}

/// A row of an output: its channel, counted over all images, and its places along the first two
/// dimensions.
fn row_of(slides: &[Slide; 3], index: usize) -> (usize, [usize; 2]) {
    let [depth, height, _] = slides.map(|slide| slide.output);
    (index / (depth * height), [index / height % depth, index % height])
}

/// The rows of an image that a window of the first two dimensions has, in order.
fn window_rows<'a>(slides: &'a [Slide; 3], places: [usize; 2]) -> impl Iterator<Item = usize> + 'a {
    let [depth, height, _] = slides;
    let rows = move |d| {
        let taps = height.in_input(places[1]);
        taps.filter_map(move |h| {
            Some(depth.place(places[0], d)? * height.input + height.place(places[1], h)?)
        })
    };
    depth.in_input(places[0]).flat_map(rows)
}

/// Sets each element of the output to what remains of those of its window that are in the images, and of
/// the number of those that are in the padding too. Windows are read row by row.
///
/// `finish` makes the element of that, and of how many elements of the window are in the images, and in
/// these and their padding.
///
/// # Errors
/// Nobody wants the result any more.
///
/// # Panics
/// `images` have not the size that the slides say.
pub fn pool<T: Copy + Send + Sync, F: Fold<T>>(
    workers: &dyn Workers,
    instructions: InstructionSet,
    slides: &[Slide; 3],
    fold: F,
    finish: impl Fn(T, [usize; 2]) -> T + Sync,
    images: &[T],
    output: &mut [T],
) -> Result<(), Ended> {
    let [_, _, width] = slides;
    let channel = slides.iter().map(|slide| slide.input).product::<usize>();
    let window = slides.iter().map(|slide| slide.in_any().len()).fold(1, usize::saturating_mul);
    let work = window.saturating_mul(width.output);
    // A row is read, joined and written for each element of the window.
    let row_work = width.in_any().len().saturating_mul(width.output.saturating_mul(4)).max(1);
    shares(workers, output, width.output, (work, 1), &|first, output, watch| {
        for (index, row) in (first..).zip(output.chunks_exact_mut(width.output)) {
            let (image, places) = row_of(slides, index);
            let input = &images[image * channel..][..channel];
            row.fill(fold.start());
            let mut inside = 0;
            for place in window_rows(slides, places) {
                inside += 1;
                let input = &input[place * width.input..][..width.input];
                instructions.run(Pooled { width, fold, input, row });
                watch.spend(row_work)?;
            }
            let around = [0, 1].map(|at| slides[at].in_padded(places[at]).len());
            let around = around[0].saturating_mul(around[1]);
            for (at, element) in row.iter_mut().enumerate() {
                let [along, all] = [width.in_input(at), width.in_padded(at)].map(|it| it.len());
                *element = finish(*element, [inside * along, around.saturating_mul(all)]);
            }
        }
        Ok(())
    })
}

/// A row of a window, for each output of a row.
struct Pooled<'a, T, F> {
    width: &'a Slide,
    fold: F,
    input: &'a [T],
    row: &'a mut [T],
}

impl<T: Copy, F: Fold<T>> Body for Pooled<'_, T, F> {
    type Output = ();

    #[inline(always)]
    fn run<const REGISTER: usize>(self) {
        let Self { width, fold, input, row } = self;
        for element in width.in_any() {
            let outputs = width.inside(element);
            if outputs.is_empty() {
                continue;
            }
            let start = outputs.start * width.stride + element * width.dilation - width.before;
            let row = &mut row[outputs];
            if width.stride == 1 {
                for (output, &x) in row.iter_mut().zip(&input[start..]) {
                    *output = fold.join(*output, fold.of(x));
                }
            } else {
                for (output, &x) in row.iter_mut().zip(input[start..].iter().step_by(width.stride))
                {
                    *output = fold.join(*output, fold.of(x));
                }
            }
        }
    }
}

/// Channels that are added one after the other, for each element of the window; the next follow when the
/// window is done.
const CHANNELS: usize = 16;

/// The part of the columns of a convolution that is laid out at a time: places along the chain, and
/// pixels.
const PART: [usize; 2] = [256, 64];

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
/// let mut packed = vec![0.0; filters.packed()];
/// filters.pack(&ThisThread, &[-1.0, 1.0], &mut packed)?;
/// let mut output = [0.5, 0.5]; // the bias
/// let chosen = InstructionSet::chosen();
/// filters.add_to(&ThisThread, chosen, &[1.0, 2.0, 4.0], &packed, &mut output)?;
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

impl Filters {
    /// The input channels of a group with those of zeros.
    fn channels(&self) -> usize {
        if self.inputs < CHANNELS { self.inputs } else { self.inputs.next_multiple_of(CHANNELS) }
    }

    /// The elements of a window.
    fn window(&self) -> usize {
        self.slides.iter().map(|slide| slide.window).fold(1, usize::saturating_mul)
    }

    /// The length of a chain.
    fn depth(&self) -> usize {
        self.channels().saturating_mul(self.window())
    }

    /// The number of packed weights.
    #[must_use]
    pub fn packed(&self) -> usize {
        self.groups.saturating_mul(self.outputs).saturating_mul(self.depth())
    }

    /// The channel of the group and the element of the window at a place of the chain.
    fn at(&self, place: usize) -> (usize, usize) {
        let window = self.window();
        let block = place / (CHANNELS * window);
        let within = place - block * CHANNELS * window;
        let channels = CHANNELS.min(self.channels() - block * CHANNELS);
        (block * CHANNELS + within % channels, within / channels)
    }

    /// Puts the weights of filters `[M, C / group, …]` in the order of the chains.
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
        let (depth, window) = (self.depth(), self.window());
        shares(workers, packed, depth, (depth.saturating_mul(8), 1), &|first, packed, watch| {
            for (filter, packed) in (first..).zip(packed.chunks_exact_mut(depth)) {
                let weights = &weights[filter * self.inputs * window..][..self.inputs * window];
                for (at, part) in packed.chunks_mut(PART[0]).enumerate() {
                    for (place, packed) in (at * PART[0]..).zip(&mut *part) {
                        let (channel, element) = self.at(place);
                        let weight = weights.get(channel * window + element);
                        *packed = weight.copied().unwrap_or(T::ZERO);
                    }
                    watch.spend(8 * part.len())?;
                }
            }
            Ok(())
        })
    }

    /// Adds the convolution to `output`, whose elements are the starts of the chains.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// A slice has not the size that this says.
    pub fn add_to<T: Arithmetic + Send + Sync>(
        &self,
        workers: &dyn Workers,
        instructions: InstructionSet,
        images: &[T],
        packed: &[T],
        output: &mut [T],
    ) -> Result<(), Ended> {
        let depth = self.depth();
        let pixels: usize = self.slides.iter().map(|slide| slide.output).product();
        if depth == 0 || pixels == 0 {
            return Ok(());
        }
        let channel: usize = self.slides.iter().map(|slide| slide.input).product();
        let work = pixels.saturating_mul(depth).saturating_mul(instructions.fused_work());
        // Laying out columns pays only if several filters read them.
        let least = self.outputs.clamp(1, 2 * ROWS);
        shares(workers, output, pixels, (work, least), &|first, output, watch| {
            let mut columns = vec![T::ZERO; PART[0].min(depth) * PART[1]];
            let last = first + output.len() / pixels;
            for Rows { group, row, range } in Rows::of(first..last, self.outputs) {
                let images = &images[group * self.inputs * channel..][..self.inputs * channel];
                let filters = (group % self.groups) * self.outputs + row;
                let weights = &packed[filters * depth..][..range.len() * depth];
                let output = &mut output[range.start * pixels..range.end * pixels];
                for pixel in (0..pixels).step_by(PART[1]) {
                    let width = PART[1].min(pixels - pixel);
                    for place in (0..depth).step_by(PART[0]) {
                        let part = PART[0].min(depth - place);
                        for (at, column) in columns.chunks_exact_mut(PART[1]).take(part).enumerate()
                        {
                            self.column(images, place + at, pixel, &mut column[..width]);
                        }
                        watch.spend(part * width)?;
                        let factors = [&weights[place..], &columns];
                        let sizes = [range.len(), part, width];
                        let (output, strides) = (&mut output[pixel..], [depth, PART[1], pixels]);
                        add_product(instructions, factors, output, sizes, strides, watch)?;
                    }
                }
            }
            Ok(())
        })
    }

    /// Lays out what neighbouring pixels, from that one on, multiply at a place of the chain.
    fn column<T: Arithmetic>(&self, images: &[T], place: usize, first: usize, to: &mut [T]) {
        let [depth, height, width] = &self.slides;
        let (channel, element) = self.at(place);
        if channel >= self.inputs {
            to.fill(T::ZERO);
            return;
        }
        let size = depth.input * height.input * width.input;
        let image = &images[channel * size..][..size];
        let (across, tap) = (element / width.window, element % width.window);
        let inside = width.inside(tap);
        let (mut pixel, mut rest) = (first, to);
        while !rest.is_empty() {
            let (row, start) = (pixel / width.output, pixel % width.output);
            let count = rest.len().min(width.output - start);
            let (to, others) = rest.split_at_mut(count);
            let source = depth
                .place(row / height.output, across / height.window)
                .zip(height.place(row % height.output, across % height.window))
                .map(|(d, h)| &image[(d * height.input + h) * width.input..][..width.input]);
            // The part of these pixels whose element is in the image.
            let [from, end] =
                [inside.start, inside.end].map(|at| at.clamp(start, start + count) - start);
            match source {
                Some(source) if from < end => {
                    to[..from].fill(T::ZERO);
                    to[end..].fill(T::ZERO);
                    let first = (start + from) * width.stride + tap * width.dilation - width.before;
                    let to = &mut to[from..end];
                    if width.stride == 1 {
                        to.copy_from_slice(&source[first..][..to.len()]);
                    } else {
                        let source = source[first..].iter().step_by(width.stride);
                        for (to, &x) in to.iter_mut().zip(source) {
                            *to = x;
                        }
                    }
                }
                _ => to.fill(T::ZERO),
            }
            pixel += count;
            rest = others;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sum, ThisThread};

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
        ] {
            let filters = Filters { groups, inputs, outputs, slides };
            let [size, pixels] = [0, 1].map(|out| {
                slides.map(|slide| [slide.input, slide.output][out]).iter().product::<usize>()
            });
            let (count, window) = (2, filters.window());
            let images = numbers(count * groups * inputs * size, 0);
            let weights = numbers(groups * outputs * inputs * window, 5);
            let mut expected = vec![-0.0_f32; count * groups * outputs * pixels];
            for (index, sum) in expected.iter_mut().enumerate() {
                let (channel, pixel) = (index / pixels, index % pixels);
                let (image, filter) = (channel / outputs, channel % (groups * outputs));
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
            for set in InstructionSet::supported() {
                let mut output = vec![-0.0; expected.len()];
                filters.add_to(&ThisThread, set, &images, &packed, &mut output).unwrap();
                let bits = |all: &[f32]| all.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&output), bits(&expected), "{set} {filters:?}");
            }
        }
    }

    #[test]
    fn windows_are_pooled_where_they_are_in_the_image() {
        let slide =
            Slide { input: 5, output: 3, window: 3, stride: 2, before: 1, after: 1, dilation: 1 };
        let slides = [Slide::NONE, Slide::NONE, slide];
        let mut output = [0.0; 3];
        let finish =
            |sum: f32, [inside, around]: [usize; 2]| sum + (10 * inside + 100 * around) as f32;
        for set in InstructionSet::supported() {
            let images = [1.0, 2.0, 3.0, 4.0, 5.0];
            pool(&ThisThread, set, &slides, Sum, finish, &images, &mut output).unwrap();
            assert_eq!(output, [323.0, 339.0, 329.0]);
        }
    }
}
