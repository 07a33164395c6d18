//! Declared kernels: `kernel my.read = async crate::read(i32, attr scale: f32) -> !my.sample;`.
//! First as written, then, when all types are known, as definitions and as functions.

use super::{Statement, path};
use crate::tokens::{Failure, Tokens, commas, extent, joined, respanned};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use std::collections::BTreeMap;
use tfrt_bef::Attribute;
use tfrt_host::kernel::{
    AttributeCheck, Catalogue, FromAttribute, KernelDef, KernelFrame, Outcome, ParamDef, ParamKind,
    ResultDef,
};

/// A kernel as declared.
pub(super) struct Declared {
    pub(super) name: String,
    /// Where the name stands.
    at: Span,
    pure: bool,
    /// An `async fn` or a task: what is called is the function that starts it.
    started: bool,
    /// The function's return is a `Result` around all results.
    fallible: bool,
    /// The path without its last part.
    module: Vec<TokenTree>,
    function: Ident,
    params: Vec<Param>,
    /// `None`: the op decides.
    results: Option<Vec<Slot>>,
}

struct Param {
    kind: ParamKind,
    /// Of an attribute.
    name: String,
    /// The MLIR type, or the kind of attribute.
    ty: TokenStream,
    start: Span,
    end: Span,
}

struct Slot {
    outcome: Outcome,
    ty: TokenStream,
    at: Span,
}

/// A declared kernel as a definition and as what generated code calls.
pub(super) struct Resolved {
    pub(super) kernel: KernelDef,
    /// Members of `__Kernels`.
    pub(super) members: TokenStream,
    /// Items that hold the declaration to the definition.
    pub(super) checks: TokenStream,
    /// The kernel's own definition, as an expression.
    pub(super) definition: TokenStream,
}

/// Reads a declaration.
pub(super) fn parse(statement: Statement) -> Result<Declared, Failure> {
    let Statement { name, value, end } = statement;
    let (at, _) = extent(&name, end);
    let mut tokens = Tokens::new(value.clone());
    let (mut pure, mut word) = (false, None::<Ident>);
    loop {
        let known = ["pure", "async", "task", "fallible", "later"];
        if !known.into_iter().any(|known| tokens.peek_ident(known)) {
            break;
        }
        let found = tokens.ident("an option")?;
        let again = if found == "pure" { pure } else { word.is_some() };
        if again {
            let message = "a kernel is one of plain, `fallible`, `async`, `task` and `later`, \
                           and `pure` or not";
            return Err(Failure::new(found.span(), message));
        }
        if found == "pure" {
            pure = true;
        } else {
            word = Some(found);
        }
    }
    let is = |name: &str| word.as_ref().is_some_and(|word| word == name);
    let noun = match () {
        () if is("async") => Some("an async kernel"),
        () if is("task") => Some("a task"),
        () => None,
    };
    let (started, fallible) = (noun.is_some(), is("fallible"));
    let mut called = TokenStream::new();
    let params = loop {
        match tokens.next() {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                break group;
            }
            Some(token) => called.extend([token]),
            None => {
                let message = "expected the kernel's operand types in parentheses";
                return Err(Failure::at(&called, end, message));
            }
        }
    };
    let (module, function) = path(&called, params.span_open())?;
    let mut functions = 0;
    let mut read = Vec::new();
    for item in commas(params.stream()) {
        let param = param(&item, &mut functions, noun)?;
        if let Some(attribute) =
            read.iter().find(|other: &&Param| !param.name.is_empty() && other.name == param.name)
        {
            let message = format!("attribute '{}' is declared twice", attribute.name);
            return Err(Failure::at(&item, end, message));
        }
        read.push(param);
    }
    let outcome = match () {
        () if started || is("later") => Outcome::Later,
        () if fallible => Outcome::Fallible,
        () => Outcome::Ready,
    };
    let results = results(tokens, outcome, end)?;
    if let Some(noun) = noun
        && results.as_ref().is_none_or(|results| results.len() != 1)
    {
        let message = format!(
            "{noun} gives one result; for several, give `AsyncRef`s from an ordinary function, \
             declared as `later`"
        );
        return Err(Failure::new(params.span_close(), message));
    }
    let name = joined(&name);
    Ok(Declared { name, at, pure, started, fallible, module, function, params: read, results })
}

/// One parameter; `noun` is what outlives its call.
fn param(item: &TokenStream, functions: &mut usize, noun: Option<&str>) -> Result<Param, Failure> {
    let (start, end) = extent(item, Span::call_site());
    let mut parts = Tokens::new(item.clone());
    let mut param =
        Param { kind: ParamKind::Value, name: String::new(), ty: item.clone(), start, end };
    let text = joined(item);
    if text == "ctx" {
        param.kind = ParamKind::Context;
    } else if text == "..." {
        param.kind = ParamKind::Variadic;
    } else if text == "func" {
        param.kind = ParamKind::Function { index: *functions };
        *functions += 1;
    } else if parts.peek_ident("attr") {
        parts.next();
        let wrong = || Failure::at(item, start, "expected `attr name: kind`");
        let name = parts.ident("the attribute's name").map_err(|_| wrong())?;
        param.name = name.to_string();
        if !parts.peek_punct(':') {
            return Err(wrong());
        }
        parts.next();
        param.ty = parts.rest();
        param.kind = ParamKind::Attribute { index: 0 };
    } else if parts.peek_punct('&') {
        parts.next();
        param.ty = parts.rest();
        param.kind = ParamKind::Borrow;
    } else if parts.peek_ident("later") {
        parts.next();
        param.ty = parts.rest();
        param.kind = ParamKind::Async;
    }
    let in_call =
        matches!(param.kind, ParamKind::Borrow | ParamKind::Variadic | ParamKind::Function { .. });
    if let Some(noun) = noun.filter(|_| in_call) {
        let message = format!(
            "{noun} outlives its call: it takes a type by value, `later` and a type, `attr` and \
             `ctx`"
        );
        return Err(Failure::at(item, start, message));
    }
    Ok(param)
}

/// `-> T`, `-> (T, later U)`, `-> ...` or nothing.
fn results(mut tokens: Tokens, outcome: Outcome, end: Span) -> Result<Option<Vec<Slot>>, Failure> {
    if tokens.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let at = tokens.place();
    for character in ['-', '>'] {
        if !tokens.peek_punct(character) {
            return Err(Failure::new(at, "expected `-> TYPE;` or `;`"));
        }
        tokens.next();
    }
    let rest = tokens.rest();
    if joined(&rest) == "..." {
        return Ok(None);
    }
    let parts: Vec<TokenTree> = rest.clone().into_iter().collect();
    let items = match parts.as_slice() {
        [] => return Err(Failure::new(end, "expected `-> TYPE;` or `;`")),
        [TokenTree::Group(group)] => commas(group.stream()),
        _ => vec![rest],
    };
    let slot = |item: TokenStream| {
        let at = extent(&item, end).0;
        let mut parts = Tokens::new(item.clone());
        let slot = [("later", Outcome::Later), ("fallible", Outcome::Fallible)]
            .into_iter()
            .find(|&(word, _)| parts.peek_ident(word));
        let ty = if slot.is_some() {
            parts.next();
            parts.rest()
        } else {
            item
        };
        Slot { outcome: slot.map_or(outcome, |(_, slot)| slot.max(outcome)), ty, at }
    };
    Ok(Some(items.into_iter().map(slot).collect()))
}

impl Declared {
    /// The definition that the program is verified against, and the function that it calls.
    pub(super) fn resolve(
        &self,
        index: usize,
        catalogue: &Catalogue,
        types: &BTreeMap<&'static str, TokenStream>,
    ) -> Result<Resolved, Failure> {
        let rust = |tokens: &TokenStream, at: Span| -> Result<TokenStream, Failure> {
            let text = joined(tokens);
            let Some(def) = catalogue.ty(&text) else {
                let message = match text.as_str() {
                    "" => "expected a type".to_owned(),
                    text if text.starts_with('!') => format!(
                        "type '{text}' is not declared; `type {text} = path::to::Type;` does it"
                    ),
                    text => format!("'{text}' is no type of the runtime's"),
                };
                return Err(Failure::at(tokens, at, message));
            };
            let path = if def.rust.starts_with("tfrt_") {
                format!("__rt::{}", def.rust).parse().unwrap_or_default()
            } else {
                let parsed = || def.rust.parse().unwrap_or_default();
                types.get(def.rust).cloned().unwrap_or_else(parsed)
            };
            Ok(respanned(path, at))
        };
        let mut ranks: Vec<&str> = self.attributes().map(|param| param.name.as_str()).collect();
        ranks.sort_unstable();
        let mut params: Vec<ParamDef> = Vec::new();
        let mut declared = TokenStream::new();
        let mut arguments = TokenStream::new();
        let mut context = self.started.then(|| {
            params.push(ParamDef::new("ctx", ParamKind::Context, ""));
            format_ident!("context")
        });
        let mut checks = TokenStream::new();
        let at = self.at;
        let plain = self.function.to_string();
        let plain = plain.strip_prefix("r#").unwrap_or(&plain);
        let member = Ident::new(&format!("k{index}_{plain}"), self.function.span());
        let constant = Ident::new(&member.to_string().to_uppercase(), member.span());
        for (position, param) in self.params.iter().enumerate() {
            let span = param.start;
            let name = Ident::new(&format!("p{position}"), span);
            let (mut kind, mut check) = (param.kind, None);
            let mut text = leak(joined(&param.ty));
            let ty = match param.kind {
                ParamKind::Context if self.started => {
                    continue;
                }
                ParamKind::Context => quote_spanned! { span => __rt::ExecCtx<'_> },
                ParamKind::Variadic => quote_spanned! { span => &[__rt::Value] },
                ParamKind::Function { .. } => quote_spanned! { span => &__rt::Function },
                ParamKind::Attribute { .. } => {
                    let Some((known, test, rust)) = attribute_kind(text) else {
                        let message = format!(
                            "'{text}' is no kind of attribute: i1, i8 to i64, ui8 to ui64, f32, \
                             f64, string, any, [i32], [i64] and [f32] are"
                        );
                        return Err(Failure::at(&param.ty, param.end, message));
                    };
                    let rank = ranks.iter().position(|&other| other == param.name);
                    let rank = rank.unwrap_or_default();
                    let attribute = &param.name;
                    let message = format!("the kernel has no attribute '{attribute}'");
                    checks.extend(quote_spanned! { span =>
                        if !__rt::has_attribute(&__Kernels::#constant, #rank, #attribute) {
                            ::core::panic!(#message)
                        }
                    });
                    (kind, check, text) = (ParamKind::Attribute { index: rank }, Some(test), known);
                    let rust: TokenStream = rust.parse().unwrap_or_default();
                    let rust = respanned(rust, span);
                    quote_spanned! { span => __rt::Attr<#rust> }
                }
                ParamKind::Borrow => {
                    let rust = rust(&param.ty, span)?;
                    quote_spanned! { span => &#rust }
                }
                ParamKind::Async => {
                    let rust = rust(&param.ty, span)?;
                    quote_spanned! { span => __rt::AsyncRef<#rust> }
                }
                _ => rust(&param.ty, span)?,
            };
            if matches!(kind, ParamKind::Context | ParamKind::Variadic | ParamKind::Function { .. })
            {
                text = "";
            }
            let def = ParamDef::new(leak(param.name.clone()), kind, text);
            params.push(check.map_or(def, |check| def.with_check(check)));
            declared.extend(quote_spanned! { span => #name: #ty, });
            arguments.extend(quote_spanned! { span => #name, });
        }
        let (slots, returns) = match &self.results {
            None => (Vec::new(), quote_spanned! { at => ::std::vec::Vec<__rt::Value> }),
            Some(results) => {
                let mut types = Vec::new();
                for Slot { outcome, ty, at } in results {
                    let ty = rust(ty, *at)?;
                    let at = *at;
                    types.push(match outcome {
                        Outcome::Later => quote_spanned! { at => __rt::Later<#ty> },
                        Outcome::Fallible if !self.fallible => quote_spanned! { at =>
                            ::core::result::Result<#ty, __rt::KernelError>
                        },
                        Outcome::Ready | Outcome::Fallible => ty,
                    });
                }
                let def = |slot: &Slot| {
                    let ty = leak(joined(&slot.ty));
                    let least = if self.fallible { Outcome::Fallible } else { Outcome::Ready };
                    ResultDef::new(ty, slot.outcome.max(least))
                };
                let returns = match types.as_slice() {
                    [one] => one.clone(),
                    several => quote_spanned! { at => (#(#several),*) },
                };
                (results.iter().map(def).collect(), returns)
            }
        };
        let span = self.function.span();
        let module: TokenStream = self.module.iter().cloned().collect();
        let own = Ident::new(&plain.to_uppercase(), span);
        let name = &self.name;
        let misnamed = format!("the kernel's definition has another name than '{name}'");
        let impure = format!("kernel '{name}' is declared pure, and its definition is not");
        if self.pure {
            checks.extend(quote_spanned! { at =>
                if !__Kernels::#constant.pure { ::core::panic!(#impure) }
            });
        }
        let called = if self.started {
            let starter = Ident::new(&format!("__later_{plain}"), span);
            quote! { #module #starter }
        } else {
            let function = &self.function;
            quote! { #module #function }
        };
        let context_param = context.as_ref().map(|context| quote! { #context: __rt::ExecCtx<'_>, });
        let context = context.take().map(|context| quote! { #context, });
        let body = quote_spanned! { span => #called(#context #arguments) };
        let (returns, body) = self.returned(&returns, body);
        let members = quote_spanned! { span =>
            const #constant: __rt::KernelDef = #module #own;
            #[inline(always)]
            fn #member(#context_param #declared) -> #returns {
                #body
            }
        };
        // Not a member: those are not evaluated before somebody uses them.
        let checks = quote_spanned! { at =>
            const _: () = {
                if !__rt::is_named(&__Kernels::#constant, #name) { ::core::panic!(#misnamed) }
                #checks
            };
        };
        let kernel = KernelDef::new(leak(name.clone())).with_params(params.leak());
        let kernel = match &self.results {
            None => kernel.with_variadic_results(Outcome::Later),
            Some(_) => kernel.with_results(slots.leak()),
        };
        let kernel = kernel
            .with_returns_result(self.fallible)
            .with_pure(self.pure)
            .with_entry(not_run)
            .with_function("self::__Kernels", leak(member.to_string()));
        let definition = quote! { self::__Kernels::#constant };
        Ok(Resolved { kernel, members, checks, definition })
    }

    /// The return type, and the call with its errors and its later values made the runtime's.
    fn returned(&self, returns: &TokenStream, call: TokenStream) -> (TokenStream, TokenStream) {
        let span = self.function.span();
        let slots = self.results.as_deref().unwrap_or_default();
        let name = |(index, slot): (usize, &Slot)| Ident::new(&format!("r{index}"), slot.at);
        let names: Vec<Ident> = slots.iter().enumerate().map(name).collect();
        let changed = |slot: &Slot| match slot.outcome {
            Outcome::Fallible => !self.fallible,
            Outcome::Later => true,
            Outcome::Ready => false,
        };
        let values = names.iter().zip(slots).map(|(name, slot)| match slot.outcome {
            Outcome::Fallible if !self.fallible => quote_spanned! { slot.at =>
                #name.map_err(::core::convert::Into::into)
            },
            Outcome::Later => quote_spanned! { slot.at => __rt::into_later(#name) },
            Outcome::Ready | Outcome::Fallible => quote_spanned! { slot.at => #name },
        });
        let converted = slots.iter().any(changed);
        let convert = quote_spanned! { span => let (#(#names),*) = result; (#(#values),*) };
        match (self.fallible, converted) {
            (false, false) => (returns.clone(), call),
            (false, true) => {
                (returns.clone(), quote_spanned! { span => let result = #call; #convert })
            }
            (true, false) => (
                quote_spanned! { span => ::core::result::Result<#returns, __rt::KernelError> },
                quote_spanned! { span =>
                    let result: ::core::result::Result<#returns, _> = #call;
                    result.map_err(::core::convert::Into::into)
                },
            ),
            (true, true) => (
                quote_spanned! { span => ::core::result::Result<#returns, __rt::KernelError> },
                quote_spanned! { span => match #call {
                    ::core::result::Result::Ok(result) => {
                        ::core::result::Result::Ok({ #convert })
                    }
                    ::core::result::Result::Err(error) => {
                        ::core::result::Result::Err(::core::convert::Into::into(error))
                    }
                } },
            ),
        }
    }

    fn attributes(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|param| matches!(param.kind, ParamKind::Attribute { .. }))
    }
}

/// What a kind of attribute is called in definitions, the check that the verifier makes, and the
/// Rust type.
fn attribute_kind(text: &str) -> Option<(&'static str, AttributeCheck, &'static str)> {
    fn of<T: FromAttribute>(
        rust: &'static str,
    ) -> Option<(&'static str, AttributeCheck, &'static str)> {
        Some((T::KIND, T::check, rust))
    }
    match text {
        "any" => of::<Attribute>("__rt::Attribute"),
        "i1" => of::<bool>("bool"),
        "i8" => of::<i8>("i8"),
        "i16" => of::<i16>("i16"),
        "i32" => of::<i32>("i32"),
        "i64" => of::<i64>("i64"),
        "ui8" => of::<u8>("u8"),
        "ui16" => of::<u16>("u16"),
        "ui32" => of::<u32>("u32"),
        "ui64" => of::<u64>("u64"),
        "f32" => of::<f32>("f32"),
        "f64" => of::<f64>("f64"),
        "string" => of::<String>("::std::string::String"),
        "[i32]" => of::<Vec<i32>>("::std::vec::Vec<i32>"),
        "[i64]" => of::<Vec<i64>>("::std::vec::Vec<i64>"),
        "[f32]" => of::<Vec<f32>>("::std::vec::Vec<f32>"),
        _ => None,
    }
}

/// Declared kernels are only planned and printed here.
fn not_run(frame: &mut KernelFrame<'_>) {
    frame.fail("a kernel declared in a macro was run inside the compiler");
}

/// Definitions are `'static`. A macro's process is short, and what it declares is small.
fn leak(text: String) -> &'static str {
    text.leak()
}
