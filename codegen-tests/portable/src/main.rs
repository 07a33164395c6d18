//! Prints what the functions of a program return, what models come to and what random networks do, in generated
//! Rust and on the executor: every bit of it. `cargo xtask proofs` compares what this machine prints with what others
//! do. The host has no threads, since some of them have none.
//!
//! A first argument says on how many networks, a second the path of a model that runs on the executor besides.
#![expect(clippy::print_stdout, reason = "the output is what is compared")]

#[path = "../../src/networks.rs"]
#[expect(unreachable_pub, reason = "a module of a library, of which this is a part")]
mod drawn;
#[path = "../../src/models.rs"]
#[expect(unreachable_pub, reason = "a module of a library, of which this is a part")]
mod made;

mod compiled;

use compiled::SEED;
use std::error::Error;
use std::hash::{DefaultHasher, Hasher};
use tfrt::{Engine, Host, Model, Program, RequestContext, Shared, Tensor, Value};
use tfrt_compiler::graph::TypeKind;
use tfrt_compiler::{bef, verify};

tfrt::tfrt_graph! {
    mod graph = "portable.mlir";
    kernels = [tfrt::MLIR, tfrt::NN];
}
mod models {
    tfrt::include_graphs!("models");
}
mod networks {
    tfrt::include_graphs!("networks");
}

/// What a network comes to, as Rust.
type Call = fn(&RequestContext, Tensor) -> Vec<Result<Shared<Tensor>, tfrt::Error>>;

include!(concat!(env!("OUT_DIR"), "/calls.rs"));

/// The same program, for the executor.
const TEXT: &str = include_str!("../portable.mlir");

/// Networks, if no argument says otherwise.
const DRAWN: u64 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let host = Host::builder().work_queue("s").build()?;
    let context = host.context();
    let mut arguments = std::env::args().skip(1);
    functions(&context)?;
    small_models(&context)?;
    let count = arguments.next().map_or(Ok(DRAWN), |text| text.parse())?;
    for seed in 0..count {
        network(&host, seed)?;
    }
    if let Some(path) = arguments.next() {
        let model = Model::load(path)?;
        let [port] = model.inputs() else { return Err("a model of one input".into()) };
        let TypeKind::Shaped { shape, .. } = port.ty.kind() else { return Err("a shape".into()) };
        let shape: Vec<usize> = shape.iter().map(|&size| size.try_into().unwrap_or(1)).collect();
        let x = input(&shape)?;
        let outputs = model.run(&context, &[(port.name.as_str(), &x)])?;
        print("model", "executor", outputs.iter().map(|(_, tensor)| tensor));
    }
    Ok(())
}

/// Functions of text.
fn functions(context: &RequestContext) -> Result<(), Box<dyn Error>> {
    let catalogue = tfrt::catalogue().with(&tfrt::MLIR).with(&tfrt::NN);
    let bef = tfrt::mlir_to_bef("portable.mlir", TEXT, &catalogue)?;
    let program = Program::load(bef, &catalogue)?.compile(Engine::Executor)?;

    let numbers: Vec<f32> = (0..400_u16).map(|i| (f32::from(i) - 200.0) / 16.0).collect();
    let x = Tensor::from_slice(&[20, 20], &numbers)?;
    let (a, b, c) = graph::functions(context, x.clone());
    print("functions", "Rust", [&*a?, &*b?, &*c?]);
    let (a, b, c) = graph::network(context, x.clone());
    print("network", "Rust", [&*a?, &*b?, &*c?]);
    for name in ["functions", "network"] {
        let function = program.function::<(Tensor,), (Tensor, Tensor, Tensor)>(name)?;
        let (a, b, c) = function.call(context, (x.clone(),))?;
        print(name, "executor", [&a, &b, &c]);
    }

    let collatz = program.function::<(i64,), (i64,)>("collatz")?;
    for start in [27, 871, 6171] {
        let (steps,) = collatz.call(context, (start,))?;
        println!("collatz {start}: {} and {steps}", graph::collatz(context, start)?);
    }
    Ok(())
}

/// Small models of files.
fn small_models(context: &RequestContext) -> Result<(), Box<dyn Error>> {
    for (name, make) in made::MODELS {
        let x = if name == "perceptron" { input(&[2, 24])? } else { input(&[2, 3, 16, 16])? };
        let main = match name {
            "perceptron" => models::perceptron::main,
            "images" => models::images::main,
            "normalized" => models::normalized::main,
            "tiles" => models::tiles::main,
            _ => models::sizes::main,
        };
        print(name, "Rust", [&*main(context, x.clone())?]);
        let model = Model::from_bytes(make(SEED))?;
        print(name, "executor", [&model.run(context, &[("x", &x)])?["y"]]);
    }
    Ok(())
}

/// A random network.
fn network(host: &Host, seed: u64) -> Result<(), Box<dyn Error>> {
    let context = &host.context();
    let drawn::Network { module, input } = drawn::network(seed);
    let name = format!("network {seed}");
    if let Some(call) = usize::try_from(seed).ok().and_then(|seed| CALLS.get(seed)) {
        let results = call(context, input.clone()).into_iter().collect::<Result<Vec<_>, _>>()?;
        print(&name, "Rust", results.iter().map(|tensor| &**tensor));
    }
    let first = |errors: Vec<tfrt_compiler::source::Diagnostic>| errors[0].message.clone();
    let planned = tfrt_model::compile(&module, &tfrt_model::Options::default()).map_err(first)?;
    let catalogue = tfrt::catalogue().with(&tfrt::MLIR).with(&tfrt::NN);
    let bef = bef::emit_loadable(&verify::verify(planned, &catalogue).map_err(first)?);
    let program = Program::load(bef.map_err(first)?, &catalogue)?.compile(Engine::Executor)?;
    let main = program.dynamic("main").ok_or("a function")?;
    let mut results = vec![Value::Empty; main.signature().results.len()];
    main.call(context, 0, &mut [Value::new(input)], &mut results);
    host.quiesce();
    let results: Option<Vec<_>> = results.iter().map(Value::get::<Tensor>).collect();
    let results = results.ok_or_else(|| format!("{name} lacks a result"))?;
    print(&name, "executor", results.iter().map(|tensor| &**tensor));
    Ok(())
}

/// A tensor, each element of which is a function of its index.
fn input(shape: &[usize]) -> Result<Tensor, Box<dyn Error>> {
    let elements = (0..shape.iter().product::<usize>()).map(|at| (at * 37 % 101) as f32 / 64.0);
    Ok(Tensor::from_vec(shape, elements.collect())?)
}

/// The elements: all bytes of few, and a hash of many, for which each number that is none is the same.
fn print<'a>(function: &str, engine: &str, tensors: impl IntoIterator<Item = &'a Tensor>) {
    for tensor in tensors {
        let bytes = tensor.bytes();
        let dtype = tensor.dtype();
        if bytes.len() <= 1600 && !function.starts_with("network ") {
            let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            println!("{function}, {engine}: {dtype} {}", bytes.concat());
            continue;
        }
        let mut hasher = DefaultHasher::new();
        for element in bytes.chunks(4) {
            let bits = element.iter().rev().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte));
            hasher.write_u32(if f32::from_bits(bits).is_nan() { u32::MAX } else { bits });
        }
        println!("{function}, {engine}: {dtype} hash {:016x}", hasher.finish());
    }
}
