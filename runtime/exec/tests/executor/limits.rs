//! Long chains, long loops, deep recursion.

use crate::support::{Bench, program, shown};
use std::fmt::Write as _;
use std::sync::Arc;
use tfrt_host::context::Host;
use tfrt_host::kernel::Value;
use tfrt_host::queue::SimWorkQueue;

/// Runs on a thread with a stack of 512 KiB.
fn on_a_small_stack(f: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(f);
    thread.expect("threads can be started").join().expect("the test does not panic");
}

fn chain(length: usize, kernel: &str) -> String {
    let mut text = "func.func @f(%v0: i32, %one: i32) -> i32 {\n".to_owned();
    for index in 0..length {
        let next = index + 1;
        writeln!(text, "  %v{next} = \"{kernel}\"(%v{index}, %one) : (i32, i32) -> i32")
            .expect("writing to a string does not fail");
    }
    writeln!(text, "  tfrt.return %v{length} : i32\n}}")
        .expect("writing to a string does not fail");
    text
}

#[test]
fn a_long_chain_needs_no_stack() {
    let program = program(&chain(100_000, "tfrt.add.i32"));
    on_a_small_stack(move || {
        let bench = Bench::new();
        let arguments = || vec![Value::new(0_i32), Value::new(1_i32)];
        assert_eq!(shown(&bench.run(&program, "f", arguments())), "100000");
        let (promise, later) = tfrt_host::value::AsyncRef::<i32>::pending();
        let results =
            bench.start(&program, "f", vec![Value::Ref(later.into_any()), Value::new(1_i32)]);
        promise.set(5);
        assert_eq!(shown(&results), "100005");
    });
}

/// A hundred continuations nest; the next becomes a task, in which a hundred nest again. Forwarding
/// does not count.
#[test]
fn the_hundred_and_first_continuation_is_a_task() {
    for (calls, tasks) in [(1, 1), (99, 1), (100, 1), (101, 2), (150, 2), (201, 2), (202, 3)] {
        let mut text = "func.func @f0(%x: i32) -> i32 {
  %y = \"tfrt_test.async_add.i32\"(%x, %x) : (i32, i32) -> i32
  tfrt.return %y : i32
}
"
        .to_owned();
        for call in 1..=calls {
            let callee = call - 1;
            writeln!(
                text,
                "func.func @f{call}(%x: i32) -> i32 {{
  %y = tfrt.call @f{callee}(%x) : (i32) -> i32
  %z = tfrt.add.i32 %y, %x
  tfrt.return %z : i32
}}"
            )
            .expect("writing to a string does not fail");
        }
        let program = program(&text);
        on_a_small_stack(move || {
            let queue = Arc::new(SimWorkQueue::new(0));
            let host = Host::builder().queue(queue.clone()).build().expect("it is a queue");
            let function = program.function(&format!("f{calls}")).expect("it is there");
            let mut results = vec![Value::Empty];
            function.call(&host.context(), 0, &mut [Value::new(1_i32)], &mut results);
            host.quiesce();
            assert_eq!(shown(&results), (calls + 2).to_string());
            // Each is added and run.
            assert_eq!(queue.decisions(), 2 * tasks, "{calls} calls");
        });
    }
}

#[test]
fn a_long_asynchronous_chain_needs_no_stack() {
    let program = program(&chain(20_000, "tfrt_test.async_add.i32"));
    on_a_small_stack(move || {
        for queue in ["s", "mstd:2"] {
            let bench = Bench::on(queue, 10_000);
            let results = bench.run(&program, "f", vec![Value::new(0_i32), Value::new(1_i32)]);
            assert_eq!(shown(&results), "20000");
        }
    });
}

#[test]
fn a_long_loop_needs_no_stack() {
    let iterations = if cfg!(debug_assertions) { 100_000 } else { 10_000_000 };
    let text = format!(
        "func.func @f() -> i32 {{
  %n = tfrt.constant.i32 {iterations}
  %x = tfrt.constant.i32 0
  %r = tfrt.repeat.i32 %n, %x : i32 {{
    %one = tfrt.constant.i32 1
    %y = tfrt.add.i32 %x, %one
    tfrt.return %y : i32
  }}
  tfrt.return %r : i32
}}"
    );
    let program = program(&text);
    on_a_small_stack(move || {
        assert_eq!(shown(&Bench::new().run(&program, "f", vec![])), iterations.to_string());
    });
}

const FIB: &str = r#"
func.func @fib(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %small = "tfrt.lessequal.i32"(%n, %one) : (i32, i32) -> i1
  %r = tfrt.if %small, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m2 = tfrt.constant.i32 -2
    %a = tfrt.add.i32 %n, %m1
    %b = tfrt.add.i32 %n, %m2
    %x = tfrt.call @fib(%a) : (i32) -> i32
    %y = tfrt.call @fib(%b) : (i32) -> i32
    %s = tfrt.add.i32 %x, %y
    tfrt.return %s : i32
  }
  tfrt.return %r : i32
}"#;

#[test]
fn recursion() {
    let program = program(FIB);
    for queue in ["s", "mstd:2"] {
        let bench = Bench::on(queue, 10_000);
        assert_eq!(shown(&bench.run(&program, "fib", vec![Value::new(20_i32)])), "6765");
    }
}

#[test]
fn recursion_ends_at_the_limit() {
    let text = "func.func @f(%x: i32) -> i32 {\n  %y = tfrt.call @f(%x) : (i32) -> i32\n  \
                tfrt.return %y : i32\n}";
    let program = program(text);
    on_a_small_stack(move || {
        let bench = Bench::on("s", 10_000);
        let results = bench.run(&program, "f", vec![Value::new(1_i32)]);
        assert_eq!(shown(&results), "<call depth exceeds 10000>");
        let log = bench.take_log();
        assert_eq!(log, "error call depth exceeds 10000\n");
    });
}
