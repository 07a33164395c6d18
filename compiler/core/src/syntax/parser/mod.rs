//! The parser: recursive descent from tokens to a graph.
//!
//! A parse function reports its error and fails; callers propagate the failure to the nearest op or
//! item, which skips to the start of the next one. So each error is reported once, at the token
//! where it is detected. Recursion is limited by [`ParseOptions::max_depth`].

mod affine;
mod assembly;
mod attribute;
mod builtin;
mod dense;
mod item;
mod layout;
mod location;
mod metadata;
mod op;
mod recover;
mod region;
mod scope;
mod ty;

use super::lexer::{Kind, Lexer, Token, unescape};
use super::{ParseOptions, Parsed};
use crate::graph::{Attribute, Body, Damage, Resource, Type};
use crate::source::{Diagnostic, LineTable, Source, Span};
use scope::Scopes;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;
use tfrt_host::error::{Location, Text};
use tfrt_host::kernel::Catalogue;

/// How far expanded aliases may outgrow the text.
const EXPANSION: usize = 1 << 20;

/// Numbers of results may add up to this, and one more for each byte of the text.
const COUNTED: usize = 1 << 16;

/// How many bytes of a token a message shows.
const SHOWN: usize = 60;

/// The size that the use of an alias adds.
#[derive(Clone, Copy, Debug)]
struct Extent {
    /// Parts, nested ones included.
    size: usize,
    /// How deep they nest.
    height: u32,
}

/// A failure that has been reported.
#[derive(Debug)]
struct Reported;

/// What a parse function returns.
type Parse<T> = Result<T, Reported>;

/// See [`super::parse`].
pub(super) fn parse(source: &Source, catalogue: &Catalogue, options: ParseOptions) -> Parsed {
    if u32::try_from(source.text.len()).is_err() {
        let message = "the text is larger than 4 GiB";
        let diagnostics = vec![Diagnostic::error(Span::default(), message)];
        return Parsed { diagnostics, ..Parsed::default() };
    }
    let mut parser = Parser::new(source, catalogue, options);
    let module = parser.file();
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    // An alias of a location may be read twice: where it is first used, and in its place.
    diagnostics.dedup_by(|b, a| a.span == b.span && a.message == b.message);
    Parsed { module, diagnostics, damage: parser.damage }
}

/// The type that the whole text says.
pub(super) fn type_of(source: &Source, catalogue: &Catalogue) -> Option<Type> {
    u32::try_from(source.text.len()).ok()?;
    let mut parser = Parser::new(source, catalogue, ParseOptions::new());
    let ty = parser.ty().ok()?;
    (parser.token.kind == Kind::Eof).then_some(ty)
}

/// The state of a parse.
struct Parser<'a> {
    text: &'a str,
    file: Text,
    lines: LineTable,
    catalogue: &'a Catalogue,
    options: ParseOptions,
    lexer: Lexer<'a>,
    /// The next token.
    token: Token,
    /// The end of the token before it.
    last: u32,
    diagnostics: Vec<Diagnostic>,
    damage: Damage,
    /// Nesting depth of modules. Counted separately, so that an implicit module, which prints as an
    /// explicit one, does not change the depth of its content.
    modules: u32,
    /// Nesting depth of regions. Counted separately, so that a BEF file with maximal nesting of
    /// both regions and attributes prints as text that parses.
    regions: u32,
    /// How many attributes, types and locations are open in the innermost region.
    depth: u32,
    /// The greatest depth since an alias began.
    deepest: u32,
    /// An unclosed brace has been reported: every enclosing region ends here.
    unclosed: bool,
    /// How many more parts aliases may expand to.
    expansion: usize,
    /// How many more results ops may have by numbers of them.
    counted: usize,
    attribute_aliases: HashMap<&'a str, (Attribute, Extent)>,
    type_aliases: HashMap<&'a str, (Type, Extent)>,
    locations: location::Aliases<'a>,
    /// The aliases of attributes and locations whose definitions have been passed, without `#`.
    defined_aliases: HashSet<&'a str>,
    /// The parsed file metadata.
    resources: Vec<Resource>,
    /// Where each dialect's type first stands.
    types: HashMap<Type, Span>,
    /// Aliases whose definitions failed, with their `#` or `!`.
    broken_aliases: HashSet<&'a str>,
    names: HashMap<&'a str, Arc<str>>,
    /// What is said of ops that the catalogue does not have: it takes a search of all names.
    unknown_ops: HashMap<&'a str, String>,
    scopes: Scopes<'a>,
    /// The labels of the regions that are open.
    labels: Vec<region::Labels<'a>>,
    /// The body of the function that is being parsed.
    body: Body,
    /// Where that function's name stands.
    function: u32,
}

impl<'a> Parser<'a> {
    fn new(source: &'a Source, catalogue: &'a Catalogue, options: ParseOptions) -> Self {
        let mut lexer = Lexer::new(&source.text, 0);
        let token = lexer.token();
        Self {
            text: &source.text,
            file: Cow::Owned(source.name.clone()),
            lines: LineTable::new(source),
            catalogue,
            options,
            lexer,
            token,
            last: 0,
            diagnostics: Vec::new(),
            damage: Damage::default(),
            modules: 0,
            regions: 0,
            depth: 0,
            deepest: 0,
            unclosed: false,
            counted: source.text.len().saturating_add(COUNTED),
            expansion: source.text.len().saturating_mul(64).saturating_add(EXPANSION),
            attribute_aliases: HashMap::new(),
            type_aliases: HashMap::new(),
            locations: location::Aliases::default(),
            defined_aliases: HashSet::new(),
            resources: Vec::new(),
            types: HashMap::new(),
            broken_aliases: HashSet::new(),
            names: HashMap::new(),
            unknown_ops: HashMap::new(),
            scopes: Scopes::default(),
            labels: Vec::new(),
            body: Body::new(),
            function: 0,
        }
    }

    /// The text of a span.
    fn slice(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// The text of the next token.
    fn spelling(&self) -> &'a str {
        self.slice(self.token.span)
    }

    /// Takes the next token.
    fn advance(&mut self) -> Token {
        self.last = self.token.span.end;
        std::mem::replace(&mut self.token, self.lexer.token())
    }

    /// Continues at a byte of the text.
    fn seek(&mut self, at: u32) {
        self.lexer = Lexer::new(self.text, at);
        self.token = self.lexer.token();
    }

    /// The token after the next.
    fn second(&self) -> Token {
        let mut lexer = self.lexer;
        lexer.token()
    }

    /// Whether the next token is that character.
    fn at(&self, punct: u8) -> bool {
        self.token.is(punct)
    }

    /// Whether the next token is that word.
    fn at_word(&self, word: &str) -> bool {
        self.token.kind == Kind::Identifier && self.spelling() == word
    }

    /// Takes that character if it is next.
    fn eat(&mut self, punct: u8) -> bool {
        let found = self.at(punct);
        if found {
            self.advance();
        }
        found
    }

    /// Takes that word if it is next.
    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Takes that character or fails.
    fn expect(&mut self, punct: u8) -> Parse<Token> {
        if self.at(punct) {
            return Ok(self.advance());
        }
        self.missing(format!("expected '{}'", char::from(punct)))
    }

    /// Takes that word or fails.
    fn expect_word(&mut self, word: &str) -> Parse<Token> {
        if self.at_word(word) {
            return Ok(self.advance());
        }
        self.missing(format!("expected '{word}'"))
    }

    /// Takes a token of that kind or fails.
    fn expect_kind(&mut self, kind: Kind, message: &str) -> Parse<Token> {
        if self.token.kind == kind {
            return Ok(self.advance());
        }
        self.missing(message)
    }

    /// Takes a string or fails. Strings that are no UTF-8 cannot be names or paths.
    fn expect_text(&mut self, message: &str) -> Parse<String> {
        let token = self.expect_kind(Kind::String, message)?;
        match String::from_utf8(unescape(self.slice(token.span))) {
            Ok(text) => Ok(text),
            Err(_) => self.fail_at(token.span, "expected valid UTF-8"),
        }
    }

    /// Takes `@name`, which may be quoted.
    fn expect_symbol(&mut self) -> Parse<(String, Span)> {
        let token = self.expect_kind(Kind::Symbol, "expected a symbol name, '@name'")?;
        let spelling = self.slice(token.span);
        let name = spelling.strip_prefix('@').unwrap_or(spelling);
        if !name.starts_with('"') {
            return Ok((name.to_owned(), token.span));
        }
        match String::from_utf8(unescape(name)) {
            Ok(name) if !name.is_empty() => Ok((name, token.span)),
            _ => self.fail_at(token.span, "a symbol name cannot be empty and must be UTF-8"),
        }
    }

    /// Takes a number that fits, decimal or hexadecimal.
    fn expect_number(&mut self, message: &str) -> Parse<u32> {
        let token = self.expect_kind(Kind::Integer, message)?;
        let text = self.slice(token.span);
        let number = match text.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => text.parse(),
        };
        match number {
            Ok(number) => Ok(number),
            Err(_) => self.fail_at(token.span, message),
        }
    }

    /// Elements between commas, up to a closing character, which is taken.
    fn list<T>(
        &mut self,
        close: u8,
        mut element: impl FnMut(&mut Self) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        let mut elements = Vec::new();
        if self.eat(close) {
            return Ok(elements);
        }
        loop {
            elements.push(element(self)?);
            if self.eat(close) {
                return Ok(elements);
            }
            if !self.eat(b',') {
                return self.missing(format!("expected ',' or '{}'", char::from(close)));
            }
        }
    }

    /// Runs something that may recurse, but for regions.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= self.options.max_depth {
            return self.fail(self.too_deep());
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        // At the depth limit, the frames of this recursion could exceed a small stack.
        let result = tfrt_host::frame::grow_stack(|| parse(self));
        self.depth -= 1;
        result
    }

    /// Runs what parses a region. A function's body stands in none.
    fn nested_region<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.regions > self.options.max_depth {
            return self.fail(self.too_deep());
        }
        self.regions += 1;
        let outside = std::mem::replace(&mut self.depth, 0);
        let result = tfrt_host::frame::grow_stack(|| parse(self));
        self.depth = outside;
        self.regions -= 1;
        result
    }

    /// What to say about nesting beyond the limit.
    fn too_deep(&self) -> String {
        format!("nesting is deeper than the limit of {}", self.options.max_depth)
    }

    /// Parses an alias's value, and measures it.
    fn measured<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Parse<T>,
        size: impl FnOnce(&T) -> usize,
    ) -> Parse<(T, Extent)> {
        let outer = std::mem::replace(&mut self.deepest, self.depth);
        let result = parse(self);
        let height = self.deepest - self.depth;
        self.deepest = self.deepest.max(outer);
        let value = result?;
        let extent = Extent { size: size(&value), height };
        Ok((value, extent))
    }

    /// Accounts for the use of an alias. Aliases of aliases would otherwise grow exponentially,
    /// and nest without limit.
    fn expand(&mut self, span: Span, extent: Extent) -> Parse<()> {
        self.deepest = self.deepest.max(self.depth.saturating_add(extent.height));
        if self.deepest > self.options.max_depth {
            return self.fail_at(span, self.too_deep());
        }
        match self.expansion.checked_sub(extent.size) {
            Some(left) => {
                self.expansion = left;
                Ok(())
            }
            None => self.fail_at(span, "aliases expand to far more than the text"),
        }
    }

    /// Fails for the use of an alias that is not defined. Where its definition failed, that has
    /// been reported.
    fn undefined_alias<T>(&mut self, what: &str, span: Span) -> Parse<T> {
        let spelling = self.slice(span);
        if self.broken_aliases.contains(spelling) {
            return Err(Reported);
        }
        self.fail_at(span, format!("undefined {what} alias '{spelling}'"))
    }

    /// The place of a span as the default location of what stands there.
    fn location(&self, span: Span) -> Location {
        let at = self.lines.position(span.start);
        Location::FileLineCol { file: self.file.clone(), line: at.line, column: at.column }
    }

    /// An op's name, shared among ops.
    fn name(&mut self, name: &'a str) -> Arc<str> {
        Arc::clone(self.names.entry(name).or_insert_with(|| Arc::from(name)))
    }

    /// Reports an error.
    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// Reports an error at the next token and fails.
    fn fail<T>(&mut self, message: impl Into<String>) -> Parse<T> {
        self.fail_at(self.token.span, message)
    }

    /// Reports that something is missing before the next token and fails. Where the next token
    /// begins an op or item of its own, or ends what is around it, the error stands behind the last
    /// one, where the reader has to write.
    fn missing<T>(&mut self, message: impl fmt::Display) -> Parse<T> {
        let ends = match self.token.kind {
            Kind::Eof => true,
            Kind::Punct(b'}') | Kind::Block => self.token.first_on_line,
            _ => self.at_op(),
        };
        if !ends {
            let found = self.found();
            return self.fail(format!("{message}, found {found}"));
        }
        let eof = self.token.kind == Kind::Eof;
        let found = if eof { "the end of the text" } else { "the end of the line" };
        self.fail_at(self.after_last(), format!("{message}, found {found}"))
    }

    /// The place behind the last token.
    fn after_last(&self) -> Span {
        Span::new(self.last, self.last)
    }

    /// The next token, for a message.
    fn found(&self) -> String {
        let spelling = self.spelling();
        let cut = spelling.floor_char_boundary(SHOWN);
        let more = if cut < spelling.len() { "…" } else { "" };
        match self.token.kind {
            Kind::Eof => "the end of the text".to_owned(),
            Kind::String => format!("{}{more}", &spelling[..cut]),
            _ => format!("'{}{more}'", &spelling[..cut]),
        }
    }

    /// Reports an error and fails. If the token is invalid, reports that instead of what was
    /// expected.
    fn fail_at<T>(&mut self, span: Span, message: impl Into<String>) -> Parse<T> {
        match self.token.kind {
            Kind::Error(problem) if span == self.token.span => self.error(span, problem),
            _ => self.error(span, message),
        }
        Err(Reported)
    }
}
