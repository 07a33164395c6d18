//! The ways in which a step ends, and where they meet: with results, or with one error as all of them.
//! Where an error does nothing but fail the next step it goes straight on to where that fails, so that
//! the usual way neither carries nor tests it; and where the next step looks at something before it
//! runs, one test is for both.

use super::emit::{Emit, Held};
use super::step::{Operand, Scope};
use crate::CompileError;
use crate::abi::Form;
use crate::shim::Shim;
use cranelift_codegen::ir::{Block, Value, types};
use smallvec::SmallVec;
use tfrt_compiler::plan::{Class, LocalId, Step};

/// The results of one step, which are few.
pub(crate) type Helds = SmallVec<[Held; 4]>;

/// The same, without those that nothing uses.
type Kept = SmallVec<[Option<Held>; 4]>;

/// How a step ends.
#[derive(Debug)]
pub(crate) struct Join {
    pub(crate) forms: SmallVec<[Form; 4]>,
    /// Which results anything uses; the others end with the step.
    used: SmallVec<[bool; 4]>,
    /// No result that is [left](Emit::leave) is an error.
    pub(super) is_sure: bool,
    /// Instead of an error the only result has the failure of this op, or zero.
    pub(super) failure_of: Option<u32>,
    /// Where the ways with results meet, if there are several.
    block: Option<(Block, Vec<Held>)>,
    /// Where the ways meet on which all results are an error, and the error, owned once.
    failed: Option<(Block, Value)>,
}

/// What the C entry of an op's kernel has answered: zero, or an owned failure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Untested {
    pub(super) failure: Value,
    pub(super) op: u32,
}

/// Where a step has failed, while the builder is where it has not.
#[derive(Debug)]
pub(super) struct Failed {
    to: (Block, Value),
    /// What the error is the error of: all results that are used.
    values: SmallVec<[LocalId; 4]>,
    /// Where the builder is, this is still to be looked at.
    untested: Option<Untested>,
}

impl Join {
    pub(super) fn new(forms: SmallVec<[Form; 4]>, used: SmallVec<[bool; 4]>) -> Self {
        Self { forms, used, is_sure: false, failure_of: None, block: None, failed: None }
    }

    /// Its only result may be an error, and something uses it.
    pub(super) fn passes_error(&self) -> bool {
        matches!((&*self.forms, &*self.used), ([form], [true]) if form.class == Class::Fallible)
    }

    fn used_forms(&self) -> SmallVec<[Form; 4]> {
        let used = self.forms.iter().zip(&self.used).filter(|&(_, &used)| used);
        used.map(|(&form, _)| form).collect()
    }
}

impl<'a> Emit<'_, 'a, '_> {
    /// Ends the step on a cold path with an owned error as every result.
    pub(super) fn fail(&mut self, operands: &[Operand], join: &mut Join, err: Value) {
        self.release_dying(operands, true);
        self.leave_failed(join, err);
    }

    /// Ends the step with an owned error as every result.
    pub(super) fn leave_failed(&mut self, join: &mut Join, err: Value) {
        let (block, _) = self.failed(join);
        self.jump(block, &[err]);
    }

    /// Reports a failure; gives the error.
    pub(super) fn report(&mut self, Untested { failure, op }: Untested) -> Value {
        let op = self.number(op);
        self.shim_word(Shim::Failed, &[self.activation, op, failure, self.depth])
    }

    /// Looks whether there is a failure, and goes on if not.
    pub(super) fn test(&mut self, join: &mut Join, untested: Untested) {
        let next = self.branch_cold(untested.failure);
        let err = self.report(untested);
        self.leave_failed(join, err);
        self.b.switch_to_block(next);
    }

    fn failed(&mut self, join: &mut Join) -> (Block, Value) {
        *join.failed.get_or_insert_with(|| {
            let block = self.cold_block();
            (block, self.b.append_block_param(block, types::I64))
        })
    }

    /// Ends the step with these results.
    pub(super) fn leave(&mut self, join: &mut Join, results: Helds) -> Result<(), CompileError> {
        let results = self.keep_used(join, results)?;
        let sure = |held: Held| match held.form.class {
            Class::Fallible if join.is_sure => held.checked(),
            _ => held,
        };
        let results: Helds = results.into_iter().flatten().map(sure).collect();
        let block = match &join.block {
            Some((block, _)) => *block,
            None => {
                let block = self.b.create_block();
                let forms: SmallVec<[Form; 4]> = results.iter().map(|held| held.form).collect();
                let mut params = self.block_params(block, &forms);
                for (param, form) in params.iter_mut().zip(join.used_forms()) {
                    param.form = form;
                }
                join.block = Some((block, params));
                block
            }
        };
        self.jump_held(block, &results);
        Ok(())
    }

    /// The results that are used, in the step's forms.
    fn keep_used(&mut self, join: &Join, results: Helds) -> Result<Kept, CompileError> {
        if results.len() != join.forms.len() {
            return Err(CompileError::new("the plan joins different numbers of values"));
        }
        let mut kept = Kept::with_capacity(results.len());
        for ((held, form), &used) in results.into_iter().zip(&join.forms).zip(&join.used) {
            kept.push(if used {
                Some(self.coerce(held, form.class)?)
            } else {
                self.release(held, false);
                None
            });
        }
        Ok(kept)
    }

    /// Comes back from the ways in which the step ends. `results`: those of the way that the builder
    /// is on, or none if it has left already. Gives each result that is used, and where the step has
    /// failed, unless that has met the other ways.
    pub(super) fn finish_step(
        &mut self,
        scope: &Scope<'a>,
        step: &Step,
        mut join: Join,
        results: Option<Helds>,
    ) -> Result<(Kept, Option<Failed>), CompileError> {
        let mut results = match results {
            Some(results) if join.block.is_none() => self.keep_used(&join, results)?,
            results => {
                if let Some(results) = results {
                    self.leave(&mut join, results)?;
                }
                let params = match (join.block.take(), join.failed) {
                    (Some((block, params)), _) => {
                        self.b.switch_to_block(block);
                        params
                    }
                    // All other ways lead back to the function's start.
                    (None, Some((block, err))) => {
                        join.failed = None;
                        self.b.switch_to_block(block);
                        self.poison(&join.used_forms(), err)?
                    }
                    (None, None) => {
                        return Err(CompileError::new("a step of the plan does not end"));
                    }
                };
                let mut params = params.into_iter();
                join.used.iter().map(|&used| if used { params.next() } else { None }).collect()
            }
        };
        let mut held: Helds = results.iter().copied().flatten().collect();
        let untested = join.failure_of.and_then(|op| {
            let failure = held.first_mut()?.err.take()?;
            Some(Untested { failure, op })
        });
        if untested.is_none() && join.failed.is_none() {
            return Ok((results, None));
        }
        let used = step.results.iter().zip(&join.used).filter(|&(_, &used)| used);
        let values: SmallVec<[LocalId; 4]> = used.map(|(&value, _)| value).collect();
        let stay = !values.is_empty() && values.iter().all(|&value| scope.is_only_here(value));
        let failed = Failed { to: self.failed(&mut join), values, untested };
        let failed = if stay {
            Some(failed)
        } else {
            self.meet(failed, &mut held)?;
            None
        };
        for (result, held) in results.iter_mut().flatten().zip(held) {
            *result = held;
        }
        Ok((results, failed))
    }

    /// Lets a step fail where the last one has, if that is all that becomes of the error.
    /// Otherwise both ways of the last step have met when this returns. Gives what is still to be
    /// looked at where the step has not failed.
    pub(super) fn go_on_failed(
        &mut self,
        scope: &mut Scope<'a>,
        step: &Step,
        join: &mut Join,
    ) -> Result<Option<Untested>, CompileError> {
        let Some(failed) = scope.failed.take() else { return Ok(None) };
        // There must be no other error to choose from, and nothing to release.
        let mut alone = failed.values.iter().all(|&value| scope.ends_with(value, step));
        for operand in step.checked().filter(|operand| !failed.values.contains(&operand.value)) {
            let held = scope.held(operand.value)?;
            let dies = scope.ends_with(operand.value, step);
            alone &= held.err.is_none() && !(dies && held.is_counted());
        }
        if alone {
            join.failed = Some(failed.to);
            return Ok(failed.untested);
        }
        scope.failed = Some(failed);
        self.meet_failed(scope)?;
        Ok(None)
    }

    /// Lets the ways on which the last step has failed and has not meet, if they have not.
    pub(super) fn meet_failed(&mut self, scope: &mut Scope<'a>) -> Result<(), CompileError> {
        let Some(failed) = scope.failed.take() else { return Ok(()) };
        let values = failed.values.clone();
        let mut held = Helds::new();
        for &value in &values {
            held.push(scope.held(value)?);
        }
        self.meet(failed, &mut held)?;
        for (value, held) in values.into_iter().zip(held) {
            scope.bind(value, held);
        }
        Ok(())
    }

    /// Lets both ways meet, on one of which there are these values.
    fn meet(&mut self, failed: Failed, held: &mut Helds) -> Result<(), CompileError> {
        let forms: SmallVec<[Form; 4]> = held.iter().map(|held| held.form).collect();
        if let Some(untested) = failed.untested {
            let mut join = Join::new(forms.clone(), SmallVec::new());
            join.failed = Some(failed.to);
            self.test(&mut join, untested);
        }
        let (from, err) = failed.to;
        let block = self.b.create_block();
        let params = self.block_params(block, &forms);
        self.jump_held(block, held);
        self.b.switch_to_block(from);
        let errors = self.poison(&forms, err)?;
        self.jump_held(block, &errors);
        self.b.switch_to_block(block);
        *held = params.into();
        Ok(())
    }
}
