//! `tfrt run`: runs every function without arguments on one engine.

use crate::arguments::FunctionArguments;
use crate::engine::{self, EngineName};
use crate::entry_point;
use crate::expectations::{Expectations, Reported};
use crate::failure::Failure;
use crate::input::Input;
use crate::session::{Allocator, DEFAULT_QUEUE, Session, Sink, WORK_QUEUE, select};
use crate::trace::{Trace, TraceArguments};
use crate::{model, output};
use crate::{program, reference};
use serde_json::json;
use std::sync::Arc;
use tfrt_exec::{FunctionKind, Program};
use tfrt_host::context::Diagnostic;
use tfrt_host::error::Error;
use tfrt_host::kernel::{Catalogue, Function, Signature, Value};
use tfrt_host::trace::{TraceKind, TraceLevel};

/// What `run` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// MLIR text, BEF or an ONNX model; `-` or nothing is standard input.
    file: Option<String>,
    /// What to run it on: the executor is the reference, the JIT is what compiled programs cost.
    #[arg(long, default_value = "executor")]
    engine: EngineName,
    /// Print exactly what the driver of TensorFlow's TFRT, `bef_executor`, prints.
    #[arg(long)]
    reference_output: bool,
    /// Compare run-time diagnostics with the `expected-error` comments of the source.
    #[arg(long)]
    verify_diagnostics: bool,
    /// Run the function that the program's entry point names, on the first CUDA device, with a stream and buffers.
    #[arg(long, conflicts_with_all = ["functions", "init_function", "reference_output"])]
    entry_point: bool,
    /// Run only these, in this order.
    #[arg(long, alias = "function", value_delimiter = ',')]
    functions: Option<Vec<String>>,
    #[command(flatten)]
    given: FunctionArguments,
    /// Run this first, if it exists, and not again.
    #[arg(long)]
    init_function: Option<String>,
    #[arg(long, value_name = "QUEUE", help = WORK_QUEUE)]
    work_queue: Option<String>,
    /// Where buffers come from; without this, `leak_check_allocator`.
    #[arg(long)]
    host_allocator: Option<Allocator>,
    /// Print the code of an error with its message.
    #[arg(long)]
    print_error_code: bool,
    #[command(flatten)]
    trace: TraceArguments,
    #[command(flatten)]
    model: model::RunArguments,
}

impl Arguments {
    fn work_queue(&self) -> &str {
        self.work_queue.as_deref().unwrap_or(DEFAULT_QUEUE)
    }

    fn host_allocator(&self) -> Allocator {
        self.host_allocator.unwrap_or(Allocator::LeakCheck)
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, json: bool) -> Result<(), Failure> {
    let input = Arc::new(Input::read(arguments.file.as_deref())?);
    if matches!(*input, Input::Model { .. }) || arguments.model.are_given() {
        model::only_of_programs(&[
            ("--reference-output", arguments.reference_output),
            ("--verify-diagnostics", arguments.verify_diagnostics),
            ("--entry-point", arguments.entry_point),
            ("--functions", arguments.functions.is_some()),
            ("--arg", arguments.given.are_given()),
            ("--init-function", arguments.init_function.is_some()),
            ("--work-queue", arguments.work_queue.is_some()),
            ("--host-allocator", arguments.host_allocator.is_some()),
            ("--print-error-code", arguments.print_error_code),
            ("--trace", arguments.trace.are_given()),
        ])?;
        return model::run(&input, &arguments.model, arguments.engine, json);
    }
    match run_input(&input, arguments, catalogue, json) {
        Err(failure) if arguments.verify_diagnostics && !failure.reports().is_empty() => {
            let complaints = verify(&input, failure.reports());
            if !complaints.is_empty() {
                return Err(Failure::check(complaints));
            }
            if json {
                output::json(&json!({ "file": input.name(), "ok": true }));
            }
            Ok(())
        }
        outcome => outcome,
    }
}

fn run_input(
    input: &Arc<Input>,
    arguments: &Arguments,
    catalogue: &Catalogue,
    json: bool,
) -> Result<(), Failure> {
    // The original's driver reads BEF, and finds an unknown kernel when it loads that.
    let bef = if arguments.verify_diagnostics || (arguments.reference_output && !json) {
        program::to_bef(input, catalogue)?
    } else {
        program::to_loadable(input, catalogue, !json)?
    };
    let trace = Trace::new(&arguments.trace, json)?;
    let quiet = arguments.verify_diagnostics || json;
    let about = Arc::clone(input);
    let session = Session::new(
        arguments.work_queue(),
        arguments.host_allocator(),
        if json { Sink::Kept } else { Sink::Through },
        trace.as_ref().map(Trace::sink),
        move |diagnostic| {
            if !quiet {
                output::error(&shown(&about, &diagnostic.error));
            }
        },
    )?;
    let reference = arguments.reference_output && !json;
    if reference {
        output::print(&preamble(arguments.host_allocator(), &session));
    }
    let scope = session.host().tracer(TraceLevel::Default).map(|tracer| {
        tracer.scope(TraceLevel::Default, TraceKind::Program, arguments.engine.program())
    });
    let loaded = program::load(input, &bef, catalogue, false)?;
    let engine = engine::prepare(arguments.engine, input, &loaded, catalogue)?;
    if arguments.entry_point {
        entry_point::run(&loaded, &*engine, &session)?;
        drop(scope);
        let diagnostics = session.take_diagnostics();
        let state = State { catalogue, failed: false, diagnostics, entries: Vec::new() };
        return state.finish(arguments, input, &session, &loaded, trace, json);
    }
    let listed = arguments.functions.as_deref();
    arguments.given.check(listed.is_some())?;
    let selected = select(&loaded, listed, arguments.init_function.as_deref())?;

    let mut state =
        State { catalogue, failed: false, diagnostics: Vec::new(), entries: Vec::new() };
    let mut ran = false;
    for index in selected {
        let signature = loaded.functions()[index].signature();
        let name = &signature.name;
        // The initial function is not among those that are named.
        let named = listed.is_some_and(|names| names.contains(name));
        let given = if named { &arguments.given } else { &FunctionArguments::default() };
        let Some(values) = given.values(signature, named && !reference, catalogue)? else {
            if reference {
                output::print(&format!("--- Not running '{name}' because it has arguments.\n"));
            }
            state.entries.push(json!({ "name": signature.name, "ran": false }));
            continue;
        };
        if signature.name.is_empty() {
            continue;
        }
        ran = true;
        let sync = loaded.functions()[index].kind() == FunctionKind::Sync;
        let function = engine.function(index, signature).ok_or_else(|| {
            let (engine, name) = (arguments.engine.as_str(), &signature.name);
            Failure::unusable(format!("the engine {engine} cannot run function {name}"))
        })?;
        state.one(arguments, &session, (&function, &values), sync, reference, json);
    }
    drop(scope);
    if !ran && !quiet && !reference {
        output::error(
            "tfrt: nothing to run: no function is without arguments; name one with --functions and give it --arg\n",
        );
    }
    state.finish(arguments, input, &session, &loaded, trace, json)
}

/// The `Choosing …` lines of the original driver.
fn preamble(allocator: Allocator, session: &Session) -> String {
    let allocator = match allocator {
        Allocator::LeakCheck => "memory leak check allocator",
        Allocator::Malloc => "malloc",
        Allocator::Profiled => "profiled allocator based on malloc",
        Allocator::TestFixedSize1k => "fixed size malloc",
    };
    format!("Choosing {allocator}.\nChoosing {} work queue.\n", session.queue_name())
}

/// The state of the command.
struct State<'a> {
    catalogue: &'a Catalogue,
    /// A function returned an error, or something leaked.
    failed: bool,
    diagnostics: Vec<Diagnostic>,
    /// For `--json`, one for each function.
    entries: Vec<serde_json::Value>,
}

impl State<'_> {
    /// Runs one function, which is synchronous or not.
    fn one(
        &mut self,
        arguments: &Arguments,
        session: &Session,
        (function, given): (&Function, &[Value]),
        sync: bool,
        reference: bool,
        json: bool,
    ) {
        let signature = function.signature();
        let (name, catalogue) = (&signature.name, self.catalogue);
        if reference {
            output::print(&format!("--- Running '{name}':\n"));
        }
        let mut returned_error = false;
        let mut shown_results = Vec::new();
        let ran = session.run(function, given, |results| {
            returned_error = results.iter().any(|value| value.error().is_some());
            if reference {
                if !results.is_empty() {
                    let with_code = arguments.print_error_code;
                    // A synchronous function fails as a whole, and that is shown once.
                    let shown = if sync && returned_error { &results[..1] } else { results };
                    let values = reference::results(shown, &signature.results, with_code);
                    output::print(&format!("'{name}' returned {values}\n"));
                }
            } else if json {
                let pairs = results.iter().zip(&signature.results);
                shown_results = pairs.map(|(value, ty)| json_value(value, ty, catalogue)).collect();
            } else {
                let with_code = arguments.print_error_code;
                output::print(&for_people(signature, results, with_code, catalogue));
            }
        });
        if returned_error && !arguments.verify_diagnostics {
            self.failed = true;
        }
        if let Some((before, after)) = ran.leak {
            self.failed = true;
            output::error(&leaked(name, before, after));
        }
        let diagnostics = session.take_diagnostics();
        if json {
            self.entries.push(json!({
                "name": name,
                "ran": true,
                "results": shown_results,
                "output": session.take_output(),
                "leaked": ran.leak.map_or(0, |(before, after)| after - before),
                "diagnostics": diagnostics.iter().map(json_diagnostic).collect::<Vec<_>>(),
            }));
        }
        self.diagnostics.extend(diagnostics);
    }

    fn finish(
        mut self,
        arguments: &Arguments,
        input: &Input,
        session: &Session,
        loaded: &Program,
        trace: Option<Trace>,
        json: bool,
    ) -> Result<(), Failure> {
        let mut complaints = String::new();
        if arguments.verify_diagnostics {
            let errors = self.diagnostics.iter().map(|diagnostic| &diagnostic.error);
            let report = |error: &Error| {
                Reported::error(error.location(), format!("runtime error: {}", error.message()))
            };
            complaints = verify(input, &errors.map(report).collect::<Vec<_>>());
            self.failed |= !complaints.is_empty();
            output::error(&complaints);
        }
        if let Some((report, complains)) = session.allocator_report() {
            self.failed |= complains;
            if arguments.reference_output && !json {
                output::print(&report);
            } else {
                output::error(&report);
            }
        }
        if json {
            output::json(&json!({
                "file": input.name(),
                "engine": arguments.engine.as_str(),
                "work_queue": arguments.work_queue(),
                "functions_in_file": loaded.functions().len(),
                "functions": self.entries,
                "complaints": complaints.lines().collect::<Vec<_>>(),
                "trace": trace.as_ref().and_then(Trace::text),
                "ok": !self.failed,
            }));
        }
        if let Some(trace) = trace {
            trace.finish()?;
        }
        if self.failed { Err(Failure::failed()) } else { Ok(()) }
    }
}

/// The original driver's message about leaked values.
fn leaked(function: &str, before: i64, after: i64) -> String {
    let count = after - before;
    format!(
        "Evaluation of function '{function}' leaked {count} async values (before: {before}, after: \
         {after})!\n"
    )
}

/// A run-time diagnostic as text, with the calls that the error came through.
fn shown(input: &Input, error: &Error) -> String {
    let message = format!("runtime error: {}", error.message());
    program::located(input, error.location(), &message)
}

/// The differences between diagnostics and what the source expects.
fn verify(input: &Input, reports: &[Reported]) -> String {
    let mut expectations = Expectations::default();
    if let Some(source) = input.text() {
        expectations.add(&source.name, &source.text, source.first_line);
    }
    for (file, _, _) in reports.iter().filter_map(|report| report.place.as_ref()) {
        // A program may name anything: only files are opened, nothing that could block.
        if !expectations.knows(file)
            && file != "-"
            && std::fs::metadata(file).is_ok_and(|found| found.is_file())
            && let Ok(Input::Text(source)) = Input::read(Some(file))
        {
            expectations.add(file, &source.text, 1);
        }
    }
    expectations.check(reports)
}

/// A function's results, a line each.
fn for_people(
    signature: &Signature,
    results: &[Value],
    with_code: bool,
    catalogue: &Catalogue,
) -> String {
    let mut text = format!("@{}", signature.name);
    if results.is_empty() {
        text.push_str(": done\n");
        return text;
    }
    text.push_str(":\n");
    for (value, ty) in results.iter().zip(&signature.results) {
        let Some(error) = value.error() else {
            let shown = catalogue.text(value, ty).unwrap_or_else(|| "(value)".to_owned());
            text.push_str(&format!("  {shown} : {ty}\n"));
            continue;
        };
        let code =
            if with_code { format!(" ({})", error.code().absl_name()) } else { String::new() };
        text.push_str(&format!("  error: {}{code}", error.message()));
        if let Some(kernel) = error.kernel() {
            text.push_str(&format!("\n    in {kernel}"));
            if let Some((file, line, column)) = error.location().file_line_col() {
                text.push_str(&format!(" at {file}:{line}:{column}"));
            }
        }
        for (function, location) in error.trail() {
            text.push_str(&format!("\n    through @{function}"));
            if let Some((file, line, column)) = location.file_line_col() {
                text.push_str(&format!(" called at {file}:{line}:{column}"));
            }
        }
        text.push('\n');
    }
    text
}

fn json_value(value: &Value, ty: &str, catalogue: &Catalogue) -> serde_json::Value {
    match value.error() {
        Some(error) => json!({
            "type": ty,
            "error": error.message(),
            "code": error.code().absl_name(),
            "kernel": error.kernel(),
            "location": error.location().to_string(),
        }),
        // As text: JSON's numbers hold neither 64-bit integers nor all floats.
        None => json!({ "type": ty, "value": catalogue.text(value, ty) }),
    }
}

fn json_diagnostic(diagnostic: &Diagnostic) -> serde_json::Value {
    json!({
        "message": diagnostic.error.message(),
        "kernel": diagnostic.error.kernel(),
        "location": diagnostic.error.location().to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::mem::ManuallyDrop;
    use tfrt_host::context::RequestContext;
    use tfrt_host::kernel::{EngineKind, FunctionBody};
    use tfrt_host::value::AnyRef;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        arguments: Arguments,
    }

    /// A function whose calls each leave a value alive. No kernel of the tool's does.
    struct Leaking(Signature);

    impl FunctionBody for Leaking {
        fn signature(&self) -> &Signature {
            &self.0
        }

        fn engine(&self) -> EngineKind {
            EngineKind::Rust
        }

        fn call(&self, _: &RequestContext, _: u32, _: &mut [Value], _: &mut [Value]) {
            let _alive = ManuallyDrop::new(AnyRef::indirect().1);
        }
    }

    #[test]
    fn a_value_that_stays_alive_is_a_failure() {
        let arguments = CommandLine::parse_from(["run"]).arguments;
        let session = Session::new("s", arguments.host_allocator(), Sink::Kept, None, |_| {});
        let session = session.unwrap_or_else(|failure| panic!("{failure:?}"));
        let name = "f".to_owned();
        let signature = Signature { name, arguments: Vec::new(), results: Vec::new() };
        let function = Function::new(Arc::new(Leaking(signature)));
        let (before, after) = session.run(&function, &[], |_| {}).leak.expect("a value is alive");
        assert_eq!(after - before, 1);
        let catalogue = &Catalogue::new();
        let mut state =
            State { catalogue, failed: false, diagnostics: Vec::new(), entries: Vec::new() };
        state.one(&arguments, &session, (&function, &[]), false, false, true);
        assert!(state.failed);
        assert_eq!(state.entries[0]["leaked"], 1);
        assert_eq!(
            leaked("f", 2, 5),
            "Evaluation of function 'f' leaked 3 async values (before: 2, after: 5)!\n"
        );
    }
}
