//! Assertions.

use tfrt_host::kernel;
use tfrt_host::kernel::Attr;

/// True if the condition holds. What must not be seen otherwise depends on the result.
///
/// # Errors
/// The condition does not hold; the text is the attribute `message`.
#[kernel("tfrt.assert", pure)]
pub fn assert(condition: bool, message: Attr<&str>) -> Result<bool, String> {
    if condition { Ok(true) } else { Err(message.0.to_owned()) }
}
