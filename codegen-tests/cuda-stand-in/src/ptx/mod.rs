//! PTX: read, checked and interpreted. Uses nothing of the driver: memory is behind a trait.
//!
//! [`Module::read`] takes texts of PTX 6.0 to 9.0. What it does not know it refuses by name, before anything runs; what
//! it accepts cannot fail later but by a [`Fault`] of a thread. An instruction is one entry of a table: those that are
//! functions of their operands in `arithmetic`, the others in `decode`.
//!
//! [`run`] runs blocks one after the other, so a block that waits for a later one ends at the limit. Each thread has a
//! place of its own; the seed chooses the order of blocks, warps and lanes and where a thread is preempted, at accesses
//! only. Fresh shared and local memory is 0xCD. A barrier waits for all threads of the block: one that has exited never
//! comes, though cards forgive that. Results that PTX leaves open are one choice of those that are allowed: functions
//! called `.approx` are rounded from 64 bits, a shuffle from a lane that is not there gives `0xCDCDCDCD`.
//!
//! The shadow of shared memory reports two accesses of different warps that no barrier orders, one of them a write, if
//! not both are atomic or volatile. It tells no threads of one warp apart, and knows fences, acquire and release on
//! shared memory, not on global memory. An order that only this schedule had, by who took a lock first, hides a race.
//!
//! Addresses of global and constant memory are those of [`Memory`]. Functions, the parameters of an entry, shared and
//! local memory have generic addresses from `0x00FC_0000_0000_0000` to `0x00FF_FFFF_FFFF_FFFF`, so global memory must be
//! below.

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
