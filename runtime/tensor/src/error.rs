//! What can be wrong with a tensor.

use std::borrow::Cow;
use std::fmt;

/// A defect of a tensor, shape or buffer. Kernels pass it on as their error.
///
/// ```
/// use tfrt_tensor::{TensorError, TensorShape};
/// let error: TensorError = TensorShape::new(&[1; 256]).unwrap_err();
/// println!("{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorError(pub Cow<'static, str>);

impl TensorError {
    /// `Cannot allocate tensor`.
    pub const OUT_OF_MEMORY: Self = Self(Cow::Borrowed("Cannot allocate tensor"));
}

impl fmt::Display for TensorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TensorError {}

impl From<String> for TensorError {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text))
    }
}

impl From<&'static str> for TensorError {
    fn from(text: &'static str) -> Self {
        Self(Cow::Borrowed(text))
    }
}
