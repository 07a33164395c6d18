//! Traits of ops: what holds of an op besides its operands, attributes and results. Parser, printer,
//! verifier, stream analysis, passes and BEF ask these and nothing else, so that a new op with
//! regions or with a text of its own is one definition.

mod assembly;
#[cfg(test)]
mod tests;

pub use assembly::{Assembly, AssemblyError, Directive, OperandSet};

use super::{Control, ParamDef, ParamKind};
use assembly::same;

/// The traits of one op. Made by `#[kernel]` or, in const context, by the methods below.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OpTraits {
    /// The text of the op. The generic form always works as well.
    pub assembly: Option<&'static Assembly>,
    /// Operands and results have just the declared types. Otherwise a type of one dialect stands
    /// for a type of another one, as long as neither is of dialect `tfrt`: programs name the types of
    /// ops that are only written in the generic form as they like.
    pub exact_types: bool,
    /// What the op costs in the analysis of streams.
    pub stream_cost: StreamCost,
    /// The functions that the op names and the regions that it owns, in the order in which the
    /// kernel gets them.
    pub callees: &'static [Callee],
    /// The results are of the types of these operands.
    pub carries: Option<Carries>,
    /// An op whose results are not used can go.
    pub no_effect: bool,
    /// The only result says that all operands are available, and nothing else.
    pub joins_operands: bool,
}

/// What an op costs in the analysis of streams, on which the executor's order depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamCost {
    /// The program's threshold, or 1 where it has none.
    Default,
    /// Always this.
    Fixed(u32),
    /// What the attribute `_tfrt_cost` of the op says, which must be there.
    Attribute,
}

/// The operands from `from` on: the values of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carries {
    /// The first of them.
    pub from: usize,
    /// There must be one.
    pub some: bool,
}

/// A function that an op names, or a region that it owns, and how its signature follows from the
/// op's.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Callee {
    /// Where it stands.
    pub source: CalleeSource,
    /// What messages call it.
    pub role: &'static str,
    /// The operands that it takes: these, in this order,
    pub picked: &'static [usize],
    /// and then all from this one on.
    pub rest: usize,
    /// What it gives.
    pub gives: Gives,
    /// Checks a function's signature in the words of the op, in the place of the usual check.
    pub check: Option<CalleeCheck>,
}

/// Where a callee stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalleeSource {
    /// In the attribute of that name, `@f`.
    Symbol(&'static str),
    /// One or more, in the attribute of that name: `[@f, @g]`.
    Symbols(&'static str),
    /// In the op's next region.
    Region,
}

/// What a callee gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The results of the op.
    Results,
    /// The results of the op, then a value of that type.
    ResultsAnd(&'static str),
    /// One value of any type.
    One,
    /// Nobody checks it.
    Anything,
}

/// Compares the types of the operands that a callee takes with the types of its arguments and
/// results. Gives what is wrong.
pub type CalleeCheck = fn(given: &[&str], arguments: &[&str], results: &[&str]) -> Vec<String>;

impl OpTraits {
    /// An op with nothing special.
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
        }
    }

    /// With that text. Then its types are exact, unless [`OpTraits::exact_types`] says otherwise
    /// after this.
    #[must_use]
    pub const fn assembly(mut self, assembly: &'static Assembly) -> Self {
        self.assembly = Some(assembly);
        self.exact_types = true;
        self
    }

    /// Whether its types are exact.
    #[must_use]
    pub const fn exact_types(mut self, exact: bool) -> Self {
        self.exact_types = exact;
        self
    }

    /// With that cost.
    #[must_use]
    pub const fn stream_cost(mut self, cost: StreamCost) -> Self {
        self.stream_cost = cost;
        self
    }

    /// With those functions and regions.
    #[must_use]
    pub const fn callees(mut self, callees: &'static [Callee]) -> Self {
        self.callees = callees;
        self
    }

    /// With results of the types of the operands from `from` on.
    #[must_use]
    pub const fn carries(mut self, from: usize) -> Self {
        self.carries = Some(Carries { from, some: false });
        self
    }

    /// With results of the types of the operands from `from` on, of which there is at least one.
    #[must_use]
    pub const fn carries_some(mut self, from: usize) -> Self {
        self.carries = Some(Carries { from, some: true });
        self
    }

    /// It can go where its results are not used.
    #[must_use]
    pub const fn no_effect(mut self) -> Self {
        self.no_effect = true;
        self
    }

    /// Its result only says that all operands are available.
    #[must_use]
    pub const fn joins_operands(mut self) -> Self {
        self.joins_operands = true;
        self
    }

    /// Checks that the traits, the kernel's parameters and what compiled engines make of the op agree.
    ///
    /// # Panics
    /// They do not: a mistake in the definition.
    pub(super) const fn check(
        &self,
        params: &[ParamDef],
        variadic_results: bool,
        control: Option<Control>,
    ) {
        if let Some(assembly) = self.assembly
            && let Err(error) = assembly.check(self, params, variadic_results)
        {
            panic!("{}", error.0)
        }
        if let Some(control) = control {
            assert!(self.fit(control), "the callees of the op are not those of its control flow");
        }
    }

    /// Whether the callees are those that compiled engines lower for this kind of control flow.
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
                (Control::While, Gives::ResultsAnd(ty)) => same(ty, "i1"),
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
        let carries = matches!(self.carries, Some(Carries { from: 1, .. }));
        self.callees.len() == count && carries == loops
    }

    /// How many regions the op owns.
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
    /// The function that the attribute of that name names. It takes all operands and gives the
    /// results, and messages call it `callee`.
    #[must_use]
    pub const fn symbol(name: &'static str) -> Self {
        Self::of(CalleeSource::Symbol(name), "callee")
    }

    /// The functions that the attribute of that name lists. Messages call them `branch N`.
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
        Self { source, role, picked: &[], rest: 0, gives: Gives::Results, check: None }
    }

    /// Messages call it that.
    #[must_use]
    pub const fn role(mut self, role: &'static str) -> Self {
        self.role = role;
        self
    }

    /// It takes the operands from that one on.
    #[must_use]
    pub const fn takes_from(self, rest: usize) -> Self {
        self.takes(&[], rest)
    }

    /// It takes the operands `picked`, then those from `rest` on.
    #[must_use]
    pub const fn takes(mut self, picked: &'static [usize], rest: usize) -> Self {
        self.picked = picked;
        self.rest = rest;
        self
    }

    /// It gives that.
    #[must_use]
    pub const fn gives(mut self, gives: Gives) -> Self {
        self.gives = gives;
        self
    }

    /// Its signature is checked by that function.
    #[must_use]
    pub const fn check(mut self, check: CalleeCheck) -> Self {
        self.check = Some(check);
        self
    }

    /// The attribute that names it, or them; a region has none.
    #[must_use]
    pub const fn symbol_name(&self) -> Option<&'static str> {
        match self.source {
            CalleeSource::Symbol(name) | CalleeSource::Symbols(name) => Some(name),
            CalleeSource::Region => None,
        }
    }

    /// What it takes of an op's operands.
    pub fn taken<'a, T>(&self, operands: &'a [T]) -> impl Iterator<Item = &'a T> + use<'a, T> {
        let rest = operands.get(self.rest..).unwrap_or_default();
        self.picked.iter().filter_map(|&index| operands.get(index)).chain(rest)
    }
}

/// Whether a parameter is one operand.
pub(super) const fn is_operand(kind: ParamKind) -> bool {
    matches!(kind, ParamKind::Value | ParamKind::Borrow | ParamKind::Async)
}
