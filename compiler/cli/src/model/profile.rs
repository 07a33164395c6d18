//! How long the kernels of a run take.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tfrt_host::trace::{TraceEvent, TraceKind, TraceScope, TraceSink};

/// Sums up the time of kernels, without that of the kernels which they call.
#[derive(Debug, Default)]
pub(super) struct Profile(Mutex<HashMap<String, Spent>>);

/// What the kernels of a name have taken.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    pub(super) calls: u32,
    pub(super) time: Duration,
}

/// A scope that this thread is in.
struct Open {
    /// The kernel, if it is one.
    kernel: Option<String>,
    begun: Instant,
    /// What kernels inside have taken.
    inner: Duration,
}

thread_local! {
    static OPEN: RefCell<Vec<Open>> = const { RefCell::new(Vec::new()) };
}

impl TraceSink for Profile {
    fn begin(&self, scope: &TraceScope<'_>) {
        let kernel = (scope.kind == TraceKind::Kernel).then(|| scope.name.to_owned());
        let open = Open { kernel, begun: Instant::now(), inner: Duration::ZERO };
        OPEN.with_borrow_mut(|all| all.push(open));
    }

    fn end(&self) {
        let Some(Open { kernel, begun, inner }) = OPEN.with_borrow_mut(Vec::pop) else { return };
        let time = begun.elapsed();
        let of_kernels = if kernel.is_some() { time } else { inner };
        OPEN.with_borrow_mut(|all| {
            if let Some(around) = all.last_mut() {
                around.inner += of_kernels;
            }
        });
        if let Some(kernel) = kernel {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let spent = all.entry(kernel).or_default();
            spent.calls += 1;
            spent.time += time.saturating_sub(inner);
        }
    }

    fn event(&self, _: &TraceEvent<'_>) {}
}

impl Profile {
    /// The kernels, those that have taken longest first.
    pub(super) fn kernels(&self) -> Vec<(String, Spent)> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<_> = all.iter().map(|(name, spent)| (name.clone(), *spent)).collect();
        all.sort_by(|(a, x), (b, y)| y.time.cmp(&x.time).then_with(|| a.cmp(b)));
        all
    }
}
