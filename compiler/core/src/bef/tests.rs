//! Diagnostics of the emitter, what BEF keeps of each kind of thing, and hostile files.

use super::{EmitOptions, emit, lift, to_file};
use crate::source::Source;
use crate::syntax::{ParseOptions, PrintOptions, parse, print};
use crate::verify::{Verified, verify};
use tfrt_bef::{
    Body, File, Function, FunctionKind, KernelLists, Kernels, Limits, LocationsBuilder,
    OptionalSections, Register, Users,
};

fn program(text: &str) -> Verified {
    let source = Source { name: "t.mlir".to_owned(), text: text.to_owned(), first_line: 1 };
    let catalogue = tfrt_test_kernels::catalogue();
    let (module, diagnostics) = parse(&source, &catalogue, ParseOptions::new());
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:?}");
    verify(module, &catalogue).unwrap_or_else(|d| panic!("{text}\n{d:?}"))
}

/// What the emitter says of a text, as `LINE: MESSAGE`.
fn refusals(text: &str) -> Vec<String> {
    let line = |start: u32| text[..start as usize].matches('\n').count() + 1;
    match emit(&program(text), &EmitOptions::default()) {
        Ok(_) => Vec::new(),
        Err(diagnostics) => {
            diagnostics.iter().map(|d| format!("{}: {}", line(d.span.start), d.message)).collect()
        }
    }
}

/// What is left of a text after a way through BEF.
fn through_bef(text: &str, optional_sections: bool) -> String {
    let program = program(text);
    let bytes = emit(&program, &EmitOptions { optional_sections }).unwrap();
    let file = tfrt_bef::read(&bytes, &Limits::default()).unwrap();
    let module = lift(&file, program.catalogue()).unwrap();
    print(&module, program.catalogue(), PrintOptions::default())
}

/// The format's worked example, with a file name of the example's length.
const EXAMPLE: &str = "func.func @f(%a: i32) -> i32 {\n  %b = tfrt.constant.i32 1\n  \
    %c = tfrt.add.i32 %a, %b\n  tfrt.return %c : i32\n}\n";

#[test]
fn a_pinned_signature_is_not_in_the_bytes() {
    let pinned = EXAMPLE.replace("-> i32 {", "-> i32 attributes {tfrt.signature = \"later\"} {");
    assert_ne!(pinned, EXAMPLE);
    // Places are those of the ops, which stand on the same lines and columns.
    for optional_sections in [false, true] {
        let options = EmitOptions { optional_sections };
        let bytes = |text| emit(&program(text), &options).unwrap();
        assert_eq!(bytes(&pinned), bytes(EXAMPLE));
    }
}

fn example_without_optional_sections() -> Vec<u8> {
    let words =
        |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>();
    let mut expected = b"\x0B\xEF\0\0\x4Af\0i32\0tfrt.add.i32\0tfrt.constant.i32\0".to_vec();
    // The value is aligned as it is, so no alignment is stated.
    expected.extend(*b"\x01\x08\x01\0\0\0\x02\x06\x02\x13\x06\x03\x04\x01\x02");
    expected.extend(*b"\x04\x10\x01\0\0\0\x01\0\x01\0");
    expected.extend(*b"\x05\x82\x21\x04\xCC\0\x03\x01\x01\x01");
    expected.extend(*b"\x03\0\0\0\x30\0\x01\x58\x02\0\x02");
    expected.extend(words(&[0xABAB_ABAB, 0xCDCD_CDCD, 0, 0, 0, 2, 1, 1, 3, 0, 1, 2]));
    expected.extend(words(&[0, 4, 0, 1, 0, 1, 1, 0, 1, 2]));
    expected.extend(words(&[1, 8, 2, 0, 0, 1, 0, 0, 1, 2]));
    expected.extend(*b"\x06\x0Et.mlir\0\x07\x18\x01\0\x01\x01\x01\0\x02\x08\x01\0\x03\x08");
    expected
}

#[test]
fn what_optional_sections_add() {
    let emit = |optional_sections| emit(&program(EXAMPLE), &EmitOptions { optional_sections });
    assert_eq!(emit(false).unwrap(), example_without_optional_sections());
    let all = emit(true).unwrap();
    assert_eq!(all.len(), 264);
    // Only they need the attribute's name.
    assert!(all.starts_with(b"\x0B\xEF\0\0\x56f\0i32\0tfrt.add.i32\0tfrt.constant.i32\0value\0"));
    let end = b"\x08\x06\x01\0\x08\x09\x06\x01\x03\x25\x0A\x0A\x01\x03\0\0\0";
    assert!(all.ends_with(end));
    // Empty sections are written too, except that of locations.
    let nothing = b"\x0B\xEF\0\0\0\x01\0\x02\x02\0\x03\x02\0\x04\x02\0\x05\0";
    let optional = b"\x08\x02\0\x09\x02\0\x0A\x02\0";
    let empty = |optional_sections| super::emit(&program(""), &EmitOptions { optional_sections });
    assert_eq!(empty(false).unwrap(), nothing);
    assert_eq!(empty(true).unwrap(), [&nothing[..], optional].concat());
    // So are the types of numbers, and the names of lists of functions.
    let text = "func.func @f() { tfrt.return }\nfunc.func @g() {\n\
        \"a.b\"() {list = [@f, @g], of = 1 : i8, one = @f} : () -> ()\ntfrt.return }";
    let tables = |optional_sections| {
        let bytes = super::emit(&program(text), &EmitOptions { optional_sections }).unwrap();
        let length = usize::from(bytes[4] / 2);
        String::from_utf8(bytes[5..5 + length].to_vec()).unwrap()
    };
    assert_eq!(tables(false), "a.b\0f\0g\0");
    assert_eq!(tables(true), "a.b\0f\0g\0i8\0list\0of\0");
}

#[test]
fn what_bef_cannot_say() {
    assert_eq!(refusals("func.func private @f(i32)\n"), ["1: external functions are not allowed"]);
    assert_eq!(
        refusals(
            "func.func @f() {\n\
             \"a.b\"() {x} : () -> ()\n\
             \"a.b\"() {y = {k = 1 : i32}} : () -> ()\n\
             \"a.b\"() {z = 1 : index} : () -> ()\n\
             \"a.b\"() {w = [1 : i32, 1 : i7]} : () -> ()\n\
             \"a.b\"() {v = i7} : () -> ()\n\
             \"a.b\"() {u = @no::@where} : () -> ()\n\
             \"a.b\"() {fn = @nowhere} : () -> ()\n\
             tfrt.return\n}"
        ),
        [
            "2: BEF files cannot encode the 'x' attribute",
            "3: BEF files cannot encode the 'y' attribute",
            "4: BEF files cannot encode the 'z' attribute",
            "5: BEF files cannot encode the 'w' attribute",
            "6: BEF files cannot encode the 'v' attribute",
            "7: BEF files cannot encode the 'u' attribute",
            "8: function @nowhere not defined",
        ]
    );
    assert_eq!(
        refusals(
            "func.func @f(%a: i32) -> (i32, i32, i32) attributes {tfrt.sync} {\n\
             %b = tfrt.constant.i32 1\n\
             tfrt.return %a, %b, %b : i32, i32, i32\n}"
        ),
        [
            "3: return value 0 is an argument in a sync function",
            "3: return value 2 is duplicated in a sync function",
        ]
    );
    assert_eq!(refusals("module @m {\n}\n").len(), 0);
    assert_eq!(refusals("module {\nmodule @m {\n}\n}\n").len(), 1);
}

#[test]
fn functions_of_known_kernels_get_their_attributes_back() {
    let text = r"module {
  func.func @f(%arg0: i32) -> i32 {
    tfrt.return %arg0 : i32
  }
  func.func @step(%arg0: i32) -> (i32, i1) {
    %0 = tfrt.constant.i1 false
    tfrt.return %arg0, %0 : i32, i1
  }
  func.func @g(%arg0: i1, %arg1: i32) -> i32 {
    %0 = tfrt.cond %arg0 @f @f(%arg1) : (i32) -> (i32)
    %1 = tfrt.case %0 [@f, @f, @f](%arg1) : (i32) -> (i32)
    %2 = tfrt.while %arg0 @step(%1) parallel_iterations(1) : (i32) -> (i32)
    %3 = tfrt.call @f(%2) : (i32) -> i32
    tfrt.return %3 : i32
  }
}
";
    assert_eq!(through_bef(text, true), text);
    assert_eq!(through_bef(text, false), text);
}

#[test]
fn functions_of_unknown_kernels_are_callees() {
    let text = "func.func @f() { tfrt.return }\nfunc.func @g() {\n\
        \"a.b\"() {one = @f} : () -> ()\n\"a.b\"() {a = @f, b = @g, c = 1 : i32} : () -> ()\n\
        tfrt.return }";
    let lifted = through_bef(text, true);
    assert!(lifted.contains("\"a.b\"() {callee = @f} : () -> ()"), "{lifted}");
    assert!(lifted.contains("\"a.b\"() {c = 1 : i32, callee = [@f, @g]} : () -> ()"), "{lifted}");
}

#[test]
fn what_is_lost_without_optional_sections() {
    let many: Vec<String> = (10..22).map(|n| format!("k{n} = {n} : i32")).collect();
    let text = format!(
        "func.func @f() -> i32 {{\n%a = \"a.b\"() {{{}}} : () -> i32\n\
         %x = \"c.d\"(%a) {{one = 1 : i32}} : (i32) -> f32\ntfrt.return %a : i32 }}",
        many.join(", ")
    );
    let lifted = through_bef(&text, false);
    assert!(lifted.contains("%0 = \"a.b\"() {attr00 = 0xdeadbeef : i32, attr01 = "), "{lifted}");
    assert!(lifted.contains("attr11 = 0xdeadbeef : i32} : () -> i32"), "{lifted}");
    assert!(lifted.contains("\"c.d\"(%0) {attr0 = 0xdeadbeef : i32} : (i32) -> none"), "{lifted}");
}

#[test]
fn attributes_survive() {
    let text = r##"module {
  func.func @f() {
    "a.b"() {a = true, b = -1 : i8, c = 255 : ui8, d = -9223372036854775808 : i64, e = 18446744073709551615 : ui64} : () -> ()
    "a.b"() {a = f32, b = [i1, complex<f64>], c = [], d = [[1 : i32], "s", dense<1> : tensor<2xi64>]} : () -> ()
    "a.b"() {a = #corert.shape<2x?x3>, b = #corert.shape<*>, c = [["f", @f]]} : () -> ()
    "a.b"() {a = dense<[true, false]> : tensor<2xi1>, b = dense<> : tensor<0xi32>, c = dense<5> : tensor<i8>} : () -> ()
    tfrt.return
  }
}
"##;
    assert_eq!(through_bef(text, true), text);
}

#[test]
fn an_equal_splat_is_the_same_attribute() {
    let text = "func.func @f() {\n\"a.b\"() {a = dense<1> : tensor<2xi32>} : () -> ()\n\
        \"a.b\"() {a = dense<[1, 1]> : tensor<2xi32>} : () -> ()\ntfrt.return }";
    let file = to_file(&program(text), &EmitOptions::default()).unwrap();
    assert_eq!(file.attributes.len(), 1);
}

#[test]
fn nonstrict_ops_are_kept_aside() {
    let text = "module {\n  func.func @f(%arg0: i32) -> i32 {\n    \
        %0 = \"a.b\"(%arg0, %arg0) : (i32, i32) -> i32\n    \
        %1 = \"a.b\"(%0, %arg0) {bef.nonstrict} : (i32, i32) -> i32\n    \
        tfrt.return %1 : i32\n  }\n}\n";
    let file = to_file(&program(text), &EmitOptions::default()).unwrap();
    assert_eq!(file.nonstrict, [(0, 2)]);
    assert_eq!(through_bef(text, true), text);
}

/// A body without arguments, of kernels `k` each with these functions.
fn body(functions_of_kernels: &[&[u32]]) -> Body {
    let mut locations = LocationsBuilder::new();
    let mut location = || locations.push(&tfrt_bef::Location::Unknown).unwrap();
    let body_location = location();
    let mut kernels = Kernels::new();
    for functions in functions_of_kernels {
        let lists = KernelLists { functions, ..KernelLists::default() };
        kernels.push(0, location(), 0, lists, &Users::default());
    }
    Body {
        location: body_location,
        registers: Vec::new(),
        kernels,
        entry_users: Users::default(),
        root_stream: 0,
        result_registers: Vec::new(),
    }
}

fn file(functions: Vec<(&str, Body)>) -> File {
    File {
        kernels: vec!["k".into()],
        optional_sections: OptionalSections::ALL,
        functions: functions
            .into_iter()
            .map(|(name, body)| Function::new(FunctionKind::Async, name, &[], &[], Some(body)))
            .collect(),
        ..File::default()
    }
}

fn refusal(file: &File) -> String {
    lift(file, &tfrt_test_kernels::catalogue()).unwrap_err()[0].message.clone()
}

#[test]
fn hostile_files_are_refused() {
    let shared = file(vec![("", body(&[])), ("f", body(&[&[0], &[0]]))]);
    assert_eq!(refusal(&shared), "a region belongs to more than one kernel, or to itself");
    let cyclic = file(vec![("", body(&[&[0]])), ("f", body(&[&[0]]))]);
    assert_eq!(refusal(&cyclic), "a region belongs to more than one kernel, or to itself");

    let deep: Vec<Vec<u32>> =
        (0..200u32).map(|n| if n == 0 { vec![] } else { vec![n - 1] }).collect();
    let deep = deep
        .iter()
        .enumerate()
        .map(|(n, functions)| (if n == 199 { "f" } else { "" }, body(&[functions])));
    assert_eq!(refusal(&file(deep.collect())), "regions nested deeper than 128 levels");

    let mixed = file(vec![("", body(&[])), ("f", body(&[&[0, 1]]))]);
    assert_eq!(refusal(&mixed), "a kernel lists a function after a region");

    // A type's text goes into the text of the program as it is.
    for text in ["i32) -> ()", "", " i32", "!alias", "tensor<2xi32", "i0032"] {
        let body = Body { registers: Vec::new(), ..body(&[]) };
        let mut typed = file(vec![("f", body.clone())]);
        typed.types = vec![text.into()];
        typed.functions[0] = Function::new(FunctionKind::Async, "f", &[], &[0], Some(body));
        assert_eq!(refusal(&typed), format!("'{text}' is no type"));
    }

    let mut nameless = file(vec![("f", body(&[&[]]))]);
    for name in ["", "func.func", "builtin.module"] {
        nameless.kernels = vec![name.into()];
        assert_eq!(refusal(&nameless), "a kernel without a name of its own");
    }
    let mut nameless = file(vec![("", body(&[]))]);
    nameless.functions[0].kind = FunctionKind::Sync;
    assert_eq!(refusal(&nameless), "a name is empty");

    let mut early = body(&[]);
    early.registers = vec![Register { ty: None }];
    early.result_registers = vec![0];
    assert_eq!(refusal(&file(vec![("f", early)])), "register 0 is used before it is defined");
}

/// What nests as deeply as BEF allows, each thing in the innermost region at once, reads again when
/// it is printed; what nests deeper is refused on the way to BEF or when it is read.
#[test]
fn what_bef_nests_reads_again() {
    let nested = |depth: usize, open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
    };
    let text = |regions: usize, attribute: usize, location: usize, ty: usize| {
        let attribute = nested(attribute, "[", "1 : i32, \"s\"", "]");
        let location = nested(location, "callsite(unknown at ", "\"f\":1:2", ")");
        let ty = nested(ty, "tuple<", "i32", ">");
        let op = format!("%a = \"a.b\"() {{value = {attribute}}} : () -> {ty} loc({location})\n");
        let body = nested(regions, "tfrt.if %c, %c : (i1) -> () {\n", &op, "tfrt.return\n}\n");
        format!("func.func @f(%c: i1) {{\n{body}tfrt.return\n}}\n")
    };
    let survives = |text: &str| {
        let source = Source { name: "t.mlir".to_owned(), text: text.to_owned(), first_line: 1 };
        let catalogue = tfrt_test_kernels::catalogue();
        let (module, diagnostics) = parse(&source, &catalogue, ParseOptions { max_depth: 200 });
        assert!(diagnostics.is_empty(), "{text}\n{diagnostics:?}");
        let program = verify(module, &catalogue).ok()?;
        let bytes = emit(&program, &EmitOptions::default()).ok()?;
        let file = tfrt_bef::read(&bytes, &Limits::default()).ok()?;
        let module = lift(&file, &catalogue).ok()?;
        for generic in [false, true] {
            let options = PrintOptions { generic, locations: true, names: false };
            let source = Source { text: print(&module, &catalogue, options), ..source.clone() };
            let (_, diagnostics) = parse(&source, &catalogue, ParseOptions::new());
            assert!(diagnostics.is_empty(), "{}\n{diagnostics:?}", source.text);
        }
        Some(())
    };
    let deepest = |kind: &dyn Fn(usize) -> String| {
        119 + (120..150).take_while(|depth| survives(&kind(*depth)).is_some()).count()
    };
    let regions = deepest(&|depth| text(depth, 1, 0, 0));
    let attribute = deepest(&|depth| text(1, depth, 0, 0));
    let location = deepest(&|depth| text(1, 1, depth, 0));
    let ty = deepest(&|depth| text(1, 1, 0, depth));
    assert_eq!((regions, attribute, location, ty), (128, 128, 127, 128));
    survives(&text(regions, attribute, location, ty)).unwrap();
}
