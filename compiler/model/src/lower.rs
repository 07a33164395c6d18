//! Gives each op of an op graph its kernel: the member of its family that takes its operands.

use crate::ops::{members, ops};
use crate::rewrite::{Rules, again, rewrite};
use tfrt_compiler::builder::{FunctionBuilder, Reported, Value};
use tfrt_compiler::graph::{Module, Op, Type};
use tfrt_compiler::source::Diagnostic;

/// The program of kernels that an op graph is.
///
/// # Errors
/// An op whose kernels do not take its operands.
pub fn lower(module: &Module) -> Result<Module, Vec<Diagnostic>> {
    rewrite(module, ops(), &mut Lower)
}

struct Lower;

impl Rules for Lower {
    fn op(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        (op, types): (&Op, &[Type]),
        operands: &[Value],
    ) -> Result<Option<Vec<Value>>, Reported> {
        let Some(members) = members(&op.name) else { return Ok(None) };
        let member = function.op(&op.name).operands(operands.iter().copied());
        let member = member.attributes(&op.attributes).expected(types.iter().cloned()).member()?;
        again(function, (op, types), members[member], operands, Vec::new()).map(Some)
    }
}
