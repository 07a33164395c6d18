//! The crates of the project, as the code map in `ARCHITECTURE.md` has them, compared with the manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Where the crates of the code map are.
const FOLDERS: [&str; 4] = ["build-support", "compiler", "macros", "runtime"];

/// A row of the code map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// From the root, without the last slash.
    pub(crate) folder: String,
    /// Our crates that it may use.
    may_use: BTreeSet<String>,
}

/// The rows of the code map.
pub(crate) fn rows(root: &Path) -> Vec<Row> {
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap_or_default();
    parse(&text)
}

/// Reports where the code map and the manifests differ: a crate that only one of them has, and a
/// dependency that only one of them allows.
pub(crate) fn check(root: &Path, rows: &[Row], breaches: &mut Vec<String>) {
    let mut manifests = BTreeMap::new();
    for folder in FOLDERS {
        find(root, folder, &mut manifests);
    }
    compare(rows, &manifests, breaches);
}

/// The manifests in a folder, by the folder of the crate.
fn find(root: &Path, folder: &str, manifests: &mut BTreeMap<String, String>) {
    let Ok(entries) = fs::read_dir(root.join(folder)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == "Cargo.toml" {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            manifests.insert(folder.to_owned(), text);
        } else if entry.path().is_dir() && name != "target" && name != "src" {
            find(root, &format!("{folder}/{name}"), manifests);
        }
    }
}

/// The rows of the table whose last column is "may use (ours)".
fn parse(text: &str) -> Vec<Row> {
    let rows = text.lines().skip_while(|line| !line.ends_with("| may use (ours) |")).skip(2);
    rows.map_while(|line| line.strip_prefix('|')?.strip_suffix('|')).filter_map(row).collect()
}

fn row(line: &str) -> Option<Row> {
    let mut columns = line.split('|').map(str::trim);
    let (name, folder) = (columns.next()?.trim_matches('`'), columns.next()?.trim_matches('`'));
    let used = columns.next_back()?.split(", ").filter(|used| *used != "—");
    // The facade has the name of the project.
    let whole = |used: &str| if used == "tfrt" { used.to_owned() } else { format!("tfrt-{used}") };
    let may_use = used.map(whole).collect();
    let folder = folder.trim_end_matches('/').to_owned();
    Some(Row { name: name.to_owned(), folder, may_use })
}

fn compare(rows: &[Row], manifests: &BTreeMap<String, String>, breaches: &mut Vec<String>) {
    for (folder, manifest) in manifests {
        let Some(row) = rows.iter().find(|row| row.folder == *folder) else {
            breaches.push(format!("ARCHITECTURE.md: the code map has no crate in {folder}"));
            continue;
        };
        let name = &row.name;
        if !manifest.lines().any(|line| line == format!("name = \"{name}\"")) {
            breaches.push(format!("ARCHITECTURE.md: the crate in {folder} is not {name}"));
        }
        let used = dependencies(manifest);
        for extra in used.difference(&row.may_use) {
            breaches.push(format!("{name}: may not depend on {extra}, says ARCHITECTURE.md"));
        }
        for missing in row.may_use.difference(&used) {
            breaches.push(format!("{name}: does not depend on {missing}, as ARCHITECTURE.md says"));
        }
    }
    for row in rows.iter().filter(|row| !manifests.contains_key(&row.folder)) {
        breaches.push(format!("ARCHITECTURE.md: there is no crate in {}", row.folder));
    }
}

/// Our crates that a crate is built with. What only its tests need is not among them.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut section = "";
    let mut found = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section.ends_with("dependencies]")
            && !section.contains("dev-")
            && let Some(name) = line.split(['.', ' ', '=']).next()
            && (name == "tfrt" || name.starts_with("tfrt-"))
        {
            found.insert(name.to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "\
text

| crate | folder | what | may use (ours) |
|---|---|---|---|
| `tfrt-a` | `runtime/a/` | one, of `b` | — |
| `tfrt-b` | `runtime/b/` | two | a, c |

| other | table |
";

    fn breaches(b: &str) -> Vec<String> {
        let a = "[package]\nname = \"tfrt-a\"\n[dev-dependencies]\ntfrt-b.workspace = true\n";
        let manifests = [("runtime/a", a), ("runtime/b", b)];
        let manifests = manifests.map(|(folder, text)| (folder.to_owned(), text.to_owned()));
        let mut breaches = Vec::new();
        compare(&parse(TABLE), &manifests.into(), &mut breaches);
        breaches
    }

    #[test]
    fn the_table_is_what_the_manifests_say() {
        let b = "name = \"tfrt-b\"\n[dependencies]\ntfrt-a.workspace = true\nserde = \"1\"\n\
                 [target.'cfg(unix)'.dependencies]\ntfrt-c = { path = \"c\" }\n";
        assert_eq!(breaches(b), [""; 0]);
        let fewer = b.replace("tfrt-c", "other");
        assert_eq!(
            breaches(&fewer),
            ["tfrt-b: does not depend on tfrt-c, as ARCHITECTURE.md says"]
        );
        let more = b.replace("serde", "tfrt-d");
        assert_eq!(breaches(&more), ["tfrt-b: may not depend on tfrt-d, says ARCHITECTURE.md"]);
        let renamed = b.replace("tfrt-b", "tfrt-x");
        assert_eq!(breaches(&renamed), ["ARCHITECTURE.md: the crate in runtime/b is not tfrt-b"]);
    }

    #[test]
    fn each_crate_has_a_row_and_each_row_a_crate() {
        let mut breaches = Vec::new();
        let manifests = BTreeMap::from([("runtime/z".to_owned(), String::new())]);
        compare(&parse(TABLE)[..1], &manifests, &mut breaches);
        let expected = [
            "ARCHITECTURE.md: the code map has no crate in runtime/z",
            "ARCHITECTURE.md: there is no crate in runtime/a",
        ];
        assert_eq!(breaches, expected);
    }
}
