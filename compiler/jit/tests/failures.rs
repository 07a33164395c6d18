//! Kernel failures in machine code: reported once, propagated to exactly the dependent values, with
//! priority over cancellation.

mod common;

use common::{alone, planned, text};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};
use tfrt_host::context::{ExecCtx, Host};
use tfrt_host::kernel;
use tfrt_host::kernel::{KernelDef, KernelList, Value};
use tfrt_host::trace::{TraceEvent, TraceLevel, TraceScope, TraceSink};
use tfrt_jit::{JitOptions, JitProgram, compile};

/// One more; fails at 10, cancels the run at 20, does both at 30 and panics at 40.
#[kernel("my.step")]
fn step(context: ExecCtx<'_>, x: i32) -> Result<i32, String> {
    context.request.print(&x.to_string());
    if matches!(x, 20 | 30) {
        context.request.cancel();
    }
    assert!(x != 40, "at 40");
    if matches!(x, 10 | 30) { Err(format!("at {x}")) } else { Ok(x + 1) }
}

const KERNELS: &[KernelDef] = &[STEP];

const PROGRAM: &str = r#"
func.func @row(%a: i32) -> i32 {
  %b = "my.step"(%a) : (i32) -> i32
  %c = "my.step"(%b) : (i32) -> i32
  %d = "my.step"(%c) : (i32) -> i32
  %e = "my.step"(%d) : (i32) -> i32
  tfrt.return %e : i32
}
func.func @kept(%a: i32) -> (i32, i32, i32) {
  %b = "my.step"(%a) : (i32) -> i32
  %c = "my.step"(%b) : (i32) -> i32
  %d = tfrt.add.i32 %c, %c
  tfrt.return %b, %c, %d : i32, i32, i32
}
func.func @two(%a: i32, %p: i32) -> (i32, i32) {
  %b = "my.step"(%a) : (i32) -> i32
  %q = "my.step"(%p) : (i32) -> i32
  %c = "my.step"(%b) : (i32) -> i32
  %r = "my.step"(%q) : (i32) -> i32
  %x = tfrt.add.i32 %c, %r
  %y = tfrt.add.i32 %r, %c
  tfrt.return %x, %y : i32, i32
}
func.func @unused(%a: i32) -> i32 {
  %b = "my.step"(%a) : (i32) -> i32
  %c = "my.step"(%b) : (i32) -> i32
  %d = "my.step"(%a) : (i32) -> i32
  tfrt.return %d : i32
}
func.func @mixed(%a: i32, %n: i32) -> i32 {
  %b = "my.step"(%a) : (i32) -> i32
  %m, %k = tfrt.div.i32 %n, %b
  %c = tfrt.add.i32 %m, %k
  %d = "my.step"(%c) : (i32) -> i32
  %z = tfrt.constant.i1 true
  %e = tfrt.if %z, %d : (i32) -> (i32) {
    %f = "my.step"(%d) : (i32) -> i32
    tfrt.return %f : i32
  } else {
    tfrt.return %d : i32
  }
  tfrt.return %e : i32
}"#;

/// Wants to know of everything, and does nothing with it.
struct Deaf;

impl TraceSink for Deaf {
    fn begin(&self, _: &TraceScope<'_>) {}
    fn end(&self) {}
    fn event(&self, _: &TraceEvent<'_>) {}
}

/// What a call gives, with what was printed and reported.
fn run(jit: &JitProgram, name: &str, arguments: &[i32], traced: bool) -> String {
    let said = Arc::new(Mutex::new(String::new()));
    let (out, diagnostics) = (Arc::clone(&said), Arc::clone(&said));
    let mut host = Host::builder()
        .work_queue("s")
        .output(move |text| {
            let _ = write!(out.lock().expect("no holder panics"), "{} ", text.trim_end());
        })
        .diagnostics(move |d| {
            let line = d.error.location().file_line_col().map_or(0, |(_, line, _)| line);
            let _ = write!(
                diagnostics.lock().expect("no holder panics"),
                "[{} {line}] ",
                d.error.message()
            );
        });
    if traced {
        host = host.trace(TraceLevel::Debug, Arc::new(Deaf));
    }
    let host = host.build().expect("the queue exists");
    let function = jit.function(name).expect("the function exists");
    let mut arguments: Vec<Value> = arguments.iter().map(|&x| Value::new(x)).collect();
    let mut results = vec![Value::Empty; function.signature().results.len()];
    function.call(&host.context(), 0, &mut arguments, &mut results);
    let texts: Vec<String> = results.iter().map(text).collect();
    let said = said.lock().expect("no holder panics");
    format!("{said}= {}", texts.join(" "))
}

#[test]
fn failures_go_to_what_depends_on_them() {
    let _turn = alone();
    let catalogue = tfrt_test_kernels::catalogue().with(&KernelList::new(KERNELS));
    let (program, plan) = planned(PROGRAM, &catalogue);
    let jit = compile(&program, &plan, &catalogue, &JitOptions::default()).expect("it compiles");
    for (name, arguments, expected) in [
        ("row", &[1][..], "1 2 3 4 = 5"),
        ("row", &[10], "10 [at 10 3] = <<error: at 10>>"),
        ("row", &[8], "8 9 10 [at 10 5] = <<error: at 10>>"),
        ("row", &[7], "7 8 9 10 [at 10 6] = <<error: at 10>>"),
        ("row", &[20], "20 = <<error: Cancelled>>"),
        ("row", &[18], "18 19 20 = <<error: Cancelled>>"),
        ("row", &[17], "17 18 19 20 = 21"),
        ("row", &[28], "28 29 30 [at 30 5] = <<error: at 30>>"),
        ("row", &[39], "39 40 [kernel panicked: at 40 4] = <<error: kernel panicked: at 40>>"),
        ("kept", &[9], "9 10 [at 10 11] = 10 <<error: at 10>> <<error: at 10>>"),
        ("kept", &[10], "10 [at 10 10] = <<error: at 10>> <<error: at 10>> <<error: at 10>>"),
        ("kept", &[19], "19 20 = 20 21 <<error: Cancelled>>"),
        ("two", &[1, 5], "1 5 2 6 = 10 10"),
        ("two", &[10, 5], "10 [at 10 16] 5 6 = <<error: at 10>> <<error: at 10>>"),
        ("two", &[5, 10], "5 10 [at 10 17] 6 = <<error: at 10>> <<error: at 10>>"),
        ("two", &[10, 30], "10 [at 10 16] 30 [at 30 17] = <<error: at 30>> <<error: at 10>>"),
        ("unused", &[1], "1 2 1 = 2"),
        ("unused", &[9], "9 10 [at 10 26] 9 = 10"),
        ("unused", &[10], "10 [at 10 25] 10 [at 10 27] = <<error: at 10>>"),
        ("mixed", &[1, 7], "1 4 5 = 6"),
        ("mixed", &[10, 7], "10 [at 10 31] = <<error: at 10>>"),
        ("mixed", &[-1, 7], "-1 [Divide by zero 32] = <<error: Divide by zero>>"),
        ("mixed", &[1, 19], "1 10 [at 10 34] = <<error: at 10>>"),
        ("mixed", &[1, 17], "1 9 10 [at 10 37] = <<error: at 10>>"),
        ("mixed", &[20, 7], "20 = <<error: Cancelled>>"),
    ] {
        for traced in [false, true] {
            assert_eq!(
                run(&jit, name, arguments, traced),
                expected,
                "@{name}{arguments:?}, {traced}"
            );
        }
    }
}
