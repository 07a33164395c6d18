//! `cargo xtask tidy`: structural rules that no compiler checks.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A file longer than this is two files, unless it says that it is a table.
const MAX_LINES: usize = 800;

/// Which of our crates each crate may use. The table in `ARCHITECTURE.md` is compared with it.
const ARROWS: &[(&str, &[&str])] = &[
    ("tfrt-schema", &[]),
    ("tfrt-kernel-macro", &["tfrt-schema"]),
    ("tfrt-bef", &[]),
    ("tfrt-numeric", &[]),
    ("tfrt-op", &["tfrt-bef"]),
    ("tfrt-host", &["tfrt-bef", "tfrt-kernel-macro", "tfrt-numeric", "tfrt-op"]),
    ("tfrt-kernels", &["tfrt-host"]),
    ("tfrt-tensor", &["tfrt-bef", "tfrt-host", "tfrt-numeric"]),
    ("tfrt-tensor-kernels", &["tfrt-host", "tfrt-kernels", "tfrt-numeric", "tfrt-tensor"]),
    (
        "tfrt-mlir-kernels",
        &["tfrt-host", "tfrt-kernels", "tfrt-numeric", "tfrt-tensor", "tfrt-tensor-kernels"],
    ),
    ("tfrt-model-kernels", &["tfrt-host", "tfrt-numeric", "tfrt-tensor"]),
    (
        "tfrt-test-kernels",
        &[
            "tfrt-host",
            "tfrt-kernels",
            "tfrt-mlir-kernels",
            "tfrt-model-kernels",
            "tfrt-numeric",
            "tfrt-tensor",
            "tfrt-tensor-kernels",
        ],
    ),
    ("tfrt-exec", &["tfrt-bef", "tfrt-host"]),
    ("tfrt-compiler", &["tfrt-bef", "tfrt-host", "tfrt-op"]),
    ("tfrt-jit", &["tfrt-bef", "tfrt-compiler", "tfrt-host"]),
    ("tfrt-import", &["tfrt-bef", "tfrt-compiler", "tfrt-host"]),
    (
        "tfrt-expand",
        &[
            "tfrt-bef",
            "tfrt-compiler",
            "tfrt-host",
            "tfrt-import",
            "tfrt-kernels",
            "tfrt-op",
            "tfrt-schema",
        ],
    ),
    ("tfrt-macros", &["tfrt-compiler", "tfrt-expand"]),
    ("tfrt-build", &["tfrt-expand"]),
    ("xtask", &[]),
    (
        "tfrt",
        &[
            "tfrt-bef",
            "tfrt-compiler",
            "tfrt-exec",
            "tfrt-host",
            "tfrt-import",
            "tfrt-jit",
            "tfrt-kernels",
            "tfrt-macros",
            "tfrt-mlir-kernels",
            "tfrt-model-kernels",
            "tfrt-tensor",
            "tfrt-tensor-kernels",
        ],
    ),
    (
        "tfrt-cli",
        &[
            "tfrt-bef",
            "tfrt-compiler",
            "tfrt-exec",
            "tfrt-host",
            "tfrt-import",
            "tfrt-jit",
            "tfrt-tensor",
            "tfrt-test-kernels",
        ],
    ),
];

/// Runs all rules and reports every breach.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let mut breaches = Vec::new();
    let mut unsafe_files = Vec::new();
    let mut files = Vec::new();
    for folder in
        ["build-support", "codegen-tests", "compiler", "docs", "examples", "macros", "runtime"]
    {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    for path in &files {
        let Ok(text) = fs::read_to_string(path) else { continue };
        let name = path.strip_prefix(root).unwrap_or(path).display().to_string();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => rust(&name, &text, &mut breaches, &mut unsafe_files),
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
    arrows(root, &mut breaches);
    crate::layers::check(root, &mut breaches);
    crate::words::check(root, &files, &mut breaches);
    match crate::breaks::stale(root) {
        Ok(stale) => breaches.extend(stale),
        Err(error) => breaches.push(error),
    }
    println!("tidy: {} files; unsafe code in:", files.len());
    for file in unsafe_files {
        println!("  {file}");
    }
    if breaches.is_empty() { Ok(()) } else { Err(breaches.join("\n")) }
}

/// The files below a folder, build outputs left out.
pub(crate) fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                collect(&path, files);
            }
        } else {
            files.push(path);
        }
    }
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
    if text.contains(concat!("expect(unsafe", "_code")) {
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
        if is_path && !root.join(word).exists() && !folder.join(word).exists() {
            breaches.push(format!("{name}: names `{word}`, which does not exist"));
        }
    }
}

/// Compares manifests with the table of arrows, and the table with `ARCHITECTURE.md`.
fn arrows(root: &Path, breaches: &mut Vec<String>) {
    let mut manifests = Vec::new();
    for folder in ["build-support", "compiler", "macros", "runtime"] {
        let Ok(entries) = fs::read_dir(root.join(folder)) else { continue };
        manifests.extend(entries.flatten().map(|entry| entry.path().join("Cargo.toml")));
    }
    let allowed: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let architecture = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap_or_default();
    for manifest in manifests {
        let Ok(text) = fs::read_to_string(&manifest) else { continue };
        let Some(name) = text.lines().find_map(|line| line.strip_prefix("name = \"")) else {
            continue;
        };
        let name = name.trim_end_matches('"');
        let Some(may) = allowed.get(name) else {
            breaches.push(format!("{name}: not in xtask's table of crates"));
            continue;
        };
        let mut section = "";
        for line in text.lines() {
            if line.starts_with('[') {
                section = line;
            } else if section == "[dependencies]"
                && let Some(dependency) = line.split(['.', ' ', '=']).next()
                && dependency.starts_with("tfrt")
                && !may.contains(&dependency)
            {
                breaches.push(format!("{name}: may not depend on {dependency}"));
            }
        }
        if !architecture.contains(&format!("| `{name}` |")) {
            breaches.push(format!("ARCHITECTURE.md: no row for crate `{name}`"));
        }
    }
}
