//! A network for digits as host programs (`programs/mnist.mlir`): it learns made-up digits on each
//! engine, to the same bits, and to what the same formulas come to in `f64`. `cargo xtask numpy`
//! compares with NumPy too.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

pub(crate) mod digits;
mod plain;

use digits::{CLASSES, Digits, HIDDEN, Network, PIXELS};
use std::path::Path;
use tfrt::tensor::{DenseHostTensor, Element, MutableTensor, TensorShape};
use tfrt::{Chain, Engine, Host, Program, RequestContext, Shared};
use tfrt_codegen_tests::random::Random;

tfrt::tfrt_graph! {
    mod compiled = "programs/mnist.mlir";
    kernels = [tfrt::TENSOR, tfrt_test_kernels::TEST];
}

const TEXT: &str = include_str!("../../../programs/mnist.mlir");

/// Digits to learn from, once each.
const LEARNT: usize = 60;

/// Digits to recognize: as many as the program takes.
const ASKED: usize = 20;

/// The step of gradient descent, as in the program.
const RATE: f64 = 0.03;

/// What results in `f32` may differ by from those in `f64`.
const NEAR: f64 = 1e-5;

/// What is learnt and asked, and the parameters at the start.
struct Lesson {
    learnt: Digits,
    asked: Digits,
    start: Network<f32>,
}

impl Lesson {
    fn new() -> Self {
        let mut random = Random::new(28);
        Self {
            learnt: Digits::new(&mut random, LEARNT),
            asked: Digits::new(&mut random, ASKED),
            start: Network::new(&mut random),
        }
    }
}

/// What comes of a lesson.
#[derive(Debug, PartialEq)]
struct Outcome {
    /// Before and after.
    logits: [Vec<f32>; 2],
    accuracy: [f32; 2],
    learnt: Network<f32>,
}

fn tensor<T: Element>(shape: &[usize], elements: Vec<T>) -> MutableTensor {
    let shape: Vec<i64> = shape.iter().map(|&size| size.try_into().unwrap()).collect();
    DenseHostTensor::from_vec(TensorShape::new(&shape).unwrap(), elements).unwrap().into()
}

fn elements(tensor: &MutableTensor) -> Vec<f32> {
    tensor.dense().unwrap().to_vec().unwrap()
}

/// Digits, labels and parameters.
type Operands = [MutableTensor; 6];

/// The program's functions on an engine.
struct Functions<'a> {
    infer: Box<dyn Fn(Operands) -> [MutableTensor; 2] + 'a>,
    train: Box<dyn Fn(Operands, i32) + 'a>,
}

fn in_rust(ctx: &RequestContext) -> Functions<'_> {
    Functions {
        infer: Box::new(move |operands| {
            let [x, y, w1, b1, w2, b2] = operands.map(Shared::new);
            let (logits, accuracy) = compiled::infer(ctx, x, y, w1, b1, w2, b2, Chain);
            [logits, accuracy].map(|result| MutableTensor::clone(&result.unwrap()))
        }),
        train: Box::new(move |operands, steps| {
            let [x, y, w1, b1, w2, b2] = operands.map(Shared::new);
            compiled::train(ctx, x, y, w1, b1, w2, b2, steps, Chain).unwrap();
        }),
    }
}

fn on(engine: Engine, ctx: &RequestContext) -> Functions<'_> {
    type T = MutableTensor;
    let catalogue = tfrt_test_kernels::catalogue();
    let bytes = tfrt::mlir_to_bef("mnist.mlir", TEXT, &catalogue).unwrap();
    let program = Program::load(&bytes, &catalogue).unwrap().compile(engine).unwrap();
    let infer = program.function::<(T, T, T, T, T, T, Chain), (T, T)>("infer").unwrap();
    let train = program.function::<(T, T, T, T, T, T, i32, Chain), (Chain,)>("train").unwrap();
    Functions {
        infer: Box::new(move |[x, y, w1, b1, w2, b2]| {
            infer.call(ctx, (x, y, w1, b1, w2, b2, Chain)).unwrap().into()
        }),
        train: Box::new(move |[x, y, w1, b1, w2, b2], steps| {
            train.call(ctx, (x, y, w1, b1, w2, b2, steps, Chain)).unwrap();
        }),
    }
}

impl Functions<'_> {
    fn run(&self, lesson: &Lesson) -> Outcome {
        let Network { w1, b1, w2, b2 } = lesson.start.clone();
        let parameters = [
            tensor(&[PIXELS, HIDDEN], w1),
            tensor(&[HIDDEN], b1),
            tensor(&[HIDDEN, CLASSES], w2),
            tensor(&[CLASSES], b2),
        ];
        let operands = |x, y| {
            let [w1, b1, w2, b2] = parameters.clone();
            [x, y, w1, b1, w2, b2]
        };
        let Digits { images, labels } = &lesson.asked;
        let labels = labels.iter().map(|&label| i32::try_from(label).unwrap());
        let (images, labels) =
            (tensor(&[ASKED, PIXELS], images.clone()), tensor(&[ASKED], labels.collect()));
        let infer =
            || (self.infer)(operands(images.clone(), labels.clone())).map(|it| elements(&it));
        let [logits, accuracy] = infer();
        let rows = tensor(&[LEARNT, 1, PIXELS], lesson.learnt.images.clone());
        let classes = tensor(&[LEARNT, 1, CLASSES], lesson.learnt.one_hot());
        (self.train)(operands(rows, classes), LEARNT.try_into().unwrap());
        let [logits_after, accuracy_after] = infer();
        let [w1, b1, w2, b2] = parameters.each_ref().map(elements);
        Outcome {
            logits: [logits, logits_after],
            accuracy: [accuracy[0], accuracy_after[0]],
            learnt: Network { w1, b1, w2, b2 },
        }
    }
}

/// The largest difference.
fn difference(found: &[f32], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let differences = found.iter().zip(expected).map(|(&a, b)| (f64::from(a) - b).abs());
    // Of a number that is none, the comparison is false.
    differences.fold(0.0, |most, it| if it <= most { most } else { it })
}

#[test]
fn every_engine_learns_the_same() {
    let lesson = Lesson::new();
    let host = Host::builder().threads(2).build().unwrap();
    let ctx = host.context();
    let outcome = in_rust(&ctx).run(&lesson);
    for (name, engine) in [("executor", Engine::Executor), ("JIT", Engine::Jit)] {
        assert!(on(engine, &ctx).run(&lesson) == outcome, "{name} differs from generated Rust");
    }

    let wide = |digits: &Digits| -> Vec<Vec<f64>> {
        let rows = digits.images.chunks_exact(PIXELS);
        rows.map(|row| row.iter().map(|&pixel| f64::from(pixel)).collect()).collect()
    };
    let asked = wide(&lesson.asked);
    let logits = |network: &Network<f64>| -> Vec<f64> {
        asked.iter().flat_map(|image| network.logits(image)).collect()
    };
    let mut network = Network::of(&lesson.start);
    let mut expected = vec![logits(&network)];
    for (image, &label) in wide(&lesson.learnt).iter().zip(&lesson.learnt.labels) {
        network.step(image, label, RATE);
    }
    expected.push(logits(&network));
    for (found, expected) in outcome.logits.iter().zip(&expected) {
        let most = difference(found, expected);
        println!("logits differ from those in f64 by at most {most:e}");
        assert!(most <= NEAR);
    }
    let Network { w1, b1, w2, b2 } = &outcome.learnt;
    for (name, found, expected) in [
        ("w1", w1, &network.w1),
        ("b1", b1, &network.b1),
        ("w2", w2, &network.w2),
        ("b2", b2, &network.b2),
    ] {
        let most = difference(found, expected);
        println!("{name} differs from that in f64 by at most {most:e}");
        assert!(most <= NEAR);
    }
    for (accuracy, logits) in outcome.accuracy.iter().zip(&expected) {
        let right = logits.chunks_exact(CLASSES).zip(&lesson.asked.labels);
        let right = right.filter(|(logits, label)| logits.iter().all(|it| *it <= logits[**label]));
        let expected = right.count() as f32 / ASKED as f32;
        println!("{expected} of the digits are right");
        assert_eq!(*accuracy, expected);
    }
    assert!(outcome.accuracy[0] <= 0.2 && outcome.accuracy[1] >= 0.6, "it learnt");
}

/// A file for NumPy.
fn write(folder: &Path, name: &str, shape: &str, elements: &[f32]) {
    let mut header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape},), }}");
    // The header ends with a line, and the elements start at a multiple of 64.
    header = format!("{header:<117}\n");
    let length = u16::try_from(header.len()).unwrap();
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(length.to_le_bytes());
    bytes.extend(header.bytes());
    bytes.extend(elements.iter().flat_map(|element| element.to_le_bytes()));
    std::fs::write(folder.join(name).with_extension("npy"), bytes).unwrap();
}

/// Writes the lesson and what came of it to the folder that `TFRT_NUMPY_MNIST` names, for
/// `numpy/mnist.py`.
#[test]
#[ignore = "needs NumPy: cargo xtask numpy"]
fn files_for_numpy() {
    let folder = std::env::var_os("TFRT_NUMPY_MNIST").expect("cargo xtask numpy sets it");
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder).unwrap();
    let lesson = Lesson::new();
    let host = Host::builder().build().unwrap();
    let outcome = in_rust(&host.context()).run(&lesson);
    for (kind, digits) in [("learnt", &lesson.learnt), ("asked", &lesson.asked)] {
        let count = digits.labels.len();
        let images = format!("{count}, {PIXELS}");
        write(folder, &format!("{kind}_images"), &images, &digits.images);
        let labels = format!("{count}, {CLASSES}");
        write(folder, &format!("{kind}_labels"), &labels, &digits.one_hot());
    }
    for (when, network) in [("before", &lesson.start), ("after", &outcome.learnt)] {
        let Network { w1, b1, w2, b2 } = network;
        write(folder, &format!("w1_{when}"), &format!("{PIXELS}, {HIDDEN}"), w1);
        write(folder, &format!("b1_{when}"), &HIDDEN.to_string(), b1);
        write(folder, &format!("w2_{when}"), &format!("{HIDDEN}, {CLASSES}"), w2);
        write(folder, &format!("b2_{when}"), &CLASSES.to_string(), b2);
    }
    for (index, when) in ["before", "after"].into_iter().enumerate() {
        let shape = format!("{ASKED}, {CLASSES}");
        write(folder, &format!("logits_{when}"), &shape, &outcome.logits[index]);
        write(folder, &format!("accuracy_{when}"), "1", &[outcome.accuracy[index]]);
    }
}
