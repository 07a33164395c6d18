//! The guide: `tfrt run` on each block of MLIR prints the block of text that follows it, on both engines; the
//! commands of each console print what follows them (`TFRT_BLESS=1` rewrites both); all links lead somewhere. Its
//! Rust is compiled and run by the tests of `tfrt-guide`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program of a chapter and its output.
struct Example {
    file: PathBuf,
    place: String,
    program: String,
    output: String,
}

fn guide() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The pages in a folder of the guide.
fn pages(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(guide().join("src").join(folder))
        .expect("the guide is there")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    files
}

fn examples() -> Vec<Example> {
    let mut examples = Vec::new();
    for file in pages("") {
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
            examples.push(Example { file: file.clone(), place, program, output });
        }
    }
    examples
}

#[test]
fn the_programs_of_the_guide_print_what_it_says() {
    let examples = examples();
    assert!(examples.len() >= 8, "the guide has programs: {}", examples.len());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let bless = std::env::var_os("TFRT_BLESS").is_some_and(|value| value == "1");
    for Example { file: chapter, place, program, output } in examples {
        let file = folder.join("program.mlir");
        std::fs::write(&file, &program).expect("the folder can be written");
        for engine in ["executor", "jit"] {
            let ran = Command::new(env!("CARGO_BIN_EXE_tfrt"))
                .arg("run")
                .arg(format!("--engine={engine}"))
                .arg("program.mlir")
                .current_dir(folder)
                .output()
                .expect("the tool starts");
            let printed = String::from_utf8_lossy(&ran.stdout);
            if bless {
                let text = std::fs::read_to_string(&chapter).expect("the chapter can be read");
                let before = format!("```mlir\n{program}```\n\n```text\n");
                let after =
                    text.replace(&format!("{before}{output}```"), &format!("{before}{printed}```"));
                std::fs::write(&chapter, after).expect("the chapter can be written");
            }
            let errors = String::from_utf8_lossy(&ran.stderr);
            assert!(bless || printed == output, "{place}, {engine}: {printed}\n{errors}");
            // A program that shows an error ends as one with an error.
            let fails = program.contains("// error: ");
            let status = Some(i32::from(fails));
            assert_eq!(ran.status.code(), status, "{place}, {engine}: {}\n{errors}", ran.status);
        }
    }
}

/// The commands of a console and what they print, in a folder.
fn console(commands: &str, folder: &Path) -> String {
    let mut printed = String::new();
    for line in commands.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let arguments = line.strip_prefix("tfrt ").expect("a console has commands of the tool");
        let ran = Command::new(env!("CARGO_BIN_EXE_tfrt"))
            .args(arguments.split_whitespace())
            .current_dir(folder)
            .output()
            .expect("the tool starts");
        let [output, errors] = [&ran.stdout, &ran.stderr].map(|text| String::from_utf8_lossy(text));
        printed.push_str(&format!("$ {line}\n{output}{errors}"));
    }
    printed
}

#[test]
fn the_consoles_of_the_guide_print_what_it_says() {
    // Beside the model that the commands are about, so that what they write is no part of the checkout.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("consoles");
    std::fs::create_dir_all(&folder).expect("the folder can be written");
    for name in ["digits.onnx", "seven.npy"] {
        std::fs::copy(guide().join("../examples/networks").join(name), folder.join(name))
            .expect("the examples have it");
    }
    let bless = std::env::var_os("TFRT_BLESS").is_some_and(|value| value == "1");
    let mut count = 0;
    for file in pages("") {
        let text = std::fs::read_to_string(&file).expect("the chapter can be read");
        let mut parts = text.split("```console\n");
        let mut blessed = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            count += 1;
            let (block, rest) = part.split_once("```").expect("a block ends");
            let printed = console(block, &folder);
            assert!(bless || printed == block, "{}:\n{block}is now\n{printed}", file.display());
            blessed.push_str(&format!("```console\n{printed}```{rest}"));
        }
        if bless && blessed != text {
            std::fs::write(&file, blessed).expect("the chapter can be written");
        }
    }
    assert!(count >= 4, "the guide has consoles: {count}");
}

/// The places that a page links to: `chapter.md#heading` of `[words](chapter.md#heading)`.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let ends = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    ends.map(|(link, _)| link).filter(|link| link.contains(".md") || link.starts_with('#'))
}

/// A page's headings, as links name them.
fn headings(text: &str) -> BTreeSet<String> {
    let lines = text.lines().filter(|line| line.starts_with('#'));
    lines
        .map(|line| {
            let words = line.trim_start_matches('#').trim().to_lowercase();
            let kept = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

#[test]
fn the_links_of_the_guide_lead_somewhere() {
    let read = |path: &Path| {
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let (mut count, source) = (0, guide().join("src"));
    // Every page is in the table of contents, and the Rust of every chapter is tested.
    let (contents, tested) = (read(&source.join("SUMMARY.md")), read(&guide().join("lib.rs")));
    for file in pages("").into_iter().chain(pages("reference")) {
        let (text, folder) = (read(&file), file.parent().expect("a page is in a folder"));
        // The pages of the dialects are made when they are read, and tested where they are made.
        for link in links(&text).filter(|link| !link.starts_with("ops/")) {
            count += 1;
            let (page, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if page.is_empty() { file.clone() } else { folder.join(page) };
            let there = read(&target);
            let found = heading.is_empty() || headings(&there).contains(heading);
            assert!(found, "{} links to {link}, which has no such heading", file.display());
        }
        for included in text.split("{{#include ").skip(1) {
            let (path, _) = included.split_once("}}").expect("an inclusion ends");
            read(&folder.join(path));
        }
        let name = file.strip_prefix(&source).expect("it is in there").display().to_string();
        if name != "SUMMARY.md" {
            assert!(contents.contains(&format!("({name})")), "SUMMARY.md lacks {name}");
            let chapter = !name.starts_with("reference/");
            let in_tests = tested.contains(&format!("\"src/{name}\""));
            assert_eq!(chapter, in_tests, "docs/lib.rs and {name}");
        }
    }
    assert!(count > 20, "the guide has links: {count}");
}
