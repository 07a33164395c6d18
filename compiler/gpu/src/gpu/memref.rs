//! Types of memory.

use crate::names;
use tfrt_compiler::graph::Type;
use tfrt_op::content_of;

/// The shape and the elements of `memref<2x?xf32>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Memref<'a> {
    /// The sizes; `None` for those that the type does not say.
    pub(super) shape: Vec<Option<i64>>,
    pub(super) element: &'a str,
}

impl<'a> Memref<'a> {
    pub(super) fn of(ty: &'a str) -> Option<Self> {
        let mut rest = ty.strip_prefix("memref<")?;
        let element = content_of(ty)?;
        let mut shape = Vec::new();
        while let Some(size) = rest.split_once('x').map(|(size, _)| size)
            && (size == "?"
                || (!size.is_empty() && size.bytes().all(|digit| digit.is_ascii_digit())))
        {
            shape.push(size.parse().ok());
            rest = &rest[size.len() + 1..];
        }
        rest.starts_with(element).then_some(Self { shape, element })
    }

    /// The sizes, if the type says all.
    pub(super) fn sizes(&self) -> Option<Vec<i64>> {
        self.shape.iter().copied().collect()
    }

    /// How many elements it has.
    pub(super) fn count(&self) -> Option<i64> {
        let mut sizes = self.sizes()?.into_iter();
        sizes.try_fold(1_i64, i64::checked_mul)
    }

    /// How many bytes it has.
    pub(super) fn bytes(&self) -> Option<i64> {
        self.count()?.checked_mul(bytes(self.element)?)
    }
}

/// The bytes of an element.
fn bytes(element: &str) -> Option<i64> {
    if let Some(part) = element.strip_prefix("complex<").and_then(|it| it.strip_suffix('>')) {
        return bytes(part)?.checked_mul(2);
    }
    match element {
        "index" => return Some(8),
        "bf16" => return Some(2),
        _ => {}
    }
    let digits = element.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let bits: i64 = digits.parse().ok()?;
    match element.strip_suffix(digits)? {
        "i" | "si" | "ui" if (1..=64).contains(&bits) => Some((bits + 7) / 8),
        "f" if matches!(bits, 16 | 32 | 64) => Some(bits / 8),
        _ => None,
    }
}

/// The type of buffers in the place of one with memrefs; `None` if it has none.
pub(super) fn as_buffer(ty: &str) -> Option<Type> {
    const VALUE: &str = "!async.value<";
    if ty.starts_with("memref<") {
        return Some(Type::new(names::BUFFER));
    }
    let inner = ty.strip_prefix(VALUE)?.strip_suffix('>')?;
    inner.starts_with("memref<").then(|| Type::new(&format!("{VALUE}{}>", names::BUFFER)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_type() {
        for (ty, bytes) in [
            ("memref<2x3xf32>", Some(24)),
            ("memref<i1>", Some(1)),
            ("memref<4xcomplex<f64>, 1>", Some(64)),
            ("memref<0x5xi64, strided<[1, 2]>>", Some(0)),
            ("memref<3xbf16>", Some(6)),
            ("memref<3xindex>", Some(24)),
            ("memref<?xf32>", None),
            ("memref<*xf32>", None),
            ("memref<2x!a.b>", None),
            ("memref<9223372036854775807x2xi8>", None),
            ("memref<9223372036854775807xi64>", None),
            ("memref<2xi128>", None),
        ] {
            assert_eq!(Memref::of(ty).and_then(|it| it.bytes()), bytes, "{ty}");
        }
        assert_eq!(Memref::of("tensor<2xf32>"), None);
    }
}
