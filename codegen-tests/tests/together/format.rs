//! Formatted programs are the programs that they were.

use std::path::Path;
use tfrt_codegen_tests::conformance;
use tfrt_compiler::source::Source;
use tfrt_compiler::syntax::{self, ParseOptions, PrintOptions};

#[test]
fn formatted_programs_are_the_same() {
    let catalogue = tfrt_test_kernels::catalogue();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    let print = |name: &str, text: &str| -> Vec<String> {
        let pieces = Source::new(name, text).split();
        let printed = pieces.iter().map(|piece| {
            let (module, mut diagnostics) =
                syntax::parse(piece, &catalogue, ParseOptions::default());
            let messages: Vec<String> =
                diagnostics.drain(..).map(|diagnostic| diagnostic.message).collect();
            let options = PrintOptions { generic: true, ..PrintOptions::default() };
            format!("{}{messages:?}", syntax::print(&module, &catalogue, options))
        });
        printed.collect()
    };
    let programs = conformance::all(&folder);
    assert!(programs.len() > 200, "{} programs", programs.len());
    let mut changed = 0;
    for program in programs {
        let formatted = syntax::format(&program.text);
        assert_eq!(formatted, syntax::format(&formatted), "{}", program.name);
        changed += usize::from(formatted != program.text);
        let [before, after] = [&program.text, &formatted].map(|text| print(&program.file, text));
        assert_eq!(before, after, "{}", program.name);
    }
    println!("{changed} programs had other blanks");
}
