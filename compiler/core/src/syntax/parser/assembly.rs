//! Assembly formats: the elements of an op's format, one after the other.

use super::op::Draft;
use super::region::{Argument, Entry};
use super::scope::Use;
use super::{Kind, Parse, Parser};
use crate::graph::{Attribute, Op, Type};
use crate::infer;
use crate::source::Span;
use crate::syntax::assembly::{Named, WORD, groups_of, is_number, is_open, named, region_follows};
use std::sync::Arc;
use tfrt_host::error::{Location, counted};
use tfrt_op::{
    Assembly, Callee, CalleeSource, Directive, GroupCount, OpDef, OperandSet, Words, content_of,
};

/// What the text of an op has said so far, besides its attributes.
pub(super) struct Said<'a> {
    pub(super) def: &'static OpDef,
    /// The operands with names, by their position.
    heads: Vec<(Option<Use<'a>>, Option<Type>)>,
    /// The others.
    rest: Vec<Use<'a>>,
    /// Their types.
    rest_types: Vec<Type>,
    /// Where their types stand.
    types_at: Option<Span>,
    /// The types of the results.
    results: Option<Vec<Type>>,
    /// The callees that have not been met.
    callees: std::slice::Iter<'static, Callee>,
    /// The operands of each group of the op's layout, and their types.
    pub(super) groups: Vec<(Vec<Use<'a>>, Vec<Type>)>,
    /// It has the result that `async` stands for.
    token: bool,
    /// The arguments of the next region, if the text names them outside.
    pub(super) arguments: Option<Vec<Argument<'a>>>,
    /// The operands are in the draft.
    complete: bool,
}

impl<'a> Said<'a> {
    fn new(def: &'static OpDef) -> Self {
        let declared = |ty: &'static str| (!is_open(ty)).then(|| Type::new(ty));
        Self {
            def,
            heads: def.operands().map(|param| (None, declared(param.ty))).collect(),
            rest: Vec::new(),
            rest_types: Vec::new(),
            types_at: None,
            results: None,
            callees: def.traits.callees.iter(),
            groups: vec![(Vec::new(), Vec::new()); groups_of(def).len()],
            token: false,
            arguments: None,
            complete: false,
        }
    }

    fn set_head(&mut self, index: usize, operand: Use<'a>) {
        if let Some((slot, _)) = self.heads.get_mut(index) {
            *slot = Some(operand);
        }
    }

    /// How many operands a set has.
    fn count(&self, set: OperandSet) -> usize {
        match set {
            OperandSet::Operands => self.heads.len() + self.rest.len(),
            OperandSet::Results | OperandSet::MoreResults => 0,
            OperandSet::Name(name) => match named(self.def, name) {
                Named::Rest => self.rest.len(),
                Named::Group(group) => self.groups[group].0.len(),
                _ => 1,
            },
        }
    }

    /// Gives the operands of a set their types, which are as many.
    fn set_types(&mut self, set: OperandSet, mut types: Vec<Type>) {
        let heads = match set {
            OperandSet::Operands => 0..self.heads.len(),
            OperandSet::Results | OperandSet::MoreResults => 0..0,
            OperandSet::Name(name) => match named(self.def, name) {
                Named::Operand(index) => index..index + 1,
                Named::Group(group) => {
                    self.groups[group].1 = types;
                    return;
                }
                _ => 0..0,
            },
        };
        let rest = types.split_off(heads.len().min(types.len()));
        let heads = self.heads.get_mut(heads).unwrap_or_default();
        for ((_, slot), ty) in heads.iter_mut().zip(types) {
            *slot = Some(ty);
        }
        self.rest_types.extend(rest);
    }

    /// Sets the types of a set of results.
    fn set_results(&mut self, set: OperandSet, types: Vec<Type>) {
        let mut results = match set {
            OperandSet::MoreResults => result_types(self.def),
            OperandSet::Results | OperandSet::Operands | OperandSet::Name(_) => Vec::new(),
        };
        results.extend(types);
        self.results = Some(results);
    }

    /// The next callee that is a region.
    fn next_region(&mut self) -> Option<&'static Callee> {
        self.callees.find(|callee| callee.source == CalleeSource::Region)
    }
}

impl<'a> Parser<'a> {
    /// What follows the op's name.
    pub(super) fn assembly(
        &mut self,
        def: &'static OpDef,
        assembly: &'static Assembly,
        draft: &mut Draft<'a>,
    ) -> Parse<()> {
        let mut said = Said::new(def);
        let elements = assembly.elements();
        let mut next = 0;
        while let Some(&element) = elements.get(next) {
            next += 1;
            match element {
                Directive::Group { end, .. } => {
                    let first = match elements.get(next) {
                        Some(&Directive::Literal(first)) => first,
                        // An attribute that is a string.
                        _ if self.token.kind == Kind::String => continue,
                        _ => {
                            next = end;
                            continue;
                        }
                    };
                    if !self.at_literal(first) {
                        if elements[next..end].contains(&Directive::Region) {
                            self.missing_region(first, &mut said, draft)?;
                        }
                        next = end;
                    }
                }
                Directive::AttrDict { keyword } => {
                    let is_region = region_follows(def, elements, next, !said.rest.is_empty());
                    if keyword {
                        self.keyword_dictionary(&mut draft.attributes)?;
                    }
                    if !(keyword && is_region) {
                        self.optional_dictionary(&mut draft.attributes)?;
                    }
                }
                Directive::AttrList(count) => {
                    let after = next + count;
                    let is_region = region_follows(def, elements, after, !said.rest.is_empty());
                    self.attr_list(def, &elements[next..after], is_region, draft)?;
                    next = after;
                }
                Directive::Name(name) => {
                    let close = match elements.get(next) {
                        Some(&Directive::Literal(text)) => Some(text),
                        _ => None,
                    };
                    self.named(name, close, &mut said, draft)?;
                }
                element => self.element(element, &mut said, draft)?,
            }
        }
        self.complete_operands(&mut said, draft)?;
        let typed_by = def.traits.layout.and_then(|layout| layout.typed_by);
        let said_by = typed_by.and_then(|name| match named(def, name) {
            // A group of one stands where it would without other groups.
            Named::Group(group) => draft.operands.get(group)?.1.clone(),
            _ => draft.attributes.get(name)?.ty().cloned(),
        });
        draft.results = match (said.results, def.traits.carries) {
            (None, _) if let Some(ty) = said_by => vec![ty],
            (Some(results), _) => results,
            (None, Some(carries)) => {
                let carried = carries.of(&draft.operands).iter();
                carried.filter_map(|(_, ty)| ty.clone()).collect()
            }
            (None, None) => infer::said_by_attributes(def, &draft.attributes)
                .unwrap_or_else(|| result_types(def)),
        };
        if let Some(token) = def.traits.layout.and_then(|layout| layout.token)
            && said.token
        {
            draft.says_async = true;
            draft.results.push(Type::new(token));
        }
        Ok(())
    }

    /// An element that needs nothing of those around it.
    fn element(
        &mut self,
        element: Directive,
        said: &mut Said<'a>,
        draft: &mut Draft<'a>,
    ) -> Parse<()> {
        match element {
            Directive::Literal(text) => self.expect_literal(text),
            Directive::Operands => self.all_operands(said, draft),
            Directive::TypedAttribute(name) => {
                let value = self.attribute()?;
                draft.attributes.insert(name, value);
                Ok(())
            }
            Directive::Word { name, table, types } => {
                let at = self.token.span;
                let number = self.word(table)?;
                let value = Attribute::Integer { value: number.into(), ty: Type::new(WORD) };
                draft.attributes.insert(name, value);
                for operand in types.into_iter().filter(|operand| !operand.is_empty()) {
                    let Some(says) = table.says(number) else {
                        return self.fail_at(at, format!("no {} that says a type", table.title));
                    };
                    said.set_types(OperandSet::Name(operand), vec![Type::new(says)]);
                }
                Ok(())
            }
            Directive::Typed(set) => self.typed_operands(set, said, draft),
            Directive::Types(set) if set.is_results() => {
                let types = self.types()?;
                said.set_results(set, types);
                Ok(())
            }
            Directive::Pairs(name) => {
                let pairs =
                    if self.at(b'{') { self.pairs()? } else { Attribute::Array(Vec::new()) };
                draft.attributes.insert(name, pairs);
                Ok(())
            }
            Directive::ResultCount => {
                let count = if self.eat(b':') { self.result_count()? } else { 0 };
                let ty = Type::new(said.def.variadic_type);
                said.set_results(OperandSet::MoreResults, vec![ty; count]);
                Ok(())
            }
            Directive::Types(set) => {
                let at = self.token.span;
                // One type, after which a comma may be a literal.
                let types = match set {
                    OperandSet::Name(_) if said.count(set) == 1 => vec![self.ty()?],
                    _ => self.types()?,
                };
                self.set_types(set, types, at, said)
            }
            Directive::FunctionalType { operands, results, .. } => {
                let signature = self.function_type()?;
                said.set_results(results, signature.results);
                self.set_types(operands, signature.arguments, signature.span, said)
            }
            Directive::Region if let Some(inner) = said.def.traits.inner_region() => {
                self.complete_operands(said, draft)?;
                let entry = said.arguments.take().map_or(Entry::Written, Entry::Implicit);
                let owner = self.place(draft);
                draft.regions.push(self.region(Some(owner), entry, inner.isolated)?);
                Ok(())
            }
            Directive::Region => {
                self.complete_operands(said, draft)?;
                match said.next_region() {
                    Some(callee) => self.isolated_region(draft, callee),
                    None => Ok(()),
                }
            }
            Directive::Async => {
                said.token = self.eat_word("async");
                Ok(())
            }
            Directive::Arrow(set) => {
                let types = match self.token.kind {
                    Kind::Arrow => {
                        self.advance();
                        self.result_types()?
                    }
                    _ => Vec::new(),
                };
                said.set_results(set, types);
                Ok(())
            }
            Directive::As(name) => self.named_contents(name, said),
            Directive::Content(name) => {
                let at = self.token.span;
                let ty = self.ty()?;
                let content = content_of(ty.as_str()).map(Type::new);
                said.set_results(OperandSet::Results, content.into_iter().collect());
                self.set_types(OperandSet::Name(name), vec![ty], at, said)
            }
            Directive::Unit { word, name } => {
                if self.eat_word(word) {
                    draft.attributes.insert(name, Attribute::Unit);
                }
                Ok(())
            }
            Directive::Symbol(name) => {
                let (symbol, _) = self.expect_symbol()?;
                draft.attributes.insert(name, Attribute::String(Arc::from(symbol.into_bytes())));
                Ok(())
            }
            Directive::Signature { name, ty } => {
                said.arguments = Some(self.signature(name, ty, draft)?);
                Ok(())
            }
            Directive::Dimensions { operands, numbers } => {
                self.dimension_list(operands, numbers, said, draft)
            }
            Directive::Initial { value, ty } => self.initial_value(value, ty, draft),
            Directive::Blank
            | Directive::NoBlank
            | Directive::Name(_)
            | Directive::AttrDict { .. }
            | Directive::AttrList(_)
            | Directive::Entry { .. }
            | Directive::Group { .. } => Ok(()),
        }
    }

    /// A word of a table, as its number.
    fn word(&mut self, table: &'static Words) -> Parse<i32> {
        let number = match self.token.kind {
            Kind::Identifier => table.number(self.spelling()),
            Kind::Integer => self.spelling().parse().ok().and_then(|it| table.of_integer(it)),
            _ => None,
        };
        let Some(number) = number else {
            return self.missing(format!("unknown {} enum", table.title));
        };
        self.advance();
        Ok(number)
    }

    /// How many results an op has besides those of declared types. A few bytes could say any number, so
    /// what all ops of a text may say is limited.
    fn result_count(&mut self) -> Parse<usize> {
        let at = self.token.span;
        let count = self.expect_number("expected the number of results")? as usize;
        match self.counted.checked_sub(count) {
            Some(left) => {
                self.counted = left;
                Ok(count)
            }
            None => self.fail_at(at, "the program has far more results than text"),
        }
    }

    fn at_literal(&self, text: &str) -> bool {
        match text.as_bytes() {
            b"->" => self.token.kind == Kind::Arrow,
            &[punct] if !punct.is_ascii_alphabetic() => self.at(punct),
            _ => self.at_word(text),
        }
    }

    fn expect_literal(&mut self, text: &str) -> Parse<()> {
        if !self.at_literal(text) {
            return self.missing(format!("expected '{text}'"));
        }
        self.advance();
        Ok(())
    }

    /// The value of a parameter or callee. `close` is what comes after it.
    fn named(
        &mut self,
        name: &'static str,
        close: Option<&str>,
        said: &mut Said<'a>,
        draft: &mut Draft<'a>,
    ) -> Parse<()> {
        let value = match named(said.def, name) {
            Named::Operand(index) => {
                let operand = self.operand()?;
                said.set_head(index, operand);
                return Ok(());
            }
            Named::Group(group) => {
                let at = self.token.span;
                let operands = match close {
                    Some(")") => self.list_before(b')', Self::operand)?,
                    Some("]") => self.list_before(b']', Self::operand)?,
                    _ if groups_of(said.def)[group].count == GroupCount::Any => self.operands()?,
                    _ => vec![self.operand()?],
                };
                return self.set_group(group, operands, at, said);
            }
            Named::Rest => {
                said.rest = match close {
                    Some(")") => self.list_before(b')', Self::operand)?,
                    _ => self.operands()?,
                };
                return Ok(());
            }
            Named::Attribute(kind) => self.attribute_of(kind)?,
            Named::Symbol => self.flat_symbol()?,
            Named::Symbols => {
                self.expect(b'[')?;
                Attribute::Array(self.list(b']', Self::flat_symbol)?)
            }
        };
        draft.attributes.insert(name, value);
        Ok(())
    }

    /// Elements between commas, up to a character that is not taken.
    fn list_before<T>(
        &mut self,
        close: u8,
        mut element: impl FnMut(&mut Self) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        let mut elements = Vec::new();
        while !self.at(close) {
            if !(elements.is_empty() || self.eat(b',')) {
                return self.missing(format!("expected ',' or '{}'", char::from(close)));
            }
            elements.push(element(self)?);
        }
        Ok(elements)
    }

    /// An attribute for a parameter of that kind.
    fn attribute_of(&mut self, kind: &str) -> Parse<Attribute> {
        match self.token.kind {
            _ if is_number(kind) => self.typed_attribute(&Type::new(kind)),
            _ if kind == "symbol" => match self.token.kind {
                Kind::Symbol => self.symbol_reference(),
                _ => self.missing("expected a symbol, '@name'"),
            },
            Kind::String => Ok(self.string_attribute()),
            _ => self.attribute(),
        }
    }

    /// `%a, %b`: all operands.
    fn all_operands(&mut self, said: &mut Said<'a>, draft: &Draft<'a>) -> Parse<()> {
        let def = said.def;
        if def.variadic_operands() {
            let mut operands = self.operands()?.into_iter();
            for ((slot, _), param) in said.heads.iter_mut().zip(def.operands()) {
                *slot = operands.next();
                if slot.is_none() {
                    let what = param.name.replace('_', " ");
                    return self.fail_at(draft.span, format!("expected {what}"));
                }
            }
            said.rest = operands.collect();
            return Ok(());
        }
        let count = said.heads.len();
        for index in 0..count {
            if index > 0 && !self.eat(b',') {
                return self.misses_operand(def, index);
            }
            let operand = self.operand()?;
            said.set_head(index, operand);
        }
        let more = self.token.kind == Kind::Value && !self.at_op();
        if self.at(b',') || (count == 0 && more) {
            return self.fail(format!("'{}' takes {}", draft.name, counted(count, "operand")));
        }
        Ok(())
    }

    /// Reports that the operands end before that one, or that the comma before it is missing.
    fn misses_operand<T>(&mut self, def: &OpDef, index: usize) -> Parse<T> {
        if self.token.kind == Kind::Value && !self.at_op() {
            return self.missing("expected ','");
        }
        let param = def.operand(index);
        let name = param.map_or("", |param| param.name.trim_start_matches('_'));
        let ty = param.map(|param| param.ty).filter(|ty| !ty.is_empty()).unwrap_or("any");
        self.missing(format!("expected ',' and operand #{index}, '{name}' ({ty})"))
    }

    /// `%x : T, %y : T`, up to a parenthesis.
    fn typed_operands(
        &mut self,
        set: OperandSet,
        said: &mut Said<'a>,
        draft: &Draft<'a>,
    ) -> Parse<()> {
        let at = self.token.span;
        let operands = self.list_before(b')', |this| {
            let operand = this.operand()?;
            this.expect(b':')?;
            Ok((operand, this.ty()?))
        })?;
        let (mut uses, types): (Vec<_>, Vec<_>) = operands.into_iter().unzip();
        let (heads, rest) = match set {
            OperandSet::Operands => (0..said.heads.len(), true),
            OperandSet::Results | OperandSet::MoreResults => (0..0, false),
            OperandSet::Name(name) => match named(said.def, name) {
                Named::Operand(index) => (index..index + 1, false),
                _ => (0..0, true),
            },
        };
        if let OperandSet::Name(name) = set
            && let Named::Group(group) = named(said.def, name)
        {
            self.set_group(group, uses, at, said)?;
            return self.set_types(set, types, at, said);
        }
        let count = heads.len();
        if uses.len() < count || (uses.len() > count && !rest) {
            return self
                .fail_at(at, format!("'{}' takes {}", draft.name, counted(count, "operand")));
        }
        let others = uses.split_off(count);
        for (index, used) in heads.zip(uses) {
            said.set_head(index, used);
        }
        if rest {
            said.rest = others;
        }
        self.set_types(set, types, at, said)
    }

    /// Gives operands their types.
    pub(super) fn set_types(
        &mut self,
        set: OperandSet,
        types: Vec<Type>,
        at: Span,
        said: &mut Said<'a>,
    ) -> Parse<()> {
        let count = said.count(set);
        if count != types.len() {
            return self.wrong_types(count, types.len(), at);
        }
        said.types_at = Some(at);
        said.set_types(set, types);
        Ok(())
    }

    fn wrong_types(&mut self, operands: usize, types: usize, at: Span) -> Parse<()> {
        let message = format!(
            "number of operands and types do not match: got {operands} operands and {types} types"
        );
        self.fail_at(at, message)
    }

    /// Puts the operands into the draft: all that the text says of them has been read.
    fn complete_operands(&mut self, said: &mut Said<'a>, draft: &mut Draft<'a>) -> Parse<()> {
        if std::mem::replace(&mut said.complete, true) {
            return Ok(());
        }
        if let Some(at) = said.types_at
            && said.rest.len() != said.rest_types.len()
        {
            return self.wrong_types(said.rest.len(), said.rest_types.len(), at);
        }
        if !said.groups.is_empty() {
            self.complete_groups(said, draft);
            return Ok(());
        }
        let (def, first) = (said.def, said.heads.len());
        let heads = said.heads.drain(..).filter_map(|(used, ty)| Some((used?, ty)));
        // Without types in the format, values have those of their definitions.
        let declared = (first..).map(move |position| {
            let param = def.operand(position).filter(|param| !is_open(param.ty))?;
            Some(Type::new(param.ty))
        });
        let written = said.rest_types.len();
        let types = said.rest_types.drain(..).map(Some).chain(declared.skip(written));
        let rest = said.rest.iter().copied().zip(types);
        draft.operands = heads.chain(rest).collect();
        Ok(())
    }

    /// `duration_secs = 1, max_count = 100`, in any order, maybe nothing. `is_region` says that a
    /// region, or attributes with their keyword, must come next.
    fn attr_list(
        &mut self,
        def: &OpDef,
        entries: &[Directive],
        is_region: bool,
        draft: &mut Draft<'a>,
    ) -> Parse<()> {
        let all = || {
            entries.iter().filter_map(|entry| match *entry {
                Directive::Entry { name, default } => Some((name, default)),
                _ => None,
            })
        };
        let starts = all().any(|(name, _)| self.at_word(name));
        let ends = !is_region || self.at(b'{') || self.at_word("attributes");
        let mut more = starts || !ends;
        while more {
            let at = self.token;
            let Some((name, _)) = all().find(|(name, _)| self.at_word(name)) else {
                let known: Vec<_> = all().map(|(name, _)| name).collect();
                return self.missing(format!("expected one of '{}'", known.join("', '")));
            };
            if draft.attributes.get(name).is_some() {
                return self.fail_at(at.span, format!("'{name}' is given twice"));
            }
            self.advance();
            self.expect(b'=')?;
            let value = match named(def, name) {
                Named::Attribute(kind) => self.attribute_of(kind)?,
                _ => self.attribute()?,
            };
            draft.attributes.insert(name, value);
            more = self.eat(b',');
        }
        for (name, default) in all() {
            if let (Some(value), Named::Attribute(kind)) = (default, named(def, name))
                && draft.attributes.get(name).is_none()
            {
                let value = Attribute::Integer { value: value.into(), ty: Type::new(kind) };
                draft.attributes.insert(name, value);
            }
        }
        Ok(())
    }

    /// `{…}`, where the operands that the callee takes name the block's arguments.
    fn isolated_region(&mut self, draft: &mut Draft<'a>, callee: &Callee) -> Parse<()> {
        let argument = |(name, ty): &(Use<'a>, Option<Type>)| {
            let location = Some(Arc::new(self.location(name.span)));
            Some(Argument { name: *name, ty: ty.clone()?, location })
        };
        let arguments = callee.taken(&draft.operands).filter_map(argument).collect();
        let owner = self.place(draft);
        draft.regions.push(self.region(Some(owner), Entry::Implicit(arguments), true)?);
        Ok(())
    }

    /// A region that the text leaves out, with the word before it: it only returns, so the op has no
    /// results.
    fn missing_region(
        &mut self,
        word: &str,
        said: &mut Said<'a>,
        draft: &mut Draft<'a>,
    ) -> Parse<()> {
        self.complete_operands(said, draft)?;
        if said.results.as_ref().is_some_and(|results| !results.is_empty()) {
            let name = &draft.name;
            return self.fail(format!("expected '{word}' in '{name}' with result values"));
        }
        if let Some(callee) = said.next_region() {
            self.returning_region(draft, callee);
        }
        Ok(())
    }

    /// `%a, %b : T, T`, or nothing.
    pub(super) fn return_op(&mut self, draft: &mut Draft<'a>) -> Parse<()> {
        let operands = self.operands()?;
        if operands.is_empty() {
            return Ok(());
        }
        self.expect(b':')?;
        let at = self.token.span;
        let types = self.types()?;
        self.type_operands(draft, operands, &types, at)
    }

    /// A region that only returns, at the place of its owner.
    fn returning_region(&mut self, draft: &mut Draft<'a>, callee: &Callee) {
        let owner = self.place(draft);
        let region = self.body.add_region(Some(owner));
        let block = self.body.add_block(region);
        for (used, ty) in callee.taken(&draft.operands) {
            if let Some(ty) = ty {
                self.body.add_argument(block, ty.clone(), Some(Arc::from(used.name)));
            }
        }
        let location: Location = self.location(draft.span);
        let name = self.name("tfrt.return");
        self.body.add_op(
            block,
            Op {
                name,
                operands: Vec::new(),
                results: Vec::new(),
                attributes: crate::graph::Attributes::new(),
                regions: Vec::new(),
                properties: Vec::new(),
                successors: Vec::new(),
                location,
                span: draft.span,
            },
        );
        draft.regions.push(region);
    }

    /// `@name`, not nested.
    fn flat_symbol(&mut self) -> Parse<Attribute> {
        if self.token.kind != Kind::Symbol {
            return self.missing("expected a function, '@name'");
        }
        let span = self.token.span;
        match self.symbol_reference()? {
            Attribute::Symbol { nested, .. } if !nested.is_empty() => {
                self.fail_at(span, "expected a function of this module, '@name'")
            }
            symbol => Ok(symbol),
        }
    }
}

/// The types of the results.
fn result_types(def: &OpDef) -> Vec<Type> {
    def.results.iter().map(|result| Type::new(result.ty)).collect()
}
