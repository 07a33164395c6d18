//! What is wrong with a program that is being built: each problem once, with all its places.

use super::Origin;
use crate::source::{Diagnostic, Span};
use std::collections::HashMap;
use tfrt_host::error::Location;

/// How many further places of a problem are shown; more are only counted.
const PLACES: usize = 4;

/// How many different problems are shown.
const MOST: usize = 200;

/// How many bytes of a name a message shows.
const SHOWN: usize = 60;

/// The name of an op or a value of the source, for a message: a source can have names of any length.
#[must_use]
pub fn shown(name: &str) -> &str {
    &name[..name.floor_char_boundary(SHOWN)]
}

/// A problem has been reported: what depends on the missing value reports nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported(());

/// The problems of a program, in the order in which they were found. Equal messages are one problem.
#[derive(Debug, Default)]
pub struct Problems {
    /// What locations call the source.
    source: String,
    order: Vec<Problem>,
    known: HashMap<String, usize>,
    /// Different problems beyond those that are shown.
    omitted: usize,
}

/// One problem, at all of its places.
#[derive(Debug)]
struct Problem {
    message: String,
    first: Span,
    others: Vec<Span>,
    count: usize,
}

impl Problems {
    /// None yet. `source` is what locations call the text that spans are of: where an op comes from
    /// another file, or only has a name, messages say so.
    #[must_use]
    pub fn new(source: impl Into<String>) -> Self {
        Self { source: source.into(), ..Self::default() }
    }

    /// Adds what is wrong with what was made from there.
    ///
    /// ```
    /// use tfrt_compiler::builder::{Origin, Problems};
    /// use tfrt_host::error::Location;
    ///
    /// let mut problems = Problems::new("model.txt");
    /// let name = Location::Name { name: "conv1".into(), child: Box::new(Location::Unknown) };
    /// for _ in 0..2 {
    ///     problems.report(&Origin::new(name.clone()), "'Conv' has no input");
    /// }
    /// let messages = problems.into_diagnostics();
    /// assert_eq!(messages[0].message, "'Conv' has no input (made from 'conv1') [2 places]");
    /// ```
    pub fn report(&mut self, origin: &Origin, message: impl Into<String>) -> Reported {
        let message = message.into();
        if let Some(&at) = self.known.get(&message) {
            let problem = &mut self.order[at];
            let last = problem.others.last().unwrap_or(&problem.first);
            if *last == origin.span && origin.span != Span::default() {
                // Once more at the same place.
                return Reported(());
            }
            problem.count += 1;
            if problem.others.len() < PLACES {
                problem.others.push(origin.span);
            }
        } else if self.order.len() == MOST {
            self.omitted += 1;
        } else {
            self.known.insert(message.clone(), self.order.len());
            let message = match self.elsewhere(&origin.location) {
                Some(place) => format!("{message} (made from {place})"),
                None => message,
            };
            let first = origin.span;
            self.order.push(Problem { message, first, others: Vec::new(), count: 1 });
        }
        Reported(())
    }

    /// The place outside the source's text that a location names.
    fn elsewhere(&self, location: &Location) -> Option<String> {
        match (location.file_line_col(), location) {
            (Some((file, line, column)), _) => {
                (file != self.source).then(|| format!("{file}:{line}:{column}"))
            }
            (None, Location::Name { name, .. }) => Some(format!("'{}'", shown(name))),
            (None, _) => None,
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// One error for each problem, in the order of their first places.
    #[must_use]
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
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
        if self.omitted > 0
            && let Some(last) = diagnostics.last_mut()
        {
            last.message.push_str(&format!(" (and {} more)", self.omitted));
        }
        diagnostics
    }
}
