//! What a family is made over: the choices for each parameter of its function, as the options list them.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{LitInt, LitStr, Token, Type, bracketed};
use tfrt_bef::element_types;

/// The choices for one parameter of the function: `T = [i32, f32, Complex<f32> as "complex64"]`, `RANK = [1, 2]`.
#[derive(Clone)]
pub(crate) struct Choices {
    pub(crate) parameter: Ident,
    pub(crate) choices: Vec<Choice>,
}

/// A type or a number, and its suffix in the names of kernels.
#[derive(Clone)]
pub(crate) struct Choice {
    pub(crate) tokens: TokenStream,
    pub(crate) name: String,
}

impl Parse for Choice {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (tokens, known) = if input.peek(LitInt) {
            let number: LitInt = input.parse()?;
            let digits = number.base10_digits().to_owned();
            (number.to_token_stream(), Some(digits))
        } else {
            let ty: Type = input.parse()?;
            let known = scalar_name(&ty);
            (ty.to_token_stream(), known.map(str::to_owned))
        };
        let given = match input.parse::<Option<Token![as]>>()? {
            Some(_) => Some(input.parse::<LitStr>()?.value()),
            None => None,
        };
        let Some(name) = given.or(known) else {
            let message = format!("name it for the kernels' names: `{tokens} as \"…\"`");
            return Err(syn::Error::new(tokens.span(), message));
        };
        Ok(Self { tokens, name })
    }
}

impl Choices {
    /// Parses the choices after a parameter's name.
    pub(crate) fn parse(parameter: Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        input.parse::<Token![=]>()?;
        let list;
        bracketed!(list in input);
        let choices = Punctuated::<Choice, Token![,]>::parse_terminated(&list)?;
        if choices.is_empty() {
            return Err(syn::Error::new(parameter.span(), format!("`{parameter}` has no choices")));
        }
        Ok(Self { parameter, choices: choices.into_iter().collect() })
    }
}

/// The intrinsic of a family's members: `[i32: IAdd, f32: FAdd]`, by the name of a choice.
#[derive(Clone)]
pub(crate) struct Intrinsics(pub(crate) Vec<(Type, Ident)>);

impl Parse for Intrinsics {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let list;
        bracketed!(list in input);
        let pair = |input: ParseStream<'_>| {
            let ty: Type = input.parse()?;
            input.parse::<Token![:]>()?;
            Ok((ty, input.parse()?))
        };
        let pairs = list.parse_terminated(pair, Token![,])?;
        Ok(Self(pairs.into_iter().collect()))
    }
}

macro_rules! scalar_names {
    (
        []
        numbers { $($(#[$doc:meta])*
            $dtype:ident = $id:literal, $mlir:literal, $name:literal,
            $kind:ident, $size:literal, $rust:ident;)* }
        $($others:tt)*
    ) => {
        /// The MLIR type of a scalar that is written as in Rust.
        fn scalar_name(ty: &Type) -> Option<&'static str> {
            let Type::Path(path) = ty else { return None };
            match path.path.segments.last()?.ident.to_string().as_str() {
                $(stringify!($rust) => Some($mlir),)*
                _ => None,
            }
        }
    };
}

element_types!(scalar_names []);
