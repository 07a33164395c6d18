//! Checks that top-level modules of a crate have no cyclic dependencies.

use crate::{source, tidy};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The crates whose modules are held to it, by their folders.
const CRATES: &[(&str, &str)] = &[
    ("tfrt-op", "runtime/op"),
    ("tfrt-host", "runtime/host"),
    ("tfrt-compiler", "compiler/core"),
    ("tfrt-jit", "compiler/jit"),
];

/// Arrows that may close a circle, with the reason: crate, from, to.
const ALLOWED: &[(&str, &str, &str, &str)] = &[];

/// Where an arrow is.
type Place = String;
/// The arrows from each module.
type Arrows = BTreeMap<String, BTreeMap<String, Place>>;

/// Reports the arrows that close a circle, and exceptions that are none.
pub(crate) fn check(root: &Path, breaches: &mut Vec<String>) {
    for &(name, folder) in CRATES {
        let source = root.join(folder).join("src");
        let mut arrows = Arrows::new();
        let mut files = Vec::new();
        tidy::collect(&source, &mut files);
        files.sort();
        let modules: BTreeSet<String> = files.iter().filter_map(|f| module(&source, f)).collect();
        for file in &files {
            let (Some(from), Ok(text)) = (module(&source, file), fs::read_to_string(file)) else {
                continue;
            };
            let place = file.strip_prefix(root).unwrap_or(file).display().to_string();
            for (to, line) in mentions(&source::code(&text), depth(&source, file)) {
                if to != from && modules.contains(&to) {
                    let targets = arrows.entry(from.clone()).or_default();
                    targets.entry(to).or_insert_with(|| format!("{place}:{line}"));
                }
            }
        }
        judge(name, arrows, ALLOWED, breaches);
    }
}

/// The module at the top level that a file belongs to, if that is not one of tests.
fn module(source: &Path, file: &Path) -> Option<String> {
    let inner = file.strip_prefix(source).ok()?.with_extension("");
    let parts: Vec<&str> = inner.iter().filter_map(|part| part.to_str()).collect();
    if file.extension()? != "rs" || parts.iter().any(|part| matches!(*part, "tests" | "models")) {
        return None;
    }
    parts.first().filter(|first| **first != "lib").map(|first| (*first).to_owned())
}

/// How many times a path in the file says `super` before it is at the crate's root.
fn depth(source: &Path, file: &Path) -> usize {
    let inner = file.strip_prefix(source).unwrap_or(file).with_extension("");
    let parts = inner.iter().count();
    if inner.ends_with("mod") { parts - 1 } else { parts }
}

/// The modules at the top level that code in a file at that depth names, with the lines.
fn mentions(code: &str, depth: usize) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let up = format!("{}{{", "super::".repeat(depth));
    let up = up.trim_end_matches('{');
    for root in ["crate::", up] {
        for (at, _) in code.match_indices(root) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '$')) {
                continue;
            }
            let line = code[..at].matches('\n').count() + 1;
            let rest = code[at + root.len()..].trim_start();
            match rest.strip_prefix('{') {
                None => found.push((identifier(rest), line)),
                Some(group) => {
                    let heads = group_heads(group).into_iter();
                    found.extend(heads.map(|head| (head, line)));
                }
            }
        }
    }
    found
}

/// The first identifiers of what a group lists that has just been opened.
fn group_heads(group: &str) -> Vec<String> {
    let mut heads = vec![identifier(group.trim_start())];
    let mut depth = 0_usize;
    for (at, byte) in group.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => break,
            b'}' => depth -= 1,
            b',' if depth == 0 => heads.push(identifier(group[at + 1..].trim_start())),
            _ => {}
        }
    }
    heads
}

fn identifier(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

fn judge(
    name: &str,
    mut arrows: Arrows,
    allowed: &[(&str, &str, &str, &str)],
    breaches: &mut Vec<String>,
) {
    for &(_, from, to, _) in allowed.iter().filter(|exception| exception.0 == name) {
        let place = arrows.get_mut(from).and_then(|targets| targets.remove(to));
        let needed = place.is_some() && path(&arrows, to, from).is_some();
        if !needed {
            breaches.push(format!("{name}: {from} -> {to} closes no circle: not an exception"));
        }
    }
    for (from, targets) in &arrows {
        for (to, place) in targets {
            if let Some(back) = path(&arrows, to, from) {
                breaches.push(format!(
                    "{place}: {name}: {from} -> {to} closes a circle: {from} -> {}",
                    back.join(" -> ")
                ));
            }
        }
    }
}

/// A shortest way along the arrows, both ends included.
fn path(arrows: &Arrows, from: &str, to: &str) -> Option<Vec<String>> {
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&module) = queue.get(next) {
        next += 1;
        if module == to {
            let mut way = vec![to.to_owned()];
            let mut at = to;
            while at != from {
                at = before[at];
                way.insert(0, at.to_owned());
            }
            return Some(way);
        }
        for target in arrows.get(module).into_iter().flat_map(BTreeMap::keys) {
            if target != from && !before.contains_key(target.as_str()) {
                before.insert(target, module);
                queue.push(target);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_groups_are_arrows() {
        let code = "use crate::a::b;\nuse crate::{c, d::{e, f}, g as h};\nlet x = super::i::j();";
        let found: Vec<String> = mentions(code, 1).into_iter().map(|(to, _)| to).collect();
        assert_eq!(found, ["a", "c", "d", "g", "i"]);
        assert_eq!(mentions("super::super::k::l", 2), [("k".to_owned(), 1)]);
    }

    fn arrows(list: &[(&str, &str)]) -> Arrows {
        let mut arrows = Arrows::new();
        for (from, to) in list {
            let targets = arrows.entry((*from).to_owned()).or_default();
            targets.insert((*to).to_owned(), "x.rs:1".to_owned());
        }
        arrows
    }

    #[test]
    fn circles_are_reported_with_their_way_back() {
        let mut breaches = Vec::new();
        judge("n", arrows(&[("a", "b"), ("b", "c"), ("a", "d")]), &[], &mut breaches);
        assert_eq!(breaches, [""; 0]);
        judge("n", arrows(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]), &[], &mut breaches);
        assert_eq!(breaches.len(), 3);
        assert_eq!(breaches[0], "x.rs:1: n: a -> b closes a circle: a -> b -> c -> a");
    }

    #[test]
    fn an_exception_must_close_a_circle() {
        let allowed = [("n", "b", "a", "why"), ("n", "a", "c", "why")];
        let mut breaches = Vec::new();
        judge("n", arrows(&[("a", "b"), ("b", "a"), ("a", "c")]), &allowed, &mut breaches);
        assert_eq!(breaches, ["n: a -> c closes no circle: not an exception"]);
    }
}
