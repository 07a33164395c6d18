//! A tensor's claims, checked: its shape and its elements as bytes.

use crate::data_type::DataType;
use crate::error::DecodeError;
use crate::external::External;
use crate::limits::Limits;
use crate::tensor::{Content, DataLocation, Tensor};
use crate::wire::Packed;
use std::borrow::Cow;

/// What a tensor says of itself, once it is checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Elements<'t> {
    /// The element type.
    pub data_type: DataType,
    /// The sizes of the dimensions. Their product fits, and the limits allow it.
    pub dims: Vec<usize>,
    /// The elements.
    pub data: Data<'t>,
}

/// The elements of a tensor.
#[derive(Clone, Debug, PartialEq)]
pub enum Data<'t> {
    /// As many as the shape says, little-endian, in row-major order. They are the file's own bytes where
    /// these have that form.
    Bytes(Cow<'t, [u8]>),
    /// The same, in another file.
    External(External<'t>),
    /// Elements of a type that programs do not compute with, such as texts and those of less than 8 bits.
    /// They are not looked at.
    Unsupported,
}

impl Tensor<'_> {
    /// Checks the shape, and that there are as many elements as it says.
    ///
    /// ```
    /// use tfrt_onnx::{Content, Data, DataType, Limits, Packed, Tensor};
    ///
    /// let content = Content::Int32s(Packed::from_iter([1, 2, 3, 4]));
    /// let tensor = Tensor { dims: vec![2, 2], data_type: DataType::Int16, content, ..Default::default() };
    /// let elements = tensor.elements(&Limits::default())?;
    /// assert_eq!(elements.dims, [2, 2]);
    /// assert_eq!(elements.data, Data::Bytes([1, 0, 2, 0, 3, 0, 4, 0].as_slice().into()));
    /// # Ok::<(), tfrt_onnx::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// The tensor has no element type or is a part of one; a size is negative, or their product does not
    /// fit or exceeds the limits; there are more or fewer elements, or they are not in the field that
    /// belongs to their type, or one is not of that type; what is said of another file is not a range of a
    /// file below the model's folder.
    pub fn elements(&self, limits: &Limits) -> Result<Elements<'_>, DecodeError> {
        self.check(limits).map_err(|what| {
            let message = format!("tensor '{}': {what}", self.name);
            DecodeError { offset: self.offset.0, message }
        })
    }

    fn check(&self, limits: &Limits) -> Result<Elements<'_>, String> {
        let data_type = self.data_type;
        if data_type == DataType::Undefined {
            return Err("it has no element type".to_owned());
        }
        if self.segment.is_some() {
            return Err("it is a segment of a tensor, which is not supported".to_owned());
        }
        let (dims, count) = self.shape()?;
        let unsupported = Elements { data_type, dims: dims.clone(), data: Data::Unsupported };
        let Some(bits) = data_type.bits() else { return Ok(unsupported) };
        let size = count.checked_mul(u64::from(bits)).map(|bits| bits.div_ceil(8));
        let Some(size) = size.filter(|&size| size <= limits.tensor_bytes) else {
            return Err(format!(
                "{count} elements of type {data_type} are more than {} bytes",
                limits.tensor_bytes
            ));
        };
        if data_type.dtype().is_none() {
            return Ok(unsupported);
        }
        let data = match self.data_location {
            DataLocation::Default => Data::Bytes(self.bytes(count, size)?),
            DataLocation::External if self.content.is_empty() => {
                Data::External(External::of(self, size)?)
            }
            DataLocation::External => {
                let field = self.content.field();
                return Err(format!("it has elements in another file and in {field} too"));
            }
        };
        Ok(Elements { data_type, dims, data })
    }

    /// The sizes and their product.
    fn shape(&self) -> Result<(Vec<usize>, u64), String> {
        let size = |&size: &i64| usize::try_from(size).map_err(|_| format!("a size is {size}"));
        let dims = self.dims.iter().map(size).collect::<Result<Vec<_>, _>>()?;
        if dims.contains(&0) {
            return Ok((dims, 0));
        }
        let product = dims.iter().try_fold(1_u64, |product, &size| {
            u64::try_from(size).ok().and_then(|size| product.checked_mul(size))
        });
        let product = product.filter(|&product| usize::try_from(product).is_ok());
        let product =
            product.ok_or_else(|| format!("the sizes {dims:?} have too large a product"))?;
        Ok((dims, product))
    }

    /// The elements that are in this file, so many in so many bytes.
    fn bytes(&self, count: u64, size: u64) -> Result<Cow<'_, [u8]>, String> {
        use DataType as Type;
        let wrong_field = || {
            let (ty, field) = (self.data_type, self.content.field());
            Err(format!("elements of type {ty} are not in {field}"))
        };
        match &self.content {
            Content::None if count == 0 => Ok(Cow::Borrowed(&[])),
            Content::None => Err(format!("it has no elements, but a shape of {count}")),
            Content::Raw(bytes) => {
                if bytes.len() as u64 != size {
                    let found = bytes.len();
                    return Err(format!("raw_data has {found} bytes; the shape needs {size}"));
                }
                let wrong = bytes.iter().position(|&byte| byte > 1);
                match wrong.filter(|_| self.data_type == Type::Bool) {
                    Some(at) => Err(format!("element {at} of type BOOL is neither 0 nor 1")),
                    None => Ok(Cow::Borrowed(bytes)),
                }
            }
            Content::Floats(numbers) => match self.data_type {
                Type::Float => all(numbers, count, 1),
                Type::Complex64 => all(numbers, count, 2),
                _ => wrong_field(),
            },
            Content::Doubles(numbers) => match self.data_type {
                Type::Double => all(numbers, count, 1),
                Type::Complex128 => all(numbers, count, 2),
                _ => wrong_field(),
            },
            Content::Int64s(numbers) => match self.data_type {
                Type::Int64 => {
                    each(numbers.iter(), numbers.len(), count, |it| Some(it.to_le_bytes()))
                }
                _ => wrong_field(),
            },
            Content::Uint64s(numbers) => {
                let (numbers, len) = (numbers.iter(), numbers.len());
                match self.data_type {
                    Type::Uint64 => each(numbers, len, count, |it| Some(it.to_le_bytes())),
                    Type::Uint32 => {
                        each(numbers, len, count, |it| u32::try_from(it).ok().map(u32::to_le_bytes))
                    }
                    _ => wrong_field(),
                }
            }
            Content::Int32s(numbers) => {
                let (numbers, len) = (numbers.iter(), numbers.len());
                match self.data_type {
                    Type::Int32 => each(numbers, len, count, |it| Some(it.to_le_bytes())),
                    Type::Int16 => {
                        each(numbers, len, count, |it| i16::try_from(it).ok().map(i16::to_le_bytes))
                    }
                    Type::Int8 => {
                        each(numbers, len, count, |it| i8::try_from(it).ok().map(i8::to_le_bytes))
                    }
                    Type::Uint16 | Type::Float16 | Type::Bfloat16 => {
                        each(numbers, len, count, |it| u16::try_from(it).ok().map(u16::to_le_bytes))
                    }
                    Type::Uint8 => {
                        each(numbers, len, count, |it| u8::try_from(it).ok().map(u8::to_le_bytes))
                    }
                    Type::Bool => each(numbers, len, count, |it| {
                        u8::try_from(it).ok().filter(|&it| it <= 1).map(u8::to_le_bytes)
                    }),
                    _ => wrong_field(),
                }
            }
            Content::Strings(_) => wrong_field(),
        }
    }
}

fn counted(found: usize, wanted: u64, field_parts: u64) -> Result<(), String> {
    if wanted.checked_mul(field_parts) == Some(found as u64) {
        return Ok(());
    }
    let each = if field_parts == 1 { "" } else { ", each in two" };
    Err(format!("it has {found} numbers; the shape needs {wanted} elements{each}"))
}

/// Floats, of which each element has so many, as they are.
fn all<'t, T: crate::wire::Scalar>(
    numbers: &'t Packed<'_, T>,
    count: u64,
    parts: u64,
) -> Result<Cow<'t, [u8]>, String> {
    counted(numbers.len(), count, parts)?;
    Ok(Cow::Borrowed(numbers.bytes()))
}

/// Each number as an element, if it is one of the type.
fn each<'t, T: std::fmt::Display + Copy, const N: usize>(
    numbers: impl Iterator<Item = T>,
    len: usize,
    count: u64,
    element: impl Fn(T) -> Option<[u8; N]>,
) -> Result<Cow<'t, [u8]>, String> {
    counted(len, count, 1)?;
    let mut bytes = Vec::with_capacity(len.saturating_mul(N));
    for (index, number) in numbers.enumerate() {
        let element = element(number)
            .ok_or_else(|| format!("element {index} is {number}, which the type cannot have"))?;
        bytes.extend_from_slice(&element);
    }
    Ok(Cow::Owned(bytes))
}
