//! Checks for unregistered dialects: those without a kernel or type in the catalogue.

use std::collections::HashSet;
use tfrt_compiler::graph::is_return;
use tfrt_compiler::graph::{Attribute, Body, Function, Item, Module};
use tfrt_compiler::source::{Diagnostic, Span};
use tfrt_host::kernel::Catalogue;

/// An error for each op of an unknown dialect, and for each unknown dialect among the types at
/// one place.
pub(crate) fn unregistered(module: &Module, catalogue: &Catalogue) -> Vec<Diagnostic> {
    let mut known = HashSet::from(["builtin", "func"]);
    for kernel in catalogue.ops() {
        known.insert(dialect(kernel.name));
        let types = kernel.params.iter().map(|param| param.ty);
        let results = kernel.results.iter().map(|result| result.ty);
        for ty in types.chain(results).chain([kernel.variadic_type]) {
            known.extend(type_dialects(ty));
        }
    }
    known.extend(catalogue.types().flat_map(|ty| type_dialects(ty.name)));
    let mut check = Check { known, errors: Vec::new() };
    let mut modules = vec![module];
    while let Some(module) = modules.pop() {
        for item in &module.items {
            match item {
                Item::Function(function) => check.function(function),
                Item::Op(top) => check.body(top.body()),
                Item::Module(nested) => modules.push(nested),
            }
        }
    }
    check.errors.sort_by_key(|error| error.span.start);
    check.errors
}

struct Check<'a> {
    known: HashSet<&'a str>,
    errors: Vec<Diagnostic>,
}

impl Check<'_> {
    fn function(&mut self, function: &Function) {
        let types = function.arguments.iter().chain(&function.results);
        let mut types: Vec<&str> = types.map(|ty| ty.as_str()).collect();
        attribute_types(function.attributes.iter().map(|(_, a)| a), &mut types);
        self.types(function.span, &types);
        if let Some(body) = &function.body {
            self.body(body);
        }
    }

    fn body(&mut self, body: &Body) {
        for op in body.preorder() {
            let op = body.op(op);
            let name = dialect(&op.name);
            if !is_return(&op.name) && !self.known.contains(name) {
                let message =
                    format!("'{}' op is of the unregistered dialect '{name}'; {ALLOW}", op.name);
                self.errors.push(Diagnostic::error(op.span, message));
            }
            let blocks = op.regions.iter().flat_map(|&region| &body.region(region).blocks);
            let arguments = blocks.flat_map(|&block| &body.block(block).arguments);
            let values = op.results.iter().chain(arguments);
            let mut types: Vec<&str> = values.map(|&v| body.value(v).ty.as_str()).collect();
            attribute_types(op.attributes.iter().map(|(_, a)| a), &mut types);
            self.types(op.span, &types);
        }
    }

    /// Checks the types at one place.
    fn types(&mut self, span: Span, types: &[&str]) {
        let mut said = HashSet::new();
        for ty in types {
            for name in type_dialects(ty) {
                if !self.known.contains(name) && said.insert(name) {
                    let message =
                        format!("type {ty} is of the unregistered dialect '{name}'; {ALLOW}");
                    self.errors.push(Diagnostic::error(span, message));
                }
            }
        }
    }
}

/// The hint for users.
const ALLOW: &str = "--allow-unregistered-dialect accepts it";

/// The dialect of an op.
fn dialect(op: &str) -> &str {
    op.split_once('.').map_or(op, |(dialect, _)| dialect)
}

/// The dialects that a type's text names: the words after `!`, up to a dot or bracket. Quoted text
/// is skipped.
fn type_dialects(ty: &str) -> Vec<&str> {
    let unquoted = ty.split('"').step_by(2);
    let after = unquoted.flat_map(|part| part.split('!').skip(1));
    after
        .map(|rest| {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$'));
            &rest[..end.unwrap_or(rest.len())]
        })
        .filter(|name| !name.is_empty())
        .collect()
}

/// Adds the types in attributes.
fn attribute_types<'a>(attributes: impl Iterator<Item = &'a Attribute>, types: &mut Vec<&'a str>) {
    let mut pending: Vec<&Attribute> = attributes.collect();
    while let Some(attribute) = pending.pop() {
        match attribute {
            Attribute::Type(ty)
            | Attribute::Integer { ty, .. }
            | Attribute::Float { ty, .. }
            | Attribute::Dense { ty, .. } => types.push(ty.as_str()),
            Attribute::Resource(resource) => types.push(resource.ty.as_str()),
            Attribute::Array(elements) => pending.extend(elements),
            Attribute::Dictionary(entries) => pending.extend(entries.iter().map(|(_, a)| a)),
            Attribute::Unit
            | Attribute::String(_)
            | Attribute::Symbol { .. }
            | Attribute::Opaque(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialects_of_types() {
        assert_eq!(type_dialects("i32"), Vec::<&str>::new());
        assert_eq!(type_dialects("!tfrt.chain"), ["tfrt"]);
        assert_eq!(type_dialects("(tensor<2x!a.b<!c<\"!d.e\">>>) -> !f.g"), ["a", "c", "f"]);
    }
}
