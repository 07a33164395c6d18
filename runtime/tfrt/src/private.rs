//! What generated code calls. Not a public interface: it changes with the code generator.

pub use self::awaited::Awaited;
pub use crate::convert::{argument, argument_shared, from_value, later_value};
#[cfg(feature = "live")]
pub use crate::live;
pub use crate::{Later, ReturnValue, Shared};
pub use tfrt_bef::{Attribute, Blob, DType, Dense, Numbers, SymbolRef};
pub use tfrt_host;
pub use tfrt_host::context::{ExecCtx, RequestContext, Site, SiteRef};
pub use tfrt_host::error::{Error, KernelError, Location};
pub use tfrt_host::frame::{
    Frame, LaterSlot, LoopControl, LoopValues, MaybeDone, SegmentDef, call_eager, run_loop,
    run_loop_of_calls, start,
};
pub use tfrt_host::kernel::{
    Attr, Chain, Function, KernelDef, KernelType, Native, NativeDef, Outcome, ResultCount, TypeDef,
    Value, member_check,
};
pub use tfrt_host::value::{AnyPromise, AnyRef, AsyncRef};
pub use tfrt_kernels;
#[cfg(feature = "macros")]
pub use tfrt_macros::tfrt_graph_with;

mod awaited;

use std::any::Any;
use std::borrow::Borrow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, OnceLock};
use tfrt_host::error::{ErrorCode, counted};
use tfrt_host::kernel::TypeChecks;
use tfrt_host::kernel::{
    AttributeTarget, Decoded, EngineKind, FromAttribute, FunctionBody, IntoResults, KernelFrame,
    MemberCheck, OpAttribute, Operands, Signature, Type, ValueState, call_strict, wrong_argument,
};
use tfrt_host::trace::{ScopeGuard, TraceKind, TraceLevel, Tracer};

/// How many calls nest between checks of the stack. A generated function's own stack use
/// times this must stay below the reserve that `grow_stack` keeps.
const STACK_CHECK: u32 = 16;

/// The context of a kernel call.
#[inline(always)]
pub fn context<'a>(request: &'a RequestContext, site: &'static Site, depth: u32) -> ExecCtx<'a> {
    ExecCtx { request, site: SiteRef::Static(site), depth }
}

/// A kernel's call as a closure that is called once, by reference: what calls it is compiled for each type that
/// kernels return, and not for each call. It takes what it moves out of options ([`moved`]).
pub type Call<'a, 'c, R> = &'c mut dyn FnMut(ExecCtx<'a>) -> R;

/// A value that the closure of a call moves.
#[inline(always)]
pub fn moved<T>(value: &mut Option<T>) -> T {
    value.take().expect("a call moves it once")
}

/// The same value, before it is moved.
#[inline(always)]
pub fn kept<T>(value: &Option<T>) -> &T {
    value.as_ref().expect("it is not moved yet")
}

/// Calls a kernel that may panic, in its scope if there is a trace.
///
/// # Errors
/// It panicked: the reported error.
#[inline(always)]
fn caught<'a, R>(context: ExecCtx<'a>, kernel: Call<'a, '_, R>) -> Result<R, Error> {
    let scope = trace_kernel(context);
    let result = match catch_unwind(AssertUnwindSafe(|| kernel(context))) {
        Ok(result) => Ok(result),
        Err(payload) => Err(panicked(context, payload)),
    };
    drop(scope);
    result
}

/// The scope of a kernel call, if there is a trace.
#[inline(always)]
fn trace_kernel(context: ExecCtx<'_>) -> Option<ScopeGuard<'_>> {
    context.request.tracer(TraceLevel::Debug).map(|tracer| traced(tracer, context.site))
}

/// Takes the context by value, so that callers build it only on this path.
#[cold]
#[inline(never)]
fn panicked(context: ExecCtx<'_>, payload: Box<dyn Any + Send>) -> Error {
    context.report_panic(payload)
}

/// The scope of a function that its caller waits for, if there is a trace.
#[inline(always)]
pub fn trace_function<'a>(request: &'a RequestContext, name: &str) -> Option<ScopeGuard<'a>> {
    request.tracer(TraceLevel::Default).map(|tracer| tracer.function(name))
}

/// The scope of a call that gives results later, if there is a trace of calls.
#[inline(always)]
pub fn trace_call<'a>(request: &'a RequestContext, name: &str) -> Option<ScopeGuard<'a>> {
    let (level, kind) = (TraceLevel::Verbose, TraceKind::Call);
    request.tracer(level).map(|tracer| tracer.scope(level, kind, name))
}

#[cold]
#[inline(never)]
fn traced<'a>(tracer: &'a Tracer, site: SiteRef<'a>) -> ScopeGuard<'a> {
    tracer.kernel(&site.kernel, &site.location)
}

/// Calls an infallible kernel. A panic unwinds to the caller, as that of any function, and carries
/// the reported error; the dynamic entry and the resumption of a frame make it a value.
#[inline(always)]
pub fn call<'a, R>(context: ExecCtx<'a>, kernel: Call<'a, '_, R>) -> R {
    match caught(context, kernel) {
        Ok(result) => result,
        Err(error) => resume_unwind(Box::new(error)),
    }
}

/// What a kernel may return for a value that may arrive later.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value that may arrive later",
    label = "not `AsyncRef<T>` nor `MaybeDone<T>`",
    note = "a kernel that is declared `later`, and one that is declared `async` or `task`, gives \
            `AsyncRef<T>` or `MaybeDone<T>`"
)]
pub trait IntoLater<T> {
    /// As generated code holds it.
    fn into_later(self) -> MaybeDone<T>;
}

#[diagnostic::do_not_recommend]
impl<T> IntoLater<T> for AsyncRef<T> {
    #[inline(always)]
    fn into_later(self) -> MaybeDone<T> {
        MaybeDone::Pending(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T: KernelType> IntoLater<T> for MaybeDone<T> {
    #[inline(always)]
    fn into_later(self) -> Self {
        match self {
            // What is no scalar is shared by its users, so it is held by reference.
            Self::Done(Ok(value)) if T::SCALAR.is_none() => {
                Self::Pending(AsyncRef::available(value))
            }
            other => other,
        }
    }
}

/// A value that a kernel gives and that may arrive later.
#[inline(always)]
pub fn into_later<T>(value: impl IntoLater<T>) -> MaybeDone<T> {
    value.into_later()
}

/// A result of a function, for its caller.
#[inline(always)]
pub fn returned<R: ReturnValue>(
    request: &RequestContext,
    value: MaybeDone<R::Content>,
) -> Later<R> {
    Later::of_run(request, value)
}

/// Calls a kernel that gives one value, later; an error if it panics.
#[inline(always)]
pub fn call_later<'a, T, R: IntoLater<T>>(
    context: ExecCtx<'a>,
    kernel: Call<'a, '_, R>,
) -> MaybeDone<T> {
    match caught(context, kernel) {
        Ok(value) => value.into_later(),
        Err(error) => MaybeDone::Done(Err(error)),
    }
}

/// Calls a kernel that may fail: its own error, or that of its panic, reported and made a value.
#[inline(always)]
pub fn call_fallible<'a, T, E: Into<KernelError>>(
    context: ExecCtx<'a>,
    kernel: Call<'a, '_, Result<T, E>>,
) -> Result<T, Error> {
    match caught(context, kernel) {
        Ok(result) => report(context, result),
        Err(error) => Err(error),
    }
}

/// Calls a kernel whose op decides the number of its results: another number is an error in each.
pub fn call_values<'a, R: IntoResults>(
    context: ExecCtx<'a>,
    count: usize,
    kernel: Call<'a, '_, R>,
) -> Vec<Value> {
    call_values_of(context, count, &[], kernel)
}

/// [`call_values`], of which some are members of families: their positions, types and checks.
pub fn call_values_of<'a, R: IntoResults>(
    context: ExecCtx<'a>,
    count: usize,
    checks: &[(usize, &str, MemberCheck)],
    kernel: Call<'a, '_, R>,
) -> Vec<Value> {
    let mut values = vec![Value::Empty; count];
    let returned = caught(context, kernel);
    let mut frame = KernelFrame {
        request: context.request,
        site: context.site,
        depth: context.depth,
        operands: Operands::owned(&mut []),
        attributes: &[],
        functions: &[],
        results: &mut values,
    };
    match returned {
        Ok(results) => results.store(&mut frame),
        Err(error) => frame.poison(&error),
    }
    type_checks(checks).check_results(context, &mut values);
    values
}

/// A result of a kernel whose type no rule infers: an error, reported, if it is of another.
///
/// # Errors
/// It does not belong to the type.
pub fn checked_result<T: KernelType>(
    context: ExecCtx<'_>,
    value: Shared<T>,
    member: &Member,
) -> Result<Shared<T>, Error> {
    match value.check_member(member.ty()) {
        Ok(()) => Ok(value),
        Err(message) => Err(context.report(KernelError::new(ErrorCode::InvalidArgument, message))),
    }
}

/// The same of a result that may arrive later.
pub fn checked_later<T: KernelType>(
    context: ExecCtx<'_>,
    value: MaybeDone<T>,
    member: &Member,
) -> MaybeDone<T> {
    let mut values = [later_value(value)];
    let checks = [(0, member.text, member_check::<T> as MemberCheck)];
    TypeChecks::from_checks(checks).check_results(context, &mut values);
    let [value] = values;
    from_value(Some(value))
}

/// A kernel's own error, reported and made a value.
#[inline(always)]
pub fn report<T, E: Into<KernelError>>(
    context: ExecCtx<'_>,
    result: Result<T, E>,
) -> Result<T, Error> {
    match result {
        Ok(value) => Ok(value),
        Err(error) => Err(context.report(error)),
    }
}

/// The results of a kernel that the plan has proved not to fail.
#[inline(always)]
pub fn proved<T, E>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(_) => unreachable!("the plan proved that this kernel cannot fail here"),
    }
}

/// Checks the call depth for entering a named function.
///
/// # Errors
/// The limit is reached; reported at the op.
#[inline(always)]
pub fn enter(context: ExecCtx<'_>) -> Result<u32, Error> {
    context.enter_call()
}

/// Runs a call, on a grown stack where this one may run out.
#[inline(always)]
pub fn deep<R>(depth: u32, call: impl FnOnce() -> R) -> R {
    if depth.is_multiple_of(STACK_CHECK) { tfrt_host::frame::grow_stack(call) } else { call() }
}

/// The same for a call out of a loop of tail calls that was entered at depth `entry`, and has got
/// deeper by one with each iteration. Calls that do not check the stack are all of one run of
/// depths, so they are never more than that is long.
#[inline(always)]
pub fn deep_in_loop<R>(entry: u32, depth: u32, call: impl FnOnce() -> R) -> R {
    let runs = [entry, depth].map(|depth| depth / STACK_CHECK);
    if runs[0] == runs[1] { call() } else { tfrt_host::frame::grow_stack(call) }
}

/// A kernel call among those that run in parallel, and then what it gave.
#[derive(Debug)]
pub struct Piece<F, R> {
    call: Option<F>,
    result: Option<R>,
}

impl<F: FnOnce() -> R, R> Piece<F, R> {
    /// A call that is still to be made.
    pub fn new(call: F) -> Self {
        Self { call: Some(call), result: None }
    }

    /// Makes the call.
    pub fn run(&mut self) {
        self.result = self.call.take().map(|call| call());
    }

    /// What it gave.
    pub fn result(self) -> R {
        self.result.expect("fork-join runs each piece, or panics")
    }
}

/// Runs kernel calls of one group, on this thread and on idle ones of the run's queue.
pub fn fork_join(request: &RequestContext, pieces: &mut [tfrt_host::queue::Piece<'_>]) {
    tfrt_host::queue::fork_join(&**request.queue(), pieces);
}

/// What a call of a kernel with these operands takes, in nanoseconds; 0 if one is an error.
pub fn cost(kernel: &KernelDef, operands: &[Value]) -> u64 {
    kernel.cost_of(operands)
}

/// Runs kernel calls of one group, which take so long: on idle threads too, if that is worth it.
pub fn fork_join_if_worth<const COUNT: usize>(
    request: &RequestContext,
    costs: [u64; COUNT],
    pieces: &mut [tfrt_host::queue::Piece<'_>],
) {
    tfrt_host::queue::fork_join_if_worth(&**request.queue(), costs, pieces);
}

/// Runs a part of a long function as a function of its own.
#[inline(never)]
pub fn apart<R>(part: impl FnOnce() -> R) -> R {
    part()
}

/// Boxes a kernel's result.
#[inline]
pub fn share<T: Send + Sync + 'static>(value: T) -> Shared<T> {
    Shared::new(value)
}

/// An available boxed value, as one that may arrive later.
#[inline]
pub fn shared_later<T: Send + Sync + 'static>(value: Shared<T>) -> MaybeDone<T> {
    MaybeDone::Pending(value.into_ref())
}

/// The same of a value that may be an error.
#[inline]
pub fn shared_result_later<T: Send + Sync + 'static>(
    value: Result<Shared<T>, Error>,
) -> MaybeDone<T> {
    match value {
        Ok(value) => shared_later(value),
        Err(error) => MaybeDone::Done(Err(error)),
    }
}

/// Another reference to a boxed later value.
pub fn later_share<T: Send + Sync + 'static>(value: &MaybeDone<T>) -> MaybeDone<T> {
    match value {
        MaybeDone::Pending(value) => MaybeDone::Pending(value.clone()),
        MaybeDone::Done(Err(error)) => MaybeDone::Done(Err(error.clone())),
        MaybeDone::Done(Ok(_)) => {
            MaybeDone::Done(Err(Error::bug("a boxed later value is held by reference")))
        }
    }
}

/// A copy of what a slot of a frame holds.
#[inline]
pub fn slot<T: Clone>(slot: &Option<T>) -> T {
    slot.clone().expect("the plan orders segments so that slots are filled before they are read")
}

/// What a slot of a frame holds, for its last reader.
#[inline]
pub fn slot_take<T>(slot: &mut Option<T>) -> T {
    slot.take().expect("the plan orders segments so that slots are filled before they are read")
}

/// A boxed value as a dynamic one.
pub fn shared_value<T: Send + Sync + 'static>(value: Shared<T>) -> Value {
    Value::Ref(value.into_ref().into_any())
}

/// The first values of a loop, or those of its next iteration.
#[inline]
pub fn loop_values<const N: usize>(values: [Value; N]) -> LoopValues {
    values.into_iter().collect()
}

/// The same error in every result.
pub fn poison(results: &mut [Value], error: &Error) {
    results.fill(Value::Error(error.clone()));
}

/// Hands results over.
pub fn fill<const N: usize>(results: &mut [Value], values: [Value; N]) {
    for (result, value) in results.iter_mut().zip(values) {
        *result = value;
    }
}

/// A member of a family of types, with which an argument is compared. A static for each.
#[derive(Debug)]
pub struct Member {
    text: &'static str,
    ty: OnceLock<Type>,
}

impl Member {
    /// The type of that text.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Self { text, ty: OnceLock::new() }
    }

    /// Checks that the argument at that position belongs to it.
    ///
    /// # Errors
    /// Code `InvalidArgument`.
    pub fn check<T: KernelType>(&self, position: usize, value: &T) -> Result<(), Error> {
        let invalid =
            |message| wrong_argument(position, &Error::new(ErrorCode::InvalidArgument, message));
        value.check_member(self.ty()).map_err(invalid)
    }

    fn ty(&self) -> &Type {
        self.ty.get_or_init(|| Type::new(self.text))
    }
}

/// Elements of a tensor that a program holds, where tensors want them to begin.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Aligned<T>(pub T);

/// The bytes of a file from `start`. The file is as long as when the code was generated.
#[must_use]
pub const fn part<const LENGTH: usize>(file: &[u8], start: usize) -> [u8; LENGTH] {
    let (_, rest) = file.split_at(start);
    *rest.first_chunk().expect("the file became shorter")
}

/// Attributes of an op that generated code does not print as literals: made at the first call, and then
/// there for all. A static for each op.
#[derive(Debug)]
pub struct Attributes {
    make: fn() -> Vec<Attribute>,
    all: OnceLock<Vec<Attribute>>,
    bound: OnceLock<Arc<[OpAttribute]>>,
    decoded: OnceLock<Decoded>,
}

impl Attributes {
    /// Those that `make` gives.
    #[must_use]
    pub const fn new(make: fn() -> Vec<Attribute>) -> Self {
        Self { make, all: OnceLock::new(), bound: OnceLock::new(), decoded: OnceLock::new() }
    }

    /// As the program has them.
    pub fn all(&self) -> &[Attribute] {
        self.all.get_or_init(self.make)
    }

    /// As the kernel gets them that the op has.
    pub fn bound(&self, kernel: &KernelDef) -> Arc<[OpAttribute]> {
        Arc::clone(self.bound.get_or_init(|| kernel.bind((self.make)()).into()))
    }

    /// The only one, copied.
    ///
    /// # Panics
    /// The attribute is of another kind than the kernel takes. The verifier refuses such programs, but
    /// in a macro, which does not know the kinds of users' types.
    pub fn read<T: FromAttribute>(&self) -> Attr<T> {
        Attr(self.decoded::<T>().clone())
    }

    /// The only one, borrowed.
    ///
    /// # Panics
    /// As [`read`](Self::read).
    pub fn borrow<B: ?Sized + AttributeTarget>(&'static self) -> Attr<&'static B> {
        Attr(self.decoded::<B::Owned>().borrow())
    }

    /// The only one, decoded at the first call.
    fn decoded<T: FromAttribute>(&self) -> &T {
        let decoded = self.decoded.get_or_init(|| {
            let made = (self.make)();
            match Decoded::new::<T>(made.first().expect("one is made")) {
                Ok(decoded) => decoded,
                Err(error) => panic!("an attribute {}", error.message),
            }
        });
        decoded.get().expect("an op has one kernel, which takes one type")
    }
}

/// The checks of values at these positions.
pub fn type_checks(checks: &[(usize, &str, MemberCheck)]) -> TypeChecks {
    TypeChecks::from_checks(checks.iter().copied())
}

/// A native function's results.
pub fn call_native(
    native: &Native,
    request: &RequestContext,
    arguments: Vec<Value>,
    count: usize,
) -> Vec<Value> {
    let mut results = vec![Value::Empty; count];
    native.call(request, arguments, &mut results);
    results
}

/// A promise of a value that a later segment produces.
pub fn promise(promises: &mut Vec<AnyPromise>) -> Value {
    let (promise, value) = AnyRef::indirect();
    promises.push(promise);
    Value::Ref(value)
}

/// Keeps the promises of a value.
pub fn keep(promises: &mut Vec<AnyPromise>, value: Value) {
    if promises.is_empty() {
        return;
    }
    let value = value.into_ref();
    for promise in promises.drain(..) {
        promise.forward(value.clone());
    }
}

/// A generated function's dynamic entry.
type Entry = fn(&RequestContext, u32, &[Value], &mut [Value]);

/// How a generated function is entered where arguments are pending or errors.
#[derive(Clone, Copy, Debug)]
pub enum NonstrictEntry {
    /// By the entry for available arguments.
    Same,
    /// By an entry of its own.
    Entry(Entry),
    /// Once all are available: none of its kernels could start before. An error among them, or a
    /// cancelled run, is its result.
    Wait,
}

struct Generated {
    signature: Signature,
    checks: TypeChecks,
    entry: Entry,
    nonstrict: NonstrictEntry,
}

/// A callable value over generated code.
pub fn function(
    name: &str,
    arguments: &[&str],
    results: &[&str],
    entry: Entry,
    nonstrict: NonstrictEntry,
) -> Function {
    checked_function(name, arguments, results, &[], entry, nonstrict)
}

/// A callable value over generated code, some of whose arguments are of members of families: their
/// positions, types and checks.
pub fn checked_function(
    name: &str,
    arguments: &[&str],
    results: &[&str],
    checks: &[(usize, &str, MemberCheck)],
    entry: Entry,
    nonstrict: NonstrictEntry,
) -> Function {
    let owned = |types: &[&str]| types.iter().map(|&ty| ty.to_owned()).collect();
    Function::new(Arc::new(Generated {
        signature: Signature {
            name: name.to_owned(),
            arguments: owned(arguments),
            results: owned(results),
        },
        checks: type_checks(checks),
        entry,
        nonstrict,
    }))
}

impl FunctionBody for Generated {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn engine(&self) -> EngineKind {
        EngineKind::GeneratedRust
    }

    fn call(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &mut [Value],
        results: &mut [Value],
    ) {
        if arguments.len() != self.signature.arguments.len() {
            let (given, taken) = (arguments.len(), self.signature.arguments.len());
            let taken = counted(taken, "argument");
            let message = format!("a function that takes {taken} is given {given}");
            return poison(results, &Error::new(ErrorCode::InvalidArgument, message));
        }
        if let Err(error) = self.checks.check(arguments) {
            return poison(results, &error);
        }
        let ready = |argument: &Value| matches!(argument.state(), ValueState::Ready);
        match self.nonstrict {
            NonstrictEntry::Entry(entry) if !arguments.iter().all(ready) => {
                enter_function(entry, request, depth, arguments, results);
            }
            NonstrictEntry::Same | NonstrictEntry::Entry(_) => {
                enter_function(self.entry, request, depth, arguments, results);
            }
            NonstrictEntry::Wait => {
                let entry = self.entry;
                call_strict(request, arguments, results, move |request, arguments, results| {
                    enter_function(entry, request, depth, arguments, results);
                });
            }
        }
    }
}

/// Runs a generated function. A panic of a kernel that has no error to give is one in every result.
fn enter_function(
    entry: Entry,
    request: &RequestContext,
    depth: u32,
    arguments: &[Value],
    results: &mut [Value],
) {
    let run = AssertUnwindSafe(|| entry(request, depth, arguments, results));
    if let Err(payload) = catch_unwind(run) {
        results.fill(Value::Error(Error::of_panic(payload)));
    }
}
