//! `tfrt run` on models, and what it has in common with `tfrt diff` and `tfrt bench`.

use super::compare::{Tolerance, difference};
use super::hash::hash;
use super::values;
use crate::engine::EngineName;
use crate::failure::Failure;
use crate::input::Input;
use crate::onnx::Choices;
use crate::output;
use serde_json::json;
use std::collections::BTreeMap;
use tfrt::{Engine, Host, HostBuilder, Model, Outputs, Tensor};
use tfrt_numeric::InstructionSet;

/// What `run` takes for models.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Models")]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(super) inputs: Inputs,
    /// Write the outputs to this file, by name.
    #[arg(long, value_name = "FILE.npz")]
    outputs: Option<String>,
    /// Compare the outputs with those in this file, by name: type, shape, and elements within the tolerances.
    #[arg(long, value_name = "FILE.npz")]
    expect: Option<String>,
    #[command(flatten)]
    within: Within,
    /// Print a hash of each output, or of each result of a node: the same on every engine, for any number of
    /// threads and any instructions.
    #[arg(long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "outputs", require_equals = true)]
    hash: Option<Hashed>,
}

/// The inputs of a model and how it is run.
#[derive(Debug, clap::Args)]
pub(crate) struct Inputs {
    /// An input of a model: a tensor in a .npy file, or in one of ONNX's (.pb).
    #[arg(long = "input", value_name = "NAME=FILE")]
    one: Vec<String>,
    /// Inputs of a model, by name.
    #[arg(long = "inputs", value_name = "FILE.npz")]
    all: Option<String>,
    #[command(flatten)]
    pub(super) choices: Choices,
    /// How many threads compute.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Which instructions of the processor compute; those that it does not have are refused. Results do not
    /// depend on them.
    #[arg(long)]
    instructions: Option<Instructions>,
}

/// How far elements may be apart from those of another.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Within {
    /// How far an element may be from the expected one, relative to that.
    #[arg(long, value_name = "R", default_value_t = Tolerance::USUAL.relative)]
    rtol: f64,
    /// How far it may be besides.
    #[arg(long, value_name = "A", default_value_t = Tolerance::USUAL.absolute)]
    atol: f64,
}

impl Within {
    pub(super) fn tolerance(self) -> Tolerance {
        Tolerance { relative: self.rtol, absolute: self.atol }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Hashed {
    /// The model's outputs.
    Outputs,
    /// The results of all nodes.
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Instructions {
    /// What every processor of this kind has.
    Scalar,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512.
    Avx512,
}

/// A model that is loaded, and what it runs in.
pub(super) struct Ready {
    pub(super) model: Model,
    pub(super) host: Host,
    pub(super) threads: u16,
}

impl RunArguments {
    /// Whether anything is said that only models have.
    pub(crate) fn are_given(&self) -> bool {
        self.inputs.are_given()
            || self.outputs.is_some()
            || self.expect.is_some()
            || self.hash.is_some()
    }
}

impl Inputs {
    pub(crate) fn are_given(&self) -> bool {
        let Self { one, all, choices, threads, instructions } = self;
        !one.is_empty()
            || all.is_some()
            || choices.are_given()
            || threads.is_some()
            || instructions.is_some()
    }

    /// Loads a model.
    pub(super) fn load(
        &self,
        input: &Input,
        engine: EngineName,
        every_value: bool,
    ) -> Result<Ready, Failure> {
        let wanted = self.instructions.map(|wanted| match wanted {
            Instructions::Scalar => InstructionSet::Scalar,
            Instructions::Avx2 => InstructionSet::Avx2,
            Instructions::Avx512 => InstructionSet::Avx512,
        });
        if let Some(wanted) = wanted
            && !InstructionSet::choose(wanted)
        {
            return Err(Failure::unusable(format!("this processor has no {wanted}")));
        }
        let engine = match engine {
            EngineName::Executor => Engine::Executor,
            EngineName::Jit => Engine::Jit,
        };
        let builder = Model::builder().engine(engine).every_value(every_value);
        let builder = self.choices.choose(builder);
        let model = input.model(&builder).map_err(|error| {
            let place = format!("{}:", input.name());
            let line = |problem: &String| match problem.starts_with(&place) {
                // In a text, a problem has a line.
                true => problem.clone(),
                false => format!("{place} error: {problem}\n"),
            };
            Failure::diagnosed(error.problems().iter().map(line).collect())
        })?;
        let threads = self.threads.unwrap_or(1);
        Ok(Ready { model, host: host(threads, |builder| builder)?, threads })
    }

    /// The inputs in files, by name.
    pub(super) fn values(&self, host: &Host) -> Result<BTreeMap<String, Tensor>, Failure> {
        let mut values = match &self.all {
            Some(path) => values::archive(path)?,
            None => BTreeMap::new(),
        };
        for given in &self.one {
            let Some((name, path)) = given.rsplit_once('=') else {
                return Err(Failure::unusable(format!("--input is NAME=FILE, not '{given}'")));
            };
            let value = values::tensor_in(path, host.allocator())?;
            if values.insert(name.to_owned(), value).is_some() {
                return Err(Failure::unusable(format!("input '{name}' is given twice")));
            }
        }
        Ok(values)
    }

    /// Runs a model.
    ///
    /// # Errors
    /// Inputs that cannot be used, naming each; an error of the run.
    pub(super) fn run(&self, ready: &Ready) -> Result<Outputs, Failure> {
        self.run_with(ready, &BTreeMap::new())
    }

    /// The same; an input that no flag gives is the value of that name among `others`, if there is one.
    pub(super) fn run_with(
        &self,
        ready: &Ready,
        others: &BTreeMap<String, Tensor>,
    ) -> Result<Outputs, Failure> {
        let mut values = self.values(&ready.host)?;
        for port in ready.model.inputs() {
            if let (None, Some(other)) = (values.get(&port.name), others.get(&port.name)) {
                values.insert(port.name.clone(), other.clone());
            }
        }
        outputs(ready, &values)
    }
}

/// A host that computes in so many threads.
pub(super) fn host(
    threads: u16,
    with: impl FnOnce(HostBuilder) -> HostBuilder,
) -> Result<Host, Failure> {
    let queue = if threads == 1 { "s".to_owned() } else { format!("mstd:{threads}") };
    // What fails is an output, and is shown as such.
    let host = with(Host::builder().work_queue(&queue).diagnostics(|_| ())).build();
    host.map_err(|error| Failure::unusable(error.message()))
}

/// Runs a model on inputs.
///
/// # Errors
/// Inputs that cannot be used, naming each; an error of the run.
pub(super) fn outputs(
    Ready { model, host, .. }: &Ready,
    inputs: &BTreeMap<String, Tensor>,
) -> Result<Outputs, Failure> {
    let inputs: Vec<(&str, &Tensor)> =
        inputs.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
    model.check(&inputs).map_err(|error| {
        let line = |problem: &String| format!("tfrt: {problem}\n");
        Failure::diagnosed(error.problems().iter().map(line).collect())
    })?;
    let outputs = model.run(&host.context(), &inputs);
    outputs.map_err(|error| Failure::check(format!("tfrt: {}\n", located(&error))))
}

/// An error of a run with the node that it came from.
fn located(error: &tfrt::Error) -> String {
    let kernel = error.kernel().map(|kernel| format!(" (in {kernel})")).unwrap_or_default();
    match error.location() {
        tfrt::Location::Unknown => format!("{}{kernel}", error.message()),
        location => format!("{location}: {}{kernel}", error.message()),
    }
}

/// Runs a model as the flags say.
pub(crate) fn run(
    input: &Input,
    arguments: &RunArguments,
    engine: EngineName,
    json: bool,
) -> Result<(), Failure> {
    let ready = arguments.inputs.load(input, engine, arguments.hash == Some(Hashed::All))?;
    let expected = arguments.expect.as_deref().map(values::archive).transpose()?;
    let outputs = arguments.inputs.run(&ready)?;
    if let Some(path) = &arguments.outputs {
        values::write_archive(path, outputs.iter())?;
    }
    let instructions = InstructionSet::chosen();
    if json {
        let shown = outputs.iter().map(|(name, tensor)| {
            json!({
                "name": name,
                "type": tensor.dtype().name(),
                "shape": tensor.shape().dimensions(),
                "hash": arguments.hash.map(|_| hash(tensor)),
                "value": tensor.to_string(),
            })
        });
        output::json(&json!({
            "file": input.name(),
            "engine": engine.as_str(),
            "threads": ready.threads,
            "instructions": instructions.to_string(),
            "outputs": shown.collect::<Vec<_>>(),
        }));
    } else if arguments.hash.is_some() {
        for (name, tensor) in outputs.iter() {
            output::print(&format!("{name}: {}\n", hash(tensor)));
        }
    } else if arguments.outputs.is_none() && expected.is_none() {
        for (name, tensor) in outputs.iter() {
            output::print(&format!("{name}: {tensor}\n"));
        }
    }
    match expected {
        Some(expected) => compared(&outputs, &expected, arguments.within.tolerance()),
        None => Ok(()),
    }
}

/// Compares outputs with those that are expected.
fn compared(
    outputs: &Outputs,
    expected: &BTreeMap<String, Tensor>,
    within: Tolerance,
) -> Result<(), Failure> {
    let mut complaints = String::new();
    for (name, found) in outputs.iter() {
        let what = match expected.get(name) {
            Some(expected) => difference(found, expected, within),
            None => Some("it is not in the file".to_owned()),
        };
        if let Some(what) = what {
            complaints.push_str(&format!("tfrt: output '{name}': {what}\n"));
        }
    }
    for name in expected.keys().filter(|name| outputs.get(name).is_none()) {
        complaints.push_str(&format!("tfrt: the model has no output '{name}'\n"));
    }
    if complaints.is_empty() { Ok(()) } else { Err(Failure::check(complaints)) }
}
