//! A project's own tool: `main_with` and a list of kernels. The test starts itself as that tool.

use std::process::{Command, ExitCode};
use tfrt_host::kernel::{Attr, KernelType};

/// A type of the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Metres(i32);

impl KernelType for Metres {
    const NAME: &'static str = "!own.metres";
}

/// The area of a square.
#[tfrt_host::kernel("own.square", pure)]
fn square(x: i32) -> i32 {
    x.wrapping_mul(x)
}

/// A length.
#[tfrt_host::kernel("own.metres", pure)]
fn metres(value: Attr<i32>) -> Metres {
    Metres(value.0)
}

tfrt_host::kernels! { OWN = [square, metres, type Metres = "!own.metres"] }

const PROGRAM: &str = r#"func.func @nine() -> i32 {
  %x = tfrt.constant.i32 3
  %y = "own.square"(%x) : (i32) -> i32
  tfrt.return %y : i32
}
func.func @squared(%x: i32) -> i32 {
  %y = "own.square"(%x) : (i32) -> i32
  tfrt.return %y : i32
}
"#;

fn main() -> ExitCode {
    const ACT: &str = "OWN_KERNELS_ACT_AS_TOOL";
    if std::env::var_os(ACT).is_some() {
        return tfrt_cli::main_with(&tfrt_test_kernels::catalogue().with(&OWN));
    }
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/own_kernels.mlir");
    std::fs::write(file, PROGRAM).expect("the folder can be written");
    let this = std::env::current_exe().expect("a test has a path");
    for (arguments, expected) in [
        (&["run", file][..], "@nine:\n  9 : i32\n"),
        (&["run", "--engine=jit", file], "@nine:\n  9 : i32\n"),
        (&["run", "--functions=squared", "--arg=-4", file], "@squared:\n  16 : i32\n"),
        (&["diff", file], "nine: equal\n"),
        (&["diff", "--functions=squared", "--arg=5", file], "squared: equal\n"),
        (&["show", "--as=plan", file], "own.square"),
        (&["show", "--as=rust", file], "square"),
        (&["opt", file], "own.square"),
        (&["ops", "own.square"], "The area of a square."),
        (&["ops", "!own"], "type !own.metres"),
        (&["ops", "own"], "own.metres : () -> !own.metres\n    A length.\n"),
    ] {
        let output = Command::new(&this).args(arguments).env(ACT, "1").output();
        let output = output.expect("the tool starts");
        let (out, err) = (output.stdout, output.stderr);
        let (out, err) = (String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
        assert!(output.status.success(), "{arguments:?}: {err}");
        assert!(out.contains(expected), "{arguments:?}: {out}");
    }
    ExitCode::SUCCESS
}
