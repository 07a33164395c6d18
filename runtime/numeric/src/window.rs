//! Windows that slide over the rows and columns of images.

use std::ops::Range;

/// What stands around an image so that windows can start before it and end behind it.
///
/// ```
/// use tfrt_numeric::Padding;
/// assert_eq!(Padding::parse("SAME"), Some(Padding::Same));
/// assert_eq!(Padding::parse("some"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Padding {
    /// As much as makes an output of the input's size, divided by the stride.
    Same,
    /// Nothing.
    Valid,
    /// So much before and behind it. [`parse`](Self::parse) gives none.
    Explicit([i64; 2]),
}

impl Padding {
    /// The padding of that name, in either case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "same" => Some(Self::Same),
            "valid" => Some(Self::Valid),
            "explicit" => Some(Self::Explicit([0; 2])),
            _ => None,
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
    /// From one place of the window to the next.
    pub dilation: usize,
    /// The padding before the input; if negative, what the first window leaves out.
    pub before: i64,
}

impl Axis {
    /// A window of so many places that slides over an input.
    ///
    /// ```
    /// use tfrt_numeric::{Axis, Padding};
    ///
    /// let axis = Axis::new(7, 3, 2, 2, Padding::Explicit([1, 0]))?;
    /// assert_eq!((axis.output, axis.input_of(1, 2)), (2, 5));
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// `Stride must be > 0, but got 0`, `Dilation must be > 0, but got 0`, `Computed output size would be
    /// negative: …`; padding that is negative, or a padded input or window that is no `i64`.
    pub fn new(
        input: i64,
        window: i64,
        stride: i64,
        dilation: i64,
        padding: Padding,
    ) -> Result<Self, String> {
        if stride <= 0 {
            return Err(format!("Stride must be > 0, but got {stride}"));
        }
        if dilation <= 0 {
            return Err(format!("Dilation must be > 0, but got {dilation}"));
        }
        // No sum or product of these overflows an `i128`.
        let [size, tap, step] = [input, window, stride].map(i128::from);
        let reach = if tap > 0 { (tap - 1) * i128::from(dilation) + 1 } else { tap };
        if i64::try_from(reach).is_err() {
            return Err(format!("a window of {window} places, {dilation} apart, is too large"));
        }
        let (output, before) = match padding {
            Padding::Same => {
                let output = (size + step - 1) / step;
                (output, ((output - 1) * step + reach - size).max(0) / 2)
            }
            Padding::Valid => ((size - reach + step).div_euclid(step), 0),
            Padding::Explicit(sides) => {
                let [before, after] = sides.map(i128::from);
                let padded = size + before + after;
                if before < 0 || after < 0 || i64::try_from(padded).is_err() {
                    let [before, after] = sides;
                    return Err(format!("padding of {before} and {after} around {input} places"));
                }
                ((padded - reach + step).div_euclid(step), before)
            }
        };
        if output < 0 {
            return Err(format!(
                "Computed output size would be negative: {output} (input_size: {input}, \
                 filter_size: {window}, stride: {stride}, dilation: {dilation})"
            ));
        }
        // What is no index is the size of a tensor without elements.
        let index = |size: i128| usize::try_from(size).unwrap_or(usize::MAX);
        Ok(Self {
            input: index(size),
            window: index(tap),
            output: index(output),
            stride: index(step),
            dilation: usize::try_from(dilation).unwrap_or(usize::MAX),
            // At most half of the window, or of the padded input.
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
        let first = unsigned(start.saturating_neg()).div_ceil(self.dilation);
        let end = unsigned(signed(self.input).saturating_sub(start)).div_ceil(self.dilation);
        first..self.window.min(end).max(first)
    }

    /// Where in the input a place of the window at `output` is, which [`taps`](Self::taps) has.
    #[must_use]
    pub fn input_of(&self, output: usize, tap: usize) -> usize {
        unsigned(self.start(output).saturating_add(signed(tap * self.dilation)))
    }

    /// The output whose window has the input at `tap`.
    #[must_use]
    pub fn output_of(&self, input: usize, tap: usize) -> Option<usize> {
        let tap = signed(tap * self.dilation);
        let start = signed(input).saturating_add(self.before).saturating_sub(tap);
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
    let padding = match Padding::parse(padding) {
        Some(Padding::Explicit(_)) => Err("padding type is not supported".to_owned()),
        Some(padding) => Ok(padding),
        None => Err(format!("Unknown padding type {padding}")),
    }?;
    let &[row_stride, column_stride] = strides else {
        return Err("strides should have 2 elements".to_owned());
    };
    Ok([
        Axis::new(rows, window_rows, row_stride, 1, padding)?,
        Axis::new(columns, window_columns, column_stride, 1, padding)?,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each padding, input, window, stride and dilation up to those sizes.
    fn all() -> impl Iterator<Item = (Padding, [i64; 4])> {
        let explicit = [[0, 0], [2, 1], [0, 5]].map(Padding::Explicit);
        let paddings = [Padding::Same, Padding::Valid].into_iter().chain(explicit);
        paddings.flat_map(|padding| {
            let sizes = |code: i64| [code % 12, code / 12 % 8, 1 + code / 96 % 5, 1 + code / 480];
            (0..12 * 8 * 5 * 3).map(move |code| (padding, sizes(code)))
        })
    }

    fn axis(padding: Padding, [input, window, stride, dilation]: [i64; 4]) -> Result<Axis, String> {
        Axis::new(input, window, stride, dilation, padding)
    }

    #[test]
    fn a_place_is_read_by_the_output_that_reads_it() {
        for (padding, sizes) in all() {
            let Ok(axis) = axis(padding, sizes) else { continue };
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
        for (padding, sizes) in all() {
            let [input, window, stride, dilation] = sizes;
            let axis = axis(padding, sizes);
            let reach = if window > 0 { (window - 1) * dilation + 1 } else { 0 };
            match padding {
                Padding::Same => {
                    let axis = axis.unwrap();
                    assert_eq!(axis.output, axis.input.div_ceil(axis.stride));
                    assert!(axis.before <= reach / 2);
                }
                Padding::Valid if input - reach + stride < 0 => assert!(axis.is_err()),
                Padding::Valid => {
                    let axis = axis.unwrap();
                    let whole =
                        (0..axis.output).all(|output| axis.taps(output) == (0..axis.window));
                    assert!(whole && axis.before == 0, "{axis:?}");
                }
                Padding::Explicit([before, after]) => {
                    let places = (0..=input + before + after - reach).step_by(stride as usize);
                    assert_eq!(axis.map_or(0, |axis| axis.output), places.count());
                }
            }
        }
    }

    #[test]
    fn sizes_never_overflow() {
        let large = [0, 1, 2, i64::MAX / 2, i64::MAX];
        let explicit =
            large.iter().flat_map(|before| large.map(|after| Padding::Explicit([*before, after])));
        for padding in [Padding::Same, Padding::Valid].into_iter().chain(explicit) {
            for code in 0..5_usize.pow(4) {
                let sizes = [1, 5, 25, 125].map(|power| large[code / power % 5]);
                let Ok(axis) = axis(padding, sizes) else { continue };
                for output in [0, axis.output.saturating_sub(1)] {
                    let taps = axis.taps(output);
                    assert!(taps.len() <= axis.window);
                    if let Some(last) = taps.last() {
                        assert!(axis.input_of(output, last) < axis.input);
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_window_is_refused() {
        let refused = |sizes, padding| axis(padding, sizes).unwrap_err();
        assert_eq!(refused([4, 2, 0, 1], Padding::Same), "Stride must be > 0, but got 0");
        assert_eq!(refused([4, 2, 1, -3], Padding::Same), "Dilation must be > 0, but got -3");
        let negative = "Computed output size would be negative: -2 (input_size: 1, filter_size: 2, \
                        stride: 1, dilation: 3)";
        assert_eq!(refused([1, 2, 1, 3], Padding::Valid), negative);
        for sides in [[-1, 2], [1, -2], [i64::MAX, 1], [i64::MAX, i64::MAX]] {
            assert!(refused([4, 2, 1, 1], Padding::Explicit(sides)).starts_with("padding of"));
        }
        let large = "a window of 3 places, 9223372036854775807 apart, is too large";
        assert_eq!(refused([4, 3, 1, i64::MAX], Padding::Same), large);
    }
}
