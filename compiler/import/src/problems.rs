//! What cannot be imported, collected over the whole program and told once for each op and reason.

use std::collections::HashMap;
use tfrt_compiler::graph::Op;
use tfrt_compiler::source::{Diagnostic, Source, Span};
use tfrt_host::error::Location;

/// How many further places of a problem are told; more are only counted.
const PLACES: usize = 4;

/// How many different problems are told.
const MOST: usize = 200;

/// The problems of a program so far.
#[derive(Debug)]
pub(crate) struct Problems<'a> {
    source: &'a Source,
    order: Vec<Problem>,
    known: HashMap<String, usize>,
    /// Different problems beyond those that are told.
    untold: usize,
    /// Whether MLIR itself could help.
    pub(crate) needs_helper: bool,
}

/// One problem, at all of its places.
#[derive(Debug)]
struct Problem {
    message: String,
    first: Span,
    others: Vec<Span>,
    count: usize,
}

/// How many bytes of a name a message shows.
const SHOWN: usize = 60;

/// The name of an op, for a message.
pub(crate) fn shown(name: &str) -> &str {
    &name[..name.floor_char_boundary(SHOWN)]
}

/// A problem has been noted; what depends on the op is left out.
#[derive(Debug)]
pub(crate) struct Noted;

impl<'a> Problems<'a> {
    pub(crate) fn new(source: &'a Source) -> Self {
        Self { source, order: Vec::new(), known: HashMap::new(), untold: 0, needs_helper: false }
    }

    /// Notes what is wrong with an op. Equal messages are one problem.
    pub(crate) fn of_op(&mut self, op: &Op, message: impl Into<String>) -> Noted {
        self.note(op.span, &op.location, message.into())
    }

    /// Notes what is wrong at a place.
    pub(crate) fn note(&mut self, span: Span, location: &Location, message: String) -> Noted {
        if let Some(&at) = self.known.get(&message) {
            let problem = &mut self.order[at];
            problem.count += 1;
            if problem.others.len() < PLACES {
                problem.others.push(span);
            }
            return Noted;
        }
        if self.order.len() == MOST {
            self.untold += 1;
            return Noted;
        }
        self.known.insert(message.clone(), self.order.len());
        let message = match self.elsewhere(location) {
            Some(place) => format!("{message} (made from {place})"),
            None => message,
        };
        self.order.push(Problem { message, first: span, others: Vec::new(), count: 1 });
        Noted
    }

    /// The place in another file that an op was made from.
    fn elsewhere(&self, location: &Location) -> Option<String> {
        let (file, line, column) = location.file_line_col()?;
        (file != self.source.name).then(|| format!("{file}:{line}:{column}"))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// One error for each problem, in the order of their first places.
    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        let diagnostics = self.order.into_iter().map(|problem| {
            let Problem { mut message, first, others, count } = problem;
            if count > 1 {
                message.push_str(&format!(" [{count} places]"));
            }
            let error = Diagnostic::error(first, message);
            others.into_iter().fold(error, |error, span| error.with_note(span, "and here"))
        });
        let mut diagnostics: Vec<Diagnostic> = diagnostics.collect();
        diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
        if self.untold > 0
            && let Some(last) = diagnostics.last_mut()
        {
            last.message.push_str(&format!(" (and {} more)", self.untold));
        }
        diagnostics
    }
}
