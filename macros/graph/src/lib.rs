//! `tfrt_graph!` compiles a host program to Rust at build time. This crate parses the macro input;
//! the compiler is `tfrt-compiler`.

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
/// or inline; errors point at the exact token. `%name#0` must be written `%name #0`, which MLIR reads
/// the same.
///
/// ```text
/// tfrt::tfrt_graph! {
///     pub mod demo;
///     func.func @twice(%x: i32) -> i32 {
///         %y = tfrt.add.i32 %x, %x
///         tfrt.return %y : i32
///     }
/// }
/// ```
///
/// # Models
///
/// An ONNX model becomes a module by its file, with the feature `onnx` of `tfrt`. Sizes that it leaves open can be
/// given a number, so that its memory is planned; `math = exact;` gives results the bits that its ops give one by one:
///
/// ```text
/// tfrt::tfrt_graph! { pub mod net = "net.onnx"; bind = { batch = 1, "x.2" = 64 }; math = exact; }
/// ```
///
/// # Kernels of your own
///
/// The core kernels are known. Others, with their types and native functions, are in lists that
/// `tfrt::kernels!` makes beside them or in another crate; a program names those that it uses:
///
/// ```text
/// #[tfrt::kernel("my.read")]
/// async fn read_sensor(id: i32) -> Sample { … }
///
/// tfrt::kernels! { MY = [read_sensor, type Sample = "!my.sample"] }
///
/// tfrt::tfrt_graph! {
///     pub mod demo;
///     kernels = [MY, other_crate::KERNELS];
///     func.func @sample(%id: i32) -> !my.sample {
///         %s = "my.read"(%id) : (i32) -> !my.sample
///         tfrt.return %s : !my.sample
///     }
/// }
/// ```
///
/// From a file: `pub mod fizzbuzz = "graphs/fizzbuzz.mlir"; kernels = [MY];`. Paths of lists are those
/// of the module in which the macro stands.
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

/// The second step of [`tfrt_graph!`] for programs that name lists of kernels.
#[doc(hidden)]
#[proc_macro]
pub fn tfrt_graph_with(chained: TokenStream) -> TokenStream {
    input::expand_with_lists(chained.into()).into()
}
