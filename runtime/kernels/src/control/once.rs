//! Initialization: a function that runs once in a run.

use super::{enter_through, suspend};
use parking_lot::Mutex;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Callee, Function, Promises, Value};

/// The results of the first call of a function, shared by all callers.
struct Once {
    results: Vec<Value>,
    /// Taken by the first caller.
    promises: Mutex<Option<Promises>>,
}

/// Calls a function, unless an op with this function has called it in this run before: then the
/// results are those of that call, whatever the operands are.
///
/// # Errors
/// The run has another resource under the name of the results.
#[kernel(
    "tfrt.once",
    effects(),
    assembly = "$function `(` $arguments `)` attr-dict `:` functional-type($arguments, (results))",
    traits(callees(&[Callee::symbol("function")]))
)]
pub fn once(
    ctx: ExecCtx<'_>,
    function: &Function,
    arguments: &[Value],
) -> Result<Vec<Value>, KernelError> {
    let signature = function.signature();
    let key = format!("tfrt.once @{}", signature.name);
    let once = ctx.request.resources().get_or_create(&key, || {
        let (promises, results) = suspend::promise(signature.results.len());
        Once { results, promises: Mutex::new(Some(promises)) }
    })?;
    let first = once.promises.lock().take();
    if let Some(promises) = first {
        let values = enter_through(ctx, function, &mut arguments.to_vec());
        promises.forward(values);
    }
    Ok(once.results.clone())
}
