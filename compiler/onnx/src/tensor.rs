//! Tensors as they are in a file.

use crate::data_type::{DataType, numbered};
use crate::error::{Fault, fault};
use crate::wire::{Decoder, Field, OneOf, Packed, Reader, Sink, Tag, message};

message! {
    /// A tensor (`TensorProto`). [`Tensor::elements`] checks it.
    pub struct Tensor<'a> {
        /// The sizes of its dimensions.
        1 dims: Vec<i64>,
        /// The type of its elements.
        2 data_type: DataType,
        /// Says that this is a part of a tensor, and which: a message that is not read.
        3 segment: Option<&'a [u8]>,
        /// The name.
        8 name: &'a str,
        /// Documentation.
        12 doc_string: &'a str,
        /// Where the elements are, if they are in another file.
        13 external_data: Vec<Entry<'a>>,
        /// In which file the elements are.
        14 data_location: DataLocation,
        /// Names with values, for tools.
        16 metadata_props: Vec<Entry<'a>>,
        one_of
        /// The elements, if they are in this file.
        content: Content<'a>,
        at
        /// Where the tensor is in the file.
        offset,
        end Tensor::counted,
    }

    /// A sparse tensor (`SparseTensorProto`).
    pub struct SparseTensor<'a> {
        /// The elements that are given, as a tensor of one dimension, with the name of the whole.
        1 values: Option<Box<Tensor<'a>>>,
        /// Where they are: a tensor of coordinates, or of indices in row-major order.
        2 indices: Option<Box<Tensor<'a>>>,
        /// The sizes of the dimensions of the whole.
        3 dims: Vec<i64>,
    }

    /// A name with a value (`StringStringEntryProto`).
    pub struct Entry<'a> {
        /// The name.
        1 key: &'a str,
        /// The value.
        2 value: &'a str,
    }
}

impl Tensor<'_> {
    fn counted(&mut self, decoder: &mut Decoder) -> Result<(), Fault> {
        decoder.values(self.offset.0, 1)
    }
}

numbered! {
    /// The file that has the elements of a tensor (`TensorProto.DataLocation`).
    "location of data" pub enum DataLocation {
        /// The model's own.
        #[default]
        Default = 0, "DEFAULT";
        /// The one that the tensor's `external_data` names.
        External = 1, "EXTERNAL";
    }
}

/// The elements of a tensor in the field that has them, named as the field. A tensor with elements in two
/// of them is refused.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Content<'a> {
    /// There are none.
    #[default]
    None,
    /// Little-endian elements, one after the other; those of less than 8 bits are packed.
    Raw(&'a [u8]),
    /// `FLOAT`, and the parts of `COMPLEX64`.
    Floats(Packed<'a, f32>),
    /// Integers of up to 32 bits, and the bits of floats of up to 16.
    Int32s(Packed<'a, i32>),
    /// Texts.
    Strings(Vec<&'a [u8]>),
    /// `INT64`.
    Int64s(Packed<'a, i64>),
    /// `DOUBLE`, and the parts of `COMPLEX128`.
    Doubles(Packed<'a, f64>),
    /// `UINT32` and `UINT64`.
    Uint64s(Packed<'a, u64>),
}

impl<'a> Content<'a> {
    /// The field that has the elements.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self {
            Content::None => "no field",
            Content::Raw(_) => "raw_data",
            Content::Floats(_) => "float_data",
            Content::Int32s(_) => "int32_data",
            Content::Strings(_) => "string_data",
            Content::Int64s(_) => "int64_data",
            Content::Doubles(_) => "double_data",
            Content::Uint64s(_) => "uint64_data",
        }
    }

    /// Whether there is no element.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Content::None => true,
            Content::Raw(bytes) => bytes.is_empty(),
            Content::Floats(numbers) => numbers.is_empty(),
            Content::Int32s(numbers) => numbers.is_empty(),
            Content::Strings(texts) => texts.is_empty(),
            Content::Int64s(numbers) => numbers.is_empty(),
            Content::Doubles(numbers) => numbers.is_empty(),
            Content::Uint64s(numbers) => numbers.is_empty(),
        }
    }

    /// Nothing yet, in the field with that number.
    fn of_field(number: u32) -> Option<Content<'a>> {
        Some(match number {
            4 => Content::Floats(Packed::default()),
            5 => Content::Int32s(Packed::default()),
            6 => Content::Strings(Vec::new()),
            7 => Content::Int64s(Packed::default()),
            9 => Content::Raw(&[]),
            10 => Content::Doubles(Packed::default()),
            11 => Content::Uint64s(Packed::default()),
            _ => return None,
        })
    }

    fn merge(
        &mut self,
        tag: Tag,
        reader: &mut Reader<'a>,
        decoder: &mut Decoder,
    ) -> Result<(), Fault> {
        match self {
            Content::None => Ok(()),
            Content::Raw(bytes) => Field::merge(bytes, tag, reader, decoder),
            Content::Floats(numbers) => numbers.merge(tag, reader, decoder),
            Content::Int32s(numbers) => numbers.merge(tag, reader, decoder),
            Content::Strings(texts) => texts.merge(tag, reader, decoder),
            Content::Int64s(numbers) => numbers.merge(tag, reader, decoder),
            Content::Doubles(numbers) => numbers.merge(tag, reader, decoder),
            Content::Uint64s(numbers) => numbers.merge(tag, reader, decoder),
        }
    }
}

impl<'a> OneOf<'a> for Content<'a> {
    fn merge_field(
        &mut self,
        tag: Tag,
        reader: &mut Reader<'a>,
        decoder: &mut Decoder,
    ) -> Result<bool, Fault> {
        let Some(mut next) = Content::of_field(tag.number) else { return Ok(false) };
        let field = next.field();
        let within = |fault: Fault| fault.within(field);
        if self.field() == field {
            self.merge(tag, reader, decoder).map_err(within)?;
            return Ok(true);
        }
        next.merge(tag, reader, decoder).map_err(within)?;
        if self.is_empty() {
            *self = next;
        } else if !next.is_empty() {
            let what = format!("the tensor has elements in {} too", self.field());
            return Err(within(fault(tag.offset, what)));
        }
        Ok(true)
    }

    fn write_fields(&self, sink: &mut Sink<'_>) {
        match self {
            Content::None => {}
            // Also without bytes: a tensor without elements has it.
            Content::Raw(bytes) => Field::write(&Some(*bytes), 9, sink),
            Content::Floats(numbers) => numbers.write(4, sink),
            Content::Int32s(numbers) => numbers.write(5, sink),
            Content::Strings(texts) => texts.write(6, sink),
            Content::Int64s(numbers) => numbers.write(7, sink),
            Content::Doubles(numbers) => numbers.write(10, sink),
            Content::Uint64s(numbers) => numbers.write(11, sink),
        }
    }
}
