//! Images whose channels lie side by side, in blocks.

use crate::Arithmetic;
use crate::parts::{Cut, Cuts, each_part};
use crate::workers::{self, Ended, Watch, Workers};
use std::ops::Range;

/// Channels of a block.
pub(crate) const CHANNELS: usize = 16;

/// The most pixels of a part of a row.
const ROW: usize = 1 << 10;

/// Images `[N, C, …]` of one to three dimensions more in blocks of 16 channels: `[N, C / 16, …, 16]`, with a halo of
/// zeros around the places of each block. Channels beyond `C` are zeros. Windows that reach into the padding of an
/// image find it in the halo.
///
/// ```
/// use tfrt_numeric::{Blocks, ThisThread};
///
/// let blocks = Blocks { images: 1, channels: 2, sizes: [1, 1, 3], halo: [0, 0, 1] };
/// let (mut laid, mut rows) = (vec![0.0; blocks.len()], [0.0; 6]);
/// // The first pixel is behind the halo.
/// (laid[16], laid[17]) = (0.5, 1.5);
/// blocks.take(&ThisThread, &laid, &mut rows)?;
/// assert_eq!((laid.len(), rows), (5 * 16, [0.5, 0.0, 0.0, 1.5, 0.0, 0.0]));
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The number of images.
    pub images: usize,
    /// Channels of each.
    pub channels: usize,
    /// The sizes of the other dimensions, which are the last of three.
    pub sizes: [usize; 3],
    /// The zeros before and behind each of these.
    pub halo: [usize; 3],
}

impl Blocks {
    /// The number of all numbers, or more than there is memory for.
    #[must_use]
    pub fn len(&self) -> usize {
        self.images.saturating_mul(self.of_image()).saturating_mul(self.plane())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The blocks of an image.
    pub(crate) fn of_image(&self) -> usize {
        self.channels.div_ceil(CHANNELS)
    }

    /// The numbers of a block.
    pub(crate) fn plane(&self) -> usize {
        self.padded().into_iter().fold(CHANNELS, usize::saturating_mul)
    }

    /// The pixels of a channel.
    pub(crate) fn pixels(&self) -> usize {
        self.sizes.into_iter().fold(1, usize::saturating_mul)
    }

    /// The sizes with the halo.
    pub(crate) fn padded(&self) -> [usize; 3] {
        let [d, h, w] =
            [0, 1, 2].map(|at| self.sizes[at].saturating_add(self.halo[at].saturating_mul(2)));
        [d, h, w]
    }

    /// Where in a block a row of pixels begins, counted over the first two dimensions.
    pub(crate) fn row(&self, row: usize) -> usize {
        let [_, height, width] = self.padded();
        let [d, h] = [row / self.sizes[1] + self.halo[0], row % self.sizes[1] + self.halo[1]];
        ((d * height + h) * width + self.halo[2]) * CHANNELS
    }

    /// Where in a block a pixel is.
    pub(crate) fn place(&self, pixel: usize) -> usize {
        self.row(pixel / self.sizes[2]) + pixel % self.sizes[2] * CHANNELS
    }

    /// Where the parts of rows are that some pixels make up, each of which is not long.
    pub(crate) fn rows(self, pixels: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let (width, mut first) = (self.sizes[2], pixels.start);
        std::iter::from_fn(move || {
            let left = pixels.end.checked_sub(first).filter(|left| *left > 0)?;
            let count = left.min(width - first % width).min(ROW);
            let start = self.place(first);
            first += count;
            Some(start..start + count * CHANNELS)
        })
    }

    /// Sets what is around some pixels of a block to zeros, and what is beyond so many channels. The part of the block
    /// begins at that number.
    pub(crate) fn clear<T: Arithmetic>(
        self,
        pixels: Range<usize>,
        origin: usize,
        channels: usize,
        part: &mut [T],
    ) {
        let mut end = 0;
        for row in self.rows(pixels) {
            let row = row.start - origin..row.end - origin;
            part[end..row.start].fill(T::ZERO);
            end = row.end;
            if channels < CHANNELS {
                for pixel in part[row].chunks_exact_mut(CHANNELS) {
                    pixel[channels..].fill(T::ZERO);
                }
            }
        }
        part[end..].fill(T::ZERO);
    }

    /// Sets `rows` to the images `[N, C, …]`.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// `blocks` have not the [length](Self::len) that they must have.
    pub fn take<T: Arithmetic + Send + Sync>(
        &self,
        workers: &dyn Workers,
        blocks: &[T],
        rows: &mut [T],
    ) -> Result<(), Ended> {
        assert_eq!(blocks.len(), self.len(), "all blocks");
        let (channels, plane, pixels) = (self.channels, self.plane(), self.pixels());
        if channels == 0 || pixels == 0 {
            return Ok(());
        }
        // All channels of a block, so that each line of it is read once.
        let across = Cuts::new(1, |_| pixels);
        let cut = Cut { section: channels, lines: CHANNELS, across, down: false };
        let threads = workers::threads(workers, blocks.len());
        each_part(workers, threads, (rows, pixels), &cut, &|[first, _], mut rows| {
            let block = first / channels * self.of_image() + first % channels / CHANNELS;
            let block = &blocks[block * plane..][..plane];
            let (mut pixel, mut watch) = (0, Watch::of(workers));
            for range in self.rows(0..pixels) {
                let row = &block[range];
                let length = row.len() / CHANNELS;
                for channel in 0..rows.count() {
                    let to = &mut rows.line(channel)[pixel..][..length];
                    for (to, from) in to.iter_mut().zip(row.chunks_exact(CHANNELS)) {
                        *to = from[channel];
                    }
                }
                pixel += length;
                // Workers remember that nobody wants the result.
                if watch.spend(4 * row.len()).is_err() {
                    return;
                }
            }
        })
    }
}
