//! The names of values, kept where text is printed again.

use super::*;

const NAMES: PrintOptions = PrintOptions { names: true, generic: false, locations: false };

/// The lines of a body, printed with the names of the text. What is printed prints the same.
#[track_caller]
fn kept(text: &str, options: PrintOptions) -> String {
    let shown = print(&module(text), &catalogue(), options);
    assert_eq!(print(&module(&shown), &catalogue(), options), shown);
    shown
}

#[test]
fn values_keep_the_names_of_the_text() {
    let text = "module {
  func.func @f(%a: i32, %limit: i32) -> (i32, i32) {
    %q, %r = tfrt.div.i32 %a, %limit
    %both:2 = tfrt.div.i32 %q, %r
    %7 = tfrt.add.i32 %both#0, %both#1
    tfrt.return %7, %limit : i32, i32
  }
}
";
    assert_eq!(kept(text, NAMES), text);
    let generic = kept(text, PrintOptions { generic: true, ..NAMES });
    assert!(generic.contains("^bb0(%a: i32, %limit: i32):"), "{generic}");
    assert!(generic.contains("%q, %r = \"tfrt.div.i32\"(%a, %limit)"), "{generic}");
    assert!(generic.contains("%both:2 = \"tfrt.div.i32\"(%q, %r)"), "{generic}");
}

#[test]
fn values_without_a_name_have_numbers_that_are_no_names() {
    let text = "func.func @f(%1: i32) {
  tfrt.div.i32 %1, %1
  %3 = tfrt.add.i32 %1, %1
  tfrt.add.i32 %3, %1
  tfrt.return
}
";
    let shown = kept(text, NAMES);
    let lines: Vec<_> = shown.lines().map(str::trim).collect();
    assert_eq!(
        lines[2..5],
        ["%0:2 = tfrt.div.i32 %1, %1", "%3 = tfrt.add.i32 %1, %1", "%2 = tfrt.add.i32 %3, %1",]
    );
}

#[test]
fn regions_name_their_arguments_as_their_operands() {
    let text = "module {
  func.func @f(%n: i32, %x: i32) -> i32 {
    %sum:2 = tfrt.repeat.i32 %n, %x, %n : i32, i32 {
      %next = tfrt.add.i32 %x, %n
      tfrt.return %next, %n : i32, i32
    }
    %next = tfrt.add.i32 %sum#0, %sum#1
    tfrt.return %next : i32
  }
}
";
    let text = text.replace("%n, %x, %n : i32, i32", "%n, %x, %m : i32, i32");
    let text = text.replace("(%n: i32, %x: i32)", "(%m: i32, %n: i32, %x: i32)");
    let text =
        text.replace("%x, %n\n      tfrt.return %next, %n", "%x, %m\n      tfrt.return %next, %m");
    assert_eq!(kept(&text, NAMES), text);
}

#[test]
fn a_name_that_another_value_has_gets_a_number() {
    // The region is written with a name of its own for its argument, and prints without it.
    let text = "func.func @f(%n: i32, %0: i32) -> i32 {
  %sum = \"tfrt.repeat.i32\"(%n, %0) ({
  ^bb0(%mine: i32):
    %0 = tfrt.add.i32 %mine, %mine
    %n = tfrt.add.i32 %0, %0
    tfrt.return %n : i32
  }) : (i32, i32) -> i32
  %again = \"no.isolation\"(%n) ({
    %n_1 = tfrt.add.i32 %sum, %n
    tfrt.return %n_1 : i32
  }) : (i32) -> i32
  tfrt.return %again : i32
}
";
    let shown = kept(text, NAMES);
    let lines: Vec<_> = shown.lines().map(str::trim).collect();
    assert_eq!(
        lines[2..6],
        [
            "%sum = tfrt.repeat.i32 %n, %0 : i32 {",
            "%_0_1 = tfrt.add.i32 %0, %0",
            "%n_2 = tfrt.add.i32 %_0_1, %_0_1",
            "tfrt.return %n_2 : i32",
        ],
        "{shown}"
    );
    assert!(lines.contains(&"%n_1 = tfrt.add.i32 %sum, %n"), "{shown}");
}

#[test]
fn a_graph_without_names_prints_as_mlir_does() {
    let named =
        module("func.func @f(%a: i32) -> i32 {\n %b = tfrt.add.i32 %a, %a\n return %b : i32 }");
    let numbered = pretty(&named);
    assert!(numbered.contains("%0 = tfrt.add.i32 %arg0, %arg0"), "{numbered}");
    let verified = crate::verify::verify(named, &catalogue()).expect("the program is right");
    let bytes =
        crate::bef::emit(&verified, &crate::bef::EmitOptions::default()).expect("it is small");
    let file = tfrt_bef::read(&bytes, &tfrt_bef::Limits::default()).expect("it is well formed");
    let lifted = crate::bef::lift(&file, &catalogue()).expect("it is a program");
    assert_eq!(
        print(&lifted, &catalogue(), NAMES),
        numbered.replace("    return", "    tfrt.return")
    );
}
