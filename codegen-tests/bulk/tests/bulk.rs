//! Every program of the range, on several inputs each: generated Rust and the executor come to what
//! the evaluator says.

use tfrt_bulk::programs;
use tfrt_codegen_tests::evaluate::evaluate;
use tfrt_codegen_tests::random::{Options, program};
use tfrt_codegen_tests::{bef, run_with, verified};
use tfrt_host::context::Host;

/// Calls that may nest: programs recurse deeper now and then.
const MAX_CALL_DEPTH: u32 = 24;

// One test, because the count of live values is the process's: nothing else may run meanwhile.
#[test]
fn generated_rust_comes_to_what_the_evaluator_says() {
    let catalogue = tfrt_test_kernels::catalogue();
    let (mut runs, mut failures) = (0, Vec::new());
    for &(seed, functions) in programs() {
        let program = program(seed, Options::wide(seed));
        let checked = verified("random.mlir", &program.text, &catalogue).expect("it is valid");
        let bytes = bef("random.mlir", &program.text, &catalogue).expect("it is valid");
        let options = tfrt_exec::LoadOptions::default();
        let loaded = tfrt_exec::Program::load(&bytes, &catalogue, &options).expect("it loads");
        let generated = functions().into_iter().find(|(name, _)| *name == "main");
        let engines = [
            ("executor", loaded.function("main").expect("there is a main")),
            ("generated Rust", generated.expect("main is compiled").1),
        ];
        for input in &program.inputs {
            let expected = evaluate(&checked, "main", input, MAX_CALL_DEPTH);
            for (engine, function) in &engines {
                let host = Host::builder().work_queue("s").max_call_depth(MAX_CALL_DEPTH);
                runs += 1;
                if let Some(what) = expected.judge(&run_with(function, input, host)) {
                    let text = &program.text;
                    failures.push(format!("seed {seed}: {engine} on {input:?}: {what}\n{text}"));
                }
            }
        }
    }
    println!("bulk: {} programs, {runs} runs, {} mismatches", programs().len(), failures.len());
    assert!(!programs().is_empty());
    let told = failures.iter().take(10).map(String::as_str).collect::<Vec<_>>().join("\n----\n");
    assert!(failures.is_empty(), "{told}");
}
