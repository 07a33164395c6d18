//! Where the sums of a tile go from their registers.
#![expect(unsafe_code, reason = "the places of a tile are checked once, not at each register")]

use crate::Arithmetic;
use crate::parts::Lines;
use crate::registers::Register;
use crate::tile::{Activation, Has, Memory};
use std::marker::PhantomData;

/// The places of the sums of a tile in an output, which are this value's alone: `V` registers of each of `W` pixels, of
/// which some may be the same pixel. What is added to sums, and becomes of them, they have before they are written.
pub(crate) struct Outputs<'a, T, const W: usize, const V: usize> {
    /// Where the registers of a pixel are whose place is 0. At each place are as many numbers as a register has.
    registers: [*mut T; V],
    places: [usize; W],
    /// What is added to each pixel: as many numbers as its registers have.
    bias: Option<&'a [T]>,
    /// What is added then: where it is, as above.
    added: Option<([*const T; V], [usize; W])>,
    /// What becomes of the sums then.
    activation: Activation<T>,
    slices: PhantomData<&'a mut [T]>,
}

impl<'a, T: Arithmetic, const W: usize, const V: usize> Outputs<'a, T, W, V> {
    fn new(registers: [*mut T; V], places: [usize; W]) -> Self {
        let (activation, slices) = (Activation::None, PhantomData);
        Self { registers, places, bias: None, added: None, activation, slices }
    }

    /// Those of pixels at these places, with registers that are each so far behind the start of one of the slices; those
    /// of a slice are neighbours.
    ///
    /// # Panics
    /// There are none.
    #[inline(always)]
    pub(crate) fn in_slices<R: Register<T>>(
        _: Has<R>,
        slices: &'a mut [&mut [T]],
        registers: [[usize; 2]; V],
        places: [usize; W],
    ) -> Self {
        let last = greatest(&places);
        let (mut found, mut start) = ([std::ptr::null_mut(); V], std::ptr::null_mut());
        for index in 0..V {
            let [slice, at] = registers[index];
            // The last place is there: without sums of places, which might overflow.
            let _ = &slices[slice][at..][last..][..R::LANES];
            // One pointer to each slice: a second one would take the place of the first.
            if index == 0 || registers[index - 1][0] != slice {
                start = slices[slice].as_mut_ptr();
            }
            found[index] = start.wrapping_add(at);
        }
        Self::new(found, places)
    }

    /// Those of neighbouring lines from the given one on, at most `count`, and of neighbouring registers from a column
    /// on.
    ///
    /// # Panics
    /// There are none.
    #[inline(always)]
    pub(crate) fn in_lines<R: Register<T>>(
        _: Has<R>,
        lines: &'a mut Lines<'_, T>,
        [line, count]: [usize; 2],
        column: usize,
    ) -> Self {
        let (last, apart) = (count.min(W) - 1, lines.apart());
        let first = lines.places(line..line + last + 1, column..column + V * R::LANES);
        let mut registers = [first; V];
        for (index, register) in registers.iter_mut().enumerate() {
            *register = first.wrapping_add(index * R::LANES);
        }
        let mut places = [0; W];
        for (x, place) in places.iter_mut().enumerate() {
            *place = x.min(last) * apart;
        }
        Self::new(registers, places)
    }

    /// This is added to each pixel.
    ///
    /// # Panics
    /// It has fewer numbers than registers have.
    #[inline(always)]
    pub(crate) fn bias<R: Register<T>>(&mut self, _: Has<R>, bias: &'a [T]) {
        self.bias = Some(&bias[..V * R::LANES]);
    }

    /// The numbers of these slices are added to the registers, of pixels at these places.
    ///
    /// # Panics
    /// There are none.
    #[inline(always)]
    pub(crate) fn add<R: Register<T>>(
        &mut self,
        _: Has<R>,
        slices: [&'a [T]; V],
        places: [usize; W],
    ) {
        let last = greatest(&places);
        let mut registers = [std::ptr::null(); V];
        for (register, slice) in registers.iter_mut().zip(slices) {
            let _ = &slice[last..][..R::LANES];
            *register = slice.as_ptr();
        }
        self.added = Some((registers, places));
    }

    /// What becomes of the sums.
    #[inline(always)]
    pub(crate) fn then(&mut self, activation: Activation<T>) {
        self.activation = activation;
    }
}

#[inline(always)]
fn greatest<const W: usize>(places: &[usize; W]) -> usize {
    places.iter().max().copied().unwrap_or(0)
}

impl<T: Arithmetic, R: Register<T>, const W: usize, const V: usize> Memory<T, R, W, V>
    for Outputs<'_, T, W, V>
{
    #[inline(always)]
    fn load(&self, _: Has<R>) -> [[R; V]; W] {
        // SAFETY: the numbers are there, as was asked when this was made, and the processor has the instructions.
        unsafe {
            let mut sums = [[R::all(T::ZERO); V]; W];
            for (sums, &place) in sums.iter_mut().zip(&self.places) {
                for (sum, register) in sums.iter_mut().zip(&self.registers) {
                    *sum = R::load(register.add(place));
                }
            }
            sums
        }
    }

    #[inline(always)]
    fn store(&mut self, has: Has<R>, sums: &[[R; V]; W]) {
        let mut sums = *sums;
        // SAFETY: the numbers and the room are there, as was asked when this was made, and the processor has the
        // instructions.
        unsafe {
            let one = R::all(T::ONE);
            if let Some(bias) = self.bias {
                for index in 0..V {
                    let bias = R::load(bias.as_ptr().add(index * R::LANES));
                    for sums in &mut sums {
                        sums[index] = sums[index].fused(one, bias);
                    }
                }
            }
            if let Some((registers, places)) = &self.added {
                for (sums, &place) in sums.iter_mut().zip(places) {
                    for (sum, register) in sums.iter_mut().zip(registers) {
                        *sum = sum.fused(one, R::load(register.add(place)));
                    }
                }
            }
            self.activation.of(has, &mut sums);
            for (sums, &place) in sums.iter().zip(&self.places) {
                for (sum, register) in sums.iter().zip(&self.registers) {
                    sum.store(register.add(place));
                }
            }
        }
    }
}
