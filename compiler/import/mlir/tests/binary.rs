//! The binary as a child process: what it writes, and that its limits hold.
#![cfg(unix)]

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::Module;
use melior::ir::operation::OperationLike as _;
use melior::utility::register_all_dialects;
use std::io::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn run(arguments: &[&str], input: Vec<u8>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tfrt-mlir"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A child that ends early closes its end.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("writing does not panic");
    output
}

/// Bytecode of a text.
fn bytecode(text: &str) -> Vec<u8> {
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    let context = Context::new_with_registry(&registry, false);
    Module::parse(&context, text).expect("MLIR reads it").as_operation().write_bytecode()
}

/// So many independent additions.
fn additions(count: usize) -> Vec<u8> {
    let mut text = String::from("func.func @f(%a: i32) {\n");
    for index in 0..count {
        text += &format!("  %{index} = arith.addi %a, %a : i32\n");
    }
    (text + "  return\n}\n").into_bytes()
}

#[test]
fn text_goes_through() {
    let output = run(&["--name", "f.mlir", "--passes", "cse"], additions(3));
    let text = String::from_utf8(output.stdout).expect("it is text");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("\"func.func\"") && !text.contains("arith.addi"), "{text}");
    assert!(text.contains("loc(\"f.mlir\":5:3)"), "{text}");
}

#[test]
fn errors_are_lines_with_places() {
    let output = run(&["--name", "f.mlir"], b"func.func @f() {\n  oops\n}".to_vec());
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        errors,
        "f.mlir:2:3: error: custom op 'oops' is unknown (tried 'func.oops' as well)\n"
    );
}

#[test]
fn input_is_limited() {
    let output = run(&["--input-mib", "1"], additions(100_000));
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors, "-:1:1: error: more than 1048576 bytes\n");
}

#[test]
fn memory_is_limited() {
    let output = run(&["--memory-mib", "900"], additions(1_500_000));
    assert!(!output.status.success());
    // MLIR, or the allocator, aborts.
    assert!(output.status.signal().is_some() || !output.stderr.is_empty(), "{output:?}");
}

#[test]
fn time_is_limited() {
    let start = Instant::now();
    let output = run(&["--seconds", "1"], additions(2_000_000));
    assert!(output.status.signal().is_some(), "{output:?}");
    // It is processor time, so other processes delay it.
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

/// MLIR crashes on some damaged bytecode; that is why this is a process.
#[test]
fn damaged_bytecode_ends_the_child_alone() {
    let text = "func.func @f(%a: i32) -> i32 { %b = arith.addi %a, %a : i32 return %b : i32 }";
    let whole = bytecode(text);
    let output = run(&[], whole.clone());
    assert!(output.status.success(), "{output:?}");
    for end in (4..whole.len()).step_by(5) {
        let output = run(&[], whole[..end].to_vec());
        assert!(!output.status.success(), "the first {end} bytes: {output:?}");
    }
    for at in (4..whole.len()).step_by(3) {
        let mut changed = whole.clone();
        changed[at] ^= 0x55;
        let output = run(&["--seconds", "5"], changed);
        let said = !output.stderr.is_empty() || output.status.signal().is_some();
        assert_eq!(output.status.success(), !said, "byte {at}: {output:?}");
    }
}
