//! The reference pages of the guide are what the tool prints. `TFRT_BLESS=1` rewrites them.

mod common;

use common::{err, out, tfrt};
use std::path::Path;

#[test]
fn the_reference_pages_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/reference");
    let bless = std::env::var_os("TFRT_BLESS").is_some_and(|value| value == "1");
    for (page, command) in [("ops.md", "ops"), ("tool.md", "man")] {
        let output = tfrt(&[command, "--markdown"], b"");
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let (file, text) = (folder.join(page), out(&output));
        if bless {
            std::fs::write(&file, &text).expect("the page can be written");
        }
        let committed = std::fs::read_to_string(&file).expect("the page is there");
        let differs = committed.lines().zip(text.lines()).find(|(old, new)| old != new);
        assert!(committed == text, "{page} is not what `tfrt {command}` says: {differs:?}");
    }
}

#[test]
fn every_kernel_is_in_the_reference() {
    let output = tfrt(&["ops", "--markdown"], b"");
    let page = out(&output);
    let catalogue = tfrt_test_kernels::catalogue();
    for op in catalogue.ops() {
        let heading = page.contains(&format!("\n### `{}`\n", op.name));
        assert!(heading || page.contains(&format!("\n| `{}` |", op.name)), "{}", op.name);
    }
    for ty in catalogue.types() {
        assert!(page.contains(&format!("\n| `{}` |", ty.name)), "{}", ty.name);
    }
}
