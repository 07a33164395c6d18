//! Graphs that wait, on generated Rust and the JIT, against continuations written by hand over the
//! same async values; and a fan-out of asynchronous kernels against rayon and tokio: of kernels with
//! the option `task`, which state a cost of 1 us whatever they take, and (`own tasks`) of kernels that
//! each queue a task themselves. Prints the shortest (of the fan-out the median) of many runs in
//! nanoseconds, the ratios to the yardsticks of the same run, and the allocations of a call.
//!
//! The yardstick by hand has what its graph has: a continuation for each wait of `one`, `ten` and
//! `thousand`, and for the loop `iterations` one continuation that resumes itself. There are two of
//! each: a bare one, and one that can be cancelled, as everything that the runtime resumes can: it
//! keeps the run's context and checks it when it is resumed.
//!
//! `cargo bench -p tfrt-codegen-tests --bench suspension [-- NAME]`
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "support/bars.rs"]
mod bars;
#[path = "support/counted.rs"]
mod counted;
#[path = "support/waits.rs"]
mod support;

use rayon::prelude::*;
use std::hint::black_box;
use std::time::{Duration, Instant};
use support::{KERNELS, WAITS, later, resolve_all, waits, work};
use tfrt::{
    AnyRef, Arguments, AsyncRef, Chain, Compiled, Engine, Error, Function, Host, Later, Program,
    Promise, RequestContext, Value,
};
use tfrt_host::queue::Task;

#[global_allocator]
static ALLOCATOR: counted::Counted = counted::Counted;

/// The most that waits may take: generated Rust as a multiple of the bare continuations by hand, and
/// the JIT as one of generated Rust.
const BARS: [(&str, Option<f64>, f64); 4] = [
    ("one", Some(1.3), 1.6),
    ("ten", Some(1.3), 1.6),
    ("thousand", Some(1.3), 1.6),
    ("iterations", None, 2.0),
];

/// The most that a fan-out of kernels of 1 us may take on each engine, as a multiple of the best of
/// rayon and tokio.
const FAN_OUT_BAR: f64 = 1.15;

/// A continuation by hand.
type Step = fn(Box<ByHand>, AsyncRef<i32>);

/// What continuations by hand share, in one box: where the result goes, the continuations, how many
/// iterations are left, if it is a loop, and the run, if that can be cancelled.
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

    fn iterate(self: Box<Self>, value: AsyncRef<i32>) {
        let mut this = self;
        this.left -= 1;
        value.into_any().and_then_with(move |value| match this.check(value) {
            Ok(y) if this.left == 0 => this.result.set(y),
            Ok(y) => this.iterate(later(y)),
            Err(error) => this.result.fail(error),
        });
    }

    /// The next value, or the error of the one that was waited for or of the run.
    fn check(&self, value: AnyRef) -> Result<i32, Error> {
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
    bars::print_processor();
    println!(
        "{:<22} {:<20} {:>8} {} {} {:>12} {:>12}",
        "graph",
        "engine",
        "ns",
        bars::heads("by hand"),
        bars::heads("generated"),
        "cancellable",
        "allocations"
    );
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();
    let run = |(x,)| waits::one(&request, x);
    waiting(&request, &wanted, "one", 1, ONE, (1,), run);
    let run = |(x,)| waits::ten(&request, x);
    waiting(&request, &wanted, "ten", 10, TEN, (1,), run);
    let run = |(x,)| waits::thousand(&request, x);
    waiting(&request, &wanted, "thousand", 1000, THOUSAND, (1,), run);
    let run = |(x, count)| waits::iterations(&request, x, count);
    waiting(&request, &wanted, "iterations", 1000, &[ByHand::iterate], (1, 1000), run);
    println!("\n{:<22} {:<18} {:>10} {}", "graph", "engine", "ns", bars::heads("others"));
    for (name, grain) in GRAINS {
        let name = format!("fan-out, {name}");
        if wanted(&name) {
            let bar = (grain == 1e3).then_some(FAN_OUT_BAR);
            fan_out(&name, rounds(grain), bar);
        }
    }
    bars::print_legend();
}

/// Resolves pending values until the result is available. A resumption may be deferred to the queue,
/// which then runs.
fn resolve_until(result: &AsyncRef<i32>, request: &RequestContext) {
    resolve_all();
    while result.get().is_none() {
        request.host().quiesce();
        resolve_all();
    }
}

/// One graph that waits so often, by hand and on every engine, each entered the same way.
fn waiting<A: Arguments + Copy>(
    request: &RequestContext,
    wanted: &dyn Fn(&str) -> bool,
    name: &str,
    waits: i32,
    steps: &'static [Step],
    arguments: A,
    generated: impl Fn(A) -> Later<i32>,
) {
    if !wanted(name) {
        return;
    }
    let expected = waits + 1;
    let by_hand = |run| {
        move || {
            let result = ByHand::start(run, waits, steps);
            resolve_until(&result, request);
            assert_eq!(result.take().and_then(Result::ok), Some(expected));
        }
    };
    let resolved = |result: Later<i32>| {
        let result = result.into_ref();
        resolve_until(&result, request);
        assert!(matches!(result.get(), Some(Ok(_))), "{result:?}");
    };
    let [jit, executor] = [Engine::Jit, Engine::Executor].map(|engine| {
        let function = compile(engine).function::<A, (i32,)>(name).expect("the function is there");
        move || {
            let (result,) = function.start(request, black_box(arguments));
            resolved(result);
        }
    });
    race(
        name,
        [
            ("by hand", Box::new(by_hand(None))),
            ("by hand, cancellable", Box::new(by_hand(Some(request)))),
            ("generated Rust", Box::new(|| resolved(generated(black_box(arguments))))),
            ("Jit", Box::new(jit)),
            ("Executor", Box::new(executor)),
        ],
    );
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

fn compile(engine: Engine) -> Compiled {
    let catalogue = tfrt::catalogue().with(&KERNELS);
    let bytes = tfrt::mlir_to_bef("waits.mlir", WAITS, &catalogue).expect("the program is valid");
    let program = Program::load(&bytes, &catalogue).expect("the program loads");
    program.compile(engine).expect("the program compiles")
}

/// Lets candidates run in turns and prints the shortest time of a call of each, with its ratios to
/// the first three.
fn race(graph: &str, mut candidates: [Candidate<'_>; 5]) {
    let mut rows: Vec<(u64, f64)> = Vec::new();
    for (_, call) in &mut candidates {
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
    let (rust, jit) = BARS
        .iter()
        .find(|(of, ..)| *of == graph)
        .map_or((None, None), |&(_, rust, jit)| (rust, Some(jit)));
    for (index, ((engine, _), (allocations, best))) in candidates.iter().zip(&rows).enumerate() {
        let ratio = |yardstick: usize| (index > yardstick).then(|| best / rows[yardstick].1);
        let by_hand = bars::columns(ratio(0), rust.filter(|_| index == 2));
        let generated = bars::columns(ratio(2), jit.filter(|_| index == 3));
        let cancellable = ratio(1).map_or_else(String::new, |ratio| format!("{ratio:.2}x"));
        println!(
            "{graph:<22} {engine:<20} {best:>8.1} {by_hand} {generated} {cancellable:>12} \
             {allocations:>12}"
        );
    }
}

/// A name, and a run.
type Candidate<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// All on two threads, each begun by one of them as rayon does it, so that none has a third thread to
/// submit from. The candidates take turns, so that what else the machine does falls on all, each
/// time in another order: the threads of the one before spin for a while, and on which candidate that falls
/// should not depend on the row.
fn fan_out(graph: &str, rounds: i32, bar: Option<f64>) {
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
        let function = compile(engine).dynamic("fan_out").expect("the function is there");
        in_a_worker(call, Some(function))
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
    for (index, (engine, median)) in medians.into_iter().enumerate() {
        // Those that are held to it: the three engines.
        let bar = bar.filter(|_| (3..6).contains(&index));
        let columns = bars::columns(Some(median / best), bar);
        println!("{graph:<22} {engine:<18} {median:>10.0} {columns}");
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
