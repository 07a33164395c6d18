//! Attributes: the decoded value, and the table that holds them as checked bytes.

mod builder;
pub(crate) mod decode;

pub use builder::AttributesBuilder;

use crate::blob::Blob;
use crate::cursor::widen;
use crate::dtype::{AttributeType, DType};
use crate::error::{AttributeError, ErrorKind};

/// An attribute, decoded. Only the elements of tensors are shared with what it was decoded from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// An integer (`I1` included) or a float.
    Scalar {
        /// The type of the number.
        dtype: DType,
        /// Its raw bits, zero-extended.
        bits: u64,
    },
    /// A type.
    Type(DType),
    /// A byte string, not necessarily text.
    String(Vec<u8>),
    /// A function name.
    Function(Vec<u8>),
    /// Numbers of one type.
    Array(Numbers),
    /// A list of types.
    TypeArray(Vec<DType>),
    /// A list without elements, whatever its elements might have been.
    EmptyArray,
    /// A list of attributes of several kinds.
    Aggregate(Vec<Attribute>),
    /// A tensor shape with the size of each dimension (negative: unknown), or `None` when even the
    /// rank is unknown.
    Shape(Option<Vec<i64>>),
    /// A dense tensor.
    Dense(Box<Dense>),
    /// A symbol in a compiled module.
    SymbolRef(Box<SymbolRef>),
}

/// Numbers of one type, each in as many bytes as its type has: very many attributes are decoded, so
/// they are kept small.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Numbers {
    dtype: DType,
    /// Little endian.
    bytes: Vec<u8>,
}

/// A dense tensor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dense {
    /// The type of an element.
    pub dtype: DType,
    /// The size of each dimension.
    pub shape: Vec<i64>,
    /// The elements, little endian and row by row; an `I1` element takes a byte. Those of a decoded
    /// attribute are a part of its file.
    pub data: Blob,
}

/// A symbol in a compiled module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SymbolRef {
    /// The outermost name, that of the module.
    pub root: String,
    /// The names below it, outermost first.
    pub nested: Vec<String>,
    /// The text of the whole module.
    pub module: String,
}

impl Numbers {
    /// Numbers by their raw bits, those beyond the type's width left out.
    #[must_use]
    pub fn new(dtype: DType, bits: impl IntoIterator<Item = u64>) -> Numbers {
        let size = width(dtype);
        let bits = bits.into_iter().map(u64::to_le_bytes);
        Numbers { dtype, bytes: bits.flat_map(|bytes| bytes.into_iter().take(size)).collect() }
    }

    /// Numbers of a type with a width, as they lie in a file.
    pub(crate) fn from_bytes(dtype: DType, bytes: &[u8]) -> Numbers {
        Numbers { dtype, bytes: bytes.to_vec() }
    }

    /// The type of each number.
    #[must_use]
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(width(self.dtype)).unwrap_or_default()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The raw bits of each number, zero-extended.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.bytes.chunks_exact(width(self.dtype)).map(decode::number)
    }
}

/// The bytes of a number; of a type that has no numbers, as many as its bits may take.
fn width(dtype: DType) -> usize {
    dtype.size().map_or(8, |size| size.min(8))
}

impl Attribute {
    /// How the format classes this attribute.
    #[must_use]
    pub fn attribute_type(&self) -> AttributeType {
        match self {
            Attribute::Scalar { dtype, .. } => AttributeType::Scalar(*dtype),
            Attribute::Type(_) => AttributeType::Type,
            Attribute::String(_) => AttributeType::String,
            Attribute::Function(_) => AttributeType::Function,
            Attribute::Array(numbers) if !numbers.is_empty() => AttributeType::Array(numbers.dtype),
            Attribute::TypeArray(types) if !types.is_empty() => AttributeType::TypeArray,
            Attribute::Array(_) | Attribute::TypeArray(_) | Attribute::EmptyArray => {
                AttributeType::Array(DType::I32)
            }
            Attribute::Aggregate(_) => AttributeType::Aggregate,
            Attribute::Shape(_) => AttributeType::Shape,
            Attribute::Dense(_) => AttributeType::Dense,
            Attribute::SymbolRef(_) => AttributeType::SymbolRef,
        }
    }
}

impl Attribute {
    /// The bytes that the decoded attribute takes, what it owns included; what it shares is its
    /// owner's. A file may name one attribute often: whoever decodes it each time has to count.
    #[must_use]
    pub fn size(&self) -> usize {
        let owned = match self {
            Attribute::Scalar { .. } | Attribute::Type(_) | Attribute::EmptyArray => 0,
            Attribute::String(bytes) | Attribute::Function(bytes) => bytes.len(),
            Attribute::Array(numbers) => numbers.bytes.len(),
            Attribute::TypeArray(types) => size_of_val(types.as_slice()),
            Attribute::Aggregate(elements) => elements.iter().map(Attribute::size).sum(),
            Attribute::Shape(shape) => shape.as_ref().map_or(0, |it| size_of_val(it.as_slice())),
            Attribute::Dense(dense) => {
                size_of::<Dense>().saturating_add(size_of_val(dense.shape.as_slice()))
            }
            Attribute::SymbolRef(symbol) => {
                let names = symbol.nested.iter();
                let names = names.map(|name| size_of_val(name).saturating_add(name.len()));
                names
                    .fold(size_of::<SymbolRef>(), usize::saturating_add)
                    .saturating_add(symbol.root.len())
                    .saturating_add(symbol.module.len())
            }
        };
        size_of::<Attribute>().saturating_add(owned)
    }
}

/// Where an attribute lies in the attribute section, and what it is if the file tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttributeEntry {
    /// The first byte of the value, counted from the start of the section.
    pub offset: u32,
    /// What the value is; `None` in a file without the optional type section.
    pub attribute_type: Option<AttributeType>,
}

/// The attribute table: values in file order, as bytes that the reader has checked.
///
/// A file with types lists every attribute. In one without, the entries are the offsets that kernels
/// use, in ascending order, and [`Attributes::decode_at`] needs to be told what to expect.
#[derive(Clone, Debug)]
pub struct Attributes {
    pub(crate) bytes: Blob,
    pub(crate) entries: Vec<AttributeEntry>,
    /// The alignment of the section. It says how the bytes are laid out, not what they are, and a
    /// file without types only hints at it.
    pub(crate) alignment: u8,
}

impl PartialEq for Attributes {
    fn eq(&self, other: &Attributes) -> bool {
        self.bytes == other.bytes && self.entries == other.entries
    }
}

impl Eq for Attributes {}

impl Default for Attributes {
    fn default() -> Attributes {
        Attributes { bytes: Blob::default(), entries: Vec::new(), alignment: 1 }
    }
}

impl Attributes {
    /// The number of attributes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Where the attributes lie, in file order.
    #[must_use]
    pub fn entries(&self) -> &[AttributeEntry] {
        &self.entries
    }

    /// The raw bytes of the attribute section.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Decodes an attribute of the table by its index.
    ///
    /// # Errors
    /// The index is out of range, the file does not tell the type, or the bytes are malformed (which
    /// they are not in a table from [`read`](crate::read) or from a builder).
    pub fn get(&self, index: u32) -> Result<Attribute, AttributeError> {
        let entry = self
            .entries
            .get(widen(index))
            .ok_or(AttributeError { offset: 0, kind: ErrorKind::AttributeIndex(index) })?;
        let attribute_type = entry.attribute_type.ok_or(AttributeError {
            offset: widen(entry.offset),
            kind: ErrorKind::UntypedAttribute,
        })?;
        self.decode_at(entry.offset, attribute_type)
    }

    /// What [`Attribute::size`] of the value at an offset will be. A small file may hold what takes
    /// much memory, so whoever must not take too much asks first.
    ///
    /// # Errors
    /// The bytes there are no value of that type.
    pub fn size_at(
        &self,
        offset: u32,
        attribute_type: AttributeType,
    ) -> Result<usize, AttributeError> {
        decode::size(&self.bytes, offset, attribute_type)
    }

    /// Decodes the bytes at an offset as a value of the given type, checking bounds.
    ///
    /// # Errors
    /// The bytes there are no value of that type.
    pub fn decode_at(
        &self,
        offset: u32,
        attribute_type: AttributeType,
    ) -> Result<Attribute, AttributeError> {
        decode::decode(&self.bytes, offset, attribute_type)
    }
}
