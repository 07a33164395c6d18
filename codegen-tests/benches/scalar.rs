//! Synchronous scalar graphs on every engine against hand-written Rust, in one run. Prints the
//! shortest of many runs, its ratios to hand-written and to generated Rust, and the allocations of a
//! call. A call of the JIT or the executor from Rust has a price of its own, which `call` shows;
//! `chains` and `collatzes` are long enough for it not to matter.
//!
//! `cargo bench -p tfrt-codegen-tests --bench scalar`
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::hint::black_box;
use std::time::Instant;
use tfrt::{Engine, Host, Program, RequestContext};

#[path = "support/counted.rs"]
mod counted;

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
        "{:<10} {:<18} {:>14} {:>13} {:>13} {:>12}",
        "graph", "engine", "ns per call", "/ by hand", "/ generated", "allocations"
    );
    bench_fizzbuzz(&request);
    let program = load(SCALAR);
    for (graph, n, by_hand, generated) in [
        ("call", 7, call as fn(i32) -> i32, (|_: &RequestContext, n| scalar::call(n)) as Generated),
        ("chain", 7, chain, |_, n| scalar::chain(n)),
        ("chains", 10_000, chains, |request, n| scalar::chains(request, n).unwrap_or(-1)),
        ("collatz", 77_031, collatz, |request, n| scalar::collatz(request, n).unwrap_or(-1)),
        ("collatzes", 10_000, collatzes, |request, n| scalar::collatzes(request, n).unwrap_or(-1)),
        ("fib", 30, fib, |request, n| scalar::fib(request, n).unwrap_or(-1)),
        ("fib_tail", 1_000, fib_tail, |request, n| scalar::fib_tail(request, n).unwrap_or(-1)),
    ] {
        let hand = measure(graph, "hand-written Rust", [None, None], || by_hand(black_box(n)));
        let own = measure(graph, "generated Rust", [Some(hand), None], || {
            generated(&request, black_box(n))
        });
        for engine in engines(hand) {
            let compiled = program.compile(engine).expect("the program compiles");
            let function =
                compiled.function::<(i32,), (i32,)>(graph).expect("the function is there");
            measure(graph, &format!("{engine:?}"), [Some(hand), Some(own)], || {
                function.call(&request, (black_box(n),)).map_or(-1, |(result,)| result)
            });
        }
    }
}

type Generated = fn(&RequestContext, i32) -> i32;

/// The other engines; the executor only where Rust is fast enough for it to end.
fn engines(by_hand: f64) -> impl Iterator<Item = Engine> {
    let slow = by_hand > 100_000.0;
    [Engine::Jit, Engine::Executor].into_iter().take(if slow { 1 } else { 2 })
}

fn load(text: &str) -> Program {
    let catalogue = tfrt::catalogue();
    let bytes = tfrt::mlir_to_bef("bench.mlir", text, &catalogue).expect("the program is valid");
    Program::load(&bytes, &catalogue).expect("the program loads")
}

fn bench_fizzbuzz(request: &RequestContext) {
    let n = 1_000_000;
    let program = load(FIZZBUZZ);
    let hand =
        measure("fizzbuzz", "hand-written Rust", [None, None], || fizzbuzz_by_hand(black_box(n)));
    let own = measure("fizzbuzz", "generated Rust", [Some(hand), None], || {
        let (a, b, c) = fizzbuzz::fizzbuzz(request, black_box(n));
        (a.unwrap_or(-1), b.unwrap_or(-1), c.unwrap_or(-1))
    });
    for engine in engines(hand) {
        let function = program
            .compile(engine)
            .and_then(|compiled| compiled.function::<(i32,), (i32, i32, i32)>("fizzbuzz"))
            .expect("the program compiles");
        measure("fizzbuzz", &format!("{engine:?}"), [Some(hand), Some(own)], || {
            function.call(request, (black_box(n),)).unwrap_or((-1, -1, -1))
        });
    }
}

/// Prints one row; returns the shortest time. Short calls are repeated within a run.
fn measure<T: PartialEq + std::fmt::Debug>(
    graph: &str,
    engine: &str,
    yardsticks: [Option<f64>; 2],
    mut call: impl FnMut() -> T,
) -> f64 {
    let start = Instant::now();
    let expected = black_box(call());
    let once = start.elapsed().as_nanos().max(1);
    let repeat = u32::try_from((2_000_000 / once).clamp(1, 1_000_000)).unwrap_or(1);
    let before = counted::allocations();
    assert_eq!(call(), expected, "{graph} on {engine}: the same call gives the same answer");
    let allocations = counted::allocations() - before;
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        for _ in 0..repeat {
            black_box(call());
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(repeat));
    }
    let [hand, own] = yardsticks.map(|yardstick| match yardstick {
        Some(yardstick) => format!("{:.2}x", best / yardstick),
        None => String::new(),
    });
    println!("{graph:<10} {engine:<18} {best:>14.1} {hand:>13} {own:>13} {allocations:>12}");
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

/// Nothing: what a call costs.
#[inline(never)]
fn call(x: i32) -> i32 {
    x
}

/// Twenty dependent operations.
fn chain(x: i32) -> i32 {
    let mut y = x;
    for _ in 0..5 {
        y = y.wrapping_mul(y).wrapping_add(x).wrapping_mul(x).wrapping_add(y);
    }
    y
}

/// So many such chains, each of the one before.
fn chains(n: i32) -> i32 {
    let mut y = n;
    for _ in 0..n {
        y = chain(y);
    }
    y
}

/// Steps until 1 is reached.
fn collatz(n: i32) -> i32 {
    let (mut n, mut steps) = (n, 0i32);
    while n > 1 {
        n = if n % 2 == 0 { n / 2 } else { n.wrapping_mul(3).wrapping_add(1) };
        steps = steps.wrapping_add(1);
    }
    steps
}

/// The steps of all numbers up to `n`.
fn collatzes(n: i32) -> i32 {
    let mut steps = 0i32;
    for start in 1..=n {
        steps = steps.wrapping_add(collatz(start));
    }
    steps
}

/// In a loop, with the two last numbers.
fn fib_tail(n: i32) -> i32 {
    let (mut a, mut b) = (0i32, 1i32);
    for _ in 0..n {
        (a, b) = (b, a.wrapping_add(b));
    }
    a
}

fn fib(n: i32) -> i32 {
    if n <= 1 { n } else { fib(n.wrapping_sub(1)).wrapping_add(fib(n.wrapping_sub(2))) }
}
