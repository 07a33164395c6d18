//! The files of a resolver and their parts: finds, compares and hashes what a program names.

use super::safetensors::LAYOUT;
use super::{Header, Resolver, StatedType};
use crate::error::{Error, ErrorCode};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use tfrt_bef::{Blob, DType};

/// Between the name of a file and that of a tensor in it.
const SEPARATOR: char = '#';

/// The files of a resolver, each asked for once, and their parts, each hashed at most once. Parts that share
/// only some bytes are refused, so that what is hashed is at most all bytes of the files.
#[derive(Debug)]
pub struct Files<'a> {
    resolver: Option<&'a dyn Resolver>,
    known: BTreeMap<Box<str>, Known>,
    /// By file and first byte.
    parts: BTreeMap<(Box<str>, u64), Part>,
}

#[derive(Debug)]
struct Known {
    bytes: Blob,
    /// What its header says, once a tensor in it was named.
    header: Option<Header>,
}

/// A part of a file.
#[derive(Clone, Debug)]
pub struct Part {
    /// The offset of its end in the file.
    end: u64,
    /// Its bytes, which are the resolver's.
    pub data: Blob,
    hash: Arc<OnceLock<[u8; 32]>>,
}

impl Part {
    /// The hash of its bytes, which is computed once.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        *self.hash.get_or_init(|| Sha256::digest(&*self.data).into())
    }
}

/// What a program names: a file, or a tensor in one.
struct Named<'n> {
    file: &'n str,
    bytes: Blob,
    /// The range in the file.
    range: Range<u64>,
    stated: Option<StatedType>,
}

impl<'a> Files<'a> {
    /// Those of a resolver. Without one there are none.
    #[must_use]
    pub fn new(resolver: Option<&'a dyn Resolver>) -> Self {
        Self { resolver, known: BTreeMap::new(), parts: BTreeMap::new() }
    }

    fn file(&mut self, name: &str) -> Result<&mut Known, Error> {
        if !self.known.contains_key(name) {
            let Some(resolver) = self.resolver else {
                let message = format!(
                    "file '{name}' is outside the program, and no resolver is given: the options of \
                         translating and loading take one"
                );
                return Err(Error::new(ErrorCode::NotFound, message));
            };
            let bytes = resolver.file(name).map_err(|error| {
                Error::new(error.code(), format!("file '{name}': {}", error.message()))
            })?;
            check_layout(name, &bytes)?;
            self.known.insert(name.into(), Known { bytes, header: None });
        }
        Ok(self.known.get_mut(name).expect("it was inserted"))
    }

    /// Finds a file, or `FILE#TENSOR`. What the resolver knows by that whole name comes first.
    fn named<'n>(&mut self, name: &'n str) -> Result<Named<'n>, Error> {
        let stated = self.resolver.and_then(|resolver| resolver.stated_type(name));
        let (file, tensor) = match name.split_once(SEPARATOR) {
            Some((file, tensor)) if stated.is_none() => (file, tensor),
            _ => {
                let bytes = self.file(name)?.bytes.clone();
                return Ok(Named { file: name, range: 0..bytes.len() as u64, bytes, stated });
            }
        };
        let known = self.file(file)?;
        let header = match &mut known.header {
            Some(header) => header,
            none => none.insert(Header::read(&known.bytes).map_err(|message| {
                Error::new(ErrorCode::InvalidArgument, format!("file '{file}': {message}"))
            })?),
        };
        let Some(entry) = header.tensors.get(tensor) else {
            let message = format!("there is no tensor '{tensor}' in file '{file}'");
            return Err(Error::new(ErrorCode::NotFound, message));
        };
        let range = entry.bytes.start as u64..entry.bytes.end as u64;
        Ok(Named { file, bytes: known.bytes.clone(), range, stated: Some(entry.ty.clone()) })
    }

    /// The part of what has that name that is a program's tensor of this type: all of it, or a range.
    ///
    /// # Errors
    /// There is no resolver, or what it says; what has the name is too short, or is stated to be
    /// another tensor; or another part has some of these bytes.
    pub fn part(
        &mut self,
        name: &str,
        range: Option<&Range<u64>>,
        dtype: DType,
        shape: &[i64],
    ) -> Result<Part, Error> {
        let invalid = |message| Err(Error::new(ErrorCode::InvalidArgument, message));
        let Named { file, bytes, range: whole, stated } = self.named(name)?;
        let length = whole.end.saturating_sub(whole.start);
        let Range { start, end } = range.cloned().unwrap_or(0..length);
        if let Some(stated) = stated {
            // A range of a tensor has a shape of its own.
            let same = (start, end) != (0, length) || shape_is(shape, &stated.shape);
            if stated.dtype != Some(dtype) || !same {
                let ty = tensor(dtype, shape);
                return invalid(format!("'{name}' is {stated} in the file, but {ty} here"));
            }
        }
        let (from, to) = (whole.start.saturating_add(start), whole.start.saturating_add(end));
        let place = |at: u64| usize::try_from(at).ok();
        let data = place(from).zip(place(to)).and_then(|(from, to)| bytes.part(from..to));
        let Some(data) = data.filter(|_| end <= length) else {
            let what = if file == name { "file" } else { "tensor" };
            return invalid(format!(
                "{what} '{name}' has {length} bytes, not bytes {start} to {end}"
            ));
        };
        let key = (Box::from(file), from);
        if let Some(same) = self.parts.get(&key).filter(|same| same.end == to) {
            return Ok(same.clone());
        }
        let before = self.parts.range(..&key).next_back();
        let after = self.parts.range(&key..).next();
        if before.is_some_and(|((of, _), part)| **of == *file && part.end > from)
            || after.is_some_and(|((of, place), _)| **of == *file && *place < to)
        {
            return invalid(format!(
                "bytes {start} to {end} of '{name}' overlap with another resource"
            ));
        }
        let part = Part { end: to, data, hash: Arc::default() };
        self.parts.insert(key, part.clone());
        Ok(part)
    }
}

/// A file of weights says how they are laid out: the layouts to come are not ours to read.
fn check_layout(name: &str, bytes: &[u8]) -> Result<(), Error> {
    if !name.ends_with(".weights") {
        return Ok(());
    }
    let invalid =
        |what: &str| Error::new(ErrorCode::InvalidArgument, format!("file '{name}': {what}"));
    let metadata = Header::read(bytes).map_err(|what| invalid(&what))?.metadata;
    match metadata.get("tfrt.layout").map(String::as_str) {
        Some(LAYOUT) => {}
        Some(other) => return Err(invalid(&format!("its layout is {other}, not {LAYOUT}"))),
        // Others write files of that name, too.
        None => return Ok(()),
    }
    let source = metadata.get("tfrt.source").map(String::as_str).unwrap_or_default();
    if source.len() == 64 && source.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Ok(());
    }
    Err(invalid("it does not say by a hash which model it was made of"))
}

fn shape_is(shape: &[i64], stated: &[u64]) -> bool {
    shape.len() == stated.len()
        && shape.iter().zip(stated).all(|(&size, &stated)| u64::try_from(size) == Ok(stated))
}

/// A tensor's type as programs write it.
fn tensor(dtype: DType, shape: &[i64]) -> String {
    let mut text = "tensor<".to_owned();
    for size in shape {
        let _ = write!(text, "{size}x");
    }
    text + dtype.name() + ">"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> Blob {
        let header = r#"{"b":{"dtype":"F8_E4M3","shape":[4],"data_offsets":[8,12]},"a#":{"dtype":"I16","shape":[2,2],"data_offsets":[0,8]}}"#;
        let length = (header.len() as u64).to_le_bytes();
        [&length, header.as_bytes(), &(0..12).collect::<Vec<u8>>()].concat().into()
    }

    #[test]
    fn a_tensor_is_found_by_name_and_compared() {
        let (file, length) = (file(), file().len() as u64);
        let both = [("m", file.clone()), ("w#", Blob::from(&[1, 2]))];
        let resolver = BTreeMap::from(both.map(|(name, bytes)| (name.to_owned(), bytes)));
        let mut files = Files::new(Some(&resolver));
        let part = files.part("m#a#", None, DType::I16, &[2, 2]).unwrap();
        assert_eq!(part.data.bytes().as_ptr(), file[file.len() - 12..].as_ptr());
        assert_eq!(*part.data, [0, 1, 2, 3, 4, 5, 6, 7]);
        let absolute = length - 12..length - 4;
        let same = files.part("m", Some(&absolute), DType::I8, &[8]).unwrap();
        assert_eq!(same.hash(), part.hash());
        let mut files = Files::new(Some(&resolver));
        let half = files.part("m#a#", Some(&(2..6)), DType::I16, &[2]).unwrap();
        assert_eq!(*half.data, [2, 3, 4, 5]);
        let mut refusal = |name: &str, range: Option<Range<u64>>, dtype, shape: &[i64]| {
            files.part(name, range.as_ref(), dtype, shape).unwrap_err().message().to_owned()
        };
        for (message, name, range, dtype, shape) in [
            (
                "'m#a#' is I16 [2, 2] in the file, but tensor<4xi16> here",
                "m#a#",
                None,
                DType::I16,
                &[4][..],
            ),
            (
                "'m#a#' is I16 [2, 2] in the file, but tensor<2x2xui16> here",
                "m#a#",
                None,
                DType::Ui16,
                &[2, 2],
            ),
            (
                "'m#a#' is I16 [2, 2] in the file, but tensor<i16> here",
                "m#a#",
                Some(0..8),
                DType::I16,
                &[],
            ),
            (
                "'m#a#' is I16 [2, 2] in the file, but tensor<2xf16> here",
                "m#a#",
                Some(0..4),
                DType::F16,
                &[2],
            ),
            (
                "'m#b' is F8_E4M3 [4] in the file, but tensor<4xi8> here",
                "m#b",
                None,
                DType::I8,
                &[4],
            ),
            ("tensor 'm#a#' has 8 bytes, not bytes 4 to 10", "m#a#", Some(4..10), DType::I16, &[3]),
            (
                "bytes 0 to 8 of 'm#a#' overlap with another resource",
                "m#a#",
                None,
                DType::I16,
                &[2, 2],
            ),
            ("there is no tensor 'c' in file 'm'", "m#c", None, DType::I16, &[2]),
            ("there is no tensor '' in file 'm'", "m#", None, DType::I16, &[2]),
            ("file 'n': there is no such file", "n#a", None, DType::I16, &[2]),
            // The first `#` separates.
            ("file 'w': there is no such file", "w#", None, DType::I16, &[1]),
        ] {
            assert_eq!(refusal(name, range, dtype, shape), message);
        }
        let none = BTreeMap::from([("w.bin".to_owned(), Blob::from(&[1, 2]))]);
        let mut files = Files::new(Some(&none));
        let error = files.part("w.bin#a", None, DType::I16, &[1]).unwrap_err();
        let message = "file 'w.bin': not a file of tensors: the header is missing";
        assert_eq!((error.message(), error.code()), (message, ErrorCode::InvalidArgument));
    }
}
