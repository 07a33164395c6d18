//! Calls, branches and loops with available, pending and error values.

use crate::control::enter_anew;
use crate::testing::{Bench, function, get, int, int_attribute, message};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use tfrt_host::context::{ExecCtx, RequestContext, Site, SiteRef};
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::{Function, Value};
use tfrt_host::value::{AsyncRef, Promise, live_count};

/// A pending value that a queue task resolves.
fn soon(request: &RequestContext, value: i32) -> Value {
    soon_as(request, value)
}

fn soon_as<T: tfrt_host::kernel::KernelType>(request: &RequestContext, value: T) -> Value {
    let (promise, result) = AsyncRef::pending();
    let task = tfrt_host::queue::Task::new(move || promise.set(value));
    request.host().queue().add_task(task);
    Value::Ref(result.into_any())
}

fn adding(name: &str, n: i32) -> Function {
    function(name, 1, 1, move |_, _, values| vec![int(get::<i32>(&values[0]).wrapping_add(n))])
}

#[test]
fn a_call_passes_everything_on() {
    let bench = Bench::new();
    let seen = Arc::new(AtomicU32::new(0));
    let depth_seen = Arc::clone(&seen);
    let callee = function("callee", 1, 2, move |request, depth, values| {
        depth_seen.store(depth, Ordering::SeqCst);
        vec![soon(request, get::<i32>(&values[0])), int(2)]
    });
    let results = bench.start("tfrt.call", &[int(1)], &[], &[callee], 2);
    assert!(!results[0].is_available() && results[1].is_available());
    bench.wait(&results);
    assert_eq!((get::<i32>(&results[0]), get::<i32>(&results[1])), (1, 2));
    assert_eq!(seen.load(Ordering::SeqCst), 1);
}

#[test]
fn an_error_remembers_the_named_functions_it_came_through() {
    let bench = Bench::new();
    let failing = |name| {
        function(name, 0, 2, |_, _, _| {
            let error = Error::new(ErrorCode::Internal, "deep");
            vec![Value::Error(error.clone()), Value::Error(error)]
        })
    };
    let results = bench.call("tfrt.call", &[], &[], &[failing("f")], 2);
    let error = results[0].error().unwrap();
    assert_eq!(error.message(), "deep");
    assert!(error.ptr_eq(results[1].error().unwrap()));
    let trail: Vec<&str> = error.trail().map(|(function, _)| function).collect();
    assert_eq!(trail, ["f"]);
    let regions = [failing(""), failing("")];
    let results = bench.call("tfrt.if", &[Value::new(true)], &[], &regions, 2);
    assert_eq!(results[0].error().unwrap().trail().count(), 0);
    assert!(bench.reported().is_empty(), "it was reported where it happened");
}

#[test]
fn branches() {
    let bench = Bench::new();
    let both = [adding("a", 10), adding("b", 20)];
    let branch = |kernel, choice| {
        let results = bench.call(kernel, &[choice, int(1)], &[], &both, 1);
        get::<i32>(&results[0])
    };
    for kernel in ["tfrt.if", "tfrt.cond"] {
        assert_eq!(branch(kernel, Value::new(true)), 11);
        assert_eq!(branch(kernel, Value::new(false)), 21);
    }
    assert_eq!(branch("tfrt.case", int(0)), 11);
    for last in [1, 2, 9, -1, i32::MIN] {
        assert_eq!(branch("tfrt.case", int(last)), 21);
    }
    let results = bench.call("tfrt.case", &[int(0)], &[], &[], 1);
    assert_eq!(message(&results[0]), "tfrt.case has no branches");
    let results = bench.call("tfrt.if", &[Value::new(true)], &[], &both[..1], 1);
    assert_eq!(message(&results[0]), "tfrt.if needs two regions");
    let results = bench.call("tfrt.call", &[int(1), int(2)], &[], &both, 1);
    assert_eq!(message(&results[0]), "function 'a' takes 1 argument, given 2");
}

/// Calls itself, as `tfrt.call` does, until the argument is zero.
fn recursive() -> Function {
    let itself: Arc<Mutex<Option<Function>>> = Arc::default();
    let inner = Arc::clone(&itself);
    let recursive = function("f", 1, 1, move |request, depth, values| {
        let left = get::<i32>(&values[0]);
        if left == 0 {
            return vec![int(0)];
        }
        let callee = inner.lock().clone().unwrap();
        let site = Site::default();
        let ctx = ExecCtx { request, site: SiteRef::Shared(&Arc::new(site)), depth };
        enter_anew(ctx, &callee, &mut [int(left - 1)])
    });
    *itself.lock() = Some(recursive.clone());
    recursive
}

#[test]
fn calls_nest_to_the_limit_and_no_further() {
    let bench = Bench::new();
    let results = bench.call("tfrt.call", &[int(99)], &[], &[recursive()], 1);
    assert_eq!(get::<i32>(&results[0]), 0);
    let results = bench.call("tfrt.call", &[int(100)], &[], &[recursive()], 1);
    let error = results[0].error().unwrap();
    assert_eq!(error.message(), "call depth exceeds 100");
    assert_eq!(error.code(), ErrorCode::ResourceExhausted);
    assert_eq!(bench.reported(), ["call depth exceeds 100"]);
}

#[test]
fn repeat_counts() {
    let bench = Bench::new();
    let repeat = |count| {
        let results =
            bench.call("tfrt.repeat.i32", &[int(count), int(5)], &[], &[adding("", 1)], 1);
        get::<i32>(&results[0])
    };
    assert_eq!(repeat(0), 5);
    assert_eq!(repeat(-3), 5);
    assert_eq!(repeat(1), 6);
    assert_eq!(repeat(100_000), 100_005);
    let wrong = function("", 1, 2, |_, _, _| vec![int(1), int(2)]);
    let results = bench.call("tfrt.repeat.i32", &[int(0), int(5)], &[], &[wrong], 1);
    assert!(message(&results[0]).contains("gives what it takes"));
}

#[test]
fn repeat_without_values_still_runs() {
    let bench = Bench::new();
    let body = function("", 0, 0, |request, _, _| {
        request.print(".");
        vec![]
    });
    bench.call("tfrt.repeat.i32", &[int(40)], &[], &[body], 0);
    assert_eq!(bench.printed().len(), 40);
}

/// Adds one to a value that may be pending, in a task once it is available.
fn add_later(request: &RequestContext, value: &Value) -> Value {
    let (promise, result) = AsyncRef::pending();
    let (request, operand) = (request.clone(), value.clone());
    value.and_then(move || {
        let task = tfrt_host::queue::Task::new(move || promise.set(get::<i32>(&operand) + 1));
        request.host().queue().add_task(task);
    });
    Value::Ref(result.into_any())
}

#[test]
fn repeat_hands_pending_values_on_and_waits_after_a_block() {
    let started = Arc::new(AtomicU32::new(0));
    for queue in ["s", "mstd:2"] {
        let bench = Bench::on(queue);
        let seen = Arc::clone(&started);
        seen.store(0, Ordering::SeqCst);
        let body = function("", 1, 1, move |request, _, values| {
            seen.fetch_add(1, Ordering::SeqCst);
            vec![add_later(request, &values[0])]
        });
        let operands = [int(5000), int(0)];
        let results = bench.start("tfrt.repeat.i32", &operands, &[], &[body], 1);
        if queue == "s" {
            assert_eq!(started.load(Ordering::SeqCst), 32);
        }
        bench.wait(&results);
        assert_eq!(started.load(Ordering::SeqCst), 5000);
        assert_eq!(get::<i32>(&results[0]), 5000);
    }
}

#[test]
fn a_chain_of_iterations_that_resolves_at_once_stays_on_the_stack() {
    let bench = Bench::new();
    let first: Arc<Mutex<Option<Promise<i32>>>> = Arc::default();
    let (inner, started) = (Arc::clone(&first), AtomicBool::new(false));
    let body = function("", 1, 1, move |_, _, values| {
        let (promise, result) = AsyncRef::pending();
        if !started.swap(true, Ordering::SeqCst) {
            *inner.lock() = Some(promise);
        } else {
            // A pending value that is resolved as soon as the operand is.
            let operand = values[0].clone();
            values[0].and_then(move || promise.set(get::<i32>(&operand) + 1));
        }
        vec![Value::Ref(result.into_any())]
    });
    let results = bench.start("tfrt.repeat.i32", &[int(200_000), int(0)], &[], &[body], 1);
    assert!(!results[0].is_available());
    let promise = first.lock().take().unwrap();
    promise.set(1);
    bench.wait(&results);
    assert_eq!(get::<i32>(&results[0]), 200_000);
}

#[test]
fn a_cancelled_loop_ends() {
    let bench = Bench::new();
    let body = function("", 1, 1, |request, _, values| {
        let n = get::<i32>(&values[0]) + 1;
        if n == 10 {
            request.cancel();
        }
        vec![int(n)]
    });
    let results = bench.call("tfrt.repeat.i32", &[int(i32::MAX), int(0)], &[], &[body], 1);
    assert_eq!(message(&results[0]), "Cancelled");
    let bench = Bench::new();
    let body = function("g", 1, 2, |request, _, mut values| {
        request.cancel();
        values.push(Value::new(true));
        values
    });
    let operands = [Value::new(true), int(1)];
    let results = bench.call("tfrt.while", &operands, &[int_attribute(1)], &[body], 1);
    assert_eq!(message(&results[0]), "Cancelled");
}

fn counting(asynchronous: bool) -> Function {
    function("count", 2, 3, move |request, depth, values| {
        assert_eq!(depth, 1);
        let left = get::<i32>(&values[0]) - 1;
        let condition =
            if asynchronous { soon_as(request, left > 0) } else { Value::new(left > 0) };
        vec![int(left), add_later(request, &values[1]), condition]
    })
}

#[test]
fn while_loops_in_sequence_and_in_parallel() {
    for queue in ["s", "mstd:2"] {
        for asynchronous in [false, true] {
            for parallel in [0, 1, 2, 10] {
                let bench = Bench::on(queue);
                let operands = [Value::new(true), int(3000), int(0)];
                let attributes = [int_attribute(parallel)];
                let body = [counting(asynchronous)];
                // In parallel mode, the next iteration is queued while its arguments are pending,
                // but the counter is available when its task runs, because the condition was.
                let results = bench.call("tfrt.while", &operands, &attributes, &body, 2);
                assert_eq!(get::<i32>(&results[0]), 0);
                assert_eq!(get::<i32>(&results[1]), 3000);
            }
        }
    }
}

#[test]
fn while_that_does_not_start_gives_its_operands() {
    let bench = Bench::new();
    let attributes = [int_attribute(1)];
    let operands = [Value::new(false), int(3), int(4)];
    let results = bench.call("tfrt.while", &operands, &attributes, &[counting(false)], 2);
    assert_eq!((get::<i32>(&results[0]), get::<i32>(&results[1])), (3, 4));
    let results = bench.call("tfrt.while", &operands[..1], &attributes, &[counting(false)], 1);
    assert_eq!(message(&results[0]), "tfrt.while needs at least one loop value");
    let results = bench.call("tfrt.while", &operands[..2], &attributes, &[counting(false)], 1);
    assert!(message(&results[0]).contains("from the loop values"));
}

#[test]
fn an_error_condition_waits_for_the_values() {
    let bench = Bench::new();
    let held: Arc<Mutex<Option<Promise<i32>>>> = Arc::default();
    let inner = Arc::clone(&held);
    let body = function("f", 2, 3, move |_, _, _| {
        let (promise, value) = AsyncRef::pending();
        *inner.lock() = Some(promise);
        let error = Error::new(ErrorCode::Internal, "bad condition");
        vec![Value::Ref(value.into_any()), int(1), Value::Error(error)]
    });
    let operands = [Value::new(true), int(0), int(0)];
    let attributes = [int_attribute(1)];
    let results = bench.start("tfrt.while", &operands, &attributes, &[body], 2);
    assert!(results.iter().all(|result| !result.is_available()));
    let promise = held.lock().take().unwrap();
    promise.set(5);
    bench.wait(&results);
    assert!(results.iter().all(|result| message(result) == "bad condition"));
}

#[test]
fn a_condition_of_another_type_is_an_error() {
    let bench = Bench::new();
    let body = function("f", 1, 2, |_, _, _| vec![int(1), int(1)]);
    let operands = [Value::new(true), int(0)];
    let results = bench.call("tfrt.while", &operands, &[int_attribute(1)], &[body], 1);
    assert_eq!(message(&results[0]), "the condition of tfrt.while is 'i32', not 'i1'");
    assert_eq!(bench.reported().len(), 1);
}

#[test]
fn loops_leave_nothing_behind() {
    // Other tests create values at the same time, so this only bounds the growth.
    let before = live_count();
    let bench = Bench::new();
    let body = function("", 1, 1, |request, _, values| vec![add_later(request, &values[0])]);
    let results = bench.call("tfrt.repeat.i32", &[int(100_000), int(0)], &[], &[body], 1);
    assert_eq!(get::<i32>(&results[0]), 100_000);
    drop(results);
    assert!(live_count() - before < 50_000);
}
