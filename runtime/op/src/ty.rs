//! Types, by their canonical MLIR text.

use std::cmp::Ordering;
use std::fmt::{self, Write};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// The type that orders side effects.
pub const CHAIN: &str = "!tfrt.chain";

/// An MLIR type. Kept as its canonical text (`i32`, `!tfrt.chain`, `tensor<2x3xi32>`), which is
/// what BEF stores and what the catalogue knows types by. The text is taken apart once, when the
/// type is made; [`Type::kind`] only looks at the parts. A clone shares them.
///
/// ```
/// use tfrt_op::{Type, TypeKind};
///
/// let ty = Type::new("tensor<2x?xf32>");
/// let TypeKind::Shaped { shape, element } = ty.kind() else { panic!("a ranked tensor") };
/// assert_eq!((shape, element.kind()), (&[2, -1][..], TypeKind::Float("f32")));
/// assert_eq!(Type::tensor(element, shape), ty);
///
/// let ty = Type::new("!my.box<i32>");
/// let parameters = Some("i32");
/// assert_eq!(ty.kind(), TypeKind::Dialect { dialect: "my", name: "box", parameters });
/// ```
#[derive(Clone)]
pub struct Type(Arc<Inner>);

struct Inner {
    text: Box<str>,
    parts: Parts,
}

/// What a type is made of. Names are places in its text.
enum Parts {
    Integer { sign: Signedness, width: u32 },
    Index,
    Float,
    Complex(Type),
    Shaped { shape: Box<[i64]>, element: Type },
    Unranked { element: Type },
    Dialect { dialect: Range<usize>, name: Range<usize>, parameters: Option<Range<usize>> },
    Other,
}

/// How deep a type is taken apart. MLIR nests builtin types no deeper than a vector in a tensor; a text
/// that claims more must not cost memory for each level of all that is inside.
const DEPTH: u32 = 4;

impl Type {
    /// A type of that canonical text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self::at_depth(text, 0)
    }

    /// The ranked tensor of that element type and shape; an unknown size is negative.
    ///
    /// ```
    /// use tfrt_op::Type;
    ///
    /// assert_eq!(Type::tensor(&Type::new("f32"), &[2, -1]).as_str(), "tensor<2x?xf32>");
    /// assert_eq!(Type::tensor(&Type::new("i1"), &[]).as_str(), "tensor<i1>");
    /// ```
    #[must_use]
    pub fn tensor(element: &Self, shape: &[i64]) -> Self {
        let mut text = "tensor<".to_owned();
        for size in shape {
            // Writing to a string does not fail.
            let _ = match size {
                0.. => write!(text, "{size}x"),
                _ => text.write_str("?x"),
            };
        }
        text.push_str(element.as_str());
        text.push('>');
        Self::new(&text)
    }

    /// The tensor of that element type whose rank is unknown.
    ///
    /// ```
    /// use tfrt_op::{Type, TypeKind};
    ///
    /// let ty = Type::unranked_tensor(&Type::new("f32"));
    /// assert_eq!(ty.as_str(), "tensor<*xf32>");
    /// assert_eq!(ty.kind(), TypeKind::Unranked { element: &Type::new("f32") });
    /// ```
    #[must_use]
    pub fn unranked_tensor(element: &Self) -> Self {
        Self::new(&format!("tensor<*x{element}>"))
    }

    /// The canonical text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0.text
    }

    /// What the type is made of.
    #[must_use]
    pub fn kind(&self) -> TypeKind<'_> {
        let text = |place: &Range<usize>| self.0.text.get(place.clone()).unwrap_or_default();
        match &self.0.parts {
            Parts::Integer { sign, width } => TypeKind::Integer { sign: *sign, width: *width },
            Parts::Index => TypeKind::Index,
            Parts::Float => TypeKind::Float(self.as_str()),
            Parts::Complex(part) => TypeKind::Complex(part),
            Parts::Shaped { shape, element } => TypeKind::Shaped { shape, element },
            Parts::Unranked { element } => TypeKind::Unranked { element },
            Parts::Dialect { dialect, name, parameters } => TypeKind::Dialect {
                dialect: text(dialect),
                name: text(name),
                parameters: parameters.as_ref().map(text),
            },
            Parts::Other => TypeKind::Other,
        }
    }

    fn at_depth(text: &str, depth: u32) -> Self {
        let parts = if depth < DEPTH { Parts::of(text, depth) } else { Parts::Other };
        Self(Arc::new(Inner { text: text.into(), parts }))
    }
}

/// What a type is made of.
///
/// ```
/// use tfrt_op::{Signedness, Type, TypeKind};
///
/// let ty = Type::new("tensor<*xui8>");
/// let TypeKind::Unranked { element } = ty.kind() else { panic!("a tensor of unknown rank") };
/// assert_eq!(element.kind(), TypeKind::Integer { sign: Signedness::Unsigned, width: 8 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    Complex(&'a Type),
    /// A ranked tensor, or a vector that is not scalable.
    Shaped {
        /// The dimensions; an unknown one is negative, as BEF has it.
        shape: &'a [i64],
        /// The element type.
        element: &'a Type,
    },
    /// A tensor of unknown rank: `tensor<*xf32>`.
    Unranked {
        /// The element type.
        element: &'a Type,
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
    /// A function, tuple, memref, scalable vector or `none`.
    Other,
}

/// How the values of an integer type are read.
///
/// ```
/// use tfrt_op::{Signedness, Type, TypeKind};
///
/// let signless = TypeKind::Integer { sign: Signedness::Signless, width: 32 };
/// assert_eq!(Type::new("i32").kind(), signless);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signedness {
    /// `i32`: each operation decides.
    Signless,
    /// `si32`.
    Signed,
    /// `ui32`.
    Unsigned,
}

impl Parts {
    fn of(text: &str, depth: u32) -> Self {
        if text.starts_with('!') {
            return Self::of_dialect(text);
        }
        let inside =
            |prefix| text.strip_prefix(prefix).and_then(|rest: &str| rest.strip_suffix('>'));
        if let Some(element) = inside("complex<") {
            return Self::Complex(Type::at_depth(element, depth + 1));
        }
        if let Some(tensor) = inside("tensor<") {
            if let Some(element) = tensor.strip_prefix("*x") {
                let element = Type::at_depth(before_encoding(element), depth + 1);
                return Self::Unranked { element };
            }
            return Self::shaped(tensor, depth).unwrap_or(Self::Other);
        }
        if let Some(vector) = inside("vector<") {
            return Self::shaped(vector, depth).unwrap_or(Self::Other);
        }
        match text {
            "index" => Self::Index,
            "none" => Self::Other,
            _ => match integer(text) {
                Some((sign, digits)) => {
                    digits.parse().map_or(Self::Other, |width| Self::Integer { sign, width })
                }
                None if is_float(text) => Self::Float,
                None => Self::Other,
            },
        }
    }

    /// A dialect's type, with its `!`.
    fn of_dialect(text: &str) -> Self {
        let (end, parameters) = match text.find('<') {
            Some(open) => (open, text.ends_with('>').then(|| open + 1..text.len() - 1)),
            None => (text.len(), None),
        };
        let (dialect, name) = match text[..end].find('.') {
            Some(dot) => (1..dot, dot + 1..end),
            None => (1..end, end..end),
        };
        Self::Dialect { dialect, name, parameters }
    }

    /// What is between the brackets of a tensor or vector, if it is ranked and not scalable.
    fn shaped(text: &str, depth: u32) -> Option<Self> {
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
        let element = Type::at_depth(before_encoding(rest), depth + 1);
        Some(Self::Shaped { shape: shape.into(), element })
    }
}

/// The element of a tensor: what follows it, outside its own brackets, is the encoding.
fn before_encoding(text: &str) -> &str {
    let mut depth = 0_usize;
    let end = text.find(|c: char| {
        match c {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    &text[..end.unwrap_or(text.len())]
}

/// Whether that is the name of a builtin float type.
#[must_use]
pub fn is_float(word: &str) -> bool {
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
pub fn integer(word: &str) -> Option<(Signedness, &str)> {
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

/// The suffix of the name of a type family.
const ANY_PARAMETERS: &str = "<..>";

/// Whether this is the name of a type family.
#[must_use]
pub const fn is_type_family(name: &str) -> bool {
    matches!(name.as_bytes(), [.., b'<', b'.', b'.', b'>'])
}

/// Whether this is the name of a family of builtin types, `tensor<..>`: values of these are compared with the
/// member that a program names. What the parameters of a dialect's type say is the dialect's own affair.
///
/// ```
/// assert!(tfrt_op::is_checked_family("tensor<..>") && !tfrt_op::is_checked_family("!my.box<..>"));
/// ```
#[must_use]
pub const fn is_checked_family(name: &str) -> bool {
    is_type_family(name) && !matches!(name.as_bytes(), [b'!', ..])
}

/// The name of the family that a parametric MLIR type belongs to: `tensor<..>` of `tensor<2xf32>`.
#[must_use]
pub fn type_family(ty: &str) -> Option<String> {
    let (name, _) = ty.strip_suffix('>')?.split_once('<')?;
    Some(format!("{name}{ANY_PARAMETERS}"))
}

/// Whether an MLIR type is the type of that name, or belongs to the family of that name.
#[must_use]
pub fn is_of_type(ty: &str, name: &str) -> bool {
    ty == name || (is_type_family(name) && type_family(ty).is_some_and(|family| family == name))
}

impl PartialEq for Type {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.as_str() == other.as_str()
    }
}

impl Eq for Type {}

impl PartialOrd for Type {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The order of the texts.
impl Ord for Type {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Type {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tensors_are_ranked_or_not() {
        let f32 = Type::new("f32");
        for text in ["tensor<*xf32>", "tensor<*xf32, \"a\">"] {
            assert_eq!(Type::new(text).kind(), TypeKind::Unranked { element: &f32 });
        }
        let shaped = Type::new("tensor<4x?xcomplex<f32>, #my.order<1, 0>>");
        let complex = Type::new("complex<f32>");
        assert_eq!(shaped.kind(), TypeKind::Shaped { shape: &[4, -1], element: &complex });
        for other in ["vector<*xf32>", "vector<[4]xf32>", "tuple<i32>", "none", "i", "i99999999999"]
        {
            assert_eq!(Type::new(other).kind(), TypeKind::Other, "{other}");
        }
    }

    #[test]
    fn types_of_dialects_have_a_name_or_none() {
        let kind = |dialect, name, parameters| TypeKind::Dialect { dialect, name, parameters };
        assert_eq!(Type::new("!tfrt.chain").kind(), kind("tfrt", "chain", None));
        assert_eq!(Type::new("!my<a.b>").kind(), kind("my", "", Some("a.b")));
        assert_eq!(Type::new("!my.box<i32").kind(), kind("my", "box", None));
        assert_eq!(Type::new("!").kind(), kind("", "", None));
    }

    #[test]
    fn claims_of_depth_are_cheap() {
        let text = "complex<".repeat(100_000) + &">".repeat(100_000);
        let ty = Type::new(&text);
        let TypeKind::Complex(part) = ty.kind() else { panic!("it is complex") };
        assert!(matches!(part.kind(), TypeKind::Complex(_)));
    }
}
