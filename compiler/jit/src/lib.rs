//! Host programs to machine code at load time, by Cranelift.
//!
//! A [`Plan`](tfrt_compiler::plan::Plan) is printed as Cranelift's intermediate form, one function
//! per body: scalars in registers, loops and branches in place, kernels that are a few
//! instructions as these instructions, other kernels as calls of a shim. What waits runs on the
//! runtime's frames.

mod abi;
mod attribute;
mod code;
mod frame;
mod function;
mod loops;
mod lower;
mod program;
mod shim;

pub use program::{CompileError, JitProgram, Options, clif, compile};
