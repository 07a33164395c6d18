//! Formats text. Its lines, comments and names stay: only the indentation of lines and the spaces
//! between tokens change, and several empty lines become one. So it means what it meant before.

use super::lexer::{Kind, Lexer, Token};
use std::collections::VecDeque;

/// Spaces by which the lines in braces are indented.
const INDENT: usize = 2;

/// Spaces by which a line that continues the one before is indented, in addition.
const CONTINUED: usize = 4;

/// Lines in more braces than this are not indented further, so that a short text has no long form.
const DEEPEST: usize = 64;

/// Brackets in more brackets than this are not counted, so that any text takes linear time. The
/// parser refuses such texts.
const COUNTED: usize = 512;

/// The text with uniform blanks.
pub(super) fn format(text: &str) -> String {
    let mut formatter =
        Formatter { text, out: String::with_capacity(text.len()), open: vec![], label: Label::No };
    let mut lexer = Lexer::new(text, 0);
    let mut last: Option<Token> = None;
    loop {
        let token = lexer.token();
        formatter.token(last, token);
        if token.kind == Kind::Eof {
            break;
        }
        last = Some(token);
    }
    formatter.out
}

struct Formatter<'a> {
    text: &'a str,
    out: String,
    /// The brackets that are open.
    open: Vec<u8>,
    label: Label,
}

/// Whether the last token is of a block's label, `^bb0(%a: i32):`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    No,
    Inside,
    /// It is the colon that ends it.
    End,
}

impl<'a> Formatter<'a> {
    /// Prints what is before a token, and the token.
    fn token(&mut self, last: Option<Token>, token: Token) {
        let before = last.map_or(0, |last| last.span.end as usize);
        let text = self.text;
        let between = &text[before..token.span.start as usize];
        let mut lines: VecDeque<&str> = between.split('\n').map(str::trim).collect();
        let breaks = lines.len() > 1;
        // The first ends the line of the last token.
        if last.is_some()
            && let Some(comment) = lines.pop_front()
        {
            if !comment.is_empty() {
                self.out.push(' ');
                self.out.push_str(comment);
            }
            if breaks {
                self.out.push('\n');
            }
        }
        // The last are the blanks before the token.
        if token.kind != Kind::Eof {
            lines.pop_back();
        }
        let mut empty = false;
        for line in lines {
            if line.is_empty() {
                empty = true;
                continue;
            }
            self.empty_line(empty);
            empty = false;
            self.indent(false);
            self.out.push_str(line);
            self.out.push('\n');
        }
        if token.kind == Kind::Eof {
            if !self.out.is_empty() && !self.out.ends_with('\n') {
                self.out.push('\n');
            }
            return;
        }
        if token.first_on_line {
            self.empty_line(empty);
            // Brackets that are closed first no longer indent.
            let continued = self.continues(last, token);
            self.close(token);
            let is_label = token.kind == Kind::Block && !continued;
            if is_label {
                self.label = Label::Inside;
            }
            self.indent(is_label);
            if continued {
                self.out.extend(std::iter::repeat_n(' ', CONTINUED));
            }
        } else {
            if last.is_some_and(|last| self.space(last, token)) {
                self.out.push(' ');
            }
            self.close(token);
        }
        let text = self.of(token);
        self.out.push_str(text);
        let nested = self.open.last().is_some_and(|&open| open != b'{');
        self.label = match self.label {
            Label::Inside if token.is(b':') && !nested => Label::End,
            Label::Inside => Label::Inside,
            Label::No | Label::End => Label::No,
        };
        if let Kind::Punct(punct @ (b'{' | b'(' | b'[' | b'<')) = token.kind
            && !self.is_comparison(token)
            && self.open.len() < COUNTED
        {
            self.open.push(punct);
        }
    }

    fn of(&self, token: Token) -> &'a str {
        &self.text[token.span.start as usize..token.span.end as usize]
    }

    /// `<` of `<=`, or `>` of `>=`.
    fn is_comparison(&self, token: Token) -> bool {
        matches!(token.kind, Kind::Punct(b'<' | b'>'))
            && self.text[token.span.end as usize..].starts_with('=')
    }

    fn empty_line(&mut self, is_empty: bool) {
        if is_empty && !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    /// Indents a line. Labels of blocks stand out.
    fn indent(&mut self, is_label: bool) {
        let braces = self.open.iter().filter(|&&open| open == b'{').take(DEEPEST).count();
        let depth = braces.saturating_sub(usize::from(is_label));
        self.out.extend(std::iter::repeat_n(' ', depth * INDENT));
    }

    /// Closes a bracket, and with it the unclosed ones inside.
    fn close(&mut self, token: Token) {
        let opening = match token.kind {
            Kind::Punct(b'}') => b'{',
            Kind::Punct(b')') => b'(',
            Kind::Punct(b']') => b'[',
            Kind::Punct(b'>') if !self.is_comparison(token) => b'<',
            _ => return,
        };
        let at = self.open.iter().rposition(|&open| open == opening);
        // A `>` alone is none.
        let at = at.filter(|_| opening != b'<' || self.open.last() == Some(&b'<'));
        if let Some(at) = at {
            self.open.truncate(at);
        }
    }

    /// Whether the token, which is the first of its line, continues what the last one belongs to.
    fn continues(&self, last: Option<Token>, token: Token) -> bool {
        let Some(last) = last else { return false };
        if self.label == Label::End || matches!(last.kind, Kind::Error(_)) {
            return false;
        }
        if matches!(token.kind, Kind::Punct(b'{' | b'}' | b')' | b']')) {
            return false;
        }
        if self.open.last().is_some_and(|&open| open != b'{') {
            return true;
        }
        // Of the attributes in braces, each begins with its name.
        let names = matches!(token.kind, Kind::Identifier | Kind::String);
        match last.kind {
            Kind::Punct(b',') if names => return false,
            Kind::Punct(b'{') => return false,
            Kind::Arrow | Kind::Punct(b'=' | b',' | b':') => return true,
            _ => {}
        }
        match token.kind {
            Kind::Value | Kind::String | Kind::Block | Kind::Hash | Kind::Type => false,
            Kind::Identifier => {
                let name = self.of(token);
                !name.contains('.') && !matches!(name, "module" | "func" | "return" | "else")
            }
            _ => true,
        }
    }

    /// Whether there is a space between two tokens of a line.
    fn space(&self, last: Token, token: Token) -> bool {
        let had = last.span.end < token.span.start;
        let is = |token: Token, puncts: &[u8]| matches!(token.kind, Kind::Punct(punct) if puncts.contains(&punct));
        // The contents of `<>` belong to the dialect, and so do characters that are no token.
        let theirs = self.open.contains(&b'<')
            || is(last, b"<>=") && is(token, b"=")
            || matches!(last.kind, Kind::Error(_))
            || matches!(token.kind, Kind::Error(_));
        if theirs {
            return had;
        }
        if is(token, b",)]") || is(last, b"([") {
            return false;
        }
        if is(last, b",=") || is(token, b"={") {
            return true;
        }
        if last.kind == Kind::Arrow || token.kind == Kind::Arrow {
            return true;
        }
        // Not within `@a::@b` and `%r:2`.
        had || is(last, b":")
            && !is(token, b":")
            && !matches!(token.kind, Kind::Symbol | Kind::Integer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Kind, &str)> {
        let mut lexer = Lexer::new(text, 0);
        let tokens = std::iter::from_fn(|| {
            let token = lexer.token();
            let text = &text[token.span.start as usize..token.span.end as usize];
            (token.kind != Kind::Eof).then_some((token.kind, text))
        });
        tokens.collect()
    }

    #[test]
    fn blanks_become_uniform() {
        let text = "\n// A program.\n\n\n\nfunc.func @f( %n:i32 ,%m : i32)->i32{   // It adds.\n\
                    %sum=tfrt.add.i32   %n,\n%m\n\n    // Twice.\n\
                    %r:2 = \"my.op\"(%sum){a=1:i32,\nb=[1,2],\n  c = @x::@y}:(i32)->(i32,i32)\n\
                    \"my.op\"() ({\n^bb0(%a: i32,%b: i32):\n\"my.op\"(%a) : (i32) -> ()\n\
                    }) : () -> ()\n\
                    %t = tfrt.if %c,%r#0:( i32 )->(i32) {\ntfrt.return %r#0:i32\n} else {\n\
                    tfrt.return %n : i32\n}\n  tfrt.return %t\n: i32 }\n//end";
        let formatted = r#"// A program.

func.func @f(%n: i32, %m : i32) -> i32 { // It adds.
  %sum = tfrt.add.i32 %n,
      %m

  // Twice.
  %r:2 = "my.op"(%sum) {a = 1: i32,
    b = [1, 2],
    c = @x::@y}: (i32) -> (i32, i32)
  "my.op"() ({
  ^bb0(%a: i32, %b: i32):
    "my.op"(%a) : (i32) -> ()
  }) : () -> ()
  %t = tfrt.if %c, %r#0: (i32) -> (i32) {
    tfrt.return %r#0: i32
  } else {
    tfrt.return %n : i32
  }
  tfrt.return %t
      : i32 }
//end
"#;
        assert_eq!(format(text), formatted);
        assert_eq!(format(formatted), formatted);
        assert_eq!(tokens(text), tokens(formatted));
    }

    #[test]
    fn any_text_keeps_its_tokens_and_comments() {
        let parts = [
            "{", "}", "(", ")", "[", "]", "<", ">", "<=", ">=", ",", ":", "=", "->", "\n", " ",
            "%a", "@b", "#c", "\"s\"", "x", "f.g", "1", "-", "// c\n", "::", "$", "\n\n\n", "^bb",
            "!t",
        ];
        let mut state = 1_u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..24 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text.push_str(parts[(state >> 33) as usize % parts.len()]);
            }
            let formatted = format(&text);
            assert_eq!(tokens(&text), tokens(&formatted), "{text:?}");
            assert_eq!(text.matches("// c").count(), formatted.matches("// c").count(), "{text:?}");
            assert_eq!(format(&formatted), formatted, "{text:?}");
        }
    }

    #[test]
    fn nesting_without_end_takes_linear_time() {
        for brackets in ["{\n", "({\n", "<\n"] {
            let text = brackets.repeat(50_000);
            let formatted = format(&text);
            assert_eq!(tokens(&text), tokens(&formatted));
            assert!(formatted.len() < 100 * text.len());
        }
    }
}
