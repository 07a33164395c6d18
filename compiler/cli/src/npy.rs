//! Files of one array in NumPy's format `.npy`, as arguments.

use tfrt_tensor::{DType, DenseHostTensor, HostBuffer, TensorShape};

const MAGIC: &[u8] = b"\x93NUMPY";

/// An array as a tensor of the same type and shape, in row-major order.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn read(file: &[u8]) -> Result<DenseHostTensor, String> {
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
        other => return Err(format!("version {other} of the format is unknown")),
    };
    let (header, data) =
        usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length)).ok_or(CUT)?;
    let header = std::str::from_utf8(header).map_err(|_| "the header is no text")?;
    let header = Header::parse(header).ok_or_else(|| format!("the header is {}", header.trim()))?;
    array(&header, data)
}

const CUT: &str = "it ends in the header";

struct Header {
    /// As NumPy writes it: `<f4`.
    descr: String,
    fortran_order: bool,
    shape: Vec<i64>,
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
                    let sizes = sizes.trim();
                    let sizes = sizes.strip_suffix(',').unwrap_or(sizes);
                    let size = |size: &str| size.trim().parse::<u32>().ok().map(i64::from);
                    let sizes = sizes.split(',').filter(|_| !sizes.is_empty());
                    shape = Some(sizes.map(size).collect::<Option<Vec<i64>>>()?);
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

/// A text in quotes without escapes, and what follows.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|quote| ['\'', '"'].contains(quote))?;
    text[1..].split_once(quote)
}

/// The element type, and the bytes of what is stored in order: an element, or half a complex one.
fn element(descr: &str) -> Option<(DType, usize)> {
    let (dtype, part) = match descr.trim_start_matches(['<', '>', '|', '=']) {
        "b1" => (DType::I1, 1),
        "i1" => (DType::I8, 1),
        "i2" => (DType::I16, 2),
        "i4" => (DType::I32, 4),
        "i8" => (DType::I64, 8),
        "u1" => (DType::Ui8, 1),
        "u2" => (DType::Ui16, 2),
        "u4" => (DType::Ui32, 4),
        "u8" => (DType::Ui64, 8),
        "f2" => (DType::F16, 2),
        "f4" => (DType::F32, 4),
        "f8" => (DType::F64, 8),
        "c8" => (DType::Complex64, 4),
        "c16" => (DType::Complex128, 8),
        _ => return None,
    };
    Some((dtype, part))
}

fn array(header: &Header, data: &[u8]) -> Result<DenseHostTensor, String> {
    let Header { descr, fortran_order, shape } = header;
    let unknown = || format!("arrays of type '{descr}' are not supported");
    let (dtype, part) = element(descr).ok_or_else(unknown)?;
    let size = dtype.size().ok_or_else(unknown)?;
    let shape = TensorShape::new(shape).map_err(|error| error.to_string())?;
    if shape.bytes(dtype) != Some(data.len()) {
        let (found, name) = (data.len(), dtype.name());
        return Err(format!("{found} bytes of data are no array of {name} and shape {shape}"));
    }
    let mut bytes = if *fortran_order { reordered(&shape, data, size) } else { data.to_vec() };
    if descr.starts_with('>') {
        bytes.chunks_exact_mut(part).for_each(<[u8]>::reverse);
    }
    if dtype == DType::I1 && bytes.iter().any(|&byte| byte > 1) {
        return Err("truth values are 0 or 1".to_owned());
    }
    // In words, so that they are aligned for every element.
    let mut words = vec![0_u128; bytes.len().div_ceil(size_of::<u128>())];
    for (word, bytes) in words.iter_mut().zip(bytes.chunks(size_of::<u128>())) {
        let mut padded = [0; size_of::<u128>()];
        padded[..bytes.len()].copy_from_slice(bytes);
        *word = u128::from_ne_bytes(padded);
    }
    let buffer = HostBuffer::from_vec(words).slice(0..bytes.len());
    let buffer = buffer.ok_or("it is too large")?;
    DenseHostTensor::new(dtype, shape, buffer).map_err(|error| error.to_string())
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

    fn text(descr: &str, order: &str, shape: &str, data: &[u8]) -> Result<String, String> {
        let header =
            format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}    \n");
        read(&file(&header, data)).map(|tensor| tensor.to_string())
    }

    #[test]
    fn arrays_of_all_orders_are_read() {
        let numbers = [1, 2, 3, 4, 5, 6_i16];
        let little = numbers.map(i16::to_le_bytes).concat();
        let row_major = "DenseHostTensor dtype = i16, shape = [2, 3], values = [1, 2, 3, 4, 5, 6]";
        assert_eq!(text("<i2", "False", "(2, 3)", &little).unwrap(), row_major);
        let big = numbers.map(i16::to_be_bytes).concat();
        assert_eq!(text(">i2", "False", "(2, 3)", &big).unwrap(), row_major);
        let columns = [1, 4, 2, 5, 3, 6_i16].map(i16::to_le_bytes).concat();
        assert_eq!(text("<i2", "True", "(2, 3)", &columns).unwrap(), row_major);
        let complex = [1.0_f32, -2.0].map(f32::to_be_bytes).concat();
        let one = "DenseHostTensor dtype = complex64, shape = [], values = [(1.000000e+00,-2.000000e+00)]";
        assert_eq!(text(">c8", "True", "()", &complex).unwrap(), one);
        let empty = "DenseHostTensor dtype = i1, shape = [0], values = []";
        assert_eq!(text("|b1", "False", "(0,)", &[]).unwrap(), empty);
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
            (
                text("<i4", "False", "(-1,)", &[0; 4]),
                "the header is {'descr': '<i4', 'fortran_order': False, 'shape': (-1,), }",
            ),
            (read(b"PK\x03\x04").map(|_| String::new()), "it is no .npy file"),
        ] {
            assert_eq!(what.unwrap_err(), expected);
        }
        let whole = file("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", &[1, 2]);
        assert!(read(&whole).is_ok());
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).is_err(), "{length}");
        }
    }
}
