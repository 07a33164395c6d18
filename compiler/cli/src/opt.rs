//! `tfrt opt`: runs the named passes, in the order of the command line, and prints the module.

use crate::expectations::{Expectations, Reported};
use crate::failure::Failure;
use crate::input::Input;
use crate::{dialects, onnx, output, passes, program, translate};
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, value_parser};
use serde_json::json;
use tfrt_compiler::opt::{self, Optimized, Pass, Remark};
use tfrt_compiler::source::{Diagnostic, Severity, Source, Span, render};
use tfrt_compiler::syntax::PrintOptions;
use tfrt_compiler::verify;
use tfrt_host::kernel::Catalogue;
use tfrt_import::Caller;
use tfrt_model::{Binding, FoldLimits, Options};

/// What `opt` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// MLIR text, BEF or an ONNX model, which is imported as op graph; `-` or nothing is standard input. With a
    /// pass over op graphs, the ops of a text are those of op graphs.
    file: Option<String>,
    /// Where the result goes; `-` is standard output.
    #[arg(short, long, default_value = "-")]
    output: String,
    #[command(flatten)]
    passes: Passes,
    /// The operations that `--fold` does at most.
    #[arg(long, default_value_t = FoldLimits::default().operations)]
    fold_operations: u64,
    /// The bytes of a constant that `--fold` makes at most.
    #[arg(long, default_value_t = FoldLimits::default().bytes)]
    fold_bytes: usize,
    /// Handle each piece between `// -----` lines by itself.
    #[arg(long)]
    split_input_file: bool,
    /// Compare errors and remarks with the `expected-…` comments of the text; print nothing.
    #[arg(long)]
    verify_diagnostics: bool,
    /// Accept ops and types of dialects that no kernel belongs to.
    #[arg(long)]
    allow_unregistered_dialect: bool,
    /// Print every op in its generic form.
    #[arg(long)]
    mlir_print_op_generic: bool,
    /// Print the locations of ops, functions and modules.
    #[arg(long)]
    mlir_print_debuginfo: bool,
}

/// The passes to run, in the order in which they were named. One may be named several times.
#[derive(Debug)]
struct Passes(Vec<Step>);

/// A pass to run.
#[derive(Clone, Debug)]
enum Step {
    /// Over any program.
    Program(Pass),
    /// Over op graphs.
    Model(&'static tfrt_model::Pass),
    /// Over op graphs, with these numbers.
    Bind(Vec<Binding>),
    /// Over programs for devices, with these options.
    Device(&'static tfrt_streamify::Pass, String),
}

/// Flag, pass, help.
const PASSES: [(&str, Pass, &str); 3] = [
    ("inline", Pass::Inline, "Inline calls, and remove private functions left unused"),
    ("canonicalize", Pass::Canonicalize, "Simplify joins of chains, and remove unused constants"),
    ("tfrt-print-stream", Pass::PrintStreams, "Say which stream each op is in, as remarks"),
];

/// The pass that is named with what it binds.
const BIND: &str = "bind";

impl clap::Args for Passes {
    fn augment_args(command: Command) -> Command {
        // A flag that is appended, because only the places of values are known, and a flag that is
        // counted has one value.
        let flag = |name: &'static str, help: &'static str| {
            let flag = Arg::new(name).long(name).help(help).action(ArgAction::Append);
            flag.num_args(0).value_parser(value_parser!(bool)).default_missing_value("true")
        };
        let of_models = tfrt_model::PASSES.map(|pass| match pass.name {
            BIND => Arg::new(BIND)
                .long(BIND)
                .help(format!("Op graphs: {}", pass.summary))
                .value_name("NAME=N|INPUT.AXIS=N")
                .action(ArgAction::Append)
                .value_parser(onnx::binding),
            name => flag(name, "").help(format!("Op graphs: {}", pass.summary)),
        });
        let of_devices = tfrt_streamify::PASSES.map(|pass| match pass.options {
            "" => flag(pass.name, "").help(pass.summary),
            options => Arg::new(pass.name)
                .long(pass.name)
                .help(pass.summary)
                .value_name(options)
                .action(ArgAction::Append)
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value(""),
        });
        let command = command.args(PASSES.map(|(name, _, help)| flag(name, help)));
        command.args(of_models).args(of_devices)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Passes {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let places = |name: &str| matches.indices_of(name).into_iter().flatten();
        let mut steps: Vec<(usize, Step)> = Vec::new();
        for (name, pass, _) in PASSES {
            steps.extend(places(name).map(|at| (at, Step::Program(pass))));
        }
        for pass in tfrt_model::PASSES.iter().filter(|pass| pass.name != BIND) {
            steps.extend(places(pass.name).map(|at| (at, Step::Model(pass))));
        }
        let bindings = matches.get_many::<Binding>(BIND).into_iter().flatten().cloned();
        steps.extend(places(BIND).zip(bindings).map(|(at, it)| (at, Step::Bind(vec![it]))));
        for pass in tfrt_streamify::PASSES.iter().filter_map(|it| tfrt_streamify::pass(it.name)) {
            let options: Vec<String> = if pass.options.is_empty() {
                places(pass.name).map(|_| String::new()).collect()
            } else {
                matches.get_many(pass.name).into_iter().flatten().cloned().collect()
            };
            let all = places(pass.name).zip(options);
            steps.extend(all.map(|(at, options)| (at, Step::Device(pass, options))));
        }
        steps.sort_by_key(|&(at, _)| at);
        let mut passes: Vec<Step> = Vec::new();
        for (_, step) in steps {
            // What is bound without another pass between is bound at once.
            match (passes.last_mut(), step) {
                (Some(Step::Bind(all)), Step::Bind(more)) => all.extend(more),
                (_, step) => passes.push(step),
            }
        }
        Ok(Self(passes))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Passes {
    /// Whether one is over op graphs.
    fn of_models(&self) -> bool {
        self.0.iter().any(|step| matches!(step, Step::Model(_) | Step::Bind(_)))
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, json: bool) -> Result<(), Failure> {
    let input = Input::read(arguments.file.as_deref())?;
    // An op graph has ops of its own.
    let of_models = arguments.passes.of_models() || matches!(input, Input::Model { .. });
    let with_upstream = catalogue.clone().with(&tfrt_streamify::UPSTREAM);
    let catalogue = if of_models { tfrt_model::ops() } else { &with_upstream };
    let pieces = match &input {
        Input::Text(source) if arguments.split_input_file => {
            source.split().into_iter().map(Input::Text).collect()
        }
        _ => vec![input],
    };
    let mut outcomes = Vec::new();
    for piece in &pieces {
        outcomes.push(optimize(piece, catalogue, arguments)?);
    }
    let name = arguments.file.as_deref().unwrap_or("-");
    if arguments.verify_diagnostics {
        verify(&pieces, &outcomes)?;
        if json {
            output::json(&json!({ "file": name, "ok": true }));
        }
        return Ok(());
    }
    let mut texts = Vec::new();
    let mut remarks = Vec::new();
    let mut errors = String::new();
    let mut reports = Vec::new();
    for (piece, outcome) in pieces.iter().zip(&outcomes) {
        match outcome {
            Ok(Optimized { module, remarks: said, log }) => {
                // The original's tool ends what it prints with an empty line.
                let options = PrintOptions {
                    generic: arguments.mlir_print_op_generic,
                    locations: arguments.mlir_print_debuginfo,
                    names: false,
                };
                texts.push(translate::print(module, catalogue, options) + "\n");
                output::error(&log.iter().map(|line| format!("{line}\n")).collect::<String>());
                output::error(&shown(piece, said));
                remarks.extend(said);
            }
            Err(diagnostics) => {
                errors.push_str(&program::shown(piece, diagnostics));
                if let Some(source) = piece.text() {
                    reports.extend(Reported::of_text(source, diagnostics));
                }
            }
        }
    }
    if !errors.is_empty() {
        return Err(Failure::diagnosed(errors).reporting(reports));
    }
    let text = texts.join("// -----\n");
    let to_file = arguments.output != "-";
    if to_file {
        std::fs::write(&arguments.output, &text).map_err(|error| {
            Failure::unusable(format!("cannot write {}: {error}", arguments.output))
        })?;
    }
    if json {
        let remarks: Vec<_> = remarks.into_iter().map(remark_json).collect();
        let mut document = json!({ "file": name, "ok": true, "remarks": remarks });
        let (key, value) = if to_file { ("output", &arguments.output) } else { ("text", &text) };
        document[key] = json!(value);
        output::json(&document);
    } else if !to_file {
        output::print(&text);
    }
    Ok(())
}

/// Runs the passes on one piece.
fn optimize(
    piece: &Input,
    catalogue: &Catalogue,
    arguments: &Arguments,
) -> Result<Result<Optimized, Vec<Diagnostic>>, Failure> {
    let program = match piece {
        _ if arguments.passes.of_models() => passes::op_graph(piece)?,
        Input::Model { .. } => passes::op_graph(piece)?,
        Input::Text(source) => match tfrt_compiler::check(source, catalogue) {
            Ok(program) => Ok(program.into_parts().0),
            Err(errors) => Err(tfrt_import::explained(source, catalogue, errors, Caller::Reader)),
        },
        Input::Bef { .. } => {
            let checked = verify::check(program::module(piece, catalogue)?, catalogue);
            Ok(checked.map_err(|list| program::diagnosed(piece, &list))?.into_parts().0)
        }
    };
    let module = match program {
        Ok(module) => module,
        Err(diagnostics) => return Ok(Err(diagnostics)),
    };
    if !arguments.allow_unregistered_dialect {
        let diagnostics = dialects::unregistered(&module, catalogue);
        if !diagnostics.is_empty() {
            return Ok(Err(diagnostics));
        }
    }
    let fold = FoldLimits { operations: arguments.fold_operations, bytes: arguments.fold_bytes };
    let options = Options { fold, ..Options::default() };
    let mut all = Optimized { module, remarks: Vec::new(), log: Vec::new() };
    for step in &arguments.passes.0 {
        let made = match step {
            Step::Program(pass) => verify::check(all.module, catalogue).map(|program| {
                let Optimized { module, remarks, log } = opt::run(program, &[*pass]);
                all.remarks.extend(remarks);
                all.log.extend(log);
                module
            }),
            Step::Device(pass, options) => {
                verify::check(all.module, catalogue).and_then(|program| pass.run(program, options))
            }
            Step::Model(pass) => (pass.run)(&all.module, &options),
            Step::Bind(bindings) => {
                let options = Options { bindings: bindings.clone(), ..options.clone() };
                passes::up_to(BIND, all.module, &options)
            }
        };
        all.module = match made {
            Ok(module) => module,
            Err(diagnostics) => return Ok(Err(diagnostics)),
        };
    }
    Ok(Ok(all))
}

/// Compares diagnostics with the comments of the text.
fn verify(
    pieces: &[Input],
    outcomes: &[Result<Optimized, Vec<Diagnostic>>],
) -> Result<(), Failure> {
    let mut expectations = Expectations::default();
    let mut reports = Vec::new();
    for (piece, outcome) in pieces.iter().zip(outcomes) {
        if let Input::Text(source) = piece {
            expectations.add(&source.name, &source.text, source.first_line);
        }
        match (outcome, piece) {
            (Ok(optimized), _) => reports.extend(optimized.remarks.iter().map(reported)),
            (Err(diagnostics), Input::Text(source)) => {
                reports.extend(Reported::of_text(source, diagnostics));
            }
            (Err(diagnostics), Input::Bef { .. } | Input::Model { .. }) => {
                reports.extend(diagnostics.iter().map(|diagnostic| Reported {
                    severity: diagnostic.severity,
                    place: None,
                    message: diagnostic.message.clone(),
                }));
            }
        }
    }
    let complaints = expectations.check(&reports);
    if complaints.is_empty() { Ok(()) } else { Err(Failure::check(complaints)) }
}

fn reported(remark: &Remark) -> Reported {
    let place = remark.location.file_line_col();
    Reported {
        severity: Severity::Remark,
        place: place.map(|(file, line, column)| (file.to_owned(), line, column)),
        message: remark.message.clone(),
    }
}

fn remark_json(remark: &Remark) -> serde_json::Value {
    let place = remark.location.file_line_col();
    let (file, line, column) = place.map_or((None, 0, 0), |(f, l, c)| (Some(f), l, c));
    json!({ "file": file, "line": line, "column": column, "message": remark.message })
}

/// Remarks as text, with the source line where a place is in the piece's own text.
fn shown(piece: &Input, remarks: &[Remark]) -> String {
    let lines = piece.text().map(Lines::of);
    let mut text = String::new();
    let mut here = Vec::new();
    for remark in remarks {
        let span = lines.as_ref().and_then(|lines| lines.span(remark));
        if let Some(span) = span {
            let message = remark.message.clone();
            let severity = Severity::Remark;
            here.push(Diagnostic { severity, message, span, notes: Vec::new() });
            continue;
        }
        flush(&mut text, &mut here, lines.as_ref());
        let place = match remark.location.file_line_col() {
            Some((file, line, column)) => format!("{file}:{line}:{column}"),
            None => piece.name().to_owned(),
        };
        text.push_str(&format!("{place}: remark: {}\n", remark.message));
    }
    flush(&mut text, &mut here, lines.as_ref());
    text
}

/// Renders, all at once because that reads the whole source.
fn flush(text: &mut String, here: &mut Vec<Diagnostic>, lines: Option<&Lines<'_>>) {
    if let Some(lines) = lines.filter(|_| !here.is_empty()) {
        text.push_str(&render(here, lines.source));
    }
    here.clear();
}

/// Where the lines of a source begin and end.
struct Lines<'a> {
    source: &'a Source,
    starts: Vec<u32>,
}

impl<'a> Lines<'a> {
    fn of(source: &'a Source) -> Self {
        let mut end = 0_usize;
        let ends = source.text.split_inclusive('\n').map(|line| {
            end += line.len();
            end
        });
        let starts = std::iter::once(0).chain(ends).map_while(|at| u32::try_from(at).ok());
        Self { source, starts: starts.collect() }
    }

    /// The place of a remark, if it is in this text.
    fn span(&self, remark: &Remark) -> Option<Span> {
        let (file, line, column) = remark.location.file_line_col()?;
        let index =
            line.checked_sub(self.source.first_line).filter(|_| file == self.source.name)?;
        let bounds = self.starts.get(index as usize..)?.get(..2)?;
        let start = bounds[0].checked_add(column.checked_sub(1)?)?;
        (start < bounds[1]).then(|| Span::new(start, start))
    }
}
