//! Text to graph and back: grammar, mistakes, hostile texts, and the reference samples.

mod grammar;
mod hostile;
mod mistakes;
mod names;
mod print;
mod samples;

use super::{ParseOptions, PrintOptions, parse, print};
use crate::graph::Module;
use crate::source::{Diagnostic, LineTable, Source};
use tfrt_host::kernel::Catalogue;

fn catalogue() -> Catalogue {
    tfrt_test_kernels::catalogue()
}

fn read(text: &str) -> (Module, Vec<Diagnostic>) {
    parse(&Source::new("t.mlir", text), &catalogue(), ParseOptions::new())
}

/// The module of a text without mistakes.
#[track_caller]
fn module(text: &str) -> Module {
    let (module, diagnostics) = read(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{text}");
    module
}

/// The mistakes of a text as `line:column: message`.
fn mistakes(text: &str) -> Vec<String> {
    let lines = LineTable::new(&Source::new("t.mlir", text));
    let (_, diagnostics) = read(text);
    let show = |diagnostic: &Diagnostic| {
        let at = lines.position(diagnostic.span.start);
        format!("{}:{}: {}", at.line, at.column, diagnostic.message)
    };
    diagnostics.iter().map(show).collect()
}

fn pretty(module: &Module) -> String {
    print(module, &catalogue(), PrintOptions::default())
}

fn generic(module: &Module) -> String {
    print(module, &catalogue(), PrintOptions { generic: true, ..PrintOptions::default() })
}
