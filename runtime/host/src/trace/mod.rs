//! Tracing: what runs, when and on which thread, as nested scopes sent to a [`TraceSink`].
//!
//! The host is built with a sink and a level; without them nothing is traced, at the cost of one
//! comparison per call. The levels, each of which includes those before:
//!
//! | level | scopes | events |
//! |---|---|---|
//! | default | functions that a caller runs to their end: `Function: NAME`; the tool's `Bef Executor` | |
//! | verbose | each call of a function, of a region, and the parts of a call that are resumed after it has returned: `Call: NAME`, `Region`, `Resume: NAME`; tasks of the work queue: `Task: KERNEL`, `Blocking task: KERNEL`, without a name if no kernel started them | errors that kernels report, the end of a run by cancellation or deadline |
//! | debug | kernels, by their op's name | |
//!
//! The scope of default level is opened by callers that start functions and wait for them: by the
//! tool, by the typed functions of the crate `tfrt`, and by generated functions whose results are
//! there when they return. Others use [`Tracer::function`].
//!
//! A kernel adds its own scopes and events with [`ExecCtx::trace_scope`] and
//! [`ExecCtx::trace_event`].
//!
//! What each engine emits. The executor: everything. The JIT: calls that enter it from Rust or from
//! a kernel, and kernels that it calls through their definition (all but intrinsics); calls between
//! compiled functions are not traced. Generated Rust: functions called as values, and those that the
//! crate calls by name, but not calls between functions of a program; and kernels of functions that
//! take the context, but not intrinsics. A generated function that takes no context is not traced:
//! it and its kernels are plain Rust calls.
//! Tasks and events come from the host and are the same for all.
//!
//! Scopes end on the thread on which they began, innermost first, also when a kernel fails or
//! panics. The scope of a kernel or function is its call; work resumed later has a scope of its own
//! where it runs.
//!
//! ```
//! use std::sync::Arc;
//! use tfrt_host::context::Host;
//! use tfrt_host::trace::{ChromeTrace, TraceLevel};
//!
//! let mut file = Vec::new(); // a `std::fs::File` as well
//! # let file = std::io::Cursor::new(file);
//! let trace = Arc::new(ChromeTrace::new(file));
//! let host = Host::builder().trace(TraceLevel::Debug, trace.clone()).build()?;
//! // … run programs …
//! drop(host);
//! trace.finish()?; // the file opens in Perfetto
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`ExecCtx::trace_scope`]: crate::context::ExecCtx::trace_scope
//! [`ExecCtx::trace_event`]: crate::context::ExecCtx::trace_event

#[cfg(feature = "tracing")]
mod bridge;
mod chrome;
mod queue;
mod text;

#[cfg(feature = "tracing")]
pub use bridge::TracingBridge;
pub use chrome::ChromeTrace;
pub(crate) use queue::TracedQueue;
pub use text::TextTrace;

use crate::error::{Location, drop_quietly};
use crate::site::Site;

use std::fmt;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The trace level: see the [module](self).
///
/// ```
/// use tfrt_host::trace::TraceLevel;
/// assert!(TraceLevel::Debug > TraceLevel::Verbose);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TraceLevel {
    /// Functions that a caller waits for.
    #[default]
    Default,
    /// Also every call and every task of the work queue.
    Verbose,
    /// Also kernels.
    Debug,
}

/// The kind of a scope.
///
/// ```
/// assert_eq!(tfrt_host::trace::TraceKind::Kernel.as_str(), "kernel");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TraceKind {
    /// Everything that a tool runs.
    Program,
    /// A function that a caller waits for.
    Function,
    /// A call of a function, or of a region, which has no name.
    Call,
    /// A resumed part of a call that has returned.
    Resume,
    /// A task of the work queue; its name is the kernel's that started it, if one did.
    Task,
    /// The same, of the threads that may block.
    BlockingTask,
    /// A call of a kernel.
    Kernel,
    /// A scope opened by a kernel.
    User,
}

impl TraceKind {
    /// The name in lower case.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Program => "program",
            Self::Function => "function",
            Self::Call => "call",
            Self::Resume => "resume",
            Self::Task => "task",
            Self::BlockingTask => "blocking task",
            Self::Kernel => "kernel",
            Self::User => "user",
        }
    }
}

/// The begin of a scope. Its text is its name; for functions and tasks, prefixed by the kind.
///
/// ```
/// use tfrt_host::trace::{TraceEvent, TraceScope, TraceSink};
///
/// struct Print;
///
/// impl TraceSink for Print {
///     fn begin(&self, scope: &TraceScope<'_>) {
///         println!("{} {scope}: {:?}", scope.kind.as_str(), scope.location);
///     }
///     fn end(&self) {}
///     fn event(&self, _event: &TraceEvent<'_>) {}
/// }
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TraceScope<'a> {
    /// The kind.
    pub kind: TraceKind,
    /// The lowest level at which it is traced.
    pub level: TraceLevel,
    /// The name of the function, the op, or the scope.
    pub name: &'a str,
    /// The source location, for a kernel and its tasks.
    pub location: Option<&'a Location>,
}

impl fmt::Display for TraceScope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, self.name) {
            (TraceKind::Function, name) => write!(f, "Function: {name}"),
            (TraceKind::Call, "") => f.write_str("Region"),
            (TraceKind::Call, name) => write!(f, "Call: {name}"),
            (TraceKind::Resume, "") => f.write_str("Resume: Region"),
            (TraceKind::Resume, name) => write!(f, "Resume: {name}"),
            (TraceKind::Task, "") => f.write_str("Task"),
            (TraceKind::Task, name) => write!(f, "Task: {name}"),
            (TraceKind::BlockingTask, "") => f.write_str("Blocking task"),
            (TraceKind::BlockingTask, name) => write!(f, "Blocking task: {name}"),
            (_, name) => f.write_str(name),
        }
    }
}

/// An instant event.
///
/// ```
/// use tfrt_host::trace::{TraceEvent, TraceScope, TraceSink};
///
/// struct Print;
///
/// impl TraceSink for Print {
///     fn begin(&self, _scope: &TraceScope<'_>) {}
///     fn end(&self) {}
///     fn event(&self, event: &TraceEvent<'_>) {
///         println!("{:?} {}", event.level, event.name);
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TraceEvent<'a> {
    /// The lowest level at which it is traced.
    pub level: TraceLevel,
    /// The name.
    pub name: &'a str,
}

/// Receives scopes and events. It is called at the time, and on the thread, of the scope or event,
/// and reads the clock and the thread itself.
///
/// Thread-safe. A sink that panics receives no more scopes and events, only the ends of scopes that
/// it has begun; the run is not affected.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// use tfrt_host::trace::{TraceEvent, TraceKind, TraceLevel, TraceScope, TraceSink};
///
/// /// Counts calls of kernels.
/// #[derive(Default)]
/// struct Kernels(AtomicUsize);
///
/// impl TraceSink for Kernels {
///     fn begin(&self, scope: &TraceScope<'_>) {
///         if scope.kind == TraceKind::Kernel {
///             self.0.fetch_add(1, Ordering::Relaxed);
///         }
///     }
///     fn end(&self) {}
///     fn event(&self, _event: &TraceEvent<'_>) {}
/// }
///
/// let kernels = Arc::new(Kernels::default());
/// let host =
///     tfrt_host::context::Host::builder().trace(TraceLevel::Debug, kernels.clone()).build()?;
/// // … run programs …
/// println!("{} kernels ran", kernels.0.load(Ordering::Relaxed));
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
pub trait TraceSink: Send + Sync {
    /// A scope begins on this thread.
    fn begin(&self, scope: &TraceScope<'_>);
    /// The innermost scope of this thread ends.
    fn end(&self);
    /// An event happens on this thread.
    fn event(&self, event: &TraceEvent<'_>);
}

/// A sink and its level. Cheap to clone. Thread-safe.
///
/// ```
/// use std::sync::Arc;
/// use tfrt_host::trace::{TextTrace, TraceKind, TraceLevel};
///
/// let sink = Arc::new(TextTrace::new(|line| print!("{line}")));
/// let host = tfrt_host::context::Host::builder().trace(TraceLevel::Verbose, sink).build()?;
/// if let Some(tracer) = host.tracer(TraceLevel::Verbose) {
///     let _scope = tracer.scope(TraceLevel::Verbose, TraceKind::User, "my work");
/// }
/// assert!(host.tracer(TraceLevel::Debug).is_none());
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Clone)]
pub struct Tracer(Arc<Inner>);

struct Inner {
    level: TraceLevel,
    sink: Arc<dyn TraceSink>,
    /// The sink has panicked. Relaxed: it publishes nothing else, and an extra scope is harmless.
    broken: AtomicBool,
}

impl fmt::Debug for Tracer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tracer").field("level", &self.0.level).finish_non_exhaustive()
    }
}

impl Tracer {
    pub(crate) fn new(level: TraceLevel, sink: Arc<dyn TraceSink>) -> Self {
        Self(Arc::new(Inner { level, sink, broken: AtomicBool::new(false) }))
    }

    /// Whether this level is enabled.
    #[must_use]
    pub fn is_enabled(&self, level: TraceLevel) -> bool {
        self.0.level >= level
    }

    /// Begins a scope, which ends with the guard. The caller has checked `level`.
    pub fn scope(&self, level: TraceLevel, kind: TraceKind, name: &str) -> ScopeGuard<'_> {
        self.begin(&TraceScope { kind, level, name, location: None })
    }

    /// Begins the scope of a function that the caller waits for.
    pub fn function(&self, name: &str) -> ScopeGuard<'_> {
        self.scope(TraceLevel::Default, TraceKind::Function, name)
    }

    /// Begins the scope of a kernel.
    pub fn kernel(&self, name: &str, location: &Location) -> ScopeGuard<'_> {
        let (kind, level) = (TraceKind::Kernel, TraceLevel::Debug);
        self.begin(&TraceScope { kind, level, name, location: Some(location) })
    }

    /// Begins the scope of a task, and of the kernel that started it, if one did.
    pub(crate) fn task(&self, kind: TraceKind, site: Option<&Site>) -> ScopeGuard<'_> {
        let (name, location) = match site {
            Some(site) => (&*site.kernel, Some(&site.location)),
            None => ("", None),
        };
        self.begin(&TraceScope { kind, level: TraceLevel::Verbose, name, location })
    }

    /// Records an event.
    pub fn event(&self, level: TraceLevel, name: &str) {
        if !self.0.broken.load(Ordering::Relaxed) {
            self.shielded(|sink| sink.event(&TraceEvent { level, name }));
        }
    }

    fn begin(&self, scope: &TraceScope<'_>) -> ScopeGuard<'_> {
        let begun =
            !self.0.broken.load(Ordering::Relaxed) && self.shielded(|sink| sink.begin(scope));
        ScopeGuard { tracer: begun.then_some(self), this_thread: PhantomData }
    }

    /// Calls the sink; false if it panics.
    fn shielded(&self, f: impl FnOnce(&dyn TraceSink)) -> bool {
        let outcome = catch_unwind(AssertUnwindSafe(|| f(&*self.0.sink)));
        if let Err(payload) = outcome {
            self.0.broken.store(true, Ordering::Relaxed);
            drop_quietly(payload);
            return false;
        }
        true
    }
}

/// Ends its scope on drop, on the thread on which the scope began.
///
/// ```
/// # use tfrt_host::context::ExecCtx;
/// # use tfrt_host::trace::TraceLevel;
/// #[tfrt_host::kernel("my.parse", effects())]
/// fn parse(ctx: ExecCtx<'_>, x: i32) -> i32 {
///     let scope = ctx.trace_scope(TraceLevel::Verbose, "the slow part");
///     let y = x + 1;
///     drop(scope); // the scope ends here
///     y
/// }
/// ```
#[must_use = "the scope ends when this is dropped"]
#[derive(Debug)]
pub struct ScopeGuard<'a> {
    /// None if the sink has not begun the scope.
    tracer: Option<&'a Tracer>,
    this_thread: PhantomData<*const ()>,
}

impl Drop for ScopeGuard<'_> {
    fn drop(&mut self) {
        if let Some(tracer) = self.tracer {
            tracer.shielded(|sink| sink.end());
        }
    }
}

#[cfg(test)]
mod tests;
