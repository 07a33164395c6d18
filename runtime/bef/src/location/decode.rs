//! Decodes locations, checking every byte.

use super::{CALL_SITE, FILE_LINE_COL, FUSED, Location, LocationId, Locations, NAME, UNKNOWN};
use crate::cursor::{Cursor, widen};
use crate::error::{ErrorKind, ReadError};
use crate::layout::{MAX_NESTING, Section};
use crate::strings::{is_start, string_at};

/// Decodes a location of a checked table.
pub(crate) fn decode(locations: &Locations, id: LocationId) -> Option<Location<'_>> {
    let bytes = locations.bytes.get(widen(id.0)..).filter(|bytes| !bytes.is_empty())?;
    let mut cursor = Cursor::new(bytes, 0, Some(Section::Locations));
    build(&locations.strings, &mut cursor, MAX_NESTING)
}

fn build<'a>(strings: &'a str, cursor: &mut Cursor<'_>, nesting: usize) -> Option<Location<'a>> {
    let nesting = nesting.checked_sub(1)?;
    Some(match cursor.byte().ok()? {
        UNKNOWN => Location::Unknown,
        FILE_LINE_COL => Location::FileLineCol {
            file: string_at(strings, cursor.vbr32().ok()?)?,
            line: cursor.vbr32().ok()?,
            column: cursor.vbr32().ok()?,
        },
        NAME => Location::Name {
            name: string_at(strings, cursor.vbr32().ok()?)?,
            child: Box::new(build(strings, cursor, nesting)?),
        },
        CALL_SITE => Location::CallSite {
            callee: Box::new(build(strings, cursor, nesting)?),
            caller: Box::new(build(strings, cursor, nesting)?),
        },
        FUSED => {
            let count = cursor.count(1).ok()?;
            let mut children = Vec::with_capacity(count);
            for _ in 0..count {
                children.push(build(strings, cursor, nesting)?);
            }
            Location::Fused(children)
        }
        _ => return None,
    })
}

/// Checks the location at the cursor and moves past it.
pub(crate) fn check(
    strings: &str,
    cursor: &mut Cursor<'_>,
    nesting: usize,
) -> Result<(), ReadError> {
    let at = *cursor;
    let nesting = nesting.checked_sub(1).ok_or_else(|| at.error(ErrorKind::LocationNesting))?;
    match cursor.byte()? {
        UNKNOWN => {}
        FILE_LINE_COL => {
            check_string(strings, cursor)?;
            cursor.vbr32()?;
            cursor.vbr32()?;
        }
        NAME => {
            check_string(strings, cursor)?;
            check(strings, cursor, nesting)?;
        }
        CALL_SITE => {
            check(strings, cursor, nesting)?;
            check(strings, cursor, nesting)?;
        }
        FUSED => {
            for _ in 0..cursor.count(1)? {
                check(strings, cursor, nesting)?;
            }
        }
        kind => return Err(at.error(ErrorKind::LocationKind(kind))),
    }
    Ok(())
}

fn check_string(strings: &str, cursor: &mut Cursor<'_>) -> Result<(), ReadError> {
    let at = *cursor;
    let offset = cursor.vbr32()?;
    if is_start(strings, offset) { Ok(()) } else { Err(at.error(ErrorKind::StringOffset(offset))) }
}
