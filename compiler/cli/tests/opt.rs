//! `tfrt opt`: the original's output for the reference samples, and the tool's own behaviour.
//! Samples with ops that the catalogue does not know are skipped, and counted.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs `tfrt opt` in a folder with `input` on standard input.
fn opt_in(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tfrt"))
        .arg("opt")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    let mut stdin = child.stdin.take().unwrap();
    // A tool that refuses its flags does not read.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().unwrap()
}

fn opt(arguments: &[&str], input: &str) -> Output {
    opt_in(Path::new("."), arguments, input)
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The first line of each diagnostic.
fn heads(output: &Output) -> String {
    let text = err(output);
    let lines = text.lines().filter(|line| line.contains(": remark: "));
    lines.map(|line| line.to_owned() + "\n").collect()
}

const PROGRAM: &str = "func.func private @g(%a: i32) -> i32 {
  %x = tfrt.add.i32 %a, %a
  tfrt.return %x : i32
}
func.func @f(%a: i32) -> i32 {
  %x = tfrt.call @g(%a) : (i32) -> i32
  tfrt.return %x : i32
}
";

const INLINED: &str = "module {
  func.func @f(%arg0: i32) -> i32 {
    %0 = tfrt.add.i32 %arg0, %arg0
    tfrt.return %0 : i32
  }
}

";

#[test]
fn samples_are_what_the_original_makes_of_them() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples");
    if !folder.is_dir() {
        println!("skipped: no samples at {}", folder.display());
        return;
    }
    let mut names: Vec<String> = std::fs::read_dir(folder.join("opt"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let (mut checked, mut skipped, mut failures) = (0, Vec::new(), Vec::new());
    for name in names {
        let (stem, kind) = name.split_once('.').unwrap();
        let flag = match kind {
            // No pass.
            "print.mlir" => "--output=-",
            "generic.mlir" => "--mlir-print-op-generic",
            "inline.mlir" => "--inline",
            "canonicalize.mlir" => "--canonicalize",
            "streams.txt" => "--tfrt-print-stream",
            _ => panic!("{name} is of no known kind"),
        };
        let file = format!("{stem}.mlir");
        let output = opt_in(&folder, &["--allow-unregistered-dialect", flag, &file], "");
        let error = err(&output);
        let unknown = ["has no pretty form", "there is no dialect", "is unknown"];
        if output.status.code() == Some(2) && unknown.iter().any(|why| error.contains(why)) {
            skipped.push(name);
            continue;
        }
        let expected = std::fs::read_to_string(folder.join("opt").join(&name)).unwrap();
        let found = if kind == "streams.txt" { heads(&output) } else { out(&output) };
        checked += 1;
        if output.status.code() != Some(0) || found != expected {
            failures.push(format!("{name}: {error}{found}"));
        }
    }
    println!("{checked} checked, {} skipped: {skipped:?}", skipped.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(checked >= 30, "{checked} checked");
}

#[test]
fn passes_run_in_the_order_of_the_command_line() {
    let output = opt(&["--inline"], PROGRAM);
    assert_eq!((out(&output).as_str(), output.status.code()), (INLINED, Some(0)));
    let before = opt(&["--tfrt-print-stream", "--inline"], PROGRAM);
    let after = opt(&["--inline", "--tfrt-print-stream"], PROGRAM);
    assert_eq!(heads(&before).lines().count(), 6, "{}", err(&before));
    assert_eq!(heads(&after).lines().count(), 3, "{}", err(&after));
    assert_eq!(out(&before), out(&after));
    let twice = opt(&["--tfrt-print-stream", "--inline", "--tfrt-print-stream"], PROGRAM);
    assert_eq!(heads(&twice).lines().count(), 9, "{}", err(&twice));
}

#[test]
fn remarks_are_shown_with_their_lines() {
    let output = opt(&["--inline", "--tfrt-print-stream"], PROGRAM);
    let expected = "-:2:8: remark: stream id: 0, stream cost: 3, parent stream: -1\n  \
                    %x = tfrt.add.i32 %a, %a\n       ^\n";
    assert!(err(&output).contains(expected), "{}", err(&output));
}

#[test]
fn bef_is_read_as_well() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("opt_input.mlir"), PROGRAM).unwrap();
    let translated = Command::new(env!("CARGO_BIN_EXE_tfrt"))
        .args(["translate", "opt_input.mlir", "-o", "opt_input.bef"])
        .current_dir(&folder)
        .status();
    assert!(translated.unwrap().success());
    let output = opt_in(&folder, &["--tfrt-print-stream", "opt_input.bef"], "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(heads(&output).contains("opt_input.mlir:2:8: remark: stream id: 0"));
    assert!(out(&output).contains("func.func @f(%arg0: i32) -> i32 {"));
}

#[test]
fn unknown_dialects_are_refused_without_the_flag() {
    for (line, message) in [
        ("\"no.such\"() : () -> ()", "3: error: 'no.such' op is of the unregistered dialect 'no'"),
        (
            "%x = \"tfrt.any\"() : () -> !no.such",
            "8: error: type !no.such is of the unregistered dialect 'no'",
        ),
        (
            "\"tfrt.any\"() {t = tensor<2x!no.such>} : () -> ()",
            "3: error: type tensor<2x!no.such> is of the unregistered dialect 'no'",
        ),
    ] {
        let text = format!("func.func @f() {{\n  {line}\n  tfrt.return\n}}\n");
        let output = opt(&[], &text);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(err(&output).starts_with(&format!("-:2:{message}")), "{}", err(&output));
        assert!(output.stdout.is_empty());
        let output = opt(&["--allow-unregistered-dialect"], &text);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    }
    // An op that a known dialect may have one day.
    let output = opt(&[], "func.func @f() {\n  \"tfrt.no_such\"() : () -> ()\n  tfrt.return\n}\n");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

#[test]
fn pieces_are_handled_by_themselves() {
    let text = format!("{PROGRAM}// -----\n{PROGRAM}");
    let output = opt(&["--inline", "--split-input-file"], &text);
    assert_eq!(out(&output), format!("{INLINED}// -----\n{INLINED}"));
    let output = opt(&["--split-input-file", "--tfrt-print-stream"], &text);
    assert!(heads(&output).contains("-:11:8: remark: "), "{}", err(&output));
    assert!(err(&output).contains("  %x = tfrt.add.i32 %a, %a\n       ^\n"));
    // Without the flag both pieces are one module.
    assert_eq!(opt(&[], &text).status.code(), Some(2));
    let output = opt(&["--split-input-file"], &text.replacen("%a, %a", "%a, %b", 1));
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}

#[test]
fn remarks_and_errors_are_verified() {
    let text = "// expected-remark@+1 {{stream id: 0, stream cost: 2}}
func.func @f() {
  tfrt.return // expected-remark {{stream id: 0}}
}
// -----
func.func @g() -> i32 {
  tfrt.return // expected-error {{returns 1}}
}
";
    let flags = ["--tfrt-print-stream", "--split-input-file", "--verify-diagnostics"];
    let output = opt(&flags, text);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    for wrong in [text.replace("cost: 2", "cost: 5"), text.replace("returns 1", "returns 2")] {
        let output = opt(&flags, &wrong);
        assert_eq!(output.status.code(), Some(1), "{wrong}");
        assert!(output.stdout.is_empty() && err(&output).contains("was not produced"));
    }
}

#[test]
fn output_goes_where_it_is_sent() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("opt_output.mlir");
    let output = opt(&["--inline", "-o", path.to_str().unwrap()], PROGRAM);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(output.stdout.is_empty());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), INLINED);
    std::fs::remove_file(&path).unwrap();
    let output = opt(&["-o", path.to_str().unwrap()], "func.func @f( {\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(!path.exists());
    let output = opt(&["--inline", "--tfrt-print-stream", "--json"], PROGRAM);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["text"], INLINED);
    assert_eq!(document["remarks"][1]["line"], 2);
    for flags in [&["--no-such-pass"][..], &["--inline=yes"], &["/no/such/file"]] {
        assert_eq!(opt(flags, "").status.code(), Some(2), "{flags:?}");
    }
}
