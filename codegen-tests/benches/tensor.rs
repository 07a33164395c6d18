//! Tensors: elementwise kernels on each engine against plain loops over slices, on one and two
//! threads; what engines add to the kernels of a graph of small tensors; products of matrices and
//! elementary functions against plain loops. Prints the shortest of many runs, and ratios of one run, in which what is compared takes turns.
//!
//! `cargo bench -p tfrt-codegen-tests --no-default-features --bench tensor [-- NAME]`
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "support/bars.rs"]
mod bars;

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use tfrt::tensor::{DenseHostTensor, MutableTensor, TensorShape};
use tfrt::{Catalogue, Chain, Engine, Host, Program, RequestContext, Tensor};
use tfrt_host::context::{Site, SiteRef};
use tfrt_host::kernel::{KernelFrame, Operands, Value};

/// The bar of elementwise kernels: nine tenths of the bandwidth of a loop.
const LOOP_BAR: f64 = 1.0 / 0.9;

/// The bar of a graph of small tensors, as a multiple of its kernels alone: a share of 5 %.
const SHARE_BAR: f64 = 1.0 / 0.95;

/// The bars of immutable tensors, as multiples of a loop over slices: of a graph of small ones, and of
/// large ones.
const TYPED_BARS: [f64; 2] = [1.5, 1.05];

/// The bar of a product of matrices, as a multiple of three loops in the order i, k, j.
const PRODUCT_BAR: f64 = 1.0 / 3.0;

/// The bar of elementary functions, as a multiple of a loop over `f32::exp`.
const FUNCTION_BAR: f64 = 1.0;

/// The elements of small tensors, 4 KiB of `f32`, and the ops of their graph.
const SMALL: usize = 1 << 10;
const OPS: usize = 100;

const ELEMENTWISE: &str = r#"
func.func @add(%a: !tfrt_tensor.tensor, %b: !tfrt_tensor.tensor, %c: !tfrt_tensor.tensor, %ch: !tfrt.chain) -> !tfrt.chain {
  %done = "tfrt_test.add.f32"(%a, %b, %c, %ch) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %done : !tfrt.chain
}
func.func @relu(%a: !tfrt_tensor.tensor, %b: !tfrt_tensor.tensor, %c: !tfrt_tensor.tensor, %ch: !tfrt.chain) -> !tfrt.chain {
  %done = "tfrt_test.relu.f32"(%a, %c, %ch) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %done : !tfrt.chain
}
"#;

/// A loop over slices, which sets the last.
type Loop = fn(&[f32], &[f32], &mut [f32]);

/// What is compared: a name, and one run of it.
type Candidate<'a> = (String, Box<dyn FnMut() + 'a>);

fn main() {
    // `cargo test` builds and starts benchmarks too; only `cargo bench` asks for a measurement.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let only = arguments.iter().find(|argument| !argument.starts_with('-'));
    let wanted = |name: &str| only.is_none_or(|only| name.contains(only.as_str()));
    let catalogue = tfrt_test_kernels::catalogue();
    bars::print_processor();
    for (name, size) in [("elementwise 1 MiB", 1 << 18), ("elementwise 64 MiB", 1 << 24)] {
        if wanted(name) {
            elementwise(size, &catalogue);
        }
    }
    if wanted("small") {
        small(&catalogue);
    }
    for (name, size, ops) in [("typed 4 KiB", SMALL, OPS), ("typed 64 MiB", 1 << 24, 1)] {
        if wanted(name) {
            typed(size, ops, &catalogue);
        }
    }
    if wanted("product") {
        product(512, &catalogue);
    }
    if wanted("functions") {
        functions(1 << 16, &catalogue);
    }
    bars::print_legend();
}

/// The shortest run of each candidate, in seconds: they take turns for two seconds each.
fn race(candidates: &mut [Candidate<'_>]) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; candidates.len()];
    let start = Instant::now();
    let mut rounds = 0;
    while rounds < 3 || start.elapsed().as_secs() < 2 * candidates.len() as u64 {
        for ((_, run), best) in candidates.iter_mut().zip(&mut best) {
            // What another candidate has left in the caches is not measured.
            run();
            let start = Instant::now();
            run();
            *best = best.min(start.elapsed().as_secs_f64());
        }
        rounds += 1;
    }
    best
}

fn tensor(elements: usize) -> MutableTensor {
    let values: Vec<f32> = (0..elements).map(|index| (index % 7) as f32 - 3.0).collect();
    let shape = TensorShape::new(&[elements as i64]).expect("a small shape");
    DenseHostTensor::from_vec(shape, values).expect("the shape has so many elements").into()
}

fn load(text: &str, catalogue: &Catalogue) -> Program {
    let bytes = tfrt::mlir_to_bef("bench.mlir", text, catalogue).expect("the program is valid");
    Program::load(&bytes, catalogue).expect("the program loads")
}

/// A function of three tensors on an engine.
fn function<'a>(
    program: &Program,
    engine: Engine,
    name: &str,
    request: &'a RequestContext,
    tensors: &'a [MutableTensor; 3],
) -> Box<dyn FnMut() + 'a> {
    let compiled = program.compile(engine).expect("it compiles");
    let function =
        compiled.function::<(MutableTensor, MutableTensor, MutableTensor, Chain), (Chain,)>(name);
    let function = function.expect("it is there");
    Box::new(move || {
        let [a, b, c] = tensors.clone();
        let _ = black_box(function.call(request, (a, b, c, Chain)).expect("it runs"));
    })
}

/// A loop over slices, on one thread or two.
fn by_hand(two: bool, a: &[f32], b: &[f32], c: &mut [f32], each: Loop) {
    if !two {
        return each(a, b, c);
    }
    let middle = c.len() / 2;
    let ((a, a2), (b, b2)) = (a.split_at(middle), b.split_at(middle));
    let (c, c2) = c.split_at_mut(middle);
    rayon::join(|| each(a, b, c), || each(a2, b2, c2));
}

fn add(a: &[f32], b: &[f32], c: &mut [f32]) {
    for ((a, b), c) in a.iter().zip(b).zip(c) {
        *c = a + b;
    }
}

fn relu(a: &[f32], _: &[f32], c: &mut [f32]) {
    for (a, c) in a.iter().zip(c) {
        *c = if *a < 0.0 { 0.0 } else { *a };
    }
}

fn elementwise(elements: usize, catalogue: &Catalogue) {
    let program = load(ELEMENTWISE, catalogue);
    println!(
        "\n{:<6} {:>7} {:>8} {:<10} {:>12} {}",
        "op",
        "MiB",
        "threads",
        "engine",
        "us",
        bars::heads("/ loop")
    );
    let loops: [(&str, Loop); 2] = [("add", add), ("relu", relu)];
    for (name, each) in loops {
        for (queue, threads) in [("s", 1), ("mstd:2", 2)] {
            let host = Host::builder().work_queue(queue).build().expect("the queue exists");
            let request = host.context();
            let tensors = [tensor(elements), tensor(elements), tensor(elements)];
            let mut slices = [vec![1.0_f32; elements], vec![2.0; elements], vec![0.0; elements]];
            let mut candidates: Vec<Candidate<'_>> = Vec::new();
            let by_hand = || {
                let [a, b, c] = &mut slices;
                by_hand(threads == 2, black_box(a), black_box(b), black_box(c), each);
            };
            candidates.push(("loop".to_owned(), Box::new(by_hand)));
            for engine in [Engine::Jit, Engine::Executor] {
                let run = function(&program, engine, name, &request, &tensors);
                candidates.push((format!("{engine:?}"), run));
            }
            let best = race(&mut candidates);
            for ((engine, _), time) in candidates.iter().zip(&best) {
                let bar = (engine != "loop").then_some(LOOP_BAR);
                println!(
                    "{name:<6} {:>7} {threads:>8} {engine:<10} {:>12.1} {}",
                    elements >> 18,
                    time * 1e6,
                    bars::columns(Some(time / best[0]), bar)
                );
            }
        }
    }
}

/// A chain of ops on small tensors, against its kernels called through their definition.
fn small(catalogue: &Catalogue) {
    const NAME: &str = "tfrt_test.add.f32";
    let ty = "!tfrt_tensor.tensor";
    let mut text = format!(
        "func.func @f(%a: {ty}, %b: {ty}, %c: {ty}, %ch0: !tfrt.chain) -> !tfrt.chain {{\n"
    );
    for op in 0..OPS {
        let _ = writeln!(
            text,
            "%ch{} = \"{NAME}\"(%a, %b, %c, %ch{op}) : ({ty}, {ty}, {ty}, !tfrt.chain) -> !tfrt.chain",
            op + 1
        );
    }
    let _ = writeln!(text, "tfrt.return %ch{OPS} : !tfrt.chain\n}}");
    let program = load(&text, catalogue);
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();
    let tensors = [tensor(SMALL), tensor(SMALL), tensor(SMALL)];
    let mut slices = [vec![1.0_f32; SMALL], vec![2.0; SMALL], vec![0.0; SMALL]];
    let kernel = catalogue.kernel(NAME).expect("it is a kernel");
    let site = Arc::new(Site { kernel: NAME.into(), location: Default::default() });
    let values = tensors.each_ref().map(|tensor| Value::new(tensor.clone()));
    let kernels = || {
        for _ in 0..OPS {
            let [a, b, c] = values.clone();
            let mut operands = [a, b, c, Value::new(Chain)];
            let mut results = [Value::Empty];
            kernel.invoke(&mut KernelFrame {
                request: &request,
                site: SiteRef::Shared(&site),
                depth: 0,
                operands: Operands::owned(&mut operands),
                attributes: &[],
                functions: &[],
                results: &mut results,
            });
            black_box(results);
        }
    };
    let loops = || {
        let [a, b, c] = &mut slices;
        for _ in 0..OPS {
            add(black_box(a), black_box(b), black_box(c));
        }
    };
    let mut candidates: Vec<Candidate<'_>> = vec![
        ("kernels through a table".to_owned(), Box::new(kernels)),
        ("loops over slices".to_owned(), Box::new(loops)),
    ];
    for engine in [Engine::Jit, Engine::Executor] {
        candidates
            .push((format!("{engine:?}"), function(&program, engine, "f", &request, &tensors)));
    }
    let best = race(&mut candidates);
    println!("\n{:<26} {:>12} {}", "100 adds of 4 KiB", "ns an op", bars::heads("/ table"));
    for ((name, _), time) in candidates.iter().zip(&best) {
        let bar = matches!(name.as_str(), "Jit" | "Executor").then_some(SHARE_BAR);
        println!(
            "{name:<26} {:>12.1} {}",
            time * 1e9 / OPS as f64,
            bars::columns(Some(time / best[0]), bar)
        );
    }
}

/// A chain of ops on immutable tensors, against a loop that writes in place. Each call is given the result
/// of the one before, so its memory is there to be written over.
fn typed(elements: usize, ops: usize, catalogue: &Catalogue) {
    let ty = format!("tensor<{elements}xf32>");
    let mut text = format!("func.func @f(%x0: {ty}, %b: {ty}) -> {ty} {{\n");
    for op in 0..ops {
        let _ = writeln!(text, "%x{} = arith.addf.tensor.f32 %x{op}, %b : {ty}", op + 1);
    }
    let _ = writeln!(text, "tfrt.return %x{ops} : {ty}\n}}");
    let program = load(&text, catalogue);
    let bar = TYPED_BARS[usize::from(ops == 1)];
    let size = if elements < 1 << 18 { "4 KiB" } else { "64 MiB" };
    let head = format!("{ops} typed adds of {size}");
    println!("\n{head:<26} {:>8} {:>12} {}", "threads", "ns an op", bars::heads("/ loop"));
    for (queue, threads) in [("s", 1), ("mstd:2", 2)] {
        if threads > 1 && ops > 1 {
            continue;
        }
        let host = Host::builder().work_queue(queue).build().expect("the queue exists");
        let request = host.context();
        let b = Tensor::from_vec(&[elements], vec![0.5_f32; elements]).expect("it has the shape");
        let (mut x, slice) = (vec![0.0_f32; elements], vec![0.5_f32; elements]);
        let add_over = |x: &mut [f32], b: &[f32]| {
            x.iter_mut().zip(b).for_each(|(x, b)| *x += b);
        };
        let loops = || {
            for _ in 0..ops {
                let (x, b) = (black_box(&mut x[..]), black_box(&slice[..]));
                if threads == 1 {
                    add_over(x, b);
                    continue;
                }
                let (x, x2) = x.split_at_mut(elements / 2);
                let (b, b2) = b.split_at(elements / 2);
                rayon::join(|| add_over(x, b), || add_over(x2, b2));
            }
        };
        let mut candidates: Vec<Candidate<'_>> = vec![("loop".to_owned(), Box::new(loops))];
        for engine in [Engine::Jit, Engine::Executor] {
            let f = program.compile(engine).expect("it compiles");
            let f = f.function::<(Tensor, Tensor), (Tensor,)>("f").expect("it is there");
            let (request, b) = (&request, b.clone());
            let mut x =
                Some(Tensor::from_slice(&[elements], &vec![0.0_f32; elements]).expect("it fits"));
            candidates.push((
                format!("{engine:?}"),
                Box::new(move || {
                    let argument = x.take().expect("each call gives the next argument");
                    x = Some(f.call(request, (argument, b.clone())).expect("it runs").0);
                }),
            ));
        }
        let best = race(&mut candidates);
        for ((name, _), time) in candidates.iter().zip(&best) {
            println!(
                "{name:<26} {threads:>8} {:>12.1} {}",
                time * 1e9 / ops as f64,
                bars::columns(Some(time / best[0]), (name != "loop").then_some(bar))
            );
        }
    }
}

fn product(size: usize, catalogue: &Catalogue) {
    let text = "func.func @f(%a: !tfrt_tensor.tensor, %b: !tfrt_tensor.tensor, %c: !tfrt_tensor.tensor, %ch: !tfrt.chain) -> !tfrt.chain {
  %one = tfrt.constant.f32 1.0
  %zero = tfrt.constant.f32 0.0
  %done = \"eigen.matmul.f32\"(%one, %a, %b, %zero, %c, %ch) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %done : !tfrt.chain
}
";
    let program = load(text, catalogue);
    let instructions = tfrt_numeric::InstructionSet::chosen();
    let head = format!("{size} x {size}, {instructions}");
    println!("\n{head:<26} {:>8} {:>12} {}", "threads", "us", bars::heads("/ i, k, j"));
    let matrix = || {
        let values: Vec<f32> = (0..size * size).map(|index| (index % 7) as f32 - 3.0).collect();
        let shape = TensorShape::new(&[size as i64, size as i64]).expect("a small shape");
        MutableTensor::from(DenseHostTensor::from_vec(shape, values).expect("it has the shape"))
    };
    for (queue, threads) in [("s", 1), ("mstd:2", 2)] {
        let host = Host::builder().work_queue(queue).build().expect("the queue exists");
        let request = host.context();
        let tensors = [matrix(), matrix(), matrix()];
        let (a, b, mut c) =
            (vec![1.0_f32; size * size], vec![2.0_f32; size * size], vec![0.0; size * size]);
        let loops = || {
            let (a, b, c) = (black_box(&a), black_box(&b), black_box(&mut c));
            for (a, c) in a.chunks_exact(size).zip(c.chunks_exact_mut(size)) {
                c.fill(0.0);
                for (a, b) in a.iter().zip(b.chunks_exact(size)) {
                    c.iter_mut().zip(b).for_each(|(c, b)| *c += a * b);
                }
            }
        };
        let run = function(&program, Engine::Jit, "f", &request, &tensors);
        let mut candidates: Vec<Candidate<'_>> =
            vec![("loops".to_owned(), Box::new(loops)), ("eigen.matmul.f32".to_owned(), run)];
        let best = race(&mut candidates);
        for ((name, _), time) in candidates.iter().zip(&best) {
            println!(
                "{name:<26} {threads:>8} {:>12.1} {}",
                time * 1e6,
                bars::columns(Some(time / best[0]), (name != "loops").then_some(PRODUCT_BAR))
            );
        }
    }
}

fn functions(elements: usize, catalogue: &Catalogue) {
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();
    let ty = format!("tensor<{elements}xf32>");
    let values: Vec<f32> = (0..elements).map(|at| (at as f32 * 0.618).sin() * 8.0).collect();
    let mut output = vec![0.0_f32; elements];
    let loops = || {
        let (values, output) = (black_box(&values), black_box(&mut output));
        values.iter().zip(output).for_each(|(x, y)| *y = x.exp());
    };
    let mut candidates: Vec<Candidate<'_>> = vec![("f32::exp".to_owned(), Box::new(loops))];
    for name in ["exp", "tanh", "erf", "log", "sin"] {
        let text = format!(
            "func.func @f(%x: {ty}) -> {ty} {{\n  %y = math.{name}.tensor.f32 %x : {ty}\n  \
             tfrt.return %y : {ty}\n}}\n"
        );
        let f = load(&text, catalogue).compile(Engine::Jit).expect("it compiles");
        let f = f.function::<(Tensor,), (Tensor,)>("f").expect("it is there");
        let x = Tensor::from_slice(&[elements], &values).expect("it has the shape");
        let request = &request;
        candidates.push((
            format!("math.{name}.tensor.f32"),
            Box::new(move || {
                let _ = black_box(f.call(request, (x.clone(),)).expect("it runs"));
            }),
        ));
    }
    let best = race(&mut candidates);
    let head = format!("{}", tfrt_numeric::InstructionSet::chosen());
    println!("\n{head:<26} {:>12} {}", "ns an element", bars::heads("/ loop"));
    for ((name, _), time) in candidates.iter().zip(&best) {
        println!(
            "{name:<26} {:>12.2} {}",
            time * 1e9 / elements as f64,
            bars::columns(Some(time / best[0]), (name != "f32::exp").then_some(FUNCTION_BAR))
        );
    }
}
