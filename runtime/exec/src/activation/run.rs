//! The executor's loop: runs ready kernels of one activation on one thread.
//!
//! Ready kernels of the current stream are a stack; those of other streams are a list. When the
//! stack is empty, the loop switches to the next stream of the list and sends the rest to the work
//! queue, one task per stream ([`queued`](super::queued)). This determines the order of kernels on
//! a single thread, which is observable and must not change.

use super::queued::{Queued, Stacks, queue_streams};
use super::{Activation, Slots};
use crate::body::{Body, Kernel, User};
use crate::program::Inner;
use smallvec::SmallVec;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::Arc;
use tfrt_host::context::{LazySite, RequestContext, SiteRef};
use tfrt_host::error::Error;
use tfrt_host::frame::grow_stack;
use tfrt_host::kernel::{KernelFrame, Operands, ScalarType, Value};
use tfrt_host::sync::atomic::Ordering;
use tfrt_host::trace::{TraceLevel, Tracer};
use tfrt_host::value::{AnyPromise, AnyRef, Continuation};

/// End of a list of ready kernels.
pub(super) const NONE: u32 = u32::MAX;

/// How many continuations may nest on one thread; one more becomes a task.
const MAX_NESTING: u32 = 100;

/// Operands and results of a kernel that fit without an allocation.
const INLINE_VALUES: usize = 8;

/// Ready kernels of other streams that can be sorted without an allocation.
const INLINE_READY: usize = 16;

enum Holder<'a> {
    /// The activation is owned by the caller.
    Private,
    /// This run has shared it.
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
    /// How long that list is.
    outlined: u32,
    /// The error of kernels dropped by a queue: this run does not call kernels but sets their
    /// results to this error.
    abandoned: Option<&'a Value>,
    /// Where the last action of this run is stored if it is to wait for an output. The caller,
    /// which owns a reference to the activation and is about to drop it, passes that reference to
    /// the waiter. So a chain of waiting kernels passes one reference on without counting.
    last: Option<&'a mut Option<(usize, AnyRef)>>,
}

impl<'a> Run<'a> {
    /// A run of a private activation.
    ///
    /// # Safety
    /// `slots` are initialised for the function's body and live as long as the run, unless `into_private`
    /// says that they have been moved.
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
            outlined: 0,
            abandoned: None,
            last: None,
        }
    }

    /// A run of a shared activation, starting with a list of ready kernels.
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
            outlined: 0,
            abandoned: None,
            last: None,
        }
    }

    /// Starts the kernels without operands, then sets the arguments from copies: the caller's own
    /// live until the call returns, which destructors and `get_uniqueness` make observable.
    pub(super) fn start(&mut self, arguments: &[Value]) {
        let body = self.body;
        if body.has_eager() {
            // Placeholders must exist before the first kernel can read one.
            self.share();
        }
        self.count_down(body.entry());
        for (index, argument) in arguments.iter().enumerate() {
            match argument.copied() {
                Some(scalar) => self.set_scalar(index, scalar),
                None => self.set(index, argument.clone(), false),
            }
        }
    }

    /// Moves out the returned values. Pending ones are placeholders.
    pub(super) fn take_results(&mut self, results: &mut [Value]) {
        for (result, &register) in results.iter_mut().zip(self.body.returns()) {
            self.slots.check(register).read();
            // SAFETY: as below.
            if let Some(value) = unsafe { self.slots.value(register).as_ref() }.copied() {
                if is_plain(result) {
                    overwrite(result, value);
                } else {
                    *result = value;
                }
                continue;
            }
            // SAFETY: if the activation is private, all its kernels have run, so every register is
            // set. If it is shared, returned registers were promised. A register has one use for
            // each time it is returned.
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

    /// Shares the activation if it is private.
    fn share(&mut self) -> &Arc<Activation> {
        if let Holder::Private = self.holder {
            // SAFETY: the slots are those of a private activation; this run continues with the new
            // ones.
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

    /// Runs kernels until none is ready.
    pub(super) fn process(&mut self) {
        if self.inline == NONE && self.outline == NONE {
            return;
        }
        let tracer = self.request.tracer(TraceLevel::Debug);
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
            self.run_kernel(kernel, tracer);
            ran += 1;
        }
        if self.abandoned.is_none() {
            self.program.count_kernels(ran);
        }
    }

    /// A kernel and its successor, where its lists end.
    ///
    /// # Safety
    /// There is a kernel of that index.
    #[inline(always)]
    unsafe fn kernel(&self, index: u32) -> (&'a Kernel, &'a Kernel) {
        let kernels = &self.body.kernels;
        // SAFETY: the loader has added a sentinel at the end.
        unsafe {
            (kernels.get_unchecked(index as usize), kernels.get_unchecked(index as usize + 1))
        }
    }

    fn run_kernel(&mut self, index: u32, tracer: Option<&Tracer>) {
        let body = self.body;
        // SAFETY: the loader has checked that kernels, and the ranges that they refer to, are in
        // bounds.
        let (kernel, next) = unsafe { self.kernel(index) };
        let outputs = kernel.results as usize..next.results as usize;
        // SAFETY: as above.
        let registers =
            unsafe { body.words.get_unchecked(kernel.arguments as usize..next.arguments as usize) };
        let shared = self.is_shared();
        let in_registers =
            kernel.is(Kernel::RESULTS_IN_REGISTERS) && !(shared && kernel.is(Kernel::PROMISED));
        // Scalars are read in their registers; other operands are taken, with their uses.
        let taken = if kernel.is(Kernel::CONTIGUOUS_OPERANDS) || !self.are_scalars(registers) {
            registers.len()
        } else {
            0
        };
        let mut scratch = Scratch::new();
        let count = if in_registers { 0 } else { outputs.len() };
        let (arguments, own_results) = scratch.of(taken + count).split_at_mut(taken);
        for result in own_results.iter_mut() {
            result.write(Value::Empty);
        }
        let results = if in_registers {
            outputs.clone().for_each(|output| self.slots.check(self.register(output)).write());
            // SAFETY: the results' registers are contiguous, and this run owns them until it
            // decrements the users' counters: none has a promise.
            unsafe {
                let first = self.slots.value(kernel.register);
                std::slice::from_raw_parts_mut(first.as_ptr(), outputs.len())
            }
        } else {
            // SAFETY: they have just been initialised.
            unsafe { own_results.assume_init_mut() }
        };
        let error = self.take_operands(index, kernel, registers, arguments);
        // SAFETY: each has just been initialised.
        let arguments = unsafe { arguments.assume_init_mut() };
        if let Some(position) = error {
            results.fill(arguments[position].clone());
        } else if let Some(abandoned) = self.abandoned {
            results.fill(abandoned.clone());
        } else if let Some(cancelled) = self.request.cancelled() {
            results.fill(Value::Error(cancelled.clone()));
        } else {
            let site = LazySite::new((self.function, index));
            let operands = if taken == registers.len() {
                Operands::owned(arguments)
            } else {
                // SAFETY: the kernel is ready, so its operands are set; they are scalars, which are
                // never moved out.
                unsafe { Operands::in_registers(self.slots.values, registers) }
            };
            let mut frame = KernelFrame {
                request: self.request,
                site: SiteRef::Lazy(self.program, &site),
                depth: self.depth,
                operands,
                attributes: self.program.attributes(kernel),
                functions: self.program.own(kernel),
                results,
            };
            let site = &frame.site;
            let scope = tracer.map(|tracer| tracer.kernel(&site.kernel, &site.location));
            self.program.def(kernel).invoke(&mut frame);
            let context = frame.context();
            self.program.check_results((self.function, index), context, frame.results);
            drop(scope);
            if kernel.is(Kernel::EXTRA_CHAIN)
                && let Some(last @ Value::Empty) = results.last_mut()
            {
                *last = Value::Scalar(ScalarType::Chain, 0);
            }
            self.program.box_scalars(results);
        }
        for argument in arguments {
            if !is_plain(argument) {
                *argument = Value::Empty;
            }
        }
        if in_registers && results.iter().all(is_scalar) {
            return self.count_down(kernel.users as usize..next.users as usize);
        }
        if !in_registers {
            return self.set_results(outputs, results);
        }
        if kernel.is(Kernel::PROMISED) && results.len() > 1 && results.iter().any(is_pending) {
            // Waiting for one result shares the activation, which gives each empty promised
            // register a placeholder. So all results leave their registers before.
            let mut results: SmallVec<[Value; INLINE_VALUES]> =
                results.iter_mut().map(std::mem::take).collect();
            self.share();
            return self.set_results(outputs, &mut results);
        }
        let last = outputs.end.wrapping_sub(1);
        for output in outputs {
            self.set_in_register(output, output == last);
        }
    }

    /// Passes the results of a kernel on, which are not in their registers.
    #[inline(always)]
    fn set_results(&mut self, outputs: Range<usize>, results: &mut [Value]) {
        let last = outputs.end.wrapping_sub(1);
        for (output, result) in outputs.zip(results) {
            if let Some(scalar) = result.copied() {
                self.set_scalar(output, scalar);
                continue;
            }
            let mut value = std::mem::take(result);
            if matches!(value, Value::Empty) {
                value = unset();
            }
            self.set(output, value, output == last);
        }
    }

    /// Whether all operand registers of a ready kernel hold scalars.
    #[inline(always)]
    fn are_scalars(&self, registers: &[u32]) -> bool {
        registers.iter().all(|&register| {
            self.slots.check(register).read();
            // SAFETY: the kernel is ready, so each operand is set or promised.
            is_scalar(unsafe { self.slots.value(register).as_ref() })
        })
    }

    /// Takes the operands of a ready kernel, as many as `arguments` holds. Returns the position of
    /// the last error that keeps the kernel from running.
    #[inline(always)]
    fn take_operands(
        &self,
        index: u32,
        kernel: &Kernel,
        registers: &[u32],
        arguments: &mut [MaybeUninit<Value>],
    ) -> Option<usize> {
        let shared = self.is_shared();
        let mut error = None;
        for ((position, argument), &register) in (0..).zip(arguments).zip(registers) {
            self.slots.check(register).read();
            // SAFETY: the kernel is ready, so each operand is set or, if the kernel does not wait for
            // it, promised.
            if let Some(scalar) = unsafe { self.slots.value(register).as_ref() }.copied() {
                argument.write(scalar);
                continue;
            }
            // SAFETY: as above; each operand is one use.
            let value = unsafe { self.slots.take(register, shared) };
            let skips = || !kernel.is(Kernel::EAGER) || self.body.needs(index, position);
            if value.error().is_some() && skips() {
                error = Some(position);
            }
            argument.write(value);
        }
        error
    }

    /// An output's register.
    #[inline]
    fn register(&self, output: usize) -> u32 {
        self.body.outputs[output].register
    }

    /// Passes a value that its kernel has written to the register on to its users.
    fn set_in_register(&mut self, output: usize, is_last: bool) {
        let register = self.register(output);
        let users = self.body.users(output);
        let unused = self.body.uses()[register as usize] == 0;
        let slot = self.slots.value(register);
        self.slots.check(register).write();
        // SAFETY: this run owns the register until it decrements the users' counters. The slot is
        // looked up again for each result, since handling one may move the slots.
        let value = unsafe { &mut *slot.as_ptr() };
        match value {
            Value::Scalar(..) => {}
            _ if unused => *value = Value::Empty,
            Value::Empty => *value = unset(),
            Value::Ref(target) if !target.is_available() => {
                if users.is_empty() {
                    self.share();
                    return;
                }
                // SAFETY: this run owns the slot, which is emptied here. By parts, as in
                // [`Value::copied`].
                let target = unsafe {
                    let target = std::ptr::read(target);
                    std::ptr::write(value, Value::Empty);
                    target
                };
                return self.set_later(output, target, is_last);
            }
            Value::Error(_) | Value::Ref(_) => {}
        }
        self.count_down(users);
    }

    /// Passes a scalar on to its users.
    #[inline]
    fn set_scalar(&mut self, output: usize, scalar: Value) {
        if self.is_shared() {
            return self.set(output, scalar, false);
        }
        self.slots.check(self.register(output)).write();
        // SAFETY: the register is empty and owned by this run.
        unsafe { self.slots.value(self.register(output)).write(scalar) };
        self.count_down_private(self.body.users(output));
    }

    /// Passes a value on to its users, now or when it is available. `is_last`: its kernel has no
    /// results after it.
    fn set(&mut self, output: usize, value: Value, is_last: bool) {
        let register = self.register(output);
        let users = self.body.users(output);
        if self.body.uses()[register as usize] == 0 {
            return;
        }
        if value.is_available() {
            self.store(register, value);
            self.count_down(users);
        } else if users.is_empty() {
            self.share();
            self.store(register, value);
        } else {
            // Pending values are references, so nothing is boxed here.
            self.set_later(output, value.into_ref(), is_last);
        }
    }

    #[cold]
    fn set_later(&mut self, output: usize, target: AnyRef, is_last: bool) {
        if is_last
            && self.inline == NONE
            && self.outline == NONE
            && let Some(last) = &mut self.last
        {
            **last = Some((output, target));
            return;
        }
        let stream = self.stream;
        let activation = Arc::clone(self.share());
        target.and_then_with(move |target| resume(activation, output, target, stream));
    }

    /// Passes a value that has become available on to its users.
    #[inline]
    fn set_available(&mut self, output: usize, value: AnyRef) {
        let register = self.register(output);
        match self.promise(register) {
            Some(promise) => promise.forward(value),
            None => {
                self.slots.check(register).write();
                // SAFETY: as in `store`.
                unsafe { self.slots.value(register).write(Value::Ref(value)) }
            }
        }
        self.count_down_shared(self.body.users(output));
    }

    /// Stores a value in its register, or resolves the register's promise.
    #[inline]
    fn store(&mut self, register: u32, value: Value) {
        match self.promise(register) {
            Some(promise) => promise.forward(value.into_ref()),
            None => {
                self.slots.check(register).write();
                // SAFETY: the register is empty and this run owns it until it decrements the
                // users' counters.
                unsafe { self.slots.value(register).write(value) }
            }
        }
    }

    /// Takes the promise of a register, if there is one.
    #[inline]
    fn promise(&mut self, register: u32) -> Option<AnyPromise> {
        let activation = match &self.holder {
            Holder::Private => return None,
            Holder::Owned(activation) => activation,
            Holder::Borrowed(activation) => *activation,
        };
        let promise = activation.promises[self.body.promise(register)?].get();
        // SAFETY: the producer owns the promise, and that is this run.
        unsafe { (*promise).take() }
    }

    /// Decrements the missing operands of each of these users.
    #[inline]
    fn count_down(&mut self, users: Range<usize>) {
        if self.is_shared() {
            self.count_down_shared(users);
        } else {
            self.count_down_private(users);
        }
    }

    /// [`Run::count_down`] for a private activation. It has no non-strict kernels: an activation
    /// with one is shared from the start.
    #[inline(always)]
    fn count_down_private(&mut self, users: Range<usize>) {
        let body = self.body;
        // SAFETY: as for kernels.
        for &word in unsafe { body.words.get_unchecked(users) } {
            let user = User::from_word(word);
            let kernel = user.kernel();
            let counter = self.slots.counter(kernel);
            let missing = counter.load(Ordering::Relaxed);
            if user.is_plain() {
                // Whether the kernel is ready is unpredictable, so this does not branch on it: the
                // counter becomes either one less or the link, and the stack grows or not.
                let ready = missing == 1;
                counter.store(if ready { self.inline } else { missing - 1 }, Ordering::Relaxed);
                self.inline = if ready { kernel } else { self.inline };
            } else if missing == 1 {
                self.push(kernel);
            } else {
                counter.store(missing - 1, Ordering::Relaxed);
            }
        }
    }

    /// [`Run::count_down`] for a shared activation.
    fn count_down_shared(&mut self, users: Range<usize>) {
        let body = self.body;
        // SAFETY: as for kernels.
        for &word in unsafe { body.words.get_unchecked(users) } {
            let user = User::from_word(word);
            if !user.is_counted() {
                self.start_eager(user);
                continue;
            }
            let kernel = user.kernel();
            let counter = self.slots.counter(kernel);
            // Acquire: the kernel may read what others stored before they decremented. A counter at
            // one needs no read-modify-write, since no other thread is left to change it.
            if counter.load(Ordering::Acquire) == 1 || counter.fetch_sub(1, Ordering::AcqRel) == 1 {
                self.push(kernel);
            }
        }
    }

    /// Handles a use by a non-strict kernel.
    #[cold]
    fn start_eager(&mut self, user: User) {
        if user.is_starting() {
            let kernel = user.kernel();
            let kernels = u32::try_from(self.body.kernel_count()).expect("kernel ids are 32 bits");
            if self.slots.counter(kernels + kernel).swap(1, Ordering::AcqRel) == 0 {
                self.push(kernel);
            }
        }
    }

    #[inline]
    fn push(&mut self, kernel: u32) {
        if self.body.stream(kernel) == self.stream {
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
        self.outlined += 1;
    }

    /// If the current stream has no ready kernel, switches to the next one, and queues the others.
    #[cold]
    fn switch_streams(&mut self) {
        let body = self.body;
        let mut next = std::mem::replace(&mut self.outline, NONE);
        let outlined = std::mem::take(&mut self.outlined);
        let switches = self.inline == NONE;
        if switches {
            self.stream = body.stream(next);
            if outlined == 1 {
                return self.push(next);
            }
        }
        let mut ready = SmallVec::<[u32; INLINE_READY]>::with_capacity(outlined as usize);
        while next != NONE {
            ready.push(next);
            next = self.slots.counter(next).load(Ordering::Relaxed);
        }
        if switches {
            partition(&mut ready, |kernel| body.stream(kernel) != self.stream);
        }
        // Each kernel joins the stack of its stream.
        let mut queued = false;
        let mut stacks = Stacks::new(body.stream_count.filter(|&streams| streams / 4 <= outlined));
        for kernel in ready {
            let stream = body.stream(kernel);
            if stream == self.stream {
                self.push(kernel);
            } else {
                let top = stacks.top(stream);
                self.slots.counter(kernel).store(*top, Ordering::Relaxed);
                *top = kernel;
                queued = true;
            }
        }
        if queued {
            queue_streams(self.share(), stacks);
        }
    }
}

/// Moves the kernels for which `is_in_front` holds to the front, by repeatedly exchanging the first
/// for which it does not hold with the last for which it does. This reproduces `std::partition`,
/// with which the original separates its next stream from the others; the resulting order is
/// observable.
fn partition(ready: &mut [u32], is_in_front: impl Fn(u32) -> bool) {
    let mut rest = ready;
    loop {
        let Some(first) = rest.iter().position(|&kernel| !is_in_front(kernel)) else { return };
        let Some(last) = rest.iter().rposition(|&kernel| is_in_front(kernel)) else { return };
        if last < first {
            return;
        }
        rest.swap(first, last);
        rest = &mut rest[first + 1..last];
    }
}

/// Resumes an activation whose `output` has become available.
fn resume(activation: Arc<Activation>, output: usize, value: AnyRef, stream: u32) {
    let Some(_continuation) = Continuation::enter(MAX_NESTING) else {
        let queue = Arc::clone(activation.request.queue());
        let work = Some((activation, Work::Value(output, value)));
        return queue.add_task(Queued { stream, work }.into());
    };
    grow_stack(|| continue_run(activation, stream, None, |run| run.set_available(output, value)));
}

/// Runs an activation from `start` until no kernel is ready. If it is `abandoned`, kernels fail
/// with that error instead of running.
#[inline]
fn continue_run(
    activation: Arc<Activation>,
    stream: u32,
    abandoned: Option<&Value>,
    start: impl FnOnce(&mut Run<'_>),
) {
    let mut last = None;
    let stream = {
        let scope = activation.scope();
        let mut run = Run::shared(&activation, stream, NONE);
        run.abandoned = abandoned;
        // If the value is available by now, the run resumes immediately, inside the scope.
        if scope.is_none() {
            run.last = Some(&mut last);
        }
        start(&mut run);
        run.process();
        run.stream
    };
    if let Some((output, target)) = last {
        target.and_then_with(move |target| resume(activation, output, target, stream));
    }
}

/// Work that resumes a shared activation.
pub(super) enum Work {
    /// A list of ready kernels of one stream.
    Kernels(u32),
    /// An output that has become available.
    Value(usize, AnyRef),
}

impl Work {
    pub(super) fn run(self, activation: Arc<Activation>, stream: u32, abandoned: Option<&Value>) {
        match self {
            Self::Kernels(inline) => {
                continue_run(activation, stream, abandoned, |run| run.inline = inline);
            }
            Self::Value(output, value) => {
                continue_run(activation, stream, abandoned, |run| run.set_available(output, value));
            }
        }
    }
}

/// Runs the ready kernels of a stream and everything that they make ready. For `abandoned`, see
/// [`continue_run`].
pub(super) fn run_stream(
    activation: &Arc<Activation>,
    stream: u32,
    inline: u32,
    abandoned: Option<&Value>,
) {
    let _scope = activation.scope();
    let mut run = Run::shared(activation, stream, inline);
    run.abandoned = abandoned;
    run.process();
}

/// The error of a result that its kernel has not set.
#[cold]
fn unset() -> Value {
    Value::Error(Error::unset_result())
}

/// Whether the value needs no drop.
#[inline]
fn is_plain(value: &Value) -> bool {
    matches!(value, Value::Empty | Value::Scalar(..))
}

/// Whether the value is an unboxed scalar.
#[inline]
fn is_scalar(value: &Value) -> bool {
    matches!(value, Value::Scalar(..))
}

/// Whether the value is a reference to one that arrives later.
#[inline]
fn is_pending(value: &Value) -> bool {
    matches!(value, Value::Ref(target) if !target.is_available())
}

/// Overwrites a value that needs no drop.
#[inline]
fn overwrite(slot: &mut Value, value: Value) {
    debug_assert!(is_plain(slot));
    // SAFETY: the slot is exclusively borrowed, and its content needs no drop.
    unsafe { std::ptr::write(slot, value) };
}

/// Memory for the operands and results of one kernel, uninitialised and never dropped.
struct Scratch {
    inline: [MaybeUninit<Value>; INLINE_VALUES],
    heap: Box<[MaybeUninit<Value>]>,
}

impl Scratch {
    #[inline(always)]
    fn new() -> Self {
        Self { inline: [const { MaybeUninit::uninit() }; INLINE_VALUES], heap: Box::default() }
    }

    #[inline(always)]
    fn of(&mut self, count: usize) -> &mut [MaybeUninit<Value>] {
        if count <= INLINE_VALUES {
            return &mut self.inline[..count];
        }
        self.heap = Box::new_uninit_slice(count);
        &mut self.heap
    }
}
