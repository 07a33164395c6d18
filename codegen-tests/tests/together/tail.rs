//! Tail recursion: compiled engines run it as a loop in constant stack, and count iterations as
//! calls.
#![deny(warnings)]
#![forbid(unsafe_code)]

use std::cell::Cell;
use std::time::Duration;
use tfrt::{Compiled, Engine, Host, Program, RequestContext, kernel};

/// Iterations, and the limit of the call depth: so many calls would take gigabytes. Debug builds get
/// through fewer in time, whose kernels are calls.
const ITERATIONS: i32 = 50_000_000;
const ITERATIONS_IN_RUST: i32 = if cfg!(debug_assertions) { 2_000_000 } else { ITERATIONS };

/// Small enough that calls without a stack check overflow it.
const STACK: usize = 512 * 1024;

thread_local! {
    /// The lowest and the highest address of the stack at which the kernel was.
    static SEEN: Cell<(usize, usize)> = const { Cell::new((usize::MAX, 0)) };
}

/// Gives what it takes, and sees where the stack is.
#[kernel("tail.here", pure)]
fn here(value: i32) -> i32 {
    let mark = value;
    let address = std::ptr::from_ref(std::hint::black_box(&mark)).addr();
    SEEN.with(|seen| {
        let (lowest, highest) = seen.get();
        seen.set((lowest.min(address), highest.max(address)));
    });
    mark
}

/// How far from each other the addresses are that the kernel has seen meanwhile.
fn stack_of(run: impl FnOnce()) -> usize {
    SEEN.with(|seen| seen.set((usize::MAX, 0)));
    run();
    let (lowest, highest) = SEEN.with(Cell::get);
    highest.checked_sub(lowest).expect("the kernel runs")
}

const TEXT: &str = include_str!("../../programs/tail.mlir");

tfrt::kernels! { MY = [here] }

tfrt::tfrt_graph! {
    mod generated = "programs/tail.mlir";
    kernels = [MY];
}

fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(test);
    thread.expect("a thread can be started").join().expect("the test passes");
}

fn compiled() -> Compiled {
    let catalogue = tfrt::catalogue().with(&MY);
    let bytes = tfrt::mlir_to_bef("programs/tail.mlir", TEXT, &catalogue);
    let program = Program::load(bytes.expect("the program is valid"), &catalogue);
    program.expect("it loads").compile(Engine::Jit).expect("the JIT takes it")
}

type Outcome = Result<i32, String>;

/// An engine's name, and a function of two numbers on it, of which the second is zero.
type OnEngine<'a> = (&'static str, Box<dyn Fn(i32) -> Outcome + 'a>);

/// A function on both compiled engines.
fn engines<'a>(
    jit: &'a Compiled,
    request: &'a RequestContext,
    name: &'static str,
    generated: fn(&RequestContext, i32, i32) -> Result<i32, tfrt::Error>,
) -> [OnEngine<'a>; 2] {
    let function = jit.function::<(i32, i32), (i32,)>(name).expect("it is compiled");
    let by_jit = move |n| function.call(request, (n, 0)).map(|(result,)| result);
    let text = |error: tfrt::Error| error.to_string();
    [
        ("JIT", Box::new(move |n| by_jit(n).map_err(text))),
        ("generated Rust", Box::new(move |n| generated(request, n, 0).map_err(text))),
    ]
}

fn host(depth: i32) -> Host {
    let depth = u32::try_from(depth).expect("it is no less than zero");
    Host::builder()
        .work_queue("s")
        .diagnostics(|_| {})
        .max_call_depth(depth)
        .build()
        .expect("a host")
}

#[test]
fn iterations_take_no_stack() {
    let jit = compiled();
    let host = host(10_000);
    let request = host.context();
    for (engine, run) in engines(&jit, &request, "here", generated::here) {
        let stack = stack_of(|| assert_eq!(run(9_999), Ok(0), "{engine}"));
        assert!(stack < 1024, "10,000 iterations take {stack} bytes of stack on {engine}");
    }
}

#[test]
fn iterations_count_as_calls() {
    on_small_stack(|| {
        let jit = compiled();
        for (index, iterations) in [ITERATIONS, ITERATIONS_IN_RUST].into_iter().enumerate() {
            let host = host(iterations);
            let request = host.context();
            let (engine, run) = &engines(&jit, &request, "down", generated::down)[index];
            assert_eq!(run(iterations - 1), Ok(iterations - 1), "{engine}");
            assert_eq!(run(iterations), Ok(iterations), "{engine}");
            let too_deep = format!("call depth exceeds {iterations}");
            assert_eq!(run(iterations + 1), Err(too_deep), "{engine}");
        }
    });
}

#[test]
fn calls_out_of_iterations_check_the_stack() {
    const DEEP: i32 = 200_000;
    on_small_stack(|| {
        let jit = compiled();
        let host = host(DEEP + 1);
        let request = host.context();
        for (name, above, generated) in [
            ("zigzag", 0, generated::zigzag as fn(&RequestContext, i32, i32) -> _),
            ("odd", 1, generated::odd),
        ] {
            for (engine, run) in engines(&jit, &request, name, generated) {
                assert_eq!(run(DEEP), Ok(DEEP / 2), "@{name}, {engine}");
                let too_deep = Err(format!("call depth exceeds {}", DEEP + 1));
                assert_eq!(run(DEEP + 2 - above), too_deep, "@{name}, {engine}");
            }
        }
    });
}

#[test]
fn small_calls_out_of_iterations_check_the_stack() {
    const DEEP: i32 = 200_000;
    on_small_stack(|| {
        let jit = compiled();
        let host = host(DEEP);
        let request = host.context();
        for (name, generated) in [
            ("stairs_at_odd", generated::stairs_at_odd as fn(&RequestContext, i32, i32) -> _),
            ("stairs_at_even", generated::stairs_at_even),
        ] {
            for (engine, run) in engines(&jit, &request, name, generated) {
                let too_deep = Err(format!("call depth exceeds {DEEP}"));
                assert_eq!(run(0), too_deep, "@{name}, {engine}");
            }
        }
    });
}

#[test]
fn long_functions_iterate() {
    let jit = compiled();
    let host = host(10_000);
    let request = host.context();
    for (engine, run) in engines(&jit, &request, "long", generated::long) {
        assert_eq!(run(3), Ok(3 + 2 + 1 - 4 * 120), "{engine}");
        assert_eq!(run(10_000), Err("call depth exceeds 10000".to_owned()), "{engine}");
    }
}

#[test]
fn a_deadline_ends_iterations() {
    let jit = compiled();
    let host = Host::builder().work_queue("s").diagnostics(|_| {}).max_call_depth(u32::MAX).build();
    let host = host.expect("a host");
    for index in 0..2 {
        let request = host.context().with_deadline(Duration::from_millis(20));
        let (engine, run) = &engines(&jit, &request, "on", generated::on)[index];
        assert_eq!(run(1), Err("Deadline exceeded".to_owned()), "{engine}");
    }
}
