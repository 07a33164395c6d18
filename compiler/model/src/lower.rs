//! Gives each op of an op graph its kernel: the member of its family that takes its operands.

use crate::ops::members;
use crate::rewrite::{Old, Rules, again, rewrite};
use tfrt_compiler::builder::{FunctionBuilder, Reported, Value};
use tfrt_compiler::graph::Module;
use tfrt_compiler::source::Diagnostic;

/// The program of kernels that an op graph is, without any other pass.
///
/// # Errors
/// An op whose kernels do not take its operands.
pub(crate) fn lower(module: &Module) -> Result<Module, Vec<Diagnostic>> {
    rewrite(module, &mut Lower)
}

struct Lower;

impl Rules for Lower {
    fn op(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        old: &Old<'_>,
        operands: &[Value],
    ) -> Result<Option<Vec<Value>>, Reported> {
        let Some(kernel) = kernel(function, old, operands)? else { return Ok(None) };
        again(function, old, kernel, operands, Vec::new()).map(Some)
    }
}

/// The kernel that an op is with these operands, if it stands for several.
///
/// # Errors
/// None of them takes the operands, which is reported.
pub(crate) fn kernel(
    function: &mut FunctionBuilder<'_, '_>,
    old: &Old<'_>,
    operands: &[Value],
) -> Result<Option<&'static str>, Reported> {
    let Some(members) = members(&old.op.name) else { return Ok(None) };
    let op = function.op(&old.op.name).operands(operands.iter().copied());
    let member = op.attributes(&old.op.attributes).expected(old.types.iter().cloned()).member()?;
    Ok(members.get(member).copied())
}
