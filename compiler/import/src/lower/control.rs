//! Conditionals and loops.
//!
//! A loop's body becomes a function, which the kernel `tfrt.while` takes. It carries, in this order,
//! what the loop carries, the captures, and `ok` where assertions may fail.

use super::{Lowering, RETURN, YIELD};
use crate::facts::definition;
use crate::legal::Action;
use crate::problems::Noted;
use std::sync::Arc;
use tfrt_compiler::graph::{Attribute, Attributes, BlockId, Op, OpId, RegionId, Type, ValueId};
use tfrt_host::frame::grow_stack;

/// What the error says of a loop whose step is not positive. MLIR leaves that undefined.
const STEP: &[u8] = b"the step of scf.for is not positive";

impl Lowering<'_, '_> {
    /// `scf.if`.
    pub(super) fn conditional(&mut self, id: OpId) -> Result<(), Noted> {
        let source = self.source;
        let op = source.op(id);
        let [condition] = op.operands[..] else { return Err(self.malformed(op)) };
        let captures = self.facts.captures(source, id, &[]);
        let checked = self.facts.is_checked(id);
        let mut operands = vec![self.value(op, condition)?];
        self.add_captured(op, &captures, checked, &mut operands)?;
        let new = self.emit("tfrt.if", operands, Attributes::new(), op);
        for &region in &op.regions {
            let outer = self.enter(new, &captures);
            if checked {
                self.take_ok();
            }
            let mut results = Vec::new();
            // Without `else` there are no results.
            if let Some(entry) = source.entry(region) {
                let end = grow_stack(|| self.run(entry, YIELD, Some(op)))?;
                results = self.operands(source.op(end))?;
            }
            if checked {
                results.push(self.ok(op));
            }
            self.emit(RETURN, results, Attributes::new(), op);
            self.leave(outer);
        }
        self.results(new, op);
        if checked {
            self.ok = Some(self.body.add_result(new, Type::new(super::OK), None));
        }
        Ok(())
    }

    /// `scf.for`: the next iteration exists if more than a step is left up to the bound, which is a
    /// question of unsigned numbers that cannot overflow.
    pub(super) fn counted(&mut self, id: OpId, unsigned: bool) -> Result<(), Noted> {
        let source = self.source;
        let op = source.op(id);
        let [lower, upper, step, ref initial @ ..] = op.operands[..] else {
            return Err(self.malformed(op));
        };
        let entry = self.entry(op, op.regions[0])?;
        let captures = self.facts.captures(source, id, &[upper, step]);
        let checked = self.facts.is_checked(id);

        let bounds = [self.value(op, lower)?, self.value(op, upper)?];
        let less = if unsigned { "ult" } else { "slt" };
        let mut condition = self.compare(less, bounds, op);
        if !self.is_positive(step) {
            let step = self.value(op, step)?;
            let ty = self.type_of(step);
            let zero = self.constant(&ty, 0, op)?;
            let more = if unsigned { "ugt" } else { "sgt" };
            let positive = self.compare(more, [step, zero], op);
            let positive = self.assertion(positive, Arc::from(STEP), op);
            condition = self.both(condition, positive, op);
        }
        let mut values = vec![bounds[0]];
        for &value in initial {
            values.push(self.value(op, value)?);
        }
        let carried = values.len();
        self.add_captured(op, &captures, checked, &mut values)?;

        let body = self.outline("for", op, |this| {
            let arguments = &source.block(entry).arguments;
            this.arguments(arguments);
            let Some(&index) = arguments.first() else { return Err(this.malformed(op)) };
            this.captured(&captures, checked, |this| {
                let end = this.run(entry, YIELD, Some(op))?;
                let end = source.op(end);
                let index = this.value(op, index)?;
                let (upper, step) = (this.value(op, upper)?, this.value(op, step)?);
                let ty = this.type_of(index);
                let left = this.binary("arith.subi", [upper, index], &ty, op);
                let more = this.compare("ugt", [left, step], op);
                let mut results = vec![this.binary("arith.addi", [index, step], &ty, op)];
                results.extend(this.operands(end)?);
                this.add_captured(op, &captures, checked, &mut results)?;
                results.push(this.and_ok(checked, more, op));
                Ok(results)
            })
        })?;
        let condition = self.and_ok(checked, condition, op);
        let results = self.repeat(condition, body, values, op);
        self.bind_results(op, &results[1..carried])?;
        if checked {
            self.ok = results.last().copied();
        }
        Ok(())
    }

    /// `scf.while`: its first region is run once before the loop, and at the end of each iteration
    /// after its second region.
    pub(super) fn conditional_loop(&mut self, id: OpId) -> Result<(), Noted> {
        let source = self.source;
        let op = source.op(id);
        let (before, after) = (self.entry(op, op.regions[0])?, self.entry(op, op.regions[1])?);
        let captures = self.facts.captures(source, id, &[]);
        let checked = self.facts.is_checked(id);
        let nests = |&op: &OpId| !source.op(op).regions.is_empty();
        // A copy of what nests would double at each level.
        let test = if source.block(before).ops.iter().any(nests) {
            Some(self.outline("before", op, |this| {
                this.arguments(&source.block(before).arguments);
                this.captured(&captures, checked, |this| {
                    let mut results = this.test(op, before)?;
                    if checked {
                        results.push(this.ok(op));
                    }
                    Ok(results)
                })
            })?)
        } else {
            None
        };
        let initial = self.operands(op)?;
        let mut values = self.run_test(op, before, test.as_ref(), initial, &captures, checked)?;
        let condition = self.and_ok(checked, values.remove(0), op);
        let carried = values.len();
        self.add_captured(op, &captures, checked, &mut values)?;
        // The kernel needs a value.
        let empty = values.is_empty();
        if empty {
            values.push(condition);
        }
        let body = self.outline("while", op, |this| {
            this.arguments(&source.block(after).arguments);
            this.captured(&captures, checked, |this| {
                if empty {
                    this.body.add_argument(this.block, Type::new("i1"), None);
                }
                let end = this.run(after, YIELD, Some(op))?;
                let next = this.operands(source.op(end))?;
                let mut results =
                    this.run_test(op, before, test.as_ref(), next, &captures, checked)?;
                let condition = this.and_ok(checked, results.remove(0), op);
                this.add_captured(op, &captures, checked, &mut results)?;
                if empty {
                    results.push(condition);
                }
                results.push(condition);
                Ok(results)
            })
        })?;
        let results = self.repeat(condition, body, values, op);
        self.bind_results(op, &results[..carried])?;
        if checked {
            self.ok = results.last().copied();
        }
        Ok(())
    }

    /// The condition of `scf.while` and what it passes, from these values: by a call of the function
    /// that was made of the first region, or by its ops.
    fn run_test(
        &mut self,
        op: &Op,
        before: BlockId,
        test: Option<&Attribute>,
        values: Vec<ValueId>,
        captures: &[ValueId],
        checked: bool,
    ) -> Result<Vec<ValueId>, Noted> {
        let source = self.source;
        let Some(callee) = test else {
            self.bind(op, &source.block(before).arguments, &values)?;
            return self.test(op, before);
        };
        let mut operands = values;
        self.add_captured(op, captures, checked, &mut operands)?;
        let mut attributes = Attributes::new();
        attributes.insert("callee", callee.clone());
        let call = self.emit("tfrt.call", operands, attributes, op);
        let mut results = vec![self.body.add_result(call, Type::new("i1"), None)];
        for &result in &op.results {
            let ty = self.importer.types.of(&source.value(result).ty);
            results.push(self.body.add_result(call, ty, None));
        }
        if checked {
            self.ok = Some(self.body.add_result(call, Type::new(super::OK), None));
        }
        Ok(results)
    }

    /// The ops of the first region of `scf.while`: the condition and what it passes.
    fn test(&mut self, op: &Op, before: BlockId) -> Result<Vec<ValueId>, Noted> {
        let end = self.run(before, "scf.condition", Some(op))?;
        let results = self.operands(self.source.op(end))?;
        let truth = results.first().is_some_and(|&it| self.body.value(it).ty.as_str() == "i1");
        if truth && results.len() == op.results.len() + 1 {
            return Ok(results);
        }
        Err(self.malformed(self.source.op(end)))
    }

    /// `scf.index_switch`.
    pub(super) fn switch(&mut self, id: OpId, cases: &[i64]) -> Result<(), Noted> {
        let source = self.source;
        let op = source.op(id);
        let [selector] = op.operands[..] else { return Err(self.malformed(op)) };
        let captures = self.facts.captures(source, id, &[]);
        let checked = self.facts.is_checked(id);
        let selector = self.value(op, selector)?;
        let mut arguments = Vec::new();
        self.add_captured(op, &captures, checked, &mut arguments)?;
        // A function without arguments would be one that can be run by itself.
        let alone = arguments.is_empty();
        if alone {
            arguments.push(selector);
        }
        let mut branches = Vec::new();
        let (default, regions) = op.regions.split_first().ok_or_else(|| self.malformed(op))?;
        for &region in regions.iter().chain([default]) {
            let entry = self.entry(op, region)?;
            branches.push(self.outline("case", op, |this| {
                this.captured(&captures, checked, |this| {
                    if alone {
                        this.body.add_argument(this.block, Type::new("i64"), None);
                    }
                    let end = this.run(entry, YIELD, Some(op))?;
                    let mut results = this.operands(source.op(end))?;
                    if checked {
                        results.push(this.ok(op));
                    }
                    Ok(results)
                })
            })?);
        }
        let index = self.position(op, selector, cases)?;
        let mut attributes = Attributes::new();
        attributes.insert("branches", Attribute::Array(branches));
        arguments.insert(0, index);
        let new = self.emit("tfrt.case", arguments, attributes, op);
        self.results(new, op);
        if checked {
            self.ok = Some(self.body.add_result(new, Type::new(super::OK), None));
        }
        Ok(())
    }

    /// The place of a number among these, or their count.
    fn position(&mut self, op: &Op, selector: ValueId, cases: &[i64]) -> Result<ValueId, Noted> {
        let (i32, i64) = (Type::new("i32"), Type::new("i64"));
        let mut index = self.constant(&i32, cases.len() as i128, op)?;
        let first = cases.first().copied().unwrap_or_default();
        let in_order = |(at, &case): (usize, &i64)| {
            i64::try_from(at).ok().and_then(|at| first.checked_add(at)) == Some(case)
        };
        if cases.iter().enumerate().all(in_order) {
            let first = self.constant(&i64, first.into(), op)?;
            let offset = self.binary("arith.subi", [selector, first], &i64, op);
            let count = self.constant(&i64, cases.len() as i128, op)?;
            let inside = self.compare("ult", [offset, count], op);
            let offset = self.emit_value("arith.trunci.i64.i32", vec![offset], i32.clone(), op);
            return Ok(self.emit_value("arith.select.i32", vec![inside, offset, index], i32, op));
        }
        for (at, &case) in cases.iter().enumerate() {
            let case = self.constant(&i64, case.into(), op)?;
            let equal = self.compare("eq", [selector, case], op);
            let at = self.constant(&i32, at as i128, op)?;
            let operands = vec![equal, at, index];
            index = self.emit_value("arith.select.i32", operands, i32.clone(), op);
        }
        Ok(index)
    }

    /// `scf.execute_region`.
    pub(super) fn inline(&mut self, id: OpId) -> Result<(), Noted> {
        let op = self.source.op(id);
        let entry = self.entry(op, op.regions[0])?;
        let end = grow_stack(|| self.run(entry, YIELD, Some(op)))?;
        let values = self.operands(self.source.op(end))?;
        self.bind_results(op, &values)
    }

    /// Adds a loop over these values; its results are those at its end.
    fn repeat(
        &mut self,
        condition: ValueId,
        body: Attribute,
        values: Vec<ValueId>,
        op: &Op,
    ) -> Vec<ValueId> {
        let mut attributes = Attributes::new();
        attributes.insert("body_fn", body);
        let one = Attribute::Integer { value: 1, ty: Type::new("i64") };
        attributes.insert("parallel_iterations", one);
        let types: Vec<Type> = values.iter().map(|&value| self.type_of(value)).collect();
        let operands = [condition].into_iter().chain(values).collect();
        let new = self.emit("tfrt.while", operands, attributes, op);
        types.into_iter().map(|ty| self.body.add_result(new, ty, None)).collect()
    }

    /// The results of an op are these values; they keep their names.
    pub(super) fn bind_results(&mut self, op: &Op, values: &[ValueId]) -> Result<(), Noted> {
        self.bind(op, &op.results, values)?;
        for (&result, &value) in op.results.iter().zip(values) {
            let name = &self.source.value(result).name;
            let made = self.body.value_mut(value);
            if made.name.is_none() {
                made.name.clone_from(name);
            }
        }
        Ok(())
    }

    /// Takes the captures, and `ok`, as arguments of the function that is being made.
    fn captured<T>(
        &mut self,
        captures: &[ValueId],
        checked: bool,
        build: impl FnOnce(&mut Self) -> Result<T, Noted>,
    ) -> Result<T, Noted> {
        let around: Vec<_> = captures.iter().map(|&it| (it, self.values[it.index()])).collect();
        self.arguments(captures);
        if checked {
            self.take_ok();
        }
        let result = build(self);
        for (value, before) in around {
            self.values[value.index()] = before;
        }
        result
    }

    /// Takes `ok` as the next argument.
    pub(super) fn take_ok(&mut self) {
        self.ok = Some(self.body.add_argument(self.block, Type::new(super::OK), None));
    }

    /// Adds the captures, and `ok`, to operands or results.
    fn add_captured(
        &mut self,
        op: &Op,
        captures: &[ValueId],
        checked: bool,
        into: &mut Vec<ValueId>,
    ) -> Result<(), Noted> {
        for &value in captures {
            into.push(self.value(op, value)?);
        }
        if checked {
            into.push(self.ok(op));
        }
        Ok(())
    }

    /// A condition that is the error of a failed assertion before, so that a loop ends.
    fn and_ok(&mut self, checked: bool, condition: ValueId, op: &Op) -> ValueId {
        if !checked {
            return condition;
        }
        let ok = self.ok(op);
        self.both(condition, ok, op)
    }

    /// Whether a value is a positive constant.
    fn is_positive(&self, value: ValueId) -> bool {
        let op = definition(self.source, value);
        let action = op.map(|op| &self.facts.actions[op.index()]);
        let Some(Action::Constant(constant)) = action else { return false };
        matches!(constant.value, Attribute::Integer { value: 1.., .. })
    }

    fn entry(&mut self, op: &Op, region: RegionId) -> Result<BlockId, Noted> {
        self.source.entry(region).ok_or_else(|| {
            let message = format!("a region of '{}' has no block", op.name);
            self.importer.problems.of_op(op, message)
        })
    }

    fn malformed(&mut self, op: &Op) -> Noted {
        let message =
            format!("'{}' has operands, results or regions that MLIR would refuse", op.name);
        self.importer.problems.of_op(op, message)
    }
}
