//! The options of `#[kernel(…)]`.

use crate::family::{Choices, Intrinsics};
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Path, Token, parenthesized, token};

/// The options, checked for spelling and repetition.
#[derive(Clone)]
pub(crate) struct Options {
    /// The op name.
    pub(crate) name: LitStr,
    /// `pure` was given.
    pub(crate) pure: bool,
    /// Where `task` was given.
    pub(crate) task: Option<Span>,
    /// `counts_references` was given.
    pub(crate) counts_references: bool,
    /// The effects that were stated, by the names of the constants of `Effects`.
    pub(crate) effects: Option<Vec<Ident>>,
    /// The estimated time of a call, in nanoseconds.
    pub(crate) cost: Option<Cost>,
    /// The assembly format, or the path of a constant of `Assembly`.
    pub(crate) assembly: Option<Expr>,
    /// Methods of `OpTraits` to call, each with its arguments.
    pub(crate) traits: Option<Vec<Trait>>,
    /// A variant of `Control`.
    pub(crate) control: Option<Ident>,
    /// A variant of `Intrinsic`.
    pub(crate) intrinsic: Option<Ident>,
    /// The rule of the op's types, in the notation of `Infer`.
    pub(crate) infer: Option<LitStr>,
    /// The intrinsic of each type of a family.
    pub(crate) intrinsics: Option<Intrinsics>,
    /// The choices for the function's generic parameters.
    pub(crate) families: Vec<Choices>,
    /// The path of the host crate.
    pub(crate) host: Option<Path>,
}

/// The estimated time of a call.
#[derive(Clone)]
pub(crate) enum Cost {
    Fixed(u64),
    /// Of the operands, by the names of their parameters.
    OfOperands(Box<Expr>),
}

/// `name(arguments)`: a trait of the op.
#[derive(Clone)]
pub(crate) struct Trait {
    pub(crate) name: Ident,
    pub(crate) arguments: Vec<Expr>,
}

impl Parse for Trait {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        let mut arguments = Vec::new();
        if input.peek(token::Paren) {
            let content;
            parenthesized!(content in input);
            arguments = content.parse_terminated(Expr::parse, Token![,])?.into_iter().collect();
        }
        Ok(Self { name, arguments })
    }
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !input.peek(LitStr) {
            return Err(input.error("expected the op's name first, like `\"my.scale\"`"));
        }
        let name: LitStr = input.parse()?;
        let mut options = Self {
            name,
            pure: false,
            task: None,
            counts_references: false,
            effects: None,
            cost: None,
            assembly: None,
            traits: None,
            control: None,
            intrinsic: None,
            infer: None,
            intrinsics: None,
            families: Vec::new(),
            host: None,
        };
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
                "task" if options.task.is_some() => return Err(repeated()),
                "task" => options.task = Some(key.span()),
                "counts_references" if options.counts_references => return Err(repeated()),
                "counts_references" => options.counts_references = true,
                "effects" => {
                    let content;
                    parenthesized!(content in input);
                    let stated = content.parse_terminated(effect, Token![,])?;
                    set(&mut options.effects, stated.into_iter().collect(), repeated)?;
                }
                "cost" => {
                    input.parse::<Token![=]>()?;
                    set(&mut options.cost, nanoseconds(input)?, repeated)?;
                }
                "assembly" => {
                    input.parse::<Token![=]>()?;
                    set(&mut options.assembly, assembly(input)?, repeated)?;
                }
                "traits" => {
                    let content;
                    parenthesized!(content in input);
                    let traits = content.parse_terminated(Trait::parse, Token![,])?;
                    set(&mut options.traits, traits.into_iter().collect(), repeated)?;
                }
                "control" => set(&mut options.control, value(input)?, repeated)?,
                "intrinsic" if options.intrinsics.is_some() => return Err(repeated()),
                "intrinsic" if input.peek2(token::Bracket) => {
                    if options.intrinsic.is_some() {
                        return Err(repeated());
                    }
                    input.parse::<Token![=]>()?;
                    options.intrinsics = Some(input.parse()?);
                }
                "intrinsic" => set(&mut options.intrinsic, value(input)?, repeated)?,
                "infer" => {
                    input.parse::<Token![=]>()?;
                    set(&mut options.infer, input.parse()?, repeated)?;
                }
                "crate" => {
                    input.parse::<Token![=]>()?;
                    let path = input.call(Path::parse_mod_style)?;
                    set(&mut options.host, path, repeated)?;
                }
                _ if input.peek2(token::Bracket) => {
                    if options.families.iter().any(|choices| *choices.parameter() == key) {
                        return Err(repeated());
                    }
                    options.families.push(Choices::parse(key, input)?);
                }
                _ => {
                    return Err(syn::Error::new(
                        key.span(),
                        "unknown option; expected `pure`, `task`, `counts_references`, `effects(…)`, \
                         `cost = …`, `assembly = …`, `traits(…)`, `control = …`, `intrinsic = …`, \
                         `infer = …`, `crate = …` or the choices for a parameter: `T = [i32, f32]`",
                    ));
                }
            }
        }
        if let (true, Some([effect, ..])) = (options.pure, options.effects.as_deref()) {
            return Err(syn::Error::new(effect.span(), "a pure kernel has no effects"));
        }
        if options.families.is_empty() {
            check_name(&options.name)?;
        }
        Ok(options)
    }
}

fn value(input: ParseStream<'_>) -> syn::Result<Ident> {
    input.parse::<Token![=]>()?;
    input.parse()
}

/// Only what macros can read, too: they parse programs by it.
fn assembly(input: ParseStream<'_>) -> syn::Result<Expr> {
    let written: Expr = input.parse()?;
    let mut plain = &written;
    while let Expr::Group(group) = plain {
        plain = &group.expr;
    }
    let known = match plain {
        Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) => true,
        Expr::Path(path) => {
            path.path.segments.iter().rev().nth(1).is_some_and(|ty| ty.ident == "Assembly")
        }
        _ => false,
    };
    if known {
        return Ok(plain.clone());
    }
    let message = "expected an assembly format such as \"operands attr-dict\", or a constant of \
                   `Assembly`";
    Err(syn::Error::new(written.span(), message))
}

/// The constant of an effect.
fn effect(input: ParseStream<'_>) -> syn::Result<Ident> {
    let effect: Ident = input.parse()?;
    if ["files", "blocks", "prints", "leaks", "host", "writes"].iter().any(|name| effect == name) {
        return Ok(Ident::new(&effect.to_string().to_uppercase(), effect.span()));
    }
    let message = "expected an effect: `files`, `blocks`, `prints`, `leaks`, `host` or `writes`";
    Err(syn::Error::new(effect.span(), message))
}

fn nanoseconds(input: ParseStream<'_>) -> syn::Result<Cost> {
    let expected = "a cost is the estimated time of a call in nanoseconds, like `1_000_000`, or an \
                    expression of the operands, like `4 * numbers.len()`";
    let written: Expr = input.parse().map_err(|error| syn::Error::new(error.span(), expected))?;
    match &written {
        Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }) if literal.suffix().is_empty() => {
            let read = literal.base10_parse().map(Cost::Fixed);
            read.map_err(|_| syn::Error::new(literal.span(), expected))
        }
        Expr::Lit(_) | Expr::Unary(_) => Err(syn::Error::new(written.span(), expected)),
        _ => Ok(Cost::OfOperands(Box::new(written))),
    }
}

fn set<T>(
    slot: &mut Option<T>,
    value: T,
    repeated: impl FnOnce() -> syn::Error,
) -> syn::Result<()> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(repeated()),
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
