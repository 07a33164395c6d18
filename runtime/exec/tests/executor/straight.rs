//! Synchronous functions.

use crate::support::{Bench, program, shown};
use tfrt_host::kernel::Value;
use tfrt_host::value::AsyncRef;

const TEXT: &str = r#"
func.func @notes() -> (i32, i32) attributes {tfrt.sync} {
  %a = "t.note"() {id = 1 : i32} : () -> i32
  %b = "t.note"() {id = 2 : i32} : () -> i32
  tfrt.return %b, %a : i32, i32
}
func.func @fails() -> (i32, i32) attributes {tfrt.sync} {
  %a = "t.note"() {id = 1 : i32} : () -> i32
  %b = "t.fail"() {id = 9 : i32} : () -> i32
  %c = "t.note"() {id = 2 : i32} : () -> i32
  tfrt.return %a, %c : i32, i32
}
func.func @sum(%x: i32, %y: i32) -> i32 attributes {tfrt.sync} {
  %a = tfrt.add.i32 %x, %y
  %b = "tfrt_test.async_add.i32"(%a, %y) : (i32, i32) -> i32
  %c = tfrt.add.i32 %b, %b
  tfrt.return %c : i32
}
func.func @caller(%x: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %a = tfrt.call @sum(%x, %one) : (i32, i32) -> i32
  tfrt.return %a : i32
}
func.func @two(%x: i32, %y: i32) -> (i32, i32) attributes {tfrt.sync} {
  %a = "tfrt_test.sync_sum_attributes"() {a = -1 : i8, b = 40 : i64, c = 3 : ui64} : () -> i32
  %b = tfrt.mul.i32 %x, %y
  tfrt.return %a, %b : i32, i32
}
func.func @invoke() -> (i32, i32) {
  %x = tfrt.constant.i32 6
  %a, %b = "tfrt_test.invoke_sync_function.i32_i32.i32_i32"(%x, %x) {function = @two} : (i32, i32) -> (i32, i32)
  tfrt.return %a, %b : i32, i32
}"#;

#[test]
fn kernels_run_in_block_order() {
    let bench = Bench::new();
    assert_eq!(shown(&bench.run(&program(TEXT), "notes", vec![])), "2 1");
    assert_eq!(bench.take_log(), "note 1\nnote 2\n");
}

#[test]
fn the_first_error_ends_the_function() {
    let bench = Bench::new();
    assert_eq!(shown(&bench.run(&program(TEXT), "fails", vec![])), "<9> <9>");
    assert_eq!(bench.take_log(), "note 1\nerror 9\n");
}

#[test]
fn what_comes_later_is_waited_for() {
    let bench = Bench::new();
    let program = program(TEXT);
    let results = bench.run(&program, "caller", vec![Value::new(3_i32)]);
    assert_eq!(shown(&results), "10");
    let (promise, later) = AsyncRef::<i32>::pending();
    let arguments = vec![Value::Ref(later.into_any()), Value::new(1_i32)];
    let results = bench.start(&program, "sum", arguments);
    drop(program);
    promise.set(5);
    assert!(!results[0].is_available());
    bench.host.quiesce();
    assert_eq!(shown(&results), "14");
}

#[test]
fn kernels_run_synchronous_functions() {
    assert_eq!(shown(&Bench::new().run(&program(TEXT), "invoke", vec![])), "42 36");
}
