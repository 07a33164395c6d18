//! Native functions: resolved by name at load, called whatever their arguments are.

use crate::support::{Bench, catalogue, file, shown};
use tfrt_exec::{LoadOptions, Program};
use tfrt_host::context::RequestContext;
use tfrt_host::kernel::{NativeDef, Value};
use tfrt_host::value::AsyncRef;

const TEXT: &str = r#"
func.func private @count(i32, i32) -> i32 attributes {tfrt.native}
func.func private @panics() -> (i32, i32) attributes {tfrt.native}
func.func @calls(%a: i32, %b: i32) -> i32 {
  %c = tfrt.call @count(%a, %b) : (i32, i32) -> i32
  tfrt.return %c : i32
}
func.func @fails() -> (i32, i32) {
  %a, %b = tfrt.call @panics() : () -> (i32, i32)
  tfrt.return %a, %b : i32, i32
}"#;

fn count(request: &RequestContext, arguments: &[Value]) -> Vec<Value> {
    request.print("called\n");
    let errors = arguments.iter().filter(|value| value.error().is_some()).count();
    vec![Value::new(i32::try_from(errors).unwrap())]
}

fn panics(_: &RequestContext, arguments: &[Value]) -> Vec<Value> {
    assert!(!arguments.is_empty(), "no arguments");
    Vec::new()
}

static NATIVES: [NativeDef; 2] = [
    NativeDef { name: "count", rust: "crate::native::count", function: count },
    NativeDef { name: "panics", rust: "crate::native::panics", function: panics },
];

fn program() -> Program {
    let bytes = tfrt_bef::write(&file(TEXT)).unwrap();
    let catalogue =
        catalogue().with(&tfrt_host::kernel::KernelList::default().with_natives(&NATIVES));
    Program::load(&bytes, &catalogue, &LoadOptions::default()).unwrap()
}

#[test]
fn they_wait_for_their_arguments() {
    let bench = Bench::new();
    let program = program();
    assert_eq!(shown(&bench.run(&program, "calls", vec![Value::new(1), Value::new(2)])), "0");
    assert_eq!(bench.take_log(), "called\n");
    let (first, a) = AsyncRef::<i32>::pending();
    let (second, b) = AsyncRef::<i32>::pending();
    // The call op itself is a strict kernel; a native function can be called directly too.
    let native = program.function("count").unwrap();
    let mut results = [Value::Empty];
    let mut arguments = [Value::Ref(a.into_any()), Value::Ref(b.into_any())];
    native.call(&bench.request, 0, &mut arguments, &mut results);
    second.set(1);
    assert!(!results[0].is_available());
    first.fail(tfrt_host::error::Error::new(tfrt_host::error::ErrorCode::Internal, "bad"));
    assert_eq!(shown(&results), "1");
    assert_eq!(bench.take_log(), "called\n");
}

#[test]
fn a_panic_is_an_error() {
    let bench = Bench::new();
    let message = "<native function 'panics' panicked: no arguments>";
    assert_eq!(shown(&bench.run(&program(), "fails", vec![])), format!("{message} {message}"));
}

#[test]
fn one_that_nobody_supplies_is_refused_at_load() {
    let bytes = tfrt_bef::write(&file(TEXT)).unwrap();
    let error = Program::load(&bytes, &catalogue(), &LoadOptions::default()).unwrap_err();
    assert_eq!(
        error.message(),
        "invalid FunctionIndex section in BEF file: unable to find native function in global \
         registry: 'count'"
    );
}
