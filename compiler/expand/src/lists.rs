//! The lists of kernels that a program names, as a catalogue and as what generated code calls.
//!
//! A macro sees no Rust types. `#[kernel]` writes a kernel's schema down as tokens, `kernels!`
//! gathers those of a list with the MLIR names of its types, and the list's macro passes them here. So
//! a type is found by the last part of its Rust path. Where that finds the wrong type (two of one
//! name), generated code does not fit the kernel's function, and rustc reports that.

use crate::schema;
#[cfg(feature = "onnx")]
use crate::tokens::reached;
use crate::tokens::{Failure, Tokens, joined, last_part, leak, nested};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeMap;
use tfrt_compiler::rust;
use tfrt_host::context::RequestContext;
use tfrt_host::kernel::{Catalogue, KernelDef, KernelList, NativeDef, TypeDef, Value};
use tfrt_schema::Schema;

/// The core kernels and those of the lists that a program names.
#[derive(Debug)]
pub struct Lists {
    pub(crate) catalogue: Catalogue,
    /// The path of the crate `tfrt`.
    runtime: String,
    /// The lists' paths, as written.
    names: Vec<String>,
    /// The module through which generated code reaches the lists.
    pub(crate) items: TokenStream,
    /// The same catalogue as an expression of generated code.
    pub(crate) at_run_time: TokenStream,
}

impl Lists {
    /// The lists at these paths, whose macros have brought `found`. `runtime` is the path of the
    /// crate `tfrt`.
    ///
    /// # Errors
    /// What came is not what lists bring: lists and macros are of different versions. Or a kernel
    /// has traits that a macro cannot read.
    pub fn new(
        runtime: Option<&TokenStream>,
        paths: &[TokenStream],
        found: TokenStream,
    ) -> Result<Self, Failure> {
        let runtime = runtime.map_or_else(|| "::tfrt".to_owned(), ToString::to_string);
        let mut lists = Vec::new();
        let mut found = Tokens::new(found);
        for path in paths {
            let list = found.group().and_then(|list| List::read(list, lists.len()));
            let Some(list) = list else {
                let message = "this is not a list of `kernels!`, or one of another version";
                return Err(Failure::at(path, found.place(), message));
            };
            lists.push(list);
        }
        let mut known = BTreeMap::new();
        for def in tfrt_kernels::TYPES {
            known.insert(last_part(&def.rust.parse().unwrap_or_default()), def.name);
        }
        for (key, def) in lists.iter().flat_map(|list| &list.types) {
            known.insert(key.clone(), def.name);
        }
        let mut catalogue = tfrt_kernels::catalogue();
        for (index, list) in lists.iter().enumerate() {
            // A list's own types come first.
            let own: BTreeMap<_, _> = list.types.iter().map(|(key, def)| (key, def.name)).collect();
            let types = |tokens: &TokenStream| {
                let key = last_part(tokens);
                own.get(&key).or_else(|| known.get(&key)).copied().unwrap_or_else(|| {
                    leak(format!("Rust's `{key}`, which is no type of the lists named here"))
                })
            };
            let kernels = list.kernels.iter().enumerate();
            let kernels =
                kernels.map(|(member, schema)| schema::define(schema, (index, member), &types));
            let kernels: Vec<KernelDef> = kernels
                .collect::<Result<_, String>>()
                .map_err(|message| Failure::at(&paths[index], Span::call_site(), message))?;
            let types: Vec<TypeDef> = list.types.iter().map(|&(_, def)| def).collect();
            let list = KernelList::new(kernels.leak())
                .with_types(types.leak())
                .with_natives(list.natives.clone().leak());
            catalogue = catalogue.with(&list);
        }
        Ok(Self::at(runtime, paths, catalogue))
    }

    /// The lists of the kernels that models consist of. This crate has them, so no macro brings them.
    #[cfg(feature = "onnx")]
    #[must_use]
    pub fn of_models(runtime: Option<&TokenStream>) -> Self {
        let lists = [&tfrt_mlir_kernels::MLIR, &tfrt_model_kernels::NN];
        let runtime = runtime.cloned().unwrap_or_else(|| quote! { ::tfrt });
        let paths = [quote! { #runtime::MLIR }, quote! { #runtime::NN }];
        let mut catalogue = tfrt_kernels::catalogue();
        for (index, list) in lists.into_iter().enumerate() {
            let kernels = list.kernels().iter().enumerate().map(|(member, kernel)| {
                let (module, function) = reached(index, member);
                KernelDef::new(kernel.op).with_function(module, function)
            });
            let types = list.types().iter().enumerate().map(|(member, ty)| {
                TypeDef::named(ty.name, leak(format!("self::__lists::l{index}::T{member}")))
            });
            let (kernels, types): (Vec<_>, Vec<_>) = (kernels.collect(), types.collect());
            catalogue = catalogue.with(&KernelList::new(kernels.leak()).with_types(types.leak()));
        }
        Self::at(runtime.to_string(), &paths, catalogue)
    }

    /// Lists at these paths, whose kernels are in the catalogue.
    fn at(runtime: String, paths: &[TokenStream], catalogue: Catalogue) -> Self {
        let members: Vec<Ident> = (0..paths.len()).map(|list| format_ident!("l{list}")).collect();
        let nested = paths.iter().map(|path| nested(path, 2));
        // All names of where the macro stands, since a path may begin with any of them.
        let items = (!paths.is_empty()).then(|| {
            quote! { mod __lists { use super::super::*; #(pub(super) use #nested as #members;)* } }
        });
        Self {
            catalogue,
            runtime,
            names: paths.iter().map(joined).collect(),
            items: items.unwrap_or_default(),
            at_run_time: quote! {
                __rt::tfrt_kernels::catalogue() #(.with(&self::__lists::#members))*
            },
        }
    }

    /// The kernels, types and native functions that a program may use.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// How programs with these lists are printed.
    pub(crate) fn options(&self) -> rust::RustOptions<'_> {
        rust::RustOptions { runtime: &self.runtime, ..rust::RustOptions::default() }
    }

    /// What follows the message that a kernel is unknown.
    pub(crate) fn searched(&self) -> String {
        match self.names.as_slice() {
            [] => "; no list of kernels is named here: `kernels = [path::LIST];` names one".into(),
            names => format!("; it is not in `{}`", names.join("`, `")),
        }
    }
}

/// What a list's macro brings.
struct List {
    kernels: Vec<Schema>,
    /// By the last part of the Rust path.
    types: Vec<(String, TypeDef)>,
    natives: Vec<NativeDef>,
}

impl List {
    fn read(list: TokenStream, index: usize) -> Option<Self> {
        let mut list = Tokens::new(list);
        let mut schemas = Tokens::new(list.group()?);
        let mut types = Tokens::new(list.group()?);
        let natives = list.group()?;
        let mut read = Self { kernels: Vec::new(), types: Vec::new(), natives: Vec::new() };
        while !schemas.is_empty() {
            let mut members = Tokens::new(schemas.group()?);
            while !members.is_empty() {
                read.kernels.push(syn::parse2(members.next()?.into()).ok()?);
            }
        }
        while !types.is_empty() {
            let mut ty = Tokens::new(types.group()?);
            let name = leak(ty.string()?);
            let rust = leak(format!("self::__lists::l{index}::T{}", read.types.len()));
            read.types.push((last_part(&ty.rest()), TypeDef::named(name, rust)));
        }
        let mut natives = Tokens::new(natives);
        while !natives.is_empty() {
            let name = leak(natives.string()?);
            let rust = leak(format!("self::__lists::l{index}::n{}", read.natives.len()));
            read.natives.push(NativeDef { name, rust, function: not_called });
        }
        Some(read)
    }
}

/// Native functions of lists are only planned and printed here.
fn not_called(_: &RequestContext, _: &[Value]) -> Vec<Value> {
    Vec::new()
}
