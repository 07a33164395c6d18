//! Checks the licences and sources of all dependencies against `deny.toml`, of which it reads two
//! lists. Cargo does the rest, so CI needs no other tool.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Checks all packages that any member, feature or target of the workspace uses.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let rules = read(&root.join("deny.toml"))?;
    let licences = list(&rules, "allow").ok_or("deny.toml: no list `allow`")?;
    let registries = list(&rules, "allow-registry").ok_or("deny.toml: no list `allow-registry`")?;
    let mut breaches = Vec::new();
    for source in sources(&read(&root.join("Cargo.lock"))?) {
        let registry = source.strip_prefix("registry+");
        if !registry.is_some_and(|registry| registries.iter().any(|allowed| allowed == registry)) {
            breaches.push(format!("Cargo.lock: {source} is no source that deny.toml allows"));
        }
    }
    let output = Command::new(crate::cargo_path())
        .args(["tree", "--workspace", "--all-features", "--target", "all", "--locked"])
        .args(["--edges", "normal,build,dev", "--prefix", "none"])
        .args(["--format", "{p}|{l}"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let tree = String::from_utf8_lossy(&output.stdout);
    let mut packages: Vec<_> =
        tree.lines().filter_map(|line| line.trim_end_matches(" (*)").split_once('|')).collect();
    packages.sort_unstable();
    packages.dedup();
    for (package, licence) in &packages {
        if !allowed(licence, &licences) {
            breaches.push(format!("{package}: deny.toml does not allow its licence '{licence}'"));
        }
    }
    if !breaches.is_empty() {
        return Err(breaches.join("\n"));
    }
    println!("deny: licences and sources of {} packages", packages.len());
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The strings of the list of that name.
fn list(toml: &str, name: &str) -> Option<Vec<String>> {
    let (_, rest) = toml.split_once(&format!("\n{name} = ["))?;
    let (items, _) = rest.split_once(']')?;
    Some(items.split('"').skip(1).step_by(2).map(str::to_owned).collect())
}

/// Where the packages of a lock file come from.
fn sources(lock: &str) -> impl Iterator<Item = &str> {
    lock.lines().filter_map(|line| line.strip_prefix("source = \"")?.strip_suffix('"'))
}

/// Whether a licence expression holds with only these licences: one side of each `OR`, both of each
/// `AND`. A slash is an older `OR`.
fn allowed(expression: &str, licences: &[String]) -> bool {
    let text = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let (holds, rest) = either(&words, licences);
    holds && rest.is_empty()
}

fn either<'a>(words: &'a [&'a str], licences: &[String]) -> (bool, &'a [&'a str]) {
    let (mut holds, mut rest) = both(words, licences);
    while let ["OR", after @ ..] = rest {
        let (other, after) = both(after, licences);
        (holds, rest) = (holds || other, after);
    }
    (holds, rest)
}

fn both<'a>(words: &'a [&'a str], licences: &[String]) -> (bool, &'a [&'a str]) {
    let (mut holds, mut rest) = one(words, licences);
    while let ["AND", after @ ..] = rest {
        let (other, after) = one(after, licences);
        (holds, rest) = (holds && other, after);
    }
    (holds, rest)
}

fn one<'a>(words: &'a [&'a str], licences: &[String]) -> (bool, &'a [&'a str]) {
    let known = |name: &str| licences.iter().any(|licence| licence == name);
    match words {
        ["(", rest @ ..] => match either(rest, licences) {
            (holds, [")", rest @ ..]) => (holds, rest),
            (_, rest) => (false, rest),
        },
        [name, "WITH", exception, rest @ ..] => (known(&format!("{name} WITH {exception}")), rest),
        [name, rest @ ..] => (known(name), rest),
        [] => (false, words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(expression: &str) -> bool {
        let toml = "x\nallow = [\n  \"MIT\",\n  \"Zlib\",\n  \"A WITH b\",\n]\n";
        allowed(expression, &list(toml, "allow").expect("it is there"))
    }

    #[test]
    fn licences_combine() {
        for yes in ["MIT", "A OR MIT", "A/MIT", "MIT AND Zlib", "(A OR MIT) AND Zlib", "A WITH b"] {
            assert!(holds(yes), "{yes}");
        }
        for no in ["", "A", "MIT AND A", "A OR MIT AND A", "MIT WITH b", "(MIT", "MIT)", "MIT MIT"]
        {
            assert!(!holds(no), "{no}");
        }
    }

    #[test]
    fn sources_are_found() {
        let lock = "[[package]]\nname = \"a\"\nsource = \"git+https://b\"\nchecksum = \"c\"\n";
        assert_eq!(sources(lock).collect::<Vec<_>>(), ["git+https://b"]);
    }
}
