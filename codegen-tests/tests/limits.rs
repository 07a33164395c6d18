//! Long loops, long chains and deep calls: every engine, constant stack.

use std::fmt::Write;
use tfrt_codegen_tests::{bef, on_executor, on_jit, programs, run, verified};
use tfrt_host::kernel::Function;

/// Trips and depth that debug builds get through in time.
const TRIPS: u32 = if cfg!(debug_assertions) { 1_000_000 } else { 10_000_000 };

/// Small enough that a frame per trip or per kernel would overflow it.
const STACK: usize = 512 * 1024;

fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(test)
        .expect("a thread can be started")
        .join()
        .expect("the test passes");
}

/// A function of a program on the executor and on the JIT.
fn engines(text: &str, name: &str) -> Vec<(&'static str, Function)> {
    let catalogue = tfrt_kernels::catalogue();
    let bytes = bef("test.mlir", text, &catalogue).expect("the program is valid");
    let executor = on_executor(&bytes, &catalogue).expect("the program loads");
    let program = verified("test.mlir", text, &catalogue).expect("the program is valid");
    let jit = on_jit(&program, &catalogue).expect("the program compiles");
    let executor =
        executor.into_iter().find(|(other, _)| other == name).expect("the function is there").1;
    vec![("executor", executor), ("JIT", jit.function(name).expect("the function is there"))]
}

fn expect(function: &Function, results: &[&str], what: &str) {
    let found = run(function, "s");
    assert_eq!(found.outcome.results, results, "{what}");
    assert_eq!(found.leaked, 0, "{what}");
}

#[test]
fn ten_million_trips() {
    let text = format!(
        "func.func @trips() -> i32 {{
  %n = tfrt.constant.i32 {TRIPS}
  %x = tfrt.constant.i32 0
  %r = tfrt.repeat.i32 %n, %x : i32 {{
    %one = tfrt.constant.i32 1
    %y = tfrt.add.i32 %x, %one
    tfrt.return %y : i32
  }}
  tfrt.return %r : i32
}}"
    );
    on_small_stack(move || {
        for (engine, function) in engines(&text, "trips") {
            expect(&function, &[&TRIPS.to_string()], engine);
        }
    });
}

tfrt::tfrt_graph! {
    mod generated;
    func.func @trips(%n: i32) -> i32 {
        %x = tfrt.constant.i32 0
        %r = tfrt.repeat.i32 %n, %x : i32 {
            %one = tfrt.constant.i32 1
            %y = tfrt.add.i32 %x, %one
            tfrt.return %y : i32
        }
        tfrt.return %r : i32
    }
    func.func @fib(%n: i32) -> i32 {
        %one = tfrt.constant.i32 1
        %cond = "tfrt.lessequal.i32"(%n, %one) : (i32, i32) -> i1
        %r = tfrt.if %cond, %n : (i32) -> (i32) {
            tfrt.return %n : i32
        } else {
            %m1 = tfrt.constant.i32 -1
            %m2 = tfrt.constant.i32 -2
            %a = tfrt.add.i32 %n, %m1
            %b = tfrt.add.i32 %n, %m2
            %x = tfrt.call @fib(%a) : (i32) -> i32
            %y = tfrt.call @fib(%b) : (i32) -> i32
            %z = tfrt.add.i32 %x, %y
            tfrt.return %z : i32
        }
        tfrt.return %r : i32
    }
    func.func @down(%n: i32) -> i32 {
        %zero = tfrt.constant.i32 0
        %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
        %r = tfrt.if %done, %n : (i32) -> (i32) {
            tfrt.return %n : i32
        } else {
            %m1 = tfrt.constant.i32 -1
            %m = tfrt.add.i32 %n, %m1
            %x = tfrt.call @down(%m) : (i32) -> i32
            tfrt.return %x : i32
        }
        tfrt.return %r : i32
    }
}

#[test]
fn generated_loops_and_recursion() {
    on_small_stack(|| {
        let host = tfrt::Host::builder().diagnostics(|_| {}).build().expect("the default host");
        let request = host.context();
        let trips = i32::try_from(TRIPS).expect("it fits");
        assert_eq!(generated::trips(&request, trips).expect("nothing fails"), trips);
        assert_eq!(generated::fib(&request, 25).expect("not too deep"), 75_025);
        assert_eq!(generated::down(&request, 9_999).expect("not too deep"), 0);
        let error = generated::down(&request, 20_000).expect_err("too deep");
        assert_eq!(error.message(), "call depth exceeds 10000");
    });
}

const FIB: &str = r#"
func.func @fib(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %cond = "tfrt.lessequal.i32"(%n, %one) : (i32, i32) -> i1
  %r = tfrt.if %cond, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m2 = tfrt.constant.i32 -2
    %a = tfrt.add.i32 %n, %m1
    %b = tfrt.add.i32 %n, %m2
    %x = tfrt.call @fib(%a) : (i32) -> i32
    %y = tfrt.call @fib(%b) : (i32) -> i32
    %z = tfrt.add.i32 %x, %y
    tfrt.return %z : i32
  }
  tfrt.return %r : i32
}
func.func @fib_25() -> i32 {
  %n = tfrt.constant.i32 25
  %r = tfrt.call @fib(%n) : (i32) -> i32
  tfrt.return %r : i32
}
func.func @down(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %x = tfrt.call @down(%m) : (i32) -> i32
    tfrt.return %x : i32
  }
  tfrt.return %r : i32
}
func.func @deepest() -> i32 {
  %n = tfrt.constant.i32 9999
  %r = tfrt.call @down(%n) : (i32) -> i32
  tfrt.return %r : i32
}
func.func @too_deep() -> i32 {
  %n = tfrt.constant.i32 10000
  %r = tfrt.call @down(%n) : (i32) -> i32
  tfrt.return %r : i32
}
"#;

#[test]
fn recursion() {
    on_small_stack(|| {
        for (engine, function) in engines(FIB, "fib_25") {
            expect(&function, &["75025"], engine);
        }
        for (engine, function) in engines(FIB, "deepest") {
            expect(&function, &["0"], engine);
        }
        for (engine, function) in engines(FIB, "too_deep") {
            let error =
                "ResourceExhausted 'call depth exceeds 10000' in tfrt.call at test.mlir;32;10";
            expect(&function, &[error], engine);
        }
    });
}

#[test]
fn hundred_thousand_kernels() {
    let mut text = String::from("func.func @chain() -> i32 {\n  %v0 = tfrt.constant.i32 1\n");
    for index in 1..=100_000 {
        writeln!(text, "  %v{index} = tfrt.add.i32 %v{}, %v0", index - 1).expect("strings take it");
    }
    text.push_str("  tfrt.return %v100000 : i32\n}\n");
    on_small_stack(move || {
        for (engine, function) in engines(&text, "chain") {
            expect(&function, &["100001"], engine);
        }
    });
}

#[test]
fn five_thousand_kernels_in_generated_rust() {
    on_small_stack(|| {
        let program =
            programs().find(|program| program.module == "generated_chain").expect("it is built");
        for (_, function) in (program.functions)() {
            expect(&function, &["5001"], "generated Rust");
        }
    });
}
