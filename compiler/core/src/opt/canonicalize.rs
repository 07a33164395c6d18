//! `--canonicalize`: see [`Pass::Canonicalize`](super::Pass::Canonicalize). Of unused ops only those
//! are removed that the original declares free of effects: constants, and calls of ops by name.

use crate::encode::encode;
use crate::graph::{Attribute, Attributes, Body, Item, Module, Op, OpId, ValueId, is_compiled};
use std::collections::HashSet;
use std::sync::Arc;
use tfrt_host::kernel::Catalogue;
use tfrt_op::OpDef;

/// Canonicalizes every function of a module and of the modules in it.
pub(super) fn run(module: &mut Module, catalogue: &Catalogue) {
    if is_compiled(module) {
        return;
    }
    for item in &mut module.items {
        match item {
            Item::Module(nested) => run(nested, catalogue),
            Item::Op(_) => {}
            Item::Function(function) => {
                if let Some(body) = &mut function.body {
                    canonicalize(body, catalogue);
                }
            }
        }
    }
}

/// Canonicalizes one body in one pass over the joins, since changing a later join cannot add uses to
/// operands of an earlier one, and one back over all ops, since uses come after what they use.
pub(super) fn canonicalize(body: &mut Body, catalogue: &Catalogue) {
    let order = body.preorder();
    for &id in &order {
        fold(body.op_mut(id), catalogue);
    }
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
    // What uses a value comes after it.
    for (&id, kernel) in order.iter().zip(&kernels).rev() {
        let op = body.op(id);
        let unused = || op.results.iter().all(|result| values.uses[result.index()] == 0);
        if kernel.is_some_and(|kernel| kernel.traits.no_effect) && unused() && gone.insert(id) {
            for operand in &op.operands {
                let uses = &mut values.uses[operand.index()];
                *uses = uses.saturating_sub(1);
            }
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

/// Makes an op the constant that it is by its attributes, if its definition says so. The constant
/// stands where the op stood.
fn fold(op: &mut Op, catalogue: &Catalogue) {
    let constant = catalogue.op(&op.name).and_then(|def| folded(op, def, catalogue));
    if let Some((def, name, value)) = constant {
        op.name = Arc::from(def.name);
        op.operands.clear();
        op.attributes = Attributes::new();
        op.attributes.insert(name, value);
        op.properties.clear();
    }
}

/// The constant that an op is, its attribute and what that is.
fn folded(
    op: &Op,
    def: &OpDef,
    catalogue: &Catalogue,
) -> Option<(&'static OpDef, &'static str, Attribute)> {
    let fold = def.traits.fold?;
    let ((name, text), (pairs, key)) = (fold.when, fold.takes);
    let is = |attribute: &Attribute, text: &str| matches!(attribute, Attribute::String(bytes) if **bytes == *text.as_bytes());
    let constant = catalogue.op(fold.into)?;
    let [param] = constant.attributes()[..] else { return None };
    if !is(op.attributes.get(name)?, text)
        || op.results.len() != 1
        || !op.regions.is_empty()
        || constant.operands().count() > 0
        || constant.result(0).map(|result| result.ty) != def.result(0).map(|result| result.ty)
    {
        return None;
    }
    let Attribute::Array(pairs) = op.attributes.get(pairs)? else { return None };
    let value = pairs.iter().find_map(|pair| match pair {
        Attribute::Array(pair) => match pair.as_slice() {
            [first, value] if is(first, key) => Some(value),
            _ => None,
        },
        _ => None,
    })?;
    // Elements are not expanded to find out what they are.
    let fits = match value {
        Attribute::Dense { .. } => matches!(param.ty, "dense" | "any"),
        value => {
            let encoded = encode(value, &mut |_, _| None)?;
            param.check.is_none_or(|check| check(&encoded).is_ok())
        }
    };
    fits.then(|| (constant, param.name, value.clone()))
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
