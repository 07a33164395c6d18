//! The transforms of Winograd's algorithms, on registers of neighbouring channels. Each line of a tile is transformed by
//! itself, first down the columns, then along the rows; each step is one addition, subtraction or fused multiplication
//! and addition, so every processor rounds alike.
#![expect(unsafe_code, reason = "a transform checks its bounds once, not at each number")]

use crate::Arithmetic;
use crate::blocks::CHANNELS;
use crate::registers::Register;
use crate::tile::Has;

/// An algorithm for `OUTPUTS` neighbouring sums of three products, by as many products as there are `POINTS`.
pub(super) trait Algorithm<const POINTS: usize, const OUTPUTS: usize> {
    /// What a line of a filter becomes.
    fn filter(line: [f64; 3]) -> [f64; POINTS];
    /// What a line of pixels becomes.
    fn pixels<T: Arithmetic, R: Register<T>>(has: Has<R>, line: [R; POINTS]) -> [R; POINTS];
    /// The sums that a line of products becomes.
    fn sums<T: Arithmetic, R: Register<T>>(has: Has<R>, line: [R; POINTS]) -> [R; OUTPUTS];
}

/// F(2,3).
pub(super) struct Two;

impl Algorithm<4, 2> for Two {
    fn filter([a, b, c]: [f64; 3]) -> [f64; 4] {
        let ends = a + c;
        [a, (ends + b) / 2.0, (ends - b) / 2.0, c]
    }

    #[inline(always)]
    fn pixels<T: Arithmetic, R: Register<T>>(has: Has<R>, line: [R; 4]) -> [R; 4] {
        let [d0, d1, d2, d3] = line;
        [minus(has, d0, d2), plus(has, d1, d2), minus(has, d2, d1), minus(has, d1, d3)]
    }

    #[inline(always)]
    fn sums<T: Arithmetic, R: Register<T>>(has: Has<R>, line: [R; 4]) -> [R; 2] {
        let [m0, m1, m2, m3] = line;
        let (a, b) = (plus(has, m1, m2), minus(has, m1, m2));
        [plus(has, m0, a), minus(has, b, m3)]
    }
}

/// F(4,3).
pub(super) struct Four;

impl Algorithm<6, 4> for Four {
    fn filter([a, b, c]: [f64; 3]) -> [f64; 6] {
        let (ends, far) = (a + c, a + 4.0 * c);
        let [near, wide] = [(ends + b, b - ends), (far + 2.0 * b, far - 2.0 * b)];
        [a / 4.0, -near.0 / 6.0, near.1 / 6.0, wide.0 / 24.0, wide.1 / 24.0, c]
    }

    #[inline(always)]
    fn pixels<T: Arithmetic, R: Register<T>>(has: Has<R>, line: [R; 6]) -> [R; 6] {
        let [d0, d1, d2, d3, d4, d5] = line;
        let two = T::ONE.plus(T::ONE);
        let four = two.plus(two);
        let [minus_two, minus_four] = [T::ZERO.minus(two), T::ZERO.minus(four)];
        let minus_five = minus_four.minus(T::ONE);
        let (a, b) = (fused(has, d4, minus_four, d2), fused(has, d3, minus_four, d1));
        let (c, e) = (minus(has, d4, d2), minus(has, d3, d1));
        [
            fused(has, fused(has, d4, minus_five, d2), four, d0),
            plus(has, a, b),
            minus(has, a, b),
            fused(has, c, two, e),
            fused(has, c, minus_two, e),
            fused(has, fused(has, d5, minus_five, d3), four, d1),
        ]
    }

    #[inline(always)]
    fn sums<T: Arithmetic, R: Register<T>>(has: Has<R>, line: [R; 6]) -> [R; 4] {
        let [m0, m1, m2, m3, m4, m5] = line;
        let two = T::ONE.plus(T::ONE);
        let four = two.plus(two);
        let (a, b) = (plus(has, m1, m2), minus(has, m1, m2));
        let (c, d) = (plus(has, m3, m4), minus(has, m3, m4));
        [
            plus(has, m0, plus(has, a, c)),
            fused(has, b, two, d),
            fused(has, a, four, c),
            plus(has, fused(has, b, four.plus(four), d), m5),
        ]
    }
}

/// The sums of numbers and a multiple of others, rounded once.
#[inline(always)]
fn fused<T: Arithmetic, R: Register<T>>(_: Has<R>, numbers: R, factor: T, others: R) -> R {
    // SAFETY: the processor has the instructions.
    unsafe { numbers.fused(R::all(factor), others) }
}

/// The sums of numbers.
#[inline(always)]
fn plus<T: Arithmetic, R: Register<T>>(has: Has<R>, numbers: R, others: R) -> R {
    fused(has, numbers, T::ONE, others)
}

/// The differences of numbers.
#[inline(always)]
fn minus<T: Arithmetic, R: Register<T>>(has: Has<R>, numbers: R, others: R) -> R {
    fused(has, numbers, T::ZERO.minus(T::ONE), others)
}

/// Transforms a tile of pixels of a block of channels, whose rows are so far apart. The points' numbers are so far
/// apart.
///
/// # Panics
/// The pixels are not there, or there is no room.
#[inline(always)]
pub(super) fn forward<T, R, A, const POINTS: usize, const OUTPUTS: usize>(
    has: Has<R>,
    (pixels, row): (&[T], usize),
    (values, apart): (&mut [T], usize),
) where
    T: Arithmetic,
    R: Register<T>,
    A: Algorithm<POINTS, OUTPUTS>,
{
    let last = (POINTS - 1).saturating_mul(row).saturating_add(POINTS * CHANNELS);
    assert!(last <= pixels.len(), "the pixels are in the image");
    let last = (POINTS * POINTS - 1).saturating_mul(apart).saturating_add(CHANNELS);
    assert!(last <= values.len(), "room for each point");
    // SAFETY: the last pixel's channels are there, and there is room for those of the last point: that was asked above,
    // and registers divide them. The processor has the instructions.
    unsafe {
        for channel in (0..CHANNELS).step_by(R::LANES) {
            let (pixels, values) = (pixels.as_ptr().add(channel), values.as_mut_ptr().add(channel));
            let mut tile = [[R::all(T::ZERO); POINTS]; POINTS];
            for x in 0..POINTS {
                let mut column = [R::all(T::ZERO); POINTS];
                for (y, pixel) in column.iter_mut().enumerate() {
                    *pixel = R::load(pixels.add(y * row + x * CHANNELS));
                }
                let column = A::pixels(has, column);
                for (line, value) in tile.iter_mut().zip(column) {
                    line[x] = value;
                }
            }
            for (y, line) in tile.into_iter().enumerate() {
                for (x, value) in A::pixels(has, line).into_iter().enumerate() {
                    value.store(values.add((y * POINTS + x) * apart));
                }
            }
        }
    }
}

/// The sums that products become, of a register's channels. The points' products are so far apart.
///
/// # Panics
/// The products are not there.
#[inline(always)]
pub(super) fn back<T, R, A, const POINTS: usize, const OUTPUTS: usize>(
    has: Has<R>,
    (products, apart): (&[T], usize),
) -> [[R; OUTPUTS]; OUTPUTS]
where
    T: Arithmetic,
    R: Register<T>,
    A: Algorithm<POINTS, OUTPUTS>,
{
    let last = (POINTS * POINTS - 1).saturating_mul(apart).saturating_add(R::LANES);
    assert!(last <= products.len(), "a product for each point");
    // SAFETY: the products of the last point are there: that was asked above. The processor has the instructions.
    unsafe {
        let mut lines = [[R::all(T::ZERO); POINTS]; OUTPUTS];
        for x in 0..POINTS {
            let mut column = [R::all(T::ZERO); POINTS];
            for (y, product) in column.iter_mut().enumerate() {
                *product = R::load(products.as_ptr().add((y * POINTS + x) * apart));
            }
            for (line, sum) in lines.iter_mut().zip(A::sums(has, column)) {
                line[x] = sum;
            }
        }
        let mut sums = [[R::all(T::ZERO); OUTPUTS]; OUTPUTS];
        for (sums, line) in sums.iter_mut().zip(lines) {
            *sums = A::sums(has, line);
        }
        sums
    }
}
