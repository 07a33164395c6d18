//! Attributes that are integers, and lists of them.

use tfrt_compiler::graph::{Attribute, Attributes, Type};

/// The numbers of an attribute, which is one or a list of them.
pub(crate) fn integers(attributes: &Attributes, name: &str) -> Option<Vec<i64>> {
    let number = |attribute: &Attribute| match attribute {
        Attribute::Integer { value, .. } => i64::try_from(*value).ok(),
        _ => None,
    };
    match attributes.get(name)? {
        Attribute::Array(all) => all.iter().map(number).collect(),
        one => number(one).map(|number| vec![number]),
    }
}

/// A list of numbers.
pub(crate) fn list(numbers: &[i64]) -> Attribute {
    let number = |&number: &i64| Attribute::Integer { value: number.into(), ty: Type::new("i64") };
    Attribute::Array(numbers.iter().map(number).collect())
}
