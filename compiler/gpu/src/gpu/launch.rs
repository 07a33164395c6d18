//! Launches of device code.

use super::lower::{At, Lowering, number};
use crate::names;
use crate::rewrite::{Edit, attributes, integer, string, symbol};
use std::collections::HashMap;
use tfrt_compiler::graph::{Attribute, Attributes, OpId, ValueId};

impl Lowering<'_> {
    pub(super) fn launch(&mut self, edit: &mut Edit<'_>, id: OpId) -> Option<()> {
        let (at, groups) = self.ordered(edit, id)?;
        let Attribute::Symbol { root, nested } = edit.body.op(id).attributes.get("kernel")? else {
            return None;
        };
        let [kernel] = &nested[..] else { return None };
        if !self.gives(root, names::MODULE) {
            return None;
        }
        let module = attributes([("function", symbol(root))]);
        let kernel = attributes([("name", string(kernel))]);
        // A stream that the function does not take has its own context.
        let context = match self.device() {
            Some(context) => context,
            None => {
                let none = Attributes::new();
                edit.op(names::GET_CONTEXT, &[at.stream], none, [names::CONTEXT])[0]
            }
        };
        let [module] = edit.op(names::ONCE, &[context], module, [names::MODULE]);
        let [function] = edit.op(names::GET_FUNCTION, &[module], kernel, [names::FUNCTION]);
        let mut operands = vec![at.stream, function];
        let mut known: HashMap<ValueId, ValueId> = HashMap::new();
        for &size in groups[1..7].iter().flatten() {
            let size = match known.get(&size) {
                Some(&number) => number,
                None => *known.entry(size).or_insert(number(edit, size)),
            };
            operands.push(size);
        }
        operands.push(match groups[7][..] {
            [size] => edit.op(names::CAST, &[size], Attributes::new(), ["ui32"])[0],
            _ => {
                let none = attributes([("value", integer(0, "ui32"))]);
                edit.op(names::CONSTANT_UI32, &[], none, ["ui32"])[0]
            }
        });
        operands.push(at.chain);
        for &argument in &groups[8] {
            operands.push(match edit.ty(argument) {
                ty if ty.starts_with("memref<") => self.buffer(edit, argument),
                _ => argument,
            });
        }
        let [chain] = edit.op(names::LAUNCH, &operands, Attributes::new(), [names::CHAIN]);
        self.done(edit, id, At { chain, ..at });
        Some(())
    }
}
