//! What the example `digits` learns is what is committed, on every machine.

#[expect(dead_code, reason = "its `main` is not called")]
#[path = "../examples/digits.rs"]
mod digits;

use std::path::Path;

#[test]
fn learning_again_gives_the_committed_model() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("networks");
    let network = digits::learn(|_, _| ()).unwrap();
    for (name, bytes) in digits::exported(&network).unwrap() {
        let committed = std::fs::read(folder.join(name)).unwrap();
        assert!(bytes == committed, "{name}: `digits -- --export examples/networks` makes another");
    }
}
