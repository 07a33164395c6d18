//! The constants of the format.

use std::fmt;

/// The version byte of the only version of the format.
pub const VERSION: u8 = 0;

/// The maximum nesting of aggregates and locations.
pub const MAX_NESTING: usize = 128;

/// The start of every file: two magic bytes and the version.
pub(crate) const MAGIC: [u8; 3] = [0x0B, 0xEF, VERSION];

/// Whether bytes begin as a file of this format, of any version.
///
/// ```
/// assert!(tfrt_bef::looks_like_bef(b"\x0B\xEF\0"));
/// assert!(!tfrt_bef::looks_like_bef(b"func.func @main()"));
/// ```
#[must_use]
pub fn looks_like_bef(bytes: &[u8]) -> bool {
    let [first, second, _] = MAGIC;
    bytes.starts_with(&[first, second])
}

/// The byte that fills gaps.
pub(crate) const PADDING: u8 = 0xCC;

/// The alignment of the kernel lists, and so of the functions section.
pub(crate) const KERNEL_LIST_ALIGNMENT: u8 = 4;

/// The kernel code of the pseudo kernel that stands for a function's entry.
pub(crate) const PSEUDO_CODE: u32 = 0xABAB_ABAB;

/// The location of the pseudo kernel.
pub(crate) const PSEUDO_LOCATION: u32 = 0xCDCD_CDCD;

/// A section of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Section {
    /// Names and type texts.
    Strings = 0,
    /// Attribute values.
    Attributes = 1,
    /// Kernel names.
    Kernels = 2,
    /// Type texts.
    Types = 3,
    /// Kinds, names and signatures of functions.
    FunctionIndex = 4,
    /// Bodies of functions.
    Functions = 5,
    /// File names and other names of locations.
    LocationStrings = 6,
    /// Locations.
    Locations = 7,
    /// The types of attributes.
    AttributeTypes = 8,
    /// The names of attributes.
    AttributeNames = 9,
    /// The types of registers.
    RegisterTypes = 10,
    /// An extension: kernels that start on their first available operand.
    Nonstrict = 0x40,
    /// An extension: dense attributes whose elements are outside the file.
    Resources = 0x41,
}

impl Section {
    /// Every section, in the order in which the writer emits them.
    pub(crate) const ALL: [Section; 13] = [
        Section::Strings,
        Section::Attributes,
        Section::Kernels,
        Section::Types,
        Section::FunctionIndex,
        Section::Functions,
        Section::LocationStrings,
        Section::Locations,
        Section::AttributeTypes,
        Section::AttributeNames,
        Section::RegisterTypes,
        Section::Nonstrict,
        Section::Resources,
    ];

    /// The section's id byte.
    #[must_use]
    pub fn id(self) -> u8 {
        self as u8
    }

    /// The section with the given id byte, if it is known.
    #[must_use]
    pub fn from_id(id: u8) -> Option<Section> {
        Section::ALL.into_iter().find(|section| section.id() == id)
    }

    /// The section's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Section::Strings => "Strings",
            Section::Attributes => "Attributes",
            Section::Kernels => "Kernels",
            Section::Types => "Types",
            Section::FunctionIndex => "FunctionIndex",
            // The original's messages use the singular.
            Section::Functions => "Function",
            Section::LocationStrings => "LocationStrings",
            Section::Locations => "Locations",
            Section::AttributeTypes => "AttributeTypes",
            Section::AttributeNames => "AttributeNames",
            Section::RegisterTypes => "RegisterTypes",
            Section::Nonstrict => "Nonstrict",
            Section::Resources => "Resources",
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a function is implemented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FunctionKind {
    /// A body that runs asynchronously.
    Async = 0,
    /// Native code, looked up by name.
    Native = 1,
    /// A body that runs in order, without asynchronous values.
    Sync = 2,
}
