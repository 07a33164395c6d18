//! `cargo xtask peers`: how long models take here, and in other runtimes on the same processor. A script in
//! `codegen-tests/onnx/` measures. It needs Python and a package index.

use crate::{cargo, environment, run as run_program};
use std::path::Path;

/// What the script itself needs, in the versions of `peers.txt`. It installs the runtimes.
const PACKAGES: [&str; 2] = ["numpy", "onnx"];

/// Measures the models that the arguments name. The script reads the arguments.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    if arguments.is_empty() {
        return Err("peers needs a model, or a folder of models".to_owned());
    }
    let [source, target] = [root.join("codegen-tests/onnx"), root.join("target/peers")];
    let python = environment(&target)?;
    let versions = source.join("peers.txt");
    let pip = ["-m", "pip", "install", "--quiet", "--constraint"].map(Path::new);
    run_program(&python, &[&pip[..], &[&versions], &PACKAGES.map(Path::new)].concat())?;
    let [script, tool] = [source.join("peers.py"), root.join("target/release/tfrt")];
    let mut all = vec![&*script, Path::new("--folder"), &target];
    if !arguments.iter().any(|argument| argument == "--tool") {
        cargo(&["build", "--release", "-p", "tfrt-cli"])?;
        all.extend([Path::new("--tool"), &tool]);
    }
    all.extend(arguments.iter().map(Path::new));
    run_program(&python, &all)
}
