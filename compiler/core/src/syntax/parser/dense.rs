//! `dense<…>` constants.

use super::{Kind, Parse, Parser, unescape};
use crate::graph::{Attribute, Type, TypeKind};
use crate::source::Span;
use crate::syntax::float::Format;
use crate::syntax::printer::escape;
use std::sync::Arc;

/// One number or string of the literal.
#[derive(Clone, Copy, Debug)]
struct Element {
    kind: Kind,
    span: Span,
    negative: bool,
}

/// The literal: its numbers in order, and its shape.
#[derive(Debug, Default)]
pub(super) struct Literal {
    /// Where it begins.
    span: Span,
    elements: Vec<Element>,
    /// Sizes of the lists, outermost first; `None` until a list of that depth has ended.
    shape: Vec<Option<usize>>,
    /// A list stands around the numbers.
    listed: bool,
    /// Numbers stand in pairs.
    complex: bool,
}

impl Parser<'_> {
    /// `dense<literal> : type`.
    pub(super) fn dense(&mut self) -> Parse<Attribute> {
        self.expect_word("dense")?;
        self.expect(b'<')?;
        let at = self.token.span;
        let mut literal = Literal::default();
        if !self.at(b'>') {
            literal = self.literal()?;
        }
        self.expect(b'>')?;
        self.expect(b':')?;
        let type_span = self.token.span;
        let ty = self.ty()?;
        self.dense_elements(&literal, ty, at, type_span)
    }

    /// `dense<literal>` of a type that the context says.
    pub(super) fn dense_of(&mut self, ty: &Type) -> Parse<Attribute> {
        let whole = self.token.span;
        self.expect_word("dense")?;
        self.expect(b'<')?;
        let at = self.token.span;
        let mut literal = Literal::default();
        if !self.at(b'>') {
            literal = self.literal()?;
        }
        self.expect(b'>')?;
        self.dense_elements(&literal, ty.clone(), at, whole)
    }

    /// Elements of a type, of which they stand at `at` and it at `type_span`.
    fn dense_elements(
        &mut self,
        literal: &Literal,
        ty: Type,
        at: Span,
        type_span: Span,
    ) -> Parse<Attribute> {
        let TypeKind::Shaped { shape, element } = ty.kind() else {
            return self.fail_at(type_span, "elements literal must be a ranked tensor or vector");
        };
        if shape.iter().any(|&size| size < 0) {
            return self.fail_at(type_span, "elements literal type must have static shape");
        }
        let count = shape.iter().try_fold(1_i64, |count, &size| count.checked_mul(size));
        let Some(count) = count.and_then(|count| usize::try_from(count).ok()) else {
            return self.fail_at(type_span, "elements literal has too many elements");
        };
        if !is_number(element) {
            return self.dense_strings(literal, &ty, shape, at);
        }
        let (data, given) = match literal.elements.as_slice() {
            [Element { kind: Kind::String, span, .. }] if !literal.listed => {
                let text = unescape(self.slice(*span));
                self.hex_elements(&text, element, count, at)?
            }
            _ => self.listed_elements(literal, element, shape, at)?,
        };
        let width = data.len().checked_div(given).unwrap_or(0);
        // Elements that are all alike are kept once, as MLIR keeps them.
        let splat = count > 0
            && width > 0
            && data.chunks_exact(width).all(|element| element == &data[..width]);
        let mut data = data;
        if splat {
            data.truncate(width);
        }
        if count == 0 {
            // One element may be written where there is none.
            data.clear();
        }
        let (element, shape) = (element.clone(), shape.to_vec());
        Ok(Attribute::Dense { data: data.into(), ty, element, shape, splat })
    }

    /// A number or lists of numbers.
    pub(super) fn literal(&mut self) -> Parse<Literal> {
        let mut literal = Literal { span: self.token.span, ..Literal::default() };
        self.dense_list(&mut literal, 0)?;
        Ok(literal)
    }

    /// A literal of its own shape, as elements of a type.
    pub(super) fn literal_elements(&mut self, literal: &Literal, ty: &Type) -> Parse<Attribute> {
        let sizes = literal.shape.iter().map(|size| size.unwrap_or(0) as i64);
        let shape: Vec<i64> = sizes.collect();
        let (data, _) = self.listed_elements(literal, ty, &shape, literal.span)?;
        let (data, element) = (data.into(), ty.clone());
        Ok(Attribute::Dense { ty: Type::new(""), element, shape, data, splat: false })
    }

    /// A number, a pair of numbers, or a list of either, at a depth of lists.
    fn dense_list(&mut self, literal: &mut Literal, depth: usize) -> Parse<()> {
        if !self.at(b'[') {
            if literal.listed && literal.shape.len() != depth {
                return self.fail(RANKS);
            }
            return self.dense_element(literal);
        }
        let open = self.advance().span;
        literal.listed = true;
        if literal.shape.len() == depth {
            if !literal.elements.is_empty() {
                return self.fail_at(open, RANKS);
            }
            literal.shape.push(None);
        }
        let elements =
            self.nested(|this| this.list(b']', |this| this.dense_list(literal, depth + 1)))?;
        match &mut literal.shape[depth] {
            Some(size) if *size != elements.len() => self.fail_at(open, RANKS),
            size => {
                *size = Some(elements.len());
                Ok(())
            }
        }
    }

    /// A number or a pair.
    fn dense_element(&mut self, literal: &mut Literal) -> Parse<()> {
        let complex = self.at(b'(');
        if !literal.elements.is_empty() && literal.complex != complex {
            return self.fail("expected all elements to be complex, or none");
        }
        literal.complex = complex;
        if !self.eat(b'(') {
            return self.dense_number(literal);
        }
        self.dense_number(literal)?;
        self.expect(b',')?;
        self.dense_number(literal)?;
        self.expect(b')')?;
        Ok(())
    }

    /// A number.
    fn dense_number(&mut self, literal: &mut Literal) -> Parse<()> {
        let negative = self.eat(b'-');
        let string = self.token.kind == Kind::String && !negative && !literal.complex;
        let (Kind::Integer | Kind::Float | Kind::Identifier) = self.token.kind else {
            if string {
                let span = self.advance().span;
                literal.elements.push(Element { kind: Kind::String, span, negative });
                return Ok(());
            }
            return self.missing("expected an element literal of primitive type");
        };
        if self.token.kind == Kind::Identifier
            && (negative || !matches!(self.spelling(), "true" | "false"))
        {
            return self.missing("expected an element literal of primitive type");
        }
        let token = self.advance();
        literal.elements.push(Element { kind: token.kind, span: token.span, negative });
        Ok(())
    }

    /// The bytes of listed elements, and how many there are.
    fn listed_elements(
        &mut self,
        literal: &Literal,
        element: &Type,
        shape: &[i64],
        at: Span,
    ) -> Parse<(Vec<u8>, usize)> {
        self.match_shape(literal, shape, at)?;
        let empty = literal.elements.is_empty();
        let part = element.as_str().strip_prefix("complex<").and_then(|e| e.strip_suffix('>'));
        if part.is_some() != literal.complex && !empty {
            return self.fail_at(at, format!("expected elements of type {element}"));
        }
        let ty = part.map_or_else(|| element.clone(), Type::new);
        let mut data = Vec::new();
        for number in &literal.elements {
            self.dense_bytes(*number, &ty, &mut data)?;
        }
        Ok((data, literal.elements.len() / if literal.complex { 2 } else { 1 }))
    }

    /// Elements of a type that is no number's: strings. They are kept as text.
    fn dense_strings(
        &mut self,
        literal: &Literal,
        ty: &Type,
        shape: &[i64],
        at: Span,
    ) -> Parse<Attribute> {
        if let Some(other) = literal.elements.iter().find(|e| e.kind != Kind::String) {
            let message = format!("elements of type {ty} must be strings");
            return self.fail_at(other.span, message);
        }
        self.match_shape(literal, shape, at)?;
        let shown: Vec<String> = literal
            .elements
            .iter()
            .map(|element| escape(&unescape(self.slice(element.span))))
            .collect();
        let alike = shown.windows(2).all(|pair| pair[0] == pair[1]);
        let text = match shown.first() {
            None => String::new(),
            Some(_) if shape.contains(&0) => String::new(),
            Some(one) if alike => one.clone(),
            Some(_) => nested_lists(&shown, shape),
        };
        Ok(Attribute::Opaque(Arc::from(format!("dense<{text}> : {ty}"))))
    }

    /// Whether the lists have the sizes that the type says.
    fn match_shape(&mut self, literal: &Literal, shape: &[i64], at: Span) -> Parse<()> {
        let sizes = literal.shape.iter().map(|size| size.unwrap_or(0));
        let empty = literal.elements.is_empty();
        let matches = if literal.listed && !empty {
            sizes
                .clone()
                .map(|size| i64::try_from(size).unwrap_or(i64::MAX))
                .eq(shape.iter().copied())
        } else {
            !empty || shape.contains(&0)
        };
        if !matches {
            let inferred: Vec<_> = sizes.collect();
            let message = format!(
                "inferred shape of elements literal ({inferred:?}) does not match type ({shape:?})"
            );
            return self.fail_at(at, message);
        }
        Ok(())
    }

    /// The bytes of one number.
    fn dense_bytes(&mut self, number: Element, ty: &Type, data: &mut Vec<u8>) -> Parse<()> {
        let Some(width) = bytes_of(ty) else {
            return self.fail_at(number.span, format!("elements of type {ty} are not supported"));
        };
        let bytes = if let Some(format) = Format::of(ty.as_str()) {
            if matches!(number.kind, Kind::Identifier | Kind::String) {
                return self.fail_at(number.span, format!("expected an element of type {ty}"));
            }
            let bits = self.float_bits(number.kind, number.span, number.negative, format)?;
            bits.to_le_bytes()
        } else {
            let value = match number.kind {
                Kind::Identifier if ty.as_str() == "i1" => {
                    i128::from(self.slice(number.span) == "true")
                }
                Kind::Integer => self.integer_value(number.span, number.negative, ty)?,
                _ => return self.fail_at(number.span, format!("expected an element of type {ty}")),
            };
            // Values fit in 64 bits, signed or unsigned.
            (value as u64).to_le_bytes()
        };
        data.extend_from_slice(&bytes[..width]);
        Ok(())
    }

    /// The bytes of `"0x…"`, one element or all, and how many there are.
    fn hex_elements(
        &mut self,
        text: &[u8],
        element: &Type,
        count: usize,
        at: Span,
    ) -> Parse<(Vec<u8>, usize)> {
        let part = element.as_str().strip_prefix("complex<").and_then(|e| e.strip_suffix('>'));
        let width = match part {
            Some(part) => bytes_of(&Type::new(part)).map(|width| 2 * width),
            None => bytes_of(element),
        };
        let Some(width) = width else {
            return self.fail_at(at, format!("elements of type {element} are not supported"));
        };
        let hex = text.strip_prefix(b"0x").filter(|digits| digits.len() % 2 == 0);
        let digit = |b: u8| char::from(b).to_digit(16).and_then(|d| u8::try_from(d).ok());
        let data: Option<Vec<u8>> = hex.and_then(|digits| {
            digits
                .chunks_exact(2)
                .map(|pair| Some(digit(pair[0])? * 16 + digit(pair[1])?))
                .collect()
        });
        let Some(mut data) = data else {
            return self.fail_at(at, "expected a string of hexadecimal digits, \"0x…\"");
        };
        if element.as_str() == "i1" {
            // MLIR packs truth values into bits here.
            let bits = count.div_ceil(8) == data.len();
            data = match (bits, data.as_slice()) {
                (_, [0xFF]) => vec![1],
                (_, [0x00]) => vec![0],
                (true, packed) => (0..count).map(|i| packed[i / 8] >> (i % 8) & 1).collect(),
                (false, _) => Vec::new(),
            };
        }
        let all = count.checked_mul(width) == Some(data.len());
        if !(all || (data.len() == width && count > 0)) {
            return self
                .fail_at(at, format!("elements hex data size is invalid for {count} elements"));
        }
        Ok((if count == 0 { Vec::new() } else { data }, if all { count } else { 1 }))
    }
}

/// Whether elements of that type are written as numbers, known or not.
fn is_number(ty: &Type) -> bool {
    !matches!(
        ty.kind(),
        TypeKind::Dialect { .. }
            | TypeKind::Shaped { .. }
            | TypeKind::Unranked { .. }
            | TypeKind::Other
    )
}

/// The elements, row by row, as lists of lists of those sizes.
fn nested_lists(elements: &[String], shape: &[i64]) -> String {
    let Some((&size, inner)) = shape.split_first() else {
        return elements.first().cloned().unwrap_or_default();
    };
    let size = usize::try_from(size).unwrap_or(1).max(1);
    let rows = elements.chunks(elements.len().div_ceil(size).max(1));
    let rows: Vec<String> = rows.map(|row| nested_lists(row, inner)).collect();
    format!("[{}]", rows.join(", "))
}

/// What is wrong with lists of unequal lengths or depths.
const RANKS: &str = "tensor literal is invalid; ranks are not consistent between elements";

/// The bytes that an element takes.
fn bytes_of(ty: &Type) -> Option<usize> {
    match ty.kind() {
        TypeKind::Integer { width, .. } => {
            (1..=64).contains(&width).then(|| width.div_ceil(8) as usize)
        }
        TypeKind::Index => Some(8),
        TypeKind::Float(name) => Some(Format::of(name)?.width() as usize / 8),
        _ => None,
    }
}
