//! The counted loop.

use super::suspend::{self, Loop};
use super::{enter, poisoned};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Callee, Function, Value};
use tfrt_host::value::AnyRef;

/// Iterations that are started before the loop waits for its values.
const BLOCK: u32 = 32;

/// Runs the region `trip_count` times over the loop values, which are its arguments and results.
/// They may be pending or errors: the region waits where it needs them. After each block of 32
/// iterations the loop waits for the first loop value, which bounds the iterations in flight. With
/// a count of zero or less the results are the operands.
///
/// # Errors
/// The region's signature does not match the loop values.
#[kernel(
    "tfrt.repeat.i32",
    effects(),
    assembly = "operands attr-dict-with-keyword (`:` type($values)^)? region",
    traits(
        capturable(&[]),
        carries(1),
        callees(&[Callee::region().role("'body' block").takes_from(1)])
    ),
    control = Repeat
)]
pub fn repeat_i32(
    ctx: ExecCtx<'_>,
    trip_count: i32,
    body: &Function,
    values: &[Value],
) -> Result<Vec<Value>, KernelError> {
    let signature = body.signature();
    if signature.arguments.len() != values.len() || signature.results.len() != values.len() {
        let message = "tfrt.repeat.i32 needs a region that gives what it takes";
        return Err(KernelError::new(ErrorCode::InvalidArgument, message));
    }
    let Ok(left @ 1..) = u32::try_from(trip_count) else {
        return Ok(values.to_vec());
    };
    let next = vec![Value::Empty; values.len()];
    let state = Repeat { body: body.clone(), values: values.to_vec(), next, left };
    Ok(suspend::run(state, ctx, values.len()))
}

struct Repeat {
    body: Function,
    values: Vec<Value>,
    /// Buffer for the values of the next iteration.
    next: Vec<Value>,
    /// Remaining iterations.
    left: u32,
}

impl Loop for Repeat {
    fn advance(&mut self, ctx: ExecCtx<'_>) -> Option<Vec<Value>> {
        loop {
            for _ in 0..self.left.min(BLOCK) {
                if let Some(error) = ctx.request.cancelled() {
                    return Some(poisoned(self.values.len(), error));
                }
                self.left -= 1;
                enter(ctx, &self.body, &mut self.values, &mut self.next);
                std::mem::swap(&mut self.values, &mut self.next);
                self.next.fill(Value::Empty);
            }
            if self.left == 0 {
                return Some(std::mem::take(&mut self.values));
            }
            if self.pending().is_some() {
                return None;
            }
        }
    }

    fn pending(&self) -> Option<&AnyRef> {
        self.values.first()?.pending()
    }

    fn resumes_in_task(&self) -> bool {
        false
    }
}
