//! SSA names: which value a name stands for, and where.
//!
//! Scopes nest with regions. An isolated one hides everything outside.

use crate::graph::{OpId, Type, ValueId};
use crate::source::Span;
use std::collections::{HashMap, HashSet};

/// A use of a value, as written: `%name` or `%name#number`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use<'a> {
    /// The name, without `%`.
    pub(super) name: &'a str,
    /// The number after `#`, else zero.
    pub(super) number: u32,
    /// Where it stands.
    pub(super) span: Span,
}

/// A use before any definition, resolved at the end of the scope.
#[derive(Clone, Debug)]
pub(super) struct Pending<'a> {
    /// The use.
    pub(super) used: Use<'a>,
    /// The op that uses it.
    pub(super) op: OpId,
    /// Which operand it is.
    pub(super) index: usize,
    /// The type that it must have.
    pub(super) ty: Option<Type>,
}

/// What a use refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookup {
    /// A value of this region or, where that is not isolated, of one around it, defined there.
    Found(ValueId, Span),
    /// A name whose definition failed: uses are not reported.
    Poisoned,
    /// The name is defined, but with fewer results.
    NoSuchNumber(Span),
    /// Nothing yet.
    Missing,
}

/// The unresolved uses of a closed scope.
#[derive(Debug, Default)]
pub(super) struct Ended<'a> {
    /// Uses before the definition, and what that gives them if it has the number.
    pub(super) early: Vec<(Pending<'a>, Option<(ValueId, Span)>)>,
    /// The first use of each name that is defined nowhere in sight, and the definition outside that
    /// an isolated scope hides.
    pub(super) undeclared: Vec<(Pending<'a>, Option<Span>)>,
}

/// The names of one region.
#[derive(Debug, Default)]
struct Scope<'a> {
    isolated: bool,
    names: HashMap<&'a str, Span>,
    values: HashMap<(&'a str, u32), (ValueId, Span)>,
    poisoned: HashSet<&'a str>,
    pending: Vec<Pending<'a>>,
}

/// The scopes around a place, innermost last.
#[derive(Debug, Default)]
pub(super) struct Scopes<'a>(Vec<Scope<'a>>);

impl<'a> Scopes<'a> {
    /// Enters a region.
    pub(super) fn enter(&mut self, isolated: bool) {
        self.0.push(Scope { isolated, ..Scope::default() });
    }

    /// Leaves a region.
    pub(super) fn pop(&mut self) -> Ended<'a> {
        let mut ended = Ended::default();
        let Some(scope) = self.0.pop() else { return ended };
        let mut named = HashSet::new();
        for pending in scope.pending {
            if scope.poisoned.contains(pending.used.name) {
                continue;
            }
            if scope.names.contains_key(pending.used.name) {
                let key = (pending.used.name, pending.used.number);
                ended.early.push((pending, scope.values.get(&key).copied()));
            } else if let (false, Some(outer)) = (scope.isolated, self.0.last_mut()) {
                outer.pending.push(pending);
            } else if named.insert(pending.used.name) {
                let mut hidden = self.0.iter().rev();
                let hidden = hidden.find_map(|outer| outer.names.get(pending.used.name).copied());
                ended.undeclared.push((pending, hidden));
            }
        }
        ended
    }

    /// Whether the name is defined already where a definition would clash, and where.
    pub(super) fn defined(&self, name: &str) -> Option<Span> {
        self.visible().find_map(|scope| scope.names.get(name).copied())
    }

    /// Defines one of a name's values. [`Scopes::declare`] says that the name exists.
    pub(super) fn define(&mut self, name: &'a str, number: u32, value: ValueId, span: Span) {
        if let Some(scope) = self.0.last_mut() {
            scope.values.insert((name, number), (value, span));
        }
    }

    /// Declares a name.
    pub(super) fn declare(&mut self, name: &'a str, span: Span) {
        if let Some(scope) = self.0.last_mut() {
            scope.names.entry(name).or_insert(span);
        }
    }

    /// Declares a name whose values cannot be known: its uses are neither right nor wrong.
    pub(super) fn poison(&mut self, name: &'a str, span: Span) {
        self.declare(name, span);
        if let Some(scope) = self.0.last_mut() {
            scope.poisoned.insert(name);
        }
    }

    /// Remembers a use of a name that is not defined yet.
    pub(super) fn postpone(&mut self, pending: Pending<'a>) {
        if let Some(scope) = self.0.last_mut() {
            scope.pending.push(pending);
        }
    }

    /// What a use refers to.
    pub(super) fn lookup(&self, used: Use<'a>) -> Lookup {
        for scope in self.visible() {
            if scope.poisoned.contains(used.name) {
                return Lookup::Poisoned;
            }
            match (scope.values.get(&(used.name, used.number)), scope.names.get(used.name)) {
                (Some(&(value, span)), _) => return Lookup::Found(value, span),
                (None, Some(&span)) => return Lookup::NoSuchNumber(span),
                (None, None) => {}
            }
        }
        Lookup::Missing
    }

    /// The scopes that can be seen, innermost first.
    fn visible(&self) -> impl Iterator<Item = &Scope<'a>> {
        let isolated = self.0.iter().rposition(|scope| scope.isolated).unwrap_or(0);
        self.0[isolated..].iter().rev()
    }
}
