//! What the JIT costs: calls of compiled functions from Rust, kernels that stay calls, compiling, and
//! after how many calls it takes less than the executor. Ratios are of one run, in which what is
//! compared takes turns. Scalar graphs and graphs that wait have benchmarks of their own.
//!
//! `cargo bench -p tfrt-codegen-tests --no-default-features --bench jit`
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tfrt::{Catalogue, CompileOptions, Engine, Host, Program, RequestContext};
use tfrt_compiler::verify::Verified;
use tfrt_compiler::{bef, plan, verify};
use tfrt_host::context::{Site, SiteRef};
use tfrt_host::kernel::{KernelDef, KernelFrame, Operands, Value};
use tfrt_jit::Timing;

#[path = "support/bars.rs"]
mod bars;
#[path = "support/counted.rs"]
mod counted;
#[path = "support/raw.rs"]
mod raw;

#[global_allocator]
static ALLOCATOR: counted::Counted = counted::Counted;

/// The most that an opaque kernel may take in JIT code, as a multiple of a call through a table.
const OPAQUE_BAR: f64 = 2.5;

/// The most that compiling may take, from the plan to code, as a multiple of `define_function`.
const COMPILE_BAR: f64 = 1.4;

/// A kernel that nothing is known of: it cannot become instructions.
#[tfrt::kernel("bench.next")]
fn next(x: i32) -> i32 {
    x.wrapping_mul(3).wrapping_add(1)
}

/// Calls in the chain of opaque kernels.
const CALLS: usize = 100;

/// What is compared: a name, and so many runs of it.
struct Candidate<'a> {
    name: String,
    run: Box<dyn FnMut(u32) + 'a>,
}

impl<'a> Candidate<'a> {
    fn new<T>(name: impl Into<String>, mut call: impl FnMut() -> T + 'a) -> Self {
        let run = move |times| {
            for _ in 0..times {
                black_box(call());
            }
        };
        Self { name: name.into(), run: Box::new(run) }
    }
}

/// Lets candidates run in turns for about a second each, and prints the shortest time of each, a
/// part of which is `each`, its ratio to that of the first, and the allocations of a call. The bar is
/// for the second.
fn race(graph: &str, each: f64, bar: Option<f64>, mut candidates: Vec<Candidate<'_>>) {
    let prepared: Vec<(u32, u64)> = candidates
        .iter_mut()
        .map(|candidate| {
            (candidate.run)(1);
            let before = counted::allocations();
            (candidate.run)(1);
            let allocations = counted::allocations() - before;
            let start = Instant::now();
            (candidate.run)(1);
            let once = start.elapsed().as_nanos().max(1);
            (u32::try_from((500_000 / once).clamp(1, 1_000_000)).unwrap_or(1), allocations)
        })
        .collect();
    let mut best = vec![f64::INFINITY; candidates.len()];
    let start = Instant::now();
    let mut rounds = 0;
    while rounds < 3 || rounds < 500 && start.elapsed().as_secs_f64() < candidates.len() as f64 {
        for ((candidate, &(repeat, _)), best) in candidates.iter_mut().zip(&prepared).zip(&mut best)
        {
            let start = Instant::now();
            (candidate.run)(repeat);
            *best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(repeat));
        }
        rounds += 1;
    }
    for (index, (candidate, (_, allocations))) in candidates.iter().zip(&prepared).enumerate() {
        let (time, ratio) = (best[index], best[index] / best[0]);
        let columns = bars::columns(Some(ratio), bar.filter(|_| index == 1));
        println!(
            "{graph:<16} {:<26} {:>14.2} {columns} {allocations:>12}",
            candidate.name,
            time / each
        );
    }
}

fn head(what: &str, unit: &str) {
    println!(
        "\n{what:<16} {:<26} {unit:>14} {} {:>12}",
        "engine",
        bars::heads("ratio"),
        "allocations"
    );
}

/// A part of the benchmark.
type Part = fn(&RequestContext, &Catalogue);

fn main() {
    // `cargo test` builds and starts benchmarks too; only `cargo bench` asks for a measurement.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let only = arguments.iter().find(|argument| !argument.starts_with('-'));
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();
    let catalogue = tfrt::catalogue().with(&tfrt::KernelList::new(&[NEXT]));
    let parts: [(&str, Part); 3] = [("calls", calls), ("opaque", opaque), ("compile", compiling)];
    bars::print_processor();
    for (name, part) in parts {
        if only.is_none_or(|only| only == name) {
            part(&request, &catalogue);
        }
    }
    bars::print_legend();
}

fn load(text: &str, catalogue: &Catalogue) -> (Vec<u8>, Program) {
    let bytes = tfrt::mlir_to_bef("bench.mlir", text, catalogue).expect("the program is valid");
    let program = Program::load(&bytes, catalogue).expect("the program loads");
    (bytes, program)
}

/// A call of a compiled function from Rust.
fn calls(request: &RequestContext, catalogue: &Catalogue) {
    let text = "func.func @f(%a: i32, %b: i32) -> i32 {
        %c = tfrt.add.i32 %a, %b
        tfrt.return %c : i32
    }";
    fn add(a: i32, b: i32) -> i32 {
        a.wrapping_add(b)
    }
    let (_, program) = load(text, catalogue);
    let table: [fn(i32, i32) -> i32; 1] = [add];
    head("from Rust", "ns a call");
    let table = || black_box(&table)[0](black_box(1), 2);
    let mut candidates = vec![Candidate::new("through a function pointer", table)];
    for engine in [Engine::Jit, Engine::Executor] {
        let compiled = program.compile(engine).expect("it compiles");
        let function = compiled.function::<(i32, i32), (i32,)>("f").expect("it is there");
        candidates.push(Candidate::new(format!("{engine:?}, typed"), move || {
            function.call(request, (black_box(1), 2)).map_or(0, |(c,)| c)
        }));
        let function = compiled.dynamic("f").expect("it is there");
        candidates.push(Candidate::new(format!("{engine:?}, dynamic"), move || {
            let mut arguments = [Value::new(black_box(1)), Value::new(2)];
            let mut results = [Value::Empty];
            function.call(request, 0, &mut arguments, &mut results);
            results
        }));
    }
    race("add", 1.0, None, candidates);
}

/// Kernels that stay calls. The yardstick is the same work from Rust: calls of entries through a
/// table of definitions. Calls of plain functions, which cannot report failure, are for comparison.
fn opaque(request: &RequestContext, catalogue: &Catalogue) {
    let mut text = "func.func @f(%v0: i32) -> i32 {\n".to_owned();
    for call in 0..CALLS {
        let _ = writeln!(text, "%v{} = \"bench.next\"(%v{call}) : (i32) -> i32", call + 1);
    }
    let _ = writeln!(text, "tfrt.return %v{CALLS} : i32\n}}");
    let (_, program) = load(&text, catalogue);
    head("opaque kernel", "ns a kernel");
    let table: [fn(i32) -> i32; CALLS] = [next; CALLS];
    let bare = || black_box(&table).iter().fold(black_box(1), |x, kernel| kernel(x));
    let kernels: [&'static KernelDef; CALLS] = [&NEXT; CALLS];
    let site = Arc::new(Site { kernel: "bench.next".into(), location: Default::default() });
    let frames = || {
        black_box(&kernels).iter().fold(Value::new(black_box(1)), |x, kernel| {
            let mut results = [Value::Empty];
            kernel.invoke(&mut KernelFrame {
                request,
                site: SiteRef::Shared(&site),
                depth: 0,
                operands: Operands::owned(&mut [x]),
                attributes: &[],
                functions: &[],
                results: &mut results,
            });
            let [result] = results;
            result
        })
    };
    let engines = [Engine::Jit, Engine::Executor].map(|engine| {
        let compiled = program.compile(engine).expect("it compiles");
        let function = compiled.function::<(i32,), (i32,)>("f").expect("it is there");
        Candidate::new(format!("{engine:?}"), move || {
            function.call(request, (black_box(1),)).map_or(0, |(x,)| x)
        })
    });
    let mut candidates = vec![Candidate::new("kernels through a table", frames)];
    candidates.extend(engines);
    candidates.push(Candidate::new("functions through a table", bare));
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let each = CALLS as f64;
    race("next", each, Some(OPAQUE_BAR), candidates);
}

/// `kernels` kernels in functions of at most a hundred, all called by `@main`; or in one function.
fn program(kernels: usize, per_function: usize) -> String {
    let mut text = String::new();
    let functions = kernels.div_ceil(per_function);
    for function in 0..functions {
        let _ = writeln!(text, "func.func @f{function}(%v0: i32) -> i32 {{");
        for kernel in 0..per_function.min(kernels) {
            let name = ["add", "mul"][kernel % 2];
            let _ = writeln!(text, "%v{} = tfrt.{name}.i32 %v{kernel}, %v0", kernel + 1);
        }
        let _ = writeln!(text, "tfrt.return %v{} : i32\n}}", per_function.min(kernels));
    }
    let _ = writeln!(text, "func.func @main(%v0: i32) -> i32 {{");
    for function in 0..functions {
        let call = format!("tfrt.call @f{function}(%v{function}) : (i32) -> i32");
        let _ = writeln!(text, "%v{} = {call}", function + 1);
    }
    let _ = writeln!(text, "tfrt.return %v{functions} : i32\n}}");
    text
}

/// The code generator alone, on what the JIT gives to it for a program.
struct Alone<'a> {
    program: Verified,
    catalogue: &'a Catalogue,
    raw: raw::Raw,
}

impl<'a> Alone<'a> {
    fn new(bytes: &[u8], catalogue: &'a Catalogue) -> Self {
        let file = tfrt_bef::read(bytes, &tfrt_bef::Limits::default()).expect("the file is valid");
        let module = bef::lift(&file, catalogue).expect("it can be lifted");
        let program = verify::verify(module, catalogue).expect("it is valid");
        let options = CompileOptions::default().jit;
        let plan = planned(&program, catalogue);
        let explained = tfrt_jit::explain(&program, &plan, catalogue, &options);
        Self { raw: raw::Raw::new(&explained.expect("it compiles")), program, catalogue }
    }

    /// How long it takes in the state in which the JIT starts, too: the program has just been
    /// planned, and the plan is still there. For ten kernels the generator takes a fifth less where
    /// its code and the processor's predictions of it are warm from the time before; for 100,000 it
    /// depends on whether the pages that it allocates are already mapped.
    fn run(&self) -> Duration {
        let plan = planned(&self.program, self.catalogue);
        let taken = self.raw.run();
        drop(black_box(plan));
        taken
    }
}

fn planned(program: &Verified, catalogue: &Catalogue) -> plan::Plan {
    plan::build(program, catalogue, plan::Panics::AreErrors).expect("it is planned")
}

/// What one run of the code generator alone and one of the JIT took, in seconds.
struct Pair {
    define: f64,
    /// From the program's bytes to code.
    all: f64,
    /// From the plan to code, and the code generator's part of it.
    total: f64,
    generator: f64,
}

fn median(pairs: &[Pair], ratio: fn(&Pair) -> f64) -> f64 {
    let mut ratios: Vec<f64> = pairs.iter().map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

/// Compiling: how long it takes from the plan to code, its ratio to `define_function` of the same
/// functions and to the code generator's part of it; the ratio of all from the
/// program's bytes to code to `define_function`; the share of compiling in what passes from bytes
/// to the first result; ratios of other ways to code, and how many calls make up for it, each
/// being faster than on the executor.
///
/// Times are the shortest, ratios the median of those of runs next to each other: for 100,000
/// kernels in one function a run takes twice as long where the system has to find memory for it,
/// which is so for seconds, and whether one run among all is spared is luck.
fn compiling(request: &RequestContext, catalogue: &Catalogue) {
    println!(
        "\n{:<18} {:>11} {:>11} {} {:>7} {:>10} {:>7} {:>9} {:>12}",
        "kernels",
        "us to code",
        "ns a kernel",
        bars::heads("/ raw"),
        "/ own",
        "all / raw",
        "of load",
        "2 threads",
        "calls to win",
    );
    for (kernels, per_function) in
        [(10, 10), (1_000, 100), (1_000, 1_000), (100_000, 100), (100_000, 100_000)]
    {
        let text = program(kernels, per_function);
        let (bytes, program) = load(&text, catalogue);
        let mut options = CompileOptions::default();
        let runs = match kernels {
            0..100 => 500,
            100..10_000 => 50,
            _ => 5,
        };
        let best =
            |make: &mut dyn FnMut() -> f64| (0..runs).map(|_| make()).fold(f64::INFINITY, f64::min);
        let alone = Alone::new(&bytes, catalogue);
        let compiled = || {
            let begin = Instant::now();
            let compiled = program.compile_with(Engine::Jit, &options).expect("it compiles");
            let all = begin.elapsed().as_secs_f64();
            let Timing { total, code_generator } =
                compiled.jit().expect("the JIT made it").timing();
            (all, total.as_secs_f64(), code_generator.as_secs_f64())
        };
        let mut pairs: Vec<Pair> = Vec::new();
        for run in 0..runs.max(61) {
            // Each goes first every other time.
            let (define, (all, total, generator)) = if run % 2 == 0 {
                let define = alone.run().as_secs_f64();
                (define, compiled())
            } else {
                let compiled = compiled();
                (alone.run().as_secs_f64(), compiled)
            };
            pairs.push(Pair { define, all, total, generator });
        }
        let shortest =
            |time: fn(&Pair) -> f64| pairs.iter().map(time).fold(f64::INFINITY, f64::min);
        let (compile, total) = (shortest(|pair| pair.all), shortest(|pair| pair.total));
        let first = best(&mut || {
            let begin = Instant::now();
            let program = Program::load(&bytes, catalogue).expect("the program loads");
            let compiled = program.compile(Engine::Jit).expect("it compiles");
            let main = compiled.function::<(i32,), (i32,)>("main").expect("it is there");
            black_box(main.call(request, (1,)).expect("it runs"));
            begin.elapsed().as_secs_f64()
        });
        options.jit.threads = std::num::NonZero::new(2).expect("two threads");
        let two = best(&mut || {
            let begin = Instant::now();
            black_box(program.compile_with(Engine::Jit, &options).expect("it compiles"));
            begin.elapsed().as_secs_f64()
        });
        let call = |engine| {
            let compiled = program.compile(engine).expect("it compiles");
            let main = compiled.function::<(i32,), (i32,)>("main").expect("it is there");
            let begin = Instant::now();
            black_box(main.call(request, (black_box(1),)).expect("it runs"));
            let repeat = (0.1 / begin.elapsed().as_secs_f64()).clamp(3.0, 1e6) as u32;
            let shortest = (0..repeat).map(|_| {
                let begin = Instant::now();
                black_box(main.call(request, (black_box(1),)).expect("it runs"));
                begin.elapsed()
            });
            shortest.min().unwrap_or_default().as_secs_f64() * 1e9
        };
        let saved = call(Engine::Executor) - call(Engine::Jit);
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let each = total * 1e9 / kernels as f64;
        println!(
            "{:<18} {:>11.0} {each:>11.0} {} {:>6.2}x {:>9.2}x {:>6.0}% {:>8.2}x \
             {:>12.0}",
            format!("{kernels} by {per_function}"),
            total * 1e6,
            bars::columns(Some(median(&pairs, |pair| pair.total / pair.define)), Some(COMPILE_BAR)),
            median(&pairs, |pair| pair.total / pair.generator),
            median(&pairs, |pair| pair.all / pair.define),
            100.0 * total / first,
            two / compile,
            (compile * 1e9 / saved).ceil(),
        );
    }
}
