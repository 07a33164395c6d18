//! Strings of the host: the type `!tfrt.string` and its kernels.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain, KernelDef, KernelType};

/// Text, as a value of a host program: `!tfrt.string`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct HostString(pub String);

impl KernelType for HostString {
    const NAME: &'static str = "!tfrt.string";
}

/// The longest string that a kernel makes, in bytes: a loop that appends a string to itself would
/// otherwise take all memory in some forty trips.
pub const MAX_STRING: usize = 64 << 20;

/// The first string followed by the second.
///
/// # Errors
/// `string of N bytes, at most 67108864 are possible`.
#[kernel("tfrt_test.append_string", pure)]
pub fn append_string(a: &HostString, b: &HostString) -> Result<HostString, KernelError> {
    bounded(a.0.len().saturating_add(b.0.len()))?;
    Ok(HostString([a.0.as_str(), b.0.as_str()].concat()))
}

fn bounded(length: usize) -> Result<(), KernelError> {
    if length <= MAX_STRING {
        return Ok(());
    }
    let message = format!("string of {length} bytes, at most {MAX_STRING} are possible");
    Err(KernelError { message: message.into(), code: ErrorCode::ResourceExhausted })
}

/// The format with the integer in the place of its one conversion: `%d`, `%i`, `%u`, `%x`, `%X` or
/// `%o`, as C's `printf` has them with the flags `0` and `-` and a width; `%%` is a percent sign.
///
/// # Errors
/// Another conversion, or not one; a result that is too long for a string.
#[kernel("tfrt_test.format_string", pure)]
pub fn format_string(format: &HostString, value: i32) -> Result<HostString, KernelError> {
    let mut text = String::with_capacity(format.0.len());
    let mut rest = format.0.as_str();
    let mut conversions = 0;
    while let Some((before, conversion)) = rest.split_once('%') {
        text.push_str(before);
        if let Some(after) = conversion.strip_prefix('%') {
            text.push('%');
            rest = after;
            continue;
        }
        let (number, after) = converted(conversion, value)?;
        text.push_str(&number);
        conversions += 1;
        rest = after;
    }
    if conversions != 1 {
        let message = format!("format has {conversions} conversions, expected 1");
        return Err(KernelError::from(message));
    }
    bounded(text.len() + rest.len())?;
    text.push_str(rest);
    Ok(HostString(text))
}

/// The number as the conversion after a percent sign says, and what follows that.
fn converted(conversion: &str, value: i32) -> Result<(String, &str), KernelError> {
    let end = conversion.find(|c: char| c.is_ascii_alphabetic());
    let (flags, rest) = conversion.split_at(end.unwrap_or(conversion.len()));
    let digits = flags.trim_start_matches(['0', '-']);
    let set = &flags[..flags.len() - digits.len()];
    let width = if digits.is_empty() { Some(0) } else { digits.parse::<usize>().ok() };
    let Some(width) = width.filter(|&width| width <= MAX_WIDTH) else {
        return Err(KernelError::from(format!("conversion '%{conversion}' is not supported")));
    };
    let unsigned = value.cast_unsigned();
    let number = match rest.as_bytes().first() {
        Some(b'd' | b'i') => value.to_string(),
        Some(b'u') => unsigned.to_string(),
        Some(b'x') => format!("{unsigned:x}"),
        Some(b'X') => format!("{unsigned:X}"),
        Some(b'o') => format!("{unsigned:o}"),
        _ => {
            return Err(KernelError::from(format!("conversion '%{conversion}' is not supported")));
        }
    };
    let padded = match (set.contains('-'), set.contains('0')) {
        (true, _) => format!("{number:<width$}"),
        (false, false) => format!("{number:>width$}"),
        (false, true) => {
            let (sign, digits) = number.split_at(usize::from(number.starts_with('-')));
            format!("{sign}{digits:0>width$}", width = width.saturating_sub(sign.len()))
        }
    };
    Ok((padded, &rest[1..]))
}

/// The widest field that a format may ask for.
const MAX_WIDTH: usize = 1024;

/// The attribute `value`.
#[kernel("tfrt_test.get_string", pure, form = Operands)]
pub fn get_string(value: Attr<String>) -> HostString {
    HostString(value.0)
}

/// Prints `string = X`.
#[kernel("tfrt_test.print_string")]
pub fn print_string(ctx: ExecCtx<'_>, text: &HostString) -> Chain {
    ctx.request.print(&format!("string = {}\n", text.0));
    Chain
}

/// Whether the strings are equal.
#[kernel("tfrt_test.string_equal", pure)]
pub fn string_equal(a: &HostString, b: &HostString) -> bool {
    a == b
}

pub(crate) const KERNELS: &[KernelDef] =
    &[APPEND_STRING, FORMAT_STRING, GET_STRING, PRINT_STRING, STRING_EQUAL];
