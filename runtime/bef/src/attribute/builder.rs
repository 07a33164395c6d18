//! Encodes attributes as they are added.

use super::decode::alignment_in_aggregate;
use crate::cursor::{push_vbr, push_word};
use crate::layout::{MAX_NESTING, PADDING};
use crate::{Attribute, AttributeEntry, AttributeType, Attributes, DType, Outside, WriteError};
use std::collections::BTreeMap;

/// Builds an [`Attributes`] table, in the order of the pushes. Attributes are not deduplicated: the
/// producer decides which attributes are the same.
#[derive(Clone, Debug, Default)]
pub struct AttributesBuilder {
    bytes: Vec<u8>,
    entries: Vec<AttributeEntry>,
    outside: Vec<Outside>,
    alignment: u8,
    /// The ordinals of the symbols so far, by their path.
    symbols: BTreeMap<Vec<String>, u64>,
}

impl AttributesBuilder {
    /// A builder without attributes.
    #[must_use]
    pub fn new() -> AttributesBuilder {
        AttributesBuilder::default()
    }

    /// Adds an attribute and returns its index. Bits of a number beyond its width are ignored.
    ///
    /// # Errors
    /// The attribute cannot be encoded: a size exceeds the format's fields, an element type is not allowed
    /// there, a shape and its data disagree, or it is nested too deeply.
    pub fn push(&mut self, attribute: &Attribute) -> Result<u32, WriteError> {
        let index = fit(self.entries.len(), "attribute table")?;
        let length = self.bytes.len();
        let offset = self.encode(attribute, MAX_NESTING).inspect_err(|_| {
            self.bytes.truncate(length);
        })?;
        self.entries.push(AttributeEntry {
            offset: fit(offset, "attribute table")?,
            attribute_type: Some(attribute.attribute_type()),
        });
        Ok(index)
    }

    /// Adds a dense attribute whose elements are outside the file, and returns its index.
    ///
    /// # Errors
    /// A name is empty or has a NUL, or there is no dense attribute of that type and shape.
    pub fn push_outside(&mut self, outside: Outside) -> Result<u32, WriteError> {
        for text in [&outside.name, &outside.file] {
            if text.is_empty() {
                return Err(WriteError::OutOfRange("name of a resource"));
            }
            if text.contains('\0') {
                return Err(WriteError::Nul);
            }
        }
        outside.length().ok_or(WriteError::DenseShape)?;
        let index = fit(self.entries.len(), "attribute table")?;
        let name = Attribute::String(outside.name.as_bytes().to_vec());
        let offset = fit(self.encode(&name, 0)?, "attribute table")?;
        self.entries.push(AttributeEntry { offset, attribute_type: Some(AttributeType::Dense) });
        self.outside.push(Outside { offset, ..outside });
        Ok(index)
    }

    /// The finished table.
    #[must_use]
    pub fn finish(self) -> Attributes {
        let Self { bytes, entries, outside, alignment, .. } = self;
        Attributes { bytes: bytes.into(), entries, outside, alignment: alignment.max(1) }
    }

    /// Pads so that the offset after `prefix` more bytes is a multiple of `alignment`; returns the
    /// offset.
    fn align(&mut self, prefix: usize, alignment: u8) -> usize {
        self.alignment = self.alignment.max(alignment);
        let bytes = &mut self.bytes;
        while !bytes.len().saturating_add(prefix).is_multiple_of(usize::from(alignment.max(1))) {
            bytes.push(PADDING);
        }
        bytes.len()
    }

    fn word(&mut self, value: u32) {
        push_word(&mut self.bytes, value);
    }

    /// Appends a value and returns the offset of its first byte.
    fn encode(&mut self, attribute: &Attribute, nesting: usize) -> Result<usize, WriteError> {
        match attribute {
            Attribute::Scalar { dtype, bits } => {
                let size = dtype.scalar_size().ok_or(WriteError::ElementType(*dtype))?;
                let start = self.align(0, narrow(size));
                self.number(*dtype, size, *bits);
                Ok(start)
            }
            Attribute::Type(dtype) => {
                let start = self.align(0, 1);
                self.bytes.push(dtype.number());
                Ok(start)
            }
            Attribute::String(data) | Attribute::Function(data) => {
                let start = self.align(0, 4);
                self.word(fit(data.len(), "string attribute")?);
                self.bytes.extend_from_slice(data);
                Ok(start)
            }
            Attribute::Array(numbers) if !numbers.is_empty() => {
                let element = numbers.dtype();
                let size = element.scalar_size().ok_or(WriteError::ElementType(element))?;
                // The count directly precedes the first element.
                let start = if size > 4 { self.align(4, narrow(size)) } else { self.align(0, 4) };
                self.word(fit(numbers.len(), "array attribute")?);
                for bits in numbers.iter() {
                    self.number(element, size, bits);
                }
                Ok(start)
            }
            Attribute::TypeArray(types) if !types.is_empty() => {
                let start = self.align(0, 4);
                self.word(fit(types.len(), "array attribute")?);
                self.bytes.extend(types.iter().map(|dtype| dtype.number()));
                Ok(start)
            }
            Attribute::Array(_)
            | Attribute::TypeArray(_)
            | Attribute::EmptyArray
            | Attribute::Shape(None) => {
                let start = self.align(0, 4);
                self.word(0);
                Ok(start)
            }
            Attribute::Shape(Some(shape)) => {
                let size = shape.len().saturating_mul(8).saturating_add(12);
                let start = self.align(12, 8);
                self.base(8, 0, 12, size)?;
                self.word(fit(shape.len(), "rank")?);
                self.dimensions(shape);
                Ok(start)
            }
            Attribute::Dense(dense) => self.dense(dense.dtype, &dense.shape, &dense.data),
            Attribute::Aggregate(elements) if elements.is_empty() => {
                let start = self.align(0, 4);
                self.word(0);
                Ok(start)
            }
            Attribute::Aggregate(elements) => self.aggregate(elements, nesting),
            Attribute::SymbolRef(symbol) => {
                let start = self.align(0, 1);
                self.symbol(&symbol.root, &symbol.nested, &symbol.module);
                Ok(start)
            }
        }
    }

    fn number(&mut self, dtype: DType, size: usize, bits: u64) {
        let bits = if dtype == DType::I1 { bits & 1 } else { bits };
        self.bytes.extend(bits.to_le_bytes().iter().take(size));
    }

    fn dimensions(&mut self, shape: &[i64]) {
        for dimension in shape {
            self.bytes.extend_from_slice(&dimension.to_le_bytes());
        }
    }

    /// The header that shapes, dense tensors and aggregates share.
    fn base(
        &mut self,
        alignment: u8,
        dtype: u8,
        prefix: usize,
        size: usize,
    ) -> Result<(), WriteError> {
        let prefix = u16::try_from(prefix).map_err(|_| WriteError::TooLarge("attribute header"))?;
        self.bytes.extend([alignment, dtype]);
        self.bytes.extend(prefix.to_le_bytes());
        self.word(fit(size, "attribute")?);
        Ok(())
    }

    fn dense(&mut self, dtype: DType, shape: &[i64], data: &[u8]) -> Result<usize, WriteError> {
        let size = dtype.dense_size().ok_or(WriteError::ElementType(dtype))?;
        let count = shape.iter().try_fold(1_usize, |product, dimension| {
            product.checked_mul(usize::try_from(*dimension).ok()?)
        });
        let count = count.filter(|count| count.checked_mul(size) == Some(data.len()));
        let count = count.ok_or(WriteError::DenseShape)?;
        if dtype == DType::I1 && data.iter().any(|byte| *byte > 1) {
            return Err(WriteError::DenseShape);
        }
        let prefix = shape.len().saturating_mul(8).saturating_add(20);
        let start = self.align(prefix, 8);
        self.base(8, dtype.number(), prefix, prefix.saturating_add(data.len()))?;
        self.word(fit(prefix, "rank")?);
        self.word(fit(count, "dense attribute")?);
        self.word(fit(shape.len(), "rank")?);
        self.dimensions(shape);
        self.bytes.extend_from_slice(data);
        Ok(start)
    }

    fn aggregate(&mut self, elements: &[Attribute], nesting: usize) -> Result<usize, WriteError> {
        let nesting = nesting.checked_sub(1).ok_or(WriteError::Nesting)?;
        let alignments = elements.iter().map(|element| {
            let ranked = !matches!(element, Attribute::Shape(None));
            alignment_in_aggregate(element.attribute_type(), ranked)
        });
        let alignment = alignments.fold(4, u8::max);
        let prefix = elements.len().saturating_mul(4).saturating_add(12);
        let start = self.align(prefix, alignment);
        // Patched when the total is known.
        self.base(alignment, 0, prefix, 0)?;
        self.word(fit(elements.len(), "aggregate")?);
        let offsets = self.bytes.len();
        self.bytes.resize(start.saturating_add(prefix), 0);
        for (index, element) in elements.iter().enumerate() {
            // Reserves the byte of the type, which directly precedes the value: if padding follows,
            // the type overwrites the last byte of the padding.
            self.bytes.push(PADDING);
            let value = self.encode(element, nesting)?;
            let type_number = element.attribute_type().number();
            self.patch(value.saturating_sub(1), &[type_number]);
            let offset = fit(value.saturating_sub(start), "aggregate")?;
            let entry = index.saturating_mul(4).saturating_add(offsets);
            self.patch(entry, &offset.to_le_bytes());
        }
        let size = fit(self.bytes.len().saturating_sub(start), "aggregate")?;
        self.patch(start.saturating_add(4), &size.to_le_bytes());
        Ok(start)
    }

    /// Overwrites bytes written earlier.
    fn patch(&mut self, offset: usize, data: &[u8]) {
        let place = self.bytes.iter_mut().skip(offset);
        for (byte, value) in place.zip(data) {
            *byte = *value;
        }
    }

    fn symbol(&mut self, root: &str, nested: &[String], module: &str) {
        let mut path = vec![root.to_owned()];
        path.extend_from_slice(nested);
        let next = wide(self.symbols.len());
        let ordinal = *self.symbols.entry(path).or_insert(next);
        let bytes = &mut self.bytes;
        push_vbr(bytes, ordinal);
        push_vbr(bytes, wide(root.len()));
        push_vbr(bytes, wide(nested.len()));
        for name in nested {
            push_vbr(bytes, wide(name.len()));
        }
        push_vbr(bytes, wide(module.len()));
        bytes.extend_from_slice(root.as_bytes());
        for name in nested {
            bytes.extend_from_slice(name.as_bytes());
        }
        bytes.extend_from_slice(module.as_bytes());
        bytes.push(0);
    }
}

/// A size of a number (1, 2, 4 or 8) as an alignment.
fn narrow(size: usize) -> u8 {
    u8::try_from(size).unwrap_or(8)
}

fn wide(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

fn fit(value: usize, what: &'static str) -> Result<u32, WriteError> {
    u32::try_from(value).map_err(|_| WriteError::TooLarge(what))
}
