//! What is refused before MLIR reads it.

use crate::diagnostic::{Diagnostic, Place};

/// How deep brackets may nest in text: regions, attributes, types and locations. MLIR's parser calls
/// itself at each, and overflows 8 MiB of stack at about 4,000 regions.
pub const MAX_NESTING: usize = 1_000;

/// How bytecode of MLIR begins.
const MAGIC: &[u8] = b"ML\xEFR";

/// How users get text out of the Python packages that write bytecode.
pub(crate) const WRITE_TEXT: &str = "write generic text instead, from Python: \
    `module.operation.get_asm(print_generic_op_form=True, enable_debug_info=True)`";

/// The two things that MLIR reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Text,
    Bytecode,
}

/// Tells text from bytecode.
///
/// # Errors
/// Text nests too deep, has a zero byte or is not UTF-8; bytecode is StableHLO's.
pub(crate) fn source(source: &[u8], name: &str) -> Result<Source, Vec<Diagnostic>> {
    if let Some(rest) = source.strip_prefix(MAGIC) {
        return match producer(rest) {
            Some(producer) if producer.starts_with(b"StableHLO") => {
                let message = format!("this is a portable artifact of StableHLO; {WRITE_TEXT}");
                let place = Place { file: name.to_owned(), line: 1, column: 1 };
                Err(vec![Diagnostic::error(Some(place), message)])
            }
            _ => Ok(Source::Bytecode),
        };
    }
    let text = match str::from_utf8(source) {
        Ok(text) => text,
        Err(error) => {
            let (before, _) = source.split_at(error.valid_up_to());
            let place = place(&String::from_utf8_lossy(before), before.len(), name);
            return Err(vec![Diagnostic::error(Some(place), "this is no UTF-8".into())]);
        }
    };
    if let Some(at) = text.find('\0') {
        let message = "a zero byte in text".into();
        return Err(vec![Diagnostic::error(Some(place(text, at, name)), message)]);
    }
    match too_deep(text) {
        Some(at) => {
            let message = format!("brackets nest deeper than {MAX_NESTING}");
            Err(vec![Diagnostic::error(Some(place(text, at, name)), message)])
        }
        None => Ok(Source::Text),
    }
}

/// The producer of bytecode: the zero-terminated text behind the version, a number of MLIR's variable
/// length, whose first byte has as many low zero bits as bytes follow.
fn producer(rest: &[u8]) -> Option<&[u8]> {
    let &first = rest.first()?;
    let following = first.trailing_zeros() as usize;
    rest.get(1 + following..)?.split(|&byte| byte == 0).next()
}

/// Where text nests too deep. An overestimate of what the parser's stack holds: `<` counts also where it
/// compares, until the next bracket of another kind closes.
fn too_deep(text: &str) -> Option<usize> {
    let mut open: Vec<u8> = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at += 1;
                while let Some(&byte) = bytes.get(at) {
                    match byte {
                        b'"' | b'\n' => break,
                        b'\\' => at += 2,
                        _ => at += 1,
                    }
                }
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                while bytes.get(at).is_some_and(|&byte| byte != b'\n') {
                    at += 1;
                }
            }
            b'-' | b'=' if bytes.get(at + 1) == Some(&b'>') => at += 1,
            b'(' | b'[' | b'{' | b'<' => {
                if open.len() == MAX_NESTING {
                    return Some(at);
                }
                open.push(byte);
            }
            b'>' if open.last() == Some(&b'<') => {
                open.pop();
            }
            b')' | b']' | b'}' => {
                let opening = match byte {
                    b')' => b'(',
                    b']' => b'[',
                    _ => b'{',
                };
                if let Some(matching) = open.iter().rposition(|&open| open == opening) {
                    open.truncate(matching);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The line and column of a byte, both from 1; columns count bytes, as MLIR's.
fn place(text: &str, at: usize, name: &str) -> Place {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
    Place { file: name.to_owned(), line, column }
}
