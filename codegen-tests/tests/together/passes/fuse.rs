//! Convolutions take in what is done with their results by constants: results are near, and nothing else is left.

use super::{host, messages, run::run};
use std::fmt::Write;
use tfrt_compiler::graph::Module;
use tfrt_compiler::source::Source;
use tfrt_compiler::syntax;
use tfrt_model::{Options, PASSES};
use tfrt_tensor::Tensor;

const SEEDS: u64 = if cfg!(debug_assertions) { 100 } else { 2_000 };

/// Pseudorandom numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound as u64).unwrap()
    }

    /// A number between 0.5 and 1.5, of either sign unless it is `positive`.
    fn number(&mut self, positive: bool) -> f32 {
        let size = 0.5 + self.below(1 << 12) as f32 / 4096.0;
        if positive || self.below(2) == 0 { size } else { -size }
    }

    fn numbers(&mut self, shape: &[usize], positive: bool) -> String {
        match shape {
            [] => format!("{:?}", self.number(positive)),
            [size, rest @ ..] => {
                let all: Vec<_> = (0..*size).map(|_| self.numbers(rest, positive)).collect();
                format!("[{}]", all.join(", "))
            }
        }
    }
}

/// The type of a tensor.
fn ty(shape: &[usize]) -> String {
    shape.iter().fold(String::from("tensor<"), |text, size| text + &format!("{size}x")) + "f32>"
}

/// A convolution, ops that it can take in, and perhaps one that it cannot; the text and whether all are taken in.
fn program(seed: u64) -> (String, bool) {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let (inputs, outputs) = (1 + random.below(4), 1 + random.below(5));
    // Whether the number of images is known makes no difference.
    let many = if random.below(2) == 0 { "1" } else { "?" };
    let images = format!("tensor<{many}x{outputs}x3x4xf32>");
    let mut text = format!("func.func @main(%x: tensor<{many}x{inputs}x3x4xf32>) -> {images} {{\n");
    let mut count = 0;
    let mut constant = |random: &mut Random, text: &mut String, shape: &[usize], positive: bool| {
        count += 1;
        let (numbers, ty) = (random.numbers(shape, positive), ty(shape));
        writeln!(text, "%c{count} = arith.constant.tensor dense<{numbers}> : {ty}").unwrap();
        format!("%c{count}")
    };
    let filters = constant(&mut random, &mut text, &[outputs, inputs, 3, 3], false);
    let bias = match random.below(2) {
        0 => String::new(),
        _ => format!(", {}", constant(&mut random, &mut text, &[outputs], false)),
    };
    writeln!(
        text,
        "%v0 = nn.conv %x, {filters}{bias} {{auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, \
         pads = [1, 1, 1, 1], strides = [1, 1]}} : {images}"
    )
    .unwrap();
    let ops = 1 + random.below(4);
    let odd = (random.below(4) == 0).then(|| random.below(ops));
    for at in 0..ops {
        let (from, to) = (format!("%v{at}"), format!("%v{}", at + 1));
        if odd == Some(at) {
            // Numbers of columns.
            let other = constant(&mut random, &mut text, &[4], false);
            writeln!(text, "{to} = nn.mul {from}, {other} : {images}").unwrap();
            continue;
        }
        if random.below(3) == 0 {
            let parameters: Vec<String> =
                (0..4).map(|at| constant(&mut random, &mut text, &[outputs], at == 3)).collect();
            let parameters = parameters.join(", ");
            writeln!(
                text,
                "{to} = nn.batch_norm {from}, {parameters} {{epsilon = 0.25 : f32}} : {images}"
            )
            .unwrap();
            continue;
        }
        let shapes: [&[usize]; 4] = [&[], &[1], &[outputs, 1, 1], &[1, outputs, 1, 1]];
        let shape = shapes[random.below(4)];
        let other = constant(&mut random, &mut text, shape, false);
        let (name, is_first) = [
            ("add", true),
            ("add", false),
            ("mul", true),
            ("mul", false),
            ("sub", true),
            ("sub", false),
            ("div", true),
        ][random.below(7)];
        let (a, b) = if is_first { (&from, &other) } else { (&other, &from) };
        writeln!(text, "{to} = nn.{name} {a}, {b} : {images}").unwrap();
    }
    writeln!(text, "tfrt.return %v{ops} : {images}\n}}").unwrap();
    (text, odd.is_none())
}

fn numbers(program: &Module, x: &Tensor) -> Vec<f32> {
    let results = run(program, &host(), std::slice::from_ref(x)).unwrap().unwrap();
    let chunks = results[0].2.chunks_exact(4);
    chunks.map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect()
}

#[test]
fn convolutions_take_in_what_constants_do() {
    let pass = |name: &str| PASSES.iter().find(|pass| pass.name == name).unwrap().run;
    let options = Options::default();
    let lower = |graph: &Module| pass("lower")(graph, &options).map_err(messages).unwrap();
    let (mut all, mut some) = (0, 0);
    for seed in 0..SEEDS {
        let (text, is_whole) = program(seed);
        let source = Source::new("m.mlir", text.clone());
        let (graph, problems) = syntax::parse(&source, tfrt_model::ops(), Default::default());
        assert!(problems.is_empty(), "{problems:?}\n{text}");
        let fused = pass("fuse")(&graph, &options).map_err(messages).unwrap();
        let body = fused.function("main").unwrap().body.as_ref().unwrap();
        let left: Vec<&str> = body.preorder().into_iter().map(|id| &*body.op(id).name).collect();
        let own = left.iter().filter(|name| name.starts_with("nn.")).count();
        assert!(!is_whole || own == 1, "{left:?}\n{text}");
        (all, some) = (all + usize::from(is_whole), some + usize::from(!is_whole && own > 1));
        let shape: Vec<i64> = match graph.function("main").unwrap().arguments[0].kind() {
            tfrt_compiler::graph::TypeKind::Shaped { shape, .. } => shape.to_vec(),
            _ => panic!("it is a tensor"),
        };
        let sizes: Vec<usize> =
            shape.iter().map(|&size| usize::try_from(size).unwrap_or(2)).collect();
        let mut random = Random(seed | 1);
        let x = (0..sizes.iter().product()).map(|_| random.number(false)).collect();
        let x = Tensor::from_vec(&sizes, x).unwrap();
        let (expected, found) = (numbers(&lower(&graph), &x), numbers(&lower(&fused), &x));
        let largest = expected.iter().fold(1.0_f32, |all, x| all.max(x.abs()));
        for (expected, found) in expected.iter().zip(&found) {
            assert!((expected - found).abs() <= largest * 4e-6, "{expected} {found}\n{text}");
        }
    }
    assert!(all * 2 > usize::try_from(SEEDS).unwrap() && some > 0, "{all} {some}");
}
