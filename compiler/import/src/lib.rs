//! Upstream MLIR in, host programs out: `func`, `arith`, `math`, `scf`, `cf`, `index`, `ub` and a part of `tensor` become
//! the ops of this project and kernels of `arith` and `math`.
//!
//! The text is in MLIR's generic form, which `mlir-opt --mlir-print-op-generic` prints, or a mixture of
//! that and of this project's own ops. The graph that the parser gives is judged as a whole, so that all
//! ops that cannot be imported are reported at once; then each function is built anew, and the result
//! is verified as any program. Ops keep the place that the text says they come from.
//!
//! Which kernels there are is the catalogue's business. What is here is which upstream op is which
//! kernel, and only where the names do not say it.
//!
//! `helper` and `types` use no other module.

// tidy: one unit. A dialect's file says what is legal, how it is lowered and what the table says of it.

mod assertions;
mod dialects;
mod helper;
mod legal;
mod lower;
mod table;
mod types;

pub use dialects::may_be_upstream;
pub use helper::{Caller, Helper};
pub use table::{ImportedOp, ops};

use assertions::Assertions;
use legal::{Action, Legality};
use std::collections::HashMap;
use tfrt_bef::Limits;
use tfrt_compiler::builder::{ModuleBuilder, Origin, Problems, Reported, shown};
use tfrt_compiler::graph::{Function, Item, Module};
use tfrt_compiler::source::{Diagnostic, LineTable, Position, Severity, Source, Span};
use tfrt_compiler::syntax::{self, ParseOptions};
use tfrt_compiler::verify::{self, Verified};
use tfrt_host::error::Location;
use tfrt_host::kernel::Catalogue;
use tfrt_host::resource::Resolver;
use types::Types;

/// How a program is imported.
#[derive(Clone, Debug, Default)]
pub struct Options {
    helper: Option<Helper>,
    passes: Vec<String>,
    limits: Limits,
    caller: Caller,
}

impl Options {
    /// Text that needs MLIR itself is an error that says so.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Text that needs MLIR itself is read by this helper.
    #[must_use]
    pub fn helper(mut self, helper: Option<Helper>) -> Self {
        self.helper = helper;
        self
    }

    /// The helper reads any text with upstream dialects, and runs these of MLIR's passes. Without them,
    /// it lifts branches between blocks where there are any.
    #[must_use]
    pub fn passes(mut self, passes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.passes = passes.into_iter().map(Into::into).collect();
        self
    }

    /// Who imports, for what is said where a helper is needed.
    #[must_use]
    pub fn caller(mut self, caller: Caller) -> Self {
        self.caller = caller;
        self
    }

    /// The limits that the program will be loaded under, if they are not the default ones.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// Parses and verifies a program for an engine, as [`tfrt_compiler::front_end_within`] does, and imports
/// it first if it has ops of upstream dialects.
///
/// ```
/// # use tfrt_compiler::source::Source;
/// let text = r#"func.func @f() -> i32 {
///   %0 = "arith.constant"() <{value = 7 : i32}> : () -> i32
///   "func.return"(%0) : (i32) -> ()
/// }"#;
/// let source = Source::new("f.mlir", text);
/// let options = tfrt_import::Options::new();
/// let program = tfrt_import::front_end(&source, &tfrt_kernels::catalogue(), None, &options);
/// let program = program.unwrap();
/// let module = program.module();
/// let text = tfrt_compiler::syntax::print(module, program.catalogue(), Default::default());
/// assert!(text.contains("tfrt.constant.i32 7"));
/// ```
///
/// # Errors
/// All errors of the first stage that has any: of syntax, of MLIR's structure, ops that cannot be
/// imported, of the verifier.
pub fn front_end(
    source: &Source,
    catalogue: &Catalogue,
    resolver: Option<&dyn Resolver>,
    options: &Options,
) -> Result<Verified, Vec<Diagnostic>> {
    match module(source, catalogue, options)? {
        Some(module) => tfrt_compiler::verified(module, catalogue, resolver, &options.limits),
        None => tfrt_compiler::front_end_within(source, catalogue, resolver, &options.limits),
    }
}

/// The imported module of a text, not verified; `None` if the text has no op of an upstream dialect.
///
/// # Errors
/// As [`front_end`].
pub fn module(
    source: &Source,
    catalogue: &Catalogue,
    options: &Options,
) -> Result<Option<Module>, Vec<Diagnostic>> {
    if !may_be_upstream(source, catalogue) {
        return Ok(None);
    }
    let refused = if options.passes.is_empty() {
        match read(source, source, catalogue, options.caller) {
            Ok(module) => return Ok(module),
            Err(refused) => refused,
        }
    } else {
        let message = "passes are run by the MLIR helper `tfrt-mlir`, which is not installed";
        let diagnostics = vec![Diagnostic::error(Span::default(), message)];
        Refused { diagnostics, needs_helper: true }
    };
    let Some(helper) = options.helper.as_ref().filter(|_| refused.needs_helper) else {
        return Err(refused.diagnostics);
    };
    let generic = normalise(source, helper, &options.passes)?;
    read(&generic, source, catalogue, options.caller).map_err(|refused| refused.diagnostics)
}

/// The text in the generic form, with the locations of its ops, if only MLIR itself can read it: if it
/// has upstream ops in forms of their own, or branches between blocks. `None` if it is imported as it is.
///
/// # Errors
/// What the helper says of the text.
pub fn generic(source: &Source, helper: &Helper) -> Result<Option<Source>, Vec<Diagnostic>> {
    // Which kernels there are does not decide what MLIR has to read.
    let catalogue = Catalogue::new();
    if !may_be_upstream(source, &catalogue) {
        return Ok(None);
    }
    match read(source, source, &catalogue, Caller::default()) {
        Err(Refused { needs_helper: true, .. }) => normalise(source, helper, &[]).map(Some),
        _ => Ok(None),
    }
}

/// The errors of a text that was parsed and not imported, in which upstream ops in forms of their own are
/// said to be such.
#[must_use]
pub fn explained(
    source: &Source,
    catalogue: &Catalogue,
    errors: Vec<Diagnostic>,
    caller: Caller,
) -> Vec<Diagnostic> {
    let mut explained = pretty_ops(source, catalogue, &errors, caller);
    let others = errors.into_iter().filter(|error| pretty_op(source, catalogue, error).is_none());
    explained.extend(others);
    explained.sort_by_key(|error| error.span.start);
    explained
}

/// A text as the helper prints it. Without passes, it lifts branches between blocks where there are any.
fn normalise(
    source: &Source,
    helper: &Helper,
    passes: &[String],
) -> Result<Source, Vec<Diagnostic>> {
    let mut passes: Vec<&str> = passes.iter().map(String::as_str).collect();
    if passes.is_empty() && source.text.contains("cf.") {
        passes.push(helper::LIFT);
    }
    helper.normalise_text(source, &passes)
}

/// Why a text was not imported.
struct Refused {
    diagnostics: Vec<Diagnostic>,
    /// Whether MLIR itself could read it.
    needs_helper: bool,
}

impl From<Vec<Diagnostic>> for Refused {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        Self { diagnostics, needs_helper: false }
    }
}

/// Imports a text. Diagnostics and the module have spans in `original`, which is the text or what the
/// helper has made it from.
fn read(
    text: &Source,
    original: &Source,
    catalogue: &Catalogue,
    caller: Caller,
) -> Result<Option<Module>, Refused> {
    let (mut module, mut diagnostics) = syntax::parse(text, catalogue, ParseOptions::new());
    diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
    let pretty = pretty_ops(text, catalogue, &diagnostics, caller);
    if !pretty.is_empty() {
        return Err(Refused { diagnostics: pretty, needs_helper: true });
    }
    if !is_upstream(&module, catalogue) {
        return Ok(None);
    }
    if !diagnostics.is_empty() {
        return Err(diagnostics.into());
    }
    if !std::ptr::eq(text, original) {
        let table = LineTable::new(original);
        module.relocate(&|location| {
            let (file, line, column) = location.file_line_col()?;
            let position = Position { line, column };
            helper::span(original, &table, position).filter(|_| file == original.name)
        });
    }
    let checked = verify::check(module, catalogue)?;
    import(original, checked.module(), catalogue, caller).map(Some)
}

/// The errors for ops of upstream dialects in forms of their own, at which the parser has failed.
fn pretty_ops(
    source: &Source,
    catalogue: &Catalogue,
    diagnostics: &[Diagnostic],
    caller: Caller,
) -> Vec<Diagnostic> {
    let mut problems = Problems::new(&source.name);
    for diagnostic in diagnostics {
        let Some(name) = pretty_op(source, catalogue, diagnostic) else { continue };
        let message = match dialects::refusal(name, catalogue) {
            Some(why) => legal::illegal(name, &why),
            None => caller.pretty(shown(name), &source.name),
        };
        problems.report(&Origin { span: diagnostic.span, ..Origin::default() }, message);
    }
    problems.into_diagnostics()
}

/// The upstream op in a form of its own at which the parser has failed.
fn pretty_op<'a>(
    source: &'a Source,
    catalogue: &Catalogue,
    diagnostic: &Diagnostic,
) -> Option<&'a str> {
    let Span { start, end } = diagnostic.span;
    let word = source.text.get(start as usize..end as usize)?;
    // The dialect's prefix may be left out in a function.
    let name = if word == "call" { "func.call" } else { word };
    dialects::is_upstream(name, catalogue).then_some(name)
}

/// Whether a module has an op of an upstream dialect.
fn is_upstream(module: &Module, catalogue: &Catalogue) -> bool {
    let bodies = module.functions().filter_map(|function| function.body.as_ref());
    let mut known: HashMap<&str, bool> = HashMap::new();
    bodies.into_iter().any(|body| {
        body.preorder().into_iter().any(|op| {
            let name = &*body.op(op).name;
            *known.entry(name).or_insert_with(|| dialects::is_upstream(name, catalogue))
        })
    })
}

/// An import, after every op has been checked.
struct Importer<'a> {
    source: &'a Source,
    lines: LineTable,
    types: Types,
    /// The functions that may fail an assertion, with the names of those that tell their callers.
    checked: HashMap<&'a str, String>,
}

/// Imports a module that MLIR's structure has been checked of.
fn import(
    source: &Source,
    module: &Module,
    catalogue: &Catalogue,
    caller: Caller,
) -> Result<Module, Refused> {
    let functions: HashMap<&str, &Function> =
        module.functions().map(|function| (function.name.as_str(), function)).collect();
    let types = Types::new();
    let mut made = ModuleBuilder::new(catalogue, &source.name);
    let mut actions = Vec::new();
    let mut legality = Legality {
        source,
        caller,
        module: &mut made,
        functions: &functions,
        types: &types,
        lacking: HashMap::new(),
        needs_helper: false,
    };
    for item in &module.items {
        match item {
            Item::Function(function) => {
                legality.function(function);
                let body = function.body.as_ref().map(|body| legality.body(body));
                actions.push((function.name.as_str(), body.unwrap_or_default()));
            }
            Item::Module(nested) => {
                let origin = Origin { location: nested.location.clone(), span: nested.span };
                let problems = legality.module.problems();
                problems.report(&origin, "nested modules cannot be imported");
            }
            Item::Op(top) => {
                let op = top.op();
                let origin = Origin { location: op.location.clone(), span: op.span };
                let message = format!("'{}' beside functions cannot be imported", op.name);
                legality.module.problems().report(&origin, message);
            }
        }
    }
    let needs_helper = legality.needs_helper;
    if !made.problems().is_empty() {
        let diagnostics = made.finish().err().unwrap_or_default();
        return Err(Refused { diagnostics, needs_helper });
    }
    for name in functions.keys() {
        made.symbol(*name);
    }
    let may_fail = assertions::functions(&actions);
    let checked = module.functions().map(|function| function.name.as_str());
    let checked = checked.filter(|name| may_fail.contains(name));
    let checked = checked.map(|name| (name, made.symbol(format!("{name}.checked")))).collect();
    let importer = Importer { source, lines: LineTable::new(source), types, checked };
    for (function, (_, actions)) in module.functions().zip(&actions) {
        // What is wrong is among the module's problems.
        let _ = importer.function(&mut made, function, actions);
    }
    Ok(Module {
        name: module.name.clone(),
        attributes: legal::own_attributes(&module.attributes),
        location: module.location.clone(),
        span: module.span,
        resources: module.resources.clone(),
        types: module.types.clone(),
        ..made.finish()?
    })
}

impl<'a> Importer<'a> {
    /// Adds a function to the new module, if it has no problems.
    fn function(
        &self,
        made: &mut ModuleBuilder<'a>,
        function: &'a Function,
        actions: &[Action],
    ) -> Result<(), Reported> {
        let Some(body) = &function.body else {
            made.add(function.clone());
            return Ok(());
        };
        let assertions = Assertions::new(body, actions, &self.checked);
        let name = match self.checked.get(function.name.as_str()) {
            Some(checked) => {
                lower::unchecked(self, made.function(&function.name), function, checked)?;
                checked
            }
            None => &function.name,
        };
        lower::function(self, made.function(name), function, body, actions, &assertions)
    }

    /// What something was made from, with the file, line and column that its location says, else those
    /// where it stands.
    fn origin(&self, origin: &Origin) -> Origin {
        let Origin { location, span } = origin;
        let location = match location.file_line_col() {
            Some(_) if matches!(location, Location::FileLineCol { .. }) => location.clone(),
            Some((file, line, column)) => {
                Location::FileLineCol { file: file.to_owned().into(), line, column }
            }
            None => {
                let at = self.lines.position(span.start);
                let file = self.source.name.clone().into();
                Location::FileLineCol { file, line: at.line, column: at.column }
            }
        };
        Origin { location, span: *span }
    }
}

#[cfg(test)]
mod tests;
