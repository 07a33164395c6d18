//! The sums of a convolution and of its gradients. Images are NHWC, filters HWIO.
//!
//! Places of a window that are in the padding are left out of the sums.

use crate::Arithmetic;
use crate::instructions::{Body, InstructionSet};
use crate::product::{ROWS, Sums, add, add_all};
use crate::window::Axis;
use crate::workers::{Ended, Watch, Workers, rows, shares};
use std::ops::Range;

/// A convolution of images with a filter.
///
/// ```
/// use tfrt_numeric::{Convolution, InstructionSet, ThisThread, axes};
/// let [rows, columns] = axes([1, 3], [1, 2], "valid", &[1, 1])?;
/// let sums = Convolution { images: 1, rows, columns, inputs: 1, outputs: 1 };
/// let mut output = [0.0; 2];
/// let operands = [&[1.0, 2.0, 4.0][..], &[-1.0, 1.0]];
/// let chosen = InstructionSet::chosen();
/// sums.forward(&ThisThread, chosen, operands, &mut output, |_, sum| sum).unwrap();
/// assert_eq!(output, [1.0, 2.0]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Convolution {
    /// The number of images.
    pub images: usize,
    /// The window along rows.
    pub rows: Axis,
    /// The window along columns.
    pub columns: Axis,
    /// Channels of the input.
    pub inputs: usize,
    /// Channels of the output.
    pub outputs: usize,
}

/// The place of a pixel.
#[derive(Clone, Copy)]
struct Pixel {
    image: usize,
    row: usize,
    column: usize,
}

impl Pixel {
    /// The pixel of that index in images of so many rows and columns.
    fn of(index: usize, rows: usize, columns: usize) -> Self {
        let (row, column) = (index / columns, index % columns);
        Self { image: row / rows, row: row % rows, column }
    }
}

impl Convolution {
    /// The channels of the input's pixel.
    #[inline(always)]
    fn pixel<'a, T>(&self, input: &'a [T], image: usize, row: usize, column: usize) -> &'a [T] {
        let pixel = (image * self.rows.input + row) * self.columns.input + column;
        &input[pixel * self.inputs..][..self.inputs]
    }

    /// The weights of a place of the filter: for each input channel those of the output channels.
    #[inline(always)]
    fn weights<'a, T>(&self, filter: &'a [T], row: usize, column: usize) -> &'a [T] {
        let size = self.inputs * self.outputs;
        &filter[(row * self.columns.window + column) * size..][..size]
    }

    /// The gradients of the output's pixel.
    #[inline(always)]
    fn gradients<'a>(
        &self,
        output: &'a [f32],
        image: usize,
        row: usize,
        column: usize,
    ) -> &'a [f32] {
        let pixel = (image * self.rows.output + row) * self.columns.output + column;
        &output[pixel * self.outputs..][..self.outputs]
    }

    /// Sets the output: sums over rows, columns and channels of the window, in this order, of which
    /// `finish` makes the element of that output channel.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    pub fn forward<T: Arithmetic + Send + Sync>(
        &self,
        workers: &dyn Workers,
        instructions: InstructionSet,
        [input, filter]: [&[T]; 2],
        output: &mut [T],
        finish: impl Fn(usize, T) -> T + Sync,
    ) -> Result<(), Ended> {
        let empty = input.is_empty() || filter.is_empty();
        rows(workers, output, self.outputs, filter.len(), &|first, output| {
            if empty {
                output.fill(T::ZERO);
            } else {
                instructions.run(Forward { of: *self, input, filter, first, output });
            }
            for pixel in output.chunks_exact_mut(self.outputs) {
                for (channel, sum) in pixel.iter_mut().enumerate() {
                    *sum = finish(channel, *sum);
                }
            }
        })
    }

    /// Sets the gradient of the filter: sums over images, rows and columns of the output, in this
    /// order.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    pub fn filter_gradient(
        &self,
        workers: &dyn Workers,
        instructions: InstructionSet,
        [gradient, input]: [&[f32]; 2],
        filter: &mut [f32],
    ) -> Result<(), Ended> {
        let empty = input.is_empty() || gradient.is_empty();
        rows(workers, filter, self.outputs, gradient.len(), &|first, filter| {
            if empty {
                filter.fill(0.0);
            } else {
                instructions.run(FilterGradient { of: *self, gradient, input, first, filter });
            }
        })
    }

    /// Sets the gradient of the input: sums over rows and columns of the window and over the output
    /// channels, in this order.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    pub fn input_gradient(
        &self,
        workers: &dyn Workers,
        instructions: InstructionSet,
        [gradient, filter]: [&[f32]; 2],
        input: &mut [f32],
    ) -> Result<(), Ended> {
        let empty = filter.is_empty() || gradient.is_empty();
        shares(workers, input, self.inputs, (filter.len(), PIXELS), &|first, input, watch| {
            input.fill(0.0);
            if empty {
                return Ok(());
            }
            let parts = input.chunks_mut(PIXELS * self.inputs).enumerate();
            for (part, input) in parts {
                let first = first + part * PIXELS;
                self.input_gradient_of(instructions, [gradient, filter], (first, input), watch)?;
            }
            Ok(())
        })
    }

    /// Adds the gradient of some pixels of the input, of which the index of the first is given. Sums stay
    /// in memory from one place of the window, and some channels of the output, to the next.
    fn input_gradient_of(
        &self,
        instructions: InstructionSet,
        [gradient, filter]: [&[f32]; 2],
        (first, input): (usize, &mut [f32]),
        watch: &mut Watch<'_>,
    ) -> Result<(), Ended> {
        let pixels = input.len() / self.inputs;
        for place in 0..self.rows.window * self.columns.window {
            let tap = [place / self.columns.window, place % self.columns.window];
            for output in (0..self.outputs).step_by(TURNED) {
                let outputs = output..self.outputs.min(output + TURNED);
                for channel in (0..self.inputs).step_by(TURNED) {
                    let channels = channel..self.inputs.min(channel + TURNED);
                    let work = pixels * outputs.len() * channels.len();
                    instructions.run(InputGradient {
                        of: *self,
                        gradient,
                        filter,
                        tap,
                        outputs: outputs.clone(),
                        channels,
                        first,
                        input,
                    });
                    watch.spend(work)?;
                }
            }
        }
        Ok(())
    }
}

/// Some pixels of an output.
struct Forward<'a, T> {
    of: Convolution,
    input: &'a [T],
    filter: &'a [T],
    first: usize,
    output: &'a mut [T],
}

impl<T: Arithmetic> Body for Forward<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let Convolution { rows, columns, outputs, .. } = self.of;
        let count = self.output.len() / outputs;
        let mut index = 0;
        while index < count {
            let pixel = Pixel::of(self.first + index, rows.output, columns.output);
            // Neighbours whose windows are as far within the input.
            let taps = columns.taps(pixel.column);
            let row_ends = columns.output - pixel.column;
            let together = ROWS <= row_ends.min(count - index)
                && columns.taps(pixel.column + ROWS - 1) == taps
                && taps == (0..columns.window);
            if together {
                self.channels::<ROWS, LANES>(index, pixel);
                index += ROWS;
            } else {
                self.channels::<1, LANES>(index, pixel);
                index += 1;
            }
        }
    }
}

impl<T: Arithmetic> Forward<'_, T> {
    /// All channels of neighbouring pixels.
    #[inline(always)]
    fn channels<const R: usize, const LANES: usize>(&mut self, index: usize, pixel: Pixel) {
        let mut channel = self.panels::<R, 2, LANES>(index, pixel, 0);
        channel = self.panels::<R, 1, LANES>(index, pixel, channel);
        self.panels::<R, 1, 1>(index, pixel, channel);
    }

    #[inline(always)]
    fn panels<const R: usize, const V: usize, const LANES: usize>(
        &mut self,
        index: usize,
        pixel: Pixel,
        mut channel: usize,
    ) -> usize {
        let outputs = self.of.outputs;
        while outputs - channel >= V * LANES {
            let sums = self.tile::<R, V, LANES>(pixel, channel);
            for (index, sums) in (index..).zip(&sums) {
                let elements = &mut self.output[index * outputs + channel..][..V * LANES];
                elements.copy_from_slice(sums.as_flattened());
            }
            channel += V * LANES;
        }
        channel
    }

    #[inline(always)]
    fn tile<const R: usize, const V: usize, const LANES: usize>(
        &self,
        Pixel { image, row, column }: Pixel,
        channel: usize,
    ) -> Sums<T, R, V, LANES> {
        let of = &self.of;
        let mut sums = [[[T::ZERO; LANES]; V]; R];
        for tap_row in of.rows.taps(row) {
            let from = of.rows.input_of(row, tap_row);
            for tap in of.columns.taps(column) {
                let pixels = std::array::from_fn(|index| {
                    let column = of.columns.input_of(column + index, tap);
                    of.pixel(self.input, image, from, column)
                });
                let weights = of.weights(self.filter, tap_row, tap);
                add_all::<_, R, V, LANES>(&mut sums, pixels, &weights[channel..], of.outputs);
            }
        }
        sums
    }
}

/// Some rows of a filter's gradient: an input channel at a place of the filter each.
struct FilterGradient<'a> {
    of: Convolution,
    gradient: &'a [f32],
    input: &'a [f32],
    first: usize,
    filter: &'a mut [f32],
}

impl Body for FilterGradient<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let Convolution { inputs, outputs, .. } = self.of;
        let count = self.filter.len() / outputs;
        let mut index = 0;
        while index < count {
            // Neighbouring channels at one place.
            let left = inputs - (self.first + index) % inputs;
            if ROWS <= left.min(count - index) {
                self.channels::<ROWS, LANES>(index);
                index += ROWS;
            } else {
                self.channels::<1, LANES>(index);
                index += 1;
            }
        }
    }
}

impl FilterGradient<'_> {
    #[inline(always)]
    fn channels<const R: usize, const LANES: usize>(&mut self, index: usize) {
        let mut output = self.panels::<R, 2, LANES>(index, 0);
        output = self.panels::<R, 1, LANES>(index, output);
        self.panels::<R, 1, 1>(index, output);
    }

    #[inline(always)]
    fn panels<const R: usize, const V: usize, const LANES: usize>(
        &mut self,
        index: usize,
        mut output: usize,
    ) -> usize {
        let outputs = self.of.outputs;
        while outputs - output >= V * LANES {
            let sums = self.tile::<R, V, LANES>(index, output);
            for (index, sums) in (index..).zip(&sums) {
                let elements = &mut self.filter[index * outputs + output..][..V * LANES];
                elements.copy_from_slice(sums.as_flattened());
            }
            output += V * LANES;
        }
        output
    }

    #[inline(always)]
    fn tile<const R: usize, const V: usize, const LANES: usize>(
        &self,
        index: usize,
        output: usize,
    ) -> Sums<f32, R, V, LANES> {
        let of = &self.of;
        let (place, channel) = ((self.first + index) / of.inputs, (self.first + index) % of.inputs);
        let (tap_row, tap) = (place / of.columns.window, place % of.columns.window);
        let mut sums = [[[0.0; LANES]; V]; R];
        for image in 0..of.images {
            for row in 0..of.rows.output {
                if !of.rows.taps(row).contains(&tap_row) {
                    continue;
                }
                let from = of.rows.input_of(row, tap_row);
                for column in 0..of.columns.output {
                    if !of.columns.taps(column).contains(&tap) {
                        continue;
                    }
                    let x = of.pixel(self.input, image, from, of.columns.input_of(column, tap));
                    let factors = std::array::from_fn(|index| x[channel + index]);
                    let gradients = of.gradients(self.gradient, image, row, column);
                    add::<_, R, V, LANES>(&mut sums, factors, &gradients[output..]);
                }
            }
        }
        sums
    }
}

/// The pixels of an input whose gradients are computed together.
const PIXELS: usize = 64;

/// The output channels, and at most the input channels, whose weights are turned at a time, so that those
/// of neighbouring input channels are neighbours.
const TURNED: usize = 64;

/// What one place of the window and some channels add to the gradient of some pixels of an input.
struct InputGradient<'a> {
    of: Convolution,
    gradient: &'a [f32],
    filter: &'a [f32],
    /// The place: row and column.
    tap: [usize; 2],
    /// At most as many as are turned.
    outputs: Range<usize>,
    channels: Range<usize>,
    first: usize,
    input: &'a mut [f32],
}

impl Body for InputGradient<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let Range { start: mut channel, end } = self.channels;
        while end - channel >= 2 * LANES {
            self.panel::<2, LANES>(channel, 2 * LANES);
            channel += 2 * LANES;
        }
        while end - channel >= LANES {
            self.panel::<1, LANES>(channel, LANES);
            channel += LANES;
        }
        if channel < end {
            self.panel::<1, LANES>(channel, end - channel);
        }
    }
}

impl InputGradient<'_> {
    /// Some channels from the given one on; sums beyond them are not stored.
    #[inline(always)]
    fn panel<const V: usize, const LANES: usize>(&mut self, channel: usize, count: usize) {
        let outputs = self.of.outputs;
        let weights = self.of.weights(self.filter, self.tap[0], self.tap[1]);
        let mut turned = [[[0.0; LANES]; V]; TURNED];
        for lane in 0..count {
            let row = &weights[(channel + lane) * outputs..][self.outputs.clone()];
            for (turned, &weight) in turned.iter_mut().zip(row) {
                turned[lane / LANES][lane % LANES] = weight;
            }
        }
        self.pixels(channel..channel + count, &turned);
    }

    /// Adds the products with those weights to the sums of all pixels.
    #[inline(always)]
    fn pixels<const V: usize, const LANES: usize>(
        &mut self,
        channels: Range<usize>,
        turned: &[[[f32; LANES]; V]; TURNED],
    ) {
        let (of, [tap_row, tap]) = (self.of, self.tap);
        // Pixels whose gradients are not added yet, and these.
        let mut waiting: [(usize, &[f32]); ROWS] = [(0, &[]); ROWS];
        let mut count = 0;
        for index in 0..self.input.len() / of.inputs {
            let Pixel { image, row, column } =
                Pixel::of(self.first + index, of.rows.input, of.columns.input);
            let Some(row) = of.rows.output_of(row, tap_row) else { continue };
            let Some(column) = of.columns.output_of(column, tap) else { continue };
            let gradients = of.gradients(self.gradient, image, row, column);
            waiting[count] = (index, &gradients[self.outputs.clone()]);
            count += 1;
            if count == ROWS {
                self.tile::<ROWS, V, LANES>(waiting, channels.clone(), turned);
                count = 0;
            }
        }
        for &pixel in &waiting[..count] {
            self.tile::<1, V, LANES>([pixel], channels.clone(), turned);
        }
    }

    #[inline(always)]
    fn tile<const R: usize, const V: usize, const LANES: usize>(
        &mut self,
        pixels: [(usize, &[f32]); R],
        channels: Range<usize>,
        turned: &[[[f32; LANES]; V]; TURNED],
    ) {
        let inputs = self.of.inputs;
        let mut sums = [[[0.0; LANES]; V]; R];
        for (sums, (index, _)) in sums.iter_mut().zip(pixels) {
            let channels = &self.input[index * inputs..][channels.clone()];
            sums.as_flattened_mut()[..channels.len()].copy_from_slice(channels);
        }
        let gradients = pixels.map(|(_, gradients)| gradients);
        let weights = turned.as_flattened().as_flattened();
        add_all::<_, R, V, LANES>(&mut sums, gradients, weights, V * LANES);
        for (sums, (index, _)) in sums.iter().zip(pixels) {
            let channels = &mut self.input[index * inputs..][channels.clone()];
            channels.copy_from_slice(&sums.as_flattened()[..channels.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::axes;
    use crate::workers::ThisThread;

    fn numbers(count: usize, seed: usize) -> Vec<f32> {
        (0..count).map(|at| ((at * 37 + seed) as f32 * 0.37).sin() * 3.0).collect()
    }

    fn bits(all: &[f32]) -> Vec<u32> {
        all.iter().map(|x| x.to_bits()).collect()
    }

    /// Each product of an output element `o`, an input element `i` and a weight `w`, by their places, in
    /// the order of the output's sums.
    fn products(of: &Convolution, mut each: impl FnMut(usize, usize, usize)) {
        let Convolution { images, rows, columns, inputs, outputs } = *of;
        for pixel in 0..images * rows.output * columns.output {
            let Pixel { image, row, column } = Pixel::of(pixel, rows.output, columns.output);
            for output in 0..outputs {
                for tap_row in rows.taps(row) {
                    let from = image * rows.input + rows.input_of(row, tap_row);
                    for tap in columns.taps(column) {
                        let from = from * columns.input + columns.input_of(column, tap);
                        for input in 0..inputs {
                            let weight =
                                ((tap_row * columns.window + tap) * inputs + input) * outputs;
                            each(pixel * outputs + output, from * inputs + input, weight + output);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sums_are_in_order_for_each_instruction_set() {
        for (size, window, padding, strides, [inputs, outputs]) in [
            ([5, 9], [3, 3], "same", [1, 1], [2, 37]),
            ([4, 11], [2, 3], "valid", [1, 2], [9, 16]),
            ([3, 7], [1, 1], "valid", [1, 1], [3, 5]),
            ([2, 3], [4, 5], "same", [2, 1], [1, 33]),
            ([5, 7], [2, 2], "same", [1, 1], [75, 130]),
        ] {
            let [rows, columns] = axes(size, window, padding, &strides).unwrap();
            let of = Convolution { images: 2, rows, columns, inputs, outputs };
            let input = numbers(2 * rows.input * columns.input * inputs, 1);
            let filter = numbers(rows.window * columns.window * inputs * outputs, 2);
            let gradient = numbers(2 * rows.output * columns.output * outputs, 3);
            let mut output = vec![0.0; gradient.len()];
            products(&of, |o, i, w| output[o] += input[i] * filter[w]);
            let mut filters = vec![0.0; filter.len()];
            products(&of, |o, i, w| filters[w] += input[i] * gradient[o]);
            // In the order of the windows' places, then of the output's channels.
            let mut terms = Vec::new();
            products(&of, |o, i, w| terms.push((w / (inputs * outputs), o % outputs, o, i, w)));
            terms.sort_by_key(|&(place, channel, ..)| (place, channel));
            let mut inputs_gradient = vec![0.0; input.len()];
            for (_, _, o, i, w) in terms {
                inputs_gradient[i] += gradient[o] * filter[w];
            }
            for set in InstructionSet::supported() {
                let mut result = vec![7.0; output.len()];
                of.forward(&ThisThread, set, [&input, &filter], &mut result, |_, x| x).unwrap();
                assert_eq!(bits(&result), bits(&output), "{set} {of:?}");
                let mut result = vec![7.0; filter.len()];
                of.filter_gradient(&ThisThread, set, [&gradient, &input], &mut result).unwrap();
                assert_eq!(bits(&result), bits(&filters), "{set} {of:?}");
                let mut result = vec![7.0; input.len()];
                of.input_gradient(&ThisThread, set, [&gradient, &filter], &mut result).unwrap();
                assert_eq!(bits(&result), bits(&inputs_gradient), "{set} {of:?}");
            }
        }
    }
}
