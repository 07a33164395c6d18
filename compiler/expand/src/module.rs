//! A verified program becomes a Rust module; so does a file, with what makes cargo track it.

use crate::lists::Lists;
#[cfg(feature = "onnx")]
use crate::model;
use crate::model::ModelChoices;
use crate::program::Program;
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tfrt_bef::Blob;
use tfrt_compiler::source::{Diagnostic, Source, render};
use tfrt_compiler::{bef, plan, rust, verify};
use tfrt_host::error::Error;
use tfrt_host::resource::{self, Folder, Resolver};

/// The files in a program's folder. Keeps those that the program asked for.
#[derive(Debug)]
struct Beside<'a> {
    path: &'a Path,
    asked: Mutex<Vec<(String, Blob)>>,
}

impl<'a> Beside<'a> {
    fn new(path: &'a Path) -> Self {
        Self { path, asked: Mutex::default() }
    }

    fn asked(self) -> Vec<(String, Blob)> {
        self.asked.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Resolver for Beside<'_> {
    fn file(&self, name: &str) -> Result<Blob, Error> {
        let file = Folder::new(self.path).file(name)?;
        let path = self.path.join(name).to_string_lossy().into_owned();
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.push((path, file.clone()));
        Ok(file)
    }
}

/// The verified program of a text, whose outside resources are files in `folder`.
///
/// # Errors
/// Every error of the program.
pub fn verified(source: &Source, folder: &Path, lists: &Lists) -> Result<Program, Vec<Diagnostic>> {
    let beside = Beside::new(folder);
    #[cfg(feature = "mlir")]
    let verified = {
        let options = tfrt_import::Options::new().caller(tfrt_import::Caller::Compilation);
        tfrt_import::front_end(source, lists.catalogue(), Some(&beside), &options)
    };
    #[cfg(not(feature = "mlir"))]
    let verified = tfrt_compiler::front_end_with(source, lists.catalogue(), Some(&beside));
    let verified = verified.map_err(|mut errors| {
        for error in &mut errors {
            name_list(&mut error.message);
        }
        errors
    })?;
    Ok(Program { verified, files: beside.asked() })
}

/// Says of a list that the catalogue lacks how a program here names it; whether the message is of one.
fn name_list(message: &mut String) -> bool {
    if let Some((what, rest)) = message.split_once(", which the catalogue lacks")
        && let Some((_, list)) = what.rsplit_once("in the list `")
    {
        let list = list.trim_end_matches('`');
        *message = format!("{what}: `kernels = [{list}];` names it{rest}");
        return true;
    }
    false
}

/// The text of a file in MLIR's generic form, if only the MLIR helper can read it.
///
/// # Errors
/// As [`File::read`]; what the helper says.
#[cfg(feature = "mlir")]
pub fn generic(
    folder: &Path,
    name: &str,
    helper: &tfrt_import::Helper,
) -> Result<Option<String>, Vec<String>> {
    let bytes = std::fs::read(folder.join(name)).map_err(|error| unreadable(name, &error))?;
    // What is no text is refused where it is compiled.
    let Ok(text) = String::from_utf8(bytes) else { return Ok(None) };
    let source = Source { name: name.to_owned(), text, first_line: 1 };
    match tfrt_import::generic(&source, helper) {
        Ok(generic) => Ok(generic.map(|generic| generic.text)),
        Err(errors) => Err(messages(name, Some(&source), &errors)),
    }
}

fn unreadable(name: &str, error: &std::io::Error) -> Vec<String> {
    vec![format!("cannot read {name}, relative to Cargo.toml: {error}")]
}

/// The module of a program. `head` is what stands before its braces: attributes, visibility,
/// `mod` and a name.
///
/// `place` says which token a part of the text comes from.
///
/// # Errors
/// What generated Rust cannot express, each at its op.
pub fn module(
    head: &TokenStream,
    lists: &Lists,
    program: &Program,
    place: impl Fn(tfrt_compiler::source::Span) -> Span,
) -> Result<TokenStream, Vec<Diagnostic>> {
    let functions = program.verified.module().functions();
    let places = functions.map(|function| (function.name.clone(), place(function.span)));
    let options = rust::RustOptions { places: places.collect(), ..lists.options() };
    wrap(head, &TokenStream::new(), lists, program, options)
}

/// The module of the functions of a text that have none of its errors, for editors. Errors of these,
/// which show only when a program is planned, are added, so that no mistake hides another.
pub fn salvaged(
    head: &TokenStream,
    lists: &Lists,
    source: &Source,
    place: impl Fn(tfrt_compiler::source::Span) -> Span,
    errors: &mut Vec<Diagnostic>,
) -> TokenStream {
    /// The stages that find errors one after the other are fewer.
    const ROUNDS: usize = 4;
    for _ in 0..ROUNDS {
        let rest = tfrt_compiler::salvage(source, lists.catalogue(), errors);
        // Resources are not resolved here, and what names one would be an error.
        let rest = rest.filter(|program| program.module().resources.is_empty());
        let Some(program) = rest else { break };
        match module(head, lists, &program.into(), &place) {
            Ok(tokens) => return tokens,
            // What was not imported is not compared with kernels.
            #[cfg(feature = "mlir")]
            Err(_) if tfrt_import::may_be_upstream(source, lists.catalogue()) => break,
            Err(more) => errors.extend(more),
        }
    }
    TokenStream::new()
}

/// Adds the errors of functions that have none of these.
fn find_more(lists: &Lists, source: &Source, errors: &mut Vec<Diagnostic>) {
    let head = quote! { mod salvaged };
    drop(salvaged(&head, lists, source, |_| Span::call_site(), errors));
    errors.sort_by_key(|error| error.span.start);
}

fn wrap(
    head: &TokenStream,
    tracked: &TokenStream,
    lists: &Lists,
    program: &Program,
    options: rust::RustOptions<'_>,
) -> Result<TokenStream, Vec<Diagnostic>> {
    let catalogue = lists.catalogue();
    let options = rust::RustOptions { files: &program.files, ..options };
    let program = &program.verified;
    let plan = plan::build(program, catalogue, plan::Panics::PassThrough);
    let items = plan.and_then(|plan| rust::emit(&plan, program, catalogue, &options));
    let items = items.map_err(|mut errors| {
        for error in &mut errors {
            let message = &mut error.message;
            if !name_list(message) && message.starts_with("unknown kernel name") {
                let end = message.find("; did you mean").unwrap_or(message.len());
                message.insert_str(end, &lists.searched());
            }
        }
        errors
    })?;
    let reached = &lists.items;
    Ok(quote! {
        #[allow(
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::restriction,
            dead_code,
            missing_debug_implementations,
            non_camel_case_types,
            non_snake_case,
            unreachable_code,
            unreachable_pub,
            unused,
            unused_qualifications,
            unused_results,
            reason = "generated from a host program"
        )]
        #[doc = "A host program."]
        #head {
            #tracked
            #reached
            #items
        }
    })
}

/// A host program in a file: text, BEF or an ONNX model.
#[derive(Debug)]
pub struct File {
    /// As the user wrote it: in locations and messages.
    name: String,
    absolute: PathBuf,
    /// The text, if it is text.
    source: Option<Source>,
    program: Program,
}

impl File {
    /// Reads and verifies `folder/name`: an ONNX model by its extension, BEF by its first two bytes, else text.
    ///
    /// # Errors
    /// Every problem as a message of its own, with file, line and column where there are any.
    pub fn read(
        folder: &Path,
        name: &str,
        choices: &ModelChoices,
        lists: &Lists,
    ) -> Result<Self, Vec<String>> {
        if name.is_empty() {
            return Err(vec!["expected the name of a file, relative to Cargo.toml".to_owned()]);
        }
        let absolute = folder.join(name);
        let bytes = std::fs::read(&absolute).map_err(|error| unreadable(name, &error))?;
        let catalogue = &lists.catalogue;
        let beside = absolute.parent().unwrap_or(folder);
        #[cfg(not(feature = "onnx"))]
        let ModelChoices { .. } = choices;
        #[cfg(feature = "onnx")]
        if model::is_model(name) {
            let program = model::program(&absolute, bytes.into(), choices, catalogue);
            let program = program.map_err(|problems| {
                problems.into_iter().map(|problem| format!("{name}: {problem}")).collect::<Vec<_>>()
            })?;
            return Ok(Self { name: name.to_owned(), absolute, source: None, program });
        }
        if bytes.starts_with(&[0x0b, 0xef]) {
            let (bytes, beside) = (Blob::from(bytes), Beside::new(beside));
            let verified = tfrt_bef::read_shared(&bytes, &tfrt_bef::Limits::default())
                .map_err(|error| vec![format!("{name}: {error}")])
                .and_then(|mut file| {
                    resource::resolve(&mut file.attributes, Some(&beside))
                        .map_err(|error| vec![format!("{name}: {}", error.message())])?;
                    bef::lift(&file, catalogue)
                        .and_then(|module| verify::verify(module, catalogue))
                        .map_err(|errors| messages(name, None, &errors))
                })?;
            let mut files = beside.asked();
            files.push((absolute.to_string_lossy().into_owned(), bytes));
            let program = Program { verified, files };
            return Ok(Self { name: name.to_owned(), absolute, source: None, program });
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            vec![format!("{name}: not UTF-8 at byte {}", error.utf8_error().valid_up_to())]
        })?;
        let source = Source { name: name.to_owned(), text, first_line: 1 };
        let program = verified(&source, beside, lists).map_err(|mut errors| {
            find_more(lists, &source, &mut errors);
            messages(name, Some(&source), &errors)
        })?;
        Ok(Self { name: name.to_owned(), absolute, source: Some(source), program })
    }

    /// The file's module; cargo compiles it again when the file changes. `live`: with what runs the
    /// file as it is, for runtimes that can.
    ///
    /// # Errors
    /// As [`module`], each with file, line and column where there are any.
    pub fn module(
        &self,
        head: &TokenStream,
        lists: &Lists,
        live: bool,
    ) -> Result<TokenStream, Vec<String>> {
        let path = Literal::string(&self.absolute.to_string_lossy());
        let tracked = quote! { const _: &[u8] = ::core::include_bytes!(#path); };
        let (name, catalogue) = (&self.name, &lists.at_run_time);
        let live = live.then(|| {
            quote! {
                __rt::live::Module::new(#path, #name, || #catalogue)
            }
        });
        let options = rust::RustOptions { live, ..lists.options() };
        wrap(head, &tracked, lists, &self.program, options).map_err(|mut errors| {
            if let Some(source) = &self.source {
                find_more(lists, source, &mut errors);
            }
            messages(&self.name, self.source.as_ref(), &errors)
        })
    }
}

fn messages(name: &str, source: Option<&Source>, errors: &[Diagnostic]) -> Vec<String> {
    let message = |error: &Diagnostic| match source {
        Some(source) => render(std::slice::from_ref(error), source).trim_end().to_owned(),
        None => format!("{name}: {}", error.message),
    };
    errors.iter().map(message).collect()
}
