//! The greatest elements of windows of images.

use crate::window::Axis;
use crate::workers::{Ended, Workers, rows};

/// Windows of NHWC images: each output element is made of those of one channel.
///
/// ```
/// use tfrt_numeric::{Maxima, ThisThread, axes};
/// let [rows, columns] = axes([1, 4], [1, 2], "valid", &[1, 2])?;
/// let windows = Maxima { rows, columns, channels: 1 };
/// let mut output = [0; 2];
/// windows.find(&ThisThread, &[1, 5, 4, 3], &mut output, i32::MIN, |a, b| a > b).unwrap();
/// assert_eq!(output, [5, 4]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Maxima {
    /// The window's rows.
    pub rows: Axis,
    /// The window's columns.
    pub columns: Axis,
    /// The number of channels.
    pub channels: usize,
}

impl Maxima {
    /// Sets each output element to the maximum of `start` and the places of its window, row by row,
    /// of which each replaces the maximum so far if it is `greater`. Places in the padding are
    /// ignored.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// `input` has fewer elements than the sizes say.
    pub fn find<T: Copy + Send + Sync>(
        &self,
        workers: &dyn Workers,
        input: &[T],
        output: &mut [T],
        start: T,
        greater: impl Fn(T, T) -> bool + Sync,
    ) -> Result<(), Ended> {
        let Self { rows: down, columns, channels } = *self;
        let work = down.window.saturating_mul(columns.window).saturating_mul(channels);
        rows(workers, output, channels, work, &|first, pixels| {
            for (pixel, maxima) in (first..).zip(pixels.chunks_exact_mut(channels)) {
                let (row, column) = (pixel / columns.output, pixel % columns.output);
                let (image, row) = (row / down.output, row % down.output);
                maxima.fill(start);
                if input.is_empty() {
                    continue;
                }
                for tap_row in down.taps(row) {
                    let from = image * down.input + down.input_of(row, tap_row);
                    for tap in columns.taps(column) {
                        let from = from * columns.input + columns.input_of(column, tap);
                        let values = &input[from * channels..][..channels];
                        for (maximum, &value) in maxima.iter_mut().zip(values) {
                            if greater(value, *maximum) {
                                *maximum = value;
                            }
                        }
                    }
                }
            }
        })
    }
}
