//! A network that learns digits, op by op: from Rust, and by a host program that calls the same ops, on each engine to the
//! same bits; and to what the same formulas come to in `f64`. `cargo xtask numpy` compares with NumPy too.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use crate::mnist::digits::{CLASSES, Digits, PIXELS};
use std::path::Path;
use std::sync::Arc;
use tfrt::tensor::npy;
use tfrt::{Engine, Error, Host, Program, RequestContext, Shared, Tensor};
use tfrt_codegen_tests::random::Random;
use tfrt_core_runtime::{DeviceOpHandler, Eager, Handle, IntoArgument, OpHandlerRef, TensorHandle};
use tfrt_host::kernel::Value;
use tfrt_test_kernels::core_ops;
use tfrt_tf_ops::tf;

/// Units of the hidden layer.
const HIDDEN: usize = 32;
/// Digits of a step.
const BATCH: usize = 10;
const STEPS: usize = 200;
/// The step of gradient descent.
const RATE: f32 = 0.5;
/// What a loss in `f32` may differ by from that in `f64`.
const NEAR: f64 = 1e-4;

tfrt::tfrt_graph! {
    mod compiled;
    kernels = [tfrt_core_runtime_kernels::CORERT];
    func.func @step(
        %h: !corert.ophandler, %x: !corert.tensorhandle, %y: !corert.tensorhandle,
        %w1: !corert.tensorhandle, %b1: !corert.tensorhandle,
        %w2: !corert.tensorhandle, %b2: !corert.tensorhandle
    ) -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
        %rate = corert.create_dense_tensor.f32 {shape = [1], value = [0.5 : f32]}
        %share = corert.create_dense_tensor.f32 {shape = [1], value = [0.1 : f32]}
        %one = corert.create_dense_tensor.f32 {shape = [1], value = [1.0 : f32]}
        %all = corert.create_dense_tensor.f32 {shape = [1], value = [-10.0 : f32]}
        %ten = corert.create_dense_tensor.f32 {shape = [1], value = [10.0 : f32]}
        %rows = corert.create_dense_tensor.i32 {shape = [1], value = [0 : i32]}
        %both = corert.create_dense_tensor.i32 {shape = [2], value = [0 : i32, 1 : i32]}
        %z1 = corert.executeop(%h) "tf.MatMul"(%x, %w1) {transpose_a = false, transpose_b = false} : 1
        %s1 = corert.executeop(%h) "tf.BiasAdd"(%z1, %b1) : 1
        %a = corert.executeop(%h) "tf.Sigmoid"(%s1) : 1
        %z2 = corert.executeop(%h) "tf.MatMul"(%a, %w2) {transpose_a = false, transpose_b = false} : 1
        %s2 = corert.executeop(%h) "tf.BiasAdd"(%z2, %b2) : 1
        %logs = corert.executeop(%h) "tf.LogSoftmax"(%s2) : 1
        %losses = corert.executeop(%h) "tf.Mul"(%logs, %y) : 1
        %mean = corert.executeop(%h) "tf.Mean"(%losses, %both) : 1
        %loss = corert.executeop(%h) "tf.Mul"(%mean, %all) : 1
        %p = corert.executeop(%h) "tf.Softmax"(%s2) : 1
        %d = corert.executeop(%h) "tf.Sub"(%p, %y) : 1
        %g = corert.executeop(%h) "tf.Mul"(%d, %share) : 1
        %gw2 = corert.executeop(%h) "tf.MatMul"(%a, %g) {transpose_a = true, transpose_b = false} : 1
        %mb2 = corert.executeop(%h) "tf.Mean"(%g, %rows) : 1
        %gb2 = corert.executeop(%h) "tf.Mul"(%mb2, %ten) : 1
        %ga = corert.executeop(%h) "tf.MatMul"(%g, %w2) {transpose_a = false, transpose_b = true} : 1
        %rest = corert.executeop(%h) "tf.Sub"(%one, %a) : 1
        %slope = corert.executeop(%h) "tf.Mul"(%a, %rest) : 1
        %gz = corert.executeop(%h) "tf.Mul"(%ga, %slope) : 1
        %gw1 = corert.executeop(%h) "tf.MatMul"(%x, %gz) {transpose_a = true, transpose_b = false} : 1
        %mb1 = corert.executeop(%h) "tf.Mean"(%gz, %rows) : 1
        %gb1 = corert.executeop(%h) "tf.Mul"(%mb1, %ten) : 1
        %dw1 = corert.executeop(%h) "tf.Mul"(%gw1, %rate) : 1
        %nw1 = corert.executeop(%h) "tf.Sub"(%w1, %dw1) : 1
        %db1 = corert.executeop(%h) "tf.Mul"(%gb1, %rate) : 1
        %nb1 = corert.executeop(%h) "tf.Sub"(%b1, %db1) : 1
        %dw2 = corert.executeop(%h) "tf.Mul"(%gw2, %rate) : 1
        %nw2 = corert.executeop(%h) "tf.Sub"(%w2, %dw2) : 1
        %db2 = corert.executeop(%h) "tf.Mul"(%gb2, %rate) : 1
        %nb2 = corert.executeop(%h) "tf.Sub"(%b2, %db2) : 1
        tfrt.return %loss, %nw1, %nb1, %nw2, %nb2 : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
    }
}

/// The program, for the engines that load it.
fn text() -> String {
    let source = include_str!("mnist_ops.rs");
    let start = source.find("    func.func @step(").unwrap();
    let end = source[start..].find("\n    }\n").unwrap();
    source[start..start + end + "\n    }\n".len()].to_owned()
}

/// Weights and biases of both layers.
type Parameters = [Vec<f32>; 4];

struct Lesson {
    digits: Digits,
    start: Parameters,
}

impl Lesson {
    fn new() -> Self {
        let mut random = Random::new(39);
        let digits = Digits::new(&mut random, 4 * BATCH);
        let mut numbers = |count: usize| -> Vec<f32> {
            (0..count)
                .map(|_| random.below(1 << 16) as f32 / (1 << 16) as f32 * 0.2 - 0.1)
                .collect()
        };
        let sizes = [PIXELS * HIDDEN, HIDDEN, HIDDEN * CLASSES, CLASSES];
        Self { digits, start: sizes.map(&mut numbers) }
    }

    /// The images and labels of a step.
    fn batch(&self, step: usize) -> [Tensor; 2] {
        let first = step * BATCH % self.digits.labels.len();
        let images = &self.digits.images[first * PIXELS..][..BATCH * PIXELS];
        let labels = self.digits.one_hot()[first * CLASSES..][..BATCH * CLASSES].to_vec();
        [
            Tensor::from_slice(&[BATCH, PIXELS], images).unwrap(),
            Tensor::from_vec(&[BATCH, CLASSES], labels).unwrap(),
        ]
    }

    fn parameters(&self) -> [Tensor; 4] {
        let shapes: [&[usize]; 4] = [&[PIXELS, HIDDEN], &[HIDDEN], &[HIDDEN, CLASSES], &[CLASSES]];
        let mut shapes = shapes.into_iter();
        let tensor =
            |elements: &Vec<f32>| Tensor::from_slice(shapes.next().unwrap(), elements).unwrap();
        self.start.each_ref().map(tensor)
    }
}

/// The loss of each step, and the parameters at the end.
#[derive(Debug, PartialEq)]
struct Outcome {
    losses: Vec<f32>,
    learnt: Parameters,
}

/// Learns op by op.
fn eagerly(host: &Host, lesson: &Lesson) -> Result<Outcome, Error> {
    let (eager, ctx) = (&Eager::new(host, core_ops()), &host.context());
    let one_of = |x: f32| Tensor::from_slice(&[1], &[x]).unwrap().into_argument();
    let [rate, share, one, all, ten] = [RATE, 0.1, 1.0, -10.0, 10.0].map(one_of);
    let rows = Tensor::from_slice(&[1], &[0_i32])?.into_argument();
    let both = Tensor::from_slice(&[2], &[0_i32, 1])?.into_argument();
    let plain = tf::MatMul { transpose_a: false, transpose_b: false };
    let left = tf::MatMul { transpose_a: true, ..plain };
    let right = tf::MatMul { transpose_b: true, ..plain };
    let (bias, mean) = (tf::BiasAdd::default(), tf::Mean::default());
    let sum = |g: &Handle| tf::Mul.call(eager, ctx, mean.call(eager, ctx, g, &rows)?, &ten);
    let mut parameters = lesson.parameters().map(IntoArgument::into_argument);
    let mut losses = Vec::new();
    for step in 0..STEPS {
        let [x, y] = lesson.batch(step).map(IntoArgument::into_argument);
        let [w1, b1, w2, b2] = &parameters;
        let hidden = bias.call(eager, ctx, plain.call(eager, ctx, &x, w1)?, b1)?;
        let a = tf::Sigmoid.call(eager, ctx, hidden)?;
        let scores = bias.call(eager, ctx, plain.call(eager, ctx, &a, w2)?, b2)?;
        let logs = tf::LogSoftmax.call(eager, ctx, &scores)?;
        let logs = tf::Mul.call(eager, ctx, logs, &y)?;
        let loss = tf::Mul.call(eager, ctx, mean.call(eager, ctx, logs, &both)?, &all)?;
        let difference = tf::Sub.call(eager, ctx, tf::Softmax.call(eager, ctx, scores)?, &y)?;
        let g = tf::Mul.call(eager, ctx, difference, &share)?;
        let ga = right.call(eager, ctx, &g, w2)?;
        let slope = tf::Mul.call(eager, ctx, &a, tf::Sub.call(eager, ctx, &one, &a)?)?;
        let gz = tf::Mul.call(eager, ctx, ga, slope)?;
        let gradients =
            [left.call(eager, ctx, &x, &gz)?, sum(&gz)?, left.call(eager, ctx, &a, &g)?, sum(&g)?];
        for (parameter, gradient) in parameters.iter_mut().zip(gradients) {
            let moved = tf::Mul.call(eager, ctx, gradient, &rate)?;
            *parameter = tf::Sub.call(eager, ctx, &*parameter, moved)?.into_inner();
        }
        losses.push(elements(&loss.into_inner())[0]);
    }
    Ok(Outcome { losses, learnt: parameters.each_ref().map(elements) })
}

fn elements(handle: &TensorHandle) -> Vec<f32> {
    handle.tensor().get().unwrap().unwrap().dense().unwrap().to_vec().unwrap()
}

/// A step on an engine: the loss and the parameters.
type Step<'a> = Box<dyn Fn([TensorHandle; 6]) -> [TensorHandle; 5] + 'a>;

/// Learns by the program.
fn by(lesson: &Lesson, step: &Step<'_>) -> Outcome {
    let mut parameters = lesson.parameters().map(IntoArgument::into_argument);
    let mut losses = Vec::new();
    for number in 0..STEPS {
        let [x, y] = lesson.batch(number).map(IntoArgument::into_argument);
        let [w1, b1, w2, b2] = parameters;
        let [loss, next @ ..] = step([x, y, w1, b1, w2, b2]);
        parameters = next;
        losses.push(elements(&loss)[0]);
    }
    Outcome { losses, learnt: parameters.each_ref().map(elements) }
}

fn in_rust<'a>(ctx: &'a RequestContext, handler: &'a OpHandlerRef) -> Step<'a> {
    Box::new(move |operands| {
        let [x, y, w1, b1, w2, b2] = operands.map(Shared::new);
        let results: [_; 5] =
            compiled::step(ctx, Shared::new(handler.clone()), x, y, w1, b1, w2, b2).into();
        results.map(|result| TensorHandle::clone(&ctx.host().block_on(result).unwrap()))
    })
}

fn on<'a>(engine: Engine, ctx: &'a RequestContext, handler: &'a OpHandlerRef) -> Step<'a> {
    let catalogue = tfrt_test_kernels::catalogue();
    let bytes = tfrt::mlir_to_bef("mnist_ops.mlir", &text(), &catalogue).unwrap();
    let program = Program::load(&bytes, &catalogue).unwrap().compile(engine).unwrap();
    let function = program.dynamic("step").unwrap();
    Box::new(move |operands| {
        let handler = Value::new(handler.clone());
        let mut arguments: Vec<Value> =
            std::iter::once(handler).chain(operands.map(Value::new)).collect();
        let mut results = [const { Value::Empty }; 5];
        function.call(ctx, 0, &mut arguments, &mut results);
        let results = results.map(Value::into_ref);
        ctx.await_all(&results).unwrap();
        let results = results.map(Value::Ref);
        results.map(|result| TensorHandle::clone(&result.get::<TensorHandle>().unwrap()))
    })
}

/// The losses in `f64`, in plain loops.
fn plainly(lesson: &Lesson) -> Vec<f64> {
    let wide = |numbers: &Vec<f32>| numbers.iter().map(|&it| f64::from(it)).collect::<Vec<f64>>();
    let [mut w1, mut b1, mut w2, mut b2] = lesson.start.each_ref().map(wide);
    let mut losses = Vec::new();
    for step in 0..STEPS {
        let (mut loss, rate) = (0.0, f64::from(RATE) / BATCH as f64);
        let [mut gw1, mut gb1, mut gw2, mut gb2] =
            [vec![0.0; w1.len()], vec![0.0; b1.len()], vec![0.0; w2.len()], vec![0.0; b2.len()]];
        for digit in 0..BATCH {
            let index = (step * BATCH + digit) % lesson.digits.labels.len();
            let image = &lesson.digits.images[index * PIXELS..][..PIXELS];
            let label = lesson.digits.labels[index];
            let hidden: Vec<f64> = (0..HIDDEN)
                .map(|unit| {
                    let inputs = image.iter().enumerate();
                    let sum: f64 = inputs.map(|(i, &x)| f64::from(x) * w1[i * HIDDEN + unit]).sum();
                    1.0 / (1.0 + (-(sum + b1[unit])).exp())
                })
                .collect();
            let scores: Vec<f64> = (0..CLASSES)
                .map(|class| {
                    let inputs = hidden.iter().enumerate();
                    inputs.map(|(unit, a)| a * w2[unit * CLASSES + class]).sum::<f64>() + b2[class]
                })
                .collect();
            let all: f64 = scores.iter().map(|score| score.exp()).sum();
            loss += all.ln() - scores[label];
            let mut slopes: Vec<f64> = scores.iter().map(|score| score.exp() / all).collect();
            slopes[label] -= 1.0;
            for (unit, a) in hidden.iter().enumerate() {
                let weights = &w2[unit * CLASSES..][..CLASSES];
                let slope: f64 = weights.iter().zip(&slopes).map(|(w, slope)| w * slope).sum();
                let slope = slope * a * (1.0 - a);
                for (class, slope) in slopes.iter().enumerate() {
                    gw2[unit * CLASSES + class] += a * slope;
                }
                for (pixel, &x) in image.iter().enumerate() {
                    gw1[pixel * HIDDEN + unit] += f64::from(x) * slope;
                }
                gb1[unit] += slope;
            }
            gb2.iter_mut().zip(&slopes).for_each(|(sum, slope)| *sum += slope);
        }
        losses.push(loss / BATCH as f64);
        for (parameters, slopes) in [(&mut w1, gw1), (&mut b1, gb1), (&mut w2, gw2), (&mut b2, gb2)]
        {
            parameters.iter_mut().zip(slopes).for_each(|(it, slope)| *it -= rate * slope);
        }
    }
    losses
}

#[test]
fn ops_learn_what_a_program_of_them_learns() {
    let lesson = Lesson::new();
    let host = Host::builder().threads(2).with(core_ops()).build().unwrap();
    let ctx = host.context();
    let device = host.devices().get("CPU:0").unwrap();
    let handler = DeviceOpHandler::new("cpu", device, core_ops(), OpHandlerRef::null());
    let handler = OpHandlerRef(Arc::new(handler));
    let eager = eagerly(&host, &lesson).unwrap();
    assert_eq!(by(&lesson, &in_rust(&ctx, &handler)), eager, "generated Rust");
    for (name, engine) in [("executor", Engine::Executor), ("JIT", Engine::Jit)] {
        assert_eq!(by(&lesson, &on(engine, &ctx, &handler)), eager, "{name}");
    }
    let expected = plainly(&lesson);
    let differences = eager.losses.iter().zip(&expected).map(|(&a, b)| (f64::from(a) - b).abs());
    let most = differences.fold(0.0, |most, it| if it <= most { most } else { it });
    println!("losses differ from those in f64 by at most {most:e}");
    assert!(most <= NEAR);
    let (first, last) = (eager.losses[0], eager.losses[STEPS - 1]);
    println!("the loss goes from {first} to {last}");
    assert!(last < 0.25 * first, "it learnt");
}

/// Writes the lesson and the losses to the folder that `TFRT_NUMPY_MNIST_OPS` names, for `numpy/mnist_ops.py`.
#[test]
#[ignore = "needs NumPy: cargo xtask numpy"]
fn files_for_numpy() {
    let folder = std::env::var_os("TFRT_NUMPY_MNIST_OPS").expect("cargo xtask numpy sets it");
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder).unwrap();
    let lesson = Lesson::new();
    let host = Host::builder().with(core_ops()).build().unwrap();
    let losses = eagerly(&host, &lesson).unwrap().losses;
    let write = |name: &str, tensor: &Tensor| {
        std::fs::write(folder.join(name).with_extension("npy"), npy::write(tensor).unwrap())
            .unwrap();
    };
    let Digits { images, labels } = &lesson.digits;
    write("images", &Tensor::from_slice(&[labels.len(), PIXELS], images).unwrap());
    write("labels", &Tensor::from_vec(&[labels.len(), CLASSES], lesson.digits.one_hot()).unwrap());
    for (name, parameter) in ["w1", "b1", "w2", "b2"].into_iter().zip(lesson.parameters()) {
        write(name, &parameter);
    }
    write("losses", &Tensor::from_slice(&[losses.len()], &losses).unwrap());
}
