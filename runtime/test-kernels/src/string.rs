//! The test dialect's kernels on strings.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Chain};
use tfrt_kernels::string::{HostString, check_length, string_append};

/// The first string followed by the second.
///
/// # Errors
/// `string of N bytes, at most 67108864 are possible`.
#[kernel("tfrt_test.append_string", pure)]
pub fn append_string(a: &HostString, b: &HostString) -> Result<HostString, KernelError> {
    string_append(a, b)
}

/// Formats the integer like C's `printf`, with one conversion `%d`, `%i`, `%u`, `%x`, `%X` or `%o`
/// with flags, width and precision. `%%` is a percent sign.
///
/// # Errors
/// Another conversion, or more than one; a result that is too long for a string.
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
        let Some((number, after)) = converted(conversion, value) else {
            return Err(KernelError::from(format!("conversion '%{conversion}' is not supported")));
        };
        text.push_str(&number);
        conversions += 1;
        rest = after;
    }
    if conversions > 1 {
        let message = format!("format has {conversions} conversions, expected 1");
        return Err(KernelError::from(message));
    }
    check_length(text.len() + rest.len())?;
    text.push_str(rest);
    Ok(HostString(text))
}

/// The number formatted by the conversion after a percent sign, and the rest of the format; `None`
/// if it is not an integer conversion.
fn converted(conversion: &str, value: i32) -> Option<(String, &str)> {
    let rest = conversion.trim_start_matches(['-', '+', ' ', '#', '0']);
    let flags = &conversion[..conversion.len() - rest.len()];
    let has = |flag: char| flags.contains(flag);
    let (width, rest) = leading_number(rest)?;
    let (precision, rest) = match rest.strip_prefix('.') {
        None => (None, rest),
        Some(rest) => leading_number(rest).map(|(number, rest)| (Some(number), rest))?,
    };
    let unsigned = value.cast_unsigned();
    let kind = *rest.as_bytes().first()?;
    let based = has('#') && value != 0;
    let (prefix, mut digits) = match kind {
        b'd' | b'i' => {
            let sign = match (value < 0, has('+'), has(' ')) {
                (true, _, _) => "-",
                (false, true, _) => "+",
                (false, false, true) => " ",
                (false, false, false) => "",
            };
            (sign, value.unsigned_abs().to_string())
        }
        b'u' => ("", unsigned.to_string()),
        b'x' => (if based { "0x" } else { "" }, format!("{unsigned:x}")),
        b'X' => (if based { "0X" } else { "" }, format!("{unsigned:X}")),
        b'o' => ("", format!("{unsigned:o}")),
        _ => return None,
    };
    if value == 0 && precision == Some(0) {
        digits.clear();
    }
    let mut least = precision.unwrap_or(0);
    if kind == b'o' && has('#') && !digits.starts_with('0') {
        least = least.max(digits.len() + 1);
    }
    if has('0') && !has('-') && precision.is_none() {
        least = least.max(width.saturating_sub(prefix.len()));
    }
    let number = format!("{prefix}{digits:0>least$}");
    let padded = if has('-') { format!("{number:<width$}") } else { format!("{number:>width$}") };
    Some((padded, &rest[1..]))
}

/// The number at the start of a text, 0 if there is none, and the rest; `None` if the number is too
/// large.
fn leading_number(text: &str) -> Option<(usize, &str)> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - rest.len()];
    let number = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    (number <= MAX_WIDTH).then_some((number, rest))
}

/// The maximum field width.
const MAX_WIDTH: usize = 1024;

/// The attribute `value`.
#[kernel("tfrt_test.get_string", pure, assembly = Assembly::OPERANDS)]
pub fn get_string(value: Attr<&str>) -> HostString {
    HostString(value.0.to_owned())
}

/// The attribute `value`, for functions whose ops run in order.
#[kernel("tfrt_test.get_string_sync", pure, assembly = Assembly::OPERANDS)]
pub fn get_string_sync(value: Attr<&str>) -> HostString {
    get_string(value)
}

/// Prints `string = X`.
#[kernel("tfrt_test.print_string", effects(prints))]
pub fn print_string(ctx: ExecCtx<'_>, text: &HostString) -> Chain {
    ctx.request.print(&format!("string = {}\n", text.0));
    Chain
}

/// Whether the strings are equal.
#[kernel("tfrt_test.string_equal", pure)]
pub fn string_equal(a: &HostString, b: &HostString) -> bool {
    a == b
}
