//! How many bytes of a buffer a call of a library touches.
//!
//! A negative number of elements stands for places before the first one.

use crate::error::CudaError;
use crate::memory::Buffer;

/// Places before the first element.
const BEFORE: i128 = -1;

/// Elements of a column-major matrix of so many rows and columns, whose columns are so far apart.
pub(crate) fn matrix(rows: i64, columns: i64, stride: i64) -> i128 {
    if rows <= 0 || columns <= 0 {
        return 0;
    }
    if stride < 0 {
        return BEFORE;
    }
    i128::from(stride) * i128::from(columns - 1) + i128::from(rows)
}

/// Elements of so many numbers that are so far apart.
pub(crate) fn vector(count: i64, stride: i64) -> i128 {
    if count <= 0 { 0 } else { i128::from(stride).abs() * i128::from(count - 1) + 1 }
}

/// Elements of so many equal parts, each so far behind the one before.
pub(crate) fn batch(part: i128, count: i64, stride: i64) -> i128 {
    if part == 0 || count <= 0 {
        return 0;
    }
    if part < 0 || (stride < 0 && count > 1) {
        return BEFORE;
    }
    i128::from(stride) * i128::from(count - 1) + part
}

/// Elements of an array of these sizes, whose neighbours are so far apart in each dimension.
pub(crate) fn array(sizes: &[i64], strides: &[i64]) -> i128 {
    if sizes.iter().any(|&size| size <= 0) {
        return 0;
    }
    if strides.iter().any(|&stride| stride < 0) {
        return BEFORE;
    }
    let steps = sizes.iter().zip(strides);
    // Saturates in sums that no buffer reaches.
    let last: i128 = steps
        .map(|(&size, &stride)| i128::from(size - 1) * i128::from(stride))
        .fold(0, i128::saturating_add);
    last.saturating_add(1)
}

/// Refuses a buffer that has not so many elements of so many bytes.
pub(crate) fn check(
    buffer: &Buffer,
    what: &str,
    elements: i128,
    bytes: usize,
) -> Result<(), CudaError> {
    let needed = elements.saturating_mul(bytes as i128);
    if (0..=buffer.size() as i128).contains(&needed) {
        return Ok(());
    }
    if needed < 0 {
        return Err(CudaError::misuse(format!("a negative stride leads out of {what}")));
    }
    let message = format!("{what} has {} bytes, and {needed} are used of it", buffer.size());
    Err(CudaError::misuse(message))
}
