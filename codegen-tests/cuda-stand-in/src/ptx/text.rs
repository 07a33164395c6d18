//! From bytes to tokens. Uses only the errors.

use super::error::ReadError;

/// A token. Names keep their text; a modifier or directive is one token with its dot left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Token<'a> {
    Name(&'a str),
    /// `.shared`, `.L2::128B`.
    Dot(&'a str),
    Number(Number),
    Text(&'a str),
    Mark(u8),
}

/// A literal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    /// Integers wrap in 64 bits.
    Int(u64),
    /// The bits of `0f…`.
    Single(u32),
    Double(f64),
}

/// A token and the line where it starts.
pub(super) type Placed<'a> = (Token<'a>, u32);

/// The tokens of a text, which ends at its first NUL.
pub(super) fn tokens(bytes: &[u8]) -> Result<Vec<Placed<'_>>, ReadError> {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let text = match std::str::from_utf8(&bytes[..end]) {
        Ok(text) => text,
        Err(error) => {
            let lines = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
            return Err(ReadError::syntax(count(lines + 1), "the text is not UTF-8"));
        }
    };
    let mut lexer = Lexer { text, at: 0, line: 1, tokens: Vec::new() };
    while lexer.next()? {}
    Ok(lexer.tokens)
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    tokens: Vec<Placed<'a>>,
}

impl<'a> Lexer<'a> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn take_while(&mut self, accept: impl Fn(u8) -> bool) -> &'a str {
        let rest = &self.text.as_bytes()[self.at..];
        let length = rest.iter().position(|&byte| !accept(byte)).unwrap_or(rest.len());
        // Only called with sets of ASCII, so both ends are bounds of characters.
        let found = self.text.get(self.at..self.at + length).unwrap_or("");
        self.at += length;
        found
    }

    fn push(&mut self, token: Token<'a>) {
        self.tokens.push((token, self.line));
    }

    /// Reads one token or blank; false at the end.
    fn next(&mut self) -> Result<bool, ReadError> {
        if self.at >= self.text.len() {
            return Ok(false);
        }
        let byte = self.peek(0);
        match byte {
            b'\n' => {
                self.line = self.line.saturating_add(1);
                self.at += 1;
            }
            b' ' | b'\t' | b'\r' => self.at += 1,
            b'/' if self.peek(1) == b'/' => {
                let rest = &self.text.as_bytes()[self.at..];
                self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            }
            b'/' if self.peek(1) == b'*' => self.comment()?,
            b'"' => self.string()?,
            b'.' => {
                self.at += 1;
                let start = self.at;
                self.take_while(is_name);
                while self.peek(0) == b':' && self.peek(1) == b':' && is_name(self.peek(2)) {
                    self.at += 2;
                    self.take_while(is_name);
                }
                if start == self.at {
                    return Err(ReadError::syntax(self.line, "a dot without a name"));
                }
                self.push(Token::Dot(&self.text[start..self.at]));
            }
            b'0'..=b'9' => self.number()?,
            b'%' | b'_' | b'$' | b'a'..=b'z' | b'A'..=b'Z' => {
                let start = self.at;
                self.at += 1;
                self.take_while(is_name);
                if byte == b'%' && self.at == start + 1 {
                    return Err(ReadError::syntax(self.line, "a `%` without a name"));
                }
                self.push(Token::Name(&self.text[start..self.at]));
            }
            b'{' | b'}' | b'(' | b')' | b'[' | b']' | b'<' | b'>' | b',' | b';' | b':' | b'@'
            | b'!' | b'|' | b'+' | b'-' | b'*' | b'/' | b'=' | b'~' => {
                self.at += 1;
                self.push(Token::Mark(byte));
            }
            _ => {
                let found = self.text[self.at..].chars().next().unwrap_or('?');
                return Err(ReadError::syntax(
                    self.line,
                    format!("the character {found:?} has no meaning here"),
                ));
            }
        }
        Ok(true)
    }

    fn comment(&mut self) -> Result<(), ReadError> {
        let Some(length) = self.text[self.at + 2..].find("*/") else {
            return Err(ReadError::syntax(self.line, "a comment that does not end"));
        };
        let inside = &self.text[self.at..self.at + 2 + length];
        self.line = self.line.saturating_add(count(inside.matches('\n').count()));
        self.at += length + 4;
        Ok(())
    }

    fn string(&mut self) -> Result<(), ReadError> {
        let rest = &self.text[self.at + 1..];
        let Some(length) = rest.find(['"', '\n']).filter(|&at| rest.as_bytes()[at] == b'"') else {
            return Err(ReadError::syntax(self.line, "a string that does not end"));
        };
        self.push(Token::Text(&rest[..length]));
        self.at += length + 2;
        Ok(())
    }

    fn number(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        let word = self.take_while(|byte| byte.is_ascii_alphanumeric());
        let number = match word.as_bytes() {
            [b'0', b'f' | b'F', rest @ ..] if rest.len() == 8 => {
                hex(&word[2..], 16).map(|bits| Number::Single(bits as u32))
            }
            [b'0', b'd' | b'D', rest @ ..] if rest.len() == 16 => {
                hex(&word[2..], 16).map(|bits| Number::Double(f64::from_bits(bits)))
            }
            [b'0', b'x' | b'X', ..] => {
                hex(word[2..].trim_end_matches(['U', 'u']), 16).map(Number::Int)
            }
            [b'0', b'b' | b'B', ..] => {
                hex(word[2..].trim_end_matches(['U', 'u']), 2).map(Number::Int)
            }
            _ if self.peek(0) == b'.' && self.peek(1).is_ascii_digit() => self.decimal(start),
            _ if word.contains(['e', 'E']) => self.decimal(start),
            [b'0', _, ..] => hex(word[1..].trim_end_matches(['U', 'u']), 8).map(Number::Int),
            _ => word.trim_end_matches(['U', 'u']).parse().ok().map(Number::Int),
        };
        match number {
            Some(number) => {
                self.push(Token::Number(number));
                Ok(())
            }
            // `.b8 2d` and the like are no numbers of PTX, `128B` stands only in modifiers.
            None => Err(ReadError::syntax(
                self.line,
                format!("`{word}` is not a number of at most 64 bits"),
            )),
        }
    }

    /// A float that starts at `start`.
    fn decimal(&mut self, start: usize) -> Option<Number> {
        if self.peek(0) == b'.' {
            self.at += 1;
            self.take_while(|byte| byte.is_ascii_alphanumeric());
        }
        let before = self.text.as_bytes().get(self.at.wrapping_sub(1)).copied();
        if matches!(before, Some(b'e' | b'E')) && matches!(self.peek(0), b'+' | b'-') {
            self.at += 1;
            self.take_while(|byte| byte.is_ascii_digit());
        }
        self.text[start..self.at].parse().ok().map(Number::Double)
    }
}

fn hex(digits: &str, radix: u32) -> Option<u64> {
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, radix).ok() }
}
