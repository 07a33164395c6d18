//! `--async-tfrt-streamify`: a token of the device that an asynchronous region takes or gives becomes a chain
//! and an event, because streams are no region's to pass on.

use crate::rewrite::{Edit, Replaced, definition, rebuild};
use crate::{Context, in_modules, names};
use std::collections::HashMap;
use tfrt_compiler::graph::{
    Attribute, Attributes, BlockId, Item, Module, OpId, Type, ValueId, operand_groups,
};
use tfrt_compiler::source::Diagnostic;

const TOKEN_VALUE: &str = "!async.value<!gpu.async.token>";
const CHAIN_VALUE: &str = "!async.value<!tfrt.chain>";
const EVENT_VALUE: &str = "!async.value<!tfrt_gpu.event>";

/// Runs the pass.
pub(crate) fn run(module: &mut Module, context: &Context<'_>) -> Result<(), Vec<Diagnostic>> {
    in_modules(module, &mut |module| {
        for item in &mut module.items {
            let Item::Function(function) = item else { continue };
            let Some(body) = &mut function.body else { continue };
            let mut entries = Entries::default();
            let catalogue = Some(context.catalogue);
            rebuild(body, catalogue, &mut Replaced::default(), &mut |edit, op| {
                lower(edit, op, context, &mut entries);
            });
        }
        Ok(())
    })
}

/// For each block of a region, what its arguments were and the pairs that they are now.
type Entries = HashMap<BlockId, Vec<(ValueId, [ValueId; 2])>>;

fn lower(edit: &mut Edit<'_>, id: OpId, context: &Context<'_>, entries: &mut Entries) {
    for (argument, pair) in entries.remove(&edit.block).unwrap_or_default() {
        let [token] = edit.op(names::CAST, &pair, Attributes::new(), [names::GPU_TOKEN]);
        edit.replaced.set(argument, token);
        for operand in &mut edit.body.op_mut(id).operands {
            *operand = edit.replaced.of(*operand);
        }
    }
    let name = edit.body.op(id).name.clone();
    match &*name {
        names::ASYNC_EXECUTE => execute(edit, id, context, entries),
        names::ASYNC_YIELD => {
            let operands = pairs(edit, id, names::GPU_TOKEN, [names::CHAIN, names::EVENT]);
            edit.body.op_mut(id).operands = operands;
            edit.keep(id);
        }
        names::ASYNC_AWAIT => wait(edit, id),
        _ => edit.keep(id),
    }
}

/// The operands of an op, where a cast makes pairs of those of a type.
fn pairs(edit: &mut Edit<'_>, id: OpId, ty: &str, of: [&str; 2]) -> Vec<ValueId> {
    let mut operands = Vec::new();
    for operand in edit.body.op(id).operands.clone() {
        if edit.ty(operand) == ty {
            operands.extend(edit.op(names::CAST, &[operand], Attributes::new(), of));
        } else {
            operands.push(operand);
        }
    }
    operands
}

fn execute(edit: &mut Edit<'_>, id: OpId, context: &Context<'_>, entries: &mut Entries) {
    let op = edit.body.op(id);
    let groups = context.catalogue.op(&op.name).and_then(|def| operand_groups(def, op));
    let block = match op.regions[..] {
        [region] => edit.body.entry(region),
        _ => None,
    };
    let (Some(groups), Some(block)) = (groups, block) else { return edit.keep(id) };
    let [dependencies, inputs] = &groups[..] else { return edit.keep(id) };
    let arguments = edit.body.block(block).arguments.clone();
    let of_token = |&value: &ValueId| edit.ty(value) == TOKEN_VALUE;
    let changes =
        op.results.iter().any(of_token) || op.operands[inputs.clone()].iter().any(of_token);
    if !changes || arguments.len() != inputs.len() {
        return edit.keep(id);
    }
    let tokens = op.operands[inputs.clone()].iter().map(of_token).collect::<Vec<bool>>();
    let operands = pairs(edit, id, TOKEN_VALUE, [CHAIN_VALUE, EVENT_VALUE]);
    let sizes = [dependencies.len(), operands.len() - dependencies.len()];
    let mut order = Vec::new();
    for (&argument, of_token) in arguments.iter().zip(tokens) {
        if !of_token {
            order.push(argument);
            continue;
        }
        let mut add = |ty: &str| edit.body.add_argument(block, Type::new(ty), None);
        let pair = [add(names::CHAIN), add(names::EVENT)];
        order.extend(pair);
        entries.entry(block).or_default().push((argument, pair));
    }
    edit.body.order_arguments(block, order);
    let old = edit.body.op(id).clone();
    let mut results = Vec::new();
    for &result in &old.results {
        match edit.ty(result) {
            TOKEN_VALUE => results.extend([CHAIN_VALUE, EVENT_VALUE].map(Type::new)),
            ty => results.push(Type::new(ty)),
        }
    }
    let mut attributes = old.attributes.clone();
    attributes.insert("operandSegmentSizes", sizes_of(&sizes));
    let made = edit.add(&old.name, operands, attributes, &results);
    edit.body.op_mut(id).regions.clear();
    for &region in &old.regions {
        edit.body.own_region(made, region);
    }
    let mut given = edit.body.op(made).results.clone().into_iter();
    for &result in &old.results {
        let by = if edit.ty(result) == TOKEN_VALUE {
            let pair: Vec<ValueId> = given.by_ref().take(2).collect();
            let [value] = edit.op(names::CAST, &pair, Attributes::new(), [TOKEN_VALUE]);
            Some(value)
        } else {
            given.next()
        };
        if let Some(by) = by {
            edit.replaced.set(result, by);
        }
    }
}

/// How many operands each group of an op has.
fn sizes_of(sizes: &[usize]) -> Attribute {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    Attribute::Opaque(format!("array<i32: {}>", sizes.join(", ")).into())
}

/// Waits for both values that one stands for.
fn wait(edit: &mut Edit<'_>, id: OpId) {
    let op = edit.body.op(id);
    let (&[operand], &[result]) = (&op.operands[..], &op.results[..]) else {
        return edit.keep(id);
    };
    let cast = definition(edit.body, operand).filter(|op| *op.name == *names::CAST);
    let Some(&[chain, event]) = cast.map(|cast| &cast.operands[..]) else { return edit.keep(id) };
    if edit.ty(operand) != TOKEN_VALUE
        || edit.ty(chain) != CHAIN_VALUE
        || edit.ty(event) != EVENT_VALUE
    {
        return edit.keep(id);
    }
    let [chain] = edit.op(names::ASYNC_AWAIT, &[chain], Attributes::new(), [names::CHAIN]);
    let [event] = edit.op(names::ASYNC_AWAIT, &[event], Attributes::new(), [names::EVENT]);
    let [token] = edit.op(names::CAST, &[chain, event], Attributes::new(), [names::GPU_TOKEN]);
    edit.replaced.set(result, token);
}
