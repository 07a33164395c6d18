//! Text to graph and back.
//!
//! [`parse`] reads MLIR's text form and reports every mistake that it finds, each at its place;
//! [`print()`] writes what MLIR's printer writes. Which ops there are, and how each is
//! written, comes from the catalogue.

mod assembly;
mod float;
mod lexer;
mod parser;
mod printer;
#[cfg(test)]
mod tests;

pub(crate) use lexer::unescape;

use crate::graph::{Damage, Module, Type};
use crate::source::{Diagnostic, Source};
use tfrt_host::kernel::Catalogue;

/// The attribute that says who may refer to a function or module.
const VISIBILITY: &str = "sym_visibility";

/// How to parse.
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

/// How to print.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintOptions {
    /// Every op in its generic form.
    pub generic: bool,
    /// The locations of ops, functions and modules, each in full behind what it belongs to.
    pub locations: bool,
}

/// Parses as much as can be understood and reports everything that cannot, in the order of the
/// text. The module means something only if no diagnostic is an error.
#[must_use]
pub fn parse(
    source: &Source,
    catalogue: &Catalogue,
    options: ParseOptions,
) -> (Module, Vec<Diagnostic>) {
    let Parsed { module, diagnostics, .. } = parser::parse(source, catalogue, options);
    (module, diagnostics)
}

/// Whether that name is not one of an op, but of what holds ops.
pub(crate) fn is_item(name: &str) -> bool {
    matches!(name, "func.func" | "builtin.module")
}

/// The type that a text is the canonical text of.
pub(crate) fn type_of(text: &str, catalogue: &Catalogue) -> Option<Type> {
    let source = Source::new("", text);
    parser::type_of(&source, catalogue).filter(|ty| ty.as_str() == text)
}

/// What there is to a text.
#[derive(Debug, Default)]
pub(crate) struct Parsed {
    /// All that was understood.
    pub(crate) module: Module,
    /// What was not.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Where the module lacks what was not.
    pub(crate) damage: Damage,
}

/// The same as [`parse`], for a check of what was understood.
pub(crate) fn parse_broken(source: &Source, catalogue: &Catalogue) -> Parsed {
    parser::parse(source, catalogue, ParseOptions::new())
}

/// Prints what MLIR's printer prints. An op whose pretty form could not say all that it is stands
/// in the generic form.
#[must_use]
pub fn print(module: &Module, catalogue: &Catalogue, options: PrintOptions) -> String {
    printer::print(module, catalogue, options)
}
