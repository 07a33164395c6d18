//! The error of loading a file.

use crate::location::host_location;
use std::fmt;
use tfrt_bef::{ReadError, Section};
use tfrt_host::error::Location;

/// The reason that a file cannot be run.
///
/// ```
/// let catalogue = tfrt_host::kernel::Catalogue::new();
/// let options = tfrt_exec::LoadOptions::default();
/// let error = tfrt_exec::Program::load(b"no program", &catalogue, &options).unwrap_err();
/// println!("{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    message: String,
    location: Location,
    section: Option<Section>,
    offset: Option<usize>,
}

impl LoadError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), location: Location::Unknown, section: None, offset: None }
    }

    pub(super) fn at(mut self, location: &tfrt_bef::Location<'_>) -> Self {
        self.location = host_location(location);
        self
    }

    /// The message, in the original's words if it has one for the case.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The source location, for an error about a kernel.
    #[must_use]
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// The section, for an error about the file's bytes.
    #[must_use]
    pub fn section(&self) -> Option<Section> {
        self.section
    }

    /// The byte offset in the file, for an error about the file's bytes.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.offset
    }
}

impl From<ReadError> for LoadError {
    fn from(error: ReadError) -> Self {
        Self {
            message: error.to_string(),
            location: Location::Unknown,
            section: error.section,
            offset: Some(error.offset),
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LoadError {}
