//! Texts of the declared ops: each reads as it prints, in both forms.

use super::{catalogue, checked, shown};

fn printed(text: &str, generic: bool) -> String {
    let catalogue = catalogue();
    shown(checked(text, &catalogue).module(), &catalogue, generic)
}

#[test]
fn both_forms_read_as_they_print() {
    let text = include_str!("forms.mlir");
    let generic = printed(text, true);
    assert_eq!(printed(&generic, true), generic);
    let pretty = printed(text, false);
    assert_eq!(printed(&generic, false), pretty);
    assert_eq!(printed(&pretty, false), pretty);
    assert!(!pretty.contains("\"("), "{pretty}");
    for op in tfrt_streamify::DECLARED.declared() {
        let only_generic = op.traits.assembly.is_none();
        assert!(only_generic || pretty.contains(op.name), "no example of {}", op.name);
    }
}

/// What the forms cannot say is printed in the generic form, and read again.
#[test]
fn what_a_form_cannot_say_is_generic() {
    for (op, operands) in [
        // A result that is not the content of the operand.
        (r#""memref.load"(%m) : (memref<f32>) -> i32"#, ""),
        // Two results, of which none is the token.
        (r#""gpu.wait"() : () -> (i32, i32)"#, ""),
        // Numbers without as many operands.
        (
            r#""memref.reinterpret_cast"(%m) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64>, static_strides = array<i64>} : (memref<f32>) -> memref<f32>"#,
            "",
        ),
        // An attribute of another kind than the form has.
        (r#""memref.get_global"() {name = "text"} : () -> memref<f32>"#, ""),
        // A result of another type than the constant.
        (r#""arith.constant"() {value = 1 : i32} : () -> i64"#, ""),
        // A region whose arguments are not the contents.
        (
            r#""async.execute"(%v) ({ ^bb0(%x: i64): "async.yield"() : () -> () }) {operandSegmentSizes = array<i32: 0, 1>} : (!async.value<i32>) -> !async.token"#,
            "",
        ),
    ] {
        let text = format!(
            "func.func @f(%m: memref<f32>, %v: !async.value<i32>{operands}) {{\n{op}\ntfrt.return\n}}"
        );
        let name = op.split('(').next().unwrap();
        let pretty = printed(&text, false);
        assert!(pretty.contains(name), "{op} became\n{pretty}");
        assert_eq!(printed(&pretty, false), pretty);
    }
}

/// Symbols in modules of device code, and regions in regions, are deep only so far.
#[test]
fn nesting_is_limited() {
    let catalogue = catalogue();
    let nested = |depth: usize| {
        let open = "async.execute {\n".repeat(depth);
        let close = "}\n".repeat(depth);
        format!("func.func @f() {{\n{}{open}{close}tfrt.return\n}}", "")
            .replace("async.execute", "%t = async.execute")
    };
    assert!(super::check(&nested(1), &catalogue).is_ok());
    assert!(super::check(&nested(100_000), &catalogue).is_err());
}
