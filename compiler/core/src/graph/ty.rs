//! Types, by their canonical MLIR text.

use std::fmt;
use std::sync::Arc;

/// An MLIR type. Kept as its canonical text (`i32`, `!tfrt.chain`, `tensor<2x3xi32>`), which is
/// what BEF stores and what the catalogue knows types by; [`Type::kind`] takes it apart. Cheap to
/// clone.
///
/// ```
/// use tfrt_compiler::graph::{Type, TypeKind};
///
/// let ty = Type::new("tensor<2x?xf32>");
/// let TypeKind::Shaped { shape, element } = ty.kind() else { panic!("a ranked tensor") };
/// assert_eq!((shape.as_slice(), element.kind()), (&[2, -1][..], TypeKind::Float("f32")));
///
/// let ty = Type::new("!my.box<i32>");
/// let parameters = Some("i32");
/// assert_eq!(ty.kind(), TypeKind::Dialect { dialect: "my", name: "box", parameters });
/// ```
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

    /// What the type is made of.
    #[must_use]
    pub fn kind(&self) -> TypeKind<'_> {
        let text = self.as_str();
        if let Some(dialect) = text.strip_prefix('!') {
            return dialect_type(dialect);
        }
        let inside =
            |prefix| text.strip_prefix(prefix).and_then(|rest: &str| rest.strip_suffix('>'));
        if let Some(element) = inside("complex<") {
            return TypeKind::Complex(Self::new(element));
        }
        if let Some(shaped) = inside("tensor<").or_else(|| inside("vector<")) {
            return shaped_type(shaped).unwrap_or(TypeKind::Other);
        }
        match text {
            "index" => TypeKind::Index,
            "none" => TypeKind::Other,
            _ => match integer(text) {
                Some((sign, digits)) => digits
                    .parse()
                    .map_or(TypeKind::Other, |width| TypeKind::Integer { sign, width }),
                None if is_float(text) => TypeKind::Float(text),
                None => TypeKind::Other,
            },
        }
    }
}

/// What a type is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind<'a> {
    /// `i32`, `si8`, `ui64`.
    Integer {
        /// How its values are read.
        sign: Signedness,
        /// Its bits.
        width: u32,
    },
    /// `index`.
    Index,
    /// A builtin float type, by its name: `f32`, `bf16`, `f8E5M2`.
    Float(&'a str),
    /// `complex<f32>`, by its element.
    Complex(Type),
    /// A ranked tensor, or a vector that is not scalable.
    Shaped {
        /// The dimensions; an unknown one is negative, as BEF has it.
        shape: Vec<i64>,
        /// The element type.
        element: Type,
    },
    /// `!dialect.name<parameters>`. The name is empty where MLIR prints all between the brackets.
    Dialect {
        /// The dialect's name.
        dialect: &'a str,
        /// The type's name in the dialect.
        name: &'a str,
        /// What is between its angle brackets.
        parameters: Option<&'a str>,
    },
    /// A function, tuple, memref, unranked tensor, scalable vector or `none`.
    Other,
}

/// How the values of an integer type are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signedness {
    /// `i32`: each operation decides.
    Signless,
    /// `si32`.
    Signed,
    /// `ui32`.
    Unsigned,
}

/// Whether that is the name of a builtin float type.
#[must_use]
pub(crate) fn is_float(word: &str) -> bool {
    const NAMES: [&str; 18] = [
        "f4E2M1FN",
        "f6E2M3FN",
        "f6E3M2FN",
        "f8E3M4",
        "f8E4M3",
        "f8E4M3B11FNUZ",
        "f8E4M3FN",
        "f8E4M3FNUZ",
        "f8E5M2",
        "f8E5M2FNUZ",
        "f8E8M0FNU",
        "f16",
        "bf16",
        "f32",
        "f64",
        "tf32",
        "f80",
        "f128",
    ];
    NAMES.contains(&word)
}

/// The sign and the digits of the width of an integer type of that name.
#[must_use]
pub(crate) fn integer(word: &str) -> Option<(Signedness, &str)> {
    let digits = word.trim_start_matches(|c: char| !c.is_ascii_digit());
    let sign = match &word[..word.len() - digits.len()] {
        "i" => Signedness::Signless,
        "si" => Signedness::Signed,
        "ui" => Signedness::Unsigned,
        _ => return None,
    };
    let all = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    all.then_some((sign, digits))
}

/// A dialect's type, without its `!`.
fn dialect_type(text: &str) -> TypeKind<'_> {
    let (path, parameters) = match text.split_once('<') {
        Some((path, rest)) => (path, rest.strip_suffix('>')),
        None => (text, None),
    };
    let (dialect, name) = path.split_once('.').unwrap_or((path, ""));
    TypeKind::Dialect { dialect, name, parameters }
}

/// What is between the brackets of a tensor or vector, if it is ranked and not scalable.
fn shaped_type(text: &str) -> Option<TypeKind<'_>> {
    let mut rest = text;
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
    if rest.starts_with(['*', '[']) {
        return None;
    }
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
    let element = Type::new(&rest[..end.unwrap_or(rest.len())]);
    Some(TypeKind::Shaped { shape, element })
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
