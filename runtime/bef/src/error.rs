//! The errors of the reader and the writer.

use crate::dtype::DType;
use crate::layout::{FunctionKind, Section};
use std::fmt;

/// The reason that a file is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The section at fault; `None` for the header of the file or of a section.
    pub section: Option<Section>,
    /// The byte offset in the file.
    pub offset: usize,
    /// The kind of error.
    pub kind: ErrorKind,
}

/// The reason that an attribute cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributeError {
    /// The byte offset in the attribute section.
    pub offset: usize,
    /// The kind of error.
    pub kind: ErrorKind,
}

/// The kinds of errors in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file does not start with the magic bytes.
    Magic,
    /// The same; the file is text.
    Text,
    /// The same; the file is MLIR's own binary form.
    Bytecode,
    /// The format version is not one that this crate reads.
    Version(u8),
    /// One of the caller's limits is exceeded.
    Limit(&'static str),
    /// The section ends prematurely.
    UnexpectedEnd,
    /// Bytes follow the contents of the section.
    TrailingBytes,
    /// A variable-length integer with superfluous leading groups.
    OverlongInteger,
    /// A variable-length integer that exceeds 64 bits, or the 32 bits of an index or offset.
    IntegerOverflow,
    /// A section extends past the end of the file.
    SectionTooLong,
    /// A section that occurs twice.
    RepeatedSection(Section),
    /// A required section that is missing.
    MissingSection(Section),
    /// A count that exceeds what the remaining bytes can hold.
    Count,
    /// An alignment byte that is not a power of two, or a value that is not aligned.
    Alignment,
    /// A byte in a gap that is not the padding byte, or a gap that is too long.
    Padding,
    /// A register index out of range.
    Register(u32),
    /// An index into the kernel names out of range.
    KernelName(u32),
    /// A function index out of range.
    FunctionIndex(u32),
    /// An attribute offset that is not the start of an attribute.
    AttributeOffset(u32),
    /// An attribute index out of range.
    AttributeIndex(u32),
    /// The file has no type for the attribute.
    UntypedAttribute,
    /// A string offset that is not the start of a string.
    StringOffset(u32),
    /// A string without a terminator.
    UnterminatedString,
    /// Text that is not UTF-8.
    Utf8,
    /// A name that occurs twice in a table.
    RepeatedName,
    /// A type index out of range.
    TypeIndex(u32),
    /// A use count that differs from the number of uses.
    UseCount {
        /// The register.
        register: u32,
        /// The file's count.
        recorded: u64,
        /// The number of uses.
        actual: u32,
    },
    /// A ready count that differs from the number of operands.
    OperandCount {
        /// The kernel's id.
        kernel: u32,
        /// The file's count.
        recorded: u64,
        /// The number of operands that count.
        actual: u32,
    },
    /// A list of users that differs from the uses in the argument lists.
    UsedBy {
        /// The id of the kernel that has the list; 0 is the entry.
        kernel: u32,
    },
    /// A register that is written twice.
    WrittenTwice(u32),
    /// A register that is read by a kernel before any kernel can have written it.
    ReadBeforeWrite(u32),
    /// A register that nothing writes.
    NeverWritten(u32),
    /// A number or type of arguments or results that differs from the signature.
    Signature,
    /// Aggregates that are nested too deeply.
    AggregateNesting,
    /// An aggregate whose elements overlap or are out of its bounds.
    AggregateElement,
    /// A location out of range, or not at the start of a location.
    Location(u32),
    /// Locations that are nested too deeply.
    LocationNesting,
    /// Regions that are nested too deeply, or in themselves.
    RegionNesting,
    /// An unknown kind of location.
    LocationKind(u8),
    /// A table of types or names whose length differs from that of the table it describes.
    TableLength,
    /// An attribute type that no attribute has.
    AttributeType(u64),
    /// A boolean that is neither 0 nor 1.
    Boolean(u8),
    /// An invalid element type, or one that is not allowed here.
    ElementType(u8),
    /// A header of an attribute that contradicts its contents.
    AttributeHeader,
    /// An unknown function kind.
    FunctionKind(u8),
    /// A function name that is used twice, or a native function without one.
    FunctionName,
    /// A body of that kind that is not at the offset in the function index.
    FunctionOffset(FunctionKind),
    /// A result of a sync function that is an argument or another result.
    SyncResult,
    /// A kernel record that does not follow the previous one.
    KernelOffset {
        /// The kernel's id.
        kernel: u32,
    },
    /// The entry's kernel record does not match the signature.
    PseudoKernel,
    /// A pair in the non-strict table that names no kernel or is out of order.
    Nonstrict,
    /// A resource that belongs to no attribute, is out of order, or contradicts itself.
    Resource,
    /// The elements of a dense attribute are outside the file and were not provided.
    MissingResource,
    /// The elements that were provided are not as many as the attribute has.
    ResourceLength,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::Magic => f.write_str("the magic bytes are missing"),
            ErrorKind::Text => {
                f.write_str("this looks like MLIR text, which is translated to BEF first")
            }
            ErrorKind::Bytecode => f.write_str("this is MLIR bytecode, not BEF"),
            ErrorKind::Version(version) => write!(f, "version {version} is not known"),
            ErrorKind::Limit(what) => write!(f, "{what} over the limit"),
            ErrorKind::UnexpectedEnd => f.write_str("unexpected end"),
            ErrorKind::TrailingBytes => f.write_str("bytes after the contents"),
            ErrorKind::OverlongInteger => f.write_str("over-long integer"),
            ErrorKind::IntegerOverflow => f.write_str("integer overflow"),
            ErrorKind::SectionTooLong => f.write_str("section longer than the file"),
            ErrorKind::RepeatedSection(section) => write!(f, "second {section} section"),
            ErrorKind::MissingSection(section) => write!(f, "the {section} section is missing"),
            ErrorKind::Count => f.write_str("count larger than the bytes left"),
            ErrorKind::Alignment => f.write_str("bad alignment"),
            ErrorKind::Padding => f.write_str("bad padding"),
            ErrorKind::Register(n) => write!(f, "register {n} is out of range"),
            ErrorKind::KernelName(n) => write!(f, "kernel name {n} is out of range"),
            ErrorKind::FunctionIndex(n) => write!(f, "function {n} is out of range"),
            ErrorKind::AttributeOffset(n) => write!(f, "no attribute starts at offset {n}"),
            ErrorKind::AttributeIndex(n) => write!(f, "attribute {n} is out of range"),
            ErrorKind::UntypedAttribute => f.write_str("the attribute's type is not in the file"),
            ErrorKind::StringOffset(n) => write!(f, "no string starts at offset {n}"),
            ErrorKind::UnterminatedString => f.write_str("unterminated string"),
            ErrorKind::Utf8 => f.write_str("text is not valid utf-8"),
            ErrorKind::RepeatedName => f.write_str("name is in the table already"),
            ErrorKind::TypeIndex(n) => write!(f, "type {n} is out of range"),
            ErrorKind::UseCount { register, recorded, actual } => {
                write!(f, "register {register} has {actual} uses, not {recorded}")
            }
            ErrorKind::OperandCount { kernel, recorded, actual } => {
                write!(f, "kernel {kernel} waits for {actual} operands, not {recorded}")
            }
            ErrorKind::UsedBy { kernel } => {
                write!(f, "the users that kernel {kernel} lists differ from the uses")
            }
            ErrorKind::WrittenTwice(n) => write!(f, "register {n} is written twice"),
            ErrorKind::ReadBeforeWrite(n) => write!(f, "register {n} is read before it is written"),
            ErrorKind::NeverWritten(n) => write!(f, "register {n} is never written"),
            ErrorKind::Signature => f.write_str("values differ from the signature"),
            ErrorKind::AggregateNesting => f.write_str("aggregates nest too deep"),
            ErrorKind::AggregateElement => f.write_str("aggregate element out of place"),
            ErrorKind::Location(n) => write!(f, "no location starts at offset {n}"),
            ErrorKind::LocationNesting => f.write_str("locations nest too deep"),
            ErrorKind::RegionNesting => f.write_str("regions nest too deep"),
            ErrorKind::LocationKind(n) => write!(f, "unknown location kind {n}"),
            ErrorKind::TableLength => f.write_str("table of the wrong length"),
            ErrorKind::AttributeType(n) => write!(f, "unknown attribute type {n}"),
            ErrorKind::Boolean(n) => write!(f, "boolean {n} is neither 0 nor 1"),
            ErrorKind::ElementType(n) => write!(f, "bad element type {n}"),
            ErrorKind::AttributeHeader => f.write_str("attribute header contradicts its contents"),
            ErrorKind::FunctionKind(n) => write!(f, "unknown function kind {n}"),
            ErrorKind::FunctionName => f.write_str("function name is empty or taken"),
            ErrorKind::FunctionOffset(FunctionKind::Sync) => {
                f.write_str("Invalid offset found for SyncBEFFunction")
            }
            ErrorKind::FunctionOffset(_) => f.write_str("Invalid offset found for BEFFunction"),
            ErrorKind::SyncResult => f.write_str(
                "Invalid SyncBEFFunction(Result cannot be an argument or another result)",
            ),
            ErrorKind::KernelOffset { kernel } => {
                write!(f, "the record of kernel {kernel} is out of place")
            }
            ErrorKind::PseudoKernel => f.write_str("malformed entry record"),
            ErrorKind::Nonstrict => f.write_str("bad pair of function and kernel"),
            ErrorKind::Resource => f.write_str("bad resource"),
            ErrorKind::MissingResource => f.write_str("the elements are outside the file"),
            ErrorKind::ResourceLength => f.write_str("wrong number of bytes for the elements"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The text before the colon is the original's, as is that of a kind with capitals.
        match (self.section, self.kind) {
            (_, ErrorKind::Magic) => return f.write_str("invalid BEF file header detected"),
            (_, kind @ (ErrorKind::Text | ErrorKind::Bytecode)) => {
                return write!(f, "invalid BEF file header detected: {kind}");
            }
            (_, ErrorKind::Version(_)) => {
                return f.write_str("Unknown BEF format version detected");
            }
            (None, ErrorKind::Limit("file size")) => f.write_str("invalid BEF file")?,
            (_, ErrorKind::TrailingBytes) => f.write_str("unexpected data in BEF section")?,
            (None, _) => f.write_str("BEF file section header corrupted")?,
            // Concerns a body, but is detected while the index is read.
            (_, ErrorKind::SyncResult) | (_, ErrorKind::FunctionOffset(_)) => {
                write!(f, "invalid {} section in BEF file", Section::FunctionIndex)?;
            }
            (Some(section @ Section::FunctionIndex), _) => write!(
                f,
                "invalid {section} section in BEF file: Failed to read the {section} section"
            )?,
            (Some(section), _) => write!(f, "invalid {section} section in BEF file")?,
        }
        write!(f, ": {} (byte {})", self.kind, self.offset)
    }
}

impl fmt::Display for AttributeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad attribute: {} (byte {} of the attributes)", self.kind, self.offset)
    }
}

impl std::error::Error for ReadError {}
impl std::error::Error for AttributeError {}

/// The reason that a file, or an attribute or location of it, cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// Something exceeds the format's fields.
    TooLarge(&'static str),
    /// An index that exceeds its table.
    OutOfRange(&'static str),
    /// A string that contains a NUL.
    Nul,
    /// Aggregates or locations that are nested too deeply.
    Nesting,
    /// An element type that is not allowed here.
    ElementType(DType),
    /// A dense attribute whose data do not match its shape and type.
    DenseShape,
    /// An attribute without a type in a file with attribute types, or a register without one in a
    /// file with register types.
    MissingType,
    /// A kernel that names only some of its attributes, in a file with attribute names.
    MissingName,
    /// A native function with a body, or another function without one.
    Body,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::TooLarge(what) => write!(f, "{what} too large for the format"),
            WriteError::OutOfRange(what) => write!(f, "{what} out of range"),
            WriteError::Nul => f.write_str("string with a nul byte"),
            WriteError::Nesting => f.write_str("nested too deep"),
            WriteError::ElementType(dtype) => write!(f, "no encoding for elements of type {dtype}"),
            WriteError::DenseShape => f.write_str("dense data differ from their shape"),
            WriteError::MissingType => f.write_str("type missing"),
            WriteError::MissingName => f.write_str("attribute name missing"),
            WriteError::Body => f.write_str("function kind and body disagree"),
        }
    }
}

impl std::error::Error for WriteError {}
