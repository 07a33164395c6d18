//! [`call_eager`]: calls of non-strict ops, which do not wait for all their operands
//! (`bef.nonstrict`).

use crate::context::{ExecCtx, OwnedCtx};
use crate::error::Error;
use crate::kernel::{
    Function, KernelDef, KernelFrame, OpAttribute, Operands, Promises, TypeChecks, Value,
    when_available,
};
use crate::trace::TraceLevel;
use parking_lot::Mutex;
use std::sync::Arc;

/// Calls a kernel as soon as the operands that it reads are available or, if it reads none, as soon
/// as one operand is. It receives the other operands in whatever state they are: values, errors or
/// pending. An error of an operand that it reads becomes every result, and so does cancellation.
/// Returns `results` values immediately, which `checks` compares with their types when they are made.
#[must_use]
pub fn call_eager(
    ctx: ExecCtx<'_>,
    kernel: &'static KernelDef,
    arguments: Vec<Value>,
    attributes: Arc<[OpAttribute]>,
    functions: Vec<Function>,
    results: usize,
    checks: TypeChecks,
) -> Vec<Value> {
    let reads = kernel.reads(arguments.len());
    let call = Call { kernel, arguments, attributes, functions, reads, checks };
    if call.may_start() {
        return call.run(ctx, results);
    }
    let mut values = vec![Value::Empty; results];
    let promises = Promises::of(&mut values);
    EagerCall { ctx: ctx.to_owned(), call, promises }.wait();
    values
}

struct Call {
    kernel: &'static KernelDef,
    arguments: Vec<Value>,
    attributes: Arc<[OpAttribute]>,
    functions: Vec<Function>,
    /// Per argument: whether the kernel reads it.
    reads: Box<[bool]>,
    checks: TypeChecks,
}

/// A call that cannot start yet.
struct EagerCall {
    ctx: OwnedCtx,
    call: Call,
    promises: Promises,
}

impl Call {
    fn reads_any(&self) -> bool {
        self.reads.contains(&true)
    }

    /// The pending arguments that the kernel reads.
    fn missing(&self) -> impl Iterator<Item = &Value> {
        let read = self.arguments.iter().zip(&self.reads).filter(|&(_, &read)| read);
        read.map(|(argument, _)| argument).filter(|argument| !argument.is_available())
    }

    fn may_start(&self) -> bool {
        if self.reads_any() {
            self.missing().next().is_none()
        } else {
            self.arguments.is_empty() || self.arguments.iter().any(Value::is_available)
        }
    }

    fn run(mut self, ctx: ExecCtx<'_>, results: usize) -> Vec<Value> {
        let read = self.arguments.iter().zip(&self.reads).rev().filter(|&(_, &read)| read);
        let error = read.filter_map(|(argument, _)| argument.error()).next().cloned();
        if let Some(error) = error.or_else(|| ctx.request.cancelled().cloned()) {
            return vec![Value::Error(error); results];
        }
        let mut values = vec![Value::Empty; results];
        let tracer = ctx.request.tracer(TraceLevel::Debug);
        let scope = tracer.map(|tracer| tracer.kernel(&ctx.site.kernel, &ctx.site.location));
        self.kernel.invoke(&mut KernelFrame {
            request: ctx.request,
            site: ctx.site,
            depth: ctx.depth,
            operands: Operands::owned(&mut self.arguments),
            attributes: &self.attributes,
            functions: &self.functions,
            results: &mut values,
        });
        self.checks.check_results(ctx, &mut values);
        drop(scope);
        for value in &mut values {
            if matches!(value, Value::Empty) {
                *value = Value::Error(Error::unset_result());
            }
        }
        values
    }
}

impl EagerCall {
    /// Waits for the arguments that the kernel reads or, if it reads none, for the first to become
    /// available.
    fn wait(self) {
        if self.call.reads_any() {
            let missing = self.call.missing().cloned().collect();
            return when_available(missing, |missing| {
                // Dropped first, so that the kernel may hold the only references to its arguments.
                drop(missing);
                self.run();
            });
        }
        let arguments = self.call.arguments.clone();
        // The first waiter takes the call.
        let call = Arc::new(Mutex::new(Some(self)));
        for argument in arguments {
            let call = Arc::clone(&call);
            when_available(vec![argument], move |_| {
                let first = call.lock().take();
                if let Some(call) = first {
                    call.run();
                }
            });
        }
    }

    fn run(self) {
        let values = self.call.run(self.ctx.as_ctx(), self.promises.count());
        self.promises.forward(values);
    }
}
