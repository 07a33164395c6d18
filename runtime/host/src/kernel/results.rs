//! A kernel's return value as the results of its op.

use super::{KernelFrame, KernelType, Outcome, ResultDef, ScalarType, Value};
use crate::context::ExecCtx;
use crate::error::KernelError;
use crate::value::{AsyncRef, MaybeDone};

/// One element of a kernel's return: `T` is ready, `Result<T, E>` may fail, `AsyncRef<T>` and
/// `MaybeDone<T>` may become available later.
///
/// ```
/// use tfrt_host::kernel::{Outcome, ResultSlot};
/// use tfrt_host::value::AsyncRef;
///
/// assert_eq!(<f32 as ResultSlot>::TYPE, "f32");
/// assert_eq!(<Result<f32, String> as ResultSlot>::OUTCOME, Outcome::Fallible);
/// assert_eq!(<AsyncRef<f32> as ResultSlot>::OUTCOME, Outcome::Later);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a kernel's result",
    label = "not a result",
    note = "a result is `T`, `Result<T, E>`, `AsyncRef<T>` or `MaybeDone<T>` with `T: KernelType`; \
            `E` is `String`, `&'static str` or any `std::error::Error + Send + Sync`"
)]
pub trait ResultSlot {
    /// The MLIR type of the result.
    const TYPE: &'static str;
    /// When it is available.
    const OUTCOME: Outcome;
    /// The slot is itself a `Result`.
    const IS_RESULT: bool = false;
    /// Converts into a value. A kernel error is reported (diagnostic, kernel, location) on the way.
    fn into_value(self, ctx: ExecCtx<'_>) -> Value;
}

impl<T: KernelType> ResultSlot for T {
    const TYPE: &'static str = T::NAME;
    const OUTCOME: Outcome = Outcome::Ready;
    #[inline(always)]
    fn into_value(self, _: ExecCtx<'_>) -> Value {
        Value::new(self)
    }
}

impl<S: ResultSlot, E: Into<KernelError>> ResultSlot for Result<S, E> {
    const TYPE: &'static str = S::TYPE;
    const OUTCOME: Outcome = Outcome::Fallible.weaker(S::OUTCOME);
    const IS_RESULT: bool = true;
    #[inline(always)]
    fn into_value(self, ctx: ExecCtx<'_>) -> Value {
        match self {
            Ok(slot) => slot.into_value(ctx),
            Err(error) => Value::Error(ctx.report(error)),
        }
    }
}

impl<T: KernelType> ResultSlot for AsyncRef<T> {
    const TYPE: &'static str = T::NAME;
    const OUTCOME: Outcome = Outcome::Later;
    #[inline(always)]
    fn into_value(self, _: ExecCtx<'_>) -> Value {
        Value::Ref(self.into_any())
    }
}

impl<T: KernelType> ResultSlot for MaybeDone<T> {
    const TYPE: &'static str = T::NAME;
    const OUTCOME: Outcome = Outcome::Later;
    #[inline(always)]
    fn into_value(self, _: ExecCtx<'_>) -> Value {
        match self {
            Self::Done(Ok(value)) => Value::new(value),
            Self::Done(Err(error)) => Value::Error(error),
            Self::Pending(value) => Value::Ref(value.into_any()),
        }
    }
}

/// A kernel's return: `()`, a [`ResultSlot`], a tuple of them, a [`ResultList`], a tuple of slots and
/// last a list, or a `Result` of one of these.
///
/// ```
/// use tfrt_host::kernel::{IntoResults, Outcome};
///
/// type Quotient = Result<(i32, i32), &'static str>;
/// assert_eq!(<Quotient as IntoResults>::RESULTS.len(), 2);
/// assert_eq!(<Quotient as IntoResults>::OUTCOME, Outcome::Fallible);
/// assert!(<Vec<i32> as IntoResults>::VARIADIC);
/// ```
#[diagnostic::on_unimplemented(
    message = "a kernel cannot return `{Self}`",
    label = "not a kernel's return",
    note = "a kernel returns `()`, a slot, a tuple of up to eight slots, a `Vec` of slots of one type or \
            of `Value`, a tuple whose last element is such a `Vec`, or a `Result` around one of these",
    note = "a slot is `T`, `Result<T, E>`, `AsyncRef<T>` or `MaybeDone<T>` with `T: KernelType`; \
            `E` is `String`, `&'static str` or any `std::error::Error + Send + Sync`"
)]
pub trait IntoResults {
    /// The results in order; if variadic, those that come first.
    const RESULTS: &'static [ResultDef];
    /// The op decides how many results follow.
    const VARIADIC: bool = false;
    /// If variadic, the MLIR type of each that follows; empty if the op decides that, too.
    const VARIADIC_TYPE: &'static str = "";
    /// The weakest outcome of all results.
    const OUTCOME: Outcome;
    /// The whole return is a `Result`.
    const RETURNS_RESULT: bool = false;
    /// Stores the results.
    fn store(self, frame: &mut KernelFrame<'_>);
}

impl<S: ResultSlot> IntoResults for S {
    const RESULTS: &'static [ResultDef] = &[ResultDef::new(S::TYPE, S::OUTCOME)];
    const OUTCOME: Outcome = S::OUTCOME;
    const RETURNS_RESULT: bool = S::IS_RESULT;
    #[inline(always)]
    fn store(self, frame: &mut KernelFrame<'_>) {
        let ctx = frame.context();
        let [result, surplus @ ..] = &mut *frame.results else {
            return mismatch(frame, Self::RESULTS);
        };
        result.set(self.into_value(ctx));
        if surplus.is_empty() {
            return;
        }
        // An error of the kernel poisons the chain, too.
        match result {
            Value::Error(error) if S::IS_RESULT => surplus.fill(Value::Error(error.clone())),
            _ => mismatch(frame, Self::RESULTS),
        }
    }
}

/// Results whose number the op decides: a `Vec` of one slot type, or of `Value` if the op decides
/// their types, too.
///
/// ```
/// use tfrt_host::kernel::{Chain, IntoResults, ResultList};
/// use tfrt_host::value::AsyncRef;
///
/// assert_eq!(<Vec<i32> as ResultList>::TYPE, "i32");
/// type Fetched = (AsyncRef<Chain>, Vec<AsyncRef<f32>>);
/// assert!(<Fetched as IntoResults>::VARIADIC);
/// assert_eq!(<Fetched as IntoResults>::RESULTS.len(), 1);
/// ```
pub trait ResultList {
    /// The MLIR type of each; empty if the op decides that.
    const TYPE: &'static str;
    /// The weakest outcome of each. At least fallible, since a wrong number is an error.
    const OUTCOME: Outcome;
    /// How many there are.
    fn count(&self) -> usize;
    /// Stores them in as many results.
    fn fill(self, ctx: ExecCtx<'_>, results: &mut [Value]);
}

impl ResultList for Vec<Value> {
    const TYPE: &'static str = "";
    const OUTCOME: Outcome = Outcome::Later;
    fn count(&self) -> usize {
        self.len()
    }
    fn fill(mut self, _: ExecCtx<'_>, results: &mut [Value]) {
        for (result, value) in results.iter_mut().zip(&mut self) {
            result.set(value.copied().unwrap_or_else(|| std::mem::take(value)));
        }
    }
}

impl<S: ResultSlot> ResultList for Vec<S> {
    const TYPE: &'static str = S::TYPE;
    const OUTCOME: Outcome = Outcome::Fallible.weaker(S::OUTCOME);
    fn count(&self) -> usize {
        self.len()
    }
    fn fill(self, ctx: ExecCtx<'_>, results: &mut [Value]) {
        for (result, slot) in results.iter_mut().zip(self) {
            result.set(slot.into_value(ctx));
        }
    }
}

/// Whether the op has that many results; if not, each becomes an error that says so.
fn fits(frame: &mut KernelFrame<'_>, given: usize) -> bool {
    let expected = frame.results.len();
    if given != expected {
        frame.fail(format!("kernel gave {given} results, the op has {expected}"));
    }
    given == expected
}

impl<S> IntoResults for Vec<S>
where
    Self: ResultList,
{
    const RESULTS: &'static [ResultDef] = &[];
    const VARIADIC: bool = true;
    const VARIADIC_TYPE: &'static str = Self::TYPE;
    const OUTCOME: Outcome = <Self as ResultList>::OUTCOME;
    fn store(self, frame: &mut KernelFrame<'_>) {
        if fits(frame, self.count()) {
            self.fill(frame.context(), frame.results);
        }
    }
}

impl<S, E: Into<KernelError>> IntoResults for Result<Vec<S>, E>
where
    Vec<S>: ResultList,
{
    const RESULTS: &'static [ResultDef] = &[];
    const VARIADIC: bool = true;
    const VARIADIC_TYPE: &'static str = <Vec<S> as ResultList>::TYPE;
    const OUTCOME: Outcome = <Vec<S> as ResultList>::OUTCOME;
    const RETURNS_RESULT: bool = true;
    fn store(self, frame: &mut KernelFrame<'_>) {
        match self {
            Ok(list) => list.store(frame),
            Err(error) => frame.fail(error),
        }
    }
}

/// The number of an op's results, for kernels that make as many; those before a `Vec` are counted.
///
/// ```
/// use tfrt_host::kernel::{ParamKind, ResultCount};
///
/// /// The number, as often as the op has results.
/// #[tfrt_host::kernel("my.repeat")]
/// fn repeat(x: i32, results: ResultCount) -> Vec<i32> {
///     vec![x; results.0]
/// }
/// assert_eq!(REPEAT.params[1].kind, ParamKind::ResultCount);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultCount(pub usize);

/// The empty result slots of an op, for kernels that let other code fill them.
///
/// ```
/// use tfrt_host::context::ExecCtx;
/// use tfrt_host::kernel::{Callee, Filled, Function, Results, Value};
///
/// const BLOCK: Callee = Callee::region().takes_from(1);
///
/// /// Runs the first region if the condition holds, else the second.
/// #[tfrt_host::kernel("my.if", traits(callees(&[BLOCK, BLOCK])), control = If)]
/// fn choose(
///     ctx: ExecCtx<'_>,
///     condition: bool,
///     then: &Function,
///     otherwise: &Function,
///     arguments: &mut [Value],
///     results: Results<'_>,
/// ) -> Filled {
///     let chosen = if condition { then } else { otherwise };
///     chosen.call(ctx.request, ctx.depth, arguments, results.0);
///     Filled
/// }
/// assert!(CHOOSE.variadic_results && CHOOSE.traits.regions() == 2);
/// ```
#[derive(Debug)]
pub struct Results<'a>(pub &'a mut [Value]);

/// The return of a kernel that takes [`Results`]: it has filled them.
///
/// ```
/// use tfrt_host::context::ExecCtx;
/// use tfrt_host::kernel::{Callee, Filled, Function, Results, Value};
///
/// #[tfrt_host::kernel("my.call", traits(callees(&[Callee::symbol("callee")])), control = Call)]
/// fn call(
///     ctx: ExecCtx<'_>,
///     callee: &Function,
///     arguments: &mut [Value],
///     results: Results<'_>,
/// ) -> Result<Filled, String> {
///     if callee.signature().results.len() != results.0.len() {
///         return Err(format!("{callee:?} has another number of results"));
///     }
///     callee.call(ctx.request, ctx.depth, arguments, results.0);
///     Ok(Filled)
/// }
/// assert!(CALL.variadic_results && CALL.returns_result);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Filled;

impl IntoResults for Filled {
    const RESULTS: &'static [ResultDef] = &[];
    const VARIADIC: bool = true;
    const OUTCOME: Outcome = Outcome::Later;
    #[inline(always)]
    fn store(self, _: &mut KernelFrame<'_>) {}
}

impl<E: Into<KernelError>> IntoResults for Result<Filled, E> {
    const RESULTS: &'static [ResultDef] = &[];
    const VARIADIC: bool = true;
    const OUTCOME: Outcome = Outcome::Later;
    const RETURNS_RESULT: bool = true;
    #[inline(always)]
    fn store(self, frame: &mut KernelFrame<'_>) {
        if let Err(error) = self {
            frame.fail(error);
        }
    }
}

macro_rules! tuples {
    ($(($($slot:ident $value:ident),*))*) => {$(
        impl<$($slot: ResultSlot),*> IntoResults for ($($slot,)*) {
            const RESULTS: &'static [ResultDef] =
                &[$(ResultDef::new($slot::TYPE, $slot::OUTCOME)),*];
            const OUTCOME: Outcome = Outcome::weakest(Self::RESULTS);
            #[inline(always)]
            fn store(self, frame: &mut KernelFrame<'_>) {
                let ctx = frame.context();
                let ($($value,)*) = self;
                let mut results = frame.results.iter_mut();
                $(
                    if let Some(result) = results.next() {
                        result.set($value.into_value(ctx));
                    }
                )*
                let _ = (ctx, &mut results);
                if frame.results.len() != Self::RESULTS.len() {
                    mismatch(frame, Self::RESULTS);
                }
            }
        }

        impl<$($slot: ResultSlot,)* Failure: Into<KernelError>> IntoResults
            for Result<($($slot,)*), Failure>
        {
            const RESULTS: &'static [ResultDef] = &[$(
                ResultDef::new($slot::TYPE, Outcome::Fallible.weaker($slot::OUTCOME))
            ),*];
            const OUTCOME: Outcome = Outcome::Fallible.weaker(Outcome::weakest(Self::RESULTS));
            const RETURNS_RESULT: bool = true;
            #[inline(always)]
            fn store(self, frame: &mut KernelFrame<'_>) {
                match self {
                    Ok(slots) => slots.store(frame),
                    Err(error) => frame.fail(error),
                }
            }
        }
    )*};
}

tuples! {
    ()
    (A a)
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
    (A a, B b, C c, D d, E e, F f)
    (A a, B b, C c, D d, E e, F f, G g)
    (A a, B b, C c, D d, E e, F f, G g, H h)
}

macro_rules! tuples_before_a_list {
    ($(($($slot:ident $value:ident),*))*) => {$(
        impl<$($slot: ResultSlot,)* Each> IntoResults for ($($slot,)* Vec<Each>)
        where
            Vec<Each>: ResultList,
        {
            const RESULTS: &'static [ResultDef] = &[$(
                ResultDef::new($slot::TYPE, Outcome::Fallible.weaker($slot::OUTCOME))
            ),*];
            const VARIADIC: bool = true;
            const VARIADIC_TYPE: &'static str = <Vec<Each> as ResultList>::TYPE;
            const OUTCOME: Outcome =
                <Vec<Each> as ResultList>::OUTCOME.weaker(Outcome::weakest(Self::RESULTS));
            fn store(self, frame: &mut KernelFrame<'_>) {
                let ($($value,)* list) = self;
                if !fits(frame, Self::RESULTS.len() + list.count()) {
                    return;
                }
                let ctx = frame.context();
                let (first, rest) = frame.results.split_at_mut(Self::RESULTS.len());
                let mut first = first.iter_mut();
                $(
                    if let Some(result) = first.next() {
                        result.set($value.into_value(ctx));
                    }
                )*
                list.fill(ctx, rest);
            }
        }

        impl<$($slot: ResultSlot,)* Each, Failure: Into<KernelError>> IntoResults
            for Result<($($slot,)* Vec<Each>), Failure>
        where
            Vec<Each>: ResultList,
        {
            const RESULTS: &'static [ResultDef] =
                <($($slot,)* Vec<Each>) as IntoResults>::RESULTS;
            const VARIADIC: bool = true;
            const VARIADIC_TYPE: &'static str = <Vec<Each> as ResultList>::TYPE;
            const OUTCOME: Outcome = <($($slot,)* Vec<Each>) as IntoResults>::OUTCOME;
            const RETURNS_RESULT: bool = true;
            fn store(self, frame: &mut KernelFrame<'_>) {
                match self {
                    Ok(results) => results.store(frame),
                    Err(error) => frame.fail(error),
                }
            }
        }
    )*};
}

tuples_before_a_list! {
    (A a)
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
    (A a, B b, C c, D d, E e, F f)
    (A a, B b, C c, D d, E e, F f, G g)
}

/// The trailing-chain rule: an op may have one more result than a kernel that gives no chain; that
/// is a ready chain, unless the kernel failed. Any other difference is an error in every result.
#[cold]
fn mismatch(frame: &mut KernelFrame<'_>, declared: &[ResultDef]) {
    let given = declared.len();
    let chain = declared.iter().any(|result| result.ty == super::Chain::NAME);
    if frame.results.len() == given + 1
        && !chain
        && let Some(last) = frame.results.last_mut()
    {
        *last = Value::Scalar(ScalarType::Chain, 0);
        return;
    }
    let expected = frame.results.len();
    for result in frame.results.iter_mut() {
        *result = Value::Empty;
    }
    frame.fail(format!("kernel gave {given} results, the op has {expected}"));
}
