//! Names of attributes: what a text says is held to the definitions of kernels where the text is for
//! an engine, and to nothing where it is to become BEF.

use tfrt_compiler::source::{Diagnostic, Source};
use tfrt_compiler::{front_end, translatable};
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Catalogue, KernelDef, KernelList};

#[kernel("my.pick", pure)]
fn pick(first: Attr<i32>, second: Attr<Option<i32>>, third: Attr<Option<String>>) -> i32 {
    first.0 + second.0.unwrap_or(10) + third.0.map_or(100, |_| 200)
}

const KERNELS: &[KernelDef] = &[PICK];

fn source(attributes: &str) -> Source {
    let text = format!(
        "func.func @f() -> i32 {{\n  %0 = \"my.pick\"() {attributes} : () -> i32\n  \
         tfrt.return %0 : i32\n}}\n"
    );
    Source { name: "t.mlir".to_owned(), text, first_line: 1 }
}

fn catalogue() -> Catalogue {
    Catalogue::new().with(&KernelList::new(KERNELS))
}

/// What is said of an op with these attributes: the text that each message points at, and the message.
fn found(attributes: &str) -> Vec<(String, String)> {
    let source = source(attributes);
    let shown = |error: Diagnostic| {
        let at = &source.text[error.span.start as usize..error.span.end as usize];
        (at.to_owned(), error.message)
    };
    front_end(&source, &catalogue()).err().into_iter().flatten().map(shown).collect()
}

fn expect(attributes: &str, at: &str, message: &str) {
    assert_eq!(found(attributes), [(at.to_owned(), message.to_owned())], "{attributes}");
}

#[test]
fn optional_attributes_may_be_left_out_from_the_last_on() {
    for attributes in [
        "{first = 1 : i32}",
        "{first = 1 : i32, second = 2 : i32}",
        "{third = \"a\", second = 2 : i32, first = 1 : i32}",
        "{first = 1 : i32, bef.nonstrict, _tfrt_cost = 1 : i64}",
    ] {
        assert_eq!(found(attributes), [], "{attributes}");
    }
    let message = "'my.pick' takes 'third' only after 'second'";
    expect("{first = 1 : i32, third = \"a\"}", "third", message);
}

#[test]
fn names_are_those_of_the_definition() {
    let takes = "it takes 'first', 'second' and 'third'";
    expect(
        "{first = 1 : i32, secnd = 2 : i32}",
        "secnd",
        &format!("'my.pick' has no attribute 'secnd'; {takes}"),
    );
    expect("{first = 1 : i32, z}", "z", &format!("'my.pick' has no attribute 'z'; {takes}"));
    expect(
        "{\"frist\" = 1 : i32}",
        "\"frist\"",
        &format!("'my.pick' has no attribute 'frist'; {takes}"),
    );
    expect("{}", "\"my.pick\"", "'my.pick' op requires attribute 'first'");
    let kind = "'my.pick' op attribute 'second' is 'string', expected 'i32'";
    expect("{first = 1 : i32, second = \"a\"}", "\"my.pick\"", kind);
}

#[test]
fn names_may_be_any_in_a_text_that_becomes_bef() {
    for attributes in ["{a = 1 : i32}", "{a = 1 : i32, b = 2 : i32, c = \"c\", d}"] {
        let translated = translatable(&source(attributes), &catalogue(), None);
        assert!(translated.is_ok(), "{attributes}: {translated:?}");
    }
    let errors = translatable(&source("{}"), &catalogue(), None).unwrap_err();
    assert_eq!(errors[0].message, "'my.pick' op requires attribute 'first'");
}
