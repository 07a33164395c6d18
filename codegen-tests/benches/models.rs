//! A loaded model beside other work: the processor time that it takes when nobody runs it, and of runs with pauses
//! between them; how long runs take at most; that eight threads get one answer; that memory stays, for many sizes, too;
//! how soon a cancelled run ends. Times are in milliseconds, of processor time and of latency.
//!
//! `cargo bench -p tfrt-codegen-tests --no-default-features --bench models [-- MODEL.onnx]`; without a file it is a
//! small perceptron, and convolutions for what is cancelled. Symbols of a model's dimensions are 1.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "support/bars.rs"]
#[expect(dead_code, reason = "there is no table, which has heads")]
mod bars;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};
use std::{fs, io, thread};
use tfrt::{ErrorCode, Host, Model, RequestContext, Tensor};
use tfrt_codegen_tests::models::{images, perceptron, tiles};
use tfrt_compiler::graph::TypeKind;

/// The runs of which the longest count, and those of each of the threads, if there is time.
const RUNS: usize = 10_000;

const THREADS: usize = 8;

/// How long each rest and each load takes.
const SPAN: Duration = Duration::from_secs(2);

/// What all runs of one figure may take: large models have fewer.
const MOST: Duration = Duration::from_secs(30);

/// What all but one of a thousand runs may take, of the median.
const SPREAD: f64 = 1.2;

/// The bytes that many sizes may take besides the largest.
const GROWTH: f64 = (8_u32 << 20) as f64;

/// How soon a cancelled run may end.
const CANCELLED: Duration = Duration::from_millis(2);

/// A model and what it is run on.
struct Subject {
    model: Model,
    inputs: Vec<(String, Tensor)>,
}

impl Subject {
    fn new(file: Vec<u8>, size: usize) -> Self {
        let model = Model::from_bytes(file).expect("the model is supported");
        let inputs = model.inputs().iter().map(|port| {
            let TypeKind::Shaped { shape, element } = port.ty.kind() else { panic!("{port}") };
            let images = shape.len() == 4;
            let known = |(axis, &length): (usize, &i64)| match usize::try_from(length) {
                Ok(length) => length,
                Err(_) if images && axis > 1 => size,
                Err(_) => 1,
            };
            let shape: Vec<usize> = shape.iter().enumerate().map(known).collect();
            let count: usize = shape.iter().product();
            let tensor = if element.as_str() == "i64" {
                Tensor::from_vec(&shape, vec![1_i64; count])
            } else {
                let elements = (0..count).map(|at| (at * 37 % 101) as f32 / 64.0 - 0.7);
                Tensor::from_vec(&shape, elements.collect())
            };
            (port.name.clone(), tensor.expect("its sizes fit"))
        });
        let inputs = inputs.collect();
        Self { model, inputs }
    }

    fn run(&self, ctx: &RequestContext) -> Result<u64, tfrt::Error> {
        let inputs: Vec<(&str, &Tensor)> =
            self.inputs.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
        let outputs = self.model.run(ctx, &inputs)?;
        let mut hasher = DefaultHasher::new();
        outputs.iter().for_each(|(_, tensor)| tensor.bytes().hash(&mut hasher));
        Ok(hasher.finish())
    }

    fn time(&self, ctx: &RequestContext) -> Duration {
        let start = Instant::now();
        self.run(ctx).expect("nothing ends it");
        start.elapsed()
    }
}

/// The processor time of all threads of this process that live.
fn processor() -> io::Result<Duration> {
    let mut total = 0;
    for thread in fs::read_dir("/proc/self/task")? {
        let text = fs::read_to_string(thread?.path().join("schedstat"))?;
        total += text.split(' ').next().and_then(|first| first.parse::<u64>().ok()).unwrap_or(0);
    }
    Ok(Duration::from_nanos(total))
}

/// The bytes of memory that this process has.
fn resident() -> io::Result<usize> {
    let text = fs::read_to_string("/proc/self/statm")?;
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok());
    Ok(pages.unwrap_or(0) * 4096)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The median, and what all but so many of a thousand are below.
fn spread(mut times: Vec<Duration>, but: usize) -> [Duration; 2] {
    times.sort_unstable();
    let at = times.len() - 1 - (times.len() * but).div_ceil(1000).min(times.len() - 1);
    [times[times.len() / 2], times[at]]
}

/// A model that rests, runs, and rests between runs; and how long many runs take.
fn rests(subject: &Subject, threads: usize) -> io::Result<()> {
    let host = Host::builder().threads(threads).build().expect("a host");
    let ctx = host.context();
    let each = subject.time(&ctx).min(subject.time(&ctx));

    let before = processor()?;
    thread::sleep(SPAN);
    let idle = processor()? - before;

    let count = (SPAN.as_secs_f64() / each.as_secs_f64() / 2.0).ceil() as u32;
    let before = processor()?;
    let times: Duration = (0..count).map(|_| subject.time(&ctx)).sum();
    let busy = (processor()? - before) / count;
    let before = processor()?;
    (0..count).for_each(|_| thread::sleep(times / count));
    let pauses = processor()? - before;
    let before = processor()?;
    for _ in 0..count {
        subject.run(&ctx).expect("nothing ends it");
        thread::sleep(times / count);
    }
    let half = (processor()? - before).saturating_sub(pauses) / count;
    println!(
        "{threads} threads: {:.3} ms of processor time in {SPAN:?} without runs; {:.4} ms for each run, {:.4} with \
         pauses between them, without what these take{}",
        milliseconds(idle),
        milliseconds(busy),
        milliseconds(half),
        bars::columns(Some(half.as_secs_f64() / busy.as_secs_f64()), None)
    );

    let count = RUNS.min((MOST.as_secs_f64() / each.as_secs_f64()) as usize).max(20);
    let times = (0..count).map(|_| subject.time(&ctx)).collect();
    let [median, most] = spread(times, 1);
    println!(
        "{threads} threads: {count} runs, median {:.4} ms, 99.9 % at most {:.4} ms{}",
        milliseconds(median),
        milliseconds(most),
        bars::columns(Some(most.as_secs_f64() / median.as_secs_f64()), Some(SPREAD))
    );
    Ok(())
}

/// Runs of many threads at a time.
fn shared(subject: &Subject) -> io::Result<()> {
    let host = Host::builder().threads(2).build().expect("a host");
    let expected = subject.run(&host.context()).expect("nothing ends it");
    let each = subject.time(&host.context());
    let count = RUNS.min((MOST.as_secs_f64() / each.as_secs_f64()) as usize).max(20);
    let together = |count: usize| {
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    for _ in 0..count {
                        let found = subject.run(&host.context()).expect("nothing ends it");
                        assert_eq!(found, expected, "another answer");
                    }
                });
            }
        });
    };
    together(count / 10);
    let before = resident()?;
    together(count);
    let grown = resident()? as f64 - before as f64;
    println!(
        "{THREADS} threads of callers, {count} runs each: one answer, resident memory {:+.1} KiB",
        grown / 1024.0
    );
    Ok(())
}

/// Batches of so many sizes through one model, whose programs are made for each and do not stay.
fn sizes() -> io::Result<()> {
    const SIZES: usize = 1_000;
    let host = Host::builder().threads(1).build().expect("a host");
    let model = Model::from_bytes(images(38)).expect("the model is supported");
    let run = |rows: usize| {
        let x = Tensor::from_vec(&[rows, 3, 16, 16], vec![0.5_f32; rows * 768]).expect("it fits");
        model.run(&host.context(), &[("x", &x)]).expect("nothing ends it");
    };
    // The largest has the largest memory.
    (0..10).for_each(|_| run(SIZES));
    let before = resident()?;
    (1..SIZES).for_each(run);
    let grown = resident()? as f64 - before as f64;
    let bar = bars::columns(Some(grown / GROWTH), Some(1.0));
    println!("{SIZES} sizes of a batch: resident memory {:+.1} KiB{bar}", grown / 1024.0);
    Ok(())
}

/// Runs that another thread cancels at any time.
fn cancelled(subject: &Subject, threads: usize) {
    let host = Host::builder().threads(threads).diagnostics(|_| ()).build().expect("a host");
    let each = (0..3).map(|_| subject.time(&host.context())).min().unwrap_or_default();
    let count = 1_000.min((MOST.as_secs_f64() / each.as_secs_f64()) as usize).max(20);
    let mut times = Vec::new();
    for index in 0..count {
        let ctx = host.context();
        let wait = each.mul_f64((index * 61 % count) as f64 / count as f64);
        let (result, end, at) = thread::scope(|scope| {
            let run = scope.spawn(|| (subject.run(&ctx), Instant::now()));
            thread::sleep(wait);
            let at = Instant::now();
            ctx.cancel();
            let (result, end) = run.join().expect("no run panics");
            (result, end, at)
        });
        if let Err(error) = result {
            assert_eq!(error.code(), ErrorCode::Cancelled);
            times.push(end.saturating_duration_since(at));
        }
    }
    let ended = times.len();
    let [median, most] = spread(times, 0);
    let bar = bars::columns(Some(most.as_secs_f64() / CANCELLED.as_secs_f64()), Some(1.0));
    println!(
        "{threads} threads: {ended} of {count} runs of {:.1} ms cancelled inside: median {:.3} ms, at most {:.3}{bar}",
        milliseconds(each),
        milliseconds(median),
        milliseconds(most)
    );
}

fn main() -> io::Result<()> {
    // `cargo test` builds and starts benchmarks too; only `cargo bench` asks for a measurement.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    bars::print_processor();
    let path = std::env::args().skip(1).find(|argument| argument.ends_with(".onnx"));
    let file = path.map(fs::read).transpose()?;
    let long = Subject::new(file.clone().unwrap_or_else(|| tiles(38)), 224);
    let short = Subject::new(file.unwrap_or_else(|| perceptron(38)), 224);
    for threads in [1, 2] {
        rests(&short, threads)?;
    }
    shared(&short)?;
    sizes()?;
    for threads in [1, 2] {
        cancelled(&long, threads);
    }
    bars::print_legend();
    Ok(())
}
