//! Compares diagnostics with `// expected-error {{…}}` comments.

use serde_json::json;
use std::collections::BTreeMap;
use tfrt_compiler::source::{Diagnostic, LineTable, Severity, Source};
use tfrt_host::error::Location;

/// A diagnostic at a line of a file.
#[derive(Clone, Debug)]
pub(crate) struct Reported {
    pub(crate) severity: Severity,
    /// File, line and column; `None` for one without a place.
    pub(crate) place: Option<(String, u32, u32)>,
    pub(crate) message: String,
}

impl Reported {
    /// An error of a program that is loaded or runs.
    pub(crate) fn error(location: &Location, message: String) -> Self {
        let place = location.file_line_col();
        Self {
            severity: Severity::Error,
            place: place.map(|(file, line, column)| (file.to_owned(), line, column)),
            message,
        }
    }

    /// For scripts: `null` for what it has not.
    pub(crate) fn json(&self) -> serde_json::Value {
        let place = self.place.as_ref();
        json!({
            "severity": self.severity.to_string(),
            "file": place.map(|(file, _, _)| file),
            "line": place.map(|(_, line, _)| line),
            "column": place.map(|(_, _, column)| column),
            "message": self.message,
        })
    }

    /// The diagnostics of a text.
    pub(crate) fn of_text(source: &Source, diagnostics: &[Diagnostic]) -> Vec<Self> {
        let lines = LineTable::new(source);
        let report = |diagnostic: &Diagnostic| {
            let at = lines.position(diagnostic.span.start);
            Self {
                severity: diagnostic.severity,
                place: Some((source.name.clone(), at.line, at.column)),
                message: diagnostic.message.clone(),
            }
        };
        diagnostics.iter().map(report).collect()
    }
}

/// One comment.
#[derive(Debug)]
struct Expected {
    severity: Severity,
    /// The line that it refers to.
    line: i64,
    /// Where the comment stands.
    written: (u32, u32),
    text: String,
    met: bool,
}

/// The comments of some files.
#[derive(Debug, Default)]
pub(crate) struct Expectations {
    files: BTreeMap<String, Vec<Expected>>,
}

impl Expectations {
    /// Adds the comments of a text, whose first line has the given number.
    pub(crate) fn add(&mut self, name: &str, text: &str, first_line: u32) {
        let list = self.files.entry(name.to_owned()).or_default();
        for (line, number) in text.lines().zip(first_line..) {
            collect(line, number, list);
        }
    }

    /// Whether a file's comments have been added.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// Compares with what was reported. Gives a line for each report that no comment expects, except
    /// warnings, and each comment that no report meets.
    pub(crate) fn check(mut self, reports: &[Reported]) -> String {
        let mut complaints = String::new();
        for report in reports {
            if !self.meet(report) {
                if report.severity == Severity::Warning {
                    continue;
                }
                let place = match &report.place {
                    Some((file, line, column)) => format!("{file}:{line}:{column}"),
                    None => "unknown location".to_owned(),
                };
                let Reported { severity, message, .. } = report;
                complaints.push_str(&format!("{place}: error: unexpected {severity}: {message}\n"));
            }
        }
        for (file, list) in &self.files {
            for expected in list.iter().filter(|expected| !expected.met) {
                let Expected { severity, written: (line, column), text, .. } = expected;
                complaints.push_str(&format!(
                    "{file}:{line}:{column}: error: expected {severity} \"{text}\" was not produced\n"
                ));
            }
        }
        complaints
    }

    fn meet(&mut self, report: &Reported) -> bool {
        let Some((file, line, _)) = &report.place else { return false };
        let Some(list) = self.files.get_mut(file) else { return false };
        let met = list.iter_mut().find(|expected| {
            !expected.met
                && expected.severity == report.severity
                && expected.line == i64::from(*line)
                && report.message.contains(&expected.text)
        });
        met.map(|expected| expected.met = true).is_some()
    }
}

/// The comments of one line.
fn collect(line: &str, number: u32, list: &mut Vec<Expected>) {
    let mut rest = line;
    while let Some(at) = rest.find("expected-") {
        let column = u32::try_from(line.len() - rest.len() + at + 1).unwrap_or(u32::MAX);
        rest = &rest[at + "expected-".len()..];
        let kinds = [
            ("error", Severity::Error),
            ("warning", Severity::Warning),
            ("remark", Severity::Remark),
            ("note", Severity::Note),
        ];
        let kind = kinds.iter().find_map(|&(word, severity)| {
            rest.strip_prefix(word).map(|after| (severity, after.trim_start_matches(' ')))
        });
        let Some((severity, after)) = kind else { continue };
        let Some((offset, after)) = line_offset(after) else { continue };
        let Some(body) = after.trim_start_matches(' ').strip_prefix("{{") else { continue };
        let Some(end) = body.find("}}") else { continue };
        list.push(Expected {
            severity,
            line: i64::from(number) + offset,
            written: (number, column),
            text: body[..end].to_owned(),
            met: false,
        });
        rest = &body[end + 2..];
    }
}

/// `@+N`, `@-N`, `@above`, `@below` or nothing, and what follows.
fn line_offset(text: &str) -> Option<(i64, &str)> {
    let Some(designator) = text.strip_prefix('@') else { return Some((0, text)) };
    if let Some(rest) = designator.strip_prefix("above") {
        return Some((-1, rest));
    }
    if let Some(rest) = designator.strip_prefix("below") {
        return Some((1, rest));
    }
    let sign = match designator.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let digits = &designator[1..];
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let lines: u32 = digits[..end].parse().ok()?;
    Some((sign * i64::from(lines), &digits[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(line: u32, message: &str) -> Reported {
        let place = Some(("f".to_owned(), line, 3));
        Reported { severity: Severity::Error, place, message: message.to_owned() }
    }

    fn check(text: &str, reports: &[Reported]) -> String {
        let mut expectations = Expectations::default();
        expectations.add("f", text, 1);
        expectations.check(reports)
    }

    #[test]
    fn lines_and_offsets() {
        let text = "a // expected-error {{one}}\n// expected-error@+1 {{two}}\nb\n\
                    // expected-error @-3 {{three}} expected-error@below {{four}}\nc\n";
        let reports = [
            report(1, "it is one"),
            report(3, "runtime error: two"),
            report(1, "three"),
            report(5, "four"),
        ];
        assert_eq!(check(text, &reports), "");
    }

    #[test]
    fn each_comment_is_met_once() {
        let text = "a // expected-error {{x}}\n";
        assert_eq!(
            check(text, &[report(1, "x"), report(1, "x")]),
            "f:1:3: error: unexpected error: x\n"
        );
    }

    #[test]
    fn both_directions_are_told() {
        let complaints = check("a // expected-error {{x}}\n", &[report(2, "x")]);
        assert_eq!(
            complaints,
            "f:2:3: error: unexpected error: x\nf:1:6: error: expected error \"x\" was not produced\n"
        );
    }

    #[test]
    fn a_report_without_a_place_is_never_expected() {
        let nowhere = Reported { place: None, ..report(1, "x") };
        assert!(check("// expected-error {{x}}\n", &[nowhere]).contains("unknown location"));
    }

    #[test]
    fn severities_differ() {
        let remark = Reported { severity: Severity::Remark, ..report(1, "x") };
        assert_eq!(check("a // expected-remark {{x}}\n", &[remark]), "");
    }
}
