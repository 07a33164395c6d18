//! The kernels of the test dialect.

use crate::atomic::AtomicInt;
use crate::testing::{Bench, function, get, int, int_attribute, message};
use tfrt_bef::{Attribute, DType};
use tfrt_host::kernel::{Chain, Value};

#[test]
fn asynchronous_results_come_from_the_queue() {
    let bench = Bench::new();
    let later = |name: &str, operands: &[Value], attributes: &[Attribute]| {
        let mut results = bench.start(name, operands, attributes, &[], 1);
        assert!(!results[0].is_available(), "{name}");
        bench.wait(&results);
        results.remove(0)
    };
    let sum = later("tfrt_test.async_add.i32", &[int(i32::MAX), int(1)], &[]);
    assert_eq!(get::<i32>(&sum), i32::MIN);
    for kernel in [
        "tfrt_test.async_copy.i32",
        "tfrt_test.async_copy_2.i32",
        "tfrt_test.async_copy.with_delay.i32",
    ] {
        assert_eq!(get::<i32>(&later(kernel, &[int(4)], &[])), 4);
    }
    let wide = later("tfrt_test.async_copy.with_delay.i64", &[Value::new(1i64 << 40)], &[]);
    assert_eq!(get::<i64>(&wide), 1 << 40);
    let constant = later("tfrt_test.async_constant.i32", &[], &[int_attribute(32)]);
    assert_eq!(get::<i32>(&constant), 32);
    let truth = Attribute::Scalar { dtype: DType::I1, bits: 1 };
    assert!(get::<bool>(&later("tfrt_test.async_constant.i1", &[], &[truth])));
    for kernel in ["tfrt_test.report_error_concrete_async", "tfrt_test.report_error_indirect_async"]
    {
        assert_eq!(get::<i32>(&later(kernel, &[int(0)], &[])), 0);
        let error = later(kernel, &[int(-1)], &[]);
        assert_eq!(message(&error), "something bad happened asynchronously");
    }
    assert_eq!(bench.reported().len(), 2);
    later("tfrt_test.blocking.usleep", &[int(1)], &[]);
    assert_eq!(bench.printed(), "Slept for 1 microseconds\n");
}

#[test]
fn a_delay_on_the_caller_is_over_when_the_kernel_returns() {
    let bench = Bench::new();
    let narrow = bench.start("tfrt_test.copy.with_delay.i32", &[int(4)], &[], &[], 1);
    assert_eq!(get::<i32>(&narrow[0]), 4);
    let wide = [Value::new(1i64 << 40)];
    let wide = bench.start("tfrt_test.copy.with_delay.i64", &wide, &[], &[], 1);
    assert_eq!(get::<i64>(&wide[0]), 1 << 40);
}

#[test]
fn do_async_runs_its_region_in_a_task() {
    let bench = Bench::new();
    let body = function("", 2, 1, |request, depth, arguments| {
        request.print("ran\n");
        assert_eq!(depth, 0);
        vec![int(get::<i32>(&arguments[0]) + get::<i32>(&arguments[1]))]
    });
    let results = bench.start("tfrt_test.do.async", &[int(1), int(2)], &[], &[body], 1);
    assert_eq!(bench.printed(), "");
    bench.wait(&results);
    assert_eq!(get::<i32>(&results[0]), 3);
    assert_eq!(bench.printed(), "ran\n");
}

#[test]
fn a_task_that_never_runs_leaves_errors() {
    let bench = Bench::new();
    let body = function("", 0, 1, |_, _, _| vec![int(1)]);
    let results = bench.start("tfrt_test.do.async", &[], &[], &[body], 1);
    bench.host.shutdown();
    assert!(results[0].error().is_some());
}

#[test]
fn atomics_are_shared() {
    let bench = Bench::new();
    let cell = bench.call("tfrt_test.atomic.create.i32", &[], &[], &[], 1).remove(0);
    let chain = Value::new(Chain);
    bench.one::<Chain>("tfrt_test.atomic.inc.i32", &[cell.clone(), chain.clone()]);
    bench.one::<Chain>("tfrt_test.atomic.add.i32", &[cell.clone(), int(41), chain.clone()]);
    let results = bench.call("tfrt_test.atomic.get.i32", &[cell.clone(), chain], &[], &[], 2);
    assert_eq!(get::<i32>(&results[0]), 42);
    assert_eq!(get::<AtomicInt>(&cell).0.load(std::sync::atomic::Ordering::SeqCst), 42);
}

#[test]
fn failures() {
    let bench = Bench::new();
    assert_eq!(bench.error("tfrt_test.fail", &[], 1), "something bad happened");
    assert_eq!(bench.error("tfrt_test.error_chain", &[Value::new(Chain)], 1), "error chain");
    let results = bench.call("tfrt_test.partial_fail", &[], &[], &[], 2);
    assert_eq!(get::<i32>(&results[0]), 1);
    assert_eq!(message(&results[1]), "something bad happened");
    let results = bench.start("tfrt_test.report_error_async", &[], &[], &[], 1);
    assert_eq!(bench.reported().len(), 3);
    assert!(!results[0].is_available());
    bench.wait(&results);
    let expected = "something bad happened asynchronously";
    let error = results[0].error().unwrap();
    assert_eq!((error.message(), error.kernel()), (expected, Some("tfrt_test.report_error_async")));
    assert_eq!(error.location().file_line_col(), Some(("t.mlir", 1, 2)));
    assert_eq!(bench.reported(), [expected]);
}

#[test]
fn cancel_ends_the_run_and_gives_its_own_results() {
    let bench = Bench::new();
    let results = bench.call("tfrt_test.cancel", &[Value::new(Chain)], &[], &[], 2);
    assert_eq!(get::<i32>(&results[0]), 0);
    assert_eq!(get::<Chain>(&results[1]), Chain);
    assert_eq!(bench.request.cancelled().unwrap().message(), "Cancelled");
}

#[test]
fn forwarding_counting_and_printing() {
    let bench = Bench::new();
    let chain = Value::new(Chain);
    bench.one::<Chain>("tfrt_test.print_hello", std::slice::from_ref(&chain));
    let operands = [int(1), int(2)];
    let cost = bench.call("tfrt_test.test_cost", &operands, &[int_attribute(7)], &[], 1);
    assert_eq!(get::<i32>(&cost[0]), 0);
    assert_eq!(bench.printed(), "hello host executor!\nid: 7\n");
    let counted = bench.call("tfrt_test.count3.i32", &[int(i32::MAX - 1)], &[], &[], 3);
    let counted: Vec<i32> = counted.iter().map(get).collect();
    assert_eq!(counted, [i32::MAX, i32::MIN, i32::MIN + 1]);
    let counted = bench.call("tfrt_test.count3.i64", &[Value::new(1i64)], &[], &[], 3);
    assert_eq!(get::<i64>(&counted[2]), 4);
    let same = bench.call("tfrt_test.identity", &[chain.clone(), int(1), int(2)], &[], &[], 2);
    assert_eq!(get::<i32>(&same[1]), 2);
    let same = bench.call("tfrt_test.multi_arg_result", &operands, &[], &[], 2);
    assert_eq!(get::<i32>(&same[0]), 1);
    assert_eq!(bench.one::<i32>("tfrt_test.sum", &[int(1), int(2), int(3)]), 6);
    assert!(bench.error("tfrt_test.sum", &[], 1).contains("at least one"));
    assert!(bench.error("tfrt_test.sum", &[chain], 1).contains("'!tfrt.chain'"));
}
