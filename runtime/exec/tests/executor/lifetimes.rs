//! When values are dropped, and that unfinished work leaks nothing.

use crate::support::{Bench, Tracked, file, load, one_stream, program, shown};
use tfrt_host::kernel::Value;
use tfrt_host::value::AsyncRef;

#[test]
fn a_value_dies_when_its_last_user_has_run() {
    let text = r#"
func.func @f(%t: !t.tracked, %u: !t.tracked) -> i32 {
  %a = "t.use"(%t) : (!t.tracked) -> i32
  %b = "t.both"(%t, %a) : (!t.tracked, i32) -> i32
  %c = "t.both"(%u, %b) : (!t.tracked, i32) -> i32
  tfrt.return %c : i32
}"#;
    let bench = Bench::new();
    let program = load(&one_stream(file(text)));
    // Values that are resolved after the call has returned, which would keep them alive.
    let (first, t) = AsyncRef::<Tracked>::pending();
    let (second, u) = AsyncRef::<Tracked>::pending();
    let arguments = vec![Value::Ref(t.into_any()), Value::Ref(u.into_any())];
    let results = bench.start(&program, "f", arguments);
    first.set(Tracked::new(1, &bench.log));
    second.set(Tracked::new(2, &bench.log));
    assert_eq!(shown(&results), "1");
    assert_eq!(bench.take_log(), "use 1\nboth 1 1\ndrop 1\nboth 2 1\ndrop 2\n");
}

#[test]
fn an_argument_that_nobody_uses_lives_as_long_as_the_call() {
    let text = "func.func @f(%t: !t.tracked) -> i32 {\n  %n = \"t.note\"() {id = 1 : i32} : () -> \
                i32\n  tfrt.return %n : i32\n}";
    let bench = Bench::new();
    let program = load(&one_stream(file(text)));
    bench.start(&program, "f", vec![Value::new(Tracked::new(5, &bench.log))]);
    assert_eq!(bench.take_log(), "note 1\ndrop 5\n");
}

#[test]
fn a_call_that_never_finishes_keeps_nothing() {
    let text = r#"
func.func @f(%t: !t.tracked, %x: i32) -> i32 {
  %a = "t.both"(%t, %x) : (!t.tracked, i32) -> i32
  tfrt.return %a : i32
}"#;
    let bench = Bench::new();
    let program = program(text);
    let (promise, later) = AsyncRef::<i32>::pending();
    let tracked = Value::new(Tracked::new(3, &bench.log));
    let results = bench.start(&program, "f", vec![tracked, Value::Ref(later.into_any())]);
    assert!(!results[0].is_available());
    drop(promise);
    assert_eq!(bench.take_log(), "drop 3\n");
    assert!(results[0].error().is_some());

    // The result is dropped.
    let (promise, later) = AsyncRef::<i32>::pending();
    let tracked = Value::new(Tracked::new(4, &bench.log));
    drop(bench.start(&program, "f", vec![tracked, Value::Ref(later.into_any())]));
    promise.set(6);
    assert_eq!(bench.take_log(), "both 4 6\ndrop 4\n");
}

#[test]
fn queued_work_that_is_dropped_keeps_nothing() {
    let text = r#"
func.func @f(%t: !t.tracked) -> i32 {
  %x = tfrt.constant.i32 1
  %y = "tfrt_test.async_copy.i32"(%x) : (i32) -> i32
  %a = "t.both"(%t, %y) : (!t.tracked, i32) -> i32
  tfrt.return %a : i32
}"#;
    let bench = Bench::new();
    let program = program(text);
    let results = bench.start(&program, "f", vec![Value::new(Tracked::new(8, &bench.log))]);
    assert_eq!(bench.take_log(), "");
    bench.host.shutdown();
    assert!(results[0].error().is_some(), "{results:?}");
    assert_eq!(bench.take_log(), "drop 8\n");
}

/// Each call waits for the other: the inner for a value of a dropped stream, the outer for the
/// result of the inner.
#[test]
fn dropped_streams_keep_no_calls_that_wait_for_each_other() {
    let text = r#"
module attributes {tfrt.cost_threshold = 2 : i64} {
func.func @inner(%now: i32, %late: i32, %t: !t.tracked) -> i32 {
  %a = "t.both"(%t, %late) : (!t.tracked, i32) -> i32
  tfrt.return %a : i32
}
func.func @outer(%n: i32, %x: i32, %t: !t.tracked) -> i32 {
  %a = tfrt_test.test_cost %x {id = 1 : i64, _tfrt_cost = 100 : i64} : i32
  %b = tfrt_test.test_cost %x {id = 2 : i64, _tfrt_cost = 100 : i64} : i32
  %c = "tfrt.call"(%n, %a, %t) {callee = @inner, bef.nonstrict} : (i32, i32, !t.tracked) -> i32
  %d = "tfrt.call"(%n, %b, %t) {callee = @inner, bef.nonstrict} : (i32, i32, !t.tracked) -> i32
  %e = tfrt.add.i32 %c, %d
  tfrt.return %e : i32
}
}"#;
    let bench = Bench::new();
    let program = program(text);
    let (promise, later) = AsyncRef::<i32>::pending();
    let tracked = Value::new(Tracked::new(9, &bench.log));
    let arguments = vec![Value::new(1), Value::Ref(later.into_any()), tracked];
    let results = bench.start(&program, "outer", arguments);
    // Both calls have started.
    bench.host.quiesce();
    // One of the streams runs immediately.
    promise.set(1);
    let log = bench.take_log();
    assert!(log.contains("id: 1") != log.contains("id: 2"), "{log}");
    bench.host.shutdown();
    assert!(results[0].error().is_some(), "{results:?}");
    let log = bench.take_log();
    assert!(log.ends_with("drop 9\n") && !log.contains("id:"), "{log}");
}

#[test]
fn work_under_way_keeps_its_program() {
    let text = r#"
func.func @f() -> i32 {
  %x = tfrt.constant.i32 20
  %r = tfrt_test.do.async %x : (i32) -> (i32) {
    %y = "tfrt_test.async_add.i32"(%x, %x) : (i32, i32) -> i32
    %z = tfrt.add.i32 %y, %x
    tfrt.return %z : i32
  }
  tfrt.return %r : i32
}"#;
    let bench = Bench::new();
    let program = program(text);
    let results = bench.start(&program, "f", vec![]);
    drop(program);
    bench.host.quiesce();
    assert_eq!(shown(&results), "60");
}
