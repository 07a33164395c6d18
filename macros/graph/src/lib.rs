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
/// A kernel's parameters stand in the order of its function: a type for an operand by value, `&`
/// and a type for one by reference, `attr name: kind` for an attribute, `ctx` for the context.
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
