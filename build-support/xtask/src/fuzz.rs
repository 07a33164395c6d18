//! `cargo xtask fuzz` and the proofs `fuzz-*`: libFuzzer with AddressSanitizer, by a cargo-fuzz of one
//! version that is installed below `target/`.

use crate::{cargo_path, finish};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of cargo-fuzz.
const CARGO_FUZZ: &str = "0.13.2";

/// A fuzz target.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// Its dictionary.
    words: &'static str,
    /// Folders of seeds besides its own corpus.
    seeds: &'static [&'static str],
}

const fn target(name: &'static str, words: &'static str, seeds: &'static [&'static str]) -> Target {
    Target { name, words, seeds }
}

/// All targets.
pub(crate) const TARGETS: [Target; 11] = [
    target("bef_bytes", "bef", &[]),
    target("bef_lies", "bef", &[]),
    target("btf_bytes", "btf", &[]),
    target("mlir_text", "mlir", &["codegen-tests/programs/small", "codegen-tests/filetests"]),
    target("onnx_bytes", "onnx", &[]),
    target("onnx_choices", "onnx", &[]),
    target("onnx_model", "onnx", &["codegen-tests/fuzz/corpus/onnx_bytes"]),
    target("op_attributes", "mlir", &[]),
    target("safetensors", "safetensors", &[]),
    target("text_bef_text", "mlir", &[]),
    target("upstream_text", "upstream", &["codegen-tests/conformance/upstream"]),
];

/// Runs the target that the arguments name, or all, until the limit that they say.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    let (mut chosen, mut limit) = (None, "-runs=100000".to_owned());
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let number = |value: Option<&String>| {
            let number = value.and_then(|value| value.parse::<u64>().ok());
            number.ok_or("expected a number")
        };
        match argument.as_str() {
            "--runs" => limit = format!("-runs={}", number(arguments.next())?),
            "--seconds" => limit = format!("-max_total_time={}", number(arguments.next())?),
            name if TARGETS.iter().any(|target| target.name == name) => chosen = Some(name),
            other => return Err(format!("no fuzz target '{other}'")),
        }
    }
    let tool = cargo_fuzz(root)?;
    let asked = TARGETS.into_iter().filter(|target| chosen.is_none_or(|name| name == target.name));
    for target in asked {
        fuzzed(root, &tool, target, &limit)?;
    }
    Ok(())
}

/// The path of cargo-fuzz. `cargo install` does nothing if this version is installed.
pub(crate) fn cargo_fuzz(root: &Path) -> Result<PathBuf, String> {
    let tools = root.join("target/tools");
    let mut install = Command::new(cargo_path());
    install.args(["install", "cargo-fuzz", "--locked", "--quiet", "--version", CARGO_FUZZ]);
    install.arg("--root").arg(&tools).current_dir(root);
    finish(install)?;
    Ok(tools.join("bin/cargo-fuzz"))
}

/// Runs one target until the limit, an argument of libFuzzer. What it finds worth keeping goes to a folder
/// that is not committed.
pub(crate) fn fuzzed(root: &Path, tool: &Path, target: Target, limit: &str) -> Result<(), String> {
    let Target { name, words, seeds } = target;
    let folder = root.join("codegen-tests/fuzz");
    let own = folder.join("corpus.run").join(name);
    std::fs::create_dir_all(&own).map_err(|error| format!("{}: {error}", own.display()))?;
    let mut command = Command::new(tool);
    command.args(["fuzz", "run", "--fuzz-dir"]).arg(&folder).arg(name).arg(&own);
    for seeds in ["corpus", "regressions"] {
        let seeds = folder.join(seeds).join(name);
        command.args(seeds.is_dir().then_some(seeds));
    }
    command.args(seeds.iter().map(|seeds| root.join(seeds)));
    command.args(["--", limit, "-max_len=4096", "-timeout=20", "-rss_limit_mb=3000"]);
    // Weighing inputs by how rare their features are takes two thirds of the time of targets that compile.
    command.arg("-entropic=0");
    command.arg(format!("-dict={}", folder.join(format!("dictionaries/{words}.dict")).display()));
    // Sanitizers are an unstable option of a compiler that is stable otherwise.
    command.env("RUSTC_BOOTSTRAP", "1").current_dir(&folder);
    finish(command).map_err(|error| format!("fuzz target {name}: {error}"))
}
