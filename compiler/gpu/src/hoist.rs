//! `--gpu-tfrt-hoisting`: handles of libraries are made once in a run, and can be made before it.

use crate::rewrite::{Maker, Place, attributes, symbol};
use crate::{Context, in_modules, names};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tfrt_compiler::graph::{Attributes, Function, Item, Module, Type, ValueId};
use tfrt_compiler::source::Diagnostic;

const PRELOAD: &str = "tfrt_gpu_preload_resources";

/// Runs the pass.
pub(crate) fn run(module: &mut Module, _: &Context<'_>) -> Result<(), Vec<Diagnostic>> {
    in_modules(module, &mut in_module)
}

fn in_module(module: &mut Module) -> Result<(), Vec<Diagnostic>> {
    let mut taken: HashSet<String> = module
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Function(function) => Some(function.name.clone()),
            Item::Module(module) => module.name.clone(),
            Item::Op(top) => top.name().map(str::to_owned),
        })
        .collect();
    if taken.contains(PRELOAD) {
        let message = format!("there is a '{PRELOAD}' already");
        return Err(vec![Diagnostic::error(module.span, message)]);
    }
    // The number to try next behind each name.
    let mut next: HashMap<&str, usize> = HashMap::new();
    let mut items = Vec::new();
    for mut item in std::mem::take(&mut module.items) {
        if let Item::Function(function) = &mut item
            && !takes_context(function)
        {
            items.extend(hoist(function, &mut taken, &mut next).into_iter().map(Item::Function));
        }
        items.push(item);
    }
    module.items = items;
    if let Some(function) = preload(module) {
        module.items.push(Item::Function(function));
    }
    Ok(())
}

/// Whether a function takes a context and nothing else.
fn takes_context(function: &Function) -> bool {
    matches!(&function.arguments[..], [only] if only.as_str() == names::CONTEXT)
}

/// Calls functions in the place of what makes handles; returns these.
fn hoist(
    function: &mut Function,
    taken: &mut HashSet<String>,
    next: &mut HashMap<&'static str, usize>,
) -> Vec<Function> {
    let Some(body) = &mut function.body else { return Vec::new() };
    let mut made = Vec::new();
    let mut known: HashMap<(&str, ValueId), String> = HashMap::new();
    for id in body.preorder() {
        let op = body.op(id);
        let create = names::HANDLES.into_iter().find(|&name| name == &*op.name);
        let Some(create) = create else { continue };
        let (&[context], &[handle]) = (&op.operands[..], &op.results[..]) else { continue };
        if body.value(context).ty.as_str() != names::CONTEXT {
            continue;
        }
        let name = known.entry((create, context)).or_insert_with(|| {
            let name = unused(create, taken, next);
            let ty = body.value(handle).ty.clone();
            let (mut maker, arguments) = Maker::new(&[names::CONTEXT], Place::of(op));
            let results = maker.op(create, &arguments, op.attributes.clone(), [ty.as_str()]);
            made.push(maker.finish(&name, &results));
            name
        });
        let name = symbol(name);
        let op = body.op_mut(id);
        op.name = Arc::from(names::ONCE);
        op.attributes = attributes([("function", name)]);
        op.properties.clear();
    }
    made
}

/// A name that nothing has, which is remembered.
fn unused(
    name: &'static str,
    taken: &mut HashSet<String>,
    next: &mut HashMap<&'static str, usize>,
) -> String {
    let mut free = name.to_owned();
    while !taken.insert(free.clone()) {
        let number = next.entry(name).or_default();
        free = format!("{name}_{number}");
        *number += 1;
    }
    free
}

/// A function that calls each function that takes a context.
fn preload(module: &Module) -> Option<Function> {
    let callees: Vec<&Function> = module.functions().filter(|it| takes_context(it)).collect();
    let first = callees.first()?;
    let place = Place { location: first.location.clone(), span: first.span };
    let (mut made, arguments) = Maker::new(&[names::CONTEXT], place);
    let mut given = Vec::new();
    for callee in callees {
        let types: Vec<Type> = callee.results.clone();
        let callee = attributes([("function", symbol(&callee.name))]);
        given.extend(made.many(names::ONCE, &arguments, callee, &types));
    }
    let chain = made.op(names::MERGE_CHAINS, &given, Attributes::new(), [names::CHAIN]);
    Some(made.finish(PRELOAD, &chain))
}
