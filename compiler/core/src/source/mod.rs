//! Source texts, spans and diagnostics.

mod render;
#[cfg(test)]
mod tests;

pub use render::render;

use std::fmt;

/// A range of bytes of one source text.
///
/// ```
/// use tfrt_compiler::source::Span;
///
/// let text = "func.func @main()";
/// let span = Span::new(10, 15);
/// assert_eq!(&text[span.start as usize..span.end as usize], "@main");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to, but without, `end`.
    #[must_use]
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }
}

/// A program's text and the name that locations give it.
///
/// ```
/// use tfrt_compiler::source::Source;
///
/// let source = Source::new("two.mlir", "func.func @a()\n// -----\nfunc.func @b()\n");
/// let lines: Vec<u32> = source.split().iter().map(|piece| piece.first_line).collect();
/// assert_eq!(lines, [1, 3]);
/// ```
#[derive(Clone, Debug)]
pub struct Source {
    /// The path exactly as the user gave it.
    pub name: String,
    /// The text.
    pub text: String,
    /// The line of the text's first byte, from one: more than one for a piece of a split file.
    pub first_line: u32,
}

impl Source {
    /// A whole file.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), first_line: 1 }
    }

    /// The pieces between `// -----` lines, each to be handled by itself. A text without such
    /// lines is one piece.
    #[must_use]
    pub fn split(&self) -> Vec<Self> {
        let piece = |first_line| Self { name: self.name.clone(), text: String::new(), first_line };
        let mut pieces = vec![];
        let mut current = piece(self.first_line);
        for (line, number) in self.text.split_inclusive('\n').zip(self.first_line..) {
            if line.trim_start().starts_with("// -----") {
                pieces.push(std::mem::replace(&mut current, piece(number.saturating_add(1))));
            } else {
                current.text.push_str(line);
            }
        }
        pieces.push(current);
        pieces
    }
}

/// A line and column.
///
/// ```
/// use tfrt_compiler::source::{LineTable, Position, Source};
///
/// let lines = LineTable::new(&Source::new("a.mlir", "first\nsecond\n"));
/// assert_eq!(lines.position(8), Position { line: 2, column: 3 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line, as the source counts them.
    pub line: u32,
    /// The column in bytes, from one.
    pub column: u32,
}

/// The line starts of a source, for repeated lookups.
#[derive(Clone, Debug)]
pub struct LineTable {
    starts: Vec<u32>,
    first_line: u32,
}

impl LineTable {
    /// Reads the line ends of a source.
    #[must_use]
    pub fn new(source: &Source) -> Self {
        let ends = source.text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let starts = ends.map_while(|(at, _)| u32::try_from(at + 1).ok());
        Self { starts: std::iter::once(0).chain(starts).collect(), first_line: source.first_line }
    }

    /// The line and column of a byte.
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        let index = self.index(offset);
        let line = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(self.first_line);
        Position { line, column: (offset - self.starts[index]).saturating_add(1) }
    }

    /// The byte at a line and column, which may be the line's end; `None` outside the text.
    #[must_use]
    pub fn offset(&self, position: Position) -> Option<u32> {
        let index = position.line.checked_sub(self.first_line)? as usize;
        let offset = self.starts.get(index)?.checked_add(position.column.checked_sub(1)?)?;
        self.starts.get(index + 1).is_none_or(|&next| offset < next).then_some(offset)
    }

    /// The bytes of the line that holds a byte, line end included.
    fn line(&self, offset: u32) -> (usize, Option<usize>) {
        let index = self.index(offset);
        (self.starts[index] as usize, self.starts.get(index + 1).map(|&end| end as usize))
    }

    /// Which line holds a byte. The first line starts at zero, so there always is one.
    fn index(&self, offset: u32) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }
}

/// The severity of a diagnostic.
///
/// ```
/// use tfrt_compiler::source::{Diagnostic, Severity, Span};
///
/// let unused = Diagnostic::warning(Span::default(), "nobody uses the chain");
/// assert_eq!(unused.severity, Severity::Warning);
/// assert_eq!(unused.severity.to_string(), "warning");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The program cannot be used.
    Error,
    /// Worth knowing.
    Warning,
    /// Output of an analysis.
    Remark,
    /// Belongs to the diagnostic before.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Remark => "remark",
            Self::Note => "note",
        })
    }
}

/// A diagnostic with its span.
///
/// ```
/// use tfrt_compiler::source::{Diagnostic, Span};
///
/// let error = Diagnostic::error(Span::new(8, 12), "there are two functions '@f'")
///     .with_note(Span::new(0, 4), "the first is here");
/// assert_eq!(error.to_string(), "there are two functions '@f'");
/// assert_eq!(error.notes.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The message, in one line.
    pub message: String,
    /// The span.
    pub span: Span,
    /// Notes with their spans.
    pub notes: Vec<(String, Span)>,
}

impl Diagnostic {
    /// An error.
    #[must_use]
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, message: message.into(), span, notes: Vec::new() }
    }

    /// A warning: the program can be used.
    #[must_use]
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(span, message) }
    }

    /// The same with a note at a place.
    #[must_use]
    pub fn with_note(mut self, span: Span, message: impl Into<String>) -> Self {
        self.notes.push((message.into(), span));
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Diagnostics with the text that they are about. Shown as [`render`] shows them.
///
/// ```
/// use tfrt_compiler::source::{Diagnostic, Diagnostics, Source, Span};
///
/// let wrong = Diagnostic::error(Span::new(6, 9), "expected a function");
/// let found = Diagnostics::new(Source::new("a.mlir", "func.\nabc\n"), vec![wrong]);
/// assert_eq!(found.position(found[0].span).line, 2);
/// assert!(found.to_string().starts_with("a.mlir:2:1: error: expected a function"));
/// ```
#[derive(Clone, Debug)]
pub struct Diagnostics {
    source: Source,
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Diagnostics of that source.
    #[must_use]
    pub fn new(source: Source, list: Vec<Diagnostic>) -> Self {
        Self { source, list }
    }

    /// The text that they are about.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Where a span starts.
    #[must_use]
    pub fn position(&self, span: Span) -> Position {
        LineTable::new(&self.source).position(span.start)
    }

    /// Only these of them, as text.
    #[must_use]
    pub fn render(&self, diagnostics: &[Diagnostic]) -> String {
        render(diagnostics, &self.source)
    }
}

/// The diagnostics in the order in which they were found.
impl std::ops::Deref for Diagnostics {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.list
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render(&self.list, &self.source))
    }
}
