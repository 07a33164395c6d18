//! The order of kernels on the single-threaded queue.

use crate::support::{Bench, file, load, one_stream, program, shown};
use tfrt_host::kernel::Value;
use tfrt_host::value::AsyncRef;

const NOTES: &str = r#"
func.func @f() -> (i32, i32, i32) {
  %a = "t.note"() {id = 1 : i32} : () -> i32
  %b = "t.note"() {id = 2 : i32} : () -> i32
  %c = "t.note"() {id = 3 : i32} : () -> i32
  tfrt.return %a, %b, %c : i32, i32, i32
}"#;

#[test]
fn kernels_without_operands_run_last_first() {
    let bench = Bench::new();
    let program = load(&one_stream(file(NOTES)));
    assert_eq!(shown(&bench.run(&program, "f", vec![])), "1 2 3");
    assert_eq!(bench.take_log(), "note 3\nnote 2\nnote 1\n");
}

#[test]
fn another_stream_is_a_task_only_if_there_is_something_else_to_do() {
    let bench = Bench::new();
    let mut file = one_stream(file(NOTES));
    let body = file.functions[0].body.as_mut().unwrap();
    body.kernels.set_stream(0, 7);
    body.kernels.set_stream(2, 5);
    let results = bench.start(&load(&file), "f", vec![]);
    // Stream 0 first; streams 5 and 7 are queued in the order of their numbers.
    assert_eq!(bench.take_log(), "note 2\n");
    assert!(!results[0].is_available());
    bench.host.quiesce();
    assert_eq!(bench.take_log(), "note 3\nnote 1\n");
    assert_eq!(shown(&results), "1 2 3");

    // Nothing in the entry's own stream: the first other one is taken up at once.
    let body = file.functions[0].body.as_mut().unwrap();
    body.root_stream = 9;
    body.kernels.set_stream(1, 7);
    let results = bench.start(&load(&file), "f", vec![]);
    assert_eq!(bench.take_log(), "note 2\nnote 1\n");
    bench.host.quiesce();
    assert_eq!(bench.take_log(), "note 3\n");
    drop(results);
}

#[test]
fn users_of_a_value_in_one_stream_run_in_the_order_of_the_text() {
    let text = r#"
func.func @f(%ch: !tfrt.chain, %x: i32) {
  %a = tfrt.print.i32 %x, %ch
  %b = "tfrt_test.print_hello"(%ch) : (!tfrt.chain) -> !tfrt.chain
  %c = tfrt.print.i32 %x, %ch
  tfrt.return
}"#;
    let bench = Bench::new();
    let program = load(&one_stream(file(text)));
    let arguments = || vec![Value::new(tfrt_host::kernel::Chain), Value::new(4_i32)];
    bench.run(&program, "f", arguments());
    // The chain comes first and starts only the greeting; the last argument starts the rest.
    assert_eq!(bench.take_log(), "int32 = 4\nint32 = 4\nhello host executor!\n");
}

#[test]
fn a_pending_argument_holds_up_only_what_needs_it() {
    let text = r#"
func.func @f(%x: i32) -> (i32, i32, i32) {
  %n = "t.note"() {id = 1 : i32} : () -> i32
  %s = tfrt.add.i32 %x, %n
  tfrt.return %n, %s, %x : i32, i32, i32
}"#;
    let bench = Bench::new();
    let program = program(text);
    let (promise, later) = AsyncRef::<i32>::pending();
    let results = bench.start(&program, "f", vec![Value::Ref(later.into_any())]);
    bench.host.quiesce();
    assert_eq!(bench.take_log(), "note 1\n");
    assert_eq!(shown(&results[..1]), "1");
    assert!(!results[1].is_available() && !results[2].is_available());
    promise.set(41);
    assert_eq!(shown(&results), "1 42 41");
}

#[test]
fn a_register_returned_twice_is_one_value() {
    let text = r#"
func.func @f(%x: i32) -> (i32, i32) {
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y, %y : i32, i32
}"#;
    let bench = Bench::new();
    let program = program(text);
    let (promise, later) = AsyncRef::<i32>::pending();
    let results = bench.start(&program, "f", vec![Value::Ref(later.into_any())]);
    let [Value::Ref(a), Value::Ref(b)] = &results[..] else { panic!("{results:?}") };
    assert!(a.ptr_eq(b));
    promise.set(4);
    assert_eq!(shown(&results), "8 8");
}

#[test]
fn every_kernel_runs_once_on_many_threads() {
    // Two hundred independent asynchronous sums, joined in a tree of streams.
    let mut text = "func.func @f(%x: i32) -> i32 {\n".to_owned();
    let mut level: Vec<String> = Vec::new();
    for index in 0..256 {
        text.push_str(&format!(
            "  %l{index} = \"tfrt_test.async_add.i32\"(%x, %x) : (i32, i32) -> i32\n"
        ));
        level.push(format!("%l{index}"));
    }
    let mut number = 0;
    while level.len() > 1 {
        level = level
            .chunks(2)
            .map(|pair| {
                number += 1;
                text.push_str(&format!("  %t{number} = tfrt.add.i32 {}, {}\n", pair[0], pair[1]));
                format!("%t{number}")
            })
            .collect();
    }
    text.push_str(&format!("  tfrt.return {} : i32\n}}\n", level[0]));
    let mut file = file(&text);
    let kernels = &mut file.functions[0].body.as_mut().unwrap().kernels;
    for index in 0..kernels.len() {
        kernels.set_stream(index, u32::try_from(index % 5).unwrap());
    }
    let program = load(&file);
    for queue in ["mstd:4", "mstd:1", "s"] {
        let bench = Bench::on(queue, 10_000);
        for round in 0..20 {
            let results = bench.run(&program, "f", vec![Value::new(round)]);
            assert_eq!(shown(&results), (512 * round).to_string());
        }
    }
}
