//! One call of a function: its registers and counters, and the rules for accessing them.
//!
//! An activation starts out *private*, on its caller's stack (or in one heap block if it is large).
//! It becomes *shared* only when part of it must outlive the call or run elsewhere (a pending
//! value, kernels of another stream): it moves to the heap, is reference-counted, and several
//! threads may run its kernels at the same time. While it is private, the same memory is read and
//! written with relaxed operations. Once shared, these rules hold:
//!
//! * **A register's value** is written once, by its producer (the kernel, or the caller for an
//!   argument), before the producer decrements the users' counters. A kernel reads its operands only
//!   after all have been counted, with release and acquire on its counter. A register that is
//!   *promised* is filled with a placeholder when the activation becomes shared, and its producer
//!   resolves the promise instead.
//! * **A register's use counter** is the number of remaining uses. A thread that takes a use copies
//!   the value first and decrements afterwards; a thread that finds the counter at one has the last
//!   use and moves the value out. Scalars are copied without counting.
//! * **A kernel's counter** is the number of missing operands. The thread that brings it to zero owns
//!   the kernel and its counter, which from then on links the kernel into that thread's list of ready
//!   kernels. A counter at one needs no read-modify-write: no other thread is left to change it.
//! * **A promise** is owned by the register's producer.
//! * **A kernel whose operands are all scalars** reads them in their registers: it is ready, so they
//!   are set, and scalars are never moved out. It takes no use of them. Every other kernel gets copies
//!   of its operands, each of which takes a use.
//! * **Results** are written to their registers, which the producing run owns until it decrements the
//!   users' counters; but a promised result of a shared activation resolves its promise instead.
//!
//! The rules are model-checked: `models`, with a mark at each access of a register.
//!
//! A non-strict kernel (`bef.nonstrict`) has a flag after the counters, which the first use that
//! may start it takes.
// tidy: one unit. What is queued runs, and what runs queues.
#![expect(unsafe_code, reason = "registers are shared between threads without locks")]

#[cfg(all(test, loom))]
mod models;
mod queued;
mod run;

use crate::body::{Body, FunctionInfo};
use crate::program::Inner;
use run::Run;
use std::cell::{Cell, UnsafeCell};
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};
use std::sync::Arc;
use tfrt_host::context::RequestContext;
use tfrt_host::kernel::Value;
use tfrt_host::sync::AccessCheck;
use tfrt_host::sync::atomic::{AtomicU32, Ordering};
use tfrt_host::trace::{ScopeGuard, TraceKind, TraceLevel};
use tfrt_host::value::{AnyPromise, AnyRef};

/// Words of an activation on the stack: enough for some 30 registers and kernels.
const INLINE_WORDS: usize = 96;

const WORDS_PER_VALUE: usize = 2;
const _: () = assert!(size_of::<Value>() == WORDS_PER_VALUE * size_of::<u64>());
const _: () = assert!(align_of::<Value>() <= align_of::<u64>());

const _: () = assert!(align_of::<AtomicU32>() <= align_of::<u64>());
const _: () = assert!(align_of::<AccessCheck>() <= align_of::<u64>());

/// Words that the registers and counters of a body take.
fn words(body: &Body) -> usize {
    let registers = body.registers as usize;
    let counters = size_of_val(body.counters()) / size_of::<u32>() * size_of::<AtomicU32>();
    let checks = registers * size_of::<AccessCheck>();
    registers * WORDS_PER_VALUE + (counters + checks).div_ceil(size_of::<u64>())
}

/// Sets counters to their initial values.
///
/// # Safety
/// `counters` are as many as the values, uninitialised, owned by this thread, and do not overlap them.
#[cfg(not(loom))]
#[inline(always)]
unsafe fn fill(counters: NonNull<AtomicU32>, initial: &[u32]) {
    // SAFETY: the caller's contract; `AtomicU32` has the layout of `u32`.
    unsafe {
        ptr::copy_nonoverlapping(initial.as_ptr(), counters.cast().as_ptr(), initial.len());
    }
}

/// The same for counters that a model knows.
#[cfg(loom)]
unsafe fn fill(counters: NonNull<AtomicU32>, initial: &[u32]) {
    for (index, &count) in initial.iter().enumerate() {
        // SAFETY: the caller's contract.
        unsafe { counters.add(index).write(AtomicU32::new(count)) };
    }
}

/// Pointers to an activation's registers and counters.
#[derive(Clone, Copy)]
struct Slots {
    values: NonNull<Value>,
    uses: NonNull<AtomicU32>,
    /// Counters of kernels, followed by the flags of non-strict kernels.
    counters: NonNull<AtomicU32>,
    /// One for each register: by these, models find accesses that no rule orders.
    checks: NonNull<AccessCheck>,
}

impl Slots {
    /// # Safety
    /// `base` points to `words(body)` words.
    unsafe fn at(base: NonNull<u64>, body: &Body) -> Self {
        let registers = body.registers as usize;
        // SAFETY: the values, the use counters, the kernel counters and the checks are contiguous
        // within the words.
        unsafe {
            let uses = base.add(registers * WORDS_PER_VALUE).cast::<AtomicU32>();
            let checks = uses.add(body.counters().len()).cast();
            Self { values: base.cast(), uses, counters: uses.add(registers), checks }
        }
    }

    /// Empties the registers and sets the counters to their initial values.
    ///
    /// # Safety
    /// The slots are uninitialised, owned by this thread, and `body` is that of `at`.
    unsafe fn initialise(self, body: &Body) {
        // SAFETY: there is a value and a check for each register; the counters are contiguous from
        // those of the registers on, are as many as the body's, and do not overlap them.
        unsafe {
            for register in 0..body.registers as usize {
                self.values.add(register).write(Value::Empty);
                self.checks.add(register).write(AccessCheck::new());
            }
            fill(self.uses, body.counters());
        }
    }

    /// Drops the values left in the registers.
    ///
    /// # Safety
    /// The activation is not used any more, and `body` is that of `at`.
    unsafe fn clear(self, body: &Body) {
        // Without marks: a model does not know the counts of an `Arc`, which give the activation to
        // this thread.
        for register in 0..body.registers {
            // SAFETY: every register holds a value; those that were taken are `Empty`.
            unsafe {
                let value = self.value(register);
                if !matches!(value.as_ref(), Value::Empty | Value::Scalar(..)) {
                    value.drop_in_place();
                }
            }
        }
    }

    #[inline]
    fn value(self, register: u32) -> NonNull<Value> {
        // SAFETY: registers that a checked body names are within the table.
        unsafe { self.values.add(register as usize) }
    }

    #[inline(always)]
    fn check<'a>(self, register: u32) -> &'a AccessCheck {
        // SAFETY: as in `value`; the activation outlives all its runs, which are the callers.
        unsafe { self.checks.add(register as usize).as_ref() }
    }

    #[inline]
    fn uses<'a>(self, register: u32) -> &'a AtomicU32 {
        // SAFETY: as in `value`; the activation outlives all its runs, which are the callers.
        unsafe { self.uses.add(register as usize).as_ref() }
    }

    #[inline]
    fn counter<'a>(self, kernel: u32) -> &'a AtomicU32 {
        // SAFETY: as in `uses`, for kernels.
        unsafe { self.counters.add(kernel as usize).as_ref() }
    }

    /// Takes one use of a register.
    ///
    /// # Safety
    /// The register is set, by the module's rules, and the caller owns a use that it has not taken. `shared`
    /// says whether the activation is shared.
    #[inline]
    unsafe fn take(self, register: u32, shared: bool) -> Value {
        let slot = self.value(register);
        self.check(register).read();
        // SAFETY: the register is set, so it is only read until its last use is taken, which is the
        // caller's or a later one.
        let value = unsafe { slot.as_ref() };
        if let Some(value) = value.copied() {
            return value;
        }
        let uses = self.uses(register);
        let left = uses.load(Ordering::Acquire);
        if left == 1 {
            uses.store(0, Ordering::Relaxed);
            self.check(register).write();
            // SAFETY: this is the last use; the acquire above orders it after the copies of all
            // others.
            return unsafe { slot.replace(Value::Empty) };
        }
        let copy = value.clone();
        if !shared {
            uses.store(left.wrapping_sub(1), Ordering::Relaxed);
        } else if uses.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.check(register).write();
            // Another thread copied the value concurrently, so the register still holds its
            // reference. SAFETY: all uses are taken, and this thread took the last.
            drop(unsafe { slot.replace(Value::Empty) });
        }
        copy
    }
}

/// A shared activation.
pub(crate) struct Activation {
    program: Arc<Inner>,
    function: u32,
    request: RequestContext,
    depth: u32,
    slots: Slots,
    /// The memory that `slots` points into.
    _storage: Box<[UnsafeCell<MaybeUninit<u64>>]>,
    /// For each promised register, until its value is produced.
    promises: Box<[UnsafeCell<Option<AnyPromise>>]>,
}

// SAFETY: everything in it is `Send + Sync` except the slots and promises, which are accessed by
// the module's rules.
unsafe impl Send for Activation {}
// SAFETY: as above.
unsafe impl Sync for Activation {}

impl Activation {
    fn info(&self) -> &FunctionInfo {
        self.program.info(self.function)
    }

    /// The trace scope of a part of the call that runs after the call has returned, if that is
    /// traced.
    fn scope(&self) -> Option<ScopeGuard<'_>> {
        let level = TraceLevel::Verbose;
        let tracer = self.request.tracer(level)?;
        Some(tracer.scope(level, TraceKind::Resume, self.info().name()))
    }

    /// Moves a private activation to the heap and puts a placeholder into every unset promised
    /// register.
    ///
    /// # Safety
    /// `slots` are those of a private activation of the function, initialised, and are not used afterwards.
    #[cold]
    unsafe fn share(
        program: &Inner,
        function: u32,
        request: &RequestContext,
        depth: u32,
        slots: Slots,
    ) -> Self {
        let body = &program.info(function).body;
        let count = words(body);
        let mut storage = Box::new_uninit_slice(count);
        // SAFETY: both are `count` words, and moving the registers' values bitwise is a move.
        unsafe {
            let from = slots.values.cast::<MaybeUninit<u64>>().as_ptr();
            ptr::copy_nonoverlapping(from, storage.as_mut_ptr().cast(), count);
        }
        // SAFETY: an uninitialised word may hold anything.
        let storage: Box<[UnsafeCell<MaybeUninit<u64>>]> = unsafe { storage.assume_init() };
        let base = UnsafeCell::raw_get(storage.as_ptr()).cast::<u64>();
        // SAFETY: a box's pointer is not null, and there are as many words as the body needs.
        let slots = unsafe { Slots::at(NonNull::new_unchecked(base), body) };
        let promise = |register: &u32| {
            let slot = slots.value(*register);
            // SAFETY: the activation is still owned by this thread.
            let unset = matches!(unsafe { slot.as_ref() }, Value::Empty)
                && slots.uses(*register).load(Ordering::Relaxed) > 0;
            UnsafeCell::new(unset.then(|| {
                let (promise, placeholder) = AnyRef::indirect();
                slots.check(*register).write();
                // SAFETY: as above; the register is empty.
                unsafe { slot.write(Value::Ref(placeholder)) };
                promise
            }))
        };
        let promises = body.promised().iter().map(promise).collect();
        Self {
            program: program.keep(),
            function,
            request: request.clone(),
            depth,
            slots,
            _storage: storage,
            promises,
        }
    }
}

impl Drop for Activation {
    fn drop(&mut self) {
        // SAFETY: this was the last reference.
        unsafe { self.slots.clear(&self.info().body) };
    }
}

thread_local! {
    /// The storage of the last large call that has ended on this thread.
    static STORAGE: Cell<Storage> = const { Cell::new(Vec::new()) };
}

/// Words of an activation.
type Storage = Vec<MaybeUninit<u64>>;

/// The most words that a thread keeps.
const KEPT_WORDS: usize = 1 << 14;

/// The storage of a large activation, which the thread's next one takes.
#[derive(Default)]
struct Heap(Storage);

impl Heap {
    /// So many words, uninitialised.
    fn of(&mut self, count: usize) -> NonNull<u64> {
        // None, where the thread ends.
        self.0 = STORAGE.try_with(Cell::take).unwrap_or_default();
        self.0.clear();
        self.0.resize(count, MaybeUninit::uninit());
        NonNull::from(&mut self.0[..]).cast()
    }
}

impl Drop for Heap {
    fn drop(&mut self) {
        if (1..=KEPT_WORDS).contains(&self.0.capacity()) {
            let storage = std::mem::take(&mut self.0);
            // The storage is freed where the thread ends.
            let _ = STORAGE.try_with(|kept| kept.set(storage));
        }
    }
}

/// Calls an asynchronous function: runs on this thread everything that need not wait.
///
/// The lengths of `arguments` and `results` match the function.
pub(crate) fn call(
    program: &Inner,
    function: u32,
    request: &RequestContext,
    depth: u32,
    arguments: &mut [Value],
    results: &mut [Value],
) {
    let body = &program.info(function).body;
    let count = words(body);
    let mut inline = [const { MaybeUninit::<u64>::uninit() }; INLINE_WORDS];
    let mut heap = Heap::default();
    let base =
        if count <= INLINE_WORDS { NonNull::from(&mut inline).cast() } else { heap.of(count) };
    // SAFETY: the storage has the body's size, is owned by this call and uninitialised.
    let slots = unsafe {
        let slots = Slots::at(base, body);
        slots.initialise(body);
        slots
    };
    // SAFETY: the slots are initialised, and the storage lives until the end of this function.
    let mut run = unsafe { Run::private(program, function, request, depth, slots) };
    program.box_scalars(arguments);
    run.start(arguments);
    run.process();
    run.take_results(results);
    if let Some(slots) = run.into_private() {
        // SAFETY: the activation was never shared, so it has no other users.
        unsafe { slots.clear(body) };
    }
}
