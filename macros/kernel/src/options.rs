//! The options of `#[kernel(…)]`.

use crate::choices::{Choices, Intrinsics};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitStr, Path, Token, token};

/// The options, checked for spelling and repetition.
#[derive(Clone)]
pub(crate) struct KernelOptions {
    /// The op name.
    pub(crate) name: LitStr,
    /// What they say of the op.
    pub(crate) op: tfrt_schema::OpOptions,
    /// Where `task` was given.
    pub(crate) task: Option<Span>,
    /// The intrinsic of each type of a family.
    pub(crate) intrinsics: Option<Intrinsics>,
    /// The choices for the function's generic parameters.
    pub(crate) families: Vec<Choices>,
    /// The path of the crate whose macro it is.
    pub(crate) path: Option<Path>,
}

/// The crate whose macro is expanded.
#[derive(Clone, Copy)]
pub(crate) enum Face {
    /// `tfrt_host`.
    Host,
    /// `tfrt`.
    Tfrt,
}

impl Face {
    /// Where the host crate is, if this crate is at `path` or else where it usually is.
    pub(crate) fn host(self, path: Option<&Path>) -> TokenStream {
        match (self, path) {
            (Self::Host, None) => quote!(::tfrt_host),
            (Self::Host, Some(path)) => quote!(#path),
            (Self::Tfrt, None) => quote!(::tfrt::__private::tfrt_host),
            (Self::Tfrt, Some(path)) => quote!(#path::__private::tfrt_host),
        }
    }
}

impl Parse for KernelOptions {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !input.peek(LitStr) {
            return Err(input.error("expected the op's name first, like `\"my.scale\"`"));
        }
        let name: LitStr = input.parse()?;
        let mut options = Self {
            name,
            op: tfrt_schema::OpOptions::default(),
            task: None,
            intrinsics: None,
            families: Vec::new(),
            path: None,
        };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let key = input.call(Ident::parse_any)?;
            let repeated = || syn::Error::new(key.span(), format!("`{key}` is given twice"));
            match key.to_string().as_str() {
                "task" if options.task.is_some() => return Err(repeated()),
                "task" => options.task = Some(key.span()),
                "intrinsic" if options.intrinsics.is_some() => return Err(repeated()),
                "intrinsic" if input.peek2(token::Bracket) => {
                    if options.op.intrinsic.is_some() {
                        return Err(repeated());
                    }
                    input.parse::<Token![=]>()?;
                    options.intrinsics = Some(input.parse()?);
                }
                "crate" if options.path.is_some() => return Err(repeated()),
                "crate" => {
                    input.parse::<Token![=]>()?;
                    options.path = Some(input.call(Path::parse_mod_style)?);
                }
                _ if options.op.option(&key, input)? => {}
                _ if input.peek2(token::Bracket) => {
                    if options.families.iter().any(|choices| choices.parameter == key) {
                        return Err(repeated());
                    }
                    options.families.push(Choices::parse(key, input)?);
                }
                _ => {
                    return Err(syn::Error::new(
                        key.span(),
                        "unknown option; expected `pure`, `task`, `effects(…)`, \
                         `cost = …`, `assembly = …`, `traits(…)`, `control = …`, `intrinsic = …`, `infer = …`, \
                         `crate = …` or the choices for a parameter: `T = [i32, f32]`",
                    ));
                }
            }
        }
        options.op.check()?;
        if options.families.is_empty() {
            check_name(&options.name)?;
        }
        Ok(options)
    }
}

/// An op name is `dialect.rest`, in the characters of MLIR's unquoted names.
pub(crate) fn check_name(name: &LitStr) -> syn::Result<()> {
    let text = name.value();
    let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'$'));
    let parts = text.split('.').all(|part| !part.is_empty());
    if plain && parts && text.contains('.') && !text.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(());
    }
    Err(syn::Error::new(
        name.span(),
        "an op name is a dialect and a name, in letters, digits and `_`, with dots between: \
         `my.scale.f32`",
    ))
}
