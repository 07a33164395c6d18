//! What can be wrong with a tensor.

use std::borrow::Cow;
use std::fmt;
use tfrt_host::alloc::AllocError;
use tfrt_host::error::{Error, ErrorCode};

/// A defect of a tensor, shape or buffer. Kernels pass it on as their error, with its code: made from
/// a text, that of what the caller asked for, [`ErrorCode::InvalidArgument`].
///
/// ```
/// use tfrt_host::error::{ErrorCode, KernelError};
/// use tfrt_tensor::{TensorError, TensorShape};
///
/// let error: TensorError = TensorShape::new(&[1; 256]).unwrap_err();
/// assert_eq!(error.to_string(), "a shape of rank 256, at most 255 is possible");
/// assert_eq!(KernelError::from(error).code, ErrorCode::InvalidArgument);
/// assert_eq!(TensorError::OUT_OF_MEMORY.code(), ErrorCode::ResourceExhausted);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorError {
    message: Cow<'static, str>,
    code: ErrorCode,
}

impl TensorError {
    /// `Cannot allocate tensor`.
    pub const OUT_OF_MEMORY: Self = Self {
        message: Cow::Borrowed("Cannot allocate tensor"),
        code: ErrorCode::ResourceExhausted,
    };

    /// `this thread already holds the tensor's elements`: by another [`Access`](crate::Access).
    pub const HELD: Self = Self {
        message: Cow::Borrowed("this thread already holds the tensor's elements"),
        code: ErrorCode::Internal,
    };

    /// Memory that there is not, with that message.
    #[must_use]
    pub fn exhausted(message: &'static str) -> Self {
        Self { message: Cow::Borrowed(message), code: ErrorCode::ResourceExhausted }
    }

    /// What kind of defect it is.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.code
    }
}

impl fmt::Display for TensorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TensorError {
    /// The code, which the error of a kernel has from it.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.code)
    }
}

/// For callers of functions, whose own errors are of that type.
impl From<TensorError> for Error {
    fn from(error: TensorError) -> Self {
        Self::new(error.code, error.message)
    }
}

/// `Cannot allocate tensor`; beyond the limit of a run, also what was asked, what is in use and the
/// limit.
impl From<AllocError> for TensorError {
    fn from(refused: AllocError) -> Self {
        let Self { message, code } = Self::OUT_OF_MEMORY;
        match refused {
            AllocError::Limit { .. } => {
                Self { message: Cow::Owned(format!("{message}: {refused}")), code }
            }
            _ => Self::OUT_OF_MEMORY,
        }
    }
}

impl From<String> for TensorError {
    fn from(text: String) -> Self {
        Self { message: Cow::Owned(text), code: ErrorCode::InvalidArgument }
    }
}

impl From<&'static str> for TensorError {
    fn from(text: &'static str) -> Self {
        Self { message: Cow::Borrowed(text), code: ErrorCode::InvalidArgument }
    }
}
