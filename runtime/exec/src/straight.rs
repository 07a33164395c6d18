//! Synchronous functions (`tfrt.sync`): kernels in block order, one after the other, until one
//! gives an error, which then is every result.
//!
//! The kernels are those of asynchronous functions, so one may give a value that is not there
//! yet. The function waits for it before it goes on, without holding its thread.

use crate::body::{Kernel, Output};
use crate::program::Inner;
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use tfrt_host::context::{LazySite, RequestContext, SiteRef};
use tfrt_host::error::Error;
use tfrt_host::kernel::{KernelFrame, Operands, ScalarType, Value, ValueState};
use tfrt_host::trace::{TraceKind, TraceLevel};
use tfrt_host::value::{AnyPromise, AnyRef};

/// Calls a synchronous function. `arguments` and `results` are as many as the function has.
pub(crate) fn call(
    program: &Inner,
    function: u32,
    request: &RequestContext,
    depth: u32,
    arguments: &mut [Value],
    results: &mut [Value],
) {
    let body = program.body(function);
    let mut registers = Vec::with_capacity(body.registers as usize);
    program.box_scalars(arguments);
    registers.extend(arguments.iter_mut().map(mem::take));
    registers.resize(body.registers as usize, Value::Empty);
    let mut run = Straight {
        program: program.keep(),
        function,
        request: request.clone(),
        depth,
        registers,
        uses: body.uses().into(),
        fresh: 0..arguments.len(),
        next: 0,
    };
    match run.advance() {
        Step::Done(outcome) => run.deliver(outcome, |index, value| results[index] = value),
        Step::Wait(pending) => {
            let promises = results.iter_mut().map(|result| {
                let (promise, placeholder) = AnyRef::indirect();
                *result = Value::Ref(placeholder);
                promise
            });
            resume_after(pending, Box::new(run), promises.collect());
        }
    }
}

/// A call under way.
struct Straight {
    program: Arc<Inner>,
    function: u32,
    request: RequestContext,
    depth: u32,
    registers: Vec<Value>,
    /// Uses of each register that have not been taken.
    uses: Box<[u32]>,
    /// The outputs that came last and have not been looked at.
    fresh: Range<usize>,
    /// The kernel to run next.
    next: usize,
}

enum Step {
    /// All kernels have run, or one failed.
    Done(Result<(), Error>),
    /// The next kernel must wait for this.
    Wait(AnyRef),
}

fn resume_after(pending: AnyRef, mut run: Box<Straight>, promises: Vec<AnyPromise>) {
    pending.clone().and_then(move || {
        drop(pending);
        let host = run.request.host().clone();
        let _scope = host.tracer(TraceLevel::Verbose).map(|tracer| {
            let name = run.program.info(run.function).name();
            tracer.scope(TraceLevel::Verbose, TraceKind::Resume, name)
        });
        match run.advance() {
            Step::Done(outcome) => {
                let mut promises: Vec<_> = promises.into_iter().map(Some).collect();
                run.deliver(outcome, |index, value| {
                    if let Some(promise) = promises[index].take() {
                        promise.forward(value.into_ref());
                    }
                });
            }
            Step::Wait(pending) => resume_after(pending, run, promises),
        }
    });
}

impl Straight {
    /// Runs kernels until one must wait.
    fn advance(&mut self) -> Step {
        let program = Arc::clone(&self.program);
        let body = program.body(self.function);
        let tracer = self.request.tracer(TraceLevel::Debug).cloned();
        loop {
            match self.look_at(&body.outputs[self.fresh.clone()]) {
                Ok(None) => {}
                Ok(Some(pending)) => return Step::Wait(pending),
                Err(error) => return Step::Done(Err(error)),
            }
            if self.next == body.kernel_count() {
                return Step::Done(Ok(()));
            }
            let kernel = &body.kernels[self.next];
            if let Some(cancelled) = self.request.cancelled() {
                return Step::Done(Err(cancelled.clone()));
            }
            let operands = body.operands(self.next);
            let mut arguments: Vec<_> = operands.iter().map(|&r| self.take(r)).collect();
            self.fresh = body.results(self.next);
            let mut results = vec![Value::Empty; self.fresh.len()];
            let index = u32::try_from(self.next).expect("kernel ids are 32 bits");
            let site = LazySite::new((self.function, index));
            let site = SiteRef::Lazy(&*program, &site);
            let scope = tracer.as_ref().map(|tracer| tracer.kernel(&site.kernel, &site.location));
            program.def(kernel).invoke(&mut KernelFrame {
                request: &self.request,
                site,
                depth: self.depth,
                operands: Operands::owned(&mut arguments),
                attributes: program.attributes(kernel),
                functions: program.own(kernel),
                results: &mut results,
            });
            drop(scope);
            if kernel.is(Kernel::EXTRA_CHAIN)
                && let Some(last @ Value::Empty) = results.last_mut()
            {
                *last = Value::Scalar(ScalarType::Chain, 0);
            }
            drop(arguments);
            program.box_scalars(&mut results);
            for (output, value) in body.outputs[self.fresh.clone()].iter().zip(results) {
                self.registers[output.register as usize] = value;
            }
            self.next += 1;
            program.count_kernels(1);
        }
    }

    /// What the latest values are: one that is pending, else the last error, else nothing, and
    /// then those without users are dropped.
    fn look_at(&mut self, outputs: &[Output]) -> Result<Option<AnyRef>, Error> {
        let mut error = None;
        for output in outputs {
            let value = &self.registers[output.register as usize];
            match (value, value.state()) {
                (Value::Ref(any), ValueState::Pending) => return Ok(Some(any.clone())),
                (_, ValueState::Pending) => {
                    error = Some(Error::unset_result());
                }
                (_, ValueState::Error(found)) => error = Some(found.clone()),
                (_, ValueState::Ready) => {}
            }
        }
        if let Some(error) = error {
            return Err(error);
        }
        for register in outputs.iter().map(|output| output.register as usize) {
            if self.uses[register] == 0 {
                self.registers[register] = Value::Empty;
            }
        }
        Ok(None)
    }

    /// One use of a register; the last one moves the value out.
    fn take(&mut self, register: u32) -> Value {
        let register = register as usize;
        self.uses[register] = self.uses[register].saturating_sub(1);
        if self.uses[register] == 0 {
            mem::take(&mut self.registers[register])
        } else {
            self.registers[register].clone()
        }
    }

    fn deliver(&mut self, outcome: Result<(), Error>, mut give: impl FnMut(usize, Value)) {
        let program = Arc::clone(&self.program);
        for (index, &register) in program.body(self.function).returns().iter().enumerate() {
            let value = match &outcome {
                Ok(()) => self.take(register),
                Err(error) => Value::Error(error.clone()),
            };
            give(index, value);
        }
    }
}
