//! The order of kernels on the single-threaded queue, and the tasks that queues receive.

use crate::support::{Bench, file, load, one_stream, program, shown};
use std::sync::Arc;
use tfrt_host::kernel::Value;
use tfrt_host::queue::SimWorkQueue;
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

    // No kernel is in the entry's own stream, so the run switches to the first other one. Its first
    // kernel has been exchanged with that of stream 5, and so comes last, which is popped first.
    let body = file.functions[0].body.as_mut().unwrap();
    body.root_stream = 9;
    body.kernels.set_stream(1, 7);
    let results = bench.start(&load(&file), "f", vec![]);
    assert_eq!(bench.take_log(), "note 1\nnote 2\n");
    bench.host.quiesce();
    assert_eq!(bench.take_log(), "note 3\n");
    drop(results);
}

/// Runs eight streams, one of which is the entry's, on a queue with that parallelism, or shuts the
/// queue down.
fn eight_streams(threads: usize, seed: u64, shut_down: bool) -> (Vec<Value>, String, Vec<String>) {
    let notes = (0..8).map(|i| format!("  %v{i} = \"t.note\"() {{id = {i} : i32}} : () -> i32\n"));
    let notes: String = notes.collect();
    let names = (0..8).map(|i| format!("%v{i}")).collect::<Vec<_>>().join(", ");
    let types = ["i32"; 8].join(", ");
    let text =
        format!("func.func @f() -> ({types}) {{\n{notes}  tfrt.return {names} : {types}\n}}");
    let mut file = one_stream(file(&text));
    let body = file.functions[0].body.as_mut().unwrap();
    (1..8).for_each(|kernel| body.kernels.set_stream(kernel, kernel as u32));
    let queue = Arc::new(SimWorkQueue::new(seed).threads(threads).keep_log());
    let bench = Bench::with(|host| host.queue(queue.clone()));
    let results = bench.start(&load(&file), "f", vec![]);
    if shut_down {
        bench.host.shutdown();
    } else {
        bench.host.quiesce();
    }
    let log = queue.log().unwrap();
    (results, bench.take_log(), log.lines().map(str::to_owned).collect())
}

#[test]
fn a_queue_of_several_threads_gets_streams_in_halves() {
    for seed in 0..20 {
        let (results, one, log) = eight_streams(1, seed, false);
        assert_eq!(shown(&results), "0 1 2 3 4 5 6 7");
        assert!(log[..7].iter().all(|line| line.starts_with("add")), "seed {seed}: {log:?}");

        let (results, several, log) = eight_streams(3, seed, false);
        assert_eq!(shown(&results), "0 1 2 3 4 5 6 7");
        // All seven at first; it splits off four, then two, and runs the remaining one.
        let first = ["add 0", "run 0 of 1", "add 1", "add 2"];
        assert!(log.starts_with(&first.map(str::to_owned)), "seed {seed}: {log:?}");
        assert_eq!(log.iter().filter(|line| line.starts_with("add")).count(), 7, "{log:?}");
        let sorted = |notes: &str| {
            let mut lines: Vec<String> = notes.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&one), sorted(&several), "seed {seed}");
    }
}

#[test]
fn streams_that_a_queue_drops_fail() {
    for threads in [1, 3] {
        let (results, notes, _) = eight_streams(threads, 0, true);
        assert_eq!(notes, "note 0\n", "{threads} threads");
        let failed = results.iter().filter(|result| result.error().is_some()).count();
        assert_eq!((shown(&results[..1]).as_str(), failed), ("0", 7), "{threads} threads");
    }
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
    // The chain is set first and starts only the greeting; the last argument starts the rest.
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
