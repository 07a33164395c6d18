//! Elements that the host reads from memory of a device: in a streamify region, whose chain orders the
//! copy.

use super::memref::Memref;
use crate::rewrite::{Edit, Replaced, attributes, integer, rebuild};
use crate::{Context, names};
use std::collections::{HashMap, HashSet};
use tfrt_compiler::graph::{Attributes, BlockId, Body, OpId, Type, ValueId};

/// The chain of a streamify region, up to the op that is looked at.
struct Thread {
    stream: ValueId,
    /// The chain.
    last: ValueId,
    /// Those before that a load has taken.
    taken: HashSet<ValueId>,
}

/// Lowers the loads of a function.
pub(super) fn run(body: &mut Body, context: &Context<'_>) {
    let loads = |&op: &OpId| *body.op(op).name == *names::MEMREF_LOAD;
    if !body.preorder().iter().any(loads) {
        return;
    }
    let mut threads: HashMap<BlockId, Thread> = HashMap::new();
    for op in body.preorder() {
        let op = body.op(op);
        if *op.name == *names::STREAMIFY
            && let &[region] = &op.regions[..]
            && let &[block] = &body.region(region).blocks[..]
            && let &[last, stream] = &body.block(block).arguments[..]
        {
            threads.insert(block, Thread { stream, last, taken: HashSet::new() });
        }
    }
    rebuild(body, Some(context.catalogue), &mut Replaced::default(), &mut |edit, id| match threads
        .get_mut(&edit.block)
    {
        Some(thread) => op(edit, id, thread),
        None => edit.keep(id),
    });
}

fn op(edit: &mut Edit<'_>, id: OpId, thread: &mut Thread) {
    if let Some(chain) = load(edit, id, thread.last, thread.stream) {
        thread.taken.insert(std::mem::replace(&mut thread.last, chain));
        return;
    }
    // Whatever took the chain comes after the copy now.
    for operand in &mut edit.body.op_mut(id).operands {
        if thread.taken.contains(operand) {
            *operand = thread.last;
        }
    }
    // What takes the chain and gives one hands it on.
    let op = edit.body.op(id);
    if op.operands.contains(&thread.last)
        && let Some(&first) = op.results.first()
        && edit.ty(first) == names::CHAIN
    {
        thread.last = first;
    }
    edit.keep(id);
}

/// Reads an element by way of memory of the host; returns the chain after it.
fn load(edit: &mut Edit<'_>, id: OpId, chain: ValueId, stream: ValueId) -> Option<ValueId> {
    let op = edit.body.op(id);
    if *op.name != *names::MEMREF_LOAD {
        return None;
    }
    let (&memref, &result) = (op.operands.first()?, op.results.first()?);
    let ty = Type::new(edit.ty(memref));
    let of = Memref::of(ty.as_str())?;
    // Memory is read as a whole.
    let size = of.bytes().filter(|_| of.count() == Some(1))?;
    if !matches!(of.element, "i1" | "i32") {
        return None;
    }
    let [context] = edit.op(names::GET_CONTEXT, &[stream], Attributes::new(), [names::CONTEXT]);
    let size = attributes([("value", integer(size.into(), "i64"))]);
    let [size] = edit.op(names::CONSTANT_I64, &[], size, ["i64"]);
    let host = [context, size, chain];
    let [host] = edit.op(names::ALLOCATE_HOST, &host, Attributes::new(), [names::BUFFER]);
    let [device] = edit.op(names::CAST, &[memref], Attributes::new(), [names::BUFFER]);
    let copied = [host, device, stream, chain];
    let [copied] = edit.op(names::COPY, &copied, Attributes::new(), [names::CHAIN]);
    let done = [stream, copied];
    let [done] = edit.op(names::SYNCHRONIZE, &done, Attributes::new(), [names::CHAIN]);
    let [value] = edit.op(names::LOAD, &[host, done], Attributes::new(), [of.element]);
    edit.replaced.set(result, value);
    Some(done)
}
