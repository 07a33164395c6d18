//! The printer: writes a graph in the layout of MLIR's printer.

mod aliases;
mod assembly;
mod attribute;
mod layout;
mod location;
mod names;

use super::{PrintOptions, VISIBILITY};
use crate::graph::{
    Attribute, Attributes, BlockId, Body, Function, Item, Module, Op, OpId, RegionId, Type, ValueId,
};
pub(super) use attribute::{elements, escape, number};
pub(super) use location::location;

use attribute::{dictionary, symbol};
use names::{Counters, Names};
use std::fmt::{Display, Write as _};
use std::sync::Arc;
use tfrt_host::error::Location;
use tfrt_host::kernel::Catalogue;

/// See [`super::print()`].
pub(super) fn print(module: &Module, catalogue: &Catalogue, options: PrintOptions) -> String {
    let PrintOptions { generic, locations, names } = options;
    let (module, outside) = aliases::take_out(module, catalogue, generic);
    let (out, indent) = (outside.before, 0);
    let mut printer = Printer { out, indent, catalogue, generic, locations, names };
    if generic {
        printer.generic_module(&module);
    } else {
        printer.module(&module);
    }
    printer.out.push('\n');
    printer.out.push_str(&outside.after);
    printer.out
}

/// Types between commas.
pub(super) fn types(types: &[Type]) -> String {
    list(types)
}

/// A function type.
pub(super) fn signature(arguments: &[Type], results: &[Type]) -> String {
    format!("({}) -> {}", list(arguments), result_types(results))
}

/// What follows `->`: a single type without parentheses, unless it is a function type.
fn result_types(results: &[Type]) -> String {
    match results {
        [single] if !single.as_str().starts_with('(') => single.to_string(),
        results => format!("({})", list(results)),
    }
}

/// Items between commas.
fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let mut out = String::new();
    for item in items {
        let comma = if out.is_empty() { "" } else { ", " };
        // Writing to a string cannot fail.
        let _ = write!(out, "{comma}{item}");
    }
    out
}

/// The state of printing.
struct Printer<'a> {
    out: String,
    indent: usize,
    catalogue: &'a Catalogue,
    generic: bool,
    locations: bool,
    names: bool,
}

/// A function while it is printed.
struct Scope<'a> {
    body: &'a Body,
    names: Names,
    /// The number of each block in its region.
    numbers: Vec<usize>,
    /// The predecessors of each block by number, in order, with repetitions.
    before: Vec<Vec<usize>>,
}

impl<'a> Scope<'a> {
    fn new(body: &'a Body, names: Names) -> Self {
        let mut numbers = vec![0; body.block_count()];
        let mut before = vec![Vec::new(); body.block_count()];
        for region in (0u32..).map(RegionId).take(body.region_count()) {
            for (number, &block) in body.region(region).blocks.iter().enumerate() {
                numbers[block.index()] = number;
                let ops = body.block(block).ops.iter();
                for successor in ops.flat_map(|&op| &body.op(op).successors) {
                    before[successor.index()].push(number);
                }
            }
        }
        Self { body, names, numbers, before }
    }
}

impl Printer<'_> {
    /// Appends text.
    fn put(&mut self, text: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{text}");
    }

    /// ` loc(…)`, if locations are asked for.
    fn located(&mut self, at: &Location) {
        if self.locations {
            self.put(format_args!(" {}", location(at)));
        }
    }

    /// ` loc(…)` of an argument, if locations are asked for.
    fn argument_location(&self, body: &Body, argument: ValueId) -> String {
        let known = body.value(argument).location.as_ref().filter(|_| self.locations);
        known.map_or_else(String::new, |at| format!(" {}", location(at)))
    }

    /// Begins a line.
    fn line(&mut self) {
        self.out.push('\n');
        self.pad();
    }

    /// Indents a line that has begun.
    fn pad(&mut self) {
        self.out.extend(std::iter::repeat_n(' ', self.indent));
    }

    /// `module @name attributes {…} {…}`.
    fn module(&mut self, module: &Module) {
        self.put("module");
        if let Some(name) = &module.name {
            self.put(" ");
            self.put(symbol(name));
        }
        self.keyword_dictionary(&module.attributes);
        self.put(" {");
        self.indent += 2;
        for item in &module.items {
            self.line();
            match item {
                Item::Module(module) => self.module(module),
                Item::Op(top) => {
                    let names = self.value_names(top.body(), &mut Counters::default(), false);
                    self.op(&mut Scope::new(top.body(), names), top.id(), Body::ROOT);
                }
                Item::Function(function) => self.function(function),
            }
        }
        self.indent -= 2;
        self.line();
        self.put("}");
        self.located(&module.location);
    }

    /// ` attributes {…}`, if there are any.
    fn keyword_dictionary(&mut self, attributes: &Attributes) {
        if !attributes.is_empty() {
            self.put(" attributes ");
            self.put(dictionary(attributes.iter()));
        }
    }

    /// `func.func private @name(%a: T) -> T attributes {…} {…}`.
    fn function(&mut self, function: &Function) {
        self.put("func.func ");
        if let Some(word) = function.visibility.word() {
            self.put(format_args!("{word} "));
        }
        self.put(symbol(&function.name));
        let mut scope = function.body.as_ref().map(|body| {
            let names = self.value_names(body, &mut Counters::default(), false);
            Scope::new(body, names)
        });
        match &scope {
            Some(Scope { body, names, .. }) => {
                let entry = body.entry(Body::ROOT);
                let values = entry.map_or(&[][..], |block| &body.block(block).arguments);
                let shown = values.iter().enumerate().map(|(index, &v)| {
                    let attributes = after(function.argument_attributes.get(index));
                    let (ty, at) = (&body.value(v).ty, self.argument_location(body, v));
                    format!("{}: {ty}{attributes}{at}", names.show(v))
                });
                self.put(format_args!("({})", list(shown)));
            }
            None => {
                let shown = with_attributes(&function.arguments, &function.argument_attributes);
                self.put(format_args!("({shown})"));
            }
        }
        if !function.result_attributes.is_empty() {
            let shown = with_attributes(&function.results, &function.result_attributes);
            self.put(format_args!(" -> ({shown})"));
        } else if !function.results.is_empty() {
            self.put(format_args!(" -> {}", result_types(&function.results)));
        }
        self.keyword_dictionary(&function.attributes);
        if let Some(scope) = &mut scope {
            self.put(" ");
            self.region(scope, Body::ROOT, false);
        }
        self.located(&function.location);
    }

    /// `"builtin.module"() <{…}> ({…}) {…} : () -> ()`.
    fn generic_module(&mut self, module: &Module) {
        // MLIR numbers what stands last first, so names must be known before anything is printed.
        let (mut names, mut counters) = (Vec::new(), Counters::default());
        let mut name = |body: &Body| self.value_names(body, &mut counters, true);
        reversed_names(module, &mut name, &mut names);
        self.generic_module_with(module, &mut names.into_iter().rev());
    }

    /// The names of a function's values, of which the numbers of a module may be `unique`.
    fn value_names(&self, body: &Body, counters: &mut Counters, unique: bool) -> Names {
        if self.names {
            Names::kept(body, self.catalogue)
        } else {
            Names::numbered(body, self.catalogue, counters, unique)
        }
    }

    /// The same, with the names of each function in order.
    fn generic_module_with(&mut self, module: &Module, names: &mut impl Iterator<Item = Names>) {
        self.put("\"builtin.module\"()");
        let name = module.name.as_ref();
        let name = name.map(|name| Attribute::String(Arc::from(name.as_bytes())));
        let (visibility, other): (Vec<_>, Vec<_>) =
            module.attributes.iter().partition(|&(name, _)| name == VISIBILITY);
        let properties = name.iter().map(|name| ("sym_name", name)).chain(visibility);
        let properties: Vec<_> = properties.collect();
        if !properties.is_empty() {
            self.put(format_args!(" <{}>", dictionary(properties)));
        }
        self.put(" ({");
        if module.items.is_empty() {
            self.line();
            self.put("^bb0:");
        }
        self.indent += 2;
        for item in &module.items {
            self.line();
            match item {
                Item::Module(module) => self.generic_module_with(module, names),
                Item::Op(top) => {
                    let scope = names.next().map(|names| Scope::new(top.body(), names));
                    if let Some(mut scope) = scope {
                        self.op(&mut scope, top.id(), Body::ROOT);
                    }
                }
                Item::Function(function) => {
                    let body = function.body.as_ref();
                    let names = body.and_then(|_| names.next());
                    let scope = body.zip(names).map(|(body, names)| Scope::new(body, names));
                    self.generic_function(function, scope);
                }
            }
        }
        self.indent -= 2;
        self.line();
        self.put("})");
        if !other.is_empty() {
            self.put(format_args!(" {}", dictionary(other)));
        }
        self.put(" : () -> ()");
        self.located(&module.location);
    }

    /// `"func.func"() <{…}> ({…}) {…} : () -> ()`.
    fn generic_function(&mut self, function: &Function, scope: Option<Scope<'_>>) {
        let ty = Type::new(&signature(&function.arguments, &function.results));
        let mut properties = Attributes::new();
        for (name, listed) in [
            ("arg_attrs", &function.argument_attributes),
            ("res_attrs", &function.result_attributes),
        ] {
            if !listed.is_empty() {
                let listed = listed.iter().cloned().map(Attribute::Dictionary).collect();
                properties.insert(name, Attribute::Array(listed));
            }
        }
        properties.insert("function_type", Attribute::Type(ty));
        properties.insert("sym_name", Attribute::String(Arc::from(function.name.as_bytes())));
        if let Some(word) = function.visibility.word() {
            properties.insert(VISIBILITY, Attribute::String(Arc::from(word.as_bytes())));
        }
        self.put(format_args!("\"func.func\"() <{}> (", dictionary(properties.iter())));
        match scope {
            Some(mut scope) => self.region(&mut scope, Body::ROOT, true),
            None => {
                self.put("{");
                self.line();
                self.put("}");
            }
        }
        self.put(")");
        self.optional_dictionary(&function.attributes);
        self.put(" : () -> ()");
        self.located(&function.location);
    }

    /// ` {…}`, if there are any.
    fn optional_dictionary(&mut self, attributes: &Attributes) {
        if !attributes.is_empty() {
            self.put(format_args!(" {}", dictionary(attributes.iter())));
        }
    }

    /// `{…}`, with the label of the first block if `labelled` and it says anything.
    fn region(&mut self, scope: &mut Scope<'_>, region: RegionId, labelled: bool) {
        let body = scope.body;
        self.put("{");
        for (number, &id) in body.region(region).blocks.iter().enumerate() {
            let block = body.block(id);
            if number > 0 || (labelled && (!block.arguments.is_empty() || block.ops.is_empty())) {
                self.label(scope, id);
            }
            self.indent += 2;
            for &op in &block.ops {
                self.line();
                self.op(scope, op, region);
            }
            self.indent -= 2;
        }
        self.line();
        self.put("}");
    }

    /// `^bb0(%a: T):`.
    fn label(&mut self, scope: &Scope<'_>, block: BlockId) {
        let Scope { body, names, .. } = scope;
        let number = scope.numbers[block.index()];
        self.line();
        self.put(format_args!("^bb{number}"));
        let arguments = &body.block(block).arguments;
        if !arguments.is_empty() {
            let shown = arguments.iter().map(|&v| {
                let (ty, at) = (&body.value(v).ty, self.argument_location(body, v));
                format!("{}: {ty}{at}", names.show(v))
            });
            self.put(format_args!("({})", list(shown)));
        }
        self.put(":");
        match scope.before[block.index()].as_slice() {
            [] if number > 0 => self.put("  // no predecessors"),
            [] => {}
            [one] => self.put(format_args!("  // pred: ^bb{one}")),
            all => {
                let labels = list(all.iter().map(|number| format!("^bb{number}")));
                self.put(format_args!("  // {} preds: {labels}", all.len()));
            }
        }
    }

    /// An op with its results.
    fn op(&mut self, scope: &mut Scope<'_>, id: OpId, region: RegionId) {
        let op = scope.body.op(id);
        if !op.results.is_empty() {
            self.put(scope.names.results(&op.results));
            self.put(" = ");
        }
        if self.generic || !self.pretty(scope, op, region) {
            self.generic_op(scope, op);
        }
        self.located(&op.location);
    }

    /// `"name"(%a) <{properties}> ({…}) {attributes} : (T) -> T`.
    fn generic_op(&mut self, scope: &mut Scope<'_>, op: &Op) {
        let body = scope.body;
        let operands = list(op.operands.iter().map(|&value| scope.names.show(value)));
        self.put(format_args!("{}({operands})", escape(op.name.as_bytes())));
        if !op.successors.is_empty() {
            let numbers = op.successors.iter().map(|block| scope.numbers[block.index()]);
            self.put(format_args!("[{}]", list(numbers.map(|number| format!("^bb{number}")))));
        }
        let mut properties = assembly::properties(self.catalogue.op(&op.name), op);
        properties.sort_unstable();
        let (inherent, other): (Vec<_>, Vec<_>) =
            op.attributes.iter().partition(|(name, _)| properties.binary_search(name).is_ok());
        if !inherent.is_empty() {
            self.put(format_args!(" <{}>", dictionary(inherent.into_iter())));
        }
        if !op.regions.is_empty() {
            self.put(" (");
            for (index, &region) in op.regions.iter().enumerate() {
                self.put(if index > 0 { ", " } else { "" });
                self.region(scope, region, true);
            }
            self.put(")");
        }
        if !other.is_empty() {
            self.put(format_args!(" {}", dictionary(other.into_iter())));
        }
        let ty = |&value| body.value(value).ty.clone();
        let operands: Vec<_> = op.operands.iter().map(ty).collect();
        let results: Vec<_> = op.results.iter().map(ty).collect();
        self.put(format_args!(" : {}", signature(&operands, &results)));
    }
}

/// Types between commas, each with its attributes.
fn with_attributes(types: &[Type], attributes: &[Attributes]) -> String {
    list(
        types.iter().enumerate().map(|(index, ty)| format!("{ty}{}", after(attributes.get(index)))),
    )
}

/// ` {…}` of an argument's or result's attributes, if there are any.
fn after(attributes: Option<&Attributes>) -> String {
    let attributes = attributes.filter(|attributes| !attributes.is_empty());
    attributes.map_or_else(String::new, |attributes| format!(" {}", dictionary(attributes.iter())))
}

/// The names of every function with a body, last first, which is the order in which MLIR numbers a
/// whole module.
fn reversed_names(module: &Module, name: &mut impl FnMut(&Body) -> Names, out: &mut Vec<Names>) {
    for item in module.items.iter().rev() {
        match item {
            Item::Module(module) => reversed_names(module, name, out),
            Item::Op(top) => out.push(name(top.body())),
            Item::Function(function) => out.extend(function.body.as_ref().map(&mut *name)),
        }
    }
}
