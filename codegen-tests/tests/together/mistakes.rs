//! Diagnostics: every error is reported once, at its location, without follow-up errors.

use tfrt_codegen_tests::verified;

/// The messages for a program, without the source lines, as `LINE:COL: MESSAGE`.
fn messages(text: &str) -> Vec<String> {
    let rendered = verified("t", text, &tfrt_test_kernels::catalogue()).expect_err("it is wrong");
    let errors = rendered.lines().filter_map(|line| line.strip_prefix("t:"));
    errors
        .filter(|line| line.contains(": error: "))
        .map(|line| line.replace(" error:", ""))
        .collect()
}

#[test]
fn five_mistakes_are_five_errors() {
    let text = include_str!("../../ui/cases/mistakes.mlir");
    let rendered =
        verified("mistakes.mlir", text, &tfrt_test_kernels::catalogue()).expect_err("it is wrong");
    let expected = r#"mistakes.mlir:7:8: error: custom op 'tfrt.frobnicate.i32' is unknown: dialect 'tfrt' has no such op
  %y = tfrt.frobnicate.i32 %x
       ^
mistakes.mlir:8:25: error: use of undeclared SSA value name
  %z = tfrt.add.i32 %y, %undefined
                        ^
mistakes.mlir:10:21: error: use of value '%c' expects different type than prior uses: 'i32' vs 'i1'
  %w = tfrt.mul.i32 %c, %x
                    ^
mistakes.mlir:9:3: note: prior use here
  %c = "tfrt.lessequal.i32"(%z, %x) : (i32, i32) -> i1
  ^
mistakes.mlir:14:8: error: 'tfrt.call' op incorrect number of operands for callee
  %r = tfrt.call @add(%x) : (i32) -> i32
       ^
mistakes.mlir:15:8: error: 'tfrt.constant.i32' op requires attribute 'value'
  %s = "tfrt.constant.i32"() : () -> i32
       ^
"#;
    assert_eq!(rendered, expected);
}

/// A body between `func.func @f(%x: i32) -> i32 {` and `}`: the first line is line 2.
fn in_function(body: &str) -> Vec<String> {
    messages(&format!("func.func @f(%x: i32) -> i32 {{\n{body}\n}}\n"))
}

#[test]
fn a_lost_operand_is_one_error() {
    // In a call, an if, a loop, a return: none says anything about the operands that are left.
    let found = in_function(
        r#"  %a = tfrt.call @f(%no1) : (i32) -> i32
  %b = tfrt.repeat.i32 %x, %no2, %x : i32, i32 {
    tfrt.return %no2, %x : i32, i32
  }
  tfrt.return %no3 : i32"#,
    );
    assert_eq!(
        found,
        [
            "2:21: use of undeclared SSA value name",
            "3:3: operation defines 2 results but was provided 1 to bind",
            "3:28: use of undeclared SSA value name",
            "6:15: use of undeclared SSA value name",
        ]
    );
}

#[test]
fn other_mistakes_of_an_op_that_lost_operands_are_found() {
    let found = in_function(
        r#"  %a = "tfrt.add.i32"(%no, %x) : (i32, i32) -> f32
  %b = tfrt.call @nothing(%no) : (i32) -> i32
  tfrt.return %x : i32"#,
    );
    assert_eq!(
        found,
        [
            "2:8: 'tfrt.add.i32' op result #0 must be i32, but got 'f32'",
            "2:23: use of undeclared SSA value name",
            "3:8: 'tfrt.call' op 'nothing' does not reference a valid function",
        ]
    );
}

#[test]
fn regions_of_a_broken_op_are_checked() {
    let found = in_function(
        r#"  %c = tfrt.constant.i1 true
  %a, %b = tfrt.if %c, %x : (i32) -> (i32) {
    %k = "tfrt.constant.i32"() : () -> i32
    tfrt.return %k, %k : i32, i32
  } else {
    %l = "tfrt.add.i32"(%x) : (i32) -> i32
    tfrt.return %l : i32
  }
  %d = tfrt.add.i32 %a, %b
  tfrt.return %d : i32"#,
    );
    assert_eq!(
        found,
        [
            "3:3: operation defines 1 results but was provided 2 to bind",
            "4:10: 'tfrt.constant.i32' op requires attribute 'value'",
            "7:10: 'tfrt.add.i32' op expected 2 operands, but got 1",
        ]
    );
}

#[test]
fn a_broken_return_is_not_missing() {
    for line in
        ["tfrt.return %x :", "tfrt.retrun %x : i32", "tfrt.return %x, : i32", "return %x i32"]
    {
        let found = in_function(&format!("  {line}"));
        assert_eq!(found.len(), 1, "{line}: {found:?}");
        assert!(found[0].starts_with("2:") || found[0].starts_with("3:"), "{found:?}");
    }
}

#[test]
fn a_missing_return_is_missing_after_another_mistake() {
    assert_eq!(
        in_function("  %a = tfrt.bogus %x"),
        [
            "1:11: all functions need to have a tfrt.return",
            "2:8: custom op 'tfrt.bogus' is unknown: dialect 'tfrt' has no such op",
        ]
    );
}

#[test]
fn a_function_that_was_not_read_is_not_missing() {
    for header in [
        "func.func @g(%a: i32 -> i32 {",
        "func.func @g(%a: i32, %a) -> i32 {",
        "func.func g(%a: i32) -> i32 {",
        "fun.func @g(%a: i32) -> i32 {",
        "func.func @\"g\"(%a: 32) -> i32 {",
    ] {
        let found = messages(&format!(
            "{header}
  tfrt.return %a : i32
}}
func.func @f(%x: i32) -> i32 {{
  %y = tfrt.call @g(%x) : (i32) -> i32
  %z = tfrt.call @h(%x) : (i32) -> i32
  %c = tfrt.constant.i1 true
  tfrt.return %c : i1
}}
"
        ));
        assert_eq!(found.len(), 3, "{header}: {found:?}");
        assert!(found[0].starts_with("1:"), "{found:?}");
        assert_eq!(
            found[1..],
            [
                "6:8: 'tfrt.call' op 'h' does not reference a valid function",
                "8:3: type of return operand 0 ('i1') doesn't match function result type ('i32')",
            ]
        );
    }
}

#[test]
fn a_function_without_end_is_checked() {
    let found = messages(
        r#"func.func @f() -> i32 {
  %a = "tfrt.constant.i32"() : () -> i32
func.func @g() -> i32 {
  %a = tfrt.call @f() : () -> i32
  tfrt.return
}
"#,
    );
    assert_eq!(
        found,
        [
            "2:8: 'tfrt.constant.i32' op requires attribute 'value'",
            "2:41: expected '}' to end a region",
            "5:3: 'tfrt.return' op has 0 operands, but enclosing function returns 1",
        ]
    );
}

#[test]
fn an_alias_that_was_not_read_is_not_undefined() {
    let found = messages(
        r#"!t = ?
#a = [1 : i32
#l = loc(nowhere)
func.func @f(%x: i32) -> i32 {
  %s = "x.y"() {a = #a} : () -> i32
  %t = "x.y"() : () -> !t
  %u = "x.y"(%t) : (!u) -> i32
  tfrt.return %s : i32 loc(#l)
}
"#,
    );
    assert_eq!(found.len(), 4, "{found:?}");
    for (found, line) in found.iter().zip(["1:", "", "3:", "7:"]) {
        assert!(found.starts_with(line), "{found}");
    }
}

#[test]
fn arguments_of_a_broken_label_are_not_undeclared() {
    let found = in_function(
        r#"  %c = tfrt.constant.i1 true
  %r = "tfrt.if"(%c, %x) ({
  ^bb0(%a: ):
    tfrt.return %a : i32
  }, {
  ^bb0(%b: i32):
    tfrt.return %b, %b : i32, i32
  }) : (i1, i32) -> i32
  tfrt.return %r : i32"#,
    );
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("4:12: "), "{found:?}");
    assert!(found[1].starts_with("8:5: "), "{found:?}");
}

/// Each line as it should be, and with a mistake, which shows at this column.
const LINES: [(&str, &str, u32); 8] = [
    ("func.func @f(%x: i32) -> i32 {", "func.func @f(%x: i32) -> i32 {", 0),
    ("  %a = tfrt.constant.i32 1", "  %a = tfrt.constant.i32 one", 26),
    ("  %b = tfrt.add.i32 %a, %x", "  %b = tfrt.add.i32 %a, %nothing", 25),
    ("  %c = tfrt.call @f(%b) : (i32) -> i32", "  %c = tfrt.call @h(%b) : (i32) -> i32", 8),
    ("  %d = tfrt.add.i32 %c, %x", "  %d = tfrt.add.i33 %c, %x", 8),
    ("  %e = tfrt.mul.i32 %d, %x", r#"  %e = "tfrt.mul.i32"(%x) : (i32) -> i32"#, 8),
    ("  tfrt.return %e : i32", "  tfrt.return", 3),
    ("}", "}", 0),
];

#[test]
fn every_set_of_mistakes_is_found() {
    for set in 1..1_u32 << LINES.len() {
        let wrong = |line: usize| set >> line & 1 == 1 && LINES[line].2 > 0;
        let mut text = String::new();
        let mut expected = Vec::new();
        for (number, &(right, mistake, column)) in LINES.iter().enumerate() {
            text.push_str(if wrong(number) { mistake } else { right });
            text.push('\n');
            if wrong(number) {
                expected.push(format!("{}:{column}: ", number + 1));
            }
        }
        if expected.is_empty() {
            continue;
        }
        let found = messages(&text);
        let same = found.len() == expected.len()
            && found.iter().zip(&expected).all(|(found, place)| found.starts_with(place));
        assert!(same, "{text}\n{found:#?}\n{expected:?}");
    }
}

/// A program that uses a dialect and does not name its list is told which list that is.
#[test]
fn the_list_of_a_dialect_is_named() {
    let core = tfrt_kernels::catalogue();
    let lists =
        [("tfrt::MLIR", tfrt::MLIR), ("tfrt::TENSOR", tfrt::TENSOR), ("tfrt::BTF", tfrt::BTF)];
    for (list, kernels) in lists {
        for kernel in kernels.kernels() {
            let (name, _) = (kernel.name, kernel.module);
            let dialect = name.split('.').next().expect("names have a first part");
            let hint = format!("'{name}': dialect '{dialect}' is in the list `{list}`");
            let text = format!("func.func @f() {{\n  \"{name}\"() : () -> ()\n  tfrt.return\n}}\n");
            let error = tfrt::mlir_to_bef("t", &text, &core).expect_err("it is unknown");
            assert!(error.to_string().contains(&hint), "{error}");
        }
    }
    let text = "func.func @f(%x: tensor<4xf32>) {\n  %y = arith.negf.tensor.f32 %x : tensor<4xf32>\n  tfrt.return\n}\n";
    let source = tfrt_compiler::source::Source::new("t", text);
    let errors = tfrt_import::front_end(&source, &core, None, &tfrt_import::Options::new())
        .expect_err("it is unknown");
    let message = "custom op 'arith.negf.tensor.f32' is unknown: dialect 'arith' is in the list \
                   `tfrt::MLIR`, which the catalogue lacks";
    assert_eq!(errors[0].message, message);
}
