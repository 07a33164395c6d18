//! The binary executable format (BEF): a decoded structure, a byte-exact writer and a checked reader.
//!
//! [`File`] holds the tables of a file in file order. [`read`] makes one from untrusted bytes and
//! checks all that the bytes claim, so whoever runs a `File` from `read` may rely on every index,
//! use count and user list in it. [`write()`] makes the bytes again; `write(&read(bytes)?)` is the
//! identity on files of the original writer. The crate's `FORMAT.md` describes the bytes.
//!
//! What a producer of a `File` decides: the order of the attribute, kernel and type tables, the
//! order of functions, the order of users of a value, and the strings that are in the file although
//! nothing refers to them ([`ExtraStrings`]). What the writer derives: the sorted string set,
//! use counts, ready counts, offsets, padding and section alignment. Attributes and locations are
//! laid out while they are pushed into [`AttributesBuilder`] and [`LocationsBuilder`]; locations
//! must be pushed in the order function, then its kernels, function by function.
//!
//! Tables that come from a file are kept packed (the kernels of a body in one list of words,
//! attributes and locations as checked bytes that are decoded on demand), which bounds the memory of
//! a load by a small multiple of the file.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation
    )
)]

mod attribute;
mod bitmap;
mod blob;
mod cursor;
mod dtype;
mod error;
mod file;
mod kernel;
mod layout;
mod limits;
mod location;
mod read;
mod strings;
mod write;

pub use attribute::{
    Attribute, AttributeEntry, Attributes, AttributesBuilder, Dense, Numbers, SymbolRef,
};
pub use blob::Blob;
pub use dtype::{AttributeType, DType};
pub use error::{AttributeError, ErrorKind, ReadError};
pub use file::{Body, ExtraStrings, File, Function, FunctionKind, OptionalSections, Register};
pub use kernel::{Kernel, KernelIter, KernelLists, Kernels, UserLists, Users, default_users};
pub use layout::{MAX_NESTING, Section, VERSION};
pub use limits::Limits;
pub use location::{Location, LocationId, Locations, LocationsBuilder};
pub use read::{read, read_shared};
pub use write::{WriteError, write};
