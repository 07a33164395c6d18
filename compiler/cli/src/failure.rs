//! Failures of commands and their exit status.

use crate::expectations::Reported;
use crate::output;
use serde_json::json;
use tfrt_compiler::suggest::nearest_of;

/// The end of a command that did not succeed.
#[derive(Debug)]
pub(crate) struct Failure {
    status: u8,
    /// The remaining output, with newlines.
    text: String,
    /// The diagnostics in it, where they can be expected.
    reports: Vec<Reported>,
}

impl Failure {
    /// The program or a check failed; all has been said.
    pub(crate) fn failed() -> Self {
        Self::check(String::new())
    }

    /// A check failed; `text` is finished complaints.
    pub(crate) fn check(text: String) -> Self {
        Self { status: 1, text, reports: Vec::new() }
    }

    /// The same as the failure of a check.
    pub(crate) fn into_check(self) -> Self {
        Self::check(self.text)
    }

    /// The input could not be used, for a reason of the tool's own.
    pub(crate) fn unusable(message: impl std::fmt::Display) -> Self {
        Self::diagnosed(format!("tfrt: {message}\n"))
    }

    /// There is no function of that name among these.
    pub(crate) fn no_function<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known = known.into_iter().filter(|known| !known.is_empty());
        let near = nearest_of(name, known).map(|near| format!("; did you mean {near}?"));
        Self::unusable(format!("couldn't find function {name}{}", near.unwrap_or_default()))
    }

    /// The input could not be used; `text` is finished diagnostics.
    pub(crate) fn diagnosed(text: String) -> Self {
        Self { status: 2, text, reports: Vec::new() }
    }

    /// With the diagnostics that its text shows.
    pub(crate) fn reporting(self, reports: Vec<Reported>) -> Self {
        Self { reports, ..self }
    }

    /// The diagnostics that a source may expect; none if the failure is of another kind.
    pub(crate) fn reports(&self) -> &[Reported] {
        &self.reports
    }

    pub(crate) fn status(&self) -> u8 {
        self.status
    }

    /// The document for scripts, where the command has none of its own.
    pub(crate) fn json(&self) -> serde_json::Value {
        let diagnostics: Vec<_> = self.reports.iter().map(Reported::json).collect();
        json!({
            "ok": false,
            "status": self.status,
            "message": self.text.trim_end(),
            "diagnostics": diagnostics,
        })
    }

    /// Prints the remaining output.
    pub(crate) fn print(&self) {
        output::error(&self.text);
    }
}
