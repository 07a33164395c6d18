//! The host, a run on it, and the context that a kernel receives.
//!
//! # Whose is what
//!
//! | | host | run, unless it has its own ([`RequestBuilder`]) |
//! |---|---|---|
//! | queue | its threads | the host's: tasks, blocking work, futures and divided work of its kernels |
//! | memory | its allocator | the host's; with a limit, a count of the live bytes that the run got from it |
//! | output of kernels | its sink | the host's |
//! | devices | its registry | those of the host, or those that the builder names |
//! | diagnostics, trace, call depth | one | the host's |
//! | cancellation, deadline, data, named resources | | each run's own |
//!
//! What a run has of its own is fixed before its first call. Every engine passes the run to every kernel
//! ([`ExecCtx::request`]), and nothing else of the host: so a kernel that asks its context has what its run
//! has, on each engine. What outlives a run and is shared, such as a cache of a kernel, comes from the host.

// tidy: one unit. A host makes runs, and a run has what is not its own of its host.

mod builder;
mod cancellation;
mod host;
mod resource;
#[cfg(not(loom))]
mod sleep;
mod start;
mod timer;
mod workers;

pub use crate::site::{LazySite, OpIndex, Site, SiteRef, Sites};
use builder::Own;
pub use builder::RequestBuilder;
use cancellation::Waiting;
pub use cancellation::{CancelOnDrop, Cancellation};
pub use host::{Diagnostic, Host, HostBuilder, HostHandle};
pub use resource::ResourceContext;
use resource::TypedData;
pub use start::{Started, UntilEnd};
use timer::NEVER;

use crate::alloc::HostAllocator;
use crate::device::{self, Device};
use crate::error::{Error, ErrorCode, KernelError, drop_quietly, panic_message};
use crate::queue::inline::Inline;
use crate::queue::{Signal, Task, WorkQueue, signal_when_available};
use crate::site::{OwnedSite, ProgramSite};
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::trace::{ScopeGuard, TraceKind, TraceLevel, Tracer};
use crate::value::unwind::{caught, fail_deferred};
use crate::value::{AnyRef, AsyncRef, MaybeDone, run_postponed};

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};
use std::task::{Poll, Waker};
use std::time::Duration;

/// One run. A host makes it: [`Host::context`](HostHandle::context), or
/// [`Host::request`](HostHandle::request) where it has something of its own, such as a limit of memory.
/// The name is TFRT's. Cheap to clone. Thread-safe.
#[derive(Clone, Debug)]
pub struct RequestContext(Arc<RequestInner>);

#[derive(Debug)]
struct RequestInner {
    host: HostHandle,
    /// A copy of the host's, on a cache line that every call reads anyway.
    tracer: Option<Tracer>,
    own: Own,
    /// [`CANCELLED`] and [`CHECKS_CLOCK`]; usually zero, so a kernel pays for one load and compare.
    state: AtomicUsize,
    /// In the timer's clock. Lowered under the timer's lock; read by any thread.
    deadline: AtomicU64,
    /// Set before [`CANCELLED`].
    cause: OnceLock<Error>,
    /// Who waits for results of the run, or works on one that may be dropped.
    waiting: Waiting,
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

    /// Whether a timer will end the run, unless it is closed.
    fn has_deadline(&self) -> bool {
        self.deadline.load(Ordering::Relaxed) != NEVER
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
            self.host.timer().forget(self, deadline);
        }
    }
}

impl RequestContext {
    fn new(host: HostHandle, tracer: Option<Tracer>, own: Own) -> Self {
        Self::with(host, tracer, own, TypedData::default())
    }

    /// A new run with what this one has of its own (queue, memory, output, devices) and its data, but neither its
    /// deadline nor its named resources. For a caller who continues after [`cancel`](Self::cancel): what belongs
    /// to this run stays ended.
    ///
    /// ```
    /// use tfrt_host::context::Host;
    ///
    /// let host = Host::builder().build()?;
    /// let first = host.context().with_data(7_i32);
    /// first.cancel();
    /// let second = first.restart();
    /// assert!(first.cancelled().is_some() && second.cancelled().is_none());
    /// assert_eq!(second.data::<i32>().as_deref(), Some(&7));
    /// # Ok::<(), tfrt_host::error::Error>(())
    /// ```
    #[must_use]
    pub fn restart(&self) -> Self {
        let RequestInner { host, tracer, own, data, .. } = &*self.0;
        Self::with(host.clone(), tracer.clone(), own.clone(), data.copy())
    }

    fn with(host: HostHandle, tracer: Option<Tracer>, own: Own, data: TypedData) -> Self {
        Self(Arc::new(RequestInner {
            host,
            tracer,
            own,
            state: AtomicUsize::new(0),
            deadline: AtomicU64::new(NEVER),
            cause: OnceLock::new(),
            waiting: Waiting::default(),
            resources: ResourceContext::default(),
            data,
        }))
    }

    /// The host, as a reference that does not keep the host's queue running: see [`HostHandle`].
    #[inline]
    #[must_use]
    pub fn host(&self) -> &HostHandle {
        &self.0.host
    }

    /// The queue of the run's tasks.
    #[inline]
    #[must_use]
    pub fn queue(&self) -> &Arc<dyn WorkQueue> {
        self.0.own.queue.as_ref().unwrap_or_else(|| self.0.host.queue())
    }

    /// Where the run's tensors are allocated. What it refuses under a limit is an
    /// [`AllocError`](crate::alloc::AllocError) that says how much is in use.
    #[must_use]
    pub fn allocator(&self) -> &Arc<dyn HostAllocator> {
        self.0.own.allocator.as_ref().unwrap_or_else(|| self.0.host.allocator())
    }

    /// The device of that name, if the run may use it.
    ///
    /// # Errors
    /// `cannot find device X`, code [`NotFound`](ErrorCode::NotFound).
    pub fn device(&self, name: &str) -> Result<Arc<dyn Device>, Error> {
        let allowed = self.0.own.devices.as_ref().is_none_or(|names| names.contains(name));
        let device = allowed.then(|| self.host().devices().get(name)).flatten();
        device.ok_or_else(|| device::not_found(name))
    }

    /// Cancels the run: kernels that have not started give `Cancelled`, the futures of `async`
    /// kernels are dropped, and waits for results end with the cause. The first cause wins.
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
    /// If `async` kernels are pending then, the error names the one that has been for the longest
    /// time ([`Error::kernel`], [`Error::location`]). What comes late by a promise or a task has no
    /// entry in the run, and is not named.
    /// The earliest of several deadlines counts.
    ///
    /// Like every cancellation, it does not interrupt a running kernel; waits for results end with the
    /// error nevertheless.
    #[must_use]
    pub fn with_deadline(self, after: Duration) -> Self {
        let timer = self.0.host.timer();
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
    /// [`HostHandle::quiesce`] waits for that too.
    ///
    /// # Errors
    /// The run is cancelled, and not all values are available.
    pub fn await_all(&self, values: &[AnyRef]) -> Result<(), Error> {
        let signal = Signal::new();
        if !signal_when_available(values, &signal) {
            return Ok(());
        }
        let entry = self.0.waiting.add(Waker::from(Arc::clone(&signal)).into());
        if self.cancelled().is_none() {
            // The awaited values may depend on work that this thread has postponed.
            run_postponed();
            self.queue().run_until(&signal);
        }
        self.0.waiting.remove(entry);
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
        match &self.0.own.output {
            Some(sink) => sink(text),
            None => self.0.host.print(text),
        }
    }

    #[cold]
    fn cancelled_slow(&self) -> Option<&Error> {
        // Acquire: the cause and the deadline are stored before their flags.
        if self.0.state.load(Ordering::Acquire) & CANCELLED != 0 {
            return self.0.cause.get();
        }
        let now = self.0.host.timer().time(Duration::ZERO);
        if now < self.0.deadline.load(Ordering::Relaxed) {
            return None;
        }
        Some(self.exceed_deadline())
    }

    fn exceed_deadline(&self) -> &Error {
        self.end(|| {
            let error = KernelError::new(ErrorCode::DeadlineExceeded, "Deadline exceeded");
            let late = self.0.waiting.late(&error);
            late.unwrap_or_else(|| Error::new(error.code, error.message))
        })
    }

    /// Cancels the run with `cause`, unless it is cancelled already; returns the cause that won.
    fn end(&self, cause: impl FnOnce() -> Error) -> &Error {
        let cause = self.0.cause.get_or_init(cause);
        let before = self.0.state.fetch_or(CANCELLED, Ordering::Release);
        self.0.waiting.wake_all();
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
///
/// ```
/// # use tfrt_host::context::ExecCtx;
/// /// Takes something that the caller gave the run: `host.context().with_data(Settings { … })`.
/// #[tfrt_host::kernel("my.limit", effects())]
/// fn limit(ctx: ExecCtx<'_>) -> Result<i32, &'static str> {
///     ctx.request.data::<Settings>().map(|settings| settings.limit).ok_or("the run has no settings")
/// }
///
/// struct Settings {
///     limit: i32,
/// }
/// ```
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
///
/// ```
/// # use tfrt_host::context::OwnedCtx;
/// #[tfrt_host::kernel("my.wait", effects())]
/// async fn wait(ctx: OwnedCtx) -> Result<i32, String> {
///     let cause = ctx.as_ctx().request.cancellation().await;
///     Err(format!("ended: {}", cause.message()))
/// }
/// ```
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
    pub fn host(&self) -> &'a HostHandle {
        self.request.host()
    }

    /// Where the kernel's tensors are allocated: [`RequestContext::allocator`].
    #[must_use]
    pub fn allocator(&self) -> &'a Arc<dyn HostAllocator> {
        self.request.allocator()
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

    /// Adds kernel and location to the error and sends one diagnostic `runtime error: MESSAGE`. The end
    /// of the run ([`KernelError::of_ended_run`]) is the run's error as it is.
    #[cold]
    pub fn report(&self, error: impl Into<KernelError>) -> Error {
        let error = error.into();
        if let Some(end) = error.ended_run() {
            return end.clone();
        }
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
        self.request.queue().add_task(self.task(task));
    }

    /// Queues work that may block its thread. If it panics, its promises become an error of this
    /// kernel.
    ///
    /// # Errors
    /// The blocking pool refuses the task, which is returned unrun.
    pub fn spawn_blocking(&self, task: impl FnOnce() + Send + 'static) -> Result<(), Task> {
        self.request.queue().add_blocking_task(self.task(task), true)
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
    ) -> MaybeDone<T> {
        if let Some(inline) = Inline::allowed(cost, self.request.queue().load()) {
            return MaybeDone::Done(caught(|| inline.run(work), &|message| self.error(message)));
        }
        let (promise, value) = AsyncRef::pending();
        self.spawn(move || promise.set(work()));
        MaybeDone::Pending(value)
    }

    /// Like `spawn_value`, for work that may fail or that needs the context. An error or a panic is
    /// reported with kernel and location.
    pub fn spawn_result<T, E, F>(&self, cost: u64, work: F) -> MaybeDone<T>
    where
        T: Send + Sync + 'static,
        E: Into<KernelError>,
        F: FnOnce(ExecCtx<'_>) -> Result<T, E> + Send + 'static,
    {
        if let Some(inline) = Inline::allowed(cost, self.request.queue().load()) {
            return MaybeDone::Done(self.outcome(|ctx| inline.run(|| work(ctx))));
        }
        let (promise, value) = AsyncRef::pending();
        let ctx = self.to_owned();
        self.spawn(move || match ctx.as_ctx().outcome(work) {
            Ok(value) => promise.set(value),
            Err(error) => promise.fail(error),
        });
        MaybeDone::Pending(value)
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
    /// of the queue. An error or a panic is reported with kernel and location. When the run is
    /// cancelled, the future is dropped by a task of the queue, and the result is the cause.
    pub fn spawn_future<T, E, F>(&self, future: F) -> AsyncRef<T>
    where
        T: Send + Sync + 'static,
        E: Into<KernelError>,
        F: Future<Output = Result<T, E>> + Send + 'static,
    {
        let queue = Arc::clone(self.request.queue());
        let ctx = self.to_owned();
        // Only a trace asks whose the tasks are: what their polls panic over is caught below.
        let site = self.request.tracer(TraceLevel::Verbose).map(|_| ctx.site.clone());
        let spawn = move |poll: Box<dyn FnOnce() + Send>| {
            queue.add_task(match &site {
                Some(site) => Task::of_kernel(poll, site.clone()),
                None => Task::new(poll),
            });
        };
        AsyncRef::spawn_future_with(Arc::new(spawn), move |task| async move {
            let mut future = std::pin::pin!(future);
            let mut cancellation = Cancellation::of_task(&ctx, task);
            std::future::poll_fn(|cx| {
                if let Some(cause) = ctx.request.cancelled() {
                    return Poll::Ready(Err(cause.clone()));
                }
                let poll = || catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx)));
                let error: KernelError = match ctx.request.host().poll_kernel(poll) {
                    Some(Ok(Poll::Ready(Ok(value)))) => return Poll::Ready(Ok(value)),
                    Some(Ok(Poll::Pending)) => return cancellation.poll_cause(cx.waker()).map(Err),
                    Some(Ok(Poll::Ready(Err(error)))) => error.into(),
                    Some(Err(payload)) => {
                        let message = panic_message(&*payload);
                        drop_quietly(payload);
                        with_advice(message).into()
                    }
                    None => "the host's `around_polls` did not poll".into(),
                };
                Poll::Ready(Err(ctx.as_ctx().report(error)))
            })
            .await
        })
    }
}

impl OwnedCtx {
    /// Borrows it as an [`ExecCtx`].
    #[must_use]
    pub fn as_ctx(&self) -> ExecCtx<'_> {
        ExecCtx { request: &self.request, site: self.site.as_ref(), depth: self.depth }
    }
}

/// What to do about a panic of tokio, which it raises in a future that is polled outside a runtime.
fn with_advice(message: String) -> String {
    if message.contains("Tokio 1.x runtime") {
        message + "; give the host the runtime: `Host::builder().runtime(handle)`, feature `tokio`"
    } else {
        message
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests;
