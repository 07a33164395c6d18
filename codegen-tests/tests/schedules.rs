//! Random programs under random schedules: on the executor and on the JIT every result comes, the
//! same whatever the schedule, and nothing is left alive. Kernels fail and dawdle, queues are full and
//! refuse blocking work. The same again with runs that end early, by a program's own kernel, by a
//! task at a random moment (cancellation, a deadline, shutdown), by another thread. The longest run
//! so far is noted in `SOAK.md`.
//!
//! `TFRT_SEEDS` says how many schedules; `TFRT_FIRST` says where to begin.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tfrt_codegen_tests::random::{self, Options, Random};
use tfrt_codegen_tests::{Outcome, Run, bef, on_executor, on_jit, programs, run, run_on, verified};
use tfrt_host::context::{ExecCtx, Host, OwnedCtx, RequestContext};
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Catalogue, Function, KernelDef};
use tfrt_host::queue::{SimWorkQueue, Task};
use tfrt_host::value::{AsyncRef, Promise};

/// Schedules, if the environment does not say.
const SEEDS: u64 = if cfg!(debug_assertions) { 100 } else { 20_000 };

/// Schedules of one program.
const PER_PROGRAM: u64 = 10;

/// Programs that another thread cancels on a pool of threads.
const STORMS: u64 = if cfg!(debug_assertions) { 50 } else { 500 };

/// Gives its operand from a blocking task; an error where the queue takes none.
#[kernel("sim.blocking_copy.i32")]
fn blocking_copy_i32(ctx: ExecCtx<'_>, value: i32) -> AsyncRef<i32> {
    let (promise, copy) = AsyncRef::pending();
    // A refused task comes back with the promise inside, which is kept all the same when it runs.
    if let Err(task) = ctx.spawn_blocking(move || promise.set(value)) {
        task.run();
    }
    copy
}

/// Panics, in a task of its own if the number is odd.
#[kernel("sim.panic.i32")]
fn panic_i32(ctx: ExecCtx<'_>, value: i32) -> AsyncRef<i32> {
    let (promise, never) = AsyncRef::pending();
    assert!(value % 2 != 0, "an even number");
    ctx.spawn(move || {
        let _promise = promise;
        panic!("an odd number");
    });
    never
}

/// Fails for one operand of twenty, in a task of its own for one of forty; gives it otherwise.
#[kernel("sim.error.i32")]
fn error_i32(ctx: ExecCtx<'_>, value: i32) -> Result<AsyncRef<i32>, KernelError> {
    match value.rem_euclid(40) {
        7 => Err("a fault".into()),
        27 => {
            let (promise, late) = AsyncRef::pending();
            let error = ctx.report("a late fault");
            ctx.spawn(move || promise.fail(error));
            Ok(late)
        }
        _ => Ok(AsyncRef::available(value)),
    }
}

/// Gives its operand after as many turns of the queue as its low bits say.
#[kernel("sim.delay.i32")]
fn delay_i32(ctx: ExecCtx<'_>, value: i32) -> AsyncRef<i32> {
    fn turn(ctx: OwnedCtx, left: i32, value: i32, promise: Promise<i32>) {
        if left == 0 {
            return promise.set(value);
        }
        let next = ctx.clone();
        ctx.as_ctx().spawn(move || turn(next, left - 1, value, promise));
    }
    let (promise, late) = AsyncRef::pending();
    turn(ctx.to_owned(), value & 7, value, promise);
    late
}

const OWN: &[KernelDef] = &[BLOCKING_COPY_I32, PANIC_I32, ERROR_I32, DELAY_I32];

/// What happens to a run besides its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Nothing,
    /// It is cancelled.
    Cancel,
    /// Its deadline passes.
    Deadline,
    /// Its queue is shut down.
    Shutdown,
}

/// A program on both engines.
struct Subject {
    seed: u64,
    text: String,
    cancels: bool,
    /// The executor on queue `s`; with nothing cancelled.
    expected: Outcome,
    engines: Vec<(&'static str, Function)>,
}

impl Subject {
    fn new(seed: u64, options: Options, catalogue: &Catalogue) -> (Self, random::Program) {
        let program = random::program(seed, options);
        let reference = program.uncancelled.as_ref().unwrap_or(&program.text);
        let expected = run(&executor(reference, catalogue), "s");
        assert_eq!(expected.leaked, 0, "seed {seed}: values left alive\n{reference}");
        let checked = valid(&program.text, catalogue);
        let jit = on_jit(&checked, catalogue).expect("the JIT takes every program");
        let jit = jit.function("main").expect("there is a main");
        let mut engines = vec![("executor", executor(&program.text, catalogue)), ("JIT", jit)];
        let generated = programs().find(|generated| generated.text == program.text);
        let main = generated.and_then(|generated| {
            (generated.functions)().into_iter().find(|(name, _)| *name == "main")
        });
        engines.extend(main.map(|(_, function)| ("generated Rust", function)));
        let (text, cancels) = (program.text.clone(), program.uncancelled.is_some());
        (Self { seed, text, cancels, expected: expected.outcome, engines }, program)
    }

    /// What is wrong with a run, if anything.
    fn check(&self, run: &Run, fault: Fault) -> Option<String> {
        if run.leaked != 0 {
            return Some(format!("{} values left alive", run.leaked));
        }
        let (expected, found) = (&self.expected, &run.outcome);
        if fault == Fault::Nothing && !self.cancels {
            return (expected != found).then(|| format!("{found:#?}\nexpected {expected:#?}"));
        }
        // What nothing orders after the cancellation may have run; the first result is ordered.
        let mut results = expected.results.iter().zip(&found.results).enumerate();
        let result = results.find_map(|(index, (expected, found))| {
            let ends = found.starts_with("Cancelled 'Cancelled'")
                || fault == Fault::Deadline && found.starts_with("DeadlineExceeded '")
                || fault == Fault::Shutdown && found.contains("' in ");
            let must = self.cancels && index == 0 && is_value(expected);
            let right = ends || (found == expected && !must);
            (!right).then(|| format!("result {index} is {found}, of the whole run {expected}"))
        });
        let lines = [(&expected.output, &found.output), (&expected.reports, &found.reports)];
        let extra = || {
            let mut beyond = lines.iter().flat_map(|(all, some)| beyond(all, some));
            beyond.next().map(|line| format!("'{line}' is more than the whole run says"))
        };
        result.or_else(extra)
    }
}

fn is_value(shown: &str) -> bool {
    shown.parse::<i64>().is_ok()
}

/// The elements of sorted `some` that sorted `all` has not, or not as often.
fn beyond<'a>(all: &[String], some: &'a [String]) -> Vec<&'a str> {
    let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
    all.iter().for_each(|line| *counts.entry(line).or_default() += 1);
    some.iter()
        .filter(|line| {
            let left = counts.entry(line).or_default();
            *left -= 1;
            *left < 0
        })
        .map(String::as_str)
        .collect()
}

fn valid(text: &str, catalogue: &Catalogue) -> tfrt_compiler::verify::Verified {
    verified("random.mlir", text, catalogue)
        .unwrap_or_else(|errors| panic!("generated programs are valid:\n{errors}\n{text}"))
}

fn executor(text: &str, catalogue: &Catalogue) -> Function {
    let bytes = bef("random.mlir", text, catalogue)
        .unwrap_or_else(|errors| panic!("generated programs are valid:\n{errors}\n{text}"));
    let functions = on_executor(&bytes, catalogue).expect("what was written loads");
    functions.into_iter().find(|(name, _)| name == "main").expect("there is a main").1
}

/// One schedule: what its seed decides about the queue, and what a task that runs at some moment
/// does to the run.
fn simulate(function: &Function, seed: u64) -> (Run, String, Fault) {
    let mut random = Random::new(seed);
    let capacity = [usize::MAX, usize::MAX, 0, 1, 3, 10][random.below(6)];
    let refused = [0, 0, 30, 100][random.below(4)];
    let fault = match random.below(10) {
        0..2 => Fault::Cancel,
        2 => Fault::Shutdown,
        3 => Fault::Deadline,
        _ => Fault::Nothing,
    };
    let queue = SimWorkQueue::new(seed).capacity(capacity).refuse_blocking(refused);
    let queue = Arc::new(queue.threads(1 + random.below(2)).keep_log());
    let host = Host::builder().queue(queue.clone());
    let run = run_on(function, host, |request| {
        let kept = request.clone();
        request.queue().add_task(Task::new(move || match fault {
            Fault::Nothing => {}
            Fault::Cancel => kept.cancel(),
            // It has passed by the time it is set, so that the seed alone decides.
            Fault::Deadline => drop(kept.with_deadline(Duration::ZERO)),
            Fault::Shutdown => kept.host().shutdown(),
        }));
    });
    let log = format!("{:x}\n{}", queue.log_hash(), queue.log().unwrap_or_default());
    (run, log, fault)
}

/// Runs with a thread beside it that cancels the run after a while.
fn storm(function: &Function, spins: usize) -> Run {
    let mut thread = None;
    let started = Arc::new(AtomicBool::new(false));
    let run = run_on(function, Host::builder().work_queue("mstd:2"), |request: &RequestContext| {
        let (request, running) = (request.clone(), Arc::clone(&started));
        thread = Some(std::thread::spawn(move || {
            running.store(true, Ordering::Release);
            for _ in 0..spins {
                std::hint::spin_loop();
            }
            request.cancel();
            drop(request);
        }));
        while !started.load(Ordering::Acquire) {
            std::hint::spin_loop();
        }
    });
    thread.expect("it was started").join().expect("it does not panic");
    run
}

fn options(seed: u64) -> Options {
    if random::COMPILED.contains(&seed) {
        return Options::compiled(seed);
    }
    let extra = match seed % 4 {
        0 => None,
        1 => Some("sim.blocking_copy.i32"),
        2 => Some("sim.error.i32"),
        _ => Some("sim.delay.i32"),
    };
    Options { cancel: seed % 6 == 5, extra, wide: false }
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number of seeds"))
}

// One test, because the count of live values is the process's: nothing else may run meanwhile.
#[test]
fn every_schedule_comes_to_the_same() {
    let catalogue = tfrt_test_kernels::catalogue().with(&kernel::KernelList::new(OWN));
    let (seeds, first) = (setting("TFRT_SEEDS", SEEDS), setting("TFRT_FIRST", 0));
    let mut failures: Vec<String> = Vec::new();
    let mut fail = |subject: &Subject, engine: &str, schedule: &str, what: &str| {
        let text = &subject.text;
        let seed = subject.seed;
        failures.push(format!("program {seed} on {engine}, {schedule}: {what}\n{text}"));
        assert!(failures.len() < 10, "{}", failures.join("\n----\n"));
    };
    let mut ops: BTreeMap<String, u64> = BTreeMap::new();
    let mut logs: HashSet<String> = HashSet::new();
    let (mut runs, mut tasks, mut longest) = (0_u64, 0, Duration::ZERO);
    let begin = Instant::now();
    for seed in first..first + seeds.div_ceil(PER_PROGRAM) {
        let (subject, program) = Subject::new(seed, options(seed), &catalogue);
        for (op, count) in program.ops {
            *ops.entry(op).or_default() += count;
        }
        for (engine, function) in &subject.engines {
            let once = run(function, "s");
            runs += 1;
            if let Some(what) = subject.check(&once, Fault::Nothing) {
                fail(&subject, engine, "queue s", &what);
            }
            for schedule in seed * PER_PROGRAM..(seed + 1) * PER_PROGRAM {
                let start = Instant::now();
                let (once, log, fault) = simulate(function, schedule);
                longest = longest.max(start.elapsed());
                let (again, repeated, _) = simulate(function, schedule);
                runs += 2;
                tasks += log.lines().filter(|line| line.starts_with("run")).count();
                let what = match subject.check(&once, fault) {
                    None if once.outcome != again.outcome => Some("not twice the same".to_owned()),
                    None if log != repeated => Some(format!("{log}\nand then {repeated}")),
                    what => what,
                };
                if let Some(what) = what {
                    fail(&subject, engine, &format!("schedule {schedule}"), &what);
                }
                logs.insert(log.lines().next().unwrap_or_default().to_owned());
            }
        }
    }
    let simulated = begin.elapsed();
    let mut random = Random::new(first);
    for seed in first..first + STORMS {
        let (subject, _) = Subject::new(seed, options(seed), &catalogue);
        for (engine, function) in &subject.engines {
            let spins = random.below(20_000);
            if let Some(what) = subject.check(&storm(function, spins), Fault::Cancel) {
                fail(&subject, engine, &format!("cancelled after {spins} spins"), &what);
            }
        }
    }
    println!("{runs} runs, {} different logs, {tasks} tasks run, in {simulated:?}", logs.len());
    println!("longest run {longest:?}; {} more runs cancelled by a thread", 2 * STORMS);
    println!("ops: {ops:?}");
    assert!(failures.is_empty(), "{}", failures.join("\n----\n"));
    if seeds >= SEEDS {
        assert!(ops.len() >= 60, "the generator knows {} ops", ops.len());
    }
    panics(&catalogue);
}

/// A kernel that panics at once, or in its task, under any schedule: an error, and the queue
/// continues.
fn panics(catalogue: &Catalogue) {
    let extra = Some("sim.panic.i32");
    std::panic::set_hook(Box::new(|_| {}));
    let mut failed = 0;
    for seed in 0..STORMS {
        let (subject, program) =
            Subject::new(seed, Options { extra, ..Options::default() }, catalogue);
        failed += u64::from(program.ops.contains_key("sim.panic.i32"));
        for (engine, function) in &subject.engines {
            let (run, _, fault) = simulate(function, seed);
            let what = subject.check(&run, fault);
            assert_eq!(what, None, "program {seed} on {engine}\n{}", subject.text);
        }
    }
    let _ = std::panic::take_hook();
    assert!(failed > 10, "programs have kernels that panic");
}
