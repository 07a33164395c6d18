//! The struct by which Rust calls an op: its fields are the op's attributes, its method takes the arguments.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Expr, ExprLit, GenericArgument, Ident, Lifetime, Lit, LitStr, PathArguments, ReturnType, Type,
    Visibility,
};

/// How many tensors a parameter takes.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Count {
    One,
    Optional,
    Many,
}

/// What a call gives for a parameter.
pub(crate) enum CallInput {
    Argument(Ident, Count),
    Attribute {
        name: Ident,
        ty: Box<Type>,
        optional: bool,
    },
    /// All attributes.
    Attributes(Ident),
}

/// What a definition says of calls.
pub(crate) struct Call<'a> {
    pub(crate) crate_: &'a TokenStream,
    pub(crate) name: &'a LitStr,
    pub(crate) visibility: &'a Visibility,
    pub(crate) doc: &'a str,
    pub(crate) pure: bool,
    pub(crate) given: Vec<CallInput>,
    pub(crate) output: &'a ReturnType,
}

impl Call<'_> {
    /// The struct and its method.
    pub(crate) fn expand(&self) -> TokenStream {
        let Self { crate_, name, visibility, pure, .. } = self;
        let host = quote!(#crate_::__private::tfrt_host);
        let ident = Ident::new(&camel(&name.value()), name.span());
        let [eager, ctx, chain] = ["eager", "ctx", "chain"].map(hygienic);
        let (parameters, arguments) = self.arguments();
        let Fields { fields, names, attributes, borrow, optional } = self.fields();
        let own = borrow.then(|| quote!(<'a>));
        let elided = borrow.then(|| quote!(<'_>));
        let default = optional.then(|| quote!(::core::default::Default,));
        let body = if names.is_empty() { quote!(;) } else { quote!({ #fields }) };
        let doc = self.documentation(&ident, &names);
        let (takes_chain, chain) = match pure {
            true => (None, quote!(::core::option::Option::None)),
            false => (
                Some(quote!(#chain: &mut #crate_::OpChain,)),
                quote!(::core::option::Option::Some(#chain)),
            ),
        };
        let handle = quote!(#crate_::Handle);
        let (generic, returned, results, value) = match results(self.output, *pure) {
            Some(0) => (None, quote!(()), quote!([]), quote!(())),
            Some(1) => (None, handle, quote!([handle]), quote!(handle)),
            Some(count) => (None, quote!([#handle; #count]), quote!(all), quote!(all)),
            None => {
                let generic = quote!(<const RESULTS: usize>);
                (Some(generic), quote!([#handle; RESULTS]), quote!(all), quote!(all))
            }
        };
        let allow = quote! {
            #[allow(
                dead_code,
                non_snake_case,
                private_interfaces,
                clippy::struct_excessive_bools,
                clippy::too_many_arguments,
                reason = "for calls of the op, of which there may be none"
            )]
        };
        quote! {
            #doc
            #allow
            #[derive(::core::clone::Clone, #default ::core::fmt::Debug)]
            #visibility struct #ident #own #body

            #allow
            impl #ident #elided {
                /// Calls the op. A tensor or a handle by value is the op's: a result may be written over it.
                ///
                /// # Errors
                /// There is no op of that name, or it fails at once: because of the element types and shapes of
                /// arguments, say. A later error is that of the handle. All name the op and the caller's place.
                #[track_caller]
                #visibility fn call #generic(
                    &self,
                    #eager: &#crate_::Eager,
                    #ctx: &#host::context::RequestContext,
                    #takes_chain
                    #parameters
                ) -> ::core::result::Result<#returned, #host::error::Error> {
                    let #results = #crate_::__private::call(
                        #eager, #name, #ctx, #chain, #arguments, #attributes,
                    )?;
                    ::core::result::Result::Ok(#value)
                }
            }
        }
    }

    /// The parameters of the method, and what makes them the arguments of the op.
    fn arguments(&self) -> (TokenStream, TokenStream) {
        let crate_ = self.crate_;
        let arguments = hygienic("arguments");
        let into = quote!(#crate_::IntoArgument::into_argument);
        let (mut parameters, mut pushes) = (TokenStream::new(), TokenStream::new());
        for given in &self.given {
            let CallInput::Argument(name, count) = given else { continue };
            let one = quote!(impl #crate_::IntoArgument);
            let (ty, push) = match count {
                Count::One => (one, quote!(#arguments.push(#into(#name));)),
                Count::Optional => (
                    quote!(::core::option::Option<#one>),
                    quote!(#arguments.extend(#name.map(#into));),
                ),
                Count::Many => (
                    quote!(impl ::core::iter::IntoIterator<Item = #one>),
                    quote! {
                        #arguments.extend(
                            ::core::iter::Iterator::map(
                                ::core::iter::IntoIterator::into_iter(#name),
                                #into,
                            )
                        );
                    },
                ),
            };
            parameters.extend(quote!(#name: #ty,));
            pushes.extend(push);
        }
        if pushes.is_empty() {
            return (parameters, quote!(#crate_::Arguments::new()));
        }
        let filled = quote!({
            let mut #arguments = #crate_::Arguments::new();
            #pushes
            #arguments
        });
        (parameters, filled)
    }

    fn fields(&self) -> Fields {
        let Self { crate_, visibility, .. } = self;
        let attributes = hygienic("attributes");
        let mut begin = quote!(#crate_::OpAttrs::new());
        let mut sets = TokenStream::new();
        let mut found = Fields { optional: true, ..Fields::default() };
        for given in &self.given {
            let (name, ty, doc) = match given {
                CallInput::Argument(..) => continue,
                CallInput::Attribute { name, ty, optional } => {
                    let mut ty = Type::clone(ty);
                    found.borrow |= name_lifetimes(&mut ty);
                    found.optional &= optional;
                    let plain = name.unraw().to_string();
                    // An attribute that cannot be set is shown at its type.
                    sets.extend(quote_spanned! {ty.span()=>
                        #attributes.set(#plain, ::core::clone::Clone::clone(&self.#name));
                    });
                    (name, quote!(#ty), format!("The attribute `{plain}`."))
                }
                CallInput::Attributes(name) => {
                    begin = quote!(::core::clone::Clone::clone(&self.#name));
                    (name, quote!(#crate_::OpAttrs), "All attributes.".to_owned())
                }
            };
            found.names.push(name.to_string());
            found.fields.extend(quote!(#[doc = #doc] #visibility #name: #ty,));
        }
        found.attributes = match sets.is_empty() {
            true => begin,
            false => quote!({
                let mut #attributes = #begin;
                #sets
                #attributes
            }),
        };
        found
    }

    /// That of the function, behind whose first paragraph stands how the op is called.
    fn documentation(&self, ident: &Ident, fields: &[String]) -> TokenStream {
        let name = self.name.value();
        let (first, rest) = self.doc.split_once("\n\n").unwrap_or((self.doc, ""));
        let mut call = ident.to_string();
        if !fields.is_empty() {
            call = format!("{call} {{ {} }}", fields.join(", "));
        }
        call.push_str(".call(&eager, &ctx");
        if !self.pure {
            call.push_str(", &mut chain");
        }
        for given in &self.given {
            if let CallInput::Argument(argument, _) = given {
                call = format!("{call}, {argument}");
            }
        }
        let about = format!(
            "A call of the op `{name}` from Rust: its attributes, and [`call`](Self::call).\n\n\
             ```ignore\n{call})?\n```"
        );
        let text = [first, &about, rest].map(str::trim).join("\n\n");
        quote!(#[doc = #text])
    }
}

/// The attributes of a call.
#[derive(Default)]
struct Fields {
    fields: TokenStream,
    names: Vec<String>,
    /// What makes them the attributes of the op.
    attributes: TokenStream,
    /// Whether one has a lifetime.
    borrow: bool,
    /// Whether all may be left out.
    optional: bool,
}

/// A name that the op's parameters do not have, whatever they are called.
fn hygienic(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The name of the struct: `FusedMatMul` of `tf._FusedMatMul`, `AsyncNoop` of `tfrt_test.async.noop`.
fn camel(name: &str) -> String {
    let (_, name) = name.split_once('.').unwrap_or(("", name));
    let word = |word: &str| {
        let mut characters = word.chars();
        let first = characters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(characters).collect::<String>()
    };
    let joined: String = name.split(['.', '_', '$']).map(word).collect();
    let starts = joined.starts_with(|first: char| first.is_ascii_alphabetic());
    if starts && joined != "Self" { joined } else { format!("Op{joined}") }
}

/// The number of tensors that the function returns, besides a chain; `None` if the call decides.
fn results(output: &ReturnType, pure: bool) -> Option<usize> {
    let ReturnType::Type(_, ty) = output else { return Some(0) };
    let inner = |ty: &Type, wrapper: &str| -> Option<Type> {
        let Type::Path(path) = ty else { return None };
        let last = path.path.segments.last().filter(|last| last.ident == wrapper)?;
        crate::signature::argument(last).ok().cloned()
    };
    let ty = inner(ty, "Result").unwrap_or_else(|| Type::clone(ty));
    if inner(&ty, "Vec").is_some() {
        return None;
    }
    let all = match &ty {
        Type::Tuple(tuple) => tuple.elems.len(),
        Type::Array(array) => match &array.len {
            Expr::Lit(ExprLit { lit: Lit::Int(count), .. }) => count.base10_parse().ok()?,
            _ => return None,
        },
        _ => 1,
    };
    Some(all.saturating_sub(usize::from(!pure)))
}

/// Gives all lifetimes of a type the name that the struct has for them. Whether there is one.
fn name_lifetimes(ty: &mut Type) -> bool {
    let named = |lifetime: &mut Lifetime| {
        let borrows = lifetime.ident != "static";
        if borrows {
            *lifetime = Lifetime::new("'a", lifetime.span());
        }
        borrows
    };
    match ty {
        Type::Reference(reference) => {
            let elided = || Lifetime::new("'a", reference.and_token.span());
            let own = named(reference.lifetime.get_or_insert_with(elided));
            name_lifetimes(&mut reference.elem) || own
        }
        Type::Slice(slice) => name_lifetimes(&mut slice.elem),
        Type::Array(array) => name_lifetimes(&mut array.elem),
        Type::Paren(paren) => name_lifetimes(&mut paren.elem),
        Type::Group(group) => name_lifetimes(&mut group.elem),
        Type::Tuple(tuple) => {
            // Each of them, also after one that had a lifetime.
            tuple.elems.iter_mut().filter_map(|ty| name_lifetimes(ty).then_some(())).count() > 0
        }
        Type::Path(path) => {
            let mut any = false;
            for segment in &mut path.path.segments {
                let PathArguments::AngleBracketed(arguments) = &mut segment.arguments else {
                    continue;
                };
                for argument in &mut arguments.args {
                    any |= match argument {
                        GenericArgument::Type(ty) => name_lifetimes(ty),
                        GenericArgument::Lifetime(lifetime) => named(lifetime),
                        _ => false,
                    };
                }
            }
            any
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;
    use syn::parse_quote;

    #[test]
    fn structs_are_named_after_ops() {
        let cases = [
            ("tf.MatMul", "MatMul"),
            ("tf._FusedMatMul", "FusedMatMul"),
            ("tf.Conv2D", "Conv2D"),
            ("tfrt_test.async.noop_no_md", "AsyncNoopNoMd"),
            ("my.2x", "Op2x"),
            ("my._", "Op"),
            ("my.self", "OpSelf"),
        ];
        for (name, expected) in cases {
            assert_eq!(camel(name), expected);
        }
    }

    #[test]
    fn results_are_counted_without_the_chain() {
        let cases: [(ReturnType, bool, Option<usize>); 9] = [
            (parse_quote!(-> Result<[A; 6], E>), true, Some(6)),
            (parse_quote!(-> DenseHostTensor), true, Some(1)),
            (parse_quote!(-> Result<AsyncRef<MutableTensor>, E>), true, Some(1)),
            (parse_quote!(-> my::Result<(A, B)>), true, Some(2)),
            (parse_quote!(-> (A, B, Chain)), false, Some(2)),
            (parse_quote!(-> Chain), false, Some(0)),
            (parse_quote!(-> Result<AsyncRef<Chain>, E>), false, Some(0)),
            (parse_quote!(-> Result<Vec<A>, E>), true, None),
            (ReturnType::Default, true, Some(0)),
        ];
        for (output, pure, expected) in cases {
            assert_eq!(results(&output, pure), expected, "{}", output.to_token_stream());
        }
    }

    #[test]
    fn lifetimes_get_the_name_of_the_struct() {
        let cases: [(Type, &str); 6] = [
            (parse_quote!(Option<&[i64]>), "Option<&'a[i64]>"),
            (parse_quote!(&'b Dense), "&'aDense"),
            (parse_quote!(Option<my::Text<'_>>), "Option<my::Text<'a>>"),
            (parse_quote!(&'static str), "&'staticstr"),
            (parse_quote!([(&str, i32); 2]), "[(&'astr,i32);2]"),
            (parse_quote!(f32), "f32"),
        ];
        for (mut ty, expected) in cases {
            let borrows = name_lifetimes(&mut ty);
            let found = ty.to_token_stream().to_string().replace(' ', "");
            assert_eq!((found.as_str(), borrows), (expected, expected.contains("'a")));
        }
    }
}
