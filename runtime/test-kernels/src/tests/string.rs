//! Kernels on strings.

use crate::testing::{Bench, get, int, int_attribute, message};
use tfrt_host::kernel::{Attribute, Chain, Value};
use tfrt_kernels::string::HostString;

#[test]
fn strings() {
    let bench = Bench::new();
    let string = |text: &str| {
        let attribute = Attribute::String(text.as_bytes().to_vec());
        bench.call("tfrt_test.get_string", &[], &[attribute], &[], 1).remove(0)
    };
    let (data, flow) = (string("data"), string("flow"));
    let joined =
        bench.call("tfrt_test.append_string", &[data.clone(), flow], &[], &[], 1).remove(0);
    assert_eq!(get::<HostString>(&joined), HostString("dataflow".to_owned()));
    bench.one::<Chain>("tfrt_test.print_string", &[joined.clone(), Value::new(Chain)]);
    bench.one::<Chain>("tfrt_test.print_string", std::slice::from_ref(&joined));
    assert_eq!(bench.printed(), "string = dataflow\nstring = dataflow\n");
    assert!(bench.one::<bool>("tfrt_test.string_equal", &[joined, string("dataflow")]));
    assert!(!bench.one::<bool>("tfrt_test.string_equal", &[data, string("")]));
    let number = bench.call("tfrt_test.get_string", &[], &[int_attribute(1)], &[], 1);
    let expected = "attribute 'value' of tfrt_test.get_string is 'i64', expected 'string'";
    assert_eq!(message(&number[0]), expected);
}

#[test]
fn formats_take_one_integer() {
    let bench = Bench::new();
    let format = |text: &str, value| {
        let text = Value::new(HostString(text.to_owned()));
        bench.call("tfrt_test.format_string", &[text, int(value)], &[], &[], 1).remove(0)
    };
    for (text, value, expected) in [
        ("%d", -5, "-5"),
        ("<%5d>", -5, "<   -5>"),
        ("<%-5d>", -5, "<-5   >"),
        ("<%05d>", -5, "<-0005>"),
        ("<%05i%%>", 42, "<00042%>"),
        ("%u", -1, "4294967295"),
        ("%x %%", -1, "ffffffff %"),
        ("%X", 255, "FF"),
        ("%o", 8, "10"),
        ("ä%1dö", 7, "ä7ö"),
        ("none", 7, "none"),
        ("%%d", 7, "%d"),
        ("<%+d>", 7, "<+7>"),
        ("<%+d>", -7, "<-7>"),
        ("<% d>", 7, "< 7>"),
        ("<% +d>", 7, "<+7>"),
        ("<%+05d>", 7, "<+0007>"),
        ("<%-05d>", 7, "<7    >"),
        ("<%.3d>", -7, "<-007>"),
        ("<%06.3d>", -7, "<  -007>"),
        ("<%-6.3x>", 10, "<00a   >"),
        ("<%.0d>", 0, "<>"),
        ("<%.d>", 1, "<1>"),
        ("<%#x>", 255, "<0xff>"),
        ("<%#08X>", 255, "<0X0000FF>"),
        ("<%#x>", 0, "<0>"),
        ("<%#o>", 8, "<010>"),
        ("<%#o>", 0, "<0>"),
        ("<%#.0o>", 0, "<0>"),
        ("<%#.4o>", 8, "<0010>"),
        ("<%u>", 0, "<0>"),
    ] {
        assert_eq!(get::<HostString>(&format(text, value)).0, expected, "{text}");
    }
    for (text, expected) in [
        ("%d %d", "format has 2 conversions, expected 1"),
        ("%s", "conversion '%s' is not supported"),
        ("%n", "conversion '%n' is not supported"),
        ("%", "conversion '%' is not supported"),
        ("%9999999999d", "conversion '%9999999999d' is not supported"),
        ("%1025d", "conversion '%1025d' is not supported"),
        ("%äd", "conversion '%äd' is not supported"),
        ("%*d", "conversion '%*d' is not supported"),
        ("%.1025d", "conversion '%.1025d' is not supported"),
        ("%ld", "conversion '%ld' is not supported"),
        ("%5", "conversion '%5' is not supported"),
        ("%5.", "conversion '%5.' is not supported"),
    ] {
        assert_eq!(message(&format(text, 1)), expected);
    }
}
