//! Elements that depend on those at the same place of other slices.

use crate::workers::{Ended, Workers, rows};

/// Elements that a thread computes at a time.
const PART: usize = 1 << 14;

/// The elements of some slices at one place: those of one type in an array, those of several in pairs of
/// arrays or pairs.
///
/// ```
/// use tfrt_numeric::Places;
/// let slices = ([&[true, false][..]], [&[1, 2][..], &[3, 4]]);
/// assert_eq!(<([bool; 1], [i32; 2])>::at(slices, 1), ([false], [2, 4]));
/// ```
pub trait Places: Copy {
    /// The slices.
    type Slices<'a>: Copy + Sync;
    /// As many elements of each slice, from a place on.
    ///
    /// # Panics
    /// There are fewer.
    #[must_use]
    fn part(slices: Self::Slices<'_>, start: usize, length: usize) -> Self::Slices<'_>;
    /// The elements at a place.
    ///
    /// # Panics
    /// There are none.
    #[must_use]
    fn at(slices: Self::Slices<'_>, place: usize) -> Self;
}

impl<T: Copy + Sync + 'static, const N: usize> Places for [T; N] {
    type Slices<'a> = [&'a [T]; N];

    #[inline]
    fn part(slices: Self::Slices<'_>, start: usize, length: usize) -> Self::Slices<'_> {
        slices.map(|slice| &slice[start..][..length])
    }

    #[inline]
    fn at(slices: Self::Slices<'_>, place: usize) -> Self {
        slices.map(|slice| slice[place])
    }
}

impl<A: Places, B: Places> Places for (A, B) {
    type Slices<'a> = (A::Slices<'a>, B::Slices<'a>);

    #[inline]
    fn part((a, b): Self::Slices<'_>, start: usize, length: usize) -> Self::Slices<'_> {
        (A::part(a, start, length), B::part(b, start, length))
    }

    #[inline]
    fn at((a, b): Self::Slices<'_>, place: usize) -> Self {
        (A::at(a, place), B::at(b, place))
    }
}

/// Calls `set` for each place of the output, with the inputs' elements there and the output's.
///
/// ```
/// use tfrt_numeric::{ThisThread, each};
/// let mut output = [0.5, 1.0];
/// let add = |[a, b]: [f64; 2], sum: &mut f64| *sum += a * b;
/// each(&ThisThread, [&[1.0, 2.0][..], &[3.0, 4.0]], &mut output, add)?;
/// assert_eq!(output, [3.5, 9.0]);
/// # Ok::<(), tfrt_numeric::Ended>(())
/// ```
///
/// # Errors
/// Nobody wants the result any more.
///
/// # Panics
/// A slice is shorter than the output.
pub fn each<P: Places, U: Send>(
    workers: &dyn Workers,
    slices: P::Slices<'_>,
    output: &mut [U],
    set: impl Fn(P, &mut U) + Sync,
) -> Result<(), Ended> {
    let part = |start: usize, output: &mut [U]| {
        // Of one length, which the compiler sees: no place needs a check.
        let slices = P::part(slices, start, output.len());
        for (place, element) in output.iter_mut().enumerate() {
            set(P::at(slices, place), element);
        }
    };
    let whole = output.len() / PART * PART;
    let (parts, rest) = output.split_at_mut(whole);
    rows(workers, parts, PART, PART, &|first, output| part(first * PART, output))?;
    part(whole, rest);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workers::ThisThread;

    #[test]
    fn every_place_is_set_once() {
        for count in [0, 1, PART - 1, PART, PART + 1, 3 * PART, 3 * PART + 7] {
            let (halves, numbers): (Vec<u8>, Vec<u32>) =
                (0..count).map(|at| ((at % 2) as u8, at as u32)).unzip();
            let mut output = vec![5_u64; count];
            let set = |([half], [number]): ([u8; 1], [u32; 1]), sum: &mut u64| {
                *sum += u64::from(number) * 2 + u64::from(half);
            };
            each(&ThisThread, ([&halves[..]], [&numbers[..]]), &mut output, set).unwrap();
            let expected = (0..count as u64).map(|at| 5 + at * 2 + at % 2);
            assert!(output.iter().copied().eq(expected));
        }
    }
}
