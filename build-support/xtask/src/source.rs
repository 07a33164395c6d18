//! Finds the files of a folder. Blanks out comments, string literals and test modules of a Rust file, for
//! the structural checks.

use std::fs;
use std::path::{Path, PathBuf};

/// The files below a folder, build outputs left out.
pub(crate) fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                collect(&path, files);
            }
        } else {
            files.push(path);
        }
    }
}

/// The code of a file, with blanks for comments, literals of text and modules under
/// `#[cfg(test)]`. Places stay what they are.
pub(crate) fn code(text: &str) -> String {
    without_tests(&without_literals(text))
}

/// Blanks for comments and literals of text.
fn without_literals(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => string(rest),
            'r' if !ends_in_identifier(&out) => match raw_string(rest) {
                Some(length) => length,
                None => {
                    out.push(first);
                    rest = &rest[1..];
                    continue;
                }
            },
            '\'' if character(rest).is_some() => character(rest).unwrap_or(1),
            _ => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
        };
        let (gone, after) = rest.split_at(length);
        blank(gone, &mut out);
        rest = after;
    }
    out
}

/// A blank for each byte, so that places stay.
fn blank(gone: &str, out: &mut String) {
    out.extend(gone.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
}

fn ends_in_identifier(text: &str) -> bool {
    text.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_')
}

/// How long the block comment is that the text starts with. They nest.
fn block_comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let here = &text.as_bytes()[at..];
        if here.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// How long the literal is that the text starts with.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// How long the raw literal is that the text starts with, if it starts with one.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text[1..].bytes().take_while(|&byte| byte == b'#').count();
    let body = text[1 + hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = body.find(&end).map_or(body.len(), |at| at + end.len());
    Some(2 + hashes + length)
}

/// How long the literal of a character is that the text starts with, unless that is a lifetime.
fn character(text: &str) -> Option<usize> {
    let body = &text[1..];
    let first = body.chars().next()?;
    if first == '\\' {
        return body[2..].find('\'').map(|at| at + 4);
    }
    let end = 1 + first.len_utf8();
    text[end..].starts_with('\'').then_some(end + 1)
}

/// Blanks for what stands in the braces of modules that only tests have.
fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find(MARK) {
        let (before, item) = rest.split_at(at);
        out.push_str(before);
        let end = item_end(item);
        let (gone, after) = item.split_at(end);
        blank(gone, &mut out);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Where the item ends: at its closing brace, or at a semicolon before any brace.
fn item_end(item: &str) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in item.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            b';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    item.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blank() {
        let source = "a // crate::b\n/* x /* y */ z */ c \"crate::d\\\"\" 'e' '\\'' r#\"f\"# g<'h>";
        let words: Vec<_> = code(source).split_whitespace().map(str::to_owned).collect();
        assert_eq!(words, ["a", "c", "g<'h>"]);
        assert_eq!(code(source).lines().count(), 2);
    }

    #[test]
    fn tests_are_blank() {
        let source = "use a;\n#[cfg(test)]\nmod tests {\n fn f() { b }\n}\n#[cfg(test)]\nmod t;\nc";
        let words: Vec<_> = code(source).split_whitespace().map(str::to_owned).collect();
        assert_eq!(words, ["use", "a;", "c"]);
    }
}
