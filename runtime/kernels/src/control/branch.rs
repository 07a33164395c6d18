//! Calls, and selections between functions and regions.

use super::suspend::{self, Loop};
use super::{enter_anew, enter_as, other_results, pass_through};
use std::mem;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Callee, Filled, Function, Results, Signature, Value};
use tfrt_host::value::AnyRef;

/// Calls a function. Inside, each kernel waits only for its own operands, so results may be
/// pending on return.
///
/// # Errors
/// The op's number of results differs from the function's.
#[kernel(
    "tfrt.call",
    effects(),
    assembly = "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, results)",
    traits(capturable(&[]), callees(&[Callee::symbol("callee")])),
    control = Call
)]
pub fn call(
    ctx: ExecCtx<'_>,
    callee: &Function,
    arguments: &mut [Value],
    results: Results<'_>,
) -> Result<Filled, KernelError> {
    run_through(ctx, callee, arguments, results)
}

/// Calls the function of that index, or the last one if the index is out of range.
///
/// # Errors
/// There is no function, or the op's number of results differs from the function's.
#[kernel(
    "tfrt.case",
    effects(),
    assembly = "$index $branches `(` $arguments `)` attr-dict \
        `:` functional-type($arguments, (results))",
    traits(capturable(&[]), callees(&[Callee::symbols("branches").takes_from(1)])),
    control = Case
)]
pub fn case(
    ctx: ExecCtx<'_>,
    index: i32,
    branches: &[Function],
    arguments: &mut [Value],
    results: Results<'_>,
) -> Result<Filled, KernelError> {
    let chosen = usize::try_from(index).ok().and_then(|index| branches.get(index));
    match chosen.or(branches.last()) {
        Some(branch) => run_through(ctx, branch, arguments, results),
        None => Err(invalid("tfrt.case has no branches")),
    }
}

/// Calls the first function if the condition holds, else the second.
///
/// # Errors
/// There are not two functions, or the op's number of results differs from the chosen one's.
#[kernel(
    "tfrt.cond",
    effects(),
    assembly = "$condition $a_true_fn $b_false_fn `(` $arguments `)` attr-dict \
        `:` functional-type($arguments, (results))",
    traits(
        capturable(&[]),
        callees(&[
            Callee::symbol("a_true_fn").role("true function").takes_from(1),
            Callee::symbol("b_false_fn").role("false function").takes_from(1),
        ])
    ),
    control = If
)]
pub fn cond(
    ctx: ExecCtx<'_>,
    condition: bool,
    functions: &[Function],
    arguments: &mut [Value],
    results: Results<'_>,
) -> Result<Filled, KernelError> {
    let [then, otherwise] = functions else {
        return Err(invalid("tfrt.cond needs two functions"));
    };
    let chosen = if condition { then } else { otherwise };
    run_through(ctx, chosen, arguments, results)
}

/// Runs the first region if the condition holds, else the second.
///
/// # Errors
/// There are not two regions, or the op's number of results differs from the chosen one's.
#[kernel(
    "tfrt.if",
    effects(),
    assembly = "operands attr-dict-with-keyword `:` functional-type($arguments, (results)) \
        ` ` region (`else` ` ` region^)?",
    traits(
        capturable(&[]),
        callees(&[
            Callee::region().role("'then' block").takes_from(1),
            Callee::region().role("'else' block").takes_from(1),
        ])
    ),
    control = If
)]
pub fn r#if(
    ctx: ExecCtx<'_>,
    condition: bool,
    regions: &[Function],
    arguments: &mut [Value],
    results: Results<'_>,
) -> Result<Filled, KernelError> {
    let [then, otherwise] = regions else {
        return Err(invalid("tfrt.if needs two regions"));
    };
    let chosen = if condition { then } else { otherwise };
    run(ctx, chosen, chosen.signature(), arguments, results.0)
}

/// Runs the first region. If one of its results is an error, the results are those of the second
/// region, which takes the same operands. The results are pending until all of the first region's
/// are available.
#[kernel(
    "tfrt.try",
    effects(),
    assembly = "operands attr-dict-with-keyword `:` functional-type(operands, (results)) \
        ` ` region `else` ` ` region",
    traits(callees(&[
        Callee::region().role("'try' block"),
        Callee::region().role("'else' block"),
    ]))
)]
pub fn r#try(
    ctx: ExecCtx<'_>,
    body: &Function,
    otherwise: &Function,
    arguments: &[Value],
) -> Vec<Value> {
    let results = enter_anew(ctx, body, &mut arguments.to_vec());
    let count = results.len();
    let arguments = arguments.to_vec();
    suspend::run(Try { otherwise: otherwise.clone(), arguments, results }, ctx, count)
}

/// A `tfrt.try` after the call of its first region.
struct Try {
    otherwise: Function,
    arguments: Vec<Value>,
    results: Vec<Value>,
}

impl Loop for Try {
    fn advance(&mut self, ctx: ExecCtx<'_>) -> Option<Vec<Value>> {
        if self.pending().is_some() {
            return None;
        }
        let failed = self.results.iter().any(|result| result.error().is_some());
        if failed && ctx.request.cancelled().is_none() {
            return Some(enter_anew(ctx, &self.otherwise, &mut self.arguments));
        }
        Some(mem::take(&mut self.results))
    }

    fn pending(&self) -> Option<&AnyRef> {
        self.results.iter().find_map(Value::pending)
    }

    fn resumes_in_task(&self) -> bool {
        false
    }
}

/// Calls a function for an op that names it: errors among the results on return get this call in
/// their trail.
fn run_through(
    ctx: ExecCtx<'_>,
    function: &Function,
    arguments: &mut [Value],
    results: Results<'_>,
) -> Result<Filled, KernelError> {
    let signature = function.signature();
    let filled = run(ctx, function, signature, arguments, results.0)?;
    pass_through(ctx, signature, results.0);
    Ok(filled)
}

#[inline]
fn run(
    ctx: ExecCtx<'_>,
    function: &Function,
    signature: &Signature,
    arguments: &mut [Value],
    results: &mut [Value],
) -> Result<Filled, KernelError> {
    if signature.results.len() != results.len() {
        return Err(other_results(ctx, function, arguments, results.len()));
    }
    enter_as(ctx, function, signature, arguments, results);
    Ok(Filled)
}

fn invalid(message: &'static str) -> KernelError {
    KernelError::new(ErrorCode::InvalidArgument, message)
}
