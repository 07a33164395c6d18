//! `tfrt bench`: measures one function, relative to an allocation in the same run.

use crate::arguments::FunctionArguments;
use crate::engine::{self, EngineName};
use crate::failure::Failure;
use crate::input::Input;
use crate::session::{Allocator, DEFAULT_QUEUE, Session, Sink, WORK_QUEUE, await_results, names};
use crate::{allocations, model, output, program};
use serde_json::json;
use std::hint::black_box;
use std::time::{Duration, Instant};
use tfrt_host::context::RequestContext;
use tfrt_host::kernel::{Catalogue, Function, Value};

/// What `bench` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// MLIR text, BEF or an ONNX model; `-` or nothing is standard input.
    file: Option<String>,
    /// The function of a program.
    #[arg(long, alias = "functions")]
    function: Option<String>,
    /// What to run it on: the JIT shows what compiled programs cost, the executor is the reference.
    #[arg(long, default_value = "jit")]
    engine: EngineName,
    #[arg(long, value_name = "QUEUE", help = WORK_QUEUE)]
    work_queue: Option<String>,
    #[command(flatten)]
    given: FunctionArguments,
    #[command(flatten)]
    model: model::Inputs,
    /// Of a model: also say how long its kernels take, those of a name together, in runs that are watched for it.
    #[arg(long)]
    profile: bool,
}

/// Batches are made long enough for the clock.
const BATCH: Duration = Duration::from_millis(10);
const BATCHES: usize = 31;
/// Of a function that takes long, so many batches are enough.
const MIN_BATCHES: usize = 3;
const LONGEST: Duration = Duration::from_secs(3);
/// The tool is a release build, as one that measures should be.
const OPTIMIZED: bool = !cfg!(debug_assertions);
/// Calls of which allocations are counted.
const COUNTED_CALLS: u32 = 64;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, json: bool) -> Result<(), Failure> {
    let input = Input::read(arguments.file.as_deref())?;
    let is_model = matches!(input, Input::Model { .. });
    if is_model || arguments.model.are_given() || arguments.profile {
        model::only_of_programs(&[
            ("--function", arguments.function.is_some()),
            ("--arg", arguments.given.are_given()),
            ("--work-queue", arguments.work_queue.is_some()),
        ])?;
        let how = (arguments.engine, arguments.profile);
        return model::bench(&input, &arguments.model, how, json);
    }
    let work_queue = arguments.work_queue.as_deref().unwrap_or(DEFAULT_QUEUE);
    let Some(name) = &arguments.function else {
        return Err(Failure::unusable("name the function to be measured with --function"));
    };
    let bef = program::to_loadable(&input, catalogue, !json)?;
    let loaded = program::load(&input, &bef, catalogue, false)?;
    let not_found = || Failure::no_function(name, names(&loaded));
    let index = loaded.functions().iter().position(|f| f.signature().name == *name);
    let index = index.ok_or_else(not_found)?;
    let signature = loaded.functions()[index].signature();
    let values = arguments.given.values(signature, true, catalogue)?.unwrap_or_default();
    let engine = engine::prepare(arguments.engine, &input, &loaded, catalogue)?;
    let function = engine.function(index, signature).ok_or_else(not_found)?;

    let session = Session::new(work_queue, Allocator::Malloc, Sink::Kept, None, |_| ())?;
    let bench = Bench { session: &session, request: session.host().context(), values };
    let counting = program::load(&input, &bef, catalogue, true)?;
    let counted = counting.function_at(index).ok_or_else(not_found)?;
    bench.calls(&counted, 1);
    let kernels = counting.kernels_run().unwrap_or(0);

    if bench.request.cancelled().is_some() {
        let message = format!("function {name} cancels its run, which ends what could be measured");
        return Err(Failure::unusable(message));
    }
    bench.calls(&function, 1);
    let allocations = allocations::count(|| bench.calls(&function, COUNTED_CALLS));
    let per_batch = bench.calibrate(&function);
    let start = Instant::now();
    let mut times = Vec::new();
    while times.len() < BATCHES && (times.len() < MIN_BATCHES || start.elapsed() < LONGEST) {
        let time = bench.time(&function, per_batch);
        times.push(time.as_secs_f64() * 1e9 / f64::from(per_batch));
    }
    times.sort_by(f64::total_cmp);
    let (min, median) = (times[0], times[times.len() / 2]);
    let allocations = allocations as f64 / f64::from(COUNTED_CALLS);
    let malloc_free = malloc_free_ns();
    let calls = u64::from(per_batch) * times.len() as u64;
    if json {
        output::json(&json!({
            "function": name,
            "engine": arguments.engine.as_str(),
            "work_queue": work_queue,
            "kernels_per_call": kernels,
            "ns_per_call_min": min,
            "ns_per_call_median": median,
            "allocations_per_call": allocations,
            "malloc_free_ns": malloc_free,
            "calls": calls,
            "optimized": OPTIMIZED,
        }));
    } else {
        let per_kernel = if kernels > 0 { min / kernels as f64 } else { min };
        output::print(&format!(
            "@{name} on {} with {}: {min:.1} ns a call in the fastest batch (median \
             {median:.1}; far apart, something else was running), {kernels} kernels \
             a call, {per_kernel:.1} ns a kernel, {allocations:.2} allocations a call\n\
             malloc and free of 64 bytes: {malloc_free:.1} ns; {calls} calls timed\n{}",
            arguments.engine.as_str(),
            work_queue,
            if OPTIMIZED { "" } else { "this tool is a debug build, whose times say little\n" },
        ));
    }
    Ok(())
}

struct Bench<'a> {
    session: &'a Session,
    request: RequestContext,
    values: Vec<Value>,
}

impl Bench<'_> {
    /// Calls the function, waiting for the results of each call, then for all that is left.
    fn calls(&self, function: &Function, count: u32) {
        let mut results = vec![Value::Empty; function.signature().results.len()];
        for _ in 0..count {
            results.fill(Value::Empty);
            function.call(&self.request, 0, &mut self.values.clone(), &mut results);
            await_results(self.session.host(), &results);
        }
        drop(black_box(results));
        self.session.host().quiesce();
    }

    fn time(&self, function: &Function, count: u32) -> Duration {
        let start = Instant::now();
        self.calls(function, count);
        let time = start.elapsed();
        // Discard the kernels' output after each batch.
        drop(self.session.take_output());
        drop(self.session.take_diagnostics());
        time
    }

    /// How many calls fill a batch.
    fn calibrate(&self, function: &Function) -> u32 {
        let mut count = 1_u32;
        loop {
            let time = self.time(function, count);
            if time >= BATCH / 2 || count >= 1 << 24 {
                return count;
            }
            count *= if time < BATCH / 20 { 8 } else { 2 };
        }
    }
}

/// The least time of a 64-byte allocation and its release, over batches. Nothing is written to
/// the memory: a zeroed box would be measured as `calloc`.
fn malloc_free_ns() -> f64 {
    const COUNT: u32 = 100_000;
    let batch = || {
        let start = Instant::now();
        for _ in 0..COUNT {
            drop(black_box(Box::<[u64; 8]>::new_uninit()));
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(COUNT)
    };
    (0..BATCHES).map(|_| batch()).fold(f64::INFINITY, f64::min)
}
