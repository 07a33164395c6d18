//! Synchronous functions (`tfrt.sync`): kernels run in block order until one gives an error, which
//! then becomes every result.
//!
//! Their kernels are those of asynchronous functions, so one may give a pending value. The function
//! then suspends until it is available, without blocking its thread.

use crate::body::{Kernel, Output};
use crate::program::Inner;
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use tfrt_host::context::{LazySite, RequestContext, SiteRef};
use tfrt_host::error::Error;
use tfrt_host::kernel::{
    KernelFrame, Operands, Promises, ScalarType, Suspended, Value, ValueState, resume_when_ready,
};
use tfrt_host::trace::{TraceKind, TraceLevel};
use tfrt_host::value::AnyRef;

/// Calls a synchronous function. The lengths of `arguments` and `results` match the function.
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
        Some(outcome) => {
            for (result, value) in results.iter_mut().zip(run.results(&outcome)) {
                *result = value;
            }
        }
        None => {
            let promises = Promises::of(results);
            resume_when_ready(Box::new(SuspendedCall { run, promises }));
        }
    }
}

/// The state of a call.
struct Straight {
    program: Arc<Inner>,
    function: u32,
    request: RequestContext,
    depth: u32,
    registers: Vec<Value>,
    /// Remaining uses of each register.
    uses: Box<[u32]>,
    /// The outputs of the last kernel, which have not been checked yet.
    fresh: Range<usize>,
    /// The next kernel.
    next: usize,
}

/// A suspended call and its promises.
struct SuspendedCall {
    run: Straight,
    promises: Promises,
}

impl Suspended for SuspendedCall {
    fn pending(&self) -> Option<&AnyRef> {
        self.run.pending()
    }

    fn resume(mut self: Box<Self>) -> Option<Box<Self>> {
        let host = self.run.request.host().clone();
        let _scope = host.tracer(TraceLevel::Verbose).map(|tracer| {
            let name = self.run.program.info(self.run.function).name();
            tracer.scope(TraceLevel::Verbose, TraceKind::Resume, name)
        });
        let Some(outcome) = self.run.advance() else { return Some(self) };
        let results = self.run.results(&outcome);
        let Self { run, promises } = *self;
        promises.forward(results);
        drop(run);
        None
    }
}

impl Straight {
    /// Runs kernels until one must wait; returns the outcome if none is left or one failed.
    fn advance(&mut self) -> Option<Result<(), Error>> {
        let program = Arc::clone(&self.program);
        let body = program.body(self.function);
        let tracer = self.request.tracer(TraceLevel::Debug).cloned();
        loop {
            if self.pending().is_some() {
                return None;
            }
            if let Err(error) = self.check(&body.outputs[self.fresh.clone()]) {
                return Some(Err(error));
            }
            if self.next == body.kernel_count() {
                return Some(Ok(()));
            }
            let kernel = &body.kernels[self.next];
            if let Some(cancelled) = self.request.cancelled() {
                return Some(Err(cancelled.clone()));
            }
            let operands = body.operands(self.next);
            let mut arguments: Vec<_> = operands.iter().map(|&r| self.take(r)).collect();
            self.fresh = body.results(self.next);
            let def = program.def(kernel);
            // One more chain than the op has results, where the error of a kernel without any is.
            let checks = self.fresh.is_empty() && def.allows_extra_chain_result();
            let mut results = vec![Value::Empty; self.fresh.len() + usize::from(checks)];
            let index = u32::try_from(self.next).expect("kernel ids are 32 bits");
            let site = LazySite::new((self.function, index));
            let site = SiteRef::Lazy(&*program, &site);
            let scope = tracer.as_ref().map(|tracer| tracer.kernel(&site.kernel, &site.location));
            let mut frame = KernelFrame {
                request: &self.request,
                site,
                depth: self.depth,
                operands: Operands::owned(&mut arguments),
                attributes: program.attributes(kernel),
                functions: program.own(kernel),
                results: &mut results,
            };
            def.invoke(&mut frame);
            program.check_results((self.function, index), frame.context(), frame.results);
            drop(scope);
            if kernel.is(Kernel::EXTRA_CHAIN)
                && let Some(last @ Value::Empty) = results.last_mut()
            {
                *last = Value::Scalar(ScalarType::Chain, 0);
            }
            drop(arguments);
            if checks && let Some(Value::Error(error)) = results.pop() {
                return Some(Err(error));
            }
            program.box_scalars(&mut results);
            for (output, value) in body.outputs[self.fresh.clone()].iter().zip(results) {
                self.registers[output.register as usize] = value;
            }
            self.next += 1;
            program.count_kernels(1);
        }
    }

    /// The first pending value among the unchecked outputs.
    fn pending(&self) -> Option<&AnyRef> {
        let outputs = &self.program.body(self.function).outputs[self.fresh.clone()];
        outputs.iter().find_map(|output| self.registers[output.register as usize].pending())
    }

    /// The last error among the unchecked outputs, if there is one; else drops the outputs without
    /// users.
    fn check(&mut self, outputs: &[Output]) -> Result<(), Error> {
        let mut error = None;
        for output in outputs {
            match self.registers[output.register as usize].state() {
                ValueState::Pending => error = Some(Error::bug("a kernel has not set a result")),
                ValueState::Error(found) => error = Some(found.clone()),
                ValueState::Ready => {}
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
        Ok(())
    }

    /// Takes one use of a register; the last one moves the value out.
    fn take(&mut self, register: u32) -> Value {
        let register = register as usize;
        self.uses[register] = self.uses[register].saturating_sub(1);
        if self.uses[register] == 0 {
            mem::take(&mut self.registers[register])
        } else {
            self.registers[register].clone()
        }
    }

    fn results(&mut self, outcome: &Result<(), Error>) -> Vec<Value> {
        let program = Arc::clone(&self.program);
        let returns = program.body(self.function).returns();
        let result = |&register: &u32| match outcome {
            Ok(()) => self.take(register),
            Err(error) => Value::Error(error.clone()),
        };
        returns.iter().map(result).collect()
    }
}
