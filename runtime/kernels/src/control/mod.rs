//! Control flow: kernels that run functions. Compiled engines lower these ops themselves
//! (`Control`); the executor enters the kernels.

pub mod branch;
pub mod conditional;
pub mod counted;
pub mod once;
pub mod parallel;
pub(crate) mod suspend;

use tfrt_host::context::ExecCtx;
use tfrt_host::error::{Error, ErrorCode, KernelError};
use tfrt_host::kernel::{Function, KernelDef, Value};

/// Calls a function with values that may be pending or errors, and gives a value for each of its
/// results.
///
/// A named function is one more nested call; a region is part of the function it stands in. What
/// is nested too deeply is not run: each result is the reported error `call depth exceeds N`.
pub(crate) fn enter(ctx: ExecCtx<'_>, function: &Function, arguments: Vec<Value>) -> Vec<Value> {
    let signature = function.signature();
    let mut results: Vec<Value> = signature.results.iter().map(|_| Value::Empty).collect();
    let depth = ctx.depth.saturating_add(u32::from(!signature.name.is_empty()));
    let limit = ctx.host().max_call_depth();
    let refused = if depth > limit {
        let message = format!("call depth exceeds {limit}").into();
        Some(KernelError { message, code: ErrorCode::ResourceExhausted })
    } else if arguments.len() != signature.arguments.len() {
        let (given, expected) = (arguments.len(), signature.arguments.len());
        let name = &signature.name;
        Some(KernelError::from(format!(
            "function '{name}' takes {expected} arguments, given {given}"
        )))
    } else {
        None
    };
    if let Some(error) = refused {
        results.fill(Value::Error(ctx.report(error)));
        return results;
    }
    tfrt_host::frame::grow_stack(|| function.call(ctx.request, depth, arguments, &mut results));
    results
}

/// Like [`enter`], for ops that call a named function: an error that is there on return has come
/// through this call.
fn enter_through(ctx: ExecCtx<'_>, function: &Function, arguments: Vec<Value>) -> Vec<Value> {
    let mut results = enter(ctx, function, arguments);
    let name = &function.signature().name;
    if name.is_empty() {
        return results;
    }
    // Several results usually hold one error, and go on holding one.
    let mut last: Option<(Error, Error)> = None;
    for result in &mut results {
        let Some(error) = result.error() else { continue };
        let through = match &last {
            Some((seen, through)) if seen.ptr_eq(error) => through.clone(),
            _ => {
                let through = error.through(name.clone(), ctx.site.location.clone());
                last = Some((error.clone(), through.clone()));
                through
            }
        };
        *result = Value::Error(through);
    }
    results
}

/// `count` results that are all one error.
fn poisoned(count: usize, error: &Error) -> Vec<Value> {
    vec![Value::Error(error.clone()); count]
}

pub(crate) const KERNELS: &[KernelDef] = &[
    branch::CALL,
    branch::CASE,
    branch::COND,
    branch::IF,
    once::ONCE,
    parallel::PARALLEL_CALL_I32,
    parallel::PARALLEL_FOR_I32,
    counted::REPEAT_I32,
    conditional::WHILE,
];
