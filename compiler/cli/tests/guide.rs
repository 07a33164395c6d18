//! The programs of the guide: each block of MLIR runs on both engines and prints the block of text
//! that follows it.

use std::path::Path;
use std::process::Command;

/// A program of a chapter and its output.
struct Example {
    place: String,
    program: String,
    output: String,
}

fn examples() -> Vec<Example> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the guide is there")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    let mut examples = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("the chapter can be read");
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for (index, block) in text.split("```mlir\n").skip(1).enumerate() {
            let place = format!("{name}, program {}", index + 1);
            let (program, rest) = block.split_once("```").expect("a block ends");
            let output = rest
                .split_once("```text\n")
                .filter(|(between, _)| between.trim().is_empty())
                .and_then(|(_, output)| output.split_once("```"))
                .map(|(output, _)| output)
                .unwrap_or_else(|| panic!("{place}: a block of text with the output follows"));
            let (program, output) = (program.to_owned(), output.to_owned());
            examples.push(Example { place, program, output });
        }
    }
    examples
}

#[test]
fn the_programs_of_the_guide_print_what_it_says() {
    let examples = examples();
    assert!(examples.len() >= 8, "the guide has programs: {}", examples.len());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for Example { place, program, output } in examples {
        let file = folder.join("guide.mlir");
        std::fs::write(&file, program).expect("the folder can be written");
        for engine in ["executor", "jit"] {
            let ran = Command::new(env!("CARGO_BIN_EXE_tfrt"))
                .args(["run", "--reference-output", "--verify-diagnostics"])
                .arg(format!("--engine={engine}"))
                .arg(&file)
                .output()
                .expect("the tool starts");
            let printed = String::from_utf8_lossy(&ran.stdout);
            let printed: Vec<&str> = printed
                .lines()
                .filter(|line| !line.starts_with("Choosing ") && !line.starts_with("--- "))
                .collect();
            let expected: Vec<&str> = output.lines().collect();
            let errors = String::from_utf8_lossy(&ran.stderr);
            assert_eq!(printed, expected, "{place}, {engine}\n{errors}");
            assert!(ran.status.success(), "{place}, {engine}: {}\n{errors}", ran.status);
        }
    }
}
