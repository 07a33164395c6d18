//! A kernel's schema as tokens. `#[kernel]` writes it, since a macro sees no types; lists of kernels
//! gather it; `tfrt_graph!` and build scripts read it.
//!
//! `{ "op.name" function callee [options] [parameters] results }`
//!
//! | part | tokens |
//! |---|---|
//! | `function`, `callee` | the kernel's function, and what generated code calls |
//! | options | those of `#[kernel]` that say something of the op, as they are written there: [`OpOptions`] |
//! | a parameter | `("name" kind Type)`; `optional` or `many` may precede the kind |
//! | results | `plain` or, if the return is a `Result` around all of them, `result`; then `[(outcome Type) …]`, and `many (outcome Type)` or `variadic` if the op decides how many follow |
//!
//! A word that is not known is an error: the list is one of another version.

mod options;

pub use options::{Cost, OpOptions, Trait};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{LitStr, braced, bracketed, parenthesized};

/// An enum whose variants are words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$each])* $variant,)*
        }

        impl Parse for $name {
            fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
                let word = input.call(Ident::parse_any)?;
                match word.to_string().as_str() {
                    $($word => Ok(Self::$variant),)*
                    _ => Err(unknown(&word)),
                }
            }
        }

        impl ToTokens for $name {
            fn to_tokens(&self, tokens: &mut TokenStream) {
                let word = match self {
                    $(Self::$variant => $word,)*
                };
                Ident::new(word, Span::call_site()).to_tokens(tokens);
            }
        }
    };
}

/// The schema of one kernel.
#[derive(Clone, Debug)]
pub struct Schema {
    /// The op's name.
    pub name: LitStr,
    /// The kernel's function.
    pub function: Ident,
    /// What generated code calls: the function, or the one that starts it.
    pub callee: Ident,
    /// What the options say of the op.
    pub options: OpOptions,
    /// The parameters of `callee`.
    pub params: Vec<Param>,
    /// The return is a `Result` around all results.
    pub returns_result: bool,
    /// The results.
    pub results: Results,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// How many operands it takes.
    pub arity: Arity,
    /// What it receives.
    pub kind: ParamKind,
    /// The Rust type of an operand or attribute; empty for the other kinds.
    pub ty: TokenStream,
}

/// How many operands a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// One, if it takes operands.
    One,
    /// One or none.
    Optional,
    /// All that remain.
    Many,
}

words! {
    /// What a parameter receives.
    ParamKind {
        /// An operand, by value.
        Value = "value",
        /// An operand, borrowed.
        Borrow = "borrow",
        /// An operand as a reference.
        Later = "later",
        /// An operand of any type.
        Any = "any",
        /// All remaining operands, of any types.
        Variadic = "variadic",
        /// An attribute.
        Attribute = "attribute",
        /// All attributes.
        Attributes = "attributes",
        /// The next function.
        Function = "function",
        /// All functions.
        Functions = "functions",
        /// The context of the call.
        Context = "context",
        /// The slots of the results.
        Results = "results",
        /// The number of the op's results.
        ResultCount = "count",
    }
}

words! {
    /// When a result is available.
    Outcome {
        /// When the kernel returns.
        Ready = "ready",
        /// When the kernel returns, or an error.
        Fallible = "fallible",
        /// Possibly after the kernel has returned.
        Later = "later",
    }
}

/// The results of a kernel.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// Those that every op of the kernel has.
    pub each: Vec<ResultSlot>,
    /// Those that follow.
    pub more: More,
}

/// Results whose number the op decides.
#[derive(Clone, Debug, Default)]
pub enum More {
    /// There are none.
    #[default]
    None,
    /// Any number of this.
    Many(ResultSlot),
    /// Any number, of types that the op decides, too.
    Any,
}

/// A result.
#[derive(Clone, Debug)]
pub struct ResultSlot {
    /// When it is available.
    pub outcome: Outcome,
    /// Its Rust type.
    pub ty: TokenStream,
}

/// The start of a schema: all that a list uses of it.
#[derive(Clone, Debug)]
pub struct Head {
    /// The op's name.
    pub name: LitStr,
    /// The kernel's function.
    pub function: Ident,
    /// What generated code calls.
    pub callee: Ident,
}

impl Parse for Head {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let inner;
        braced!(inner in input);
        let head = head(&inner)?;
        let _ = inner.parse::<TokenStream>()?;
        Ok(head)
    }
}

fn head(input: ParseStream<'_>) -> syn::Result<Head> {
    let (name, function) = (input.parse()?, input.call(Ident::parse_any)?);
    Ok(Head { name, function, callee: input.call(Ident::parse_any)? })
}

impl Parse for Schema {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (inner, options, params);
        braced!(inner in input);
        let Head { name, function, callee } = head(&inner)?;
        bracketed!(options in inner);
        let options = options.parse()?;
        bracketed!(params in inner);
        let params = all(&params)?;
        let word: Ident = inner.parse()?;
        let returns_result = match word.to_string().as_str() {
            "plain" => false,
            "result" => true,
            _ => return Err(unknown(&word)),
        };
        let results = inner.parse()?;
        Ok(Self { name, function, callee, options, params, returns_result, results })
    }
}

impl ToTokens for Schema {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { name, function, callee, options, params, returns_result, results } = self;
        let word = if *returns_result { quote!(result) } else { quote!(plain) };
        tokens.extend(quote!({#name #function #callee [#options] [#(#params)*] #word #results}));
    }
}

impl Parse for Param {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let inner;
        parenthesized!(inner in input);
        let name: LitStr = inner.parse()?;
        let word = inner.fork().call(Ident::parse_any)?;
        let arity = match word.to_string().as_str() {
            "optional" => Arity::Optional,
            "many" => Arity::Many,
            _ => Arity::One,
        };
        if arity != Arity::One {
            inner.call(Ident::parse_any)?;
        }
        let kind = inner.parse()?;
        Ok(Self { name: name.value(), arity, kind, ty: inner.parse()? })
    }
}

impl ToTokens for Param {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { name, arity, kind, ty } = self;
        let arity = match arity {
            Arity::One => None,
            Arity::Optional => Some(quote!(optional)),
            Arity::Many => Some(quote!(many)),
        };
        tokens.extend(quote!((#name #arity #kind #ty)));
    }
}

impl Parse for Results {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let inner;
        bracketed!(inner in input);
        let each = all(&inner)?;
        let more = match input.parse::<Option<Ident>>()? {
            None => More::None,
            Some(word) => match word.to_string().as_str() {
                "many" => More::Many(input.parse()?),
                "variadic" => More::Any,
                _ => return Err(unknown(&word)),
            },
        };
        Ok(Self { each, more })
    }
}

impl ToTokens for Results {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { each, more } = self;
        let more = match more {
            More::None => None,
            More::Many(result) => Some(quote!(many #result)),
            More::Any => Some(quote!(variadic)),
        };
        tokens.extend(quote!([#(#each)*] #more));
    }
}

impl Parse for ResultSlot {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let inner;
        parenthesized!(inner in input);
        Ok(Self { outcome: inner.parse()?, ty: inner.parse()? })
    }
}

impl ToTokens for ResultSlot {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { outcome, ty } = self;
        tokens.extend(quote!((#outcome #ty)));
    }
}

/// Parses until the end.
///
/// # Errors
/// One of them is none.
pub fn all<T: Parse>(input: ParseStream<'_>) -> syn::Result<Vec<T>> {
    let mut parsed = Vec::new();
    while !input.is_empty() {
        parsed.push(input.parse()?);
    }
    Ok(parsed)
}

fn unknown(word: &Ident) -> syn::Error {
    syn::Error::new(word.span(), format!("`{word}` is not known: the list is of another version"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse::Parser;

    fn again(text: &str) -> Result<String, String> {
        let schema = syn::parse_str::<Schema>(text).map_err(|error| error.to_string())?;
        Ok(schema.to_token_stream().to_string())
    }

    #[test]
    fn what_is_written_is_read() {
        let text = r#"{ "my.op" r#in __later_in
            [cost = 5, effects(files, host), control = If, intrinsic = IAdd,
             assembly = "operands", traits(no_effect, callees(&[Callee::symbol("f").check(g)]))]
            [("a" value i32) ("b" optional borrow my::Text) ("rest" many later f32) ("n" attribute &[i64])
             ("ctx" context)]
            result [(ready i32) (later my::Text)] }"#;
        let once = again(text).unwrap();
        assert_eq!(again(&once), Ok(once));
        for results in [
            "plain [] many (fallible i32)",
            "plain [(ready i32)] many (later i32)",
            "result [] variadic",
            "plain []",
        ] {
            let text = format!("{{\"my.op\" f f [pure] [] {results}}}");
            assert_eq!(again(&text).map(|text| text.replace(' ', "")), Ok(text.replace(' ', "")));
        }
    }

    #[test]
    fn what_is_not_known_is_of_another_version() {
        for text in [
            r#"{ "my.op" f f [fast] [] plain [] }"#,
            r#"{ "my.op" f f [] [("a" lent i32)] plain [] }"#,
            r#"{ "my.op" f f [] [] both [] }"#,
            r#"{ "my.op" f f [] [] plain [] some }"#,
            r#"{ "my.op" f f [] [] plain [(never i32)] }"#,
        ] {
            assert!(again(text).unwrap_err().contains("another version"), "{text}");
        }
        assert!(again(r#"{ "my.op" f f [] [] plain [] more }"#).is_err());
        let heads = all::<Head>.parse_str(r#"{"my.op" f g [fast]} {"my.b" f g}"#).unwrap();
        assert_eq!(heads[1].name.value(), "my.b");
    }
}
