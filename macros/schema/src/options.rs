//! The options of `#[kernel]` that say something of the op. Each is here, in `OpDef`, and where
//! `tfrt-expand` defines the op; nowhere else.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Token, parenthesized, token};

/// What the options say of the op. Written and read as in `#[kernel]`: `pure, cost = 5`.
#[derive(Clone, Debug, Default)]
pub struct OpOptions {
    /// `pure` was given.
    pub pure: bool,
    /// The effects that were stated, by their names.
    pub effects: Option<Vec<Ident>>,
    /// The estimated time of a call, in nanoseconds.
    pub cost: Option<Cost>,
    /// The assembly format, or the path of a constant of `Assembly`.
    pub assembly: Option<Expr>,
    /// Methods of `OpTraits` to call, each with its arguments.
    pub traits: Option<Vec<Trait>>,
    /// A variant of `Control`.
    pub control: Option<Ident>,
    /// A variant of `Intrinsic`.
    pub intrinsic: Option<Ident>,
    /// The rule of the op's types, in the notation of `Infer`.
    pub infer: Option<LitStr>,
}

/// The estimated time of a call.
#[derive(Clone, Debug)]
pub enum Cost {
    /// In nanoseconds.
    Fixed(u64),
    /// Of the operands, by the names of their parameters.
    OfOperands(Box<Expr>),
}

/// `name(arguments)`: a trait of the op.
#[derive(Clone, Debug)]
pub struct Trait {
    /// The method of `OpTraits`.
    pub name: Ident,
    /// Its arguments.
    pub arguments: Vec<Expr>,
}

impl OpOptions {
    /// Parses what follows that name of an option. False if it is not one of the op.
    ///
    /// # Errors
    /// The option is given twice, or its value is none.
    pub fn option(&mut self, key: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        let repeated = || syn::Error::new(key.span(), format!("`{key}` is given twice"));
        match key.to_string().as_str() {
            "pure" if self.pure => return Err(repeated()),
            "pure" => self.pure = true,
            "effects" => {
                let content;
                parenthesized!(content in input);
                let stated = content.parse_terminated(effect, Token![,])?;
                set(&mut self.effects, stated.into_iter().collect(), repeated)?;
            }
            "cost" => {
                input.parse::<Token![=]>()?;
                set(&mut self.cost, nanoseconds(input)?, repeated)?;
            }
            "assembly" => {
                input.parse::<Token![=]>()?;
                set(&mut self.assembly, assembly(input)?, repeated)?;
            }
            "traits" => {
                let content;
                parenthesized!(content in input);
                let traits = content.parse_terminated(Trait::parse, Token![,])?;
                set(&mut self.traits, traits.into_iter().collect(), repeated)?;
            }
            "control" => set(&mut self.control, value(input)?, repeated)?,
            "intrinsic" => set(&mut self.intrinsic, value(input)?, repeated)?,
            "infer" => {
                input.parse::<Token![=]>()?;
                set(&mut self.infer, input.parse()?, repeated)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Checks what the options say together.
    ///
    /// # Errors
    /// A pure kernel states effects.
    pub fn check(&self) -> syn::Result<()> {
        match self.effects.as_deref() {
            Some([effect, ..]) if self.pure => {
                Err(syn::Error::new(effect.span(), "a pure kernel has no effects"))
            }
            _ => Ok(()),
        }
    }

    /// The options as calls of the builder of `OpDef`, from the host crate at that path.
    #[must_use]
    pub fn setters(&self, host: &TokenStream) -> TokenStream {
        let Self { pure, effects, cost, assembly, traits, control, intrinsic, infer } = self;
        let pure = pure.then(|| quote!(.with_pure(true)));
        let effects = effects.as_ref().map(|effects| {
            let effects = effects
                .iter()
                .map(|effect| Ident::new(&effect.to_string().to_uppercase(), effect.span()));
            let all = quote!(#host::kernel::Effects::NONE);
            quote!(.with_effects(#all #(.and(#host::kernel::Effects::#effects))*))
        });
        let cost = match cost {
            Some(Cost::Fixed(cost)) => Some(quote!(.with_cost(#host::kernel::Cost::Fixed(#cost)))),
            // The kernel's definition sets the function.
            Some(Cost::OfOperands(_)) | None => None,
        };
        let control = control.iter();
        let control = control.map(|it| quote!(.with_control(#host::kernel::Control::#it)));
        let intrinsic = intrinsic.iter();
        let intrinsic = intrinsic.map(|it| quote!(.with_intrinsic(#host::kernel::Intrinsic::#it)));
        let infer = infer.iter();
        let infer = infer.map(|it| quote!(.with_infer(#host::kernel::Infer::new(#it))));
        let assembly = assembly.as_ref().map(|assembly| match assembly {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
                quote!(.assembly(const { &#host::kernel::Assembly::new(#text) }))
            }
            assembly => quote!(.assembly(#assembly)),
        });
        // Arguments are in constants of their own, so that references in them are static.
        let traits = traits.iter().flatten();
        let traits =
            traits.map(|Trait { name, arguments }| quote!(.#name(#(const { #arguments }),*)));
        quote! {
            #pure #effects #cost #(#control)* #(#intrinsic)* #(#infer)*
            .with_traits(#host::kernel::OpTraits::new() #assembly #(#traits)*)
        }
    }
}

impl Parse for OpOptions {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut options = Self::default();
        while !input.is_empty() {
            let key = input.call(Ident::parse_any)?;
            if !options.option(&key, input)? {
                return Err(crate::unknown(&key));
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        options.check()?;
        Ok(options)
    }
}

impl ToTokens for OpOptions {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { pure, effects, cost, assembly, traits, control, intrinsic, infer } = self;
        let mut all: Vec<TokenStream> = Vec::new();
        all.extend(pure.then(|| quote!(pure)));
        all.extend(effects.as_ref().map(|effects| quote!(effects(#(#effects),*))));
        all.extend(cost.as_ref().map(|cost| match cost {
            Cost::Fixed(cost) => {
                let cost = Literal::u64_unsuffixed(*cost);
                quote!(cost = #cost)
            }
            // Only the kernel's own definition has the function.
            Cost::OfOperands(_) => quote!(cost = of_operands),
        }));
        all.extend(assembly.as_ref().map(|assembly| quote!(assembly = #assembly)));
        all.extend(traits.as_ref().map(|traits| quote!(traits(#(#traits),*))));
        all.extend(control.as_ref().map(|control| quote!(control = #control)));
        all.extend(intrinsic.as_ref().map(|intrinsic| quote!(intrinsic = #intrinsic)));
        all.extend(infer.as_ref().map(|infer| quote!(infer = #infer)));
        tokens.extend(quote!(#(#all),*));
    }
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

impl ToTokens for Trait {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { name, arguments } = self;
        tokens.extend(quote!(#name(#(#arguments),*)));
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

/// The names of effects.
const EFFECTS: [&str; 8] =
    ["files", "blocks", "prints", "leaks", "host", "writes", "counts", "device"];

/// The name of an effect.
fn effect(input: ParseStream<'_>) -> syn::Result<Ident> {
    let effect: Ident = input.parse()?;
    if EFFECTS.iter().any(|name| effect == name) {
        return Ok(effect);
    }
    let all = EFFECTS.map(|name| format!("`{name}`")).join(", ");
    Err(syn::Error::new(effect.span(), format!("expected one of the effects {all}")))
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
