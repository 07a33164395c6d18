//! BEFExecutor: the interpreting reference engine.
//!
//! [`Program::load`] checks and decodes a file once; a [`Function`](tfrt_host::kernel::Function) of
//! the program can run any number of times, from any number of threads. The executor does not use
//! the compiler's analyses: compiled engines are tested against it. On the single-threaded queue it
//! runs kernels in the order of the original runtime.

mod activation;
mod body;
mod function;
mod load;
mod location;
mod program;
mod straight;

pub use body::{FunctionInfo, FunctionKind};
pub use load::{LoadError, LoadOptions};
pub use program::Program;
