//! Graphs that wait, on generated Rust and the JIT, against continuations written by hand over the
//! same async values; and a fan-out of asynchronous kernels against rayon and tokio. Prints the
//! shortest (of the fan-out the median) of many runs in nanoseconds, the ratio to the yardstick of
//! the same run, and the allocations of a call.
//!
//! `cargo bench -p tfrt-codegen-tests --bench suspension [-- NAME]`
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "support/counted.rs"]
mod counted;
#[path = "support/waits.rs"]
mod support;

use rayon::prelude::*;
use std::hint::black_box;
use std::time::{Duration, Instant};
use support::{KERNELS, WAITS, later, resolve_all, settle, waits, work};
use tfrt::{
    AnyRef, AsyncRef, Chain, Engine, Function, Host, Later, Program, Promise, RequestContext, Value,
};
use tfrt_host::queue::Task;

#[global_allocator]
static ALLOCATOR: counted::Counted = counted::Counted;

/// A continuation by hand: what is left, and where the result goes, in one box.
struct ByHand {
    left: i32,
    result: Promise<i32>,
}

impl ByHand {
    fn start(x: i32, waits: i32) -> AsyncRef<i32> {
        let (result, value) = AsyncRef::pending();
        Box::new(Self { left: waits, result }).wait(later(x));
        value
    }

    fn wait(mut self: Box<Self>, value: AsyncRef<i32>) {
        self.left -= 1;
        value.into_any().and_then_with(move |value| match (value.get::<i32>(), value.error()) {
            (Some(y), _) => self.resume(y.wrapping_add(1)),
            (None, Some(error)) => self.result.fail(error.clone()),
            (None, None) => unreachable!("the value is available and an i32"),
        });
    }

    fn resume(self: Box<Self>, y: i32) {
        if self.left == 0 { self.result.set(y) } else { self.wait(later(y)) }
    }
}

/// Calls of a graph in one run.
const CALLS: u32 = 100;

/// Runs; the shortest counts.
const RUNS: u32 = 400;

/// Kernels that are spawned at once.
const SPAWNED: usize = 1000;

/// Rounds of work of each, and how long that takes.
const GRAINS: [(&str, i32); 3] = [("tiny", 1), ("1 us", 400), ("10 us", 4000)];

fn main() {
    // `cargo test` builds and starts benchmarks too; only `cargo bench` asks for a measurement.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let only = arguments.iter().find(|argument| !argument.starts_with('-'));
    let wanted = |name: &str| only.is_none_or(|only| name.contains(only.as_str()));
    println!("{:<22} {:<18} {:>10} {:>8} {:>12}", "graph", "engine", "ns", "ratio", "allocations");
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();
    for (name, waits, generated) in [
        ("one", 1, waits::one as Generated),
        ("ten", 10, waits::ten),
        ("thousand", 1000, waits::thousand),
    ] {
        if !wanted(name) {
            continue;
        }
        let expected = waits + 1;
        let by_hand = shortest(name, "by hand", None, || {
            let result = ByHand::start(black_box(1), waits);
            resolve_all();
            assert_eq!(result.take().and_then(Result::ok), Some(expected));
        });
        shortest(name, "generated Rust", Some(by_hand), || {
            let result = generated(&request, black_box(1));
            resolve_all();
            assert_eq!(result.take_available().and_then(Result::ok), Some(expected));
        });
        for engine in [Engine::Jit, Engine::Executor] {
            let function = load(engine, name);
            shortest(name, &format!("{engine:?}"), Some(by_hand), || {
                let mut results = [Value::Empty];
                function.call(&request, 0, &mut [Value::new(black_box(1))], &mut results);
                settle(&request, waits);
                assert!(results[0].get::<i32>().is_some());
            });
        }
    }
    for (name, rounds) in GRAINS {
        let name = format!("fan-out, {name}");
        if wanted(&name) {
            fan_out(&name, rounds);
        }
    }
}

type Generated = fn(&RequestContext, i32) -> Later<i32>;

fn load(engine: Engine, name: &str) -> Function {
    let catalogue = tfrt::catalogue().with_kernels(KERNELS);
    let bytes = tfrt::mlir_to_bef("waits.mlir", WAITS, &catalogue).expect("the program is valid");
    let program = Program::load(&bytes, &catalogue).expect("the program loads");
    let compiled = program.compile(engine).expect("the program compiles");
    compiled.dynamic(name).expect("the function is there")
}

/// Prints one row; returns the shortest time of a call.
fn shortest(graph: &str, engine: &str, yardstick: Option<f64>, mut call: impl FnMut()) -> f64 {
    call();
    let before = counted::allocations();
    call();
    let allocations = counted::allocations() - before;
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        for _ in 0..CALLS {
            call();
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS));
    }
    let ratio = best / yardstick.unwrap_or(best);
    println!("{graph:<22} {engine:<18} {best:>10.1} {ratio:>7.2}x {allocations:>12}");
    best
}

/// A name, and a run.
type Candidate<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// All on two threads, each begun by one of them as rayon does it, so that none has a third thread to
/// submit from; the runs of the candidates take turns, so that what else the machine does falls on
/// all.
fn fan_out(graph: &str, rounds: i32) {
    const THREADS: usize = 2;
    let host = Host::builder().threads(THREADS).build().expect("the queue exists");
    let request = host.context();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build().expect("threads start");
    let tokio = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        .build()
        .expect("threads start");
    let in_a_worker = |call: fn(&RequestContext, i32, Option<&Function>) -> AnyRef,
                       function: Option<Function>| {
        let (host, request) = (&host, &request);
        move || {
            let (promise, all) = AnyRef::indirect();
            let (kept, function) = (request.clone(), function.clone());
            let begin = move || promise.forward(call(&kept, rounds, function.as_ref()));
            host.queue().add_task(Task::new(begin));
            host.await_all(std::slice::from_ref(&all));
            assert!(all.get::<Chain>().is_some());
        }
    };
    let by_call = |engine| {
        let call = |request: &RequestContext, rounds, function: Option<&Function>| {
            let mut results = [Value::Empty];
            let function = function.expect("there is one");
            function.call(request, 0, &mut [Value::new(rounds)], &mut results);
            let [result] = results;
            result.into_ref()
        };
        in_a_worker(call, Some(load(engine, "fan_out")))
    };
    let generated = in_a_worker(
        |request, rounds, _| waits::fan_out(request, rounds).into_ref().into_any(),
        None,
    );
    let candidates: [Candidate<'_>; 6] = [
        (
            "rayon join",
            Box::new(|| {
                pool.install(|| {
                    (0..SPAWNED).into_par_iter().with_max_len(1).for_each(|_| {
                        work(rounds);
                    });
                });
            }),
        ),
        (
            "rayon scope",
            Box::new(|| {
                pool.scope(|scope| {
                    for _ in 0..SPAWNED {
                        scope.spawn(|_| {
                            work(rounds);
                        });
                    }
                });
            }),
        ),
        (
            "tokio spawn",
            Box::new(|| {
                let all = tokio.spawn(async move {
                    let tasks: Vec<_> =
                        (0..SPAWNED).map(|_| tokio::spawn(async move { work(rounds) })).collect();
                    for task in tasks {
                        task.await.expect("the task does not panic");
                    }
                });
                tokio.block_on(all).expect("the task does not panic");
            }),
        ),
        ("generated Rust", Box::new(generated)),
        ("Jit", Box::new(by_call(Engine::Jit))),
        ("Executor", Box::new(by_call(Engine::Executor))),
    ];
    let mut rows = candidates.map(|(engine, run)| (engine, run, Vec::new()));
    let start = Instant::now();
    while rows[0].2.len() < 9 || start.elapsed() < Duration::from_secs(4) {
        for (_, run, times) in &mut rows {
            let start = Instant::now();
            run();
            times.push(start.elapsed().as_secs_f64() * 1e9);
        }
    }
    let medians = rows.map(|(engine, _, mut times)| {
        times.sort_by(f64::total_cmp);
        (engine, times[times.len() / 2])
    });
    // The yardstick is the best of those that are not ours.
    let best = medians[..3].iter().map(|row| row.1).fold(f64::INFINITY, f64::min);
    for (engine, median) in medians {
        println!("{graph:<22} {engine:<18} {median:>10.0} {:>7.2}x", median / best);
    }
}
