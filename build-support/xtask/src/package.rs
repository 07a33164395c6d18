//! Packs every crate, and builds and runs a crate outside the workspace from what was packed, as
//! users get it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What every packed crate holds besides its code.
const FILES: [&str; 3] = ["Cargo.toml", "LICENSE", "README.md"];

/// `cargo package` would build each crate apart. Here one program uses all of them.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let folder = root.join("target/package");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    // The tests are not published, and use what is not published either.
    let all = ["package", "--workspace", "--exclude", "tfrt-codegen-tests"];
    crate::cargo(&[&all[..], &["--no-verify", "--allow-dirty", "--quiet"]].concat())?;
    let outside = root.join("examples/outside");
    let lock = outside.join("Cargo.lock");
    fs::copy(root.join("Cargo.lock"), &lock)
        .map_err(|error| format!("{}: {error}", lock.display()))?;
    let mut patches = Vec::new();
    for packed in unpack(&folder)? {
        patches.push("--config".to_owned());
        patches.push(packed);
    }
    for arguments in [
        &["run", "--bin", "outside"][..],
        &["run", "--bin", "tool", "--", "run", "graphs/hello.mlir"],
    ] {
        println!("xtask: cargo {} in examples/outside", arguments.join(" "));
        let status = Command::new(crate::cargo_path())
            .args(&patches)
            .args(arguments)
            .env("CARGO_TARGET_DIR", root.join("target"))
            .current_dir(&outside)
            .status()
            .map_err(|error| format!("cargo: {error}"))?;
        if !status.success() {
            return Err("a crate outside the workspace does not build or run".to_owned());
        }
    }
    Ok(())
}

/// Unpacks all that are published, and gives the settings that make cargo take them for those of
/// the registry.
fn unpack(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "crate"))
        .collect();
    files.sort();
    let mut settings = Vec::new();
    for file in files {
        // Files get the time of now: packed, all have the same, by which cargo does not see changes.
        let status = Command::new("tar")
            .arg("xzmf")
            .arg(&file)
            .current_dir(folder)
            .status()
            .map_err(|error| format!("tar: {error}"))?;
        if !status.success() {
            return Err(format!("{}: tar cannot unpack it", file.display()));
        }
        let unpacked = file.with_extension("");
        let manifest = fs::read_to_string(unpacked.join("Cargo.toml"))
            .map_err(|error| format!("{}: {error}", unpacked.display()))?;
        if manifest.contains("\npublish = false\n") {
            continue;
        }
        if let Some(missing) = FILES.iter().find(|name| !unpacked.join(name).is_file()) {
            return Err(format!("{} has no {missing}", file.display()));
        }
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \""));
        let name = name.ok_or("a packed manifest has no name")?.trim_end_matches('"');
        settings.push(format!("patch.crates-io.{name}.path={:?}", unpacked.display().to_string()));
    }
    Ok(settings)
}
