//! The macro's input: which module, which types and kernels of the user's, which program; and its
//! expansion.

use crate::text::Layout;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use std::path::PathBuf;
use tfrt_compiler::source::{Diagnostic, Source};
use tfrt_expand::{Declarations, Failure, File, Tokens, module};

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
    declarations: Declarations,
    program: ProgramText,
}

enum ProgramText {
    Inline(TokenStream),
    File { path: String, span: Span },
}

fn parse(input: TokenStream) -> Result<Input, Vec<Failure>> {
    let mut tokens = Tokens::new(input);
    let mut head = TokenStream::new();
    let first = tokens.place();
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
            let end = tokens.last();
            let at = path.clone().into_iter().next().map_or(end, |token| token.span());
            file = Some(
                syn::parse2::<syn::LitStr>(path)
                    .map_err(|_| vec![(at, "expected a file name in quotes".to_owned())])?,
            );
        }
        _ => return tokens.error("expected `;` or `= \"FILE\";` after the module's name"),
    }
    let declarations = Declarations::parse(&mut tokens)?;
    let program = match file {
        Some(path) => {
            if !tokens.is_empty() {
                tokens.next();
                return tokens.error("a module from a file has only `type` and `kernel` here");
            }
            ProgramText::File { path: path.value(), span: path.span() }
        }
        None => ProgramText::Inline(tokens.rest()),
    };
    Ok(Input { head, declarations, program })
}

impl Input {
    fn expand(&self) -> Result<TokenStream, Vec<Failure>> {
        match &self.program {
            ProgramText::Inline(tokens) => self.inline(tokens),
            ProgramText::File { path, span } => {
                let folder =
                    std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
                File::read(&folder, path, &self.declarations)
                    .and_then(|file| file.module(&self.head, &self.declarations))
                    .map_err(|messages| {
                        messages.into_iter().map(|message| (*span, message)).collect()
                    })
            }
        }
    }

    fn inline(&self, tokens: &TokenStream) -> Result<TokenStream, Vec<Failure>> {
        let layout = Layout::new(tokens.clone());
        let source = Source {
            name: layout.file.clone(),
            text: layout.text.clone(),
            first_line: layout.first_line,
        };
        tfrt_compiler::front_end(&source, self.declarations.catalogue())
            .and_then(|program| module(&self.head, &self.declarations, &program))
            .map_err(|errors| {
                let place =
                    |error: &Diagnostic| (layout.span(error.span.start), error.message.clone());
                errors.iter().map(place).collect()
            })
    }
}
