//! Regions: blocks of ops between braces, and the scope of their names.

use super::recover::Level;
use super::scope::{Lookup, Pending, Use};
use super::{Kind, Lexer, Parse, Parser, Reported};
use crate::graph::{BlockId, OpId, RegionId, Type, ValueId};
use crate::source::{Diagnostic, Span};
use std::collections::HashMap;
use std::sync::Arc;
use tfrt_host::error::Location;

/// A block argument of a region's entry that the text names outside the region.
#[derive(Clone, Debug)]
pub(super) struct Argument<'a> {
    /// Its name, as uses inside spell it.
    pub(super) name: Use<'a>,
    /// Its type.
    pub(super) ty: Type,
    /// Where it is said to come from.
    pub(super) location: Option<Arc<Location>>,
}

/// The placeholder for an operand that is invalid or not yet defined.
const NO_VALUE: ValueId = ValueId(u32::MAX);

/// The labels of the blocks of a region, and the ops that branch to them.
#[derive(Debug, Default)]
pub(super) struct Labels<'a> {
    defined: HashMap<&'a str, (BlockId, Span)>,
    uses: Vec<(OpId, &'a str, Span)>,
}

/// How a region's entry block begins.
#[derive(Debug)]
pub(super) enum Entry<'a> {
    /// The block has no label, and these arguments.
    Implicit(Vec<Argument<'a>>),
    /// As the text says: with a label, or without if it has no arguments. No text, no block.
    Written,
}

impl<'a> Parser<'a> {
    /// `{ops}`.
    pub(super) fn region(
        &mut self,
        owner: Option<OpId>,
        entry: Entry<'a>,
        isolated: bool,
    ) -> Parse<RegionId> {
        let open = self.token.span;
        if !self.at(b'{') {
            return self.missing("expected '{' to begin a region");
        }
        self.nested_region(|this| {
            this.advance();
            let region = this.body.add_region(owner);
            this.scopes.enter(isolated);
            this.labels.push(Labels::default());
            let lost = this.blocks(region, owner, entry);
            if lost || this.unclosed {
                let at = owner.map_or(this.function, |op| this.body.op(op).span.start);
                this.damage.lose_end(at);
            }
            this.end_labels();
            this.end_scope(owner);
            if !this.unclosed && !this.eat(b'}') {
                this.unclosed = true;
                let error = Diagnostic::error(this.after_last(), "expected '}' to end a region");
                this.diagnostics.push(error.with_note(open, "the region begins here"));
            }
            if this.unclosed { Err(Reported) } else { Ok(region) }
        })
    }

    /// Everything up to the closing brace. Says whether a return at the end may have been lost.
    fn blocks(&mut self, region: RegionId, owner: Option<OpId>, entry: Entry<'a>) -> bool {
        let mut block = None;
        let mut lost = false;
        let labelled = self.token.kind == Kind::Block;
        if let Entry::Implicit(arguments) = entry
            && !(labelled && arguments.is_empty())
        {
            if labelled {
                let message = "invalid block name in region with named arguments";
                self.error(self.token.span, message);
            }
            let first = self.body.add_block(region);
            for argument in arguments {
                self.region_argument(first, argument);
            }
            block = Some(first);
        }
        loop {
            if self.unclosed {
                return true;
            }
            match self.token.kind {
                Kind::Punct(b'}') => return lost,
                Kind::Eof => return true,
                Kind::Block => {
                    let start = self.token.span.start;
                    let new = self.body.add_block(region);
                    block = Some(new);
                    if self.label(new).is_err() {
                        self.recover(start, Level::Op);
                        self.poison_values(start);
                        let at = owner.map(|op| self.body.op(op).span);
                        at.into_iter().for_each(|at| self.damage.lose_operands(at));
                    }
                }
                _ if self.is_item(self.token) => return true,
                _ => {
                    let into = *block.get_or_insert_with(|| self.body.add_block(region));
                    lost = self.op(into, region);
                }
            }
        }
    }

    /// `^name(%a: T):`.
    fn label(&mut self, block: BlockId) -> Parse<()> {
        let token = self.advance();
        let name = self.slice(token.span);
        let labels = self.labels.last_mut();
        if let Some((_, previous)) =
            labels.and_then(|l| l.defined.insert(name, (block, token.span)))
        {
            let error = Diagnostic::error(token.span, format!("redefinition of block '{name}'"));
            self.diagnostics.push(error.with_note(previous, "previously defined here"));
        }
        if self.eat(b'(') {
            self.list(b')', |this| {
                let token = this.expect_kind(Kind::Value, "expected a block argument, '%name'")?;
                this.expect(b':')?;
                let ty = this.ty()?;
                let location = this.argument_location(token.span)?;
                let name = &this.slice(token.span)[1..];
                let value = this.body.add_argument(block, ty, Some(Arc::from(name)));
                this.body.value_mut(value).location = Some(location);
                this.bind(name, token.span, &[value]);
                Ok(())
            })?;
        }
        self.expect(b':')?;
        Ok(())
    }

    /// Makes the block with that label a successor of an op, once the label is found.
    pub(super) fn add_successor(&mut self, op: OpId, name: &'a str, span: Span) {
        if let Some(labels) = self.labels.last_mut() {
            labels.uses.push((op, name, span));
        }
    }

    /// Gives ops their successors, at the end of a region.
    fn end_labels(&mut self) {
        let Some(labels) = self.labels.pop() else { return };
        for (op, name, span) in labels.uses {
            match labels.defined.get(name) {
                Some(&(block, _)) => self.body.op_mut(op).successors.push(block),
                None => self.error(span, format!("reference to an undefined block '{name}'")),
            }
        }
    }

    /// Leaves the scope of a region: uses before a definition find it now.
    fn end_scope(&mut self, owner: Option<OpId>) {
        let ended = self.scopes.pop();
        for (Pending { used, op, index, ty }, defined) in ended.early {
            let found = match defined {
                Some((value, defined)) => self.typed(used, ty.as_ref(), op, value, defined),
                None => {
                    self.error(used.span, "reference to invalid result number");
                    NO_VALUE
                }
            };
            self.body.op_mut(op).operands[index] = found;
        }
        for (Pending { used, .. }, hidden) in ended.undeclared {
            let (Some(defined), Some(owner)) = (hidden, owner) else {
                self.error(used.span, "use of undeclared SSA value name");
                continue;
            };
            let message = format!(
                "use of undeclared SSA value name: a region of {} sees only its operands, not \
                 '%{}' around it",
                self.body.op(owner).name,
                used.name
            );
            let error = Diagnostic::error(used.span, message);
            self.diagnostics.push(error.with_note(defined, "declared here"));
        }
    }

    /// Poisons values named in the skipped text, so that their uses are not reported.
    fn poison_values(&mut self, start: u32) {
        let mut lexer = Lexer::new(self.text, start);
        loop {
            let token = lexer.token();
            if token.kind == Kind::Eof || token.span.start >= self.token.span.start {
                return;
            }
            if token.kind == Kind::Value {
                let name = &self.slice(token.span)[1..];
                self.scopes.poison(name, token.span);
            }
        }
    }

    /// An argument of an entry block without label.
    fn region_argument(&mut self, block: BlockId, argument: Argument<'a>) {
        let Use { name, number, span } = argument.name;
        let value = self.body.add_argument(block, argument.ty, Some(Arc::from(name)));
        self.body.value_mut(value).location = argument.location;
        let used = Use { name, number, span };
        if matches!(self.scopes.lookup(used), Lookup::Found(..)) {
            let message = format!("region entry argument '%{name}' is already in use");
            self.error(span, message);
            return;
        }
        self.scopes.declare(name, span);
        self.scopes.define(name, number, value, span);
    }

    /// Gives values a name.
    pub(super) fn bind(&mut self, name: &'a str, span: Span, values: &[ValueId]) {
        if let Some(previous) = self.scopes.defined(name) {
            let message = format!("redefinition of SSA value '%{name}'");
            let error = Diagnostic::error(span, message);
            self.diagnostics.push(error.with_note(previous, "previously defined here"));
            // A later use is ambiguous, so it is not reported.
            self.scopes.poison(name, span);
            return;
        }
        self.scopes.declare(name, span);
        for (&value, number) in values.iter().zip(0..) {
            self.scopes.define(name, number, value, span);
        }
    }

    /// The value that an operand refers to, which must have the type. [`NO_VALUE`] has been
    /// reported or will be.
    pub(super) fn resolve(
        &mut self,
        used: Use<'a>,
        ty: Option<Type>,
        op: OpId,
        index: usize,
    ) -> ValueId {
        match self.scopes.lookup(used) {
            Lookup::Found(value, defined) => {
                return self.typed(used, ty.as_ref(), op, value, defined);
            }
            Lookup::NoSuchNumber(defined) => {
                let error = Diagnostic::error(used.span, "reference to invalid result number");
                self.diagnostics.push(error.with_note(defined, "defined here"));
            }
            Lookup::Poisoned => {}
            Lookup::Missing => self.scopes.postpone(Pending { used, op, index, ty }),
        }
        NO_VALUE
    }

    /// A value that an operand refers to, if it has the type.
    fn typed(
        &mut self,
        used: Use<'a>,
        ty: Option<&Type>,
        op: OpId,
        value: ValueId,
        defined: Span,
    ) -> ValueId {
        let found = &self.body.value(value).ty;
        let Some(ty) = ty.filter(|&ty| ty != found) else { return value };
        let message = format!(
            "use of value '%{}' expects different type than prior uses: '{ty}' vs '{found}'",
            used.name
        );
        // One wrong value that an op uses twice is one mistake.
        let start = self.body.op(op).span.start;
        let said = |last: &Diagnostic| last.message == message && last.span.start >= start;
        if !self.diagnostics.last().is_some_and(said) {
            let error = Diagnostic::error(used.span, message);
            self.diagnostics.push(error.with_note(defined, "prior use here"));
        }
        NO_VALUE
    }

    /// Takes the operands that are no values out of a finished body.
    pub(super) fn drop_missing_operands(&mut self) {
        for op in (0u32..).map(OpId).take(self.body.op_count()) {
            let op = self.body.op_mut(op);
            let count = op.operands.len();
            op.operands.retain(|&operand| operand != NO_VALUE);
            if op.operands.len() < count {
                self.damage.lose_operands(op.span);
            }
        }
    }
}
