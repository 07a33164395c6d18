//! The definition of an op: all that parser, verifier, printer, BEF and analyses know of it.

use crate::attr::OpAttribute;
use crate::cost::Cost;
use crate::effects::Effects;
use crate::error::KernelError;
use crate::infer::{Infer, OpTypes, is_no_more_exact};
use crate::intrinsic::Intrinsic;
use crate::param::{Outcome, ParamDef, ParamKind, ResultDef};
use crate::traits::{Control, OpTraits};
use crate::ty::{CHAIN, Type};
use tfrt_bef::Attribute;

/// The definition of an op. `#[kernel]` makes one with each kernel; [`OpDef::new`] and the `with_…`
/// functions make one of an op that has no kernel here.
///
/// ```
/// use tfrt_op::{Assembly, OpDef, OpTraits, Outcome, ParamDef, ParamKind, ResultDef};
///
/// const SCALE: OpDef = OpDef::new("my.scale")
///     .with_doc("Scales a number.")
///     .with_params(&[
///         ParamDef::new("x", ParamKind::Value, "f32"),
///         ParamDef::attribute::<f32>("by", 0),
///     ])
///     .with_results(&[ResultDef::new("f32", Outcome::Ready)])
///     .with_pure(true)
///     .with_traits(OpTraits::new().assembly(const { &Assembly::new("$x `by` $by attr-dict") }));
/// assert_eq!(SCALE.operands().count(), 1);
/// assert_eq!(SCALE.attributes()[0].ty, "f32");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OpDef {
    /// The op name, `tfrt.add.i32`.
    pub name: &'static str,
    /// What the op does: the documentation of its kernel's function.
    pub doc: &'static str,
    /// Parameters, in the order of the kernel's function.
    pub params: &'static [ParamDef],
    /// The results that every such op has, in order; if `variadic_results`, those that come first.
    pub results: &'static [ResultDef],
    /// The op decides how many results follow; the kernel's function returns a `Vec` of them. Outcome
    /// of each: `outcome`.
    pub variadic_results: bool,
    /// If `variadic_results`, the MLIR type of each that follows; empty if the op decides that, too.
    pub variadic_type: &'static str,
    /// The weakest outcome over all results.
    pub outcome: Outcome,
    /// The function's own return is a `Result` around all results.
    pub returns_result: bool,
    /// No side effect, and the same results for the same operands and attributes.
    pub pure: bool,
    /// What it does besides computing its results; `None` if its author does not say.
    pub effects: Option<Effects>,
    /// The estimated time of one call.
    pub cost: Cost,
    /// Assembly format, callees and other traits.
    pub traits: OpTraits,
    /// Control flow, for compiled engines.
    pub control: Option<Control>,
    /// The instructions that replace a call in compiled engines.
    pub intrinsic: Option<Intrinsic>,
    /// The rule of its operands' and results' types.
    pub infer: Option<Infer>,
}

impl OpDef {
    /// An op of that name: no parameters and results, generic form, not pure.
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
            cost: Cost::Fixed(0),
            traits: OpTraits::new(),
            control: None,
            intrinsic: None,
            infer: None,
        }
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
        Self { results, outcome: Outcome::weakest(results), ..self }
    }

    /// Lets the op decide how many results follow its [`results`](Self::results), each with that
    /// outcome and of that MLIR type; of any if the type is empty.
    ///
    /// ```
    /// use tfrt_op::{OpDef, Outcome, ResultDef};
    ///
    /// const SPLIT: OpDef = OpDef::new("my.split")
    ///     .with_results(&[ResultDef::new("!tfrt.chain", Outcome::Ready)])
    ///     .with_variadic_results(Outcome::Later, "i32");
    /// let types: Vec<_> = (0..3).map(|at| SPLIT.result(at).map(|result| result.ty)).collect();
    /// assert_eq!(types, [Some("!tfrt.chain"), Some("i32"), Some("i32")]);
    /// ```
    #[must_use]
    pub const fn with_variadic_results(self, outcome: Outcome, ty: &'static str) -> Self {
        let outcome = outcome.weaker(Outcome::weakest(self.results));
        Self { variadic_results: true, variadic_type: ty, outcome, ..self }
    }

    /// Sets [`returns_result`](Self::returns_result), which makes the [`outcome`](Self::outcome) at
    /// least fallible. The outcome of each result already includes it.
    #[must_use]
    pub const fn with_returns_result(self, returns_result: bool) -> Self {
        let least = if returns_result { Outcome::Fallible } else { Outcome::Ready };
        Self { returns_result, outcome: least.weaker(self.outcome), ..self }
    }

    /// Sets [`pure`](Self::pure). A pure op has no [`effects`](Self::effects).
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

    /// Sets [`cost`](Self::cost).
    #[must_use]
    pub const fn with_cost(self, cost: Cost) -> Self {
        Self { cost, ..self }
    }

    /// Sets [`traits`](Self::traits); call it after setting parameters, results and control flow.
    ///
    /// # Panics
    /// The traits do not fit these: a mistake in the definition, and a compile error in a constant.
    #[must_use]
    pub const fn with_traits(self, traits: OpTraits) -> Self {
        traits.check(self.params, self.more_results(), self.control);
        Self { traits, ..self }
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

    /// Sets [`infer`](Self::infer).
    #[must_use]
    pub const fn with_infer(self, infer: Infer) -> Self {
        Self { infer: Some(infer), ..self }
    }

    /// The types of an op's results, as exact as they can be known: those that its rule gives, and of the
    /// others those that are written.
    ///
    /// # Errors
    /// The op must fail, or a written type says more than is inferred.
    ///
    /// ```
    /// use tfrt_op::{Infer, OpDef, OpTypes, Type};
    ///
    /// const ADD: OpDef = OpDef::new("my.add").with_infer(Infer::new("elementwise(f32) -> f32"));
    /// let operands = [Type::new("tensor<2xf32>")];
    /// let op = OpTypes { operands: &operands, values: &[], numbers: &[], value: None };
    /// let exact = ADD.infer_types(&op, &[Type::new("tensor<?xf32>")]);
    /// assert_eq!(exact, Ok(vec![Type::new("tensor<2xf32>")]));
    /// let error = ADD.infer_types(&op, &[Type::new("tensor<3xf32>")]).unwrap_err();
    /// assert_eq!(error, "result #0 is 'tensor<2xf32>', but is written as 'tensor<3xf32>'");
    /// ```
    pub fn infer_types(&self, op: &OpTypes<'_>, written: &[Type]) -> Result<Vec<Type>, String> {
        let Some(infer) = self.infer else { return Ok(written.to_vec()) };
        let mut exact = written.to_vec();
        for (index, inferred) in infer.results_as(op, Some(written))?.into_iter().enumerate() {
            match exact.get_mut(index) {
                Some(written) if is_no_more_exact(written, &inferred) => *written = inferred,
                Some(written) => {
                    return Err(format!(
                        "result #{index} is '{inferred}', but is written as '{written}'"
                    ));
                }
                None => {}
            }
        }
        Ok(exact)
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

    /// The result at that position. `None` if there is none. Its type is empty if the op decides that.
    #[must_use]
    pub fn result(&self, position: usize) -> Option<ResultDef> {
        let follows = || ResultDef::new(self.variadic_type, self.outcome);
        self.results.get(position).copied().or_else(|| self.variadic_results.then(follows))
    }

    /// The type of the results that follow, if the op decides their number; empty if it decides that,
    /// too.
    #[must_use]
    pub const fn more_results(&self) -> Option<&'static str> {
        if self.variadic_results { Some(self.variadic_type) } else { None }
    }

    /// Whether an op may have that many results, but for the [trailing
    /// chain](Self::allows_extra_chain_result).
    #[must_use]
    pub const fn allows_results(&self, count: usize) -> bool {
        let declared = self.results.len();
        count == declared || (self.variadic_results && count > declared)
    }

    /// Whether an op with operands of these types may be in a function that is captured as a graph of a device: what
    /// it does is noted by the device, or is done once, when the function is captured. That is so for ops with the
    /// [trait](OpTraits::capturable), and for pure ones whose results are there at once.
    ///
    /// ```
    /// use tfrt_op::{OpDef, OpTraits, ParamDef, ParamKind};
    ///
    /// assert!(!OpDef::new("my.print").is_capturable(&["i32"]));
    /// assert!(OpDef::new("my.add").with_pure(true).is_capturable(&["i32", "i32"]));
    /// const COPY: OpDef = OpDef::new("my.copy")
    ///     .with_params(&[ParamDef::new("from", ParamKind::Any, "")])
    ///     .with_traits(OpTraits::new().capturable(&["!my.buffer"]));
    /// assert!(COPY.is_capturable(&["!my.buffer"]) && !COPY.is_capturable(&["!ht.host_buffer"]));
    /// ```
    #[must_use]
    pub fn is_capturable(&self, operands: &[&str]) -> bool {
        match self.traits.capturable {
            None => self.pure && self.outcome != Outcome::Later,
            Some([]) => true,
            Some(types) => operands.iter().enumerate().all(|(at, ty)| {
                let any = self.operand(at).is_some_and(|it| it.kind == ParamKind::Any);
                !any || types.contains(ty)
            }),
        }
    }

    /// Which of `operands` operands the kernel function receives as values or borrows rather than
    /// as references that may be pending or errors. These must be available and no errors before it
    /// starts, even if the op is non-strict.
    #[must_use]
    pub fn reads(&self, operands: usize) -> Box<[bool]> {
        let reads =
            |kind: ParamKind| matches!(kind, ParamKind::Value | ParamKind::Borrow | ParamKind::Any);
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
        !self.variadic_operands() && self.operands().all(|param| param.ty != CHAIN)
    }

    /// The trailing-chain rule for results: an op of a kernel that gives no chain may have one more
    /// result, a ready chain.
    #[must_use]
    pub fn allows_extra_chain_result(&self) -> bool {
        !self.variadic_results && self.results.iter().all(|result| result.ty != CHAIN)
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

    /// `check_attributes` for callers that keep the [declared attributes](OpDef::attributes),
    /// to check many ops.
    ///
    /// # Errors
    /// As [`check_attributes`](OpDef::check_attributes).
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
