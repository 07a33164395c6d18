//! Encodes locations as they are added.

use super::{CALL_SITE, FILE_LINE_COL, FUSED, Location, LocationId, Locations, NAME, UNKNOWN};
use crate::WriteError;
use crate::cursor::push_vbr;
use crate::layout::MAX_NESTING;
use std::collections::HashMap;

/// Builds a [`Locations`] table. Push the location of each function and then those of its kernels,
/// in the order of the functions.
#[derive(Clone, Debug, Default)]
pub struct LocationsBuilder {
    locations: Locations,
    strings: HashMap<String, u64>,
    unencoded: u32,
}

impl LocationsBuilder {
    /// A builder without locations.
    #[must_use]
    pub fn new() -> LocationsBuilder {
        LocationsBuilder::default()
    }

    /// Adds a location. One that cannot be encoded gets a number of its own; a part of a fused
    /// location that cannot be encoded is dropped.
    ///
    /// # Errors
    /// The table outgrows the format's 32-bit offsets, the location nests too deep, or a name in it
    /// contains a NUL.
    pub fn push(&mut self, location: &Location<'_>) -> Result<LocationId, WriteError> {
        if !encodable(location, MAX_NESTING)? {
            self.unencoded = self.unencoded.saturating_add(1);
            return Ok(LocationId(u32::MAX.saturating_sub(self.unencoded)));
        }
        let offset = u32::try_from(self.locations.bytes.len())
            .map_err(|_| WriteError::TooLarge("locations"))?;
        self.encode(location)?;
        Ok(LocationId(offset))
    }

    /// The finished table.
    #[must_use]
    pub fn finish(self) -> Locations {
        self.locations
    }

    /// Appends an encodable location whose depth is bounded.
    fn encode(&mut self, location: &Location<'_>) -> Result<(), WriteError> {
        match location {
            Location::Unknown | Location::Virtual => self.locations.bytes.push(UNKNOWN),
            Location::FileLineCol { file, line, column } => {
                self.locations.bytes.push(FILE_LINE_COL);
                self.string(file)?;
                push_vbr(&mut self.locations.bytes, u64::from(*line));
                push_vbr(&mut self.locations.bytes, u64::from(*column));
            }
            Location::Name { name, child } => {
                self.locations.bytes.push(NAME);
                self.string(name)?;
                self.encode(child)?;
            }
            Location::CallSite { callee, caller } => {
                self.locations.bytes.push(CALL_SITE);
                self.encode(callee)?;
                self.encode(caller)?;
            }
            Location::Fused(children) => {
                self.locations.bytes.push(FUSED);
                let mut kept = Vec::new();
                for child in children {
                    if encodable(child, MAX_NESTING)? {
                        kept.push(child);
                    }
                }
                let count = u64::try_from(kept.len()).unwrap_or(u64::MAX);
                push_vbr(&mut self.locations.bytes, count);
                for child in kept {
                    self.encode(child)?;
                }
            }
        }
        Ok(())
    }

    fn string(&mut self, string: &str) -> Result<(), WriteError> {
        if string.contains('\0') {
            return Err(WriteError::Nul);
        }
        let offset = match self.strings.get(string) {
            Some(offset) => *offset,
            None => {
                let strings = &mut self.locations.strings;
                let offset = u64::try_from(strings.len()).unwrap_or(u64::MAX);
                strings.push_str(string);
                strings.push('\0');
                self.strings.insert(string.to_owned(), offset);
                offset
            }
        };
        push_vbr(&mut self.locations.bytes, offset);
        Ok(())
    }
}

/// Whether a location can be encoded. Only a fused one can although some of its parts cannot.
fn encodable(location: &Location<'_>, nesting: usize) -> Result<bool, WriteError> {
    let nesting = nesting.checked_sub(1).ok_or(WriteError::Nesting)?;
    Ok(match location {
        Location::Unknown | Location::FileLineCol { .. } => true,
        Location::Name { child, .. } => encodable(child, nesting)?,
        Location::CallSite { callee, caller } => {
            encodable(callee, nesting)? && encodable(caller, nesting)?
        }
        Location::Fused(children) => {
            for child in children {
                encodable(child, nesting)?;
            }
            true
        }
        Location::Virtual => false,
    })
}
