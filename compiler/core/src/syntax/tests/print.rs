//! What MLIR's printer would say.

use super::*;

/// Parses and prints.
#[track_caller]
fn both(text: &str) -> (String, String) {
    let module = module(text);
    let (short, long) = (pretty(&module), generic(&module));
    assert_eq!(pretty(&super::module(&short)), short);
    assert_eq!(generic(&super::module(&long)), long);
    assert_eq!(pretty(&super::module(&long)), short);
    (short, long)
}

/// How an attribute prints.
#[track_caller]
fn attribute(text: &str) -> String {
    let (short, _) = both(&format!("func.func @f() {{ \"d.o\"() {{a = {text}}} : () -> () }}"));
    let line = short.lines().nth(2).expect("the op's line");
    let line = line.strip_prefix("    \"d.o\"() {a = ").expect("the op begins the line");
    line.strip_suffix("} : () -> ()").expect("its type ends it").to_owned()
}

#[test]
fn floats_print_as_arbitrary_precision_floats_do() {
    for (text, printed) in [
        ("1.5", "1.500000e+00 : f64"),
        ("-0.0", "-0.000000e+00 : f64"),
        ("3.14159", "3.141590e+00 : f64"),
        ("3.141592653589793", "3.1415926535897931 : f64"),
        ("0.1 : f32", "1.000000e-01 : f32"),
        ("1.0000002 : f32", "1.00000024 : f32"),
        ("1.0e10", "1.000000e+10 : f64"),
        ("1234567.0", "0x4132D68700000000 : f64"),
        ("1234567.5", "1234567.5 : f64"),
        ("1.23456789e-5", "1.23456789E-5 : f64"),
        ("0.00123456789", "0.0012345678899999999 : f64"),
        ("1.23456789e+30", "1.23456789E+30 : f64"),
        ("0x7FC00000 : f32", "0x7FC00000 : f32"),
        ("0xFFF0000000000000 : f64", "0xFFF0000000000000 : f64"),
        ("0x0001 : f16", "5.960460e-08 : f16"),
        ("1.0e-45 : f32", "1.401300e-45 : f32"),
        ("[0x7FF0000000000000 : f64, 1.0]", "[0x7FF0000000000000 : f64, 1.000000e+00]"),
    ] {
        assert_eq!(attribute(text), printed, "{text}");
    }
}

#[test]
fn every_float_comes_back() {
    let mut bits: u32 = 1;
    for _ in 0..2000 {
        bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let wide = u64::from(bits) << 32 | u64::from(!bits);
        for (ty, raw) in
            [("f16", wide >> 48), ("bf16", wide >> 48), ("f32", wide >> 32), ("f64", wide)]
        {
            let format = crate::syntax::float::Format::of(ty).expect("a float type");
            let shown = format.print(raw);
            if let Some(digits) = shown.strip_prefix("0x") {
                assert_eq!(u64::from_str_radix(digits, 16), Ok(raw));
                continue;
            }
            let digits = shown.strip_prefix('-');
            let parsed = format.parse(digits.unwrap_or(&shown));
            let parsed = if digits.is_some() { format.negate(parsed) } else { parsed };
            assert_eq!(parsed, raw, "{shown} : {ty}");
        }
    }
}

#[test]
fn attributes_print_sorted_and_with_types() {
    let (short, _) = both(
        "func.func @f() { \"d.o\"() {z = 1, \"a b\" = true, m, s = \"q\\\"\\0A\\\\\u{e4}\", i = [1, 2 : i32, 2.0, 1 : i1]} : () -> () }",
    );
    let line = short.lines().nth(2).expect("the op's line");
    assert_eq!(
        line,
        "    \"d.o\"() {\"a b\" = true, i = [1, 2 : i32, 2.000000e+00, true], m, \
         s = \"q\\22\\0A\\\\\\C3\\A4\", z = 1 : i64} : () -> ()"
    );
}

#[test]
fn dense_constants_print_as_lists_or_bytes() {
    for text in [
        "dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>",
        "dense<[[[true], [false]]]> : tensor<1x2x1xi1>",
        "dense<-1> : tensor<3xi16>",
        "dense<> : tensor<0x2xf32>",
        "dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]> : tensor<2xcomplex<f32>>",
        "dense<0x7FC00000> : tensor<f32>",
        "dense<[255, 1]> : tensor<2xui8>",
    ] {
        assert_eq!(attribute(text), text);
    }
    let numbers: Vec<_> = (0..101).map(|i| (i % 2).to_string()).collect();
    let listed = format!("dense<[{}]> : tensor<101xi1>", numbers.join(", "));
    assert_eq!(attribute(&listed), "dense<\"0xAAAAAAAAAAAAAAAAAAAAAAAA0A\"> : tensor<101xi1>");
}

#[test]
fn an_op_that_its_form_cannot_say_stays_generic() {
    let text = "module {\n  func.func @f(%arg0: i64, %arg1: i1, %arg2: i32) {\n    \
        %0 = \"tfrt.add.i32\"(%arg0, %arg0) : (i64, i64) -> i32\n    \
        %1 = \"tfrt.constant.i32\"() <{value = 1 : i64}> : () -> i32\n    \
        %2 = \"tfrt.constant.i32\"() : () -> i32\n    \
        %3 = \"tfrt.call\"(%arg0) <{callee = @a::@b}> : (i64) -> i64\n    \
        %4 = \"tfrt.merge.chains\"() : () -> !tfrt.chain\n    \
        \"tfrt.if\"(%arg1, %arg0, %arg0) ({\n    ^bb0(%arg3: i64, %arg4: i64):\n      tfrt.return\n    }, {\n    \
        ^bb0(%arg3: i64, %arg4: i64):\n      tfrt.return\n    }) : (i1, i64, i64) -> ()\n    \
        \"tfrt.return\"() {a} : () -> ()\n  }\n}\n";
    assert_eq!(both(text).0, text);
}

#[test]
fn forms_print_with_their_attributes() {
    let text = "module @m attributes {a = 1 : i64} {\n  \
        func.func nested @f(%arg0: i1, %arg1: i32) -> i32 attributes {b} {\n    \
        %0 = tfrt.constant.i32 -1 {k = \"v\"}\n    %1 = tfrt.constant.i1 true\n    \
        %2 = tfrt.if %arg0, %arg1 {k} : (i32) -> (i32)  {\n      tfrt.return %arg1 : i32\n    } else  {\n      \
        tfrt.return %arg1 : i32\n    }\n    \
        tfrt.repeat.i32 %arg1 {\n      tfrt.return\n    }\n    \
        %3:2 = tfrt.repeat.i32 %arg1, %2, %0 : i32, i32 {\n      tfrt.return %0, %2 : i32, i32\n    }\n    \
        %4 = tfrt.repeat.i32 %arg1, %3#1 : i32 {\n      tfrt.return %3#1 : i32\n    }\n    \
        tfrt_test.do.async  : () -> ()  {\n      tfrt.return\n    }\n    \
        %5 = tfrt.cond %1 @f @f(%4) {z} : (i32) -> (i32)\n    \
        %6:2 = tfrt.while %1 @f(%4, %5) parallel_iterations(2) : (i32, i32) -> (i32, i32)\n    \
        return %6#1 : i32\n  }\n}\n";
    assert_eq!(both(text).0, text);
}

#[test]
fn blocks_print_with_labels() {
    let text = "module {\n  func.func @f() {\n    %0 = tfrt.new.chain\n    tfrt.return\n  \
        ^bb1(%1: i32):  // no predecessors\n    tfrt.return\n  }\n  func.func private @\"g h\"(i32)\n}\n";
    assert_eq!(both(text).0, text);
    assert_eq!(both("").1, "\"builtin.module\"() ({\n^bb0:\n}) : () -> ()\n");
}

#[test]
fn forms_of_loops_over_ranges_and_of_complex_numbers() {
    let text = r#"module {
  func.func @f(%arg0: i32, %arg1: i32) {
    %0 = tfrt.constant.complex64 1.000000e+00, -2.000000e+00
    %1 = tfrt.constant.complex128 1.000000e+00, 0x7FF0000000000000 {note}
    %2 = tfrt.once @g() : () -> (i32)
    tfrt.once @g(%arg0) {note} : (i32) -> ()
    %3 = tfrt.parallel_call.i32 %arg0 to %arg1 fixed %arg0 @g()
    %4 = tfrt.parallel_call.i32 %arg0 to %arg1 fixed %arg0 @g(%0, %1) {note} : complex<f32>, complex<f64>
    %5 = tfrt.parallel_for.i32 %arg0 to %arg1 fixed %arg0 {
      tfrt.return
    }
    %6 = tfrt.parallel_for.i32 %arg0 to %arg1 fixed %arg0, %0 {note} : complex<f32> {
      %8 = tfrt.add.i32 %arg0, %arg1
      tfrt.return
    }
    %7 = tfrt_test.benchmark "sum"(%arg0 : i32, %0 : complex<f32>) duration_secs = 1, max_count = -2, num_warmup_runs = 3 {
      tfrt.return %arg0 : i32
    }
    tfrt.return
  }
}
"#;
    assert_eq!(both(text).0, text);
    // The same bound twice cannot name two arguments.
    let (short, long) = both(
        "func.func @f(%a: i32) { %c = \"tfrt.parallel_for.i32\"(%a, %a, %a) ({ ^b(%p: i32, %q: i32): tfrt.return }) : (i32, i32, i32) -> !tfrt.chain tfrt.return }",
    );
    assert!(short.contains("\"tfrt.parallel_for.i32\"(%arg0, %arg0, %arg0) ({"), "{short}");
    assert!(long.contains("^bb0(%arg1: i32, %arg2: i32):"), "{long}");
}

#[test]
fn benchmarks_take_their_numbers_in_any_order() {
    let text = "func.func @f() { %c = tfrt_test.benchmark \"b\"() max_count = 5, duration_secs = 2 { %x = tfrt.constant.i32 1 tfrt.return %x : i32 } tfrt.return }";
    let short = both(text).0;
    let head =
        "%0 = tfrt_test.benchmark \"b\"() duration_secs = 2, max_count = 5, num_warmup_runs = 1 {";
    assert!(short.contains(head), "{short}");
}

#[test]
fn control_flow_between_blocks_prints_as_it_was_read() {
    let text = r#"module {
  func.func @f(%arg0: i1, %arg1: i32) -> i32 {
    "cf.cond_br"(%arg0, %arg1)[^bb1, ^bb2] : (i1, i32) -> ()
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb3
    "cf.br"(%0)[^bb3] : (i32) -> ()
  ^bb2:  // pred: ^bb0
    %1 = "demo.loop"(%arg0) ({
      %4 = "demo.use"(%arg1) : (i32) -> i32
      "demo.next"(%4)[^bb1] : (i32) -> ()
    ^bb1(%5: i32):  // 2 preds: ^bb0, ^bb1
      "demo.next"(%5, %4)[^bb1] : (i32, i32) -> ()
    }) : (i1) -> i32
    tfrt.return %1 : i32
  ^bb3(%2: i32):  // pred: ^bb1
    %3 = "demo.op"(%2) : (i32) -> i32
    "cf.br"(%3)[^bb1] : (i32) -> ()
  }
}
"#;
    let (short, _) = both(text);
    assert_eq!(short, text);
    // A label of the first block, and a definition that stands behind its use in the text.
    let (short, _) = both(
        "func.func @f() {\n^entry:\n  \"cf.br\"()[^b] : () -> ()\n^a:\n  tfrt.return %x : i32\n\
         ^b:\n  %x = tfrt.constant.i32 1\n  \"cf.br\"()[^a] : () -> ()\n}",
    );
    assert!(short.contains("  ^bb1:  // pred: ^bb2\n    tfrt.return %0 : i32\n"), "{short}");
}

#[test]
fn arguments_and_results_of_functions_have_attributes() {
    let text = r#"module {
  func.func @f(%arg0: i32 {demo.name = "x", demo.unit}, %arg1: i1) -> (i32 {demo.i = 1 : i64}) {
    tfrt.return %arg0 : i32
  }
  func.func private @g(i32, i1 {demo.unit}) -> (i32, i1 {demo.unit}) attributes {tfrt.native}
}
"#;
    let (short, long) = both(text);
    assert_eq!(short, text);
    assert!(
        long.contains(
            "<{arg_attrs = [{demo.name = \"x\", demo.unit}, {}], function_type = (i32, i1) -> i32, \
             res_attrs = [{demo.i = 1 : i64}], sym_name = \"f\"}>"
        ),
        "{long}"
    );
}

#[test]
fn builtin_attributes_print_as_they_are_built() {
    for (text, printed) in [
        ("array<i32: 1, -2, 0x10>", "array<i32: 1, -2, 16>"),
        ("array<i1: true, false>", "array<i1: true, false>"),
        ("array<f32: 1.0, -0.5>", "array<f32: 1.000000e+00, -5.000000e-01>"),
        ("array<i8>", "array<i8>"),
        (
            "sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>",
            "sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>",
        ),
        ("sparse<0, 1.0> : tensor<3xf32>", "sparse<0, 1.000000e+00> : tensor<3xf32>"),
        ("sparse<> : tensor<3xf32>", "sparse<> : tensor<3xf32>"),
        ("strided<[1, ?], offset: ?>", "strided<[1, ?], offset: ?>"),
        ("strided<[], offset: 0>", "strided<[]>"),
        ("dense_resource<blob> : tensor<4xi32>", "dense_resource<blob> : tensor<4xi32>"),
        ("dense_resource<\"a b\"> : tensor<4xi32>", "dense_resource<\"a b\"> : tensor<4xi32>"),
        ("distinct[3]<42 : i32>", "distinct[3]<42 : i32>"),
        ("distinct[0]<>", "distinct[0]<>"),
        (
            "dense<[[\"a\", \"\\22\"], [\"c\", \"\"]]> : tensor<2x2x!demo.str>",
            "dense<[[\"a\", \"\\22\"], [\"c\", \"\"]]> : tensor<2x2x!demo.str>",
        ),
        ("dense<[\"a\", \"a\"]> : tensor<2x!demo.str>", "dense<\"a\"> : tensor<2x!demo.str>"),
        ("dense<\"0x\"> : tensor<!demo.str>", "dense<\"0x\"> : tensor<!demo.str>"),
        ("dense<> : tensor<0x!demo.str>", "dense<> : tensor<0x!demo.str>"),
        (
            "loc(callsite(\"a\"(\"f\":1:2) at fused[\"g\":3:4, \"h\"]))",
            "loc(callsite(\"a\"(\"f\":1:2) at fused[\"g\":3:4, \"h\"]))",
        ),
        ("\"text\" : !demo.str", "\"text\" : !demo.str"),
        (
            "170141183460469231731687303715884105727 : i128",
            "170141183460469231731687303715884105727 : i128",
        ),
        ("0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF : i128", "-1 : i128"),
        (
            "-170141183460469231731687303715884105728 : si128",
            "-170141183460469231731687303715884105728 : si128",
        ),
        ("0xFFFFFFFFFFFFFFFF : i65", "18446744073709551615 : i65"),
        ("-9223372036854775808", "-9223372036854775808 : i64"),
        ("0xFF : ui8", "255 : ui8"),
        ("-1 : index", "-1 : index"),
        ("@a::@\"b c\"::@d", "@a::@\"b c\"::@d"),
        ("memref<2x?xf32, strided<[?, 1]>, 1>", "memref<2x?xf32, strided<[?, 1]>, 1>"),
        ("tensor<2xi32, 1>", "tensor<2xi32, 1 : i64>"),
        ("tensor<?x2xf8E4M3FN>", "tensor<?x2xf8E4M3FN>"),
        ("tensor<*x!demo.t<\"a\", [1]>, #demo.enc>", "tensor<*x!demo.t<\"a\", [1]>, #demo.enc>"),
        ("!demo.t<\"a>\", [1]>", "!demo<t<\"a>\", [1]>>"),
        ("vector<[4]x2xindex>", "vector<[4]x2xindex>"),
        ("tuple<i1, tuple<>, () -> (i32, () -> ())>", "tuple<i1, tuple<>, () -> (i32, () -> ())>"),
        ("(i32) -> ((i1) -> i1)", "(i32) -> ((i1) -> i1)"),
        ("complex<f64>", "complex<f64>"),
        ("!demo<\"old style\">", "!demo<\"old style\">"),
        ("#demo<\"old style\">", "#demo<\"old style\">"),
        ("#demo.attr<{a = [1, 2]}, -> >", "#demo.attr<{a = [1, 2]}, -> >"),
        ("none", "none"),
        ("{b, a = {c = unit}}", "{a = {c}, b}"),
    ] {
        assert_eq!(attribute(text), printed, "{text}");
    }
}

/// Expressions as MLIR builds them, which is simpler than they are written.
#[test]
fn affine_expressions_are_simplified() {
    let cases = [
        ("(2 + d0) + 3, 4 - 6, s0 + d0, d0 + 0", "d0 + 5, -2, d0 + s0, d0"),
        (
            "d0 * 1, 3 * d0, d0 * 0, (d0 * 2) * 3, (d0 * 2) * s0",
            "d0, d0 * 3, 0, d0 * 6, (d0 * s0) * 2",
        ),
        ("d0 + d0, d0 * 2 - d0 * 5, d0 - d0, (d0 + 1) + d1", "d0 * 2, d0 * -3, 0, d0 + d1 + 1"),
        ("7 floordiv 2, -7 floordiv 2, 7 floordiv -2, d0 floordiv 1", "3, -4, -4, d0"),
        ("7 ceildiv 2, -7 ceildiv 2, d0 ceildiv 1, d0 * 6 ceildiv 3", "4, -3, d0, d0 * 2"),
        ("7 mod 4, -7 mod 4, d0 mod 1, d0 * 6 mod 3, 7 mod 0", "3, 1, 0, 0, 7 mod 0"),
        ("(d0 * 8 + d1) floordiv 4, (d0 * 8 + d1) mod 4", "d0 * 2 + d1 floordiv 4, d1 mod 4"),
        (
            "(d0 mod 12) mod 4, d0 mod 12 mod 5, (d0 + 8) mod 4",
            "d0 mod 4, (d0 mod 12) mod 5, d0 mod 4",
        ),
        ("d0 - (d0 floordiv 4) * 4, d0 - d0 floordiv s0 * s0", "d0 mod 4, d0 mod s0"),
        (
            "-d0, -(d0 + d1), d0 - d1, d0 - d1 * 2, d0 - (d1 + s0)",
            "-d0, -(d0 + d1), d0 - d1, d0 - d1 * 2, d0 - (d1 + s0)",
        ),
        (
            "(d0 + d1) * 2, d0 * (s0 + 1), (d0 + d1) mod (s0 + 1)",
            "(d0 + d1) * 2, d0 * (s0 + 1), (d0 + d1) mod (s0 + 1)",
        ),
        // MLIR does this only when it reads its text again.
        ("d0 + (d1 + 2) + 3", "d0 + d1 + 5"),
        // Nothing overflows, and the least number can be read again.
        (
            "9223372036854775807 + 1, -9223372036854775807 - 1",
            "9223372036854775807 + 1, -9223372036854775808",
        ),
        (
            "-9223372036854775808 floordiv -1, -9223372036854775808 * -1",
            "-9223372036854775808 floordiv -1, --9223372036854775808",
        ),
        (
            "d0 + -9223372036854775808, d1 + d0 * -9223372036854775808",
            "d0 + -9223372036854775808, d1 + d0 * -9223372036854775808",
        ),
        (
            "d0 * 9223372036854775807 * 3, (d0 * 9223372036854775807) mod 2",
            "(d0 * 9223372036854775807) * 3, (d0 * 9223372036854775807) mod 2",
        ),
    ];
    for (written, built) in cases {
        let map = |list: &str| format!("affine_map<(d0, d1)[s0] -> ({list})>");
        assert_eq!(alias(&map(written)), map(built), "{written}");
    }
    for (written, built) in [
        ("affine_map<(i, j)[N] -> (N + j)>", "affine_map<(d0, d1)[s0] -> (d1 + s0)>"),
        ("affine_map<()[d0] -> ()>", "affine_map<()[s0] -> ()>"),
        ("affine_map<() -> (0x10)>", "affine_map<() -> (16)>"),
        (
            "affine_set<(i)[N] : (i >= 1, i <= N - 1, i == 2)>",
            "affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 - 1 >= 0, d0 - 2 == 0)>",
        ),
        ("affine_set<(d0) : ()>", "affine_set<(d0) : (0 == 0)>"),
    ] {
        assert_eq!(alias(written), built, "{written}");
    }
}

/// What an attribute prints as that stands outside of the module.
fn alias(text: &str) -> String {
    let (short, _) = both(&format!("module attributes {{demo.a = {text}}} {{\n}}"));
    let line = short.lines().next().unwrap();
    line.split_once(" = ").unwrap().1.to_owned()
}

#[test]
fn maps_and_sets_print_under_names_of_their_own() {
    let text = r#"#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<() -> ()>
#set = affine_set<(d0) : (d0 >= 0)>
module attributes {demo.a = #map} {
  func.func @f(%arg0: i32 {demo.b = #set}) attributes {demo.c = [#map1, {d = #map}]} {
    "demo.op"() ({
      "demo.op"() {a = #set, b = #map1} : () -> ()
    }) : () -> ()
    tfrt.return
  }
}
"#;
    let (short, long) = both(text);
    assert_eq!(short, text);
    // Regions come first there.
    assert!(long.starts_with("#map = affine_map<() -> ()>\n#map1 = affine_map<(d0)"), "{long}");
}

#[test]
fn resources_that_are_named_print_behind_the_module() {
    let text = r#"module {
  func.func @f() {
    "demo.op"() {a = [dense_resource<b> : tensor<1xi8>, dense_resource<"a c"> : tensor<i8>]} : () -> ()
    tfrt.return
  }
}

{-#
  dialect_resources: {
    builtin: {
      b: "0x0100000007",
      "a c": "0x0400000008"
    }
  }
#-}
"#;
    let (short, _) = both(text);
    assert_eq!(short, text);
    let more = text.replace("b: \"0x0100000007\"", "other: \"0x01000000\", b: \"0x0100000007\"")
        + "{-# external_resources: {tool: {a: true, \"b c\": \"text\"}} #-}\n{-# #-}\n";
    assert_eq!(both(&more).0, text);
    assert_eq!(both(&text.replace("b>", "none>").replace("a c\">", "c\">")).0.lines().count(), 6);
}

#[test]
fn locations_print_where_they_belong() {
    let text = r#"module @m {
  func.func @f(%arg0: i1 loc("a")) -> i32 {
    %0 = tfrt.constant.i32 1 loc("a.py":1:2)
    %1 = tfrt.if %arg0, %0 : (i32) -> (i32)  {
      tfrt.return %0 : i32 loc("named"(fused["x", "y"]))
    } else  {
      %2 = "demo.op"(%0) {a = loc("a \22b\22":3:4)} : (i32) -> i32 loc(callsite("x" at "y":1:1))
      tfrt.return %2 : i32 loc(unknown)
    } loc("if")
    tfrt.return %1 : i32 loc("t.mlir":5:6)
  } loc("f")
  func.func private @g() attributes {tfrt.native} loc("g":1:1)
} loc("t.mlir":0:0)
"#;
    let parsed = module(text);
    let shown = |module: &Module, generic: bool| {
        print(module, &catalogue(), PrintOptions { generic, locations: true, names: false })
    };
    assert_eq!(shown(&parsed, false), text);
    let plain = "func.func @f(%a: i32 {demo.x}) {\n  \"demo.op\"() ({\n  ^b(%b: i1, %c: i1 loc(unknown)):\n  }) : () -> ()\n}";
    let plain = shown(&module(plain), false);
    assert!(plain.contains("(%arg0: i32 {demo.x} loc(\"t.mlir\":1:14))"), "{plain}");
    assert!(
        plain.contains("^bb0(%arg1: i1 loc(\"t.mlir\":3:6), %arg2: i1 loc(unknown)):"),
        "{plain}"
    );
    let long = shown(&parsed, true);
    assert_eq!(shown(&module(&long), false), text);
    // Aliases may stand anywhere at the top, and are spelled out.
    let aliased =
        text.replace("loc(\"if\")", "loc(#if)") + "#if = loc(#name)\n#name = loc(\"if\")\n";
    assert_eq!(shown(&module(&aliased), false), text);
}
