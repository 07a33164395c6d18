//! What MLIR reports, and where.

use melior::Context;
use melior::diagnostic::{self, DiagnosticSeverity};
use melior::ir::Location;
use std::cell::RefCell;
use std::fmt::{self, Write as _};
use std::rc::Rc;

/// A place in a source, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as the source or its locations name it.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The column, in bytes.
    pub column: usize,
}

/// An error or a note of it. Displayed as `FILE:LINE:COLUMN: error: MESSAGE`, then its notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where, if it is known.
    pub place: Option<Place>,
    /// What is wrong.
    pub message: String,
    /// What helps.
    pub notes: Vec<Diagnostic>,
}

impl Diagnostic {
    pub(crate) fn error(place: Option<Place>, message: String) -> Self {
        Self { place, message, notes: Vec::new() }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, severity: &str) -> fmt::Result {
        if let Some(Place { file, line, column }) = &self.place {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        // One line each, so that the parent process can split them.
        write!(f, "{severity}: {}", self.message.replace('\n', " "))
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, "error")?;
        for note in &self.notes {
            f.write_str("\n")?;
            note.write(f, "note")?;
        }
        Ok(())
    }
}

/// The errors that MLIR reports in a context.
pub(crate) struct Collector(Rc<RefCell<Vec<Diagnostic>>>);

impl Collector {
    pub(crate) fn attach(context: &Context, name: &str) -> Self {
        let errors = Rc::new(RefCell::new(Vec::new()));
        let (sink, name) = (Rc::clone(&errors), name.to_owned());
        context.attach_diagnostic_handler(move |diagnostic| {
            if matches!(diagnostic.severity(), DiagnosticSeverity::Error) {
                sink.borrow_mut().push(read(&diagnostic, &name));
            }
            true
        });
        Self(errors)
    }

    /// What was reported; `otherwise` if nothing was.
    pub(crate) fn errors(&self, otherwise: &str) -> Vec<Diagnostic> {
        let errors = self.0.take();
        if errors.is_empty() { vec![Diagnostic::error(None, otherwise.to_owned())] } else { errors }
    }
}

fn read(diagnostic: &diagnostic::Diagnostic<'_>, name: &str) -> Diagnostic {
    let notes = (0..diagnostic.note_count()).filter_map(|index| diagnostic.note(index).ok());
    let notes = notes.map(|note| read(&note, name));
    Diagnostic {
        place: place(diagnostic.location(), name),
        message: message(diagnostic),
        // The operation as text says nothing that its place does not.
        notes: notes.filter(|note| !note.message.starts_with("see current operation")).collect(),
    }
}

/// The text. Damaged bytecode leads to messages that are not UTF-8, which melior cannot display.
fn message(diagnostic: &diagnostic::Diagnostic<'_>) -> String {
    let mut message = String::new();
    match write!(message, "{diagnostic}") {
        Ok(()) => message,
        Err(_) => message + "(what follows is not UTF-8)",
    }
}

/// The place in a file that a location leads to: a name's child, a call's callee, the first of several.
pub(crate) fn place(mut location: Location<'_>, name: &str) -> Option<Place> {
    // Locations nest, and come from the source.
    for _ in 0..100 {
        if location.is_file_line_col_range() {
            let file = location.file_line_col_range_filename();
            let file = file.as_string_ref().as_str().unwrap_or_default();
            return Some(Place {
                file: if file == SOURCE { name } else { file }.to_owned(),
                line: location.file_line_col_range_start_line(),
                column: location.file_line_col_range_start_column(),
            });
        } else if location.is_name() {
            location = location.name_child_location();
        } else if location.is_call_site() {
            location = location.call_site_callee();
        } else if location.is_fused() && location.fused_num_locations() > 0 {
            location = location.fused_location(0);
        } else {
            return None;
        }
    }
    None
}

/// What MLIR calls a source that is no file.
const SOURCE: &str = "-";

/// Names the source in the locations of printed text. MLIR's C interface takes no name of a module.
/// In strings MLIR escapes quotes, so nothing else looks like such a location.
pub(crate) fn name_source(text: &str, name: &str) -> String {
    let mut escaped = String::new();
    for character in name.chars() {
        match character {
            '"' | '\\' => escaped.push_str(&format!("\\{:02X}", u32::from(character))),
            _ if character.is_control() => {
                escaped.push_str(&format!("\\{:02X}", u32::from(character)));
            }
            _ => escaped.push(character),
        }
    }
    text.replace("\"-\":", &format!("\"{escaped}\":"))
}
