//! What a caller of the public crate allows a file to be, on every engine that loads one.

use tfrt::{Engine, Host, LoadLimits, LoadOptions, Program};
use tfrt_codegen_tests::verified;
use tfrt_compiler::bef::{EmitOptions, emit};

/// A file of one function of that name, which gives 7.
fn file(name: &str, optional_sections: bool) -> Vec<u8> {
    let text = format!(
        "func.func @{name}() -> i32 {{\n  %a = tfrt.constant.i32 7\n  tfrt.return %a : i32\n}}\n"
    );
    let program = verified("limits.mlir", &text, &tfrt::catalogue()).expect("it is valid");
    emit(&program, &EmitOptions { optional_sections }).expect("BEF can say it")
}

/// What the function gives on each engine.
fn values(program: &Program, name: &str) -> Vec<i32> {
    let host = Host::builder().work_queue("s").build().expect("the default host");
    let value = |engine| {
        let compiled = program.compile(engine).expect("every engine takes it");
        let function = compiled.function::<(), (i32,)>(name).expect("it is there");
        function.call(&host.context(), ()).expect("nothing fails").0
    };
    [Engine::Executor, Engine::Jit].map(value).into()
}

#[test]
fn a_limit_of_the_caller_s_refuses_what_is_fine_by_default() {
    let bytes = file("f", true);
    let load = |limits| {
        let options = LoadOptions::default().with_limits(limits);
        Program::load_with(&bytes, &tfrt::catalogue(), &options)
    };
    assert_eq!(values(&load(LoadLimits::default()).expect("it is small"), "f"), [7, 7]);
    let error = load(LoadLimits { kernels: 0, ..LoadLimits::default() }).expect_err("it has one");
    assert!(error.message().contains("kernels over the limit"), "{error}");
}

#[test]
fn what_is_too_much_by_default_can_be_allowed() {
    let name = "f".repeat(70_000);
    let bytes = file(&name, true);
    let error = Program::load(&bytes, &tfrt::catalogue()).expect_err("the name is long");
    assert!(error.message().contains("string over the limit"), "{error}");
    let limits = LoadLimits { string: 1 << 20, ..LoadLimits::default() };
    let options = LoadOptions::default().with_limits(limits);
    let program = Program::load_with(&bytes, &tfrt::catalogue(), &options);
    assert_eq!(values(&program.expect("it is allowed"), &name), [7, 7]);
}

#[test]
fn types_can_be_asked_for() {
    let bytes = file("f", false);
    let program = Program::load(&bytes, &tfrt::catalogue()).expect("bounds are checked");
    assert_eq!(values(&program, "f"), [7, 7]);
    let options = LoadOptions::default().with_require_types(true);
    let error = Program::load_with(&bytes, &tfrt::catalogue(), &options).expect_err("no types");
    assert_eq!(error.message(), "Missing AttributeTypes, AttributeNames or RegisterTypes sections");
    Program::load_with(file("f", true), &tfrt::catalogue(), &options).expect("they are there");
}
