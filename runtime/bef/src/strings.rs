//! Tables of NUL-terminated strings that are referred to by offset.

use crate::cursor::widen;

/// Whether a string starts at an offset of a checked table. References into the middle of a string
/// are refused: suffixes would let a small table represent a lot of text.
pub(crate) fn is_start(table: &str, offset: u32) -> bool {
    let offset = widen(offset);
    let before = offset.checked_sub(1).and_then(|before| table.as_bytes().get(before));
    offset < table.len() && (offset == 0 || before == Some(&0))
}

/// The string that starts at an offset of a checked table.
pub(crate) fn string_at(table: &str, offset: u32) -> Option<&str> {
    if !is_start(table, offset) {
        return None;
    }
    table.get(widen(offset)..)?.split('\0').next()
}
