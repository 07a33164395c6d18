//! The JIT: compiles host programs to machine code at load time, by Cranelift.
//!
//! A [`Plan`](tfrt_compiler::plan::Plan) is lowered to Cranelift IR, one function per body. Scalars
//! are in registers, loops and branches are inlined, and intrinsic kernels become instructions.
//! Other kernels are called through a shim. Functions that suspend run on the runtime's frames.
//!
//! Windows is not supported: its C ABI does not return two registers.
//!
//! # Order of modules
//!
//! Each module depends only on those before it, as `cargo xtask tidy` checks.
//!
//! 1. `error` and `options`: the public types.
//! 2. `abi`: the representation of values and the records shared by machine code and Rust.
//! 3. `object`: compiled functions before they have an address. `pages`: memory for code. `link`:
//!    objects into pages. `symbols`: their names for debuggers.
//! 4. `target`: Cranelift for this processor. `compile`: Cranelift IR to objects, on one thread or
//!    several.
//! 5. `attribute` and `lower`: the plan to Cranelift IR.
//! 6. `run`: compiled code at run time.
//! 7. `program`: the public face, which runs these stages.

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
pub use options::{JitOptions, Progress, Symbols};
pub use program::{Explained, JitProgram, compile, compile_lazily, explain};
