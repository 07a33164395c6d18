//! `cargo xtask tidy`: structural rules that no compiler checks.

use crate::{breaks, crates, layers, source, words};
use std::fs;
use std::path::Path;

/// A file longer than this is two files, unless it says that it is a table.
const MAX_LINES: usize = 800;

/// Runs all rules and reports every breach.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let mut breaches = Vec::new();
    let mut unsafe_files = Vec::new();
    let mut files = Vec::new();
    for folder in
        ["build-support", "codegen-tests", "compiler", "docs", "examples", "macros", "runtime"]
    {
        source::collect(&root.join(folder), &mut files);
    }
    files.sort();
    for path in &files {
        let Ok(text) = fs::read_to_string(path) else { continue };
        let name = path.strip_prefix(root).unwrap_or(path).display().to_string();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => {
                rust(&name, &text, &mut breaches, &mut unsafe_files);
                untested(root, &name, &text, &mut breaches);
            }
            Some("md") => markdown(root, &name, &text, &mut breaches),
            _ => {}
        }
    }
    for name in ["README.md", "ARCHITECTURE.md", "SECURITY.md", "STYLE.md"] {
        match fs::read_to_string(root.join(name)) {
            Ok(text) => markdown(root, name, &text, &mut breaches),
            Err(error) => breaches.push(format!("{name}: {error}")),
        }
    }
    let crates = crates::rows(root);
    crates::check(root, &crates, &mut breaches);
    layers::check(root, &crates, &mut breaches);
    words::check(root, &files, &mut breaches);
    match breaks::stale(root) {
        Ok(stale) => breaches.extend(stale),
        Err(error) => breaches.push(error),
    }
    println!("tidy: {} files; unsafe code in:", files.len());
    for file in unsafe_files {
        println!("  {file}");
    }
    if breaches.is_empty() { Ok(()) } else { Err(breaches.join("\n")) }
}

fn rust(name: &str, text: &str, breaches: &mut Vec<String>, unsafe_files: &mut Vec<String>) {
    // Golden expansions and compile-fail inputs are data.
    if name.contains("/expanded/") || name.contains("/ui/") {
        return;
    }
    if !text.starts_with("//!") {
        breaches.push(format!("{name}: does not start with a `//!` that says what it is for"));
    }
    let lines = text.lines().count();
    if lines > MAX_LINES && !text.contains("// tidy: table") {
        breaches.push(format!("{name}: {lines} lines; more than {MAX_LINES} is two files"));
    }
    // The markers are put together here so that this file does not find itself.
    let blocks = text.matches(concat!("unsafe", " {")).count();
    if blocks > 0 || text.contains(concat!("expect(unsafe", "_code")) {
        unsafe_files.push(format!("{name} ({blocks} blocks)"));
    }
    for (index, line) in text.lines().enumerate() {
        if line.ends_with(' ') || line.contains('\t') {
            breaches.push(format!("{name}:{}: trailing blank or tab", index + 1));
        }
        if line.contains(concat!("std::sync::", "atomic"))
            && in_values(name)
            && !text.contains("// tidy: std atomics")
        {
            breaches.push(format!("{name}:{}: atomics come from `sync`", index + 1));
        }
    }
}

/// A unit test in a library that cargo does not build for tests would never run.
fn untested(root: &Path, name: &str, text: &str, breaches: &mut Vec<String>) {
    let Some((package, _)) = name.split_once("/src/") else { return };
    if !text.contains(concat!("#[", "test]")) {
        return;
    }
    let manifest = fs::read_to_string(root.join(package).join("Cargo.toml")).unwrap_or_default();
    let library = manifest.split_once("\n[lib]\n").map_or("", |(_, rest)| rest);
    let library = library.split_once("\n[").map_or(library, |(library, _)| library);
    if library.lines().any(|line| line == "test = false") {
        breaches
            .push(format!("{name}: has a test, but {package}/Cargo.toml says that there is none"));
    }
}

/// The value module without its tests, where loom must be able to take std's place.
fn in_values(name: &str) -> bool {
    name.starts_with("runtime/host/src/value") && !name.contains("tests")
}

/// Every path that prose names in backquotes must exist.
fn markdown(root: &Path, name: &str, text: &str, breaches: &mut Vec<String>) {
    let folder = root.join(name);
    let folder = folder.parent().unwrap_or(root);
    for word in text.split('`').skip(1).step_by(2) {
        let is_path = word.contains('/')
            && !word.contains(|c: char| c.is_whitespace() || "<>*{}()=:$,@%!".contains(c))
            && [".rs", ".md", ".toml", ".mlir", "/"].iter().any(|end| word.ends_with(end));
        if is_path && !in_a_clone(&root.join(word)) && !in_a_clone(&folder.join(word)) {
            breaches.push(format!("{name}: names `{word}`, which does not exist"));
        }
    }
}

/// Whether a clone has the path too: git keeps no empty folder.
fn in_a_clone(path: &Path) -> bool {
    path.is_file() || fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some())
}
