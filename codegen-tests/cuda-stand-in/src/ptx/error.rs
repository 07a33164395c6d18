//! Why a text is refused. Uses nothing.

use std::fmt;

/// What is wrong with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// It is not PTX, or its parts do not agree.
    Syntax,
    /// Its `.version` is newer or older than what is read.
    Version,
    /// Its `.target` is not a card that is known.
    Target,
    /// It has an instruction, a modifier or a directive that the interpreter does not know.
    Unsupported,
}

/// Why a text is refused, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong.
    pub kind: ReadErrorKind,
    /// The line, from one.
    pub line: u32,
    /// What was found.
    pub message: String,
}

impl ReadError {
    pub(super) fn syntax(line: u32, message: impl Into<String>) -> Self {
        Self { kind: ReadErrorKind::Syntax, line, message: message.into() }
    }

    pub(super) fn unsupported(line: u32, message: impl Into<String>) -> Self {
        Self { kind: ReadErrorKind::Unsupported, line, message: message.into() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}
