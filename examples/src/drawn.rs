//! Pictures of digits, drawn by chance: what the examples learn and recognize.

use std::ops::Range;

/// Edge of an image.
pub const EDGE: usize = 28;

/// Pixels of an image.
pub const PIXELS: usize = EDGE * EDGE;

/// Digits.
pub const CLASSES: usize = 10;

/// Which of seven bars a digit is drawn with: top, upper left and right, middle, lower left and
/// right, bottom.
const DRAWN: [&[usize]; CLASSES] = [
    &[0, 1, 2, 4, 5, 6],
    &[2, 5],
    &[0, 2, 3, 4, 6],
    &[0, 2, 3, 5, 6],
    &[1, 2, 3, 5],
    &[0, 1, 3, 5, 6],
    &[0, 1, 3, 4, 5, 6],
    &[0, 2, 5],
    &[0, 1, 2, 3, 4, 5, 6],
    &[0, 1, 2, 3, 5, 6],
];

/// Rows and columns of the bars.
const BARS: [[Range<usize>; 2]; 7] = [
    [0..3, 0..12],
    [0..10, 0..3],
    [0..10, 9..12],
    [8..11, 0..12],
    [9..19, 0..3],
    [9..19, 9..12],
    [16..19, 0..12],
];

/// Numbers from 0 to 1 that look like chance, the same for the same seed.
#[derive(Debug)]
pub struct Chance(u64);

impl Chance {
    /// With a seed other than 0.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> f32 {
        // xorshift64, Marsaglia (2003).
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1 << 24) as f32
    }

    /// An image of a digit, a little moved, darker or lighter, among noise.
    ///
    /// # Panics
    /// It is no digit.
    pub fn image(&mut self, digit: usize) -> Vec<f32> {
        let mut image: Vec<f32> = (0..PIXELS).map(|_| self.number() * 0.2).collect();
        let [top, left] = [3, 6].map(|least| least + (self.number() * 4.0) as usize);
        let ink = 0.4 + 0.6 * self.number();
        for [rows, columns] in DRAWN[digit].iter().map(|&bar| BARS[bar].clone()) {
            for row in rows {
                image[(top + row) * EDGE + left..][columns.clone()].fill(ink);
            }
        }
        image
    }

    /// So many images, one after the other, and the digits that they show: each as often as any other.
    pub fn images(&mut self, count: usize) -> (Vec<f32>, Vec<usize>) {
        let digits: Vec<usize> = (0..count).map(|index| index % CLASSES).collect();
        (digits.iter().flat_map(|&digit| self.image(digit)).collect(), digits)
    }
}

/// The digit for which a network gives the greatest number.
#[must_use]
pub fn greatest(numbers: &[f32]) -> Option<usize> {
    (0..numbers.len()).max_by(|&a, &b| numbers[a].total_cmp(&numbers[b]))
}
