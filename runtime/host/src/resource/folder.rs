//! The files of one folder, as a resolver.

#![expect(unsafe_code, reason = "maps files into memory")]

use super::Resolver;
use crate::error::{Error, ErrorCode};
use memmap2::Mmap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::PathBuf;
use tfrt_bef::Blob;

/// Smaller files are read, because a mapping costs more than it saves.
const MAPPED: u64 = 64 << 10;

/// The plain files of one folder. Names are those of files right in it: no path, and never a link.
///
/// ```
/// # use tfrt_host::resource::{Folder, Resolver};
/// let folder = Folder::new(env!("CARGO_MANIFEST_DIR"));
/// assert!(folder.file("Cargo.toml").is_ok());
/// assert!(folder.file("../Cargo.toml").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    map: bool,
}

impl Folder {
    /// The files of the folder `path`. They are read into memory when they are asked for.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), map: false }
    }

    /// The files of the folder `path`. Large files are mapped into memory, which takes no memory of
    /// the process's own.
    ///
    /// # Safety
    /// Nobody changes or truncates a file of the folder while its bytes are in use: the bytes that a
    /// program refers to would change, and bytes past the new end would end the process.
    #[must_use]
    pub unsafe fn mapped(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), map: true }
    }

    fn open(&self, name: &str) -> io::Result<File> {
        let refused = |message| Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        if matches!(name, "" | "." | "..") || name.contains(['/', '\\', ':', '\0']) {
            return refused("it is not the name of a file beside the program");
        }
        let mut options = OpenOptions::new();
        options.read(true);
        // The checks are of the opened file, so it cannot be replaced in between.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::custom_flags(
            &mut options,
            // A pipe would wait for a writer.
            libc::O_NOFOLLOW | libc::O_NONBLOCK,
        );
        #[cfg(windows)]
        std::os::windows::fs::OpenOptionsExt::custom_flags(
            &mut options,
            // FILE_FLAG_OPEN_REPARSE_POINT: opens a link itself.
            0x0020_0000,
        );
        let file = options.open(self.path.join(name)).map_err(|error| {
            #[cfg(unix)]
            if error.raw_os_error() == Some(libc::ELOOP) {
                return io::Error::new(io::ErrorKind::InvalidInput, "it is a link");
            }
            error
        })?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return refused("it is not a plain file");
        }
        #[cfg(unix)]
        if std::os::unix::fs::MetadataExt::nlink(&metadata) > 1 {
            return refused("it is a link: the file has other names");
        }
        Ok(file)
    }

    fn bytes(&self, name: &str) -> io::Result<Blob> {
        let mut file = self.open(name)?;
        let length = file.metadata()?.len();
        if self.map && length >= MAPPED {
            // SAFETY: who made the folder promised that its files do not change.
            return Ok(Blob::new(unsafe { Mmap::map(&file) }?));
        }
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))
            .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        file.by_ref().take(length).read_to_end(&mut bytes)?;
        Ok(bytes.into())
    }
}

impl Resolver for Folder {
    fn file(&self, name: &str) -> Result<Blob, Error> {
        self.bytes(name).map_err(|error| {
            let code = match error.kind() {
                io::ErrorKind::NotFound => ErrorCode::NotFound,
                io::ErrorKind::InvalidInput => ErrorCode::InvalidArgument,
                _ => ErrorCode::Internal,
            };
            Error::new(code, error.to_string())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder for a test, which is removed with it.
    struct Temporary(PathBuf);

    impl Temporary {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("tfrt-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Self(path)
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn refusal(folder: &Folder, name: &str) -> String {
        folder.file(name).unwrap_err().message().to_owned()
    }

    #[test]
    fn files_are_read_and_large_ones_mapped() {
        let temporary = Temporary::new("folder-read");
        let large: Vec<u8> = (0..200_000_u32).map(|index| index as u8).collect();
        std::fs::write(temporary.0.join("small"), [1, 2, 3]).unwrap();
        std::fs::write(temporary.0.join("large"), &large).unwrap();
        std::fs::write(temporary.0.join("empty"), []).unwrap();
        // SAFETY: the test does not change the files after this.
        for folder in [Folder::new(&temporary.0), unsafe { Folder::mapped(&temporary.0) }] {
            assert_eq!(*folder.file("small").unwrap(), [1, 2, 3]);
            assert_eq!(*folder.file("large").unwrap(), *large);
            assert!(folder.file("empty").unwrap().is_empty());
            assert_eq!(folder.file("other").unwrap_err().code(), ErrorCode::NotFound);
        }
    }

    #[test]
    fn a_name_does_not_leave_the_folder() {
        let temporary = Temporary::new("folder-names");
        let inner = temporary.0.join("inner");
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::write(temporary.0.join("secret"), "secret").unwrap();
        let absolute = temporary.0.join("secret");
        let folder = Folder::new(&inner);
        let names = ["", ".", "..", "../secret", "..\\secret", "a/../../secret", "c:secret", "a\0"];
        for name in names.into_iter().chain(absolute.to_str()) {
            let expected = "it is not the name of a file beside the program";
            assert_eq!(refusal(&folder, name), expected, "{name:?}");
        }
        assert_eq!(refusal(&Folder::new(&temporary.0), "inner"), "it is not a plain file");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_followed() {
        let temporary = Temporary::new("folder-links");
        let inner = temporary.0.join("inner");
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::write(temporary.0.join("secret"), "secret").unwrap();
        std::os::unix::fs::symlink("../secret", inner.join("symbolic")).unwrap();
        std::fs::hard_link(temporary.0.join("secret"), inner.join("hard")).unwrap();
        let folder = Folder::new(&inner);
        assert_eq!(refusal(&folder, "symbolic"), "it is a link");
        assert_eq!(refusal(&folder, "hard"), "it is a link: the file has other names");
    }
}
