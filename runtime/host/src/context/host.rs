//! The host: one work queue, one allocator, one sink for diagnostics and one for output.

use super::builder::Own;
use super::resource::TypedData;
use super::timer::Timer;
use super::{RequestBuilder, RequestContext, Signal};
use crate::alloc::{HostAllocator, SystemAllocator};
use crate::device::Devices;
use crate::error::{Error, ErrorCode};
use crate::queue::{self, GuardedQueue, WorkQueue};
use crate::trace::{TraceLevel, TraceSink, TracedQueue, Tracer};
use crate::value::{AnyRef, run_postponed};
use std::cell::Cell;
use std::fmt;
use std::io::Write;
use std::ops::Deref;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, Waker};

/// The default of the builder.
const DEFAULT_MAX_CALL_DEPTH: u32 = 10_000;

/// The environment that programs run in: one work queue, one allocator, one sink for diagnostics.
/// Cheap to clone. Thread-safe.
///
/// What it does is in [`HostHandle`], to which it dereferences. Dropping the last clone shuts the
/// queue down, like [`HostHandle::shutdown`]: queued work is dropped, and its results become the
/// error that the host has ended. So keep the host as long as work is to be done.
///
/// ```
/// use tfrt_host::context::Host;
///
/// let host = Host::builder().threads(2).build()?;
/// let request = host.context();
/// assert_eq!(request.host().queue().parallelism(), 2);
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Clone)]
pub struct Host {
    handle: HostHandle,
    /// Dropped with the last host.
    _owner: Arc<Owner>,
}

/// A reference to a host, as runs and kernels have it ([`RequestContext::host`]). Cheap to clone.
/// Thread-safe.
///
/// It does not keep the host's queue running: queued work holds its run, which would form a
/// reference cycle through the queue. Functions that need no queue run without it; work for the
/// queue of a host that has ended becomes an error that says so.
///
/// ```
/// use tfrt_host::context::{Host, HostHandle};
///
/// let host = Host::builder().threads(1).build()?;
/// let handle: HostHandle = host.context().host().clone();
/// assert_eq!(handle.block_on(async { 3 }), 3);
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Clone)]
pub struct HostHandle {
    inner: Arc<HostInner>,
}

/// Shared by the hosts in users' hands. Dropping it shuts the queue down.
struct Owner(Arc<HostInner>);

struct HostInner {
    queue: Arc<dyn WorkQueue>,
    around_polls: Option<AroundPolls>,
    /// A queue supplied by the user, who may use it after the host is dropped.
    user_queue: Option<Weak<dyn WorkQueue>>,
    allocator: Arc<dyn HostAllocator>,
    diagnostics: DiagnosticHandler,
    output: OutputSink,
    tracer: Option<Tracer>,
    max_call_depth: u32,
    values: TypedData,
    devices: Devices,
    timer: Timer,
}

type DiagnosticHandler = Box<dyn Fn(&Diagnostic) + Send + Sync>;
pub(super) type OutputSink = Arc<dyn Fn(&str) + Send + Sync>;
type AroundPolls = Box<dyn Fn(&mut dyn FnMut()) + Send + Sync>;

thread_local! {
    /// The address of the host whose work this thread does while it polls a future: in
    /// [`HostHandle::block_on`], or as a kernel's. Zero if none.
    static SERVED: Cell<usize> = const { Cell::new(0) };
}

/// Ends the service of a host on this thread.
struct Serving(usize);

impl Drop for Serving {
    fn drop(&mut self) {
        SERVED.set(self.0);
    }
}

/// One diagnostic of a run: what the original prints as `runtime error: MESSAGE`.
///
/// ```
/// # use tfrt_host::context::{Diagnostic, Host};
/// let host = Host::builder().diagnostics(|diagnostic| eprintln!("{diagnostic}")).build()?;
/// let error = tfrt_host::error::Error::new(tfrt_host::error::ErrorCode::Internal, "it is broken");
/// host.emit(&Diagnostic { error });
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
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
///
/// ```
/// # use tfrt_host::context::Host;
/// # use tfrt_host::trace::{TextTrace, TraceLevel};
/// let host = Host::builder()
///     .threads(2)
///     .max_call_depth(1_000)
///     .output(|text| print!("{text}"))
///     .diagnostics(|diagnostic| eprintln!("{diagnostic}"))
///     .trace(TraceLevel::Default, std::sync::Arc::new(TextTrace::stdout()))
///     .build()?;
/// assert_eq!(host.queue().parallelism(), 2);
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
pub struct HostBuilder {
    queue: QueueChoice,
    allocator: Arc<dyn HostAllocator>,
    diagnostics: DiagnosticHandler,
    output: OutputSink,
    tracer: Option<Tracer>,
    max_call_depth: u32,
    around_polls: Option<AroundPolls>,
    values: TypedData,
}

enum QueueChoice {
    Config(String),
    Own(Arc<dyn WorkQueue>),
}

impl Host {
    /// Defaults: a thread per processor (queue `mstd`), system allocator, no handler of diagnostics,
    /// kernel output to standard output, no trace, call depth 10,000.
    #[must_use]
    pub fn builder() -> HostBuilder {
        HostBuilder {
            queue: QueueChoice::Config("mstd".to_owned()),
            allocator: Arc::new(SystemAllocator),
            diagnostics: Box::new(|_| {}),
            output: Arc::new(|text| {
                // As for any program whose reader has gone away: the output is lost, the run
                // continues.
                let _ = std::io::stdout().lock().write_all(text.as_bytes());
            }),
            tracer: None,
            max_call_depth: DEFAULT_MAX_CALL_DEPTH,
            around_polls: None,
            values: TypedData::default(),
        }
    }

    /// The reference that runs and kernels have.
    #[must_use]
    pub fn handle(&self) -> &HostHandle {
        &self.handle
    }
}

impl Deref for Host {
    type Target = HostHandle;

    fn deref(&self) -> &HostHandle {
        &self.handle
    }
}

impl HostHandle {
    /// A new run.
    #[must_use]
    pub fn context(&self) -> RequestContext {
        self.run_with(Own::default())
    }

    /// A run that has something of its own: a limit of memory, a queue, an output.
    pub fn request(&self) -> RequestBuilder {
        RequestBuilder::new(self.clone())
    }

    pub(super) fn run_with(&self, own: Own) -> RequestContext {
        RequestContext::new(self.clone(), self.inner.tracer.clone(), own)
    }

    /// The host's value of that type, which [`HostBuilder::with`] has set or [`shared`](Self::shared) made.
    #[must_use]
    pub fn value<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.inner.values.get()
    }

    /// The same value; made on first use, if the host was built without one.
    #[must_use]
    pub fn shared<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        self.inner.values.get_or_default()
    }

    /// The queue. That of a run is [`RequestContext::queue`].
    #[inline]
    #[must_use]
    pub fn queue(&self) -> &Arc<dyn WorkQueue> {
        &self.inner.queue
    }

    /// The allocator. Kernels allocate for their run: [`ExecCtx::allocator`](super::ExecCtx::allocator).
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
        let _serving = self.serve();
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

    /// The devices where tensors may be, `CPU:0` among them.
    #[must_use]
    pub fn devices(&self) -> &Devices {
        &self.inner.devices
    }

    /// Waits until no work is queued or running, on devices too.
    pub fn quiesce(&self) {
        // What devices complete becomes tasks, and tasks begin work on devices. Nothing is left if no
        // device was given work between two moments at which all of them had none, with one between these
        // at which the queue had none.
        let mut given = self.inner.devices.quiesce();
        loop {
            self.inner.queue.quiesce();
            let now = self.inner.devices.quiesce();
            if now == given {
                return;
            }
            given = now;
        }
    }

    /// Closes the devices, then shuts the queue down: see [`WorkQueue::shutdown`]. After that, a deadline is
    /// only noticed by checks of cancellation.
    pub fn shutdown(&self) {
        self.inner.timer.close();
        self.inner.devices.close();
        self.inner.queue.shutdown();
    }

    /// Writes kernel output. That of a run goes to [`RequestContext::print`].
    pub fn print(&self, text: &str) {
        (self.inner.output)(text);
    }

    /// The tracer, if it is enabled at this level.
    #[must_use]
    pub fn tracer(&self, level: TraceLevel) -> Option<&Tracer> {
        self.inner.tracer.as_ref().filter(|tracer| tracer.is_enabled(level))
    }

    /// Marks this thread as one that does the host's work, until the result is dropped.
    fn serve(&self) -> Serving {
        Serving(SERVED.replace(self.address()))
    }

    fn address(&self) -> usize {
        Arc::as_ptr(&self.inner).addr()
    }

    /// The error of a pending result that is awaited where nothing may ever resolve it: outside
    /// [`HostHandle::block_on`], on a host without threads. `own`: the run's queue, if it is not the host's.
    pub(super) fn check_awaitable(&self, own: Option<&dyn WorkQueue>) -> Result<(), Error> {
        let queue = own.unwrap_or(&*self.inner.queue);
        let served = || own.is_none() && SERVED.get() == self.address();
        if queue.has_threads() || queue.is_in_worker() || served() {
            return Ok(());
        }
        let message = "awaited on a host without threads, where nothing runs until a thread waits: \
                       build the host with `.threads(n)`, or await in `Host::block_on`";
        Err(Error::new(ErrorCode::InvalidArgument, message))
    }

    /// Polls a kernel's future, inside what the builder was told to put around polls.
    pub(super) fn poll_kernel<R>(&self, poll: impl FnOnce() -> R) -> Option<R> {
        let _serving = self.serve();
        let Some(around) = &self.inner.around_polls else { return Some(poll()) };
        let (mut poll, mut polled) = (Some(poll), None);
        around(&mut || {
            if let Some(poll) = poll.take() {
                polled = Some(poll());
            }
        });
        polled
    }

    /// A user's queue as that of a run.
    pub(super) fn queue_of_run(&self, queue: Arc<dyn WorkQueue>) -> Arc<dyn WorkQueue> {
        traced(GuardedQueue::around(queue), self.inner.tracer.as_ref())
    }

    pub(super) fn timer(&self) -> &Timer {
        &self.inner.timer
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
        self.0.timer.abandon();
        self.0.devices.close();
        if !self.0.user_queue.as_ref().is_some_and(in_use) {
            self.0.queue.shutdown();
        }
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Host").field(&self.handle).finish()
    }
}

impl fmt::Debug for HostHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostHandle")
            .field("queue", &self.inner.queue)
            .field("allocator", &self.inner.allocator)
            .field("max_call_depth", &self.inner.max_call_depth)
            .finish_non_exhaustive()
    }
}

impl HostBuilder {
    /// `n` non-blocking worker threads: short for `mstd:n`.
    #[must_use]
    pub fn threads(self, n: usize) -> Self {
        self.work_queue(&format!("mstd:{n}"))
    }

    /// Sets the queue by its configuration string. `mstd:N,M` has `N` threads, and up to `M` for
    /// blocking work. `s` has none: work runs only on a thread that waits for it in this crate
    /// (as in [`HostHandle::block_on`]), one task after the other, in the same order each time.
    /// It is for tests and tools: a result that is awaited anywhere else is an error.
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

    /// Sets the handler of diagnostics: each error that a kernel reports, on the thread on which it
    /// happens, whether or not a result of the program has it. Without one nothing is printed.
    /// `|diagnostic| eprintln!("{diagnostic}")` prints them as the tool does.
    #[must_use]
    pub fn diagnostics(mut self, handler: impl Fn(&Diagnostic) + Send + Sync + 'static) -> Self {
        self.diagnostics = Box::new(handler);
        self
    }

    /// Sets the sink of kernel output (whole lines, newline included).
    #[must_use]
    pub fn output(mut self, sink: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.output = Arc::new(sink);
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

    /// Gives kernels a value of the host, which they find by its type ([`HostHandle::value`]): a pool of
    /// connections, a cache, settings. It replaces an earlier one of the same type. What belongs to one run
    /// is [`RequestContext::with_data`].
    ///
    /// ```
    /// # use tfrt_host::context::Host;
    /// struct Greeting(String);
    ///
    /// let host = Host::builder().with(Greeting("hello".to_owned())).build()?;
    /// let greeting = host.value::<Greeting>().expect("the host was built with it");
    /// assert_eq!(greeting.0, "hello");
    /// assert!(host.value::<u32>().is_none());
    /// # Ok::<(), tfrt_host::error::Error>(())
    /// ```
    #[must_use]
    pub fn with<T: Send + Sync + 'static>(self, value: T) -> Self {
        self.values.set(value);
        self
    }

    /// Calls `around` for each poll of an `async` kernel's future; it must make the poll, which is
    /// its argument. It runs on the thread that polls: a caller's, or one of the host's.
    ///
    /// It is how such futures find what their library keeps on threads. For tokio's, see
    /// `runtime` (feature `tokio`).
    ///
    /// ```
    /// use tfrt_host::context::Host;
    ///
    /// thread_local! { static ENTERED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) }; }
    /// let host = Host::builder()
    ///     .around_polls(|poll| {
    ///         ENTERED.set(true);
    ///         poll();
    ///         ENTERED.set(false);
    ///     })
    ///     .build()?;
    /// # drop(host);
    /// # Ok::<(), tfrt_host::error::Error>(())
    /// ```
    #[must_use]
    pub fn around_polls(
        mut self,
        around: impl Fn(&mut dyn FnMut()) + Send + Sync + 'static,
    ) -> Self {
        self.around_polls = Some(Box::new(around));
        self
    }

    /// Lets `async` kernels use tokio: their futures are polled in the context of this runtime,
    /// whichever thread polls them. Sets [`around_polls`](Self::around_polls).
    ///
    /// The runtime must run for as long as kernels wait for it. One of a current thread runs only
    /// inside its `block_on`.
    #[cfg(feature = "tokio")]
    #[must_use]
    pub fn runtime(self, runtime: tokio::runtime::Handle) -> Self {
        self.around_polls(move |poll| {
            let _context = runtime.enter();
            poll();
        })
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
                (GuardedQueue::around(queue), Some(user_queue))
            }
        };
        let queue = traced(queue, self.tracer.as_ref());
        let inner = Arc::new(HostInner {
            queue,
            around_polls: self.around_polls,
            user_queue,
            allocator: self.allocator,
            diagnostics: self.diagnostics,
            output: self.output,
            tracer: self.tracer,
            max_call_depth: self.max_call_depth,
            values: self.values,
            devices: Devices::new(),
            timer: Timer::new(),
        });
        let owner = Arc::new(Owner(Arc::clone(&inner)));
        Ok(Host { handle: HostHandle { inner }, _owner: owner })
    }
}

/// The queue, which is traced if that is asked for.
fn traced(queue: Arc<dyn WorkQueue>, tracer: Option<&Tracer>) -> Arc<dyn WorkQueue> {
    match tracer {
        Some(tracer) if tracer.is_enabled(TraceLevel::Verbose) => {
            Arc::new(TracedQueue::new(queue, tracer.clone()))
        }
        _ => queue,
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
