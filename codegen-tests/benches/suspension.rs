//! Graphs that wait, on generated Rust and the JIT, against continuations written by hand over the
//! same async values; and a fan-out of asynchronous kernels against rayon and tokio: of kernels with
//! the option `task`, and (`own tasks`) of kernels that each queue a task themselves. Prints the
//! shortest (of the fan-out the median) of many runs in nanoseconds, the ratios to the yardsticks of
//! the same run, and the allocations of a call.
//!
//! The yardstick by hand has what its graph has: a continuation for each wait of `one`, `ten` and
//! `thousand`, and one continuation that is its own next for the loop `trips`. There are two of each:
//! a bare one, and one that can be cancelled, as everything that the runtime resumes can: it keeps
//! the run's context and looks at it when it goes on. The first ratio is to the bare one.
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
    AnyRef, AsyncRef, Chain, Engine, Error, Function, Host, Later, Program, Promise,
    RequestContext, Value,
};
use tfrt_host::queue::Task;

#[global_allocator]
static ALLOCATOR: counted::Counted = counted::Counted;

/// A continuation by hand.
type Step = fn(Box<ByHand>, AsyncRef<i32>);

/// What continuations by hand share, in one box: where the result goes, the continuations, how many
/// trips are left, if it is a loop, and the run, if that can be cancelled.
struct ByHand {
    result: Promise<i32>,
    steps: &'static [Step],
    left: i32,
    request: Option<RequestContext>,
}

impl ByHand {
    fn start(request: Option<&RequestContext>, left: i32, steps: &'static [Step]) -> AsyncRef<i32> {
        let (result, value) = AsyncRef::pending();
        let this = Box::new(Self { result, steps, left, request: request.cloned() });
        steps[0](this, later(black_box(1)));
        value
    }

    fn trip(self: Box<Self>, value: AsyncRef<i32>) {
        let mut this = self;
        this.left -= 1;
        value.into_any().and_then_with(move |value| match this.look(value) {
            Ok(y) if this.left == 0 => this.result.set(y),
            Ok(y) => this.trip(later(y)),
            Err(error) => this.result.fail(error),
        });
    }

    /// What comes of a value that has arrived.
    fn look(&self, value: AnyRef) -> Result<i32, Error> {
        let cancelled = self.request.as_ref().and_then(RequestContext::cancelled);
        match (value.get::<i32>(), value.error().or(cancelled)) {
            (Some(y), None) => Ok(y.wrapping_add(1)),
            (_, Some(error)) => Err(error.clone()),
            (None, None) => unreachable!("the value is available and an i32"),
        }
    }
}

include!(concat!(env!("OUT_DIR"), "/by_hand.rs"));

/// Calls of a graph in one run.
const CALLS: u32 = 100;

/// Runs; the shortest counts.
const RUNS: u32 = 400;

/// Kernels that are spawned at once.
const SPAWNED: usize = 1000;

/// How long each works, in nanoseconds.
const GRAINS: [(&str, f64); 4] = [("tiny", 1.0), ("100 ns", 1e2), ("1 us", 1e3), ("10 us", 1e4)];

fn main() {
    // `cargo test` builds and starts benchmarks too; only `cargo bench` asks for a measurement.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let only = arguments.iter().find(|argument| !argument.starts_with('-'));
    let wanted = |name: &str| only.is_none_or(|only| name.contains(only.as_str()));
    println!(
        "{:<22} {:<18} {:>10} {:>8} {:>12} {:>12}",
        "graph", "engine", "ns", "ratio", "cancellable", "allocations"
    );
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();
    for (name, waits, steps, generated) in [
        ("one", 1, ONE, (|ctx, _| waits::one(ctx, 1)) as Generated),
        ("ten", 10, TEN, |ctx, _| waits::ten(ctx, 1)),
        ("thousand", 1000, THOUSAND, |ctx, _| waits::thousand(ctx, 1)),
        ("trips", 1000, &[ByHand::trip as Step] as &[Step], |ctx, trips| {
            waits::trips(ctx, 1, trips)
        }),
    ] {
        if !wanted(name) {
            continue;
        }
        let expected = waits + 1;
        let by_hand = |request| {
            move || {
                let result = ByHand::start(request, waits, steps);
                resolve_all();
                assert_eq!(result.take().and_then(Result::ok), Some(expected));
            }
        };
        let (mut bare, mut cancellable) = (by_hand(None), by_hand(Some(&request)));
        let mut in_rust = || {
            let result = generated(&request, black_box(waits));
            resolve_all();
            assert_eq!(result.take_available().and_then(Result::ok), Some(expected));
        };
        let mut by_engine = [Engine::Jit, Engine::Executor].map(|engine| {
            let (function, request) = (load(engine, name), &request);
            move || {
                let mut arguments = [Value::new(black_box(1)), Value::new(waits)];
                let taken = if name == "trips" { 2 } else { 1 };
                let mut results = [Value::Empty];
                function.call(request, 0, &mut arguments[..taken], &mut results);
                settle(request, waits);
                assert!(results[0].get::<i32>().is_some());
            }
        });
        let [jit, executor] = &mut by_engine;
        race(
            name,
            &mut [
                ("by hand", &mut bare),
                ("by hand, cancellable", &mut cancellable),
                ("generated Rust", &mut in_rust),
                ("Jit", jit),
                ("Executor", executor),
            ],
        );
    }
    for (name, grain) in GRAINS {
        let name = format!("fan-out, {name}");
        if wanted(&name) {
            fan_out(&name, rounds(grain));
        }
    }
}

/// How many rounds of work take so many nanoseconds on this machine now.
fn rounds(nanoseconds: f64) -> i32 {
    const ROUNDS: i32 = 100_000;
    let time = || {
        let start = Instant::now();
        black_box(work(ROUNDS));
        start.elapsed().as_secs_f64() * 1e9
    };
    let best = (0..20).map(|_| time()).fold(f64::INFINITY, f64::min);
    ((nanoseconds / best * f64::from(ROUNDS)) as i32).max(1)
}

type Generated = fn(&RequestContext, i32) -> Later<i32>;

fn load(engine: Engine, name: &str) -> Function {
    let catalogue = tfrt::catalogue().with(&KERNELS);
    let bytes = tfrt::mlir_to_bef("waits.mlir", WAITS, &catalogue).expect("the program is valid");
    let program = Program::load(&bytes, &catalogue).expect("the program loads");
    let compiled = program.compile(engine).expect("the program compiles");
    compiled.dynamic(name).expect("the function is there")
}

/// Lets candidates run in turns and prints the shortest time of a call of each, with its ratios to
/// the first two.
fn race(graph: &str, candidates: &mut [(&str, &mut dyn FnMut())]) {
    let mut rows: Vec<(u64, f64)> = Vec::new();
    for (_, call) in &mut *candidates {
        call();
        let before = counted::allocations();
        call();
        rows.push((counted::allocations() - before, f64::INFINITY));
    }
    for _ in 0..RUNS {
        for ((_, call), (_, best)) in candidates.iter_mut().zip(&mut rows) {
            let start = Instant::now();
            for _ in 0..CALLS {
                call();
            }
            *best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS));
        }
    }
    let (bare, cancellable) = (rows[0].1, rows[1].1);
    for ((engine, _), (allocations, best)) in candidates.iter().zip(&rows) {
        let (ratio, to_cancellable) = (best / bare, best / cancellable);
        println!(
            "{graph:<22} {engine:<20} {best:>8.1} {ratio:>7.2}x {to_cancellable:>11.2}x \
             {allocations:>12}"
        );
    }
}

/// A name, and a run.
type Candidate<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// All on two threads, each begun by one of them as rayon does it, so that none has a third thread to
/// submit from. The candidates take turns, so that what else the machine does falls on all, each
/// time in another order: the threads of who ran before spin for a while, and on whom that falls
/// should not depend on the row.
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
    let own_tasks = in_a_worker(
        |request, rounds, _| waits::spawned(request, rounds).into_ref().into_any(),
        None,
    );
    let candidates: [Candidate<'_>; 7] = [
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
        ("own tasks", Box::new(own_tasks)),
    ];
    let mut rows = candidates.map(|(engine, run)| (engine, run, Vec::new()));
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let mut seed = 1;
    let start = Instant::now();
    while rows[0].2.len() < 9 || start.elapsed() < Duration::from_secs(4) {
        shuffle(&mut order, &mut seed);
        for &row in &order {
            let (_, run, times) = &mut rows[row];
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

/// Fisher and Yates's, with Marsaglia's xorshift.
fn shuffle(order: &mut [usize], seed: &mut u64) {
    for last in (1..order.len()).rev() {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        order.swap(last, (*seed % (last as u64 + 1)) as usize);
    }
}
