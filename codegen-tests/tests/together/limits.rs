//! Long loops, long chains and deep calls: every engine, constant stack.

use std::fmt::Write;
use tfrt::{Compiled, Engine, Host, Program, RequestContext};
use tfrt_codegen_tests::{bef, on_executor, on_jit, programs, run, run_on, verified};

/// Iterations and depth that debug builds get through in time.
const ITERATIONS: i32 = if cfg!(debug_assertions) { 100_000 } else { 10_000_000 };

/// Small enough that a frame per iteration or per kernel would overflow it.
const STACK: usize = 512 * 1024;

fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(test)
        .expect("a thread can be started")
        .join()
        .expect("the test passes");
}

const DEEP: &str = include_str!("../../programs/deep.mlir");

tfrt::tfrt_graph! { mod deep = "programs/deep.mlir"; }

/// A program on the executor and on the JIT.
fn engines(text: &str) -> Vec<(&'static str, Compiled)> {
    let catalogue = tfrt::catalogue();
    let bytes = bef("deep.mlir", text, &catalogue).expect("the program is valid");
    let program = Program::load(&bytes, &catalogue).expect("the program loads");
    [("executor", Engine::Executor), ("JIT", Engine::Jit)]
        .map(|(name, engine)| (name, program.compile(engine).expect("the engine takes it")))
        .into()
}

/// What a function of one argument gives, or its error's message.
fn call(compiled: &Compiled, request: &RequestContext, name: &str, argument: i32) -> Outcome {
    let function = compiled.function::<(i32,), (i32,)>(name).expect("the function is there");
    function.call(request, (argument,)).map(|(result,)| result).map_err(|error| error.to_string())
}

type Outcome = Result<i32, String>;

/// A host for runs whose errors are inspected here. Its queue lives as long as the host.
fn host() -> Host {
    Host::builder().work_queue("s").diagnostics(|_| {}).build().expect("the default host")
}

#[test]
fn ten_million_iterations() {
    on_small_stack(|| {
        let host = host();
        let request = host.context();
        assert_eq!(deep::iterations(&request, ITERATIONS).expect("nothing fails"), ITERATIONS);
        for (engine, compiled) in engines(DEEP) {
            assert_eq!(
                call(&compiled, &request, "iterations", ITERATIONS),
                Ok(ITERATIONS),
                "{engine}"
            );
        }
    });
}

#[test]
fn recursion() {
    const TOO_DEEP: &str = "call depth exceeds 10000";
    on_small_stack(|| {
        let host = host();
        let request = host.context();
        assert_eq!(deep::fib(&request, 25).expect("not too deep"), 75_025);
        assert_eq!(deep::down(&request, 10_000).expect("not too deep"), 0);
        let error = deep::down(&request, 10_001).expect_err("too deep");
        assert_eq!(error.message(), TOO_DEEP);
        assert_eq!(error.kernel(), Some("tfrt.call"));
        assert_eq!(error.location().to_string(), "programs/deep.mlir;36;10");
        assert_eq!(deep::main_through(&request, 9_998).expect("not too deep"), 0);
        let error = deep::main_through(&request, 9_999).expect_err("too deep");
        assert_eq!(error.message(), TOO_DEEP);
        assert_eq!(deep::climb(&request, 10_000).expect("not too deep"), 10_000);
        let error = deep::climb(&request, 10_001).expect_err("too deep");
        assert_eq!(error.message(), TOO_DEEP);
        for (engine, compiled) in engines(DEEP) {
            assert_eq!(call(&compiled, &request, "fib", 25), Ok(75_025), "{engine}");
            assert_eq!(call(&compiled, &request, "down", 10_000), Ok(0), "{engine}");
            let answer = call(&compiled, &request, "down", 10_001);
            assert_eq!(answer, Err(TOO_DEEP.to_owned()), "{engine}");
            assert_eq!(call(&compiled, &request, "climb", 10_000), Ok(10_000), "{engine}");
            let answer = call(&compiled, &request, "climb", 10_001);
            assert_eq!(answer, Err(TOO_DEEP.to_owned()), "{engine}");
            assert_eq!(call(&compiled, &request, "main_through", 9_998), Ok(0), "{engine}");
            let answer = call(&compiled, &request, "main_through", 9_999);
            assert_eq!(answer, Err(TOO_DEEP.to_owned()), "{engine}");
        }
    });
}

#[test]
fn depth_is_counted_exactly_whatever_the_limit() {
    on_small_stack(|| {
        let engines = engines(DEEP);
        for limit in [0_u32, 1, 2, 3, 4, 5, 15, 16, 17, 47, 48, 49, 63, 64, 65, 200] {
            let host = Host::builder().work_queue("s").diagnostics(|_| {}).max_call_depth(limit);
            let host = host.build().expect("a host");
            let request = host.context();
            let limit = i32::try_from(limit).expect("it is small");
            for n in limit.saturating_sub(8)..limit + 9 {
                // Functions that do not recurse count too, on the way to one that does.
                // One that is a loop goes down, one that is not climbs back.
                for (name, above, climbs, generated) in [
                    ("down", 0, false, deep::down(&request, n)),
                    ("through", 1, false, deep::through(&request, n - 1)),
                    ("main_through", 2, false, deep::main_through(&request, n - 2)),
                    ("climb", 0, true, deep::climb(&request, n)),
                    ("climb_through", 1, true, deep::climb_through(&request, n - 1)),
                ] {
                    // Whoever is asked for less goes no less deep than to the end of the way.
                    let deepest = n.max(above);
                    let expected = if deepest <= limit {
                        Ok(if climbs { n - above } else { 0.min(n - above) })
                    } else {
                        Err(format!("call depth exceeds {limit}"))
                    };
                    let found = generated.map_err(|error| error.to_string());
                    assert_eq!(found, expected, "generated Rust, @{name}, {n} at most {limit}");
                    for (engine, compiled) in &engines {
                        let found = call(compiled, &request, name, n - above);
                        assert_eq!(found, expected, "{engine}, @{name}, {n} at most {limit}");
                    }
                }
            }
        }
    });
}

// Not from limit 0 on: functions that cannot recurse do not see a limit below their own height.
#[test]
fn depth_is_counted_through_what_waits() {
    let catalogue = tfrt_test_kernels::catalogue();
    let program =
        programs().find(|program| program.module == "filetest_depth").expect("it is there");
    let bytes = bef(program.name, program.text, &catalogue).expect("the program is valid");
    let checked = verified(program.name, program.text, &catalogue).expect("the program is valid");
    let jit = on_jit(&checked, &catalogue).expect("the JIT takes it");
    let generated = (program.functions)();
    let (mut values, mut errors) = (0, 0);
    for (name, reference) in on_executor(&bytes, &catalogue).expect("it loads") {
        let engines = [
            ("the JIT", jit.function(&name).expect("every function is compiled")),
            ("generated Rust", {
                let found = generated.iter().find(|(other, _)| *other == name);
                found.expect("every function is generated").1.clone()
            }),
        ];
        for limit in 5..16 {
            let host = || Host::builder().work_queue("s").max_call_depth(limit);
            let expected = run_on(&reference, host(), |_| {}).outcome;
            for (engine, function) in &engines {
                let found = run_on(function, host(), |_| {}).outcome;
                assert_eq!(expected, found, "@{name} at most {limit} deep on {engine}");
            }
            let failed = !expected.reports.is_empty();
            errors += u32::from(failed);
            values += u32::from(!failed);
        }
    }
    assert!(values > 20 && errors > 20, "both occur: {values} and {errors}");
}

#[test]
fn a_deadline_ends_recursion() {
    on_small_stack(move || {
        let host = host();
        let limited = || host.context().with_deadline(std::time::Duration::from_millis(20));
        let error = deep::fib(&limited(), 60).expect_err("it takes hours");
        assert_eq!(error.message(), "Deadline exceeded");
        for (engine, compiled) in engines(DEEP) {
            let answer = call(&compiled, &limited(), "fib", 60);
            assert_eq!(answer, Err("Deadline exceeded".to_owned()), "{engine}");
        }
    });
}

#[test]
fn hundred_thousand_kernels() {
    let mut text = String::from("func.func @chain(%v0: i32) -> i32 {\n");
    for index in 1..=100_000 {
        writeln!(text, "  %v{index} = tfrt.add.i32 %v{}, %v0", index - 1).expect("strings take it");
    }
    text.push_str("  tfrt.return %v100000 : i32\n}\n");
    on_small_stack(move || {
        let host = host();
        let request = host.context();
        for (engine, compiled) in engines(&text) {
            assert_eq!(call(&compiled, &request, "chain", 1), Ok(100_001), "{engine}");
        }
    });
}

#[test]
fn five_thousand_kernels_in_generated_rust() {
    on_small_stack(|| {
        let program =
            programs().find(|program| program.module == "generated_chain").expect("it is built");
        for (_, function) in (program.functions)() {
            assert_eq!(run(&function, "s").outcome.results, ["5001"]);
        }
    });
}
