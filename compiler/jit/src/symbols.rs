//! The names of compiled functions, for those who look at a process from outside.

use crate::link::Memory;
use crate::{CompileError, Symbols};
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;

/// A debugger knows of the code for as long as this lives.
pub(crate) struct Registered;

/// Tells who wants to know. `names` are those of all functions, in order.
pub(crate) fn tell(
    symbols: Symbols,
    names: impl Iterator<Item = String>,
    memory: &Memory,
) -> Result<Option<Registered>, CompileError> {
    if symbols.perf {
        let mut lines = String::new();
        for (number, name) in (0..).zip(names) {
            let code = memory.code(number);
            // Writing to a string cannot fail.
            let _ = writeln!(lines, "{:x} {:x} tfrt:{name}", code.as_ptr().addr(), code.len());
        }
        let path = format!("/tmp/perf-{}.map", std::process::id());
        let file = OpenOptions::new().create(true).append(true).open(&path);
        // One write, so that lines of several threads stay whole.
        file.and_then(|mut file| file.write_all(lines.as_bytes()))
            .map_err(|error| CompileError::of(&path, &error))?;
    }
    Ok(None)
}
