//! `--async-to-tfrt`: asynchronous regions become tasks. Tasks see nothing outside, and values of programs
//! are asynchronous by themselves.

use crate::rewrite::{Replaced, rebuild};
use crate::{Context, in_modules, names};
use std::collections::HashSet;
use std::sync::Arc;
use tfrt_compiler::graph::{
    Attributes, Body, Function, Item, Module, OpId, RegionId, Type, ValueDef, ValueId,
    operand_groups,
};
use tfrt_compiler::source::Diagnostic;
use tfrt_op::content_of;

/// Runs the pass.
pub(crate) fn run(module: &mut Module, context: &Context<'_>) -> Result<(), Vec<Diagnostic>> {
    in_modules(module, &mut |module| {
        let mut errors = Vec::new();
        for item in &mut module.items {
            if let Item::Function(function) = item {
                in_function(function, context, &mut errors);
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    })
}

fn in_function(function: &mut Function, context: &Context<'_>, errors: &mut Vec<Diagnostic>) {
    let types = function.arguments.iter_mut().chain(&mut function.results);
    types.for_each(plain);
    let Some(body) = &mut function.body else { return };
    // Those inside come first: what they use from outside is what is used around them.
    for id in body.preorder().into_iter().rev() {
        if *body.op(id).name == *names::ASYNC_EXECUTE {
            execute(body, id, context);
        }
    }
    for value in (0u32..).map(ValueId).take(body.value_count()) {
        plain(&mut body.value_mut(value).ty);
    }
    rebuild(body, None, &mut Replaced::default(), &mut |edit, id| {
        let op = edit.body.op(id);
        match (&*op.name, &op.operands[..], &op.results[..]) {
            (names::ASYNC_AWAIT, [_], []) => {}
            (names::ASYNC_AWAIT, &[value], &[result]) => edit.replaced.set(result, value),
            _ => edit.keep(id),
        }
    });
    for op in body.preorder() {
        let op = body.op(op);
        let token = |&value: &ValueId| body.value(value).ty.as_str() == names::ASYNC_TOKEN;
        if op.name.starts_with("async.") || op.operands.iter().any(token) {
            let message = format!(
                "failed to legalize operation '{}' that was explicitly marked illegal",
                op.name
            );
            errors.push(Diagnostic::error(op.span, message));
        }
    }
}

/// The type that values of programs have.
fn plain(ty: &mut Type) {
    if ty.as_str().starts_with("!async.value<")
        && let Some(content) = content_of(ty.as_str())
    {
        *ty = Type::new(content);
    }
}

/// Makes a task of a region, if it has one block that ends with a yield.
fn execute(body: &mut Body, id: OpId, context: &Context<'_>) {
    let op = body.op(id);
    let groups = context.catalogue.op(&op.name).and_then(|def| operand_groups(def, op));
    let (Some(groups), &[region]) = (groups, &op.regions[..]) else { return };
    let ([_, inputs], &[block]) = (&groups[..], &body.region(region).blocks[..]) else { return };
    let last = body.block(block).ops.last().copied();
    let last = last.filter(|&last| *body.op(last).name == *names::ASYNC_YIELD);
    let Some(last) = last else { return };
    // The token is for those who wait, and they need not.
    let (Some((&token, results)), inputs) =
        (op.results.split_first(), op.operands[inputs.clone()].to_vec())
    else {
        return;
    };
    if body.value(token).ty.as_str() != names::ASYNC_TOKEN {
        return;
    }
    let results = results.to_vec();
    let captured = captures(body, region);
    let arguments = captured.iter().map(|&value| {
        let ty = body.value(value).ty.clone();
        (value, body.add_argument(block, ty, None))
    });
    let arguments: Vec<(ValueId, ValueId)> = arguments.collect();
    let mut inside = Replaced::default();
    arguments.iter().for_each(|&(value, argument)| inside.set(value, argument));
    for op in ops_in(body, region) {
        for operand in &mut body.op_mut(op).operands {
            *operand = inside.of(*operand);
        }
    }
    let op = body.op_mut(last);
    op.name = Arc::from("tfrt.return");
    op.attributes = Attributes::new();
    for (&result, index) in results.iter().zip(0..) {
        body.value_mut(result).def = ValueDef::Result { op: id, index };
    }
    let op = body.op_mut(id);
    op.name = Arc::from(names::DO_ASYNC);
    op.operands = inputs.into_iter().chain(captured).collect();
    op.attributes.remove("operandSegmentSizes");
    op.results = results;
}

/// The ops in a region, in order.
fn ops_in(body: &Body, region: RegionId) -> Vec<OpId> {
    let mut ops = Vec::new();
    let blocks = body.region(region).blocks.iter().rev();
    let mut pending: Vec<OpId> =
        blocks.flat_map(|&block| body.block(block).ops.iter().rev().copied()).collect();
    while let Some(op) = pending.pop() {
        ops.push(op);
        for &region in body.op(op).regions.iter().rev() {
            let blocks = body.region(region).blocks.iter().rev();
            pending.extend(blocks.flat_map(|&block| body.block(block).ops.iter().rev()));
        }
    }
    ops
}

/// What a region uses from outside, in order of first use.
fn captures(body: &Body, region: RegionId) -> Vec<ValueId> {
    let ops = ops_in(body, region);
    let mut known: HashSet<ValueId> = HashSet::new();
    let regions = ops.iter().flat_map(|&op| &body.op(op).regions).chain([&region]);
    for &region in regions {
        for &block in &body.region(region).blocks {
            known.extend(&body.block(block).arguments);
        }
    }
    known.extend(ops.iter().flat_map(|&op| &body.op(op).results));
    let used = ops.iter().flat_map(|&op| &body.op(op).operands);
    used.copied().filter(|&value| known.insert(value)).collect()
}
