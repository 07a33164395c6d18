//! Types, kernels and native functions of the user's, declared in a macro or a build script:
//! neither can see Rust types, so a declaration says what a kernel is, and generated code calls it
//! through a function of just that signature, which rustc holds the kernel to.
//!
//! What is generated stands on a type `__Kernels`, because a program's functions cannot have its
//! name; all of it has the place of the declaration, so that rustc's errors show there.

mod kernel;

use crate::tokens::{Failure, Tokens, joined};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use std::collections::BTreeMap;
use tfrt_compiler::rust;
use tfrt_host::context::RequestContext;
use tfrt_host::kernel::{Catalogue, KernelDef, NativeDef, TypeDef, Value};

/// Declared types, kernels and native functions, and the catalogue that they make with the
/// runtime's own.
#[derive(Debug)]
pub struct Declarations {
    pub(crate) catalogue: Catalogue,
    pub(crate) runtime: String,
    /// Declared Rust types, by their text.
    pub(crate) types: BTreeMap<&'static str, TokenStream>,
    /// The items that stand for what is declared, and hold it to its definitions.
    pub(crate) items: TokenStream,
    /// The same catalogue as an expression of generated code.
    pub(crate) at_run_time: TokenStream,
}

impl Declarations {
    /// Takes the declarations that stand next, if any. `runtime` is the path of the crate `tfrt`.
    ///
    /// # Errors
    /// Every declaration that cannot be read, each at its token.
    pub fn parse(tokens: &mut Tokens, runtime: Option<&TokenStream>) -> Result<Self, Vec<Failure>> {
        let runtime = runtime.map_or_else(|| "::tfrt".to_owned(), ToString::to_string);
        let mut found = Found::default();
        let mut failures = Vec::new();
        while let Some(keyword) = WORDS.into_iter().find(|&word| tokens.peek_ident(word)) {
            tokens.next();
            let parsed = statement(tokens).and_then(|declaration| match keyword {
                "type" => found.ty(declaration),
                "native" => found.native(declaration),
                _ => found.kernel(declaration),
            });
            failures.extend(parsed.err());
        }
        let types: BTreeMap<&'static str, TokenStream> =
            found.types.iter().map(|(def, rust)| (def.rust, rust.clone())).collect();
        let defs: Vec<TypeDef> = found.types.iter().map(|&(def, _)| def).collect();
        let mut catalogue = tfrt_kernels::catalogue().with_types(defs.leak());
        let mut members = TokenStream::new();
        let mut items = std::mem::take(&mut found.assertions);
        let mut definitions: Vec<TokenStream> = Vec::new();
        let mut kernels: Vec<KernelDef> = Vec::new();
        for (index, kernel) in found.kernels.iter().enumerate() {
            match kernel.resolve(index, &catalogue, &types) {
                Ok(resolved) => {
                    members.extend(resolved.members);
                    items.extend(resolved.checks);
                    definitions.push(resolved.definition);
                    kernels.push(resolved.kernel);
                }
                Err(failure) => failures.push(failure),
            }
        }
        if !failures.is_empty() {
            return Err(failures);
        }
        let mut natives: Vec<NativeDef> = Vec::new();
        let mut native_definitions: Vec<TokenStream> = Vec::new();
        for (index, (name, path)) in found.natives.iter().enumerate() {
            let (member, rust) = native_member(index, path);
            members.extend(member);
            let function: TokenStream = rust.parse().unwrap_or_default();
            native_definitions.push(quote! {
                __rt::NativeDef { name: #name, rust: "", function: #function }
            });
            natives.push(NativeDef { name, rust: rust.leak(), function: not_called });
        }
        catalogue = catalogue.with_kernels(kernels.leak()).with_natives(natives.leak());
        if !members.is_empty() {
            items.extend(quote! { struct __Kernels; impl __Kernels { #members } });
        }
        let type_definitions = found.types.iter().map(|(TypeDef { name, .. }, _)| {
            quote! { __rt::TypeDef { name: #name, rust: "", scalar: ::core::option::Option::None } }
        });
        let at_run_time = quote! {
            __rt::tfrt_kernels::catalogue()
                .with_types(const { &[#(#type_definitions),*] })
                .with_kernels(const { &[#(#definitions),*] })
                .with_natives(const { &[#(#native_definitions),*] })
        };
        Ok(Self { catalogue, runtime, types, items, at_run_time })
    }

    /// The kernels, types and native functions that a program may use.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// How programs with these declarations are printed.
    pub(crate) fn options(&self) -> rust::Options<'_> {
        let types = self.types.clone();
        rust::Options { runtime: &self.runtime, types, ..rust::Options::default() }
    }
}

/// What a declaration begins with.
const WORDS: [&str; 3] = ["type", "kernel", "native"];

/// The tokens of a declaration after its keyword: the name, and what is behind the `=`.
struct Statement {
    name: TokenStream,
    value: TokenStream,
    /// The `;`.
    end: Span,
}

/// Takes a declaration to its `;`, or to where the next thing begins.
fn statement(tokens: &mut Tokens) -> Result<Statement, Failure> {
    let (mut name, mut value) = (TokenStream::new(), None::<TokenStream>);
    let mut before = None;
    loop {
        let at = tokens.last();
        let ends = match tokens.peek() {
            None => true,
            // `func` begins a program, unless it is a parameter or part of a path.
            Some(TokenTree::Ident(ident)) => {
                let begins = |word: &str| *ident == word;
                !matches!(before, Some('.' | ':' | '!' | '=' | '&' | '@'))
                    && (WORDS.into_iter().any(begins) || *ident == "func" || *ident == "module")
            }
            Some(_) => false,
        };
        let token = if ends { None } else { tokens.next() };
        let Some(token) = token else {
            return Err(Failure::new(at, "expected `;` after the declaration"));
        };
        before = None;
        if let TokenTree::Punct(punct) = &token {
            before = Some(punct.as_char());
            match punct.as_char() {
                ';' => {
                    let end = punct.span();
                    return match value {
                        Some(value) if !name.is_empty() => Ok(Statement { name, value, end }),
                        Some(_) => Err(Failure::new(at, "expected a name before the `=`")),
                        None => Err(Failure::at(&name, end, "expected `NAME = …;`")),
                    };
                }
                '=' if value.is_none() => {
                    value = Some(TokenStream::new());
                    continue;
                }
                _ => {}
            }
        }
        value.as_mut().unwrap_or(&mut name).extend([token]);
    }
}

#[derive(Default)]
struct Found {
    types: Vec<(TypeDef, TokenStream)>,
    kernels: Vec<kernel::Declared>,
    natives: Vec<(&'static str, TokenStream)>,
    assertions: TokenStream,
}

impl Found {
    /// `type !my.sample = crate::Sample;`
    fn ty(&mut self, Statement { name, value, end }: Statement) -> Result<(), Failure> {
        let text = joined(&name);
        if !text.starts_with('!') || text.len() < 2 || value.is_empty() {
            let message = "expected `type !dialect.name = path::to::Type;`";
            return Err(Failure::at(&name, end, message));
        }
        if self.types.iter().any(|(def, _)| def.name == text) {
            return Err(Failure::at(&name, end, format!("type '{text}' is declared twice")));
        }
        let rust = foreign(&value).leak();
        let message = format!("the type's `KernelType::NAME` is not '{text}'");
        let span = crate::tokens::extent(&value, end).0;
        let check = quote_spanned! { span =>
            const _: () = if !__rt::is_type::<#value>(#text) { ::core::panic!(#message) };
        };
        self.assertions.extend(check);
        self.types.push((TypeDef { name: text.leak(), rust, scalar: None }, value));
        Ok(())
    }

    /// `native @log = crate::log;`
    fn native(&mut self, Statement { name, value, end }: Statement) -> Result<(), Failure> {
        let text = joined(&name);
        let Some(symbol) = text.strip_prefix('@').filter(|symbol| !symbol.is_empty()) else {
            let message = "expected `native @name = path::to::function;`";
            return Err(Failure::at(&name, end, message));
        };
        path(&value, end)?;
        let symbol = symbol.trim_matches('"').to_owned();
        if self.natives.iter().any(|(other, _)| *other == symbol) {
            return Err(Failure::at(&name, end, format!("native '{text}' is declared twice")));
        }
        self.natives.push((symbol.leak(), value));
        Ok(())
    }

    fn kernel(&mut self, statement: Statement) -> Result<(), Failure> {
        let name = statement.name.clone();
        let kernel = kernel::parse(statement)?;
        if self.kernels.iter().any(|other| other.name == kernel.name) {
            let message = format!("kernel '{}' is declared twice", kernel.name);
            return Err(Failure::at(&name, Span::call_site(), message));
        }
        self.kernels.push(kernel);
        Ok(())
    }
}

/// A path as tokens and its last part, which stands in the module's scope however it is printed.
fn path(tokens: &TokenStream, otherwise: Span) -> Result<(Vec<TokenTree>, Ident), Failure> {
    let mut parts: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let wrong = || {
        let message = "expected a path to the function, such as `crate::read`";
        Failure::at(tokens, otherwise, message)
    };
    let Some(TokenTree::Ident(last)) = parts.pop() else { return Err(wrong()) };
    let is_colon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':');
    if parts.len() < 2 || !parts[parts.len() - 2..].iter().all(is_colon) {
        return Err(wrong());
    }
    Ok((parts, last))
}

/// A Rust type as text. Names of this project's crates are found through the runtime; those of the
/// user's that look alike must not be.
fn foreign(tokens: &TokenStream) -> String {
    let text = tokens.to_string();
    if text.starts_with("tfrt_") { format!("::{text}") } else { text }
}

/// The function through which a native function is called, and its path.
fn native_member(index: usize, path: &TokenStream) -> (TokenStream, String) {
    let at = crate::tokens::extent(path, Span::call_site()).0;
    let name = Ident::new(&format!("n{index}"), at);
    let member = quote_spanned! { at =>
        fn #name(
            context: &__rt::RequestContext,
            arguments: &[__rt::Value],
        ) -> ::std::vec::Vec<__rt::Value> {
            let function: fn(
                &__rt::RequestContext,
                &[__rt::Value],
            ) -> ::std::vec::Vec<__rt::Value> = #path;
            function(context, arguments)
        }
    };
    (member, format!("self::__Kernels::n{index}"))
}

/// Declared native functions are only planned and printed here.
fn not_called(_: &RequestContext, _: &[Value]) -> Vec<Value> {
    Vec::new()
}
