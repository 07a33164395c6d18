//! Files of one array in NumPy's format, `.npy`.
//!
//! ```
//! use tfrt_tensor::{Tensor, npy};
//!
//! let tensor = Tensor::from_vec(&[2], vec![1.5_f32, -2.0])?;
//! let file = npy::write(&tensor)?; // `numpy.load` reads it
//! assert_eq!(npy::read(&file)?.elements::<f32>()?, [1.5, -2.0]);
//! # Ok::<(), tfrt_tensor::TensorError>(())
//! ```

use crate::{DType, DTypeKind, HostBuffer, Tensor, TensorError, TensorShape};
use std::fmt::Write as _;

const MAGIC: &[u8] = b"\x93NUMPY";

/// The header ends where this divides the bytes so far, so that the elements are aligned in a mapping.
const ALIGNMENT: usize = 64;

/// Reads a file: a tensor of the array's type and shape, in row-major order whatever order and byte order
/// the file has.
///
/// # Errors
/// What is wrong with the file; or the type of its elements is none of tensors.
pub fn read(file: &[u8]) -> Result<Tensor, TensorError> {
    let rest = file.strip_prefix(MAGIC).ok_or("it is no .npy file")?;
    let (&[major, _], rest) = rest.split_first_chunk().ok_or(CUT)?;
    let (length, rest) = match major {
        1 => {
            let (length, rest) = rest.split_first_chunk().ok_or(CUT)?;
            (u32::from(u16::from_le_bytes(*length)), rest)
        }
        2 | 3 => {
            let (length, rest) = rest.split_first_chunk().ok_or(CUT)?;
            (u32::from_le_bytes(*length), rest)
        }
        other => return Err(format!("version {other} of the format is unknown").into()),
    };
    let (header, data) =
        usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length)).ok_or(CUT)?;
    let header = std::str::from_utf8(header).map_err(|_| "the header is no text")?;
    let header = Header::parse(header).ok_or_else(|| format!("the header is {}", header.trim()))?;
    array(&header, data)
}

/// A file of the tensor's elements, in version 1.0 of the format.
///
/// # Errors
/// NumPy has no such type of elements, or there is no memory for them.
pub fn write(tensor: &Tensor) -> Result<Vec<u8>, TensorError> {
    let dtype = tensor.dtype();
    let Some((kind, part)) = name(dtype).zip(part(dtype)) else {
        let message = format!("NumPy has no elements of type {}", dtype.tensor_name());
        return Err(TensorError::from(message));
    };
    let order = match part {
        1 => '|',
        _ if cfg!(target_endian = "big") => '>',
        _ => '<',
    };
    let mut header = format!("{{'descr': '{order}{kind}', 'fortran_order': False, 'shape': (");
    for size in tensor.shape().dimensions() {
        // Writing to a string cannot fail. A tuple of one has a comma, too.
        let _ = write!(header, "{size},");
    }
    header.push_str("), }");
    let before = MAGIC.len() + 4;
    let length = (before + header.len() + 1).next_multiple_of(ALIGNMENT) - before;
    let stated = u16::try_from(length).map_err(|_| "the shape is too long for a header")?;
    let bytes = tensor.bytes();
    let mut file = Vec::new();
    let whole = before + length + bytes.len();
    file.try_reserve_exact(whole).map_err(|_| TensorError::OUT_OF_MEMORY)?;
    file.extend_from_slice(MAGIC);
    file.extend_from_slice(&[1, 0]);
    file.extend_from_slice(&stated.to_le_bytes());
    file.extend_from_slice(header.as_bytes());
    file.resize(before + length - 1, b' ');
    file.push(b'\n');
    file.extend_from_slice(bytes);
    Ok(file)
}

const CUT: &str = "it ends in the header";

struct Header {
    /// As NumPy writes it: `<f4`.
    descr: String,
    fortran_order: bool,
    /// What is between the brackets: `2, 3`.
    shape: String,
}

impl Header {
    /// Reads `{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }`.
    fn parse(text: &str) -> Option<Self> {
        let mut rest = text.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
        let (mut descr, mut fortran_order, mut shape) = (None, None, None);
        while !rest.is_empty() {
            let (key, after) = quoted(rest)?;
            let value = after.trim_start().strip_prefix(':')?.trim_start();
            let after = match key {
                "descr" => {
                    let (text, after) = quoted(value)?;
                    descr = Some(text.to_owned());
                    after
                }
                "fortran_order" => {
                    let (truth, after) = match value.strip_prefix("False") {
                        Some(after) => (false, after),
                        None => (true, value.strip_prefix("True")?),
                    };
                    fortran_order = Some(truth);
                    after
                }
                "shape" => {
                    let (sizes, after) = value.strip_prefix('(')?.split_once(')')?;
                    shape = Some(sizes.to_owned());
                    after
                }
                _ => return None,
            };
            let after = after.trim_start();
            rest = match after.strip_prefix(',') {
                Some(after) => after.trim_start(),
                None if after.is_empty() => after,
                None => return None,
            };
        }
        Some(Self { descr: descr?, fortran_order: fortran_order?, shape: shape? })
    }
}

/// The sizes that the header lists.
fn sizes(shape: &str) -> Result<Vec<i64>, String> {
    let shape = shape.trim();
    let shape = shape.strip_suffix(',').unwrap_or(shape);
    let size = |size: &str| {
        let size = size.trim();
        size.parse::<u32>().map(i64::from).map_err(|_| format!("'{size}' is no size of an array"))
    };
    shape.split(',').filter(|_| !shape.is_empty()).map(size).collect()
}

/// A text in quotes without escapes, and what follows.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|quote| ['\'', '"'].contains(quote))?;
    text[1..].split_once(quote)
}

/// NumPy's name of an element type, if it has one.
fn name(dtype: DType) -> Option<String> {
    let kind = match dtype.kind() {
        DTypeKind::Bool => 'b',
        DTypeKind::Signed => 'i',
        DTypeKind::Unsigned => 'u',
        DTypeKind::Float if dtype == DType::Bf16 => return None,
        DTypeKind::Float => 'f',
        DTypeKind::Complex => 'c',
        DTypeKind::Other => return None,
    };
    Some(format!("{kind}{}", dtype.size()?))
}

/// The bytes of what is stored in order: an element, or half a complex one.
fn part(dtype: DType) -> Option<usize> {
    let parts = if dtype.kind() == DTypeKind::Complex { 2 } else { 1 };
    Some(dtype.size()? / parts)
}

fn array(header: &Header, data: &[u8]) -> Result<Tensor, TensorError> {
    let Header { descr, fortran_order, shape } = header;
    let unknown = || format!("arrays of type '{descr}' are not supported");
    let kind = descr.trim_start_matches(['<', '>', '|', '=']);
    let mut known = DType::ALL.iter().copied();
    let dtype = known.find(|&dtype| name(dtype).is_some_and(|name| name == kind));
    let dtype = dtype.ok_or_else(unknown)?;
    let (size, part) = dtype.size().zip(part(dtype)).ok_or_else(unknown)?;
    let shape = TensorShape::new(&sizes(shape)?)?;
    if shape.bytes(dtype) != Some(data.len()) {
        let (found, name) = (data.len(), dtype.name());
        let message = format!("{found} bytes of data are no array of {name} and shape {shape}");
        return Err(TensorError::from(message));
    }
    let mut bytes = if *fortran_order { reordered(&shape, data, size) } else { data.to_vec() };
    let foreign = if cfg!(target_endian = "big") { '<' } else { '>' };
    if descr.starts_with(foreign) {
        bytes.chunks_exact_mut(part).for_each(<[u8]>::reverse);
    }
    if dtype == DType::I1 && bytes.iter().any(|&byte| byte > 1) {
        return Err(TensorError::from("truth values are 0 or 1"));
    }
    // In words, so that they are aligned for every element.
    let mut words = vec![0_u128; bytes.len().div_ceil(size_of::<u128>())];
    for (word, bytes) in words.iter_mut().zip(bytes.chunks(size_of::<u128>())) {
        let mut padded = [0; size_of::<u128>()];
        padded[..bytes.len()].copy_from_slice(bytes);
        *word = u128::from_ne_bytes(padded);
    }
    let buffer = HostBuffer::from_vec(words).slice(0..bytes.len());
    Tensor::of(dtype, shape, buffer.ok_or("it is too large")?)
}

/// Elements from column-major order, the first dimension fastest, to row-major order. There are as
/// many as the shape says.
fn reordered(shape: &TensorShape, data: &[u8], size: usize) -> Vec<u8> {
    let sizes: Vec<usize> =
        shape.dimensions().iter().map(|&size| usize::try_from(size).unwrap_or(0)).collect();
    let mut bytes = Vec::with_capacity(data.len());
    let mut index = vec![0; sizes.len()];
    while bytes.len() < data.len() {
        let place = index.iter().zip(&sizes).rev().fold(0, |place, (&at, &size)| place * size + at);
        bytes.extend_from_slice(&data[place * size..][..size]);
        for (at, &size) in index.iter_mut().zip(&sizes).rev() {
            *at += 1;
            if *at < size {
                break;
            }
            *at = 0;
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        let length = u16::try_from(header.len()).unwrap().to_le_bytes();
        [MAGIC, &[1, 0], &length, header.as_bytes(), data].concat()
    }

    fn text(descr: &str, order: &str, shape: &str, data: &[u8]) -> Result<String, TensorError> {
        let header =
            format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}    \n");
        read(&file(&header, data)).map(|tensor| tensor.to_string())
    }

    #[test]
    fn arrays_of_all_orders_are_read() {
        let numbers = [1, 2, 3, 4, 5, 6_i16];
        let little = numbers.map(i16::to_le_bytes).concat();
        let row_major = "Tensor dtype = i16, shape = [2, 3], values = [1, 2, 3, 4, 5, 6]";
        assert_eq!(text("<i2", "False", "(2, 3)", &little).unwrap(), row_major);
        let big = numbers.map(i16::to_be_bytes).concat();
        assert_eq!(text(">i2", "False", "(2, 3)", &big).unwrap(), row_major);
        let columns = [1, 4, 2, 5, 3, 6_i16].map(i16::to_le_bytes).concat();
        assert_eq!(text("<i2", "True", "(2, 3)", &columns).unwrap(), row_major);
        let complex = [1.0_f32, -2.0].map(f32::to_be_bytes).concat();
        let one = "Tensor dtype = complex64, shape = [], values = [(1.000000e+00,-2.000000e+00)]";
        assert_eq!(text(">c8", "True", "()", &complex).unwrap(), one);
        let empty = "Tensor dtype = i1, shape = [0], values = []";
        assert_eq!(text("|b1", "False", "(0,)", &[]).unwrap(), empty);
    }

    #[test]
    fn what_is_written_is_read() {
        let floats = Tensor::from_vec(&[2, 1], vec![1.0_f64, f64::NAN]).unwrap();
        let file = write(&floats).unwrap();
        assert_eq!(file.len(), 128 + 16);
        assert!(
            file[10..].starts_with(b"{'descr': '<f8', 'fortran_order': False, 'shape': (2,1,), }")
        );
        assert_eq!(read(&file).unwrap().to_string(), floats.to_string());
        let scalar = Tensor::from_vec(&[], vec![-7_i8]).unwrap();
        let again = read(&write(&scalar).unwrap()).unwrap();
        assert_eq!(again.to_string(), scalar.to_string());
        let brain = Tensor::of(
            DType::Bf16,
            TensorShape::new(&[0]).unwrap(),
            HostBuffer::from_vec(Vec::<u16>::new()),
        );
        let error = write(&brain.unwrap()).unwrap_err().to_string();
        assert_eq!(error, "NumPy has no elements of type bf16");
    }

    #[test]
    fn damaged_files_are_errors() {
        for (what, expected) in [
            (
                text("<i4", "False", "(2,)", &[0; 7]),
                "7 bytes of data are no array of i32 and shape [2]",
            ),
            (
                text("<i4", "False", "(4294967295, 4294967295)", &[]),
                "0 bytes of data are no array of i32 and shape [4294967295, 4294967295]",
            ),
            (text("<U4", "False", "(1,)", &[0; 16]), "arrays of type '<U4' are not supported"),
            (text("|b1", "False", "(1,)", &[2]), "truth values are 0 or 1"),
            (
                text("<i4", "No", "(1,)", &[0; 4]),
                "the header is {'descr': '<i4', 'fortran_order': No, 'shape': (1,), }",
            ),
            (text("<i4", "False", "(2, -1,)", &[0; 4]), "'-1' is no size of an array"),
            (text("<i4", "False", "(5000000000,)", &[0; 4]), "'5000000000' is no size of an array"),
            (read(b"PK\x03\x04").map(|_| String::new()), "it is no .npy file"),
        ] {
            assert_eq!(what.unwrap_err().to_string(), expected);
        }
        let whole = file("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", &[1, 2]);
        assert!(read(&whole).is_ok());
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).is_err(), "{length}");
        }
    }
}
