//! Running the tool, for its tests.

#![allow(
    dead_code,
    clippy::allow_attributes,
    clippy::unwrap_used,
    reason = "each test binary uses its part of this"
)]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Runs the tool with `input` on standard input.
pub(crate) fn tfrt(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tfrt"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    let mut stdin = child.stdin.take().unwrap();
    // A tool that refuses its flags does not read.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// What it wrote to standard output.
pub(crate) fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What it wrote to standard error.
pub(crate) fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Its one JSON document.
pub(crate) fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", out(output)))
}

/// A place for a file of a test.
pub(crate) fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Functions that run, print, and have arguments.
pub(crate) const GOOD: &[u8] = b"func.func @two() -> (i32, f32) {
  %x = tfrt.constant.i32 2
  %y = tfrt.constant.f32 2.5
  tfrt.return %x, %y : i32, f32
}
func.func @id(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @print() {
  %x = tfrt.constant.i32 7
  %ch = tfrt.new.chain
  %done = tfrt.print.i32 %x, %ch
  tfrt.return
}
";

/// A function that returns an error.
pub(crate) const FAILS: &[u8] = b"func.func @f() -> i32 {
  %zero = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %zero, %zero
  tfrt.return %q : i32
}
";
