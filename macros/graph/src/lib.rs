//! `tfrt_graph!`: a host program becomes Rust at build time. Only the way in: what a program is,
//! and how it becomes Rust, is in `tfrt-compiler`.

mod input;
mod text;

use proc_macro::TokenStream;

/// Compiles a host program into a Rust module.
///
/// From a file, relative to the crate's manifest and tracked by cargo:
///
/// ```text
/// tfrt::tfrt_graph! { pub mod fizzbuzz = "graphs/fizzbuzz.mlir"; }
/// ```
///
/// or inline, with the program's own types and kernels declared first; errors point at the exact
/// token. `%name#0` must be written `%name #0`, which MLIR reads the same.
///
/// ```text
/// tfrt::tfrt_graph! {
///     pub mod demo;
///     type !my.sample = crate::Sample;
///     kernel my.read = async crate::read_sensor(i32) -> !my.sample;
///     kernel my.check = fallible crate::check(&!my.sample, attr limit: i32, ctx) -> i32;
///     func.func @sample(%id: i32) -> !my.sample {
///         %s = "my.read"(%id) : (i32) -> !my.sample
///         tfrt.return %s : !my.sample
///     }
/// }
/// ```
///
/// # Declarations
///
/// | written as | for |
/// |---|---|
/// | `type !my.t = path::T;` | a type that implements `KernelType` with that name |
/// | `kernel my.k = path::f(…) -> T;` | a function with `#[kernel("my.k")]` |
/// | … `fallible path::f(…)` … | one that returns a `Result` around all its results |
/// | … `later path::f(…)` … | one that returns an `AsyncRef` or a `Later` for each result |
/// | … `async path::f(…)` … | an `async fn`, that may fail or not |
/// | … `task path::f(…)` … | a function with `#[kernel("…", task)]`, that may fail or not |
/// | … `pure path::f(…)` …, with one of the above or without | a kernel with `pure` |
/// | `native @f = path::f;` | what `func.func private @f(…) attributes {tfrt.native}` calls: a `fn(&RequestContext, &[Value]) -> Vec<Value>` |
///
/// A kernel's parameters stand in the order of its function:
///
/// | written as | parameter |
/// |---|---|
/// | `i32`, `!my.t` | `T`: an operand by value |
/// | `&!my.t` | `&T`: an operand by reference |
/// | `later !my.t` | `AsyncRef<T>` |
/// | `...` | `&[Value]`: all other operands |
/// | `attr name: kind` | `Attr<T>` of that name |
/// | `func` | `&Function` |
/// | `ctx` | `ExecCtx<'_>`, or `OwnedCtx` in an `async fn` |
///
/// Results are `-> T`, `-> (T, U)`, nothing, or `-> ...` where the op decides (`Vec<Value>`). In a
/// tuple, `later T` is an `AsyncRef<T>` or a `Later<T>`, and `fallible T` a `Result<T, E>`.
///
/// A crate that has `tfrt` under another name says so first: `crate = ::other_name;`.
///
/// # Functions
///
/// A function that is ready throughout becomes an ordinary `fn`; it takes a `&RequestContext`
/// first if something in it needs one. A result that may fail is a `Result`; one that may arrive
/// later is a `Later`, which can be awaited.
///
/// # Errors
/// Every error of the program is reported, each at its place: the token of an inline program, the
/// line and column of a file.
#[proc_macro]
pub fn tfrt_graph(input: TokenStream) -> TokenStream {
    input::expand(input.into()).into()
}
