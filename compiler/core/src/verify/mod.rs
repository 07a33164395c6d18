//! The verifier. Checks a graph against the rules below and returns it as [`Verified`], or reports
//! every violation.
//!
//! Structure
//! - Regions and modules nest at most [`MAX_NESTING`] deep, and so do arrays in attributes.
//! - Every region has exactly one block. The block ends with a return op, and no other op is one.
//! - Successors of an op are blocks of its own region other than the entry block; the op is the
//!   last of its block.
//! - An op owns exactly the regions that it lists.
//! - A function with a body has a block whose arguments are the function's; a native function
//!   (`tfrt.native`) has no body.
//! - The Rust signature to which a function is pinned (`tfrt.signature`) is `"ready"`, `"fallible"`
//!   or `"later"`.
//!
//! Values
//! - An operand is an argument of the op's own block or a result of an earlier op of it: nothing
//!   is used before it is defined, and regions are isolated from above.
//!
//! Symbols
//! - Functions and named modules of one module have different names.
//! - A function that an op of a known kernel refers to exists. References into modules with
//!   `tfrt.compiled` are attributes like any other.
//!
//! Ops in the catalogue, whether it has a kernel for them or a declaration only
//! - As many operands as the kernel has parameters, more only if it takes any number. A kernel
//!   without a chain parameter takes one more operand if that is a chain.
//! - As many results as the kernel has, unless the op decides. A kernel that gives no chain may
//!   have one more result if that is a chain.
//! - Types of operands and results are the kernel's. Where the op's types are not exact, a dialect's
//!   own type stands for any other dialect's type, except those of `!tfrt`.
//! - The rule of an op's types ([`Infer`](tfrt_op::Infer)) accepts those of its operands, and a result is
//!   written with no more than the rule infers.
//! - Attributes, functions left out, can be read as the kernel's parameters: an integer of any width
//!   will do if its value fits. Kernels get them by position in the order of their names. In a text
//!   that is for an engine ([`front_end`](crate::front_end)) they are also those that the kernel
//!   takes, by name; elsewhere the names may be any, and there may be more.
//! - As many functions (symbols, then regions) as the kernel takes, and no more where the definition
//!   lists them (`OpTraits::callees`). Each takes the operands and gives the results that its entry
//!   there says.
//! - The ops of a function that is captured as a graph of a device, and of those that it calls, can be
//!   captured ([`OpDef::is_capturable`]).
//! - The results of a loop are of the types of the values that it carries (`OpTraits::carries`).
//! - Ops whose cost is an attribute say a positive cost.
//!
//! Constants
//! - A splat, of which the text has one element, has at most the bytes of an attribute when it is
//!   written out, and all splats of a program together those of a file.
//!
//! Returns
//! - A function's return gives what the function's type says. `func.return` is a function's only:
//!   regions end in `tfrt.return`.
//!
//! Ops with a layout ([`Layout`](tfrt_op::Layout)), which passes read and engines do not
//! - The op has as many operands in each group as the layout says, of its types.
//! - It has one region if the layout has one. That may end with any op, and sees the values around it unless
//!   the layout isolates it; the layout may have a check of its own.
//! - Where the layout says so, it may stand beside functions.
//!
//! Ops that the catalogue does not know are held to structure and values only; they fail when the
//! program is loaded. Modules with `tfrt.compiled` are held to nothing but the nesting limit: their
//! content is opaque to this compiler.
//!
//! [`check`] is weaker: it accepts every module that can be printed and transformed, executable or
//! not. Regions may have several blocks, a value may be used wherever its definition dominates, and
//! a block may end with an op that the catalogue does not know; a region of such an op needs no
//! terminator.

mod body;
mod capture;
mod control;
mod dominance;
mod layout;
mod schema;
mod splat;
#[cfg(test)]
mod tests;
mod warnings;

pub(crate) use schema::{cannot_encode, operand_problems};
pub(crate) use splat::has_splat;

use crate::graph::{
    Attribute, Attributes, Damage, Function, Item, Module, Op, OpId, SIGNATURE_ATTRIBUTE,
    is_compiled, is_return, signature,
};
use crate::source::{Diagnostic, Span};
use crate::suggest;
use std::collections::{HashMap, HashSet};
use tfrt_bef::Limits;
use tfrt_host::kernel::Catalogue;
use tfrt_op::OpDef;

/// How deep regions, modules and arrays in attributes may nest.
pub const MAX_NESTING: usize = 128;

/// A module that satisfies the rules above. The input of every emitter.
#[derive(Clone, Debug)]
pub struct Verified {
    module: Module,
    catalogue: Catalogue,
    ops: Definitions,
}

impl Verified {
    /// The module.
    #[must_use]
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The module, to change it. The result is no longer verified.
    #[must_use]
    pub fn into_module(self) -> Module {
        self.module
    }

    /// The catalogue that the module was checked against.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The definition that each op of a function was verified against ([`Catalogue::op`]), indexed
    /// by [`OpId`]. Empty for a function without a body. `None` for a return op and for an op that
    /// the catalogue does not know.
    #[must_use]
    pub fn definitions(&self, function: &str) -> &[Option<&'static OpDef>] {
        self.ops.get(function).map_or(&[], Vec::as_slice)
    }

    /// An error for each op without a kernel in the catalogue. Such a program can be written, and
    /// loaded with a catalogue that has the kernel.
    #[must_use]
    pub fn unknown_kernels(&self) -> Vec<Diagnostic> {
        let mut errors = Vec::new();
        for body in self.module.functions().filter_map(|function| function.body.as_ref()) {
            for op in body.preorder().into_iter().map(|op| body.op(op)) {
                if !is_return(&op.name) && self.catalogue.kernel(&op.name).is_none() {
                    errors.push(unknown_kernel(op, &self.catalogue, errors.len()));
                }
            }
        }
        errors
    }

    /// The definition that an op of a function was verified against.
    #[must_use]
    pub fn definition_of(&self, function: &str, op: OpId) -> Option<&'static OpDef> {
        self.definitions(function).get(op.index()).copied().flatten()
    }
}

/// The error for an op without a kernel in the catalogue, after so many other errors.
pub(crate) fn unknown_kernel(op: &Op, catalogue: &Catalogue, errors: usize) -> Diagnostic {
    let hint = suggest::hint(catalogue, &op.name, errors);
    Diagnostic::error(op.span, format!("unknown kernel name '{}'{hint}", op.name))
}

/// A module that satisfies [`check`]. It may not be executable.
#[derive(Clone, Debug)]
pub struct Checked {
    module: Module,
    catalogue: Catalogue,
}

impl Checked {
    /// The module.
    #[must_use]
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The module, to change it, and the catalogue that it was checked against.
    #[must_use]
    pub fn into_parts(self) -> (Module, Catalogue) {
        (self.module, self.catalogue)
    }
}

/// A set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// The rules of [`verify`], and attributes have the names of their kernels' parameters.
    Engine,
    /// The rules of [`verify`].
    Program,
    /// The rules of [`check`].
    Text,
}

/// Checks the weaker rules and reports every violation.
///
/// # Errors
/// All violations, in source order.
pub fn check(module: Module, catalogue: &Catalogue) -> Result<Checked, Vec<Diagnostic>> {
    let diagnostics = breaches(&module, catalogue, &Damage::default(), Rules::Text);
    if diagnostics.is_empty() {
        return Ok(Checked { module, catalogue: catalogue.clone() });
    }
    Err(diagnostics)
}

/// Checks every rule and reports every violation.
///
/// # Errors
/// All violations, in source order.
pub fn verify(module: Module, catalogue: &Catalogue) -> Result<Verified, Vec<Diagnostic>> {
    verify_by(module, catalogue, Rules::Program, &Limits::default())
}

/// Verifies by the given rules, which are not those of [`check`].
pub(crate) fn verify_by(
    module: Module,
    catalogue: &Catalogue,
    rules: Rules,
    limits: &Limits,
) -> Result<Verified, Vec<Diagnostic>> {
    let damage = Damage::default();
    let (ops, diagnostics) = check_module(&module, catalogue, &damage, rules, limits);
    if diagnostics.is_empty() {
        return Ok(Verified { module, catalogue: catalogue.clone(), ops });
    }
    Err(diagnostics)
}

/// The violations in a partially parsed module. Omits those that the missing part might have
/// avoided.
pub(crate) fn breaches(
    module: &Module,
    catalogue: &Catalogue,
    damage: &Damage,
    rules: Rules,
) -> Vec<Diagnostic> {
    check_module(module, catalogue, damage, rules, &Limits::default()).1
}

/// Checks a module. Violations are in source order.
fn check_module(
    module: &Module,
    catalogue: &Catalogue,
    damage: &Damage,
    rules: Rules,
    limits: &Limits,
) -> (Definitions, Vec<Diagnostic>) {
    let mut checker = Checker {
        catalogue,
        damage,
        rules,
        expands: false,
        captured: HashSet::new(),
        diagnostics: Vec::new(),
    };
    checker.splats(module, limits, rules != Rules::Text);
    let ops = checker.module(module, 0);
    let mut diagnostics = checker.diagnostics;
    // Stable, so that ops without spans keep the order of the walk.
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    (ops, diagnostics)
}

/// The symbols that ops of a module can refer to.
#[derive(Debug)]
pub(crate) struct Symbols<'a> {
    functions: HashMap<&'a str, &'a Function>,
    /// Those of ops beside functions, which are no functions to call.
    ops: HashSet<&'a str>,
    compiled: HashMap<&'a str, &'a Module>,
}

impl<'a> Symbols<'a> {
    /// The symbols of a module.
    pub(crate) fn of(module: &'a Module) -> Self {
        let compiled = module.items.iter().filter_map(|item| match item {
            Item::Module(nested) if is_compiled(nested) => Some((nested.name.as_deref()?, nested)),
            _ => None,
        });
        Self {
            functions: module.functions().map(|f| (f.name.as_str(), f)).collect(),
            ops: module
                .items
                .iter()
                .filter_map(|item| match item {
                    Item::Op(top) => top.name(),
                    _ => None,
                })
                .collect(),
            compiled: compiled.collect(),
        }
    }

    /// The function of that name.
    pub(crate) fn function(&self, name: &str) -> Option<&'a Function> {
        self.functions.get(name).copied()
    }

    /// Whether an op beside functions has that name.
    pub(crate) fn is_op(&self, name: &str) -> bool {
        self.ops.contains(name)
    }

    /// The compiled module of that name.
    pub(crate) fn compiled(&self, name: &str) -> Option<&'a Module> {
        self.compiled.get(name).copied()
    }

    /// The names of the functions that an attribute refers to, if it is stored as functions: a
    /// symbol, or an array that starts with one. An element that is not a symbol becomes the empty
    /// name, which no function has.
    pub(crate) fn function_names<'b>(&self, attribute: &'b Attribute) -> Option<Vec<&'b str>> {
        fn flat(attribute: &Attribute) -> Option<&str> {
            match attribute {
                Attribute::Symbol { root, nested } if nested.is_empty() => Some(root),
                _ => None,
            }
        }
        match attribute {
            Attribute::Symbol { .. } => {
                let name = flat(attribute)?;
                self.compiled(name).is_none().then(|| vec![name])
            }
            Attribute::Array(elements) => {
                flat(elements.first()?)?;
                Some(elements.iter().map(|element| flat(element).unwrap_or("")).collect())
            }
            _ => None,
        }
    }
}

/// The checks in progress.
struct Checker<'a> {
    catalogue: &'a Catalogue,
    damage: &'a Damage,
    rules: Rules,
    /// Splats are small enough to be written out.
    expands: bool,
    /// The functions that were checked for whether they can be captured.
    captured: HashSet<*const Function>,
    diagnostics: Vec<Diagnostic>,
}

/// By function, for each op.
type Definitions = HashMap<String, Vec<Option<&'static OpDef>>>;

impl Checker<'_> {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// Checks a module and its items.
    fn module(&mut self, module: &Module, depth: usize) -> Definitions {
        let mut ops = Definitions::new();
        if depth > MAX_NESTING {
            self.error(module.span, format!("modules nested deeper than {MAX_NESTING} levels"));
            return ops;
        }
        self.attribute_depth(module.span, &module.attributes);
        let opaque = is_compiled(module);
        if !opaque {
            self.unique_symbols(module);
        }
        let symbols = Symbols::of(module);
        for item in &module.items {
            match item {
                Item::Module(nested) if opaque => self.opaque_module(nested, depth + 1),
                Item::Module(nested) => {
                    self.module(nested, depth + 1);
                }
                Item::Op(_) if opaque => {}
                Item::Op(top) => self.top_op(top, &symbols, depth),
                Item::Function(function) if opaque => {
                    self.attribute_depth(function.span, &function.attributes);
                }
                Item::Function(function) => {
                    self.attribute_depth(function.span, &function.attributes);
                    self.signature(&function.attributes);
                    ops.insert(function.name.clone(), self.function(function, &symbols));
                }
            }
        }
        ops
    }

    /// Checks a compiled module, of which only the nesting of modules matters.
    fn opaque_module(&mut self, module: &Module, depth: usize) {
        if depth > MAX_NESTING {
            self.error(module.span, format!("modules nested deeper than {MAX_NESTING} levels"));
            return;
        }
        for item in &module.items {
            if let Item::Module(nested) = item {
                self.opaque_module(nested, depth + 1);
            }
        }
    }

    fn unique_symbols(&mut self, module: &Module) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for item in &module.items {
            let (name, span) = match item {
                Item::Function(function) => (function.name.as_str(), function.span),
                Item::Op(top) => match top.name() {
                    Some(name) => (name, top.op().span),
                    None => continue,
                },
                Item::Module(nested) => match &nested.name {
                    Some(name) => (name.as_str(), nested.span),
                    None => continue,
                },
            };
            if let Some(&first) = seen.get(name) {
                let error =
                    Diagnostic::error(span, format!("redefinition of symbol named '{name}'"));
                let note = "see existing symbol definition here";
                self.diagnostics.push(error.with_note(first, note));
            } else {
                seen.insert(name, span);
            }
        }
    }

    /// The Rust signature to which a function is pinned is one that there is.
    fn signature(&mut self, attributes: &Attributes) {
        let known = |attribute| signature(attribute).is_some();
        if !attributes.get(SIGNATURE_ATTRIBUTE).is_none_or(known) {
            let span = attributes.span_of(SIGNATURE_ATTRIBUTE).unwrap_or_default();
            self.error(span, "'tfrt.signature' must be \"ready\", \"fallible\" or \"later\"");
        }
    }

    /// Arrays and dictionaries in attributes must not nest deeper than later stages recurse.
    fn attribute_depth(&mut self, span: Span, attributes: &Attributes) {
        if dictionary_is_too_deep(attributes, MAX_NESTING) {
            self.error(span, format!("attributes nested deeper than {MAX_NESTING} levels"));
        }
    }
}

fn dictionary_is_too_deep(attributes: &Attributes, levels: usize) -> bool {
    attributes.iter().any(|(_, attribute)| attribute_is_too_deep(attribute, levels))
}

fn attribute_is_too_deep(attribute: &Attribute, levels: usize) -> bool {
    match attribute {
        Attribute::Array(_) | Attribute::Dictionary(_) if levels == 0 => true,
        Attribute::Array(elements) => elements.iter().any(|e| attribute_is_too_deep(e, levels - 1)),
        Attribute::Dictionary(entries) => dictionary_is_too_deep(entries, levels - 1),
        _ => false,
    }
}
