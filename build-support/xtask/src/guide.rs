//! Makes the guide with what is not kept with its sources: a page of the reference for each dialect.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

/// The line of the table of contents below which the pages stand.
const CONTENTS: &str = "- [Types and ops](reference/ops.md)\n";

/// Copies the guide to `target/guide/`, adds the pages, and has mdbook render it where it is installed.
pub(crate) fn make(root: &Path) -> Result<(), String> {
    let (docs, target) = (root.join("docs"), root.join("target/guide"));
    if target.exists() {
        fs::remove_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    }
    copy(&docs.join("src"), &target.join("src"))
        .and_then(|()| fs::copy(docs.join("book.toml"), target.join("book.toml")))
        .map_err(|error| format!("{}: {error}", target.display()))?;
    let pages = target.join("src/reference/ops");
    let folder = pages.to_string_lossy();
    crate::cargo(&["run", "--quiet", "-p", "tfrt-cli", "--", "ops", "--pages", &folder])?;
    let contents = target.join("src/SUMMARY.md");
    let whole = with_pages(&contents, &pages)
        .map_err(|error| format!("{}: {error}", contents.display()))?;
    fs::write(&contents, whole).map_err(|error| format!("{}: {error}", contents.display()))?;
    match Command::new("mdbook").arg("build").arg(&target).status() {
        Ok(status) if status.success() => println!("xtask: the guide is target/guide/book/"),
        Ok(status) => return Err(format!("mdbook: {status}")),
        Err(_) => println!("xtask: the guide is target/guide/src/; mdbook is not installed"),
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

/// The table of contents with the pages of a folder.
fn with_pages(contents: &Path, pages: &Path) -> io::Result<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(pages)? {
        let path = entry?.path();
        names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    let lines = names.iter().map(|name| format!("  - [{name}](reference/ops/{name}.md)\n"));
    let text = fs::read_to_string(contents)?;
    let place = text.find(CONTENTS).map(|at| at + CONTENTS.len());
    let place = place.ok_or_else(|| io::Error::other("the table of contents lacks the ops"))?;
    let (before, after) = text.split_at(place);
    Ok(format!("{before}{}{after}", lines.collect::<String>()))
}
