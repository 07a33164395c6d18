//! Assembly formats: which texts are valid, and which fit an op.

use super::{Assembly, Callee, Directive, Group, InnerRegion, Layout, OpTraits, OperandSet};
use crate::param::{ParamDef, ParamKind};

fn refusal(text: &'static str) -> &'static str {
    Assembly::parse(text).unwrap_err().0.strip_prefix("assembly format: ").unwrap()
}

const fn param(name: &'static str, kind: ParamKind) -> ParamDef {
    ParamDef::new(name, kind, "i32")
}

#[test]
fn a_format_is_its_elements() {
    let text = "$a `,` $b ` ` (`axis` `=` $axis^)? attr-list($x, $y = 12) attr-dict \
                `:` functional-type($rest, (results)) region";
    assert_eq!(
        Assembly::new(text).elements(),
        [
            Directive::Name("a"),
            Directive::Literal(","),
            Directive::Name("b"),
            Directive::Blank,
            Directive::Group { anchor: 7, end: 8 },
            Directive::Literal("axis"),
            Directive::Literal("="),
            Directive::Name("axis"),
            Directive::AttrList(2),
            Directive::Entry { name: "x", default: None },
            Directive::Entry { name: "y", default: Some(12) },
            Directive::AttrDict { keyword: false },
            Directive::Literal(":"),
            Directive::FunctionalType {
                operands: OperandSet::Name("rest"),
                results: OperandSet::Results,
                parenthesized: true,
            },
            Directive::Region,
        ]
    );
    let text = "pairs($a) type(more-results) functional-type(operands, more-results) result-count";
    assert_eq!(
        Assembly::new(text).elements(),
        [
            Directive::Pairs("a"),
            Directive::Types(OperandSet::MoreResults),
            Directive::FunctionalType {
                operands: OperandSet::Operands,
                results: OperandSet::MoreResults,
                parenthesized: false,
            },
            Directive::ResultCount,
        ]
    );
}

#[test]
fn a_format_of_a_layout_is_its_elements() {
    let text = "async `` as($a) content($b) arrow(more-results) unit(kernel, $gpu.kernel) symbol($s) \
                signature($n, $t) dimensions($d, $e) initial($v, $t)";
    assert_eq!(
        Assembly::new(text).elements(),
        [
            Directive::Async,
            Directive::NoBlank,
            Directive::As("a"),
            Directive::Content("b"),
            Directive::Arrow(OperandSet::MoreResults),
            Directive::Unit { word: "kernel", name: "gpu.kernel" },
            Directive::Symbol("s"),
            Directive::Signature { name: "n", ty: "t" },
            Directive::Dimensions { operands: "d", numbers: "e" },
            Directive::Initial { value: "v", ty: "t" },
        ]
    );
    for (text, expected) in [
        ("as(operands)", "expected '($name)'"),
        ("content", "expected '($name)'"),
        ("symbol(x)", "expected '($name)'"),
        ("arrow($a)", "expected 'arrow(results)'"),
        ("unit($a)", "expected 'unit(word, $name)'"),
        ("signature($a)", "expected '($name, $name)'"),
        ("dimensions($a, b)", "expected '($name, $name)'"),
        ("initial()", "expected '($name, $name)'"),
    ] {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

#[test]
fn a_format_fits_a_layout_or_says_why_not() {
    const PARAMS: &[ParamDef] = &[
        ParamDef::new("operands", ParamKind::Variadic, ""),
        ParamDef::new("text", ParamKind::Attribute { index: 0 }, "string"),
        ParamDef::new("any", ParamKind::Attribute { index: 0 }, "any"),
    ];
    const LAYOUT: Layout = Layout::new()
        .groups(&[Group::any("after", "!t"), Group::one("x", "")])
        .token("!t")
        .region(InnerRegion::new());
    const TRAITS: OpTraits = OpTraits::new().layout(&LAYOUT);
    const BARE: OpTraits = OpTraits::new().layout(&const { Layout::new() });
    let check = |text, traits: OpTraits| {
        let checked = Assembly::new(text).check(&traits, PARAMS, Some(""));
        checked.err().map(|error| error.0.strip_prefix("assembly format: ").unwrap())
    };
    let whole = "async (`[` $after^ `]`)? as($x) arrow(results) ($text^)? region";
    assert_eq!(check(whole, TRAITS), None);
    assert_eq!(check("async $after $x `:` type($x) region (`:` type(results)^)?", TRAITS), None);
    for (text, traits, expected) in [
        ("async $after as($x)", TRAITS, "not as many regions as the op has"),
        ("async as($x) region", TRAITS, "each operand must be said once"),
        ("async $after $x region", TRAITS, "the types of the operands are not said"),
        ("async $after $x as($x) region", TRAITS, "each operand must be said once"),
        ("$after as($x) region", TRAITS, "the types of the results are not said"),
        ("async $after region as($x)", TRAITS, "names for no region"),
        ("async $after as($y) region", TRAITS, "types of no operand"),
        ("async $after as($x) symbol($none) region", TRAITS, "no attribute has that name"),
        ("async $after as($x) ($any^)? region", TRAITS, "a group begins with a literal"),
        (
            "async $after as($x) attr-dict region",
            TRAITS,
            "with regions it is 'attr-dict-with-keyword'",
        ),
        ("async operands `:` type(operands)", BARE, "the op has no 'async' result"),
        ("signature($text, $any) operands `:` type(operands)", BARE, "names for no region"),
    ] {
        assert_eq!(check(text, traits), Some(expected), "{text}");
    }
}

#[test]
fn what_is_no_format_says_why() {
    for (text, expected) in [
        ("operand", "unknown directive"),
        ("`", "a literal is not closed"),
        ("`{`", "a literal is a word or a character"),
        ("`a-b`", "a literal is a word or a character"),
        ("$", "expected a name after '$'"),
        ("é", "unexpected character"),
        ("?", "unexpected character"),
        ("12", "unexpected number"),
        ("99999999999", "the number is too large"),
        ("(`a` $b^", "a group is not closed"),
        ("(`a` $b)?", "a group is '( … element^ … )?'"),
        ("(`a` $b^)", "a group is '( … element^ … )?'"),
        ("((`a` $b^)?)?", "unexpected character"),
        ("^", "'^' follows an element of a group"),
        ("type(x)", "expected '($name)', '(operands)' or '(results)'"),
        ("typed(results)", "results stand before the op"),
        ("typed(more-results)", "results stand before the op"),
        ("pairs(operands)", "expected 'pairs($name)'"),
        ("word($a, nowhere)", "there is no table of words of that name"),
        ("word($a, gpu_data_type, x)", "expected 'word($name, TABLE)' or 'word($name, TABLE, $x)'"),
        (
            "word($a, gpu_data_type, $x, $y, $z)",
            "expected 'word($name, TABLE)' or 'word($name, TABLE, $x)'",
        ),
        ("pairs", "expected 'pairs($name)'"),
        ("functional-type(operands, $a)", "expected 'functional-type($name, results)'"),
        ("functional-type(operands)", "expected 'functional-type($name, results)'"),
        ("attr-list()", "expected 'attr-list($name, $name = NUMBER)'"),
        ("attr-list($a = b)", "expected 'attr-list($name, $name = NUMBER)'"),
        (
            "$a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a \
             $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a $a",
            "more than 64 elements",
        ),
    ] {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

#[test]
fn a_format_fits_its_op_or_says_why_not() {
    const PARAMS: &[ParamDef] = &[
        param("a", ParamKind::Value),
        param("rest", ParamKind::Variadic),
        param("axis", ParamKind::Attribute { index: 1 }),
        ParamDef::new("any", ParamKind::Attribute { index: 0 }, "any"),
    ];
    const CALLEES: &[Callee] = &[Callee::symbol("body"), Callee::region()];
    const REGION: &[Callee] = &[Callee::region()];
    let check = |text, traits: OpTraits, variadic_results: bool| {
        let checked = Assembly::new(text).check(&traits, PARAMS, variadic_results.then_some(""));
        checked.err().map(|error| error.0.strip_prefix("assembly format: ").unwrap())
    };
    let plain = OpTraits::new();
    assert_eq!(check("operands attr-dict `:` type($rest)", plain, false), None);
    assert_eq!(check("$a $axis `(` typed($rest) `)`", plain, false), None);
    let whole = "$a $body `(` $rest `)` `:` functional-type($rest, results) region";
    assert_eq!(check(whole, plain.callees(CALLEES), true), None);
    assert_eq!(check("operands `:` type($rest)", plain.carries(1), true), None);
    for (text, traits, variadic, expected) in [
        ("operands attr-dict", plain, false, "the types of the operands are not said"),
        (
            "operands $any `:` type($rest)",
            plain,
            false,
            "':' after an attribute of any kind is part of it",
        ),
        ("$a typed($rest)", plain, false, "')' comes after 'typed(…)'"),
        (
            "operands attr-dict region",
            plain.callees(REGION),
            false,
            "with regions it is 'attr-dict-with-keyword'",
        ),
        (
            "$a region `(` $rest `)`",
            plain.callees(REGION),
            false,
            "operands and callees come before regions",
        ),
        ("operands `:` type($axis)", plain, false, "types of no operand"),
        ("operands `:` type(operands)", plain, true, "the types of the results are not said"),
        ("$a `:` type($rest)", plain, false, "each operand must be said once"),
        ("operands $a `:` type($rest)", plain, false, "each operand must be said once"),
        ("operands $b `:` type($rest)", plain, false, "no parameter or callee has that name"),
        ("operands attr-list($a) `:` type($rest)", plain, false, "no attribute has that name"),
        ("operands $axis $axis `:` type($rest)", plain, false, "an attribute is said twice"),
        ("operands `:` type($rest) region", plain, false, "not as many regions as the op has"),
        ("operands ($axis^)? `:` type($rest)", plain, false, "a group begins with a literal"),
        (
            "operands `:` type($rest) region",
            plain.callees(CALLEES),
            false,
            "each callee must be named once",
        ),
    ] {
        assert_eq!(check(text, traits, variadic), Some(expected), "{text}");
    }
}

#[test]
fn results_are_counted_and_pairs_written_where_that_can_be_read() {
    const PARAMS: &[ParamDef] = &[
        param("a", ParamKind::Value),
        ParamDef::new("any", ParamKind::Attribute { index: 0 }, "any"),
        ParamDef::new("list", ParamKind::Attribute { index: 1 }, "any"),
    ];
    const REGION: &[Callee] = &[Callee::region()];
    let check = |text, traits: OpTraits, more| {
        let checked = Assembly::new(text).check(&traits, PARAMS, more);
        checked.err().map(|error| error.0.strip_prefix("assembly format: ").unwrap())
    };
    let plain = OpTraits::new();
    let whole = "$a pairs($list) attr-dict result-count";
    assert_eq!(check(whole, plain, Some("i32")), None);
    assert_eq!(
        check("operands $any `:` type(more-results)", plain, Some("")),
        Some("':' after an attribute of any kind is part of it")
    );
    for (text, traits, more, expected) in [
        (whole, plain, Some(""), "only results of one type are counted"),
        (whole, plain, None, "only results of one type are counted"),
        (
            "$a $any result-count",
            plain,
            Some("i32"),
            "':' after an attribute of any kind is part of it",
        ),
        ("$a `:` type(more-results)", plain, None, "the op has no more results"),
        ("functional-type($a, more-results)", plain, None, "the op has no more results"),
        ("$a pairs($list) pairs($list)", plain, None, "an attribute is said twice"),
        ("$a pairs($a)", plain, None, "no attribute has that name"),
        (
            "$a pairs($list) region",
            plain.callees(REGION),
            None,
            "'pairs' and regions cannot be told apart",
        ),
    ] {
        assert_eq!(check(text, traits, more), Some(expected), "{text}");
    }
}
