//! The benchmark op, and values and contexts that tell of their lives.

use crate::testing::{Bench, function, get, int, int_attribute, message};
use parking_lot::Mutex;
use std::sync::Arc;
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::{Attribute, Chain, Value};
use tfrt_host::value::AsyncRef;
use tfrt_kernels::string::HostString;

#[test]
fn a_benchmark_runs_as_often_as_it_says() {
    let bench = Bench::new();
    let runs = Arc::new(Mutex::new(0));
    let counter = Arc::clone(&runs);
    let body = function("", 1, 1, move |request, _, arguments| {
        *counter.lock() += 1;
        let (promise, value) = AsyncRef::pending();
        let argument = get::<i32>(&arguments[0]);
        let task = tfrt_host::queue::Task::new(move || promise.set(argument));
        request.host().queue().add_task(task);
        vec![Value::Ref(value.into_any())]
    });
    let name = Attribute::String(b"b".to_vec());
    let attributes = [int_attribute(60), int_attribute(5), name, int_attribute(2)];
    let body = std::slice::from_ref(&body);
    let results = bench.call("tfrt_test.benchmark", &[int(1)], &attributes, body, 1);
    assert!(results[0].get::<Chain>().is_some());
    assert_eq!(*runs.lock(), 7);
    let printed = bench.printed();
    let labels: Vec<_> = printed.lines().filter_map(|line| line.rsplit_once(": ")).collect();
    assert_eq!(labels[0].0, "BM:b:Duration(ns)");
    assert_eq!(labels[1], ("BM:b:Count", "5"));
    let times: Vec<_> = labels[2..6].iter().map(|(label, _)| *label).collect();
    assert_eq!(
        times,
        ["BM:b:Time Min(ns)", "BM:b:Time 50%(ns)", "BM:b:Time 95%(ns)", "BM:b:Time 99%(ns)"]
    );
}

#[test]
fn a_benchmark_ends_with_the_error_of_a_run() {
    let bench = Bench::new();
    let body =
        function("", 0, 1, |_, _, _| vec![Value::Error(Error::new(ErrorCode::Internal, "no"))]);
    let name = Attribute::String(b"b".to_vec());
    let attributes = [int_attribute(1), int_attribute(5), name, int_attribute(0)];
    let results = bench.call("tfrt_test.benchmark", &[], &attributes, &[body], 1);
    assert_eq!(message(&results[0]), "no");
    assert_eq!(bench.printed(), "");
}

#[test]
fn contexts_of_the_host_outlive_runs() {
    let bench = Bench::new();
    for _ in 0..2 {
        let results =
            bench.call("tfrt_test.use_sample_shared_context", &[Value::new(Chain)], &[], &[], 2);
        assert_eq!(get::<HostString>(&results[0]).0, "sample_shared_context0");
    }
}

#[test]
fn traced_values_and_resources_tell_of_their_lives() {
    let bench = Bench::new();
    let chain = Value::new(Chain);
    let a = bench.call("vt.constant", &[], &[int_attribute(4)], &[], 1).remove(0);
    let sum = bench.call("vt.add", &[a.clone(), a], &[], &[], 1).remove(0);
    bench.call("vt.print", &[sum, chain.clone()], &[], &[], 1);
    assert_eq!(
        bench.printed(),
        "constructed vt.value(4)\nmove constructed vt.value(4)\nconstructed vt.value(8)\n\
         move constructed vt.value(8)\ndestroyed vt.value(4)\nprint vt_value(8)\n\
         destroyed vt.value(8)\n"
    );
    let allocate = || {
        bench
            .call("tfrt_test.allocate_resource", std::slice::from_ref(&chain), &[], &[], 2)
            .remove(0)
    };
    let (kept, dropped) = (allocate(), allocate());
    drop(dropped);
    let operands = [kept.clone(), chain.clone()];
    bench.call("tfrt_test.deallocate_resource", &operands, &[], &[], 1);
    drop((kept, operands));
    assert_eq!(
        bench.printed(),
        "Allocated TestResource\nAllocated TestResource\nDestroyed TestResource\n\
         Destroyed TestResource\ntfrt_test.deallocate_resource done\n"
    );
}
