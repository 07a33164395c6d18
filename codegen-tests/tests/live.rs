//! Live development as a user does it: a crate that is compiled once, and a graph that is edited
//! between its runs. The crate has `tfrt` under another name, is of an older edition, and refuses
//! warnings and unsafe code.

use std::path::{Path, PathBuf};
use std::process::Command;

const MAIN: &str = r#"//! A crate.
#![deny(warnings, missing_docs, unreachable_pub, rust_2018_idioms)]
#![forbid(unsafe_code)]

/// A type of the user's.
#[derive(Debug)]
pub struct Pair(pub i32, pub i32);

impl rt::KernelType for Pair {
    const NAME: &'static str = "!my.pair";
}

#[rt::kernel("my.scale", crate = ::rt)]
fn scale(x: i32, by: rt::Attr<i32>) -> i32 {
    x * by.0
}

#[rt::kernel("my.check", crate = ::rt)]
fn check(x: i32, limit: rt::Attr<i32>) -> Result<i32, String> {
    if x < limit.0 { Ok(x) } else { Err(format!("{x} is not below {}", limit.0)) }
}

#[rt::kernel("my.read", crate = ::rt)]
async fn read(x: i32) -> i32 {
    x
}

#[rt::kernel("my.pair", crate = ::rt)]
fn pair(x: i32, y: i32) -> Pair {
    Pair(x, y)
}

rt::kernels! {
    crate = ::rt;
    MY = [scale, check, read, pair, type Pair = "!my.pair"]
}

rt::tfrt_graph! {
    crate = ::rt;
    mod graph = "graph.mlir";
    kernels = [MY];
}

fn main() -> Result<(), rt::Error> {
    let host = rt::Host::builder().threads(2).build().unwrap();
    let request = host.context();
    println!("ready {}", graph::ready(7));
    println!("pair {:?}", *graph::pair(7));
    match graph::fallible(&request, 7) {
        Ok(value) => println!("fallible {value}"),
        Err(error) => println!("fallible {}", error.report()),
    }
    println!("later {}", host.block_on(graph::later(&request, 7))?);
    Ok(())
}
"#;

const GRAPH: &str = r#"func.func @ready(%x: i32) -> i32 {
  %y = "my.scale"(%x) {by = 2 : i32} : (i32) -> i32
  tfrt.return %y : i32
}
func.func @pair(%x: i32) -> !my.pair {
  %y = "my.pair"(%x, %x) : (i32, i32) -> !my.pair
  tfrt.return %y : !my.pair
}
func.func @fallible(%x: i32) -> i32 {
  %y = "my.check"(%x) {limit = 10 : i32} : (i32) -> i32
  tfrt.return %y : i32
}
func.func @later(%x: i32) -> i32 {
  %y = "my.read"(%x) : (i32) -> i32
  tfrt.return %y : i32
}
"#;

struct Crate {
    root: PathBuf,
}

impl Crate {
    fn new() -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("live");
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/tfrt");
        let manifest = format!(
            "[package]\nname = \"lively\"\nedition = \"2021\"\n[workspace]\n[dependencies]\n\
             rt = {{ package = \"tfrt\", path = {runtime:?}, features = [\"live\"] }}\n"
        );
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
        std::fs::create_dir_all(root.join("src")).expect("the target folder can be written");
        std::fs::copy(lock, root.join("Cargo.lock")).expect("the target folder can be written");
        std::fs::write(root.join("Cargo.toml"), manifest)
            .expect("the target folder can be written");
        std::fs::write(root.join("src/main.rs"), MAIN).expect("the target folder can be written");
        Self { root }
    }

    fn edit(&self, graph: &str) {
        std::fs::write(self.root.join("graph.mlir"), graph)
            .expect("the target folder can be written");
    }

    fn build(&self, options: &[&str]) {
        let cargo = Command::new(env!("CARGO"))
            .args(["build", "--offline", "--target-dir", "target"])
            .args(options)
            .current_dir(&self.root)
            .output()
            .expect("it starts");
        assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    }

    /// What it prints, and what it complains of.
    fn run(&self, live: &str) -> (String, String) {
        let output = Command::new(self.root.join("target/debug/lively"))
            .env("TFRT_LIVE", live)
            .current_dir("/")
            .output()
            .expect("it starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr))
    }
}

#[test]
#[ignore = "builds a crate of its own: cargo xtask ci"]
fn a_graph_is_edited_between_runs() {
    let there = Crate::new();
    there.edit(GRAPH);
    there.build(&[]);
    let before = "ready 14\npair Pair(7, 7)\nfallible 7\nlater 7\n".to_owned();
    for live in ["1", "0", ""] {
        assert_eq!(there.run(live), (before.clone(), String::new()));
    }

    // Other attributes, kernels of the user's that the module did not use so, and of the runtime's.
    let edited = GRAPH
        .replace("by = 2", "by = 3")
        .replace("limit = 10", "limit = 5")
        .replace("%y = \"my.read\"(%x)", "%z = tfrt.add.i32 %x, %x\n  %y = \"my.read\"(%z)");
    there.edit(&edited);
    assert_eq!(there.run("0").0, before);
    let (out, _) = there.run("1");
    assert_eq!(
        out,
        "ready 21\npair Pair(7, 7)\nfallible 7 is not below 5\n  in my.check at graph.mlir:10:8\n\
         later 14\n"
    );

    // What was there at once waits, and what could not fail fails.
    there.edit(&GRAPH.replace("\"my.scale\"(%x) {by = 2 : i32}", "\"my.read\"(%x)"));
    assert!(there.run("1").0.starts_with("ready 7\n"), "{:?}", there.run("1"));
    let failing = "\"my.check\"(%x) {limit = 1 : i32}";
    there.edit(&GRAPH.replace("\"my.scale\"(%x) {by = 2 : i32}", failing));
    let (out, complaint) = there.run("1");
    assert_eq!(out, "");
    assert!(complaint.contains("7 is not below 1\n  in my.check at graph.mlir:2:8"), "{complaint}");

    // What needs a build says so, and what is wrong says where.
    for (from, to, message) in [
        (
            "@ready(%x: i32) -> i32",
            "@ready(%x: i32, %z: i64) -> i32",
            "live: in graph.mlir function @ready is (i32, i64) -> (i32) now, and was compiled as \
             (i32) -> (i32): rebuild",
        ),
        ("@ready", "@steady", "live: graph.mlir has no function @ready any more: rebuild"),
        ("{by = 2 : i32}", "", "graph.mlir:2:8: error: 'my.scale' op requires attribute 'by'"),
        ("%y : i32", "%z : i32", "graph.mlir:3:15: error: use of undeclared SSA value name"),
    ] {
        there.edit(&GRAPH.replacen(from, to, 1));
        let (out, complaint) = there.run("1");
        assert_eq!(out, "", "{from}");
        assert!(complaint.contains(message), "{complaint}\nshould contain {message}");
    }
    std::fs::remove_file(there.root.join("graph.mlir")).expect("the target folder can be written");
    let (_, complaint) = there.run("1");
    assert!(complaint.contains("live: cannot read graph.mlir: "), "{complaint}");

    // Without debug assertions there is nothing that could look at the file.
    there.edit(GRAPH);
    there.build(&["--config", "profile.dev.package.lively.debug-assertions=false"]);
    there.edit(&edited);
    assert_eq!(there.run("1"), (before, String::new()));
}
