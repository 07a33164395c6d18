//! Tokens: a cursor that knows where it is, and tokens as text.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use std::iter::Peekable;

/// An error at some tokens.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The first token.
    pub start: Span,
    /// The last token.
    pub end: Span,
    /// What is wrong.
    pub message: String,
}

impl Failure {
    /// An error at one token.
    #[must_use]
    pub fn new(at: Span, message: impl Into<String>) -> Self {
        Self { start: at, end: at, message: message.into() }
    }

    /// An error at all of these tokens; at `otherwise` if there are none.
    #[must_use]
    pub fn at(tokens: &TokenStream, otherwise: Span, message: impl Into<String>) -> Self {
        let (start, end) = extent(tokens, otherwise);
        Self { start, end, message: message.into() }
    }

    /// As the tokens of a compile error.
    #[must_use]
    pub fn to_compile_error(&self) -> TokenStream {
        // rustc underlines a macro call from its first to its last token.
        let Self { start, end, message } = self;
        let message = quote_spanned! { *end => { #message } };
        quote_spanned! { *start => ::core::compile_error! #message }
    }
}

/// A cursor over tokens.
#[derive(Debug)]
pub struct Tokens {
    rest: Peekable<proc_macro2::token_stream::IntoIter>,
    last: Span,
}

impl Tokens {
    /// A cursor before the first token.
    #[must_use]
    pub fn new(tokens: TokenStream) -> Self {
        Self { rest: tokens.into_iter().peekable(), last: Span::call_site() }
    }

    /// Takes a token.
    #[expect(clippy::should_implement_trait, reason = "a cursor that parsers drive by hand")]
    pub fn next(&mut self) -> Option<TokenTree> {
        let token = self.rest.next()?;
        self.last = match &token {
            TokenTree::Group(group) => group.span_close(),
            token => token.span(),
        };
        Some(token)
    }

    /// An error at the token taken last.
    ///
    /// # Errors
    /// Always.
    pub fn error<T>(&self, message: impl Into<String>) -> Result<T, Failure> {
        Err(Failure::new(self.last, message))
    }

    /// Where the next token stands; at the end, where the last one did.
    #[must_use]
    pub fn place(&mut self) -> Span {
        self.rest.peek().map_or(self.last, |token| match token {
            TokenTree::Group(group) => group.span_open(),
            token => token.span(),
        })
    }

    /// Where the token taken last stands.
    #[must_use]
    pub fn last(&self) -> Span {
        self.last
    }

    /// Whether nothing is left.
    #[must_use]
    pub fn is_empty(&mut self) -> bool {
        self.rest.peek().is_none()
    }

    /// What is left.
    #[must_use]
    pub fn rest(self) -> TokenStream {
        self.rest.collect()
    }

    /// Looks at the next token.
    pub fn peek(&mut self) -> Option<&TokenTree> {
        self.rest.peek()
    }

    /// Whether an identifier comes next.
    #[must_use]
    pub fn peek_ident(&mut self, name: &str) -> bool {
        matches!(self.rest.peek(), Some(TokenTree::Ident(ident)) if ident == name)
    }

    /// Whether a punctuation character comes next.
    #[must_use]
    pub fn peek_punct(&mut self, character: char) -> bool {
        matches!(self.rest.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == character)
    }

    /// Takes an identifier.
    ///
    /// # Errors
    /// Something else stands here: `expected` and `what`.
    pub fn ident(&mut self, what: &str) -> Result<Ident, Failure> {
        match self.rest.peek() {
            Some(TokenTree::Ident(_)) => {}
            _ => return Err(Failure::new(self.place(), format!("expected {what}"))),
        }
        match self.next() {
            Some(TokenTree::Ident(ident)) => Ok(ident),
            _ => self.error(format!("expected {what}")),
        }
    }

    /// Takes a group of any delimiter, and returns its contents.
    pub fn group(&mut self) -> Option<TokenStream> {
        match self.next()? {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        }
    }

    /// Takes a string without escapes.
    pub fn string(&mut self) -> Option<String> {
        match self.next()? {
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                Some(text.strip_prefix('"')?.strip_suffix('"')?.to_owned())
            }
            // A macro's `$name:literal`.
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                Self::new(group.stream()).string()
            }
            _ => None,
        }
    }

    /// Everything up to a punctuation character, which is taken too.
    ///
    /// # Errors
    /// The character does not come.
    pub fn until(&mut self, stop: char) -> Result<TokenStream, Failure> {
        let mut taken = TokenStream::new();
        loop {
            match self.next() {
                Some(TokenTree::Punct(punct)) if punct.as_char() == stop => return Ok(taken),
                Some(token) => taken.extend([token]),
                None => return self.error(format!("expected `{stop}`")),
            }
        }
    }
}

/// The places of the first and the last of these tokens.
pub(crate) fn extent(tokens: &TokenStream, otherwise: Span) -> (Span, Span) {
    let mut places = tokens.clone().into_iter().map(|token| match token {
        TokenTree::Group(group) => (group.span_open(), group.span_close()),
        token => (token.span(), token.span()),
    });
    let Some((start, first_end)) = places.next() else { return (otherwise, otherwise) };
    (start, places.last().map_or(first_end, |(_, end)| end))
}

/// Tokens as text without blanks.
pub(crate) fn joined(tokens: &TokenStream) -> String {
    let mut text = String::new();
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                text.push_str(&joined(&group.stream()));
                text.push_str(close);
            }
            other => text.push_str(&other.to_string()),
        }
    }
    text
}

/// The last part of a path, with its arguments. Other tokens are returned whole.
pub(crate) fn last_part(tokens: &TokenStream) -> String {
    let (mut text, mut depth) = (String::new(), 0_u32);
    for token in tokens.clone() {
        match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                text.push_str(&last_part(&group.stream()));
                continue;
            }
            TokenTree::Punct(punct) => match punct.as_char() {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                ':' if depth == 0 => {
                    // What is borrowed stays so.
                    text.truncate(usize::from(text.starts_with('&')));
                    continue;
                }
                _ => {}
            },
            _ => {}
        }
        text.push_str(&joined(&token.into()));
    }
    text
}

/// A path as seen from so many modules further in, which see all names of their parents, but may not
/// hand on what they have only imported from there.
pub(crate) fn nested(path: &TokenStream, depth: usize) -> TokenStream {
    let mut parts: Vec<TokenTree> = path.clone().into_iter().collect();
    let up = match parts.as_slice() {
        [TokenTree::Ident(first), ..] if first == "super" => depth + 1,
        [TokenTree::Ident(first), ..] if first == "self" => depth,
        [name] => {
            let supers = std::iter::repeat_n(Ident::new("super", name.span()), depth);
            return quote!(#(#supers::)* #name);
        }
        _ => return path.clone(),
    };
    let first = parts.remove(0);
    let supers = std::iter::repeat_n(Ident::new("super", first.span()), up);
    quote!(#(#supers)::* #(#parts)*)
}

/// Definitions are `'static`. A macro's process is short, and what it reads is small.
pub(crate) fn leak(text: String) -> &'static str {
    text.leak()
}

/// The module and the name by which generated code calls a kernel of a list.
pub(crate) fn reached(list: usize, member: usize) -> (&'static str, &'static str) {
    (leak(format!("self::__lists::l{list}")), leak(format!("k{member}")))
}
