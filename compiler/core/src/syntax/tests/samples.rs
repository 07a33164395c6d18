//! The reference samples, where they are present: what MLIR's own tool prints for each.

use super::*;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples");
    path.is_dir().then_some(path)
}

fn texts(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("the samples can be read");
    let mut texts: Vec<_> = entries
        .map(|entry| entry.expect("the samples can be read").path())
        .filter(|path| path.extension().is_some_and(|e| e == "mlir"))
        .map(|path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("samples are UTF-8"))
        })
        .collect();
    texts.sort();
    texts
}

/// Whether every mistake is a pretty form that the catalogue does not have yet.
fn only_missing_forms(mistakes: &[String]) -> bool {
    mistakes.iter().all(|m| m.contains("has no pretty form") || m.contains("is unknown"))
}

#[test]
fn samples_print_as_mlir_prints_them() {
    let Some(folder) = folder() else { return };
    let mut matched = 0;
    for (name, text) in texts(&folder) {
        let stem = name.strip_suffix(".mlir").expect("filtered by extension");
        let found = mistakes(&text);
        if !found.is_empty() {
            assert!(only_missing_forms(&found), "{name}: {found:?}");
            eprintln!("{name}: {found:?}");
            continue;
        }
        let module = module(&text);
        for (form, printed) in [("print", pretty(&module)), ("generic", generic(&module))] {
            let path = folder.join(format!("opt/{stem}.{form}.mlir"));
            let Ok(expected) = fs::read_to_string(&path) else { continue };
            // The original's tool ends its output with an empty line.
            assert_eq!(printed, expected.trim_end().to_owned() + "\n", "{name} {form}");
            matched += 1;
        }
    }
    assert!(matched > 20, "only {matched} matched");
}

/// The generic form says all of an op, so it can be read and printed without its definition.
#[test]
fn generic_samples_print_as_they_are() {
    let Some(folder) = folder() else { return };
    let texts = texts(&folder.join("opt"));
    let texts: Vec<_> = texts.iter().filter(|(name, _)| name.ends_with(".generic.mlir")).collect();
    assert!(texts.len() > 20, "only {} are there", texts.len());
    for (name, text) in texts {
        assert_eq!(generic(&module(text)), text.trim_end().to_owned() + "\n", "{name}");
    }
}

#[test]
fn printing_is_a_fixpoint() {
    let Some(folder) = folder() else { return };
    for sub in ["", "opt", "random"] {
        for (name, text) in texts(&folder.join(sub)) {
            let found = mistakes(&text);
            if !found.is_empty() {
                assert!(only_missing_forms(&found), "{name}: {found:?}");
                continue;
            }
            let first = module(&text);
            let printed = pretty(&first);
            let again = module(&printed);
            assert_eq!(pretty(&again), printed, "{name}");
            let generic_text = generic(&again);
            assert_eq!(generic(&module(&generic_text)), generic_text, "{name}");
            assert_eq!(pretty(&module(&generic_text)), printed, "{name}");
        }
    }
}
