//! Decodes attributes, checking every byte: [`view`] checks one value without allocating, and both
//! the reader's check and the decoder are built on it.

use crate::blob::Blob;
use crate::cursor::{Cursor, widen};
use crate::error::{AttributeError, ErrorKind, ReadError};
use crate::layout::{MAX_NESTING, PADDING, Section};
use crate::{Attribute, AttributeType, DType, Dense, Numbers, SymbolRef};
use std::ops::Range;

/// A value in its encoded form.
enum View<'a> {
    Scalar { dtype: DType, data: &'a [u8] },
    Type(DType),
    Bytes(&'a [u8]),
    Array { element: DType, data: &'a [u8] },
    TypeArray(&'a [u8]),
    EmptyArray,
    Aggregate(Option<AggregateView>),
    Shape(Option<&'a [u8]>),
    Dense { dtype: DType, shape: &'a [u8], data: Range<usize> },
    SymbolRef { root: &'a str, lengths: Cursor<'a>, nested: usize, names: &'a str, module: &'a str },
}

/// The positions of an aggregate's parts in the section.
#[derive(Clone, Copy)]
struct AggregateView {
    start: usize,
    end: usize,
    elements: usize,
    alignment: u8,
}

impl AggregateView {
    /// The bytes of the header before the offsets of the elements.
    const HEADER: usize = 12;

    fn prefix(self) -> usize {
        self.elements.saturating_mul(4).saturating_add(Self::HEADER)
    }
}

impl From<ReadError> for AttributeError {
    fn from(error: ReadError) -> AttributeError {
        AttributeError { offset: error.offset, kind: error.kind }
    }
}

fn error<T>(offset: usize, kind: ErrorKind) -> Result<T, AttributeError> {
    Err(AttributeError { offset, kind })
}

/// Decodes the value at an offset.
pub(crate) fn decode(
    bytes: &Blob,
    offset: u32,
    attribute_type: AttributeType,
) -> Result<Attribute, AttributeError> {
    check(bytes, widen(offset), attribute_type, MAX_NESTING)?;
    build(bytes, widen(offset), attribute_type, MAX_NESTING)
}

/// The size in memory of the decoded value at an offset.
pub(crate) fn size(
    bytes: &[u8],
    offset: u32,
    attribute_type: AttributeType,
) -> Result<usize, AttributeError> {
    check(bytes, widen(offset), attribute_type, MAX_NESTING)?;
    decoded_size(bytes, widen(offset), attribute_type, MAX_NESTING)
}

/// The bytes of the string at an offset.
pub(crate) fn string(bytes: &[u8], offset: u32) -> Result<&[u8], AttributeError> {
    match view(bytes, widen(offset), AttributeType::String)?.0 {
        View::Bytes(data) => Ok(data),
        _ => error(widen(offset), ErrorKind::Resource),
    }
}

fn decoded_size(
    bytes: &[u8],
    offset: usize,
    attribute_type: AttributeType,
    nesting: usize,
) -> Result<usize, AttributeError> {
    let owned = match view(bytes, offset, attribute_type)?.0 {
        View::Scalar { .. } | View::Type(_) | View::EmptyArray => 0,
        View::Bytes(data) | View::Array { data, .. } | View::TypeArray(data) => data.len(),
        View::Shape(shape) => shape.map_or(0, <[u8]>::len),
        View::Dense { shape, .. } => size_of::<Dense>().saturating_add(shape.len()),
        View::SymbolRef { root, nested, names, module, .. } => [root, names, module]
            .into_iter()
            .map(str::len)
            .fold(size_of::<SymbolRef>(), usize::saturating_add)
            .saturating_add(nested.saturating_mul(size_of::<String>())),
        View::Aggregate(None) => 0,
        View::Aggregate(Some(aggregate)) => {
            let Some(nesting) = nesting.checked_sub(1) else {
                return error(offset, ErrorKind::AggregateNesting);
            };
            let mut size = 0_usize;
            for index in 0..aggregate.elements {
                let (start, element) = element(bytes, aggregate, index)?;
                size = size.saturating_add(decoded_size(bytes, start, element, nesting)?);
            }
            size
        }
    };
    Ok(size_of::<Attribute>().saturating_add(owned))
}

/// Checks the value at an offset and returns the offset of its end.
pub(crate) fn check(
    bytes: &[u8],
    offset: usize,
    attribute_type: AttributeType,
    nesting: usize,
) -> Result<usize, AttributeError> {
    let (value, end) = view(bytes, offset, attribute_type)?;
    let View::Aggregate(Some(aggregate)) = value else { return Ok(end) };
    let Some(nesting) = nesting.checked_sub(1) else {
        return error(offset, ErrorKind::AggregateNesting);
    };
    let mut position = offset.saturating_add(aggregate.prefix());
    let mut alignment = 4;
    for index in 0..aggregate.elements {
        let (start, element) = element(bytes, aggregate, index)?;
        // A gap consists of a placeholder and padding; its last byte also holds the type.
        let gap = start.checked_sub(1).and_then(|last| bytes.get(position..last));
        match gap {
            Some(gap) if gap.len() < 8 && gap.iter().all(|byte| *byte == PADDING) => {}
            Some(_) => return error(position, ErrorKind::Padding),
            None => return error(start, ErrorKind::AggregateElement),
        }
        let inside = bytes.get(..aggregate.end).unwrap_or(bytes);
        position = check(inside, start, element, nesting)?;
        let ranked = position.saturating_sub(start) > 4;
        alignment = alignment.max(alignment_in_aggregate(element, ranked));
    }
    if position != aggregate.end {
        return error(position, ErrorKind::AggregateElement);
    }
    if alignment != aggregate.alignment {
        return error(offset, ErrorKind::Alignment);
    }
    Ok(end)
}

/// The alignment that an element requires of its aggregate.
pub(super) fn alignment_in_aggregate(element: AttributeType, ranked: bool) -> u8 {
    match element {
        AttributeType::Scalar(dtype) => match dtype.size() {
            Some(8) => 8,
            Some(4) => 4,
            Some(2) => 2,
            _ => 1,
        },
        AttributeType::String | AttributeType::Function => 4,
        AttributeType::Type | AttributeType::SymbolRef => 1,
        AttributeType::Shape if !ranked => 1,
        AttributeType::Shape
        | AttributeType::Dense
        | AttributeType::Aggregate
        | AttributeType::Array(_)
        | AttributeType::TypeArray => 8,
    }
}

/// The start and the type of an element of an aggregate.
fn element(
    bytes: &[u8],
    aggregate: AggregateView,
    index: usize,
) -> Result<(usize, AttributeType), AttributeError> {
    let entry = index
        .saturating_mul(4)
        .saturating_add(AggregateView::HEADER)
        .saturating_add(aggregate.start);
    let mut words = Cursor::new(bytes.get(entry..).unwrap_or_default(), entry, None);
    let start = aggregate.start.saturating_add(widen(words.word()?));
    let type_byte = start.checked_sub(1).filter(|_| start < aggregate.end);
    let Some(number) = type_byte.and_then(|at| bytes.get(at)).copied() else {
        return error(entry, ErrorKind::AggregateElement);
    };
    match AttributeType::from_number(number) {
        Some(element) => Ok((start, element)),
        None => error(start, ErrorKind::AttributeType(u64::from(number))),
    }
}

fn build(
    bytes: &Blob,
    offset: usize,
    attribute_type: AttributeType,
    nesting: usize,
) -> Result<Attribute, AttributeError> {
    let (value, _) = view(bytes, offset, attribute_type)?;
    Ok(match value {
        View::Scalar { dtype, data } => Attribute::Scalar { dtype, bits: number(data) },
        View::Type(dtype) => Attribute::Type(dtype),
        View::Bytes(data) if attribute_type == AttributeType::Function => {
            Attribute::Function(data.to_vec())
        }
        View::Bytes(data) => Attribute::String(data.to_vec()),
        View::Array { element, data } => Attribute::Array(Numbers::from_bytes(element, data)),
        View::TypeArray(data) => {
            Attribute::TypeArray(data.iter().filter_map(|byte| DType::from_number(*byte)).collect())
        }
        View::EmptyArray => Attribute::EmptyArray,
        View::Aggregate(None) => Attribute::Aggregate(Vec::new()),
        View::Aggregate(Some(aggregate)) => {
            let Some(nesting) = nesting.checked_sub(1) else {
                return error(offset, ErrorKind::AggregateNesting);
            };
            let mut elements = Vec::with_capacity(aggregate.elements);
            for index in 0..aggregate.elements {
                let (start, element) = element(bytes, aggregate, index)?;
                elements.push(build(bytes, start, element, nesting)?);
            }
            Attribute::Aggregate(elements)
        }
        View::Shape(shape) => Attribute::Shape(shape.map(dimensions)),
        View::Dense { dtype, shape, data } => {
            let data = bytes.part(data).unwrap_or_default();
            Attribute::Dense(Box::new(Dense { dtype, shape: dimensions(shape), data }))
        }
        View::SymbolRef { root, mut lengths, nested, mut names, module } => {
            let mut parts = Vec::with_capacity(nested);
            for _ in 0..nested {
                let length = widen(lengths.vbr32()?);
                let Some((name, rest)) = names.split_at_checked(length) else {
                    return error(offset, ErrorKind::Utf8);
                };
                parts.push(name.to_owned());
                names = rest;
            }
            let (root, module) = (root.to_owned(), module.to_owned());
            Attribute::SymbolRef(Box::new(SymbolRef { root, nested: parts, module }))
        }
    })
}

/// The number in up to eight little-endian bytes.
pub(crate) fn number(data: &[u8]) -> u64 {
    data.iter().rev().fold(0, |bits: u64, byte| bits.wrapping_shl(8) | u64::from(*byte))
}

fn dimensions(data: &[u8]) -> Vec<i64> {
    data.chunks_exact(8).map(|bytes| number(bytes).cast_signed()).collect()
}

/// Checks one value, except elements of an aggregate, and returns it with the offset of its end.
fn view(
    bytes: &[u8],
    offset: usize,
    attribute_type: AttributeType,
) -> Result<(View<'_>, usize), AttributeError> {
    let rest = bytes.get(offset..).unwrap_or_default();
    let mut cursor = Cursor::new(rest, offset, Some(Section::Attributes));
    let aligned = |prefix: usize, alignment: usize| {
        if offset.saturating_add(prefix).is_multiple_of(alignment) {
            Ok(())
        } else {
            error(offset, ErrorKind::Alignment)
        }
    };
    let value = match attribute_type {
        AttributeType::Scalar(dtype) => {
            let size = dtype.scalar_size().unwrap_or(1);
            aligned(0, size)?;
            let data = cursor.take(size)?;
            check_elements(dtype, data, offset)?;
            View::Scalar { dtype, data }
        }
        AttributeType::Type => View::Type(element_type(&mut cursor)?),
        AttributeType::String | AttributeType::Function => {
            aligned(0, 4)?;
            let length = counted(&mut cursor, 1)?;
            View::Bytes(cursor.take(length)?)
        }
        AttributeType::Array(element) => {
            let size = element.scalar_size().unwrap_or(1);
            let count = counted(&mut cursor, size)?;
            if count == 0 {
                aligned(0, 4)?;
                View::EmptyArray
            } else {
                if size > 4 {
                    aligned(4, size)?;
                } else {
                    aligned(0, 4)?;
                }
                let data = cursor.take(count.saturating_mul(size))?;
                check_elements(element, data, offset.saturating_add(4))?;
                View::Array { element, data }
            }
        }
        AttributeType::TypeArray => {
            aligned(0, 4)?;
            let count = counted(&mut cursor, 1)?;
            let mut elements = cursor;
            for _ in 0..count {
                element_type(&mut elements)?;
            }
            View::TypeArray(cursor.take(count)?)
        }
        AttributeType::Shape => view_shape(&mut cursor)?,
        AttributeType::Dense => view_dense(&mut cursor)?,
        AttributeType::Aggregate => {
            let aggregate = view_aggregate(&mut cursor)?;
            if let Some(aggregate) = aggregate {
                aligned(aggregate.prefix(), usize::from(aggregate.alignment.max(1)))?;
            } else {
                aligned(0, 4)?;
            }
            View::Aggregate(aggregate)
        }
        AttributeType::SymbolRef => view_symbol(&mut cursor)?,
    };
    Ok((value, offset.saturating_add(cursor.position())))
}

/// Reads a word that counts items of `size` bytes.
fn counted(cursor: &mut Cursor<'_>, size: usize) -> Result<usize, AttributeError> {
    let at = *cursor;
    let count = widen(cursor.word()?);
    if count.saturating_mul(size) > cursor.remaining() {
        return Err(at.error(ErrorKind::Count).into());
    }
    Ok(count)
}

fn element_type(cursor: &mut Cursor<'_>) -> Result<DType, AttributeError> {
    let at = *cursor;
    let number = cursor.byte()?;
    Ok(DType::from_number(number).ok_or_else(|| at.error(ErrorKind::ElementType(number)))?)
}

/// Booleans are the only numbers with invalid bit patterns.
pub(super) fn check_elements(
    dtype: DType,
    data: &[u8],
    offset: usize,
) -> Result<(), AttributeError> {
    if dtype != DType::I1 {
        return Ok(());
    }
    match data.iter().zip(offset..).find(|(byte, _)| **byte > 1) {
        Some((byte, at)) => error(at, ErrorKind::Boolean(*byte)),
        None => Ok(()),
    }
}

/// The header that shapes, dense tensors and aggregates share.
struct Base {
    alignment: u8,
    dtype: u8,
    prefix: usize,
    size: usize,
}

fn base(cursor: &mut Cursor<'_>) -> Result<Base, AttributeError> {
    let at = *cursor;
    let (alignment, dtype) = (cursor.byte()?, cursor.byte()?);
    let prefix = usize::from(cursor.byte()?) | usize::from(cursor.byte()?).wrapping_shl(8);
    let size = widen(cursor.word()?);
    if size.saturating_sub(8) > cursor.remaining() {
        return Err(at.error(ErrorKind::Count).into());
    }
    Ok(Base { alignment, dtype, prefix, size })
}

fn demand(holds: bool, at: Cursor<'_>, kind: ErrorKind) -> Result<(), AttributeError> {
    if holds { Ok(()) } else { Err(at.error(kind).into()) }
}

fn view_shape<'a>(cursor: &mut Cursor<'a>) -> Result<View<'a>, AttributeError> {
    let at = *cursor;
    // An unranked shape is a zero word; a ranked one starts with its alignment.
    if cursor.bytes().first() == Some(&0) {
        demand(at.base().is_multiple_of(4), at, ErrorKind::Alignment)?;
        demand(cursor.word()? == 0, at, ErrorKind::AttributeHeader)?;
        return Ok(View::Shape(None));
    }
    let base = base(cursor)?;
    demand(base.alignment == 8, at, ErrorKind::Alignment)?;
    demand(at.base().saturating_add(12).is_multiple_of(8), at, ErrorKind::Alignment)?;
    let rank = counted(cursor, 8)?;
    let size = rank.saturating_mul(8);
    demand(
        base.dtype == 0 && base.prefix == 12 && base.size == size.saturating_add(12),
        at,
        ErrorKind::AttributeHeader,
    )?;
    Ok(View::Shape(Some(cursor.take(size)?)))
}

fn view_dense<'a>(cursor: &mut Cursor<'a>) -> Result<View<'a>, AttributeError> {
    let at = *cursor;
    let base = base(cursor)?;
    let dtype = DType::from_number(base.dtype).filter(|dtype| dtype.dense_size().is_some());
    let dtype = dtype.ok_or_else(|| at.error(ErrorKind::ElementType(base.dtype)))?;
    demand(base.alignment == 8, at, ErrorKind::Alignment)?;
    let element_offset = widen(cursor.word()?);
    let count = cursor.word()?;
    let rank = counted(cursor, 8)?;
    let shape = cursor.take(rank.saturating_mul(8))?;
    let prefix = shape.len().saturating_add(20);
    demand(at.base().saturating_add(prefix).is_multiple_of(8), at, ErrorKind::Alignment)?;
    let elements = dimensions_product(shape);
    let data = widen(count).checked_mul(dtype.dense_size().unwrap_or(1));
    let size = data.and_then(|data| data.checked_add(prefix));
    demand(
        base.prefix == prefix
            && element_offset == prefix
            && elements == Some(u64::from(count))
            && size == Some(base.size),
        at,
        ErrorKind::AttributeHeader,
    )?;
    let start = at.base().saturating_add(prefix);
    let data = cursor.take(data.unwrap_or(usize::MAX))?;
    check_elements(dtype, data, start)?;
    Ok(View::Dense { dtype, shape, data: start..start.saturating_add(data.len()) })
}

/// The number of elements of a shape, unless a dimension is unknown or the product overflows.
fn dimensions_product(shape: &[u8]) -> Option<u64> {
    let mut dimensions = shape.chunks_exact(8).map(number);
    dimensions.try_fold(1_u64, |product, dimension| {
        i64::try_from(dimension).ok()?;
        product.checked_mul(dimension)
    })
}

fn view_aggregate(cursor: &mut Cursor<'_>) -> Result<Option<AggregateView>, AttributeError> {
    let at = *cursor;
    if cursor.bytes().first() == Some(&0) {
        demand(cursor.word()? == 0, at, ErrorKind::AttributeHeader)?;
        return Ok(None);
    }
    let base = base(cursor)?;
    demand(base.alignment == 4 || base.alignment == 8, at, ErrorKind::Alignment)?;
    let elements = counted(cursor, 4)?;
    let start = at.base();
    let view = AggregateView {
        start,
        end: start.saturating_add(base.size),
        elements,
        alignment: base.alignment,
    };
    demand(
        elements > 0 && base.dtype == 0 && base.prefix == view.prefix() && base.prefix <= base.size,
        at,
        ErrorKind::AttributeHeader,
    )?;
    cursor.take(base.size.saturating_sub(AggregateView::HEADER))?;
    Ok(Some(view))
}

fn view_symbol<'a>(cursor: &mut Cursor<'a>) -> Result<View<'a>, AttributeError> {
    let at = *cursor;
    // The ordinal distinguishes symbols within a file; its value is not used.
    cursor.vbr32()?;
    let root = cursor.count(1)?;
    let nested = cursor.count(1)?;
    let mut lengths = *cursor;
    let mut total = 0_usize;
    for _ in 0..nested {
        total = total.saturating_add(cursor.count(1)?);
    }
    let module = cursor.count(1)?;
    let length = root.saturating_add(total).saturating_add(module);
    demand(length < cursor.remaining(), at, ErrorKind::Count)?;
    let to_text = |bytes| std::str::from_utf8(bytes).map_err(|_| at.error(ErrorKind::Utf8));
    let root = to_text(cursor.take(root)?)?;
    let names = to_text(cursor.take(total)?)?;
    // Each name must be valid text by itself, or splitting them would cut characters.
    let mut left = names;
    let all = lengths;
    for _ in 0..nested {
        let split = left.split_at_checked(widen(lengths.vbr32()?));
        left = split.ok_or_else(|| at.error(ErrorKind::Utf8))?.1;
    }
    let module = to_text(cursor.take(module)?)?;
    demand(cursor.byte()? == 0, at, ErrorKind::UnterminatedString)?;
    Ok(View::SymbolRef { root, lengths: all, nested, names, module })
}
