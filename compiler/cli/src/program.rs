//! Converts an input to a verified graph, BEF, or a loaded program.

use crate::expectations::Reported;
use crate::failure::Failure;
use crate::input::Input;
use crate::{onnx, output, resources};
use tfrt_bef::{Blob, ErrorKind, File, Limits, ReadError};
use tfrt_compiler::bef;
use tfrt_compiler::graph::Module;
use tfrt_compiler::source::{Diagnostic, Severity, render};
use tfrt_compiler::syntax::{self, ParseOptions};
use tfrt_compiler::verify::{self, Verified};
use tfrt_exec::{LoadOptions, Program};
use tfrt_host::error::Location;
use tfrt_host::kernel::Catalogue;
use tfrt_host::resource;
use tfrt_import::{Caller, Helper};
use tfrt_model::Options;

/// A decoded BEF file.
pub(crate) fn read_bef(name: &str, bytes: &Blob) -> Result<File, Failure> {
    tfrt_bef::read_shared(bytes, &Limits::default())
        .map_err(|error| Failure::diagnosed(format!("{name}: error: {error}\n")))
}

/// The graph of an input, not verified.
pub(crate) fn module(input: &Input, catalogue: &Catalogue) -> Result<Module, Failure> {
    match input {
        Input::Text(source) => {
            let (module, diagnostics) = syntax::parse(source, catalogue, ParseOptions::default());
            if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
                let caller = Caller::Reader;
                let diagnostics = tfrt_import::explained(source, catalogue, diagnostics, caller);
                return Err(diagnosed(input, &diagnostics));
            }
            output::error(&render(&diagnostics, source));
            Ok(module)
        }
        Input::Bef { name, bytes } => {
            let file = read_bef(name, bytes)?;
            bef::lift(&file, catalogue).map_err(|list| diagnosed(input, &list))
        }
        Input::Model { bytes, .. } => {
            let folder = resources::folder(input);
            onnx::program(bytes, folder, &Options::default())
                .map_err(|list| diagnosed(input, &list))
        }
    }
}

/// The graph of an input, imported if it is of upstream dialects, not verified.
pub(crate) fn imported(input: &Input, catalogue: &Catalogue) -> Result<Module, Failure> {
    if let Input::Text(source) = input {
        let module = tfrt_import::module(source, catalogue, &importing());
        if let Some(module) = module.map_err(|list| diagnosed(input, &list))? {
            return Ok(module);
        }
    }
    module(input, catalogue)
}

/// How programs of upstream dialects are imported: by the MLIR helper, where they need it and it is
/// installed.
pub(crate) fn importing() -> tfrt_import::Options {
    tfrt_import::Options::new().helper(Helper::find()).caller(Caller::Tool)
}

/// The verified graph of an input.
pub(crate) fn verified(input: &Input, catalogue: &Catalogue) -> Result<Verified, Failure> {
    verified_with(input, catalogue, &importing())
}

/// The same, imported as the options say.
pub(crate) fn verified_with(
    input: &Input,
    catalogue: &Catalogue,
    options: &tfrt_import::Options,
) -> Result<Verified, Failure> {
    let resolver = resources::resolver(input);
    let verified = match input {
        Input::Text(source) => {
            tfrt_import::front_end(source, catalogue, resolver.as_deref(), options)
        }
        Input::Bef { name, bytes } => {
            let mut file = read_bef(name, bytes)?;
            resource::resolve(&mut file.attributes, resolver.as_deref()).map_err(|error| {
                Failure::diagnosed(format!("{name}: error: {}\n", error.message()))
            })?;
            bef::lift(&file, catalogue).and_then(|module| verify::verify(module, catalogue))
        }
        Input::Model { bytes, .. } => {
            onnx::program(bytes, resources::folder(input), &Options::default())
                .and_then(|module| verify::verify(module, catalogue))
        }
    };
    verified.map_err(|list| diagnosed(input, &list))
}

/// The input as BEF.
pub(crate) fn to_bef(input: &Input, catalogue: &Catalogue) -> Result<Blob, Failure> {
    if let Input::Bef { bytes, .. } = input {
        return Ok(bytes.clone());
    }
    emitted(&verified(input, catalogue)?, input)
}

fn emitted(program: &Verified, input: &Input) -> Result<Blob, Failure> {
    let bef = bef::emit_loadable(program);
    bef.map(Blob::from).map_err(|list| diagnosed(input, &list))
}

/// The input as BEF for [`load`]. Of a text, kernels that the catalogue does not have are errors like
/// those of its syntax.
///
/// With `warn`, warnings go to standard error.
pub(crate) fn to_loadable(
    input: &Input,
    catalogue: &Catalogue,
    warn: bool,
) -> Result<Blob, Failure> {
    if let Input::Bef { bytes, .. } = input {
        return Ok(bytes.clone());
    }
    let program = verified(input, catalogue)?;
    let unknown = program.unknown_kernels();
    if !unknown.is_empty() {
        return Err(diagnosed(input, &unknown));
    }
    if warn {
        output::error(&shown(input, &program.warnings()));
    }
    emitted(&program, input)
}

/// A program for the executor.
pub(crate) fn load(
    input: &Input,
    bef: &Blob,
    catalogue: &Catalogue,
    count_kernels: bool,
) -> Result<Program, Failure> {
    let resolver = resources::resolver(input);
    let mut options = LoadOptions::default().with_count_kernels(count_kernels);
    options.resolver = resolver;
    Program::load_shared(bef, catalogue, &options).map_err(|error| {
        let mut message = format!("runtime error: {error}");
        if let (Input::Text(_), Err(ReadError { kind: ErrorKind::Limit(what), .. })) =
            (input, tfrt_bef::read_shared(bef, &options.limits))
        {
            message = format!("the program is too large to be loaded: {what} over the limit");
        }
        Failure::diagnosed(located(input, error.location(), &message))
            .reporting(vec![Reported::error(error.location(), message)])
    })
}

/// Diagnostics about an input, which cannot be used for them.
pub(crate) fn diagnosed(input: &Input, diagnostics: &[Diagnostic]) -> Failure {
    let failure = Failure::diagnosed(shown(input, diagnostics));
    match input.text() {
        Some(source) => failure.reporting(Reported::of_text(source, diagnostics)),
        None => failure,
    }
}

/// Diagnostics about an input as text.
pub(crate) fn shown(input: &Input, diagnostics: &[Diagnostic]) -> String {
    match input {
        Input::Text(source) => render(diagnostics, source),
        Input::Bef { name, .. } | Input::Model { name, .. } => {
            let line = |d: &Diagnostic| format!("{name}: {}: {}\n", d.severity, d.message);
            diagnostics.iter().map(line).collect()
        }
    }
}

/// An error at a location as text: place and message, and the source line with a caret where
/// the location is in the text that was given. Files that a program names are not opened.
pub(crate) fn located(input: &Input, location: &Location, message: &str) -> String {
    let Some((file, line, column)) = location.file_line_col() else {
        return match location {
            Location::Unknown => format!("{}: error: {message}\n", input.name()),
            other => format!("{other}: error: {message}\n"),
        };
    };
    let mut text = format!("{file}:{line}:{column}: error: {message}\n");
    let source = input.text().filter(|source| source.name == file);
    let number = (line as usize).checked_sub(1);
    if let (Some(source), Some(number)) = (source, number)
        && let Some(shown) = source.text.lines().nth(number)
    {
        let before = shown.char_indices().take_while(|&(at, _)| at + 1 < column as usize);
        let blank = before.map(|(_, c)| if c == '\t' { '\t' } else { ' ' });
        let caret: String = blank.chain(['^']).collect();
        text.push_str(&format!("{shown}\n{caret}\n"));
    }
    text
}
