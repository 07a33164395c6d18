//! Compiled code at run time: code with its records, activations, frames of suspended functions,
//! callable functions, and shims. These modules depend on each other: code calls shims, which call
//! code.
// tidy: one unit. Machine code calls shims, and shims run machine code: frames, loops and functions of the same code.

mod activation;
mod code;
mod frame;
mod function;
mod loops;
mod shim;

pub(crate) use code::Code;
pub(crate) use function::{JitFunction, are_ready};
pub(crate) use shim::shims;
