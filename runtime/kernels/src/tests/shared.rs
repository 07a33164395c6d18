//! Kernels that call functions once, in parallel or repeatedly, and state shared by runs.

use crate::string::HostString;
use crate::testing::{Bench, function, get, int, int_attribute, message};
use parking_lot::Mutex;
use std::sync::Arc;
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::{Attribute, Chain, Value};
use tfrt_host::value::AsyncRef;

#[test]
fn once_runs_once_in_a_run_and_shares_what_comes() {
    let bench = Bench::new();
    let (promise, later) = AsyncRef::<i32>::pending();
    let body = function("f", 1, 2, move |request, depth, arguments| {
        request.print("ran\n");
        assert_eq!(depth, 1);
        vec![arguments[0].clone(), Value::Ref(later.clone().into_any())]
    });
    let first = bench.start("tfrt.once", &[int(3)], &[], std::slice::from_ref(&body), 2);
    let second = bench.start("tfrt.once", &[int(4)], &[], &[body], 2);
    assert_eq!(bench.printed(), "ran\n");
    assert!(!second[1].is_available());
    promise.set(8);
    for results in [first, second] {
        assert_eq!((get::<i32>(&results[0]), get::<i32>(&results[1])), (3, 8));
    }
    let other = function("g", 0, 1, |_, _, _| vec![int(5)]);
    assert_eq!(get::<i32>(&bench.call("tfrt.once", &[], &[], &[other], 1)[0]), 5);
}

#[test]
fn once_keeps_to_its_own_name() {
    let bench = Bench::new();
    bench.request.resources().get_or_create("tfrt.once @f", || 1u8).unwrap();
    let body = function("f", 0, 1, |_, _, _| vec![int(5)]);
    let results = bench.call("tfrt.once", &[], &[], &[body], 1);
    assert!(message(&results[0]).starts_with("resource 'tfrt.once @f' is of type u8"));
}

/// The bounds that a parallel loop passed to its body, sorted, and its chain.
fn blocks(queue: &str, start: i32, end: i32, block: i32) -> (Vec<(i32, i32)>, Value) {
    let bench = Bench::on(queue);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let body = function("", 3, 0, move |_, _, arguments| {
        assert_eq!(get::<i32>(&arguments[2]), 77);
        log.lock().push((get::<i32>(&arguments[0]), get::<i32>(&arguments[1])));
        Vec::new()
    });
    let operands = [int(start), int(end), int(block), int(77)];
    let chain = bench.call("tfrt.parallel_for.i32", &operands, &[], &[body], 1).remove(0);
    let mut seen = std::mem::take(&mut *seen.lock());
    seen.sort_unstable();
    (seen, chain)
}

#[test]
fn parallel_loops_cover_their_range() {
    for queue in ["s", "mstd:3"] {
        let (seen, chain) = blocks(queue, -3, 8, 4);
        assert_eq!(seen, [(-3, 1), (1, 5), (5, 8)]);
        assert!(chain.get::<Chain>().is_some());
        assert_eq!(blocks(queue, 0, 1000, 1).0.len(), 1000);
        // More blocks than may be queued at a time.
        let many = 1 << 19;
        let (seen, chain) = blocks(queue, 0, many, 1);
        assert!(seen.into_iter().eq((0..many).map(|start| (start, start + 1))));
        assert!(chain.get::<Chain>().is_some());
        assert_eq!(blocks(queue, i32::MIN, i32::MAX, i32::MAX).0.len(), 3);
        assert_eq!(blocks(queue, 5, 5, 1).0, []);
        assert_eq!(blocks(queue, 5, 4, 1).0, []);
        let (seen, chain) = blocks(queue, 0, 10, 0);
        assert_eq!(seen, []);
        assert_eq!(message(&chain), "block size must be positive, got 0");
    }
}

#[test]
fn a_single_block_runs_at_once_and_the_others_in_tasks() {
    let bench = Bench::new();
    let body = function("f", 2, 0, |request, depth, arguments| {
        assert_eq!(depth, 1);
        request.print(&format!("{} ", get::<i32>(&arguments[0])));
        Vec::new()
    });
    let call = |block| {
        let operands = [int(0), int(4), int(block)];
        let body = std::slice::from_ref(&body);
        bench.start("tfrt.parallel_call.i32", &operands, &[], body, 1).remove(0)
    };
    assert!(call(4).is_available());
    assert_eq!(bench.printed(), "0 ");
    let chain = call(1);
    assert!(!chain.is_available());
    assert_eq!(bench.printed(), "0 ");
    bench.wait(&[chain]);
    assert_eq!(bench.printed(), "2 1 3 ");
}

#[test]
fn a_parallel_loop_ends_when_all_calls_have_and_with_the_last_error() {
    for queue in ["s", "mstd:3"] {
        let bench = Bench::on(queue);
        let body = function("", 2, 1, |_, _, arguments| {
            let (promise, chain) = AsyncRef::<Chain>::pending();
            match get::<i32>(&arguments[0]) {
                1 => promise.fail(Error::new(ErrorCode::Internal, "one")),
                7 => promise.fail(Error::new(ErrorCode::Internal, "seven")),
                _ => promise.set(Chain),
            }
            vec![Value::Ref(chain.into_any())]
        });
        let operands = [int(0), int(9), int(1)];
        let results = bench.call("tfrt.parallel_for.i32", &operands, &[], &[body], 1);
        assert_eq!(message(&results[0]), "seven");
        let body = function("", 2, 2, |_, _, _| vec![int(1), int(2)]);
        let results = bench.call("tfrt.parallel_for.i32", &operands, &[], &[body], 1);
        assert_eq!(message(&results[0]), "Invalid parallel body function result types");
    }
}

#[test]
fn a_parallel_loop_whose_tasks_never_run_ends_with_an_error() {
    let bench = Bench::new();
    let body = function("", 2, 0, |_, _, _| Vec::new());
    let operands = [int(0), int(9), int(1)];
    let results = bench.start("tfrt.parallel_for.i32", &operands, &[], &[body], 1);
    bench.host.shutdown();
    assert_eq!(message(&results[0]), "parallel blocks dropped");
}

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
fn formats_take_one_integer() {
    let bench = Bench::new();
    let format = |text: &str, value| {
        let text = Value::new(HostString(text.to_owned()));
        bench.call("tfrt_test.format_string", &[text, int(value)], &[], &[], 1).remove(0)
    };
    for (text, value, expected) in [
        ("%d", -5, "-5"),
        ("<%5d>", -5, "<   -5>"),
        ("<%-5d>", -5, "<-5   >"),
        ("<%05d>", -5, "<-0005>"),
        ("<%05i%%>", 42, "<00042%>"),
        ("%u", -1, "4294967295"),
        ("%x %%", -1, "ffffffff %"),
        ("%X", 255, "FF"),
        ("%o", 8, "10"),
        ("ä%1dö", 7, "ä7ö"),
        ("none", 7, "none"),
        ("%%d", 7, "%d"),
        ("<%+d>", 7, "<+7>"),
        ("<%+d>", -7, "<-7>"),
        ("<% d>", 7, "< 7>"),
        ("<% +d>", 7, "<+7>"),
        ("<%+05d>", 7, "<+0007>"),
        ("<%-05d>", 7, "<7    >"),
        ("<%.3d>", -7, "<-007>"),
        ("<%06.3d>", -7, "<  -007>"),
        ("<%-6.3x>", 10, "<00a   >"),
        ("<%.0d>", 0, "<>"),
        ("<%.d>", 1, "<1>"),
        ("<%#x>", 255, "<0xff>"),
        ("<%#08X>", 255, "<0X0000FF>"),
        ("<%#x>", 0, "<0>"),
        ("<%#o>", 8, "<010>"),
        ("<%#o>", 0, "<0>"),
        ("<%#.0o>", 0, "<0>"),
        ("<%#.4o>", 8, "<0010>"),
        ("<%u>", 0, "<0>"),
    ] {
        assert_eq!(get::<HostString>(&format(text, value)).0, expected, "{text}");
    }
    for (text, expected) in [
        ("%d %d", "format has 2 conversions, expected 1"),
        ("%s", "conversion '%s' is not supported"),
        ("%n", "conversion '%n' is not supported"),
        ("%", "conversion '%' is not supported"),
        ("%9999999999d", "conversion '%9999999999d' is not supported"),
        ("%1025d", "conversion '%1025d' is not supported"),
        ("%äd", "conversion '%äd' is not supported"),
        ("%*d", "conversion '%*d' is not supported"),
        ("%.1025d", "conversion '%.1025d' is not supported"),
        ("%ld", "conversion '%ld' is not supported"),
        ("%5", "conversion '%5' is not supported"),
        ("%5.", "conversion '%5.' is not supported"),
    ] {
        assert_eq!(message(&format(text, 1)), expected);
    }
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
