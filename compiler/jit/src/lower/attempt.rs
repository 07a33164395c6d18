//! Attempts: functions without error values that give up where the exact function would have an
//! error, and the choice between the two.
//!
//! An attempt is called like any function, but for two things: in place of the depth it gets the
//! calls that are left to it, and after its results comes whether it gave up.
//!
//! Half of the calls of a recursion that branches end it at once, and a call costs more than that: the
//! code generator saves registers before it looks at anything. So where an attempt is called and has
//! a short way through, the condition for it is looked at before the call.

use super::control::{SELECTED, selector};
use super::emit::{Emit, Held};
use super::{ATTEMPT_CALLS, BodySignature};
use crate::CompileError;
use crate::abi::{Form, MAX_DEPTH, Rep};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value, types};
use tfrt_compiler::plan::{Class, FnId, FnPlan, StepKind, Tries};
use tfrt_host::kernel::ScalarType;

/// The form of the word that says whether an attempt gave up.
const GAVE_UP: Form = Form { rep: Rep::Scalar(ScalarType::I1), class: Class::Ready };

impl<'a> Emit<'_, 'a, '_> {
    /// A function that tries first.
    pub(super) fn try_first(
        &mut self,
        tries: Tries,
        arguments: Vec<Held>,
    ) -> Result<Vec<Held>, CompileError> {
        let exact = self.low.signature(tries.exact);
        let joined = self.b.create_block();
        let results = self.block_params(joined, &exact.results);

        let limit = MemFlagsData::trusted().with_readonly();
        let limit = self.b.ins().load(types::I32, limit, self.activation, MAX_DEPTH);
        let left = self.b.ins().isub(limit, self.depth);
        let deeper = self.b.ins().icmp(IntCC::UnsignedGreaterThan, self.depth, limit);
        let none = self.number(0);
        let left = self.b.ins().select(deeper, none, left);
        let levels = self.number(self.low.function(tries.attempt).levels);
        let left = self.b.ins().udiv(left, levels);
        // One of every so many is spent on the look at the stack.
        let looks = self.number(ATTEMPT_CALLS - 1);
        let looks = self.b.ins().udiv(left, looks);
        let left = self.b.ins().iadd(left, looks);

        let attempt = self.low.signature(tries.attempt);
        let callee = self.low.body(tries.attempt);
        let mut tried = self.call_body(callee, &attempt, left, &arguments)?;
        let gave_up = word(tried.pop())?;
        let next = self.branch_cold(gave_up);
        let callee = self.low.body(tries.exact);
        let errors = self.call_body(callee, &exact, self.depth, &arguments)?;
        self.jump_held(joined, &errors);
        self.b.switch_to_block(next);
        let tried = self.coerce_all(tried, &exact.results)?;
        self.jump_held(joined, &tried);
        self.b.switch_to_block(joined);
        Ok(results)
    }

    /// The body of an attempt that is called.
    pub(super) fn attempt(
        &mut self,
        id: FnId,
        body: &BodySignature,
        arguments: Vec<Held>,
        out: Option<Value>,
    ) -> Result<(), CompileError> {
        let function = self.low.function(id);
        if !function.is_region {
            // Is the stack to be looked at, or the run's state?
            let every = self.b.ins().band_imm_u(self.depth, i64::from(ATTEMPT_CALLS - 1));
            let every = self.b.ins().icmp_imm_s(IntCC::Equal, every, 0);
            let state = self.state();
            let every = self.b.ins().uextend(types::I64, every);
            let pauses = self.b.ins().bor(every, state);
            let next = self.branch_cold(pauses);
            self.give_up_if(state);
            let none = self.b.ins().icmp_imm_s(IntCC::Equal, self.depth, 0);
            self.give_up_if(none);
            let left = self.b.ins().iadd_imm_s(self.depth, -1);
            let results = self.call_grown(id, body, left, &arguments)?;
            self.give_back(body, results, out)?;
            self.b.switch_to_block(next);
            self.depth = self.b.ins().iadd_imm_s(self.depth, -1);
        }
        let arguments = if function.is_loop {
            // As many as the calls that are left deepen the depth, without those that are spent on
            // looks at the stack.
            let looks = self.b.ins().ushr_imm_u(self.depth, i64::from(ATTEMPT_CALLS.ilog2()));
            let calls = self.b.ins().isub(self.depth, looks);
            let levels = self.number(function.levels);
            let trips = self.b.ins().imul(calls, levels);
            self.start_trips(id, trips, &arguments)
        } else {
            arguments
        };
        let mut results = self.run_in_place(function, arguments)?;
        let done = self.int(types::I8, 0);
        results.push(Held { form: GAVE_UP, word: Some(done), err: None });
        self.give_back(body, results, out)?;
        if let Some(block) = self.give_up.take() {
            self.b.switch_to_block(block);
            let forms = &body.results[..body.results.len() - 1];
            let mut results: Vec<Held> =
                forms.iter().map(|form| Held::ready(form.rep, self.no_word(form.rep))).collect();
            let gave_up = self.int(types::I8, 1);
            results.push(Held { form: GAVE_UP, word: Some(gave_up), err: None });
            self.give_back(body, results, out)?;
        }
        Ok(())
    }

    /// Calls an attempt from within one.
    pub(super) fn call_attempt(
        &mut self,
        id: FnId,
        body: &BodySignature,
        arguments: &[Held],
    ) -> Result<Vec<Held>, CompileError> {
        let callee = self.low.body(id);
        let function = self.low.function(id);
        let forms = &body.results[..body.results.len() - 1];
        let short = self.short_way(function);
        let joined = match short {
            None => None,
            Some((short, arm)) => {
                let operands = self.run_to_last(function, arguments)?;
                let (condition, operands) = selector(&operands)?;
                let joined = self.b.create_block();
                let results = self.block_params(joined, forms);
                let blocks = [self.b.create_block(), self.b.create_block()];
                self.b.ins().brif(condition, blocks[0], &[], blocks[1], &[]);
                self.b.switch_to_block(blocks[short]);
                let operands = self.arguments(operands);
                let held = self.invoke(arm, operands, false)?;
                self.jump_held(joined, &held);
                self.b.switch_to_block(blocks[1 - short]);
                Some((joined, results))
            }
        };
        let mut called = self.call_body(callee, body, self.depth, arguments)?;
        let gave_up = word(called.pop())?;
        self.give_up_if(gave_up);
        let Some((joined, results)) = joined else { return Ok(called) };
        self.jump_held(joined, &called);
        self.b.switch_to_block(joined);
        Ok(results)
    }

    /// The arm of a function that ends in a branch which is no more than a few instructions, if
    /// these and what is before the branch always succeed: which of the two, and its body.
    fn short_way(&mut self, function: &'a FnPlan) -> Option<(usize, FnId)> {
        let [segment] = function.segments.as_slice() else { return None };
        let (last, before) = segment.steps.split_last()?;
        let StepKind::If { arms } = &last.kind else { return None };
        if function.is_region || arms.len() != 2 || last.looks || *last.results != *function.results
        {
            return None;
        }
        let mut left = SELECTED;
        if !self.are_cheap(before.iter(), self.nesting, &mut left) {
            return None;
        }
        let mut arms = arms.iter().copied().enumerate();
        arms.find(|&(_, arm)| self.is_cheap(arm, self.nesting, &mut left.clone()))
    }

    /// Gives up if the run may be cancelled.
    pub(super) fn give_up_if_cancelled(&mut self) {
        let state = self.state();
        self.give_up_if(state);
    }

    /// Gives up if `condition` is not zero.
    pub(super) fn give_up_if(&mut self, condition: Value) {
        let block = self.give_up_block();
        let next = self.b.create_block();
        self.b.ins().brif(condition, block, &[], next, &[]);
        self.b.switch_to_block(next);
    }

    fn give_up_block(&mut self) -> Block {
        if let Some(block) = self.give_up {
            return block;
        }
        let block = self.cold_block();
        self.give_up = Some(block);
        block
    }
}

fn word(held: Option<Held>) -> Result<Value, CompileError> {
    held.and_then(|held| held.word).ok_or_else(|| CompileError::new("an attempt without an end"))
}
