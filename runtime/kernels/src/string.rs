//! Strings of the host: the type `!tfrt.string`.

use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel::KernelType;

/// Text: `!tfrt.string`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct HostString(pub String);

impl HostString {
    /// The first text followed by the second.
    ///
    /// # Errors
    /// `string of N bytes, at most 67108864 are possible`.
    pub fn joined(a: &str, b: &str) -> Result<Self, KernelError> {
        check_length(a.len().saturating_add(b.len()))?;
        Ok(Self([a, b].concat()))
    }
}

impl KernelType for HostString {
    const NAME: &'static str = "!tfrt.string";
}

/// The longest string that a kernel creates, in bytes: otherwise a loop that appends a string to
/// itself would exhaust memory in some forty iterations.
pub const MAX_STRING: usize = 64 << 20;

/// Whether a kernel may create a string of so many bytes.
///
/// # Errors
/// `string of N bytes, at most 67108864 are possible`.
pub fn check_length(length: usize) -> Result<(), KernelError> {
    if length <= MAX_STRING {
        return Ok(());
    }
    let message = format!("string of {length} bytes, at most {MAX_STRING} are possible");
    Err(KernelError { message: message.into(), code: ErrorCode::ResourceExhausted })
}
