//! Calls, branches and loops. A region without a frame is inlined.

use super::emit::{Area, Emit, Held, TailLoop, gather, word_offset};
use super::join::Join;
use super::step::Operand;
use super::{BodySignature, LEVELS, SMALL_BYTES, UNCHECKED_BYTES};
use crate::CompileError;
use crate::abi::{Form, LoopRecord, Rep, SLOT, Shim};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    Block, BlockArg, InstBuilder, JumpTableData, MemFlagsData, Type, Value, types,
};
use tfrt_compiler::plan::{Class, FnId, Step, StepKind};
use tfrt_host::kernel::Intrinsic;

/// The most instructions of both arms, selects included, for which if-conversion is cheaper than a
/// branch.
const SELECTED: usize = 6;

impl<'a> Emit<'_, 'a, '_> {
    /// Emits control flow. Returns the results on the path where the builder continues, if any.
    pub(super) fn control(
        &mut self,
        step: &Step,
        operands: &[Operand],
        join: &mut Join,
    ) -> Result<Option<Vec<Held>>, CompileError> {
        let counts_depth = step.counts_depth;
        match &step.kind {
            StepKind::Constant(_) | StepKind::Kernel { .. } | StepKind::Pass => {
                Err(CompileError::new("a kernel is no control flow"))
            }
            StepKind::Call { callee } => self.enter(step, *callee, operands),
            StepKind::If { arms } => {
                let (condition, operands) = selector(operands)?;
                let &[then, otherwise] = arms.as_slice() else {
                    return Err(CompileError::new("the plan branches to other than two arms"));
                };
                let arms = [then, otherwise];
                if let Some(selected) = self.select(condition, arms, operands)? {
                    return Ok(Some(selected));
                }
                let blocks = [self.b.create_block(), self.b.create_block()];
                self.b.ins().brif(condition, blocks[0], &[], blocks[1], &[]);
                for (block, arm) in blocks.into_iter().zip(arms) {
                    self.arm(block, arm, operands, step, join)?;
                }
                Ok(None)
            }
            StepKind::Case { arms } => {
                let (index, operands) = selector(operands)?;
                let blocks: Vec<Block> = arms.iter().map(|_| self.b.create_block()).collect();
                let Some(&last) = blocks.last() else {
                    return Err(CompileError::new("the plan branches to no arm"));
                };
                let pool = &mut self.b.func.dfg.value_lists;
                let targets: Vec<_> = blocks
                    .iter()
                    .map(|&block| cranelift_codegen::ir::BlockCall::new(block, [], pool))
                    .collect();
                let default = cranelift_codegen::ir::BlockCall::new(last, [], pool);
                let table = self.b.func.create_jump_table(JumpTableData::new(default, &targets));
                // Negative indices are large unsigned ones.
                self.b.ins().br_table(index, table);
                for (block, &arm) in blocks.into_iter().zip(arms) {
                    self.arm(block, arm, operands, step, join)?;
                }
                Ok(None)
            }
            StepKind::Repeat { body } => {
                let (count, operands) = selector(operands)?;
                self.run_loop(*body, count, false, operands, counts_depth, join)
            }
            StepKind::While { body } => {
                let (condition, operands) = selector(operands)?;
                self.run_loop(*body, condition, true, operands, counts_depth, join)
            }
        }
    }

    /// If-conversion: two arms that cost less than a mispredicted branch both run, and the results
    /// are selected. `None` for others.
    fn select(
        &mut self,
        condition: Value,
        [then, otherwise]: [FnId; 2],
        operands: &[Operand],
    ) -> Result<Option<Vec<Held>>, CompileError> {
        let choices = self.low.function(then).results.len();
        let Some(mut left) = SELECTED.checked_sub(choices) else { return Ok(None) };
        if ![then, otherwise].iter().all(|&arm| self.is_cheap(arm, self.nesting, &mut left)) {
            return Ok(None);
        }
        // All of them are scalars, which are not owned.
        let arguments = self.arguments(operands);
        let chosen = self.invoke(then, arguments, false)?;
        let arguments = self.arguments(operands);
        let others = self.invoke(otherwise, arguments, false)?;
        let mut results = Vec::with_capacity(chosen.len());
        for (held, other) in chosen.into_iter().zip(others) {
            let word = match (held.word, other.word) {
                (Some(a), Some(b)) => Some(self.b.ins().select(condition, a, b)),
                _ => None,
            };
            results.push(Held { word, ..held });
        }
        Ok(Some(results))
    }

    /// Whether an inlined body is at most so many instructions, all infallible.
    fn is_cheap(&mut self, id: FnId, nesting: u32, left: &mut usize) -> bool {
        let function = self.low.function(id);
        if !self.low.is_inlined(id, nesting) || function.values.len() > 4 * SELECTED {
            return false;
        }
        for value in &function.values {
            if value.local != Class::Ready || self.low.rep(&value.ty) == Rep::Boxed {
                return false;
            }
        }
        let steps = function.segments.iter().flat_map(|segment| &segment.steps);
        self.are_cheap(steps, nesting, left)
    }

    /// Whether steps are.
    fn are_cheap<'s>(
        &mut self,
        mut steps: impl Iterator<Item = &'s Step>,
        nesting: u32,
        left: &mut usize,
    ) -> bool {
        steps.all(|step| {
            let cost = match &step.kind {
                StepKind::Constant(_) | StepKind::Pass => 0,
                StepKind::Kernel { kernel, eager: false, .. } => match kernel.intrinsic {
                    Some(Intrinsic::Chain) => 0,
                    Some(Intrinsic::Constant) | None => return false,
                    Some(intrinsic) if intrinsic.fails_only_if_zero().is_some() => return false,
                    Some(_) => 1,
                },
                StepKind::If { arms } if !step.counts_depth => {
                    if !arms.iter().all(|&arm| self.is_cheap(arm, nesting + 1, left)) {
                        return false;
                    }
                    step.results.len()
                }
                _ => return false,
            };
            let enough = *left >= cost;
            *left = left.saturating_sub(cost);
            enough && !step.checks_cancel
        })
    }

    /// The operands as arguments that a callee takes over.
    pub(super) fn arguments(&mut self, operands: &[Operand]) -> Vec<Held> {
        operands
            .iter()
            .map(|operand| if operand.dies { operand.held } else { self.share(operand.held) })
            .collect()
    }

    /// One arm of a branch, up to the join.
    fn arm(
        &mut self,
        block: Block,
        arm: FnId,
        operands: &[Operand],
        step: &Step,
        join: &mut Join,
    ) -> Result<(), CompileError> {
        self.b.switch_to_block(block);
        match self.enter(step, arm, operands)? {
            Some(results) => self.pass_results(join, results),
            None => Ok(()),
        }
    }

    /// Runs a body on the operands. `None` if that is a jump to the start of the function.
    fn enter(
        &mut self,
        step: &Step,
        id: FnId,
        operands: &[Operand],
    ) -> Result<Option<Vec<Held>>, CompileError> {
        let arguments = self.arguments(operands);
        let Some(tail_loop) =
            self.tail_loop.filter(|tail_loop| step.tail_of == Some(id) && tail_loop.of == id)
        else {
            return self.invoke(id, arguments, step.counts_depth).map(Some);
        };
        let body = self.low.signature(id);
        let arguments = self.coerce_all(arguments, &body.params)?;
        let mut words = vec![self.b.ins().iadd_imm_s(self.depth, 1)];
        words.extend(self.flatten(&arguments));
        self.jump(tail_loop.start, &words);
        Ok(None)
    }

    /// Starts the loop of a tail-recursive function. Returns the parameters of an iteration; from
    /// here on the depth is that of the iteration.
    pub(super) fn start_tail_loop(&mut self, of: FnId, arguments: &[Held]) -> Vec<Held> {
        let start = self.b.create_block();
        let depth = self.b.append_block_param(start, types::I32);
        let forms: Vec<Form> = arguments.iter().map(|held| held.form).collect();
        let params = self.block_params(start, &forms);
        let mut words = vec![self.depth];
        words.extend(self.flatten(arguments));
        self.jump(start, &words);
        self.b.switch_to_block(start);
        self.tail_loop = Some(TailLoop { of, start, entry: self.depth });
        self.depth = depth;
        params
    }

    /// Runs a body on owned arguments: inlined, or by a call.
    fn invoke(
        &mut self,
        id: FnId,
        arguments: Vec<Held>,
        counts_depth: bool,
    ) -> Result<Vec<Held>, CompileError> {
        let function = self.low.function(id);
        if self.low.is_inlined(id, self.nesting) {
            self.nesting += 1;
            let results = tfrt_host::frame::grow_stack(|| self.run_inlined(function, arguments));
            self.nesting -= 1;
            return results;
        }
        let body = self.low.signature(id);
        let arguments = self.coerce_all(arguments, &body.params)?;
        let need = self.low.stack_need(id);
        let counted = counts_depth && !function.is_region;
        // A call outside recursion needs no check but increases the depth for its callees.
        let deeper = !function.is_region && function.needs_depth;
        let depth = if deeper { self.b.ins().iadd_imm_s(self.depth, 1) } else { self.depth };
        if need > if counted { SMALL_BYTES } else { UNCHECKED_BYTES } {
            return self.call_grown(id, &body, depth, &arguments);
        }
        let callee = self.low.body(id);
        if !counted {
            return self.call_body(callee, &body, depth, &arguments);
        }
        // Every so many levels the stack is checked for as many more.
        let joined = self.b.create_block();
        let results = self.block_params(joined, &body.results);
        // A tail loop has got deeper since it was entered: the stack is checked if that was due at
        // any depth in between.
        let grow = match self.tail_loop {
            None => {
                let level = self.b.ins().band_imm_u(depth, LEVELS - 1);
                self.b.ins().icmp_imm_s(IntCC::Equal, level, 0)
            }
            Some(tail_loop) => {
                let differ = self.b.ins().bxor(depth, tail_loop.entry);
                self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, differ, LEVELS)
            }
        };
        let next = self.branch_cold(grow);
        let grown = self.call_grown(id, &body, depth, &arguments)?;
        self.jump_held(joined, &grown);
        self.b.switch_to_block(next);
        let direct = self.call_body(callee, &body, depth, &arguments)?;
        self.jump_held(joined, &direct);
        self.b.switch_to_block(joined);
        Ok(results)
    }

    /// Calls a function where there is stack enough for it.
    fn call_grown(
        &mut self,
        id: FnId,
        body: &BodySignature,
        depth: Value,
        arguments: &[Held],
    ) -> Result<Vec<Held>, CompileError> {
        let entry = self.low.entry_alone(id);
        let slots = self.scratch(Area::Arguments, arguments.len() * SLOT as usize)?;
        self.store_all(slots, arguments)?;
        let left = self.scratch(Area::Results, body.results.len() * SLOT as usize)?;
        let number = self.number(entry);
        self.shim(Shim::Grown, &[self.activation, number, depth, slots, left]);
        self.load_all(left, &body.results)
    }

    /// Whether a loop runs its first iteration.
    pub(super) fn iterates(
        &mut self,
        kind: &StepKind,
        operands: &[Operand],
    ) -> Result<Option<Value>, CompileError> {
        Ok(match kind {
            StepKind::Repeat { .. } => {
                let (count, _) = selector(operands)?;
                Some(self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, count, 0))
            }
            StepKind::While { .. } => Some(selector(operands)?.0),
            _ => None,
        })
    }

    /// A loop whose control value is a count of iterations or, for `condition`, whether to continue.
    fn run_loop(
        &mut self,
        body: FnId,
        control: Value,
        condition: bool,
        operands: &[Operand],
        counts_depth: bool,
        join: &mut Join,
    ) -> Result<Option<Vec<Held>>, CompileError> {
        let values = self.low.param_forms(body);
        let results = self.low.result_forms(body);
        let initial = self.arguments(operands);
        let initial = self.coerce_all(initial, &values)?;
        if results.iter().any(|form| form.class == Class::Later) {
            let function = self.low.function(body);
            let deeper = !function.is_region && function.needs_depth;
            let depth = if deeper { self.b.ins().iadd_imm_s(self.depth, 1) } else { self.depth };
            return self.wait_loop(body, depth, control, condition, values, &initial).map(Some);
        }
        if results.len() != values.len() + usize::from(condition) {
            return Err(CompileError::new("the plan loops over different numbers of values"));
        }

        // The test is at the bottom: one branch an iteration.
        let iteration = self.b.create_block();
        let exit = self.b.create_block();
        let mut count = (!condition).then(|| self.b.append_block_param(iteration, types::I32));
        let mut carried = self.block_params(iteration, &values);
        let last = self.block_params(exit, &values);
        self.branch_back(control, condition, iteration, exit, &initial);

        self.b.switch_to_block(iteration);
        (count, carried) = self.check_between_iterations(count, &carried, join)?;
        let mut produced = self.invoke(body, carried, counts_depth)?;
        let control = match count {
            Some(count) => self.b.ins().iadd_imm_s(count, -1),
            None => {
                let again = produced.pop().ok_or_else(|| CompileError::new("no condition"))?;
                if let Some(err) = again.err {
                    let next = self.branch_cold(err);
                    self.release_all(&produced, true);
                    self.leave_failed(join, err);
                    self.b.switch_to_block(next);
                }
                again.word.ok_or_else(|| CompileError::new("a condition without a value"))?
            }
        };
        let produced = self.coerce_all(produced, &values)?;
        self.branch_back(control, condition, iteration, exit, &produced);

        self.b.switch_to_block(exit);
        Ok(Some(last))
    }

    /// Checks for cancellation between iterations, with the count and the values that the loop
    /// carries. They are stored and loaded around the call that decides, on the cold path: a value
    /// that lives across a call and has no register is spilled where it is defined, in every
    /// iteration.
    fn check_between_iterations(
        &mut self,
        count: Option<Value>,
        carried: &[Held],
        join: &mut Join,
    ) -> Result<(Option<Value>, Vec<Held>), CompileError> {
        let forms: Vec<Form> = carried.iter().map(|held| held.form).collect();
        let words = self.flatten(carried);
        let words: Vec<Value> = count.into_iter().chain(words).collect();
        let out = |mut words: std::vec::IntoIter<Value>| {
            let count = count.and_then(|_| words.next());
            (count, gather(&forms, &mut words))
        };
        let next = self.b.create_block();
        let types: Vec<Type> = words.iter().map(|&word| self.b.func.dfg.value_type(word)).collect();
        let params: Vec<Value> =
            types.iter().map(|&ty| self.b.append_block_param(next, ty)).collect();
        let block_args =
            |words: &[Value]| -> Vec<BlockArg> { words.iter().map(|&word| word.into()).collect() };

        let state = self.state();
        let cold = self.cold_block();
        self.b.ins().brif(state, cold, &[], next, &block_args(&words));
        self.b.switch_to_block(cold);
        let kept = self.scratch(Area::Arguments, words.len() * 8)?;
        for (index, &word) in words.iter().enumerate() {
            self.b.ins().store(MemFlagsData::trusted(), word, kept, word_offset(index)?);
        }
        let err = self.shim_word(Shim::Cancelled, &[self.activation]);
        let mut words = Vec::with_capacity(types.len());
        for (index, &ty) in types.iter().enumerate() {
            let word = self.b.ins().load(ty, MemFlagsData::trusted(), kept, word_offset(index)?);
            words.push(word);
        }
        let cancelled = self.cold_block();
        self.b.ins().brif(err, cancelled, &[], next, &block_args(&words));
        self.b.switch_to_block(cancelled);
        let (_, held) = out(words.into_iter());
        self.release_all(&held, true);
        self.leave_failed(join, err);
        self.b.switch_to_block(next);
        Ok(out(params.into_iter()))
    }

    /// Branches to another iteration or out of the loop.
    fn branch_back(
        &mut self,
        control: Value,
        condition: bool,
        iteration: Block,
        exit: Block,
        values: &[Held],
    ) {
        let words = self.flatten(values);
        let out: Vec<_> = words.iter().map(|&word| word.into()).collect();
        let mut again = out.clone();
        let test = if condition {
            control
        } else {
            again.insert(0, control.into());
            self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, control, 0)
        };
        self.b.ins().brif(test, iteration, &again, exit, &out);
    }

    /// A loop that waits between iterations: the runtime drives it.
    fn wait_loop(
        &mut self,
        body: FnId,
        depth: Value,
        control: Value,
        condition: bool,
        values: Vec<Form>,
        initial: &[Held],
    ) -> Result<Vec<Held>, CompileError> {
        let forms: Vec<Form> =
            values.iter().map(|form| Form::new(form.rep, Class::Later)).collect();
        let framed = self.low.function(body).is_framed_loop();
        let body = self.low.entry(body);
        let record =
            self.low.record_loop(LoopRecord { body, params: values, condition, framed })?;
        let control = if condition { self.b.ins().uextend(types::I32, control) } else { control };
        let slots = self.scratch(Area::Arguments, initial.len() * SLOT as usize)?;
        self.store_all(slots, initial)?;
        let left = self.scratch(Area::Results, forms.len() * SLOT as usize)?;
        let record = self.number(record);
        self.shim(Shim::Loop, &[self.activation, record, depth, control, slots, left]);
        self.load_all(left, &forms)
    }
}

/// The word that decides, and the operands after it.
fn selector(operands: &[Operand]) -> Result<(Value, &[Operand]), CompileError> {
    let (first, rest) =
        operands.split_first().ok_or_else(|| CompileError::new("control flow without operands"))?;
    let word = first.held.word.ok_or_else(|| CompileError::new("control flow by a chain"))?;
    Ok((word, rest))
}
