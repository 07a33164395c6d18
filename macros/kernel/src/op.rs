//! `#[op]`: turns a function into an op of the Core Runtime.

use crate::call::{Call, CallInput, Count};
use crate::expand::documentation;
use crate::options::{Face, check_name};
use crate::signature::argument;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Expr, FnArg, Ident, ItemFn, LitStr, Pat, Path, Token, Type};

/// `"my.op", pure, infer = path`.
pub(crate) struct OpOptions {
    name: LitStr,
    pure: bool,
    infer: Option<Expr>,
    path: Option<Path>,
}

impl Parse for OpOptions {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !input.peek(LitStr) {
            return Err(input.error("expected the op's name first, like `\"my.scale\"`"));
        }
        let mut options = Self { name: input.parse()?, pure: false, infer: None, path: None };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let key = input.call(Ident::parse_any)?;
            let repeated = || syn::Error::new(key.span(), format!("`{key}` is given twice"));
            match key.to_string().as_str() {
                "pure" if options.pure => return Err(repeated()),
                "pure" => options.pure = true,
                "infer" if options.infer.is_some() => return Err(repeated()),
                "infer" => {
                    input.parse::<Token![=]>()?;
                    options.infer = Some(input.parse()?);
                }
                "crate" if options.path.is_some() => return Err(repeated()),
                "crate" => {
                    input.parse::<Token![=]>()?;
                    options.path = Some(input.call(Path::parse_mod_style)?);
                }
                _ => {
                    let message = "unknown option; expected `pure`, `infer = …` or `crate = …`";
                    return Err(syn::Error::new(key.span(), message));
                }
            }
        }
        check_name(&options.name)?;
        Ok(options)
    }
}

/// A parameter: how the definition names it, and how the entry reads it.
struct Param {
    definition: Option<TokenStream>,
    /// The kinds of tensors of an argument.
    takes: Option<TokenStream>,
    /// Before the call.
    read: Option<TokenStream>,
    /// In the call.
    argument: TokenStream,
    /// What calls from Rust give.
    given: Option<CallInput>,
}

/// The constant beside the function, and the struct by which Rust calls the op.
pub(crate) fn expand(
    options: &OpOptions,
    function: &ItemFn,
    face: Face,
) -> syn::Result<TokenStream> {
    let crate_ = match (face, &options.path) {
        (_, Some(path)) => quote!(#path),
        (Face::Host, None) => quote!(::tfrt_core_runtime),
        (Face::Tfrt, None) => quote!(::tfrt::core_runtime),
    };
    let support = quote!(#crate_::__private);
    let host = quote!(#support::tfrt_host);
    let signature = &function.sig;
    if let Some(asyncness) = &signature.asyncness {
        let message = "an op returns in the call; for a result that is there later return \
                       `AsyncRef<MutableTensor>`, from `ctx.spawn_future(…)`";
        return Err(syn::Error::new(asyncness.span(), message));
    }
    if let syn::Safety::Unsafe(unsafety) = &signature.safety {
        return Err(syn::Error::new(unsafety.span(), "an op is a safe function"));
    }
    let mut reader = Reader { crate_: &crate_, host: &host, next: 0, attributes: 0, last: None };
    let params = signature.inputs.iter().map(|input| reader.param(input));
    let mut params = params.collect::<syn::Result<Vec<_>>>()?;
    let given = params.iter_mut().filter_map(|param| param.given.take()).collect();
    let definitions = params.iter().filter_map(|param| param.definition.as_ref());
    let takes = params.iter().filter_map(|param| param.takes.as_ref());
    let reads = params.iter().filter_map(|param| param.read.as_ref());
    let arguments = params.iter().map(|param| &param.argument);
    let ident = &signature.ident;
    let plain = ident.unraw().to_string();
    let constant = crate::list::constant(ident);
    let (visibility, name, doc) = (&function.vis, &options.name, documentation(function));
    let constant_doc = format!("Definition of the op `{}`: [`{plain}`](fn@{plain}).", name.value());
    let pure = options.pure;
    let call = Call {
        crate_: &crate_,
        name,
        visibility,
        doc: &doc,
        pure,
        given,
        output: &signature.output,
    };
    let call = call.expand();
    let infer = options.infer.iter().map(|infer| quote!(.with_infer(#infer)));
    // All in one place of hygiene: the function may be made by a macro.
    let entry = quote! {
        fn __entry(frame: &mut #crate_::OpFrame<'_>) {
            let context = frame.context();
            let _ = context;
            let returned = 'call: {
                #(#reads)*
                ::core::result::Result::Ok(#ident(#(#arguments),*))
            };
            frame.store(returned);
        }
    };
    Ok(quote_spanned! {ident.span()=>
        #[doc = #constant_doc]
        #visibility const #constant: #crate_::OpKernel = #crate_::OpKernel::new(
            #host::kernel::OpDef::new(#name)
                .with_doc(#doc)
                .with_params(&[#(#definitions),*])
                .with_pure(#pure)
        )
        #(#infer)*
        .with_takes(&[#(#takes),*])
        .with_entry({ #entry __entry });
        #call
    })
}

struct Reader<'a> {
    crate_: &'a TokenStream,
    host: &'a TokenStream,
    /// The position of the next argument.
    next: usize,
    attributes: usize,
    /// Why no further argument may follow.
    last: Option<&'static str>,
}

impl Reader<'_> {
    fn param(&mut self, input: &FnArg) -> syn::Result<Param> {
        let FnArg::Typed(parameter) = input else {
            return Err(syn::Error::new(input.span(), "an op is a free function"));
        };
        let Pat::Ident(pattern) = &*parameter.pat else {
            let message = "an op's parameter needs a name, which the definition and messages use";
            return Err(syn::Error::new(parameter.pat.span(), message));
        };
        let name = &pattern.ident;
        let fixed =
            |argument| Param { definition: None, takes: None, read: None, argument, given: None };
        match &*parameter.ty {
            Type::Reference(reference) => match &*reference.elem {
                Type::Path(path) => match last_name(path).as_str() {
                    "OpAttrs" => Ok(Param {
                        given: Some(CallInput::Attributes(name.clone())),
                        ..fixed(quote!(frame.attributes))
                    }),
                    "TensorMetadata" => {
                        let local = format_ident!("metadata", span = pattern.ident.span());
                        let read = read(&local, &quote!(frame.result()));
                        Ok(Param { read: Some(read), ..fixed(quote!(#local)) })
                    }
                    _ => self.tensor(name, Count::One, &reference.elem, true),
                },
                Type::Slice(_) => Ok(fixed(quote!(frame.metadata))),
                _ => Err(unknown(&parameter.ty)),
            },
            Type::Path(path) => match last_name(path).as_str() {
                "ExecCtx" => Ok(fixed(quote!(context))),
                "Attr" => {
                    let Some(last) = path.path.segments.last() else {
                        return Err(unknown(&parameter.ty));
                    };
                    self.attribute(name, argument(last)?)
                }
                wrapper @ ("Option" | "Vec") => {
                    let Some(last) = path.path.segments.last() else {
                        return Err(unknown(&parameter.ty));
                    };
                    let count = if wrapper == "Vec" { Count::Many } else { Count::Optional };
                    match argument(last)? {
                        Type::Reference(_) => Err(syn::Error::new(
                            parameter.ty.span(),
                            "an op takes optional and variadic arguments by value: `Option<T>`, `Vec<T>`",
                        )),
                        inner => self.tensor(name, count, inner, false),
                    }
                }
                _ => self.tensor(name, Count::One, &parameter.ty, false),
            },
            _ => Err(unknown(&parameter.ty)),
        }
    }

    fn tensor(
        &mut self,
        name: &Ident,
        count: Count,
        ty: &Type,
        borrowed: bool,
    ) -> syn::Result<Param> {
        let (crate_, host) = (self.crate_, self.host);
        if let Some(why) = self.last.filter(|_| count != Count::Optional || self.last == Some(MANY))
        {
            return Err(syn::Error::new(ty.span(), why));
        }
        let position = self.next;
        self.next += 1;
        let (more, function) = match count {
            Count::One => (quote!(), quote!(argument)),
            Count::Optional => {
                self.last = Some("only optional arguments can follow an optional one");
                (quote!(.optional()), quote!(optional))
            }
            Count::Many => {
                self.last = Some(MANY);
                (quote!(.variadic()), quote!(rest))
            }
        };
        let local = format_ident!("argument_{position}");
        let call = called(ty, &quote!(#function::<#ty>(#position)));
        let plain = name.unraw().to_string();
        let definition = quote! {
            #host::kernel::ParamDef::new(
                #plain, #host::kernel::ParamKind::Value, "!corert.tensorhandle"
            ) #more
        };
        let takes = quote_spanned!(ty.span()=> <#ty as #crate_::OpArgument>::TAKES);
        Ok(Param {
            definition: Some(definition),
            takes: Some(takes),
            read: Some(read(&local, &call)),
            argument: if borrowed { quote!(&#local) } else { quote!(#local) },
            given: Some(CallInput::Argument(name.clone(), count)),
        })
    }

    fn attribute(&mut self, name: &Ident, ty: &Type) -> syn::Result<Param> {
        let host = self.host;
        let plain = name.unraw().to_string();
        let position = self.attributes;
        self.attributes += 1;
        let local = format_ident!("attribute_{position}");
        let call = called(ty, &quote!(attribute::<#ty>(#plain)));
        let (inner, optional) = match ty {
            Type::Path(path) if last_name(path) == "Option" => match path.path.segments.last() {
                Some(last) => (argument(last)?, true),
                None => (ty, true),
            },
            _ => (ty, false),
        };
        let made = match inner {
            Type::Reference(reference) => {
                let target = &reference.elem;
                quote!(borrowed_attribute::<#target>)
            }
            owned => quote!(attribute::<#owned>),
        };
        let more = optional.then(|| quote!(.optional()));
        Ok(Param {
            definition: Some(quote!(#host::kernel::ParamDef::#made(#plain, #position) #more)),
            takes: None,
            read: Some(read(&local, &call)),
            argument: quote!(#host::kernel::Attr(#local)),
            given: Some(CallInput::Attribute {
                name: name.clone(),
                ty: Box::new(ty.clone()),
                optional,
            }),
        })
    }
}

const MANY: &str = "a `Vec` takes all remaining arguments, so none can follow it";

/// A method of the frame, at whose place errors of the type are shown.
fn called(ty: &Type, method: &TokenStream) -> TokenStream {
    let frame = quote!(frame);
    quote_spanned!(ty.span()=> #frame.#method)
}

/// Reads a parameter or ends the call with the error.
fn read(local: &Ident, call: &TokenStream) -> TokenStream {
    quote! {
        let #local = match #call {
            ::core::result::Result::Ok(value) => value,
            ::core::result::Result::Err(error) => break 'call ::core::result::Result::Err(error),
        };
    }
}

fn unknown(ty: &Type) -> syn::Error {
    let message = "an op takes tensors, by value or borrowed, in an `Option` or a `Vec`; `Attr<T>`, `&OpAttrs`, \
                   `&TensorMetadata`, `&[Option<TensorMetadata>]` and `ExecCtx<'_>`";
    syn::Error::new(ty.span(), message)
}

fn last_name(path: &syn::TypePath) -> String {
    path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
}
