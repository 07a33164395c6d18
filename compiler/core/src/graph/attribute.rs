//! Attributes: compile-time constants on ops, functions and modules.

use super::Type;
use crate::source::Span;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use tfrt_bef::Blob;

/// A named set of attributes, sorted by name as MLIR's dictionaries are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attributes(Vec<Named>);

/// An attribute with its name. Where it stands in the text is no part of what it is.
#[derive(Clone, Debug)]
struct Named {
    name: String,
    value: Attribute,
    span: Span,
}

impl PartialEq for Named {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.value == other.value
    }
}

impl Eq for Named {}

impl Hash for Named {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.value.hash(state);
    }
}

/// One attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// `unit`: presence is the content.
    Unit,
    /// `true`, `false`, and integers with a type: the value's low bits, sign-extended to 128, so
    /// that every 64-bit integer of either sign fits. `i1` true is 1.
    Integer {
        /// The value.
        value: i128,
        /// `i32`, `ui8`, `index`, …
        ty: Type,
    },
    /// A float of type `f16`, `bf16`, `f32`, `f64`, by its raw bits in that type.
    Float {
        /// Bits, in the low end.
        bits: u64,
        /// The float type.
        ty: Type,
    },
    /// A string: any bytes.
    String(Arc<[u8]>),
    /// A type.
    Type(Type),
    /// An array.
    Array(Vec<Attribute>),
    /// A dictionary.
    Dictionary(Attributes),
    /// `@root::@nested`.
    Symbol {
        /// First name.
        root: String,
        /// The names inside it.
        nested: Vec<String>,
    },
    /// `dense<…> : tensor<…>`: elements row-major, little endian, i1 as one byte each, splats
    /// expanded only logically (`splat` says that `data` holds one element).
    Dense {
        /// The tensor or vector type.
        ty: Type,
        /// The element type.
        element: Type,
        /// Dimensions.
        shape: Vec<i64>,
        /// Element bytes.
        data: Blob,
        /// One element stands for all.
        splat: bool,
    },
    /// `dense_resource<name> : tensor<…>`: elements that stand apart.
    Resource(ResourceRef),
    /// Any other, by its text (`#corert.shape<2x?>`).
    Opaque(Arc<str>),
}

impl Attribute {
    /// The type that it has, if it has one.
    #[must_use]
    pub fn ty(&self) -> Option<&Type> {
        match self {
            Self::Integer { ty, .. } | Self::Float { ty, .. } | Self::Dense { ty, .. } => Some(ty),
            Self::Resource(resource) => Some(&resource.ty),
            _ => None,
        }
    }
}

/// What `dense_resource` names. Its name and type say what it is, its elements do not.
#[derive(Clone, Debug)]
pub struct ResourceRef {
    /// The name.
    pub name: Arc<str>,
    /// The tensor or vector type.
    pub ty: Type,
    /// The elements, as those of [`Attribute::Dense`], once the resource is resolved.
    pub data: Option<Blob>,
}

impl PartialEq for ResourceRef {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.ty == other.ty
    }
}

impl Eq for ResourceRef {}

impl Hash for ResourceRef {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.ty.hash(state);
    }
}

/// The bytes of one element, if all elements of a dense attribute are the same.
pub(crate) fn repeated_element(shape: &[i64], data: &[u8]) -> Option<usize> {
    let count = shape.iter().fold(1usize, |count, &dimension| {
        count.saturating_mul(usize::try_from(dimension).unwrap_or(0))
    });
    let size = data.len().checked_div(count).filter(|&size| size > 0)?;
    data.chunks_exact(size).all(|element| element == &data[..size]).then_some(size)
}

impl Attributes {
    /// No attributes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn find(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|named| named.name.as_str().cmp(name))
    }

    /// The attribute of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        self.find(name).ok().map(|i| &self.0[i].value)
    }

    /// Where the attribute of that name stands in the text that was parsed, if it was.
    #[must_use]
    pub fn span_of(&self, name: &str) -> Option<Span> {
        let span = self.find(name).ok().map(|i| self.0[i].span);
        span.filter(|&span| span != Span::default())
    }

    /// Adds or replaces; returns what was there.
    pub fn insert(&mut self, name: impl Into<String>, value: Attribute) -> Option<Attribute> {
        self.insert_at(name, value, Span::default())
    }

    /// The same for an attribute whose name stands at `span`.
    pub fn insert_at(
        &mut self,
        name: impl Into<String>,
        value: Attribute,
        span: Span,
    ) -> Option<Attribute> {
        let name = name.into();
        match self.find(&name) {
            Ok(i) => Some(std::mem::replace(&mut self.0[i], Named { name, value, span }).value),
            Err(i) => {
                self.0.insert(i, Named { name, value, span });
                None
            }
        }
    }

    /// Removes.
    pub fn remove(&mut self, name: &str) -> Option<Attribute> {
        self.find(name).ok().map(|i| self.0.remove(i).value)
    }

    /// In order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Attribute)> {
        self.0.iter().map(|named| (named.name.as_str(), &named.value))
    }

    /// The values with the places of their names in the text, in order of names.
    pub(crate) fn spanned_mut(&mut self) -> impl Iterator<Item = (Span, &mut Attribute)> {
        self.0.iter_mut().map(|named| (named.span, &mut named.value))
    }

    /// The places of the names are those of a text that no longer counts.
    pub(super) fn forget_spans(&mut self) {
        for named in &mut self.0 {
            named.span = Span::default();
        }
    }

    /// The values, in order of names.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Attribute> {
        self.0.iter_mut().map(|named| &mut named.value)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
