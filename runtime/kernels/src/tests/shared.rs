//! Kernels that call functions once, in parallel or repeatedly, and state shared by runs.

use crate::testing::{Bench, function, get, int, message};
use parking_lot::Mutex;
use std::sync::Arc;
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::{Chain, Value};
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
