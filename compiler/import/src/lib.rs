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
//! Each module depends only on those before it: `dialects`, `helper`, `problems`, `types`, `legal` with
//! `tensors`, `facts`, `lower`, `table`.

mod dialects;
mod facts;
mod helper;
mod legal;
mod lower;
mod problems;
mod table;
mod tensors;
mod types;

pub use helper::Helper;
pub use table::{ImportedOp, ops};

use facts::Facts;
use legal::{Judge, Names};
use problems::{Problems, shown};
use std::collections::{HashMap, HashSet};
use tfrt_bef::Limits;
use tfrt_compiler::graph::{Function, Item, Module};
use tfrt_compiler::source::{Diagnostic, LineTable, Position, Severity, Source, Span};
use tfrt_compiler::syntax::{self, ParseOptions};
use tfrt_compiler::verify::{self, Verified};
use tfrt_host::kernel::Catalogue;
use tfrt_host::resource::Resolver;
use types::Types;

/// How a program is imported.
#[derive(Clone, Debug, Default)]
pub struct Options {
    helper: Option<Helper>,
    passes: Vec<String>,
    limits: Limits,
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
    if !dialects::may_be_upstream(source, catalogue) {
        return Ok(None);
    }
    let refused = if options.passes.is_empty() {
        match read(source, source, catalogue) {
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
    let mut passes: Vec<&str> = options.passes.iter().map(String::as_str).collect();
    if passes.is_empty() && source.text.contains("cf.") {
        passes.push(helper::LIFT);
    }
    let generic = helper.normalise_text(source, &passes)?;
    read(&generic, source, catalogue).map_err(|refused| refused.diagnostics)
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

impl From<Problems<'_>> for Refused {
    fn from(problems: Problems<'_>) -> Self {
        Self { needs_helper: problems.needs_helper, diagnostics: problems.into_diagnostics() }
    }
}

/// Imports a text. Diagnostics and the module have spans in `original`, which is the text or what the
/// helper has made it from.
fn read(
    text: &Source,
    original: &Source,
    catalogue: &Catalogue,
) -> Result<Option<Module>, Refused> {
    let (mut module, mut diagnostics) = syntax::parse(text, catalogue, ParseOptions::new());
    diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
    let pretty = pretty_ops(text, catalogue, &diagnostics);
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
    import(original, checked.module(), catalogue).map(Some)
}

/// The errors for ops of upstream dialects in forms of their own, at which the parser has failed.
fn pretty_ops(
    source: &Source,
    catalogue: &Catalogue,
    diagnostics: &[Diagnostic],
) -> Vec<Diagnostic> {
    let mut problems = Problems::new(source);
    for Diagnostic { span, .. } in diagnostics {
        let word = source.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        // The dialect's prefix may be left out in a function.
        let name = if word == "call" { "func.call" } else { word };
        if dialects::is_upstream(name, catalogue) {
            let message = helper::pretty(shown(name), &source.name);
            problems.note(*span, &tfrt_host::error::Location::Unknown, message);
        }
    }
    problems.into_diagnostics()
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

/// An import in progress.
struct Importer<'a> {
    source: &'a Source,
    lines: LineTable,
    catalogue: &'a Catalogue,
    types: Types,
    names: Names,
    problems: Problems<'a>,
    /// The functions that may fail an assertion, with the names of those that tell their callers.
    checked: HashMap<&'a str, String>,
    /// The symbols that are taken.
    symbols: HashSet<String>,
    /// What the new module has so far.
    made: Vec<Item>,
}

/// Imports a module that MLIR's structure has been checked of.
fn import<'a>(
    source: &'a Source,
    module: &'a Module,
    catalogue: &'a Catalogue,
) -> Result<Module, Refused> {
    let functions: HashMap<&'a str, &'a Function> =
        module.functions().map(|function| (function.name.as_str(), function)).collect();
    let (types, mut names) = (Types::new(), Names::default());
    let mut lacking = HashMap::new();
    let mut problems = Problems::new(source);
    let mut judged = Vec::new();
    for item in &module.items {
        let function = match item {
            Item::Function(function) => function,
            Item::Module(nested) => {
                let message = "nested modules cannot be imported".to_owned();
                problems.note(nested.span, &nested.location, message);
                continue;
            }
        };
        let mut judge = Judge {
            source,
            catalogue,
            functions: &functions,
            types: &types,
            names: &mut names,
            lacking: &mut lacking,
            problems: &mut problems,
        };
        judge.function(function);
        let actions = function.body.as_ref().map(|body| judge.body(body));
        judged.push((function.name.as_str(), actions.unwrap_or_default()));
    }
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let mut importer = Importer {
        source,
        lines: LineTable::new(source),
        catalogue,
        types,
        names,
        problems,
        checked: HashMap::new(),
        symbols: functions.keys().map(|&name| name.to_owned()).collect(),
        made: Vec::new(),
    };
    let checked = facts::checked(&judged);
    for name in module.functions().map(|function| function.name.as_str()) {
        if checked.contains(name) {
            let symbol = importer.symbol(format!("{name}.checked"));
            importer.checked.insert(name, symbol);
        }
    }
    for (function, (_, actions)) in module.functions().zip(judged) {
        importer.function(function, actions);
    }
    if !importer.problems.is_empty() {
        return Err(importer.problems.into());
    }
    Ok(Module {
        name: module.name.clone(),
        attributes: legal::own_attributes(&module.attributes),
        items: importer.made,
        location: module.location.clone(),
        span: module.span,
        resources: module.resources.clone(),
        types: module.types.clone(),
    })
}

impl<'a> Importer<'a> {
    /// Adds a function to the new module, if it has no problems.
    fn function(&mut self, function: &'a Function, actions: Vec<legal::Action>) {
        let Some(body) = &function.body else {
            self.made.push(Item::Function(function.clone()));
            return;
        };
        let Some(facts) = Facts::new(body, actions, &self.checked) else {
            let message = "the regions of this function take too many values from around them";
            self.problems.note(function.span, &function.location, message.to_owned());
            return;
        };
        let place = self.made.len();
        if let Ok(function) = lower::function(self, function, body, facts) {
            // Before those that were made of its regions.
            self.made.insert(place, Item::Function(function));
        }
    }
}

#[cfg(test)]
mod tests;
