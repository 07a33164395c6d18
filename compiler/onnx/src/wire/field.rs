//! What a field can hold, how what is read is merged into it, and how it is written.

use super::{Decoder, Reader, Scalar, Sink, Tag, Wire};
use crate::error::{Fault, fault};

/// One value of a field: a number, a string, a message.
pub(crate) trait Item<'a>: Default {
    /// How it is written.
    const WIRE: Wire;

    /// Reads a value. A scalar replaces this one; a message is merged into it.
    fn merge_value(&mut self, reader: &mut Reader<'a>, decoder: &mut Decoder) -> Result<(), Fault>;

    /// Writes the value without a tag.
    fn write_value(&self, sink: &mut Sink<'_>);

    /// Whether it is what a field is that is not written.
    fn is_default(&self) -> bool;
}

/// A field of a message: a value that has a default, an [`Option`] of one, a [`Vec`].
pub(crate) trait Field<'a> {
    /// Reads what follows the tag.
    fn merge(
        &mut self,
        tag: Tag,
        reader: &mut Reader<'a>,
        decoder: &mut Decoder,
    ) -> Result<(), Fault>;

    /// Writes the field with that number, if it is there.
    fn write(&self, number: u32, sink: &mut Sink<'_>);
}

/// That a field is written in that way.
pub(crate) fn expect_wire(tag: Tag, wire: Wire) -> Result<(), Fault> {
    if tag.wire == wire {
        return Ok(());
    }
    let what = format!("expected {}, found {}", wire.name(), tag.wire.name());
    Err(fault(tag.offset, what))
}

impl<'a, T: Item<'a>> Field<'a> for T {
    fn merge(
        &mut self,
        tag: Tag,
        reader: &mut Reader<'a>,
        decoder: &mut Decoder,
    ) -> Result<(), Fault> {
        expect_wire(tag, T::WIRE)?;
        self.merge_value(reader, decoder)
    }

    fn write(&self, number: u32, sink: &mut Sink<'_>) {
        if !self.is_default() {
            sink.tag(number, T::WIRE);
            self.write_value(sink);
        }
    }
}

/// Fields of these types that tell whether they are there. Not all types: a box could be such a value too.
macro_rules! optional {
    ($($value:ty)*) => {$(
        impl<'a> $crate::wire::Field<'a> for Option<$value> {
            fn merge(
                &mut self,
                tag: $crate::wire::Tag,
                reader: &mut $crate::wire::Reader<'a>,
                decoder: &mut $crate::wire::Decoder,
            ) -> Result<(), $crate::error::Fault> {
                $crate::wire::Field::merge(self.get_or_insert_default(), tag, reader, decoder)
            }

            fn write(&self, number: u32, sink: &mut $crate::wire::Sink<'_>) {
                if let Some(value) = self {
                    sink.tag(number, $crate::wire::wire_of(value));
                    $crate::wire::Item::write_value(value, sink);
                }
            }
        }
    )*};
}
pub(crate) use optional;

optional! { f32 i64 &'a [u8] }

impl<'a, T: Item<'a>> Field<'a> for Option<Box<T>> {
    fn merge(
        &mut self,
        tag: Tag,
        reader: &mut Reader<'a>,
        decoder: &mut Decoder,
    ) -> Result<(), Fault> {
        expect_wire(tag, T::WIRE)?;
        if self.is_none() {
            decoder.charge(tag.offset, size_of::<T>())?;
        }
        self.get_or_insert_default().merge_value(reader, decoder)
    }

    fn write(&self, number: u32, sink: &mut Sink<'_>) {
        if let Some(value) = self {
            sink.tag(number, T::WIRE);
            value.write_value(sink);
        }
    }
}

impl<'a, T: Item<'a>> Field<'a> for Vec<T> {
    fn merge(
        &mut self,
        tag: Tag,
        reader: &mut Reader<'a>,
        decoder: &mut Decoder,
    ) -> Result<(), Fault> {
        if tag.wire == Wire::Delimited && T::WIRE != Wire::Delimited {
            let mut values = reader.delimited()?;
            while !values.is_empty() {
                if self.len() == self.capacity() {
                    let bytes = values.rest();
                    let count = match T::WIRE {
                        Wire::Fixed32 => bytes.len() / 4,
                        Wire::Fixed64 => bytes.len() / 8,
                        _ => bytes.iter().filter(|&&byte| byte < 0x80).count(),
                    };
                    decoder.grow(self, count.max(1), tag.offset)?;
                }
                self.push(read(&mut values, decoder, self.len())?);
            }
            return Ok(());
        }
        expect_wire(tag, T::WIRE)?;
        if self.len() == self.capacity() {
            decoder.grow(self, ahead(*reader, tag), tag.offset)?;
        }
        self.push(read(reader, decoder, self.len())?);
        Ok(())
    }

    fn write(&self, number: u32, sink: &mut Sink<'_>) {
        if T::WIRE != Wire::Delimited {
            if !self.is_empty() {
                sink.tag(number, Wire::Delimited);
                sink.delimited(|sink| self.iter().for_each(|value| value.write_value(sink)));
            }
            return;
        }
        for value in self {
            sink.tag(number, T::WIRE);
            value.write_value(sink);
        }
    }
}

/// How many values of the field are left, the one whose tag was read included.
fn ahead(mut reader: Reader<'_>, tag: Tag) -> usize {
    // What is wrong with it is found when it is read.
    let _ = reader.skip(tag, 0);
    reader.count(tag.number).saturating_add(1)
}

/// Reads an element with that index.
fn read<'a, T: Item<'a>>(
    reader: &mut Reader<'a>,
    decoder: &mut Decoder,
    index: usize,
) -> Result<T, Fault> {
    let mut value = T::default();
    value.merge_value(reader, decoder).map_err(|fault| fault.at_index(index))?;
    Ok(value)
}

impl<'a> Item<'a> for &'a str {
    const WIRE: Wire = Wire::Delimited;

    fn merge_value(&mut self, reader: &mut Reader<'a>, _: &mut Decoder) -> Result<(), Fault> {
        let bytes = reader.delimited()?;
        *self = std::str::from_utf8(bytes.rest()).map_err(|error| {
            fault(bytes.offset().saturating_add(error.valid_up_to()), "the text is not UTF-8")
        })?;
        Ok(())
    }

    fn write_value(&self, sink: &mut Sink<'_>) {
        sink.bytes(self.as_bytes());
    }

    fn is_default(&self) -> bool {
        self.is_empty()
    }
}

impl<'a> Item<'a> for &'a [u8] {
    const WIRE: Wire = Wire::Delimited;

    fn merge_value(&mut self, reader: &mut Reader<'a>, _: &mut Decoder) -> Result<(), Fault> {
        *self = reader.delimited()?.rest();
        Ok(())
    }

    fn write_value(&self, sink: &mut Sink<'_>) {
        sink.bytes(self);
    }

    fn is_default(&self) -> bool {
        self.is_empty()
    }
}

/// Numbers are values of fields too.
macro_rules! scalars {
    ($($scalar:ty)*) => {$(
        impl<'a> Item<'a> for $scalar {
            const WIRE: Wire = <$scalar as Scalar>::WIRE;

            fn merge_value(&mut self, reader: &mut Reader<'a>, _: &mut Decoder) -> Result<(), Fault> {
                *self = Scalar::read(reader)?;
                Ok(())
            }

            fn write_value(&self, sink: &mut Sink<'_>) {
                Scalar::write(*self, sink);
            }

            fn is_default(&self) -> bool {
                *self == <$scalar>::default()
            }
        }
    )*};
}

scalars!(i32 i64 f32);

/// How a value is written.
pub(crate) fn wire_of<'a, T: Item<'a>>(_: &T) -> Wire {
    T::WIRE
}
