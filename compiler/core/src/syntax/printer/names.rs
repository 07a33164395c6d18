//! Names of values: numbered as in MLIR, or those of the text that the graph was parsed from.
//!
//! Names must be such that the printed text can be parsed: a name is not used again where it can be
//! seen. MLIR's numbers are so by themselves. A name of the text need not be, once passes have moved
//! its op or once a region prints without the arguments it was written with: the later one gets a
//! number behind it.

use crate::graph::{BlockId, Body, OpId, RegionId, ValueId};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;
use tfrt_host::kernel::Catalogue;

/// The next numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counters {
    value: u32,
    argument: u32,
    /// The number behind the next name that another value has.
    conflict: u32,
}

/// What a value is called.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Name {
    /// `%3`, shared by all results of an op.
    Number(u32),
    /// `%arg3`.
    Argument(u32),
    /// The name in the text.
    Kept(Arc<str>),
    /// The name of the operand that it stands for, and the number of the result.
    Like(String),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "%{number}"),
            Self::Argument(number) => write!(f, "%arg{number}"),
            Self::Kept(name) => write!(f, "%{name}"),
            Self::Like(shown) => f.write_str(shown),
        }
    }
}

/// A value's name, and which it is of those that share it; `None` if it has the name for itself.
#[derive(Clone, Debug)]
struct Named {
    name: Name,
    number: Option<u32>,
}

/// The names of the values of a body.
#[derive(Debug)]
pub(super) struct Names(Vec<Named>);

impl Names {
    /// The names that MLIR gives the values of a body. Either every name in a module is `unique`, or
    /// a region continues the numbers of the enclosing region, and the results of some ops have names.
    pub(super) fn numbered(
        body: &Body,
        catalogue: &Catalogue,
        counters: &mut Counters,
        unique: bool,
    ) -> Self {
        let definitions = (!unique).then_some(catalogue);
        Giver { definitions, ..Giver::new(body, unique, None) }.give(counters)
    }

    /// The names of the text, and numbers for values that have none.
    pub(super) fn kept(body: &Body, catalogue: &Catalogue) -> Self {
        Giver::new(body, false, Some(catalogue)).give(&mut Counters::default())
    }

    /// Lets a block argument have the name of a value outside.
    pub(super) fn shadow(&mut self, argument: ValueId, outside: ValueId) {
        let name = Name::Like(self.show(outside));
        self.0[argument.index()] = Named { name, number: None };
    }

    /// The names of an op's results, where they are defined.
    pub(super) fn results(&self, results: &[ValueId]) -> String {
        let mut shown = String::new();
        let named = results.iter().map(|result| &self.0[result.index()]).collect::<Vec<_>>();
        for group in named.chunk_by(|_, next| next.number.is_some_and(|number| number > 0)) {
            let comma = if shown.is_empty() { "" } else { ", " };
            shown.push_str(comma);
            shown.push_str(&group[0].name.to_string());
            if group.len() > 1 {
                shown.push_str(&format!(":{}", group.len()));
            }
        }
        shown
    }

    /// The name of a value where it is used.
    pub(super) fn show(&self, value: ValueId) -> String {
        let Named { name, number } = &self.0[value.index()];
        match number {
            Some(number) => format!("{name}#{number}"),
            None => name.to_string(),
        }
    }
}

/// Gives names.
struct Giver<'a> {
    body: &'a Body,
    unique: bool,
    /// Says which regions see nothing outside, if names are those of the text.
    catalogue: Option<&'a Catalogue>,
    /// Says what results are called, if ops say it.
    definitions: Option<&'a Catalogue>,
    names: Vec<Named>,
    /// Every name of the text: no number that a value gets may be one of them.
    written: HashSet<&'a str>,
    /// The names that can be seen.
    taken: HashSet<Arc<str>>,
    /// For a name that was taken, the number to try next.
    again: HashMap<Arc<str>, u32>,
}

impl<'a> Giver<'a> {
    fn new(body: &'a Body, unique: bool, catalogue: Option<&'a Catalogue>) -> Self {
        let values = (0u32..).map(ValueId).take(body.value_count());
        let written = values.filter_map(|value| body.value(value).name.as_deref());
        let written = if catalogue.is_some() { written.collect() } else { HashSet::new() };
        Self {
            body,
            unique,
            catalogue,
            definitions: None,
            names: vec![Named { name: Name::Number(0), number: None }; body.value_count()],
            written,
            taken: HashSet::new(),
            again: HashMap::new(),
        }
    }

    fn give(mut self, counters: &mut Counters) -> Names {
        self.region(Body::ROOT, counters);
        Names(self.names)
    }

    /// Names the values of a region.
    fn region(&mut self, region: RegionId, counters: &mut Counters) {
        let body = self.body;
        let hidden = self.hide(region);
        let mut own = Vec::new();
        for (position, &block) in body.region(region).blocks.iter().enumerate() {
            self.arguments(block, position == 0, counters, &mut own);
            if position == 0 && hidden.is_some() {
                self.take_operands(region, &mut own);
            }
            for &op in &body.block(block).ops {
                self.results(op, counters, &mut own);
            }
        }
        // MLIR takes the last region first.
        let blocks = body.region(region).blocks.iter().rev();
        let ops = blocks.flat_map(|&block| body.block(block).ops.iter().rev());
        for &inner in ops.flat_map(|&op| body.op(op).regions.iter().rev()) {
            if self.unique {
                self.region(inner, counters);
            } else {
                self.region(inner, &mut counters.clone());
            }
        }
        match hidden {
            Some(hidden) => self.taken = hidden,
            None => own.iter().for_each(|name| _ = self.taken.remove(name)),
        }
    }

    /// Takes the names that a region does not see out of sight.
    fn hide(&mut self, region: RegionId) -> Option<HashSet<Arc<str>>> {
        let owner = self.body.op(self.body.region(region).owner?);
        let isolated = self.catalogue?.op(&owner.name)?.traits.isolates();
        isolated.then(|| std::mem::take(&mut self.taken))
    }

    /// A region's arguments may print as the operands they stand for, whose names no value in it may
    /// have then.
    fn take_operands(&mut self, region: RegionId, own: &mut Vec<Arc<str>>) {
        let Some(owner) = self.body.region(region).owner else { return };
        for operand in &self.body.op(owner).operands {
            if let Name::Kept(name) = &self.names[operand.index()].name
                && self.taken.insert(Arc::clone(name))
            {
                own.push(Arc::clone(name));
            }
        }
    }

    fn arguments(
        &mut self,
        block: BlockId,
        entry: bool,
        counters: &mut Counters,
        own: &mut Vec<Arc<str>>,
    ) {
        for &argument in &self.body.block(block).arguments {
            let name = match own_name(self.body, self.catalogue.is_some(), argument) {
                Some(name) => self.take(name, own),
                None if entry => self.next(&mut counters.argument, Name::Argument),
                None => self.next(&mut counters.value, Name::Number),
            };
            self.names[argument.index()] = Named { name, number: None };
        }
    }

    /// Results in a row that have one name in the text share it, and so do those that have none.
    fn results(&mut self, op: OpId, counters: &mut Counters, own: &mut Vec<Arc<str>>) {
        let (body, given) = (self.body, self.catalogue.is_some());
        let def = self.definitions.and_then(|all| all.op(&body.op(op).name));
        let words = def.map_or(&[][..], |def| def.traits.result_names);
        if !words.is_empty() {
            return self.results_called(op, words, counters, own);
        }
        let own_name = |value| own_name(body, given, value);
        for group in body.op(op).results.chunk_by(|&a, &b| own_name(a) == own_name(b)) {
            let name = match own_name(group[0]) {
                Some(name) => self.take(name, own),
                None => self.next(&mut counters.value, Name::Number),
            };
            for (&result, number) in group.iter().zip(0..) {
                let number = (group.len() > 1).then_some(number);
                self.names[result.index()] = Named { name: name.clone(), number };
            }
        }
    }

    /// Gives results the names that their op has for them; the last is for all that remain.
    fn results_called(
        &mut self,
        op: OpId,
        words: &[&str],
        counters: &mut Counters,
        own: &mut Vec<Arc<str>>,
    ) {
        let mut rest = self.body.op(op).results.as_slice();
        for (index, &word) in words.iter().enumerate() {
            let count = if index + 1 == words.len() { rest.len() } else { rest.len().min(1) };
            let (group, others) = rest.split_at(count);
            rest = others;
            if group.is_empty() {
                return;
            }
            let mut free: Arc<str> = Arc::from(word);
            while self.taken.contains(&free) {
                free = Arc::from(format!("{word}_{}", counters.conflict));
                counters.conflict += 1;
            }
            self.taken.insert(Arc::clone(&free));
            own.push(Arc::clone(&free));
            for (&result, number) in group.iter().zip(0..) {
                let number = (group.len() > 1).then_some(number);
                let name = Name::Kept(Arc::clone(&free));
                self.names[result.index()] = Named { name, number };
            }
        }
    }

    /// A name of the text, with a number behind it if another value has it.
    fn take(&mut self, name: &Arc<str>, own: &mut Vec<Arc<str>>) -> Name {
        let mut free = Arc::clone(name);
        if self.taken.contains(name) {
            // Letters cannot follow the digits of a number.
            let letter = if name.starts_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
            let number = self.again.entry(Arc::clone(name)).or_default();
            while self.taken.contains(&free) || self.written.contains(&*free) {
                *number += 1;
                free = Arc::from(format!("{letter}{name}_{number}"));
            }
        }
        self.taken.insert(Arc::clone(&free));
        own.push(Arc::clone(&free));
        Name::Kept(free)
    }

    /// The next number that makes no name of the text.
    fn next(&self, counter: &mut u32, name: impl Fn(u32) -> Name) -> Name {
        loop {
            let number = *counter;
            *counter += 1;
            let name = name(number);
            if self.written.is_empty() || !self.written.contains(&name.to_string()[1..]) {
                return name;
            }
        }
    }
}

/// The name of a value in the text, if that is asked for.
fn own_name(body: &Body, given: bool, value: ValueId) -> Option<&Arc<str>> {
    body.value(value).name.as_ref().filter(|_| given)
}
