//! Compiles host programs to Rust modules in a build script, like `tfrt_graph!`, but for a whole
//! folder and into readable files.
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), tfrt_build::Errors> {
//!     tfrt_build::compile("graphs/")
//! }
//! ```
//!
//! Every `.mlir`, `.bef` and `.onnx` file of the folder becomes a public module of its file name, and every
//! folder in it a module of those of its files. The crate takes them in with
//!
//! ```text
//! tfrt::include_graphs!("graphs");
//! ```
//!
//! Programs with kernels of your own name the lists that `tfrt::kernels!` made of them:
//!
//! ```no_run
//! # fn main() -> Result<(), tfrt_build::Errors> {
//! tfrt_build::Config::new().kernels("crate::MY").compile("graphs/")
//! # }
//! ```
//!
//! The modules are the same tokens as the macro's, formatted. A build script cannot see the crate's
//! kernels: where programs name lists, a module is a call of `tfrt_graph!`, and the program is checked
//! when the crate compiles.

mod folder;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
#[cfg(feature = "mlir")]
pub use tfrt_expand::Helper;
use tfrt_expand::{File, Lists, ModelChoices, is_model, model_lists};

/// Compiles a folder of host programs, or one file, that use core kernels only. See
/// [`Config::compile`].
///
/// # Errors
/// As there.
pub fn compile(path: impl AsRef<Path>) -> Result<(), Errors> {
    Config::new().compile(path)
}

/// How programs are compiled.
///
/// ```no_run
/// # fn main() -> Result<(), tfrt_build::Errors> {
/// tfrt_build::Config::new().kernels("crate::MY").compile("graphs/")
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Config {
    kernels: Vec<String>,
    runtime: Option<String>,
    manifest_dir: Option<PathBuf>,
    out_dir: Option<PathBuf>,
    /// Of models, by their files.
    bind: Vec<(String, String, i64)>,
    math: Vec<(String, String)>,
    #[cfg(feature = "mlir")]
    helper: Option<Helper>,
}

/// Every problem that was found: names of files that cannot be modules', then problems of programs,
/// each in the order of the files.
///
/// `Debug` prints what `Display` does, because that is what cargo shows of a build script whose
/// `main` returns an error.
///
/// ```no_run
/// if let Err(errors) = tfrt_build::compile("graphs/") {
///     println!("cargo::warning={} problems", errors.messages().len());
/// }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Errors {
    messages: Vec<String>,
}

impl Errors {
    /// Each problem: file, line and column where there are any, what is wrong, and the source line.
    #[must_use]
    pub fn messages(&self) -> &[String] {
        &self.messages
    }

    fn one(message: String) -> Self {
        Self { messages: vec![message] }
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.messages.len();
        writeln!(f, "{count} problem{} in host programs", if count == 1 { "" } else { "s" })?;
        for message in &self.messages {
            writeln!(f, "\n{message}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Errors {}

impl Config {
    /// Core kernels only; folders as cargo tells a build script.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Where generated code finds the crate `tfrt`, instead of at `::tfrt`: for crates that rename
    /// it in their manifest.
    #[must_use]
    pub fn runtime(mut self, path: &str) -> Self {
        self.runtime = Some(path.to_owned());
        self
    }

    /// Names a list of kernels, by its path in the crate or in another: `crate::MY`.
    #[must_use]
    pub fn kernels(mut self, list: &str) -> Self {
        self.kernels.push(list.to_owned());
        self
    }

    /// The folder that paths begin at, instead of `CARGO_MANIFEST_DIR`.
    #[must_use]
    pub fn manifest_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.manifest_dir = Some(folder.into());
        self
    }

    /// The folder that the generated file goes to, instead of `OUT_DIR`.
    #[must_use]
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// Gives a size that the ONNX model `file` leaves open a number, so that its memory is planned: `name` is a symbol,
    /// or INPUT.AXIS. Files are named as they are below the folder that is compiled: `vision/net.onnx`.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), tfrt_build::Errors> {
    /// tfrt_build::Config::new().bind("net.onnx", "batch", 1).compile("models/")
    /// # }
    /// ```
    #[must_use]
    pub fn bind(mut self, file: &str, name: &str, size: i64) -> Self {
        self.bind.push((file.to_owned(), name.to_owned(), size));
        self
    }

    /// Whether results of the ONNX model `file` may have other last bits than its ops give: `exact`, `default` or
    /// `fast`.
    #[must_use]
    pub fn math(mut self, file: &str, mode: &str) -> Self {
        self.math.push((file.to_owned(), mode.to_owned()));
        self
    }

    /// What is chosen for models, by their paths as [`folder::find`] names them.
    ///
    /// # Errors
    /// What is named is no model of the folder.
    fn choices(
        &self,
        (root, path): (&Path, &Path),
        tree: &folder::Programs,
    ) -> Result<HashMap<String, ModelChoices>, Errors> {
        let mut models: HashMap<String, ModelChoices> = HashMap::new();
        let mut folders = vec![tree];
        while let Some(folder) = folders.pop() {
            let files = folder.files.iter().map(|(_, file)| file).filter(|file| is_model(file));
            models.extend(files.map(|file| (file.clone(), ModelChoices::default())));
            folders.extend(&folder.folders);
        }
        let full = |file: &str| match path.file_name() {
            Some(name) if root.join(path).is_file() && name == file => path.to_owned(),
            _ => path.join(file),
        };
        let mut unknown = Vec::new();
        let named = self.bind.iter().map(|(file, ..)| file);
        for file in named.chain(self.math.iter().map(|(file, _)| file)) {
            if !models.contains_key(&*full(file).to_string_lossy()) {
                let shown = path.display();
                unknown.push(format!(
                    "'{file}', of which something is chosen, is no ONNX model in {shown}"
                ));
            }
        }
        unknown.dedup();
        if !unknown.is_empty() {
            return Err(Errors { messages: unknown });
        }
        for (file, name, size) in &self.bind {
            if let Some(choices) = models.get_mut(&*full(file).to_string_lossy()) {
                choices.bind.push((name.clone(), *size));
            }
        }
        for (file, mode) in &self.math {
            if let Some(choices) = models.get_mut(&*full(file).to_string_lossy()) {
                choices.math = Some(mode.clone());
            }
        }
        Ok(models)
    }

    /// Has an MLIR helper ([`Helper::find`]) read the files of upstream dialects that need it: those in
    /// MLIR's pretty form, or with branches between blocks. What it prints is kept in `OUT_DIR` and
    /// compiled in place of the file, so files with resources beside them are not supported.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let helper = tfrt_build::Helper::find().ok_or("tfrt-mlir is not installed")?;
    /// let config = tfrt_build::Config::new().kernels("tfrt::MLIR").mlir_helper(helper);
    /// config.compile("graphs/")?;
    /// # Ok(())
    /// # }
    /// ```
    #[cfg(feature = "mlir")]
    #[must_use]
    pub fn mlir_helper(mut self, helper: Helper) -> Self {
        self.helper = Some(helper);
        self
    }

    /// Compiles a folder of host programs, or one file, relative to the crate's manifest, into
    /// `OUT_DIR/NAME.rs`, where `NAME` is the last part of the path without extension. Tells cargo
    /// to run the build script again when something in it changes.
    ///
    /// # Errors
    /// Every problem of every program at once, those of the names of files first; then nothing is
    /// written. Also a path or variable that is not there, and what the file system refuses.
    pub fn compile(&self, path: impl AsRef<Path>) -> Result<(), Errors> {
        let path = path.as_ref();
        let root = folder_of(self.manifest_dir.as_deref(), "CARGO_MANIFEST_DIR")?;
        let out = folder_of(self.out_dir.as_deref(), "OUT_DIR")?;
        track(&root.join(path));
        let mut means = self.means(&root, path)?;
        let mut messages = Vec::new();
        #[cfg_attr(not(feature = "mlir"), expect(unused_mut, reason = "no file is replaced"))]
        let mut tree = folder::find(&root, path, &mut messages);
        means.choices = self.choices((&root, path), &tree)?;
        #[cfg(feature = "mlir")]
        if let Some(helper) = &self.helper {
            let generic = out.join(format!("{}.generic", tree.name));
            replace_by_generic(&mut tree, &root, &generic, helper, &mut messages);
        }
        let modules = expand(&tree, &means, 0, &mut messages);
        if !messages.is_empty() {
            return Err(Errors { messages });
        }
        let imports = if modules.is_empty() { TokenStream::new() } else { means.imports() };
        let file = syn::parse2(quote! { #imports #modules })
            .map_err(|error| Errors::one(format!("generated code is not Rust: {error}")))?;
        let code = means.say_whence(prettyplease::unparse(&file));
        let target = out.join(format!("{}.rs", tree.name));
        std::fs::write(&target, code)
            .map_err(|error| Errors::one(format!("cannot write {}: {error}", target.display())))
    }

    /// How each file becomes a module.
    fn means(&self, root: &Path, path: &Path) -> Result<Means, Errors> {
        let runtime = self.runtime.as_deref().unwrap_or("::tfrt");
        let runtime: syn::Path = syn::parse_str(runtime).map_err(|error| {
            Errors::one(format!("'{runtime}' is not the path of a crate: {error}"))
        })?;
        let list = |text: &String| match syn::parse_str::<syn::Path>(text) {
            Ok(path)
                if !matches!(path.segments[0].ident.to_string().as_str(), "self" | "super") =>
            {
                Ok(path)
            }
            _ => Err(Errors::one(format!(
                "'{text}' is not the path of a list of kernels, such as `crate::MY`"
            ))),
        };
        let lists: Vec<syn::Path> = self.kernels.iter().map(list).collect::<Result<_, _>>()?;
        if lists.is_empty() {
            let lists = Lists::new(Some(&quote! { #runtime }), &[], TokenStream::new())
                .map_err(|failure| Errors::one(failure.message))?;
            let programs = Programs::Here(lists);
            return Ok(Means { root: root.to_owned(), runtime, programs, choices: HashMap::new() });
        }
        // The macro's paths begin at the crate's manifest.
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let prefix =
            if manifest.as_deref() == Some(root) { PathBuf::new() } else { root.to_owned() };
        let folder: String = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = folder.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        let named = |(index, list): (usize, syn::Path)| {
            let last = list.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            let same = self.kernels[..index].iter().filter(|other| other.ends_with(&last)).count();
            let number = if same > 0 { format!("_{index}") } else { String::new() };
            (format_ident!("__{folder}_{last}{number}"), list)
        };
        let lists = lists.into_iter().enumerate().map(named).collect();
        let programs = Programs::Macro { prefix, lists };
        Ok(Means { root: root.to_owned(), runtime, programs, choices: HashMap::new() })
    }
}

/// How a file becomes a module.
struct Means {
    root: PathBuf,
    /// The path of the crate `tfrt`.
    runtime: syn::Path,
    programs: Programs,
    /// What is chosen for models.
    choices: HashMap<String, ModelChoices>,
}

/// How programs become modules. A model is always compiled in the build script, which knows its kernels.
enum Programs {
    /// They are compiled in the build script.
    Here(Lists),
    /// The crate calls the macro. Every module has a list by the name of one import, so that a list
    /// that is not there is one error, and not one for each module.
    Macro { prefix: PathBuf, lists: Vec<(Ident, syn::Path)> },
}

impl Means {
    /// The imports of lists.
    fn imports(&self) -> TokenStream {
        let Programs::Macro { lists, .. } = &self.programs else { return TokenStream::new() };
        lists.iter().map(|(name, path)| quote! { use #path as #name; }).collect()
    }

    /// The module of a model, which names no lists.
    fn model(&self, file: &str, head: &TokenStream) -> Result<TokenStream, Vec<String>> {
        let lists = model_lists(Some(&self.runtime.to_token_stream()))
            .map_err(|what| vec![format!("{file}: {what}")])?;
        let choices = self.choices.get(file).cloned().unwrap_or_default();
        File::read(&self.root, file, &choices, &lists)?.module(head, &lists, false)
    }

    /// The code with comments behind the imports, which errors about them show.
    fn say_whence(&self, mut code: String) -> String {
        let Programs::Macro { lists, .. } = &self.programs else { return code };
        for (name, _) in lists {
            let end = format!(" as {name};\n");
            let said = format!(" as {name}; // named by the build script\n");
            code = code.replacen(&end, &said, 1);
        }
        code
    }
}

/// A folder that the caller or else cargo names.
fn folder_of(given: Option<&Path>, variable: &str) -> Result<PathBuf, Errors> {
    let missing = || Errors::one(format!("{variable} is not set: is this a build script?"));
    match given {
        Some(folder) => Ok(folder.to_owned()),
        None => std::env::var_os(variable).map(PathBuf::from).ok_or_else(missing),
    }
}

/// Has cargo run the build script again when the path, or something in it, changes. What the script itself
/// writes is newer than the script's start, so that cargo would run it each time.
#[expect(clippy::print_stdout, reason = "a build script talks to cargo on standard output")]
fn track(path: &Path) {
    if std::env::var_os("OUT_DIR").is_some_and(|out| path.starts_with(out)) {
        return;
    }
    println!("cargo::rerun-if-changed={}", path.display());
}

/// Has the helper read the files that need it, and names what it prints in their place, below `out`.
#[cfg(feature = "mlir")]
fn replace_by_generic(
    tree: &mut folder::Folder,
    root: &Path,
    out: &Path,
    helper: &Helper,
    messages: &mut Vec<String>,
) {
    for (_, file) in &mut tree.files {
        let written = match tfrt_expand::generic(root, file, helper) {
            Ok(None) => continue,
            Ok(Some(text)) => {
                let target = out.join(&*file);
                let folder = target.parent().map_or(Ok(()), std::fs::create_dir_all);
                let written = folder.and_then(|()| std::fs::write(&target, text));
                written
                    .map(|()| target.to_string_lossy().into_owned())
                    .map_err(|error| vec![format!("cannot write {}: {error}", target.display())])
            }
            Err(problems) => Err(problems),
        };
        match written {
            Ok(target) => *file = target,
            Err(problems) => messages.extend(problems),
        }
    }
    for inner in &mut tree.folders {
        replace_by_generic(inner, root, out, helper, messages);
    }
}

/// The modules of a folder that is so many folders down. Problems are added to `messages`.
fn expand(
    folder: &folder::Programs,
    means: &Means,
    depth: usize,
    messages: &mut Vec<String>,
) -> TokenStream {
    let mut items = TokenStream::new();
    for (name, file) in &folder.files {
        let name = folder::ident(name);
        let head = quote! { pub mod #name };
        let Means { root, runtime, programs, .. } = means;
        match programs {
            _ if is_model(file) => match means.model(file, &head) {
                Ok(module) => items.extend(module),
                Err(problems) => messages.extend(problems),
            },
            Programs::Here(lists) => {
                match File::read(root, file, &ModelChoices::default(), lists)
                    .and_then(|file| file.module(&head, lists, false))
                {
                    Ok(module) => items.extend(module),
                    Err(problems) => messages.extend(problems),
                }
            }
            Programs::Macro { prefix, lists } => {
                let path = prefix.join(file);
                let path = path.to_string_lossy();
                let up = std::iter::repeat_n(quote! { super:: }, depth);
                let up: TokenStream = if depth == 0 {
                    quote! { self:: }
                } else {
                    up.collect()
                };
                let lists = lists.iter().map(|(name, _)| quote! { #up #name });
                items.extend(quote! {
                    #runtime::tfrt_graph! {
                        crate = #runtime;
                        #head = #path;
                        kernels = [#(#lists),*];
                    }
                });
            }
        }
    }
    for inner in &folder.folders {
        let name = folder::ident(&inner.name);
        let inner = expand(inner, means, depth + 1, messages);
        items.extend(quote! {
            #[allow(unreachable_pub, reason = "generated from host programs")]
            #[doc = "A folder of host programs."]
            pub mod #name { #inner }
        });
    }
    items
}
