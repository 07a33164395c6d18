//! What can go wrong with a device, and what then becomes of its context.

use std::borrow::Cow;
use std::fmt;
use tfrt_host::error::ErrorCode;

/// An error of the driver, or of a call that it was not asked for because it would be wrong.
///
/// Becomes an error of a kernel by `?`.
///
/// ```
/// use tfrt_cuda::{Driver, ErrorClass};
///
/// let error = Driver::open_at("/nowhere/libcuda.so.1".as_ref()).unwrap_err();
/// assert_eq!(error.class(), ErrorClass::Absent);
/// assert!(error.to_string().contains("/nowhere/libcuda.so.1"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CudaError(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    class: ErrorClass,
    code: Option<u32>,
    message: Cow<'static, str>,
    notes: Vec<String>,
    /// Beside the class, so that it can be the source.
    status: ErrorCode,
}

/// What an error means for what comes after it.
///
/// ```
/// use tfrt_cuda::ErrorClass;
/// assert_eq!(ErrorClass::of_code(700), ErrorClass::Lost); // an illegal address
/// assert_eq!(ErrorClass::of_code(2), ErrorClass::Refused); // out of memory
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// There is no driver or no device, or none that can be used.
    Absent,
    /// The call did nothing. All else continues.
    Refused,
    /// The context is lost: no later call of it succeeds. A process that needs the device must be restarted.
    Lost,
}

impl ErrorClass {
    /// The class of a code of the driver.
    #[must_use]
    pub const fn of_code(code: u32) -> Self {
        match code {
            34 | 100 => Self::Absent,
            4 | 46 | 214 | 220 | 700 | 702 | 709 | 710 | 714..=719 | 999 => Self::Lost,
            _ => Self::Refused,
        }
    }
}

/// The code of memory that is not there.
pub(crate) const OUT_OF_MEMORY: u32 = 2;
/// The code of an event or stream that has not passed.
pub(crate) const NOT_READY: u32 = 600;

impl CudaError {
    /// No driver, or none that can be used.
    pub(crate) fn absent(message: impl Into<Cow<'static, str>>) -> Self {
        Self::of(ErrorClass::Absent, None, message, ErrorCode::Unavailable)
    }

    /// A call with arguments that the driver must not see.
    pub(crate) fn misuse(message: impl Into<Cow<'static, str>>) -> Self {
        Self::of(ErrorClass::Refused, None, message, ErrorCode::InvalidArgument)
    }

    /// The end of a context that was not the driver's.
    #[must_use]
    pub fn lost(message: impl Into<Cow<'static, str>>) -> Self {
        Self::of(ErrorClass::Lost, None, message, ErrorCode::DeviceLost)
    }

    /// A limit was reached.
    pub(crate) fn exhausted(message: impl Into<Cow<'static, str>>) -> Self {
        Self::of(ErrorClass::Refused, None, message, ErrorCode::ResourceExhausted)
    }

    /// A code that a call gave.
    pub(crate) fn of_call(call: &'static str, code: u32, name: Option<String>) -> Self {
        let class = ErrorClass::of_code(code);
        let name = name.unwrap_or_else(|| format!("code {code}"));
        let status = match class {
            ErrorClass::Absent => ErrorCode::Unavailable,
            ErrorClass::Lost => ErrorCode::DeviceLost,
            ErrorClass::Refused if code == OUT_OF_MEMORY => ErrorCode::ResourceExhausted,
            ErrorClass::Refused => ErrorCode::Internal,
        };
        Self::of(class, Some(code), format!("'{call}': {name}"), status)
    }

    /// A code that a call of another library than the driver gave.
    pub(crate) fn of_library(call: &'static str, name: String) -> Self {
        let message = format!("'{call}': {name}");
        Self::of(ErrorClass::Refused, None, message, ErrorCode::Internal)
    }

    fn of(
        class: ErrorClass,
        code: Option<u32>,
        message: impl Into<Cow<'static, str>>,
        status: ErrorCode,
    ) -> Self {
        Self(Box::new(Inner { class, code, message: message.into(), notes: Vec::new(), status }))
    }

    /// The same as the end of a context.
    pub(crate) fn into_lost(mut self) -> Self {
        (self.0.class, self.0.status) = (ErrorClass::Lost, ErrorCode::DeviceLost);
        self
    }

    /// With more lines below the message.
    pub(crate) fn with_notes(mut self, notes: impl IntoIterator<Item = String>) -> Self {
        self.0.notes.extend(notes);
        self
    }

    /// What it means for what comes after it.
    #[must_use]
    pub fn class(&self) -> ErrorClass {
        self.0.class
    }

    /// The driver's code, if it is a call's.
    #[must_use]
    pub fn code(&self) -> Option<u32> {
        self.0.code
    }

    /// What is said besides, such as what the assembler found in device code.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.0.notes
    }

    /// Whether it says that there is no memory.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        self.code() == Some(OUT_OF_MEMORY)
    }

    /// Whether the work is not done yet.
    pub(crate) fn is_not_ready(&self) -> bool {
        self.code() == Some(NOT_READY)
    }
}

/// The message, and each note on a line of its own.
impl fmt::Display for CudaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        self.0.notes.iter().try_for_each(|note| write!(f, "\n{note}"))
    }
}

/// The source is the [`ErrorCode`].
impl std::error::Error for CudaError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0.status)
    }
}

impl From<CudaError> for tfrt_host::error::Error {
    fn from(error: CudaError) -> Self {
        Self::new(error.0.status, error.to_string())
    }
}
