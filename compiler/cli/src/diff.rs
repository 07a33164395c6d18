//! `tfrt diff`: runs the same functions on each engine and compares the outcomes.

use crate::arguments::FunctionArguments;
use crate::engine::{self, Engine, EngineName};
use crate::failure::Failure;
use crate::input::Input;
use crate::session::{Allocator, DEFAULT_QUEUE, Session, Sink, WORK_QUEUE, select};
use crate::{model, output, program};
use serde_json::json;
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::{Catalogue, KernelDef, KernelFrame, KernelList, Signature, Value};
use tfrt_tensor::{Access, DType, DenseHostTensor, MutableTensor, Tensor};

/// What `diff` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// MLIR text, BEF or an ONNX model; `-` or nothing is standard input.
    file: Option<String>,
    /// Compare only these, in this order.
    #[arg(long, value_delimiter = ',')]
    functions: Option<Vec<String>>,
    #[command(flatten)]
    given: FunctionArguments,
    /// Run this first, if it exists, and not again.
    #[arg(long)]
    init_function: Option<String>,
    #[arg(long, value_name = "QUEUE", help = WORK_QUEUE)]
    work_queue: Option<String>,
    #[command(flatten)]
    model: model::DiffArguments,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, json: bool) -> Result<(), Failure> {
    let input = Input::read(arguments.file.as_deref())?;
    if matches!(input, Input::Model { .. }) || arguments.model.are_given() {
        model::only_of_programs(&[
            ("--functions", arguments.functions.is_some()),
            ("--arg", arguments.given.are_given()),
            ("--init-function", arguments.init_function.is_some()),
            ("--work-queue", arguments.work_queue.is_some()),
        ])?;
        return model::diff(&input, &arguments.model, json);
    }
    let bef = program::to_loadable(&input, catalogue, !json)?;
    let loaded = program::load(&input, &bef, catalogue, false)?;
    let poisoned = catalogue.clone().with(&KernelList::new(&POISONED_CANCEL));
    let poisoned = program::load(&input, &bef, &poisoned, false)?;
    let engines = [EngineName::Executor, EngineName::Jit];
    let prepared = engines
        .iter()
        .map(|&name| Ok((name, engine::prepare(name, &input, &loaded, catalogue)?)))
        .collect::<Result<Vec<_>, Failure>>()?;
    let work_queue = arguments.work_queue.as_deref().unwrap_or(DEFAULT_QUEUE);
    let session = Session::new(work_queue, Allocator::Malloc, Sink::Kept, None, |_| ())?;
    let list = arguments.functions.as_deref();
    arguments.given.check(list.is_some())?;
    let selected = select(&loaded, list, arguments.init_function.as_deref())?;

    let mut entries = Vec::new();
    let mut all_equal = true;
    for index in selected {
        let signature = loaded.functions()[index].signature();
        if signature.name.is_empty() {
            continue;
        }
        // The initial function is not among those that are named.
        let named = list.is_some_and(|names| names.contains(&signature.name));
        let given = if named { &arguments.given } else { &FunctionArguments::default() };
        // For each run its own: a function may write to its tensors.
        let fresh = || given.values(signature, named, catalogue);
        let Some(_) = fresh()? else { continue };
        let name = &signature.name;
        let mut observed = Vec::new();
        for (engine_name, engine) in &prepared {
            let values = fresh()?.unwrap_or_default();
            observed.push((
                *engine_name,
                observe(&session, &**engine, index, signature, &values, catalogue)?,
            ));
        }
        let (reference, others) = observed.split_first().expect("there are two engines");
        let poisoned = match observed.iter().any(|(_, run)| run.cancelled) {
            true => {
                let values = fresh()?.unwrap_or_default();
                Some(observe(&session, &poisoned, index, signature, &values, catalogue)?)
            }
            false => None,
        };
        let differences: Vec<_> = others
            .iter()
            .flat_map(|(engine, other)| {
                let engine = engine.as_str();
                match &poisoned {
                    None => compare(&reference.1, other, engine),
                    Some(poisoned) => compare_cancelled(&reference.1, other, poisoned, engine),
                }
            })
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

/// The outcome of a run that engines must agree on.
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
    /// A type, the value of a scalar or tensor as text, and all bytes of a tensor's elements.
    Value(String, Option<String>, Vec<u8>),
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

impl Seen {
    fn is_cancellation(&self) -> bool {
        matches!(self, Self::Error(error) if error.is_cancellation())
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
            Self::Value(ty, Some(value), _) => write!(f, "{value} : {ty}"),
            Self::Value(ty, None, _) => write!(f, "a value of type {ty}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

fn observe(
    session: &Session,
    engine: &dyn Engine,
    index: usize,
    signature: &Signature,
    arguments: &[Value],
    catalogue: &Catalogue,
) -> Result<Observed, Failure> {
    let name = &signature.name;
    let function = engine
        .function(index, signature)
        .ok_or_else(|| Failure::unusable(format!("an engine cannot run function {name}")))?;
    let mut results = Vec::new();
    let ran = session.run(&function, arguments, |values| {
        results =
            values.iter().zip(&signature.results).map(|(v, ty)| seen(v, ty, catalogue)).collect();
    });
    drop(function);
    // All NaNs are equal; only the sign would show in print.
    let output = session.take_output();
    let mut lines: Vec<_> = output.lines().map(|line| line.replace("-nan", "nan")).collect();
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

/// Removes the sign of NaNs.
fn seen(value: &Value, ty: &str, catalogue: &Catalogue) -> Seen {
    match value.error() {
        Some(error) => Seen::Error(SeenError::of(error)),
        None => {
            let immutable = || {
                let tensor = value.get::<Tensor>()?;
                Some(plain_elements(tensor.dtype(), tensor.bytes().to_vec()))
            };
            let elements = value.get::<MutableTensor>().map(|tensor| elements(&tensor));
            let elements = elements.or_else(immutable);
            Seen::Value(ty.to_owned(), catalogue.text(value, ty), elements.unwrap_or_default())
        }
    }
}

/// All elements of a tensor. Whatever is no number is the same.
fn elements(tensor: &MutableTensor) -> Vec<u8> {
    match tensor {
        MutableTensor::Dense(dense) => dense_elements(dense),
        MutableTensor::Coo(coo) => [coo.indices(), coo.values()].map(dense_elements).concat(),
        MutableTensor::String(strings) => strings.strings().join(&0),
        // The text has its only element, or none.
        MutableTensor::Scalar(_) | MutableTensor::Device(_) => Vec::new(),
    }
}

fn dense_elements(dense: &DenseHostTensor) -> Vec<u8> {
    let Ok(access) = Access::new(&[dense.buffer()], &[]) else { return Vec::new() };
    let bytes = access.input::<u8>(0).map(<[u8]>::to_vec).unwrap_or_default();
    plain_elements(dense.dtype(), bytes)
}

/// The bytes of elements; all that are no numbers are the same.
fn plain_elements(dtype: DType, mut bytes: Vec<u8>) -> Vec<u8> {
    match dtype {
        DType::F32 | DType::Complex64 => {
            for bytes in bytes.as_chunks_mut().0 {
                if f32::from_ne_bytes(*bytes).is_nan() {
                    *bytes = f32::NAN.to_ne_bytes();
                }
            }
        }
        DType::F64 | DType::Complex128 => {
            for bytes in bytes.as_chunks_mut().0 {
                if f64::from_ne_bytes(*bytes).is_nan() {
                    *bytes = f64::NAN.to_ne_bytes();
                }
            }
        }
        _ => {}
    }
    bytes
}

/// The differences between the executor's run and another engine's.
fn compare(reference: &Observed, other: &Observed, engine: &str) -> Vec<String> {
    let mut differences = Vec::new();
    for (index, (expected, found)) in reference.results.iter().zip(&other.results).enumerate() {
        if expected != found {
            differences.push(format!("result {index} is {expected}, on {engine} {found}"));
        }
    }
    differences.extend(unequal("prints", &reference.lines, &other.lines, engine));
    differences.extend(unequal("reports", &reference.diagnostics, &other.diagnostics, engine));
    differences.extend(leaks(reference, other, engine));
    differences
}

/// The kernel that cancels, replaced by one that gives the error that cancellation gives and
/// cancels nothing. On the executor, errors go exactly where data and chains go. So what is this
/// error in a run with it is ordered after the cancellation, and all else is not.
static POISONED_CANCEL: [KernelDef; 1] =
    [tfrt_test_kernels::failure::CANCEL.with_entry(poisoned_cancel)];

fn poisoned_cancel(frame: &mut KernelFrame<'_>) {
    frame.poison(&Error::new(ErrorCode::Cancelled, "Cancelled"));
}

/// The differences in a cancelled run. A kernel that is not ordered after the cancellation may have
/// run or be cancelled, on any engine; one that is has not run on any. `poisoned` is the run in
/// which exactly the former have run.
fn compare_cancelled(
    reference: &Observed,
    other: &Observed,
    poisoned: &Observed,
    engine: &str,
) -> Vec<String> {
    let mut differences = Vec::new();
    if reference.cancelled != other.cancelled {
        differences.push(format!("only one of executor and {engine} was cancelled"));
    }
    let results = reference.results.iter().zip(&other.results).zip(&poisoned.results);
    for (index, ((expected, found), free)) in results.enumerate() {
        let allowed = |seen: &Seen| match (seen, free) {
            _ if seen.is_cancellation() || seen == free => true,
            // An error among the operands of a kernel beats the cancellation.
            (Seen::Error(error), free) => {
                free.is_cancellation() && poisoned.diagnostics.binary_search(error).is_ok()
            }
            (Seen::Value(..), _) => false,
        };
        // What the cancelling kernel itself gives is the same everywhere.
        if expected != found && !(allowed(expected) && allowed(found)) {
            differences.push(format!("result {index} is {expected}, on {engine} {found}"));
        }
    }
    for (name, run) in [("executor", reference), (engine, other)] {
        let line = beyond(&poisoned.lines, &run.lines).map(|line| format!("prints '{line}'"));
        let error = beyond(&poisoned.diagnostics, &run.diagnostics);
        let error = error.map(|error| format!("reports '{error}'"));
        for what in line.into_iter().chain(error) {
            differences.push(format!("{name} {what} in spite of the cancellation"));
        }
    }
    differences.extend(leaks(reference, other, engine));
    differences
}

/// The first element of sorted `some` that sorted `all` has not, or not as often.
fn beyond<'a, T: Ord>(all: &[T], some: &'a [T]) -> Option<&'a T> {
    let mut all = all.iter().peekable();
    some.iter().find(|element| {
        while all.next_if(|other| other < element).is_some() {}
        all.next_if_eq(element).is_none()
    })
}

fn leaks(reference: &Observed, other: &Observed, engine: &str) -> Option<String> {
    let (expected, found) = (reference.leaked, other.leaked);
    (expected != found || found != 0)
        .then(|| format!("{expected} values leaked, on {engine} {found}"))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Seen {
        Seen::Value("i32".to_owned(), Some(text.to_owned()), Vec::new())
    }

    fn error(message: &str) -> SeenError {
        let code = if message == "Cancelled" { "CANCELLED" } else { "INTERNAL" };
        let (message, code) = (message.to_owned(), code.to_owned());
        SeenError { message, code, kernel: None, location: String::new() }
    }

    fn cancelled() -> Seen {
        Seen::Error(error("Cancelled"))
    }

    fn run(results: &[Seen], lines: &[&str], diagnostics: &[SeenError]) -> Observed {
        Observed {
            results: results.to_vec(),
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
            diagnostics: diagnostics.to_vec(),
            leaked: 0,
            cancelled: true,
        }
    }

    fn differences(expected: &Observed, found: &Observed, poisoned: &Observed) -> Vec<String> {
        compare_cancelled(expected, found, poisoned, "jit")
    }

    #[test]
    fn what_nothing_orders_may_have_run_or_be_cancelled() {
        let free = run(&[value("1")], &["a", "b", "b"], &[error("x")]);
        let none = run(&[cancelled()], &[], &[]);
        let some = run(&[value("1")], &["b"], &[]);
        for (one, other) in [(&free, &none), (&none, &free), (&some, &none), (&free, &free)] {
            assert_eq!(differences(one, other, &free), [] as [&str; 0]);
        }
        let other = run(&[value("2")], &[], &[]);
        assert_eq!(differences(&free, &other, &free).len(), 1);
        assert_eq!(differences(&none, &other, &free).len(), 1, "no run gives that");
    }

    #[test]
    fn what_is_ordered_has_not_run() {
        let poisoned = run(&[cancelled()], &["b"], &[]);
        assert!(differences(&poisoned, &poisoned, &poisoned).is_empty());
        let ran = run(&[value("1")], &[], &[]);
        assert_eq!(differences(&poisoned, &ran, &poisoned).len(), 1);
        for lines in [&["a"][..], &["b", "b"], &["c"]] {
            let printed = run(&[cancelled()], lines, &[]);
            let said = differences(&poisoned, &printed, &poisoned);
            assert_eq!(said.len(), 1, "{lines:?}");
            assert!(said[0].ends_with("in spite of the cancellation"), "{said:?}");
        }
        let reported = run(&[cancelled()], &[], &[error("x")]);
        assert_eq!(differences(&reported, &poisoned, &poisoned).len(), 1);
    }

    #[test]
    fn an_operands_error_beats_the_cancellation() {
        let x = error("x");
        let poisoned = run(&[cancelled()], &[], std::slice::from_ref(&x));
        let beaten = run(&[Seen::Error(x)], &[], &[]);
        assert!(differences(&beaten, &poisoned, &poisoned).is_empty());
        let unknown = run(&[Seen::Error(error("y"))], &[], &[]);
        assert_eq!(differences(&unknown, &poisoned, &poisoned).len(), 1);
    }

    #[test]
    fn what_the_cancelling_kernel_gives_is_the_same() {
        let poisoned = run(&[cancelled()], &[], &[]);
        let zero = run(&[value("0")], &[], &[]);
        assert!(differences(&zero, &zero, &poisoned).is_empty());
        assert_eq!(differences(&zero, &poisoned, &poisoned).len(), 1);
        let mut uncancelled = run(&[value("0")], &[], &[]);
        uncancelled.cancelled = false;
        assert_eq!(differences(&zero, &uncancelled, &poisoned).len(), 1);
    }
}
