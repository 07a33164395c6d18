//! Why a program could not be compiled.

use std::fmt;
use std::time::Duration;
use tfrt_host::error::{Error, ErrorCode, Location};

/// Limits on compilation. Exceeding one is an error.
///
/// ```
/// # use tfrt_compiler::plan::{self, Panics};
/// # use tfrt_compiler::source::Source;
/// # let source = Source::new("id.mlir", "func.func @id(%x: i32) -> i32 {\n  tfrt.return %x : i32\n}");
/// # let catalogue = tfrt_kernels::catalogue();
/// # let program = tfrt_compiler::front_end_with(&source, &catalogue, None).expect("it is valid");
/// # let plan = plan::build(&program, &catalogue, Panics::AreErrors).expect("it can be planned");
///
/// use tfrt_jit::{Limit, Limits, JitOptions};
/// let limits = Limits { code_bytes: 1, ..Limits::default() };
/// let options = JitOptions::default().with_limits(limits);
/// let error = tfrt_jit::compile(&program, &plan, &catalogue, &options).unwrap_err();
/// assert_eq!(error.limit(), Some(Limit::CodeBytes));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Kernels in all functions and regions together.
    pub kernels: usize,
    /// Parameters of one function or region, and results: the code generator takes more than linear
    /// time for them.
    pub values: usize,
    /// Bytes of machine code.
    pub code_bytes: usize,
    /// Time, checked between functions and every thousand kernels: a function that the code
    /// generator has begun is finished.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            kernels: 1_000_000,
            values: 5_000,
            code_bytes: 64 << 20,
            time: Duration::from_secs(60),
        }
    }
}

/// A limit that was exceeded.
///
/// ```
/// use tfrt_jit::{CompileError, Limit};
/// fn is_too_large(error: &CompileError) -> bool {
///     error.limit().is_some_and(|limit| limit != Limit::Time)
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::kernels`].
    Kernels,
    /// [`Limits::values`].
    Values,
    /// [`Limits::code_bytes`].
    CodeBytes,
    /// [`Limits::time`].
    Time,
}

/// Why a plan could not be compiled: an exceeded limit, an unsupported processor, or a bug.
///
/// ```
/// # use tfrt_compiler::plan::{self, Panics};
/// # use tfrt_compiler::source::Source;
/// # let source = Source::new("id.mlir", "func.func @id(%x: i32) -> i32 {\n  tfrt.return %x : i32\n}");
/// # let catalogue = tfrt_kernels::catalogue();
/// # let program = tfrt_compiler::front_end_with(&source, &catalogue, None).expect("it is valid");
/// # let plan = plan::build(&program, &catalogue, Panics::AreErrors).expect("it can be planned");
///
/// use tfrt_jit::{CompileError, Limits, JitOptions};
/// let limits = Limits { code_bytes: 1, ..Limits::default() };
/// let options = JitOptions::default().with_limits(limits);
/// let error: CompileError = tfrt_jit::compile(&program, &plan, &catalogue, &options).unwrap_err();
/// println!("{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    message: String,
    limit: Option<Limit>,
    /// The function that was being compiled, and its first place in the source.
    at: Option<(String, Location)>,
}

impl CompileError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), limit: None, at: None }
    }

    /// An error of a system call or of Cranelift, about `what`.
    pub(crate) fn of(what: &str, error: &dyn fmt::Display) -> Self {
        Self::new(format!("{what}: {error}"))
    }

    pub(crate) fn limit_exceeded(limit: Limit, message: String) -> Self {
        Self { limit: Some(limit), ..Self::new(message) }
    }

    /// Adds the function to the error, unless it has one.
    pub(crate) fn or_at(mut self, function: &str, location: &Location) -> Self {
        self.at.get_or_insert_with(|| (function.to_owned(), location.clone()));
        self
    }

    /// The limit, if one was exceeded.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// The function that was being compiled, and where it is in the source.
    #[must_use]
    pub fn place(&self) -> Option<(&str, &Location)> {
        self.at.as_ref().map(|(function, location)| (function.as_str(), location))
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot compile the program: {}", self.message)?;
        let Some((function, location)) = &self.at else { return Ok(()) };
        write!(f, ", in @{function}")?;
        match location.file_line_col() {
            Some((file, line, column)) => write!(f, " at {file}:{line}:{column}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for CompileError {}

/// As the error of a call that compiled lazily.
impl From<CompileError> for Error {
    fn from(error: CompileError) -> Self {
        let code = match error.limit {
            Some(_) => ErrorCode::ResourceExhausted,
            None => ErrorCode::InvalidArgument,
        };
        Self::new(code, error.to_string())
    }
}
