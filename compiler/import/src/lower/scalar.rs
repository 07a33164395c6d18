//! Scalars of the lowering's own: constants, sums, comparisons, and what assertions give.

use super::{Lowering, OK, RETURN, callee};
use crate::legal::{SELECT, constant_kernel};
use crate::problems::Noted;
use std::sync::Arc;
use tfrt_compiler::graph::{Attribute, Attributes, Op, OpId, Type, ValueId};

impl Lowering<'_, '_> {
    /// An integer constant.
    pub(super) fn constant(&mut self, ty: &Type, value: i128, from: &Op) -> Result<ValueId, Noted> {
        let Some(kernel) = constant_kernel(self.importer.catalogue, ty) else {
            let message =
                format!("'{}' needs constants of type '{ty}', which do not exist", from.name);
            return Err(self.importer.problems.of_op(from, message));
        };
        let mut attributes = Attributes::new();
        attributes.insert("value", Attribute::Integer { value, ty: ty.clone() });
        let op = self.emit(kernel, Vec::new(), attributes, from);
        Ok(self.body.add_result(op, ty.clone(), None))
    }

    /// The type of a value that has been made.
    pub(super) fn type_of(&self, value: ValueId) -> Type {
        self.body.value(value).ty.clone()
    }

    /// The result of a kernel of two values of one type; `ty` is its result's type.
    pub(super) fn binary(
        &mut self,
        kernel: &str,
        [a, b]: [ValueId; 2],
        ty: &Type,
        from: &Op,
    ) -> ValueId {
        let name = format!("{kernel}.{}", self.body.value(a).ty);
        self.emit_value(&name, vec![a, b], ty.clone(), from)
    }

    /// The comparison of two integers.
    pub(super) fn compare(
        &mut self,
        predicate: &str,
        operands: [ValueId; 2],
        from: &Op,
    ) -> ValueId {
        self.binary(&format!("arith.cmpi.{predicate}"), operands, &Type::new("i1"), from)
    }

    /// Both conditions. Of two errors, that of the second wins.
    pub(super) fn both(&mut self, a: ValueId, b: ValueId, from: &Op) -> ValueId {
        self.binary("arith.andi", [a, b], &Type::new("i1"), from)
    }

    /// `a` if the condition is true, else `b`; the error of the condition if it is one.
    pub(super) fn select(
        &mut self,
        from: &Op,
        condition: ValueId,
        a: ValueId,
        b: ValueId,
    ) -> ValueId {
        let ty = self.type_of(a);
        let name = format!("{SELECT}.{ty}");
        let operands = vec![condition, a, b];
        if self.importer.catalogue.kernel(&name).is_some() {
            return self.emit_value(&name, operands, ty, from);
        }
        let new = self.emit("tfrt.if", operands, Attributes::new(), from);
        for taken in 0..2 {
            let outer = self.enter(new, &[]);
            let values = [(); 2].map(|()| self.body.add_argument(self.block, ty.clone(), None));
            self.emit(RETURN, vec![values[taken]], Attributes::new(), from);
            self.leave(outer);
        }
        self.body.add_result(new, ty, None)
    }

    /// True, or the error of an assertion before.
    pub(super) fn ok(&mut self, from: &Op) -> ValueId {
        if let Some(ok) = self.ok {
            return ok;
        }
        let truth = Type::new(OK);
        let mut attributes = Attributes::new();
        attributes.insert("value", Attribute::Integer { value: 1, ty: truth.clone() });
        let op = self.emit("tfrt.constant.i1", Vec::new(), attributes, from);
        let ok = self.body.add_result(op, truth, None);
        self.ok = Some(ok);
        ok
    }

    /// An assertion; the result is true or the error.
    pub(super) fn assertion(
        &mut self,
        condition: ValueId,
        message: Arc<[u8]>,
        from: &Op,
    ) -> ValueId {
        let mut attributes = Attributes::new();
        attributes.insert("message", Attribute::String(message));
        let op = self.emit("tfrt.assert", vec![condition], attributes, from);
        self.body.add_result(op, Type::new(OK), None)
    }

    /// `cf.assert`. After a failed one, no other is evaluated.
    pub(super) fn assert(&mut self, op: &Op, message: Arc<[u8]>) -> Result<(), Noted> {
        let [condition] = self.operands(op)?[..] else {
            let message = format!("'{}' has one operand", op.name);
            return Err(self.importer.problems.of_op(op, message));
        };
        let condition = match self.ok {
            Some(ok) => self.select(op, ok, condition, condition),
            None => condition,
        };
        self.ok = Some(self.assertion(condition, message, op));
        Ok(())
    }

    /// `func.call`.
    pub(super) fn call(&mut self, id: OpId, name: String) -> Result<(), Noted> {
        let source = self.source;
        let op = source.op(id);
        let mut operands = self.operands(op)?;
        let checked = self.importer.checked.get(name.as_str()).cloned();
        let checks = checked.is_some();
        if checks {
            operands.push(self.ok(op));
        }
        let call = self.emit("tfrt.call", operands, callee(checked.unwrap_or(name)), op);
        self.results(call, op);
        if checks {
            self.ok = Some(self.body.add_result(call, Type::new(OK), None));
        }
        Ok(())
    }
}
