//! `tfrt check`: runs models on the inputs beside them and compares their outputs with those beside them.

use crate::failure::Failure;
use crate::model::{self, Tolerance};
use crate::onnx::Choices;
use crate::{memory, output};
use serde_json::json;
use std::collections::HashMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use tfrt::{Host, Model, Port, Value};
use tfrt_host::kernel::Catalogue;

/// What `check` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Folders, in which every folder with a model.onnx and test_data_set_0 and so on is a test.
    #[arg(required_unless_present = "budget", value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Instead, say how much memory a run of this model has at most.
    #[arg(long, value_name = "MODEL", conflicts_with = "folders")]
    budget: Option<String>,
    #[command(flatten)]
    choices: Choices,
    /// How many tests run at a time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
}

/// How deep folders are searched.
const DEPTH: usize = 16;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, json: bool) -> Result<(), Failure> {
    if let Some(model) = &arguments.budget {
        return memory::budget(model, &arguments.choices, catalogue, json);
    }
    let mut tests = Vec::new();
    for folder in &arguments.folders {
        if !folder.is_dir() {
            return Err(Failure::unusable(format!("{} is no folder", folder.display())));
        }
        find(folder, &HashMap::new(), DEPTH, &mut tests);
    }
    tests.sort_by(|a, b| a.folder.cmp(&b.folder));
    let outcomes: Mutex<Vec<Option<Result<(), String>>>> = Mutex::new(vec![None; tests.len()]);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.clamp(1, 256) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(test) = tests.get(index) else { break };
                    let outcome = test.run(&arguments.choices);
                    outcomes.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(outcome);
                }
            });
        }
    });
    let outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut failed = 0;
    let mut entries = Vec::new();
    for (test, outcome) in tests.iter().zip(outcomes) {
        let name = test.name();
        let why = outcome.unwrap_or_else(|| Err("it did not run".to_owned())).err();
        failed += usize::from(why.is_some());
        if json {
            entries.push(json!({ "name": name, "passed": why.is_none(), "why": why }));
        } else {
            output::print(&match why {
                None => format!("pass {name}\n"),
                Some(why) => format!("fail {name}: {}\n", why.replace('\n', " ")),
            });
        }
    }
    let passed = tests.len() - failed;
    if json {
        output::json(&json!({ "passed": passed, "failed": failed, "tests": entries }));
    } else {
        output::print(&format!("{passed} passed, {failed} failed\n"));
    }
    if failed == 0 { Ok(()) } else { Err(Failure::check(String::new())) }
}

/// A model with inputs and outputs.
struct Test {
    folder: PathBuf,
    within: Tolerance,
}

/// Finds the tests below a folder. `tolerances` are those of the nearest `index.json`, by name.
fn find(
    folder: &Path,
    tolerances: &HashMap<String, Tolerance>,
    depth: usize,
    tests: &mut Vec<Test>,
) {
    let index = fs::read(folder.join("index.json")).ok().and_then(|file| index(&file));
    let tolerances = index.as_ref().unwrap_or(tolerances);
    if folder.join("model.onnx").is_file() && folder.join("test_data_set_0").is_dir() {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let within = tolerances.get(name).copied().unwrap_or(Tolerance::USUAL);
        tests.push(Test { folder: folder.to_owned(), within });
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if depth > 0 && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            find(&entry.path(), tolerances, depth - 1, tests);
        }
    }
}

/// The tolerances of an index: a list of tests with `name`, `rtol` and `atol`.
fn index(file: &[u8]) -> Option<HashMap<String, Tolerance>> {
    let tests: serde_json::Value = serde_json::from_slice(file).ok()?;
    let test = |test: &serde_json::Value| {
        let relative = test.get("rtol").and_then(serde_json::Value::as_f64);
        let absolute = test.get("atol").and_then(serde_json::Value::as_f64);
        let within = Tolerance {
            relative: relative.unwrap_or(Tolerance::USUAL.relative),
            absolute: absolute.unwrap_or(Tolerance::USUAL.absolute),
        };
        Some((test.get("name")?.as_str()?.to_owned(), within))
    };
    Some(tests.as_array()?.iter().filter_map(test).collect())
}

impl Test {
    fn name(&self) -> String {
        self.folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    fn run(&self, choices: &Choices) -> Result<(), String> {
        let model = choices.choose(Model::builder()).load(self.folder.join("model.onnx"));
        let model = model.map_err(|error| error.problems().join("; "))?;
        let host = Host::builder()
            .work_queue("s")
            .diagnostics(|_| {})
            .output(|_| {})
            .build()
            .map_err(|error| error.to_string())?;
        let mut sets = 0;
        loop {
            let set = self.folder.join(format!("test_data_set_{sets}"));
            if !set.is_dir() {
                break;
            }
            let inputs = values(&set, "input", model.inputs(), &host)?;
            let expected = values(&set, "output", model.outputs(), &host)?;
            let found = catch_unwind(AssertUnwindSafe(|| model.call(&host.context(), inputs)));
            let found = found.map_err(|_| "the run panicked".to_owned())?;
            let found = found.map_err(|error| error.message().to_owned())?;
            for ((found, expected), port) in found.iter().zip(&expected).zip(model.outputs()) {
                if let Some(what) = model::different(found, expected, self.within) {
                    return Err(format!("output '{}': {what}", port.name));
                }
            }
            sets += 1;
        }
        Ok(())
    }
}

/// The values of a test's inputs or outputs.
fn values(set: &Path, kind: &str, ports: &[Port], host: &Host) -> Result<Vec<Value>, String> {
    let value = |(index, port): (usize, &Port)| {
        let path = set.join(format!("{kind}_{index}.pb"));
        let file = fs::read(&path).map_err(|error| format!("{kind}_{index}.pb: {error}"))?;
        model::value_of(&file, &port.ty, host.allocator())
            .map_err(|what| format!("{kind}_{index}.pb: {what}"))
    };
    ports.iter().enumerate().map(value).collect()
}
