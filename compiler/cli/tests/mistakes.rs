//! A file with five mistakes, through the tool: exit code, and each mistake at its place.

use std::process::Command;

const FILE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../codegen-tests/ui/cases/mistakes.mlir");

#[test]
fn translate_reports_every_mistake_once() {
    let run = Command::new(env!("CARGO_BIN_EXE_tfrt"))
        .args(["translate", FILE])
        .output()
        .expect("the tool runs");
    assert_eq!(run.status.code(), Some(2));
    assert!(run.stdout.is_empty());
    let stderr = String::from_utf8(run.stderr).expect("the file is ASCII");
    let lines: Vec<&str> = stderr.lines().collect();
    let source = std::fs::read_to_string(FILE).expect("the file is there");
    let source: Vec<&str> = source.lines().collect();
    let mut places = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some((place, _)) = line.split_once(": error: ") else { continue };
        let place = place.strip_prefix(FILE).expect("the path is as given");
        let mut numbers = place.split(':').skip(1).map(|n| n.parse::<usize>().expect("a number"));
        let (row, column) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        assert_eq!(lines[index + 1], source[row - 1]);
        assert_eq!(lines[index + 2], format!("{}^", " ".repeat(column - 1)));
        places.push((row, column));
    }
    assert_eq!(places, [(7, 8), (8, 25), (10, 21), (14, 8), (15, 8)], "{stderr}");
}
