//! Attributes of the builtin dialect that no kernel takes and BEF has no room for. They are kept as
//! the text that MLIR prints for them.

use super::{Kind, Parse, Parser};
use crate::graph::{Attribute, ResourceRef, Type, TypeKind};
use crate::syntax::printer::{elements, number};
use std::fmt::Write as _;
use std::sync::Arc;

/// Kept as text.
fn opaque(text: &str) -> Attribute {
    Attribute::Opaque(Arc::from(text))
}

impl Parser<'_> {
    /// `array<i32: 1, 2>`.
    pub(super) fn dense_array(&mut self) -> Parse<Attribute> {
        self.expect_word("array")?;
        self.expect(b'<')?;
        let at = self.token.span;
        let ty = self.ty()?;
        let known = matches!(ty.as_str(), "i1" | "i8" | "i16" | "i32" | "i64" | "f32" | "f64");
        if !known {
            let message = "element type of an array must be i1, i8, i16, i32, i64, f32 or f64";
            return self.fail_at(at, message);
        }
        if self.eat(b'>') {
            return Ok(opaque(&format!("array<{ty}>")));
        }
        self.expect(b':')?;
        let numbers =
            self.nested(|this| this.list(b'>', |this| Ok(number(&this.typed_attribute(&ty)?))))?;
        Ok(opaque(&format!("array<{ty}: {}>", numbers.join(", "))))
    }

    /// `sparse<indices, values> : type`.
    pub(super) fn sparse(&mut self) -> Parse<Attribute> {
        self.expect_word("sparse")?;
        self.expect(b'<')?;
        let parts = if self.at(b'>') {
            None
        } else {
            let indices = self.literal()?;
            self.expect(b',')?;
            Some((indices, self.literal()?))
        };
        self.expect(b'>')?;
        self.expect(b':')?;
        let at = self.token.span;
        let ty = self.ty()?;
        let TypeKind::Shaped { element, .. } = ty.kind() else {
            return self.fail_at(at, "elements literal must be a ranked tensor or vector");
        };
        let shown = match parts {
            None => String::new(),
            Some((indices, values)) => {
                let indices = self.literal_elements(&indices, &Type::new("i64"))?;
                let values = self.literal_elements(&values, element)?;
                format!("{}, {}", elements(&indices), elements(&values))
            }
        };
        Ok(opaque(&format!("sparse<{shown}> : {ty}")))
    }

    /// `strided<[2, ?], offset: 3>`.
    pub(super) fn strided(&mut self) -> Parse<Attribute> {
        self.expect_word("strided")?;
        self.expect(b'<')?;
        self.expect(b'[')?;
        let strides = self.list(b']', Self::stride)?;
        let mut text = format!("strided<[{}]", strides.join(", "));
        if self.eat(b',') {
            self.expect_word("offset")?;
            self.expect(b':')?;
            let offset = self.stride()?;
            // Zero is what is meant without it.
            if offset != "0" {
                let _ = write!(text, ", offset: {offset}");
            }
        }
        self.expect(b'>')?;
        Ok(opaque(&(text + ">")))
    }

    /// A number or `?`.
    fn stride(&mut self) -> Parse<String> {
        if self.eat(b'?') {
            return Ok("?".to_owned());
        }
        Ok(number(&self.typed_attribute(&Type::new("i64"))?))
    }

    /// `dense_resource<key> : type`.
    pub(super) fn dense_resource(&mut self) -> Parse<Attribute> {
        self.expect_word("dense_resource")?;
        self.expect(b'<')?;
        let key = match self.token.kind {
            Kind::Identifier => {
                let key = self.spelling().to_owned();
                self.advance();
                key
            }
            Kind::String => self.expect_text("expected the name of a resource")?,
            _ => return self.missing("expected the name of a resource"),
        };
        self.expect(b'>')?;
        self.expect(b':')?;
        let at = self.token.span;
        let ty = self.ty()?;
        if !matches!(ty.kind(), TypeKind::Shaped { .. }) {
            return self.fail_at(at, "elements literal must be a ranked tensor or vector");
        }
        Ok(Attribute::Resource(ResourceRef { name: Arc::from(key), ty, data: None }))
    }

    /// `distinct[0]<attribute>`.
    pub(super) fn distinct(&mut self) -> Parse<Attribute> {
        self.expect_word("distinct")?;
        self.expect(b'[')?;
        let id = self.expect_number("expected the number of a distinct attribute")?;
        self.expect(b']')?;
        self.expect(b'<')?;
        let inner =
            self.nested(|this| if this.at(b'>') { Ok(Attribute::Unit) } else { this.attribute() })?;
        self.expect(b'>')?;
        Ok(match inner {
            Attribute::Unit => opaque(&format!("distinct[{id}]<>")),
            inner => opaque(&format!("distinct[{id}]<{inner}>")),
        })
    }
}
