//! Reads a file and checks every claim in its bytes.
//!
//! Offsets are relative to the file, never addresses. No memory is reserved for a count before the
//! count has been compared with the remaining bytes, and the result is packed: a load takes at most
//! four times the file plus a mebibyte.

mod functions;
mod sections;
mod tables;
mod users;

use crate::blob::Blob;
use crate::error::{ErrorKind, ReadError};
use crate::{File, Limits, OptionalSections};
use functions::Context;
use sections::Sections;
use tables::Strings;

use crate::layout::Section;

/// Reads a file, copying everything that the result keeps.
///
/// The bytes may be at any address. The result is consistent: every index is in range, and use
/// counts, ready counts and user lists agree with the argument lists.
///
/// # Errors
/// The bytes are not a valid file, or exceed the limits.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<File, ReadError> {
    read_sections(&Sections::scan(bytes, limits)?, None, limits)
}

/// Reads a shared file: large data, the bytes of attributes, is not copied.
///
/// # Errors
/// As [`read`].
pub fn read_shared(file: &Blob, limits: &Limits) -> Result<File, ReadError> {
    read_sections(&Sections::scan(file, limits)?, Some(file), limits)
}

fn read_sections(
    sections: &Sections<'_>,
    shared: Option<&Blob>,
    limits: &Limits,
) -> Result<File, ReadError> {
    let mut strings = Strings::new(sections.required(Section::Strings)?, limits)?;
    let kernels = strings.table(sections.required(Section::Kernels)?)?;
    let types = strings.table(sections.required(Section::Types)?)?;
    let mut attributes = tables::attributes(sections, shared, limits)?;
    tables::resources(sections, &mut attributes, limits)?;
    let (locations, location_starts) = tables::locations(sections, limits)?;
    let mut file = File {
        attributes,
        kernels,
        types,
        locations,
        optional_sections: OptionalSections {
            attribute_types: sections.has(Section::AttributeTypes),
            attribute_names: sections.has(Section::AttributeNames),
            register_types: sections.has(Section::RegisterTypes),
        },
        nonstrict: tables::nonstrict(sections)?,
        ..File::default()
    };
    let context = Context::new(sections, &file, &location_starts, *limits)?;
    file.functions = context.read(&mut strings)?;
    if let Some(cursor) = sections.get(Section::Nonstrict) {
        let known = |pair: &(u32, u32)| file.kernel(pair.0, pair.1).is_some();
        if !file.nonstrict.iter().all(known) {
            return Err(cursor.error(ErrorKind::Nonstrict));
        }
    }
    tables::index_attributes(&mut file);
    tables::index_attribute_names(&mut file, &mut strings);
    file.extra_strings = strings.unreferenced();
    Ok(file)
}
