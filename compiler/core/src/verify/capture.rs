//! Checks of functions that are captured as graphs of devices: all of their ops can be.

use super::Checker;
use super::body::Walk;
use crate::graph::{Function, Op, is_return, is_stored};
use crate::source::Diagnostic;
use std::ptr;

impl Checker<'_> {
    /// Checks a function that an op lets be captured, and those that it calls, each once.
    pub(super) fn captured(&mut self, walk: &Walk<'_>, op: &Op, function: &Function) {
        let mut open = vec![(function, op)];
        while let Some((function, caller)) = open.pop() {
            if !self.captured.insert(ptr::from_ref(function)) {
                continue;
            }
            let Some(body) = &function.body else {
                let name = &function.name;
                self.op_error(
                    caller,
                    format!("calls @{name}, which cannot be captured: it has no ops"),
                );
                continue;
            };
            for inner in body.preorder().into_iter().map(|inner| body.op(inner)) {
                if is_return(&inner.name) || self.damage.is_unfinished(inner.span) {
                    continue;
                }
                let operands: Vec<&str> =
                    inner.operands.iter().map(|&value| body.value(value).ty.as_str()).collect();
                if !self.catalogue.op(&inner.name).is_some_and(|def| def.is_capturable(&operands)) {
                    let message = format!("'{}' op cannot be captured", inner.name);
                    let note = format!("@{} is captured as a graph here", function.name);
                    let error = Diagnostic::error(inner.span, message);
                    self.diagnostics.push(error.with_note(op.span, note));
                    continue;
                }
                let stored = inner.attributes.iter().filter(|(name, _)| is_stored(name));
                let named = stored.filter_map(|(_, it)| walk.symbols.function_names(it));
                let called = named.flatten().filter_map(|name| walk.symbols.function(name));
                open.extend(called.map(|called| (called, inner)));
            }
        }
    }
}
