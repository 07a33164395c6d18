//! Reads the notation of formats: tokens, and the elements that they make.

use super::{Assembly, AssemblyError, Directive, MAX, OperandSet};
use crate::is_same;
use crate::words::Words;

/// A format under construction.
pub(super) struct Builder {
    pub(super) assembly: Assembly,
    /// The start of the open group.
    pub(super) group: Option<usize>,
    /// The anchor of the open group.
    pub(super) anchor: Option<usize>,
}

impl Builder {
    /// Reads an element; false at the end.
    pub(super) const fn element(&mut self, reader: &mut Reader) -> Result<bool, AssemblyError> {
        let token = match reader.token() {
            Ok(token) => token,
            Err(error) => return Err(error),
        };
        let element = match token {
            Token::End => return Ok(false),
            Token::Literal(text) => Ok(Directive::Literal(text)),
            Token::Blank => Ok(Directive::Blank),
            Token::NoBlank => Ok(Directive::NoBlank),
            Token::Name(name) => Ok(Directive::Name(name)),
            Token::Word(word) => match self.directive(word, reader) {
                Ok(Some(element)) => Ok(element),
                Ok(None) => return Ok(true),
                Err(error) => Err(error),
            },
            Token::Punct(b'(') if self.group.is_none() => {
                self.group = Some(self.assembly.count);
                self.anchor = None;
                Ok(Directive::Group { anchor: 0, end: 0 })
            }
            Token::Punct(b'^') => match self.group {
                Some(begin) if begin + 1 < self.assembly.count && self.anchor.is_none() => {
                    self.anchor = Some(self.assembly.count - 1);
                    return Ok(true);
                }
                _ => Err(AssemblyError("assembly format: '^' follows an element of a group")),
            },
            Token::Punct(b')') => match (self.group, self.anchor, reader.token()) {
                (Some(begin), Some(anchor), Ok(Token::Punct(b'?'))) => {
                    let end = self.assembly.count;
                    self.assembly.elements[begin] = Directive::Group { anchor, end };
                    self.group = None;
                    return Ok(true);
                }
                _ => Err(AssemblyError("assembly format: a group is '( … element^ … )?'")),
            },
            Token::Punct(_) => Err(AssemblyError("assembly format: unexpected character")),
            Token::Number(_) => Err(AssemblyError("assembly format: unexpected number")),
        };
        match element {
            Ok(element) => match self.push(element) {
                Ok(()) => Ok(true),
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        }
    }

    const fn push(&mut self, element: Directive) -> Result<(), AssemblyError> {
        if self.assembly.count == MAX {
            return Err(AssemblyError("assembly format: more than 64 elements"));
        }
        self.assembly.elements[self.assembly.count] = element;
        self.assembly.count += 1;
        Ok(())
    }

    /// The element that a word starts; `None` if it has been added already.
    const fn directive(
        &mut self,
        word: &str,
        reader: &mut Reader,
    ) -> Result<Option<Directive>, AssemblyError> {
        let element = match word.as_bytes() {
            b"operands" => Directive::Operands,
            b"region" => Directive::Region,
            b"result-count" => Directive::ResultCount,
            b"async" => Directive::Async,
            b"arrow" => match reader.set_in_parentheses() {
                Ok(set) if set.is_results() => Directive::Arrow(set),
                _ => return Err(AssemblyError("assembly format: expected 'arrow(results)'")),
            },
            b"unit" => match reader.unit() {
                Ok(element) => element,
                Err(error) => return Err(error),
            },
            b"as" | b"content" | b"symbol" => match reader.set_in_parentheses() {
                Ok(OperandSet::Name(name)) => match word.as_bytes() {
                    b"as" => Directive::As(name),
                    b"content" => Directive::Content(name),
                    _ => Directive::Symbol(name),
                },
                _ => return Err(AssemblyError("assembly format: expected '($name)'")),
            },
            b"signature" | b"dimensions" | b"initial" => match reader.two_names() {
                Ok((first, second)) => match word.as_bytes() {
                    b"signature" => Directive::Signature { name: first, ty: second },
                    b"dimensions" => Directive::Dimensions { operands: first, numbers: second },
                    _ => Directive::Initial { value: first, ty: second },
                },
                Err(error) => return Err(error),
            },
            b"pairs" => match reader.set_in_parentheses() {
                Ok(OperandSet::Name(name)) => Directive::Pairs(name),
                _ => return Err(AssemblyError("assembly format: expected 'pairs($name)'")),
            },
            b"attr-dict" => Directive::AttrDict { keyword: false },
            b"attr-dict-with-keyword" => Directive::AttrDict { keyword: true },
            b"type" => match reader.set_in_parentheses() {
                Ok(set) => Directive::Types(set),
                Err(error) => return Err(error),
            },
            b"typed" => match reader.set_in_parentheses() {
                Ok(OperandSet::Results | OperandSet::MoreResults) => {
                    return Err(AssemblyError("assembly format: results stand before the op"));
                }
                Ok(set) => Directive::Typed(set),
                Err(error) => return Err(error),
            },
            b"typed-attr" => match reader.set_in_parentheses() {
                Ok(OperandSet::Name(name)) => Directive::TypedAttribute(name),
                _ => return Err(AssemblyError("assembly format: expected 'typed-attr($name)'")),
            },
            b"word" => match reader.word() {
                Ok(element) => element,
                Err(error) => return Err(error),
            },
            b"functional-type" => match reader.functional_type() {
                Ok(element) => element,
                Err(error) => return Err(error),
            },
            b"attr-list" => {
                return match self.attr_list(reader) {
                    Ok(()) => Ok(None),
                    Err(error) => Err(error),
                };
            }
            _ => return Err(AssemblyError("assembly format: unknown directive")),
        };
        Ok(Some(element))
    }

    /// `($a, $b = 1)`.
    const fn attr_list(&mut self, reader: &mut Reader) -> Result<(), AssemblyError> {
        const EXPECTED: AssemblyError =
            AssemblyError("assembly format: expected 'attr-list($name, $name = NUMBER)'");
        let begin = self.assembly.count;
        if let Err(error) = self.push(Directive::AttrList(0)) {
            return Err(error);
        }
        let Ok(Token::Punct(b'(')) = reader.token() else { return Err(EXPECTED) };
        loop {
            let Ok(Token::Name(name)) = reader.token() else { return Err(EXPECTED) };
            let (mut default, mut next) = (None, reader.token());
            if let Ok(Token::Punct(b'=')) = next {
                let Ok(Token::Number(number)) = reader.token() else { return Err(EXPECTED) };
                default = Some(number);
                next = reader.token();
            }
            if let Err(error) = self.push(Directive::Entry { name, default }) {
                return Err(error);
            }
            match next {
                Ok(Token::Punct(b',')) => {}
                Ok(Token::Punct(b')')) => break,
                _ => return Err(EXPECTED),
            }
        }
        let entries = self.assembly.count - begin - 1;
        self.assembly.elements[begin] = Directive::AttrList(entries);
        Ok(())
    }
}

/// A token of a format.
enum Token {
    End,
    Literal(&'static str),
    Blank,
    NoBlank,
    Name(&'static str),
    Word(&'static str),
    Number(i64),
    Punct(u8),
}

/// The rest of a format's text.
pub(super) struct Reader {
    pub(super) text: &'static str,
    pub(super) at: usize,
}

impl Reader {
    const fn peek(&self) -> u8 {
        let bytes = self.text.as_bytes();
        if self.at < bytes.len() { bytes[self.at] } else { 0 }
    }

    /// The text from `begin` to the current position.
    const fn since(&self, begin: usize) -> &'static str {
        self.text.split_at(self.at).0.split_at(begin).1
    }

    const fn token(&mut self) -> Result<Token, AssemblyError> {
        while self.peek().is_ascii_whitespace() {
            self.at += 1;
        }
        let begin = self.at;
        let first = self.peek();
        if begin == self.text.len() {
            return Ok(Token::End);
        }
        if !first.is_ascii() || first == 0 {
            return Err(AssemblyError("assembly format: unexpected character"));
        }
        self.at += 1;
        match first {
            b'`' => {
                while self.at < self.text.len() && self.peek().is_ascii() && self.peek() != b'`' {
                    self.at += 1;
                }
                if self.peek() != b'`' {
                    return Err(AssemblyError("assembly format: a literal is not closed"));
                }
                let text = self.since(begin + 1);
                self.at += 1;
                literal(text)
            }
            b'$' => {
                // Attributes of dialects have dots in their names.
                while is_name(self.peek()) || self.peek() == b'.' {
                    self.at += 1;
                }
                if self.at == begin + 1 {
                    return Err(AssemblyError("assembly format: expected a name after '$'"));
                }
                Ok(Token::Name(self.since(begin + 1)))
            }
            b'a'..=b'z' => {
                while is_name(self.peek()) || self.peek() == b'-' {
                    self.at += 1;
                }
                Ok(Token::Word(self.since(begin)))
            }
            b'0'..=b'9' => {
                let mut number = (first - b'0') as i64;
                while self.peek().is_ascii_digit() {
                    number = number * 10 + (self.peek() - b'0') as i64;
                    if number > u32::MAX as i64 {
                        return Err(AssemblyError("assembly format: the number is too large"));
                    }
                    self.at += 1;
                }
                Ok(Token::Number(number))
            }
            punct => Ok(Token::Punct(punct)),
        }
    }

    /// `(operands)`, `($name)` or `(results)`.
    const fn set_in_parentheses(&mut self) -> Result<OperandSet, AssemblyError> {
        match (self.token(), self.set(), self.token()) {
            (Ok(Token::Punct(b'(')), Ok(set), Ok(Token::Punct(b')'))) => Ok(set),
            _ => Err(AssemblyError(
                "assembly format: expected '($name)', '(operands)' or '(results)'",
            )),
        }
    }

    const fn set(&mut self) -> Result<OperandSet, AssemblyError> {
        match self.token() {
            Ok(Token::Name(name)) => Ok(OperandSet::Name(name)),
            Ok(Token::Word(word)) if is_same(word, "operands") => Ok(OperandSet::Operands),
            Ok(Token::Word(word)) if is_same(word, "results") => Ok(OperandSet::Results),
            Ok(Token::Word(word)) if is_same(word, "more-results") => Ok(OperandSet::MoreResults),
            _ => Err(AssemblyError("assembly format: expected '$name', 'operands' or 'results'")),
        }
    }

    /// `($first, $second)`.
    const fn two_names(&mut self) -> Result<(&'static str, &'static str), AssemblyError> {
        match (self.token(), self.token(), self.token(), self.token(), self.token()) {
            (
                Ok(Token::Punct(b'(')),
                Ok(Token::Name(first)),
                Ok(Token::Punct(b',')),
                Ok(Token::Name(second)),
                Ok(Token::Punct(b')')),
            ) => Ok((first, second)),
            _ => Err(AssemblyError("assembly format: expected '($name, $name)'")),
        }
    }

    /// `(word, $name)`.
    const fn unit(&mut self) -> Result<Directive, AssemblyError> {
        match (self.token(), self.token(), self.token(), self.token(), self.token()) {
            (
                Ok(Token::Punct(b'(')),
                Ok(Token::Word(word)),
                Ok(Token::Punct(b',')),
                Ok(Token::Name(name)),
                Ok(Token::Punct(b')')),
            ) => Ok(Directive::Unit { word, name }),
            _ => Err(AssemblyError("assembly format: expected 'unit(word, $name)'")),
        }
    }

    /// `($name, TABLE)`, `($name, TABLE, $x)` or `($name, TABLE, $x, $y)`.
    const fn word(&mut self) -> Result<Directive, AssemblyError> {
        const EXPECTED: AssemblyError = AssemblyError(
            "assembly format: expected 'word($name, TABLE)' or 'word($name, TABLE, $x)'",
        );
        let (
            Ok(Token::Punct(b'(')),
            Ok(Token::Name(name)),
            Ok(Token::Punct(b',')),
            Ok(Token::Word(table)),
        ) = (self.token(), self.token(), self.token(), self.token())
        else {
            return Err(EXPECTED);
        };
        let mut types = [""; 2];
        let mut count = 0;
        loop {
            match self.token() {
                Ok(Token::Punct(b')')) => break,
                Ok(Token::Punct(b',')) if count < types.len() => match self.token() {
                    Ok(Token::Name(operand)) => types[count] = operand,
                    _ => return Err(EXPECTED),
                },
                _ => return Err(EXPECTED),
            }
            count += 1;
        }
        match Words::find(table) {
            Some(table) => Ok(Directive::Word { name, table, types }),
            None => Err(AssemblyError("assembly format: there is no table of words of that name")),
        }
    }

    /// `(operands, results)` or `(operands, (results))`.
    const fn functional_type(&mut self) -> Result<Directive, AssemblyError> {
        const EXPECTED: AssemblyError =
            AssemblyError("assembly format: expected 'functional-type($name, results)'");
        let (Ok(Token::Punct(b'(')), Ok(operands), Ok(Token::Punct(b','))) =
            (self.token(), self.set(), self.token())
        else {
            return Err(EXPECTED);
        };
        let mut next = self.token();
        let parenthesized = matches!(next, Ok(Token::Punct(b'(')));
        if parenthesized {
            next = self.token();
        }
        let results = match next {
            Ok(Token::Word(word)) if is_same(word, "results") => OperandSet::Results,
            Ok(Token::Word(word)) if is_same(word, "more-results") => OperandSet::MoreResults,
            _ => return Err(EXPECTED),
        };
        let closed = !parenthesized || matches!(self.token(), Ok(Token::Punct(b')')));
        match self.token() {
            Ok(Token::Punct(b')')) if closed => {
                Ok(Directive::FunctionalType { operands, results, parenthesized })
            }
            _ => Err(EXPECTED),
        }
    }
}

/// The literal between backticks.
const fn literal(text: &'static str) -> Result<Token, AssemblyError> {
    let bytes = text.as_bytes();
    match bytes {
        b" " => Ok(Token::Blank),
        b"" => Ok(Token::NoBlank),
        b"->" => Ok(Token::Literal(text)),
        [b'(' | b')' | b'[' | b']' | b'<' | b'>' | b',' | b':' | b'='] => Ok(Token::Literal(text)),
        [first, ..] if first.is_ascii_alphabetic() => {
            let mut index = 0;
            while index < bytes.len() {
                if !is_name(bytes[index]) {
                    return Err(AssemblyError(
                        "assembly format: a literal is a word or a character",
                    ));
                }
                index += 1;
            }
            Ok(Token::Literal(text))
        }
        _ => Err(AssemblyError("assembly format: a literal is a word or a character")),
    }
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
