//! Shapes, which are attributes that BEF has an encoding for and MLIR's builtin dialect has not:
//! `#corert.shape<2x?x3>`, `#corert.shape<>` of a scalar, `#corert.shape<*>` of anything.

/// The encoding of an unknown dimension.
const UNKNOWN_DIMENSION: i64 = -1;

/// Parses a shape: `Some(None)` if unranked, `None` if the text is not a shape.
pub(crate) fn parse(text: &str) -> Option<Option<Vec<i64>>> {
    let inner = text.strip_prefix("#corert.shape<")?.strip_suffix('>')?.trim();
    match inner {
        "*" => Some(None),
        "" => Some(Some(Vec::new())),
        _ => inner
            .split('x')
            .map(|dimension| match dimension.trim() {
                "?" => Some(UNKNOWN_DIMENSION),
                number => number.parse().ok().filter(|&size: &i64| size >= 0),
            })
            .collect::<Option<_>>()
            .map(Some),
    }
}

/// The text of a shape.
pub(crate) fn text(dimensions: Option<&[i64]>) -> String {
    let inner = match dimensions {
        None => "*".to_owned(),
        Some(dimensions) => dimensions
            .iter()
            .map(|&size| if size < 0 { "?".to_owned() } else { size.to_string() })
            .collect::<Vec<_>>()
            .join("x"),
    };
    format!("#corert.shape<{inner}>")
}

/// The canonical text of a shape, so that equal shapes are equal attributes.
pub(crate) fn canonical(other: &str) -> Option<String> {
    Some(text(parse(other)?.as_deref()))
}
