//! Types, by their canonical MLIR text.

use std::fmt;
use std::sync::Arc;

/// An MLIR type. Kept as its canonical text (`i32`, `!tfrt.chain`, `tensor<2x3xi32>`), which is
/// what BEF stores and what the catalogue knows types by. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type(Arc<str>);

impl Type {
    /// A type of that canonical text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(Arc::from(text))
    }

    /// The canonical text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether both are copies of one type: then they are equal. Costs a comparison of addresses.
    #[inline]
    #[must_use]
    pub fn is_copy_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The dimensions and the element type of a ranked tensor or vector; an unknown dimension is
    /// negative, as BEF has it.
    #[must_use]
    pub fn ranked_shape(&self) -> Option<(Vec<i64>, Self)> {
        let text = self.0.strip_prefix("tensor<").or_else(|| self.0.strip_prefix("vector<"))?;
        let mut rest = text.strip_suffix('>')?;
        let mut shape = Vec::new();
        loop {
            let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let size = &rest[..rest.len() - digits.len()];
            if let Some(after) = digits.strip_prefix('x').filter(|_| !size.is_empty()) {
                shape.push(size.parse().ok()?);
                rest = after;
            } else if let Some(after) = rest.strip_prefix("?x") {
                shape.push(-1);
                rest = after;
            } else {
                break;
            }
        }
        // `tensor<*x…>` and scalable vectors have no shape of this kind.
        let plain = !rest.starts_with(['*', '[']);
        // What follows the element, outside its own brackets, is the encoding.
        let mut depth = 0_usize;
        let end = rest.find(|c: char| {
            match c {
                '<' | '(' | '[' | '{' => depth += 1,
                '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            c == ',' && depth == 0
        });
        plain.then(|| (shape, Self::new(&rest[..end.unwrap_or(rest.len())])))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
