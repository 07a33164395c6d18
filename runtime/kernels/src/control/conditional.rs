//! The conditional loop.

use super::suspend::{self, Loop};
use super::{enter_anew, poisoned};
use std::mem;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{Error, ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Callee, Function, Gives, Value, ValueState};
use tfrt_host::value::AnyRef;

/// Runs the function over the loop values while the condition holds. The function returns the next
/// loop values and, last, the next condition.
///
/// With `parallel_iterations` above one, each iteration is a task and starts as soon as the
/// previous condition is known, even if values are pending. Otherwise iterations run one after the
/// other on the caller's thread until a condition is pending. A condition that is an error makes
/// each result that error once all values of the failed iteration are available.
///
/// # Errors
/// There is no loop value, or the function's signature does not fit the loop.
#[kernel(
    "tfrt.while",
    effects(),
    assembly = "$condition $body_fn `(` $values `)` \
        `parallel_iterations` `(` $parallel_iterations `)` attr-dict \
        `:` functional-type($values, (results))",
    traits(
        carries_some(1),
        callees(&[Callee::symbol("body_fn")
            .role("body function")
            .takes_from(1)
            .gives(Gives::ResultsAnd("i1"))])
    ),
    control = While
)]
pub fn r#while(
    ctx: ExecCtx<'_>,
    condition: bool,
    body_fn: &Function,
    parallel_iterations: Attr<i64>,
    values: &[Value],
) -> Result<Vec<Value>, KernelError> {
    let signature = body_fn.signature();
    if values.is_empty() {
        return Err(invalid("tfrt.while needs at least one loop value"));
    }
    if signature.arguments.len() != values.len() || signature.results.len() != values.len() + 1 {
        return Err(invalid(
            "tfrt.while needs a function from the loop values to them and a condition",
        ));
    }
    if !condition {
        return Ok(values.to_vec());
    }
    let state = While {
        body: body_fn.clone(),
        values: values.to_vec(),
        condition: Value::new(condition),
        parallel: parallel_iterations.0 > 1,
        failed: None,
    };
    Ok(suspend::run(state, ctx, values.len()))
}

fn invalid(message: &'static str) -> KernelError {
    KernelError::new(ErrorCode::InvalidArgument, message)
}

struct While {
    body: Function,
    values: Vec<Value>,
    condition: Value,
    parallel: bool,
    /// The error of a failed condition; the loop now only waits for the values.
    failed: Option<Error>,
}

impl While {
    fn iterate(&mut self, ctx: ExecCtx<'_>) {
        let mut arguments = mem::take(&mut self.values);
        self.values = if self.parallel {
            enter_in_task(ctx, &self.body, arguments)
        } else {
            enter_anew(ctx, &self.body, &mut arguments)
        };
        self.condition = self.values.pop().unwrap_or_default();
    }

    /// Whether the loop continues; `None` if the condition is pending.
    fn continues(&self, ctx: ExecCtx<'_>) -> Option<Result<bool, Error>> {
        match self.condition.state() {
            ValueState::Pending => None,
            ValueState::Error(error) => Some(Err(error.clone())),
            ValueState::Ready => Some(match self.condition.get::<bool>() {
                Some(condition) => Ok(*condition),
                None => {
                    let actual = self.condition.type_name();
                    let message = format!("the condition of tfrt.while is '{actual}', not 'i1'");
                    Err(ctx.report(message))
                }
            }),
        }
    }
}

impl Loop for While {
    fn advance(&mut self, ctx: ExecCtx<'_>) -> Option<Vec<Value>> {
        while self.failed.is_none() {
            match self.continues(ctx) {
                None => return None,
                Some(Ok(false)) => return Some(mem::take(&mut self.values)),
                Some(Err(error)) => self.failed = Some(error),
                Some(Ok(true)) => {
                    // A body without kernels never checks for cancellation itself.
                    if let Some(error) = ctx.request.cancelled() {
                        return Some(poisoned(self.values.len(), error));
                    }
                    self.iterate(ctx);
                }
            }
        }
        if self.pending().is_some() {
            return None;
        }
        self.failed.as_ref().map(|error| poisoned(self.values.len(), error))
    }

    fn pending(&self) -> Option<&AnyRef> {
        match self.failed {
            None => self.condition.pending(),
            Some(_) => self.values.iter().find_map(Value::pending),
        }
    }

    fn resumes_in_task(&self) -> bool {
        !self.parallel
    }
}

/// Calls a function in a task; returns its results immediately, as indirect values.
#[doc(hidden)]
pub fn enter_in_task(
    ctx: ExecCtx<'_>,
    function: &Function,
    mut arguments: Vec<Value>,
) -> Vec<Value> {
    let (promises, results) = suspend::promise(function.signature().results.len());
    let function = function.clone();
    let kept = ctx.to_owned();
    // If the task is dropped unrun, its promises make the results errors.
    ctx.spawn(move || {
        let values = enter_anew(kept.as_ctx(), &function, &mut arguments);
        promises.forward(values);
    });
    results
}
