//! The reference path: a verified graph to a BEF file, and a BEF file back to a graph.
//!
//! [`emit`] gives the bytes that the original translator writes, so its choices are the
//! original's: what comes first in which table, which uses come first, which streams there are.
//! [`lift`] goes the other way for disassembly and for the compiled engines. What BEF does not
//! keep is lost: costs, attributes of functions and modules, and the names of attributes that
//! refer to functions, which the catalogue restores for kernels that it knows.

mod body;
mod emit;
mod kernel_attributes;
mod lift;
mod location;
mod regions;
#[cfg(test)]
mod tests;
mod types;

pub use crate::encode::decode_attribute;
pub use emit::{EmitOptions, emit, to_file};
pub use kernel_attributes::KernelAttributes;
pub use lift::lift;
