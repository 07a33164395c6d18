//! Prints ops by their assembly formats. An op that its format cannot represent exactly is printed
//! in the generic form.

use super::attribute::{ShowType, dictionary, show};
use super::{Printer, Scope, list, signature};
use crate::graph::{Attribute, Body, COST_ATTRIBUTE, Op, RegionId, Type, ValueId, operand_groups};
use crate::infer;
use crate::syntax::assembly::{Named, WORD, is_number, is_open, named, region_follows};
use std::collections::HashSet;
use std::ops::Range;
use tfrt_op::{
    Assembly, Callee, CalleeSource, Directive, OpDef, OperandSet, ParamKind, StreamCost,
};

/// The attributes that belong to an op by its definition, the others being by the way. Without a
/// definition, they are those that the text has as such.
pub(super) fn properties<'a>(def: Option<&'static OpDef>, op: &'a Op) -> Vec<&'a str> {
    let Some(def) = def.filter(|def| def.traits.assembly.is_some()) else {
        return op.properties.iter().map(String::as_str).collect();
    };
    let declared = def.params.iter();
    let declared = declared.filter(|param| matches!(param.kind, ParamKind::Attribute { .. }));
    let mut names: Vec<_> = declared.map(|param| param.name).chain(def.traits.symbols()).collect();
    if def.traits.stream_cost == StreamCost::Attribute {
        names.push(COST_ATTRIBUTE);
    }
    names
}

/// A piece of an op's text.
enum Piece {
    Text(String),
    Region(RegionId, &'static Callee),
    /// A region that is part of the function around it, with a label if the text names its arguments
    /// there.
    Inner(RegionId, bool),
}

impl Printer<'_> {
    /// Prints an op by its format; false if there is none or it cannot represent the op.
    pub(super) fn pretty(&mut self, scope: &mut Scope<'_>, op: &Op, region: RegionId) -> bool {
        if !op.successors.is_empty() {
            return false;
        }
        if matches!(&*op.name, "tfrt.return" | "func.return") {
            return self.return_op(scope, op, region);
        }
        let Some(def) = self.catalogue.op(&op.name) else { return false };
        let Some(assembly) = def.traits.assembly else { return false };
        let writer = Writer::new(scope, op, def, assembly);
        let Some(pieces) = writer.pieces() else { return false };
        self.put(&op.name);
        for piece in pieces {
            match piece {
                Piece::Text(text) => self.put(text),
                Piece::Inner(region, labelled) => self.region(scope, region, labelled),
                Piece::Region(region, callee) => {
                    let body = scope.body;
                    let arguments = body.entry(region).map(|block| &body.block(block).arguments);
                    for (&argument, &outside) in
                        arguments.into_iter().flatten().zip(callee.taken(&op.operands))
                    {
                        scope.names.shadow(argument, outside);
                    }
                    self.region(scope, region, false);
                }
            }
        }
        true
    }

    /// `tfrt.return %a : T`; `return` in a function's own region.
    fn return_op(&mut self, scope: &Scope<'_>, op: &Op, region: RegionId) -> bool {
        if !(op.results.is_empty() && op.attributes.is_empty() && op.regions.is_empty()) {
            return false;
        }
        let short = region == Body::ROOT && &*op.name == "func.return";
        self.put(if short { "return" } else { &op.name });
        if !op.operands.is_empty() {
            let types = list(types(scope.body, &op.operands));
            self.put(format_args!(" {} : {types}", bare(scope, &op.operands)));
        }
        true
    }
}

/// The text of an op being printed.
pub(super) struct Writer<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) op: &'a Op,
    pub(super) def: &'static OpDef,
    pub(super) elements: &'static [Directive],
    /// The operands with names of their own, and the others.
    heads: &'a [ValueId],
    rest: &'a [ValueId],
    /// The operands of each group of the op's layout, which it may not have.
    pub(super) groups: Option<Vec<Range<usize>>>,
    /// The attributes printed so far.
    pub(super) said: Vec<&'static str>,
    regions: std::slice::Iter<'a, RegionId>,
    pieces: Vec<Piece>,
    text: String,
    /// The last character was an opening parenthesis: no blank comes after it.
    tight: bool,
}

impl<'a> Writer<'a> {
    fn new(
        scope: &'a Scope<'a>,
        op: &'a Op,
        def: &'static OpDef,
        assembly: &'static Assembly,
    ) -> Self {
        let count = def.operands().count().min(op.operands.len());
        let (heads, rest) = op.operands.split_at(count);
        let elements = assembly.elements();
        let said = elements.iter().filter_map(|element| match *element {
            Directive::Entry { name, .. } => Some(name),
            _ => None,
        });
        Self {
            scope,
            op,
            def,
            elements,
            heads,
            rest,
            groups: operand_groups(def, op),
            said: said.collect(),
            regions: op.regions.iter(),
            pieces: Vec::new(),
            text: String::new(),
            tight: false,
        }
    }

    /// The text after the op's name; `None` if the format cannot represent the op.
    fn pieces(mut self) -> Option<Vec<Piece>> {
        let fits = if self.def.traits.layout.is_some() {
            self.layout_fits()
        } else {
            self.operands_fit() && self.results_fit() && self.regions_fit()
        };
        if !fits {
            return None;
        }
        let mut next = 0;
        let mut has_dictionary = false;
        while let Some(&element) = self.elements.get(next) {
            next += 1;
            match element {
                Directive::Group { anchor, end } if !self.says_something(anchor) => next = end,
                // The region of an op with a layout has its word, as MLIR prints it.
                Directive::AttrDict { keyword: true } if self.def.traits.layout.is_some() => {
                    has_dictionary = true;
                    let others = self.others();
                    if !others.is_empty() {
                        self.put("attributes");
                        self.put(&dictionary(others));
                    }
                }
                Directive::AttrDict { .. } => {
                    has_dictionary = true;
                    let others = self.others();
                    let has_rest = !self.rest.is_empty();
                    if !others.is_empty() {
                        if region_follows(self.def, self.elements, next, has_rest) {
                            return None;
                        }
                        self.put(&dictionary(others));
                    }
                }
                Directive::AttrList(count) => {
                    let entries = self.elements.get(next..next + count)?;
                    self.attr_list(entries)?;
                    next += count;
                }
                Directive::Pairs(name) => {
                    let pairs = pairs(self.op.attributes.get(name)?)?;
                    self.said.push(name);
                    // Left out, the braces that follow would be read in its place.
                    if !pairs.is_empty() || self.braces_follow(next) {
                        self.put(&dictionary(pairs));
                    }
                }
                element => self.element(element)?,
            }
        }
        if !has_dictionary && !self.others().is_empty() {
            return None;
        }
        self.pieces.push(Piece::Text(self.text));
        Some(self.pieces)
    }

    /// Whether the text of the elements from `from` on begins with a brace.
    fn braces_follow(&self, from: usize) -> bool {
        for element in self.elements.get(from..).unwrap_or_default() {
            let empty = match *element {
                Directive::Pairs(name) => {
                    matches!(self.op.attributes.get(name), Some(Attribute::Array(pairs)) if pairs.is_empty())
                }
                // Its word comes first, if it is asked for.
                Directive::AttrDict { .. } => self.others().is_empty(),
                Directive::Blank => true,
                _ => return false,
            };
            if !empty {
                return true;
            }
        }
        false
    }

    fn element(&mut self, element: Directive) -> Option<()> {
        let body = self.scope.body;
        match element {
            Directive::Literal(text) => self.literal(text),
            Directive::Blank => self.text.push(' '),
            Directive::NoBlank => self.tight = true,
            // The blank before no operands at all is MLIR's.
            Directive::Operands if self.op.operands.is_empty() && !self.def.variadic_operands() => {
            }
            Directive::Operands => self.put(&bare(self.scope, &self.op.operands)),
            Directive::Name(name) => self.named(name)?,
            Directive::TypedAttribute(name) => {
                let attribute = self.op.attributes.get(name)?;
                self.said.push(name);
                self.put(&show(attribute, ShowType::Always));
            }
            Directive::Word { name, table, types } => {
                // A file has the number without its sign.
                let Attribute::Integer { value, ty } = self.op.attributes.get(name)? else {
                    return None;
                };
                let number = i32::try_from(*value).ok()?;
                if !matches!(ty.as_str(), WORD | "i32") {
                    return None;
                }
                for operand in types.into_iter().filter(|operand| !operand.is_empty()) {
                    let values = self.values(OperandSet::Name(operand)).iter();
                    let mut types = values.map(|&value| body.value(value).ty.as_str());
                    types.all(|ty| Some(ty) == table.says(number)).then_some(())?;
                }
                self.said.push(name);
                match table.word(number) {
                    Some(word) => self.put(word),
                    None => self.put(&table.integer(number)?.to_string()),
                }
            }
            Directive::Typed(set) => {
                let typed = self.values(set).iter().map(|&value| {
                    let ty = &body.value(value).ty;
                    format!("{} : {ty}", self.scope.names.show(value))
                });
                let typed = list(typed);
                self.put(&typed);
            }
            Directive::Types(set) => {
                let values = self.values(set);
                if values.is_empty() {
                    return None;
                }
                self.put(&list(types(body, values)));
            }
            Directive::ResultCount => {
                let count = self.values(OperandSet::MoreResults).len();
                if count > 0 {
                    self.put(&format!(": {count}"));
                }
            }
            Directive::FunctionalType { operands, results, parenthesized } => {
                let arguments: Vec<_> = types(body, self.values(operands)).cloned().collect();
                let results: Vec<_> = types(body, self.values(results)).cloned().collect();
                let text = if parenthesized {
                    format!("({}) -> ({})", list(&arguments), list(&results))
                } else {
                    signature(&arguments, &results)
                };
                self.put(&text);
            }
            Directive::Region if self.def.traits.inner_region().is_some() => {
                self.put("");
                let before = std::mem::take(&mut self.text);
                self.pieces.push(Piece::Text(before));
                let labelled = !self.names_arguments();
                self.pieces.push(Piece::Inner(*self.regions.next()?, labelled));
            }
            Directive::Async if self.token().is_some() => self.put("async"),
            Directive::Arrow(set) => {
                let types: Vec<_> = types(body, self.values(set)).cloned().collect();
                if !types.is_empty() {
                    self.put(&format!("-> {}", super::result_types(&types)));
                }
            }
            Directive::As(name) => self.named_contents(name)?,
            Directive::Content(name) => {
                let [value] = self.values(OperandSet::Name(name)) else { return None };
                self.put(body.value(*value).ty.as_str());
            }
            Directive::Unit { word, name } => {
                if self.op.attributes.get(name) == Some(&Attribute::Unit) {
                    self.said.push(name);
                    self.put(word);
                }
            }
            Directive::Symbol(name) => {
                let symbol = self.symbol(name)?;
                self.put(&symbol);
            }
            Directive::Signature { name, ty } => self.signature(name, ty)?,
            Directive::Dimensions { operands, numbers } => {
                self.dimension_list(operands, numbers)?;
            }
            Directive::Initial { value, ty } => self.initial_value(value, ty)?,
            Directive::Region => {
                self.put("");
                let before = std::mem::take(&mut self.text);
                self.pieces.push(Piece::Text(before));
                let index = self.op.regions.len() - self.regions.len();
                let callee = regions_of(self.def).nth(index)?;
                self.pieces.push(Piece::Region(*self.regions.next()?, callee));
            }
            Directive::Async
            | Directive::AttrDict { .. }
            | Directive::AttrList(_)
            | Directive::Entry { .. }
            | Directive::Pairs(_)
            | Directive::Group { .. } => {}
        }
        Some(())
    }

    /// Text after a blank, but right behind an opening parenthesis.
    pub(super) fn put(&mut self, text: &str) {
        if !std::mem::take(&mut self.tight) {
            self.text.push(' ');
        }
        self.text.push_str(text);
    }

    fn literal(&mut self, text: &'static str) {
        if matches!(text, "(" | ")" | "]" | "<" | ">" | ",") {
            self.text.push_str(text);
            self.tight = matches!(text, "(" | "<");
        } else {
            self.put(text);
            self.tight = text == "[";
        }
    }

    /// The value of a parameter or callee.
    fn named(&mut self, name: &'static str) -> Option<()> {
        if matches!(named(self.def, name), Named::Group(_))
            && self.values(OperandSet::Name(name)).is_empty()
        {
            return Some(());
        }
        let text = match named(self.def, name) {
            Named::Operand(index) => bare(self.scope, self.heads.get(index..=index)?),
            Named::Rest => bare(self.scope, self.rest),
            Named::Group(_) => bare(self.scope, self.values(OperandSet::Name(name))),
            Named::Attribute(kind) => self.attribute(name, kind)?,
            Named::Symbol => self.op.attributes.get(name).filter(|it| is_flat(it))?.to_string(),
            Named::Symbols => match self.op.attributes.get(name)? {
                Attribute::Array(all) if all.iter().all(is_flat) => format!("[{}]", list(all)),
                _ => return None,
            },
        };
        if self.op.attributes.get(name).is_some() {
            self.said.push(name);
        }
        self.put(&text);
        Some(())
    }

    /// An attribute as its parameter is written; `None` if it would be read as another one.
    fn attribute(&self, name: &str, kind: &str) -> Option<String> {
        let attribute = self.op.attributes.get(name)?;
        match attribute {
            Attribute::Integer { ty, .. } | Attribute::Float { ty, .. } if is_number(kind) => {
                (ty.as_str() == kind).then(|| show(attribute, ShowType::Never))
            }
            _ if is_number(kind) => None,
            Attribute::Symbol { .. } => Some(attribute.to_string()),
            _ if kind == "symbol" => None,
            Attribute::String(_) => Some(show(attribute, ShowType::Never)),
            _ if kind == "string" => None,
            _ => Some(attribute.to_string()),
        }
    }

    /// `duration_secs = 1, max_count = 100`: all of them.
    fn attr_list(&mut self, entries: &[Directive]) -> Option<()> {
        let entry = |entry: &Directive| match *entry {
            Directive::Entry { name, .. } => match named(self.def, name) {
                Named::Attribute(kind) => Some(format!("{name} = {}", self.attribute(name, kind)?)),
                _ => None,
            },
            _ => None,
        };
        let entries: Vec<_> = entries.iter().map(entry).collect::<Option<_>>()?;
        self.put(&list(entries));
        Some(())
    }

    /// The attributes that the format has not printed.
    fn others(&self) -> Vec<(&'a str, &'a Attribute)> {
        let result = types(self.scope.body, &self.op.results).next();
        let implied = |name: &str, value: &Attribute| {
            result.is_some_and(|ty| infer::is_implied(self.def, ty, name, value))
        };
        let attributes = self.op.attributes.iter();
        attributes
            .filter(|(name, value)| !self.said.contains(name) && !implied(name, value))
            .collect()
    }

    /// Whether an element is to be printed.
    fn says_something(&self, anchor: usize) -> bool {
        match self.elements.get(anchor) {
            Some(&(Directive::Types(set) | Directive::Typed(set))) => !self.values(set).is_empty(),
            Some(&Directive::Name(name)) => match named(self.def, name) {
                Named::Operand(index) => index < self.heads.len(),
                Named::Rest => !self.rest.is_empty(),
                Named::Group(_) => !self.values(OperandSet::Name(name)).is_empty(),
                Named::Attribute(_) | Named::Symbol | Named::Symbols => {
                    self.op.attributes.get(name).is_some()
                }
            },
            Some(&Directive::Initial { value, .. }) => self.op.attributes.get(value).is_some(),
            _ => true,
        }
    }

    pub(super) fn values(&self, set: OperandSet) -> &'a [ValueId] {
        match set {
            OperandSet::Operands => &self.op.operands,
            OperandSet::Results => self.results(),
            OperandSet::MoreResults => {
                self.results().get(self.def.results.len()..).unwrap_or_default()
            }
            OperandSet::Name(name) => match named(self.def, name) {
                Named::Operand(index) => self.heads.get(index..=index).unwrap_or_default(),
                Named::Group(group) => {
                    let range = self.groups.as_ref().and_then(|groups| groups.get(group));
                    let range = range.and_then(|range| self.op.operands.get(range.clone()));
                    range.unwrap_or_default()
                }
                _ => self.rest,
            },
        }
    }

    /// Whether there are as many operands as the format says, of the declared types where it does
    /// not say them.
    fn operands_fit(&self) -> bool {
        let variadic = self.def.variadic_operands();
        let count = self.def.operands().count();
        let said = |wanted: usize| {
            self.elements.iter().any(|element| match *element {
                Directive::Types(set)
                | Directive::Typed(set)
                | Directive::FunctionalType { operands: set, .. } => match set {
                    OperandSet::Operands => true,
                    OperandSet::Results | OperandSet::MoreResults => false,
                    OperandSet::Name(name) => named(self.def, name) == Named::Operand(wanted),
                },
                _ => false,
            })
        };
        let mut heads = types(self.scope.body, self.heads).zip(self.def.operands()).enumerate();
        self.heads.len() == count
            && (variadic || self.rest.is_empty())
            && heads.all(|(index, (ty, param))| {
                is_open(param.ty) || ty.as_str() == param.ty || said(index)
            })
    }

    /// Whether the results have the types that follow from the definition, if the format does not
    /// say them.
    fn results_fit(&self) -> bool {
        let said = self.elements.iter().find_map(|element| match *element {
            Directive::FunctionalType { results, .. } => Some((results, false)),
            Directive::Types(set) if set.is_results() => Some((set, false)),
            Directive::ResultCount => Some((OperandSet::MoreResults, true)),
            _ => None,
        });
        let mut results = types(self.scope.body, &self.op.results);
        match self.def.traits.carries {
            _ if let Some((set, of_one_type)) = said => {
                let declared = self.def.results.iter().map(|result| result.ty);
                let more = || self.values(OperandSet::MoreResults);
                set == OperandSet::Results
                    || (declared.eq(results.take(self.def.results.len()).map(Type::as_str))
                        && (!of_one_type
                            || types(self.scope.body, more())
                                .all(|ty| ty.as_str() == self.def.variadic_type)))
            }
            Some(carries) => {
                let carried = carries.of(&self.op.operands);
                results.eq(types(self.scope.body, carried))
            }
            None if infer::said_by_attributes(self.def, &self.op.attributes)
                .is_some_and(|said| results.clone().eq(&said)) =>
            {
                true
            }
            None => {
                let declared = self.def.results.iter().map(|result| result.ty);
                results.by_ref().map(Type::as_str).eq(declared)
            }
        }
    }

    /// Whether the op has its regions, each of one block whose arguments are what the region takes.
    fn regions_fit(&self) -> bool {
        let body = self.scope.body;
        let fits = |(&region, callee): (&RegionId, &Callee)| {
            let inner: Vec<ValueId> = callee.taken(&self.op.operands).copied().collect();
            // Two arguments of one name could not be told apart.
            let mut distinct = inner.clone();
            distinct.sort_unstable();
            distinct.dedup();
            distinct.len() == inner.len()
                && match body.region(region).blocks.as_slice() {
                    [block] => types(body, &body.block(*block).arguments).eq(types(body, &inner)),
                    _ => false,
                }
        };
        self.op.regions.len() == self.def.traits.regions()
            && self.op.regions.iter().zip(regions_of(self.def)).all(fits)
    }
}

/// The callees that are regions.
fn regions_of(def: &'static OpDef) -> impl Iterator<Item = &'static Callee> {
    def.traits.callees.iter().filter(|callee| callee.source == CalleeSource::Region)
}

/// The types of values.
pub(super) fn types<'a>(
    body: &'a Body,
    values: &'a [ValueId],
) -> impl Iterator<Item = &'a Type> + Clone {
    values.iter().map(|&value| &body.value(value).ty)
}

/// `%a, %b`.
fn bare(scope: &Scope<'_>, values: &[ValueId]) -> String {
    list(values.iter().map(|&value| scope.names.show(value)))
}

/// Whether an attribute is `@name`.
fn is_flat(attribute: &Attribute) -> bool {
    matches!(attribute, Attribute::Symbol { nested, .. } if nested.is_empty())
}

/// An array of pairs as the entries of a dictionary; `None` if a dictionary cannot have them.
fn pairs(attribute: &Attribute) -> Option<Vec<(&str, &Attribute)>> {
    let Attribute::Array(pairs) = attribute else { return None };
    let mut entries = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let Attribute::Array(pair) = pair else { return None };
        let [Attribute::String(name), value] = pair.as_slice() else { return None };
        if name.is_empty() {
            return None;
        }
        entries.push((std::str::from_utf8(name).ok()?, value));
    }
    let names: HashSet<&str> = entries.iter().map(|(name, _)| *name).collect();
    (names.len() == entries.len()).then_some(entries)
}
