//! File metadata, `{-# … #-}`. Keeps what `dense_resource` attributes refer to: the resources of the
//! builtin dialect, and the external ones of `tfrt`, which are in files. Other metadata is parsed and dropped, as MLIR does with unused entries.

use super::{Kind, Parse, Parser};
use crate::graph::{Content, Resource};
use crate::source::Span;

impl Parser<'_> {
    /// Whether file metadata begins here.
    pub(super) fn at_metadata(&self) -> bool {
        self.at(b'{') && self.text[self.token.span.start as usize..].starts_with("{-#")
    }

    /// `{-# key: {…} #-}`.
    pub(super) fn metadata(&mut self) -> Parse<()> {
        let open = self.token.span;
        self.seek(open.start + 3);
        if self.end_of_metadata() {
            return Ok(());
        }
        loop {
            let at = self.token.span;
            let key = self.metadata_key("expected a key of the file metadata")?;
            self.expect(b':')?;
            match key.as_str() {
                "dialect_resources" => self.groups(Self::dialect_resource)?,
                "external_resources" => self.groups(Self::external_resource)?,
                _ => {
                    let message = format!("unknown key '{key}' in file metadata dictionary");
                    return self.fail_at(at, message);
                }
            }
            if self.end_of_metadata() {
                return Ok(());
            }
            if !self.eat(b',') {
                return self.missing("expected ',' or '#-}'");
            }
        }
    }

    /// Takes `#-}` if it is next.
    fn end_of_metadata(&mut self) -> bool {
        let start = self.token.span.start;
        let found = self.text[start as usize..].starts_with("#-}");
        if found {
            self.seek(start + 3);
        }
        found
    }

    /// `{group: {key: value}}`.
    fn groups(&mut self, entry: fn(&mut Self, &str, Span) -> Parse<()>) -> Parse<()> {
        self.expect(b'{')?;
        self.list(b'}', |this| {
            let at = this.token.span;
            let group = this.metadata_key("expected the name of a group of resources")?;
            this.expect(b':')?;
            this.expect(b'{')?;
            this.list(b'}', |this| entry(this, &group, at))?;
            Ok(())
        })?;
        Ok(())
    }

    /// `key: "0x…"`, whose first four bytes say how the others are aligned.
    fn dialect_resource(&mut self, dialect: &str, at: Span) -> Parse<()> {
        if dialect != "builtin" {
            let message = format!("unexpected 'resource' section for dialect '{dialect}'");
            return self.fail_at(at, message);
        }
        let at = self.token.span;
        let key = self.metadata_key("expected the name of a resource")?;
        self.expect(b':')?;
        let value = self.token.span;
        let text = self.expect_text("expected a string of hexadecimal digits, \"0x…\"")?;
        let digits = text.strip_prefix("0x").unwrap_or_default();
        let hex = digits.len() % 2 == 0 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !hex || digits.len() < 8 {
            let message = "expected hexadecimal digits, of which the first eight are an alignment";
            return self.fail_at(value, message);
        }
        // Little endian.
        let alignment = (0..4).rev().try_fold(0_u32, |sum, byte| {
            let byte = u32::from_str_radix(&digits[2 * byte..2 * byte + 2], 16).ok()?;
            Some(sum << 8 | byte)
        });
        if !alignment.is_some_and(u32::is_power_of_two) {
            return self.fail_at(value, "the alignment of a resource must be a power of two");
        }
        self.add_resource(at, key, Content::Inline { digits: digits.to_ascii_uppercase() })
    }

    fn add_resource(&mut self, at: Span, key: String, content: Content) -> Parse<()> {
        if self.resources.iter().any(|resource| resource.key == key) {
            return self.fail_at(at, format!("redefinition of resource '{key}'"));
        }
        self.resources.push(Resource { key, content });
        Ok(())
    }

    /// `key: value`. The value is a place for `tfrt`, and anything for another tool.
    fn external_resource(&mut self, tool: &str, _: Span) -> Parse<()> {
        let at = self.token.span;
        let key = self.metadata_key("expected the name of a resource")?;
        self.expect(b':')?;
        if tool == "tfrt" {
            let value = self.token.span;
            let text = self.expect_text("expected a string, \"FILE BEGIN..END sha256:HASH\"")?;
            return match text.parse() {
                Ok(place) => self.add_resource(at, key, Content::File(place)),
                Err(message) => self.fail_at(value, message),
            };
        }
        if self.eat_word("true") || self.eat_word("false") {
            return Ok(());
        }
        self.expect_kind(Kind::String, "expected a string, 'true' or 'false'")?;
        Ok(())
    }

    fn metadata_key(&mut self, message: &str) -> Parse<String> {
        if self.token.kind != Kind::Identifier {
            return self.expect_text(message);
        }
        let key = self.spelling().to_owned();
        self.advance();
        Ok(key)
    }
}
