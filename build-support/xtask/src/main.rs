//! `cargo xtask`: development tasks. `ci` runs every check, `tidy` the quick structural ones,
//! `bless` rewrites golden files, `breaks` runs mutation tests of the conformance suite.
#![expect(clippy::print_stdout, reason = "a command line tool prints")]
#![expect(clippy::print_stderr, reason = "a command line tool prints")]

mod assembly;
mod breaks;
mod crates;
mod deny;
mod examples;
mod fuzz;
mod gpu;
mod guide;
mod layers;
mod modules;
mod onnx;
mod package;
mod peers;
mod proofs;
mod ptx;
mod source;
mod tidy;
mod words;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::time::Instant;

const USAGE: &str = "cargo xtask COMMAND
  ci      every check that gates a change, cheap ones first
  tidy    shape: file headers and sizes, where unsafe lives, which crate and module may use which,
          words that are not used any more
  bless   rewrite golden files from what the code does now
  docs    the documentation without warnings; public types without an example; the guide with the
          pages of all ops, in target/guide/, as HTML where mdbook is installed
  deny    licences and sources of dependencies, by deny.toml
  package packs every crate, and builds a crate outside the workspace from what was packed
  lean    what tfrt with its default features builds, and for how long
  loom    the concurrency models
  proofs  [START OF A NAME]…: the slow proofs, or those: miri, tsan, aarch64, wasm32, numpy, math,
          onnx, ptxas, nvrtc, assembly, package, lean, optimised, each fuzz target, and the breaks in
          parts. `ci` runs one of them in turn. One that needs what the machine does not have, and
          cannot install, says so
  fuzz    [TARGET] [--runs N] [--seconds N]: libFuzzer with AddressSanitizer, each target in turn;
          installs cargo-fuzz below target/
  bulk    [--first N] [--programs N] [--typed N] [--imported N]: random programs, those with tensors
          that are values, and those of upstream dialects, through generated Rust, some hundreds at a
          time
  math    the functions of the dialect math against mpmath, which pip installs below target/
  mlir    the MLIR helper and its tests, and lifted branches as generated Rust; needs the packages of
          compiler/import/mlir/packages
  numpy   [--seed N]: kernels, a network and, drawn from a seed, calls of TensorFlow's ops against NumPy,
          which pip installs below target/
  onnx    [--cases N] [--seed N]: the dialect nn against ONNX's reference evaluator, our decoder of ONNX's
          files against Python's, ONNX's own tests of nodes, by operator, and so many models of one node
          each, drawn from a seed; pip installs all below target/
          --trace MODEL [--inputs F.npz] [--out F.npz]: instead, every value of a model as ONNX Runtime
          computes it, for `tfrt diff MODEL --against F.npz`
  peers   FOLDER_OR_MODEL.onnx… [--threads 1,2] [--instructions avx2] [--runs N] [--math MODE] [--bind NAME=N]
          [--profile] [--with-torch] [--with-mnn] [--tool PATH]: how long models take here and in other runtimes,
          in turns, and how far answers are from ONNX Runtime's; pip installs these below target/
  gpu     what there is for CUDA devices, on the driver without a card; --card: what can use one, on the
          machine's driver; --pack FOLDER: that for a machine without Rust, with a script
  ptx     [--check]: compiles the device code of runtime/gpu/ptx, or compares it with what is checked in;
          needs clang-22, without which --check only says so
  breaks  [PART OF A NAME]…: break rules, and see that the conformance suite fails";

fn main() -> ExitCode {
    let command = std::env::args().nth(1).unwrap_or_default();
    let result = match command.as_str() {
        "ci" => ci(),
        "tidy" => tidy::run(&root()),
        "bless" => bless(),
        "docs" => docs(),
        "deny" => deny::run(&root()),
        "package" => package::run(&root()),
        "lean" => lean(),
        "loom" => loom(),
        "proofs" => proofs::run(&root(), &std::env::args().skip(2).collect::<Vec<_>>()),
        "fuzz" => fuzz::run(&root(), &std::env::args().skip(2).collect::<Vec<_>>()),
        "bulk" => bulk(),
        "math" => math(),
        "mlir" => mlir(),
        "gpu" => gpu::run(&std::env::args().skip(2).collect::<Vec<_>>()),
        "ptx" => ptx::run(&root(), &std::env::args().skip(2).collect::<Vec<_>>()),
        "numpy" => numpy_command(&std::env::args().skip(2).collect::<Vec<_>>()),
        "onnx" => onnx::command(&std::env::args().skip(2).collect::<Vec<_>>()),
        "peers" => peers::run(&root(), &std::env::args().skip(2).collect::<Vec<_>>()),
        "breaks" => breaks::run(&root(), &std::env::args().skip(2).collect::<Vec<_>>(), None),
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

/// The tests of `codegen-tests` that share a process.
pub(crate) const TOGETHER: &str = "together";

/// The tests that do more in an optimised build: more seeds, longer loops, many damages, all mistakes; and
/// those of what programs cost.
const OPTIMISED: [&str; 13] = [
    TOGETHER,
    "allocations",
    "damage",
    "device_code",
    "edges",
    "faults",
    "fuzz",
    "imported",
    "order",
    "schedules",
    "streams",
    "three_ways",
    "typed_tensors",
];

/// What the tests of `cargo xtask ci` do more than those of the README's command: every test program in generated
/// Rust, each twice on each work-stealing queue, and every input of the edge matrix.
const WHOLE: [(&str, &str); 3] =
    [("TFRT_PROGRAM_STEP", "1"), ("TFRT_ENGINE_RUNS", "2"), ("TFRT_EDGE_STEP", "1")];

/// With it the build script of `codegen-tests` compiles no programs, whose code lints and documentation leave out.
const UNCOMPILED: &str = "TFRT_UNCOMPILED_PROGRAMS";

fn ci() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])?;
    tidy::run(&root())?;
    deny::run(&root())?;
    let all = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--features",
        "tfrt-examples/gpu,tfrt-examples/jit",
    ];
    with_env(&[&all[..], &["--", "-D", "warnings"]].concat(), &[(UNCOMPILED, "1")])?;
    docs()?;
    // The README's test command with what it takes samples of, and the tests that it leaves out.
    with_env(&["test", "--workspace", "--no-fail-fast"], &WHOLE)?;
    let crates = ["test", "--workspace", "--test", "live", "--test", "ui"];
    with_env(&[&crates[..], &["--no-fail-fast", "--", "--ignored"]].concat(), &WHOLE)?;
    bulk_of(&[("PROGRAMS", "400"), ("TYPED", "50"), ("IMPORTED", "25")])?;
    loom()?;
    run_examples()?;
    // A user of the macro alone builds no code generator for machine code.
    let _crates = lean_tree()?;
    proofs::in_turn(&root())
}

/// Builds the examples with all engines and with ops on a GPU, and runs each to its end.
fn run_examples() -> Result<(), String> {
    let features = ["--features", "tfrt-examples/gpu,tfrt-examples/jit"];
    cargo(&[&["build", "--workspace", "--examples"], &features[..]].concat())?;
    let built = root().join("target/debug");
    for example in [
        "recognize",
        "digits",
        "fizzbuzz",
        "custom_kernel",
        "async_await",
        "build_script",
        "web",
        "serve",
    ] {
        run(&built.join("examples").join(example), &[])?;
    }
    gpu::examples(&built)
}

/// Runs the optimised tests, two at a time: most of them are one thread's.
fn optimised() -> Result<(), String> {
    let test = |names: &[&'static str]| {
        let tests = names.iter().flat_map(|name| ["--test", *name]);
        ["test", "--release", "-p", "tfrt-codegen-tests", "-p", "tfrt-gpu"]
            .into_iter()
            .chain(tests)
            .collect()
    };
    let all: Vec<&str> = test(&OPTIMISED);
    cargo(&[&all[..], &["--no-run"]].concat())?;
    let (left, failed) = (Mutex::new(OPTIMISED.iter()), Mutex::new(Vec::new()));
    let take = || left.lock().ok()?.next();
    let run = || {
        while let Some(name) = take() {
            let start = Instant::now();
            let mut command = Command::new(cargo_path());
            let output = command.args(test(&[name])).current_dir(root()).output();
            let passed = output.as_ref().is_ok_and(|output| output.status.success());
            if let Ok(output) = output {
                let [out, errors] = [output.stdout, output.stderr];
                println!("{}{}", String::from_utf8_lossy(&errors), String::from_utf8_lossy(&out));
            }
            println!("xtask: {:.0} s for {name}", start.elapsed().as_secs_f32());
            if !passed && let Ok(mut failed) = failed.lock() {
                failed.push(*name);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(run);
        run();
    });
    let failed = failed.into_inner().map_err(|_| "a thread has panicked")?;
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

fn docs() -> Result<(), String> {
    let mut doc = Command::new(cargo_path());
    doc.args(["doc", "--workspace", "--no-deps"]).current_dir(root());
    doc.env("RUSTDOCFLAGS", "-D warnings").env(UNCOMPILED, "1");
    finish(doc)?;
    examples::check(&root())?;
    guide::make(&root())
}

/// `tfrt` with its default features must not pull in Cranelift, LLVM, CUDA or what reads models. The number of crates.
fn lean_tree() -> Result<usize, String> {
    let output = Command::new(cargo_path())
        .args(["tree", "-p", "tfrt", "--edges", "normal,build", "--prefix", "none"])
        .current_dir(root())
        .output()
        .map_err(|error| format!("cargo tree: {error}"))?;
    let tree = String::from_utf8_lossy(&output.stdout);
    for heavy in ["cranelift", "mlir", "melior", "cudarc", "llvm", "tfrt-onnx v"] {
        if let Some(line) = tree.lines().find(|line| line.contains(heavy)) {
            return Err(format!("tfrt's default features pull in {line}"));
        }
    }
    Ok(tree.lines().filter(|line| !line.ends_with("(*)") && !line.is_empty()).count())
}

/// The same, and how long a user waits for it the first time.
fn lean() -> Result<(), String> {
    let crates = lean_tree()?;
    let target = root().join("target/lean");
    if target.exists() {
        std::fs::remove_dir_all(&target).map_err(|error| format!("target/lean: {error}"))?;
    }
    let start = Instant::now();
    cargo(&["build", "-p", "tfrt", "--target-dir", &target.to_string_lossy()])?;
    let seconds = start.elapsed().as_secs_f32();
    println!(
        "xtask: tfrt's default features pull in none of Cranelift, LLVM, CUDA and what reads models, \
         and build {crates} crates in {seconds:.1} s"
    );
    Ok(())
}

fn loom() -> Result<(), String> {
    let target = root().join("target/loom");
    let target = target.to_string_lossy();
    let models = [
        ["-p", "tfrt-host", "--test", "loom_value"],
        ["-p", "tfrt-host", "--lib", "models"],
        ["-p", "tfrt-exec", "--lib", "models"],
    ];
    for models in models {
        let mut command = Command::new(cargo_path());
        command.args(["test", "--release", "--target-dir", &target]);
        command.args(models).env("RUSTFLAGS", "--cfg loom").env("LOOM_MAX_PREEMPTIONS", "2");
        command.current_dir(root());
        finish(command)?;
    }
    Ok(())
}

/// Compiles and runs ranges of random programs, one after the other.
fn bulk() -> Result<(), String> {
    let (mut first, mut programs, mut typed, mut imported) = (0, 50_000, 10_000, 10_000);
    let mut arguments = std::env::args().skip(2);
    while let Some(argument) = arguments.next() {
        let place = match argument.as_str() {
            "--first" => &mut first,
            "--programs" => &mut programs,
            "--typed" => &mut typed,
            "--imported" => &mut imported,
            other => return Err(format!("bulk takes no '{other}'")),
        };
        let number = arguments.next().and_then(|value| value.parse::<u64>().ok());
        *place = number.ok_or("expected a number")?;
    }
    // As many of each kind as rustc takes at once without much memory.
    for (kind, count, batch) in
        [("PROGRAMS", programs, 500), ("TYPED", typed, 200), ("IMPORTED", imported, 100)]
    {
        let (mut at, end) = (first, first + count);
        while at < end {
            let count = batch.min(end - at);
            println!("xtask: {} {at} to {}", kind.to_lowercase(), at + count - 1);
            bulk_of(&[("FIRST", &at.to_string()), (kind, &count.to_string())])?;
            at += count;
        }
    }
    Ok(())
}

/// Compiles and runs what the settings say, and nothing else.
fn bulk_of(settings: &[(&str, &str)]) -> Result<(), String> {
    let mut command = Command::new(cargo_path());
    // With the features of the whole workspace, as what these programs use is built with them already.
    command.args(["test", "--workspace", "--test", "bulk", "--", "--nocapture"]);
    // Or what `ci` has built for the tests would be built again.
    command.envs(WHOLE).current_dir(root());
    let nothing = [("PROGRAMS", "0"), ("TYPED", "0"), ("IMPORTED", "0")];
    for (name, value) in nothing.iter().chain(settings) {
        command.env(format!("TFRT_BULK_{name}"), value);
    }
    finish(command).map_err(|error| format!("{error}: {settings:?}"))
}

/// Checks the MLIR helper, a workspace of its own whose folder has the settings that it needs, and compiles
/// the branches that it lifts to Rust. What both workspaces depend on is built once.
fn mlir() -> Result<(), String> {
    let folder = root().join("compiler/import/mlir");
    let branches = root().join("target/branches");
    if branches.exists() {
        std::fs::remove_dir_all(&branches).map_err(|error| format!("target/branches: {error}"))?;
    }
    std::fs::create_dir_all(&branches).map_err(|error| format!("target/branches: {error}"))?;
    let clippy = ["clippy", "--all-targets", "--", "-D", "warnings"];
    for arguments in [&["fmt", "--check"][..], &clippy, &["test", "--no-fail-fast"]] {
        let mut command = Command::new(cargo_path());
        command.args(arguments).current_dir(&folder).env("TFRT_BRANCH_FOLDER", &branches);
        command.env("CARGO_TARGET_DIR", root().join("target"));
        finish(command)?;
    }
    bulk_of(&[("FOLDER", &branches.to_string_lossy())])
}

/// Rounds of calls of TensorFlow's ops, each of some thirty.
const OP_ROUNDS: &str = "300";

/// [`numpy`] with the seed that is asked for.
fn numpy_command(arguments: &[String]) -> Result<(), String> {
    match arguments {
        [] => numpy(1),
        [flag, seed] if flag == "--seed" => {
            numpy(seed.parse().map_err(|_| format!("'{seed}' is no seed"))?)
        }
        _ => Err("cargo xtask numpy [--seed N]".to_owned()),
    }
}

/// Compares kernels and ops with NumPy. It needs Python and a package index.
fn numpy(seed: u64) -> Result<(), String> {
    let source = root().join("codegen-tests/numpy");
    let target = root().join("target/numpy");
    let python = python(&source, &target)?;
    let cases = target.join("cases.bin");
    run(&python, &[&source.join("cases.py"), &cases])?;
    test_of([TOGETHER, "numpy::"], "TFRT_NUMPY_CASES", &cases)?;
    let (calls, seed) = (target.join("ops.bin"), seed.to_string());
    run(&python, &[&source.join("ops.py"), &calls, Path::new(&seed), Path::new(OP_ROUNDS)])?;
    test_of([TOGETHER, "tf_ops::"], "TFRT_OPS_CASES", &calls)?;
    let digits = target.join("mnist");
    test_of([TOGETHER, "mnist::"], "TFRT_NUMPY_MNIST", &digits)?;
    run(&python, &[&source.join("mnist.py"), &digits])?;
    let ops = target.join("mnist_ops");
    test_of([TOGETHER, "mnist_ops::"], "TFRT_NUMPY_MNIST_OPS", &ops)?;
    run(&python, &[&source.join("mnist_ops.py"), &ops])
}

/// Compares the functions of the dialect `math` with mpmath. It needs Python and a package
/// index.
fn math() -> Result<(), String> {
    let source = root().join("codegen-tests/math");
    let target = root().join("target/math");
    let python = python(&source, &target)?;
    let cases = target.join("cases.txt");
    run(&python, &[&source.join("cases.py"), Path::new("4000"), &cases])?;
    let test = ["test", "--workspace", "--test", TOGETHER, "math::", "--", "--nocapture"];
    with_env(&test, &[("TFRT_MATH_CASES", &cases.to_string_lossy())])
}

/// Runs what tests with this in their name leave out because it needs a file, which the variable names. With the features of the
/// whole workspace, as CI has it built with them.
fn test_of([test, name]: [&str; 2], variable: &str, file: &Path) -> Result<(), String> {
    let test = ["test", "--workspace", "--test", test, name, "--", "--ignored", "--nocapture"];
    with_env(&test, &[(variable, &file.to_string_lossy())])
}

/// The Python of a virtual environment in a folder below `target/`, with the packages that
/// `requirements.txt` lists.
fn python(source: &Path, target: &Path) -> Result<PathBuf, String> {
    let python = environment(target)?;
    let [m, pip, install, r] = ["-m", "pip", "install", "-r"].map(Path::new);
    run(&python, &[m, pip, install, r, &source.join("requirements.txt")])?;
    Ok(python)
}

/// The Python of a virtual environment in a folder below `target/`.
fn environment(target: &Path) -> Result<PathBuf, String> {
    let environment = target.join("environment");
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    let [m, venv] = ["-m", "venv"].map(Path::new);
    run(Path::new("python3"), &[m, venv, &environment])?;
    Ok(environment.join(folder).join("python"))
}

fn run(program: &Path, arguments: &[&Path]) -> Result<(), String> {
    let status = Command::new(program).args(arguments).status();
    let status = status.map_err(|error| format!("{}: {error}", program.display()))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed", program.display())) }
}

fn bless() -> Result<(), String> {
    for [test, name] in [[TOGETHER, "expanded::"], ["fuzz", "seeds"]] {
        let test = ["test", "--workspace", "--test", test, name];
        with_env(&test, &[("TFRT_BLESS", "1")])?;
    }
    with_env(&["test", "-p", "tfrt-cli", "--test", "reference"], &[("TFRT_BLESS", "1")])?;
    with_env(&["test", "-p", "tfrt-cli", "--test", "golden"], &[("TFRT_BLESS", "1")])?;
    with_env(&["test", "-p", "tfrt-ui", "--", "--ignored"], &[("TRYBUILD", "overwrite")])
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    with_env(arguments, &[("CARGO_TERM_PROGRESS_WHEN", "never")])
}

fn with_env(arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let mut command = Command::new(cargo_path());
    command.args(arguments).envs(variables.iter().copied()).current_dir(root());
    finish(command)
}

/// Runs cargo, and says how long that took.
fn finish(mut command: Command) -> Result<(), String> {
    let arguments: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy()).collect();
    let step = format!("cargo {}", arguments.join(" "));
    println!("xtask: {step}");
    let start = Instant::now();
    let status = command.status().map_err(|error| format!("cargo: {error}"))?;
    println!("xtask: {:.0} s for {step}", start.elapsed().as_secs_f32());
    if status.success() { Ok(()) } else { Err(format!("xtask: {step} failed")) }
}

fn cargo_path() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}
