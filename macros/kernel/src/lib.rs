//! `#[kernel]`: turns a function into a kernel and derives the schema from its types.
//!
//! Entry points only: `options` parses the attribute, `signature` the function; `expand` generates
//! the `KernelDef`, `schema` the part that macros read, `list` lists of kernels.

mod expand;
mod family;
mod list;
mod options;
mod schema;
mod signature;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;
use quote::quote;

/// Defines a kernel: `#[kernel("tfrt.add.i32", pure, assembly = "operands attr-dict", intrinsic = IAdd)]`.
///
/// The function is unchanged, except that a pure one becomes `#[inline]`, because generated Rust
/// calls it from other crates. The macro adds a `KernelDef` constant of the same name in upper
/// case, which goes into a list of kernels and from there into a catalogue.
///
/// # Parameters
///
/// | written as | receives |
/// |---|---|
/// | `T` | the next operand, by value (cloned or moved out) |
/// | `&T` | the next operand, borrowed |
/// | `AsyncRef<T>` | the next operand, as a reference that may be kept |
/// | `Option<T>`, `Option<&T>`, `Option<AsyncRef<T>>` | the next operand, if the op has it |
/// | `Vec<T>`, `&[&T]`, `Vec<AsyncRef<T>>` | all remaining operands, of one type |
/// | `&[Value]` | all remaining operands, of any types |
/// | `Attr<T>` | the attribute of the parameter's name |
/// | `&[Attribute]` | all attributes |
/// | `&Function`, `&[Function]` | function attributes and regions |
/// | `ExecCtx<'_>` | the context of the call |
/// | `&mut [Value]`, `Results<'_>` | all remaining operands, to take; room for the results. Only with `control`, since compiled engines do not call such a kernel |
///
/// # Results
///
/// `()`, a slot, a tuple of slots, or a `Vec` of one slot type or of `Value` if the op decides the
/// number (`Filled` if they were written to `Results<'_>`); or a `Result` around one of these. A
/// slot is a value `T` (ready), `Result<T, E>` (may fail), `AsyncRef<T>` or `MaybeDone<T>` (may become
/// available later).
///
/// An `async fn` gives one later result, `T` or `Result<T, E>`. It takes `T`, `Attr<T>`,
/// `AsyncRef<T>` and `OwnedCtx`. A hidden function `__later_NAME(ctx, …) -> AsyncRef<T>` starts the
/// future; the definition refers to that function, so direct callers use it too.
///
/// So does any other function with the option `task`: it is spawned as a task of the work queue, or
/// runs inline if spawning costs more than its `cost` (`ExecCtx::spawn_value`). It takes `T`,
/// `Attr<T>`, `AsyncRef<T>` and `ExecCtx<'_>`, must not block its thread, and must not wait for
/// anything that the program starts after it. Its hidden function returns a `MaybeDone<T>`.
///
/// # Families
///
/// A generic function with a list of choices for each parameter defines a kernel for each choice:
///
/// ```ignore
/// #[kernel("my.add.{T}", pure, T = [i32, i64, f32], intrinsic = [i32: IAdd, i64: IAdd, f32: FAdd])]
/// pub fn add<T: Number>(a: T, b: T) -> T {
///     a.plus(b)
/// }
/// ```
///
/// defines the kernels `my.add.i32`, `my.add.i64` and `my.add.f32` with functions `add_i32`,
/// `add_i64` and `add_f32`, which call `add`, and definitions `ADD_I32`, …. In names, scalars are
/// called by their MLIR types; other types need a suffix: `F16 as "f16"`. Constant parameters take
/// numbers: `RANK = [1, 2]`. Several lists give all combinations.
///
/// # Options
///
/// * `task`: it runs on the work queue; inline if its `cost` is stated and small.
/// * `pure`: no side effect, same results for the same operands and attributes.
/// * `effects(…)`: what it does besides computing its results: any of `files`, `blocks`, `prints`,
///   `leaks` and `host`, or nothing. See `Effects`. A kernel that does not say, and is not pure, is
///   not in a catalogue that allows only certain effects (`Catalogue::allowing`).
/// * `counts_references`: its behaviour depends on the reference counts of its operands.
/// * `cost = 1_000_000`: the estimated time of a call, in nanoseconds.
/// * `assembly = "…"`: how the op is written, in the notation of `Assembly`; one of its constants does
///   as well. A format that does not fit the function is a compile error.
/// * `traits(name(…), …)`: what else holds of the op. Each is a method of `OpTraits` with its
///   arguments: `traits(callees(&[Callee::region()]), stream_cost(StreamCost::Fixed(1)))`. For a list
///   that `tfrt_graph!` names, arguments are written out, since a macro knows no constants.
/// * `control = C`, `intrinsic = I`: variants of `Control`, `Intrinsic`.
/// * `crate = path`: where the `tfrt_host` crate is found, if not at `::tfrt_host`.
#[proc_macro_attribute]
pub fn kernel(options: TokenStream, function: TokenStream) -> TokenStream {
    run(options, function, quote!(::tfrt_host))
}

/// [`macro@kernel`] for crates that depend on the facade `tfrt` alone, where it is `tfrt::kernel`:
/// the default of `crate` is `::tfrt::host`.
#[proc_macro_attribute]
pub fn kernel_for_tfrt(options: TokenStream, function: TokenStream) -> TokenStream {
    run(options, function, quote!(::tfrt::host))
}

/// Expands; an error becomes a compile error beside the unchanged function, so that one wrong
/// option does not also cause "function not found" everywhere.
fn run(options: TokenStream, function: TokenStream, host: proc_macro2::TokenStream) -> TokenStream {
    let original: proc_macro2::TokenStream = function.clone().into();
    let expanded = syn::parse::<options::Options>(options)
        .and_then(|options| Ok((options, syn::parse::<syn::ItemFn>(function)?)))
        .and_then(|(options, function)| {
            let members = family::members(&options, &function)?;
            let mut definitions = proc_macro2::TokenStream::new();
            let mut schemas = Vec::new();
            if members.is_empty() {
                let (definition, schema) = define(&options, &function, &host)?;
                definitions.extend(definition);
                schemas.push(schema);
            }
            for family::Member { options, function } in members {
                let (definition, schema) = define(&options, &function, &host)?;
                let own = schema::schema_macro(&function, std::slice::from_ref(&schema));
                definitions.extend(quote!(#function #definition #own));
                schemas.push(schema);
            }
            definitions.extend(schema::schema_macro(&function, &schemas));
            Ok((expand::inline(&options, &function), definitions))
        });
    match expanded {
        Ok((inline, definition)) => quote!(#inline #original #definition).into(),
        Err(error) => {
            let error = error.to_compile_error();
            let schema = no_schema(original.clone());
            quote!(#original #error #schema).into()
        }
    }
}

/// What a list finds beside a function that is no kernel, so that its mistake is the only one.
fn no_schema(function: proc_macro2::TokenStream) -> Option<proc_macro2::TokenStream> {
    let function: syn::ItemFn = syn::parse2(function).ok()?;
    let method = function.sig.receiver().is_some();
    (!method).then(|| schema::schema_macro(&function, &[]))
}

/// The items generated for one kernel, and its schema.
fn define(
    options: &options::Options,
    function: &syn::ItemFn,
    host: &proc_macro2::TokenStream,
) -> syn::Result<(proc_macro2::TokenStream, proc_macro2::TokenStream)> {
    let runs = signature::Runs::new(function, options.task)?;
    let signature = signature::read(function, runs)?;
    signature::check_control(&signature, function, options.control.is_some())?;
    let schema = schema::schema(options, function, &signature);
    Ok((expand::expand(options, function, &signature, runs, host), schema))
}

/// Lists the kernels, types and native functions of a module:
/// `kernels! { pub MY = [add, inner::read, type Sample = "!my.sample", native log] }`.
///
/// | written as | for |
/// |---|---|
/// | `path::f` | a function with `#[kernel]`; of a family, all its members |
/// | `type path::T = "!my.t"` | a type that implements `KernelType` with that name |
/// | `native path::f` | a function `fn(&RequestContext, &[Value]) -> Vec<Value>` that programs declare as `@f` |
/// | `native path::f = "name"` | the same, declared as `@name` |
///
/// A kernel is named by the path of the module that defines it, or by its name if that module's
/// names are imported with `*`. Everything in a `pub` list must be `pub`.
///
/// The list is a `static` of type `KernelList`, for `Catalogue::with`. `tfrt_graph!` takes it by
/// the same name: `kernels = [crate::MY];`. A list must be in a module, not in a function.
///
/// If the host crate is not at `::tfrt_host` (with `tfrt::kernels!`: `::tfrt::host`), the list
/// starts with its path: `crate = ::path::of::host;`.
#[proc_macro]
pub fn kernels(input: TokenStream) -> TokenStream {
    done(list::expand(input.into(), &quote!(::tfrt_host)))
}

/// [`kernels!`] for crates that depend on the facade `tfrt` alone, where it is `tfrt::kernels!`: the
/// default of `crate` is `::tfrt::host`.
#[proc_macro]
pub fn kernels_for_tfrt(input: TokenStream) -> TokenStream {
    done(list::expand(input.into(), &quote!(::tfrt::host)))
}

/// Makes one macro from a part of a long list. Called by the expansion of [`kernels!`].
#[doc(hidden)]
#[proc_macro]
pub fn __gather_kernels(input: TokenStream) -> TokenStream {
    done(list::gather(input.into()))
}

/// Defines a list. Called by the expansion of [`kernels!`].
#[doc(hidden)]
#[proc_macro]
pub fn __define_kernels(input: TokenStream) -> TokenStream {
    done(list::define(input.into()))
}

fn done(expanded: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    expanded.unwrap_or_else(|error| error.to_compile_error()).into()
}
