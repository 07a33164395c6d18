//! The lists of kernels that a program names, as a catalogue and as what generated code calls.
//!
//! A macro sees no Rust types. `#[kernel]` writes a kernel's schema down as tokens, `kernels!`
//! gathers those of a list with the MLIR names of its types, and the list's macro hands them on. So a
//! type is found by the last part of its Rust path. Where that leads astray (two types of one name),
//! generated code does not fit the kernel's function, which rustc says.

use crate::tokens::{Failure, Tokens, joined, last_part, nested};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeMap;
use tfrt_bef::{Attribute, Dense};
use tfrt_compiler::rust;
use tfrt_host::context::RequestContext;
use tfrt_host::kernel::{
    Catalogue, FromAttribute, KernelDef, KernelList, NativeDef, Outcome, ParamDef, ParamKind,
    ResultDef, TypeDef, Value,
};

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
    /// What came is not what lists bring: lists and macros are of different versions.
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
            let kernels: Vec<KernelDef> =
                kernels.map(|(member, schema)| schema.define(index, member, &types)).collect();
            let types: Vec<TypeDef> = list.types.iter().map(|&(_, def)| def).collect();
            let list = KernelList::new(kernels.leak())
                .with_types(types.leak())
                .with_natives(list.natives.clone().leak());
            catalogue = catalogue.with(&list);
        }
        let members: Vec<Ident> = (0..paths.len()).map(|list| format_ident!("l{list}")).collect();
        let nested = paths.iter().map(|path| nested(path, 2));
        // All names of where the macro stands, since a path may begin with any of them.
        let items = (!paths.is_empty()).then(|| {
            quote! { mod __lists { use super::super::*; #(pub(super) use #nested as #members;)* } }
        });
        Ok(Self {
            catalogue,
            runtime,
            names: paths.iter().map(joined).collect(),
            items: items.unwrap_or_default(),
            at_run_time: quote! {
                __rt::tfrt_kernels::catalogue() #(.with(&self::__lists::#members))*
            },
        })
    }

    /// The kernels, types and native functions that a program may use.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// How programs with these lists are printed.
    pub(crate) fn options(&self) -> rust::Options<'_> {
        rust::Options { runtime: &self.runtime, ..rust::Options::default() }
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
                read.kernels.push(Schema::read(members.group()?)?);
            }
        }
        while !types.is_empty() {
            let mut ty = Tokens::new(types.group()?);
            let name = leak(ty.string()?);
            let rust = leak(format!("self::__lists::l{index}::T{}", read.types.len()));
            read.types.push((last_part(&ty.rest()), TypeDef { name, rust, scalar: None }));
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

/// A kernel as `#[kernel]` writes it down.
struct Schema {
    name: String,
    pure: bool,
    params: Vec<Param>,
    /// The function's return is a `Result` around all results.
    returns_result: bool,
    results: Results,
}

enum Results {
    Each(Vec<(Outcome, TokenStream)>),
    /// The op decides how many.
    Many((Outcome, TokenStream)),
    /// The op decides how many and of which types.
    Any,
}

struct Param {
    kind: ParamKind,
    optional: bool,
    variadic: bool,
    /// Of an attribute.
    name: String,
    /// The Rust type of an operand or attribute.
    ty: TokenStream,
}

impl Schema {
    fn read(schema: TokenStream) -> Option<Self> {
        let mut schema = Tokens::new(schema);
        let name = schema.string()?;
        let (_function, _callee) = (schema.next()?, schema.next()?);
        let mut options = Tokens::new(schema.group()?);
        let pure = options.peek_ident("pure");
        let mut functions = 0;
        let mut params = Vec::new();
        let mut written = Tokens::new(schema.group()?);
        while !written.is_empty() {
            params.push(param(written.group()?, &mut functions)?);
        }
        let mut ranks: Vec<String> = params
            .iter()
            .filter(|param| param.is_attribute())
            .map(|param| param.name.clone())
            .collect();
        ranks.sort_unstable();
        for param in params.iter_mut().filter(|param| param.is_attribute()) {
            let index = ranks.iter().position(|rank| *rank == param.name)?;
            param.kind = ParamKind::Attribute { index };
        }
        let returns_result = schema.word()? == "result";
        if schema.peek_ident("variadic") {
            return Some(Self { name, pure, params, returns_result, results: Results::Any });
        }
        if schema.peek_ident("many") {
            schema.next();
            let results = Results::Many(result(schema.group()?)?);
            return Some(Self { name, pure, params, returns_result, results });
        }
        let mut results = Vec::new();
        let mut written = Tokens::new(schema.group()?);
        while !written.is_empty() {
            results.push(result(written.group()?)?);
        }
        Some(Self { name, pure, params, returns_result, results: Results::Each(results) })
    }

    /// The definition that a program is verified and printed by. `types` knows MLIR types of Rust's.
    fn define(
        &self,
        list: usize,
        member: usize,
        types: &impl Fn(&TokenStream) -> &'static str,
    ) -> KernelDef {
        let params = self.params.iter().map(|param| {
            let name = leak(param.name.clone());
            match param.kind {
                ParamKind::Value | ParamKind::Borrow | ParamKind::Async => {
                    let def = ParamDef::new(name, param.kind, types(&param.ty));
                    match (param.optional, param.variadic) {
                        (true, _) => def.optional(),
                        (_, true) => def.variadic(),
                        _ => def,
                    }
                }
                ParamKind::Attribute { index } => attribute(&last_part(&param.ty), name, index),
                kind => ParamDef::new(name, kind, ""),
            }
        });
        let params: Vec<ParamDef> = params.collect();
        let least = if self.returns_result { Outcome::Fallible } else { Outcome::Ready };
        let result = |&(outcome, ref ty): &(Outcome, TokenStream)| {
            ResultDef::new(types(ty), outcome.max(least))
        };
        let kernel = KernelDef::new(leak(self.name.clone())).with_params(params.leak());
        let kernel = match &self.results {
            Results::Any => kernel.with_variadic_results(Outcome::Later),
            Results::Many((outcome, ty)) => {
                let mut kernel = kernel.with_variadic_results((*outcome).max(Outcome::Fallible));
                kernel.variadic_type = types(ty);
                kernel
            }
            Results::Each(results) => {
                kernel.with_results(results.iter().map(result).collect::<Vec<_>>().leak())
            }
        };
        kernel
            .with_returns_result(self.returns_result)
            .with_pure(self.pure)
            .with_function(leak(format!("self::__lists::l{list}")), leak(format!("k{member}")))
    }
}

impl Param {
    fn is_attribute(&self) -> bool {
        matches!(self.kind, ParamKind::Attribute { .. })
    }
}

fn result(tokens: TokenStream) -> Option<(Outcome, TokenStream)> {
    let mut tokens = Tokens::new(tokens);
    let outcome = match tokens.word()?.as_str() {
        "ready" => Outcome::Ready,
        "fallible" => Outcome::Fallible,
        _ => Outcome::Later,
    };
    Some((outcome, tokens.rest()))
}

fn param(tokens: TokenStream, functions: &mut usize) -> Option<Param> {
    let mut tokens = Tokens::new(tokens);
    let mut name = String::new();
    let (optional, variadic) = (tokens.peek_ident("optional"), tokens.peek_ident("many"));
    if optional || variadic {
        tokens.next();
    }
    let kind = match tokens.word()?.as_str() {
        "value" => ParamKind::Value,
        "borrow" => ParamKind::Borrow,
        "later" => ParamKind::Async,
        "variadic" => ParamKind::Variadic,
        "attribute" => {
            name = tokens.string()?;
            ParamKind::Attribute { index: 0 }
        }
        "attributes" => ParamKind::Attributes,
        "function" => {
            *functions += 1;
            ParamKind::Function { index: *functions - 1 }
        }
        "functions" => ParamKind::Functions,
        "context" => ParamKind::Context,
        _ => ParamKind::Results,
    };
    Some(Param { kind, optional, variadic, name, ty: tokens.rest() })
}

/// An attribute of a Rust type. Of a type that is not here, the kernel says at run time whether it can
/// read what an op has.
fn attribute(rust: &str, name: &'static str, index: usize) -> ParamDef {
    fn of<T: FromAttribute>(optional: bool, name: &'static str, index: usize) -> ParamDef {
        if optional {
            ParamDef::attribute::<Option<T>>(name, index)
        } else {
            ParamDef::attribute::<T>(name, index)
        }
    }
    if let Some(borrowed) = rust.strip_prefix('&') {
        let known: fn(&'static str, usize) -> ParamDef = match borrowed {
            "str" => ParamDef::borrowed_attribute::<str>,
            "[u8]" => ParamDef::borrowed_attribute::<[u8]>,
            "[i32]" => ParamDef::borrowed_attribute::<[i32]>,
            "[i64]" => ParamDef::borrowed_attribute::<[i64]>,
            "[f32]" => ParamDef::borrowed_attribute::<[f32]>,
            "Dense" => ParamDef::borrowed_attribute::<Dense>,
            _ => ParamDef::borrowed_attribute::<Attribute>,
        };
        return known(name, index);
    }
    let inner = rust.strip_prefix("Option<").and_then(|rust| rust.strip_suffix('>'));
    let optional = inner.is_some();
    let known: fn(bool, &'static str, usize) -> ParamDef = match inner.unwrap_or(rust) {
        "bool" => of::<bool>,
        "i8" => of::<i8>,
        "i16" => of::<i16>,
        "i32" => of::<i32>,
        "i64" => of::<i64>,
        "u8" => of::<u8>,
        "u16" => of::<u16>,
        "u32" => of::<u32>,
        "u64" => of::<u64>,
        "f32" => of::<f32>,
        "f64" => of::<f64>,
        "String" => of::<String>,
        "Vec<u8>" => of::<Vec<u8>>,
        "Vec<i32>" => of::<Vec<i32>>,
        "Vec<i64>" => of::<Vec<i64>>,
        "Vec<f32>" => of::<Vec<f32>>,
        "Dense" => of::<Dense>,
        _ => of::<Attribute>,
    };
    known(optional, name, index)
}

/// Native functions of lists are only planned and printed here.
fn not_called(_: &RequestContext, _: &[Value]) -> Vec<Value> {
    Vec::new()
}

/// Definitions are `'static`. A macro's process is short, and what it reads is small.
fn leak(text: String) -> &'static str {
    text.leak()
}
