//! Fuzzes BEF bytes: a file is refused, or loads, lifts and runs consistently.

use super::{catalogue, execute, load_options, resolver, text};
use tfrt_bef::{File, Limits};
use tfrt_exec::Program;
use tfrt_host::resource;

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
        let known = file.attributes.entries().get(index as usize);
        let outside = known.and_then(|entry| file.attributes.find_outside(entry.offset)).is_some();
        assert!(!file.optional_sections.attribute_types || outside != decoded.is_ok());
    }
}

/// Lifts, loads and runs a file.
pub(super) fn loaded(data: &[u8], file: &File) {
    let mut file = file.clone();
    // What can be resolved is compiled too.
    let resolved = resource::resolve(&mut file.attributes, Some(&*resolver()));
    if let Ok(module) = tfrt_compiler::bef::lift(&file, catalogue()) {
        let form = data.iter().map(|&byte| usize::from(byte)).sum();
        text::printed(&module, false, false, form);
        if let Ok(program) = tfrt_compiler::verify::verify(module, catalogue())
            && resolved.is_ok()
        {
            let _turn = execute::Turn::take();
            text::planned(&program, tfrt_compiler::plan::Panics::AreErrors);
        }
    }
    match Program::load(data, catalogue(), &load_options()) {
        Ok(program) => execute::program(&program),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
