//! `kernels!`: a module's list of kernels, types and native functions.
//!
//! A list defines three items under one name: a `static` with the definitions, a hidden module
//! through which generated code reaches functions and types, and a macro with the schemas, which
//! `tfrt_graph!` calls. The schemas come from the kernels' hidden macros, each of which adds its
//! own to its input and calls the next:
//!
//! `kernel! { [[next] [after]] {schemas so far} payload }`
//!
//! Nested calls are bounded by rustc's recursion limit, and each passes on all that was found so far.
//! So a long list is gathered in parts, and these in larger parts. The last macro is [`define`]. A list's own macro follows the same protocol.

use crate::options::Face;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Ident, LitStr, Path, Token, Type, Visibility, bracketed};
use tfrt_schema::{Head, all};

/// How many macros call each other in a row. rustc's default limit is 128, and the list may be
/// inside a macro itself.
const PART: usize = 16;

/// The hidden macro with a kernel's schema. rustc reports this name if the macro is missing.
pub(crate) fn kernel_macro(function: &Ident) -> Ident {
    format_ident!("{}_needs_the_attribute_kernel", function.unraw(), span = function.span())
}

/// The constant of a kernel's definition.
pub(crate) fn constant(function: &Ident) -> Ident {
    Ident::new(&function.unraw().to_string().to_uppercase(), function.span())
}

/// A macro that adds tokens to its input and calls the next one.
pub(crate) fn chain_macro(
    name: &Ident,
    export: Option<TokenStream>,
    adds: &TokenStream,
) -> TokenStream {
    quote! {
        #[doc(hidden)]
        #[allow(unused_macros, reason = "for lists of kernels")]
        #export
        macro_rules! #name {
            ([[$($next:tt)*] $($more:tt)*] {$($found:tt)*} $payload:tt) => {
                $($next)*! { [$($more)*] {$($found)* #adds} $payload }
            };
        }
    }
}

/// The same visibility, restricted to the crate: a `macro_rules!` without export cannot be more
/// visible.
pub(crate) fn inside_crate(visibility: &Visibility) -> TokenStream {
    match visibility {
        Visibility::Public(public) => quote_spanned!(public.span()=> pub(crate)),
        other => quote!(#other),
    }
}

/// A call of the first macro, with the others as its continuation.
fn chain(links: impl IntoIterator<Item = TokenStream>, payload: &TokenStream) -> TokenStream {
    let mut links = links.into_iter();
    let first = links.next();
    quote!(#first! { [#([#links])*] {} {#payload} })
}

/// A parsed list.
struct List {
    /// The path that it starts with.
    path: Option<Path>,
    attributes: Vec<Attribute>,
    visibility: Visibility,
    name: Ident,
    items: Vec<Item>,
}

enum Item {
    Kernel(Path),
    Type(Box<Type>, LitStr),
    Native(Path, LitStr),
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.parse::<Option<Token![type]>>()?.is_some() {
            let ty: Type = input.parse()?;
            if !input.peek(Token![=]) {
                let message = "expected the MLIR type too: `type Sample = \"!my.sample\"`";
                return Err(syn::Error::new(ty.span(), message));
            }
            input.parse::<Token![=]>()?;
            let name: LitStr = input.parse()?;
            if !is_type(&name.value()) {
                let message = "expected an MLIR type such as \"!my.sample\" or \"tensor<..>\"";
                return Err(syn::Error::new(name.span(), message));
            }
            return Ok(Self::Type(Box::new(ty), name));
        }
        let fork = input.fork();
        let native = fork.parse::<Ident>().is_ok_and(|word| word == "native");
        if native && !fork.is_empty() && !fork.peek(Token![,]) && !fork.peek(Token![::]) {
            input.parse::<Ident>()?;
            let path = input.call(Path::parse_mod_style)?;
            let name = if input.parse::<Option<Token![=]>>()?.is_some() {
                input.parse()?
            } else {
                let last = last(&path)?;
                LitStr::new(&last.unraw().to_string(), last.span())
            };
            return Ok(Self::Native(path, name));
        }
        Ok(Self::Kernel(input.call(Path::parse_mod_style)?))
    }
}

/// Whether a text may be the MLIR name of a user's type: of a dialect, or a family of builtin ones.
/// Scalars are known.
fn is_type(name: &str) -> bool {
    let (name, builtin) = match (name.strip_prefix('!'), name.strip_suffix("<..>")) {
        (Some(name), _) => (name, false),
        (None, Some(name)) => (name, true),
        (None, None) => return false,
    };
    !name.is_empty() && (!builtin || name.chars().all(|c| c.is_ascii_alphanumeric()))
}

fn last(path: &Path) -> syn::Result<&Ident> {
    let last = path.segments.last().map(|segment| &segment.ident);
    last.ok_or_else(|| syn::Error::new(path.span(), "expected the path of a function"))
}

/// The same path with another last segment.
fn beside(path: &Path, name: Ident) -> Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.ident = name;
    }
    path
}

impl List {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path = if input.peek(Token![crate]) && input.peek2(Token![=]) {
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            let path = input.call(Path::parse_mod_style)?;
            input.parse::<Token![;]>()?;
            Some(path)
        } else {
            None
        };
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        if !(input.peek(Ident) && input.peek2(Token![=]) && input.peek3(syn::token::Bracket)) {
            return Err(input.error("expected `NAME = [path::kernel, …]`"));
        }
        let name: Ident = input.parse()?;
        input.parse::<Token![=]>()?;
        let content;
        bracketed!(content in input);
        let items = Punctuated::<Item, Token![,]>::parse_terminated(&content)?;
        input.parse::<Option<Token![;]>>()?;
        Ok(Self { path, attributes, visibility, name, items: items.into_iter().collect() })
    }
}

/// Expands `kernels!`.
pub(crate) fn expand(input: TokenStream, face: Face) -> syn::Result<TokenStream> {
    let text = input.to_string();
    let List { path, attributes, visibility, name, items } = List::parse.parse2(input)?;
    let host = face.host(path.as_ref());
    // Macros of other crates are found by a unique name in their crate's root.
    let mut hasher = DefaultHasher::new();
    let start = name.span().start();
    (text, name.span().file(), start.line, start.column).hash(&mut hasher);
    let hidden = format_ident!("__kernels_{}_{:016x}", name, hasher.finish());
    let mut links = Vec::new();
    let mut written = TokenStream::new();
    for item in items {
        written.extend(match item {
            Item::Kernel(path) => {
                let found = beside(&path, kernel_macro(last(&path)?));
                links.push(quote!(#found));
                quote!(#path,)
            }
            Item::Type(ty, name) => quote!(type #ty = #name,),
            Item::Native(path, name) => quote!(native #path = #name,),
        });
    }
    let payload = quote!(crate = #host; #(#attributes)* #visibility #name = [#written] #hidden);
    let defined = quote!(#host::__define_kernels);
    // A tree: each schema is passed on a few times, however long the list is.
    let mut parts = TokenStream::new();
    let mut count = 0_usize;
    while links.len() > PART {
        let mut names = Vec::new();
        for part in links.chunks(PART) {
            let name = format_ident!("{hidden}_{count}");
            count += 1;
            let links = part.iter().cloned().chain([quote!(#host::__gather_kernels)]);
            parts.extend(chain(links, &quote!(#name)));
            names.push(quote!(#name));
        }
        links = names;
    }
    let whole = chain(links.into_iter().chain([defined]), &payload);
    Ok(quote!(#parts #whole))
}

/// The end of a chain: no links are left, followed by the schemas and the payload.
fn arrived(input: ParseStream<'_>) -> syn::Result<(TokenStream, TokenStream)> {
    let (links, found, payload);
    bracketed!(links in input);
    let _ = links.parse::<TokenStream>()?;
    syn::braced!(found in input);
    let found = found.parse()?;
    syn::braced!(payload in input);
    Ok((found, payload.parse()?))
}

/// Makes one macro from a part of a list.
pub(crate) fn gather(input: TokenStream) -> syn::Result<TokenStream> {
    let (found, payload) = arrived.parse2(input)?;
    Ok(chain_macro(&syn::parse2(payload)?, None, &found))
}

/// The schemas of one function: several if it is a family.
struct Function(Vec<Head>);

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let inner;
        syn::parenthesized!(inner in input);
        all(&inner).map(Self)
    }
}

/// Defines a list after all schemas have been gathered.
pub(crate) fn define(input: TokenStream) -> syn::Result<TokenStream> {
    let (found, payload) = arrived.parse2(input)?;
    let mut functions = all::<Function>.parse2(found.clone())?.into_iter();
    let parse = |input: ParseStream<'_>| Ok((List::parse(input)?, input.parse::<Ident>()?));
    let (List { path: host, attributes, visibility, name, items }, hidden) =
        parse.parse2(payload)?;
    let exported = matches!(visibility, Visibility::Public(_));
    // The list's visibility, as seen from the module inside.
    let inner = match &visibility {
        Visibility::Inherited => quote!(pub(super)),
        Visibility::Restricted(restricted) => {
            let path = &restricted.path;
            let path = nested(quote!(#path));
            quote!(pub(in #path))
        }
        public => quote!(#public),
    };
    let mut members = TokenStream::new();
    let (mut kernels, mut types, mut natives) = (Vec::new(), Vec::new(), Vec::new());
    let (mut type_schemas, mut native_schemas) = (TokenStream::new(), TokenStream::new());
    let mut names: HashSet<String> = HashSet::new();
    let mut once = |name: &LitStr, at: Span| match names.insert(name.value()) {
        true => Ok(()),
        false => Err(syn::Error::new(at, format!("'{}' is in the list twice", name.value()))),
    };
    for item in items {
        match item {
            Item::Kernel(path) => {
                let Some(Function(schemas)) = functions.next() else {
                    return Err(syn::Error::new(path.span(), "this kernel has no schema"));
                };
                let at = last(&path)?.span();
                for Head { name, mut function, mut callee } in schemas {
                    once(&name, at)?;
                    function.set_span(at);
                    callee.set_span(at);
                    let definition = beside(&path, constant(&function));
                    let called = nested_path(&beside(&path, callee));
                    let member = format_ident!("k{}", kernels.len(), span = at);
                    members.extend(quote_spanned!(at=> #inner use #called as #member;));
                    // For calls through the definition, and costs. No `use`, which would be one more
                    // error of a function that is private.
                    let defined = nested_path(&definition);
                    let member = format_ident!("K{}", kernels.len(), span = at);
                    members.extend(quote_spanned! { at =>
                        #inner const #member: #host::kernel::KernelDef = #defined;
                    });
                    kernels.push(quote!(#definition));
                }
            }
            Item::Type(ty, mlir) => {
                once(&mlir, mlir.span())?;
                let alias = format_ident!("T{}", types.len(), span = ty.span());
                let written = nested(quote!(#ty));
                members.extend(quote_spanned!(ty.span()=> #inner type #alias = #written;));
                type_schemas.extend(quote!((#mlir #ty)));
                let message = format!("the type's `KernelType::NAME` is not '{}'", mlir.value());
                let place = format!("::{name}::{alias}");
                let module = Ident::new(&name.to_string(), ty.span());
                types.push(quote_spanned! { mlir.span() => {
                    let def = #host::kernel::TypeDef::of::<#module::#alias>(
                        ::core::concat!(::core::module_path!(), #place)
                    );
                    if !#host::kernel::expansion::is_same(def.name, #mlir) {
                        ::core::panic!(#message)
                    }
                    def
                } });
            }
            Item::Native(path, symbol) => {
                once(&symbol, path.span())?;
                let at = last(&path)?.span();
                let member = format_ident!("n{}", natives.len(), span = at);
                let function = nested_path(&path);
                members.extend(quote_spanned!(at=> #inner use #function as #member;));
                let module = Ident::new(&name.to_string(), at);
                let place = format!("::{name}::{member}");
                native_schemas.extend(quote!(#symbol));
                natives.push(quote_spanned! { at =>
                    #host::kernel::NativeDef {
                        name: #symbol,
                        rust: ::core::concat!(::core::module_path!(), #place),
                        function: #module::#member,
                    }
                });
            }
        }
    }
    let export = exported.then(|| quote!(#[macro_export]));
    let adds = quote!(([#found] [#type_schemas] [#native_schemas]));
    let definition = chain_macro(&hidden, export, &adds);
    let documented = attributes.iter().any(|attribute| attribute.path().is_ident("doc"));
    let doc = (!documented).then(|| quote!(#[doc = "Kernels, types and native functions."]));
    Ok(quote! {
        #definition
        #[doc(hidden)]
        #[allow(unused_imports, reason = "for programs in this crate or another")]
        #visibility use #hidden as #name;
        #[doc(hidden)]
        #[allow(
            dead_code,
            non_snake_case,
            private_interfaces,
            unused_imports,
            unused_qualifications,
            clippy::wildcard_imports,
            reason = "for generated code"
        )]
        #visibility mod #name {
            use super::*;
            #members
        }
        #(#attributes)*
        #doc
        #visibility static #name: #host::kernel::KernelList =
            #host::kernel::KernelList::new(const { &[#(#kernels),*] })
                .with_types(const { &[#(#types),*] })
                .with_natives(const { &[#(#natives),*] });
    })
}

/// A path as seen from the list's module, which sees all names of its parent but may not re-export
/// names that the parent has only imported.
fn nested_path(path: &Path) -> TokenStream {
    if path.leading_colon.is_none() && path.segments.len() == 1 {
        let span = path.span();
        return quote_spanned!(span=> super::#path);
    }
    nested(quote!(#path))
}

/// Adjusts the paths in these tokens for the list's module.
fn nested(tokens: TokenStream) -> TokenStream {
    let mut changed = TokenStream::new();
    let mut in_path = false;
    for token in tokens {
        let begins = !in_path;
        in_path = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ':');
        match token {
            TokenTree::Ident(ident) if begins && ident == "self" => {
                changed.extend(quote_spanned!(ident.span()=> super));
            }
            TokenTree::Ident(ident) if begins && ident == "super" => {
                changed.extend(quote_spanned!(ident.span()=> super::super));
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), nested(group.stream()));
                inner.set_span(group.span());
                changed.extend([TokenTree::Group(inner)]);
            }
            other => changed.extend([other]),
        }
    }
    changed
}
