//! `tfrt diff`, above all on runs that are cancelled.

mod common;

use common::{FAILS, GOOD, err, json, out, tfrt};

#[test]
fn the_same_functions_as_run() {
    let output = tfrt(&["diff", "--functions=print"], GOOD);
    assert_eq!(out(&output), "print: equal\n");
    let output = tfrt(&["diff", "--init-function=print"], GOOD);
    assert_eq!(out(&output), "print: equal\ntwo: equal\n");
    assert_eq!(tfrt(&["diff", "--functions=none"], GOOD).status.code(), Some(2));
    assert_eq!(tfrt(&["diff", "--functions="], GOOD).status.code(), Some(2));
    assert_eq!(tfrt(&["diff"], FAILS).status.code(), Some(0), "errors are results");
    let bef = tfrt(&["translate"], GOOD).stdout;
    assert_eq!(out(&tfrt(&["diff", "--work-queue=mstd:2"], &bef)), "two: equal\nprint: equal\n");
}

/// Results and lines that the cancellation orders, and such that it does not.
const CANCELS: &str = "func.func @ordered() -> (!tfrt.chain, i32) {
  %ch = tfrt.new.chain
  %zero, %after = \"tfrt_test.cancel\"(%ch) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %printed = tfrt.print.i32 %zero, %after
  %one = tfrt.constant.i32 1
  %sum = tfrt.add.i32 %zero, %one
  tfrt.return %printed, %sum : !tfrt.chain, i32
}
func.func @own() -> i32 {
  %ch = tfrt.new.chain
  %zero, %after = \"tfrt_test.cancel\"(%ch) : (!tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %zero : i32
}
func.func @free() -> (i32, !tfrt.chain) {
  %ch = tfrt.new.chain
  %zero, %after = \"tfrt_test.cancel\"(%ch) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %one = tfrt.constant.i32 1
  %two = tfrt.add.i32 %one, %one
  %printed = tfrt.print.i32 %two, %ch
  tfrt.return %two, %printed : i32, !tfrt.chain
}
func.func @beaten() -> i32 {
  %ch = tfrt.new.chain
  %bad = \"tfrt_test.fail\"() : () -> i32
  %zero, %after = \"tfrt_test.cancel\"(%ch) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %sum = tfrt.add.i32 %zero, %bad
  tfrt.return %sum : i32
}
func.func @inner(%ch: !tfrt.chain) -> (i32, i32) {
  %zero, %after = \"tfrt_test.cancel\"(%ch) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %one = tfrt.constant.i32 1
  %sum = tfrt.add.i32 %zero, %one
  tfrt.return %one, %sum : i32, i32
}
func.func @called() -> (i32, i32) {
  %ch = tfrt.new.chain
  %a, %b = tfrt.call @inner(%ch) : (!tfrt.chain) -> (i32, i32)
  %c = tfrt.add.i32 %b, %b
  tfrt.return %a, %c : i32, i32
}
func.func @loops() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %n = tfrt.constant.i32 5
  %end = tfrt.repeat.i32 %n, %ch : !tfrt.chain {
    %zero, %after = \"tfrt_test.cancel\"(%ch) : (!tfrt.chain) -> (i32, !tfrt.chain)
    %printed = tfrt.print.i32 %zero, %after
    tfrt.return %printed : !tfrt.chain
  }
  tfrt.return %end : !tfrt.chain
}
";

#[test]
fn cancelled_runs_are_equal_as_far_as_anything_orders_them() {
    for queue in ["s", "mstd:2"] {
        let queue = format!("--work-queue={queue}");
        for _ in 0..5 {
            let output = tfrt(&["diff", &queue], CANCELS.as_bytes());
            assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
            assert_eq!(
                out(&output),
                "ordered: equal\nown: equal\nfree: equal\nbeaten: equal\ncalled: equal\n\
                 loops: equal\n"
            );
        }
    }
}

#[test]
fn a_document_for_scripts() {
    let document = json(&tfrt(&["diff", "--json"], CANCELS.as_bytes()));
    assert_eq!(document["ok"], true);
    let functions = document["functions"].as_array().unwrap();
    assert_eq!(functions.len(), 6);
    assert!(functions.iter().all(|function| function["equal"] == true), "{document}");
}
