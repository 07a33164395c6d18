//! What is reported, where, and that nothing else is.

use super::*;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(mistakes(text), expected, "{text}");
}

#[test]
fn every_mistake_of_a_file_is_reported_once() {
    check(
        "func.func @a() -> i32 {\n  \
           %x = tfrt.constant.i32 3000000000000\n  \
           %y = tfrt.add.i32 %x, %x\n  \
           %z = tfrt.add.i32 %y, %nope\n  \
           %w = \"d.o\"(%z) : (i32 -> i32\n  \
           %v = tfrt.add.i32 %w, %y,\n  \
           tfrt.nonsense %v { %q = tfrt.what }\n  \
           tfrt.return %v : i32\n\
         }\n\
         func.func @b(%a i32) {\n  tfrt.return\n}\n\
         func.func @c() -> i32 {\n  %a = tfrt.constant.f32 \"x\"\n  tfrt.return %a : i32\n}\n",
        &[
            "2:26: integer constant out of range for attribute",
            "4:25: use of undeclared SSA value name",
            "5:25: expected ',' or ')', found '->'",
            "6:27: 'tfrt.add.i32' takes 2 operands",
            "7:3: custom op 'tfrt.nonsense' is unknown: dialect 'tfrt' has no such op",
            "10:17: expected ':', found 'i32'",
            "14:26: expected a constant of type f32, found \"x\"",
        ],
    );
}

#[test]
fn names_are_defined_once_before_their_use() {
    check(
        "func.func @f(%a: i32) {\n  %b = tfrt.add.i32 %a, %c\n  %c = tfrt.add.i32 %a, %a\n  \
         %a = tfrt.new.chain\n  %g = tfrt.print.i32 %a, %a\n  %d = tfrt.add.i32 %c#1, %u\n  %e = tfrt.add.i32 %u, %b\n  \
         tfrt.return %u, %e : i32, i64\n}",
        &[
            "4:3: redefinition of SSA value '%a'",
            "6:21: reference to invalid result number",
            "6:27: use of undeclared SSA value name",
            "8:19: use of value '%e' expects different type than prior uses: 'i64' vs 'i32'",
        ],
    );
}

#[test]
fn regions_are_isolated() {
    check(
        "func.func @f(%a: i32, %c: i1) {\n  tfrt.if %c : () -> () {\n    \"d.o\"(%a) : (i32) -> ()\n    tfrt.return\n  }\n  \
         \"tfrt_test.do.async\"() ({\n    \"d.o\"(%a) : (i32) -> ()\n  }) : () -> ()\n  \
         \"d.r\"() ({\n    \"d.o\"(%a) : (i32) -> ()\n  }) : () -> ()\n}",
        &[
            "3:11: use of undeclared SSA value name: a region of tfrt.if sees only its operands, \
             not '%a' around it",
            "7:11: use of undeclared SSA value name: a region of tfrt_test.do.async sees only its \
             operands, not '%a' around it",
        ],
    );
}

#[test]
fn region_forms_say_what_is_missing() {
    check(
        "func.func @f(%c: i1, %x: i32) {\n  tfrt.if : () -> () {}\n  %r = tfrt.if %c : () -> (i32) {\n    \
         tfrt.return %r : i32\n  }\n  tfrt.repeat.i32 {}\n  tfrt.if %c, %x, %x : (i32, i32) -> () { tfrt.return }\n}",
        &[
            "2:3: expected condition",
            "4:17: use of undeclared SSA value name",
            "6:3: expected 'else' in 'tfrt.if' with result values",
            "6:3: expected trip count",
            "7:19: region entry argument '%x' is already in use",
        ],
    );
}

#[test]
fn results_must_match_their_names() {
    check(
        "func.func @f(%a: i32) {\n  %x, %y = tfrt.add.i32 %a, %a\n  %z = tfrt.div.i32 %a, %a\n  \
         %w:0 = tfrt.new.chain\n  %v:4000000000 = tfrt.new.chain\n  %n = \"d.o\"() : () -> ()\n  \
         \"d.o\"(%x, %z#7, %v#9, %w, %n) : (i32, i32, i32, i32, i32) -> ()\n}",
        &[
            "2:3: operation defines 1 results but was provided 2 to bind",
            "3:3: operation defines 2 results but was provided 1 to bind",
            "4:6: expected a positive number of results",
            "5:3: operation defines 1 results but was provided 4000000000 to bind",
            "6:3: cannot name an operation with no results",
        ],
    );
}

#[test]
fn a_missing_brace_is_one_mistake() {
    check(
        "func.func @f(%c: i1) {\n  tfrt.if %c : () -> () {\n    tfrt.return\n  tfrt.return\n}\n\
         func.func @g() {\n  tfrt.return %x : i32\n}",
        &["5:2: expected '}' to end a region", "7:15: use of undeclared SSA value name"],
    );
    check("module {\n  func.func @f() {\n", &["2:19: expected '}' to end a region"]);
    check("tfrt.return\n", &["1:1: expected a function or a module, found 'tfrt.return'"]);
    check(
        "func.func @f() {\n}\n}\nfunc.func @g(\n",
        &[
            "3:1: expected a function or a module, found '}'",
            "4:14: expected a type, found the end of the text",
        ],
    );
}

#[test]
fn an_unclosed_bracket_ends_with_its_op() {
    check(
        "func.func @f() {\n  \"d.o\"() {a = 1, b = [2 : () -> ()\n  %x = tfrt.new.chain\n  \
         %y = \"d.o\"(%x : (!tfrt.chain) -> i32\n  \"d.o\"(%x, %y) : (!tfrt.chain, f32) -> ()\n  \
         \"d.o\"() {tfrt.a = 1,\n    tfrt.b = } : () -> ()\n  tfrt.return\n}",
        &[
            "2:24: an integer constant cannot have type () -> ()",
            "4:17: expected ',' or ')', found ':'",
            "7:14: expected an attribute value, found '}'",
        ],
    );
}

#[test]
fn bad_tokens_are_named() {
    check(
        "func.func @f() {\n  \"d.o\"() {a = \"x\\y\"} : () -> ()\n  \"d.o\n  \"d.o\"() {a = \u{e4}} : () -> ()\n  \
         \"d.o\"() {a = @} : () -> ()\n  % = tfrt.new.chain\n  tfrt.return\n}",
        &[
            "2:16: unknown escape in string literal",
            "3:3: expected '\"' to end the string literal",
            "4:16: unexpected character",
            "5:16: expected a name after '@'",
            "6:3: expected a name or a number after '%'",
        ],
    );
}

#[test]
fn functions_and_attributes_are_checked() {
    check(
        "func.func @f(%a: i32 {x}) {\n}\nfunc.func @g(i32) {\n}\nfunc.func @h(%a: i32, i32)\nfunc.func @i(...)\n\
         func.func @j() attributes {sym_name = \"x\"}\nfunc.func @k() attributes {a, a}\n\
         func.func @l() {\n  func.return\n  \"d.o\"()[^bb1] : () -> ()\n}\n#a.b = 1\n#a = 1\n#a = 2\n",
        &[
            "1:22: arguments may only have dialect attributes",
            "3:11: the arguments of a function with a body need names",
            "5:23: expected all arguments to have names, or none",
            "6:14: variadic functions are not supported",
            "7:11: attribute 'sym_name' is set by the syntax",
            "8:31: attribute 'a' occurs more than once in the attribute list",
            "11:11: reference to an undefined block '^bb1'",
            "13:1: an alias name cannot contain '.'",
            "15:1: redefinition of attribute alias '#a'",
        ],
    );
}

#[test]
fn builtin_attributes_say_what_is_wrong_with_them() {
    let cases = [
        ("array<index: 1>", "element type of an array must be i1, i8, i16, i32, i64, f32 or f64"),
        ("array<i8: 256>", "integer constant out of range for attribute"),
        ("array<f32: true>", "expected a constant of type f32"),
        ("sparse<[[0]], [1]> : i32", "elements literal must be a ranked tensor or vector"),
        ("sparse<[1.0], [1]> : tensor<2xi32>", "expected an element of type i64"),
        ("affine_map(d0)", "expected '<'"),
        ("affine_map<(d0>", "expected ',' or ')'"),
        ("strided<[1], size: 1>", "expected 'offset'"),
        ("dense_resource<1> : tensor<2xi32>", "expected the name of a resource"),
        ("distinct[x]<>", "expected the number of a distinct attribute"),
        ("1 : i129", "integer constants of more than 128 bits are not supported"),
        (
            "0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF : ui128",
            "integer constant out of range for attribute",
        ),
        ("loc(nowhere)", "expected a location"),
    ];
    for (text, message) in cases {
        let text =
            format!("func.func @f() {{\n  \"d.o\"() {{a = {text}}} : () -> ()\n  tfrt.return\n}}");
        let found = mistakes(&text);
        assert!(found.len() == 1 && found[0].contains(message), "{text}: {found:?}");
    }
}

#[test]
fn blocks_and_their_labels_are_checked() {
    check(
        "func.func @f(%a: i32) {\n^bb0:\n  tfrt.return\n}\nfunc.func @g() {\n  \"cf.br\"()[^no, ^b] : () -> ()\n\
         ^b(%x: i32):\n  \"cf.br\"(%y, %z#1)[^b : i32] : (i32, i32) -> ()\n^c:\n  %y = tfrt.new.chain\n  %z = tfrt.new.chain\n  \
         \"cf.br\"(%y, %z#1)[^b] : (i32, !tfrt.chain) -> ()\n}",
        &[
            "2:1: invalid block name in region with named arguments",
            "6:13: reference to an undefined block '^no'",
            "8:24: expected ',' or ']', found ':'",
            "12:11: use of value '%y' expects different type than prior uses: 'i32' vs '!tfrt.chain'",
            "12:15: reference to invalid result number",
        ],
    );
    check(
        "func.func @f() {\n  \"cf.br\"()[^b] : () -> ()\n^a:\n  \"d.o\"(%x, %y#1, %u) : (i32, i1, i32) -> ()\n\
         ^b:\n  %x = tfrt.new.chain\n  %y = tfrt.new.chain\n  tfrt.return\n}",
        &[
            "4:9: use of value '%x' expects different type than prior uses: 'i32' vs '!tfrt.chain'",
            "4:13: reference to invalid result number",
            "4:19: use of undeclared SSA value name",
        ],
    );
}

#[test]
fn what_is_missing_is_missing_where_its_line_ends() {
    check(
        "func.func @f(%x: i32) -> i32 {\n  %a = tfrt.add.i32 %x // the first\n\n  %b = tfrt.add.i32 %x %x\n  \
         %c = \"d.o\"(%x) : (i32) ->\n  %d = \"d.o\"(%x\n  \"d.o\"(%x)\n  %e, %f =\n  %g = tfrt.add.i32 %x,\n    5\n  \
         tfrt.return %x\n}",
        &[
            "2:23: expected ',' and operand #1, 'b' (i32), found the end of the line",
            "4:24: expected ',', found '%x'",
            "5:28: expected a type, found the end of the line",
            "6:16: expected ',' or ')', found the end of the line",
            "7:12: expected ':', found the end of the line",
            "8:11: expected an op, found the end of the line",
            "10:5: expected an operand, '%name', found '5'",
            "11:17: expected ':', found the end of the line",
        ],
    );
    check(
        "func.func @f(%x: i32)\n  %y = tfrt.add.i32 %x, %x\n  tfrt.return\n}\nfunc.func @g() { tfrt.return %x }\n",
        &["2:3: expected a function or a module, found '%y'", "5:33: expected ':', found '}'"],
    );
    let long = format!("func.func @f() {{\n  {}\n}}", "x".repeat(1_000_000));
    assert!(mistakes(&long)[0].len() < 200);
}

#[test]
fn an_unknown_op_is_one_mistake() {
    check(
        "func.func @f(%x: i32) -> i32 {\n  %a = tfrt.sub.i32 %x,\n    %x\n  %b = tfrt.sub.i32 %a,\n    %x\n    loc(\"a\":1:2)\n  \
         scf.for %i = %x to %x {\n    scf.yield %x : i32\n  }\n  %c:2, %d = my.op\n    \"text\" (%a)\n  tfrt.return %b : i32\n}",
        &[
            "2:8: custom op 'tfrt.sub.i32' is unknown; did you mean 'tfrt.minus.i32'?",
            "4:8: custom op 'tfrt.sub.i32' is unknown; did you mean 'tfrt.minus.i32'?",
            "7:3: custom op 'scf.for' is unknown: there is no dialect 'scf'; write an unknown op in the generic form",
            "10:14: custom op 'my.op' is unknown: there is no dialect 'my'; write an unknown op in the generic form",
        ],
    );
}
