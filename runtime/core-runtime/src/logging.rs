//! The handler that writes each call to a log.

use crate::dispatch::{Handles, OpInvocation};
use crate::handle::TensorHandle;
use crate::handler::{CoreRuntimeOp, OpHandler, OpHandlerRef};
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tfrt_host::error::{KernelError, counted};
use tfrt_host::kernel::{Value, when_available};

/// Where a log goes: a text with all its lines.
type Sink = Arc<dyn Fn(&str) + Send + Sync>;

/// A handler that writes each call of its fallback to a log, and does nothing else.
///
/// It never waits: what it knows when the call begins it writes then; the inputs, and the outputs if they are asked
/// for, when they are there. So texts of several calls may follow each other in any order; each has the number of its
/// call.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use tfrt_core_runtime::{LoggingOpHandler, OpHandler, OpHandlerRef};
///
/// let log = Arc::new(Mutex::new(String::new()));
/// let kept = Arc::clone(&log);
/// let handler = LoggingOpHandler::new(OpHandlerRef::null()).to(move |text| {
///     kept.lock().expect("nobody panics").push_str(text);
/// });
/// assert_eq!(handler.name(), "logging");
/// ```
pub struct LoggingOpHandler {
    fallback: OpHandlerRef,
    log: Log,
    count: Arc<AtomicU64>,
}

#[derive(Clone)]
struct Log {
    sink: Sink,
    results: bool,
}

impl std::fmt::Debug for LoggingOpHandler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LoggingOpHandler")
            .field("fallback", &self.fallback)
            .field("results", &self.log.results)
            .finish_non_exhaustive()
    }
}

impl LoggingOpHandler {
    /// A handler that writes to standard error, without outputs.
    #[must_use]
    pub fn new(fallback: OpHandlerRef) -> Self {
        // A log that cannot be written is not a reason to fail.
        let sink: Sink = Arc::new(|text| drop(std::io::stderr().write_all(text.as_bytes())));
        Self { fallback, log: Log { sink, results: false }, count: Arc::default() }
    }

    /// Writes outputs too.
    #[must_use]
    pub fn with_results(self) -> Self {
        Self { log: Log { results: true, ..self.log }, ..self }
    }

    /// Writes elsewhere: the function gets texts of whole lines, from any thread.
    #[must_use]
    pub fn to(self, sink: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { log: Log { sink: Arc::new(sink), ..self.log }, ..self }
    }
}

impl OpHandler for LoggingOpHandler {
    fn name(&self) -> &'static str {
        if self.log.results { "sync_logging" } else { "logging" }
    }

    fn make_op(&self, name: &str) -> Result<CoreRuntimeOp, KernelError> {
        let op = self.fallback.make_op(name)?;
        let (name, log, count) =
            (Arc::<str>::from(name), self.log.clone(), Arc::clone(&self.count));
        Ok(CoreRuntimeOp::new(move |call| {
            // Relaxed: the numbers order nothing.
            let number = count.fetch_add(1, Ordering::Relaxed);
            logged(&op, number, &name, &log, call)
        }))
    }
}

fn logged(
    op: &CoreRuntimeOp,
    number: u64,
    name: &Arc<str>,
    log: &Log,
    call: OpInvocation<'_>,
) -> Handles {
    let (arguments, results) =
        (counted(call.arguments.len(), "argument"), counted(call.results, "result"));
    let mut header = format!("[{number}] dispatch '{name}' {arguments}, {results}, ");
    if call.attributes.is_empty() {
        header.push_str("no attributes\n");
    } else {
        // As `Display` of attributes, which ends with a blank line.
        let _ = write!(header, "{}", *call.attributes);
    }
    (log.sink)(&header);
    when_there(&call.arguments, log, number, name, "Input");
    let results = op.call(call);
    if log.results && !results.is_empty() {
        when_there(&results, log, number, name, "Output");
    }
    results
}

/// Writes these tensors when all of them are there.
fn when_there(
    handles: &[TensorHandle],
    log: &Log,
    number: u64,
    name: &Arc<str>,
    what: &'static str,
) {
    let kept = handles.to_vec();
    let tensors = handles.iter().map(|handle| Value::Ref(handle.tensor().as_any().clone()));
    let (log, name) = (log.clone(), Arc::clone(name));
    when_available(tensors.collect(), move |_| {
        let mut text = format!("{what}s for [{number}]: '{name}':\n");
        for (index, handle) in kept.iter().enumerate() {
            let line = handle.to_string();
            let _ = writeln!(text, "  {what} for [{number}] tensor {index}: {}", line.trim_end());
        }
        text.push('\n');
        (log.sink)(&text);
    });
}
