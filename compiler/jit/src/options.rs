//! Options of the JIT.

use crate::Limits;
use std::fmt;
use std::num::NonZero;
use std::sync::Arc;

/// How the JIT compiles.
///
/// ```
/// use std::num::NonZero;
/// use tfrt_jit::JitOptions;
///
/// let four = NonZero::new(4).expect("it is not zero");
/// let options = JitOptions::default().with_optimize(false).with_threads(four);
/// assert!(options.progress.is_none());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JitOptions {
    /// Optimise the code; otherwise only compile fast.
    pub optimize: bool,
    /// What compiling may take.
    pub limits: Limits,
    /// How many threads compile, the caller's among them. The code is the same.
    pub threads: NonZero<usize>,
    /// Is called with the progress.
    pub progress: Option<Progress>,
    /// Which tools get the names of functions.
    pub symbols: Symbols,
}

impl Default for JitOptions {
    /// On the caller's thread; symbols as the environment says ([`Symbols::from_environment`]).
    fn default() -> Self {
        Self {
            optimize: true,
            limits: Limits::default(),
            threads: NonZero::<usize>::MIN,
            progress: None,
            symbols: Symbols::from_environment(),
        }
    }
}

impl JitOptions {
    /// Sets [`optimize`](Self::optimize).
    #[must_use]
    pub fn with_optimize(self, optimize: bool) -> Self {
        Self { optimize, ..self }
    }

    /// Sets [`limits`](Self::limits).
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets [`threads`](Self::threads).
    #[must_use]
    pub fn with_threads(self, threads: NonZero<usize>) -> Self {
        Self { threads, ..self }
    }

    /// Sets [`progress`](Self::progress).
    #[must_use]
    pub fn with_progress(self, progress: Progress) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// Sets [`symbols`](Self::symbols).
    #[must_use]
    pub fn with_symbols(self, symbols: Symbols) -> Self {
        Self { symbols, ..self }
    }
}

/// Is called as functions are compiled, by the threads that compile them, with the kernels that
/// are done and those that there are; at last with twice the latter.
///
/// ```
/// use tfrt_jit::{JitOptions, Progress};
/// let progress = Progress::new(|done, total| eprintln!("{done} of {total} kernels"));
/// let options = JitOptions::default().with_progress(progress);
/// ```
#[derive(Clone)]
pub struct Progress(Arc<dyn Fn(usize, usize) + Send + Sync>);

impl Progress {
    /// Calls `hear(done, total)`.
    #[must_use]
    pub fn new(hear: impl Fn(usize, usize) + Send + Sync + 'static) -> Self {
        Self(Arc::new(hear))
    }

    pub(crate) fn call(&self, done: usize, total: usize) {
        (self.0)(done, total);
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Progress")
    }
}

/// Which tools get the names and places of compiled functions.
///
/// ```
/// use tfrt_jit::{JitOptions, Symbols};
/// let options = JitOptions::default().with_symbols(Symbols { perf: true, debugger: false });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// `perf`, by the file `/tmp/perf-PID.map`, which stays.
    pub perf: bool,
    /// Debuggers, by a file `tfrt-jit-PID-ADDRESS.elf` in the folder for temporary files, which is
    /// there for as long as the code is: `add-symbol-file FILE` in GDB.
    pub debugger: bool,
}

impl Symbols {
    /// The environment variable that names them: `perf`, `debugger`, or both with a comma
    /// between them.
    pub const VARIABLE: &str = "TFRT_JIT_SYMBOLS";

    /// As [`Symbols::VARIABLE`] says; without it, none.
    #[must_use]
    pub fn from_environment() -> Self {
        let value = std::env::var(Self::VARIABLE).unwrap_or_default();
        let named = |name| value.split(',').any(|word| word.trim() == name);
        Self { perf: named("perf"), debugger: named("debugger") }
    }
}
