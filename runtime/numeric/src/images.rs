//! Windows over images `[N, C, …]` of one to three dimensions more, which have strides, padding and
//! dilations; pools of models.

use crate::blocks::{Blocks, CHANNELS};
use crate::instructions::{Body, InstructionSet};
use crate::workers::{Ended, Workers, shares};
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
        if places.start <= start && self.padded(output, self.window.saturating_sub(1)) < places.end
        {
            return 0..self.window;
        }
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

/// [`pool`] of images in blocks, to such.
///
/// # Errors
/// Nobody wants the result any more.
///
/// # Panics
/// The blocks are not of the sizes that the slides say, or slices not of the length that these have.
pub fn pool_blocks<T: Arithmetic + Send + Sync, F: Fold<T>>(
    workers: &dyn Workers,
    instructions: InstructionSet,
    slides: &[Slide; 3],
    fold: F,
    finish: impl Fn(T, [usize; 2]) -> T + Sync,
    (from, images): (&Blocks, &[T]),
    (to, output): (&Blocks, &mut [T]),
) -> Result<(), Ended> {
    assert_eq!(from.sizes, slides.map(|slide| slide.input), "the images' sizes");
    assert_eq!(to.sizes, slides.map(|slide| slide.output), "the output's sizes");
    assert_eq!([images.len(), output.len()], [from.len(), to.len()], "all blocks");
    let [_, height, width] = slides;
    let window = slides.iter().map(|slide| slide.in_any().len()).fold(1, usize::saturating_mul);
    let work = window.saturating_mul(to.pixels()).saturating_mul(CHANNELS);
    let row_work =
        width.in_any().len().saturating_mul(width.output).saturating_mul(CHANNELS).max(1);
    let (plane, of_image) = (from.plane(), from.of_image());
    shares(workers, output, to.plane(), (work, 1), &|first, output, watch| {
        for (index, output) in (first..).zip(output.chunks_exact_mut(to.plane())) {
            let input = &images[index * plane..][..plane];
            for row in 0..to.pixels() / width.output {
                let places = [row / height.output, row % height.output];
                let output = &mut output[to.row(row)..][..width.output * CHANNELS];
                output.fill(fold.start());
                let mut inside = 0;
                for place in window_rows(slides, places) {
                    inside += 1;
                    let input = &input[from.row(place)..][..width.input * CHANNELS];
                    instructions.run(PooledBlocks {
                        width,
                        channels: CHANNELS,
                        fold,
                        input,
                        output,
                    });
                    watch.spend(row_work)?;
                }
                let around = [0, 1].map(|at| slides[at].in_padded(places[at]).len());
                let around = around[0].saturating_mul(around[1]);
                for (at, output) in output.chunks_exact_mut(CHANNELS).enumerate() {
                    let [along, all] = [width.in_input(at), width.in_padded(at)].map(|it| it.len());
                    let counts = [inside * along, around.saturating_mul(all)];
                    for element in output {
                        *element = finish(*element, counts);
                    }
                }
            }
            let channels = to.channels - index % of_image * CHANNELS;
            to.clear(0..to.pixels(), 0, channels.min(CHANNELS), output);
        }
        Ok(())
    })
}

/// A row of a window of a block of channels, for each output of a row.
struct PooledBlocks<'a, T, F> {
    width: &'a Slide,
    /// Those of a block. It is not a constant here: a loop of so few steps would be unrolled, and not be vectorised.
    channels: usize,
    fold: F,
    input: &'a [T],
    output: &'a mut [T],
}

impl<T: Copy, F: Fold<T>> Body for PooledBlocks<'_, T, F> {
    type Output = ();

    #[inline(always)]
    fn run<const REGISTER: usize>(self) {
        let Self { width, channels, fold, input, output } = self;
        for element in width.in_any() {
            let outputs = width.inside(element);
            if outputs.is_empty() {
                continue;
            }
            let start = outputs.start * width.stride + element * width.dilation - width.before;
            let pixels = input[start * channels..].chunks_exact(channels).step_by(width.stride);
            let output = &mut output[outputs.start * channels..outputs.end * channels];
            for (output, pixel) in output.chunks_exact_mut(channels).zip(pixels) {
                for (output, &x) in output.iter_mut().zip(pixel) {
                    *output = fold.join(*output, fold.of(x));
                }
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Greatest, Sum, ThisThread};

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

    #[test]
    fn images_in_blocks_are_pooled_as_others() {
        let slide = |input, window, stride, [before, after]: [usize; 2], dilation| {
            let output = (input + before + after - (window - 1) * dilation - 1) / stride + 1;
            Slide { input, output, window, stride, before, after, dilation }
        };
        for slides in [
            [Slide::NONE, slide(7, 3, 2, [1, 1], 1), slide(9, 3, 2, [1, 0], 1)],
            [slide(3, 2, 1, [0, 1], 1), slide(5, 2, 1, [0, 0], 2), slide(4, 4, 1, [0, 0], 1)],
        ] {
            let [input, output] = [0, 1].map(|at| slides.map(|it| [it.input, it.output][at]));
            let [from, to] = [(input, [0, 1, 0]), (output, [0, 0, 2])]
                .map(|(sizes, halo)| Blocks { images: 2, channels: 19, sizes, halo });
            let mut rows = vec![0.0_f32; 2 * 19 * from.pixels()];
            let mut numbers = vec![0.0; from.len()];
            for (at, number) in numbers.iter_mut().enumerate() {
                *number = (at as f32 * 0.7).sin();
            }
            for plane in numbers.chunks_exact_mut(from.plane()).skip(1).step_by(2) {
                from.clear(0..from.pixels(), 0, 3, plane);
            }
            from.take(&ThisThread, &numbers, &mut rows).unwrap();
            let mut expected = vec![0.0; 2 * 19 * to.pixels()];
            let mut laid = vec![7.0; to.len()];
            let mut found = expected.clone();
            for set in InstructionSet::supported() {
                let finish =
                    |sum: f32, [inside, around]: [usize; 2]| sum / inside as f32 + around as f32;
                pool(&ThisThread, set, &slides, Sum, finish, &rows, &mut expected).unwrap();
                let (from, to) = ((&from, &numbers[..]), (&to, &mut laid[..]));
                pool_blocks(&ThisThread, set, &slides, Sum, finish, from, to).unwrap();
            }
            to.take(&ThisThread, &laid, &mut found).unwrap();
            assert_eq!(found, expected);
            let finish = |greatest: f32, _: [usize; 2]| greatest;
            let set = InstructionSet::chosen();
            pool(&ThisThread, set, &slides, Greatest, finish, &rows, &mut expected).unwrap();
            let from = (&from, &numbers[..]);
            pool_blocks(&ThisThread, set, &slides, Greatest, finish, from, (&to, &mut laid))
                .unwrap();
            to.take(&ThisThread, &laid, &mut found).unwrap();
            assert_eq!(found, expected);
            // What is beyond the channels, and around the images, is zero.
            let sum = |all: &[f32]| all.iter().map(|x| f64::from(*x)).sum::<f64>();
            assert!((sum(&laid) - sum(&found)).abs() < 1e-3);
        }
    }
}
