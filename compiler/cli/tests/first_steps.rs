//! The first steps of a new user of the tool.

mod common;

use common::{GOOD, err, out, scratch, tfrt};
use std::process::{Command, Stdio};

#[test]
fn show_without_a_form_prints_the_program_under_its_own_names() {
    let text = "module {
  func.func @f(%n: i32, %by: i32) -> i32 {
    %whole, %rest = tfrt.div.i32 %n, %by
    %sum = tfrt.repeat.i32 %n, %rest : i32 {
      %next = tfrt.add.i32 %rest, %rest
      tfrt.return %next : i32
    }
    tfrt.return %sum : i32
  }
}
";
    let output = tfrt(&["show"], text.as_bytes());
    assert_eq!((out(&output).as_str(), err(&output).as_str()), (text, ""));
    // A BEF file has no names.
    let bef = tfrt(&["translate"], text.as_bytes()).stdout;
    let numbered = out(&tfrt(&["show", "--as=graph"], &bef));
    assert!(numbered.contains("%0:2 = tfrt.div.i32 %arg0, %arg1"), "{numbered}");
    assert_eq!(numbered, out(&tfrt(&["translate", "--bef-to-mlir"], &bef)));
    // The original's tool prints what `opt` prints.
    assert_eq!(numbered + "\n", out(&tfrt(&["opt"], text.as_bytes())));
}

#[test]
fn an_unknown_kernel_is_an_error_of_the_text() {
    let text = "func.func @f(%x: i32) -> i32 {
  %a = \"tfrt.sub.i32\"(%x, %x) : (i32, i32) -> i32
  %b = \"my.square\"(%a) : (i32) -> i32
  tfrt.return %b : i32
}
";
    let expected =
        "-:2:8: error: unknown kernel name 'tfrt.sub.i32'; did you mean 'tfrt.minus.i32'?
  %a = \"tfrt.sub.i32\"(%x, %x) : (i32, i32) -> i32
       ^
-:3:8: error: unknown kernel name 'my.square'
  %b = \"my.square\"(%a) : (i32) -> i32
       ^
";
    for arguments in [&["run"][..], &["run", "--engine=jit"], &["diff"], &["bench", "--function=f"]]
    {
        let output = tfrt(arguments, text.as_bytes());
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(2), expected));
    }
}

#[test]
fn what_is_too_large_for_a_file_is_said_of_the_text() {
    let name = "a".repeat(5_000_000);
    let most = "bytes; in a file that is loaded it may have 65536\n";
    for (text, place) in [
        (
            format!("func.func @f() {{\n  \"tfrt.{name}\"() : () -> ()\n  tfrt.return\n}}\n"),
            "-:2:3: error: the name has 5000005 ",
        ),
        (
            format!("func.func @{name}() {{\n  tfrt.return\n}}\n"),
            "-:1:11: error: the name has 5000000 ",
        ),
        (
            format!("func.func @f(%x: !my.{name}) {{\n  tfrt.return\n}}\n"),
            "-:1:11: error: the type has 5000004 ",
        ),
    ] {
        let output = tfrt(&["run", "--reference-output"], text.as_bytes());
        assert_eq!(output.status.code(), Some(2));
        let error = err(&output);
        assert!(error.starts_with(&format!("{place}{most}")), "{}", &error[..200]);
    }
    let functions: String =
        (0..65_537).map(|number| format!("func.func @f{number}() {{ tfrt.return }}\n")).collect();
    let output = tfrt(&["run"], functions.as_bytes());
    let message = "-: error: the program is too large to be loaded: functions over the limit\n";
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(2), message));
}

#[test]
fn help_says_what_names_stand_for() {
    for command in ["run", "diff", "bench"] {
        let help = out(&tfrt(&[command, "--help"], b""));
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains("`mstd`, a pool with a thread per processor"), "{help}");
    }
    let help = out(&tfrt(&["run", "--help"], b""));
    assert!(help.contains("`bef_executor`"), "{help}");
}

/// `script` gives a command a terminal. It is on most systems that have one.
#[test]
fn bef_is_not_written_to_a_terminal() {
    let path = scratch("terminal.mlir");
    std::fs::write(&path, GOOD).unwrap();
    let command = format!("'{}' translate '{}'", env!("CARGO_BIN_EXE_tfrt"), path.display());
    let script = |command: &str| {
        Command::new("script")
            .args(["-q", "-e", "-c", command, "/dev/null"])
            .stdin(Stdio::null())
            .output()
    };
    match script("true") {
        Ok(output) if output.status.success() => {}
        _ => return println!("skipped: no `script` to make a terminal with"),
    }
    let output = script(&command).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).contains("name an output file with -o"), "{}", out(&output));
    assert!(!output.stdout.starts_with(b"\x0B\xEF"));
    // Text is.
    let output = script(&format!("{command} -o - | '{}' translate", env!("CARGO_BIN_EXE_tfrt")));
    assert!(out(&output.unwrap()).contains("func.func @two()"));
}

#[test]
fn names_that_are_almost_right_are_suggested() {
    let program = b"func.func @sleep() {\n  tfrt.return\n}\n";
    for arguments in [
        &["run", "--functions=slep"][..],
        &["bench", "--function=slep"],
        &["show", "--function=slep"],
    ] {
        let output = tfrt(arguments, program);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(err(&output), "tfrt: couldn't find function slep; did you mean sleep?\n");
    }
    let output = tfrt(&["ops", "tfrt.add.i33"], b"");
    assert!(err(&output).ends_with("begins with tfrt.add.i33; did you mean tfrt.add.i32?\n"));
}

#[test]
fn a_reader_of_own_ops_says_what_reads_upstream_s() {
    let pretty =
        b"func.func @f(%a: i32) -> i32 {\n  %b = arith.addi %a, %a : i32\n  return %b : i32\n}\n";
    for command in ["fmt", "opt"] {
        let output = tfrt(&[command, "-"], pretty);
        assert_eq!(output.status.code(), Some(2), "{command}");
        let message = "-:2:8: error: custom op 'arith.addi' in its pretty form needs the MLIR helper: `tfrt \
                       import` makes a program of this project's ops of it\n";
        assert!(err(&output).starts_with(message), "{command}: {}", err(&output));
    }
    let output =
        tfrt(&["fmt", "-"], b"func.func @f() {\n  %a = tfrt.constant.i8 1\n  tfrt.return\n}\n");
    assert!(err(&output).contains("did you mean 'arith.constant.i8'?"), "{}", err(&output));
}
