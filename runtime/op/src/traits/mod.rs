//! Traits of ops: the properties of an op besides its operands, attributes and results. Parser,
//! printer, verifier, stream analysis, passes and BEF depend on nothing else, so that a new op with
//! regions or with its own syntax is one definition.

mod assembly;
mod layout;
#[cfg(test)]
mod tests;

pub use assembly::{Assembly, AssemblyError, Directive, OperandSet};
pub use layout::{Group, GroupCount, InnerRegion, Layout, RegionCheck, content_of};

use crate::infer::OpTypes;
use crate::is_same;
use crate::param::ParamDef;

/// The traits of one op. Made by `#[kernel]` or, in const context, by the methods below.
///
/// ```
/// use tfrt_op::{Assembly, OpTraits, StreamCost};
///
/// const ADD: OpTraits =
///     OpTraits::new().assembly(Assembly::OPERANDS).stream_cost(StreamCost::Fixed(1));
/// assert!(ADD.exact_types); // because it has a format
/// assert_eq!(ADD.stream_cost, StreamCost::Fixed(1));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OpTraits {
    /// The custom assembly format. The generic form is always accepted as well.
    pub assembly: Option<&'static Assembly>,
    /// Operands and results must have exactly the declared types. Otherwise a type of one dialect
    /// may stand for a type of another, as long as neither is of dialect `tfrt`: programs may name
    /// the types of ops in the generic form freely.
    pub exact_types: bool,
    /// The op's cost in the stream analysis.
    pub stream_cost: StreamCost,
    /// The functions that the op names and the regions that it owns, in the order in which the
    /// kernel receives them.
    pub callees: &'static [Callee],
    /// The results have the types of these operands.
    pub carries: Option<Carries>,
    /// The op may be removed if its results are not used.
    pub no_effect: bool,
    /// The only result signals that all operands are available, and nothing else.
    pub joins_operands: bool,
    /// The op may be in a function that is captured: see
    /// [`OpDef::is_capturable`](crate::OpDef::is_capturable). Operands of parameters of any type are then of one of
    /// these types, unless there are none.
    pub capturable: Option<&'static [&'static str]>,
    /// What printed text calls the results: a name for each, the last for all that remain. Without
    /// them, results have one number.
    pub result_names: &'static [&'static str],
    /// The attributes that must be arrays of pairs, of which the first is a string.
    pub pairs: &'static [&'static str],
    /// The constant that the op is if its attributes say so.
    pub fold: Option<Fold>,
    /// Checks attributes and types by a function of the op's own, where a program is loaded; a macro, which sees the
    /// op's schema as tokens, cannot call it.
    pub check: Option<OpCheck>,
    /// How an op is laid out that only passes read; none of an op that kernels are called for.
    pub layout: Option<&'static Layout>,
}

/// An op that is a constant if one of its attributes is a certain text: the constant's attribute is
/// what a pair of another attribute has, an array of pairs. An op that it does not fit stays what it
/// is.
///
/// ```
/// use tfrt_op::{Fold, OpTraits};
///
/// // `my.call "constant" {of = 5 : i32}` is `my.constant 5`.
/// const CALL: OpTraits = OpTraits::new().fold(
///     Fold::into("my.constant").when("name", "constant").takes("arguments", "of"),
/// );
/// assert_eq!(CALL.fold.map(|fold| fold.into), Some("my.constant"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fold {
    /// The op that it becomes: one with one attribute, no operands and one result.
    pub into: &'static str,
    /// The attribute that decides, and the text that it must be.
    pub when: (&'static str, &'static str),
    /// The attribute that is an array of pairs, and the key of the pair whose value is taken.
    pub takes: (&'static str, &'static str),
}

impl Fold {
    /// A fold into the op of that name.
    #[must_use]
    pub const fn into(op: &'static str) -> Self {
        Self { into: op, when: ("", ""), takes: ("", "") }
    }

    /// Sets the attribute that decides, and the text that it must be.
    #[must_use]
    pub const fn when(self, attribute: &'static str, text: &'static str) -> Self {
        Self { when: (attribute, text), ..self }
    }

    /// Sets the attribute that is an array of pairs, and the key of the value that is taken.
    #[must_use]
    pub const fn takes(self, attribute: &'static str, key: &'static str) -> Self {
        Self { takes: (attribute, key), ..self }
    }
}

/// The cost of an op in the stream analysis, which determines the executor's order.
///
/// ```
/// use tfrt_op::{OpTraits, StreamCost};
///
/// const COSTLY: OpTraits = OpTraits::new().stream_cost(StreamCost::Fixed(100));
/// assert_eq!(COSTLY.stream_cost, StreamCost::Fixed(100));
/// assert_eq!(OpTraits::new().stream_cost, StreamCost::Default);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamCost {
    /// The program's threshold, or 1 if it has none.
    Default,
    /// A constant.
    Fixed(u32),
    /// The value of the op's attribute `_tfrt_cost`, which is required.
    Attribute,
}

/// The operands from `from` on, up to an end if there is one: the loop-carried values, or what is passed on.
///
/// ```
/// use tfrt_op::{Carries, OpTraits};
///
/// // A loop whose first operand is the number of iterations.
/// const LOOP: OpTraits = OpTraits::new().carries(1);
/// assert_eq!(LOOP.carries, Some(Carries { from: 1, end: None, some: false }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carries {
    /// The index of the first.
    pub from: usize,
    /// The index behind the last; without one, all that follow are among them.
    pub end: Option<usize>,
    /// At least one is required.
    pub some: bool,
}

impl Carries {
    /// These, out of all operands.
    #[must_use]
    pub fn of<'a, T>(&self, operands: &'a [T]) -> &'a [T] {
        let end = self.end.unwrap_or(operands.len());
        operands.get(self.from..end).unwrap_or_default()
    }
}

/// A function that an op names or a region that it owns, and how its signature follows from the
/// op's.
///
/// ```
/// use tfrt_op::Callee;
///
/// /// The body of a loop: it takes all operands but the number of iterations.
/// const BODY: Callee = Callee::symbol("body").role("loop body").takes_from(1);
/// assert_eq!(BODY.symbol_name(), Some("body"));
/// assert!(BODY.taken(&["%count", "%x", "%y"]).eq(&["%x", "%y"]));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Callee {
    /// Where the op names it.
    pub source: CalleeSource,
    /// Its name in messages.
    pub role: &'static str,
    /// Its arguments: the operands of these indices, in this order,
    pub picked: &'static [usize],
    /// followed by all operands from this index on.
    pub rest: usize,
    /// Its results.
    pub gives: Gives,
    /// Checks a function's signature with messages specific to the op, instead of the usual check.
    /// Where a macro or a build script reads the op's schema, neither check is made.
    pub check: Option<CalleeCheck>,
    /// Messages about its signature are `'f' has mismatching operand types`, with the function's name,
    /// instead of its role.
    pub by_name: bool,
    /// It is captured as a graph of a device: all its ops, and those of the functions that it calls, must be
    /// [capturable](crate::OpDef::is_capturable).
    pub captured: bool,
}

/// Where a callee is named.
///
/// ```
/// use tfrt_op::{Callee, CalleeSource};
///
/// assert_eq!(Callee::symbols("branches").source, CalleeSource::Symbols("branches"));
/// assert_eq!(Callee::region().source, CalleeSource::Region);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalleeSource {
    /// In the attribute of that name: `@f`.
    Symbol(&'static str),
    /// One or more, in the attribute of that name: `[@f, @g]`.
    Symbols(&'static str),
    /// The op's next region.
    Region,
}

/// The results of a callee.
///
/// ```
/// use tfrt_op::{Callee, Gives};
///
/// /// The body of a loop, whose last result says whether another iteration follows.
/// const BODY: Callee = Callee::symbol("body").takes_from(1).gives(Gives::ResultsAnd("i1"));
/// assert_eq!(BODY.gives, Gives::ResultsAnd("i1"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The results of the op.
    Results,
    /// The results of the op, followed by a value of that type.
    ResultsAnd(&'static str),
    /// Values of these types.
    Types(&'static [&'static str]),
    /// One value of any type.
    One,
    /// Unchecked.
    Anything,
}

/// Compares the types of the operands that a callee takes with the types of its arguments and
/// results. Returns the errors.
pub type CalleeCheck = fn(given: &[&str], arguments: &[&str], results: &[&str]) -> Vec<String>;

/// Checks the attributes of an op and the types of its operands. Returns what is wrong, as the end of `'op' op …`.
pub type OpCheck = fn(&OpTypes<'_>) -> Option<&'static str>;

/// Control flow that compiled engines lower themselves. The executor calls the kernel function as
/// usual.
///
/// ```
/// use tfrt_op::{Callee, Control, OpDef, OpTraits};
///
/// const CALL: OpDef = OpDef::new("my.call")
///     .with_control(Control::Call)
///     .with_traits(OpTraits::new().callees(&[Callee::symbol("callee")]));
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

impl Control {
    /// The control flow of that name, as in `#[kernel(…, control = If)]`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "Call" => Self::Call,
            "If" => Self::If,
            "Case" => Self::Case,
            "Repeat" => Self::Repeat,
            "While" => Self::While,
            _ => return None,
        })
    }
}

impl OpTraits {
    /// An op without special traits.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            assembly: None,
            exact_types: false,
            stream_cost: StreamCost::Default,
            callees: &[],
            carries: None,
            no_effect: false,
            joins_operands: false,
            capturable: None,
            result_names: &[],
            pairs: &[],
            fold: None,
            check: None,
            layout: None,
        }
    }

    /// Sets the format. The types become exact; [`OpTraits::exact_types`] can override that
    /// afterwards.
    #[must_use]
    pub const fn assembly(mut self, assembly: &'static Assembly) -> Self {
        self.assembly = Some(assembly);
        self.exact_types = true;
        self
    }

    /// Sets whether its types are exact.
    #[must_use]
    pub const fn exact_types(mut self, exact: bool) -> Self {
        self.exact_types = exact;
        self
    }

    /// Sets the cost.
    #[must_use]
    pub const fn stream_cost(mut self, cost: StreamCost) -> Self {
        self.stream_cost = cost;
        self
    }

    /// Sets the functions and regions.
    #[must_use]
    pub const fn callees(mut self, callees: &'static [Callee]) -> Self {
        self.callees = callees;
        self
    }

    /// The results have the types of the operands from `from` on.
    #[must_use]
    pub const fn carries(mut self, from: usize) -> Self {
        self.carries = Some(Carries { from, end: None, some: false });
        self
    }

    /// The results have the types of the operands from `from` on; at least one is required.
    #[must_use]
    pub const fn carries_some(mut self, from: usize) -> Self {
        self.carries = Some(Carries { from, end: None, some: true });
        self
    }

    /// The results have the types of the first operands, so many.
    #[must_use]
    pub const fn passes(mut self, count: usize) -> Self {
        self.carries = Some(Carries { from: 0, end: Some(count), some: false });
        self
    }

    /// The op may be removed if its results are not used.
    #[must_use]
    pub const fn no_effect(mut self) -> Self {
        self.no_effect = true;
        self
    }

    /// Its result only signals that all operands are available.
    #[must_use]
    pub const fn joins_operands(mut self) -> Self {
        self.joins_operands = true;
        self
    }

    /// The op may be in a function that is captured, if operands of parameters of any type are of one of
    /// these types; empty if those may be of any.
    #[must_use]
    pub const fn capturable(mut self, types: &'static [&'static str]) -> Self {
        self.capturable = Some(types);
        self
    }

    /// Sets what printed text calls the results.
    #[must_use]
    pub const fn result_names(mut self, names: &'static [&'static str]) -> Self {
        self.result_names = names;
        self
    }

    /// Sets the attributes that must be arrays of pairs, of which the first is a string.
    #[must_use]
    pub const fn pairs(mut self, attributes: &'static [&'static str]) -> Self {
        self.pairs = attributes;
        self
    }

    /// Sets the constant that the op is if its attributes say so.
    #[must_use]
    pub const fn fold(mut self, fold: Fold) -> Self {
        self.fold = Some(fold);
        self
    }

    /// Sets the function that checks attributes and types.
    ///
    /// ```
    /// use tfrt_op::{OpTraits, OpTypes};
    ///
    /// fn is_positive(op: &OpTypes<'_>) -> Option<&'static str> {
    ///     (op.number("count").is_ok_and(|count| count <= 0)).then_some("counts nothing")
    /// }
    /// let traits = OpTraits::new().checked_by(is_positive);
    /// let op = OpTypes { operands: &[], values: &[], numbers: &[("count", vec![0])], value: None };
    /// assert_eq!(traits.check.and_then(|check| check(&op)), Some("counts nothing"));
    /// ```
    #[must_use]
    pub const fn checked_by(mut self, check: OpCheck) -> Self {
        self.check = Some(check);
        self
    }

    /// Sets the layout. The op has no callees.
    #[must_use]
    pub const fn layout(mut self, layout: &'static Layout) -> Self {
        self.layout = Some(layout);
        self
    }

    /// Checks that the traits, the kernel's parameters and the lowering of compiled engines agree.
    ///
    /// # Panics
    /// They do not: a mistake in the definition.
    pub(crate) const fn check(
        &self,
        params: &[ParamDef],
        more: Option<&str>,
        control: Option<Control>,
    ) {
        if let Some(assembly) = self.assembly
            && let Err(error) = assembly.check(self, params, more)
        {
            panic!("{}", error.0)
        }
        if let Some(control) = control {
            assert!(self.fit(control), "the callees of the op are not those of its control flow");
        }
    }

    /// Whether the callees are those that compiled engines lower for this control flow.
    const fn fit(&self, control: Control) -> bool {
        let (count, from) = match control {
            Control::Call => (1, 0),
            Control::If => (2, 1),
            Control::Case | Control::Repeat | Control::While => (1, 1),
        };
        let mut index = 0;
        while index < self.callees.len() {
            let Callee { source, picked, rest, gives, check, .. } = self.callees[index];
            let lists = matches!(source, CalleeSource::Symbols(_));
            let gives = match (control, gives) {
                (Control::While, Gives::ResultsAnd(ty)) => is_same(ty, "i1"),
                (Control::While, _) => false,
                (_, gives) => matches!(gives, Gives::Results),
            };
            if !gives
                || !picked.is_empty()
                || rest != from
                || check.is_some()
                || lists != matches!(control, Control::Case)
            {
                return false;
            }
            index += 1;
        }
        let loops = matches!(control, Control::Repeat | Control::While);
        let carries = matches!(self.carries, Some(Carries { from: 1, end: None, .. }));
        self.callees.len() == count && carries == loops
    }

    /// The region of the layout.
    #[must_use]
    pub const fn inner_region(&self) -> Option<InnerRegion> {
        match self.layout {
            Some(layout) => layout.region,
            None => None,
        }
    }

    /// Whether the regions of such an op see nothing of what is around it.
    #[must_use]
    pub const fn isolates(&self) -> bool {
        match self.inner_region() {
            Some(region) => region.isolated,
            None => self.regions() > 0,
        }
    }

    /// The number of regions that the op owns and that are functions.
    #[must_use]
    pub const fn regions(&self) -> usize {
        let (mut count, mut index) = (0, 0);
        while index < self.callees.len() {
            if matches!(self.callees[index].source, CalleeSource::Region) {
                count += 1;
            }
            index += 1;
        }
        count
    }

    /// Whether a function of its own checks the op ([`checked_by`](Self::checked_by)) or the signature of a
    /// [callee](Callee::check). It is called where a program is loaded; a macro, which sees tokens, cannot call it.
    #[must_use]
    pub fn has_own_check(&self) -> bool {
        self.check.is_some() || self.callees.iter().any(|callee| callee.check.is_some())
    }

    /// The attributes that name functions, in order.
    pub fn symbols(&self) -> impl Iterator<Item = &'static str> {
        self.callees.iter().filter_map(Callee::symbol_name)
    }
}

impl Default for OpTraits {
    fn default() -> Self {
        Self::new()
    }
}

impl Callee {
    /// The function named by the attribute of that name. It takes all operands and gives the
    /// results, and messages call it `callee`.
    #[must_use]
    pub const fn symbol(name: &'static str) -> Self {
        Self::of(CalleeSource::Symbol(name), "callee")
    }

    /// The functions listed by the attribute of that name. Messages call them `branch N`.
    #[must_use]
    pub const fn symbols(name: &'static str) -> Self {
        Self::of(CalleeSource::Symbols(name), "branch")
    }

    /// The next region. It takes all operands and gives the results, and messages call it `region`.
    #[must_use]
    pub const fn region() -> Self {
        Self::of(CalleeSource::Region, "region")
    }

    const fn of(source: CalleeSource, role: &'static str) -> Self {
        let (gives, check) = (Gives::Results, None);
        Self { source, role, picked: &[], rest: 0, gives, check, by_name: false, captured: false }
    }

    /// Sets its name in messages.
    #[must_use]
    pub const fn role(mut self, role: &'static str) -> Self {
        self.role = role;
        self
    }

    /// Sets its arguments: the operands from that index on.
    #[must_use]
    pub const fn takes_from(self, rest: usize) -> Self {
        self.takes(&[], rest)
    }

    /// Sets its arguments: the operands `picked`, then those from `rest` on.
    #[must_use]
    pub const fn takes(mut self, picked: &'static [usize], rest: usize) -> Self {
        self.picked = picked;
        self.rest = rest;
        self
    }

    /// Sets its results.
    #[must_use]
    pub const fn gives(mut self, gives: Gives) -> Self {
        self.gives = gives;
        self
    }

    /// Sets the check of its signature.
    #[must_use]
    pub const fn check(mut self, check: CalleeCheck) -> Self {
        self.check = Some(check);
        self
    }

    /// Lets messages about its signature name the function.
    #[must_use]
    pub const fn by_name(mut self) -> Self {
        self.by_name = true;
        self
    }

    /// Lets its ops be checked for whether they can be captured.
    #[must_use]
    pub const fn captured(mut self) -> Self {
        self.captured = true;
        self
    }

    /// The attribute that names it; none for a region.
    #[must_use]
    pub const fn symbol_name(&self) -> Option<&'static str> {
        match self.source {
            CalleeSource::Symbol(name) | CalleeSource::Symbols(name) => Some(name),
            CalleeSource::Region => None,
        }
    }

    /// The operands of an op that it takes.
    pub fn taken<'a, T>(&self, operands: &'a [T]) -> impl Iterator<Item = &'a T> + use<'a, T> {
        let rest = operands.get(self.rest..).unwrap_or_default();
        self.picked.iter().filter_map(|&index| operands.get(index)).chain(rest)
    }
}
