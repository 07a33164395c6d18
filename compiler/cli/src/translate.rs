//! `tfrt translate`: translates text to BEF and BEF to text.

use crate::expectations::{Expectations, Reported};
use crate::failure::Failure;
use crate::input::Input;
use crate::{output, resources};
use serde_json::json;
use tfrt_bef::{ErrorKind, File, Limits, Section};
use tfrt_compiler::bef::{self, EmitOptions};
use tfrt_compiler::graph::Module;
use tfrt_compiler::source::{Diagnostic, Source, render};
use tfrt_compiler::syntax::{self, PrintOptions};
use tfrt_host::kernel::Catalogue;
use tfrt_host::resource::Resolver;

/// What `translate` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// MLIR text or BEF; `-` or nothing is standard input.
    file: Option<String>,
    /// Where the result goes; `-` is standard output.
    #[arg(short, long, default_value = "-")]
    output: String,
    /// Text in, BEF out. The default for text.
    #[arg(long, conflicts_with = "bef_to_mlir")]
    mlir_to_bef: bool,
    /// BEF in, text out. The default for BEF.
    #[arg(long)]
    bef_to_mlir: bool,
    /// Leave out the tables that running does not need.
    #[arg(long)]
    disable_optional_sections: bool,
    /// Print every op in its generic form.
    #[arg(long)]
    mlir_print_op_generic: bool,
    /// Print the locations of ops, functions and modules.
    #[arg(long)]
    mlir_print_debuginfo: bool,
    /// Always on; accepted because other tools have it.
    #[arg(long)]
    allow_unregistered_dialect: bool,
    /// Handle each piece between `// -----` lines by itself.
    #[arg(long)]
    split_input_file: bool,
    /// Compare errors with the `expected-error` comments of the text; write nothing.
    #[arg(long)]
    verify_diagnostics: bool,
}

/// The original disassembler's message for an empty file.
const EMPTY: &str = "BEF file is empty.";
/// Its message for a file without the BEF magic bytes.
const NO_HEADER: &str = "Invalid BEF file header detected";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, json: bool) -> Result<(), Failure> {
    let input = Input::read(arguments.file.as_deref())?;
    let result = match &input {
        Input::Text(source) if !arguments.bef_to_mlir => {
            encode(source, resources::resolver(&input).as_deref(), catalogue, arguments, json)?
        }
        Input::Bef { name, bytes } if !arguments.mlir_to_bef => {
            let text = decode(name, bytes, catalogue, arguments);
            if arguments.verify_diagnostics {
                // There is no text whose comments could expect an error.
                text.map_err(Failure::into_check)?;
                None
            } else {
                Some(text?)
            }
        }
        Input::Text(source) => {
            let message = if source.text.is_empty() { EMPTY } else { NO_HEADER };
            return Err(Failure::diagnosed(format!("{}: error: {message}\n", source.name)));
        }
        Input::Bef { name, .. } => {
            return Err(Failure::unusable(format!("{name}: a BEF file, not text")));
        }
        Input::Model { name, .. } => {
            return Err(Failure::unusable(format!("{name}: a model, not text; `tfrt import` it")));
        }
    };
    let Some(bytes) = result else {
        if json {
            output::json(&json!({ "file": input.name(), "ok": true }));
        }
        return Ok(());
    };
    write(&input, &arguments.output, bytes, json)
}

/// Writes what was made of an input to a file, or to standard output for `-`.
pub(crate) fn write(input: &Input, to: &str, bytes: Vec<u8>, json: bool) -> Result<(), Failure> {
    if to == "-" {
        if json {
            let text = String::from_utf8(bytes).map_err(|_| {
                Failure::unusable("BEF does not fit into JSON: name an output file with -o")
            })?;
            output::json(&json!({ "file": input.name(), "ok": true, "text": text }));
        } else {
            if output::is_terminal() && std::str::from_utf8(&bytes).is_err() {
                let message = "BEF is not text for a terminal: name an output file with -o";
                return Err(Failure::unusable(message));
            }
            output::print_bytes(&bytes);
        }
        return Ok(());
    }
    std::fs::write(to, &bytes)
        .map_err(|error| Failure::unusable(format!("cannot write {to}: {error}")))?;
    if json {
        let file = input.name();
        output::json(&json!({ "file": file, "ok": true, "output": to, "bytes": bytes.len() }));
    }
    Ok(())
}

/// Text to BEF, piece by piece. Nothing if there was only something to verify.
fn encode(
    source: &Source,
    resolver: Option<&dyn Resolver>,
    catalogue: &Catalogue,
    arguments: &Arguments,
    json: bool,
) -> Result<Option<Vec<u8>>, Failure> {
    let pieces = if arguments.split_input_file { source.split() } else { vec![source.clone()] };
    let options = EmitOptions { optional_sections: !arguments.disable_optional_sections };
    let mut bytes = Vec::new();
    let mut expectations = Expectations::default();
    let mut reports = Vec::new();
    let mut errors = String::new();
    for piece in &pieces {
        let mut warnings = Vec::new();
        let encoded = tfrt_compiler::translatable(piece, catalogue, resolver).and_then(|program| {
            warnings = program.warnings();
            bef::emit(&program, &options)
        });
        if arguments.verify_diagnostics {
            expectations.add(&piece.name, &piece.text, piece.first_line);
            reports.extend(Reported::of_text(piece, encoded.err().as_deref().unwrap_or_default()));
            reports.extend(Reported::of_text(piece, &warnings));
            continue;
        }
        match encoded {
            Ok(encoded) => {
                if !json {
                    output::error(&render(&warnings, piece));
                }
                bytes.extend(encoded);
            }
            Err(diagnostics) => {
                errors.push_str(&render(&diagnostics, piece));
                reports.extend(Reported::of_text(piece, &diagnostics));
            }
        }
    }
    if arguments.verify_diagnostics {
        let complaints = expectations.check(&reports);
        return if complaints.is_empty() { Ok(None) } else { Err(Failure::check(complaints)) };
    }
    if errors.is_empty() {
        Ok(Some(bytes))
    } else {
        Err(Failure::diagnosed(errors).reporting(reports))
    }
}

/// BEF to text.
fn decode(
    name: &str,
    bytes: &[u8],
    catalogue: &Catalogue,
    arguments: &Arguments,
) -> Result<Vec<u8>, Failure> {
    let file = tfrt_bef::read(bytes, &Limits::default()).map_err(|error| {
        let message = match error.kind {
            ErrorKind::Magic => NO_HEADER.to_owned(),
            _ => error.to_string(),
        };
        Failure::diagnosed(format!("{name}: error: {message}\n"))
    })?;
    warn(name, bytes, &file);
    let module = bef::lift(&file, catalogue).map_err(|diagnostics| {
        let line = |d: &Diagnostic| format!("{name}: {}: {}\n", d.severity, d.message);
        Failure::diagnosed(diagnostics.iter().map(line).collect())
    })?;
    let options = PrintOptions {
        generic: arguments.mlir_print_op_generic,
        locations: arguments.mlir_print_debuginfo,
        names: false,
    };
    Ok(print(&module, catalogue, options).into_bytes())
}

/// A module as text that ends with a newline.
pub(crate) fn print(module: &Module, catalogue: &Catalogue, options: PrintOptions) -> String {
    let mut text = syntax::print(module, catalogue, options);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn warn(name: &str, bytes: &[u8], file: &File) {
    let sections = file.optional_sections;
    if !(sections.attribute_types && sections.attribute_names && sections.register_types) {
        output::error(&format!(
            "{name}: warning: Missing AttributeTypes, AttributeNames or RegisterTypes sections.\n"
        ));
    }
    for id in section_ids(bytes).into_iter().filter(|&id| Section::from_id(id).is_none()) {
        output::error(&format!("{name}: warning: skipped a section of unknown kind {id}\n"));
    }
}

/// The ids of a file's sections, which the reader has found well formed.
fn section_ids(bytes: &[u8]) -> Vec<u8> {
    let mut ids = Vec::new();
    // Past the magic bytes and the version.
    let mut at = 3_usize;
    while let Some(&id) = bytes.get(at) {
        ids.push(id);
        at += 1;
        let mut word = 0_u64;
        loop {
            let Some(&byte) = bytes.get(at) else { return ids };
            at += 1;
            word = word << 7 | u64::from(byte & 0x7F);
            if byte & 0x80 == 0 {
                break;
            }
        }
        if word & 1 == 1 {
            let Some(&alignment) = bytes.get(at) else { return ids };
            at = (at + 1).next_multiple_of(usize::from(alignment).max(1));
        }
        let Some(end) = usize::try_from(word >> 1).ok().and_then(|len| at.checked_add(len)) else {
            return ids;
        };
        at = end;
    }
    ids
}
