//! The slow proofs: what takes minutes, or needs what not every machine has. `cargo xtask proofs` runs
//! all of them; each run of `ci` runs the one whose turn it is, so that all have theirs and no run takes
//! long.

use super::{
    assembly, breaks, cargo_path, finish, fuzz, lean, math, numpy, onnx, optimised, package, ptx,
    python, run as run_program,
};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// What became of a proof that did not fail.
pub(crate) enum Outcome {
    Held,
    /// What it needs and this machine does not have.
    Missing(&'static str),
}

type Run = Box<dyn Fn(&Path) -> Result<Outcome, String>>;

/// Parts of the mutation tests, of which each builds the workspace two or three times.
const BREAKS: usize = 24;

/// The proof that has each third turn, as it sees the most.
const OPTIMISED: &str = "optimised";

/// The time for which a fuzz target runs.
const FUZZ_SECONDS: u32 = 90;

/// Each proof, by name. The names of those in parts are followed by the part's number.
fn all() -> Vec<(String, Run)> {
    let mut all: Vec<(String, Run)> = vec![
        ("miri".into(), Box::new(miri)),
        ("tsan".into(), Box::new(tsan)),
        ("aarch64".into(), Box::new(aarch64)),
        ("wasm32".into(), Box::new(wasm32)),
        // Other calls each time.
        ("numpy".into(), Box::new(|root| held(numpy(commits(root)?.unwrap_or(1))))),
        ("math".into(), Box::new(|_| held(math()))),
        // Other cases each time.
        ("onnx".into(), Box::new(|root| held(onnx::run(onnx::CASES, commits(root)?.unwrap_or(1))))),
        ("ptxas".into(), Box::new(ptxas)),
        ("nvrtc".into(), Box::new(nvrtc)),
        ("assembly".into(), Box::new(assembled)),
        ("package".into(), Box::new(|root| held(package::run(root)))),
        ("lean".into(), Box::new(|_| held(lean()))),
        (OPTIMISED.into(), Box::new(|_| held(optimised()))),
    ];
    for target in fuzz::TARGETS {
        let run = move |root: &Path| fuzzed(root, target);
        all.push((format!("fuzz-{}", target.name), Box::new(run)));
    }
    for part in 0..BREAKS {
        let run = move |root: &Path| held(breaks::run(root, &[], Some((part, BREAKS))));
        all.push((format!("breaks-{}", part + 1), Box::new(run)));
    }
    all
}

/// The code of tiles.
fn assembled(root: &Path) -> Result<Outcome, String> {
    let missing = Outcome::Missing("processor whose code it can read: x86-64");
    Ok(if assembly::check(root)? { Outcome::Held } else { missing })
}

fn held(result: Result<(), String>) -> Result<Outcome, String> {
    result.map(|()| Outcome::Held)
}

/// Runs the proofs whose names start with one of `names`, or all.
pub(crate) fn run(root: &Path, names: &[String]) -> Result<(), String> {
    let asked = |name: &str| names.is_empty() || names.iter().any(|asked| name.starts_with(asked));
    let asked: Vec<_> = all().into_iter().filter(|(name, _)| asked(name)).collect();
    if asked.is_empty() {
        let names: Vec<_> = all().into_iter().map(|(name, _)| name).collect();
        return Err(format!("no proof has such a name; there are {}", names.join(", ")));
    }
    let mut failed = Vec::new();
    for (name, proof) in asked {
        if let Err(error) = prove(root, &name, &proof) {
            println!("xtask: proof {name} failed: {error}");
            failed.push(name);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

/// Runs the one whose turn it is: the number of commits says which. `ci` runs after any number of them,
/// so over time each has its turn as often as the others, but for the optimised tests, which have each third.
/// Those take half an hour on two cores, and each other one up to ten minutes.
pub(crate) fn in_turn(root: &Path) -> Result<(), String> {
    let Some(count) = commits(root)? else {
        println!("xtask: there is no history of commits, so no slow proof has its turn");
        return Ok(());
    };
    let (often, others): (Vec<_>, Vec<_>) =
        all().into_iter().partition(|(name, _)| name == OPTIMISED);
    // The third turns, or those between them.
    let (asked, turn) =
        if count % 3 == 0 { (often, count / 3) } else { (others, count - count / 3) };
    let (name, proof) = &asked[(turn % asked.len() as u64) as usize];
    prove(root, name, proof)
}

/// The number of commits, if there is a history.
fn commits(root: &Path) -> Result<Option<u64>, String> {
    let counted = Command::new("git")
        .args(["rev-list", "--count", "HEAD"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("git rev-list: {error}"))?;
    Ok(String::from_utf8_lossy(&counted.stdout).trim().parse().ok())
}

fn prove(root: &Path, name: &str, proof: &Run) -> Result<(), String> {
    let start = Instant::now();
    match proof(root)? {
        Outcome::Held => println!("xtask: proof {name}: held, in {:.0?}", start.elapsed()),
        Outcome::Missing(what) => {
            println!("xtask: proof {name}: NOT RUN, since this machine has no {what}");
        }
    }
    Ok(())
}

/// The device code under the assembler of a newer card.
fn ptxas(root: &Path) -> Result<Outcome, String> {
    let found = ptx::assembled(root)?;
    Ok(found.map_or(Outcome::Missing("assembler of device code in Python's package index"), |()| {
        Outcome::Held
    }))
}

/// CUDA C that the vendor's compiler makes device code of while a program runs, on the stand-in.
fn nvrtc(root: &Path) -> Result<Outcome, String> {
    let Some(library) = ptx::wheel(root, ptx::NVRTC, "lib/libnvrtc.so.13") else {
        return Ok(Outcome::Missing("compiler of CUDA C in Python's package index"));
    };
    let folder = library.parent().unwrap_or(root).to_string_lossy();
    let test = ["test", "-p", "tfrt-cuda", "--test", "rtc", "--", "--include-ignored"];
    held(crate::with_env(&test, &[("TFRT_CUDA_LIBRARIES", &folder)]))
}

fn fuzzed(root: &Path, target: fuzz::Target) -> Result<Outcome, String> {
    // libFuzzer is written in C++.
    if !answers("c++", &["--version"]) {
        return Ok(Outcome::Missing("C++ compiler, `c++`"));
    }
    let Ok(tool) = fuzz::cargo_fuzz(root) else {
        return Ok(Outcome::Missing("cargo-fuzz, and cannot install it"));
    };
    held(fuzz::fuzzed(root, &tool, target, &format!("-max_total_time={FUZZ_SECONDS}")))
}

/// Whether a command is there and answers.
fn answers(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    // The toolchain that runs this is not the one that is asked for.
    command.args(arguments).env_remove("RUSTUP_TOOLCHAIN");
    command.output().is_ok_and(|output| output.status.success())
}

/// Adds a component or a target to a toolchain, if it can be had. Whether it is there.
fn installed(what: &[&str], toolchain: Option<&str>) -> bool {
    let mut arguments = what.to_vec();
    if let Some(toolchain) = toolchain {
        arguments.extend(["--toolchain", toolchain]);
    }
    let mut command = Command::new("rustup");
    command.args(arguments).output().is_ok_and(|output| output.status.success())
}

/// Tests that cannot run under ThreadSanitizer: those that need a small stack, because its frames
/// are larger and its own stack of calls has an end, and one that starts and ends hundreds of
/// threads at a time, in which the sanitizer's runtime itself dies (it frees through a thread's
/// state that is gone).
const NOT_UNDER_TSAN: [&str; 3] = [
    "value::tests::deep::",
    "a_deep_location_needs_no_stack",
    "nested_blocking_work_does_not_starve",
];

/// The runtime's tests under ThreadSanitizer, but for those that count memory, which have no second
/// thread. The standard library is built with the sanitizer too: of what it does as it is shipped the
/// sanitizer sees the half, and reports races that are none.
fn tsan(root: &Path) -> Result<Outcome, String> {
    const TARGET: &str = "x86_64-unknown-linux-gnu";
    if !cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
        return Ok(Outcome::Missing("ThreadSanitizer of Linux on x86-64"));
    }
    if !installed(&["component", "add", "rust-src"], None) {
        return Ok(Outcome::Missing("source of the standard library (component rust-src)"));
    }
    let suppressions = root.join("build-support/tsan.supp");
    let mut command = Command::new(cargo_path());
    command.args(["test", "--target", TARGET, "--target-dir"]).arg(root.join("target/tsan"));
    command.args(["-Zbuild-std", "-p", "tfrt-host", "-p", "tfrt-exec", "-p", "tfrt-kernels"]);
    command.args(["-p", "tfrt-test-kernels", "-p", "tfrt-cuda"]);
    command.args(["--lib", "--test", "executor", "--test", "lifetime", "--", "--test-threads=1"]);
    // What a test captures of its threads' output it guards by std's lock.
    command.arg("--no-capture");
    command.args(NOT_UNDER_TSAN.iter().flat_map(|test| ["--skip", *test]));
    command
        // Sanitizers are an unstable option of a compiler that is stable otherwise.
        .env("RUSTC_BOOTSTRAP", "1")
        // Or the standard library takes minutes for what is otherwise done in seconds.
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
        // The driver without a card is loaded, and finds the sanitizer in the program that loads it.
        .env(
            "RUSTFLAGS",
            "-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer \
             -Zexport-executable-symbols -Clink-arg=-Wl,--export-dynamic",
        )
        .env("TSAN_OPTIONS", format!("suppressions={}", suppressions.display()))
        .current_dir(root);
    held(finish(command))
}

/// The modules with unsafe code that Miri can run, as parts of the names of their tests, by package.
const MIRI: [(&str, &[&str]); 2] =
    [("tfrt-tensor", &["writer", "pointwise"]), ("tfrt-numeric", &["product", "workers"])];

/// Reads of memory that is not initialised, and references that may not be where they are.
/// Crossbeam's collector keeps memory when threads end, and breaks the rules of stacked borrows; tree
/// borrows are the others that Miri knows.
fn miri(root: &Path) -> Result<Outcome, String> {
    if !answers("cargo", &["+nightly", "miri", "--version"])
        && !installed(&["component", "add", "miri", "rust-src"], Some("nightly"))
    {
        return Ok(Outcome::Missing("Miri (component miri of a nightly toolchain)"));
    }
    for (package, tests) in MIRI {
        let mut command = Command::new("cargo");
        command.args(["+nightly", "miri", "test", "-p", package, "--lib", "--target-dir"]);
        command.arg(root.join("target/miri")).arg("--").args(tests);
        command
            // The nightly's, and not that of the compiler that runs this.
            .env_remove("RUSTUP_TOOLCHAIN")
            .env_remove("RUSTC")
            .env(
                "MIRIFLAGS",
                "-Zmiri-disable-isolation -Zmiri-tree-borrows -Zmiri-permissive-provenance \
                 -Zmiri-ignore-leaks",
            )
            .current_dir(root);
        finish(command)?;
    }
    Ok(Outcome::Held)
}

/// The packages that a program without a compiler in it needs.
const CORE: [&str; 9] = [
    "tfrt-bef",
    "tfrt-op",
    "tfrt-numeric",
    "tfrt-host",
    "tfrt-kernels",
    "tfrt-tensor",
    "tfrt-exec",
    "tfrt-mlir-kernels",
    "tfrt-model-kernels",
];

fn packages() -> impl Iterator<Item = &'static str> {
    CORE.into_iter().flat_map(|package| ["-p", package])
}

/// The program whose output is the same on every machine.
const PORTABLE: [&str; 4] = ["-p", "tfrt-portable", "--bin", "portable"];

/// Compares what the program prints on another machine with what it prints here.
fn same_output(root: &Path, there: &[u8], target: &str) -> Result<Outcome, String> {
    let mut command = Command::new(cargo_path());
    command.args(["run", "--quiet"]).args(PORTABLE).current_dir(root);
    let here = output(command)?;
    if here.is_empty() || here != there {
        let [here, there] = [&here[..], there].map(String::from_utf8_lossy);
        return Err(format!("the output differs; here:\n{here}\non {target}:\n{there}"));
    }
    println!("xtask: {target} prints the same {} bytes as this machine", here.len());
    Ok(Outcome::Held)
}

/// What a command prints, if it succeeds.
fn output(mut command: Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(output.stdout)
}

/// Tests that an emulator is too slow for, which have a limit of time or write until some has passed; one
/// that starts its own binary, which the system cannot without the emulator; and one with a small stack,
/// whose frames are larger there.
const NOT_EMULATED: [&str; 4] = [
    "a_deep_location_needs_no_stack",
    "dropping_a_long_chain_at_shutdown_needs_no_stack",
    "what_a_chrome_trace_has_written_at_any_time_lacks_only_its_end",
    "live_count_is_exact_when_others_rest",
];

/// The tests of the core crates on 64-bit Arm, emulated, and the portable program there.
fn aarch64(root: &Path) -> Result<Outcome, String> {
    const TARGET: &str = "aarch64-unknown-linux-gnu";
    const NEEDED: [&str; 3] = ["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user"];
    if !installed(&["target", "add", TARGET], None) {
        return Ok(Outcome::Missing("standard library for aarch64"));
    }
    let there = || {
        answers("qemu-aarch64", &["--version"]) && answers("aarch64-linux-gnu-gcc", &["--version"])
    };
    if !there() {
        let install = ["install", "-yqq", "--no-install-recommends"];
        let _ = answers("apt-get", &["update", "-qq"]);
        let _ = answers("apt-get", &[&install[..], &NEEDED].concat());
        if !there() {
            return Ok(Outcome::Missing("emulator and linker for aarch64 (Debian has them)"));
        }
    }
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new(cargo_path());
        command.args(arguments).args(["--target", TARGET, "--target-dir"]);
        command.arg(root.join("target/aarch64")).current_dir(root);
        command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc");
        let runner = "qemu-aarch64 -L /usr/aarch64-linux-gnu";
        command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", runner);
        command
    };
    let mut tests = cargo(&["test", "--lib"]);
    tests.args(packages()).args(["--no-fail-fast", "--"]);
    tests.args(NOT_EMULATED.iter().flat_map(|test| ["--skip", *test]));
    finish(tests)?;
    let mut program = cargo(&["run", "--quiet"]);
    program.args(PORTABLE);
    same_output(root, &output(program)?, TARGET)
}

/// The portable program in a WebAssembly runtime.
fn wasm32(root: &Path) -> Result<Outcome, String> {
    const TARGET: &str = "wasm32-wasip1";
    if !installed(&["target", "add", TARGET], None) {
        return Ok(Outcome::Missing("standard library for wasm32-wasip1"));
    }
    let target = root.join("target/wasm32");
    let mut build = Command::new(cargo_path());
    build.args(["build", "--target", TARGET, "--target-dir"]).arg(&target).args(PORTABLE);
    build.current_dir(root);
    finish(build)?;
    let source = root.join("codegen-tests/portable/wasm");
    let Ok(python) = python(&source, &target) else {
        return Ok(Outcome::Missing("package wasmtime from a Python index"));
    };
    let module = target.join(TARGET).join("debug/portable.wasm");
    let printed = target.join("output.txt");
    run_program(&python, &[&source.join("run.py"), &module, &printed])?;
    let there = std::fs::read(&printed).map_err(|e| format!("{}: {e}", printed.display()))?;
    same_output(root, &there, TARGET)
}
