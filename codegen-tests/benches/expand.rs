//! What `tfrt_graph!` costs the user's build: rustc's own time for expanding a crate with programs
//! of 100 and of 10,000 kernels, from a file and inline, with the macro built as cargo builds it by
//! default (without optimisation) and optimised; each beside parsing and verifying the same text in
//! this process, optimised.
//!
//! A proc macro's work is half in the compiler, which keeps its tokens, so it is measured there:
//! `-Z time-passes` of the crate that is compiled, less that of the same crate without the macro.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "support/bars.rs"]
mod bars;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tfrt_compiler::source::Source;

/// Numbers of kernels, and the most that their expansion may take.
const SIZES: [(usize, Duration); 2] =
    [(100, Duration::from_millis(50)), (10_000, Duration::from_secs(5))];

/// The best of so many.
const RUNS: usize = 5;

fn main() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("expand");
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/tfrt");
    let manifest = format!(
        "[package]\nname = \"expand\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
         tfrt = {{ path = {runtime:?} }}\n[profile.dev]\nincremental = false\n"
    );
    std::fs::create_dir_all(folder.join("src")).expect("the target folder can be written");
    std::fs::write(folder.join("Cargo.toml"), manifest).expect("the target folder can be written");
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    std::fs::copy(lock, folder.join("Cargo.lock")).expect("the target folder can be written");
    bars::print_processor();
    println!("{:<44}{:>10} {}{:>10}", "expansion", "ms", bars::heads("of limit"), "of parse");
    for optimised in [false, true] {
        let kind = if optimised { "optimised macro" } else { "default macro" };
        let nothing = compile(&folder, optimised, "");
        for (kernels, limit) in SIZES {
            let text = program(kernels);
            std::fs::write(folder.join("graph.mlir"), &text).expect("the folder can be written");
            let parse = parse(&text);
            for (form, code) in [
                ("file", "tfrt::tfrt_graph! { pub mod graph = \"graph.mlir\"; }".to_owned()),
                ("inline", format!("tfrt::tfrt_graph! {{ pub mod graph;\n{text} }}")),
            ] {
                let time = compile(&folder, optimised, &code).saturating_sub(nothing);
                let of_limit = time.as_secs_f64() / limit.as_secs_f64();
                println!(
                    "{:<44}{:>10.1} {}{:>9.1}x",
                    format!("{kernels} kernels, {form}, {kind}"),
                    time.as_secs_f64() * 1e3,
                    bars::columns(Some(of_limit), Some(1.0)),
                    time.as_secs_f64() / parse.as_secs_f64(),
                );
            }
        }
    }
    bars::print_legend();
}

/// Functions of 100 kernels each.
fn program(kernels: usize) -> String {
    let mut text = String::new();
    for function in 0..kernels / 100 {
        write!(text, "func.func @f{function}(%x: i32) -> i32 {{\n  %v0 = tfrt.add.i32 %x, %x\n")
            .expect("strings take it");
        for kernel in 1..100 {
            let op = if kernel % 2 == 0 { "add" } else { "mul" };
            writeln!(text, "  %v{kernel} = tfrt.{op}.i32 %v{}, %x", kernel - 1)
                .expect("strings take it");
        }
        text.push_str("  tfrt.return %v99 : i32\n}\n");
    }
    text
}

/// Parsing and verifying alone.
fn parse(text: &str) -> Duration {
    let catalogue = tfrt_test_kernels::catalogue();
    let source = Source::new("graph.mlir", text.to_owned());
    let once = || {
        let start = Instant::now();
        let program = tfrt_compiler::front_end(&source, &catalogue);
        let time = start.elapsed();
        assert!(program.is_ok(), "the program is valid");
        time
    };
    (0..RUNS).map(|_| once()).min().expect("there is a run")
}

/// What rustc takes to expand a crate with this code.
fn compile(folder: &Path, optimised: bool, code: &str) -> Duration {
    std::fs::write(folder.join("src/lib.rs"), format!("//! Expanded.\n{code}\n"))
        .expect("the target folder can be written");
    let once = |_| {
        let source = PathBuf::from("src/lib.rs");
        // Newer than what was compiled before.
        let file = std::fs::File::options().append(true).open(folder.join(source));
        let touched = file.and_then(|file| file.set_modified(std::time::SystemTime::now()));
        touched.expect("the target folder can be written");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["rustc", "--offline", "--lib", "--target-dir"]);
        cargo.arg(folder.join(if optimised { "optimised" } else { "default" }));
        if optimised {
            cargo.args(["--config", "profile.dev.build-override.opt-level=3"]);
        }
        let output = cargo
            .args(["--", "-Z", "time-passes"])
            .env("RUSTC_BOOTSTRAP", "1")
            .current_dir(folder)
            .output()
            .expect("cargo runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{stderr}");
        // `time:   0.015; rss:   43MB ->   66MB (  +24MB) macro_expand_crate`
        let line = stderr.lines().find(|line| line.ends_with("\tmacro_expand_crate"));
        let seconds = line
            .and_then(|line| line.strip_prefix("time:"))
            .and_then(|line| line.split(';').next())
            .and_then(|seconds| seconds.trim().parse().ok());
        Duration::from_secs_f64(seconds.unwrap_or_else(|| panic!("no time in {stderr}")))
    };
    (0..RUNS).map(once).min().expect("there is a run")
}
