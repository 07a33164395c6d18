//! Runs functions for a command: owns the host, captures output and diagnostics, and checks for
//! leaks.

use crate::failure::Failure;
use crate::output;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tfrt_exec::Program;
use tfrt_host::alloc::{FixedSizeAllocator, HostAllocator, ProfiledAllocator, SystemAllocator};
use tfrt_host::context::{Diagnostic, Host};
use tfrt_host::kernel::{Function, Value};
use tfrt_host::trace::{TraceLevel, TraceSink};
use tfrt_host::value::{AnyRef, live_count};

/// Where buffers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Allocator {
    /// The system's, with a check at the end that all was given back.
    #[value(name = "leak_check_allocator")]
    LeakCheck,
    /// The system's.
    Malloc,
    /// The system's, with a profile at the end.
    #[value(name = "profiled_allocator")]
    Profiled,
    /// The system's, with 1024 bytes to give.
    #[value(name = "test_fixed_size_1k")]
    TestFixedSize1k,
}

/// What the small allocator has to give.
const FIXED_SIZE: usize = 1024;

/// The default of `--work-queue`, which commands have not as clap's: of a model it must not be said.
pub(crate) const DEFAULT_QUEUE: &str = "s";

/// What commands say of `--work-queue`.
pub(crate) const WORK_QUEUE: &str = "Which threads run tasks: `s`, only the one that waits for a \
    function; `mstd`, a pool with a thread per processor; `mstd:N` or `mstd:N,M`, a pool of N \
    threads, and up to M for tasks that block; without this, `s`";

/// Where a run's output and diagnostics go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sink {
    /// To standard output, as it comes.
    Through,
    /// Kept.
    Kept,
}

/// A host for a command's runs.
pub(crate) struct Session {
    host: Host,
    output: Arc<Mutex<String>>,
    diagnostics: Arc<Mutex<Vec<Diagnostic>>>,
    allocator: Allocator,
    profiled: Arc<ProfiledAllocator>,
}

/// One run of a function.
pub(crate) struct Ran {
    /// Values alive before and after, if that differs.
    pub(crate) leak: Option<(i64, i64)>,
    /// The run was cancelled.
    pub(crate) cancelled: bool,
}

impl Session {
    /// Makes the host. `on_diagnostic` sees each diagnostic when it happens.
    pub(crate) fn new(
        work_queue: &str,
        allocator: Allocator,
        sink: Sink,
        trace: Option<(TraceLevel, Arc<dyn TraceSink>)>,
        on_diagnostic: impl Fn(&Diagnostic) + Send + Sync + 'static,
    ) -> Result<Self, Failure> {
        let kept = Arc::new(Mutex::new(String::new()));
        let diagnostics = Arc::new(Mutex::new(Vec::new()));
        let keep = Arc::clone(&kept);
        let print = Arc::new(move |text: &str| match sink {
            Sink::Through => output::print(text),
            Sink::Kept => locked(&keep).push_str(text),
        });
        let profiled = Arc::new(ProfiledAllocator::new());
        let memory: Arc<dyn HostAllocator> = match allocator {
            Allocator::LeakCheck | Allocator::Profiled => {
                Arc::<ProfiledAllocator>::clone(&profiled)
            }
            Allocator::Malloc => Arc::new(SystemAllocator),
            Allocator::TestFixedSize1k => {
                let print = Arc::clone(&print);
                Arc::new(FixedSizeAllocator::new(FIXED_SIZE, move |line| print(line)))
            }
        };
        let keep_diagnostics = Arc::clone(&diagnostics);
        let mut builder = Host::builder();
        if let Some((level, sink)) = trace {
            builder = builder.trace(level, sink);
        }
        let host = builder
            .with(tfrt_test_kernels::core_ops())
            .work_queue(work_queue)
            .allocator(memory)
            .output(move |text| print(text))
            .diagnostics(move |diagnostic| {
                on_diagnostic(diagnostic);
                locked(&keep_diagnostics).push(diagnostic.clone());
            })
            .build()
            .map_err(|error| {
                let why = error.message();
                Failure::unusable(format!("couldn't create work queue type {work_queue} ({why})"))
            })?;
        Ok(Self { host, output: kept, diagnostics, allocator, profiled })
    }

    /// The queue's name.
    pub(crate) fn queue_name(&self) -> String {
        self.host.queue().name()
    }

    /// The host.
    pub(crate) fn host(&self) -> &Host {
        &self.host
    }

    /// Calls a function, waits for its results, hands them to `show`, and then waits for everything
    /// else that it started.
    pub(crate) fn run(
        &self,
        function: &Function,
        arguments: &[Value],
        show: impl FnOnce(&[Value]),
    ) -> Ran {
        let name = &function.signature().name;
        let tracer = self.host.tracer(TraceLevel::Default);
        let _scope = tracer.map(|tracer| tracer.function(name));
        let before = live_count();
        let mut arguments = arguments.to_vec();
        let request = self.host.context();
        let mut results = vec![Value::Empty; function.signature().results.len()];
        function.call(&request, 0, &mut arguments, &mut results);
        drop(arguments);
        await_results(&self.host, &results);
        show(&results);
        drop(results);
        self.host.quiesce();
        let cancelled = request.cancelled().is_some();
        drop(request);
        let after = live_count();
        Ran { leak: (before != after).then_some((before, after)), cancelled }
    }

    /// What kernels have printed since the last call.
    pub(crate) fn take_output(&self) -> String {
        std::mem::take(&mut locked(&self.output))
    }

    /// What has been reported since the last call.
    pub(crate) fn take_diagnostics(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut locked(&self.diagnostics))
    }

    /// The allocator's final report, and whether it found a leak.
    pub(crate) fn allocator_report(&self) -> Option<(String, bool)> {
        match self.allocator {
            Allocator::LeakCheck => Some((self.profiled.leaks()?, true)),
            Allocator::Profiled => Some((self.profiled.profile(), false)),
            Allocator::Malloc | Allocator::TestFixedSize1k => None,
        }
    }
}

/// Waits until all results are available.
pub(crate) fn await_results(host: &Host, results: &[Value]) {
    let pending = |value: &Value| match value {
        Value::Ref(any) if !any.is_available() => Some(any.clone()),
        _ => None,
    };
    let pending: Vec<AnyRef> = results.iter().filter_map(pending).collect();
    if !pending.is_empty() {
        host.await_all(&pending);
    }
}

/// Locks a mutex and ignores poisoning: the data is consistent at any time.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The names of a program's functions; empty for a region.
pub(crate) fn names(program: &Program) -> impl Iterator<Item = &str> {
    program.functions().iter().map(|function| &*function.signature().name)
}

/// Which functions to run, by their places in the function index and in this order: with a list,
/// those of the list; without, all. `init` comes first if there is one of that name, and not
/// again.
pub(crate) fn select(
    program: &Program,
    list: Option<&[String]>,
    init: Option<&str>,
) -> Result<Vec<usize>, Failure> {
    // Regions have no name, so an empty one selects none.
    let find = |name: &str| {
        let mut functions = program.functions().iter();
        functions.position(|f| f.signature().name == name).filter(|_| !name.is_empty())
    };
    let init = init.and_then(find);
    let mut selected: Vec<usize> = init.into_iter().collect();
    match list {
        None => selected.extend((0..program.functions().len()).filter(|&i| Some(i) != init)),
        Some(list) => {
            for name in list {
                let index = find(name).ok_or_else(|| Failure::no_function(name, names(program)))?;
                if Some(index) != init {
                    selected.push(index);
                }
            }
        }
    }
    Ok(selected)
}
