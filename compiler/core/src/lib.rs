//! Host programs: text or BEF in; a graph, a verified graph, a plan; BEF or Rust out.
//!
//! Data flows one way: [`source`] → [`syntax`] → [`graph`] → [`verify`] → [`bef`] (reference path)
//! and [`plan`] → [`rust`] (and the JIT, in its own crate). [`opt`] is for people who ask for it and
//! stands on none of these ways. Nothing here knows a kernel by name,
//! a thread, or a file: what kernels there are comes in as a
//! [`Catalogue`].
//!
//! Each module needs only those before it: [`source`], [`graph`], [`syntax`], `encode`, [`streams`],
//! [`verify`], [`bef`], [`opt`], [`plan`], [`rust`].

pub mod bef;
mod encode;
pub mod graph;
pub mod opt;
pub mod plan;
pub mod rust;
pub mod source;
pub mod streams;
pub mod syntax;
pub mod verify;

use graph::{Item, Module};
use source::{Diagnostic, Severity, Source};
use syntax::Parsed;
use tfrt_host::kernel::Catalogue;
use verify::{Checked, Rules, Verified};

/// Text to a verified program for an engine: everything that is wrong with it, in the order of the text. Where
/// the syntax is broken, what could be read is held to the verifier's rules all the same, except
/// for what a mistake of syntax would make it break.
///
/// # Errors
/// All errors of syntax and of the verifier's rules.
pub fn front_end(source: &Source, catalogue: &Catalogue) -> Result<Verified, Vec<Diagnostic>> {
    verify::verify_by(sound(source, catalogue, Rules::Engine)?, catalogue, Rules::Engine)
}

/// The same, for a text that is to become BEF: attributes may have any names, of which BEF keeps
/// only the order.
///
/// # Errors
/// All errors of syntax and of the verifier's rules.
pub fn translatable(source: &Source, catalogue: &Catalogue) -> Result<Verified, Vec<Diagnostic>> {
    verify::verify(sound(source, catalogue, Rules::Program)?, catalogue)
}

/// The same, for a text that is to be printed or transformed and not executed.
///
/// # Errors
/// All errors of syntax and of the rules that hold for any module.
pub fn check(source: &Source, catalogue: &Catalogue) -> Result<Checked, Vec<Diagnostic>> {
    verify::check(sound(source, catalogue, Rules::Text)?, catalogue)
}

/// What is left of a text with errors: its functions without those that have errors and those that
/// need them. For tools that help somebody who is still writing.
#[must_use]
pub fn salvage(source: &Source, catalogue: &Catalogue) -> Option<Verified> {
    /// How often functions that need others are looked for: a tool does not wait.
    const ROUNDS: usize = 16;
    let Parsed { mut module, mut diagnostics, damage } = syntax::parse_broken(source, catalogue);
    diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
    diagnostics.extend(verify::breaches(&module, catalogue, &damage, Rules::Engine));
    for _ in 0..ROUNDS {
        let before = module.items.len();
        module.items.retain(|item| {
            let Item::Function(function) = item else { return false };
            let start = function.span.start as usize;
            let rest = source.text.get(start..).unwrap_or_default();
            let end = start + rest.find("func.func").unwrap_or(rest.len());
            !diagnostics.iter().any(|error| (start..end).contains(&(error.span.start as usize)))
        });
        diagnostics = match verify::verify_by(module.clone(), catalogue, Rules::Engine) {
            Ok(program) => return Some(program),
            Err(diagnostics) if module.items.len() < before => diagnostics,
            Err(_) => return None,
        };
    }
    None
}

/// The module of a text whose syntax is sound.
fn sound(source: &Source, catalogue: &Catalogue, rules: Rules) -> Result<Module, Vec<Diagnostic>> {
    let Parsed { module, mut diagnostics, damage } = syntax::parse_broken(source, catalogue);
    diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
    if diagnostics.is_empty() {
        return Ok(module);
    }
    diagnostics.extend(verify::breaches(&module, catalogue, &damage, rules));
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    Err(diagnostics)
}
