//! `cargo xtask`: what people would otherwise do by hand. `ci` runs every check, `tidy` the
//! quick ones about shape, `bless` rewrites golden files.
#![expect(clippy::print_stdout, reason = "a command line tool prints")]
#![expect(clippy::print_stderr, reason = "a command line tool prints")]

mod tidy;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "cargo xtask COMMAND
  ci      every check that gates a change, cheap ones first
  tidy    shape: file headers and sizes, where unsafe lives, which crate may use which
  bless   rewrite golden files from what the code does now
  loom    the concurrency models";

fn main() -> ExitCode {
    let command = std::env::args().nth(1).unwrap_or_default();
    let result = match command.as_str() {
        "ci" => ci(),
        "tidy" => tidy::run(&root()),
        "bless" => bless(),
        "loom" => loom(),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's root.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("this crate lies two folders below the root")
        .to_owned()
}

fn ci() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])?;
    tidy::run(&root())?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    with_env(&["doc", "--workspace", "--no-deps"], "RUSTDOCFLAGS", "-D warnings")?;
    // The README's test command.
    cargo(&["test", "--workspace"])?;
    loom()?;
    // What only an optimised build can show: long loops, and the costs that the README speaks of.
    cargo(&["test", "--release", "-p", "tfrt-codegen-tests", "-p", "tfrt-cli"])?;
    cargo(&["run", "--release", "-p", "tfrt-examples", "--example", "fizzbuzz"])?;
    cargo(&["run", "--release", "-p", "tfrt-examples", "--example", "custom_kernel"])?;
    cargo(&["run", "--release", "-p", "tfrt-examples", "--example", "async_await"])?;
    cargo(&["run", "--release", "-p", "tfrt-examples", "--example", "build_script"])?;
    // A user of the macro alone builds no code generator for machine code.
    lean()
}

/// `tfrt` with its default features must not pull in Cranelift, LLVM or CUDA.
fn lean() -> Result<(), String> {
    let output = Command::new(cargo_path())
        .args(["tree", "-p", "tfrt", "--edges", "normal,build", "--prefix", "none"])
        .current_dir(root())
        .output()
        .map_err(|error| format!("cargo tree: {error}"))?;
    let tree = String::from_utf8_lossy(&output.stdout);
    for heavy in ["cranelift", "mlir", "melior", "cudarc", "llvm"] {
        if let Some(line) = tree.lines().find(|line| line.contains(heavy)) {
            return Err(format!("tfrt's default features pull in {line}"));
        }
    }
    println!("xtask: tfrt's default features pull in neither Cranelift nor LLVM nor CUDA");
    Ok(())
}

fn loom() -> Result<(), String> {
    let target = root().join("target/loom");
    let target = target.to_string_lossy();
    for models in [["--test", "loom_value"], ["--lib", "models"]] {
        println!("xtask: loom models {}", models.join(" "));
        let status = Command::new(cargo_path())
            .args(["test", "--release", "-p", "tfrt-host", "--target-dir", &target])
            .args(models)
            .env("RUSTFLAGS", "--cfg loom")
            .env("LOOM_MAX_PREEMPTIONS", "2")
            .current_dir(root())
            .status()
            .map_err(|error| format!("cargo: {error}"))?;
        if !status.success() {
            return Err("the loom models failed".to_owned());
        }
    }
    Ok(())
}

fn bless() -> Result<(), String> {
    with_env(&["test", "-p", "tfrt-codegen-tests", "--test", "expanded"], "TFRT_BLESS", "1")?;
    with_env(&["test", "-p", "tfrt-codegen-tests", "--test", "ui"], "TRYBUILD", "overwrite")
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    with_env(arguments, "CARGO_TERM_PROGRESS_WHEN", "never")
}

fn with_env(arguments: &[&str], name: &str, value: &str) -> Result<(), String> {
    println!("xtask: cargo {}", arguments.join(" "));
    let status = Command::new(cargo_path())
        .args(arguments)
        .env(name, value)
        .current_dir(root())
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("xtask: cargo {} failed", arguments.join(" ")))
    }
}

fn cargo_path() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}
