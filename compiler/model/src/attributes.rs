//! Attributes that are integers, and lists of them; those of windows.

use tfrt_compiler::graph::{Attribute, Attributes, Type};
use tfrt_host::kernel::shapes::Window;

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

/// Calls `of` with the window that a convolution has by its attributes, with its groups, and with its attribute
/// `winograd`.
pub(crate) fn with_window<R>(
    attributes: &Attributes,
    kernel: &[i64],
    of: impl FnOnce(&Window<'_>, (i64, Option<i64>)) -> R,
) -> R {
    let numbers = |name: &str| integers(attributes, name).unwrap_or_default();
    let number = |name: &str| numbers(name).first().copied().unwrap_or_default();
    let window = Window {
        kernel,
        strides: &numbers("strides"),
        pads: &numbers("pads"),
        dilations: &numbers("dilations"),
        ceil_mode: false,
        auto_pad: number("auto_pad"),
    };
    let winograd = integers(attributes, "winograd").and_then(|all| all.first().copied());
    of(&window, (number("group"), winograd))
}
