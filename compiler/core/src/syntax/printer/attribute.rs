//! Attributes as text.

use super::list;
use crate::graph::{Attribute, Type, repeated_element};
use crate::syntax::float::Format;
use crate::syntax::lexer::is_bare;
use std::fmt::{self, Write as _};

/// More elements than these print as hexadecimal bytes.
const HEX_ELEMENTS: usize = 100;

/// Whether a number shows its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShowType {
    /// Always.
    Always,
    /// Not the types that numbers have without one.
    UnlessDefault,
    /// Never: the context says it.
    Never,
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&show(self, ShowType::Always))
    }
}

/// `{name = value, unit}`.
pub(super) fn dictionary<'a>(
    attributes: impl IntoIterator<Item = (&'a str, &'a Attribute)>,
) -> String {
    let entries = attributes.into_iter().map(|(name, value)| {
        let name = if is_bare(name) { name.to_owned() } else { escape(name.as_bytes()) };
        match value {
            Attribute::Unit => name,
            value => format!("{name} = {value}"),
        }
    });
    format!("{{{}}}", list(entries))
}

/// `@name`, quoted if need be.
pub(super) fn symbol(name: &str) -> String {
    if is_bare(name) { format!("@{name}") } else { format!("@{}", escape(name.as_bytes())) }
}

/// A string in quotes. Everything that is not printable becomes two hexadecimal digits.
pub(in crate::syntax) fn escape(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for &byte in bytes {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'"' => out.push_str("\\22"),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\{byte:02X}");
            }
        }
    }
    out.push('"');
    out
}

/// An attribute's text.
pub(super) fn show(attribute: &Attribute, types: ShowType) -> String {
    let typed = |text: String, ty: &Type, default: &str| {
        let elided = match types {
            ShowType::Always => false,
            ShowType::UnlessDefault => ty.as_str() == default,
            ShowType::Never => true,
        };
        if elided { text } else { format!("{text} : {ty}") }
    };
    match attribute {
        Attribute::Unit => "unit".to_owned(),
        Attribute::Integer { value, ty } if ty.as_str() == "i1" => {
            if *value == 0 {
                "false".to_owned()
            } else {
                "true".to_owned()
            }
        }
        Attribute::Integer { value, ty } => typed(value.to_string(), ty, "i64"),
        Attribute::Float { bits, ty } => {
            let text = float(*bits, ty);
            // Without its type, a hexadecimal number would be an integer.
            let default = if text.starts_with("0x") { "" } else { "f64" };
            typed(text, ty, default)
        }
        Attribute::String(bytes) => escape(bytes),
        Attribute::Type(ty) => ty.to_string(),
        Attribute::Array(elements) => {
            format!("[{}]", list(elements.iter().map(|e| show(e, ShowType::UnlessDefault))))
        }
        Attribute::Dictionary(attributes) => dictionary(attributes.iter()),
        Attribute::Symbol { root, nested } => {
            let nested = nested.iter().map(|name| format!("::{}", symbol(name)));
            std::iter::once(symbol(root)).chain(nested).collect()
        }
        Attribute::Dense { ty, element, shape, data, splat } => {
            // As MLIR prints it, which keeps equal elements once.
            let repeated = if *splat { None } else { repeated_element(shape, data) };
            let data = repeated.map_or(&data[..], |size| &data[..size]);
            let elements = Elements::new(element, shape, data, *splat || repeated.is_some());
            format!("dense<{}> : {ty}", elements.map_or_else(String::new, |e| e.show()))
        }
        Attribute::Resource(resource) => {
            format!("dense_resource<{}> : {}", resource_key(&resource.name), resource.ty)
        }
        Attribute::Opaque(text) => text.to_string(),
    }
}

/// The name of a resource as it is written.
pub(super) fn resource_key(name: &str) -> String {
    if is_bare(name) { name.to_owned() } else { escape(name.as_bytes()) }
}

/// A number without its type.
pub(in crate::syntax) fn number(attribute: &Attribute) -> String {
    show(attribute, ShowType::Never)
}

/// The elements of a dense constant, all of them written out.
pub(in crate::syntax) fn elements(attribute: &Attribute) -> String {
    match attribute {
        Attribute::Dense { element, shape, data, splat, .. } => {
            Elements::new(element, shape, data, *splat).map_or_else(String::new, |e| e.listed())
        }
        other => show(other, ShowType::Never),
    }
}

/// A float constant's digits.
fn float(bits: u64, ty: &Type) -> String {
    Format::of(ty.as_str()).map_or_else(|| format!("0x{bits:X}"), |format| format.print(bits))
}

/// The elements of a dense constant.
struct Elements<'a> {
    /// The type of a number, which is half an element if that is complex.
    number: Type,
    element: &'a str,
    shape: &'a [i64],
    data: &'a [u8],
    splat: bool,
    /// Bytes of an element.
    width: usize,
}

impl<'a> Elements<'a> {
    /// `None` if there are none.
    fn new(element: &'a Type, shape: &'a [i64], data: &'a [u8], splat: bool) -> Option<Self> {
        let element = element.as_str();
        let count = if splat {
            1
        } else {
            let sizes = shape.iter().map(|&size| usize::try_from(size).ok());
            sizes.reduce(|count, size| count?.checked_mul(size?)).unwrap_or(Some(1))?
        };
        let width = data.len().checked_div(count).filter(|&width| width > 0)?;
        let number = element.strip_prefix("complex<").and_then(|e| e.strip_suffix('>'));
        let number = Type::new(number.unwrap_or(element));
        Some(Self { number, element, shape, data, splat, width })
    }

    /// What stands between `<` and `>`.
    fn show(&self) -> String {
        if self.splat || self.shape.is_empty() {
            return self.one(self.data);
        }
        if self.data.len() / self.width > HEX_ELEMENTS {
            return self.hex();
        }
        self.listed()
    }

    /// All elements as lists.
    fn listed(&self) -> String {
        if self.shape.is_empty() {
            return self.one(self.data);
        }
        let mut out = String::new();
        let last = self.data.len() / self.width - 1;
        for (index, element) in self.data.chunks_exact(self.width).enumerate() {
            out.push_str(&"[".repeat(self.edges(index)));
            out.push_str(&self.one(element));
            out.push_str(&"]".repeat(self.edges(index + 1)));
            out.push_str(if index < last { ", " } else { "" });
        }
        out
    }

    /// How many lists begin or end before the element of that index.
    fn edges(&self, index: usize) -> usize {
        let mut size = 1_usize;
        let sizes = self.shape.iter().rev().map_while(|&dimension| {
            size = size.saturating_mul(usize::try_from(dimension).ok()?);
            index.is_multiple_of(size).then_some(())
        });
        sizes.count()
    }

    /// One element.
    fn one(&self, bytes: &[u8]) -> String {
        if self.element.starts_with("complex<") {
            let (real, imaginary) = bytes.split_at(bytes.len() / 2);
            return format!("({},{})", self.part(real), self.part(imaginary));
        }
        self.part(bytes)
    }

    /// One number.
    fn part(&self, bytes: &[u8]) -> String {
        let mut word = [0; 8];
        let length = bytes.len().min(8);
        word[..length].copy_from_slice(&bytes[..length]);
        let bits = u64::from_le_bytes(word);
        let ty = self.number.as_str();
        if Format::of(ty).is_some() {
            return float(bits, &self.number);
        }
        match ty {
            "i1" => (bits != 0).to_string(),
            _ if ty.starts_with("ui") => bits.to_string(),
            _ => {
                let unused = 64 - 8 * u32::try_from(length).unwrap_or(8);
                ((bits << unused) as i64 >> unused).to_string()
            }
        }
    }

    /// All bytes as digits; truth values are packed.
    fn hex(&self) -> String {
        let bytes: Vec<u8> = if self.element == "i1" {
            let pack = |bits: &[u8]| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | (bit & 1));
            self.data.chunks(8).map(pack).collect()
        } else {
            self.data.to_vec()
        };
        let mut out = String::from("\"0x");
        for byte in bytes {
            // Writing to a string cannot fail.
            let _ = write!(out, "{byte:02X}");
        }
        out.push('"');
        out
    }
}
