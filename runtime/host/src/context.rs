//! The host (queue, allocator, diagnostics), a run on it (cancellation, deadline, output), and the
//! context that a kernel receives.

mod resource;
#[cfg(not(loom))]
mod sleep;
mod timer;

pub use crate::site::{LazySite, OpIndex, Site, SiteRef, Sites};
pub use resource::ResourceContext;
use resource::TypedData;
use timer::{NEVER, Timer};

use crate::alloc::{HostAllocator, SystemAllocator};
use crate::error::{Error, ErrorCode, KernelError, drop_quietly, panic_message};
use crate::queue::inline::Inline;
use crate::queue::{self, GuardedQueue, Signal, Task, WorkQueue, signal_when_available};
use crate::site::{OwnedSite, ProgramSite};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::trace::{ScopeGuard, TraceKind, TraceLevel, TraceSink, TracedQueue, Tracer};
use crate::value::unwind::{caught, fail_deferred};
use crate::value::{AnyRef, AsyncRef, Later, run_postponed};

use std::any::Any;
use std::fmt;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// The default of the builder.
const DEFAULT_MAX_CALL_DEPTH: u32 = 10_000;

/// The environment that programs run in: one work queue, one allocator, one sink for diagnostics.
/// Cheap to clone. Thread-safe.
///
/// Dropping the last clone shuts the queue down, like [`Host::shutdown`]: queued work is dropped,
/// and its promises become errors. The host that a run refers to ([`RequestContext::host`]) and
/// clones of that do not keep the queue alive: queued work holds its run, which would form a
/// reference cycle through the queue. So keep the host that was built as long as work is to be
/// done. Functions that need no queue run without it.
#[derive(Clone)]
pub struct Host {
    inner: Arc<HostInner>,
    /// None in the host that runs refer to.
    owner: Option<Arc<Owner>>,
}

/// Shared by the hosts in users' hands. Dropping it shuts the queue down.
struct Owner(Arc<HostInner>);

struct HostInner {
    queue: Arc<dyn WorkQueue>,
    /// A queue supplied by the user, who may use it after the host is dropped.
    user_queue: Option<Weak<dyn WorkQueue>>,
    allocator: Arc<dyn HostAllocator>,
    diagnostics: DiagnosticHandler,
    output: OutputSink,
    tracer: Option<Tracer>,
    max_call_depth: u32,
    shared: TypedData,
    timer: Timer,
}

type DiagnosticHandler = Box<dyn Fn(&Diagnostic) + Send + Sync>;
type OutputSink = Box<dyn Fn(&str) + Send + Sync>;

/// One diagnostic of a run: what the original prints as `runtime error: MESSAGE`.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The underlying error, with message, kernel and location.
    pub error: Error,
}

/// `FILE:LINE:COL: error: runtime error: MESSAGE`; if the location names no file, its text form is
/// used.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error.location().file_line_col() {
            Some((file, line, column)) => write!(f, "{file}:{line}:{column}")?,
            None => write!(f, "{}", self.error.location())?,
        }
        write!(f, ": error: runtime error: {}", self.error.message())
    }
}

/// Configures a [`Host`].
pub struct HostBuilder {
    queue: QueueChoice,
    allocator: Arc<dyn HostAllocator>,
    diagnostics: DiagnosticHandler,
    output: OutputSink,
    tracer: Option<Tracer>,
    max_call_depth: u32,
}

enum QueueChoice {
    Config(String),
    Own(Arc<dyn WorkQueue>),
}

impl Host {
    /// Defaults: queue `s`, system allocator, diagnostics to standard error, kernel output to
    /// standard output, no trace, call depth 10,000.
    #[must_use]
    pub fn builder() -> HostBuilder {
        HostBuilder {
            queue: QueueChoice::Config("s".to_owned()),
            allocator: Arc::new(SystemAllocator),
            diagnostics: Box::new(|diagnostic| {
                // If standard error is closed, there is nowhere left to report to.
                let _ = writeln!(std::io::stderr().lock(), "{diagnostic}");
            }),
            output: Box::new(|text| {
                // As for any program whose reader has gone away: the output is lost, the run
                // continues.
                let _ = std::io::stdout().lock().write_all(text.as_bytes());
            }),
            tracer: None,
            max_call_depth: DEFAULT_MAX_CALL_DEPTH,
        }
    }

    /// A new run.
    #[must_use]
    pub fn context(&self) -> RequestContext {
        RequestContext(Arc::new(RequestInner {
            host: Self { inner: Arc::clone(&self.inner), owner: None },
            tracer: self.inner.tracer.clone(),
            state: AtomicUsize::new(0),
            deadline: AtomicU64::new(NEVER),
            cause: OnceLock::new(),
            waiting: Mutex::default(),
            resources: ResourceContext::default(),
            data: TypedData::default(),
        }))
    }

    /// The host's shared instance of that type; made on first use.
    #[must_use]
    pub fn shared<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        self.inner.shared.get_or_default()
    }

    /// The queue.
    #[inline]
    #[must_use]
    pub fn queue(&self) -> &Arc<dyn WorkQueue> {
        &self.inner.queue
    }

    /// The allocator.
    #[must_use]
    pub fn allocator(&self) -> &Arc<dyn HostAllocator> {
        &self.inner.allocator
    }

    /// The limit behind `call depth exceeds N`.
    #[must_use]
    pub fn max_call_depth(&self) -> u32 {
        self.inner.max_call_depth
    }

    /// Waits until all `values` are available. If the queue supports it, runs queued work
    /// meanwhile.
    pub fn await_all(&self, values: &[AnyRef]) {
        self.inner.queue.await_all(values);
    }

    /// Polls a future (or an [`IntoFuture`] such as an async value) to completion on this thread,
    /// and runs queued work while it waits.
    ///
    /// # Panics
    /// If the future does.
    pub fn block_on<F: IntoFuture>(&self, future: F) -> F::Output {
        let mut future = std::pin::pin!(future.into_future());
        let signal = Signal::new();
        let waker = Waker::from(Arc::clone(&signal));
        let mut context = Context::from_waker(&waker);
        loop {
            if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
                return output;
            }
            run_postponed();
            self.inner.queue.run_until(&signal);
            // Before the next poll, which does not see wake-ups after this point.
            signal.reset();
        }
    }

    /// Waits until no work is queued or running.
    pub fn quiesce(&self) {
        self.inner.queue.quiesce();
    }

    /// Shuts the queue down: see [`WorkQueue::shutdown`]. After that, a deadline is only noticed by
    /// checks of cancellation.
    pub fn shutdown(&self) {
        self.inner.timer.close();
        self.inner.queue.shutdown();
    }

    /// Writes kernel output.
    pub fn print(&self, text: &str) {
        (self.inner.output)(text);
    }

    /// The tracer, if it is enabled at this level.
    #[must_use]
    pub fn tracer(&self, level: TraceLevel) -> Option<&Tracer> {
        self.inner.tracer.as_ref().filter(|tracer| tracer.is_enabled(level))
    }

    /// Sends one diagnostic.
    pub fn emit(&self, diagnostic: &Diagnostic) {
        (self.inner.diagnostics)(diagnostic);
    }
}

impl Drop for HostInner {
    fn drop(&mut self) {
        self.timer.close();
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        let in_use = |queue: &Weak<dyn WorkQueue>| queue.strong_count() > 1;
        if !self.0.user_queue.as_ref().is_some_and(in_use) {
            self.0.queue.shutdown();
        }
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host")
            .field("queue", &self.inner.queue)
            .field("allocator", &self.inner.allocator)
            .field("max_call_depth", &self.inner.max_call_depth)
            .field("keeps_queue", &self.owner.is_some())
            .finish_non_exhaustive()
    }
}

impl HostBuilder {
    /// `n` non-blocking worker threads: short for `mstd:n`.
    #[must_use]
    pub fn threads(self, n: usize) -> Self {
        self.work_queue(&format!("mstd:{n}"))
    }

    /// Sets the queue by its configuration string, `s` or `mstd:N,M`.
    #[must_use]
    pub fn work_queue(mut self, config: &str) -> Self {
        self.queue = QueueChoice::Config(config.to_owned());
        self
    }

    /// Sets a user-supplied queue. Dropping the last host shuts it down, unless other references to
    /// it exist then: their holder shuts it down.
    #[must_use]
    pub fn queue(mut self, queue: Arc<dyn WorkQueue>) -> Self {
        self.queue = QueueChoice::Own(queue);
        self
    }

    /// Sets the allocator.
    #[must_use]
    pub fn allocator(mut self, allocator: Arc<dyn HostAllocator>) -> Self {
        self.allocator = allocator;
        self
    }

    /// Sets the handler of diagnostics. Called on the thread on which the error happens.
    #[must_use]
    pub fn diagnostics(mut self, handler: impl Fn(&Diagnostic) + Send + Sync + 'static) -> Self {
        self.diagnostics = Box::new(handler);
        self
    }

    /// Sets the sink of kernel output (whole lines, newline included).
    #[must_use]
    pub fn output(mut self, sink: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.output = Box::new(sink);
        self
    }

    /// Traces to that sink, at this level and above: see [`trace`](crate::trace).
    #[must_use]
    pub fn trace(mut self, level: TraceLevel, sink: Arc<dyn TraceSink>) -> Self {
        self.tracer = Some(Tracer::new(level, sink));
        self
    }

    /// Sets the maximum call depth.
    #[must_use]
    pub fn max_call_depth(mut self, depth: u32) -> Self {
        self.max_call_depth = depth;
        self
    }

    /// Makes the host.
    ///
    /// # Errors
    /// The queue's configuration is invalid, or its threads cannot be started.
    pub fn build(self) -> Result<Host, Error> {
        let (queue, user_queue) = match self.queue {
            QueueChoice::Config(config) => (queue::create(&config)?, None),
            QueueChoice::Own(queue) => {
                let user_queue = Arc::downgrade(&queue);
                (Arc::new(GuardedQueue::new(queue)) as Arc<dyn WorkQueue>, Some(user_queue))
            }
        };
        let queue = match &self.tracer {
            Some(tracer) if tracer.is_enabled(TraceLevel::Verbose) => {
                Arc::new(TracedQueue::new(queue, tracer.clone()))
            }
            _ => queue,
        };
        let inner = Arc::new(HostInner {
            queue,
            user_queue,
            allocator: self.allocator,
            diagnostics: self.diagnostics,
            output: self.output,
            tracer: self.tracer,
            max_call_depth: self.max_call_depth,
            shared: TypedData::default(),
            timer: Timer::new(),
        });
        let owner = Some(Arc::new(Owner(Arc::clone(&inner))));
        Ok(Host { inner, owner })
    }
}

impl fmt::Debug for HostBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let queue: &dyn fmt::Debug = match &self.queue {
            QueueChoice::Config(config) => config,
            QueueChoice::Own(queue) => queue,
        };
        f.debug_struct("HostBuilder").field("queue", queue).finish_non_exhaustive()
    }
}

/// One run: cancellation, deadline, output. Cheap to clone. Thread-safe.
#[derive(Clone, Debug)]
pub struct RequestContext(Arc<RequestInner>);

#[derive(Debug)]
struct RequestInner {
    host: Host,
    /// A copy of the host's, on a cache line that every call reads anyway.
    tracer: Option<Tracer>,
    /// [`CANCELLED`] and [`CHECKS_CLOCK`]; usually zero, so a kernel pays for one load and compare.
    state: AtomicUsize,
    /// In the timer's clock. Lowered under the timer's lock; read by any thread.
    deadline: AtomicU64,
    /// Set before [`CANCELLED`].
    cause: OnceLock<Error>,
    /// Threads inside [`RequestContext::await_all`]. A waiter registers, then checks whether the
    /// run is cancelled; the canceller sets the flag, then takes the list: one of them sees the
    /// other.
    waiting: Mutex<Vec<Arc<Signal>>>,
    resources: ResourceContext,
    data: TypedData,
}

const CANCELLED: usize = 1;
/// The run has a deadline but no timer thread.
const CHECKS_CLOCK: usize = 2;

impl RequestInner {
    /// Lowers the deadline to `time`; returns the previous one.
    fn set_deadline(&self, time: u64) -> u64 {
        self.deadline.fetch_min(time, Ordering::Relaxed)
    }

    /// Makes checks of cancellation check the clock too.
    fn check_clock(&self) {
        self.state.fetch_or(CHECKS_CLOCK, Ordering::Release);
    }
}

impl Drop for RequestInner {
    fn drop(&mut self) {
        let deadline = *self.deadline.get_mut();
        if deadline != NEVER {
            self.host.inner.timer.forget(self, deadline);
        }
    }
}

impl RequestContext {
    /// The host. Neither it nor a clone of it keeps the host's queue alive: see [`Host`].
    #[inline]
    #[must_use]
    pub fn host(&self) -> &Host {
        &self.0.host
    }

    /// Cancels the run: kernels that have not started give `Cancelled`. The first cause wins.
    pub fn cancel(&self) {
        self.end(|| Error::new(ErrorCode::Cancelled, "Cancelled"));
    }

    /// The error that replaces further work, if the run is cancelled or past its deadline. One
    /// relaxed load when it is neither.
    #[inline]
    #[must_use]
    pub fn cancelled(&self) -> Option<&Error> {
        if self.may_be_cancelled() { self.cancelled_slow() } else { None }
    }

    /// Whether [`RequestContext::cancelled`] may return an error: one relaxed load.
    #[inline]
    #[must_use]
    pub fn may_be_cancelled(&self) -> bool {
        self.0.state.load(Ordering::Relaxed) != 0
    }

    /// The address of the word that [`RequestContext::cancelled`] reads first: zero unless the run
    /// may be cancelled. Machine code reads it directly; the address is valid while any clone of
    /// the run lives.
    #[must_use]
    #[cfg(not(loom))]
    pub fn state_address(&self) -> *const usize {
        self.0.state.as_ptr().cast_const()
    }

    /// Sets a deadline for this run, shared by all its clones. When it passes, a thread of the host
    /// cancels the run with the error `Deadline exceeded`, code
    /// [`DeadlineExceeded`](ErrorCode::DeadlineExceeded), even if nothing of the run is executing.
    /// The earliest of several deadlines counts.
    ///
    /// Like every cancellation, it does not interrupt a running kernel;
    /// [`RequestContext::await_all`] returns nevertheless.
    #[must_use]
    pub fn with_deadline(self, after: Duration) -> Self {
        let timer = &self.0.host.inner.timer;
        let time = timer.time(after);
        if after.is_zero() {
            self.exceed_deadline();
        } else if time != NEVER && !timer.watch(&self.0, time) {
            self.0.check_clock();
        }
        self
    }

    /// Attaches user data for kernels to this run, shared by all its clones. It replaces earlier
    /// data of the same type.
    #[must_use]
    pub fn with_data<T: Send + Sync + 'static>(self, data: T) -> Self {
        self.0.data.set(data);
        self
    }

    /// The attached user data of that type.
    #[must_use]
    pub fn data<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.0.data.get()
    }

    /// The tracer, if it is enabled at this level. One comparison if there is none.
    #[inline]
    #[must_use]
    pub fn tracer(&self, level: TraceLevel) -> Option<&Tracer> {
        match &self.0.tracer {
            None => None,
            Some(tracer) => tracer.is_enabled(level).then_some(tracer),
        }
    }

    /// Waits until all `values` are available or the run is cancelled. If the queue supports it,
    /// runs queued work meanwhile. Work that the run has started continues after a cancellation;
    /// [`Host::quiesce`] waits for that too.
    ///
    /// # Errors
    /// The run is cancelled, and not all values are available.
    pub fn await_all(&self, values: &[AnyRef]) -> Result<(), Error> {
        let signal = Signal::new();
        if !signal_when_available(values, &signal) {
            return Ok(());
        }
        self.0.waiting.lock().push(Arc::clone(&signal));
        if self.cancelled().is_none() {
            // The awaited values may depend on work that this thread has postponed.
            run_postponed();
            self.0.host.queue().run_until(&signal);
        }
        self.0.waiting.lock().retain(|other| !Arc::ptr_eq(other, &signal));
        match self.cancelled() {
            Some(cause) if !values.iter().all(AnyRef::is_available) => Err(cause.clone()),
            _ => Ok(()),
        }
    }

    /// The named resources that kernels of this run share.
    #[must_use]
    pub fn resources(&self) -> &ResourceContext {
        &self.0.resources
    }

    /// Writes kernel output.
    pub fn print(&self, text: &str) {
        self.0.host.print(text);
    }

    #[cold]
    fn cancelled_slow(&self) -> Option<&Error> {
        // Acquire: the cause and the deadline are stored before their flags.
        if self.0.state.load(Ordering::Acquire) & CANCELLED != 0 {
            return self.0.cause.get();
        }
        let now = self.0.host.inner.timer.time(Duration::ZERO);
        if now < self.0.deadline.load(Ordering::Relaxed) {
            return None;
        }
        Some(self.exceed_deadline())
    }

    fn exceed_deadline(&self) -> &Error {
        self.end(|| Error::new(ErrorCode::DeadlineExceeded, "Deadline exceeded"))
    }

    /// Cancels the run with `cause`, unless it is cancelled already; returns the cause that won.
    fn end(&self, cause: impl FnOnce() -> Error) -> &Error {
        let cause = self.0.cause.get_or_init(cause);
        let before = self.0.state.fetch_or(CANCELLED, Ordering::Release);
        let waiting = std::mem::take(&mut *self.0.waiting.lock());
        for signal in waiting {
            signal.set();
        }
        if before & CANCELLED == 0
            && let Some(tracer) = self.tracer(TraceLevel::Verbose)
        {
            tracer.event(TraceLevel::Verbose, cause.message());
        }
        cause
    }
}

/// The context of a kernel call: the run and the position in the program. `Copy`; lives for the
/// call.
#[derive(Clone, Copy, Debug)]
pub struct ExecCtx<'a> {
    /// The run.
    pub request: &'a RequestContext,
    /// The op.
    pub site: SiteRef<'a>,
    /// Call depth.
    pub depth: u32,
}

/// An [`ExecCtx`] that may outlive the call, for asynchronous kernels.
#[derive(Clone, Debug)]
pub struct OwnedCtx {
    request: RequestContext,
    site: OwnedSite,
    depth: u32,
}

impl<'a> ExecCtx<'a> {
    /// The host.
    #[inline]
    #[must_use]
    pub fn host(&self) -> &'a Host {
        self.request.host()
    }

    /// The call depth inside a named function that is called from here.
    ///
    /// # Errors
    /// The maximum call depth is reached: see [`ExecCtx::depth_exceeded`].
    #[inline(always)]
    pub fn enter_call(self) -> Result<u32, Error> {
        let used_up = self.depth >= self.host().max_call_depth();
        if used_up { Err(self.depth_exceeded()) } else { Ok(self.depth + 1) }
    }

    /// Reports the error of a call that is nested too deeply.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn depth_exceeded(self) -> Error {
        let message = format!("call depth exceeds {}", self.host().max_call_depth());
        self.report(KernelError::new(ErrorCode::ResourceExhausted, message))
    }

    /// Adds kernel and location to the error and sends one diagnostic `runtime error: MESSAGE`.
    #[cold]
    pub fn report(&self, error: impl Into<KernelError>) -> Error {
        let error = self.error(error);
        if let Some(tracer) = self.request.tracer(TraceLevel::Verbose) {
            tracer.event(TraceLevel::Verbose, &format!("runtime error: {}", error.message()));
        }
        self.host().emit(&Diagnostic { error: error.clone() });
        error
    }

    /// Reports the kernel's panic like an error of the kernel.
    #[cold]
    pub fn report_panic(&self, payload: Box<dyn Any + Send>) -> Error {
        let message = panic_message(&*payload);
        drop_quietly(payload);
        let error = self.report(message);
        fail_deferred(|| error.clone());
        error
    }

    /// Adds kernel and location to the error, without a diagnostic.
    #[cold]
    #[must_use]
    pub fn error(&self, error: impl Into<KernelError>) -> Error {
        Error::at(error.into(), self.site.kernel.clone(), self.site.location.clone())
    }

    /// Converts into a context that outlives the call.
    #[must_use]
    pub fn to_owned(&self) -> OwnedCtx {
        OwnedCtx { request: self.request.clone(), site: self.site.to_owned(), depth: self.depth }
    }

    /// Begins a scope of the kernel's own in the trace, if it is enabled at this level. The scope
    /// ends with the guard.
    #[must_use = "the scope ends when this is dropped"]
    pub fn trace_scope(&self, level: TraceLevel, name: &str) -> Option<ScopeGuard<'a>> {
        let tracer = self.request.tracer(level)?;
        Some(tracer.scope(level, TraceKind::User, name))
    }

    /// Records an event in the trace, if it is enabled at this level.
    pub fn trace_event(&self, level: TraceLevel, name: &str) {
        if let Some(tracer) = self.request.tracer(level) {
            tracer.event(level, name);
        }
    }

    /// Queues non-blocking work. If it panics, its promises become an error of this kernel.
    #[inline]
    pub fn spawn(&self, task: impl FnOnce() + Send + 'static) {
        self.host().queue().add_task(self.task(task));
    }

    /// Queues work that may block its thread. If it panics, its promises become an error of this
    /// kernel.
    ///
    /// # Errors
    /// The blocking pool refuses the task, which is returned unrun.
    pub fn spawn_blocking(&self, task: impl FnOnce() + Send + 'static) -> Result<(), Task> {
        self.host().queue().add_blocking_task(self.task(task), true)
    }

    #[inline]
    fn task(&self, task: impl FnOnce() + Send + 'static) -> Task {
        match self.site {
            SiteRef::Lazy(sites, site) => Task::of_kernel(task, ProgramSite::new(sites, site)),
            SiteRef::Static(site) => Task::of_kernel(task, site),
            SiteRef::Shared(site) => Task::of_kernel(task, Arc::clone(site)),
        }
    }

    /// The result of `work`. The work runs as a queue task, or inline if spawning costs more than
    /// the work: `cost` is its estimated time in nanoseconds (0 if unknown), and the queue's
    /// [load](crate::queue::Load) counts too. A panic becomes an error of this kernel.
    ///
    /// The work must not block, nor wait for anything that its caller does later.
    #[inline]
    pub fn spawn_value<T: Send + Sync + 'static>(
        &self,
        cost: u64,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Later<T> {
        if let Some(inline) = Inline::allowed(cost, self.host().queue().load()) {
            return Later::Done(caught(|| inline.run(work), |message| self.error(message)));
        }
        let (promise, value) = AsyncRef::pending();
        self.spawn(move || promise.set(work()));
        Later::Pending(value)
    }

    /// Like `spawn_value`, for work that may fail or that needs the context. An error or a panic is
    /// reported with kernel and location.
    pub fn spawn_result<T, E, F>(&self, cost: u64, work: F) -> Later<T>
    where
        T: Send + Sync + 'static,
        E: Into<KernelError>,
        F: FnOnce(ExecCtx<'_>) -> Result<T, E> + Send + 'static,
    {
        if let Some(inline) = Inline::allowed(cost, self.host().queue().load()) {
            return Later::Done(self.outcome(|ctx| inline.run(|| work(ctx))));
        }
        let (promise, value) = AsyncRef::pending();
        let ctx = self.to_owned();
        self.spawn(move || match ctx.as_ctx().outcome(work) {
            Ok(value) => promise.set(value),
            Err(error) => promise.fail(error),
        });
        Later::Pending(value)
    }

    /// Runs `work`; reports its error or panic.
    fn outcome<T, E: Into<KernelError>>(
        self,
        work: impl FnOnce(Self) -> Result<T, E>,
    ) -> Result<T, Error> {
        match catch_unwind(AssertUnwindSafe(|| work(self))) {
            Ok(result) => result.map_err(|error| self.report(error)),
            Err(payload) => Err(self.report_panic(payload)),
        }
    }

    /// The result of `future`, which is polled here first and then, after each wake-up, as a task
    /// of the queue. An error or a panic is reported with kernel and location.
    pub fn spawn_future<T, E, F>(&self, future: F) -> AsyncRef<T>
    where
        T: Send + Sync + 'static,
        E: Into<KernelError>,
        F: Future<Output = Result<T, E>> + Send + 'static,
    {
        let host = self.host().clone();
        let spawn = move |poll: Box<dyn FnOnce() + Send>| host.queue().add_task(Task::new(poll));
        let ctx = self.to_owned();
        let reported = async move {
            let mut future = std::pin::pin!(future);
            let caught = std::future::poll_fn(|cx| {
                match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
                    Ok(poll) => poll.map_err(Into::into),
                    Err(payload) => {
                        let message = panic_message(&*payload);
                        drop_quietly(payload);
                        Poll::Ready(Err(KernelError::from(message)))
                    }
                }
            });
            caught.await.map_err(|error: KernelError| ctx.as_ctx().report(error))
        };
        AsyncRef::spawn_future(Arc::new(spawn), reported)
    }
}

impl OwnedCtx {
    /// Borrows it as an [`ExecCtx`].
    #[must_use]
    pub fn as_ctx(&self) -> ExecCtx<'_> {
        ExecCtx { request: &self.request, site: self.site.as_ref(), depth: self.depth }
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests;
