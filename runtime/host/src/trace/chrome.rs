//! Traces in the Trace Event Format: JSON for Perfetto and `chrome://tracing`.
//!
//! The file is an array of events, one per line, in the order of their times. The format allows the
//! closing bracket to be missing, and only whole events are written, with a flush check at each
//! event every [`FLUSH_EVERY`]: a process that exits early leaves a readable file.

use super::{TraceEvent, TraceScope, TraceSink};
use parking_lot::Mutex;
use std::collections::HashSet;
use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The maximum delay of an event's write, if another event follows.
const FLUSH_EVERY: Duration = Duration::from_millis(100);

/// Buffered bytes before a write.
const BUFFER: usize = 64 << 10;

thread_local! {
    /// This thread's number. Unlike the system's numbers, it is never reused.
    static THREAD: u32 = {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        NEXT.fetch_add(1, Ordering::Relaxed)
    };
}

/// Writes events as JSON. Begin and end of a scope are an event each (`B`, `E`), an instant is one
/// (`i`); the first event of a thread follows one that names the thread (`M`).
///
/// ```
/// use std::sync::Arc;
/// use tfrt_host::trace::{ChromeTrace, TraceLevel};
///
/// let trace = Arc::new(ChromeTrace::new(std::io::sink())); // or a `std::fs::File`
/// let host = tfrt_host::context::Host::builder().trace(TraceLevel::Debug, trace.clone()).build()?;
/// drop(host);
/// trace.finish()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ChromeTrace {
    state: Mutex<State>,
}

struct State {
    out: Box<dyn Write + Send>,
    /// Whole events that have not been written.
    buffer: String,
    flushed: Instant,
    epoch: Instant,
    process: u32,
    /// Threads that have been named.
    named: HashSet<u32>,
    finished: bool,
    /// The first write error, after which nothing is written.
    error: Option<io::Error>,
}

impl ChromeTrace {
    /// Writes to `out`, which should be unbuffered: it receives whole events, many at a time.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        let now = Instant::now();
        let process = std::process::id();
        let mut buffer = "[\n".to_owned();
        push_fields(&mut buffer, "M", process, 0, None);
        buffer.push_str(r#","name":"process_name","args":{"name":"tfrt"}}"#);
        let state = State {
            out: Box::new(out),
            buffer,
            flushed: now,
            epoch: now,
            process,
            named: HashSet::new(),
            finished: false,
            error: None,
        };
        Self { state: Mutex::new(state) }
    }

    /// Writes to a new file, replacing an existing one.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        std::fs::File::create(path).map(Self::new)
    }

    /// Ends the array. Later events are ignored. Dropping the sink does the same but cannot report
    /// errors.
    ///
    /// # Errors
    /// The first write error; reported once.
    pub fn finish(&self) -> io::Result<()> {
        let mut state = self.state.lock();
        if !state.finished {
            state.finished = true;
            state.buffer.push_str("\n]\n");
            state.flush();
        }
        state.error.take().map_or(Ok(()), Err)
    }

    /// Adds an event; `rest` appends the fields after the common ones.
    fn add(&self, phase: &str, rest: impl FnOnce(&mut String)) {
        let thread = THREAD.with(|thread| *thread);
        let mut state = self.state.lock();
        let state = &mut *state;
        if state.finished || state.error.is_some() {
            return;
        }
        let process = state.process;
        if state.named.insert(thread) {
            state.buffer.push_str(",\n");
            push_fields(&mut state.buffer, "M", process, thread, None);
            state.buffer.push_str(r#","name":"thread_name","args":{"name":"#);
            match std::thread::current().name() {
                Some(name) => push_string(&mut state.buffer, name),
                None => push_string(&mut state.buffer, &format!("thread {thread}")),
            }
            state.buffer.push_str("}}");
        }
        // Under the lock, so that the file is sorted by time.
        let now = Instant::now();
        state.buffer.push_str(",\n");
        push_fields(&mut state.buffer, phase, process, thread, Some(now - state.epoch));
        rest(&mut state.buffer);
        state.buffer.push('}');
        if state.buffer.len() >= BUFFER || now - state.flushed >= FLUSH_EVERY {
            state.flushed = now;
            state.flush();
        }
    }
}

impl State {
    fn flush(&mut self) {
        if self.error.is_none() {
            let written = self.out.write_all(self.buffer.as_bytes());
            self.error = written.and_then(|()| self.out.flush()).err();
        }
        self.buffer.clear();
    }
}

impl Drop for ChromeTrace {
    fn drop(&mut self) {
        // Call `finish` to get the error.
        let _ = self.finish();
    }
}

impl fmt::Debug for ChromeTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChromeTrace")
    }
}

impl TraceSink for ChromeTrace {
    fn begin(&self, scope: &TraceScope<'_>) {
        self.add("B", |text| {
            text.push_str(r#","name":"#);
            push_string(text, &scope.to_string());
            let _ = write!(text, r#","cat":"{}""#, scope.kind.as_str());
            if let Some(location) = scope.location {
                text.push_str(r#","args":{"location":"#);
                push_string(text, &location.place());
                text.push('}');
            }
        });
    }

    fn end(&self) {
        self.add("E", |_| ());
    }

    fn event(&self, event: &TraceEvent<'_>) {
        self.add("i", |text| {
            // Shown on the thread's own line.
            text.push_str(r#","cat":"event","s":"t","name":"#);
            push_string(text, event.name);
        });
    }
}

/// The opening brace and the common fields of an event. Times are in microseconds.
fn push_fields(text: &mut String, phase: &str, process: u32, thread: u32, time: Option<Duration>) {
    // Writing to a string cannot fail.
    let _ = write!(text, r#"{{"ph":"{phase}","pid":{process},"tid":{thread}"#);
    if let Some(time) = time {
        let nanos = time.as_nanos();
        let _ = write!(text, r#","ts":{}.{:03}"#, nanos / 1000, nanos % 1000);
    }
}

/// A JSON string.
fn push_string(text: &mut String, value: &str) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\0'..='\x1f' => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}
