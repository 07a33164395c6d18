//! Ops with any number of results after fixed ones, attributes that are pairs, functions that are named
//! in messages, and folds into constants: how they are written, read, verified, stored and folded. The
//! ops are those of the reference's Core Runtime, declared here.

use std::path::Path;
use tfrt_bef::{Dense, Limits};
use tfrt_compiler::bef::{EmitOptions, emit, lift};
use tfrt_compiler::graph::Module;
use tfrt_compiler::opt::{Pass, run};
use tfrt_compiler::source::{Diagnostic, LineTable, Source};
use tfrt_compiler::syntax::{ParseOptions, PrintOptions, parse, print};
use tfrt_compiler::verify::{check, verify};
use tfrt_host::kernel::{
    Assembly, Attribute, Callee, Catalogue, Fold, Gives, KernelList, OpDef, OpTraits, Outcome,
    ParamDef, ParamKind, ResultDef,
};

const HANDLE: &str = "!corert.tensorhandle";
const HANDLER: ParamDef = ParamDef::new("op_handler", ParamKind::Async, "!corert.ophandler");
const HANDLES: ParamDef = ParamDef::new("arguments", ParamKind::Async, HANDLE).variadic();
const CHAIN_IN: ParamDef = ParamDef::new("in_op_chain", ParamKind::Async, "!tfrt.chain");
const VALUES: ParamDef = ParamDef::new("arguments", ParamKind::Variadic, "");
const ONE_HANDLE: &[ResultDef] = &[ResultDef::new(HANDLE, Outcome::Later)];
const ONE_CHAIN: &[ResultDef] = &[ResultDef::new("!tfrt.chain", Outcome::Later)];
const ATTRIBUTES: [ParamDef; 3] = [
    ParamDef::attribute::<Attribute>("op_attrs", 0),
    ParamDef::attribute::<Attribute>("op_func_attrs", 1),
    ParamDef::attribute::<String>("op_name", 2),
];
const VALUE: ParamDef = ParamDef::attribute::<Attribute>("value", 1);
const SHAPE: ParamDef = ParamDef::attribute::<Attribute>("shape", 0);

/// Traits of an op of that format.
macro_rules! written {
    ($text:literal) => {
        OpTraits::new().assembly(const { &Assembly::new($text) })
    };
}

const BRANCH: Callee = Callee::symbol("a_true_fn").takes_from(1).by_name();

const OPS: &[OpDef] = &[
    OpDef::new("corert.executeop")
        .with_params(&[HANDLER, HANDLES, ATTRIBUTES[0], ATTRIBUTES[1], ATTRIBUTES[2]])
        .with_variadic_results(Outcome::Later, HANDLE)
        .with_pure(true)
        .with_traits(
            written!(
                "`(` $op_handler `)` $op_name `(` $arguments `)` pairs($op_attrs) \
                 pairs($op_func_attrs) result-count"
            )
            .no_effect()
            .pairs(&["op_attrs"])
            .fold(Fold::into("corert.const_dense_tensor").when("op_name", "tf.Const").takes("op_attrs", "value")),
        ),
    OpDef::new("corert.executeop.seq")
        .with_params(&[HANDLER, CHAIN_IN, HANDLES, ATTRIBUTES[0], ATTRIBUTES[1], ATTRIBUTES[2]])
        .with_results(ONE_CHAIN)
        .with_variadic_results(Outcome::Later, HANDLE)
        .with_traits(
            written!(
                "`(` $op_handler `,` $in_op_chain `)` $op_name `(` $arguments `)` pairs($op_attrs) \
                 pairs($op_func_attrs) result-count"
            )
            .pairs(&["op_attrs"])
            .result_names(&["out_op_chain", "results"]),
        ),
    OpDef::new("corert_sync.executeop")
        .with_params(&[HANDLER, HANDLES, ATTRIBUTES[0], ATTRIBUTES[1], ATTRIBUTES[2]])
        .with_variadic_results(Outcome::Fallible, HANDLE)
        .with_traits(written!(
            "`(` $op_handler `)` $op_name `(` $arguments `)` pairs($op_attrs) pairs($op_func_attrs) \
             result-count"
        )),
    OpDef::new("corert.execute_crt_op")
        .with_params(&[
            ParamDef::new("op", ParamKind::Async, "!corert.op"),
            HANDLES,
            ATTRIBUTES[0],
            ATTRIBUTES[1],
        ])
        .with_variadic_results(Outcome::Later, HANDLE)
        .with_traits(written!("`(` operands `)` attr-dict result-count")),
    OpDef::new("corert.get_op_handler")
        .with_params(&[CHAIN_IN, ParamDef::attribute::<String>("op_handler_name", 0)])
        .with_results(&[ResultDef::new("!corert.ophandler", Outcome::Fallible)])
        .with_traits(written!("$in_op_chain $op_handler_name attr-dict")),
    OpDef::new("corert.register_op_handler")
        .with_params(&[HANDLER, ParamDef::attribute::<String>("op_handler_name", 0)])
        .with_results(ONE_CHAIN)
        .with_traits(written!("$op_handler $op_handler_name attr-dict")),
    OpDef::new("corert.const_dense_tensor")
        .with_params(&[ParamDef::attribute::<Dense>("value", 0)])
        .with_results(ONE_HANDLE)
        .with_pure(true)
        .with_traits(OpTraits::new().assembly(Assembly::CONSTANT).no_effect()),
    OpDef::new("corert.const_string_tensor")
        .with_params(&[SHAPE, VALUE])
        .with_results(ONE_HANDLE)
        .with_traits(written!("attr-dict")),
    OpDef::new("corert.create_dense_tensor.ui64")
        .with_params(&[SHAPE, VALUE])
        .with_results(ONE_HANDLE)
        .with_traits(written!("attr-dict")),
    OpDef::new("corert.cond")
        .with_params(&[ParamDef::new("cond", ParamKind::Async, HANDLE), CHAIN_IN, VALUES])
        .with_results(ONE_CHAIN)
        .with_variadic_results(Outcome::Later, "")
        .with_traits(
            written!(
                "$cond $a_true_fn $b_false_fn `(` $in_op_chain (`,` $arguments^)? `)` \
                 `:` functional-type($arguments, (more-results))"
            )
            .callees(&[BRANCH, Callee::symbol("b_false_fn").takes_from(1).by_name()])
            .result_names(&["out_op_chain", "fn_outputs"]),
        ),
    OpDef::new("corert.while")
        .with_params(&[CHAIN_IN, VALUES])
        .with_results(ONE_CHAIN)
        .with_variadic_results(Outcome::Later, "")
        .with_traits(
            written!(
                "$a_cond_fn $b_body_fn `(` $in_op_chain (`,` $arguments^)? `)` \
                 `:` functional-type($arguments, (more-results))"
            )
            .callees(&[
                Callee::symbol("a_cond_fn").gives(Gives::Types(&["!tfrt.chain", HANDLE])).by_name(),
                Callee::symbol("b_body_fn").by_name(),
            ])
            .result_names(&["out_op_chain", "fn_outputs"]),
        ),
    OpDef::new("corert.get_dst_tensor_type")
        .with_params(&[
            ParamDef::new("tensor", ParamKind::Async, HANDLE),
            ParamDef::new("device", ParamKind::Async, "!tfrt.device"),
        ])
        .with_results(&[ResultDef::new("!tfrt.tensor_type", Outcome::Fallible)])
        .with_traits(OpTraits::new().assembly(Assembly::OPERANDS)),
    OpDef::new("corert.transfer")
        .with_params(&[
            ParamDef::new("tensor", ParamKind::Async, HANDLE),
            ParamDef::new("device", ParamKind::Async, "!tfrt.device"),
            ParamDef::new("type", ParamKind::Async, "!tfrt.tensor_type"),
        ])
        .with_results(ONE_HANDLE)
        .with_traits(OpTraits::new().assembly(Assembly::OPERANDS)),
];

fn catalogue() -> Catalogue {
    tfrt_kernels::catalogue().with(&const { KernelList::new(&[]).with_declared(OPS) })
}

const GENERICALLY: PrintOptions = PrintOptions { generic: true, locations: false, names: false };

/// What the ops below take and call.
const ARGUMENTS: &str = "%arg0: !corert.ophandler, %arg1: !tfrt.chain, %arg2: !corert.tensorhandle, \
     %arg3: !corert.op, %arg4: !tfrt.device, %arg5: !tfrt.tensor_type, %arg6: i32";
const FUNCTIONS: &str = "
  func.func @none(%arg0: !tfrt.chain) -> !tfrt.chain {
    tfrt.return %arg0 : !tfrt.chain
  }
  func.func @one(%arg0: !tfrt.chain, %arg1: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
    tfrt.return %arg0, %arg1 : !tfrt.chain, !corert.tensorhandle
  }
  func.func @two(%arg0: !tfrt.chain, %arg1: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle, !corert.tensorhandle) {
    tfrt.return %arg0, %arg1, %arg1 : !tfrt.chain, !corert.tensorhandle, !corert.tensorhandle
  }
  func.func @number(%arg0: !tfrt.chain, %arg1: i32) -> (!tfrt.chain, i32) {
    tfrt.return %arg0, %arg1 : !tfrt.chain, i32
  }
";

/// Ops as they are printed. `=>` separates what is written, where that differs.
const PRINTED: &[&str] = &[
    "corert.executeop(%arg0) \"a.b\"()",
    "%0 = corert.executeop(%arg0) \"a.b\"() : 1",
    "%0:3 = corert.executeop(%arg0) \"a.b\"(%arg2, %arg2) {z = 1 : i64, a = [1, 2]} : 3",
    "%0 = corert.executeop(%arg0) \"a.b\"(%arg2) {a = 1 : i32} {f = \"one\", e = \"two\"} : 1",
    "corert.executeop(%arg0) \"a.b\"() {} {f = \"one\"}",
    "%0 = corert.executeop(%arg0) \"a\"() {\"no name\" = \"\\22\", T = f32, s = #corert.shape<2x?>} : 1",
    "corert.executeop(%arg0) \"a.b\"() {} {} : 0 => corert.executeop(%arg0) \"a.b\"()",
    "%0 = corert.executeop(%arg0) \"a\"() {x = [[\"k\", 1], []]} : 0x1 => \
     %0 = corert.executeop(%arg0) \"a\"() {x = [[\"k\", 1], []]} : 1",
    "%out_op_chain = corert.executeop.seq(%arg0, %arg1) \"a.b\"()",
    "%out_op_chain, %results = corert.executeop.seq(%arg0, %arg1) \"a.b\"(%arg2) {k = 1 : i32} : 1",
    "%out_op_chain, %results:2 = corert.executeop.seq(%arg0, %arg1) \"a.b\"(%arg2) {} {f = \"g\"} : 2",
    "%0:2 = corert_sync.executeop(%arg0) \"a.b\"(%arg2) {k = 1 : i32} : 2",
    "%0:2 = corert.execute_crt_op(%arg3, %arg2, %arg2) {op_attrs = [], op_func_attrs = []} : 2",
    "corert.execute_crt_op(%arg3) {op_attrs = [[\"k\", 1]], op_func_attrs = []}",
    "%0 = corert.get_op_handler %arg1 \"cpu\"",
    "%0 = corert.register_op_handler %arg0 \"cpu\"",
    "%0 = corert.const_dense_tensor dense<[1, 2]> : tensor<2xi32>",
    "%0 = corert.const_string_tensor {shape = [2], value = [\"a\", \"b\"]}",
    "%0 = corert.create_dense_tensor.ui64 {shape = [2], value = [1 : ui64]}",
    "%out_op_chain = corert.cond %arg2 @none @none(%arg1) : () -> ()",
    "%out_op_chain, %fn_outputs = corert.cond %arg2 @one @one(%arg1, %arg2) : \
     (!corert.tensorhandle) -> (!corert.tensorhandle)",
    "%out_op_chain, %fn_outputs:2 = corert.cond %arg2 @two @two (%arg1, %arg2) : \
     (!corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle) => \
     %out_op_chain, %fn_outputs:2 = corert.cond %arg2 @two @two(%arg1, %arg2) : \
     (!corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle)",
    "%out_op_chain, %fn_outputs = corert.while @one @one(%arg1, %arg2) : \
     (!corert.tensorhandle) -> (!corert.tensorhandle)",
    "%0 = corert.get_dst_tensor_type %arg2, %arg4",
    "%0 = corert.transfer %arg2, %arg4, %arg5",
    "%0 = \"corert.of_another_time\"(%arg0) {a = 1 : i32} : (!corert.ophandler) -> !corert.any",
];

/// The same, which BEF cannot hold.
const IN_TEXT: &[&str] =
    &["%0 = corert.executeop(%arg0) \"a.b\"() {u, t = tensor<2xi32>, f = @one} : 1"];

/// Ops of which a format would say less than they are, or something else: only the generic form has
/// all of it.
const GENERIC: &[&str] = &[
    // Pairs that no dictionary has.
    "\"corert.executeop\"(%arg0) <{op_attrs = [[\"k\", 1], [\"k\", 2]], op_func_attrs = [], op_name = \"a\"}> : (!corert.ophandler) -> ()",
    "\"corert.executeop\"(%arg0) <{op_attrs = [[\"\", 1]], op_func_attrs = [], op_name = \"a\"}> : (!corert.ophandler) -> ()",
    "\"corert.executeop\"(%arg0) <{op_attrs = [[\"\\FF\", 1]], op_func_attrs = [], op_name = \"a\"}> : (!corert.ophandler) -> ()",
    "\"corert.executeop\"(%arg0) <{op_attrs = [], op_func_attrs = [\"f\"], op_name = \"a\"}> : (!corert.ophandler) -> ()",
    // An attribute that has no place.
    "\"corert.executeop\"(%arg0) <{op_attrs = [], op_func_attrs = [], op_name = \"a\"}> {z = 1 : i32} : (!corert.ophandler) -> ()",
];

fn diagnostics<T>(result: Result<T, Vec<Diagnostic>>) -> Vec<String> {
    let all = result.err().unwrap_or_default();
    all.into_iter().map(|diagnostic| diagnostic.message).collect()
}

fn parsed(text: &str) -> Module {
    let (module, errors) = parse(&Source::new("t.mlir", text), &catalogue(), ParseOptions::new());
    assert!(errors.is_empty(), "{text}\n{errors:?}");
    module
}

fn printed(module: &Module) -> String {
    print(module, &catalogue(), PrintOptions::default())
}

fn program(op: &str) -> String {
    format!(
        "module {{{FUNCTIONS}  func.func @f({ARGUMENTS}) {{\n    {op}\n    tfrt.return\n  }}\n}}\n"
    )
}

#[test]
fn ops_are_printed_as_they_are_written() {
    for op in PRINTED.iter().chain(IN_TEXT).chain(GENERIC) {
        let (written, expected) = op.split_once(" => ").unwrap_or((op, op));
        let expected = program(expected);
        let module = parsed(&program(written));
        assert_eq!(printed(&module), expected, "{op}");
        let generic = print(&module, &catalogue(), GENERICALLY);
        assert_eq!(printed(&parsed(&generic)), expected, "by way of\n{generic}");
        if IN_TEXT.contains(op) {
            continue;
        }
        let verified = verify(module, &catalogue());
        let verified = verified.unwrap_or_else(|errors| panic!("{op}\n{errors:?}"));
        let bytes = emit(&verified, &EmitOptions::default()).expect("it can be stored");
        let file = tfrt_bef::read(&bytes, &Limits::default()).expect("it can be read");
        let lifted = lift(&file, &catalogue()).expect("it can be lifted");
        if !op.contains("op_name = ") {
            assert_eq!(printed(&lifted), expected, "by way of BEF");
        }
    }
}

#[test]
fn names_of_results_differ() {
    let text = program(
        "%out_op_chain = corert.executeop.seq(%arg0, %arg1) \"a\"()
    %out_op_chain_0 = corert.executeop.seq(%arg0, %out_op_chain) \"b\"()
    %out_op_chain_1, %results:2 = corert.executeop.seq(%arg0, %out_op_chain_0) \"b\"() : 2
    %out_op_chain_2, %results_3 = corert.executeop.seq(%arg0, %out_op_chain_1) \"b\"(%results#1) : 1
    %0 = corert.executeop(%arg0) \"b\"(%results_3) : 1",
    );
    assert_eq!(printed(&parsed(&text)), text);
}

#[test]
fn what_cannot_be_read_says_why() {
    for (op, expected) in [
        (
            "corert.executeop(%arg0) \"a\"() : -1",
            "15:37: expected the number of results, found '-'",
        ),
        ("corert.executeop(%arg0) \"a\"() : x", "15:37: expected the number of results, found 'x'"),
        ("corert.executeop(%arg0) \"a\"() : 99999999999", "15:37: expected the number of results"),
        (
            "corert.executeop(%arg0) \"a\"() : 4000000000",
            "15:37: the program has far more results than text",
        ),
        (
            "%0 = corert.executeop(%arg0) \"a\"() : 2",
            "15:5: operation defines 2 results but was provided 1 to bind",
        ),
        ("%0 = corert.executeop(%arg0) \"a\"()", "15:5: cannot name an operation with no results"),
        (
            "corert.executeop(%arg0) \"a\"() {k = 1, k = 2}",
            "15:43: attribute 'k' occurs more than once in the attribute list",
        ),
        ("corert.executeop(%arg0) \"a\"() {= 1}", "15:36: expected an attribute name, found '='"),
        (
            "corert.executeop(%arg0) \"a\"() {k = 1",
            "15:41: expected ',' or '}', found the end of the line",
        ),
        (
            "%0:2 = corert.cond %arg2 @one @one(%arg1, %arg2) : () -> (!corert.tensorhandle)",
            "15:56: number of operands and types do not match: got 1 operands and 0 types",
        ),
    ] {
        let text = program(op);
        let source = Source::new("t.mlir", text.as_str());
        let (_, errors) = parse(&source, &catalogue(), ParseOptions::new());
        let lines = LineTable::new(&source);
        let found = errors.first().map(|error| {
            let at = lines.position(error.span.start);
            format!("{}:{}: {}", at.line, at.column, error.message)
        });
        assert_eq!(found.as_deref(), Some(expected), "{op}");
    }
    // Each alone would do.
    let many = "corert.executeop(%arg0) \"a\"() : 50000\n".repeat(2);
    let source = Source::new("t.mlir", program(&many));
    let (_, errors) = parse(&source, &catalogue(), ParseOptions::new());
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0].message, "the program has far more results than text");
}

#[test]
fn what_is_wrong_is_refused() {
    let pairs = |op: &str, pairs: &str, functions: &str| {
        let attributes =
            format!("{{op_attrs = {pairs}, op_func_attrs = {functions}, op_name = \"a\"}}");
        let (operands, results, types) = match op {
            "executeop.seq" => ("%arg0, %arg1", "!tfrt.chain", "!corert.ophandler, !tfrt.chain"),
            _ => ("%arg0", "()", "!corert.ophandler"),
        };
        format!("\"corert.{op}\"({operands}) {attributes} : ({types}) -> {results}")
    };
    let no_pair = "op each op_attr should be a key-value pair, where the key is a string";
    let cond = |functions: &str, types: &str| format!("corert.cond %arg2 {functions} : {types}");
    let handle = "(!corert.tensorhandle) -> (!corert.tensorhandle)";
    for (op, expected) in [
        (pairs("executeop", "[\"k\"]", "[]"), format!("'corert.executeop' {no_pair}")),
        (pairs("executeop", "[[1, 2]]", "[]"), format!("'corert.executeop' {no_pair}")),
        (pairs("executeop", "[[\"k\", 2, 3]]", "[]"), format!("'corert.executeop' {no_pair}")),
        (pairs("executeop", "7 : i32", "[]"), format!("'corert.executeop' {no_pair}")),
        (pairs("executeop.seq", "[[\"k\"]]", "[]"), format!("'corert.executeop.seq' {no_pair}")),
        (pairs("executeop", "[[\"k\", 1]]", "[7]"), String::new()),
        (
            "\"corert.executeop.seq\"(%arg0, %arg1) {op_attrs = [], op_func_attrs = [], op_name = \"a\"} : (!corert.ophandler, !tfrt.chain) -> ()".to_owned(),
            "'corert.executeop.seq' op expected 1 or more results, but got 0".to_owned(),
        ),
        (
            "%0 = \"corert.executeop\"(%arg0) {op_attrs = [], op_func_attrs = [], op_name = \"a\"} : (!corert.ophandler) -> i32".to_owned(),
            "'corert.executeop' op result #0 must be !corert.tensorhandle type, but got 'i32'".to_owned(),
        ),
        (cond("@one @one(%arg1, %arg2)", handle), String::new()),
        (
            cond("@one @other(%arg1, %arg2)", handle),
            "'corert.cond' op 'other' does not reference a valid function".to_owned(),
        ),
        (
            "\"corert.cond\"(%arg2, %arg1) {b_false_fn = @none} : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain".to_owned(),
            "'corert.cond' op requires a 'a_true_fn' symbol reference attribute".to_owned(),
        ),
        (
            cond("@one @none(%arg1, %arg2)", handle),
            "'corert.cond' op 'none' has mismatching operand types".to_owned(),
        ),
        (
            cond("@number @one(%arg1, %arg2)", handle),
            "'corert.cond' op 'number' has mismatching operand types".to_owned(),
        ),
        (
            cond("@one @two(%arg1, %arg2)", handle),
            "'corert.cond' op 'two' has mismatching result types".to_owned(),
        ),
        (
            format!("corert.while @one @two(%arg1, %arg2) : {handle}"),
            "'corert.while' op 'two' has mismatching result types".to_owned(),
        ),
        (
            format!("corert.while @two @one(%arg1, %arg2) : {handle}"),
            "'corert.while' op 'two' has mismatching result types".to_owned(),
        ),
        (
            "corert.while @number @number(%arg1, %arg6) : (i32) -> (i32)".to_owned(),
            "'corert.while' op 'number' has mismatching result types".to_owned(),
        ),
        (format!("corert.while @one @one(%arg1, %arg2) : {handle}"), String::new()),
    ] {
        let found = diagnostics(verify(parsed(&program(&op)), &catalogue()));
        let expected: Vec<_> = (!expected.is_empty()).then_some(expected).into_iter().collect();
        assert_eq!(found, expected, "{op}");
    }
}

#[test]
fn constants_are_folded() {
    let dense = "dense<[1, 2]> : tensor<2xi32>";
    let constant = format!("%0 = corert.const_dense_tensor {dense}");
    for (op, expected) in [
        (
            format!("corert.executeop(%arg0) \"tf.Const\"() {{value = {dense}}} : 1"),
            Some(&constant),
        ),
        (
            format!("corert.executeop(%arg0) \"tf.Const\"() {{dtype = i32, value = {dense}}} : 1"),
            Some(&constant),
        ),
        ("corert.executeop(%arg0) \"tf.Const\"() {value = [1, 2]} : 1".to_owned(), None),
        ("corert.executeop(%arg0) \"tf.Const\"() {dtype = i32} : 1".to_owned(), None),
        (format!("corert.executeop(%arg0) \"tf.Constant\"() {{value = {dense}}} : 1"), None),
        (format!("corert.executeop(%arg0) \"tf.Const\"() {{value = {dense}}} : 2"), None),
        (format!("corert_sync.executeop(%arg0) \"tf.Const\"() {{value = {dense}}} : 1"), None),
    ] {
        let count = if op.ends_with('2') { ":2" } else { "" };
        let using = |op: &str| {
            let second = if count.is_empty() { "%0" } else { "%0#1" };
            format!("{op}\n    corert.executeop(%arg0) \"print\"({second})")
        };
        let written = program(&using(&format!("%0{count} = {op}")));
        let expected = expected.map_or_else(|| written.clone(), |op| program(&using(op)));
        let checked = check(parsed(&written), &catalogue()).expect("it is valid");
        let optimized = run(checked, &[Pass::Canonicalize]);
        assert_eq!(printed(&optimized.module), expected, "{op}");
    }
}

#[test]
fn unused_ops_without_effect_are_removed_with_what_they_alone_use() {
    let catalogue = tfrt_test_kernels::catalogue();
    let text = program(
        "%0 = corert.const_dense_tensor dense<1> : tensor<i32>
    %1 = corert.const_dense_tensor dense<2> : tensor<i32>
    %2 = corert.executeop(%arg0) \"add\"(%0, %1) : 1
    %3 = corert.executeop(%arg0) \"add\"(%2, %1) : 1
    %out_op_chain = corert.executeop.seq(%arg0, %arg1) \"print\"(%1)",
    );
    let expected = program(
        "%0 = corert.const_dense_tensor dense<2> : tensor<i32>
    %out_op_chain = corert.executeop.seq(%arg0, %arg1) \"print\"(%0)",
    );
    let (module, errors) = parse(&Source::new("t.mlir", text), &catalogue, ParseOptions::new());
    assert!(errors.is_empty(), "{errors:?}");
    let optimized = run(check(module, &catalogue).expect("it is valid"), &[Pass::Canonicalize]);
    assert_eq!(print(&optimized.module, &catalogue, PrintOptions::default()), expected);
}

/// The original's print of the samples of the Core Runtime.
#[test]
fn samples_are_printed_as_by_the_original() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples");
    if !folder.is_dir() {
        println!("skipped: no samples at {}", folder.display());
        return;
    }
    let read =
        |name: String| std::fs::read_to_string(folder.join(name)).expect("the sample is there");
    for name in ["core_runtime", "core_runtime_ops"] {
        let module = parsed(&read(format!("{name}.mlir")));
        let generic = print(&module, &catalogue(), GENERICALLY);
        assert_eq!(printed(&module) + "\n", read(format!("opt/{name}.print.mlir")));
        assert_eq!(generic + "\n", read(format!("opt/{name}.generic.mlir")));
        let bytes = std::fs::read(folder.join(format!("{name}.bef"))).expect("it is there");
        let file = tfrt_bef::read(&bytes, &Limits::default()).expect("it is a file");
        let lifted = lift(&file, &catalogue()).expect("it can be lifted");
        let expected = std::fs::read_to_string(folder.join(format!("{name}.roundtrip.mlir")));
        if let Ok(expected) = expected {
            assert_eq!(printed(&lifted), expected);
        }
    }
}
