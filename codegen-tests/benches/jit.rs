//! What the JIT costs: calls of compiled functions and of kernels that stay calls, compiling, and
//! when it has paid for itself against the executor. Ratios are of one run.
//!
//! `cargo bench -p tfrt-codegen-tests --no-default-features --bench jit`
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use tfrt::{Catalogue, CompileOptions, Engine, Host, Program, RequestContext};
use tfrt_host::context::Site;
use tfrt_host::context::SiteRef;
use tfrt_host::kernel::{KernelDef, KernelFrame, Value};

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

/// A kernel that nothing is known of: it cannot become instructions.
#[tfrt::kernel("bench.next")]
#[inline(never)]
fn next(x: i32) -> i32 {
    x.wrapping_mul(3).wrapping_add(1)
}

/// Calls in the chain of opaque kernels.
const CALLS: usize = 100;

/// The shortest of as many runs as fit into a moment, in nanoseconds, and the allocations of one.
fn measure<T>(mut call: impl FnMut() -> T) -> (f64, u64) {
    black_box(call());
    let before = counted::COUNT.with(Cell::get);
    black_box(call());
    let allocations = counted::COUNT.with(Cell::get) - before;
    let start = Instant::now();
    black_box(call());
    let once = start.elapsed().as_nanos().max(1);
    let repeat = u32::try_from((500_000 / once).clamp(1, 1_000_000)).unwrap_or(1);
    let runs = (1_000_000_000 / (once * u128::from(repeat))).clamp(3, 60);
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        for _ in 0..repeat {
            black_box(call());
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(repeat));
    }
    (best, allocations)
}

fn row(what: &str, (time, allocations): (f64, u64), each: f64, yardstick: f64) {
    let ratio = time / yardstick;
    println!("{what:<44} {:>10.2} {ratio:>8.2}x {allocations:>12}", time / each);
}

fn main() {
    // `cargo test` builds and starts benchmarks too; only `cargo bench` asks for a measurement.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let host = Host::builder().build().expect("the default host");
    let request = host.context();
    let catalogue = tfrt::catalogue().with_kernels(&[NEXT]);
    calls(&request, &catalogue);
    opaque(&request, &catalogue);
    compiling(&request, &catalogue);
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
    println!("{:<44} {:>10} {:>9} {:>12}", "a call from Rust", "ns", "ratio", "allocations");
    let yardstick = measure(|| black_box(&table)[0](black_box(1), 2));
    row("through a function pointer", yardstick, 1.0, yardstick.0);
    for engine in [Engine::Jit, Engine::Executor] {
        let compiled = program.compile(engine).expect("it compiles");
        let function = compiled.function::<(i32, i32), (i32,)>("f").expect("it is there");
        let time = measure(|| function.call(request, (black_box(1), 2)).map_or(0, |(c,)| c));
        row(&format!("{engine:?}, typed"), time, 1.0, yardstick.0);
        let function = compiled.dynamic("f").expect("it is there");
        let time = measure(|| {
            let mut arguments = [Value::new(black_box(1)), Value::new(2)];
            let mut results = [Value::Empty];
            function.call(request, 0, &mut arguments, &mut results);
            results
        });
        row(&format!("{engine:?}, dynamic"), time, 1.0, yardstick.0);
    }
}

/// Kernels that stay calls.
fn opaque(request: &RequestContext, catalogue: &Catalogue) {
    let mut text = "func.func @f(%v0: i32) -> i32 {\n".to_owned();
    for call in 0..CALLS {
        let _ = writeln!(text, "%v{} = \"bench.next\"(%v{call}) : (i32) -> i32", call + 1);
    }
    let _ = writeln!(text, "tfrt.return %v{CALLS} : i32\n}}");
    let (_, program) = load(&text, catalogue);
    println!(
        "\n{:<44} {:>10} {:>9} {:>12}",
        "an opaque kernel, of 100", "ns", "ratio", "allocations"
    );
    let table: [fn(i32) -> i32; CALLS] = [next; CALLS];
    let bare = measure(|| black_box(&table).iter().fold(black_box(1), |x, kernel| kernel(x)));
    let kernels: [&'static KernelDef; CALLS] = [&NEXT; CALLS];
    let site = Arc::new(Site { kernel: "bench.next".into(), location: Default::default() });
    let frames = measure(|| {
        black_box(&kernels).iter().fold(Value::new(black_box(1)), |x, kernel| {
            let mut results = [Value::Empty];
            kernel.invoke(&mut KernelFrame {
                request,
                site: SiteRef::Shared(&site),
                depth: 0,
                arguments: &mut [x],
                attributes: &[],
                functions: &[],
                results: &mut results,
            });
            let [result] = results;
            result
        })
    });
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let each = CALLS as f64;
    row("kernels through a table", frames, each, frames.0);
    row("bare functions through a table", bare, each, frames.0);
    for engine in [Engine::Jit, Engine::Executor] {
        let compiled = program.compile(engine).expect("it compiles");
        let function = compiled.function::<(i32,), (i32,)>("f").expect("it is there");
        let time = measure(|| function.call(request, (black_box(1),)).map_or(0, |(x,)| x));
        row(&format!("{engine:?}"), time, each, frames.0);
    }
}

/// `kernels` kernels in functions of at most a hundred, all called by `@main`; or in one function.
fn program(kernels: usize, per_function: usize) -> String {
    let mut text = String::new();
    let functions = kernels.div_ceil(per_function);
    for function in 0..functions {
        let _ = writeln!(text, "func.func @f{function}(%v0: i32) -> i32 {{");
        for kernel in 0..per_function.min(kernels) {
            let name = ["add", "mul", "sub"][kernel % 3];
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

/// Compiling, and when it has paid for itself.
fn compiling(request: &RequestContext, catalogue: &Catalogue) {
    println!(
        "\n{:<22} {:>12} {:>12} {:>10} {:>10} {:>12} {:>12} {:>12}",
        "kernels",
        "us to code",
        "ns a kernel",
        "ratio",
        "share",
        "from image",
        "2 threads",
        "calls to win",
    );
    for (kernels, per_function) in
        [(10, 10), (1_000, 100), (1_000, 1_000), (100_000, 100), (100_000, 100_000)]
    {
        let text = program(kernels, per_function);
        let (bytes, program) = load(&text, catalogue);
        let mut options = CompileOptions::default();
        let runs = if kernels > 10_000 { 2 } else { 20 };
        let best =
            |make: &mut dyn FnMut() -> f64| (0..runs).map(|_| make()).fold(f64::INFINITY, f64::min);
        let mut generator = f64::INFINITY;
        let compile = best(&mut || {
            let begin = Instant::now();
            let compiled = program.compile_with(Engine::Jit, &options).expect("it compiles");
            let taken = begin.elapsed().as_secs_f64();
            let timing = compiled.jit().expect("the JIT made it").timing();
            generator =
                generator.min(timing.code_generator.as_secs_f64() / timing.total.as_secs_f64());
            taken
        });
        let timing = program.compile_with(Engine::Jit, &options).expect("it compiles");
        let timing = timing.jit().expect("the JIT made it").timing();
        let first = best(&mut || {
            let begin = Instant::now();
            let program = Program::load(&bytes, catalogue).expect("the program loads");
            let compiled = program.compile(Engine::Jit).expect("it compiles");
            let main = compiled.function::<(i32,), (i32,)>("main").expect("it is there");
            black_box(main.call(request, (1,)).expect("it runs"));
            begin.elapsed().as_secs_f64()
        });
        options.jit.cacheable = true;
        let kept = program.compile_with(Engine::Jit, &options).expect("it compiles");
        let image = kept.image().expect("it is kept").to_vec();
        let from_image = best(&mut || {
            let begin = Instant::now();
            from_image(&program, &options, &image);
            begin.elapsed().as_secs_f64()
        });
        options.jit.cacheable = false;
        options.jit.threads = std::num::NonZero::new(2).expect("two threads");
        let two = best(&mut || {
            let begin = Instant::now();
            black_box(program.compile_with(Engine::Jit, &options).expect("it compiles"));
            begin.elapsed().as_secs_f64()
        });
        let call = |engine| {
            let compiled = program.compile(engine).expect("it compiles");
            let main = compiled.function::<(i32,), (i32,)>("main").expect("it is there");
            measure(|| main.call(request, (black_box(1),)).expect("it runs")).0
        };
        let saved = call(Engine::Executor) - call(Engine::Jit);
        let total = timing.total.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let each = total * 1e9 / kernels as f64;
        println!(
            "{:<22} {:>12.0} {each:>12.0} {:>9.2}x {:>9.0}% {:>11.2}x {:>11.2}x {:>12.0}",
            format!("{kernels} by {per_function}"),
            total * 1e6,
            total / timing.code_generator.as_secs_f64(),
            100.0 * total / first,
            from_image / compile,
            two / compile,
            (compile * 1e9 / saved).ceil(),
        );
    }
}

#[expect(unsafe_code, reason = "loads machine code")]
fn from_image(program: &Program, options: &CompileOptions, image: &[u8]) {
    // SAFETY: the image was made by this program just now.
    black_box(unsafe { program.load_image(options, image) }.expect("it loads"));
}
