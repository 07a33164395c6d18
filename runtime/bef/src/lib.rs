//! The binary executable format (BEF): a decoded structure, a byte-exact writer and a checked
//! reader.
//!
//! [`File`] holds the tables of a file in file order. [`read`] decodes untrusted bytes and checks
//! all their claims, so a `File` from `read` has valid indices, use counts and user lists.
//! [`write()`] encodes it; `write(&read(bytes)?)` is the identity on files of the original writer.
//! `FORMAT.md` in this crate describes the bytes.
//!
//! The producer of a `File` chooses the order of the attribute, kernel and type tables, the order
//! of functions, the order of the users of a value, and the unreferenced strings
//! ([`ExtraStrings`]). The writer derives the sorted string set, use counts, ready counts, offsets,
//! padding and section alignment. Attributes and locations are encoded as they are pushed into
//! [`AttributesBuilder`] and [`LocationsBuilder`]; locations must be pushed function by function,
//! each followed by its kernels.
//!
//! Tables of a file are kept packed (the kernels of a body in one list of words, attributes and
//! locations as checked bytes that are decoded on demand), which bounds the memory of a load to a
//! small multiple of the file.

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
mod attribute_type;
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
    Attribute, AttributeEntry, Attributes, AttributesBuilder, Dense, Numbers, Outside, SymbolRef,
};
pub use attribute_type::AttributeType;
pub use blob::Blob;
pub use dtype::{DType, DTypeKind, is_same};
pub use error::{AttributeError, ErrorKind, ReadError, WriteError};
pub use file::{Body, ExtraStrings, File, Function, OptionalSections, Register};
pub use kernel::{Kernel, KernelIter, KernelLists, Kernels, UserLists, Users, default_users};
pub use layout::{FunctionKind, MAX_NESTING, Section, VERSION, looks_like_bef};
pub use limits::Limits;
pub use location::{Location, LocationId, Locations, LocationsBuilder};
pub use read::{read, read_shared};
pub use write::write;
