//! Source locations: the decoded value, and the table of checked bytes.

mod builder;
pub(crate) mod decode;

pub use builder::LocationsBuilder;

const UNKNOWN: u8 = 0;
const FILE_LINE_COL: u8 = 1;
const NAME: u8 = 2;
const CALL_SITE: u8 = 3;
const FUSED: u8 = 4;

/// A source location.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Location<'a> {
    /// The location is unknown.
    Unknown,
    /// A position in a file.
    FileLineCol {
        /// The file's name.
        file: &'a str,
        /// The line, from 1.
        line: u32,
        /// The column, from 1.
        column: u32,
    },
    /// A named location.
    Name {
        /// The name.
        name: &'a str,
        /// The location under the name.
        child: Box<Location<'a>>,
    },
    /// A location inlined at a call site.
    CallSite {
        /// The location in the callee.
        callee: Box<Location<'a>>,
        /// The location of the call.
        caller: Box<Location<'a>>,
    },
    /// Several locations merged.
    Fused(Vec<Location<'a>>),
    /// A location that the format cannot encode.
    Virtual,
}

/// A location of a file, as functions and kernels hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocationId(pub(crate) u32);

impl LocationId {
    /// The number in the file: an offset into the locations section, or a number out of its range
    /// for a location that is not encoded.
    #[must_use]
    pub fn raw(self) -> u32 {
        self.0
    }
}

/// The locations of a file, as checked bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Locations {
    /// The text of the strings section, each string followed by a NUL.
    pub(crate) strings: String,
    pub(crate) bytes: Vec<u8>,
}

impl Locations {
    /// Decodes a location. One that the file does not encode is [`Location::Virtual`].
    #[must_use]
    pub fn get(&self, id: LocationId) -> Location<'_> {
        decode::decode(self, id).unwrap_or(Location::Virtual)
    }

    /// Whether no location is encoded; then the file has no location sections.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

impl Location<'_> {
    /// The size of a copy of the location in memory, including its texts. In the file, locations
    /// share texts, and kernels share locations.
    #[must_use]
    pub fn size(&self) -> usize {
        let owned = match self {
            Location::Unknown | Location::Virtual => 0,
            Location::FileLineCol { file, .. } => file.len(),
            Location::Name { name, child } => name.len().saturating_add(child.size()),
            Location::CallSite { callee, caller } => callee.size().saturating_add(caller.size()),
            Location::Fused(children) => children.iter().map(Location::size).sum(),
        };
        size_of::<Location<'_>>().saturating_add(owned)
    }

    /// The debug information of the location: the name of a named location, the names of the direct
    /// named children of a fused one, the name of the callee of a call site.
    #[must_use]
    pub fn debug_info(&self) -> Option<String> {
        match self {
            Location::Name { name, .. } => Some((*name).to_owned()),
            Location::CallSite { callee, .. } => match &**callee {
                Location::Name { name, .. } => Some((*name).to_owned()),
                _ => None,
            },
            Location::Fused(children) => {
                let mut names = None::<String>;
                for child in children {
                    if let Location::Name { name, .. } = child {
                        names.get_or_insert_default().push_str(name);
                    }
                }
                names
            }
            Location::Unknown | Location::FileLineCol { .. } | Location::Virtual => None,
        }
    }
}
