//! The parser and the printer of MLIR text.
//!
//! [`parse`] reads MLIR's textual format and reports every error with its location. [`print()`]
//! writes the same text as MLIR's printer. The catalogue defines the ops and their assembly
//! formats.

mod assembly;
mod float;
mod format;
mod lexer;
mod parser;
mod printer;
#[cfg(test)]
mod tests;

pub(crate) use lexer::unescape;

use crate::graph::{Damage, Module, Type};
use crate::source::{Diagnostic, Source};
use tfrt_host::kernel::Catalogue;

/// The attribute with the visibility of a function or module.
const VISIBILITY: &str = "sym_visibility";

/// Options of the parser.
#[derive(Clone, Copy, Debug)]
pub struct ParseOptions {
    /// Deepest nesting of modules, and of regions, attributes, types and locations together.
    pub max_depth: u32,
}

impl ParseOptions {
    /// The usual limits.
    #[must_use]
    pub fn new() -> Self {
        Self { max_depth: 128 }
    }
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// Options of the printer.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintOptions {
    /// Every op in its generic form.
    pub generic: bool,
    /// Print the location of each op, function and module in full after it.
    pub locations: bool,
    /// Print the names that values had in the text that was parsed, as far as they are still
    /// unambiguous, instead of numbering values as MLIR does.
    pub names: bool,
}

/// Parses a text and recovers after errors. Diagnostics are in source order. The module is complete
/// only if none is an error.
#[must_use]
pub fn parse(
    source: &Source,
    catalogue: &Catalogue,
    options: ParseOptions,
) -> (Module, Vec<Diagnostic>) {
    let Parsed { module, diagnostics, .. } = parser::parse(source, catalogue, options);
    (module, diagnostics)
}

/// The text with uniform indentation and spaces. Its lines, comments and names stay, and so do all
/// tokens of a text with errors; several empty lines become one.
///
/// ```
/// let text = "func.func @f(%n:i32)->i32{\n// The result.\nreturn %n:i32 }";
/// assert_eq!(
///     tfrt_compiler::syntax::format(text),
///     "func.func @f(%n: i32) -> i32 {\n  // The result.\n  return %n: i32 }\n"
/// );
/// ```
///
/// # Panics
/// The text has 4 GiB or more.
#[must_use]
pub fn format(text: &str) -> String {
    format::format(text)
}

/// Whether the name is that of a module or function, not of an op in a body.
pub(crate) fn is_item(name: &str) -> bool {
    matches!(name, "func.func" | "builtin.module")
}

/// The type that a text is the canonical text of.
pub(crate) fn type_of(text: &str, catalogue: &Catalogue) -> Option<Type> {
    let source = Source::new("", text);
    parser::type_of(&source, catalogue).filter(|ty| ty.as_str() == text)
}

/// The result of parsing a text with errors.
#[derive(Debug, Default)]
pub(crate) struct Parsed {
    /// The parsed part.
    pub(crate) module: Module,
    /// The errors and warnings.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Which parts of the module are incomplete.
    pub(crate) damage: Damage,
}

/// Like [`parse`], with the damage, so that the parsed part can be verified.
pub(crate) fn parse_broken(source: &Source, catalogue: &Catalogue) -> Parsed {
    parser::parse(source, catalogue, ParseOptions::new())
}

/// Prints what MLIR's printer prints, but for the names of values if [`PrintOptions::names`] asks for
/// them. An op that its assembly format cannot represent exactly is
/// printed in the generic form.
#[must_use]
pub fn print(module: &Module, catalogue: &Catalogue, options: PrintOptions) -> String {
    printer::print(module, catalogue, options)
}
