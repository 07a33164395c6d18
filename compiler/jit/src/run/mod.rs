//! Compiled code at run time: the code with its records, what it runs under, the frames of functions
//! that suspend, the functions that Rust calls, and the functions of ours that it calls. These need
//! each other: code calls shims, which enter code.

mod activation;
mod code;
mod frame;
mod function;
mod loops;
mod shim;

pub(crate) use code::Code;
pub(crate) use function::{JitFunction, are_ready};
pub(crate) use shim::shims;
