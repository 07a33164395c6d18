//! Texts of the declared ops: each reads as it prints, in both forms.

use tfrt_compiler::source::{Source, render};
use tfrt_compiler::syntax::{PrintOptions, print};
use tfrt_host::kernel::Catalogue;

fn catalogue() -> Catalogue {
    tfrt_test_kernels::catalogue().with(&tfrt_gpu::GPU).with(&tfrt_streamify::DECLARED)
}

fn printed(text: &str, generic: bool) -> String {
    let source = Source::new("t.mlir", text);
    let checked = tfrt_compiler::check(&source, &catalogue());
    let checked = checked.unwrap_or_else(|errors| panic!("{text}\n{}", render(&errors, &source)));
    print(checked.module(), &catalogue(), PrintOptions { generic, ..PrintOptions::default() })
}

#[test]
fn both_forms_read_as_they_print() {
    let text = include_str!("forms.mlir");
    let generic = printed(text, true);
    assert_eq!(printed(&generic, true), generic);
    let pretty = printed(text, false);
    assert_eq!(printed(&generic, false), pretty);
    assert_eq!(printed(&pretty, false), pretty);
    println!("{pretty}\n{generic}");
    assert!(!pretty.contains("\"gpu.") && !pretty.contains("\"memref.") && !pretty.contains("\"async."), "{pretty}");
}
