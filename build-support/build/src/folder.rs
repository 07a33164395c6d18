//! Finds the programs at a path and names their modules.

use proc_macro2::{Ident, Span};
use std::fs;
use std::path::Path;

/// The deepest nesting of folders that is searched.
const MAX_DEPTH: usize = 32;

/// A folder of programs, in the order of their names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Programs {
    pub(crate) name: String,
    /// Module name and path relative to the root.
    pub(crate) files: Vec<(String, String)>,
    pub(crate) folders: Vec<Programs>,
}

/// The programs at `root/path`, a folder or a file. A program whose file's name is a problem has a
/// module of another name, so that its other problems are found too.
pub(crate) fn find(root: &Path, path: &Path, problems: &mut Vec<String>) -> Programs {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut folder = Programs { name: name.clone(), files: Vec::new(), folders: Vec::new() };
    if name.is_empty() {
        let shown = path.display();
        problems.push(format!("{shown}: not the path of a folder or file with a name"));
    } else if root.join(path).is_file() {
        let shown = path.to_string_lossy().into_owned();
        folder.files.push((module_name(&name, &shown, problems), shown));
    } else {
        folder = walk(root, path, name, 0, problems);
    }
    folder
}

fn walk(
    root: &Path,
    path: &Path,
    name: String,
    depth: usize,
    problems: &mut Vec<String>,
) -> Programs {
    let mut folder = Programs { name, files: Vec::new(), folders: Vec::new() };
    let shown = path.display();
    if depth > MAX_DEPTH {
        problems.push(format!("{shown}: folders nest deeper than {MAX_DEPTH}"));
        return folder;
    }
    let entries = fs::read_dir(root.join(path)).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => {
            problems.push(format!("cannot read {shown}, relative to Cargo.toml: {error}"));
            return folder;
        }
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let inner = path.join(entry.file_name());
        let shown = inner.to_string_lossy().into_owned();
        let is_folder = inner_is_folder(&root.join(&inner));
        let extension = inner.extension().and_then(|extension| extension.to_str());
        if !is_folder && !matches!(extension, Some("mlir" | "bef" | "onnx")) {
            continue;
        }
        let mut problems_inside = Vec::new();
        let inside =
            is_folder.then(|| walk(root, &inner, String::new(), depth + 1, &mut problems_inside));
        let empty = |inside: &Programs| inside.files.is_empty() && inside.folders.is_empty();
        if inside.as_ref().is_some_and(empty) && problems_inside.is_empty() {
            // A folder without programs is no module.
            continue;
        }
        let stem = if is_folder { inner.file_name() } else { inner.file_stem() };
        let stem = stem.unwrap_or_default().to_string_lossy();
        let name = module_name(&stem, &shown, problems);
        let taken = folder.files.iter().map(|(other, _)| other);
        let mut taken = taken.chain(folder.folders.iter().map(|other| &other.name));
        if name != NAMELESS && taken.any(|other| *other == name) {
            problems.push(format!("{shown}: there is a module '{name}' already"));
        }
        problems.append(&mut problems_inside);
        match inside {
            Some(inside) => folder.folders.push(Programs { name, ..inside }),
            None => folder.files.push((name, shown)),
        }
    }
    folder
}

fn inner_is_folder(path: &Path) -> bool {
    // Through a link too: what a link leads to is the user's choice.
    fs::metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// What stands for a name that cannot be a module's.
const NAMELESS: &str = "nameless__";

/// A file's name as a module's: an identifier, with `-` read as `_`.
fn module_name(stem: &str, shown: &str, problems: &mut Vec<String>) -> String {
    let name = stem.replace('-', "_");
    if syn::parse_str::<Ident>(&name).is_ok()
        || syn::parse_str::<Ident>(&format!("r#{name}")).is_ok()
    {
        return name;
    }
    problems.push(format!("{shown}: '{stem}' cannot be the name of a module"));
    NAMELESS.to_owned()
}

/// The identifier of a module's name; a keyword is written raw.
pub(crate) fn ident(name: &str) -> Ident {
    syn::parse_str(name).unwrap_or_else(|_| Ident::new_raw(name, Span::call_site()))
}
