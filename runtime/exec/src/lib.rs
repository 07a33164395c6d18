//! BEFExecutor: the interpretive reference engine.
//!
//! [`Program::load`] checks a file and decodes it once; a [`Function`](tfrt_host::kernel::Function)
//! of the program runs on it as often as wanted, from any number of threads. The executor knows
//! nothing of the compiler's inference: it is what compiled engines are compared with. The order
//! in which it runs kernels on the single-threaded queue is that of the original runtime.

mod activation;
mod body;
mod load;
mod program;
mod straight;

pub use body::{FunctionInfo, FunctionKind};
pub use load::{LoadError, LoadOptions};
pub use program::Program;
