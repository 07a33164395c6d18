//! Compile-fail tests of the macros: messages and spans.

use std::path::Path;

#[test]
#[ignore = "builds crates of its own: cargo xtask ci"]
fn refusals() {
    // The crate that is compiled there stands in a folder of its own, where paths begin.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("../tests/trybuild")
        .join(env!("CARGO_PKG_NAME"))
        .join("ui");
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    let files: [(&str, &[u8]); 7] = [
        ("mistakes.mlir", include_bytes!("../cases/mistakes.mlir")),
        ("weights.mlir", include_bytes!("../cases/weights.mlir")),
        ("weights.safetensors", include_bytes!("../cases/weights.safetensors")),
        ("good.mlir", b"func.func @f() {\n  tfrt.return\n}\n"),
        ("not_utf8.mlir", b"func.func @\xff() {}\n"),
        ("damaged.bef", b"\x0b\xef\xff\xff\xff\xff"),
        ("short.bef", b"\x0b\xef"),
    ];
    for (name, content) in files {
        std::fs::write(folder.join(name), content).expect("the target folder can be written");
    }
    trybuild::TestCases::new().compile_fail("cases/*.rs");
}
