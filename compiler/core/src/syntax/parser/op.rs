//! Ops: results, the generic form, and the choice of the format of an op's own.

use super::recover::Level;
use super::region::Entry;
use super::scope::Use;
use super::{Kind, Parse, Parser, unescape};
use crate::graph::{Attributes, BlockId, Body, Op, OpId, RegionId, Type};
use crate::infer;
use crate::source::Span;
use crate::suggest;
use crate::syntax::is_item;
use std::sync::Arc;
use tfrt_host::kernel::Catalogue;

/// Names for results: `%name` or `%name:count`.
#[derive(Clone, Copy, Debug)]
struct Binding<'a> {
    name: &'a str,
    span: Span,
    count: u32,
}

/// An op while it is parsed.
#[derive(Debug)]
pub(super) struct Draft<'a> {
    /// The full name.
    pub(super) name: Arc<str>,
    /// Where the name stands.
    pub(super) span: Span,
    /// The block that will hold it.
    pub(super) block: BlockId,
    /// Operands as written, with the types that they must have.
    pub(super) operands: Vec<(Use<'a>, Option<Type>)>,
    /// Attributes.
    pub(super) attributes: Attributes,
    /// Which of them are properties, if the op's definition does not say it.
    pub(super) properties: Vec<String>,
    /// Result types.
    pub(super) results: Vec<Type>,
    /// The op in the graph, once something must belong to it.
    pub(super) op: Option<OpId>,
    /// Its regions.
    pub(super) regions: Vec<RegionId>,
    /// The labels of its successors.
    pub(super) successors: Vec<(&'a str, Span)>,
    /// The text has the word `async`.
    pub(super) says_async: bool,
}

impl<'a> Parser<'a> {
    /// Parses an op at the end of a block and recovers after an error in it. Returns whether the
    /// error may have hidden a return.
    pub(super) fn op(&mut self, block: BlockId, region: RegionId) -> bool {
        let start = self.token.span.start;
        let mut bindings = Vec::new();
        let (ops, regions) = (self.body.block(block).ops.len(), self.body.region_count());
        if self.whole_op(block, region, &mut bindings).is_err() {
            if let Some(&placed) = self.body.block(block).ops.get(ops) {
                self.leave_unfinished(placed, regions);
            }
            // A return has no results, but a line end may be what is missing before one.
            let has_results = !bindings.is_empty();
            for binding in bindings {
                self.scopes.poison(binding.name, binding.span);
            }
            if !self.unclosed {
                self.recover(start, Level::Op);
            }
            let skipped = self.slice(Span::new(start, self.token.span.start));
            return !has_results || skipped.contains("return");
        }
        false
    }

    /// Completes an op that failed after it was added to the graph, keeping the regions parsed so
    /// far, of which the first may have the id `first`.
    fn leave_unfinished(&mut self, op: OpId, first: usize) {
        let ids = (0..).map(RegionId).take(self.body.region_count()).skip(first);
        let regions = ids.filter(|&id| self.body.region(id).owner == Some(op)).collect();
        let op = self.body.op_mut(op);
        op.regions = regions;
        let at = op.span;
        self.damage.leave_unfinished(at);
    }

    /// `%a, %b:2 = op loc(…)`.
    fn whole_op(
        &mut self,
        block: BlockId,
        region: RegionId,
        bindings: &mut Vec<Binding<'a>>,
    ) -> Parse<()> {
        while self.token.kind == Kind::Value {
            let token = self.advance();
            let name = &self.slice(token.span)[1..];
            bindings.push(Binding { name, span: token.span, count: 1 });
            if self.eat(b':') {
                let at = self.token.span;
                let count = self.expect_number("expected the number of results")?;
                if count == 0 {
                    return self.fail_at(at, "expected a positive number of results");
                }
                if let Some(binding) = bindings.last_mut() {
                    binding.count = count;
                }
            }
            if !self.eat(b',') {
                self.expect(b'=')?;
                break;
            }
            if self.token.kind != Kind::Value {
                return self.missing("expected a result name, '%name'");
            }
        }
        let draft = match self.token.kind {
            Kind::String => self.generic_op(block)?,
            Kind::Identifier => self.pretty_op(block, region)?,
            _ => return self.missing("expected an op"),
        };
        self.finish(draft, bindings)
    }

    /// A new draft of the op whose name is the next token, which is taken.
    fn draft(&mut self, name: Arc<str>, block: BlockId) -> Draft<'a> {
        Draft {
            name,
            span: self.advance().span,
            block,
            operands: Vec::new(),
            attributes: Attributes::new(),
            results: Vec::new(),
            op: None,
            regions: Vec::new(),
            properties: Vec::new(),
            successors: Vec::new(),
            says_async: false,
        }
    }

    /// Adds the op to the graph, its operands still missing, so that regions can belong to it.
    pub(super) fn place(&mut self, draft: &mut Draft<'a>) -> OpId {
        let body = &mut self.body;
        *draft.op.get_or_insert_with(|| {
            let op = Op {
                name: Arc::clone(&draft.name),
                operands: Vec::new(),
                results: Vec::new(),
                attributes: Attributes::new(),
                regions: Vec::new(),
                properties: Vec::new(),
                successors: Vec::new(),
                location: tfrt_host::error::Location::Unknown,
                span: draft.span,
            };
            body.add_op(draft.block, op)
        })
    }

    /// Completes an op: operands, location, results and their names.
    fn finish(&mut self, mut draft: Draft<'a>, bindings: &[Binding<'a>]) -> Parse<()> {
        let location = self.optional_location()?;
        let location = location.unwrap_or_else(|| self.location(draft.span));
        self.implied_return(self.catalogue.op(&draft.name), &draft);
        let implied = self.catalogue.op(&draft.name).zip(draft.results.first());
        if let Some((name, shape)) = implied.and_then(|(def, ty)| infer::implied_shape(def, ty))
            && draft.attributes.get(name).is_none()
        {
            draft.attributes.insert(name, shape);
        }
        let id = self.place(&mut draft);
        let operands = draft.operands.into_iter().enumerate();
        let operands = operands.map(|(index, (used, ty))| self.resolve(used, ty, id, index));
        let operands = operands.collect();
        let at = draft.span;
        let op = self.body.op_mut(id);
        op.operands = operands;
        op.attributes = draft.attributes;
        op.properties = draft.properties;
        op.regions = draft.regions;
        op.location = location;
        for (name, span) in draft.successors {
            self.add_successor(id, name, span);
        }
        let Some(first) = bindings.first() else {
            if draft.says_async {
                return self.fail_at(at, "needs to be named when marked 'async'");
            }
            for ty in draft.results {
                self.body.add_result(id, ty, None);
            }
            return Ok(());
        };
        if draft.results.is_empty() {
            return self.fail_at(first.span, "cannot name an operation with no results");
        }
        let named = bindings.iter().map(|binding| u64::from(binding.count)).sum::<u64>();
        if named != draft.results.len() as u64 {
            let message = format!(
                "operation defines {} results but was provided {named} to bind",
                draft.results.len()
            );
            return self.fail_at(first.span, message);
        }
        let mut types = draft.results.into_iter();
        for binding in bindings {
            let values: Vec<_> = types
                .by_ref()
                .take(binding.count as usize)
                .map(|ty| self.body.add_result(id, ty, Some(Arc::from(binding.name))))
                .collect();
            self.bind(binding.name, binding.span, &values);
        }
        Ok(())
    }

    /// `%name` or `%name#number`.
    pub(super) fn operand(&mut self) -> Parse<Use<'a>> {
        let token = self.expect_kind(Kind::Value, "expected an operand, '%name'")?;
        let mut used = Use { name: &self.slice(token.span)[1..], number: 0, span: token.span };
        if self.token.kind == Kind::Hash {
            match self.spelling()[1..].parse() {
                Ok(number) => used.number = number,
                Err(_) => return self.fail("invalid SSA value result number"),
            }
            used.span.end = self.advance().span.end;
        }
        Ok(used)
    }

    /// Operands between commas, maybe none.
    pub(super) fn operands(&mut self) -> Parse<Vec<Use<'a>>> {
        let mut operands = Vec::new();
        if self.token.kind == Kind::Value && !self.at_op() {
            operands.push(self.operand()?);
            while self.eat(b',') {
                operands.push(self.operand()?);
            }
        }
        Ok(operands)
    }

    /// `(%a, %b)`.
    pub(super) fn parenthesized_operands(&mut self) -> Parse<Vec<Use<'a>>> {
        self.expect(b'(')?;
        self.list(b')', Self::operand)
    }

    /// Sets the operands, of which each must have the type at its place.
    pub(super) fn type_operands(
        &mut self,
        draft: &mut Draft<'a>,
        operands: Vec<Use<'a>>,
        types: &[Type],
        at: Span,
    ) -> Parse<()> {
        if operands.len() != types.len() {
            let message = format!(
                "number of operands and types do not match: got {} operands and {} types",
                operands.len(),
                types.len()
            );
            return self.fail_at(at, message);
        }
        draft.operands.extend(operands.into_iter().zip(types.iter().cloned().map(Some)));
        Ok(())
    }

    /// `"name"(%a) <{properties}> ({…}) {attributes} : (T) -> T`.
    fn generic_op(&mut self, block: BlockId) -> Parse<Draft<'a>> {
        let span = self.token.span;
        let Ok(name) = String::from_utf8(unescape(self.spelling())) else {
            return self.fail("expected valid UTF-8");
        };
        if name.is_empty() {
            return self.fail("empty operation name is invalid");
        }
        if is_item(name.as_str()) {
            return self.fail("a function cannot contain functions or modules");
        }
        let traits = self.catalogue.op(&name).map(|op| &op.traits);
        let isolated = traits.is_some_and(tfrt_op::OpTraits::isolates);
        let spelling = &self.slice(span)[1..span.end as usize - span.start as usize - 1];
        let name = if name == spelling { self.name(spelling) } else { Arc::from(name) };
        let mut draft = self.draft(name, block);
        let operands = self.parenthesized_operands()?;
        if self.eat(b'[') {
            draft.successors = self.list(b']', |this| {
                let token = this.expect_kind(Kind::Block, "expected a block, '^name'")?;
                Ok((this.slice(token.span), token.span))
            })?;
        }
        if self.eat(b'<') {
            self.dictionary(&mut draft.attributes)?;
            self.expect(b'>')?;
            if traits.is_none_or(|traits| traits.assembly.is_none()) {
                draft.properties =
                    draft.attributes.iter().map(|(name, _)| name.to_owned()).collect();
            }
        }
        if self.eat(b'(') {
            let owner = self.place(&mut draft);
            draft.regions =
                self.list(b')', |this| this.region(Some(owner), Entry::Written, isolated))?;
        }
        self.optional_dictionary(&mut draft.attributes)?;
        self.expect(b':')?;
        let signature = self.function_type()?;
        if operands.len() != signature.arguments.len() {
            let message = format!(
                "expected {} operand types but had {}",
                operands.len(),
                signature.arguments.len()
            );
            return self.fail_at(signature.span, message);
        }
        self.type_operands(&mut draft, operands, &signature.arguments, signature.span)?;
        draft.results = signature.results;
        Ok(draft)
    }

    /// An op in the format of its definition.
    fn pretty_op(&mut self, block: BlockId, region: RegionId) -> Parse<Draft<'a>> {
        let word = self.spelling();
        // Functions lend their dialect's prefix to the ops directly in them.
        let name = match word {
            "return" if region == Body::ROOT => "func.return",
            _ => word,
        };
        if matches!(name, "tfrt.return" | "func.return") {
            let shared = self.name(name);
            let mut draft = self.draft(shared, block);
            self.return_op(&mut draft)?;
            return Ok(draft);
        }
        let Some(def) = self.catalogue.op(name) else {
            let message = self.no_form(name);
            return self.fail(message);
        };
        let Some(assembly) = def.traits.assembly else {
            return self.fail(no_pretty_form(name));
        };
        let shared = self.name(name);
        let mut draft = self.draft(shared, block);
        self.assembly(def, assembly, &mut draft)?;
        Ok(draft)
    }

    /// The error for an op in custom format that is not in the catalogue.
    fn no_form(&mut self, name: &'a str) -> String {
        if !name.contains('.') {
            return format!("expected an op, found {}", self.found());
        }
        let (catalogue, others) = (self.catalogue, self.unknown_ops.len());
        let message = self.unknown_ops.entry(name);
        message.or_insert_with(|| unknown_op(name, catalogue, others)).clone()
    }
}

/// The error for an op in custom format that is not in the catalogue, after so many others.
fn unknown_op(name: &str, catalogue: &Catalogue, others: usize) -> String {
    let hint = suggest::hint(catalogue, name, others);
    if !hint.is_empty() {
        return format!("custom op '{name}' is unknown{hint}");
    }
    let dialect = name.split_once('.').map_or(name, |(dialect, _)| dialect);
    if suggest::has_dialect(catalogue, dialect) {
        return format!("custom op '{name}' is unknown: dialect '{dialect}' has no such op");
    }
    format!(
        "custom op '{name}' is unknown: there is no dialect '{dialect}'; \
         write an unknown op in the generic form"
    )
}

/// The error for an op in custom format that has only the generic form.
fn no_pretty_form(name: &str) -> String {
    format!("custom op '{name}' has no pretty form; write it in the generic form")
}
