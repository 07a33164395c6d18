//! Runs every function without arguments of a fuzzed program, within a budget, and checks for
//! leaks.

use std::cell::OnceCell;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tfrt_exec::Program;
use tfrt_host::context::Host;
use tfrt_host::kernel::{Function, Value};

/// How long one function may run before it is told to end: a graph need not end by itself.
const DEADLINE: Duration = Duration::from_millis(20);

/// Calls that may nest: enough for programs to notice, little enough for a sanitizer's stack frames.
const CALL_DEPTH: u32 = 200;

/// Of a program, how many functions are run.
const FUNCTIONS: usize = 8;

static ONE: Mutex<()> = Mutex::new(());

/// Values are counted for the whole process, so who makes or drops some takes a turn: runs, and plans
/// with folded constants.
pub(super) struct Turn(#[expect(dead_code, reason = "it is held")] MutexGuard<'static, ()>);

impl Turn {
    /// Waits for it.
    pub(super) fn take() -> Self {
        Self(ONE.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

thread_local! {
    static HOST: OnceCell<Host> = const { OnceCell::new() };
}

/// This thread's host, which prints nothing.
fn host() -> Host {
    let make = || {
        Host::builder()
            .work_queue("s")
            .max_call_depth(CALL_DEPTH)
            .output(|text| {
                std::hint::black_box(text);
            })
            .diagnostics(|diagnostic| assert!(!diagnostic.to_string().is_empty()))
            .build()
            .expect("the queue exists")
    };
    HOST.with(|host| host.get_or_init(make).clone())
}

/// Runs the functions of a program that take nothing.
pub(super) fn program(program: &Program) {
    let functions = (0..program.functions().len()).filter_map(|index| program.function_at(index));
    let runnable = functions.filter(|function| function.signature().arguments.is_empty());
    let turn = Turn::take();
    runnable.take(FUNCTIONS).for_each(|function| call(&turn, &function));
}

/// Runs a function without arguments to the end of all work that it started, or to its deadline.
///
/// # Panics
/// A result without a value is left, or values are alive that were not before.
pub(super) fn call(_: &Turn, function: &Function) {
    run(function, Some(DEADLINE), Vec::new);
}

/// Runs a function that ends by itself, with what is made for it.
///
/// # Panics
/// As [`call`].
pub(super) fn call_with(_: &Turn, function: &Function, arguments: impl FnOnce() -> Vec<Value>) {
    run(function, None, arguments);
}

fn run(function: &Function, deadline: Option<Duration>, arguments: impl FnOnce() -> Vec<Value>) {
    let before = tfrt_host::value::live_count();
    let host = host();
    let request = host.context();
    let request = match deadline {
        Some(deadline) => request.with_deadline(deadline),
        None => request,
    };
    let mut results = vec![Value::Empty; function.signature().results.len()];
    let mut arguments = arguments();
    function.call(&request, 0, &mut arguments, &mut results);
    host.quiesce();
    drop(arguments);
    for result in &results {
        assert!(!matches!(result, Value::Empty), "a result was never given");
    }
    drop(results);
    drop(request);
    let left = tfrt_host::value::live_count() - before;
    assert_eq!(left, 0, "{} leaves values", function.signature().name);
}
