//! Elements of tensors in files beside the model. The crate opens none by itself: the caller gives a
//! function that reads ranges of files, such as [`folder`].

use crate::error::DecodeError;
use crate::limits::Limits;
use crate::tensor::Tensor;
use crate::wire::Offset;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use tfrt_bef::Blob;

/// Where in which file the elements of a tensor are.
#[derive(Clone, Debug, PartialEq)]
pub struct External<'t> {
    /// The file, by its path below the model's folder: names with `/` between them, none of which is
    /// empty, `.` or `..`, or has a `\`, a `:` or a zero in it.
    pub location: &'t str,
    /// The bytes in the file, as many as the tensor's elements have.
    pub range: Range<u64>,
    /// Where the tensor is in the model's file.
    pub offset: Offset,
}

impl<'t> External<'t> {
    /// What a tensor says, whose elements have so many bytes. Its checksum is not looked at.
    pub(crate) fn of(tensor: &'t Tensor<'_>, size: u64) -> Result<External<'t>, String> {
        let value = |key: &str| {
            let mut values = tensor.external_data.iter().filter(|entry| entry.key == key);
            match (values.next(), values.next()) {
                (first, None) => Ok(first.map(|entry| entry.value)),
                _ => Err(format!("its external_data has '{key}' twice")),
            }
        };
        let number = |key: &str| {
            let number = |text: &str| {
                let digits = text.bytes().all(|byte| byte.is_ascii_digit());
                let number = text.parse::<u64>().ok().filter(|_| digits);
                number.ok_or_else(|| format!("the '{key}' of its external_data is '{text}'"))
            };
            value(key)?.map(number).transpose()
        };
        let location = value("location")?.ok_or("its external_data has no 'location'")?;
        let location = location.strip_prefix("./").unwrap_or(location);
        if !location.split('/').all(is_name) {
            return Err(format!("'{location}' is not a path below the model's folder"));
        }
        let start = number("offset")?.unwrap_or_default();
        let length = number("length")?.unwrap_or(size);
        if length != size {
            return Err(format!("it has {length} bytes in '{location}'; the shape needs {size}"));
        }
        let end = start.checked_add(size).ok_or_else(|| {
            format!("{size} bytes from byte {start} of '{location}' are too far away")
        })?;
        Ok(External { location, range: start..end, offset: tensor.offset })
    }
}

/// A name that stays in its folder, on every system.
fn is_name(name: &str) -> bool {
    !matches!(name, "" | "." | "..") && !name.contains(['\\', ':', '\0'])
}

/// Reads a range of a file, by its path below the model's folder, or says why it cannot.
pub type ReadRange<'f> = dyn Fn(&str, Range<u64>) -> Result<Blob, String> + 'f;

/// The elements that a model has in other files. Each range is read once.
pub struct ExternalFiles<'f> {
    read: Option<&'f ReadRange<'f>>,
    /// Bytes that may still be read.
    left: u64,
    limit: u64,
    known: BTreeMap<(String, u64, u64), Blob>,
}

impl<'f> ExternalFiles<'f> {
    /// Those that a function reads; without one there are none. All together they have at most
    /// [`Limits::tensor_bytes`].
    ///
    /// ```
    /// use tfrt_onnx::{DataLocation, DataType, Entry, ExternalFiles, Limits, Tensor};
    /// # use tfrt_onnx::Data;
    ///
    /// let tensor = Tensor {
    ///     dims: vec![2],
    ///     data_type: DataType::Uint8,
    ///     data_location: DataLocation::External,
    ///     external_data: vec![Entry { key: "location", value: "weights.bin" }],
    ///     ..Default::default()
    /// };
    /// let limits = Limits::default();
    /// let elements = tensor.elements(&limits)?;
    /// # let Data::External(external) = elements.data else { unreachable!() };
    /// let read = |path: &str, range: std::ops::Range<u64>| match path {
    ///     "weights.bin" if range == (0..2) => Ok(vec![7, 8].into()),
    ///     _ => Err("there is no such file".to_owned()),
    /// };
    /// let mut files = ExternalFiles::new(Some(&read), &limits);
    /// assert_eq!(files.bytes(&external)?.bytes(), [7, 8]);
    /// # Ok::<(), tfrt_onnx::DecodeError>(())
    /// ```
    #[must_use]
    pub fn new(read: Option<&'f ReadRange<'f>>, limits: &Limits) -> Self {
        let limit = limits.tensor_bytes;
        ExternalFiles { read, left: limit, limit, known: BTreeMap::new() }
    }

    /// The elements of a tensor.
    ///
    /// # Errors
    /// No files are given, or what reads them says why it cannot; too much is read.
    pub fn bytes(&mut self, external: &External<'_>) -> Result<Blob, DecodeError> {
        let External { location, range, offset } = external;
        let refused = |what: &str| DecodeError {
            offset: offset.0,
            message: format!("bytes {} to {} of '{location}': {what}", range.start, range.end),
        };
        let Some(read) = self.read else {
            return Err(refused("elements are in another file, and no folder is given"));
        };
        let key = ((*location).to_owned(), range.start, range.end);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let size = range.end.saturating_sub(range.start);
        let Some(left) = self.left.checked_sub(size) else {
            let what = format!("the model has more than {} bytes in other files", self.limit);
            return Err(refused(&what));
        };
        let bytes = read(location, range.clone()).map_err(|what| refused(&what))?;
        if bytes.len() as u64 != size {
            return Err(refused(&format!("{} bytes were read", bytes.len())));
        }
        self.left = left;
        self.known.insert(key, bytes.clone());
        Ok(bytes)
    }
}

impl fmt::Debug for ExternalFiles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExternalFiles").field("known", &self.known.keys()).finish_non_exhaustive()
    }
}

/// Reads plain files below a folder, into memory. It follows no link, neither a symbolic one on the way
/// nor another name of a file. Each name is looked at before the file is opened, so nobody may change the
/// folder meanwhile.
///
/// ```
/// let read = tfrt_onnx::folder(env!("CARGO_MANIFEST_DIR"));
/// assert_eq!(read("Cargo.toml", 0..9).unwrap().bytes(), b"[package]");
/// assert!(read("src/missing.bin", 0..9).is_err());
/// ```
pub fn folder(path: impl Into<PathBuf>) -> impl Fn(&str, Range<u64>) -> Result<Blob, String> {
    let folder = path.into();
    move |location, range| {
        read_range(&checked(&folder, location)?, range).map_err(|error| error.to_string())?
    }
}

/// The bytes of a plain file below a folder, as [`folder`] reads parts of it.
///
/// # Errors
/// Why it cannot be read.
pub fn whole_file(folder: &Path, location: &str) -> Result<Blob, String> {
    let path = checked(folder, location)?;
    let length = fs::metadata(&path).map_err(|error| error.to_string())?.len();
    read_range(&path, 0..length).map_err(|error| error.to_string())?
}

/// The path of a plain file below a folder, to which no link leads.
fn checked(folder: &Path, location: &str) -> Result<PathBuf, String> {
    let mut path = folder.to_owned();
    let mut names = location.split('/').peekable();
    while let Some(name) = names.next() {
        // A path from elsewhere than `External` is not checked.
        if !is_name(name) {
            return Err("it is not a path below the folder".to_owned());
        }
        path.push(name);
        // Of what the name itself is, not of what it leads to.
        let metadata = fs::symlink_metadata(&path).map_err(|error| error.to_string())?;
        let is_right = if names.peek().is_some() { metadata.is_dir() } else { metadata.is_file() };
        if metadata.is_symlink() {
            return Err(format!("'{name}' is a link"));
        }
        if !is_right {
            return Err(format!("'{name}' is not what the path needs: a folder or plain file"));
        }
        #[cfg(unix)]
        if metadata.is_file() && std::os::unix::fs::MetadataExt::nlink(&metadata) > 1 {
            return Err(format!("'{name}' is a link: the file has other names"));
        }
    }
    Ok(path)
}

fn read_range(path: &PathBuf, range: Range<u64>) -> std::io::Result<Result<Blob, String>> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Ok(Err("it is not a plain file".to_owned()));
    }
    let length = metadata.len();
    if range.end > length {
        return Ok(Err(format!("the file has {length} bytes")));
    }
    let size = range.end.saturating_sub(range.start);
    let mut bytes = Vec::new();
    let memory = usize::try_from(size).ok().and_then(|size| bytes.try_reserve_exact(size).ok());
    if memory.is_none() {
        return Ok(Err("there is no memory".to_owned()));
    }
    file.seek(SeekFrom::Start(range.start))?;
    file.take(size).read_to_end(&mut bytes)?;
    Ok(Ok(bytes.into()))
}
