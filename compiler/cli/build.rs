//! Gives the tool's version the commit that it was built from, where there is one.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut version = env!("CARGO_PKG_VERSION").to_owned();
    // Cargo would take a file that is not there as changed each time.
    let head = git(&["rev-parse", "--git-path", "logs/HEAD"]);
    if let Some(head) = head.filter(|head| Path::new(head).exists()) {
        println!("cargo::rerun-if-changed={head}");
    }
    // A packed crate has no repository, and one around it is not its own.
    if git(&["log", "-1", "--format=%h", "--", "."]).is_some()
        && let Some(commit) = git(&["log", "-1", "--format=%h %cs"])
    {
        version = format!("{version} ({commit})");
    }
    println!("cargo::rustc-env=TFRT_VERSION={version}");
}

/// What git prints, if it runs and prints something.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
