//! Breaches of each rule, and programs that keep them.

use super::{MAX_NESTING, verify};
use crate::graph::{Attribute, Body, Function, Item, Module, OpId, RegionId, Type, ValueId};
use crate::graph::{Attributes, Op, Visibility};
use crate::source::{Diagnostic, Source, Span};
use crate::syntax::{ParseOptions, parse};
use tfrt_host::error::Location;

/// What the verifier says of a text, as `LINE: MESSAGE`.
fn breaches(text: &str) -> Vec<String> {
    let source = Source { name: "t.mlir".to_owned(), text: text.to_owned(), first_line: 1 };
    let catalogue = tfrt_test_kernels::catalogue();
    let (module, diagnostics) = parse(&source, &catalogue, ParseOptions::new());
    assert!(diagnostics.is_empty(), "{text}\n{:?}", diagnostics);
    let line =
        |diagnostic: &Diagnostic| text[..diagnostic.span.start as usize].matches('\n').count() + 1;
    match verify(module, &catalogue) {
        Ok(_) => Vec::new(),
        Err(diagnostics) => {
            diagnostics.iter().map(|d| format!("{}: {}", line(d), d.message)).collect()
        }
    }
}

/// Holds a text to messages, each a line number and a part of the message.
fn expect(text: &str, expected: &[&str]) {
    let found = breaches(text);
    assert_eq!(found.len(), expected.len(), "{text}\n{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        let (line, message) = expected.split_once(": ").unwrap();
        assert!(
            found.starts_with(&format!("{line}: ")) && found.contains(message),
            "{text}\nfound: {found}\nexpected: {expected}"
        );
    }
}

const FUNCTIONS: &str = "func.func @f(%a: i32) -> i32 { tfrt.return %a : i32 }\n";

/// A function with some values in scope. Its further lines begin at line 3.
fn expect_in_function(body: &str, expected: &[&str]) {
    let text = format!(
        "{FUNCTIONS}func.func @g(%t: i1, %i: i32, %l: i64, %c: !tfrt.chain) {{\n{body}\n  tfrt.return\n}}\n"
    );
    expect(&text, expected);
}

#[test]
fn programs_that_keep_the_rules() {
    expect_in_function(
        r#"
  %r = tfrt.call @f(%i) : (i32) -> i32
  %x = tfrt.if %t, %i : (i32) -> (i32) { tfrt.return %i : i32 } else { tfrt.return %i : i32 }
  tfrt.if %t, %c : (!tfrt.chain) -> () { tfrt.return }
  %y = tfrt.repeat.i32 %i, %l : i64 { tfrt.return %l : i64 }
  %z = tfrt.case %i [@f, @f] (%i) : (i32) -> (i32)
  %w = tfrt.cond %t @f @f (%i) : (i32) -> (i32)
  "unknown.op"(%i) ({ ^bb(%q: i32): tfrt.return }) {f = @nowhere} : (i32) -> ()
  %s = "tfrt_test.async_constant.i32"() {value = 7 : i64} : () -> i32
  %k, %kc = "tfrt.minus.i32"(%i, %i, %c) : (i32, i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %u = tfrt_test.test_cost %i {id = 0 : i64, _tfrt_cost = 5 : i64} : i32"#,
        &[],
    );
}

#[test]
fn returns() {
    expect(
        "func.func @f(%a: i32) -> i32 {\n  tfrt.return\n}",
        &["2: has 0 operands, but enclosing function returns 1"],
    );
    expect(
        "func.func @f(%a: i32) -> i64 {\n  tfrt.return %a : i32\n}",
        &["2: type of return operand 0 ('i32') doesn't match function result type ('i64')"],
    );
    expect(
        "func.func @f() {\n  tfrt.return\n  tfrt.return\n}",
        &["2: return op must be at the end of its block"],
    );
    expect(
        "func.func @f() {\n  %c = tfrt.new.chain\n}",
        &["2: all functions need to have a tfrt.return"],
    );
    expect("func.func @f() {\n}", &["1: all functions need to have a tfrt.return"]);
    expect(
        "func.func @f() {\n  \"d.o\"() ({\n    %c = tfrt.new.chain\n  }) : () -> ()\n  tfrt.return\n}",
        &["3: all functions need to have a tfrt.return"],
    );
    expect_in_function(
        "  %x = tfrt.if %t, %i : (i32) -> (i32) {\n tfrt.return\n } else { tfrt.return %i : i32 }",
        &["4: operand types don't match 'tfrt.if' result"],
    );
    expect_in_function(
        "  tfrt.if %t, %i : (i32) -> () {\n %z = tfrt.new.chain\n } else { tfrt.return }",
        &["3: 'tfrt.if' op expected tfrt.return in body"],
    );
}

#[test]
fn blocks() {
    expect(
        "func.func @f() {\n  \"a.b\"() : () -> ()\n^bb1:\n  tfrt.return\n}",
        &["2: multi-block regions cannot be emitted to BEF files"],
    );
}

/// What the rules for text say of a program.
#[track_caller]
fn expect_of_text(text: &str, expected: &[&str]) {
    let source = Source::new("t.mlir", text);
    let found = match crate::check(&source, &tfrt_test_kernels::catalogue()) {
        Ok(_) => Vec::new(),
        Err(diagnostics) => {
            let lines = crate::source::LineTable::new(&source);
            let show =
                |d: &Diagnostic| format!("{}: {}", lines.position(d.span.start).line, d.message);
            diagnostics.iter().map(show).collect()
        }
    };
    assert_eq!(found, expected, "{text}");
}

#[test]
fn text_may_say_what_cannot_be_executed() {
    // A loop, a use behind a definition that dominates it, and one in an inner region.
    expect_of_text(
        "func.func @f(%a: i32) {\n  %x = tfrt.constant.i32 1\n  \"cf.br\"()[^b] : () -> ()\n^b:\n  \
         \"d.r\"() ({\n    \"d.o\"(%x, %a, %y) : (i32, i32, i32) -> ()\n  }) : () -> ()\n  \
         \"cf.br\"()[^b, ^c] : () -> ()\n^c:\n  tfrt.return\n^d:\n  %y = tfrt.constant.i32 1\n  \
         \"cf.br\"(%z)[^b] : (i32) -> ()\n^e:\n  %z = tfrt.constant.i32 1\n  tfrt.return\n}",
        &["6: operand #2 does not dominate this use"],
    );
    expect_of_text(
        "func.func @f(%c: i1) {\n  \"cf.br\"(%c)[^a, ^b] : (i1) -> ()\n^a:\n  %x = tfrt.constant.i32 1\n  \
         \"cf.br\"()[^j] : () -> ()\n^b:\n  \"d.o\"(%x) : (i32) -> ()\n  \"cf.br\"()[^j] : () -> ()\n^j:\n  \
         \"d.o\"(%x, %y) : (i32, i32) -> ()\n  %y = \"d.o\"(%y) : (i32) -> i32\n  tfrt.return\n}",
        &[
            "7: operand #0 does not dominate this use",
            "10: operand #0 does not dominate this use",
            "10: operand #1 does not dominate this use",
            "11: operand #0 does not dominate this use",
        ],
    );
    expect_of_text(
        "func.func @f() {\n  \"cf.br\"()[^b] : () -> ()\n  tfrt.return\n^b:\n  %c = \"tfrt.new.chain\"()[^b] : () -> !tfrt.chain\n}\n\
         func.func @g() {\n^a:\n  \"cf.br\"()[^a] : () -> ()\n}\nfunc.func @h() {\n  \"d.r\"() ({}, {}) : () -> ()\n}\n\
         func.func @i(%c: i1) {\n  tfrt.if %c : () -> () {\n    tfrt.new.chain\n  }\n  tfrt.new.chain\n}",
        &[
            "2: op with successors must terminate its parent block",
            "5: 'tfrt.new.chain' op requires 0 successors but found 1",
            "5: all functions need to have a tfrt.return",
            "9: entry block of region may not have predecessors",
            "15: 'tfrt.if' op expected tfrt.return in body",
            "18: all functions need to have a tfrt.return",
        ],
    );
    // What a program may not say.
    expect(
        "func.func @f(%a: i32) {\n  \"d.r\"() ({\n    \"d.o\"(%a) : (i32) -> ()\n    tfrt.return\n  }) : () -> ()\n  \
         \"d.o\"(%b) : (i32) -> ()\n  %b = tfrt.constant.i32 1\n  tfrt.return\n}",
        &[
            "3: BEF executor only supports references to kernels within the current region",
            "6: operand #0 does not dominate this use",
        ],
    );
}

#[test]
fn symbols() {
    expect(
        "func.func @f() { tfrt.return }\nfunc.func @f() { tfrt.return }\nmodule @f {}\n",
        &["2: redefinition of symbol named 'f'", "3: redefinition of symbol named 'f'"],
    );
    expect_in_function(
        "  tfrt.call @nowhere(%i) : (i32) -> ()\n  %x = tfrt.case %i [@f, @no] (%i) : (i32) -> (i32)",
        &[
            "3: 'tfrt.call' op 'nowhere' does not reference a valid function",
            "4: 'no' does not reference a valid function",
        ],
    );
}

#[test]
fn calls() {
    expect_in_function(
        r#"  %0 = tfrt.call @f(%i, %i) : (i32, i32) -> i32
  %1 = tfrt.call @f(%l) : (i64) -> i32
  tfrt.call @f(%i) : (i32) -> ()
  %2 = tfrt.call @f(%i) : (i32) -> i64
  %3 = "tfrt.call"(%i) : (i32) -> i32"#,
        &[
            "3: 'tfrt.call' op incorrect number of operands for callee",
            "4: operand type mismatch",
            "5: incorrect number of results for callee",
            "6: result type mismatch",
            "7: requires a 'callee' symbol reference attribute",
        ],
    );
    expect_in_function(
        r#"  %0 = tfrt.cond %t @f @g (%i) : (i32) -> (i32)
  %1 = tfrt.cond %t @f @f (%l) : (i64) -> (i64)
  %2 = "tfrt.cond"(%t, %i) {a_true_fn = @f} : (i1, i32) -> i32"#,
        &[
            "3: incorrect number of operands for false function",
            "3: incorrect number of results for false function",
            "4: operand type mismatch for true function",
            "4: result type mismatch for true function",
            "4: operand type mismatch for false function",
            "4: result type mismatch for false function",
            "5: requires a 'b_false_fn' symbol reference attribute",
        ],
    );
}

#[test]
fn loops_and_branches() {
    expect_in_function(
        r#"  %0 = "tfrt.repeat.i32"(%i, %i) ({ ^b(%q: i32): tfrt.return }) : (i32, i32) -> ()
  %1 = "tfrt.repeat.i32"(%i, %i) ({ ^b(%q: i32): tfrt.return %q : i32 }) : (i32, i32) -> i64
  "tfrt.repeat.i32"(%i) ({ ^b(%q: i32): tfrt.return }) : (i32) -> ()
  %2 = "tfrt.repeat.i32"(%l, %i) ({ ^b(%q: i32): tfrt.return %q : i32 }) : (i64, i32) -> i32"#
            .replace("%0 = ", "")
            .as_str(),
        &[
            "3: incorrect number of operands",
            "4: operand/result type mismatch",
            "4: operand types don't match 'tfrt.repeat.i32' result",
            "5: incorrect number of arguments to 'body' block",
            "6: operand #0 must be i32, but got 'i64'",
        ],
    );
    expect_in_function(
        r#"  "tfrt.if"(%t, %i) ({ tfrt.return }, { ^b(%q: i64): tfrt.return }) : (i1, i32) -> ()
  "tfrt.if"(%t) ({ tfrt.return }) : (i1) -> ()"#,
        &[
            "3: incorrect number of arguments to 'then' block",
            "3: operand/argument type mismatch",
            "4: expected 2 regions, but got 1",
        ],
    );
    expect_in_function(
        r#"  %0 = tfrt.while %t @f(%i) parallel_iterations(1) : (i32) -> (i32)
  "tfrt.while"(%t) {body_fn = @f, parallel_iterations = 1 : i64} : (i1) -> ()"#,
        &["3: incorrect number of results for body function", "4: at least one loop value"],
    );
}

#[test]
fn schemas() {
    expect_in_function(
        r#"  %0 = "tfrt.add.i32"(%i) : (i32) -> i32
  %1 = "tfrt.add.i32"(%i, %l) : (i32, i64) -> i32
  %2 = "tfrt.add.i32"(%i, %i) : (i32, i32) -> i64
  "tfrt.add.i32"(%i, %i) : (i32, i32) -> ()
  %3 = "tfrt.constant.i32"() : () -> i32
  %4 = "tfrt.constant.i32"() {value = 3000000000 : i64} : () -> i32
  %5 = "tfrt.constant.i32"() {value = "x"} : () -> i32
  %6 = "tfrt.constant.i32"() {value} : () -> i32
  %7 = "tfrt.minus.i32"(%i, %i, %i) : (i32, i32, i32) -> i32"#,
        &[
            "3: expected 2 operands, but got 1",
            "4: operand #1 must be i32, but got 'i64'",
            "5: result #0 must be i32, but got 'i64'",
            "6: expected 1 results, but got 0",
            "7: requires attribute 'value'",
            "8: attribute 'value' is 3000000000",
            "9: attribute 'value' is 'string', expected 'i32'",
            "10: BEF files cannot encode the 'value' attribute",
            "11: expected 2 operands, but got 3",
        ],
    );
    expect_in_function(
        r#"  %0 = tfrt_test.test_cost %i {id = 0 : i64} : i32
  %1 = tfrt_test.test_cost %i {id = 0 : i64, _tfrt_cost = 0 : i64} : i32
  %2 = "tfrt_test.atomic.get.i32"(%l, %c) : (i64, !tfrt.chain) -> (i32, !tfrt.chain)"#
            .replace("%2 =", "%2, %3 =")
            .as_str(),
        &[
            "3: cost attribute not found",
            "4: cost value must be larger than 0",
            "5: operand #0 must be",
        ],
    );
    // Types of other dialects stand for each other where there is only the generic form.
    expect(
        "func.func @f(%a: !my.counter, %c: !tfrt.chain) {\n\
           %v, %d = \"tfrt_test.atomic.get.i32\"(%a, %c) : (!my.counter, !tfrt.chain) -> (i32, !tfrt.chain)\n\
           tfrt.return\n}",
        &[],
    );
}

fn op(name: &str) -> Op {
    Op {
        name: name.into(),
        operands: Vec::new(),
        results: Vec::new(),
        attributes: Attributes::new(),
        regions: Vec::new(),
        properties: Vec::new(),
        successors: Vec::new(),
        location: Location::Unknown,
        span: Span::default(),
    }
}

/// What the verifier says of a function `@f` without arguments and results.
fn breaches_of_body(body: Body) -> Vec<String> {
    let function = Function {
        name: "f".to_owned(),
        visibility: Visibility::Public,
        arguments: Vec::new(),
        results: Vec::new(),
        argument_attributes: Vec::new(),
        result_attributes: Vec::new(),
        attributes: Attributes::new(),
        body: Some(body),
        location: Location::Unknown,
        span: Span::default(),
    };
    let module = Module { items: vec![Item::Function(function)], ..Module::default() };
    match verify(module, &tfrt_test_kernels::catalogue()) {
        Ok(_) => Vec::new(),
        Err(diagnostics) => diagnostics.into_iter().map(|d| d.message).collect(),
    }
}

#[test]
fn graphs_that_no_text_makes() {
    let start = || {
        let mut body = Body::new();
        let root = body.add_region(None);
        let block = body.add_block(root);
        (body, block)
    };

    assert_eq!(breaches_of_body(Body::new()), ["all functions need to have a tfrt.return"]);

    let (mut body, block) = start();
    body.add_op(block, Op { operands: vec![ValueId(7)], ..op("a.b") });
    body.add_op(block, op("tfrt.return"));
    assert_eq!(breaches_of_body(body), ["operand #0 is no value of this function"]);

    let (mut body, block) = start();
    body.add_op(block, Op { operands: vec![ValueId(0)], ..op("a.b") });
    let late = body.add_op(block, op("a.b"));
    body.add_result(late, Type::new("i32"), None);
    body.add_op(block, op("tfrt.return"));
    assert_eq!(breaches_of_body(body), ["operand #0 does not dominate this use"]);

    let (mut body, block) = start();
    let maker = body.add_op(block, op("a.b"));
    let outer = body.add_result(maker, Type::new("i32"), None);
    let owner = body.add_op(block, op("a.b"));
    let region = body.add_region(Some(owner));
    body.op_mut(owner).regions.push(region);
    let inner = body.add_block(region);
    body.add_op(inner, Op { operands: vec![outer], ..op("a.b") });
    body.add_op(inner, op("tfrt.return"));
    body.add_op(block, op("tfrt.return"));
    assert_eq!(
        breaches_of_body(body),
        ["BEF executor only supports references to kernels within the current region"]
    );

    let (mut body, block) = start();
    let first = body.add_op(block, op("a.b"));
    let value = body.add_result(first, Type::new("i32"), None);
    let second = body.add_op(block, op("a.b"));
    body.op_mut(second).results.push(value);
    body.add_op(block, op("tfrt.return"));
    assert_eq!(breaches_of_body(body), ["'a.b' op lists a result that is not its own"]);

    let (mut body, block) = start();
    body.add_op(block, Op { regions: vec![RegionId(0)], ..op("a.b") });
    body.add_op(block, Op { regions: vec![RegionId(9)], ..op("a.b") });
    body.add_op(block, op("tfrt.return"));
    assert_eq!(breaches_of_body(body), ["'a.b' op lists a region that is not its own"; 2],);
}

#[test]
fn parallel_loops_and_benchmarks() {
    let functions = "\
func.func @ok(%s: i32, %e: i32, %x: i64) -> !tfrt.chain { %c = tfrt.new.chain tfrt.return %c : !tfrt.chain }
func.func @swapped(%x: i64, %s: i32, %e: i32) { tfrt.return }
func.func @two(%s: i32, %e: i32, %x: i64) -> (i32, i32) { tfrt.return %s, %e : i32, i32 }
func.func @number(%s: i32, %e: i32, %x: i64) -> i32 { tfrt.return %s : i32 }
";
    let body = r#"func.func @g(%s: i32, %e: i32, %b: i32, %x: i64, %y: f32) {
  %r0 = tfrt.parallel_call.i32 %s to %e fixed %b @ok(%x) : i64
  %r1 = tfrt.parallel_call.i32 %s to %e fixed %b @ok()
  %r2 = tfrt.parallel_call.i32 %s to %e fixed %b @ok(%y) : f32
  %r3 = tfrt.parallel_call.i32 %s to %e fixed %b @swapped(%x) : i64
  %r4 = tfrt.parallel_call.i32 %s to %e fixed %b @two(%x) : i64
  %r5 = tfrt.parallel_call.i32 %s to %e fixed %b @number(%x) : i64
  %r6 = tfrt.parallel_call.i32 %s to %e fixed %b @missing(%x) : i64
  %r7 = tfrt.parallel_for.i32 %s to %e fixed %b, %x : i64 { tfrt.return }
  %r8 = "tfrt.parallel_for.i32"(%s, %e, %b, %x) ({
  ^bb0(%p: i32, %q: i32): tfrt.return
  }) : (i32, i32, i32, i64) -> !tfrt.chain
  %r9 = tfrt.once @ok(%s, %e, %x) : (i32, i32, i64) -> (i32)
  %ra = tfrt_test.benchmark "b"(%x : i64) duration_secs = 1, max_count = 1 { tfrt.return }
  %rb = tfrt_test.benchmark "b"(%x : i64) duration_secs = 1, max_count = 1 {
    %n = tfrt.new.chain
  }
  tfrt.return
}
"#;
    expect(
        &format!("{functions}{body}"),
        &[
            "7: incorrect number of callee operands",
            "8: operand type mismatch",
            "9: callee must take stard and end indices first",
            "10: invalid callee result type",
            "11: async callee must return a chain",
            "12: 'missing' does not reference a valid function",
            "14: incorrect number of arguments to 'body' block",
            "17: result type mismatch",
            "18: incorrect number of return values. One return value is expected",
            "19: missing return statement",
        ],
    );
}

#[test]
fn nesting_is_bounded() {
    let mut body = Body::new();
    let mut region = body.add_region(None);
    for depth in 0..MAX_NESTING + 2 {
        let block = body.add_block(region);
        let owner = body.add_op(block, op("a.b"));
        assert_eq!(owner, OpId(u32::try_from(2 * depth).unwrap()));
        body.add_op(block, op("tfrt.return"));
        region = body.add_region(Some(owner));
        body.op_mut(owner).regions.push(region);
    }
    let block = body.add_block(region);
    body.add_op(block, op("tfrt.return"));
    assert_eq!(breaches_of_body(body), ["regions nested deeper than 128 levels"]);

    let mut attribute = Attribute::Array(Vec::new());
    for _ in 0..MAX_NESTING {
        attribute = Attribute::Array(vec![attribute]);
    }
    let mut body = Body::new();
    let region = body.add_region(None);
    let block = body.add_block(region);
    let mut deep = op("a.b");
    deep.attributes.insert("deep", attribute);
    body.add_op(block, deep);
    body.add_op(block, op("tfrt.return"));
    assert_eq!(breaches_of_body(body), ["attributes nested deeper than 128 levels"]);
}
