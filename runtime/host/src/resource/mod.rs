//! Outside resources: dense attributes whose elements are in files beside the program. A program
//! only names them; the bytes come from a [`Resolver`] that the caller of a load gives.

mod folder;

pub use folder::Folder;

use crate::error::{Error, ErrorCode};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use tfrt_bef::{Attributes, Blob, Outside};

/// Gives a program the files with its outside resources. Thread-safe.
///
/// A map of names to bytes is one, and so is a [`Folder`].
///
/// ```
/// use std::collections::BTreeMap;
/// use tfrt_host::resource::Resolver;
/// use tfrt_bef::Blob;
///
/// let files = BTreeMap::from([("weights.bin".to_owned(), Blob::from(vec![1, 2, 3]))]);
/// assert_eq!(*files.file("weights.bin")?, [1, 2, 3]);
/// assert!(files.file("other.bin").is_err());
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
pub trait Resolver: fmt::Debug + Send + Sync {
    /// The bytes of a file. The name is what the program says and not to be trusted: it may be a path
    /// out of any folder.
    ///
    /// # Errors
    /// There is no such file for this program, or it cannot be read.
    fn file(&self, name: &str) -> Result<Blob, Error>;
}

impl Resolver for BTreeMap<String, Blob> {
    fn file(&self, name: &str) -> Result<Blob, Error> {
        let found = self.get(name).cloned();
        found.ok_or_else(|| Error::new(ErrorCode::NotFound, "there is no such file"))
    }
}

/// The files of a resolver, each asked for once, and their parts, each hashed once. Parts that share
/// only some bytes are refused, so that what is hashed is at most all bytes of the files.
#[doc(hidden)]
#[derive(Debug)]
pub struct Files<'a> {
    resolver: Option<&'a dyn Resolver>,
    known: BTreeMap<Box<str>, Blob>,
    /// By file and first byte.
    parts: BTreeMap<(Box<str>, u64), Part>,
}

/// A part of a file.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Part {
    /// The offset of its end in the file.
    end: u64,
    /// Its bytes, which are the resolver's.
    pub data: Blob,
    /// Their hash.
    pub hash: [u8; 32],
}

impl<'a> Files<'a> {
    /// Those of a resolver. Without one there are none.
    #[must_use]
    pub fn new(resolver: Option<&'a dyn Resolver>) -> Self {
        Self { resolver, known: BTreeMap::new(), parts: BTreeMap::new() }
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// There is no resolver, or what it says.
    pub fn file(&mut self, name: &str) -> Result<Blob, Error> {
        if let Some(known) = self.known.get(name) {
            return Ok(known.clone());
        }
        let Some(resolver) = self.resolver else {
            let message = format!("file '{name}' is outside the program, and no resolver is given");
            return Err(Error::new(ErrorCode::NotFound, message));
        };
        let file = resolver.file(name).map_err(|error| {
            Error::new(error.code(), format!("file '{name}': {}", error.message()))
        })?;
        self.known.insert(name.into(), file.clone());
        Ok(file)
    }

    /// A part of a file.
    ///
    /// # Errors
    /// As [`file`](Self::file); or the file is too short, or another part has some of these bytes.
    pub fn part(&mut self, name: &str, range: &Range<u64>) -> Result<Part, Error> {
        let Range { start, end } = *range;
        let invalid = |message| Err(Error::new(ErrorCode::InvalidArgument, message));
        let key = (Box::from(name), start);
        if let Some(same) = self.parts.get(&key).filter(|same| same.end == end) {
            return Ok(same.clone());
        }
        let before = self.parts.range(..&key).next_back();
        let after = self.parts.range(&key..).next();
        if before.is_some_and(|((file, _), part)| **file == *name && part.end > start)
            || after.is_some_and(|((file, place), _)| **file == *name && *place < end)
        {
            return invalid(format!(
                "bytes {start} to {end} of '{name}' overlap with another resource"
            ));
        }
        let file = self.file(name)?;
        let place = |at: u64| usize::try_from(at).ok();
        let bytes = place(start).zip(place(end)).and_then(|(start, end)| file.part(start..end));
        let Some(data) = bytes else {
            let length = file.len();
            return invalid(format!(
                "file '{name}' has {length} bytes, not bytes {start} to {end}"
            ));
        };
        let hash = Sha256::digest(&*data).into();
        let part = Part { end, data, hash };
        self.parts.insert(key, part.clone());
        Ok(part)
    }
}

/// Provides the elements of all attributes outside a BEF file. What is provided is the resolver's
/// bytes, not a copy.
///
/// # Errors
/// A file cannot be resolved, is too short, or has other bytes than the program was compiled with; or
/// resources overlap.
pub fn resolve(attributes: &mut Attributes, resolver: Option<&dyn Resolver>) -> Result<(), Error> {
    let mut files = Files::new(resolver);
    for index in 0..attributes.outside().len() {
        let Some(outside) = attributes.outside().get(index) else { break };
        let data = data(outside, &mut files).map_err(|error| {
            let name = &outside.name;
            Error::new(error.code(), format!("resource '{name}': {}", error.message()))
        })?;
        let provided = attributes.provide(index, data);
        provided.map_err(|error| Error::new(ErrorCode::InvalidArgument, error.to_string()))?;
    }
    Ok(())
}

fn data(outside: &Outside, files: &mut Files<'_>) -> Result<Blob, Error> {
    let Outside { file, start, hash, .. } = outside;
    let invalid = |message: String| Err(Error::new(ErrorCode::InvalidArgument, message));
    let end = outside.length().and_then(|length| start.checked_add(length));
    let Some(end) = end else { return invalid("there is no such tensor".to_owned()) };
    let part = files.part(file, &(*start..end))?;
    if part.hash != *hash {
        return invalid(format!(
            "bytes {start} to {end} of '{file}' are not those that the program was compiled with"
        ));
    }
    Ok(part.data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_bef::{AttributesBuilder, DType};

    /// The attributes of a program with these resources, by their ranges in `w.bin`.
    fn attributes(parts: &[Range<u64>], bytes: &[u8]) -> Attributes {
        let mut builder = AttributesBuilder::new();
        for part in parts {
            let hash = Sha256::digest(&bytes[part.start as usize..part.end as usize]).into();
            let shape = [(part.end - part.start) as i64];
            let outside = Outside::new("w", "w.bin", part.start, hash, DType::I8, &shape);
            builder.push_outside(outside).unwrap();
        }
        builder.finish()
    }

    fn files(bytes: &[u8]) -> BTreeMap<String, Blob> {
        BTreeMap::from([("w.bin".to_owned(), Blob::from(bytes))])
    }

    #[test]
    fn elements_are_the_bytes_of_the_resolver() {
        let bytes: Vec<u8> = (0..32).collect();
        let files = files(&bytes);
        let mut attributes = attributes(&[0..8, 8..32, 0..8, 32..32], &bytes);
        resolve(&mut attributes, Some(&files)).unwrap();
        let parts: Vec<&Blob> = attributes.outside().iter().filter_map(Outside::data).collect();
        assert_eq!(parts[1].as_ptr(), files["w.bin"][8..].as_ptr());
        assert_eq!(parts[2].as_ptr(), files["w.bin"].as_ptr());
        assert_eq!((parts[1].len(), parts[2].len(), parts[3].len()), (24, 8, 0));
    }

    #[test]
    fn what_is_not_as_compiled_is_refused() {
        let bytes: Vec<u8> = (0..32).collect();
        let refusals = |parts: &[Range<u64>], files: Option<&dyn Resolver>| {
            let error = resolve(&mut attributes(parts, &bytes), files).unwrap_err();
            error.message().to_owned()
        };
        let refusal = |part: Range<u64>, files: Option<&dyn Resolver>| {
            refusals(std::slice::from_ref(&part), files)
        };
        assert_eq!(
            refusal(0..8, None),
            "resource 'w': file 'w.bin' is outside the program, and no resolver is given"
        );
        assert_eq!(
            refusal(0..8, Some(&BTreeMap::new())),
            "resource 'w': file 'w.bin': there is no such file"
        );
        assert_eq!(
            refusal(8..32, Some(&files(&bytes[..31]))),
            "resource 'w': file 'w.bin' has 31 bytes, not bytes 8 to 32"
        );
        let mut other = bytes.clone();
        other[9] ^= 1;
        assert_eq!(
            refusals(&[0..8, 8..32], Some(&files(&other))),
            "resource 'w': bytes 8 to 32 of 'w.bin' are not those that the program was compiled with"
        );
        for parts in [[0..8, 7..9], [7..9, 0..8], [0..8, 0..9], [4..6, 0..32], [0..32, 4..6]] {
            let message = refusals(&parts, Some(&files(&bytes)));
            assert!(message.ends_with("of 'w.bin' overlap with another resource"), "{message}");
        }
    }
}
