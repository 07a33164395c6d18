//! Checks an op against the schema of its kernel: operands, results, attributes, functions.

use super::body::Walk;
use super::splat::has_splat;
use super::{Checker, Rules};
use crate::encode::encode;
use crate::graph::{Attribute, COST_ATTRIBUTE, Op, Type, ValueId, is_stored};
use crate::infer::{self, Operands};
use crate::source::Span;
use tfrt_bef::{Attribute as BefAttribute, SymbolRef};
use tfrt_op::{CHAIN, OpDef, ParamDef, StreamCost, is_of_type};

impl Checker<'_> {
    /// Checks an op that the catalogue knows.
    pub(super) fn op(&mut self, walk: &Walk<'_>, op: &Op, def: &'static OpDef) {
        let before = self.diagnostics.len();
        self.operand_types(walk, op, def);
        self.result_types(walk, op, def);
        self.attributes(walk, op, def);
        if self.diagnostics.len() == before {
            self.inferred_types(walk, op, def);
            self.own_check(walk, op, def);
        }
        if def.traits.stream_cost == StreamCost::Attribute {
            match op.attributes.get(COST_ATTRIBUTE) {
                Some(Attribute::Integer { value, .. }) if *value > 0 => {}
                Some(Attribute::Integer { .. }) => {
                    self.op_error(op, "cost value must be larger than 0");
                }
                // An op without a span comes from BEF, which does not store costs.
                None if op.span == Span::default() => {}
                _ => self.op_error(op, "cost attribute not found"),
            }
        }
        self.layout(walk, op, def);
        self.control(walk, op, def);
    }

    pub(super) fn op_error(&mut self, op: &Op, message: impl std::fmt::Display) {
        self.error(op.span, format!("'{}' op {message}", op.name));
    }

    fn operand_types(&mut self, walk: &Walk<'_>, op: &Op, def: &OpDef) {
        if self.damage.lacks_operands(op.span) {
            return;
        }
        let types: Vec<&Type> = op.operands.iter().map(|&it| walk.type_of(it)).collect();
        for message in operand_problems(def, &types) {
            self.op_error(op, message);
        }
    }

    fn result_types(&mut self, walk: &Walk<'_>, op: &Op, def: &OpDef) {
        let (given, declared) = (op.results.len(), def.results.len());
        let extra_chain = given == declared + 1
            && def.allows_extra_chain_result()
            && op.results.last().is_some_and(|&value| is_chain(walk.type_of(value)));
        if !def.allows_results(given) && !extra_chain {
            let or_more = if def.variadic_results { " or more" } else { "" };
            self.op_error(op, format!("expected {declared}{or_more} results, but got {given}"));
        }
        for (index, &result) in op.results.iter().enumerate() {
            let Some(declared) = def.result(index) else { break };
            let ty = walk.type_of(result);
            if !types_match(def, declared.ty, ty.as_str()) {
                let expected = named(declared.ty);
                self.op_error(op, format!("result #{index} must be {expected}, but got '{ty}'"));
            }
        }
    }

    /// The rule of the op's types accepts those of its operands, and its results are written with no more
    /// than it infers.
    fn inferred_types(&mut self, walk: &Walk<'_>, op: &Op, def: &'static OpDef) {
        if def.infer.is_none() || self.damage.lacks_operands(op.span) {
            return;
        }
        let types = |values: &[ValueId]| -> Vec<Type> {
            values.iter().map(|&value| walk.type_of(value).clone()).collect()
        };
        let (operands, results) = (Operands::new(types(&op.operands)), types(&op.results));
        let operands = operands.with_values(def, &op.operands, walk.body, self.catalogue);
        if let Err(message) = infer::results(def, &op.attributes, &operands, &results) {
            self.op_error(op, message);
        }
    }

    /// Words of the op's format that say types say those of the operands, and its own function finds nothing wrong.
    fn own_check(&mut self, walk: &Walk<'_>, op: &Op, def: &'static OpDef) {
        if self.damage.lacks_operands(op.span) {
            return;
        }
        let types = op.operands.iter().map(|&value| walk.type_of(value).clone()).collect();
        let operands = Operands::new(types);
        if let Some(message) = infer::check(def, &op.attributes, &operands) {
            self.op_error(op, message);
        }
    }

    fn attributes(&mut self, walk: &Walk<'_>, op: &Op, def: &'static OpDef) {
        let stored = op.attributes.iter().filter(|(name, attribute)| {
            is_stored(name) && walk.symbols.function_names(attribute).is_none()
        });
        let stored: Vec<(&str, &Attribute)> = stored.collect();
        let bound = if self.rules == Rules::Engine && !def.takes_any_attributes() {
            self.bind_by_name(op, def, &stored)
        } else {
            self.bind_by_position(op, def, &stored)
        };
        let pairs = def.traits.pairs.iter().copied();
        let broken = pairs.filter(|name| op.attributes.get(name).is_some_and(|it| !is_pairs(it)));
        let broken: Vec<&str> = broken.collect();
        for name in &broken {
            let each = name.strip_suffix('s').unwrap_or(name);
            let message = "should be a key-value pair, where the key is a string";
            self.op_error(op, format!("each {each} {message}"));
        }
        for (param, name, attribute) in bound {
            let Some(check) = param.check.filter(|_| !broken.contains(&name)) else { continue };
            if !self.expands && has_splat(attribute) {
                continue;
            }
            // Only what runs needs the elements of resources.
            if matches!(attribute, Attribute::Resource(resource) if resource.data.is_none()) {
                continue;
            }
            // A reference into a compiled module is text, which no kernel's check reads.
            let encoded = encode(attribute, &mut |root, nested| {
                let (root, nested) = (root.to_owned(), nested.to_vec());
                let symbol = SymbolRef { root, nested, module: String::new() };
                Some(BefAttribute::SymbolRef(Box::new(symbol)))
            });
            match encoded.map(|encoded| check(&encoded)) {
                Some(Ok(())) => {}
                Some(Err(error)) => {
                    self.op_error(op, format!("attribute '{name}' {}", error.message));
                }
                None => self.op_error(op, cannot_encode(name)),
            }
        }
    }

    /// Pairs an op's attributes with parameters by name. The kernel receives them by position, so
    /// both orders must agree: every attribute is a parameter, no required one is missing, and of
    /// the optional ones, which come last, only trailing ones are omitted.
    fn bind_by_name<'a>(
        &mut self,
        op: &Op,
        def: &'static OpDef,
        stored: &[(&'a str, &'a Attribute)],
    ) -> Vec<Bound<'a>> {
        let params = def.attributes();
        let mut bound = Vec::new();
        let mut known = true;
        for &(name, attribute) in stored {
            match params.iter().find(|param| param.name == name) {
                Some(&param) => bound.push((param, name, attribute)),
                None => {
                    known = false;
                    let span = op.attributes.span_of(name).unwrap_or(op.span);
                    let takes = takes(&params);
                    let op = &op.name;
                    self.error(span, format!("'{op}' has no attribute '{name}'; it takes {takes}"));
                }
            }
        }
        // An unknown name is most likely a misspelling of a missing one.
        let given = |param: &ParamDef| bound.iter().any(|(_, name, _)| *name == param.name);
        let last = params.iter().rposition(|param| given(param)).unwrap_or(0);
        for (position, param) in params.iter().enumerate().filter(|_| known) {
            if given(param) {
                continue;
            }
            if !param.optional {
                self.op_error(op, format!("requires attribute '{}'", param.name));
            } else if position < last {
                let (missing, later) = (param.name, params[last].name);
                let span = op.attributes.span_of(later).unwrap_or(op.span);
                let op = &op.name;
                self.error(span, format!("'{op}' takes '{later}' only after '{missing}'"));
            }
        }
        bound
    }

    /// Pairs an op's attributes with parameters by position, both sorted by name. There may be more
    /// attributes than parameters.
    fn bind_by_position<'a>(
        &mut self,
        op: &Op,
        def: &'static OpDef,
        stored: &[(&'a str, &'a Attribute)],
    ) -> Vec<Bound<'a>> {
        let mut params = def.attributes();
        // If names identify the missing ones, do not report others in their place.
        let given = |param: &ParamDef| stored.iter().any(|(name, _)| *name == param.name);
        let required = params.iter().filter(|param| !param.optional);
        let lacking: Vec<&str> =
            required.filter(|param| !given(param)).map(|param| param.name).collect();
        let required = params.iter().filter(|param| !param.optional).count();
        if stored.len() + lacking.len() == required {
            params.retain(|param| given(param));
            for name in lacking {
                self.op_error(op, format!("requires attribute '{name}'"));
            }
        }
        for param in params.iter().skip(stored.len()).filter(|param| !param.optional) {
            self.op_error(op, format!("requires attribute '{}'", param.name));
        }
        let bound = params.into_iter().zip(stored);
        bound.map(|(param, &(name, attribute))| (param, name, attribute)).collect()
    }
}

/// What is wrong with the number and the types of an op's operands.
pub(crate) fn operand_problems(def: &OpDef, types: &[&Type]) -> Vec<String> {
    let mut problems = Vec::new();
    let (given, declared) = (types.len(), def.operands().count());
    let extra_chain = given == declared + 1
        && def.allows_extra_chain_operand()
        && types.last().is_some_and(|ty| is_chain(ty));
    let more = given > declared
        && def.variadic_operands()
        && def.most_operands().is_none_or(|most| given <= most);
    if given != declared && !extra_chain && !more {
        let or_more = match def.most_operands() {
            None => " or more".to_owned(),
            Some(most) if most > declared => format!(" to {most}"),
            Some(_) => String::new(),
        };
        problems.push(format!("expected {declared}{or_more} operands, but got {given}"));
    }
    for (index, ty) in types.iter().enumerate() {
        let Some(param) = def.operand(index) else { break };
        if !types_match(def, param.ty, ty.as_str()) {
            let expected = named(param.ty);
            problems.push(format!("operand #{index} must be {expected}, but got '{ty}'"));
        }
    }
    problems
}

/// A parameter of a kernel, the name that the op has for it, and the attribute.
type Bound<'a> = (&'static ParamDef, &'a str, &'a Attribute);

/// The names of attributes, for messages.
fn takes(params: &[&ParamDef]) -> String {
    let names: Vec<String> = params.iter().map(|param| format!("'{}'", param.name)).collect();
    match names.as_slice() {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Whether an attribute is an array of pairs, each with a string first.
fn is_pairs(attribute: &Attribute) -> bool {
    let is_pair = |pair: &Attribute| matches!(pair, Attribute::Array(pair) if matches!(pair[..], [Attribute::String(_), _]));
    matches!(attribute, Attribute::Array(pairs) if pairs.iter().all(is_pair))
}

/// The message for an attribute that cannot be passed to a kernel.
pub(crate) fn cannot_encode(name: &str) -> String {
    format!("BEF files cannot encode the '{name}' attribute")
}

pub(super) fn is_chain(ty: &Type) -> bool {
    ty.as_str() == CHAIN
}

/// Whether a value of type `given` may be passed where the kernel expects `expected`. For ops
/// without exact types the original casts unchecked, and programs use one dialect's type names for
/// another dialect's values.
fn types_match(def: &OpDef, expected: &str, given: &str) -> bool {
    let is_opaque = |ty: &str| ty.starts_with('!') && !ty.starts_with("!tfrt.");
    is_of_type(given, expected)
        || matches!(expected, "" | "any")
        || (!def.traits.exact_types && is_opaque(expected) && is_opaque(given))
}

/// The name of a type in messages about expected types.
fn named(ty: &str) -> String {
    if ty.starts_with('!') { format!("{ty} type") } else { ty.to_owned() }
}
