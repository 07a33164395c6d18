//! Tokens: a cursor that knows where it is, and tokens as text.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use std::iter::Peekable;

/// An error at a token.
pub type Failure = (Span, String);

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
        self.last = token.span();
        Some(token)
    }

    /// An error at the token taken last.
    ///
    /// # Errors
    /// Always.
    pub fn error<T>(&self, message: impl Into<String>) -> Result<T, Vec<Failure>> {
        Err(vec![(self.last, message.into())])
    }

    /// Where the next token stands; at the end, where the last one did.
    #[must_use]
    pub fn place(&mut self) -> Span {
        self.rest.peek().map_or(self.last, TokenTree::span)
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

    pub(crate) fn peek_ident(&mut self, name: &str) -> bool {
        matches!(self.rest.peek(), Some(TokenTree::Ident(ident)) if ident == name)
    }

    /// Takes an identifier.
    ///
    /// # Errors
    /// Something else stands here: `expected` and `what`.
    pub fn ident(&mut self, what: &str) -> Result<Ident, Vec<Failure>> {
        match self.next() {
            Some(TokenTree::Ident(ident)) => Ok(ident),
            _ => self.error(format!("expected {what}")),
        }
    }

    /// The tokens of an MLIR name and the `=` after them; where it begins.
    pub(crate) fn name(&mut self) -> Result<(String, Span), Vec<Failure>> {
        let at = self.place();
        let mut taken = TokenStream::new();
        loop {
            match self.next() {
                Some(TokenTree::Punct(punct)) if punct.as_char() == '=' => {
                    return Ok((joined(taken), at));
                }
                Some(TokenTree::Punct(punct)) if punct.as_char() == ';' => break,
                None | Some(TokenTree::Group(_)) => break,
                Some(token) => taken.extend([token]),
            }
        }
        self.error("expected `=` after the name")
    }

    /// Everything up to a punctuation character, which is taken too.
    ///
    /// # Errors
    /// The character does not come.
    pub fn until(&mut self, stop: char) -> Result<TokenStream, Vec<Failure>> {
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

/// The same tokens, all at one place.
pub(crate) fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let place = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            let inner = respanned(group.stream(), span);
            token = TokenTree::Group(Group::new(group.delimiter(), inner));
        }
        token.set_span(span);
        token
    };
    tokens.into_iter().map(place).collect()
}

/// Tokens as text without blanks.
pub(crate) fn joined(tokens: TokenStream) -> String {
    let mut text = String::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                text.push_str(&joined(group.stream()));
                text.push_str(close);
            }
            other => text.push_str(&other.to_string()),
        }
    }
    text
}

/// The items between commas, those inside groups and angle brackets left alone.
pub(crate) fn commas(tokens: TokenStream) -> Vec<TokenStream> {
    let mut items = vec![TokenStream::new()];
    let mut depth = 0u32;
    for token in tokens {
        if let TokenTree::Punct(punct) = &token {
            match punct.as_char() {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    items.push(TokenStream::new());
                    continue;
                }
                _ => {}
            }
        }
        if let Some(last) = items.last_mut() {
            last.extend([token]);
        }
    }
    items.retain(|item| !item.is_empty());
    items
}
