//! Device code: what clang makes of `runtime/gpu/ptx/*.cu` is checked in beside it, with the command in its first line,
//! so that nobody needs a compiler to build. Constants of functions are those of `runtime/numeric`.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const COMPILER: &str = "clang-22";

/// PTX 8.0 for the oldest card whose code newer ones run: every driver since R525 should load it. Products and sums are
/// fused only where the source says so.
const FLAGS: [&str; 13] = [
    "-x",
    "cuda",
    "--cuda-device-only",
    "--cuda-gpu-arch=sm_80",
    "-nocudainc",
    "-nocudalib",
    "-O2",
    "-ffp-contract=off",
    "-Xclang",
    "-target-feature",
    "-Xclang",
    "+ptx80",
    "-S",
];

/// The wheel whose assembler knows this PTX; the newest ones' give code that older drivers refuse.
const ASSEMBLER: &str = "nvidia-cuda-nvcc==13.0.88";

/// The wheel of the compiler that users' programs load.
pub(crate) const NVRTC: &str = "nvidia-cuda-nvrtc==13.0.88";

/// Compiles all files, and writes what they become; with `--check`, compares it instead.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    let check = match arguments {
        [] => false,
        [flag] if flag == "--check" => true,
        _ => return Err("cargo xtask ptx [--check]".to_owned()),
    };
    let folder = root.join("runtime/gpu/ptx");
    let rust = root.join("runtime/numeric/src/functions/tables.rs");
    write_or_compare(&folder.join("tables.h"), &tables(&read(&rust)?)?, check)?;
    if Command::new(COMPILER).arg("--version").output().is_err() {
        println!("xtask: {COMPILER} is not there, so device code was NOT compiled");
        return if check { Ok(()) } else { Err(format!("{COMPILER} is not there")) };
    }
    let sources = sources(&folder)?;
    for source in &sources {
        write_or_compare(&source.with_extension("ptx"), &compiled(&folder, source)?, check)?;
    }
    println!("xtask: {} files of device code are what {COMPILER} makes of them", sources.len());
    Ok(())
}

fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut sources: Vec<_> =
        paths.filter(|it| it.extension().is_some_and(|it| it == "cu")).collect();
    sources.sort();
    Ok(sources)
}

/// What a file becomes, after the command that makes it.
fn compiled(folder: &Path, source: &Path) -> Result<String, String> {
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    let mut command = Command::new(COMPILER);
    command.args(FLAGS).arg(&*name).args(["-o", "-"]).current_dir(folder);
    let output = command.output().map_err(|error| format!("{COMPILER}: {error}"))?;
    if !output.status.success() || !output.stderr.is_empty() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let flags = FLAGS.join(" ");
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(format!("// {COMPILER} {flags} {name}\n{}", text.trim_start_matches('\n')))
}

/// Writes a file, or compares it.
fn write_or_compare(path: &Path, text: &str, check: bool) -> Result<(), String> {
    if !check {
        return fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()));
    }
    if read(path)? == text {
        return Ok(());
    }
    Err(format!("{} is not what it is made from: cargo xtask ptx", path.display()))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The constants of `functions/tables.rs` that device code has, in C.
fn tables(rust: &str) -> Result<String, String> {
    let mut text = "// Constants of `runtime/numeric/src/functions/tables.rs`, written by `cargo xtask ptx`.\n\
                    #pragma once\n#include \"device.h\"\n"
        .to_owned();
    for name in ["LN_2", "LN_2_64", "POWERS", "LOGARITHMS"] {
        let start = format!("const {name}: ");
        let missing = || format!("tables.rs has no {name}");
        let (_, rest) = rust.split_once(&start).ok_or_else(missing)?;
        let (_, value) = rest.split_once(" = ").ok_or_else(missing)?;
        let (value, _) = value.split_once(";\n").ok_or_else(missing)?;
        let rows: Vec<String> =
            value.split('\n').map(numbers).filter(|row| !row.is_empty()).collect();
        let width = rows.first().map_or(0, |row| row.split(", ").count());
        let height = rows.len();
        let shape = if height == 1 { String::new() } else { format!("[{height}]") };
        writeln!(text, "\nstatic __device__ const f64 {name}{shape}[{width}] = {{")
            .map_err(missing_room)?;
        for row in rows {
            let row = if height == 1 { row } else { format!("{{{row}}}") };
            writeln!(text, "    {row},").map_err(missing_room)?;
        }
        text.push_str("};\n");
    }
    Ok(text)
}

/// The numbers of a line.
fn numbers(line: &str) -> String {
    let line = line.replace("Dd::of", "");
    let parts = line.split(|it: char| !"0123456789.e-".contains(it));
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn missing_room(error: std::fmt::Error) -> String {
    error.to_string()
}

/// A file out of a wheel of the vendor's, which is installed below `target/`; `None` if it cannot be had.
pub(crate) fn wheel(root: &Path, wheel: &str, file: &str) -> Option<PathBuf> {
    let target = root.join("target/ptx");
    let file = target.join("nvidia/cu13").join(file);
    if !file.is_file() {
        let pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--target"];
        let mut command = Command::new("python3");
        command.args(pip).arg(&target).arg(wheel);
        command.output().ok().filter(|output| output.status.success())?;
    }
    file.is_file().then_some(file)
}

/// Assembles what is checked in, and prints what each kernel needs; `None` if the assembler cannot be had.
pub(crate) fn assembled(root: &Path) -> Result<Option<()>, String> {
    let Some(assembler) = wheel(root, ASSEMBLER, "bin/ptxas") else { return Ok(None) };
    let folder = root.join("runtime/gpu/ptx");
    for source in sources(&folder)? {
        let mut command = Command::new(&assembler);
        command.args(["-arch=sm_90", "-v", "-o", "/dev/null"]).arg(source.with_extension("ptx"));
        let output = command.output().map_err(|error| format!("ptxas: {error}"))?;
        let says = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(says.into_owned());
        }
        let (most, spills) = needs(&says);
        let name = source.file_stem().unwrap_or_default().to_string_lossy();
        println!("xtask: {name}: at most {most} registers a thread, {spills} bytes spilled");
    }
    Ok(Some(()))
}

/// The most registers of a kernel, and the bytes that kernels store because they have too few.
fn needs(says: &str) -> (u32, u32) {
    let before = |line: &str, word: &str| {
        let (start, _) = line.split_once(word)?;
        start.split_whitespace().last()?.parse::<u32>().ok()
    };
    let registers = says.lines().filter_map(|line| before(line, " registers"));
    let spills = says.lines().filter_map(|line| before(line, " bytes spill stores"));
    (registers.max().unwrap_or(0), spills.sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_become_arrays() {
        let rust = "const LN_2: Dd = Dd::of(0.5, -1e-17);\nconst LN_2_64: Dd = Dd::of(2.0, 1.0);\n\
                    const POWERS: [Dd; 2] = [\n    Dd::of(1.0, 0.0),\n    Dd::of(1.5, 2e-5),\n];\n\
                    const LOGARITHMS: [(f64, Dd); 1] = [\n    (1.0, Dd::of(3.0, 4.0)),\n    (1.0, Dd::of(5.0, 6.0)),\n];\n";
        let text = tables(rust).expect("all are there");
        assert!(text.contains("LN_2[2] = {\n    0.5, -1e-17,\n};"), "{text}");
        assert!(text.contains("POWERS[2][2] = {\n    {1.0, 0.0},\n    {1.5, 2e-5},\n};"), "{text}");
        assert!(text.contains("LOGARITHMS[2][3] = {\n    {1.0, 3.0, 4.0},\n"), "{text}");
        assert!(tables("").is_err());
    }

    #[test]
    fn what_kernels_need_is_read() {
        let says = "    0 bytes stack frame, 4 bytes spill stores, 8 bytes spill loads\n\
                    ptxas info    : Used 40 registers, used 1 barriers\nptxas info    : Used 38 registers\n";
        assert_eq!(needs(says), (40, 4));
    }
}
