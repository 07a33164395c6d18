//! A checked cursor over the bytes of one section, and the integers of the format.

use crate::error::{ErrorKind, ReadError};
use crate::layout::{PADDING, Section};

/// Widens an index of the format, which is 32 bits; address spaces are at least as wide.
pub(crate) fn widen(index: u32) -> usize {
    usize::try_from(index).unwrap_or(usize::MAX)
}

/// Appends a variable-length integer: groups of seven bits, the most significant first, every byte
/// but the last with its top bit set.
pub(crate) fn push_vbr(out: &mut Vec<u8>, value: u64) {
    let bits = 64_u32.saturating_sub(value.leading_zeros());
    for group in (1..bits.div_ceil(7)).rev() {
        out.push(0x80 | low_group(value.wrapping_shr(group.saturating_mul(7))));
    }
    out.push(low_group(value));
}

fn low_group(value: u64) -> u8 {
    let [low, ..] = value.to_le_bytes();
    low & 0x7F
}

/// Appends a little-endian word.
pub(crate) fn push_word(out: &mut Vec<u8>, value: u32) {
    out.extend_from_slice(&value.to_le_bytes());
}

/// Reads forward through some bytes and never past their end. Offsets in errors are relative to the
/// file: the offset of the bytes in it is added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    position: usize,
    base: usize,
    section: Option<Section>,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8], base: usize, section: Option<Section>) -> Cursor<'a> {
        Cursor { bytes, position: 0, base, section }
    }

    pub(crate) fn position(&self) -> usize {
        self.position
    }

    pub(crate) fn base(&self) -> usize {
        self.base
    }

    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The bytes from the position on.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.position)
    }

    /// An error at the current position.
    pub(crate) fn error(&self, kind: ErrorKind) -> ReadError {
        self.error_at(self.position, kind)
    }

    /// An error at a position of these bytes.
    pub(crate) fn error_at(&self, position: usize, kind: ErrorKind) -> ReadError {
        ReadError { section: self.section, offset: self.base.saturating_add(position), kind }
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], ReadError> {
        let end = self.position.checked_add(count);
        let taken = end.and_then(|end| self.bytes.get(self.position..end));
        let taken = taken.ok_or_else(|| self.error(ErrorKind::UnexpectedEnd))?;
        self.position = self.position.saturating_add(count);
        Ok(taken)
    }

    #[inline]
    pub(crate) fn byte(&mut self) -> Result<u8, ReadError> {
        let taken = self.take(1)?;
        Ok(taken.first().copied().unwrap_or_default())
    }

    #[inline]
    pub(crate) fn word(&mut self) -> Result<u32, ReadError> {
        let taken = self.take(4)?;
        Ok(taken.first_chunk().map(|bytes| u32::from_le_bytes(*bytes)).unwrap_or_default())
    }

    /// A variable-length integer. Its encoding is unique: no leading zero groups.
    pub(crate) fn vbr(&mut self) -> Result<u64, ReadError> {
        // Fast path for small numbers.
        if let Some(&byte @ 0..0x80) = self.bytes.get(self.position) {
            self.position = self.position.saturating_add(1);
            return Ok(u64::from(byte));
        }
        let start = self.position;
        let mut value = 0_u64;
        loop {
            let byte = self.byte()?;
            if byte == 0x80 && value == 0 {
                return Err(self.error_at(start, ErrorKind::OverlongInteger));
            }
            if value.leading_zeros() < 7 {
                return Err(self.error_at(start, ErrorKind::IntegerOverflow));
            }
            value = value.wrapping_shl(7) | u64::from(byte & 0x7F);
            if byte < 0x80 {
                return Ok(value);
            }
        }
    }

    /// A variable-length integer that must fit 32 bits, as all indices and offsets do.
    pub(crate) fn vbr32(&mut self) -> Result<u32, ReadError> {
        let start = self.position;
        let value = self.vbr()?;
        u32::try_from(value).map_err(|_| self.error_at(start, ErrorKind::IntegerOverflow))
    }

    /// A count of items that take at least `size` of the remaining bytes each.
    pub(crate) fn count(&mut self, size: usize) -> Result<usize, ReadError> {
        let start = self.position;
        let count = self.vbr()?;
        let fits = usize::try_from(count)
            .ok()
            .filter(|count| count.checked_mul(size).is_some_and(|bytes| bytes <= self.remaining()));
        fits.ok_or_else(|| self.error_at(start, ErrorKind::Count))
    }

    /// An index below `count`.
    pub(crate) fn index(
        &mut self,
        count: usize,
        kind: fn(u32) -> ErrorKind,
    ) -> Result<u32, ReadError> {
        let start = self.position;
        let index = self.vbr()?;
        let shown = u32::try_from(index).unwrap_or(u32::MAX);
        let valid = usize::try_from(index).is_ok_and(|index| index < count);
        if !valid || u64::from(shown) != index {
            return Err(self.error_at(start, kind(shown)));
        }
        Ok(shown)
    }

    /// Skips padding up to a multiple of `alignment`, counted from the start of the file when
    /// `from_file`, else from the start of these bytes.
    pub(crate) fn pad(&mut self, alignment: usize, from_file: bool) -> Result<(), ReadError> {
        let offset = if from_file { self.base } else { 0 };
        while !self.position.saturating_add(offset).is_multiple_of(alignment) {
            let at = self.position;
            if self.byte()? != PADDING {
                return Err(self.error_at(at, ErrorKind::Padding));
            }
        }
        Ok(())
    }

    /// Checks that no bytes are left.
    pub(crate) fn finish(&self, kind: ErrorKind) -> Result<(), ReadError> {
        if self.remaining() == 0 { Ok(()) } else { Err(self.error(kind)) }
    }
}

/// The allocated bytes of a list.
pub(crate) fn capacity<T>(list: &Vec<T>) -> usize {
    list.capacity().saturating_mul(size_of::<T>())
}
