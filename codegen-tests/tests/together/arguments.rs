//! Functions called from outside with arguments that are pending or errors: on every engine, only
//! what depends on one waits for it or fails.

use std::sync::{Arc, Mutex};
use tfrt_codegen_tests::{bef, on_jit, programs, verified};
use tfrt_host::context::{Host, RequestContext};
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::{Function, Value};
use tfrt_host::value::{AsyncRef, Promise};

/// A function of the test program of that name, on each engine.
fn on_engines(module: &str, name: &str) -> Vec<(&'static str, Function)> {
    let catalogue = tfrt_test_kernels::catalogue();
    let program = programs().find(|program| program.module == module).expect("it is built");
    let bytes = bef(program.name, program.text, &catalogue).expect("the program is valid");
    let options = tfrt_exec::LoadOptions::default();
    let executor = tfrt_exec::Program::load(&bytes, &catalogue, &options).expect("it loads");
    let checked = verified(program.name, program.text, &catalogue).expect("the program is valid");
    let jit = on_jit(&checked, &catalogue).expect("the JIT takes it");
    let mut generated = (program.functions)().into_iter();
    vec![
        ("executor", executor.function(name).expect("it is there")),
        ("generated Rust", generated.find(|(n, _)| *n == name).expect("it is generated").1),
        ("JIT", jit.function(name).expect("it is compiled")),
    ]
}

struct Bench {
    request: RequestContext,
    printed: Arc<Mutex<String>>,
}

impl Bench {
    fn new() -> Self {
        let printed: Arc<Mutex<String>> = Arc::default();
        let sink = Arc::clone(&printed);
        let host = Host::builder()
            .work_queue("s")
            .output(move |text| sink.lock().expect("nobody panics").push_str(text))
            .diagnostics(|_| {})
            .build()
            .expect("the default host");
        Self { request: host.context(), printed }
    }

    fn call(&self, function: &Function, mut arguments: Vec<Value>) -> Vec<Value> {
        let mut results = vec![Value::Empty; function.signature().results.len()];
        function.call(&self.request, 0, &mut arguments, &mut results);
        results
    }
}

fn show(values: &[Value]) -> Vec<String> {
    let show = |value: &Value| match (value.error(), value.get::<i32>()) {
        (Some(error), _) => format!("<{}>", error.message()),
        (None, Some(value)) => value.to_string(),
        (None, None) if value.is_available() => "value".to_owned(),
        (None, None) => "pending".to_owned(),
    };
    values.iter().map(show).collect()
}

fn pending() -> (Promise<i32>, Value) {
    let (promise, value) = AsyncRef::<i32>::pending();
    (promise, Value::Ref(value.into_any()))
}

fn bad(message: &'static str) -> Value {
    Value::Error(Error::new(ErrorCode::Internal, message))
}

#[test]
fn an_error_fails_what_depends_on_it() {
    for (engine, function) in on_engines("filetest_nonstrict", "both") {
        let bench = Bench::new();
        let call = |x, y| show(&bench.call(&function, vec![x, y]));
        assert_eq!(call(Value::new(4), Value::new(5)), ["8", "13", "5"], "{engine}");
        assert_eq!(call(Value::new(4), bad("y")), ["8", "<y>", "<y>"], "{engine}");
        assert_eq!(call(bad("x"), Value::new(5)), ["<x>", "<x>", "5"], "{engine}");
        assert_eq!(call(bad("x"), bad("y")), ["<x>", "<y>", "<y>"], "{engine}");
    }
}

#[test]
fn results_come_with_what_they_depend_on() {
    for (engine, function) in on_engines("filetest_nonstrict", "both") {
        let bench = Bench::new();
        let ((first, x), (second, y)) = (pending(), pending());
        let results = bench.call(&function, vec![x, y]);
        assert_eq!(show(&results), ["pending", "pending", "pending"], "{engine}");
        first.set(4);
        assert_eq!(show(&results), ["8", "pending", "pending"], "{engine}");
        second.set(5);
        assert_eq!(show(&results), ["8", "13", "5"], "{engine}");
        let (first, x) = pending();
        let results = bench.call(&function, vec![x, bad("y")]);
        assert_eq!(show(&results[2..]), ["<y>"], "{engine}");
        first.set(4);
        assert_eq!(show(&results), ["8", "<y>", "<y>"], "{engine}");
    }
}

#[test]
fn effects_wait_only_for_their_own_operands() {
    for (engine, function) in on_engines("filetest_nonstrict", "prints") {
        let bench = Bench::new();
        let (promise, y) = pending();
        let chain = Value::new(tfrt_host::kernel::Chain);
        let results = bench.call(&function, vec![Value::new(4), y, chain]);
        assert_eq!(*bench.printed.lock().unwrap(), "int32 = 4\n", "{engine}");
        assert_eq!(show(&results), ["value", "pending"], "{engine}");
        promise.set(5);
        assert_eq!(show(&results), ["value", "9"], "{engine}");
    }
}

#[test]
fn what_runs_in_order_waits_for_all_and_takes_the_last_error() {
    for (engine, function) in on_engines("filetest_sync", "halves") {
        let bench = Bench::new();
        let (promise, y) = pending();
        let results = bench.call(&function, vec![Value::new(4), y]);
        assert_eq!(show(&results), ["pending", "pending"], "{engine}");
        promise.set(2);
        assert_eq!(show(&results), ["6", "3"], "{engine}");
        let results = bench.call(&function, vec![bad("x"), bad("y")]);
        assert_eq!(show(&results), ["<y>", "<y>"], "{engine}");
        let results = bench.call(&function, vec![bad("x"), Value::new(2)]);
        assert_eq!(show(&results), ["<x>", "<x>"], "{engine}");
    }
}

#[test]
fn what_comes_after_the_cancellation_starts_nothing() {
    let cases: [(&str, &[&str]); 5] = [
        ("reads_one", &["<Cancelled>"]),
        ("reads_both", &["<Cancelled>"]),
        ("passes", &["5"]),
        ("hands_on", &["5"]),
        ("does_both", &["<Cancelled>", "5"]),
    ];
    for (name, expected) in cases {
        for (engine, function) in on_engines("filetest_nonstrict", name) {
            let bench = Bench::new();
            let (promise, last) = pending();
            let mut arguments = vec![Value::new(4); function.signature().arguments.len() - 1];
            arguments.push(last);
            let results = bench.call(&function, arguments);
            bench.request.cancel();
            promise.set(5);
            assert_eq!(show(&results), expected, "@{name} on {engine}");
        }
    }
    // An error that was there before is what it was.
    for (engine, function) in on_engines("filetest_nonstrict", "reads_both") {
        let bench = Bench::new();
        let (promise, y) = pending();
        let results = bench.call(&function, vec![bad("x"), y]);
        bench.request.cancel();
        promise.set(5);
        assert_eq!(show(&results), ["<x>"], "{engine}");
    }
}

#[test]
fn native_functions_get_errors() {
    for (engine, function) in on_engines("filetest_native", "native_add") {
        let bench = Bench::new();
        let (promise, y) = pending();
        let results = bench.call(&function, vec![bad("x"), y]);
        assert_eq!(show(&results), ["pending"], "{engine}");
        promise.set(2);
        assert_eq!(show(&results), ["<x>"], "{engine}");
        let results = bench.call(&function, vec![Value::new(40), Value::new(2)]);
        assert_eq!(show(&results), ["42"], "{engine}");
    }
}
