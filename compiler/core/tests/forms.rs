//! Every pretty form of the core dialects: as it is written and printed, and the same op by way of
//! its generic form and of BEF.

use std::fs::read_to_string;
use std::path::Path;
use tfrt_bef::Limits;
use tfrt_compiler::bef::{EmitOptions, emit, lift};
use tfrt_compiler::graph::Module;
use tfrt_compiler::source::{Diagnostic, Source};
use tfrt_compiler::syntax::{ParseOptions, PrintOptions, parse, print};
use tfrt_compiler::verify::verify;
use tfrt_host::kernel::{Assembly, KernelList, OpDef};
use tfrt_test_kernels::catalogue;

/// What the ops below refer to.
const FUNCTIONS: &str = "
  func.func @body(%arg0: i32) -> (i32, i1) {
    %0 = tfrt.constant.i1 false
    tfrt.return %arg0, %0 : i32, i1
  }
  func.func @block(%arg0: i32, %arg1: i32, %arg2: i64) {
    tfrt.return
  }
  func.func @init() -> i32 {
    %0 = tfrt.constant.i32 1
    tfrt.return %0 : i32
  }
  func.func @one(%arg0: i32) -> i32 {
    tfrt.return %arg0 : i32
  }
  func.func @two(%arg0: i32) -> i32 {
    tfrt.return %arg0 : i32
  }
";

/// What the ops below take.
const ARGUMENTS: &str =
    "%arg0: i1, %arg1: i32, %arg2: i64, %arg3: f32, %arg4: f64, %arg5: i32, %arg6: !tfrt.chain";

/// Ops as they are printed. `=>` separates what is written, where that differs.
const OPS: &[&str] = &[
    "%0 = arith.constant.tensor dense<[1, 2]> : tensor<2xi32>",
    "%0 = tfrt.add.i32 %arg1, %arg1",
    "%0 = tfrt.add.i64 %arg2, %arg2",
    "%0 = tfrt.add_s.i32 %arg1, %arg1",
    "%0 = tfrt.add_s.i64 %arg2, %arg2",
    "%0 = tfrt.add.f32 %arg3, %arg3",
    "%0 = tfrt.add.f64 %arg4, %arg4",
    "%0 = tfrt.and.i1 %arg0, %arg0",
    "%0 = tfrt.call @one(%arg1) : (i32) -> (i32) => %0 = tfrt.call @one(%arg1) : (i32) -> i32",
    "%0 = tfrt.call @init() : () -> i32",
    "%0 = tfrt.case %arg1 [@one, @two](%arg1) : (i32) -> (i32)",
    "%0 = tfrt.case %arg1 [@one, @two] (%arg1) : (i32) -> i32 => \
     %0 = tfrt.case %arg1 [@one, @two](%arg1) : (i32) -> (i32)",
    "%0 = tfrt.clamp.i32 %arg1 between %arg1 and %arg1",
    "%0 = tfrt.clamp.i64 %arg2 between %arg2 and %arg2",
    "%0 = tfrt.cond %arg0 @one @two(%arg1) : (i32) -> (i32)",
    "%0 = tfrt.constant.bf16 1.000000e+00",
    "%0 = tfrt.constant.complex128 1.000000e+00, 2.000000e+00",
    "%0 = tfrt.constant.complex64 1.0, 2.0 => \
     %0 = tfrt.constant.complex64 1.000000e+00, 2.000000e+00",
    "%0 = tfrt.constant.f16 1.500000e+00",
    "%0 = tfrt.constant.f32 0x7FC00000",
    "%0 = tfrt.constant.f64 -1.0 => %0 = tfrt.constant.f64 -1.000000e+00",
    "%0 = tfrt.constant.i1 true",
    "%0 = tfrt.constant.i1 0 => %0 = tfrt.constant.i1 false",
    "%0 = tfrt.constant.i32 -42",
    "%0 = tfrt.constant.i64 9223372036854775807",
    "%0 = arith.constant.i8 -128",
    "%0 = arith.constant.i16 32767",
    "%0 = tfrt.constant.i32 1 {z = 2 : i8}",
    "%0 = tfrt.constant.ui32 4294967295",
    "%0 = tfrt.constant.ui64 18446744073709551615",
    "%0 = tfrt.constant_s.bf16 1.500000e+00",
    "%0 = tfrt.constant_s.f16 1.500000e+00",
    "%0 = tfrt.constant_s.f32 0x7F800000",
    "%0 = tfrt.constant_s.f64 1.000000e+00",
    "%0 = tfrt.constant_s.i32 -1",
    "%0 = tfrt.constant_s.i64 1",
    "%0:2 = tfrt.div.i32 %arg1, %arg1",
    "%0:2 = tfrt.div.i64 %arg2, %arg2",
    "%0 = tfrt.equal.i32 %arg1, %arg1",
    "%0 = tfrt.equal.i64 %arg2, %arg2",
    "%0 = tfrt.get_device %arg6 {device_name = \"CPU:0\"}",
    "%0 = tfrt.if %arg0, %arg1 : (i32) -> (i32)  {
      tfrt.return %arg1 : i32
    } else  {
      %1 = tfrt.add.i32 %arg1, %arg1
      tfrt.return %1 : i32
    }",
    "tfrt.if %arg0 : () -> () { tfrt.return } => tfrt.if %arg0 : () -> ()  {
      tfrt.return
    } else  {
      tfrt.return
    }",
    "%0 = tfrt.max.i32 %arg1, %arg1",
    "%0 = tfrt.merge.chains %arg6, %arg1 : !tfrt.chain, i32",
    "%0 = tfrt.mul.i32 %arg1, %arg1",
    "%0 = tfrt.mul.i64 %arg2, %arg2",
    "%0 = tfrt.mul_s.i32 %arg1, %arg1",
    "%0 = tfrt.mul_s.i64 %arg2, %arg2",
    "%0 = tfrt.new.chain",
    "%0 = tfrt.once @init() : () -> (i32)",
    "%0 = tfrt.parallel_call.i32 %arg1 to %arg1 fixed %arg1 @block(%arg2) : i64",
    "%0 = tfrt.parallel_for.i32 %arg1 to %arg5 fixed %arg1, %arg2 : i64 { tfrt.return } => \
     %0 = tfrt.parallel_for.i32 %arg1 to %arg5 fixed %arg1, %arg2 : i64 {
      tfrt.return
    }",
    "%0 = tfrt.print.f32 %arg3, %arg6",
    "%0 = tfrt.print.f64 %arg4, %arg6",
    "%0 = tfrt.print.i1 %arg0, %arg6",
    "%0 = tfrt.print.i32 %arg1, %arg6",
    "%0 = tfrt.print.i64 %arg2, %arg6",
    "%0 = tfrt.repeat.i32 %arg1, %arg2 : i64 {
      %1 = tfrt.add.i64 %arg2, %arg2
      tfrt.return %1 : i64
    }",
    "%0 = tfrt.while %arg0 @body(%arg1) parallel_iterations(1) : (i32) -> (i32)",
    "%0 = tfrt_test.benchmark \"b\"(%arg1 : i32) max_count = 100, duration_secs = 1 {
      tfrt.return %arg1 : i32
    } => %0 = tfrt_test.benchmark \"b\"(%arg1 : i32) duration_secs = 1, max_count = 100, num_warmup_runs = 1 {
      tfrt.return %arg1 : i32
    }",
    "%0:3 = tfrt_test.count3.i32 %arg1",
    "%0:3 = tfrt_test.count3.i64 %arg2",
    "%0 = tfrt_test.do.async %arg1, %arg3 : (i32, f32) -> (f32)  {
      tfrt.return %arg3 : f32
    }",
    "%0 = tfrt_test.get_string {value = \"a\\22\"}",
    "%0 = tfrt_test.get_string_sync {value = \"\"}",
    "tfrt_test.sync_benchmark @one(%arg1 : i32) max_count = 9, duration_secs = 1 => \
     tfrt_test.sync_benchmark @one(%arg1 : i32) duration_secs = 1, max_count = 9, num_warmup_runs = 1",
    "tfrt_test.sync_benchmark @init() duration_secs = 1, max_count = 9, num_warmup_runs = 0 {z = 1 : i32}",
    "%0 = tfrt_test.test_cost %arg1, %arg1 {_tfrt_cost = 10 : i64, id = 1 : i64} : i32, i32",
];

fn messages(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|diagnostic| format!("{}\n", diagnostic.message)).collect()
}

fn parsed(text: &str) -> Module {
    let source = Source { name: "t".to_owned(), text: text.to_owned(), first_line: 1 };
    let (module, diagnostics) = parse(&source, &catalogue(), ParseOptions::new());
    assert!(diagnostics.is_empty(), "{text}\n{}", messages(&diagnostics));
    module
}

fn printed(module: &Module, generic: bool) -> String {
    print(module, &catalogue(), PrintOptions { generic, ..PrintOptions::default() })
}

/// A program of one op.
fn program(op: &str) -> String {
    format!("{FUNCTIONS}  func.func @f({ARGUMENTS}) {{\n    {op}\n    tfrt.return\n  }}\n")
}

/// The op in the text of a printed program.
fn op_of(text: &str) -> &str {
    let (_, after) = text.split_once("!tfrt.chain) {\n    ").expect("the function is printed");
    after.rsplit_once("\n    tfrt.return").expect("it returns").0
}

#[test]
fn every_form_is_read_and_printed() {
    for case in OPS {
        let (written, expected) = case.split_once(" => ").unwrap_or((case, case));
        let module = parsed(&program(written));
        let short = printed(&module, false);
        assert_eq!(op_of(&short), expected);
        let long = printed(&module, true);
        assert!(!long.contains("\n    tfrt"), "{long}");
        assert_eq!(printed(&parsed(&long), false), short);
        assert_eq!(printed(&parsed(&short), true), long);

        let verified = verify(module, &catalogue()).map_err(|list| messages(&list)).unwrap();
        let bytes = emit(&verified, &EmitOptions::default()).unwrap();
        let file = tfrt_bef::read(&bytes, &Limits::default()).unwrap();
        let lifted = printed(&lift(&file, &catalogue()).unwrap(), false);
        // BEF keeps no costs.
        assert_eq!(op_of(&lifted), expected.replace("_tfrt_cost = 10 : i64, ", ""));
    }
}

/// Whether the op is of `arith`, `math` or `tensor`, which have a kernel for each op and type, and is written
/// with its operands alone, or with the types of its results too.
fn is_operands(kernel: &OpDef) -> bool {
    let dialects = ["arith.", "math.", "tensor."];
    let listed = dialects.iter().any(|dialect| kernel.name.starts_with(dialect));
    let form = kernel.traits.assembly.map(Assembly::elements);
    let forms = [Assembly::OPERANDS, Assembly::TYPED_RESULTS].map(Assembly::elements);
    listed && form.is_some_and(|form| forms.contains(&form))
}

/// Types as a definition has them, in which tensors have the elements that its rule lists.
fn with_elements<'a>(types: impl Iterator<Item = &'a str>, elements: &str) -> Vec<String> {
    let listed: Vec<&str> = elements.split(", ").collect();
    let mut next = 0;
    let of = |ty: &str| {
        if ty != "tensor<..>" {
            return ty.to_owned();
        }
        let element = listed.get(next).or(listed.last()).filter(|element| !element.is_empty());
        next += 1;
        format!("tensor<2x?x{}>", element.unwrap_or(&"f32"))
    };
    types.map(of).collect()
}

#[test]
fn operands_alone_are_read_and_printed() {
    let catalogue = catalogue();
    let mut text = String::new();
    let mut ops = Vec::new();
    for (index, kernel) in catalogue.kernels().filter(|kernel| is_operands(kernel)).enumerate() {
        let rule = kernel.infer.map_or_else(|| "()".to_owned(), |infer| infer.to_string());
        let (_, rule) = rule.split_once('(').expect("a rule has a list of elements");
        let (given, gives) = rule.split_once(')').expect("the list has an end");
        let gives = gives.trim_start_matches(" -> ").trim_end_matches(" or error");
        let types = with_elements(kernel.operands().map(|operand| operand.ty), given);
        let types = types.into_iter().enumerate();
        let parameters: Vec<String> = types.map(|(at, ty)| format!("%arg{at}: {ty}")).collect();
        let operands: Vec<String> = (0..parameters.len()).map(|at| format!("%arg{at}")).collect();
        let results = match kernel.results.len() {
            1 => "%0".to_owned(),
            count => format!("%0:{count}"),
        };
        let mut op = format!("{results} = {} {}", kernel.name, operands.join(", "));
        if kernel.traits.assembly.map(Assembly::elements)
            == Some(Assembly::TYPED_RESULTS.elements())
        {
            let types = with_elements(kernel.results.iter().map(|result| result.ty), gives);
            op += &format!(" : {}", types.join(", "));
        }
        let parameters = parameters.join(", ");
        text += &format!("func.func @f{index}({parameters}) {{\n  {op}\n  tfrt.return\n}}\n");
        ops.push(op);
    }
    assert!(ops.len() > 400, "{} ops", ops.len());
    let of = |text: &str| -> Vec<String> {
        text.lines()
            .map(str::trim)
            .filter(|line| line.starts_with("%0"))
            .map(str::to_owned)
            .collect()
    };
    let module = parsed(&text);
    let short = printed(&module, false);
    assert_eq!(of(&short), ops);
    assert_eq!(printed(&parsed(&printed(&module, true)), false), short);
    let verified = verify(module, &catalogue).map_err(|list| messages(&list)).unwrap();
    let bytes = emit(&verified, &EmitOptions::default()).unwrap();
    let file = tfrt_bef::read(&bytes, &Limits::default()).unwrap();
    assert_eq!(of(&printed(&lift(&file, &catalogue).unwrap(), false)), ops);
}

/// Each format is read and printed above, or in a program of the conformance suite, all of which make
/// the round trip.
#[test]
fn no_form_is_left_out() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../codegen-tests/conformance");
    let files = ["corert", "forms", "gpu", "kernels"]
        .map(|folder| programs.join(folder).read_dir().unwrap());
    let texts = files.into_iter().flatten().map(|file| read_to_string(file.unwrap().path()));
    let texts: Vec<String> = texts.map(|text| text.unwrap().replace('\n', " ")).collect();
    let catalogue = catalogue();
    let lists = [tfrt_kernels::CORE, tfrt_test_kernels::DECLARED];
    let declared = lists.iter().flat_map(KernelList::declared);
    for op in catalogue
        .kernels()
        .map(|it| &it.op)
        .chain(declared)
        .filter(|op| op.traits.assembly.is_some())
    {
        let names = [" ", "("].map(|next| format!("{}{next}", op.name));
        let is_in = |text: &str| names.iter().any(|name| text.contains(name));
        let shown = |case: &&str| is_in(&format!("{case} "));
        let found =
            is_operands(op) || OPS.iter().any(shown) || texts.iter().any(|text| is_in(text));
        assert!(found, "{} has a form that no test reads", op.name);
    }
}

#[test]
fn kernels_without_a_form_are_written_in_the_generic_one() {
    let catalogue = catalogue();
    for kernel in catalogue.kernels().filter(|kernel| kernel.traits.assembly.is_none()) {
        let text = program(kernel.name);
        let source = Source { name: "t".to_owned(), text, first_line: 1 };
        let (_, diagnostics) = parse(&source, &catalogue, ParseOptions::new());
        let expected =
            format!("custom op '{}' has no pretty form; write it in the generic form", kernel.name);
        assert_eq!(diagnostics[0].message, expected);
    }
}

#[test]
fn a_synchronous_benchmark_names_a_function_that_fits() {
    for (op, expected) in [
        ("@one() max_count = 1", "incorrect number of operands for target function"),
        ("@one(%arg2 : i64) max_count = 1", "operand type mismatch for target function"),
        ("@none(%arg1 : i32) max_count = 1", "'none' does not reference a valid function"),
        ("@one(%arg1 : i32) max_count = 1", "requires attribute 'duration_secs'"),
    ] {
        let module = parsed(&program(&format!("tfrt_test.sync_benchmark {op}")));
        let found = messages(&verify(module, &catalogue()).unwrap_err());
        assert!(found.contains(&format!("'tfrt_test.sync_benchmark' op {expected}\n")), "{found}");
    }
    let text = program("tfrt_test.sync_benchmark @one(%arg1 : i32) max_count = 1, max_count = 2");
    let source = Source { name: "t".to_owned(), text, first_line: 1 };
    let (_, diagnostics) = parse(&source, &catalogue(), ParseOptions::new());
    assert_eq!(diagnostics[0].message, "'max_count' is given twice");
}

#[test]
fn a_condition_names_the_branch_that_is_missing() {
    for (given, missing) in [("a_true_fn", "b_false_fn"), ("b_false_fn", "a_true_fn")] {
        let op = format!("%0 = \"tfrt.cond\"(%arg0, %arg1) {{{given} = @one}} : (i1, i32) -> i32");
        let module = parsed(&program(&op));
        let found = messages(&verify(module, &catalogue()).unwrap_err());
        let expected = format!("requires a '{missing}' symbol reference attribute");
        assert_eq!(found, format!("'tfrt.cond' op {expected}\n"));
    }
}

#[test]
fn the_dialect_has_no_other_types() {
    for (ty, known) in [
        ("chain", true),
        ("string", true),
        ("tensor_type", true),
        ("device", true),
        ("Chain", false),
        ("foo", false),
        ("tensor", false),
    ] {
        let text = program(&format!("%0 = \"d.o\"() : () -> !tfrt.{ty}"));
        let source = Source { name: "t".to_owned(), text, first_line: 1 };
        let (_, diagnostics) = parse(&source, &catalogue(), ParseOptions::new());
        let expected = format!("unknown tfrt type {ty}\n");
        assert_eq!(messages(&diagnostics), if known { String::new() } else { expected });
    }
}

/// Helpers of the test dialect that the original declares and does not build: they are unknown
/// ops.
#[test]
fn ops_without_kernel_or_form_travel_in_the_generic_one() {
    for name in [
        "decode_jpeg",
        "resize_bilinear",
        "parse_example_from_bytes",
        "get_bytes_field_from_example",
        "get_int64_field_from_example",
    ] {
        let op = format!(
            "%0 = \"tfrt_test.{name}\"(%arg1, %arg6) {{key = \"k\"}} : (i32, !tfrt.chain) -> i64"
        );
        let module = parsed(&program(&op));
        assert_eq!(op_of(&printed(&module, false)), op);
        let verified = verify(module, &catalogue()).unwrap();
        let bytes = emit(&verified, &EmitOptions::default()).unwrap();
        let file = tfrt_bef::read(&bytes, &Limits::default()).unwrap();
        let lifted = printed(&lift(&file, &catalogue()).unwrap(), false);
        assert_eq!(op_of(&lifted), op);
    }
}
