//! Locations: `loc(…)` and its aliases, which a file may define after their use.

use super::{Extent, Kind, Parse, Parser, attribute};
use crate::graph::Attribute;
use crate::source::Span;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tfrt_host::error::Location;

/// A location while it is parsed.
#[derive(Clone, Debug)]
struct Place {
    location: Location,
    /// The metadata of a fused location. It is not written anywhere, but distinguishes fused
    /// locations.
    metadata: Option<Attribute>,
}

/// Aliases of locations.
#[derive(Debug, Default)]
pub(super) struct Aliases<'a> {
    /// Those read so far.
    known: HashMap<&'a str, (Place, Extent)>,
    /// Where each stands in the text, found when one is first used before its definition.
    places: Option<HashMap<&'a str, u32>>,
}

impl<'a> Parser<'a> {
    /// `loc(…)`, if present.
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
        Ok(self.parenthesized_place()?.location)
    }

    fn parenthesized_place(&mut self) -> Parse<Place> {
        self.expect_word("loc")?;
        self.expect(b'(')?;
        let place = self.place_value()?;
        self.expect(b')')?;
        Ok(place)
    }

    /// The definition of the alias `name`, after `=`.
    pub(super) fn location_alias(&mut self, name: &'a str) -> Parse<()> {
        let place = self.measured(Self::parenthesized_place, |Place { location, metadata }| {
            size(location) + metadata.as_ref().map_or(0, attribute::size)
        })?;
        self.locations.known.insert(name, place);
        Ok(())
    }

    /// The location of the alias `name`, which stands at `span`, if it has been read.
    pub(super) fn known_location(&mut self, name: &str, span: Span) -> Parse<Option<Location>> {
        let Some(&(_, extent)) = self.locations.known.get(name) else { return Ok(None) };
        self.expand(span, extent)?;
        Ok(Some(self.locations.known[name].0.location.clone()))
    }

    /// What stands between the parentheses.
    fn location_value(&mut self) -> Parse<Location> {
        Ok(self.place_value()?.location)
    }

    fn place_value(&mut self) -> Parse<Place> {
        self.nested(|this| match this.token.kind {
            Kind::Identifier => this.location_word(),
            Kind::String => this.place_or_name().map(plain),
            Kind::Hash => this.aliased_location(),
            _ => this.missing("expected a location"),
        })
    }

    /// `unknown`, `callsite(a at b)`, `fused<…>[…]`, or a location in its own `loc(…)`.
    fn location_word(&mut self) -> Parse<Place> {
        match self.spelling() {
            "unknown" => {
                self.advance();
                Ok(plain(Location::Unknown))
            }
            "loc" => self.parenthesized_place(),
            "callsite" => {
                self.advance();
                self.expect(b'(')?;
                let callee = Box::new(self.location_value()?);
                self.expect_word("at")?;
                let caller = Box::new(self.location_value()?);
                self.expect(b')')?;
                Ok(plain(Location::CallSite { callee, caller }))
            }
            "fused" => {
                self.advance();
                let mut metadata = None;
                if self.eat(b'<') {
                    metadata = Some(self.attribute()?);
                    self.expect(b'>')?;
                }
                self.expect(b'[')?;
                Ok(fuse(self.list(b']', Self::place_value)?, metadata))
            }
            _ => self.missing("expected a location"),
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
    fn aliased_location(&mut self) -> Parse<Place> {
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

    /// Finds every `#name = loc` up to the end of the text, once. A definition is removed when it
    /// is read, so that a cyclic use is undefined.
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

/// A location that is no fusion with metadata.
fn plain(location: Location) -> Place {
    Place { location, metadata: None }
}

/// Several locations as one, as MLIR makes it: each once, without those that are unknown, and what
/// is fused under the same metadata among the others. Without metadata, one is itself, and none is
/// unknown.
fn fuse(parts: Vec<Place>, metadata: Option<Attribute>) -> Place {
    let mut seen = HashSet::new();
    let mut places = Vec::new();
    let mut add = |place: Place| {
        let text = crate::syntax::printer::location(&place.location);
        if seen.insert((text, place.metadata.clone())) {
            places.push(place);
        }
    };
    for part in parts {
        match part {
            Place { location: Location::Fused(inner), metadata: own } if own == metadata => {
                inner.into_iter().map(plain).for_each(&mut add);
            }
            Place { location: Location::Unknown, .. } => {}
            other => add(other),
        }
    }
    match (places.len(), &metadata) {
        (0, None) => return plain(Location::Unknown),
        (0, Some(_)) => places.push(plain(Location::Unknown)),
        (1, None) => return places.remove(0),
        _ => {}
    }
    let location = Location::Fused(places.into_iter().map(|place| place.location).collect());
    Place { location, metadata }
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
