//! The executor's loop: ready kernels of one activation on one thread.
//!
//! Kernels of the current stream are a stack; those of other streams are a list, from which the
//! loop takes the next stream when the stack is empty, and hands the rest to the work queue as
//! one task a stream. The order in which kernels run on a single thread follows from this and is
//! observable, so none of it may change.

use super::{Activation, Slots};
use crate::body::{Body, Output, Span, User};
use crate::program::Inner;
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tfrt_host::context::{RequestContext, Site, SiteRef};
use tfrt_host::error::Error;
use tfrt_host::kernel::{KernelFrame, ScalarType, Value};
use tfrt_host::queue::Task;
use tfrt_host::trace::{TraceLevel, Tracer};

/// The end of a list of ready kernels.
const NONE: u32 = u32::MAX;

/// How many continuations may run inside each other on one thread; one more becomes a task.
const MAX_NESTING: u32 = 100;

/// Operands and results of a kernel together that need no allocation.
const INLINE_VALUES: usize = 8;

thread_local! {
    /// Continuations that run inside each other on this thread.
    static NESTING: Cell<u32> = const { Cell::new(0) };
}

enum Holder<'a> {
    /// The activation is the caller's alone.
    Private,
    /// This run shared it.
    Owned(Arc<Activation>),
    /// It was shared before this run.
    Borrowed(&'a Arc<Activation>),
}

/// A thread's work on an activation.
pub(super) struct Run<'a> {
    program: &'a Inner,
    function: u32,
    body: &'a Body,
    request: &'a RequestContext,
    depth: u32,
    slots: Slots,
    holder: Holder<'a>,
    stream: u32,
    /// The stack of ready kernels of the current stream.
    inline: u32,
    /// The list of ready kernels of other streams.
    outline: u32,
    outline_last: u32,
}

impl<'a> Run<'a> {
    /// A run of an activation that nobody else knows of.
    ///
    /// # Safety
    /// `slots` are initialised for the function's body and live as long as the run, unless
    /// `into_private` says that they have been moved.
    pub(super) unsafe fn private(
        program: &'a Inner,
        function: u32,
        request: &'a RequestContext,
        depth: u32,
        slots: Slots,
    ) -> Self {
        let body = &program.info(function).body;
        Self {
            program,
            function,
            body,
            request,
            depth,
            slots,
            holder: Holder::Private,
            stream: body.root_stream,
            inline: NONE,
            outline: NONE,
            outline_last: NONE,
        }
    }

    /// A run of a shared activation that starts with a list of ready kernels.
    fn shared(activation: &'a Arc<Activation>, stream: u32, inline: u32) -> Self {
        Self {
            program: &activation.program,
            function: activation.function,
            body: &activation.info().body,
            request: &activation.request,
            depth: activation.depth,
            slots: activation.slots,
            holder: Holder::Borrowed(activation),
            stream,
            inline,
            outline: NONE,
            outline_last: NONE,
        }
    }

    /// Starts the kernels without operands, then hands out the arguments.
    pub(super) fn start(&mut self, mut arguments: Vec<Value>) {
        let body = self.body;
        if body.eager {
            // Placeholders must be there before the first kernel may ask for one.
            self.share();
        }
        self.count_down(body.entry);
        let parameters = body.parameters(arguments.len());
        for ((index, parameter), argument) in (0..).zip(parameters).zip(&mut arguments) {
            // Field by field: a value that has just been written in parts is slow to read whole.
            if let Value::Scalar(scalar, bits) = *argument {
                self.set_scalar(parameter, scalar, bits);
            } else {
                self.set(index, parameter, std::mem::take(argument));
            }
        }
    }

    /// Takes what the function returns. What is not there yet is a placeholder.
    pub(super) fn give_results(&mut self, results: &mut [Value]) {
        for (result, &register) in results.iter_mut().zip(&self.body.returns) {
            // SAFETY: as below. Field by field, as in `start`.
            if let Value::Scalar(scalar, bits) = unsafe { self.slots.value(register).as_ref() } {
                let value = Value::Scalar(*scalar, *bits);
                if is_plain(result) {
                    overwrite(result, value);
                } else {
                    *result = value;
                }
                continue;
            }
            // SAFETY: if the activation is private, all its kernels have run, so every register
            // is set. If it is shared, returned registers were promised. A register has one use
            // for each time it is returned.
            *result = unsafe { self.slots.take(register, self.is_shared()) };
            if matches!(result, Value::Empty) {
                *result = Value::Error(Error::bug("a function has not set a result"));
            }
        }
    }

    /// The slots, if the activation was never shared.
    pub(super) fn into_private(self) -> Option<Slots> {
        match self.holder {
            Holder::Private => Some(self.slots),
            Holder::Owned(_) | Holder::Borrowed(_) => None,
        }
    }

    #[inline]
    fn is_shared(&self) -> bool {
        !matches!(self.holder, Holder::Private)
    }

    /// Makes the activation shared, if it is not.
    fn share(&mut self) -> &Arc<Activation> {
        if let Holder::Private = self.holder {
            // SAFETY: the slots are a private activation's; this run goes on with the new ones.
            let activation = unsafe {
                Activation::share(self.program, self.function, self.request, self.depth, self.slots)
            };
            self.slots = activation.slots;
            self.holder = Holder::Owned(Arc::new(activation));
        }
        match &self.holder {
            Holder::Owned(activation) => activation,
            Holder::Borrowed(activation) => activation,
            Holder::Private => unreachable!("it has just been shared"),
        }
    }

    /// Runs ready kernels until there are none.
    pub(super) fn process(&mut self) {
        if self.inline == NONE && self.outline == NONE {
            return;
        }
        match self.request.tracer(TraceLevel::Debug) {
            None => self.run_ready(|_| ()),
            Some(tracer) => self.run_traced(tracer),
        }
    }

    #[cold]
    #[inline(never)]
    fn run_traced(&mut self, tracer: &'a Tracer) {
        self.run_ready(|site| tracer.kernel(&site.kernel, &site.location));
    }

    /// Runs ready kernels, each within the scope that `scope` makes.
    #[inline]
    fn run_ready<S>(&mut self, scope: impl Fn(&'a Site) -> S) {
        let mut scratch = Scratch::new();
        let mut ran = 0;
        loop {
            if self.outline != NONE {
                self.switch_streams();
            }
            if self.inline == NONE {
                break;
            }
            let kernel = self.inline;
            self.inline = self.slots.counter(kernel).load(Ordering::Relaxed);
            self.run_kernel(kernel, &mut scratch, &scope);
            ran += 1;
        }
        self.program.count_kernels(ran);
    }

    #[inline]
    fn run_kernel<S>(&mut self, index: u32, scratch: &mut Scratch, scope: impl Fn(&'a Site) -> S) {
        let body = self.body;
        // SAFETY: kernels, and the parts of a body's arrays that they name, are there; so the
        // loader has made them.
        let (kernel, registers, outputs) = unsafe {
            let kernel = body.kernels.get_unchecked(index as usize);
            (
                kernel,
                body.arguments.get_unchecked(kernel.arguments.range()),
                body.outputs.get_unchecked(kernel.results.range()),
            )
        };
        let (arguments, spare) = scratch.split(registers.len(), outputs.len());
        let results = if kernel.in_place {
            // SAFETY: the results' registers follow each other, and until their users are counted
            // down they are this run's: nobody was promised them.
            unsafe {
                let first = self.slots.value(outputs[0].register);
                std::slice::from_raw_parts_mut(first.as_ptr(), outputs.len())
            }
        } else {
            for result in spare.iter_mut() {
                overwrite(result, Value::Empty);
            }
            spare
        };

        let shared = self.is_shared();
        let mut error = None;
        for ((position, argument), &register) in (0..).zip(arguments.iter_mut()).zip(registers) {
            // Field by field, as in `start`.
            // SAFETY: the kernel is ready, so each operand is set or, for an operand that it does
            // not wait for, promised.
            if let Value::Scalar(scalar, bits) = unsafe { self.slots.value(register).as_ref() } {
                overwrite(argument, Value::Scalar(*scalar, *bits));
                continue;
            }
            // SAFETY: as above; each operand is one use.
            let value = unsafe { self.slots.take(register, shared) };
            if value.error().is_some() {
                let skips = match &kernel.eager {
                    Some(needed) => needed[position],
                    None => true,
                };
                if skips {
                    error = Some(position);
                }
            }
            overwrite(argument, value);
        }
        if let Some(position) = error {
            results.fill(arguments[position].clone());
        } else if let Some(cancelled) = self.request.cancelled() {
            results.fill(Value::Error(cancelled.clone()));
        } else {
            let mut frame = KernelFrame {
                request: self.request,
                site: SiteRef::Shared(&kernel.site),
                depth: self.depth,
                arguments,
                attributes: &kernel.attributes,
                functions: &kernel.functions,
                results,
            };
            let scope = scope(&kernel.site);
            kernel.def.invoke(&mut frame);
            drop(scope);
            if kernel.extra_chain
                && let Some(last @ Value::Empty) = results.last_mut()
            {
                *last = Value::Scalar(ScalarType::Chain, 0);
            }
        }
        for argument in arguments {
            if !is_plain(argument) {
                *argument = Value::Empty;
            }
        }
        if kernel.in_place {
            for (index, output) in kernel.results.range().zip(outputs) {
                self.set_in_place(index, output);
            }
            return;
        }
        for ((index, output), result) in (kernel.results.range()).zip(outputs).zip(results) {
            // Field by field, as in `start`.
            if let Value::Scalar(scalar, bits) = *result {
                self.set_scalar(output, scalar, bits);
                continue;
            }
            let mut value = std::mem::take(result);
            if matches!(value, Value::Empty) {
                value = unset();
            }
            self.set(index, output, value);
        }
    }

    /// Hands a value that its kernel has put into the register to those who use it.
    // Part of the loop, of which there are two.
    #[inline(always)]
    fn set_in_place(&mut self, index: usize, output: &Output) {
        let slot = self.slots.value(output.register);
        // SAFETY: until its users are counted down the register is this run's. The slots are
        // looked up anew for each result, since handling one may move them.
        let value = unsafe { &mut *slot.as_ptr() };
        if !matches!(value, Value::Scalar(..)) {
            if matches!(value, Value::Empty) {
                *value = unset();
            } else if !value.is_available() {
                let value = std::mem::take(value);
                return self.set_later(index, value);
            }
        }
        self.count_down(output.users);
    }

    /// Hands a scalar to those who use it.
    #[inline]
    fn set_scalar(&mut self, output: &Output, scalar: ScalarType, bits: u64) {
        if output.uses == 0 {
            return;
        }
        if output.promise == Output::UNPROMISED {
            // SAFETY: the register is empty and, until its users are counted down, this run's.
            unsafe { self.slots.value(output.register).write(Value::Scalar(scalar, bits)) };
        } else {
            self.store(output, Value::Scalar(scalar, bits));
        }
        self.count_down(output.users);
    }

    /// Hands a value to those who use it, now or when it is there.
    fn set(&mut self, index: usize, output: &Output, value: Value) {
        if output.uses == 0 {
            return;
        }
        if value.is_available() {
            self.store(output, value);
            self.count_down(output.users);
        } else if output.users.is_empty() {
            self.share();
            self.store(output, value);
        } else {
            self.set_later(index, value);
        }
    }

    #[cold]
    fn set_later(&mut self, index: usize, value: Value) {
        let stream = self.stream;
        let activation = Arc::clone(self.share());
        // Pending values are references, so nothing is boxed here.
        let target = value.into_ref();
        target.and_then_with(move |target| resume(activation, index, Value::Ref(target), stream));
    }

    /// Puts a value into its register, or makes good the promise of it.
    #[inline]
    fn store(&mut self, output: &Output, value: Value) {
        if output.promise != Output::UNPROMISED && self.is_shared() {
            let promise = self.share().promises[output.promise as usize].get();
            // SAFETY: a promise belongs to whoever brings the value, which is this run, now.
            if let Some(promise) = unsafe { (*promise).take() } {
                promise.forward(value.into_ref());
                return;
            }
        }
        // SAFETY: the register is empty and, until its users are counted down, this run's.
        unsafe { self.slots.value(output.register).write(value) };
    }

    /// Counts one operand as available for each of these uses.
    #[inline]
    fn count_down(&mut self, users: Span) {
        let body = self.body;
        // SAFETY: as for kernels.
        for &user in unsafe { body.users.get_unchecked(users.range()) } {
            if !user.is_counted() {
                self.start_eager(user);
                continue;
            }
            let kernel = user.kernel();
            let counter = self.slots.counter(kernel);
            // Acquire: what others stored before they counted down is the kernel's to read.
            let missing = counter.load(Ordering::Acquire);
            if missing != 1 {
                if !self.is_shared() {
                    counter.store(missing - 1, Ordering::Relaxed);
                    continue;
                }
                if counter.fetch_sub(1, Ordering::AcqRel) != 1 {
                    continue;
                }
            }
            self.push(kernel);
        }
    }

    /// A use by a kernel that does not wait for all its operands.
    #[cold]
    fn start_eager(&mut self, user: User) {
        if user.is_starting() {
            let kernel = user.kernel();
            let kernels = u32::try_from(self.body.kernels.len()).expect("kernel ids are 32 bits");
            if self.slots.counter(kernels + kernel).swap(1, Ordering::AcqRel) == 0 {
                self.push(kernel);
            }
        }
    }

    #[inline]
    fn push(&mut self, kernel: u32) {
        if self.body.streams[kernel as usize] == self.stream {
            self.slots.counter(kernel).store(self.inline, Ordering::Relaxed);
            self.inline = kernel;
        } else {
            self.push_outline(kernel);
        }
    }

    fn push_outline(&mut self, kernel: u32) {
        self.slots.counter(kernel).store(NONE, Ordering::Relaxed);
        if self.outline == NONE {
            self.outline = kernel;
        } else {
            self.slots.counter(self.outline_last).store(kernel, Ordering::Relaxed);
        }
        self.outline_last = kernel;
    }

    /// Takes up the next stream if the current one has nothing to do, and queues the others.
    #[cold]
    fn switch_streams(&mut self) {
        let body = self.body;
        let stream_of = |kernel: u32| body.streams[kernel as usize];
        let mut others = Vec::new();
        let mut next = std::mem::replace(&mut self.outline, NONE);
        if self.inline == NONE {
            self.stream = stream_of(next);
        }
        while next != NONE {
            let kernel = next;
            next = self.slots.counter(kernel).load(Ordering::Relaxed);
            if stream_of(kernel) == self.stream {
                self.push(kernel);
            } else {
                others.push(kernel);
            }
        }
        others.sort_by_key(|&kernel| stream_of(kernel));
        for group in others.chunk_by(|&a, &b| stream_of(a) == stream_of(b)) {
            let mut inline = NONE;
            for &kernel in group {
                self.slots.counter(kernel).store(inline, Ordering::Relaxed);
                inline = kernel;
            }
            let stream = stream_of(inline);
            let activation = Arc::clone(self.share());
            let task = Task::new(move || {
                let _scope = activation.scope();
                Run::shared(&activation, stream, inline).process();
            });
            self.request.host().queue().add_task(task);
        }
    }
}

/// Goes on with an activation whose `output` has become available.
fn resume(activation: Arc<Activation>, output: usize, value: Value, stream: u32) {
    if NESTING.get() >= MAX_NESTING {
        let queue = Arc::clone(activation.request.host().queue());
        queue.add_task(Task::new(move || go_on(&activation, output, value, stream)));
        return;
    }
    /// Counts up, and down again even if something unwinds.
    struct Nested;
    impl Drop for Nested {
        fn drop(&mut self) {
            NESTING.set(NESTING.get() - 1);
        }
    }
    NESTING.set(NESTING.get() + 1);
    let _nested = Nested;
    tfrt_host::value::run_continuation(|| go_on(&activation, output, value, stream));
}

fn go_on(activation: &Arc<Activation>, output: usize, value: Value, stream: u32) {
    let _scope = activation.scope();
    let mut run = Run::shared(activation, stream, NONE);
    let output = &run.body.outputs[output];
    run.store(output, value);
    run.count_down(output.users);
    run.process();
}

/// What stands for a result that its kernel has not set.
#[cold]
fn unset() -> Value {
    Value::Error(Error::bug("a kernel has not set a result"))
}

/// Whether the value is one that needs no drop.
#[inline]
fn is_plain(value: &Value) -> bool {
    matches!(value, Value::Empty | Value::Scalar(..))
}

/// Puts a value where there is one that needs no drop.
#[inline]
fn overwrite(slot: &mut Value, value: Value) {
    debug_assert!(is_plain(slot));
    // SAFETY: the slot is ours, and what was in it needs no drop.
    unsafe { std::ptr::write(slot, value) };
}

/// Room for the operands and results of one kernel after the other. What is left in it between
/// kernels needs no drop.
struct Scratch {
    inline: ManuallyDrop<[Value; INLINE_VALUES]>,
    heap: Vec<Value>,
}

impl Scratch {
    fn new() -> Self {
        let inline = ManuallyDrop::new([const { Value::Empty }; INLINE_VALUES]);
        Self { inline, heap: Vec::new() }
    }

    #[inline]
    fn split(&mut self, arguments: usize, results: usize) -> (&mut [Value], &mut [Value]) {
        let count = arguments + results;
        let values = if count <= INLINE_VALUES {
            &mut self.inline[..count]
        } else {
            if self.heap.len() < count {
                self.heap.resize(count, Value::Empty);
            }
            &mut self.heap[..count]
        };
        values.split_at_mut(arguments)
    }
}
