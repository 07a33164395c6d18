//! How tests control the driver.

use crate::driver::control::control;
use std::{ptr, slice};

/// Does what a command says ([`control`]). Copies as much of the answer as there is room for; returns its size.
///
/// # Safety
/// So many bytes can be read and written there.
#[unsafe(no_mangle)]
unsafe extern "C" fn cuda_stand_in_control(
    command: *const u8,
    size: usize,
    answer: *mut u8,
    room: usize,
) -> usize {
    // SAFETY: the caller's promise.
    let command = unsafe { slice::from_raw_parts(command, size) };
    let text = control(&String::from_utf8_lossy(command));
    let copied = text.len().min(room);
    // SAFETY: the caller's promise, and the text has so many bytes.
    unsafe { ptr::copy_nonoverlapping(text.as_ptr(), answer, copied) };
    text.len()
}
