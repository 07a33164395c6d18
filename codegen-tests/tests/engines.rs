//! Every test program on every engine: the same values, errors and reports, the same lines as far
//! as chains and data order them, the same calls on each stream of a device, and nothing left alive.

use tfrt_codegen_tests::{
    Outcome, bef, given_to_streams, on_executor, on_jit, programs, run, samples, verified,
};
use tfrt_host::kernel::Function;

/// Cancellation may reach kernels that nothing orders after it, so what ran may differ. On several
/// threads it may come to a value that queue `s` gives; what it comes to on queue `s` is ordered
/// after it in the programs here, and stays cancelled everywhere.
fn cancels(text: &str) -> bool {
    text.contains("tfrt_test.cancel")
}

fn check(what: &str, text: &str, queue: &str, expected: &Outcome, found: &Outcome) {
    if cancels(text) {
        let may_be = |(expected, found): (&String, &String)| {
            expected == found || queue != "s" && found.starts_with("Cancelled 'Cancelled'")
        };
        let (expected, found) = (&expected.results, &found.results);
        let agree = expected.len() == found.len() && expected.iter().zip(found).all(may_be);
        assert!(agree, "{what} on {queue}: {found:#?}\nexpected {expected:#?}");
    } else {
        assert_eq!(expected, found, "{what} on {queue}");
    }
}

// One test, because the count of live values is the process's: nothing else may run meanwhile.
#[test]
fn engines_agree() {
    let catalogue = tfrt_test_kernels::catalogue();
    if samples().is_none() {
        println!("the reference's samples are not beside this checkout: only our own programs run");
    }
    // How often each program runs on each work-stealing queue.
    let runs = std::env::var("TFRT_ENGINE_RUNS");
    let runs = runs.map_or(1, |text| text.parse().expect("a number"));
    let mut compared = 0;
    // What the streams of devices are given.
    let mut device_calls = 0;
    for program in programs() {
        // Random programs that cancel come to several things; the schedules' test knows which.
        // The edge matrix has a test of its own.
        if program.module.starts_with("cancelling_") || program.module.starts_with("edges_") {
            continue;
        }
        let bytes = bef(program.name, program.text, &catalogue).expect("test programs are valid");
        let checked =
            verified(program.name, program.text, &catalogue).expect("test programs are valid");
        let jit = on_jit(&checked, &catalogue).expect("the JIT takes every test program");
        let generated = (program.functions)();
        for (name, function) in on_executor(&bytes, &catalogue).expect("test programs load") {
            let what = format!("{} @{name}", program.module);
            let of_device = program.text.contains("tfrt_gpu.");
            // Ops that are executed by name are in no order, but that of their operands.
            let by_name = program.text.contains("create_gpu_op_handler");
            let given = || {
                let mut given = if of_device || by_name { given_to_streams() } else { Vec::new() };
                given.iter_mut().filter(|_| by_name).for_each(|calls| calls.sort());
                given
            };
            let _ = given();
            let reference = run(&function, "s");
            let expected_on_streams = given();
            device_calls += expected_on_streams.iter().map(Vec::len).sum::<usize>();
            assert_eq!(reference.leaked, 0, "{what}: values left alive by the executor");
            let engines: [(&str, Function); 3] = [
                ("executor", function),
                (
                    "generated Rust",
                    generated
                        .iter()
                        .find(|(other, _)| *other == name)
                        .map(|(_, function)| function.clone())
                        .expect("every function is generated"),
                ),
                ("JIT", jit.function(&name).expect("every function is compiled")),
            ];
            for (engine, function) in &engines {
                let what = format!("{what} on {engine}");
                for (queue, times) in [("s", 1), ("mstd:2", runs), ("mstd:4", runs)] {
                    for _ in 0..times {
                        let found = run(function, queue);
                        check(&what, program.text, queue, &reference.outcome, &found.outcome);
                        assert_eq!(found.leaked, 0, "{what} on {queue}: values left alive");
                        assert_eq!(given(), expected_on_streams, "{what} on {queue}: calls");
                    }
                }
                compared += 1;
            }
        }
    }
    println!("{compared} functions compared, {device_calls} calls of devices");
    assert!(compared > 100 && device_calls > 10, "the programs ran");
}
