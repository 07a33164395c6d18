//! Attributes: the decoded value, and the table of checked bytes.

mod builder;
pub(crate) mod decode;
mod outside;

pub use builder::AttributesBuilder;
pub use outside::Outside;

use crate::attribute_type::AttributeType;
use crate::blob::Blob;
use crate::cursor::widen;
use crate::dtype::DType;
use crate::error::{AttributeError, ErrorKind};

/// A decoded attribute. Only the elements of tensors are shared with the encoded bytes.
///
/// ```
/// use tfrt_bef::{Attribute, DType};
/// let one = Attribute::Scalar { dtype: DType::F32, bits: 1.0_f32.to_bits().into() };
/// assert_ne!(one, Attribute::String(b"1".to_vec()));
/// ```
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
    /// A list without elements, of any element type.
    EmptyArray,
    /// A list of attributes of several kinds.
    Aggregate(Vec<Attribute>),
    /// A tensor shape with the size of each dimension (negative: unknown), or `None` for an unknown
    /// rank.
    Shape(Option<Vec<i64>>),
    /// A dense tensor.
    Dense(Box<Dense>),
    /// A symbol in a compiled module.
    SymbolRef(Box<SymbolRef>),
}

/// Numbers of one type, each stored in the width of its type, because very many attributes may be
/// decoded.
///
/// ```
/// use tfrt_bef::{DType, Numbers};
///
/// let numbers = Numbers::new(DType::I8, [1, u64::MAX]);
/// assert_eq!(numbers.len(), 2);
/// assert!(numbers.iter().eq([1, 0xFF])); // -1 in a byte
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Numbers {
    dtype: DType,
    /// Little endian.
    bytes: Vec<u8>,
}

/// A dense tensor.
///
/// ```
/// use tfrt_bef::{Blob, DType, Dense};
///
/// let weights = Dense { dtype: DType::I8, shape: vec![2, 2], data: Blob::constant(&[1, 2, 3, 4]) };
/// assert_eq!(weights.data.len(), 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dense {
    /// The element type.
    pub dtype: DType,
    /// The size of each dimension.
    pub shape: Vec<i64>,
    /// The elements, little endian in row-major order; an `I1` element takes a byte. Those of a
    /// decoded attribute are a part of its file.
    pub data: Blob,
}

/// A symbol in a compiled module.
///
/// ```
/// use tfrt_bef::{Attribute, AttributeType, SymbolRef};
///
/// // `@kernels::@main`
/// let main = SymbolRef {
///     root: "kernels".to_owned(),
///     nested: vec!["main".to_owned()],
///     module: "module @kernels { func.func @main() { return } }".to_owned(),
/// };
/// let attribute = Attribute::SymbolRef(Box::new(main));
/// assert_eq!(attribute.attribute_type(), AttributeType::SymbolRef);
/// ```
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
    /// Numbers from their raw bits, truncated to the type's width.
    #[must_use]
    pub fn new(dtype: DType, bits: impl IntoIterator<Item = u64>) -> Numbers {
        let size = width(dtype);
        let bits = bits.into_iter().map(u64::to_le_bytes);
        Numbers { dtype, bytes: bits.flat_map(|bytes| bytes.into_iter().take(size)).collect() }
    }

    /// Numbers of a type with a width, from their bytes in a file.
    pub(crate) fn from_bytes(dtype: DType, bytes: &[u8]) -> Numbers {
        Numbers { dtype, bytes: bytes.to_vec() }
    }

    /// The type of each number.
    #[must_use]
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(width(self.dtype)).unwrap_or_default()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The raw bits of each number, zero-extended.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.bytes.chunks_exact(width(self.dtype)).map(decode::number)
    }
}

/// The width of a number in bytes; for a type without numbers, eight.
fn width(dtype: DType) -> usize {
    dtype.size().map_or(8, |size| size.min(8))
}

impl Attribute {
    /// The type by which the format classifies this attribute.
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
    /// The size of the decoded attribute in memory, including what it owns but not shared data. A
    /// file may refer to one attribute many times, so a caller that decodes it each time must bound
    /// the total.
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

/// The position of an attribute in the attribute section, and its type if the file has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttributeEntry {
    /// The first byte of the value, relative to the section.
    pub offset: u32,
    /// The type; `None` in a file without the optional type section.
    pub attribute_type: Option<AttributeType>,
}

/// The attribute table: values in file order, as checked bytes.
///
/// A file with types lists every attribute. Without types, the entries are the offsets that kernels
/// use, in ascending order, and [`Attributes::decode_at`] takes the expected type.
#[derive(Clone, Debug)]
pub struct Attributes {
    pub(crate) bytes: Blob,
    pub(crate) entries: Vec<AttributeEntry>,
    /// Attributes whose elements are outside the file, by ascending offset. In the bytes stands the
    /// name of the resource, a string.
    pub(crate) outside: Vec<Outside>,
    /// The alignment of the section. It describes the layout, not the content, and a file without
    /// types only suggests it.
    pub(crate) alignment: u8,
}

impl PartialEq for Attributes {
    fn eq(&self, other: &Attributes) -> bool {
        self.bytes == other.bytes && self.entries == other.entries && self.outside == other.outside
    }
}

impl Eq for Attributes {}

impl Default for Attributes {
    fn default() -> Attributes {
        Attributes {
            bytes: Blob::default(),
            entries: Vec::new(),
            outside: Vec::new(),
            alignment: 1,
        }
    }
}

impl Attributes {
    /// The number of attributes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries in file order.
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
    /// The index is out of range, the file has no type for it, or the bytes are malformed (which they are
    /// not in a table from [`read`](crate::read) or from a builder).
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

    /// The [`Attribute::size`] of the value at an offset, without decoding it. A small file may
    /// contain values that take much memory, so callers with a memory bound check this first.
    ///
    /// # Errors
    /// The bytes are not a value of that type.
    pub fn size_at(
        &self,
        offset: u32,
        attribute_type: AttributeType,
    ) -> Result<usize, AttributeError> {
        if let Some(outside) = self.outside_at(offset, attribute_type)? {
            let owned = size_of::<Dense>().saturating_add(size_of_val(&*outside.shape));
            return Ok(size_of::<Attribute>().saturating_add(owned));
        }
        decode::size(&self.bytes, offset, attribute_type)
    }

    /// Decodes the bytes at an offset as a value of the given type, checking bounds.
    ///
    /// # Errors
    /// The bytes are not a value of that type.
    pub fn decode_at(
        &self,
        offset: u32,
        attribute_type: AttributeType,
    ) -> Result<Attribute, AttributeError> {
        if let Some(outside) = self.outside_at(offset, attribute_type)? {
            return outside.attribute();
        }
        decode::decode(&self.bytes, offset, attribute_type)
    }

    /// The attributes whose elements are outside the file, in file order. They cannot be decoded until
    /// their elements are provided.
    #[must_use]
    pub fn outside(&self) -> &[Outside] {
        &self.outside
    }

    /// The attribute at an offset, if its elements are outside the file.
    #[must_use]
    pub fn find_outside(&self, offset: u32) -> Option<&Outside> {
        let found = self.outside.binary_search_by_key(&offset, |outside| outside.offset);
        found.ok().and_then(|index| self.outside.get(index))
    }

    /// Provides the elements of the attribute at an index of [`outside`](Self::outside). The caller
    /// has compared their hash.
    ///
    /// # Errors
    /// The index is out of range, the number of bytes differs from that of the elements, or an element
    /// is a boolean that is neither 0 nor 1.
    pub fn provide(&mut self, index: usize, data: Blob) -> Result<(), AttributeError> {
        let outside = self.outside.get_mut(index);
        outside.ok_or(AttributeError { offset: 0, kind: ErrorKind::Resource })?.provide(data)
    }

    /// An attribute outside the file is dense.
    fn outside_at(
        &self,
        offset: u32,
        attribute_type: AttributeType,
    ) -> Result<Option<&Outside>, AttributeError> {
        match self.find_outside(offset) {
            Some(_) if attribute_type != AttributeType::Dense => {
                Err(AttributeError { offset: widen(offset), kind: ErrorKind::Resource })
            }
            found => Ok(found),
        }
    }
}
