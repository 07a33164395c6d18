//! Softmax: the exponential of each element less the greatest, times one over the sum of these.

use crate::instructions::{Body, InstructionSet};
use crate::reduction::{Greatest, LANES, Sum, joined};
use crate::vector::{BLOCK, Exp, Function};
use crate::workers::{Ended, LONG, Watch, Workers, shares};
use crate::{Arithmetic, Extremes, Fold};

/// The operations that an exponential is worth.
const WORK: usize = 32;

/// A float with an exponential: of `f32`, that of [`vector`](crate::vector), of `f64`, that of
/// [`functions`](crate::functions).
pub trait Exponential: Arithmetic + Extremes + Send + Sync {
    /// The exponentials. It is `#[inline(always)]`.
    #[must_use]
    fn exponentials(x: [Self; BLOCK]) -> [Self; BLOCK];
    /// One over it.
    #[must_use]
    fn inverse(self) -> Self;
}

impl Exponential for f32 {
    #[inline(always)]
    fn exponentials(x: [Self; BLOCK]) -> [Self; BLOCK] {
        crate::vector::of_singles(Exp, &x)
    }
    fn inverse(self) -> Self {
        1.0 / self
    }
}

impl Exponential for f64 {
    #[inline(always)]
    fn exponentials(x: [Self; BLOCK]) -> [Self; BLOCK] {
        x.map(|x| Exp.double(x))
    }
    fn inverse(self) -> Self {
        1.0 / self
    }
}

/// Sets each element of `output` to the softmax of those of `input` along a dimension of so many elements,
/// which are `apart`. All three steps have the order of a [reduction](crate::Reduction).
///
/// ```
/// use tfrt_numeric::{InstructionSet, ThisThread, softmax};
///
/// let mut output = [0.0; 4];
/// let input = [0.0, 1.0_f32, 0.0, 1.0];
/// softmax(&ThisThread, InstructionSet::chosen(), &input, (2, 2), &mut output)?; // columns
/// assert_eq!(output, [0.5; 4]);
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
///
/// # Errors
/// Nobody wants the result any more.
///
/// # Panics
/// The slices are of different lengths.
pub fn softmax<T: Exponential>(
    workers: &dyn Workers,
    instructions: InstructionSet,
    input: &[T],
    (count, apart): (usize, usize),
    output: &mut [T],
) -> Result<(), Ended> {
    assert_eq!(input.len(), output.len(), "a result for each number");
    let length = count.saturating_mul(apart);
    let work = length.saturating_mul(WORK);
    shares(workers, output, length, (work, 1), &|first, output, watch| {
        let input = &input[first * length..][..output.len()];
        for (input, output) in input.chunks_exact(length).zip(output.chunks_exact_mut(length)) {
            if apart == 1 {
                along(instructions, input, output, watch)?;
            } else {
                for column in (0..apart).step_by(BLOCK) {
                    let width = BLOCK.min(apart - column);
                    across(instructions, input, output, (column, width, apart), watch)?;
                }
            }
        }
        Ok(())
    })
}

/// Elements that are neighbours, step by step.
fn along<T: Exponential>(
    instructions: InstructionSet,
    input: &[T],
    output: &mut [T],
    watch: &mut Watch<'_>,
) -> Result<(), Ended> {
    // A multiple of a block.
    const PART: usize = LONG / (2 * WORK);
    let mut lanes = [T::LEAST; LANES];
    for input in input.chunks(PART) {
        instructions.run(Maximum { input, lanes: &mut lanes });
        watch.spend(input.len())?;
    }
    let greatest = joined(Greatest, lanes);
    let mut lanes = [T::ZERO; LANES];
    for (input, output) in input.chunks(PART).zip(output.chunks_mut(PART)) {
        instructions.run(Powers { input, greatest, output, lanes: &mut lanes });
        watch.spend(WORK * input.len())?;
    }
    let factor = joined(Sum, lanes).inverse();
    for output in output.chunks_mut(PART) {
        instructions.run(Scaled { output, factor });
        watch.spend(output.len())?;
    }
    Ok(())
}

struct Maximum<'a, T> {
    input: &'a [T],
    lanes: &'a mut [T; LANES],
}

impl<T: Exponential> Body for Maximum<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const REGISTER: usize>(self) {
        let (chunks, rest) = self.input.as_chunks::<LANES>();
        for chunk in chunks.iter().map(|chunk| &chunk[..]).chain([rest]) {
            for (lane, &element) in self.lanes.iter_mut().zip(chunk) {
                *lane = Greatest.join(*lane, element);
            }
        }
    }
}

struct Powers<'a, T> {
    input: &'a [T],
    greatest: T,
    output: &'a mut [T],
    lanes: &'a mut [T; LANES],
}

impl<T: Exponential> Body for Powers<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const REGISTER: usize>(self) {
        let Self { input, greatest, output, lanes } = self;
        for (input, output) in input.chunks(BLOCK).zip(output.chunks_mut(BLOCK)) {
            let mut block = [T::ZERO; BLOCK];
            for (element, x) in block.iter_mut().zip(input) {
                *element = x.minus(greatest);
            }
            let powers = T::exponentials(block);
            output.copy_from_slice(&powers[..output.len()]);
            for chunk in output.chunks(LANES) {
                for (lane, &element) in lanes.iter_mut().zip(chunk) {
                    *lane = lane.plus(element);
                }
            }
        }
    }
}

struct Scaled<'a, T> {
    output: &'a mut [T],
    factor: T,
}

impl<T: Exponential> Body for Scaled<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const REGISTER: usize>(self) {
        for element in self.output {
            *element = element.times(self.factor);
        }
    }
}

/// Columns that are neighbours, at most a block, step by step: the first of them, how many, and of how many
/// columns.
fn across<T: Exponential>(
    instructions: InstructionSet,
    input: &[T],
    output: &mut [T],
    (column, width, apart): (usize, usize, usize),
    watch: &mut Watch<'_>,
) -> Result<(), Ended> {
    // A multiple of the lanes.
    let rows = (LONG / (WORK * width)).next_multiple_of(LANES);
    let part = rows * apart;
    let place = [column, width, apart];
    let mut greatest = [T::LEAST; BLOCK];
    for input in input.chunks(part) {
        let step = Step::Greatest { input, greatest: &mut greatest };
        instructions.run(Columns { place, step });
        watch.spend(rows * width)?;
    }
    let mut lanes = [[T::ZERO; BLOCK]; LANES];
    for (input, output) in input.chunks(part).zip(output.chunks_mut(part)) {
        let step = Step::Powers { input, output, greatest: &greatest, lanes: &mut lanes };
        instructions.run(Columns { place, step });
        watch.spend(WORK * rows * width)?;
    }
    let mut factors = [T::ZERO; BLOCK];
    for (at, factor) in factors.iter_mut().enumerate() {
        *factor = joined(Sum, lanes.map(|lane| lane[at])).inverse();
    }
    for output in output.chunks_mut(part) {
        let step = Step::Scaled { output, factors: &factors };
        instructions.run(Columns { place, step });
        watch.spend(rows * width)?;
    }
    Ok(())
}

/// Some rows of neighbouring columns.
struct Columns<'a, T> {
    /// The first column, how many, and of how many.
    place: [usize; 3],
    step: Step<'a, T>,
}

/// What is done with rows, of which the first is that of a lane 0.
enum Step<'a, T> {
    Greatest {
        input: &'a [T],
        greatest: &'a mut [T; BLOCK],
    },
    Powers {
        input: &'a [T],
        output: &'a mut [T],
        greatest: &'a [T; BLOCK],
        lanes: &'a mut [[T; BLOCK]; LANES],
    },
    Scaled {
        output: &'a mut [T],
        factors: &'a [T; BLOCK],
    },
}

impl<T: Exponential> Body for Columns<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const REGISTER: usize>(self) {
        let Self { place: [column, width, apart], step } = self;
        match step {
            Step::Greatest { input, greatest } => {
                for row in input.chunks_exact(apart) {
                    for (greatest, &x) in greatest.iter_mut().zip(&row[column..][..width]) {
                        *greatest = Greatest.join(*greatest, x);
                    }
                }
            }
            Step::Powers { input, output, greatest, lanes } => {
                let rows = input.chunks_exact(apart).zip(output.chunks_exact_mut(apart));
                for (row, (input, output)) in rows.enumerate() {
                    let mut block = [T::ZERO; BLOCK];
                    let input = &input[column..][..width];
                    for ((element, &x), &greatest) in block.iter_mut().zip(input).zip(greatest) {
                        *element = x.minus(greatest);
                    }
                    let powers = T::exponentials(block);
                    output[column..][..width].copy_from_slice(&powers[..width]);
                    for (lane, &power) in lanes[row % LANES].iter_mut().zip(&powers) {
                        *lane = lane.plus(power);
                    }
                }
            }
            Step::Scaled { output, factors } => {
                for row in output.chunks_exact_mut(apart) {
                    for (element, &factor) in row[column..][..width].iter_mut().zip(factors) {
                        *element = element.times(factor);
                    }
                }
            }
        }
    }
}
