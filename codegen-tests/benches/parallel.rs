//! Ten synchronous kernels of a millisecond that do not depend on each other, in one function: with two
//! workers against the caller alone, on generated Rust, the JIT and the executor. Costs of the ops give each its own
//! stream on the executor. Prints the shortest of many runs in milliseconds, and the ratio with its bar.
//!
//! The row `threads` is the yardstick: the same work on two threads of the system.
//!
//! `cargo bench -p tfrt-codegen-tests --bench parallel`
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "support/bars.rs"]
mod bars;

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tfrt::{Engine, Host, Program, RequestContext, kernel};

/// Rounds of the work that a kernel does.
static ROUNDS: OnceLock<u64> = OnceLock::new();

/// Works for a millisecond.
#[kernel("bench.millisecond", pure, cost = 1_000_000)]
fn millisecond(x: i32) -> i32 {
    let rounds = ROUNDS.get().copied().unwrap_or_default();
    work(u64::from(x.unsigned_abs()), rounds);
    x
}

tfrt::kernels! { KERNELS = [millisecond] }

tfrt::tfrt_graph! {
    mod ten = "benches/parallel.mlir";
    kernels = [KERNELS];
}

const TEXT: &str = include_str!("parallel.mlir");

/// Runs of each; the shortest counts.
const RUNS: u32 = 60;

/// The bar: the time on two workers, of that on one.
const BAR: f64 = 0.6;

/// A call of the function on one engine.
type Run<'a> = &'a dyn Fn(&RequestContext);

fn work(seed: u64, rounds: u64) {
    let mut state = seed | 1;
    for _ in 0..rounds {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
    }
    let _ = black_box(state);
}

/// How many rounds take a millisecond here.
fn calibrate() -> u64 {
    const SOME: u64 = 1_000_000;
    let shortest = shortest(|| work(black_box(1), SOME));
    (SOME as f64 * 1e-3 / shortest.as_secs_f64()) as u64
}

fn shortest(mut run: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..RUNS).map(time).min().unwrap_or_default()
}

fn main() {
    // `cargo test` builds and starts benchmarks too; only `cargo bench` asks for a measurement.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let rounds = *ROUNDS.get_or_init(calibrate);
    let catalogue = tfrt::catalogue().with(&KERNELS);
    let bytes = tfrt::mlir_to_bef("parallel.mlir", TEXT, &catalogue).expect("a valid program");
    let program = Program::load(&bytes, &catalogue).expect("the program loads");
    let compiled = |engine| {
        let compiled = program.compile(engine).expect("it compiles");
        compiled.function::<(i32,), (i32,)>("ten").expect("it is there")
    };
    let (jit, executor) = (compiled(Engine::Jit), compiled(Engine::Executor));
    let generated = |request: &RequestContext| assert_eq!(ten::ten(request, 7), 70);
    let engines: [(&str, Run<'_>); 3] = [
        ("generated Rust", &generated),
        ("JIT", &|request| assert_eq!(jit.call(request, (7,)).ok(), Some((70,)))),
        ("executor", &|request| assert_eq!(executor.call(request, (7,)).ok(), Some((70,)))),
    ];
    bars::print_processor();
    println!("{:<16} {:>12} {:>12} {}", "engine", "one, ms", "two, ms", bars::heads("two / one"));
    let one = shortest(|| (0..10).for_each(|x| work(x, rounds)));
    let two = shortest(|| {
        std::thread::scope(|scope| {
            let _ = scope.spawn(|| (0..5).for_each(|x| work(x, rounds)));
            (0..5).for_each(|x| work(x, rounds));
        });
    });
    print("threads", one, two, None);
    // Without workers the caller runs everything; with workers it takes its part.
    let hosts = ["s", "mstd:2"]
        .map(|queue| Host::builder().work_queue(queue).build().expect("the queue exists"));
    for (name, run) in engines {
        let [one, two] = [&hosts[0], &hosts[1]].map(|host| {
            let (task, request) = (run, host.context());
            shortest(|| task(&request))
        });
        print(name, one, two, Some(BAR));
    }
    bars::print_legend();
}

fn print(name: &str, one: Duration, two: Duration, bar: Option<f64>) {
    let [one, two] = [one, two].map(|time| time.as_secs_f64() * 1e3);
    println!("{name:<16} {one:>12.2} {two:>12.2} {}", bars::columns(Some(two / one), bar));
}
