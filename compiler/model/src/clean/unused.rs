//! Drops ops that nobody would miss.

use crate::rewrite::is_silent;
use tfrt_compiler::graph::{BlockId, Body, Item, Module};

/// Drops the ops of all functions whose results are not used.
pub(crate) fn drop(module: &mut Module) {
    for item in &mut module.items {
        let Item::Function(function) = item else { continue };
        if let Some(body) = &mut function.body {
            drop_from(body);
        }
    }
}

fn drop_from(body: &mut Body) {
    let mut used = vec![false; body.value_count()];
    let mut kept = vec![false; body.op_count()];
    // The uses of an op come after it, in its own region, and an op comes before those in its regions.
    for id in body.preorder().into_iter().rev() {
        let op = body.op(id);
        let needed = op.results.iter().any(|result| used[result.index()]);
        let values = op.results.iter().chain(&op.operands);
        if needed || !is_silent(op, values.map(|&value| &body.value(value).ty)) {
            kept[id.index()] = true;
            op.operands.iter().for_each(|operand| used[operand.index()] = true);
        }
    }
    for block in (0..).map(BlockId).take(body.block_count()) {
        body.retain_ops(block, |op| kept[op.index()]);
    }
}
