//! Functions as values: what a kernel receives for a function attribute or a region, whichever
//! engine executes the function.

use super::{Slot, Value};
use crate::context::RequestContext;
use crate::error::Error;
use crate::trace::{TraceKind, TraceLevel, Tracer};
use std::fmt;
use std::sync::Arc;

/// Argument and result types of a function, as MLIR types.
///
/// ```
/// use tfrt_host::kernel::Signature;
/// fn takes_nothing(signature: &Signature) -> bool {
///     signature.arguments.is_empty()
/// }
/// # let names = || vec!["i32".to_owned()];
/// # let signature = Signature { name: "f".to_owned(), arguments: names(), results: names() };
/// # assert!(!takes_nothing(&signature));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The function's name; empty for a region.
    pub name: String,
    /// Argument types.
    pub arguments: Vec<String>,
    /// Result types.
    pub results: Vec<String>,
}

/// The engine that executes a function.
///
/// ```
/// use tfrt_host::kernel::EngineKind;
/// assert_eq!(EngineKind::GeneratedRust.to_string(), "generated Rust");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineKind {
    /// The interpreting reference engine, `BEFExecutor`.
    Executor,
    /// Machine code compiled at load time.
    Jit,
    /// Rust generated from a program.
    GeneratedRust,
    /// Handwritten Rust: a native function or a closure.
    Rust,
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Executor => "executor",
            Self::Jit => "jit",
            Self::GeneratedRust => "generated Rust",
            Self::Rust => "Rust",
        })
    }
}

/// What an engine implements to make a function callable from kernels and from Rust.
///
/// ```
/// use std::sync::Arc;
/// use tfrt_host::context::{Host, RequestContext};
/// use tfrt_host::kernel::{EngineKind, Function, FunctionBody, Signature, Value};
///
/// struct Answer(Signature);
///
/// impl FunctionBody for Answer {
///     fn signature(&self) -> &Signature {
///         &self.0
///     }
///
///     fn engine(&self) -> EngineKind {
///         EngineKind::Rust
///     }
///
///     fn call(&self, _: &RequestContext, _depth: u32, _: &mut [Value], results: &mut [Value]) {
///         results.fill(Value::new(42));
///     }
/// }
///
/// let (arguments, results) = (Vec::new(), vec!["i32".to_owned()]);
/// let signature = Signature { name: "answer".to_owned(), arguments, results };
/// let function = Function::new(Arc::new(Answer(signature)));
/// let host = Host::builder().build()?;
/// let mut results = [Value::Empty];
/// function.call(&host.context(), 0, &mut [], &mut results);
/// assert_eq!(results[0].get::<i32>().as_deref(), Some(&42));
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
pub trait FunctionBody: Send + Sync {
    /// Name and types.
    fn signature(&self) -> &Signature;
    /// The engine.
    fn engine(&self) -> EngineKind;
    /// Starts the function on the calling thread and fills every result: ready, error, or a
    /// reference that resolves later. Arguments may be pending or errors: the body runs everything
    /// that does not depend on them. It may take arguments out of the slice, and what it leaves
    /// there must not be used. The executor leaves them, so that they live as long as the call.
    /// `depth` is the call depth.
    fn call(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &mut [Value],
        results: &mut [Value],
    );
    /// Fast path of [`call`](FunctionBody::call) for functions whose arguments and results are all
    /// unboxed scalars and whose results are available on return. Scalars are passed as their bits,
    /// zero-extended; result slots are zero on entry. `None`, without side effects, if the function
    /// is not of that kind or the numbers of arguments or results differ.
    ///
    /// # Errors
    /// The first result that is an error.
    fn call_scalars(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &[Slot],
        results: &mut [Slot],
    ) -> Option<Result<(), Error>> {
        let _ = (request, depth, arguments, results);
        None
    }
    /// For a body that only borrows its program, such as those that a program holds of its own
    /// functions: the same function as an owning body, which keeps the program alive.
    fn detach(&self) -> Option<Arc<dyn FunctionBody>> {
        None
    }
}

/// A callable function of a program. Cheap to clone. Thread-safe.
///
/// ```
/// use tfrt_host::kernel::{Function, Value};
///
/// /// Calls a function of no arguments and one result.
/// fn call(function: &Function, ctx: &tfrt_host::context::RequestContext) -> Value {
///     assert_eq!(function.signature().arguments.len(), 0);
///     let mut results = [Value::Empty];
///     function.call(ctx, 0, &mut [], &mut results);
///     let [result] = results;
///     result
/// }
/// ```
pub struct Function(Arc<dyn FunctionBody>);

/// A clone keeps the function's program alive.
impl Clone for Function {
    fn clone(&self) -> Self {
        Self(self.0.detach().unwrap_or_else(|| Arc::clone(&self.0)))
    }
}

impl Function {
    /// Wraps an engine's function.
    #[must_use]
    pub fn new(body: Arc<dyn FunctionBody>) -> Self {
        Self(body)
    }

    /// Name and types.
    #[must_use]
    pub fn signature(&self) -> &Signature {
        self.0.signature()
    }

    /// The engine: always the requested one, never a fallback.
    #[must_use]
    pub fn engine(&self) -> EngineKind {
        self.0.engine()
    }

    /// See [`FunctionBody::call`].
    pub fn call(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &mut [Value],
        results: &mut [Value],
    ) {
        match request.tracer(TraceLevel::Verbose) {
            None => self.0.call(request, depth, arguments, results),
            Some(tracer) => self.call_traced(tracer, request, depth, arguments, results),
        }
    }

    /// See [`FunctionBody::call_scalars`]; the bits are of the types in the signature. Also `None`
    /// if calls are traced.
    #[inline]
    pub fn call_scalars(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &[Slot],
        results: &mut [Slot],
    ) -> Option<Result<(), Error>> {
        match request.tracer(TraceLevel::Verbose) {
            None => self.0.call_scalars(request, depth, arguments, results),
            Some(_) => None,
        }
    }

    #[cold]
    fn call_traced(
        &self,
        tracer: &Tracer,
        request: &RequestContext,
        depth: u32,
        arguments: &mut [Value],
        results: &mut [Value],
    ) {
        let name = &self.0.signature().name;
        let _scope = tracer.scope(TraceLevel::Verbose, TraceKind::Call, name);
        self.0.call(request, depth, arguments, results);
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Function(@{})", self.signature().name)
    }
}
