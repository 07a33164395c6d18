//! Reads the tables that functions refer to: strings, attributes, locations.

use super::sections::Sections;
use crate::attribute::decode as attribute;
use crate::bitmap::Bitmap;
use crate::cursor::{Cursor, widen};
use crate::error::{AttributeError, ErrorKind, ReadError};
use crate::file::ExtraStrings;
use crate::layout::{MAX_NESTING, PADDING, Section};
use crate::location::decode as location;
use crate::strings::{is_start, string_at};
use crate::{
    AttributeEntry, AttributeType, Attributes, Blob, Body, DType, File, Kernel, Limits, Locations,
    Outside,
};

/// The string section, and the set of referenced strings.
#[derive(Debug)]
pub(super) struct Strings<'a> {
    text: &'a str,
    referenced: Bitmap,
    /// The strings that name attributes.
    attribute_names: Bitmap,
}

impl<'a> Strings<'a> {
    pub(super) fn new(cursor: Cursor<'a>, limits: &Limits) -> Result<Strings<'a>, ReadError> {
        let text = text(cursor, limits)?;
        check_distinct(text, cursor)?;
        Ok(Strings {
            text,
            referenced: Bitmap::new(text.len()),
            attribute_names: Bitmap::new(text.len()),
        })
    }

    /// Reads the offset of a string and returns the string with its offset.
    fn name(&mut self, cursor: &mut Cursor<'_>) -> Result<(u32, &'a str), ReadError> {
        let offset = self.offset(cursor)?;
        Ok((offset, string_at(self.text, offset).unwrap_or_default()))
    }

    /// Reads the offset of a function's name; only the empty name may be read twice.
    pub(super) fn function_name(
        &mut self,
        cursor: &mut Cursor<'_>,
        seen: &mut Bitmap,
    ) -> Result<Option<&'a str>, ReadError> {
        let (offset, name) = self.name(cursor)?;
        Ok(Some(name).filter(|name| name.is_empty() || !seen.insert(widen(offset))))
    }

    /// Whether the empty string is at an offset.
    pub(super) fn is_empty_at(&self, offset: u32) -> bool {
        self.text.as_bytes().get(widen(offset)) == Some(&0)
    }

    /// An empty set for offsets of strings.
    pub(super) fn bitmap(&self) -> Bitmap {
        Bitmap::new(self.text.len())
    }

    /// Reads the offset of the name of an attribute.
    pub(super) fn attribute_name(&mut self, cursor: &mut Cursor<'_>) -> Result<u32, ReadError> {
        let offset = self.offset(cursor)?;
        self.attribute_names.insert(widen(offset));
        Ok(offset)
    }

    /// Reads an offset without searching for the end of the string, which may be far.
    fn offset(&mut self, cursor: &mut Cursor<'_>) -> Result<u32, ReadError> {
        let at = *cursor;
        let offset = cursor.index(self.text.len(), ErrorKind::StringOffset)?;
        if !is_start(self.text, offset) {
            return Err(at.error(ErrorKind::StringOffset(offset)));
        }
        self.referenced.insert(widen(offset));
        Ok(offset)
    }

    /// Reads a counted table of distinct strings. The offsets are checked before anything is
    /// copied: a table that repeats a long string many times would take much memory.
    pub(super) fn table(&mut self, mut cursor: Cursor<'_>) -> Result<Vec<Box<str>>, ReadError> {
        let count = cursor.count(1)?;
        let mut seen = self.bitmap();
        let mut offsets = cursor;
        for _ in 0..count {
            let at = cursor;
            let offset = self.offset(&mut cursor)?;
            if seen.insert(widen(offset)) {
                return Err(at.error(ErrorKind::RepeatedName));
            }
        }
        cursor.finish(ErrorKind::TrailingBytes)?;
        let mut table = Vec::with_capacity(count);
        for _ in 0..count {
            table.push(self.name(&mut offsets)?.1.into());
        }
        Ok(table)
    }

    /// The unreferenced strings, sorted.
    pub(super) fn unreferenced(&self) -> ExtraStrings {
        let mut extra: Vec<u32> =
            starts(self.text).filter(|start| !self.referenced.contains(widen(*start))).collect();
        let at = |start: &u32| string_at(self.text, *start).unwrap_or_default();
        extra.sort_by(|a, b| at(a).cmp(at(b)));
        let mut strings = ExtraStrings::new();
        extra.iter().for_each(|start| strings.push(at(start)));
        strings
    }
}

/// A section of NUL-terminated strings.
fn text<'a>(cursor: Cursor<'a>, limits: &Limits) -> Result<&'a str, ReadError> {
    let text = std::str::from_utf8(cursor.bytes())
        .map_err(|error| cursor.error_at(error.valid_up_to(), ErrorKind::Utf8))?;
    if !text.is_empty() && !text.ends_with('\0') {
        return Err(cursor.error_at(text.len(), ErrorKind::UnterminatedString));
    }
    match text.split_terminator('\0').any(|string| string.len() > limits.string) {
        true => Err(cursor.error(ErrorKind::Limit("string"))),
        false => Ok(text),
    }
}

/// The offsets of the strings of a section.
fn starts(text: &str) -> impl Iterator<Item = u32> {
    let mut next = 0_usize;
    text.split_terminator('\0').filter_map(move |string| {
        let start = next;
        next = next.saturating_add(string.len()).saturating_add(1);
        u32::try_from(start).ok()
    })
}

/// Checks that no string occurs twice in a section. Their order is not checked.
fn check_distinct(text: &str, cursor: Cursor<'_>) -> Result<(), ReadError> {
    if text.split_terminator('\0').is_sorted_by(|a, b| a < b) {
        return Ok(());
    }
    let mut sorted: Vec<u32> = Vec::with_capacity(text.split_terminator('\0').count());
    sorted.extend(starts(text));
    let at = |start: u32| string_at(text, start).unwrap_or_default();
    sorted.sort_unstable_by(|a, b| at(*a).cmp(at(*b)));
    match sorted.array_windows().find(|[a, b]| at(*a) == at(*b)) {
        Some([a, b]) => Err(cursor.error_at(widen(*a.max(b)), ErrorKind::RepeatedName)),
        None => Ok(()),
    }
}

/// Reads the attributes, and checks each of them if the file has their types.
pub(super) fn attributes(
    sections: &Sections<'_>,
    shared: Option<&Blob>,
    limits: &Limits,
) -> Result<Attributes, ReadError> {
    let section = sections.required(Section::Attributes)?;
    let bytes = section.bytes();
    let kept = || {
        let range = section.base()..section.base().saturating_add(bytes.len());
        let part = shared.and_then(|file| file.part(range));
        part.unwrap_or_else(|| Blob::from(bytes.to_vec()))
    };
    let Some(mut types) = sections.get(Section::AttributeTypes) else {
        let alignment = sections.alignment(Section::Attributes);
        return Ok(Attributes { bytes: kept(), alignment, ..Attributes::default() });
    };
    let count = types.count(2)?;
    let mut entries = Vec::with_capacity(count);
    let mut position = 0_usize;
    let mut alignment = 1;
    for _ in 0..count {
        let at = types;
        let offset = types.vbr32()?;
        let at_type = types;
        let number = types.vbr()?;
        let attribute_type = u8::try_from(number).ok().and_then(AttributeType::from_number);
        let attribute_type =
            attribute_type.ok_or_else(|| at_type.error(ErrorKind::AttributeType(number)))?;
        let start = widen(offset);
        let gap = bytes.get(position..start);
        let gap = gap.ok_or_else(|| at.error(ErrorKind::AttributeOffset(offset)))?;
        if gap.len() >= 8 {
            return Err(at.error(ErrorKind::TableLength));
        }
        if gap.iter().any(|byte| *byte != PADDING) {
            return Err(section.error_at(position, ErrorKind::Padding));
        }
        let in_section = |error: AttributeError| section.error_at(error.offset, error.kind);
        let nesting = limits.nesting.min(MAX_NESTING);
        position = attribute::check(bytes, start, attribute_type, nesting).map_err(in_section)?;
        if position.saturating_sub(start) > limits.attribute {
            return Err(section.error_at(start, ErrorKind::Limit("attribute")));
        }
        alignment = alignment.max(alignment_of(attribute_type, bytes.get(start).copied()));
        entries.push(AttributeEntry { offset, attribute_type: Some(attribute_type) });
    }
    types.finish(ErrorKind::TableLength)?;
    if position != bytes.len() {
        return Err(types.error(ErrorKind::TableLength));
    }
    if !section.base().is_multiple_of(usize::from(alignment)) {
        return Err(section.error(ErrorKind::Alignment));
    }
    Ok(Attributes { bytes: kept(), entries, outside: Vec::new(), alignment })
}

/// Reads which attributes have their elements outside the file.
pub(super) fn resources(
    sections: &Sections<'_>,
    attributes: &mut Attributes,
    limits: &Limits,
) -> Result<(), ReadError> {
    /// The smallest record: names of one character, and no dimensions.
    const RECORD: usize = 41;
    let Some(mut cursor) = sections.get(Section::Resources) else { return Ok(()) };
    let count = cursor.count(RECORD)?;
    let mut outside: Vec<Outside> = Vec::with_capacity(count);
    for _ in 0..count {
        let at = cursor;
        let wrong = || at.error(ErrorKind::Resource);
        let offset = cursor.vbr32()?;
        let named = name(&mut cursor, limits)?;
        let file = name(&mut cursor, limits)?;
        let (start, length) = (cursor.vbr()?, cursor.vbr()?);
        let hash = *cursor.take(32)?.first_chunk().ok_or_else(wrong)?;
        let at_type = cursor;
        let number = cursor.byte()?;
        let dtype = DType::from_number(number).filter(|it| it.dense_size().is_some());
        let dtype = dtype.ok_or_else(|| at_type.error(ErrorKind::ElementType(number)))?;
        let rank = cursor.count(8)?;
        let shape = cursor.take(rank.saturating_mul(8))?.chunks_exact(8);
        let shape: Vec<i64> = shape.map(|it| attribute::number(it).cast_signed()).collect();
        let resource = Outside { offset, ..Outside::new(named, file, start, hash, dtype, &shape) };
        // The attribute itself is a string, for readers that do not know this section.
        let stands = attribute::string(&attributes.bytes, offset);
        let ascends = outside.last().is_none_or(|last| last.offset < offset);
        let fits = resource.length() == Some(length);
        if !ascends || !fits || stands.ok() != Some(named.as_bytes()) {
            return Err(wrong());
        }
        if sections.has(Section::AttributeTypes) {
            let entries = &mut attributes.entries;
            let found = entries.binary_search_by_key(&offset, |entry| entry.offset);
            let entry = found.ok().and_then(|index| entries.get_mut(index)).ok_or_else(wrong)?;
            if entry.attribute_type != Some(AttributeType::String) {
                return Err(wrong());
            }
            entry.attribute_type = Some(AttributeType::Dense);
        }
        outside.push(resource);
    }
    cursor.finish(ErrorKind::TrailingBytes)?;
    attributes.outside = outside;
    Ok(())
}

/// Reads a name that ends with a NUL and is not empty.
fn name<'a>(cursor: &mut Cursor<'a>, limits: &Limits) -> Result<&'a str, ReadError> {
    let at = *cursor;
    let length = cursor.rest().iter().position(|byte| *byte == 0);
    let length = length.ok_or_else(|| at.error(ErrorKind::UnterminatedString))?;
    if length > limits.string {
        return Err(at.error(ErrorKind::Limit("string")));
    }
    let text = cursor.take(length)?;
    cursor.byte()?;
    let text = std::str::from_utf8(text).map_err(|_| at.error(ErrorKind::Utf8))?;
    if text.is_empty() { Err(at.error(ErrorKind::Resource)) } else { Ok(text) }
}

/// The alignment that a value requires of its section. Shapes and aggregates start with theirs.
fn alignment_of(attribute_type: AttributeType, first: Option<u8>) -> u8 {
    match attribute_type {
        AttributeType::Scalar(dtype) => {
            dtype.scalar_size().and_then(|size| u8::try_from(size).ok()).unwrap_or(1)
        }
        AttributeType::Type | AttributeType::SymbolRef => 1,
        AttributeType::String | AttributeType::Function | AttributeType::TypeArray => 4,
        AttributeType::Array(element) => match element.scalar_size() {
            Some(8) => 8,
            _ => 4,
        },
        AttributeType::Dense => 8,
        AttributeType::Shape | AttributeType::Aggregate => first.unwrap_or_default().max(4),
    }
}

/// Reads the locations and their start offsets.
pub(super) fn locations(
    sections: &Sections<'_>,
    limits: &Limits,
) -> Result<(Locations, Bitmap), ReadError> {
    if !sections.has(Section::LocationStrings) && !sections.has(Section::Locations) {
        return Ok((Locations::default(), Bitmap::default()));
    }
    let strings = text(sections.required(Section::LocationStrings)?, limits)?;
    let mut cursor = sections.required(Section::Locations)?;
    let bytes = cursor.bytes();
    let mut starts = Bitmap::new(bytes.len());
    while cursor.remaining() > 0 {
        starts.insert(cursor.position());
        location::check(strings, &mut cursor, limits.nesting.min(MAX_NESTING))?;
    }
    Ok((Locations { strings: strings.to_owned(), bytes: bytes.to_vec() }, starts))
}

/// Reads the pairs of function and kernel in the non-strict section.
pub(super) fn nonstrict(sections: &Sections<'_>) -> Result<Vec<(u32, u32)>, ReadError> {
    let Some(mut cursor) = sections.get(Section::Nonstrict) else { return Ok(Vec::new()) };
    let count = cursor.count(2)?;
    let mut pairs = Vec::with_capacity(count);
    for _ in 0..count {
        let at = cursor;
        let pair = (cursor.vbr32()?, cursor.vbr32()?);
        if pairs.last().is_some_and(|last| *last >= pair) {
            return Err(at.error(ErrorKind::Nonstrict));
        }
        pairs.push(pair);
    }
    cursor.finish(ErrorKind::TrailingBytes)?;
    Ok(pairs)
}

/// In a file without types, makes the offsets that kernels use the entries of the attribute table.
pub(super) fn index_attributes(file: &mut File) {
    if file.optional_sections.attribute_types {
        return;
    }
    let mut used = Bitmap::new(file.attributes.bytes.len());
    let bodies = file.functions.iter().filter_map(|function| function.body.as_deref());
    for offset in bodies.flat_map(|body| &body.kernels).flat_map(Kernel::attributes).copied() {
        used.insert(widen(offset));
    }
    let mut entries = Vec::with_capacity(used.len());
    entries.extend(used.iter().map(|offset| {
        let outside = file.attributes.find_outside(offset);
        AttributeEntry { offset, attribute_type: outside.map(|_| AttributeType::Dense) }
    }));
    for body in bodies_mut(file) {
        body.kernels.map_attributes(|offset| {
            entries.binary_search_by_key(&offset, |entry| entry.offset).unwrap_or_default()
        });
    }
    file.attributes.entries = entries;
}

/// Builds the sorted table of attribute names.
pub(super) fn index_attribute_names(file: &mut File, strings: &mut Strings<'_>) {
    let count = strings.attribute_names.len();
    let mut offsets: Vec<u32> = Vec::with_capacity(count);
    offsets.extend(strings.attribute_names.iter());
    let at = |offset: u32| string_at(strings.text, offset).unwrap_or_default();
    offsets.sort_by(|a, b| at(*a).cmp(at(*b)));
    file.attribute_names = offsets.iter().map(|offset| at(*offset).into()).collect();
    let mut indices: Vec<(u32, u32)> = offsets.into_iter().zip(0..).collect();
    indices.sort_unstable();
    for name in bodies_mut(file).flat_map(|body| body.kernels.attribute_names_mut()) {
        let found = indices.binary_search_by_key(name, |(offset, _)| *offset);
        *name = found.ok().and_then(|at| indices.get(at)).map_or(0, |(_, index)| *index);
    }
}

fn bodies_mut(file: &mut File) -> impl Iterator<Item = &mut Body> {
    file.functions.iter_mut().filter_map(|function| function.body.as_deref_mut())
}
