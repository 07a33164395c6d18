//! `--canonicalize`: see [`Pass::Canonicalize`](super::Pass::Canonicalize). Of unused ops only
//! constants are removed, because only these are declared free of effects in the original.

use crate::graph::{Body, Item, Module, OpId, ValueId, is_compiled};
use std::collections::HashSet;
use tfrt_host::kernel::Catalogue;

/// Canonicalizes every function of a module and of the modules in it.
pub(super) fn run(module: &mut Module, catalogue: &Catalogue) {
    if is_compiled(module) {
        return;
    }
    for item in &mut module.items {
        match item {
            Item::Module(nested) => run(nested, catalogue),
            Item::Function(function) => {
                if let Some(body) = &mut function.body {
                    canonicalize(body, catalogue);
                }
            }
        }
    }
}

/// Canonicalizes one body in one pass over the joins: changing a later join cannot add uses to
/// operands of an earlier one, and constants have no operands.
pub(super) fn canonicalize(body: &mut Body, catalogue: &Catalogue) {
    let order = body.preorder();
    let kernels: Vec<_> = order.iter().map(|&op| catalogue.kernel(&body.op(op).name)).collect();
    let mut values = Values::of(body, &order);
    let mut gone = HashSet::new();
    for (&id, kernel) in order.iter().zip(&kernels) {
        for operand in &mut body.op_mut(id).operands {
            *operand = values.resolve(*operand);
        }
        if kernel.is_some_and(|kernel| kernel.traits.joins_operands)
            && !simplify_join(body, id, &mut values)
        {
            gone.insert(id);
        }
    }
    for (&id, kernel) in order.iter().zip(&kernels) {
        let unused = || body.op(id).results.iter().all(|result| values.uses[result.index()] == 0);
        if kernel.is_some_and(|kernel| kernel.traits.no_effect) && unused() {
            gone.insert(id);
        }
    }
    if gone.is_empty() {
        return;
    }
    let owners = order.iter().flat_map(|&op| &body.op(op).regions).copied();
    let regions: Vec<_> = std::iter::once(Body::ROOT).chain(owners).collect();
    for region in regions {
        for block in body.region(region).blocks.clone() {
            body.retain_ops(block, |op| !gone.contains(&op));
        }
    }
}

/// Uses and replacement of each value.
struct Values {
    uses: Vec<usize>,
    replaced: Vec<Option<ValueId>>,
}

impl Values {
    fn of(body: &Body, order: &[OpId]) -> Self {
        let mut uses = vec![0; body.value_count()];
        for operand in order.iter().flat_map(|&op| &body.op(op).operands) {
            uses[operand.index()] += 1;
        }
        Self { uses, replaced: vec![None; body.value_count()] }
    }

    /// The replacement of a value. Replacements are resolved when recorded, so one lookup suffices.
    fn resolve(&self, value: ValueId) -> ValueId {
        self.replaced[value.index()].unwrap_or(value)
    }
}

/// Drops the operands of a join that have other uses. Returns whether the join remains.
fn simplify_join(body: &mut Body, id: OpId, values: &mut Values) -> bool {
    let op = body.op(id);
    let [result] = op.results[..] else { return true };
    let alone: Vec<ValueId> =
        op.operands.iter().copied().filter(|operand| values.uses[operand.index()] == 1).collect();
    let Some(&first) = op.operands.first() else { return true };
    let replace = alone.is_empty();
    // A join may have operands of any type; one of another type cannot stand for a chain.
    if replace && body.value(first).ty != body.value(result).ty {
        return true;
    }
    for operand in &op.operands {
        values.uses[operand.index()] -= 1;
    }
    if replace {
        values.uses[first.index()] += std::mem::take(&mut values.uses[result.index()]);
        values.replaced[result.index()] = Some(first);
        return false;
    }
    for operand in &alone {
        values.uses[operand.index()] += 1;
    }
    body.op_mut(id).operands = alone;
    true
}
