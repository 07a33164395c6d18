//! Attributes: compile-time constants on ops, functions and modules.

use super::Type;
use std::sync::Arc;

/// A named set of attributes, sorted by name as MLIR's dictionaries are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attributes(Vec<(String, Attribute)>);

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
        data: Arc<[u8]>,
        /// One element stands for all.
        splat: bool,
    },
    /// Any other, by its text (`#corert.shape<2x?>`).
    Opaque(Arc<str>),
}

impl Attributes {
    /// No attributes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The attribute of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        self.0.binary_search_by(|(n, _)| n.as_str().cmp(name)).ok().map(|i| &self.0[i].1)
    }

    /// Adds or replaces; returns what was there.
    pub fn insert(&mut self, name: impl Into<String>, value: Attribute) -> Option<Attribute> {
        let name = name.into();
        match self.0.binary_search_by(|(n, _)| n.cmp(&name)) {
            Ok(i) => Some(std::mem::replace(&mut self.0[i].1, value)),
            Err(i) => {
                self.0.insert(i, (name, value));
                None
            }
        }
    }

    /// Removes.
    pub fn remove(&mut self, name: &str) -> Option<Attribute> {
        let i = self.0.binary_search_by(|(n, _)| n.as_str().cmp(name)).ok()?;
        Some(self.0.remove(i).1)
    }

    /// In order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Attribute)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The values, in order of names.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Attribute> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
