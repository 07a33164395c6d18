//! PTX: read, checked and interpreted. Uses nothing of the driver: memory is behind a trait.
//!
//! Addresses of global and constant memory are those of [`Memory`]. Shared and local memory and the parameters of an
//! entry have generic addresses of their own, from `0x00FD_0000_0000_0000` to `0x00FF_FFFF_FFFF_FFFF`, so global
//! memory must be below.

mod arithmetic;
mod decode;
mod error;
mod fault;
mod instruction;
mod memory;
mod module;
mod opcode;
mod run;
mod scope;
mod shadow;
mod syntax;
mod text;
mod tree;
mod types;
mod windows;

pub use decode::Param;
pub use error::{ReadError, ReadErrorKind};
pub use fault::{Fault, FaultKind};
pub use memory::Memory;
pub use module::{Function, Global, Module, Relocation};
pub use run::{Launch, Statistics, run};
