//! The memory of a load: at most four times the file plus a mebibyte while the file is read and
//! decoded, for files of all shapes. Also the size of an async value.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

#[path = "../../../build-support/counting.rs"]
mod counting;

use counting::{alone, taken};
use std::fmt::Write;
use tfrt_bef::{Function, FunctionKind, Limits};
use tfrt_compiler::bef::{EmitOptions, emit};
use tfrt_compiler::source::Source;
use tfrt_compiler::syntax::{ParseOptions, parse};
use tfrt_compiler::verify::verify;
use tfrt_exec::{LoadOptions, Program};
use tfrt_host::value::AsyncRef;

/// Kernels of each program: enough that a sixteenth of the mebibyte is small compared with the
/// file.
const SIZE: usize = 6_000;

fn bytes(text: &str) -> Vec<u8> {
    let catalogue = tfrt_test_kernels::catalogue();
    let source = Source::new("memory.mlir", text);
    let (module, _) = parse(&source, &catalogue, ParseOptions::default());
    let verified = verify(module, &catalogue).unwrap();
    emit(&verified, &EmitOptions::default()).unwrap()
}

/// A function of one argument with these ops, which returns the value of that name.
fn function(name: &str, ops: impl Iterator<Item = String>, result: &str) -> String {
    let mut text = format!("func.func @{name}(%x: i32) -> i32 {{\n");
    for op in ops {
        writeln!(text, "  {op}").unwrap();
    }
    text + &format!("  tfrt.return {result} : i32\n}}\n")
}

/// A file with `count` copies of the single function of the text.
fn copies(text: &str, count: usize) -> Vec<u8> {
    let mut file = tfrt_bef::read(&bytes(text), &Limits::default()).unwrap();
    let [model] = &*std::mem::take(&mut file.functions) else { panic!("one function") };
    let copy = |index: usize| {
        let body = model.body.as_deref().cloned();
        let (arguments, results) = (model.arguments(), model.results());
        Function::new(FunctionKind::Async, &format!("f{index}"), arguments, results, body)
    };
    file.functions = (0..count).map(copy).collect();
    tfrt_bef::write(&file).unwrap()
}

fn check(what: &str, text: &str) {
    check_bytes(what, &bytes(text), 1 << 16);
}

/// `slack` is the allowance beyond four times the file.
fn check_bytes(what: &str, bytes: &[u8], slack: usize) {
    let catalogue = tfrt_test_kernels::catalogue();
    let limits = Limits { functions: 1 << 20, ..Limits::default() };
    let options = LoadOptions::default().with_limits(limits);
    let load = || Program::load(bytes, &catalogue, &options).unwrap();
    let (taken, kept, program) = taken(load);
    let allowed = 4 * bytes.len() + slack;
    println!("{what}: file {}, taken {taken}, kept {kept}, allowed {allowed}", bytes.len());
    assert!(taken <= allowed, "{what}: {taken} bytes for a file of {}", bytes.len());
    drop(program);
}

#[test]
fn loads_and_values_take_little_memory() {
    let _alone = alone();
    let chain = (0..SIZE).map(|i| {
        let operand = if i == 0 { "%x".to_owned() } else { format!("%v{}", i - 1) };
        format!("%v{i} = tfrt.add.i32 {operand}, {operand}")
    });
    check("chain", &function("f", chain, &format!("%v{}", SIZE - 1)));
    let fan = (0..SIZE).map(|i| format!("%v{i} = tfrt.add.i32 %x, %x"));
    check("fan-out", &function("f", fan, "%v0"));
    let constants = (0..SIZE).map(|i| format!("%v{i} = tfrt.constant.i32 {i}"));
    check("constants", &function("f", constants, "%v0"));
    let strings = (0..SIZE / 10).map(|i| {
        format!("%v{i} = \"tfrt_test.get_string\"() {{value = \"{i:0>64}\"}} : () -> !tfrt.string")
    });
    check("strings", &function("f", strings, "%x"));
    let calls = (0..SIZE).map(|i| format!("%v{i} = tfrt.call @callee(%x) : (i32) -> i32"));
    let callee = function("callee", std::iter::empty(), "%x");
    check("calls", &(callee + &function("f", calls, "%v0")));
    let functions = (0..SIZE / 10).map(|i| {
        function(&format!("f{i}"), std::iter::once("%y = tfrt.add.i32 %x, %x".to_owned()), "%y")
    });
    check("functions", &functions.collect::<String>());

    // On a new thread, whose free lists are empty, so that each value comes from the allocator.
    std::thread::spawn(|| {
        let mut values = Vec::with_capacity(1000);
        values.push(AsyncRef::available(0_i32));
        let make = || values.extend((1..1000).map(AsyncRef::available));
        let each = taken(make).1 / 999;
        println!("AsyncValue<i32>: {each} bytes");
        assert!(each <= 32, "{each} bytes");
    })
    .join()
    .unwrap();
}

/// With very many functions the mebibyte is negligible per function, so no allowance is used.
#[test]
fn each_of_many_tiny_functions_takes_little_memory() {
    let _alone = alone();
    let add = std::iter::once("%y = tfrt.add.i32 %x, %x".to_owned());
    let tiny = function("f", add, "%y");
    let empty = "func.func @f() {\n  tfrt.return\n}\n";
    check_bytes("tiny functions", &copies(&tiny, SIZE), 0);
    check_bytes("tiny functions", &copies(&tiny, 7 * SIZE), 0);
    check_bytes("empty functions", &copies(empty, SIZE), 0);
}
