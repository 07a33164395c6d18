//! Traces to the `tracing` crate and its current subscriber.
//!
//! Its spans have names fixed at compile time. So a scope is a span named for its kind
//! ([`TraceKind::as_str`]) with the field `name`, for a kernel and its tasks also `location`; the
//! target is `tfrt`. The level is `INFO` for default, `DEBUG` for verbose, `TRACE` for debug.

use super::{TraceEvent, TraceKind, TraceLevel, TraceScope, TraceSink};
use std::cell::RefCell;
use tracing::Span;
use tracing::span::EnteredSpan;

thread_local! {
    /// The spans of this thread's scopes, nested across hosts.
    static ENTERED: RefCell<Vec<EnteredSpan>> = const { RefCell::new(Vec::new()) };
}

/// Forwards scopes and events to the `tracing` crate.
///
/// ```
/// use std::sync::Arc;
/// use tfrt_host::context::Host;
/// use tfrt_host::trace::{TraceLevel, TracingBridge};
///
/// let host = Host::builder().trace(TraceLevel::Debug, Arc::new(TracingBridge)).build()?;
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TracingBridge;

/// `$macro!($level, …)` for a dynamic level.
macro_rules! at_level {
    ($of:expr, $level:ident => $span:expr) => {
        match $of {
            TraceLevel::Default => {
                const $level: tracing::Level = tracing::Level::INFO;
                $span
            }
            TraceLevel::Verbose => {
                const $level: tracing::Level = tracing::Level::DEBUG;
                $span
            }
            TraceLevel::Debug => {
                const $level: tracing::Level = tracing::Level::TRACE;
                $span
            }
        }
    };
}

fn span(scope: &TraceScope<'_>) -> Span {
    let TraceScope { kind, level, name, location } = *scope;
    // A field that is `None` is not recorded.
    let location = location.map(|location| tracing::field::display(location.place()));
    macro_rules! named {
        ($kind:literal) => {
            at_level!(level, LEVEL => tracing::span!(target: "tfrt", LEVEL, $kind, name, location))
        };
    }
    match kind {
        TraceKind::Kernel => named!("kernel"),
        TraceKind::Program => named!("program"),
        TraceKind::Function => named!("function"),
        TraceKind::Call => named!("call"),
        TraceKind::Resume => named!("resume"),
        TraceKind::Task => named!("task"),
        TraceKind::BlockingTask => named!("blocking task"),
        TraceKind::User => named!("user"),
    }
}

impl TraceSink for TracingBridge {
    fn begin(&self, scope: &TraceScope<'_>) {
        let entered = span(scope).entered();
        ENTERED.with_borrow_mut(|spans| spans.push(entered));
    }

    fn end(&self) {
        // Dropped outside the borrow: subscribers are foreign code.
        let entered = ENTERED.with_borrow_mut(Vec::pop);
        drop(entered);
    }

    fn event(&self, event: &TraceEvent<'_>) {
        let TraceEvent { level, name } = *event;
        at_level!(level, LEVEL => tracing::event!(target: "tfrt", LEVEL, name));
    }
}
