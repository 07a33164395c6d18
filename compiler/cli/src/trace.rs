//! `--trace`: records a trace as text or as a file for Perfetto.

use crate::failure::Failure;
use crate::output;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use tfrt_host::trace::{ChromeTrace, TextTrace, TraceLevel, TraceSink};

/// What `run` takes of tracing.
#[derive(Debug, clap::Args)]
pub(crate) struct TraceArguments {
    /// Trace what runs: `text` on standard output, or `chrome:FILE`, which Perfetto opens.
    #[arg(long)]
    trace: Option<Target>,
    /// How much to trace.
    #[arg(long, default_value = "default", requires = "trace")]
    trace_level: Level,
}

impl TraceArguments {
    /// Whether anything shall be traced.
    pub(crate) fn are_given(&self) -> bool {
        self.trace.is_some()
    }
}

/// Where a trace goes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    Text,
    Chrome(String),
}

impl FromStr for Target {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match (text, text.strip_prefix("chrome:")) {
            ("text", _) => Ok(Self::Text),
            (_, Some(file)) if !file.is_empty() => Ok(Self::Chrome(file.to_owned())),
            _ => Err("expected 'text' or 'chrome:FILE'"),
        }
    }
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Level {
    /// Functions.
    Default,
    /// Every call and every task of the work queue too.
    Verbose,
    /// Kernels too.
    Debug,
}

/// A command's trace, until it is finished.
pub(crate) struct Trace {
    level: TraceLevel,
    sink: Arc<dyn TraceSink>,
    /// For a trace into a file: the same sink, and the file's name.
    chrome: Option<(Arc<ChromeTrace>, String)>,
    /// Text, where standard output is not its place.
    kept: Arc<Mutex<String>>,
}

impl Trace {
    /// Makes the sink, if there is to be one. Text is kept rather than printed if `keep`.
    pub(crate) fn new(arguments: &TraceArguments, keep: bool) -> Result<Option<Self>, Failure> {
        let Some(target) = &arguments.trace else { return Ok(None) };
        let level = match arguments.trace_level {
            Level::Default => TraceLevel::Default,
            Level::Verbose => TraceLevel::Verbose,
            Level::Debug => TraceLevel::Debug,
        };
        let kept = Arc::new(Mutex::new(String::new()));
        let mut chrome = None;
        let sink: Arc<dyn TraceSink> = match target {
            Target::Text if keep => {
                let kept = Arc::clone(&kept);
                Arc::new(TextTrace::new(move |line: &str| {
                    kept.lock().unwrap_or_else(PoisonError::into_inner).push_str(line);
                }))
            }
            Target::Text => Arc::new(TextTrace::new(output::print)),
            Target::Chrome(file) => {
                let sink = ChromeTrace::create(file)
                    .map(Arc::new)
                    .map_err(|error| Failure::unusable(format!("cannot write {file}: {error}")))?;
                chrome = Some((Arc::clone(&sink), file.clone()));
                sink
            }
        };
        Ok(Some(Self { level, sink, chrome, kept }))
    }

    /// For a host.
    pub(crate) fn sink(&self) -> (TraceLevel, Arc<dyn TraceSink>) {
        (self.level, Arc::clone(&self.sink))
    }

    /// Text that was kept.
    pub(crate) fn text(&self) -> Option<String> {
        let text = std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner));
        self.chrome.is_none().then_some(text)
    }

    /// Ends the file.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Some((sink, file)) = &self.chrome else { return Ok(()) };
        sink.finish().map_err(|error| Failure::unusable(format!("cannot write {file}: {error}")))
    }
}
