//! `cargo xtask breaks`: mutation tests of the conformance suite. Each entry of
//! `codegen-tests/conformance/breaks.txt` breaks the implementation in one place, in a copy of the
//! tree, and names the programs that must fail.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Where the entries are.
const LIST: &str = "codegen-tests/conformance/breaks.txt";

/// Entries that are tried at once, each of which must fail programs of its own.
const BATCH: usize = 34;

/// One way to break the implementation.
#[derive(Debug, Default)]
struct Break {
    name: String,
    rule: String,
    file: String,
    find: String,
    with: String,
    /// The programs that must fail.
    kills: BTreeSet<String>,
    /// Many others fail too, which would hide that some other break is not seen.
    alone: bool,
}

/// Tries all entries, or those whose names contain one of the parts; of these all, or with a share
/// `(number, of)` each `of`-th, from that number on.
pub(crate) fn run(
    root: &Path,
    parts: &[String],
    share: Option<(usize, usize)>,
) -> Result<(), String> {
    let breaks = read(root)?;
    let asked = |entry: &&Break| parts.is_empty() || parts.iter().any(|p| entry.name.contains(p));
    let (number, of) = share.unwrap_or((0, 1));
    let asked: Vec<&Break> = breaks.iter().filter(asked).skip(number).step_by(of).collect();
    if asked.is_empty() {
        return Err(format!("no entry of {LIST} has such a name"));
    }
    let scratch = Scratch::new(root)?;
    let start = Instant::now();
    // `ci` runs the shares, after the suite.
    if share.is_none() {
        let failures = scratch.failures()?;
        if !failures.is_empty() {
            return Err(format!("the suite fails without any break: {failures:?}"));
        }
    }
    let mut survivors = Vec::new();
    for batch in batches(&asked) {
        scratch.attempt(&batch, &mut survivors)?;
    }
    let (all, killed) = (asked.len(), asked.len() - survivors.len());
    println!("xtask: {killed} of {all} breaks are seen ({:.0?})", start.elapsed());
    if survivors.is_empty() { Ok(()) } else { Err(survivors.join("\n")) }
}

/// Stale entries: those whose text no longer occurs exactly once. A full run would find them too,
/// but takes half an hour.
pub(crate) fn stale(root: &Path) -> Result<Vec<String>, String> {
    let of = |entry: &Break| match fs::read_to_string(root.join(&entry.file)) {
        Ok(text) => entry.place(&text).err(),
        Err(error) => Some(format!("{}: {}: {error}", entry.name, entry.file)),
    };
    Ok(read(root)?.iter().filter_map(of).collect())
}

impl Break {
    /// Whether its place occurs exactly once.
    fn place(&self, text: &str) -> Result<(), String> {
        let Self { name, file, find, .. } = self;
        match text.matches(find).count() {
            1 => Ok(()),
            count => Err(format!("{name}: {file} has {count} places with:\n{find}")),
        }
    }
}

fn read(root: &Path) -> Result<Vec<Break>, String> {
    parse(&fs::read_to_string(root.join(LIST)).map_err(|error| format!("{LIST}: {error}"))?)
}

fn parse(text: &str) -> Result<Vec<Break>, String> {
    let mut breaks: Vec<Break> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let wrong = |what: &str| format!("{LIST}:{number}: {what}");
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix("break: ") {
            breaks.push(Break { name: name.to_owned(), ..Break::default() });
            continue;
        }
        let entry = breaks.last_mut().ok_or_else(|| wrong("before the first 'break:'"))?;
        let (key, value) = line.split_at(line.find([':', '|']).ok_or_else(|| wrong("no key"))?);
        let value = value[1..].strip_prefix(' ').unwrap_or(&value[1..]);
        let append = |text: &mut String| {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(value);
        };
        match key {
            "rule" => value.clone_into(&mut entry.rule),
            "file" => value.clone_into(&mut entry.file),
            "find" => append(&mut entry.find),
            "with" => append(&mut entry.with),
            "alone" => entry.alone = true,
            "kills" => {
                entry.kills.extend(value.split_whitespace().map(str::to_owned));
            }
            _ => return Err(wrong("'break', 'rule', 'file', 'find', 'with', 'alone' or 'kills'")),
        }
    }
    let mut names = BTreeSet::new();
    for entry in &breaks {
        let Break { name, rule, file, find, kills, .. } = entry;
        if rule.is_empty() || file.is_empty() || find.is_empty() || kills.is_empty() {
            return Err(format!(
                "{LIST}: {name} lacks a rule, a file, what to find or whom it kills"
            ));
        }
        if !names.insert(name) {
            return Err(format!("{LIST}: {name} is there twice"));
        }
    }
    Ok(breaks)
}

/// Entries that can be tried together: none names a program that another one names, or breaks what
/// another one breaks, or fails all kinds of programs.
fn batches<'a>(breaks: &[&'a Break]) -> Vec<Vec<&'a Break>> {
    let mut batches: Vec<Vec<&Break>> = Vec::new();
    for &entry in breaks {
        let apart = |other: &&Break| {
            let same = other.find.contains(&entry.find) || entry.find.contains(&other.find);
            let apart =
                other.kills.is_disjoint(&entry.kills) && !(same && other.file == entry.file);
            apart && !other.alone && !entry.alone
        };
        let fits = |batch: &&mut Vec<&Break>| batch.len() < BATCH && batch.iter().all(apart);
        match batches.iter_mut().find(fits) {
            Some(batch) => batch.push(entry),
            None => batches.push(vec![entry]),
        }
    }
    batches
}

/// A copy of the tree.
struct Scratch {
    tree: PathBuf,
    target: PathBuf,
}

impl Scratch {
    /// Copies what git knows of, and what it would add.
    fn new(root: &Path) -> Result<Self, String> {
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        let tree = target.join("breaks");
        let listed = Command::new("git")
            .args(["ls-files", "--cached", "--others", "--exclude-standard"])
            .current_dir(root)
            .output()
            .map_err(|error| format!("git ls-files: {error}"))?;
        let version = version(root)?;
        // Programs that are gone must not stay in the suite.
        let _ = fs::remove_dir_all(tree.join("codegen-tests/conformance"));
        for name in String::from_utf8_lossy(&listed.stdout).lines() {
            let Ok(mut bytes) = fs::read(root.join(name)) else { continue };
            if name.ends_with("Cargo.toml") {
                bytes = other_version(&bytes, &version);
            }
            let path = tree.join(name);
            // What is the same keeps its time, so that it is not built again.
            if fs::read(&path).is_ok_and(|old| old == bytes) {
                continue;
            }
            let folder = path.parent().unwrap_or(&tree);
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(Self { tree, target })
    }

    /// Tries a batch, in halves if it does not build. What seems not to be seen is tried again by
    /// itself, as some other break may hide it.
    fn attempt(&self, batch: &[&Break], survivors: &mut Vec<String>) -> Result<(), String> {
        let names: Vec<&str> = batch.iter().map(|entry| entry.name.as_str()).collect();
        println!("xtask: breaking {}", names.join(", "));
        let originals = self.apply(batch)?;
        let failures = self.failures();
        for (path, text) in originals {
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let failures = match (failures, batch) {
            (Ok(failures), _) => failures,
            (Err(error), [entry]) => {
                survivors.push(format!("{}: {error}", entry.name));
                return Ok(());
            }
            (Err(_), _) => return self.halves(batch, survivors),
        };
        let named: BTreeSet<&String> = batch.iter().flat_map(|entry| &entry.kills).collect();
        let others: Vec<&String> = failures.iter().filter(|name| !named.contains(name)).collect();
        if !others.is_empty() {
            println!("xtask: seen by these as well: {others:?}");
        }
        let missing: Vec<&String> =
            named.into_iter().filter(|name| !failures.contains(*name)).collect();
        match batch {
            _ if missing.is_empty() => Ok(()),
            [entry] => {
                survivors.push(format!("{}: not seen by {missing:?}", entry.name));
                Ok(())
            }
            _ => {
                let blind = |entry: &&Break| entry.kills.iter().any(|name| missing.contains(&name));
                let blind: Vec<&Break> = batch.iter().copied().filter(blind).collect();
                for entry in blind {
                    self.attempt(&[entry], survivors)?;
                }
                Ok(())
            }
        }
    }

    fn halves(&self, batch: &[&Break], survivors: &mut Vec<String>) -> Result<(), String> {
        let (first, second) = batch.split_at(batch.len() / 2);
        self.attempt(first, survivors)?;
        self.attempt(second, survivors)
    }

    /// Changes the files; gives what they were.
    fn apply(&self, batch: &[&Break]) -> Result<BTreeMap<PathBuf, String>, String> {
        let mut originals = BTreeMap::new();
        let mut changed: BTreeMap<PathBuf, String> = BTreeMap::new();
        for entry in batch {
            let path = self.tree.join(&entry.file);
            if !originals.contains_key(&path) {
                let text = fs::read_to_string(&path)
                    .map_err(|error| format!("{}: {}: {error}", entry.name, entry.file))?;
                originals.insert(path.clone(), text);
            }
            let text = changed.get(&path).unwrap_or(&originals[&path]);
            entry.place(text)?;
            let text = text.replace(&entry.find, &entry.with);
            changed.insert(path, text);
        }
        for (path, text) in changed {
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(originals)
    }

    /// The programs that fail.
    fn failures(&self) -> Result<BTreeSet<String>, String> {
        let output = Command::new(super::cargo_path())
            .args(["test", "--quiet", "-p", "tfrt-codegen-tests", "--no-default-features"])
            .args(["--test", "conformance"])
            .env("CARGO_TARGET_DIR", &self.target)
            .current_dir(&self.tree)
            .output()
            .map_err(|error| format!("cargo: {error}"))?;
        let stdout = String::from_utf8_lossy(&output.stdout);
        if !stdout.lines().any(|line| line.starts_with("conformance: ")) {
            let stderr = String::from_utf8_lossy(&output.stderr);
            return Err(format!("the suite does not run:\n{stdout}{stderr}"));
        }
        let failed = stdout.lines().filter_map(|line| line.strip_prefix("FAILED "));
        // A step of a program and its round trip are the program; lists of what is covered follow
        // the sources, which a break changes.
        let programs = failed.map(|name| name.split(' ').next().unwrap_or(name));
        Ok(programs.filter(|name| name.contains('/')).map(str::to_owned).collect())
    }
}

/// The version of the workspace.
fn version(root: &Path) -> Result<String, String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml"));
    let manifest = manifest.map_err(|error| format!("Cargo.toml: {error}"))?;
    let version =
        manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| "Cargo.toml: no version".to_owned())
}

/// A manifest with another version of the workspace: cargo tells crates apart by it, and must not take what is
/// built of the copy for the tree's own.
fn other_version(manifest: &[u8], version: &str) -> Vec<u8> {
    let text = String::from_utf8_lossy(manifest);
    // Its own line, and the crates that require each other.
    let text = text.replace(&format!("\"{version}\""), "\"0.0.0-broken\"");
    text.replace(&format!("\"={version}\""), "\"=0.0.0-broken\"").into_bytes()
}
