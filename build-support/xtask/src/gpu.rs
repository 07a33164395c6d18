//! What there is for CUDA devices: on the driver without a card, on the machine's own, or packed for a machine without
//! Rust.

use super::{cargo, cargo_path, finish, root, run as run_program, with_env};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// With it the tests that can use a card use the machine's driver.
const CARD: &str = "TFRT_CARD";

/// The driver that examples are given.
const DRIVER: &str = "TFRT_CUDA_DRIVER";

/// The tests that can use a card: package, file, and names.
const TESTS: [(&str, &str, &[&str]); 2] = [
    (
        "tfrt-gpu",
        "device_code",
        &["kernels_have_the_bits_of_the_cpu", "products_are_near_those_of_tensorflows_ops"],
    ),
    (
        "tfrt-gpu-ops",
        "ops",
        &[
            "elements_are_computed_as_on_the_cpu",
            "rows_and_images_are_computed_as_on_the_cpu",
            "products_are_close_to_those_of_the_cpu",
            "what_is_guessed_and_what_is_said",
        ],
    ),
];

const EXAMPLES: [&str; 2] = ["saxpy", "device_network"];

/// The most bytes of what is packed.
const MOST: u64 = 60 << 20;

const USAGE: &str = "cargo xtask gpu [--card | --pack FOLDER]";

/// Runs everything on the driver without a card; with `--card`, what can use one, on the machine's driver; with
/// `--pack`, builds that for another machine.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => without_a_card(),
        ["--card"] => on_a_card(),
        ["--pack", folder] => pack(Path::new(folder)),
        _ => Err(USAGE.to_owned()),
    }
}

fn without_a_card() -> Result<(), String> {
    let packages = ["tfrt-cuda-stand-in", "tfrt-cuda", "tfrt-gpu", "tfrt-gpu-ops"];
    let packages = packages.iter().flat_map(|package| ["-p", *package]);
    cargo(&["test"].into_iter().chain(packages).collect::<Vec<_>>())?;
    cargo(&["build", "-p", "tfrt-cuda-stand-in"])?;
    cargo(&["build", "-p", "tfrt-examples", "--features", "gpu", "--examples"])?;
    examples(&root().join("target/debug"))
}

/// Runs the examples that were built on the driver that was built.
pub(crate) fn examples(built: &Path) -> Result<(), String> {
    // Cargo puts it there if it builds it for tests of others.
    let driver = [built.join("libcuda_stand_in.so"), built.join("deps/libcuda_stand_in.so")];
    let driver = driver.iter().find(|path| path.is_file()).ok_or("the driver is not built")?;
    for example in EXAMPLES {
        let mut command = Command::new(built.join("examples").join(example));
        command.env(DRIVER, driver);
        finish(command)?;
    }
    Ok(())
}

fn on_a_card() -> Result<(), String> {
    cargo(&["run", "--release", "-p", "tfrt-cli", "--", "devices"])?;
    for (package, file, names) in TESTS {
        let test = ["test", "--release", "-p", package, "--test", file, "--", "--exact"];
        with_env(&[&test[..], names].concat(), &[(CARD, "1")])?;
    }
    let build = ["build", "--release", "-p", "tfrt-examples", "--features", "gpu"];
    for example in EXAMPLES {
        cargo(&[&build[..], &["--example", example]].concat())?;
        run_program(&root().join("target/release/examples").join(example), &[])?;
    }
    Ok(())
}

/// Puts programs without symbols and a script that runs them into a folder.
fn pack(folder: &Path) -> Result<(), String> {
    let io = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(io)?;
    let mut script = format!(
        "#!/bin/sh\n# What is found on this machine's CUDA device, also in report.txt.\n\
         cd \"$(dirname \"$0\")\" || exit 1\nexport {CARD}=1\nfailed=0\n\
         try() {{ \"$@\" > last.txt 2>&1 || failed=1; cat last.txt; cat last.txt >> report.txt; }}\n\
         nvidia-smi --query-gpu=name,driver_version --format=csv > report.txt 2>&1\n"
    );
    let mut programs = Vec::new();
    for (package, file, names) in TESTS {
        let path = executable(&["test", "--no-run", "-p", package, "--test", file])?;
        programs.push((file, path));
        writeln!(script, "try ./{file} --exact {}", names.join(" ")).map_err(|_| USAGE)?;
    }
    for example in EXAMPLES {
        let build = ["build", "--release", "-p", "tfrt-examples", "--features", "gpu"];
        finish(stripped(&[&build[..], &["--example", example]].concat()))?;
        programs.push((example, root().join("target/release/examples").join(example)));
        writeln!(script, "try ./{example}").map_err(|_| USAGE)?;
    }
    script += "exit $failed\n";
    let mut bytes = 0;
    for (name, path) in programs {
        bytes += fs::copy(&path, folder.join(name))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let path = folder.join("run.sh");
    fs::write(&path, script).map_err(io)?;
    println!("xtask: {} MiB; on the other machine: sh {}", bytes >> 20, path.display());
    if bytes > MOST { Err(format!("more than {} MiB", MOST >> 20)) } else { Ok(()) }
}

/// Cargo, for programs that are optimised and have no symbols.
fn stripped(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_path());
    command.args(arguments).env("CARGO_PROFILE_RELEASE_STRIP", "symbols").current_dir(root());
    command
}

/// Builds a test, and finds it by what cargo says.
fn executable(arguments: &[&str]) -> Result<PathBuf, String> {
    let mut command = stripped(&[arguments, &["--release"]].concat());
    let output = command.output().map_err(|error| format!("cargo: {error}"))?;
    let says = String::from_utf8_lossy(&output.stderr);
    let line = says.lines().find_map(|line| line.trim_start().strip_prefix("Executable "));
    let path = line.and_then(|line| line.split_once('(')?.1.strip_suffix(')'));
    path.map(|path| root().join(path)).ok_or_else(|| says.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A filter that names no test runs none, and passes.
    #[test]
    fn the_tests_that_are_named_are_there() {
        let files = ["runtime/gpu/tests/device_code/main.rs", "runtime/gpu-ops/tests/ops.rs"];
        for (file, (_, _, names)) in files.into_iter().zip(TESTS) {
            let text = fs::read_to_string(root().join(file)).expect("it is there");
            for name in names {
                assert!(text.contains(&format!("#[test]\nfn {name}()")), "{file}: {name}");
            }
        }
    }
}
