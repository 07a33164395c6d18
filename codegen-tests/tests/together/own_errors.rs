//! Kernels that fail with error types of their own: the caller of each engine has the error as the
//! source of its own.

use std::error::Error as _;
use std::fmt;
use tfrt::{Engine, ErrorCode, Host, KernelError, Program, kernel};

/// As `thiserror` would have it: a message and a source.
#[derive(Debug)]
enum Mistake {
    Number { text: &'static str, source: std::num::ParseIntError },
    Sign(i32),
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { text, .. } => write!(f, "{text} is no number"),
            Self::Sign(number) => write!(f, "{number} is below zero"),
        }
    }
}

impl std::error::Error for Mistake {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Number { source, .. } => Some(source),
            Self::Sign(_) => None,
        }
    }
}

fn checked(x: i32) -> Result<i32, Mistake> {
    match x {
        ..0 => Err(Mistake::Sign(x)),
        0 => "zero".parse().map_err(|source| Mistake::Number { text: "zero", source }),
        _ => Ok(x),
    }
}

/// Returns it.
#[kernel("my.called")]
fn called(x: i32) -> Result<i32, Mistake> {
    checked(x)
}

/// Makes a kernel's error of it.
#[kernel("my.asked")]
fn asked(x: i32) -> Result<i32, KernelError> {
    Ok(checked(x)?)
}

/// Makes a boxed error of it.
#[kernel("my.boxed")]
fn boxed(x: i32) -> Result<i32, Box<dyn std::error::Error + Send + Sync>> {
    Ok(checked(x)?)
}

/// Comes later.
#[kernel("my.awaited")]
async fn awaited(x: i32) -> Result<i32, Mistake> {
    std::future::ready(()).await;
    checked(x)
}

/// Runs as a task.
#[kernel("my.queued", task)]
fn queued(x: i32) -> Result<i32, Mistake> {
    checked(x)
}

/// Gives several results.
#[kernel("my.both")]
fn both(x: i32) -> Result<(i32, i32), Mistake> {
    checked(x).map(|x| (x, x))
}

tfrt::kernels! { MISTAKES = [called, asked, boxed, awaited, queued, both] }

macro_rules! programs {
    ($($name:ident $op:literal)*) => {
        tfrt::tfrt_graph! {
            mod graph;
            kernels = [MISTAKES];
            $(func.func @$name(%x: i32) -> i32 attributes {tfrt.signature = "later"} {
                %y = $op(%x) : (i32) -> i32
                tfrt.return %y : i32
            })*
            func.func @both(%x: i32) -> i32 attributes {tfrt.signature = "later"} {
                %y, %z = "my.both"(%x) : (i32) -> (i32, i32)
                tfrt.return %z : i32
            }
        }

        const NAMES: &[&str] = &[$(stringify!($name),)* "both"];

        /// The same for the engines of load time.
        fn text() -> String {
            let one = |name: &str, op: &str, results: &str| {
                format!(
                    "func.func @{name}(%x: i32) -> i32 {{\n  %y{results} = \"{op}\"(%x) : (i32) -> {}\n  \
                     tfrt.return %y{} : i32\n}}\n",
                    if results.is_empty() { "i32" } else { "(i32, i32)" },
                    if results.is_empty() { "" } else { "#1" },
                )
            };
            [$(one(stringify!($name), $op, ""),)* one("both", "my.both", ":2")].concat()
        }

        fn generated(host: &Host, name: &str, x: i32) -> tfrt::Error {
            let ctx = host.context();
            let result = match name {
                $(stringify!($name) => graph::$name(&ctx, x),)*
                _ => graph::both(&ctx, x),
            };
            host.block_on(result).expect_err("the kernel fails")
        }
    };
}

programs! {
    called "my.called"
    asked "my.asked"
    boxed "my.boxed"
    awaited "my.awaited"
    queued "my.queued"
}

/// The error that each function fails with, on each engine.
fn errors(x: i32) -> Vec<(String, tfrt::Error)> {
    let host = Host::builder().threads(1).diagnostics(|_| {}).build().expect("the host starts");
    let catalogue = tfrt::catalogue().with(&MISTAKES);
    let bytes = tfrt::mlir_to_bef("errors.mlir", &text(), &catalogue).expect("it is valid");
    let program = Program::load(&bytes, &catalogue).expect("it loads");
    let mut errors = Vec::new();
    for name in NAMES {
        errors.push((format!("{name}, generated"), generated(&host, name, x)));
        for engine in [Engine::Executor, Engine::Jit] {
            let compiled = program.compile(engine).expect("it compiles");
            let function = compiled.function::<(i32,), (i32,)>(name).expect("it is there");
            let error = function.call(&host.context(), (x,)).expect_err("the kernel fails");
            errors.push((format!("{name}, {engine:?}"), error));
        }
    }
    assert_eq!(errors.len(), 18);
    errors
}

#[test]
fn the_type_can_be_recovered() {
    for (place, error) in errors(-3) {
        let source = error.source().and_then(|source| source.downcast_ref::<Mistake>());
        assert!(matches!(source, Some(Mistake::Sign(-3))), "{place}: {error:?}");
        assert_eq!(error.to_string(), "-3 is below zero", "{place}");
        assert_eq!(error.code(), ErrorCode::Internal, "{place}");
        assert!(error.kernel().is_some_and(|kernel| kernel.starts_with("my.")), "{place}");
    }
}

#[test]
fn sources_of_the_error_are_kept() {
    for (place, error) in errors(0) {
        assert_eq!(error.to_string(), "zero is no number", "{place}");
        let deepest = error.source().and_then(std::error::Error::source);
        assert!(deepest.is_some_and(|source| source.is::<std::num::ParseIntError>()), "{place}");
    }
}

const SILENT: &str = "TFRT_TEST_OF_SILENCE";

/// Without a handler of diagnostics. The test runs itself as a process of its own.
#[test]
fn nothing_is_printed_unless_asked_for() {
    let name = "own_errors::nothing_is_printed_unless_asked_for";
    if let Ok(asked) = std::env::var(SILENT) {
        let host = Host::builder().threads(1);
        let host = match asked.as_str() {
            "asked" => host.diagnostics(|diagnostic| eprintln!("{diagnostic}")),
            _ => host,
        };
        generated(&host.build().expect("the host starts"), "called", -3);
        return;
    }
    for (asked, expected) in [("", ""), ("asked", "error: runtime error: -3 is below zero")] {
        let test = std::env::current_exe().expect("the test's path");
        let output = std::process::Command::new(test)
            .args([name, "--exact", "--nocapture"])
            .env(SILENT, asked)
            .output()
            .expect("the test runs");
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{printed}");
        assert!(printed.trim_end().ends_with(expected), "{printed}");
        assert_eq!(printed.is_empty(), expected.is_empty(), "{printed}");
    }
}
