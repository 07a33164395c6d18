//! Ops of models give the same bits on every engine, for any number of threads and with any instructions.
//! The choice of instructions is a process's, so the test runs itself once for each set. And no attribute and
//! no shape makes an op panic or run without an end.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;
use std::sync::Arc;
use tfrt::{Engine, Host, Program, RequestContext, Tensor, Value};
use tfrt_host::alloc::FixedSizeAllocator;
use tfrt_numeric::InstructionSet;

tfrt::tfrt_graph! {
    mod compiled = "programs/nn.mlir";
    kernels = [tfrt::NN, tfrt::MLIR];
}

const TEXT: &str = include_str!("../../programs/nn.mlir");

/// What a process is told to be one of those whose results are compared.
const PART: &str = "TFRT_NN_PART";

/// How a line with results begins.
const BITS: &str = "bits of ";

/// Pseudorandom numbers between -2 and 2.
fn numbers(shape: &[usize], seed: u64) -> Tensor {
    let mut state = seed;
    let elements = (0..shape.iter().product()).map(|_: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 22) as f32 - 2.0
    });
    Tensor::from_vec(shape, elements.collect()).unwrap()
}

type Call<'a> = Box<dyn Fn(&RequestContext, Tensor, Tensor) -> Tensor + 'a>;

/// The functions of the program with the shapes that they take, in generated Rust.
fn functions() -> Vec<(&'static str, [Vec<usize>; 2], Call<'static>)> {
    macro_rules! functions {
        ($($name:ident $a:tt $b:tt;)*) => {
            vec![$((
                stringify!($name),
                [$a.to_vec(), $b.to_vec()],
                Box::new(|ctx, a, b| Tensor::clone(&compiled::$name(ctx, a, b).unwrap())),
            ),)*]
        };
    }
    functions! {
        matmul [3, 41, 67] [67, 70];
        matmul_wide [5, 300] [300, 600];
        matmul_halves [40, 50] [50, 60];
        conv [2, 20, 13, 17] [9, 20, 3, 3];
        conv_groups [2, 12, 21, 25] [18, 4, 3, 3];
        softmax [90, 130] [130];
        reductions [40, 33, 70] [40, 1, 70];
        pools [3, 8, 40, 37] [1];
        moved [50, 60, 40] [40, 1];
    }
}

/// The test that prints.
const PRINT: &str = "nn::print_results";

/// A number that the bits decide, which are those of ordinary numbers.
fn digest(tensor: &Tensor) -> u64 {
    let elements = tensor.elements::<f32>().unwrap();
    let different: BTreeSet<u32> = elements.iter().map(|it| it.to_bits()).collect();
    assert!(different.len() > 100, "the results are different numbers");
    assert!(elements.iter().all(|it| it.is_finite()), "the results are numbers");
    let mut hasher = DefaultHasher::new();
    tensor.bytes().hash(&mut hasher);
    hasher.finish()
}

/// Prints what each function comes to, for each engine and number of threads.
#[test]
#[ignore = "the other test runs it, once for each set of instructions"]
fn print_results() {
    let expected = std::env::var(PART).expect("the other test runs this one");
    assert_eq!(InstructionSet::chosen().to_string(), expected);
    let catalogue = tfrt::catalogue().with(&tfrt::NN).with(&tfrt::MLIR);
    let bytes = tfrt::mlir_to_bef("nn.mlir", TEXT, &catalogue).unwrap();
    let program = Program::load(&bytes, &catalogue).unwrap();
    let engines = [Engine::Executor, Engine::Jit].map(|it| program.compile(it).unwrap());
    for threads in [1, 2, 8] {
        let host = Host::builder().threads(threads).build().unwrap();
        for (name, [a, b], generated) in functions() {
            let mut calls: Vec<(String, Call<'_>)> = vec![("generated Rust".to_owned(), generated)];
            for engine in &engines {
                let function = engine.function::<(Tensor, Tensor), (Tensor,)>(name).unwrap();
                let call: Call<'_> =
                    Box::new(move |ctx, a, b| function.call(ctx, (a, b)).unwrap().0);
                calls.push((format!("{:?}", engine.engine()), call));
            }
            for (engine, call) in calls {
                let result = call(&host.context(), numbers(&a, 1), numbers(&b, 2));
                println!("{BITS}{name}: {:x} by {engine}, {threads} threads", digest(&result));
            }
        }
    }
}

#[test]
fn bits_depend_on_no_engine_thread_or_instruction() {
    let mut results: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    let sets: Vec<InstructionSet> = InstructionSet::supported().collect();
    for set in &sets {
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", PRINT, "--ignored", "--nocapture"])
            .env("TFRT_INSTRUCTIONS", set.to_string())
            .env(PART, set.to_string())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "{set}: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let lines = text.lines().filter_map(|line| line.split_once(BITS));
        for (_, line) in lines {
            let (name, rest) = line.split_once(": ").unwrap();
            let (bits, how) = rest.split_once(" by ").unwrap();
            let all = results.entry(name.to_owned()).or_default();
            all.entry(bits.to_owned()).or_default().push(format!("{how}, {set}"));
        }
    }
    assert_eq!(results.len(), functions().len());
    for (name, all) in &results {
        let ways: usize = all.values().map(Vec::len).sum();
        assert_eq!(ways, 3 * 3 * sets.len(), "{name} was computed in every way");
        assert_eq!(all.len(), 1, "{name} differs: {all:#?}");
    }
    println!("{} functions on {sets:?}", results.len());
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % end
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A size or an index, often of no tensor.
    fn hostile(&mut self) -> i64 {
        let far = [i64::MIN, i64::MIN + 1, -1 << 40, -2, 1 << 31, 1 << 40, 1 << 62, i64::MAX];
        if self.below(4) == 0 { self.pick(&far) } else { self.pick(&[-1, 0, 1, 1, 1, 2, 3]) }
    }

    /// Small, or without elements however large the other sizes are.
    fn shape(&mut self) -> Vec<usize> {
        let rank = self.pick(&[0, 1, 2, 3, 3, 4, 4, 5, 9]);
        let mut shape: Vec<usize> = (0..rank).map(|_| self.pick(&[1, 1, 2, 3])).collect();
        if rank > 1 && self.below(6) == 0 {
            let (empty, huge) = (self.below(rank), self.below(rank));
            shape[huge] = self.pick(&[1 << 31, 1 << 62, i64::MAX as usize]);
            shape[empty] = 0;
        }
        shape
    }
}

/// A list attribute.
fn list(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("[{}]", numbers.join(", "))
}

#[test]
fn hostile_attributes_and_shapes_are_errors_or_results() {
    let catalogue = tfrt::catalogue().with(&tfrt::NN).with(&tfrt::MLIR);
    let of_floats = |name: &&str| name.ends_with(".f32") || name.matches('.').count() == 1;
    let ops = tfrt::NN.names().filter(|name| name.starts_with("nn."));
    let ops: Vec<&str> = ops.filter(of_floats).collect();
    let mut random = Random(7);
    let (mut results, mut errors) = (0, BTreeMap::<String, u32>::new());
    for _ in 0..if cfg!(debug_assertions) { 2_000 } else { 6_000 } {
        let name = random.pick(&ops);
        let op = catalogue.kernel(name).unwrap();
        let mut count = op.operands().count();
        if op.variadic_operands() {
            count += random.below(3);
        }
        // What fits the rank of the first operand is refused later than what does not.
        let first = random.shape();
        let spatial = first.len().saturating_sub(2);
        let attributes: Vec<String> = op
            .attributes()
            .iter()
            .map(|param| match param.ty {
                "i1" => format!("{} = {}", param.name, random.below(2) == 0),
                "i64" => format!("{} = {} : i64", param.name, random.hostile()),
                _ => {
                    let fits = if param.name == "pads" { 2 * spatial } else { spatial };
                    let any = random.below(4);
                    let length = random.pick(&[fits, fits, first.len(), any]);
                    let numbers: Vec<i64> = (0..length).map(|_| random.hostile()).collect();
                    format!("{} = {}", param.name, list(&numbers))
                }
            })
            .collect();
        let attributes = if attributes.is_empty() {
            String::new()
        } else {
            format!(" {{{}}}", attributes.join(", "))
        };
        let condition = |at: usize| *name == *"nn.select" && at == 0;
        let types: Vec<&str> = (0..count)
            .map(|at| if condition(at) { "tensor<*xi1>" } else { "tensor<*xf32>" })
            .collect();
        let gives = if name.contains(".arg") { "tensor<*xi64>" } else { "tensor<*xf32>" };
        let operands: Vec<String> = (0..count).map(|at| format!("%x{at}")).collect();
        let parameters: Vec<String> =
            operands.iter().zip(&types).map(|(name, ty)| format!("{name}: {ty}")).collect();
        let text = format!(
            "func.func @main({}) -> {gives} {{\n%y = \"{name}\"({}){attributes} : ({}) -> {gives}\n\
             tfrt.return %y : {gives}\n}}\n",
            parameters.join(", "),
            operands.join(", "),
            types.join(", "),
        );
        let shapes: Vec<Vec<usize>> = (0..count)
            .map(|at| if at == 0 || random.below(3) == 0 { first.clone() } else { random.shape() })
            .collect();
        let Ok(bytes) = tfrt::mlir_to_bef("hostile.mlir", &text, &catalogue) else {
            *errors.entry("refused".to_owned()).or_default() += 1;
            continue;
        };
        let program = Program::load(&bytes, &catalogue).unwrap().compile(Engine::Executor).unwrap();
        let allocator = Arc::new(FixedSizeAllocator::new(1 << 20, |_| {}));
        let host = Host::builder().work_queue("s").allocator(allocator).build().unwrap();
        let tensor = |(at, shape): (usize, &Vec<usize>)| {
            if condition(at) {
                let all = shape.iter().product();
                Value::new(
                    Tensor::from_vec(shape, vec![tfrt::tensor::I1::from(true); all]).unwrap(),
                )
            } else {
                let all = if shape.contains(&0) { 0 } else { shape.iter().product() };
                Value::new(Tensor::from_vec(shape, vec![0.5_f32; all]).unwrap())
            }
        };
        if shapes.iter().enumerate().any(|(at, shape)| condition(at) && shape.contains(&0)) {
            continue;
        }
        let mut arguments: Vec<Value> = shapes.iter().enumerate().map(tensor).collect();
        let mut result = [Value::Empty];
        program.dynamic("main").unwrap().call(&host.context(), 0, &mut arguments, &mut result);
        host.quiesce();
        match result[0].error() {
            None => results += 1,
            Some(error) => {
                let message = error.message().to_owned();
                assert!(!message.contains("panicked"), "{message} for {shapes:?}\n{text}");
                let kind: String = message.chars().filter(|it| it.is_ascii_alphabetic()).collect();
                *errors.entry(kind).or_default() += 1;
            }
        }
    }
    println!("{results} results, {errors:#?}");
    assert!(results > 150 && errors.len() > 20, "{results} results and {} errors", errors.len());
}
