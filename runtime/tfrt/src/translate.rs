//! MLIR text to BEF, for programs that get their graphs as text at run time.

use std::fmt;
use tfrt_compiler::bef::{EmitOptions, emit};
use tfrt_compiler::source::{Diagnostic, Source, render};
use tfrt_host::kernel::Catalogue;

/// All errors of a program, each with its position and source line.
#[derive(Clone, Debug)]
pub struct TranslateError(String);

impl fmt::Display for TranslateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TranslateError {}

/// Translates MLIR text to BEF. `name` is the source name in locations and errors.
///
/// # Errors
/// All errors of the program.
pub fn mlir_to_bef(
    name: &str,
    text: &str,
    catalogue: &Catalogue,
) -> Result<Vec<u8>, TranslateError> {
    let source = Source { name: name.to_owned(), text: text.to_owned(), first_line: 1 };
    let fail = |errors: Vec<Diagnostic>| TranslateError(render(&errors, &source));
    let program = tfrt_compiler::front_end(&source, catalogue).map_err(fail)?;
    emit(&program, &EmitOptions { optional_sections: true }).map_err(fail)
}
