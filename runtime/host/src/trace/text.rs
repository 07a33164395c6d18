//! Traces as lines of text: `Scope:NAME`, `End Scope`, `Event:NAME`.

use super::{TraceEvent, TraceScope, TraceSink};
use std::fmt;
use std::io::Write;

/// Writes a line for each begin, end and event. Lines of several threads are interleaved.
///
/// ```
/// use tfrt_host::trace::{TextTrace, TraceLevel};
///
/// let trace = TextTrace::new(|line| eprint!("{line}"));
/// let host = tfrt_host::context::Host::builder()
///     .trace(TraceLevel::Default, std::sync::Arc::new(trace))
///     .build()?;
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
pub struct TextTrace<W> {
    write: W,
}

impl<W: Fn(&str) + Send + Sync> TextTrace<W> {
    /// `write` receives whole lines, newline included.
    pub fn new(write: W) -> Self {
        Self { write }
    }
}

impl TextTrace<fn(&str)> {
    /// Writes to standard output.
    #[must_use]
    pub fn stdout() -> Self {
        Self::new(|line| {
            // As for kernel output: a reader that has gone away must not stop the run.
            let _ = std::io::stdout().lock().write_all(line.as_bytes());
        })
    }
}

impl<W> fmt::Debug for TextTrace<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TextTrace")
    }
}

impl<W: Fn(&str) + Send + Sync> TraceSink for TextTrace<W> {
    fn begin(&self, scope: &TraceScope<'_>) {
        (self.write)(&line("Scope", &scope.to_string()));
    }

    fn end(&self) {
        (self.write)("End Scope\n");
    }

    fn event(&self, event: &TraceEvent<'_>) {
        (self.write)(&line("Event", event.name));
    }
}

/// A single line, whatever the name contains.
fn line(what: &str, name: &str) -> String {
    format!("{what}:{}\n", name.replace('\n', "\\n"))
}
