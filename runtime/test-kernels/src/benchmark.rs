//! The benchmark ops: they run a region or a function repeatedly and print a table of its times.

use std::fs;
use std::time::{Duration, Instant};
use tfrt_host::context::{ExecCtx, RequestContext};
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Callee, Chain, Function, Gives, Value};
use tfrt_host::value::{AnyRef, AsyncRef, Promise};
use tfrt_kernels::control::enter_anew;
use tfrt_kernels::control::suspend::{self, Loop};

/// Number of times kept for the percentiles, from the latest runs.
const KEPT: usize = 1 << 20;

/// Runs the region `num_warmup_runs` times, then measures `max_count` runs or runs for
/// `duration_secs`. A run starts when the result of the previous one is available. Then prints the
/// times. A result that is an error ends the benchmark with that error.
#[kernel(
    "tfrt_test.benchmark",
    effects(files, blocks, prints),
    assembly = "$name `(` typed($arguments) `)` \
        attr-list($duration_secs, $max_count, $num_warmup_runs = 1) attr-dict-with-keyword region",
    traits(callees(&[Callee::region().gives(Gives::One)]))
)]
pub fn benchmark(
    ctx: ExecCtx<'_>,
    duration_secs: Attr<i32>,
    max_count: Attr<i32>,
    name: Attr<&str>,
    num_warmup_runs: Attr<i32>,
    body: &Function,
    arguments: &[Value],
) -> AsyncRef<Chain> {
    let (promise, done) = AsyncRef::pending();
    let state = Benchmark {
        body: body.clone(),
        arguments: arguments.to_vec(),
        runs: Runs::new(name.0, [duration_secs.0, max_count.0, num_warmup_runs.0]),
        run: None,
        promise: Some(promise),
    };
    suspend::run(state, ctx, 0);
    done
}

/// As `tfrt_test.benchmark`, of a function whose ops run in order. The times are printed under its
/// name.
///
/// # Errors
/// That of a run; `benchmark of 'F', whose results are not available when it returns`.
#[kernel(
    "tfrt_test.sync_benchmark",
    effects(files, blocks, prints),
    assembly = "$target_fn `(` typed($arguments) `)` \
        attr-list($duration_secs, $max_count, $num_warmup_runs = 1) attr-dict",
    traits(callees(&[
        Callee::symbol("target_fn").role("target function").gives(Gives::Anything)
    ]))
)]
pub fn sync_benchmark(
    ctx: ExecCtx<'_>,
    duration_secs: Attr<i32>,
    max_count: Attr<i32>,
    num_warmup_runs: Attr<i32>,
    target_fn: &Function,
    arguments: &[Value],
) -> Result<(), KernelError> {
    let name = &target_fn.signature().name;
    let mut runs = Runs::new(name, [duration_secs.0, max_count.0, num_warmup_runs.0]);
    while runs.has_next() {
        if let Some(error) = ctx.request.cancelled() {
            return Err(KernelError::new(error.code(), error.message().to_owned()));
        }
        let start = Moment::now();
        let results = enter_anew(ctx, target_fn, &mut arguments.to_vec());
        if let Some(error) = results.iter().find_map(Value::error) {
            return Err(KernelError::new(error.code(), error.message().to_owned()));
        }
        if results.iter().any(|result| result.pending().is_some()) {
            let message =
                format!("benchmark of '{name}', whose results are not available when it returns");
            return Err(KernelError::from(message));
        }
        runs.ended(start);
    }
    runs.report(ctx.request);
    Ok(())
}

/// A benchmark between two runs.
struct Benchmark {
    body: Function,
    arguments: Vec<Value>,
    runs: Runs,
    /// The current run: when it began, and its result.
    run: Option<(Moment, Value)>,
    promise: Option<Promise<Chain>>,
}

impl Loop for Benchmark {
    fn advance(&mut self, ctx: ExecCtx<'_>) -> Option<Vec<Value>> {
        loop {
            if self.pending().is_some() {
                return None;
            }
            if let Some((start, result)) = self.run.take() {
                if let Some(error) = result.error() {
                    return self.end(Err(error.clone()));
                }
                self.runs.ended(start);
            }
            if let Some(error) = ctx.request.cancelled() {
                return self.end(Err(error.clone()));
            }
            if !self.runs.has_next() {
                self.runs.report(ctx.request);
                return self.end(Ok(Chain));
            }
            let start = Moment::now();
            let result = enter_anew(ctx, &self.body, &mut self.arguments.clone()).pop();
            self.run = Some((start, result.unwrap_or(Value::new(Chain))));
        }
    }

    fn pending(&self) -> Option<&AnyRef> {
        self.run.as_ref()?.1.pending()
    }

    fn resumes_in_task(&self) -> bool {
        false
    }
}

impl Benchmark {
    fn end(&mut self, outcome: Result<Chain, tfrt_host::error::Error>) -> Option<Vec<Value>> {
        self.arguments = Vec::new();
        if let Some(promise) = self.promise.take() {
            promise.resolve(outcome);
        }
        Some(Vec::new())
    }
}

/// The runs of a benchmark: those to come, and what those that were measured took.
struct Runs {
    name: String,
    /// Remaining warm-up runs.
    warmups: u64,
    /// Remaining measured runs.
    left: u64,
    limit: Duration,
    /// When the first measured run began.
    begin: Option<Moment>,
    measured: Measured,
}

impl Runs {
    /// The numbers: seconds, measured runs and warm-up runs.
    fn new(name: &str, numbers: [i32; 3]) -> Self {
        let [seconds, left, warmups] = numbers.map(|count| u64::try_from(count).unwrap_or(0));
        Self {
            name: name.to_owned(),
            warmups,
            left,
            limit: Duration::from_secs(seconds),
            begin: None,
            measured: Measured::default(),
        }
    }

    /// Whether there is another run.
    fn has_next(&mut self) -> bool {
        if self.warmups > 0 {
            return true;
        }
        let begin = *self.begin.get_or_insert_with(Moment::now);
        self.left > 0 && begin.wall.elapsed() < self.limit
    }

    /// Counts a run that began then and has ended.
    fn ended(&mut self, start: Moment) {
        if self.warmups > 0 {
            self.warmups -= 1;
        } else {
            self.left = self.left.saturating_sub(1);
            self.measured.add(start.elapsed());
        }
    }

    /// Prints what the runs took.
    fn report(&mut self, request: &RequestContext) {
        let total = self.begin.map_or(Elapsed::default(), Moment::elapsed);
        let Measured { count, wall, cpu } = std::mem::take(&mut self.measured);
        let mut lines = vec![
            ("Duration(ns)".to_owned(), total.wall.as_nanos()),
            ("Count".to_owned(), u128::from(count)),
        ];
        lines.extend(wall.lines("Time"));
        if let Some(used) = total.cpu {
            lines.extend(cpu.lines("CPU"));
            let percent = used.as_nanos() * 100 / total.wall.as_nanos().max(1);
            lines.push(("CPU utilization(percent)".to_owned(), percent));
        }
        let text: String = lines
            .into_iter()
            .map(|(label, value)| format!("BM:{}:{label}: {value}\n", self.name))
            .collect();
        request.print(&text);
    }
}

/// A point in time, by each clock.
#[derive(Clone, Copy)]
struct Moment {
    wall: Instant,
    cpu: Option<Duration>,
}

/// The time since a moment.
#[derive(Default)]
struct Elapsed {
    wall: Duration,
    cpu: Option<Duration>,
}

impl Moment {
    fn now() -> Self {
        // The wall clock last, because reading the processor time is slow.
        let cpu = cpu_time();
        Self { wall: Instant::now(), cpu }
    }

    fn elapsed(self) -> Elapsed {
        let wall = self.wall.elapsed();
        let cpu = self.cpu.and_then(|then| Some(cpu_time()?.saturating_sub(then)));
        Elapsed { wall, cpu }
    }
}

/// The processor time of this process's threads, if the system reports it.
fn cpu_time() -> Option<Duration> {
    let mut total = Duration::ZERO;
    for thread in fs::read_dir("/proc/self/task").ok()?.flatten() {
        // A thread may exit meanwhile.
        let Ok(text) = fs::read_to_string(thread.path().join("schedstat")) else { continue };
        let spent = text.split_ascii_whitespace().next()?.parse().ok()?;
        total = total.saturating_add(Duration::from_nanos(spent));
    }
    Some(total)
}

#[derive(Default)]
struct Measured {
    count: u64,
    wall: Times,
    cpu: Times,
}

impl Measured {
    fn add(&mut self, elapsed: Elapsed) {
        self.count += 1;
        self.wall.add(elapsed.wall);
        self.cpu.add(elapsed.cpu.unwrap_or_default());
    }
}

/// Times of runs.
#[derive(Default)]
struct Times {
    least: Option<Duration>,
    latest: Vec<Duration>,
    next: usize,
}

impl Times {
    fn add(&mut self, time: Duration) {
        self.least = Some(self.least.map_or(time, |least| least.min(time)));
        match self.latest.get_mut(self.next) {
            Some(slot) => *slot = time,
            None => self.latest.push(time),
        }
        self.next = (self.next + 1) % KEPT;
    }

    /// The minimum and the percentiles; empty without times.
    fn lines(mut self, what: &str) -> Vec<(String, u128)> {
        self.latest.sort_unstable();
        let Some(least) = self.least else { return Vec::new() };
        let mut lines = vec![(format!("{what} Min(ns)"), least.as_nanos())];
        for percent in [50, 95, 99] {
            let place = self.latest.len() * percent / 100;
            if let Some(time) = self.latest.get(place).or(self.latest.last()) {
                lines.push((format!("{what} {percent}%(ns)"), time.as_nanos()));
            }
        }
        lines
    }
}
