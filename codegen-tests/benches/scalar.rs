//! Synchronous scalar graphs on every engine against hand-written Rust, in one run: all take turns,
//! so that what else the machine does falls on all. Prints the shortest of many runs, its ratios to
//! hand-written and to generated Rust, and the allocations of a call. A call of the JIT or the
//! executor from Rust has a price of its own, which `call` shows; `chains` and `collatzes` are long
//! enough for it not to matter.
//!
//! `cargo bench -p tfrt-codegen-tests --bench scalar`
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::hint::black_box;
use std::time::Instant;
use tfrt::{Engine, Host, Program, RequestContext};

#[path = "support/bars.rs"]
mod bars;
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

/// The most that a graph may take: generated Rust as a multiple of hand-written Rust, and the JIT as
/// one of generated Rust. `call` and `chain` are what the call from Rust costs on the JIT.
const BARS: [(&str, Option<f64>, Option<f64>); 8] = [
    ("fizzbuzz", None, Some(2.0)),
    ("call", Some(1.05), None),
    ("chain", Some(1.05), None),
    ("chains", Some(1.05), Some(1.3)),
    ("collatz", None, Some(1.3)),
    ("collatzes", None, Some(1.3)),
    ("fib", Some(4.0), Some(2.0)),
    ("fib_tail", Some(4.0), Some(2.0)),
];

fn main() {
    // `cargo test` builds and starts benchmarks too; only `cargo bench` asks for a measurement.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let host = Host::builder().work_queue("s").build().expect("the default host");
    let request = host.context();
    bars::print_processor();
    println!(
        "{:<10} {:<18} {:>14} {} {} {:>12}",
        "graph",
        "engine",
        "ns per call",
        bars::heads("by hand"),
        bars::heads("generated"),
        "allocations"
    );
    bench_fizzbuzz(&request);
    let program = load(SCALAR);
    // Both are entered the same way, so that the machine code of two equal functions costs the same.
    let rows: [(&str, i32, Entered, Entered); 7] = [
        ("call", 7, |_, n| call(n), |_, n| scalar::call(n)),
        ("chain", 7, |_, n| chain(n), |_, n| scalar::chain(n)),
        ("chains", 10_000, |_, n| chains(n), |request, n| scalar::chains(request, n).unwrap_or(-1)),
        (
            "collatz",
            77_031,
            |_, n| collatz(n),
            |request, n| scalar::collatz(request, n).unwrap_or(-1),
        ),
        (
            "collatzes",
            10_000,
            |_, n| collatzes(n),
            |request, n| scalar::collatzes(request, n).unwrap_or(-1),
        ),
        ("fib", 30, |_, n| fib(n), |request, n| scalar::fib(request, n).unwrap_or(-1)),
        (
            "fib_tail",
            1_000,
            |_, n| fib_tail(n),
            |request, n| scalar::fib_tail(request, n).unwrap_or(-1),
        ),
    ];
    for (graph, n, by_hand, generated) in rows {
        let mut engines = vec![
            Row::new("hand-written Rust", || by_hand(&request, black_box(n))),
            Row::new("generated Rust", || generated(&request, black_box(n))),
        ];
        for engine in others(&mut engines[0]) {
            let compiled = program.compile(engine).expect("the program compiles");
            let function =
                compiled.function::<(i32,), (i32,)>(graph).expect("the function is there");
            let request = &request;
            engines.push(Row::new(&format!("{engine:?}"), move || {
                function.call(request, (black_box(n),)).map_or(-1, |(result,)| result)
            }));
        }
        measure(graph, &mut engines);
    }
    bars::print_legend();
}

type Entered = fn(&RequestContext, i32) -> i32;

/// One engine's calls of a graph.
struct Row<'a, T> {
    engine: String,
    /// Calls so many times; gives the last result.
    calls: Box<dyn FnMut(u32) -> T + 'a>,
}

impl<'a, T> Row<'a, T> {
    fn new(engine: &str, mut call: impl FnMut() -> T + 'a) -> Self {
        let calls = move |times| {
            for _ in 1..times {
                black_box(call());
            }
            call()
        };
        Self { engine: engine.to_owned(), calls: Box::new(calls) }
    }

    /// Nanoseconds of so many calls.
    fn time(&mut self, times: u32) -> f64 {
        let start = Instant::now();
        black_box((self.calls)(black_box(times)));
        start.elapsed().as_secs_f64() * 1e9
    }
}

/// The other engines; the executor only where Rust is fast enough for it to end.
fn others<T>(by_hand: &mut Row<'_, T>) -> impl Iterator<Item = Engine> + use<T> {
    let slow = by_hand.time(1) > 100_000.0;
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
    let mut engines = vec![
        Row::new("hand-written Rust", || fizzbuzz_by_hand(black_box(n))),
        Row::new("generated Rust", || {
            let (a, b, c) = fizzbuzz::fizzbuzz(request, black_box(n));
            (a.unwrap_or(-1), b.unwrap_or(-1), c.unwrap_or(-1))
        }),
    ];
    for engine in others(&mut engines[0]) {
        let function = program
            .compile(engine)
            .and_then(|compiled| compiled.function::<(i32,), (i32, i32, i32)>("fizzbuzz"))
            .expect("the program compiles");
        engines.push(Row::new(&format!("{engine:?}"), move || {
            function.call(request, (black_box(n),)).unwrap_or((-1, -1, -1))
        }));
    }
    measure("fizzbuzz", &mut engines);
}

/// Prints a row for each engine; the first two are the yardsticks. Short calls are repeated within
/// a run.
fn measure<T: PartialEq + std::fmt::Debug>(graph: &str, rows: &mut [Row<'_, T>]) {
    let expected = (rows[0].calls)(1);
    let mut repeats = Vec::new();
    let mut allocations = Vec::new();
    for row in &mut *rows {
        let once = row.time(1).max(1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range")]
        repeats.push((2e6 / once).clamp(1.0, 1e6) as u32);
        let before = counted::allocations();
        let engine = &row.engine;
        assert_eq!((row.calls)(1), expected, "{graph} on {engine} gives the same answer");
        allocations.push(counted::allocations() - before);
    }
    let mut best = vec![f64::INFINITY; rows.len()];
    for _ in 0..RUNS {
        for ((row, best), &repeat) in rows.iter_mut().zip(&mut best).zip(&repeats) {
            *best = best.min(row.time(repeat) / f64::from(repeat));
        }
    }
    let bars = BARS.iter().find(|(of, ..)| *of == graph);
    let (rust, jit) = bars.map_or((None, None), |&(_, rust, jit)| (rust, jit));
    for (index, row) in rows.iter().enumerate() {
        let ratio = |yardstick: usize| (index > yardstick).then(|| best[index] / best[yardstick]);
        let by_hand = bars::columns(ratio(0), rust.filter(|_| index == 1));
        let generated = bars::columns(ratio(1), jit.filter(|_| index == 2));
        let (engine, ns, allocated) = (&row.engine, best[index], allocations[index]);
        println!("{graph:<10} {engine:<18} {ns:>14.1} {by_hand} {generated} {allocated:>12}");
    }
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
