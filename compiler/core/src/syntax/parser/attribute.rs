//! Attributes: constants and dictionaries of them.

use super::{Kind, Parse, Parser, unescape};
use crate::graph::{Attribute, Attributes, Signedness, Type, TypeKind, shape};
use crate::source::{Diagnostic, Span};
use crate::syntax::float::Format;
use std::collections::HashSet;
use std::sync::Arc;
use tfrt_host::error::Location;

/// Integer constants are at most this wide. BEF has none of more than 64 bits.
const MAX_CONSTANT_WIDTH: u32 = 128;

impl Parser<'_> {
    /// `{name = value, unit}` into attributes that may be there already.
    pub(super) fn dictionary(&mut self, into: &mut Attributes) -> Parse<()> {
        self.expect(b'{')?;
        self.list(b'}', |this| this.named_attribute(into))?;
        Ok(())
    }

    /// The same, if there is one.
    pub(super) fn optional_dictionary(&mut self, into: &mut Attributes) -> Parse<()> {
        if self.at(b'{') { self.dictionary(into) } else { Ok(()) }
    }

    /// `attributes {…}`, if present.
    pub(super) fn keyword_dictionary(&mut self, into: &mut Attributes) -> Parse<()> {
        if self.eat_word("attributes") { self.dictionary(into) } else { Ok(()) }
    }

    /// `name = value`, or `name` for the unit.
    fn named_attribute(&mut self, into: &mut Attributes) -> Parse<()> {
        let (span, name, value) = self.entry()?;
        if into.get(&name).is_some() {
            return self.repeated_name(span, &name);
        }
        into.insert_at(name, value, span);
        Ok(())
    }

    /// `{name = value, unit}` as an array of pairs, in the order of the text.
    pub(super) fn pairs(&mut self) -> Parse<Attribute> {
        self.expect(b'{')?;
        let mut names = HashSet::new();
        let pair = |this: &mut Self| {
            // As deep as the array of pairs is.
            let (span, name, value) = this.nested(|this| this.nested(Self::entry))?;
            if !names.insert(name.clone()) {
                return this.repeated_name(span, &name);
            }
            Ok(Attribute::Array(vec![Attribute::String(Arc::from(name.as_bytes())), value]))
        };
        Ok(Attribute::Array(self.list(b'}', pair)?))
    }

    fn repeated_name<T>(&mut self, span: Span, name: &str) -> Parse<T> {
        let message = format!("attribute '{name}' occurs more than once in the attribute list");
        self.fail_at(span, message)
    }

    /// `name = value`, and where it stands.
    fn entry(&mut self) -> Parse<(Span, String, Attribute)> {
        let span = self.token.span;
        let name = match self.token.kind {
            Kind::Identifier => {
                let name = self.spelling().to_owned();
                self.advance();
                name
            }
            Kind::String => self.expect_text("expected an attribute name")?,
            _ => return self.missing("expected an attribute name"),
        };
        if name.is_empty() {
            return self.fail_at(span, "expected an attribute name");
        }
        let value = if self.eat(b'=') { self.attribute()? } else { Attribute::Unit };
        Ok((span, name, value))
    }

    /// An attribute.
    pub(super) fn attribute(&mut self) -> Parse<Attribute> {
        match self.token.kind {
            Kind::Punct(b'[') => {
                self.advance();
                self.nested(|this| Ok(Attribute::Array(this.list(b']', Self::attribute)?)))
            }
            Kind::Punct(b'{') => {
                let mut attributes = Attributes::new();
                self.nested(|this| this.dictionary(&mut attributes))?;
                Ok(Attribute::Dictionary(attributes))
            }
            Kind::String => {
                let token = self.advance();
                let bytes = unescape(self.slice(token.span));
                if self.eat(b':') {
                    let ty = self.ty()?;
                    let text = crate::syntax::printer::escape(&bytes);
                    return Ok(Attribute::Opaque(Arc::from(format!("{text} : {ty}"))));
                }
                Ok(Attribute::String(Arc::from(bytes)))
            }
            Kind::Symbol => self.symbol_reference(),
            Kind::Hash => self.hash_attribute(),
            Kind::Integer | Kind::Float | Kind::Punct(b'-') => self.number(None),
            Kind::Identifier => self.word_attribute(),
            _ if self.at_type() => Ok(Attribute::Type(self.ty()?)),
            _ => self.missing("expected an attribute value"),
        }
    }

    /// The string that is the next token, whatever comes after it.
    pub(super) fn string_attribute(&mut self) -> Attribute {
        let token = self.advance();
        Attribute::String(Arc::from(unescape(self.slice(token.span))))
    }

    /// A number or truth value whose type the context says, or an alias of one.
    pub(super) fn typed_attribute(&mut self, ty: &Type) -> Parse<Attribute> {
        match self.token.kind {
            Kind::Hash => {
                let at = self.token.span;
                let value = self.hash_attribute()?;
                let fits = match &value {
                    Attribute::Integer { ty: own, .. } | Attribute::Float { ty: own, .. } => {
                        own == ty
                    }
                    Attribute::String(_) => ty.as_str() == "!tfrt.string",
                    _ => false,
                };
                if fits {
                    return Ok(value);
                }
                self.fail_at(at, format!("expected a constant of type {ty}"))
            }
            Kind::Integer | Kind::Float | Kind::Punct(b'-') => self.number(Some(ty)),
            Kind::Identifier
                if ty.as_str() == "i1" && matches!(self.spelling(), "true" | "false") =>
            {
                self.word_attribute()
            }
            Kind::String if ty.as_str() == "!tfrt.string" => self.attribute(),
            _ => self.missing(format!("expected a constant of type {ty}")),
        }
    }

    /// An attribute that begins with a word.
    fn word_attribute(&mut self) -> Parse<Attribute> {
        let word = self.spelling();
        match word {
            "true" | "false" => {
                self.advance();
                if self.at(b':') && self.second().kind == Kind::Identifier {
                    self.advance();
                    let at = self.token.span;
                    if self.ty()?.as_str() != "i1" {
                        return self.fail_at(at, "a truth value has type i1");
                    }
                }
                Ok(Attribute::Integer { value: i128::from(word == "true"), ty: Type::new("i1") })
            }
            "unit" => {
                self.advance();
                Ok(Attribute::Unit)
            }
            "dense" => self.dense(),
            "sparse" => self.sparse(),
            "array" => self.dense_array(),
            "affine_map" | "affine_set" => self.affine(),
            "strided" => self.strided(),
            "dense_resource" => self.dense_resource(),
            "distinct" => self.distinct(),
            "loc" => Ok(location_attribute(&self.parenthesized_location()?)),
            _ if self.at_type() => Ok(Attribute::Type(self.ty()?)),
            _ => self.missing("expected an attribute value"),
        }
    }

    /// `@name`, `@root::@nested`.
    pub(super) fn symbol_reference(&mut self) -> Parse<Attribute> {
        let (root, _) = self.expect_symbol()?;
        let mut nested = Vec::new();
        while self.at(b':') && self.second().is(b':') {
            self.advance();
            self.advance();
            nested.push(self.expect_symbol()?.0);
        }
        Ok(Attribute::Symbol { root, nested })
    }

    /// `#alias`, or `#dialect.name<…>`, which stays text.
    fn hash_attribute(&mut self) -> Parse<Attribute> {
        let token = self.advance();
        let spelling = self.slice(token.span);
        let name = spelling.strip_prefix('#').unwrap_or(spelling);
        let body = self.at(b'<') && self.token.span.start == token.span.end;
        if !name.contains('.') && !body {
            let Some(&(_, extent)) = self.attribute_aliases.get(name) else {
                return match self.known_location(name, token.span)? {
                    Some(location) => Ok(location_attribute(&location)),
                    None => self.undefined_alias("attribute", token.span),
                };
            };
            self.expand(token.span, extent)?;
            return Ok(self.attribute_aliases[name].0.clone());
        }
        let text = self.dialect_symbol(token.span, body)?;
        Ok(Attribute::Opaque(Arc::from(shape::canonical(&text).unwrap_or(text))))
    }

    /// A number with its type: as given, else as written after it, else `i64` or `f64`.
    fn number(&mut self, ty: Option<&Type>) -> Parse<Attribute> {
        let start = self.token.span.start;
        let negative = self.eat(b'-');
        let literal = self.token;
        if !matches!(literal.kind, Kind::Integer | Kind::Float) {
            return self.missing("expected a number after '-'");
        }
        self.advance();
        let ty = match ty {
            Some(ty) => ty.clone(),
            None if self.eat(b':') => self.ty()?,
            None if literal.kind == Kind::Float => Type::new("f64"),
            None => Type::new("i64"),
        };
        let span = Span::new(start, literal.span.end);
        if let Some(format) = Format::of(ty.as_str()) {
            let bits = self.float_bits(literal.kind, literal.span, negative, format)?;
            return Ok(Attribute::Float { bits, ty });
        }
        if literal.kind == Kind::Float {
            return self.fail_at(span, format!("a float constant cannot have type {ty}"));
        }
        let value = self.integer_value(literal.span, negative, &ty)?;
        Ok(Attribute::Integer { value, ty })
    }

    /// The bits of a float literal: decimal, or the bits themselves in hexadecimal.
    pub(super) fn float_bits(
        &mut self,
        kind: Kind,
        span: Span,
        negative: bool,
        format: Format,
    ) -> Parse<u64> {
        let text = self.slice(span);
        if kind == Kind::Float {
            let bits = format.parse(text);
            return Ok(if negative { format.negate(bits) } else { bits });
        }
        let Some(digits) = text.strip_prefix("0x") else {
            let message = "unexpected decimal integer literal for a floating point value";
            let exponent = self.token.kind == Kind::Identifier
                && self.token.span.start == span.end
                && self.spelling().starts_with(['e', 'E']);
            let note = if exponent {
                "a float has a dot before its exponent, as in 1.0e-3"
            } else {
                "add a trailing dot to make the literal a float"
            };
            self.diagnostics.push(Diagnostic::error(span, message).with_note(span, note));
            return Err(super::Reported);
        };
        if negative {
            return self.fail_at(span, "hexadecimal float literal should not have a leading minus");
        }
        match u64::from_str_radix(digits, 16) {
            Ok(bits) if format.width() == 64 || bits >> format.width() == 0 => Ok(bits),
            _ => self.fail_at(span, "hexadecimal float constant out of range for type"),
        }
    }

    /// The value of an integer literal: low bits in its type, sign-extended unless that is `i1`
    /// or unsigned.
    pub(super) fn integer_value(&mut self, span: Span, negative: bool, ty: &Type) -> Parse<i128> {
        let (width, sign) = match ty.kind() {
            TypeKind::Index => (64, Signedness::Signed),
            TypeKind::Integer { sign, width } => (width, sign),
            _ => return self.fail_at(span, format!("an integer constant cannot have type {ty}")),
        };
        if width > MAX_CONSTANT_WIDTH {
            return self.fail_at(span, "integer constants of more than 128 bits are not supported");
        }
        let unsigned = sign == Signedness::Unsigned;
        if unsigned && negative {
            let message = "negative integer literal not valid for unsigned integer type";
            return self.fail_at(span, message);
        }
        let text = self.slice(span);
        let magnitude = match text.strip_prefix("0x") {
            Some(digits) => u128::from_str_radix(digits, 16),
            None => text.parse::<u128>(),
        };
        // Signless constants may be written signed or unsigned.
        let half = 1_u128 << (width - 1);
        let limit = if negative {
            half
        } else if sign == Signedness::Signed {
            half - 1
        } else {
            u128::MAX >> (u128::BITS - width)
        };
        let fits = |&magnitude: &u128| {
            magnitude <= limit && (!unsigned || i128::try_from(magnitude).is_ok())
        };
        let Some(magnitude) = magnitude.ok().filter(fits) else {
            return self.fail_at(span, "integer constant out of range for attribute");
        };
        let bits = if negative { magnitude.wrapping_neg() } else { magnitude };
        Ok(match (unsigned, width) {
            (true, _) => bits as i128,
            (_, 1) if sign == Signedness::Signless => (bits & 1) as i128,
            _ => {
                let unused = u128::BITS - width;
                ((bits << unused) as i128) >> unused
            }
        })
    }
}

/// A location as an attribute.
fn location_attribute(location: &Location) -> Attribute {
    Attribute::Opaque(Arc::from(crate::syntax::printer::location(location)))
}

/// How many parts an attribute has, nested ones included.
pub(super) fn size(attribute: &Attribute) -> usize {
    match attribute {
        Attribute::Array(elements) => 1 + elements.iter().map(size).sum::<usize>(),
        Attribute::Dictionary(attributes) => {
            1 + attributes.iter().map(|(_, value)| 1 + size(value)).sum::<usize>()
        }
        Attribute::Symbol { nested, .. } => 1 + nested.len(),
        _ => 1,
    }
}
