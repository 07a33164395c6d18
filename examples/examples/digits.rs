//! A network learns to recognize digits: `networks/digits.mlir`, compiled to Rust, with the kernels of
//! tensors that `tfrt` brings and a few of our own. The digits and the first weights are made up.
//!
//! `cargo run --release -p tfrt-examples --example digits`; with `-- --export examples/networks` it also
//! writes what it has learnt there, as the ONNX model `digits.onnx`, and a digit, `seven.npy`.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::path::Path;
use tfrt::tensor::{Access, DenseHostTensor, MutableTensor, TensorError, TensorShape, npy};
use tfrt::{Chain, Host, KernelError, RequestContext, Shared, Tensor, kernel};
use tfrt_examples::drawn::{CLASSES, Chance, PIXELS, greatest};
use tfrt_onnx::{
    Content, DataType, Dimension, Graph, Model, Node, OperatorSet, Shape, Size, TensorType, Type,
    TypeKind, ValueInfo,
};

const HIDDEN: usize = 64;

/// Images in a batch: as many as the graph takes.
const BATCH: usize = 20;

/// Steps of gradient descent.
const STEPS: usize = 300;

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

/// Images of digits, and for each a 1 in the place of its digit.
fn batch(chance: &mut Chance) -> Result<[Shared<MutableTensor>; 2], TensorError> {
    let (images, digits) = chance.images(BATCH);
    let label = |digit| (0..CLASSES).map(move |class| if class == digit { 1.0 } else { 0.0 });
    let labels = digits.into_iter().flat_map(label).collect();
    Ok([tensor([BATCH, PIXELS], images)?, tensor([BATCH, CLASSES], labels)?].map(Shared::new))
}

/// The weights and biases of both layers.
pub(crate) struct Network([Shared<MutableTensor>; 4]);

impl Network {
    /// One that has learnt nothing.
    fn new(chance: &mut Chance) -> Result<Self, TensorError> {
        let mut around_zero = |count: usize, most: f32| -> Vec<f32> {
            (0..count).map(|_| (chance.number() * 2.0 - 1.0) * most).collect()
        };
        let parameters = [
            tensor([PIXELS, HIDDEN], around_zero(PIXELS * HIDDEN, 0.05))?,
            tensor([HIDDEN], around_zero(HIDDEN, 0.1))?,
            tensor([HIDDEN, CLASSES], around_zero(HIDDEN * CLASSES, 0.05))?,
            tensor([CLASSES], around_zero(CLASSES, 0.1))?,
        ];
        Ok(Self(parameters.map(Shared::new)))
    }

    /// The share of the digits that it recognizes.
    fn accuracy(
        &self,
        ctx: &RequestContext,
        [images, labels]: [Shared<MutableTensor>; 2],
    ) -> Result<f32, tfrt::Error> {
        let [w1, b1, w2, b2] = self.0.clone();
        digits::accuracy(ctx, images, labels, w1, b1, w2, b2, Chain)
    }

    /// Learns from digits.
    fn step(
        &self,
        ctx: &RequestContext,
        [images, labels]: [Shared<MutableTensor>; 2],
    ) -> Result<(), tfrt::Error> {
        let [w1, b1, w2, b2] = self.0.clone();
        digits::step(ctx, images, labels, w1, b1, w2, b2, -RATE, Chain).map(drop)
    }

    /// An ONNX model, from any number of images to the chances of each digit.
    fn to_onnx(&self) -> Result<Vec<u8>, TensorError> {
        const NAMES: [&str; 4] = ["w1", "b1", "w2", "b2"];
        let mut weights = Vec::new();
        for parameter in &self.0 {
            let dense = parameter.dense()?;
            let bytes = dense.to_vec::<f32>()?.into_iter().flat_map(f32::to_le_bytes);
            weights.push((dense.shape().dimensions().to_vec(), bytes.collect::<Vec<u8>>()));
        }
        let initializer =
            NAMES.iter().zip(&weights).map(|(name, (dims, bytes))| tfrt_onnx::Tensor {
                name,
                dims: dims.clone(),
                data_type: DataType::Float,
                content: Content::Raw(bytes),
                ..Default::default()
            });
        let graph = Graph {
            name: "digits",
            node: vec![
                node("Gemm", &["image", "w1", "b1"], "hidden"),
                node("Relu", &["hidden"], "units"),
                node("Gemm", &["units", "w2", "b2"], "scores"),
                node("Softmax", &["scores"], "chances"),
            ],
            initializer: initializer.collect(),
            input: vec![value("image", PIXELS)],
            output: vec![value("chances", CLASSES)],
            ..Default::default()
        };
        let opset_import = vec![OperatorSet { domain: "", version: 21 }];
        let producer_name = "the example digits of tfrt";
        let model =
            Model { ir_version: 10, producer_name, opset_import, graph, ..Default::default() };
        Ok(tfrt_onnx::encode(&model))
    }
}

fn node(op_type: &'static str, input: &[&'static str], output: &'static str) -> Node<'static> {
    Node {
        op_type,
        name: output,
        input: input.to_vec(),
        output: vec![output],
        ..Default::default()
    }
}

/// Rows of numbers, one for each image.
fn value(name: &'static str, columns: usize) -> ValueInfo<'static> {
    let sizes = [Size::Symbol("batch"), Size::Value(columns as i64)];
    let dim = sizes.map(|size| Dimension { size, ..Default::default() }).into();
    let tensor = TensorType { elem_type: DataType::Float, shape: Some(Shape { dim }) };
    let ty = Type { kind: TypeKind::Tensor(tensor), ..Default::default() };
    ValueInfo { name, ty: Some(ty), ..Default::default() }
}

/// A network that has learnt, and how many of some digits it recognized on the way.
pub(crate) fn learn(mut report: impl FnMut(usize, f32)) -> Result<Network, Box<dyn Error>> {
    let host = Host::builder().build()?;
    let ctx = host.context();
    let mut chance = Chance::new(28);
    let network = Network::new(&mut chance)?;
    let asked = batch(&mut chance)?;
    report(0, network.accuracy(&ctx, asked.clone())?);
    for step in 1..=STEPS {
        // Digits that it has not seen.
        network.step(&ctx, batch(&mut chance)?)?;
        if step % (STEPS / 10) == 0 {
            report(step, network.accuracy(&ctx, asked.clone())?);
        }
    }
    Ok(network)
}

/// A file by its name and its bytes.
type Written = (&'static str, Vec<u8>);

/// What is committed in `networks/`.
pub(crate) fn exported(network: &Network) -> Result<[Written; 2], Box<dyn Error>> {
    let seven = Tensor::from_vec(&[1, PIXELS], Chance::new(7).image(7))?;
    Ok([("digits.onnx", network.to_onnx()?), ("seven.npy", npy::write(&seven)?)])
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{PIXELS} pixels, {HIDDEN} hidden units, {CLASSES} classes");
    let mut last = 0.0;
    let network = learn(|step, accuracy| {
        println!("step {step:3}: {:3.0} % of {BATCH} digits are right", accuracy * 100.0);
        last = accuracy;
    })?;
    if last < 0.9 {
        return Err("it has not learnt the digits".into());
    }
    let mut arguments = std::env::args().skip(1);
    if let (Some("--export"), Some(folder)) = (arguments.next().as_deref(), arguments.next()) {
        for (name, bytes) in exported(&network)? {
            std::fs::write(Path::new(&folder).join(name), bytes)?;
        }
    }
    Ok(())
}
