//! Text to graph and back.
//!
//! [`parse`] reads MLIR's text form and reports every mistake that it finds, each at its place;
//! [`print()`] writes what MLIR's printer writes. Which ops there are, and which pretty form each
//! has, comes from the catalogue.

mod float;
mod lexer;
mod parser;
mod printer;
#[cfg(test)]
mod tests;

use crate::graph::Module;
use crate::source::{Diagnostic, Source};
use tfrt_host::kernel::Catalogue;

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
}

/// Parses as much as can be understood and reports everything that cannot, in the order of the
/// text. The module means something only if no diagnostic is an error.
#[must_use]
pub fn parse(
    source: &Source,
    catalogue: &Catalogue,
    options: ParseOptions,
) -> (Module, Vec<Diagnostic>) {
    parser::parse(source, catalogue, options)
}

/// Prints what MLIR's printer prints. An op whose pretty form could not say all that it is stands
/// in the generic form.
#[must_use]
pub fn print(module: &Module, catalogue: &Catalogue, options: PrintOptions) -> String {
    printer::print(module, catalogue, options)
}
