//! A program that is printed and parsed is the same program, in the pretty and in the generic
//! form; and so is one that went through BEF, but for what BEF does not keep.

use tfrt_codegen_tests::conformance::Program;
use tfrt_codegen_tests::{bef, verified};
use tfrt_compiler::graph::Module;
use tfrt_compiler::source::{Severity, Source, render};
use tfrt_compiler::syntax::{ParseOptions, PrintOptions, parse, print};
use tfrt_host::kernel::Catalogue;

/// What is not the same, if anything.
pub(crate) fn check(program: &Program) -> Result<(), String> {
    let catalogue = tfrt_test_kernels::catalogue();
    // What is no program is held by its steps alone.
    let Ok(verified) = verified(&program.file, &program.text, &catalogue) else { return Ok(()) };
    // What is of upstream dialects is printed as what it becomes.
    let module = match program.name.starts_with("upstream/") {
        true => verified.into_module(),
        false => parsed(&program.text, &catalogue)?,
    };
    let pretty = printed(&module, &catalogue, false);
    same("printed", &pretty, &printed(&parsed(&pretty, &catalogue)?, &catalogue, false))?;
    let generic = printed(&module, &catalogue, true);
    same("generic", &pretty, &printed(&parsed(&generic, &catalogue)?, &catalogue, false))?;

    let bytes = match bef(&program.file, &program.text, &catalogue) {
        Err(_) if program.no_lift.is_some() => return Ok(()),
        bytes => bytes?,
    };
    let lifted = printed(&lift(&bytes, &catalogue)?, &catalogue, false);
    let again = bef("lifted.mlir", &lifted, &catalogue);
    if program.no_lift.is_some() {
        return match again {
            Ok(_) => Err("'lift: none' is not needed".to_owned()),
            Err(_) => Ok(()),
        };
    }
    let again = again.map_err(|error| format!("{error}in what BEF is turned into:\n{lifted}"))?;
    same("BEF's", &lifted, &printed(&lift(&again, &catalogue)?, &catalogue, false))
}

fn parsed(text: &str, catalogue: &Catalogue) -> Result<Module, String> {
    let source = Source { name: "printed.mlir".to_owned(), text: text.to_owned(), first_line: 1 };
    let (module, diagnostics) = parse(&source, catalogue, ParseOptions::default());
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(format!("{}in\n{text}", render(&diagnostics, &source)));
    }
    Ok(module)
}

fn printed(module: &Module, catalogue: &Catalogue, generic: bool) -> String {
    print(module, catalogue, PrintOptions { generic, ..PrintOptions::default() })
}

fn lift(bytes: &[u8], catalogue: &Catalogue) -> Result<Module, String> {
    let file = tfrt_bef::read(bytes, &tfrt_bef::Limits::default());
    let file = file.map_err(|error| error.to_string())?;
    tfrt_compiler::bef::lift(&file, catalogue)
        .map_err(|list| list.iter().map(|error| error.message.clone() + "\n").collect())
}

fn same(what: &str, first: &str, second: &str) -> Result<(), String> {
    if first == second {
        return Ok(());
    }
    Err(format!("the {what} text reads as another program:\n{first}\n---- and\n{second}"))
}
