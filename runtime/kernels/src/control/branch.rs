//! Calls, and choices between functions.

use super::{enter, enter_through};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Function, Value};

/// Calls a function. Inside, each kernel waits only for its own operands, so results may be
/// pending on return.
#[kernel("tfrt.call", form = Call, control = Call)]
pub fn call(ctx: ExecCtx<'_>, callee: &Function, arguments: &[Value]) -> Vec<Value> {
    enter_through(ctx, callee, arguments.to_vec())
}

/// Calls the function of that index, or the last one if there is none of that index.
///
/// # Errors
/// There is no function at all.
#[kernel("tfrt.case", form = Case, control = Case)]
pub fn case(
    ctx: ExecCtx<'_>,
    index: i32,
    branches: &[Function],
    arguments: &[Value],
) -> Result<Vec<Value>, KernelError> {
    let chosen = usize::try_from(index).ok().and_then(|index| branches.get(index));
    match chosen.or(branches.last()) {
        Some(branch) => Ok(enter_through(ctx, branch, arguments.to_vec())),
        None => Err(invalid("tfrt.case has no branches")),
    }
}

/// Calls the first function if the condition holds, else the second.
///
/// # Errors
/// There are not two functions.
#[kernel("tfrt.cond", form = Cond, control = If)]
pub fn cond(
    ctx: ExecCtx<'_>,
    condition: bool,
    functions: &[Function],
    arguments: &[Value],
) -> Result<Vec<Value>, KernelError> {
    let [then, otherwise] = functions else {
        return Err(invalid("tfrt.cond needs two functions"));
    };
    let chosen = if condition { then } else { otherwise };
    Ok(enter_through(ctx, chosen, arguments.to_vec()))
}

/// Runs the first region if the condition holds, else the second.
///
/// # Errors
/// There are not two regions.
#[kernel("tfrt.if", form = If, control = If)]
pub fn r#if(
    ctx: ExecCtx<'_>,
    condition: bool,
    regions: &[Function],
    arguments: &[Value],
) -> Result<Vec<Value>, KernelError> {
    let [then, otherwise] = regions else {
        return Err(invalid("tfrt.if needs two regions"));
    };
    Ok(enter(ctx, if condition { then } else { otherwise }, arguments.to_vec()))
}

fn invalid(message: &'static str) -> KernelError {
    KernelError { message: message.into(), code: ErrorCode::InvalidArgument }
}
