//! Finds the sections of a file.

use crate::Limits;
use crate::cursor::Cursor;
use crate::error::{ErrorKind, ReadError};
use crate::layout::{MAGIC, Section, VERSION};

/// The first bytes of MLIR's own binary form.
const MLIR_BYTECODE: [u8; 4] = *b"ML\xefR";

/// How many bytes tell text from other files.
const TEXT: usize = 256;

/// The sections of a file, each with the alignment that its header states.
#[derive(Debug)]
pub(super) struct Sections<'a> {
    found: [Option<(Cursor<'a>, u8)>; Section::ALL.len()],
    end: usize,
}

impl<'a> Sections<'a> {
    /// Scans the section headers. Unknown sections are skipped.
    pub(super) fn scan(bytes: &'a [u8], limits: &Limits) -> Result<Sections<'a>, ReadError> {
        let mut cursor = Cursor::new(bytes, 0, None);
        // Offsets are 32 bits wide, so a larger file cannot be addressed.
        if bytes.len() > limits.file || u32::try_from(bytes.len()).is_err() {
            return Err(cursor.error(ErrorKind::Limit("file size")));
        }
        let magic = bytes.get(..MAGIC.len()).unwrap_or_default();
        match (magic, MAGIC) {
            ([first, second, version], [expected_first, expected_second, _])
                if (*first, *second) == (expected_first, expected_second) =>
            {
                if *version != VERSION {
                    return Err(cursor.error_at(2, ErrorKind::Version(*version)));
                }
            }
            _ => return Err(cursor.error(instead(bytes))),
        }
        cursor.take(MAGIC.len())?;
        let mut sections = Sections { found: Default::default(), end: bytes.len() };
        while cursor.remaining() > 0 {
            let start = cursor;
            let id = cursor.byte()?;
            let header = cursor.vbr()?;
            let mut alignment = 1;
            if header & 1 == 1 {
                let at = cursor;
                alignment = cursor.byte()?;
                if !alignment.is_power_of_two() || alignment == 1 {
                    return Err(at.error(ErrorKind::Alignment));
                }
                cursor.pad(usize::from(alignment), true)?;
            }
            let base = cursor.position();
            let length = usize::try_from(header.wrapping_shr(1)).unwrap_or(usize::MAX);
            let data = cursor.take(length).map_err(|_| start.error(ErrorKind::SectionTooLong))?;
            let Some(section) = Section::from_id(id) else { continue };
            let slot = Section::ALL.iter().position(|known| *known == section);
            let Some(slot) = slot.and_then(|slot| sections.found.get_mut(slot)) else { continue };
            if slot.is_some() {
                return Err(start.error(ErrorKind::RepeatedSection(section)));
            }
            *slot = Some((Cursor::new(data, base, Some(section)), alignment));
        }
        Ok(sections)
    }

    fn entry(&self, section: Section) -> Option<(Cursor<'a>, u8)> {
        let slot = Section::ALL.iter().position(|known| *known == section)?;
        self.found.get(slot).copied().flatten()
    }

    /// A cursor at the start of a section.
    pub(super) fn get(&self, section: Section) -> Option<Cursor<'a>> {
        self.entry(section).map(|(cursor, _)| cursor)
    }

    /// Whether the file has a section.
    pub(super) fn has(&self, section: Section) -> bool {
        self.entry(section).is_some()
    }

    /// The alignment that a section's header states, 1 if it states none.
    pub(super) fn alignment(&self, section: Section) -> u8 {
        self.entry(section).map_or(1, |(_, alignment)| alignment)
    }

    /// A cursor at the start of a section that every file has.
    pub(super) fn required(&self, section: Section) -> Result<Cursor<'a>, ReadError> {
        self.get(section).ok_or(ReadError {
            section: Some(section),
            offset: self.end,
            kind: ErrorKind::MissingSection(section),
        })
    }
}

/// What is wrong with a file that does not start as BEF does.
fn instead(bytes: &[u8]) -> ErrorKind {
    if bytes.starts_with(&MLIR_BYTECODE) {
        return ErrorKind::Bytecode;
    }
    let start = bytes.get(..TEXT).unwrap_or(bytes);
    let valid = match std::str::from_utf8(start) {
        Ok(text) => text,
        // The last character may be cut.
        Err(error) if error.error_len().is_none() => {
            let valid = start.get(..error.valid_up_to()).unwrap_or_default();
            std::str::from_utf8(valid).unwrap_or_default()
        }
        Err(_) => return ErrorKind::Magic,
    };
    let control = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r');
    if valid.is_empty() || valid.contains(control) { ErrorKind::Magic } else { ErrorKind::Text }
}
