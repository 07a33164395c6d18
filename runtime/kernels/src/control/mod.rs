//! Control flow: kernels that call functions. Compiled engines lower these ops themselves
//! (`Control`); the executor calls the kernels.
//!
//! What is hidden here is for the kernels of `tfrt-test-kernels` that call functions.

pub mod branch;
pub mod conditional;
pub mod counted;
pub mod once;
pub mod parallel;
#[doc(hidden)]
pub mod suspend;

use tfrt_host::context::ExecCtx;
use tfrt_host::error::{Error, KernelError, counted};
use tfrt_host::kernel::{Function, Signature, Value};

/// Calls a function with values that may be pending or errors, which it takes, and stores its
/// results in `results`, whose length matches.
///
/// Calling a named function increases the call depth; a region belongs to its function. Beyond the
/// limit the function is not run: each result is the reported error `call depth exceeds N`.
pub(crate) fn enter(
    ctx: ExecCtx<'_>,
    function: &Function,
    arguments: &mut [Value],
    results: &mut [Value],
) {
    enter_as(ctx, function, function.signature(), arguments, results);
}

/// [`enter`] for a signature that the caller has looked up.
#[inline]
fn enter_as(
    ctx: ExecCtx<'_>,
    function: &Function,
    signature: &Signature,
    arguments: &mut [Value],
    results: &mut [Value],
) {
    let depth = ctx.depth.saturating_add(u32::from(!signature.name.is_empty()));
    if depth > ctx.host().max_call_depth() || arguments.len() != signature.arguments.len() {
        results.fill(Value::Error(refuse(ctx, signature, depth, arguments.len())));
        return;
    }
    tfrt_host::frame::grow_stack(|| function.call(ctx.request, depth, arguments, results));
}

/// Reports why a function is not called.
#[cold]
fn refuse(ctx: ExecCtx<'_>, signature: &Signature, depth: u32, given: usize) -> Error {
    if depth > ctx.host().max_call_depth() {
        return ctx.depth_exceeded();
    }
    let (name, expected) = (&signature.name, counted(signature.arguments.len(), "argument"));
    ctx.report(format!("function '{name}' takes {expected}, given {given}"))
}

/// [`enter`] that allocates the results.
#[doc(hidden)]
pub fn enter_anew(ctx: ExecCtx<'_>, function: &Function, arguments: &mut [Value]) -> Vec<Value> {
    let mut results = vec![Value::Empty; function.signature().results.len()];
    enter(ctx, function, arguments, &mut results);
    results
}

/// Like [`enter_anew`], for ops that call a named function: errors among the results on return get
/// this call in their trail.
fn enter_through(ctx: ExecCtx<'_>, function: &Function, arguments: &mut [Value]) -> Vec<Value> {
    let mut results = enter_anew(ctx, function, arguments);
    pass_through(ctx, function.signature(), &mut results);
    results
}

fn pass_through(ctx: ExecCtx<'_>, signature: &Signature, results: &mut [Value]) {
    let name = &signature.name;
    if name.is_empty() {
        return;
    }
    // Several results usually share one error, and must still share it afterwards.
    let mut last: Option<(Error, Error)> = None;
    for result in results {
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
}

/// The error of an op whose number of results differs from its function's. The function runs
/// nevertheless.
#[cold]
fn other_results(
    ctx: ExecCtx<'_>,
    function: &Function,
    arguments: &mut [Value],
    expected: usize,
) -> KernelError {
    let given = enter_anew(ctx, function, arguments).len();
    KernelError::from(format!("kernel gave {given} results, the op has {expected}"))
}

/// `count` results that are all the same error.
fn poisoned(count: usize, error: &Error) -> Vec<Value> {
    vec![Value::Error(error.clone()); count]
}
