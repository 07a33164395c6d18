//! Loops that may suspend between iterations, built on the runtime's suspended work.

use std::sync::Arc;
use tfrt_host::context::{ExecCtx, OwnedCtx};
use tfrt_host::kernel::{Promises, Suspended, Value, resume_when_ready};
use tfrt_host::queue::Task;
use tfrt_host::trace::TraceLevel;
use tfrt_host::value::AnyRef;

/// A loop between two iterations.
pub trait Loop: Send + 'static {
    /// Runs to the end and returns the results, or stops with a value for [`Loop::pending`].
    fn advance(&mut self, ctx: ExecCtx<'_>) -> Option<Vec<Value>>;
    /// The value that the loop waits for, unless it is available by now.
    fn pending(&self) -> Option<&AnyRef>;
    /// Whether to resume in a task rather than on the thread that resolves the value.
    fn resumes_in_task(&self) -> bool;
}

/// Runs a loop with `count` results.
pub fn run<L: Loop>(mut state: L, ctx: ExecCtx<'_>, count: usize) -> Vec<Value> {
    if let Some(results) = state.advance(ctx) {
        return results;
    }
    let (promises, results) = promise(count);
    let ctx = ctx.to_owned();
    resume_when_ready(Box::new(SuspendedLoop { state, promises, ctx }));
    results
}

/// `count` pending results and their promises.
pub(crate) fn promise(count: usize) -> (Promises, Vec<Value>) {
    let mut results = vec![Value::Empty; count];
    (Promises::of(&mut results), results)
}

struct SuspendedLoop<L> {
    state: L,
    promises: Promises,
    ctx: OwnedCtx,
}

impl<L: Loop> SuspendedLoop<L> {
    /// Returns the box unless the loop has ended.
    fn advance(mut self: Box<Self>) -> Option<Box<Self>> {
        let Some(results) = self.state.advance(self.ctx.as_ctx()) else { return Some(self) };
        let Self { promises, .. } = *self;
        promises.forward(results);
        None
    }
}

impl<L: Loop> Suspended for SuspendedLoop<L> {
    fn pending(&self) -> Option<&AnyRef> {
        self.state.pending()
    }

    fn resume(self: Box<Self>) -> Option<Box<Self>> {
        if !self.state.resumes_in_task() {
            return self.advance();
        }
        let traced =
            self.ctx.as_ctx().request.tracer(TraceLevel::Verbose).map(|_| self.ctx.clone());
        let queue = Arc::clone(self.ctx.as_ctx().request.queue());
        let work = move || {
            if let Some(waiting) = self.advance() {
                resume_when_ready(waiting);
            }
        };
        match traced {
            Some(ctx) => ctx.as_ctx().spawn(work),
            None => queue.add_task(Task::new(work)),
        }
        None
    }
}
