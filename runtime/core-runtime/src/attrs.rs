//! Attributes of ops: names and values, set one after the other, then shared.

use bytemuck::Pod;
use smallvec::SmallVec;
use std::fmt;
use std::sync::Arc;
use tfrt_bef::{Attribute, DType, Dense, Numbers};

/// Attributes that take no allocation.
const ENTRIES: usize = 6;
/// Words for names and values that take no allocation: 128 bytes.
const WORDS: usize = 16;
const WORD: usize = size_of::<u64>();

/// The attributes of a call of an op, by name. The first value of a name stays.
///
/// Up to six attributes whose names and values take 128 bytes are stored in place.
///
/// ```
/// use tfrt_core_runtime::OpAttrs;
///
/// let mut attributes = OpAttrs::new();
/// assert!(attributes.set("transpose_a", false));
/// assert!(attributes.set("strides", &[1_i64, 2, 2, 1][..]));
/// assert!(!attributes.set("transpose_a", true)); // it is set
/// assert_eq!(attributes.get::<bool>("transpose_a"), Some(false));
/// assert_eq!(attributes.get::<&[i64]>("strides"), Some(&[1, 2, 2, 1][..]));
/// assert_eq!(attributes.get::<f32>("strides"), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct OpAttrs {
    entries: SmallVec<[Entry; ENTRIES]>,
    /// Names and the elements of arrays, each from a word on.
    words: SmallVec<[u64; WORDS]>,
    /// Values that own memory of their own.
    objects: Vec<Object>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    name: Span,
    ty: OpAttrType,
    content: Content,
}

/// A value's place.
#[derive(Clone, Copy, Debug)]
enum Content {
    /// Its bits.
    Scalar(u64),
    /// So many elements, whose bytes are these.
    Array(Span),
    /// The index of its object.
    Object(u32),
}

/// Bytes from a word on.
#[derive(Clone, Copy, Debug)]
struct Span {
    word: u32,
    bytes: u32,
}

#[derive(Clone, Debug)]
enum Object {
    Dense(Arc<Dense>),
    Aggregate(Arc<[Attribute]>),
}

/// Shared attributes, sorted by name: [`OpAttrs::freeze`]. Cheap to clone. Thread-safe.
///
/// ```
/// use tfrt_core_runtime::OpAttrs;
///
/// let mut attributes = OpAttrs::new();
/// attributes.set("axis", 1_i32);
/// let shared = attributes.freeze();
/// attributes.set("keep_dims", true);
/// assert_eq!((shared.len(), attributes.len()), (1, 2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct OpAttrsRef(Arc<OpAttrs>);

/// The type of an attribute, or of the elements of one that is an array.
///
/// ```
/// use tfrt_core_runtime::OpAttrType;
/// assert_eq!(OpAttrType::Number(tfrt_tensor::DType::F32).to_string(), "F32");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpAttrType {
    /// An element type.
    DType,
    /// A list of attributes of any kinds.
    Aggregate,
    /// A dense tensor.
    Dense,
    /// A shape, which may be unknown in part.
    Shape,
    /// The name of a function.
    Func,
    /// A truth value.
    Bool,
    /// A byte of a text.
    Char,
    /// A number of that element type.
    Number(DType),
}

impl OpAttrType {
    /// The element type, if it is one of numbers or truth values.
    fn of_numbers(self) -> Option<DType> {
        match self {
            Self::Number(dtype) => Some(dtype),
            Self::Bool => Some(DType::I1),
            _ => None,
        }
    }
}

/// As the original's log has it.
impl fmt::Display for OpAttrType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DType => "DTYPE",
            Self::Aggregate => "AGGREGATE",
            Self::Dense => "DENSE",
            Self::Shape => "SHAPE",
            Self::Func => "FUNC",
            Self::Bool => "BOOL",
            Self::Char => "CHAR",
            Self::Number(dtype) => return f.write_str(&type_name(*dtype)),
        })
    }
}

fn type_name(dtype: DType) -> String {
    let name = if dtype.is_number() { dtype.mlir() } else { dtype.tensor_name() };
    let name = name.to_uppercase();
    match dtype {
        DType::Qui8 | DType::Qui16 => format!("UNSUPPORTED_{}", name.replace("QU", "QUI")),
        DType::Resource | DType::Variant | DType::Qi8 | DType::Qi16 | DType::Qi32 => {
            format!("UNSUPPORTED_{name}")
        }
        _ => name,
    }
}

/// A value that an attribute can be set to.
///
/// ```
/// use tfrt_core_runtime::{OpAttrType, OpAttrs};
/// use tfrt_tensor::DType;
///
/// let mut attributes = OpAttrs::new();
/// attributes.set("T", DType::F32);
/// attributes.set("padding", "SAME");
/// assert_eq!(attributes.ty("T"), Some(OpAttrType::DType));
/// assert_eq!(attributes.ty("padding"), Some(OpAttrType::Char));
/// ```
#[diagnostic::on_unimplemented(
    message = "an attribute of an op cannot be set to `{Self}`",
    note = "attributes of ops are `bool`, numbers, `DType`, `&str`, slices and arrays of numbers, `Dense`, \
            `&Attribute`, `&[Attribute]`, or an `Option` of one of these"
)]
pub trait IntoOpAttr {
    /// Adds it to attributes that have none of that name.
    #[doc(hidden)]
    fn add(self, name: &str, attributes: &mut OpAttrs);
}

/// A value that an attribute can be read as.
///
/// ```
/// let mut attributes = tfrt_core_runtime::OpAttrs::new();
/// attributes.set("padding", "SAME");
/// assert_eq!(attributes.get::<&str>("padding"), Some("SAME"));
/// assert_eq!(attributes.get::<Option<&str>>("data_format"), Some(None)); // it is not there
/// assert_eq!(attributes.get::<i64>("padding"), None); // it is no integer
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from an attribute of an op",
    note = "attributes of ops are `bool`, integers, `f32`, `f64`, `DType`, `&str`, slices of numbers such as \
            `&[i64]`, `&Dense`, `&[Attribute]`, or an `Option` of one of these"
)]
pub trait FromOpAttr<'a>: Sized {
    /// The attribute of that name, if it is there and of this type.
    #[doc(hidden)]
    fn find(name: &str, attributes: &'a OpAttrs) -> Option<Self>;
}

impl OpAttrs {
    /// No attributes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets an attribute: a number, a truth value, a [`DType`], a text, a slice of numbers, a
    /// [`Dense`] or an [`Attribute`] of a program. False if there is one of that name, which stays.
    pub fn set(&mut self, name: &str, value: impl IntoOpAttr) -> bool {
        if self.entry(name).is_some() {
            return false;
        }
        value.add(name, self);
        true
    }

    /// The attribute of that name as a `T`; `None` if there is none, or it is of another type.
    #[must_use]
    pub fn get<'a, T: FromOpAttr<'a>>(&'a self, name: &str) -> Option<T> {
        T::find(name, self)
    }

    /// The type of the attribute of that name.
    #[must_use]
    pub fn ty(&self, name: &str) -> Option<OpAttrType> {
        self.entry(name).map(|entry| entry.ty)
    }

    /// Whether the attribute of that name is an array. A text is one of bytes.
    #[must_use]
    pub fn is_array(&self, name: &str) -> bool {
        self.entry(name).is_some_and(|entry| matches!(entry.content, Content::Array(_)))
    }

    /// The attribute of that name, if it is a number or a truth value: its type and its bits.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<(DType, u64)> {
        let entry = self.entry(name)?;
        let Content::Scalar(bits) = entry.content else { return None };
        Some((entry.ty.of_numbers()?, bits))
    }

    /// The attribute of that name, if it is an array of numbers or truth values: their type and bytes.
    #[must_use]
    pub fn numbers(&self, name: &str) -> Option<(DType, &[u8])> {
        let entry = self.entry(name)?;
        let Content::Array(span) = entry.content else { return None };
        Some((entry.ty.of_numbers()?, self.bytes(span)))
    }

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

    /// The names, in the order in which they were set, or sorted if they are shared.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| self.name(entry))
    }

    /// A copy that can be shared.
    #[must_use]
    pub fn freeze(&self) -> OpAttrsRef {
        let mut sorted = self.clone();
        sorted.entries.sort_by(|a, b| self.name(a).cmp(self.name(b)));
        OpAttrsRef(Arc::new(sorted))
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| self.name(entry) == name)
    }

    fn name(&self, entry: &Entry) -> &str {
        std::str::from_utf8(self.bytes(entry.name)).unwrap_or_default()
    }

    fn bytes(&self, span: Span) -> &[u8] {
        let words = self.words.get(span.word as usize..).unwrap_or_default();
        bytemuck::cast_slice(words).get(..span.bytes as usize).unwrap_or_default()
    }

    /// Stores bytes from a new word on. What is beyond 4 GiB is cut off.
    fn store(&mut self, bytes: &[u8]) -> Span {
        let size = u32::try_from(bytes.len()).unwrap_or(0);
        let word = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        let bytes = &bytes[..size as usize];
        let begin = self.words.len();
        self.words.resize(begin + bytes.len().div_ceil(WORD), 0);
        bytemuck::cast_slice_mut(&mut self.words[begin..])[..bytes.len()].copy_from_slice(bytes);
        Span { word, bytes: size }
    }

    fn add_scalar(&mut self, name: &str, ty: OpAttrType, bits: u64) {
        self.add_entry(name, ty, Content::Scalar(bits));
    }

    fn add_array(&mut self, name: &str, ty: OpAttrType, bytes: &[u8]) {
        let content = Content::Array(self.store(bytes));
        self.add_entry(name, ty, content);
    }

    fn add_object(&mut self, name: &str, ty: OpAttrType, object: Object) {
        let content = Content::Object(u32::try_from(self.objects.len()).unwrap_or(u32::MAX));
        self.objects.push(object);
        self.add_entry(name, ty, content);
    }

    fn add_entry(&mut self, name: &str, ty: OpAttrType, content: Content) {
        let name = self.store(name.as_bytes());
        self.entries.push(Entry { name, ty, content });
    }

    /// The elements of an array of that type. An array without elements is one of any type.
    fn array<T: Pod>(&self, name: &str, ty: OpAttrType) -> Option<&[T]> {
        let entry = self.entry(name)?;
        let Content::Array(span) = entry.content else { return None };
        if span.bytes == 0 {
            return Some(&[]);
        }
        if entry.ty != ty {
            return None;
        }
        bytemuck::try_cast_slice(self.bytes(span)).ok()
    }

    fn scalar(&self, name: &str, ty: OpAttrType) -> Option<u64> {
        match self.entry(name)? {
            Entry { ty: found, content: Content::Scalar(bits), .. } if *found == ty => Some(*bits),
            _ => None,
        }
    }

    fn object(&self, name: &str) -> Option<&Object> {
        match self.entry(name)?.content {
            Content::Object(index) => self.objects.get(index as usize),
            _ => None,
        }
    }
}

impl std::ops::Deref for OpAttrsRef {
    type Target = OpAttrs;

    fn deref(&self) -> &OpAttrs {
        &self.0
    }
}

/// Each type of number in Rust, its element type, and how its bits are read.
macro_rules! numbers {
    ($($rust:ident $dtype:ident |$value:ident| $bits:expr, |$word:ident| $read:expr;)*) => {$(
        impl IntoOpAttr for $rust {
            fn add(self, name: &str, attributes: &mut OpAttrs) {
                let $value = self;
                attributes.add_scalar(name, OpAttrType::Number(DType::$dtype), $bits);
            }
        }

        impl IntoOpAttr for &[$rust] {
            fn add(self, name: &str, attributes: &mut OpAttrs) {
                let ty = OpAttrType::Number(DType::$dtype);
                attributes.add_array(name, ty, bytemuck::cast_slice(self));
            }
        }

        impl<const N: usize> IntoOpAttr for [$rust; N] {
            fn add(self, name: &str, attributes: &mut OpAttrs) {
                self[..].add(name, attributes);
            }
        }

        impl<const N: usize> IntoOpAttr for &[$rust; N] {
            fn add(self, name: &str, attributes: &mut OpAttrs) {
                self[..].add(name, attributes);
            }
        }

        impl<'a> FromOpAttr<'a> for $rust {
            fn find(name: &str, attributes: &'a OpAttrs) -> Option<Self> {
                let $word = attributes.scalar(name, OpAttrType::Number(DType::$dtype))?;
                Some($read)
            }
        }

        impl<'a> FromOpAttr<'a> for &'a [$rust] {
            fn find(name: &str, attributes: &'a OpAttrs) -> Option<Self> {
                attributes.array(name, OpAttrType::Number(DType::$dtype))
            }
        }
    )*};
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the bits of a type are the low ones of a word"
)]
mod of_numbers {
    use super::{DType, FromOpAttr, IntoOpAttr, OpAttrType, OpAttrs};

    numbers! {
        i8 I8 |value| u64::from(value.cast_unsigned()), |word| (word as u8).cast_signed();
        i16 I16 |value| u64::from(value.cast_unsigned()), |word| (word as u16).cast_signed();
        i32 I32 |value| u64::from(value.cast_unsigned()), |word| (word as u32).cast_signed();
        i64 I64 |value| value.cast_unsigned(), |word| word.cast_signed();
        u8 Ui8 |value| u64::from(value), |word| word as u8;
        u16 Ui16 |value| u64::from(value), |word| word as u16;
        u32 Ui32 |value| u64::from(value), |word| word as u32;
        u64 Ui64 |value| value, |word| word;
        f32 F32 |value| u64::from(value.to_bits()), |word| f32::from_bits(word as u32);
        f64 F64 |value| value.to_bits(), |word| f64::from_bits(word);
    }
}

impl IntoOpAttr for bool {
    fn add(self, name: &str, attributes: &mut OpAttrs) {
        attributes.add_scalar(name, OpAttrType::Bool, u64::from(self));
    }
}

impl<'a> FromOpAttr<'a> for bool {
    fn find(name: &str, attributes: &'a OpAttrs) -> Option<Self> {
        attributes.scalar(name, OpAttrType::Bool).map(|bits| bits != 0)
    }
}

impl IntoOpAttr for DType {
    fn add(self, name: &str, attributes: &mut OpAttrs) {
        attributes.add_scalar(name, OpAttrType::DType, u64::from(self.number()));
    }
}

impl<'a> FromOpAttr<'a> for DType {
    fn find(name: &str, attributes: &'a OpAttrs) -> Option<Self> {
        let number = attributes.scalar(name, OpAttrType::DType)?;
        DType::from_number(u8::try_from(number).ok()?)
    }
}

impl IntoOpAttr for &str {
    fn add(self, name: &str, attributes: &mut OpAttrs) {
        attributes.add_array(name, OpAttrType::Char, self.as_bytes());
    }
}

impl<'a> FromOpAttr<'a> for &'a str {
    fn find(name: &str, attributes: &'a OpAttrs) -> Option<Self> {
        std::str::from_utf8(attributes.array(name, OpAttrType::Char)?).ok()
    }
}

impl IntoOpAttr for &Dense {
    fn add(self, name: &str, attributes: &mut OpAttrs) {
        self.clone().add(name, attributes);
    }
}

impl IntoOpAttr for Dense {
    fn add(self, name: &str, attributes: &mut OpAttrs) {
        let object = Object::Dense(Arc::new(self));
        attributes.add_object(name, OpAttrType::Dense, object);
    }
}

impl<'a> FromOpAttr<'a> for &'a Dense {
    fn find(name: &str, attributes: &'a OpAttrs) -> Option<Self> {
        match attributes.object(name)? {
            Object::Dense(dense) => Some(dense),
            Object::Aggregate(_) => None,
        }
    }
}

impl IntoOpAttr for &[Attribute] {
    fn add(self, name: &str, attributes: &mut OpAttrs) {
        attributes.add_object(name, OpAttrType::Aggregate, Object::Aggregate(self.into()));
    }
}

impl<'a> FromOpAttr<'a> for &'a [Attribute] {
    fn find(name: &str, attributes: &'a OpAttrs) -> Option<Self> {
        match attributes.object(name)? {
            Object::Aggregate(elements) => Some(elements),
            Object::Dense(_) => None,
        }
    }
}

/// `None` sets nothing.
impl<T: IntoOpAttr> IntoOpAttr for Option<T> {
    fn add(self, name: &str, attributes: &mut OpAttrs) {
        if let Some(value) = self {
            value.add(name, attributes);
        }
    }
}

impl<'a, T: FromOpAttr<'a>> FromOpAttr<'a> for Option<T> {
    fn find(name: &str, attributes: &'a OpAttrs) -> Option<Self> {
        Some(T::find(name, attributes))
    }
}

/// The number of the unknown rank among the sizes of a shape. No size is below -1.
const UNRANKED: i64 = i64::MIN;

/// An attribute of a program.
impl IntoOpAttr for &Attribute {
    fn add(self, name: &str, attributes: &mut OpAttrs) {
        let number = OpAttrType::Number;
        match self {
            Attribute::Scalar { dtype: DType::I1, bits } => {
                attributes.add_scalar(name, OpAttrType::Bool, *bits);
            }
            Attribute::Scalar { dtype, bits } => attributes.add_scalar(name, number(*dtype), *bits),
            Attribute::Type(dtype) => dtype.add(name, attributes),
            Attribute::String(bytes) => attributes.add_array(name, OpAttrType::Char, bytes),
            Attribute::Function(bytes) => attributes.add_array(name, OpAttrType::Func, bytes),
            Attribute::Array(numbers) => {
                let (dtype, size) = (numbers.dtype(), size_of_numbers(numbers));
                let bytes: Vec<u8> = numbers
                    .iter()
                    .flat_map(|bits| bits.to_le_bytes().into_iter().take(size))
                    .collect();
                let ty = if dtype == DType::I1 { OpAttrType::Bool } else { number(dtype) };
                attributes.add_array(name, ty, &bytes);
            }
            Attribute::TypeArray(types) => {
                let numbers: Vec<u8> = types.iter().map(|dtype| dtype.number()).collect();
                attributes.add_array(name, OpAttrType::DType, &numbers);
            }
            Attribute::EmptyArray => attributes.add_array(name, number(DType::I32), &[]),
            Attribute::Aggregate(elements) => elements[..].add(name, attributes),
            Attribute::Shape(shape) => {
                let unranked = [UNRANKED];
                let sizes = shape.as_deref().unwrap_or(&unranked);
                attributes.add_array(name, OpAttrType::Shape, bytemuck::cast_slice(sizes));
            }
            Attribute::Dense(dense) => (&**dense).add(name, attributes),
            Attribute::SymbolRef(symbol) => {
                attributes.add_array(name, OpAttrType::Func, symbol.root.as_bytes());
            }
        }
    }
}

fn size_of_numbers(numbers: &Numbers) -> usize {
    numbers.dtype().size().map_or(WORD, |size| size.min(WORD))
}

/// As the original prints them: `OpAttrs is empty`, or a line for each attribute, sorted by name, and a
/// blank one. Each line ends with a newline.
impl fmt::Display for OpAttrs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return writeln!(f, "OpAttrs is empty");
        }
        writeln!(f, "OpAttrs contains {} entries:", self.len())?;
        let mut entries: Vec<&Entry> = self.entries.iter().collect();
        entries.sort_by_key(|entry| self.name(entry));
        for entry in entries {
            let (name, ty) = (self.name(entry), entry.ty);
            write!(f, "  '{name}' type={ty} value=")?;
            self.print(entry, f)?;
            f.write_str("\n")?;
        }
        f.write_str("\n")
    }
}

/// Elements of an array that are printed.
const SHOWN: usize = 5;

impl OpAttrs {
    fn print(&self, entry: &Entry, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match entry.content {
            Content::Scalar(bits) => print_scalar(entry.ty, bits, f),
            Content::Object(index) => match self.objects.get(index as usize) {
                Some(Object::Dense(dense)) => print_dense(dense, f),
                Some(Object::Aggregate(elements)) => print_aggregate(elements, f),
                None => Ok(()),
            },
            Content::Array(span) => {
                let bytes = self.bytes(span);
                match entry.ty {
                    OpAttrType::Shape => print_shape(bytemuck::cast_slice(bytes), f),
                    OpAttrType::Func => {
                        write!(f, "FUNC function_name: {}", String::from_utf8_lossy(bytes))
                    }
                    ty => {
                        let size = match ty {
                            OpAttrType::Number(dtype) => dtype.size().unwrap_or(1).max(1),
                            _ => 1,
                        };
                        print_array(ty, bytes.chunks_exact(size), f)
                    }
                }
            }
        }
    }
}

fn print_array<'a>(
    ty: OpAttrType,
    elements: impl ExactSizeIterator<Item = &'a [u8]>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let more = elements.len() > SHOWN;
    f.write_str("[")?;
    for (index, bytes) in elements.take(SHOWN).enumerate() {
        f.write_str(if index > 0 { ", " } else { "" })?;
        let mut word = [0; WORD];
        let size = bytes.len().min(WORD);
        word[..size].copy_from_slice(&bytes[..size]);
        print_scalar(ty, u64::from_le_bytes(word), f)?;
    }
    f.write_str(if more { "...]" } else { "]" })
}

fn print_scalar(ty: OpAttrType, bits: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match ty {
        OpAttrType::Number(dtype) => tfrt_tensor::write_element(dtype, bits, f),
        OpAttrType::DType => {
            let dtype = u8::try_from(bits).ok().and_then(DType::from_number);
            f.write_str(dtype.map_or("", DType::tensor_name))
        }
        OpAttrType::Char => {
            let byte = u8::try_from(bits).unwrap_or_default();
            write!(f, "{}", char::from(byte))
        }
        _ => write!(f, "{bits}"),
    }
}

fn print_dense(dense: &Dense, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // Sizes beside a zero may be any.
    let count = dense.shape.iter().fold(1_i64, |count, &size| count.wrapping_mul(size));
    let rank = dense.shape.len();
    let ty = OpAttrType::Number(dense.dtype);
    write!(f, "dtype={ty}, rank={rank}, elt_count={count}")
}

fn print_aggregate(elements: &[Attribute], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "elt_count={} [", elements.len())?;
    for (index, element) in elements.iter().enumerate() {
        f.write_str(if index > 0 { ", {" } else { "{" })?;
        match element {
            Attribute::Dense(dense) => print_dense(dense, f)?,
            Attribute::Aggregate(elements) => print_aggregate(elements, f)?,
            _ => f.write_str("unknown")?,
        }
        f.write_str("}")?;
    }
    f.write_str("]")
}

fn print_shape(sizes: &[i64], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if sizes == [UNRANKED] {
        return f.write_str("<*>");
    }
    let sizes: Vec<String> = sizes.iter().map(|size| size.max(&-1).to_string()).collect();
    write!(f, "<{}>", sizes.join("x"))
}
