//! The benchmark op: runs a region repeatedly and prints a table of its times.

use std::time::{Duration, Instant};
use std::{fs, mem};
use tfrt_host::context::{ExecCtx, RequestContext};
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
    let count = |count: i32| u64::try_from(count).unwrap_or(0);
    let state = Benchmark {
        name: name.0.to_owned(),
        body: body.clone(),
        arguments: arguments.to_vec(),
        warmups: count(num_warmup_runs.0),
        runs: count(max_count.0),
        limit: Duration::from_secs(count(duration_secs.0)),
        begin: None,
        run: None,
        measured: Measured::default(),
        promise: Some(promise),
    };
    suspend::run(state, ctx, 0);
    done
}

/// A benchmark between two runs.
struct Benchmark {
    name: String,
    body: Function,
    arguments: Vec<Value>,
    /// Remaining warm-up runs.
    warmups: u64,
    /// Remaining measured runs.
    runs: u64,
    limit: Duration,
    /// When the first measured run began.
    begin: Option<Moment>,
    /// The current run: when it began, and its result.
    run: Option<(Moment, Value)>,
    measured: Measured,
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
                if self.warmups > 0 {
                    self.warmups -= 1;
                } else {
                    self.runs = self.runs.saturating_sub(1);
                    self.measured.add(start.elapsed());
                }
            }
            if let Some(error) = ctx.request.cancelled() {
                return self.end(Err(error.clone()));
            }
            if self.warmups == 0 {
                let begin = *self.begin.get_or_insert_with(Moment::now);
                if self.runs == 0 || begin.wall.elapsed() >= self.limit {
                    self.report(ctx.request, begin.elapsed());
                    return self.end(Ok(Chain));
                }
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

    fn report(&mut self, request: &RequestContext, total: Elapsed) {
        let Measured { count, wall, cpu } = mem::take(&mut self.measured);
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
