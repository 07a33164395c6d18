//! Files that a load refuses.

use crate::support::{catalogue, file};
use tfrt_bef::OptionalSections;
use tfrt_exec::{LoadError, LoadOptions, Program};

fn load(text: &str) -> Result<Program, LoadError> {
    let bytes = tfrt_bef::write(&file(text)).unwrap();
    Program::load(&bytes, &catalogue(), &LoadOptions::default())
}

fn refusal(text: &str) -> (String, Option<(u32, u32)>) {
    let error = load(text).unwrap_err();
    let place = error.location().file_line_col().map(|(_, line, column)| (line, column));
    (error.message().to_owned(), place)
}

#[test]
fn an_unknown_kernel_is_named_at_its_first_use() {
    let text = "func.func @f() -> i32 {\n  %x = tfrt.constant.i32 1\n  %a = \"no.such\"(%x) : (i32) \
                -> i32\n  %b = \"no.such\"(%x) : (i32) -> i32\n  tfrt.return %b : i32\n}";
    assert_eq!(refusal(text), ("unknown kernel name 'no.such'".to_owned(), Some((3, 8))));
}

#[test]
fn a_native_function_is_unknown() {
    let text = "func.func private @n(i32) -> i32 attributes {tfrt.native}";
    let (message, _) = refusal(text);
    assert!(message.contains("unable to find native function in global registry"), "{message}");
}

#[test]
fn bytes_that_are_no_file() {
    let error = Program::load(b"nothing", &catalogue(), &LoadOptions::default()).unwrap_err();
    assert_eq!(error.offset(), Some(0));
    assert!(error.to_string().starts_with("invalid BEF file header detected"), "{error}");
}

#[test]
fn a_file_without_types_runs_unless_they_are_required() {
    let text = "func.func @f() -> i32 {\n  %x = tfrt.constant.i32 7\n  tfrt.return %x : i32\n}";
    let mut file = file(text);
    file.optional_sections = OptionalSections::NONE;
    let bytes = tfrt_bef::write(&file).unwrap();
    let program = Program::load(&bytes, &catalogue(), &LoadOptions::default()).unwrap();
    let results = crate::support::Bench::new().run(&program, "f", vec![]);
    assert_eq!(crate::support::shown(&results), "7");
    let strict = LoadOptions::default().with_require_types(true);
    assert!(Program::load(&bytes, &catalogue(), &strict).is_err());
}

#[test]
fn functions_are_listed_in_file_order() {
    let text = "func.func @f(%n: i32, %x: i32) -> i32 {\n  %r = tfrt.repeat.i32 %n, %x : i32 {\n    \
                tfrt.return %x : i32\n  }\n  tfrt.return %r : i32\n}";
    let program = load(text).unwrap();
    let names: Vec<_> = program.functions().iter().map(|f| f.signature().name.clone()).collect();
    assert_eq!(names, ["", "f"]);
    assert_eq!(program.functions()[1].signature().arguments, ["i32", "i32"]);
    assert!(program.function("").is_none());
    assert!(program.function_at(0).is_some());
}
