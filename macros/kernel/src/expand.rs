//! The expansion: a `KernelDef` constant with an entry inside, and, for an `async fn` or a `task`,
//! the function that starts it.

use crate::options::{Face, KernelOptions};
use crate::signature::{Kind, Output, Param, Pass, Runs, Signature};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Ident, ItemFn, Lit, Meta};
use tfrt_schema::Cost;

/// The attribute that lets other crates inline a pure kernel, unless the function has its own.
pub(crate) fn inline(options: &KernelOptions, function: &ItemFn) -> Option<TokenStream> {
    let said = function.attrs.iter().any(|attribute| attribute.path().is_ident("inline"));
    (options.op.pure && !said).then(|| quote!(#[inline]))
}

/// Generates the items beside the function.
pub(crate) fn expand(
    options: &KernelOptions,
    function: &ItemFn,
    signature: &Signature,
    runs: Runs,
    face: Face,
) -> TokenStream {
    let host = face.host(options.path.as_ref());
    let ident = &function.sig.ident;
    match &signature.output {
        Output::Now(output) => {
            let output = output.as_ref().map_or_else(|| quote!(()), |ty| quote!(#ty));
            define(options, function, &host, ident, &signature.params, &output)
        }
        Output::Later(ty, fallible) => {
            let starter = starter(ident);
            let output = match runs {
                Runs::Queued => quote!(#host::frame::MaybeDone<#ty>),
                Runs::Polled | Runs::Called => quote!(#host::value::AsyncRef<#ty>),
            };
            let cost = match &options.op.cost {
                None => quote!(0),
                Some(Cost::Fixed(cost)) => quote!(#cost),
                Some(Cost::OfOperands(cost)) => of_arguments(cost, &signature.params),
            };
            let started = Started { runs, ty, fallible: *fallible, cost, output: &output };
            let companion = start_later(function, &host, &starter, signature, &started);
            let context = Param { name: "ctx".to_owned(), kind: Kind::Context };
            let is_context = |kind: &Kind| matches!(kind, Kind::Context | Kind::OwnedContext);
            let kept = signature.params.iter().filter(|param| !is_context(&param.kind));
            let params: Vec<&Param> = std::iter::once(&context).chain(kept).collect();
            let definition = define(options, function, &host, &starter, params, &output);
            quote!(#companion #definition)
        }
    }
}

/// The name of the hidden function that starts another.
pub(crate) fn starter(function: &Ident) -> Ident {
    format_ident!("__later_{}", function.unraw(), span = function.span())
}

/// How a function is started.
struct Started<'a> {
    runs: Runs,
    /// The type of its result.
    ty: &'a syn::Type,
    /// Whether it returns a `Result`.
    fallible: bool,
    /// Nanoseconds; 0 if unknown.
    cost: TokenStream,
    /// The return type of the starting function.
    output: &'a TokenStream,
}

/// The function that starts an `async fn` or a task and returns the reference to its result.
fn start_later(
    function: &ItemFn,
    host: &TokenStream,
    starter: &Ident,
    signature: &Signature,
    started: &Started<'_>,
) -> TokenStream {
    let Started { runs, ty, fallible, output, .. } = *started;
    let cost = &started.cost;
    let ident = &function.sig.ident;
    let visibility = &function.vis;
    let mut params = Vec::new();
    let mut arguments = Vec::new();
    for (index, param) in signature.params.iter().enumerate() {
        let name = format_ident!("argument_{index}");
        match &param.kind {
            Kind::Value(ty) => params.push(quote!(#name: #ty)),
            Kind::Async(ty) => params.push(quote!(#name: #host::value::AsyncRef<#ty>)),
            Kind::Optional(pass, ty) => {
                let ty = kept(*pass, ty, host);
                params.push(quote!(#name: ::core::option::Option<#ty>));
            }
            Kind::Many(pass, ty) => {
                let ty = kept(*pass, ty, host);
                params.push(quote!(#name: ::std::vec::Vec<#ty>));
            }
            Kind::Attribute(ty, _) => params.push(quote!(#name: #host::kernel::Attr<#ty>)),
            _ => {
                arguments.push(match runs {
                    Runs::Polled => quote!(ctx.to_owned()),
                    Runs::Queued | Runs::Called => quote!(ctx),
                });
                continue;
            }
        }
        arguments.push(quote!(#name));
    }
    let context = signature.params.iter().any(|param| matches!(param.kind, Kind::Context));
    let call = quote!(#ident(#(#arguments),*));
    let waited = match runs {
        Runs::Polled => quote!(future.await),
        Runs::Queued | Runs::Called => call.clone(),
    };
    let outcome = if fallible {
        quote!(#waited.map_err(::core::convert::Into::into))
    } else {
        quote!(::core::result::Result::Ok(#waited))
    };
    let outcome = quote! {
        let outcome: ::core::result::Result<#ty, #host::error::KernelError> = #outcome;
        outcome
    };
    let start = match runs {
        Runs::Polled => quote! {
            let future = #call;
            ctx.spawn_future(async move { #outcome })
        },
        Runs::Queued | Runs::Called if fallible || context => quote! {
            let cost: u64 = #cost;
            ctx.spawn_result(cost, move |ctx: #host::context::ExecCtx<'_>| {
                let _ = ctx;
                #outcome
            })
        },
        Runs::Queued | Runs::Called => quote! {
            let cost: u64 = #cost;
            ctx.spawn_value(cost, move || -> #ty { #call })
        },
    };
    let doc = format!("Starts [`{}`] and gives the reference to its result.", ident.unraw());
    quote_spanned! {ident.span()=>
        #[doc(hidden)]
        #[doc = #doc]
        #visibility fn #starter(ctx: #host::context::ExecCtx<'_>, #(#params),*) -> #output {
            #start
        }
    }
}

/// The type of an operand that is kept beyond the call.
fn kept(pass: Pass, ty: &syn::Type, host: &TokenStream) -> TokenStream {
    match pass {
        Pass::Async => quote!(#host::value::AsyncRef<#ty>),
        Pass::Value | Pass::Borrow => quote!(#ty),
    }
}

/// The constant. Its span is the function's name, because rustc does not lint code with macro
/// spans, and a kernel that is in no list should be reported as dead code.
fn define<'a>(
    options: &KernelOptions,
    function: &ItemFn,
    host: &TokenStream,
    callee: &Ident,
    params: impl IntoIterator<Item = &'a Param>,
    output: &TokenStream,
) -> TokenStream {
    let params: Vec<&Param> = params.into_iter().collect();
    let ident = &function.sig.ident;
    let plain = ident.unraw().to_string();
    let constant = crate::list::constant(ident);
    let visibility = &function.vis;
    let name = &options.name;
    let doc = documentation(function);
    let constant_doc =
        format!("Definition of the kernel `{}`: [`{plain}`](fn@{plain}).", name.value());
    let setters = options.op.setters(host);
    let cost = match &options.op.cost {
        Some(Cost::OfOperands(cost)) => {
            let cost = of_operands(cost, &params, host);
            Some(quote!(.with_cost_function(#cost)))
        }
        _ => None,
    };
    let definitions = params.iter().map(|param| param_def(param, host));
    let entry = entry(name, callee, &params, host, output);
    // With `r#` if the name is a keyword, as callers must write it.
    let callee_name = callee.to_string();
    quote_spanned! {ident.span()=>
        #[doc = #constant_doc]
        #visibility const #constant: #host::kernel::KernelDef =
            #host::kernel::KernelDef::new(
                #host::kernel::expansion::returning::<#output>(
                    #host::kernel::OpDef::new(#name)
                        .with_doc(#doc)
                        .with_params(&[#(#definitions),*])
                )
                #setters
            )
            #cost
            .with_entry({ #entry __entry })
            .with_function(::core::module_path!(), #callee_name);
    }
}

/// A function from operands to the cost, in which those that the cost names are borrowed.
fn of_operands(cost: &Expr, params: &[&Param], host: &TokenStream) -> TokenStream {
    let operands = params.iter().filter(|param| param.kind.is_operand()).enumerate();
    let bound = operands.filter_map(|(position, param)| {
        let name = find(quote!(#cost), &param.name)?;
        let ty = match &param.kind {
            Kind::Value(ty) | Kind::Borrow(ty) | Kind::Async(ty) => Some(ty),
            _ => None,
        };
        Some(quote! {
            let ::core::option::Option::Some(#name) = operands
                .get(#position)
                .and_then(#host::kernel::Value::get::<#ty>)
            else {
                return 0;
            };
            let #name = &*#name;
        })
    });
    quote! { {
        fn __cost(operands: &[#host::kernel::Value]) -> u64 {
            let _ = operands;
            #(#bound)*
            #cost
        }
        __cost
    } }
}

/// The cost of the arguments of a starting function.
fn of_arguments(cost: &Expr, params: &[Param]) -> TokenStream {
    let bound = params.iter().enumerate().filter_map(|(index, param)| {
        let name = find(quote!(#cost), &param.name)?;
        let argument = format_ident!("argument_{index}");
        match &param.kind {
            Kind::Value(_) => Some(quote!(let #name = &#argument;)),
            Kind::Async(_) => Some(quote! {
                let ::core::option::Option::Some(::core::result::Result::Ok(#name)) =
                    #argument.get()
                else {
                    break 'cost 0;
                };
            }),
            _ => None,
        }
    });
    quote!('cost: { #(#bound)* #cost })
}

/// That word in the tokens. In an attribute that a macro wrote, only it has the scope of the tokens.
fn find(tokens: TokenStream, word: &str) -> Option<Ident> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) => (ident.unraw() == word).then_some(ident),
        TokenTree::Group(group) => find(group.stream(), word),
        _ => None,
    })
}

fn param_def(param: &Param, host: &TokenStream) -> TokenStream {
    let name = &param.name;
    let operand = |ty: &syn::Type| quote!(<#ty as #host::kernel::KernelType>::NAME);
    let (kind, ty) = match &param.kind {
        Kind::Attribute(ty, rank) => {
            let (made, ty) = attribute_reader(ty, "");
            return quote!(#host::kernel::ParamDef::#made::<#ty>(#name, #rank));
        }
        Kind::Value(ty) => (quote!(Value), operand(ty)),
        Kind::Borrow(ty) => (quote!(Borrow), operand(ty)),
        Kind::Async(ty) => (quote!(Async), operand(ty)),
        Kind::Optional(pass, ty) | Kind::Many(pass, ty) => {
            let kind = Ident::new(&format!("{pass:?}"), Span::call_site());
            (quote!(#kind), operand(ty))
        }
        Kind::Any => (quote!(Any), quote!("")),
        Kind::Variadic { .. } => (quote!(Variadic), quote!("")),
        Kind::Attributes => (quote!(Attributes), quote!("")),
        Kind::Function(index) => (quote!(Function { index: #index }), quote!("")),
        Kind::Functions => (quote!(Functions), quote!("")),
        Kind::Context | Kind::OwnedContext => (quote!(Context), quote!("")),
        Kind::Results => (quote!(Results), quote!("")),
        Kind::ResultCount => (quote!(ResultCount), quote!("")),
    };
    let more = match &param.kind {
        Kind::Optional(..) => quote!(.optional()),
        Kind::Many(..) => quote!(.variadic()),
        _ => quote!(),
    };
    quote!(#host::kernel::ParamDef::new(#name, #host::kernel::ParamKind::#kind, #ty) #more)
}

/// The entry: reads each parameter, calls the function, stores its results. All mismatches share
/// one cold path in the host crate.
fn entry(
    name: &syn::LitStr,
    callee: &Ident,
    params: &[&Param],
    host: &TokenStream,
    output: &TokenStream,
) -> TokenStream {
    let support = quote!(#host::kernel::expansion);
    let count = params.iter().filter(|param| param.kind.is_operand()).count();
    let many = |kind: &Kind| matches!(kind, Kind::Variadic { .. } | Kind::Many(..));
    let variadic = params.iter().any(|param| many(&param.kind));
    let optional = |param: &&&Param| matches!(param.kind, Kind::Optional(..));
    let optional = params.iter().filter(optional).count();
    let counted = if variadic {
        quote!(operands.len() >= #count)
    } else if optional > 0 {
        let most = count + optional;
        quote!((#count..=#most).contains(&operands.len()))
    } else {
        let scalars = params.iter().filter_map(|param| match &param.kind {
            Kind::Value(ty) | Kind::Borrow(ty) | Kind::Async(ty) => {
                Some(quote!(<#ty as #host::kernel::KernelType>::SCALAR))
            }
            _ => None,
        });
        quote!(#support::has_operands(operands, #count, &[#(#scalars),*]))
    };
    let Reads { taken, lent, arguments } = reads(params, host, count);
    quote! {
        #[inline]
        fn __entry(frame: &mut #host::kernel::KernelFrame<'_>) {
            let context = frame.context();
            let attributes = frame.attributes;
            let functions = frame.functions;
            let operands = &mut frame.operands;
            let _ = (context, attributes, functions);
            let returned: ::core::result::Result<#output, #support::Fault> = 'call: {
                if !(#counted) {
                    break 'call ::core::result::Result::Err(#support::Fault::OperandCount(#count));
                }
                #(#taken)*
                #(#lent)*
                ::core::result::Result::Ok(#callee(#(#arguments),*))
            };
            match returned {
                ::core::result::Result::Ok(results) => {
                    <#output as #host::kernel::IntoResults>::store(results, frame);
                }
                ::core::result::Result::Err(fault) => #support::reject(frame, #name, fault),
            }
        }
    }
}

/// How an entry reads parameters.
#[derive(Default)]
struct Reads {
    /// Reads that take operands, and those that read no operands.
    taken: Vec<TokenStream>,
    /// Reads that borrow operands, which come last.
    lent: Vec<TokenStream>,
    /// The arguments of the call.
    arguments: Vec<TokenStream>,
}

fn reads(params: &[&Param], host: &TokenStream, count: usize) -> Reads {
    let support = quote!(#host::kernel::expansion);
    let mut reads = Reads::default();
    let mut next = 0usize;
    for (index, param) in params.iter().enumerate() {
        let local = format_ident!("argument_{index}");
        let mut operand = |read: &str, ty: &syn::Type| {
            let read = Ident::new(read, Span::call_site());
            let position = next;
            next += 1;
            quote_spanned! {ty.span()=>
                let ::core::option::Option::Some(#local) = operands.#read::<#ty>(#position) else {
                    break 'call ::core::result::Result::Err(#support::Fault::Operand(
                        #position,
                        <#ty as #host::kernel::KernelType>::NAME,
                    ));
                };
            }
        };
        let rest = |read: &str| {
            let read = Ident::new(read, Span::call_site());
            quote! {
                let ::core::option::Option::Some(#local) = operands.#read(#count) else {
                    break 'call ::core::result::Result::Err(#support::Fault::Scattered);
                };
            }
        };
        let mut argument = quote!(#local);
        match &param.kind {
            Kind::Value(ty) => reads.taken.push(operand("value", ty)),
            Kind::Borrow(ty) => {
                reads.lent.push(operand("borrowed", ty));
                argument = quote!(&#local);
            }
            Kind::Async(ty) => reads.taken.push(operand("reference", ty)),
            Kind::Any => {
                let position = next;
                next += 1;
                reads.lent.push(quote! {
                    let ::core::option::Option::Some(#local) = operands.get(#position) else {
                        break 'call ::core::result::Result::Err(
                            #support::Fault::Operand(#position, "any"),
                        );
                    };
                });
            }
            Kind::Attribute(ty, position) => {
                let attribute = &param.name;
                let (read, ty) = attribute_reader(ty, "");
                reads.taken.push(quote_spanned! {ty.span()=>
                    let #local = match #support::#read::<#ty>(attributes, #position) {
                        ::core::result::Result::Ok(value) => value,
                        ::core::result::Result::Err(error) => {
                            break 'call ::core::result::Result::Err(
                                #support::Fault::Attribute(#attribute, error),
                            );
                        }
                    };
                });
                argument = quote!(#host::kernel::Attr(#local));
            }
            Kind::Function(position) => reads.taken.push(quote! {
                let ::core::option::Option::Some(#local) = functions.get(#position) else {
                    break 'call ::core::result::Result::Err(
                        #support::Fault::FunctionCount(#position + 1),
                    );
                };
            }),
            Kind::Optional(pass, ty) => {
                let (list, read) = match pass {
                    Pass::Value => (&mut reads.taken, quote!(value)),
                    Pass::Borrow => (&mut reads.lent, quote!(borrowed)),
                    Pass::Async => (&mut reads.taken, quote!(reference)),
                };
                let position = next;
                next += 1;
                list.push(quote_spanned! {ty.span()=>
                    let #local = if operands.len() > #position {
                        let ::core::option::Option::Some(operand) =
                            operands.#read::<#ty>(#position)
                        else {
                            break 'call ::core::result::Result::Err(#support::Fault::Operand(
                                #position,
                                <#ty as #host::kernel::KernelType>::NAME,
                            ));
                        };
                        ::core::option::Option::Some(operand)
                    } else {
                        ::core::option::Option::None
                    };
                });
                if *pass == Pass::Borrow {
                    argument = quote!(#local.as_deref());
                }
            }
            Kind::Many(pass, ty) => {
                let (list, read) = match pass {
                    Pass::Value => (&mut reads.taken, quote!(values)),
                    Pass::Borrow => (&mut reads.lent, quote!(all_borrowed)),
                    Pass::Async => (&mut reads.taken, quote!(references)),
                };
                list.push(quote_spanned! {ty.span()=>
                    let #local = match operands.#read::<#ty>(#count) {
                        ::core::result::Result::Ok(operands) => operands,
                        ::core::result::Result::Err(position) => {
                            break 'call ::core::result::Result::Err(#support::Fault::Operand(
                                position,
                                <#ty as #host::kernel::KernelType>::NAME,
                            ));
                        }
                    };
                });
                if *pass == Pass::Borrow {
                    argument = quote! {
                        &#support::references(&#local)
                    };
                }
            }
            Kind::Variadic { taken: false } => reads.lent.push(rest("rest")),
            Kind::Variadic { taken: true } => reads.lent.push(rest("rest_mut")),
            Kind::Results => argument = quote!(#host::kernel::Results(&mut *frame.results)),
            Kind::ResultCount => {
                argument = quote!(#host::kernel::ResultCount(frame.results.len()));
            }
            Kind::Attributes => argument = quote!(#support::all_attributes(attributes)),
            Kind::Functions => argument = quote!(functions),
            Kind::Context | Kind::OwnedContext => argument = quote!(context),
        }
        reads.arguments.push(argument);
    }
    reads
}

/// The function that reads an attribute of that type, and the type that it reads: the borrowed
/// type, if the kernel borrows it.
fn attribute_reader<'a>(ty: &'a syn::Type, suffix: &str) -> (Ident, &'a syn::Type) {
    match ty {
        syn::Type::Reference(borrowed) => {
            (format_ident!("borrowed_attribute{suffix}"), &*borrowed.elem)
        }
        _ => (format_ident!("attribute{suffix}"), ty),
    }
}

/// The function's doc comment, with one leading blank removed from each line.
pub(crate) fn documentation(function: &ItemFn) -> String {
    let mut lines = Vec::new();
    for attribute in &function.attrs {
        let Meta::NameValue(meta) = &attribute.meta else { continue };
        if !meta.path.is_ident("doc") {
            continue;
        }
        if let Expr::Lit(literal) = &meta.value
            && let Lit::Str(text) = &literal.lit
        {
            let text = text.value();
            let stripped =
                |line: &str| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned();
            lines.extend(text.split('\n').map(stripped));
        }
    }
    lines.join("\n").trim().to_owned()
}
