//! Options of passes: `name=value` between blanks, values that are lists with commas between.

use tfrt_compiler::source::{Diagnostic, Span};

/// The values of the options of these names, in their order; `None` for one that is not given.
///
/// # Errors
/// There is another option, or one twice.
pub(crate) fn parse<'a, const N: usize>(
    text: &'a str,
    names: [&str; N],
) -> Result<[Option<&'a str>; N], Vec<Diagnostic>> {
    let mut values = [None; N];
    for word in text.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let Some(at) = names.iter().position(|known| *known == name) else {
            let known = names.join("', '");
            return wrong(format!("there is no option '{name}'; the pass has '{known}'"));
        };
        if values[at].replace(value).is_some() {
            return wrong(format!("option '{name}' is given twice"));
        }
    }
    Ok(values)
}

/// The elements of a list.
pub(crate) fn list(value: Option<&str>) -> impl Iterator<Item = &str> {
    value.unwrap_or_default().split(',').filter(|element| !element.is_empty())
}

/// An error that is no place's.
pub(crate) fn wrong<T>(message: impl Into<String>) -> Result<T, Vec<Diagnostic>> {
    Err(vec![Diagnostic::error(Span::default(), message.into())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_names_and_values() {
        let parsed = parse("b=1,2  a=x", ["a", "b", "c"]).unwrap();
        assert_eq!(parsed, [Some("x"), Some("1,2"), None]);
        assert_eq!(list(parsed[1]).collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!(list(None).count() + list(Some("")).count(), 0);
        for (text, message) in [
            ("d=1", "there is no option 'd'; the pass has 'a', 'b'"),
            ("a=1 a=2", "option 'a' is given twice"),
        ] {
            assert_eq!(parse(text, ["a", "b"]).unwrap_err()[0].message, message);
        }
    }
}
