//! `--tfrt-streamify-ops`: wraps rows of the named ops in `tfrt_gpu.streamify`.

use crate::options::{list, parse};
use crate::rewrite::{Place, add, open_blocks, types, uses};
use crate::{Context, in_modules, names};
use std::collections::{HashMap, HashSet};
use tfrt_compiler::graph::{
    Attributes, BlockId, Body, Item, Module, OpId, Type, ValueId, is_return,
};
use tfrt_compiler::source::Diagnostic;

/// Runs the pass.
pub(crate) fn run(module: &mut Module, context: &Context<'_>) -> Result<(), Vec<Diagnostic>> {
    let [ops] = parse(context.options, ["ops"])?;
    let ops: HashSet<&str> = list(ops).filter(|name| !is_return(name)).collect();
    in_modules(module, &mut |module| {
        for item in &mut module.items {
            if let Item::Function(function) = item
                && let Some(body) = &mut function.body
            {
                wrap(body, context, &ops);
            }
        }
        Ok(())
    })
}

fn wrap(body: &mut Body, context: &Context<'_>, ops: &HashSet<&str>) {
    let uses = uses(body);
    let blocks = open_blocks(body, context.catalogue);
    let mut inside: HashSet<BlockId> = HashSet::new();
    for &block in &blocks {
        let streamify = |op: OpId| *body.op(op).name == *names::STREAMIFY;
        let owner = body.block(block).region.and_then(|region| body.region(region).owner);
        if owner.is_some_and(streamify) {
            inside.insert(block);
            inside.extend(blocks_in(body, &body.block(block).ops));
        }
    }
    for block in blocks {
        if inside.contains(&block) {
            continue;
        }
        let mut row = Vec::new();
        for op in body.take_ops(block) {
            // What gives a token is in order already.
            let token = |&it: &ValueId| body.value(it).ty.as_str() == names::GPU_TOKEN;
            let of = body.op(op);
            if ops.contains(&*of.name) && !of.results.iter().any(token) {
                row.push(op);
                continue;
            }
            end_row(body, block, std::mem::take(&mut row), &uses, &mut inside);
            body.put_op(block, op);
        }
        end_row(body, block, row, &uses, &mut inside);
    }
}

/// Puts a row of ops into a streamify op at the end of a block.
fn end_row(
    body: &mut Body,
    block: BlockId,
    row: Vec<OpId>,
    uses: &HashMap<ValueId, Vec<OpId>>,
    inside: &mut HashSet<BlockId>,
) {
    let Some(&first) = row.first() else { return };
    let nested = blocks_in(body, &row);
    let members: HashSet<OpId> =
        nested.iter().flat_map(|&block| &body.block(block).ops).chain(&row).copied().collect();
    inside.extend(nested);
    let outside = |value: &ValueId| {
        uses.get(value).is_some_and(|users| users.iter().any(|user| !members.contains(user)))
    };
    let results = row.iter().flat_map(|&op| &body.op(op).results);
    let results: Vec<ValueId> = results.copied().filter(outside).collect();
    let place = Place::of(body.op(first));
    let given = types(body, &results);
    let made = add(body, block, &place, names::STREAMIFY, Vec::new(), Attributes::new(), &given);
    let region = body.add_region(None);
    body.own_region(made, region);
    let inner = body.add_block(region);
    let chain = body.add_argument(inner, Type::new(names::CHAIN), None);
    body.add_argument(inner, Type::new(names::STREAM), None);
    for op in row {
        body.put_op(inner, op);
    }
    let returned = std::iter::once(chain).chain(results.iter().copied()).collect();
    add(body, inner, &place, "tfrt.return", returned, Attributes::new(), &[]);
    let by = body.op(made).results.clone();
    for (value, by) in results.iter().zip(by) {
        for &user in uses.get(value).into_iter().flatten() {
            if members.contains(&user) {
                continue;
            }
            for operand in &mut body.op_mut(user).operands {
                if operand == value {
                    *operand = by;
                }
            }
        }
    }
}

/// The blocks in the regions of ops.
fn blocks_in(body: &Body, ops: &[OpId]) -> Vec<BlockId> {
    let mut blocks = Vec::new();
    let mut pending: Vec<OpId> = ops.to_vec();
    while let Some(op) = pending.pop() {
        for &region in &body.op(op).regions {
            for &block in &body.region(region).blocks {
                blocks.push(block);
                pending.extend(&body.block(block).ops);
            }
        }
    }
    blocks
}
