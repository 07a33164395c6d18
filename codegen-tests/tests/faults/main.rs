//! Faults at run time, on every engine and queue: panics in every place a program can bring one
//! about, deadlines, cancellation at any step, shutdown with work under way. Always an error or a
//! completed run, with every destructor run.

mod own_queues;

use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Barrier, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};
use tfrt_codegen_tests::faults::{self, Steps};
use tfrt_codegen_tests::random::Random;
use tfrt_codegen_tests::{bef, faulty, on_executor, on_jit, verified};
use tfrt_host::context::{Host, RequestContext};
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::{Function, KernelList, Value};
use tfrt_host::queue::{SimWorkQueue, Task};
use tfrt_host::value::AnyRef;

const QUEUES: [&str; 3] = ["s", "mstd:1", "mstd:2,2"];

/// Rounds of what happens once per round.
const ROUNDS: usize = if cfg!(debug_assertions) { 10 } else { 100 };

/// Runs that eight threads cancel.
const STORM: usize = if cfg!(debug_assertions) { 1_000 } else { 10_000 };

/// Longer than any of this takes on a busy machine, shorter than anybody's patience.
const PATIENCE: Duration = Duration::from_secs(60);

type Functions = BTreeMap<String, Function>;

fn engines() -> Vec<(&'static str, Functions)> {
    let catalogue = tfrt_test_kernels::catalogue()
        .with(&KernelList::new(faults::KERNELS).with_types(faults::TYPES));
    let program = verified(faults::NAME, faults::TEXT, &catalogue).expect("it is valid");
    let bytes = bef(faults::NAME, faults::TEXT, &catalogue).expect("it is valid");
    let executor = on_executor(&bytes, &catalogue).expect("it loads");
    let jit = on_jit(&program, &catalogue).expect("the JIT takes it");
    let names: Vec<String> = executor.iter().map(|(name, _)| name.clone()).collect();
    let jit = names.iter().filter_map(|name| Some((name.clone(), jit.function(name)?)));
    let generated = (faulty().functions)().into_iter();
    let generated = generated.map(|(name, function)| (name.to_owned(), function));
    vec![
        ("executor", executor.into_iter().collect()),
        ("JIT", jit.collect()),
        ("generated Rust", generated.collect()),
    ]
}

/// One test at a time: the count of live values is the process's. Panics are expected and say
/// nothing; one that hangs ends the process.
struct Alone {
    _turn: MutexGuard<'static, ()>,
    done: Arc<Mutex<bool>>,
    live: i64,
}

impl Alone {
    fn new() -> Self {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        static QUIET: Once = Once::new();
        QUIET.call_once(|| {
            let usual = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                if !panic.to_string().contains("boom") {
                    usual(panic);
                }
            }));
        });
        let done = Arc::new(Mutex::new(false));
        let seen = Arc::clone(&done);
        std::thread::spawn(move || {
            let end = Instant::now() + 5 * PATIENCE;
            while Instant::now() < end {
                std::thread::sleep(Duration::from_millis(100));
                if *seen.lock().unwrap_or_else(PoisonError::into_inner) {
                    return;
                }
            }
            let _ = std::io::stderr().write_all(b"a test of faults hangs\n");
            std::process::abort();
        });
        Self { _turn: turn, done, live: tfrt_host::value::live_count() }
    }

    /// Everything has ended that began since the test did. Threads on their way out get a moment.
    fn nothing_is_left(&self, what: &str) {
        let left = || {
            let values = tfrt_host::value::live_count() - self.live;
            (values, faults::TRACKED.load(Ordering::SeqCst))
        };
        let end = Instant::now() + PATIENCE;
        while left() != (0, 0) {
            assert!(Instant::now() < end, "{what}: {:?} values left alive", left());
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }
}

/// Also `sim:N`: a simulated queue with room for so many tasks.
fn host(queue: &str) -> Host {
    let host = Host::builder().output(|_| {}).diagnostics(|_| {});
    let host = match queue.strip_prefix("sim:") {
        Some(room) => {
            let room = room.parse().expect("a number");
            host.queue(Arc::new(SimWorkQueue::new(1).capacity(room)))
        }
        None => host.work_queue(queue),
    };
    host.build().expect("the queue exists")
}

fn start(function: &Function, request: &RequestContext) -> Vec<Value> {
    let mut results = vec![Value::Empty; function.signature().results.len()];
    function.call(request, 0, &mut [], &mut results);
    results
}

fn refs(results: &[Value]) -> Vec<AnyRef> {
    results.iter().map(|result| result.clone().into_ref()).collect()
}

/// The first result, and the others.
fn finish(function: &Function, host: &Host) -> Vec<Result<i32, Error>> {
    let results = start(function, &host.context());
    host.await_all(&refs(&results));
    let outcomes = results.iter().map(|value| match value.error() {
        Some(error) => Err(error.clone()),
        None => Ok(*value.get::<i32>().expect("an integer")),
    });
    outcomes.collect()
}

/// Generated Rust passes no context to a function whose kernels neither fail nor take it; a panic
/// unwinds through it as through any Rust function, and the error names no kernel.
fn has_no_context(engine: &str, function: &str) -> bool {
    engine == "generated Rust" && function == "ready"
}

/// Functions, and the kernel of each that panics.
const PANICS: &[(&str, &str)] = &[
    ("fallible", "fault.panic.fallible"),
    ("ready", "fault.panic.ready"),
    ("resumed_fallible", "fault.panic.fallible"),
    ("resumed_ready", "fault.panic.ready"),
    ("in_a_loop", "fault.panic.ready"),
    ("later", "fault.panic.later"),
    ("task", "fault.panic.task"),
    ("work", "fault.panic.work"),
    ("working", "fault.panic.working"),
    ("blocking", "fault.panic.blocking"),
    ("future", "fault.panic.future"),
];

/// The line of the first `kernel` in `function`.
fn line_of(function: &str, kernel: &str) -> usize {
    let lines = faults::TEXT.lines().enumerate();
    let mut lines = lines.skip_while(|(_, line)| !line.contains(&format!("@{function}(")));
    lines.find(|(_, line)| line.contains(kernel)).expect("it is there").0 + 1
}

#[test]
fn a_panic_is_an_error_that_names_the_kernel_and_its_place() {
    let alone = Alone::new();
    for (engine, functions) in engines() {
        for queue in QUEUES.into_iter().chain(["sim:0", "sim:1"]) {
            let host = host(queue);
            for _ in 0..ROUNDS {
                for &(name, kernel) in PANICS {
                    let results = finish(&functions[name], &host);
                    let what = format!("{name} on {engine}, {queue}");
                    let error = results[0].as_ref().expect_err(&what);
                    assert!(
                        error.message().starts_with("kernel panicked: boom "),
                        "{what}: {error}"
                    );
                    assert_eq!(error.code(), ErrorCode::Internal, "{what}");
                    if has_no_context(engine, name) {
                        assert_eq!(error.kernel(), None, "{what}");
                        continue;
                    }
                    assert_eq!(error.kernel(), Some(kernel), "{what}");
                    let (file, line, _) = error.location().file_line_col().expect(&what);
                    assert_eq!(
                        (file, line as usize),
                        (faults::NAME, line_of(name, kernel)),
                        "{what}"
                    );
                    if let Some(other) = results.get(1) {
                        assert_eq!(other.as_ref().expect(&what), &2, "{what}");
                    }
                }
                // A continuation belongs to no kernel, a destructor and a waker to no result.
                let results = finish(&functions["continuation"], &host);
                let error = results[0].as_ref().expect_err("the promise is gone");
                assert_eq!(error.message(), "kernel panicked: boom 1", "{engine}, {queue}");
                assert_eq!(results[1].as_ref().expect("it is independent"), &2);
                for (name, other) in [("destructor", 4), ("waker", 4)] {
                    let results = finish(&functions[name], &host);
                    let results: Vec<i32> =
                        results.into_iter().map(|result| result.expect(name)).collect();
                    assert_eq!(results, [2, other], "{name} on {engine}, {queue}");
                }
            }
            pool_is_whole(&host);
            drop(host);
            alone.nothing_is_left(&format!("{engine}, {queue}"));
        }
    }
}

/// A kernel's work is a task on one queue, runs where it is called on another, and does either on a
/// third. Nobody can tell by what comes of it.
#[test]
fn inline_work_matches_work_in_tasks() {
    let alone = Alone::new();
    let expected = (0..100).fold(1, |a: i32, _| (4 * a + 1) % 1_000_003);
    for (engine, functions) in engines() {
        for queue in QUEUES.into_iter().chain(["sim:0", "sim:1", "sim:100"]) {
            let what = format!("{engine}, {queue}");
            let host = host(queue);
            for _ in 0..ROUNDS {
                let results = finish(&functions["worked"], &host);
                assert_eq!(results[0].as_ref().expect(&what), &expected, "{what}");
                let error = results[1].as_ref().expect_err(&what);
                assert_eq!(error.message(), "nothing to do", "{what}");
                assert_eq!(error.kernel(), Some("fault.working"), "{what}");
            }
            drop(host);
            alone.nothing_is_left(&what);
        }
    }
}

/// As many tasks as the queue has threads run at once.
fn pool_is_whole(host: &Host) {
    let threads = host.queue().parallelism();
    let barrier = Arc::new(Barrier::new(threads));
    for _ in 0..threads {
        let barrier = Arc::clone(&barrier);
        host.queue().add_task(Task::new(move || {
            barrier.wait();
        }));
    }
    host.quiesce();
}

#[test]
fn a_task_of_the_users_own_that_panics_hurts_nobody() {
    let alone = Alone::new();
    let (_, functions) = engines().swap_remove(0);
    for queue in QUEUES {
        let host = host(queue);
        for _ in 0..ROUNDS {
            host.queue().add_task(Task::new(|| panic!("boom")));
            let task = Task::new(|| panic!("boom"));
            host.queue().add_blocking_task(task, true).unwrap_or_else(Task::run);
            assert!(finish(&functions["queued"], &host).into_iter().all(|result| result.is_ok()));
        }
        pool_is_whole(&host);
    }
    alone.nothing_is_left("own tasks");
}

/// The wait for a run that is over its time ends, whatever the run is doing, and so does the run.
#[test]
fn deadlines() {
    let alone = Alone::new();
    for (engine, functions) in engines() {
        for queue in QUEUES {
            for name in ["never", "endless", "endless_later"] {
                let what = format!("{name} on {engine}, {queue}");
                let host = host(queue);
                let request = host.context().with_deadline(Duration::from_millis(20));
                let begin = Instant::now();
                let results = start(&functions[name], &request);
                let waited = request.await_all(&refs(&results));
                assert!(begin.elapsed() < PATIENCE, "{what}");
                let cause = request.cancelled().expect(&what).clone();
                assert_eq!(cause.code(), ErrorCode::DeadlineExceeded, "{what}");
                assert_eq!(cause.message(), "Deadline exceeded", "{what}");
                if name == "never" {
                    assert!(waited.expect_err(&what).ptr_eq(&cause), "{what}");
                    faults::release();
                }
                host.await_all(&refs(&results));
                let last = results.last().expect("there is one");
                let error = last.error().expect(&what);
                assert_eq!(error.code(), ErrorCode::DeadlineExceeded, "{what}");
                host.quiesce();
            }
        }
    }
    alone.nothing_is_left("deadlines");
}

/// Eight threads run and cancel, each run at a random step of its own or at a random moment.
#[test]
fn a_storm_of_cancellations() {
    let alone = Alone::new();
    for (engine, functions) in engines() {
        let steps = &functions["steps"];
        for queue in ["s", "mstd:2,2"] {
            let shared = host(queue);
            let storm = |thread: usize| {
                let mut random = Random::new(thread as u64);
                // Queue `s` is one thread's.
                let own = (queue == "s").then(|| host(queue));
                let host = own.as_ref().unwrap_or(&shared);
                let mut cancelled = 0;
                for _ in 0..STORM / 8 / 2 {
                    let request = host.context();
                    let step = random.below(24) as i64;
                    let own = request.resources().get_or_create("steps", || Steps::new(step));
                    drop(own.expect("the name is free"));
                    let results = start(steps, &request);
                    if step == 0 {
                        (0..random.below(2_000)).for_each(|_| std::hint::spin_loop());
                        request.cancel();
                    }
                    host.await_all(&refs(&results));
                    for (result, whole) in results.iter().zip([16, 24]) {
                        match result.error() {
                            Some(error) => {
                                assert_eq!(error.code(), ErrorCode::Cancelled);
                                cancelled += 1;
                            }
                            None => {
                                let value = result.get::<i32>().map(|value| *value);
                                assert_eq!(value, Some(whole), "{result:?}");
                            }
                        }
                    }
                }
                host.quiesce();
                cancelled
            };
            let cancelled: usize = std::thread::scope(|scope| {
                let storm = &storm;
                let threads: Vec<_> = (0..8).map(|t| scope.spawn(move || storm(t))).collect();
                threads.into_iter().map(|thread| thread.join().expect("it passes")).sum()
            });
            assert!(cancelled > STORM / 8, "{engine}, {queue}: {cancelled}");
            drop(shared);
            alone.nothing_is_left(&format!("{engine}, {queue}"));
        }
    }
}

/// Waits for what a shut down host leaves: nothing stays pending, and what was not run is
/// cancelled.
fn all_resolve(results: &[AnyRef], what: &str) {
    let end = Instant::now() + PATIENCE;
    for result in results {
        while !result.is_available() {
            assert!(Instant::now() < end, "{what}: a value stays pending");
            std::thread::sleep(Duration::from_micros(100));
        }
        if let Some(error) = result.error() {
            assert_eq!(error.code(), ErrorCode::Cancelled, "{what}: {error}");
        }
    }
}

type Case = fn(&Functions, &str) -> Vec<AnyRef>;

const SHUTDOWNS: &[(&str, Case)] = &[
    ("idle", |_, queue| {
        drop(host(queue));
        host(queue).shutdown();
        Vec::new()
    }),
    ("queued", |functions, queue| {
        let (host, many) = (host(queue), 10_000 / ROUNDS);
        let results: Vec<AnyRef> =
            (0..many).flat_map(|_| refs(&start(&functions["queued"], &host.context()))).collect();
        host.shutdown();
        results
    }),
    ("workers blocked", |functions, queue| {
        faults::OPEN.store(false, Ordering::SeqCst);
        let host = host(queue);
        let results: Vec<AnyRef> =
            (0..8).flat_map(|_| refs(&start(&functions["held"], &host.context()))).collect();
        let opener = (queue != "s").then(|| {
            while faults::HELD.load(Ordering::SeqCst) < host.queue().parallelism() {
                std::thread::yield_now();
            }
            std::thread::spawn(|| {
                std::thread::sleep(Duration::from_millis(1));
                faults::OPEN.store(true, Ordering::SeqCst);
            })
        });
        host.shutdown();
        opener.map(std::thread::JoinHandle::join).transpose().expect("it only sets a flag");
        results
    }),
    ("a kernel enqueues", |functions, queue| {
        let host = host(queue);
        let results = refs(&start(&functions["respawned"], &host.context()));
        let ender = host.clone();
        let ender = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(1));
            ender.shutdown();
        });
        // On queue `s` this is who runs the tasks.
        host.await_all(&results);
        ender.join().expect("shutting down does not panic");
        results
    }),
    ("dropped in a worker", |functions, queue| {
        let host = host(queue);
        let mut results = refs(&start(&functions["queued"], &host.context()));
        let (inside, function) = (host.clone(), functions["queued"].clone());
        let (promise, later) = tfrt_host::value::AsyncRef::pending();
        host.queue().add_task(Task::new(move || {
            let more = refs(&start(&function, &inside.context()));
            if inside.queue().name() == "single-threaded" {
                inside.shutdown();
            }
            drop(inside);
            promise.set(more);
        }));
        if queue == "s" {
            host.quiesce();
        }
        drop(host);
        all_resolve(&[later.as_any().clone()], "the worker's own result");
        if let Some(Ok(more)) = later.take() {
            results.extend(more);
        }
        results
    }),
    ("dropped while panicking", |functions, queue| {
        let results = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&results);
        let unwound = catch_unwind(AssertUnwindSafe(|| {
            struct Ends(Host);
            impl Drop for Ends {
                fn drop(&mut self) {
                    self.0.shutdown();
                }
            }
            let host = Ends(host(queue));
            for _ in 0..10 {
                let more = refs(&start(&functions["queued"], &host.0.context()));
                seen.lock().unwrap_or_else(PoisonError::into_inner).extend(more);
            }
            panic!("boom");
        }));
        assert!(unwound.is_err());
        std::mem::take(&mut *results.lock().unwrap_or_else(PoisonError::into_inner))
    }),
];

#[test]
fn shutdown_resolves_everything() {
    let alone = Alone::new();
    for (engine, functions) in engines() {
        for queue in QUEUES {
            for (case, run) in SHUTDOWNS {
                for _ in 0..ROUNDS {
                    let what = format!("{case} on {engine}, {queue}");
                    let begin = Instant::now();
                    all_resolve(&run(&functions, queue), &what);
                    assert!(begin.elapsed() < PATIENCE, "{what}");
                }
                alone.nothing_is_left(&format!("{case} on {engine}, {queue}"));
            }
        }
    }
}

/// A simulated queue that is full, or that takes no blocking work, under every kind of panic.
#[test]
fn panics_on_a_full_queue() {
    let alone = Alone::new();
    for (engine, functions) in engines() {
        for seed in 0..ROUNDS as u64 {
            for capacity in [0, 1, usize::MAX] {
                let queue = SimWorkQueue::new(seed).capacity(capacity).refuse_blocking(50);
                let host = Host::builder().queue(Arc::new(queue)).diagnostics(|_| {});
                let host = host.build().expect("a queue of one's own");
                for &(name, kernel) in PANICS {
                    let results = finish(&functions[name], &host);
                    let error = results[0].as_ref().expect_err(name);
                    let kernel = (!has_no_context(engine, name)).then_some(kernel);
                    assert_eq!(error.kernel(), kernel, "{name} on {engine}, seed {seed}");
                }
            }
        }
    }
    alone.nothing_is_left("full queues");
}
