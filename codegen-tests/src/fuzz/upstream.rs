//! Fuzzes texts of upstream dialects: they are refused at a place, or imported as a program that
//! survives every conversion and runs on every engine.

use super::{catalogue, text};
use tfrt_compiler::source::Source;

/// Takes the bytes for a text, up to the first that is not UTF-8, and imports it; says whether that is
/// possible.
///
/// # Panics
/// A promise is broken.
pub fn upstream_text(data: &[u8]) -> bool {
    let source = Source::new("fuzz.mlir", text::prefix(data));
    let options = tfrt_import::Options::new();
    match tfrt_import::front_end(&source, catalogue(), None, &options) {
        Ok(program) => {
            // Its places are the text's, and others than those of what is printed.
            text::printed(program.module(), false, false, source.text.len());
            text::through_bef(&program);
            text::compiled(&program);
            true
        }
        Err(errors) => {
            text::refused(&errors, &source);
            false
        }
    }
}
