//! `--gpu-tfrt-streamify`: ops of `gpu` and `memref` become ops of `tfrt_gpu`. An op is given its chain and its
//! stream by its token, which is a cast of both; what another pass must give it, it waits for.

mod launch;
mod loads;
mod lower;
mod memref;
mod modules;
mod wait;

use crate::rewrite::{Replaced, definition, rebuild, sweep};
use crate::{Context, in_modules, names};
use lower::Lowering;
use memref::Memref;
use std::collections::HashMap;
use tfrt_compiler::graph::{Body, Function, Item, Module, Type, ValueDef, ValueId};
use tfrt_compiler::source::Diagnostic;

/// Runs the pass.
pub(crate) fn run(module: &mut Module, context: &Context<'_>) -> Result<(), Vec<Diagnostic>> {
    in_modules(module, &mut |module| in_module(module, context))
}

fn in_module(module: &mut Module, context: &Context<'_>) -> Result<(), Vec<Diagnostic>> {
    modules::device_code(module, context)?;
    for item in &mut module.items {
        if let Item::Function(function) = item
            && let Some(body) = &mut function.body
        {
            loads::run(body, context);
        }
    }
    modules::globals(module, context)?;
    let once = once(module);
    for item in &mut module.items {
        if let Item::Function(function) = item {
            in_function(function, context, &once);
        }
    }
    Ok(())
}

/// What the functions give that are called once, with a context.
type Once = HashMap<String, Type>;

/// The functions of a module that take a context and give one value.
fn once(module: &Module) -> Once {
    let given = |function: &Function| match (&function.arguments[..], &function.results[..]) {
        ([only], [given]) if only.as_str() == names::CONTEXT => {
            let given = memref::as_buffer(given.as_str()).unwrap_or_else(|| given.clone());
            Some((function.name.clone(), given))
        }
        _ => None,
    };
    module.functions().filter_map(given).collect()
}

fn in_function(function: &mut Function, context: &Context<'_>, once: &Once) {
    let types = function.arguments.iter_mut().chain(&mut function.results);
    for ty in types {
        if let Some(buffer) = memref::as_buffer(ty.as_str()) {
            *ty = buffer;
        }
    }
    let Some(body) = &mut function.body else { return };
    if body.region_count() == 0 {
        return;
    }
    let mut lowering = Lowering::new(context, once, buffers(body));
    let stream = body.entry(Body::ROOT).and_then(|entry| {
        let &stream = body.block(entry).arguments.get(1)?;
        (body.value(stream).ty.as_str() == names::STREAM).then_some(stream)
    });
    lowering.stream = stream;
    lowering.elsewhere = wait::users_elsewhere(body);
    rebuild(body, Some(context.catalogue), &mut Replaced::default(), &mut |edit, op| {
        lowering.op(edit, op);
    });
    if let Some(unused) = lowering.unused_context() {
        for block in (0u32..).map(tfrt_compiler::graph::BlockId).take(body.block_count()) {
            body.retain_ops(block, |op| op != unused);
        }
    }
    sweep(body, &[names::CAST, names::ARITH_CONSTANT]);
}

/// Makes buffers of memrefs where it does not matter what a value is; returns what they were.
fn buffers(body: &mut Body) -> Vec<(ValueId, Type)> {
    let mut changed = Vec::new();
    for value in (0u32..).map(ValueId).take(body.value_count()) {
        let info = body.value(value);
        if matches!(info.def, ValueDef::Result { .. })
            && definition(body, value).is_some_and(|op| lower::is_read(&op.name))
        {
            continue;
        }
        if let Some(buffer) = memref::as_buffer(info.ty.as_str()) {
            if Memref::of(info.ty.as_str()).is_some() {
                changed.push((value, info.ty.clone()));
            }
            body.value_mut(value).ty = buffer;
        }
    }
    changed
}
