//! The executor's loop: ready kernels of one activation on one thread.
//!
//! Kernels of the current stream are a stack; those of other streams are a list, from which the
//! loop takes the next stream when the stack is empty, and hands the rest to the work queue as
//! one task a stream ([`queued`](super::queued)). The order in which kernels run on a single thread follows from this and is
//! observable, so none of it may change.

use super::queued::{Queued, Stacks, queue_streams};
use super::{Activation, Slots};
use crate::body::{Body, Kernel, User};
use crate::program::Inner;
use smallvec::SmallVec;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tfrt_host::context::{LazySite, RequestContext, SiteRef};
use tfrt_host::error::Error;
use tfrt_host::frame::grow_stack;
use tfrt_host::kernel::{KernelFrame, Operands, ScalarType, Value};
use tfrt_host::trace::{TraceLevel, Tracer};
use tfrt_host::value::{AnyPromise, AnyRef, Continuation};

/// The end of a list of ready kernels.
pub(super) const NONE: u32 = u32::MAX;

/// How many continuations may run inside each other on one thread; one more becomes a task.
const MAX_NESTING: u32 = 100;

/// Operands and results of a kernel together that need no allocation.
const INLINE_VALUES: usize = 8;

/// Ready kernels of other streams that can be sorted without an allocation.
const INLINE_READY: usize = 16;

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
    /// How long that list is.
    outlined: u32,
    /// The error of kernels that a queue has dropped: this run calls none, and gives their results
    /// that instead.
    abandoned: Option<&'a Value>,
    /// Where whoever gives up a reference to the activation after this run wants the last thing that
    /// it does, if that is to wait for an output. So a chain of kernels that wait passes one
    /// reference on and counts none.
    last: Option<&'a mut Option<(usize, AnyRef)>>,
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
            outlined: 0,
            abandoned: None,
            last: None,
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
            outlined: 0,
            abandoned: None,
            last: None,
        }
    }

    /// Starts the kernels without operands, then hands out copies of the arguments: the caller's own
    /// live until the call returns, which destructors and `get_uniqueness` make observable.
    pub(super) fn start(&mut self, arguments: &[Value]) {
        let body = self.body;
        if body.has_eager() {
            // Placeholders must be there before the first kernel may ask for one.
            self.share();
        }
        self.count_down(body.entry());
        for (index, argument) in arguments.iter().enumerate() {
            // Field by field: a value that has just been written in parts is slow to read whole.
            if let Value::Scalar(scalar, bits) = *argument {
                self.set_scalar(index, scalar, bits);
            } else {
                self.set(index, argument.clone(), false);
            }
        }
    }

    /// Takes what the function returns. What is not there yet is a placeholder.
    pub(super) fn give_results(&mut self, results: &mut [Value]) {
        for (result, &register) in results.iter_mut().zip(self.body.returns()) {
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

    /// A kernel, and the one after it, where its lists end.
    ///
    /// # Safety
    /// There is a kernel of that index.
    #[inline(always)]
    unsafe fn kernel(&self, index: u32) -> (&'a Kernel, &'a Kernel) {
        let kernels = &self.body.kernels;
        // SAFETY: the loader has added one at the end.
        unsafe {
            (kernels.get_unchecked(index as usize), kernels.get_unchecked(index as usize + 1))
        }
    }

    fn run_kernel(&mut self, index: u32, tracer: Option<&Tracer>) {
        let body = self.body;
        // SAFETY: kernels, and the parts of a body's arrays that they name, are there; so the
        // loader has made them.
        let (kernel, next) = unsafe { self.kernel(index) };
        let outputs = kernel.results as usize..next.results as usize;
        // SAFETY: as above.
        let registers =
            unsafe { body.words.get_unchecked(kernel.arguments as usize..next.arguments as usize) };
        let shared = self.is_shared();
        let in_registers =
            kernel.is(Kernel::RESULTS_IN_REGISTERS) && !(shared && kernel.is(Kernel::PROMISED));
        // Scalars are read where they are; all else is taken, as the register's uses say.
        let taken = if kernel.is(Kernel::CONTIGUOUS_OPERANDS) || !self.are_scalars(registers) {
            registers.len()
        } else {
            0
        };
        let mut scratch = Scratch::new();
        let spare = if in_registers { 0 } else { outputs.len() };
        let (arguments, spare) = scratch.of(taken + spare).split_at_mut(taken);
        for result in spare.iter_mut() {
            result.write(Value::Empty);
        }
        let results = if in_registers {
            // SAFETY: the results' registers follow each other, and until their users are counted
            // down they are this run's: nobody waits for a promise of them.
            unsafe {
                let first = self.slots.value(kernel.register);
                std::slice::from_raw_parts_mut(first.as_ptr(), outputs.len())
            }
        } else {
            // SAFETY: they have just been initialised.
            unsafe { spare.assume_init_mut() }
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
                // SAFETY: the kernel is ready, so its operands are set; they are scalars, which
                // nobody moves out of their registers.
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
        let last = outputs.end.wrapping_sub(1);
        if in_registers {
            for output in outputs {
                self.set_in_register(output, output == last);
            }
            return;
        }
        for (output, result) in outputs.zip(results) {
            // Field by field, as in `start`.
            if let Value::Scalar(scalar, bits) = *result {
                self.set_scalar(output, scalar, bits);
                continue;
            }
            let mut value = std::mem::take(result);
            if matches!(value, Value::Empty) {
                value = unset();
            }
            self.set(output, value, output == last);
        }
    }

    /// Whether all these registers, which are a ready kernel's operands, hold scalars.
    #[inline(always)]
    fn are_scalars(&self, registers: &[u32]) -> bool {
        // SAFETY: the kernel is ready, so each operand is set or promised.
        registers.iter().all(|&register| is_scalar(unsafe { self.slots.value(register).as_ref() }))
    }

    /// Takes as many operands of a ready kernel as there is room for: all or none. Gives the position
    /// of the last error that keeps the kernel from running.
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
            // Field by field, as in `start`.
            // SAFETY: the kernel is ready, so each operand is set or, for an operand that it does
            // not wait for, promised.
            if let Value::Scalar(scalar, bits) = unsafe { self.slots.value(register).as_ref() } {
                argument.write(Value::Scalar(*scalar, *bits));
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

    /// Hands a value that its kernel has put into the register to those who use it.
    fn set_in_register(&mut self, output: usize, is_last: bool) {
        let register = self.register(output);
        let users = self.body.users(output);
        let unused = self.body.uses()[register as usize] == 0;
        let slot = self.slots.value(register);
        // SAFETY: until its users are counted down the register is this run's. The slots are
        // looked up anew for each result, since handling one may move them.
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
                // SAFETY: the slot is this run's, and nothing is left in it. Field by field, as in
                // `start`.
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

    /// Hands a scalar to those who use it.
    #[inline]
    fn set_scalar(&mut self, output: usize, scalar: ScalarType, bits: u64) {
        if self.is_shared() {
            return self.set(output, Value::Scalar(scalar, bits), false);
        }
        // SAFETY: the register is empty and this run's.
        unsafe { self.slots.value(self.register(output)).write(Value::Scalar(scalar, bits)) };
        self.count_down_private(self.body.users(output));
    }

    /// Hands a value to those who use it, now or when it is there. `is_last` says that its kernel has
    /// no results after it.
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

    /// Hands a value that has become available to those who use it.
    #[inline]
    fn arrive(&mut self, output: usize, value: AnyRef) {
        let register = self.register(output);
        match self.promise(register) {
            Some(promise) => promise.forward(value),
            // SAFETY: as in `store`.
            None => unsafe { self.slots.value(register).write(Value::Ref(value)) },
        }
        self.count_down_shared(self.body.users(output));
    }

    /// Puts a value into its register, or makes good the promise of it.
    #[inline]
    fn store(&mut self, register: u32, value: Value) {
        match self.promise(register) {
            Some(promise) => promise.forward(value.into_ref()),
            // SAFETY: the register is empty and, until its users are counted down, this run's.
            None => unsafe { self.slots.value(register).write(value) },
        }
    }

    /// The promise of a register's value, if there is one to be made good.
    #[inline]
    fn promise(&mut self, register: u32) -> Option<AnyPromise> {
        let activation = match &self.holder {
            Holder::Private => return None,
            Holder::Owned(activation) => activation,
            Holder::Borrowed(activation) => *activation,
        };
        let promise = activation.promises[self.body.promise(register)?].get();
        // SAFETY: a promise belongs to whoever brings the value, which is this run, now.
        unsafe { (*promise).take() }
    }

    /// Counts one operand as available for each of these uses.
    #[inline]
    fn count_down(&mut self, users: Range<usize>) {
        if self.is_shared() {
            self.count_down_shared(users);
        } else {
            self.count_down_private(users);
        }
    }

    /// [`Run::count_down`] where nobody else counts meanwhile. No kernel is eager: who has one
    /// shares the activation at once.
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
                // Whether the kernel is ready is anybody's guess, so this does not branch on it:
                // the counter becomes one less or the link, and the stack grows or not.
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
            // Acquire: what others stored before they counted down is the kernel's to read. A
            // counter at one needs no read-modify-write, since nobody else is left to change it.
            if counter.load(Ordering::Acquire) == 1 || counter.fetch_sub(1, Ordering::AcqRel) == 1 {
                self.push(kernel);
            }
        }
    }

    /// A use by a kernel that does not wait for all its operands.
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

    /// Takes up the next stream if the current one has nothing to do, and queues the others.
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

/// Moves the kernels that are in front to the front, by exchanging the first that is not with the
/// last that is, and so on. That is what `std::partition` does, by which the original separates the
/// stream that it takes up from the others; the order that comes of it is observable.
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

/// Goes on with an activation whose `output` has become available.
fn resume(activation: Arc<Activation>, output: usize, value: AnyRef, stream: u32) {
    let Some(_continuation) = Continuation::enter(MAX_NESTING) else {
        let queue = Arc::clone(activation.request.host().queue());
        let work = Some((activation, Work::Value(output, value)));
        return queue.add_task(Queued { stream, work }.into());
    };
    grow_stack(|| go_on(activation, stream, None, |run| run.arrive(output, value)));
}

/// Does what `start` starts, and what follows. If it is `abandoned`, kernels fail with that instead
/// of running.
#[inline]
fn go_on(
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
        // What is waited for may be there and go on at once, which belongs to the scope.
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

/// What makes a shared activation go on.
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
                go_on(activation, stream, abandoned, |run| run.inline = inline);
            }
            Self::Value(output, value) => {
                go_on(activation, stream, abandoned, |run| run.arrive(output, value));
            }
        }
    }
}

/// Runs ready kernels of a stream, and what follows. If they are `abandoned`, as in [`go_on`].
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

/// What stands for a result that its kernel has not set.
#[cold]
fn unset() -> Value {
    Value::Error(Error::unset_result())
}

/// Whether the value is one that needs no drop.
#[inline]
fn is_plain(value: &Value) -> bool {
    matches!(value, Value::Empty | Value::Scalar(..))
}

/// Whether the value is an unboxed scalar.
#[inline]
fn is_scalar(value: &Value) -> bool {
    matches!(value, Value::Scalar(..))
}

/// Puts a value where there is one that needs no drop.
#[inline]
fn overwrite(slot: &mut Value, value: Value) {
    debug_assert!(is_plain(slot));
    // SAFETY: the slot is ours, and what was in it needs no drop.
    unsafe { std::ptr::write(slot, value) };
}

/// Room for the operands and results of one kernel, uninitialised and never dropped.
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
