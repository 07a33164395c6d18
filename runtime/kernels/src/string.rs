//! Strings of the host: the type `!tfrt.string` and its kernels.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain, KernelType};

/// Text: `!tfrt.string`.
///
/// ```
/// use tfrt_kernels::string::HostString;
/// assert_eq!(HostString::from("text"), HostString("text".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct HostString(pub String);

impl From<&str> for HostString {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<String> for HostString {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl KernelType for HostString {
    const NAME: &'static str = "!tfrt.string";
    const PATH: Option<&'static str> = Some("tfrt::HostString");

    fn text(&self) -> Option<String> {
        Some(self.0.clone())
    }

    fn from_text(text: &str) -> Option<Self> {
        Some(Self(text.to_owned()))
    }
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
    Err(KernelError::new(ErrorCode::ResourceExhausted, message))
}

/// The attribute `value`.
#[kernel("tfrt.string.constant", pure, assembly = Assembly::CONSTANT, traits(no_effect))]
pub fn string_constant(value: Attr<&str>) -> HostString {
    HostString(value.0.to_owned())
}

/// The first string followed by the second.
///
/// # Errors
/// `string of N bytes, at most 67108864 are possible`.
#[kernel("tfrt.string.append", pure, assembly = Assembly::OPERANDS)]
pub fn string_append(a: &HostString, b: &HostString) -> Result<HostString, KernelError> {
    check_length(a.0.len().saturating_add(b.0.len()))?;
    Ok(HostString([a.0.as_str(), b.0.as_str()].concat()))
}

/// Whether the strings are equal.
#[kernel("tfrt.string.equal", pure, assembly = Assembly::OPERANDS)]
pub fn string_equal(a: &HostString, b: &HostString) -> bool {
    a == b
}

/// Prints `string = X`.
#[kernel("tfrt.string.print", effects(prints), assembly = Assembly::OPERANDS)]
pub fn string_print(ctx: ExecCtx<'_>, text: &HostString, _chain: Chain) -> Chain {
    crate::print::line(ctx, "string", &text.0)
}
