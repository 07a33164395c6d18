//! Host programs to machine code at load time, by Cranelift.
//!
//! A [`Plan`](tfrt_compiler::plan::Plan) is printed as Cranelift's intermediate form, one function
//! per body: scalars in registers, loops and branches inlined, kernels that are a few instructions
//! as these instructions, other kernels as calls of a shim, which calls their entries. Functions
//! that suspend run on the runtime's frames.
//!
//! Not on Windows, where a C function does not return two registers.
//!
//! # Order of modules
//!
//! Each module needs only those before it; `cargo xtask tidy` holds them to it.
//!
//! 1. `error` and `options`: what users get and give.
//! 2. `abi`: how machine code and Rust pass values; the records that they share.
//! 3. `object`: compiled functions before they have an address. `pages`: memory for code. `link`:
//!    objects into pages. `symbols`: their names for debuggers.
//! 4. `target`: the code generator for this processor. `compile`: functions in Cranelift's form into
//!    objects, on one thread or several.
//! 5. `attribute` and `lower`: the plan into functions in Cranelift's form.
//! 6. `run`: compiled code at run time.
//! 7. `program`: all of it, one after the other.

mod abi;
mod attribute;
mod compile;
mod error;
mod link;
mod lower;
mod object;
mod options;
mod pages;
mod program;
mod run;
mod symbols;
mod target;

pub use compile::Timing;
pub use error::{CompileError, Limit, Limits};
pub use options::{Options, Progress, Symbols};
pub use program::{Explained, JitProgram, compile, compile_lazily, explain};
