//! Standard output and standard error. A closed pipe does not stop the tool: further output is
//! dropped, and the exit status still reports the program's result. Other write errors are reported
//! at the end.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why something could not be written to standard output, the first time.
static FAILED: Mutex<Option<io::Error>> = Mutex::new(None);

/// A JSON document has been written. Relaxed: only the main thread asks, and writes.
static DOCUMENT: AtomicBool = AtomicBool::new(false);

/// Writes to standard output. Kernels and the tool itself write through the same buffer, so
/// what they print comes in the order in which it happened.
pub(crate) fn print(text: &str) {
    print_bytes(text.as_bytes());
}

/// Writes bytes to standard output.
pub(crate) fn print_bytes(bytes: &[u8]) {
    let mut stdout = io::stdout().lock();
    let Err(error) = stdout.write_all(bytes).and_then(|()| stdout.flush()) else { return };
    if error.kind() != io::ErrorKind::BrokenPipe
        && let Ok(mut failed) = FAILED.lock()
    {
        failed.get_or_insert(error);
    }
}

/// Whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// The first write error on standard output other than a closed pipe.
pub(crate) fn failure() -> Option<io::Error> {
    FAILED.lock().ok()?.take()
}

/// Writes to standard error.
pub(crate) fn error(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Writes a JSON document to standard output.
pub(crate) fn json(document: &serde_json::Value) {
    DOCUMENT.store(true, Ordering::Relaxed);
    print(&format!("{document:#}\n"));
}

/// Whether a JSON document has been written.
pub(crate) fn has_document() -> bool {
    DOCUMENT.load(Ordering::Relaxed)
}
