//! Renders diagnostics: location, message, source line, and a caret under it.

use super::{Diagnostic, LineTable, Severity, Source, Span};
use std::fmt::Write as _;

/// The most bytes of a line that are shown. A longer line is cut around the position, so that many
/// diagnostics on one very long line do not multiply it.
const WIDTH: usize = 240;

/// Every diagnostic as `FILE:LINE:COL: error: MESSAGE`, then the line and a caret under the place;
/// notes follow in the same form.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], source: &Source) -> String {
    let lines = LineTable::new(source);
    let mut out = String::new();
    for diagnostic in diagnostics {
        let Diagnostic { severity, message, span, .. } = diagnostic;
        entry(&mut out, source, &lines, *severity, message, *span);
        for (message, span) in &diagnostic.notes {
            entry(&mut out, source, &lines, Severity::Note, message, *span);
        }
    }
    out
}

/// One message with its place.
fn entry(
    out: &mut String,
    source: &Source,
    lines: &LineTable,
    severity: Severity,
    message: &str,
    span: Span,
) {
    let offset = span.start.min(u32::try_from(source.text.len()).unwrap_or(u32::MAX));
    let at = lines.position(offset);
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{}:{}:{}: {severity}: {message}", source.name, at.line, at.column);
    let (start, end) = lines.line(offset);
    let line = source.text[start..end.unwrap_or(source.text.len())].trim_end_matches(['\n', '\r']);
    let column = (offset as usize - start).min(line.len());
    let (line, column) = window(line, column);
    out.push_str(line);
    out.push('\n');
    // A tab stays a tab, so that the caret stands under its place however wide tabs are.
    out.extend(line[..column].chars().map(|c| if c == '\t' { '\t' } else { ' ' }));
    out.push_str("^\n");
}

/// The part of a line to show, and the place's byte in it, on character boundaries.
fn window(line: &str, column: usize) -> (&str, usize) {
    let column = line.floor_char_boundary(column);
    if line.len() <= WIDTH {
        return (line, column);
    }
    let start = line.floor_char_boundary(column.saturating_sub(WIDTH / 2));
    let end = line.floor_char_boundary((start + WIDTH).min(line.len()));
    (&line[start..end.max(column)], column - start)
}
