//! The conformance suite: every program of `conformance/` does what its header says, and every
//! fact that can be listed is held by some program. Started under the name of the tool, this
//! binary is the tool.
#![expect(clippy::print_stdout, reason = "a test's own harness prints")]

mod coverage;
mod messages;
mod round_trip;
mod tool;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use tfrt_codegen_tests::conformance::{self, Program};

/// One check: its name, and what it finds wrong.
type Trial<'a> = (String, Box<dyn Fn() -> Result<(), String> + Sync + 'a>);

fn main() -> ExitCode {
    let mut arguments = std::env::args();
    if arguments.next().as_deref() == Some(tool::TOOL) {
        return tfrt_cli::main();
    }
    // Of the standard harness' options: `--list`, and parts of names.
    let arguments: Vec<String> = arguments.collect();
    let filters: Vec<&String> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
    let programs = conformance::all(&folder());
    let mut trials = trials(&programs);
    trials.retain(|(name, _)| {
        filters.is_empty() || filters.iter().any(|part| name.contains(part.as_str()))
    });
    if arguments.iter().any(|word| word == "--list") {
        trials.iter().for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    let start = Instant::now();
    // A process of the same number may have been stopped before it removed its own; and without any
    // step there is none.
    let _ = std::fs::remove_dir_all(scratch());
    let failures = run(&trials);
    let _ = std::fs::remove_dir_all(scratch());
    for (name, error) in &failures {
        println!("---- {name} ----\n{error}");
    }
    let (all, failed) = (trials.len(), failures.len());
    println!("conformance: {} of {all} pass ({:.1?})", all - failed, start.elapsed());
    // The last lines name the failures alone, for people and for `cargo xtask breaks`.
    failures.iter().for_each(|(name, _)| println!("FAILED {name}"));
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance")
}

fn trials(programs: &[Program]) -> Vec<Trial<'_>> {
    let mut trials: Vec<Trial<'_>> = Vec::new();
    for program in programs {
        trials.push((program.name.clone(), Box::new(|| steps(program))));
        let name = format!("{} (round trip)", program.name);
        trials.push((name, Box::new(move || round_trip::check(program))));
    }
    trials.push((
        "every kernel is executed".to_owned(),
        Box::new(move || coverage::kernels(programs)),
    ));
    trials.push(("every op is called".to_owned(), Box::new(move || coverage::ops(programs))));
    trials.push(("every flag is used".to_owned(), Box::new(move || coverage::flags(programs))));
    trials.push((
        "every kind of attribute is there".to_owned(),
        Box::new(move || coverage::attributes(programs)),
    ));
    trials.push((
        "every message is expected".to_owned(),
        Box::new(move || messages::check(programs)),
    ));
    trials
}

/// Does a program's steps in their order, as one may read what one before it wrote, and in an empty
/// folder of this process, so that none finds what another run left. The error is that of each step
/// that fails.
fn steps(program: &Program) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("its folder: {error}");
    let scratch = scratch().join(&program.name);
    std::fs::create_dir_all(&scratch).map_err(failed)?;
    let mut errors = Vec::new();
    for step in &program.steps {
        if let Err(error) = tool::check(program, step, &scratch) {
            errors.push(format!("line {}: {error}", step.line));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors.join("\n")) }
}

/// Where steps of this process write.
fn scratch() -> PathBuf {
    let name = format!("conformance-{}", std::process::id());
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Runs trials on a few threads; gives the failures in the order of the trials.
fn run<'a>(trials: &'a [Trial<'_>]) -> Vec<(&'a str, String)> {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(2, |count| count.get().max(2));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    // Relaxed: nothing but the number itself goes from thread to thread.
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((_, trial)) = trials.get(index) else { return };
                    let outcome = catch_unwind(AssertUnwindSafe(trial));
                    if let Err(error) = outcome.unwrap_or_else(|_| Err("panicked".to_owned())) {
                        failures.lock().expect("no trial panics").push((index, error));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no trial panics");
    failures.sort_by_key(|(index, _)| *index);
    failures.into_iter().map(|(index, error)| (trials[index].0.as_str(), error)).collect()
}
