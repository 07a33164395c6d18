//! Fuzzes BEF bytes: a file is refused, or loads, lifts and runs consistently.

use super::{catalogue, execute, text};
use tfrt_bef::{File, Limits};
use tfrt_exec::{LoadOptions, Program};

/// Reads the bytes as a file; says whether that is possible. What can be read survives being
/// written and read, lifted, verified, compiled and run.
///
/// # Panics
/// A promise is broken.
pub fn bef_bytes(data: &[u8]) -> bool {
    let file = match tfrt_bef::read(data, &Limits::default()) {
        Ok(file) => file,
        Err(error) => {
            assert!(error.offset <= data.len() && !error.to_string().is_empty());
            return false;
        }
    };
    rewritten(&file);
    loaded(data, &file);
    true
}

/// What was read can be written, and comes back as it was.
pub(super) fn rewritten(file: &File) {
    let written = tfrt_bef::write(file).expect("what was read can be written");
    let again = tfrt_bef::read(&written, &Limits::default()).expect("what was written can be read");
    assert!(again == *file, "a file changes by being written");
    assert!(tfrt_bef::write(&again).as_ref() == Ok(&written), "two files of one structure");
    for index in (0..).take(file.attributes.len()) {
        let decoded = file.attributes.get(index);
        assert!(!file.optional_sections.attribute_types || decoded.is_ok());
    }
}

/// Lifts, loads and runs a file.
pub(super) fn loaded(data: &[u8], file: &File) {
    if let Ok(module) = tfrt_compiler::bef::lift(file, catalogue()) {
        let form = data.iter().map(|&byte| usize::from(byte)).sum();
        text::printed(&module, false, false, form);
        if let Ok(program) = tfrt_compiler::verify::verify(module, catalogue()) {
            text::planned(&program, tfrt_compiler::plan::Panics::AreErrors);
        }
    }
    match Program::load(data, catalogue(), &LoadOptions::default()) {
        Ok(program) => execute::program(&program),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
