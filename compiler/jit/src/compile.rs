//! Compiles emitted functions to machine code, on the caller's thread or on several. The result
//! does not depend on the number of threads, because functions are numbered when they are emitted
//! and compiled independently.

use crate::link::too_much_code;
use crate::object::Object;
use crate::target::Target;
use crate::{CompileError, JitOptions, Limit};
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::Function;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most queued functions per thread. Bounds the memory of the queue.
const WAITING: usize = 4;

/// How long compiling took.
///
/// ```
/// # use tfrt_compiler::plan::{self, Panics};
/// # use tfrt_compiler::source::Source;
/// # let source = Source::new("id.mlir", "func.func @id(%x: i32) -> i32 {\n  tfrt.return %x : i32\n}");
/// # let catalogue = tfrt_kernels::catalogue();
/// # let program = tfrt_compiler::front_end_with(&source, &catalogue, None).expect("it is valid");
/// # let plan = plan::build(&program, &catalogue, Panics::AreErrors).expect("it can be planned");
///
/// let jit = tfrt_jit::compile(&program, &plan, &catalogue, &tfrt_jit::JitOptions::default())?;
/// println!("{:?}, of it {:?} in Cranelift", jit.timing().total, jit.timing().code_generator);
/// # Ok::<(), tfrt_jit::CompileError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The total, from the plan to callable code.
    pub total: Duration,
    /// The part spent in Cranelift, summed over threads.
    pub code_generator: Duration,
}

/// A function to compile.
#[derive(Clone, Copy)]
pub(crate) struct Job {
    pub(crate) number: u32,
    /// How many kernels it has.
    pub(crate) kernels: usize,
}

/// Takes an emitted function.
pub(crate) type Next<'n> = &'n mut dyn FnMut(Job, Function) -> Result<(), Failure>;

/// A compiled function.
pub(crate) struct Compiled {
    pub(crate) number: u32,
    pub(crate) object: Object,
    /// Its instructions as text, if asked for.
    pub(crate) disassembly: Option<String>,
}

/// An error, and the function in which it came up.
pub(crate) type Failure = (u32, CompileError);

/// One compilation.
pub(crate) struct Compiler<'a> {
    target: &'a Target,
    options: &'a JitOptions,
    begin: Instant,
    /// Kernels in all.
    total: usize,
    /// Kernels in compiled functions. Relaxed: a statistic. Data between threads is synchronized by
    /// the lock of `Shared`.
    done: AtomicUsize,
    /// Bytes of code. Relaxed likewise.
    bytes: AtomicUsize,
    /// Nanoseconds in Cranelift on all threads. Relaxed likewise.
    generator: AtomicU64,
    disassemble: bool,
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(
        begin: Instant,
        target: &'a Target,
        options: &'a JitOptions,
        total: usize,
        disassemble: bool,
    ) -> Self {
        let (done, bytes, generator) = Default::default();
        Self { target, options, begin, total, done, bytes, generator, disassemble }
    }

    /// The time since the start.
    pub(crate) fn timing(&self) -> Timing {
        let generator = Duration::from_nanos(self.generator.load(Ordering::Relaxed));
        Timing { total: self.begin.elapsed(), code_generator: generator }
    }

    /// Whether there is time left; what time it is.
    pub(crate) fn check_time(&self) -> Result<Instant, CompileError> {
        let (now, limit) = (Instant::now(), self.options.limits.time);
        if now.duration_since(self.begin) <= limit {
            return Ok(now);
        }
        Err(CompileError::limit_exceeded(Limit::Time, format!("it takes more than {limit:?}")))
    }

    /// Compiles what `emit` hands to its argument. In the order of numbers.
    pub(crate) fn run(
        &self,
        emit: impl FnOnce(Next<'_>) -> Result<(), Failure>,
    ) -> Result<Vec<Compiled>, Failure> {
        let threads = self.options.threads.get();
        let results = if threads == 1 { self.here(emit)? } else { self.spread(threads, emit)? };
        if let Some(progress) = &self.options.progress {
            // Kernels of regions that no function reaches are never emitted but count as done.
            let _ = catch_unwind(AssertUnwindSafe(|| progress.call(self.total, self.total)));
        }
        Ok(results)
    }

    fn here(
        &self,
        emit: impl FnOnce(Next<'_>) -> Result<(), Failure>,
    ) -> Result<Vec<Compiled>, Failure> {
        let mut context = Context::new();
        let mut results = Vec::new();
        emit(&mut |job, function| {
            results.push(self.compile(&mut context, job, function)?);
            Ok(())
        })?;
        Ok(results)
    }

    fn spread(
        &self,
        threads: usize,
        emit: impl FnOnce(Next<'_>) -> Result<(), Failure>,
    ) -> Result<Vec<Compiled>, Failure> {
        let shared = Shared::default();
        let emitted = std::thread::scope(|scope| {
            for _ in 1..threads {
                let builder = std::thread::Builder::new().name("tfrt-jit".to_owned());
                // If a thread cannot be spawned, compile with fewer.
                let _ = builder.spawn_scoped(scope, || {
                    let mut context = Context::new();
                    while let Some((job, function)) = shared.next(true) {
                        shared.finish(self.compile(&mut context, job, function));
                    }
                });
            }
            let mut context = Context::new();
            let emitted = emit(&mut |job, function| {
                while shared.is_full(threads * WAITING)
                    && let Some((job, function)) = shared.next(false)
                {
                    shared.finish(self.compile(&mut context, job, function));
                }
                let added = shared.add(job, function);
                added.ok_or_else(|| (job.number, CompileError::new("another one failed")))
            });
            shared.close();
            while let Some((job, function)) = shared.next(false) {
                shared.finish(self.compile(&mut context, job, function));
            }
            emitted
        });
        let mut results = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner).results;
        results.sort_by_key(|(number, _)| *number);
        // The first error by function number, as with one thread.
        let results: Result<Vec<_>, _> = results
            .into_iter()
            .map(|(number, result)| result.map_err(|error| (number, error)))
            .collect();
        results.and_then(|results| emitted.map(|()| results))
    }

    /// One function.
    fn compile(
        &self,
        context: &mut Context,
        job: Job,
        function: Function,
    ) -> Result<Compiled, Failure> {
        context.clear();
        context.func = function;
        context.set_disasm(self.disassemble);
        // The state is not used again after a panic.
        let result = catch_unwind(AssertUnwindSafe(|| {
            let compiled = self.machine_code(context, job.number)?;
            let done = self.done.fetch_add(job.kernels, Ordering::Relaxed) + job.kernels;
            if let Some(progress) = &self.options.progress {
                progress.call(done.min(self.total), self.total);
            }
            Ok(compiled)
        }));
        let result = result.unwrap_or_else(|_| {
            *context = Context::new();
            Err(CompileError::new("the code generator, or the callback of its progress, panicked"))
        });
        result.map_err(|error| (job.number, error))
    }

    fn machine_code(&self, context: &mut Context, number: u32) -> Result<Compiled, CompileError> {
        let begin = self.check_time()?;
        let isa = &**self.target.isa(&context.func);
        context
            .compile(isa, &mut ControlPlane::default())
            .map_err(|error| CompileError::of("code generator", &error.inner))?;
        let taken = u64::try_from(begin.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.generator.fetch_add(taken, Ordering::Relaxed);
        let code = context.compiled_code().expect("it was compiled just now");
        let object = Object::new(&context.func, code, isa)?;
        let bytes = self.bytes.fetch_add(object.code.len(), Ordering::Relaxed) + object.code.len();
        if bytes > self.options.limits.code_bytes {
            return Err(too_much_code(self.options.limits.code_bytes));
        }
        Ok(Compiled { number, object, disassembly: code.vcode.clone() })
    }
}

/// The state shared by the compiling threads.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// In the order of their numbers.
    jobs: VecDeque<(Job, Function)>,
    results: Vec<(u32, Result<Compiled, CompileError>)>,
    failed: bool,
    closed: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job. `None` if the queue is empty; with `wait`, if it is closed.
    fn next(&self, wait: bool) -> Option<(Job, Function)> {
        let mut state = self.lock();
        loop {
            let job = state.jobs.pop_front();
            if job.is_some() || !wait || state.closed {
                return job;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn is_full(&self, jobs: usize) -> bool {
        self.lock().jobs.len() >= jobs
    }

    /// Takes a function; none if another has failed.
    fn add(&self, job: Job, function: Function) -> Option<()> {
        let mut state = self.lock();
        if state.failed {
            return None;
        }
        state.jobs.push_back((job, function));
        drop(state);
        self.changed.notify_one();
        Some(())
    }

    fn finish(&self, result: Result<Compiled, Failure>) {
        let mut state = self.lock();
        match result {
            Ok(compiled) => {
                let number = compiled.number;
                state.results.push((number, Ok(compiled)));
            }
            Err((number, error)) => {
                // Jobs are taken in order, so queued ones have higher numbers than this one.
                state.failed = true;
                state.jobs.clear();
                state.results.push((number, Err(error)));
            }
        }
    }

    fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}
