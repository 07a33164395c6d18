//! What the macros refuse: every error at its place, in good words.

use std::path::Path;

#[test]
fn refusals() {
    // The crate that is compiled there stands in a folder of its own, where paths begin.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("../tests/trybuild")
        .join(env!("CARGO_PKG_NAME"))
        .join("ui");
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    std::fs::write(folder.join("mistakes.mlir"), include_str!("../ui/mistakes.mlir"))
        .expect("the target folder can be written");
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
