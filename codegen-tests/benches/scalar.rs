//! Synchronous scalar graphs on every engine against hand-written Rust, in one run. Prints the
//! shortest of many runs, the ratio to hand-written Rust, and the allocations of a call.
//!
//! `cargo bench -p tfrt-codegen-tests`
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use std::time::Instant;
use tfrt::{Engine, Host, Program, RequestContext};

mod counted {
    //! Counts allocations of the benchmark's thread.
    #![expect(unsafe_code, reason = "a global allocator is unsafe to implement")]
    use super::{Cell, GlobalAlloc, Layout, System};

    thread_local! {
        pub(super) static COUNT: Cell<u64> = const { Cell::new(0) };
    }

    pub(super) struct Counted;

    // SAFETY: every call goes to the system allocator unchanged.
    unsafe impl GlobalAlloc for Counted {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            COUNT.with(|count| count.set(count.get() + 1));
            // SAFETY: the caller's promises are passed on.
            unsafe { System.alloc(layout) }
        }

        unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
            // SAFETY: the caller's promises are passed on.
            unsafe { System.dealloc(pointer, layout) }
        }
    }
}

#[global_allocator]
static ALLOCATOR: counted::Counted = counted::Counted;

tfrt::tfrt_graph! { mod fizzbuzz = "../examples/graphs/fizzbuzz.mlir"; }
tfrt::tfrt_graph! { mod scalar = "benches/scalar.mlir"; }

const FIZZBUZZ: &str = include_str!("../../examples/graphs/fizzbuzz.mlir");
const SCALAR: &str = include_str!("scalar.mlir");

/// Runs of each engine; the shortest counts.
const RUNS: u32 = 15;

fn main() {
    // `cargo test` builds and starts benchmarks too; only `cargo bench` asks for a measurement.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let host = Host::builder().build().expect("the default host");
    let request = host.context();
    println!(
        "{:<10} {:<18} {:>14} {:>8} {:>12}",
        "graph", "engine", "ns per call", "ratio", "allocations"
    );
    bench_fizzbuzz(&request);
    let program = load(SCALAR);
    let engines = |name| {
        [Engine::Jit, Engine::Executor].map(|engine| {
            let compiled = program.compile(engine).expect("the program compiles");
            (engine, compiled.function::<(i32,), (i32,)>(name).expect("the function is there"))
        })
    };
    for (graph, n, by_hand, generated) in [
        (
            "chain",
            7,
            chain as fn(i32) -> i32,
            (|_: &RequestContext, n| scalar::chain(n)) as Generated,
        ),
        ("collatz", 837_799, collatz, |request, n| scalar::collatz(request, n).unwrap_or(-1)),
        ("fib", 25, fib, |request, n| scalar::fib(request, n).unwrap_or(-1)),
    ] {
        let yardstick = measure(graph, "hand-written Rust", None, || by_hand(black_box(n)));
        measure(graph, "generated Rust", Some(yardstick), || generated(&request, black_box(n)));
        for (engine, function) in engines(graph) {
            measure(graph, &format!("{engine:?}"), Some(yardstick), || {
                function.call(&request, (black_box(n),)).map_or(-1, |(result,)| result)
            });
        }
    }
}

type Generated = fn(&RequestContext, i32) -> i32;

fn load(text: &str) -> Program {
    let catalogue = tfrt::catalogue();
    let bytes = tfrt::mlir_to_bef("bench.mlir", text, &catalogue).expect("the program is valid");
    Program::load(&bytes, &catalogue).expect("the program loads")
}

fn bench_fizzbuzz(request: &RequestContext) {
    let n = 1_000_000;
    let program = load(FIZZBUZZ);
    let yardstick =
        measure("fizzbuzz", "hand-written Rust", None, || fizzbuzz_by_hand(black_box(n)));
    measure("fizzbuzz", "generated Rust", Some(yardstick), || {
        let (a, b, c) = fizzbuzz::fizzbuzz(request, black_box(n));
        (a.unwrap_or(-1), b.unwrap_or(-1), c.unwrap_or(-1))
    });
    for engine in [Engine::Jit, Engine::Executor] {
        let function = program
            .compile(engine)
            .and_then(|compiled| compiled.function::<(i32,), (i32, i32, i32)>("fizzbuzz"))
            .expect("the program compiles");
        measure("fizzbuzz", &format!("{engine:?}"), Some(yardstick), || {
            function.call(request, (black_box(n),)).unwrap_or((-1, -1, -1))
        });
    }
}

/// Prints one row; returns the shortest time. Short calls are repeated within a run.
fn measure<T: PartialEq + std::fmt::Debug>(
    graph: &str,
    engine: &str,
    yardstick: Option<f64>,
    mut call: impl FnMut() -> T,
) -> f64 {
    let start = Instant::now();
    let expected = black_box(call());
    let once = start.elapsed().as_nanos().max(1);
    let repeat = u32::try_from((2_000_000 / once).clamp(1, 1_000_000)).unwrap_or(1);
    let before = counted::COUNT.with(Cell::get);
    assert_eq!(call(), expected, "{graph} on {engine}: the same call gives the same answer");
    let allocations = counted::COUNT.with(Cell::get) - before;
    let runs = if once > 100_000_000 { 2 } else { RUNS };
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        for _ in 0..repeat {
            black_box(call());
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(repeat));
    }
    let ratio = best / yardstick.unwrap_or(best);
    println!("{graph:<10} {engine:<18} {best:>14.1} {ratio:>7.2}x {allocations:>12}");
    best
}

fn fizzbuzz_by_hand(n: i32) -> (i32, i32, i32) {
    let (mut fizz, mut buzz, mut both) = (0i32, 0i32, 0i32);
    for i in 1..=n {
        match (i % 3 == 0, i % 5 == 0) {
            (true, true) => both += 1,
            (true, false) => fizz += 1,
            (false, true) => buzz += 1,
            (false, false) => {}
        }
    }
    (fizz, buzz, both)
}

/// Twenty dependent operations.
#[inline(never)]
fn chain(x: i32) -> i32 {
    let mut y = x;
    for _ in 0..5 {
        y = y.wrapping_mul(y).wrapping_add(x).wrapping_mul(x).wrapping_add(y);
    }
    y
}

/// Steps until 1 is reached.
fn collatz(n: i32) -> i32 {
    let (mut n, mut steps) = (n, 0i32);
    while n > 1 {
        n = if n % 2 == 0 { n / 2 } else { n.wrapping_mul(3).wrapping_add(1) };
        steps += 1;
    }
    steps
}

fn fib(n: i32) -> i32 {
    if n <= 1 { n } else { fib(n - 1).wrapping_add(fib(n - 2)) }
}
