//! `#[kernel]`: turns a function into a kernel and derives the schema from its types. `#[op]` does so for an op of the
//! Core Runtime.
//!
//! Entry points only: `options` parses the attribute, `signature` the function; `expand` generates
//! the `KernelDef`, `schema` the part that macros read, `list` lists of kernels.

mod call;
mod choices;
mod expand;
mod family;
mod list;
mod op;
mod options;
mod schema;
mod signature;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;
use quote::quote;

#[doc = include_str!("kernel.md")]
#[proc_macro_attribute]
pub fn kernel(options: TokenStream, function: TokenStream) -> TokenStream {
    run(options, function, options::Face::Host)
}

// `tfrt::kernel`, for crates that depend on the facade alone.
#[doc = include_str!("kernel.md")]
#[proc_macro_attribute]
pub fn kernel_for_tfrt(options: TokenStream, function: TokenStream) -> TokenStream {
    run(options, function, options::Face::Tfrt)
}

#[doc = include_str!("op.md")]
#[proc_macro_attribute]
pub fn op(options: TokenStream, function: TokenStream) -> TokenStream {
    run_op(options, function, options::Face::Host)
}

// `tfrt::core_runtime::op`, for crates that depend on the facade alone.
#[doc = include_str!("op.md")]
#[proc_macro_attribute]
pub fn op_for_tfrt(options: TokenStream, function: TokenStream) -> TokenStream {
    run_op(options, function, options::Face::Tfrt)
}

fn run_op(options: TokenStream, function: TokenStream, face: options::Face) -> TokenStream {
    let original: proc_macro2::TokenStream = function.clone().into();
    let expanded = syn::parse::<op::OpOptions>(options)
        .and_then(|options| op::expand(&options, &syn::parse::<syn::ItemFn>(function)?, face));
    let definition = expanded.unwrap_or_else(|error| error.to_compile_error());
    quote!(#original #definition).into()
}

/// Expands; an error becomes a compile error beside the unchanged function, so that one wrong
/// option does not also cause "function not found" everywhere.
fn run(options: TokenStream, function: TokenStream, face: options::Face) -> TokenStream {
    let original: proc_macro2::TokenStream = function.clone().into();
    let expanded = syn::parse::<options::KernelOptions>(options)
        .and_then(|options| Ok((options, syn::parse::<syn::ItemFn>(function)?)))
        .and_then(|(options, function)| {
            let members = family::members(&options, &function)?;
            let mut definitions = proc_macro2::TokenStream::new();
            let mut schemas = Vec::new();
            if members.is_empty() {
                let (definition, schema) = define(&options, &function, face)?;
                definitions.extend(definition);
                schemas.push(schema);
            }
            for family::Member { options, function } in members {
                let (definition, schema) = define(&options, &function, face)?;
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
    options: &options::KernelOptions,
    function: &syn::ItemFn,
    face: options::Face,
) -> syn::Result<(proc_macro2::TokenStream, tfrt_schema::Schema)> {
    let runs = signature::Runs::new(function, options.task)?;
    let signature = signature::read(function, runs)?;
    signature::check_control(&signature, function, options.op.control.is_some())?;
    let schema = schema::schema(options, function, &signature);
    Ok((expand::expand(options, function, &signature, runs, face), schema))
}

#[doc = include_str!("kernels.md")]
#[proc_macro]
pub fn kernels(input: TokenStream) -> TokenStream {
    done(list::expand(input.into(), options::Face::Host))
}

// `tfrt::kernels!`, for crates that depend on the facade alone.
#[doc = include_str!("kernels.md")]
#[proc_macro]
pub fn kernels_for_tfrt(input: TokenStream) -> TokenStream {
    done(list::expand(input.into(), options::Face::Tfrt))
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
