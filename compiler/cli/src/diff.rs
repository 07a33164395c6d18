//! `tfrt diff`: the same functions on each engine, compared.

use crate::engine::{self, Engine, EngineName};
use crate::failure::Failure;
use crate::input::Input;
use crate::run::scalar;
use crate::session::{Allocator, Session, Sink, select};
use crate::{output, program};
use serde_json::json;
use tfrt_host::error::Error;
use tfrt_host::kernel::{Signature, Value};

/// What `diff` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// MLIR text or BEF; `-` or nothing is standard input.
    file: Option<String>,
    /// Compare only these, in this order.
    #[arg(long, value_delimiter = ',')]
    functions: Option<Vec<String>>,
    /// Run this first, if it exists, and not again.
    #[arg(long)]
    init_function: Option<String>,
    /// `s`, or `mstd[:N[,M]]`.
    #[arg(long, default_value = "s")]
    work_queue: String,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, json: bool) -> Result<(), Failure> {
    let input = Input::read(arguments.file.as_deref())?;
    let catalogue = tfrt_kernels::catalogue();
    let bef = program::to_bef(&input, &catalogue)?;
    let loaded = program::load(&input, &bef, &catalogue, false)?;
    let engines = [EngineName::Executor, EngineName::Jit];
    let prepared = engines
        .iter()
        .map(|&name| Ok((name, engine::prepare(name, &input, &loaded, &catalogue)?)))
        .collect::<Result<Vec<_>, Failure>>()?;
    let session = Session::new(&arguments.work_queue, Allocator::Malloc, Sink::Kept, |_| ())?;
    let list = arguments.functions.as_deref();
    let selected = select(&loaded, list, arguments.init_function.as_deref())?;

    let mut entries = Vec::new();
    let mut all_equal = true;
    for index in selected {
        let signature = loaded.functions()[index].signature();
        if signature.name.is_empty() || !signature.arguments.is_empty() {
            continue;
        }
        let name = &signature.name;
        let mut observed = Vec::new();
        for (engine_name, engine) in &prepared {
            observed.push((*engine_name, observe(&session, &**engine, index, signature)?));
        }
        let (reference, others) = observed.split_first().expect("there are two engines");
        let differences: Vec<_> = others
            .iter()
            .flat_map(|(engine, other)| compare(&reference.1, other, engine.as_str()))
            .collect();
        all_equal &= differences.is_empty();
        if json {
            let equal = differences.is_empty();
            entries.push(json!({ "name": name, "equal": equal, "differences": differences }));
        } else if differences.is_empty() {
            output::print(&format!("{name}: equal\n"));
        } else {
            output::print(&format!("{name}: {}\n", differences.join("; ")));
        }
    }
    if json {
        output::json(&json!({ "file": input.name(), "functions": entries, "ok": all_equal }));
    }
    if all_equal { Ok(()) } else { Err(Failure::failed()) }
}

/// What a run did, as far as engines must agree.
struct Observed {
    results: Vec<Seen>,
    /// Lines that kernels printed, sorted: only chains order them, and every engine keeps those.
    lines: Vec<String>,
    /// Reported errors, sorted.
    diagnostics: Vec<SeenError>,
    leaked: i64,
    cancelled: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    /// A scalar's type and value, or only the type of something else.
    Value(String, Option<String>),
    Error(SeenError),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SeenError {
    message: String,
    code: String,
    kernel: Option<String>,
    location: String,
}

impl SeenError {
    fn of(error: &Error) -> Self {
        Self {
            message: error.message().to_owned(),
            code: error.code().absl_name().to_owned(),
            kernel: error.kernel().map(str::to_owned),
            location: error.location().to_string(),
        }
    }

    fn is_cancellation(&self) -> bool {
        self.code == "CANCELLED"
    }
}

impl std::fmt::Display for SeenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kernel = self.kernel.as_deref().unwrap_or("no kernel");
        write!(f, "error '{}' ({}) of {kernel} at {}", self.message, self.code, self.location)
    }
}

impl std::fmt::Display for Seen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Value(ty, Some(value)) => write!(f, "{value} : {ty}"),
            Self::Value(ty, None) => write!(f, "a value of type {ty}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

fn observe(
    session: &Session,
    engine: &dyn Engine,
    index: usize,
    signature: &Signature,
) -> Result<Observed, Failure> {
    let name = &signature.name;
    let function = engine
        .function(index, signature)
        .ok_or_else(|| Failure::unusable(format!("an engine cannot run function {name}")))?;
    let mut results = Vec::new();
    let ran = session.run(&function, |values| {
        results = values.iter().zip(&signature.results).map(|(v, ty)| seen(v, ty)).collect();
    });
    drop(function);
    let mut lines: Vec<_> = session.take_output().lines().map(str::to_owned).collect();
    lines.sort();
    let diagnostics = session.take_diagnostics();
    let mut diagnostics: Vec<_> = diagnostics.iter().map(|d| SeenError::of(&d.error)).collect();
    diagnostics.sort();
    Ok(Observed {
        results,
        lines,
        diagnostics,
        leaked: ran.leak.map_or(0, |(before, after)| after - before),
        cancelled: ran.cancelled,
    })
}

/// Any not-a-number is as good as another, whatever its sign.
fn seen(value: &Value, ty: &str) -> Seen {
    match value.error() {
        Some(error) => Seen::Error(SeenError::of(error)),
        None => Seen::Value(ty.to_owned(), scalar(value)),
    }
}

/// What differs between the executor's run and another engine's. After a cancellation, a kernel
/// that nothing orders behind it may have run or be cancelled, on any engine: then results that
/// are cancelled on either side, and lines or errors that one side lacks, are no difference.
fn compare(reference: &Observed, other: &Observed, engine: &str) -> Vec<String> {
    let mut differences = Vec::new();
    let lenient = reference.cancelled || other.cancelled;
    for (index, (expected, found)) in reference.results.iter().zip(&other.results).enumerate() {
        let cancelled = |seen: &Seen| matches!(seen, Seen::Error(error) if error.is_cancellation());
        if expected != found && !(lenient && (cancelled(expected) || cancelled(found))) {
            differences.push(format!("result {index} is {expected}, on {engine} {found}"));
        }
    }
    if reference.cancelled != other.cancelled {
        differences.push(format!("only one of executor and {engine} was cancelled"));
    }
    if !lenient {
        differences.extend(unequal("prints", &reference.lines, &other.lines, engine));
        differences.extend(unequal("reports", &reference.diagnostics, &other.diagnostics, engine));
    }
    if reference.leaked != other.leaked || other.leaked != 0 {
        let (expected, found) = (reference.leaked, other.leaked);
        differences.push(format!("{expected} values leaked, on {engine} {found}"));
    }
    differences
}

/// The first difference of two sorted lists.
fn unequal<T: Ord + std::fmt::Display>(
    verb: &str,
    expected: &[T],
    found: &[T],
    engine: &str,
) -> Option<String> {
    let at = expected.iter().zip(found).take_while(|(a, b)| a == b).count();
    match (expected.get(at), found.get(at)) {
        (None, None) => None,
        (Some(a), Some(b)) if a < b => Some(format!("only the executor {verb} '{a}'")),
        (Some(a), None) => Some(format!("only the executor {verb} '{a}'")),
        (_, Some(b)) => Some(format!("only {engine} {verb} '{b}'")),
    }
}
