//! What would end MLIR, or never end in it: with the helper as a child process it is an error, in bounded
//! time, and the process that asked lives on. What is slow is ignored:
//! `cargo test --release --test bombs -- --ignored`.

#[path = "common/bytecode.rs"]
mod bytecode;

use bytecode::bytecode;
use std::time::{Duration, Instant};
use tfrt::import::{self, Helper};

/// Within which everything ends that has no longer limit of its own. A machine may be busy.
const BOUND: Duration = Duration::from_secs(30);

fn helper() -> Helper {
    Helper::new(env!("CARGO_BIN_EXE_tfrt-mlir"))
}

/// The only error of a source.
fn error(source: &[u8], passes: &[&str]) -> String {
    let start = Instant::now();
    let mut errors = helper().normalise("x.mlir", source, passes).expect_err("it is refused");
    assert!(start.elapsed() < BOUND, "{:?}", start.elapsed());
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors.remove(0)
}

#[test]
fn deep_nesting() {
    let deep = |open: &str, close: &str| open.repeat(100_000) + "%" + &close.repeat(100_000);
    let options = import::ImportOptions::default().with_helper(helper());
    let function = |body: &str| format!("func.func @f(%p: i1) {{\n{body}\n  return\n}}\n");
    let texts = [
        deep("\"scf.execute_region\"() ({\n", "}) : () -> ()\n"),
        deep("scf.if %p {\n", "}\n"),
        format!("\"a.b\"() {{v = {}}} : () -> ()", deep("[", "]")),
        format!("\"a.b\"() {{v = {}}} : () -> ()", deep("{a = ", "}")),
        format!("\"a.b\"() : () -> {}", deep("tuple<", ">")),
        format!("\"a.b\"() : () -> () loc({})", deep("fused[", "]")),
        format!("\"a.b\"() {{v = affine_map<(d0) -> ({})>}} : () -> ()", deep("(", ")")),
    ];
    for text in texts.map(|text| function(&text)) {
        let message = error(text.as_bytes(), &["cse"]);
        let name = &text[..text.floor_char_boundary(60)];
        assert!(message.contains("error: brackets nest deeper than 1000"), "{name}: {message}");
        assert!(message.starts_with("x.mlir:"), "{name}: {message}");
        // The importer itself reads what comes first, and asks the helper if it needs to.
        let start = Instant::now();
        let refused = import::mlir(&text, &options).expect_err("it is refused").to_string();
        assert!(start.elapsed() < BOUND, "{name}: {:?}", start.elapsed());
        assert!(refused.contains("nest"), "{name}: {refused:.300}");
    }
}

/// `inline` ends the process on a region of an op that MLIR does not know.
#[test]
fn passes_that_crash() {
    let text = "func.func @g() { return }
func.func @f() {
  \"other.region\"() ({ \"other.end\"() : () -> () }) : () -> ()
  func.call @g() : () -> ()
  return
}";
    for pass in ["inline", "cse", "symbol-dce", "lift-cf-to-scf"] {
        let message = error(text.as_bytes(), &[pass]);
        assert!(message.starts_with("x.mlir:3:3: error: op 'other.region'"), "{message}");
        assert!(message.contains("passes run only where all ops are known"), "{message}");
    }
}

/// Each function calls the one before it twice, so `inline` makes 2^60 copies of the first.
#[test]
fn passes_without_end() {
    let mut text = String::from("func.func @f0(%a: i32) -> i32 { return %a : i32 }\n");
    for number in 1..=60 {
        let callee = number - 1;
        text += &format!(
            "func.func @f{number}(%a: i32) -> i32 {{
  %b = func.call @f{callee}(%a) : (i32) -> i32
  %c = func.call @f{callee}(%b) : (i32) -> i32
  %d = arith.addi %b, %c : i32
  return %d : i32\n}}\n"
        );
    }
    for limit in [Duration::from_millis(1500), Duration::from_secs(3)] {
        let (start, helper) = (Instant::now(), helper().timeout(limit));
        let errors = helper.normalise("x.mlir", text.as_bytes(), &["inline"]);
        assert!(start.elapsed() < BOUND, "{:?}", start.elapsed());
        let said = format!("error: the MLIR helper took more than {limit:?}");
        assert_eq!(errors, Err(vec![said]));
    }
}

/// MLIR reads such bytecode, and loses the properties of ops in it.
#[test]
fn bytecode_of_dialects_that_mlir_does_not_bring() {
    for op in ["stablehlo.add", "vhlo.add_v1"] {
        let text =
            format!("%0 = \"other.in\"() : () -> i32\n%1 = \"{op}\"(%0, %0) : (i32, i32) -> i32");
        let bytes = bytecode(&text.replace("other.in", &format!("{op}.in")));
        let message = error(&bytes, &[]);
        assert!(message.contains(&format!("op '{op}.in' is of no dialect")), "{message}");
        assert!(message.contains("bytecode does not keep its properties"), "{message}");
        assert!(message.contains("print_generic_op_form=True"), "{message}");
        // The same as StableHLO writes it: a portable artifact, which its producer tells.
        let mut artifact = bytes.clone();
        let producer = artifact.windows(4).position(|word| word == b"MLIR").expect("it is there");
        artifact[producer..producer + 10].copy_from_slice(b"StableHLO_");
        let message = error(&artifact, &[]);
        assert!(message.contains("portable artifact of StableHLO"), "{message}");
        assert!(message.contains("print_generic_op_form=True"), "{message}");
    }
}

/// So many bytes of independent additions.
fn additions(bytes: usize) -> Vec<u8> {
    let mut text = String::from("func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n");
    let mut count = 1;
    while text.len() < bytes {
        text += &format!("  %{count} = arith.addi %{}, %a : i32\n", count - 1);
        count += 1;
    }
    (text + &format!("  return %{} : i32\n}}\n", count - 1)).into_bytes()
}

#[test]
#[ignore = "a minute, and gigabytes of memory"]
fn files_of_100_megabytes() {
    let small = "func.func @f(%a: i32) -> i32 { return %a : i32 }";
    let comments = |bytes: usize| "// nothing\n".repeat(bytes / 11) + small;
    let text = helper().normalise("x", comments(100 << 20).as_bytes(), &[]);
    assert!(text.expect("it is legal").contains("\"func.return\""));
    let message = error(comments(129 << 20).as_bytes(), &[]);
    assert_eq!(message, "x.mlir:1:1: error: more than 134217728 bytes");
    // A program that large may be too much, but then within the limits.
    let start = Instant::now();
    let ops = helper().normalise("x", &additions(100 << 20), &["cse"]);
    let took = start.elapsed();
    assert!(took < BOUND + Duration::from_secs(60), "{took:?}");
    match ops {
        Ok(text) => println!("{} MB of text in {took:?}", text.len() >> 20),
        Err(errors) => println!("{errors:?} in {took:?}"),
    }
}
