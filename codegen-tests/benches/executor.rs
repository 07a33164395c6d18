//! The executor's cost of each kind of work, and the async value's against tokio's oneshot. Prints
//! the shortest of many runs (of two workers the median) in nanoseconds, and its ratio to a yardstick
//! of the same run, so that figures of different machines compare. For most rows that is *malloc*:
//! one allocation and release of 64 bytes by the system allocator.
//!
//! `cargo bench -p tfrt-codegen-tests --bench executor [-- NAME]`
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};
use tfrt_host::context::{Host, RequestContext};
use tfrt_host::kernel;
use tfrt_host::kernel::{Catalogue, Function, KernelDef, Value};
use tfrt_host::value::AsyncRef;

#[path = "support/bars.rs"]
mod bars;

/// The most that each kind of work may take, as a multiple of its yardstick.
const BARS: [(&str, f64); 9] = [
    ("chain", 2.0),
    ("fan-out and reduce", 3.0),
    ("call", 10.0),
    ("loop iteration", 8.0),
    ("async chain, s", 12.0),
    ("async chain, mstd:1", 12.0),
    ("two workers, tiny", 1.3),
    ("load, a kernel", 20.0),
    ("async value", 0.5),
];

/// Kernels, calls or values of a graph.
const SIZE: u32 = 1000;

/// Iterations of the loop.
const ITERATIONS: u32 = 10_000;

/// Runs of each graph; the shortest counts.
const RUNS: u32 = 400;

/// Kernels of the file that is loaded.
const LOADED: u32 = 100_000;

/// How long a pair of medians may take.
const MEDIAN_TIME: Duration = Duration::from_secs(5);

/// Kernels of different sizes for two workers, and their rounds of work.
const GRAINS: [(&str, u32); 4] = [("tiny", 1), ("0.1 us", 50), ("1 us", 500), ("10 us", 5000)];

fn main() {
    // `cargo test` builds and starts benchmarks too; only `cargo bench` asks for a measurement.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let only = arguments.iter().find(|argument| !argument.starts_with('-'));
    let wanted = |name: &str| only.is_none_or(|only| name.contains(only.as_str()));
    bars::print_processor();
    println!("{:<24} {:>10} {:>16} {}", "work", "ns", "yardstick", bars::heads("ratio"));
    let row = |name: &str, ns: f64, yardstick: &str, of_yardstick: f64| {
        let bar = BARS.iter().find(|(of, _)| *of == name).map(|(_, bar)| *bar);
        let columns = bars::columns(Some(ns / of_yardstick), bar);
        println!("{name:<24} {ns:>10.2} {yardstick:>16} {columns}");
    };
    let malloc = shortest(SIZE, || {
        for _ in 0..SIZE {
            black_box(Box::<[u64; 8]>::new_uninit());
        }
    });
    println!("{:<24} {malloc:>10.2}", "malloc and free");
    for (name, queue, count, text) in [
        ("chain", "s", SIZE, chain("tfrt.add.i32", SIZE)),
        ("fan-out and reduce", "s", 2 * SIZE - 1, fan_out("tfrt.add.i32 %x, %one", 0)),
        ("call", "s", SIZE, calls()),
        ("loop iteration", "s", ITERATIONS, iterations()),
        ("async chain, s", "s", SIZE, chain("tfrt_test.async_add.i32", SIZE)),
        ("async chain, mstd:1", "mstd:1", SIZE, chain("tfrt_test.async_add.i32", SIZE)),
    ] {
        if wanted(name) {
            let graph = Graph::new(queue, &text);
            row(name, shortest(count, || graph.run()), "malloc", malloc);
        }
    }
    for (name, rounds) in GRAINS {
        let name = format!("two workers, {name}");
        if wanted(&name) {
            let text = fan_out(WORKING, rounds);
            let [one, two] = ["mstd:1", "mstd:2"].map(|queue| Graph::new(queue, &text));
            let [one, two] = medians(2 * SIZE - 1, [&one, &two]);
            row(&name, two, "one worker", one);
        }
    }
    if wanted("load") {
        row("load, a kernel", load(), "malloc", malloc);
    }
    if wanted("async value") {
        let ours = shortest(SIZE, || (0..SIZE).for_each(async_value));
        let tokio = shortest(SIZE, || (0..SIZE).for_each(oneshot));
        row("async value", ours, "tokio's oneshot", tokio);
    }
    bars::print_legend();
}

/// The medians of many runs, which take turns, so that what else the machine does falls on all.
fn medians(count: u32, graphs: [&Graph; 2]) -> [f64; 2] {
    let mut times = [(); 2].map(|()| Vec::new());
    let start = Instant::now();
    while times[0].len() < 9 || (times[0].len() < RUNS as usize && start.elapsed() < MEDIAN_TIME) {
        for (graph, times) in graphs.iter().zip(&mut times) {
            let start = Instant::now();
            graph.run();
            times.push(start.elapsed().as_secs_f64());
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2] * 1e9 / f64::from(count)
    })
}

/// From a file on disk to the first result, for each kernel of a long chain.
fn load() -> f64 {
    let catalogue = tfrt_test_kernels::catalogue();
    let text = chain("tfrt.add.i32", LOADED);
    let bytes = tfrt::mlir_to_bef("bench.mlir", &text, &catalogue).expect("the graph is valid");
    let path = std::env::temp_dir().join(format!("tfrt-bench-{}.bef", std::process::id()));
    std::fs::write(&path, bytes).expect("there is room for the file");
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let best = shortest_of(RUNS / 10, LOADED, || {
        let bytes = std::fs::read(&path).expect("the file is there");
        let graph = Graph::load(&bytes, &catalogue, host.clone());
        graph.run();
    });
    // It is the system's to clean up otherwise.
    let _ = std::fs::remove_file(path);
    best
}

/// An op of that kernel.
const WORKING: &str = "\"bench.work\"(%x, %rounds) : (i32, i32) -> i32";

/// A loop of so many rounds: 1 takes 3 ns or so.
#[kernel("bench.work", pure)]
fn work(x: i32, rounds: i32) -> i32 {
    (0..rounds).fold(x, |x, round| black_box(x ^ round))
}

const KERNELS: &[KernelDef] = &[WORK];

/// The shortest time of a run in nanoseconds, divided by what it does `count` times.
fn shortest(count: u32, run: impl FnMut()) -> f64 {
    shortest_of(RUNS, count, run)
}

fn shortest_of(runs: u32, count: u32, mut run: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best * 1e9 / f64::from(count)
}

/// A loaded graph and a run to execute it in.
struct Graph {
    function: Function,
    host: Host,
    request: RequestContext,
    argument: Value,
}

impl Graph {
    /// The function `@main`, which takes and gives one `i32`.
    fn new(queue: &str, text: &str) -> Self {
        let catalogue = tfrt_test_kernels::catalogue().with(&tfrt::KernelList::new(KERNELS));
        let bytes = tfrt::mlir_to_bef("bench.mlir", text, &catalogue).expect("the graph is valid");
        let host = Host::builder().work_queue(queue).build().expect("the queue exists");
        Self::load(&bytes, &catalogue, host)
    }

    fn load(bytes: &[u8], catalogue: &Catalogue, host: Host) -> Self {
        let options = tfrt_exec::LoadOptions::default();
        let program =
            tfrt_exec::Program::load(bytes, catalogue, &options).expect("the graph loads");
        Self {
            function: program.function("main").expect("the function is there"),
            request: host.context(),
            host,
            argument: Value::new(1i32),
        }
    }

    fn run(&self) {
        let mut results = [Value::Empty];
        let mut arguments = [black_box(self.argument.clone())];
        self.function.call(&self.request, 0, &mut arguments, &mut results);
        if let [Value::Ref(result)] = &results {
            self.host.await_all(std::slice::from_ref(result));
        }
        assert!(results[0].get::<i32>().is_some(), "the graph gives a number");
        black_box(results);
    }
}

/// Each kernel takes the result of the one before.
fn chain(kernel: &str, length: u32) -> String {
    let steps =
        (0..length).map(|i| format!("%v{} = \"{kernel}\"(%v{i}, %one) : (i32, i32) -> i32", i + 1));
    function("main", "%v0: i32", constant().chain(steps), &format!("%v{length}"))
}

/// Independent kernels, then a tree of kernels over their results.
fn fan_out(leaf: &str, rounds: u32) -> String {
    let rounds = std::iter::once(format!("%rounds = tfrt.constant.i32 {rounds}"));
    let leaves = rounds.chain((0..SIZE).map(|i| format!("%v{i} = {leaf}")));
    let inner = (0..SIZE - 1)
        .map(|i| format!("%v{} = tfrt.add.i32 %v{}, %v{}", SIZE + i, 2 * i, 2 * i + 1));
    let last = format!("%v{}", 2 * SIZE - 2);
    function("main", "%x: i32", constant().chain(leaves).chain(inner), &last)
}

/// Each call takes the result of the one before. The function is one kernel.
fn calls() -> String {
    let add = "%sum = tfrt.add.i32 %x, %x".to_owned();
    let callee = function("callee", "%x: i32", std::iter::once(add), "%sum");
    let steps = (0..SIZE).map(|i| format!("%v{} = tfrt.call @callee(%v{i}) : (i32) -> i32", i + 1));
    callee + &function("main", "%v0: i32", steps, &format!("%v{SIZE}"))
}

/// A loop whose body is one kernel.
fn iterations() -> String {
    let steps = [
        format!("%count = tfrt.constant.i32 {ITERATIONS}"),
        "%last = tfrt.repeat.i32 %count, %x : i32 {".to_owned(),
        "  %next = tfrt.add.i32 %x, %x".to_owned(),
        "  tfrt.return %next : i32".to_owned(),
        "}".to_owned(),
    ];
    function("main", "%x: i32", steps.into_iter(), "%last")
}

fn constant() -> impl Iterator<Item = String> {
    std::iter::once("%one = tfrt.constant.i32 1".to_owned())
}

fn function(
    name: &str,
    parameter: &str,
    lines: impl Iterator<Item = String>,
    result: &str,
) -> String {
    let mut text = format!("func.func @{name}({parameter}) -> i32 {{\n");
    for line in lines {
        writeln!(text, "  {line}").expect("a string takes any text");
    }
    text + &format!("  tfrt.return {result} : i32\n}}\n")
}

fn async_value(number: u32) {
    let (promise, value) = AsyncRef::pending();
    promise.set(black_box(number));
    black_box(value.get());
}

fn oneshot(number: u32) {
    let (sender, mut receiver) = tokio::sync::oneshot::channel();
    let sent = sender.send(black_box(number));
    black_box((sent.is_ok(), receiver.try_recv().ok()));
}
