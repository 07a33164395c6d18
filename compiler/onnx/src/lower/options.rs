//! What an import may read and how much.

use crate::external::ReadRange;
use crate::limits::Limits;
use std::fmt;

/// What [`import`](crate::import) may read besides the model, and how much.
///
/// ```
/// use tfrt_onnx::{ImportOptions, Limits, folder};
///
/// let read = folder("models/resnet");
/// let options = ImportOptions::new().limits(Limits::default()).files(&read);
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Default)]
pub struct ImportOptions<'f> {
    pub(super) limits: Limits,
    pub(super) files: Option<&'f ReadRange<'f>>,
    pub(super) every_value: bool,
}

impl<'f> ImportOptions<'f> {
    /// The usual limits, and no other file than the model's own.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Limits on what the model asks for.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// What reads the elements that the model has in other files, such as [`folder`](crate::folder).
    /// Without it such a tensor is an error.
    #[must_use]
    pub fn files(self, read: &'f ReadRange<'f>) -> Self {
        Self { files: Some(read), ..self }
    }

    /// Makes an output of every result of a node, in the order of the nodes, so that one can see where two
    /// models, or two runtimes, begin to differ. What is inside of graphs in nodes stays there.
    #[must_use]
    pub fn every_value(self, every: bool) -> Self {
        Self { every_value: every, ..self }
    }
}

impl fmt::Debug for ImportOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ImportOptions")
            .field("limits", &self.limits)
            .field("files", &self.files.is_some())
            .field("every_value", &self.every_value)
            .finish()
    }
}
