//! What comes in and goes out: standard streams that end early or cannot be written, files that
//! are no text, and `--json` where a command fails.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{FAILS, GOOD, err, json, out, scratch, tfrt};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// Runs the tool with its standard output on `to`.
fn tfrt_to(arguments: &[&str], input: &[u8], to: Stdio) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tfrt"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(to)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    (output.status.code(), err(&output))
}

#[test]
fn a_reader_that_goes_away_changes_nothing() {
    let closed = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        Stdio::from(writer)
    };
    assert_eq!(tfrt_to(&["run"], GOOD, closed()), (Some(0), String::new()));
    assert_eq!(tfrt_to(&["run", "--json"], FAILS, closed()).0, Some(1));
    assert_eq!(tfrt_to(&["translate"], GOOD, closed()), (Some(0), String::new()));
}

#[test]
fn kernels_print_as_they_run() {
    let sleeps = b"func.func @f() -> !tfrt.chain {
  %c = tfrt.new.chain
  %d = \"tfrt_test.print_hello\"(%c) : (!tfrt.chain) -> !tfrt.chain
  %us = tfrt.constant.i32 600000000
  %e = \"tfrt_test.blocking.usleep\"(%us) : (i32) -> !tfrt.chain
  tfrt.return %e : !tfrt.chain
}
";
    let mut child = Command::new(env!("CARGO_BIN_EXE_tfrt"))
        .arg("run")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(sleeps).unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(child.try_wait().unwrap(), None, "the program sleeps ten minutes");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(line, "hello host executor!\n");
}

#[test]
fn output_that_cannot_be_written_is_told() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    for arguments in [&["run"][..], &["translate"], &["show", "--as=graph"], &["diff", "--json"]] {
        let (status, error) = tfrt_to(arguments, GOOD, full.try_clone().unwrap().into());
        assert_eq!(status, Some(2), "{arguments:?}");
        assert!(error.starts_with("tfrt: cannot write standard output: "), "{error}");
    }
    let (status, _) = tfrt_to(&["run"], FAILS, full.into());
    assert_eq!(status, Some(1), "the program's failure comes first");
    let output = tfrt(&["translate", "-o", "/no/such/folder/x.bef"], GOOD);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).starts_with("tfrt: cannot write /no/such/folder/x.bef: "));
}

#[test]
fn input_that_is_no_text_is_refused_at_its_place() {
    let output = tfrt(&["run"], b"func.func @f() {\n  // caf\xE9\n  tfrt.return\n}\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(err(&output), "-:2:9: error: neither BEF nor UTF-8 text\n");
    let output = tfrt(&["run", "."], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).starts_with("tfrt: cannot read .: "), "{}", err(&output));
}

/// The MLIR helper reads bytecode, where there is one.
#[test]
fn bytecode_needs_the_helper() {
    for (helper, expected) in [
        ("", "-: error: MLIR bytecode is read by the helper `tfrt-mlir`, which is not installed; "),
        ("/no/such/helper", "error: the MLIR helper /no/such/helper cannot run: "),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tfrt"));
        command.arg("run").env("TFRT_MLIR", helper).stdin(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"ML\xEFR\x0DMLIR22\0").unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).starts_with(expected), "{}", err(&output));
    }
}

#[test]
fn the_file_is_named_as_typed() {
    let path = scratch("as_typed.mlir");
    std::fs::write(&path, FAILS).unwrap();
    let typed = format!("{}/../{}/as_typed.mlir", path.parent().unwrap().display(), {
        path.parent().unwrap().file_name().unwrap().to_str().unwrap()
    });
    let output = tfrt(&["run", &typed], b"");
    assert!(err(&output).starts_with(&format!("{typed}:3:12: error: ")), "{}", err(&output));
    // And so it goes into BEF.
    let bef = tfrt(&["translate", &typed], b"").stdout;
    let output = tfrt(&["run"], &bef);
    let expected = format!("{typed}:3:12: error: runtime error: Divide by zero\n");
    assert_eq!(err(&output), expected, "no file that a BEF names is opened");
}

#[test]
fn a_command_that_fails_is_a_document_too() {
    for (arguments, status) in [
        (&["--json", "run", "--no-such-flag"][..], 2),
        (&["run", "--json", "/no/such/file"], 2),
        (&["run", "--json", "--functions=none"], 2),
        (&["translate", "--json", "--bef-to-mlir"], 2),
        (&["translate", "--json"], 2),
        (&["show", "--json", "--as=plan", "--function=none"], 2),
        (&["diff", "--json", "--work-queue=x"], 2),
        (&["bench", "--json", "-", "--function=none"], 2),
    ] {
        let output = tfrt(arguments, GOOD);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        let document = json(&output);
        assert_eq!(document["ok"], false, "{arguments:?}");
        assert_eq!(document["status"], status, "{arguments:?}");
        assert!(!document["message"].as_str().unwrap().is_empty(), "{arguments:?}");
        assert!(!err(&output).is_empty(), "{arguments:?}");
    }
    let output = tfrt(&["translate", "--json", "--verify-diagnostics"], b"func.func @f( {\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(json(&output)["message"].as_str().unwrap().contains("unexpected error"));
    let output = tfrt(&["run", "--json", "--verify-diagnostics"], FAILS);
    assert_eq!(output.status.code(), Some(1));
    let document = json(&output);
    assert_eq!(document["ok"], false);
    assert!(document["complaints"][0].as_str().unwrap().contains("Divide by zero"));
    assert_eq!(out(&tfrt(&["--json", "--help"], b"")).matches("Usage").count(), 1);
}
