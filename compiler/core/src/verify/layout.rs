//! Checks an op that only passes read against its layout.

use super::Checker;
use super::body::Walk;
use crate::graph::{Op, Type, ValueId, is_return, operand_groups};
use tfrt_op::{GroupCount, Layout, OpDef};

impl Checker<'_> {
    /// Checks the groups of operands and the region of an op, if it has a layout.
    pub(super) fn layout(&mut self, walk: &Walk<'_>, op: &Op, def: &OpDef) {
        let Some(layout) = def.traits.layout else { return };
        if !layout.groups.is_empty() && !self.damage.lacks_operands(op.span) {
            self.groups(walk, op, def, layout);
        }
        let expected = usize::from(layout.region.is_some());
        if op.regions.len() != expected {
            let count = op.regions.len();
            self.op_error(op, format!("expected {expected} regions, but got {count}"));
            return;
        }
        self.inner_region(walk, op, layout);
    }

    fn groups(&mut self, walk: &Walk<'_>, op: &Op, def: &OpDef, layout: &Layout) {
        let Some(ranges) = operand_groups(def, op) else {
            let names = layout.groups.iter().map(|group| match group.count {
                GroupCount::One => format!("'{}'", group.name),
                GroupCount::Optional => format!("'{}', which may be missing", group.name),
                GroupCount::Any => format!("any number of '{}'", group.name),
            });
            let names: Vec<String> = names.collect();
            let (count, mut said) = (op.operands.len(), String::new());
            if let Some(sizes) = layout.sizes {
                said = format!(", how many of each in '{sizes}'");
            }
            let names = names.join(", ");
            self.op_error(op, format!("takes as operands {names}{said}, but got {count}"));
            return;
        };
        for (group, range) in layout.groups.iter().zip(ranges) {
            for &operand in &op.operands[range] {
                let ty = walk.type_of(operand);
                if !group.ty.is_empty() && ty.as_str() != group.ty {
                    let (name, expected) = (group.name, group.ty);
                    self.op_error(op, format!("'{name}' must be {expected}, but got '{ty}'"));
                }
            }
        }
    }

    fn inner_region(&mut self, walk: &Walk<'_>, op: &Op, layout: &Layout) {
        let (Some(check), &[region]) =
            (layout.region.and_then(|region| region.check), &op.regions[..])
        else {
            return;
        };
        if self.damage.is_unfinished(op.span) || self.damage.lacks_end(op.span) {
            return;
        }
        let body = walk.body;
        let types = |values: &[ValueId]| -> Vec<&str> {
            let exists = |value: &&ValueId| value.index() < body.value_count();
            values.iter().filter(exists).map(|&value| walk.type_of(value).as_str()).collect()
        };
        let entry = body.entry(region).map(|entry| body.block(entry));
        let only = entry.filter(|_| body.region(region).blocks.len() == 1);
        let last = only.and_then(|entry| entry.ops.last()).map(|&last| body.op(last));
        let last = last.filter(|last| is_return(&last.name));
        if last.is_some_and(|last| self.damage.lacks_operands(last.span)) {
            return;
        }
        let arguments = entry.map_or_else(Vec::new, |entry| types(&entry.arguments));
        let returned = last.map(|last| types(&last.operands));
        let results: Vec<&Type> = op.results.iter().map(|&it| walk.type_of(it)).collect();
        let mut results: Vec<&str> = results.into_iter().map(Type::as_str).collect();
        if layout.token.is_some() && results.last().copied() == layout.token {
            results.pop();
        }
        if let Some(message) = check(&arguments, returned.as_deref(), &results) {
            self.op_error(op, message);
        }
    }
}
