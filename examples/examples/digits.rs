//! A network learns to recognize digits: `networks/digits.mlir`, compiled to Rust, with the kernels of
//! tensors that `tfrt` brings and a few of our own. The digits and the first weights are made up.
//!
//! `cargo run --release -p tfrt-examples --example digits`
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::ops::Range;
use tfrt::tensor::{Access, DenseHostTensor, MutableTensor, TensorError, TensorShape};
use tfrt::{Chain, Host, KernelError, Shared, kernel};

/// Edge of an image.
const EDGE: usize = 28;
const PIXELS: usize = EDGE * EDGE;
const HIDDEN: usize = 512;
const CLASSES: usize = 10;

/// Images in a batch: as many as the graph takes.
const BATCH: usize = 20;

/// Steps of gradient descent.
const STEPS: usize = 20;

/// How far a step goes, divided by the images whose slopes it adds up.
const RATE: f32 = 0.1 / BATCH as f32;

tfrt::tfrt_graph! {
    mod digits = "networks/digits.mlir";
    kernels = [tfrt::TENSOR, DIGITS];
}

tfrt::kernels! {
    DIGITS = [rows_of, relu, relu_slopes, subtract, transposed, add_rows, share_right]
}

/// A matrix with the vector in each row, as many as another matrix has.
#[kernel("digits.rows_of", effects())]
fn rows_of(vector: &MutableTensor, other: &MutableTensor) -> Result<MutableTensor, KernelError> {
    let rows = matrix(other)?[0];
    let vector = vector.dense()?.to_vec::<f32>()?;
    Ok(tensor([rows, vector.len()], vector.repeat(rows))?)
}

/// Sets negative elements to zero.
#[kernel("digits.relu", effects())]
fn relu(x: &MutableTensor, _chain: Chain) -> Result<Chain, KernelError> {
    update(x, &[], |_, x| x.iter_mut().for_each(|x| *x = x.max(0.0)))
}

/// Sets slopes to zero where the units are.
#[kernel("digits.relu_slopes", effects())]
fn relu_slopes(
    slopes: &MutableTensor,
    units: &MutableTensor,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    update(slopes, &[units], |inputs, slopes| {
        let off = slopes.iter_mut().zip(inputs[0]).filter(|(_, unit)| **unit <= 0.0);
        off.for_each(|(slope, _)| *slope = 0.0);
    })
}

/// Subtracts the second from the first.
#[kernel("digits.subtract", effects())]
fn subtract(a: &MutableTensor, b: &MutableTensor, _chain: Chain) -> Result<Chain, KernelError> {
    update(a, &[b], |inputs, a| a.iter_mut().zip(inputs[0]).for_each(|(a, b)| *a -= b))
}

/// Adds all rows of a matrix, times a factor, to a vector.
#[kernel("digits.add_rows", effects())]
fn add_rows(
    vector: &MutableTensor,
    rows: &MutableTensor,
    factor: f32,
    _chain: Chain,
) -> Result<Chain, KernelError> {
    update(vector, &[rows], |inputs, vector| {
        for row in inputs[0].chunks_exact(vector.len()) {
            vector.iter_mut().zip(row).for_each(|(sum, element)| *sum += factor * element);
        }
    })
}

/// The matrix with rows and columns exchanged.
#[kernel("digits.transposed", effects())]
fn transposed(x: &MutableTensor, _chain: Chain) -> Result<MutableTensor, KernelError> {
    let [rows, columns] = matrix(x)?;
    let x = x.dense()?.to_vec::<f32>()?;
    let column = |column| x.iter().skip(column).step_by(columns).copied();
    Ok(tensor([columns, rows], (0..columns).flat_map(column).collect())?)
}

/// The share of the rows whose greatest number is where the label's row has a 1.
#[kernel("digits.share_right", effects())]
fn share_right(
    logits: &MutableTensor,
    labels: &MutableTensor,
    _chain: Chain,
) -> Result<f32, KernelError> {
    let (logits, labels) = (logits.dense()?.to_vec::<f32>()?, labels.dense()?.to_vec::<f32>()?);
    let greatest = |row: &[f32]| (0..row.len()).max_by(|&a, &b| row[a].total_cmp(&row[b]));
    let rows = logits.chunks_exact(CLASSES).zip(labels.chunks_exact(CLASSES));
    let right = rows.filter(|(logits, label)| greatest(logits) == greatest(label)).count();
    Ok(right as f32 / (logits.len() / CLASSES) as f32)
}

/// Writes to a tensor, with the elements of others at hand.
fn update(
    output: &MutableTensor,
    inputs: &[&MutableTensor],
    write: impl FnOnce(&[&[f32]], &mut [f32]),
) -> Result<Chain, KernelError> {
    let buffers = inputs.iter().map(|input| Ok(input.dense()?.buffer()));
    let buffers = buffers.collect::<Result<Vec<_>, TensorError>>()?;
    let mut access = Access::new(&buffers, &[output.dense()?.buffer()])?;
    let (all, output) = access.split::<f32>(0)?;
    let inputs = (0..inputs.len()).map(|index| all.get::<f32>(index));
    write(&inputs.collect::<Result<Vec<_>, _>>()?, output);
    Ok(Chain)
}

/// Rows and columns.
fn matrix(tensor: &MutableTensor) -> Result<[usize; 2], KernelError> {
    let shape = tensor.dense()?.shape();
    match *shape.dimensions() {
        [rows, columns] => Ok([usize::try_from(rows)?, usize::try_from(columns)?]),
        _ => Err(format!("expected a matrix, found the shape {shape}").into()),
    }
}

fn tensor<const RANK: usize>(
    shape: [usize; RANK],
    elements: Vec<f32>,
) -> Result<MutableTensor, TensorError> {
    let shape = TensorShape::new(&shape.map(|size| size as i64))?;
    Ok(DenseHostTensor::from_vec(shape, elements)?.into())
}

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

/// Numbers from 0 to 1 that look like chance, the same in each run.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f32 {
        // xorshift64, Marsaglia (2003).
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1 << 24) as f32
    }

    /// Numbers around 0.
    fn weights(&mut self, count: usize, most: f32) -> Vec<f32> {
        (0..count).map(|_| (self.next() * 2.0 - 1.0) * most).collect()
    }

    /// Images of digits, each a little moved, darker or lighter, among noise; and their labels.
    fn batch(&mut self) -> Result<[Shared<MutableTensor>; 2], TensorError> {
        let (mut images, mut labels) = (Vec::new(), Vec::new());
        for digit in (0..BATCH).map(|index| index % CLASSES) {
            let mut image: Vec<f32> = (0..PIXELS).map(|_| self.next() * 0.1).collect();
            let (top, ink) = (if self.next() < 0.5 { 4 } else { 5 }, 0.6 + 0.3 * self.next());
            for [rows, columns] in DRAWN[digit].iter().map(|&bar| BARS[bar].clone()) {
                for row in rows {
                    image[(top + row) * EDGE + 8..][columns.clone()].fill(ink);
                }
            }
            images.extend(image);
            labels.extend((0..CLASSES).map(|class| if class == digit { 1.0 } else { 0.0 }));
        }
        let images = tensor([BATCH, PIXELS], images)?;
        Ok([images, tensor([BATCH, CLASSES], labels)?].map(Shared::new))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let host = Host::builder().build()?;
    let ctx = host.context();
    let mut chance = Chance(28);
    let [w1, b1, w2, b2] = [
        tensor([PIXELS, HIDDEN], chance.weights(PIXELS * HIDDEN, 0.05))?,
        tensor([HIDDEN], chance.weights(HIDDEN, 0.1))?,
        tensor([HIDDEN, CLASSES], chance.weights(HIDDEN * CLASSES, 0.05))?,
        tensor([CLASSES], chance.weights(CLASSES, 0.1))?,
    ]
    .map(Shared::new);
    let network = || (w1.clone(), b1.clone(), w2.clone(), b2.clone());
    let asked = chance.batch()?;
    let accuracy = || {
        let ([x, labels], (w1, b1, w2, b2)) = (asked.clone(), network());
        digits::accuracy(&ctx, x, labels, w1, b1, w2, b2, Chain)
    };
    println!("{} pixels, {HIDDEN} hidden units, {CLASSES} classes", PIXELS);
    println!("before: {:3.0} % of {BATCH} digits are right", accuracy()? * 100.0);
    for step in 1..=STEPS {
        // Digits that it has not seen.
        let ([x, labels], (w1, b1, w2, b2)) = (chance.batch()?, network());
        digits::step(&ctx, x, labels, w1, b1, w2, b2, -RATE, Chain)?;
        if step % 2 == 0 {
            println!("step {step:2}: {:3.0} % are right", accuracy()? * 100.0);
        }
    }
    if accuracy()? < 0.9 {
        return Err("it has not learnt the digits".into());
    }
    Ok(())
}
