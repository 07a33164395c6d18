//! `tfrt fmt`: formats programs in text, in place.

use crate::failure::Failure;
use crate::input::Input;
use crate::{output, program};
use serde_json::json;
use tfrt_compiler::syntax;
use tfrt_host::kernel::Catalogue;

/// What `fmt` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Files of MLIR text, which are written again where they change; `-` or nothing is standard
    /// input, which is formatted to standard output.
    files: Vec<String>,
    /// Write nothing; name the files that would change, and fail if there are any.
    #[arg(long)]
    check: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, json: bool) -> Result<(), Failure> {
    let stdin = ["-".to_owned()];
    let files = if arguments.files.is_empty() { &stdin[..] } else { &arguments.files };
    // All are read before one is written: a mistake in one leaves all as they are.
    let texts = files.iter().map(|name| formatted(name, catalogue));
    let texts: Vec<(String, String)> = texts.collect::<Result<_, _>>()?;
    let mut changed = Vec::new();
    for (name, (text, formatted)) in files.iter().zip(&texts) {
        if text != formatted {
            changed.push(name.as_str());
        }
        if arguments.check || json && name == "-" {
            continue;
        }
        if name == "-" {
            output::print(formatted);
        } else if text != formatted {
            std::fs::write(name, formatted)
                .map_err(|error| Failure::unusable(format!("cannot write {name}: {error}")))?;
        }
    }
    if json {
        let fails = arguments.check && !changed.is_empty();
        let files = files.iter().zip(&texts).map(|(name, (text, formatted))| {
            json!({ "file": name, "changed": text != formatted, "text": formatted })
        });
        output::json(&json!({ "ok": !fails, "files": files.collect::<Vec<_>>() }));
    }
    if arguments.check && !changed.is_empty() {
        let lines = changed.iter().map(|name| format!("tfrt: {name} is not formatted\n"));
        return Err(Failure::check(lines.collect()));
    }
    Ok(())
}

/// A text, and the text formatted. One with errors is refused.
fn formatted(name: &str, catalogue: &Catalogue) -> Result<(String, String), Failure> {
    let Input::Text(source) = Input::read(Some(name))? else {
        return Err(Failure::unusable(format!("{name} is BEF, which has no format")));
    };
    for piece in source.split() {
        drop(program::module(&Input::Text(piece), catalogue)?);
    }
    let formatted = syntax::format(&source.text);
    Ok((source.text, formatted))
}
