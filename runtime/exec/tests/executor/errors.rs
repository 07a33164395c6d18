//! Which error wins, which results it reaches, and cancellation.

use crate::support::{Bench, program, shown};
use tfrt_host::error::ErrorCode;
use tfrt_host::kernel::Value;
use tfrt_host::value::AsyncRef;

#[test]
fn the_last_error_operand_wins() {
    let text = r#"
func.func @f() -> (i32, i32) {
  %a = "t.fail"() {id = 1 : i32} : () -> i32
  %b = "t.fail"() {id = 2 : i32} : () -> i32
  %x = tfrt.add.i32 %a, %b
  %y = tfrt.add.i32 %b, %a
  tfrt.return %x, %y : i32, i32
}"#;
    let bench = Bench::new();
    let results = bench.run(&program(text), "f", vec![]);
    assert_eq!(shown(&results), "<2> <1>");
    let error = results[0].error().unwrap();
    assert_eq!(error.kernel(), Some("t.fail"));
    assert_eq!(error.location().file_line_col(), Some(("t.mlir", 4, 8)));
}

#[test]
fn an_operand_error_beats_cancellation() {
    let text = r#"
func.func @f(%x: i32) -> (i32, i32) {
  %one = tfrt.constant.i32 1
  %a = tfrt.add.i32 %x, %x
  tfrt.return %a, %one : i32, i32
}"#;
    let bench = Bench::new();
    bench.request.cancel();
    let error = tfrt_host::error::Error::new(ErrorCode::Internal, "mine");
    let results = bench.run(&program(text), "f", vec![Value::Error(error)]);
    assert_eq!(shown(&results), "<mine> <Cancelled>");
    assert_eq!(results[1].error().unwrap().code(), ErrorCode::Cancelled);
}

#[test]
fn an_error_reaches_only_what_depends_on_it() {
    let text = r#"
func.func @f(%x: i32) -> (i32, i32) {
  %zero = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %x, %zero
  %lost = tfrt.add.i32 %q, %x
  %kept = tfrt.add.i32 %x, %x
  tfrt.return %lost, %kept : i32, i32
}"#;
    let bench = Bench::new();
    let results = bench.run(&program(text), "f", vec![Value::new(4_i32)]);
    assert_eq!(shown(&results), "<Divide by zero> 8");
    assert_eq!(bench.take_log(), "error Divide by zero\n");
}

#[test]
fn an_error_that_comes_later_poisons_later() {
    let text = r#"
func.func @f(%x: i32, %y: i32) -> i32 {
  %a = tfrt.add.i32 %x, %y
  tfrt.return %a : i32
}"#;
    let bench = Bench::new();
    let program = program(text);
    let (promise, later) = AsyncRef::<i32>::pending();
    let results = bench.start(&program, "f", vec![Value::Ref(later.into_any()), Value::new(1_i32)]);
    promise.fail(tfrt_host::error::Error::new(ErrorCode::Internal, "late"));
    assert_eq!(shown(&results), "<late>");
}

#[test]
fn a_panic_is_an_error_of_its_kernel() {
    let text = r#"
func.func @f(%x: i32) -> (i32, i32) {
  %a = "t.panic"(%x) : (i32) -> i32
  %b = tfrt.add.i32 %x, %x
  tfrt.return %a, %b : i32, i32
}"#;
    let bench = Bench::new();
    let results = bench.run(&program(text), "f", vec![Value::new(2_i32)]);
    let error = results[0].error().unwrap();
    assert!(error.message().starts_with("kernel panicked"), "{}", error.message());
    assert_eq!(error.location().file_line_col(), Some(("t.mlir", 3, 8)));
    assert_eq!(shown(&results[1..]), "4");
}

#[test]
fn a_wrong_call_is_an_error() {
    let bench = Bench::new();
    let program = program("func.func @f(%x: i32) -> i32 {\n  tfrt.return %x : i32\n}");
    let results = bench.start(&program, "f", vec![]);
    let message = "function 'f' takes 1 argument and gives 1 result, called with 0 and 1";
    assert_eq!(shown(&results), format!("<{message}>"));
}
