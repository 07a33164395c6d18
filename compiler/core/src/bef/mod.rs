//! The BEF emitter and its inverse, the lifter.
//!
//! [`emit`] writes the same bytes as the original translator, including the order of tables and
//! uses, and the streams. [`lift`] is for disassembly and for the compiled engines. BEF does not
//! store costs, attributes of functions and modules, or the names of attributes that refer to
//! functions; the catalogue restores the latter for known kernels.

mod emit;
mod kernel_attributes;
mod lift;
mod location;
#[cfg(test)]
mod tests;
mod types;

pub use crate::encode::decode_attribute;
pub use emit::{EmitOptions, emit, emit_loadable, to_file};
pub use kernel_attributes::KernelAttributes;
pub use lift::lift;
