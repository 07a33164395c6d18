//! Compiles models and random networks to Rust.

#[path = "src/compiled.rs"]
mod compiled;
#[path = "../src/models.rs"]
#[expect(unreachable_pub, reason = "a module of a library, of which this is a part")]
mod models;
#[path = "../src/networks.rs"]
#[expect(dead_code, unreachable_pub, reason = "a module of a library, of which this is a part")]
mod networks;

use compiled::{NETWORKS, SEED};
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use tfrt_build::Config;
use tfrt_compiler::syntax::{self, PrintOptions};
use tfrt_compiler::verify::verify;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../src/models.rs");
    println!("cargo::rerun-if-changed=../src/networks.rs");
    println!("cargo::rerun-if-changed=src/compiled.rs");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    let config = Config::new().manifest_dir(&out);

    let folder = out.join("models");
    fs::create_dir_all(&folder)?;
    for (name, make) in models::MODELS {
        fs::write(folder.join(name).with_extension("onnx"), make(SEED))?;
    }
    config.compile("models")?;

    let catalogue = tfrt_kernels::catalogue();
    let catalogue = catalogue.with(&tfrt_mlir_kernels::MLIR).with(&tfrt_model_kernels::NN);
    let folder = out.join("networks");
    fs::create_dir_all(&folder)?;
    // Functions of as many results as they have.
    let mut calls = String::new();
    for seed in 0..NETWORKS as u64 {
        let network = networks::network(seed).module;
        let planned = tfrt_model::compile(&network, &tfrt_model::Options::default());
        let planned = planned.map_err(|errors| errors[0].message.clone())?;
        let main = planned.function("main").ok_or("a network has a function")?;
        let results: Vec<String> = (0..main.results.len()).map(|it| format!("r{it}")).collect();
        let results = results.join(", ");
        let pattern =
            if main.results.len() == 1 { results.clone() } else { format!("({results})") };
        writeln!(
            calls,
            "fn network_{seed}(context: &RequestContext, x: Tensor) -> Vec<Result<Shared<Tensor>, tfrt::Error>> {{
    let {pattern} = networks::network_{seed}::main(context, x);
    vec![{results}]\n}}"
        )?;
        let verified = verify(planned, &catalogue).map_err(|errors| errors[0].message.clone())?;
        let text = syntax::print(verified.module(), &catalogue, PrintOptions::default());
        fs::write(folder.join(format!("network_{seed}.mlir")), text)?;
    }
    let all: Vec<String> = (0..NETWORKS).map(|seed| format!("network_{seed}")).collect();
    writeln!(calls, "const CALLS: [Call; compiled::NETWORKS] = [{}];", all.join(", "))?;
    fs::write(out.join("calls.rs"), calls)?;
    config.kernels("tfrt::NN").kernels("tfrt::MLIR").compile("networks")?;
    Ok(())
}
