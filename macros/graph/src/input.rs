//! The macro's input: which module, which types and kernels of the user's, which program; and its
//! expansion.

use crate::text::Layout;
use proc_macro2::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use std::path::PathBuf;
use tfrt_bef::Attribute;
use tfrt_compiler::source::{Diagnostic, Source};
use tfrt_compiler::verify::Verified;
use tfrt_compiler::{bef, plan, rust, verify};
use tfrt_host::kernel::expansion::check;
use tfrt_host::kernel::{
    AttributeCheck, Catalogue, Form, FromAttribute, KernelDef, KernelFrame, Outcome, ParamDef,
    ParamKind, ResultDef, TypeDef,
};

/// An error of the macro's own syntax, or of the program, at a token.
type Failure = (Span, String);

/// Expands the macro: items, or every error at its place.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    match parse(input).and_then(|input| input.expand()) {
        Ok(tokens) => tokens,
        Err(failures) => failures
            .into_iter()
            .map(|(span, message)| quote_spanned! { span => ::core::compile_error!(#message); })
            .collect(),
    }
}

struct Input {
    /// Attributes, visibility, `mod name`.
    head: TokenStream,
    catalogue: Catalogue,
    /// Checks of declared kernels against their definitions.
    assertions: TokenStream,
    program: ProgramText,
}

enum ProgramText {
    Inline(TokenStream),
    File { path: String, span: Span },
}

/// A cursor over tokens.
struct Tokens {
    rest: std::iter::Peekable<proc_macro2::token_stream::IntoIter>,
    last: Span,
}

impl Tokens {
    fn new(tokens: TokenStream) -> Self {
        Self { rest: tokens.into_iter().peekable(), last: Span::call_site() }
    }

    fn next(&mut self) -> Option<TokenTree> {
        let token = self.rest.next()?;
        self.last = token.span();
        Some(token)
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, Vec<Failure>> {
        Err(vec![(self.last, message.into())])
    }

    fn peek_ident(&mut self, name: &str) -> bool {
        matches!(self.rest.peek(), Some(TokenTree::Ident(ident)) if ident == name)
    }

    fn ident(&mut self, what: &str) -> Result<Ident, Vec<Failure>> {
        match self.next() {
            Some(TokenTree::Ident(ident)) => Ok(ident),
            _ => self.error(format!("expected {what}")),
        }
    }

    /// The tokens of an MLIR name and the `=` after them; where it begins.
    fn name(&mut self) -> Result<(String, Span), Vec<Failure>> {
        let at = self.rest.peek().map_or(self.last, TokenTree::span);
        let mut taken = TokenStream::new();
        loop {
            match self.next() {
                Some(TokenTree::Punct(punct)) if punct.as_char() == '=' => {
                    return Ok((joined(taken), at));
                }
                Some(TokenTree::Punct(punct)) if punct.as_char() == ';' => break,
                None | Some(TokenTree::Group(_)) => break,
                Some(token) => taken.extend([token]),
            }
        }
        self.error("expected `=` after the name")
    }

    /// Everything up to a punctuation character, which is taken too.
    fn until(&mut self, stop: char) -> Result<TokenStream, Vec<Failure>> {
        let mut taken = TokenStream::new();
        loop {
            match self.next() {
                Some(TokenTree::Punct(punct)) if punct.as_char() == stop => return Ok(taken),
                Some(token) => taken.extend([token]),
                None => return self.error(format!("expected `{stop}`")),
            }
        }
    }
}

fn parse(input: TokenStream) -> Result<Input, Vec<Failure>> {
    let mut tokens = Tokens::new(input);
    let mut head = TokenStream::new();
    let first = tokens.rest.peek().map_or(tokens.last, TokenTree::span);
    loop {
        match tokens.next() {
            Some(TokenTree::Ident(ident)) if ident == "mod" => {
                let name = tokens.ident("the module's name")?;
                head.extend(quote! { #ident #name });
                break;
            }
            Some(token) => head.extend([token]),
            None => {
                let message = "expected `mod NAME;` or `mod NAME = \"FILE\";`";
                return Err(vec![(first, message.to_owned())]);
            }
        }
    }
    let mut file = None;
    match tokens.next() {
        Some(TokenTree::Punct(punct)) if punct.as_char() == ';' => {}
        Some(TokenTree::Punct(punct)) if punct.as_char() == '=' => {
            let path = tokens.until(';')?;
            let end = tokens.last;
            let at = path.clone().into_iter().next().map_or(end, |token| token.span());
            file = Some(
                syn::parse2::<syn::LitStr>(path)
                    .map_err(|_| vec![(at, "expected a file name in quotes".to_owned())])?,
            );
        }
        _ => return tokens.error("expected `;` or `= \"FILE\";` after the module's name"),
    }
    let mut declared = Declarations::default();
    loop {
        if tokens.peek_ident("type") {
            declared.ty(&mut tokens)?;
        } else if tokens.peek_ident("kernel") {
            declared.kernel(&mut tokens)?;
        } else {
            break;
        }
    }
    let program = match file {
        Some(path) => {
            if tokens.rest.peek().is_some() {
                tokens.next();
                return tokens.error("a module from a file has only `type` and `kernel` here");
            }
            ProgramText::File { path: path.value(), span: path.span() }
        }
        None => ProgramText::Inline(tokens.rest.collect()),
    };
    Ok(Input { head, catalogue: declared.catalogue(), assertions: declared.assertions, program })
}

/// Types and kernels that the user declares. A macro cannot see types, so the declaration says
/// what a kernel is, and the expansion asserts it against the definition.
#[derive(Default)]
struct Declarations {
    types: Vec<TypeDef>,
    kernels: Vec<KernelDef>,
    assertions: TokenStream,
}

impl Declarations {
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
        let span = tokens.last;
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

    fn catalogue(&self) -> Catalogue {
        tfrt_kernels::catalogue()
            .with_kernels(self.kernels.clone().leak())
            .with_types(self.types.clone().leak())
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

/// The same tokens, all at one place.
fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let place = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            let inner = respanned(group.stream(), span);
            token = TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inner));
        }
        token.set_span(span);
        token
    };
    tokens.into_iter().map(place).collect()
}

/// Tokens as text without blanks.
fn joined(tokens: TokenStream) -> String {
    let mut text = String::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                text.push_str(&joined(group.stream()));
                text.push_str(close);
            }
            other => text.push_str(&other.to_string()),
        }
    }
    text
}

/// The items between commas, those inside groups and angle brackets left alone.
fn commas(tokens: TokenStream) -> Vec<TokenStream> {
    let mut items = vec![TokenStream::new()];
    let mut depth = 0u32;
    for token in tokens {
        if let TokenTree::Punct(punct) = &token {
            match punct.as_char() {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    items.push(TokenStream::new());
                    continue;
                }
                _ => {}
            }
        }
        if let Some(last) = items.last_mut() {
            last.extend([token]);
        }
    }
    items.retain(|item| !item.is_empty());
    items
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

impl Input {
    fn expand(&self) -> Result<TokenStream, Vec<Failure>> {
        let (program, tracked) = match &self.program {
            ProgramText::Inline(tokens) => {
                let layout = Layout::new(tokens.clone());
                let source = Source {
                    name: layout.file.clone(),
                    text: layout.text.clone(),
                    first_line: layout.first_line,
                };
                let place = |diagnostic: &Diagnostic| {
                    (layout.span(diagnostic.span.start), diagnostic.message.clone())
                };
                let program = self.front_end(&source).map_err(|errors| at(errors, place))?;
                return self.print(&program, place, &TokenStream::new());
            }
            ProgramText::File { path, span } => self.file(path, *span)?,
        };
        let place = |diagnostic: &Diagnostic| {
            let ProgramText::File { span, path } = &self.program else {
                return (Span::call_site(), diagnostic.message.clone());
            };
            (*span, format!("{path}: {}", diagnostic.message))
        };
        self.print(&program, place, &tracked)
    }

    /// A program in a file, and the item that makes cargo track it.
    fn file(&self, path: &str, span: Span) -> Result<(Verified, TokenStream), Vec<Failure>> {
        let fail = |message: String| vec![(span, message)];
        let root = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
        let absolute = root.join(path);
        let bytes = std::fs::read(&absolute).map_err(|error| {
            fail(format!("cannot read {path}, relative to Cargo.toml: {error}"))
        })?;
        let tracked = Literal::string(&absolute.to_string_lossy());
        let tracked = quote! { const _: &[u8] = ::core::include_bytes!(#tracked); };
        if bytes.starts_with(&[0x0b, 0xef]) {
            let file = tfrt_bef::read(&bytes, &tfrt_bef::Limits::default())
                .map_err(|error| fail(format!("{path}: {error}")))?;
            let program = bef::lift(&file, &self.catalogue)
                .and_then(|module| verify::verify(module, &self.catalogue))
                .map_err(|errors| {
                    at(errors, |diagnostic| (span, format!("{path}: {}", diagnostic.message)))
                })?;
            return Ok((program, tracked));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            fail(format!("{path}: not UTF-8 at byte {}", error.utf8_error().valid_up_to()))
        })?;
        let source = Source { name: path.to_owned(), text, first_line: 1 };
        let program = self.front_end(&source).map_err(|errors| {
            at(errors, |diagnostic| {
                let rendered =
                    tfrt_compiler::source::render(std::slice::from_ref(diagnostic), &source);
                (span, rendered.trim_end().to_owned())
            })
        })?;
        Ok((program, tracked))
    }

    fn front_end(&self, source: &Source) -> Result<Verified, Vec<Diagnostic>> {
        tfrt_compiler::front_end(source, &self.catalogue)
    }

    fn print(
        &self,
        program: &Verified,
        place: impl Fn(&Diagnostic) -> Failure + Copy,
        tracked: &TokenStream,
    ) -> Result<TokenStream, Vec<Failure>> {
        let plan = plan::build(program, &self.catalogue).map_err(|errors| at(errors, place))?;
        let items = rust::emit(&plan, program, &self.catalogue, rust::Options::default())
            .map_err(|errors| at(errors, place))?;
        let (head, assertions) = (&self.head, &self.assertions);
        Ok(quote! {
            #[allow(
                clippy::all,
                clippy::pedantic,
                clippy::nursery,
                clippy::restriction,
                dead_code,
                non_camel_case_types,
                non_snake_case,
                unreachable_code,
                unused,
                unused_qualifications,
                reason = "generated from a host program"
            )]
            #[doc = "A host program."]
            #head {
                #tracked
                #assertions
                #items
            }
        })
    }
}

fn at(errors: Vec<Diagnostic>, place: impl Fn(&Diagnostic) -> Failure) -> Vec<Failure> {
    errors.iter().map(place).collect()
}
