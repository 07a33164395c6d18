//! Why a command ends without success, and with which exit status.

use crate::output;

/// The end of a command that did not succeed.
#[derive(Debug)]
pub(crate) struct Failure {
    status: u8,
    /// What is still to be said, with its newlines.
    text: String,
}

impl Failure {
    /// The program or a check failed; all has been said.
    pub(crate) fn failed() -> Self {
        Self { status: 1, text: String::new() }
    }

    /// The input could not be used, for a reason of the tool's own.
    pub(crate) fn unusable(message: impl std::fmt::Display) -> Self {
        Self { status: 2, text: format!("tfrt: {message}\n") }
    }

    /// The input could not be used; `text` is finished diagnostics.
    pub(crate) fn diagnosed(text: String) -> Self {
        Self { status: 2, text }
    }

    pub(crate) fn status(&self) -> u8 {
        self.status
    }

    /// Says what is still to be said.
    pub(crate) fn print(&self) {
        output::error(&self.text);
    }
}
