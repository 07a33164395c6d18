//! Messages: tables of fields. One table makes the structure, what reads it and what writes it.

use super::{Decoder, Item, Reader, Sink, Tag, Wire};
use crate::error::Fault;
use crate::{DecodeError, Limits};

/// Where a message starts in its file, for errors about it. It is no part of what the message says, so
/// all are equal.
///
/// ```
/// assert_eq!(tfrt_onnx::Offset(1), tfrt_onnx::Offset(2));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Offset(pub usize);

impl PartialEq for Offset {
    fn eq(&self, _: &Offset) -> bool {
        true
    }
}

impl Eq for Offset {}

/// A message, made by [`message!`].
pub(crate) trait Message<'a>: Default {
    /// It starts at that byte.
    fn begin(&mut self, offset: usize);

    /// Reads a field, if the message has one with that number.
    fn merge_field(
        &mut self,
        tag: Tag,
        reader: &mut Reader<'a>,
        decoder: &mut Decoder,
    ) -> Result<bool, Fault>;

    /// All fields of a part are read.
    fn end(&mut self, decoder: &mut Decoder) -> Result<(), Fault>;

    /// Writes all fields.
    fn write_fields(&self, sink: &mut Sink<'_>);
}

/// What one of several fields holds: the last that occurs.
pub(crate) trait OneOf<'a> {
    /// Reads a field, if it is one of them.
    fn merge_field(
        &mut self,
        tag: Tag,
        reader: &mut Reader<'a>,
        decoder: &mut Decoder,
    ) -> Result<bool, Fault>;

    /// Writes the field.
    fn write_fields(&self, sink: &mut Sink<'_>);
}

impl<'a, M: Message<'a>> Item<'a> for M {
    const WIRE: Wire = Wire::Delimited;

    fn merge_value(&mut self, reader: &mut Reader<'a>, decoder: &mut Decoder) -> Result<(), Fault> {
        let body = reader.delimited()?;
        decoder.deeper(body.offset(), |decoder| read_fields(self, body, decoder))
    }

    fn write_value(&self, sink: &mut Sink<'_>) {
        sink.delimited(|sink| self.write_fields(sink));
    }

    /// A field that is a message and no `Option` of one is always there.
    fn is_default(&self) -> bool {
        false
    }
}

fn read_fields<'a, M: Message<'a>>(
    message: &mut M,
    mut body: Reader<'a>,
    decoder: &mut Decoder,
) -> Result<(), Fault> {
    message.begin(body.offset());
    while !body.is_empty() {
        let tag = body.tag()?;
        if !message.merge_field(tag, &mut body, decoder)? {
            body.skip(tag, decoder.nesting())?;
        }
    }
    message.end(decoder)
}

/// Reads a file that is one message.
pub(crate) fn read<'a, M: Message<'a>>(bytes: &'a [u8], limits: &Limits) -> Result<M, DecodeError> {
    let mut decoder = Decoder::new(limits, bytes.len())?;
    let mut message = M::default();
    read_fields(&mut message, Reader::new(bytes), &mut decoder)?;
    Ok(message)
}

/// Structures of messages: each field with its number and its name in ONNX, which follows in quotes where
/// it is another than here. `one_of` is a field that has several numbers, `at` one that has the place in
/// the file, and `end` is called after each part.
macro_rules! message {
    ($(
        $(#[$about:meta])*
        $vis:vis struct $name:ident<$life:lifetime> {
            $($(#[$doc:meta])* $number:literal $field:ident $($onnx:literal)?: $type:ty,)*
            $(one_of $(#[$one_doc:meta])* $one:ident: $one_type:ty,)?
            $(at $(#[$at_doc:meta])* $at:ident,)?
            $(end $end:path,)?
        }
    )*) => {$(
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq)]
        $vis struct $name<$life> {
            $($(#[$doc])* $vis $field: $type,)*
            $($(#[$one_doc])* $vis $one: $one_type,)?
            $($(#[$at_doc])* $vis $at: $crate::wire::Offset,)?
        }

        impl<$life> $crate::wire::Message<$life> for $name<$life> {
            fn begin(&mut self, _offset: usize) {
                $(self.$at = $crate::wire::Offset(_offset);)?
            }

            fn merge_field(
                &mut self,
                tag: $crate::wire::Tag,
                reader: &mut $crate::wire::Reader<$life>,
                decoder: &mut $crate::wire::Decoder,
            ) -> Result<bool, $crate::error::Fault> {
                use $crate::wire::Field;
                match tag.number {
                    $($number => Field::merge(&mut self.$field, tag, reader, decoder)
                        .map_err(|fault| fault.within($crate::wire::name!($field $($onnx)?)))?,)*
                    _ => {
                        $(if $crate::wire::OneOf::merge_field(&mut self.$one, tag, reader, decoder)? {
                            return Ok(true);
                        })?
                        return Ok(false);
                    }
                }
                Ok(true)
            }

            fn end(
                &mut self,
                _decoder: &mut $crate::wire::Decoder,
            ) -> Result<(), $crate::error::Fault> {
                $($end(self, _decoder)?;)?
                Ok(())
            }

            fn write_fields(&self, sink: &mut $crate::wire::Sink<'_>) {
                $($crate::wire::Field::write(&self.$field, $number, sink);)*
                $($crate::wire::OneOf::write_fields(&self.$one, sink);)?
            }
        }
    )*};
}
pub(crate) use message;

/// The name of a field in ONNX.
macro_rules! name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $onnx:literal) => {
        $onnx
    };
}
pub(crate) use name;

/// Enumerations of what one of several fields holds, each with its number and its name in ONNX.
macro_rules! one_of {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident<$life:lifetime> {
            $(#[$none_doc:meta])* $none:ident,
            $($(#[$doc:meta])* $number:literal $field:ident: $variant:ident($type:ty),)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq)]
        $vis enum $name<$life> {
            $(#[$none_doc])* #[default] $none,
            $($(#[$doc])* $variant($type),)*
        }

        impl<$life> $crate::wire::OneOf<$life> for $name<$life> {
            fn merge_field(
                &mut self,
                tag: $crate::wire::Tag,
                reader: &mut $crate::wire::Reader<$life>,
                decoder: &mut $crate::wire::Decoder,
            ) -> Result<bool, $crate::error::Fault> {
                match tag.number {
                    $($number => {
                        let mut value = match std::mem::take(self) {
                            $name::$variant(value) => value,
                            _ => Default::default(),
                        };
                        $crate::wire::Field::merge(&mut value, tag, reader, decoder)
                            .map_err(|fault| fault.within(stringify!($field)))?;
                        *self = $name::$variant(value);
                    })*
                    _ => return Ok(false),
                }
                Ok(true)
            }

            fn write_fields(&self, sink: &mut $crate::wire::Sink<'_>) {
                match self {
                    $name::$none => {}
                    $($name::$variant(value) => {
                        sink.tag($number, $crate::wire::wire_of(value));
                        $crate::wire::Item::write_value(value, sink);
                    })*
                }
            }
        }
    };
}
pub(crate) use one_of;
