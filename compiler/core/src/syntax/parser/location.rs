//! Locations: `loc(…)` and its aliases, which a file may define after their use.

use super::{Extent, Kind, Parse, Parser};
use crate::source::Span;
use std::collections::HashMap;
use std::sync::Arc;
use tfrt_host::error::Location;

/// Aliases of locations.
#[derive(Debug, Default)]
pub(super) struct Aliases<'a> {
    /// Those read so far.
    known: HashMap<&'a str, (Location, Extent)>,
    /// Where each stands in the text, found when one is first used before its definition.
    places: Option<HashMap<&'a str, u32>>,
}

impl<'a> Parser<'a> {
    /// `loc(…)`, if it is there.
    pub(super) fn optional_location(&mut self) -> Parse<Option<Location>> {
        if !self.at_word("loc") || !self.second().is(b'(') {
            return Ok(None);
        }
        Ok(Some(self.parenthesized_location()?))
    }

    /// What follows an argument: `loc(…)`, or else its place.
    pub(super) fn argument_location(&mut self, at: Span) -> Parse<Arc<Location>> {
        let location = self.optional_location()?;
        Ok(Arc::new(location.unwrap_or_else(|| self.location(at))))
    }

    /// `loc(…)`.
    pub(super) fn parenthesized_location(&mut self) -> Parse<Location> {
        self.expect_word("loc")?;
        self.expect(b'(')?;
        let location = self.location_value()?;
        self.expect(b')')?;
        Ok(location)
    }

    /// The definition of the alias `name`, after `=`.
    pub(super) fn location_alias(&mut self, name: &'a str) -> Parse<()> {
        let location = self.measured(Self::parenthesized_location, size)?;
        self.locations.known.insert(name, location);
        Ok(())
    }

    /// What stands between the parentheses.
    fn location_value(&mut self) -> Parse<Location> {
        self.nested(|this| match this.token.kind {
            Kind::Identifier => this.location_word(),
            Kind::String => this.place_or_name(),
            Kind::Hash => this.aliased_location(),
            _ => this.fail("expected a location"),
        })
    }

    /// `unknown`, `callsite(a at b)`, `fused<…>[…]`, or a location in its own `loc(…)`.
    fn location_word(&mut self) -> Parse<Location> {
        match self.spelling() {
            "unknown" => {
                self.advance();
                Ok(Location::Unknown)
            }
            "loc" => self.parenthesized_location(),
            "callsite" => {
                self.advance();
                self.expect(b'(')?;
                let callee = Box::new(self.location_value()?);
                self.expect_word("at")?;
                let caller = Box::new(self.location_value()?);
                self.expect(b')')?;
                Ok(Location::CallSite { callee, caller })
            }
            "fused" => {
                self.advance();
                if self.eat(b'<') {
                    // Nothing that this project writes has room for the metadata.
                    self.attribute()?;
                    self.expect(b'>')?;
                }
                self.expect(b'[')?;
                Ok(Location::Fused(self.list(b']', Self::location_value)?))
            }
            _ => self.fail("expected a location"),
        }
    }

    /// `"file":line:column`, `"name"`, or `"name"(location)`.
    fn place_or_name(&mut self) -> Parse<Location> {
        let text = self.expect_text("expected a location")?;
        if self.eat(b':') {
            let line = self.expect_number("expected a line number")?;
            self.expect(b':')?;
            let column = self.expect_number("expected a column number")?;
            return Ok(Location::FileLineCol { file: text.into(), line, column });
        }
        let child = if self.eat(b'(') {
            let child = self.location_value()?;
            self.expect(b')')?;
            child
        } else {
            Location::Unknown
        };
        Ok(Location::Name { name: text.into(), child: Box::new(child) })
    }

    /// `#alias`.
    fn aliased_location(&mut self) -> Parse<Location> {
        let token = self.advance();
        let spelling = self.slice(token.span);
        let name = spelling.strip_prefix('#').unwrap_or(spelling);
        if !self.locations.known.contains_key(name) {
            self.find_aliases();
            let place = self.locations.places.as_mut().and_then(|places| places.remove(name));
            let Some(place) = place else {
                return self.undefined_alias("location", token.span);
            };
            let after = self.token.span.start;
            self.seek(place);
            self.location_alias(name)?;
            self.seek(after);
        }
        let Some(&(_, extent)) = self.locations.known.get(name) else {
            return self.undefined_alias("location", token.span);
        };
        self.expand(token.span, extent)?;
        Ok(self.locations.known[name].0.clone())
    }

    /// Looks for every `#name = loc` from here to the end of the text, once. A place is taken out
    /// when it is read, so that a definition that uses itself is undefined there.
    fn find_aliases(&mut self) {
        if self.locations.places.is_some() {
            return;
        }
        let mut places = HashMap::new();
        let mut lexer = self.lexer;
        let mut last = [self.token; 2];
        loop {
            let token = lexer.token();
            if token.kind == Kind::Eof {
                break;
            }
            let [hash, equal] = last;
            if hash.kind == Kind::Hash && equal.is(b'=') && self.slice(token.span) == "loc" {
                let spelling = self.slice(hash.span);
                places
                    .entry(spelling.strip_prefix('#').unwrap_or(spelling))
                    .or_insert(token.span.start);
            }
            last = [equal, token];
        }
        self.locations.places = Some(places);
    }
}

/// How many parts a location has.
fn size(location: &Location) -> usize {
    match location {
        Location::Unknown | Location::FileLineCol { .. } => 1,
        Location::Name { child, .. } => 1 + size(child),
        Location::CallSite { callee, caller } => 1 + size(callee) + size(caller),
        Location::Fused(parts) => 1 + parts.iter().map(size).sum::<usize>(),
    }
}
