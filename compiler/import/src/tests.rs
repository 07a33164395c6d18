//! What programs become, and what is said of those that cannot be imported.

use super::*;
use crate::types::MUTABLE;
use tfrt_compiler::source::render;
use tfrt_compiler::syntax::PrintOptions;
use tfrt_host::kernel::{
    Infer, KernelDef, KernelList, OpDef, Outcome, ParamDef, ParamKind, ResultDef, TypeDef,
};

/// Tensors, of any elements and sizes.
const TENSOR: &str = "tensor<..>";

/// The core kernels, and some of `arith` by their schemas only.
fn catalogue() -> Catalogue {
    const INTEGERS: [&str; 5] = ["i1", "i8", "i16", "i32", "i64"];
    let mut kernels = Vec::new();
    let mut add = |name: String, operands: Vec<&'static str>, results: Vec<&'static str>| {
        let parameter = |ty| ParamDef::new("x", ParamKind::Value, ty);
        let result = |ty| ResultDef::new(ty, Outcome::Ready);
        let params: Vec<ParamDef> = operands.into_iter().map(parameter).collect();
        let results: Vec<ResultDef> = results.into_iter().map(result).collect();
        let op = OpDef::new(name.leak()).with_params(params.leak());
        kernels.push(KernelDef::new(op.with_results(results.leak())));
    };
    for ty in INTEGERS {
        for op in ["addi", "subi", "muli", "divsi", "andi"] {
            add(format!("arith.{op}.{ty}"), vec![ty, ty], vec![ty]);
        }
        add(format!("arith.addui_extended.{ty}"), vec![ty, ty], vec![ty, "i1"]);
        add(format!("arith.select.{ty}"), vec!["i1", ty, ty], vec![ty]);
        for predicate in ["eq", "ne", "slt", "sgt", "ult", "ugt"] {
            add(format!("arith.cmpi.{predicate}.{ty}"), vec![ty, ty], vec!["i1"]);
        }
    }
    add("arith.addf.f32".into(), vec!["f32", "f32"], vec!["f32"]);
    add("arith.cmpf.olt.f32".into(), vec!["f32", "f32"], vec!["i1"]);
    add("arith.cmpf.true.f32".into(), vec!["f32", "f32"], vec!["i1"]);
    add("arith.trunci.i64.i32".into(), vec!["i64"], vec!["i32"]);
    add("arith.extsi.i32.i64".into(), vec!["i32"], vec!["i64"]);
    add("arith.extui.i32.i64".into(), vec!["i32"], vec!["i64"]);
    add("math.sqrt.f32".into(), vec!["f32"], vec!["f32"]);
    add("math.fpowi.f32".into(), vec!["f32", "i64"], vec!["f32"]);
    for (name, count) in [
        ("arith.addi.tensor.i32", 2),
        ("arith.addf.tensor.f32", 2),
        ("arith.cmpi.slt.tensor.i32", 2),
        ("arith.extsi.tensor.i32.i64", 1),
        ("arith.select.tensor.i32", 3),
        ("math.fpowi.tensor.f32", 2),
    ] {
        add(name.into(), vec![TENSOR; count], vec![TENSOR]);
    }
    let shape = ParamDef::new("shape", ParamKind::Attribute { index: 0 }, "array of i64");
    let value = |ty| ParamDef::new("x", ParamKind::Value, ty);
    for (name, params, result, infer) in [
        ("tensor.cast.i32", vec![value(TENSOR), shape], TENSOR, "cast(i32) -> i32"),
        ("tensor.thaw", vec![value(TENSOR)], MUTABLE, "reads()"),
        ("tensor.splat.i32", vec![value("i32"), value("i64"), shape], TENSOR, "splat() -> i32"),
        ("tensor.splat.i64", vec![value("i64"), shape], TENSOR, "splat() -> i64"),
        (
            "tensor.from_elements.i32",
            vec![value("i32"), value("i32"), shape],
            TENSOR,
            "elements() -> i32",
        ),
        ("tensor.extract.i32", vec![value(TENSOR), value("i64")], "i32", "extract(i32)"),
        ("tensor.dim.i64", vec![value(TENSOR), value("i64")], "i64", "reads()"),
    ] {
        let results = vec![ResultDef::new(result, Outcome::Ready)];
        let op = OpDef::new(name).with_params(params.leak()).with_results(results.leak());
        kernels.push(KernelDef::new(op.with_infer(Infer::new(infer))));
    }
    let value = vec![ParamDef::new("value", ParamKind::Attribute { index: 0 }, "dense")];
    kernels.push(KernelDef::new(
        OpDef::new("arith.constant.tensor")
            .with_params(value.leak())
            .with_results(vec![ResultDef::new(TENSOR, Outcome::Ready)].leak()),
    ));
    let ty = |name| TypeDef::named(name, "Tensor");
    let types = vec![ty(TENSOR), ty(MUTABLE)];
    let list = KernelList::new(kernels.leak()).with_types(types.leak());
    tfrt_kernels::catalogue().with(&list)
}

/// The imported program as text, or its errors.
fn imported(text: &str) -> String {
    let source = Source::new("x.mlir", text);
    let catalogue = catalogue();
    match front_end(&source, &catalogue, None, &Options::new()) {
        Ok(program) => syntax::print(program.module(), &catalogue, PrintOptions::default()),
        Err(errors) => render(&errors, &source),
    }
}

/// What a function of these ops becomes, without what every function has.
fn body(arguments: &str, results: &str, ops: &str) -> String {
    let text = format!("func.func @f({arguments}) -> ({results}) {{\n{ops}\n}}");
    let text = imported(&text);
    let lines = text.lines().filter(|line| line.starts_with("    "));
    lines.map(|line| line.trim().to_owned() + "\n").collect()
}

/// A function that gives what one op does.
fn one(arguments: &str, op: &str, result: &str) -> String {
    let ops = format!("%r = {op}\n\"func.return\"(%r) : ({result}) -> ()");
    let text = body(arguments, result, &ops);
    text.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn arithmetic_is_the_kernel_of_its_type() {
    let two = "%a: i32, %b: i32";
    let add =
        r#""arith.addi"(%a, %b) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32"#;
    assert_eq!(one(two, add, "i32"), r#"%0 = "arith.addi.i32"(%arg0, %arg1) : (i32, i32) -> i32"#);
    let compare = r#""arith.cmpi"(%a, %b) <{predicate = 8 : i64}> : (i32, i32) -> i1"#;
    assert!(one(two, compare, "i1").contains("arith.cmpi.ugt.i32"));
    let select = r#""arith.select"(%c, %a, %b) : (i1, i32, i32) -> i32"#;
    let three = "%a: i32, %b: i32, %c: i1";
    assert!(one(three, select, "i32").contains("arith.select.i32\"(%arg2, %arg0, %arg1)"));
    let extended = r#""arith.addui_extended"(%a, %b) : (i32, i32) -> (i32, i1)"#;
    let ops = format!("%r, %o = {extended}\n\"func.return\"(%r, %o) : (i32, i1) -> ()");
    assert!(body(two, "i32, i1", &ops).contains("%0:2 = \"arith.addui_extended.i32\""));
    let root = r#""math.sqrt"(%a) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32"#;
    assert!(one("%a: f32", root, "f32").contains("math.sqrt.f32"));
}

#[test]
fn floats_are_compared_by_the_words_of_their_predicates() {
    let compare = r#""arith.cmpf"(%a, %a) <{predicate = 4 : i64}> : (f32, f32) -> i1"#;
    assert!(one("%a: f32", compare, "i1").contains("arith.cmpf.olt.f32"));
    let compare = r#""arith.cmpf"(%a, %a) <{predicate = 15 : i64}> : (f32, f32) -> i1"#;
    assert!(one("%a: f32", compare, "i1").contains("arith.cmpf.true.f32"));
    let compare = r#""arith.cmpf"(%a, %a) <{predicate = 16 : i64}> : (f32, f32) -> i1"#;
    let text = format!("func.func @f(%a: f32) -> i1 {{\n%r = {compare}\nreturn %r : i1\n}}");
    assert!(
        imported(&text).contains("'arith.cmpf' cannot be imported: its predicate is not known")
    );
}

#[test]
fn conversions_name_both_types_and_index_is_i64() {
    let truncate = r#""arith.trunci"(%a) : (i64) -> i32"#;
    assert!(one("%a: i64", truncate, "i32").contains("arith.trunci.i64.i32"));
    let narrow = r#""arith.index_cast"(%a) : (index) -> i32"#;
    let expected = r#"%0 = "arith.trunci.i64.i32"(%arg0) : (i64) -> i32"#;
    assert_eq!(one("%a: index", narrow, "i32"), expected);
    let widen = r#""arith.index_castui"(%a) : (i32) -> index"#;
    assert!(one("%a: i32", widen, "index").contains("arith.extui.i32.i64"));
    let nothing = r#""index.casts"(%a) : (i64) -> index"#;
    assert_eq!(one("%a: i64", nothing, "index"), "tfrt.return %arg0 : i64");
    let same = r#""arith.bitcast"(%a) : (i32) -> i32"#;
    assert_eq!(one("%a: i32", same, "i32"), "tfrt.return %arg0 : i32");
    let index = r#""index.add"(%a, %a) : (index, index) -> index"#;
    assert!(one("%a: index", index, "index").contains("arith.addi.i64"));
    let compare =
        r#""index.cmp"(%a, %a) <{pred = #index<cmp_predicate slt>}> : (index, index) -> i1"#;
    assert!(one("%a: index", compare, "i1").contains("arith.cmpi.slt.i64"));
    let width = r#""index.sizeof"() : () -> index"#;
    assert_eq!(one("", width, "index"), "%0 = tfrt.constant.i64 64");
}

#[test]
fn exponents_are_extended_to_what_the_kernel_takes() {
    let power = |ty: &str| {
        let op = format!(r#""math.fpowi"(%a, %b) : (f32, {ty}) -> f32"#);
        let ops = format!("%r = {op}\n\"func.return\"(%r) : (f32) -> ()");
        body(&format!("%a: f32, %b: {ty}"), "f32", &ops)
    };
    assert!(power("i64").starts_with(r#"%0 = "math.fpowi.f32"(%arg0, %arg1)"#), "{}", power("i64"));
    assert_eq!(power("index"), power("i64"));
    let narrow = power("i32");
    assert!(narrow.starts_with(r#"%0 = "arith.extsi.i32.i64"(%arg1) : (i32) -> i64"#), "{narrow}");
    assert!(narrow.contains(r#"%1 = "math.fpowi.f32"(%arg0, %0) : (f32, i64) -> f32"#), "{narrow}");
    let tensors = r#""math.fpowi"(%a, %b) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>"#;
    let text = one("%a: tensor<2xf32>, %b: tensor<2xi32>", tensors, "tensor<2xf32>");
    assert!(text.contains("arith.extsi.tensor.i32.i64\"(%arg1)"), "{text}");
}

#[test]
fn ops_on_tensors_are_the_kernels_of_their_elements() {
    let two = "%a: tensor<2x?xi32>, %b: tensor<2x3xi32>";
    let add = r#""arith.addi"(%a, %b) : (tensor<2x?xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>"#;
    let types = "(tensor<2x?xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>";
    let expected = format!(r#"%0 = "arith.addi.tensor.i32"(%arg0, %arg1) : {types}"#);
    assert_eq!(one(two, add, "tensor<2x3xi32>"), expected);
    let compare = r#""arith.cmpi"(%a, %a) <{predicate = 2 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<i1>"#;
    assert!(one("%a: tensor<i32>", compare, "tensor<i1>").contains("arith.cmpi.slt.tensor.i32"));
    let widen = r#""arith.index_cast"(%a) : (tensor<?xi32>) -> tensor<?xindex>"#;
    let text = one("%a: tensor<?xi32>", widen, "tensor<?xindex>");
    assert!(text.contains("arith.extsi.tensor.i32.i64"), "{text}");
    let select = r#""arith.select"(%c, %a, %a) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>"#;
    let text = one("%c: tensor<4xi1>, %a: tensor<4xi32>", select, "tensor<4xi32>");
    assert!(text.contains("arith.select.tensor.i32\"(%arg0, %arg1, %arg1)"), "{text}");
    let cast =
        r#""builtin.unrealized_conversion_cast"(%a) : (tensor<?xi32>) -> !tfrt_tensor.tensor"#;
    let text = one("%a: tensor<?xi32>", cast, MUTABLE);
    let thaw = r#"%0 = "tensor.thaw"(%arg0) : (tensor<?xi32>) -> !tfrt_tensor.tensor"#;
    assert_eq!(text, thaw);
    // One condition for whole tensors.
    let select =
        r#""arith.select"(%c, %a, %b) : (i1, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>"#;
    let ops = format!("%r = {select}\n\"func.return\"(%r) : (tensor<4xi32>) -> ()");
    let text = body("%c: i1, %a: tensor<4xi32>, %b: tensor<4xi32>", "tensor<4xi32>", &ops);
    assert!(text.starts_with("%0 = tfrt.if %arg0, %arg1, %arg2"), "{text}");
}

#[test]
fn constants_of_tensors_are_made_of_any_elements() {
    let constant = |value: &str, ty: &str| {
        one("", &format!("\"arith.constant\"() <{{value = {value} : {ty}}}> : () -> {ty}"), ty)
    };
    let text = constant("dense<[[1, 2], [3, 4]]>", "tensor<2x2xindex>");
    assert!(text.contains("{value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>}"), "{text}");
    let text = constant("dense<0.5>", "tensor<3xf32>");
    assert!(text.contains("\"arith.constant.tensor\"() {value = dense<5.000000e-01>"), "{text}");
    // What would take many bytes is filled by a kernel, if there is one.
    let constant = |value: &str, ty: &str| {
        let op = format!("%r = \"arith.constant\"() <{{value = {value} : {ty}}}> : () -> {ty}");
        body("", ty, &format!("{op}\n\"func.return\"(%r) : ({ty}) -> ()"))
    };
    for (value, ty, scalar, element, shape) in [
        ("dense<-7>", "tensor<30000x30000xi64>", "tfrt.constant.i64 -7", "i64", "[30000, 30000]"),
        ("dense<-1>", "tensor<129xindex>", "tfrt.constant.i64 -1", "i64", "[129]"),
    ] {
        let text = constant(value, ty);
        let splat = format!("%1 = \"tensor.splat.{element}\"(%0) {{shape = {shape}}}");
        assert!(text.starts_with(&format!("%0 = {scalar}\n{splat} : ({element}) -> ")), "{text}");
    }
    let text = constant("dense<1>", "tensor<128xi64>");
    assert!(text.contains("{value = dense<1> : tensor<128xi64>}"), "{text}");
    let text = constant("dense<1.0>", "tensor<1024xf32>");
    assert!(text.contains("{value = dense<1.000000e+00> : tensor<1024xf32>}"), "{text}");
}

#[test]
fn tensors_are_made_of_scalars_and_taken_apart() {
    let arguments = "%a: i32, %n: index, %t: tensor<?xi32>";
    let op = |op: &str, ty: &str| {
        body(arguments, ty, &format!("%r = {op}\n\"func.return\"(%r) : ({ty}) -> ()"))
    };
    let text = op(r#""tensor.splat"(%a, %n) : (i32, index) -> tensor<2x?xi32>"#, "tensor<2x?xi32>");
    let splat = r#""tensor.splat.i32"(%arg0, %arg1) {shape = [2, -1]} : (i32, i64)"#;
    assert!(text.starts_with(&format!("%0 = {splat}")), "{text}");
    let text = op(r#""tensor.empty"(%n) : (index) -> tensor<?xi32>"#, "tensor<?xi32>");
    assert!(
        text.starts_with("%0 = tfrt.constant.i32 0\n%1 = \"tensor.splat.i32\"(%0, %arg1)"),
        "{text}"
    );
    let text =
        op(r#""tensor.from_elements"(%a, %a) : (i32, i32) -> tensor<1x2xi32>"#, "tensor<1x2xi32>");
    assert!(text.contains("\"tensor.from_elements.i32\"(%arg0, %arg0) {shape = [1, 2]}"), "{text}");
    let text = op(r#""tensor.extract"(%t, %n) : (tensor<?xi32>, index) -> i32"#, "i32");
    assert!(text.contains("\"tensor.extract.i32\"(%arg2, %arg1)"), "{text}");
    let text = op(r#""tensor.dim"(%t, %n) : (tensor<?xi32>, index) -> index"#, "index");
    assert!(text.contains("\"tensor.dim.i64\"(%arg2, %arg1)"), "{text}");
    let text = op(r#""ub.poison"() : () -> tensor<2x?xi64>"#, "tensor<2x?xi64>");
    assert!(text.contains("\"tensor.splat.i64\"(%0) {shape = [2, 0]}"), "{text}");
    // Where more is known than was, it is checked.
    let text = op(r#""tensor.cast"(%t) : (tensor<?xi32>) -> tensor<3xi32>"#, "tensor<3xi32>");
    assert!(text.contains("\"tensor.cast.i32\"(%arg2) {shape = [3]}"), "{text}");
    let text = op(r#""tensor.cast"(%t) : (tensor<?xi32>) -> tensor<?xi32>"#, "tensor<?xi32>");
    assert!(text.starts_with("tfrt.return %arg2"), "{text}");
}

#[test]
fn what_is_wrong_with_tensors_is_said_at_the_op() {
    let cases = [
        (
            r#""tensor.splat"(%n) : (i32) -> tensor<?xi32>"#,
            "'tensor.splat' cannot be imported: the number of its operands is not that of its shape",
        ),
        (
            r#""tensor.extract"(%i) : (tensor<2xi32>) -> i32"#,
            "'tensor.extract' cannot be imported: it has not 1 indices",
        ),
        (
            r#""tensor.extract"(%c, %n) : (tensor<2xi1>, i32) -> i1"#,
            "'tensor.extract' cannot be imported: there is no kernel 'tensor.extract.i1'",
        ),
        (
            r#""tensor.cast"(%i) : (tensor<2xi32>) -> tensor<*xi32>"#,
            "'tensor.cast' cannot be imported: it must be on tensors with a rank, of scalars",
        ),
        (
            r#""tensor.cast"(%i) : (tensor<2xi32>) -> tensor<3xi32>"#,
            "'tensor.cast' cannot be imported: its tensors have different shapes",
        ),
        (
            r#""tensor.insert"(%n, %i, %n) : (i32, tensor<2xi32>, i32) -> tensor<2xi32>"#,
            "'tensor.insert' cannot be imported: only cast, dim, empty, extract, from_elements and splat are \
             supported",
        ),
        (
            r#""arith.addi"(%i, %l) : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>"#,
            "'arith.addi' cannot be imported: its tensors have different shapes",
        ),
        (
            r#""arith.addi"(%i, %i) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi64>"#,
            "'arith.addi' cannot be imported: its tensors must have elements of i32, i32, i32",
        ),
        (
            r#""arith.addi"(%i, %n) : (tensor<2xi32>, i32) -> tensor<2xi32>"#,
            "'arith.addi' cannot be imported: some of its operands and results are tensors, some are not",
        ),
        (
            r#""arith.select"(%c, %n, %n) : (tensor<2xi1>, i32, i32) -> i32"#,
            "'arith.select' cannot be imported: some of its operands and results are tensors, some are not",
        ),
        (
            r#""arith.select"(%p, %i, %c) : (i1, tensor<2xi32>, tensor<2xi1>) -> tensor<2xi32>"#,
            "'arith.select' cannot be imported: its tensors must have elements of i32, i32, i32",
        ),
        (
            r#""arith.select"(%p, %h, %n) : (i1, !tfrt.chain, i32) -> i32"#,
            "'arith.select' cannot be imported: its values have different types",
        ),
        (
            r#""arith.subi"(%i, %i) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>"#,
            "'arith.subi' cannot be imported: there is no kernel for it on tensors",
        ),
        (
            r#""arith.addi"(%c, %c) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>"#,
            "'arith.addi' cannot be imported: there is no kernel for tensors of 'i1', only for tensors of i32",
        ),
        (
            r#""builtin.unrealized_conversion_cast"(%n) : (i32) -> tensor<i32>"#,
            "'builtin.unrealized_conversion_cast' cannot be imported: its types are not the same in the \
             program that is made",
        ),
        (
            r#""arith.constant"() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2xi32>"#,
            "'arith.constant' cannot be imported: its value is not of type 'tensor<2xi32>'",
        ),
        (
            r#""arith.constant"() <{value = dense<1> : vector<2xi32>}> : () -> vector<2xi32>"#,
            "'arith.constant' cannot be imported: there are no constants of type 'vector<2xi32>'",
        ),
    ];
    for (op, expected) in cases {
        let text = imported(&format!(
            "func.func @f(%i: tensor<2xi32>, %l: tensor<3xi32>, %c: tensor<2xi1>, %n: i32, %p: i1, \
             %h: !tfrt.chain) {{\n\
             %r = {op}\nreturn\n}}"
        ));
        let expected = format!("x.mlir:2:6: error: {expected}\n");
        assert!(text.starts_with(&expected), "{expected}{text}");
    }
    for ty in
        ["tensor<*xf32>", "tensor<2xf32, \"sparse\">", "tensor<2xi4>", "tensor<2xcomplex<f32>>"]
    {
        let text = imported(&format!(
            "func.func @f(%a: {ty}, %b: {ty}) {{\n\"memref.x\"() : () -> ()\n return\n}}"
        ));
        // One place, however many values are wrong there.
        assert!(text.contains(&format!("values of type '{ty}' cannot be imported\n")), "{text}");
    }
}

#[test]
fn constants_are_made_where_they_are_used() {
    let poison = r#""ub.poison"() <{value = #ub.poison}> : () -> f32"#;
    assert!(one("", poison, "f32").contains("tfrt.constant.f32 0.0"));
    let truth = r#""index.bool.constant"() <{value = true}> : () -> i1"#;
    assert_eq!(one("", truth, "i1"), "%0 = tfrt.constant.i1 true");
    let ops = r#"%c = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %unused = "arith.constant"() <{value = 6 : i32}> : () -> i32
      %r = "scf.if"(%p) ({
        "scf.yield"(%c) : (i32) -> ()
      }, {
        %s = "arith.addi"(%c, %c) : (i32, i32) -> i32
        "scf.yield"(%s) : (i32) -> ()
      }) : (i1) -> i32
      "func.return"(%r) : (i32) -> ()"#;
    let text = body("%p: i1", "i32", ops);
    assert!(text.starts_with("%0 = tfrt.if %arg0 : () -> (i32)"), "{text}");
    assert_eq!(text.matches("tfrt.constant.i32 5").count(), 2, "{text}");
    assert!(!text.contains('6'), "{text}");
}

#[test]
fn regions_take_what_they_use_through_any_nesting() {
    let ops = r#"%r = "scf.if"(%p) ({
        %i = "scf.if"(%p) ({
          %s = "arith.addi"(%a, %b) : (i32, i32) -> i32
          "scf.yield"(%s) : (i32) -> ()
        }, {
          "scf.yield"(%b) : (i32) -> ()
        }) : (i1) -> i32
        "scf.yield"(%i) : (i32) -> ()
      }, {
        "scf.yield"(%a) : (i32) -> ()
      }) : (i1) -> i32
      "func.return"(%r) : (i32) -> ()"#;
    let text = body("%a: i32, %b: i32, %p: i1", "i32", ops);
    assert!(text.starts_with("%0 = tfrt.if %arg2, %arg0, %arg1, %arg2"), "{text}");
    assert!(text.contains("tfrt.if %arg2, %arg0, %arg1 : (i32, i32) -> (i32)"), "{text}");
}

#[test]
fn a_branch_to_one_block_continues_there_and_others_need_lifting() {
    let straight = r#"func.func @f(%a: i32) -> i32 {
      "cf.br"(%a)[^b] : (i32) -> ()
    ^b(%x: i32):
      %y = "arith.addi"(%x, %a) : (i32, i32) -> i32
      "func.return"(%y) : (i32) -> ()
    }"#;
    assert!(imported(straight).contains("\"arith.addi.i32\"(%arg0, %arg0)"));
    let branched = r#"func.func @f(%p: i1) {
      "cf.cond_br"(%p)[^a, ^b] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
    ^a:
      "cf.br"()[^b] : () -> ()
    ^b:
      "func.return"() : () -> ()
    }"#;
    let text = imported(branched);
    assert!(
        text.starts_with("x.mlir:2:7: error: 'cf.cond_br' between blocks needs the MLIR helper: ")
    );
    assert!(text.contains("--lift-cf-to-scf"), "{text}");
    assert!(text.contains("\nx.mlir:4:7: error: 'cf.br' between blocks"), "{text}");
}

#[test]
fn what_cannot_be_imported_is_told_at_once() {
    let text = r#"
      func.func @f(%m: memref<4xf32>, %i: index) -> f32 {
        %a = "memref.load"(%m, %i) : (memref<4xf32>, index) -> f32
        %b = "memref.load"(%m, %i) : (memref<4xf32>, index) -> f32 loc("model.py":7:3)
        %w = "arith.constant"() <{value = 1 : i128}> : () -> i128
        %v = "arith.addi"(%w, %w) : (i128, i128) -> i128
        %c = "math.tanh"(%a) : (f32) -> f32
        %d = "scf.forall"(%a) ({}) : (f32) -> f32 loc("model.py":9:3)
        "func.return"(%d) : (f32) -> ()
      }
      func.func private @outside(i32) -> i32
      func.func @g() {
        "func.call"() <{callee = @nowhere}> : () -> ()
        %k = "scf.for"() : () -> i32
        "func.return"() : () -> ()
      }"#;
    let text = imported(text);
    let errors: Vec<&str> = text.lines().filter(|line| line.contains(" error: ")).collect();
    let expected = [
        "x.mlir:2:17: error: values of type 'memref<4xf32>' cannot be imported",
        "x.mlir:3:14: error: 'memref.load' cannot be imported: leave out --one-shot-bufferize: \
         programs have values and no memory [2 places]",
        "x.mlir:5:14: error: 'arith.constant' cannot be imported: there are no constants of type \
         'i128'",
        "x.mlir:6:14: error: 'arith.addi' cannot be imported: there is no kernel for 'i128', only \
         for i1, i16, i32, i64, i8",
        "x.mlir:7:14: error: 'math.tanh' cannot be imported: there is no kernel for it",
        "x.mlir:8:14: error: 'scf.forall' cannot be imported: run --scf-forall-to-for (made from \
         model.py:9:3)",
        "x.mlir:11:25: error: function @outside has no body: link the module that defines it, or \
         remove its calls (--symbol-dce removes unused declarations)",
        "x.mlir:13:9: error: 'func.call' cannot be imported: 'nowhere' does not reference a valid \
         function",
        "x.mlir:14:14: error: 'scf.for' cannot be imported: it has 0 regions, expected 1",
    ];
    assert_eq!(errors, expected, "{text}");
    assert!(text.contains("x.mlir:4:14: note: and here"), "{text}");
}

#[test]
fn forms_of_ops_own_need_the_helper() {
    let text = imported(
        "func.func @f(%a: f32) -> f32 {
          %b = arith.addf %a, %a : f32
          %c = scf.if %a -> f32 {
            %d = arith.addf %a, %b : f32
            scf.yield %d : f32
          }
          %e = call @f(%a) : (f32) -> f32
          return %c : f32
        }",
    );
    let first = "x.mlir:2:16: error: custom op 'arith.addf' in its pretty form needs the MLIR helper: \
                 give the import `Helper::find()`, which finds what `cargo install";
    assert!(text.starts_with(first), "{text}");
    assert!(text.contains("custom op 'scf.if' in its pretty form"), "{text}");
    assert!(text.contains("custom op 'func.call' in its pretty form"), "{text}");
    assert!(!text.contains("unknown"), "{text}");
}

#[test]
fn what_no_helper_helps_against_is_said_without_one() {
    let text = imported(
        "func.func @f(%a: tensor<2x2xf32>, %i: i32) {
          %b = linalg.matmul ins(%a, %a : tensor<2x2xf32>, tensor<2x2xf32>)
          %c = memref.load %a[%i] : memref<4xf32>
          %d = arith.adi %i, %i : i32
          %e = arith.cmpy eq, %i, %i : i32
          %g = math.tanh %a : tensor<2x2xf32>
          return
        }",
    );
    let errors: Vec<&str> = text.lines().filter(|line| line.contains(" error: ")).collect();
    let expected = [
        "x.mlir:2:16: error: 'linalg.matmul' cannot be imported: not supported",
        "x.mlir:3:16: error: 'memref.load' cannot be imported: leave out --one-shot-bufferize: \
         programs have values and no memory",
        "x.mlir:4:16: error: 'arith.adi' cannot be imported: there is no kernel for it; did you mean \
         'arith.addi'?",
        "x.mlir:5:16: error: 'arith.cmpy' cannot be imported: there is no kernel for it; did you mean \
         'arith.cmpf'?",
        "x.mlir:6:16: error: 'math.tanh' cannot be imported: there is no kernel for it",
    ];
    assert_eq!(errors, expected, "{text}");
}

#[test]
fn a_list_that_is_missing_is_named() {
    let core = tfrt_kernels::catalogue();
    let errors = |text: &str| {
        let source = Source::new("x.mlir", text);
        let errors =
            front_end(&source, &core, None, &Options::new()).expect_err("lists are missing");
        errors.into_iter().map(|error| error.message).collect::<Vec<_>>()
    };
    let types = "func.func @f(%a: i32, %t: !tfrt_tensor.tensor, %u: tensor<2xf32>) -> i32";
    let generic = r#"%b = "arith.addi"(%a, %a) : (i32, i32) -> i32
      %c = "tensor.dim"(%u, %a) : (tensor<2xf32>, i32) -> i32"#;
    let found = errors(&format!("{types} {{ {generic}\n return %b : i32 }}"));
    let lacks = |what: &str, list: &str| {
        format!(
            "cannot be imported: {what} is in the list `tfrt::{list}`, which the catalogue lacks"
        )
    };
    let expected = [
        format!("values of type '!tfrt_tensor.tensor' {}", lacks("their type", "TENSOR")),
        format!("values of type 'tensor<2xf32>' {}", lacks("their type", "MLIR")),
        format!("'arith.addi' {}", lacks("dialect 'arith'", "MLIR")),
        format!("'tensor.dim' {}", lacks("dialect 'tensor'", "MLIR")),
    ];
    assert_eq!(found, expected);
    let pretty = "%b = math.exp %a : f32";
    let found = errors(&format!("{types} {{ {pretty}\n return %b : i32 }}"));
    assert_eq!(found, [format!("'math.exp' {}", lacks("dialect 'math'", "MLIR"))]);
}

#[test]
fn structure_that_mlir_refuses_is_an_error_at_its_op() {
    let function = |ops: &str| format!("func.func @f(%a: i32, %p: i1) -> i32 {{\n{ops}\n}}");
    let cases = [
        (
            r#""scf.yield"(%a) : (i32) -> ()"#,
            "2:1: error: 'scf.yield' cannot end a block of a function",
        ),
        (
            "\"scf.yield\"() : () -> ()\n\"func.return\"(%a) : (i32) -> ()",
            "2:1: error: 'scf.yield' must be the last op of its block",
        ),
        (
            "%r = \"scf.while\"(%a) ({\n^b(%x: i64):\n\"scf.condition\"(%p, %x) : (i1, i64) -> ()\n}, \
             {\n^b(%y: i32):\n\"scf.yield\"(%y) : (i32) -> ()\n}) : (i32) -> i32\nreturn %r : i32",
            "2:6: error: the types of 'scf.while' do not match those of its regions",
        ),
        (
            "%r = \"scf.for\"(%a, %a) ({\n^b(%x: i32):\n\"scf.yield\"(%x) : (i32) -> ()\n}) : \
             (i32, i32) -> i32\nreturn %r : i32",
            "2:6: error: 'scf.for' has operands, results or regions that MLIR would refuse",
        ),
        (
            "%r = \"scf.execute_region\"() ({\n}) : () -> i32\nreturn %r : i32",
            "2:6: error: a region of 'scf.execute_region' has no block",
        ),
        (
            "%r = \"arith.addi\"(%s, %a) : (i32, i32) -> i32\n%s = \"arith.addi\"(%a, %a) : (i32, \
             i32) -> i32\nreturn %r : i32",
            "error: operand #0 does not dominate this use",
        ),
        (
            "%r = \"arith.addi\"(%q, %a) : (i32, i32) -> i32\nreturn %r : i32",
            "error: use of undeclared SSA value name",
        ),
        (
            "%r = \"arith.addi\"(%a) : (i32) -> i32\nreturn %r : i32",
            "2:6: error: 'arith.addi.i32' op expected 2 operands, but got 1",
        ),
    ];
    for (ops, expected) in cases {
        let text = imported(&function(ops));
        assert!(text.contains(expected), "{ops}\n{text}");
    }
    let twice = format!(
        "{0}\n{0}",
        function(
            r#"%b = "arith.addi"(%a, %a) : (i32, i32) -> i32
        return %b : i32"#
        )
    );
    assert!(imported(&twice).contains("redefinition of symbol named 'f'"));
}

#[test]
fn made_functions_do_not_take_the_names_of_others() {
    let ops = r#"%z = "arith.constant"() <{value = 0 : index}> : () -> index
      "scf.for"(%z, %n, %n) ({
      ^b(%i: index):
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "func.return"() : () -> ()"#;
    let text = imported(&format!(
        "func.func @f(%n: index) {{\n{ops}\n}}\nfunc.func @f.for1() {{\ntfrt.return\n}}"
    ));
    assert!(text.contains("func.func private @f.for1_("), "{text}");
    // The step is no constant.
    assert!(text.contains("the step of scf.for is not positive"), "{text}");
}

#[test]
fn locations_are_reduced_to_places_in_files() {
    let text = r#"
      #a = loc("a.py":1:2)
      func.func @f(%a: i32) -> i32 {
        %b = "arith.addi"(%a, %a) : (i32, i32) -> i32 loc(callsite(#a at "main"("m.py":3:4)))
        %c = "arith.addi"(%b, %a) : (i32, i32) -> i32 loc(fused["n"(#a), "b.py":5:6])
        %d = "arith.addi"(%c, %a) : (i32, i32) -> i32 loc("only a name")
        "func.return"(%d) : (i32) -> () loc(unknown)
      }"#;
    let source = Source::new("x.mlir", text);
    let program = front_end(&source, &catalogue(), None, &Options::new()).expect("it is a program");
    let body = program.module().function("f").and_then(|function| function.body.as_ref());
    let body = body.expect("it is there");
    let places: Vec<String> =
        body.preorder().iter().map(|&op| body.op(op).location.to_string()).collect();
    assert_eq!(places, ["a.py;1;2", "a.py;1;2", "x.mlir;6;14", "x.mlir;7;9"]);
}

#[test]
fn programs_of_this_project_stay_what_they_are() {
    let text = "func.func @f() -> i32 {\n  %0 = tfrt.constant.i32 1\n  tfrt.return %0 : i32\n}";
    let source = Source::new("x.mlir", text);
    assert!(module(&source, &catalogue(), &Options::new()).expect("it is sound").is_none());
    // A comment is no op, and an own op may be among upstream's.
    let text = format!("// \"arith.addi\"(\n{text}");
    let source = Source::new("x.mlir", text);
    assert!(module(&source, &catalogue(), &Options::new()).expect("it is sound").is_none());
    let mixed = r#"%0 = tfrt.constant.i32 1
      %1 = "arith.addi"(%0, %0) : (i32, i32) -> i32
      %2 = tfrt.repeat.i32 %0, %1 : i32 {
        %3 = "arith.addi"(%1, %1) : (i32, i32) -> i32
        tfrt.return %3 : i32
      }
      tfrt.return %2 : i32"#;
    let text = body("", "i32", mixed);
    assert!(text.contains("tfrt.repeat.i32 %0, %1 : i32"), "{text}");
    assert_eq!(text.matches("arith.addi.i32").count(), 2, "{text}");
}

#[test]
fn hostile_texts_are_refused_in_bounded_time() {
    let deep = |open: &str, close: &str, count: usize| open.repeat(count) + &close.repeat(count);
    let function =
        |ops: &str| format!("func.func @f(%p: i1) {{\n{ops}\n\"func.return\"() : () -> ()\n}}");
    let region = "\"scf.execute_region\"() ({\n";
    let regions = deep(region, "\"scf.yield\"() : () -> ()\n}) : () -> ()\n", 100_000);
    let attributes = format!("\"arith.addi\"() {{a = {}}} : () -> ()", deep("[", "]", 100_000));
    for text in [regions, attributes] {
        assert!(imported(&function(&text)).contains("nesting is deeper than the limit of 128"));
    }
    // As deep as the parser takes; each level captures and makes a function.
    let level = "\"scf.while\"() ({\n\"scf.condition\"(%p) : (i1) -> ()\n}, {\n";
    let whiles = deep(level, "\"scf.yield\"() : () -> ()\n}) : () -> ()\n", 120);
    assert_eq!(imported(&function(&whiles)).matches("tfrt.while").count(), 120);
    // What nests in the first regions would double at each level if it was copied.
    let level = "\"scf.while\"() ({\n";
    let close =
        "\"scf.condition\"(%p) : (i1) -> ()\n}, {\n\"scf.yield\"() : () -> ()\n}) : () -> ()\n";
    let text = imported(&function(&deep(level, close, 120)));
    assert_eq!(text.matches("tfrt.while").count(), 120);
    // Blocks that lead to each other.
    let cycle = "\"cf.br\"()[^a] : () -> ()\n^a:\n\"cf.br\"()[^b] : () -> ()\n^b:\n\"cf.br\"()[^a] : () -> ()\n^c:";
    assert!(imported(&function(cycle)).contains("needs the MLIR helper"));
    // Each of many values through many levels.
    let level = "\"scf.if\"(%p) ({\n";
    let close = "\"scf.yield\"() : () -> ()\n}, {\n}) : (i1) -> ()\n";
    let value = |at: usize| format!("%v{at} = \"arith.andi\"(%p, %p) : (i1, i1) -> i1\n");
    let used = |at: usize| format!("%u{at} = \"arith.andi\"(%v{at}, %p) : (i1, i1) -> i1\n");
    let (values, uses): (String, String) =
        ((0..2_000).map(value).collect(), (0..2_000).map(used).collect());
    let text = function(&format!("{values}{}{uses}{}", level.repeat(120), close.repeat(120)));
    assert!(imported(&text).contains("take too many values from around them"));
    // Many different mistakes, each of which asks the catalogue.
    let wrong = |at: usize| {
        format!("\"arith.addi\"(%p) : (i1) -> i{}\n\"math.f{at}\"(%p) : (i1) -> ()\n", at + 1)
    };
    let wrong: String = (0..5_000).map(wrong).collect();
    let text = imported(&function(&wrong));
    assert!(text.lines().filter(|line| line.contains(": error: ")).count() <= 200);
}

#[test]
fn passes_without_the_helper_are_an_error() {
    let text = "func.func @f() -> i32 {
      %0 = \"arith.constant\"() <{value = 7 : i32}> : () -> i32
      return %0 : i32
    }";
    let options = Options::new().passes(["cse"]);
    let refused = module(&Source::new("x.mlir", text), &catalogue(), &options);
    let errors = refused.expect_err("there is no helper");
    assert!(errors[0].message.starts_with("passes are run by the MLIR helper"), "{errors:?}");
}

#[test]
fn long_names_are_cut() {
    let name = format!("gpu.{}", "x".repeat(100_000));
    let text = imported(&format!("func.func @f() {{\n  \"{name}\"() : () -> ()\n  return\n}}"));
    let message = text.lines().next().unwrap_or_default();
    assert!(message.len() < 200 && message.contains("leave out the passes"), "{}", message.len());
}
