//! Kernels with a variable number of operands or results.

use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Attr;
use tfrt_host::value::AsyncRef;
use tfrt_kernels::string::HostString;

/// The sum of all operands, wrapping.
#[kernel("tfrt_test.sum.i32", effects())]
pub fn sum_i32(values: &[&i32]) -> i32 {
    values.iter().fold(0, |sum, value| sum.wrapping_add(**value))
}

/// The number of operands.
#[kernel("tfrt_test.count.i32", effects())]
pub fn count_i32(values: Vec<AsyncRef<i32>>) -> i32 {
    i32::try_from(values.len()).unwrap_or(i32::MAX)
}

/// Joins the strings with the separator.
#[kernel("tfrt_test.join", effects())]
pub fn join(separator: &HostString, parts: Vec<HostString>) -> HostString {
    let parts: Vec<String> = parts.into_iter().map(|part| part.0).collect();
    HostString(parts.join(&separator.0))
}

/// The wrapping product of the operands; twice the first if it is alone.
#[kernel("tfrt_test.scale.i32", effects())]
pub fn scale_i32(value: i32, by: Option<&i32>) -> i32 {
    value.wrapping_mul(by.copied().unwrap_or(2))
}

/// As many consecutive integers as `count` says, starting with the operand.
///
/// # Errors
/// `cannot count N integers`: a negative number, or more than a thousand.
#[kernel("tfrt_test.count_from.i32", effects())]
pub fn count_from_i32(first: i32, count: Attr<i32>) -> Result<Vec<i32>, KernelError> {
    match count.0 {
        0..=1000 => Ok((0..count.0).map(|number| first.wrapping_add(number)).collect()),
        count => Err(KernelError::from(format!("cannot count {count} integers"))),
    }
}

/// The words of the string.
#[kernel("tfrt_test.words", effects())]
pub fn words(text: &HostString) -> Vec<HostString> {
    text.0.split_whitespace().map(|word| HostString(word.to_owned())).collect()
}
