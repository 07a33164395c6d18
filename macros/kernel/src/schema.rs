//! The kernel's schema, for macros, which see no types: a hidden `macro_rules!` beside the function
//! adds its tokens to those that a list of kernels gathers. `tfrt-expand` reads them.

use crate::expand::starter;
use crate::list::{chain_macro, inside_crate, kernel_macro};
use crate::options::KernelOptions;
use crate::signature::{Kind, Output, Pass, Signature, argument};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::{ItemFn, PathSegment, Type};
use tfrt_schema::{Arity, More, Outcome, Param, ParamKind, ResultSlot, Results, Schema};

/// The hidden macro beside a function that has the schemas of its kernels: one, or the members of a
/// family.
pub(crate) fn schema_macro(function: &ItemFn, schemas: &[Schema]) -> TokenStream {
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

/// The schema of a kernel, whose function generated code calls or starts.
pub(crate) fn schema(options: &KernelOptions, function: &ItemFn, signature: &Signature) -> Schema {
    let ident = &function.sig.ident;
    let started = matches!(signature.output, Output::Later(..));
    let callee = if started { starter(ident) } else { ident.clone() };
    let mut params = Vec::new();
    if started {
        params.push(plain("ctx", ParamKind::Context));
    }
    for param in &signature.params {
        let operand = |arity, pass, ty: &Type| {
            let kind = match pass {
                Pass::Value => ParamKind::Value,
                Pass::Borrow => ParamKind::Borrow,
                Pass::Async => ParamKind::Later,
            };
            Param { name: param.name.clone(), arity, kind, ty: quote!(#ty) }
        };
        params.push(match &param.kind {
            Kind::Value(ty) => operand(Arity::One, Pass::Value, ty),
            Kind::Borrow(ty) => operand(Arity::One, Pass::Borrow, ty),
            Kind::Async(ty) => operand(Arity::One, Pass::Async, ty),
            Kind::Any => plain(&param.name, ParamKind::Any),
            Kind::Optional(pass, ty) => operand(Arity::Optional, *pass, ty),
            Kind::Many(pass, ty) => operand(Arity::Many, *pass, ty),
            Kind::Attribute(ty, _) => {
                Param { ty: quote!(#ty), ..plain(&param.name, ParamKind::Attribute) }
            }
            Kind::Variadic { .. } => plain(&param.name, ParamKind::Variadic),
            Kind::Attributes => plain(&param.name, ParamKind::Attributes),
            Kind::Function(_) => plain(&param.name, ParamKind::Function),
            Kind::Functions => plain(&param.name, ParamKind::Functions),
            Kind::Context | Kind::OwnedContext if started => continue,
            Kind::Context | Kind::OwnedContext => plain(&param.name, ParamKind::Context),
            Kind::Results => plain(&param.name, ParamKind::Results),
            Kind::ResultCount => plain(&param.name, ParamKind::ResultCount),
        });
    }
    let (returns_result, results) = match &signature.output {
        Output::Now(output) => results(output.as_ref()),
        Output::Later(ty, _) => {
            (false, Results { each: vec![slot(Outcome::Later, ty)], more: More::None })
        }
    };
    Schema {
        name: options.name.clone(),
        function: ident.clone(),
        callee,
        options: options.op.clone(),
        params,
        returns_result,
        results,
    }
}

fn plain(name: &str, kind: ParamKind) -> Param {
    Param { name: name.to_owned(), arity: Arity::One, kind, ty: TokenStream::new() }
}

/// Whether the return is a `Result` around all results, and the results.
fn results(output: Option<&Type>) -> (bool, Results) {
    let Some(output) = output else { return (false, Results::default()) };
    let (returns_result, inner) = match wrapped(output, &["Result"]) {
        Some(inner) => (true, inner),
        None => (false, output),
    };
    let mut slots: Vec<&Type> = match inner {
        Type::Tuple(tuple) => tuple.elems.iter().collect(),
        one => vec![one],
    };
    let more = slots.last().map_or(More::None, |last| more(last));
    if !matches!(more, More::None) {
        slots.pop();
    }
    (returns_result, Results { each: slots.into_iter().map(result).collect(), more })
}

/// What the last element of a return says of results whose number the op decides.
fn more(ty: &Type) -> More {
    match wrapped(ty, &["Vec"]) {
        Some(each) if last_is(each, "Value") => More::Any,
        Some(each) => More::Many(result(each)),
        None if last_is(ty, "Filled") => More::Any,
        None => More::None,
    }
}

fn result(ty: &Type) -> ResultSlot {
    if let Some(ty) = wrapped(ty, &["Result"]) {
        slot(Outcome::Fallible, ty)
    } else if let Some(ty) = wrapped(ty, &["AsyncRef", "MaybeDone"]) {
        slot(Outcome::Later, ty)
    } else {
        slot(Outcome::Ready, ty)
    }
}

fn slot(outcome: Outcome, ty: &Type) -> ResultSlot {
    ResultSlot { outcome, ty: quote!(#ty) }
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
