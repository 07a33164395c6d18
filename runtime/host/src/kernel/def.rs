//! The definition of a kernel: its name, its schema, and its entry points.

use super::results::{weaker, weakest};
use super::{
    AttributeDecoder, AttributeTarget, Chain, Cost, Decoded, Effects, FromAttribute, IntoResults,
    Intrinsic, KernelFrame, KernelType, OpAttribute, OpTraits, ScalarType,
};
use crate::error::KernelError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tfrt_bef::Attribute;

/// When a kernel's results are available.
///
/// ```
/// # use tfrt_host::kernel::Outcome;
/// #[tfrt_host::kernel("my.root", pure)]
/// fn root(x: f32) -> Result<f32, &'static str> {
///     if x < 0.0 { Err("it has no root") } else { Ok(x.sqrt()) }
/// }
/// assert_eq!(ROOT.results[0].outcome, Outcome::Fallible);
/// # let _ = root;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Always a value when the kernel returns.
    Ready,
    /// A value or an error when the kernel returns.
    Fallible,
    /// A value or an error, possibly after the kernel has returned.
    Later,
}

/// What a parameter of a kernel function receives.
///
/// ```
/// use tfrt_host::kernel::{Attr, ParamKind, Value};
///
/// #[tfrt_host::kernel("my.pick", pure)]
/// fn pick(default: i32, rest: &[Value], index: Attr<u32>) -> i32 {
///     let picked = rest.get(index.0 as usize).and_then(Value::get::<i32>);
///     picked.map_or(default, |picked| *picked)
/// }
/// let kinds = PICK.params.iter().map(|param| param.kind);
/// assert!(kinds.eq([ParamKind::Value, ParamKind::Variadic, ParamKind::Attribute { index: 0 }]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// The next operand, by value: parameter type `T`.
    Value,
    /// The next operand, borrowed: parameter type `&T`.
    Borrow,
    /// The next operand as a counted reference: parameter type `AsyncRef<T>`.
    Async,
    /// All remaining operands: parameter type `&[Value]`, or `&mut [Value]` to take them. At most
    /// one, after all other operands.
    Variadic,
    /// An attribute: parameter type `Attr<T>`. Attributes are matched by position in the
    /// alphabetical order of their names, as BEF stores them; `index` is that position. Optional
    /// ones sort after all others.
    Attribute {
        /// Position among the kernel's attributes.
        index: usize,
    },
    /// All attributes, of any names, sorted by name: parameter type `&[Attribute]`.
    Attributes,
    /// A function attribute or region: parameter type `&Function`; `index` counts functions.
    Function {
        /// Position among the kernel's functions.
        index: usize,
    },
    /// All functions: parameter type `&[Function]`.
    Functions,
    /// The context of the call: parameter type `ExecCtx<'_>`.
    Context,
    /// The slots of the results: parameter type `Results<'_>`.
    Results,
}

/// Whether an attribute fits a parameter; the error names what was found and what was expected.
pub type AttributeCheck = fn(&Attribute) -> Result<(), KernelError>;

/// The entry of a kernel: reads the operands, calls the kernel function, stores its results.
pub type Entry = fn(&mut KernelFrame<'_>);

/// One parameter of a kernel function. Made by [`ParamDef::new`].
///
/// ```
/// use tfrt_host::kernel::Attr;
///
/// #[tfrt_host::kernel("my.scale", pure)]
/// fn scale(x: f32, by: Attr<f32>, offset: Option<f32>) -> f32 {
///     x * by.0 + offset.unwrap_or(0.0)
/// }
/// let [x, by, offset] = SCALE.params else { unreachable!("it has three parameters") };
/// assert_eq!((x.name, x.ty), ("x", "f32"));
/// assert!(by.check.is_some() && !by.optional);
/// assert!(offset.optional);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ParamDef {
    /// The Rust parameter's name; for an attribute, the attribute's name.
    pub name: &'static str,
    /// The kind of parameter.
    pub kind: ParamKind,
    /// The MLIR type of an operand (`i32`, `!tfrt.chain`), or of an attribute (`i32`, `string`,
    /// `array of i32`, `any`). Empty for the other kinds.
    pub ty: &'static str,
    /// For an attribute: checks that it can be decoded as the parameter's type.
    pub check: Option<AttributeCheck>,
    /// An attribute or an operand that an op may omit.
    pub optional: bool,
    /// For a borrowed attribute: decodes it, once per op.
    pub decode: Option<AttributeDecoder>,
    /// It receives all remaining operands, each of the type `ty`.
    pub variadic: bool,
}

impl ParamDef {
    /// A parameter of that Rust name, kind and MLIR type.
    #[must_use]
    pub const fn new(name: &'static str, kind: ParamKind, ty: &'static str) -> Self {
        Self { name, kind, ty, check: None, optional: false, variadic: false, decode: None }
    }

    /// An attribute that is decoded as a `T`, at that position.
    #[must_use]
    pub const fn attribute<T: FromAttribute>(name: &'static str, index: usize) -> Self {
        Self {
            name,
            kind: ParamKind::Attribute { index },
            ty: T::KIND,
            check: Some(T::check),
            optional: T::OPTIONAL,
            variadic: false,
            decode: None,
        }
    }

    /// An attribute that is borrowed as a `B`, at that position.
    #[must_use]
    pub const fn borrowed_attribute<B: ?Sized + AttributeTarget>(
        name: &'static str,
        index: usize,
    ) -> Self {
        Self { decode: Some(Decoded::new::<B>), ..Self::attribute::<B::Owned>(name, index) }
    }

    /// Makes an operand optional: parameter type `Option<T>`, `Option<&T>` or
    /// `Option<AsyncRef<T>>`.
    #[must_use]
    pub const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }

    /// Makes an operand variadic: parameter type `Vec<T>`, `&[&T]` or `Vec<AsyncRef<T>>`.
    #[must_use]
    pub const fn variadic(self) -> Self {
        Self { variadic: true, ..self }
    }

    fn is_operand(&self) -> bool {
        matches!(self.kind, ParamKind::Value | ParamKind::Borrow | ParamKind::Async)
    }

    /// Sets [`check`](Self::check).
    #[must_use]
    pub const fn with_check(self, check: AttributeCheck) -> Self {
        Self { check: Some(check), ..self }
    }
}

/// One result of a kernel. Made by [`ResultDef::new`].
///
/// ```
/// use tfrt_host::kernel::Outcome;
///
/// /// A root of each of two numbers.
/// #[tfrt_host::kernel("my.roots", pure)]
/// fn roots(x: u8, y: f64) -> (f32, Result<f64, &'static str>) {
///     (f32::from(x).sqrt(), if y < 0.0 { Err("it has no root") } else { Ok(y.sqrt()) })
/// }
/// let [first, second] = ROOTS.results else { unreachable!("it has two results") };
/// assert_eq!((first.ty, first.outcome), ("f32", Outcome::Ready));
/// assert_eq!((second.ty, second.outcome), ("f64", Outcome::Fallible));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ResultDef {
    /// The MLIR type.
    pub ty: &'static str,
    /// When this result is available. A kernel whose whole return is a `Result` is fallible in each
    /// result; a tuple may mix.
    pub outcome: Outcome,
}

impl ResultDef {
    /// A result of that MLIR type and outcome.
    #[must_use]
    pub const fn new(ty: &'static str, outcome: Outcome) -> Self {
        Self { ty, outcome }
    }
}

/// Control flow that compiled engines lower themselves. The executor calls the kernel function as
/// usual.
///
/// ```
/// use tfrt_host::context::ExecCtx;
/// use tfrt_host::kernel::{Callee, Control, Filled, Function, Results, Value};
///
/// #[tfrt_host::kernel("my.call", traits(callees(&[Callee::symbol("callee")])), control = Call)]
/// fn call(
///     ctx: ExecCtx<'_>,
///     callee: &Function,
///     arguments: &mut [Value],
///     results: Results<'_>,
/// ) -> Filled {
///     callee.call(ctx.request, ctx.depth, arguments, results.0);
///     Filled
/// }
/// assert_eq!(CALL.control, Some(Control::Call));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// Passes the operands to one function and returns its results.
    Call,
    /// First operand i1 selects function 0 (true) or 1 (false); the rest are its arguments.
    If,
    /// First operand i32 selects a function; out of range selects the last.
    Case,
    /// First operand i32 is the number of iterations of function 0 over the remaining operands.
    Repeat,
    /// First operand i1 is the loop condition; function 0 maps the remaining operands to themselves
    /// and the next condition.
    While,
}

/// The full definition of a kernel. Made by `#[kernel]`, or from [`KernelDef::new`] by the `with_…`
/// functions.
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
    /// The op name, `tfrt.add.i32`.
    pub name: &'static str,
    /// The kernel function's documentation.
    pub doc: &'static str,
    /// Parameters in the order of the Rust function.
    pub params: &'static [ParamDef],
    /// Results in order. Unused if `variadic_results`.
    pub results: &'static [ResultDef],
    /// The op decides the number of results; the function returns a `Vec`. Outcome of each:
    /// `outcome`.
    pub variadic_results: bool,
    /// If `variadic_results`, the MLIR type of each; empty if the op decides that, too.
    pub variadic_type: &'static str,
    /// The weakest outcome over all results.
    pub outcome: Outcome,
    /// The Rust function's own return is a `Result` around all results.
    pub returns_result: bool,
    /// No side effect, and the same results for the same operands and attributes.
    pub pure: bool,
    /// What it does besides computing its results; `None` if its author does not say.
    pub effects: Option<Effects>,
    /// Its behaviour depends on the reference counts of its operands. The executor then boxes every
    /// scalar of a program that contains it; compiled engines do not.
    pub counts_references: bool,
    /// The estimated time of one call.
    pub cost: Cost,
    /// Further traits of the op.
    pub op: OpTraits,
    /// Control flow, for compiled engines.
    pub control: Option<Control>,
    /// The instructions that replace a call in compiled engines.
    pub intrinsic: Option<Intrinsic>,
    /// The entry for dynamic callers: executor, JIT, tools. Called through
    /// [`invoke`](KernelDef::invoke).
    pub entry: Entry,
    /// `module_path!()` of the kernel function: generated Rust calls
    /// `{module}::{function}` directly.
    pub module: &'static str,
    /// The Rust function's name, with `r#` if it is a keyword. For an `async fn` and for a task,
    /// the hidden function that starts it.
    pub function: &'static str,
}

impl KernelDef {
    /// A kernel of that name: no parameters and results, generic form, not pure, and an entry that
    /// reports a missing kernel.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            doc: "",
            params: &[],
            results: &[],
            variadic_results: false,
            variadic_type: "",
            outcome: Outcome::Ready,
            returns_result: false,
            pure: false,
            effects: None,
            counts_references: false,
            cost: Cost::Fixed(0),
            op: OpTraits::new(),
            control: None,
            intrinsic: None,
            entry: |frame| frame.fail(format!("unknown kernel name '{}'", frame.site.kernel)),
            module: "",
            function: "",
        }
    }

    /// An op without a kernel: it can be parsed, verified and printed, but a program that contains
    /// it cannot be loaded. For [`KernelList::with_declared`].
    ///
    /// [`KernelList::with_declared`]: super::KernelList::with_declared
    #[must_use]
    pub const fn declared(
        name: &'static str,
        doc: &'static str,
        op: OpTraits,
        params: &'static [ParamDef],
        results: &'static [ResultDef],
    ) -> Self {
        let def = Self::new(name).with_doc(doc).with_params(params).with_results(results);
        def.with_returns_result(true).with_op(op)
    }

    /// Sets [`doc`](Self::doc).
    #[must_use]
    pub const fn with_doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }

    /// Sets [`params`](Self::params).
    #[must_use]
    pub const fn with_params(self, params: &'static [ParamDef]) -> Self {
        Self { params, ..self }
    }

    /// Sets [`results`](Self::results), and with them [`outcome`](Self::outcome).
    #[must_use]
    pub const fn with_results(self, results: &'static [ResultDef]) -> Self {
        Self { results, outcome: weakest(results), ..self }
    }

    /// Sets everything that follows from a function's return type.
    #[must_use]
    pub const fn returning<R: IntoResults>(self) -> Self {
        Self {
            results: R::RESULTS,
            variadic_results: R::VARIADIC,
            variadic_type: R::VARIADIC_TYPE,
            outcome: R::OUTCOME,
            returns_result: R::RETURNS_RESULT,
            ..self
        }
    }

    /// Lets the op decide the number of results, each with that outcome.
    #[must_use]
    pub const fn with_variadic_results(self, outcome: Outcome) -> Self {
        Self { results: &[], variadic_results: true, outcome, ..self }
    }

    /// Sets [`returns_result`](Self::returns_result), which makes the [`outcome`](Self::outcome) at
    /// least fallible. The outcome of each result already includes it.
    #[must_use]
    pub const fn with_returns_result(self, returns_result: bool) -> Self {
        let least = if returns_result { Outcome::Fallible } else { Outcome::Ready };
        Self { returns_result, outcome: weaker(least, self.outcome), ..self }
    }

    /// Sets [`pure`](Self::pure). A pure kernel has no [`effects`](Self::effects).
    #[must_use]
    pub const fn with_pure(self, pure: bool) -> Self {
        let effects = if pure { Some(Effects::NONE) } else { self.effects };
        Self { pure, effects, ..self }
    }

    /// Sets [`effects`](Self::effects).
    #[must_use]
    pub const fn with_effects(self, effects: Effects) -> Self {
        Self { effects: Some(effects), ..self }
    }

    /// Sets [`counts_references`](Self::counts_references).
    #[must_use]
    pub const fn with_counts_references(self, counts_references: bool) -> Self {
        Self { counts_references, ..self }
    }

    /// Sets [`cost`](Self::cost).
    #[must_use]
    pub const fn with_cost(self, cost: Cost) -> Self {
        Self { cost, ..self }
    }

    /// Sets [`op`](Self::op); call it after setting parameters, results and control flow.
    ///
    /// # Panics
    /// The traits do not fit these: a mistake in the definition, and a compile error in a constant.
    #[must_use]
    pub const fn with_op(self, op: OpTraits) -> Self {
        op.check(self.params, self.variadic_results, self.control);
        Self { op, ..self }
    }

    /// Sets [`control`](Self::control).
    #[must_use]
    pub const fn with_control(self, control: Control) -> Self {
        Self { control: Some(control), ..self }
    }

    /// Sets [`intrinsic`](Self::intrinsic).
    #[must_use]
    pub const fn with_intrinsic(self, intrinsic: Intrinsic) -> Self {
        Self { intrinsic: Some(intrinsic), ..self }
    }

    /// Sets [`entry`](Self::entry).
    #[must_use]
    pub const fn with_entry(self, entry: Entry) -> Self {
        Self { entry, ..self }
    }

    /// Sets [`module`](Self::module) and [`function`](Self::function).
    #[must_use]
    pub const fn with_function(self, module: &'static str, function: &'static str) -> Self {
        Self { module, function, ..self }
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

    /// The parameters that take one operand each, in operand order.
    pub fn operands(&self) -> impl Iterator<Item = &'static ParamDef> + Clone {
        self.params.iter().filter(|it| it.is_operand() && !it.optional && !it.variadic)
    }

    /// The parameter that takes the operand at that position. `None` if the kernel takes no such
    /// operand, or accepts any type there.
    #[must_use]
    pub fn operand(&self, position: usize) -> Option<&'static ParamDef> {
        let mut operands = self.params.iter().filter(|it| it.is_operand()).enumerate();
        let (_, param) = operands.find(|(at, it)| *at == position || it.variadic)?;
        Some(param)
    }

    /// Which of `operands` operands the kernel function receives as values or borrows rather than
    /// as references that may be pending or errors. These must be available and no errors before it
    /// starts, even if the op is non-strict.
    #[must_use]
    pub fn reads(&self, operands: usize) -> Box<[bool]> {
        let reads = |kind: ParamKind| matches!(kind, ParamKind::Value | ParamKind::Borrow);
        let operands = 0..operands;
        operands.map(|at| self.operand(at).is_some_and(|param| reads(param.kind))).collect()
    }

    /// Whether an op may have more operands than the required ones: [any
    /// number](Self::most_operands), or optional ones.
    #[must_use]
    pub fn variadic_operands(&self) -> bool {
        let more = |it: &ParamDef| it.is_operand() && (it.optional || it.variadic);
        self.params.iter().any(|it| it.kind == ParamKind::Variadic || more(it))
    }

    /// The maximum number of operands, if there is one.
    #[must_use]
    pub fn most_operands(&self) -> Option<usize> {
        let any = |it: &ParamDef| it.kind == ParamKind::Variadic || it.variadic;
        let count = self.params.iter().filter(|it| it.is_operand()).count();
        (!self.params.iter().any(any)).then_some(count)
    }

    /// The attribute parameters in the alphabetical order of their names; optional ones are last.
    #[must_use]
    pub fn attributes(&self) -> Vec<&'static ParamDef> {
        let is_attribute = |param: &&ParamDef| matches!(param.kind, ParamKind::Attribute { .. });
        let mut attributes: Vec<_> = self.params.iter().filter(is_attribute).collect();
        attributes.sort_by_key(|param| (param.optional, param.name));
        attributes
    }

    /// Binds the attributes of an op, given in the alphabetical order of their names. One that the
    /// kernel cannot decode is kept undecoded, and the call reports it.
    pub fn bind(&self, attributes: impl IntoIterator<Item = Attribute>) -> Vec<OpAttribute> {
        if self.takes_any_attributes() {
            return vec![OpAttribute::All(attributes.into_iter().collect())];
        }
        let mut declared = self.attributes().into_iter();
        let bind = |attribute| {
            let decode = declared.next().and_then(|param| param.decode);
            match decode.and_then(|decode| decode(&attribute).ok()) {
                Some(decoded) => OpAttribute::Decoded(decoded),
                None => OpAttribute::Plain(attribute),
            }
        };
        attributes.into_iter().map(bind).collect()
    }

    /// Whether binding changes attributes from their plain form.
    #[must_use]
    pub fn binds_attributes(&self) -> bool {
        self.takes_any_attributes() || self.params.iter().any(|param| param.decode.is_some())
    }

    /// Whether it accepts attributes of any names.
    #[must_use]
    pub fn takes_any_attributes(&self) -> bool {
        self.params.iter().any(|param| param.kind == ParamKind::Attributes)
    }

    /// The trailing-chain rule for operands: an op of a kernel that declares no chain operand may
    /// have one more operand, a chain, which the kernel does not get.
    #[must_use]
    pub fn allows_extra_chain_operand(&self) -> bool {
        !self.variadic_operands() && self.operands().all(|param| param.ty != Chain::NAME)
    }

    /// The trailing-chain rule for results: an op of a kernel that gives no chain may have one more
    /// result, a ready chain.
    #[must_use]
    pub fn allows_extra_chain_result(&self) -> bool {
        !self.variadic_results && self.results.iter().all(|result| result.ty != Chain::NAME)
    }

    /// Checks the attributes of an op, given in the alphabetical order of their names. Attributes
    /// beyond the declared ones are ignored.
    ///
    /// # Errors
    /// There are too few, or one cannot be decoded as the parameter's type; the message names the op,
    /// the attribute and both types.
    pub fn check_attributes(&self, attributes: &[Attribute]) -> Result<(), KernelError> {
        self.check_declared(&self.attributes(), attributes.iter())
    }

    /// `check_attributes` for callers that keep the [declared attributes](KernelDef::attributes),
    /// to check many ops.
    ///
    /// # Errors
    /// As [`check_attributes`](KernelDef::check_attributes).
    pub fn check_declared<'a>(
        &self,
        declared: &[&'static ParamDef],
        attributes: impl ExactSizeIterator<Item = &'a Attribute>,
    ) -> Result<(), KernelError> {
        let required = declared.iter().filter(|param| !param.optional).count();
        if attributes.len() < required {
            return Err(KernelError::from(format!(
                "{} has {} attributes, expected {required}",
                self.name,
                attributes.len(),
            )));
        }
        for (param, attribute) in declared.iter().zip(attributes) {
            if let Some(Err(error)) = param.check.map(|check| check(attribute)) {
                let message =
                    format!("attribute '{}' of {} {}", param.name, self.name, error.message);
                return Err(KernelError::new(error.code, message));
            }
        }
        Ok(())
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
    /// The Rust type as an absolute path, `tfrt_kernels::string::HostString` or `i32`.
    pub rust: &'static str,
    /// Held unboxed.
    pub scalar: Option<ScalarType>,
}

impl TypeDef {
    /// The definition of a Rust type, which generated code names by that path.
    #[must_use]
    pub const fn of<T: KernelType>(rust: &'static str) -> Self {
        Self { name: T::NAME, rust, scalar: T::SCALAR }
    }
}
