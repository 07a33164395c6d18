//! Parses the macro's input (module, lists of kernels, program) and expands it.
//!
//! A program that names lists is expanded in two steps, because a macro cannot see what another one
//! expands to: the first calls the lists' macros, each of which calls the next with its schemas, and
//! the last calls the second step.

use crate::text::Layout;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use std::path::{Path, PathBuf};
use tfrt_compiler::source::{Diagnostic, Source};
use tfrt_expand::{
    Failure, File, Lists, ModelChoices, Program, Tokens, is_model, model_lists, module, salvaged,
    verified,
};

/// Expands the macro to items, or to every error at its span. For an inline program with errors
/// also emits the functions without errors, so that an editor still resolves them. If the program
/// names lists, expands to a call of their macros.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let parsed = match parse(input.clone()) {
        Ok(parsed) => parsed,
        Err(failure) => return failure.to_compile_error(),
    };
    let Some((first, others)) = parsed.lists.split_first() else {
        return parsed.expand(TokenStream::new());
    };
    let runtime = parsed.runtime.clone().unwrap_or_else(|| quote! { ::tfrt });
    quote! { #first! { [#([#others])* [#runtime::__private::tfrt_graph_with]] {} {#input} } }
}

/// The second step: `[] {lists} {input}`.
pub(crate) fn expand_with_lists(chained: TokenStream) -> TokenStream {
    let mut tokens = Tokens::new(chained);
    let (_, found, input) = (tokens.group(), tokens.group(), tokens.group());
    match parse(input.unwrap_or_default()) {
        Ok(parsed) => parsed.expand(found.unwrap_or_default()),
        Err(failure) => failure.to_compile_error(),
    }
}

struct Input {
    /// The path of the crate `tfrt`.
    runtime: Option<TokenStream>,
    /// Attributes, visibility, `mod name`.
    head: TokenStream,
    /// The paths of the lists.
    lists: Vec<TokenStream>,
    program: ProgramText,
}

enum ProgramText {
    Inline(TokenStream),
    File { path: String, span: Span, choices: ModelChoices },
}

fn parse(input: TokenStream) -> Result<Input, Failure> {
    let mut tokens = Tokens::new(input);
    let (runtime, head, file) = header(&mut tokens)?;
    let lists = lists(&mut tokens)?;
    let program = match file {
        Some(path) => {
            let is_model = is_model(&path.value());
            if is_model && !lists.is_empty() {
                let message = "the kernels of a model are known: it names no lists";
                return Err(Failure::new(path.span(), message));
            }
            let choices = if is_model { choices(&mut tokens)? } else { ModelChoices::default() };
            if !tokens.is_empty() {
                let message = match is_model {
                    true => "a model has only `bind = { SYMBOL = N };` and `math = MODE;` here",
                    false => "a module from a file has only `kernels = […];` here",
                };
                return Err(Failure::new(tokens.place(), message));
            }
            ProgramText::File { path: path.value(), span: path.span(), choices }
        }
        None => ProgramText::Inline(tokens.rest()),
    };
    Ok(Input { runtime, head, lists, program })
}

/// `kernels = [PATH, …];` if present.
fn lists(tokens: &mut Tokens) -> Result<Vec<TokenStream>, Failure> {
    const EXPECTED: &str = "expected `kernels = [path::LIST, …];`";
    if !tokens.peek_ident("kernels") {
        return Ok(Vec::new());
    }
    tokens.next();
    if !tokens.peek_punct('=') {
        return Err(Failure::new(tokens.place(), EXPECTED));
    }
    tokens.next();
    let at = tokens.place();
    let Some(TokenTree::Group(group)) = tokens.next() else {
        return Err(Failure::new(at, EXPECTED));
    };
    let paths = |input: syn::parse::ParseStream<'_>| {
        input.parse_terminated(syn::Path::parse_mod_style, syn::Token![,])
    };
    let paths = syn::parse::Parser::parse2(paths, group.stream())
        .map_err(|error| Failure::new(error.span(), EXPECTED))?;
    if !tokens.peek_punct(';') {
        return Err(Failure::new(tokens.place(), EXPECTED));
    }
    tokens.next();
    Ok(paths.into_iter().map(|path| quote! { #path }).collect())
}

/// `bind = { SYMBOL = N, "INPUT.AXIS" = N };` and `math = MODE;`, each if present.
fn choices(tokens: &mut Tokens) -> Result<ModelChoices, Failure> {
    const BIND: &str = "expected `bind = { SYMBOL = N, \"INPUT.AXIS\" = N };`";
    const MATH: &str = "expected `math = exact;`, `math = default;` or `math = fast;`";
    let mut choices = ModelChoices::default();
    while let Some((name, expected)) =
        [("bind", BIND), ("math", MATH)].into_iter().find(|(name, _)| tokens.peek_ident(name))
    {
        tokens.next();
        if !tokens.peek_punct('=') {
            return Err(Failure::new(tokens.place(), expected));
        }
        tokens.next();
        let at = tokens.place();
        match tokens.next() {
            Some(TokenTree::Group(group)) if name == "bind" => {
                let bindings = |input: syn::parse::ParseStream<'_>| {
                    input.parse_terminated(binding, syn::Token![,])
                };
                let bindings = syn::parse::Parser::parse2(bindings, group.stream())
                    .map_err(|error| Failure::new(error.span(), expected))?;
                choices.bind.extend(bindings);
            }
            Some(TokenTree::Ident(mode)) if name == "math" => {
                let mode = mode.to_string();
                if !["exact", "default", "fast"].contains(&&*mode) {
                    return Err(Failure::new(at, expected));
                }
                choices.math = Some(mode);
            }
            _ => return Err(Failure::new(at, expected)),
        }
        if !tokens.peek_punct(';') {
            return Err(Failure::new(tokens.place(), expected));
        }
        tokens.next();
    }
    Ok(choices)
}

/// `SYMBOL = N` or `"INPUT.AXIS" = N`.
fn binding(input: syn::parse::ParseStream<'_>) -> syn::Result<(String, i64)> {
    use syn::ext::IdentExt;
    let name = match input.peek(syn::LitStr) {
        true => input.parse::<syn::LitStr>()?.value(),
        false => input.call(syn::Ident::parse_any)?.to_string(),
    };
    input.parse::<syn::Token![=]>()?;
    Ok((name, input.parse::<syn::LitInt>()?.base10_parse()?))
}

/// `crate = PATH;` if present, then `mod NAME;` or `mod NAME = "FILE";`, with attributes and
/// visibility.
fn header(
    tokens: &mut Tokens,
) -> Result<(Option<TokenStream>, TokenStream, Option<syn::LitStr>), Failure> {
    const EXPECTED: &str = "expected `mod NAME;` or `mod NAME = \"FILE\";`";
    let mut runtime = None;
    if tokens.peek_ident("crate") {
        tokens.next();
        if !tokens.peek_punct('=') {
            return Err(Failure::new(tokens.place(), "expected `crate = path::of::tfrt;`"));
        }
        tokens.next();
        let path = tokens.until(';')?;
        if let Err(error) = syn::parse2::<syn::Path>(path.clone()) {
            let message = "expected `crate = path::of::tfrt;`";
            return Err(Failure::at(&path, error.span(), message));
        }
        runtime = Some(path);
    }
    let mut head = TokenStream::new();
    let first = tokens.place();
    loop {
        match tokens.next() {
            Some(TokenTree::Ident(ident)) if ident == "mod" => {
                let name = tokens.ident("the module's name")?;
                head.extend(quote! { #ident #name });
                break;
            }
            Some(TokenTree::Punct(punct)) if punct.as_char() == ';' => {
                return Err(Failure::new(first, EXPECTED));
            }
            Some(token) => head.extend([token]),
            None => return Err(Failure::new(first, EXPECTED)),
        }
    }
    let at = tokens.place();
    match tokens.next() {
        Some(TokenTree::Punct(punct)) if punct.as_char() == ';' => Ok((runtime, head, None)),
        Some(TokenTree::Punct(punct)) if punct.as_char() == '=' => {
            let path = tokens.until(';')?;
            let end = tokens.last();
            match syn::parse2::<syn::LitStr>(path.clone()) {
                Ok(file) => Ok((runtime, head, Some(file))),
                Err(_) => Err(Failure::at(&path, end, "expected a file name in quotes")),
            }
        }
        _ => Err(Failure::new(at, "expected `;` or `= \"FILE\";` after the module's name")),
    }
}

/// The folder of the crate's manifest, which paths are relative to.
fn manifest_folder() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default()
}

/// The largest model that the macro takes. rustc takes about a second and 400 MiB for one of 64 MiB.
const MAX_MODEL: u64 = 64 << 20;

/// The size of a file that is larger.
fn too_large(path: &Path) -> Option<u64> {
    std::fs::metadata(path).ok().map(|metadata| metadata.len()).filter(|&size| size > MAX_MODEL)
}

impl Input {
    /// `found` is what the macros of the lists brought.
    fn expand(&self, found: TokenStream) -> TokenStream {
        let lists = match self.model() {
            Some(span) => {
                model_lists(self.runtime.as_ref()).map_err(|message| Failure::new(span, message))
            }
            None => Lists::new(self.runtime.as_ref(), &self.lists, found),
        };
        let lists = match lists {
            Ok(lists) => lists,
            Err(failure) => return failure.to_compile_error(),
        };
        let (tokens, failures) = match &self.program {
            ProgramText::Inline(tokens) => self.inline(tokens, &lists),
            ProgramText::File { path, span, choices } => match self.file(path, choices, &lists) {
                Ok(tokens) => (tokens, Vec::new()),
                Err(messages) => {
                    let failure = |message| Failure::new(*span, message);
                    (TokenStream::new(), messages.into_iter().map(failure).collect())
                }
            },
        };
        failures.iter().map(Failure::to_compile_error).chain([tokens]).collect()
    }

    /// Where the name of a model's file stands, if the program is one.
    fn model(&self) -> Option<Span> {
        match &self.program {
            ProgramText::File { path, span, .. } if is_model(path) => Some(*span),
            _ => None,
        }
    }

    fn file(
        &self,
        path: &str,
        choices: &ModelChoices,
        lists: &Lists,
    ) -> Result<TokenStream, Vec<String>> {
        let folder = manifest_folder();
        if let Some(size) = too_large(&folder.join(path)).filter(|_| self.model().is_some()) {
            let (mebibytes, most) = (size >> 20, MAX_MODEL >> 20);
            return Err(vec![format!(
                "{path} has {mebibytes} MiB, more than the {most} that the macro takes, since editors expand \
                 it again and again: compile it in a build script, by `tfrt_build::compile`"
            )]);
        }
        // What is live is text.
        let live = cfg!(feature = "live") && self.model().is_none();
        File::read(&folder, path, choices, lists)?.module(&self.head, lists, live)
    }

    fn inline(&self, tokens: &TokenStream, lists: &Lists) -> (TokenStream, Vec<Failure>) {
        let layout = Layout::new(tokens.clone());
        let source = Source {
            name: layout.file.clone(),
            text: layout.text.clone(),
            first_line: layout.first_line,
        };
        // The name of a function, without its `@`.
        let name = |span| layout.spans(span).1;
        let expand = |program: Program| module(&self.head, lists, &program, name);
        let place = |error: &Diagnostic| {
            let (start, end) = layout.spans(error.span);
            Failure { start, end, message: error.message.clone() }
        };
        match verified(&source, &manifest_folder(), lists).and_then(expand) {
            Ok(tokens) => (tokens, Vec::new()),
            Err(mut errors) => {
                let rest = salvaged(&self.head, lists, &source, name, &mut errors);
                errors.sort_by_key(|error| error.span.start);
                (rest, errors.iter().map(place).collect())
            }
        }
    }
}
