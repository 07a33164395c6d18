//! Error recovery: finds the start of the next op or item.

use super::{Kind, Lexer, Parser, Token};

/// The lookahead, in names, to decide whether `%a, %b, …` begins an op.
const LOOKAHEAD: usize = 64;

/// The kind of start that is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Ops of a block.
    Op,
    /// Functions and modules.
    Item,
}

/// A bracket that is open.
#[derive(Clone, Copy, Debug)]
struct Bracket {
    close: u8,
    /// A brace around ops.
    region: bool,
}

/// The open brackets, with counts, so that queries take constant time.
#[derive(Debug, Default)]
struct Open {
    brackets: Vec<Bracket>,
    round: usize,
    square: usize,
    braces: usize,
    regions: usize,
}

impl Open {
    fn count(&mut self, close: u8) -> &mut usize {
        match close {
            b')' => &mut self.round,
            b']' => &mut self.square,
            _ => &mut self.braces,
        }
    }

    fn push(&mut self, close: u8, region: bool) {
        *self.count(close) += 1;
        self.regions += usize::from(region);
        self.brackets.push(Bracket { close, region });
    }

    /// Closes the innermost bracket of the kind, and what was left open inside it.
    fn close(&mut self, close: u8) {
        if *self.count(close) == 0 {
            return;
        }
        while let Some(bracket) = self.brackets.pop() {
            *self.count(bracket.close) -= 1;
            self.regions -= usize::from(bracket.region);
            if bracket.close == close {
                return;
            }
        }
    }
}

impl Parser<'_> {
    /// Skips the rest of an op or item that began at `start` and failed at the next token: up to
    /// the start of the next one, or to the closing brace of the enclosing region. Always makes
    /// progress.
    ///
    /// Brackets are matched from `start`, so that a brace opened before the mistake does not
    /// seem to close the block; an unmatched one ends at a line that looks like the next op.
    pub(super) fn recover(&mut self, start: u32, level: Level) {
        let failed = self.token.span.start;
        let mut lexer = Lexer::new(self.text, start);
        let mut open = Open::default();
        let mut previous = None;
        loop {
            let token = lexer.token();
            let inside = open.regions > 0;
            let moved = token.span.start > start;
            let stop = match token.kind {
                Kind::Eof => true,
                _ if !moved => false,
                Kind::Punct(b'}') => token.span.start >= failed && open.braces == 0,
                Kind::Block => token.first_on_line && !inside && level == Level::Op,
                Kind::Error(_) => token.first_on_line && !inside,
                _ if token.first_on_line && !inside => self.begins(token, lexer, level),
                _ => false,
            };
            if stop {
                self.seek(token.span.start);
                self.last = previous.map_or(self.last, |token: Token| token.span.end);
                return;
            }
            match token.kind {
                Kind::Punct(b'(') => open.push(b')', false),
                Kind::Punct(b'[') => open.push(b']', false),
                Kind::Punct(b'{') => {
                    let region = previous.is_some_and(|last: Token| last.is(b'('))
                        || self.opens_region(lexer);
                    open.push(b'}', region);
                }
                Kind::Punct(close @ (b')' | b']' | b'}')) => open.close(close),
                _ => {}
            }
            previous = Some(token);
        }
    }

    /// Whether a token, with the lexer behind it, begins an op or item.
    fn begins(&self, token: Token, lexer: Lexer<'_>, level: Level) -> bool {
        match level {
            Level::Op => self.begins_op(token, lexer),
            Level::Item => match token.kind {
                Kind::Identifier | Kind::String => self.is_item(token),
                Kind::Hash | Kind::Type => {
                    let mut lexer = lexer;
                    lexer.token().is(b'=')
                }
                _ => false,
            },
        }
    }

    /// Whether a token begins an op that may stand beside functions.
    pub(super) fn is_top_op(&self, token: Token) -> bool {
        let word = self.slice(token.span);
        let word = match token.kind {
            Kind::Identifier => word,
            Kind::String => word.trim_matches('"'),
            _ => return false,
        };
        let def = self.catalogue.op(word);
        def.and_then(|def| def.traits.layout).is_some_and(|layout| layout.top_level)
    }

    /// Whether a token begins a function or module.
    pub(super) fn is_item(&self, token: Token) -> bool {
        if self.is_top_op(token) {
            return true;
        }
        let word = self.slice(token.span);
        match token.kind {
            Kind::Identifier => matches!(word, "func.func" | "module" | "builtin.module"),
            Kind::String => matches!(word, "\"func.func\"" | "\"builtin.module\""),
            _ => false,
        }
    }

    /// Whether the next token begins a line and an op, so that the op before has ended.
    pub(super) fn at_op(&self) -> bool {
        self.token.first_on_line && self.begins_op(self.token, self.lexer)
    }

    /// Whether a token, with the lexer behind it, begins an op.
    fn begins_op(&self, token: Token, mut lexer: Lexer<'_>) -> bool {
        match token.kind {
            Kind::String => self.slice(token.span).contains('.') && lexer.token().is(b'('),
            Kind::Identifier if self.is_item(token) => true,
            Kind::Identifier => {
                let word = self.slice(token.span);
                let next = lexer.token();
                // Of names in a dictionary, none is a return's.
                let ends = next.is(b'}') && crate::graph::is_return(word);
                ends || (word == "return" || word.contains('.'))
                    && !matches!(next.kind, Kind::Punct(b'=' | b',' | b':' | b'}' | b')' | b'>'))
            }
            Kind::Value => {
                for _ in 0..LOOKAHEAD {
                    let mut next = lexer.token();
                    if next.is(b':') && lexer.token().kind == Kind::Integer {
                        next = lexer.token();
                    }
                    if !next.is(b',') || lexer.token().kind != Kind::Value {
                        return next.is(b'=');
                    }
                }
                false
            }
            _ => false,
        }
    }

    /// Whether what follows an open brace is ops.
    fn opens_region(&self, mut lexer: Lexer<'_>) -> bool {
        let first = lexer.token();
        match first.kind {
            Kind::Value | Kind::Block => true,
            _ => self.begins_op(first, lexer),
        }
    }
}
