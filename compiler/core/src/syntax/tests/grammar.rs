//! What the grammar accepts, and what becomes of it.

use super::*;
use crate::graph::{Attribute, Body, Function, Op, Visibility};
use tfrt_host::error::Location;

/// The ops of a function's body.
fn ops(function: &Function) -> Vec<&Op> {
    let body = function.body.as_ref().expect("the function has a body");
    let entry = body.entry(Body::ROOT).expect("the body has a block");
    body.block(entry).ops.iter().map(|&op| body.op(op)).collect()
}

/// The attribute `a` of the only op of a function.
#[track_caller]
fn attribute(text: &str) -> Attribute {
    let module = module(&format!("func.func @f() {{\n  \"d.o\"() {{a = {text}}} : () -> ()\n}}"));
    let op = ops(module.function("f").expect("the function is there"))[0].clone();
    op.attributes.get("a").expect("the attribute is there").clone()
}

fn integer(text: &str) -> (i128, String) {
    match attribute(text) {
        Attribute::Integer { value, ty } => (value, ty.to_string()),
        other => panic!("{text} is {other:?}"),
    }
}

fn float(text: &str) -> (u64, String) {
    match attribute(text) {
        Attribute::Float { bits, ty } => (bits, ty.to_string()),
        other => panic!("{text} is {other:?}"),
    }
}

/// The location of an op written `loc(text)`.
#[track_caller]
fn location(text: &str) -> Location {
    let module = module(&format!("func.func @f() {{ \"d.o\"() : () -> () loc({text}) }}"));
    ops(module.function("f").expect("the function is there"))[0].location.clone()
}

fn place(file: &'static str, line: u32, column: u32) -> Location {
    Location::FileLineCol { file: file.into(), line, column }
}

#[test]
fn modules_nest_and_have_names() {
    let module = module(
        "module @outer attributes {tfrt.cost_threshold = 10 : i64} {\n  module @inner {\n    \
         func.func nested @f(i32)\n  }\n  func.func private @g(%a: i32, %b: f32) -> (i32, f32) attributes {tfrt.native}\n}",
    );
    assert_eq!(module.name.as_deref(), Some("outer"));
    assert_eq!(module.items.len(), 2);
    let g = module.function("g").expect("g is there");
    assert_eq!((g.visibility, g.body.is_none()), (Visibility::Private, true));
    assert_eq!(g.location, place("t.mlir", 5, 3));
    assert_eq!(g.attributes.get("tfrt.native"), Some(&Attribute::Unit));
    assert!(super::module("").items.is_empty());
    assert_eq!(super::module("module {} module {}").items.len(), 2);
}

#[test]
fn integers_have_types_and_ranges() {
    assert_eq!(integer("7"), (7, "i64".into()));
    assert_eq!(integer("-9223372036854775808"), (i128::from(i64::MIN), "i64".into()));
    assert_eq!(integer("255 : i8"), (-1, "i8".into()));
    assert_eq!(integer("0xFF : ui8"), (255, "ui8".into()));
    assert_eq!(integer("18446744073709551615 : ui64"), (i128::from(u64::MAX), "ui64".into()));
    assert_eq!(integer("true"), (1, "i1".into()));
    assert_eq!(integer("1 : i1"), (1, "i1".into()));
    assert_eq!(integer("-1 : i1"), (1, "i1".into()));
    assert_eq!(integer("-5 : index"), (-5, "index".into()));
    for text in ["256 : i8", "128 : si8", "-129 : i8", "256 : ui8", "9223372036854775808 : si64"] {
        let found = mistakes(&format!("func.func @f() {{ \"o\"() {{a = {text}}} : () -> () }}"));
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(found[0].ends_with("integer constant out of range for attribute"), "{found:?}");
    }
}

#[test]
fn floats_are_read_by_way_of_doubles() {
    assert_eq!(float("1.5"), (1.5_f64.to_bits(), "f64".into()));
    assert_eq!(float("-0.0 : f32"), (0x8000_0000, "f32".into()));
    assert_eq!(float("0x7FC00000 : f32"), (0x7FC0_0000, "f32".into()));
    assert_eq!(float("0.1 : f32"), (u64::from(0.1_f32.to_bits()), "f32".into()));
    assert_eq!(float("65504. : f16"), (0x7BFF, "f16".into()));
    assert_eq!(float("5.9604644775390625e-8 : f16"), (0x0001, "f16".into()));
    assert_eq!(float("6.103515625e-5 : f16"), (0x0400, "f16".into()));
    assert_eq!(float("1.0e-30 : f16"), (0, "f16".into()));
    assert_eq!(float("1.0 : bf16"), (0x3F80, "bf16".into()));
    assert_eq!(float("2049.0 : f16"), (0x6800, "f16".into()));
    assert_eq!(float("2051.0 : f16"), (0x6802, "f16".into()));
    // Above the middle between two numbers of the type, but not as a double.
    assert_eq!(float("1.000000059604644775390625000000001 : f32"), (0x3F80_0000, "f32".into()));
    assert_eq!(float("1.00000006 : f32"), (0x3F80_0001, "f32".into()));
    // The smallest numbers, and half of them.
    assert_eq!(float("1.4e-45 : f32"), (1, "f32".into()));
    assert_eq!(float("7.1e-46 : f32"), (1, "f32".into()));
    assert_eq!(float("7.0e-46 : f32"), (0, "f32".into()));
    assert_eq!(float("1.0e-400 : f32"), (0, "f32".into()));
    // What is too large is infinite.
    assert_eq!(float("1.0e400"), (0x7FF0_0000_0000_0000, "f64".into()));
    assert_eq!(float("-1.0e39 : f32"), (0xFF80_0000, "f32".into()));
    assert_eq!(float("3.4028235677973366e38 : f32"), (0x7F80_0000, "f32".into()));
    assert_eq!(float("3.4028235677973362e38 : f32"), (0x7F7F_FFFF, "f32".into()));
    assert_eq!(float("65520.0 : f16"), (0x7C00, "f16".into()));
    assert_eq!(float("1.0e999999999999999 : bf16"), (0x7F80, "bf16".into()));
    for text in ["0x1FFFF : f16", "-0x1 : f32", "1 : f32"] {
        let found = mistakes(&format!("func.func @f() {{ \"o\"() {{a = {text}}} : () -> () }}"));
        assert_eq!(found.len(), 1, "{text}: {found:?}");
    }
}

#[test]
fn every_attribute_kind_is_read() {
    let bytes = Attribute::String((*b"a\"\\\n\t\xFF").into());
    assert_eq!(attribute(r#""a\"\\\n\t\FF""#), bytes);
    assert!(matches!(attribute("unit"), Attribute::Unit));
    assert!(matches!(attribute("[1, [2.0], \"x\", {b}]"), Attribute::Array(a) if a.len() == 4));
    assert!(
        matches!(attribute("(i32) -> f32"), Attribute::Type(t) if t.as_str() == "(i32) -> f32")
    );
    assert_eq!(attribute("@a::@\"b c\"").to_string(), "@a::@\"b c\"");
    assert_eq!(attribute("#corert.shape<2x?x3>").to_string(), "#corert.shape<2x?x3>");
    assert_eq!(attribute("#x<\">\" -> (a)>").to_string(), "#x<\">\" -> (a)>");
}

#[test]
fn dense_constants_keep_bytes_once_if_alike() {
    let dense = |text: &str| match attribute(text) {
        Attribute::Dense { shape, data, splat, .. } => (shape, data.to_vec(), splat),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        dense("dense<[[1, 2], [3, -1]]> : tensor<2x2xi16>"),
        (vec![2, 2], vec![1, 0, 2, 0, 3, 0, 255, 255], false)
    );
    assert_eq!(dense("dense<5> : tensor<4xi8>"), (vec![4], vec![5], true));
    assert_eq!(dense("dense<[5, 5]> : tensor<2xi8>"), (vec![2], vec![5], true));
    assert_eq!(dense("dense<[true, false]> : vector<2xi1>"), (vec![2], vec![1, 0], false));
    assert_eq!(dense("dense<\"0x01020304\"> : tensor<2xi16>"), (vec![2], vec![1, 2, 3, 4], false));
    assert_eq!(dense("dense<> : tensor<0xi32>"), (vec![0], vec![], false));
    assert_eq!(dense("dense<(1.0, 2.0)> : tensor<complex<f32>>").1.len(), 8);
    for (text, message) in [
        ("dense<[[1], [2, 3]]> : tensor<2x2xi32>", "ranks are not consistent"),
        ("dense<[1, 2]> : tensor<3xi32>", "inferred shape of elements literal ([2])"),
        ("dense<1> : tensor<?xi32>", "must have static shape"),
        ("dense<\"0x0102\"> : tensor<3xi32>", "hex data size is invalid"),
    ] {
        let found = mistakes(&format!("func.func @f() {{ \"o\"() {{a = {text}}} : () -> () }}"));
        assert!(found.len() == 1 && found[0].contains(message), "{text}: {found:?}");
    }
}

#[test]
fn types_become_canonical() {
    for (text, canonical) in [
        ("i032", "i32"),
        ("complex< f32 >", "complex<f32>"),
        ("tensor<2 x3x f32>", "tensor<2x3xf32>"),
        ("tensor<0x4xf32>", "tensor<0x4xf32>"),
        ("tensor<?x*xf32>", ""),
        ("tensor<*xf32>", "tensor<*xf32>"),
        ("tensor<f32>", "tensor<f32>"),
        ("vector<[4]x2xi8>", "vector<[4]x2xi8>"),
        ("memref<2xf32, 1>", "memref<2xf32, 1>"),
        ("memref<2xf32, 0>", "memref<2xf32>"),
        ("!tfrt<chain>", "!tfrt.chain"),
        ("tuple<i32,tuple< >>", "tuple<i32, tuple<>>"),
        ("( i1 )->()", "(i1) -> ()"),
        ("() -> (() -> ())", "() -> (() -> ())"),
        ("!tfrt.chain", "!tfrt.chain"),
        ("!ts.shape<2x3>", "!ts.shape<2x3>"),
        ("!any<[{(\">\")}]>", "!any<[{(\">\")}]>"),
    ] {
        let source = format!("func.func private @f({text})");
        if canonical.is_empty() {
            assert_eq!(mistakes(&source).len(), 1, "{text}");
            continue;
        }
        let module = module(&source);
        assert_eq!(module.function("f").expect("f is there").arguments[0].as_str(), canonical);
    }
    for text in [
        "i0",
        "i16777216",
        "complex<tensor<f32>>",
        "!tfrt.chains",
        "!x",
        "foo",
        "tensor<2x>",
        "!a<(>)",
    ] {
        assert_eq!(mistakes(&format!("func.func private @f({text})")).len(), 1, "{text}");
    }
}

#[test]
fn every_location_kind_is_read() {
    assert_eq!(location("unknown"), Location::Unknown);
    assert_eq!(location("\"f\":3:4"), place("f", 3, 4));
    let named =
        |name: &'static str, child| Location::Name { name: name.into(), child: Box::new(child) };
    assert_eq!(location("\"n\""), named("n", Location::Unknown));
    assert_eq!(location("\"n\"(\"f\":1:2)"), named("n", place("f", 1, 2)));
    let (callee, caller) = (Box::new(place("a", 1, 1)), Box::new(place("b", 2, 2)));
    assert_eq!(location("callsite(\"a\":1:1 at \"b\":2:2)"), Location::CallSite { callee, caller });
    let fused = Location::Fused(vec![place("a", 1, 1)]);
    assert_eq!(location("fused<\"meta\">[\"a\":1:1, unknown]"), fused);
}

#[test]
fn aliases_stand_for_what_they_name() {
    let module = module(
        "#a = 5 : i8\n!t = tensor<2xi8>\nfunc.func private @f(!t, tuple<!t>)\n\
         func.func @g() {\n  \"d.o\"() {a = [#a]} : () -> () loc(#loc1)\n}\n\
         #loc1 = loc(\"x\"(#loc))\n#loc = loc(\"f\":1:2)\n",
    );
    let f = module.function("f").expect("f is there");
    assert_eq!(f.arguments[1].as_str(), "tuple<tensor<2xi8>>");
    let g = module.function("g").expect("g is there");
    assert_eq!(ops(g)[0].attributes.get("a").expect("a is there").to_string(), "[5 : i8]");
    let child = Box::new(place("f", 1, 2));
    assert_eq!(ops(g)[0].location, Location::Name { name: "x".into(), child });
}

#[test]
fn ops_stand_where_their_names_do() {
    let module = module(
        "func.func @f() {\n  %a =\n    tfrt.new.chain\n  \"d.o\"(%a) : (!tfrt.chain) -> ()\n}",
    );
    let ops = ops(module.function("f").expect("f is there"));
    assert_eq!(ops[0].location, place("t.mlir", 3, 5));
    assert_eq!(ops[1].location, place("t.mlir", 4, 3));
    assert_eq!((ops[1].span.start, ops[1].span.end), (45, 50));
}

#[test]
fn regions_rebind_operand_names() {
    let text = "func.func @f(%c: i1, %x: i32) -> i32 {\n  %p:2 = \"d.o\"() : () -> (i32, i32)\n  \
        %r = tfrt.if %c, %p#1, %x : (i32, i32) -> i32 {\n    %y = tfrt.add.i32 %p#1, %x\n    tfrt.return %y : i32\n  \
        } else {\n    tfrt.return %x : i32\n  }\n  tfrt.if %c : () -> () {\n    tfrt.return\n  }\n  \
        tfrt.return %r : i32\n}\n";
    let module = module(text);
    let f = module.function("f").expect("f is there");
    let body = f.body.as_ref().expect("f has a body");
    let branch = ops(f)[1];
    let then = body.entry(branch.regions[0]).expect("a block");
    let add = body.op(body.block(then).ops[0]);
    assert_eq!(add.operands, body.block(then).arguments);
    // The region that was left out only returns.
    let other = body.entry(ops(f)[2].regions[1]).expect("a block");
    assert_eq!(&*body.op(body.block(other).ops[0]).name, "tfrt.return");
}

#[test]
fn generic_regions_have_blocks() {
    let module = module(
        "func.func @f() {\n  \"d.o\"() ({\n    \"d.p\"() : () -> ()\n  ^bb1(%x: i32, %y: i32 loc(unknown)):\n    \
         \"d.q\"(%x, %y) : (i32, i32) -> ()\n  }, {}, {\n  ^bb0:\n  }) : () -> ()\n}",
    );
    let f = module.function("f").expect("f is there");
    let body = f.body.as_ref().expect("f has a body");
    let blocks: Vec<_> = ops(f)[0].regions.iter().map(|&r| body.region(r).blocks.len()).collect();
    assert_eq!(blocks, [2, 0, 1]);
}
