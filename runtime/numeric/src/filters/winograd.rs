//! Convolutions by Winograd's minimal filtering: S. Winograd, "Arithmetic Complexity of Computations" (1980), as A. Lavin
//! and S. Gray use it for images, "Fast Algorithms for Convolutional Neural Networks" (2015).
//!
//! Tiles of pixels are transformed, each of their points is a product of channels and filters, and the sums of these are
//! transformed back. A [tile of registers](crate::tile) computes the products, for some tiles at a time, whose numbers
//! stay in the second cache.

#[cfg(test)]
mod tests;
mod transform;
mod work;

use super::convolve::{Images, Operands};
use super::{Filters, PANEL};
use crate::blocks::{Blocks, CHANNELS};
use crate::images::Slide;
use crate::instructions::InstructionSet;
use crate::parts::{ACROSS, Cut, Cuts, each_part};
use crate::tile::{self, PIXELS};
use crate::workers::{self, Ended, Watch, Workers, shares};
use crate::{Arithmetic, Float};
use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};
use transform::{Algorithm, Four, Two};
use work::{Convolution, Memory, Task, Work};

/// The algorithms, the best first: the sums of a tile along each side, and the least output.
const ALGORITHMS: [(usize, usize); 2] = [(4, 28), (2, 7)];

/// The elements of a filter along each side.
const TAPS: usize = 3;

/// The least channels of images and of outputs.
const LEAST_CHANNELS: usize = 32;

/// Numbers that stay near: most of the second cache of 1 MiB.
const NEAR: usize = 200 << 10;

/// The most tiles at a time.
const MOST_TILES: usize = 56;

/// Threads for which there is memory to compute as many tiles at a time as one does.
const AT_ONCE: usize = 4;

/// The most threads.
const MOST_THREADS: usize = 32;

/// The panels from which on these are divided between threads, and tiles are not.
const MANY_PANELS: usize = 8;

/// A convolution by an algorithm of Winograd: F(2,3) has tiles of 2 by 2 outputs, F(4,3) of 4 by 4. Results are near those
/// of [`Filters::convolve`], and have bits of their own, the same everywhere.
///
/// Filters are transformed in `f64` and rounded once. The rest is in the type of the numbers: a tile, which is zero
/// beyond the padding, is transformed down its columns, then along its rows; each point's product is one chain of fused
/// multiplications and additions over the channels, from zero; and the sums are transformed as the tiles were. To these
/// the bias is added, then the residual, and then comes the activation. Outputs whose windows have a number that is
/// infinite or NaN are one of these, not always the same as with `convolve`; with F(4,3), so may be all outputs of the
/// tiles that have it.
///
/// ```
/// use tfrt_numeric::{Activation, Filters, Images, InstructionSet, Operands, Slide, ThisThread};
///
/// let side = Slide { input: 7, output: 7, window: 3, before: 1, after: 1, ..Slide::NONE };
/// let filters = Filters { groups: 1, inputs: 32, outputs: 32, slides: [Slide::NONE, side, side] };
/// let winograd = filters.winograd(4).ok_or("it is large enough")?;
/// assert_eq!(winograd.outputs(), 2); // F(4,3) is for outputs of at least 28 by 28
///
/// let (mut packed, mut laid) = (vec![0.0; winograd.packed()], vec![0.0; filters.laid_out(1)]);
/// winograd.pack(&ThisThread, &[0.5; 32 * 32 * 9], &mut packed).map_err(|_| "it is wanted")?;
/// filters.lay_out(&ThisThread, &[1.0; 32 * 49], &mut laid).map_err(|_| "it is wanted")?;
/// let operands = Operands {
///     images: Images::LaidOut(&laid),
///     packed: &packed,
///     bias: None,
///     residual: None,
///     activation: Activation::None,
/// };
/// let blocks = filters.output(1, [0; 3]);
/// let (mut output, mut scratch) = (vec![0.0_f32; blocks.len()], vec![0.0; winograd.scratch()]);
/// let set = InstructionSet::chosen();
/// let done = winograd.convolve(&ThisThread, set, &operands, &mut scratch, (&blocks, &mut output));
/// done.map_err(|_| "it is wanted")?;
/// assert_eq!([output[0], output[8 * 16]], [4.0 * 16.0, 9.0 * 16.0]); // a corner, and a pixel inside
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Winograd {
    filters: Filters,
    /// Of a tile along each side.
    outputs: usize,
}

impl Filters {
    /// The algorithm of Winograd, with tiles of at most so many outputs along each side, for which the convolution's
    /// shape is large enough: F(2,3) if it slides windows of 3 by 3 by single steps over images of one group and has at
    /// least 32 channels, 32 filters, and outputs of at least 7 by 7; F(4,3) if these are at least 28 by 28. The number
    /// of images makes no difference.
    #[must_use]
    pub fn winograd(&self, most: usize) -> Option<Winograd> {
        let [depth, height, width] = self.slides;
        let fits = |slide: Slide| slide.window == TAPS && slide.stride == 1 && slide.dilation == 1;
        let channels = self.inputs.min(self.outputs);
        if depth != Slide::NONE
            || !fits(height)
            || !fits(width)
            || self.groups != 1
            || channels < LEAST_CHANNELS
        {
            return None;
        }
        let size = height.output.min(width.output);
        let (outputs, _) =
            ALGORITHMS.into_iter().find(|&(outputs, least)| outputs <= most && size >= least)?;
        Some(Winograd { filters: *self, outputs })
    }
}

impl Winograd {
    /// The outputs of a tile along each side: 2 or 4.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The points of a tile.
    fn points(&self) -> usize {
        (self.outputs + TAPS - 1).pow(2)
    }

    /// The weights of a panel.
    fn panel_size(&self) -> usize {
        self.points().saturating_mul(self.filters.inputs).saturating_mul(PANEL)
    }

    /// The number of packed weights.
    #[must_use]
    pub fn packed(&self) -> usize {
        self.filters.panels().saturating_mul(self.panel_size())
    }

    /// The numbers of the points of a tile of an image.
    fn of_tile(&self) -> usize {
        self.points().saturating_mul(self.filters.blocks()).saturating_mul(CHANNELS)
    }

    /// The numbers of the points of so many tiles, and their products by a panel.
    fn of_tiles(&self, tiles: usize) -> [usize; 2] {
        let blocks = [self.filters.blocks(), PANEL / CHANNELS];
        blocks.map(|blocks| self.points().saturating_mul(apart(blocks, tiles)))
    }

    /// Tiles along the height and the width.
    fn tiles(&self) -> [usize; 2] {
        let [_, height, width] = self.filters.slides;
        [height, width].map(|slide| slide.output.div_ceil(self.outputs))
    }

    /// Tiles whose numbers stay near.
    fn together(&self) -> usize {
        let [rows, columns] = self.tiles();
        (NEAR / self.of_tile()).clamp(PIXELS, MOST_TILES).min(rows.saturating_mul(columns))
    }

    /// How many numbers it needs besides, of which nothing is known before or behind.
    #[must_use]
    pub fn scratch(&self) -> usize {
        let [numbers, products] = self.of_tiles(self.together());
        numbers.saturating_add(products).saturating_mul(AT_ONCE)
    }

    /// Transforms the weights of filters `[M, C, 3, 3]`, and puts those of neighbouring filters side by side.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// `packed` has not the [length](Self::packed) that it must have, or `weights` have too few elements.
    pub fn pack<T: Arithmetic + Float + Send + Sync>(
        &self,
        workers: &dyn Workers,
        weights: &[T],
        packed: &mut [T],
    ) -> Result<(), Ended> {
        match self.outputs {
            2 => self.pack_by::<T, Two, 4, 2>(workers, weights, packed),
            _ => self.pack_by::<T, Four, 6, 4>(workers, weights, packed),
        }
    }

    fn pack_by<
        T: Arithmetic + Float + Send + Sync,
        A: Algorithm<POINTS, OUTPUTS>,
        const POINTS: usize,
        const OUTPUTS: usize,
    >(
        &self,
        workers: &dyn Workers,
        weights: &[T],
        packed: &mut [T],
    ) -> Result<(), Ended> {
        assert_eq!(packed.len(), self.packed(), "room for all weights");
        let Filters { inputs, outputs, .. } = self.filters;
        let (size, taps) = (self.panel_size(), TAPS * TAPS);
        let weights = &weights[..outputs * inputs * taps];
        shares(workers, packed, size, (size.saturating_mul(8), 1), &|first, packed, watch| {
            for (panel, packed) in (first..).zip(packed.chunks_exact_mut(size)) {
                packed.fill(T::ZERO);
                let filters = weights[panel * PANEL * inputs * taps..].chunks_exact(inputs * taps);
                let filters = filters.take(PANEL);
                for channel in 0..inputs {
                    for (filter, weights) in filters.clone().enumerate() {
                        let weights = &weights[channel * taps..][..taps];
                        let mut tile = [[0.0; TAPS]; POINTS];
                        for x in 0..TAPS {
                            let column = [0, 1, 2].map(|y| weights[y * TAPS + x].to_f64());
                            for (line, value) in tile.iter_mut().zip(A::filter(column)) {
                                line[x] = value;
                            }
                        }
                        for (y, line) in tile.into_iter().enumerate() {
                            for (x, value) in A::filter(line).into_iter().enumerate() {
                                let at = ((y * POINTS + x) * inputs + channel) * PANEL + filter;
                                packed[at] = T::nearest(value);
                            }
                        }
                    }
                    watch.spend(8 * POINTS * POINTS * PANEL)?;
                }
            }
            Ok(())
        })
    }

    /// Sets the [output](Filters::output), of some number of images and with some halo, by [packed](Self::pack) weights.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// A slice has not the size that this and [`scratch`](Self::scratch) say, or blocks are not such as are given and
    /// taken.
    pub fn convolve<T: Arithmetic + Send + Sync>(
        &self,
        workers: &dyn Workers,
        instructions: InstructionSet,
        operands: &Operands<'_, T>,
        scratch: &mut [T],
        (blocks, output): (&Blocks, &mut [T]),
    ) -> Result<(), Ended> {
        let how = (workers, instructions);
        match self.outputs {
            2 => self.convolve_by::<T, Two, 4, 2>(how, operands, scratch, (blocks, output)),
            _ => self.convolve_by::<T, Four, 6, 4>(how, operands, scratch, (blocks, output)),
        }
    }

    fn convolve_by<
        T: Arithmetic + Send + Sync,
        A: Algorithm<POINTS, OUTPUTS>,
        const POINTS: usize,
        const OUTPUTS: usize,
    >(
        &self,
        (workers, instructions): (&dyn Workers, InstructionSet),
        operands: &Operands<'_, T>,
        scratch: &mut [T],
        (blocks, output): (&Blocks, &mut [T]),
    ) -> Result<(), Ended> {
        let (filters, blocks) = (&self.filters, *blocks);
        assert_eq!(blocks, filters.output(blocks.images, blocks.halo), "blocks of these filters");
        assert_eq!(output.len(), blocks.len(), "room for the output");
        assert_eq!(operands.packed.len(), self.packed(), "weights of these filters");
        assert_eq!(scratch.len(), self.scratch(), "memory besides");
        if output.is_empty() {
            return Ok(());
        }
        let (source, input) = match operands.images {
            Images::LaidOut(laid) => (filters.source(None), laid),
            Images::Blocks(halo, numbers) => {
                let least = filters.halo();
                assert!(least.iter().zip(halo).all(|(&least, halo)| least <= halo), "a halo");
                (filters.source(Some(halo)), numbers)
            }
        };
        let residual = operands.residual;
        let residual = residual.map(|(halo, numbers)| (Blocks { halo, ..blocks }, numbers));
        let ([rows, columns], plane) = (self.tiles(), blocks.plane());
        let panels = filters.panels();

        let of_tile = self.points().saturating_mul(filters.inputs.saturating_mul(PANEL));
        let work = of_tile.saturating_mul(rows * columns).saturating_mul(panels * blocks.images);
        let threads = workers::threads(workers, work.saturating_mul(instructions.fused_work()));
        let threads = threads.clamp(1, MOST_THREADS);
        // The memory of each thread.
        let slot = scratch.len() / threads;
        let fits = |tiles: &usize| self.of_tiles(*tiles).iter().sum::<usize>() <= slot;
        let together = (1..=self.together()).rfind(fits).expect("it has memory for more threads");
        let mut slots = scratch.chunks_exact_mut(slot);
        let slots: [Option<&mut [T]>; MOST_THREADS] = std::array::from_fn(|_| slots.next());
        let slots = Mutex::new(slots);

        // Many panels are a part for each thread, whose weights stay near it; of few ones, there are some more parts
        // than threads, which may not be equally fast.
        let wanted = |parts: usize| if threads < 2 { 1 } else { parts.div_ceil(blocks.images) };
        let groups = if panels < MANY_PANELS { 1 } else { wanted(threads).min(panels) };
        let of_group = panels.div_ceil(groups);
        let groups = panels.div_ceil(of_group);
        let parts = if panels < MANY_PANELS { wanted(4 * threads) } else { wanted(threads) };
        let part = rows.div_ceil(parts.div_ceil(groups).min(ACROSS));
        let parts = rows.div_ceil(part);
        let of_panel = PANEL / CHANNELS;
        // What is between rows goes with those before it.
        let begin = |at: usize| match at {
            0 => 0,
            at if at == parts => plane,
            at => blocks.place(at * part * OUTPUTS * blocks.sizes[2]),
        };
        let cut = Cut {
            section: blocks.of_image(),
            lines: of_group * of_panel,
            across: Cuts::new(parts, |at| begin(at + 1)),
            down: false,
        };
        let convolution = Convolution { of: self, source, input, operands, blocks, residual };
        each_part(workers, threads, (output, plane), &cut, &|[block, at], outputs| {
            let (image, first) = (block / cut.section, block % cut.section / of_panel);
            let panels = first..panels.min(first + of_group);
            let rows = at * part..rows.min((at + 1) * part);
            let task = Task { image, panels, rows, origin: begin(at), outputs };
            let mut all = slots.lock().unwrap_or_else(PoisonError::into_inner);
            let found = all.iter_mut().find_map(Option::take);
            drop(all);
            let slot = found.expect("each thread has one task at a time");
            let (numbers, products) = slot.split_at_mut(self.of_tiles(together)[0]);
            let mut watch = Watch::of(workers);
            let algorithm = PhantomData::<A>;
            let fused_work = instructions.fused_work();
            let memory = Memory { together, numbers, products, fused_work };
            let (convolution, watch) = (&convolution, &mut watch);
            let work =
                Work::<_, A, POINTS, OUTPUTS> { convolution, task, memory, watch, algorithm };
            // Workers remember that nobody wants the result.
            let _ = tile::run(instructions, work);
            let mut all = slots.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(free) = all.iter_mut().find(|slot| slot.is_none()) {
                *free = Some(slot);
            }
        })
    }
}

/// From the numbers of a point of so many blocks of tiles to those of the next: an odd number of cache lines, since what
/// is a power of two apart would get in each other's way in the cache.
fn apart(blocks: usize, tiles: usize) -> usize {
    (blocks.saturating_mul(tiles) | 1).saturating_mul(CHANNELS)
}
