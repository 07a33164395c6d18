//! One program, every engine. Each test program runs on the executor, through generated Rust and
//! on the JIT; what must agree is what `Outcome` compares.

pub mod cases;
pub mod conformance;
pub mod evaluate;
#[expect(clippy::missing_panics_doc, clippy::missing_errors_doc, reason = "that is the point")]
pub mod faults;
pub mod fuzz;
#[cfg(feature = "generated")]
mod generated;
pub mod imported;
pub mod listed;
pub mod matrix;
pub mod models;
pub mod networks;
mod outcome;
pub mod random;
pub mod upstream;

#[cfg(feature = "generated")]
pub use generated::{Functions, Program, STEP, faulty, programs};
pub use outcome::{Outcome, Run, given_to_streams, run, run_on, run_typed, run_with};

use std::path::PathBuf;
use tfrt_compiler::plan::{self, Plan};
use tfrt_compiler::source::{Source, render};
use tfrt_compiler::verify::Verified;
use tfrt_host::kernel::{Catalogue, Function};

/// The reference's samples, if they are beside the checkout. Says so when they are not.
#[must_use]
pub fn samples() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/samples");
    folder.is_dir().then_some(folder)
}

/// Text, of this project's ops or of upstream's, to a verified program.
///
/// # Errors
/// The program's errors, rendered.
pub fn verified(name: &str, text: &str, catalogue: &Catalogue) -> Result<Verified, String> {
    let source = Source { name: name.to_owned(), text: text.to_owned(), first_line: 1 };
    tfrt_import::front_end(&source, catalogue, None, &tfrt_import::Options::new())
        .map_err(|errors| render(&errors, &source))
}

/// Text to BEF bytes.
///
/// # Errors
/// The program's errors, rendered.
pub fn bef(name: &str, text: &str, catalogue: &Catalogue) -> Result<Vec<u8>, String> {
    let program = verified(name, text, catalogue)?;
    let options = tfrt_compiler::bef::EmitOptions { optional_sections: true };
    tfrt_compiler::bef::emit(&program, &options)
        .map_err(|errors| errors.iter().map(|error| error.message.clone() + "\n").collect())
}

/// The functions without arguments, in the order of the function index, on the executor.
///
/// # Errors
/// The program does not load.
pub fn on_executor(bytes: &[u8], catalogue: &Catalogue) -> Result<Vec<(String, Function)>, String> {
    let program = tfrt_exec::Program::load(bytes, catalogue, &tfrt_exec::LoadOptions::default())
        .map_err(|error| error.to_string())?;
    Ok(program
        .functions()
        .iter()
        .map(|function| function.signature())
        .filter(|signature| !signature.name.is_empty() && signature.arguments.is_empty())
        .filter_map(|signature| {
            let function = program.function(&signature.name)?;
            Some((signature.name.clone(), function))
        })
        .collect())
}

/// The same functions on the JIT.
///
/// # Errors
/// The program cannot be planned or compiled.
pub fn on_jit(program: &Verified, catalogue: &Catalogue) -> Result<tfrt_jit::JitProgram, String> {
    let plan = plan(program, catalogue)?;
    tfrt_jit::compile(program, &plan, catalogue, &tfrt_jit::JitOptions::default())
        .map_err(|error| error.to_string())
}

/// The JIT's plan of a program.
///
/// # Errors
/// The program cannot be planned.
pub fn plan(program: &Verified, catalogue: &Catalogue) -> Result<Plan, String> {
    plan::build(program, catalogue, plan::Panics::AreErrors)
        .map_err(|errors| errors.iter().map(|error| error.message.clone() + "\n").collect())
}
