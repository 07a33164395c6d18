//! The macro's input: which module, which types and kernels of the user's, which program; and its
//! expansion.

use crate::text::Layout;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use std::path::PathBuf;
use tfrt_compiler::source::{Diagnostic, Source};
use tfrt_compiler::verify::Verified;
use tfrt_expand::{Declarations, Failure, File, Tokens, module};

/// Expands the macro: items, or every error at its place and, of an inline program, what has none,
/// so that an editor knows the other functions while one is written.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let (tokens, failures) = match parse(input) {
        Ok(input) => input.expand(),
        Err(failures) => (TokenStream::new(), failures),
    };
    failures.iter().map(Failure::to_compile_error).chain([tokens]).collect()
}

struct Input {
    /// Attributes, visibility, `mod name`.
    head: TokenStream,
    declarations: Declarations,
    program: ProgramText,
}

enum ProgramText {
    Inline(TokenStream),
    File { path: String, span: Span },
}

fn parse(input: TokenStream) -> Result<Input, Vec<Failure>> {
    let mut tokens = Tokens::new(input);
    let (runtime, head, file) = header(&mut tokens).map_err(|failure| vec![failure])?;
    let declarations = Declarations::parse(&mut tokens, runtime.as_ref())?;
    let program = match file {
        Some(path) => {
            if !tokens.is_empty() {
                let message = "a module from a file has only `type`, `kernel` and `native` here";
                return Err(vec![Failure::new(tokens.place(), message)]);
            }
            ProgramText::File { path: path.value(), span: path.span() }
        }
        None => ProgramText::Inline(tokens.rest()),
    };
    Ok(Input { head, declarations, program })
}

/// `crate = PATH;` if it is there, then `mod NAME;` or `mod NAME = "FILE";`, with attributes and
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

impl Input {
    fn expand(&self) -> (TokenStream, Vec<Failure>) {
        match &self.program {
            ProgramText::Inline(tokens) => self.inline(tokens),
            ProgramText::File { path, span } => match self.file(path) {
                Ok(tokens) => (tokens, Vec::new()),
                Err(messages) => {
                    let failure = |message| Failure::new(*span, message);
                    (TokenStream::new(), messages.into_iter().map(failure).collect())
                }
            },
        }
    }

    fn file(&self, path: &str) -> Result<TokenStream, Vec<String>> {
        let folder = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
        let live = cfg!(feature = "live");
        File::read(&folder, path, &self.declarations)?.module(&self.head, &self.declarations, live)
    }

    fn inline(&self, tokens: &TokenStream) -> (TokenStream, Vec<Failure>) {
        let layout = Layout::new(tokens.clone());
        let source = Source {
            name: layout.file.clone(),
            text: layout.text.clone(),
            first_line: layout.first_line,
        };
        let catalogue = self.declarations.catalogue();
        let expand = |program: Verified| {
            // The name, without its `@`.
            let place = |span| layout.spans(span).1;
            module(&self.head, &self.declarations, &program, place)
        };
        let place = |error: &Diagnostic| {
            let (start, end) = layout.spans(error.span);
            Failure { start, end, message: error.message.clone() }
        };
        match tfrt_compiler::front_end(&source, catalogue).and_then(expand) {
            Ok(tokens) => (tokens, Vec::new()),
            Err(errors) => {
                let rest = tfrt_compiler::salvage(&source, catalogue);
                let rest = rest.and_then(|program| expand(program).ok());
                (rest.unwrap_or_default(), errors.iter().map(place).collect())
            }
        }
    }
}
