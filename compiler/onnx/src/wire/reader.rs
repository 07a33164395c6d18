//! A checked reader of some bytes of a file.

use crate::error::{Fault, fault};
use crate::limits::MAX_NESTING;

/// How a field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wire {
    /// An integer, seven bits a byte.
    Varint,
    /// Eight bytes.
    Fixed64,
    /// A length and so many bytes.
    Delimited,
    /// Fields up to the end of the group. No message of ONNX has one.
    GroupStart,
    GroupEnd,
    /// Four bytes.
    Fixed32,
}

impl Wire {
    pub(crate) fn number(self) -> u32 {
        match self {
            Wire::Varint => 0,
            Wire::Fixed64 => 1,
            Wire::Delimited => 2,
            Wire::GroupStart => 3,
            Wire::GroupEnd => 4,
            Wire::Fixed32 => 5,
        }
    }

    fn from_number(number: u32) -> Option<Wire> {
        let all = [
            Wire::Varint,
            Wire::Fixed64,
            Wire::Delimited,
            Wire::GroupStart,
            Wire::GroupEnd,
            Wire::Fixed32,
        ];
        all.into_iter().find(|wire| wire.number() == number)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Wire::Varint => "a varint",
            Wire::Fixed64 => "eight bytes",
            Wire::Delimited => "bytes with a length",
            Wire::GroupStart | Wire::GroupEnd => "a group",
            Wire::Fixed32 => "four bytes",
        }
    }
}

/// What stands before each field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    pub(crate) number: u32,
    pub(crate) wire: Wire,
    /// Where the tag starts in the file.
    pub(crate) offset: usize,
}

/// Reads forward through some bytes and never past their end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
    /// Of the first byte of the rest, in the file.
    offset: usize,
}

impl<'a> Reader<'a> {
    /// Reads a file.
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes, offset: 0 }
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next bytes, so many.
    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else {
            let left = self.rest.len();
            let what = format!("the data ends: {count} bytes are needed, {left} are left");
            return Err(fault(self.offset, what));
        };
        self.rest = rest;
        self.offset = self.offset.saturating_add(count);
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let taken = self.take(N)?;
        Ok(taken.first_chunk().copied().unwrap_or([0; N]))
    }

    /// An integer of up to 64 bits, seven a byte, the lowest first. It may have zeros at its end.
    #[inline]
    pub(crate) fn varint(&mut self) -> Result<u64, Fault> {
        if let Some((&byte @ ..0x80, rest)) = self.rest.split_first() {
            self.rest = rest;
            self.offset = self.offset.saturating_add(1);
            return Ok(u64::from(byte));
        }
        let mut value = 0_u64;
        for (index, &byte) in self.rest.iter().enumerate() {
            let bits = u64::from(byte & 0x7F);
            if index == 9 && byte > 1 {
                return Err(fault(self.offset, "an integer has more than 64 bits"));
            }
            let shift = u32::try_from(index).unwrap_or(u32::MAX).saturating_mul(7);
            value |= bits.wrapping_shl(shift);
            if byte < 0x80 {
                self.take(index.saturating_add(1))?;
                return Ok(value);
            }
        }
        let end = self.offset.saturating_add(self.rest.len());
        Err(fault(end, "the data ends inside an integer"))
    }

    pub(crate) fn tag(&mut self) -> Result<Tag, Fault> {
        let offset = self.offset;
        let value = self.varint()?;
        let wire = Wire::from_number(u32::try_from(value & 7).unwrap_or_default());
        let number = u32::try_from(value).ok().map(|value| value >> 3).filter(|&it| it != 0);
        match (number, wire) {
            (Some(number), Some(wire)) => Ok(Tag { number, wire, offset }),
            _ => Err(fault(offset, "no field of protobuf starts here")),
        }
    }

    /// The bytes of a field with a length.
    pub(crate) fn delimited(&mut self) -> Result<Reader<'a>, Fault> {
        let length = self.varint()?;
        let (offset, left) = (self.offset, self.rest.len());
        let length =
            usize::try_from(length).ok().filter(|&length| length <= left).ok_or_else(|| {
                fault(offset, format!("{length} bytes are announced, {left} are left"))
            })?;
        Ok(Reader { rest: self.take(length)?, offset })
    }

    /// Skips what follows the tag of a field that is not known. Groups may be nested so deep.
    pub(crate) fn skip(&mut self, tag: Tag, nesting: usize) -> Result<(), Fault> {
        let mut groups: Vec<u32> = Vec::new();
        let mut tag = tag;
        loop {
            match tag.wire {
                Wire::Varint => _ = self.varint()?,
                Wire::Fixed64 => _ = self.take(8)?,
                Wire::Fixed32 => _ = self.take(4)?,
                Wire::Delimited => _ = self.delimited()?,
                Wire::GroupStart if groups.len() >= nesting => {
                    return Err(fault(tag.offset, "messages are nested too deep"));
                }
                Wire::GroupStart => groups.push(tag.number),
                Wire::GroupEnd if groups.pop() == Some(tag.number) => {}
                Wire::GroupEnd => {
                    return Err(fault(tag.offset, "a group ends that did not start"));
                }
            }
            if groups.is_empty() {
                return Ok(());
            }
            tag = self.tag()?;
        }
    }

    /// How many more fields with that number there are, up to the first fault.
    pub(crate) fn count(mut self, number: u32) -> usize {
        let mut count = 0_usize;
        while let Ok(tag) = self.tag() {
            if self.skip(tag, MAX_NESTING).is_err() {
                break;
            }
            count = count.saturating_add(usize::from(tag.number == number));
        }
        count
    }
}
