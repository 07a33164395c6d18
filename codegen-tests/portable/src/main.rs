//! Prints what the functions of a program return, in generated Rust and on the executor: every bit of it.
//! `cargo xtask proofs` compares what this machine prints with what others do. The host has no threads,
//! since some of them have none.
#![expect(clippy::print_stdout, reason = "the output is what is compared")]

use std::error::Error;
use tfrt::{Engine, Host, Program, Tensor};

tfrt::tfrt_graph! {
    mod graph = "portable.mlir";
    kernels = [tfrt::MLIR, tfrt::NN];
}

/// The same program, for the executor.
const TEXT: &str = include_str!("../portable.mlir");

fn main() -> Result<(), Box<dyn Error>> {
    let host = Host::builder().work_queue("s").build()?;
    let context = host.context();
    let catalogue = tfrt::catalogue().with(&tfrt::MLIR).with(&tfrt::NN);
    let bef = tfrt::mlir_to_bef("portable.mlir", TEXT, &catalogue)?;
    let program = Program::load(&bef, &catalogue)?.compile(Engine::Executor)?;

    let numbers: Vec<f32> = (0..400_u16).map(|i| (f32::from(i) - 200.0) / 16.0).collect();
    let x = Tensor::from_slice(&[20, 20], &numbers)?;
    let (a, b, c) = graph::functions(&context, x.clone());
    print("functions", "Rust", [&*a?, &*b?, &*c?]);
    let (a, b, c) = graph::network(&context, x.clone());
    print("network", "Rust", [&*a?, &*b?, &*c?]);
    for name in ["functions", "network"] {
        let function = program.function::<(Tensor,), (Tensor, Tensor, Tensor)>(name)?;
        let (a, b, c) = function.call(&context, (x.clone(),))?;
        print(name, "executor", [&a, &b, &c]);
    }

    let collatz = program.function::<(i64,), (i64,)>("collatz")?;
    for start in [27, 871, 6171] {
        let (steps,) = collatz.call(&context, (start,))?;
        println!("collatz {start}: {} and {steps}", graph::collatz(&context, start)?);
    }
    Ok(())
}

/// The bytes of the elements.
fn print(function: &str, engine: &str, tensors: [&Tensor; 3]) {
    for tensor in tensors {
        let bytes: Vec<String> = tensor.bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        println!("{function}, {engine}: {} {}", tensor.dtype(), bytes.concat());
    }
}
