//! Types, into their canonical text.

use super::{Kind, Parse, Parser};
use crate::graph::{Attribute, Type, TypeKind, integer, is_float};
use crate::source::Span;
use std::fmt::Write as _;

/// The widest integer type that MLIR has.
const MAX_WIDTH: u32 = (1 << 24) - 1;

/// Argument types and result types.
#[derive(Debug)]
pub(super) struct Signature {
    /// Argument types.
    pub(super) arguments: Vec<Type>,
    /// Result types.
    pub(super) results: Vec<Type>,
    /// Where it stands.
    pub(super) span: Span,
}

impl Signature {
    /// The canonical text.
    pub(super) fn to_type(&self) -> Type {
        Type::new(&crate::syntax::printer::signature(&self.arguments, &self.results))
    }
}

/// The builtin types that are a single word and no integers.
fn is_plain(word: &str) -> bool {
    matches!(word, "index" | "none") || is_float(word)
}

impl Parser<'_> {
    /// Whether the next token begins a type.
    pub(super) fn at_type(&self) -> bool {
        match self.token.kind {
            Kind::Type => true,
            Kind::Punct(b'(') => true,
            Kind::Identifier => {
                let word = self.spelling();
                is_plain(word)
                    || integer(word).is_some()
                    || matches!(word, "complex" | "tuple" | "tensor" | "vector" | "memref")
            }
            _ => false,
        }
    }

    /// A type.
    pub(super) fn ty(&mut self) -> Parse<Type> {
        if self.at(b'(') {
            return Ok(self.nested(Self::function_type)?.to_type());
        }
        self.simple_type()
    }

    /// A type that is no function type.
    fn simple_type(&mut self) -> Parse<Type> {
        match self.token.kind {
            Kind::Type => {
                let start = self.token.span.start;
                let ty = self.dialect_type()?;
                if !self.types.contains_key(&ty) {
                    self.types.insert(ty.clone(), Span::new(start, self.last));
                }
                Ok(ty)
            }
            Kind::Identifier => self.builtin_type(),
            _ => self.missing("expected a type"),
        }
    }

    /// Types between commas, at least one.
    pub(super) fn types(&mut self) -> Parse<Vec<Type>> {
        let mut types = vec![self.ty()?];
        while self.eat(b',') {
            types.push(self.ty()?);
        }
        Ok(types)
    }

    /// `(T, T) -> T` or `(T) -> (T, T)`.
    pub(super) fn function_type(&mut self) -> Parse<Signature> {
        let start = self.token.span.start;
        if !self.eat(b'(') {
            return self.missing("expected a function type, '(…) -> …'");
        }
        let arguments = self.list(b')', Self::ty)?;
        self.expect_kind(Kind::Arrow, "expected '->'")?;
        let results = self.result_types()?;
        let end = self.token.span.start;
        Ok(Signature { arguments, results, span: Span::new(start, end) })
    }

    /// What follows `->`: one type, or types in parentheses.
    pub(super) fn result_types(&mut self) -> Parse<Vec<Type>> {
        if self.eat(b'(') { self.list(b')', Self::ty) } else { Ok(vec![self.simple_type()?]) }
    }

    /// `!dialect.name<…>` or `!alias`.
    fn dialect_type(&mut self) -> Parse<Type> {
        let token = self.advance();
        let spelling = self.slice(token.span);
        let name = spelling.strip_prefix('!').unwrap_or(spelling);
        let body = self.at(b'<') && self.token.span.start == token.span.end;
        if !name.contains('.') && !body {
            let Some((ty, extent)) = self.type_aliases.get(name).cloned() else {
                return self.undefined_alias("type", token.span);
            };
            self.expand(token.span, extent)?;
            return Ok(ty);
        }
        let text = self.dialect_symbol(token.span, body)?;
        if let Some(member) = text.strip_prefix("!tfrt.")
            && !matches!(member, "chain" | "string" | "tensor_type" | "device")
            && !is_opaque(member)
        {
            return self.fail_at(token.span, format!("unknown tfrt type {member}"));
        }
        Ok(Type::new(&text))
    }

    /// A dialect's type or attribute as MLIR prints it: `!dialect.name<…>`, or `!dialect<…>` where
    /// the body does not begin with a name, or its brackets do not match. `name` has been
    /// taken; `body` says that `<…>` follows.
    pub(super) fn dialect_symbol(&mut self, name: Span, body: bool) -> Parse<String> {
        let end = if body { self.opaque_body()? } else { name.end };
        let text = self.slice(Span::new(name.start, end));
        let at = text.find(['.', '<']).unwrap_or(text.len());
        let (dialect, content) = text.split_at(at);
        let verbose = content.strip_prefix('<').and_then(|content| content.strip_suffix('>'));
        let content = verbose.or_else(|| content.strip_prefix('.')).unwrap_or(content);
        Ok(if is_simple(content) {
            format!("{dialect}.{content}")
        } else {
            format!("{dialect}<{content}>")
        })
    }

    /// Skips `<…>` as plain text, brackets and strings balanced; says where it ends.
    pub(super) fn opaque_body(&mut self) -> Parse<u32> {
        let open = self.token.span;
        let bytes = self.text.as_bytes();
        let mut at = open.start as usize;
        let mut stack = Vec::new();
        loop {
            let byte = bytes.get(at).copied().unwrap_or(0);
            match byte {
                b'<' => stack.push(b'>'),
                b'[' => stack.push(b']'),
                b'(' => stack.push(b')'),
                b'{' => stack.push(b'}'),
                b'-' if bytes.get(at + 1) == Some(&b'>') => at += 1,
                b'>' | b']' | b')' | b'}' if stack.pop() != Some(byte) => {
                    return self.fail_at(open, "unbalanced '<'");
                }
                b'"' => {
                    let mut lexer = super::Lexer::new(self.text, as_place(at));
                    let token = lexer.token();
                    if token.kind != Kind::String {
                        return self.fail_at(open, "unbalanced '<'");
                    }
                    at = token.span.end as usize - 1;
                }
                0 => return self.fail_at(open, "unbalanced '<'"),
                _ => {}
            }
            at += 1;
            if stack.is_empty() {
                self.seek(as_place(at));
                return Ok(as_place(at));
            }
            if stack.len() > self.options.max_depth as usize {
                return self.fail_at(open, "unbalanced '<', or nested too deeply");
            }
        }
    }

    /// A type that begins with a word.
    fn builtin_type(&mut self) -> Parse<Type> {
        let word = self.spelling();
        if is_plain(word) {
            self.advance();
            return Ok(Type::new(word));
        }
        if let Some((_, digits)) = integer(word) {
            return match digits.parse::<u32>() {
                Ok(width) if width > 0 && width <= MAX_WIDTH => {
                    self.advance();
                    let prefix = &word[..word.len() - digits.len()];
                    Ok(Type::new(&format!("{prefix}{width}")))
                }
                _ => self.fail("invalid integer width"),
            };
        }
        if !matches!(word, "complex" | "tuple" | "tensor" | "vector" | "memref") {
            return self.missing("expected a type");
        }
        self.nested(|this| {
            this.advance();
            match word {
                "complex" => {
                    this.expect(b'<')?;
                    let at = this.token.span;
                    let element = this.ty()?;
                    if !is_number(&element) {
                        return this.fail_at(at, "invalid element type for complex");
                    }
                    this.expect(b'>')?;
                    Ok(Type::new(&format!("complex<{element}>")))
                }
                "tuple" => {
                    this.expect(b'<')?;
                    let types = this.list(b'>', Self::ty)?;
                    Ok(Type::new(&format!("tuple<{}>", crate::syntax::printer::types(&types))))
                }
                _ => this.shaped_type(word),
            }
        })
    }

    /// What follows `tensor`, `vector`, `memref`.
    fn shaped_type(&mut self, kind: &str) -> Parse<Type> {
        if !self.at(b'<') {
            return self.missing("expected '<'");
        }
        let mut text = format!("{kind}<");
        self.dimensions(kind, &mut text)?;
        let at = self.token.span;
        let element = self.ty()?;
        if kind == "vector" && !is_number(&element) {
            return self.fail_at(at, "vector elements must be integers, floats or index");
        }
        let rank = text.matches('x').count();
        text.push_str(element.as_str());
        while kind != "vector" && self.eat(b',') {
            let attribute = self.attribute()?;
            // The number of a memory space needs no type.
            // What is meant without it is left out.
            let meant = match &attribute {
                Attribute::Integer { value, .. } => *value == 0,
                Attribute::Opaque(text) => **text == *identity_map(rank),
                _ => false,
            };
            if kind == "memref" && meant {
                continue;
            }
            let shown = match attribute {
                Attribute::Integer { ref ty, value }
                    if kind == "memref" && ty.as_str() == "i64" =>
                {
                    value.to_string()
                }
                attribute => attribute.to_string(),
            };
            let _ = write!(text, ", {shown}");
        }
        self.expect(b'>')?;
        text.push('>');
        Ok(Type::new(&text))
    }

    /// `2x?x`, read from the text: tokens would take `x3xf32` for a name. Stands before `<`.
    fn dimensions(&mut self, kind: &str, out: &mut String) -> Parse<()> {
        let bytes = self.text.as_bytes();
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
        let mut at = self.token.span.end as usize;
        loop {
            while byte(at).is_ascii_whitespace() {
                at += 1;
            }
            let start = at;
            let scalable = kind == "vector" && byte(at) == b'[';
            at += usize::from(scalable);
            let digits = at;
            while byte(at).is_ascii_digit() {
                at += 1;
            }
            let here = Span::new(as_place(start), as_place(at));
            if at > digits {
                let Ok(size) = self.text[digits..at].parse::<i64>() else {
                    return self.fail_at(here, "dimension is too large");
                };
                if scalable && byte(at) != b']' {
                    return self.fail_at(here, "expected ']'");
                }
                at += usize::from(scalable);
                let _ = if scalable { write!(out, "[{size}]") } else { write!(out, "{size}") };
            } else if (byte(at) == b'?' && kind != "vector")
                || (byte(at) == b'*' && kind != "vector" && out.ends_with('<'))
            {
                out.push(char::from(byte(at)));
                at += 1;
            } else if scalable {
                return self.fail_at(here, "expected a dimension");
            } else {
                break;
            }
            while byte(at).is_ascii_whitespace() {
                at += 1;
            }
            if byte(at) != b'x' {
                return self.fail_at(here, "expected 'x' after a dimension");
            }
            out.push('x');
            at += 1;
            if out.ends_with("*x") {
                break;
            }
        }
        self.seek(as_place(at));
        Ok(())
    }
}

/// The map of indices to themselves.
fn identity_map(rank: usize) -> String {
    let indices: Vec<String> = (0..rank).map(|index| format!("d{index}")).collect();
    let indices = indices.join(", ");
    format!("affine_map<({indices}) -> ({indices})>")
}

/// Whether a member of dialect `tfrt` that is none of its own types is an opaque one: `x.y`.
fn is_opaque(member: &str) -> bool {
    let name = member.split_once('<').map_or(member, |(name, _)| name);
    let word = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    name.contains('.') && name.split('.').all(word)
}

/// Whether MLIR prints the body of a dialect's type or attribute behind a dot. Only brackets decide,
/// those inside strings too.
fn is_simple(content: &str) -> bool {
    let rest = content.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "._".contains(c));
    if !content.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    if rest.is_empty() {
        return true;
    }
    if !rest.starts_with('<') || !rest.ends_with('>') {
        return false;
    }
    let mut open = Vec::new();
    let mut bytes = rest.bytes().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'<' => open.push(b'>'),
            b'[' => open.push(b']'),
            b'(' => open.push(b')'),
            b'{' => open.push(b'}'),
            b'-' if bytes.peek() == Some(&b'>') => {
                bytes.next();
            }
            b'>' | b']' | b')' | b'}' if open.pop() != Some(byte) => return false,
            _ => {}
        }
        if open.is_empty() {
            break;
        }
    }
    open.is_empty() && bytes.next().is_none()
}

/// Whether a type is an integer, float or index type.
fn is_number(ty: &Type) -> bool {
    matches!(ty.kind(), TypeKind::Integer { .. } | TypeKind::Float(_) | TypeKind::Index)
}

/// A place in the text, which is smaller than 4 GiB.
fn as_place(at: usize) -> u32 {
    u32::try_from(at).expect("texts are less than 4 GiB")
}
