//! Repeated numbers as they are in the file.

use super::field::expect_wire;
use super::{Decoder, Field, Reader, Scalar, Sink, Tag, Wire};
use crate::error::{Fault, fault};
use std::borrow::Cow;
use std::marker::PhantomData;

/// Numbers in protobuf's packed form, borrowed from the file if they are in one piece there: floats as
/// little-endian bytes, integers as varints. `T` is `f32`, `f64`, `i32`, `i64` or `u64`.
///
/// ```
/// let numbers = tfrt_onnx::Packed::<f32>::from_iter([1.0, 2.5]);
/// assert_eq!(numbers.iter().collect::<Vec<_>>(), [1.0, 2.5]);
/// assert_eq!(numbers.bytes(), [1_f32.to_le_bytes(), 2.5_f32.to_le_bytes()].concat());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Packed<'a, T> {
    /// Whole numbers only.
    bytes: Cow<'a, [u8]>,
    scalar: PhantomData<T>,
}

impl<T> Packed<'_, T> {
    /// The packed form.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether there are no numbers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

#[expect(private_bounds, reason = "the documentation of the type lists the scalars")]
impl<T: Scalar> Packed<'_, T> {
    /// How many numbers there are. Integers are counted each time.
    #[must_use]
    pub fn len(&self) -> usize {
        match T::WIRE {
            Wire::Fixed32 => self.bytes.len() / 4,
            Wire::Fixed64 => self.bytes.len() / 8,
            _ => self.bytes.iter().filter(|&&byte| byte < 0x80).count(),
        }
    }

    /// The numbers.
    pub fn iter(&self) -> impl Iterator<Item = T> {
        let mut reader = Reader::new(&self.bytes);
        // They were checked when they were read.
        std::iter::from_fn(move || {
            (!reader.is_empty()).then(|| T::read(&mut reader).ok()).flatten()
        })
    }
}

impl<T> Default for Packed<'_, T> {
    fn default() -> Self {
        Packed { bytes: Cow::Borrowed(&[]), scalar: PhantomData }
    }
}

impl<T: Scalar> FromIterator<T> for Packed<'_, T> {
    fn from_iter<I: IntoIterator<Item = T>>(numbers: I) -> Self {
        let numbers: Vec<T> = numbers.into_iter().collect();
        let bytes = Sink::collect(|sink| numbers.iter().for_each(|number| number.write(sink)));
        Packed { bytes: Cow::Owned(bytes), scalar: PhantomData }
    }
}

impl<'a, T: Scalar> Field<'a> for Packed<'a, T> {
    fn merge(
        &mut self,
        tag: Tag,
        reader: &mut Reader<'a>,
        decoder: &mut Decoder,
    ) -> Result<(), Fault> {
        let numbers = if tag.wire == Wire::Delimited {
            let numbers = reader.delimited()?;
            let mut check = numbers;
            let width = match T::WIRE {
                Wire::Fixed32 => 4,
                Wire::Fixed64 => 8,
                _ => {
                    while !check.is_empty() {
                        check.varint()?;
                    }
                    1
                }
            };
            if !numbers.rest().len().is_multiple_of(width) {
                return Err(fault(numbers.offset(), "the data ends inside a number"));
            }
            numbers.rest()
        } else {
            expect_wire(tag, T::WIRE)?;
            let before = reader.rest();
            T::read(reader)?;
            let read = before.len().saturating_sub(reader.rest().len());
            before.get(..read).unwrap_or_default()
        };
        if self.bytes.is_empty() {
            self.bytes = Cow::Borrowed(numbers);
            return Ok(());
        }
        if let Cow::Borrowed(bytes) = self.bytes {
            let mut own = Vec::new();
            decoder.grow(&mut own, bytes.len(), tag.offset)?;
            own.extend_from_slice(bytes);
            self.bytes = Cow::Owned(own);
        }
        let own = self.bytes.to_mut();
        if own.capacity().saturating_sub(own.len()) < numbers.len() {
            decoder.grow(own, numbers.len(), tag.offset)?;
        }
        own.extend_from_slice(numbers);
        Ok(())
    }

    fn write(&self, number: u32, sink: &mut Sink<'_>) {
        if !self.is_empty() {
            sink.tag(number, Wire::Delimited);
            sink.bytes(&self.bytes);
        }
    }
}
