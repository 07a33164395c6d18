//! Standard output and standard error. A reader that went away is no reason to stop: what it
//! does not want is lost, and the exit status still tells how the program did.

use std::io::{self, Write};

/// Writes to standard output. Kernels and the tool itself write through the same buffer, so
/// what they print comes in the order in which it happened.
pub(crate) fn print(text: &str) {
    print_bytes(text.as_bytes());
}

/// Writes bytes to standard output.
pub(crate) fn print_bytes(bytes: &[u8]) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(bytes).and_then(|()| stdout.flush());
}

/// Writes to standard error.
pub(crate) fn error(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Writes a JSON document to standard output.
pub(crate) fn json(document: &serde_json::Value) {
    print(&format!("{document:#}\n"));
}
