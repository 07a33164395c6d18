//! Regions: blocks of ops between braces, and the scope of their names.

use super::recover::Level;
use super::scope::{Lookup, Pending, Use};
use super::{Kind, Lexer, Parse, Parser, Reported};
use crate::graph::{BlockId, OpId, RegionId, Type, ValueId};
use crate::source::{Diagnostic, Span};
use std::collections::HashMap;
use std::sync::Arc;

/// A block argument of a region's entry that the text names outside the region.
#[derive(Clone, Debug)]
pub(super) struct Argument<'a> {
    /// Its name, as uses inside spell it.
    pub(super) name: Use<'a>,
    /// Its type.
    pub(super) ty: Type,
}

/// How a region's entry block begins.
#[derive(Debug)]
pub(super) enum Entry<'a> {
    /// The block is there without a label, with these arguments.
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
            return self.fail("expected '{' to begin a region");
        }
        self.nested(|this| {
            this.advance();
            let region = this.body.add_region(owner);
            this.scopes.enter(isolated);
            let lost = this.blocks(region, owner, entry);
            if lost || this.unclosed {
                let at = owner.map_or(this.function, |op| this.body.op(op).span.start);
                this.damage.lose_end(at);
            }
            let ended = this.scopes.leave();
            for Pending { op, index, .. } in ended.early {
                this.error(op, format!("operand #{index} does not dominate this use"));
            }
            for Pending { used, .. } in ended.undeclared {
                this.error(used.span, "use of undeclared SSA value name");
            }
            if !this.unclosed && !this.eat(b'}') {
                this.unclosed = true;
                let error = Diagnostic::error(this.token.span, "expected '}' to end a region");
                this.diagnostics.push(error.with_note(open, "the region begins here"));
            }
            if this.unclosed { Err(Reported) } else { Ok(region) }
        })
    }

    /// Everything up to the closing brace. Says whether a return at the end may have been lost.
    fn blocks(&mut self, region: RegionId, owner: Option<OpId>, entry: Entry<'a>) -> bool {
        let mut labels = HashMap::new();
        let mut block = None;
        let mut lost = false;
        if let Entry::Implicit(arguments) = entry {
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
                    if self.label(new, &mut labels).is_err() {
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
    fn label(&mut self, block: BlockId, labels: &mut HashMap<&'a str, Span>) -> Parse<()> {
        let token = self.advance();
        let name = self.slice(token.span);
        if let Some(previous) = labels.insert(name, token.span) {
            let error = Diagnostic::error(token.span, format!("redefinition of block '{name}'"));
            self.diagnostics.push(error.with_note(previous, "previously defined here"));
        }
        if self.eat(b'(') {
            self.list(b')', |this| {
                let token = this.expect_kind(Kind::Value, "expected a block argument, '%name'")?;
                this.expect(b':')?;
                let ty = this.ty()?;
                this.optional_location()?;
                let name = &this.slice(token.span)[1..];
                let value = this.body.add_argument(block, ty, Some(Arc::from(name)));
                this.bind(name, token.span, &[value]);
                Ok(())
            })?;
        }
        self.expect(b':')?;
        Ok(())
    }

    /// Makes nothing of the use of values that were named in what was skipped.
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
            // Which of the two a later use means, nobody can tell.
            self.scopes.poison(name, span);
            return;
        }
        self.scopes.declare(name, span);
        for (&value, number) in values.iter().zip(0..) {
            self.scopes.define(name, number, value, span);
        }
    }

    /// The value that an operand of the op at `op` refers to, which must have the type. `None`
    /// has been reported or will be.
    pub(super) fn resolve(
        &mut self,
        used: Use<'a>,
        ty: Option<&Type>,
        op: Span,
        index: usize,
    ) -> Option<ValueId> {
        match self.scopes.lookup(used) {
            Lookup::Found(value, defined) => {
                let found = &self.body.value(value).ty;
                if let Some(ty) = ty.filter(|&ty| ty != found) {
                    let message = format!(
                        "use of value '%{}' expects different type than prior uses: '{ty}' vs '{found}'",
                        used.name
                    );
                    // One wrong value that an op uses twice is one mistake.
                    let said =
                        |last: &Diagnostic| last.message == message && last.span.start >= op.start;
                    if !self.diagnostics.last().is_some_and(said) {
                        let error = Diagnostic::error(used.span, message);
                        self.diagnostics.push(error.with_note(defined, "prior use here"));
                    }
                    return None;
                }
                return Some(value);
            }
            Lookup::Outer => self.error(
                op,
                "BEF executor only supports references to kernels within the current region",
            ),
            Lookup::NoSuchNumber(defined) => {
                let error = Diagnostic::error(used.span, "reference to invalid result number");
                self.diagnostics.push(error.with_note(defined, "defined here"));
            }
            Lookup::Poisoned => {}
            Lookup::Missing => self.scopes.postpone(Pending { used, op, index }),
        }
        None
    }
}
