//! The reference pages of the guide that are kept are what the tool prints, and the others can be made. `TFRT_BLESS=1` rewrites them.

mod common;

use common::{err, out, tfrt};
use std::path::Path;

#[test]
fn the_reference_pages_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/reference");
    let bless = std::env::var_os("TFRT_BLESS").is_some_and(|value| value == "1");
    let onnx = ["ops", "--onnx", "--markdown"];
    let pages = [
        ("ops.md", &["ops", "--markdown"][..]),
        ("onnx.md", &onnx),
        ("tool.md", &["man", "--markdown"]),
    ];
    for (page, command) in pages {
        let output = tfrt(command, b"");
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let (file, text) = (folder.join(page), out(&output));
        if bless {
            std::fs::write(&file, &text).expect("the page can be written");
        }
        let committed = std::fs::read_to_string(&file).expect("the page is there");
        let differs = committed.lines().zip(text.lines()).find(|(old, new)| old != new);
        assert!(committed == text, "{page} is not what `tfrt {command:?}` says: {differs:?}");
    }
}

/// The pages of the dialects are not committed; the build of the documentation makes them.
#[test]
fn every_kernel_is_in_the_reference() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reference/ops");
    let _ = std::fs::remove_dir_all(&folder);
    let output = tfrt(&["ops", "--pages", &folder.to_string_lossy()], b"");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let contents = out(&tfrt(&["ops", "--markdown"], b""));
    let catalogue = tfrt_test_kernels::catalogue().with(&tfrt_streamify::DECLARED);
    let mut pages = std::collections::HashMap::new();
    for op in catalogue.ops() {
        let (dialect, _) = op.name.split_once('.').unwrap_or((op.name, ""));
        let page = pages.entry(dialect).or_insert_with(|| {
            let page = std::fs::read_to_string(folder.join(format!("{dialect}.md")));
            page.unwrap_or_else(|error| panic!("{dialect}: {error}"))
        });
        let heading = page.contains(&format!("\n## `{}`\n", op.name));
        assert!(heading || page.contains(&format!("\n| `{}` |", op.name)), "{}", op.name);
    }
    for dialect in pages.keys() {
        assert!(contents.contains(&format!("[`{dialect}`](ops/{dialect}.md)")), "{dialect}");
    }
    let files = std::fs::read_dir(&folder).expect("it was written").count();
    assert_eq!(files, pages.len(), "a page that no dialect has");
    for ty in catalogue.types() {
        assert!(contents.contains(&format!("\n| `{}` |", ty.name)), "{}", ty.name);
    }
    // Kernels for tests are apart, and the lists are named.
    let (own, tests) = contents.split_once("Only the tool has these").expect("they are apart");
    assert!(tests.contains("[`tfrt_tutorial`]") && !own.contains("[`tfrt_tutorial`]"));
    assert!(own.contains("| [`arith`](ops/arith.md) | `tfrt::MLIR` |"), "{own}");
    assert!(pages["arith"].contains("\n- list: `tfrt::MLIR`\n"));
}

/// What a text says of a dialect's list is where the dialect's ops are.
#[test]
fn suggestions_name_the_lists_that_there_are() {
    let core = tfrt_kernels_catalogue();
    for (list, kernels) in tfrt_test_kernels::LISTS {
        for name in kernels.names().filter(|_| list.starts_with("tfrt::")) {
            if name.starts_with('!') || name.starts_with("tensor<") {
                let known = core.ty(name).is_some();
                assert_eq!(known, tfrt_compiler::suggest::list_of_type(name).is_none(), "{name}");
            } else {
                let said = tfrt_compiler::suggest::missing_list(&core, name);
                assert_eq!(said, Some(list), "{name}");
            }
        }
    }
}

fn tfrt_kernels_catalogue() -> tfrt_host::kernel::Catalogue {
    tfrt_host::kernel::Catalogue::new().with(&tfrt_test_kernels::LISTS[0].1)
}
