//! Hostile texts: the parser terminates, does not panic, and says where the text is wrong.

use super::*;
use std::fmt::Write as _;

/// A valid text that has most of the grammar in it.
const RICH: &str = r##"#a = [1 : i8, {x = "s\0A", y}]
!t = tensor<2x?xf32>
module @m attributes {k = #a} {
  func.func private @n(!t, (i32) -> i32) -> (i32, f32) attributes {tfrt.native}
  func.func @f(%a: i32 loc("q":1:2), %c: i1) -> i32 {
    %p:2, %q = "d.o"(%a) <{k = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>}> ({
    ^bb0(%u: i32):
      "d.p"(%u) : (i32) -> ()
    ^bb1:
      "d.p"() {h = 0x7FC00000 : f32, e = -1.5e-3, s = @x::@"y z"} : () -> ()
    }, {}) : (i32) -> (i32, i32, !d.t<"(", ["]", ->]>) loc(callsite("a"("f":1:2) at fused<1>[unknown, #l]))
    %r = tfrt.if %c, %p#1 : (i32) -> (i32) {
      tfrt.return %p#1 : i32
    } else {
      %z = tfrt.repeat.i32 %p#1, %p#1 : i32 { tfrt.return %p#1 : i32 }
      tfrt.return %p#1 : i32
    }
    %s = tfrt.case %r [@f, @g](%r) : (i32) -> (i32)
    return %s : i32
  }
}
#l = loc("named"("f.mlir":3:4))
"##;

/// Parses, and checks that every mistake lies inside the text; prints what came out.
fn survive(text: &str) {
    let source = Source::new("t", text);
    let (module, diagnostics) = parse(&source, &catalogue(), ParseOptions::new());
    for diagnostic in &diagnostics {
        let spans = diagnostic.notes.iter().map(|note| note.1);
        for span in spans.chain([diagnostic.span]) {
            assert!(span.start <= span.end && span.end as usize <= text.len(), "{span:?}");
        }
    }
    if diagnostics.is_empty() {
        let printed = pretty(&module);
        let (again, mistakes) = read(&printed);
        assert!(mistakes.is_empty(), "{mistakes:?}\n{printed}");
        assert!(pretty(&again) == printed, "{printed}");
    }
    let rendered = crate::source::render(&diagnostics, &source);
    assert!(diagnostics.is_empty() == rendered.is_empty());
}

/// Small steps of a linear congruence: enough to vary what is tried.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

#[test]
fn the_rich_text_is_valid() {
    let printed = generic(&module(RICH));
    assert!(generic(&module(&printed)) == printed);
}

#[test]
fn truncated_texts_are_survived() {
    for end in 0..RICH.len() {
        survive(&RICH[..end]);
    }
}

#[test]
fn mutated_texts_are_survived() {
    let pieces = [
        "{",
        "}",
        "(",
        ")",
        "<",
        ">",
        "[",
        "]",
        "\"",
        "%",
        "#",
        "@",
        "!",
        "^",
        ":",
        ",",
        "=",
        "-",
        "->",
        "\n",
        "0x",
        "1.",
        "\u{0}",
        "\u{1F600}",
        "func.func",
        "module",
        "loc(",
        "dense<",
        "tensor<",
        "%p:2",
        "tfrt.if ",
        "//",
    ];
    let mut random = Random(1);
    for _ in 0..3000 {
        let mut text = RICH.to_owned();
        for _ in 0..=random.below(4) {
            let at = text.floor_char_boundary(random.below(text.len()));
            let end = text.floor_char_boundary((at + random.below(12)).min(text.len())).max(at);
            text.replace_range(at..end, pieces[random.below(pieces.len())]);
        }
        survive(&text);
    }
}

#[test]
fn nesting_beyond_the_limit_is_a_mistake() {
    let depth = 100_000;
    let texts = [
        "module {".repeat(depth),
        format!("func.func @f() {{ {}", "\"o\"() ({ ".repeat(depth)),
        format!(
            "func.func @f() {{ {}{} }}",
            "\"o\"() ({\n".repeat(depth),
            "}) : () -> ()\n".repeat(depth)
        ),
        format!("func.func @f(%c: i1) {{ {}", "tfrt.if %c : () -> () {\n".repeat(depth)),
        format!("#a = {}", "[".repeat(depth)),
        format!("#a = {}", "{a = ".repeat(depth)),
        format!("#a = dense<{}", "[".repeat(depth)),
        format!("!a = {}", "tuple<".repeat(depth)),
        format!("!a = {}", "(".repeat(depth)),
        format!("!a = !d.t{}", "<".repeat(depth)),
        format!("#a = loc({}", "callsite(".repeat(depth)),
        format!("#a = loc({}", "callsite(\"x\" at ".repeat(depth)),
        format!("#a = loc({}", "fused[".repeat(depth)),
        format!("#a = loc({}", "\"a\"(".repeat(depth)),
        format!("#a = {}", "distinct[0]<".repeat(depth)),
        format!("#a = affine_map<() -> ({}", "(".repeat(depth)),
        format!("#a = affine_map<() -> ({}", "- ".repeat(depth)),
        format!("#a = affine_map<(d0)[s0] -> (d0 mod s0{})>", " mod s0".repeat(depth)),
        format!("#a = affine_map<(d0, d1)[s0] -> ({}0)>", "d1 + d0 mod s0 + ".repeat(depth)),
        format!("{}{}", "(".repeat(depth), "]".repeat(depth)),
        format!("func.func @f() {{ {} }}", "(\n%a, ".repeat(depth)),
        format!("func.func @f() {{ {} }}", "\"o\"() : () -> !a<\n".repeat(depth / 10)),
        "\u{e4}\n".repeat(depth),
        "func.func\n".repeat(depth),
    ];
    on_a_small_stack(move || {
        for text in texts {
            let (_, diagnostics) = read(&text);
            assert!(!diagnostics.is_empty(), "{}", &text[..40]);
        }
    });
}

/// The default stack of a thread.
fn on_a_small_stack(f: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(512 << 10).spawn(f).unwrap().join().unwrap();
}

#[test]
fn the_limit_itself_is_allowed() {
    on_a_small_stack(at_the_limit);
}

fn at_the_limit() {
    // The function's body does not count.
    for (depth, valid) in [(128, true), (129, false)] {
        let open = "\"o\"() ({\n".repeat(depth - 1);
        let close = "}) : () -> ()\n".repeat(depth - 1);
        let text = format!("func.func @f() {{\n{open}\"o\"() ({{\n}}) : () -> ()\n{close}}}");
        assert_eq!(mistakes(&text).is_empty(), valid, "{depth}");
        let open = "tfrt.if %c, %c : (i1) -> () {\n".repeat(depth - 1);
        let close = "tfrt.return\n}\n".repeat(depth - 1);
        let text = format!("func.func @f(%c: i1) {{\n{open}tfrt.return\n{close}}}");
        let (module, found) = read(&text);
        assert!(found.is_empty(), "{found:?}");
        let printed = pretty(&module);
        assert!(read(&printed).1.is_empty());
        assert!(pretty(&super::module(&printed)) == printed);
    }
}

#[test]
fn aliases_cannot_explode() {
    let mut attributes = String::from("#a0 = [1, 1]\n");
    let mut types = String::from("!a0 = tuple<i32, i32>\n");
    let mut locations = String::from("#l0 = loc(\"f\":1:1)\n");
    let mut chain = String::from("#a0 = [1]\n");
    for i in 1..100 {
        let last = i - 1;
        writeln!(attributes, "#a{i} = [#a{last}, #a{last}]").expect("a string takes all");
        writeln!(types, "!a{i} = tuple<!a{last}, !a{last}>").expect("a string takes all");
        writeln!(locations, "#l{i} = loc(callsite(#l{last} at #l{last}))")
            .expect("a string takes all");
    }
    for i in 1..100_000 {
        writeln!(chain, "#a{i} = [#a{}]", i - 1).expect("a string takes all");
    }
    for (text, message) in [
        (attributes, "aliases expand to far more than the text"),
        (types, "aliases expand to far more than the text"),
        (locations, "aliases expand to far more than the text"),
        (chain, "nesting is deeper than the limit of 128"),
    ] {
        let found = mistakes(&text);
        assert!(found.iter().any(|m| m.contains(message)), "{:?}", found.first());
    }
    assert_eq!(mistakes("#a = loc(#b)\n#b = loc(#a)"), ["2:10: undefined location alias '#a'"]);
}
