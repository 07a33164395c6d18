//! What machine code calls: one table that yields each function's address and signature, so that
//! these cannot disagree. No shim lets a panic out: there is nothing to unwind through.

#![expect(unsafe_code, reason = "called by machine code with raw words and addresses")]

use crate::abi::{
    Form, OpRecord, Pass, Rep, Shim, ShimDef, Slot, error_slot, error_word, lent_ref, mask,
    promises_word, ref_word, release, share_ref, take_error, take_promises, take_ref, unboxed,
    unpack, word_of_ref,
};
use crate::run::activation::Activation;
use crate::run::code::Code;
use cranelift_codegen::ir::{Type, types};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tfrt_compiler::plan::Class;
use tfrt_host::context::{ExecCtx, RequestContext, SiteRef};
use tfrt_host::error::Error;
use tfrt_host::frame;
use tfrt_host::kernel::{Cost, Function, KernelFrame, Operands, ScalarType, Value};
use tfrt_host::queue;
use tfrt_host::trace::TraceLevel;
use tfrt_host::value::AnyRef;

/// A Rust type that shims take and return.
trait Word {
    const TYPE: Type;
}
impl Word for u32 {
    const TYPE: Type = types::I32;
}
impl Word for u64 {
    const TYPE: Type = types::I64;
}
impl<T> Word for *const T {
    const TYPE: Type = types::I64;
}
impl<T> Word for *mut T {
    const TYPE: Type = types::I64;
}

/// What shims leave in registers.
trait ShimReturn {
    const TYPES: &'static [Type];
}
impl ShimReturn for u64 {
    const TYPES: &'static [Type] = &[types::I64];
}

macro_rules! return_types {
    () => {
        &[]
    };
    ($result:ty) => {
        <$result as ShimReturn>::TYPES
    };
}

macro_rules! shims {
    ($($variant:ident = $function:ident($($param:ty),*) $(-> $result:ty)?;)*) => {
        fn def(shim: Shim) -> ShimDef {
            match shim {$(
                Shim::$variant => ShimDef {
                    address: $function as unsafe extern "C" fn($($param),*) $(-> $result)?
                        as *const u8,
                    params: &[$(<$param as Word>::TYPE),*],
                    results: return_types!($($result)?),
                },
            )*}
        }
    };
}

shims! {
    Kernel = kernel(*const Activation<'static>, u32, u32, *const u64, *mut Slot);
    Parallel = parallel(*const Activation<'static>, u32, u32, *const u64, *mut Slot);
    Eager = call_eager(*const Activation<'static>, u32, u32, *const u64, *mut Slot);
    Promise = promise(*mut Slot) -> u64;
    Keep = keep(*mut Slot, u64);
    Native = call_native(*const Activation<'static>, u32, *const Slot, *mut Slot);
    Cancelled = cancelled(*const Activation<'static>) -> u64;
    DepthExceeded = depth_exceeded(*const Activation<'static>, u32, u32) -> u64;
    ShareError = share_error(u64) -> u64;
    DropError = drop_error(u64);
    ShareRef = share_reference(u64) -> u64;
    Constant = constant(*const Activation<'static>, u32) -> u64;
    DropRef = drop_reference(u64);
    MakeRef = make_reference(*const Activation<'static>, u32, u64, u64) -> u64;
    ReadRef = read_reference(*const Activation<'static>, u32, u64, *mut Slot);
    TakeRef = take_reference(*const Activation<'static>, u32, *mut Slot, *mut Slot);
    Frame = start_frame(*const Activation<'static>, u32, u32, *const Slot, *mut Slot);
    Grown = call_grown(*const Activation<'static>, u32, u32, *const Slot, *mut Slot);
    Loop = wait_loop(*const Activation<'static>, u32, u32, u32, *const Slot, *mut Slot);
}

/// All shims, by number.
pub(crate) fn shims() -> Vec<ShimDef> {
    Shim::ALL.iter().map(|&shim| def(shim)).collect()
}

/// Runs `f`; a panic poisons the activation.
fn guard<R: Default>(activation: &Activation<'_>, f: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|_| {
        activation.poison(Error::bug("a panic in compiled code's runtime"));
        R::default()
    })
}

/// Runs `f`, which drops values; a panic of theirs has nowhere to go.
pub(crate) fn quietly<R: Default>(f: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_default()
}

/// Empty values, on the stack for the usual numbers, else on the heap.
fn with_values<R>(len: usize, f: impl FnOnce(&mut [Value]) -> R) -> R {
    match len {
        0..=2 => f(&mut Scratch::<2>::new().0[..len]),
        3..=6 => f(&mut Scratch::<6>::new().0[..len]),
        _ => f(&mut vec![Value::Empty; len]),
    }
}

/// Values that are most often scalars when they are dropped: that is seen without a call.
struct Scratch<const N: usize>(ManuallyDrop<[Value; N]>);

impl<const N: usize> Scratch<N> {
    fn new() -> Self {
        Self(ManuallyDrop::new([const { Value::Empty }; N]))
    }
}

impl<const N: usize> Drop for Scratch<N> {
    fn drop(&mut self) {
        for value in self.0.iter_mut() {
            value.set(Value::Empty);
        }
    }
}

/// The activation that an op runs in, the op's record, and its operands.
///
/// # Safety
/// The arguments are those that machine code passes to a shim for an op: the activation that it was
/// entered with, the number of a record, and the address of a word for each of its operands.
unsafe fn open<'a>(
    activation: *const Activation<'static>,
    op: u32,
    arguments: *const u64,
) -> (&'a Activation<'static>, &'a OpRecord, &'a [u64]) {
    // SAFETY: by the caller's promise; all of it is alive during the call.
    let activation = unsafe { &*activation };
    let record = &activation.code.ops[op as usize];
    // SAFETY: as above.
    let words = unsafe { std::slice::from_raw_parts(arguments, record.operands.len()) };
    (activation, record, words)
}

/// The operands of a call, some of which are lent to it and not dropped.
struct Arguments<'a> {
    values: &'a mut [Value],
    /// By position.
    lent: u64,
}

impl Drop for Arguments<'_> {
    fn drop(&mut self) {
        if self.lent == 0 {
            return;
        }
        for (position, value) in self.values.iter_mut().enumerate().take(64) {
            if self.lent >> position & 1 != 0 {
                let _lent = ManuallyDrop::new(std::mem::take(value));
            }
        }
    }
}

unsafe extern "C" fn kernel(
    activation: *const Activation<'static>,
    op: u32,
    depth: u32,
    arguments: *const u64,
    results: *mut Slot,
) {
    // SAFETY: this is what machine code passes: words as the record says, which live during the
    // call, and a slot for each result.
    unsafe {
        let (activation, record, words) = open(activation, op, arguments);
        enter_kernel(activation, record, depth, words, empty_slots(results, record.results.len()));
    }
}

/// The functions of an op's regions and attributes. Most have none.
fn functions(code: &Arc<Code>, record: &OpRecord) -> Vec<Function> {
    if record.functions.is_empty() {
        return Vec::new();
    }
    record.functions.iter().map(|&id| super::function::function(code, id)).collect()
}

/// Slots that are reserved but may be uninitialised.
///
/// # Safety
/// The pointer is valid for that many, and nothing else uses them while the result is in use.
unsafe fn empty_slots<'a>(slots: *mut Slot, count: usize) -> &'a mut [Slot] {
    // SAFETY: by the caller's promise. They are only written to before they are read: here.
    unsafe {
        for index in 0..count {
            slots.add(index).write(Slot::default());
        }
        std::slice::from_raw_parts_mut(slots, count)
    }
}

/// A kernel that runs in parallel with others: operands, which it owns, and slots for its results.
struct Piece<'a> {
    record: &'a OpRecord,
    words: &'a [u64],
    results: &'a mut [Slot],
    /// The error that poisoned its activation, if any.
    poisoned: Option<Error>,
}

impl Piece<'_> {
    /// Runs it, on whichever thread this is: activations are for one thread.
    fn run(&mut self, code: &Arc<Code>, request: &RequestContext, depth: u32) {
        let activation = Activation::new(code, request);
        if let Some(error) = self.poisoned.take() {
            activation.poison(error);
        }
        // SAFETY: the words are those of the record's operands, each owned by this piece alone.
        unsafe { enter_kernel(&activation, self.record, depth, self.words, self.results) };
        self.poisoned = activation.into_poison();
    }
}

/// Of each piece, `arguments` has the number of its op, an owned error or zero, and its operands.
/// With an error its checks have ended it: that is every result, and there are no operands.
unsafe extern "C" fn parallel(
    activation: *const Activation<'static>,
    count: u32,
    depth: u32,
    arguments: *const u64,
    results: *mut Slot,
) {
    // SAFETY: machine code passes on the activation it was entered with.
    let activation = unsafe { &*activation };
    let (code, request) = (activation.code, activation.request);
    let (mut next, mut slots) = (arguments, results);
    let mut pieces: Vec<Piece<'_>> = Vec::with_capacity(count as usize);
    let mut costs = Vec::with_capacity(count as usize);
    for _ in 0..count {
        // SAFETY: there are so many pieces of that layout, and slots for all their results, which
        // live during the call and do not overlap.
        let (record, error, words, results) = unsafe {
            let record = &code.ops[*next as usize];
            (record, *next.add(1), next.add(2), empty_slots(slots, record.results.len()))
        };
        // SAFETY: at most one past the last.
        unsafe {
            next = words.add(record.operands.len());
            slots = slots.add(results.len());
        }
        if error == 0 {
            // SAFETY: as above; without an error the operands are available.
            let words = unsafe { std::slice::from_raw_parts(words, record.operands.len()) };
            // SAFETY: they are those of the record's operands.
            costs.push(unsafe { cost(record, words) });
            pieces.push(Piece { record, words, results, poisoned: activation.poisoned().cloned() });
            continue;
        }
        // SAFETY: machine code gives the error to this call.
        let error = unsafe { take_error(error) };
        for (result, &form) in results.iter_mut().zip(&record.results) {
            *result = error_slot(form, &error);
        }
    }
    let mut calls: Vec<_> =
        pieces.iter_mut().map(|piece| || piece.run(code, request, depth)).collect();
    let mut calls: Vec<queue::Piece<'_>> = calls.iter_mut().map(|call| call as _).collect();
    let queue = &**request.queue();
    guard(activation, || queue::fork_join_if_worth(queue, costs, &mut calls));
    if let Some(error) = pieces.into_iter().find_map(|piece| piece.poisoned) {
        activation.poison(error);
    }
}

/// What a kernel call takes, in nanoseconds.
///
/// # Safety
/// The words are those of the record's operands, which are alive.
unsafe fn cost(record: &OpRecord, words: &[u64]) -> u64 {
    let Some(kernel) = record.kernel else { return 0 };
    match kernel.cost {
        Cost::Fixed(cost) => cost,
        Cost::OfOperands => with_values(words.len(), |values| {
            for (value, (&word, &(rep, _))) in
                values.iter_mut().zip(words.iter().zip(&record.operands))
            {
                value.set(match rep {
                    Rep::Unit => Value::Scalar(ScalarType::Chain, 0),
                    Rep::Scalar(scalar) => Value::Scalar(scalar, mask(scalar, word)),
                    Rep::Boxed | Rep::Promises => {
                        // SAFETY: by the caller's promise.
                        unsafe { share_ref(word) }.map_or(Value::Empty, Value::Ref)
                    }
                });
            }
            kernel.cost_of(values)
        }),
    }
}

/// Calls the kernel of an op by its entry.
///
/// # Safety
/// The words are those of the record's operands: what is moved is owned by this call, and the rest
/// lives during it. There is a slot for each result.
unsafe fn enter_kernel(
    activation: &Activation<'_>,
    record: &OpRecord,
    depth: u32,
    words: &[u64],
    results: &mut [Slot],
) {
    let ran = guard(activation, || {
        with_values(words.len(), |values| {
            let mut poisoned = activation.poisoned().is_some();
            let mut operands = Arguments { values, lent: 0 };
            for (position, (&word, &(rep, pass))) in words.iter().zip(&record.operands).enumerate()
            {
                // Each case writes where the kernel reads: a value that is built elsewhere is copied
                // as a whole right after it was written in parts, which stalls store forwarding.
                let operand = &mut operands.values[position];
                match rep {
                    Rep::Unit => operand.set(Value::Scalar(ScalarType::Chain, 0)),
                    Rep::Scalar(scalar) => operand.set(Value::Scalar(scalar, mask(scalar, word))),
                    Rep::Boxed | Rep::Promises => {
                        let is_lent = pass == Pass::Lent && position < 64;
                        operands.lent |= u64::from(is_lent) << (position % 64);
                        let takes = is_lent || pass == Pass::Moved;
                        // SAFETY: a moved operand's reference is owned by this call; others are
                        // alive during it, and one that is lent is not dropped.
                        match unsafe { if takes { take_ref(word) } else { share_ref(word) } } {
                            Some(any) => operand.set(Value::Ref(any)),
                            None => poisoned = true,
                        }
                    }
                }
            }
            if poisoned {
                let error = Error::bug("the activation is poisoned");
                let error = activation.poisoned().unwrap_or(&error);
                for (result, &form) in results.iter_mut().zip(&record.results) {
                    *result = error_slot(form, error);
                }
                return;
            }
            with_values(results.len(), |values| {
                let functions = functions(activation.code, record);
                let mut frame = KernelFrame {
                    request: activation.request,
                    site: SiteRef::Shared(&record.op.site),
                    depth,
                    operands: Operands::lending(operands.values, operands.lent),
                    attributes: &record.op.attributes,
                    functions: &functions,
                    results: values,
                };
                let site = &record.op.site;
                let scope = activation
                    .request
                    .tracer(TraceLevel::Debug)
                    .map(|tracer| tracer.kernel(&site.kernel, &site.location));
                if let Some(kernel) = record.kernel {
                    kernel.invoke(&mut frame);
                    // Where there are none, not even the context is copied.
                    if !record.checks.is_empty() {
                        record.checks.check_results(frame.context(), frame.results);
                    }
                }
                drop(scope);
                for ((result, value), &form) in results.iter_mut().zip(values).zip(&record.results)
                {
                    // By words: what is read as a whole right after it was written in parts stalls
                    // store forwarding.
                    if let Some(word) = unboxed(form.scalar(), value) {
                        (result.word, result.err) = (word, 0);
                        continue;
                    }
                    *result = unpack(form, std::mem::take(value)).unwrap_or_else(|error| {
                        activation.poison(error);
                        Slot::default()
                    });
                }
            });
        });
        true
    });
    if !ran && let Some(error) = activation.poisoned() {
        // What depends on the kernel does not run.
        let unset = |(slot, _): &(&mut Slot, &Form)| slot.word == 0 && slot.err == 0;
        for (result, &form) in results.iter_mut().zip(&record.results).filter(unset) {
            *result = error_slot(form, error);
        }
    }
}

unsafe extern "C" fn call_eager(
    activation: *const Activation<'static>,
    op: u32,
    depth: u32,
    arguments: *const u64,
    results: *mut Slot,
) {
    // SAFETY: this is what machine code passes.
    let (activation, record, words) = unsafe { open(activation, op, arguments) };
    // SAFETY: each word is a reference that this call owns.
    let take = |&word: &u64| unsafe { take_ref(word) }.map_or(Value::Empty, Value::Ref);
    let arguments: Vec<Value> = words.iter().map(take).collect();
    let values = guard(activation, || {
        let site = SiteRef::Shared(&record.op.site);
        let context = ExecCtx { request: activation.request, site, depth };
        let kernel = record.kernel?;
        let functions = functions(activation.code, record);
        let (attributes, count) = (Arc::clone(&record.op.attributes), record.results.len());
        let checks = record.checks.clone();
        Some(frame::call_eager(context, kernel, arguments, attributes, functions, count, checks))
    });
    let error = || Value::Error(Error::bug("a kernel was not called"));
    let mut values = values.into_iter().flatten();
    for index in 0..record.results.len() {
        let value = values.next().unwrap_or_else(error);
        // SAFETY: machine code reserves a slot per result.
        unsafe { results.add(index).write(Slot { word: ref_word(value.into_ref()), err: 0 }) };
    }
}

unsafe extern "C" fn promise(slot: *mut Slot) -> u64 {
    // SAFETY: machine code passes a slot of promises in its frame, which nobody else uses now.
    let slot = unsafe { &mut *slot };
    let (promise, any) = AnyRef::indirect();
    // SAFETY: as above; the slot is written to below.
    let mut promises = unsafe { take_promises(slot.word) };
    promises.push(promise);
    slot.word = promises_word(promises);
    ref_word(any)
}

unsafe extern "C" fn keep(slot: *mut Slot, word: u64) {
    // SAFETY: as in `promise`; the word is a reference that this call owns.
    let (promises, value) = unsafe {
        let slot = &mut *slot;
        (take_promises(std::mem::take(&mut slot.word)), take_ref(word))
    };
    let Some(value) = value else { return };
    quietly(|| {
        for promise in promises {
            promise.forward(value.clone());
        }
        drop(value);
    });
}

unsafe extern "C" fn call_native(
    activation: *const Activation<'static>,
    native: u32,
    arguments: *const Slot,
    results: *mut Slot,
) {
    // SAFETY: machine code passes on the activation it was entered with.
    let activation = unsafe { &*activation };
    let record = &activation.code.natives[native as usize];
    // SAFETY: machine code reserves and fills a slot per parameter.
    let arguments = unsafe { std::slice::from_raw_parts(arguments, record.params.len()) };
    // SAFETY: the slots hold values in the forms of the parameters, which this call owns.
    let pack = |(&form, &slot): (&Form, &Slot)| unsafe { crate::abi::pack(form, slot) };
    let arguments: Vec<Value> = record.params.iter().zip(arguments).map(pack).collect();
    let mut values = vec![Value::Error(Error::bug("a native function panicked")); record.results];
    quietly(|| record.native.call(activation.request, arguments, &mut values));
    for (index, value) in values.into_iter().enumerate() {
        // SAFETY: machine code reserves a slot per result.
        unsafe { results.add(index).write(Slot { word: ref_word(value.into_ref()), err: 0 }) };
    }
}

unsafe extern "C" fn cancelled(activation: *const Activation<'static>) -> u64 {
    // SAFETY: machine code passes on the activation it was entered with.
    let activation = unsafe { &*activation };
    guard(activation, || {
        activation.request.cancelled().map_or(0, |error| error_word(error.clone()))
    })
}

unsafe extern "C" fn depth_exceeded(
    activation: *const Activation<'static>,
    op: u32,
    depth: u32,
) -> u64 {
    // SAFETY: machine code passes on the activation it was entered with.
    let activation = unsafe { &*activation };
    guard(activation, || {
        let site = SiteRef::Shared(&activation.code.ops[op as usize].op.site);
        let context = ExecCtx { request: activation.request, site, depth };
        error_word(context.depth_exceeded())
    })
}

unsafe extern "C" fn share_error(word: u64) -> u64 {
    if word == 0 {
        return 0;
    }
    // SAFETY: error words are alive while machine code passes them.
    unsafe { crate::abi::share_error(word) }
}

unsafe extern "C" fn drop_error(word: u64) {
    if word != 0 {
        // SAFETY: machine code gives up its ownership with this call.
        quietly(|| drop(unsafe { take_error(word) }));
    }
}

/// A reference to a constant of the program.
unsafe extern "C" fn constant(activation: *const Activation<'static>, number: u32) -> u64 {
    // SAFETY: machine code passes the activation that it was entered with.
    let activation = unsafe { &*activation };
    ref_word(activation.code.constants[number as usize].clone())
}

unsafe extern "C" fn share_reference(word: u64) -> u64 {
    // SAFETY: reference words are alive while machine code passes them.
    unsafe { share_ref(word) }.map_or(0, ref_word)
}

unsafe extern "C" fn drop_reference(word: u64) {
    // SAFETY: machine code gives up its ownership with this call.
    quietly(|| drop(unsafe { take_ref(word) }));
}

unsafe extern "C" fn make_reference(
    activation: *const Activation<'static>,
    rep: u32,
    word: u64,
    err: u64,
) -> u64 {
    // SAFETY: machine code passes on the activation it was entered with.
    let activation = unsafe { &*activation };
    guard(activation, || {
        let form = Form::new(Rep::from_code(rep), Class::Fallible);
        // SAFETY: machine code passes the parts of a fallible value that it owns.
        ref_word(unsafe { crate::abi::pack(form, Slot { word, err }) }.into_ref())
    })
}

unsafe extern "C" fn read_reference(
    activation: *const Activation<'static>,
    rep: u32,
    word: u64,
    out: *mut Slot,
) {
    // SAFETY: the frame's slot that lends the reference outlives the call.
    let any = unsafe { lent_ref(word) };
    // SAFETY: machine code passes on the activation it was entered with, and reserves one slot.
    unsafe { out.write(read(activation, rep, any.as_deref())) };
}

unsafe extern "C" fn take_reference(
    activation: *const Activation<'static>,
    rep: u32,
    slot: *mut Slot,
    out: *mut Slot,
) {
    // SAFETY: machine code passes a slot of its frame, which nobody else uses now; what it owns passes
    // to this call, and the slot is left empty.
    let any = unsafe { take_ref(std::mem::take(&mut (*slot).word)) };
    // SAFETY: as in `read_reference`.
    unsafe { out.write(read(activation, rep, any.as_ref())) };
    quietly(|| drop(any));
}

/// The value of a reference, in a fallible form.
///
/// # Safety
/// The activation is the one that machine code was entered with.
#[inline(always)]
unsafe fn read(activation: *const Activation<'static>, rep: u32, any: Option<&AnyRef>) -> Slot {
    let rep = Rep::from_code(rep);
    // The common case: an available scalar.
    let there = match (rep, any) {
        (Rep::Scalar(scalar), Some(any)) => scalar.bits_of(any),
        _ => None,
    };
    match there {
        Some(word) => Slot { word, err: 0 },
        // SAFETY: as the caller promises.
        None => read_other(unsafe { &*activation }, rep, any),
    }
}

/// Reads a value that is no scalar, or an error.
#[inline(never)]
fn read_other(activation: &Activation<'_>, rep: Rep, any: Option<&AnyRef>) -> Slot {
    guard(activation, || {
        let word = match any {
            Some(any) => word_of_ref(rep, any),
            None => Err(Error::bug("a value is missing")),
        };
        match word {
            Ok(word) => Slot { word, err: 0 },
            Err(error) => Slot { word: 0, err: error_word(error) },
        }
    })
}

/// Enters a function at its frame.
///
/// # Safety
/// The activation is one of the code that runs; there are arguments in the forms of the frame's
/// parameters, which pass to the callee, and there is room for its results.
pub(crate) unsafe extern "C" fn start_frame(
    activation: *const Activation<'static>,
    frame: u32,
    depth: u32,
    arguments: *const Slot,
    results: *mut Slot,
) {
    // SAFETY: machine code passes on the activation it was entered with.
    let activation = unsafe { &*activation };
    let record = &activation.code.frames[frame as usize];
    // SAFETY: machine code reserves and fills a slot per parameter.
    let arguments = unsafe { std::slice::from_raw_parts(arguments, record.params) };
    // SAFETY: machine code reserves a slot per result; initialised first of all here.
    let results = unsafe {
        std::ptr::write_bytes(results, 0, record.results.len());
        std::slice::from_raw_parts_mut(results, record.results.len())
    };
    guard(activation, || {
        // SAFETY: the arguments are in the forms of the function's parameters.
        unsafe { super::frame::call(activation, frame as usize, depth, arguments, results) };
    });
}

unsafe extern "C" fn call_grown(
    activation: *const Activation<'static>,
    function: u32,
    depth: u32,
    arguments: *const Slot,
    results: *mut Slot,
) {
    // SAFETY: machine code passes on the activation it was entered with.
    let entry = unsafe { &*activation }.code.entry(function);
    // SAFETY: machine code passes slots as the function's entry takes them, and room for its results.
    unsafe { entry.enter(activation, depth, arguments, results) };
}

unsafe extern "C" fn wait_loop(
    activation: *const Activation<'static>,
    record: u32,
    depth: u32,
    control: u32,
    values: *const Slot,
    results: *mut Slot,
) {
    // SAFETY: machine code passes on the activation it was entered with.
    let activation = unsafe { &*activation };
    let shape = &activation.code.loops[record as usize];
    // SAFETY: machine code reserves and fills a slot per value of the loop.
    let values = unsafe { std::slice::from_raw_parts(values, shape.params.len()) };
    // SAFETY: machine code reserves a slot per result; initialised first of all here.
    let results = unsafe {
        std::ptr::write_bytes(results, 0, shape.params.len());
        std::slice::from_raw_parts_mut(results, shape.params.len())
    };
    let done = guard(activation, || {
        let values = values
            .iter()
            .zip(&shape.params)
            // SAFETY: machine code passes values in the forms of the body's parameters.
            .map(|(&slot, &form)| unsafe { crate::abi::pack(form, slot) })
            .collect();
        super::loops::run(activation, record as usize, depth, control, values, results);
        true
    });
    if !done {
        for (result, form) in results.iter_mut().zip(&shape.params) {
            let form = Form::new(form.rep, Class::Later);
            // SAFETY: results are zero or later values that nobody else has seen.
            unsafe { release(form, std::mem::take(result)) };
            *result =
                Slot { word: ref_word(AnyRef::from_error(Error::bug("a loop panicked"))), err: 0 };
        }
    }
}
