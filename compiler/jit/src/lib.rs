//! Host programs to machine code at load time, by Cranelift.
//!
//! A [`Plan`](tfrt_compiler::plan::Plan) is printed as Cranelift's intermediate form, one function
//! per body: scalars in registers, loops and branches in place, kernels that are a few
//! instructions as these instructions, other kernels as calls of a shim, which calls their
//! entries. What waits runs on the runtime's frames.
//!
//! Not on Windows, where a C function does not answer in two registers.

mod abi;
mod attribute;
mod code;
mod compile;
mod error;
mod frame;
mod function;
mod link;
mod loops;
mod lower;
mod object;
mod options;
mod pages;
mod program;
mod shim;
mod symbols;
mod target;

pub use compile::Timing;
pub use error::{CompileError, Limit, Limits};
pub use options::{Options, Progress, Symbols};
pub use program::{Explained, JitProgram, compile, compile_lazily, explain};
