//! The compiler: reads a host program as text or BEF, verifies it, plans it, and writes BEF or
//! Rust.
//!
//! Data flows one way: [`source`] → [`syntax`] → [`graph`] → [`verify`] → [`bef`] (reference path)
//! and [`plan`] → [`rust`] (and the JIT, in its own crate). [`opt`] holds optional passes from
//! graph to graph that no engine depends on; [`builder`] makes graphs of what is no text of this
//! project; [`evaluate`] calls kernels over constants. The crate uses no threads and no files and names no
//! kernel; the kernels come from a [`Catalogue`].
//!
//! Each module depends only on those before it: [`source`], [`graph`], [`suggest`], [`builder`],
//! [`syntax`], `encode`, [`evaluate`], `resource`, [`streams`], [`verify`], [`bef`], [`opt`], [`plan`], [`rust`].

pub mod bef;
pub mod builder;
mod encode;
pub mod evaluate;
pub mod graph;
mod infer;
pub mod opt;
pub mod plan;
mod resource;
#[cfg(feature = "rust")]
pub mod rust;
pub mod source;
pub mod streams;
pub mod suggest;
pub mod syntax;
pub mod verify;

use graph::{Item, Module};
use source::{Diagnostic, Severity, Source};
use syntax::Parsed;
use tfrt_bef::Limits;
use tfrt_host::kernel::Catalogue;
use tfrt_host::resource::Resolver;
use verify::{Checked, Rules, Verified};

/// Parses and verifies a program for an engine. Reports all errors in source order. After a syntax
/// error the verifier still checks the parsed part, and skips the rules that the syntax error
/// itself may have broken.
///
/// # Errors
/// All errors of syntax and of the verifier's rules.
pub fn front_end(source: &Source, catalogue: &Catalogue) -> Result<Verified, Vec<Diagnostic>> {
    front_end_with(source, catalogue, None)
}

/// The same for a program with resources in other files, which the resolver gives.
///
/// # Errors
/// As [`front_end`]; also resources that are not there or do not fit their types.
pub fn front_end_with(
    source: &Source,
    catalogue: &Catalogue,
    resolver: Option<&dyn Resolver>,
) -> Result<Verified, Vec<Diagnostic>> {
    front_end_within(source, catalogue, resolver, &Limits::default())
}

/// The same for a program that will be loaded under these limits, not the default ones. What the
/// program's constants take when they are written out is held to them.
///
/// # Errors
/// As [`front_end_with`].
pub fn front_end_within(
    source: &Source,
    catalogue: &Catalogue,
    resolver: Option<&dyn Resolver>,
    limits: &Limits,
) -> Result<Verified, Vec<Diagnostic>> {
    let module = sound(source, catalogue, Rules::Engine)?;
    resolved(module, catalogue, resolver, Rules::Engine, limits)
}

/// Verifies for an engine the module that another front end made, and resolves its resources.
/// Diagnostics stand at the spans of the module's ops.
///
/// # Errors
/// As [`front_end_within`], without errors of syntax.
pub fn verified(
    module: Module,
    catalogue: &Catalogue,
    resolver: Option<&dyn Resolver>,
    limits: &Limits,
) -> Result<Verified, Vec<Diagnostic>> {
    resolved(module, catalogue, resolver, Rules::Engine, limits)
}

/// Parses and verifies a program that will be written as BEF. Attributes may have any names,
/// because BEF keeps only their order.
///
/// # Errors
/// All errors of syntax and of the verifier's rules; also resources that are not there or do not fit
/// their types.
pub fn translatable(
    source: &Source,
    catalogue: &Catalogue,
    resolver: Option<&dyn Resolver>,
) -> Result<Verified, Vec<Diagnostic>> {
    let module = sound(source, catalogue, Rules::Program)?;
    resolved(module, catalogue, resolver, Rules::Program, &Limits::default())
}

/// Resolves the resources of a program and verifies it.
fn resolved(
    mut module: Module,
    catalogue: &Catalogue,
    resolver: Option<&dyn Resolver>,
    rules: Rules,
    limits: &Limits,
) -> Result<Verified, Vec<Diagnostic>> {
    let mut diagnostics = resource::resolve(&mut module, resolver);
    match verify::verify_by(module, catalogue, rules, limits) {
        Ok(verified) if diagnostics.is_empty() => return Ok(verified),
        Ok(_) => {}
        Err(others) => diagnostics.extend(others),
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    Err(diagnostics)
}

/// Parses and checks a program that will be printed or transformed but not executed.
///
/// # Errors
/// All errors of syntax and of the rules that hold for any module.
pub fn check(source: &Source, catalogue: &Catalogue) -> Result<Checked, Vec<Diagnostic>> {
    verify::check(sound(source, catalogue, Rules::Text)?, catalogue)
}

/// The functions of a text that have no errors and use none that has. For editors, where the text
/// is incomplete. `known` are errors that others have found in it.
#[must_use]
pub fn salvage(source: &Source, catalogue: &Catalogue, known: &[Diagnostic]) -> Option<Verified> {
    /// The number of passes that remove functions which use removed ones. Bounds the latency of the
    /// tool.
    const ROUNDS: usize = 16;
    let Parsed { mut module, mut diagnostics, damage } = syntax::parse_broken(source, catalogue);
    diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
    diagnostics.extend(verify::breaches(&module, catalogue, &damage, Rules::Engine));
    diagnostics.extend_from_slice(known);
    for _ in 0..ROUNDS {
        let before = module.items.len();
        module.items.retain(|item| {
            let Item::Function(function) = item else { return false };
            let start = function.span.start as usize;
            let rest = source.text.get(start..).unwrap_or_default();
            let end = start + rest.find("func.func").unwrap_or(rest.len());
            !diagnostics.iter().any(|error| (start..end).contains(&(error.span.start as usize)))
        });
        diagnostics =
            match verify::verify_by(module.clone(), catalogue, Rules::Engine, &Limits::default()) {
                Ok(program) => return Some(program),
                Err(diagnostics) if module.items.len() < before => diagnostics,
                Err(_) => return None,
            };
    }
    None
}

/// Parses a text. On a syntax error also reports what the verifier finds in the parsed part.
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
