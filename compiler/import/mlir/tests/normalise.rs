//! What the library makes of text and bytecode.

#[path = "common/bytecode.rs"]
mod bytecode;

use bytecode::bytecode;
use tfrt_mlir::{Diagnostic, MAX_NESTING, Pass, Place, normalise};

/// A loop by branches.
const COUNT: &str = "func.func @count(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%zero : i32)
^head(%i: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^exit
^body:
  %next = arith.addi %i, %one : i32
  cf.br ^head(%next : i32)
^exit:
  return %i : i32
}
";

fn errors(source: &[u8], passes: &[Pass]) -> Vec<Diagnostic> {
    normalise(source, "x.mlir", passes).expect_err("it is refused")
}

/// The only error of a source: its line and column, and its message.
fn error(source: &[u8], passes: &[Pass]) -> (Option<(usize, usize)>, String) {
    let errors = errors(source, passes);
    assert_eq!(errors.len(), 1, "{errors:?}");
    let place = errors[0].place.as_ref();
    (place.map(|place| (place.line, place.column)), errors[0].message.clone())
}

#[test]
fn text_becomes_generic_with_the_places_of_its_source() {
    let text = normalise(COUNT.as_bytes(), "a \"b\".mlir", &[]).expect("it is legal");
    assert!(text.contains("\"cf.cond_br\"(%3)[^bb2, ^bb3]"), "{text}");
    assert!(text.contains("loc(\"a \\22b\\22.mlir\":9:11)"), "{text}");
    assert!(!text.contains("\"-\""), "{text}");
    // It is legal itself, and a fixed point but for the numbers of locations.
    let again = normalise(text.as_bytes(), "again", &[]).expect("it is legal");
    assert_eq!(again, text);
}

#[test]
fn branches_are_lifted() {
    let text = normalise(COUNT.as_bytes(), "x.mlir", &[Pass::LiftCfToScf, Pass::Cse]);
    let text = text.expect("it can be lifted");
    assert!(text.contains("\"scf.while\""), "{text}");
    assert!(!text.contains("\"cf."), "{text}");
    assert!(text.contains("loc(\"x.mlir\":9:11)"), "{text}");
}

#[test]
fn passes_do_what_they_say() {
    let text = "func.func private @unused() { return }
func.func @twice(%n: i32) -> i32 {
  %a = func.call @double(%n) : (i32) -> i32
  return %a : i32
}
func.func private @double(%n: i32) -> i32 {
  %a = arith.addi %n, %n : i32
  return %a : i32
}";
    let run = |passes: &[Pass]| normalise(text.as_bytes(), "x", passes).expect("it is legal");
    assert!(run(&[]).contains("\"unused\""));
    assert!(!run(&[Pass::SymbolDce]).contains("\"unused\""));
    assert!(run(&[Pass::SymbolDce]).contains("\"double\""));
    let inlined = run(&[Pass::Inline, Pass::SymbolDce]);
    assert!(!inlined.contains("func.call") && !inlined.contains("\"double\""), "{inlined}");
    for pass in [Pass::Cse, Pass::LiftCfToScf, Pass::SymbolDce, Pass::Inline] {
        assert_eq!(pass.to_string().parse(), Ok(pass));
    }
    let refused = "canonicalize".parse::<Pass>().expect_err("it computes");
    assert!(refused.contains("the machine's own library"), "{refused}");
}

#[test]
fn bytecode_is_read() {
    let text = normalise(&bytecode(COUNT), "x.bc", &[]).expect("it is legal");
    // Where bytecode was written, the source had no name.
    assert!(text.contains("loc(\"x.bc\":9:11)"), "{text}");
    assert!(text.contains("\"cf.cond_br\""), "{text}");
}

#[test]
fn errors_have_places_and_notes() {
    let broken = COUNT.replace("addi", "addq");
    let found = error(broken.as_bytes(), &[]);
    assert_eq!(found, (Some((9, 11)), "custom op 'arith.addq' is unknown".to_owned()));
    let twice = "func.func @f() { return }\nfunc.func @f() { return }\n";
    let errors = errors(twice.as_bytes(), &[]);
    let place = |line| Some(Place { file: "x.mlir".into(), line, column: 1 });
    assert_eq!((&errors[0].place, errors[0].notes[0].place.clone()), (&place(2), place(1)));
    assert_eq!(
        errors[0].to_string(),
        "x.mlir:2:1: error: redefinition of symbol named 'f'\n\
         x.mlir:1:1: note: see existing symbol definition here"
    );
}

#[test]
fn ops_of_other_dialects_pass_through_as_text_only() {
    let text = "%0 = \"other.op\"() <{value = 1 : i32}> : () -> i32";
    let generic = normalise(text.as_bytes(), "x", &[]).expect("text keeps it");
    assert!(generic.contains("\"other.op\"() <{value = 1 : i32}>"), "{generic}");
    let (place, message) = error(text.as_bytes(), &[Pass::Cse]);
    assert_eq!(place, Some((1, 6)), "{message}");
    assert!(message.contains("'other.op'") && message.contains("passes run only"), "{message}");
    let (_, message) = error(&bytecode(text), &[]);
    assert!(message.contains("does not keep its properties"), "{message}");
    assert!(message.contains("print_generic_op_form=True"), "{message}");
    // The pass that crashes on regions of such ops.
    let region = "\"other.region\"() ({ \"other.end\"() : () -> () }) : () -> ()";
    let (place, _) = error(region.as_bytes(), &[Pass::Inline]);
    assert_eq!(place, Some((1, 1)));
}

#[test]
fn portable_artifacts_are_refused_by_their_producer() {
    let (place, message) = error(b"ML\xEFR\x0DStableHLO_v1.13.0\0\0\0\0", &[]);
    assert_eq!(place, Some((1, 1)));
    assert!(
        message.contains("portable artifact") && message.contains("print_generic"),
        "{message}"
    );
}

#[test]
fn nesting_is_limited_where_it_is_deep() {
    let nested = |open: &str, close: &str, depth: usize| {
        format!("\"a.b\"() {{v = {}1{}}} : () -> ()", open.repeat(depth), close.repeat(depth))
    };
    let legal = nested("[", "]", MAX_NESTING - 1);
    normalise(legal.as_bytes(), "x", &[]).expect("it is just legal");
    for (open, close) in [("[", "]"), ("{a = ", "}"), ("tuple<", ">")] {
        let (place, message) = error(nested(open, close, 100_000).as_bytes(), &[]);
        // One bracket is the op's own.
        let bracket = open.find(['[', '{', '<']).expect("each has one");
        assert_eq!(place, Some((1, 14 + open.len() * (MAX_NESTING - 1) + bracket)));
        assert_eq!(message, format!("brackets nest deeper than {MAX_NESTING}"));
    }
    let regions = format!("{}{}", "\"a.b\"() ({".repeat(100_000), "}) : () -> ()".repeat(100_000));
    let (place, _) = error(regions.as_bytes(), &[]);
    assert_eq!(place, Some((1, 10 * MAX_NESTING / 2 + 6)));
    // Brackets in strings and comments, arrows and comparisons do not nest.
    let flat = format!(
        "// {}\n\"a.b\"() {{v = \"{}\", w = affine_set<(i) : (i >= 0)>}} : () -> ()",
        "(".repeat(2_000),
        "[".repeat(2_000)
    );
    normalise(flat.as_bytes(), "x", &[]).expect("it does not nest");
}

#[test]
fn text_that_is_none_is_an_error() {
    assert_eq!(error(b"a\n\xFF", &[]), (Some((2, 1)), "this is no UTF-8".to_owned()));
    assert_eq!(error(b"//\n \0", &[]), (Some((2, 2)), "a zero byte in text".to_owned()));
    assert!(!normalise(b"", "x", &[]).expect("an empty module").is_empty());
}
