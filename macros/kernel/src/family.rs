//! Families: one generic function defines a kernel for each choice of its parameters.
//!
//! A member of a family is an ordinary kernel. Its generated function has the concrete types in its
//! signature and calls the generic function.

use crate::choices::{Choice, Choices, Intrinsics};
use crate::options::KernelOptions;
use proc_macro2::{Group, Ident, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::BTreeMap;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{FnArg, GenericParam, ItemFn, LitStr, Pat, Type, parse_quote};

/// One kernel of a family.
pub(crate) struct Member {
    pub(crate) options: KernelOptions,
    /// The function that calls the generic one.
    pub(crate) function: ItemFn,
}

/// The members of a generic function's family; none if it is not generic.
pub(crate) fn members(options: &KernelOptions, function: &ItemFn) -> syn::Result<Vec<Member>> {
    let families = check(options, function)?;
    let mut chosen = vec![Vec::new()];
    for choices in &families {
        let with = |before: &Vec<Choice>| {
            let before = before.clone();
            choices.choices.iter().map(move |choice| {
                let mut all = before.clone();
                all.push(choice.clone());
                all
            })
        };
        chosen = chosen.iter().flat_map(with).collect();
    }
    if families.is_empty() {
        return Ok(Vec::new());
    }
    let mut members = Vec::new();
    let mut names = BTreeMap::new();
    for choices in chosen {
        let member = member(options, function, &families, &choices)?;
        if names.insert(member.options.name.value(), ()).is_some() {
            let message = format!("two kernels would be called {}", member.options.name.value());
            return Err(syn::Error::new(options.name.span(), message));
        }
        members.push(member);
    }
    if let Some(Intrinsics(pairs)) = &options.intrinsics {
        let all = |choices: &Choices| choices.choices.clone();
        let choices: Vec<Choice> = families.iter().flat_map(all).collect();
        if let Some((ty, _)) = pairs.iter().find(|(ty, _)| !choices.iter().any(|it| it.is(ty))) {
            let message = format!("`{}` is no type of the family", ty.to_token_stream());
            return Err(syn::Error::new(ty.span(), message));
        }
    }
    Ok(members)
}

impl Choice {
    fn is(&self, ty: &Type) -> bool {
        self.tokens.to_string() == ty.to_token_stream().to_string()
    }
}

/// The choices for each parameter of the function, in order.
fn check(options: &KernelOptions, function: &ItemFn) -> syn::Result<Vec<Choices>> {
    let mut families = Vec::new();
    for parameter in &function.sig.generics.params {
        let ident = match parameter {
            GenericParam::Type(parameter) => &parameter.ident,
            GenericParam::Const(parameter) => &parameter.ident,
            GenericParam::Lifetime(lifetime) => {
                return Err(syn::Error::new(
                    lifetime.span(),
                    "a kernel has no lifetime parameters; elide lifetimes",
                ));
            }
        };
        let Some(choices) = options.families.iter().find(|choices| choices.parameter == *ident)
        else {
            let message = format!(
                "a generic kernel needs a list of what `{ident}` stands for: \
                 `{ident} = [i32, f32]` in `#[kernel(…)]`"
            );
            return Err(syn::Error::new(parameter.span(), message));
        };
        families.push(choices.clone());
    }
    for Choices { parameter, .. } in &options.families {
        if !families.iter().any(|choices| choices.parameter == *parameter) {
            let message = format!("the function has no parameter `{parameter}`");
            return Err(syn::Error::new(parameter.span(), message));
        }
    }
    if families.is_empty()
        && let Some(Intrinsics(pairs)) = &options.intrinsics
    {
        let at = pairs.first().map_or(options.name.span(), |(ty, _)| ty.span());
        return Err(syn::Error::new(at, "intrinsics by type are for families: `intrinsic = …`"));
    }
    Ok(families)
}

fn member(
    options: &KernelOptions,
    function: &ItemFn,
    families: &[Choices],
    choices: &[Choice],
) -> syn::Result<Member> {
    let mut name = options.name.value();
    let mut infer = options.op.infer.as_ref().map(LitStr::value);
    let mut suffix = String::new();
    let mut replaced = BTreeMap::new();
    for (Choices { parameter, .. }, choice) in families.iter().zip(choices) {
        let written = format!("{{{parameter}}}");
        name = name.replace(&written, &choice.name);
        infer = infer.map(|infer| infer.replace(&written, &choice.name));
        suffix.push('_');
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        suffix.extend(choice.name.chars().map(plain));
        replaced.insert(parameter.to_string(), choice.tokens.clone());
    }
    let name = LitStr::new(&name, options.name.span());
    crate::options::check_name(&name)?;
    let intrinsic = match &options.intrinsics {
        Some(Intrinsics(pairs)) => {
            let given = |(ty, _): &&(Type, Ident)| choices.iter().any(|choice| choice.is(ty));
            pairs.iter().find(given).map(|(_, intrinsic)| intrinsic.clone())
        }
        None => options.op.intrinsic.clone(),
    };
    let mut options = KernelOptions { name, ..options.clone() };
    options.op.intrinsic = intrinsic;
    options.op.infer =
        options.op.infer.zip(infer).map(|(at, infer)| LitStr::new(&infer, at.span()));
    Ok(Member { options, function: instance(function, &replaced, choices, &suffix)? })
}

/// The function of one member.
fn instance(
    function: &ItemFn,
    replaced: &BTreeMap<String, TokenStream>,
    choices: &[Choice],
    suffix: &str,
) -> syn::Result<ItemFn> {
    let generic = &function.sig.ident;
    let ident = format_ident!("{}{suffix}", generic.unraw(), span = generic.span());
    let kept = |attribute: &&syn::Attribute| {
        ["doc", "cfg"].iter().any(|name| attribute.path().is_ident(name))
    };
    let attributes = function.attrs.iter().filter(kept);
    let visibility = &function.vis;
    let asyncness = &function.sig.asyncness;
    let mut inputs = Vec::new();
    let mut arguments = Vec::new();
    for input in &function.sig.inputs {
        let argument = match input {
            FnArg::Typed(typed) => match &*typed.pat {
                Pat::Ident(pattern) => Some((&pattern.ident, &typed.ty)),
                _ => None,
            },
            FnArg::Receiver(_) => None,
        };
        let Some((name, ty)) = argument else {
            // Errors in it are reported where functions are read.
            inputs.push(replace(input.to_token_stream(), replaced));
            continue;
        };
        let ty = replace(ty.to_token_stream(), replaced);
        inputs.push(quote!(#name: #ty));
        arguments.push(name);
    }
    let output = replace(function.sig.output.to_token_stream(), replaced);
    let types = choices.iter().map(|choice| &choice.tokens);
    let wait = asyncness.map(|_| quote!(.await));
    Ok(parse_quote! {
        #(#attributes)*
        #[inline]
        #visibility #asyncness fn #ident(#(#inputs),*) #output {
            #generic::<#(#types),*>(#(#arguments),*) #wait
        }
    })
}

/// Substitutes the choices for the parameters.
fn replace(tokens: TokenStream, replaced: &BTreeMap<String, TokenStream>) -> TokenStream {
    let mut all = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    // A name after `::` is not a parameter.
    let mut qualified = false;
    while let Some(token) = tokens.next() {
        let path = |token: Option<&TokenTree>| {
            matches!(token, Some(TokenTree::Punct(punct))
                if punct.as_char() == ':' && punct.spacing() == Spacing::Joint)
        };
        let was_qualified = std::mem::take(&mut qualified);
        match token {
            TokenTree::Ident(ident) if !was_qualified => match replaced.get(&ident.to_string()) {
                Some(choice) if path(tokens.peek()) => all.extend(quote!(<#choice>)),
                Some(choice) => all.extend(choice.clone()),
                None => all.extend([TokenTree::Ident(ident)]),
            },
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replace(group.stream(), replaced));
                inner.set_span(group.span());
                all.extend([TokenTree::Group(inner)]);
            }
            other => {
                qualified = matches!(&other, TokenTree::Punct(punct)
                    if punct.as_char() == ':' && punct.spacing() == Spacing::Alone)
                    && all.clone().into_iter().last().is_some_and(|last| path(Some(&last)));
                all.extend([other]);
            }
        }
    }
    all
}
