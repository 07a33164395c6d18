//! `bef.nonstrict`: kernels that start on their first available operand.

use crate::support::{Bench, program, shown};
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::Value;
use tfrt_host::value::AsyncRef;

const CALL: &str = r#"
func.func @callee(%x: i32, %y: i32) -> (i32, i32) {
  %a = tfrt.add.i32 %x, %x
  tfrt.return %a, %y : i32, i32
}
func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %a, %b = "tfrt.call"(%x, %y) {callee = @callee, bef.nonstrict} : (i32, i32) -> (i32, i32)
  tfrt.return %a, %b : i32, i32
}
func.func @strict(%x: i32, %y: i32) -> (i32, i32) {
  %a, %b = "tfrt.call"(%x, %y) {callee = @callee} : (i32, i32) -> (i32, i32)
  tfrt.return %a, %b : i32, i32
}"#;

#[test]
fn an_error_operand_enters_the_callee() {
    let bench = Bench::new();
    let program = program(CALL);
    let bad = || Value::Error(Error::new(ErrorCode::Internal, "bad"));
    let results = bench.run(&program, "f", vec![Value::new(4_i32), bad()]);
    assert_eq!(shown(&results), "8 <bad>");
    let results = bench.run(&program, "strict", vec![Value::new(4_i32), bad()]);
    assert_eq!(shown(&results), "<bad> <bad>");
}

#[test]
fn the_callee_starts_before_all_operands_are_available() {
    let bench = Bench::new();
    let program = program(CALL);
    let (promise, later) = AsyncRef::<i32>::pending();
    let results = bench.start(&program, "f", vec![Value::new(4_i32), Value::Ref(later.into_any())]);
    assert_eq!(shown(&results[..1]), "8");
    assert!(!results[1].is_available());
    promise.set(3);
    assert_eq!(shown(&results), "8 3");
}

#[test]
fn cancellation_still_skips() {
    let bench = Bench::new();
    let program = program(CALL);
    bench.request.cancel();
    let results = bench.run(&program, "f", vec![Value::new(4_i32), Value::new(5_i32)]);
    assert_eq!(shown(&results), "<Cancelled> <Cancelled>");
}

#[test]
fn what_a_kernel_reads_it_waits_for() {
    let text = r#"
func.func @f(%x: i32, %y: i32, %z: i32) -> i32 {
  %a = "t.count"(%x, %y, %z) {bef.nonstrict} : (i32, i32, i32) -> i32
  tfrt.return %a : i32
}"#;
    let bench = Bench::new();
    let program = program(text);
    let (first, x) = AsyncRef::<i32>::pending();
    let (second, y) = AsyncRef::<i32>::pending();
    let bad = Value::Error(Error::new(ErrorCode::Internal, "bad"));
    let arguments = vec![Value::Ref(x.into_any()), Value::Ref(y.into_any()), bad];
    let results = bench.start(&program, "f", arguments);
    assert_eq!(bench.take_log(), "");
    first.set(7);
    assert_eq!(bench.take_log(), "count 7 errors 1 pending 1\n");
    assert_eq!(shown(&results), "7");
    second.set(0);
    assert_eq!(bench.take_log(), "");
}

#[test]
fn references_may_be_placeholders_and_errors() {
    let text = r#"
func.func @f(%x: i32, %y: i32) -> i32 {
  %a = "t.pick"(%x, %y) {bef.nonstrict} : (i32, i32) -> i32
  tfrt.return %a : i32
}"#;
    let bench = Bench::new();
    let program = program(text);
    let bad = || Value::Error(Error::new(ErrorCode::Internal, "bad"));
    let (promise, later) = AsyncRef::<i32>::pending();
    let results = bench.start(&program, "f", vec![bad(), Value::Ref(later.into_any())]);
    assert_eq!(bench.take_log(), "pick Error Pending\n");
    promise.set(3);
    assert_eq!(shown(&results), "3");
    assert_eq!(shown(&bench.run(&program, "f", vec![Value::new(4_i32), bad()])), "<bad>");
    assert_eq!(bench.take_log(), "pick Concrete Error\n");
}
