//! Digits and networks made by chance, the same for the same seed.

use tfrt_codegen_tests::random::Random;

/// Pixels along an edge.
const EDGE: usize = 28;

/// Pixels of an image.
pub(crate) const PIXELS: usize = EDGE * EDGE;

/// Units of the hidden layer.
pub(crate) const HIDDEN: usize = 512;

/// Digits.
pub(crate) const CLASSES: usize = 10;

/// Which of seven bars a digit is drawn with: top, upper left and right, middle, lower left and
/// right, bottom.
const BARS: [[bool; 7]; CLASSES] = {
    const O: bool = false;
    const X: bool = true;
    [
        [X, X, X, O, X, X, X],
        [O, O, X, O, O, X, O],
        [X, O, X, X, X, O, X],
        [X, O, X, X, O, X, X],
        [O, X, X, X, O, X, O],
        [X, X, O, X, O, X, X],
        [X, X, O, X, X, X, X],
        [X, O, X, O, O, X, O],
        [X, X, X, X, X, X, X],
        [X, X, X, X, O, X, X],
    ]
};

/// Where the bars are in a picture of a digit: rows, columns.
const PLACES: [[std::ops::Range<usize>; 2]; 7] = [
    [0..3, 0..12],
    [0..10, 0..3],
    [0..10, 9..12],
    [8..11, 0..12],
    [9..19, 0..3],
    [9..19, 9..12],
    [16..19, 0..12],
];

/// Images, one after the other, and what they show.
pub(crate) struct Digits {
    pub(crate) images: Vec<f32>,
    pub(crate) labels: Vec<usize>,
}

impl Digits {
    /// The digits in turn, each a little moved, darker or lighter, among noise.
    pub(crate) fn new(random: &mut Random, count: usize) -> Self {
        let labels: Vec<usize> = (0..count).map(|index| index % CLASSES).collect();
        let mut images = Vec::with_capacity(count * PIXELS);
        for &label in &labels {
            let mut image: Vec<f32> = (0..PIXELS).map(|_| unit(random) * 0.1).collect();
            let (top, left) = (4 + random.below(2), 8);
            let ink = 0.6 + 0.3 * unit(random);
            let bars = PLACES.iter().zip(BARS[label]).filter(|(_, drawn)| *drawn);
            for ([rows, columns], _) in bars {
                for row in rows.clone() {
                    let start = (top + row) * EDGE + left;
                    image[start + columns.start..start + columns.end].fill(ink);
                }
            }
            images.extend(image);
        }
        Self { images, labels }
    }

    /// The labels as vectors of zeros and a one.
    pub(crate) fn one_hot(&self) -> Vec<f32> {
        let rows = self.labels.iter().map(|&label| {
            let mut row = [0.0; CLASSES];
            row[label] = 1.0;
            row
        });
        rows.flatten().collect()
    }
}

/// Weights (inputs by outputs) and biases of both layers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Network<T> {
    pub(crate) w1: Vec<T>,
    pub(crate) b1: Vec<T>,
    pub(crate) w2: Vec<T>,
    pub(crate) b2: Vec<T>,
}

impl Network<f32> {
    pub(crate) fn new(random: &mut Random) -> Self {
        let mut numbers = |count: usize, most: f32| -> Vec<f32> {
            (0..count).map(|_| (unit(random) * 2.0 - 1.0) * most).collect()
        };
        Self {
            w1: numbers(PIXELS * HIDDEN, 0.05),
            b1: numbers(HIDDEN, 0.1),
            w2: numbers(HIDDEN * CLASSES, 0.05),
            b2: numbers(CLASSES, 0.1),
        }
    }
}

/// A number from 0 to 1.
fn unit(random: &mut Random) -> f32 {
    random.below(1 << 24) as f32 / (1 << 24) as f32
}
