//! Checks that names, comments and prose use the field's standard terms.

use crate::source;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a word must not stand.
enum Banned {
    /// In an identifier, between underscores or at its ends, or as one.
    Name(&'static str),
    /// As an identifier in code. In prose the word may be a common one.
    Type(&'static str),
    /// In comments and prose, in any case, on one line or two.
    Phrase(&'static str),
}
use Banned::{Name, Phrase, Type};

/// What is not said, and what is said instead.
const WORDS: &[(Banned, &str)] = &[
    (Name("go_on"), "resume, continue"),
    (Name("goes_on"), "resumes, continues"),
    (Name("unsettling"), "may_cancel"),
    (Name("looks_on_entry"), "checks_cancel_on_entry"),
    (Name("in_place"), "inlined, run_inline, results_in_registers"),
    (Name("trip"), "iteration"),
    (Name("trips"), "iterations"),
    (Name("Trips"), "Iterations"),
    (Name("counts_references"), "Effects::COUNTS"),
    (Name("last_rep"), "rep"),
    (Phrase("whoever hears"), "the callback"),
    (Name("spare"), "free list, cache"),
    (Name("settle"), "define"),
    (Name("settled"), "defined"),
    (Type("Away"), "suspended"),
    (Name("void"), "poisoned"),
    (Type("Given"), "ResultSink"),
    (Type("Left"), "ResultAbi"),
    (Type("Passed"), "OperandAbi"),
    (Type("Answer"), "KernelRet"),
    (Type("Referred"), "AsyncOperand"),
    (Phrase("who only uses"), "users of"),
    (Phrase("what waits"), "waiters"),
    (Phrase("goes on"), "continues, resumes"),
    (Phrase("go on"), "continue, resume"),
    (Phrase("going on"), "running"),
    (Phrase("who wants"), "name it"),
    (Phrase("if anybody does"), "if there is one"),
];

/// Files in which words are data: this one, programs, what the code generator and rustc write.
const EXEMPT: &[&str] = &[
    "build-support/xtask/src/words.rs",
    "codegen-tests/conformance/breaks.txt",
    "codegen-tests/expanded/",
    "codegen-tests/ui/",
];

/// Reports every occurrence of a word.
pub(crate) fn check(root: &Path, files: &[PathBuf], breaches: &mut Vec<String>) {
    let mut texts = Vec::new();
    let documents = ["README.md", "ARCHITECTURE.md", "SECURITY.md", "STYLE.md"];
    let documents: Vec<PathBuf> = documents.iter().map(|name| root.join(name)).collect();
    for file in files.iter().chain(&documents) {
        let name = file.strip_prefix(root).unwrap_or(file).display().to_string();
        let is_text = name.ends_with(".rs") || name.ends_with(".md");
        if is_text
            && !EXEMPT.iter().any(|exempt| name.starts_with(exempt))
            && let Ok(text) = fs::read_to_string(file)
        {
            let is_rust = name.ends_with(".rs");
            let code = if is_rust { source::code(&text) } else { String::new() };
            texts.push(Text { name, text, code });
        }
    }
    for (word, instead) in WORDS {
        let (word, places) = match word {
            Name(word) => (word, places(&texts, |text| names(&text.text, word))),
            Type(word) => (word, places(&texts, |text| names(&text.code, word))),
            Phrase(word) => (word, places(&texts, |text| phrases(&text.text, word))),
        };
        if !places.is_empty() {
            let all = places.join(" ");
            breaches.push(format!("`{word}` (say: {instead}) is used at: {all}"));
        }
    }
}

/// A file.
struct Text {
    name: String,
    text: String,
    /// The same length, with blanks in place of comments and strings.
    code: String,
}

fn places(texts: &[Text], find: impl Fn(&Text) -> Vec<usize>) -> Vec<String> {
    let mut all = Vec::new();
    for text in texts {
        for at in find(text) {
            all.push(format!("{}:{}", text.name, text.text[..at].matches('\n').count() + 1));
        }
    }
    all
}

/// Where the word is a part of an identifier. A round trip, a trip count, `drop_in_place` and the
/// `void` of C and CUDA C are other words.
fn names(text: &str, word: &str) -> Vec<usize> {
    let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let found = text.match_indices(word).map(|(at, _)| at);
    found
        .filter(|&at| {
            let (before, after) = (&text[..at], &text[at + word.len()..]);
            let other = ["round ", "round_", "round-", "Round ", "c_", "drop_", "__global__ "];
            !inside(before.chars().next_back())
                && !other.iter().any(|other| before.ends_with(other))
                && !inside(after.chars().next())
                && !(word == "trip" && (after.starts_with(" count") || after.starts_with("_count")))
        })
        .collect()
}

/// Where the words stand one after the other, whatever their case and the blanks between them.
fn phrases(text: &str, phrase: &str) -> Vec<usize> {
    let words: Vec<&str> = phrase.split(' ').collect();
    let tokens: Vec<(usize, &str)> = tokens(text).collect();
    let windows = tokens.windows(words.len());
    let same = |window: &&[(usize, &str)]| {
        window.iter().zip(&words).all(|((_, token), word)| token.eq_ignore_ascii_case(word))
    };
    windows.filter(same).map(|window| window[0].0).collect()
}

/// The words of a text, with the marks between them that end a sentence or a clause.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'');
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            let start = at;
            let length = if part(first) {
                rest.find(|c| !part(c)).unwrap_or(rest.len())
            } else {
                first.len_utf8()
            };
            at += length;
            // Blanks and the marks of comments join what is one sentence.
            if !first.is_whitespace() && !matches!(first, '/' | '!' | '*' | '#') {
                return Some((start, &rest[..length]));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parts_between_underscores() {
        assert_eq!(names("spare, a spare_b, d_spare; spared respare Spare", "spare").len(), 3);
        assert_eq!(names("enum Left { Leftmost }", "Left"), [5]);
        assert_eq!(names("a round trip, round_trip", "trip"), [0; 0]);
    }

    #[test]
    fn phrases_span_lines_and_ignore_case() {
        let text = "//! What\n//! waits here. What it waits for. `what` waits";
        assert_eq!(phrases(text, "what waits").len(), 1);
        assert_eq!(phrases("it goes\n    /// on, and goes. On", "goes on").len(), 1);
    }
}
