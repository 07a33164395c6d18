//! The tool on the reference samples: the original's output, from text and from BEF.
//!
//! Samples whose kernels the catalogue does not know are skipped, but for those named in
//! [`REQUIRED`]. Without samples, the tests say so and pass.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Samples that must run.
const REQUIRED: [&str; 18] = [
    "async",
    "calls",
    "control_flow",
    "core_runtime",
    "core_runtime_ops",
    "empty_regions",
    "errors",
    "function_costs",
    "lifetimes",
    "locations",
    "native_functions",
    "once",
    "parallel",
    "recursion",
    "scalars",
    "special_floats",
    "streams",
    "strings",
];

fn samples() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples");
    if path.is_dir() {
        return Some(path);
    }
    println!("skipped: no samples at {}", path.display());
    None
}

fn tfrt(directory: &Path, arguments: &[impl AsRef<std::ffi::OsStr>]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tfrt"));
    command.args(arguments).current_dir(directory).output().expect("the tool starts")
}

/// How a sample is run: those of the Core Runtime make their handlers known first.
fn run(name: &str, flag: &str, file: &str) -> Vec<String> {
    let init =
        name.starts_with("core_runtime").then_some("--init-function=register_op_handlers_cpu");
    let words = ["run", flag].into_iter().chain(init).chain([file]);
    words.map(str::to_owned).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The names of all samples, sorted, those of the folders below among them.
fn names(directory: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for prefix in ["", "random/", "pending/"] {
        let Ok(entries) = std::fs::read_dir(directory.join(prefix)) else { continue };
        for entry in entries {
            let file = entry.unwrap().file_name().into_string().unwrap();
            if let Some(name) = file.strip_suffix(".out") {
                names.push(format!("{prefix}{name}"));
            }
        }
    }
    names.sort();
    names
}

/// The error says that a kernel, or what would be one in the pretty form, is unknown.
fn is_unknown(error: &str) -> bool {
    [
        "unknown kernel name",
        "unable to find native function",
        "there is no dialect",
        "has no pretty form",
    ]
    .iter()
    .any(|reason| error.contains(reason))
}

#[test]
fn the_reference_output_is_the_originals() {
    let Some(directory) = samples() else { return };
    let (mut checked, mut skipped, mut failures) = (0, Vec::new(), Vec::new());
    for name in names(&directory) {
        let expected = std::fs::read_to_string(directory.join(format!("{name}.out"))).unwrap();
        // Locations name the file as it was translated: from its own folder.
        let (folder, base) = match name.split_once('/') {
            Some((folder, base)) => (directory.join(folder), base),
            None => (directory.clone(), name.as_str()),
        };
        for extension in ["mlir", "bef"] {
            let file = format!("{base}.{extension}");
            let output = tfrt(&folder, &run(base, "--reference-output", &file));
            let error = text(&output.stderr);
            if output.status.code() == Some(2) && is_unknown(&error) && !REQUIRED.contains(&base) {
                skipped.push(format!("{name}.{extension}"));
                continue;
            }
            checked += 1;
            if text(&output.stdout) != expected {
                failures.push(format!("{name}.{extension}: {error}"));
            }
        }
    }
    println!("{checked} checked; {} skipped for unknown kernels: {skipped:?}", skipped.len());
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn diagnostics_are_those_that_the_samples_expect() {
    let Some(directory) = samples() else { return };
    for name in REQUIRED {
        let file = format!("{name}.mlir");
        let output = tfrt(&directory, &run(name, "--verify-diagnostics", &file));
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
        // The same from BEF, which names its source.
        let file = format!("{name}.bef");
        let output = tfrt(&directory, &run(name, "--verify-diagnostics", &file));
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
    }
}

/// How often each sample runs on each work-stealing queue: once, or as `TFRT_SAMPLE_RUNS` says.
fn runs() -> usize {
    std::env::var("TFRT_SAMPLE_RUNS").map_or(1, |text| text.parse().expect("a number of runs"))
}

#[test]
fn other_queues_return_the_same() {
    let Some(directory) = samples() else { return };
    let returned = |output: &str| -> Vec<String> {
        output.lines().filter(|line| line.contains(" returned ")).map(str::to_owned).collect()
    };
    // The lines of kernels come in any order.
    let sorted = |output: &str| -> Vec<String> {
        let lines = output.lines().filter(|line| !line.starts_with("Choosing "));
        let mut lines: Vec<String> = lines.map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let mut count = 0;
    for name in names(&directory) {
        let expected = std::fs::read_to_string(directory.join(format!("{name}.out"))).unwrap();
        let file = format!("{name}.bef");
        'queues: for queue in ["mstd:1", "mstd:2", "mstd:4"] {
            let queue = format!("--work-queue={queue}");
            for _ in 0..runs() {
                let mut arguments = run(&name, "--reference-output", &file);
                arguments.insert(1, queue.clone());
                let output = tfrt(&directory, &arguments);
                let (found, error) = (text(&output.stdout), text(&output.stderr));
                let optional = !REQUIRED.contains(&name.as_str());
                if output.status.code() == Some(2) && optional && is_unknown(&error) {
                    break 'queues;
                }
                assert_eq!(returned(&found), returned(&expected), "{name} {queue}: {error}");
                assert_eq!(sorted(&found), sorted(&expected), "{name} {queue}: {error}");
                count += 1;
            }
        }
    }
    println!("{count} runs gave what the original gives");
    assert!(count >= 3 * REQUIRED.len());
}

#[test]
fn translation_gives_the_samples_bytes() {
    let Some(directory) = samples() else { return };
    for name in REQUIRED {
        let output = tfrt(&directory, &["translate", &format!("{name}.mlir")]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
        let expected = std::fs::read(directory.join(format!("{name}.bef"))).unwrap();
        assert!(output.stdout == expected, "{name}");
    }
}
