//! Sums of products in registers: the tiles that products of matrices and convolutions of models are made of.
//!
//! A tile has the sums of `W` pixels, `V` registers of neighbouring outputs each. Every sum is one chain of fused
//! multiplications and additions; which registers hold it, and how many pixels there are beside it, does not change
//! its bits. A pixel's number is read once for all outputs, a weight once for all pixels, and no sum leaves its
//! register before its chain ends: `W * V` registers and `V` more must fit into those of the processor.
#![expect(unsafe_code, reason = "a tile checks its bounds once, not at each number")]

use crate::Arithmetic;
use crate::instructions::{Body, InstructionSet};
use crate::registers::{Lanes, Register};
use std::marker::PhantomData;
use std::ops::Range;

/// The processor has the instructions of a register.
#[derive(Clone, Copy)]
pub(crate) struct Has<R>(PhantomData<R>);

/// What is computed with tiles.
pub(crate) trait Tiles<T> {
    /// What it returns.
    type Output;
    /// Computes it, with the registers of a set of instructions. `W`: the pixels of a tile of two registers each;
    /// `FEW` and `FEWER` are those of smaller ones.
    fn run<R: Register<T>, const W: usize, const FEW: usize, const FEWER: usize>(
        self,
        has: Has<R>,
    ) -> Self::Output;
}

/// The steps of a section of chains: the weights of a panel for so many stay in the second cache.
pub(crate) const SECTION: usize = 1024;

/// The most pixels of a tile.
pub(crate) const PIXELS: usize = 14;

/// Computes something with the registers of these instructions.
pub(crate) fn run<T: Arithmetic, B: Tiles<T>>(instructions: InstructionSet, tiles: B) -> B::Output {
    #[cfg(test)]
    match tests::WIDTH.get() {
        Some(16) => return tests::sixteen(tiles),
        Some(8) => return tests::eight(tiles),
        _ => {}
    }
    instructions.run(OfSet(tiles, PhantomData))
}

/// Only [`run`] has it run, by the set that the processor has.
struct OfSet<B, T>(B, PhantomData<T>);

impl<T: Arithmetic, B: Tiles<T>> Body for OfSet<B, T> {
    type Output = B::Output;

    #[inline(always)]
    fn run<const LANES: usize>(self) -> B::Output {
        match LANES {
            16 => self.0.run::<T::Avx512, PIXELS, 8, 4>(Has(PhantomData)),
            8 => self.0.run::<T::Avx2, 6, 4, 2>(Has(PhantomData)),
            _ => self.0.run::<Lanes<T, 4>, 4, 2, 2>(Has(PhantomData)),
        }
    }
}

/// The numbers that chains are made of: their steps are blocks, the places of a window in each, and the channels of
/// each place.
#[derive(Clone, Copy)]
pub(crate) struct Chains<'a, T> {
    /// The numbers of the pixels.
    input: &'a [T],
    /// From a pixel's place to that of a block: how many, and the distance.
    blocks: [usize; 2],
    /// From there to the places of the window.
    window: &'a [usize],
    /// The numbers at each, which are neighbours.
    channels: usize,
    /// The steps at each place: one for each channel, or one for all.
    of_place: usize,
    /// The weights of each step.
    weights: &'a [T],
    /// The distance from those of a step to those of the next.
    stride: usize,
    /// What is read after them: it is brought near meanwhile.
    ahead: &'a [T],
    /// The numbers from a pixel's place on that are read.
    reach: usize,
}

impl<'a, T> Chains<'a, T> {
    /// Chains of so many blocks, at a distance, of the places of a window, of so many channels. The weights of each
    /// step are so far apart.
    pub(crate) fn new(
        input: &'a [T],
        blocks: [usize; 2],
        window: &'a [usize],
        channels: usize,
        (weights, stride): (&'a [T], usize),
    ) -> Self {
        let of_place = channels;
        let (reach, ahead) = (0, &[][..]);
        let chains =
            Self { input, blocks, window, channels, of_place, weights, stride, ahead, reach };
        Self { reach: chains.reach(), ..chains }
    }

    /// They bring this near.
    #[inline(always)]
    pub(crate) fn ahead(&self, ahead: &'a [T]) -> Self {
        Self { ahead, ..*self }
    }

    /// Those of which some of so many tiles bring their share of what all do.
    #[inline(always)]
    pub(crate) fn share(&self, tiles: Range<usize>, all: usize) -> Self {
        let [start, end] = [tiles.start, tiles.end].map(|at| self.ahead.len() * at / all);
        self.ahead(&self.ahead[start..end])
    }

    /// Chains of the places of a window, for so many neighbouring channels with weights of their own.
    pub(crate) fn by_depth(
        input: &'a [T],
        window: &'a [usize],
        channels: usize,
        weights: (&'a [T], usize),
    ) -> Self {
        Self { of_place: 1, ..Self::new(input, [1, 0], window, channels, weights) }
    }

    /// Parts of the chains, in their order: at least one, which may be empty. Each brings near as many weights as it has,
    /// from those behind its own.
    #[inline(always)]
    pub(crate) fn sections(self) -> impl Iterator<Item = Self> {
        let Self { input, blocks: [blocks, apart], window, .. } = self;
        let of_block = window.len().saturating_mul(self.of_place).max(1);
        // So many blocks, or so many places of the window in one.
        let together = (SECTION / of_block).clamp(1, blocks.max(1));
        let places =
            if together > 1 { window.len() } else { SECTION.div_ceil(self.of_place.max(1)) };
        let places = places.clamp(1, window.len().max(1));
        let of_blocks = window.len().div_ceil(places);
        (0..(blocks.div_ceil(together) * of_blocks).max(1)).map(move |index| {
            let (block, place) = (index / of_blocks * together, index % of_blocks * places);
            let step = block * of_block + place * self.of_place;
            let section = Self {
                input: &input[block * apart..],
                blocks: [together.min(blocks - block), apart],
                window: &window[place..window.len().min(place + places)],
                weights: &self.weights[step * self.stride..],
                ..self
            };
            let own = section.steps().saturating_mul(self.stride);
            let ahead = section.weights.get(own..).unwrap_or_default();
            let ahead = &ahead[..own.min(ahead.len())];
            Self { reach: section.reach(), ahead, ..section }
        })
    }

    /// The numbers from a pixel's place on that are read.
    fn reach(&self) -> usize {
        let far = self.window.iter().max().copied().unwrap_or(0);
        let blocks = self.blocks[0].saturating_sub(1).saturating_mul(self.blocks[1]);
        blocks.saturating_add(far).saturating_add(self.channels)
    }

    /// The steps of a chain.
    pub(crate) fn steps(&self) -> usize {
        self.blocks[0].saturating_mul(self.window.len()).saturating_mul(self.of_place)
    }
}

/// Memory that is brought near step by step.
struct Ahead {
    /// The next line of the cache.
    next: *const u8,
    /// How many at a step.
    lines: usize,
}

impl Ahead {
    /// In so many steps.
    #[inline(always)]
    fn of<T>(numbers: &[T], steps: usize) -> Self {
        let lines = size_of_val(numbers).div_ceil(LINE);
        Self { next: numbers.as_ptr().cast(), lines: lines.div_ceil(steps.max(1)) }
    }

    /// The next step.
    #[inline(always)]
    fn step(&mut self) {
        for _ in 0..self.lines {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: every x86-64 has the instruction, which reads nothing and takes any address.
            unsafe {
                use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
                _mm_prefetch::<_MM_HINT_T1>(self.next.cast());
            }
            self.next = self.next.wrapping_add(LINE);
        }
    }
}

/// The bytes of a line of the cache.
const LINE: usize = 64;

/// The greatest of the places of pixels.
#[inline(always)]
fn last_place<const W: usize, const STEP: usize>(places: &[usize; W]) -> usize {
    if STEP > 0 {
        places[0].saturating_add((W - 1) * STEP)
    } else {
        places.iter().max().copied().unwrap_or(0)
    }
}

/// Where the sums of a tile are when they are in no registers. Only [`tile`] and [`depth_tile`] have them there, and hand
/// them on by this: all loops over them have constant lengths, so the compiler unrolls them, and none is in memory
/// before its chain ends.
pub(crate) trait Memory<T, R, const W: usize, const V: usize> {
    /// Those of each pixel.
    fn load(&self, has: Has<R>) -> [[R; V]; W];
    /// Writes them.
    fn store(&mut self, has: Has<R>, sums: &[[R; V]; W]);
}

/// The sums of a tile, those of a pixel side by side.
#[repr(C, align(64))]
pub(crate) struct Sums<T>([T; PIXELS * WIDE]);

/// The most sums of a pixel, if there are as many pixels as a tile can have.
const WIDE: usize = 32;

impl<T: Arithmetic> Sums<T> {
    pub(crate) fn new() -> Self {
        Self([T::ZERO; PIXELS * WIDE])
    }

    /// Those of a pixel, in a tile of `V` registers.
    #[inline(always)]
    pub(crate) fn of<R: Register<T>, const V: usize>(&mut self, pixel: usize) -> &mut [T] {
        &mut self.0[pixel * V * R::LANES..][..V * R::LANES]
    }
}

impl<T: Arithmetic, R: Register<T>, const W: usize, const V: usize> Memory<T, R, W, V> for Sums<T> {
    #[inline(always)]
    fn load(&self, _: Has<R>) -> [[R; V]; W] {
        const { assert!(W * V * R::LANES <= PIXELS * WIDE, "a tile has its sums here") };
        // SAFETY: there are as many, and the processor has the instructions.
        unsafe {
            let mut sums = [[R::all(T::ZERO); V]; W];
            for (x, sums) in sums.iter_mut().enumerate() {
                for (index, sum) in sums.iter_mut().enumerate() {
                    *sum = R::load(self.0.as_ptr().add((x * V + index) * R::LANES));
                }
            }
            sums
        }
    }

    #[inline(always)]
    fn store(&mut self, _: Has<R>, sums: &[[R; V]; W]) {
        const { assert!(W * V * R::LANES <= PIXELS * WIDE, "a tile has its sums here") };
        for (x, sums) in sums.iter().enumerate() {
            for (index, sum) in sums.iter().enumerate() {
                // SAFETY: there is room, and the processor has the instructions.
                unsafe { sum.store(self.0.as_mut_ptr().add((x * V + index) * R::LANES)) };
            }
        }
    }
}

/// The sums with which chains begin, the same for each pixel, or those that are in memory.
#[inline(always)]
fn begin<T: Arithmetic, R: Register<T>, const W: usize, const V: usize>(
    has: Has<R>,
    start: Option<&[T]>,
    memory: &impl Memory<T, R, W, V>,
) -> [[R; V]; W] {
    match start {
        Some(start) => [read::<T, R, V>(has, start); W],
        None => memory.load(has),
    }
}

/// Continues the chains of pixels whose numbers begin at these places, for the outputs from the given one on: those
/// that are in `memory`, or those that begin with `start`. Then they are there.
/// With a `STEP` that is not 0, each pixel's place is so far behind the one before, and only the first is read.
///
/// # Panics
/// The numbers or the weights are not there.
#[inline(always)]
pub(crate) fn tile<T, R, const W: usize, const V: usize, const STEP: usize>(
    has: Has<R>,
    chains: &Chains<'_, T>,
    places: &[usize; W],
    output: usize,
    (start, memory): (Option<&[T]>, &mut impl Memory<T, R, W, V>),
) where
    T: Arithmetic,
    R: Register<T>,
{
    let Chains { input, blocks, window, channels, weights, stride, ahead, reach, .. } = *chains;
    let steps = blocks[0].saturating_mul(window.len()).saturating_mul(channels);
    if steps == 0 {
        let sums = begin(has, start, memory);
        return memory.store(has, &sums);
    }
    let last = last_place::<W, STEP>(places);
    assert!(last.saturating_add(reach) <= input.len(), "the pixels are in the input");
    let needed = (steps - 1).saturating_mul(stride);
    let needed = needed.saturating_add(output).saturating_add(V * R::LANES);
    assert!(needed <= weights.len(), "each step has weights");
    let mut ahead = Ahead::of(ahead, blocks[0] * window.len());
    let mut sums = begin(has, start, memory);
    // SAFETY: the greatest place of a pixel, a block and a window has `channels` numbers behind it, and the last step
    // has the weights of these outputs: that was asked above. The processor has the
    // instructions.
    unsafe {
        let mut weights = weights.as_ptr().add(output);
        for block in 0..blocks[0] {
            for &place in window {
                let from = input.as_ptr().add(block * blocks[1] + place);
                let first = from.add(places[0]);
                ahead.step();
                for channel in 0..channels {
                    let mut registers = [R::all(T::ZERO); V];
                    for (index, register) in registers.iter_mut().enumerate() {
                        *register = R::load(weights.add(index * R::LANES));
                    }
                    for x in 0..W {
                        let pixel =
                            if STEP > 0 { first.add(x * STEP) } else { from.add(places[x]) };
                        let number = R::all(pixel.add(channel).read());
                        for (sum, &weights) in sums[x].iter_mut().zip(&registers) {
                            *sum = sum.fused(weights, number);
                        }
                    }
                    weights = weights.wrapping_add(stride);
                }
            }
        }
    }
    memory.store(has, &sums);
}

/// The same of filters that have a channel each: registers of neighbouring channels for each pixel.
///
/// # Panics
/// The numbers or the weights are not there.
#[inline(always)]
pub(crate) fn depth_tile<T, R, const W: usize, const V: usize, const STEP: usize>(
    has: Has<R>,
    chains: &Chains<'_, T>,
    places: &[usize; W],
    channel: usize,
    (start, memory): (Option<&[T]>, &mut impl Memory<T, R, W, V>),
) where
    T: Arithmetic,
    R: Register<T>,
{
    let Chains { input, window, weights, stride, reach, .. } = *chains;
    if window.is_empty() {
        let sums = begin(has, start, memory);
        return memory.store(has, &sums);
    }
    let last = last_place::<W, STEP>(places);
    let end = channel.saturating_add(V * R::LANES);
    assert!(end <= chains.channels, "the channels are in a block");
    assert!(last.saturating_add(reach) <= input.len(), "the pixels are in the input");
    let needed = (window.len() - 1).saturating_mul(stride).saturating_add(end);
    assert!(needed <= weights.len(), "each place has weights");
    let mut sums = begin(has, start, memory);
    // SAFETY: the greatest place of a pixel and of the window has all channels of the block behind it, and the last
    // place of the window has the weights of these channels: that was asked above. The processor has the
    // instructions.
    unsafe {
        for (index, &place) in window.iter().enumerate() {
            let weights = weights.as_ptr().add(index * stride + channel);
            let from = input.as_ptr().add(place + channel);
            let first = from.add(places[0]);
            for x in 0..W {
                let pixel = if STEP > 0 { first.add(x * STEP) } else { from.add(places[x]) };
                for (at, sum) in sums[x].iter_mut().enumerate() {
                    let weights = R::load(weights.add(at * R::LANES));
                    *sum = sum.fused(weights, R::load(pixel.add(at * R::LANES)));
                }
            }
        }
    }
    memory.store(has, &sums);
}

/// What becomes of a sum when its chain has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Activation<T> {
    /// It stays.
    None,
    /// [`Arithmetic::relu`].
    Relu,
    /// The greatest of it and the first bound, and of that and the second the least, as [`Extremes`](crate::Extremes)
    /// have it. The bounds are numbers, the first is not -0, and the second is not 0.
    Clip(T, T),
}

impl<T: Arithmetic> Activation<T> {
    /// Of some numbers.
    #[inline(always)]
    pub(crate) fn of<R: Register<T>, const V: usize, const W: usize>(
        self,
        _: Has<R>,
        numbers: &mut [[R; V]; W],
    ) {
        // Loops, not iterators with closures: those are functions without the processor's instructions.
        // SAFETY: the processor has the instructions.
        unsafe {
            match self {
                Self::None => {}
                Self::Relu => {
                    let zero = R::all(T::ZERO);
                    for number in numbers.as_flattened_mut() {
                        *number = number.at_least(zero);
                    }
                }
                Self::Clip(least, greatest) => {
                    // Of -0 and a bound of 0, the bound is the greatest: their sum.
                    let is_zero = least == T::ZERO;
                    let (one, zero) = (R::all(T::ONE), R::all(T::ZERO));
                    let (least, greatest) = (R::all(least), R::all(greatest));
                    for number in numbers.as_flattened_mut() {
                        *number = number.at_least(least);
                        if is_zero {
                            *number = number.fused(one, zero);
                        }
                        *number = number.at_most(greatest);
                    }
                }
            }
        }
    }
}

/// The sums of the registers' numbers.
#[inline(always)]
pub(crate) fn plus<T: Arithmetic, R: Register<T>, const V: usize>(
    _: Has<R>,
    a: [R; V],
    b: [R; V],
) -> [R; V] {
    let mut sums = a;
    for (sum, &b) in sums.iter_mut().zip(&b) {
        // SAFETY: the processor has the instructions.
        *sum = unsafe { sum.fused(R::all(T::ONE), b) };
    }
    sums
}

/// The registers' numbers of consecutive outputs, from the first of a slice on.
///
/// # Panics
/// There are fewer.
#[inline(always)]
pub(crate) fn read<T, R: Register<T>, const V: usize>(_: Has<R>, from: &[T]) -> [R; V] {
    assert!(V * R::LANES <= from.len(), "a number for each place");
    // SAFETY: there are as many, and the processor has the instructions.
    unsafe {
        let mut registers = [R::load(from.as_ptr()); V];
        for (index, register) in registers.iter_mut().enumerate() {
            *register = R::load(from.as_ptr().add(index * R::LANES));
        }
        registers
    }
}

/// Writes them.
///
/// # Panics
/// There is less room.
#[inline(always)]
pub(crate) fn write<T, R: Register<T>, const V: usize>(_: Has<R>, registers: [R; V], to: &mut [T]) {
    assert!(V * R::LANES <= to.len(), "room for each number");
    for (index, register) in registers.iter().enumerate() {
        // SAFETY: there is room, and the processor has the instructions.
        unsafe { register.store(to.as_mut_ptr().add(index * R::LANES)) };
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::cell::Cell;

    /// As registers of 16 numbers have it. Apart, as without optimisation all tiles have their own part of the stack.
    #[inline(never)]
    pub(super) fn sixteen<T: Arithmetic, B: Tiles<T>>(tiles: B) -> B::Output {
        tiles.run::<Lanes<T, 16>, PIXELS, 8, 4>(Has(PhantomData))
    }

    /// As those of 8 have it.
    #[inline(never)]
    pub(super) fn eight<T: Arithmetic, B: Tiles<T>>(tiles: B) -> B::Output {
        tiles.run::<Lanes<T, 8>, 6, 4, 2>(Has(PhantomData))
    }

    thread_local! {
        /// Tests compute with tiles as wide as those of other sets, in registers that every processor has.
        pub(crate) static WIDTH: Cell<Option<usize>> = const { Cell::new(None) };
    }

    /// Calls a function once for each width, and once as it is.
    pub(crate) fn for_each_width(mut call: impl FnMut()) {
        for width in [Some(8), Some(16), None] {
            WIDTH.set(width);
            call();
        }
    }
}
