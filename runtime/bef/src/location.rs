//! Source locations: the decoded value, and the table that holds them as checked bytes.

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
    /// Nothing is known.
    Unknown,
    /// A place in a file.
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
        /// What is named.
        child: Box<Location<'a>>,
    },
    /// A place and where it was called from.
    CallSite {
        /// The place.
        callee: Box<Location<'a>>,
        /// Where it was called from.
        caller: Box<Location<'a>>,
    },
    /// Several places at once.
    Fused(Vec<Location<'a>>),
    /// A location that the format cannot encode.
    Virtual,
}

/// A location of a file, as functions and kernels hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocationId(pub(crate) u32);

impl LocationId {
    /// The number that the file has for it: an offset into the locations section, or a number out of
    /// its range for a location that is not encoded.
    #[must_use]
    pub fn raw(self) -> u32 {
        self.0
    }
}

/// The locations of a file, as bytes that the reader has checked.
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

    /// Whether no location is encoded, in which case the file has no location sections.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

impl Location<'_> {
    /// The bytes that a copy of the location takes, its texts included. A file shares the texts
    /// among locations, and whole locations among kernels.
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

    /// What debug information the location carries: the name of a named location, the names of the
    /// direct named children of a fused one, the name of the callee of a call site.
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
