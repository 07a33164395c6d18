//! A deadline of 50 ms on kernels of a second each, started by `ctx.start` from an async thread: when its
//! `.await` answers, when the last piece of the kernel's work ends, and how long a sleep of 1 ms takes at most
//! in another future on the async thread, all in milliseconds. The median and the largest of many runs, with the bar for the largest.
//!
//! `cargo bench -p tfrt-codegen-tests --no-default-features --bench deadline`
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "support/bars.rs"]
mod bars;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tfrt::tensor::{DenseHostTensor, MutableTensor, TensorShape};
use tfrt::{Chain, Error, ErrorCode, Host, RequestContext, Shared};

tfrt::tfrt_graph! {
    mod graph;
    kernels = [tfrt::TENSOR];
    func.func @product(%a: !tfrt_tensor.tensor, %b: !tfrt_tensor.tensor, %c: !tfrt_tensor.tensor) -> !tfrt.chain {
        %ch = tfrt.new.chain
        %one = tfrt.constant.f32 1.0
        %zero = tfrt.constant.f32 0.0
        %done = "eigen.matmul.f32"(%one, %a, %b, %zero, %c, %ch)
          : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
        tfrt.return %done : !tfrt.chain
    }
    func.func @convolution(%a: !tfrt_tensor.tensor, %b: !tfrt_tensor.tensor, %c: !tfrt_tensor.tensor) -> !tfrt.chain {
        %ch = tfrt.new.chain
        %done = "eigen.conv2d.f32"(%a, %b, %c, %ch) {padding = "same", strides = [1, 1]}
          : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
        tfrt.return %done : !tfrt.chain
    }
}

const DEADLINE: Duration = Duration::from_millis(50);

/// How late the answer and the end may be.
const BAR: Duration = Duration::from_millis(5);

/// How long each sleep on the async thread is.
const TICK: Duration = Duration::from_millis(1);

const RUNS: usize = 30;

/// What a kernel takes without a deadline.
const LONG: Duration = Duration::from_secs(1);

type Operand = Shared<MutableTensor>;
type Function = fn(&RequestContext, Operand, Operand, Operand) -> Result<Chain, Error>;

/// A kernel, and the shapes of its operands for a size, whose square or cube the work is.
struct Case {
    name: &'static str,
    function: Function,
    shapes: fn(i64) -> [Vec<i64>; 3],
    size: i64,
    power: f64,
}

fn operands(case: &Case, size: i64) -> [Operand; 3] {
    (case.shapes)(size).map(|dimensions| {
        let count: i64 = dimensions.iter().product();
        let elements: Vec<f32> = (0..count).map(|place| (place % 7) as f32 - 3.0).collect();
        let shape = TensorShape::new(&dimensions).expect("its rank is small");
        let dense = DenseHostTensor::from_vec(shape, elements).expect("as many as it asks for");
        Shared::new(dense.into())
    })
}

/// Operands of the size with which the kernel takes long on this host, and what it takes.
fn long(case: &Case, host: &Host) -> ([Operand; 3], Duration) {
    let mut size = case.size;
    loop {
        let operands = operands(case, size);
        let [a, b, c] = operands.clone();
        let start = Instant::now();
        (case.function)(&host.context(), a, b, c).expect("nothing ends it");
        let taken = start.elapsed();
        if taken >= LONG {
            return (operands, taken);
        }
        let growth = (1.2 * LONG.as_secs_f64() / taken.as_secs_f64()).powf(1.0 / case.power);
        size = (size as f64 * growth.clamp(1.05, 4.0)).ceil() as i64;
    }
}

/// One run: how long after its start it answers and its work ends, and how long a millisecond's sleep of
/// another future on the async thread took at most, until the answer.
async fn run(case: &Case, host: &Host, operands: &[Operand; 3]) -> [Duration; 3] {
    let longest = Arc::new(AtomicU64::new(0));
    let noted = Arc::clone(&longest);
    let ticks = tokio::spawn(async move {
        loop {
            let last = Instant::now();
            tokio::time::sleep(TICK).await;
            let time = u64::try_from(last.elapsed().as_nanos()).unwrap_or(u64::MAX);
            noted.fetch_max(time, Ordering::Relaxed);
        }
    });
    tokio::task::yield_now().await;
    let ([a, b, c], function) = (operands.clone(), case.function);
    let start = Instant::now();
    let ctx = host.context().with_deadline(DEADLINE);
    let result = ctx.start(move |ctx| function(ctx, a, b, c)).await;
    let answer = start.elapsed();
    ticks.abort();
    let code = result.and_then(|result| result).expect_err("it takes longer").code();
    assert_eq!(code, ErrorCode::DeadlineExceeded);
    host.quiesce();
    let end = start.elapsed();
    let longest = Duration::from_nanos(longest.load(Ordering::Relaxed));
    [answer, end, longest]
}

fn main() {
    // `cargo test` builds and starts benchmarks too; only `cargo bench` asks for a measurement.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let cases = [
        Case {
            name: "eigen.matmul",
            function: graph::product,
            shapes: |size| [vec![size, size], vec![size, size], vec![size, size]],
            size: 512,
            power: 3.0,
        },
        Case {
            name: "eigen.conv2d",
            function: graph::convolution,
            shapes: |size| [vec![1, size, size, 32], vec![3, 3, 32, 64], vec![1, size, size, 64]],
            size: 128,
            power: 2.0,
        },
    ];
    bars::print_processor();
    println!("{RUNS} runs, in milliseconds; the largest as a multiple of {}\n", BAR.as_millis());
    println!(
        "{:<13} {:>7} {:>7}  {:<14} {:>8} {:>8} {}",
        "kernel",
        "threads",
        "takes",
        "late by",
        "median",
        "largest",
        bars::heads("largest")
    );
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let runtime = runtime.expect("a runtime of this thread");
    for case in &cases {
        for threads in [1, 2] {
            let host = Host::builder().threads(threads).build().expect("threads start");
            let (operands, taken) = long(case, &host);
            let mut columns = [(); 3].map(|()| Vec::new());
            for _ in 0..RUNS {
                let times = runtime.block_on(run(case, &host, &operands));
                for (column, time) in columns.iter_mut().zip(times) {
                    column.push(time);
                }
            }
            let expected = [DEADLINE, DEADLINE, TICK];
            let names = ["answer", "end", "sleep of 1 ms"];
            for ((times, expected), name) in columns.into_iter().zip(expected).zip(names) {
                let [median, largest] = late(times, expected);
                let ratio = largest.as_secs_f64() / BAR.as_secs_f64();
                println!(
                    "{:<13} {threads:>7} {:>7.0}  {name:<14} {:>8.2} {:>8.2} {}",
                    case.name,
                    taken.as_secs_f64() * 1e3,
                    median.as_secs_f64() * 1e3,
                    largest.as_secs_f64() * 1e3,
                    bars::columns(Some(ratio), Some(1.0)),
                );
            }
        }
    }
    bars::print_legend();
}

/// The median and the largest, less what is expected.
fn late(mut times: Vec<Duration>, expected: Duration) -> [Duration; 2] {
    times.sort_unstable();
    [times[times.len() / 2], times[times.len() - 1]].map(|time| time.saturating_sub(expected))
}
