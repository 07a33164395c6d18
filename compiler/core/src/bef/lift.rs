//! Lifts a BEF file to a graph.

mod regions;

use crate::graph::{Attribute, Attributes, Function, Item, Module, Visibility, is_compiled};
use crate::source::{Diagnostic, Source, Span};
use crate::syntax::{ParseOptions, parse};
use regions::{Lifter, NamedFunction};
use std::collections::BTreeMap;
use tfrt_bef::{File, FunctionKind};
use tfrt_host::kernel::Catalogue;

/// The graph of a BEF file: functions in the file's order, anonymous ones as regions again.
///
/// What the file lost comes from the catalogue where that knows the kernel: the names of
/// attributes that refer to functions (`callee` otherwise), and, in a file without the optional
/// sections, types of registers (`none` otherwise), names of attributes (`attr0` and so on) and
/// attributes themselves (`0xdeadbeef : i32`). Costs and the attributes of functions and modules
/// are gone. Streams and lists of users are not taken over: both follow from the graph.
///
/// The graph is not verified, and its spans are empty.
///
/// # Errors
/// The file says something that no program says: a region that belongs to several kernels or to
/// itself, a type that is none, the text of a compiled module that is no module. Or it says the same
/// things so often that its graph would be out of proportion.
pub fn lift(file: &File, catalogue: &Catalogue) -> Result<Module, Vec<Diagnostic>> {
    let mut lifter = Lifter::new(file, catalogue);
    let mut functions = Vec::new();
    for (index, function) in (0u32..).zip(&file.functions) {
        if function.kind == FunctionKind::Async && function.name.is_empty() {
            continue;
        }
        let lifted = lifter.named_function(index, function).map_err(|error| vec![error])?;
        let NamedFunction { arguments, results, body, location } = lifted;
        let mut attributes = Attributes::new();
        let visibility = match function.kind {
            FunctionKind::Native => {
                attributes.insert("tfrt.native", Attribute::Unit);
                Visibility::Private
            }
            FunctionKind::Sync => {
                attributes.insert("tfrt.sync", Attribute::Unit);
                Visibility::Public
            }
            FunctionKind::Async => Visibility::Public,
        };
        functions.push(Item::Function(Function {
            name: function.name.to_string(),
            visibility,
            arguments,
            results,
            argument_attributes: Vec::new(),
            result_attributes: Vec::new(),
            attributes,
            body,
            location,
            span: Span::default(),
        }));
    }
    let resources = lifter.take_resources();
    let mut items = compiled_modules(&lifter.module_texts, catalogue)?;
    items.extend(functions);
    Ok(Module { items, resources, ..Module::default() })
}

/// The compiled modules, in the order in which kernels refer to them.
fn compiled_modules(
    texts: &[(String, String)],
    catalogue: &Catalogue,
) -> Result<Vec<Item>, Vec<Diagnostic>> {
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    let mut items = Vec::new();
    for (name, text) in texts {
        match seen.insert(name, text) {
            Some(earlier) if earlier == text => continue,
            Some(_) => return Err(vec![error(format!("compiled module @{name} has two texts"))]),
            None => {}
        }
        let source = Source { name: format!("@{name}"), text: text.clone(), first_line: 1 };
        let (parsed, diagnostics) = parse(&source, catalogue, ParseOptions::default());
        if let Some(first) = diagnostics.first() {
            return Err(vec![not_a_module(name, &first.message)]);
        }
        let module = named_module(parsed, name).filter(is_compiled);
        let module = module.ok_or_else(|| vec![not_a_module(name, "it is another one")])?;
        items.push(Item::Module(module));
    }
    Ok(items)
}

/// The module of that name: what was parsed, or all that is in it.
fn named_module(parsed: Module, name: &str) -> Option<Module> {
    let is_it = |module: &Module| module.name.as_deref() == Some(name);
    if is_it(&parsed) {
        return Some(parsed);
    }
    let mut items = parsed.items.into_iter();
    match (items.next(), items.next()) {
        (Some(Item::Module(module)), None) if is_it(&module) => Some(module),
        _ => None,
    }
}

fn not_a_module(name: &str, why: &str) -> Diagnostic {
    error(format!("the text of compiled module @{name} is not that module: {why}"))
}

pub(super) fn error(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Span::default(), message)
}
