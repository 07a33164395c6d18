//! Converts tokens back to text with the layout of the source file, so that the MLIR parser reads
//! inline programs too and its errors map to tokens.

use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};

/// Tokens as text, and which token each byte came from.
pub(crate) struct Layout {
    /// The text. Line breaks and columns are those of the source file.
    pub(crate) text: String,
    /// The file, as the compiler names it.
    pub(crate) file: String,
    /// The line of the text's first byte.
    pub(crate) first_line: u32,
    tokens: Vec<(usize, usize, Span)>,
}

struct Leaf {
    text: String,
    span: Span,
    /// First line and column, from one; zero where the compiler does not say.
    start: (usize, usize),
    /// This token is joint with the next.
    joint: bool,
}

impl Layout {
    /// Lays tokens out.
    pub(crate) fn new(tokens: TokenStream) -> Self {
        let mut leaves = Vec::new();
        flatten(tokens, &mut leaves);
        let placed = leaves.windows(2).all(|pair| pair[0].start < pair[1].start)
            && leaves.first().is_some_and(|leaf| leaf.start.0 > 0);
        let first_line = leaves.first().map_or(1, |leaf| leaf.start.0.max(1));
        let file = leaves.first().map_or_else(String::new, |leaf| leaf.span.unwrap().file());
        let mut layout = Self {
            text: String::new(),
            file,
            first_line: u32::try_from(first_line).unwrap_or(1),
            tokens: Vec::with_capacity(leaves.len()),
        };
        let (mut line, mut column) = (first_line, 1);
        let mut glued = true;
        for leaf in leaves {
            if placed {
                while line < leaf.start.0 {
                    layout.text.push('\n');
                    (line, column) = (line + 1, 1);
                }
                while column < leaf.start.1 {
                    layout.text.push(' ');
                    column += 1;
                }
            } else if !glued && leaf.text != "." && leaf.text != "#" {
                layout.text.push(' ');
            }
            let start = layout.text.len();
            layout.text.push_str(&leaf.text);
            layout.tokens.push((start, layout.text.len(), leaf.span));
            // A token may span lines (a string).
            for character in leaf.text.chars() {
                (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            glued = leaf.joint || matches!(leaf.text.as_str(), "%" | "@" | "!" | "^" | "#" | ".");
        }
        layout
    }

    /// The first and the last token of a part of the text, or the nearest after it; of an empty part,
    /// the one before it.
    pub(crate) fn spans(&self, part: tfrt_compiler::source::Span) -> (Span, Span) {
        let empty = part.start == part.end;
        let start = self.token((part.start as usize).saturating_sub(usize::from(empty)));
        let end = self.token((part.end as usize).saturating_sub(1));
        let place = |index: usize| {
            let token = self.tokens.get(index).or_else(|| self.tokens.last());
            token.map_or_else(Span::call_site, |&(_, _, span)| span)
        };
        (place(start), place(end.max(start)))
    }

    fn token(&self, offset: usize) -> usize {
        self.tokens.partition_point(|&(_, end, _)| end <= offset)
    }
}

fn flatten(tokens: TokenStream, leaves: &mut Vec<Leaf>) {
    // An explicit stack: nesting is the user's.
    let mut stack = vec![(tokens.into_iter(), None)];
    while let Some((tokens, close)) = stack.last_mut() {
        match tokens.next() {
            Some(TokenTree::Group(group)) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                if !open.is_empty() {
                    leaves.push(leaf(open.to_owned(), group.span_open(), false));
                }
                stack.push((group.stream().into_iter(), Some((close, group.span_close()))));
            }
            Some(TokenTree::Ident(ident)) => {
                leaves.push(leaf(ident.to_string(), ident.span(), false));
            }
            Some(TokenTree::Punct(punct)) => leaves.push(leaf(
                punct.as_char().to_string(),
                punct.span(),
                punct.spacing() == Spacing::Joint,
            )),
            Some(TokenTree::Literal(literal)) => {
                let text = literal.span().source_text().unwrap_or_else(|| literal.to_string());
                leaves.push(leaf(text, literal.span(), false));
            }
            None => {
                if let Some((close, span)) = *close
                    && !close.is_empty()
                {
                    leaves.push(leaf(close.to_owned(), span, false));
                }
                stack.pop();
            }
        }
    }
}

fn leaf(text: String, span: Span, joint: bool) -> Leaf {
    let start = span.unwrap().start();
    Leaf { text, span, start: (start.line(), start.column()), joint }
}
