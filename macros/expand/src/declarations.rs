//! Types and kernels of the user's, declared in a macro or a build script: neither can see Rust
//! types, so a declaration says what a kernel is, and generated code asserts it against the
//! kernel's definition.

use crate::tokens::{Failure, Tokens, commas, joined, respanned};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use tfrt_bef::Attribute;
use tfrt_host::kernel::expansion::check;
use tfrt_host::kernel::{
    AttributeCheck, Catalogue, Form, FromAttribute, KernelDef, KernelFrame, Outcome, ParamDef,
    ParamKind, ResultDef, TypeDef,
};

/// Declared types and kernels, and the catalogue that they make with the runtime's own.
#[derive(Debug)]
pub struct Declarations {
    pub(crate) catalogue: Catalogue,
    /// Checks of declared kernels against their definitions.
    pub(crate) assertions: TokenStream,
}

impl Declarations {
    /// Takes the declarations that stand next, if any.
    ///
    /// # Errors
    /// A declaration that cannot be read, at its token.
    pub fn parse(tokens: &mut Tokens) -> Result<Self, Vec<Failure>> {
        let mut found = Found::default();
        loop {
            if tokens.peek_ident("type") {
                found.ty(tokens)?;
            } else if tokens.peek_ident("kernel") {
                found.kernel(tokens)?;
            } else {
                break;
            }
        }
        let catalogue = tfrt_kernels::catalogue()
            .with_kernels(found.kernels.leak())
            .with_types(found.types.leak());
        Ok(Self { catalogue, assertions: found.assertions })
    }

    /// The kernels and types that a program may use.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }
}

#[derive(Default)]
struct Found {
    types: Vec<TypeDef>,
    kernels: Vec<KernelDef>,
    assertions: TokenStream,
}

impl Found {
    /// `type !my.sample = crate::Sample;`
    fn ty(&mut self, tokens: &mut Tokens) -> Result<(), Vec<Failure>> {
        tokens.next();
        let (name, at) = tokens.name()?;
        let rust = tokens.until(';')?;
        if !name.starts_with('!') || rust.is_empty() {
            let message = "expected `type !dialect.name = path::to::Type;`";
            return Err(vec![(at, message.to_owned())]);
        }
        self.types.push(TypeDef { name: leak(name), rust: leak(joined(rust)), scalar: None });
        Ok(())
    }

    /// `kernel my.read = async crate::read(i32, &!my.sample, attr scale: f32, ctx) -> i32;`
    fn kernel(&mut self, tokens: &mut Tokens) -> Result<(), Vec<Failure>> {
        tokens.next();
        let (name, _) = tokens.name()?;
        let mut outcome = Outcome::Ready;
        let mut pure = false;
        loop {
            if tokens.peek_ident("async") {
                outcome = Outcome::Later;
            } else if tokens.peek_ident("fallible") {
                outcome = Outcome::Fallible;
            } else if tokens.peek_ident("pure") {
                pure = true;
            } else {
                break;
            }
            tokens.next();
        }
        let mut path = TokenStream::new();
        let params = loop {
            match tokens.next() {
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                    break group.stream();
                }
                Some(token) => path.extend([token]),
                None => return tokens.error("expected the kernel's operand types in parentheses"),
            }
        };
        let results = tokens.until(';')?;
        let span = tokens.last();
        let at = path.clone().into_iter().last().map_or(span, |token| token.span());
        let path = joined(path);
        let Some((module, function)) = path.rsplit_once("::") else {
            let message = "expected a path to the kernel function, such as `crate::read`";
            return Err(vec![(at, message.to_owned())]);
        };
        let mut params = self.params(params, span)?;
        let results = result_types(results, span)?;
        let is_async = outcome == Outcome::Later;
        let operands: Vec<&str> = params
            .iter()
            .filter(|param| matches!(param.kind, ParamKind::Value | ParamKind::Borrow))
            .map(|param| param.ty)
            .collect();
        let definition: TokenStream = format!("{module}::{}", function.to_uppercase())
            .parse()
            .map_err(|_| vec![(at, "not a path".to_owned())])?;
        let outcome_name = Ident::new(&format!("{outcome:?}"), Span::call_site());
        let mut attributes: Vec<(&str, &str)> = params
            .iter()
            .filter(|param| matches!(param.kind, ParamKind::Attribute { .. }))
            .map(|param| (param.name, param.ty))
            .collect();
        attributes.sort_unstable();
        let attributes = attributes.into_iter().map(|(name, ty)| quote! { (#name, #ty) });
        // What is wrong with a declaration shows at it.
        self.assertions.extend(respanned(
            quote! {
                const _: () = ::tfrt::__private::assert_kernel(
                    &#definition,
                    #name,
                    ::tfrt::__private::Outcome::#outcome_name,
                    &[#(#operands),*],
                    &[#(#results),*],
                    &[#(#attributes),*],
                );
            },
            at,
        ));
        let function = if is_async { format!("__later_{function}") } else { function.to_owned() };
        if is_async {
            // The companion of an `async fn` takes the context first.
            params.retain(|param| param.kind != ParamKind::Context);
            params
                .insert(0, ParamDef { name: "ctx", kind: ParamKind::Context, ty: "", check: None });
        }
        let results: Vec<ResultDef> =
            results.into_iter().map(|ty| ResultDef { ty: leak(ty), outcome }).collect();
        self.kernels.push(KernelDef {
            name: leak(name),
            doc: "",
            params: params.leak(),
            results: results.leak(),
            variadic_results: false,
            outcome,
            returns_result: outcome == Outcome::Fallible,
            pure,
            form: Form::Generic,
            control: None,
            intrinsic: None,
            thunk: not_run,
            direct: None,
            module: leak(module.to_owned()),
            function: leak(function),
        });
        Ok(())
    }

    fn params(&self, tokens: TokenStream, span: Span) -> Result<Vec<ParamDef>, Vec<Failure>> {
        let mut params = Vec::new();
        for item in commas(tokens) {
            let mut parts = item.clone().into_iter();
            let first = parts.next().map(|token| token.to_string()).unwrap_or_default();
            let param = match first.as_str() {
                "ctx" => ParamDef { name: "ctx", kind: ParamKind::Context, ty: "", check: None },
                "attr" => {
                    let text = joined(parts.collect());
                    let Some((name, ty)) = text.split_once(':') else {
                        return Err(vec![(span, "expected `attr name: type`".to_owned())]);
                    };
                    let Some((ty, check)) = attribute_kind(ty) else {
                        let message = format!(
                            "'{ty}' is no kind of attribute: i1, i8 to i64, ui8 to ui64, f32, \
                             f64, string, any, [i32], [i64] and [f32] are"
                        );
                        return Err(vec![(span, message)]);
                    };
                    let kind = ParamKind::Attribute { index: 0 };
                    ParamDef { name: leak(name.to_owned()), kind, ty, check: Some(check) }
                }
                "&" => {
                    let ty = leak(joined(parts.collect()));
                    ParamDef { name: "", kind: ParamKind::Borrow, ty, check: None }
                }
                _ => ParamDef {
                    name: "",
                    kind: ParamKind::Value,
                    ty: leak(joined(item)),
                    check: None,
                },
            };
            params.push(param);
        }
        // Attributes are matched by position in the alphabetical order of their names.
        let mut names: Vec<&str> = params
            .iter()
            .filter(|param| matches!(param.kind, ParamKind::Attribute { .. }))
            .map(|param| param.name)
            .collect();
        names.sort_unstable();
        for param in &mut params {
            if let ParamKind::Attribute { index } = &mut param.kind {
                *index = names.iter().position(|&name| name == param.name).unwrap_or_default();
            }
        }
        Ok(params)
    }
}

/// What a kind of attribute is called in definitions, and the check that the verifier makes.
fn attribute_kind(text: &str) -> Option<(&'static str, AttributeCheck)> {
    fn of<T: FromAttribute>() -> Option<(&'static str, AttributeCheck)> {
        Some((T::KIND, check::<T>))
    }
    match text {
        "any" => of::<Attribute>(),
        "i1" => of::<bool>(),
        "i8" => of::<i8>(),
        "i16" => of::<i16>(),
        "i32" => of::<i32>(),
        "i64" => of::<i64>(),
        "ui8" => of::<u8>(),
        "ui16" => of::<u16>(),
        "ui32" => of::<u32>(),
        "ui64" => of::<u64>(),
        "f32" => of::<f32>(),
        "f64" => of::<f64>(),
        "string" => of::<String>(),
        "[i32]" => of::<Vec<i32>>(),
        "[i64]" => of::<Vec<i64>>(),
        "[f32]" => of::<Vec<f32>>(),
        _ => None,
    }
}

/// Declared kernels are only planned and printed here.
fn not_run(frame: &mut KernelFrame<'_>) {
    frame.fail("a kernel declared in a macro was run inside the compiler");
}

/// Definitions are `'static`. A macro's process is short, and what it declares is small.
fn leak(text: String) -> &'static str {
    text.leak()
}

/// `-> T`, `-> (T, U)` or nothing.
fn result_types(tokens: TokenStream, span: Span) -> Result<Vec<String>, Vec<Failure>> {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    if tokens.is_empty() {
        return Ok(Vec::new());
    }
    let arrow: String =
        tokens.drain(..tokens.len().min(2)).map(|token| token.to_string()).collect();
    if arrow != "->" {
        return Err(vec![(span, "expected `-> TYPE;`".to_owned())]);
    }
    let types = match tokens.as_slice() {
        [TokenTree::Group(group)] => commas(group.stream()),
        _ => vec![tokens.into_iter().collect()],
    };
    Ok(types.into_iter().map(joined).collect())
}
