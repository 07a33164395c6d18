//! Each pass on programs of its own, and the verifier's rules on what comes out.

use super::{Pass, run};
use crate::graph::Item;
use crate::source::Source;
use crate::syntax::{PrintOptions, print};
use crate::verify::check;
use std::fmt::Write as _;

fn optimized(text: &str, passes: &[Pass]) -> super::Optimized {
    let catalogue = tfrt_test_kernels::catalogue();
    let program = crate::check(&Source::new("t.mlir", text), &catalogue)
        .unwrap_or_else(|diagnostics| panic!("{text}\n{diagnostics:#?}"));
    let optimized = run(program, passes);
    if let Err(diagnostics) = check(optimized.module.clone(), &catalogue) {
        panic!("{text}\n{diagnostics:#?}");
    }
    optimized
}

/// What passes make of the functions in a text, as lines without the module around them.
fn passed(text: &str, passes: &[Pass]) -> Vec<String> {
    let module = optimized(text, passes).module;
    let text = print(&module, &tfrt_test_kernels::catalogue(), PrintOptions::default());
    let lines: Vec<_> = text.lines().map(|line| line.trim().to_owned()).collect();
    lines[1..lines.len() - 1].to_vec()
}

#[test]
fn results_of_calls_are_what_callees_return() {
    let text = "
func.func @swap(%a: i32, %b: i32) -> (i32, i32, i32) { tfrt.return %b, %a, %b : i32, i32, i32 }
func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %x, %y, %z = tfrt.call @swap(%a, %b) : (i32, i32) -> (i32, i32, i32)
  %p, %q, %r = tfrt.call @swap(%y, %z) : (i32, i32) -> (i32, i32, i32)
  tfrt.return %x, %q : i32, i32
}";
    assert_eq!(
        passed(text, &[Pass::Inline])[3..],
        [
            "func.func @f(%arg0: i32, %arg1: i32) -> (i32, i32) {",
            "tfrt.return %arg1, %arg0 : i32, i32",
            "}"
        ]
    );
}

#[test]
fn regions_of_callees_come_along_and_calls_in_them_stay() {
    let text = "
func.func @leaf(%a: i32) -> i32 { tfrt.return %a : i32 }
func.func private @callee(%c: i1, %a: i32) -> i32 {
  %r = tfrt.if %c, %a : (i32) -> (i32) {
    %s = tfrt.call @leaf(%a) : (i32) -> i32
    tfrt.return %s : i32
  } else {
    tfrt.return %a : i32
  }
  tfrt.return %r : i32
}
func.func @f(%c: i1, %a: i32) -> i32 {
  %x = tfrt.call @callee(%c, %a) : (i1, i32) -> i32
  %y = tfrt.call @callee(%c, %x) : (i1, i32) -> i32
  tfrt.return %y : i32
}";
    let lines = passed(text, &[Pass::Inline]);
    assert_eq!(lines.iter().filter(|line| line.contains("tfrt.if")).count(), 2, "{lines:#?}");
    assert_eq!(lines.iter().filter(|line| line.contains("tfrt.call @leaf")).count(), 2);
    assert!(!lines.iter().any(|line| line.contains("@callee")), "{lines:#?}");
}

#[test]
fn what_may_call_itself_is_not_inlined() {
    let text = "
func.func private @itself(%a: i32) -> i32 {
  %r = tfrt.call @itself(%a) : (i32) -> i32
  tfrt.return %r : i32
}
func.func @even(%c: i1, %a: i32) -> i32 {
  %r = tfrt.call @odd(%c, %a) : (i1, i32) -> i32
  tfrt.return %r : i32
}
func.func @odd(%c: i1, %a: i32) -> i32 {
  %r = tfrt.if %c, %c, %a : (i1, i32) -> (i32) {
    %s = tfrt.call @even(%c, %a) : (i1, i32) -> i32
    tfrt.return %s : i32
  } else {
    tfrt.return %a : i32
  }
  tfrt.return %r : i32
}
func.func @f(%c: i1, %a: i32) -> (i32, i32) {
  %r = tfrt.call @itself(%a) : (i32) -> i32
  %s = tfrt.call @even(%c, %a) : (i1, i32) -> i32
  tfrt.return %r, %s : i32, i32
}";
    assert_eq!(passed(text, &[Pass::Inline]), passed(text, &[]));
}

#[test]
fn only_private_functions_that_nothing_needs_are_removed() {
    let text = "
func.func private @inlined() { tfrt.return }
func.func private @chain_a() {
  %c = tfrt.constant.i1 true
  tfrt.if %c : () -> () {
    tfrt.call @chain_b() : () -> ()
    tfrt.return
  } else {
    tfrt.return
  }
  tfrt.return
}
func.func private @chain_b() { tfrt.return }
func.func private @branch() { tfrt.return }
func.func private @native() attributes {tfrt.native}
func.func @f(%c: i1) {
  tfrt.call @inlined() : () -> ()
  tfrt.cond %c @branch @branch () : () -> ()
  tfrt.return
}";
    let module = optimized(text, &[Pass::Inline]).module;
    let names: Vec<_> = module.functions().map(|function| function.name.as_str()).collect();
    assert_eq!(names, ["branch", "native", "f"]);
    assert_eq!(optimized(text, &[Pass::Canonicalize]).module.items.len(), 6);
}

#[test]
fn nested_modules_are_programs_of_their_own() {
    let text = "
func.func private @g() -> i32 {
  %x = tfrt.constant.i32 1
  tfrt.return %x : i32
}
func.func @f() -> i32 {
  %x = tfrt.call @g() : () -> i32
  tfrt.return %x : i32
}
module @inner {
  func.func private @g() -> i32 {
    %x = tfrt.constant.i32 2
    tfrt.return %x : i32
  }
  func.func @f() -> i32 {
    %x = tfrt.call @g() : () -> i32
    tfrt.return %x : i32
  }
}";
    let lines = passed(text, &[Pass::Inline]);
    assert!(!lines.iter().any(|line| line.contains("@g")), "{lines:#?}");
    assert_eq!(lines[1], "%0 = tfrt.constant.i32 1");
    assert_eq!(lines[6], "%0 = tfrt.constant.i32 2");
}

#[test]
fn growth_is_bounded() {
    let mut text = "func.func @f0(%a: i32) -> i32 {
  %b = tfrt.add.i32 %a, %a
  tfrt.return %b : i32
}\n"
    .to_owned();
    for level in 1..40 {
        let callee = level - 1;
        write!(
            text,
            "func.func @f{level}(%a: i32) -> i32 {{
  %b = tfrt.call @f{callee}(%a) : (i32) -> i32
  %c = tfrt.call @f{callee}(%b) : (i32) -> i32
  tfrt.return %c : i32
}}\n"
        )
        .unwrap();
    }
    let module = optimized(&text, &[Pass::Inline]).module;
    let bodies = module.functions().filter_map(|function| function.body.as_ref());
    let ops: usize = bodies.map(|body| body.preorder().len()).sum();
    assert!((10_000..2_000_000).contains(&ops), "{ops}");
}

#[test]
fn a_long_chain_of_calls_needs_no_stack() {
    let mut text = "func.func @f0(%a: i32) -> i32 { tfrt.return %a : i32 }\n".to_owned();
    for level in 1..20_000 {
        let callee = level - 1;
        write!(
            text,
            "func.func private @f{level}(%a: i32) -> i32 {{
  %b = tfrt.call @f{callee}(%a) : (i32) -> i32
  tfrt.return %b : i32
}}\n"
        )
        .unwrap();
    }
    let module = optimized(&text, &[Pass::Inline]).module;
    assert_eq!(module.functions().count(), 1);
}

/// What canonicalizing makes of a function's body, without the return.
fn canonical(arguments: &str, body: &str, returned: &str) -> Vec<String> {
    let types = vec!["!tfrt.chain"; returned.split(',').count()].join(", ");
    let text = format!(
        "func.func @f({arguments}) -> ({types}) {{\n{body}\ntfrt.return {returned} : {types}\n}}"
    );
    let lines = passed(&text, &[Pass::Canonicalize]);
    lines[1..lines.len() - 1].to_vec()
}

const CHAINS: &str = "%a: !tfrt.chain, %b: !tfrt.chain";

#[test]
fn joins_keep_operands_without_other_uses() {
    let join = "%m = tfrt.merge.chains %a, %b : !tfrt.chain, !tfrt.chain";
    assert_eq!(
        canonical(CHAINS, join, "%m")[0],
        "%0 = tfrt.merge.chains %arg0, %arg1 : !tfrt.chain, !tfrt.chain"
    );
    assert_eq!(canonical(CHAINS, join, "%m, %a")[0], "%0 = tfrt.merge.chains %arg1 : !tfrt.chain");
    assert_eq!(
        canonical(CHAINS, join, "%m, %m, %b, %a"),
        [
            "tfrt.return %arg0, %arg0, %arg1, %arg0 : !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain"
        ]
    );
    let twice = "%m = tfrt.merge.chains %b, %b : !tfrt.chain, !tfrt.chain";
    assert_eq!(canonical(CHAINS, twice, "%m"), ["tfrt.return %arg1 : !tfrt.chain"]);
}

#[test]
fn joins_are_simplified_in_their_order() {
    // The first join loses %a to the second, which then has it for itself.
    let joins = "%m = tfrt.merge.chains %a, %b : !tfrt.chain, !tfrt.chain
                 %n = tfrt.merge.chains %a : !tfrt.chain";
    assert_eq!(
        canonical(CHAINS, joins, "%m, %n"),
        [
            "%0 = tfrt.merge.chains %arg1 : !tfrt.chain",
            "%1 = tfrt.merge.chains %arg0 : !tfrt.chain",
            "tfrt.return %0, %1 : !tfrt.chain, !tfrt.chain"
        ]
    );
    // The value that replaces a join is considered in the next one.
    let joins = "%m = tfrt.merge.chains %a, %a : !tfrt.chain, !tfrt.chain
                 %n = tfrt.merge.chains %m, %b : !tfrt.chain, !tfrt.chain";
    assert_eq!(
        canonical(CHAINS, joins, "%n"),
        [
            "%0 = tfrt.merge.chains %arg0, %arg1 : !tfrt.chain, !tfrt.chain",
            "tfrt.return %0 : !tfrt.chain"
        ]
    );
}

#[test]
fn a_join_of_another_type_stays() {
    let arguments = "%a: i32, %b: !tfrt.chain";
    let join = "%m = tfrt.merge.chains %a, %a : i32, i32";
    assert_eq!(
        canonical(arguments, join, "%m")[0],
        "%0 = tfrt.merge.chains %arg0, %arg0 : i32, i32"
    );
}

#[test]
fn unused_constants_go_and_equal_ones_stay() {
    let body = "%x = tfrt.constant.i32 1
                %y = tfrt.constant.i32 1
                %z = tfrt.constant.i32 1
                %c = tfrt.print.i32 %x, %a
                %d = tfrt.print.i32 %z, %c";
    let lines = canonical("%a: !tfrt.chain", body, "%d");
    assert_eq!(
        lines[..3],
        ["%0 = tfrt.constant.i32 1", "%1 = tfrt.constant.i32 1", "%2 = tfrt.print.i32 %0, %arg0"]
    );
}

#[test]
fn remarks_follow_the_passes_before_them() {
    let text = "
func.func private @g() -> i32 {
  %x = tfrt.constant.i32 1
  tfrt.return %x : i32
}
func.func @f() -> i32 {
  %x = tfrt.call @g() : () -> i32
  tfrt.return %x : i32
}";
    let places = |passes: &[Pass]| -> Vec<u32> {
        let remarks = optimized(text, passes).remarks;
        remarks.iter().map(|remark| remark.location.file_line_col().unwrap().1).collect()
    };
    assert_eq!(places(&[Pass::PrintStreams, Pass::Inline]), [2, 3, 4, 6, 7, 8]);
    assert_eq!(places(&[Pass::Inline, Pass::PrintStreams]), [6, 3, 8]);
}

#[test]
fn compiled_modules_are_left_alone() {
    let text = "
func.func @f() { tfrt.return }
module @other attributes {tfrt.compiled} {
  func.func private @unused() {
    %x = tfrt.constant.i32 1
    tfrt.return
  }
}";
    let module = optimized(text, &[Pass::Inline, Pass::Canonicalize, Pass::PrintStreams]).module;
    let Some(Item::Module(inner)) = module.items.get(1) else { panic!("the module is there") };
    let body = inner.function("unused").and_then(|function| function.body.as_ref());
    assert_eq!(body.map(|body| body.preorder().len()), Some(2));
}
