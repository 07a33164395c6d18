//! The definition of a kernel: its op and its entry points.

use super::member::member_check;
use super::{
    Cost, KernelFrame, KernelType, MemberCheck, OpDef, ScalarType, Value, is_checked_family,
};
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The entry of a kernel: reads the operands, calls the kernel function, stores its results.
pub type Entry = fn(&mut KernelFrame<'_>);

/// The estimated time of a call with these operands, in nanoseconds. They are available and no errors:
/// it depends on their shapes, say. It is asked before each call that may run on another thread, so it
/// must be cheap.
pub type CostFunction = fn(&[Value]) -> u64;

/// The definition of a kernel: its op, and how engines call it. Made by `#[kernel]`, or from
/// [`KernelDef::new`] by the `with_…` functions. What the op has, the kernel has too: `DOUBLE.name` is
/// `DOUBLE.op.name`.
///
/// ```
/// /// Doubles a number.
/// #[tfrt_host::kernel("my.double", pure)]
/// fn double(x: i32) -> i32 {
///     x.wrapping_mul(2)
/// }
/// assert_eq!((DOUBLE.name, DOUBLE.pure), ("my.double", true));
/// assert_eq!((DOUBLE.params[0].name, DOUBLE.params[0].ty), ("x", "i32"));
/// assert_eq!(DOUBLE.doc.trim(), "Doubles a number.");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct KernelDef {
    /// The op.
    pub op: OpDef,
    /// The entry for dynamic callers: executor, JIT, tools. Called through
    /// [`invoke`](KernelDef::invoke).
    pub entry: Entry,
    /// What a call costs, if that [depends on the operands](Cost::OfOperands).
    pub cost_function: Option<CostFunction>,
    /// `module_path!()` of the kernel function: generated Rust calls
    /// `{module}::{function}` directly.
    pub module: &'static str,
    /// The Rust function's name, with `r#` if it is a keyword. For an `async fn` and for a task,
    /// the hidden function that starts it.
    pub function: &'static str,
}

impl Deref for KernelDef {
    type Target = OpDef;

    fn deref(&self) -> &OpDef {
        &self.op
    }
}

impl KernelDef {
    /// A kernel of that op, with an entry that reports a missing kernel.
    #[must_use]
    pub const fn new(op: OpDef) -> Self {
        Self {
            op,
            entry: |frame| frame.fail(format!("unknown kernel name '{}'", frame.site.kernel)),
            cost_function: None,
            module: "",
            function: "",
        }
    }

    /// Sets [`entry`](Self::entry).
    #[must_use]
    pub const fn with_entry(self, entry: Entry) -> Self {
        Self { entry, ..self }
    }

    /// Lets the [cost](OpDef::cost) be what the function says.
    #[must_use]
    pub const fn with_cost_function(self, function: CostFunction) -> Self {
        let op = self.op.with_cost(Cost::OfOperands);
        Self { op, cost_function: Some(function), ..self }
    }

    /// Sets [`module`](Self::module) and [`function`](Self::function).
    #[must_use]
    pub const fn with_function(self, module: &'static str, function: &'static str) -> Self {
        Self { module, function, ..self }
    }

    /// The estimated time of a call with these operands, in nanoseconds; 0 if the function that says it
    /// panics or an operand is no value of its type.
    ///
    /// ```
    /// use tfrt_host::kernel::{Cost, Value};
    ///
    /// /// Adds the numbers below a bound.
    /// #[tfrt_host::kernel("my.sum_below", pure, cost = u64::from(*bound) / 2)]
    /// fn sum_below(bound: u32) -> u64 {
    ///     (0..u64::from(bound)).sum()
    /// }
    /// assert_eq!(SUM_BELOW.cost, Cost::OfOperands);
    /// assert_eq!(SUM_BELOW.cost_of(&[Value::new(1_000_u32)]), 500);
    /// # let _ = sum_below;
    /// ```
    #[must_use]
    pub fn cost_of(&self, operands: &[Value]) -> u64 {
        match (self.op.cost, self.cost_function) {
            (Cost::Fixed(cost), _) => cost,
            (Cost::OfOperands, Some(cost)) => {
                catch_unwind(AssertUnwindSafe(|| cost(operands))).unwrap_or(0)
            }
            (Cost::OfOperands, None) => 0,
        }
    }

    /// Calls the kernel. Engines call this rather than the entry, because it never unwinds: a
    /// kernel that panics gives the reported error `kernel panicked: MESSAGE` in every result that
    /// it had not set.
    // Inlined into the executor's loop, which is instantiated twice.
    #[inline(always)]
    pub fn invoke(&self, frame: &mut KernelFrame<'_>) {
        // After a panic, the frame holds whatever was stored; each value in it is whole.
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| (self.entry)(frame))) {
            frame.fail_panicked(payload);
        }
    }
}

/// A type of values in host programs.
///
/// ```
/// # use tfrt_host::kernel::{KernelType, TypeDef};
/// pub struct Sample;
///
/// impl KernelType for Sample {
///     const NAME: &'static str = "!my.sample";
/// }
///
/// const SAMPLE: TypeDef = TypeDef::of::<Sample>("crate::Sample");
/// assert_eq!(SAMPLE.name, "!my.sample");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TypeDef {
    /// The MLIR type, `!tfrt.string`.
    pub name: &'static str,
    /// The Rust type as an absolute path, `tfrt_kernels::string::HostString` or `i32`, for generated code.
    pub rust: &'static str,
    /// The Rust type as users name it, for documentation: its [`KernelType::PATH`], or where it is
    /// defined.
    pub path: fn() -> &'static str,
    /// Held unboxed.
    pub scalar: Option<ScalarType>,
    /// For a family: checks that a value belongs to a member.
    pub check: Option<MemberCheck>,
    /// The text of a value of the type, if it has one: [`KernelType::text`].
    pub text: fn(&Value) -> Option<String>,
    /// The value of a text: [`KernelType::from_text`].
    pub from_text: fn(&str) -> Option<Value>,
}

impl TypeDef {
    /// A type whose Rust type is known by its path alone, as where code is generated: there are no values.
    #[must_use]
    pub const fn named(name: &'static str, rust: &'static str) -> Self {
        let path = || "a type of the crate";
        Self { name, rust, path, scalar: None, check: None, text: |_| None, from_text: |_| None }
    }

    /// The definition of a Rust type, which generated code names by that path.
    #[must_use]
    pub const fn of<T: KernelType>(rust: &'static str) -> Self {
        let check: Option<MemberCheck> =
            if is_checked_family(T::NAME) { Some(member_check::<T>) } else { None };
        let path = || T::PATH.unwrap_or_else(std::any::type_name::<T>);
        let text = |value: &Value| value.get::<T>().and_then(|value| value.text());
        let from_text = |text: &str| T::from_text(text).map(Value::new);
        Self { name: T::NAME, rust, path, scalar: T::SCALAR, check, text, from_text }
    }
}
