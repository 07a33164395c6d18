//! The kernel's schema as tokens, for macros, which see no types: a hidden `macro_rules!` beside
//! the function adds them to the tokens that a list of kernels gathers. `tfrt-expand` reads them.

use crate::expand::starter;
use crate::list::{chain_macro, inside_crate, kernel_macro};
use crate::options::{Cost, Options, Trait};
use crate::signature::{Kind, Output, Pass, Signature, argument};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::{ItemFn, PathSegment, Type};

/// The hidden macro beside a function that has the schemas of its kernels: one, or the members of a
/// family.
pub(crate) fn schema_macro(function: &ItemFn, schemas: &[TokenStream]) -> TokenStream {
    let ident = &function.sig.ident;
    let inner = format_ident!("__schema_of_{}", ident.unraw());
    let outer = kernel_macro(ident);
    let definition = chain_macro(&inner, None, &quote!((#(#schemas)*)));
    let visibility = inside_crate(&function.vis);
    quote! {
        #definition
        #[doc(hidden)]
        #[allow(unused_imports, reason = "for lists of kernels")]
        #visibility use #inner as #outer;
    }
}

/// `{ "op.name" function callee [options] [parameters] results }`, where generated code calls
/// `callee`.
pub(crate) fn schema(options: &Options, function: &ItemFn, signature: &Signature) -> TokenStream {
    let ident = &function.sig.ident;
    let name = &options.name;
    let written = written(options);
    let started = matches!(signature.output, Output::Later(..));
    let callee = if started { starter(ident) } else { ident.clone() };
    let context = started.then(|| quote!(("ctx" context)));
    let params = signature.params.iter().filter_map(|param| {
        let name = &param.name;
        let what = match &param.kind {
            Kind::Value(ty) => quote!(value #ty),
            Kind::Borrow(ty) => quote!(borrow #ty),
            Kind::Async(ty) => quote!(later #ty),
            Kind::Optional(pass, ty) => {
                let pass = word(*pass);
                quote!(optional #pass #ty)
            }
            Kind::Many(pass, ty) => {
                let pass = word(*pass);
                quote!(many #pass #ty)
            }
            Kind::Variadic { .. } => quote!(variadic),
            Kind::Attribute(ty, _) => quote!(attribute #ty),
            Kind::Attributes => quote!(attributes),
            Kind::Function(_) => quote!(function),
            Kind::Functions => quote!(functions),
            Kind::Context | Kind::OwnedContext if started => return None,
            Kind::Context | Kind::OwnedContext => quote!(context),
            Kind::Results => quote!(results),
        };
        Some(quote!((#name #what)))
    });
    let results = match &signature.output {
        Output::Now(output) => results(output.as_ref()),
        Output::Later(ty, _) => quote!(plain [(later #ty)]),
    };
    quote!({#name #ident #callee [#written] [#context #(#params)*] #results})
}

/// The options that say something of the op, each in parentheses with what it says.
fn written(options: &Options) -> TokenStream {
    let pure = options.pure.then(|| quote!((pure)));
    let counts_references = options.counts_references.then(|| quote!((counts_references)));
    let cost = options.cost.iter().map(|cost| match cost {
        Cost::Fixed(cost) => quote!(#cost),
        Cost::OfOperands(_) => quote!(of_operands),
    });
    let control = options.control.iter();
    let intrinsic = options.intrinsic.iter();
    let assembly = options.assembly.iter();
    let traits = options.traits.iter().flatten();
    let traits = traits.map(|Trait { name, arguments }| quote!((traits #name(#(#arguments),*))));
    quote! {
        #pure #counts_references #((cost #cost))* #((control #control))*
        #((intrinsic #intrinsic))* #((assembly #assembly))* #(#traits)*
    }
}

/// `plain` or, with a `Result` around all of them, `result`; then the results, `many` and the type
/// of each, or `variadic`.
fn results(output: Option<&Type>) -> TokenStream {
    let Some(output) = output else { return quote!(plain []) };
    let (word, inner) = match wrapped(output, &["Result"]) {
        Some(inner) => (quote!(result), inner),
        None => (quote!(plain), output),
    };
    if let Some(last) = last(inner)
        && (last.ident == "Filled"
            || wrapped(inner, &["Vec"]).is_some_and(|ty| last_is(ty, "Value")))
    {
        return quote!(#word variadic);
    }
    if let Some(slot) = wrapped(inner, &["Vec"]) {
        let slot = result(slot);
        return quote!(#word many #slot);
    }
    let slots: Vec<&Type> = match inner {
        Type::Tuple(tuple) => tuple.elems.iter().collect(),
        one => vec![one],
    };
    let slots = slots.into_iter().map(result);
    quote!(#word [#(#slots)*])
}

fn result(slot: &Type) -> TokenStream {
    if let Some(ty) = wrapped(slot, &["Result"]) {
        quote!((fallible #ty))
    } else if let Some(ty) = wrapped(slot, &["AsyncRef", "MaybeDone"]) {
        quote!((later #ty))
    } else {
        quote!((ready #slot))
    }
}

/// How an operand is passed.
fn word(pass: Pass) -> TokenStream {
    match pass {
        Pass::Value => quote!(value),
        Pass::Borrow => quote!(borrow),
        Pass::Async => quote!(later),
    }
}

/// `T` of `path::NAME<T, …>`.
fn wrapped<'a>(ty: &'a Type, names: &[&str]) -> Option<&'a Type> {
    let last = last(ty)?;
    if !names.iter().any(|name| last.ident == name) {
        return None;
    }
    argument(last).ok()
}

fn last_is(ty: &Type, name: &str) -> bool {
    last(ty).is_some_and(|last| last.ident == name)
}

fn last(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        Type::Group(group) => last(&group.elem),
        Type::Paren(paren) => last(&paren.elem),
        _ => None,
    }
}
