//! The modules of a crate, and which of them name which others. A name that a module re-exports, or
//! imports for those inside it, is followed to the module that has it.

use crate::source;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module by its names from the root of the crate, which is the empty path.
pub(crate) type ModulePath = Vec<String>;

/// How many re-exports are followed one after the other.
const HOPS: usize = 8;

/// That a module names something of another one, which is not around it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Arrow {
    pub(crate) from: ModulePath,
    pub(crate) to: ModulePath,
    /// File and line.
    pub(crate) place: String,
}

/// A file of a crate.
struct File {
    module: ModulePath,
    /// As it is named in reports.
    name: String,
    code: String,
}

/// What the sources of a crate say of its modules.
#[derive(Default)]
pub(crate) struct Modules {
    /// The arrows between them. Modules of tests are left out.
    pub(crate) arrows: Vec<Arrow>,
    /// Modules that say that they are one unit in several files.
    pub(crate) units: BTreeSet<ModulePath>,
}

/// How a module says that those inside it need each other, and why: `// tidy: one unit. REASON`.
const UNIT: &str = "\n// tidy: one unit. ";

/// Reads the crate with that folder of sources.
pub(crate) fn read(root: &Path, sources: &Path) -> Modules {
    let mut paths = Vec::new();
    source::collect(sources, &mut paths);
    paths.sort();
    let read = |path: PathBuf| fs::read_to_string(&path).ok().map(|text| (path, text));
    let texts: Vec<_> = paths.into_iter().filter_map(read).collect();
    let mut files = Vec::new();
    let mut units = BTreeSet::new();
    for (path, text) in &texts {
        if let Some(module) = module(sources, path) {
            if text.contains(UNIT) {
                units.insert(module.clone());
            }
            let name = path.strip_prefix(root).unwrap_or(path).display().to_string();
            files.push((File { module, name, code: source::code(text) }, text.as_str()));
        }
    }
    Modules { arrows: arrows_of(files), units }
}

/// The module that a file is, if it is one of Rust.
fn module(sources: &Path, file: &Path) -> Option<ModulePath> {
    let inner = file.strip_prefix(sources).ok()?;
    let inner = inner.to_str()?.strip_suffix(".rs")?.to_owned();
    let mut path: ModulePath = inner.split('/').map(str::to_owned).collect();
    if path.last().is_some_and(|last| last == "mod" || (path.len() == 1 && is_root(last))) {
        path.pop();
    }
    Some(path)
}

fn is_root(name: &str) -> bool {
    matches!(name, "lib" | "main")
}

/// The arrows of files, each with its whole text.
fn arrows_of(files: Vec<(File, &str)>) -> Vec<Arrow> {
    let mut tests: BTreeSet<ModulePath> = BTreeSet::new();
    // Modules whose file has another name: by the name in paths.
    let mut renamed: BTreeMap<ModulePath, String> = BTreeMap::new();
    for (file, text) in &files {
        for (attributes, name) in declarations(text) {
            let inside = |name: &str| [&file.module[..], &[name.to_owned()]].concat();
            if attributes.contains("cfg(") && attributes.contains("test") {
                tests.insert(inside(name));
            }
            if let Some((_, rest)) = attributes.split_once("path = \"")
                && let Some((other, _)) = rest.split_once(".rs\"")
            {
                renamed.insert(inside(name), other.to_owned());
            }
        }
    }
    let is_test = |path: &[String]| (1..=path.len()).any(|end| tests.contains(&path[..end]));
    let files: Vec<File> = files.into_iter().map(|(file, _)| file).collect();
    let files: Vec<File> = files.into_iter().filter(|file| !is_test(&file.module)).collect();
    let mut tree = Tree { renamed, ..Tree::default() };
    tree.modules.extend(files.iter().map(|file| file.module.clone()));
    for file in &files {
        for (path, name, _) in imports(&file.code) {
            tree.names.insert((file.module.clone(), name), absolute(&file.module, &path));
        }
    }
    let mut arrows = Vec::new();
    for file in &files {
        let rooted = rooted(&file.code);
        let imported = imports(&file.code).into_iter().map(|(path, _, at)| (path, at));
        for (path, at) in imported.chain(rooted) {
            let Some(path) = absolute(&file.module, &path) else { continue };
            let Some(to) = tree.owner(&path, HOPS) else { continue };
            if !file.module.starts_with(&to) {
                let line = file.code[..at].matches('\n').count() + 1;
                let place = format!("{}:{line}", file.name);
                arrows.push(Arrow { from: file.module.clone(), to, place });
            }
        }
    }
    arrows
}

/// What names mean.
#[derive(Default)]
struct Tree {
    modules: BTreeSet<ModulePath>,
    renamed: BTreeMap<ModulePath, String>,
    /// By module and name: the path that it imports under that name, if it is one of the crate.
    names: BTreeMap<(ModulePath, String), Option<ModulePath>>,
}

impl Tree {
    /// The module that has what a path from the root names; none if it is of another crate.
    fn owner(&self, path: &[String], hops: usize) -> Option<ModulePath> {
        let mut at: ModulePath = Vec::new();
        for (index, name) in path.iter().enumerate() {
            let mut inner = [&at[..], std::slice::from_ref(name)].concat();
            if let Some(file) = self.renamed.get(&inner) {
                inner.pop();
                inner.push(file.clone());
            }
            if self.modules.contains(&inner) {
                at = inner;
                continue;
            }
            return match self.names.get(&(at.clone(), name.clone())) {
                Some(Some(target)) if hops > 0 && *target != path[..=index] => {
                    self.owner(&[&target[..], &path[index + 1..]].concat(), hops - 1)
                }
                Some(None) => None,
                _ => Some(at),
            };
        }
        Some(at)
    }
}

/// The path from the root, of a path in a module; none if it starts with another crate.
fn absolute(module: &[String], path: &[String]) -> Option<ModulePath> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some([module, rest].concat()),
        "super" => {
            let up = path.iter().take_while(|name| *name == "super").count();
            let outer = module.len().checked_sub(up)?;
            Some([&module[..outer], &path[up..]].concat())
        }
        // A child of the module, or another crate. Then there is no such module.
        _ => Some([module, path].concat()),
    }
}

/// The modules that a file declares and that are in other files: the attributes before each, and its name.
fn declarations(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut attributes = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let bare = line.trim();
        let words: Vec<&str> = bare.strip_suffix(';').unwrap_or("").split(' ').collect();
        if let [.., "mod", name] = words[..] {
            found.push((&text[attributes..at], name));
        }
        if !bare.starts_with("#[") {
            attributes = end;
        }
        at = end;
    }
    found
}

/// The paths of `use` declarations, with the names that they get and their places.
fn imports(code: &str) -> Vec<(ModulePath, String, usize)> {
    let mut found = Vec::new();
    for at in words(code, "use") {
        let rest = &code[at + "use".len()..];
        // `impl Trait + use<'a>` is no declaration.
        if rest.starts_with('<') {
            continue;
        }
        let end = rest.find(';').unwrap_or(rest.len());
        leaves(&rest[..end], &mut Vec::new(), &mut |path, name| {
            found.push((path.to_vec(), name.to_owned(), at));
        });
    }
    found
}

/// The paths that start with `crate`, `self` or `super` outside of `use` declarations.
fn rooted(code: &str) -> Vec<(ModulePath, usize)> {
    let mut found = Vec::new();
    for root in ["crate", "self", "super"] {
        for at in words(code, root) {
            let before = code[..at].trim_end();
            if !code[at + root.len()..].starts_with("::") || before.ends_with(['$', ':']) {
                continue;
            }
            let end = code[at..].find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':')));
            let path = &code[at..end.map_or(code.len(), |end| at + end)];
            let path = path.split("::").filter(|name| !name.is_empty());
            found.push((path.map(str::to_owned).collect(), at));
        }
    }
    found
}

/// Where a word stands by itself.
fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    code.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        !inside(code[..at].chars().next_back()) && !inside(code[at + word.len()..].chars().next())
    })
}

/// Each path of a tree of imports, with the name that it gets.
fn leaves(tree: &str, prefix: &mut ModulePath, found: &mut dyn FnMut(&[String], &str)) {
    let tree = tree.trim();
    let before = prefix.len();
    if let Some((path, group)) = tree.split_once('{') {
        prefix.extend(path.split("::").map(|name| name.trim().to_owned()));
        prefix.retain(|name| !name.is_empty());
        let group = group.strip_suffix('}').unwrap_or(group);
        let (mut depth, mut start) = (0_usize, 0);
        for (at, byte) in group.bytes().enumerate() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                b',' if depth == 0 => {
                    leaves(&group[start..at], prefix, found);
                    start = at + 1;
                }
                _ => {}
            }
        }
        leaves(&group[start..], prefix, found);
    } else if !tree.is_empty() {
        let (path, renamed) = match tree.split_once(" as ") {
            Some((path, name)) => (path, Some(name.trim())),
            None => (tree, None),
        };
        prefix.extend(path.split("::").map(|name| name.trim().to_owned()));
        // `a::{self}` and `a::*` are of `a`.
        prefix.retain(|name| !name.is_empty() && name != "*");
        if prefix.len() > 1 && prefix.last().is_some_and(|last| last == "self") {
            prefix.pop();
        }
        if let Some(last) = prefix.last() {
            found(prefix, renamed.unwrap_or(last));
        }
    }
    prefix.truncate(before);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> ModulePath {
        text.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    /// The arrows of files, each given by its module and its text.
    fn found(files: &[(&str, &'static str)]) -> Vec<String> {
        let file = |&(module, text): &(&str, &'static str)| {
            let (module, name) = (path(module), format!("{module}.rs"));
            (File { module, name, code: source::code(text) }, text)
        };
        let arrows = arrows_of(files.iter().map(file).collect());
        let shown = |arrow: &Arrow| {
            format!("{}: {} -> {}", arrow.place, arrow.from.join("::"), arrow.to.join("::"))
        };
        let mut shown: Vec<_> = arrows.iter().map(shown).collect();
        shown.sort();
        shown.dedup();
        shown
    }

    #[test]
    fn paths_and_groups_are_arrows() {
        let files = [
            ("", "mod a; mod b;"),
            (
                "a",
                "use crate::{b::{c::D, e}, b as other};\nfn f() { super::b::c::g(); super::f() }",
            ),
            ("b", "pub mod c;"),
            ("b::c", "pub struct D;\nuse super::super::a::f;\npub(crate) fn g() {}"),
        ];
        let expected =
            ["a.rs:1: a -> b", "a.rs:1: a -> b::c", "a.rs:2: a -> b::c", "b::c.rs:2: b::c -> a"];
        assert_eq!(found(&files), expected);
    }

    #[test]
    fn what_is_exported_again_is_followed() {
        let files = [
            ("", "mod a; mod b;\npub use b::{c::{D, E as F}};\npub use std::fmt;"),
            ("a", "use crate::D;\nuse crate::{F, fmt::Debug};"),
            ("b", "pub mod c;\nuse c::D;"),
            ("b::c", "pub struct D; pub struct E;"),
            ("b::x", "use super::D;"),
        ];
        let expected = [
            ".rs:2:  -> b::c",
            "a.rs:1: a -> b::c",
            "a.rs:2: a -> b::c",
            "b.rs:2: b -> b::c",
            "b::x.rs:1: b::x -> b::c",
        ];
        assert_eq!(found(&files), expected);
    }

    #[test]
    fn tests_are_left_out_and_renamed_files_found() {
        let files = [
            (
                "",
                "#[cfg(all(test, loom))]\nmod a;\n#[doc(hidden)]\n#[path = \"plain.rs\"]\npub mod __b;",
            ),
            ("a", "use crate::c::D;"),
            ("c", "use crate::__b::E;"),
            ("plain", "pub struct E;"),
        ];
        assert_eq!(found(&files), ["c.rs:1: c -> plain"]);
    }
}
