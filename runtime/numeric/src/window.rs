//! Windows that slide over the rows and columns of images.

use std::ops::Range;

/// What stands around an image so that windows can start before it and end behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Padding {
    /// As much as makes an output of the input's size, divided by the stride.
    Same,
    /// Nothing.
    Valid,
}

impl Padding {
    fn parse(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "same" => Ok(Self::Same),
            "valid" => Ok(Self::Valid),
            "explicit" => Err("padding type is not supported".to_owned()),
            _ => Err(format!("Unknown padding type {text}")),
        }
    }
}

/// A window along one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The input's size.
    pub input: usize,
    /// The window's size.
    pub window: usize,
    /// The output's size.
    pub output: usize,
    /// From one window to the next.
    pub stride: usize,
    /// The padding before the input; if negative, what the first window leaves out.
    pub before: i64,
}

impl Axis {
    fn new(padding: Padding, input: i64, window: i64, stride: i64) -> Result<Self, String> {
        if stride <= 0 {
            return Err(format!("Stride must be > 0, but got {stride}"));
        }
        // No sum or product of these overflows an `i128`.
        let [size, tap, step] = [input, window, stride].map(i128::from);
        let (output, before) = match padding {
            Padding::Same => {
                let output = (size + step - 1) / step;
                (output, ((output - 1) * step + tap - size).max(0) / 2)
            }
            Padding::Valid => ((size - tap + step).div_euclid(step), 0),
        };
        if output < 0 {
            return Err(format!(
                "Computed output size would be negative: {output} (input_size: {input}, \
                 filter_size: {window}, stride: {stride}, dilation: 1)"
            ));
        }
        // What is no index is the size of a tensor without elements.
        let index = |size: i128| usize::try_from(size).unwrap_or(usize::MAX);
        Ok(Self {
            input: index(size),
            window: index(tap),
            output: index(output),
            stride: index(step),
            // At most half of the window.
            before: i64::try_from(before).unwrap_or(i64::MAX),
        })
    }

    /// Where in the input the window at `output` starts; negative in the padding before it.
    fn start(&self, output: usize) -> i64 {
        signed(output * self.stride).saturating_sub(self.before)
    }

    /// The places of the window at `output` that are within the input.
    #[must_use]
    pub fn taps(&self, output: usize) -> Range<usize> {
        let start = self.start(output);
        let first = unsigned(start.saturating_neg());
        let end = unsigned(signed(self.input).saturating_sub(start));
        first..self.window.min(end).max(first)
    }

    /// Where in the input a place of the window at `output` is, which [`taps`](Self::taps) has.
    #[must_use]
    pub fn input_of(&self, output: usize, tap: usize) -> usize {
        unsigned(self.start(output).saturating_add(signed(tap)))
    }

    /// The output whose window has the input at `tap`.
    #[must_use]
    pub fn output_of(&self, input: usize, tap: usize) -> Option<usize> {
        let start = signed(input).saturating_add(self.before).saturating_sub(signed(tap));
        let start = usize::try_from(start).ok()?;
        let output = start / self.stride;
        (start % self.stride == 0 && output < self.output).then_some(output)
    }
}

fn signed(index: usize) -> i64 {
    i64::try_from(index).unwrap_or(i64::MAX)
}

/// Zero for what is before the first.
fn unsigned(index: i64) -> usize {
    usize::try_from(index).unwrap_or(0)
}

/// A window along rows and columns, by the attributes `padding` and `strides`.
///
/// # Errors
/// `Unknown padding type X`, `padding type is not supported`, `strides should have 2 elements`,
/// `Stride must be > 0, but got 0`, `Computed output size would be negative: …`.
pub fn axes(
    [rows, columns]: [i64; 2],
    [window_rows, window_columns]: [i64; 2],
    padding: &str,
    strides: &[i64],
) -> Result<[Axis; 2], String> {
    let padding = Padding::parse(padding)?;
    let &[row_stride, column_stride] = strides else {
        return Err("strides should have 2 elements".to_owned());
    };
    Ok([
        Axis::new(padding, rows, window_rows, row_stride)?,
        Axis::new(padding, columns, window_columns, column_stride)?,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each padding, input, window and stride up to those sizes.
    fn all() -> impl Iterator<Item = (Padding, i64, i64, i64)> {
        let paddings = [Padding::Same, Padding::Valid].into_iter();
        paddings.flat_map(|padding| {
            (0..12 * 8 * 5).map(move |code| (padding, code % 12, code / 12 % 8, 1 + code / 96))
        })
    }

    #[test]
    fn a_place_is_read_by_the_output_that_reads_it() {
        for (padding, input, window, stride) in all() {
            let Ok(axis) = Axis::new(padding, input, window, stride) else { continue };
            for output in 0..axis.output {
                for tap in axis.taps(output) {
                    let place = axis.input_of(output, tap);
                    assert!(place < axis.input, "{axis:?}");
                    assert_eq!(axis.output_of(place, tap), Some(output), "{axis:?}");
                }
            }
            let read = (0..axis.output).map(|output| axis.taps(output).len()).sum::<usize>();
            let places =
                (0..axis.input).flat_map(|place| (0..axis.window).map(move |tap| (place, tap)));
            let found = places.filter(|&(place, tap)| axis.output_of(place, tap).is_some()).count();
            assert_eq!(read, found, "{axis:?}");
        }
    }

    #[test]
    fn padding_is_as_little_as_gives_the_output() {
        for (padding, input, window, stride) in all() {
            let axis = Axis::new(padding, input, window, stride);
            match padding {
                Padding::Same => {
                    let axis = axis.unwrap();
                    assert_eq!(axis.output, axis.input.div_ceil(axis.stride));
                    assert!(unsigned(axis.before) <= axis.window / 2);
                }
                Padding::Valid if input - window + stride < 0 => assert!(axis.is_err()),
                Padding::Valid => {
                    let axis = axis.unwrap();
                    let whole =
                        (0..axis.output).all(|output| axis.taps(output) == (0..axis.window));
                    assert!(whole && axis.before == 0, "{axis:?}");
                }
            }
        }
    }

    #[test]
    fn sizes_never_overflow() {
        for padding in [Padding::Same, Padding::Valid] {
            for input in [0, 1, i64::MAX] {
                for window in [0, 1, i64::MAX] {
                    for stride in [1, 2, i64::MAX] {
                        let Ok(axis) = Axis::new(padding, input, window, stride) else { continue };
                        for output in [0, axis.output.saturating_sub(1)] {
                            assert!(axis.taps(output).len() <= axis.window);
                        }
                    }
                }
            }
        }
    }
}
