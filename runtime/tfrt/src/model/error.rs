//! What is wrong with a model.

use std::fmt;
use tfrt_compiler::source::Diagnostic;
use tfrt_host::error::Location;

/// Everything that is wrong with a model, with its file, or with inputs for it: a line each when shown.
///
/// ```
/// let error = tfrt::Model::from_bytes(b"\x93NUMPY").unwrap_err();
/// assert_eq!(error.problems().len(), 1);
/// assert_eq!(error.to_string(), "it is neither an ONNX model nor a program in text");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError(Vec<String>);

impl ModelError {
    pub(super) fn new(problem: impl fmt::Display) -> Self {
        Self(vec![problem.to_string()])
    }

    /// Several, at least one.
    pub(super) fn all(problems: Vec<String>) -> Self {
        Self(problems)
    }

    pub(super) fn of(diagnostics: Vec<Diagnostic>) -> Self {
        Self(diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect())
    }

    /// An error at a location, which names the node.
    pub(super) fn at(location: &Location, problem: impl fmt::Display) -> Self {
        match location {
            Location::Unknown => Self::new(problem),
            location => Self::new(format_args!("{location}: {problem}")),
        }
    }

    /// The problems, in the order of the model's nodes or inputs. One of a text begins with its place.
    #[must_use]
    pub fn problems(&self) -> &[String] {
        &self.0
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for ModelError {}
