//! `cargo xtask onnx`: what Python's ONNX and ONNX Runtime say of models, and what ours does. Scripts in
//! `codegen-tests/onnx/` do Python's part. It needs Python and a package index.

use crate::{TOGETHER, cargo, python, root, run as run_program, test_of};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many models of one node each are drawn, if nothing else is said.
pub(crate) const CASES: u64 = 5000;

/// Does what the arguments say.
pub(crate) fn command(arguments: &[String]) -> Result<(), String> {
    let (mut cases, mut seed) = (CASES, 1);
    let (mut traced, mut inputs, mut out) = (None, None, None);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{argument} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|error| format!("{argument}: {error}"));
        match argument.as_str() {
            "--cases" => cases = number()?,
            "--seed" => seed = number()?,
            "--trace" => traced = Some(Path::new(value)),
            "--inputs" => inputs = Some(Path::new(value)),
            "--out" => out = Some(PathBuf::from(value)),
            other => return Err(format!("onnx takes no '{other}'")),
        }
    }
    match traced {
        Some(model) => trace(model, inputs, out),
        None if inputs.is_some() || out.is_some() => {
            Err("--inputs and --out are for --trace MODEL".to_owned())
        }
        None => run(cases, seed),
    }
}

/// Our scripts, and the folder for what they write.
fn folders() -> [PathBuf; 2] {
    [root().join("codegen-tests/onnx"), root().join("target/onnx")]
}

/// Writes every value of a model as ONNX Runtime computes it.
fn trace(model: &Path, inputs: Option<&Path>, out: Option<PathBuf>) -> Result<(), String> {
    let [source, target] = folders();
    let python = python(&source, &target)?;
    let name = model.with_extension("npz");
    let name = name.file_name().ok_or("--trace MODEL is a file")?;
    let out = out.unwrap_or_else(|| target.join(name));
    let script = source.join("trace.py");
    let arguments: Vec<&Path> = [&script, model, &out].into_iter().chain(inputs).collect();
    run_program(&python, &arguments)
}

/// Compares the ops of the dialect `nn` with ONNX's reference evaluator, and our decoder of ONNX's files with
/// Python's; the table of operators with ONNX's schemas; runs ONNX's own tests of nodes, before and after each
/// pass too, models of one node each that are drawn from a seed, and networks of several.
pub(crate) fn run(drawn: u64, seed: u64) -> Result<(), String> {
    let [source, target] = folders();
    let python = python(&source, &target)?;
    let files = target.join("files.bin");
    let [models, first] = ["300", "1"].map(Path::new);
    run_program(&python, &[&source.join("files.py"), models, first, &files])?;
    test_of([TOGETHER, "onnx_files::"], "TFRT_ONNX_FILES", &files)?;
    let cases = target.join("cases.bin");
    run_program(&python, &[&source.join("cases.py"), Path::new("2000"), &cases])?;
    test_of([TOGETHER, "onnx::"], "TFRT_ONNX_CASES", &cases)?;
    cargo(&["build", "--workspace", "--bin", "tfrt"])?;
    let tool = root().join("target/debug/tfrt");
    // A script writes tests, the tool runs them, and the script reports what it says.
    let check = |script: &str, drawn: &[&Path]| {
        let (script, tests) = (source.join(script), target.join(script).with_extension("tests"));
        if tests.exists() {
            std::fs::remove_dir_all(&tests)
                .map_err(|error| format!("{}: {error}", tests.display()))?;
        }
        run_program(&python, &[&[&script, Path::new("write"), &tests], drawn].concat())?;
        let mut check = Command::new(&tool);
        // Some fail; the report knows which may.
        let output = check.args(["check", "--jobs", "2"]).arg(&tests).output();
        let output = output.map_err(|error| format!("tfrt check: {error}"))?;
        let lines = tests.with_extension("txt");
        std::fs::write(&lines, output.stdout)
            .map_err(|error| format!("{}: {error}", lines.display()))?;
        run_program(&python, &[&script, Path::new("report"), &tests, &lines])?;
        Ok::<_, String>(tests)
    };
    let nodes = check("node_tests.py", &[])?;
    test_of([TOGETHER, "passes::"], "TFRT_ONNX_NODES", &nodes)?;
    run_program(&python, &[&source.join("operators.py"), &tool, &nodes])?;
    let [drawn, seed] = [drawn, seed].map(|number| number.to_string());
    check("single.py", &[Path::new(&drawn), Path::new(&seed), &tool])?;
    networks(&source, &target, &python, &tool)?;
    test_of(["golden", ""], "TFRT_ONNX_NETWORKS", &target.join("networks"))
}

/// Makes networks, and compares each value of them with ONNX Runtime's.
fn networks(source: &Path, target: &Path, python: &Path, tool: &Path) -> Result<(), String> {
    let folder = target.join("networks");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    run_program(python, &[&source.join("networks.py"), &folder])?;
    let files = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let mut models: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    models.retain(|path| path.extension().is_some_and(|it| it == "onnx"));
    models.sort();
    for model in models {
        let trace = model.with_extension("trace.npz");
        let script = source.join("trace.py");
        run_program(python, &[&script, &model, &trace, &model.with_extension("npz")])?;
        let [diff, against, atol, near] = ["diff", "--against", "--atol", "1e-4"].map(Path::new);
        run_program(tool, &[diff, &model, against, &trace, atol, near])?;
    }
    Ok(())
}
