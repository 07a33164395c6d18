//! Finds the programs at a path and names their modules.

use proc_macro2::{Ident, Span};
use std::fs;
use std::path::Path;

/// The deepest nesting of folders that is searched.
const MAX_DEPTH: usize = 32;

/// A folder of programs, in the order of their names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Folder {
    pub(crate) name: String,
    /// Module name and path relative to the root.
    pub(crate) files: Vec<(String, String)>,
    pub(crate) folders: Vec<Folder>,
}

/// The programs at `root/path`, a folder or a file.
pub(crate) fn find(root: &Path, path: &Path) -> Result<Folder, Vec<String>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if name.is_empty() {
        return Err(vec![format!(
            "{}: not the path of a folder or file with a name",
            path.display()
        )]);
    }
    let absolute = root.join(path);
    let mut problems = Vec::new();
    let folder = if absolute.is_file() {
        let shown = path.to_string_lossy().into_owned();
        let file = module_name(&name, &shown).map(|name| (name, shown));
        let files = file.map_err(|problem| vec![problem])?;
        Folder { name, files: vec![files], folders: Vec::new() }
    } else {
        walk(root, path, name, 0, &mut problems)
    };
    if problems.is_empty() { Ok(folder) } else { Err(problems) }
}

fn walk(
    root: &Path,
    path: &Path,
    name: String,
    depth: usize,
    problems: &mut Vec<String>,
) -> Folder {
    let mut folder = Folder { name, files: Vec::new(), folders: Vec::new() };
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
        if !is_folder && !matches!(extension, Some("mlir" | "bef")) {
            continue;
        }
        let stem = if is_folder { inner.file_name() } else { inner.file_stem() };
        let name = match module_name(&stem.unwrap_or_default().to_string_lossy(), &shown) {
            Ok(name) => name,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        let taken = folder.files.iter().map(|(other, _)| other);
        if let Some(other) =
            taken.chain(folder.folders.iter().map(|f| &f.name)).find(|n| **n == name)
        {
            problems.push(format!("{shown}: there is a module '{other}' already"));
        } else if is_folder {
            folder.folders.push(walk(root, &inner, name, depth + 1, problems));
        } else {
            folder.files.push((name, shown));
        }
    }
    // A folder without programs is no module.
    folder.folders.retain(|inner| !inner.files.is_empty() || !inner.folders.is_empty());
    folder
}

fn inner_is_folder(path: &Path) -> bool {
    // Through a link too: what a link leads to is the user's choice.
    fs::metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// A file's name as a module's: an identifier, with `-` read as `_`.
fn module_name(stem: &str, shown: &str) -> Result<String, String> {
    let name = stem.replace('-', "_");
    if syn::parse_str::<Ident>(&name).is_ok()
        || syn::parse_str::<Ident>(&format!("r#{name}")).is_ok()
    {
        return Ok(name);
    }
    Err(format!("{shown}: '{stem}' cannot be the name of a module"))
}

/// The identifier of a module's name; a keyword is written raw.
pub(crate) fn ident(name: &str) -> Ident {
    syn::parse_str(name).unwrap_or_else(|_| Ident::new_raw(name, Span::call_site()))
}
