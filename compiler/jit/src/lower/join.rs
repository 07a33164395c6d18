//! The join of a step's exits. A step ends with its results or with one error as every result; each
//! exit jumps to a block whose parameters are the results.

use super::emit::{Emit, Held};
use super::step::Operand;
use crate::abi::Form;
use crate::error::CompileError;
use cranelift_codegen::ir::{Block, Value, types};

/// The exits of one step.
#[derive(Debug)]
pub(crate) struct Join {
    /// The step's results.
    pub(crate) forms: Vec<Form>,
    /// The join block of exits with results, if there are several, and its parameters.
    block: Option<(Block, Vec<Held>)>,
    /// The join block of error exits, and the error, which it owns.
    failed: Option<(Block, Value)>,
}

impl Join {
    pub(super) fn new(forms: Vec<Form>) -> Self {
        Self { forms, block: None, failed: None }
    }
}

impl Emit<'_, '_, '_> {
    /// Ends the step on a cold path with an owned error as every result.
    pub(super) fn fail(&mut self, operands: &[Operand], join: &mut Join, err: Value) {
        self.release_dying(operands, true);
        self.leave_failed(join, err);
    }

    /// The same, after the operands were consumed.
    pub(super) fn leave_failed(&mut self, join: &mut Join, err: Value) {
        let (block, _) = *join.failed.get_or_insert_with(|| {
            let block = self.cold_block();
            (block, self.b.append_block_param(block, types::I64))
        });
        self.jump(block, &[err]);
    }

    /// Ends the step with these results.
    pub(super) fn pass_results(
        &mut self,
        join: &mut Join,
        results: Vec<Held>,
    ) -> Result<(), CompileError> {
        let results = self.coerce_all(results, &join.forms)?;
        let block = match &join.block {
            Some((block, _)) => *block,
            None => {
                let block = self.b.create_block();
                join.block = Some((block, self.block_params(block, &join.forms)));
                block
            }
        };
        self.jump_held(block, &results);
        Ok(())
    }

    /// Joins all exits. `results`: those of the current path; `None` if that has ended.
    pub(super) fn meet(
        &mut self,
        mut join: Join,
        results: Option<Vec<Held>>,
    ) -> Result<Vec<Held>, CompileError> {
        match results {
            Some(results) if join.block.is_none() && join.failed.is_none() => {
                return self.coerce_all(results, &join.forms);
            }
            Some(results) => self.pass_results(&mut join, results)?,
            None => {}
        }
        if let Some((block, err)) = join.failed {
            self.b.switch_to_block(block);
            let errors = self.poison(&join.forms, err)?;
            self.pass_results(&mut join, errors)?;
        }
        let ended = || CompileError::new("a step of the plan does not end");
        let (block, params) = join.block.ok_or_else(ended)?;
        self.b.switch_to_block(block);
        Ok(params)
    }
}
