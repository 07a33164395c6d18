//! The lexer. Total: invalid input becomes an error token, and the next call continues after it.

use crate::source::Span;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The end of the text.
    Eof,
    /// Invalid input, with the error message.
    Error(&'static str),
    /// `tfrt.add.i32`, `module`, `i32`.
    Identifier,
    /// `%name`.
    Value,
    /// `@name` or `@"name"`.
    Symbol,
    /// `#name`: an alias, a dialect's attribute, or the number of a result.
    Hash,
    /// `!name`.
    Type,
    /// `^name`.
    Block,
    /// `12` or `0x1F`.
    Integer,
    /// `1.5e3`.
    Float,
    /// `"text"`, with valid escapes.
    String,
    /// `->`
    Arrow,
    /// `...`
    Ellipsis,
    /// One character of punctuation.
    Punct(u8),
}

/// A token: kind and span.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// What it is.
    pub(super) kind: Kind,
    /// Its span.
    pub(super) span: Span,
    /// It is the first token of its line.
    pub(super) first_on_line: bool,
}

impl Token {
    /// Whether it is that character.
    pub(super) fn is(self, punct: u8) -> bool {
        self.kind == Kind::Punct(punct)
    }
}

/// Reads one token at a time. Cheap to copy, for lookahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    /// Starts at a byte of a text of less than 4 GiB. `at` is a character boundary.
    pub(super) fn new(text: &'a str, at: u32) -> Self {
        Self { text, at: at as usize }
    }

    /// The next token; [`Kind::Eof`] on every call at the end of the text.
    pub(super) fn token(&mut self) -> Token {
        let first_on_line = self.skip_blanks();
        let start = self.at;
        let kind = self.lex();
        let place = |at: usize| u32::try_from(at).expect("texts are less than 4 GiB");
        Token { kind, span: Span::new(place(start), place(self.at)), first_on_line }
    }

    /// The byte at offset `ahead`, or zero at the end. A zero byte in the text is not a token
    /// either.
    fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Skips whitespace and comments; returns whether a line began.
    fn skip_blanks(&mut self) -> bool {
        let mut line = self.at == 0;
        loop {
            match self.peek(0) {
                b'\n' => {
                    line = true;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'/' if self.peek(1) == b'/' => {
                    let rest = &self.text.as_bytes()[self.at..];
                    self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
                }
                _ => return line,
            }
        }
    }

    /// Reads the token at the position and advances past it.
    fn lex(&mut self) -> Kind {
        let Some(c) = self.text[self.at..].chars().next() else { return Kind::Eof };
        self.at += c.len_utf8();
        match c {
            'a'..='z' | 'A'..='Z' | '_' => {
                self.skip(is_identifier);
                Kind::Identifier
            }
            '0'..='9' => self.number(c),
            '"' => self.string(),
            '%' => self.prefixed(Kind::Value, "expected a name or a number after '%'"),
            '#' => self.prefixed(Kind::Hash, "expected a name or a number after '#'"),
            '!' => self.prefixed(Kind::Type, "expected a name after '!'"),
            '^' => self.prefixed(Kind::Block, "expected a name after '^'"),
            '@' => self.symbol(),
            '-' if self.peek(0) == b'>' => {
                self.at += 1;
                Kind::Arrow
            }
            '.' if self.peek(0) == b'.' && self.peek(1) == b'.' => {
                self.at += 2;
                Kind::Ellipsis
            }
            ':' | ',' | '=' | '<' | '>' | '{' | '}' | '(' | ')' | '[' | ']' | '-' | '+' | '?'
            | '*' | '|' | '/' => Kind::Punct(c as u8),
            // Invisible in an editor, so the message names it.
            '\u{feff}' => Kind::Error("unexpected byte order mark"),
            _ => Kind::Error("unexpected character"),
        }
    }

    /// Skips bytes that `accept` accepts.
    fn skip(&mut self, accept: fn(u8) -> bool) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|&b| !accept(b)).unwrap_or(rest.len());
    }

    /// What follows `%`, `#`, `!`, `^`: a number, or a name that may hold `$`, `.`, `_` and `-`.
    fn prefixed(&mut self, kind: Kind, message: &'static str) -> Kind {
        let first = self.peek(0);
        if first.is_ascii_digit() {
            self.skip(|b| b.is_ascii_digit());
        } else if first.is_ascii_alphabetic() || b"$._-".contains(&first) {
            self.skip(|b| is_identifier(b) || b == b'-');
        } else {
            return Kind::Error(message);
        }
        kind
    }

    /// What follows `@`.
    fn symbol(&mut self) -> Kind {
        match self.peek(0) {
            b'"' => {
                self.at += 1;
                match self.string() {
                    Kind::String => Kind::Symbol,
                    error => error,
                }
            }
            b if b.is_ascii_alphabetic() || b == b'_' => {
                self.skip(is_identifier);
                Kind::Symbol
            }
            _ => Kind::Error("expected a name after '@'"),
        }
    }

    /// The rest of a number whose first digit has been read.
    fn number(&mut self, first: char) -> Kind {
        if first == '0' && self.peek(0) == b'x' && self.peek(1).is_ascii_hexdigit() {
            self.at += 1;
            self.skip(|b| b.is_ascii_hexdigit());
            return Kind::Integer;
        }
        self.skip(|b| b.is_ascii_digit());
        if self.peek(0) != b'.' {
            return Kind::Integer;
        }
        self.at += 1;
        self.skip(|b| b.is_ascii_digit());
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                self.at += 1 + sign;
                self.skip(|b| b.is_ascii_digit());
            }
        }
        Kind::Float
    }

    /// The rest of a string whose opening quote has been read.
    fn string(&mut self) -> Kind {
        let mut error = None;
        loop {
            match self.peek(0) {
                b'"' => {
                    self.at += 1;
                    return error.unwrap_or(Kind::String);
                }
                b'\\' if matches!(self.peek(1), b'"' | b'\\' | b'n' | b't') => self.at += 2,
                b'\\' if self.peek(1).is_ascii_hexdigit() && self.peek(2).is_ascii_hexdigit() => {
                    self.at += 3;
                }
                b'\\' => {
                    error = Some(Kind::Error("unknown escape in string literal"));
                    self.at += 1;
                }
                b'\n' => return Kind::Error("expected '\"' to end the string literal"),
                _ if self.at >= self.text.len() => {
                    return Kind::Error("expected '\"' to end the string literal");
                }
                _ => self.at += 1,
            }
        }
    }
}

/// Unescapes a string token, which includes its quotes.
pub(crate) fn unescape(quoted: &str) -> Vec<u8> {
    let mut bytes = quoted.strip_prefix('"').unwrap_or(quoted).bytes();
    let mut out = Vec::with_capacity(quoted.len());
    let hex = |b: u8| char::from(b).to_digit(16).and_then(|d| u8::try_from(d).ok());
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => break,
            b'\\' => match bytes.next() {
                Some(b'n') => out.push(b'\n'),
                Some(b't') => out.push(b'\t'),
                Some(escaped @ (b'"' | b'\\')) => out.push(escaped),
                Some(high) => {
                    let digits = (hex(high), bytes.next().and_then(hex));
                    if let (Some(high), Some(low)) = digits {
                        out.push(high * 16 + low);
                    }
                }
                None => break,
            },
            byte => out.push(byte),
        }
    }
    out
}

/// Whether a byte may stand inside an identifier.
pub(super) fn is_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')
}

/// Whether a text is an identifier, so that it needs no quotes.
pub(super) fn is_bare(text: &str) -> bool {
    let first = text.bytes().next();
    first.is_some_and(|b| b.is_ascii_alphabetic() || b == b'_') && text.bytes().all(is_identifier)
}
