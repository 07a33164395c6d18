//! Outside resources: dense attributes whose elements are in files beside the program. A program
//! only names them; the bytes come from a [`Resolver`] that the caller of a load gives.

mod files;
mod folder;
mod safetensors;

#[doc(hidden)]
pub use files::{Files, Part};
pub use folder::Folder;
#[doc(hidden)]
pub use safetensors::{Entry, Header, LAYOUT, element_name};

use crate::error::{Error, ErrorCode};
use std::collections::BTreeMap;
use std::fmt;
use tfrt_bef::{Attributes, Blob, DType, Outside};

/// Gives a program the files with its outside resources. Thread-safe.
///
/// A map of names to bytes is one, and so is a [`Folder`].
///
/// A program that names `FILE#TENSOR` asks for `FILE` only: the tensor of that name is found in it,
/// whose format is safetensors, and its type and shape are compared with the program's.
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

    /// What the bytes of a [`file`](Self::file) are, if the resolver knows. They are then the elements
    /// of one tensor, whose type and shape are compared with the program's. By default it does not
    /// know.
    fn stated_type(&self, name: &str) -> Option<StatedType> {
        let _ = name;
        None
    }

    /// Whether the bytes of a [`file`](Self::file) are certainly those that the program was compiled with,
    /// because both were made in this process: their hash is then not compared. By default it is.
    fn trusted(&self, name: &str) -> bool {
        let _ = name;
        false
    }
}

impl Resolver for BTreeMap<String, Blob> {
    fn file(&self, name: &str) -> Result<Blob, Error> {
        let found = self.get(name).cloned();
        found.ok_or_else(|| Error::new(ErrorCode::NotFound, "there is no such file"))
    }
}

/// The type and shape of a tensor, as the file that holds it states them.
///
/// ```
/// use tfrt_bef::DType;
/// use tfrt_host::resource::StatedType;
///
/// let (name, shape) = ("F32".into(), [32, 16].into());
/// let stated = StatedType { name, dtype: Some(DType::F32), shape };
/// assert_eq!(stated.to_string(), "F32 [32, 16]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedType {
    /// The element type by its name in the file, for messages.
    pub name: Box<str>,
    /// The element type; `None` if no program has such elements.
    pub dtype: Option<DType>,
    /// The size of each dimension.
    pub shape: Box<[u64]>,
}

impl fmt::Display for StatedType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.name, self.shape)
    }
}

/// Provides the elements of all attributes outside a BEF file. What is provided is the resolver's
/// bytes, not a copy.
///
/// # Errors
/// A file cannot be resolved, is too short, or has other bytes than the program was compiled with; or
/// it says that they have another type; or resources overlap.
pub fn resolve(attributes: &mut Attributes, resolver: Option<&dyn Resolver>) -> Result<(), Error> {
    let mut files = Files::new(resolver);
    for index in 0..attributes.outside().len() {
        let Some(outside) = attributes.outside().get(index) else { break };
        let trusted = resolver.is_some_and(|resolver| resolver.trusted(&outside.file));
        let data = data(outside, &mut files, trusted).map_err(|error| {
            let name = &outside.name;
            Error::new(error.code(), format!("resource '{name}': {}", error.message()))
        })?;
        let provided = attributes.provide(index, data);
        provided.map_err(|error| Error::new(ErrorCode::InvalidArgument, error.to_string()))?;
    }
    Ok(())
}

fn data(outside: &Outside, files: &mut Files<'_>, trusted: bool) -> Result<Blob, Error> {
    let Outside { file, start, hash, dtype, shape, .. } = outside;
    let invalid = |message: String| Err(Error::new(ErrorCode::InvalidArgument, message));
    let end = outside.length().and_then(|length| start.checked_add(length));
    let Some(end) = end else { return invalid("there is no such tensor".to_owned()) };
    let part = files.part(file, Some(&(*start..end)), *dtype, shape)?;
    if !trusted && part.hash() != *hash {
        return invalid(format!(
            "bytes {start} to {end} of '{file}' are not those that the program was compiled with"
        ));
    }
    Ok(part.data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};
    use std::ops::Range;
    use tfrt_bef::AttributesBuilder;

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
            "resource 'w': file 'w.bin' is outside the program, and no resolver is given: the options of translating and loading take one"
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
