//! Loops that may have to wait between iterations.
//!
//! A loop runs on the caller's thread as long as what it needs is there. When it must wait, its
//! state moves into a waiter of the value that is missing, and results become indirect values.
//! Neither the stack nor the heap grows with the number of iterations: a waiter that runs at once
//! does not run the loop inside itself but tells the thread that registered it to go on.

use parking_lot::Mutex;
use std::sync::Arc;
use tfrt_host::context::{ExecCtx, OwnedCtx};
use tfrt_host::kernel::Value;
use tfrt_host::value::{AnyPromise, AnyRef};

/// A loop between two iterations.
pub(crate) trait Loop: Send + 'static {
    /// Runs until the end, or until something is missing.
    fn advance(&mut self, ctx: ExecCtx<'_>) -> Step;
    /// Whether to go on in a task of its own, not on the thread that brings what was missing.
    fn resumes_in_task(&self) -> bool;
}

/// Where a loop has got to.
pub(crate) enum Step {
    /// The end: these are the results.
    Done(Vec<Value>),
    /// The loop goes on when this is available.
    Wait(Value),
}

/// Runs a loop that has `count` results.
pub(crate) fn run<L: Loop>(mut state: L, ctx: ExecCtx<'_>, count: usize) -> Vec<Value> {
    match state.advance(ctx) {
        Step::Done(results) => results,
        Step::Wait(missing) => {
            let (promises, results) = indirect(count);
            wait(Suspended { state, promises, ctx: ctx.to_owned() }, missing);
            results
        }
    }
}

/// `count` results that can only be forwarded, and the right to do so.
pub(crate) fn indirect(count: usize) -> (Vec<AnyPromise>, Vec<Value>) {
    (0..count)
        .map(|_| {
            let (promise, value) = AnyRef::indirect();
            (promise, Value::Ref(value))
        })
        .unzip()
}

/// Resolves indirect results. A promise that is left without a value becomes an error by itself.
pub(crate) fn resolve(promises: Vec<AnyPromise>, values: Vec<Value>) {
    for (promise, value) in promises.into_iter().zip(values) {
        promise.forward(value.into_ref());
    }
}

struct Suspended<L> {
    state: L,
    promises: Vec<AnyPromise>,
    ctx: OwnedCtx,
}

/// What the waiter and the thread that registers it share.
struct Handover<L> {
    /// The waiter has run.
    arrived: bool,
    /// Left by the registering thread for a waiter that had not run yet.
    suspended: Option<Suspended<L>>,
}

fn wait<L: Loop>(mut suspended: Suspended<L>, mut missing: Value) {
    loop {
        let handover = Arc::new(Mutex::new(Handover { arrived: false, suspended: None }));
        let waiter = Arc::clone(&handover);
        missing.and_then(move || {
            let suspended = {
                let mut handover = waiter.lock();
                handover.arrived = true;
                handover.suspended.take()
            };
            if let Some(suspended) = suspended {
                resume(suspended);
            }
        });
        // The loop must not see a reference to its values that is only kept here.
        drop(missing);
        {
            let mut handover = handover.lock();
            if !handover.arrived {
                handover.suspended = Some(suspended);
                return;
            }
        }
        match suspended.state.advance(suspended.ctx.as_ctx()) {
            Step::Done(results) => return resolve(suspended.promises, results),
            Step::Wait(value) => missing = value,
        }
    }
}

fn resume<L: Loop>(suspended: Suspended<L>) {
    if suspended.state.resumes_in_task() {
        let host = suspended.ctx.as_ctx().host().clone();
        host.queue().add_task(tfrt_host::queue::Task::new(move || go_on(suspended)));
    } else {
        go_on(suspended);
    }
}

fn go_on<L: Loop>(mut suspended: Suspended<L>) {
    match suspended.state.advance(suspended.ctx.as_ctx()) {
        Step::Done(results) => resolve(suspended.promises, results),
        Step::Wait(missing) => wait(suspended, missing),
    }
}
