//! Positions, splitting and rendering.

use super::*;

#[test]
fn positions_count_bytes_from_one() {
    let mut source = Source::new("f.mlir", "ab\n\u{e4}c\n");
    source.first_line = 7;
    let lines = LineTable::new(&source);
    assert_eq!(lines.position(0), Position { line: 7, column: 1 });
    assert_eq!(lines.position(2), Position { line: 7, column: 3 });
    assert_eq!(lines.position(5), Position { line: 8, column: 3 });
    assert_eq!(lines.position(7), Position { line: 9, column: 1 });
}

#[test]
fn split_keeps_line_numbers() {
    let source = Source::new("f", "a\n// -----\nb\nc\n  // -----\n");
    let pieces = source.split();
    let shown: Vec<_> = pieces.iter().map(|p| (p.text.as_str(), p.first_line)).collect();
    assert_eq!(shown, [("a\n", 1), ("b\nc\n", 3), ("", 6)]);
}

#[test]
fn render_puts_the_caret_under_the_place() {
    let source = Source::new("f.mlir", "x\n\ty = z\r\nlast");
    let diagnostic =
        Diagnostic::error(Span::new(7, 8), "no 'z'").with_note(Span::new(10, 14), "but this");
    assert_eq!(
        render(&[diagnostic], &source),
        "f.mlir:2:6: error: no 'z'\n\ty = z\n\t    ^\nf.mlir:3:1: note: but this\nlast\n^\n"
    );
}

#[test]
fn render_is_total() {
    let source = Source::new("f", format!("{}\u{1F600}", "\u{e4}".repeat(1000)));
    for start in [0, 1, 999, 1000, 2000, 2003, 2004, u32::MAX] {
        let text = render(&[Diagnostic::error(Span::new(start, start), "m")], &source);
        assert!(text.len() < 1000, "{text}");
        assert_eq!(text.lines().count(), 3);
    }
    assert_eq!(
        render(&[Diagnostic::error(Span::default(), "m")], &Source::new("f", "")).lines().count(),
        3
    );
}
